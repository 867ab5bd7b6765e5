//! Turns a program into [`Code`], once.
//!
//! Blocks follow each other in layout order. A branch goes straight to its block, or to a stub behind its own block
//! when there is something to do on the way: moves into the block's parameters, an edge or a decision to record. What
//! the options do not ask for is not decoded at all: edges, trace events, checks that nobody selected.

use super::bytecode::*;
use super::live::live;
use super::memory::{FrameLayout, Memory, func_address};
use super::moves;
use super::probe::{Action, Plan, pointer_params};
use super::registers::{self, Registers};
use super::{Event, Options};
use cranelift_entity::{EntityRef, SecondaryMap};
use rarebit_front_end::ir::*;
use rarebit_learners::CallKind;
use rustc_hash::FxHashMap;
use std::collections::HashMap;

/// Numbers for parameter and result types.
type Shapes = HashMap<(Vec<Type>, Vec<Type>), u32>;

pub fn decode(program: &Program, options: &Options, plan: &Plan, memory: &Memory<'_>) -> Code {
    let mut code = Code::default();
    let mut shapes = Shapes::new();
    for (id, func) in &program.funcs {
        let mut probed = Vec::new();
        if !func.layout.is_empty() {
            plan.for_each_use(id, func, |block, at, value| probed.push((block, at, value)));
        }
        let uses = registers::count_uses(func, |data| options.skips(data), &probed);
        let assigned = if func.layout.is_empty() { None } else { Registers::assign(func, &uses, &probed) };
        let Some(regs) = assigned else {
            code.not_decoded(id, func);
            continue;
        };
        let fused = func.layout.iter().filter_map(|b| registers::fused(func, &uses, *b).map(|i| (*b, i))).collect();
        let mut decoder = Decoder {
            program,
            options,
            plan,
            id,
            func,
            regs,
            uses,
            fused,
            code: &mut code,
            shapes: &mut shapes,
            place: Place { loc: func.loc, check: None },
            labels: vec![0; func.blocks.len()],
            stubs: Vec::new(),
            live: if options.states { live(func, stands) } else { Default::default() },
        };
        let code = decoder.function(memory);
        decoder.code.funcs.push(code);
    }
    code
}

impl Code {
    /// Stands for a function that cannot be run.
    fn not_decoded(&mut self, id: Func, func: &Function) {
        let start = self.ops.len() as u32;
        let why = if func.layout.is_empty() { "has no body" } else { "is too large" };
        self.ops.push(Op::Unsupported { what: self.unsupported.len() as u32 });
        self.places.push(Place { loc: func.loc, check: None });
        self.unsupported.push(format!("function `{}` {why}", func.name));
        self.funcs.push(FuncCode {
            start,
            cost: 1,
            frame: WINDOW,
            const_base: 0,
            consts: Box::default(),
            slot_base: 0,
            slots: FrameLayout::new(id, &Default::default()),
            // No call has this shape.
            shape: u32::MAX,
            variadic: false,
            library: func.library,
        });
    }
}

pub(super) struct Decoder<'a> {
    pub program: &'a Program,
    pub options: &'a Options,
    plan: &'a Plan,
    pub id: Func,
    pub func: &'a Function,
    pub regs: Registers,
    uses: SecondaryMap<Value, u32>,
    /// Comparisons that the block's branch takes over.
    fused: HashMap<Block, Inst>,
    pub code: &'a mut Code,
    shapes: &'a mut Shapes,
    /// Of the operation being decoded.
    pub place: Place,
    /// Positions: of the blocks, then of the stubs. Jumps hold an index into these until the function is complete.
    labels: Vec<u32>,
    /// Stubs to put behind the block.
    stubs: Vec<(u32, &'a Target, Option<Event>)>,
    /// Values that are needed behind inputs and calls, where the options ask for states.
    live: FxHashMap<Inst, Vec<Value>>,
}

/// Where the state of a frame is looked at.
fn stands(data: &InstData) -> bool {
    matches!(data, InstData::Input { .. } | InstData::Call { .. } | InstData::CallIndirect { .. })
}

