//! What is known of a float: an interval of numbers, and whether it may be NaN.
//!
//! IEEE operations round to nearest, and rounding is monotonic: the bounds of a sum, product or quotient are the
//! rounded results at the corners of the operands, computed in the operation's own format. Only what libm computes
//! needs room: its results are widened by some ulps. The sign of zero is not tracked: `[0, x]` may hold −0.

use crate::ir::{BinaryOp, FloatCond, MathFn};
use std::fmt;

/// Numbers in `[lo, hi]` (none if `lo > hi`), and NaN if `nan`. An `f32` is widened, which is exact.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Float {
    pub single: bool,
    pub lo: f64,
    pub hi: f64,
    pub nan: bool,
}

impl Float {
    pub fn top(single: bool) -> Float {
        Float { single, lo: f64::NEG_INFINITY, hi: f64::INFINITY, nan: true }
    }

    pub fn constant(single: bool, x: f64) -> Float {
        if x.is_nan() {
            Float { single, lo: f64::INFINITY, hi: f64::NEG_INFINITY, nan: true }
        } else {
            Float { single, lo: x, hi: x, nan: false }
        }
    }

    pub fn from_bits(single: bool, bits: u128) -> Float {
        let x = if single { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits as u64) };
        Float::constant(single, x)
    }

    pub fn range(single: bool, lo: f64, hi: f64, nan: bool) -> Float {
        if lo.is_nan() || hi.is_nan() { Float::top(single) } else { Float { single, lo, hi, nan } }
    }

    /// Holds no number, perhaps NaN.
    pub fn is_empty(&self) -> bool {
        self.lo > self.hi
    }

    pub fn is_top(&self) -> bool {
        *self == Float::top(self.single)
    }

    pub fn contains(&self, bits: u128) -> bool {
        let x = if self.single { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits as u64) };
        if x.is_nan() { self.nan } else { self.lo <= x && x <= self.hi }
    }

    /// The one number it is, where the sign of zero cannot matter.
    pub fn as_constant(&self) -> Option<f64> {
        (self.lo == self.hi && !self.nan && self.lo != 0.0).then_some(self.lo)
    }

    pub fn join(&self, other: &Float) -> Float {
        Float { single: self.single, lo: self.lo.min(other.lo), hi: self.hi.max(other.hi), nan: self.nan || other.nan }
    }

    pub fn meet(&self, other: &Float) -> Option<Float> {
        let both = Float {
            single: self.single,
            lo: self.lo.max(other.lo),
            hi: self.hi.min(other.hi),
            nan: self.nan && other.nan,
        };
        both.some()
    }

    pub fn is_in(&self, other: &Float) -> bool {
        (self.is_empty() || (self.lo >= other.lo && self.hi <= other.hi)) && (!self.nan || other.nan)
    }

    pub fn widen(&self, next: &Float, thresholds: &[i128]) -> Float {
        let joined = self.join(next);
        let below = |x: f64| {
            let at = thresholds.partition_point(|t| *t as f64 <= x);
            at.checked_sub(1).map_or(f64::NEG_INFINITY, |i| thresholds[i] as f64)
        };
        let above = |x: f64| {
            let at = thresholds.partition_point(|t| (*t as f64) < x);
            thresholds.get(at).map_or(f64::INFINITY, |t| *t as f64)
        };
        Float {
            lo: if joined.lo < self.lo { below(joined.lo) } else { self.lo },
            hi: if joined.hi > self.hi { above(joined.hi) } else { self.hi },
            ..joined
        }
        .rounded()
    }

    /// Neither a number nor NaN left?
    fn some(self) -> Option<Float> {
        (self.nan || !self.is_empty()).then_some(self)
    }

    /// Bounds that the format has, outwards.
    fn rounded(self) -> Float {
        if !self.single || self.is_empty() {
            return self;
        }
        let (lo, hi) = (self.lo as f32, self.hi as f32);
        let lo = if f64::from(lo) > self.lo { lo.next_down() } else { lo };
        let hi = if f64::from(hi) < self.hi { hi.next_up() } else { hi };
        Float { lo: lo.into(), hi: hi.into(), ..self }
    }

    fn has(&self, x: f64) -> bool {
        self.lo <= x && x <= self.hi
    }

    fn has_infinity(&self) -> bool {
        self.has(f64::INFINITY) || self.has(f64::NEG_INFINITY)
    }

    pub fn binary(op: BinaryOp, a: &Float, b: &Float) -> Float {
        let single = a.single;
        let nan = a.nan || b.nan;
        if a.is_empty() || b.is_empty() {
            return Float { nan: true, ..Float::constant(single, f64::NAN) };
        }
        let compute = |x: f64, y: f64| -> f64 {
            if single {
                crate::ir::meaning::binary_f32(op, x as f32, y as f32).into()
            } else {
                crate::ir::meaning::binary_f64(op, x, y)
            }
        };
        let invalid = match op {
            BinaryOp::FAdd => {
                a.has(f64::INFINITY) && b.has(f64::NEG_INFINITY) || a.has(f64::NEG_INFINITY) && b.has(f64::INFINITY)
            }
            BinaryOp::FSub => {
                a.has(f64::INFINITY) && b.has(f64::INFINITY) || a.has(f64::NEG_INFINITY) && b.has(f64::NEG_INFINITY)
            }
            BinaryOp::FMul => a.has(0.0) && b.has_infinity() || a.has_infinity() && b.has(0.0),
            _ => a.has(0.0) && b.has(0.0) || a.has_infinity() && b.has_infinity(),
        };
        if op == BinaryOp::FDiv && b.has(0.0) {
            return Float { nan: nan || invalid, ..Float::top(single) };
        }
        let (mut lo, mut hi) = (f64::INFINITY, f64::NEG_INFINITY);
        for (x, y) in [(a.lo, b.lo), (a.lo, b.hi), (a.hi, b.lo), (a.hi, b.hi)] {
            let z = compute(x, y);
            // A corner without a result says nothing of its neighbourhood.
            if z.is_nan() {
                return Float { nan: true, ..Float::top(single) };
            }
            (lo, hi) = (lo.min(z), hi.max(z));
        }
        Float { single, lo, hi, nan: nan || invalid }
    }

    pub fn negate(&self) -> Float {
        Float { lo: -self.hi, hi: -self.lo, ..*self }
    }

    pub fn abs(&self) -> Float {
        if self.is_empty() || self.lo >= 0.0 {
            *self
        } else if self.hi <= 0.0 {
            self.negate()
        } else {
            Float { lo: 0.0, hi: self.hi.max(-self.lo), ..*self }
        }
    }

    /// To the other format.
    pub fn convert(&self, single: bool) -> Float {
        if self.is_empty() || !single {
            return Float { single, ..*self };
        }
        Float { single, lo: (self.lo as f32).into(), hi: (self.hi as f32).into(), nan: self.nan }
    }

    /// Truncated towards zero, where all of it is a number within these bounds (exclusive ones outside).
    pub fn truncated(&self, min: f64, max: f64) -> Option<(i128, i128)> {
        if self.nan || self.is_empty() || self.lo.trunc() < min || self.hi.trunc() > max {
            return None;
        }
        Some((self.lo.trunc() as i128, self.hi.trunc() as i128))
    }

    pub fn math(func: MathFn, args: &[Float]) -> Float {
        let a = args[0];
        let single = a.single;
        let top = Float::top(single);
        if args.iter().any(|a| a.is_empty()) {
            return top;
        }
        let monotone = |f: fn(f64) -> f64| Float { lo: f(a.lo), hi: f(a.hi), ..a };
        match func {
            MathFn::Floor => monotone(f64::floor),
            MathFn::Ceil => monotone(f64::ceil),
            MathFn::Trunc => monotone(f64::trunc),
            MathFn::Round => monotone(f64::round),
            MathFn::Rint | MathFn::NearbyInt | MathFn::RoundEven => monotone(f64::round_ties_even),
            MathFn::Sqrt => {
                let lo = a.lo.max(0.0).sqrt();
                let hi = if a.hi < 0.0 { f64::NEG_INFINITY } else { a.hi.sqrt() };
                let lo = if a.hi < 0.0 { f64::INFINITY } else { lo };
                Float { single, lo, hi, nan: a.nan || a.lo < 0.0 }.outward()
            }
            MathFn::Sin | MathFn::Cos | MathFn::Erf | MathFn::Tanh => {
                let invalid = matches!(func, MathFn::Sin | MathFn::Cos) && a.has_infinity();
                Float { single, lo: -1.0, hi: 1.0, nan: a.nan || invalid }.outward()
            }
            MathFn::Exp | MathFn::Exp2 | MathFn::Cosh => Float { lo: 0.0, nan: a.nan, ..top },
            MathFn::Atan | MathFn::Atan2 => {
                Float { single, lo: -3.2, hi: 3.2, nan: args.iter().any(|a| a.nan) }.rounded()
            }
            MathFn::Fmin | MathFn::Fmax => {
                let b = args[1];
                let joined = Float { nan: a.nan && b.nan, ..a.join(&b) };
                if a.nan || b.nan {
                    joined
                } else if func == MathFn::Fmin {
                    Float { hi: a.hi.min(b.hi), ..joined }
                } else {
                    Float { lo: a.lo.max(b.lo), ..joined }
                }
            }
            _ => top,
        }
    }

    /// Some room for what a library rounds as it likes.
    fn outward(self) -> Float {
        let mut wide = self;
        for _ in 0..4 {
            if self.single {
                wide.lo = f64::from((wide.lo as f32).next_down());
                wide.hi = f64::from((wide.hi as f32).next_up());
            } else {
                wide.lo = wide.lo.next_down();
                wide.hi = wide.hi.next_up();
            }
        }
        wide
    }

    /// The outcome of a comparison, where it is always the same.
    pub fn compare(cond: FloatCond, a: &Float, b: &Float) -> Option<bool> {
        let holds = Float::refine(cond, a, b).is_some();
        let fails = Float::refine(cond.negated(), a, b).is_some();
        match (holds, fails) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    }

    /// What is left of both when the comparison holds; `None` if it never does.
    pub fn refine(cond: FloatCond, a: &Float, b: &Float) -> Option<(Float, Float)> {
        use FloatCond::*;
        // An unordered comparison holds on NaN, or as its ordered partner.
        let ordered = match cond {
            Ueq => Some(Oeq),
            Une => Some(One),
            Ult => Some(Olt),
            Ule => Some(Ole),
            Ugt => Some(Ogt),
            Uge => Some(Oge),
            _ => None,
        };
        if let Some(ordered) = ordered {
            if a.nan || b.nan {
                return Some((*a, *b));
            }
            return Float::refine(ordered, a, b);
        }
        if cond == Uno {
            return (a.nan || b.nan).then_some((*a, *b));
        }
        let (a, b) = (Float { nan: false, ..*a }, Float { nan: false, ..*b });
        if a.is_empty() || b.is_empty() {
            return None;
        }
        // The largest number of the format below x, and the smallest above.
        let down = |x: f64| if a.single { f64::from((x as f32).next_down()) } else { x.next_down() };
        let up = |x: f64| if a.single { f64::from((x as f32).next_up()) } else { x.next_up() };
        let (x, y) = match cond {
            Oeq => {
                let both = a.meet(&b)?;
                (both, both)
            }
            One => {
                if a.lo == a.hi && b.lo == b.hi && a.lo == b.lo {
                    return None;
                }
                (a, b)
            }
            Olt | Ole => {
                let strict = cond == Olt;
                if strict && (b.hi == f64::NEG_INFINITY || a.lo == f64::INFINITY) {
                    return None;
                }
                let hi = if strict { down(b.hi) } else { b.hi };
                let lo = if strict { up(a.lo) } else { a.lo };
                (Float { hi: a.hi.min(hi), ..a }, Float { lo: b.lo.max(lo), ..b })
            }
            Ogt | Oge => {
                let cond = if cond == Ogt { Olt } else { Ole };
                return Float::refine(cond, &b, &a).map(|(b, a)| (a, b));
            }
            _ => (a, b),
        };
        Some((x.some()?, y.some()?))
    }
}

impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_top() {
            return f.write_str("any");
        }
        if self.is_empty() {
            return f.write_str("NaN");
        }
        write!(f, "[{:?}, {:?}]{}", self.lo, self.hi, if self.nan { " or NaN" } else { "" })
    }
}
