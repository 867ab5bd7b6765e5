//! Advisers: who besides the chains is asked, between rounds, what to try next.
//!
//! An [`Adviser`] looks at what is known ([`View`]) and proposes points to run or polytopes to sample ([`Advice`]). The
//! campaign runs advised points at the beginning of the next round, samples advised domains by chains of their own, and
//! credits what they bring to the adviser. The [`Council`] shares effort among advisers by what each has delivered
//! lately. Effort counts work in units that do not depend on the clock, about one instruction executed symbolically
//! each; so under a budget of runs one seed decides everything here too.

use super::archive::{Archive, Goal};
use super::chaining::{Chaining, Pool};
use super::hunt::{Part, Settings, Strategy, Tally};
use super::linear::{Kind, Linear};
use super::sites::Sites;
use super::symbolic_adviser::Symbolic;
use crate::sample::bandit::Bandit;
use crate::sample::{Point, Polytope};
use crate::simulate::Options;
use rarebit_front_end::analysis::interpret::Facts;
use rarebit_front_end::ir::Program;
use rarebit_learners::approach::Rung;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Someone who proposes what to try.
pub trait Adviser: Send {
    /// Goes into [`super::Found`], test files and `explain`.
    fn name(&self) -> &'static str;

    /// What to try next, for about so much effort. Called once a round; must depend on nothing but what it is shown.
    fn advise(&mut self, view: &View<'_>, effort: u64) -> Vec<Advice>;

    /// Runs that it made itself since it was asked last, and how they ended.
    fn runs(&mut self) -> (u64, Tally) {
        (0, Tally::default())
    }
}

/// What an adviser sees.
pub struct View<'a> {
    pub program: &'a Program,
    pub sites: &'a Sites,
    /// With the checks that are not violated yet still selected.
    pub options: &'a Options,
    /// What the static analysis knows, if it was made.
    pub facts: Option<&'a Facts>,
    /// Covered edges with a point each, violated checks, and open goals with the nearest points.
    pub archive: &'a Archive,
    /// Few points that between them take every covered edge.
    pub suite: Vec<&'a Point>,
    /// Points that took an edge or violated a check for the first time since the adviser was asked last.
    pub fresh: &'a [Point],
    /// What every chain of the next round uses; an adviser that draws makes its own streams of it.
    pub seed: u64,
    pub round: u64,
    /// Set when nobody waits for advice any more.
    pub stop: &'a Arc<AtomicBool>,
    /// Runs that the budget leaves.
    pub left: u64,
}

impl View<'_> {
    /// The open goals that the chains have tried in vain most often first: where help is wanted.
    pub fn stalled(&self) -> Vec<(Rung, &Goal)> {
        let mut goals: Vec<(Rung, &Goal)> = self.archive.goals.iter().map(|(rung, goal)| (*rung, goal)).collect();
        goals.sort_by_key(|(rung, goal)| (!self.archive.is_near(goal), std::cmp::Reverse(goal.attempts), *rung));
        goals
    }
}

/// What an adviser proposes.
#[derive(Clone, Debug)]
pub enum Advice {
    /// One point to run. Coordinates that it lacks are drawn afresh.
    Point { inputs: Point, goal: Option<Rung>, why: Why },
    /// A set to sample, with a point in it to start from.
    Domain { polytope: Arc<Polytope>, start: Point, goal: Option<Rung>, why: Why },
}

/// The reason for advice, in source terms, for people.
pub type Why = Arc<str>;

/// Who found something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// A chain's method, or an adviser.
    pub engine: &'static str,
    pub why: Option<Why>,
}

impl Origin {
    pub fn chain(engine: &'static str) -> Origin {
        Origin { engine, why: None }
    }
}

/// All advisers of a campaign.
pub struct Council<'a> {
    advisers: Vec<Box<dyn Adviser + 'a>>,
    shares: Bandit,
    earned: Vec<(f64, f64)>,
    fresh: Vec<Point>,
    /// What each adviser took when it was asked last.
    pub took: Vec<Duration>,
}

