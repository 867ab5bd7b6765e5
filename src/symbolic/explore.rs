//! Explores the paths of a program until all are known, or enough, or a budget is used up.

use super::executor::{End, Gaps};
use super::guide::Job;
use super::hub::Hub;
use super::rwset::{Mode, Visits};
use super::search::Strategy;
use super::solver::Counts;
use super::worker::Worker;
use crate::simulate::{self, Drawn, Failure};
use rarebit_front_end::ir::{Edge, Func, Program};
use rarebit_learners::Outcome;
use std::ops::ControlFlow;
use std::time::Duration;

/// What an exploration may cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    pub time: Option<Duration>,
    pub paths: Option<u64>,
    /// Instructions, of all states together.
    pub steps: Option<u64>,
    /// States that wait at once.
    pub states: Option<usize>,
    /// Bytes of memory, of the whole process. What waits is kept as what it takes to come back to it when there is no
    /// more room; the budget is used up only when that does not help.
    pub memory: Option<u64>,
}

/// Which budget was used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BudgetKind {
    Time,
    Paths,
    Steps,
    States,
    Memory,
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
    /// Workers, each with its own terms and solver.
    pub threads: usize,
    /// Follow one concrete input after the other, each the solution of another way, instead of all at once.
    pub concolic: bool,
    /// States that a worker keeps as they are; more wait as decisions to follow again.
    pub kept_states: Option<usize>,
    /// Only the decisions of this function count as coverage.
    pub unit: Option<Func>,
    /// Every question to Z3 goes to a file here.
    pub query_log: Option<std::path::PathBuf>,
    /// Keep what was not followed when the exploration stops, so that it can go on.
    pub keep_left: bool,
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
    /// Ask look-ahead, but do not listen to it: what it costs.
    pub measure: bool,
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
    /// States that were given up for lack of memory, to come back to.
    pub spilled: u64,
    /// States that went from one worker to another.
    pub moved: u64,
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
    /// What was not followed, if it was to be kept.
    pub left: Vec<Job>,
    /// Decisions that were taken.
    pub covered: Vec<Edge>,
}

/// What an earlier exploration left.
#[derive(Clone, Debug, Default)]
pub struct Past {
    pub left: Vec<Job>,
    pub progress: Progress,
    pub covered: Vec<Edge>,
}

/// Bytes of stack: terms of long loops are deep, and so are walks over them.
const STACK: usize = 1 << 30;

/// Explores. `found` gets every path with its test; `watch` is asked now and then whether to go on.
///
/// The set of paths does not depend on the number of workers; which inputs stand for a path may, because a solver's
/// answer depends on what it was asked before.
pub fn explore(
    program: &Program,
    settings: &Settings,
    found: impl FnMut(Path) + Send,
    watch: impl FnMut(&Progress) -> ControlFlow<()> + Send,
) -> Exploration {
    resume(program, settings, None, found, watch)
}

/// RWset knows only what its own worker has seen.
pub fn workers(settings: &Settings) -> usize {
    if settings.pruning.rwset.is_some() { 1 } else { settings.threads.max(1) }
}

/// Explores what an earlier exploration left.
pub fn resume(
    program: &Program,
    settings: &Settings,
    past: Option<Past>,
    found: impl FnMut(Path) + Send,
    watch: impl FnMut(&Progress) -> ControlFlow<()> + Send,
) -> Exploration {
    let hub = Hub::new(program, settings, past, found, watch);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers(settings))
            .map(|number| {
                let thread = std::thread::Builder::new().stack_size(STACK);
                let hub = &hub;
                let work = move || Worker::new(program, settings, hub, number).work();
                thread.spawn_scoped(scope, work).expect("a thread can be started")
            })
            .collect();
        hub.attend(|| workers.iter().all(|worker| worker.is_finished()));
        for worker in workers {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
    hub.finish()
}
