//! The loop that runs the operations.
//!
//! One `match` dispatches. The current frame is seen through a window of fixed length, so register accesses need no
//! bounds test; the window moves at calls and returns. Steps are counted per block, when it is entered.

use super::bytecode::{Code, Op, Operand, Pointers, Reg};
use super::calls::{Calls, Context, gather, window};
use super::failure::{Access, Fault};
use super::interpreter::Interpreter;
use super::memory::Memory;
use super::unary::{unary, wide_unary};
use super::{Event, Inputs, host, libm};
use cranelift_entity::EntityRef;
use rarebit_front_end::ir::meaning::{self, narrow, wide};
use rarebit_front_end::ir::*;
use rarebit_learners::{CallEvent, EdgeId, Limit, Observation};
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Why the loop ended.
pub enum Stop {
    Exit(i32),
    AssumptionFailed,
    Limit(Limit),
    DeadEnd(String),
    /// Fails the operation's check.
    Fault(Fault),
    /// A selected `check` was false.
    CheckFailed(Check),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Stop {
        Stop::Limit(limit)
    }
}

type Frame = [u64; super::bytecode::WINDOW];

fn get_wide(frame: &Frame, a: Reg) -> u128 {
    u128::from(frame[a as usize]) | u128::from(frame[a as usize + 1]) << 64
}

/// Writes as many registers as the width takes.
fn set_bits(frame: &mut Frame, d: Reg, width: u32, bits: u128) {
    frame[d as usize] = bits as u64;
    if width > 64 {
        frame[d as usize + 1] = (bits >> 64) as u64;
    }
}

fn get_bits(frame: &Frame, a: Reg, width: u32) -> u128 {
    if width > 64 { get_wide(frame, a) } else { frame[a as usize].into() }
}

/// An access that the fast way refused.
#[cold]
fn refused(memory: &Memory<'_>, address: u64, size: u64, access: Access) -> Stop {
    match memory.check(address, size, access, None) {
        Err(fault) => Stop::Fault(fault),
        Ok(()) => unreachable!("the fast way refuses only what is not legal"),
    }
}

pub fn load_bits(memory: &Memory<'_>, address: u64, width: u32, origin: u64) -> Result<u128, Fault> {
    let size = width.div_ceil(8) as usize;
    memory.check(address, size as u64, Access::Read, Some(origin))?;
    let mut bytes = [0; 16];
    bytes[..size].copy_from_slice(memory.read(address, size as u64)?);
    Ok(u128::from_le_bytes(bytes) & wide::mask(width))
}

pub fn store_bits(memory: &mut Memory<'_>, address: u64, width: u32, origin: u64, bits: u128) -> Result<(), Fault> {
    let size = width.div_ceil(8) as usize;
    memory.check(address, size as u64, Access::Write, Some(origin))?;
    memory.write(address, &bits.to_le_bytes()[..size])
}

fn division_fault(divisor_is_zero: bool) -> Fault {
    if divisor_is_zero { Fault::DivisionByZero } else { Fault::DivisionOverflow }
}

/// A number for the program's state where it is about to read an input.
fn state(code: &Code, calls: &Calls, memory: &Memory<'_>, pc: u32) -> Option<u64> {
    let mut hasher = FxHasher::default();
    let callers = calls.waiting.iter().map(|waiting| (waiting.pc, waiting.frame.base));
    for (pc, base) in callers.chain([(pc, calls.frame.base)]) {
        hasher.write_u32(pc);
        let needed = code.live.get(&pc).map_or(&[][..], |needed| needed);
        needed.iter().for_each(|reg| hasher.write_u64(calls.registers[base + *reg as usize]));
    }
    memory.digest(&mut hasher).then(|| hasher.finish())
}

