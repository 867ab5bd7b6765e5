//! The ends of blocks: jumps, branches, switches.

use crate::symbolic::executor::{Decision, End, Executor, Flow};
use crate::symbolic::guide::About;
use crate::symbolic::state::State;
use crate::symbolic::terms::Word;
use cranelift_entity::EntityRef;
use rarebit_front_end::ir::*;
use rarebit_learners::Limit;
use smallvec::SmallVec;

impl Executor<'_> {
    pub(super) fn end(&mut self, state: &mut State, end: &Terminator) -> Flow {
        match end {
            Terminator::Jump(target) => self.goto(state, target),
            Terminator::Branch { cond, then, otherwise } => {
                let cond = self.get(state, *cond);
                self.about = About::Branch(then.edge, otherwise.edge);
                match self.decide(state, cond) {
                    Decision::Is(true) => self.goto(state, then),
                    Decision::Is(false) => self.goto(state, otherwise),
                    Decision::Both(other) => {
                        self.fork(*other, otherwise);
                        self.goto(state, then)
                    }
                }
            }
            Terminator::Switch { value, cases, default } => self.switch(state, *value, cases, default),
            Terminator::Return(values) => self.leave(state, values),
            Terminator::Unreachable { check } => Flow::End(End::Failed(*check)),
            Terminator::Unsupported { what } => Flow::End(End::DeadEnd(what.clone())),
            Terminator::Stop => Flow::End(End::DeadEnd("control came to where it never comes".into())),
        }
    }

    /// A new state that takes an edge.
    fn fork(&mut self, mut state: State, target: &Target) {
        if self.too_deep(&state) {
            self.pruned += 1;
            return;
        }
        match self.goto(&mut state, target) {
            Flow::Next => self.forked.push(state),
            Flow::End(end) => self.finish(state, end),
        }
    }

    /// Is the call deeper below `main` than a second way may be?
    fn too_deep(&self, state: &State) -> bool {
        // What calls `main` is no function of the program.
        let start = self.program.entry.is_some_and(|entry| self.program.funcs[entry].library);
        self.call_depth.is_some_and(|most| state.depth.saturating_sub(start.into()) > most)
    }

    fn goto(&mut self, state: &mut State, target: &Target) -> Flow {
        let block = &self.func(state).blocks[target.block];
        let args: SmallVec<[Word; 8]> = target.args.iter().map(|arg| self.get(state, *arg)).collect();
        for (param, word) in block.params.iter().zip(args) {
            state.frame.registers[param.index()] = word;
        }
        let covered = &mut self.covered[target.edge.index()];
        state.fresh |= !*covered;
        *covered = true;
        state.frame.block = target.block;
        state.frame.at = 0;
        if state.track.is_some() {
            self.arriving(state);
        }
        self.charge(state, block)
    }

    /// Counts the instructions of a block that is entered, as the simulator does.
    pub(super) fn charge(&mut self, state: &mut State, block: &BlockData) -> Flow {
        state.steps += block.insts.len() as u64 + 1;
        if state.steps > self.options.limits.steps { Flow::End(End::Limit(Limit::Steps)) } else { Flow::Next }
    }

    fn switch(&mut self, state: &mut State, value: Value, cases: &[(u128, Target)], default: &Target) -> Flow {
        let (word, width) = (self.get(state, value), self.bits(state, value));
        for (key, target) in cases {
            let equal = self.terms.icmp(IntCond::Eq, width, word, Word::Known(*key));
            self.about = About::Case(target.edge);
            match self.decide(state, equal) {
                Decision::Is(true) => return self.goto(state, target),
                Decision::Is(false) => {}
                Decision::Both(mut other) => {
                    std::mem::swap(state, &mut other);
                    self.fork(*other, target);
                }
            }
        }
        self.goto(state, default)
    }
}
