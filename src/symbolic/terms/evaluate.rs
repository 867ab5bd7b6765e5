//! What a term is under a model: one value per input.
//!
//! Values are remembered from one question to the next while the model stays the same. The walk keeps its own stack:
//! terms of long loops are deep.

use super::{Node, One, Round, Term, Terms, Two};
use rarebit_front_end::ir::meaning::wide::{self, mask, signed};
use rarebit_front_end::ir::{BinaryOp, DivOp};
use std::rc::Rc;

/// A value for every input; the rest are 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model(Rc<Vec<u128>>);

impl Model {
    pub fn get(&self, var: u32) -> u128 {
        self.0.get(var as usize).copied().unwrap_or(0)
    }

    /// The same with other values for some inputs.
    pub fn with(&self, values: impl IntoIterator<Item = (u32, u128)>) -> Model {
        let mut all = (*self.0).clone();
        for (var, bits) in values {
            if all.len() <= var as usize {
                all.resize(var as usize + 1, 0);
            }
            all[var as usize] = bits;
        }
        Model(Rc::new(all))
    }

    fn is(&self, other: &Model) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// Evaluates terms of one arena.
#[derive(Default)]
pub struct Evaluator {
    model: Model,
    epoch: u32,
    values: Vec<(u32, u128)>,
    stack: Vec<(Term, bool)>,
}

impl Evaluator {
    /// The value of a term under a model.
    pub fn value(&mut self, terms: &Terms, model: &Model, term: Term) -> u128 {
        if !self.model.is(model) {
            self.model = model.clone();
            self.epoch += 1;
        }
        if self.epoch == 0 {
            self.epoch = 1;
        }
        if self.values.len() < terms.len() {
            self.values.resize(terms.len(), (0, 0));
        }
        if let Some(bits) = self.known(term) {
            return bits;
        }
        self.stack.push((term, false));
        while let Some((next, ready)) = self.stack.pop() {
            if self.known(next).is_some() {
                continue;
            }
            if ready {
                let bits = self.compute(terms, next);
                self.values[next.index()] = (self.epoch, bits);
            } else {
                self.stack.push((next, true));
                let Evaluator { stack, values, epoch, .. } = self;
                terms.operands(next, |operand| {
                    if values[operand.index()].0 != *epoch {
                        stack.push((operand, false));
                    }
                });
            }
        }
        self.values[term.index()].1
    }

    fn known(&self, term: Term) -> Option<u128> {
        let (epoch, bits) = self.values[term.index()];
        (epoch == self.epoch).then_some(bits)
    }

    fn compute(&self, terms: &Terms, term: Term) -> u128 {
        let value = |term: Term| self.values[term.index()].1;
        match terms.node(term) {
            Node::Const(bits) => *bits,
            Node::Var(var) => self.model.get(*var) & mask(terms.width(term)),
            Node::One(op, a) => one(*op, terms.width(*a), terms.width(term), value(*a)),
            Node::Two(op, a, b) => two(*op, terms.width(*a), terms.width(*b), value(*a), value(*b)),
            Node::Ite(c, a, b) => value(if value(*c) != 0 { *a } else { *b }),
            Node::Table(entries, index) => {
                let at = usize::try_from(value(*index)).ok().filter(|at| *at < entries.len());
                value(entries[at.unwrap_or(0)])
            }
        }
    }
}

pub fn one(op: One, from: u32, to: u32, a: u128) -> u128 {
    let single = |a: u128| f32::from_bits(a as u32);
    let double = |a: u128| f64::from_bits(a as u64);
    match op {
        One::Extract(low) => (a >> low) & mask(to),
        One::Zext => a,
        One::Sext => signed(from, a) as u128 & mask(to),
        One::Sqrt if from == 32 => single(a).sqrt().to_bits().into(),
        One::Sqrt => double(a).sqrt().to_bits().into(),
        One::Round(mode) if from == 32 => round(f64::from(single(a)), mode, |x| (x as f32).to_bits().into()),
        One::Round(mode) => round(double(a), mode, |x| x.to_bits().into()),
        One::Convert if from == 32 => f64::from(single(a)).to_bits().into(),
        One::Convert => (double(a) as f32).to_bits().into(),
        One::ToSigned => (if from == 32 { f64::from(single(a)) } else { double(a) }) as i128 as u128 & mask(to),
        One::FromSigned if to == 32 => (signed(from, a) as f32).to_bits().into(),
        One::FromSigned => (signed(from, a) as f64).to_bits().into(),
        One::FromUnsigned if to == 32 => (a as f32).to_bits().into(),
        One::FromUnsigned => (a as f64).to_bits().into(),
    }
}

fn round(x: f64, mode: Round, bits: impl Fn(f64) -> u128) -> u128 {
    bits(match mode {
        Round::Even => x.round_ties_even(),
        Round::Away => x.round(),
        Round::Zero => x.trunc(),
        Round::Down => x.floor(),
        Round::Up => x.ceil(),
    })
}

pub fn two(op: Two, width: u32, right: u32, a: u128, b: u128) -> u128 {
    let binary = |op| wide::binary(op, width, a, b);
    let divide = |op| wide::divide(op, width, a, b).unwrap_or(0);
    let float = |op: fn(f64, f64) -> f64, single: fn(f32, f32) -> f32| -> u128 {
        if width == 32 {
            single(f32::from_bits(a as u32), f32::from_bits(b as u32)).to_bits().into()
        } else {
            op(f64::from_bits(a as u64), f64::from_bits(b as u64)).to_bits().into()
        }
    };
    let order = |test: fn(f64, f64) -> bool| -> u128 {
        let number = |bits: u128| match width {
            32 => f64::from(f32::from_bits(bits as u32)),
            _ => f64::from_bits(bits as u64),
        };
        test(number(a), number(b)).into()
    };
    let shifted = b < u128::from(width);
    match op {
        Two::Add => binary(BinaryOp::Add),
        Two::Sub => binary(BinaryOp::Sub),
        Two::Mul => binary(BinaryOp::Mul),
        Two::Udiv => divide(DivOp::Udiv),
        Two::Urem => divide(DivOp::Urem),
        Two::Sdiv => divide(DivOp::Sdiv),
        Two::Srem => divide(DivOp::Srem),
        Two::And => a & b,
        Two::Or => a | b,
        Two::Xor => a ^ b,
        Two::Shl if shifted => (a << b) & mask(width),
        Two::Lshr if shifted => a >> b,
        Two::Shl | Two::Lshr => 0,
        Two::Ashr => (signed(width, a) >> b.min(u128::from(width - 1))) as u128 & mask(width),
        Two::Concat => a << right | b,
        Two::Eq => (a == b).into(),
        Two::Ult => (a < b).into(),
        Two::Slt => (signed(width, a) < signed(width, b)).into(),
        Two::UmulOverflow => binary(BinaryOp::UmulOverflow),
        Two::SmulOverflow => binary(BinaryOp::SmulOverflow),
        Two::FAdd => float(|a, b| a + b, |a, b| a + b),
        Two::FSub => float(|a, b| a - b, |a, b| a - b),
        Two::FMul => float(|a, b| a * b, |a, b| a * b),
        Two::FDiv => float(|a, b| a / b, |a, b| a / b),
        Two::FEq => order(|a, b| a == b),
        Two::FLt => order(|a, b| a < b),
        Two::FLe => order(|a, b| a <= b),
    }
}
