//! What can be known of a program without running it.
//!
//! [`domain`] holds the sets of values that stand for what is known.

pub mod domain;
pub mod interpret;
pub mod memory;
mod trie;
pub mod wto;
