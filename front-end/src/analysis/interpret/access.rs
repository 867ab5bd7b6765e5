//! Memory accesses: may they fail, what do they give, what do they change.

use super::context::Maker;
use super::facts::Verdict;
use super::state::State;
use super::{Engine, Walk};
use crate::analysis::domain::{Abs, Int, Object, Place, Pointer};
use crate::analysis::memory::content::{Content, Fill, Set, Span};
use crate::ir::*;

/// What is known of an access.
pub(super) struct Access {
    pub verdict: Verdict,
    /// The pointer, given that the access is legal.
    pub pointer: Pointer,
    /// The objects it may touch, with the offsets.
    pub places: Vec<(Object, Int)>,
}

impl<'p> Engine<'p> {
    /// The address that a computed one was made from.
    fn base(walk: &Walk<'p>, ptr: Value) -> Value {
        let mut at = ptr;
        while let ValueDef::Inst(inst, _) = walk.body.values[at].def
            && let InstData::Binary { op: BinaryOp::PtrAdd, args: [base, _] } = walk.body.insts[inst].data
        {
            at = base;
        }
        at
    }

    /// Is what the address points into, if anything, known to be alive? An access through it was legal and nothing
    /// ended since, or it is fresh, or null.
    pub(super) fn is_alive(&self, walk: &Walk<'p>, state: &State, ptr: Value) -> bool {
        if walk.body.ty(ptr) != Type::Ptr {
            return false;
        }
        let base = Self::base(walk, ptr);
        matches!(walk.body.as_const(base), Some(Const::Bits(_, 0))) || state.alive.get(base.as_u32()).is_some()
    }

    /// An access of `bytes` bytes through a pointer.
    pub(super) fn access(&self, state: &State, pointer: &Pointer, bytes: u64, write: bool) -> Access {
        self.access_alive(state, pointer, bytes, write, false)
    }

    /// The same, perhaps through an address whose object is known to be alive.
    fn access_alive(&self, state: &State, pointer: &Pointer, bytes: u64, write: bool, alive: bool) -> Access {
        let mut sure = !pointer.null && !pointer.unknown && !pointer.places.is_empty();
        let mut places = Vec::new();
        let legal = pointer.map(|place, offset| {
            let Place::Object(object) = place else {
                sure = false;
                return None;
            };
            let found = state.memory.get(object).filter(|o| o.may_live && !(write && self.is_constant(object)));
            let Some(found) = found else {
                sure = false;
                return None;
            };
            let last = found.size.umax.checked_sub(bytes.into());
            let inside = last.and_then(|last| {
                // Objects are smaller than half the address space, so inside them both readings agree.
                let last = last.min(1 << (self.word - 1));
                offset.meet(&Int::signed(self.word, 0, last as i128)?)
            });
            let Some(inside) = inside else {
                sure = false;
                return None;
            };
            let all = offset.smin >= 0 && offset.smax as u128 + u128::from(bytes) <= found.size.umin;
            sure &= all && (alive || found.is_live());
            places.push((object, inside));
            Some((place, inside))
        });
        let legal = Pointer { null: false, ..legal };
        let verdict = if sure {
            Verdict::Proved
        } else if legal.is_empty() {
            Verdict::Violated
        } else {
            Verdict::Open
        };
        Access { verdict, pointer: legal, places }
    }

    fn is_constant(&self, object: Object) -> bool {
        matches!(self.contexts.objects[object], Maker::Global(global) if self.program.globals[global].constant)
    }

    /// Why an access may fail, for people.
    fn explain(&self, state: &State, pointer: &Pointer, bytes: u64, write: bool) -> String {
        let mut parts = Vec::new();
        if pointer.unknown {
            parts.push("the pointer may be any address".to_string());
        }
        if pointer.null {
            parts.push("the pointer may be null".into());
        }
        for (place, offset) in &pointer.places {
            match place {
                Place::Gone => parts.push("it may point into an object that is gone".into()),
                Place::Func(func) => parts.push(format!("it may be the function {}", self.program.funcs[*func].name)),
                Place::Object(object) => {
                    let name = self.contexts.name(self.program, *object);
                    let text = match state.memory.get(*object) {
                        None => format!("{name} is gone"),
                        Some(found) if !found.may_live => format!("{name} is not alive"),
                        Some(_) if write && self.is_constant(*object) => format!("{name} is constant"),
                        Some(found) => {
                            let alive = if found.may_die { ", which may be dead" } else { "" };
                            format!("{bytes} bytes at offset {offset} of {name} with {} bytes{alive}", found.size)
                        }
                    };
                    parts.push(text);
                }
            }
        }
        parts.join("; ")
    }

