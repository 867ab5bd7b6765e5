//! How far a value is from what is wanted.
//!
//! All distances are at least 0, and 0 exactly when the wish is fulfilled. Integers: the difference, plus 1 where
//! equality is not enough; floats: the same, counted in neighbours on the ordered-integer map. A comparison that is
//! wanted false is the opposite comparison wanted true. The formulas are kept so simple that compiled code can repeat
//! them: an unsigned difference of 64 bits, rounded to the nearest double, plus 1.0.

use rarebit_front_end::ir::meaning::{narrow, wide};
use rarebit_front_end::ir::{BinaryOp, DivOp, FloatCond, IntCond};
use rarebit_learners::{ordered, ordered_single};

/// As far as a float comparison can be: between a number and NaN.
pub const NAN: f64 = 18446744073709551616.0;

/// To an integer comparison being true.
pub fn compare(cond: IntCond, width: u32, a: u128, b: u128) -> f64 {
    if width > 64 {
        return compare_wide(cond, width, a, b);
    }
    let (a, b) = (a as u64, b as u64);
    if narrow::compare(cond, width, a, b) {
        return 0.0;
    }
    let (x, y) = (narrow::signed(width, a), narrow::signed(width, b));
    // The comparison fails, so the order of the operands is known.
    match cond {
        IntCond::Eq => x.abs_diff(y) as f64,
        IntCond::Ne => 1.0,
        IntCond::Slt => x.wrapping_sub(y) as u64 as f64 + 1.0,
        IntCond::Sle => x.wrapping_sub(y) as u64 as f64,
        IntCond::Sgt => y.wrapping_sub(x) as u64 as f64 + 1.0,
        IntCond::Sge => y.wrapping_sub(x) as u64 as f64,
        IntCond::Ult => a.wrapping_sub(b) as f64 + 1.0,
        IntCond::Ule => a.wrapping_sub(b) as f64,
        IntCond::Ugt => b.wrapping_sub(a) as f64 + 1.0,
        IntCond::Uge => b.wrapping_sub(a) as f64,
    }
}

fn compare_wide(cond: IntCond, width: u32, a: u128, b: u128) -> f64 {
    if wide::compare(cond, width, a, b) {
        return 0.0;
    }
    let (x, y) = (wide::signed(width, a), wide::signed(width, b));
    match cond {
        IntCond::Eq => x.abs_diff(y) as f64,
        IntCond::Ne => 1.0,
        IntCond::Slt | IntCond::Sgt => x.abs_diff(y) as f64 + 1.0,
        IntCond::Sle | IntCond::Sge => x.abs_diff(y) as f64,
        IntCond::Ult | IntCond::Ugt => a.abs_diff(b) as f64 + 1.0,
        IntCond::Ule | IntCond::Uge => a.abs_diff(b) as f64,
    }
}

/// To equality of values made by masks and exclusive or: how many bits differ.
pub fn bits(equal: bool, a: u128, b: u128) -> f64 {
    match (equal, a == b) {
        (true, _) => f64::from((a ^ b).count_ones()),
        (false, true) => 1.0,
        (false, false) => 0.0,
    }
}

/// To a float comparison being as wanted. The bits are those of `f32` when `single`.
pub fn float(cond: FloatCond, single: bool, want: bool, a: u128, b: u128) -> f64 {
    let cond = if want { cond } else { cond.negated() };
    let number = |bits: u128| {
        if single {
            let x = f32::from_bits(bits as u32);
            (x.is_nan(), ordered_single(x))
        } else {
            let x = f64::from_bits(bits as u64);
            (x.is_nan(), ordered(x))
        }
    };
    let ((a_nan, x), (b_nan, y)) = (number(a), number(b));
    let unordered = a_nan || b_nan;
    let ordered_cond = match cond {
        FloatCond::Ord => return if unordered { NAN } else { 0.0 },
        FloatCond::Uno => return if unordered { 0.0 } else { NAN },
        FloatCond::Oeq | FloatCond::One | FloatCond::Olt | FloatCond::Ole | FloatCond::Ogt | FloatCond::Oge => {
            if unordered {
                return NAN;
            }
            cond
        }
        FloatCond::Ueq | FloatCond::Une | FloatCond::Ult | FloatCond::Ule | FloatCond::Ugt | FloatCond::Uge => {
            if unordered {
                return 0.0;
            }
            cond
        }
    };
    let int = match ordered_cond {
        FloatCond::Oeq | FloatCond::Ueq => IntCond::Eq,
        FloatCond::One | FloatCond::Une => IntCond::Ne,
        FloatCond::Olt | FloatCond::Ult => IntCond::Slt,
        FloatCond::Ole | FloatCond::Ule => IntCond::Sle,
        FloatCond::Ogt | FloatCond::Ugt => IntCond::Sgt,
        _ => IntCond::Sge,
    };
    compare(int, 64, (x as u64).into(), (y as u64).into())
}

