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

mod ahead;
mod rewrite;
mod touch;

use crate::analysis::flow::control_dependence;
use crate::analysis::interpret::{Facts, Sites, Verdict};
use crate::ir::*;
use cranelift_entity::{EntityRef, EntitySet, SecondaryMap};
use rustc_hash::FxHashMap;
use touch::Touching;

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
    before: Vec<SecondaryMap<Block, Vec<Block>>>,
    callers: FxHashMap<Func, Vec<(Func, Inst)>>,
    /// Instructions that write memory, and those that begin and end lives.
    writers: Touching,
    starters: Touching,
    enders: Touching,
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
            before: Vec::new(),
            callers: FxHashMap::default(),
            writers: Touching::default(),
            starters: Touching::default(),
            enders: Touching::default(),
            ahead: Vec::new(),
        };
        for (id, func) in &program.funcs {
            let mut place = FxHashMap::default();
            let mut before: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
            for &block in &func.layout {
                for &inst in &func.blocks[block].insts {
                    place.insert(inst, block);
                }
                for target in func.blocks[block].end.targets() {
                    before[target.block].push(block);
                }
            }
            slicer.place.push(place);
            slicer.before.push(before);
            slicer.control.push(control_dependence(func));
            for (inst, _) in slicer.reached_insts(id) {
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
        let facts = self.facts;
        let sites = |v: Value| facts.sites(self.program, id, v);
        match &self.program.funcs[id].insts[inst].data {
            InstData::Store { ptr, .. } => self.writers.add(id, inst, &sites(*ptr)),
            InstData::MemCopy { dst, .. } | InstData::MemSet { dst, .. } => self.writers.add(id, inst, &sites(*dst)),
            InstData::Host { func: HostFn::FormatDouble, args, .. } => self.writers.add(id, inst, &sites(args[0])),
            InstData::Host { func: HostFn::Free, args, .. } => self.enders.add(id, inst, &sites(args[0])),
            InstData::ScopeStart { slot } => {
                // Entering a scope also clears the object.
                let sites = facts.slot_sites(id, *slot);
                self.writers.add(id, inst, &sites);
                self.starters.add(id, inst, &sites);
            }
            InstData::ScopeEnd { slot } => self.enders.add(id, inst, &facts.slot_sites(id, *slot)),
            InstData::StackRestore { .. } => self.enders.add(id, inst, &facts.stack_sites(id)),
            InstData::Call { func, .. } => self.callers.entry(*func).or_default().push((id, inst)),
            InstData::CallIndirect { .. } => {
                for func in facts.callees.get(&(id, inst)).into_iter().flatten() {
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

    fn seed(&mut self) {
        let program = self.program;
        // A leak is a matter of all of memory.
        let leaks =
            |inst: &InstNode| matches!(inst.data, InstData::Host { func: HostFn::Leaked | HostFn::Unfreed, .. });
        if program.funcs.values().any(|func| func.insts.values().any(leaks)) {
            let all = Sites::anything();
            let touching = self.writers.take(&all).into_iter().chain(self.enders.take(&all));
            self.work.extend(touching.map(|(func, inst)| Item::Inst(func, inst)));
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
            let writers = self.writers.take(&self.facts.sites(self.program, id, ptr));
            self.need(writers);
        }
        self.lives(id, ptr, open);
    }

    /// What begins the lives of the objects meant, and, if the access may fail, what ends them.
    fn lives(&mut self, id: Func, ptr: Value, open: bool) {
        let sites = self.facts.sites(self.program, id, ptr);
        let starters = self.starters.take(&sites);
        self.need(starters);
        if open {
            let enders = self.enders.take(&sites);
            self.need(enders);
        }
    }

    fn need(&mut self, insts: Vec<(Func, Inst)>) {
        self.work.extend(insts.into_iter().map(|(func, inst)| Item::Inst(func, inst)));
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
                for &before in &self.before[id.index()][block] {
                    let targets = func.blocks[before].end.targets();
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
}

/// Does the host function read or write the shadow of memory, or marks of objects?
fn is_shadow(func: HostFn) -> bool {
    use HostFn::*;
    matches!(func, ShadowLoad | ShadowStore | ShadowCopy | ShadowFill | ShadowTest | Mark | Returned | Leaked | Unfreed)
}
