//! Property-directed slicing: what cannot influence an open check is removed.
//!
//! The criterion is every open check that is selected. A run of the slice must fail the same check as a run of the
//! whole program on the same inputs, so everything that can end a run or keep it from going on before a criterion
//! counts as well: open checks of other classes that end the run, assumptions, exits, loops and recursions that are
//! not known to terminate. From these the slicer goes backwards over
//! * data: operands, block parameters with the branches that choose between their arguments, call arguments and
//!   results;
//! * control: the branches that a needed block depends on, and the calls of its function;
//! * memory: every store into an object that a needed load may read (by the analysis' pointers), what ends and
//!   begins the object's life, and its size (Weiser's slices on the dependence graph of Horwitz, Reps and Binkley).
//!
//! A branch that nothing needed depends on becomes a jump along a shortest way to the function's exit: it meets its
//! immediate post-dominator, and no block in between is needed. A block behind which no criterion lies ends the run.

use crate::analysis::flow::{Flow, control_dependence};
use crate::analysis::interpret::{Facts, Sites, Verdict};
use crate::ir::*;
use cranelift_entity::{EntityRef, EntitySet, SecondaryMap};
use rustc_hash::{FxHashMap, FxHashSet};

/// What the slicer may be told to get wrong, for tests of the tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fault {
    #[default]
    None,
    /// Forget that a load depends on stores.
    NoMemory,
    /// Forget that a block depends on branches.
    NoControl,
}

/// The slice of a program for its open selected checks. Ids stay what they are.
pub fn slice(program: &Program, facts: &Facts, selected: &[bool], fault: Fault) -> Program {
    let mut slicer = Slicer::new(program, facts, selected, fault);
    slicer.seed();
    slicer.close();
    slicer.rewrite()
}

#[derive(Clone, Copy)]
enum Item {
    Inst(Func, Inst),
    Block(Func, Block),
    End(Func, Block),
    Value(Func, Value),
}

#[derive(Default)]
struct Marks {
    insts: EntitySet<Inst>,
    blocks: EntitySet<Block>,
    ends: EntitySet<Block>,
    values: EntitySet<Value>,
    /// Something in it is needed, and so are its calls.
    needed: bool,
    /// A call of it stays, so it must come back.
    called: bool,
}

struct Slicer<'a> {
    program: &'a Program,
    facts: &'a Facts,
    selected: &'a [bool],
    fault: Fault,
    marks: Vec<Marks>,
    work: Vec<Item>,
    /// Per function: the block of each instruction, and what its blocks depend on.
    place: Vec<FxHashMap<Inst, Block>>,
    control: Vec<SecondaryMap<Block, Vec<Block>>>,
    callers: FxHashMap<Func, Vec<(Func, Inst)>>,
    /// Instructions that write memory or begin or end lives, with what they touch.
    writers: Vec<(Func, Inst, Sites)>,
    enders: Vec<(Func, Inst, Sites)>,
    /// Blocks from which a criterion can be reached.
    ahead: Vec<EntitySet<Block>>,
}

