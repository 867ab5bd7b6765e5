//! The operations that are tried: for each a function in LLVM's language and the operands it gets.

use crate::values::{Set, WIDTHS, float_type};
use rarebit_front_end::ir::{DivOp, FloatCond, IntCond, MathFn, MathShape};
use std::collections::BTreeSet;
use std::fmt::Write;

/// How the driver prints a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Print {
    /// The 16 bytes as one number.
    Bits,
    /// As a float of this width: its bits, or `nan`.
    Float(u32),
}

/// Which operands the driver leaves out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skip {
    None,
    /// A second operand that is 0.
    Zero,
    /// And the least signed number by −1.
    Overflow,
}

pub struct Operation {
    pub name: String,
    pub operands: Vec<Set>,
    pub print: Print,
    pub skip: Skip,
    /// The function's definition.
    definition: String,
}

/// All operations, and the declarations that their definitions need.
#[derive(Default)]
pub struct Operations {
    pub all: Vec<Operation>,
    declarations: BTreeSet<String>,
}

/// Which of the signed divisions trap on overflow.
pub fn overflow_traps(op: DivOp, width: u32) -> bool {
    matches!(op, DivOp::Sdiv | DivOp::Srem) && matches!(width, 8 | 16 | 32 | 64)
}

impl Operations {
    pub fn all() -> Operations {
        let mut this = Operations::default();
        for width in WIDTHS {
            this.arithmetic(width);
            this.bits(width);
            this.memory(width);
            this.pointers(width);
            this.casts(width);
        }
        for width in [32, 64] {
            this.floats(width);
            this.conversions(width);
            this.math(width);
        }
        this.vectors();
        this
    }

    /// The divisions alone.
    pub fn divisions() -> Operations {
        let mut this = Operations::default();
        for width in WIDTHS {
            for op in DivOp::ALL {
                this.division(*op, width);
            }
        }
        this
    }

    /// The module with every function.
    pub fn module(&self, header: &str) -> String {
        let mut text = format!("{header}\n");
        for declaration in &self.declarations {
            writeln!(text, "{declaration}").unwrap();
        }
        for operation in &self.all {
            text += &operation.definition;
        }
        text
    }

    /// Adds an operation: the operands are in %x, %y and %z, and `body` puts a value of `result` into %r.
    fn add(&mut self, name: String, operands: &[Set], result: &str, body: &str) -> &mut Operation {
        let (store, print) = match result {
            "" | "ptr" => ("", Print::Bits),
            "i128" => ("  store i128 %r, ptr %out\n", Print::Bits),
            "float" => ("  store float %r, ptr %out\n", Print::Float(32)),
            "double" => ("  store double %r, ptr %out\n", Print::Float(64)),
            _ => ("  %wide = zext RESULT %r to i128\n  store i128 %wide, ptr %out\n", Print::Bits),
        };
        let mut definition = format!("\ndefine void @{name}(ptr %a, ptr %b, ptr %c, ptr %out) {{\n");
        for (set, (value, from)) in operands.iter().zip([("x", "a"), ("y", "b"), ("z", "c")]) {
            writeln!(definition, "  %{value} = load {}, ptr %{from}", set.llvm_type()).unwrap();
        }
        for line in body.split("; ") {
            writeln!(definition, "  {line}").unwrap();
        }
        definition += &store.replace("RESULT", result);
        definition += "  ret void\n}\n";
        let operands = operands.to_vec();
        self.all.push(Operation { name, operands, print, skip: Skip::None, definition });
        self.all.last_mut().unwrap()
    }

