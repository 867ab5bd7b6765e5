//! A state of the program: where control is, what the registers and the memory hold, and which inputs lead there.
//!
//! Everything large is shared between a state and its copies (callers, memory, constraints, what was read), so a fork
//! costs the registers of the current call and a few counters.

use super::guide::Record;
use super::memory::Space;
use super::rwset::Track;
use super::terms::{Model, Term, Word};
use rarebit_front_end::ir::{Block, Func, InputSite};
use std::rc::Rc;

/// A list that grows at the end; copies share what they have in common.
#[derive(Debug)]
pub struct List<T> {
    last: Option<Rc<Link<T>>>,
    len: usize,
}

#[derive(Debug)]
struct Link<T> {
    item: T,
    before: Option<Rc<Link<T>>>,
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        List { last: self.last.clone(), len: self.len }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        List { last: None, len: 0 }
    }
}

impl<T> Drop for Link<T> {
    /// One link after the other: a long list would need a deep stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(link) = next {
            next = Rc::try_unwrap(link).ok().and_then(|mut link| link.before.take());
        }
    }
}

impl<T: Copy> List<T> {
    pub fn push(&mut self, item: T) {
        self.last = Some(Rc::new(Link { item, before: self.last.take() }));
        self.len += 1;
    }

    pub fn pop(&mut self) -> Option<T> {
        let link = self.last.take()?;
        self.last = link.before.clone();
        self.len -= 1;
        Some(link.item)
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// From the newest to the oldest.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        std::iter::successors(self.last.as_deref(), |link| link.before.as_deref()).map(|link| link.item)
    }

    /// From the oldest to the newest.
    pub fn to_vec(&self) -> Vec<T> {
        let mut items: Vec<T> = self.iter().collect();
        items.reverse();
        items
    }
}

impl<T: Copy> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> List<T> {
        let mut list = List::default();
        items.into_iter().for_each(|item| list.push(item));
        list
    }
}

/// Truth values that hold on the way here.
pub type Constraints = List<Term>;

/// A call that is going on.
#[derive(Clone, Debug)]
pub struct Frame {
    pub func: Func,
    pub block: Block,
    /// The next instruction of the block.
    pub at: usize,
    pub registers: Vec<Word>,
    /// Where its slots begin in memory.
    pub slots: u32,
    /// How many dynamic objects its callers had.
    pub dynamic: usize,
}

impl Frame {
    /// A frame of nothing yet.
    pub fn empty(func: Func) -> Frame {
        Frame { func, block: Block::from_u32(0), at: 0, registers: Vec::new(), slots: 0, dynamic: 0 }
    }
}

/// The waiting callers, innermost first.
pub type Callers = Option<Rc<Caller>>;

#[derive(Clone, Debug)]
pub struct Caller {
    pub frame: Frame,
    pub next: Callers,
}

impl Drop for Caller {
    fn drop(&mut self) {
        let mut next = self.next.take();
        while let Some(caller) = next {
            next = Rc::try_unwrap(caller).ok().and_then(|mut caller| caller.next.take());
        }
    }
}

/// An input that was read: its site and the number of its variable; none where its value is fixed.
#[derive(Clone, Copy, Debug)]
pub struct Read {
    pub site: InputSite,
    pub var: Option<u32>,
}

#[derive(Clone, Debug)]
pub struct State {
    pub frame: Frame,
    pub callers: Callers,
    pub depth: u32,
    pub space: Space,
    /// The addresses of all dynamic stack objects, oldest first.
    pub dynamic: List<u32>,
    pub constraints: Constraints,
    /// Inputs that lead here: all constraints hold under it.
    pub model: Model,
    pub reads: List<Read>,
    pub steps: u64,
    /// Bytes printed, and the bytes if they are wanted.
    pub printed: u64,
    pub output: Rc<Vec<u8>>,
    /// Which ways were taken, and how often there was more than one.
    pub record: Record,
    pub forks: u32,
    /// How often the instruction at hand was split among several meanings.
    pub splits: u32,
    /// Has a new edge been covered since the last fork?
    pub fresh: bool,
    /// What it read and wrote, if somebody wants to know.
    pub track: Option<Box<Track>>,
}

impl State {
    pub fn occurrences(&self, site: InputSite) -> u32 {
        self.reads.iter().filter(|read| read.site == site).count() as u32
    }
}
