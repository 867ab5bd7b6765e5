//! Conditions as trees: the comparisons behind an `i1`, through the `and`, `or`, `not` and widening that clang makes.
//!
//! The distance of a conjunction is the sum of its parts', of a disjunction the least; wanted false, the other way
//! round.

use super::super::memory::Memory;
use super::super::points::is_boolean;
use super::distance;
use rarebit_front_end::ir::*;

/// A library function that compares bytes, whose result says how far it came only to those who look again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Text {
    /// Up to a NUL.
    String,
    /// Up to a NUL or a given number of bytes.
    Bounded,
    /// A given number of bytes.
    Bytes,
}

impl Text {
    fn of(name: &str) -> Option<Text> {
        match name {
            "strcmp" => Some(Text::String),
            "strncmp" => Some(Text::Bounded),
            "memcmp" | "bcmp" => Some(Text::Bytes),
            _ => None,
        }
    }
}

/// A condition over operands of some kind: values of the ir, registers, positions.
#[derive(Clone, PartialEq, Debug)]
pub enum Tree<V> {
    Compare {
        cond: IntCond,
        width: u32,
        args: [V; 2],
    },
    /// Equality of values made by bit operations.
    Bits {
        equal: bool,
        width: u32,
        args: [V; 2],
    },
    Float {
        cond: FloatCond,
        single: bool,
        args: [V; 2],
    },
    Overflow {
        op: BinaryOp,
        width: u32,
        args: [V; 2],
    },
    /// Is the result of comparing bytes 0?
    Text {
        equal: bool,
        text: Text,
        result: V,
        args: Vec<V>,
    },
    And(Box<[Tree<V>; 2]>),
    Or(Box<[Tree<V>; 2]>),
    Not(Box<Tree<V>>),
    /// Not 0.
    Value(V),
}

/// Deeper conditions are taken as plain values.
const DEPTH: u32 = 12;
/// Bytes that a comparison of texts looks at.
const TEXT: u64 = 4096;

impl Tree<Value> {
    pub fn of(program: &Program, func: &Function, cond: Value) -> Tree<Value> {
        build(program, func, cond, DEPTH)
    }
}

fn build(program: &Program, func: &Function, value: Value, depth: u32) -> Tree<Value> {
    let plain = Tree::Value(value);
    let ValueDef::Inst(inst, _) = func.values[value].def else { return plain };
    if depth == 0 {
        return plain;
    }
    let sub = |value| build(program, func, value, depth - 1);
    match func.insts[inst].data {
        InstData::Icmp { cond, args } => compare(program, func, cond, args, depth),
        InstData::Fcmp { cond, args } => Tree::Float { cond, single: func.ty(args[0]) == Type::F32, args },
        InstData::Unary { op: UnaryOp::Zext, arg } if is_boolean(func, arg) => sub(arg),
        // The low bit of a boolean is the boolean.
        InstData::Unary { op: UnaryOp::Trunc, arg } if is_boolean(func, arg) => sub(arg),
        InstData::Binary { op, args } if op.is_overflow_test() => {
            Tree::Overflow { op, width: func.ty(args[0]).bits(program.model), args }
        }
        InstData::Binary { op, args: [a, b] } if is_boolean(func, a) && is_boolean(func, b) => match op {
            BinaryOp::And => Tree::And(Box::new([sub(a), sub(b)])),
            BinaryOp::Or => Tree::Or(Box::new([sub(a), sub(b)])),
            _ => plain,
        },
        // `c ? a : true` and the like.
        InstData::Select { cond, args: [a, b] } if func.ty(a) == Type::I1 => {
            let constant = |v: Value| match func.as_const(v) {
                Some(Const::Bits(_, bits)) => Some(bits != 0),
                _ => None,
            };
            let not = |tree: Tree<Value>| Tree::Not(Box::new(tree));
            match (constant(a), constant(b)) {
                (Some(true), _) => Tree::Or(Box::new([sub(cond), sub(b)])),
                (Some(false), _) => Tree::And(Box::new([not(sub(cond)), sub(b)])),
                (_, Some(true)) => Tree::Or(Box::new([not(sub(cond)), sub(a)])),
                (_, Some(false)) => Tree::And(Box::new([sub(cond), sub(a)])),
                _ => plain,
            }
        }
        InstData::Binary { op: BinaryOp::Xor, args: [a, b] }
            if is_boolean(func, a) && matches!(func.as_const(b), Some(Const::Bits(_, 1))) =>
        {
            Tree::Not(Box::new(sub(a)))
        }
        _ => plain,
    }
}

fn compare(program: &Program, func: &Function, cond: IntCond, args: [Value; 2], depth: u32) -> Tree<Value> {
    let [a, b] = args;
    let width = func.ty(a).bits(program.model);
    let zero = matches!(func.as_const(b), Some(Const::Bits(_, 0)));
    if let IntCond::Eq | IntCond::Ne = cond {
        let equal = cond == IntCond::Eq;
        if zero && is_boolean(func, a) {
            let inner = build(program, func, a, depth - 1);
            return if equal { Tree::Not(Box::new(inner)) } else { inner };
        }
        if zero && let Some((text, texts)) = text_call(program, func, a) {
            return Tree::Text { equal, text, result: a, args: texts };
        }
        if by_bits(func, a) || by_bits(func, b) {
            return Tree::Bits { equal, width, args };
        }
    }
    Tree::Compare { cond, width, args }
}

