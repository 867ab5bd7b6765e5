//! Checks that are decided by constants in the instruction itself: an access at a constant place inside a global or a
//! local variable, a division by a constant. Anyone can prove them, so they say nothing about an analysis.

use crate::ir::*;
use rustc_hash::FxHashSet;

/// The checks of such accesses and divisions.
pub fn constant_checks(program: &Program) -> FxHashSet<Check> {
    let mut checks = FxHashSet::default();
    for func in program.funcs.values() {
        for &block in &func.layout {
            for &inst in &func.blocks[block].insts {
                let data = &func.insts[inst].data;
                if let Some(check) = data.check()
                    && is_constant(program, func, inst)
                {
                    checks.insert(check);
                }
            }
        }
    }
    checks
}

fn is_constant(program: &Program, func: &Function, inst: Inst) -> bool {
    let node = &func.insts[inst];
    let bytes = |value: Value| i128::from(func.ty(value).bytes(program.model));
    let length = |value: Value| constant(program, func, value);
    let inside = |ptr: Value, length: Option<i128>| {
        let (Some((offset, size)), Some(length)) = (place(program, func, ptr), length) else { return false };
        offset >= 0 && length >= 0 && offset + length <= size
    };
    match node.data {
        InstData::Load { ptr, .. } => inside(ptr, node.results.first().map(|value| bytes(*value))),
        InstData::Store { value, ptr, .. } => inside(ptr, Some(bytes(value))),
        InstData::MemSet { dst, len, .. } => inside(dst, length(len)),
        InstData::MemCopy { dst, src, len, .. } => inside(dst, length(len)) && inside(src, length(len)),
        InstData::Div { args: [_, divisor], .. } => constant(program, func, divisor).is_some_and(|d| d != 0 && d != -1),
        _ => false,
    }
}

fn constant(program: &Program, func: &Function, value: Value) -> Option<i128> {
    match func.as_const(value)? {
        Const::Bits(ty, bits) => Some(meaning::wide::signed(ty.bits(program.model), bits)),
        _ => None,
    }
}

/// The offset of a constant address and the size of its object.
fn place(program: &Program, func: &Function, ptr: Value) -> Option<(i128, i128)> {
    let (mut at, mut moved) = (ptr, 0);
    while let ValueDef::Inst(inst, _) = func.values[at].def {
        let InstData::Binary { op: BinaryOp::PtrAdd, args: [base, by] } = func.insts[inst].data else { return None };
        moved += constant(program, func, by)?;
        at = base;
    }
    match func.as_const(at)? {
        Const::Global(global, offset) => Some((i128::from(offset) + moved, program.globals[global].size.into())),
        Const::Slot(slot) => Some((moved, func.slots[slot].size.into())),
        _ => None,
    }
}
