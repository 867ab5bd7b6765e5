//! How a campaign takes advice: advised points are run at once, advised domains become tasks of the next round.
//!
//! As long as advised points show something new, the advisers are asked again in the same round: what they learn from one
//! run is the prefix of the next. Domains go to few tasks, several to each, because every task compiles the program.

use super::advice::{Advice, Origin, View, Why};
use super::campaign::{CHAINS, Campaign, Observer, STEPS, WATCH};
use super::chain::{Domain, Method, Task};
use super::runner::{Allowance, Harvest, Runner};
use crate::sample::hunter::Objective;
use crate::sample::{Point, Replay, Scratch};
use crate::simulate::Engine;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rarebit_learners::approach::Rung;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::time::Instant;

/// What a task, an advised domain or an advised point brought.
pub struct Reaped {
    pub origin: Origin,
    pub method: Option<Method>,
    pub goal: Option<Rung>,
    pub adviser: Option<usize>,
    pub harvest: Harvest,
}

/// An advised point, and whose it is.
struct Proposed {
    adviser: usize,
    inputs: Point,
    goal: Option<Rung>,
    why: Why,
}

/// Times that advisers are asked in a round while it pays.
const AGAIN: u64 = 6;
/// Tasks that share the domains of a round.
const GROUPS: usize = 2;
/// Samples of a domain in a round: the paper's number.
const SAMPLES: u64 = 1_000;