    /// Could the access be meant for another object than the one it comes to?
    fn origin_agrees(&mut self, walk: &Walk<'p>, state: &State, ptr: Value, origin: Option<Value>) -> bool {
        let Some(origin) = origin else { return true };
        let mut at = ptr;
        loop {
            if at == origin {
                return true;
            }
            match walk.body.values[at].def {
                ValueDef::Inst(inst, _) => match walk.body.insts[inst].data {
                    InstData::Binary { op: BinaryOp::PtrAdd, args: [base, _] } => at = base,
                    _ => break,
                },
                _ => break,
            }
        }
        let (p, o) = (self.pointer(walk, state, ptr), self.pointer(walk, state, origin));
        matches!((p.single(), o.single()), (Some((a, _)), Some((b, _))) if a == b
            && matches!(a, Place::Object(object) if state.memory.get(object).is_some_and(|s| !s.many)))
    }

    /// Judges a scalar access and learns that it was legal.
    fn scalar_access(
        &mut self,
        walk: &Walk<'p>,
        (ptr, origin): (Value, Option<Value>),
        (bytes, write): (u64, bool),
        check: Check,
        state: State,
    ) -> Option<(State, Access)> {
        let pointer = self.pointer(walk, &state, ptr);
        let alive = self.is_alive(walk, &state, ptr);
        let mut access = self.access_alive(&state, &pointer, bytes, write, alive);
        if self.recorder.is_some() {
            if access.verdict == Verdict::Proved && !self.origin_agrees(walk, &state, ptr, origin) {
                access.verdict = Verdict::Open;
            }
            let why = self.explain(&state, &pointer, bytes, write);
            self.report(Some(check), access.verdict, || why);
        }
        if access.pointer.is_empty() {
            return None;
        }
        let mut state = if access.pointer != pointer {
            self.learn(walk, state, ptr, Abs::Pointer(access.pointer.clone()), 0)?
        } else {
            state
        };
        let base = Self::base(walk, ptr);
        if walk.body.as_const(base).is_none() && !alive {
            state.alive.insert(base.as_u32(), ());
        }
        Some((state, access))
    }

    pub(super) fn load(
        &mut self,
        walk: &Walk<'p>,
        node: &InstNode,
        ptr: Value,
        origin: Option<Value>,
        check: Check,
        state: State,
    ) -> Option<State> {
        let result = node.results[0];
        let ty = walk.body.ty(result);
        let bytes = u64::from(ty.bytes(self.model));
        let (mut state, access) = self.scalar_access(walk, (ptr, origin), (bytes, false), check, state)?;
        let mut value: Option<Abs> = access.pointer.unknown.then(|| Abs::top(ty, self.model));
        let mut exact = None;
        for (object, offset) in &access.places {
            let found = state.memory.get(*object)?;
            let size = u64::try_from(found.size.umax).unwrap_or(u64::MAX);
            let Some(span) = Span::new(offset, size, bytes) else { continue };
            let read = found.content.read_span(span, ty, &self.fills);
            value = Some(value.map_or(read.clone(), |v| v.join(&read)));
            if span.is_exact() && !found.many && access.places.len() == 1 && !access.pointer.unknown {
                exact = Some((*object, span.low));
            }
        }
        let mut value = value?;
        if let Some((object, offset)) = exact {
            match state.copy_at(object, offset, bytes).filter(|v| walk.body.ty(*v) == ty && *v != result) {
                Some(copy) => {
                    let known = self.value(walk, &state, copy);
                    value = value.meet(&known)?;
                    if self.is_alive(walk, &state, copy) {
                        state.alive.insert(result.as_u32(), ());
                    }
                }
                None => state.note_copy(object, offset, bytes, result),
            }
        }
        self.define(walk, &mut state, result, value);
        Some(state)
    }