impl<'a> Decoder<'a> {
    fn function(&mut self, memory: &Memory<'_>) -> FuncCode {
        let func = self.func;
        let start = self.code.ops.len();
        for &block in &func.layout {
            self.labels[block.index()] = self.code.ops.len() as u32;
            let data = &func.blocks[block];
            let cost = block_cost(data);
            self.place = Place { loc: data.end_loc, check: None };
            if cost > u8::MAX.into() && block != func.entry() {
                self.emit(Op::Charge { cost });
            }
            if block == func.entry() {
                self.entry_probes();
            }
            let fused = self.fused.get(&block).copied();
            for &inst in data.insts.iter().filter(|i| fused != Some(**i)) {
                if self.options.skips(&func.insts[inst].data) || registers::is_dead(func, &self.uses, inst) {
                    continue;
                }
                self.place = Place { loc: func.insts[inst].loc, check: func.insts[inst].data.check() };
                self.probe(self.plan.before(self.id, inst));
                self.inst(inst);
                if let Some(values) = self.live.get(&inst) {
                    let needed: Vec<Value> = values.iter().copied().filter(|v| self.uses[*v] > 0).collect();
                    self.code.live.insert(self.code.ops.len() as u32, self.flat(&needed).into());
                }
                self.probe(self.plan.after(self.id, inst));
            }
            self.place = Place { loc: data.end_loc, check: None };
            self.probe(self.plan.at_end(self.id, block));
            self.end(block);
            for (label, target, event) in std::mem::take(&mut self.stubs) {
                self.labels[label as usize] = self.code.ops.len() as u32;
                self.goto(target, event, true);
            }
        }
        self.resolve(start);
        let pointer = meaning::narrow::mask(self.program.model.pointer_bits());
        let mut consts = Vec::new();
        for &constant in &self.regs.consts {
            match constant {
                Const::Bits(ty, bits) => {
                    consts.push(bits as u64);
                    consts.extend((registers::width(ty) == 2).then_some((bits >> 64) as u64));
                }
                Const::Global(global, offset) => {
                    consts.push(memory.global_address(global).wrapping_add_signed(offset) & pointer);
                }
                Const::Func(func) => consts.push(func_address(func)),
                Const::Slot(_) => unreachable!("slots have registers of their own"),
            }
        }
        FuncCode {
            start: start as u32,
            cost: block_cost(&func.blocks[func.entry()]).into(),
            frame: self.regs.frame,
            const_base: self.regs.const_base,
            consts: consts.into(),
            slot_base: self.regs.slot_base,
            slots: FrameLayout::new(self.id, &func.slots),
            shape: self.shape(func.sig.params.clone(), func.sig.results.clone()),
            variadic: func.sig.variadic,
            library: func.library,
        }
    }

    /// Labels become positions.
    fn resolve(&mut self, start: usize) {
        let labels = &self.labels;
        for op in &mut self.code.ops[start..] {
            match op {
                Op::Jump { to, .. } | Op::Jump1 { to, .. } | Op::Jump2 { to, .. } => *to = labels[*to as usize],
                Op::Branch { to, .. }
                | Op::BranchEq { to, .. }
                | Op::BranchSlt { to, .. }
                | Op::BranchSle { to, .. }
                | Op::BranchUlt { to, .. }
                | Op::BranchUle { to, .. } => *to = to.map(|label| labels[label as usize]),
                Op::Switch { table, .. } | Op::WideSwitch { table, .. } => {
                    let table = &mut self.code.switches[*table as usize];
                    table.targets.iter_mut().chain(&mut table.dense).for_each(|t| *t = labels[*t as usize]);
                }
                _ => {}
            }
        }
    }

    pub fn shape(&mut self, params: Vec<Type>, results: Vec<Type>) -> u32 {
        let next = self.shapes.len() as u32;
        *self.shapes.entry((params, results)).or_insert(next)
    }

    pub fn emit(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.places.push(self.place);
    }

    /// The registers of several values in a row.
    pub fn flat(&self, values: &[Value]) -> Vec<Reg> {
        values.iter().flat_map(|v| self.regs.all(self.func, *v)).collect()
    }

    pub fn bits(&self, value: Value) -> u8 {
        self.func.ty(value).bits(self.program.model) as u8
    }

