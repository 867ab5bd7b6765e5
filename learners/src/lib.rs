//! What past runs taught. Learners see an [`Observation`], never C, LLVM, machine code or a solver.
//!
//! A [`Learner`] has knowledge (it can be saved and merged), a bias (a log-weight for an observation, higher the further
//! from what was seen) and goals. A [`Team`] multiplies biases. One file each: [`coverage`], [`ranges`], [`call_grams`],
//! [`violation`], [`approach`], [`pointers`].

pub mod approach;
pub mod call_grams;
pub mod coverage;
mod learner;
mod observation;
pub mod pointers;
pub mod ranges;
pub mod violation;

pub use learner::*;
pub use observation::*;
