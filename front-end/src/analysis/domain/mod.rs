//! Abstract values: sets of concrete values that can be computed with.

mod float;
mod int;
mod int_ops;
mod pointer;
mod value;

pub use float::Float;
pub use int::{Int, max_signed, min_signed};
pub use pointer::{Object, Place, Pointer};
pub use value::Abs;

#[cfg(test)]
mod tests;
