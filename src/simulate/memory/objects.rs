//! Which object an address belongs to.
//!
//! A page belongs to at most one object. Every object has pages of its own and at least [`GAP`] bytes of them
//! behind its end, so a pointer one past the end, or a little further, never meets another object.
//!
//! New objects go where a [`Ring`] says. Ids are recycled with the pages: the table is never longer than the pages in
//! use.

use super::ring::{Ground, PAGE_SHIFT, Ring, pages_of};
use super::space::{Lazy, Plain};

/// How many objects there can be at once.
pub const MAX_OBJECTS: usize = 1 << 25;
/// The page table holds the distance of the object from the table's beginning, in bytes: compiled code then needs
/// no multiplication.
const SCALE: u32 = size_of::<Object>().trailing_zeros();

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    None,
    Global,
    Slot,
    Heap,
    Dynamic,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum State {
    Live,
    /// A slot outside its scope: it may come back, at the same address.
    Sleeping,
    /// The end of a scope took it for good.
    Popped,
    Returned,
    Freed,
}

/// An object. `readable` and `writable` are its size, or 0 where that access is not allowed, so that one
/// comparison decides.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub struct Object {
    pub base: u32,
    pub readable: u32,
    pub writable: u32,
    pub size: u32,
    /// The global, or the slot and its function, or the mark of a heap object.
    pub owner: u32,
    pub func: u32,
    pub kind: Kind,
    pub state: State,
}

impl Object {
    /// The object of all addresses where there is none.
    const NONE: Object =
        Object { base: 0, readable: 0, writable: 0, size: 0, owner: 0, func: 0, kind: Kind::None, state: State::Freed };

    pub fn page(&self) -> u32 {
        self.base >> PAGE_SHIFT
    }

    pub fn pages(&self) -> u32 {
        pages_of(self.size.into()) as u32
    }

    fn is_gone(&self) -> bool {
        matches!(self.state, State::Popped | State::Returned | State::Freed)
    }
}
/// The table of objects.
pub type Table = [Object; MAX_OBJECTS];
// SAFETY: zero bytes are an object of kind `None` with the state `Live`, and small alignment.
unsafe impl Plain for Table {}
/// The page table.
pub type Pages = [u32; 1 << (32 - PAGE_SHIFT)];

/// The page table and the objects.
pub struct Objects {
    /// The object of each page, scaled; 0 is none.
    pages: Lazy<Pages>,
    table: Lazy<Table>,
    len: usize,
    free: Vec<u32>,
}

impl Objects {
    pub fn new(mut table: Lazy<Table>, pages: Lazy<Pages>) -> Objects {
        table[0] = Object::NONE;
        Objects { pages, table, len: 1, free: Vec::new() }
    }

    #[inline(always)]
    pub fn id(&self, address: u32) -> u32 {
        self.pages[(address >> PAGE_SHIFT) as usize] >> SCALE
    }

    #[inline(always)]
    pub fn get(&self, id: u32) -> &Object {
        &self.table[id as usize]
    }

    #[inline(always)]
    pub fn at(&self, address: u32) -> &Object {
        self.get(self.id(address))
    }

    pub fn at_mut(&mut self, address: u32) -> &mut Object {
        let id = self.id(address);
        &mut self.table[id as usize]
    }

    /// The living objects with their numbers.
    pub fn living(&self) -> impl Iterator<Item = (u32, &Object)> {
        self.table
            .iter()
            .enumerate()
            .map(|(id, object)| (id as u32, object))
            .filter(|(_, object)| object.kind != Kind::None && object.state == State::Live)
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Is there room for so many objects more?
    pub fn has_room(&self, more: usize) -> bool {
        self.len + more <= MAX_OBJECTS
    }

    /// Puts an object on pages that belong to nobody.
    pub fn add(&mut self, object: Object) {
        let id = self.free.pop().unwrap_or_else(|| {
            self.len += 1;
            (self.len - 1) as u32
        });
        self.table[id as usize] = object;
        let first = object.page() as usize;
        match object.pages() as usize {
            1 => self.pages[first] = id << SCALE,
            n => self.pages[first..first + n].fill(id << SCALE),
        }
    }

    fn evict(&mut self, id: u32) {
        let object = &mut self.table[id as usize];
        let (first, n) = (object.page() as usize, object.pages() as usize);
        *object = Object::NONE;
        self.pages[first..first + n].fill(0);
        self.free.push(id);
    }

    /// Forgets all objects from number `keep` on, which lie on the pages of the ring.
    pub fn forget(&mut self, keep: usize, rings: [&Ring; 2]) {
        self.len = keep;
        self.free.clear();
        for ring in rings {
            let (start, end) = ring.used();
            if start == end {
                continue;
            }
            // Pages of the host are given back only where a run was unusually long.
            if end - start > 1 << 20 {
                self.pages_discard(start, end);
            } else {
                self.pages[start..end].fill(0);
            }
        }
    }

    fn pages_discard(&mut self, start: usize, end: usize) {
        self.pages.discard(start * size_of::<u32>(), end * size_of::<u32>());
    }
}

impl Ground for Objects {
    fn clear(&mut self, first: u32, end: u32) -> Option<u32> {
        let mut page = first;
        while page < end {
            let id = self.pages[page as usize] >> SCALE;
            let object = self.table[id as usize];
            if id == 0 {
                page += 1;
            } else if object.is_gone() {
                page = object.page() + object.pages();
                self.evict(id);
            } else {
                return Some(object.page() + object.pages());
            }
        }
        None
    }
}
