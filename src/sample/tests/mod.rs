//! Every kernel and proposal against enumeration.
//!
//! **The test.** On a domain small enough to list, the target's probabilities π are known exactly. Many chains begin at
//! points drawn from π, independently, and take a few steps. A kernel that leaves π invariant leaves them distributed by π,
//! independently still, so the χ² statistic of their end points follows the χ² distribution, with no question of
//! mixing. The threshold is the quantile at 1 − 10⁻⁶: a right kernel fails a seed with probability 10⁻⁶. (Wilson and
//! Hilferty's approximation of the quantile; cells with an expectation below 5 are put together.)
//!
//! That a kernel reaches every point is a separate test, and so is the paper's Theorem 3.1 on one long chain.
//! The tests in [`broken`] put in the mistakes that the statistic must catch.

mod broken;
mod epochs;
mod figure3;
mod invariance;
mod polytopes;

use super::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::HashMap;

/// Two integers and a bit, unequal weights.
pub fn fixed(replay: &mut Replay<'_>) -> f64 {
    let (x, y, b) = (replay.next(0), replay.next(1), replay.next(2));
    (1.0 + x.abs() as f64 + (y * y) as f64 * 0.5 + 3.0 * (b * x.signum()).max(0) as f64).ln()
}

pub fn fixed_space() -> Space {
    Space { axes: vec![Axis::integer(-2, 3), Axis::integer(0, 4), Axis::boolean()] }
}

/// The first value decides how many more there are, and of which sites.
pub fn varying(replay: &mut Replay<'_>) -> f64 {
    let count = replay.next(0);
    let mut weight = 1.0 + count as f64;
    for i in 0..count {
        let x = replay.next(1);
        weight += (x * (i + 1)) as f64;
        if x == 1 {
            weight += 2.0 * replay.next(2) as f64;
        }
    }
    weight.ln()
}

pub fn varying_space() -> Space {
    Space { axes: vec![Axis::integer(0, 3), Axis::integer(0, 2), Axis::boolean()] }
}

/// A double uniform over the reals around 2, where the gaps double, one uniform over bit patterns, and an integer.
pub fn floats(replay: &mut Replay<'_>) -> f64 {
    let (x, y, n) = (replay.next(0), replay.next(1), replay.next(2));
    (1.0 + (x - i128::from(axis::double_key(2.0))).abs() as f64 + 0.5 * (y.abs() % 4) as f64).ln() + 0.3 * n as f64
}

pub fn floats_space() -> Space {
    let near = |key: i128, by: i128| axis::double_of((key + by) as i64);
    let two = axis::double_key(2.0).into();
    let tiny = Axis { low: -4, high: 5, ..Axis::any_double() };
    Space { axes: vec![Axis::double(near(two, -6), near(two, 6)), tiny, Axis::integer(-1, 1)] }
}

/// Every point of a target with its probability.
pub fn enumerate(space: &Space, target: &mut dyn Target, constraint: Option<&Polytope>) -> Vec<(Point, f64)> {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let (mut open, mut found) = (vec![Point::default()], Vec::new());
    let mut scratch = Scratch::default();
    while let Some(point) = open.pop() {
        let mut asked = Point::default();
        let log_weight = target.log_weight(&mut Replay::new(space, &point, &[], &mut rng, &mut asked, &mut scratch));
        if let Some(next) = asked.entries.get(point.len()) {
            let axis = space.axis(*next);
            for key in axis.low..=axis.high {
                let mut longer = point.clone();
                longer.entries.push(Entry { name: next.name, key });
                open.push(longer);
            }
        } else if constraint.is_none_or(|polytope| polytope.allows(&point, &[])) {
            let reference: f64 = point.entries.iter().map(|entry| space.axis(*entry).log_probability(entry.key)).sum();
            found.push((point, (log_weight + reference).exp()));
        }
    }
    let total: f64 = found.iter().map(|(_, weight)| weight).sum();
    found.iter_mut().for_each(|(_, weight)| *weight /= total);
    found.retain(|(_, weight)| *weight > 0.0);
    found
}

