//! What an executor does where somebody else decides: a record of earlier decisions, or one concrete input.

use super::executor::{End, Executor, Flow};
use super::guide::{About, Guide, Job, Turn, Way};
use super::solver::Answer;
use super::state::State;
use super::terms::Term;
use rarebit_front_end::ir::InputSite;
use rustc_hash::FxHashMap;

impl Executor<'_> {
    /// The beginning, with a model of these inputs.
    pub fn begin_with(&mut self, inputs: &[(InputSite, u128)]) -> Result<State, End> {
        let mut occurrences: FxHashMap<InputSite, u32> = FxHashMap::default();
        let mut values = Vec::with_capacity(inputs.len());
        for &(site, bits) in inputs {
            let next = occurrences.entry(site).or_default();
            values.push((self.var(site, *next), bits));
            *next += 1;
        }
        let mut state = self.begin()?;
        state.model = state.model.with(values);
        Ok(state)
    }

    /// The state that a job describes; none if it has come to its end, or if its last way was postponed and does not
    /// exist. As when a state is run, others may stand in `forked` and `ended`.
    pub fn replay(&mut self, job: Job) -> Result<Option<State>, End> {
        // On the way the state would meet its own traces. Behind it is a state without a past, which prunes nothing.
        let start = job.is_start();
        let rwset = if start { None } else { self.rwset.take() };
        let state = self.begin_with(&job.inputs);
        self.guide = Guide::record(job);
        let state = state.map(|mut state| {
            while !self.guide.is_free() {
                let flow = self.step(&mut state);
                if self.nowhere {
                    return None;
                }
                if let Flow::End(end) = flow {
                    self.finish(state, end);
                    return None;
                }
                self.steps += 1;
            }
            Some(state)
        });
        self.nowhere = false;
        self.guide = Guide::Solver;
        if !start {
            self.rwset = rwset;
        }
        state
    }

    /// The way that somebody else has decided on.
    pub fn led(&mut self, state: &mut State, cond: Term, holds: bool, about: About) -> bool {
        let mine = if holds { cond } else { self.terms.not(cond) };
        if let Guide::Model { turns, held, detour, .. } = &mut self.guide {
            if !held.insert(mine) {
                return holds;
            }
            let other = self.terms.not(mine);
            if let Some(detour) = detour.as_mut().filter(|detour| turns.len() >= detour.from) {
                let want = detour.way(state, about, holds, turns.len() == detour.from);
                let values = state.record.values.clone();
                turns.push(Turn { about, holds, constraints: state.constraints.clone(), other, values });
                if want == holds {
                    self.constrain(state, mine);
                } else {
                    held.insert(other);
                    detour.wanted.push(other);
                }
                return want;
            }
            let values = state.record.values.clone();
            turns.push(Turn { about, holds, constraints: state.constraints.clone(), other, values });
            self.constrain(state, mine);
            return holds;
        }
        let way = self.guide.way().unwrap_or(Way::only(holds));
        state.record.ways.push(way);
        if way.holds() != holds {
            if self.guide.is_at_last_way() {
                return self.led_to_postponed(state, cond, way);
            }
            self.lost += 1;
        }
        if way.constrains() {
            state.forks += 1;
            self.constrain(state, mine);
        }
        self.guide.rest();
        holds
    }

    /// A way that was postponed: is it there? Now the answer may take long.
    fn led_to_postponed(&mut self, state: &mut State, cond: Term, way: Way) -> bool {
        let goal = if way.holds() { cond } else { self.terms.not(cond) };
        match self.ask(state, goal, None) {
            Answer::Sat(values) => {
                state.model = state.model.with(values);
                state.forks += 1;
                self.constrain(state, goal);
            }
            Answer::Unsat => self.nowhere = true,
            Answer::Unknown => {
                self.nowhere = true;
                // Broken off: whoever goes on later asks again.
                if self.is_halted() {
                    let record = std::mem::take(&mut self.guide);
                    self.postponed.extend(record.into_job());
                } else {
                    self.gaps.unknown += 1;
                }
            }
        }
        self.guide.rest();
        way.holds()
    }

    /// The value of a word under the state's model, or the one that was chosen when the state was here before.
    pub fn choose(&mut self, state: &mut State, term: Term) -> u128 {
        let recorded = if self.redone.is_none() { self.guide.value() } else { None };
        let bits = recorded.unwrap_or_else(|| self.evaluator.value(&self.terms, &state.model, term));
        state.record.values.push(bits);
        bits
    }
}
