//! Calls and returns, and the objects that live and die with them.

use crate::symbolic::executor::{End, Executor, Flow};
use crate::symbolic::state::{Caller, Frame, State};
use crate::symbolic::terms::{One, Word};
use cranelift_entity::EntityRef;
use rarebit_front_end::ir::*;
use rarebit_learners::Limit;
use std::rc::Rc;

impl Executor<'_> {
    pub(super) fn call(&mut self, state: &mut State, data: &InstData) -> Flow {
        let (func, args, va) = match data {
            InstData::Call { func, args, va } => (*func, args, va),
            InstData::CallIndirect { callee, args, va, check } => {
                let (word, width) = (self.get(state, *callee), self.bits(state, *callee));
                let address = self.pin(state, word, width) as u64;
                match self.function_at(address) {
                    Some(func) => (func, args, va),
                    None => return Flow::End(End::Failed(*check)),
                }
            }
            _ => unreachable!("not a call"),
        };
        if state.depth + 1 >= self.options.limits.depth {
            return Flow::End(End::Limit(Limit::Depth));
        }
        let caller = self.func(state);
        let model = self.program.model;
        let mut words: Vec<(Word, u32)> =
            args.iter().map(|arg| (self.get(state, *arg), caller.ty(*arg).bits(model))).collect();
        if self.writes_numbers(func) {
            self.print_any(state, &mut words);
        }
        let va = va.expand().map_or(Word::ZERO, |va| self.get(state, va));
        // The frame itself moves: only its copies in other states are copies.
        let frame = std::mem::replace(&mut state.frame, Frame::empty(func));
        state.callers = Some(Rc::new(Caller { frame, next: state.callers.take() }));
        state.depth += 1;
        self.enter(state, func, &words, va)
    }

    fn function_at(&self, address: u64) -> Option<Func> {
        let first = crate::simulate::func_address(Func::from_u32(0));
        let step = crate::simulate::func_address(Func::from_u32(1)) - first;
        let offset = address.checked_sub(first)?;
        let exists = offset.is_multiple_of(step) && offset / step < self.program.funcs.len() as u64;
        exists.then(|| Func::new((offset / step) as usize))
    }

    /// Makes a function current; arguments with their widths.
    pub fn enter(&mut self, state: &mut State, func: Func, args: &[(Word, u32)], va: Word) -> Flow {
        let callee = &self.program.funcs[func];
        let template = &self.templates[func.index()];
        let Some(layout) = &template.layout else {
            return Flow::End(End::DeadEnd(format!("function `{}` has no body", callee.name)));
        };
        let mut registers = template.registers.clone();
        let mut slots = 0;
        if !layout.slots.is_empty() {
            match state.space.push_frame(layout) {
                Some(base) => slots = base,
                None => return Flow::End(End::Limit(Limit::Memory)),
            }
            for &(register, slot) in &template.slots {
                registers[register] = Word::Known((slots + layout.slots[slot].offset).into());
            }
        }
        let block = &callee.blocks[callee.entry()];
        let missing = std::iter::repeat(&(Word::ZERO, 0));
        for (param, &(word, from)) in block.params.iter().zip(args.iter().chain(missing)).take(callee.sig.params.len())
        {
            let to = callee.ty(*param).bits(self.program.model);
            registers[param.index()] = self.adapt(word, from, to);
        }
        if callee.sig.variadic
            && let Some(param) = block.params.last()
        {
            registers[param.index()] = va;
        }
        let dynamic = state.dynamic.len();
        state.frame = Frame { func, block: callee.entry(), at: 0, registers, slots, dynamic };
        self.charge(state, block)
    }

    /// Cuts or zero-extends.
    fn adapt(&mut self, word: Word, from: u32, to: u32) -> Word {
        match word {
            Word::Known(bits) => Word::Known(bits & meaning::wide::mask(to)),
            Word::Term(term) => {
                let term =
                    if to <= from { self.terms.extract(term, 0, to) } else { self.terms.widen(One::Zext, term, to) };
                Word::of(&self.terms, term)
            }
        }
    }

    pub(super) fn leave(&mut self, state: &mut State, values: &[Value]) -> Flow {
        let callee = self.func(state);
        let model = self.program.model;
        let words: Vec<(Word, u32)> =
            values.iter().map(|value| (self.get(state, *value), callee.ty(*value).bits(model))).collect();
        if let Some(layout) = &self.templates[state.frame.func.index()].layout
            && !layout.slots.is_empty()
        {
            state.space.pop_frame(state.frame.slots, layout);
        }
        self.end_dynamic(state, state.frame.dynamic);
        let Some(caller) = state.callers.take() else {
            let status = words.first().map_or(Some(0), |(word, _)| word.known().map(|bits| (bits & 0xff) as i32));
            return Flow::End(End::Exit(status));
        };
        let (frame, next) = match Rc::try_unwrap(caller) {
            Ok(mut caller) => {
                (std::mem::replace(&mut caller.frame, Frame::empty(state.frame.func)), caller.next.take())
            }
            Err(shared) => (shared.frame.clone(), shared.next.clone()),
        };
        state.frame = frame;
        state.callers = next;
        state.depth -= 1;
        let func = self.func(state);
        let inst = func.blocks[state.frame.block].insts[state.frame.at - 1];
        for (i, &result) in func.insts[inst].results.iter().enumerate() {
            let to = func.ty(result).bits(model);
            let (word, from) = words.get(i).copied().unwrap_or((Word::ZERO, to));
            state.frame.registers[result.index()] = self.adapt(word, from, to);
        }
        if state.track.is_some() {
            self.returned(state);
        }
        Flow::Next
    }

    fn end_dynamic(&mut self, state: &mut State, keep: usize) {
        while state.dynamic.len() > keep {
            if let Some(base) = state.dynamic.pop() {
                state.space.stack_release(base);
            }
        }
    }

    pub(super) fn lifetime(&mut self, state: &mut State, inst: Inst, data: &InstData) -> Flow {
        match *data {
            InstData::StackAlloc { size, align } => {
                let (word, width) = (self.get(state, size), self.bits(state, size));
                let size = self.pin(state, word, width) as u64;
                match state.space.stack_alloc(size, align.into()) {
                    Some(base) => {
                        state.dynamic.push(base);
                        self.set(state, inst, Word::Known(base.into()));
                    }
                    None => return Flow::End(End::Limit(Limit::Memory)),
                }
            }
            InstData::StackSave => self.set(state, inst, Word::Known(state.dynamic.len() as u128)),
            InstData::StackRestore { mark } => {
                let mark = self.get(state, mark).known().unwrap_or(u128::MAX);
                let keep = usize::try_from(mark).unwrap_or(usize::MAX).max(state.frame.dynamic);
                self.end_dynamic(state, keep);
            }
            InstData::ScopeStart { slot } => {
                let base = self.slot(state, slot);
                let size = state.space.get(base).size.into();
                state.touches(base);
                state.writes_bytes(base, 0, size);
                state.space.scope_start(base);
            }
            InstData::ScopeEnd { slot } => {
                let base = self.slot(state, slot);
                state.touches(base);
                state.space.scope_end(base);
            }
            _ => unreachable!("not about lifetimes"),
        }
        Flow::Next
    }

    fn slot(&self, state: &State, slot: Slot) -> u32 {
        let layout = self.templates[state.frame.func.index()].layout.as_ref();
        state.frame.slots + layout.map_or(0, |layout| layout.slots[slot.index()].offset)
    }
}
