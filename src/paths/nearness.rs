//! How near a place on a path is to the nearest goal, along interprocedurally valid extensions.
//!
//! Per function, for each block: the fewest edges to a goal in it or in what it calls, and to its return. A path that
//! stands in a block can go on from there, or return and go on behind the call in the function that called it, and so
//! on up the calls that the path is in: a return only goes back to where the call was. Calls through pointers may lead to
//! any function whose address is taken. Values are not looked at, so a path from which no goal is near has none at all.

use rarebit_front_end::ir::*;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Further than everything.
pub const NEVER: u32 = u32::MAX;

struct Node {
    next: Vec<(usize, Edge)>,
    calls: Vec<usize>,
    checks: Vec<Check>,
    returns: bool,
}

/// Distances by function and block.
pub struct Nearness {
    funcs: Vec<Vec<Node>>,
    entries: Vec<Option<usize>>,
    to_goal: Vec<Vec<u32>>,
    to_return: Vec<Vec<u32>>,
}

impl Nearness {
    pub fn new(program: &Program) -> Nearness {
        let anything = taken(program);
        let node = |func: &Function, block: Block| {
            let data = &func.blocks[block];
            let (mut calls, mut checks) = (Vec::new(), Vec::new());
            for inst in &data.insts {
                let data = &func.insts[*inst].data;
                match data {
                    InstData::Call { func, .. } => calls.push(func.as_u32() as usize),
                    InstData::CallIndirect { .. } => calls.extend(&anything),
                    _ => {}
                }
                checks.extend(data.check());
            }
            if let Terminator::Unreachable { check } = data.end {
                checks.push(check);
            }
            let next = data.end.targets().iter().map(|target| (target.block.as_u32() as usize, target.edge)).collect();
            Node { next, calls, checks, returns: matches!(data.end, Terminator::Return(_)) }
        };
        let funcs: Vec<Vec<Node>> =
            program.funcs.values().map(|func| func.blocks.keys().map(|block| node(func, block)).collect()).collect();
        let entries = program.funcs.values().map(|func| func.layout.first().map(|block| block.as_u32() as usize));
        let never: Vec<Vec<u32>> = funcs.iter().map(|blocks| vec![NEVER; blocks.len()]).collect();
        let mut nearness = Nearness { entries: entries.collect(), funcs, to_goal: never.clone(), to_return: never };
        let returns = |funcs: &[Vec<Node>], _: &[Vec<u32>], func: usize, block: usize| {
            if funcs[func][block].returns { 0 } else { NEVER }
        };
        nearness.to_return = nearness.spread(returns);
        nearness
    }

    /// From now on these are the goals.
    pub fn aim(&mut self, edges: &FxHashSet<Edge>, checks: &FxHashSet<Check>) {
        let entries = &self.entries;
        let own = |funcs: &[Vec<Node>], figures: &[Vec<u32>], func: usize, block: usize| {
            let node = &funcs[func][block];
            let goal = node.next.iter().any(|(_, edge)| edges.contains(edge))
                || node.checks.iter().any(|check| checks.contains(check));
            let entered = |callee: &usize| entries[*callee].map(|entry| figures[*callee][entry]);
            let inside = || node.calls.iter().filter_map(entered).min().unwrap_or(NEVER);
            if goal { 0 } else { inside().saturating_add(1) }
        };
        self.to_goal = self.spread(own);
    }

