//! The text form, printed. [`super::parse`] reads it back; printing again gives the same text.

use super::*;
use cranelift_entity::packed_option::PackedOption;
use std::fmt::{self, Display, Formatter};

/// A quoted string with `\"`, `\\` and `\xNN` escapes.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                c if c.is_control() => write!(f, "\\x{:02x}", c as u32)?,
                c => write!(f, "{c}")?,
            }
        }
        f.write_str("\"")
    }
}

struct At(Loc);

impl Display for At {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.file.expand() {
            Some(file) => write!(f, " @{}:{}:{}", file.as_u32(), self.0.line, self.0.column),
            None => Ok(()),
        }
    }
}

struct Addend(i64);

impl Display for Addend {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { Ok(()) } else { write!(f, "{:+}", self.0) }
    }
}

/// A constant as it stands in the text form: `-1:i32`, `1.5:f64`, `null`, `g3+8`, `fn2`, `ss0`.
pub fn const_text(constant: Const) -> String {
    match constant {
        Const::Bits(Type::Ptr, 0) => "null".into(),
        Const::Bits(Type::Ptr, bits) => format!("{bits}:ptr"),
        Const::Bits(Type::Int(1), bits) => if bits == 0 { "false" } else { "true" }.into(),
        Const::Bits(Type::Int(width), bits) => format!("{}:i{width}", meaning::wide::signed(width.into(), bits)),
        Const::Bits(Type::F32, bits) => {
            let x = f32::from_bits(bits as u32);
            if x.is_nan() { format!("nan#{bits:x}:f32") } else { format!("{x:?}:f32") }
        }
        Const::Bits(Type::F64, bits) => {
            let x = f64::from_bits(bits as u64);
            if x.is_nan() { format!("nan#{bits:x}:f64") } else { format!("{x:?}:f64") }
        }
        Const::Global(global, offset) => format!("{global}{}", Addend(offset)),
        Const::Func(func) => func.to_string(),
        Const::Slot(slot) => slot.to_string(),
    }
}

struct Operand<'a>(&'a Function, Value);

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.as_const(self.1) {
            Some(constant) => f.write_str(&const_text(constant)),
            None => write!(f, "{}", self.1),
        }
    }
}

struct List<'a>(&'a Function, &'a [Value]);

impl Display for List<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, &value) in self.1.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { ", " }, Operand(self.0, value))?;
        }
        Ok(())
    }
}

struct Def<'a>(&'a Function, Value);

impl Display for Def<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.1)?;
        if let Some(name) = &self.0.names[self.1] {
            write!(f, " {}", Quoted(name))?;
        }
        write!(f, ": {}", self.0.ty(self.1))
    }
}

fn write_defs(f: &mut Formatter<'_>, func: &Function, values: &[Value]) -> fmt::Result {
    for (i, &value) in values.iter().enumerate() {
        write!(f, "{}{}", if i == 0 { "" } else { ", " }, Def(func, value))?;
    }
    Ok(())
}

fn write_option(f: &mut Formatter<'_>, func: &Function, word: &str, value: PackedOption<Value>) -> fmt::Result {
    match value.expand() {
        Some(value) => write!(f, " {word} {}", Operand(func, value)),
        None => Ok(()),
    }
}

