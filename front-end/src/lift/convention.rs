//! Functions known by name: inputs, assumptions, assertions, the simulator's own services, and libm.

use super::draw::Draw;
use super::function::{FunctionLifter, Halt, Lift, Parts};
use super::llvm::{LLVMValueKind, Type, Value};
use super::shape::leaves;
use crate::ir::{self, *};

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Convention {
    /// Returns an input: `()`.
    Nondet(InputKind),
    /// Returns an input with a name: `(name)`.
    Named(InputKind),
    /// Returns an input between bounds that are included: `(name, low, high)`.
    Between(InputKind),
    /// As [`Convention::Between`], for the library models: `(source, name, low, high)`.
    Library(InputKind),
    /// klee's `(begin, end, name)`, without the end.
    KleeRange,
    /// klee's `(n)`: from 0 up to n, without n.
    KleeChoose,
    /// Fills `(address, size)` with inputs; the argument with the name, if there is one.
    Fill(Option<usize>),
    /// How much there is of an input whose greatest size was chosen by the user.
    Size(Sized),
    /// Ends the run when its argument is 0.
    Assume,
    /// Ends the run as not wanted.
    Unwanted,
    /// A failure when the first argument is 0; the second may be the text of the condition.
    Assert,
    /// Always a failure; this argument may be the text of what was asserted.
    Fail(CheckClass, usize),
    /// Nothing.
    Ignored,
    Host(HostFn),
    /// Fails when the bytes of two strings overlap.
    Disjoint,
    Math(MathFn),
}

/// Inputs of a size that is an input too.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Sized {
    Stdin,
    Fuzz,
    Arguments,
    Argument,
}

impl Convention {
    /// Does the meaning hold even where the program has a definition of its own, as verification tasks do?
    pub fn overrides_definition(self) -> bool {
        matches!(self, Convention::Assume | Convention::Fail(CheckClass::Assert | CheckClass::Error, _))
    }
}

/// The convention behind a function name.
pub fn find(name: &str) -> Option<Convention> {
    use Convention::*;
    if let Some(ty) = name.strip_prefix("__VERIFIER_nondet_") {
        return Some(if ty == "memory" { Fill(None) } else { Nondet(nondet_kind(ty)) });
    }
    if let Some(ty) = name.strip_prefix("__rarebit_input_") {
        return Some(Library(bounded_kind(ty)?));
    }
    if name == "__rarebit_disjoint" {
        return Some(Convention::Disjoint);
    }
    if let Some(host) = name.strip_prefix("__rarebit_") {
        return match host {
            "size_of_stdin" => Some(Size(Sized::Stdin)),
            "size_of_fuzz" => Some(Size(Sized::Fuzz)),
            "number_of_arguments" => Some(Size(Sized::Arguments)),
            "size_of_argument" => Some(Size(Sized::Argument)),
            _ => HostFn::from_name(host).map(Host),
        };
    }
    if let Some(ours) = name.strip_prefix("rarebit_") {
        return match ours {
            "bool" => Some(Named(InputKind::Bool)),
            "any_float" | "any_double" => Some(Named(InputKind::Float)),
            "bytes" => Some(Fill(Some(2))),
            "assume" => Some(Assume),
            "check_text" => Some(Assert),
            _ => bounded_kind(ours).map(Between),
        };
    }
    if let Some(klee) = name.strip_prefix("klee_").and_then(find_klee) {
        return Some(klee);
    }
    match name {
        "__VERIFIER_assume" | "assume_abort_if_not" => return Some(Assume),
        "__VERIFIER_assert" | "__CPROVER_assert" | "assert" => return Some(Assert),
        "reach_error" | "__VERIFIER_error" => return Some(Fail(CheckClass::Error, 0)),
        "__assert_fail" | "__assert" => return Some(Fail(CheckClass::Assert, 0)),
        "abort" => return Some(Fail(CheckClass::Abort, usize::MAX)),
        _ => {}
    }
    // sin, sinf, sinl; the operand's type tells them apart.
    let bare = MathFn::from_name(name).or_else(|| MathFn::from_name(name.strip_suffix(['f', 'l'])?));
    let alias = match name {
        "gamma" => Some(MathFn::Lgamma),
        _ => None,
    };
    bare.or(alias).map(Math)
}

