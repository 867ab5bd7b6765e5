//! The steps: what each instruction does to a state. One file per family.

mod access;
mod arithmetic;
mod bulk;
mod calls;
mod control;
mod host;
mod inputs;
mod output;
mod pointers;
mod shadow;

pub use output::conversions;

use super::executor::{End, Executor, Flow};
use super::state::State;
use super::terms::Word;
use cranelift_entity::EntityRef;
use rarebit_front_end::ir::*;

impl<'p> Executor<'p> {
    /// The function that a state is in.
    pub fn func(&self, state: &State) -> &'p Function {
        &self.program.funcs[state.frame.func]
    }

    pub fn get(&self, state: &State, value: Value) -> Word {
        state.frame.registers[value.index()]
    }

    pub fn bits(&self, state: &State, value: Value) -> u32 {
        self.func(state).ty(value).bits(self.program.model)
    }

    pub fn set(&self, state: &mut State, inst: Inst, word: Word) {
        let result = self.func(state).insts[inst].results[0];
        state.frame.registers[result.index()] = word;
    }

    /// One instruction, or the end of the block.
    pub fn step(&mut self, state: &mut State) -> Flow {
        if state.track.as_ref().is_some_and(|track| track.arriving) && self.arrive(state) {
            return Flow::End(End::Seen);
        }
        let block = &self.func(state).blocks[state.frame.block];
        self.here = state.frame.at;
        let Some(&inst) = block.insts.get(self.here) else { return self.end(state, &block.end) };
        state.frame.at += 1;
        let flow = self.inst(state, inst);
        let flow = self.settle(state, flow);
        if state.splits > 0 && state.frame.at != self.here {
            state.splits = 0;
        }
        flow
    }

    fn inst(&mut self, state: &mut State, inst: Inst) -> Flow {
        let data = &self.func(state).insts[inst].data;
        match data {
            InstData::Unary { .. }
            | InstData::Binary { .. }
            | InstData::Icmp { .. }
            | InstData::Fcmp { .. }
            | InstData::Select { .. }
            | InstData::Div { .. }
            | InstData::Math { .. } => self.arithmetic(state, inst, data),
            InstData::Load { .. } | InstData::Store { .. } => self.access(state, inst, data),
            InstData::MemCopy { .. } | InstData::MemSet { .. } => self.bulk(state, data),
            InstData::StackAlloc { .. }
            | InstData::StackSave
            | InstData::StackRestore { .. }
            | InstData::ScopeStart { .. }
            | InstData::ScopeEnd { .. } => self.lifetime(state, inst, data),
            InstData::Call { .. } | InstData::CallIndirect { .. } => self.call(state, data),
            InstData::Host { func, args, check } => self.host(state, inst, *func, args, check.expand()),
            InstData::Input { .. } | InstData::Assume { .. } | InstData::Check { .. } => self.input(state, inst, data),
        }
    }
}
