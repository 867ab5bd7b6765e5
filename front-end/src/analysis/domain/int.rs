//! What is known of an integer: a reduced product of four views.
//!
//! Each view describes a set of bit patterns; the value is the intersection:
//! * the number read as signed lies in `[smin, smax]`;
//! * the number read as unsigned lies in `[umin, umax]`;
//! * bits in `zeros` are 0, bits in `ones` are 1;
//! * the signed number is `rest` modulo `stride` (stride 0: it *is* `rest`; stride 1 says nothing).
//!
//! Two intervals instead of one wrapped interval: a set that is contiguous in either reading is exact, and an
//! operation that wraps in one reading usually does not in the other. [`Int::reduce`] lets every view sharpen the
//! others; every operation ends with it. The congruence is Granger's (1989). Arithmetic that wraps keeps of a stride
//! only its common divisor with 2^width, because wrapping adds multiples of that.

use crate::ir::meaning::wide;
use std::fmt;

/// A set of integers of one width; never empty (an empty set is `None` where one can come out).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Int {
    pub width: u32,
    pub smin: i128,
    pub smax: i128,
    pub umin: u128,
    pub umax: u128,
    pub zeros: u128,
    pub ones: u128,
    pub stride: u128,
    pub rest: i128,
}

pub fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The largest strides kept: products of two stay far from overflow.
const MAX_STRIDE: u128 = 1 << 62;

pub fn min_signed(width: u32) -> i128 {
    i128::MIN >> (128 - width)
}

pub fn max_signed(width: u32) -> i128 {
    i128::MAX >> (128 - width)
}

impl Int {
    pub fn top(width: u32) -> Int {
        Int {
            width,
            smin: min_signed(width),
            smax: max_signed(width),
            umin: 0,
            umax: wide::mask(width),
            zeros: 0,
            ones: 0,
            stride: 1,
            rest: 0,
        }
    }

    pub fn constant(width: u32, bits: u128) -> Int {
        let bits = bits & wide::mask(width);
        let signed = wide::signed(width, bits);
        Int {
            width,
            smin: signed,
            smax: signed,
            umin: bits,
            umax: bits,
            zeros: !bits & wide::mask(width),
            ones: bits,
            stride: 0,
            rest: signed,
        }
    }

    pub fn bool(value: Option<bool>) -> Int {
        value.map_or(Int::top(1), |b| Int::constant(1, b.into()))
    }

    /// All numbers between the signed bounds; those outside the width are cut off.
    pub fn signed(width: u32, min: i128, max: i128) -> Option<Int> {
        let top = Int::top(width);
        Int { smin: min.max(top.smin), smax: max.min(top.smax), ..top }.reduce()
    }

    /// All numbers between the unsigned bounds.
    pub fn unsigned(width: u32, min: u128, max: u128) -> Option<Int> {
        let top = Int::top(width);
        Int { umin: min, umax: max.min(top.umax), ..top }.reduce()
    }

    pub fn as_constant(&self) -> Option<u128> {
        (self.umin == self.umax).then_some(self.umin)
    }

    pub fn is_top(&self) -> bool {
        *self == Int::top(self.width)
    }

    pub fn contains(&self, bits: u128) -> bool {
        let signed = wide::signed(self.width, bits);
        (self.smin..=self.smax).contains(&signed)
            && (self.umin..=self.umax).contains(&bits)
            && bits & self.zeros == 0
            && bits & self.ones == self.ones
            && congruent(signed, self.rest, self.stride)
    }

    /// Lets each view sharpen the others; `None` if no number is left.
    pub fn reduce(mut self) -> Option<Int> {
        for _ in 0..4 {
            let before = self;
            self = self.reduce_once()?;
            if self == before {
                break;
            }
        }
        Some(self)
    }

