//! Which object lookups can be shared.
//!
//! An access through a pointer without a known origin has to find the object at its address. The *root* of a pointer
//! is the value it was computed from by adding offsets, also around a loop. Where two accesses have one root, the
//! object at the root is looked up once, where the root is defined; an access whose bytes all lie in that object is
//! legal, for it is still the object at that address. Any other access looks again. So a wrong guess costs time and
//! nothing else, as long as the object found is still alive; this is what the data flow here makes sure of: a
//! lookup is forgotten at everything that may end an object made before it (`free`, the end of a scope, the restoring
//! of the stack). Objects made later cannot be in a lookup, so calls that only make and end their own are harmless.
//!
//! An access with an origin belongs to the object at the origin; there the origin's root is looked up.
//!
//! The same pass finds where a scoped slot is certainly alive.

use super::super::Options;
use super::unit::Unit;
use cranelift_entity::{EntityRef, EntitySet, SecondaryMap};
use rarebit_front_end::ir::*;

/// Sets of roots and of slots; what is beyond is not tracked.
type Mask = u64;
const MOST: usize = 64;

#[derive(Default)]
pub struct Lookups {
    /// The root of each pointer or origin that an access uses.
    roots: SecondaryMap<Value, Option<Value>>,
    /// The numbers of roots that are looked up where they are defined, plus 1.
    numbers: SecondaryMap<Value, u8>,
    /// The sizes with which the root is read and written through, a bit each.
    pub uses: Vec<[u8; 2]>,
    /// Numbers whose lookup no scope can end.
    params: Mask,
    valid: SecondaryMap<Block, Mask>,
    alive: SecondaryMap<Block, Mask>,
}

/// What holds at a place.
#[derive(Clone, Copy)]
pub struct Known {
    valid: Mask,
    alive: Mask,
}

impl Lookups {
    pub fn new(func: &Function, model: DataModel, unit: &Unit, options: &Options) -> Lookups {
        let mut lookups = Lookups::default();
        let preds = Incoming::new(func);
        let mut counts: SecondaryMap<Value, u32> = SecondaryMap::new();
        let mut far: EntitySet<Value> = EntitySet::new();
        let mut order: Vec<(Value, bool, u8)> = Vec::new();
        for &block in &func.layout {
            for &inst in &func.blocks[block].insts {
                let (ptr, origin, write, moved, check) = match func.insts[inst].data {
                    InstData::Load { ptr, origin, check } => (ptr, origin, false, func.insts[inst].results[0], check),
                    InstData::Store { value, ptr, origin, check } => (ptr, origin, true, value, check),
                    _ => continue,
                };
                if options.is_proved(check) {
                    continue;
                }
                let size = 1 << func.ty(moved).bytes(model).min(64).ilog2();
                // An origin names the object; the pointer only guesses.
                let named = origin.expand().unwrap_or(ptr);
                let root = root(func, &preds, named);
                lookups.roots[named] = Some(root);
                counts[root] += 1;
                if preds.home[root] != Some(block) {
                    far.insert(root);
                }
                order.push((root, write, size));
            }
        }
        for (root, write, size) in order {
            let worth = counts[root] >= 2 || far.contains(root);
            if func.as_const(root).is_some() || !worth {
                continue;
            }
            if lookups.numbers[root] == 0 {
                if lookups.uses.len() == MOST {
                    continue;
                }
                lookups.uses.push([0; 2]);
                lookups.numbers[root] = lookups.uses.len() as u8;
                if func.blocks[func.entry()].params.contains(&root) {
                    lookups.params |= 1 << (lookups.uses.len() - 1);
                }
            }
            lookups.uses[lookups.numbers[root] as usize - 1][write as usize] |= size;
        }
        lookups.flow(func, unit);
        lookups
    }

    pub fn root(&self, ptr: Value) -> Option<Value> {
        self.roots[ptr]
    }

    /// The number of a root that is to be looked up where it is defined.
    pub fn number(&self, value: Value) -> Option<usize> {
        (self.numbers[value] as usize).checked_sub(1)
    }

