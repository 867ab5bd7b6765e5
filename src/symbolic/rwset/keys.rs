//! States as far as a read set sees them, in a form that does not depend on names that nobody can see: which input a
//! value came from, and at which address an object of the heap or of a call happens to lie.
//!
//! A [`Script`] is a read set in that form: registers, then objects, each named by what it is (a global, a slot of a call)
//! or by the first pointer that leads to it. Walking a state along a script gives a key; equal keys mean states that
//! agree on everything the read set names, up to such names. Keys are compared as they stand, not by a hash of them.

use super::facts::Bits;
use super::sets::{Mask, ObjectReads, Pages, ReadSet};
use super::shapes::Shapes;
use super::small::Small;
use crate::symbolic::memory::{Kind, Life, Object, Objects};
use crate::symbolic::state::{Frame, State};
use crate::symbolic::terms::{Terms, Word};
use cranelift_entity::EntityRef;
use rarebit_front_end::ir::{Program, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::Hasher;
use std::rc::Rc;

/// Which object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Name {
    /// At this address.
    Fixed(u32),
    /// A variable of the call at a depth.
    Slot { depth: u32, offset: u32 },
    /// So many dynamic objects of the stack are older.
    Dynamic(u32),
    /// The n-th that a pointer led to.
    Found(u32),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Script {
    registers: Small<u32, Bits>,
    objects: Vec<(Name, Rc<Pages>)>,
    /// Do all objects matter, wherever they lie?
    layout: bool,
    /// Do addresses count as they are? So they do if an object is read that no pointer leads to.
    exact: bool,
}

/// A state with its calls in order.
pub struct View<'a> {
    pub state: &'a State,
    pub frames: Vec<&'a Frame>,
}

impl<'a> View<'a> {
    pub fn new(state: &'a State) -> View<'a> {
        let mut frames = vec![&state.frame];
        let mut callers = &state.callers;
        while let Some(caller) = callers {
            frames.push(&caller.frame);
            callers = &caller.next;
        }
        frames.reverse();
        View { state, frames }
    }

    /// None for objects that only pointers name.
    fn name(&self, base: u32, object: &Object) -> Option<Name> {
        match object.kind {
            Kind::Global => Some(Name::Fixed(base)),
            Kind::Slot => {
                // Frames do not overlap: the one that begins last before the object has it.
                let frames =
                    self.frames.iter().enumerate().filter(|(_, frame)| frame.slots != 0 && frame.slots <= base);
                let (depth, frame) = frames.max_by_key(|(_, frame)| frame.slots)?;
                Some(Name::Slot { depth: depth as u32, offset: base - frame.slots })
            }
            Kind::Dynamic => {
                let newer = self.state.dynamic.iter().position(|other| other == base)?;
                Some(Name::Dynamic((self.state.dynamic.len() - 1 - newer) as u32))
            }
            Kind::Heap => None,
        }
    }

    fn find(&self, name: Name, found: &[u32]) -> Option<u32> {
        match name {
            Name::Fixed(base) => Some(base),
            Name::Slot { depth, offset } => Some(self.frames.get(depth as usize)?.slots + offset),
            Name::Dynamic(older) => {
                let newer = self.state.dynamic.len().checked_sub(older as usize + 1)?;
                self.state.dynamic.iter().nth(newer)
            }
            Name::Found(n) => found.get(n as usize).copied(),
        }
    }
}

/// What a walk needs besides the state.
pub struct Scene<'a> {
    pub program: &'a Program,
    pub terms: &'a Terms,
    pub shapes: &'a mut Shapes,
}

/// A state on its way to a key.
#[derive(Default)]
pub struct Walk {
    tokens: Vec<u64>,
    /// Of the tokens so far.
    hasher: FxHasher,
    /// Numbers of inputs, in the order in which they occur.
    pub numbers: FxHashMap<u32, u32>,
    found: Vec<u32>,
    /// Do addresses count as they are?
    exact: bool,
}

impl Walk {
    pub fn tokens(&self) -> &[u64] {
        &self.tokens
    }

    pub fn into_key(self) -> Box<[u64]> {
        self.tokens.into()
    }

    fn push(&mut self, token: u64) {
        self.hasher.write_u64(token);
        self.tokens.push(token);
    }

    fn extend<const N: usize>(&mut self, tokens: [u64; N]) {
        tokens.into_iter().for_each(|token| self.push(token));
    }

