//! Cutting, joining, widening and choosing, simplified as they are made; negation.

use super::{Node, One, Range, Term, Terms, Two};
use rarebit_front_end::ir::meaning::wide::{self, mask};
use std::rc::Rc;

impl Terms {
    /// `width` bits from `low` on.
    pub fn extract(&mut self, a: Term, low: u32, width: u32) -> Term {
        let whole = self.width(a);
        if width == whole {
            return a;
        }
        match self.node(a).clone() {
            Node::Const(bits) => return self.constant(width, bits >> low),
            Node::One(One::Extract(first), x) => return self.extract(x, low + u32::from(first), width),
            Node::One(op @ (One::Zext | One::Sext), x) => {
                let inner = self.width(x);
                if low + width <= inner {
                    return self.extract(x, low, width);
                }
                if low == 0 {
                    return self.widen(op, x, width);
                }
                if op == One::Zext {
                    if low >= inner {
                        return self.constant(width, 0);
                    }
                    let kept = self.extract(x, low, inner - low);
                    return self.widen(One::Zext, kept, width);
                }
            }
            Node::Two(Two::Concat, high, rest) => {
                let n = self.width(rest);
                if low + width <= n {
                    return self.extract(rest, low, width);
                }
                if low >= n {
                    return self.extract(high, low - n, width);
                }
                let lower = self.extract(rest, low, n - low);
                let upper = self.extract(high, 0, low + width - n);
                return self.two(Two::Concat, upper, lower);
            }
            Node::Two(op @ (Two::And | Two::Or | Two::Xor), x, y) if self.as_const(y).is_some() => {
                let (x, y) = (self.extract(x, low, width), self.extract(y, low, width));
                return self.two(op, x, y);
            }
            Node::Ite(c, x, y) if self.as_const(x).is_some() || self.as_const(y).is_some() => {
                let (x, y) = (self.extract(x, low, width), self.extract(y, low, width));
                return self.ite(c, x, y);
            }
            _ => {}
        }
        let (a0, a1) = self.range(a);
        let range = match a1 >> low {
            high if high <= mask(width) => (a0 >> low, high),
            _ => (0, mask(width)),
        };
        self.fixed(Node::One(One::Extract(low as u8), a), width, range)
    }

    /// Zero- or sign-extends to a width.
    pub fn widen(&mut self, op: One, a: Term, width: u32) -> Term {
        let narrow = self.width(a);
        if width == narrow {
            return a;
        }
        let (a0, a1) = self.range(a);
        let op = if op == One::Sext && a1 < 1 << (narrow - 1) { One::Zext } else { op };
        match self.node(a).clone() {
            Node::Const(bits) if op == One::Sext => return self.constant(width, wide::signed(narrow, bits) as u128),
            Node::Const(bits) => return self.constant(width, bits),
            Node::One(inner @ (One::Zext | One::Sext), x) if inner == op || inner == One::Zext => {
                return self.widen(inner, x, width);
            }
            _ => {}
        }
        let range = if op == One::Zext { (a0, a1) } else { (0, mask(width)) };
        self.fixed(Node::One(op, a), width, range)
    }

    pub(super) fn fixed(&mut self, node: Node, width: u32, range: Range) -> Term {
        if range.0 == range.1 { self.constant(width, range.0) } else { self.intern(node, width, range) }
    }

