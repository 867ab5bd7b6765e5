//! An abstract value of any type.

use super::{Float, Int, Pointer};
use crate::ir::{DataModel, Type};
use std::fmt;

/// A set of values of one type. An integer that was made from an address is kept as the address.
#[derive(Clone, PartialEq, Debug)]
pub enum Abs {
    Int(Int),
    Float(Float),
    Pointer(Pointer),
}

impl Abs {
    pub fn top(ty: Type, model: DataModel) -> Abs {
        match ty {
            Type::Int(width) => Abs::Int(Int::top(width.into())),
            Type::F32 => Abs::Float(Float::top(true)),
            Type::F64 => Abs::Float(Float::top(false)),
            Type::Ptr => Abs::Pointer(Pointer::unknown(model.pointer_bits())),
        }
    }

    /// The value whose bits are all zero.
    pub fn zero(ty: Type, model: DataModel) -> Abs {
        Abs::bits(ty, 0, model)
    }

    pub fn bits(ty: Type, bits: u128, model: DataModel) -> Abs {
        match ty {
            Type::Int(width) => Abs::Int(Int::constant(width.into(), bits)),
            Type::F32 => Abs::Float(Float::from_bits(true, bits)),
            Type::F64 => Abs::Float(Float::from_bits(false, bits)),
            Type::Ptr if bits == 0 => Abs::Pointer(Pointer::null(model.pointer_bits())),
            Type::Ptr => Abs::top(ty, model),
        }
    }

    /// As an integer of the width; an address is any number.
    pub fn int(&self, width: u32) -> Int {
        match self {
            Abs::Int(int) if int.width == width => *int,
            Abs::Pointer(p) if p.null && !p.unknown && p.places.is_empty() => Int::constant(width, 0),
            _ => Int::top(width),
        }
    }

    pub fn pointer(&self, width: u32) -> Pointer {
        match self {
            Abs::Pointer(pointer) => pointer.clone(),
            Abs::Int(int) if int.as_constant() == Some(0) => Pointer::null(width),
            _ => Pointer::unknown(width),
        }
    }

    pub fn float(&self, single: bool) -> Float {
        match self {
            Abs::Float(float) if float.single == single => *float,
            _ => Float::top(single),
        }
    }

    /// Joins; kinds that differ (an integer and an address in one integer variable) fall back to the widest.
    pub fn join(&self, other: &Abs) -> Abs {
        match (self, other) {
            (Abs::Int(a), Abs::Int(b)) if a.width == b.width => Abs::Int(a.join(b)),
            (Abs::Float(a), Abs::Float(b)) if a.single == b.single => Abs::Float(a.join(b)),
            (Abs::Pointer(a), Abs::Pointer(b)) => Abs::Pointer(a.join(b)),
            (Abs::Pointer(p), Abs::Int(int)) | (Abs::Int(int), Abs::Pointer(p)) => match int.as_constant() {
                Some(0) if int.width == p.width => Abs::Pointer(Pointer { null: true, ..p.clone() }),
                _ => Abs::Int(Int::top(int.width)),
            },
            (Abs::Float(a), _) | (_, Abs::Float(a)) => Abs::Float(Float::top(a.single)),
            (Abs::Int(a), Abs::Int(_)) => Abs::Int(Int::top(a.width)),
        }
    }

    pub fn widen(&self, next: &Abs, thresholds: &[i128]) -> Abs {
        match (self, next) {
            (Abs::Int(a), Abs::Int(b)) if a.width == b.width => Abs::Int(a.widen(b, thresholds)),
            (Abs::Float(a), Abs::Float(b)) if a.single == b.single => Abs::Float(a.widen(b, thresholds)),
            (Abs::Pointer(a), Abs::Pointer(b)) => Abs::Pointer(a.widen(b, thresholds)),
            _ => self.join(next),
        }
    }

    pub fn is_in(&self, other: &Abs) -> bool {
        match (self, other) {
            (Abs::Int(a), Abs::Int(b)) => a.is_in(b),
            (Abs::Float(a), Abs::Float(b)) => a.is_in(b),
            (Abs::Pointer(a), Abs::Pointer(b)) => a.is_in(b),
            (Abs::Pointer(_), Abs::Int(b)) => b.is_top(),
            (Abs::Int(a), Abs::Pointer(b)) => b.unknown || (b.null && a.as_constant() == Some(0)),
            (Abs::Float(_), Abs::Int(b)) => b.is_top(),
            (Abs::Float(_), Abs::Pointer(b)) => b.unknown,
            (_, Abs::Float(b)) => b.is_top(),
        }
    }

    /// Values in both; `None` if there are none.
    pub fn meet(&self, other: &Abs) -> Option<Abs> {
        match (self, other) {
            (Abs::Int(a), Abs::Int(b)) if a.width == b.width => a.meet(b).map(Abs::Int),
            (Abs::Float(a), Abs::Float(b)) => a.meet(b).map(Abs::Float),
            (Abs::Pointer(a), Abs::Pointer(b)) => a.meet(b).map(Abs::Pointer),
            _ => Some(self.clone()),
        }
    }
}

impl fmt::Display for Abs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Abs::Int(int) => int.fmt(f),
            Abs::Float(float) => float.fmt(f),
            Abs::Pointer(pointer) => pointer.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::domain::Place;

    /// What is joined is in the join, whatever the kinds: an iteration that never sees this never ends (a union of a
    /// number and a pointer in a recursive structure).
    #[test]
    fn both_are_in_their_join() {
        let model = DataModel::Lp64;
        let all = [
            Abs::bits(Type::Int(64), 0, model),
            Abs::bits(Type::Int(64), 7, model),
            Abs::top(Type::Int(64), model),
            Abs::bits(Type::F64, 1.5f64.to_bits().into(), model),
            Abs::top(Type::F64, model),
            Abs::zero(Type::Ptr, model),
            Abs::top(Type::Ptr, model),
            Abs::Pointer(Pointer::to(64, Place::Gone, Int::constant(64, 0))),
        ];
        for a in &all {
            for b in &all {
                for both in [a.join(b), a.widen(b, &[])] {
                    assert!(a.is_in(&both) && b.is_in(&both), "{a:?} and {b:?} in {both:?}");
                }
            }
        }
    }
}