/// To an overflow test being as wanted.
pub fn overflow(op: BinaryOp, width: u32, want: bool, a: u128, b: u128) -> f64 {
    if width > 64 {
        return f64::from(u8::from((wide::binary(op, width, a, b) != 0) != want));
    }
    let (x, y) = (i128::from(narrow::signed(width, a as u64)), i128::from(narrow::signed(width, b as u64)));
    let (u, v) = (a as i128, b as i128);
    // At most 64 by 64 bits: the exact result has at most 128, but for the largest unsigned products.
    let (result, low, high) = match op {
        BinaryOp::SaddOverflow => (x + y, least(width), most(width)),
        BinaryOp::SsubOverflow => (x - y, least(width), most(width)),
        BinaryOp::SmulOverflow => (x * y, least(width), most(width)),
        BinaryOp::UaddOverflow => (u + v, 0, narrow::mask(width).into()),
        BinaryOp::UsubOverflow => (u - v, 0, narrow::mask(width).into()),
        _ => (u.checked_mul(v).unwrap_or(i128::MAX), 0, narrow::mask(width).into()),
    };
    let inside = (low..=high).contains(&result);
    match (want, inside) {
        (true, false) | (false, true) => 0.0,
        (true, true) => {
            // An unsigned sum or product never leaves below, a difference never above.
            let up = if op == BinaryOp::UsubOverflow { u128::MAX } else { high.abs_diff(result) };
            let down = if matches!(op, BinaryOp::UaddOverflow | BinaryOp::UmulOverflow) {
                u128::MAX
            } else {
                result.abs_diff(low)
            };
            up.min(down) as f64 + 1.0
        }
        (false, false) if result > high => result.abs_diff(high) as f64,
        (false, false) => low.abs_diff(result) as f64,
    }
}

fn least(width: u32) -> i128 {
    -(1 << (width - 1))
}

fn most(width: u32) -> i128 {
    (1 << (width - 1)) - 1
}

/// To a division without a quotient.
pub fn division(op: DivOp, width: u32, a: u128, b: u128) -> f64 {
    if wide::divide(op, width, a, b).is_none() {
        return 0.0;
    }
    let signed = matches!(op, DivOp::Sdiv | DivOp::Srem);
    let (x, y) = (wide::signed(width, a), wide::signed(width, b));
    let zero = if signed { y.unsigned_abs() as f64 } else { b as f64 };
    if signed && matches!(width, 8 | 16 | 32 | 64) {
        let overflow = x.abs_diff(least(width)) as f64 + y.abs_diff(-1) as f64;
        return zero.min(overflow);
    }
    zero
}

#[cfg(test)]
mod tests {
    use super::*;
    use rarebit_front_end::ir::meaning;

    const VALUES: [u64; 12] = [0, 1, 2, 7, 127, 128, 255, 1 << 31, (1 << 31) - 1, u64::MAX, 1 << 63, (1 << 63) - 1];

    /// Zero says exactly that the wish is fulfilled.
    #[test]
    fn zero_means_fulfilled() {
        for width in [1, 8, 32, 33, 64, 128] {
            for (&a, &b) in VALUES.iter().flat_map(|a| VALUES.iter().map(move |b| (a, b))) {
                let (a, b) = (u128::from(a) & wide::mask(width), u128::from(b) & wide::mask(width));
                for &cond in IntCond::ALL {
                    let holds = wide::compare(cond, width, a, b);
                    assert_eq!(compare(cond, width, a, b) == 0.0, holds, "{cond:?} i{width} {a} {b}");
                    assert_eq!(compare(cond.negated(), width, a, b) == 0.0, !holds, "{cond:?} i{width} {a} {b}");
                }
                for &op in BinaryOp::ALL.iter().filter(|op| op.is_overflow_test()) {
                    let overflows = wide::binary(op, width, a, b) != 0;
                    assert_eq!(overflow(op, width, true, a, b) == 0.0, overflows, "{op:?} i{width} {a} {b}");
                    assert_eq!(overflow(op, width, false, a, b) == 0.0, !overflows, "{op:?} i{width} {a} {b}");
                }
                for &op in DivOp::ALL {
                    let fails = wide::divide(op, width, a, b).is_none();
                    assert_eq!(division(op, width, a, b) == 0.0, fails, "{op:?} i{width} {a} {b}");
                }
            }
        }
        let floats = [0.0, -0.0, 1.0, -1.5, f64::NAN, f64::INFINITY, f64::MIN_POSITIVE];
        for (&a, &b) in floats.iter().flat_map(|a| floats.iter().map(move |b| (a, b))) {
            for &cond in FloatCond::ALL {
                let holds = meaning::compare_f64(cond, a, b);
                let d = |want| float(cond, false, want, a.to_bits().into(), b.to_bits().into());
                assert_eq!((d(true) == 0.0, d(false) == 0.0), (holds, !holds), "{cond:?} {a} {b}");
                let (a, b) = (a as f32, b as f32);
                let holds = meaning::compare_f32(cond, a, b);
                let d = |want| float(cond, true, want, a.to_bits().into(), b.to_bits().into());
                assert_eq!((d(true) == 0.0, d(false) == 0.0), (holds, !holds), "{cond:?} {a} {b}");
            }
        }
    }

    #[test]
    fn distances_shrink_towards_the_wish() {
        assert_eq!(compare(IntCond::Eq, 32, 5, 9), 4.0);
        assert_eq!(compare(IntCond::Slt, 32, 9, 5), 5.0);
        assert_eq!(compare(IntCond::Ult, 32, 0xffff_ffff, 0), 4294967296.0);
        assert_eq!(bits(true, 0b1010, 0b0110), 2.0);
        assert_eq!(overflow(BinaryOp::SaddOverflow, 8, true, 100, 20), 8.0);
        assert_eq!(division(DivOp::Udiv, 32, 1, 3), 3.0);
        let (one, next) = (1.0_f64.to_bits(), 1.0_f64.next_up().to_bits());
        assert_eq!(float(FloatCond::Oeq, false, true, one.into(), next.into()), 1.0);
    }
}
