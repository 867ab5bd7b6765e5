//! Where new objects go.
//!
//! Every object has pages of its own and at least [`GAP`] bytes of them behind its end, so a pointer one past the end,
//! or a little further, never meets another object.
//!
//! A [`Ring`] hands out its pages in order and comes back to the beginning only at its extent's end; then it skips
//! living objects and forgets dead ones whose pages it needs. So a dead object is remembered, and a use of it
//! recognised, until a whole extent of other objects was made. The extent doubles when more than half of it is alive;
//! thus a search for a place costs constant time per page handed out, and short-lived objects stay where the caches
//! are warm. All executions of a program take their places from here, so its addresses are the same in each.

/// Bytes of a page: small, so that linked structures stay dense in the caches.
pub const PAGE: u32 = 1 << PAGE_SHIFT;
pub const PAGE_SHIFT: u32 = 6;
/// Bytes behind the end of an object that belong to nobody.
pub const GAP: u64 = 16;

/// Who lies on the pages of a ring.
pub trait Ground {
    /// Forgets dead objects on these pages; the page behind the first living one, if there is one.
    fn clear(&mut self, first: u32, end: u32) -> Option<u32>;
}

/// Pages that an object of this size takes.
pub fn pages_of(size: u64) -> u64 {
    size.saturating_add(GAP).div_ceil(PAGE.into())
}

/// An alignment in pages.
pub fn align_pages(align: u64) -> u64 {
    // The address space ends before any larger alignment could matter.
    let align = align.clamp(1, 1 << 32).next_power_of_two();
    (align >> PAGE_SHIFT).max(1)
}

/// A region of pages handed out in order, again and again. All fields count pages.
#[derive(Clone, Copy, Debug)]
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

    /// Hands out its pages from the beginning, as if it never had.
    pub fn reset(&mut self) {
        if self.high != self.start {
            *self = Ring { extent: self.first_extent, cursor: self.start, high: self.start, live: 0, ..*self };
        }
    }

    /// The pages that were handed out.
    pub fn used(&self) -> (usize, usize) {
        (self.start as usize, self.high as usize)
    }

    /// So many pages died.
    pub fn released(&mut self, pages: u64) {
        self.live -= pages;
    }

    /// The first of `n` pages that belong to nobody, its number a multiple of `align`; none if the region is full.
    #[inline]
    pub fn place(&mut self, ground: &mut impl Ground, n: u64, align: u64) -> Option<u32> {
        // Most of the time there is fresh ground ahead. Alignments are powers of two.
        let at = (u64::from(self.cursor) + align - 1) & !(align - 1);
        let end = at.saturating_add(n);
        let extent = u64::from(self.extent);
        if at >= self.high.into() && end <= u64::from(self.start) + extent && (self.live + n) * 2 <= extent {
            (self.cursor, self.high) = (end as u32, end as u32);
            self.live += n;
            return Some(at as u32);
        }
        self.search(ground, n, align)
    }

    fn search(&mut self, ground: &mut impl Ground, n: u64, align: u64) -> Option<u32> {
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
            match ground.clear(at as u32, (at as u32 + n as u32).min(self.high)) {
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
}
