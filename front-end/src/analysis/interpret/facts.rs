//! The result of the analysis.

use super::context::{Contexts, Maker};
use crate::analysis::domain::{Abs, Object, Place};
use crate::ir::*;
use cranelift_entity::{EntityRef, EntitySet};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// What is known of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It holds whenever control comes to it.
    Proved,
    /// It fails whenever control comes to it.
    Violated,
    /// Control never comes to it.
    Unreachable,
    /// Nothing of the above is known.
    Open,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Violated => "violated",
            Verdict::Unreachable => "unreachable",
            Verdict::Open => "open",
        }
    }

    /// Can it never fail?
    pub fn is_safe(self) -> bool {
        matches!(self, Verdict::Proved | Verdict::Unreachable)
    }
}

/// The objects that an address may belong to.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    unknown: bool,
    /// In order.
    objects: SmallVec<[Object; 2]>,
}

impl Sites {
    /// Those of an address of which nothing is known.
    pub fn anything() -> Sites {
        Sites { unknown: true, ..Sites::default() }
    }

    /// The objects; `None` if it may be any.
    pub fn objects(&self) -> Option<&[Object]> {
        (!self.unknown).then_some(&self.objects)
    }

    fn insert(&mut self, object: Object) {
        if let Err(at) = self.objects.binary_search(&object) {
            self.objects.insert(at, object);
        }
    }

    fn add(&mut self, abs: &Abs) {
        match abs {
            Abs::Pointer(pointer) => {
                self.unknown |= pointer.unknown;
                for (place, _) in &pointer.places {
                    if let Place::Object(object) = place {
                        self.insert(*object);
                    }
                }
            }
            _ => self.unknown = true,
        }
    }
}

/// What holds in every run.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// By function and value number: what the value can be in all contexts; none if it is never computed.
    pub values: Vec<Vec<Option<Abs>>>,
    pub blocks: Vec<EntitySet<Block>>,
    pub edges: EntitySet<Edge>,
    ends: Vec<EntitySet<Block>>,
    verdicts: Vec<Verdict>,
    reasons: FxHashMap<Check, String>,
    /// The functions that a call through a pointer may call.
    pub callees: FxHashMap<(Func, Inst), Vec<Func>>,
    pub contexts: usize,
    /// Functions that may be called while they are being executed.
    pub recursive: FxHashSet<Func>,
    /// By function and value number, for addresses.
    sites: Vec<FxHashMap<Value, Sites>>,
    slots: FxHashMap<(Func, Slot), Sites>,
    stacks: FxHashMap<Func, Sites>,
}

impl Facts {
    pub fn verdict(&self, check: Check) -> Verdict {
        self.verdicts.get(check.as_u32() as usize).copied().unwrap_or(Verdict::Unreachable)
    }

    /// The fact behind the verdict, for people.
    pub fn reason(&self, check: Check) -> Option<&str> {
        self.reasons.get(&check).map(String::as_str)
    }

    /// What a value can be; `None` if it is never computed.
    pub fn value(&self, func: Func, value: Value) -> Option<&Abs> {
        self.values.get(func.index())?.get(value.index())?.as_ref()
    }

    /// The objects that an address may belong to, whatever the context.
    pub fn sites(&self, program: &Program, func: Func, value: Value) -> Sites {
        match program.funcs[func].as_const(value) {
            Some(Const::Slot(slot)) => self.slot_sites(func, slot),
            // Globals come first among the objects.
            Some(Const::Global(global, _)) => {
                let mut sites = Sites::default();
                sites.insert(Object::new(global.index()));
                sites
            }
            Some(Const::Bits(_, 0) | Const::Func(_)) => Sites::default(),
            Some(Const::Bits(..)) => Sites::anything(),
            None => self.sites[func.index()].get(&value).cloned().unwrap_or_default(),
        }
    }

    /// The objects of a slot.
    pub fn slot_sites(&self, func: Func, slot: Slot) -> Sites {
        self.slots.get(&(func, slot)).cloned().unwrap_or_default()
    }

    /// The dynamic objects of a function's calls.
    pub fn stack_sites(&self, func: Func) -> Sites {
        self.stacks.get(&func).cloned().unwrap_or_default()
    }

    /// Does control come to the end of a block? Not if a call in it never returns.
    pub fn is_ended(&self, func: Func, block: Block) -> bool {
        self.ends.get(func.index()).is_some_and(|blocks| blocks.contains(block))
    }

    pub fn is_reached(&self, func: Func, block: Block) -> bool {
        self.blocks.get(func.index()).is_some_and(|blocks| blocks.contains(block))
    }
}

/// Collects verdicts in the last walk.
pub(super) struct Recorder {
    facts: Facts,
}

impl Recorder {
    pub fn new(program: &Program) -> Recorder {
        let facts = Facts {
            values: program.funcs.values().map(|f| vec![None; f.values.len()]).collect(),
            blocks: vec![EntitySet::new(); program.funcs.len()],
            ends: vec![EntitySet::new(); program.funcs.len()],
            verdicts: vec![Verdict::Unreachable; program.checks.len()],
            sites: vec![FxHashMap::default(); program.funcs.len()],
            ..Facts::default()
        };
        Recorder { facts }
    }

    pub fn reached(&mut self, func: Func, block: Block) {
        self.facts.blocks[func.index()].insert(block);
    }

    pub fn ended(&mut self, func: Func, block: Block) {
        self.facts.ends[func.index()].insert(block);
    }

    pub fn taken(&mut self, edge: Edge) {
        self.facts.edges.insert(edge);
    }

    pub fn value(&mut self, func: Func, value: Value, abs: &Abs) {
        if let Abs::Pointer(_) = abs {
            self.facts.sites[func.index()].entry(value).or_default().add(abs);
        }
        let place = &mut self.facts.values[func.index()][value.index()];
        *place = Some(place.as_ref().map_or_else(|| abs.clone(), |old| old.join(abs)));
    }

    pub fn calls(&mut self, func: Func, inst: Inst, targets: &[Func]) {
        let known = self.facts.callees.entry((func, inst)).or_default();
        known.extend(targets);
        known.sort_unstable();
        known.dedup();
    }

    /// One more visit to a check; the visits' verdicts are joined.
    pub fn check(&mut self, check: Check, verdict: Verdict, why: impl FnOnce() -> String) {
        let place = &mut self.facts.verdicts[check.as_u32() as usize];
        let joined = match (*place, verdict) {
            (Verdict::Unreachable, new) => new,
            (old, new) if old == new => old,
            _ => Verdict::Open,
        };
        if joined != *place || *place == Verdict::Unreachable {
            // Of an open check the reason is the visit that could not be proved.
            if verdict != Verdict::Proved || joined == Verdict::Proved {
                self.facts.reasons.insert(check, why());
            }
            *place = joined;
        }
    }

    pub fn finish(mut self, program: &Program, contexts: &Contexts) -> Facts {
        debug_assert_eq!(self.facts.blocks.len(), program.funcs.len());
        self.facts.contexts = contexts.table.len();
        for (object, maker) in &contexts.objects {
            let sites = match *maker {
                Maker::Slot(context, slot) => self.facts.slots.entry((contexts.table[context].func, slot)).or_default(),
                Maker::Stack(context, _) => self.facts.stacks.entry(contexts.table[context].func).or_default(),
                Maker::Global(_) | Maker::Heap(..) => continue,
            };
            sites.insert(object);
        }
        self.facts
    }
}
