//! What the simulator itself does for the program: heap objects, output, the end of the run, numbers as text.

use crate::simulate::number_text;
use crate::symbolic::executor::{End, Executor, Flow};
use crate::symbolic::memory::{Kind, Life};
use crate::symbolic::state::State;
use crate::symbolic::terms::Word;
use rarebit_front_end::ir::*;
use rarebit_learners::Limit;
use std::rc::Rc;

impl Executor<'_> {
    pub(super) fn host(
        &mut self,
        state: &mut State,
        inst: Inst,
        func: HostFn,
        args: &[Value],
        check: Option<Check>,
    ) -> Flow {
        match self.try_host(state, func, args, check.unwrap_or(Check::from_u32(0))) {
            Ok(word) => {
                if let Some(&result) = self.func(state).insts[inst].results.first() {
                    let width = self.bits(state, result);
                    let word = match word {
                        Word::Known(bits) => Word::Known(bits & meaning::wide::mask(width)),
                        Word::Term(term) => {
                            let cut = self.terms.extract(term, 0, width);
                            Word::of(&self.terms, cut)
                        }
                    };
                    self.set(state, inst, word);
                }
                Flow::Next
            }
            Err(flow) => flow,
        }
    }

    fn try_host(&mut self, state: &mut State, func: HostFn, args: &[Value], check: Check) -> Result<Word, Flow> {
        let words: Vec<(Word, u32)> = args.iter().map(|arg| (self.get(state, *arg), self.bits(state, *arg))).collect();
        let word = |i: usize| words.get(i).copied().unwrap_or((Word::ZERO, 64));
        match func {
            HostFn::Alloc => {
                let [size, align] = [word(0), word(1)].map(|(word, width)| self.pin(state, word, width) as u64);
                let base = state.space.heap_alloc(size, align).ok_or(Flow::End(End::Limit(Limit::Memory)))?;
                Ok(Word::Known(base.into()))
            }
            HostFn::Free => {
                let base = self.heap_object(state, word(0), check)?;
                state.space.free(base);
                Ok(Word::ZERO)
            }
            HostFn::Size => {
                let base = self.heap_object(state, word(0), check)?;
                Ok(Word::Known(state.space.get(base).size.into()))
            }
            HostFn::Write => self.write(state, word(0), word(1).0, word(2), check).map(|()| Word::ZERO),
            HostFn::Exit => {
                let status = word(0).0.known().map(|bits| (bits & 0xff) as i32);
                Err(Flow::End(End::Exit(status)))
            }
            HostFn::Abort => Err(Flow::End(End::Exit(Some(134)))),
            HostFn::FormatDouble => {
                let [capacity, value, conversion, flags, precision] =
                    [1, 2, 3, 4, 5].map(|i| self.fix(state, word(i).0, word(i).1) as u64);
                let text = number_text::format(f64::from_bits(value), conversion as u8, flags as u32, precision as i32);
                if capacity > 0 {
                    let mut bytes = text.prefix(text.len().min(capacity - 1));
                    bytes.push(0);
                    let bytes: Vec<Word> = bytes.into_iter().map(|byte| Word::Known(byte.into())).collect();
                    self.write_bytes(state, word(0).0, &bytes, check)?;
                }
                Ok(Word::Known(i32::try_from(text.len()).unwrap_or(-1) as u32 as u128))
            }
            HostFn::ParseDouble => {
                let text = self.text(state, word(0).0, word(1), check)?;
                Ok(Word::Known(number_text::parse_double(&text).to_bits().into()))
            }
            HostFn::ParseFloat => {
                let text = self.text(state, word(0).0, word(1), check)?;
                Ok(Word::Known(number_text::parse_float(&text).to_bits().into()))
            }
            HostFn::ShadowLoad
            | HostFn::ShadowStore
            | HostFn::ShadowCopy
            | HostFn::ShadowFill
            | HostFn::ShadowTest
            | HostFn::Mark
            | HostFn::Returned
            | HostFn::Leaked
            | HostFn::Unfreed => self.shadow(state, func, &words),
        }
    }

    /// The living heap object that begins at an address.
    fn heap_object(&mut self, state: &mut State, (word, width): (Word, u32), check: Check) -> Result<u32, Flow> {
        let address = self.pin(state, word, width) as u64;
        match state.space.at(address).map(|(base, _)| base) {
            Some(base) => state.touches(base),
            None => state.looks_around(),
        }
        match state.space.at(address) {
            Some((base, object))
                if u64::from(base) == address && object.kind == Kind::Heap && object.life == Life::Live =>
            {
                Ok(base)
            }
            _ => Err(Flow::End(End::Failed(check))),
        }
    }

    fn write(
        &mut self,
        state: &mut State,
        (fd, fd_width): (Word, u32),
        buffer: Word,
        (size, width): (Word, u32),
        check: Check,
    ) -> Result<(), Flow> {
        let fd = self.pin(state, fd, fd_width) as u32;
        let size = self.pin(state, size, width) as u64;
        if size == 0 {
            return Ok(());
        }
        let bytes = self.read_bytes(state, buffer, size, check)?;
        state.printed += size;
        if state.printed > self.options.limits.output {
            return Err(Flow::End(End::Limit(Limit::Output)));
        }
        if self.keep_output && fd != 2 {
            let known: Vec<u8> = bytes.iter().map(|byte| self.value_of(state, *byte) as u8).collect();
            Rc::make_mut(&mut state.output).extend(known);
        }
        Ok(())
    }

    /// Text whose bytes are fixed.
    fn text(
        &mut self,
        state: &mut State,
        ptr: Word,
        (size, width): (Word, u32),
        check: Check,
    ) -> Result<Vec<u8>, Flow> {
        let size = self.pin(state, size, width) as u64;
        if size == 0 {
            return Ok(Vec::new());
        }
        let bytes = self.read_bytes(state, ptr, size, check)?;
        Ok(bytes.into_iter().map(|byte| self.fix(state, byte, 8) as u8).collect())
    }
}
