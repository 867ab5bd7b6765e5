//! The full path engine: runs the program on all inputs at once.
//!
//! A [`state`] holds values that are known or [`terms`] over the inputs; at every branch, check and assumption that
//! depends on an input both ways are asked for ([`solver`]), and where both exist the state forks ([`executor`],
//! [`step`]). A [`search`] decides which state goes on. Every path that ends gives inputs, and [`explore`] runs them in
//! the simulator, the reference: what the path's end is, is what that run says.
//!
//! What was left out is counted, never forgotten: ways that the solver could not decide and values that had to be fixed
//! make the end of an exploration [`Stop::Unknown`], not [`Stop::Exhausted`].

mod executor;
mod explore;
mod memory;
mod rwset;
mod search;
mod solver;
mod state;
mod step;
mod terms;

pub use executor::{End, Gaps};
pub use explore::{Budget, BudgetKind, Exploration, Path, Progress, Pruning, Settings, Stop, explore};
pub use rwset::{Mode as RwMode, Visits};
pub use search::Strategy;