    /// The least solution: a block's own figure, or one more than that of a block behind it.
    fn spread(&self, own: impl Fn(&[Vec<Node>], &[Vec<u32>], usize, usize) -> u32) -> Vec<Vec<u32>> {
        let mut figures: Vec<Vec<u32>> = self.funcs.iter().map(|blocks| vec![NEVER; blocks.len()]).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for func in 0..self.funcs.len() {
                for block in (0..self.funcs[func].len()).rev() {
                    let behind = self.funcs[func][block].next.iter().map(|(next, _)| figures[func][*next]).min();
                    let behind = behind.unwrap_or(NEVER).saturating_add(1);
                    let new = own(&self.funcs, &figures, func, block).min(behind);
                    if new < figures[func][block] {
                        figures[func][block] = new;
                        changed = true;
                    }
                }
            }
        }
        figures
    }

    /// From the end of an edge that is taken in the innermost of these calls, outermost first; [`NEVER`] if no goal can be
    /// reached any more.
    pub fn from(&self, calls: &[(Func, Block)], edge: Edge) -> u32 {
        let Some(((func, block), outer)) = calls.split_last() else { return NEVER };
        let node = &self.funcs[func.as_u32() as usize][block.as_u32() as usize];
        let Some((next, _)) = node.next.iter().find(|(_, other)| *other == edge) else { return NEVER };
        let (mut func, mut block) = (func.as_u32() as usize, *next);
        let (mut best, mut way) = (NEVER, 0u32);
        for (caller, at) in outer.iter().rev().map(Some).chain([None]).map(|call| call.copied().unzip()) {
            best = best.min(self.to_goal[func][block].saturating_add(way));
            way = way.saturating_add(self.to_return[func][block]).saturating_add(1);
            let (Some(caller), Some(at)) = (caller, at) else { break };
            if way == NEVER {
                break;
            }
            (func, block) = (Func::as_u32(caller) as usize, Block::as_u32(at) as usize);
        }
        best
    }
}

/// The functions whose address is taken somewhere.
fn taken(program: &Program) -> Vec<usize> {
    let stored = program.globals.values().flat_map(|global| &global.init.relocations);
    let stored = stored.filter_map(|(_, symbol)| if let Symbol::Func(func) = symbol { Some(*func) } else { None });
    let used = program.funcs.values().flat_map(|func| func.values.values()).filter_map(|data| match data.def {
        ValueDef::Const(Const::Func(func)) => Some(func),
        _ => None,
    });
    let all: BTreeSet<usize> = stored.chain(used).map(|func| func.as_u32() as usize).collect();
    all.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `helper` is called at two places; the goal, e10, is behind the second.
    const TWICE: &str = r#"
program LP64
input in0 i32 signed "x" fn0
entry fn0

func fn0 "main"() -> i32 {
b0:
  v0: i32 = input in0
  v1: i1 = icmp ne v0, 0:i32
  branch v1, b1 e8, b2 e9
b1:
  v2: i32 = call fn1(v0)
  return v2
b2:
  v3: i32 = call fn1(v0)
  v4: i1 = icmp eq v3, 2:i32
  branch v4, b3 e10, b4 e11
b3:
  return 7:i32
b4:
  return 8:i32
}

func fn1 "helper"(i32) -> i32 {
b0(v0: i32):
  v1: i1 = icmp sgt v0, 3:i32
  branch v1, b1 e15, b2 e16
b1:
  return 1:i32
b2:
  return 2:i32
}
"#;

    #[test]
    fn a_goal_is_near_only_behind_the_call_that_returns_there() {
        let program = parse(TWICE).unwrap();
        let mut nearness = Nearness::new(&program);
        let (edge, func, block) = (Edge::from_u32, Func::from_u32, Block::from_u32);
        nearness.aim(&[edge(10)].into_iter().collect(), &FxHashSet::default());
        let inside = |caller: u32| [(func(0), block(caller)), (func(1), block(0))];
        assert_eq!(nearness.from(&inside(1), edge(15)), NEVER, "that call returns to where nothing is");
        assert_eq!(nearness.from(&inside(2), edge(15)), 1);
        let outside = [(func(0), block(0))];
        assert_eq!((nearness.from(&outside, edge(8)), nearness.from(&outside, edge(9))), (NEVER, 0));
        // A goal in what is called.
        nearness.aim(&[edge(16)].into_iter().collect(), &FxHashSet::default());
        assert_eq!((nearness.from(&outside, edge(8)), nearness.from(&outside, edge(9))), (1, 1));
    }
}
