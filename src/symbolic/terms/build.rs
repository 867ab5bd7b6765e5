//! Operations on two operands, simplified as they are made.

use super::evaluate::two;
use super::{Node, One, Range, Term, Terms, Two};
use rarebit_front_end::ir::meaning::wide::{self, mask};

impl Terms {
    /// An operation on two terms of one width.
    pub fn two(&mut self, op: Two, a: Term, b: Term) -> Term {
        let (width, right) = (self.width(a), self.width(b));
        debug_assert!(op == Two::Concat || width == right, "{op:?} of {width} and {right} bits");
        let result = match op {
            Two::Concat => width + right,
            op if op.is_test() => 1,
            _ => width,
        };
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return self.constant(result, two(op, width, right, x, y));
        }
        let (a, b) = if op.is_commutative() && self.goes_right(a, b) { (b, a) } else { (a, b) };
        if let Some(simple) = self.simpler(op, a, b) {
            return simple;
        }
        let range = self.two_range(op, a, b, result);
        if range.0 == range.1 {
            return self.constant(result, range.0);
        }
        self.intern(Node::Two(op, a, b), result, range)
    }

    /// Constants stand on the right, else the older term on the left.
    fn goes_right(&self, a: Term, b: Term) -> bool {
        match (self.as_const(a), self.as_const(b)) {
            (Some(_), _) => true,
            (None, Some(_)) => false,
            (None, None) => a > b,
        }
    }

    fn simpler(&mut self, op: Two, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let constant = self.as_const(b);
        match op {
            Two::Add => match (constant?, self.node(a).clone()) {
                (0, _) => Some(a),
                (c, Node::Two(Two::Add, x, y)) if self.as_const(y).is_some() => {
                    let sum = c.wrapping_add(self.as_const(y)?);
                    let sum = self.constant(width, sum);
                    Some(self.two(Two::Add, x, sum))
                }
                _ => None,
            },
            Two::Mul => match constant? {
                0 => Some(b),
                1 => Some(a),
                _ => None,
            },
            Two::And if a == b => Some(a),
            Two::And => match constant? {
                0 => Some(b),
                c if c == mask(width) => Some(a),
                // All bits that the term can have are kept.
                c if (c + 1).is_power_of_two() && self.range(a).1 <= c => Some(a),
                _ => None,
            },
            Two::Or if a == b => Some(a),
            Two::Or => match constant? {
                0 => Some(a),
                c if c == mask(width) => Some(b),
                _ => None,
            },
            Two::Xor if a == b => Some(self.constant(width, 0)),
            Two::Xor => match (constant?, self.node(a).clone()) {
                (0, _) => Some(a),
                (c, Node::Two(Two::Xor, x, y)) if self.as_const(y).is_some() => {
                    let both = c ^ self.as_const(y)?;
                    let both = self.constant(width, both);
                    Some(self.two(Two::Xor, x, both))
                }
                _ => None,
            },
            Two::Shl | Two::Lshr | Two::Ashr => match constant? {
                0 => Some(a),
                n if n >= width.into() && op != Two::Ashr => Some(self.constant(width, 0)),
                _ => None,
            },
            Two::Udiv | Two::Sdiv if constant == Some(1) && width > 1 => Some(a),
            // A product has at most the bits of both factors together.
            Two::SmulOverflow if self.signed_bits(a) + self.signed_bits(b) <= width => Some(self.constant(1, 0)),
            Two::UmulOverflow => {
                let most = self.range(a).1.checked_mul(self.range(b).1)?;
                (most <= mask(width)).then(|| self.constant(1, 0))
            }
            Two::Concat => self.simpler_concat(a, b),
            Two::Eq => self.simpler_eq(a, b),
            Two::Ult => self.simpler_ult(a, b),
            Two::Slt => self.simpler_slt(a, b),
            _ => None,
        }
    }

    fn simpler_eq(&mut self, a: Term, b: Term) -> Option<Term> {
        if a == b {
            return Some(self.constant(1, 1));
        }
        let ((a0, a1), (b0, b1)) = (self.range(a), self.range(b));
        if a1 < b0 || b1 < a0 {
            return Some(self.constant(1, 0));
        }
        let c = self.as_const(b)?;
        if self.width(a) == 1 {
            return Some(if c == 1 { a } else { self.not(a) });
        }
        match self.node(a).clone() {
            Node::One(op @ (One::Zext | One::Sext), x) => {
                let narrow = self.width(x);
                let low = c & mask(narrow);
                let full = match op {
                    One::Zext => low,
                    _ => wide::signed(narrow, low) as u128 & mask(self.width(a)),
                };
                if full != c {
                    return Some(self.constant(1, 0));
                }
                let low = self.constant(narrow, low);
                Some(self.two(Two::Eq, x, low))
            }
            Node::Two(Two::Add, x, y) if self.as_const(y).is_some() => {
                let other = c.wrapping_sub(self.as_const(y)?);
                let other = self.constant(self.width(a), other);
                Some(self.two(Two::Eq, x, other))
            }
            Node::Two(Two::Xor, x, y) if self.as_const(y).is_some() => {
                let other = c ^ self.as_const(y)?;
                let other = self.constant(self.width(a), other);
                Some(self.two(Two::Eq, x, other))
            }
            Node::Two(Two::Concat, high, low) => {
                let n = self.width(low);
                let (ch, cl) = (self.constant(self.width(high), c >> n), self.constant(n, c));
                let (eh, el) = (self.two(Two::Eq, high, ch), self.two(Two::Eq, low, cl));
                Some(self.two(Two::And, eh, el))
            }
            Node::Ite(cond, x, y) => match (self.as_const(x), self.as_const(y)) {
                (Some(x), Some(y)) if x == c && y != c => Some(cond),
                (Some(x), Some(y)) if x != c && y == c => Some(self.not(cond)),
                (Some(x), Some(y)) if x != c && y != c => Some(self.constant(1, 0)),
                _ => None,
            },
            _ => None,
        }
    }

    fn simpler_ult(&mut self, a: Term, b: Term) -> Option<Term> {
        let ((a0, a1), (b0, b1)) = (self.range(a), self.range(b));
        if a1 < b0 {
            return Some(self.constant(1, 1));
        }
        if a == b || a0 >= b1 {
            return Some(self.constant(1, 0));
        }
        // Only one value is below the constant.
        if self.as_const(b).is_some() && b1 == a0 + 1 {
            let only = self.constant(self.width(a), a0);
            return Some(self.two(Two::Eq, a, only));
        }
        match (self.node(a).clone(), self.node(b).clone()) {
            (Node::One(One::Zext, x), Node::One(One::Zext, y)) if self.width(x) == self.width(y) => {
                Some(self.two(Two::Ult, x, y))
            }
            (Node::One(One::Zext, x), Node::Const(c)) if c <= mask(self.width(x)) => {
                let c = self.constant(self.width(x), c);
                Some(self.two(Two::Ult, x, c))
            }
            (Node::Const(c), Node::One(One::Zext, y)) if c <= mask(self.width(y)) => {
                let c = self.constant(self.width(y), c);
                Some(self.two(Two::Ult, c, y))
            }
            _ => None,
        }
    }

    fn simpler_slt(&mut self, a: Term, b: Term) -> Option<Term> {
        if a == b {
            return Some(self.constant(1, 0));
        }
        let width = self.width(a);
        let top = 1u128 << (width - 1);
        let ((a0, a1), (b0, b1)) = (self.range(a), self.range(b));
        // Where the signs are known, order is that of the unsigned numbers or known.
        match ((a1 < top, a0 >= top), (b1 < top, b0 >= top)) {
            ((true, _), (true, _)) | ((_, true), (_, true)) => return Some(self.two(Two::Ult, a, b)),
            ((true, _), (_, true)) => return Some(self.constant(1, 0)),
            ((_, true), (true, _)) => return Some(self.constant(1, 1)),
            _ => {}
        }
        match (self.node(a).clone(), self.node(b).clone()) {
            (Node::One(One::Sext, x), Node::One(One::Sext, y)) if self.width(x) == self.width(y) => {
                Some(self.two(Two::Slt, x, y))
            }
            (Node::One(One::Sext, x), Node::Const(c)) => self.narrow_const(x, width, c).map(|result| match result {
                Ok(c) => self.two(Two::Slt, x, c),
                Err(negative) => self.constant(1, (!negative).into()),
            }),
            (Node::Const(c), Node::One(One::Sext, y)) => self.narrow_const(y, width, c).map(|result| match result {
                Ok(c) => self.two(Two::Slt, c, y),
                Err(negative) => self.constant(1, negative.into()),
            }),
            _ => None,
        }
    }

    /// The constant as wide as `x`, or its sign if it does not fit there.
    fn narrow_const(&mut self, x: Term, width: u32, c: u128) -> Option<Result<Term, bool>> {
        let (narrow, value) = (self.width(x), wide::signed(width, c));
        let low = c & mask(narrow);
        Some(if wide::signed(narrow, low) == value { Ok(self.constant(narrow, low)) } else { Err(value < 0) })
    }

    /// Unsigned bounds of the result.
    fn two_range(&self, op: Two, a: Term, b: Term, width: u32) -> Range {
        let ((a0, a1), (b0, b1)) = (self.range(a), self.range(b));
        let full = (0, mask(width));
        let bits = |high: u128| if high == 0 { 0 } else { u128::MAX >> high.leading_zeros() };
        match op {
            Two::Add => match a1.checked_add(b1) {
                Some(high) if high <= full.1 => (a0 + b0, high),
                _ => full,
            },
            Two::Mul => match a1.checked_mul(b1) {
                Some(high) if high <= full.1 => (a0 * b0, high),
                _ => full,
            },
            Two::And => (0, a1.min(b1)),
            Two::Or => (a0.max(b0), bits(a1 | b1)),
            Two::Xor => (0, bits(a1 | b1)),
            Two::Udiv if b0 > 0 => (a0 / b1, a1 / b0),
            Two::Urem if b0 > 0 => (0, a1.min(b1 - 1)),
            Two::Lshr => match self.as_const(b) {
                Some(n) if n < width.into() => (a0 >> n, a1 >> n),
                _ => (0, a1),
            },
            Two::Shl => match self.as_const(b) {
                Some(n) if n < width.into() && a1 <= full.1 >> n => (a0 << n, a1 << n),
                _ => full,
            },
            Two::Concat => {
                let n = self.width(b);
                (a0 << n | b0, a1 << n | b1)
            }
            _ => full,
        }
    }
}
