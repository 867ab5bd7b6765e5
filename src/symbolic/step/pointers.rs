//! Which object a pointer means.
//!
//! A known pointer is looked up. An unknown one is split: first by the object that the state's model says, then by the
//! next, until all that is left points nowhere, which is an error. Where the program says what object is meant (the
//! origin), there is only that one to ask about.

use crate::simulate::{Access, plan};
use crate::symbolic::executor::{Decision, End, Executor, Flow};
use crate::symbolic::memory::{Life, Object};
use crate::symbolic::state::State;
use crate::symbolic::terms::{Term, Word};
use rarebit_front_end::ir::{Check, IntCond};

/// Objects that one question may be about.
const MOST_OBJECTS: usize = 4096;

/// Bytes inside a living object: its address, and an offset within bounds.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub base: u32,
    pub offset: Word,
}

/// An access: what for, to how many bytes, and the check that fails with it.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    pub access: Access,
    pub size: u64,
    pub check: Check,
}

/// How many bytes from the object's beginning may be touched.
fn allowed(object: &Object, access: Access) -> u64 {
    let possible = object.life == Life::Live && !(access == Access::Write && object.constant);
    if possible { object.size.into() } else { 0 }
}

impl Executor<'_> {
    fn pointer_bits(&self) -> u32 {
        self.program.model.pointer_bits()
    }

    /// The place that an access goes to. `Err`: what comes instead of it.
    pub(super) fn resolve(
        &mut self,
        state: &mut State,
        ptr: Word,
        origin: Option<Word>,
        wanted: Wanted,
    ) -> Result<Place, Flow> {
        let origin = origin.filter(|origin| *origin != ptr);
        // An origin that is inside no object, or one past its end, says nothing.
        let meant = origin.and_then(Word::known).and_then(|origin| {
            let (base, object) = state.space.at(origin as u64)?;
            (origin <= u128::from(base) + u128::from(object.size)).then_some(base)
        });
        match (ptr, meant) {
            (Word::Known(address), _) => self.resolve_known(state, address as u64, origin, meant, wanted),
            (Word::Term(ptr), Some(base)) => self.resolve_meant(state, ptr, base, wanted),
            (Word::Term(ptr), None) => self.resolve_any(state, ptr, origin, wanted),
        }
    }

    fn resolve_known(
        &mut self,
        state: &mut State,
        address: u64,
        origin: Option<Word>,
        meant: Option<u32>,
        wanted: Wanted,
    ) -> Result<Place, Flow> {
        let failed = Err(Flow::End(End::Failed(wanted.check)));
        let Some((base, object)) = state.space.at(address) else {
            if address >= plan::NULL_END {
                state.looks_around();
            }
            return failed;
        };
        let offset = address - u64::from(base);
        let fits = offset.checked_add(wanted.size).is_some_and(|end| end <= allowed(object, wanted.access));
        if !fits || meant.is_some_and(|meant| meant != base) {
            state.touches(base);
            return failed;
        }
        state.touches(base);
        if let Some(Word::Term(origin)) = origin {
            self.same_object(state, origin, base, wanted)?;
        }
        Ok(Place { base, offset: Word::Known(offset.into()) })
    }

    /// The truth value that the access stays in the object.
    fn inside(&mut self, ptr: Term, base: u32, object: &Object, wanted: Wanted) -> Term {
        match allowed(object, wanted.access).checked_sub(wanted.size) {
            None => self.terms.constant(1, 0),
            Some(last) => {
                let width = self.pointer_bits();
                let offset = self.offset(ptr, base);
                let last = self.terms.constant(width, last.into());
                self.terms.ule(offset, last)
            }
        }
    }

    fn offset(&mut self, ptr: Term, base: u32) -> Term {
        let base = self.terms.constant(self.pointer_bits(), base.into());
        self.terms.sub(ptr, base)
    }

    fn place(&mut self, ptr: Term, base: u32) -> Place {
        let offset = self.offset(ptr, base);
        Place { base, offset: Word::of(&self.terms, offset) }
    }

    fn resolve_meant(&mut self, state: &mut State, ptr: Term, base: u32, wanted: Wanted) -> Result<Place, Flow> {
        state.touches(base);
        let object = state.space.objects[&base].clone();
        let inside = self.inside(ptr, base, &object, wanted);
        let inside = Word::of(&self.terms, inside);
        match self.require(state, inside, End::Failed(wanted.check)) {
            Flow::Next => Ok(self.place(ptr, base)),
            end => Err(end),
        }
    }

    fn resolve_any(
        &mut self,
        state: &mut State,
        ptr: Term,
        origin: Option<Word>,
        wanted: Wanted,
    ) -> Result<Place, Flow> {
        state.looks_around();
        let address = self.choose(state, ptr) as u64;
        let here = state.space.at(address).map(|(base, object)| (base, object.clone()));
        if let Some((base, object)) = here {
            let offset = address - u64::from(base);
            if offset.checked_add(wanted.size).is_some_and(|end| end <= allowed(&object, wanted.access)) {
                let inside = self.inside(ptr, base, &object, wanted);
                let inside = Word::of(&self.terms, inside);
                match self.decide(state, inside) {
                    Decision::Both(other) => self.again(*other),
                    Decision::Is(true) => {}
                    Decision::Is(false) => self.redo(state),
                }
                match origin {
                    Some(Word::Term(origin)) => self.same_object(state, origin, base, wanted)?,
                    // A known origin that names an object was dealt with before.
                    Some(Word::Known(_)) | None => {}
                }
                return Ok(self.place(ptr, base));
            }
        }
        // Here it fails. Is there any object where it would not?
        let objects: Vec<(u32, std::rc::Rc<Object>)> = state
            .space
            .objects
            .iter()
            .filter(|(_, object)| allowed(object, wanted.access) >= wanted.size)
            .map(|(base, object)| (*base, object.clone()))
            .collect();
        if objects.len() > MOST_OBJECTS {
            self.fix(state, Word::Term(ptr), self.pointer_bits());
            return Err(self.nowhere(state, ptr, wanted));
        }
        let mut any = self.terms.constant(1, 0);
        for (base, object) in objects {
            let inside = self.inside(ptr, base, &object, wanted);
            any = self.terms.or(any, inside);
        }
        let any = Word::of(&self.terms, any);
        match self.decide(state, any) {
            Decision::Is(false) => Err(self.nowhere(state, ptr, wanted)),
            Decision::Is(true) => {
                state.frame.at = self.here;
                state.splits += 1;
                Err(Flow::Next)
            }
            Decision::Both(mut other) => {
                let end = self.nowhere(&mut other, ptr, wanted);
                if let Flow::End(end) = end {
                    self.finish(*other, end);
                }
                state.frame.at = self.here;
                state.splits += 1;
                Err(Flow::Next)
            }
        }
    }

    /// A pointer that points nowhere: the null pointer and the rest are two different errors.
    fn nowhere(&mut self, state: &mut State, ptr: Term, wanted: Wanted) -> Flow {
        let end = Word::Known(plan::NULL_END.into());
        let null = self.terms.icmp(IntCond::Ult, self.pointer_bits(), Word::Term(ptr), end);
        if let Decision::Both(other) = self.decide(state, null) {
            self.finish(*other, End::Failed(wanted.check));
        }
        Flow::End(End::Failed(wanted.check))
    }

    /// Goes on where the origin lies in the object that the access goes to.
    fn same_object(&mut self, state: &mut State, origin: Term, base: u32, wanted: Wanted) -> Result<(), Flow> {
        let size = state.space.get(base).size;
        let width = self.pointer_bits();
        let offset = self.offset(origin, base);
        let size = self.terms.constant(width, size.into());
        let inside = self.terms.ule(offset, size);
        let inside = Word::of(&self.terms, inside);
        match self.require(state, inside, End::Failed(wanted.check)) {
            Flow::Next => Ok(()),
            end => Err(end),
        }
    }
}
