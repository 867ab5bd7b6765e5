//! Which heap objects are lost at the end of a run.
//!
//! An object is not lost if a word of a global, of a live local, or of another object that is not lost holds an address
//! inside it. Words lie at multiples of their size, as compilers put pointers. A local may live in a register, where
//! nobody finds it; so nothing is said before `main` has returned, when no local is left.

use super::*;
use std::collections::HashSet;

impl Memory<'_> {
    /// The mark of a heap object that nothing points to, 0 if there is none. Of those that are lost together, one
    /// that no other points to; of several such, the one with the lowest address.
    pub fn leaked(&self) -> u32 {
        if !self.returned {
            return 0;
        }
        let mut reached = HashSet::new();
        let mut work = Vec::new();
        for (_, object) in self.objects.living().filter(|(_, object)| object.kind != Kind::Heap) {
            self.words(object, |word| self.note(word, &mut reached, &mut work));
        }
        while let Some(id) = work.pop() {
            self.words(self.objects.get(id), |word| self.note(word, &mut reached, &mut work));
        }
        let lost = |(id, object): &(u32, &Object)| object.kind == Kind::Heap && !reached.contains(id);
        let mut lost: Vec<(u32, &Object)> = self.objects.living().filter(lost).collect();
        lost.sort_by_key(|(_, object)| object.base);
        let mut held = HashSet::new();
        for (id, object) in &lost {
            self.words(object, |word| held.extend(self.heap_id(word).filter(|to| to != id)));
        }
        let first = lost.iter().find(|(id, _)| !held.contains(id)).or(lost.first());
        first.map_or(0, |(_, object)| object.owner)
    }

    /// Heap objects made from now on carry this.
    pub fn set_mark(&mut self, mark: u32) {
        self.mark = mark;
    }

    /// No local of the program is alive any more.
    pub fn set_returned(&mut self) {
        self.returned = true;
    }

    /// The mark of the living heap object with the lowest address, 0 if there is none.
    pub fn unfreed(&self) -> u32 {
        let heap = self.objects.living().filter(|(_, object)| object.kind == Kind::Heap);
        heap.min_by_key(|(_, object)| object.base).map_or(0, |(_, object)| object.owner)
    }

    fn note(&self, word: u64, reached: &mut HashSet<u32>, work: &mut Vec<u32>) {
        if let Some(id) = self.heap_id(word)
            && reached.insert(id)
        {
            work.push(id);
        }
    }

    /// The living heap object that the address is inside of.
    fn heap_id(&self, address: u64) -> Option<u32> {
        let at = u32::try_from(address).ok().filter(|at| *at >= HEAP && *at < STACK)?;
        let object = self.objects.at(at);
        let inside = at.wrapping_sub(object.base) < object.size.max(1);
        (object.kind == Kind::Heap && object.state == State::Live && inside).then(|| self.objects.id(at))
    }

    fn words(&self, object: &Object, mut f: impl FnMut(u64)) {
        let width = self.program.model.pointer_bits() as usize / 8;
        let bytes = &self.bytes[object.base as usize..object.base as usize + object.size as usize];
        for word in bytes.chunks_exact(width) {
            let mut wide = [0; 8];
            wide[..width].copy_from_slice(word);
            f(u64::from_le_bytes(wide));
        }
    }
}
