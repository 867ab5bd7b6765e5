//! Conditions that come back: steps that keep what holds, and among these the ones that bring more.
//!
//! Where remainders decide, the places that satisfy a condition lie at equal distances. So the hunter walks until what
//! holds now holds again; if it does so after the same step again and again, that step is a period. Walking on by
//! periods keeps what holds and looks for what does not hold yet, and there the next period is a multiple of the last:
//! the sieve by which systems of congruences are solved when nothing is known about them (as in Crandall and Pomerance,
//! "Prime Numbers", 2.1.3, without knowing the moduli).

use super::{Hunter, Score};
use crate::sample::axis::{Kind, below};
use rand::RngExt;

/// Steps of one walk.
const WALK: i128 = 1 << 15;
/// How often something has to come back to be periodic.
const AGAIN: i128 = 3;

impl Hunter<'_> {
    pub(super) fn sieve(&mut self) {
        if self.point.is_empty() {
            return;
        }
        let at = below(self.rng, self.point.len() as u128 - 1) as usize;
        let axis = *self.space.axis(self.point.entries[at]);
        if axis.kind != Kind::Integer || axis.span() < WALK as u128 || axis.bits() > 64 {
            return;
        }
        let (mut key, mut step) = (if self.rng.random() { axis.draw(self.rng) } else { self.point.entries[at].key }, 1);
        let Some(mut here) = self.look(at, key) else { return };
        // Better or periodic, one after the other, until neither is found.
        loop {
            let sign = if axis.contains(key + step * WALK) { 1 } else { -1 };
            let (mut period, mut better, mut kept) = (None, None, false);
            for times in 1..=WALK {
                let next = key + sign * times * step;
                if !axis.contains(next) {
                    break;
                }
                let Some(score) = self.look(at, next) else { return };
                if score.comparable(here) {
                    match times {
                        1 if step == 1 => return,
                        1 => kept = true,
                        _ if kept => {}
                        _ if self.returns(at, key, sign * times * step, here) => {
                            period = Some(times * step);
                            break;
                        }
                        _ => {}
                    }
                } else if score.beats(here) {
                    better = Some((next, score));
                    break;
                }
            }
            match (better, period) {
                (Some(next), _) => (key, here) = next,
                (None, Some(period)) if period < i128::MAX / (4 * WALK) => step = period,
                _ => return,
            }
        }
    }

    /// Evaluates a key of a coordinate; nothing if that was all that was wanted.
    fn look(&mut self, at: usize, key: i128) -> Option<Score> {
        let score = self.evaluate(&[(at, key)]);
        if score.beats(self.score) {
            self.take(score);
            if score.is_hit() || self.point.len() <= at {
                return None;
            }
        }
        Some(score).filter(|_| !self.objective.is_over())
    }

    /// Does the same hold after this step again and again?
    fn returns(&mut self, at: usize, key: i128, step: i128, here: Score) -> bool {
        let axis = *self.space.axis(self.point.entries[at]);
        (2..=AGAIN).all(|times| {
            let next = key + times * step;
            axis.contains(next) && self.evaluate(&[(at, next)]).comparable(here)
        })
    }
}
