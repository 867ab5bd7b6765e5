//! The integer operations on [`Int`]: each result holds every concrete result of `ir::meaning`.

use super::int::{Int, congruent, fill, gcd, max_signed, min_signed, normal};
use crate::ir::meaning::wide;
use crate::ir::{BinaryOp, DivOp, IntCond, UnaryOp};

type Congruence = (u128, i128);

/// Bounds, exact or none.
type Bounds<T> = Option<(T, T)>;

impl Int {
    /// From exact bounds where the operation does not leave the width, and a congruence of the exact result.
    fn from_parts(
        width: u32,
        signed: Bounds<i128>,
        unsigned: Bounds<u128>,
        exact: Option<Congruence>,
        bits: (u128, u128),
    ) -> Int {
        let top = Int::top(width);
        let signed = signed.filter(|(lo, hi)| *lo >= top.smin && *hi <= top.smax);
        let unsigned = unsigned.filter(|(_, hi)| *hi <= top.umax);
        let (stride, rest) = match (exact, signed) {
            (Some((m, r)), Some(_)) => normal(m, r),
            (Some((m, r)), None) => Int::wrapped_stride(m, r, width),
            _ => (1, 0),
        };
        let (smin, smax) = signed.unwrap_or((top.smin, top.smax));
        let (umin, umax) = unsigned.unwrap_or((top.umin, top.umax));
        let result = Int { width, smin, smax, umin, umax, zeros: bits.0, ones: bits.1, stride, rest };
        result.reduce().unwrap_or(top)
    }

    fn congruence(&self) -> Congruence {
        (self.stride, self.rest)
    }

