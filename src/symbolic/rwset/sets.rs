//! Read sets, and what a stretch of a path does to them.
//!
//! Memory is counted in bytes: an object has pages of 64, and a page has a mask. Bytes that were only ever read as whole
//! pointers are told apart, because for them it does not matter at which address an object happens to lie.

use super::facts::{Bits, Uses};
use std::collections::BTreeMap;

/// Bytes of a page of an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mask {
    /// Read as numbers, or as parts of something.
    pub raw: u64,
    /// Read as aligned pointers.
    pub pointers: u64,
}

pub type Pages = BTreeMap<u32, Mask>;

/// What is read of an object; its size and whether it lives count as read in any case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectReads {
    pub base: u32,
    pub pages: Pages,
}

/// The places whose values matter.
#[derive(Clone, Debug, Default)]
pub struct ReadSet {
    /// Registers, by the depth of their call.
    pub registers: BTreeMap<u32, Bits>,
    /// By the object's birth.
    pub objects: BTreeMap<u64, ObjectReads>,
    /// Does it matter which objects there are, wherever they lie?
    pub layout: bool,
}

impl ReadSet {
    pub fn add(&mut self, other: &ReadSet) {
        self.layout |= other.layout;
        for (depth, bits) in &other.registers {
            self.registers.entry(*depth).or_default().add(bits);
        }
        for (birth, reads) in &other.objects {
            let mine = self.objects.entry(*birth).or_default();
            mine.base = reads.base;
            for (page, mask) in &reads.pages {
                let own = mine.pages.entry(*page).or_default();
                own.raw |= mask.raw;
                own.pointers |= mask.pointers;
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

/// What a path did since a point.
#[derive(Clone, Debug, Default)]
pub struct Way {
    /// The lowest depth it returned to. The call there is the only one of the point's that may run now.
    low: u32,
    /// Objects born later were not there.
    births: u64,
    /// Read before it was written.
    reads: ReadSet,
    /// Registers of the call at `low` that were written.
    registers: Bits,
    /// Bytes that were written, by birth and page.
    written: BTreeMap<u64, BTreeMap<u32, u64>>,
}

impl Way {
    pub fn new(depth: u32, births: u64) -> Way {
        Way { low: depth, births, ..Way::default() }
    }

    /// Code of the call at a depth ran.
    pub fn runs(&mut self, depth: u32, uses: &Uses) {
        if depth == self.low {
            self.reads.registers.entry(depth).or_default().add_without(&uses.reads, &self.registers);
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
        self.reads.layout = true;
    }

    pub fn touches(&mut self, birth: u64, base: u32) {
        if birth < self.births {
            self.reads.objects.entry(birth).or_default().base = base;
        }
    }

    pub fn reads(&mut self, (birth, base): (u64, u32), offset: u64, size: u64, pointer: bool) {
        if birth >= self.births {
            return;
        }
        let written = self.written.get(&birth);
        let object = self.reads.objects.entry(birth).or_default();
        object.base = base;
        let pointer = pointer && offset.is_multiple_of(size);
        for (page, mask) in pages(offset, size) {
            let exposed = mask & !written.and_then(|pages| pages.get(&page)).copied().unwrap_or(0);
            if exposed != 0 {
                let own = object.pages.entry(page).or_default();
                // A part of a pointer is no pointer.
                if pointer && exposed == mask { own.pointers |= exposed } else { own.raw |= exposed }
            }
        }
    }

    pub fn writes(&mut self, birth: u64, offset: u64, size: u64) {
        if birth < self.births {
            let object = self.written.entry(birth).or_default();
            pages(offset, size).for_each(|(page, mask)| *object.entry(page).or_default() |= mask);
        }
    }

    /// What matters at the point, given what matters here.
    pub fn before(&self, after: &ReadSet) -> ReadSet {
        let mut all = self.reads.clone();
        all.layout |= after.layout;
        let nothing = Bits::default();
        for (&depth, bits) in after.registers.range(..=self.low) {
            let written = if depth == self.low { &self.registers } else { &nothing };
            all.registers.entry(depth).or_default().add_without(bits, written);
        }
        for (birth, reads) in after.objects.range(..self.births) {
            let mine = all.objects.entry(*birth).or_default();
            mine.base = reads.base;
            let written = self.written.get(birth);
            for (page, mask) in &reads.pages {
                let gone = written.and_then(|pages| pages.get(page)).copied().unwrap_or(0);
                let (raw, pointers) = (mask.raw & !gone, mask.pointers & !gone);
                if raw | pointers != 0 {
                    let own = mine.pages.entry(*page).or_default();
                    own.raw |= raw;
                    own.pointers |= pointers;
                }
            }
        }
        all
    }
}
