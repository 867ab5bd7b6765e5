//! Metropolis–Hastings and its proposals: pure mathematics (paper, section 3).
//!
//! It sees a [`Space`] of axes, perhaps a [`Polytope`], and a [`Target`] whose evaluation asks for coordinates; it never
//! sees a program. The generator is passed in.
//!
//! * [`axis`], [`point`]: mixed integer and float coordinates as keys; points whose length evaluation decides.
//! * [`kernel`]: the chain, the acceptance rule, the paper's stopping rule. [`proposal`], [`chord`]: ways to step, each
//!   symmetric or with its ratio. [`population`]: tempering and crossover between chains.
//! * [`polytope`], [`hermite`], [`simplex`]: linear constraints, integer equations, points to start from.
//! * [`diagnostics`], [`bandit`]: how chains do, and which proposals to prefer.
//! * [`hunter`]: searches that want one hit and do not keep detailed balance. Their visits are no samples.

pub mod axis;
pub mod bandit;
pub mod chord;
pub mod diagnostics;
pub mod hermite;
pub mod hunter;
pub mod kernel;
pub mod point;
pub mod polytope;
pub mod population;
pub mod proposal;
pub mod simplex;
#[cfg(test)]
mod tests;

pub use axis::Axis;
pub use kernel::{Chain, GrowthRule, Mixture, Proposal, Step, Target};
pub use point::{Change, Entry, Name, Point, Replay, Scratch, Space};
pub use polytope::Polytope;
