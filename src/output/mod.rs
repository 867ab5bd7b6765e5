//! What leaves the tool, as data: input values as text, how a run ended, test files, campaigns, plots. Only this room knows formats.

mod campaign;
mod confirmation;
mod ending;
mod letters;
pub mod plot;
pub mod property;
mod test_file;
pub mod value;

pub use campaign::{Campaign, CampaignError};
pub use confirmation::Confirmation;
pub use ending::{Ending, Finding, Frame, limit_name};
pub use test_file::{Input, Test, TestError, inputs};