impl<'a> Slicer<'a> {
    fn new(program: &'a Program, facts: &'a Facts, selected: &'a [bool], fault: Fault) -> Slicer<'a> {
        let mut slicer = Slicer {
            program,
            facts,
            selected,
            fault,
            marks: program.funcs.keys().map(|_| Marks::default()).collect(),
            work: Vec::new(),
            place: Vec::new(),
            control: Vec::new(),
            callers: FxHashMap::default(),
            writers: Vec::new(),
            enders: Vec::new(),
            ahead: Vec::new(),
        };
        for (id, func) in &program.funcs {
            let mut place = FxHashMap::default();
            for &block in &func.layout {
                for &inst in &func.blocks[block].insts {
                    place.insert(inst, block);
                }
            }
            slicer.place.push(place);
            slicer.control.push(control_dependence(func));
            for (inst, block) in slicer.reached_insts(id) {
                let _ = block;
                slicer.survey(id, inst);
            }
        }
        slicer.look_ahead();
        slicer
    }

    fn reached_insts(&self, id: Func) -> Vec<(Inst, Block)> {
        let func = &self.program.funcs[id];
        let reached = func.layout.iter().filter(|b| self.facts.is_reached(id, **b));
        reached.flat_map(|b| func.blocks[*b].insts.iter().map(|i| (*i, *b))).collect()
    }

    fn survey(&mut self, id: Func, inst: Inst) {
        let func = &self.program.funcs[id];
        let sites = |v: Value| self.facts.sites(self.program, id, v);
        match &func.insts[inst].data {
            InstData::Store { ptr, .. } => self.writers.push((id, inst, sites(*ptr))),
            InstData::MemCopy { dst, .. } | InstData::MemSet { dst, .. } => self.writers.push((id, inst, sites(*dst))),
            InstData::Host { func: HostFn::FormatDouble, args, .. } => self.writers.push((id, inst, sites(args[0]))),
            InstData::Host { func: HostFn::Free, args, .. } => self.enders.push((id, inst, sites(args[0]))),
            // Entering a scope also clears the object.
            InstData::ScopeStart { slot } => self.writers.push((id, inst, self.facts.slot_sites(id, *slot))),
            InstData::ScopeEnd { slot } => self.enders.push((id, inst, self.facts.slot_sites(id, *slot))),
            InstData::StackRestore { .. } => self.enders.push((id, inst, self.facts.stack_sites(id))),
            InstData::Call { func, .. } => self.callers.entry(*func).or_default().push((id, inst)),
            InstData::CallIndirect { .. } => {
                for func in self.facts.callees.get(&(id, inst)).into_iter().flatten() {
                    self.callers.entry(*func).or_default().push((id, inst));
                }
            }
            _ => {}
        }
    }

    fn is_selected(&self, check: Check) -> bool {
        self.selected.get(check.as_u32() as usize).copied().unwrap_or(false)
    }

    fn is_open(&self, check: Check) -> bool {
        matches!(self.facts.verdict(check), Verdict::Open | Verdict::Violated)
    }

    /// Can the instruction fail a selected check?
    fn is_criterion(&self, data: &InstData) -> bool {
        data.check().is_some_and(|check| self.is_selected(check) && self.is_open(check))
    }

    /// Can the run end at the instruction, or fail there?
    fn may_end(&self, data: &InstData) -> bool {
        match data {
            InstData::Assume { .. } => true,
            InstData::Check { check, .. } => self.is_selected(*check) && self.is_open(*check),
            InstData::Host { func: HostFn::Exit | HostFn::Abort, .. } => true,
            // What was put in to find uninitialised reads and leaks depends on every allocation, store and free.
            InstData::Host { func, .. } if is_shadow(*func) => true,
            data => data.check().is_some_and(|check| self.is_open(check)),
        }
    }

    fn end_criterion(&self, end: &Terminator) -> bool {
        matches!(end, Terminator::Unreachable { check } if self.is_selected(*check) && self.is_open(*check))
    }

    /// Is the instruction a criterion, or a call of a function with one?
    fn leads_to(&self, id: Func, inst: Inst, inside: &FxHashSet<Func>) -> bool {
        let data = &self.program.funcs[id].insts[inst].data;
        self.is_criterion(data)
            || match data {
                InstData::Call { func, .. } => inside.contains(func),
                InstData::CallIndirect { .. } => {
                    let callees = self.facts.callees.get(&(id, inst));
                    callees.is_some_and(|callees| callees.iter().any(|f| inside.contains(f)))
                }
                _ => false,
            }
    }

    /// Functions in which, or in whose calls, a criterion lies.
    fn functions_with_criteria(&self) -> FxHashSet<Func> {
        let mut inside: FxHashSet<Func> = FxHashSet::default();
        loop {
            let mut changed = false;
            for (id, func) in &self.program.funcs {
                let has = !inside.contains(&id)
                    && (self.reached_insts(id).iter().any(|(inst, _)| self.leads_to(id, *inst, &inside))
                        || func
                            .layout
                            .iter()
                            .any(|b| self.facts.is_reached(id, *b) && self.end_criterion(&func.blocks[*b].end)));
                if has {
                    inside.insert(id);
                    changed = true;
                }
            }
            if !changed {
                return inside;
            }
        }
    }

    /// Which blocks have a criterion ahead: in themselves, in a call, further on, or after the return.
    fn look_ahead(&mut self) {
        let program = self.program;
        let inside = self.functions_with_criteria();
        let mut after: FxHashSet<Func> = FxHashSet::default();
        self.ahead = program.funcs.keys().map(|_| EntitySet::new()).collect();
        loop {
            let mut changed = false;
            for (id, func) in &program.funcs {
                let mut order = func.reverse_postorder();
                order.retain(|b| self.facts.is_reached(id, *b));
                order.reverse();
                loop {
                    let mut grown = false;
                    for &block in &order {
                        if self.ahead[id.index()].contains(block) {
                            continue;
                        }
                        let data = &func.blocks[block];
                        let here = data.insts.iter().any(|inst| self.leads_to(id, *inst, &inside));
                        let on = here
                            || self.end_criterion(&data.end)
                            || matches!(data.end, Terminator::Return(_)) && after.contains(&id)
                            || data.end.targets().iter().any(|t| self.ahead[id.index()].contains(t.block));
                        if on {
                            self.ahead[id.index()].insert(block);
                            grown = true;
                        }
                    }
                    changed |= grown;
                    if !grown {
                        break;
                    }
                }
                for (caller, inst) in self.callers.get(&id).into_iter().flatten() {
                    let block = self.place[caller.index()][inst];
                    if self.ahead[caller.index()].contains(block) {
                        changed |= after.insert(id);
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn seed(&mut self) {
        let program = self.program;
        // A leak is a matter of all of memory.
        let leaks =
            |inst: &InstNode| matches!(inst.data, InstData::Host { func: HostFn::Leaked | HostFn::Unfreed, .. });
        if program.funcs.values().any(|func| func.insts.values().any(leaks)) {
            let all = self.writers.iter().chain(&self.enders).map(|(func, inst, _)| Item::Inst(*func, *inst));
            self.work.extend(all);
            for id in program.funcs.keys() {
                for (inst, _) in self.reached_insts(id) {
                    if matches!(program.funcs[id].insts[inst].data, InstData::Host { func: HostFn::Alloc, .. }) {
                        self.work.push(Item::Inst(id, inst));
                    }
                }
            }
        }
        for (id, func) in &program.funcs {
            for (inst, block) in self.reached_insts(id) {
                if self.ahead[id.index()].contains(block) && self.may_end(&func.insts[inst].data) {
                    self.work.push(Item::Inst(id, inst));
                }
                // A recursion may be endless.
                if self.ahead[id.index()].contains(block)
                    && let InstData::Call { func: callee, .. } = func.insts[inst].data
                    && self.facts.recursive.contains(&callee)
                {
                    self.work.push(Item::Inst(id, inst));
                }
                if self.ahead[id.index()].contains(block)
                    && matches!(func.insts[inst].data, InstData::CallIndirect { .. })
                    && self
                        .facts
                        .callees
                        .get(&(id, inst))
                        .is_some_and(|callees| callees.iter().any(|f| self.facts.recursive.contains(f)))
                {
                    self.work.push(Item::Inst(id, inst));
                }
            }
            for &block in func.layout.iter().filter(|b| self.facts.is_reached(id, **b)) {
                if self.ahead[id.index()].contains(block)
                    && self.facts.is_ended(id, block)
                    && matches!(
                        func.blocks[block].end,
                        Terminator::Unreachable { .. } | Terminator::Unsupported { .. } | Terminator::Stop
                    )
                {
                    self.work.push(Item::Block(id, block));
                }
            }
            // Where the run goes on without a criterion ahead, it has left the slice.
            for &block in func.layout.iter().filter(|b| self.ahead[id.index()].contains(**b)) {
                let targets = func.blocks[block].end.targets();
                let leaves =
                    |t: &&Target| self.facts.edges.contains(t.edge) && !self.ahead[id.index()].contains(t.block);
                if targets.len() > 1 && targets.iter().any(leaves) {
                    self.work.push(Item::End(id, block));
                } else if targets.iter().any(leaves) {
                    self.work.push(Item::Block(id, block));
                }
            }
            for block in super::loops::doubtful_exits(program, self.facts, id) {
                if self.ahead[id.index()].contains(block) {
                    self.work.push(Item::End(id, block));
                }
            }
        }
    }

    fn close(&mut self) {
        while let Some(item) = self.work.pop() {
            match item {
                Item::Inst(id, inst) => {
                    if self.marks[id.index()].insts.insert(inst) {
                        self.inst(id, inst);
                    }
                }
                Item::Block(id, block) => {
                    if self.marks[id.index()].blocks.insert(block) {
                        self.block(id, block);
                    }
                }
                Item::End(id, block) => {
                    if self.marks[id.index()].ends.insert(block) {
                        self.work.push(Item::Block(id, block));
                        match &self.program.funcs[id].blocks[block].end {
                            Terminator::Branch { cond, .. } => self.work.push(Item::Value(id, *cond)),
                            Terminator::Switch { value, .. } => self.work.push(Item::Value(id, *value)),
                            _ => {}
                        }
                    }
                }
                Item::Value(id, value) => {
                    if self.marks[id.index()].values.insert(value) {
                        self.value(id, value);
                    }
                }
            }
        }
    }

    fn block(&mut self, id: Func, block: Block) {
        if self.fault != Fault::NoControl {
            for &branch in &self.control[id.index()][block] {
                self.work.push(Item::End(id, branch));
            }
        }
        if !std::mem::replace(&mut self.marks[id.index()].needed, true) {
            for &(caller, inst) in self.callers.get(&id).into_iter().flatten() {
                self.work.push(Item::Inst(caller, inst));
            }
        }
    }

    fn inst(&mut self, id: Func, inst: Inst) {
        let program = self.program;
        let data = &program.funcs[id].insts[inst].data;
        let block = self.place[id.index()][&inst];
        if !self.facts.is_reached(id, block) {
            return;
        }
        self.work.push(Item::Block(id, block));
        match data {
            // Arguments are needed where parameters are.
            InstData::Call { func, .. } => self.marks[func.index()].called = true,
            InstData::CallIndirect { callee, .. } => {
                self.work.push(Item::Value(id, *callee));
                for func in self.facts.callees.get(&(id, inst)).into_iter().flatten() {
                    self.marks[func.index()].called = true;
                }
            }
            data => data.for_each_operand(|v| self.work.push(Item::Value(id, v))),
        }
        let open = data.check().is_some_and(|check| self.is_open(check));
        match data {
            InstData::Load { ptr, .. } => self.memory(id, *ptr, open),
            InstData::Store { ptr, .. } => self.lives(id, *ptr, open),
            InstData::MemSet { dst, .. } => self.lives(id, *dst, open),
            InstData::MemCopy { dst, src, .. } => {
                self.memory(id, *src, open);
                self.lives(id, *dst, open);
            }
            InstData::Host { func, args, .. } => match func {
                HostFn::Write => self.memory(id, args[1], open),
                HostFn::ParseDouble | HostFn::ParseFloat => self.memory(id, args[0], open),
                HostFn::Free | HostFn::Size => self.lives(id, args[0], true),
                HostFn::FormatDouble => self.lives(id, args[0], open),
                _ => {}
            },
            _ => {}
        }
    }

    /// What a load through the pointer may read was put there by these.
    fn memory(&mut self, id: Func, ptr: Value, open: bool) {
        if self.fault != Fault::NoMemory {
            let sites = self.facts.sites(self.program, id, ptr);
            for (func, inst, written) in &self.writers {
                if written.meets(&sites) {
                    self.work.push(Item::Inst(*func, *inst));
                }
            }
        }
        self.lives(id, ptr, open);
    }

    /// What begins the lives of the objects meant, and, if the access may fail, what ends them.
    fn lives(&mut self, id: Func, ptr: Value, open: bool) {
        let sites = self.facts.sites(self.program, id, ptr);
        for (func, inst, touched) in &self.writers {
            let starts = matches!(self.program.funcs[*func].insts[*inst].data, InstData::ScopeStart { .. });
            if starts && touched.meets(&sites) {
                self.work.push(Item::Inst(*func, *inst));
            }
        }
        if open {
            for (func, inst, touched) in &self.enders {
                if touched.meets(&sites) {
                    self.work.push(Item::Inst(*func, *inst));
                }
            }
        }
    }

    fn value(&mut self, id: Func, value: Value) {
        let func = &self.program.funcs[id];
        match func.values[value].def {
            ValueDef::Inst(inst, index) => {
                self.work.push(Item::Inst(id, inst));
                let callees: Vec<Func> = match &func.insts[inst].data {
                    InstData::Call { func, .. } => vec![*func],
                    InstData::CallIndirect { .. } => self.facts.callees.get(&(id, inst)).cloned().unwrap_or_default(),
                    _ => Vec::new(),
                };
                for callee in callees {
                    let body = &self.program.funcs[callee];
                    for &block in body.layout.iter().filter(|b| self.facts.is_reached(callee, **b)) {
                        if let Terminator::Return(values) = &body.blocks[block].end {
                            self.work.push(Item::Block(callee, block));
                            self.work.extend(values.get(index as usize).map(|v| Item::Value(callee, *v)));
                        }
                    }
                }
            }
            ValueDef::Param(block, index) if block == func.entry() => {
                for &(caller, inst) in self.callers.get(&id).into_iter().flatten() {
                    self.work.push(Item::Inst(caller, inst));
                    let (args, va) = match &self.program.funcs[caller].insts[inst].data {
                        InstData::Call { args, va, .. } | InstData::CallIndirect { args, va, .. } => (args, va),
                        _ => continue,
                    };
                    if (index as usize) < func.sig.params.len() {
                        self.work.extend(args.get(index as usize).map(|v| Item::Value(caller, *v)));
                    } else {
                        self.work.extend(va.expand().map(|v| Item::Value(caller, v)));
                    }
                }
            }
            ValueDef::Param(block, index) => {
                self.work.push(Item::Block(id, block));
                for &before in &func.layout {
                    let end = &func.blocks[before].end;
                    let targets = end.targets();
                    for target in targets.iter().filter(|t| t.block == block) {
                        self.work.push(Item::Value(id, target.args[index as usize]));
                        self.work.push(Item::Block(id, before));
                        if targets.len() > 1 {
                            self.work.push(Item::End(id, before));
                        }
                    }
                }
            }
            ValueDef::Const(_) | ValueDef::Unused => {}
        }
    }

    fn rewrite(&self) -> Program {
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
        super::clean::clean(func);
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

/// Does the host function read or write the shadow of memory, or marks of objects?
fn is_shadow(func: HostFn) -> bool {
    use HostFn::*;
    matches!(func, ShadowLoad | ShadowStore | ShadowCopy | ShadowFill | ShadowTest | Mark | Returned | Leaked | Unfreed)
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
