//! Terms: what a value is as a function of the inputs.
//!
//! Every term is a bit-vector of 1 to 128 bits; a truth value has one bit, a float is its IEEE bits, and a float
//! operation reads its operands' bits as numbers. Terms are hash-consed: equal terms have equal ids, so a comparison of
//! ids is one of whole expressions, and whatever is computed once per term (a value under a model, a translation) is
//! computed once. They live in one arena per worker and are freed with it.
//!
//! A term is simplified when it is made ([`build`], [`shape`]), with the help of the least and greatest value it can
//! have as an unsigned number. What an operation means is what `ir::meaning` says: [`operations`] builds it from the
//! few nodes here, [`evaluate`] computes it, and a test compares the two.

mod build;
pub(in crate::symbolic) mod evaluate;
mod float;
mod operations;
mod shape;
#[cfg(test)]
mod tests;
mod word;

pub use evaluate::{Evaluator, Model};
pub use word::Word;

use rarebit_front_end::ir::meaning::wide;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A term's number in its arena.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(u32);

impl Term {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a float is rounded to an integral float.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Round {
    /// To nearest, ties to even.
    Even,
    /// To nearest, ties away from zero.
    Away,
    Zero,
    Down,
    Up,
}

/// Operations on one operand. The result's width is the term's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum One {
    /// The bits from this one on.
    Extract(u8),
    Zext,
    Sext,
    Sqrt,
    Round(Round),
    /// From one float format to the other.
    Convert,
    /// Toward zero. The value is right only where it fits; whoever builds it guards it.
    ToSigned,
    FromSigned,
    FromUnsigned,
}

/// Operations on two operands of one width; comparisons and overflow tests give one bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Two {
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    And,
    Or,
    Xor,
    /// A count of the width or more shifts everything out.
    Shl,
    Lshr,
    Ashr,
    /// The left operand's bits above the right one's; widths may differ.
    Concat,
    Eq,
    Ult,
    Slt,
    UmulOverflow,
    SmulOverflow,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FEq,
    FLt,
    FLe,
}

impl Two {
    fn is_commutative(self) -> bool {
        use Two::*;
        matches!(self, Add | Mul | And | Or | Xor | Eq | UmulOverflow | SmulOverflow | FEq)
    }

    fn is_test(self) -> bool {
        use Two::*;
        matches!(self, Eq | Ult | Slt | UmulOverflow | SmulOverflow | FEq | FLt | FLe)
    }

    pub fn is_float(self) -> bool {
        use Two::*;
        matches!(self, FAdd | FSub | FMul | FDiv | FEq | FLt | FLe)
    }
}

/// A term's content.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    Const(u128),
    /// An input.
    Var(u32),
    One(One, Term),
    Two(Two, Term, Term),
    Ite(Term, Term, Term),
    /// The entry with the index's number; the index is less than the length, or the first entry is meant.
    Table(Rc<[Term]>, Term),
}

/// Unsigned bounds of a term's value.
pub type Range = (u128, u128);

/// The arena.
#[derive(Default)]
pub struct Terms {
    nodes: Vec<Node>,
    widths: Vec<u8>,
    ranges: Vec<Range>,
    /// Is there a float operation in it?
    floats: Vec<bool>,
    /// Is there an operation in it that takes many clauses: on floats, a product, a quotient?
    hard: Vec<bool>,
    ids: FxHashMap<(Node, u8), Term>,
    /// The inputs of each term, as asked for.
    vars: FxHashMap<Term, Rc<[u32]>>,
}

impl Terms {
    pub fn new() -> Terms {
        Terms::default()
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn node(&self, term: Term) -> &Node {
        &self.nodes[term.index()]
    }

    pub fn width(&self, term: Term) -> u32 {
        self.widths[term.index()].into()
    }

    pub fn range(&self, term: Term) -> Range {
        self.ranges[term.index()]
    }

    pub fn has_float(&self, term: Term) -> bool {
        self.floats[term.index()]
    }

    pub fn is_hard(&self, term: Term) -> bool {
        self.hard[term.index()]
    }

    pub fn as_const(&self, term: Term) -> Option<u128> {
        match self.node(term) {
            Node::Const(bits) => Some(*bits),
            _ => None,
        }
    }

    pub fn constant(&mut self, width: u32, bits: u128) -> Term {
        let bits = bits & wide::mask(width);
        self.intern(Node::Const(bits), width, (bits, bits))
    }

    /// An input with its bounds.
    pub fn var(&mut self, index: u32, width: u32, range: Range) -> Term {
        self.intern(Node::Var(index), width, range)
    }

    /// The operands, in order.
    pub fn operands(&self, term: Term, mut f: impl FnMut(Term)) {
        match self.node(term) {
            Node::Const(_) | Node::Var(_) => {}
            Node::One(_, a) => f(*a),
            Node::Two(_, a, b) => {
                f(*a);
                f(*b);
            }
            Node::Ite(c, a, b) => {
                f(*c);
                f(*a);
                f(*b);
            }
            Node::Table(entries, index) => {
                f(*index);
                entries.iter().for_each(|entry| f(*entry));
            }
        }
    }

    fn intern(&mut self, node: Node, width: u32, range: Range) -> Term {
        debug_assert!((1..=128).contains(&width), "a term of {width} bits");
        let key = (node, width as u8);
        if let Some(&term) = self.ids.get(&key) {
            return term;
        }
        let term = Term(u32::try_from(self.nodes.len()).expect("fewer than 2³² terms"));
        let mut float = match key.0 {
            Node::Two(op, ..) => op.is_float(),
            Node::One(op, _) => !matches!(op, One::Extract(_) | One::Zext | One::Sext),
            _ => false,
        };
        let mut hard = match key.0 {
            Node::Two(Two::Mul, _, b) => self.as_const(b).is_none(),
            Node::Two(op, ..) => matches!(op, Two::Udiv | Two::Urem | Two::Sdiv | Two::Srem),
            _ => false,
        };
        self.nodes.push(key.0.clone());
        self.operands(term, |operand| {
            float |= self.floats[operand.index()];
            hard |= self.hard[operand.index()];
        });
        self.widths.push(key.1);
        self.ranges.push(range);
        self.floats.push(float);
        self.hard.push(hard || float);
        self.ids.insert(key, term);
        term
    }

    /// The inputs that a term is made of, ascending.
    pub fn vars(&mut self, term: Term) -> Rc<[u32]> {
        if let Some(vars) = self.vars.get(&term) {
            return vars.clone();
        }
        let mut seen = rustc_hash::FxHashSet::default();
        let mut found = Vec::new();
        let mut stack = vec![term];
        while let Some(next) = stack.pop() {
            if !seen.insert(next) {
                continue;
            }
            if let Some(known) = self.vars.get(&next) {
                found.extend(known.iter().copied());
            } else if let Node::Var(index) = self.node(next) {
                found.push(*index);
            } else {
                self.operands(next, |operand| stack.push(operand));
            }
        }
        found.sort_unstable();
        found.dedup();
        let vars: Rc<[u32]> = found.into();
        self.vars.insert(term, vars.clone());
        vars
    }
}
