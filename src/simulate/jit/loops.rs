//! Which blocks are in loops.
//!
//! Cranelift moves what a loop does not change out of it, but in an order of its own: it visits the blocks that a block
//! dominates, those that the second way of a branch leads to first, and forgets the loop as soon as it visits one
//! outside. So of two ways the one that stays in the loop has to come second; else nothing behind the branch is moved.

use cranelift_entity::{EntitySet, SecondaryMap};
use rarebit_front_end::ir::*;

/// Blocks that an edge leads back to in reverse postorder; every cycle has one.
pub fn headers(func: &Function) -> EntitySet<Block> {
    let mut headers = EntitySet::new();
    let mut seen: EntitySet<Block> = EntitySet::new();
    for block in func.reverse_postorder() {
        seen.insert(block);
        for target in func.blocks[block].end.targets() {
            if seen.contains(target.block) {
                headers.insert(target.block);
            }
        }
    }
    headers
}

/// How many loops each block is in: natural loops, one for each block that something leads back to.
pub fn depths(func: &Function, headers: &EntitySet<Block>) -> SecondaryMap<Block, u32> {
    let order = func.reverse_postorder();
    let mut place: SecondaryMap<Block, usize> = SecondaryMap::with_default(usize::MAX);
    order.iter().enumerate().for_each(|(at, block)| place[*block] = at);
    let preds = func.predecessors();
    let mut depths: SecondaryMap<Block, u32> = SecondaryMap::new();
    for &header in order.iter().filter(|block| headers.contains(**block)) {
        let mut inside: EntitySet<Block> = EntitySet::new();
        inside.insert(header);
        depths[header] += 1;
        let reached = |block: &Block| place[*block] != usize::MAX;
        let mut work: Vec<Block> = preds[header].iter().copied().filter(reached).collect();
        work.retain(|pred| place[*pred] >= place[header]);
        while let Some(block) = work.pop() {
            if inside.insert(block) {
                depths[block] += 1;
                work.extend(preds[block].iter().copied().filter(reached));
            }
        }
    }
    depths
}
