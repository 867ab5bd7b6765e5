//! The Metropolis–Hastings kernel (paper, section 3, Algorithm 1) for points whose length varies.
//!
//! **Target.** A point `s` is what one evaluation asked for. Drawing every coordinate afresh gives it the reference
//! probability μ(s) = Π μᵢ(sᵢ) over its own coordinates; the chain is to visit it in proportion to v(s)·μ(s), where v is
//! the bias. With a fixed number of coordinates and uniform axes this is the paper's Theorem 3.1: frequencies in
//! proportion to v.
//!
//! **Acceptance.** A proposal changes coordinates of `s`; evaluating it keeps the coordinates whose names both points
//! have, forgets those that only `s` has, and draws afresh those that only `s'` has. The forward probability thus has
//! the factor μ of the new ones, the way back that of the forgotten ones. In
//!
//! v(s')·μ(s')·q(s'→s) / (v(s)·μ(s)·q(s→s'))
//!
//! these cancel against μ(s')/μ(s), and what remains is v(s')/v(s) times the ratio of the proposals' own choices times
//! the ratio of μ over the *changed* coordinates. A proposal states the logarithm of that as [`Proposal::log_ratio`]: a
//! symmetric change of one of n coordinates has n(s)/n(s'), because the way back picks one of n(s').
//! The way back must exist: a changed coordinate that `s'` did not ask for cannot be changed back, so such a step is
//! rejected.
//!
//! **Rejection.** A rejected step counts the current point again. (The paper's Algorithm 1 adds a sample only on
//! acceptance; frequencies would then not follow its theorem.)

use super::diagnostics::Acceptance;
use super::point::{Change, Point, Replay, Scratch, Space};
use super::polytope::Polytope;
use rand::{Rng, RngExt};

/// What a chain samples from.
pub trait Target {
    /// Evaluates a point by asking for its coordinates; the logarithm of its bias. −∞: outside the domain.
    fn log_weight(&mut self, replay: &mut Replay<'_>) -> f64;
}

impl<F: FnMut(&mut Replay<'_>) -> f64> Target for F {
    fn log_weight(&mut self, replay: &mut Replay<'_>) -> f64 {
        self(replay)
    }
}

/// A way to get from one point to another.
pub trait Proposal {
    fn name(&self) -> &'static str;

    /// Writes the changes it proposes; false if it has nothing to propose here, which counts as a rejection.
    fn propose(&self, space: &Space, current: &Point, rng: &mut dyn Rng, changes: &mut Vec<Change>) -> bool;

    /// ln of q(s'→s)·μ(changed coordinates of s') / (q(s→s')·μ(changed coordinates of s)).
    fn log_ratio(&self, space: &Space, current: &Point, proposed: &Point, changes: &[Change]) -> f64;

    /// Does it forget the current point altogether and draw everything afresh?
    fn is_fresh(&self) -> bool {
        false
    }
}

/// Proposals and how often each is used. A fixed mixture of kernels that keep detailed balance keeps it too.
pub struct Mixture {
    pub proposals: Vec<Box<dyn Proposal + Send + Sync>>,
    /// Relative; changed only between epochs.
    pub weights: Vec<f64>,
}

impl Mixture {
    pub fn new(proposals: Vec<Box<dyn Proposal + Send + Sync>>) -> Mixture {
        let weights = vec![1.0; proposals.len()];
        Mixture { proposals, weights }
    }

    /// The same with every weight times a factor, for the next epoch. Proposals without a factor keep their weight.
    pub fn tuned(mut self, factors: &[f64]) -> Mixture {
        self.weights.iter_mut().zip(factors).for_each(|(weight, factor)| *weight *= factor);
        self
    }

    fn pick(&self, rng: &mut dyn Rng) -> usize {
        let mut left = rng.random::<f64>() * self.weights.iter().sum::<f64>();
        let chosen = self.weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        chosen.unwrap_or(self.weights.len() - 1)
    }
}

/// Gains beyond this count as this much: from −∞ every gain is infinite.
const MOST_GAIN: f64 = 100.0;

/// What one step did.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Which of the mixture's proposals was used.
    pub proposal: usize,
    pub accepted: bool,
    /// By how much the logarithm of the weight has grown, 0 if it has not.
    pub gain: f64,
    /// Of the proposed point; NaN if it was not evaluated.
    pub log_weight: f64,
}