/// klee's own functions; what of them is ordinary C is among the models.
fn find_klee(name: &str) -> Option<Convention> {
    Some(match name {
        "make_symbolic" => Convention::Fill(Some(2)),
        "int" => Convention::Named(InputKind::Signed),
        "range" => Convention::KleeRange,
        "choose" => Convention::KleeChoose,
        "assume" => Convention::Assume,
        "silent_exit" => Convention::Unwanted,
        "report_error" => Convention::Fail(CheckClass::Error, 2),
        "abort" => Convention::Fail(CheckClass::Abort, usize::MAX),
        "prefer_cex" | "posix_prefer_cex" | "print_expr" | "warning" | "warning_once" | "mark_global"
        | "set_forking" | "stack_trace" | "open_merge" | "close_merge" | "merge" | "print_range" => Convention::Ignored,
        _ => return None,
    })
}

fn nondet_kind(ty: &str) -> InputKind {
    match ty {
        "bool" | "_Bool" => InputKind::Bool,
        "float" | "double" => InputKind::Float,
        "pchar" | "pointer" | "charp" => InputKind::Pointer,
        "size_t" | "sector_t" | "pthread_t" => InputKind::Unsigned,
        // u8, u32, uchar, uint, uint128, ulong, ulonglong, unsigned, unsigned_char, ushort, …
        _ if ty.starts_with('u') => InputKind::Unsigned,
        _ => InputKind::Signed,
    }
}

fn bounded_kind(ty: &str) -> Option<InputKind> {
    Some(match ty {
        "char" | "schar" | "short" | "int" | "long" | "llong" | "int128" => InputKind::Signed,
        "uchar" | "ushort" | "uint" | "ulong" | "ullong" | "size" | "uint128" => InputKind::Unsigned,
        "float" | "double" => InputKind::Float,
        _ => return None,
    })
}

