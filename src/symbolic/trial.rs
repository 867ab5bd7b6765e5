//! Runs the tests of paths in the simulator, the reference: a path's end is what that run says.

use super::executor::End;
use super::explore::{Path, Settings};
use super::hub::Hub;
use crate::simulate::{self, Drawn, Given, Interpreter, Simulator};
use rarebit_front_end::ir::Program;
use rarebit_learners::{EdgeSet, Observation, Outcome, Probes};

pub struct Trial<'p> {
    interpreter: Interpreter<'p>,
    seen: Observation,
    /// What a run may take.
    steps: u64,
}

impl<'p> Trial<'p> {
    pub fn new(program: &'p Program, settings: &Settings) -> Trial<'p> {
        let probes = Probes { edges: EdgeSet::All, ..Probes::default() };
        let steps = settings.simulation.limits.steps;
        let options = simulate::Options { probes, ..settings.simulation.clone() };
        Trial { interpreter: Interpreter::new(program, options), seen: Observation::default(), steps }
    }

    /// A path that the engine followed to its end.
    pub fn end(&mut self, hub: &Hub<'_>, inputs: Vec<Drawn>, end: End, output: Vec<u8>) {
        if end == End::AssumptionFailed {
            // What it covers on the way to the assumption counts, as in every search.
            self.run(&inputs);
            hub.tested(&self.seen.edges, |progress, _| {
                progress.assumption_failed += 1;
                None
            });
            return;
        }
        let drawn = self.run(&inputs);
        let outcome = self.seen.outcome;
        let failure = self.interpreter.failure().cloned();
        let follows = agree(&end, outcome) && drawn == inputs;
        hub.tested(&self.seen.edges, |progress, _| {
            progress.paths += 1;
            progress.unfinished += u64::from(matches!(outcome, Outcome::Limit(_) | Outcome::DeadEnd));
            progress.diverged += u64::from(!follows);
            Some(Path { outcome, failure, inputs, foreseen: Some(end), output })
        });
    }

    /// The test of a state that has not come to its end; a path only if it covers something new.
    pub fn early(&mut self, hub: &Hub<'_>, inputs: &[Drawn], steps: u64) {
        let inputs = self.run_on(inputs, steps);
        let outcome = self.seen.outcome;
        let failure = self.interpreter.failure().cloned();
        hub.tested(&self.seen.edges, |progress, new| {
            let new = new > 0 && outcome != Outcome::AssumptionFailed;
            progress.early += u64::from(new);
            new.then_some(Path { outcome, failure, inputs, foreseen: None, output: Vec::new() })
        });
    }

    /// The test of a state from which everything that follows was seen.
    pub fn seen(&mut self, hub: &Hub<'_>, inputs: &[Drawn], steps: u64) {
        let inputs = self.run_on(inputs, steps);
        let outcome = self.seen.outcome;
        let failure = self.interpreter.failure().cloned();
        hub.tested(&self.seen.edges, |progress, _| {
            progress.pruned += 1;
            let wanted = outcome != Outcome::AssumptionFailed;
            progress.early += u64::from(wanted);
            wanted.then_some(Path { outcome, failure, inputs, foreseen: None, output: Vec::new() })
        });
    }

    /// Runs the inputs of a state that has come so far, and not for ever if the program never ends.
    fn run_on(&mut self, inputs: &[Drawn], steps: u64) -> Vec<Drawn> {
        self.interpreter.limit_steps(steps.saturating_mul(2).saturating_add(10_000).min(self.steps));
        let read = self.run(inputs);
        self.interpreter.limit_steps(self.steps);
        read
    }

    /// What the run read; it may have gone on from where a state is, and read more.
    pub fn run(&mut self, inputs: &[Drawn]) -> Vec<Drawn> {
        let mut given = Given::drawn(inputs);
        self.interpreter.run(&mut given, &mut self.seen);
        given.drawn
    }
}

/// Did the test end as the engine foresaw?
fn agree(foreseen: &End, outcome: Outcome) -> bool {
    match (foreseen, outcome) {
        (End::Exit(Some(a)), Outcome::Exit(b)) => *a == b,
        (End::Exit(None), Outcome::Exit(_)) => true,
        (End::Failed(check), Outcome::Violation(seen) | Outcome::Undefined(seen)) => check.as_u32() == seen.0,
        (End::AssumptionFailed, Outcome::AssumptionFailed) | (End::DeadEnd(_), Outcome::DeadEnd) => true,
        (End::Limit(a), Outcome::Limit(b)) => *a == b,
        _ => false,
    }
}