    pub fn binary(op: BinaryOp, a: &Int, b: &Int) -> Int {
        let width = a.width;
        if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant())
            && !op.is_float()
        {
            let width = if op.is_overflow_test() { 1 } else { width };
            return Int::constant(width, wide::binary(op, a.width, x, y));
        }
        match op {
            BinaryOp::Add | BinaryOp::PtrAdd => a.add(b),
            BinaryOp::Sub => a.sub(b),
            BinaryOp::Mul => a.mul(b),
            BinaryOp::And => {
                let bits = (a.zeros | b.zeros, a.ones & b.ones);
                Int::from_parts(width, None, Some((0, a.umax.min(b.umax))), None, bits)
            }
            BinaryOp::Or => {
                let high = fill(a.umax | b.umax);
                let bits = (a.zeros & b.zeros, a.ones | b.ones);
                Int::from_parts(width, None, Some((a.umin.max(b.umin), high)), None, bits)
            }
            BinaryOp::Xor => {
                let known = (a.zeros | a.ones) & (b.zeros | b.ones);
                let ones = (a.ones ^ b.ones) & known;
                Int::from_parts(width, None, Some((0, fill(a.umax | b.umax))), None, (known & !ones, ones))
            }
            BinaryOp::Shl | BinaryOp::Lshr | BinaryOp::Ashr => a.shift(op, b),
            BinaryOp::SaddOverflow => overflow(width, a.smin.checked_add(b.smin).zip(a.smax.checked_add(b.smax))),
            BinaryOp::SsubOverflow => overflow(width, a.smin.checked_sub(b.smax).zip(a.smax.checked_sub(b.smin))),
            BinaryOp::SmulOverflow => overflow(width, corners(a, b)),
            BinaryOp::UaddOverflow => unsigned_overflow(width, a.umin.checked_add(b.umin), a.umax.checked_add(b.umax)),
            BinaryOp::UmulOverflow => unsigned_overflow(width, a.umin.checked_mul(b.umin), a.umax.checked_mul(b.umax)),
            BinaryOp::UsubOverflow => Int::bool(Int::compare(IntCond::Ult, a, b)),
            BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv => Int::top(width),
        }
    }

    fn add(&self, b: &Int) -> Int {
        let a = self;
        let signed = a.smin.checked_add(b.smin).zip(a.smax.checked_add(b.smax));
        let unsigned = a.umin.checked_add(b.umin).zip(a.umax.checked_add(b.umax));
        // A sum of which every value wraps is contiguous again.
        let mask = wide::mask(a.width);
        let unsigned = unsigned
            .map(|(lo, hi)| if lo > mask && hi <= mask.saturating_mul(2) { (lo & mask, hi & mask) } else { (lo, hi) });
        let bits = add_bits(a.width, (a.zeros, a.ones), (b.zeros, b.ones), false);
        Int::from_parts(a.width, signed, unsigned, sum(a.congruence(), b.congruence(), false), bits)
    }

    fn sub(&self, b: &Int) -> Int {
        let a = self;
        let signed = a.smin.checked_sub(b.smax).zip(a.smax.checked_sub(b.smin));
        let unsigned = a.umin.checked_sub(b.umax).zip(a.umax.checked_sub(b.umin));
        let bits = add_bits(a.width, (a.zeros, a.ones), (b.ones, b.zeros), true);
        Int::from_parts(a.width, signed, unsigned, sum(a.congruence(), b.congruence(), true), bits)
    }

    fn mul(&self, b: &Int) -> Int {
        let a = self;
        let unsigned = a.umin.checked_mul(b.umin).zip(a.umax.checked_mul(b.umax));
        Int::from_parts(a.width, corners(a, b), unsigned, product(a.congruence(), b.congruence()), (0, 0))
    }

    fn shift(&self, op: BinaryOp, count: &Int) -> Int {
        let (a, width) = (self, self.width);
        if count.umax >= width.into() || width == 1 {
            return Int::top(width);
        }
        let (few, many) = (count.umin as u32, count.umax as u32);
        match op {
            BinaryOp::Shl => {
                if few == many && few < width.min(100) {
                    let mut shifted = a.mul(&Int::constant(width, 1 << few));
                    let low = (1u128 << few) - 1;
                    shifted.zeros |= ((a.zeros << few) | low) & wide::mask(width);
                    shifted.ones |= (a.ones << few) & wide::mask(width);
                    return shifted.reduce().unwrap_or(Int::top(width));
                }
                let low = a.umin.checked_shl(few).filter(|x| x >> few == a.umin);
                let high = a.umax.checked_shl(many).filter(|x| x >> many == a.umax);
                Int::from_parts(width, None, low.zip(high), None, ((1 << few) - 1, 0))
            }
            BinaryOp::Lshr => {
                let exact = few == many;
                let above = wide::mask(width) & !(wide::mask(width) >> few);
                let bits = if exact { ((a.zeros >> few) | above, a.ones >> few) } else { (above, 0) };
                Int::from_parts(width, None, Some((a.umin >> many, a.umax >> few)), None, bits)
            }
            _ => {
                let low = if a.smin < 0 { a.smin >> few } else { a.smin >> many };
                let high = if a.smax < 0 { a.smax >> many } else { a.smax >> few };
                Int::from_parts(width, Some((low, high)), None, None, (0, 0))
            }
        }
    }

    /// The quotient or remainder, given that there is one; `None` if there never is.
    pub fn divide(op: DivOp, a: &Int, b: &Int) -> Option<Int> {
        let width = a.width;
        if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
            return wide::divide(op, width, x, y).map(|q| Int::constant(width, q));
        }
        if b.umax == 0 {
            return None;
        }
        Some(match op {
            DivOp::Udiv => {
                let bounds = (a.umin / b.umax, a.umax / b.umin.max(1));
                Int::from_parts(width, None, Some(bounds), None, (0, 0))
            }
            DivOp::Urem => {
                if a.umax < b.umin {
                    return Some(*a);
                }
                let bounds = (0, a.umax.min(b.umax - 1));
                let power = b.as_constant().filter(|b| b.is_power_of_two());
                let bits = power.map_or((0, 0), |p| (a.zeros & (p - 1), a.ones & (p - 1)));
                Int::from_parts(width, None, Some(bounds), None, bits)
            }
            DivOp::Sdiv => {
                let mut bounds: Bounds<i128> = None;
                let mut exact = true;
                let mut add = |x: i128, y: i128| match x.checked_div(y) {
                    Some(q) => bounds = Some(bounds.map_or((q, q), |(lo, hi)| (lo.min(q), hi.max(q)))),
                    None => exact = false,
                };
                for (low, high) in [(b.smin.max(1), b.smax), (b.smin, b.smax.min(-1))] {
                    if low <= high {
                        for y in [low, high] {
                            add(a.smin, y);
                            add(a.smax, y);
                            if a.smin < 0 && a.smax > 0 {
                                add(0, y);
                            }
                        }
                    }
                }
                Int::from_parts(width, bounds.filter(|_| exact), None, None, (0, 0))
            }
            DivOp::Srem => {
                let size = b.smin.unsigned_abs().max(b.smax.unsigned_abs());
                let most = i128::try_from(size - 1).unwrap_or(i128::MAX);
                if a.smin >= 0 && b.smin > a.smax {
                    return Some(*a);
                }
                let low = if a.smin < 0 { a.smin.max(-most) } else { 0 };
                let high = if a.smax > 0 { a.smax.min(most) } else { 0 };
                Int::from_parts(width, Some((low, high)), None, None, (0, 0))
            }
        })
    }

    /// Integer to integer.
    pub fn cast(&self, op: UnaryOp, to: u32) -> Int {
        let a = self;
        if let Some(bits) = a.as_constant() {
            let bits = if op == UnaryOp::Sext { wide::signed(a.width, bits) as u128 } else { bits };
            return Int::constant(to, bits);
        }
        let (mask, from_mask) = (wide::mask(to), wide::mask(a.width));
        match op {
            UnaryOp::Trunc => {
                let same = a.umin >> to == a.umax >> to;
                let unsigned = same.then_some((a.umin & mask, a.umax & mask));
                Int::from_parts(
                    to,
                    Some((a.smin, a.smax)),
                    unsigned,
                    Some(a.congruence()),
                    (a.zeros & mask, a.ones & mask),
                )
            }
            UnaryOp::Zext => {
                let unsigned = (a.umin, a.umax);
                let (stride, rest) =
                    if a.smin >= 0 { a.congruence() } else { Int::wrapped_stride(a.stride, a.rest, a.width) };
                let signed = (a.umin as i128, a.umax as i128);
                Int::from_parts(
                    to,
                    Some(signed),
                    Some(unsigned),
                    Some((stride, rest)),
                    (a.zeros | (mask & !from_mask), a.ones),
                )
            }
            _ => {
                let sign = 1u128 << (a.width - 1);
                let above = mask & !from_mask;
                let zeros = a.zeros | if a.zeros & sign != 0 { above } else { 0 };
                let ones = a.ones | if a.ones & sign != 0 { above } else { 0 };
                Int::from_parts(to, Some((a.smin, a.smax)), None, Some(a.congruence()), (zeros, ones))
            }
        }
    }

    /// `clz` and the like.
    pub fn count(&self, op: UnaryOp) -> Int {
        let (a, width) = (self, self.width);
        if let Some(bits) = a.as_constant() {
            return Int::constant(width, wide::count(op, width, bits));
        }
        let bounds = match op {
            UnaryOp::Clz => {
                let zeros = |x: u128| u128::from(x.leading_zeros() - (128 - width));
                (zeros(a.umax), zeros(a.umin))
            }
            UnaryOp::Ctz => {
                let low = (a.zeros.trailing_ones()).min(width);
                let high = if a.ones == 0 { width } else { a.ones.trailing_zeros() };
                (low.into(), high.into())
            }
            UnaryOp::Popcnt => (a.ones.count_ones().into(), u128::from(width - a.zeros.count_ones())),
            _ => return Int::top(width),
        };
        Int::from_parts(width, None, Some(bounds), None, (0, 0))
    }

    /// The outcome of a comparison, where it is always the same.
    pub fn compare(cond: IntCond, a: &Int, b: &Int) -> Option<bool> {
        match cond {
            IntCond::Eq => {
                if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
                    return Some(x == y);
                }
                a.meet(b).is_none().then_some(false)
            }
            IntCond::Ne => Int::compare(IntCond::Eq, a, b).map(|equal| !equal),
            IntCond::Slt if a.smax < b.smin => Some(true),
            IntCond::Slt if a.smin >= b.smax => Some(false),
            IntCond::Sle if a.smax <= b.smin => Some(true),
            IntCond::Sle if a.smin > b.smax => Some(false),
            IntCond::Ult if a.umax < b.umin => Some(true),
            IntCond::Ult if a.umin >= b.umax => Some(false),
            IntCond::Ule if a.umax <= b.umin => Some(true),
            IntCond::Ule if a.umin > b.umax => Some(false),
            IntCond::Slt | IntCond::Sle | IntCond::Ult | IntCond::Ule => None,
            IntCond::Sgt => Int::compare(IntCond::Slt, b, a),
            IntCond::Sge => Int::compare(IntCond::Sle, b, a),
            IntCond::Ugt => Int::compare(IntCond::Ult, b, a),
            IntCond::Uge => Int::compare(IntCond::Ule, b, a),
        }
    }

    /// What is left of both when the comparison holds; `None` if it never does.
    pub fn refine(cond: IntCond, a: &Int, b: &Int) -> Option<(Int, Int)> {
        match cond {
            IntCond::Eq => {
                let both = a.meet(b)?;
                Some((both, both))
            }
            IntCond::Ne => Some((a.without(b)?, b.without(a)?)),
            IntCond::Slt | IntCond::Sle => {
                let less = i128::from(cond == IntCond::Slt);
                let x = Int { smax: a.smax.min(b.smax.checked_sub(less)?), ..*a }.reduce()?;
                let y = Int { smin: b.smin.max(a.smin.checked_add(less)?), ..*b }.reduce()?;
                Some((x, y))
            }
            IntCond::Ult | IntCond::Ule => {
                let less = u128::from(cond == IntCond::Ult);
                let x = Int { umax: a.umax.min(b.umax.checked_sub(less)?), ..*a }.reduce()?;
                let y = Int { umin: b.umin.max(a.umin.checked_add(less)?), ..*b }.reduce()?;
                Some((x, y))
            }
            IntCond::Sgt | IntCond::Sge | IntCond::Ugt | IntCond::Uge => {
                Int::refine(cond.swapped(), b, a).map(|(b, a)| (a, b))
            }
        }
    }

    /// Without a constant at one of the bounds.
    fn without(&self, other: &Int) -> Option<Int> {
        let Some(bits) = other.as_constant() else { return Some(*self) };
        let signed = wide::signed(self.width, bits);
        let mut left = *self;
        if self.as_constant() == Some(bits) {
            return None;
        }
        left.smin += i128::from(left.smin == signed);
        left.smax -= i128::from(left.smax == signed);
        left.umin += u128::from(left.umin == bits);
        left.umax -= u128::from(left.umax == bits);
        left.reduce()
    }
}

