//! Guesses at models before Z3 is asked, and again where it does not know.
//!
//! Path conditions have a direction: values were computed from inputs, and what must hold is mostly that some of them are
//! equal to others. Whoever runs the computation backward, or walks toward the equality, or solves it bit by bit from
//! below, often has a model where a solver that knows only clauses searches for hours. A guess counts only when every
//! term, computed anew under it, says so; so nothing here can be wrong, only in vain, and nothing says that there is no
//! model.

mod climb;
mod invert;
mod lift;
mod numbers;
mod tape;
#[cfg(test)]
mod tests;

use super::{Answer, Halt, Question, Solver};
use crate::symbolic::terms::{Term, Terms};
use std::sync::atomic::Ordering;
use tape::Tape;

/// How much may still be computed, in terms.
pub struct Effort {
    left: u64,
    spent: u64,
}

impl Effort {
    pub fn new(most: u64) -> Effort {
        Effort { left: most, spent: 0 }
    }

    pub fn spend(&mut self, terms: usize) {
        self.spent += terms as u64;
        self.left = self.left.saturating_sub(terms as u64);
    }

    pub fn is_over(&self) -> bool {
        self.left == 0
    }
}

/// Numbers that look random and are the same for the same question (splitmix64).
pub struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    /// A word, small as often as large.
    pub fn word(&mut self, width: u32) -> u128 {
        let bits = u128::from(self.next()) << 64 | u128::from(self.next());
        let kept = 1 + self.below(width.into()) as u32;
        let bits = if kept >= 128 { bits } else { bits & ((1 << kept) - 1) };
        if self.below(4) == 0 { bits.wrapping_neg() } else { bits }
    }
}

pub struct Guessing<S> {
    pub next: S,
    halt: Halt,
    /// Terms computed for a question by each way of guessing.
    pub effort: u64,
    /// Guess at what is hard for Z3 before it is asked, not only where it does not know.
    pub eager: bool,
    /// The same for floats.
    pub eager_for_floats: bool,
    /// Terms computed.
    pub spent: u64,
    pub found: u64,
}

impl<S> Guessing<S> {
    pub fn new(next: S, halt: &Halt) -> Guessing<S> {
        Guessing { next, halt: halt.clone(), effort: 0, eager: false, eager_for_floats: false, spent: 0, found: 0 }
    }

    fn guess(&mut self, terms: &Terms, question: &Question<'_>) -> Option<Answer> {
        let goals: Vec<Term> = question.constraints.iter().chain([question.goal]).collect();
        let tape = Tape::new(terms, &goals)?;
        if tape.vars.is_empty() {
            return None;
        }
        let start = tape.values(question.model);
        let mut random = Random(goals.len() as u64);
        let mut attempt = |way: &mut dyn FnMut(&mut Effort) -> Option<Vec<u128>>| {
            let mut effort = Effort::new(self.effort);
            let found = way(&mut effort);
            self.spent += effort.spent;
            found.filter(|values| {
                let again = tape.values(&question.model.with(tape.answer(values)));
                tape.holds(&again)
            })
        };
        let found = attempt(&mut |effort| invert::invert(&tape, &start, effort, &mut random))
            .or_else(|| attempt(&mut |effort| lift::lift(&tape, &start, effort)))
            .or_else(|| attempt(&mut |effort| climb::climb(&tape, &start, effort, &mut Random(1))));
        let found = found?;
        self.found += 1;
        Some(Answer::Sat(tape.answer(&found)))
    }
}

impl<S: Solver> Solver for Guessing<S> {
    fn solve(&mut self, terms: &mut Terms, question: &Question<'_>) -> Answer {
        let mut all = question.constraints.iter().chain([question.goal]);
        let (eager, floats) = (self.eager, self.eager_for_floats);
        let hard = all.any(|term| floats && terms.has_float(term) || eager && terms.is_hard(term));
        if hard && let Some(answer) = self.guess(terms, question) {
            return answer;
        }
        let answer = self.next.solve(terms, question);
        if answer == Answer::Unknown && !hard && !self.halt.load(Ordering::Relaxed) {
            return self.guess(terms, question).unwrap_or(answer);
        }
        answer
    }
}
