//! Loads and stores.
//!
//! An offset that is not known is one of finitely many inside the object. A load becomes a table of what lies there, with
//! the offset as index; a store makes every place that may be meant a choice between the old value and the new. Where
//! there are too many places the offset is pinned.

use super::pointers::{Place, Wanted};
use crate::simulate::Access;
use crate::symbolic::executor::{Executor, Flow};
use crate::symbolic::memory::Content;
use crate::symbolic::state::State;
use crate::symbolic::terms::{Node, One, Term, Two, Word};
use rarebit_front_end::ir::meaning::wide;
use rarebit_front_end::ir::*;

/// Places that one load may choose from; a store may write fewer, since each costs a term.
const MOST_LOADS: u128 = 1 << 14;
const MOST_STORES: u128 = 1 << 10;

/// The places that an offset may mean: `first + i * step`.
struct Places {
    first: u64,
    step: u64,
    count: u64,
}

impl Executor<'_> {
    pub(super) fn access(&mut self, state: &mut State, inst: Inst, data: &InstData) -> Flow {
        match *data {
            InstData::Load { ptr, origin, check } => {
                let result = self.func(state).insts[inst].results[0];
                let width = self.bits(state, result);
                let wanted = Wanted { access: Access::Read, size: width.div_ceil(8).into(), check };
                let (ptr, origin) = (self.get(state, ptr), origin.expand().map(|origin| self.get(state, origin)));
                match self.resolve(state, ptr, origin, wanted) {
                    Ok(place) => {
                        let pointer = self.func(state).ty(result) == Type::Ptr;
                        let word = self.load(state, place, width, pointer);
                        self.set(state, inst, word);
                        Flow::Next
                    }
                    Err(flow) => flow,
                }
            }
            InstData::Store { value, ptr, origin, check } => {
                let width = self.bits(state, value);
                let wanted = Wanted { access: Access::Write, size: width.div_ceil(8).into(), check };
                let word = self.get(state, value);
                let (ptr, origin) = (self.get(state, ptr), origin.expand().map(|origin| self.get(state, origin)));
                match self.resolve(state, ptr, origin, wanted) {
                    Ok(place) => {
                        self.store(state, place, width, word);
                        Flow::Next
                    }
                    Err(flow) => flow,
                }
            }
            _ => unreachable!("not an access"),
        }
    }

    fn load(&mut self, state: &mut State, place: Place, width: u32, pointer: bool) -> Word {
        let size = u64::from(width.div_ceil(8));
        match self.narrowed(state, place, width, MOST_LOADS) {
            Ok(offset) => {
                state.reads_bytes(place.base, offset, size, pointer);
                state.space.get(place.base).content.load(&mut self.terms, offset as usize, width)
            }
            Err(offset) => {
                let places = self.places(state, place.base, offset, width);
                state.reads_bytes(place.base, places.first, (places.count - 1) * places.step + size, false);
                let object = state.space.objects[&place.base].clone();
                self.load_any(&object.content, offset, &places, width)
            }
        }
    }

    /// What lies at a place of some content of the object.
    pub(super) fn load_from(&mut self, state: &mut State, content: &Content, place: Place, width: u32) -> Word {
        match self.narrowed(state, place, width, MOST_LOADS) {
            Ok(offset) => content.load(&mut self.terms, offset as usize, width),
            Err(offset) => {
                let places = self.places(state, place.base, offset, width);
                self.load_any(content, offset, &places, width)
            }
        }
    }

    fn load_any(&mut self, content: &Content, offset: Term, places: &Places, width: u32) -> Word {
        let mut entries = Vec::with_capacity(places.count as usize);
        for i in 0..places.count {
            let at = (places.first + i * places.step) as usize;
            entries.push(content.load(&mut self.terms, at, width).term(&mut self.terms, width));
        }
        let index = self.index(offset, places);
        let chosen = self.terms.table(&entries, index);
        Word::of(&self.terms, chosen)
    }

    fn store(&mut self, state: &mut State, place: Place, width: u32, value: Word) {
        match self.narrowed(state, place, width, MOST_STORES) {
            Ok(offset) => {
                state.writes_bytes(place.base, offset, u64::from(width.div_ceil(8)));
                let content = &mut state.space.get_mut(place.base).content;
                content.store(&mut self.terms, offset as usize, width, value);
            }
            Err(offset) => {
                let places = self.places(state, place.base, offset, width);
                let content = &mut state.space.get_mut(place.base).content;
                self.store_any(content, offset, &places, width, value);
            }
        }
    }

    /// Writes to a place of some content of the object.
    pub(super) fn store_to(&mut self, state: &mut State, content: &mut Content, place: Place, width: u32, value: Word) {
        match self.narrowed(state, place, width, MOST_STORES) {
            Ok(offset) => content.store(&mut self.terms, offset as usize, width, value),
            Err(offset) => {
                let places = self.places(state, place.base, offset, width);
                self.store_any(content, offset, &places, width, value);
            }
        }
    }

    fn store_any(&mut self, content: &mut Content, offset: Term, places: &Places, width: u32, value: Word) {
        let value = value.term(&mut self.terms, width);
        let bits = self.terms.width(offset);
        for i in 0..places.count {
            let at = places.first + i * places.step;
            let here = self.terms.constant(bits, at.into());
            let here = self.terms.eq(offset, here);
            let old = content.load(&mut self.terms, at as usize, width).term(&mut self.terms, width);
            let new = self.terms.ite(here, value, old);
            let new = Word::of(&self.terms, new);
            content.store(&mut self.terms, at as usize, width, new);
        }
    }

    /// A known offset, or a term with few enough values.
    fn narrowed(&mut self, state: &mut State, place: Place, width: u32, most: u128) -> Result<u64, Term> {
        let term = match place.offset {
            Word::Known(offset) => return Ok(offset as u64),
            Word::Term(term) => term,
        };
        let places = self.places(state, place.base, term, width);
        if u128::from(places.count) <= most {
            return Err(term);
        }
        let bits = self.terms.width(term);
        Ok(self.pin(state, place.offset, bits) as u64)
    }

    /// Where an access inside the object can begin, by the offset's bounds and its lowest bits.
    fn places(&self, state: &State, base: u32, offset: Term, width: u32) -> Places {
        let last = u128::from(state.space.get(base).size).saturating_sub(u128::from(width.div_ceil(8)));
        let (low, high) = self.terms.range(offset);
        let (zeros, rest) = self.alignment(offset);
        let step = 1u128 << zeros.min(20);
        let rest = rest & (step - 1);
        let first = low + (rest + step - low % step) % step;
        let high = high.min(last);
        let count = if first > high { 1 } else { (high - first) / step + 1 };
        Places { first: first.min(last) as u64, step: step as u64, count: count as u64 }
    }

    /// So many low bits of the term are those of the number.
    fn alignment(&self, term: Term) -> (u32, u128) {
        let width = self.terms.width(term);
        match self.terms.node(term) {
            Node::Const(bits) => (width, *bits),
            Node::Two(Two::Add, a, b) => {
                let ((m, x), (n, y)) = (self.alignment(*a), self.alignment(*b));
                let known = m.min(n);
                (known, if known == 0 { 0 } else { x.wrapping_add(y) & wide::mask(known) })
            }
            Node::Two(Two::Mul, a, b) => match self.terms.as_const(*b) {
                Some(c) if c != 0 => {
                    let zeros = (self.zeros(*a) + c.trailing_zeros()).min(width);
                    (zeros, 0)
                }
                _ => (0, 0),
            },
            Node::Two(Two::Shl, a, b) => match self.terms.as_const(*b) {
                Some(n) => ((self.zeros(*a) + n as u32).min(width), 0),
                None => (0, 0),
            },
            Node::One(One::Zext | One::Sext, a) => {
                let (known, rest) = self.alignment(*a);
                (known.min(self.terms.width(*a)), rest)
            }
            _ => (0, 0),
        }
    }

    /// Low bits that are zero.
    fn zeros(&self, term: Term) -> u32 {
        let (known, rest) = self.alignment(term);
        if rest == 0 { known } else { rest.trailing_zeros().min(known) }
    }

    /// The number of the place that the offset means.
    fn index(&mut self, offset: Term, places: &Places) -> Term {
        let width = self.terms.width(offset);
        let first = self.terms.constant(width, places.first.into());
        let from = self.terms.sub(offset, first);
        let shift = places.step.trailing_zeros();
        let shifted = if shift == 0 { from } else { self.terms.extract(from, shift, width - shift) };
        // Within bounds the index needs few bits.
        let needed = (u64::BITS - places.count.leading_zeros()).clamp(1, self.terms.width(shifted));
        self.terms.extract(shifted, 0, needed)
    }
}
