//! Every value of a small coordinate: letters and flags have no slope to follow.

use super::Hunter;
use crate::sample::axis::below;

/// Axes with more values are not scanned.
const SMALL: u128 = 255;

impl Hunter<'_> {
    pub(super) fn scan(&mut self) {
        while !self.is_turn_over() && !self.point.is_empty() {
            let at = below(self.rng, self.point.len() as u128 - 1) as usize;
            let name = self.point.entries[at].name;
            let axis = *self.space.axis(self.point.entries[at]);
            if axis.span() > SMALL {
                // Nothing to scan here; the evaluation keeps the turn from going on for ever.
                let key = self.random_key(at);
                self.try_better(&[(at, key)]);
                continue;
            }
            for key in axis.low..=axis.high {
                if self.is_over() || self.point.entries.get(at).is_none_or(|entry| entry.name != name) {
                    break;
                }
                self.try_better(&[(at, key)]);
            }
        }
    }
}
