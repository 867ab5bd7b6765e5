//! Moves that break something and are repaired.
//!
//! A field of a record with a checksum cannot be changed alone: what the last condition wants breaks the one before.
//! So the wanted change is made all the same and frozen, and the other coordinates are searched until the broken
//! conditions hold again. Only if the whole is better than before it is kept.

use super::Hunter;
use crate::sample::axis::below;
use crate::sample::point::Change;

/// Evaluations that a repair may cost.
const EFFORT: u64 = 400;

impl Hunter<'_> {
    /// Moves that would satisfy the condition if its side were a coordinate, steps of powers of two, words: each with a
    /// repair.
    pub(super) fn repair_moves(&mut self) {
        while !self.is_turn_over() && self.point.len() >= 2 {
            let at = below(self.rng, self.point.len() as u128 - 1) as usize;
            let whole = self.score.distance.min(1e30).ceil() as i128;
            let power =
                1i128 << below(self.rng, u128::from(self.space.axis(self.point.entries[at]).bits().clamp(1, 64)) - 1);
            let steps = [whole, -whole, power, -power];
            let mut moves: Vec<Vec<Change>> =
                steps.into_iter().filter_map(|by| Some(vec![(at, self.moved(at, by)?)])).collect();
            if let Some([a, b]) = self.sides {
                moves.extend(self.replacements(at, a, b));
                moves.extend(self.replacements(at, b, a));
            }
            let key = self.random_key(at);
            moves.push(vec![(at, key)]);
            if !self.words.is_empty() {
                let mut word = Vec::new();
                self.spelled(&mut word);
                moves.push(word);
            }
            for changes in moves {
                if self.is_turn_over() {
                    return;
                }
                self.repair(&changes);
            }
        }
    }

    /// Makes a change and repairs what it breaks; false if that brought nothing.
    fn repair(&mut self, changes: &[Change]) -> bool {
        let before = (self.point.clone(), self.score, self.sides);
        let score = self.evaluate(changes);
        let breaks = !score.beats(before.1) && !score.comparable(before.1) && score.distance.is_finite();
        if !breaks {
            if score.beats(before.1) {
                self.take(score);
                return true;
            }
            return false;
        }
        self.take(score);
        self.frozen = changes.iter().map(|(at, _)| *at).collect();
        let limit = self.evaluations + EFFORT;
        while self.evaluations < limit && !self.objective.is_over() {
            let at_first = self.score;
            // What can be set right by one jump first.
            for at in self.shuffled() {
                if at < self.point.len() && !self.frozen.contains(&at) && !self.is_repaired(before.1) {
                    self.try_jumps(at);
                }
            }
            if self.is_repaired(before.1) {
                break;
            }
            if self.score.beats(at_first) {
                continue;
            }
            self.sweep_within(limit, before.1);
            if self.is_repaired(before.1) {
                break;
            }
            self.solve_bits();
            if self.is_repaired(before.1) || !self.score.beats(at_first) {
                break;
            }
        }
        self.frozen.clear();
        if self.score.beats(before.1) {
            return true;
        }
        (self.point, self.score, self.sides) = before;
        false
    }

    fn is_repaired(&self, before: super::Score) -> bool {
        self.score.beats(before) || self.score.comparable(before)
    }

    fn sweep_within(&mut self, limit: u64, before: super::Score) {
        for at in self.shuffled() {
            if self.evaluations >= limit || self.objective.is_over() || self.is_repaired(before) {
                return;
            }
            if at < self.point.len() && !self.frozen.contains(&at) {
                self.climb(at);
            }
        }
    }
}
