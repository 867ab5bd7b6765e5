//! Arithmetic, comparisons, choices, and the functions of libm.

use crate::simulate::call_libm;
use crate::symbolic::executor::{End, Executor, Flow};
use crate::symbolic::state::State;
use crate::symbolic::terms::{Two, Word};
use rarebit_front_end::ir::meaning::wide;
use rarebit_front_end::ir::*;

impl Executor<'_> {
    pub(super) fn arithmetic(&mut self, state: &mut State, inst: Inst, data: &InstData) -> Flow {
        let result = match *data {
            InstData::Unary { op, arg } => {
                let result = self.func(state).insts[inst].results[0];
                let (from, to, a) = (self.bits(state, arg), self.bits(state, result), self.get(state, arg));
                self.terms.unary(op, from, to, a)
            }
            InstData::Binary { op, args: [a, b] } => {
                let width = self.bits(state, a);
                let (a, b) = (self.get(state, a), self.get(state, b));
                self.terms.binary(op, width, a, b)
            }
            InstData::Icmp { cond, args: [a, b] } => {
                let width = self.bits(state, a);
                let (a, b) = (self.get(state, a), self.get(state, b));
                self.terms.icmp(cond, width, a, b)
            }
            InstData::Fcmp { cond, args: [a, b] } => {
                let width = self.bits(state, a);
                let (a, b) = (self.get(state, a), self.get(state, b));
                self.terms.fcmp(cond, width, a, b)
            }
            InstData::Select { cond, args: [a, b] } => {
                let width = self.bits(state, a);
                let (cond, a, b) = (self.get(state, cond), self.get(state, a), self.get(state, b));
                self.terms.select(cond, width, a, b)
            }
            InstData::Div { op, args: [a, b], check } => {
                let width = self.bits(state, a);
                let (a, b) = (self.get(state, a), self.get(state, b));
                if let Flow::End(end) = self.divisible(state, op, width, (a, b), check) {
                    return Flow::End(end);
                }
                self.terms.divide(op, width, a, b)
            }
            InstData::Math { func, ref args } => self.math(state, inst, func, args),
            _ => unreachable!("not arithmetic"),
        };
        self.set(state, inst, result);
        Flow::Next
    }

    /// Goes on where the quotient exists. No divisor and a quotient that does not fit are two different ends.
    fn divisible(&mut self, state: &mut State, op: DivOp, width: u32, (a, b): (Word, Word), check: Check) -> Flow {
        let exists = self.terms.icmp(IntCond::Ne, width, b, Word::ZERO);
        if let Flow::End(end) = self.require(state, exists, End::Failed(check)) {
            return Flow::End(end);
        }
        if !matches!(op, DivOp::Sdiv | DivOp::Srem) || !matches!(width, 8 | 16 | 32 | 64) {
            return Flow::Next;
        }
        let least = self.terms.icmp(IntCond::Ne, width, a, Word::Known(1 << (width - 1)));
        let minus = self.terms.icmp(IntCond::Ne, width, b, Word::Known(wide::mask(width)));
        let (least, minus) = (least.term(&mut self.terms, 1), minus.term(&mut self.terms, 1));
        let fits = self.terms.two(Two::Or, least, minus);
        let fits = Word::of(&self.terms, fits);
        self.require(state, fits, End::Failed(check))
    }

    /// What IEEE 754 does not define is computed for one value of the operands.
    fn math(&mut self, state: &mut State, inst: Inst, func: MathFn, args: &[Value]) -> Word {
        let words: Vec<Word> = args.iter().map(|arg| self.get(state, *arg)).collect();
        let widths: Vec<u32> = args.iter().map(|arg| self.bits(state, *arg)).collect();
        if words.iter().any(|word| word.known().is_none()) && func.shape() != MathShape::FloatInt {
            let operands: Vec<_> = words.iter().zip(&widths).map(|(word, w)| word.term(&mut self.terms, *w)).collect();
            if let Some(result) = self.terms.math(func, &operands) {
                return Word::of(&self.terms, result);
            }
        }
        let known: Vec<(u32, u128)> =
            words.iter().zip(&widths).map(|(word, width)| (*width, self.fix(state, *word, *width))).collect();
        let single = args.iter().any(|arg| self.func(state).ty(*arg) == Type::F32);
        let width = self.bits(state, self.func(state).insts[inst].results[0]);
        Word::Known(call_libm(func, single, &known) & wide::mask(width))
    }
}