    /// Adds a call of a function; `constants` are further arguments.
    fn call(&mut self, name: String, function: &str, operands: &[Set], constants: &[&str], result: &str) {
        let types: Vec<String> = operands.iter().map(|set| set.llvm_type()).collect();
        let values = types.iter().zip(["%x", "%y", "%z"]).map(|(ty, value)| format!("{ty} {value}"));
        let arguments: Vec<String> = values.chain(constants.iter().map(|c| c.to_string())).collect();
        let constant_types = constants.iter().map(|c| c.split(' ').next().unwrap().to_string());
        let parameters: Vec<String> = types.iter().cloned().chain(constant_types).collect();
        self.declarations.insert(format!("declare {result} @{function}({})", parameters.join(", ")));
        self.add(name, operands, result, &format!("%r = call {result} @{function}({})", arguments.join(", ")));
    }

    fn division(&mut self, op: DivOp, width: u32) {
        let (name, set) = (op.name(), Set::Int(width));
        let body = format!("%r = {name} i{width} %x, %y");
        let skip = if overflow_traps(op, width) { Skip::Overflow } else { Skip::Zero };
        self.add(format!("{name}_i{width}"), &[set, set], &format!("i{width}"), &body).skip = skip;
    }

    fn arithmetic(&mut self, width: u32) {
        let (ty, set) = (format!("i{width}"), Set::Int(width));
        for op in ["add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr"] {
            self.add(format!("{op}_{ty}"), &[set, set], &ty, &format!("%r = {op} {ty} %x, %y"));
        }
        for op in DivOp::ALL {
            self.division(*op, width);
        }
        for op in ["sadd", "uadd", "ssub", "usub", "smul", "umul"] {
            let function = format!("llvm.{op}.with.overflow.{ty}");
            self.declarations.insert(format!("declare {{ {ty}, i1 }} @{function}({ty}, {ty})"));
            // The value, with every bit inverted on overflow.
            let value = if width == 128 { "%w = freeze i128 %v".into() } else { format!("%w = zext {ty} %v to i128") };
            let body = format!(
                "%p = call {{ {ty}, i1 }} @{function}({ty} %x, {ty} %y); %v = extractvalue {{ {ty}, i1 }} %p, 0; \
                 %f = extractvalue {{ {ty}, i1 }} %p, 1; {value}; %all = sext i1 %f to i128; %r = xor i128 %w, %all"
            );
            self.add(format!("{op}_with_overflow_{ty}"), &[set, set], "i128", &body);
        }
        for cond in IntCond::ALL {
            let cond = cond.name();
            self.add(format!("icmp_{cond}_{ty}"), &[set, set], "i1", &format!("%r = icmp {cond} {ty} %x, %y"));
        }
        let few = Set::FewInts(width);
        self.add(
            format!("select_{ty}"),
            &[Set::Int(1), few, few],
            &ty,
            &format!("%r = select i1 %x, {ty} %y, {ty} %z"),
        );
        for op in ["smax", "smin", "umax", "umin", "sadd.sat", "uadd.sat", "ssub.sat", "usub.sat"] {
            let name = format!("{}_{ty}", op.replace('.', "_"));
            self.call(name, &format!("llvm.{op}.{ty}"), &[set, set], &[], &ty);
        }
    }

    fn bits(&mut self, width: u32) {
        let (ty, set, few) = (format!("i{width}"), Set::Int(width), Set::FewInts(width));
        for op in ["ctlz", "cttz", "abs"] {
            self.call(format!("{op}_{ty}"), &format!("llvm.{op}.{ty}"), &[set], &["i1 false"], &ty);
        }
        for op in ["ctpop", "bitreverse", "bswap"] {
            if op != "bswap" || width.is_multiple_of(16) {
                self.call(format!("{op}_{ty}"), &format!("llvm.{op}.{ty}"), &[set], &[], &ty);
            }
        }
        for op in ["fshl", "fshr"] {
            self.call(format!("{op}_{ty}"), &format!("llvm.{op}.{ty}"), &[few, few, few], &[], &ty);
            // The count alone over all corner values.
            let function = format!("llvm.{op}.{ty}");
            let body = format!("%r = call {ty} @{function}({ty} %x, {ty} %x, {ty} %y)");
            self.add(format!("rotate_{op}_{ty}"), &[set, set], &ty, &body);
        }
    }

