//! What the chains run: the whole program, or its slice for the checks that are open.
//!
//! Proved checks are gone from a slice, and so is everything that no open check depends on; ids stay what they are. A
//! run of the slice violates the same open check as a run of the whole program on the same inputs, so a violation
//! needs one run of the whole for the inputs that the slice does not read. A proof holds as long as the checks that
//! it relies on end the run; when one of them is retired, proof and slice are made again.
//!
//! All analyses of one search together may take a share of its budget: of the time where time is the budget, and a number
//! of units of work in any case. What is more is given up, and the whole program is run.

use super::hunt::Budget;
use rarebit_front_end::analysis::interpret::{Allowance, Facts, Options, Verdict};
use rarebit_front_end::ir::{Check, Program, Terminator};
use rarebit_front_end::simplify::{Simplified, simplify_again, simplify_within};
use std::time::{Duration, Instant};

/// Units of work for all analyses of a search: some ten seconds.
const WORK: u64 = 10_000_000;

/// The part of the time that they may take: one in so many.
const SHARE: u32 = 4;

pub struct Subject<'a> {
    whole: &'a Program,
    slice: Option<Slice>,
    /// What analyses may cost from here on.
    work: u64,
    time: Option<Duration>,
    given_up: bool,
}

struct Slice {
    program: Program,
    /// Of the whole program.
    facts: Facts,
    /// Are all checks that are selected proved, and nothing unsupported is in the way?
    safe: bool,
}

impl<'a> Subject<'a> {
    /// The whole program.
    pub fn whole(whole: &'a Program) -> Subject<'a> {
        Subject { whole, slice: None, work: 0, time: None, given_up: false }
    }

    /// A slice for the selected checks, if making it is within the budget.
    pub fn sliced(whole: &'a Program, selected: &[bool], budget: &Budget) -> Subject<'a> {
        // Who counts runs wants the same again wherever it is.
        let timed = budget.runs.is_none() && budget.rounds.is_none();
        let time = budget.time.filter(|_| timed).map(|time| time / SHARE);
        let mut subject = Subject { work: WORK, time, ..Subject::whole(whole) };
        subject.make(selected, None);
        subject
    }

    /// Makes the slice, with what is known if that still holds.
    fn make(&mut self, selected: &[bool], known: Option<Facts>) {
        let begin = Instant::now();
        let options = Options::new(selected.to_vec());
        let mut allowance = Allowance { work: self.work, deadline: self.time.map(|time| begin + time) };
        let simplified = match known {
            Some(facts) => Some(simplify_again(self.whole, facts, &options, &mut allowance)),
            None => simplify_within(self.whole, &options, &mut allowance),
        };
        self.work = allowance.work;
        self.time = self.time.map(|time| time.saturating_sub(begin.elapsed()));
        match simplified {
            Some(Simplified { program, facts, .. }) => self.take(program, facts, selected),
            None => (self.slice, self.given_up) = (None, true),
        }
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

    /// What the static analysis knows of the whole program, if it was made.
    pub fn facts(&self) -> Option<&Facts> {
        self.slice.as_ref().map(|slice| &slice.facts)
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
        // What ends the run whether selected or not is what the proofs rely on still.
        let same = retired.iter().all(|check| self.whole.checks[*check].class.always_ends());
        self.make(selected, same.then_some(facts));
    }

    /// Was the analysis more than the budget allows?
    pub fn is_given_up(&self) -> bool {
        self.given_up
    }

    /// From now on the whole program.
    pub fn distrust(&mut self) {
        self.slice = None;
    }
}
