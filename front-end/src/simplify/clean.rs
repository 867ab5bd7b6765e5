//! Tidies a function's graph: blocks that cannot be reached go, and jumps through empty blocks lead straight on.
//!
//! An empty block has neither parameters nor instructions, so what its jump passes on is defined above it, and thus
//! above every block that leads to it.

use crate::ir::*;
use cranelift_entity::EntitySet;

/// Removes what the graph does not need. Edges keep their ids; some are gone.
pub fn clean(func: &mut Function) {
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for block in func.layout.clone() {
            let mut data = std::mem::take(&mut func.blocks[block]);
            for target in data.end.targets_mut() {
                // A chain of empty blocks may be a cycle: then it is endless and stays.
                let mut steps = 0;
                while target.block != block
                    && steps < 64
                    && func.blocks[target.block].params.is_empty()
                    && func.blocks[target.block].insts.is_empty()
                    && let Terminator::Jump(next) = &func.blocks[target.block].end
                    && next.block != target.block
                {
                    target.block = next.block;
                    target.args = next.args.clone();
                    steps += 1;
                    changed = true;
                }
                if steps == 64 {
                    changed = false;
                }
            }
            let same = match &data.end {
                Terminator::Branch { then, otherwise, .. } => {
                    (then.block == otherwise.block && then.args == otherwise.args).then(|| then.clone())
                }
                _ => None,
            };
            if let Some(target) = same {
                data.end = Terminator::Jump(target);
            }
            func.blocks[block] = data;
        }
    }
    let mut reached = EntitySet::new();
    for block in func.reverse_postorder() {
        reached.insert(block);
    }
    func.layout.retain(|block| reached.contains(*block));
}

/// Removes instructions that only compute values nobody uses.
pub fn remove_dead(func: &mut Function) {
    loop {
        let mut used = EntitySet::new();
        for &block in &func.layout {
            for &inst in &func.blocks[block].insts {
                func.insts[inst].data.for_each_operand(|v| {
                    used.insert(v);
                });
            }
            func.blocks[block].end.for_each_operand(|v| {
                used.insert(v);
            });
        }
        let mut removed = false;
        for block in func.layout.clone() {
            let mut insts = std::mem::take(&mut func.blocks[block].insts);
            insts.retain(|inst| {
                let node = &func.insts[*inst];
                let keep = !is_pure(&node.data) || node.results.iter().any(|v| used.contains(*v));
                removed |= !keep;
                keep
            });
            func.blocks[block].insts = insts;
        }
        if !removed {
            return;
        }
    }
}

/// Does the instruction do nothing but compute its results?
fn is_pure(data: &InstData) -> bool {
    matches!(
        data,
        InstData::Unary { .. }
            | InstData::Binary { .. }
            | InstData::Icmp { .. }
            | InstData::Fcmp { .. }
            | InstData::Select { .. }
            | InstData::Math { .. }
    )
}