    fn flow(&mut self, func: &Function, unit: &Unit) {
        if self.uses.is_empty() && func.slots.values().all(|slot| !slot.scoped) {
            return;
        }
        let order = func.reverse_postorder();
        let preds = func.predecessors();
        let mut out: SecondaryMap<Block, Known> =
            SecondaryMap::with_default(Known { valid: Mask::MAX, alive: Mask::MAX });
        loop {
            let mut changed = false;
            for &block in &order {
                let mut known = Known { valid: Mask::MAX, alive: Mask::MAX };
                for pred in &preds[block] {
                    known.valid &= out[*pred].valid;
                    known.alive &= out[*pred].alive;
                }
                if block == func.entry() {
                    known = Known { valid: 0, alive: 0 };
                }
                (self.valid[block], self.alive[block]) = (known.valid, known.alive);
                for param in &func.blocks[block].params {
                    self.defined(*param, &mut known);
                }
                for &inst in &func.blocks[block].insts {
                    self.step(&func.insts[inst].data, unit, &mut known);
                    func.insts[inst].results.iter().for_each(|v| self.defined(*v, &mut known));
                }
                let old = &mut out[block];
                changed |= (old.valid, old.alive) != (known.valid, known.alive);
                *old = known;
            }
            if !changed {
                return;
            }
        }
    }

    /// What is known where a block begins, before its parameters.
    pub fn at(&self, block: Block) -> Known {
        Known { valid: self.valid[block], alive: self.alive[block] }
    }

    /// Notes that a value is defined, and its lookup made.
    pub fn defined(&self, value: Value, known: &mut Known) {
        if let Some(number) = self.number(value) {
            known.valid |= 1 << number;
        }
    }

    /// What an instruction changes.
    pub fn step(&self, data: &InstData, unit: &Unit, known: &mut Known) {
        match *data {
            InstData::Host { func: HostFn::Free, .. } => known.valid = 0,
            InstData::Call { func, .. } if unit.may_free[func] => known.valid = 0,
            InstData::CallIndirect { .. } => known.valid = 0,
            InstData::StackRestore { .. } => known.valid &= self.params,
            InstData::ScopeEnd { slot } => {
                known.valid &= self.params;
                known.alive &= !bit(slot);
            }
            InstData::ScopeStart { slot } => known.alive |= bit(slot),
            _ => {}
        }
    }

    pub fn is_valid(&self, number: usize, known: Known) -> bool {
        known.valid >> number & 1 == 1
    }

    /// Is the slot certainly alive?
    pub fn is_alive(&self, func: &Function, slot: Slot, known: Known) -> bool {
        !func.slots[slot].scoped || (slot.index() < MOST && known.alive & bit(slot) != 0)
    }
}

fn bit(slot: Slot) -> Mask {
    1u64.checked_shl(slot.index() as u32).unwrap_or(0)
}

/// The values that block parameters get, and the blocks of definitions.
struct Incoming {
    args: SecondaryMap<Block, Vec<Block>>,
    home: SecondaryMap<Value, Option<Block>>,
}

impl Incoming {
    fn new(func: &Function) -> Incoming {
        let mut home = SecondaryMap::with_capacity(func.values.len());
        for &block in &func.layout {
            let data = &func.blocks[block];
            data.params.iter().for_each(|v| home[*v] = Some(block));
            data.insts.iter().for_each(|i| func.insts[*i].results.iter().for_each(|v| home[*v] = Some(block)));
        }
        Incoming { args: func.predecessors(), home }
    }
}

/// The value that a pointer was computed from. A block parameter counts as computed from what flows into it, if that
/// is one value but for additions to the parameter itself.
fn root(func: &Function, preds: &Incoming, ptr: Value) -> Value {
    let mut at = ptr;
    // A chain of loops inside loops is short.
    for _ in 0..8 {
        at = strip(func, at);
        let ValueDef::Param(block, index) = func.values[at].def else { return at };
        if block == func.entry() {
            return at;
        }
        let mut source = None;
        for pred in &preds.args[block] {
            for target in func.blocks[*pred].end.targets().iter().filter(|t| t.block == block) {
                let arg = strip(func, target.args[index as usize]);
                if arg == at {
                    continue;
                }
                if source.is_some_and(|s| s != arg) {
                    return at;
                }
                source = Some(arg);
            }
        }
        match source {
            Some(source) => at = source,
            None => return at,
        }
    }
    at
}

fn strip(func: &Function, mut value: Value) -> Value {
    while let ValueDef::Inst(inst, _) = func.values[value].def {
        match func.insts[inst].data {
            InstData::Binary { op: BinaryOp::PtrAdd, args: [base, _] } => value = base,
            _ => break,
        }
    }
    value
}
