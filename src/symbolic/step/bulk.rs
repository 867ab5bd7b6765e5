//! Copying and filling many bytes. Lengths and places are pinned.

use super::pointers::{Place, Wanted};
use crate::simulate::Access;
use crate::symbolic::executor::{Executor, Flow};
use crate::symbolic::state::State;
use crate::symbolic::terms::Word;
use rarebit_front_end::ir::*;

impl Executor<'_> {
    pub(super) fn bulk(&mut self, state: &mut State, data: &InstData) -> Flow {
        match self.try_bulk(state, data) {
            Ok(()) => Flow::Next,
            Err(flow) => flow,
        }
    }

    fn try_bulk(&mut self, state: &mut State, data: &InstData) -> Result<(), Flow> {
        match *data {
            InstData::MemCopy { dst, src, len, check } => {
                let (dst, src) = (self.get(state, dst), self.get(state, src));
                let size = self.length(state, len);
                if size == 0 {
                    return Ok(());
                }
                let bytes = self.read_bytes(state, src, size, check)?;
                self.write_bytes(state, dst, &bytes, check)
            }
            InstData::MemSet { dst, byte, len, check } => {
                let (dst, byte, width) = (self.get(state, dst), self.get(state, byte), self.bits(state, byte));
                let size = self.length(state, len);
                if size == 0 {
                    return Ok(());
                }
                let byte = match byte {
                    Word::Known(bits) => Word::Known(bits & 0xff),
                    Word::Term(term) if width > 8 => {
                        let low = self.terms.extract(term, 0, 8);
                        Word::of(&self.terms, low)
                    }
                    word => word,
                };
                // The check comes first: only then is it known that there is so much to fill.
                let place = self.fixed_place(state, dst, Wanted { access: Access::Write, size, check })?;
                state.writes_bytes(place.0, place.1 as u64, size);
                self.put(state, place, std::iter::repeat_n(byte, size as usize));
                Ok(())
            }
            _ => unreachable!("neither a copy nor a filling"),
        }
    }

    fn length(&mut self, state: &mut State, len: Value) -> u64 {
        let (word, width) = (self.get(state, len), self.bits(state, len));
        self.pin(state, word, width) as u64
    }

    /// A place with a known offset.
    fn fixed_place(&mut self, state: &mut State, ptr: Word, wanted: Wanted) -> Result<(u32, usize), Flow> {
        let Place { base, offset } = self.resolve(state, ptr, None, wanted)?;
        let width = self.program.model.pointer_bits();
        Ok((base, self.pin(state, offset, width) as usize))
    }

    pub(super) fn read_bytes(
        &mut self,
        state: &mut State,
        ptr: Word,
        size: u64,
        check: Check,
    ) -> Result<Vec<Word>, Flow> {
        let (base, offset) = self.fixed_place(state, ptr, Wanted { access: Access::Read, size, check })?;
        state.reads_bytes(base, offset as u64, size, false);
        let content = &state.space.get(base).content;
        Ok((offset..offset + size as usize).map(|at| content.get(at)).collect())
    }

    pub(super) fn write_bytes(
        &mut self,
        state: &mut State,
        ptr: Word,
        bytes: &[Word],
        check: Check,
    ) -> Result<(), Flow> {
        let wanted = Wanted { access: Access::Write, size: bytes.len() as u64, check };
        let place = self.fixed_place(state, ptr, wanted)?;
        state.writes_bytes(place.0, place.1 as u64, bytes.len() as u64);
        self.put(state, place, bytes.iter().copied());
        Ok(())
    }

    fn put(&mut self, state: &mut State, (base, offset): (u32, usize), bytes: impl Iterator<Item = Word>) {
        let content = &mut state.space.get_mut(base).content;
        bytes.enumerate().for_each(|(i, byte)| content.set(offset + i, byte));
    }
}
