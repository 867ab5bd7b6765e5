//! Abstract memory: what is known of every object at one program point.
//!
//! An abstract object stands for the concrete ones that one place makes in one context: one (stores replace) or
//! several (stores join). An object that is not in the map does not exist there: it is not made yet, or gone for good
//! with all pointers to it marked so.

pub mod content;
pub mod region;

use super::domain::{Abs, Int, Object, Place, Pointer};
use super::trie::Trie;
use content::{Content, Fills};
use std::rc::Rc;

/// An abstract object at one point.
#[derive(Clone, PartialEq, Debug)]
pub struct ObjectState {
    /// In bytes.
    pub size: Int,
    /// May one of them be alive, may one be dead?
    pub may_live: bool,
    pub may_die: bool,
    /// Stands for more than one.
    pub many: bool,
    /// Its address may lie in memory.
    pub stored: bool,
    pub content: Content,
}

impl ObjectState {
    /// Is every access inside it allowed?
    pub fn is_live(&self) -> bool {
        self.may_live && !self.may_die
    }

    fn merge(&self, other: &ObjectState, fills: &dyn Fills, combine: &dyn Fn(&Abs, &Abs) -> Abs) -> ObjectState {
        let size = match combine(&Abs::Int(self.size), &Abs::Int(other.size)) {
            Abs::Int(size) => size,
            _ => Int::top(self.size.width),
        };
        ObjectState {
            size,
            may_live: self.may_live || other.may_live,
            may_die: self.may_die || other.may_die,
            many: self.many || other.many,
            stored: self.stored || other.stored,
            content: self.content.merge(&other.content, fills, combine),
        }
    }

    fn is_in(&self, other: &ObjectState, fills: &dyn Fills) -> bool {
        self.size.is_in(&other.size)
            && self.may_live <= other.may_live
            && self.may_die <= other.may_die
            && self.many <= other.many
            && self.stored <= other.stored
            && self.content.is_in(&other.content, fills)
    }
}

/// Objects by number.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    objects: Trie<Rc<ObjectState>>,
}

impl Memory {
    pub fn get(&self, object: Object) -> Option<&ObjectState> {
        self.objects.get(object.as_u32()).map(|state| &**state)
    }

    pub fn set(&mut self, object: Object, state: ObjectState) {
        self.objects.insert(object.as_u32(), Rc::new(state));
    }

    /// Changes an object, if it is there.
    pub fn update(&mut self, object: Object, change: impl FnOnce(&mut ObjectState)) {
        if let Some(state) = self.objects.get(object.as_u32()) {
            let mut state = ObjectState::clone(state);
            change(&mut state);
            self.objects.insert(object.as_u32(), Rc::new(state));
        }
    }

    pub fn remove(&mut self, object: Object) {
        self.objects.remove(object.as_u32());
    }

    /// Takes an object as it is in another memory.
    pub fn take(&mut self, object: Object, from: &Memory) {
        match from.objects.get(object.as_u32()) {
            Some(state) => self.objects.insert(object.as_u32(), state.clone()),
            None => self.objects.remove(object.as_u32()),
        }
    }

    pub fn for_each(&self, mut f: impl FnMut(Object, &ObjectState)) {
        self.objects.for_each(|object, state| f(Object::from_u32(object), state));
    }

    pub fn merge(&self, other: &Memory, fills: &dyn Fills, combine: &dyn Fn(&Abs, &Abs) -> Abs) -> Memory {
        let objects = self.objects.merge(&other.objects, true, &mut |_, a, b| {
            if Rc::ptr_eq(a, b) || a == b {
                return Some(a.clone());
            }
            let merged = a.merge(b, fills, combine);
            Some(if merged == **a { a.clone() } else { Rc::new(merged) })
        });
        Memory { objects }
    }

    pub fn is_in(&self, other: &Memory, fills: &dyn Fills) -> bool {
        self.objects.all(&other.objects, &mut |_, a, b| b.is_some_and(|b| Rc::ptr_eq(a, b) || a.is_in(b, fills)))
    }

    /// A memory that holds both, with nothing known of the contents that differ: the end of all patience.
    pub fn give_up(&self, other: &Memory, fills: &dyn Fills) -> Memory {
        let objects = self.objects.merge(&other.objects, true, &mut |_, a, b| {
            if b.is_in(a, fills) {
                return Some(a.clone());
            }
            let mut merged = a.merge(b, fills, &|x, y| x.widen(y, &[]));
            merged.content = Content::new(content::Fill::Unknown);
            Some(Rc::new(merged))
        });
        Memory { objects }
    }

    /// Pointers to these objects become pointers to what is gone; `also`: or stay what they are.
    pub fn forget_addresses(&mut self, gone: &[Object], also: bool) {
        let change = |pointer: &Pointer| renamed(pointer, gone, also);
        let mut changed = Vec::new();
        self.for_each(|object, state| {
            let holds = |value: &Abs| matches!(value, Abs::Pointer(p) if gone.iter().any(|g| p.mentions(*g)));
            if state.content.values().any(holds) {
                changed.push(object);
            }
        });
        for object in changed {
            self.update(object, |state| state.content.map_pointers(&change));
        }
    }
}

/// A pointer after objects are gone; `None` if it does not mention them.
pub fn renamed(pointer: &Pointer, gone: &[Object], also: bool) -> Option<Pointer> {
    if !gone.iter().any(|object| pointer.mentions(*object)) {
        return None;
    }
    let is_gone = |place: Place| matches!(place, Place::Object(object) if gone.contains(&object));
    let dead = pointer.map(|place, offset| is_gone(place).then_some((Place::Gone, offset)));
    let kept = pointer.map(|place, offset| (also || !is_gone(place)).then_some((place, offset)));
    Some(kept.join(&dead))
}
