//! SSA construction: moves local variables from memory into values.
//!
//! LLVM's own pass may not be used: it turns the read of an uninitialised variable into an arbitrary constant and
//! hides uses after scope. A slot is promoted only when
//!
//! * its address is used for nothing but loads and stores of the whole variable, all of one type, and
//! * it is definitely assigned: on every path to a load there is a store with no scope boundary between.
//!
//! Every other local stays in memory, where reading it too early is seen. Definite assignment is a forward data-flow
//! problem (intersection over predecessors). Values are then followed through the blocks in reverse postorder: a
//! block gets a parameter for a live variable where its predecessors disagree or are not known yet (loops), and
//! parameters that turn out to merge one value with itself are removed until none is left (after Braun et al.,
//! "Simple and Efficient Construction of Static Single Assignment Form", CC 2013). Promotion is right because a
//! promoted slot's memory can be reached only through the loads and stores that are rewritten.

use crate::ir::*;
use cranelift_entity::{EntityRef, EntitySet, SecondaryMap};
use rustc_hash::FxHashMap;

/// Promotes what can be promoted, and forgets those slots.
pub fn promote(func: &mut Function) {
    let mut candidates = direct_slots(func);
    if candidates.iter().all(Option::is_none) {
        return;
    }
    let order = func.reverse_postorder();
    let preds = func.predecessors();
    drop_unassigned(func, &order, &preds, &mut candidates);
    let chosen: Vec<Slot> = func.slots.keys().filter(|s| candidates[s.index()].is_some()).collect();
    if chosen.is_empty() {
        return;
    }
    let live = live_in(func, &order, &preds, &candidates);
    rewrite(func, &order, &preds, &candidates, &live);
    let keep: Vec<bool> = candidates.iter().map(Option::is_none).collect();
    func.retain_slots(|slot| keep[slot.index()]);
}

/// The slot an address value is.
fn slot_of(func: &Function, value: Value) -> Option<Slot> {
    match func.as_const(value) {
        Some(Const::Slot(slot)) => Some(slot),
        _ => None,
    }
}

/// For each slot, its type if it is only loaded and stored whole.
fn direct_slots(func: &Function) -> Vec<Option<Type>> {
    #[derive(Clone, Copy)]
    enum Use {
        None,
        Whole(Type),
        Other,
    }
    let mut uses = vec![Use::None; func.slots.len()];
    let whole = |uses: &mut Vec<Use>, slot: Slot, ty: Type| {
        // The widest data model is assumed for pointers, so that a cut-off one is never taken for whole.
        let fits = match ty {
            Type::Ptr => matches!(func.slots[slot].size, 4 | 8),
            ty => u64::from(ty.bytes(DataModel::Lp64)) <= func.slots[slot].size,
        };
        uses[slot.index()] = match uses[slot.index()] {
            Use::None if fits => Use::Whole(ty),
            Use::Whole(known) if known == ty => Use::Whole(ty),
            _ => Use::Other,
        };
    };
    for &block in &func.layout {
        for &inst in &func.blocks[block].insts {
            let node = &func.insts[inst];
            let direct = match node.data {
                InstData::Load { ptr, .. } => slot_of(func, ptr).map(|slot| (slot, func.ty(node.results[0]))),
                InstData::Store { value, ptr, .. } if slot_of(func, value).is_none() => {
                    slot_of(func, ptr).map(|slot| (slot, func.ty(value)))
                }
                _ => None,
            };
            if let Some((slot, ty)) = direct {
                whole(&mut uses, slot, ty);
                continue;
            }
            node.data.for_each_operand(|v| {
                if let Some(slot) = slot_of(func, v) {
                    uses[slot.index()] = Use::Other;
                }
            });
        }
        func.blocks[block].end.for_each_operand(|v| {
            if let Some(slot) = slot_of(func, v) {
                uses[slot.index()] = Use::Other;
            }
        });
    }
    uses.into_iter().map(|u| if let Use::Whole(ty) = u { Some(ty) } else { None }).collect()
}

/// What an instruction does to a promotable slot.
enum Access {
    Load(Slot),
    Store(Slot, Value),
    Scope(Slot),
}

