//! Which blocks have a criterion ahead of them: in themselves, in a call, further on, or after the return.
//!
//! Two closures over the program's graph, each by a work list, so that every edge is looked at once: first the
//! functions in which, or in whose calls, a criterion lies; then, backwards from the blocks with one, their
//! predecessors, and where such a block calls a function, that function's returns.

use super::Slicer;
use crate::ir::*;
use cranelift_entity::{EntityRef, EntitySet};
use rustc_hash::FxHashSet;

impl Slicer<'_> {
    pub(super) fn look_ahead(&mut self) {
        let program = self.program;
        let inside = self.functions_with_criteria();
        let mut after: FxHashSet<Func> = FxHashSet::default();
        let mut work: Vec<(Func, Block)> = Vec::new();
        for (id, func) in &program.funcs {
            let reached = func.layout.iter().filter(|b| self.facts.is_reached(id, **b));
            work.extend(reached.filter(|b| self.leads_to(id, **b, &inside)).map(|b| (id, *b)));
        }
        self.ahead = program.funcs.keys().map(|_| EntitySet::new()).collect();
        while let Some((id, block)) = work.pop() {
            if !self.facts.is_reached(id, block) || !self.ahead[id.index()].insert(block) {
                continue;
            }
            work.extend(self.before[id.index()][block].iter().map(|before| (id, *before)));
            self.for_each_callee(id, block, |callee| {
                if after.insert(callee) {
                    let body = &program.funcs[callee];
                    let returns = |b: &&Block| matches!(body.blocks[**b].end, Terminator::Return(_));
                    work.extend(body.layout.iter().filter(returns).map(|b| (callee, *b)));
                }
            });
        }
    }

    /// Functions in which, or in whose calls, a criterion lies.
    fn functions_with_criteria(&self) -> FxHashSet<Func> {
        let none = FxHashSet::default();
        let mut inside: FxHashSet<Func> = FxHashSet::default();
        let mut work: Vec<Func> = Vec::new();
        for (id, func) in &self.program.funcs {
            if func.layout.iter().any(|b| self.facts.is_reached(id, *b) && self.leads_to(id, *b, &none)) {
                work.push(id);
            }
        }
        while let Some(id) = work.pop() {
            if inside.insert(id) {
                work.extend(self.callers.get(&id).into_iter().flatten().map(|(caller, _)| *caller));
            }
        }
        inside
    }

    /// Has the block a criterion, or a call of one of these functions?
    fn leads_to(&self, id: Func, block: Block, inside: &FxHashSet<Func>) -> bool {
        let func = &self.program.funcs[id];
        let data = &func.blocks[block];
        let mut leads =
            self.end_criterion(&data.end) || data.insts.iter().any(|inst| self.is_criterion(&func.insts[*inst].data));
        self.for_each_callee(id, block, |callee| leads |= inside.contains(&callee));
        leads
    }

    /// The functions that a block may call.
    fn for_each_callee(&self, id: Func, block: Block, mut f: impl FnMut(Func)) {
        let func = &self.program.funcs[id];
        for inst in &func.blocks[block].insts {
            match func.insts[*inst].data {
                InstData::Call { func, .. } => f(func),
                InstData::CallIndirect { .. } => {
                    self.facts.callees.get(&(id, *inst)).into_iter().flatten().for_each(|callee| f(*callee));
                }
                _ => {}
            }
        }
    }
}
