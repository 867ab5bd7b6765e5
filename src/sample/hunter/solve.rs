//! Two coordinates at a time: one moves, another answers.

use super::{Hunter, Score};
use crate::sample::axis::below;
use crate::sample::point::Change;
use rand::RngExt;

/// Pairs tried per sweep.
const PAIRS: usize = 60;
/// Secant steps per answer.
const STEPS: usize = 7;

impl Hunter<'_> {
    /// Moves one coordinate at random and solves for another; takes the result if it is better.
    pub(super) fn solve_pairs(&mut self) {
        for _ in 0..PAIRS {
            let n = self.point.len();
            if n < 2 || self.is_over() {
                return;
            }
            let moving = below(self.rng, n as u128 - 1) as usize;
            let mut answering = below(self.rng, n as u128 - 2) as usize;
            answering += usize::from(answering >= moving);
            let entry = self.point.entries[moving];
            let axis = self.space.axis(entry);
            let key = match below(self.rng, 3) {
                // Near, far, or anywhere of the same size.
                0 => axis.up(entry.key, 1 + below(self.rng, 15)),
                1 => axis.down(entry.key, 1 + below(self.rng, 15)),
                2 => {
                    let steps = 1 << below(self.rng, u128::from(axis.bits().max(1)) - 1);
                    if self.rng.random() { axis.up(entry.key, steps) } else { axis.down(entry.key, steps) }
                }
                _ => {
                    let size = entry.key.unsigned_abs().saturating_mul(2).max(16).min(axis.span());
                    let key = below(self.rng, size) as i128;
                    if entry.key < 0 { -key } else { key }
                }
            };
            if !axis.contains(key) {
                continue;
            }
            self.answer((moving, key), answering);
        }
    }

    /// Secant steps of one coordinate after a change of another.
    fn answer(&mut self, moved: Change, at: usize) {
        let start = self.score;
        let mut key = self.point.entries[at].key;
        let axis = *self.space.axis(self.point.entries[at]);
        let mut here = self.evaluate(&[moved]);
        let mut step: i128 = if self.rng.random() { 1 } else { -1 };
        for _ in 0..STEPS {
            if here.beats(start) {
                self.take(here);
                return;
            }
            if self.objective.is_over() || here.level > start.level || !here.distance.is_finite() {
                return;
            }
            let Some(probe) = key.checked_add(step).filter(|key| axis.contains(*key)) else {
                step = -step;
                continue;
            };
            let there = self.evaluate(&[moved, (at, probe)]);
            if there.beats(start) {
                self.take(there);
                return;
            }
            let Some((next, score)) = self.zero(moved, at, key, step, here, there) else { return };
            if score.beats(start) {
                self.take(score);
                return;
            }
            (key, here) = (next, score);
        }
    }

    /// The better of the two places where the secant through two distances is zero.
    fn zero(
        &mut self,
        moved: Change,
        at: usize,
        key: i128,
        step: i128,
        here: Score,
        there: Score,
    ) -> Option<(i128, Score)> {
        let axis = *self.space.axis(self.point.entries[at]);
        let (d, e) = (here.distance, there.distance);
        if !here.comparable(there) || d == e {
            return None;
        }
        let mut best: Option<(i128, Score)> = None;
        for slope in [d - e, d + e] {
            let jump = (step as f64 * (d / slope)).round() as i128;
            let Some(next) = key.checked_add(jump).filter(|next| axis.contains(*next) && *next != key) else {
                continue;
            };
            let score = self.evaluate(&[moved, (at, next)]);
            if score.beats(self.score) {
                return Some((next, score));
            }
            if best.is_none_or(|(_, best)| score.beats(best)) {
                best = Some((next, score));
            }
        }
        best
    }
}
