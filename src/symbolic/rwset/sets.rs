//! Read sets, and what a stretch of a path does to them.
//!
//! Memory is counted in bytes: an object has pages of 64, and a page has a mask. Bytes that were only ever read as whole
//! pointers are told apart, because for them it does not matter at which address an object happens to lie.

use super::facts::{Bits, Uses};
use super::small::Small;
use std::rc::Rc;

/// Bytes of a page of an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mask {
    /// Read as numbers, or as parts of something.
    pub raw: u64,
    /// Read as aligned pointers.
    pub pointers: u64,
}

pub type Pages = Small<u32, Mask>;

/// What is read of an object; its size and whether it lives count as read in any case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectReads {
    pub base: u32,
    /// Shared between the points of a path, most of which add nothing.
    pub pages: Rc<Pages>,
}

/// The places whose values matter.
#[derive(Clone, Debug, Default)]
pub struct ReadSet {
    /// Registers, by the depth of their call.
    pub registers: Small<u32, Bits>,
    /// By the object's birth.
    pub objects: Small<u64, ObjectReads>,
    /// Does it matter which objects there are, wherever they lie?
    pub layout: bool,
}

/// Is everything that the second names in the first?
fn covers(all: &Pages, some: &Pages) -> bool {
    some.iter().all(|(page, mask)| {
        let own = all.get(page).copied().unwrap_or_default();
        mask.raw & !own.raw | mask.pointers & !own.pointers == 0
    })
}

fn unite(all: &mut Pages, page: u32, mask: Mask) {
    let own = all.entry(page);
    own.raw |= mask.raw;
    own.pointers |= mask.pointers;
}

impl ReadSet {
    pub fn add(&mut self, other: ReadSet) {
        if self.objects.is_empty() && self.registers.is_empty() {
            let layout = self.layout;
            *self = other;
            self.layout |= layout;
            return;
        }
        self.layout |= other.layout;
        for (depth, bits) in other.registers.iter() {
            self.registers.entry(depth).add(bits);
        }
        for (birth, reads) in other.objects.iter() {
            let mine = self.objects.entry(birth);
            mine.base = reads.base;
            if mine.pages.is_empty() {
                mine.pages = reads.pages.clone();
            } else if !Rc::ptr_eq(&mine.pages, &reads.pages) && !covers(&mine.pages, &reads.pages) {
                let own = Rc::make_mut(&mut mine.pages);
                reads.pages.iter().for_each(|(page, mask)| unite(own, page, *mask));
            }
        }
    }
}

/// The pages that bytes lie on, with their masks.
fn pages(offset: u64, size: u64) -> impl Iterator<Item = (u32, u64)> {
    let end = offset + size;
    (offset / 64..end.div_ceil(64)).map(move |page| {
        let from = offset.max(page * 64) - page * 64;
        let to = end.min(page * 64 + 64) - page * 64;
        let upto = |n: u64| if n == 64 { u64::MAX } else { (1 << n) - 1 };
        (page as u32, upto(to) & !upto(from))
    })
}

/// An object that was there at the point, and what was done with it since.
#[derive(Clone, Debug, Default)]
struct Met {
    base: u32,
    /// Read before it was written.
    reads: Pages,
    written: Small<u32, u64>,
}

/// What a path did since a point.
#[derive(Clone, Debug, Default)]
pub struct Way {
    /// The lowest depth it returned to. The call there is the only one of the point's that may run now.
    low: u32,
    /// Objects born later were not there.
    births: u64,
    /// Registers that were read before they were written, by the depth of their call.
    reads: Small<u32, Bits>,
    /// Registers of the call at `low` that were written.
    registers: Bits,
    /// By birth.
    objects: Small<u64, Met>,
    layout: bool,
}

impl Way {
    pub fn new(depth: u32, births: u64) -> Way {
        Way { low: depth, births, ..Way::default() }
    }

    /// Code of the call at a depth ran.
    pub fn runs(&mut self, depth: u32, uses: &Uses) {
        if depth == self.low {
            self.reads.entry(depth).add_without(&uses.reads, &self.registers);
            self.registers.add(&uses.writes);
        }
    }

    pub fn sets(&mut self, depth: u32, registers: &Bits) {
        if depth == self.low {
            self.registers.add(registers);
        }
    }

    /// Control came back to a depth.
    pub fn returns(&mut self, depth: u32) {
        if depth < self.low {
            self.low = depth;
            self.registers = Bits::default();
        }
    }

    pub fn looks_around(&mut self) {
        self.layout = true;
    }

    /// It matters how large an object is and whether it lives.
    pub fn touches(&mut self, birth: u64, base: u32) {
        if birth < self.births {
            self.objects.entry(birth).base = base;
        }
    }

    pub fn reads(&mut self, (birth, base): (u64, u32), offset: u64, size: u64, pointer: bool) {
        if birth >= self.births {
            return;
        }
        let Met { base: place, reads, written } = self.objects.entry(birth);
        *place = base;
        let pointer = pointer && offset.is_multiple_of(size);
        for (page, mask) in pages(offset, size) {
            let exposed = mask & !written.get(page).copied().unwrap_or(0);
            if exposed != 0 {
                let own = reads.entry(page);
                // A part of a pointer is no pointer.
                if pointer && exposed == mask { own.pointers |= exposed } else { own.raw |= exposed }
            }
        }
    }

    pub fn writes(&mut self, (birth, base): (u64, u32), offset: u64, size: u64) {
        if birth < self.births {
            let met = self.objects.entry(birth);
            met.base = base;
            pages(offset, size).for_each(|(page, mask)| *met.written.entry(page) |= mask);
        }
    }

    /// What matters at the point, given what matters here.
    pub fn before(&self, after: &ReadSet) -> ReadSet {
        let mut all = ReadSet { layout: self.layout | after.layout, ..ReadSet::default() };
        all.registers = self.reads.clone();
        let nothing = Bits::default();
        for (depth, bits) in after.registers.below(self.low + 1) {
            let written = if depth == self.low { &self.registers } else { &nothing };
            all.registers.entry(depth).add_without(bits, written);
        }
        // Both lists are in the order of birth.
        let mut mine = self.objects.iter().peekable();
        for (birth, reads) in after.objects.below(self.births) {
            while let Some((older, met)) = mine.next_if(|(mine, _)| *mine < birth) {
                all.objects.push(older, met.reads());
            }
            let reads = match mine.next_if(|(mine, _)| *mine == birth) {
                Some((_, met)) => met.before(reads),
                None => reads.clone(),
            };
            all.objects.push(birth, reads);
        }
        mine.for_each(|(birth, met)| all.objects.push(birth, met.reads()));
        all
    }
}

impl Met {
    fn reads(&self) -> ObjectReads {
        ObjectReads { base: self.base, pages: Rc::new(self.reads.clone()) }
    }

    fn before(&self, after: &ObjectReads) -> ObjectReads {
        if self.written.is_empty() && covers(&after.pages, &self.reads) {
            return after.clone();
        }
        let mut pages = self.reads.clone();
        for (page, mask) in after.pages.iter() {
            let gone = self.written.get(page).copied().unwrap_or(0);
            let left = Mask { raw: mask.raw & !gone, pointers: mask.pointers & !gone };
            if left != Mask::default() {
                unite(&mut pages, page, left);
            }
        }
        ObjectReads { base: self.base, pages: Rc::new(pages) }
    }
}