    fn end(&mut self, block: Block) {
        let data = &self.func.blocks[block];
        match &data.end {
            Terminator::Jump(target) => self.goto(target, None, false),
            Terminator::Branch { cond, then, otherwise } => {
                let (then, then_cost) = self.target(then, self.decision(data, then));
                let (otherwise, otherwise_cost) = self.target(otherwise, self.decision(data, otherwise));
                let (to, costs) = ([then, otherwise], [then_cost, otherwise_cost]);
                match self.fused.get(&block) {
                    Some(&inst) => self.compare_and_branch(inst, to, costs),
                    None => self.emit(Op::Branch { c: self.regs.get(*cond), costs, to }),
                }
            }
            Terminator::Switch { value, cases, default } => self.switch(data, *value, cases, default),
            Terminator::Return(values) => {
                if self.plan.calls && !self.func.library {
                    self.emit(Op::CallEvent { func: self.id.as_u32(), kind: CallKind::Return });
                }
                self.give_back(values);
            }
            Terminator::Unreachable { check } => {
                self.place.check = Some(*check);
                self.emit(Op::Unreachable);
            }
            Terminator::Unsupported { what } => self.unsupported(what.clone()),
            Terminator::Stop => self.unsupported("control came to where it never comes".into()),
        }
    }

    fn give_back(&mut self, values: &[Value]) {
        match self.flat(values).as_slice() {
            [] => self.emit(Op::Return0),
            [a] => self.emit(Op::Return1 { a: *a }),
            list => {
                self.code.returns.push(list.into());
                self.emit(Op::Return { list: self.code.returns.len() as u32 - 1 });
            }
        }
    }

    fn probe(&mut self, actions: &[Action<Value>]) {
        if actions.is_empty() {
            return;
        }
        let operand = |v: Value| Operand { reg: self.regs.get(v), wide: registers::width(self.func.ty(v)) == 2 };
        let actions = actions.iter().map(|action| action.map(operand)).collect();
        self.code.probes.push(actions);
        self.emit(Op::Probe { site: self.code.probes.len() as u32 - 1 });
    }

    fn entry_probes(&mut self) {
        if self.plan.calls && !self.func.library {
            self.emit(Op::CallEvent { func: self.id.as_u32(), kind: CallKind::Call });
        }
        if let Some(first_fact) = self.plan.facts_of(self.id) {
            let params = &self.func.blocks[self.func.entry()].params;
            let regs = pointer_params(self.func).iter().map(|i| self.regs.get(params[*i as usize])).collect();
            self.code.pointers.push(Pointers { first_fact, regs });
            self.emit(Op::Pointers { site: self.code.pointers.len() as u32 - 1 });
        }
        self.probe(self.plan.at_entry(self.id));
    }

    pub fn unsupported(&mut self, what: String) {
        self.emit(Op::Unsupported { what: self.code.unsupported.len() as u32 });
        self.code.unsupported.push(what);
    }

    /// The event of taking a branch, where a trace shows it.
    fn decision(&self, data: &BlockData, target: &Target) -> Option<Event> {
        let source = self.program.edges[target.edge].kind == EdgeKind::Branch;
        let shown = self.options.trace && !self.func.library && source;
        shown.then_some(Event::Branch { edge: target.edge, loc: data.end_loc })
    }

    fn moves(&self, target: &Target) -> Vec<(Reg, Reg)> {
        let params = &self.func.blocks[target.block].params;
        let pairs: Vec<(Reg, Reg)> = (params.iter().zip(&target.args))
            .flat_map(|(to, from)| self.regs.all(self.func, *to).zip(self.regs.all(self.func, *from)))
            .collect();
        moves::sequence(&pairs, self.regs.scratch)
    }

    /// The label to branch to, and its cost.
    fn target(&mut self, target: &'a Target, event: Option<Event>) -> (u32, u8) {
        if !self.plan.records(target.edge) && !self.plan.trace && event.is_none() && self.moves(target).is_empty() {
            return (target.block.as_u32(), self.cost(target.block));
        }
        (self.stub(target, event), 0)
    }