/// The χ² statistic of counts over the listed points and its threshold at a false-alarm rate of 10⁻⁶.
pub fn chi2(points: &[(Point, f64)], counts: &HashMap<Point, u64>) -> (f64, f64) {
    let total: u64 = counts.values().sum();
    let known: u64 = points.iter().filter_map(|(point, _)| counts.get(point)).sum();
    assert_eq!(total, known, "a chain left the domain");
    let (mut statistic, mut cells) = (0.0, 0u32);
    let (mut rest_expected, mut rest_seen) = (0.0, 0.0);
    for (point, probability) in points {
        let (expected, seen) = (probability * total as f64, counts.get(point).copied().unwrap_or(0) as f64);
        if expected < 5.0 {
            rest_expected += expected;
            rest_seen += seen;
        } else {
            statistic += (seen - expected).powi(2) / expected;
            cells += 1;
        }
    }
    if rest_expected > 0.0 {
        statistic += (rest_seen - rest_expected).powi(2) / rest_expected.max(1.0);
        cells += 1;
    }
    let df = f64::from(cells.max(2) - 1);
    let z = 4.753_424;
    let shrink = 2.0 / (9.0 * df);
    (statistic, df * (1.0 - shrink + z * shrink.sqrt()).powi(3))
}

/// A case to test: where, what and how.
pub struct Case<'a> {
    pub space: Space,
    pub target: fn(&mut Replay<'_>) -> f64,
    pub constraint: Option<&'a Polytope>,
    pub mixture: Mixture,
    pub beta: f64,
    pub chains: u64,
    pub steps: u32,
}

impl<'a> Case<'a> {
    pub fn new(
        space: Space,
        target: fn(&mut Replay<'_>) -> f64,
        proposal: impl Proposal + Send + Sync + 'static,
    ) -> Case<'a> {
        let mixture = Mixture::new(vec![Box::new(proposal)]);
        Case { space, target, constraint: None, mixture, beta: 1.0, chains: 20_000, steps: 8 }
    }

    /// χ² and its threshold after a few steps from exact draws.
    pub fn invariance(&self, seed: u64) -> (f64, f64) {
        let points = enumerate(&self.space, &mut { self.target }, self.constraint);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut counts = HashMap::new();
        for _ in 0..self.chains {
            let start = draw(&points, &mut rng);
            let mut chain = Chain::at(start, &self.space, &mut { self.target }, &mut rng);
            chain.beta = self.beta;
            for _ in 0..self.steps {
                chain.step(&self.space, self.constraint, &self.mixture, &mut { self.target }, &mut rng);
            }
            *counts.entry(chain.point).or_insert(0) += 1;
        }
        chi2(&points, &counts)
    }

    pub fn assert_right(&self, seed: u64) {
        let (statistic, threshold) = self.invariance(seed);
        let name = self.mixture.proposals[0].name();
        assert!(statistic < threshold, "{name}: χ² = {statistic:.1}, threshold {threshold:.1}");
    }

    pub fn assert_wrong(&self, seed: u64) {
        let (statistic, threshold) = self.invariance(seed);
        assert!(statistic > 2.0 * threshold, "not caught: χ² = {statistic:.1}, threshold {threshold:.1}");
    }

    /// How many of the points one long chain visits, and how many there are.
    pub fn reach(&self, steps: u32, seed: u64) -> (usize, usize) {
        let points = enumerate(&self.space, &mut { self.target }, self.constraint);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut chain = Chain::at(&points[0].0, &self.space, &mut { self.target }, &mut rng);
        let mut visited: std::collections::HashSet<Point> = Default::default();
        for _ in 0..steps {
            chain.step(&self.space, self.constraint, &self.mixture, &mut { self.target }, &mut rng);
            visited.insert(chain.point.clone());
        }
        (visited.len(), points.len())
    }
}

pub fn draw<'p>(points: &'p [(Point, f64)], rng: &mut ChaCha8Rng) -> &'p Point {
    let mut left = rng.random::<f64>();
    let chosen = points.iter().find(|(_, probability)| {
        left -= probability;
        left < 0.0
    });
    &chosen.unwrap_or(&points[0]).0
}