impl Campaign<'_> {
    /// Asks the advisers, runs the points they propose, and makes tasks of the domains.
    pub(super) fn consult(&mut self, observer: &mut dyn Observer) -> Vec<Task> {
        let mut domains = Vec::new();
        for turn in 0..AGAIN {
            if self.council.is_empty() || self.settings.first && !self.found.is_empty() || self.left() == 0 {
                break;
            }
            let (points, more) = self.ask(observer);
            domains.extend(more);
            let before = self.progress.credits.clone();
            let begin = Instant::now();
            let run = self.advised(&points, turn);
            self.progress.spent("advised runs", begin);
            self.merge(run, observer);
            if self.progress.credits == before || observer.progress(&self.progress).is_break() {
                break;
            }
        }
        let share = self.left() / (CHAINS as u64 + domains.len() as u64);
        let runs = self.settings.samples.unwrap_or(SAMPLES).min(share);
        let mut groups: Vec<Vec<Domain>> = vec![Vec::new(); GROUPS];
        domains.into_iter().enumerate().for_each(|(at, domain)| groups[at % GROUPS].push(domain));
        let groups = groups.into_iter().filter(|group| !group.is_empty() && runs > 0).enumerate();
        groups
            .map(|(at, domains)| Task {
                method: Method::Inside,
                goal: None,
                start: Point::default(),
                mates: Vec::new(),
                turns: Default::default(),
                allowance: Allowance { runs, steps: self.settings.steps(STEPS) },
                // Apart from those of the other chains.
                stream: 1 << 40 | self.round << 16 | at as u64,
                domains,
            })
            .collect()
    }

    /// Runs that the budget leaves.
    fn left(&self) -> u64 {
        self.settings.budget.runs.map_or(u64::MAX, |runs| runs.saturating_sub(self.progress.runs))
    }

    /// Asks the advisers, and meanwhile whether to go on: an answer may take long.
    fn ask(&mut self, observer: &mut dyn Observer) -> (Vec<Proposed>, Vec<Domain>) {
        let deadline = self.settings.budget.time.map(|time| self.start + time.saturating_sub(self.past.elapsed));
        let view = View {
            program: self.program,
            sites: &self.sites,
            options: &self.options,
            facts: self.subject.facts(),
            archive: &self.archive,
            suite: self.suite.iter().map(|(point, _)| point).collect(),
            fresh: &[],
            seed: self.settings.seed,
            round: self.round,
            left: self.left(),
            stop: &self.shared.stop,
        };
        let steps = self.progress.steps - self.asked_at;
        let (council, stop) = (&mut self.council, view.stop);
        let (sender, receiver) = mpsc::sync_channel(1);
        let (advice, runs, tally) = std::thread::scope(|scope| {
            let view = &view;
            let asked = scope.spawn(move || {
                let advice = council.consult(view, steps);
                // Whoever asked listens, or has panicked.
                let _ = sender.send(());
                advice
            });
            while receiver.recv_timeout(WATCH) == Err(mpsc::RecvTimeoutError::Timeout) {
                self.progress.elapsed = self.past.elapsed + self.start.elapsed();
                let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
                if late || observer.progress(&self.progress).is_break() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            asked.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        for (at, took) in self.council.took.iter().enumerate() {
            *self.progress.phases.entry(self.council.name(at)).or_default() += *took;
        }
        self.progress.runs += runs;
        self.progress.tally.merge(&tally);
        self.asked_at = self.progress.steps;
        let (mut points, mut domains) = (Vec::new(), Vec::new());
        for (adviser, advice) in advice {
            match advice {
                Advice::Point { inputs, goal, why } => points.push(Proposed { adviser, inputs, goal, why }),
                Advice::Domain { polytope, start, goal, why } => {
                    domains.push(Domain { polytope, start, goal, why, adviser });
                }
            }
        }
        points.truncate(usize::try_from(self.left()).unwrap_or(usize::MAX));
        (points, domains)
    }

    /// Runs advised points, each once, with a harvest of its own.
    fn advised(&self, points: &[Proposed], turn: u64) -> Vec<Reaped> {
        if points.is_empty() {
            return Vec::new();
        }
        let allowance = Allowance { runs: u64::MAX, steps: u64::MAX };
        let Campaign { program, sites, options, shared, .. } = self;
        let mut probes = self.archive.probes();
        let ladder = |goal: &Option<Rung>| self.archive.goals.get(&(*goal)?).map(|goal| &goal.ladder);
        points.iter().filter_map(|point| ladder(&point.goal)).for_each(|ladder| ladder.ask(&mut probes));
        probes.edge_distances.sort_unstable();
        probes.edge_distances.dedup();
        probes.check_distances.sort_unstable();
        probes.check_distances.dedup();
        let mut runner = Runner::new(program, sites, options, Engine::Interpreter, probes, shared, allowance);
        let mut rng = ChaCha8Rng::seed_from_u64(self.settings.seed);
        rng.set_stream(1 << 41 | self.round << 8 | turn);
        let (mut asked, mut scratch) = (Point::default(), Scratch::default());
        let one = |point: &Proposed| {
            runner.set_goal(ladder(&point.goal));
            runner.score(&mut Replay::new(&sites.space, &point.inputs, &[], &mut rng, &mut asked, &mut scratch));
            Reaped {
                origin: Origin { engine: self.council.name(point.adviser), why: Some(point.why.clone()) },
                method: None,
                goal: point.goal,
                adviser: Some(point.adviser),
                harvest: runner.reap(),
            }
        };
        points.iter().map(one).collect()
    }

    /// What a task brought, domain by domain if it had some.
    pub(super) fn reaped(&self, task: Task, mut harvest: Harvest) -> Vec<Reaped> {
        let parts = std::mem::take(&mut harvest.parts);
        let inside = task.domains.into_iter().zip(parts).map(|(domain, harvest)| Reaped {
            origin: Origin { engine: self.council.name(domain.adviser), why: Some(domain.why) },
            method: Some(task.method),
            goal: domain.goal,
            adviser: Some(domain.adviser),
            harvest,
        });
        let mut all: Vec<Reaped> = inside.collect();
        all.push(Reaped {
            origin: Origin::chain(task.method.name()),
            method: Some(task.method),
            goal: task.goal.map(|goal| goal.goal()),
            adviser: None,
            harvest,
        });
        all
    }
}