    pub(super) fn simpler_concat(&mut self, high: Term, low: Term) -> Option<Term> {
        let width = self.width(high) + self.width(low);
        if self.as_const(high) == Some(0) {
            return Some(self.widen(One::Zext, low, width));
        }
        // What was cut apart and is joined again.
        match self.node(high).clone() {
            Node::One(One::Extract(h), x) if u32::from(h) >= self.width(low) => {
                let from = u32::from(h) - self.width(low);
                let below = self.extract(x, from, self.width(low));
                (below == low).then(|| self.extract(x, from, width))
            }
            Node::Two(Two::Concat, top, middle) => {
                let joined = self.simpler_concat(middle, low)?;
                Some(self.two(Two::Concat, top, joined))
            }
            _ => None,
        }
    }

    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        if a == b {
            return a;
        }
        match self.as_const(c) {
            Some(0) => return b,
            Some(_) => return a,
            None => {}
        }
        let width = self.width(a);
        if width == 1 {
            match (self.as_const(a), self.as_const(b)) {
                (Some(0), Some(_)) => return self.not(c),
                (Some(_), Some(_)) => return c,
                (Some(0), None) => {
                    let not = self.not(c);
                    return self.two(Two::And, not, b);
                }
                (Some(_), None) => return self.two(Two::Or, c, b),
                (None, Some(0)) => return self.two(Two::And, c, a),
                (None, Some(_)) => {
                    let not = self.not(c);
                    return self.two(Two::Or, not, a);
                }
                (None, None) => {}
            }
        }
        if let Node::Two(Two::Xor, x, y) = *self.node(c)
            && self.as_const(y) == Some(1)
        {
            return self.ite(x, b, a);
        }
        let ((a0, a1), (b0, b1)) = (self.range(a), self.range(b));
        self.intern(Node::Ite(c, a, b), width, (a0.min(b0), a1.max(b1)))
    }

    /// So many bits hold the term's value as a signed number, at least for terms that are not deep.
    pub(super) fn signed_bits(&self, a: Term) -> u32 {
        self.signed_bits_within(a, 6)
    }

    fn signed_bits_within(&self, a: Term, depth: u32) -> u32 {
        let width = self.width(a);
        let (least, most) = self.range(a);
        let top = 1u128 << (width - 1);
        let known = match (least >= top, most < top) {
            (_, true) => 129 - most.leading_zeros(),
            (true, _) => 129 - (!least & mask(width)).leading_zeros(),
            _ => width,
        };
        let next = |a: Term| if depth == 0 { self.width(a) } else { self.signed_bits_within(a, depth - 1) };
        let made = match *self.node(a) {
            Node::One(One::Sext, x) => next(x),
            Node::One(One::Zext, x) => self.width(x) + 1,
            Node::Two(Two::Add | Two::Sub, x, y) => next(x).max(next(y)) + 1,
            Node::Two(Two::Mul, x, y) => next(x) + next(y),
            Node::Ite(_, x, y) => next(x).max(next(y)),
            _ => width,
        };
        known.min(made).min(width)
    }

    /// The negation of a truth value.
    pub fn not(&mut self, a: Term) -> Term {
        let one = self.constant(1, 1);
        self.two(Two::Xor, a, one)
    }

    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.two(Two::And, a, b)
    }

    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.two(Two::Or, a, b)
    }

    /// Does `a <= b` hold, as unsigned numbers?
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let less = self.two(Two::Ult, b, a);
        self.not(less)
    }

    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.two(Two::Eq, a, b)
    }

    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if a == b {
            return self.constant(width, 0);
        }
        if let Some(c) = self.as_const(b) {
            let minus = self.constant(width, c.wrapping_neg());
            return self.two(Two::Add, a, minus);
        }
        self.two(Two::Sub, a, b)
    }

    /// The entry with the index's number.
    pub fn table(&mut self, entries: &[Term], index: Term) -> Term {
        let width = self.width(entries[0]);
        if let Some(i) = self.as_const(index) {
            return entries[usize::try_from(i).ok().filter(|i| *i < entries.len()).unwrap_or(0)];
        }
        if entries.iter().all(|entry| *entry == entries[0]) {
            return entries[0];
        }
        let range = entries.iter().map(|entry| self.range(*entry)).reduce(|x, y| (x.0.min(y.0), x.1.max(y.1)));
        let range = range.unwrap_or((0, mask(width)));
        self.intern(Node::Table(Rc::from(entries), index), width, range)
    }
}
