//! Which decisions lead to a goal: control dependence (Ferrante, Ottenstein and Warren 1987), continued through calls.
//!
//! A block depends on an edge if it is bound to be reached once the edge is taken, but not before: it postdominates the
//! edge's end and not its beginning. A ladder follows, from the goal outwards, one such edge at a time: the last one
//! before the block, in reverse postorder, so that a loop's own back edge does not count. Where nothing inside the
//! function decides, the way goes on at a call of the function, the one nearest to the program's entry.

use crate::simulate::threaded;
use cranelift_entity::SecondaryMap;
use rarebit_front_end::ir::*;
use rarebit_learners::approach::{Ladder, Rung};
use rarebit_learners::{CheckId, EdgeId};
use std::collections::HashMap;

/// Ladders are not followed further than this.
const LONGEST: usize = 24;

/// Where things stand and what they depend on.
pub struct Ladders {
    /// For each function and block: the decision it depends on most closely, with the block of that decision.
    parents: HashMap<(Func, Block), (Edge, Block)>,
    /// A call of each function.
    callers: HashMap<Func, (Func, Block)>,
    edges: HashMap<Edge, (Func, Block)>,
    checks: HashMap<Check, (Func, Block)>,
}

impl Ladders {
    pub fn new(program: &Program) -> Ladders {
        let mut ladders =
            Ladders { parents: HashMap::new(), callers: HashMap::new(), edges: HashMap::new(), checks: HashMap::new() };
        for (id, func) in program.funcs.iter().filter(|(_, func)| !func.layout.is_empty()) {
            ladders.places(id, func);
            ladders.dependences(program, id, func);
        }
        ladders.calls(program);
        ladders
    }

    /// The decisions before an edge, the edge itself first.
    pub fn of_edge(&self, edge: Edge) -> Option<Ladder> {
        let (func, block) = *self.edges.get(&edge)?;
        Some(self.climb(Rung::Edge(EdgeId(edge.as_u32())), func, block))
    }

    /// The decisions before a check, the check itself first.
    pub fn of_check(&self, check: Check) -> Option<Ladder> {
        let (func, block) = *self.checks.get(&check)?;
        Some(self.climb(Rung::Check(CheckId(check.as_u32())), func, block))
    }

    /// Is the function called at all, as far as direct calls tell?
    pub fn place_of_check(&self, check: Check) -> Option<Func> {
        self.checks.get(&check).map(|(func, _)| *func)
    }

    fn climb(&self, goal: Rung, mut func: Func, mut block: Block) -> Ladder {
        let mut rungs = vec![goal];
        let mut calls = 0;
        while rungs.len() < LONGEST && calls < LONGEST {
            if let Some((edge, from)) = self.parents.get(&(func, block)) {
                let rung = Rung::Edge(EdgeId(edge.as_u32()));
                if !rungs.contains(&rung) {
                    rungs.push(rung);
                }
                if *from == block {
                    break;
                }
                block = *from;
            } else if let Some(caller) = self.callers.get(&func) {
                (func, block) = *caller;
                calls += 1;
            } else {
                break;
            }
        }
        Ladder { rungs }
    }

    fn places(&mut self, id: Func, func: &Function) {
        for &block in &func.layout {
            let data = &func.blocks[block];
            self.edges.extend(data.end.targets().iter().map(|target| (target.edge, (id, block))));
            let checks = data.insts.iter().filter_map(|inst| func.insts[*inst].data.check());
            self.checks.extend(checks.map(|check| (check, (id, block))));
            if let Terminator::Unreachable { check } = data.end {
                self.checks.insert(check, (id, block));
            }
        }
    }

