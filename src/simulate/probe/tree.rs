//! Conditions as trees: the comparisons behind an `i1`, through the `and`, `or`, `not` and widening that clang makes.
//!
//! The distance of a conjunction is the sum of its parts', of a disjunction the least; wanted false, the other way
//! round.

use super::super::memory::Memory;
use super::super::points::is_boolean;
use super::distance;
use super::notes::{Notes, SIDES};
use rarebit_front_end::ir::meaning::wide;
use rarebit_front_end::ir::*;
use rarebit_learners::{partial, plain};

/// A comparison of some value with a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Question {
    pub cond: IntCond,
    pub width: u32,
    pub key: u128,
}

impl Question {
    pub fn holds(self, bits: u128) -> bool {
        wide::compare(self.cond, self.width, bits & wide::mask(self.width), self.key)
    }

    fn distance(self, want: bool, bits: u128) -> f64 {
        let cond = if want { self.cond } else { self.cond.negated() };
        distance::compare(cond, self.width, bits & wide::mask(self.width), self.key)
    }

    /// 1 if the number is too large, 0 if it is too small: where a counter's note has what is of use.
    fn fewer(self, bits: u128) -> usize {
        usize::from(wide::signed(self.width, bits & wide::mask(self.width)) > wide::signed(self.width, self.key))
    }

    /// Has the number to become smaller for this?
    fn wants_less(self, want: bool) -> bool {
        matches!(self.cond, IntCond::Slt | IntCond::Sle | IntCond::Ult | IntCond::Ule) == want
    }

    /// The same of a value that has another width, if it is the same.
    fn at(self, width: u32) -> Option<Question> {
        let key = self.key & wide::mask(width);
        let same = wide::signed(width, key) == wide::signed(self.width, self.key) || key == self.key;
        same.then_some(Question { width, key, ..self })
    }
}

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
    /// A comparison with a constant.
    Ask {
        question: Question,
        value: V,
    },
    /// The same, where the value's note knows more. The value itself has the last word.
    Noted {
        note: usize,
        question: Question,
        value: V,
    },
    /// The same of a counter, whose note knows how near the steps were that it did or did not make.
    Counted {
        note: usize,
        decisions: usize,
        question: Question,
        value: V,
    },
    /// The same of the largest or the least of several numbers, whose note knows how far all of them are.
    Peak {
        note: usize,
        largest: bool,
        question: Question,
        value: V,
    },
    And(Box<[Tree<V>; 2]>),
    Or(Box<[Tree<V>; 2]>),
    Not(Box<Tree<V>>),
    /// Not 0.
    Value(V),
}

/// Deeper conditions are taken as plain values, and those of more operands.
const DEPTH: u32 = 12;
const OPERANDS: usize = 64;
/// A counter that is farther off is a number like others.
const COUNTED: f64 = 4096.0;
/// Bytes that a comparison of texts looks at.
const TEXT: u64 = 4096;

impl Tree<Value> {
    /// The condition as it is at the end of a block, or in it.
    pub fn of(program: &Program, id: Func, block: Block, cond: Value, notes: &mut Notes) -> Tree<Value> {
        let mut builder = Builder { program, id, block: Some(block), func: &program.funcs[id], notes };
        builder.limited(cond, |builder| builder.condition(cond, DEPTH))
    }

    /// A question about a value that comes from somewhere.
    pub fn about(program: &Program, id: Func, value: Value, question: Question, notes: &mut Notes) -> Tree<Value> {
        let mut builder = Builder { program, id, block: None, func: &program.funcs[id], notes };
        let plain = Tree::Ask { question, value };
        let tree = builder.ask(value, question, DEPTH).unwrap_or(plain.clone());
        if tree.operands() > OPERANDS { plain } else { tree }
    }
}

struct Builder<'a> {
    program: &'a Program,
    id: Func,
    block: Option<Block>,
    func: &'a Function,
    notes: &'a mut Notes,
}

