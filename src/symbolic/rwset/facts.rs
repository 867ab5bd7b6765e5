//! What is known about the registers of a function before it runs: which a block reads and writes, which are alive, where
//! ways meet and where loops begin.

use cranelift_entity::EntityRef;
use rarebit_front_end::ir::*;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

/// A set of small numbers.
#[derive(Clone, Debug, Default)]
pub struct Bits(SmallVec<[u64; 4]>);

impl Bits {
    pub fn insert(&mut self, at: usize) {
        if self.0.len() <= at / 64 {
            self.0.resize(at / 64 + 1, 0);
        }
        self.0[at / 64] |= 1 << (at % 64);
    }

    pub fn contains(&self, at: usize) -> bool {
        self.0.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// Adds what is in the one but not in the other.
    pub fn add_without(&mut self, add: &Bits, without: &Bits) {
        if self.0.len() < add.0.len() {
            self.0.resize(add.0.len(), 0);
        }
        for (at, word) in add.0.iter().enumerate() {
            self.0[at] |= word & !without.0.get(at).copied().unwrap_or(0);
        }
    }

    pub fn add(&mut self, add: &Bits) {
        if self.0.len() < add.0.len() {
            self.0.resize(add.0.len(), 0);
        }
        self.0.iter_mut().zip(&add.0).for_each(|(word, add)| *word |= add);
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            std::iter::successors((word != 0).then_some(word), |word| Some(word & (word - 1)).filter(|word| *word != 0))
                .map(move |word| at * 64 + word.trailing_zeros() as usize)
        })
    }
}

impl PartialEq for Bits {
    fn eq(&self, other: &Bits) -> bool {
        self.iter().eq(other.iter())
    }
}

/// What a stretch of code reads before writing it, and what it writes.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    pub reads: Bits,
    pub writes: Bits,
}

#[derive(Clone, Debug, Default)]
pub struct BlockFacts {
    pub params: Bits,
    /// All of it, its parameters aside.
    pub uses: Uses,
    /// Alive where it begins, its parameters set.
    pub alive: Rc<Bits>,
    /// Is there more than one way to it?
    pub joins: bool,
    /// Does a loop begin here?
    pub loops: bool,
}

/// What is behind a call.
#[derive(Debug)]
pub struct Behind {
    pub uses: Uses,
    /// Alive before the rest of the block, the call's results aside.
    pub alive: Rc<Bits>,
}

pub struct Facts {
    pub blocks: Vec<BlockFacts>,
    behind: FxHashMap<(Block, usize), Rc<Behind>>,
}

impl Facts {
    pub fn new(func: &Function) -> Facts {
        let mut blocks = vec![BlockFacts::default(); func.blocks.len()];
        let mut before: Vec<u32> = vec![0; func.blocks.len()];
        for &block in &func.layout {
            let facts = &mut blocks[block.index()];
            func.blocks[block].params.iter().for_each(|param| facts.params.insert(param.index()));
            facts.uses = uses(func, block, 0);
            func.blocks[block].end.targets().iter().for_each(|target| before[target.block.index()] += 1);
        }
        for head in loop_heads(func) {
            blocks[head.index()].loops = true;
        }
        let mut facts = Facts { blocks, behind: FxHashMap::default() };
        for block in facts.blocks.iter_mut().zip(&before) {
            block.0.joins = *block.1 > 1;
        }
        let mut order = func.reverse_postorder();
        order.reverse();
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &order {
                let mut alive = facts.blocks[block.index()].uses.reads.clone();
                alive.add_without(&facts.at_end(func, block), &facts.blocks[block.index()].uses.writes);
                changed |= alive != *facts.blocks[block.index()].alive;
                facts.blocks[block.index()].alive = Rc::new(alive);
            }
        }
        facts
    }

    /// Alive behind a block.
    fn at_end(&self, func: &Function, block: Block) -> Bits {
        let mut alive = Bits::default();
        for target in func.blocks[block].end.targets() {
            let next = &self.blocks[target.block.index()];
            alive.add_without(&next.alive, &next.params);
        }
        alive
    }

    /// What comes behind the call before instruction `at`.
    pub fn behind(&mut self, func: &Function, block: Block, at: usize) -> Rc<Behind> {
        if let Some(behind) = self.behind.get(&(block, at)) {
            return behind.clone();
        }
        let uses = uses(func, block, at);
        let mut alive = uses.reads.clone();
        alive.add_without(&self.at_end(func, block), &uses.writes);
        let mut results = Bits::default();
        func.insts[func.blocks[block].insts[at - 1]].results.iter().for_each(|result| results.insert(result.index()));
        let mut kept = Bits::default();
        kept.add_without(&alive, &results);
        let mut rest = Uses { reads: Bits::default(), writes: uses.writes };
        rest.reads.add_without(&uses.reads, &results);
        rest.writes.add(&results);
        let behind = Rc::new(Behind { uses: rest, alive: Rc::new(kept) });
        self.behind.insert((block, at), behind.clone());
        behind
    }
}

/// Of a block from an instruction on. Constants are the same for everybody.
fn uses(func: &Function, block: Block, from: usize) -> Uses {
    let mut uses = Uses::default();
    let read = |uses: &mut Uses, value: Value| {
        if func.as_const(value).is_none() && !uses.writes.contains(value.index()) {
            uses.reads.insert(value.index());
        }
    };
    let data = &func.blocks[block];
    for inst in &data.insts[from..] {
        func.insts[*inst].data.for_each_operand(|value| read(&mut uses, value));
        func.insts[*inst].results.iter().for_each(|result| uses.writes.insert(result.index()));
    }
    data.end.for_each_operand(|value| read(&mut uses, value));
    uses
}

/// The blocks to which an edge leads back, in a depth-first walk: every cycle goes through one.
fn loop_heads(func: &Function) -> FxHashSet<Block> {
    let mut heads = FxHashSet::default();
    if func.layout.is_empty() {
        return heads;
    }
    let next = |block: Block| func.blocks[block].end.targets().iter().map(|target| target.block).collect::<Vec<_>>();
    let (mut seen, mut open) = (FxHashSet::default(), FxHashSet::default());
    let entry = func.entry();
    let mut stack = vec![(entry, next(entry))];
    seen.insert(entry);
    open.insert(entry);
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            None => {
                open.remove(block);
                stack.pop();
            }
            Some(to) if open.contains(&to) => {
                heads.insert(to);
            }
            Some(to) => {
                if seen.insert(to) {
                    open.insert(to);
                    stack.push((to, next(to)));
                }
            }
        }
    }
    heads
}