/// Units of effort for a step of the chains: a step of theirs costs about a nanosecond, a unit a hundred.
const STEPS_PER_UNIT: u64 = 80;
/// Whatever the chains do, the advisers get this much together in a round, and no more than that.
const LEAST: u64 = 20_000;
const MOST: u64 = 2_000_000;

impl<'a> Council<'a> {
    pub fn new(advisers: Vec<Box<dyn Adviser + 'a>>) -> Council<'a> {
        let many = advisers.len();
        let shares = Bandit::new(many, 0.8, 0.1 / many.max(1) as f64);
        Council {
            advisers,
            shares,
            earned: vec![(0.0, 0.0); many],
            fresh: Vec::new(),
            took: vec![Duration::ZERO; many],
        }
    }

    pub fn is_empty(&self) -> bool {
        self.advisers.is_empty()
    }

    pub fn name(&self, adviser: usize) -> &'static str {
        self.advisers[adviser].name()
    }

    /// A point that showed something new.
    pub fn note(&mut self, point: &Point) {
        if !self.advisers.is_empty() && self.fresh.last() != Some(point) {
            self.fresh.push(point.clone());
        }
    }

    /// Asks everyone. `steps` is what the chains executed since it was asked last. Also how many runs the advisers made.
    pub fn consult(&mut self, view: &View<'_>, steps: u64) -> (Vec<(usize, Advice)>, u64, Tally) {
        let effort = (steps / STEPS_PER_UNIT).clamp(LEAST, MOST) as f64;
        self.shares.learn(&self.earned);
        let weights = self.shares.weights();
        let fresh = std::mem::take(&mut self.fresh);
        let mut view = View { fresh: &fresh, suite: view.suite.clone(), ..*view };
        let (mut all, mut runs, mut tally) = (Vec::new(), 0, Tally::default());
        for (at, adviser) in self.advisers.iter_mut().enumerate() {
            let effort = effort * weights[at];
            self.earned[at] = (0.0, effort * 1e-4);
            let begin = Instant::now();
            all.extend(adviser.advise(&view, effort as u64).into_iter().map(|advice| (at, advice)));
            self.took[at] = begin.elapsed();
            let (made, ends) = adviser.runs();
            (view.left, runs) = (view.left.saturating_sub(made), runs + made);
            tally.merge(&ends);
        }
        (all, runs, tally)
    }

    /// What an adviser's advice brought.
    pub fn credit(&mut self, adviser: usize, reward: f64) {
        self.earned[adviser].0 += reward;
    }
}

/// The advisers that a strategy wants.
pub fn advisers<'a>(program: &'a Program, settings: &Settings) -> Vec<Box<dyn Adviser + 'a>> {
    let pool = Pool::default();
    let linear = |kind| -> Box<dyn Adviser + 'a> { Box::new(Linear::new(program, kind, pool.clone())) };
    let chaining = || -> Box<dyn Adviser + 'a> { Box::new(Chaining::new(program, settings, pool.clone())) };
    let solver = |concolic| -> Box<dyn Adviser + 'a> { Box::new(Symbolic::new(settings, concolic)) };
    let all = match settings.strategy {
        Strategy::Lp => vec![(Part::Chaining, chaining()), (Part::Constraints, linear(Kind::Polytopes))],
        Strategy::Bbox => vec![(Part::Chaining, chaining()), (Part::Constraints, linear(Kind::Boxes))],
        Strategy::Concolic => vec![(Part::Solver, solver(true))],
        Strategy::Hybrid => {
            vec![(Part::Chaining, chaining()), (Part::Constraints, linear(Kind::Points)), (Part::Solver, solver(false))]
        }
        Strategy::Uniform | Strategy::Mcmc | Strategy::Portfolio => Vec::new(),
    };
    all.into_iter().filter(|(part, _)| !settings.without.contains(part)).map(|(_, adviser)| adviser).collect()
}
