//! The explorer: looks for inputs that make a C program fail.
//!
//! * [`simulate`] runs a program on one input.
//! * [`explore`] decides which inputs to run.
//! * [`sample`] draws inputs by Metropolis–Hastings: pure mathematics.
//! * [`linear`] turns a path into linear inequalities over the inputs; [`paths`] keeps the known paths.
//! * [`symbolic`] follows all paths at once, with terms and a solver.
//! * [`confirm`] runs the original program natively, to judge what was found.
//! * [`output`] is what leaves the tool: values as text, endings, test files.
//! * [`cli`] is the command line: the only place that reads arguments, prints or decides an exit code.

pub mod cli;
pub mod confirm;
pub mod explore;
pub mod linear;
pub mod output;
pub mod paths;
pub mod sample;
pub mod simulate;
pub mod symbolic;
