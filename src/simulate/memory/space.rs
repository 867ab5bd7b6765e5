//! Zeroed memory that exists only where it was touched: the one unsafe place of the simulated memory.
//!
//! A mapping is seen as one array of a fixed length, so that an index made from a 32-bit address is inside by its
//! type: neither a hostile program nor a mistake of ours reaches the host's memory.

use memmap2::{MmapOptions, MmapRaw, UncheckedAdvice};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// Array types for which zero bytes are a value.
///
/// # Safety
/// The type must have at most the alignment of a host page, and zero bytes must be a value of it.
pub unsafe trait Plain {}
// SAFETY: integers and arrays of them.
unsafe impl<const N: usize> Plain for [u8; N] {}
// SAFETY: as above.
unsafe impl<const N: usize> Plain for [u32; N] {}
// SAFETY: as above.
unsafe impl<const N: usize> Plain for [u64; N] {}

/// A `T` in a mapping; pages that were never written cost nothing.
pub struct Lazy<T> {
    map: Arc<MmapRaw>,
    /// Where in the mapping it begins.
    offset: usize,
    of: PhantomData<T>,
}

const HOST_PAGE: usize = 4096;

fn reserve(bytes: usize) -> Arc<MmapRaw> {
    let map = MmapOptions::new().len(bytes).no_reserve_swap().map_anon();
    let map = map.unwrap_or_else(|e| panic!("cannot reserve {bytes} bytes of address space: {e}"));
    Arc::new(map.into())
}

fn part<T>(map: &Arc<MmapRaw>, offset: usize) -> Lazy<T> {
    Lazy { map: map.clone(), offset, of: PhantomData }
}

impl<T: Plain> Lazy<T> {
    /// In a mapping of its own.
    pub fn new() -> Lazy<T> {
        Lazy { map: reserve(size_of::<T>()), offset: 0, of: PhantomData }
    }

    /// Four that follow each other in one mapping, each from a host page on.
    pub fn four<U: Plain, V: Plain, W: Plain>() -> (Lazy<T>, Lazy<U>, Lazy<V>, Lazy<W>) {
        let second = size_of::<T>().next_multiple_of(HOST_PAGE);
        let third = second + size_of::<U>().next_multiple_of(HOST_PAGE);
        let fourth = third + size_of::<V>().next_multiple_of(HOST_PAGE);
        let map = reserve(fourth + size_of::<W>());
        (part(&map, 0), part(&map, second), part(&map, third), part(&map, fourth))
    }

    /// Where it lies.
    pub fn as_mut_ptr(&self) -> *mut u8 {
        // SAFETY: `offset` is inside the mapping.
        unsafe { self.map.as_mut_ptr().add(self.offset) }
    }

    /// Makes the bytes zero: those of whole host pages by giving the pages back, the rest by writing.
    pub fn discard(&mut self, start: usize, end: usize) {
        assert!(start <= end && end <= size_of::<T>(), "{start}..{end} is not inside");
        let (first, last) = (start.next_multiple_of(HOST_PAGE), end / HOST_PAGE * HOST_PAGE);
        // SAFETY: the range is inside, zero bytes are a value, and `&mut self` excludes readers.
        let zero = |start: usize, end: usize| unsafe { self.as_mut_ptr().add(start).write_bytes(0, end - start) };
        if first >= last {
            zero(start, end);
            return;
        }
        zero(start, first);
        zero(last, end);
        let from = self.offset + first;
        // SAFETY: as above; the mapping is private and anonymous, so its pages read as zero afterwards. It begins at
        // a host page, and so does everything in it.
        let given = unsafe { self.map.unchecked_advise_range(UncheckedAdvice::DontNeed, from, last - first) };
        if given.is_err() {
            zero(first, last);
        }
    }
}

impl<T: Plain> Deref for Lazy<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: the mapping has room for a `T` there, aligned to a host page; it was zero, which is a value, and
        // only values were written since. No other `Lazy` sees these bytes.
        unsafe { &*self.as_mut_ptr().cast() }
    }
}

impl<T: Plain> DerefMut for Lazy<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as in `deref`; `&mut self` makes it unique.
        unsafe { &mut *self.as_mut_ptr().cast() }
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