fn access(func: &Function, inst: Inst, candidates: &[Option<Type>]) -> Option<Access> {
    let found = match func.insts[inst].data {
        InstData::Load { ptr, .. } => Access::Load(slot_of(func, ptr)?),
        InstData::Store { value, ptr, .. } => Access::Store(slot_of(func, ptr)?, value),
        InstData::ScopeStart { slot } | InstData::ScopeEnd { slot } => Access::Scope(slot),
        _ => return None,
    };
    let (Access::Load(slot) | Access::Store(slot, _) | Access::Scope(slot)) = found;
    candidates[slot.index()].is_some().then_some(found)
}

type SlotSet = EntitySet<Slot>;

/// Drops the candidates that some path reads before it writes them.
fn drop_unassigned(
    func: &Function,
    order: &[Block],
    preds: &SecondaryMap<Block, Vec<Block>>,
    candidates: &mut [Option<Type>],
) {
    let step = |assigned: &mut SlotSet, inst: Inst, candidates: &[Option<Type>]| -> Option<Slot> {
        match access(func, inst, candidates)? {
            Access::Load(slot) => return (!assigned.contains(slot)).then_some(slot),
            Access::Store(slot, _) => drop(assigned.insert(slot)),
            Access::Scope(slot) => drop(assigned.remove(slot)),
        }
        None
    };
    // `None` is "everything": not reached yet.
    let mut out: SecondaryMap<Block, Option<SlotSet>> = SecondaryMap::with_capacity(func.blocks.len());
    let enter = |out: &SecondaryMap<Block, Option<SlotSet>>, block: Block| -> SlotSet {
        let mut known = preds[block].iter().filter_map(|p| out[*p].as_ref());
        let Some(first) = known.next() else { return SlotSet::new() };
        let rest: Vec<&SlotSet> = known.collect();
        let mut all = SlotSet::new();
        all.extend(first.iter().filter(|s| rest.iter().all(|set| set.contains(*s))));
        all
    };
    let mut changed = true;
    while changed {
        changed = false;
        for &block in order {
            let mut assigned = enter(&out, block);
            for &inst in &func.blocks[block].insts {
                step(&mut assigned, inst, candidates);
            }
            let same = out[block].as_ref().is_some_and(|old| old.iter().eq(assigned.iter()));
            if !same {
                out[block] = Some(assigned);
                changed = true;
            }
        }
    }
    for &block in order {
        let mut assigned = enter(&out, block);
        for &inst in &func.blocks[block].insts {
            if let Some(slot) = step(&mut assigned, inst, candidates) {
                candidates[slot.index()] = None;
            }
        }
    }
}

/// Slots that are read from the block's entry on before they are written.
fn live_in(
    func: &Function,
    order: &[Block],
    preds: &SecondaryMap<Block, Vec<Block>>,
    candidates: &[Option<Type>],
) -> SecondaryMap<Block, SlotSet> {
    let mut reads: SecondaryMap<Block, SlotSet> = SecondaryMap::with_capacity(func.blocks.len());
    let mut writes: SecondaryMap<Block, SlotSet> = SecondaryMap::with_capacity(func.blocks.len());
    for &block in order {
        for &inst in &func.blocks[block].insts {
            match access(func, inst, candidates) {
                Some(Access::Load(slot)) if !writes[block].contains(slot) => drop(reads[block].insert(slot)),
                Some(Access::Store(slot, _)) => drop(writes[block].insert(slot)),
                _ => {}
            }
        }
    }
    let mut live = reads;
    let mut work: Vec<(Block, Slot)> =
        order.iter().flat_map(|b| live[*b].iter().map(|s| (*b, s)).collect::<Vec<_>>()).collect();
    while let Some((block, slot)) = work.pop() {
        for &pred in &preds[block] {
            if !writes[pred].contains(slot) && live[pred].insert(slot) {
                work.push((pred, slot));
            }
        }
    }
    live
}

