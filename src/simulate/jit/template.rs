//! The compiler that is used first: it writes a fixed piece of machine code for each instruction.
//!
//! Every value has a place on the native stack, where an instruction finds its operands and leaves its result; only
//! what was computed last is taken from the register where it still is. An integer lies zero-extended, a float as its bits,
//! what is wider than 64 bits in two words. So the code is several times slower than the optimising compiler's, and made
//! a hundred times faster; what runs a lot is made again, better. The rest of the design follows from that haste:
//!
//! * The fuel, and how many calls may still nest, are in registers for the whole run (see [`helpers`]); a block takes its
//!   price where it begins.
//! * Arguments lie at the lower end of the caller's frame, and that is the place of a parameter.
//! * A run that fails leaves by going back over all frames, which own nothing, and is made again by the interpreter. Only
//!   how assumptions and limits end a run is known here, for they do that often.
//! * Whatever is not a few instructions is a call of the code that the interpreter uses.

mod arith;
mod assembler;
pub mod helpers;
mod inst;
mod moves;
mod probes;

use super::emit::{Context, Entry, cost, in_register};
use super::loops::headers;
use super::shared::{Ending, at};
use assembler::*;
use cranelift_entity::{EntitySet, SecondaryMap};
use helpers::Helper;
use rarebit_front_end::ir::*;
use rarebit_learners::Limit;

/// Writes the code of one function.
struct Template<'a> {
    context: &'a Context<'a>,
    id: Func,
    func: &'a Function,
    asm: Assembler,
    /// Where values lie, as distances from `rbp`; 0 is no place.
    homes: SecondaryMap<Value, i32>,
    /// Bytes of the frame that are given away, below `rbp`.
    used: i32,
    /// Bytes of the arguments of calls, at the lower end of the frame.
    out: i32,
    /// The value that `rax` holds.
    held: Option<Value>,
    blocks: SecondaryMap<Block, Option<Label>>,
    /// The address of the slots, and the mark of dynamic objects.
    frame: Option<i32>,
    mark: Option<i32>,
    ways_out: [Option<Label>; OUT],
}

/// Ways out that a function has once.
#[derive(Clone, Copy)]
enum Out {
    Leave,
    Status,
    AssumptionFailed,
    Limit,
}

const OUT: usize = 4;

/// A function, called with its arguments at the lower end of the caller's frame.
pub fn function(context: &Context<'_>, id: Func) -> Vec<u8> {
    let func = &context.program.funcs[id];
    let mut template = Template {
        context,
        id,
        func,
        asm: Assembler::default(),
        homes: SecondaryMap::with_capacity(func.values.len()),
        used: 0,
        out: 0,
        held: None,
        blocks: SecondaryMap::with_capacity(func.blocks.len()),
        frame: None,
        mark: None,
        ways_out: [None; OUT],
    };
    template.function();
    template.asm.bytes
}

/// The way into the program, or a function that takes its arguments from the shared block and leaves its results there.
pub fn wrapper(context: &Context<'_>, id: Func, first: bool) -> Vec<u8> {
    let sig = &context.program.funcs[id].sig;
    let model = context.program.model;
    let mut asm = Assembler::default();
    let mut types = sig.params.clone();
    types.extend(sig.variadic.then_some(Type::Ptr));
    let room: i32 = types.iter().map(|ty| words(*ty, model) * 8).sum();
    // The stack is aligned behind the address that the call left there.
    let room = aligned(room + 8) - 8;
    asm.alu_number(true, Alu::Sub, RSP, room);
    if first {
        asm.mov(RBX, RDI);
        asm.mov(R12, RSI);
        asm.mem(true, &[0x8d], R13, RDX, 1);
        asm.number(R14, helpers::table());
    }
    let mut place = 0;
    for (index, ty) in types.iter().enumerate() {
        let from = if index == sig.params.len() { at::VA } else { at::arg(index) };
        let width = ty.bits(model);
        asm.load(RAX, RBX, from);
        if width <= 64 {
            arith::cut(&mut asm, width);
        } else {
            asm.store(RAX, RSP, place);
            asm.load(RAX, RBX, from + 8);
            arith::cut(&mut asm, width - 64);
            place += 8;
        }
        asm.store(RAX, RSP, place);
        place += 8;
    }
    asm.call_at(RBX, context.areas.code_of(id));
    if first {
        if sig.results.is_empty() {
            asm.number(RAX, 0);
        } else if !in_register(&sig.results) {
            asm.load(RAX, RBX, at::RESULTS);
        }
        arith::cut(&mut asm, 8);
        asm.shift(true, Shift::Left, RAX, 32);
        asm.alu_number(true, Alu::Or, RAX, Ending::Exit(0).code() as i32);
        asm.jump_at(R14, Helper::Finish.offset());
    } else {
        if in_register(&sig.results) {
            asm.store(RAX, RBX, at::RESULTS);
            asm.store_number(0, RBX, at::RESULTS + 8);
        }
        asm.alu_number(true, Alu::Add, RSP, room);
        asm.byte(0xc3);
    }
    asm.finish();
    asm.bytes
}

