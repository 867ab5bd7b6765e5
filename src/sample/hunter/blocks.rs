//! Moves of whole stretches: a coordinate or a word put in, or one taken out, with everything behind it shifted, a
//! stretch repeated or turned round. In what is read one after the other, letters or commands, the meaning hangs on the order and not on the
//! position; the mutations of fuzzers (Zalewski's AFL, its havoc stage) and of genetic programming.

use super::Hunter;
use crate::sample::axis::below;
use crate::sample::point::Change;
use rand::RngExt;

/// Coordinates that one move changes at most.
const LONGEST: usize = 64;

impl Hunter<'_> {
    /// A random move of a stretch.
    pub(super) fn shifted(&mut self, changes: &mut Vec<Change>) {
        let n = self.point.len();
        if n < 2 {
            return;
        }
        let start = below(self.rng, n as u128 - 2) as usize;
        // To the end as often as to some place behind.
        let end = if self.rng.random() { n } else { start + 2 + below(self.rng, (n - start - 2) as u128) as usize };
        let end = end.min(start + LONGEST);
        let keys: Vec<i128> = self.point.entries[start..end].iter().map(|entry| entry.key).collect();
        let mut moved = keys.clone();
        match below(self.rng, if self.words.is_empty() { 3 } else { 5 }) {
            0 => {
                moved.rotate_right(1);
                moved[0] = self.random_key(start);
            }
            1 => {
                moved.rotate_left(1);
                if let Some(last) = moved.last_mut() {
                    *last = self.random_key(end - 1);
                }
            }
            2 => moved.reverse(),
            4.. => {
                let word = &self.words[below(self.rng, self.words.len() as u128 - 1) as usize];
                moved.splice(0..0, word.iter().copied());
                moved.truncate(keys.len());
            }
            _ => {
                let period = 1 + below(self.rng, (moved.len() - 2) as u128) as usize;
                (period..moved.len()).for_each(|at| moved[at] = moved[at - period]);
            }
        }
        let inside = |(at, key): &Change| self.space.axis(self.point.entries[*at]).contains(*key);
        let moved: Vec<Change> =
            (start..end).zip(moved).zip(keys).filter(|((_, new), old)| new != old).map(|(change, _)| change).collect();
        if !moved.is_empty() && moved.iter().all(inside) {
            *changes = moved;
        }
    }
}
