//! The program's memory in a state: the same objects at the same addresses as in the simulator, shared between the
//! copies of a state until one of them writes.
//!
//! Addresses of objects are always known; what is symbolic is a pointer's value. Bytes are known or terms
//! ([`content`]); where objects lie and when they live is decided as the simulator does ([`space`]), so that a test made
//! from a state meets the same addresses when it runs.

mod content;
mod space;

pub use content::Content;
pub use space::{FrameLayout, Kind, Life, Object, Objects, Space};

pub use crate::simulate::plan::PAGE;
use crate::simulate::plan::pages_of;

/// Bytes of the pages that an object of this size takes.
pub fn extent(size: u64) -> u64 {
    pages_of(size).saturating_mul(PAGE.into())
}