fn write_inst(f: &mut Formatter<'_>, func: &Function, data: &InstData) -> fmt::Result {
    let op = |v: &Value| Operand(func, *v);
    match data {
        InstData::Unary { op: name, arg } => write!(f, "{} {}", name.name(), op(arg)),
        InstData::Binary { op: name, args } => write!(f, "{} {}", name.name(), List(func, args)),
        InstData::Div { op: name, args, check } => write!(f, "{} {} {check}", name.name(), List(func, args)),
        InstData::Icmp { cond, args } => write!(f, "icmp {} {}", cond.name(), List(func, args)),
        InstData::Fcmp { cond, args } => write!(f, "fcmp {} {}", cond.name(), List(func, args)),
        InstData::Select { cond, args } => write!(f, "select {}, {}", op(cond), List(func, args)),
        InstData::Math { func: name, args } => write!(f, "math {} {}", name.name(), List(func, args)),
        InstData::Load { ptr, origin, check } => {
            write!(f, "load {}", op(ptr))?;
            write_option(f, func, "in", *origin)?;
            write!(f, " {check}")
        }
        InstData::Store { value, ptr, origin, check } => {
            write!(f, "store {}, {}", op(value), op(ptr))?;
            write_option(f, func, "in", *origin)?;
            write!(f, " {check}")
        }
        InstData::MemCopy { dst, src, len, check } => {
            write!(f, "memcopy {}, {}, {} {check}", op(dst), op(src), op(len))
        }
        InstData::MemSet { dst, byte, len, check } => {
            write!(f, "memset {}, {}, {} {check}", op(dst), op(byte), op(len))
        }
        InstData::StackAlloc { size, align } => write!(f, "stack_alloc {} align {align}", op(size)),
        InstData::StackSave => f.write_str("stack_save"),
        InstData::StackRestore { mark } => write!(f, "stack_restore {}", op(mark)),
        InstData::ScopeStart { slot } => write!(f, "scope_start {slot}"),
        InstData::ScopeEnd { slot } => write!(f, "scope_end {slot}"),
        InstData::Call { func: callee, args, va } => {
            write!(f, "call {callee}({})", List(func, args))?;
            write_option(f, func, "va", *va)
        }
        InstData::CallIndirect { callee, args, va, check } => {
            write!(f, "call_indirect {}({})", op(callee), List(func, args))?;
            write_option(f, func, "va", *va)?;
            write!(f, " {check}")
        }
        InstData::Host { func: name, args, check } => {
            write!(f, "host {}({})", name.name(), List(func, args))?;
            match check.expand() {
                Some(check) => write!(f, " {check}"),
                None => Ok(()),
            }
        }
        InstData::Input { site } => write!(f, "input {site}"),
        InstData::Assume { cond } => write!(f, "assume {}", op(cond)),
        InstData::Check { cond, check } => write!(f, "check {} {check}", op(cond)),
    }
}

struct To<'a>(&'a Function, &'a Target);

impl Display for To<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.1.block)?;
        if !self.1.args.is_empty() {
            write!(f, "({})", List(self.0, &self.1.args))?;
        }
        write!(f, " {}", self.1.edge)
    }
}

fn write_end(f: &mut Formatter<'_>, func: &Function, end: &Terminator) -> fmt::Result {
    match end {
        Terminator::Jump(target) => write!(f, "jump {}", To(func, target)),
        Terminator::Branch { cond, then, otherwise } => {
            write!(f, "branch {}, {}, {}", Operand(func, *cond), To(func, then), To(func, otherwise))
        }
        Terminator::Switch { value, cases, default } => {
            write!(f, "switch {} [", Operand(func, *value))?;
            for (i, (key, target)) in cases.iter().enumerate() {
                write!(f, "{}{key}: {}", if i == 0 { "" } else { ", " }, To(func, target))?;
            }
            write!(f, "], {}", To(func, default))
        }
        Terminator::Return(values) if values.is_empty() => f.write_str("return"),
        Terminator::Return(values) => write!(f, "return {}", List(func, values)),
        Terminator::Unreachable { check } => write!(f, "unreachable {check}"),
        Terminator::Unsupported { what } => write!(f, "unsupported {}", Quoted(what)),
        Terminator::Stop => f.write_str("stop"),
    }
}

/// Prints a function as it stands in its program.
struct FuncText<'a>(Func, &'a Function);