/// As much room, or a little more, as keeps the stack aligned.
fn aligned(bytes: i32) -> i32 {
    (bytes + 15) & !15
}

/// How many words a value takes.
fn words(ty: Type, model: DataModel) -> i32 {
    if ty.bits(model) > 64 { 2 } else { 1 }
}

impl<'a> Template<'a> {
    fn model(&self) -> DataModel {
        self.context.program.model
    }

    fn width(&self, value: Value) -> u32 {
        self.func.ty(value).bits(self.model())
    }

    fn function(&mut self) {
        let func = self.func;
        // push rbp; mov rbp, rsp; sub rsp, size of the frame
        self.asm.byte(0x55);
        self.asm.mov(RBP, RSP);
        self.asm.rr(true, &[0x81], Alu::Sub as u8, RSP);
        let size = self.asm.bytes.len();
        self.asm.bytes.extend([0; 4]);
        self.asm.mem(true, &[0x3b], RSP, RBX, at::STACK_LIMIT);
        self.out_if(Flag::Below, Out::Leave);
        self.asm.alu_number(true, Alu::Sub, R13, 1);
        self.out_if(Flag::Sign, Out::Leave);
        if self.context.unit.stubs[self.id] {
            self.asm.alu_number(true, Alu::Sub, R12, 1);
            self.end(Ending::DeadEnd.code());
        } else {
            self.begin();
            let order = func.reverse_postorder();
            for block in &order {
                self.blocks[*block] = Some(self.asm.label());
            }
            let headers = headers(func);
            for (index, &block) in order.iter().enumerate() {
                self.block(block, order.get(index + 1).copied(), &headers);
            }
        }
        self.ways_out();
        self.asm.finish();
        let frame = aligned(self.used + self.out);
        self.asm.patch(size, frame);
    }

    /// What a call does before its first block.
    fn begin(&mut self) {
        let func = self.func;
        let mut place = 16;
        for param in &func.blocks[func.entry()].params {
            self.homes[*param] = place;
            place += 8 * words(func.ty(*param), self.model());
        }
        if !func.slots.is_empty() {
            self.asm.number(RSI, self.id.as_u32().into());
            self.call(Helper::Frame);
            self.frame = Some(self.keep());
        }
        let mut insts = func.layout.iter().flat_map(|block| &func.blocks[*block].insts);
        if insts.any(|i| matches!(func.insts[*i].data, InstData::StackAlloc { .. })) {
            self.call(Helper::StackMark);
            self.mark = Some(self.keep());
        }
        self.probe_entry();
    }

    /// Keeps `rax` in a new place.
    fn keep(&mut self) -> i32 {
        let home = self.room(1);
        self.asm.store(RAX, RBP, home);
        home
    }

    /// A new place for so many words.
    fn room(&mut self, words: i32) -> i32 {
        self.used += 8 * words;
        -self.used
    }

    fn block(&mut self, block: Block, next: Option<Block>, headers: &EntitySet<Block>) {
        let func = self.func;
        let data = &func.blocks[block];
        let label = self.blocks[block].expect("given before");
        self.asm.bind(label);
        self.held = None;
        self.asm.alu_number(true, Alu::Sub, R12, cost(data) as i32);
        // What every cycle passes, by jumps or by calls.
        if block == func.entry() || headers.contains(block) {
            self.asm.mem(true, &[0x3b], R12, RBX, at::THRESHOLD);
            self.out_if(Flag::Less, Out::Limit);
        }
        let plan = self.context.plan;
        for &inst in &data.insts {
            plan.before(self.id, inst).iter().for_each(|action| self.action(action));
            self.inst(inst);
            plan.after(self.id, inst).iter().for_each(|action| self.action(action));
        }
        plan.at_end(self.id, block).iter().for_each(|action| self.action(action));
        self.terminator(&data.end, next);
    }

    fn terminator(&mut self, end: &Terminator, next: Option<Block>) {
        match end {
            Terminator::Jump(target) => self.go(target, false, next),
            Terminator::Branch { cond, then, otherwise } => {
                self.load(RAX, *cond);
                self.asm.test(RAX);
                if self.is_bare(then) {
                    let label = self.blocks[then.block].expect("reachable");
                    self.asm.jump_if(Flag::NotEqual, label);
                } else {
                    let no = self.asm.label();
                    self.asm.jump_if(Flag::Equal, no);
                    self.go(then, true, None);
                    self.asm.bind(no);
                }
                self.go(otherwise, true, next);
            }
            Terminator::Switch { value, cases, default } => self.switch(*value, cases, default),
            Terminator::Return(values) => self.leave(values),
            Terminator::Unreachable { .. } => self.out(Out::Leave),
            Terminator::Unsupported { .. } | Terminator::Stop => self.end(Ending::DeadEnd.code()),
        }
    }

