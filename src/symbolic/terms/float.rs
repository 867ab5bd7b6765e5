//! Floats: conversions as the machine does them, and the functions of libm that IEEE 754 defines.

use super::evaluate::one;
use super::{Node, One, Round, Term, Terms, Two};
use rarebit_front_end::ir::MathFn;
use rarebit_front_end::ir::meaning::wide::mask;

impl Terms {
    /// A float operation on one operand.
    pub fn one(&mut self, op: One, a: Term, width: u32) -> Term {
        match self.as_const(a) {
            Some(bits) => {
                let bits = one(op, self.width(a), width, bits);
                self.constant(width, bits)
            }
            None => self.intern(Node::One(op, a), width, (0, mask(width))),
        }
    }

    /// The bits of a number in the format of this width.
    fn number(&mut self, width: u32, x: f64) -> Term {
        let bits: u128 = if width == 32 { (x as f32).to_bits().into() } else { x.to_bits().into() };
        self.constant(width, bits)
    }

    /// The machine's conversion with a result of 32 or 64 bits: only the top bit where the value does not fit.
    fn convert(&mut self, a: Term, to: u32) -> Term {
        let from = self.width(a);
        let top = 2f64.powi(to as i32 - 1);
        // Of singles there is none between the smallest integer and the next below.
        let above = match (from, to) {
            (64, 32) => {
                let limit = self.number(64, -top - 1.0);
                self.two(Two::FLt, limit, a)
            }
            _ => {
                let limit = self.number(from, -top);
                self.two(Two::FLe, limit, a)
            }
        };
        let limit = self.number(from, top);
        let below = self.two(Two::FLt, a, limit);
        let fits = self.and(above, below);
        let value = self.one(One::ToSigned, a, to);
        let indefinite = self.constant(to, 1 << (to - 1));
        self.ite(fits, value, indefinite)
    }

    pub(super) fn float_to_signed(&mut self, a: Term, width: u32) -> Term {
        match width {
            0..=32 => {
                let value = self.convert(a, 32);
                self.extract(value, 0, width)
            }
            33..=64 => {
                let value = self.convert(a, 64);
                self.extract(value, 0, width)
            }
            _ => self.saturated(a, width, true),
        }
    }

    pub(super) fn float_to_unsigned(&mut self, a: Term, width: u32) -> Term {
        match width {
            0..=31 => self.float_to_signed(a, width),
            32 => {
                let value = self.convert(a, 64);
                self.extract(value, 0, 32)
            }
            33..=64 => {
                let low = self.convert(a, 64);
                let top = self.number(self.width(a), 9223372036854775808.0);
                let reduced = self.two(Two::FSub, a, top);
                let high = self.convert(reduced, 64);
                let sign = self.extract(low, 63, 1);
                let spread = self.widen(One::Sext, sign, 64);
                let high = self.two(Two::And, high, spread);
                let all = self.two(Two::Or, low, high);
                self.extract(all, 0, width)
            }
            _ => self.saturated(a, width, false),
        }
    }

    /// To more than 64 bits, as 128-bit conversions do it: what does not fit 128 bits saturates there, NaN gives 0.
    fn saturated(&mut self, a: Term, width: u32, signed: bool) -> Term {
        let from = self.width(a);
        let half = self.number(from, 2f64.powi(127));
        let zero = self.number(from, 0.0);
        let least = self.number(from, -(2f64.powi(127)));
        let in_half = self.two(Two::FLt, a, half);
        let value = self.one(One::ToSigned, a, 128);
        let nothing = self.constant(128, 0);
        let value = if signed {
            let most = self.constant(128, i128::MAX as u128);
            let lowest = self.constant(128, i128::MIN as u128);
            let enough = self.two(Two::FLe, least, a);
            let low = self.ite(enough, value, lowest);
            self.ite(in_half, low, most)
        } else {
            let reduced = self.two(Two::FSub, a, half);
            let rest = self.one(One::ToSigned, reduced, 128);
            let top = self.constant(128, 1 << 127);
            let upper = self.two(Two::Xor, rest, top);
            let whole = self.two(Two::FLt, reduced, half);
            let most = self.constant(128, u128::MAX);
            let upper = self.ite(whole, upper, most);
            let positive = self.two(Two::FLe, zero, a);
            let low = self.ite(positive, value, nothing);
            self.ite(in_half, low, upper)
        };
        let number = self.two(Two::FEq, a, a);
        let value = self.ite(number, value, nothing);
        self.extract(value, 0, width)
    }

    /// A function of libm, if IEEE 754 says what it is. Operands are floats of one format.
    pub fn math(&mut self, func: MathFn, args: &[Term]) -> Option<Term> {
        let width = self.width(args[0]);
        let mode = match func {
            MathFn::Sqrt => return Some(self.one(One::Sqrt, args[0], width)),
            MathFn::CopySign => {
                let (sign, rest) = (self.extract(args[1], width - 1, 1), self.extract(args[0], 0, width - 1));
                return Some(self.two(Two::Concat, sign, rest));
            }
            MathFn::Floor => Round::Down,
            MathFn::Ceil => Round::Up,
            MathFn::Trunc => Round::Zero,
            MathFn::Round => Round::Away,
            MathFn::Rint | MathFn::NearbyInt | MathFn::RoundEven => Round::Even,
            _ => return None,
        };
        Some(self.one(One::Round(mode), args[0], width))
    }
}
