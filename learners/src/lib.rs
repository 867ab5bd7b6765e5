//! What past runs taught. Learners see an [`Observation`], never C, LLVM, machine code or a solver.

mod observation;

pub use observation::*;