    /// Is there nothing to do on the way?
    fn is_bare(&self, target: &Target) -> bool {
        target.args.is_empty() && !self.context.plan.records(target.edge) && !self.context.plan.trace
    }

    /// Goes to a target, unless that comes next anyway.
    fn go(&mut self, target: &Target, decision: bool, next: Option<Block>) {
        self.held = None;
        self.probe_edge(target.edge, decision);
        self.give(&target.args, &self.func.blocks[target.block].params);
        if next != Some(target.block) {
            let label = self.blocks[target.block].expect("reachable");
            self.asm.jump(label);
        }
    }

    fn switch(&mut self, value: Value, cases: &[(u128, Target)], default: &Target) {
        let width = self.width(value);
        self.load(RAX, value);
        if width > 64 {
            self.load_high(RDX, value);
        }
        let mut ways = Vec::new();
        for (key, target) in cases {
            let label = self.asm.label();
            self.asm.number(RCX, *key as u64);
            if width > 64 {
                let no = self.asm.label();
                self.asm.alu(true, Alu::Cmp, RAX, RCX);
                self.asm.jump_if(Flag::NotEqual, no);
                self.asm.number(RCX, (*key >> 64) as u64);
                self.asm.alu(true, Alu::Cmp, RDX, RCX);
                self.asm.jump_if(Flag::Equal, label);
                self.asm.bind(no);
            } else {
                self.asm.alu(true, Alu::Cmp, RAX, RCX);
                self.asm.jump_if(Flag::Equal, label);
            }
            ways.push((label, target));
        }
        self.go(default, true, None);

        for (label, target) in ways {
            self.asm.bind(label);
            self.go(target, true, None);
        }
    }

    /// Returns from the function.
    fn leave(&mut self, values: &[Value]) {
        if self.context.plan.calls && !self.func.library {
            self.event(1);
        }
        if let Some(frame) = self.frame {
            self.asm.number(RSI, self.id.as_u32().into());
            self.asm.load(RDX, RBP, frame);
            self.call(Helper::PopFrame);
        }
        if let Some(mark) = self.mark {
            self.asm.load(RSI, RBP, mark);
            self.asm.number(RDX, 1);
            self.call(Helper::StackRestore);
        }
        if in_register(&self.func.sig.results) {
            self.load(RAX, values[0]);
        } else {
            for (index, value) in values.iter().enumerate() {
                self.share(*value, at::result(index));
            }
        }
        self.asm.alu_number(true, Alu::Add, R13, 1);
        // leave; ret
        self.asm.bytes.extend([0xc9, 0xc3]);
    }

    /// Calls something of the table; what registers held is lost.
    fn call(&mut self, helper: Helper) {
        self.held = None;
        self.asm.mov(RDI, RBX);
        self.asm.call_at(R14, helper.offset());
    }

    /// Calls something that gives a status, and leaves the run unless that says success.
    fn call_checked(&mut self, helper: Helper) {
        self.call(helper);
        self.asm.test(RAX);
        self.out_if(Flag::NotEqual, Out::Status);
    }

    /// Ends the run with a code.
    fn end(&mut self, code: i64) {
        self.asm.number(RAX, code as u64);
        self.asm.jump_at(R14, Helper::Finish.offset());
    }

    fn out_if(&mut self, flag: Flag, out: Out) {
        let label = self.way_out(out);
        self.asm.jump_if(flag, label);
    }

    fn out(&mut self, out: Out) {
        let label = self.way_out(out);
        self.asm.jump(label);
    }

    fn way_out(&mut self, out: Out) -> Label {
        let asm = &mut self.asm;
        *self.ways_out[out as usize].get_or_insert_with(|| asm.label())
    }

    /// Writes the ways out that are needed.
    fn ways_out(&mut self) {
        for out in [Out::Leave, Out::Status, Out::AssumptionFailed, Out::Limit] {
            let Some(label) = self.ways_out[out as usize] else { continue };
            self.asm.bind(label);
            match out {
                Out::Leave => self.asm.jump_at(R14, Helper::Leave.offset()),
                Out::Status => self.asm.jump_at(R14, Helper::Status.offset()),
                Out::AssumptionFailed => self.end(Ending::AssumptionFailed.code()),
                Out::Limit => self.end(Ending::Limit(Limit::Steps).code()),
            }
        }
    }
}