    fn memory(&mut self, width: u32) {
        let (ty, set) = (format!("i{width}"), Set::Int(width));
        // The driver prints every byte of the buffer, the ones that no store touched included.
        self.add(format!("store_{ty}"), &[set], "", &format!("store {ty} %x, ptr %out"));
        let body = format!("%at = getelementptr i8, ptr %out, i64 3; store {ty} %x, ptr %at, align 1");
        if width <= 96 {
            self.add(format!("store_unaligned_{ty}"), &[set], "", &body);
        }
        self.add(format!("load_{ty}"), &[set], &ty, &format!("%r = load {ty}, ptr %a"));
        if matches!(width, 8 | 16 | 32 | 64) {
            for op in ["xchg", "add", "sub", "and", "nand", "or", "xor", "max", "min", "umax", "umin"] {
                // Both the old and the new value, in the two halves of the buffer.
                let body = format!(
                    "store {ty} %x, ptr %out; %old = atomicrmw {op} ptr %out, {ty} %y seq_cst; \
                     %at = getelementptr i8, ptr %out, i64 8; store {ty} %old, ptr %at"
                );
                self.add(format!("atomic_{op}_{ty}"), &[set, set], "", &body);
            }
            let body = format!(
                "store {ty} %x, ptr %out; %p = cmpxchg ptr %out, {ty} %y, {ty} 77 seq_cst seq_cst; \
                 %old = extractvalue {{ {ty}, i1 }} %p, 0; %same = extractvalue {{ {ty}, i1 }} %p, 1; \
                 %mixed = select i1 %same, {ty} 99, {ty} %old; \
                 %at = getelementptr i8, ptr %out, i64 8; store {ty} %mixed, ptr %at"
            );
            self.add(format!("cmpxchg_{ty}"), &[set, set], "", &body);
        }
    }

    fn pointers(&mut self, width: u32) {
        let (ty, set) = (format!("i{width}"), Set::Int(width));
        self.add(
            format!("inttoptr_{ty}"),
            &[set],
            "",
            &format!("%p = inttoptr {ty} %x to ptr; store ptr %p, ptr %out"),
        );
        let body = format!("%p = load ptr, ptr %a; %r = ptrtoint ptr %p to {ty}");
        self.add(format!("ptrtoint_{ty}"), &[Set::Int(64)], &ty, &body);
        for (name, element) in [("i8", "i8"), ("i32", "i32"), ("struct", "{ i32, i64, i8 }"), ("array", "[7 x i16]")] {
            let body = format!(
                "%p = inttoptr i64 %x to ptr; %q = getelementptr {element}, ptr %p, {ty} %y; store ptr %q, ptr %out"
            );
            self.add(format!("gep_{name}_{ty}"), &[Set::Int(64), set], "", &body);
        }
        if width == 64 {
            for cond in IntCond::ALL {
                let cond = cond.name();
                let body =
                    format!("%p = inttoptr i64 %x to ptr; %q = inttoptr i64 %y to ptr; %r = icmp {cond} ptr %p, %q");
                self.add(format!("icmp_{cond}_ptr"), &[set, set], "i1", &body);
            }
        }
    }

    fn casts(&mut self, from: u32) {
        for to in WIDTHS {
            let ops: &[&str] = match to.cmp(&from) {
                std::cmp::Ordering::Less => &["trunc"],
                std::cmp::Ordering::Equal => &["freeze"],
                std::cmp::Ordering::Greater => &["zext", "sext"],
            };
            for op in ops {
                let tail = if *op == "freeze" { String::new() } else { format!(" to i{to}") };
                let body = format!("%r = {op} i{from} %x{tail}");
                self.add(format!("{op}_i{from}_i{to}"), &[Set::Int(from)], &format!("i{to}"), &body);
            }
        }
    }

