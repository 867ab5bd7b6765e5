//! The values of a walk: what is known of them symbolically, and their shadow.

use super::affine::Affine;
use super::condition::Condition;
use super::real::Real;
use rarebit_front_end::ir::Func;
use std::rc::Rc;

/// An object of the walk's memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Object(pub u32);

/// What is known of a value's bits.
#[derive(Clone, Debug)]
pub enum Form {
    /// An integer that is congruent to the bits modulo 2^width. Not more: how it is to be read, and whether it wraps,
    /// is decided where it is used.
    Number(Affine),
    /// An address inside an object: its beginning plus an offset, which is congruent as above.
    Pointer(Object, Affine),
    Function(Func),
    /// 1 if the condition holds, else 0.
    Truth(Rc<Condition>),
    /// A float, as a real number with slack.
    Real(Rc<Real>),
    Opaque,
}

#[derive(Clone, Debug)]
pub struct Val {
    pub form: Form,
    /// The bits in the known run.
    pub shadow: Option<u128>,
}

impl Val {
    /// A constant.
    pub fn known(bits: u128, signed: i128) -> Val {
        Val { form: Form::Number(Affine::constant(signed)), shadow: Some(bits) }
    }

    pub fn opaque(shadow: Option<u128>) -> Val {
        Val { form: Form::Opaque, shadow }
    }
}
