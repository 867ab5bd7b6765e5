//! The paths that are known to be possible.
//!
//! [`trie`] keeps them, with loops merged, calls matched with returns, and within bounded memory; [`nearness`] says how far a
//! goal is from one; [`segments`] makes longer ones of parts of them.

pub mod nearness;
pub mod segments;
pub mod trie;

pub use nearness::Nearness;
pub use segments::{Read, Segment};
pub use trie::{Calls, Cursor, Node, Path, Trie};
