//! Runs the program on one input after another until a selected check fails or a budget is used up.

use super::coverage::Coverage;
use super::{Drawn, Uniform};
use crate::simulate::{self, Engine, Failure};
use rarebit_front_end::ir::Program;
use rarebit_learners::{EdgeSet, Limit, Observation, Outcome, Probes};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// What a hunt may cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    pub time: Option<Duration>,
    pub runs: Option<u64>,
}

/// Which budget was used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BudgetKind {
    Time,
    Runs,
}

/// Why a hunt stopped.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Stop {
    /// A selected check failed.
    Found,
    /// Nothing is left to try: the program reads no input, and its one run came to an end.
    Exhausted,
    Budget(BudgetKind),
    /// The program reads no input, and its one run ended without an answer.
    Unknown(Outcome),
    /// Someone asked to stop.
    Interrupted,
}

#[derive(Clone, Debug)]
pub struct Settings {
    pub simulation: simulate::Options,
    pub engine: Engine,
    pub budget: Budget,
    /// Decides every draw.
    pub seed: u64,
}

/// How the runs ended, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub exits: u64,
    pub violations: u64,
    pub undefined: u64,
    pub assumption_failed: u64,
    pub dead_ends: u64,
    limits: [u64; Tally::LIMITS.len()],
}

impl Tally {
    pub const LIMITS: [Limit; 5] = [Limit::Steps, Limit::Depth, Limit::Memory, Limit::Output, Limit::Time];

    pub fn limit(&self, limit: Limit) -> u64 {
        self.limits[limit as usize]
    }

    fn add(&mut self, outcome: Outcome) {
        *match outcome {
            Outcome::Exit(_) => &mut self.exits,
            Outcome::Violation(_) => &mut self.violations,
            Outcome::Undefined(_) => &mut self.undefined,
            Outcome::AssumptionFailed => &mut self.assumption_failed,
            Outcome::Limit(limit) => &mut self.limits[limit as usize],
            Outcome::DeadEnd => &mut self.dead_ends,
        } += 1;
    }
}

/// How far a hunt has come.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    pub runs: u64,
    /// Instructions executed.
    pub steps: u64,
    pub elapsed: Duration,
    pub tally: Tally,
    /// Decisions of the source that were taken, of all there are.
    pub covered: usize,
    pub edges: usize,
}

/// A run that violates a check.
#[derive(Clone, Debug)]
pub struct Found {
    pub outcome: Outcome,
    pub failure: Option<Failure>,
    pub inputs: Vec<Drawn>,
}

/// What a hunt brought home.
#[derive(Clone, Debug)]
pub struct Hunt {
    pub stop: Stop,
    pub progress: Progress,
    pub found: Option<Found>,
    /// The first run that came to something unsupported.
    pub dead_end: Option<Failure>,
}

/// Hunts for a violation with uniformly random inputs. `watch` is asked before every run whether to go on.
pub fn hunt(program: &Program, settings: &Settings, mut watch: impl FnMut(&Progress) -> ControlFlow<()>) -> Hunt {
    let start = Instant::now();
    let probes = Probes { edges: EdgeSet::All, ..Probes::default() };
    let options = simulate::Options { probes, ..settings.simulation.clone() };
    let mut simulator = simulate::simulator(program, options, settings.engine);
    let mut inputs = Uniform::new(program.model, settings.seed);
    let mut seen = Observation::default();
    let mut coverage = Coverage::new(program);
    let mut progress = Progress { edges: coverage.total, ..Progress::default() };
    let mut dead_end = None;
    let (stop, found) = loop {
        if let Some(stop) = over(settings.budget, &progress, watch(&progress)) {
            break (stop, None);
        }
        inputs.drawn.clear();
        simulator.run(&mut inputs, &mut seen);
        coverage.add(&seen.edges);
        progress.runs += 1;
        progress.steps += seen.steps;
        progress.elapsed = start.elapsed();
        progress.covered = coverage.covered;
        progress.tally.add(seen.outcome);
        match seen.outcome {
            Outcome::Violation(_) => {
                let failure = simulator.failure().cloned();
                break (Stop::Found, Some(Found { outcome: seen.outcome, failure, inputs: inputs.drawn }));
            }
            Outcome::DeadEnd if dead_end.is_none() => dead_end = simulator.failure().cloned(),
            _ => {}
        }
        if inputs.drawn.is_empty() {
            let unknown = matches!(seen.outcome, Outcome::Limit(_) | Outcome::DeadEnd);
            break (if unknown { Stop::Unknown(seen.outcome) } else { Stop::Exhausted }, None);
        }
    };
    Hunt { stop, progress, found, dead_end }
}

fn over(budget: Budget, progress: &Progress, go_on: ControlFlow<()>) -> Option<Stop> {
    if go_on.is_break() {
        Some(Stop::Interrupted)
    } else if budget.runs.is_some_and(|runs| progress.runs >= runs) {
        Some(Stop::Budget(BudgetKind::Runs))
    } else if budget.time.is_some_and(|time| progress.elapsed >= time) {
        Some(Stop::Budget(BudgetKind::Time))
    } else {
        None
    }
}
