//! Functions known by name: inputs, assumptions, assertions, the simulator's own services, and libm.

use super::function::{FunctionLifter, Halt, Lift, Parts};
use super::llvm::{LLVMValueKind, Type, Value};
use super::shape::leaves;
use crate::ir::{self, *};

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Convention {
    /// Returns an input.
    Nondet(InputKind),
    /// Ends the run when its argument is 0.
    Assume,
    /// A failure when the first argument is 0.
    Assert,
    /// Always a failure; this argument may be the text of what was asserted.
    Fail(CheckClass, usize),
    Host(HostFn),
    Math(MathFn),
}

impl Convention {
    /// Does the meaning hold even where the program has a definition of its own, as verification tasks do?
    pub fn overrides_definition(self) -> bool {
        matches!(self, Convention::Assume | Convention::Fail(CheckClass::Assert | CheckClass::Error, _))
    }
}

/// The convention behind a function name.
pub fn find(name: &str) -> Option<Convention> {
    if let Some(ty) = name.strip_prefix("__VERIFIER_nondet_") {
        return Some(Convention::Nondet(nondet_kind(ty)?));
    }
    if let Some(host) = name.strip_prefix("__rarebit_") {
        return HostFn::from_name(host).map(Convention::Host);
    }
    match name {
        "__VERIFIER_assume" | "assume_abort_if_not" => return Some(Convention::Assume),
        "__VERIFIER_assert" | "__CPROVER_assert" | "assert" => return Some(Convention::Assert),
        "reach_error" | "__VERIFIER_error" => return Some(Convention::Fail(CheckClass::Error, 0)),
        "klee_report_error" => return Some(Convention::Fail(CheckClass::Error, 2)),
        "__assert_fail" | "__assert" => return Some(Convention::Fail(CheckClass::Assert, 0)),
        "abort" | "klee_abort" => return Some(Convention::Fail(CheckClass::Abort, usize::MAX)),
        _ => {}
    }
    // sin, sinf, sinl; the operand's type tells them apart.
    let bare = MathFn::from_name(name).or_else(|| MathFn::from_name(name.strip_suffix(['f', 'l'])?));
    let alias = match name {
        "gamma" => Some(MathFn::Lgamma),
        "significand" | "nexttoward" => None,
        _ => None,
    };
    bare.or(alias).map(Convention::Math)
}

fn nondet_kind(ty: &str) -> Option<InputKind> {
    Some(match ty {
        "bool" | "_Bool" => InputKind::Bool,
        "float" | "double" => InputKind::Float,
        "pchar" | "pointer" => InputKind::Pointer,
        "size_t" | "u32" | "u8" | "u16" | "uchar" | "uint" | "uint128" | "ulong" | "ulonglong" | "unsigned"
        | "unsigned_int" | "ushort" | "sector_t" | "pthread_t" => InputKind::Unsigned,
        "memory" => return None,
        _ => InputKind::Signed,
    })
}

/// A new input site at this place, and its value.
pub fn input(this: &mut FunctionLifter<'_, '_>, source: &str, ty: ir::Type, kind: InputKind) -> ir::Value {
    let range = (kind == InputKind::Bool).then_some((0, 1));
    let site = this.lifter.program.sites.push(SiteInfo {
        ty,
        kind,
        source: source.into(),
        name: None,
        range,
        func: this.id,
        loc: this.loc,
    });
    let value = this.one(InstData::Input { site }, ty);
    this.input_of.insert(value, site);
    value
}

