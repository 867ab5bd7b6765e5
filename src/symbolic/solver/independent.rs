//! Only the constraints that share inputs with the goal, directly or through others, can stand in its way: the rest hold
//! under the question's model, which keeps its values there.

use super::{Answer, Question, Solver};
use crate::symbolic::state::Constraints;
use crate::symbolic::terms::{Term, Terms};
use rustc_hash::FxHashSet;

pub struct Independent<S> {
    pub next: S,
}

impl<S> Independent<S> {
    pub fn new(next: S) -> Independent<S> {
        Independent { next }
    }
}

impl<S: Solver> Solver for Independent<S> {
    fn solve(&mut self, terms: &mut Terms, question: &Question<'_>) -> Answer {
        let mut vars: FxHashSet<u32> = terms.vars(question.goal).iter().copied().collect();
        let mut left: Vec<Term> = question.constraints.iter().collect();
        let mut kept = Vec::new();
        loop {
            let before = left.len();
            left.retain(|&constraint| {
                let own = terms.vars(constraint);
                let related = own.iter().any(|var| vars.contains(var));
                if related {
                    vars.extend(own.iter());
                    kept.push(constraint);
                }
                !related
            });
            if left.len() == before {
                break;
            }
        }
        kept.sort_unstable();
        kept.dedup();
        let constraints = kept.into_iter().collect::<Constraints>();
        self.next.solve(terms, &Question { constraints: &constraints, ..*question })
    }
}
