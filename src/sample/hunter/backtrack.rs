//! What a run got through is kept, and only what it failed at is tried again: backtracking over the inputs in the order
//! in which they are read (depth-first search, Golomb and Baumert 1965).
//!
//! A program that reads its inputs one by one and stops at the first that it does not like tells by the number it reads
//! how far a prefix leads. The values are those of a small alphabet, in random order: the least ones, as commands and
//! masked bytes have, or those worth trying at the site. A value after which the run reads on is kept; where none is
//! left, the value before is changed.

use super::Hunter;
use crate::sample::axis::below;
use crate::sample::point::Entry;
use rand::RngExt;

/// Evaluations that a search may cost.
const EFFORT: u64 = 30_000;
/// Evaluations that find out whether the number of inputs depends on their values.
const PROBES: usize = 6;
/// The largest alphabet.
const LETTERS: usize = 24;

impl Hunter<'_> {
    pub(super) fn backtrack(&mut self) {
        if self.point.is_empty() || !self.varies() {
            return;
        }
        let (home, limit) = (self.point.clone(), self.evaluations + EFFORT);
        let small = below(self.rng, 3) as u32 + 1;
        let from_special = self.rng.random_ratio(1, 3);
        // From the beginning, or from somewhere on the way that is known.
        let floor = if self.rng.random() { 0 } else { below(self.rng, home.len() as u128 - 1) as usize };
        let mut prefix: Vec<Entry> = home.entries[..floor].to_vec();
        // For every input behind the floor, the values that are still to be tried.
        let mut left: Vec<Vec<i128>> = Vec::new();
        let Some(first) = home.entries.get(floor).copied() else { return };
        left.push(self.alphabet(first, small, from_special));
        let mut name = vec![first];
        let start = self.score;
        while self.evaluations < limit && !self.objective.is_over() {
            let Some(letters) = left.last_mut() else { break };
            let Some(key) = letters.pop() else {
                left.pop();
                name.pop();
                prefix.pop();
                continue;
            };
            let at = floor + left.len() - 1;
            prefix.truncate(at);
            prefix.push(Entry { key, ..name[left.len() - 1] });
            self.point.entries.clone_from(&prefix);
            let score = self.evaluate(&[]);
            if score.beats(start) {
                self.take(score);
                return;
            }
            if let Some(next) = self.tried.entries.get(at + 1).copied() {
                left.push(self.alphabet(next, small, from_special));
                name.push(next);
            }
        }
        self.point = home;
    }

    /// Do runs with other values read another number of inputs?
    fn varies(&mut self) -> bool {
        let n = self.point.len();
        let home = self.point.clone();
        let mut varies = false;
        for _ in 0..PROBES {
            self.point.entries.truncate(below(self.rng, n as u128 - 1) as usize);
            self.evaluate(&[]);
            varies |= self.tried.len() != n;
            self.point.clone_from(&home);
        }
        varies
    }

    /// The values to try for an input, the last one first.
    fn alphabet(&mut self, entry: Entry, small: u32, from_special: bool) -> Vec<i128> {
        let axis = self.space.axis(entry);
        let special = self.special.get(entry.name.site as usize).map_or(&[][..], |values| values);
        let mut letters: Vec<i128> = if from_special && !special.is_empty() {
            special.to_vec()
        } else {
            (0..1i128 << small).filter(|key| axis.contains(*key)).collect()
        };
        for last in (1..letters.len()).rev() {
            letters.swap(last, below(self.rng, last as u128) as usize);
        }
        letters.truncate(LETTERS);
        letters
    }
}
