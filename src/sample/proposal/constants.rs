//! Proposals that know values worth trying: limits of types, special floats, the program's own constants.

use super::super::axis::below;
use super::super::kernel::Proposal;
use super::super::point::{Change, Point, Space};
use super::{lengths, one_of, pick};
use rand::{Rng, RngExt};
use std::sync::Arc;

/// One coordinate moved by one of the constants: up or down by it on the ring of keys (which undo each other and are
/// equally likely), its pattern xor-ed with it, or mirrored, c − x on the ring (both undo themselves). Every one is
/// symmetric.
pub struct Constants(pub Arc<[i128]>);

impl Proposal for Constants {
    fn name(&self) -> &'static str {
        "constants"
    }

    fn propose(&self, space: &Space, current: &Point, rng: &mut dyn Rng, changes: &mut Vec<Change>) -> bool {
        let (Some(at), false) = (pick(current, rng), self.0.is_empty()) else { return false };
        let entry = current.entries[at];
        let axis = space.axis(entry);
        let constant = self.0[below(rng, self.0.len() as u128 - 1) as usize];
        let (steps, offset) = (constant.unsigned_abs(), entry.key.wrapping_sub(axis.low) as u128);
        let key = match below(rng, 3) {
            0 => axis.up(entry.key, steps),
            1 => axis.down(entry.key, steps),
            2 => axis.low.wrapping_add((offset ^ steps) as i128),
            // y = c − x on the ring: offsets add up to c's, whichever of the two one starts from.
            _ => axis.up(axis.down(axis.low, offset), constant.wrapping_sub(axis.low) as u128),
        };
        changes.push((at, key));
        axis.contains(key)
    }

    fn log_ratio(&self, space: &Space, current: &Point, proposed: &Point, changes: &[Change]) -> f64 {
        one_of(space, current, proposed, changes)
    }
}

/// One coordinate set to a special value of its site, or, just as often, drawn afresh. Not symmetric: the new key does
/// not depend on the old one, with probability q(y) = μ(y)/2 + c(y)/2k if y is c times among the k special values. So
/// the ratio is n(s)/n(s') · q(x)/q(y) · μ(y)/μ(x).
pub struct Special(pub Arc<[Vec<i128>]>);

impl Special {
    fn values(&self, site: u32) -> &[i128] {
        self.0.get(site as usize).map_or(&[], |values| values)
    }
}

impl Proposal for Special {
    fn name(&self) -> &'static str {
        "special"
    }

    fn propose(&self, space: &Space, current: &Point, rng: &mut dyn Rng, changes: &mut Vec<Change>) -> bool {
        let Some(at) = pick(current, rng) else { return false };
        let entry = current.entries[at];
        let (axis, values) = (space.axis(entry), self.values(entry.name.site));
        let special = rng.random::<bool>() && !values.is_empty();
        let key = if special { values[below(rng, values.len() as u128 - 1) as usize] } else { axis.draw(rng) };
        changes.push((at, key));
        axis.contains(key)
    }

    fn log_ratio(&self, space: &Space, current: &Point, proposed: &Point, changes: &[Change]) -> f64 {
        let (at, key) = changes[0];
        let entry = current.entries[at];
        let (axis, values) = (space.axis(entry), self.values(entry.name.site));
        // ln of q/μ.
        let tilt = |key: i128| {
            let count = values.iter().filter(|value| **value == key).count() as f64;
            let share = count / values.len().max(1) as f64;
            (1.0 + share * (-axis.log_probability(key)).exp()).ln()
        };
        lengths(current, proposed, 1) + tilt(entry.key) - tilt(key)
    }
}