    fn dependences(&mut self, program: &Program, id: Func, func: &Function) {
        let func = &*threaded(func);
        let order = func.reverse_postorder();
        let mut rank: SecondaryMap<Block, usize> = SecondaryMap::with_default(usize::MAX);
        order.iter().enumerate().for_each(|(at, block)| rank[*block] = at);
        let after = postdominators(func, &order);
        let mut best: HashMap<Block, (usize, Edge, Block)> = HashMap::new();
        for &from in &order {
            let targets = func.blocks[from].end.targets();
            for target in targets.iter().filter(|_| targets.len() > 1) {
                if program.edges[target.edge].kind == EdgeKind::Jump {
                    continue;
                }
                // Up from the edge's end to the block's own postdominator: all of these depend on the edge.
                let stop = after[from];
                let (mut at, mut steps) = (Some(target.block), 0);
                while let Some(block) = at.filter(|block| Some(*block) != stop && steps <= order.len()) {
                    steps += 1;
                    let earlier = rank[from] < rank[block];
                    let known = best.get(&block).map(|(known, ..)| *known);
                    if earlier && known.is_none_or(|known| known < rank[from]) {
                        best.insert(block, (rank[from], target.edge, from));
                    }
                    at = after[block];
                }
            }
        }
        self.parents.extend(best.into_iter().map(|(block, (_, edge, from))| ((id, block), (edge, from))));
    }

    /// Breadth first from the entry, so that the nearest call of each function is kept.
    fn calls(&mut self, program: &Program) {
        let Some(entry) = program.entry else { return };
        let mut seen = vec![entry];
        let mut next = 0;
        while let Some(&id) = seen.get(next) {
            next += 1;
            let func = &program.funcs[id];
            for &block in &func.layout {
                for inst in &func.blocks[block].insts {
                    if let InstData::Call { func: callee, .. } = func.insts[*inst].data
                        && !seen.contains(&callee)
                    {
                        seen.push(callee);
                        self.callers.insert(callee, (id, block));
                    }
                }
            }
        }
    }
}

/// The immediate postdominator of every block, none where the next thing is the function's end. (Cooper, Harvey and
/// Kennedy's iteration on the reversed graph, with one exit behind all ends.)
fn postdominators(func: &Function, order: &[Block]) -> SecondaryMap<Block, Option<Block>> {
    // Postorder of the reversed graph is near enough to the forward order reversed; iteration makes up for the rest.
    #[derive(Clone, Copy, PartialEq)]
    enum Next {
        Unknown,
        End,
        Block(Block),
    }
    let mut next: SecondaryMap<Block, Next> = SecondaryMap::with_default(Next::Unknown);
    let meet = |next: &SecondaryMap<Block, Next>, a: Next, b: Next| -> Next {
        // Walk both chains; the first common block is the meet.
        let mut chain = Vec::new();
        let mut at = a;
        while let Next::Block(block) = at {
            if chain.contains(&block) {
                break;
            }
            chain.push(block);
            at = next[block];
        }
        let mut at = b;
        let mut steps = 0;
        while let Next::Block(block) = at {
            if chain.contains(&block) {
                return at;
            }
            at = next[block];
            steps += 1;
            if steps > order.len() {
                break;
            }
        }
        Next::End
    };
    let mut changed = true;
    let mut rounds = 0;
    while changed && rounds < 50 {
        changed = false;
        rounds += 1;
        for &block in order.iter().rev() {
            let mut result = Next::Unknown;
            let targets = func.blocks[block].end.targets();
            for target in &targets {
                let candidate = Next::Block(target.block);
                if next[target.block] == Next::Unknown && target.block != block {
                    continue;
                }
                result = match result {
                    Next::Unknown => candidate,
                    known => meet(&next, known, candidate),
                };
            }
            if targets.is_empty() {
                result = Next::End;
            }
            if result != Next::Unknown && result != next[block] {
                next[block] = result;
                changed = true;
            }
        }
    }
    let mut after = SecondaryMap::with_default(None);
    for &block in order {
        if let Next::Block(other) = next[block] {
            after[block] = (other != block).then_some(other);
        }
    }
    after
}