    pub(super) fn store(
        &mut self,
        walk: &Walk<'p>,
        value: Value,
        ptr: Value,
        origin: Option<Value>,
        check: Check,
        state: State,
    ) -> Option<State> {
        let ty = walk.body.ty(value);
        let bytes = u64::from(ty.bytes(self.model));
        let (mut state, access) = self.scalar_access(walk, (ptr, origin), (bytes, true), check, state)?;
        let abs = self.value(walk, &state, value);
        self.note_stored(walk, &abs, &mut state);
        if access.pointer.unknown {
            self.forget_all(walk, &mut state);
            return Some(state);
        }
        let alone = access.places.len() == 1;
        for (object, offset) in &access.places {
            let found = state.memory.get(*object)?;
            let size = u64::try_from(found.size.umax).unwrap_or(u64::MAX);
            let Some(span) = Span::new(offset, size, bytes) else { continue };
            let strong = alone && span.is_exact() && !found.many;
            self.note_change(walk, *object);
            state.drop_copies(*object, span.low, span.high + bytes);
            let fills = &self.fills;
            state.memory.update(*object, |o| {
                if strong {
                    o.content.write(span.low, bytes, &abs);
                } else {
                    o.content.write_span(span, bytes, &abs, fills);
                }
            });
            if strong && walk.body.as_const(value).is_none() {
                state.note_copy(*object, span.low, bytes, value);
            }
        }
        Some(state)
    }

    /// Marks the objects whose address goes to memory.
    fn note_stored(&mut self, walk: &Walk<'p>, value: &Abs, state: &mut State) {
        if let Abs::Pointer(pointer) = value {
            for (place, _) in &pointer.places {
                if let Place::Object(object) = place
                    && state.memory.get(*object).is_some_and(|o| !o.stored)
                {
                    self.note_change(walk, *object);
                    state.memory.update(*object, |o| o.stored = true);
                }
            }
        }
    }

    /// A store that may go anywhere.
    pub(super) fn forget_all(&mut self, walk: &Walk<'p>, state: &mut State) {
        let mut objects = Vec::new();
        state.memory.for_each(|object, _| objects.push(object));
        self.spend(objects.len());
        for object in objects {
            if self.is_constant(object) {
                continue;
            }
            self.note_change(walk, object);
            state.drop_copies(object, 0, u64::MAX);
            state.memory.update(object, |o| o.content = Content::new(Fill::Unknown));
        }
    }

    /// Judges an access to `length` bytes; nothing is touched when that is 0.
    pub(super) fn range_access(
        &mut self,
        _walk: &Walk<'p>,
        state: &State,
        pointer: &Pointer,
        length: &Int,
        write: bool,
        check: Option<Check>,
    ) -> Verdict {
        let most = u64::try_from(length.umax).unwrap_or(u64::MAX);
        let verdict = if most == 0 {
            Verdict::Proved
        } else {
            let all = self.access(state, pointer, most, write);
            let least = self.access(state, pointer, u64::try_from(length.umin).unwrap_or(u64::MAX).max(1), write);
            match (all.verdict, least.verdict) {
                (Verdict::Proved, _) => Verdict::Proved,
                (_, Verdict::Violated) if length.umin > 0 => Verdict::Violated,
                _ => Verdict::Open,
            }
        };
        if check.is_some() && self.recorder.is_some() {
            let why = format!("length {length}; {}", self.explain(state, pointer, most, write));
            self.report(check, verdict, || why);
        }
        verdict
    }

    /// Anything may have been written to `length` bytes.
    pub(super) fn forget_range(&mut self, walk: &Walk<'p>, pointer: &Pointer, length: &Int, state: &mut State) {
        if length.umax == 0 {
            return;
        }
        if pointer.unknown {
            return self.forget_all(walk, state);
        }
        for (place, offset) in &pointer.places {
            let Place::Object(object) = place else { continue };
            let Some(found) = state.memory.get(*object) else { continue };
            if self.is_constant(*object) {
                continue;
            }
            let size = u64::try_from(found.size.umax).unwrap_or(u64::MAX);
            let Some(span) = Span::new(offset, size, 1) else { continue };
            let high = (u128::from(span.high) + length.umax).min(size.into()) as u64;
            self.note_change(walk, *object);
            state.drop_copies(*object, span.low, high);
            state.memory.update(*object, |o| o.content.forget(span.low, high));
        }
    }

