//! The ir's operations on values: known operands are computed by `ir::meaning`, others become terms that mean the
//! same.

use super::{One, Term, Terms, Two, Word};
use crate::simulate::wide_unary;
use rarebit_front_end::ir::meaning::{self, wide};
use rarebit_front_end::ir::{BinaryOp, DivOp, FloatCond, IntCond, UnaryOp};

impl Terms {
    /// From and to these widths.
    pub fn unary(&mut self, op: UnaryOp, from: u32, to: u32, a: Word) -> Word {
        let term = match a {
            Word::Known(bits) => return Word::Known(wide_unary(op, from, to, bits)),
            Word::Term(term) => term,
        };
        let result = match op {
            UnaryOp::Bitcast => term,
            UnaryOp::PtrToInt | UnaryOp::IntToPtr | UnaryOp::Zext | UnaryOp::Trunc if to <= from => {
                self.extract(term, 0, to)
            }
            UnaryOp::PtrToInt | UnaryOp::IntToPtr | UnaryOp::Zext | UnaryOp::Trunc => self.widen(One::Zext, term, to),
            UnaryOp::Sext => self.widen(One::Sext, term, to),
            UnaryOp::FPromote | UnaryOp::FDemote => self.one(One::Convert, term, to),
            UnaryOp::FToS => self.float_to_signed(term, to),
            UnaryOp::FToU => self.float_to_unsigned(term, to),
            UnaryOp::SToF => self.one(One::FromSigned, term, to),
            UnaryOp::UToF => self.one(One::FromUnsigned, term, to),
            UnaryOp::FNeg => {
                let sign = self.constant(from, 1 << (from - 1));
                self.two(Two::Xor, term, sign)
            }
            UnaryOp::FAbs => {
                let rest = self.constant(from, wide::mask(from - 1));
                self.two(Two::And, term, rest)
            }
            UnaryOp::Bswap => self.reorder(term, 8),
            UnaryOp::Bitrev => self.reorder(term, 1),
            UnaryOp::Popcnt => self.ones(term),
            UnaryOp::Clz => self.zeros(term, true),
            UnaryOp::Ctz => self.zeros(term, false),
        };
        Word::of(self, result)
    }

    /// The pieces of so many bits in reverse order.
    fn reorder(&mut self, term: Term, piece: u32) -> Term {
        let n = self.width(term) / piece;
        let pieces: Vec<Term> = (0..n).map(|i| self.extract(term, i * piece, piece)).collect();
        pieces.into_iter().reduce(|high, low| self.two(Two::Concat, high, low)).unwrap_or(term)
    }

    fn ones(&mut self, term: Term) -> Term {
        let width = self.width(term);
        let mut sum = self.constant(width, 0);
        for i in 0..width {
            let bit = self.extract(term, i, 1);
            let bit = self.widen(One::Zext, bit, width);
            sum = self.two(Two::Add, sum, bit);
        }
        sum
    }

    fn zeros(&mut self, term: Term, leading: bool) -> Term {
        let width = self.width(term);
        let mut count = self.constant(width, width.into());
        // The bit that decides comes last.
        for i in (0..width).rev() {
            let at = if leading { width - 1 - i } else { i };
            let bit = self.extract(term, at, 1);
            let n = self.constant(width, i.into());
            count = self.ite(bit, n, count);
        }
        count
    }

    pub fn binary(&mut self, op: BinaryOp, width: u32, a: Word, b: Word) -> Word {
        if let (Word::Known(x), Word::Known(y)) = (a, b) {
            return Word::Known(known_binary(op, width, x, y));
        }
        let (a, b) = (a.term(self, width), b.term(self, width));
        let result = match op {
            BinaryOp::Add | BinaryOp::PtrAdd => self.two(Two::Add, a, b),
            BinaryOp::Sub => self.sub(a, b),
            BinaryOp::Mul => self.two(Two::Mul, a, b),
            BinaryOp::And => self.two(Two::And, a, b),
            BinaryOp::Or => self.two(Two::Or, a, b),
            BinaryOp::Xor => self.two(Two::Xor, a, b),
            BinaryOp::Shl => self.shift(Two::Shl, a, b),
            BinaryOp::Lshr => self.shift(Two::Lshr, a, b),
            BinaryOp::Ashr => self.shift(Two::Ashr, a, b),
            BinaryOp::UaddOverflow => {
                let sum = self.two(Two::Add, a, b);
                self.two(Two::Ult, sum, a)
            }
            BinaryOp::UsubOverflow => self.two(Two::Ult, a, b),
            BinaryOp::UmulOverflow => self.two(Two::UmulOverflow, a, b),
            BinaryOp::SmulOverflow => self.two(Two::SmulOverflow, a, b),
            BinaryOp::SaddOverflow | BinaryOp::SsubOverflow if self.signed_bits(a).max(self.signed_bits(b)) < width => {
                self.constant(1, 0)
            }
            BinaryOp::SaddOverflow => {
                // The sum's sign differs from both operands'.
                let sum = self.two(Two::Add, a, b);
                let (x, y) = (self.two(Two::Xor, a, sum), self.two(Two::Xor, b, sum));
                let both = self.two(Two::And, x, y);
                self.extract(both, width - 1, 1)
            }
            BinaryOp::SsubOverflow => {
                // The operands' signs differ, and the difference's sign is the second's.
                let difference = self.sub(a, b);
                let (x, y) = (self.two(Two::Xor, a, b), self.two(Two::Xor, a, difference));
                let both = self.two(Two::And, x, y);
                self.extract(both, width - 1, 1)
            }
            BinaryOp::FAdd => self.two(Two::FAdd, a, b),
            BinaryOp::FSub => self.two(Two::FSub, a, b),
            BinaryOp::FMul => self.two(Two::FMul, a, b),
            BinaryOp::FDiv => self.two(Two::FDiv, a, b),
        };
        Word::of(self, result)
    }

