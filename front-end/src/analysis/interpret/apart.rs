//! Ranges of bytes that do not overlap because they lie in different objects.
//!
//! Between any two objects there is a gap, and an object never moves. So if `p..p + n` lies inside one object and `q`
//! inside another, `q - p` as an unsigned number is at least `n`: this is what `memcpy` and its relatives are checked
//! for.

use super::state::State;
use super::{Engine, Walk};
use crate::analysis::domain::{Int, Place, Pointer};
use crate::ir::*;

impl<'p> Engine<'p> {
    /// Is `q - p >= n` certain, for addresses in different objects?
    pub(super) fn are_apart(&mut self, walk: &Walk<'p>, state: &State, cond: IntCond, [a, n]: [Value; 2]) -> bool {
        if !matches!(cond, IntCond::Uge) {
            return false;
        }
        let ValueDef::Inst(inst, _) = walk.body.values[a].def else { return false };
        let InstData::Binary { op: BinaryOp::Sub, args: [q, p] } = walk.body.insts[inst].data else { return false };
        if walk.body.ty(q).bits(self.model) != self.word {
            return false;
        }
        let (p, q, n) = (self.pointer(walk, state, p), self.pointer(walk, state, q), self.int(walk, state, n));
        let apart = p.places.iter().all(|(place, _)| q.places.iter().all(|(other, _)| place != other));
        apart && self.is_inside(state, &p, n.umax) && self.is_inside(state, &q, 0)
    }

    /// Does every range of so many bytes from the address lie inside its object?
    fn is_inside(&self, state: &State, pointer: &Pointer, bytes: u128) -> bool {
        let inside = |(place, offset): &(Place, Int)| {
            let Place::Object(object) = place else { return false };
            let size = state.memory.get(*object).map(|found| found.size.umin);
            let end = u128::try_from(offset.smax).ok().and_then(|last| last.checked_add(bytes));
            offset.smin >= 0 && size.zip(end).is_some_and(|(size, end)| end <= size)
        };
        !pointer.null && !pointer.unknown && !pointer.places.is_empty() && pointer.places.iter().all(inside)
    }
}
