//! What a condition that holds says about the values it was computed from.
//!
//! From a comparison to its operands, and from there backwards through casts and additions to the values they were
//! made of, and to the memory cells they were read from, as long as nothing was written there since.

use super::state::State;
use super::{Engine, Walk};
use crate::analysis::domain::{Abs, Float, Int, Place, Pointer, max_signed, min_signed};
use crate::ir::*;

/// How far back a condition is followed.
const DEPTH: u32 = 6;

impl<'p> Engine<'p> {
    /// The state in which a condition has this value; `None` if there is none.
    pub(super) fn assume(&mut self, walk: &Walk<'p>, state: State, cond: Value, truth: bool) -> Option<State> {
        self.learn(walk, state, cond, Abs::Int(Int::constant(1, truth.into())), 0)
    }

    /// The state in which a value lies in a set as well; `None` if there is none.
    pub(super) fn learn(&mut self, walk: &Walk<'p>, state: State, value: Value, set: Abs, depth: u32) -> Option<State> {
        let old = self.value(walk, &state, value);
        let new = old.meet(&set)?;
        if new == old && depth > 0 {
            return Some(state);
        }
        if walk.body.as_const(value).is_some() {
            return Some(state);
        }
        let mut state = state;
        if new != old {
            state.learn(value, new.clone());
        }
        if depth >= DEPTH {
            return Some(state);
        }
        let ValueDef::Inst(inst, _) = walk.body.values[value].def else {
            // A parameter is what the way into the block gave it, while there is one way.
            return match self.aliases.iter().find(|(param, _)| *param == value) {
                Some(&(_, arg)) if self.split.is_some() => self.learn(walk, state, arg, new, depth + 1),
                _ => Some(state),
            };
        };
        match walk.body.insts[inst].data {
            InstData::Icmp { cond, args } => {
                let Some(truth) = new.int(1).as_constant() else { return Some(state) };
                let cond = if truth == 1 { cond } else { cond.negated() };
                self.learn_comparison(walk, state, cond, args, depth)
            }
            InstData::Fcmp { cond, args: [a, b] } => {
                let Some(truth) = new.int(1).as_constant() else { return Some(state) };
                let cond = if truth == 1 { cond } else { cond.negated() };
                let single = walk.body.ty(a) == Type::F32;
                let (x, y) = (self.value(walk, &state, a).float(single), self.value(walk, &state, b).float(single));
                let (x, y) = Float::refine(cond, &x, &y)?;
                let state = self.learn(walk, state, a, Abs::Float(x), depth + 1)?;
                self.learn(walk, state, b, Abs::Float(y), depth + 1)
            }
            InstData::Unary { op: UnaryOp::Zext | UnaryOp::Sext, arg } => {
                let width = walk.body.ty(arg).bits(self.model);
                let Abs::Int(int) = new else { return Some(state) };
                self.learn(walk, state, arg, Abs::Int(int.cast(UnaryOp::Trunc, width)), depth + 1)
            }
            InstData::Unary { op: UnaryOp::Trunc, arg } => {
                let Abs::Int(int) = new else { return Some(state) };
                let before = self.int(walk, &state, arg);
                let op = if before.smin >= min_signed(int.width) && before.smax <= max_signed(int.width) {
                    UnaryOp::Sext
                } else if before.umax <= meaning::wide::mask(int.width) {
                    UnaryOp::Zext
                } else {
                    return Some(state);
                };
                self.learn(walk, state, arg, Abs::Int(int.cast(op, before.width)), depth + 1)
            }
            InstData::Unary { op: UnaryOp::PtrToInt | UnaryOp::IntToPtr, arg } => match new {
                Abs::Pointer(_) => self.learn(walk, state, arg, new, depth + 1),
                _ => Some(state),
            },
            InstData::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), args: [a, b] } => {
                let Abs::Int(sum) = new else { return Some(state) };
                let (x, y) = (self.value(walk, &state, a), self.value(walk, &state, b));
                let (Abs::Int(x), Abs::Int(y)) = (x, y) else { return Some(state) };
                // Addition modulo 2^width has exact inverses.
                let (back_a, back_b) = match op {
                    BinaryOp::Add => (Int::binary(BinaryOp::Sub, &sum, &y), Int::binary(BinaryOp::Sub, &sum, &x)),
                    _ => (Int::binary(BinaryOp::Add, &sum, &y), Int::binary(BinaryOp::Sub, &x, &sum)),
                };
                let state = self.learn(walk, state, a, Abs::Int(back_a), depth + 1)?;
                self.learn(walk, state, b, Abs::Int(back_b), depth + 1)
            }
            InstData::Binary { op: BinaryOp::Xor, args: [a, b] } => {
                let (Abs::Int(result), Some(Const::Bits(_, key))) = (&new, walk.body.as_const(b)) else {
                    return Some(state);
                };
                let back = Int::binary(BinaryOp::Xor, result, &Int::constant(result.width, key));
                self.learn(walk, state, a, Abs::Int(back), depth + 1)
            }
            InstData::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), args: [a, b] }
                if walk.body.ty(value) == Type::I1 =>
            {
                // Both hold, or neither does.
                let both = if op == BinaryOp::And { 1 } else { 0 };
                if new.int(1).as_constant() != Some(both) {
                    return Some(state);
                }
                let set = Abs::Int(Int::constant(1, both));
                let state = self.learn(walk, state, a, set.clone(), depth + 1)?;
                self.learn(walk, state, b, set, depth + 1)
            }
            InstData::Binary { op: BinaryOp::PtrAdd, args: [base, offset] } => {
                // The base points into the same objects, and is not null where the result lies in one.
                let Abs::Pointer(result) = &new else { return Some(state) };
                if result.unknown || result.places.iter().any(|(place, _)| *place == Place::Gone) || result.null {
                    return Some(state);
                }
                let pointer = self.pointer(walk, &state, base);
                if pointer.unknown {
                    return Some(state);
                }
                let kept = pointer.map(|place, offset| {
                    result.places.binary_search_by_key(&place, |p| p.0).is_ok().then_some((place, offset))
                });
                let kept = Pointer { null: false, ..kept };
                if kept.is_empty() {
                    return None;
                }
                // And the offset is what leads from one to the other, in one of the objects.
                let differences = kept.places.iter().filter_map(|(place, from)| {
                    let at = result.places.binary_search_by_key(place, |p| p.0).ok()?;
                    Some(Int::binary(BinaryOp::Sub, &result.places[at].1, from))
                });
                let moved = differences.reduce(|a, b| a.join(&b));
                let state = self.learn(walk, state, base, Abs::Pointer(kept), depth + 1)?;
                match moved {
                    Some(moved) => self.learn(walk, state, offset, Abs::Int(moved), depth + 1),
                    None => Some(state),
                }
            }
            InstData::Load { ptr, .. } => {
                let pointer = self.pointer(walk, &state, ptr);
                let Some((Place::Object(object), offset)) = pointer.single() else { return Some(state) };
                let Some(offset) = offset.as_constant().and_then(|o| u64::try_from(o).ok()) else {
                    return Some(state);
                };
                let bytes = u64::from(walk.body.ty(value).bytes(self.model));
                if state.copy_at(object, offset, bytes) == Some(value)
                    && state.memory.get(object).is_some_and(|o| !o.many)
                {
                    state.memory.update(object, |o| o.content.write(offset, bytes, &new));
                }
                Some(state)
            }
            _ => Some(state),
        }
    }

    fn learn_comparison(
        &mut self,
        walk: &Walk<'p>,
        state: State,
        cond: IntCond,
        [a, b]: [Value; 2],
        depth: u32,
    ) -> Option<State> {
        let ty = walk.body.ty(a);
        let width = ty.bits(self.model);
        let (x, y) = (self.value(walk, &state, a), self.value(walk, &state, b));
        if self.compare(&state, cond, &x, &y, ty) == Some(false) {
            return None;
        }
        if a == b {
            let never = matches!(cond, IntCond::Ne | IntCond::Slt | IntCond::Sgt | IntCond::Ult | IntCond::Ugt);
            return (!never).then_some(state);
        }
        if let (Abs::Pointer(_), _) | (_, Abs::Pointer(_)) = (&x, &y) {
            return self.learn_addresses(walk, state, cond, [a, b], depth);
        }
        let (x, y) = Int::refine(cond, &x.int(width), &y.int(width))?;
        let state = self.learn(walk, state, a, Abs::Int(x), depth + 1)?;
        self.learn(walk, state, b, Abs::Int(y), depth + 1)
    }

    fn learn_addresses(
        &mut self,
        walk: &Walk<'p>,
        mut state: State,
        cond: IntCond,
        [a, b]: [Value; 2],
        depth: u32,
    ) -> Option<State> {
        for (a, b) in [(a, b), (b, a)] {
            let (p, q) = (self.pointer(walk, &state, a), self.pointer(walk, &state, b));
            let only_null = q.null && !q.unknown && q.places.is_empty();
            if only_null && cond == IntCond::Ne && p.null && !p.unknown {
                let some = Pointer { null: false, ..p };
                if some.is_empty() {
                    return None;
                }
                state = self.learn(walk, state, a, Abs::Pointer(some), depth + 1)?;
            } else if only_null && cond == IntCond::Eq && !p.unknown && p.is_tame() {
                if !p.null {
                    return None;
                }
                state = self.learn(walk, state, a, Abs::Pointer(Pointer::null(p.width)), depth + 1)?;
            } else if cond == IntCond::Eq && p.is_tame() && q.is_tame() {
                // Near their objects, equal addresses have equal places.
                let both = p.meet(&q)?;
                state = self.learn(walk, state, a, Abs::Pointer(both), depth + 1)?;
            }
        }
        let (p, q) = (self.pointer(walk, &state, a), self.pointer(walk, &state, b));
        if let (Some((Place::Object(o), s)), Some((Place::Object(r), t))) = (p.single(), q.single())
            && o == r
            && p.is_tame()
            && q.is_tame()
            && state.memory.get(o).is_some_and(|o| !o.many)
        {
            let ordered = match cond {
                IntCond::Ult => IntCond::Slt,
                IntCond::Ule => IntCond::Sle,
                IntCond::Ugt => IntCond::Sgt,
                IntCond::Uge => IntCond::Sge,
                cond => cond,
            };
            let (s, t) = Int::refine(ordered, &s, &t)?;
            let to = |offset| Abs::Pointer(Pointer::to(p.width, Place::Object(o), offset));
            state = self.learn(walk, state, a, to(s), depth + 1)?;
            state = self.learn(walk, state, b, to(t), depth + 1)?;
        }
        Some(state)
    }
}
