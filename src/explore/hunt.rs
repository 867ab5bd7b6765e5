//! What a campaign may cost, how far it has come, and why it stopped.

use super::advice::Origin;
use super::team::Weights;
use crate::sample::diagnostics;
use crate::simulate::{self, Drawn, Engine, Failure};
use rarebit_learners::{Limit, Outcome};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// Steps of a chain whose number of samples is given.
const MOST_STEPS: u64 = 1 << 27;

/// What a hunt may cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    pub time: Option<Duration>,
    pub runs: Option<u64>,
    pub rounds: Option<u64>,
}

/// Which budget was used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BudgetKind {
    Time,
    Runs,
    Rounds,
}

/// Why a hunt stopped.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Stop {
    /// A selected check failed, and that was all that was wanted.
    Found,
    /// Every decision is taken, and every check that could be violated is.
    Done,
    /// No check that is left can fail: all are proved or violated already.
    Proved,
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
    pub strategy: Strategy,
    /// How much each learner counts.
    pub learners: Weights,
    pub sought: Sought,
    /// Stop at the first violation.
    pub first: bool,
    pub threads: usize,
    /// Runs of every chain, and of every constraint, in a round; as seems best if nobody says.
    pub samples: Option<u64>,
    /// A chain with learners ends once its bias has grown by this factor.
    pub lambda: Option<f64>,
    /// Prove checks and run only what the others depend on, when violations are looked for.
    pub slice: bool,
    /// Parts of the strategy to do without.
    pub without: BTreeSet<Part>,
}

impl Settings {
    pub fn slices(&self) -> bool {
        self.slice && self.sought == Sought::Violations
    }

    /// Steps of a chain in a round, of so many that are usual. Someone who says how many samples are to be drawn gets
    /// them, unless runs are very long.
    pub fn steps(&self, usual: u64) -> u64 {
        if self.samples.is_some() { MOST_STEPS.max(usual) } else { usual }
    }

    /// Chains without a constraint in a round, of so many that there can be.
    pub fn chains(&self, most: usize) -> usize {
        match self.strategy {
            // The rest is for the constraints.
            Strategy::Lp | Strategy::Bbox => 2,
            Strategy::Concolic => 1,
            _ => most,
        }
    }
}

/// How inputs are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Each drawn afresh, uniformly: the baseline (the paper's experiment C).
    Uniform,
    /// Metropolis–Hastings with the learners' bias (the paper's experiment B).
    Mcmc,
    /// Metropolis–Hastings inside polytopes that are made of what was learned (the paper's experiment A(LP)).
    Lp,
    /// The same inside their bounding boxes (A(BBOX)).
    Bbox,
    /// Hunters, tempered chains towards goals, and draws that prefer special values, as each pays.
    Portfolio,
    /// Each solved from the path of another, random ones to begin with: concolic testing.
    Concolic,
    /// The portfolio, with linear constraints and a solver to advise it.
    Hybrid,
}

impl Strategy {
    pub const ALL: [Strategy; 7] = [
        Strategy::Uniform,
        Strategy::Mcmc,
        Strategy::Lp,
        Strategy::Bbox,
        Strategy::Portfolio,
        Strategy::Concolic,
        Strategy::Hybrid,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Strategy::Uniform => "uniform",
            Strategy::Mcmc => "mcmc",
            Strategy::Lp => "lp",
            Strategy::Bbox => "bbox",
            Strategy::Portfolio => "portfolio",
            Strategy::Concolic => "concolic",
            Strategy::Hybrid => "hybrid",
        }
    }
}

/// A part of a strategy that can be left out, to see what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// Linear constraints.
    Constraints,
    /// Known runs put together.
    Chaining,
    /// The solver.
    Solver,
    /// Everything that prefers one run to another: chains draw uniformly.
    Bias,
}

impl Part {
    pub const ALL: [Part; 4] = [Part::Constraints, Part::Chaining, Part::Solver, Part::Bias];

    pub fn name(self) -> &'static str {
        match self {
            Part::Constraints => "constraints",
            Part::Chaining => "chaining",
            Part::Solver => "solver",
            Part::Bias => "bias",
        }
    }
}

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sought {
    Violations,
    Coverage,
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

    pub fn merge(&mut self, other: &Tally) {
        self.exits += other.exits;
        self.violations += other.violations;
        self.undefined += other.undefined;
        self.assumption_failed += other.assumption_failed;
        self.dead_ends += other.dead_ends;
        self.limits.iter_mut().zip(other.limits).for_each(|(limit, more)| *limit += more);
    }

    pub fn add(&mut self, outcome: Outcome) {
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

/// How well chains mix: see [`crate::sample::diagnostics`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mixing {
    pub chains: usize,
    /// Independent draws that the chains' steps are worth, in all.
    pub effective_size: f64,
    /// Near 1 where the chains agree; NaN if there is too little to say.
    pub r_hat: f64,
}

impl Mixing {
    /// Of the logarithms of the bias along chains.
    pub fn of(series: &[Vec<f64>]) -> Mixing {
        let effective_size = series.iter().map(|one| diagnostics::effective_size(one)).sum();
        Mixing { chains: series.len(), effective_size, r_hat: diagnostics::r_hat(series) }
    }
}

/// How far a hunt has come.
#[derive(Clone, Debug)]
pub struct Progress {
    pub runs: u64,
    pub rounds: u64,
    /// Checks violated.
    pub violations: usize,
    /// Steps of chains, and how many were accepted.
    pub proposed: u64,
    pub accepted: u64,
    /// How well the chains of the last round with learners mixed.
    pub mixing: Option<Mixing>,
    /// The nearest to a goal not reached: decisions still to take, and the distance to the next.
    pub nearest: Option<(u32, f64)>,
    /// How the first run ended, and whether it read nothing.
    pub first: Outcome,
    pub no_inputs: bool,
    /// Instructions executed.
    pub steps: u64,
    pub elapsed: Duration,
    pub tally: Tally,
    /// Decisions of the source that were taken, of all there are.
    pub covered: usize,
    pub edges: usize,
    /// What is owed to whom: methods of chains and advisers, by name.
    pub credits: BTreeMap<&'static str, Credit>,
    /// Where the time went: advisers by name, advised runs, chains, and taking in what they brought.
    pub phases: BTreeMap<&'static str, Duration>,
}

impl Progress {
    /// Some work of a kind is done that began then.
    pub fn spent(&mut self, phase: &'static str, begin: Instant) {
        *self.phases.entry(phase).or_default() += begin.elapsed();
    }
}

/// What someone was the first to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Credit {
    pub edges: usize,
    pub violations: usize,
}

impl Default for Progress {
    fn default() -> Self {
        Progress {
            runs: 0,
            rounds: 0,
            violations: 0,
            proposed: 0,
            accepted: 0,
            nearest: None,
            mixing: None,
            first: Outcome::Exit(0),
            no_inputs: false,
            steps: 0,
            elapsed: Duration::ZERO,
            tally: Tally::default(),
            covered: 0,
            edges: 0,
            credits: BTreeMap::new(),
            phases: BTreeMap::new(),
        }
    }
}

/// A run that violates a check.
#[derive(Clone, Debug)]
pub struct Found {
    pub outcome: Outcome,
    pub failure: Option<Failure>,
    pub inputs: Vec<Drawn>,
    /// When it was found.
    pub elapsed: Duration,
    pub runs: u64,
    pub origin: Origin,
}
