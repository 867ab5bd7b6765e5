//! Hunters: searches that want one hit. They take what is better and never what is worse, use the size of the distance
//! and not only its order, and begin again where they stall. None of this keeps detailed balance: what a hunter visits
//! is no sample of anything.
//!
//! * [`climb`]: the alternating variable method (exploratory steps, then pattern moves of doubling length; Korel 1990,
//!   McMinn's survey 2004), with secant jumps where the distance changes with the coordinate, and descent over bits.
//! * [`solve`]: a step of one coordinate, answered by secant steps of another: the equation kept, the solution moved.
//! * [`wander`]: random changes of a few coordinates, taken when not worse.

mod climb;
mod solve;
mod wander;

use super::axis::below;
use super::point::{Change, Point, Replay, Scratch, Space};
use rand::Rng;
use std::cmp::Ordering;

/// How far a point is from the goal: conditions on the way that do not hold, how much of the next one cannot be measured
/// yet, and the distance as far as it can be measured.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    pub level: u32,
    pub stage: f64,
    pub distance: f64,
}

impl Score {
    pub const HIT: Score = Score { level: 0, stage: 0.0, distance: 0.0 };
    pub const WORST: Score = Score { level: u32::MAX, stage: 0.0, distance: f64::INFINITY };

    pub fn is_hit(self) -> bool {
        self == Score::HIT
    }

    pub fn order(self, other: Score) -> Ordering {
        let stage = self.stage.total_cmp(&other.stage);
        self.level.cmp(&other.level).then(stage).then(self.distance.total_cmp(&other.distance))
    }

    /// Are the distances to the same thing?
    pub fn comparable(self, other: Score) -> bool {
        (self.level, self.stage) == (other.level, other.stage)
    }

    pub fn beats(self, other: Score) -> bool {
        self.order(other) == Ordering::Less
    }
}

/// What a hunter wants.
pub trait Objective {
    fn score(&mut self, replay: &mut Replay<'_>) -> Score;

    /// Is there no more to be done: the budget used up, the goal reached?
    fn is_over(&self) -> bool;
}

/// A hunt from a point on.
pub struct Hunter<'a> {
    pub point: Point,
    pub score: Score,
    space: &'a Space,
    /// Values worth trying, by site.
    special: &'a [Vec<i128>],
    /// Sequences worth trying on neighbouring coordinates.
    words: &'a [Vec<i128>],
    objective: &'a mut dyn Objective,
    rng: &'a mut dyn Rng,
    /// The point evaluated last.
    tried: Point,
    scratch: Scratch,
}

/// Coordinates that one sweep looks at, at most: points can be long.
const SWEEP: usize = 48;
/// Sweeps without any gain before the hunter jumps somewhere else.
const PATIENCE: u32 = 3;

impl<'a> Hunter<'a> {
    pub fn new(
        start: &Point,
        space: &'a Space,
        special: &'a [Vec<i128>],
        words: &'a [Vec<i128>],
        objective: &'a mut dyn Objective,
        rng: &'a mut dyn Rng,
    ) -> Hunter<'a> {
        let point = start.clone();
        let (tried, scratch) = (Point::default(), Scratch::default());
        let mut hunter = Hunter { point, score: Score::WORST, space, special, words, objective, rng, tried, scratch };
        hunter.score = hunter.evaluate(&[]);
        std::mem::swap(&mut hunter.point, &mut hunter.tried);
        hunter
    }

    /// Hunts until the objective is over or the goal is hit; returns the best point and its score.
    pub fn run(mut self) -> (Point, Score) {
        let mut best = (self.point.clone(), self.score);
        let mut stalled = 0;
        while !self.is_over() {
            let before = self.score;
            self.sweep();
            if !self.is_over() && !self.score.beats(before) {
                self.solve_pairs();
            }
            if !self.is_over() && !self.score.beats(before) {
                self.wander(64 + 8 * self.point.len().min(64));
            }
            stalled = if self.score.beats(before) { 0 } else { stalled + 1 };
            if self.score.beats(best.1) {
                best = (self.point.clone(), self.score);
            }
            if stalled > PATIENCE && !self.is_over() {
                stalled = 0;
                self.kick(&best.0);
            }
        }
        if self.score.beats(best.1) { (self.point, self.score) } else { best }
    }

    fn is_over(&self) -> bool {
        self.score.is_hit() || self.objective.is_over()
    }

    /// Every coordinate once, in random order.
    fn sweep(&mut self) {
        let mut order: Vec<usize> = (0..self.point.len()).collect();
        for last in (1..order.len()).rev() {
            order.swap(last, below(self.rng, last as u128) as usize);
        }
        for at in order.into_iter().take(SWEEP) {
            if at < self.point.len() {
                self.climb(at);
            }
            if self.is_over() {
                return;
            }
        }
    }

    fn evaluate(&mut self, changes: &[Change]) -> Score {
        let Hunter { point, space, rng, tried, scratch, .. } = self;
        let replay = Replay::new(space, point, changes, *rng, tried, scratch);
        self.objective.score(&mut replay.with_special(self.special))
    }

    /// Tries changes and takes them if they are better.
    fn try_better(&mut self, changes: &[Change]) -> Option<Score> {
        let score = self.evaluate(changes);
        if score.beats(self.score) {
            self.take(score);
            return None;
        }
        Some(score)
    }

    /// Moves to the point evaluated last.
    fn take(&mut self, score: Score) {
        std::mem::swap(&mut self.point, &mut self.tried);
        self.score = score;
    }

    /// The key moved by a signed number of steps, if that stays on the axis.
    fn moved(&self, at: usize, by: i128) -> Option<i128> {
        let entry = self.point.entries[at];
        entry.key.checked_add(by).filter(|key| self.space.axis(entry).contains(*key))
    }
}
