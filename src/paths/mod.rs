//! The paths that are known to be possible.
//!
//! [`trie`] keeps them, with loops merged and within bounded memory; [`segments`] makes longer ones of parts of them.

pub mod segments;
pub mod trie;

pub use segments::{Read, Segment};
pub use trie::{Node, Path, Trie};
