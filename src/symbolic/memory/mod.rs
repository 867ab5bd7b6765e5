//! The program's memory in a state: the same objects at the same addresses as in the simulator, shared between the
//! copies of a state until one of them writes.
//!
//! Addresses of objects are always known; what is symbolic is a pointer's value. Bytes are known or terms
//! ([`content`]); where objects lie and when they live is decided as the simulator does ([`space`]), so that a test made
//! from a state meets the same addresses when it runs.

mod content;
mod ring;
mod space;

pub use content::Content;
pub use space::{FrameLayout, Kind, Life, Object, Space};

/// Bytes of a page; an object's pages belong to it alone.
pub const PAGE: u32 = 64;
/// Bytes behind the end of an object that belong to nobody.
pub const GAP: u64 = 16;

/// Bytes of the pages that an object of this size takes.
pub fn extent(size: u64) -> u64 {
    size.saturating_add(GAP).div_ceil(PAGE.into()).saturating_mul(PAGE.into())
}
