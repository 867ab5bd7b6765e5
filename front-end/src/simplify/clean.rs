//! Tidies a function's graph: blocks that cannot be reached go, and jumps through empty blocks lead straight on.
//!
//! An empty block has neither parameters nor instructions, so what its jump passes on is defined above it, and thus
//! above every block that leads to it.

use crate::ir::*;
use cranelift_entity::{EntitySet, SecondaryMap};

/// Removes what the graph does not need. Edges keep their ids; some are gone.
///
/// Blocks are taken after the ones they lead to, so that a chain of empty blocks is gone through in one step each. A
/// cycle of empty blocks is endless and stays one.
pub fn clean(func: &mut Function) {
    let mut order = func.reverse_postorder();
    order.reverse();
    for block in order {
        let mut data = std::mem::take(&mut func.blocks[block]);
        for target in data.end.targets_mut() {
            let next = &func.blocks[target.block];
            if target.block != block
                && next.params.is_empty()
                && next.insts.is_empty()
                && let Terminator::Jump(on) = &next.end
            {
                target.block = on.block;
                target.args = on.args.clone();
            }
        }
        if let Terminator::Branch { then, otherwise, .. } = &data.end
            && then.block == otherwise.block
            && then.args == otherwise.args
        {
            data.end = Terminator::Jump(then.clone());
        }
        func.blocks[block] = data;
    }
    let mut reached = EntitySet::new();
    for block in func.reverse_postorder() {
        reached.insert(block);
    }
    func.layout.retain(|block| reached.contains(*block));
}

/// Removes instructions that only compute values nobody uses.
pub fn remove_dead(func: &mut Function) {
    let mut uses: SecondaryMap<Value, u32> = SecondaryMap::new();
    let mut work: Vec<Inst> = Vec::new();
    for &block in &func.layout {
        for &inst in &func.blocks[block].insts {
            func.insts[inst].data.for_each_operand(|v| uses[v] += 1);
            work.push(inst);
        }
        func.blocks[block].end.for_each_operand(|v| uses[v] += 1);
    }
    let mut dead: EntitySet<Inst> = EntitySet::new();
    while let Some(inst) = work.pop() {
        let node = &func.insts[inst];
        if !is_pure(&node.data) || node.results.iter().any(|v| uses[*v] > 0) || !dead.insert(inst) {
            continue;
        }
        node.data.for_each_operand(|v| {
            uses[v] -= 1;
            if uses[v] == 0
                && let ValueDef::Inst(inst, _) = func.values[v].def
            {
                work.push(inst);
            }
        });
    }
    for block in func.layout.clone() {
        func.blocks[block].insts.retain(|inst| !dead.contains(*inst));
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
