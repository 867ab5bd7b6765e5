//! What is observed, where, and how it is measured: the same for every engine.
//!
//! A [`Plan`] says what to do before an instruction, at the end of a block and at the beginning of a function, given
//! what someone asked for ([`rarebit_learners::Probes`]). Engines carry it out by [`Action::run`], or by code that
//! gives the same bits. Actions only look: they never change what a run does.

mod action;
mod counters;
pub mod distance;
mod loops;
mod notes;
mod plan;
mod record;
mod threads;
mod tree;

pub use action::{Action, Made, Size, Source};
pub use notes::{ASSUMED, SIDES};
pub use plan::{Plan, pointer_params};
pub use record::{Board, Records};
pub use threads::threaded;
pub use tree::Tree;
