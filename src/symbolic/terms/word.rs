//! A value of a run: bits that are known, or a term. Most values of most programs are known, and cost no term.

use super::{Term, Terms};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    Known(u128),
    Term(Term),
}

impl Word {
    pub const ZERO: Word = Word::Known(0);

    pub fn known(self) -> Option<u128> {
        match self {
            Word::Known(bits) => Some(bits),
            Word::Term(_) => None,
        }
    }

    /// As a term of the width.
    pub fn term(self, terms: &mut Terms, width: u32) -> Term {
        match self {
            Word::Known(bits) => terms.constant(width, bits),
            Word::Term(term) => term,
        }
    }

    /// A term as a value; a constant is known.
    pub fn of(terms: &Terms, term: Term) -> Word {
        terms.as_const(term).map_or(Word::Term(term), Word::Known)
    }
}
