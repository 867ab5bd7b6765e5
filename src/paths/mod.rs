//! The paths that are known to be possible.
//!
//! [`trie`] keeps them, with loops merged and within bounded memory.

pub mod trie;

pub use trie::{Node, Path, Trie};
