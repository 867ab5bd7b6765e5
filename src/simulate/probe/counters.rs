//! Counters: numbers that start at a constant and are added to here and there.
//!
//! `if (right) good++;` in a loop, and behind it `if (good == 5)`: the number says how much is missing, but not how near
//! the next step is. That is known where the counter was left as it was: the decision that skipped the step knows how
//! far it was from making it. The distances of all skipped steps, and of all steps made for those who want fewer, are
//! summed up in the counter's note.
//!
//! Peaks: the largest or the least of several numbers, taken over one after the other, `if (x > most) most = x;`. That
//! the largest is small enough means that all are, so the note sums up how far each is from that.

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

/// A number that a peak was compared with before it was taken over or not.
pub struct Candidate {
    /// The peak before, none if it starts.
    pub beneath: Option<Value>,
    pub number: Option<Value>,
}

/// Is the value the largest (or the least) of numbers that come one after the other? True if it is the largest.
pub fn is_peak(func: &Function, value: Value) -> Option<bool> {
    let (mut open, mut seen, mut largest) = (vec![value], FxHashSet::default(), None);
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        let ValueDef::Param(block, index) = func.values[value].def else { return None };
        if block == func.entry() || func.ty(value).is_float() || func.ty(value) == Type::Ptr {
            return None;
        }
        let ways = ways(func, block, index);
        match choice(func, block, &ways) {
            Some((peak, _, most)) => {
                if largest.replace(most).is_some_and(|known| known != most) {
                    return None;
                }
                open.push(peak);
            }
            None => {
                let params = ways.iter().map(|(_, arg)| *arg).filter(|arg| func.as_const(*arg).is_none());
                open.extend(params);
            }
        }
    }
    largest
}

/// What comes on a way into the block of a peak.
pub fn candidate(func: &Function, block: Block, ways: &[(Block, Value)], arg: Value) -> Candidate {
    match choice(func, block, ways) {
        Some((peak, number, _)) => Candidate { beneath: Some(peak), number: Some(number) },
        None => Candidate { beneath: func.as_const(arg).is_none().then_some(arg), number: None },
    }
}

/// Of two ways, which is the peak as it was and which the number it was compared with; and is the larger one taken?
fn choice(func: &Function, block: Block, ways: &[(Block, Value)]) -> Option<(Value, Value, bool)> {
    let [a, b] = ways else { return None };
    // One way comes from the decision itself and leaves the peak as it is, the other comes from behind it.
    let decision = |(from, _): (Block, Value)| match &func.blocks[from].end {
        Terminator::Branch { cond, then, .. } => Some((*cond, then.block == block)),
        _ => None,
    };
    let (kept, taken, (cond, if_kept)) = match (decision(*a), decision(*b)) {
        (Some(decision), None) => (a.1, b.1, decision),
        (None, Some(decision)) => (b.1, a.1, decision),
        _ => return None,
    };
    let ValueDef::Inst(inst, _) = func.values[cond].def else { return None };
    let InstData::Icmp { cond, args } = func.insts[inst].data else { return None };
    let cond = if if_kept { cond.negated() } else { cond };
    // Holds where the number is taken over.
    let greater = match cond {
        IntCond::Sgt | IntCond::Sge | IntCond::Ugt | IntCond::Uge => true,
        IntCond::Slt | IntCond::Sle | IntCond::Ult | IntCond::Ule => false,
        IntCond::Eq | IntCond::Ne => return None,
    };
    let largest = if args == [taken, kept] { greater } else { !greater };
    let compared = args == [taken, kept] || args == [kept, taken];
    (compared && is_param(func, kept)).then_some((kept, taken, largest))
}
