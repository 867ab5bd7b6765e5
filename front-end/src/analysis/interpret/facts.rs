//! The result of the analysis.

use super::context::Contexts;
use crate::analysis::domain::Abs;
use crate::ir::*;
use cranelift_entity::{EntityRef, EntitySet};
use rustc_hash::FxHashMap;

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

/// What holds in every run.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// By function and value number: what the value can be in all contexts; none if it is never computed.
    pub values: Vec<Vec<Option<Abs>>>,
    pub blocks: Vec<EntitySet<Block>>,
    pub edges: EntitySet<Edge>,
    verdicts: Vec<Verdict>,
    reasons: FxHashMap<Check, String>,
    /// The functions that a call through a pointer may call.
    pub callees: FxHashMap<(Func, Inst), Vec<Func>>,
    pub contexts: usize,
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
            verdicts: vec![Verdict::Unreachable; program.checks.len()],
            ..Facts::default()
        };
        Recorder { facts }
    }

    pub fn reached(&mut self, func: Func, block: Block) {
        self.facts.blocks[func.index()].insert(block);
    }

    pub fn taken(&mut self, edge: Edge) {
        self.facts.edges.insert(edge);
    }

    pub fn value(&mut self, func: Func, value: Value, abs: &Abs) {
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
        self.facts
    }
}
