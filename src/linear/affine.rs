//! Affine expressions with exact integer coefficients.
//!
//! Every operation is checked: what does not fit in 128 bits, or has too many terms to be worth having, is none.

use smallvec::SmallVec;

/// An unknown of a system.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Unknown(pub u32);

/// The unknowns with their coefficients, sorted, none of them 0.
pub type Terms = SmallVec<[(Unknown, i128); 1]>;

/// c + Σ aᵢ·xᵢ.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Affine {
    pub constant: i128,
    pub terms: Terms,
}

/// Longer sums are not kept.
const MOST_TERMS: usize = 48;
/// Larger coefficients are not kept, so that sums of products with 64-bit values stay far inside 128 bits.
const MOST: i128 = 1 << 72;

impl Affine {
    pub fn constant(constant: i128) -> Affine {
        Affine { constant, terms: Terms::new() }
    }

    pub fn unknown(unknown: Unknown) -> Affine {
        Affine { constant: 0, terms: SmallVec::from_slice(&[(unknown, 1)]) }
    }

    pub fn known(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// self + factor·other.
    pub fn plus(&self, factor: i128, other: &Affine) -> Option<Affine> {
        let constant = bounded(self.constant.checked_add(factor.checked_mul(other.constant)?)?)?;
        let mut terms = Terms::new();
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let take_left = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(_), None) => (true, false),
                (None, Some(_)) => (false, true),
                (Some(a), Some(b)) => (a.0 <= b.0, b.0 <= a.0),
            };
            let mut sum = 0i128;
            let mut unknown = Unknown(0);
            if take_left.0
                && let Some((name, a)) = left.next()
            {
                (unknown, sum) = (*name, *a);
            }
            if take_left.1
                && let Some((name, b)) = right.next()
            {
                unknown = *name;
                sum = sum.checked_add(factor.checked_mul(*b)?)?;
            }
            if sum != 0 {
                terms.push((unknown, bounded(sum)?));
            }
        }
        (terms.len() <= MOST_TERMS).then_some(Affine { constant, terms })
    }

    pub fn add(&self, other: &Affine) -> Option<Affine> {
        self.plus(1, other)
    }

    pub fn sub(&self, other: &Affine) -> Option<Affine> {
        self.plus(-1, other)
    }

    pub fn shifted(&self, by: i128) -> Option<Affine> {
        Some(Affine { constant: bounded(self.constant.checked_add(by)?)?, terms: self.terms.clone() })
    }

    pub fn scaled(&self, factor: i128) -> Option<Affine> {
        Affine::default().plus(factor, self)
    }

    pub fn negated(&self) -> Affine {
        let terms = self.terms.iter().map(|(unknown, factor)| (*unknown, -factor)).collect();
        Affine { constant: -self.constant, terms }
    }

    /// Its value where the unknowns have these values.
    pub fn value(&self, of: impl Fn(Unknown) -> Option<i128>) -> Option<i128> {
        self.terms
            .iter()
            .try_fold(self.constant, |sum, (unknown, factor)| sum.checked_add(factor.checked_mul(of(*unknown)?)?))
    }

    /// Are all coefficients and the constant multiples of this?
    pub fn is_multiple_of(&self, of: i128) -> bool {
        self.constant % of == 0 && self.terms.iter().all(|(_, factor)| factor % of == 0)
    }

    /// The greatest common divisor of the coefficients; 0 without terms.
    pub fn divisor(&self) -> i128 {
        self.terms.iter().fold(0, |divisor, (_, factor)| gcd(divisor, *factor))
    }
}

fn bounded(value: i128) -> Option<i128> {
    (value.abs() <= MOST).then_some(value)
}

pub fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_cancel_and_overflow_is_none() {
        let (x, y) = (Affine::unknown(Unknown(0)), Affine::unknown(Unknown(1)));
        let sum = x.plus(3, &y).unwrap().shifted(5).unwrap();
        assert_eq!(sum.value(|unknown| Some(i128::from(unknown.0) + 1)), Some(1 + 6 + 5));
        assert_eq!(sum.sub(&x).unwrap().plus(-3, &y).unwrap(), Affine::constant(5));
        assert_eq!(sum.sub(&sum).unwrap().known(), Some(0));
        assert_eq!(x.scaled(1 << 100), None);
        assert_eq!(x.scaled(12).unwrap().plus(18, &y).unwrap().divisor(), 6);
        assert_eq!(sum.negated().add(&sum).unwrap(), Affine::default());
    }
}
