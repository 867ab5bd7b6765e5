//! Rounds of chains until the budget is used up (paper, section 2: sample, learn, aim, again).
//!
//! Every round has the same number of logical chains. Each gets a task made from the archive, its own stream of the
//! generator, and a share of the budget counted in runs and steps; threads take tasks as they come, and the results
//! are merged in the order of the chains. So under a budget of runs one seed decides everything, whatever the number of
//! threads.

mod findings;
mod orders;
mod workers;

use super::advice::{Adviser, Council, Origin, advisers};
use super::aims::{Aims, inside};
use super::archive::Archive;
use super::chain::{self, Method, Setting, Task};
use super::consult::Reaped;
use super::hunt::{Budget, BudgetKind, Found, Mixing, Progress, Stop};
use super::minimise::minimise;
use super::nodes::nodes;
use super::runner::{Allowance, Harvest, Runner, Shared};
use super::sites::Sites;
use super::subject::Subject;
use super::team::team;
use super::{Part, Settings, Sought, Strategy};
use crate::sample::bandit::Bandit;
use crate::sample::{Point, Replay, Scratch};
use crate::simulate::{Drawn, Engine, Options};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rarebit_front_end::ir::*;
use rarebit_learners::approach::Rung;
use rarebit_learners::{CheckId, EdgeId, EdgeSet, Outcome, Probes, Team};
use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Is told what happens, and may stop it.
pub trait Observer {
    /// How far it has come; asked several times a second.
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()>;

    /// A check is violated for the first time.
    fn found(&mut self, _found: &Found) {}

    /// A round is over and all it brought is told.
    fn round(&mut self, _progress: &Progress) {}

    /// The suite has changed: points that between them take every covered decision.
    fn suite(&mut self, _suite: &[Vec<Drawn>], _progress: &Progress) {}
}

/// What a campaign brought home.
pub struct Outcomes {
    pub stop: Stop,
    pub progress: Progress,
    pub found: Vec<Found>,
    /// Few points that take every covered decision.
    pub suite: Vec<Vec<Drawn>>,
    /// The first run that came to something unsupported.
    pub dead_end: Option<crate::simulate::Failure>,
    /// Was proving and slicing more than the budget allows, so that the whole program was run?
    pub given_up: bool,
    /// Decisions not taken.
    pub open: Vec<Edge>,
    /// Blocks of the program's own code that the suite enters, and how many there are.
    pub nodes: (usize, usize),
}

/// What an earlier part of the campaign left.
#[derive(Clone, Debug, Default)]
pub struct Past {
    pub tests: Vec<Vec<Drawn>>,
    pub rounds: u64,
    pub runs: u64,
    pub elapsed: Duration,
}

/// Logical chains per round.
pub(super) const CHAINS: usize = 8;
/// What a chain gets in a round at first, and at most.
const RUNS: u64 = 3_000;
const MOST_RUNS: u64 = 100_000;
pub(super) const STEPS: u64 = 4_000_000;
/// Violations of one round that are looked at.
const MOST_VIOLATIONS: usize = 24;
pub(super) const WATCH: Duration = Duration::from_millis(50);
/// Random points that concolic testing gets in a round.
const SEEDS: u64 = 4;

pub(super) struct Campaign<'a> {
    pub(super) program: &'a Program,
    /// What the chains run.
    pub(super) subject: Subject<'a>,
    pub(super) settings: &'a Settings,
    pub(super) sites: Sites,
    pub(super) options: Options,
    pub(super) archive: Archive,
    pub(super) team: Team,
    pub(super) arms: Bandit,
    /// Over the proposals of the chains that keep detailed balance; a round is an epoch.
    pub(super) proposals: Bandit,
    pub(super) council: Council<'a>,
    /// Steps when the council was asked last.
    pub(super) asked_at: u64,
    /// Where library functions were called that failed a check, with the check.
    pub(super) callers: HashSet<(CheckId, Option<(Func, Loc)>)>,
    pub(super) shared: Shared,
    pub(super) progress: Progress,
    pub(super) found: Vec<Found>,
    pub(super) suite: Vec<(Point, HashSet<EdgeId>)>,
    pub(super) dead_end: Option<crate::simulate::Failure>,
    pub(super) round: u64,
    pub(super) start: Instant,
    pub(super) past: Past,
    /// Checks in the program's own functions that are not violated yet.
    pub(super) own_checks: BTreeSet<CheckId>,
    /// May a violation come from inside a library function?
    pub(super) library: bool,
}

/// Explores a program.
pub fn explore(program: &Program, settings: &Settings, past: Past, observer: &mut dyn Observer) -> Outcomes {
    explore_with(program, settings, past, observer, advisers(program, settings))
}

