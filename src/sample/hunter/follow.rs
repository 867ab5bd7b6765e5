//! Walks along a curve: one coordinate goes step by step, another answers so that the equation keeps nearly holding.
//! Where the solutions are few and scattered over the curve, as the integer points of a circle are, this visits every
//! candidate at the cost of a few runs.

use super::{Hunter, Score};
use crate::sample::axis::{below, double_key, single_key};
use rand::RngExt;

/// Steps of one walk.
const WALK: usize = 300;
/// Secant steps to come to the curve from afar.
const LANDING: usize = 40;
/// Corrections after a step.
const ANSWERS: usize = 4;

impl Hunter<'_> {
    pub(super) fn follow(&mut self) {
        while !self.is_turn_over() && self.point.len() >= 2 && self.sides.is_some() {
            let evaluations = self.evaluations;
            self.walk();
            if self.evaluations == evaluations {
                return;
            }
        }
    }

    /// A walk from here, or from another place on the curve.
    fn walk(&mut self) {
        let n = self.point.len();
        if n < 2 || self.sides.is_none() {
            return;
        }
        let moving = below(self.rng, n as u128 - 1) as usize;
        let mut answering = below(self.rng, n as u128 - 2) as usize;
        answering += usize::from(answering >= moving);
        let (first, second) = (self.point.entries[moving], self.point.entries[answering]);
        let (along, across) = (*self.space.axis(first), *self.space.axis(second));
        let (start, up) = (self.score, self.rng.random::<bool>());
        let (mut x, mut y) = (first.key, second.key);
        if self.rng.random_ratio(2, 3) {
            let size = x.unsigned_abs().max(y.unsigned_abs()).saturating_mul(2).max(16).min(along.span());
            let bits = 128 - size.leading_zeros();
            // Anywhere of the same size, or of any size.
            let limit = if self.rng.random() { size } else { 1 << below(self.rng, u128::from(bits)) };
            let far = below(self.rng, limit) as i128;
            x = if x < 0 { -far } else { far };
            if !along.contains(x) {
                return;
            }
            let here = self.evaluate(&[(moving, x)]);
            let Some((there, score)) = self.answer(&[(moving, x)], &vec![(answering, 1)], here, LANDING) else {
                return;
            };
            if score.beats(start) {
                self.take_again(&there);
                return;
            }
            if !score.comparable(start) {
                return;
            }
            y = there.iter().find(|(at, _)| *at == answering).map_or(y, |(_, key)| *key);
        }
        let score = self.evaluate(&[(moving, x), (answering, y)]);
        let Some(mut rest) = self.rest(score, start) else { return };
        // How much the rest changes with y, and y with x.
        let Some(mut slope) = self.slope(moving, x, answering, y, rest) else { return };
        let mut drift = 0i128;
        for _ in 0..WALK {
            x = if up { x + 1 } else { x - 1 };
            let before = y;
            y += drift;
            if !along.contains(x) || !across.contains(y) {
                return;
            }
            let mut score = self.evaluate(&[(moving, x), (answering, y)]);
            for _ in 0..ANSWERS {
                if score.beats(start) && score.distance < start.distance.min(1.0) || score.level < start.level {
                    self.take(score);
                    return;
                }
                if self.objective.is_over() {
                    return;
                }
                let Some(here) = self.rest(score, start) else { return };
                rest = here;
                let step = (rest / slope).round();
                if !step.is_finite() || step == 0.0 || step.abs() > 1e18 {
                    break;
                }
                let next = y - step as i128;
                if !across.contains(next) {
                    return;
                }
                let answered = self.evaluate(&[(moving, x), (answering, next)]);
                let Some(there) = self.rest(answered, start) else {
                    score = answered;
                    continue;
                };
                let measured = (there - here) / (next - y) as f64;
                if measured.is_finite() && measured != 0.0 {
                    slope = measured;
                }
                if there.abs() >= here.abs() && answered.distance != 0.0 {
                    // Farther than before: as near as it gets.
                    break;
                }
                (y, score) = (next, answered);
            }
            if self.objective.is_over() {
                return;
            }
            drift = y - before;
        }
        // Goes on from there next time, if that is not much farther.
        let score = self.evaluate(&[(moving, x), (answering, y)]);
        if score.comparable(start) && !start.beats(score) {
            self.take(score);
        }
    }

    /// What is left of the equation after the last evaluation, if it is the same one.
    fn rest(&self, score: Score, start: Score) -> Option<f64> {
        self.tried_sides.filter(|_| score.comparable(start)).map(|sides| signed(sides, score.distance))
    }

    fn slope(&mut self, moving: usize, x: i128, answering: usize, y: i128, rest: f64) -> Option<f64> {
        let start = self.score;
        let axis = *self.space.axis(self.point.entries[answering]);
        for step in [1, -1, 16, -16, 1 << 12] {
            if !axis.contains(y + step) || self.objective.is_over() {
                continue;
            }
            let score = self.evaluate(&[(moving, x), (answering, y + step)]);
            let there = self.rest(score, start)?;
            if there != rest {
                return Some((there - rest) / step as f64);
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
