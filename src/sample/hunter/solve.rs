//! Chained equations: one coordinate moves, others answer.
//!
//! Where several conditions hang together, a change that helps one breaks those before it. So a move is followed by
//! answers: each is a secant search along a direction, another coordinate or a combination of coordinates that helped
//! before, for the condition that fails first now. If in the end all is better than before, the whole change has become
//! a direction itself: it keeps what held and changes what did not, so it is followed as far as it helps, and kept to
//! answer with later.

use super::follow::signed;
use super::{Hunter, Score};
use crate::sample::axis::below;
use crate::sample::point::{Change, Point};
use rand::RngExt;

/// Answers to a move, and secant steps of an answer.
const ANSWERS: usize = 3;
const STEPS: usize = 6;
/// Directions kept.
const KEPT: usize = 6;
/// How far a direction is followed.
const EXTEND: usize = 64;

/// Coordinates that change together, and in which proportion.
pub(super) type Direction = Vec<(usize, i128)>;

impl Hunter<'_> {
    pub(super) fn solve_chains(&mut self) {
        while !self.is_turn_over() {
            let n = self.point.len();
            if n < 2 {
                return;
            }
            if !self.directions.is_empty() && self.rng.random_ratio(1, 5) {
                self.climb_along();
                continue;
            }
            let moving = below(self.rng, n as u128 - 1) as usize;
            let key = self.stepped(moving);
            if self.space.axis(self.point.entries[moving]).contains(key) {
                self.move_and_answer(moving, key);
            }
        }
    }

    /// Steps of powers of two along a known direction.
    fn climb_along(&mut self) {
        let which = below(self.rng, self.directions.len() as u128 - 1) as usize;
        let direction = self.directions[which].clone();
        let before = self.score;
        for exponent in [0, below(self.rng, 40) as u32] {
            for sign in [1, -1] {
                let steps = sign * (1i128 << exponent);
                // Evaluates even where there is no room, so that a turn comes to its end.
                let changes = self.along(&[], &direction, steps).unwrap_or_default();
                if self.is_over() {
                    return;
                }
                if self.try_better(&changes).is_none() {
                    let scaled = direction.iter().map(|&(at, times)| (at, times.saturating_mul(steps))).collect();
                    self.extend(&scaled, before);
                    return;
                }
            }
        }
    }

    /// A key near, far, or anywhere of the same size.
    fn stepped(&mut self, at: usize) -> i128 {
        let entry = self.point.entries[at];
        let axis = self.space.axis(entry);
        match below(self.rng, 3) {
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
        }
    }

    fn move_and_answer(&mut self, moving: usize, key: i128) {
        let start = self.score;
        let mut changes: Vec<Change> = vec![(moving, key)];
        let mut here = self.evaluate(&changes);
        for answered in 0..=ANSWERS {
            if here.beats(start) {
                self.accept(&changes);
                return;
            }
            let hopeless = here.level > start.level.saturating_add(3) || !here.distance.is_finite();
            if self.objective.is_over() || hopeless || answered == ANSWERS {
                return;
            }
            let direction = self.direction(moving);
            let Some((next, score)) = self.answer(&changes, &direction, here, STEPS) else { return };
            if !score.beats(here) {
                return;
            }
            (changes, here) = (next, score);
        }
    }

    /// Another coordinate, or a direction that helped before.
    fn direction(&mut self, moving: usize) -> Direction {
        if !self.directions.is_empty() && self.rng.random_ratio(2, 5) {
            let which = below(self.rng, self.directions.len() as u128 - 1) as usize;
            let known = &self.directions[which];
            if known.iter().all(|(at, _)| *at < self.point.len() && *at != moving) {
                return known.clone();
            }
        }
        let mut other = below(self.rng, self.point.len() as u128 - 2) as usize;
        other += usize::from(other >= moving);
        vec![(other, 1)]
    }

    /// The changes with some steps along a direction added, if that stays inside.
    pub(super) fn along(&self, changes: &[Change], direction: &Direction, steps: i128) -> Option<Vec<Change>> {
        let mut moved = changes.to_vec();
        for &(at, times) in direction {
            let entry = *self.point.entries.get(at)?;
            let known = moved.iter().position(|(known, _)| *known == at);
            let old = known.map_or(entry.key, |known| moved[known].1);
            let key = times.checked_mul(steps).and_then(|by| old.checked_add(by))?;
            if !self.space.axis(entry).contains(key) {
                return None;
            }
            match known {
                Some(known) => moved[known].1 = key,
                None => moved.push((at, key)),
            }
        }
        Some(moved)
    }

    /// Secant steps towards where the condition that fails holds; the nearest point and its score.
    pub(super) fn answer(
        &mut self,
        changes: &[Change],
        direction: &Direction,
        here: Score,
        steps: usize,
    ) -> Option<(Vec<Change>, Score)> {
        let rest = |hunter: &Self, score: Score| {
            hunter.tried_sides.map_or(score.distance, |sides| signed(sides, score.distance))
        };
        let (mut at, mut value) = (0i128, rest(self, here));
        let mut best: Option<(Vec<Change>, Score)> = None;
        let mut next: i128 = if self.rng.random() { 1 } else { -1 };
        for _ in 0..steps {
            let Some(moved) = self.along(changes, direction, next) else {
                if best.is_some() || at != 0 || next.abs() > 1 {
                    return best;
                }
                next = -next;
                continue;
            };
            let score = self.evaluate(&moved);
            if self.objective.is_over() {
                return None;
            }
            if !score.comparable(here) {
                return if score.beats(here) { Some((moved, score)) } else { best };
            }
            let there = rest(self, score);
            if best.as_ref().is_none_or(|(_, known)| score.beats(*known)) {
                best = Some((moved, score));
            }
            let slope = (there - value) / (next - at) as f64;
            if slope == 0.0 || !slope.is_finite() {
                return best;
            }
            let jump = -there / slope;
            (at, value) = (next, there);
            let rounded = jump.round();
            if rounded == 0.0 || rounded.abs() > 1e30 {
                return best;
            }
            next = at + rounded as i128;
        }
        best
    }

    /// Moves there if it is still better.
    pub(super) fn take_again(&mut self, changes: &[Change]) {
        self.try_better(changes);
    }

    /// Moves there if it is better, and follows the way that led there.
    fn accept(&mut self, changes: &[Change]) {
        let before = self.score;
        let direction: Direction = changes.iter().map(|&(at, key)| (at, key - self.point.entries[at].key)).collect();
        if self.try_better(changes).is_some() {
            return;
        }
        let known = direction.iter().all(|(at, _)| *at < self.point.len());
        if !known || direction.iter().any(|(_, by)| by.unsigned_abs() > 1 << 100) {
            return;
        }
        self.extend(&direction, before);
        if self.directions.len() == KEPT {
            self.directions.remove(0);
        }
        self.directions.push(direction);
    }

    /// Follows a direction that has just helped: straight to where the distance would be 0, or further and further.
    fn extend(&mut self, direction: &Direction, before: Score) {
        let mut last = (before, 1.0);
        let mut stride = 1i128;
        for _ in 0..EXTEND {
            if self.is_over() {
                return;
            }
            let now = self.score;
            let gain = (last.0.distance - now.distance) / last.1;
            let jump = if last.0.comparable(now) && gain > 0.0 { (now.distance / gain).round() } else { 0.0 };
            let mut moved = None;
            for steps in [jump as i128, stride] {
                let Some(changes) = self.along(&[], direction, steps).filter(|_| steps != 0) else { continue };
                if self.try_better(&changes).is_none() {
                    moved = Some(steps);
                    break;
                }
            }
            match moved {
                Some(steps) => {
                    last = (now, steps as f64);
                    stride = stride.saturating_mul(2);
                }
                None if stride > 1 => stride = 1,
                None => return,
            }
        }
    }
}

/// The way from one point to another, in the least steps that have its proportions.
pub(super) fn difference(from: &Point, to: &Point) -> Option<Direction> {
    let same = from.len() == to.len() && from.entries.iter().zip(&to.entries).all(|(a, b)| a.name == b.name);
    if !same {
        return None;
    }
    let steps = from.entries.iter().zip(&to.entries).map(|(a, b)| b.key.checked_sub(a.key));
    let steps: Vec<i128> = steps.collect::<Option<_>>()?;
    let gcd = steps.iter().fold(0u128, |gcd, step| gcd_of(gcd, step.unsigned_abs()));
    let shares = steps.iter().enumerate().filter(|(_, step)| **step != 0);
    (gcd > 0 && gcd < 1 << 100).then(|| shares.map(|(at, step)| (at, step / gcd as i128)).collect())
}

fn gcd_of(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd_of(b, a % b) }
}