    pub(super) fn set_memory(
        &mut self,
        walk: &Walk<'p>,
        dst: Value,
        byte: Value,
        len: Value,
        check: Check,
        mut state: State,
    ) -> Option<State> {
        let (pointer, length) = (self.pointer(walk, &state, dst), self.int(walk, &state, len));
        if self.range_access(walk, &state, &pointer, &length, true, Some(check)) == Verdict::Violated {
            return None;
        }
        if length.umax == 0 {
            return Some(state);
        }
        if pointer.unknown {
            self.forget_all(walk, &mut state);
            return Some(state);
        }
        let byte = self.int(walk, &state, byte).as_constant().map(|b| b as u8);
        let alone = pointer.places.len() == 1;
        for (place, offset) in &pointer.places {
            let Place::Object(object) = place else { continue };
            let Some(found) = state.memory.get(*object) else { continue };
            if self.is_constant(*object) {
                continue;
            }
            let size = u64::try_from(found.size.umax).unwrap_or(u64::MAX);
            let Some(span) = Span::new(offset, size, 1) else { continue };
            let high = (u128::from(span.high) + length.umax).min(size.into()) as u64;
            let exact = span.is_exact() && length.as_constant().is_some();
            let how = match exact {
                true if alone && !found.many => Set::All,
                true => Set::AllOrNone,
                false => Set::Some,
            };
            let whole = how == Set::All && span.low == 0 && found.size.as_constant() == length.as_constant();
            self.note_change(walk, *object);
            state.drop_copies(*object, span.low, high);
            let fills = &self.fills;
            state.memory.update(*object, |o| match byte {
                Some(byte) if whole => o.content = Content::new(Fill::Byte(byte)),
                byte => o.content.set_bytes(span.low, high, byte, how, fills),
            });
        }
        if length.umin > 0 { self.learn_legal(walk, dst, 1, true, state) } else { Some(state) }
    }

    /// Learns that an access through a pointer was legal.
    fn learn_legal(&mut self, walk: &Walk<'p>, ptr: Value, bytes: u64, write: bool, state: State) -> Option<State> {
        let pointer = self.pointer(walk, &state, ptr);
        let legal = self.access(&state, &pointer, bytes, write).pointer;
        if legal.is_empty() {
            return None;
        }
        if legal == pointer { Some(state) } else { self.learn(walk, state, ptr, Abs::Pointer(legal), 0) }
    }

    pub(super) fn copy_memory(
        &mut self,
        walk: &Walk<'p>,
        [dst, src]: [Value; 2],
        len: Value,
        check: Check,
        mut state: State,
    ) -> Option<State> {
        let length = self.int(walk, &state, len);
        let (to, from) = (self.pointer(walk, &state, dst), self.pointer(walk, &state, src));
        let reading = self.range_access(walk, &state, &from, &length, false, None);
        let writing = self.range_access(walk, &state, &to, &length, true, None);
        let verdict = match (reading, writing) {
            (Verdict::Proved, Verdict::Proved) => Verdict::Proved,
            (Verdict::Violated, _) | (_, Verdict::Violated) => Verdict::Violated,
            _ => Verdict::Open,
        };
        if self.recorder.is_some() {
            let most = u64::try_from(length.umax).unwrap_or(u64::MAX);
            let why = format!(
                "length {length}; from {}; to {}",
                self.explain(&state, &from, most, false),
                self.explain(&state, &to, most, true)
            );
            self.report(Some(check), verdict, || why);
        }
        if verdict == Verdict::Violated {
            return None;
        }
        if length.umax == 0 {
            return Some(state);
        }
        if length.umin > 0 {
            state = self.learn_legal(walk, src, 1, false, state)?;
            state = self.learn_legal(walk, dst, 1, true, state)?;
        }
        let (to, from) = (self.pointer(walk, &state, dst), self.pointer(walk, &state, src));
        if let (Some(size), Some((source, from_at)), Some((target, to_at))) =
            (length.as_constant().and_then(|l| u64::try_from(l).ok()), exact(&from), exact(&to))
            && let (Some(source_state), Some(target_state)) = (state.memory.get(source), state.memory.get(target))
            && source_state.size.umax >= u128::from(from_at) + u128::from(size)
            && target_state.size.umax >= u128::from(to_at) + u128::from(size)
            && size < 1 << 20
        {
            let source_content = source_state.content.clone();
            let whole = to_at == 0 && target_state.size.as_constant() == Some(size.into());
            let many = target_state.many;
            self.note_change(walk, target);
            state.drop_copies(target, to_at, to_at + size);
            let fills = &self.fills;
            state.memory.update(target, |o| {
                let mut copied = o.content.clone();
                copied.copy(to_at, &source_content, from_at, size, whole, fills);
                o.content = if many { o.content.merge(&copied, fills, &|a, b| a.join(b)) } else { copied };
            });
            return Some(state);
        }
        self.forget_range(walk, &to, &length, &mut state);
        Some(state)
    }

