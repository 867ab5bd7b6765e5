//! Moves values between registers and the shared block, for calls whose types do not fit.

use super::emit::{container, ours};
use cranelift_codegen::ir::{self as clif, InstBuilder, MemFlagsData, types};
use cranelift_frontend::FunctionBuilder;
use rarebit_front_end::ir::meaning::narrow;
use rarebit_front_end::ir::*;

/// An argument from the shared block, cut to its type.
pub fn argument(
    b: &mut FunctionBuilder<'_>,
    base: clif::Value,
    ty: Type,
    model: DataModel,
    offset: i32,
) -> clif::Value {
    let (container, width) = (container(ty, model), ty.bits(model));
    let value = b.ins().load(container, ours(), base, offset);
    if ty.is_float() || width == container.bits() {
        return value;
    }
    if container == types::I128 {
        let (low, high) = b.ins().isplit(value);
        let high = b.ins().band_imm_u(high, narrow::mask(width - 64) as i64);
        return b.ins().iconcat(low, high);
    }
    b.ins().band_imm_u(value, narrow::mask(width) as i64)
}

/// A value of at most 64 bits as 64 bits.
pub fn widened(b: &mut FunctionBuilder<'_>, value: clif::Value) -> clif::Value {
    match b.func.dfg.value_type(value) {
        types::I64 => value,
        types::F64 => b.ins().bitcast(types::I64, MemFlagsData::new(), value),
        types::F32 => {
            let bits = b.ins().bitcast(types::I32, MemFlagsData::new(), value);
            b.ins().uextend(types::I64, bits)
        }
        _ => b.ins().uextend(types::I64, value),
    }
}

/// Leaves a result of at most 64 bits in the shared block.
pub fn result(b: &mut FunctionBuilder<'_>, base: clif::Value, value: clif::Value, offset: i32) {
    let value = widened(b, value);
    let zero = b.ins().iconst(types::I64, 0);
    b.ins().store(ours(), value, base, offset);
    b.ins().store(ours(), zero, base, offset + 8);
}
