//! The meaning of every operation on bits: total functions, equal to what clang -O0 code does on x86-64.
//!
//! A value is its bits, zero-extended: an `iN` never has a bit set at or above N. Every integer function exists
//! for `u64` (widths up to 64, what the interpreter runs) and for `u128` (any width); one macro defines both, so
//! there is one text to read.
//!
//! Where C leaves a result undefined:
//! * arithmetic wraps around at the width;
//! * a shift count is taken modulo 32, 64 or 128, the smallest of them that holds the width, as the machine's
//!   registers do; a count that is still at least the width shifts everything out; LLVM never shifts an `i1`;
//! * `clz` and `ctz` of 0 are the width;
//! * `ftos` gives the machine's "integer indefinite" (only the top bit set, of 32 bits up to `i32`, of 64 above)
//!   for what does not fit and for NaN, then cuts to the width; `ftou` up to `i31` is `ftos` to `i32`, at `i32` the
//!   low half of `ftos` to `i64`, and above follows the instruction sequence of the x86-64 back end; to more than
//!   64 bits both saturate, NaN gives 0;
//! * a division has no result when the divisor is 0, or when the quotient overflows at a width the divide
//!   instruction has (8, 16, 32, 64); at other widths MIN / −1 is MIN and MIN % −1 is 0.
//!
//! NaN results are NaN; which NaN is not promised.

use super::ops::*;

macro_rules! integer_meaning {
    ($module:ident, $u:ty, $s:ty, $doc:literal) => {
        #[doc = $doc]
        pub mod $module {
            use super::*;

            /// All ones at the width.
            #[inline(always)]
            pub fn mask(width: u32) -> $u {
                <$u>::MAX >> (<$u>::BITS - width)
            }

            /// The signed number that the bits stand for.
            #[inline(always)]
            pub fn signed(width: u32, a: $u) -> $s {
                let shift = <$u>::BITS - width;
                ((a << shift) as $s) >> shift
            }

            #[inline(always)]
            fn shift_count(width: u32, b: $u) -> Option<u32> {
                let modulus = if width == 1 { 1 } else { width.next_power_of_two().max(32) };
                let count = b as u32 & (modulus - 1);
                (count < width).then_some(count)
            }

            /// An integer operation at a width.
            #[inline(always)]
            pub fn binary(op: BinaryOp, width: u32, a: $u, b: $u) -> $u {
                let wide = <$u>::BITS;
                match op {
                    BinaryOp::Add | BinaryOp::PtrAdd => a.wrapping_add(b) & mask(width),
                    BinaryOp::Sub => a.wrapping_sub(b) & mask(width),
                    BinaryOp::Mul => a.wrapping_mul(b) & mask(width),
                    BinaryOp::And => a & b,
                    BinaryOp::Or => a | b,
                    BinaryOp::Xor => a ^ b,
                    BinaryOp::Shl => shift_count(width, b).map_or(0, |n| (a << n) & mask(width)),
                    BinaryOp::Lshr => shift_count(width, b).map_or(0, |n| a >> n),
                    BinaryOp::Ashr => {
                        let n = shift_count(width, b).unwrap_or(width - 1);
                        (signed(width, a) >> n) as $u & mask(width)
                    }
                    BinaryOp::UaddOverflow => match a.checked_add(b) {
                        Some(sum) => (sum > mask(width)) as $u,
                        None => 1,
                    },
                    BinaryOp::UsubOverflow => (a < b) as $u,
                    BinaryOp::UmulOverflow => match a.checked_mul(b) {
                        Some(product) => (product > mask(width)) as $u,
                        None => 1,
                    },
                    BinaryOp::SaddOverflow => {
                        let sum = signed(width, a).overflowing_add(signed(width, b));
                        overflow(width, wide, sum)
                    }
                    BinaryOp::SsubOverflow => {
                        let difference = signed(width, a).overflowing_sub(signed(width, b));
                        overflow(width, wide, difference)
                    }
                    BinaryOp::SmulOverflow => {
                        let product = signed(width, a).overflowing_mul(signed(width, b));
                        overflow(width, wide, product)
                    }
                    BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv => {
                        unreachable!("float operation on integers")
                    }
                }
            }

            #[inline(always)]
            fn overflow(width: u32, wide: u32, (result, wrapped): ($s, bool)) -> $u {
                (wrapped || (width < wide && result != signed(width, result as $u & mask(width)))) as $u
            }

            /// A division at a width; `None` where the machine traps.
            #[inline(always)]
            pub fn divide(op: DivOp, width: u32, a: $u, b: $u) -> Option<$u> {
                if b == 0 {
                    return None;
                }
                let (x, y) = (signed(width, a), signed(width, b));
                let overflows = b == mask(width) && width > 1 && a == 1 << (width - 1);
                let traps = overflows && matches!(width, 8 | 16 | 32 | 64);
                match op {
                    DivOp::Udiv => Some(a / b),
                    DivOp::Urem => Some(a % b),
                    DivOp::Sdiv | DivOp::Srem if traps => None,
                    DivOp::Sdiv => Some(x.wrapping_div(y) as $u & mask(width)),
                    DivOp::Srem => Some(x.wrapping_rem(y) as $u & mask(width)),
                }
            }

            #[inline(always)]
            pub fn compare(cond: IntCond, width: u32, a: $u, b: $u) -> bool {
                let (x, y) = (signed(width, a), signed(width, b));
                match cond {
                    IntCond::Eq => a == b,
                    IntCond::Ne => a != b,
                    IntCond::Slt => x < y,
                    IntCond::Sle => x <= y,
                    IntCond::Sgt => x > y,
                    IntCond::Sge => x >= y,
                    IntCond::Ult => a < b,
                    IntCond::Ule => a <= b,
                    IntCond::Ugt => a > b,
                    IntCond::Uge => a >= b,
                }
            }

            /// A unary operation from integer bits to integer bits of the same width.
            #[inline(always)]
            pub fn count(op: UnaryOp, width: u32, a: $u) -> $u {
                let unused = <$u>::BITS - width;
                match op {
                    UnaryOp::Clz => (a.leading_zeros() - unused) as $u,
                    UnaryOp::Ctz => a.trailing_zeros().min(width) as $u,
                    UnaryOp::Popcnt => a.count_ones() as $u,
                    UnaryOp::Bswap => a.swap_bytes() >> unused,
                    UnaryOp::Bitrev => a.reverse_bits() >> unused,
                    _ => unreachable!("{} is not a bit count", op.name()),
                }
            }
        }
    };
}

