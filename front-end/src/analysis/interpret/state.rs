//! What is known at one program point of one call.

use crate::analysis::domain::{Abs, Object};
use crate::analysis::memory::Memory;
use crate::analysis::memory::content::Fills;
use crate::analysis::trie::Trie;
use crate::ir::Value;
use std::rc::Rc;

/// A value that lies in memory: the cell at this offset of an object holds exactly it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Copy {
    pub offset: u64,
    pub size: u64,
    pub value: Value,
}

/// A program point that can be reached. What cannot be reached has no state.
///
/// A value has one abstract value from its definition on, kept with the call; `facts` are what branches taken since
/// then add to that. A fact or copy about a value that the point's dominators do not define cannot survive: some
/// path into the join does not have it, and a join keeps only what both sides have.
#[derive(Clone, Debug, Default)]
pub struct State {
    pub memory: Memory,
    pub facts: Trie<Abs>,
    pub copies: Trie<Rc<Vec<Copy>>>,
    /// Addresses through which an access was legal, with nothing ended since: what they point into is alive.
    pub alive: Trie<()>,
}

impl State {
    pub fn fact(&self, value: Value) -> Option<&Abs> {
        self.facts.get(value.as_u32())
    }

    pub fn learn(&mut self, value: Value, abs: Abs) {
        self.facts.insert(value.as_u32(), abs);
    }

    /// The value at an exact place of an object, if one is known to lie there.
    pub fn copy_at(&self, object: Object, offset: u64, size: u64) -> Option<Value> {
        let copies = self.copies.get(object.as_u32())?;
        copies.iter().find(|c| c.offset == offset && c.size == size).map(|c| c.value)
    }

    pub fn note_copy(&mut self, object: Object, offset: u64, size: u64, value: Value) {
        let mut copies = self.copies.get(object.as_u32()).map_or_else(Vec::new, |old| old.to_vec());
        copies.retain(|c| c.offset + c.size <= offset || c.offset >= offset + size);
        copies.push(Copy { offset, size, value });
        self.copies.insert(object.as_u32(), Rc::new(copies));
    }

    /// Some bytes of an object may have changed.
    pub fn drop_copies(&mut self, object: Object, low: u64, high: u64) {
        if let Some(old) = self.copies.get(object.as_u32()) {
            let kept: Vec<Copy> =
                old.iter().filter(|c| c.offset.saturating_add(c.size) <= low || c.offset >= high).copied().collect();
            if kept.is_empty() {
                self.copies.remove(object.as_u32());
            } else if kept.len() != old.len() {
                self.copies.insert(object.as_u32(), Rc::new(kept));
            }
        }
    }

    pub fn merge(&self, other: &State, fills: &dyn Fills, combine: &dyn Fn(&Abs, &Abs) -> Abs) -> State {
        State {
            memory: self.memory.merge(&other.memory, fills, combine),
            facts: self.facts.merge(&other.facts, false, &mut |_, a, b| Some(combine(a, b))),
            copies: self.copies.merge(&other.copies, false, &mut |_, a, b| {
                let both: Vec<Copy> = a.iter().filter(|c| b.contains(c)).copied().collect();
                (!both.is_empty()).then(|| Rc::new(both))
            }),
            alive: self.alive.merge(&other.alive, false, &mut |_, (), ()| Some(())),
        }
    }

    pub fn join(&self, other: &State, fills: &dyn Fills) -> State {
        self.merge(other, fills, &|a, b| a.join(b))
    }

    pub fn is_in(&self, other: &State, fills: &dyn Fills) -> bool {
        other.facts.all(&self.facts, &mut |_, theirs, mine| mine.is_some_and(|mine| mine.is_in(theirs)))
            && other.copies.all(&self.copies, &mut |_, theirs, mine| {
                mine.is_some_and(|mine| theirs.iter().all(|c| mine.contains(c)))
            })
            && other.alive.all(&self.alive, &mut |_, (), mine| mine.is_some())
            && self.memory.is_in(&other.memory, fills)
    }
}

/// A state that comes to a block, with the values of the block's parameters.
#[derive(Clone, Debug)]
pub struct Arrival {
    pub state: State,
    pub args: Vec<Abs>,
}

impl Arrival {
    pub fn merge(&self, other: &Arrival, fills: &dyn Fills, combine: &dyn Fn(&Abs, &Abs) -> Abs) -> Arrival {
        Arrival {
            state: self.state.merge(&other.state, fills, combine),
            args: self.args.iter().zip(&other.args).map(|(a, b)| combine(a, b)).collect(),
        }
    }

    pub fn is_in(&self, other: &Arrival, fills: &dyn Fills) -> bool {
        self.args.iter().zip(&other.args).all(|(a, b)| a.is_in(b)) && self.state.is_in(&other.state, fills)
    }
}