/// Explores a program with the help of these advisers.
pub fn explore_with(
    program: &Program,
    settings: &Settings,
    past: Past,
    observer: &mut dyn Observer,
    advisers: Vec<Box<dyn Adviser + '_>>,
) -> Outcomes {
    let mut campaign = Campaign::new(program, settings, past, Council::new(advisers));
    let stop = campaign.run(observer);
    let sites = &campaign.sites;
    let suite: Vec<Vec<Drawn>> = campaign.suite.iter().map(|(point, _)| sites.drawn(point)).collect();
    Outcomes {
        stop,
        nodes: nodes(program, &settings.simulation, &suite),
        suite,
        open: campaign.archive.open_edges().map(|edge| Edge::from_u32(edge.0)).collect(),
        progress: campaign.progress,
        found: campaign.found,
        dead_end: campaign.dead_end,
        given_up: campaign.subject.is_given_up(),
    }
}

impl<'a> Campaign<'a> {
    fn new(program: &'a Program, settings: &'a Settings, past: Past, council: Council<'a>) -> Campaign<'a> {
        let options = settings.simulation.clone();
        let start = Instant::now();
        let subject = if settings.slices() {
            Subject::sliced(program, &options.selected, &settings.budget)
        } else {
            Subject::whole(program)
        };
        let Aims { archive, own_checks, library } = Aims::new(&subject, &options, settings.sought);
        let progress = Progress { edges: archive.total, ..Progress::default() };
        let mut campaign = Campaign {
            program,
            subject,
            settings,
            sites: Sites::new(program),
            options,
            archive,
            team: Team::default(),
            arms: Bandit::new(Method::ARMS.len(), 0.9, 0.08),
            proposals: Bandit::new(chain::PROPOSALS, 0.9, 0.04),
            council,
            asked_at: 0,
            callers: HashSet::new(),
            shared: Shared { inside: inside(program), ..Shared::default() },
            progress,
            found: Vec::new(),
            suite: Vec::new(),
            dead_end: None,
            round: past.rounds,
            start,
            past,
            own_checks,
            library,
        };
        campaign.team = campaign.new_team();
        campaign
    }

    fn new_team(&self) -> Team {
        team(&self.subject, &self.options, &self.settings.learners)
    }

    fn run(&mut self, observer: &mut dyn Observer) -> Stop {
        let tests = std::mem::take(&mut self.past.tests);
        let points: Vec<Point> = tests.iter().map(|drawn| self.sites.point(self.program, drawn)).collect();
        self.progress.runs = self.past.runs;
        self.progress.elapsed = self.past.elapsed;
        let first = self.replay(&[vec![Point::default()], points].concat());
        self.merge(
            vec![Reaped { origin: Origin::chain("first"), method: None, goal: None, adviser: None, harvest: first }],
            observer,
        );
        if self.progress.no_inputs {
            let outcome = self.progress.first;
            let unknown = matches!(outcome, Outcome::Limit(_) | Outcome::DeadEnd);
            return match outcome {
                Outcome::Violation(_) => Stop::Found,
                _ if unknown => Stop::Unknown(outcome),
                _ => Stop::Exhausted,
            };
        }
        loop {
            self.progress.elapsed = self.past.elapsed + self.start.elapsed();
            if let Some(stop) = self.over(observer) {
                return stop;
            }
            let domains = self.consult(observer);
            let others = domains.iter().map(|task| task.domains.len()).sum();
            let tasks = [self.tasks(others), domains].concat();
            let begin = Instant::now();
            let harvests = self.perform(&tasks, observer);
            self.progress.spent("chains", begin);
            let reaped = tasks.into_iter().zip(harvests).flat_map(|(task, harvest)| self.reaped(task, harvest));
            let reaped = reaped.collect();
            self.merge(reaped, observer);
            self.round += 1;
            self.progress.rounds = self.round;
            self.team.round();
            observer.round(&self.progress);
        }
    }

    /// Some checks are retired: proves and slices again for those that are left, and aims at what is open now.
    fn aim_again(&mut self, retired: &[CheckId]) {
        let retired: Vec<Check> = retired.iter().map(|check| Check::from_u32(check.0)).collect();
        self.subject.retire(&self.options.selected, &retired);
        if self.subject.is_safe() {
            return;
        }
        let Aims { archive, own_checks, library } = Aims::new(&self.subject, &self.options, self.settings.sought);
        let old = std::mem::replace(&mut self.archive, archive);
        self.archive.inherit(old);
        (self.own_checks, self.library) = (own_checks, library);
        self.progress.edges = self.archive.total;
        self.progress.covered = self.archive.covered();
        let old = std::mem::take(&mut self.team);
        self.team = self.new_team();
        let _ = self.team.absorb(&old.knowledge());
    }

    /// Has the budget been used up, or is nothing left to look for?
    fn over(&self, observer: &mut dyn Observer) -> Option<Stop> {
        let Budget { time, runs, rounds } = self.settings.budget;
        if observer.progress(&self.progress).is_break() {
            return Some(Stop::Interrupted);
        }
        if self.settings.first && !self.found.is_empty() {
            return Some(Stop::Found);
        }
        if self.subject.is_safe() {
            return Some(Stop::Proved);
        }
        if runs.is_some_and(|runs| self.progress.runs >= runs) {
            return Some(Stop::Budget(BudgetKind::Runs));
        }
        if rounds.is_some_and(|rounds| self.round >= rounds) {
            return Some(Stop::Budget(BudgetKind::Rounds));
        }
        if time.is_some_and(|time| self.progress.elapsed >= time) {
            return Some(Stop::Budget(BudgetKind::Time));
        }
        let covered = self.archive.covered() == self.archive.total;
        let violated = match self.settings.sought {
            Sought::Coverage => true,
            Sought::Violations => !self.found.is_empty() && self.own_checks.is_empty() && !self.library,
        };
        (covered && violated).then_some(Stop::Done)
    }

    /// Takes what the chains brought, in their order.
    pub(super) fn merge(&mut self, reaped: Vec<Reaped>, observer: &mut dyn Observer) {
        let begin = Instant::now();
        self.take(reaped, observer);
        self.progress.spent("merging", begin);
    }

    fn take(&mut self, reaped: Vec<Reaped>, observer: &mut dyn Observer) {
        self.progress.elapsed = self.past.elapsed + self.start.elapsed();
        let mut earned = vec![(0.0, 0.0); Method::ARMS.len()];
        let mut gained = vec![(0.0, 0.0); chain::PROPOSALS];
        let mut new_points: Vec<Point> = Vec::new();
        let mut new_checks: Vec<CheckId> = Vec::new();
        let mut violations: Vec<(CheckId, Point, Origin)> = Vec::new();
        let mut series: Vec<Vec<f64>> = Vec::new();
        for Reaped { origin, method, goal, adviser, harvest } in reaped {
            let mut reward = 0.0;
            for (edge, point) in &harvest.edges {
                if self.archive.cover(*edge, point) {
                    reward += 10.0;
                    self.council.note(point);
                    self.progress.credits.entry(origin.engine).or_default().edges += 1;
                    if new_points.last() != Some(point) {
                        new_points.push(point.clone());
                    }
                }
            }
            for (check, point) in &harvest.violations {
                if self.archive.violate(*check, point) {
                    reward += 50.0;
                    self.council.note(point);
                    self.progress.credits.entry(origin.engine).or_default().violations += 1;
                    new_checks.push(*check);
                } else if !self.shared.is_inside(*check) || violations.len() >= MOST_VIOLATIONS {
                    continue;
                }
                violations.push((*check, point.clone(), origin.clone()));
            }
            if let (Some(goal), Some((point, score))) = (goal, harvest.best) {
                let gained = match method {
                    Some(_) => self.archive.near(goal, point, score),
                    None => self.archive.advised(goal, point, score),
                };
                reward += if gained { 2.0 } else { 0.0 };
            }
            if let (Some(goal), Some(turns)) = (goal, harvest.turns) {
                self.archive.learned(goal, turns);
            }
            if let Some(adviser) = adviser {
                self.council.credit(adviser, reward);
            }
            if let Some(arm) = method.and_then(|method| Method::ARMS.iter().position(|arm| *arm == method)) {
                earned[arm].0 += reward;
                earned[arm].1 += 1e-3 + harvest.runs as f64 * 1e-3 + harvest.steps as f64 * 1e-6;
            }
            if let Some(knowledge) = &harvest.knowledge {
                // A team always understands one of its own kind.
                let _ = self.team.absorb(knowledge);
            }
            for ((gain, cost), (more, steps)) in gained.iter_mut().zip(&harvest.gains) {
                (*gain, *cost) = (*gain + more, *cost + steps);
            }
            self.progress.runs += harvest.runs;
            self.progress.steps += harvest.steps;
            self.progress.tally.merge(&harvest.tally);
            self.progress.proposed += harvest.proposed;
            self.progress.accepted += harvest.accepted;
            series.extend(Some(harvest.series).filter(|series| !series.is_empty()));
            self.dead_end = self.dead_end.take().or(harvest.dead_end);
        }
        self.arms.learn(&earned);
        self.proposals.learn(&gained);
        if !series.is_empty() {
            self.progress.mixing = Some(Mixing::of(&series));
        }
        let sliced = self.subject.is_slice();
        for (check, point, origin) in violations {
            self.report(check, &point, origin, observer);
        }
        new_checks.retain(|check| !self.options.selected[check.0 as usize]);
        if sliced && !new_checks.is_empty() {
            self.aim_again(&new_checks);
        }
        if !new_points.is_empty() {
            self.extend_suite(new_points);
            self.progress.covered = self.archive.covered();
            let drawn: Vec<Vec<Drawn>> = self.suite.iter().map(|(point, _)| self.sites.drawn(point)).collect();
            observer.suite(&drawn, &self.progress);
        }
        self.progress.covered = self.archive.covered();
        let nearest = self.archive.goals.values().filter_map(|goal| goal.best.first()).map(|(_, score)| *score);
        self.progress.nearest = nearest.min_by(|a, b| a.order(*b)).map(|score| (score.level, score.distance));
    }
}
