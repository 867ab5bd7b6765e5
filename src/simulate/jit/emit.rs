//! Emits the code of one function: blocks, steps, decisions, calls and the ways out.
//!
//! A compiled function takes the base of the program's bytes, the fuel (steps left), how many calls may still nest,
//! and its own parameters; it gives back the fuel and its first result. A negative fuel means that the run is over:
//! every caller then returns at once. How it ended stands in the shared block, written by the one place of each
//! function where all its endings meet.
//!
//! Every block takes its steps from the fuel, but only where a loop closes and where a call begins or ends is it
//! tested whether any is left. So a run may go a little too far; it then ends with a negative fuel, however it ends,
//! and is made again by the interpreter, which stops at the very step.
//!
//! Small functions are emitted into their callers. That changes neither the steps nor the depth: both are counted as
//! for a call.

use super::super::Options;
use super::super::memory::{Memory, func_address};
use super::super::probe::Plan;
use super::access::Object;
use super::callbacks;
use super::compile::Tier;
use super::convert::{Fork, forks};
use super::lookups::{Known, Lookups};
use super::numbering::Numbering;
use super::probes::Areas;
use super::shared::{Ending, at};
use super::unit::Unit;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self as clif, AbiParam, InstBuilder, MemFlagsData, types};
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig};
use cranelift_entity::{EntityRef, EntitySet, SecondaryMap};
use cranelift_frontend::{FunctionBuilder, Variable};
use rarebit_front_end::ir::meaning::narrow;
use rarebit_front_end::ir::*;
use rarebit_learners::Limit;
use std::rc::Rc;

/// The fuel of a run whose ending is written.
pub const OVER: i64 = i64::MIN;

/// How deep functions are inlined into each other, and how many instructions one function may become.
const INLINE_DEPTH: usize = 3;
const INLINE_BUDGET: usize = 400;

/// What all functions of a compilation share.
pub struct Context<'a> {
    pub program: &'a Program,
    pub options: &'a Options,
    pub memory: &'a Memory<'a>,
    pub unit: &'a Unit,
    pub plan: &'a Plan,
    pub areas: &'a Areas,
    pub config: TargetFrontendConfig,
    pub tier: Tier,
}

/// What a call finds in the table of functions.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Entry {
    pub code: *const u8,
    /// Takes its arguments from, and leaves its results in, the shared block.
    pub generic: *const u8,
    pub shape: u32,
}

/// The bits that hold a value of a type.
pub fn container(ty: Type, model: DataModel) -> clif::Type {
    match ty {
        Type::F32 => types::F32,
        Type::F64 => types::F64,
        _ => match ty.bits(model) {
            0..=8 => types::I8,
            9..=16 => types::I16,
            17..=32 => types::I32,
            33..=64 => types::I64,
            _ => types::I128,
        },
    }
}

/// Does the result come back in a register?
pub fn in_register(results: &[Type]) -> bool {
    matches!(results, [ty] if !matches!(ty, Type::Int(65..)))
}

pub fn signature(params: &[Type], results: &[Type], variadic: bool, model: DataModel) -> clif::Signature {
    let mut sig = clif::Signature::new(CallConv::SystemV);
    sig.params.extend([types::I64; 3].map(AbiParam::new));
    sig.params.extend(params.iter().map(|ty| AbiParam::new(container(*ty, model))));
    if variadic {
        sig.params.push(AbiParam::new(container(Type::Ptr, model)));
    }
    sig.returns.push(AbiParam::new(types::I64));
    if in_register(results) {
        sig.returns.push(AbiParam::new(container(results[0], model)));
    }
    sig
}

/// A function, or one inlined into it.
pub struct Body<'a> {
    pub id: Func,
    pub func: &'a Function,
    pub values: SecondaryMap<Value, Option<clif::Value>>,
    pub blocks: SecondaryMap<Block, Option<clif::Block>>,
    /// The first address of its slots.
    pub frame: Option<clif::Value>,
    /// How many dynamic objects its callers have.
    pub mark: Option<clif::Value>,
    /// Blocks that a loop comes back to.
    headers: EntitySet<Block>,
    /// Where an inlined function goes on.
    pub after: Option<clif::Block>,
    /// Branches of which both ways are gone.
    pub forks: SecondaryMap<Block, Option<Fork<'a>>>,
    pub lookups: Rc<Lookups>,
    /// The objects at the roots.
    pub objects: Vec<Option<Object>>,
    pub known: Known,
    pub numbering: Numbering,
}

