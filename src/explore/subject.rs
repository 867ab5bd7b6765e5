//! What the chains run: the whole program, or its slice for the checks that are open.
//!
//! Proved checks are gone from a slice, and so is everything that no open check depends on; ids stay what they are. A
//! run of the slice violates the same open check as a run of the whole program on the same inputs, so a violation
//! needs one run of the whole for the inputs that the slice does not read. A proof holds as long as the checks that
//! it relies on end the run; when one of them is retired, proof and slice are made again.

use rarebit_front_end::analysis::interpret::{Facts, Options, Verdict};
use rarebit_front_end::ir::{Check, Program, Terminator};
use rarebit_front_end::simplify::{simplify, simplify_again};

pub struct Subject<'a> {
    whole: &'a Program,
    slice: Option<Slice>,
}

struct Slice {
    program: Program,
    /// Of the whole program.
    facts: Facts,
    /// Are all checks that are selected proved, and nothing unsupported is in the way?
    safe: bool,
}

impl<'a> Subject<'a> {
    /// The whole program, or a slice of it for the selected checks.
    pub fn new(whole: &'a Program, selected: &[bool], sliced: bool) -> Subject<'a> {
        let mut subject = Subject { whole, slice: None };
        if sliced {
            let simplified = simplify(whole, &Options::new(selected.to_vec()));
            subject.take(simplified.program, simplified.facts, selected);
        }
        subject
    }

    fn take(&mut self, program: Program, facts: Facts, selected: &[bool]) {
        let open = |check: &Check| matches!(facts.verdict(*check), Verdict::Open | Verdict::Violated);
        let selected = |check: &Check| selected.get(check.as_u32() as usize).copied().unwrap_or(false);
        let dead_end = self.whole.funcs.iter().any(|(id, func)| {
            let unsupported = |block| matches!(func.blocks[block].end, Terminator::Unsupported { .. });
            func.layout.iter().any(|block| facts.is_reached(id, *block) && unsupported(*block))
        });
        let safe = !dead_end && !self.whole.checks.keys().any(|check| selected(&check) && open(&check));
        self.slice = Some(Slice { program, facts, safe });
    }

    /// What is to be run.
    pub fn program(&self) -> &Program {
        self.slice.as_ref().map_or(self.whole, |slice| &slice.program)
    }

    pub fn is_slice(&self) -> bool {
        self.slice.is_some()
    }

    /// May the check fail, as far as is known?
    pub fn is_open(&self, check: Check) -> bool {
        self.slice.as_ref().is_none_or(|slice| !slice.facts.verdict(check).is_safe())
    }

    /// Which checks cannot fail, by number.
    pub fn proved(&self) -> Vec<bool> {
        let Some(Slice { facts, .. }) = &self.slice else { return Vec::new() };
        self.whole.checks.keys().map(|check| facts.verdict(check).is_safe()).collect()
    }

    /// Can none of the selected checks fail?
    pub fn is_safe(&self) -> bool {
        self.slice.as_ref().is_some_and(|slice| slice.safe)
    }

    /// These checks are no longer selected.
    pub fn retire(&mut self, selected: &[bool], retired: &[Check]) {
        let Some(Slice { facts, .. }) = self.slice.take() else { return };
        let options = Options::new(selected.to_vec());
        // What ends the run whether selected or not is what the proofs rely on still.
        let same = retired.iter().all(|check| self.whole.checks[*check].class.always_ends());
        let simplified =
            if same { simplify_again(self.whole, facts, &options) } else { simplify(self.whole, &options) };
        self.take(simplified.program, simplified.facts, selected);
    }

    /// From now on the whole program.
    pub fn distrust(&mut self) {
        self.slice = None;
    }
}