/// Lifts a call of a known function. `source` are the LLVM arguments, when there is a call.
pub fn lift<'m>(
    this: &mut FunctionLifter<'_, 'm>,
    name: &str,
    convention: Convention,
    ty: Type<'m>,
    args: &[ir::Value],
    source: &[Value<'m>],
) -> Lift<Parts> {
    let results = leaves(this.lifter.layout, ty.return_type())?;
    let result = || match results.as_slice() {
        [leaf] => Ok(leaf.ty),
        // An `__int128` comes back in two registers.
        [low, high] if low.ty == ir::Type::I64 && high.ty == ir::Type::I64 => Ok(ir::Type::Int(128)),
        _ => Err(Halt::from(format!("`{name}` with a result that is no number"))),
    };
    let text = |at: usize| source.get(at).and_then(|v| constant_text(*v));
    match convention {
        Convention::Nondet(kind) => {
            let ty = result()?;
            let value = this.input(ty, fitting(kind, ty), Draw::of(name));
            Ok(halves(this, value))
        }
        Convention::Named(kind) => {
            let ty = result()?;
            let value = this.input(ty, fitting(kind, ty), Draw { name: text(0), ..Draw::of(name) });
            Ok(halves(this, value))
        }
        Convention::Between(kind) => {
            let bounds = match *args {
                [_, low, high] => [low, high],
                [_, a, b, c, d] => [join(this, a, b), join(this, c, d)],
                _ => return Err(wrong_arguments(name)),
            };
            let value = this.bounded(kind, bounds, Draw { name: text(0), ..Draw::of(name) });
            Ok(halves(this, value))
        }
        Convention::Library(kind) => {
            let &[_, _, low, high] = args else { return Err(wrong_arguments(name)) };
            let source = text(0).unwrap_or_default();
            let value = this.bounded(kind, [low, high], Draw { name: text(1), ..Draw::of(&source) });
            Ok(halves(this, value))
        }
        Convention::KleeRange => {
            let &[begin, end, _] = args else { return Err(wrong_arguments(name)) };
            let last = decrement(this, end);
            let value = this.bounded(InputKind::Signed, [begin, last], Draw { name: text(2), ..Draw::of(name) });
            Ok(halves(this, value))
        }
        Convention::KleeChoose => {
            let &[end] = args else { return Err(wrong_arguments(name)) };
            let zero = this.func.int(this.func.ty(end), 0);
            let last = decrement(this, end);
            let value = this.bounded(InputKind::Unsigned, [zero, last], Draw::of(name));
            Ok(halves(this, value))
        }
        Convention::Fill(at) => {
            let &[address, size, ..] = args else { return Err(wrong_arguments(name)) };
            let called = at.and_then(text).or_else(|| this.variable_at(address));
            this.fill(address, size, source.first().copied(), Draw { name: called, ..Draw::of(name) })?;
            Ok(results.iter().map(|leaf| this.func.int(leaf.ty, 0)).collect())
        }
        Convention::Size(what) => {
            let (high, draw) = this.lifter.greatest(what);
            let ty = result()?;
            let range = Some((0, high.into()));
            Ok(Parts::from_iter([match high {
                0 => this.func.int(ty, 0),
                _ => this.input(ty, InputKind::Unsigned, Draw { range, ..draw }),
            }]))
        }
        Convention::Assume => {
            let &[cond, ..] = args else { return Err("an assumption without a condition".into()) };
            let cond = this.is_true(cond);
            this.push(InstData::Assume { cond }, &[]);
            Ok(Parts::new())
        }
        Convention::Unwanted => {
            let cond = this.func.int(ir::Type::I1, 0);
            this.push(InstData::Assume { cond }, &[]);
            Err(Halt::Ended(Terminator::Stop))
        }
        Convention::Assert => {
            let &[cond, ..] = args else { return Err("an assertion without a condition".into()) };
            let cond = this.is_true(cond);
            let check = this.new_check(CheckClass::Assert, text(1).unwrap_or_else(|| "the assertion holds".into()));
            this.push(InstData::Check { cond, check }, &[]);
            Ok(results.iter().map(|leaf| this.func.int(leaf.ty, 0)).collect())
        }
        Convention::Fail(class, at) => {
            let standard = if class == CheckClass::Abort { "abort is not called" } else { "this is not reached" };
            fail(this, class, text(at).unwrap_or_else(|| standard.into()))
        }
        Convention::Ignored => Ok(results.iter().map(|leaf| this.func.int(leaf.ty, 0)).collect()),
        Convention::Host(func) => {
            let check = func.is_checked().then(|| this.memory_check(format!("{} of the library", func.name())));
            let types: Vec<ir::Type> = results.iter().map(|leaf| leaf.ty).collect();
            let data = InstData::Host { func, args: args.iter().copied().collect(), check: check.into() };
            let parts = this.push(data, &types);
            if func.is_end() { Err(Halt::Ended(Terminator::Stop)) } else { Ok(parts) }
        }
        Convention::Disjoint => {
            let &[a, n, b, m] = args else { return Err("two ranges of bytes are needed".into()) };
            this.check_disjoint(a, n, b, m, false);
            Ok(Parts::new())
        }
        Convention::Math(func) => {
            let parts = math(this, func, args, &results.iter().map(|leaf| leaf.ty).collect::<Vec<_>>())?;
            math_errno(this, func, args, parts[0])?;
            Ok(parts)
        }
    }
}

fn wrong_arguments(name: &str) -> Halt {
    format!("`{name}` called with other arguments than its own").into()
}

