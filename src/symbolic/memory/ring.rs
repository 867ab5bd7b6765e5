//! Where new objects go: the same places as in the simulator, whose `memory::objects::Ring` this follows step by step.

use super::space::Objects;
use super::{Object, PAGE, extent};

/// A region of pages handed out in order, again and again. All fields count pages.
#[derive(Clone, Copy, Debug)]
pub struct Ring {
    start: u32,
    end: u32,
    extent: u32,
    cursor: u32,
    high: u32,
    live: u64,
}

impl Ring {
    /// Over these addresses; the first round takes `extent` bytes.
    pub fn new(start: u32, end: u32, extent: u32) -> Ring {
        let [start, end, extent] = [start, end, extent].map(|bytes| bytes / PAGE);
        Ring { start, end, extent: extent.min(end - start), cursor: start, high: start, live: 0 }
    }

    /// So many pages died.
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
        if at >= self.high {
            return None;
        }
        let (first, end) = (at * PAGE, (at + n).min(self.high) * PAGE);
        loop {
            // The last object that begins before the end of the pages, if it reaches into them.
            let mut met: Option<(u32, bool, u32)> = None;
            let mut key = end - 1;
            while let Some((base, object)) = objects.get_prev(&key) {
                let behind = base + extent(object.size.into()) as u32;
                if behind <= first {
                    break;
                }
                met = Some((*base, object.is_gone(), behind));
                match base.checked_sub(1) {
                    Some(before) => key = before,
                    None => break,
                }
            }
            match met {
                None => return None,
                Some((base, true, _)) => {
                    objects.remove(&base);
                }
                Some((_, false, behind)) => return Some(behind / PAGE),
            }
        }
    }
}

/// The alignment in pages.
pub fn align_pages(align: u64) -> u64 {
    let align = align.clamp(1, 1 << 32).next_power_of_two();
    (align / u64::from(PAGE)).max(1)
}

impl Object {
    /// Is it dead for good?
    pub fn is_gone(&self) -> bool {
        matches!(self.life, super::Life::Gone)
    }
}
