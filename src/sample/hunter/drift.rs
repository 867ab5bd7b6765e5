//! Among points that are equally near, those whose runs are shorter, or those whose runs are longer: a helper objective
//! where the distance does not tell one step from the next.
//!
//! The depth of a tree, the greatest of many values or the number of rounds of a loop changes only once many steps
//! together were right. The number of instructions executed changes with most of them, and often in the same direction;
//! in which one is not known, so every turn chooses anew. (Adding an objective removes local optima and plateaus:
//! Knowles, Watson and Corne 2001; helper objectives: Jensen 2004.) The distance always comes first.

use super::Hunter;
use rand::RngExt;

/// Evaluations that a drift may cost, and those without any gain after which it ends.
const EFFORT: u64 = 20_000;
const PATIENCE: u64 = 3_000;

impl Hunter<'_> {
    pub(super) fn drift(&mut self) {
        let score = self.evaluate(&[]);
        if self.objective.effort().is_none() || self.point.is_empty() {
            return;
        }
        self.take(score);
        let shorter = self.rng.random();
        let key = |effort: u64| if shorter { effort } else { u64::MAX - effort };
        let (mut best, limit) = (key(self.objective.effort().unwrap_or(0)), self.evaluations + EFFORT);
        let (mut gained, mut changes) = (self.evaluations, Vec::new());
        while !self.is_over() && self.evaluations < limit && self.evaluations - gained < PATIENCE {
            self.change_some(&mut changes);
            let score = self.evaluate(&changes);
            let effort = key(self.objective.effort().unwrap_or(0));
            if score.beats(self.score) {
                self.take(score);
                return;
            }
            if !self.score.beats(score) && effort <= best {
                if effort < best {
                    (best, gained) = (effort, self.evaluations);
                }
                self.take(score);
            }
            if self.point.is_empty() {
                return;
            }
        }
    }
}
