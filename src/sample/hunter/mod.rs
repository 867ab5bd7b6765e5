//! Hunters: searches that want one hit. They take what is better and never what is worse, use the size of the distance
//! and not only its order, and begin again where they stall. None of this keeps detailed balance: what a hunter visits
//! is no sample of anything.
//!
//! * [`climb`]: the alternating variable method (exploratory steps, then pattern moves of doubling length; Korel 1990,
//!   McMinn's survey 2004), with secant jumps where the distance changes with the coordinate, and descent over bits.
//! * [`solve`]: a step of one coordinate, answered by secant steps of others: the equations kept, the solution moved.
//! * [`follow`]: the same step by step along a whole curve.
//! * [`repair`]: a wanted change made first, and what it breaks repaired.
//! * [`sieve`]: steps that keep what holds, for remainders.
//! * [`backtrack`]: what a run got through kept, the rest tried again, input by input.
//! * [`meet`]: sums of parts that do not disturb each other, met in the middle.
//! * [`drift`]: shorter or longer runs among those that are equally near.
//! * [`states`]: every state that the program can be in is gone on from.
//! * [`bits`]: Newton's method over GF(2), for checksums, masks, and arithmetic modulo 2ⁿ.
//! * [`substitute`]: what the input is compared with, put into the input.
//! * [`scan`]: every value of a small coordinate.
//! * [`wander`]: random changes of a few coordinates, taken when not worse; [`blocks`]: of stretches.

mod backtrack;
mod bits;
mod blocks;
mod climb;
mod drift;
mod follow;
mod meet;
mod repair;
mod scan;
mod sieve;
mod solve;
mod states;
mod substitute;
#[cfg(test)]
mod tests;
mod wander;

use super::axis::below;
use super::point::{Change, Point, Replay, Scratch, Space};
use rand::{Rng, RngExt};
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

    /// The bits of the two sides of the comparison that the last point failed at, if it was one.
    fn sides(&self) -> Option<[u64; 2]> {
        None
    }

    /// The same, and for every coordinate that was asked for a number for the state in which it was; fewer, or none, where
    /// that is not known. Points that come to a state by different ways and go on alike score alike.
    fn score_states(&mut self, replay: &mut Replay<'_>, states: &mut Vec<u64>) -> Score {
        states.clear();
        self.score(replay)
    }

    /// Instructions that the last point's run executed, if that is known.
    fn effort(&self) -> Option<u64> {
        None
    }

    /// May so many instructions' worth of computing be spent on something that is no evaluation? Counts it if so.
    fn afford(&mut self, _instructions: u64) -> bool {
        true
    }
}

/// What each of the ways to go on brought and cost lately: what a hunter learns and the next one may know.
pub type Turns = [(f64, f64); WAYS];

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
    /// What the point's comparison compares.
    sides: Option<[u64; 2]>,
    /// The point evaluated last, and its sides.
    tried: Point,
    tried_sides: Option<[u64; 2]>,
    /// The sides that were substituted last.
    substituted: Option<[u64; 2]>,
    /// Directions that helped.
    directions: Vec<solve::Direction>,
    /// Coordinates that are not to be changed now.
    frozen: Vec<usize>,
    evaluations: u64,
    turns: Turns,
    turn_ends: u64,
    scratch: Scratch,
}

/// Coordinates that one sweep looks at, at most: points can be long.
const SWEEP: usize = 48;
/// Ways to go on, and evaluations that a turn of one may cost.
const WAYS: usize = 10;
const TURN: u64 = 1500;
/// Turns that one which costs more is counted as.
const DEAREST: f64 = 12.0;
/// Instructions that even the shortest run is worth, and evaluations that one costs which tells states.
const RUN: u64 = 300;
const TRACKED: u64 = 4;
/// Sweeps without any gain before the hunter jumps somewhere else.
const PATIENCE: u32 = 6;

