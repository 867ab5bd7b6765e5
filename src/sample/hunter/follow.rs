//! Walks along a curve: one direction goes step by step, another answers so that an equation keeps nearly holding.
//! Where the solutions are few and scattered over the curve, as the integer points of a circle are, this visits every
//! candidate at the cost of little more than one run (continuation with a secant predictor and corrector, Allgower and
//! Georg 1990, on integers).
//!
//! The directions are coordinates, or pairs of coordinates that change together so that the conditions before keep
//! holding. The curve is that of the condition that such a step breaks: the one that fails at the point, or one that
//! holds there while a later one fails, whose other solutions are then looked through.

use super::solve::Direction;
use super::{Hunter, Score};
use crate::sample::axis::{below, double_key, single_key};
use crate::sample::point::Change;
use rand::RngExt;

/// Steps of one walk.
const WALK: usize = 1000;
/// Secant steps to come to the curve from afar.
const LANDING: usize = 40;
/// Corrections after a step.
const ANSWERS: usize = 4;
/// Secant steps that make a pair of coordinates keep what holds.
const KEEPING: usize = 4;

/// A place on the way: steps along the two directions, what is left of the equation, and the score.
struct Place {
    along: i128,
    across: i128,
    rest: f64,
}

impl Hunter<'_> {
    pub(super) fn follow(&mut self) {
        while !self.is_turn_over() && self.point.len() >= 2 {
            let evaluations = self.evaluations;
            let Some((along, across, reference)) = self.tracks() else { return };
            self.walk(&along, &across, reference);
            if self.evaluations == evaluations {
                return;
            }
        }
    }

    /// Two directions that break the same condition, and the score where it is broken.
    fn tracks(&mut self) -> Option<(Direction, Direction, Score)> {
        let n = self.point.len() as u128;
        let first = below(self.rng, n - 1) as usize;
        let mut second = below(self.rng, n - 2) as usize;
        second += usize::from(second >= first);
        let (along, reference) = self.track(first)?;
        let (across, score) = self.track(second)?;
        (along != across && score.comparable(reference)).then_some((along, across, reference))
    }

    /// A direction with this coordinate that keeps as much as it can.
    fn track(&mut self, at: usize) -> Option<(Direction, Score)> {
        let by = if self.moved(at, 1).is_some() { 1 } else { -1 };
        let key = self.moved(at, by)?;
        let score = self.evaluate(&[(at, key)]);
        if score.comparable(self.score) || self.point.len() == 2 {
            return self.tried_sides.filter(|_| score.distance.is_finite()).map(|_| (vec![(at, by)], score));
        }
        let mut other = below(self.rng, self.point.len() as u128 - 2) as usize;
        other += usize::from(other >= at);
        let (changes, score) = self.answer(&[(at, key)], &vec![(other, 1)], score, KEEPING)?;
        let shares = changes.iter().map(|&(at, key)| (at, key - self.point.entries[at].key));
        let direction = shares.filter(|(_, share)| *share != 0).collect();
        // Once more, so that the sides are those of this place.
        let again = self.evaluate(&changes);
        self.tried_sides.filter(|_| again == score && score.distance.is_finite()).map(|_| (direction, score))
    }

    /// A walk from here, or from another place on the curve.
    fn walk(&mut self, along: &Direction, across: &Direction, reference: Score) {
        let (mut x, mut y) = (0i128, 0i128);
        // Elsewhere most of the time: around here, a few walks have seen everything.
        if self.rng.random_ratio(7, 8) {
            let size = self.point.keys().map(i128::unsigned_abs).max().unwrap_or(0).saturating_mul(2).max(16);
            let bits = 127 - size.leading_zeros();
            // Anywhere of the same size, or of any size.
            let limit = if self.rng.random_ratio(3, 4) {
                size.min(1 << 100)
            } else {
                1 << below(self.rng, bits.min(100).into())
            };
            let far = below(self.rng, limit) as i128;
            x = if self.rng.random() { far } else { -far };
        }
        let Some(landed) = self.land(along, across, x, y, reference) else { return };
        (x, y) = (landed.along, landed.across);
        let Some(mut slope) = self.slope(along, across, &landed, reference) else { return };
        // The equation would hold at this real number, and the step before at that.
        let (mut root, mut drift) = (y as f64 - landed.rest / slope, 0.0);
        let step = if self.rng.random() { 1 } else { -1 };
        for _ in 0..WALK {
            x += step;
            let mut guess = root + drift;
            let mut last: Option<Place> = None;
            for _ in 0..ANSWERS {
                if guess.abs() > 1e30 {
                    return;
                }
                y = guess.round() as i128;
                if last.as_ref().is_some_and(|last| last.across == y) {
                    break;
                }
                let Some(changes) = self.both(along, x, across, y) else { return };
                let score = self.evaluate(&changes);
                if score.beats(self.score) && (!score.comparable(self.score) || score.distance < 1.0) {
                    self.take(score);
                    return;
                }
                if self.objective.is_over() {
                    return;
                }
                let Some(rest) = self.rest(score, reference) else {
                    if score.beats(reference) {
                        // A solution, but one that something else rules out: goes on behind it.
                        guess = y as f64;
                        break;
                    }
                    return;
                };
                if let Some(last) = last {
                    let measured = (rest - last.rest) / (y - last.across) as f64;
                    if measured.is_finite() && measured != 0.0 {
                        slope = measured;
                    }
                }
                guess = y as f64 - rest / slope;
                last = Some(Place { along: x, across: y, rest });
                if !guess.is_finite() {
                    return;
                }
            }
            (root, drift) = (guess, guess - root);
        }
    }

    /// Secant steps from a place to the curve.
    fn land(&mut self, along: &Direction, across: &Direction, x: i128, y: i128, reference: Score) -> Option<Place> {
        let changes = self.both(along, x, across, y)?;
        let here = self.evaluate(&changes);
        if !here.comparable(reference) {
            return None;
        }
        let (there, score) = match self.answer(&changes, across, here, LANDING) {
            Some((there, score)) if score.comparable(reference) => (there, score),
            Some((there, score)) if score.beats(self.score) => {
                self.take_again(&there);
                return None;
            }
            _ => return None,
        };
        // How many steps that were, from the coordinate that goes across alone.
        let &(at, times) =
            across.iter().find(|(at, _)| along.iter().all(|(other, _)| other != at)).or(across.first())?;
        let key = |changes: &[Change]| changes.iter().find(|(known, _)| *known == at).map(|(_, key)| *key);
        let before = key(&changes).unwrap_or(self.point.entries[at].key);
        let steps = (key(&there)? - before) / times;
        let again = self.evaluate(&there);
        let rest = self.rest(again, reference).filter(|_| again == score)?;
        Some(Place { along: x, across: y + steps, rest })
    }

    /// Steps along both directions, if that stays inside.
    fn both(&self, along: &Direction, x: i128, across: &Direction, y: i128) -> Option<Vec<Change>> {
        let moved = self.along(&[], along, x)?;
        self.along(&moved, across, y)
    }

    /// What is left of the equation after the last evaluation, if it is the same one.
    fn rest(&self, score: Score, reference: Score) -> Option<f64> {
        self.tried_sides.filter(|_| score.comparable(reference)).map(|sides| signed(sides, score.distance))
    }

    /// How much the rest changes with a step across.
    fn slope(&mut self, along: &Direction, across: &Direction, from: &Place, reference: Score) -> Option<f64> {
        for step in [1, -1, 16, -16, 1 << 12] {
            let Some(changes) = self.both(along, from.along, across, from.across + step) else { continue };
            if self.objective.is_over() {
                return None;
            }
            let score = self.evaluate(&changes);
            let Some(there) = self.rest(score, reference) else { continue };
            if there != from.rest {
                return Some((there - from.rest) / step as f64);
            }
        }
        None
    }
}

