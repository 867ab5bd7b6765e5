//! What is known of an address: the objects it may point into, each with the offsets, and the functions.
//!
//! An offset is counted modulo 2^(pointer width), like the address itself, so pointer arithmetic is exact. A pointer
//! keeps the object it was made from, however far it is moved: an access outside that object is a memory error,
//! which ends the run, even where the simulator would find another object there.

use super::int::Int;
use crate::ir::Func;
use cranelift_entity::entity_impl;
use std::fmt;

/// An abstract object: all the concrete objects that one place makes in one context.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Object(u32);
entity_impl!(Object, "obj");

/// What an address may belong to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    Object(Object),
    Func(Func),
    /// An object that is gone for good.
    Gone,
}

/// A set of addresses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pointer {
    pub width: u32,
    /// May it be the address 0?
    pub null: bool,
    /// May it be any address at all?
    pub unknown: bool,
    /// Sorted by place.
    pub places: Vec<(Place, Int)>,
}

/// More places than this are not worth telling apart.
const MANY: usize = 48;

impl Pointer {
    pub fn unknown(width: u32) -> Pointer {
        Pointer { width, null: true, unknown: true, places: Vec::new() }
    }

    pub fn null(width: u32) -> Pointer {
        Pointer { width, null: true, unknown: false, places: Vec::new() }
    }

    pub fn to(width: u32, place: Place, offset: Int) -> Pointer {
        Pointer { width, null: false, unknown: false, places: vec![(place, offset)] }
    }

    /// Neither null nor anything else: no address is left.
    pub fn is_empty(&self) -> bool {
        !self.null && !self.unknown && self.places.is_empty()
    }

    /// The only place, with its offset.
    pub fn single(&self) -> Option<(Place, Int)> {
        match self.places.as_slice() {
            [one] if !self.null && !self.unknown => Some(*one),
            _ => None,
        }
    }

    /// Whether it may point into an object, whatever else it may be.
    pub fn mentions(&self, object: Object) -> bool {
        self.places.binary_search_by_key(&Place::Object(object), |p| p.0).is_ok()
    }

    fn normal(mut self) -> Pointer {
        if self.unknown || self.places.len() > MANY {
            return Pointer::unknown(self.width);
        }
        self.places.shrink_to_fit();
        self
    }

    fn merge(&self, other: &Pointer, both: impl Fn(&Int, &Int) -> Int) -> Pointer {
        let mut places = Vec::with_capacity(self.places.len().max(other.places.len()));
        let (mut a, mut b) = (self.places.iter().peekable(), other.places.iter().peekable());
        loop {
            let order = match (a.peek(), b.peek()) {
                (None, None) => break,
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (Some(x), Some(y)) => x.0.cmp(&y.0),
            };
            match order {
                std::cmp::Ordering::Less => places.extend(a.next()),
                std::cmp::Ordering::Greater => places.extend(b.next()),
                std::cmp::Ordering::Equal => {
                    let (x, y) = (a.next().unwrap(), b.next().unwrap());
                    places.push((x.0, both(&x.1, &y.1)));
                }
            }
        }
        Pointer { width: self.width, null: self.null || other.null, unknown: self.unknown || other.unknown, places }
            .normal()
    }

    pub fn join(&self, other: &Pointer) -> Pointer {
        self.merge(other, Int::join)
    }

    pub fn widen(&self, next: &Pointer, thresholds: &[i128]) -> Pointer {
        self.merge(next, |a, b| a.widen(b, thresholds))
    }

    pub fn is_in(&self, other: &Pointer) -> bool {
        if other.unknown {
            return true;
        }
        !self.unknown
            && (!self.null || other.null)
            && self.places.iter().all(|(place, offset)| {
                other.places.binary_search_by_key(place, |p| p.0).is_ok_and(|at| offset.is_in(&other.places[at].1))
            })
    }

    /// What two descriptions of the same address leave; `None` if nothing. (Equal addresses of two pointers may have
    /// different places, so this says nothing of comparisons.)
    pub fn meet(&self, other: &Pointer) -> Option<Pointer> {
        if self.unknown {
            return Some(other.clone());
        }
        if other.unknown {
            return Some(self.clone());
        }
        let places = self.places.iter().filter_map(|(place, offset)| {
            let at = other.places.binary_search_by_key(place, |p| p.0).ok()?;
            Some((*place, offset.meet(&other.places[at].1)?))
        });
        let both =
            Pointer { width: self.width, null: self.null && other.null, unknown: false, places: places.collect() };
        (!both.is_empty()).then_some(both)
    }

    /// May the address be 0? Objects lie between 16 MiB and the last 256 MiB of 32 bits, so a pointer that is moved
    /// less than that is not null.
    pub fn may_be_null(&self) -> bool {
        self.null || self.unknown || self.places.iter().any(|(place, offset)| !is_tame(*place, offset))
    }

    /// Do all places stay near their objects, so that different places mean different addresses?
    pub fn is_tame(&self) -> bool {
        !self.unknown && self.places.iter().all(|(place, offset)| is_tame(*place, offset))
    }

    /// Moved by a number of bytes.
    pub fn add(&self, offset: &Int) -> Pointer {
        if self.unknown {
            return self.clone();
        }
        if offset.as_constant() == Some(0) {
            return self.clone();
        }
        // Null moved is an address that is not null and points nowhere: like an object that is gone.
        let mut moved = Pointer { width: self.width, null: false, unknown: false, places: Vec::new() };
        if self.null {
            moved.null = offset.contains(0);
            moved = moved.join(&Pointer::to(self.width, Place::Gone, Int::top(self.width)));
        }
        let places = self.places.iter().map(|(place, at)| (*place, Int::binary(crate::ir::BinaryOp::Add, at, offset)));
        moved.join(&Pointer { places: places.collect(), null: false, ..moved.clone() })
    }

    /// Each place changed, or dropped; places that become equal are joined.
    pub fn map(&self, mut change: impl FnMut(Place, Int) -> Option<(Place, Int)>) -> Pointer {
        let mut result = Pointer { places: Vec::new(), ..self.clone() };
        for (place, offset) in &self.places {
            if let Some((place, offset)) = change(*place, *offset) {
                match result.places.binary_search_by_key(&place, |p| p.0) {
                    Ok(at) => result.places[at].1 = result.places[at].1.join(&offset),
                    Err(at) => result.places.insert(at, (place, offset)),
                }
            }
        }
        result
    }
}

fn is_tame(place: Place, offset: &Int) -> bool {
    place != Place::Gone && offset.smin > -(1 << 24) && offset.smax < 1 << 28
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.unknown {
            return f.write_str("any address");
        }
        let mut parts: Vec<String> = Vec::new();
        parts.extend(self.null.then(|| "null".into()));
        for (place, offset) in &self.places {
            parts.push(match place {
                Place::Object(object) if offset.as_constant() == Some(0) => object.to_string(),
                Place::Object(object) => format!("{object}+{offset}"),
                Place::Func(func) => func.to_string(),
                Place::Gone => "gone".into(),
            });
        }
        write!(f, "{{{}}}", parts.join(", "))
    }
}