/// Replaces loads by values, and deletes stores and scopes.
fn rewrite(
    func: &mut Function,
    order: &[Block],
    preds: &SecondaryMap<Block, Vec<Block>>,
    candidates: &[Option<Type>],
    live: &SecondaryMap<Block, SlotSet>,
) {
    let mut aliases = Aliases::default();
    let mut exit: SecondaryMap<Block, Option<FxHashMap<Slot, Value>>> = SecondaryMap::with_capacity(func.blocks.len());
    let mut params: Vec<(Block, Slot, Value)> = Vec::new();
    for &block in order {
        let mut current: FxHashMap<Slot, Value> = FxHashMap::default();
        for slot in live[block].iter() {
            let mut incoming = preds[block].iter().map(|p| exit[*p].as_ref().map(|values| values[&slot]));
            let first = incoming.next().flatten();
            let agreed = first.filter(|_| incoming.all(|value| value == first));
            let value = agreed.unwrap_or_else(|| {
                let ty = candidates[slot.index()].expect("live slots are candidates");
                let value = func.new_param(block, ty);
                params.push((block, slot, value));
                value
            });
            current.insert(slot, value);
        }
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            match access(func, inst, candidates) {
                Some(Access::Load(slot)) => {
                    let result = func.insts[inst].results[0];
                    aliases.set(result, current[&slot]);
                    func.values[result].def = ValueDef::Unused;
                }
                Some(Access::Store(slot, value)) => {
                    let value = aliases.get(value);
                    current.insert(slot, value);
                    if func.as_const(value).is_none() && func.names[value].is_none() {
                        func.names[value] = Some(func.slots[slot].name.as_str().into());
                    }
                }
                Some(Access::Scope(_)) => {}
                None => kept.push(inst),
            }
        }
        func.blocks[block].insts = kept;
        exit[block] = Some(current);
    }
    for &(block, slot, value) in &params {
        func.names[value] = Some(func.slots[slot].name.as_str().into());
        for &pred in &unique(&preds[block]) {
            let arg = exit[pred].as_ref().expect("every predecessor was visited")[&slot];
            for target in func.blocks[pred].end.targets_mut() {
                if target.block == block {
                    target.args.push(arg);
                }
            }
        }
    }
    drop_trivial(func, preds, &params, &mut aliases);
    for &block in order {
        for i in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[i];
            func.insts[inst].data.for_each_operand_mut(|v| *v = aliases.get(*v));
        }
        func.blocks[block].end.for_each_operand_mut(|v| *v = aliases.get(*v));
    }
}

fn unique(blocks: &[Block]) -> Vec<Block> {
    let mut blocks = blocks.to_vec();
    blocks.sort();
    blocks.dedup();
    blocks
}

/// Removes parameters all of whose arguments are one value or the parameter itself.
fn drop_trivial(
    func: &mut Function,
    preds: &SecondaryMap<Block, Vec<Block>>,
    params: &[(Block, Slot, Value)],
    aliases: &mut Aliases,
) {
    let position =
        |func: &Function, block: Block, value: Value| func.blocks[block].params.iter().position(|v| *v == value);
    let mut changed = true;
    while changed {
        changed = false;
        for &(block, _, value) in params {
            let Some(index) = position(func, block, value) else { continue };
            let mut only = None;
            let mut trivial = true;
            for pred in unique(&preds[block]) {
                for target in func.blocks[pred].end.targets().iter().filter(|t| t.block == block) {
                    let arg = aliases.get(target.args[index]);
                    if arg != value {
                        trivial &= only.is_none_or(|known| known == arg);
                        only = Some(arg);
                    }
                }
            }
            let (true, Some(only)) = (trivial, only) else { continue };
            aliases.set(value, only);
            func.values[value].def = ValueDef::Unused;
            func.blocks[block].params.remove(index);
            for pred in unique(&preds[block]) {
                for target in func.blocks[pred].end.targets_mut() {
                    if target.block == block {
                        target.args.remove(index);
                    }
                }
            }
            // Later parameters of the block moved down by one.
            for (i, &param) in func.blocks[block].params.iter().enumerate().skip(index) {
                func.values[param].def = ValueDef::Param(block, i as u32);
            }
            changed = true;
        }
    }
}

/// Which value stands for a removed one.
#[derive(Default)]
struct Aliases(FxHashMap<Value, Value>);

impl Aliases {
    fn get(&self, mut value: Value) -> Value {
        while let Some(&next) = self.0.get(&value) {
            value = next;
        }
        value
    }

    fn set(&mut self, value: Value, by: Value) {
        let by = self.get(by);
        self.0.insert(value, by);
    }
}