pub struct Emitter<'a, 'b> {
    pub context: &'a Context<'a>,
    pub b: FunctionBuilder<'b>,
    pub base: clif::Value,
    fuel: Variable,
    depth: clif::Value,
    /// Where all endings meet.
    exit: clif::Block,
    /// The ways there: with a code, and with the status of a callback and what a fault means.
    endings: Vec<(i64, clif::Block)>,
    fault: Option<clif::Block>,
    /// The functions being emitted, outermost first.
    stack: Vec<Func>,
    budget: usize,
    pub lookups: &'a mut SecondaryMap<Func, Option<Rc<Lookups>>>,
}

/// Accesses of our own, never of the program.
pub fn ours() -> MemFlagsData {
    MemFlagsData::new().with_notrap()
}

impl<'a, 'b> Emitter<'a, 'b> {
    /// Emits a whole function.
    pub fn function(
        context: &'a Context<'a>,
        b: FunctionBuilder<'b>,
        lookups: &'a mut SecondaryMap<Func, Option<Rc<Lookups>>>,
        id: Func,
    ) {
        let mut b = b;
        let func = &context.program.funcs[id];
        let start = b.create_block();
        b.append_block_params_for_function_params(start);
        b.switch_to_block(start);
        let params = b.block_params(start).to_vec();
        let exit = b.create_block();
        b.set_cold_block(exit);
        let fuel = b.declare_var(types::I64);
        b.def_var(fuel, params[1]);
        let mut emitter = Emitter {
            context,
            b,
            base: params[0],
            fuel,
            depth: params[2],
            exit,
            endings: Vec::new(),
            fault: None,
            stack: Vec::new(),
            budget: if context.tier == Tier::Quick { 0 } else { INLINE_BUDGET },
            lookups,
        };
        emitter.enter(id, 0);
        if context.unit.stubs[id] {
            emitter.end(Ending::DeadEnd.code());
        } else {
            emitter.check_stack();
            emitter.body(id, &params[3..], None);
        }
        emitter.endings(&func.sig.results);
        emitter.b.seal_all_blocks();
        emitter.b.finalize(context.config);
    }

    pub fn model(&self) -> DataModel {
        self.context.program.model
    }

    pub fn fuel(&mut self) -> clif::Value {
        self.b.use_var(self.fuel)
    }

    /// Where all endings meet: writes how the run ended and goes back to the first caller.
    fn endings(&mut self, results: &[Type]) {
        for (code, block) in std::mem::take(&mut self.endings) {
            self.b.switch_to_block(block);
            let fuel = self.fuel();
            let code = self.b.ins().iconst(types::I64, code);
            self.b.ins().jump(self.exit, &[code.into(), fuel.into()]);
        }
        if let Some(block) = self.fault {
            let status = self.b.append_block_param(block, types::I64);
            let failing = self.b.append_block_param(block, types::I64);
            self.b.switch_to_block(block);
            let fault = self.b.ins().icmp_imm_u(IntCC::Equal, status, callbacks::FAULT as i64);
            let code = self.b.ins().select(fault, failing, status);
            let fuel = self.fuel();
            self.b.ins().jump(self.exit, &[code.into(), fuel.into()]);
        }
        let code = self.b.append_block_param(self.exit, types::I64);
        let fuel = self.b.append_block_param(self.exit, types::I64);
        self.b.switch_to_block(self.exit);
        // A callee that ended has written already.
        let write = self.b.create_block();
        let leave = self.b.create_block();
        self.b.set_cold_block(write);
        self.b.set_cold_block(leave);
        let over = self.b.ins().iconst(types::I64, OVER);
        let written = self.b.ins().icmp(IntCC::Equal, fuel, over);
        self.b.ins().brif(written, leave, &[], write, &[]);
        self.b.switch_to_block(write);
        self.b.ins().store(ours(), code, self.base, at::ENDING);
        self.b.ins().store(ours(), fuel, self.base, at::FUEL);
        self.b.ins().jump(leave, &[]);
        self.b.switch_to_block(leave);
        let over = self.b.ins().iconst(types::I64, OVER);
        let mut values = vec![over];
        if in_register(results) {
            values.push(self.zero(container(results[0], self.model())));
        }
        self.b.ins().return_(&values);
    }

