//! Is there an input that goes this way too? A stack of solvers behind one trait, each of which answers what it can and
//! asks the next one for the rest:
//!
//! [`Quick`] (constants, the models at hand) → [`Independent`] (only what shares inputs with the question) →
//! [`Remembering`] (what was asked before) → [`Guessing`] (models by running the computation backward) → [`Smt`] (Z3,
//! incremental, with a limit of its resource units).
//!
//! Every question comes with a model of the constraints, because every state has one; so the answer is only about the
//! goal, and an answer names only the inputs it changes. `Unknown` is never taken for `Unsat`.

mod guess;
mod independent;
mod log;
mod quick;
mod remembering;
mod smt;
mod translate;
mod watch;

pub use guess::Guessing;
pub use independent::Independent;
pub use log::Log;
pub use quick::Quick;
pub use remembering::Remembering;
pub use smt::Smt;
pub use watch::Halt;

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
pub type Stack = Quick<Independent<Remembering<Guessing<Smt>>>>;

/// A stack whose Z3 gets so many resource units per query, and that asks nothing any more when it is halted.
pub fn stack(limit: u32, halt: &Halt) -> Stack {
    let mut guessing = Guessing::new(Smt::new(limit, halt), halt);
    guessing.effort = efforts(limit);
    Quick::new(Independent::new(Remembering::new(guessing)))
}

/// Terms that are computed for a guess where Z3 gets so many resource units: about the same time.
fn efforts(limit: u32) -> u64 {
    (u64::from(limit) * TERMS_PER_UNIT).min(MOST_TERMS)
}

/// A resource unit takes so many times longer in questions about floats.
const DEARER: u32 = 6;
/// A resource unit takes as long as so many terms.
const TERMS_PER_UNIT: u64 = 4;
/// Nobody waits longer for a guess.
const MOST_TERMS: u64 = 30_000_000;

impl Stack {
    fn guessing(&mut self) -> &mut Guessing<Smt> {
        &mut self.next.next.next
    }

    /// Guess at what is hard for Z3 before asking it.
    pub fn set_eager(&mut self) {
        self.guessing().eager = true;
    }

    /// Z3 gives up at this time.
    pub fn set_deadline(&mut self, deadline: Option<std::time::Instant>) {
        self.guessing().next.deadline = deadline;
    }

    /// Z3's resource units per query from now on, and no great patience with floats: guesses come first.
    pub fn set_limit(&mut self, limit: u32) {
        self.guessing().effort = efforts(limit);
        self.guessing().eager_for_floats = true;
        self.guessing().next.set_limits(limit, limit / DEARER);
    }

    /// Z3's resource units per query from now on, however long a unit takes.
    pub fn set_patience(&mut self, limit: u32) {
        self.guessing().effort = efforts(limit);
        self.guessing().eager_for_floats = false;
        self.guessing().next.set_limits(limit, limit);
    }

    /// Z3's resource units spent, about, or what guesses cost instead.
    pub fn spent(&self) -> u64 {
        let guessing = &self.next.next.next;
        guessing.next.spent + guessing.spent / TERMS_PER_UNIT
    }

    /// Writes every question to Z3 into this directory from now on.
    pub fn log_to(&mut self, directory: &std::path::Path, worker: usize) {
        self.guessing().next.log = Some(Log::new(directory, worker));
    }

    pub fn counts(&self) -> Counts {
        let smt = &self.next.next.next.next;
        Counts { questions: self.questions, queries: smt.queries, unknown: smt.unknown, time: smt.time }
    }
}
