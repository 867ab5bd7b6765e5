//! How far the next uncovered decision is: what look-ahead prunes by (Bardin and Herrmann, "Pruning the search space in
//! path-based test generation", section 3) and what the search for goals goes by.
//!
//! Per function, for each block: the fewest edges to an uncovered decision in it or in what it calls, and to its return.
//! A state sees an uncovered decision from its block, or from that of a caller if all calls in between can return: that
//! is the context. Calls through pointers may go to any function. Everything is an over-approximation of what a run can
//! reach, and coverage only grows, so a state that sees nothing now never will; old figures are safe, too.

use crate::simulate::Coverage;
use crate::symbolic::concolic::Aim;
use crate::symbolic::state::{Frame, State};
use cranelift_entity::EntityRef;
use rarebit_front_end::ir::*;

pub const NEVER: u32 = u32::MAX;

#[derive(Clone)]
struct Node {
    /// Blocks behind it with the edge to them.
    next: Vec<(usize, Edge)>,
    /// Edges that are taken on the way to them, where a value that is passed on decides.
    through: Vec<Edge>,
    calls: Vec<usize>,
    returns: bool,
}

/// Distances, by function and block.
#[derive(Clone)]
pub struct Reach {
    funcs: Vec<Vec<Node>>,
    to_goal: Vec<Vec<u32>>,
    to_return: Vec<Vec<u32>>,
    entries: Vec<Option<usize>>,
    /// The coverage that the figures are about.
    covered: Option<usize>,
}

impl Reach {
    pub fn new(program: &Program) -> Reach {
        let anything: Vec<usize> = program.funcs.keys().map(|func| func.index()).collect();
        let node = |func: &Function, block: Block| {
            let data = &func.blocks[block];
            let mut through = Vec::new();
            let land = |target: &Target| (landing(func, target, &mut through).index(), target.edge);
            let next = data.end.targets().into_iter().map(land).collect();
            let mut calls = Vec::new();
            for inst in &data.insts {
                match &func.insts[*inst].data {
                    InstData::Call { func, .. } => calls.push(func.index()),
                    InstData::CallIndirect { .. } => calls.extend(&anything),
                    _ => {}
                }
            }
            Node { next, through, calls, returns: matches!(data.end, Terminator::Return(_)) }
        };
        let funcs: Vec<Vec<Node>> =
            program.funcs.values().map(|func| func.blocks.keys().map(|block| node(func, block)).collect()).collect();
        let never: Vec<Vec<u32>> = funcs.iter().map(|blocks| vec![NEVER; blocks.len()]).collect();
        let entries = program.funcs.values().map(|func| func.layout.first().map(|block| block.index())).collect();
        let mut reach = Reach { funcs, to_goal: never.clone(), to_return: never, entries, covered: None };
        reach.spread(|reach, func, block| if reach.funcs[func][block].returns { 0 } else { NEVER }, true);
        reach
    }

    /// Brings the figures up to date.
    pub fn update(&mut self, coverage: &Coverage) {
        if self.covered == Some(coverage.covered) {
            return;
        }
        self.covered = Some(coverage.covered);
        self.aim(|node| node.edges().any(|edge| coverage.is_open(edge)), None);
    }

    /// The same figures about one place: the block at whose end this edge is taken, or in which this check stands.
    pub fn toward(&self, program: &Program, goal: Aim) -> Reach {
        let mut reach = self.clone();
        reach.covered = None;
        match goal {
            Aim::Fail(check) => {
                let place = program.funcs.iter().find_map(|(func, data)| {
                    let stands = |block: &BlockData| {
                        let inside = |inst: &Inst| matches!(data.insts[*inst].data, InstData::Check { check: c, .. } if c == check);
                        block.insts.iter().any(inside)
                            || matches!(block.end, Terminator::Unreachable { check: c } if c == check)
                    };
                    let block = data.blocks.iter().find(|(_, block)| stands(block))?.0;
                    Some((func.index(), block.index()))
                });
                reach.aim(|_| false, place);
            }
            Aim::Edge(edge) => {
                reach.aim(|node| node.edges().any(|other| other == edge), None);
            }
            _ => reach.aim(|_| false, None),
        }
        reach
    }

