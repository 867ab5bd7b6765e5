//! Where control really goes: through a switch on a number that the way there has fixed.
//!
//! Leaving a scope early, clang writes down how (return, break, go on) and jumps to where the scope ends; a switch there
//! reads it and goes on accordingly. Taken by the letter, such a switch decides where the run goes, and what really
//! decides, the condition before, seems to lead to one and the same place either way. So for questions of control
//! (what depends on which decision, how a loop is left) jumps with a known number are taken to lead where the switch
//! leads them: jump threading, on a copy of the control-flow graph, which nobody runs.

use rarebit_front_end::ir::*;
use std::borrow::Cow;

/// The function with jumps through known switches redirected. Only its control flow means anything.
pub fn threaded(func: &Function) -> Cow<'_, Function> {
    let mut threaded = Cow::Borrowed(func);
    for &block in &func.layout {
        // Once for every switch on the way, at most.
        for _ in 0..func.layout.len() {
            let Terminator::Jump(target) = &threaded.blocks[block].end else { break };
            let Some(further) = further(func, target) else { break };
            threaded.to_mut().blocks[block].end = Terminator::Jump(further);
        }
    }
    threaded
}

/// Where a jump leads behind a switch, if its number is known here.
fn further(func: &Function, target: &Target) -> Option<Target> {
    let data = &func.blocks[target.block];
    let Terminator::Switch { value, cases, default } = &data.end else { return None };
    let known = |value: Value| {
        let at = data.params.iter().position(|param| *param == value);
        at.map_or(value, |at| target.args[at])
    };
    let Some(Const::Bits(_, number)) = func.as_const(known(*value)) else { return None };
    if data.insts.iter().any(|inst| func.insts[*inst].data.check().is_some()) {
        return None;
    }
    let taken = cases.iter().find(|(key, _)| *key == number).map_or(default, |(_, target)| target);
    let args = taken.args.iter().map(|arg| known(*arg)).collect();
    Some(Target { block: taken.block, args, edge: target.edge })
}
