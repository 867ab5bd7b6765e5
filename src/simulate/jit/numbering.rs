//! What a block has computed and tested already.
//!
//! Code made without optimisation says most things twice: the index is extended, scaled and added to the array for the
//! load and again for the store. Values that are computed from the same values in the same way are one value; a
//! condition that was demanded holds; bytes that could be touched still can, until something may end an object. This is
//! local value numbering; it holds within a block, and what is skipped still counts as steps.

use super::emit::Body;
use cranelift_codegen::ir as clif;
use cranelift_entity::SecondaryMap;
use rarebit_front_end::ir::*;
use rustc_hash::FxHashMap;

#[derive(PartialEq, Eq, Hash)]
enum Key {
    Unary(UnaryOp, Value, Type),
    Binary(BinaryOp, Value, Value),
    Compare(IntCond, Value, Value),
}

/// Bytes that an access has shown to be there.
#[derive(Clone, Copy)]
struct Touched {
    ptr: Value,
    origin: Option<Value>,
    bytes: u32,
    write: bool,
    native: clif::Value,
}

#[derive(Default)]
pub struct Numbering {
    made: FxHashMap<Key, Value>,
    /// The first value that is equal to a value.
    first: SecondaryMap<Value, Option<Value>>,
    demanded: Vec<Value>,
    touched: Vec<Touched>,
}

impl Numbering {
    /// Nothing is known where a block begins.
    pub fn clear(&mut self) {
        self.made.clear();
        self.demanded.clear();
        self.touched.clear();
    }

    fn first(&self, value: Value) -> Value {
        self.first[value].unwrap_or(value)
    }

    /// Has the condition been demanded? It has now.
    pub fn is_demanded(&mut self, cond: Value) -> bool {
        let cond = self.first(cond);
        let known = self.demanded.contains(&cond);
        if !known {
            self.demanded.push(cond);
        }
        known
    }

    /// Where bytes are that were touched before.
    pub fn touched(&self, ptr: Value, origin: Option<Value>, bytes: u32, write: bool) -> Option<clif::Value> {
        let (ptr, origin) = (self.first(ptr), origin.map(|o| self.first(o)));
        let same = |t: &&Touched| t.ptr == ptr && t.origin == origin && t.bytes >= bytes && t.write == write;
        self.touched.iter().find(same).map(|t| t.native)
    }

    pub fn touch(&mut self, ptr: Value, origin: Option<Value>, bytes: u32, write: bool, native: clif::Value) {
        let (ptr, origin) = (self.first(ptr), origin.map(|o| self.first(o)));
        self.touched.push(Touched { ptr, origin, bytes, write, native });
    }
}

impl Body<'_> {
    /// The value that an instruction computes, if the block has it already.
    pub fn computed(&mut self, inst: Inst) -> Option<clif::Value> {
        let node = &self.func.insts[inst];
        let numbering = &mut self.numbering;
        let key = match node.data {
            InstData::Unary { op, arg } => Key::Unary(op, numbering.first(arg), self.func.ty(node.results[0])),
            InstData::Binary { op, args: [a, b] } => Key::Binary(op, numbering.first(a), numbering.first(b)),
            InstData::Icmp { cond, args: [a, b] } => Key::Compare(cond, numbering.first(a), numbering.first(b)),
            // These may end objects.
            InstData::Call { .. }
            | InstData::CallIndirect { .. }
            | InstData::Host { .. }
            | InstData::StackRestore { .. }
            | InstData::ScopeEnd { .. } => {
                numbering.touched.clear();
                return None;
            }
            _ => return None,
        };
        let result = node.results[0];
        let first = *numbering.made.entry(key).or_insert(result);
        if first == result {
            return None;
        }
        numbering.first[result] = Some(first);
        self.values[first]
    }
}
