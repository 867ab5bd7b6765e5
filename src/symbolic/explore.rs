//! Explores the paths of a program until all are known, or enough, or a budget is used up.

use super::executor::{End, Executor, Gaps};
use super::search::{Frontier, Strategy};
use super::solver::Counts;
use super::state::State;
use crate::explore::{Coverage, Drawn, Given};
use crate::simulate::{self, Failure, Interpreter, Simulator};
use rarebit_front_end::ir::Program;
use rarebit_learners::{EdgeSet, Observation, Outcome, Probes};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// What an exploration may cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    pub time: Option<Duration>,
    pub paths: Option<u64>,
    /// Instructions, of all states together.
    pub steps: Option<u64>,
    /// States that wait at once.
    pub states: Option<usize>,
}

/// Which budget was used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BudgetKind {
    Time,
    Paths,
    Steps,
    States,
}

/// Why an exploration stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// A check is violated, and that was enough.
    Found,
    /// Every path was followed to its end.
    Exhausted,
    Budget(BudgetKind),
    /// Nothing is left to follow, but something was left out.
    Unknown(Gaps),
    /// Someone asked to stop.
    Interrupted,
}

#[derive(Clone, Debug)]
pub struct Settings {
    pub simulation: simulate::Options,
    pub budget: Budget,
    pub strategy: Strategy,
    /// Decides every random choice.
    pub seed: u64,
    /// Z3's resource units for one question.
    pub solver_limit: u32,
    /// Stop at the first violation.
    pub first: bool,
    /// Keep what the paths print.
    pub keep_output: bool,
}

/// How far an exploration has come.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Paths that ended, failed assumptions aside.
    pub paths: u64,
    pub assumption_failed: u64,
    /// Paths whose test did not end as the engine foresaw: errors of ours, never counted as seen.
    pub diverged: u64,
    /// Paths that ended at a limit or at something unsupported.
    pub unfinished: u64,
    /// States that wait.
    pub states: usize,
    pub steps: u64,
    pub elapsed: Duration,
    pub covered: usize,
    pub edges: usize,
    pub solver: Counts,
    pub gaps: Gaps,
}

/// A path that came to its end, and inputs that follow it.
#[derive(Clone, Debug)]
pub struct Path {
    pub outcome: Outcome,
    pub failure: Option<Failure>,
    pub inputs: Vec<Drawn>,
    /// How the engine foresaw the end.
    pub foreseen: End,
    /// What the path printed, if that was to be kept.
    pub output: Vec<u8>,
}

/// What an exploration brought home.
#[derive(Clone, Debug)]
pub struct Exploration {
    pub stop: Stop,
    pub progress: Progress,
}

/// Instructions after which another state may go on.
const QUANTUM: u64 = 20_000;

/// Bytes of stack: terms of long loops are deep, and so are walks over them.
const STACK: usize = 1 << 30;

/// Explores. `found` gets every path with its test; `watch` is asked now and then whether to go on.
pub fn explore(
    program: &Program,
    settings: &Settings,
    found: impl FnMut(Path) + Send,
    watch: impl FnMut(&Progress) -> ControlFlow<()> + Send,
) -> Exploration {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK);
        let worker = worker.spawn_scoped(scope, || explore_here(program, settings, found, watch));
        let result = worker.expect("a thread can be started").join();
        result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn explore_here(
    program: &Program,
    settings: &Settings,
    mut found: impl FnMut(Path),
    mut watch: impl FnMut(&Progress) -> ControlFlow<()>,
) -> Exploration {
    let start = Instant::now();
    let mut executor = Executor::new(program, &settings.simulation, settings.solver_limit);
    executor.keep_output = settings.keep_output;
    let mut frontier = Frontier::new(settings.strategy, settings.seed);
    let mut tests = Tests::new(program, settings);
    match executor.begin() {
        Ok(state) => frontier.add(state),
        // Nothing can run: the simulator says why.
        Err(end) => found(tests.run(Vec::new(), end, Vec::new())),
    }
    let mut violated = false;
    let stop = loop {
        let progress = &mut tests.progress;
        progress.states = frontier.len();
        progress.steps = executor.steps;
        progress.elapsed = start.elapsed();
        progress.solver = executor.solver.counts();
        progress.gaps = executor.gaps;
        if violated && settings.first {
            break Stop::Found;
        }
        if let Some(stop) = over(&settings.budget, progress, watch(progress)) {
            break stop;
        }
        let Some(state) = frontier.next() else { break tests.complete() };
        executor.run(state, QUANTUM);
        // The last one is the state that was running; depth-first search goes on with it.
        executor.forked.drain(..).for_each(|state| frontier.add(state));
        for (state, end) in std::mem::take(&mut executor.ended) {
            let path = tests.end(&executor, &state, end);
            if let Some(path) = path {
                violated |= matches!(path.outcome, Outcome::Violation(_));
                found(path);
            }
        }
    };
    Exploration { stop, progress: tests.progress }
}