    pub fn zero(&mut self, ty: clif::Type) -> clif::Value {
        match ty {
            types::F32 => self.b.ins().f32const(0.0),
            types::F64 => self.b.ins().f64const(0.0),
            types::I128 => {
                let half = self.b.ins().iconst(types::I64, 0);
                self.b.ins().iconcat(half, half)
            }
            _ => self.b.ins().iconst(ty, 0),
        }
    }

    pub fn next_block(&mut self, cold: bool) -> clif::Block {
        let block = self.b.create_block();
        if cold {
            self.b.set_cold_block(block);
        }
        block
    }

    /// Goes on in a block that only the block before leads to.
    pub fn go_on(&mut self, block: clif::Block) {
        self.b.switch_to_block(block);
        self.b.seal_block(block);
    }

    /// Where the run ends with a code.
    fn ending(&mut self, code: i64) -> clif::Block {
        if let Some((_, block)) = self.endings.iter().find(|(known, _)| *known == code) {
            return *block;
        }
        let block = self.next_block(true);
        self.endings.push((code, block));
        block
    }

    /// Ends the run if the condition is not 0.
    pub fn end_if(&mut self, condition: clif::Value, code: i64) {
        let (over, go_on) = (self.ending(code), self.b.create_block());
        self.b.ins().brif(condition, over, &[], go_on, &[]);
        self.go_on(go_on);
    }

    /// Ends the run if the condition is 0.
    pub fn end_unless(&mut self, condition: clif::Value, code: i64) {
        let (over, go_on) = (self.ending(code), self.b.create_block());
        self.b.ins().brif(condition, go_on, &[], over, &[]);
        self.go_on(go_on);
    }

    /// Ends the run.
    pub fn end(&mut self, code: i64) {
        let over = self.ending(code);
        self.b.ins().jump(over, &[]);
    }

    /// How a run ends at a failing check. A check of memory can fail in several ways.
    pub fn failing(&self, check: Check) -> i64 {
        let options = self.context.options;
        let ways = self.context.program.checks[check].class.outcomes();
        if !options.is_selected(check) || !ways.intersects(options.classes) {
            Ending::Undefined(check)
        } else if ways.without(options.classes).is_empty() {
            Ending::Violation(check)
        } else {
            Ending::Failed(check)
        }
        .code()
    }

    /// Acts on the status of a callback: 0 goes on, 1 fails the check, anything else is an ending.
    pub fn act_on(&mut self, status: clif::Value, check: Option<Check>) {
        let failing = check.map_or(Ending::DeadEnd.code(), |check| self.failing(check));
        let failing = self.b.ins().iconst(types::I64, failing);
        let bad = match self.fault {
            Some(block) => block,
            None => *self.fault.insert(self.b.create_block()),
        };
        self.b.set_cold_block(bad);
        let go_on = self.b.create_block();
        self.b.ins().brif(status, bad, &[status.into(), failing.into()], go_on, &[]);
        self.go_on(go_on);
    }

    /// Calls a Rust function; all arguments are 64 bits wide unless they have another type already.
    pub fn callback(
        &mut self,
        function: *const u8,
        args: &[clif::Value],
        result: Option<clif::Type>,
    ) -> Option<clif::Value> {
        let mut sig = clif::Signature::new(CallConv::SystemV);
        sig.params.push(AbiParam::new(types::I64));
        sig.params.extend(args.iter().map(|v| AbiParam::new(self.b.func.dfg.value_type(*v))));
        sig.returns.extend(result.map(AbiParam::new));
        let sig = self.b.import_signature(sig);
        let address = self.b.ins().iconst(types::I64, function as i64);
        let mut all = vec![self.base];
        all.extend(args);
        let call = self.b.ins().call_indirect(sig, address, &all);
        self.b.inst_results(call).first().copied()
    }

    /// A constant argument of a callback.
    pub fn number(&mut self, n: u32) -> clif::Value {
        self.b.ins().iconst(types::I32, i64::from(n))
    }

    /// Takes steps, given as a negative number.
    pub fn charge_by(&mut self, steps: clif::Value) {
        let fuel = self.fuel();
        let left = self.b.ins().iadd(fuel, steps);
        self.b.def_var(self.fuel, left);
    }

    /// Takes the steps of a block.
    pub fn charge(&mut self, steps: usize, test: bool) {
        let fuel = self.fuel();
        let left = self.b.ins().iadd_imm_s(fuel, -(steps as i64));
        self.b.def_var(self.fuel, left);
        if !test {
            return;
        }
        // Another thread may write it at any time; an ordinary load would move out of loops that write nothing.
        let place = self.b.ins().iadd_imm_s(self.base, i64::from(at::THRESHOLD));
        let threshold = self.b.ins().atomic_load(types::I64, ours(), place);
        let over = self.b.ins().icmp(IntCC::SignedLessThan, left, threshold);
        self.end_if(over, Ending::Limit(Limit::Steps).code());
    }

