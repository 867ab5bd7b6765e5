//! Loops that can be left on more than one way.
//!
//! What lies behind a loop's regular end, or inside it, is missed by leaving the loop elsewhere: `if (!digit(c)) return`.
//! Such a guard decides nothing about what the edge itself is measured by (the count of the loop, say), but it is what
//! has to change: so it speaks for the loop's regular end, and for the edges inside that were not even reached. The more
//! often the loop went round before that, the nearer.

use cranelift_entity::{EntityRef, SecondaryMap};
use rarebit_front_end::analysis::flow::Flow;
use rarebit_front_end::ir::*;
use rustc_hash::FxHashSet;

/// A decision by which a loop can be left: the block, its condition, and what it is when the loop is left.
pub struct Guard {
    pub block: Block,
    pub cond: Value,
    pub leaves: bool,
}

/// A natural loop: its head, and what reaches a jump back to it without passing it.
pub struct Loop {
    pub head: Block,
    pub body: FxHashSet<Block>,
}

/// The loops of a function, and which of its blocks come before which on every way.
pub struct Shape {
    /// The last block that every way to a block passes before it.
    before: SecondaryMap<Block, Option<Block>>,
    loops: Vec<Loop>,
}

impl Shape {
    pub fn of(func: &Function) -> Shape {
        let dominators = Flow::new(func).dominators();
        let mut before = SecondaryMap::new();
        for &block in &func.layout {
            before[block] = dominators.immediate_dominator(block.index()).map(Block::new);
        }
        let mut shape = Shape { before, loops: Vec::new() };
        let preds = func.predecessors();
        for &head in &func.layout {
            let back = preds[head].iter().copied().filter(|block| shape.is_before(head, *block));
            let (mut open, mut body): (Vec<Block>, _) = (back.collect(), FxHashSet::from_iter([head]));
            if open.is_empty() {
                continue;
            }
            while let Some(block) = open.pop() {
                if body.insert(block) {
                    open.extend(preds[block].iter().copied());
                }
            }
            shape.loops.push(Loop { head, body });
        }
        shape
    }

    /// Does every way to `block` pass `first`?
    pub fn is_before(&self, first: Block, block: Block) -> bool {
        std::iter::successors(Some(block), |block| self.before[*block]).any(|other| other == first)
    }

    pub fn with_head(&self, head: Block) -> Option<&Loop> {
        self.loops.iter().find(|known| known.head == head)
    }

    /// The heads of the loops around a block, innermost first.
    pub fn heads_around(&self, block: Block) -> Vec<Block> {
        let mut loops: Vec<&Loop> = self.loops.iter().filter(|known| known.body.contains(&block)).collect();
        loops.sort_by_key(|known| known.body.len());
        loops.into_iter().map(|known| known.head).collect()
    }

    /// The innermost loop around a block, if there is one.
    pub fn around(&self, block: Block) -> Option<&Loop> {
        self.loops.iter().filter(|known| known.body.contains(&block)).min_by_key(|known| known.body.len())
    }
}

/// The ways out of a loop that blocks other than this one have.
pub fn guards(func: &Function, around: &Loop, block: Block) -> Vec<Guard> {
    let guard = |&from: &Block| {
        let Terminator::Branch { cond, then, otherwise } = &func.blocks[from].end else { return None };
        let (stays, goes) = (around.body.contains(&then.block), around.body.contains(&otherwise.block));
        (from != block && stays != goes).then_some(Guard { block: from, cond: *cond, leaves: !stays })
    };
    func.layout.iter().filter(|from| around.body.contains(*from)).filter_map(guard).collect()
}