fn corners(a: &Int, b: &Int) -> Bounds<i128> {
    let mut bounds: Bounds<i128> = None;
    for (x, y) in [(a.smin, b.smin), (a.smin, b.smax), (a.smax, b.smin), (a.smax, b.smax)] {
        let product = x.checked_mul(y)?;
        bounds = Some(bounds.map_or((product, product), |(lo, hi)| (lo.min(product), hi.max(product))));
    }
    bounds
}

fn overflow(width: u32, exact: Bounds<i128>) -> Int {
    let Some((lo, hi)) = exact else { return Int::top(1) };
    let (min, max) = (min_signed(width), max_signed(width));
    Int::bool(if lo >= min && hi <= max {
        Some(false)
    } else if hi < min || lo > max {
        Some(true)
    } else {
        None
    })
}

fn unsigned_overflow(width: u32, low: Option<u128>, high: Option<u128>) -> Int {
    let max = wide::mask(width);
    Int::bool(match (low, high) {
        (_, Some(high)) if high <= max => Some(false),
        (None, _) => Some(true),
        (Some(low), _) if low > max => Some(true),
        _ => None,
    })
}

fn sum((m, r): Congruence, (n, s): Congruence, minus: bool) -> Option<Congruence> {
    let rest = if minus { r.checked_sub(s)? } else { r.checked_add(s)? };
    Some((gcd(m, n), rest))
}

fn product((m, r): Congruence, (n, s): Congruence) -> Option<Congruence> {
    let parts = [m.checked_mul(n)?, m.checked_mul(s.unsigned_abs())?, n.checked_mul(r.unsigned_abs())?];
    let stride = gcd(gcd(parts[0], parts[1]), parts[2]);
    let rest = r.checked_mul(s)?;
    debug_assert!(congruent(rest, rest, stride));
    Some((stride, rest))
}

/// Known bits of `a + b + carry`: a bit is known where both operands' bits and the carry into it are.
fn add_bits(width: u32, a: (u128, u128), b: (u128, u128), carry: bool) -> (u128, u128) {
    let mask = wide::mask(width);
    let most = (!a.0 & mask).wrapping_add(!b.0 & mask).wrapping_add(carry.into());
    let least = a.1.wrapping_add(b.1).wrapping_add(carry.into());
    let carry_zero = !(most ^ a.0 ^ b.0);
    let carry_one = least ^ a.1 ^ b.1;
    let known = (a.0 | a.1) & (b.0 | b.1) & (carry_zero | carry_one) & mask;
    (!most & known, least & known)
}
