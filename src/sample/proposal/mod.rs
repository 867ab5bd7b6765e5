//! Proposals that keep detailed balance, each with the argument why.
//!
//! A proposal that picks one of n coordinates and changes it symmetrically, q(x→y) = q(y→x) on keys, has the ratio
//! n(s)/n(s') · μ(y)/μ(x), see [`super::kernel`]; [`one_of`] computes it. The last factor is 1 where every key has
//! the same weight.
//!
//! * [`Fresh`], [`Redraw`]: draws from the reference measure.
//! * [`Gibbs`], [`Power`], [`Flip`], [`Constants`], [`Special`]: one coordinate.
//! * [`Swap`], [`Pair`], [`Within`]: several.
//! * [`Chord`](super::chord::Chord): inside a polytope.

mod block;
mod constants;
mod single;

pub use block::{Pair, Swap, Within};
pub use constants::{Constants, Special};
pub use single::{Flip, Fresh, Gibbs, Power, Redraw};

use super::axis::below;
use super::point::{Change, Point, Space};
use rand::Rng;

/// Picks one of the point's coordinates.
fn pick(point: &Point, rng: &mut dyn Rng) -> Option<usize> {
    (!point.is_empty()).then(|| below(rng, point.len() as u128 - 1) as usize)
}

/// The log-ratio of picking one of n coordinates and changing it symmetrically on keys.
fn one_of(space: &Space, current: &Point, proposed: &Point, changes: &[Change]) -> f64 {
    lengths(current, proposed, 1) + references(space, current, changes)
}

/// ln of n(s)/n(s'), or of the number of ordered pairs.
fn lengths(current: &Point, proposed: &Point, picked: usize) -> f64 {
    let (n, m) = (current.len(), proposed.len());
    if n == m {
        return 0.0;
    }
    (0..picked).map(|i| ((n - i) as f64).ln() - (m.saturating_sub(i) as f64).ln()).sum()
}

/// ln of μ(new)/μ(old) over the changed coordinates.
fn references(space: &Space, current: &Point, changes: &[Change]) -> f64 {
    let one = |&(at, key): &Change| {
        let entry = current.entries[at];
        let axis = space.axis(entry);
        axis.log_reference(key) - axis.log_reference(entry.key)
    };
    changes.iter().map(one).sum()
}
