//! Floats as real numbers with slack.
//!
//! A float is measured in steps of 2^-[`DIGITS`]: its unknown is the *integer* number of steps below it, so everything
//! that is exact about integers stays exact. What is computed from such unknowns is an affine expression in units of
//! some power of two, and a *slack*, integers too, between which the true value differs from the expression: the part of
//! an input that lies between two steps, and what every operation rounded away, bounded outwards (half an ulp of the
//! largest value there can be, and a unit for what is below all normal numbers).
//!
//! A *wild* value may also be NaN, infinite, or beyond [`LIMIT`]. Its unknown stands at the limit then. As long as the
//! value depends on one unknown, and monotonically, which every float operation with a constant does, a comparison that
//! holds for a value beyond the limit also holds for the value at the limit, or is worth nothing there; see
//! [`Real::says`]. A comparison that does not hold says nothing about a wild value: it may be NaN.

use super::affine::Affine;

/// Binary digits behind the point of a float's unknown.
pub const DIGITS: u32 = 28;
/// Larger numbers of steps are not told apart.
pub const LIMIT: i128 = 1 << 58;
/// Values beyond this power of two are not followed: no format overflows below it.
const MOST_LOG: u32 = 100;
/// Coefficients with more bits than this are rounded before a product.
const FINE: u32 = 62;
/// Digits behind the point at most.
const MOST_SCALE: u32 = 120;

/// value · 2^scale lies in number + [slack.0, slack.1].
#[derive(Clone, PartialEq, Debug)]
pub struct Real {
    pub number: Affine,
    pub scale: u32,
    pub slack: (i128, i128),
    pub wild: bool,
}

/// The number of steps below a float; none beyond the limit, and for NaN.
pub fn steps(x: f64) -> Option<i128> {
    let steps = (x * (1u64 << DIGITS) as f64).floor();
    (steps.abs() <= LIMIT as f64).then_some(steps as i128)
}

/// The same, at the limit for what lies beyond it.
pub fn clamped(x: f64) -> Option<i128> {
    let bound = LIMIT as f64 / (1u64 << DIGITS) as f64;
    if x.is_nan() { None } else { steps(x.clamp(-bound, bound)) }
}

/// The float at the end of so many steps.
pub fn float(steps: i128) -> f64 {
    steps as f64 / (1u64 << DIGITS) as f64
}

impl Real {
    pub fn exact(number: Affine, scale: u32) -> Real {
        Real { number, scale, slack: (0, 0), wild: false }
    }

    /// A constant; none for NaN, infinities and what is too large.
    pub fn constant(x: f64) -> Option<Real> {
        if !x.is_finite() {
            return None;
        }
        let bits = x.to_bits();
        let exponent = (bits >> 52 & 0x7ff) as i32;
        let fraction = i128::from(bits & ((1 << 52) - 1));
        let (size, exponent) = if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
        if size == 0 {
            return Some(Real::exact(Affine::constant(0), 0));
        }
        let even = size.trailing_zeros();
        let (mut size, mut exponent) = (size >> even, exponent + even as i32);
        let mut slack = (0, 0);
        if -exponent > MOST_SCALE as i32 {
            // So small that only its neighbourhood matters.
            size >>= (-exponent - MOST_SCALE as i32).min(127);
            exponent = -(MOST_SCALE as i32);
            slack = if x < 0.0 { (-1, 0) } else { (0, 1) };
        }
        let number = if exponent > 0 { size.checked_shl(exponent as u32)? } else { size };
        if exponent > 16 || number > 1 << 70 {
            return None;
        }
        let number = if x < 0.0 { -number } else { number };
        Some(Real { number: Affine::constant(number), scale: (-exponent).max(0) as u32, slack, wild: false })
    }

    pub fn negated(&self) -> Real {
        Real { number: self.number.negated(), slack: (-self.slack.1, -self.slack.0), ..self.clone() }
    }

    /// The same value in finer units.
    fn finer(&self, scale: u32) -> Option<Real> {
        let by = 1i128.checked_shl(scale - self.scale).filter(|_| scale - self.scale < 100)?;
        let slack = (self.slack.0.checked_mul(by)?, self.slack.1.checked_mul(by)?);
        Some(Real { number: self.number.scaled(by)?, scale, slack, wild: self.wild })
    }

    /// The bits of the largest coefficient.
    fn bits(&self) -> u32 {
        let terms = self.number.terms.iter().map(|(_, factor)| factor.unsigned_abs());
        128 - terms.fold(self.number.constant.unsigned_abs(), u128::max).leading_zeros()
    }

    /// The same value in units so coarse that no coefficient has more bits than `bits`; `size` bounds an expression.
    fn coarser(&self, bits: u32, size: &dyn Fn(&Affine) -> i128) -> Real {
        self.cut(self.bits().saturating_sub(bits).min(self.scale), size)
    }

    /// Without the last digits.
    fn cut(&self, digits: u32, size: &dyn Fn(&Affine) -> i128) -> Real {
        if digits == 0 {
            return self.clone();
        }
        let unit = 1i128 << digits.min(126);
        let mut number = Affine::constant(self.number.constant.div_euclid(unit));
        let mut lost = Affine::constant(self.number.constant.rem_euclid(unit));
        for (unknown, factor) in &self.number.terms {
            let rounded = (factor + unit / 2).div_euclid(unit);
            number.terms.extend((rounded != 0).then_some((*unknown, rounded)));
            let rest = factor - rounded * unit;
            lost.terms.extend((rest != 0).then_some((*unknown, rest)));
        }
        let lost = size(&lost);
        let low = self.slack.0.saturating_sub(lost).div_euclid(unit);
        let high = -self.slack.1.saturating_add(lost).saturating_neg().div_euclid(unit);
        Real { number, scale: self.scale - digits, slack: (low, high), wild: self.wild }
    }

