//! Answers to questions that were asked before, by any state: the same question; one that asks for more than what was
//! found impossible is impossible too.

use super::{Answer, Question, Solver};
use crate::symbolic::terms::{Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Impossible sets that are looked through for a subset.
const KEPT: usize = 64;

pub struct Remembering<S> {
    pub next: S,
    answers: FxHashMap<Box<[Term]>, Answer>,
    impossible: std::collections::VecDeque<Box<[Term]>>,
}

impl<S> Remembering<S> {
    pub fn new(next: S) -> Remembering<S> {
        Remembering { next, answers: FxHashMap::default(), impossible: Default::default() }
    }
}

impl<S: Solver> Solver for Remembering<S> {
    fn solve(&mut self, terms: &mut Terms, question: &Question<'_>) -> Answer {
        let mut key: Vec<Term> = question.constraints.iter().chain([question.goal]).collect();
        key.sort_unstable();
        key.dedup();
        let key: Box<[Term]> = key.into();
        if let Some(answer) = self.answers.get(&key) {
            return answer.clone();
        }
        let all: FxHashSet<Term> = key.iter().copied().collect();
        if self.impossible.iter().any(|set| set.len() <= key.len() && set.iter().all(|term| all.contains(term))) {
            self.answers.insert(key, Answer::Unsat);
            return Answer::Unsat;
        }
        let answer = self.next.solve(terms, question);
        if answer == Answer::Unsat {
            if self.impossible.len() == KEPT {
                self.impossible.pop_back();
            }
            self.impossible.push_front(key.clone());
        }
        // A question that was too hard may be asked again: another order of work may answer it.
        if answer != Answer::Unknown {
            self.answers.insert(key, answer.clone());
        }
        answer
    }
}
