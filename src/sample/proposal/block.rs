//! Proposals that change several coordinates at once.

use super::super::axis::below;
use super::super::kernel::Proposal;
use super::super::point::{Change, Point, Space};
use super::{lengths, references};
use rand::{Rng, RngExt};

/// Two different coordinates, in order; each ordered pair equally likely.
fn pick_two(current: &Point, rng: &mut dyn Rng) -> Option<[usize; 2]> {
    let n = current.len() as u128;
    (n >= 2).then(|| {
        let first = below(rng, n - 1);
        let second = below(rng, n - 2);
        [first as usize, if second >= first { second + 1 } else { second } as usize]
    })
}

/// Two coordinates exchange their keys; doing it again undoes it. Out of the axis is rejected.
pub struct Swap;

impl Proposal for Swap {
    fn name(&self) -> &'static str {
        "swap"
    }

    fn propose(&self, space: &Space, current: &Point, rng: &mut dyn Rng, changes: &mut Vec<Change>) -> bool {
        let Some([i, j]) = pick_two(current, rng) else { return false };
        let (a, b) = (current.entries[i], current.entries[j]);
        changes.extend([(i, b.key), (j, a.key)]);
        a.key != b.key && space.axis(a).contains(b.key) && space.axis(b).contains(a.key)
    }

    fn log_ratio(&self, space: &Space, current: &Point, proposed: &Point, changes: &[Change]) -> f64 {
        lengths(current, proposed, 2) + references(space, current, changes)
    }
}

/// Two coordinates each up or down by a power of two on their rings, the same one most of the time: steps along
/// diagonals. The step back has the opposite directions and the same probability.
pub struct Pair;

impl Proposal for Pair {
    fn name(&self) -> &'static str {
        "pair"
    }

    fn propose(&self, space: &Space, current: &Point, rng: &mut dyn Rng, changes: &mut Vec<Change>) -> bool {
        let Some(pair) = pick_two(current, rng) else { return false };
        let bits = |at: usize| space.axis(current.entries[at]).bits().max(1);
        let first = below(rng, u128::from(bits(pair[0])) - 1);
        let second = if rng.random_ratio(3, 4) { first } else { below(rng, u128::from(bits(pair[1])) - 1) };
        for (at, exponent) in [(pair[0], first), (pair[1], second)] {
            let entry = current.entries[at];
            let axis = space.axis(entry);
            let up = rng.random::<bool>();
            changes
                .push((at, if up { axis.up(entry.key, 1 << exponent) } else { axis.down(entry.key, 1 << exponent) }));
        }
        true
    }

    fn log_ratio(&self, space: &Space, current: &Point, proposed: &Point, changes: &[Change]) -> f64 {
        lengths(current, proposed, 2) + references(space, current, changes)
    }
}

/// The paper's strengthened constraint: every coordinate moves by at most Δ, uniformly; what leaves the domain is
/// rejected, not drawn again, so that the probability of a step is 1/(2Δ+1)ⁿ from either side. All coordinates change,
/// so both points must have the same ones: another length has no way back.
pub struct Within {
    pub delta: u64,
}

impl Proposal for Within {
    fn name(&self) -> &'static str {
        "within"
    }

    fn propose(&self, space: &Space, current: &Point, rng: &mut dyn Rng, changes: &mut Vec<Change>) -> bool {
        for (at, entry) in current.entries.iter().enumerate() {
            let offset = below(rng, 2 * u128::from(self.delta)) as i128 - i128::from(self.delta);
            let Some(key) = entry.key.checked_add(offset).filter(|key| space.axis(*entry).contains(*key)) else {
                return false;
            };
            changes.push((at, key));
        }
        !current.is_empty()
    }

    fn log_ratio(&self, space: &Space, current: &Point, proposed: &Point, changes: &[Change]) -> f64 {
        if current.len() == proposed.len() { references(space, current, changes) } else { f64::NEG_INFINITY }
    }
}
