//! The full path engine: runs the program on all inputs at once.
//!
//! A [`state`] holds values that are known or [`terms`] over the inputs; at every branch, check and assumption that
//! depends on an input both ways are asked for ([`solver`]), and where both exist the state forks ([`executor`],
//! [`step`]). A [`search`] decides which state goes on. Every path that ends gives inputs, and [`explore`] runs them in
//! the simulator, the reference: what the path's end is, is what that run says.
//!
//! Led by one concrete input instead, the same executor is [`concolic`].
//!
//! Every thread has its own executor ([`worker`]); a state that moves to another, or out of memory, is the list of its
//! decisions ([`guide`], [`led`]).
//!
//! A question that is too hard at first waits as a job until nothing else does: the state goes on where its model leads.
//!
//! What was left out is counted, never forgotten: ways that the solver could not decide and values that had to be fixed
//! make the end of an exploration [`Stop::Unknown`], not [`Stop::Exhausted`].

mod concolic;
mod executor;
mod explore;
mod guide;
mod hub;
mod jobs;
mod led;
mod memory;
mod memory_use;
mod rwset;
mod search;
mod solver;
mod state;
mod step;
mod terms;
mod trial;
mod worker;

pub use concolic::{Aim, Follower, Other, Trail};
pub use executor::{End, Gaps};
pub use explore::{Budget, BudgetKind, Exploration, Past, Path, Progress, Pruning, Settings, Stop, explore, resume};
pub use guide::{About, Job, Turn, Way};
pub use rwset::{Mode as RwMode, Visits};
pub use search::{Reach, Strategy};
pub use solver::Halt;

/// The solver that answers, such as Z3 5.4.0.
pub fn solver_version() -> &'static str {
    z3::full_version()
}