    fn floats(&mut self, width: u32) {
        let (ty, all, some) = (float_type(width), Set::Float(width), Set::SomeFloats(width));
        for op in ["fadd", "fsub", "fmul", "fdiv", "frem"] {
            self.add(format!("{op}_{ty}"), &[some, some], ty, &format!("%r = {op} {ty} %x, %y"));
        }
        self.add(format!("fneg_{ty}"), &[all], ty, &format!("%r = fneg {ty} %x"));
        for cond in FloatCond::ALL.iter().map(|cond| cond.name()).chain(["true", "false"]) {
            self.add(format!("fcmp_{cond}_{ty}"), &[some, some], "i1", &format!("%r = fcmp {cond} {ty} %x, %y"));
        }
        let few = Set::FewFloats(width);
        let body = format!("%r = select i1 %x, {ty} %y, {ty} %z");
        self.add(format!("select_{ty}"), &[Set::Int(1), few, few], ty, &body);
        self.add(format!("load_store_{ty}"), &[Set::Classes(width)], "", &format!("store {ty} %x, ptr %out"));
        for bit in 0..10 {
            let (function, mask) = (format!("llvm.is.fpclass.f{width}"), format!("i32 {}", 1 << bit));
            self.call(format!("is_fpclass_{bit}_{ty}"), &function, &[Set::Classes(width)], &[&mask], "i1");
        }
        for op in ["fabs", "sqrt", "floor", "ceil", "trunc", "rint", "nearbyint", "round", "roundeven"] {
            self.call(format!("llvm_{op}_{ty}"), &format!("llvm.{op}.f{width}"), &[all], &[], ty);
        }
        for op in ["copysign", "minnum", "maxnum"] {
            self.call(format!("llvm_{op}_{ty}"), &format!("llvm.{op}.f{width}"), &[some, some], &[], ty);
        }
        for op in ["fma", "fmuladd"] {
            self.call(format!("llvm_{op}_{ty}"), &format!("llvm.{op}.f{width}"), &[few, few, few], &[], ty);
        }
    }

    fn conversions(&mut self, width: u32) {
        let (ty, all) = (float_type(width), Set::Float(width));
        if width == 32 {
            self.add("fpext_float".into(), &[all], "double", "%r = fpext float %x to double");
        } else {
            self.add("fptrunc_double".into(), &[all], "float", "%r = fptrunc double %x to float");
        }
        let body = format!("%r = bitcast i{width} %x to {ty}");
        self.add(format!("bitcast_i{width}_{ty}"), &[Set::Int(width)], ty, &body);
        let body = format!("%r = bitcast {ty} %x to i{width}");
        self.add(format!("bitcast_{ty}_i{width}"), &[Set::Classes(width)], &format!("i{width}"), &body);
        for int in WIDTHS {
            for op in ["sitofp", "uitofp"] {
                let body = format!("%r = {op} i{int} %x to {ty}");
                self.add(format!("{op}_i{int}_{ty}"), &[Set::Int(int)], ty, &body);
            }
            for (op, signed) in [("fptosi", true), ("fptoui", false)] {
                // Out of range only where the machine has a result: above 64 bits a library function converts to
                // 128 and may do anything, and an unsigned result of odd width comes with bits above the width.
                let machine = matches!(int, 8 | 16 | 32 | 64) || signed && int <= 64;
                let set = if machine { all } else { Set::Convertible(width, if signed { 128 } else { int }, signed) };
                let body = format!("%r = {op} {ty} %x to i{int}");
                self.add(format!("{op}_{ty}_i{int}"), &[set], &format!("i{int}"), &body);
            }
        }
    }

