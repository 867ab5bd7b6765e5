//! What is known about the inputs that a state's values came from, in a form that does not depend on their names.
//!
//! One state may know less than another: every constraint that it has on these inputs is one of the other, too. Then
//! whatever can happen to the other can happen to it, which is all that pruning needs; nobody asks for equal knowledge.

use super::keys::{Scene, Walk};
use crate::symbolic::state::State;
use crate::symbolic::terms::Term;
use smallvec::SmallVec;

/// What is known about the inputs of a state: constraints, each a number for its shape and the numbers of its inputs.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Conditions {
    /// Bits that tell quickly that one is not among others.
    signature: u64,
    sorted: Box<[u32]>,
}

impl Conditions {
    fn new(mut all: Vec<u32>) -> Conditions {
        all.sort_unstable();
        all.dedup();
        let signature = all.iter().fold(0, |bits, condition| bits | 1 << (condition % 64));
        Conditions { signature, sorted: all.into() }
    }

    /// Does everything that is known here hold there? Then whatever can happen there can happen here.
    pub fn hold_in(&self, other: &Conditions) -> bool {
        if self.signature & !other.signature != 0 || self.sorted.len() > other.sorted.len() {
            return false;
        }
        let mut others = other.sorted.iter();
        self.sorted.iter().all(|condition| others.any(|other| other == condition))
    }
}

impl Walk {
    /// The constraints that share inputs with what was walked, directly or through others.
    pub fn constraints(&mut self, scene: &mut Scene<'_>, state: &State) -> Conditions {
        if self.numbers.is_empty() {
            return Conditions::default();
        }
        let mut left: SmallVec<[Term; 64]> = state.constraints.iter().collect();
        left.reverse();
        for term in &left {
            scene.shapes.shape(scene.terms, *term);
        }
        let mut kept = Vec::new();
        loop {
            let before = left.len();
            left.retain(|term| {
                let shape = scene.shapes.known(*term);
                let related = shape.vars.iter().any(|var| self.numbers.contains_key(var));
                if related {
                    let mut parts: SmallVec<[u32; 8]> = SmallVec::from_slice(&[shape.id]);
                    parts.extend(shape.vars.iter().map(|var| self.number(*var)));
                    kept.push(scene.shapes.condition(&parts));
                }
                !related
            });
            if left.len() == before {
                break;
            }
        }
        Conditions::new(kept)
    }
}
