//! Emits the code of one function: blocks, steps, decisions, calls and the ways out.
//!
//! A compiled function takes the base of the program's bytes, the fuel (steps left), how many calls may still nest,
//! and its own parameters; it gives back the fuel and its first result. A negative fuel means that the run is over:
//! every caller then returns at once. How it ended stands in the shared block, written by the one place of each
//! function where all its endings meet.
//!
//! A block that only one other leads to, which leads nowhere else, is emitted as its continuation: code and what is known
//! go on as if there were no edge.
//!
//! Small functions are emitted into their callers. That changes neither the steps nor the depth: both are counted as
//! for a call.

use super::super::Options;
use super::super::memory::Memory;
use super::super::probe::Plan;
use super::access::Object;
use super::callbacks;
use super::convert::{Fork, forks};
use super::lookups::{Known, Lookups};
use super::loops::{depths, headers};
use super::numbering::Numbering;
use super::probes::Areas;
use super::shared::Ending;
use super::unit::Unit;
use cranelift_codegen::ir::{self as clif, AbiParam, MemFlagsData, types};
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig};
use cranelift_entity::{EntitySet, SecondaryMap};
use cranelift_frontend::{FunctionBuilder, Variable};
use rarebit_front_end::ir::*;
use std::rc::Rc;

/// The fuel of a run whose ending is written.
pub const OVER: i64 = i64::MIN;

/// How deep functions are inlined into each other, how often one into itself, and how many instructions one function
/// may become.
pub const INLINE_DEPTH: usize = 3;
pub const RECURSION: usize = 2;
const INLINE_BUDGET: usize = 400;

/// What all functions of a compilation share.
pub struct Context<'a> {
    pub program: &'a Program,
    pub options: &'a Options,
    pub memory: &'a Memory<'a>,
    pub unit: &'a Unit,
    pub plan: &'a Plan,
    pub areas: &'a Areas,
    /// Are steps counted?
    pub counted: bool,
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
    /// Blocks that a loop comes back to, and how many loops each block is in.
    headers: EntitySet<Block>,
    pub depths: SecondaryMap<Block, u32>,
    /// Where an inlined function goes on, and what is owed there.
    pub after: Option<clif::Block>,
    pub after_owed: usize,
    pub returns_once: bool,
    incoming: SecondaryMap<Block, Incoming>,
    /// What is owed where a block with one way to it begins.
    pub owed: SecondaryMap<Block, usize>,
    /// The block that continues the one just emitted.
    pub continued: Option<Block>,
    /// Branches of which both ways are gone.
    pub forks: SecondaryMap<Block, Option<Fork<'a>>>,
    pub lookups: Rc<Lookups>,
    /// The objects at the roots.
    pub objects: Vec<Option<Object>>,
    pub known: Known,
    pub numbering: Numbering,
}

/// What leads to a block.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Incoming {
    #[default]
    None,
    One,
    /// One block, which leads nowhere else.
    Continues,
    Many,
}

