//! Zeroed memory that exists only where it was touched: the one unsafe place of the simulated memory.
//!
//! A mapping is seen as one array of a fixed length, so that an index made from a 32-bit address is inside by its
//! type: neither a hostile program nor a mistake of ours reaches the host's memory.

use memmap2::{MmapMut, MmapOptions, UncheckedAdvice};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// Array types for which zero bytes, and any other bytes, are a value.
///
/// # Safety
/// The type must have no padding, no invalid bit pattern, and at most the alignment of a host page.
pub unsafe trait Plain {}
// SAFETY: integers and arrays of them.
unsafe impl<const N: usize> Plain for [u8; N] {}
// SAFETY: as above.
unsafe impl<const N: usize> Plain for [u32; N] {}

/// A `T` in a mapping of its own; pages that were never written cost nothing.
pub struct Lazy<T> {
    map: MmapMut,
    of: PhantomData<T>,
}

const HOST_PAGE: usize = 4096;

impl<T: Plain> Lazy<T> {
    pub fn new() -> Lazy<T> {
        let map = MmapOptions::new().len(size_of::<T>()).no_reserve_swap().map_anon();
        let map = map.unwrap_or_else(|e| panic!("cannot reserve {} bytes of address space: {e}", size_of::<T>()));
        Lazy { map, of: PhantomData }
    }

    /// Makes the bytes zero: those of whole host pages by giving the pages back, the rest by writing.
    pub fn discard(&mut self, start: usize, end: usize) {
        let (first, last) = (start.next_multiple_of(HOST_PAGE), end / HOST_PAGE * HOST_PAGE);
        if first >= last {
            self.map[start..end].fill(0);
            return;
        }
        self.map[start..first].fill(0);
        self.map[last..end].fill(0);
        // SAFETY: the range is inside the mapping (the slices above would have panicked), which is private and
        // anonymous: its pages read as zero afterwards, which is a value of `T`. `&mut self` excludes readers.
        let given = unsafe { self.map.unchecked_advise_range(UncheckedAdvice::DontNeed, first, last - first) };
        if given.is_err() {
            self.map[first..last].fill(0);
        }
    }
}

impl<T: Plain> Deref for Lazy<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: the mapping has the size of `T`, is aligned to a host page, and any bytes are a `T`.
        unsafe { &*self.map.as_ptr().cast() }
    }
}

impl<T: Plain> DerefMut for Lazy<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as in `deref`; `&mut self` makes it unique.
        unsafe { &mut *self.map.as_mut_ptr().cast() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discarding_makes_zero() {
        let mut space: Lazy<[u8; 65536]> = Lazy::new();
        space.fill(7);
        space.discard(100, 20000);
        space.discard(30000, 30010);
        for (i, &byte) in space.iter().enumerate() {
            let zero = (100..20000).contains(&i) || (30000..30010).contains(&i);
            assert_eq!(byte, if zero { 0 } else { 7 }, "{i}");
        }
    }
}
