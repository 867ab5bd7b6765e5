//! Inputs, assumptions and checks.

use crate::symbolic::executor::{End, Executor, Flow};
use crate::symbolic::state::{Read, State};
use crate::symbolic::terms::{Two, Word};
use rarebit_front_end::ir::meaning::wide;
use rarebit_front_end::ir::*;

impl Executor<'_> {
    pub(super) fn input(&mut self, state: &mut State, inst: Inst, data: &InstData) -> Flow {
        match *data {
            InstData::Input { site } => {
                let word = self.read(state, site);
                self.set(state, inst, word);
                Flow::Next
            }
            InstData::Assume { cond } => {
                let cond = self.get(state, cond);
                self.require(state, cond, End::AssumptionFailed)
            }
            InstData::Check { cond, check } if self.options.is_selected(check) => {
                let cond = self.get(state, cond);
                self.require(state, cond, End::Failed(check))
            }
            _ => Flow::Next,
        }
    }

    /// A new variable, within the bounds of its site.
    fn read(&mut self, state: &mut State, site: InputSite) -> Word {
        let info = &self.program.sites[site];
        let width = info.ty.bits(self.program.model);
        if info.kind == InputKind::Pointer {
            state.reads.push(Read { site, var: None });
            return Word::ZERO;
        }
        let var = self.var(site, state.occurrences(site));
        state.reads.push(Read { site, var: Some(var) });
        let term = self.terms.var(var, width, (0, wide::mask(width)));
        let range = match (info.range, info.kind) {
            (None, InputKind::Bool) => Some((0, 1)),
            (range, _) => range,
        };
        if let Some((low, high)) = range {
            // A float's bounds are bits already.
            let bits = |x: i128| x as u128 & wide::mask(width);
            if !info.allows(state.model.get(var)) {
                state.model = state.model.with([(var, bits(low))]);
            }
            let (low, high) = (self.terms.constant(width, bits(low)), self.terms.constant(width, bits(high)));
            let (above, below) = match (info.ty.is_float(), info.kind) {
                (true, _) => (self.terms.two(Two::FLe, low, term), self.terms.two(Two::FLe, term, high)),
                (false, InputKind::Signed) => {
                    let (less, more) = (self.terms.two(Two::Slt, term, low), self.terms.two(Two::Slt, high, term));
                    (self.terms.not(less), self.terms.not(more))
                }
                (false, _) => (self.terms.ule(low, term), self.terms.ule(term, high)),
            };
            self.constrain(state, above);
            self.constrain(state, below);
        }
        Word::Term(term)
    }
}