impl Display for FuncText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let FuncText(id, func) = *self;
        write!(f, "func {id} {}(", Quoted(&func.name))?;
        let mut separator = "";
        for ty in &func.sig.params {
            write!(f, "{separator}{ty}")?;
            separator = ", ";
        }
        if func.sig.variadic {
            write!(f, "{separator}...")?;
        }
        f.write_str(")")?;
        for (i, ty) in func.sig.results.iter().enumerate() {
            write!(f, "{}{ty}", if i == 0 { " -> " } else { ", " })?;
        }
        writeln!(f, "{}{} {{", if func.library { " library" } else { "" }, At(func.loc))?;
        for (slot, data) in &func.slots {
            let scoped = if data.scoped { " scoped" } else { "" };
            writeln!(f, "  slot {slot} {} size {} align {}{scoped}", Quoted(&data.name), data.size, data.align)?;
        }
        for &block in &func.layout {
            let data = &func.blocks[block];
            write!(f, "{block}")?;
            if !data.params.is_empty() {
                f.write_str("(")?;
                write_defs(f, func, &data.params)?;
                f.write_str(")")?;
            }
            writeln!(f, ":")?;
            for &inst in &data.insts {
                let node = &func.insts[inst];
                f.write_str("  ")?;
                if !node.results.is_empty() {
                    write_defs(f, func, &node.results)?;
                    f.write_str(" = ")?;
                }
                write_inst(f, func, &node.data)?;
                writeln!(f, "{}", At(node.loc))?;
            }
            f.write_str("  ")?;
            write_end(f, func, &data.end)?;
            writeln!(f, "{}", At(data.end_loc))?;
        }
        writeln!(f, "}}")
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "program {}", self.model.name())?;
        for (file, name) in &self.files {
            writeln!(f, "{file} {}", Quoted(name))?;
        }
        for (id, global) in &self.globals {
            write!(f, "global {id} {} size {} align {}", Quoted(&global.name), global.size, global.align)?;
            if global.constant {
                f.write_str(" constant")?;
            }
            if !global.init.bytes.is_empty() {
                f.write_str(" = #")?;
                global.init.bytes.iter().try_for_each(|b| write!(f, "{b:02x}"))?;
            }
            for (offset, symbol) in &global.init.relocations {
                match symbol {
                    Symbol::Global(target, addend) => write!(f, " {offset}: {target}{}", Addend(*addend))?,
                    Symbol::Func(func) => write!(f, " {offset}: {func}")?,
                }
            }
            writeln!(f, "{}", At(global.loc))?;
        }
        for (id, site) in &self.sites {
            write!(f, "input {id} {} {} {}", site.ty, input_kind_name(site.kind), Quoted(&site.source))?;
            if let Some(name) = &site.name {
                write!(f, " name {}", Quoted(name))?;
            }
            if let Some((low, high)) = site.range {
                write!(f, " range {low} {high}")?;
            }
            writeln!(f, " {}{}", site.func, At(site.loc))?;
        }
        for (id, check) in &self.checks {
            let class = check.class.name();
            writeln!(f, "check {id} {class} {} {}{}", Quoted(&check.text), check.func, At(check.loc))?;
        }
        // Edges are branches unless listed here.
        for (word, kind) in [("jumps", EdgeKind::Jump), ("helpers", EdgeKind::Helper)] {
            let mut edges = self.edges.iter().filter(|(_, info)| info.kind == kind).peekable();
            if edges.peek().is_some() {
                f.write_str(word)?;
                edges.try_for_each(|(edge, _)| write!(f, " {edge}"))?;
                writeln!(f)?;
            }
        }
        if let Some(entry) = self.entry {
            writeln!(f, "entry {entry}")?;
        }
        self.funcs.iter().try_for_each(|(id, func)| write!(f, "\n{}", FuncText(id, func)))
    }
}

pub(super) fn input_kind_name(kind: InputKind) -> &'static str {
    match kind {
        InputKind::Signed => "signed",
        InputKind::Unsigned => "unsigned",
        InputKind::Bool => "bool",
        InputKind::Float => "float",
        InputKind::Pointer => "pointer",
    }
}