impl Builder<'_> {
    fn limited(&mut self, cond: Value, build: impl Fn(&mut Self) -> Tree<Value>) -> Tree<Value> {
        let tree = build(self);
        if tree.operands() > OPERANDS { Tree::Value(cond) } else { tree }
    }

    fn width(&self, value: Value) -> u32 {
        self.func.ty(value).bits(self.program.model)
    }

    fn constant(&self, value: Value) -> Option<u128> {
        match self.func.as_const(value) {
            Some(Const::Bits(ty, bits)) if !ty.is_float() => Some(bits),
            _ => None,
        }
    }

    fn condition(&mut self, value: Value, depth: u32) -> Tree<Value> {
        let plain = Tree::Value(value);
        let func = self.func;
        let ValueDef::Inst(inst, _) = func.values[value].def else { return self.truth(value, depth).unwrap_or(plain) };
        if depth == 0 {
            return plain;
        }
        match func.insts[inst].data {
            InstData::Icmp { cond, args } => self.compare(cond, args, depth),
            InstData::Fcmp { cond, args } => Tree::Float { cond, single: func.ty(args[0]) == Type::F32, args },
            InstData::Unary { op: UnaryOp::Zext, arg } if is_boolean(func, arg) => self.condition(arg, depth - 1),
            // The low bit of a boolean is the boolean.
            InstData::Unary { op: UnaryOp::Trunc, arg } if is_boolean(func, arg) => self.condition(arg, depth - 1),
            InstData::Binary { op, args } if op.is_overflow_test() => {
                Tree::Overflow { op, width: self.width(args[0]), args }
            }
            InstData::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), args } => {
                let [Some(a), Some(b)] = args.map(|arg| self.part(arg, depth - 1)) else { return plain };
                let both = Box::new([a, b]);
                if op == BinaryOp::And { Tree::And(both) } else { Tree::Or(both) }
            }
            // `c ? a : true` and the like.
            InstData::Select { cond, args: [a, b] } if func.ty(a) == Type::I1 => {
                let not = |tree: Tree<Value>| Tree::Not(Box::new(tree));
                let (if_a, if_b) = (self.constant(a).map(|bits| bits != 0), self.constant(b).map(|bits| bits != 0));
                let c = self.condition(cond, depth - 1);
                match (if_a, if_b) {
                    (Some(true), _) => Tree::Or(Box::new([c, self.condition(b, depth - 1)])),
                    (Some(false), _) => Tree::And(Box::new([not(c), self.condition(b, depth - 1)])),
                    (_, Some(true)) => Tree::Or(Box::new([not(c), self.condition(a, depth - 1)])),
                    (_, Some(false)) => Tree::And(Box::new([c, self.condition(a, depth - 1)])),
                    _ => plain,
                }
            }
            InstData::Binary { op: BinaryOp::Xor, args: [a, b] }
                if is_boolean(func, a) && self.constant(b) == Some(1) =>
            {
                Tree::Not(Box::new(self.condition(a, depth - 1)))
            }
            _ => self.truth(value, depth).unwrap_or(plain),
        }
    }

    /// A side of `&` or `|`, if it is 0 or 1.
    fn part(&mut self, value: Value, depth: u32) -> Option<Tree<Value>> {
        if is_boolean(self.func, value) {
            return Some(self.condition(value, depth));
        }
        let func = self.func;
        match func.values[value].def {
            ValueDef::Inst(inst, _) => match func.insts[inst].data {
                InstData::Binary { op: BinaryOp::And | BinaryOp::Or, .. } if depth > 0 => {
                    Some(self.condition(value, depth)).filter(|tree| *tree != Tree::Value(value))
                }
                _ => self.truth(value, depth),
            },
            _ => self.truth(value, depth),
        }
    }

    /// Is a value that comes from elsewhere not 0?
    fn truth(&mut self, value: Value, depth: u32) -> Option<Tree<Value>> {
        let question = Question { cond: IntCond::Ne, width: self.width(value), key: 0 };
        self.ask(value, question, depth)
    }

    /// A question about a value that is a boolean or comes from elsewhere.
    fn ask(&mut self, value: Value, question: Question, depth: u32) -> Option<Tree<Value>> {
        let func = self.func;
        if depth == 0 || question.width > 64 {
            return None;
        }
        // One that comes from a join or a call is known there.
        let carried = match func.values[value].def {
            ValueDef::Inst(inst, _) => matches!(func.insts[inst].data, InstData::Call { .. }),
            _ => true,
        };
        if is_boolean(func, value) && !carried {
            let (no, yes) = (question.holds(0), question.holds(1));
            return match (no, yes) {
                (false, true) => Some(self.condition(value, depth - 1)),
                (true, false) => Some(Tree::Not(Box::new(self.condition(value, depth - 1)))),
                _ => None,
            };
        }
        if let ValueDef::Inst(inst, _) = func.values[value].def
            && let InstData::Unary { op: UnaryOp::Zext | UnaryOp::Sext | UnaryOp::Trunc, arg } = func.insts[inst].data
        {
            return self.ask(arg, question.at(self.width(arg))?, depth - 1);
        }
        let note = self.notes.about(self.program, self.id, value, question)?;
        Some(Tree::Noted { note, question, value })
    }

    fn compare(&mut self, cond: IntCond, args: [Value; 2], depth: u32) -> Tree<Value> {
        let (func, [a, b]) = (self.func, args);
        let width = self.width(a);
        let key = self.constant(b);
        if let IntCond::Eq | IntCond::Ne = cond {
            let equal = cond == IntCond::Eq;
            if key == Some(0) && is_boolean(func, a) {
                let inner = self.condition(a, depth - 1);
                return if equal { Tree::Not(Box::new(inner)) } else { inner };
            }
            if key == Some(0)
                && let Some((text, texts)) = text_call(self.program, func, a)
            {
                return Tree::Text { equal, text, result: a, args: texts };
            }
            if by_bits(func, a) || by_bits(func, b) {
                return Tree::Bits { equal, width, args };
            }
        }
        let question = key.map(|key| Question { cond, width, key });
        let asked = question.and_then(|question| self.ask(a, question, depth));
        let asked = asked.or_else(|| self.count(a, question?));
        let asked = asked.or_else(|| self.peak(a, question?));
        asked.unwrap_or(Tree::Compare { cond, width, args })
    }

    /// A question about a counter.
    fn count(&mut self, value: Value, question: Question) -> Option<Tree<Value>> {
        let [note, decisions] = self.notes.counted(self.program, self.id, value, self.block?)?;
        (question.width <= 64).then_some(Tree::Counted { note, decisions, question, value })
    }

    /// A question about the largest or the least of several numbers.
    fn peak(&mut self, value: Value, question: Question) -> Option<Tree<Value>> {
        let order = !matches!(question.cond, IntCond::Eq | IntCond::Ne) && question.width <= 64;
        let (note, largest) = self.notes.peak(self.program, self.id, value, Some(question).filter(|_| order)?)?;
        Some(Tree::Peak { note, largest, question, value })
    }
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
    fn operands(&self) -> usize {
        let mut count = 0;
        self.for_each(&mut |_| count += 1);
        count
    }

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
            Tree::Value(v)
            | Tree::Ask { value: v, .. }
            | Tree::Noted { value: v, .. }
            | Tree::Counted { value: v, .. }
            | Tree::Peak { value: v, .. } => f(*v),
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
            Tree::Ask { question, value } => Tree::Ask { question: *question, value: f(*value) },
            Tree::Noted { note, question, value } => Tree::Noted { note: *note, question: *question, value: f(*value) },
            Tree::Counted { note, decisions, question, value } => {
                Tree::Counted { note: *note, decisions: *decisions, question: *question, value: f(*value) }
            }
            Tree::Peak { note, largest, question, value } => {
                Tree::Peak { note: *note, largest: *largest, question: *question, value: f(*value) }
            }
            Tree::Value(v) => Tree::Value(f(*v)),
        }
    }

    /// The operands of a comparison of at most 64 bits that is the whole condition.
    pub fn compared(&self) -> Option<(V, Result<V, u64>)> {
        match self {
            Tree::Compare { width, args: [a, b], .. } | Tree::Bits { width, args: [a, b], .. } if *width <= 64 => {
                Some((*a, Ok(*b)))
            }
            Tree::Float { args: [a, b], .. } => Some((*a, Ok(*b))),
            Tree::Ask { question, value } => Some((*value, Err(question.key as u64))),
            Tree::Not(part) => part.compared(),
            _ => None,
        }
    }

    /// The bits of the two sides of the comparison that the condition is, or that a note knows; else twice the same.
    pub fn sides(&self, get: &impl Fn(V) -> u128, notes: &[f64]) -> [u64; 2] {
        match self {
            Tree::Noted { note, .. } => [notes[*note + SIDES], notes[*note + SIDES + 1]].map(f64::to_bits),
            Tree::Counted { note, decisions, question, value } => {
                let counted = notes[*note + question.fewer(get(*value))];
                let from = if counted > 0.0 { *note } else { *decisions };
                [notes[from + SIDES], notes[from + SIDES + 1]].map(f64::to_bits)
            }
            Tree::Not(part) => part.sides(get, notes),
            _ => self.compared().map_or([0; 2], |(a, b)| [get(a) as u64, b.map_or_else(|key| key, |b| get(b) as u64)]),
        }
    }

    /// How far the condition is from being as wanted.
    pub fn distance(&self, want: bool, get: &impl Fn(V) -> u128, memory: &Memory<'_>, notes: &[f64]) -> f64 {
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
            Tree::And(parts) if want => {
                parts[0].distance(want, get, memory, notes) + parts[1].distance(want, get, memory, notes)
            }
            Tree::Or(parts) if !want => {
                parts[0].distance(want, get, memory, notes) + parts[1].distance(want, get, memory, notes)
            }
            Tree::And(parts) | Tree::Or(parts) => {
                let (a, b) = (parts[0].distance(want, get, memory, notes), parts[1].distance(want, get, memory, notes));
                if a < b { a } else { b }
            }
            Tree::Not(part) => part.distance(!want, get, memory, notes),
            Tree::Ask { question, value } => question.distance(want, get(*value)),
            Tree::Noted { note, question, value } => {
                if question.holds(get(*value)) == want {
                    return 0.0;
                }
                let [yes, no, decisions] = [notes[*note], notes[*note + 1], notes[*note + 2]];
                let far = if want { yes } else { no };
                if decisions > 0.0 { partial(0, decisions as u32, plain(far)) } else { far.max(1.0) }
            }
            Tree::Counted { note, decisions, question, value } => {
                let bits = get(*value);
                let missing = question.distance(want, bits);
                if missing == 0.0 || missing > COUNTED {
                    return missing;
                }
                let counted = notes[*note + question.fewer(bits)];
                // Nothing was skipped, so the loop ended early: by the last decision, the later the nearer.
                let made = if counted == 0.0 { notes[*decisions + 1] as u32 } else { 0 };
                partial(missing as u32 - 1, 1 + made, counted + plain(notes[*decisions]))
            }
            Tree::Peak { note, largest, question, value } => {
                let bits = get(*value);
                let missing = question.distance(want, bits);
                // Too large, and the largest: so all have to be smaller. Else one more would do.
                let all = question.wants_less(want) == *largest;
                let far = if all { plain(notes[*note + usize::from(!want)]) } else { 0.0 };
                if missing == 0.0 { 0.0 } else { far.max(missing) }
            }
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
