//! Constants, and models that are at hand: the state's own, then those of recent answers.

use super::{Answer, Question, Solver};
use crate::symbolic::terms::{Evaluator, Model, Terms};
use std::collections::VecDeque;

/// Models of recent answers that are tried.
const KEPT: usize = 16;

pub struct Quick<S> {
    pub next: S,
    pub questions: u64,
    evaluator: Evaluator,
    models: VecDeque<(Model, Evaluator)>,
}

impl<S> Quick<S> {
    pub fn new(next: S) -> Quick<S> {
        Quick { next, questions: 0, evaluator: Evaluator::default(), models: VecDeque::new() }
    }
}

impl<S: Solver> Solver for Quick<S> {
    fn solve(&mut self, terms: &mut Terms, question: &Question<'_>) -> Answer {
        self.questions += 1;
        match terms.as_const(question.goal) {
            Some(0) => return Answer::Unsat,
            Some(_) => return Answer::Sat(Vec::new()),
            None => {}
        }
        if self.evaluator.value(terms, question.model, question.goal) != 0 {
            return Answer::Sat(Vec::new());
        }
        for (model, evaluator) in &mut self.models {
            let mut holds = |term| evaluator.value(terms, model, term) != 0;
            if holds(question.goal) && question.constraints.iter().all(&mut holds) {
                let vars = terms.vars(question.goal);
                let mut all: Vec<u32> = vars.to_vec();
                question.constraints.iter().for_each(|term| all.extend(terms.vars(term).iter()));
                all.sort_unstable();
                all.dedup();
                return Answer::Sat(all.into_iter().map(|var| (var, model.get(var))).collect());
            }
        }
        let answer = self.next.solve(terms, question);
        if let Answer::Sat(values) = &answer {
            if self.models.len() == KEPT {
                self.models.pop_back();
            }
            self.models.push_front((question.model.with(values.iter().copied()), Evaluator::default()));
        }
        answer
    }
}