/// The distance with the sign of the difference of the two sides, as far as that can be told: read as the type in which
/// they are so far apart. Negative floats read as integers have the opposite sign, all of them, which the slope that is
/// measured with it makes up for.
pub(super) fn signed([a, b]: [u64; 2], distance: f64) -> f64 {
    let fits = |difference: f64| difference.abs() == distance || difference.abs() + 1.0 == distance;
    let narrow = |bits: u32| {
        let signed = |x: u64| (x << (64 - bits)) as i64 >> (64 - bits);
        (signed(a) as i128 - signed(b) as i128) as f64
    };
    let floats = (i128::from(double_key(f64::from_bits(a))) - i128::from(double_key(f64::from_bits(b)))) as f64;
    let single = |x: u64| i64::from(single_key(f32::from_bits(x as u32)));
    let singles = (single(a) - single(b)) as f64;
    let all = [narrow(64), (i128::from(a) - i128::from(b)) as f64, narrow(32), narrow(16), narrow(8), floats, singles];
    all.into_iter().find(|difference| fits(*difference)).map_or(distance, |difference| distance.copysign(difference))
}

#[cfg(test)]
mod tests {
    use super::signed;

    #[test]
    fn the_sign_is_that_of_the_difference() {
        assert_eq!(signed([3, 10], 7.0), -7.0);
        assert_eq!(signed([0xffff_ffff, 1], 2.0), -2.0);
        assert_eq!(signed([0xffff_ffff, 1], 4294967294.0), 4294967294.0);
        assert_eq!(signed([2.0f64.to_bits(), 2.0f64.next_up().to_bits()], 1.0), -1.0);
        assert_eq!(signed([1.0f32.to_bits().into(), 1.0f32.next_up().to_bits().into()], 1.0), -1.0);
        assert_eq!(signed([5, 9], 2.0), 2.0, "bits that differ have no sign");
    }
}
