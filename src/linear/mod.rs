//! The linear abstraction: what a path demands of the inputs, as linear inequalities (paper, section 5).
//!
//! A [`walk`](walk::Walk) follows the decisions of a known run through the ir. Every value is an [`Affine`] expression
//! over unknowns with exact integer coefficients, as far as it can be one; a float is one with [slack](real). Beside it
//! stands its *shadow*, the value it has in the known run. Decisions, assumptions and checks that held become rows of a [`System`]. What is not linear
//! becomes a new unknown with a range.
//!
//! Two kinds of systems, apart by type:
//! * [`Sound`]: nothing is taken from the known run but which way it went. Every input on the path satisfies it.
//! * [`Guess`]: addresses, one factor of a product, the side of `≠` and the number of wraps are taken from the known
//!   run, and pinned by rows. Sharper; inputs on the path that differ in these are excluded.
//!
//! [`intervals`] narrows ranges, [`simplify`] makes systems smaller, [`exact`] proves that there is no solution,
//! [`solve`] finds integer points and hands polytopes to the sampler, [`describe`] says it in source terms. Nothing here
//! runs a program.

pub mod affine;
pub mod condition;
pub mod describe;
pub mod exact;
mod floats;
pub mod intervals;
mod memory;
mod operations;
pub mod real;
pub mod simplify;
pub mod solve;
mod steps;
pub mod system;
mod value;
pub mod walk;

pub use affine::{Affine, Unknown};
pub use system::{Guess, Relation, Row, Sound, Source, System};
pub use walk::{Aim, Mode, Oracle, Turn, Walk, Walked, Watches};