fn over(budget: &Budget, progress: &Progress, go_on: ControlFlow<()>) -> Option<Stop> {
    if go_on.is_break() {
        return Some(Stop::Interrupted);
    }
    let used = [
        (budget.time.is_some_and(|time| progress.elapsed >= time), BudgetKind::Time),
        (budget.paths.is_some_and(|paths| progress.paths >= paths), BudgetKind::Paths),
        (budget.steps.is_some_and(|steps| progress.steps >= steps), BudgetKind::Steps),
        (budget.states.is_some_and(|states| progress.states > states), BudgetKind::States),
    ];
    used.into_iter().find(|(used, _)| *used).map(|(_, kind)| Stop::Budget(kind))
}

/// Runs the tests of paths in the simulator.
struct Tests<'p> {
    interpreter: Interpreter<'p>,
    seen: Observation,
    coverage: Coverage,
    progress: Progress,
}

impl<'p> Tests<'p> {
    fn new(program: &'p Program, settings: &Settings) -> Tests<'p> {
        let probes = Probes { edges: EdgeSet::All, ..Probes::default() };
        let options = simulate::Options { probes, ..settings.simulation.clone() };
        let coverage = Coverage::new(program);
        let progress = Progress { edges: coverage.total, ..Progress::default() };
        Tests { interpreter: Interpreter::new(program, options), seen: Observation::default(), coverage, progress }
    }

    /// A path's end; none if its inputs are not wanted.
    fn end(&mut self, executor: &Executor<'_>, state: &State, end: End) -> Option<Path> {
        if end == End::AssumptionFailed {
            self.progress.assumption_failed += 1;
            return None;
        }
        let inputs = executor.inputs(state);
        Some(self.run(inputs, end, state.output.to_vec()))
    }

    fn run(&mut self, inputs: Vec<Drawn>, foreseen: End, output: Vec<u8>) -> Path {
        let mut occurrences = HashMap::new();
        let values = inputs.iter().map(|&(site, bits)| {
            let next = occurrences.entry(site).or_insert(0);
            *next += 1;
            ((site, *next - 1), bits)
        });
        let mut given = Given::recorded(values.collect());
        self.interpreter.run(&mut given, &mut self.seen);
        self.coverage.add(&self.seen.edges);
        let outcome = self.seen.outcome;
        let progress = &mut self.progress;
        progress.covered = self.coverage.covered;
        progress.paths += 1;
        progress.unfinished += u64::from(matches!(outcome, Outcome::Limit(_) | Outcome::DeadEnd));
        progress.diverged += u64::from(!agree(&foreseen, outcome) || given.drawn != inputs);
        Path { outcome, failure: self.interpreter.failure().cloned(), inputs, foreseen, output }
    }

    /// Nothing is left to follow.
    fn complete(&self) -> Stop {
        let progress = &self.progress;
        let Gaps { unknown, concretised } = progress.gaps;
        match unknown + concretised + progress.diverged + progress.unfinished {
            0 => Stop::Exhausted,
            _ => Stop::Unknown(progress.gaps),
        }
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
