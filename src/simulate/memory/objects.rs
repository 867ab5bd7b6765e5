//! Which object an address belongs to, and where new objects go.
//!
//! A page belongs to at most one object. Every object has pages of its own and at least [`GAP`] bytes of them
//! behind its end, so a pointer one past the end, or a little further, never meets another object.
//!
//! A [`Ring`] hands out its pages in order and comes back to the beginning only at its extent's end; then it skips
//! living objects and forgets dead ones whose pages it needs. So a dead object is remembered, and a use of it
//! recognised, until a whole extent of other objects was made. Ids are recycled with the pages: the table is never
//! longer than the pages in use. The extent doubles when more than half of it is alive; thus a search for a place
//! costs constant time per page handed out, and short-lived objects stay where the caches are warm.

use super::space::{Lazy, Plain};

/// Bytes of a page: small, so that linked structures stay dense in the caches.
pub const PAGE: u32 = 1 << PAGE_SHIFT;
pub const PAGE_SHIFT: u32 = 6;
/// Bytes behind the end of an object that belong to nobody.
pub const GAP: u64 = 16;

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
    /// The global, or the slot and its function.
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

/// Pages that an object of this size takes.
pub fn pages_of(size: u64) -> u64 {
    size.saturating_add(GAP).div_ceil(PAGE.into())
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
    fn forget(&mut self, keep: usize, rings: [&Ring; 2]) {
        self.len = keep;
        self.free.clear();
        for ring in rings {
            let (start, end) = (ring.start as usize, ring.high as usize);
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

/// A region of pages handed out in order, again and again. All fields count pages.
pub struct Ring {
    start: u32,
    end: u32,
    first_extent: u32,
    extent: u32,
    cursor: u32,
    /// No page from here on was handed out in this run.
    high: u32,
    live: u64,
}

impl Ring {
    /// Over these addresses; the first round takes `extent` bytes.
    pub fn new(start: u32, end: u32, extent: u32) -> Ring {
        let [start, end, extent] = [start, end, extent].map(|bytes| bytes >> PAGE_SHIFT);
        let extent = extent.min(end - start);
        Ring { start, end, first_extent: extent, extent, cursor: start, high: start, live: 0 }
    }

    /// Forgets the objects of both rings, from number `keep` on.
    pub fn reset(rings: [&mut Ring; 2], objects: &mut Objects, keep: usize) {
        let [a, b] = rings;
        objects.forget(keep, [a, b]);
        for ring in [a, b].into_iter().filter(|ring| ring.high != ring.start) {
            *ring = Ring { extent: ring.first_extent, cursor: ring.start, high: ring.start, live: 0, ..*ring };
        }
    }

    /// Notes that so many pages came to life (`place` does) or died.
    pub fn released(&mut self, pages: u64) {
        self.live -= pages;
    }

    /// The first of `n` pages that belong to nobody, its number a multiple of `align`; none if the region is full.
    pub fn place(&mut self, objects: &mut Objects, n: u64, align: u64) -> Option<u32> {
        while (self.live + n) * 2 > self.extent.into() && self.extent < self.end - self.start {
            self.grow();
        }
        let mut at = u64::from(self.cursor).next_multiple_of(align);
        let mut wrapped = false;
        loop {
            if at + n > u64::from(self.start) + u64::from(self.extent) {
                if wrapped && self.extent == self.end - self.start {
                    return None;
                }
                if wrapped {
                    self.grow();
                } else {
                    wrapped = true;
                    at = u64::from(self.start).next_multiple_of(align);
                }
                continue;
            }
            match self.clear(objects, at as u32, n as u32) {
                None => break,
                Some(obstacle) => at = u64::from(obstacle).next_multiple_of(align),
            }
        }
        self.cursor = at as u32 + n as u32;
        self.high = self.high.max(self.cursor);
        self.live += n;
        Some(at as u32)
    }

    fn grow(&mut self) {
        self.extent = self.extent.saturating_mul(2).min(self.end - self.start);
    }

    /// Forgets dead objects on these pages; the page behind the first living one, if there is one.
    fn clear(&self, objects: &mut Objects, at: u32, n: u32) -> Option<u32> {
        let mut page = at;
        while page < (at + n).min(self.high) {
            let id = objects.pages[page as usize] >> SCALE;
            let object = objects.table[id as usize];
            if id == 0 {
                page += 1;
            } else if object.is_gone() {
                page = object.page() + object.pages();
                objects.evict(id);
            } else {
                return Some(object.page() + object.pages());
            }
        }
        None
    }
}