integer_meaning!(narrow, u64, i64, "Widths up to 64.");
integer_meaning!(wide, u128, i128, "Widths up to 128.");

macro_rules! float_meaning {
    ($binary:ident, $compare:ident, $f:ty) => {
        #[inline(always)]
        pub fn $binary(op: BinaryOp, a: $f, b: $f) -> $f {
            match op {
                BinaryOp::FAdd => a + b,
                BinaryOp::FSub => a - b,
                BinaryOp::FMul => a * b,
                BinaryOp::FDiv => a / b,
                _ => unreachable!("{} is not a float operation", op.name()),
            }
        }

        #[inline(always)]
        pub fn $compare(cond: FloatCond, a: $f, b: $f) -> bool {
            let unordered = a.is_nan() || b.is_nan();
            match cond {
                FloatCond::Oeq => a == b,
                FloatCond::One => !unordered && a != b,
                FloatCond::Olt => a < b,
                FloatCond::Ole => a <= b,
                FloatCond::Ogt => a > b,
                FloatCond::Oge => a >= b,
                FloatCond::Ord => !unordered,
                FloatCond::Ueq => unordered || a == b,
                FloatCond::Une => a != b,
                FloatCond::Ult => unordered || a < b,
                FloatCond::Ule => unordered || a <= b,
                FloatCond::Ugt => unordered || a > b,
                FloatCond::Uge => unordered || a >= b,
                FloatCond::Uno => unordered,
            }
        }
    };
}

float_meaning!(binary_f32, compare_f32, f32);
float_meaning!(binary_f64, compare_f64, f64);

/// `cvttsd2si` with a 32-bit result.
fn convert32(x: f64) -> u32 {
    if x > -2147483649.0 && x < 2147483648.0 { x as i32 as u32 } else { 1 << 31 }
}

/// `cvttsd2si` with a 64-bit result.
fn convert64(x: f64) -> u64 {
    if (-9223372036854775808.0..9223372036854775808.0).contains(&x) { x as i64 as u64 } else { 1 << 63 }
}

/// Float to signed integer. An `f32` operand is widened first, which is exact.
pub fn float_to_signed(width: u32, x: f64) -> u128 {
    match width {
        0..=32 => u128::from(convert32(x)) & wide::mask(width),
        33..=64 => u128::from(convert64(x)) & wide::mask(width),
        _ => x as i128 as u128 & wide::mask(width),
    }
}

/// Float to unsigned integer. `single`: the operand is an `f32`, whose subtraction rounds as one.
pub fn float_to_unsigned(width: u32, x: f64, single: bool) -> u128 {
    match width {
        0..=31 => float_to_signed(width, x),
        32 => u128::from(convert64(x) as u32),
        33..=64 => {
            let low = convert64(x);
            const TOP: f64 = 9223372036854775808.0;
            let reduced = if single { f64::from(x as f32 - TOP as f32) } else { x - TOP };
            let high = convert64(reduced) & ((low as i64 >> 63) as u64);
            u128::from(low | high) & wide::mask(width)
        }
        _ => x as u128 & wide::mask(width),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both word sizes say the same wherever both exist.
    #[test]
    fn narrow_equals_wide() {
        for width in 1..=64u32 {
            let top = 1u64 << (width - 1);
            let values = [0, 1, 2, 3, 31, 32, 33, 63, 64, top, top - 1, top + 1, u64::MAX, u64::MAX - 1];
            for (&a, &b) in values.iter().flat_map(|a| values.iter().map(move |b| (a, b))) {
                let (a, b) = (a & narrow::mask(width), b & narrow::mask(width));
                let (wa, wb) = (u128::from(a), u128::from(b));
                for &op in BinaryOp::ALL.iter().filter(|op| !op.is_float()) {
                    let expected = wide::binary(op, width, wa, wb);
                    assert_eq!(u128::from(narrow::binary(op, width, a, b)), expected, "{op:?} i{width} {a} {b}");
                }
                for &op in DivOp::ALL {
                    let expected = wide::divide(op, width, wa, wb);
                    assert_eq!(narrow::divide(op, width, a, b).map(u128::from), expected, "{op:?} i{width} {a} {b}");
                }
                for &cond in IntCond::ALL {
                    let expected = wide::compare(cond, width, wa, wb);
                    assert_eq!(narrow::compare(cond, width, a, b), expected, "{cond:?} i{width} {a} {b}");
                }
            }
        }
    }
}