    fn reduce_once(mut self) -> Option<Int> {
        let (mask, sign) = (wide::mask(self.width), 1u128 << (self.width - 1));
        // Signed bounds to unsigned ones, where the sign is known.
        if self.smin >= 0 {
            self.umin = self.umin.max(self.smin as u128);
            self.umax = self.umax.min(self.smax.max(0) as u128);
        } else if self.smax < 0 {
            self.umin = self.umin.max(self.smin as u128 & mask);
            self.umax = self.umax.min(self.smax as u128 & mask);
        }
        if self.smin < 0 && self.smax >= 0 {
            // The unsigned bounds may leave only one sign.
            if self.umin > self.smax as u128 {
                self.smax = -1;
            }
            if self.umax < self.smin as u128 & mask {
                self.smin = 0;
            }
        }
        if self.umax < sign {
            self.smin = self.smin.max(self.umin as i128);
            self.smax = self.smax.min(self.umax as i128);
        } else if self.umin >= sign {
            self.smin = self.smin.max(wide::signed(self.width, self.umin));
            self.smax = self.smax.min(wide::signed(self.width, self.umax));
        }
        if self.smin > self.smax || self.umin > self.umax {
            return None;
        }
        // Bounds and bits.
        let agree = !((self.umin ^ self.umax) | fill(self.umin ^ self.umax)) & mask;
        self.ones |= self.umin & agree;
        self.zeros |= !self.umin & agree;
        self.umin = self.umin.max(self.ones);
        self.umax = self.umax.min(mask & !self.zeros);
        if self.ones & self.zeros != 0 {
            return None;
        }
        // Low bits and the stride.
        let known = (self.zeros | self.ones).trailing_ones().min(self.width);
        if self.stride != 0 && known > 0 && known < 62 && self.width > known {
            let power = 1u128 << known;
            let low = (self.ones & (power - 1)) as i128;
            match meet_congruence((self.stride, self.rest), (power, low)) {
                Some((stride, rest)) => (self.stride, self.rest) = (stride, rest),
                None => return None,
            }
        }
        let even = if self.stride == 0 { 0 } else { self.stride.trailing_zeros().min(self.width) };
        if even > 0 {
            let low = (1u128 << even) - 1;
            self.ones |= self.rest as u128 & low;
            self.zeros |= !(self.rest as u128) & low;
            if self.ones & self.zeros != 0 {
                return None;
            }
        }
        // The stride moves the bounds inwards.
        if self.stride > 1 {
            let stride = self.stride as i128;
            let up = (self.rest - self.smin % stride).rem_euclid(stride);
            let down = (self.smax % stride - self.rest).rem_euclid(stride);
            self.smin = self.smin.checked_add(up)?;
            self.smax = self.smax.checked_sub(down)?;
            if self.smin > self.smax {
                return None;
            }
        }
        if self.stride == 0 && !(self.smin..=self.smax).contains(&self.rest) {
            return None;
        }
        if self.stride == 0 || self.smin == self.smax || self.umin == self.umax {
            let signed = if self.stride == 0 {
                self.rest
            } else if self.smin == self.smax {
                self.smin
            } else {
                wide::signed(self.width, self.umin)
            };
            let bits = signed as u128 & mask;
            return self.contains(bits).then(|| Int::constant(self.width, bits));
        }
        Some(self)
    }

    pub fn join(&self, other: &Int) -> Int {
        debug_assert_eq!(self.width, other.width);
        let (stride, rest) = join_congruence((self.stride, self.rest), (other.stride, other.rest));
        let joined = Int {
            width: self.width,
            smin: self.smin.min(other.smin),
            smax: self.smax.max(other.smax),
            umin: self.umin.min(other.umin),
            umax: self.umax.max(other.umax),
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            stride,
            rest,
        };
        joined.reduce().unwrap_or(joined)
    }

    pub fn meet(&self, other: &Int) -> Option<Int> {
        let (stride, rest) = meet_congruence((self.stride, self.rest), (other.stride, other.rest))?;
        Int {
            width: self.width,
            smin: self.smin.max(other.smin),
            smax: self.smax.min(other.smax),
            umin: self.umin.max(other.umin),
            umax: self.umax.min(other.umax),
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            stride,
            rest,
        }
        .reduce()
    }

    /// Is every number of this set in the other?
    pub fn is_in(&self, other: &Int) -> bool {
        self.smin >= other.smin
            && self.smax <= other.smax
            && self.umin >= other.umin
            && self.umax <= other.umax
            && other.zeros & !self.zeros == 0
            && other.ones & !self.ones == 0
            && (other.stride == 1
                || self.stride.checked_rem(other.stride).is_none_or(|r| r == 0)
                    && (other.stride != 0 || self.stride == 0)
                    && congruent(self.rest, other.rest, other.stride))
    }

