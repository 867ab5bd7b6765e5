//! What leaves the tool, as data: input values as text, how a run ended, test files. Only this room knows formats.

mod confirmation;
mod ending;
pub mod property;
mod test_file;
pub mod value;

pub use confirmation::Confirmation;
pub use ending::{Ending, Finding, Frame, limit_name};
pub use test_file::{Input, Test, TestError, inputs};
