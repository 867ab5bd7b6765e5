//! What leaves the tool, as data: input values as text, how a run ended, the path it took, test files, campaigns,
//! plots, and suites in everybody's formats ([`suite`]), which also come back in as seeds ([`seed`]). Only this room
//! knows formats.

mod campaign;
mod confirmation;
mod ending;
pub mod html;
mod letters;
pub mod plot;
pub mod property;
pub mod seed;
pub mod suite;
pub mod task;
mod test_file;
pub mod trace;
mod unfinished;
pub mod value;

/// Is this a place in the program that is made to call one function? Nobody has its text.
pub fn in_harness(place: &str) -> bool {
    place.strip_prefix(rarebit_front_end::lift::HARNESS).is_some_and(|rest| rest.starts_with(':'))
}

pub use campaign::{Campaign, CampaignError, Moment, State as CampaignState, kept_tests, lock};
pub use confirmation::Confirmation;
pub use ending::{Ending, Finding, Frame, limit_name};
pub use test_file::{Input, Test, TestError, inputs, write_atomically};
pub use unfinished::{Unfinished, UnfinishedError, read_inputs};