    pub fn number(&mut self, var: u32) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(var).or_insert(next)
    }

    fn word(&mut self, scene: &mut Scene<'_>, view: &View<'_>, word: Word, pointer: bool) {
        let bits = match word {
            Word::Known(bits) => bits,
            Word::Term(term) => {
                let shape = scene.shapes.shape(scene.terms, term);
                self.extend([2, shape.id.into()]);
                for var in shape.vars.iter() {
                    let number = self.number(*var);
                    self.push(number.into());
                }
                return;
            }
        };
        if pointer
            && let Some((base, object)) = view.state.space.at(bits as u64)
            && object.life != Life::Gone
        {
            let name = match view.name(base, object) {
                Some(name) => name,
                None if self.exact => Name::Fixed(base),
                None => Name::Found(self.discover(base)),
            };
            self.push(3);
            self.name(name);
            self.push(bits as u64 - u64::from(base));
        } else if let Ok(bits) = u64::try_from(bits) {
            self.extend([0, bits]);
        } else {
            self.extend([1, bits as u64, (bits >> 64) as u64]);
        }
    }

    fn discover(&mut self, base: u32) -> u32 {
        let known = self.found.iter().position(|found| *found == base);
        known.unwrap_or_else(|| {
            self.found.push(base);
            self.found.len() - 1
        }) as u32
    }

    fn name(&mut self, name: Name) {
        let (kind, a, b): (u64, u32, u32) = match name {
            Name::Fixed(base) => (0, base, 0),
            Name::Slot { depth, offset } => (1, depth, offset),
            Name::Dynamic(older) => (2, older, 0),
            Name::Found(n) => (3, n, 0),
        };
        self.extend([kind << 32 | u64::from(a), b.into()]);
    }

    fn registers(&mut self, scene: &mut Scene<'_>, view: &View<'_>, depth: u32, bits: &Bits) {
        let frame = view.frames[depth as usize];
        let func = &scene.program.funcs[frame.func];
        for at in bits.iter() {
            let pointer = func.ty(Value::new(at)) == Type::Ptr;
            self.word(scene, view, frame.registers[at], pointer);
        }
    }

    /// Size and life.
    fn object(&mut self, object: &Object) {
        let life = match object.life {
            Life::Live => 0,
            Life::Sleeping => 1,
            Life::Gone => 2,
        };
        self.extend([object.size.into(), life << 1 | u64::from(object.constant)]);
    }

    /// None if there is no such byte.
    fn bytes(&mut self, scene: &mut Scene<'_>, view: &View<'_>, base: u32, pages: &Pages) -> Option<()> {
        let object = view.state.space.objects.get(&base)?.clone();
        self.object(&object);
        if object.life == Life::Gone {
            return Some(());
        }
        let size = (scene.program.model.pointer_bits() / 8) as usize;
        for (page, mask) in pages.iter() {
            for group in (0..64).step_by(size) {
                let all = ((1u128 << size) - 1) as u64;
                let Mask { raw, pointers } = *mask;
                let (raw, pointers) = (raw >> group & all, pointers >> group & all);
                let wanted = raw | pointers;
                if wanted == 0 {
                    continue;
                }
                let at = page as usize * 64 + group;
                let last = at + (63 - wanted.leading_zeros()) as usize;
                if last >= object.size as usize {
                    return None;
                }
                // Most bytes are known: those that are wanted, the rest zero.
                if last + 1 == at + size
                    && let Some(plain) = object.content.plain(at, size)
                {
                    let kept = plain.iter().enumerate().rev().map(|(i, byte)| (wanted >> i & 1) * u64::from(*byte));
                    let known = kept.fold(0, |all, byte| all << 8 | byte);
                    self.word(scene, view, Word::Known(known.into()), raw == 0 && wanted == all);
                    continue;
                }
                let bytes = (0..size).filter(|i| wanted >> i & 1 == 1).map(|i| object.content.get(at + i));
                let bytes: smallvec::SmallVec<[Word; 8]> = bytes.collect();
                let places = (0..size).filter(|i| wanted >> i & 1 == 1);
                let whole = bytes.iter().zip(places).try_fold(0, |all, (byte, i)| Some(all | byte.known()? << (8 * i)));
                match whole {
                    Some(known) => self.word(scene, view, Word::Known(known), raw == 0 && wanted == all),
                    None => bytes.into_iter().for_each(|byte| self.word(scene, view, byte, false)),
                }
            }
        }
        Some(())
    }

    /// Which objects live, and where.
    fn layout(&mut self, view: &View<'_>) {
        for (base, object) in view.state.space.objects.iter().filter(|(_, object)| object.life != Life::Gone) {
            self.push((*base).into());
            self.object(object);
        }
    }
}