    /// Every function of libm.
    fn math(&mut self, width: u32) {
        let (ty, all, some) = (float_type(width), Set::Float(width), Set::SomeFloats(width));
        for func in MathFn::ALL {
            let function = format!("{}{}", func.name(), if width == 32 { "f" } else { "" });
            let name = format!("libm_{function}");
            let few = Set::FewFloats(width);
            match func.shape() {
                MathShape::Floats(1) => self.call(name, &function, &[all], &[], ty),
                MathShape::Floats(2) => self.call(name, &function, &[some, some], &[], ty),
                MathShape::Floats(_) => self.call(name, &function, &[few, few, few], &[], ty),
                MathShape::FloatToInt => {
                    let result = if *func == MathFn::Ilogb { "i32" } else { "i64" };
                    self.call(name, &function, &[all], &[], result);
                }
                MathShape::FloatInt => {
                    let int = if *func == MathFn::Scalbln { 64 } else { 32 };
                    self.call(name, &function, &[some, Set::Int(int)], &[], ty);
                }
                MathShape::IntFloat => self.call(name, &function, &[Set::Orders, some], &[], ty),
            }
        }
    }

    /// Vectors, which the lifter takes apart.
    fn vectors(&mut self) {
        for op in ["add", "sub", "mul", "xor"] {
            for ty in ["<4 x i32>", "<2 x i64>", "<8 x i16>", "<16 x i8>"] {
                let body = format!(
                    "%v = load {ty}, ptr %a; %w = load {ty}, ptr %b; %s = {op} {ty} %v, %w; store {ty} %s, ptr %out"
                );
                let name = format!("{op}_vector_{}", ty.trim_matches(['<', '>']).replace(' ', ""));
                self.add(name, &[Set::Int(128), Set::Int(128)], "", &body);
            }
        }
        for op in ["fadd", "fsub", "fmul"] {
            let set = Set::FloatVectors;
            let body = format!("%s = {op} <4 x float> %x, %y; store <4 x float> %s, ptr %out");
            self.add(format!("{op}_vector_4xfloat"), &[set, set], "", &body);
            let body = format!(
                "%v = load <2 x float>, ptr %a; %w = load <2 x float>, ptr %b; %s = {op} <2 x float> %v, %w; \
                 store <2 x float> %s, ptr %out"
            );
            self.add(format!("{op}_vector_2xfloat"), &[set, set], "", &body);
        }
        let wide = Set::Int(128);
        let body = "%v = bitcast i128 %x to <4 x i32>; %w = bitcast i128 %y to <4 x i32>; \
                    %s = shufflevector <4 x i32> %v, <4 x i32> %w, <4 x i32> <i32 6, i32 0, i32 3, i32 5>; \
                    %r = bitcast <4 x i32> %s to i128";
        self.add("shufflevector".into(), &[wide, wide], "i128", body);
        let body = "%v = bitcast i128 %x to <8 x i16>; %n = and i32 %y, 7; %e = extractelement <8 x i16> %v, i32 %n; \
                    %m = xor i32 %n, 3; %s = insertelement <8 x i16> %v, i16 %e, i32 %m; \
                    %r = bitcast <8 x i16> %s to i128";
        self.add("insert_extract_element".into(), &[wide, Set::Int(32)], "i128", body);
        let body = "%v = bitcast i128 %x to <4 x i32>; %w = bitcast i128 %y to <4 x i32>; \
                    %l = icmp slt <4 x i32> %v, %w; %s = select <4 x i1> %l, <4 x i32> %v, <4 x i32> %w; \
                    %r = bitcast <4 x i32> %s to i128";
        self.add("select_vector".into(), &[wide, wide], "i128", body);
        let body = "%v = bitcast i64 %x to <2 x float>; %s = bitcast <2 x float> %v to i64; %r = zext i64 %s to i128";
        self.add("bitcast_vector".into(), &[Set::Int(64)], "i128", body);
        for op in ["add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"] {
            let function = format!("llvm.vector.reduce.{op}.v4i32");
            self.declarations.insert(format!("declare i32 @{function}(<4 x i32>)"));
            let body = format!("%v = bitcast i128 %x to <4 x i32>; %r = call i32 @{function}(<4 x i32> %v)");
            self.add(format!("reduce_{op}"), &[wide], "i32", &body);
        }
    }
}
