//! Checks that cost time in every run, put into the program only when somebody asks for them.
//!
//! They are ordinary instructions and `check`s, so every execution understands them. Edges, sites and all other checks
//! keep their ids: new checks come behind the old ones, in an order that only the program decides.

mod leak;
mod uninit;

use crate::ir::{CheckClass, ClassSet, Program};

/// Adds the checks of the selected classes that are not there from the beginning: `uninit`, `leak`, `unfreed`.
pub fn instrument(program: &mut Program, classes: ClassSet) {
    leak::instrument(program, classes);
    if classes.contains(CheckClass::Uninit) {
        uninit::instrument(program);
    }
}