impl Script {
    /// A read set, as seen from a state.
    pub fn new(scene: &mut Scene<'_>, view: &View<'_>, reads: &ReadSet, alive: &[Rc<Bits>]) -> Script {
        let mut walk = Walk::default();
        let mut registers = Small::default();
        for (depth, bits) in reads.registers.below(view.frames.len() as u32) {
            let mut seen = Bits::default();
            bits.iter().filter(|at| alive[depth as usize].contains(*at)).for_each(|at| seen.insert(at));
            if !seen.is_empty() {
                walk.registers(scene, view, depth, &seen);
                registers.push(depth, seen);
            }
        }
        let mut objects = Vec::new();
        let mut left: Vec<&ObjectReads> = Vec::new();
        for (_, reads) in reads.objects.iter() {
            let object = view.state.space.objects.get(&reads.base);
            match object.and_then(|object| view.name(reads.base, object)) {
                Some(name) => objects.push((name, reads.pages.clone())),
                None => left.push(reads),
            }
        }
        // Small ones first: where states differ, they often differ there already.
        objects.sort_by_key(|(name, pages)| (pages.len(), view.find(*name, &[])));
        for (name, pages) in &objects {
            if let Some(base) = view.find(*name, &[]) {
                walk.bytes(scene, view, base, pages);
            }
        }
        let mut next = 0;
        while let Some(&base) = walk.found.get(next) {
            if let Some(at) = left.iter().position(|reads| reads.base == base) {
                let reads = left.swap_remove(at);
                walk.bytes(scene, view, base, &reads.pages);
                objects.push((Name::Found(next as u32), reads.pages.clone()));
            }
            next += 1;
        }
        let exact = !left.is_empty();
        if exact {
            left.sort_by_key(|reads| reads.base);
            let fixed = |name| view.find(name, &walk.found).map_or(name, Name::Fixed);
            for (name, _) in objects.iter_mut().filter(|(name, _)| matches!(name, Name::Found(_))) {
                *name = fixed(*name);
            }
            objects.extend(left.into_iter().map(|reads| (Name::Fixed(reads.base), reads.pages.clone())));
        }
        Script { registers, objects, layout: reads.layout, exact }
    }

    /// A state along the script, as long as `goes_on` says so of the hash of the tokens so far; none if it does not, or if something is
    /// not there at all.
    pub fn walk(
        &self,
        scene: &mut Scene<'_>,
        view: &View<'_>,
        mut goes_on: impl FnMut(usize, u64) -> bool,
    ) -> Option<Walk> {
        let mut walk = Walk { exact: self.exact, ..Walk::default() };
        for (depth, bits) in self.registers.iter() {
            walk.registers(scene, view, depth, bits);
        }
        for (stage, (name, pages)) in self.objects.iter().enumerate() {
            if !goes_on(stage, walk.hasher.finish()) {
                return None;
            }
            let base = view.find(*name, &walk.found)?;
            walk.bytes(scene, view, base, pages)?;
        }
        if self.layout {
            walk.layout(view);
        }
        Some(walk)
    }

    /// The read set, as seen from a state that was walked.
    pub fn reads(&self, view: &View<'_>, walk: &Walk) -> ReadSet {
        let mut reads = ReadSet { layout: self.layout, ..ReadSet::default() };
        reads.registers = self.registers.clone();
        for (name, pages) in &self.objects {
            if let Some(base) = view.find(*name, &walk.found)
                && let Some(object) = view.state.space.objects.get(&base)
            {
                reads.objects.insert(object.birth, ObjectReads { base, pages: pages.clone() });
            }
        }
        reads
    }
}

/// Everything in a state that some code may still read, but for objects that are as they were in the beginning. None if
/// that is too much.
pub fn everything(scene: &mut Scene<'_>, view: &View<'_>, alive: &[Rc<Bits>], initial: &Objects) -> Option<Walk> {
    const MOST: usize = 1 << 15;
    let mut walk = Walk { exact: true, ..Walk::default() };
    for (depth, bits) in alive.iter().enumerate() {
        walk.registers(scene, view, depth as u32, bits);
    }
    let objects = &view.state.space.objects;
    for (base, object) in objects.iter().filter(|(_, object)| object.life != Life::Gone) {
        if initial.get(base).is_some_and(|first| Rc::ptr_eq(first, object)) {
            continue;
        }
        walk.name(view.name(*base, object).unwrap_or(Name::Fixed(*base)));
        walk.object(object);
        object.content.each(|at, group| match group {
            Ok(bits) => walk.extend([at as u64, bits]),
            Err(byte) => {
                walk.push(at as u64 | 1 << 40);
                walk.word(scene, view, byte, false);
            }
        });
        if walk.tokens.len() > MOST {
            return None;
        }
    }
    Some(walk)
}

/// A read set of one state as seen from another that agrees with it on everything.
pub fn translated(reads: &ReadSet, from: &State, to: &State) -> ReadSet {
    let (from, to) = (View::new(from), View::new(to));
    let mut seen = ReadSet { layout: reads.layout, ..ReadSet::default() };
    let depths = to.frames.len() as u32;
    reads.registers.below(depths).for_each(|(depth, bits)| seen.registers.push(depth, bits.clone()));
    let mut taken = FxHashSet::default();
    for (_, object) in reads.objects.iter() {
        let there = from.state.space.objects.get(&object.base);
        let name = there.and_then(|there| from.name(object.base, there)).unwrap_or(Name::Fixed(object.base));
        if let Some(base) = to.find(name, &[])
            && let Some(here) = to.state.space.objects.get(&base)
            && taken.insert(base)
        {
            seen.objects.insert(here.birth, ObjectReads { base, pages: object.pages.clone() });
        }
    }
    seen
}