    /// The machine's registers take the count modulo 32, 64 or 128.
    fn shift(&mut self, op: Two, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let modulus = if width == 1 { 1 } else { width.next_power_of_two().max(32) };
        let kept = self.constant(width, u128::from(modulus - 1));
        let count = self.two(Two::And, b, kept);
        self.two(op, a, count)
    }

    /// The quotient or remainder, where it exists.
    pub fn divide(&mut self, op: DivOp, width: u32, a: Word, b: Word) -> Word {
        if let (Word::Known(x), Word::Known(y)) = (a, b) {
            return Word::Known(wide::divide(op, width, x, y).unwrap_or(0));
        }
        let (a, b) = (a.term(self, width), b.term(self, width));
        let op = match op {
            DivOp::Udiv => Two::Udiv,
            DivOp::Sdiv => Two::Sdiv,
            DivOp::Urem => Two::Urem,
            DivOp::Srem => Two::Srem,
        };
        let result = self.two(op, a, b);
        Word::of(self, result)
    }

    pub fn icmp(&mut self, cond: IntCond, width: u32, a: Word, b: Word) -> Word {
        if let (Word::Known(x), Word::Known(y)) = (a, b) {
            return Word::Known(wide::compare(cond, width, x, y).into());
        }
        let (a, b) = (a.term(self, width), b.term(self, width));
        let (op, a, b, negated) = match cond {
            IntCond::Eq => (Two::Eq, a, b, false),
            IntCond::Ne => (Two::Eq, a, b, true),
            IntCond::Slt => (Two::Slt, a, b, false),
            IntCond::Sge => (Two::Slt, a, b, true),
            IntCond::Sgt => (Two::Slt, b, a, false),
            IntCond::Sle => (Two::Slt, b, a, true),
            IntCond::Ult => (Two::Ult, a, b, false),
            IntCond::Uge => (Two::Ult, a, b, true),
            IntCond::Ugt => (Two::Ult, b, a, false),
            IntCond::Ule => (Two::Ult, b, a, true),
        };
        let test = self.two(op, a, b);
        let test = if negated { self.not(test) } else { test };
        Word::of(self, test)
    }

    pub fn fcmp(&mut self, cond: FloatCond, width: u32, a: Word, b: Word) -> Word {
        if let (Word::Known(x), Word::Known(y)) = (a, b) {
            return Word::Known(known_fcmp(cond, width, x, y).into());
        }
        let (a, b) = (a.term(self, width), b.term(self, width));
        let result = match cond {
            FloatCond::Oeq => self.two(Two::FEq, a, b),
            FloatCond::Olt => self.two(Two::FLt, a, b),
            FloatCond::Ole => self.two(Two::FLe, a, b),
            FloatCond::Ogt => self.two(Two::FLt, b, a),
            FloatCond::Oge => self.two(Two::FLe, b, a),
            FloatCond::One => {
                let (less, greater) = (self.two(Two::FLt, a, b), self.two(Two::FLt, b, a));
                self.or(less, greater)
            }
            FloatCond::Ord => {
                let (a, b) = (self.two(Two::FEq, a, a), self.two(Two::FEq, b, b));
                self.and(a, b)
            }
            FloatCond::Uno => return self.negated_fcmp(FloatCond::Ord, width, a, b),
            FloatCond::Ueq => return self.negated_fcmp(FloatCond::One, width, a, b),
            FloatCond::Une => return self.negated_fcmp(FloatCond::Oeq, width, a, b),
            FloatCond::Ult => return self.negated_fcmp(FloatCond::Oge, width, a, b),
            FloatCond::Ule => return self.negated_fcmp(FloatCond::Ogt, width, a, b),
            FloatCond::Ugt => return self.negated_fcmp(FloatCond::Ole, width, a, b),
            FloatCond::Uge => return self.negated_fcmp(FloatCond::Olt, width, a, b),
        };
        Word::of(self, result)
    }

    fn negated_fcmp(&mut self, cond: FloatCond, width: u32, a: Term, b: Term) -> Word {
        match self.fcmp(cond, width, Word::Term(a), Word::Term(b)) {
            Word::Known(bit) => Word::Known(bit ^ 1),
            Word::Term(test) => Word::Term(self.not(test)),
        }
    }

    pub fn select(&mut self, cond: Word, width: u32, a: Word, b: Word) -> Word {
        let cond = match cond {
            Word::Known(0) => return b,
            Word::Known(_) => return a,
            Word::Term(cond) => cond,
        };
        let (a, b) = (a.term(self, width), b.term(self, width));
        let chosen = self.ite(cond, a, b);
        Word::of(self, chosen)
    }
}

fn known_binary(op: BinaryOp, width: u32, a: u128, b: u128) -> u128 {
    match (op.is_float(), width) {
        (false, ..=64) => meaning::narrow::binary(op, width, a as u64, b as u64).into(),
        (false, _) => wide::binary(op, width, a, b),
        (true, 32) => meaning::binary_f32(op, f32::from_bits(a as u32), f32::from_bits(b as u32)).to_bits().into(),
        (true, _) => meaning::binary_f64(op, f64::from_bits(a as u64), f64::from_bits(b as u64)).to_bits().into(),
    }
}

fn known_fcmp(cond: FloatCond, width: u32, a: u128, b: u128) -> bool {
    match width {
        32 => meaning::compare_f32(cond, f32::from_bits(a as u32), f32::from_bits(b as u32)),
        _ => meaning::compare_f64(cond, f64::from_bits(a as u64), f64::from_bits(b as u64)),
    }
}