/// A Markov chain: its current point and that point's weight.
pub struct Chain {
    pub point: Point,
    pub log_weight: f64,
    /// The inverse temperature: the chain's target is v^β.
    pub beta: f64,
    pub acceptance: Vec<Acceptance>,
    proposed: Point,
    changes: Vec<Change>,
    scratch: Scratch,
}

impl Chain {
    /// Begins at a point drawn afresh.
    pub fn start(space: &Space, target: &mut dyn Target, rng: &mut dyn Rng) -> Chain {
        Chain::at(&Point::default(), space, target, rng)
    }

    /// Begins at a given point; what evaluation finds missing is drawn afresh.
    pub fn at(point: &Point, space: &Space, target: &mut dyn Target, rng: &mut dyn Rng) -> Chain {
        let (mut asked, mut scratch) = (Point::default(), Scratch::default());
        let log_weight = target.log_weight(&mut Replay::new(space, point, &[], rng, &mut asked, &mut scratch));
        Chain {
            point: asked,
            log_weight,
            beta: 1.0,
            acceptance: Vec::new(),
            proposed: Point::default(),
            changes: Vec::new(),
            scratch,
        }
    }

    /// One step of Metropolis–Hastings. The constraint, if there is one, restricts the domain.
    pub fn step(
        &mut self,
        space: &Space,
        constraint: Option<&Polytope>,
        mixture: &Mixture,
        target: &mut dyn Target,
        rng: &mut dyn Rng,
    ) -> Step {
        let chosen = mixture.pick(rng);
        let proposal = &mixture.proposals[chosen];
        self.acceptance.resize(mixture.proposals.len(), Acceptance::default());
        self.acceptance[chosen].proposed += 1;
        let mut step = Step { proposal: chosen, accepted: false, gain: 0.0, log_weight: f64::NAN };
        self.changes.clear();
        if !proposal.propose(space, &self.point, rng, &mut self.changes) {
            return step;
        }
        if !proposal.is_fresh() && constraint.is_some_and(|polytope| !polytope.allows(&self.point, &self.changes)) {
            return step;
        }
        let empty = Point::default();
        let base = if proposal.is_fresh() { &empty } else { &self.point };
        let mut replay = Replay::new(space, base, &self.changes, rng, &mut self.proposed, &mut self.scratch);
        step.log_weight = target.log_weight(&mut replay);
        if constraint.is_some_and(|polytope| !polytope.allows(&self.proposed, &[])) {
            return step;
        }
        let back = self.changes.iter().all(|(at, _)| self.proposed.has(self.point.entries[*at].name, *at));
        if !back {
            return step;
        }
        let ratio = proposal.log_ratio(space, &self.point, &self.proposed, &self.changes);
        if accepts(self.beta * (step.log_weight - self.log_weight) + ratio, rng) {
            std::mem::swap(&mut self.point, &mut self.proposed);
            step.gain = (step.log_weight - self.log_weight).clamp(0.0, MOST_GAIN);
            self.log_weight = step.log_weight;
            self.acceptance[chosen].accepted += 1;
            step.accepted = true;
        }
        step
    }
}

/// Accepts with probability min(1, e^α). From a point of weight 0 everything of positive weight is accepted.
pub fn accepts(log_alpha: f64, rng: &mut dyn Rng) -> bool {
    log_alpha >= 0.0 || rng.random::<f64>().ln() < log_alpha
}

/// The paper's stopping rule: draw until the best bias so far exceeds the first one by a factor λ, or `most` samples.
#[derive(Clone, Copy, Debug)]
pub struct GrowthRule {
    pub log_lambda: f64,
    pub most: u64,
    first: Option<f64>,
    best: f64,
    samples: u64,
}

impl GrowthRule {
    pub fn new(lambda: f64, most: u64) -> GrowthRule {
        GrowthRule { log_lambda: lambda.ln(), most, first: None, best: f64::NEG_INFINITY, samples: 0 }
    }

    /// Counts a sample of this log-weight; true when enough were drawn.
    pub fn is_over(&mut self, log_weight: f64) -> bool {
        let first = *self.first.get_or_insert(log_weight);
        self.best = self.best.max(log_weight);
        self.samples += 1;
        self.samples >= self.most || self.best - first > self.log_lambda
    }
}