/// Was the value made by a mask or an exclusive or with a constant?
fn by_bits(func: &Function, value: Value) -> bool {
    let ValueDef::Inst(inst, _) = func.values[value].def else { return false };
    match func.insts[inst].data {
        InstData::Binary { op: BinaryOp::And | BinaryOp::Xor | BinaryOp::Or, args: [_, b] } => {
            func.as_const(b).is_some()
        }
        _ => false,
    }
}

fn text_call(program: &Program, func: &Function, value: Value) -> Option<(Text, Vec<Value>)> {
    let ValueDef::Inst(inst, 0) = func.values[value].def else { return None };
    let InstData::Call { func: target, args, .. } = &func.insts[inst].data else { return None };
    let callee = &program.funcs[*target];
    let text = Text::of(&callee.name).filter(|_| callee.library)?;
    (args.len() >= if text == Text::String { 2 } else { 3 }).then(|| (text, args.to_vec()))
}

impl<V: Copy> Tree<V> {
    /// Calls `f` on every operand.
    pub fn for_each(&self, f: &mut impl FnMut(V)) {
        match self {
            Tree::Compare { args, .. }
            | Tree::Bits { args, .. }
            | Tree::Float { args, .. }
            | Tree::Overflow { args, .. } => args.iter().for_each(|v| f(*v)),
            Tree::Text { result, args, .. } => {
                f(*result);
                args.iter().for_each(|v| f(*v));
            }
            Tree::And(parts) | Tree::Or(parts) => parts.iter().for_each(|part| part.for_each(f)),
            Tree::Not(part) => part.for_each(f),
            Tree::Value(v) => f(*v),
        }
    }

    /// The same over other operands.
    pub fn map<W>(&self, f: &mut impl FnMut(V) -> W) -> Tree<W> {
        match self {
            Tree::Compare { cond, width, args } => {
                Tree::Compare { cond: *cond, width: *width, args: args.map(&mut *f) }
            }
            Tree::Bits { equal, width, args } => Tree::Bits { equal: *equal, width: *width, args: args.map(f) },
            Tree::Float { cond, single, args } => Tree::Float { cond: *cond, single: *single, args: args.map(f) },
            Tree::Overflow { op, width, args } => Tree::Overflow { op: *op, width: *width, args: args.map(f) },
            Tree::Text { equal, text, result, args } => {
                let result = f(*result);
                Tree::Text { equal: *equal, text: *text, result, args: args.iter().map(|v| f(*v)).collect() }
            }
            Tree::And(parts) => Tree::And(Box::new([parts[0].map(f), parts[1].map(f)])),
            Tree::Or(parts) => Tree::Or(Box::new([parts[0].map(f), parts[1].map(f)])),
            Tree::Not(part) => Tree::Not(Box::new(part.map(f))),
            Tree::Value(v) => Tree::Value(f(*v)),
        }
    }

    /// How far the condition is from being as wanted.
    pub fn distance(&self, want: bool, get: &impl Fn(V) -> u128, memory: &Memory<'_>) -> f64 {
        match self {
            Tree::Compare { cond, width, args } => {
                let cond = if want { *cond } else { cond.negated() };
                distance::compare(cond, *width, get(args[0]), get(args[1]))
            }
            Tree::Bits { equal, args, .. } => distance::bits(*equal == want, get(args[0]), get(args[1])),
            Tree::Float { cond, single, args } => distance::float(*cond, *single, want, get(args[0]), get(args[1])),
            Tree::Overflow { op, width, args } => distance::overflow(*op, *width, want, get(args[0]), get(args[1])),
            Tree::Text { equal, text, result, args } => {
                let differ = get(*result) != 0;
                match (*equal == want, differ) {
                    (true, true) => text_distance(memory, *text, &args.iter().map(|v| get(*v)).collect::<Vec<_>>()),
                    (true, false) | (false, true) => 0.0,
                    (false, false) => 1.0,
                }
            }
            Tree::And(parts) if want => parts[0].distance(want, get, memory) + parts[1].distance(want, get, memory),
            Tree::Or(parts) if !want => parts[0].distance(want, get, memory) + parts[1].distance(want, get, memory),
            Tree::And(parts) | Tree::Or(parts) => {
                let (a, b) = (parts[0].distance(want, get, memory), parts[1].distance(want, get, memory));
                if a < b { a } else { b }
            }
            Tree::Not(part) => part.distance(!want, get, memory),
            Tree::Value(v) => f64::from(u8::from((get(*v) != 0) != want)),
        }
    }
}

/// The sum of the differences of the bytes that a comparison has to look at, at least 1.
fn text_distance(memory: &Memory<'_>, text: Text, args: &[u128]) -> f64 {
    let (a, b) = (args[0] as u64, args[1] as u64);
    let count = if text == Text::String { TEXT } else { (args[2] as u64).min(TEXT) };
    let byte = |start: u64, i: u64| memory.load::<1>(start.wrapping_add(i)).map(|[byte]| byte);
    let (mut sum, mut ended) = (0u64, [false; 2]);
    for i in 0..count {
        // Behind its end a text counts as zeros.
        let x = if ended[0] { Some(0) } else { byte(a, i) };
        let y = if ended[1] { Some(0) } else { byte(b, i) };
        let (Some(x), Some(y)) = (x, y) else { break };
        sum += u64::from(x.abs_diff(y));
        if text != Text::Bytes {
            ended = [ended[0] || x == 0, ended[1] || y == 0];
            if ended == [true; 2] {
                break;
            }
        }
    }
    sum.max(1) as f64
}
