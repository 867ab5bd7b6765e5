//! A function's blocks as a graph, with one exit added, for `petgraph`'s algorithms; dominators both ways; control
//! dependence.
//!
//! Every block that ends the call or the run leads to the exit. A cycle that never gets there is given an edge from
//! each of its blocks, so that post-dominators exist.
//!
//! A block is control dependent on a branch that decides whether it is executed: it post-dominates one of the
//! branch's targets but not the branch (Ferrante, Ottenstein and Warren, 1987).

use crate::ir::{Block, Function};
use cranelift_entity::{EntityRef, SecondaryMap};
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::visit::{GraphBase, IntoNeighbors, IntoNeighborsDirected, Visitable};
use petgraph::{Direction, Incoming, Outgoing};
use std::collections::HashSet;

/// The graph: blocks by number, and the exit behind them.
pub struct Flow {
    out: Vec<Vec<usize>>,
    into: Vec<Vec<usize>>,
    entry: usize,
}

impl Flow {
    pub fn new(func: &Function) -> Flow {
        let exit = func.blocks.len();
        let mut flow =
            Flow { out: vec![Vec::new(); exit + 1], into: vec![Vec::new(); exit + 1], entry: func.entry().index() };
        let order = func.reverse_postorder();
        for &block in &order {
            let targets = func.blocks[block].end.targets();
            for target in &targets {
                flow.connect(block.index(), target.block.index());
            }
            if targets.is_empty() {
                flow.connect(block.index(), exit);
            }
        }
        // Backwards from the exit; what is not met never gets there.
        let mut met = vec![false; exit + 1];
        let mut work = vec![exit];
        let mut left = order.iter().rev();
        loop {
            while let Some(node) = work.pop() {
                if !std::mem::replace(&mut met[node], true) {
                    work.extend(&flow.into[node]);
                }
            }
            match left.find(|block| !met[block.index()]) {
                Some(block) => {
                    flow.connect(block.index(), exit);
                    work.push(block.index());
                }
                None => break,
            }
        }
        flow
    }

    fn connect(&mut self, from: usize, to: usize) {
        if !self.out[from].contains(&to) {
            self.out[from].push(to);
            self.into[to].push(from);
        }
    }

    pub fn exit(&self) -> usize {
        self.out.len() - 1
    }

    pub fn dominators(&self) -> Dominators<usize> {
        simple_fast(self, self.entry)
    }

    pub fn post_dominators(&self) -> Dominators<usize> {
        simple_fast(petgraph::visit::Reversed(self), self.exit())
    }

    /// How many edges lie between each node and the exit.
    pub fn distance_to_exit(&self) -> Vec<usize> {
        let mut distance = vec![usize::MAX; self.out.len()];
        distance[self.exit()] = 0;
        let mut work = std::collections::VecDeque::from([self.exit()]);
        while let Some(node) = work.pop_front() {
            for &before in &self.into[node] {
                if distance[before] == usize::MAX {
                    distance[before] = distance[node] + 1;
                    work.push_back(before);
                }
            }
        }
        distance
    }
}

impl GraphBase for Flow {
    type NodeId = usize;
    type EdgeId = (usize, usize);
}

impl<'a> IntoNeighbors for &'a Flow {
    type Neighbors = std::iter::Copied<std::slice::Iter<'a, usize>>;

    fn neighbors(self, node: usize) -> Self::Neighbors {
        self.out[node].iter().copied()
    }
}

impl<'a> IntoNeighborsDirected for &'a Flow {
    type NeighborsDirected = std::iter::Copied<std::slice::Iter<'a, usize>>;

    fn neighbors_directed(self, node: usize, direction: Direction) -> Self::NeighborsDirected {
        match direction {
            Outgoing => self.out[node].iter().copied(),
            Incoming => self.into[node].iter().copied(),
        }
    }
}

impl Visitable for Flow {
    type Map = HashSet<usize>;

    fn visit_map(&self) -> Self::Map {
        HashSet::new()
    }

    fn reset_map(&self, map: &mut Self::Map) {
        map.clear();
    }
}

/// The branches that decide whether each block is executed.
pub fn control_dependence(func: &Function) -> SecondaryMap<Block, Vec<Block>> {
    let flow = Flow::new(func);
    let post = flow.post_dominators();
    let mut depends: SecondaryMap<Block, Vec<Block>> = SecondaryMap::with_capacity(func.blocks.len());
    for block in func.reverse_postorder() {
        let from = block.index();
        if flow.out[from].len() < 2 {
            continue;
        }
        let stop = post.immediate_dominator(from);
        for &target in &flow.out[from] {
            let mut at = Some(target);
            while at != stop
                && let Some(node) = at
                && node != flow.exit()
            {
                let list = &mut depends[Block::new(node)];
                if !list.contains(&block) {
                    list.push(block);
                }
                at = post.immediate_dominator(node);
            }
        }
    }
    depends
}