impl Interpreter<'_> {
    /// Runs from `pc` to the end; also the position behind the last operation.
    pub(super) fn execute(
        &mut self,
        start: u32,
        inputs: &mut dyn Inputs,
        observation: &mut Observation,
    ) -> (Stop, u32) {
        let Interpreter {
            program,
            options,
            plan,
            code,
            memory,
            calls,
            output,
            trace,
            states,
            seen,
            epoch,
            records,
            facts,
            ..
        } = self;
        let context = Context { program, code, depth: options.limits.depth };
        let ops = code.ops.as_slice();
        let limit = options.limits.steps;
        let mut pc = start;
        let mut steps = code.funcs[calls.frame.func].cost;
        if steps > limit {
            return (Stop::Limit(Limit::Steps), pc + 1);
        }
        let stop = 'run: loop {
            let frame = window(&mut calls.registers, calls.frame.base);

            macro_rules! get {
                ($r:expr) => {
                    frame[$r as usize]
                };
            }
            macro_rules! attempt {
                ($result:expr) => {
                    match $result {
                        Ok(value) => value,
                        Err(error) => break 'run Stop::from(error),
                    }
                };
            }
            macro_rules! binary {
                ($op:ident, $w:expr, $d:expr, $a:expr, $b:expr) => {
                    get!($d) = narrow::binary(BinaryOp::$op, $w.into(), get!($a), get!($b))
                };
            }
            macro_rules! float {
                ($op:ident, $d:expr, $a:expr, $b:expr) => {
                    get!($d) =
                        meaning::binary_f64(BinaryOp::$op, f64::from_bits(get!($a)), f64::from_bits(get!($b))).to_bits()
                };
            }
            macro_rules! compare {
                ($cond:ident, $w:expr, $a:expr, $b:expr) => {
                    narrow::compare(IntCond::$cond, $w.into(), get!($a), get!($b))
                };
            }
            macro_rules! charge {
                ($cost:expr) => {
                    steps += u64::from($cost);
                    if steps > limit {
                        break 'run Stop::Limit(Limit::Steps);
                    }
                };
            }
            macro_rules! branch {
                ($condition:expr, $costs:expr, $to:expr) => {{
                    let (cost, to) = if $condition { ($costs[0], $to[0]) } else { ($costs[1], $to[1]) };
                    charge!(cost);
                    pc = to;
                }};
            }
            macro_rules! origin {
                ($size:expr, $access:ident, $p:expr, $o:expr) => {
                    if !memory.same_object(get!($p), get!($o)) {
                        attempt!(memory.check(get!($p), $size, Access::$access, Some(get!($o))));
                    }
                };
            }
            macro_rules! load {
                ($ty:ty, $d:expr, $p:expr) => {
                    match memory.load(get!($p)) {
                        Some(bytes) => get!($d) = <$ty>::from_le_bytes(bytes).into(),
                        None => break 'run refused(memory, get!($p), size_of::<$ty>() as u64, Access::Read),
                    }
                };
            }
            macro_rules! store {
                ($ty:ty, $a:expr, $p:expr) => {
                    if memory.store(get!($p), (get!($a) as $ty).to_le_bytes()).is_none() {
                        break 'run refused(memory, get!($p), size_of::<$ty>() as u64, Access::Write);
                    }
                };
            }
            macro_rules! enter {
                ($call:ident, $func:expr, $site:expr) => {{
                    let (func, loc): (usize, Loc) = ($func, code.places[pc as usize - 1].loc);
                    let callee = &code.funcs[func];
                    charge!(callee.cost);
                    let at = attempt!(calls.$call(context, memory, func, $site, pc));
                    if options.trace && !callee.library {
                        trace.push(Event::Call { func: Func::new(func), loc });
                    }
                    pc = at;
                    continue 'run;
                }};
            }
            macro_rules! leave {
                ($values:expr) => {{
                    let values: &[Reg] = $values;
                    // What the run's status is if this was the first call.
                    let status = values.first().map_or(0, |v| get!(*v));
                    if options.trace && !code.funcs[calls.frame.func].library {
                        trace.push(Event::Return { func: Func::new(calls.frame.func) });
                    }
                    match calls.leave(context, memory, values) {
                        Some(at) => pc = at,
                        None => break 'run Stop::Exit((status & 0xff) as i32),
                    }
                    continue 'run;
                }};
            }

            loop {
                let op = ops[pc as usize];
                pc += 1;
                match op {
                    Op::Move { d, a } => get!(d) = get!(a),
                    Op::Move2 { d0, a0, d1, a1 } => {
                        get!(d0) = get!(a0);
                        get!(d1) = get!(a1);
                    }
                    Op::Add { w, d, a, b } => binary!(Add, w, d, a, b),
                    Op::Sub { w, d, a, b } => binary!(Sub, w, d, a, b),
                    Op::Mul { w, d, a, b } => binary!(Mul, w, d, a, b),
                    Op::And { d, a, b } => binary!(And, 64u8, d, a, b),
                    Op::Or { d, a, b } => binary!(Or, 64u8, d, a, b),
                    Op::Xor { d, a, b } => binary!(Xor, 64u8, d, a, b),
                    Op::Shl { w, d, a, b } => binary!(Shl, w, d, a, b),
                    Op::Lshr { w, d, a, b } => binary!(Lshr, w, d, a, b),
                    Op::Ashr { w, d, a, b } => binary!(Ashr, w, d, a, b),
                    Op::SaddOverflow { w, d, a, b } => binary!(SaddOverflow, w, d, a, b),
                    Op::UaddOverflow { w, d, a, b } => binary!(UaddOverflow, w, d, a, b),
                    Op::SsubOverflow { w, d, a, b } => binary!(SsubOverflow, w, d, a, b),
                    Op::UsubOverflow { d, a, b } => binary!(UsubOverflow, 64u8, d, a, b),
                    Op::SmulOverflow { w, d, a, b } => binary!(SmulOverflow, w, d, a, b),
                    Op::UmulOverflow { w, d, a, b } => binary!(UmulOverflow, w, d, a, b),
                    Op::Div { op, w, d, a, b } => match narrow::divide(op, w.into(), get!(a), get!(b)) {
                        Some(quotient) => get!(d) = quotient,
                        None => break 'run Stop::Fault(division_fault(get!(b) == 0)),
                    },
                    Op::Binary32 { op, d, a, b } => {
                        let (a, b) = (f32::from_bits(get!(a) as u32), f32::from_bits(get!(b) as u32));
                        get!(d) = meaning::binary_f32(op, a, b).to_bits().into();
                    }
                    Op::FAdd { d, a, b } => float!(FAdd, d, a, b),
                    Op::FSub { d, a, b } => float!(FSub, d, a, b),
                    Op::FMul { d, a, b } => float!(FMul, d, a, b),
                    Op::FDiv { d, a, b } => float!(FDiv, d, a, b),
                    Op::WideBinary { op, w, d, a, b } => {
                        let result = wide::binary(op, w.into(), get_wide(frame, a), get_wide(frame, b));
                        set_bits(frame, d, if op.is_overflow_test() { 1 } else { w.into() }, result);
                    }
                    Op::WideDiv { op, w, d, a, b } => {
                        let (a, b) = (get_wide(frame, a), get_wide(frame, b));
                        match wide::divide(op, w.into(), a, b) {
                            Some(quotient) => set_bits(frame, d, w.into(), quotient),
                            None => break 'run Stop::Fault(division_fault(b == 0)),
                        }
                    }
                    Op::Trunc { w, d, a } => get!(d) = get!(a) & narrow::mask(w.into()),
                    Op::Sext { from, to, d, a } => {
                        get!(d) = narrow::signed(from.into(), get!(a)) as u64 & narrow::mask(to.into());
                    }
                    Op::Unary { op, from, to, d, a } => get!(d) = unary(op, from.into(), to.into(), get!(a)),
                    Op::WideUnary { op, from, to, d, a } => {
                        let a = get_bits(frame, a, from.into());
                        set_bits(frame, d, to.into(), wide_unary(op, from.into(), to.into(), a));
                    }
                    Op::Eq { d, a, b } => get!(d) = compare!(Eq, 64u8, a, b).into(),
                    Op::Ne { d, a, b } => get!(d) = compare!(Ne, 64u8, a, b).into(),
                    Op::Slt { w, d, a, b } => get!(d) = compare!(Slt, w, a, b).into(),
                    Op::Sle { w, d, a, b } => get!(d) = compare!(Sle, w, a, b).into(),
                    Op::Ult { d, a, b } => get!(d) = compare!(Ult, 64u8, a, b).into(),
                    Op::Ule { d, a, b } => get!(d) = compare!(Ule, 64u8, a, b).into(),
                    Op::WideIcmp { cond, w, d, a, b } => {
                        get!(d) = wide::compare(cond, w.into(), get_wide(frame, a), get_wide(frame, b)).into();
                    }
                    Op::Fcmp32 { cond, d, a, b } => {
                        let (a, b) = (f32::from_bits(get!(a) as u32), f32::from_bits(get!(b) as u32));
                        get!(d) = meaning::compare_f32(cond, a, b).into();
                    }
                    Op::Fcmp64 { cond, d, a, b } => {
                        let (a, b) = (f64::from_bits(get!(a)), f64::from_bits(get!(b)));
                        get!(d) = meaning::compare_f64(cond, a, b).into();
                    }
                    Op::Select { c, d, a, b } => get!(d) = if get!(c) != 0 { get!(a) } else { get!(b) },
                    Op::WideSelect { c, d, a, b } => {
                        let chosen = get_wide(frame, if get!(c) != 0 { a } else { b });
                        set_bits(frame, d, 128, chosen);
                    }
                    Op::Math { func, site } => {
                        let site = &code.sites[site as usize];
                        let values = gather(&frame[..], &site.args, &site.arg_types);
                        let widths = site.arg_types.iter().map(|t| t.bits(program.model));
                        let args: smallvec::SmallVec<[(u32, u128); 3]> = widths.zip(values).collect();
                        let width = site.result_types[0].bits(program.model);
                        let result = libm::call(func, site.arg_types.contains(&Type::F32), &args);
                        set_bits(frame, site.results[0], width, result & wide::mask(width));
                    }
                    Op::Load8 { d, p } => load!(u8, d, p),
                    Op::Load16 { d, p } => load!(u16, d, p),
                    Op::Load32 { d, p } => load!(u32, d, p),
                    Op::Load64 { d, p } => load!(u64, d, p),
                    Op::Load8In { d, p, o } => {
                        origin!(1, Read, p, o);
                        load!(u8, d, p);
                    }
                    Op::Load16In { d, p, o } => {
                        origin!(2, Read, p, o);
                        load!(u16, d, p);
                    }
                    Op::Load32In { d, p, o } => {
                        origin!(4, Read, p, o);
                        load!(u32, d, p);
                    }
                    Op::Load64In { d, p, o } => {
                        origin!(8, Read, p, o);
                        load!(u64, d, p);
                    }
                    Op::Store8 { a, p } => store!(u8, a, p),
                    Op::Store16 { a, p } => store!(u16, a, p),
                    Op::Store32 { a, p } => store!(u32, a, p),
                    Op::Store64 { a, p } => store!(u64, a, p),
                    Op::Store8In { a, p, o } => {
                        origin!(1, Write, p, o);
                        store!(u8, a, p);
                    }
                    Op::Store16In { a, p, o } => {
                        origin!(2, Write, p, o);
                        store!(u16, a, p);
                    }
                    Op::Store32In { a, p, o } => {
                        origin!(4, Write, p, o);
                        store!(u32, a, p);
                    }
                    Op::Store64In { a, p, o } => {
                        origin!(8, Write, p, o);
                        store!(u64, a, p);
                    }
                    Op::LoadBits { w, d, p, o } => {
                        let bits = attempt!(load_bits(memory, get!(p), w.into(), get!(o)));
                        set_bits(frame, d, w.into(), bits);
                    }
                    Op::StoreBits { w, a, p, o } => {
                        let bits = get_bits(frame, a, w.into());
                        attempt!(store_bits(memory, get!(p), w.into(), get!(o), bits));
                    }
                    Op::MemCopy { dst, src, len } => attempt!(memory.copy(get!(dst), get!(src), get!(len))),
                    Op::MemSet { dst, byte, len } => attempt!(memory.fill(get!(dst), get!(byte) as u8, get!(len))),
                    Op::StackAlloc { d, size, align } => {
                        let address = attempt!(memory.stack_alloc(get!(size), align.into()).ok_or(Limit::Memory));
                        get!(d) = address.into();
                        calls.add_dynamic(address);
                        // The frame is borrowed from the calls, so it is looked up again.
                        continue 'run;
                    }
                    Op::StackSave { d } => {
                        let mark = calls.mark();
                        window(&mut calls.registers, calls.frame.base)[d as usize] = mark;
                        continue 'run;
                    }
                    Op::StackRestore { mark } => {
                        let mark = get!(mark);
                        calls.restore(memory, mark);
                        continue 'run;
                    }
                    Op::ScopeStart { address } => memory.scope_start(get!(address)),
                    Op::ScopeEnd { address } => memory.scope_end(get!(address)),
                    Op::Input { d, site } => {
                        if options.states {
                            states.extend(state(code, calls, memory, pc));
                        }
                        let site = InputSite::from_u32(site);
                        let info = &program.sites[site];
                        let width = info.ty.bits(program.model);
                        let bits = inputs.next(site, info) & wide::mask(width);
                        if options.trace {
                            trace.push(Event::Input { site, bits });
                        }
                        set_bits(window(&mut calls.registers, calls.frame.base), d, width, bits);
                        continue 'run;
                    }
                    Op::Assume { c } => {
                        if get!(c) == 0 {
                            break 'run Stop::AssumptionFailed;
                        }
                    }
                    Op::Check { c } => {
                        if get!(c) == 0
                            && let Some(check) = code.places[pc as usize - 1].check
                        {
                            if options.is_selected(check) {
                                break 'run Stop::CheckFailed(check);
                            }
                            trace.push(Event::Failed { check });
                        }
                    }
                    Op::Host { func, site } => {
                        let site = &code.sites[site as usize];
                        let args = gather(&frame[..], &site.args, &site.arg_types);
                        let bits = attempt!(host::call(func, &args, memory, output));
                        if let (Some(&d), Some(ty)) = (site.results.first(), site.result_types.first()) {
                            let width = ty.bits(program.model);
                            set_bits(frame, d, width, bits & wide::mask(width));
                        }
                    }
                    Op::Charge { cost } => {
                        charge!(cost);
                    }
                    Op::Edge { edge } => {
                        let last = &mut seen[edge as usize];
                        if *last != *epoch {
                            *last = *epoch;
                            observation.edges.push(EdgeId(edge));
                        }
                    }
                    Op::Decision { edge } => observation.trace.push(EdgeId(edge)),
                    Op::Probe { site } => {
                        let get = |o: Operand| get_bits(frame, o.reg, if o.wide { 128 } else { 64 });
                        let mut board = records.board();
                        for action in &code.probes[site as usize] {
                            action.run(&get, memory, &mut board);
                        }
                    }
                    Op::CallEvent { func, kind } => {
                        if observation.calls.len() < Observation::MAX_CALLS {
                            observation.calls.push(CallEvent { func, kind });
                        }
                    }
                    Op::Pointers { site } => {
                        let Pointers { first_fact, regs } = &code.pointers[site as usize];
                        let mut fact = *first_fact;
                        let mut note = |holds: bool| {
                            if holds && facts[fact] != *epoch {
                                facts[fact] = *epoch;
                                observation.pointers.push(plan.facts[fact]);
                            }
                            fact += 1;
                        };
                        regs.iter().for_each(|r| note(get!(*r) == 0));
                        for (i, &a) in regs.iter().enumerate() {
                            regs[i + 1..].iter().for_each(|&b| note(get!(a) == get!(b) && get!(a) != 0));
                        }
                    }
                    Op::Trace { event } => trace.push(code.events[event as usize]),
                    Op::Jump { cost, to } => {
                        charge!(cost);
                        pc = to;
                    }
                    Op::Jump1 { cost, d, a, to } => {
                        get!(d) = get!(a);
                        charge!(cost);
                        pc = to;
                    }
                    Op::Jump2 { cost, d0, a0, d1, a1, to } => {
                        get!(d0) = get!(a0);
                        get!(d1) = get!(a1);
                        charge!(cost);
                        pc = to;
                    }
                    Op::Branch { c, costs, to } => branch!(get!(c) != 0, costs, to),
                    Op::BranchEq { a, b, costs, to } => branch!(compare!(Eq, 64u8, a, b), costs, to),
                    Op::BranchSlt { w, a, b, costs, to } => branch!(compare!(Slt, w, a, b), costs, to),
                    Op::BranchSle { w, a, b, costs, to } => branch!(compare!(Sle, w, a, b), costs, to),
                    Op::BranchUlt { a, b, costs, to } => branch!(compare!(Ult, 64u8, a, b), costs, to),
                    Op::BranchUle { a, b, costs, to } => branch!(compare!(Ule, 64u8, a, b), costs, to),
                    Op::Switch { a, table } => pc = code.switches[table as usize].target(get!(a).into()),
                    Op::WideSwitch { a, table } => pc = code.switches[table as usize].target(get_wide(frame, a)),
                    Op::Call { func, site } => enter!(call, func as usize, site),
                    Op::CallIndirect { callee, site } => {
                        let address = get!(callee);
                        match memory.function_at(address) {
                            Some(func) => enter!(call_any, func.index(), site),
                            None => break 'run Stop::Fault(Fault::NotAFunction { address }),
                        }
                    }
                    Op::Return0 => leave!(&[]),
                    Op::Return1 { a } => leave!(&[a]),
                    Op::Return { list } => leave!(&code.returns[list as usize]),
                    Op::Unreachable => break 'run Stop::Fault(Fault::UnreachableReached),
                    Op::Unsupported { what } => {
                        break 'run Stop::DeadEnd(code.unsupported[what as usize].clone());
                    }
                }
            }
        };
        observation.steps = steps;
        (stop, pc)
    }
}
