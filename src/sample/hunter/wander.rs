//! Random changes, and jumps away.

use super::Hunter;
use crate::sample::axis::below;
use crate::sample::point::{Change, Point};
use rand::RngExt;

impl Hunter<'_> {
    /// Random changes of one to four coordinates, taken when not worse: plateaus are crossed.
    pub(super) fn wander(&mut self, tries: usize) {
        let mut changes: Vec<Change> = Vec::new();
        for _ in 0..tries {
            if self.is_over() || self.point.is_empty() {
                return;
            }
            self.change_some(&mut changes);
            let score = self.evaluate(&changes);
            if !self.score.beats(score) {
                self.take(score);
            }
        }
    }

    /// A random change of one to four coordinates.
    pub(super) fn change_some(&mut self, changes: &mut Vec<Change>) {
        changes.clear();
        let many = 1 + below(self.rng, 3).min(below(self.rng, 3)) as usize;
        for _ in 0..many {
            let at = below(self.rng, self.point.len() as u128 - 1) as usize;
            if changes.iter().all(|(known, _)| *known != at) {
                let key = self.random_key(at);
                changes.push((at, key));
            }
        }
        match below(self.rng, 15) {
            0 | 1 if self.point.len() > 1 => self.swapped(changes),
            2 | 3 if !self.words.is_empty() => self.spelled(changes),
            4 | 5 => self.shifted(changes),
            _ => {}
        }
    }

    /// A word, or the beginning of one, on neighbouring coordinates.
    pub(super) fn spelled(&mut self, changes: &mut Vec<Change>) {
        let word = &self.words[below(self.rng, self.words.len() as u128 - 1) as usize];
        let start = below(self.rng, self.point.len() as u128 - 1) as usize;
        let places = start..self.point.len().min(start + word.len());
        let fits = places.clone().zip(word).all(|(at, key)| self.space.axis(self.point.entries[at]).contains(*key));
        if fits {
            changes.clear();
            changes.extend(places.zip(word.iter().copied()));
        }
    }

    /// Two coordinates exchange their keys.
    fn swapped(&mut self, changes: &mut Vec<Change>) {
        let pick = |hunter: &mut Self| below(hunter.rng, hunter.point.len() as u128 - 1) as usize;
        let (i, j) = (pick(self), pick(self));
        let (a, b) = (self.point.entries[i], self.point.entries[j]);
        if self.space.axis(a).contains(b.key) && self.space.axis(b).contains(a.key) {
            changes.clear();
            changes.extend([(i, b.key), (j, a.key)]);
        }
    }

    /// Goes somewhere else: a few coordinates of the best point changed, whatever that costs, or everything afresh.
    pub(super) fn kick(&mut self, best: &Point) {
        if self.rng.random_ratio(1, 4) {
            self.point = Point::default();
        } else {
            self.point = best.clone();
        }
        let mut changes = Vec::new();
        if !self.point.is_empty() {
            for _ in 0..1 + below(self.rng, 3) {
                let at = below(self.rng, self.point.len() as u128 - 1) as usize;
                let key = self.random_key(at);
                changes.push((at, key));
            }
        }
        let score = self.evaluate(&changes);
        self.take(score);
    }

    /// Another key for a coordinate: near, far, special, or that of another coordinate.
    pub(super) fn random_key(&mut self, at: usize) -> i128 {
        let entry = self.point.entries[at];
        let axis = self.space.axis(entry);
        let special = self.special.get(entry.name.site as usize).map_or(&[][..], |values| values);
        let key = match below(self.rng, 10) {
            0 => axis.draw(self.rng),
            1 | 2 if !special.is_empty() => special[below(self.rng, special.len() as u128 - 1) as usize],
            3 => axis.flip(entry.key, below(self.rng, u128::from(axis.pattern_bits().max(1)) - 1) as u32),
            4 => self.point.entries[below(self.rng, self.point.len() as u128 - 1) as usize].key,
            5 if !special.is_empty() => {
                let by = special[below(self.rng, special.len() as u128 - 1) as usize].unsigned_abs();
                if self.rng.random() { axis.up(entry.key, by) } else { axis.down(entry.key, by) }
            }
            // Sums and differences of coordinates, as differential evolution makes them (Storn and Price 1997).
            6 => {
                let other = self.point.entries[below(self.rng, self.point.len() as u128 - 1) as usize].key;
                let sum = if self.rng.random() { entry.key.checked_add(other) } else { entry.key.checked_sub(other) };
                sum.unwrap_or(other)
            }
            _ => {
                let steps = 1 << below(self.rng, u128::from(axis.bits().max(1)) - 1);
                if self.rng.random() { axis.up(entry.key, steps) } else { axis.down(entry.key, steps) }
            }
        };
        if axis.contains(key) { key } else { axis.draw(self.rng) }
    }
}