    fn stub(&mut self, target: &'a Target, event: Option<Event>) -> u32 {
        let label = self.labels.len() as u32;
        self.labels.push(0);
        self.stubs.push((label, target, event));
        label
    }

    /// What a jump to the block charges; a block that costs more than fits charges itself.
    fn cost(&self, block: Block) -> u8 {
        u8::try_from(block_cost(&self.func.blocks[block])).unwrap_or(0)
    }

    /// Goes to a target; was there another way to go?
    fn goto(&mut self, target: &Target, event: Option<Event>, decision: bool) {
        if self.plan.records(target.edge) {
            self.emit(Op::Edge { edge: target.edge.as_u32() });
        }
        if decision && self.plan.trace {
            self.emit(Op::Decision { edge: target.edge.as_u32() });
        }
        if let Some(event) = event {
            self.emit(Op::Trace { event: self.code.events.len() as u32 });
            self.code.events.push(event);
        }
        let (cost, to) = (self.cost(target.block), target.block.as_u32());
        let moves = self.moves(target);
        let mut left = moves.as_slice();
        while let [(d0, a0), (d1, a1), _, ..] = *left {
            self.emit(Op::Move2 { d0, a0, d1, a1 });
            left = &left[2..];
        }
        self.emit(match *left {
            [(d0, a0), (d1, a1)] => Op::Jump2 { cost, d0, a0, d1, a1, to },
            [(d, a)] => Op::Jump1 { cost, d, a, to },
            _ => Op::Jump { cost, to },
        });
    }

    fn compare_and_branch(&mut self, inst: Inst, to: [u32; 2], costs: [u8; 2]) {
        let InstData::Icmp { cond, args } = self.func.insts[inst].data else { unreachable!("only icmp is fused") };
        let w = self.bits(args[0]);
        let [a, b] = args.map(|v| self.regs.get(v));
        let (no, free) = ([to[1], to[0]], [costs[1], costs[0]]);
        self.emit(match cond {
            IntCond::Eq => Op::BranchEq { a, b, costs, to },
            IntCond::Ne => Op::BranchEq { a, b, costs: free, to: no },
            IntCond::Slt => Op::BranchSlt { w, a, b, costs, to },
            IntCond::Sle => Op::BranchSle { w, a, b, costs, to },
            IntCond::Sgt => Op::BranchSlt { w, a: b, b: a, costs, to },
            IntCond::Sge => Op::BranchSle { w, a: b, b: a, costs, to },
            IntCond::Ult => Op::BranchUlt { a, b, costs, to },
            IntCond::Ule => Op::BranchUle { a, b, costs, to },
            IntCond::Ugt => Op::BranchUlt { a: b, b: a, costs, to },
            IntCond::Uge => Op::BranchUle { a: b, b: a, costs, to },
        });
    }

    fn switch(&mut self, data: &BlockData, value: Value, cases: &'a [(u128, Target)], default: &'a Target) {
        let mut targets: Vec<(u128, u32)> = Vec::with_capacity(cases.len());
        for (key, target) in cases {
            let event = self.decision(data, target);
            targets.push((*key, self.stub(target, event)));
        }
        let event = self.decision(data, default);
        let default = self.stub(default, event);
        targets.sort_unstable();
        let keys: Box<[u128]> = targets.iter().map(|(key, _)| *key).collect();
        let mut dense = Vec::new();
        if let (Some(first), Some(last)) = (keys.first(), keys.last())
            && last - first < 4 * keys.len() as u128 + 16
        {
            dense.resize((last - first) as usize + 1, default);
            targets.iter().for_each(|(key, target)| dense[(key - first) as usize] = *target);
        }
        let targets = targets.iter().map(|(_, target)| *target).chain([default]).collect();
        let table = self.code.switches.len() as u32;
        self.code.switches.push(Switch { keys, dense: dense.into(), targets });
        let a = self.regs.get(value);
        let wide = registers::width(self.func.ty(value)) == 2;
        self.emit(if wide { Op::WideSwitch { a, table } } else { Op::Switch { a, table } });
    }
}

fn block_cost(data: &BlockData) -> u32 {
    data.insts.len() as u32 + 1
}