impl<'a> Hunter<'a> {
    pub fn new(
        start: &Point,
        space: &'a Space,
        special: &'a [Vec<i128>],
        words: &'a [Vec<i128>],
        objective: &'a mut dyn Objective,
        rng: &'a mut dyn Rng,
    ) -> Hunter<'a> {
        let mut hunter = Hunter {
            point: start.clone(),
            score: Score::WORST,
            space,
            special,
            words,
            objective,
            rng,
            sides: None,
            tried: Point::default(),
            tried_sides: None,
            substituted: None,
            directions: Vec::new(),
            frozen: Vec::new(),
            evaluations: 0,
            turns: [(0.0, 0.0); WAYS],
            turn_ends: 0,
            scratch: Scratch::default(),
        };
        let score = hunter.evaluate(&[]);
        hunter.take(score);
        hunter
    }

    /// With other points that are as near: the differences to them are directions worth trying.
    pub fn with_mates(mut self, mates: &[Point]) -> Self {
        self.directions = mates.iter().filter_map(|mate| solve::difference(&self.point, mate)).collect();
        self
    }

    /// With what earlier hunters for the same learned.
    pub fn with_turns(self, turns: Turns) -> Self {
        Hunter { turns, ..self }
    }

    /// Hunts until the objective is over or the goal is hit; returns what it learned.
    pub fn run(mut self) -> Turns {
        let mut best = (self.point.clone(), self.score);
        let mut stalled = 0;
        self.combine_all();
        while !self.is_over() {
            let before = self.score;
            self.substitute();
            self.sweep();
            if !self.is_over() && !self.score.beats(before) {
                self.turn();
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
                self.combine_all();
            }
        }
        self.turns
    }

    /// One of the ways to go on when single coordinates do not help, those that paid more often.
    fn turn(&mut self) {
        let ways: [fn(&mut Self); WAYS] = [
            Self::solve_bits,
            Self::solve_chains,
            Self::repair_moves,
            Self::follow,
            Self::scan,
            Self::sieve,
            Self::backtrack,
            Self::drift,
            Self::meet,
            Self::states,
        ];
        let worth = |(gains, cost): (f64, f64)| (0.5 + gains) / (1.0 + cost);
        let mut left = self.rng.random::<f64>() * self.turns.iter().map(|turn| worth(*turn)).sum::<f64>();
        let way = self.turns.iter().position(|turn| {
            left -= worth(*turn);
            left < 0.0
        });
        let way = way.unwrap_or(0);
        let (before, evaluations) = (self.score, self.evaluations);
        self.turn_ends = evaluations + TURN;
        ways[way](self);
        let (gains, cost) = &mut self.turns[way];
        *gains = 0.9 * *gains + f64::from(u8::from(self.score.beats(before)));
        let spent = (self.evaluations - evaluations) as f64 / TURN as f64;
        *cost = 0.9 * *cost + spent.min(DEAREST);
    }

    /// May so many instructions' worth of computing be spent? They count as the evaluations that they would pay for.
    fn afford(&mut self, instructions: u64) -> bool {
        let affordable = self.objective.afford(instructions);
        if affordable {
            self.evaluations += instructions / self.objective.effort().unwrap_or(0).max(RUN);
        }
        affordable
    }

    /// Has the turn cost enough?
    fn is_turn_over(&self) -> bool {
        self.is_over() || self.evaluations >= self.turn_ends
    }

    fn is_over(&self) -> bool {
        self.score.is_hit() || self.objective.is_over()
    }

    /// Some coordinates in random order, all if there are not too many.
    fn shuffled(&mut self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.point.len()).collect();
        for last in (1..order.len()).rev() {
            order.swap(last, below(self.rng, last as u128) as usize);
        }
        order.truncate(SWEEP);
        order
    }

    /// Every coordinate once.
    fn sweep(&mut self) {
        for at in self.shuffled() {
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
        let score = self.objective.score(&mut replay.with_special(self.special));
        self.tried_sides = self.objective.sides();
        self.evaluations += 1;
        score
    }

    /// The point evaluated, with the states that it goes through.
    fn evaluate_states(&mut self, states: &mut Vec<u64>) -> Score {
        let Hunter { point, space, rng, tried, scratch, .. } = self;
        let replay = Replay::new(space, point, &[], *rng, tried, scratch);
        let score = self.objective.score_states(&mut replay.with_special(self.special), states);
        self.tried_sides = self.objective.sides();
        self.evaluations += TRACKED;
        score
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
        (self.score, self.sides) = (score, self.tried_sides);
    }

    /// The key moved by a signed number of steps, if that stays on the axis.
    fn moved(&self, at: usize, by: i128) -> Option<i128> {
        let entry = self.point.entries[at];
        entry.key.checked_add(by).filter(|key| self.space.axis(entry).contains(*key))
    }
}
