//! Counters: numbers that start at a constant and are added to here and there.
//!
//! `if (right) good++;` in a loop, and behind it `if (good == 5)`: the number says how much is missing, but not how near
//! the next step is. That is known where the counter was left as it was: the decision that skipped the step knows how
//! far it was from making it. The distances of all skipped steps, and of all steps made for those who want fewer, are
//! summed up in the counter's note.

use super::super::points::is_boolean;
use super::notes::ways;
use rarebit_front_end::ir::*;
use rustc_hash::FxHashSet;

/// What happens to a counter on a way into a block.
pub struct Step {
    /// The counter before, none if it starts.
    pub beneath: Option<Value>,
    pub added: Added,
}

pub enum Added {
    Nothing,
    Constant,
    /// 1 if a condition holds.
    Truth(Value),
}

/// Is the value made only of constants, itself, and additions?
pub fn is_counter(func: &Function, value: Value) -> bool {
    let (mut open, mut seen, mut adds) = (vec![value], FxHashSet::default(), false);
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        let ValueDef::Param(block, index) = func.values[value].def else { return false };
        if block == func.entry() || func.ty(value).is_float() || func.ty(value) == Type::Ptr {
            return false;
        }
        for (_, arg) in ways(func, block, index) {
            let step = step(func, arg);
            adds |= !matches!(step.added, Added::Nothing);
            match step.beneath {
                Some(beneath) => open.push(beneath),
                None if func.as_const(arg).is_some() => {}
                None => return false,
            }
        }
    }
    adds
}

/// How a value comes from a counter.
pub fn step(func: &Function, arg: Value) -> Step {
    let nothing = |beneath| Step { beneath, added: Added::Nothing };
    match func.values[arg].def {
        ValueDef::Param(..) => nothing(Some(arg)),
        ValueDef::Inst(inst, _) => match func.insts[inst].data {
            InstData::Binary { op: BinaryOp::Add | BinaryOp::Sub, args: [a, b] } if is_param(func, a) => {
                if func.as_const(b).is_some() {
                    Step { beneath: Some(a), added: Added::Constant }
                } else if is_boolean(func, b) {
                    Step { beneath: Some(a), added: Added::Truth(b) }
                } else {
                    nothing(None)
                }
            }
            _ => nothing(None),
        },
        _ => nothing(None),
    }
}

fn is_param(func: &Function, value: Value) -> bool {
    matches!(func.values[value].def, ValueDef::Param(..))
}

/// Does a decision lead through this block to one other only: its own, or that of the block before it?
pub fn is_decided(func: &Function, from: Block) -> bool {
    let decides = |block: Block| func.blocks[block].end.targets().len() > 1;
    let preds = func.predecessors();
    decides(from) || matches!(preds[from].as_slice(), [before] if decides(*before))
}
