//! What the workers of an exploration share: jobs that any of them may take, what was covered, what was found, and when
//! to stop.
//!
//! A worker that has nothing left says so and waits; one that has more than one state then gives away its oldest, which
//! has most of the work behind it (Cloud9 and the parallel KLEE move states in the same form, as decisions to replay).
//! When all wait and there is no job, everything is done. Nothing else is shared: terms, solvers and states belong to
//! one worker.

use super::executor::Gaps;
use super::explore::{Budget, BudgetKind, Exploration, Past, Path, Progress, Settings, Stop, workers};
use super::guide::Job;
use super::jobs::Jobs;
use super::rwset::Visits;
use super::solver::{Counts, Halt};
use crate::simulate::Coverage;
use rarebit_front_end::ir::Program;
use rarebit_learners::{EdgeId, Outcome};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// Between two looks at the budget while the workers work.
const ATTEND: Duration = Duration::from_millis(50);

type Found<'a> = Box<dyn FnMut(Path) + Send + 'a>;
type Watch<'a> = Box<dyn FnMut(&Progress) -> ControlFlow<()> + Send + 'a>;

/// What one worker has done so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Share {
    pub steps: u64,
    pub states: usize,
    pub solver: Counts,
    pub gaps: Gaps,
    pub pruned: u64,
    pub lost: u64,
    pub visits: Visits,
}

struct Shared<'a> {
    jobs: Jobs,
    waiting: usize,
    /// Workers that are done.
    left: usize,
    shares: Vec<Share>,
    progress: Progress,
    coverage: Coverage,
    stop: Option<Stop>,
    found: Found<'a>,
    watch: Watch<'a>,
}

pub struct Hub<'a> {
    shared: Mutex<Shared<'a>>,
    bell: Condvar,
    /// Rings when a worker leaves.
    door: Condvar,
    /// Workers that wait for a job that is not there.
    hungry: AtomicUsize,
    stopped: Halt,
    /// Decisions covered, to see whether there is something new.
    covered: AtomicUsize,
    start: Instant,
    budget: Budget,
    first: bool,
    keep_left: bool,
    before: Progress,
}

impl<'a> Hub<'a> {
    pub fn new(
        program: &Program,
        settings: &Settings,
        past: Option<Past>,
        found: impl FnMut(Path) + Send + 'a,
        watch: impl FnMut(&Progress) -> ControlFlow<()> + Send + 'a,
    ) -> Hub<'a> {
        let mut coverage = Coverage::of(program, settings.unit);
        let Past { left, progress: before, covered } = past.unwrap_or_else(|| Past {
            left: vec![Job { turn: settings.concolic.then_some(0), ..Job::default() }],
            ..Past::default()
        });
        let covered: Vec<EdgeId> = covered.iter().map(|edge| EdgeId(edge.as_u32())).collect();
        coverage.add(&covered);
        let coverage_now = coverage.covered;
        let shared = Shared {
            jobs: left.into_iter().collect(),
            waiting: 0,
            left: 0,
            shares: vec![Share::default(); workers(settings)],
            progress: Progress { edges: coverage.total, covered: coverage.covered, ..before.clone() },
            coverage,
            stop: None,
            found: Box::new(found),
            watch: Box::new(watch),
        };
        Hub {
            shared: Mutex::new(shared),
            bell: Condvar::new(),
            door: Condvar::new(),
            hungry: AtomicUsize::new(0),
            stopped: Halt::default(),
            covered: AtomicUsize::new(coverage_now),
            start: Instant::now(),
            budget: settings.budget,
            first: settings.first,
            keep_left: settings.keep_left,
            before,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Shared<'a>> {
        self.shared.lock().expect("no worker panics while it holds the lock")
    }

    /// What everybody looks at who may take long.
    pub fn halt(&self) -> &Halt {
        &self.stopped
    }

    /// Watches over the budget, and asks whether to go on, until all workers have left: a worker that waits for an
    /// answer cannot.
    pub fn attend(&self, finished: impl Fn() -> bool) {
        let mut shared = self.lock();
        while shared.left < shared.shares.len() && !finished() {
            shared = self.door.wait_timeout(shared, ATTEND).expect("no worker panics while it holds the lock").0;
            self.look(&mut shared);
        }
    }

    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Does somebody wait for work?
    pub fn is_hungry(&self) -> bool {
        self.hungry.load(Ordering::Relaxed) > 0
    }

    /// Work for whoever wants it.
    pub fn give(&self, jobs: Jobs, moved: bool) {
        let mut shared = self.lock();
        let more = jobs.len() as u64;
        shared.jobs.append(jobs);
        *(if moved { &mut shared.progress.moved } else { &mut shared.progress.spilled }) += more;
        self.hungry.store(shared.waiting.saturating_sub(shared.jobs.len()), Ordering::Relaxed);
        self.bell.notify_all();
    }

    /// The newest job; none when the exploration is over.
    pub fn take(&self, number: usize, share: Share) -> Option<Job> {
        let mut shared = self.lock();
        shared.shares[number] = share;
        shared.waiting += 1;
        loop {
            if shared.stop.is_some() {
                break;
            }
            if let Some(job) = shared.jobs.pop() {
                shared.waiting -= 1;
                self.hungry.store(shared.waiting.saturating_sub(shared.jobs.len()), Ordering::Relaxed);
                return Some(job);
            }
            if shared.waiting == shared.shares.len() {
                let progress = self.progress(&mut shared);
                let stop = complete(&progress, shared.shares.iter().map(|share| share.lost).sum());
                self.stop(&mut shared, stop);
                break;
            }
            self.hungry.store(shared.waiting, Ordering::Relaxed);
            shared = self.bell.wait(shared).expect("no worker panics while it holds the lock");
        }
        None
    }