    /// Some object's life may have ended.
    pub(super) fn lives_end(&mut self, walk: &Walk<'p>, state: &mut State) {
        self.contexts.table[walk.context].ends_lives = true;
        state.alive = Default::default();
    }

    /// May `free` and the like be given this pointer?
    pub(super) fn heap_verdict(&self, state: &State, pointer: &Pointer) -> Verdict {
        let mut good = !pointer.null && !pointer.unknown && !pointer.places.is_empty();
        let mut possible = pointer.unknown;
        for (place, offset) in &pointer.places {
            let Place::Object(object) = place else {
                good = false;
                continue;
            };
            let heap = matches!(self.contexts.objects[*object], Maker::Heap(..));
            let found = state.memory.get(*object).filter(|o| heap && o.may_live && offset.contains(0));
            possible |= found.is_some();
            good &= found.is_some_and(|o| o.is_live()) && offset.as_constant() == Some(0);
        }
        match (good, possible) {
            (true, _) => Verdict::Proved,
            (_, false) => Verdict::Violated,
            _ => Verdict::Open,
        }
    }

    pub(super) fn free(&mut self, walk: &Walk<'p>, ptr: Value, check: Check, mut state: State) -> Option<State> {
        let pointer = self.pointer(walk, &state, ptr);
        let verdict = self.heap_verdict(&state, &pointer);
        if self.recorder.is_some() {
            let why = self.explain(&state, &pointer, 0, false);
            self.report(Some(check), verdict, || why);
        }
        if verdict == Verdict::Violated {
            return None;
        }
        self.lives_end(walk, &mut state);
        if pointer.unknown {
            let mut objects = Vec::new();
            state.memory.for_each(|object, _| objects.push(object));
            for object in objects {
                if matches!(self.contexts.objects[object], Maker::Heap(..)) {
                    self.note_change(walk, object);
                    state.memory.update(object, |o| o.may_die = true);
                }
            }
            return Some(state);
        }
        let legal = pointer.places.iter().filter_map(|(place, offset)| match place {
            Place::Object(object) if offset.contains(0) => Some(*object),
            _ => None,
        });
        let legal: Vec<Object> = legal
            .filter(|o| matches!(self.contexts.objects[*o], Maker::Heap(..)))
            .filter(|o| state.memory.get(*o).is_some_and(|o| o.may_live))
            .collect();
        for object in &legal {
            self.note_change(walk, *object);
            state.drop_copies(*object, 0, u64::MAX);
            let alone = legal.len() == 1;
            state.memory.update(*object, |o| {
                o.may_die = true;
                if alone && !o.many {
                    o.may_live = false;
                }
            });
        }
        Some(state)
    }
}

/// The one object and offset that a pointer has.
fn exact(pointer: &Pointer) -> Option<(Object, u64)> {
    match pointer.single()? {
        (Place::Object(object), offset) => Some((object, u64::try_from(offset.as_constant()?).ok()?)),
        _ => None,
    }
}