    fn aim(&mut self, goal: impl Fn(&Node) -> bool, place: Option<(usize, usize)>) {
        self.to_goal.iter_mut().for_each(|blocks| blocks.fill(NEVER));
        self.spread(
            |reach, func, block| {
                let node = &reach.funcs[func][block];
                let goal = goal(node) || place == Some((func, block));
                let inside = node.calls.iter().filter_map(|callee| reach.at_entry(*callee)).min();
                if goal { 0 } else { inside.map_or(NEVER, |distance| distance.saturating_add(1)) }
            },
            false,
        );
    }

    fn at_entry(&self, func: usize) -> Option<u32> {
        self.entries[func].map(|entry| self.to_goal[func][entry])
    }

    /// The least solution: a block's own figure, or one more than that of a block behind it.
    fn spread(&mut self, own: impl Fn(&Reach, usize, usize) -> u32, returns: bool) {
        let mut changed = true;
        while changed {
            changed = false;
            for func in 0..self.funcs.len() {
                for block in (0..self.funcs[func].len()).rev() {
                    let figures = if returns { &self.to_return } else { &self.to_goal };
                    let behind = self.funcs[func][block].next.iter().map(|(next, _)| figures[func][*next]).min();
                    let new = own(self, func, block).min(behind.map_or(NEVER, |distance| distance.saturating_add(1)));
                    let figures = if returns { &mut self.to_return } else { &mut self.to_goal };
                    if new < figures[func][block] {
                        figures[func][block] = new;
                        changed = true;
                    }
                }
            }
        }
    }

    /// Edges to the nearest uncovered decision that the state may still take; [`NEVER`] if there is none.
    pub fn distance(&self, state: &State) -> u32 {
        self.from(state, state.frame.block.index())
    }

    /// The same behind an edge that the state may take next.
    pub fn behind(&self, state: &State, edge: Edge) -> u32 {
        let node = &self.funcs[state.frame.func.index()][state.frame.block.index()];
        let next = node.next.iter().find(|(_, other)| *other == edge);
        next.map_or(NEVER, |(block, _)| self.from(state, *block))
    }

    fn from(&self, state: &State, block: usize) -> u32 {
        let place = |frame: &Frame| (frame.func.index(), frame.block.index());
        let func = state.frame.func.index();
        let mut nearest = self.to_goal[func][block];
        let mut out = self.to_return[func][block];
        let mut callers = &state.callers;
        while let (Some(caller), true) = (callers, out != NEVER) {
            let (func, block) = place(&caller.frame);
            nearest = nearest.min(out.saturating_add(self.to_goal[func][block]));
            out = match self.to_return[func][block] {
                NEVER => NEVER,
                more => out.saturating_add(more),
            };
            callers = &caller.next;
        }
        nearest
    }
}

impl Node {
    fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        self.next.iter().map(|(_, edge)| *edge).chain(self.through.iter().copied())
    }
}

/// Where a jump comes to: past blocks that do nothing but decide on a value that the jump brings along, as clang's joins
/// of clean-ups do.
fn landing(func: &Function, target: &Target, through: &mut Vec<Edge>) -> Block {
    const MOST: usize = 8;
    let mut at = target;
    for _ in 0..MOST {
        let block = &func.blocks[at.block];
        let brought = |value: &Value| {
            let param = block.params.iter().position(|param| param == value)?;
            match func.values[*at.args.get(param)?].def {
                ValueDef::Const(Const::Bits(_, bits)) => Some(bits),
                _ => None,
            }
        };
        let next = match &block.end {
            _ if !block.insts.is_empty() => None,
            Terminator::Branch { cond, then, otherwise } => {
                brought(cond).map(|bits| if bits != 0 { then } else { otherwise })
            }
            Terminator::Switch { value, cases, default } => brought(value)
                .map(|bits| cases.iter().find(|(key, _)| *key == bits).map_or(default, |(_, target)| target)),
            _ => None,
        };
        let Some(next) = next else { break };
        through.push(next.edge);
        at = next;
    }
    at.block
}