    /// The beginning of a call: its steps, then its depth, `level` calls below the emitted function.
    fn enter(&mut self, id: Func, level: usize) {
        let func = &self.context.program.funcs[id];
        let steps = if self.context.unit.stubs[id] { 1 } else { cost(&func.blocks[func.entry()]) };
        self.charge(steps, level == 0);
        let deep = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, self.depth, level as i64);
        self.end_if(deep, Ending::Limit(Limit::Depth).code());
    }

    /// Is there native stack for one more frame?
    fn check_stack(&mut self) {
        let pointer = self.b.ins().get_stack_pointer(types::I64);
        let limit = self.b.ins().load(types::I64, ours(), self.base, at::STACK_LIMIT);
        let low = self.b.ins().icmp(IntCC::UnsignedLessThan, pointer, limit);
        self.end_if(low, Ending::NativeStack.code());
    }

    fn lookups_of(&mut self, id: Func) -> Rc<Lookups> {
        let context = self.context;
        let func = &context.program.funcs[id];
        if context.tier == Tier::Quick {
            // Every access looks for itself.
            return Rc::default();
        }
        self.lookups[id].get_or_insert_with(|| Rc::new(Lookups::new(func, context.program.model, context.unit))).clone()
    }

    /// Emits the blocks of a function whose call has begun. An inlined one goes on at `after`, which takes its
    /// results.
    fn body(&mut self, id: Func, args: &[clif::Value], after: Option<clif::Block>) {
        let context = self.context;
        let func = &context.program.funcs[id];
        let lookups = self.lookups_of(id);
        let objects = vec![None; lookups.uses.len()];
        let known = lookups.at(func.entry());
        let mut body = Body {
            id,
            func,
            values: SecondaryMap::with_capacity(func.values.len()),
            blocks: SecondaryMap::with_capacity(func.blocks.len()),
            frame: None,
            mark: None,
            headers: headers(func),
            after,
            forks: if context.tier == Tier::Good { forks(context, id, func) } else { SecondaryMap::new() },
            lookups,
            objects,
            known,
            numbering: Numbering::default(),
        };
        self.stack.push(id);
        if !func.slots.is_empty() {
            let number = self.number(id.as_u32());
            let frame = self.callback(callbacks::push_frame as *const u8, &[number], Some(types::I64));
            let frame = frame.expect("has a result");
            self.end_unless(frame, callbacks::memory_limit());
            body.frame = Some(frame);
        }
        let insts = || func.layout.iter().flat_map(|block| &func.blocks[*block].insts);
        if insts().any(|i| matches!(func.insts[*i].data, InstData::StackAlloc { .. })) {
            body.mark = self.callback(callbacks::stack_mark as *const u8, &[], Some(types::I64));
        }
        let mut order = func.reverse_postorder();
        let mut absorbed: EntitySet<Block> = EntitySet::new();
        body.forks.values().flatten().for_each(|fork| absorbed.extend(fork.absorbed()));
        order.retain(|block| !absorbed.contains(*block));
        for &block in &order {
            let emitted = self.b.create_block();
            if block != func.entry() {
                for param in &func.blocks[block].params {
                    let value = self.b.append_block_param(emitted, container(func.ty(*param), self.model()));
                    body.values[*param] = Some(value);
                }
            }
            body.blocks[block] = Some(emitted);
        }
        // Nothing jumps to an entry block, so its parameters are simply the arguments.
        for (param, arg) in func.blocks[func.entry()].params.iter().zip(args) {
            body.values[*param] = Some(*arg);
        }
        self.probe_entry(&mut body);
        let entry = body.blocks[func.entry()].expect("made above");
        self.b.ins().jump(entry, &[]);
        for &block in &order {
            self.block(&mut body, block);
        }
        self.stack.pop();
    }

    fn block(&mut self, body: &mut Body<'a>, block: Block) {
        let func = body.func;
        let data = &func.blocks[block];
        self.b.switch_to_block(body.blocks[block].expect("reachable"));
        if block != func.entry() {
            // What every cycle passes: a block that is not behind all its predecessors in the order.
            self.charge(cost(data), body.headers.contains(block));
        }
        body.known = body.lookups.at(block);
        body.numbering.clear();
        for &param in &data.params {
            self.look_up_root(body, param);
        }
        for (index, &inst) in data.insts.iter().enumerate() {
            let node = &func.insts[inst];
            self.probe_inst(body, inst);
            if let Some(next) = data.insts.get(index + 1) {
                self.pair(body, inst, *next);
            }
            if !self.inst(body, inst) {
                // The instruction ends the run. What follows is never reached, but other blocks may use its values.
                let never = self.next_block(true);
                self.b.switch_to_block(never);
            }
            self.probe_after(body, inst);
            let lookups = body.lookups.clone();
            lookups.step(&node.data, self.context.unit, &mut body.known);
            for &result in &node.results {
                self.look_up_root(body, result);
            }
        }
        self.terminator(body, block);
    }

    /// The value of an operand.
    pub fn get(&mut self, body: &Body<'a>, value: Value) -> clif::Value {
        match body.func.as_const(value) {
            Some(constant) => self.constant(body, constant),
            None => body.values[value].expect("definitions come before uses"),
        }
    }

    pub fn constant(&mut self, body: &Body<'a>, constant: Const) -> clif::Value {
        let model = self.model();
        let pointer = container(Type::Ptr, model);
        match constant {
            Const::Bits(ty, bits) => match container(ty, model) {
                types::F32 => self.b.ins().f32const(f32::from_bits(bits as u32)),
                types::F64 => self.b.ins().f64const(f64::from_bits(bits as u64)),
                types::I128 => {
                    let low = self.b.ins().iconst(types::I64, bits as i64);
                    let high = self.b.ins().iconst(types::I64, (bits >> 64) as i64);
                    self.b.ins().iconcat(low, high)
                }
                ty => self.int(ty, bits as u64),
            },
            Const::Global(global, offset) => {
                let address = self.context.memory.global_address(global).wrapping_add_signed(offset);
                self.int(pointer, address & narrow::mask(model.pointer_bits()))
            }
            Const::Func(func) => self.int(pointer, func_address(func)),
            Const::Slot(slot) => {
                let address = self.slot(body, slot);
                if pointer == types::I32 { self.b.ins().ireduce(types::I32, address) } else { address }
            }
        }
    }

    /// An integer constant, given zero-extended.
    pub fn int(&mut self, ty: clif::Type, bits: u64) -> clif::Value {
        // Cranelift wants the bits above the type clear.
        self.b.ins().iconst(ty, (bits & narrow::mask(ty.bits())) as i64)
    }

    /// The address of a slot, 64 bits wide.
    pub fn slot(&mut self, body: &Body<'a>, slot: Slot) -> clif::Value {
        let frame = body.frame.expect("a function with slots has a frame");
        let offset = self.context.areas.frames[body.id.index()].offset(slot);
        self.b.ins().iadd_imm_s(frame, offset as i64)
    }

    /// A value as 64 bits, zero-extended.
    pub fn wide(&mut self, value: clif::Value) -> clif::Value {
        match self.b.func.dfg.value_type(value) {
            types::I64 => value,
            types::I128 => self.b.ins().ireduce(types::I64, value),
            types::F64 => self.b.ins().bitcast(types::I64, MemFlagsData::new(), value),
            types::F32 => {
                let bits = self.b.ins().bitcast(types::I32, MemFlagsData::new(), value);
                self.b.ins().uextend(types::I64, bits)
            }
            _ => self.b.ins().uextend(types::I64, value),
        }
    }

    /// A value made of the low bits of 64.
    pub fn narrow(&mut self, bits: clif::Value, ty: clif::Type) -> clif::Value {
        match ty {
            types::I64 => bits,
            types::F64 => self.b.ins().bitcast(types::F64, MemFlagsData::new(), bits),
            types::F32 => {
                let low = self.b.ins().ireduce(types::I32, bits);
                self.b.ins().bitcast(types::F32, MemFlagsData::new(), low)
            }
            types::I128 => self.b.ins().uextend(types::I128, bits),
            _ => self.b.ins().ireduce(ty, bits),
        }
    }

    /// Cuts an integer to a width inside its container.
    pub fn cut(&mut self, value: clif::Value, width: u32) -> clif::Value {
        let ty = self.b.func.dfg.value_type(value);
        if width >= ty.bits() {
            return value;
        }
        if ty == types::I128 {
            let (low, high) = self.b.ins().isplit(value);
            let mask = self.int(types::I64, narrow::mask(width - 64));
            let high = self.b.ins().band(high, mask);
            return self.b.ins().iconcat(low, high);
        }
        let mask = self.int(ty, narrow::mask(width));
        self.b.ins().band(value, mask)
    }

    /// Writes a value to the shared block, zero-extended to 128 bits.
    pub fn share(&mut self, value: clif::Value, offset: i32) {
        if self.b.func.dfg.value_type(value) == types::I128 {
            self.b.ins().store(ours(), value, self.base, offset);
            return;
        }
        let low = self.wide(value);
        let zero = self.b.ins().iconst(types::I64, 0);
        self.b.ins().store(ours(), low, self.base, offset);
        self.b.ins().store(ours(), zero, self.base, offset + 8);
    }

    /// Reads a value from the shared block and cuts it to its type.
    pub fn fetch(&mut self, ty: Type, offset: i32) -> clif::Value {
        let (model, container) = (self.model(), container(ty, self.model()));
        let value = self.b.ins().load(container, ours(), self.base, offset);
        if ty.is_float() { value } else { self.cut(value, ty.bits(model)) }
    }

    /// A call of a known function.
    pub fn call(&mut self, body: &mut Body<'a>, target: Func, args: &[Value], va: Option<Value>, results: &[Value]) {
        let context = self.context;
        let func = &context.program.funcs[target];
        let mut given: Vec<clif::Value> = args.iter().map(|v| self.get(body, *v)).collect();
        if func.sig.variadic {
            let none = container(Type::Ptr, self.model());
            given.push(match va {
                Some(va) => self.get(body, va),
                None => self.int(none, 0),
            });
        }
        if self.may_inline(target) {
            self.budget -= func.insts.len().min(self.budget);
            let after = self.b.create_block();
            for result in results {
                let value = self.b.append_block_param(after, container(body.func.ty(*result), self.model()));
                body.values[*result] = Some(value);
            }
            self.enter(target, self.stack.len());
            self.body(target, &given, Some(after));
            self.b.switch_to_block(after);
            return;
        }
        let sig = signature(&func.sig.params, &func.sig.results, func.sig.variadic, self.model());
        let sig = self.b.import_signature(sig);
        let code = self.b.ins().load(types::I64, ours(), self.base, context.areas.code_of(target));
        let mut all = self.hidden();
        all.extend(given);
        let call = self.b.ins().call_indirect(sig, code, &all);
        self.after_call(body, call, results);
    }

    fn may_inline(&self, target: Func) -> bool {
        self.context.unit.inlined[target]
            && self.stack.len() <= INLINE_DEPTH
            && !self.stack.contains(&target)
            && self.context.program.funcs[target].insts.len() < self.budget
    }

    /// The arguments that every function takes.
    pub fn hidden(&mut self) -> Vec<clif::Value> {
        let fuel = self.fuel();
        // An inlined function calls from further down.
        let depth = self.b.ins().iadd_imm_s(self.depth, -(self.stack.len() as i64));
        vec![self.base, fuel, depth]
    }

    /// Goes on behind a call, unless the run ended in it.
    pub fn after_call(&mut self, body: &mut Body<'a>, call: clif::Inst, results: &[Value]) {
        let returned = self.b.inst_results(call).to_vec();
        self.after_fuel(returned[0]);
        let types: Vec<Type> = results.iter().map(|v| body.func.ty(*v)).collect();
        for (index, result) in results.iter().enumerate() {
            let value = if in_register(&types) { returned[1] } else { self.fetch(types[index], at::result(index)) };
            body.values[*result] = Some(value);
        }
    }

    /// Takes over the fuel that a call left; negative means that the run is over.
    pub fn after_fuel(&mut self, fuel: clif::Value) {
        self.b.def_var(self.fuel, fuel);
        let over = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, fuel, 0);
        self.end_if(over, Ending::Limit(Limit::Steps).code());
    }
}

/// Blocks that an edge leads back to in reverse postorder; every cycle has one.
fn headers(func: &Function) -> EntitySet<Block> {
    let mut headers = EntitySet::new();
    let mut seen: EntitySet<Block> = EntitySet::new();
    for block in func.reverse_postorder() {
        seen.insert(block);
        for target in func.blocks[block].end.targets() {
            if seen.contains(target.block) {
                headers.insert(target.block);
            }
        }
    }
    headers
}

/// Steps of a block.
pub fn cost(data: &BlockData) -> usize {
    data.insts.len() + 1
}
