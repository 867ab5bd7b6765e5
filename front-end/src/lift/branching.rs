//! Which branches are decisions of the source. Clang makes branches of its own, which nobody could cover on purpose:
//!
//! * A scope that has something to do at its end (a lifetime that ends, the attribute `cleanup`, an array of variable
//!   length) is left by one way for `return`, `break`, `goto` and the plain end; behind it a switch on a hidden variable
//!   goes on to where each was bound for.
//! * Compound assignments to atomic objects are loops around a compare-and-exchange, and a memory order that is no
//!   constant is looked up in a switch.
//! * Products of complex numbers look for results that are not numbers.
//! * `va_arg` looks for its argument in registers and in memory.
//!
//! The decision that led there is counted where the source has it.

use super::llvm::{BasicBlock, LLVMOpcode, LLVMValueKind, Value};
use crate::ir::EdgeKind;
use LLVMOpcode::*;

/// Blocks that only clang's own branches lead to. A label of the source may have such a name, but is only jumped to.
const OWN_BLOCKS: [&str; 4] = ["vaarg.", "complex_mul_", "atomic_cont", "cleanup.action"];

/// What the edges of this conditional branch or switch are.
pub fn kind(inst: Value<'_>) -> EdgeKind {
    let own = match inst.opcode() {
        LLVMSwitch => leaves_a_scope(inst.operand(0)) || looks_up_an_order(&inst.successors()),
        _ => inst.successors().iter().any(|block| OWN_BLOCKS.iter().any(|name| block.name().starts_with(name))),
    };
    if own { EdgeKind::Helper } else { EdgeKind::Branch }
}

/// Is this value the hidden variable that says where the way out of a scope leads? No variable of C has a dot in its
/// name.
fn leaves_a_scope(value: Value<'_>) -> bool {
    let loaded = |value: Value<'_>| value.operand(0).name().starts_with("cleanup.dest");
    value.kind() == LLVMValueKind::LLVMInstructionValueKind && value.opcode() == LLVMLoad && loaded(value)
}

/// All but one of the cases of such a switch may be missing, not the weakest order.
fn looks_up_an_order(successors: &[BasicBlock<'_>]) -> bool {
    let orders = ["monotonic", "acquire", "release", "acqrel", "seqcst"];
    let is_order = |block: &BasicBlock<'_>| orders.iter().any(|order| block.name().starts_with(order));
    successors.len() > 1 && successors.iter().all(is_order)
}
