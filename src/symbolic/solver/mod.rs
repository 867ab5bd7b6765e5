//! Is there an input that goes this way too? A stack of solvers behind one trait, each of which answers what it can and
//! asks the next one for the rest:
//!
//! [`Quick`] (constants, the models at hand) → [`Independent`] (only what shares inputs with the question) →
//! [`Remembering`] (what was asked before) → [`Smt`] (Z3, incremental, with a limit of its resource units).
//!
//! Every question comes with a model of the constraints, because every state has one; so the answer is only about the
//! goal, and an answer names only the inputs it changes. `Unknown` is never taken for `Unsat`.

mod independent;
mod log;
mod quick;
mod remembering;
mod smt;
mod translate;

pub use independent::Independent;
pub use log::Log;
pub use quick::Quick;
pub use remembering::Remembering;
pub use smt::Smt;

use super::state::Constraints;
use super::terms::{Model, Term, Terms};

/// Can the goal hold together with the constraints?
pub struct Question<'a> {
    /// All hold under the model.
    pub constraints: &'a Constraints,
    pub goal: Term,
    pub model: &'a Model,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Under the question's model with these values instead.
    Sat(Vec<(u32, u128)>),
    Unsat,
    Unknown,
}

pub trait Solver {
    fn solve(&mut self, terms: &mut Terms, question: &Question<'_>) -> Answer;
}

/// What the solvers did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Questions put to the whole stack.
    pub questions: u64,
    /// Of these, how many came down to Z3.
    pub queries: u64,
    pub unknown: u64,
    /// Time in Z3.
    pub time: std::time::Duration,
}

/// The whole stack.
pub type Stack = Quick<Independent<Remembering<Smt>>>;

/// A stack whose Z3 gets so many resource units per query.
pub fn stack(limit: u32) -> Stack {
    Quick::new(Independent::new(Remembering::new(Smt::new(limit))))
}

impl Stack {
    /// Z3 gives up at this time.
    pub fn set_deadline(&mut self, deadline: Option<std::time::Instant>) {
        self.next.next.next.deadline = deadline;
    }

    /// Z3's resource units per query from now on.
    pub fn set_limit(&mut self, limit: u32) {
        self.next.next.next.set_limit(limit);
    }

    /// Z3's resource units spent, about.
    pub fn spent(&self) -> u64 {
        self.next.next.next.spent
    }

    /// Writes every question to Z3 into this directory from now on.
    pub fn log_to(&mut self, directory: &std::path::Path, worker: usize) {
        self.next.next.next.log = Some(Log::new(directory, worker));
    }

    pub fn counts(&self) -> Counts {
        let smt = &self.next.next.next;
        Counts { questions: self.questions, queries: smt.queries, unknown: smt.unknown, time: smt.time }
    }
}
