//! Proposals that change one coordinate without knowing anything about the program.

use super::super::axis::below;
use super::super::kernel::Proposal;
use super::super::point::{Change, Point, Space};
use super::{lengths, one_of, pick};
use rand::{Rng, RngExt};

/// Everything drawn afresh. q(s→s') = μ(s') does not depend on s, and cancels against the target's μ: ratio 1.
pub struct Fresh;

impl Proposal for Fresh {
    fn name(&self) -> &'static str {
        "fresh"
    }

    fn propose(&self, _: &Space, _: &Point, _: &mut dyn Rng, _: &mut Vec<Change>) -> bool {
        true
    }

    fn log_ratio(&self, _: &Space, _: &Point, _: &Point, _: &[Change]) -> f64 {
        0.0
    }

    fn is_fresh(&self) -> bool {
        true
    }
}

/// One coordinate drawn afresh. q has the factor μ(new), which cancels against the target's: n(s)/n(s') remains.
pub struct Redraw;

impl Proposal for Redraw {
    fn name(&self) -> &'static str {
        "redraw"
    }

    fn propose(&self, space: &Space, current: &Point, rng: &mut dyn Rng, changes: &mut Vec<Change>) -> bool {
        let Some(at) = pick(current, rng) else { return false };
        changes.push((at, space.axis(current.entries[at]).draw(rng)));
        true
    }

    fn log_ratio(&self, _: &Space, current: &Point, proposed: &Point, _: &[Change]) -> f64 {
        lengths(current, proposed, 1)
    }
}

/// The paper's Gibbs sampler: one coordinate up or down by one, going round *beyond* the bound. Up and down have the
/// same probability and undo each other on the ring of keys, so it is symmetric. (The paper goes round *at* the bound,
/// x ≥ u becoming l: then u is never reached from below but left downwards, which is not symmetric.)
pub struct Gibbs;

impl Proposal for Gibbs {
    fn name(&self) -> &'static str {
        "gibbs"
    }

    fn propose(&self, space: &Space, current: &Point, rng: &mut dyn Rng, changes: &mut Vec<Change>) -> bool {
        let Some(at) = pick(current, rng) else { return false };
        let entry = current.entries[at];
        let axis = space.axis(entry);
        changes.push((at, if rng.random() { axis.up(entry.key, 1) } else { axis.down(entry.key, 1) }));
        true
    }

    fn log_ratio(&self, space: &Space, current: &Point, proposed: &Point, changes: &[Change]) -> f64 {
        one_of(space, current, proposed, changes)
    }
}

/// One coordinate up or down by 2^k on the ring of keys, k uniform over the axis's bits: symmetric for every k.
/// For floats these are steps of 2^k ULPs.
pub struct Power;

impl Proposal for Power {
    fn name(&self) -> &'static str {
        "power"
    }

    fn propose(&self, space: &Space, current: &Point, rng: &mut dyn Rng, changes: &mut Vec<Change>) -> bool {
        let Some(at) = pick(current, rng) else { return false };
        let entry = current.entries[at];
        let axis = space.axis(entry);
        let steps = 1 << below(rng, u128::from(axis.bits().max(1)) - 1);
        changes.push((at, if rng.random() { axis.up(entry.key, steps) } else { axis.down(entry.key, steps) }));
        true
    }

    fn log_ratio(&self, space: &Space, current: &Point, proposed: &Point, changes: &[Change]) -> f64 {
        one_of(space, current, proposed, changes)
    }
}

/// One bit of one coordinate's pattern flipped; a flip undoes itself, so it is symmetric. Results outside the axis are
/// rejected.
pub struct Flip;

impl Proposal for Flip {
    fn name(&self) -> &'static str {
        "flip"
    }

    fn propose(&self, space: &Space, current: &Point, rng: &mut dyn Rng, changes: &mut Vec<Change>) -> bool {
        let Some(at) = pick(current, rng) else { return false };
        let entry = current.entries[at];
        let axis = space.axis(entry);
        let bit = below(rng, u128::from(axis.pattern_bits().max(1)) - 1) as u32;
        let key = axis.flip(entry.key, bit);
        changes.push((at, key));
        axis.contains(key)
    }

    fn log_ratio(&self, space: &Space, current: &Point, proposed: &Point, changes: &[Change]) -> f64 {
        one_of(space, current, proposed, changes)
    }
}