    fn stop(&self, shared: &mut Shared<'a>, stop: Stop) {
        shared.stop.get_or_insert(stop);
        self.stopped.store(true, Ordering::Relaxed);
        self.bell.notify_all();
    }

    /// The figures of all workers together.
    fn progress(&self, shared: &mut Shared<'a>) -> Progress {
        let before = &self.before;
        let progress = &mut shared.progress;
        progress.states = shared.jobs.len();
        progress.steps = before.steps;
        progress.solver = before.solver;
        progress.gaps = before.gaps;
        progress.visits = Visits::default();
        let mut pruned = 0;
        for share in &shared.shares {
            progress.states += share.states;
            progress.steps += share.steps;
            progress.solver.add(&share.solver);
            progress.gaps.add(&share.gaps);
            progress.visits.points += share.visits.points;
            progress.visits.hits += share.visits.hits;
            pruned += share.pruned;
        }
        progress.elapsed = before.elapsed + self.start.elapsed();
        let mut whole = progress.clone();
        whole.pruned += pruned;
        whole
    }

    /// Tells how far a worker has come, and finds out whether to stop.
    pub fn report(&self, number: usize, share: Share) {
        let mut shared = self.lock();
        shared.shares[number] = share;
        self.look(&mut shared);
    }

    fn look(&self, shared: &mut Shared<'a>) {
        if shared.stop.is_some() {
            return;
        }
        let progress = self.progress(shared);
        let go_on = (shared.watch)(&progress);
        if let Some(stop) = over(&self.budget, &progress, go_on) {
            self.stop(shared, stop);
        }
    }

    /// There is no room even for what it takes to come back.
    pub fn out_of_memory(&self) {
        self.stop(&mut self.lock(), Stop::Budget(BudgetKind::Memory));
    }

    /// A path's test was run. `count` says what it is counted as. True if the budget of paths is not used up.
    pub fn tested(&self, edges: &[EdgeId], count: impl FnOnce(&mut Progress, usize) -> Option<Path>) {
        let mut shared = self.lock();
        // More than was wanted; but whoever goes on later must not miss it.
        if matches!(shared.stop, Some(Stop::Budget(BudgetKind::Paths) | Stop::Found)) && !self.keep_left {
            return;
        }
        let before = shared.coverage.covered;
        shared.coverage.add(edges);
        let covered = shared.coverage.covered;
        self.covered.store(covered, Ordering::Relaxed);
        shared.progress.covered = covered;
        let Some(path) = count(&mut shared.progress, covered - before) else { return };
        let violated = matches!(path.outcome, Outcome::Violation(_));
        (shared.found)(path);
        if violated && self.first {
            self.stop(&mut shared, Stop::Found);
        }
        if self.budget.paths.is_some_and(|paths| shared.progress.paths >= paths) {
            self.stop(&mut shared, Stop::Budget(BudgetKind::Paths));
        }
    }

    /// Brings a worker's view of what is covered up to date; false if it was.
    pub fn refresh(&self, coverage: &mut Coverage) -> bool {
        if self.covered.load(Ordering::Relaxed) == coverage.covered {
            return false;
        }
        coverage.clone_from(&self.lock().coverage);
        true
    }

    /// A worker leaves, with what it did not follow.
    pub fn leave(&self, number: usize, share: Share, left: impl Iterator<Item = Job>) {
        let left: Vec<Job> = if self.keep_left { left.collect() } else { Vec::new() };
        let mut shared = self.lock();
        shared.shares[number] = share;
        shared.jobs.extend(left);
        shared.left += 1;
        self.door.notify_all();
    }

    pub fn finish(self) -> Exploration {
        let mut shared = self.lock();
        let states = shared.shares.iter().map(|share| share.states).sum::<usize>();
        let mut progress = self.progress(&mut shared);
        let left = if self.keep_left { std::mem::take(&mut shared.jobs).into_vec() } else { Vec::new() };
        if self.keep_left {
            // What the workers had is among the jobs now.
            progress.states -= states;
        }
        let stop = shared.stop.unwrap_or(Stop::Interrupted);
        Exploration { stop, progress, left, covered: shared.coverage.taken().collect() }
    }
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

/// Nothing is left to follow.
fn complete(progress: &Progress, lost: u64) -> Stop {
    let Gaps { unknown, concretised } = progress.gaps;
    match unknown + concretised + progress.diverged + progress.unfinished + lost {
        0 if progress.pruned > 0 => Stop::Pruned,
        0 => Stop::Exhausted,
        _ => Stop::Unknown(progress.gaps),
    }
}

impl Gaps {
    pub fn add(&mut self, other: &Gaps) {
        self.unknown += other.unknown;
        self.concretised += other.concretised;
    }
}

impl Counts {
    pub fn add(&mut self, other: &Counts) {
        self.questions += other.questions;
        self.queries += other.queries;
        self.unknown += other.unknown;
        self.time += other.time;
    }
}