/// Lifts a call of a known function. `source` are the LLVM arguments, when there is a call.
pub fn lift<'m>(
    this: &mut FunctionLifter<'_, 'm>,
    convention: Convention,
    ty: Type<'m>,
    args: &[ir::Value],
    source: &[Value<'m>],
) -> Lift<Parts> {
    let results = leaves(this.lifter.layout, ty.return_type())?;
    match convention {
        Convention::Nondet(kind) => {
            let [leaf] = results.as_slice() else { return Err("a nondeterministic struct".into()) };
            let name = nondet_name(leaf.ty, kind);
            Ok(Parts::from_iter([input(this, name, leaf.ty, kind)]))
        }
        Convention::Assume => {
            let &[cond, ..] = args else { return Err("an assumption without a condition".into()) };
            let ty = this.func.ty(cond);
            let zero = this.func.int(ty, 0);
            let cond = this.icmp(IntCond::Ne, cond, zero);
            this.push(InstData::Assume { cond }, &[]);
            Ok(Parts::new())
        }
        Convention::Assert => {
            let &[cond, ..] = args else { return Err("an assertion without a condition".into()) };
            let zero = this.func.int(this.func.ty(cond), 0);
            let cond = this.icmp(IntCond::Ne, cond, zero);
            let check = this.new_check(CheckClass::Assert, "the assertion holds");
            this.push(InstData::Check { cond, check }, &[]);
            Ok(results.iter().map(|leaf| this.func.int(leaf.ty, 0)).collect())
        }
        Convention::Fail(class, text) => {
            let given = source.get(text).and_then(|v| constant_text(*v));
            let standard = if class == CheckClass::Abort { "abort is not called" } else { "this is not reached" };
            fail(this, class, given.unwrap_or_else(|| standard.into()))
        }
        Convention::Host(func) => {
            let check = func.is_checked().then(|| this.memory_check(format!("{} of the library", func.name())));
            let types: Vec<ir::Type> = results.iter().map(|leaf| leaf.ty).collect();
            let data = InstData::Host { func, args: args.iter().copied().collect(), check: check.into() };
            let parts = this.push(data, &types);
            if func.is_end() { Err(Halt::Ended(Terminator::Stop)) } else { Ok(parts) }
        }
        Convention::Math(func) => math(this, func, args, &results.iter().map(|leaf| leaf.ty).collect::<Vec<_>>()),
    }
}

pub fn math(this: &mut FunctionLifter<'_, '_>, func: MathFn, args: &[ir::Value], results: &[ir::Type]) -> Lift<Parts> {
    let &[result] = results else { return Err(format!("`{}` without a result", func.name()).into()) };
    let count = match func.shape() {
        MathShape::Floats(n) => n,
        MathShape::FloatToInt => 1,
        _ => 2,
    };
    let float = |v: &ir::Value| this.func.ty(*v).is_float();
    let fits = args.len() == count
        && match func.shape() {
            MathShape::Floats(_) => args.iter().all(|v| this.func.ty(*v) == result) && result.is_float(),
            MathShape::FloatToInt => float(&args[0]) && result.is_int(),
            MathShape::FloatInt => float(&args[0]) && !float(&args[1]),
            MathShape::IntFloat => !float(&args[0]) && float(&args[1]),
        };
    if !fits {
        return Err(format!("`{}` called with other types than libm's", func.name()).into());
    }
    Ok(this.push(InstData::Math { func, args: args.iter().copied().collect() }, results))
}

fn fail<'m>(this: &mut FunctionLifter<'_, 'm>, class: CheckClass, text: String) -> Lift<Parts> {
    let check = this.new_check(class, text);
    let never = this.func.int(ir::Type::I1, 0);
    this.push(InstData::Check { cond: never, check }, &[]);
    // When nobody asks for the check, the program ends as it would natively.
    this.push(InstData::Host { func: HostFn::Abort, args: Values::new(), check: None.into() }, &[]);
    Err(Halt::Ended(Terminator::Stop))
}

/// The C string that a constant argument points to.
fn constant_text(value: Value<'_>) -> Option<String> {
    if value.kind() != LLVMValueKind::LLVMGlobalVariableValueKind {
        return None;
    }
    let bytes = value.initializer()?.const_bytes()?;
    let text = bytes.split(|b| *b == 0).next()?;
    Some(String::from_utf8_lossy(text).into_owned())
}

fn nondet_name(ty: ir::Type, kind: InputKind) -> &'static str {
    match (kind, ty) {
        (InputKind::Bool, _) => "__VERIFIER_nondet_bool",
        (InputKind::Pointer, _) => "__VERIFIER_nondet_pointer",
        (InputKind::Float, ir::Type::F32) => "__VERIFIER_nondet_float",
        (InputKind::Float, _) => "__VERIFIER_nondet_double",
        (InputKind::Signed, ir::Type::Int(8)) => "__VERIFIER_nondet_char",
        (InputKind::Signed, ir::Type::Int(16)) => "__VERIFIER_nondet_short",
        (InputKind::Signed, ir::Type::Int(64)) => "__VERIFIER_nondet_long",
        (InputKind::Signed, ir::Type::Int(128)) => "__VERIFIER_nondet_int128",
        (InputKind::Signed, _) => "__VERIFIER_nondet_int",
        (InputKind::Unsigned, ir::Type::Int(8)) => "__VERIFIER_nondet_uchar",
        (InputKind::Unsigned, ir::Type::Int(16)) => "__VERIFIER_nondet_ushort",
        (InputKind::Unsigned, ir::Type::Int(64)) => "__VERIFIER_nondet_ulong",
        (InputKind::Unsigned, ir::Type::Int(128)) => "__VERIFIER_nondet_uint128",
        (InputKind::Unsigned, _) => "__VERIFIER_nondet_uint",
    }
}