/// The kind, if the declared type allows it; the declaration knows best.
fn fitting(kind: InputKind, ty: ir::Type) -> InputKind {
    match (ty, kind) {
        (ir::Type::F32 | ir::Type::F64, _) => InputKind::Float,
        (ir::Type::Ptr, _) => InputKind::Pointer,
        (ir::Type::Int(1), _) => InputKind::Bool,
        (ir::Type::Int(_), InputKind::Float) => InputKind::Signed,
        _ => kind,
    }
}

/// A result as the leaves of its LLVM type: an `__int128` in two words.
fn halves(this: &mut FunctionLifter<'_, '_>, value: ir::Value) -> Parts {
    if this.func.ty(value) != ir::Type::Int(128) {
        return Parts::from_iter([value]);
    }
    let width = this.func.int(ir::Type::Int(128), 64);
    let high = this.binary(BinaryOp::Lshr, value, width);
    [value, high].map(|half| this.unary(UnaryOp::Trunc, half, ir::Type::I64)).into_iter().collect()
}

/// An `__int128` that was passed in two words.
fn join(this: &mut FunctionLifter<'_, '_>, low: ir::Value, high: ir::Value) -> ir::Value {
    let wide = ir::Type::Int(128);
    let [a, b] = [low, high].map(|half| match this.func.as_const(half) {
        Some(Const::Bits(_, bits)) => Some(bits),
        _ => None,
    });
    if let Some((a, b)) = a.zip(b) {
        return this.func.int(wide, a | b << 64);
    }
    let [low, high] = [low, high].map(|half| this.unary(UnaryOp::Zext, half, wide));
    let width = this.func.int(wide, 64);
    let high = this.binary(BinaryOp::Shl, high, width);
    this.binary(BinaryOp::Or, low, high)
}

/// One less, folded where it is a constant.
fn decrement(this: &mut FunctionLifter<'_, '_>, value: ir::Value) -> ir::Value {
    let ty = this.func.ty(value);
    if let Some(Const::Bits(_, bits)) = this.func.as_const(value) {
        let mask = meaning::wide::mask(ty.bits(this.model()));
        return this.func.int(ty, bits.wrapping_sub(1) & mask);
    }
    let one = this.func.int(ty, 1);
    this.binary(BinaryOp::Sub, value, one)
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

/// Sets errno where the C library does, if the program looks at it at all.
fn math_errno(this: &mut FunctionLifter<'_, '_>, func: MathFn, args: &[ir::Value], result: ir::Value) -> Lift {
    use MathFn::*;
    let underflow = matches!(func, Atan2 | Erfc | Exp | Exp2 | Exp10 | Ldexp | Pow | Scalbn | Scalbln | Tgamma);
    let reports = underflow
        || matches!(func, Acos | Acosh | Asin | Atanh | Cos | Cosh | Drem | Expm1 | Fdim | Fmod | Hypot | Lgamma | Log)
        || matches!(func, Log10 | Log1p | Log2 | Remainder | Sin | Sinh | Sqrt | Tan | Y0 | Y1 | Yn);
    if !reports || this.func.library || !this.lifter.known.watches_errno {
        return Ok(());
    }
    let Some(model) = this.lifter.module.function("__model_math_error") else { return Ok(()) };
    let model = this.lifter.func(model)?;
    let floats: Vec<ir::Value> = args.iter().copied().filter(|arg| this.func.ty(*arg).is_float()).collect();
    let (first, last) = (floats[0], floats[floats.len() - 1]);
    let mut call: Values = [result, first, last]
        .map(|value| match this.func.ty(value) {
            ir::Type::F32 => this.unary(UnaryOp::FPromote, value, ir::Type::F64),
            _ => value,
        })
        .into_iter()
        .collect();
    call.push(this.func.int(ir::Type::I32, underflow.into()));
    this.push(InstData::Call { func: model, args: call, va: None.into() }, &[]);
    Ok(())
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
