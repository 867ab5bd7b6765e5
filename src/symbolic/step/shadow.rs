//! What the classes `uninit`, `leak` and `unfreed` need: which bits were never assigned, and which heap objects nothing
//! points to at the end. The program keeps the books itself, by instructions that were put into it; this is what they do.

use super::pointers::Place;
use crate::simulate::plan;
use crate::symbolic::executor::{Executor, Flow};
use crate::symbolic::memory::{Content, Kind, Life, Object};
use crate::symbolic::state::State;
use crate::symbolic::terms::{Two, Word};
use rarebit_front_end::ir::{HostFn, IntCond};
use std::collections::BTreeSet;
use std::rc::Rc;

type Arg = (Word, u32);

impl Executor<'_> {
    pub(super) fn shadow(&mut self, state: &mut State, func: HostFn, args: &[Arg]) -> Result<Word, Flow> {
        let arg = |i: usize| args.get(i).copied().unwrap_or((Word::ZERO, 64));
        let known = |executor: &mut Self, state: &mut State, i: usize| executor.pin(state, arg(i).0, arg(i).1);
        Ok(match func {
            HostFn::ShadowLoad => {
                let size = known(self, state, 1) as u64;
                self.shadow_load(state, arg(0).0, size)
            }
            HostFn::ShadowStore => {
                let size = known(self, state, 2) as u64;
                self.shadow_store(state, arg(0).0, size, arg(1).0);
                Word::ZERO
            }
            HostFn::ShadowCopy => {
                let [to, from, size] = [0, 1, 2].map(|i| known(self, state, i) as u64);
                let bytes: Vec<Word> = (0..size).map(|i| shadow_byte(state, from + i)).collect();
                bytes.into_iter().zip(to..).for_each(|(byte, at)| set_shadow_byte(state, at, byte));
                Word::ZERO
            }
            HostFn::ShadowFill => {
                let [to, byte, size] = [0, 1, 2].map(|i| known(self, state, i) as u64);
                (to..to + size).for_each(|at| set_shadow_byte(state, at, Word::Known((byte & 0xff).into())));
                Word::ZERO
            }
            HostFn::ShadowTest => {
                let [from, size] = [0, 1].map(|i| known(self, state, i) as u64);
                let mut all = Word::Known(1);
                for at in from..from + size {
                    let byte = shadow_byte(state, at);
                    let assigned = self.terms.icmp(IntCond::Eq, 8, byte, Word::ZERO);
                    let (a, b) = (all.term(&mut self.terms, 1), assigned.term(&mut self.terms, 1));
                    let both = self.terms.two(Two::And, a, b);
                    all = Word::of(&self.terms, both);
                }
                all
            }
            HostFn::Mark => {
                state.space.mark = known(self, state, 0) as u32;
                Word::ZERO
            }
            HostFn::Returned => {
                state.space.returned = true;
                Word::ZERO
            }
            HostFn::Leaked => Word::Known(self.leaked(state).into()),
            HostFn::Unfreed => {
                let heap = living(state).find(|(_, object)| object.kind == Kind::Heap);
                Word::Known(heap.map_or(0, |(_, object)| object.owner).into())
            }
            _ => unreachable!("not about shadows or leaks"),
        })
    }

    /// The object that an address means: accesses were legal, so there is one and no other.
    fn shadowed(&mut self, state: &State, address: Word) -> Option<Place> {
        let (base, _) = state.space.at(self.value_of(state, address) as u64)?;
        let pointer = self.program.model.pointer_bits();
        let start = self.terms.constant(pointer, base.into());
        let address = address.term(&mut self.terms, pointer);
        let offset = self.terms.sub(address, start);
        Some(Place { base, offset: Word::of(&self.terms, offset) })
    }

    fn shadow_load(&mut self, state: &mut State, address: Word, size: u64) -> Word {
        let Some(place) = self.shadowed(state, address) else { return Word::ZERO };
        let Some(shadow) = state.space.get(place.base).shadow.clone() else { return Word::ZERO };
        self.load_from(state, &shadow, place, size as u32 * 8)
    }

    fn shadow_store(&mut self, state: &mut State, address: Word, size: u64, value: Word) {
        let Some(place) = self.shadowed(state, address) else { return };
        let object = state.space.get(place.base);
        if object.shadow.is_none() && value == Word::ZERO {
            return;
        }
        let mut shadow = object.shadow.clone().unwrap_or_else(|| Content::zero(object.size as usize));
        self.store_to(state, &mut shadow, place, size as u32 * 8, value);
        state.space.get_mut(place.base).shadow = Some(shadow);
    }

    /// As the simulator's `memory::leaks`: the mark of a heap object that nothing points to, or 0.
    fn leaked(&mut self, state: &mut State) -> u32 {
        if !state.space.returned {
            return 0;
        }
        let objects: Vec<(u32, Rc<Object>)> = living(state).map(|(base, object)| (base, object.clone())).collect();
        let mut reached = BTreeSet::new();
        let mut work = Vec::new();
        for (_, object) in objects.iter().filter(|(_, object)| object.kind != Kind::Heap) {
            work.extend(self.heap_words(state, object).into_iter().filter(|base| reached.insert(*base)));
        }
        while let Some(base) = work.pop() {
            let object = state.space.objects[&base].clone();
            work.extend(self.heap_words(state, &object).into_iter().filter(|base| reached.insert(*base)));
        }
        let lost: Vec<&(u32, Rc<Object>)> =
            objects.iter().filter(|(base, object)| object.kind == Kind::Heap && !reached.contains(base)).collect();
        let mut held = BTreeSet::new();
        for (base, object) in &lost {
            held.extend(self.heap_words(state, object).into_iter().filter(|to| to != base));
        }
        let first = lost.iter().find(|(base, _)| !held.contains(base)).or(lost.first());
        first.map_or(0, |(_, object)| object.owner)
    }

    /// The living heap objects that an object's words point into.
    fn heap_words(&mut self, state: &mut State, object: &Object) -> Vec<u32> {
        let width = self.program.model.pointer_bits();
        let size = (width / 8) as usize;
        let mut found = Vec::new();
        for at in (0..=(object.size as usize).saturating_sub(size)).step_by(size) {
            if at + size > object.size as usize {
                break;
            }
            let address = match object.content.load(&mut self.terms, at, width) {
                Word::Known(bits) => bits,
                // Bytes that may be anything are data; what cannot be below the heap is a pointer to it or behind it.
                Word::Term(term) if self.terms.range(term).0 < u128::from(plan::HEAP.0) => continue,
                word => self.pin(state, word, width),
            };
            if let Some((base, target)) = state.space.at(address as u64)
                && target.kind == Kind::Heap
                && target.life == Life::Live
                && address - u128::from(base) < u128::from(target.size.max(1))
            {
                found.push(base);
            }
        }
        found
    }
}

fn living(state: &State) -> impl Iterator<Item = (u32, &Rc<Object>)> {
    state.space.objects.iter().filter(|(_, object)| object.life == Life::Live).map(|(base, object)| (*base, object))
}

fn shadow_byte(state: &State, address: u64) -> Word {
    let Some((base, object)) = state.space.at(address) else { return Word::ZERO };
    let offset = (address - u64::from(base)) as usize;
    match &object.shadow {
        Some(shadow) if offset < object.size as usize => shadow.get(offset),
        _ => Word::ZERO,
    }
}

fn set_shadow_byte(state: &mut State, address: u64, byte: Word) {
    let Some((base, object)) = state.space.at(address) else { return };
    let offset = (address - u64::from(base)) as usize;
    if offset >= object.size as usize || (object.shadow.is_none() && byte == Word::ZERO) {
        return;
    }
    let object = state.space.get_mut(base);
    let size = object.size as usize;
    object.shadow.get_or_insert_with(|| Content::zero(size)).set(offset, byte);
}