pub struct Emitter<'a, 'b> {
    pub context: &'a Context<'a>,
    pub b: FunctionBuilder<'b>,
    pub base: clif::Value,
    pub fuel: Variable,
    /// Steps that were made but not yet taken from the fuel, see [`super::fuel`].
    pub owed: usize,
    pub depth: clif::Value,
    /// The ways to the end, each with what is owed: with a code, and with the status of a callback and what a fault means.
    pub endings: Vec<(i64, usize, clif::Block)>,
    pub faults: Vec<(usize, clif::Block)>,
    /// The functions being emitted, outermost first.
    pub stack: Vec<Func>,
    pub budget: usize,
    /// Of callbacks: parameters and result.
    pub signatures: Vec<(Vec<clif::Type>, Option<clif::Type>, clif::SigRef)>,
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
        config: TargetFrontendConfig,
    ) {
        let mut b = b;
        let func = &context.program.funcs[id];
        let start = b.create_block();
        b.append_block_params_for_function_params(start);
        b.switch_to_block(start);
        let params = b.block_params(start).to_vec();
        let fuel = b.declare_var(types::I64);
        b.def_var(fuel, params[1]);
        let mut emitter = Emitter {
            context,
            b,
            base: params[0],
            fuel,
            owed: 0,
            depth: params[2],
            signatures: Vec::new(),
            endings: Vec::new(),
            faults: Vec::new(),
            stack: Vec::new(),
            budget: INLINE_BUDGET,
            lookups,
        };
        emitter.enter(id, 0);
        if context.unit.stubs[id] {
            emitter.end(Ending::DeadEnd.code());
        } else {
            emitter.body(id, &params[3..], None);
        }
        emitter.endings(&func.sig.results);
        emitter.b.seal_all_blocks();
        emitter.b.finalize(config);
    }

    pub fn model(&self) -> DataModel {
        self.context.program.model
    }

    fn lookups_of(&mut self, id: Func) -> Rc<Lookups> {
        let context = self.context;
        let func = &context.program.funcs[id];
        let make = || Rc::new(Lookups::new(func, context.program.model, context.unit, context.options));
        self.lookups[id].get_or_insert_with(make).clone()
    }

    /// Emits the blocks of a function whose call has begun. An inlined one goes on at `after`, which takes its
    /// results; what is owed there is given back.
    pub fn body(&mut self, id: Func, args: &[clif::Value], after: Option<clif::Block>) -> usize {
        let context = self.context;
        let func = &context.program.funcs[id];
        let lookups = self.lookups_of(id);
        let headers = headers(func);
        let objects = vec![None; lookups.uses.len()];
        let known = lookups.at(func.entry());
        let mut body = Body {
            id,
            func,
            values: SecondaryMap::with_capacity(func.values.len()),
            blocks: SecondaryMap::with_capacity(func.blocks.len()),
            frame: None,
            mark: None,
            depths: depths(func, &headers),
            headers,
            after,
            after_owed: 0,
            returns_once: false,
            incoming: SecondaryMap::new(),
            owed: SecondaryMap::new(),
            continued: Some(func.entry()),
            forks: forks(context, id, func),
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
        let is_return = |block: &&Block| matches!(func.blocks[**block].end, Terminator::Return(_));
        body.returns_once = order.iter().filter(is_return).count() == 1;
        for &block in &order {
            match (body.forks[block], &func.blocks[block].end) {
                (Some(fork), _) => body.lead(fork.end(), true),
                (None, end) => {
                    let only = matches!(end, Terminator::Jump(_));
                    end.targets().iter().for_each(|t| body.lead(t.block, only));
                }
            }
        }
        // Nothing jumps to an entry block, so its parameters are simply the arguments.
        for (param, arg) in func.blocks[func.entry()].params.iter().zip(args) {
            body.values[*param] = Some(*arg);
        }
        for &block in &order {
            if block == func.entry() || body.is_continuation(block) {
                continue;
            }
            let emitted = self.b.create_block();
            for param in &func.blocks[block].params {
                let value = self.b.append_block_param(emitted, container(func.ty(*param), self.model()));
                body.values[*param] = Some(value);
            }
            body.blocks[block] = Some(emitted);
        }
        self.probe_entry(&mut body);
        for &block in &order {
            self.block(&mut body, block);
        }
        self.stack.pop();
        body.after_owed
    }

    fn block(&mut self, body: &mut Body<'a>, block: Block) {
        let func = body.func;
        let data = &func.blocks[block];
        body.known = body.lookups.at(block);
        if body.continued.take() != Some(block) {
            self.b.switch_to_block(body.blocks[block].expect("reachable"));
            self.owed = body.owed[block];
            body.numbering.clear();
            // What every cycle passes: a block that is not behind all its predecessors in the order.
            if body.headers.contains(block) {
                self.test_fuel();
            } else {
                let emitted = body.blocks[block].expect("reachable");
                self.b.seal_block(emitted);
            }
        }
        if block != func.entry() {
            self.owed += cost(data);
        }
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
}

impl Body<'_> {
    /// Notes that something leads to a block, and perhaps only there.
    fn lead(&mut self, block: Block, only: bool) {
        self.incoming[block] = match self.incoming[block] {
            Incoming::None if only => Incoming::Continues,
            Incoming::None => Incoming::One,
            _ => Incoming::Many,
        };
    }

    /// Does only one way lead to the block?
    pub fn has_one_way(&self, block: Block) -> bool {
        matches!(self.incoming[block], Incoming::One | Incoming::Continues)
    }

    /// Does the block continue another one, which leads nowhere else? Then it comes right after that in the order.
    pub fn is_continuation(&self, block: Block) -> bool {
        self.incoming[block] == Incoming::Continues
    }
}

/// Steps of a block.
pub fn cost(data: &BlockData) -> usize {
    data.insts.len() + 1
}
