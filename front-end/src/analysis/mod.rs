//! What can be known of a program without running it.
//!
//! * [`domain`]: sets of values that stand for what is known; [`memory`] the same for objects.
//! * [`interpret`]: abstract interpretation of the whole program, and its verdict on every check.
//! * [`witness`]: the facts as checks, so that runs can refute them.
//! * [`constant_access`]: checks that need no analysis.
//! * [`flow`]: dominators and control dependence; [`wto`]: the order in which loops are iterated.

pub mod constant_access;
pub mod domain;
pub mod flow;
pub mod interpret;
pub mod memory;
mod trie;
pub mod witness;
pub mod wto;

pub use flow::control_dependence;
