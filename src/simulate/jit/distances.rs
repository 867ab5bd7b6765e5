//! Emits the distances that take more than a comparison: floats, overflows, divisions, accesses. Each says the same as
//! its definition in [`super::super::probe`] and [`super::super::memory`].

use super::super::probe::{Size, distance};
use super::arith::is_signed_overflow;
use super::emit::{Body, Emitter};
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self as clif, InstBuilder, types};
use rarebit_front_end::ir::meaning::narrow;
use rarebit_front_end::ir::*;

/// Is the exact result sure to fit into 64 bits with a sign?
pub fn is_small_overflow(op: BinaryOp, width: u32) -> bool {
    width <= 31 || (width == 32 && op != BinaryOp::UmulOverflow)
}

impl<'a> Emitter<'a, '_> {
    /// The place of a float in the order of all floats.
    pub fn ordered(&mut self, value: clif::Value) -> clif::Value {
        let single = self.b.func.dfg.value_type(value) == types::F32;
        let int = if single { types::I32 } else { types::I64 };
        let bits = self.b.ins().bitcast(int, clif::MemFlagsData::new(), value);
        let negative = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, bits, 0);
        let least = self.int(int, 1 << (int.bits() - 1));
        let mirrored = self.b.ins().isub(least, bits);
        let ordered = self.b.ins().select(negative, mirrored, bits);
        if single { self.b.ins().sextend(types::I64, ordered) } else { ordered }
    }

    /// The same as [`distance::float`].
    pub fn float_distance(&mut self, cond: FloatCond, want: bool, a: clif::Value, b: clif::Value) -> clif::Value {
        let cond = if want { cond } else { cond.negated() };
        let unordered = self.b.ins().fcmp(FloatCC::Unordered, a, b);
        let (far, zero) = (self.b.ins().f64const(distance::NAN), self.b.ins().f64const(0.0));
        let int = match cond {
            FloatCond::Ord => return self.b.ins().select(unordered, far, zero),
            FloatCond::Uno => return self.b.ins().select(unordered, zero, far),
            FloatCond::Oeq | FloatCond::Ueq => IntCond::Eq,
            FloatCond::One | FloatCond::Une => IntCond::Ne,
            FloatCond::Olt | FloatCond::Ult => IntCond::Slt,
            FloatCond::Ole | FloatCond::Ule => IntCond::Sle,
            FloatCond::Ogt | FloatCond::Ugt => IntCond::Sgt,
            FloatCond::Oge | FloatCond::Uge => IntCond::Sge,
        };
        // What holds for numbers that cannot be compared is near, what does not is far.
        let lenient = matches!(
            cond,
            FloatCond::Ueq | FloatCond::Une | FloatCond::Ult | FloatCond::Ule | FloatCond::Ugt | FloatCond::Uge
        );
        let (a, b) = (self.ordered(a), self.ordered(b));
        let distance = self.compare_distance(int, 64, a, b);
        self.b.ins().select(unordered, if lenient { zero } else { far }, distance)
    }

    /// The same as [`distance::overflow`], where [`is_small_overflow`].
    pub fn overflow_distance(
        &mut self,
        op: BinaryOp,
        width: u32,
        want: bool,
        a: clif::Value,
        b: clif::Value,
    ) -> clif::Value {
        let signed = is_signed_overflow(op);
        let [a, b] = [a, b].map(|v| self.as_word(v, width, signed));
        let result = match op {
            BinaryOp::SaddOverflow | BinaryOp::UaddOverflow => self.b.ins().iadd(a, b),
            BinaryOp::SsubOverflow | BinaryOp::UsubOverflow => self.b.ins().isub(a, b),
            _ => self.b.ins().imul(a, b),
        };
        let (low, high) =
            if signed { (-(1i64 << (width - 1)), (1i64 << (width - 1)) - 1) } else { (0, narrow::mask(width) as i64) };
        let [low, high] = [low, high].map(|n| self.b.ins().iconst(types::I64, n));
        let down = self.b.ins().isub(result, low);
        let up = self.b.ins().isub(high, result);
        // How far inside; negative outside.
        let inside = self.b.ins().smin(down, up);
        let zero = self.b.ins().f64const(0.0);
        let is_outside = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, inside, 0);
        if !want {
            let by = self.b.ins().ineg(inside);
            let distance = self.b.ins().fcvt_from_sint(types::F64, by);
            return self.b.ins().select(is_outside, distance, zero);
        }
        let way = match op {
            BinaryOp::UsubOverflow => down,
            BinaryOp::UaddOverflow | BinaryOp::UmulOverflow => up,
            _ => inside,
        };
        let distance = self.b.ins().fcvt_from_sint(types::F64, way);
        let one = self.b.ins().f64const(1.0);
        let distance = self.b.ins().fadd(distance, one);
        self.b.ins().select(is_outside, zero, distance)
    }

    /// The same as [`distance::division`], up to 32 bits.
    pub fn division_distance(&mut self, op: DivOp, width: u32, a: clif::Value, b: clif::Value) -> clif::Value {
        let signed = matches!(op, DivOp::Sdiv | DivOp::Srem);
        let [a, b] = [a, b].map(|v| self.as_word(v, width, signed));
        if !signed {
            return self.b.ins().fcvt_from_sint(types::F64, b);
        }
        let from_zero = self.b.ins().iabs(b);
        let from_zero = self.b.ins().fcvt_from_sint(types::F64, from_zero);
        if !matches!(width, 8 | 16 | 32) {
            return from_zero;
        }
        let from_least = self.b.ins().iadd_imm_s(a, 1 << (width - 1));
        let from_least = self.b.ins().fcvt_from_sint(types::F64, from_least);
        let from_minus_one = self.b.ins().iadd_imm_s(b, 1);
        let from_minus_one = self.b.ins().iabs(from_minus_one);
        let from_minus_one = self.b.ins().fcvt_from_sint(types::F64, from_minus_one);
        let overflow = self.b.ins().fadd(from_least, from_minus_one);
        self.b.ins().fmin(from_zero, overflow)
    }

    /// The same as the memory's `distance_to_fault`, for an access without an origin.
    pub fn access_distance(&mut self, body: &Body<'a>, ptr: Value, bytes: u32, write: bool) -> clif::Value {
        let address = self.get_wide(body, ptr);
        // What may be touched at all is the whole object.
        let [start, limit] = self.look_up(address, write);
        let before = self.b.ins().isub(address, start);
        let end = self.b.ins().iadd_imm_s(before, i64::from(bytes));
        let behind = self.b.ins().isub(limit, end);
        let inside = self.ends_inside(address, start, limit, bytes);
        let nearest = self.b.ins().umin(before, behind);
        let nearest = self.b.ins().fcvt_from_sint(types::F64, nearest);
        let (one, zero) = (self.b.ins().f64const(1.0), self.b.ins().f64const(0.0));
        let distance = self.b.ins().fadd(nearest, one);
        self.b.ins().select(inside, distance, zero)
    }

    /// An integer of at most 32 bits as 64.
    fn as_word(&mut self, value: clif::Value, width: u32, signed: bool) -> clif::Value {
        if !signed {
            return self.wide(value);
        }
        let filled = self.fill_sign(value, width);
        if self.b.func.dfg.value_type(filled) == types::I64 { filled } else { self.b.ins().sextend(types::I64, filled) }
    }
}

/// The size, where it is known and not none.
pub fn fixed<V>(size: &Size<V>) -> Option<u32> {
    match size {
        Size::Fixed(bytes) if *bytes > 0 => Some(*bytes),
        _ => None,
    }
}