    /// Goes from `self` to a set that holds both, in few steps: a bound that moves goes to the next threshold.
    pub fn widen(&self, next: &Int, thresholds: &[i128]) -> Int {
        let joined = self.join(next);
        let (low, high) = (min_signed(self.width), max_signed(self.width));
        let below = |x: i128, floor: i128| {
            let at = thresholds.partition_point(|t| *t <= x);
            at.checked_sub(1).map_or(floor, |i| thresholds[i].max(floor))
        };
        let above = |x: i128, ceiling: i128| {
            let at = thresholds.partition_point(|t| *t < x);
            thresholds.get(at).map_or(ceiling, |t| (*t).min(ceiling))
        };
        let lost = (self.zeros & !joined.zeros) | (self.ones & !joined.ones);
        // Without thresholds there is no patience either: a view that changes is given up.
        let hard = thresholds.is_empty();
        let kept = match lost {
            0 => u128::MAX,
            _ if hard => 0,
            _ => (1 << lost.trailing_zeros()) - 1,
        };
        let (stride, rest) = if hard && joined.stride != self.stride { (1, 0) } else { (joined.stride, joined.rest) };
        let unsigned_max = wide::mask(self.width);
        let wide = Int {
            smin: if joined.smin < self.smin { below(joined.smin, low) } else { self.smin },
            smax: if joined.smax > self.smax { above(joined.smax, high) } else { self.smax },
            umin: match joined.umin < self.umin {
                true => i128::try_from(joined.umin).map_or(0, |x| below(x, 0) as u128),
                false => self.umin,
            },
            umax: match joined.umax > self.umax {
                true => match i128::try_from(joined.umax) {
                    Ok(x) => (above(x, i128::MAX) as u128).min(unsigned_max),
                    Err(_) => unsigned_max,
                },
                false => self.umax,
            },
            zeros: joined.zeros & kept,
            ones: joined.ones & kept,
            stride,
            rest,
            ..joined
        };
        wide.reduce().unwrap_or(wide)
    }

    /// Cuts the stride to what survives wrapping.
    pub(super) fn wrapped_stride(stride: u128, rest: i128, width: u32) -> (u128, i128) {
        let power = 1u128 << width.min(61);
        let stride = if stride == 0 { power } else { gcd(stride, power) };
        if stride <= 1 { (1, 0) } else { (stride, rest.rem_euclid(stride as i128)) }
    }
}

/// All bits below the highest set one.
pub(super) fn fill(x: u128) -> u128 {
    if x == 0 { 0 } else { u128::MAX >> x.leading_zeros() }
}

pub(super) fn congruent(value: i128, rest: i128, stride: u128) -> bool {
    match stride {
        0 => value == rest,
        1 => true,
        _ => value.rem_euclid(stride as i128) == rest.rem_euclid(stride as i128),
    }
}

/// Brings a stride into range and a rest below it.
pub(super) fn normal(stride: u128, rest: i128) -> (u128, i128) {
    match stride {
        0 => (0, rest),
        1 => (1, 0),
        _ if stride > MAX_STRIDE => (1, 0),
        _ => (stride, rest.rem_euclid(stride as i128)),
    }
}

fn join_congruence((m, r): (u128, i128), (n, s): (u128, i128)) -> (u128, i128) {
    match r.checked_sub(s) {
        Some(difference) => normal(gcd(gcd(m, n), difference.unsigned_abs()), r),
        None => (1, 0),
    }
}

/// The congruence of numbers in both; where the exact one would be large, one of the two. `None` if there is none.
fn meet_congruence((m, r): (u128, i128), (n, s): (u128, i128)) -> Option<(u128, i128)> {
    if m == 0 || n == 0 {
        let ((value, _), (rest, stride)) = if m == 0 { ((r, m), (s, n)) } else { ((s, n), (r, m)) };
        return congruent(value, rest, stride).then_some((0, value));
    }
    let g = gcd(m, n);
    if !congruent(r, s, g) {
        return None;
    }
    if m.is_multiple_of(n) {
        return Some((m, r));
    }
    if n.is_multiple_of(m) {
        return Some((n, s));
    }
    let both = (m / g).checked_mul(n).filter(|both| *both <= 1 << 32);
    let Some(both) = both else { return Some(if m >= n { (m, r) } else { (n, s) }) };
    // Few steps: `both` is small and n / g divides it.
    let mut x = r.rem_euclid(m as i128);
    for _ in 0..(n / g).min(4096) {
        if congruent(x, s, n) {
            return Some(normal(both, x));
        }
        x += m as i128;
    }
    Some(if m >= n { (m, r) } else { (n, s) })
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.as_constant().is_some() {
            return write!(f, "{}", self.smin);
        }
        if self.is_top() {
            return f.write_str("any");
        }
        let full = Int::top(self.width);
        if (self.smin, self.smax) != (full.smin, full.smax) {
            write!(f, "[{}, {}]", self.smin, self.smax)?;
        } else {
            write!(f, "[{}, {}]u", self.umin, self.umax)?;
        }
        if self.stride > 1 {
            write!(f, " = {} mod {}", self.rest, self.stride)?;
        }
        Ok(())
    }
}
