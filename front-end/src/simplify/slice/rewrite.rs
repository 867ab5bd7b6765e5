//! The program that is left: what is marked stays, branches that decide nothing become jumps.

use super::Slicer;
use crate::analysis::flow::Flow;
use crate::ir::*;
use crate::simplify::clean::clean;
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

impl Slicer<'_> {
    pub(super) fn rewrite(&self) -> Program {
        let mut program = self.program.clone();
        for (id, func) in program.funcs.iter_mut() {
            let marks = &self.marks[id.index()];
            if Some(id) != self.program.entry && !marks.needed && !marks.called {
                empty(func);
            } else {
                self.rewrite_function(id, func);
            }
        }
        program
    }

    fn rewrite_function(&self, id: Func, func: &mut Function) {
        let marks = &self.marks[id.index()];
        let distance = Flow::new(func).distance_to_exit();
        let entry = func.entry();
        // Parameters that are not needed go, with their arguments.
        let kept: FxHashMap<Block, Vec<bool>> = func
            .layout
            .iter()
            .map(|&block| {
                let keep = |v: &Value| block == entry || marks.values.contains(*v);
                (block, func.blocks[block].params.iter().map(keep).collect())
            })
            .collect();
        for block in func.layout.clone() {
            if !self.ahead[id.index()].contains(block) || !self.facts.is_reached(id, block) {
                self.cut(id, func, block, &kept[&block]);
                continue;
            }
            let mut data = std::mem::take(&mut func.blocks[block]);
            data.insts.retain(|inst| marks.insts.contains(*inst));
            drop_params(func, block, &mut data, &kept[&block]);
            // Also a switch without a case, which decides nothing.
            let asks = matches!(data.end, Terminator::Branch { .. } | Terminator::Switch { .. });
            if asks && !marks.ends.contains(block) {
                let nearest = {
                    let targets = data.end.targets();
                    // Never along an edge that no run takes: what lies there is gone.
                    let key = |t: &&&Target| (!self.facts.edges.contains(t.edge), distance[t.block.index()]);
                    let nearest = targets.iter().min_by_key(key).expect("not empty");
                    Target::clone(nearest)
                };
                data.end = Terminator::Jump(nearest);
            }
            for target in data.end.targets_mut() {
                let mut keep = kept[&target.block].iter();
                target.args.retain(|_| *keep.next().expect("one for each"));
            }
            // Arguments and results that nobody needs are 0.
            let mut unneeded: Vec<(Inst, InstData)> = Vec::new();
            for &inst in &data.insts {
                let mut new = func.insts[inst].data.clone();
                if let InstData::Call { args, va, .. } | InstData::CallIndirect { args, va, .. } = &mut new {
                    for arg in args.iter_mut().filter(|v| !marks.values.contains(**v)) {
                        *arg = zero(func, *arg);
                    }
                    if let Some(pointer) = va.expand().filter(|v| !marks.values.contains(*v)) {
                        *va = zero(func, pointer).into();
                    }
                    unneeded.push((inst, new));
                }
            }
            for (inst, new) in unneeded {
                func.insts[inst].data = new;
            }
            if let Terminator::Return(values) = &mut data.end {
                for value in values.iter_mut().filter(|v| !marks.values.contains(**v)) {
                    *value = zero(func, *value);
                }
            }
            func.blocks[block] = data;
            if !self.facts.is_ended(id, block) {
                // A call in the block never comes back; if it is gone now, the run is over all the same.
                end_run(func, block);
            }
        }
        clean(func);
    }

    /// A block behind which nothing can fail any more: the run ends.
    fn cut(&self, id: Func, func: &mut Function, block: Block, kept: &[bool]) {
        let mut data = std::mem::take(&mut func.blocks[block]);
        data.insts.clear();
        drop_params(func, block, &mut data, kept);
        data.end = Terminator::Stop;
        func.blocks[block] = data;
        if self.facts.is_reached(id, block) {
            end_run(func, block);
        }
    }
}

/// Ends the run at the end of a block.
fn end_run(func: &mut Function, block: Block) {
    let status = func.int(Type::I32, 0);
    let loc = func.blocks[block].end_loc;
    let exit = InstData::Host { func: HostFn::Exit, args: [status].into_iter().collect(), check: None.into() };
    func.push_inst(block, exit, &[], loc);
    func.blocks[block].end = Terminator::Stop;
}

/// Drops the parameters that are not to be kept and numbers the rest anew.
fn drop_params(func: &mut Function, block: Block, data: &mut BlockData, kept: &[bool]) {
    let mut keep = kept.iter();
    data.params.retain(|param| {
        let keep = *keep.next().expect("one for each");
        if !keep {
            func.values[*param].def = ValueDef::Unused;
        }
        keep
    });
    for (index, param) in data.params.iter().enumerate() {
        func.values[*param].def = ValueDef::Param(block, index as u32);
    }
}

fn zero(func: &mut Function, value: Value) -> Value {
    let ty = func.ty(value);
    func.constant(Const::Bits(ty, 0))
}

/// A function that nobody calls any more.
fn empty(func: &mut Function) {
    let entry = func.entry();
    func.layout = vec![entry];
    func.blocks[entry].insts.clear();
    func.blocks[entry].end = Terminator::Stop;
}
