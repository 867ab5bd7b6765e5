//! Shadow bytes: for every bit of memory, whether it was never assigned.
//!
//! The program itself keeps them, by instructions that were put into it (`rarebit_front_end::instrument`), after
//! accesses that were legal; what is not in the address space is ignored. Objects of a run begin with a shadow that
//! the program writes; only that of globals is cleared here.

use super::*;

pub type Shadow = Lazy<[u8; (1 << 32) + TAIL]>;

/// The part of a range that has a shadow.
fn range(address: u64, size: u64) -> std::ops::Range<usize> {
    let end = address.saturating_add(size).min(1 << 32);
    address.min(end) as usize..end as usize
}

impl Memory<'_> {
    pub fn shadow_load(&self, address: u64, size: u64) -> u128 {
        let mut bytes = [0; 16];
        if let Some(shadow) = &self.shadow {
            let range = range(address, size.min(16));
            bytes[..range.len()].copy_from_slice(&shadow[range]);
        }
        u128::from_le_bytes(bytes)
    }

    pub fn shadow_store(&mut self, address: u64, bits: u128, size: u64) {
        let range = range(address, size.min(16));
        let length = range.len();
        self.shadow.get_or_insert_with(Lazy::new)[range].copy_from_slice(&bits.to_le_bytes()[..length]);
    }

    pub fn shadow_copy(&mut self, to: u64, from: u64, size: u64) {
        let (from, to) = (range(from, size), range(to, size));
        if from.len() == to.len() {
            self.shadow.get_or_insert_with(Lazy::new).copy_within(from, to.start);
        }
    }

    pub fn shadow_fill(&mut self, address: u64, byte: u8, size: u64) {
        self.shadow.get_or_insert_with(Lazy::new)[range(address, size)].fill(byte);
    }

    /// Was all of it assigned?
    pub fn shadow_test(&self, address: u64, size: u64) -> bool {
        self.shadow.as_ref().is_none_or(|shadow| shadow[range(address, size)].iter().all(|byte| *byte == 0))
    }

    pub(super) fn reset_shadow(&mut self) {
        let end = self.globals_end();
        if let Some(shadow) = &mut self.shadow {
            shadow.discard(GLOBALS as usize, end);
        }
    }
}
