//! Operations with one operand, on top of what [`meaning`] defines: conversions between integers and floats.
//!
//! Integer to float rounds to nearest, ties to even, as the machine and Rust's `as` both do.

use rarebit_front_end::ir::UnaryOp;
use rarebit_front_end::ir::meaning::{self, narrow, wide};

fn float(width: u32, bits: u64) -> f64 {
    if width == 32 { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits) }
}

/// From at most 64 bits to at most 64 bits. Of a float, the width says which.
pub fn unary(op: UnaryOp, from: u32, to: u32, a: u64) -> u64 {
    match op {
        UnaryOp::Zext | UnaryOp::Bitcast | UnaryOp::PtrToInt | UnaryOp::IntToPtr => a,
        UnaryOp::Trunc => a & narrow::mask(to),
        UnaryOp::Sext => narrow::signed(from, a) as u64 & narrow::mask(to),
        UnaryOp::FPromote => f64::from(f32::from_bits(a as u32)).to_bits(),
        UnaryOp::FDemote => (f64::from_bits(a) as f32).to_bits().into(),
        UnaryOp::FToS => meaning::float_to_signed(to, float(from, a)) as u64,
        UnaryOp::FToU => meaning::float_to_unsigned(to, float(from, a), from == 32) as u64,
        UnaryOp::SToF if to == 32 => (narrow::signed(from, a) as f32).to_bits().into(),
        UnaryOp::SToF => (narrow::signed(from, a) as f64).to_bits(),
        UnaryOp::UToF if to == 32 => (a as f32).to_bits().into(),
        UnaryOp::UToF => (a as f64).to_bits(),
        UnaryOp::FNeg => a ^ 1 << (from - 1),
        UnaryOp::FAbs => a & !(1 << (from - 1)),
        UnaryOp::Clz | UnaryOp::Ctz | UnaryOp::Popcnt | UnaryOp::Bswap | UnaryOp::Bitrev => narrow::count(op, from, a),
    }
}

/// From and to any width.
pub fn wide_unary(op: UnaryOp, from: u32, to: u32, a: u128) -> u128 {
    if from <= 64 && to <= 64 {
        return unary(op, from, to, a as u64).into();
    }
    match op {
        UnaryOp::Zext | UnaryOp::Bitcast | UnaryOp::PtrToInt | UnaryOp::IntToPtr => a,
        UnaryOp::Trunc => a & wide::mask(to),
        UnaryOp::Sext => wide::signed(from, a) as u128 & wide::mask(to),
        UnaryOp::FToS => meaning::float_to_signed(to, float(from, a as u64)),
        UnaryOp::FToU => meaning::float_to_unsigned(to, float(from, a as u64), from == 32),
        UnaryOp::SToF if to == 32 => (wide::signed(from, a) as f32).to_bits().into(),
        UnaryOp::SToF => (wide::signed(from, a) as f64).to_bits().into(),
        UnaryOp::UToF if to == 32 => (a as f32).to_bits().into(),
        UnaryOp::UToF => (a as f64).to_bits().into(),
        UnaryOp::Clz | UnaryOp::Ctz | UnaryOp::Popcnt | UnaryOp::Bswap | UnaryOp::Bitrev => wide::count(op, from, a),
        UnaryOp::FPromote | UnaryOp::FDemote | UnaryOp::FNeg | UnaryOp::FAbs => unreachable!("no wide floats"),
    }
}
