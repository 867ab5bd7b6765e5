//! Mistakes put in on purpose; the statistic must catch every one.

use super::*;
use crate::sample::proposal::{Gibbs, Power, Redraw, Special};
use rand::Rng;
use std::sync::Arc;

/// A proposal without its ratio.
struct Forgetful<P>(P);

impl<P: Proposal> Proposal for Forgetful<P> {
    fn name(&self) -> &'static str {
        "forgetful"
    }

    fn propose(&self, space: &Space, current: &Point, rng: &mut dyn Rng, changes: &mut Vec<Change>) -> bool {
        self.0.propose(space, current, rng, changes)
    }

    fn log_ratio(&self, _: &Space, _: &Point, _: &Point, _: &[Change]) -> f64 {
        0.0
    }
}

/// The paper's letter: round *at* the bound, so that the upper bound is left but never reached from below.
struct RoundAtBound;

impl Proposal for RoundAtBound {
    fn name(&self) -> &'static str {
        "round at the bound"
    }

    fn propose(&self, space: &Space, current: &Point, rng: &mut dyn Rng, changes: &mut Vec<Change>) -> bool {
        let at = rng.random_range(0..current.len());
        let axis = space.axis(current.entries[at]);
        let key = current.key(at) + if rng.random() { 1 } else { -1 };
        changes.push((
            at,
            if key >= axis.high {
                axis.low
            } else if key < axis.low {
                axis.high
            } else {
                key
            },
        ));
        true
    }

    fn log_ratio(&self, _: &Space, _: &Point, _: &Point, _: &[Change]) -> f64 {
        0.0
    }
}

#[test]
fn a_wrong_acceptance_rule() {
    // α² instead of α.
    Case { beta: 2.0, ..Case::new(fixed_space(), fixed, Power) }.assert_wrong(1);
    // Everything accepted.
    Case { beta: 0.0, ..Case::new(fixed_space(), fixed, Power) }.assert_wrong(2);
}

/// The paper's letter: a sample only where a proposal was accepted.
#[test]
fn rejections_not_counted() {
    let space = fixed_space();
    let mut steep = |replay: &mut Replay<'_>| 2.0 * fixed(replay);
    let points = enumerate(&space, &mut steep, None);
    let mixture = Mixture::new(vec![Box::new(Power)]);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut counts = HashMap::new();
    for _ in 0..20_000 {
        let mut chain = Chain::at(draw(&points, &mut rng), &space, &mut steep, &mut rng);
        for _ in 0..8 {
            while !chain.step(&space, None, &mixture, &mut steep, &mut rng).accepted {}
        }
        *counts.entry(chain.point).or_insert(0) += 1;
    }
    let (statistic, threshold) = chi2(&points, &counts);
    assert!(statistic > 2.0 * threshold, "not caught: χ² = {statistic:.1}, threshold {threshold:.1}");
}

#[test]
fn an_asymmetric_proposal() {
    Case::new(fixed_space(), fixed, RoundAtBound).assert_wrong(4);
    let special = Special(Arc::from([vec![0, 3], vec![1], vec![1]]));
    Case::new(fixed_space(), fixed, Forgetful(special)).assert_wrong(5);
}

#[test]
fn a_forgotten_length_factor() {
    Case::new(varying_space(), varying, Forgetful(Redraw)).assert_wrong(6);
    Case::new(varying_space(), varying, Forgetful(Gibbs)).assert_wrong(7);
}

#[test]
fn a_forgotten_reference_measure() {
    Case::new(floats_space(), floats, Forgetful(Power)).assert_wrong(8);
}