    pub fn add(&self, other: &Real, size: &dyn Fn(&Affine) -> i128) -> Option<Real> {
        let (coarse, fine) = if self.scale < other.scale { (self, other) } else { (other, self) };
        // In the units of the finer, or as fine as the coarser can be told.
        let room = FINE.saturating_sub(coarse.bits());
        let scale = fine.scale.min(coarse.scale + room);
        let (a, b) = (coarse.finer(scale)?, fine.cut(fine.scale - scale, size));
        let slack = (a.slack.0.checked_add(b.slack.0)?, a.slack.1.checked_add(b.slack.1)?);
        Some(Real { number: a.number.add(&b.number)?, scale, slack, wild: a.wild || b.wild })
    }

    /// Times a constant; none if the other is not one.
    pub fn times(&self, other: &Real, size: &dyn Fn(&Affine) -> i128) -> Option<Real> {
        let factor = other.number.known()?;
        if self.wild && (factor == 0 || other.slack != (0, 0)) {
            return None;
        }
        let (a, b) = match self.bits() + other.bits() <= FINE {
            true => (self.clone(), other.clone()),
            false => (self.coarser(FINE / 2, size), other.coarser(FINE / 2, size)),
        };
        let factor = b.number.known()?;
        // (a + d)·(b + e) = b·a + b·d + (a + d)·e
        let ends = [a.slack.0.checked_mul(factor)?, a.slack.1.checked_mul(factor)?];
        let largest = size(&a.number).checked_add(a.slack.0.abs().max(a.slack.1.abs()))?;
        let more = largest.checked_mul(b.slack.0.abs().max(b.slack.1.abs()))?;
        let slack = (ends[0].min(ends[1]).checked_sub(more)?, ends[0].max(ends[1]).checked_add(more)?);
        let whole = Real { number: a.number.scaled(factor)?, scale: a.scale + b.scale, slack, wild: a.wild };
        let whole = if whole.scale > MOST_SCALE { whole.coarser(FINE / 2, size) } else { whole };
        (whole.scale <= MOST_SCALE).then_some(whole)
    }

    /// Is the value small enough to be followed, if it lies in units between these?
    pub fn fits(&self, size: i128) -> bool {
        size >> self.scale < 1 << MOST_LOG.min(126)
    }

    /// Can a comparison of the value with 0 from this side say anything? The value at the limit from which it would
    /// come must be one for which it holds.
    pub fn says(&self, least: i128) -> bool {
        !self.wild || self.number.terms.len() == 1 && least <= 0
    }
}

#[cfg(test)]
mod tests {
    use super::super::affine::Unknown;
    use super::*;

    /// Sizes where every unknown is less than 1,000.
    fn size(affine: &Affine) -> i128 {
        affine.terms.iter().map(|(_, factor)| factor.abs() * 1000).sum::<i128>() + affine.constant.abs()
    }

    fn value(real: &Real, x: i128) -> (f64, f64) {
        let n = real.number.value(|_| Some(x)).unwrap();
        let unit = 2f64.powi(real.scale as i32);
        ((n + real.slack.0) as f64 / unit, (n + real.slack.1) as f64 / unit)
    }

    #[test]
    fn constants_are_what_they_are() {
        for x in [0.0, 1.0, -2.5, 0.1, 1e9, 3.0e-20, -7.25e6, 65536.0, 5e-324, -1e-300] {
            let (low, high) = value(&Real::constant(x).unwrap(), 0);
            assert!(low <= x && x <= high && high - low <= 1e-30, "{x}: {low} to {high}");
        }
        assert_eq!(Real::constant(f64::NAN), None);
        assert_eq!(Real::constant(1e300), None);
        assert_eq!((steps(0.5), steps(-1e-30), steps(1e300)), (Some(1 << 27), Some(-1), None));
        assert_eq!((clamped(f64::INFINITY), clamped(f64::NAN)), (Some(LIMIT), None));
        assert_eq!(float(steps(-3.375).unwrap()), -3.375);
    }

    /// Sums and products enclose the value, whatever is rounded on the way.
    #[test]
    fn arithmetic_encloses() {
        let x = Real::exact(Affine::unknown(Unknown(0)), DIGITS);
        for a in [3.0, 0.1, -1e-3, 12345.678, 1e-12] {
            for b in [0.7, -2.0, 1e5 + 0.3] {
                let (c, d) = (Real::constant(a).unwrap(), Real::constant(b).unwrap());
                let once = x.times(&c, &size).unwrap().add(&d, &size).unwrap();
                let twice = once.times(&c, &size).unwrap().add(&x.negated(), &size).unwrap();
                for at in [-999, -1, 0, 17, 999] {
                    let v = float(at);
                    for (real, exact) in [(&once, v * a + b), (&twice, (v * a + b) * a - v)] {
                        let (low, high) = value(real, at);
                        let near = 1e-14 * (1.0 + exact.abs());
                        assert!(low <= exact + near && exact - near <= high, "{a} {b} {at}: {low} {exact} {high}");
                        assert!(high - low < 1e-6 * (1.0 + exact.abs()), "{a} {b} {at}: too wide, {low} to {high}");
                    }
                }
            }
        }
    }
}
