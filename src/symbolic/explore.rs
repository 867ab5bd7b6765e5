//! Explores the paths of a program until all are known, or enough, or a budget is used up.

use super::executor::{End, Executor, Gaps};
use super::rwset::{Mode, Rwset, Visits};
use super::search::{Frontier, NEVER, Reach, Strategy};
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
    /// Nothing is left to follow but what was pruned.
    Pruned,
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
    pub pruning: Pruning,
    /// Keep what the paths print.
    pub keep_output: bool,
}

/// Which paths are not followed, each alone or together (Bardin and Herrmann, "Pruning the search space in path-based
/// test generation"). The effect kept is branch coverage, not the set of paths; only a limit of the call depth may lose
/// some of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruning {
    /// Not those from which no uncovered branch can be reached.
    pub look_ahead: bool,
    /// No second way in calls deeper than this below `main`.
    pub call_depth: Option<u32>,
    /// Run the inputs of every fork at once, so that what they cover is known early.
    pub solve_first: bool,
    /// Not those from which everything was already seen.
    pub rwset: Option<Mode>,
}

/// How far an exploration has come.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Paths that ended, failed assumptions aside.
    pub paths: u64,
    pub assumption_failed: u64,
    /// Paths that were not followed further.
    pub pruned: u64,
    /// Tests of paths that were not, or not yet, followed to their end, but cover something new.
    pub early: u64,
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
    /// What RWset met.
    pub visits: Visits,
}

/// A path that came to its end, and inputs that follow it.
#[derive(Clone, Debug)]
pub struct Path {
    pub outcome: Outcome,
    pub failure: Option<Failure>,
    pub inputs: Vec<Drawn>,
    /// How the engine foresaw the end, if it went there.
    pub foreseen: Option<End>,
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
    executor.call_depth = settings.pruning.call_depth;
    executor.rwset = settings.pruning.rwset.map(|mode| Box::new(Rwset::new(program, mode)));
    executor.solver.set_deadline(settings.budget.time.map(|time| start + time));
    let mut frontier = Frontier::new(settings.strategy, settings.seed);
    let mut tests = Tests::new(program, settings);
    match executor.begin() {
        Ok(state) => frontier.add(state),
        // Nothing can run: the simulator says why.
        Err(end) => found(tests.run(Vec::new(), Some(end), Vec::new())),
    }
    let mut violated = false;
    let stop = loop {
        let progress = &mut tests.progress;
        progress.states = frontier.len();
        progress.steps = executor.steps;
        progress.elapsed = start.elapsed();
        progress.solver = executor.solver.counts();
        progress.gaps = executor.gaps;
        progress.visits = executor.rwset.as_ref().map(|rwset| rwset.visits).unwrap_or_default();
        if violated && settings.first {
            break Stop::Found;
        }
        if let Some(stop) = over(&settings.budget, progress, watch(progress)) {
            break stop;
        }
        let Some(state) = frontier.next(&tests.reach) else { break tests.complete(executor.pruned) };
        if settings.pruning.look_ahead && tests.reach.distance(&state) == NEVER {
            tests.progress.pruned += 1;
            if let Some(path) = tests.early(&executor, &state) {
                violated |= matches!(path.outcome, Outcome::Violation(_));
                found(path);
            }
            continue;
        }
        executor.run(state, QUANTUM);
        if settings.pruning.solve_first {
            let others = executor.forked.len().saturating_sub(1);
            for at in 0..others {
                if let Some(path) = tests.early(&executor, &executor.forked[at]) {
                    violated |= matches!(path.outcome, Outcome::Violation(_));
                    found(path);
                }
            }
        }
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
    tests.progress.pruned += executor.pruned;
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
    reach: Reach,
    /// Does anybody ask how far the next goal is?
    looks: bool,
    /// What a run may take.
    steps: u64,
    progress: Progress,
}

impl<'p> Tests<'p> {
    fn new(program: &'p Program, settings: &Settings) -> Tests<'p> {
        let probes = Probes { edges: EdgeSet::All, ..Probes::default() };
        let options = simulate::Options { probes, ..settings.simulation.clone() };
        let coverage = Coverage::new(program);
        let progress = Progress { edges: coverage.total, ..Progress::default() };
        let mut reach = Reach::new(program);
        reach.update(&coverage);
        let looks = settings.pruning.look_ahead || matches!(settings.strategy, Strategy::Goal | Strategy::Interleaved);
        let (interpreter, seen) = (Interpreter::new(program, options), Observation::default());
        Tests { interpreter, seen, coverage, reach, looks, steps: settings.simulation.limits.steps, progress }
    }

    /// A path's end; none if its inputs are not wanted.
    fn end(&mut self, executor: &Executor<'_>, state: &State, end: End) -> Option<Path> {
        if end == End::AssumptionFailed {
            self.progress.assumption_failed += 1;
            // What it covers on the way to the assumption counts, as in every search.
            self.run(executor.inputs(state), None, Vec::new());
            return None;
        }
        let inputs = executor.inputs(state);
        if end == End::Seen {
            self.progress.pruned += 1;
            let path = self.run_on(inputs, state.steps);
            let wanted = path.outcome != Outcome::AssumptionFailed;
            self.progress.early += u64::from(wanted);
            return wanted.then_some(path);
        }
        Some(self.run(inputs, Some(end), state.output.to_vec()))
    }

    /// The test of a state that has not come to its end, if it covers something new.
    fn early(&mut self, executor: &Executor<'_>, state: &State) -> Option<Path> {
        let before = self.coverage.covered;
        let path = self.run_on(executor.inputs(state), state.steps);
        let new = self.coverage.covered > before && path.outcome != Outcome::AssumptionFailed;
        self.progress.early += u64::from(new);
        new.then_some(path)
    }

    /// Runs the inputs of a state that has come so far, and not for ever if the program never ends.
    fn run_on(&mut self, inputs: Vec<Drawn>, steps: u64) -> Path {
        self.interpreter.limit_steps(steps.saturating_mul(2).saturating_add(10_000).min(self.steps));
        let path = self.run(inputs, None, Vec::new());
        self.interpreter.limit_steps(self.steps);
        path
    }

    fn run(&mut self, mut inputs: Vec<Drawn>, foreseen: Option<End>, output: Vec<u8>) -> Path {
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
        if self.looks {
            self.reach.update(&self.coverage);
        }
        let progress = &mut self.progress;
        progress.covered = self.coverage.covered;
        match &foreseen {
            Some(end) => {
                progress.paths += 1;
                progress.unfinished += u64::from(matches!(outcome, Outcome::Limit(_) | Outcome::DeadEnd));
                progress.diverged += u64::from(!agree(end, outcome) || given.drawn != inputs);
            }
            // The run went on from where the state is, and may have read more.
            None => inputs = given.drawn,
        }
        Path { outcome, failure: self.interpreter.failure().cloned(), inputs, foreseen, output }
    }

    /// Nothing is left to follow.
    fn complete(&self, pruned: u64) -> Stop {
        let progress = &self.progress;
        let Gaps { unknown, concretised } = progress.gaps;
        match unknown + concretised + progress.diverged + progress.unfinished {
            0 if progress.pruned + pruned > 0 => Stop::Pruned,
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
