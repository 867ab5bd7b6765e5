//! C → program representation → fewer, smaller questions.
//!
//! * [`ir`] is the one language everybody speaks: entities, types, meaning, text form, verifier.
//! * [`analysis`] finds out what holds in every run; [`simplify`] makes the program smaller by it.
//! * [`lift`] runs clang and turns LLVM bitcode into ir. Nobody else knows LLVM.
//! * [`instrument`] adds the checks that cost time, when they are asked for.
//!
//! This crate knows nothing of sampling, learning or solvers.

pub mod analysis;
pub mod instrument;
pub mod ir;
pub mod lift;
pub mod simplify;
