//! What compiled code asks the simulator to do: the same Rust code that the interpreter runs.
//!
//! A callback gets the base of the program's bytes and finds its state from there. One that can fail gives a status:
//! 0 is success, 1 a failed check, anything else the code of an [`Ending`]. None of them panics on anything that a
//! program can do; a panic would end the process, for it cannot unwind through compiled code.

use super::super::execute::{Stop, load_bits, store_bits};
use super::super::failure::Access;
use super::super::unary::wide_unary;
use super::super::{host, libm};
use super::State;
use super::compile::Part;
use super::probes::TRACE;
use super::shared::{Ending, Shared, before};
use rarebit_front_end::ir::meaning::wide;
use rarebit_front_end::ir::*;
use rarebit_learners::Limit;

pub const OK: u64 = 0;
pub const FAULT: u64 = 1;

/// The state of the run whose memory has this base.
///
/// # Safety
/// Called only by compiled code during a run: then the state is alive and nobody else looks at it.
unsafe fn state<'a>(base: *mut u8) -> (&'a mut State<'static>, &'a mut Shared) {
    // SAFETY: the promise above; the state does not contain the shared block.
    unsafe {
        let shared = &mut *before(base);
        (&mut *shared.state, shared)
    }
}

fn status(result: Result<(), Stop>) -> u64 {
    match result {
        Ok(()) => OK,
        Err(stop) => ending(stop),
    }
}

fn ending(stop: Stop) -> u64 {
    (match stop {
        Stop::Fault(_) => return FAULT,
        Stop::Exit(code) => Ending::Exit(code),
        Stop::AssumptionFailed => Ending::AssumptionFailed,
        Stop::Limit(limit) => Ending::Limit(limit),
        Stop::DeadEnd(_) => Ending::DeadEnd,
        Stop::CheckFailed(check) => Ending::Violation(check),
    })
    .code() as u64
}

fn ask(state: &mut State<'_>, shared: &mut Shared, site: u32) -> u64 {
    let site = InputSite::from_u32(site);
    let info = &state.program.sites[site];
    // SAFETY: the run keeps its inputs alive.
    let inputs = unsafe { &mut *state.inputs };
    if !state.told {
        // SAFETY: both point into the ready inputs. What is left of them is not read any more.
        inputs.used(unsafe { shared.ready.offset_from(state.ready) } as usize);
        shared.ready_end = shared.ready;
        state.told = true;
    }
    let bits = inputs.next(site, info) & wide::mask(info.ty.bits(state.program.model));
    state.drawn.push((site, bits));
    shared.results[0] = bits;
    bits as u64
}

macro_rules! callbacks {
    ($($(#[$doc:meta])* fn $name:ident($state:ident, $shared:ident $(, $arg:ident: $ty:ty)*) $(-> $result:ty)? $body:block)*) => {
        $(
            $(#[$doc])*
            pub unsafe extern "sysv64" fn $name(base: *mut u8 $(, $arg: $ty)*) $(-> $result)? {
                #[allow(unused_variables)]
                // SAFETY: compiled code calls this during a run.
                let ($state, $shared) = unsafe { state(base) };
                $body
            }
        )*
    };
}

callbacks! {
    /// The code of a function that is called for the first time; numbers are those of the thunks.
    fn compile(state, shared, number: u32) -> *const u8 {
        let (func, generic) = (Func::from_u32(number / 2), number % 2 == 1);
        let part = if generic { Part::Generic(func) } else { Part::Function(func) };
        let code = state.compiler.compile(part, &state.memory).unwrap_or(state.compiler.refuse());
        let entry = &mut state.table()[func.as_u32() as usize];
        *(if generic { &mut entry.generic } else { &mut entry.code }) = code;
        code
    }

    /// The next value of an input; all its bits are in the first result too.
    fn input(state, shared, site: u32) -> u64 {
        ask(state, shared, site)
    }

    /// The same, unless the one that is ready next is of this site.
    fn next_input(state, shared, site: u32) -> u64 {
        if shared.ready != shared.ready_end {
            // SAFETY: it lies before the end of the ready inputs, which the run keeps alive.
            let ready = unsafe { *shared.ready };
            let info = &state.program.sites[InputSite::from_u32(site)];
            if ready.site == site && info.ty.bits(state.program.model) <= 64 {
                shared.ready = shared.ready.wrapping_add(1);
                return ready.bits;
            }
        }
        ask(state, shared, site)
    }

    /// The address of the slots of a call; 0 if there is no room.
    fn push_frame(state, shared, func: u32) -> u64 {
        state.memory.push_frame(&state.compiler.areas.frames[func as usize]).map_or(0, u64::from)
    }

    fn pop_frame(state, shared, func: u32, address: u64) {
        state.memory.pop_frame(address as u32, &state.compiler.areas.frames[func as usize]);
    }

    /// The address; 0 if there is no room.
    fn stack_alloc(state, shared, size: u64, align: u64) -> u64 {
        match state.memory.stack_alloc(size, align) {
            Some(address) => {
                state.dynamic.push(address);
                address.into()
            }
            None => 0,
        }
    }

    fn stack_mark(state, shared) -> u64 {
        state.dynamic.len() as u64
    }

    /// Ends the dynamic objects made since the mark.
    fn stack_restore(state, shared, mark: u64, returned: u32) {
        while state.dynamic.len() as u64 > mark {
            let address = state.dynamic.pop().expect("not empty");
            state.memory.stack_release(address, returned != 0);
        }
    }

    fn scope_start(state, shared, address: u64) {
        state.memory.scope_start(address);
    }

    fn scope_end(state, shared, address: u64) {
        state.memory.scope_end(address);
    }

    fn mem_copy(state, shared, to: u64, from: u64, size: u64) -> u64 {
        status(state.memory.copy(to, from, size).map_err(Stop::from))
    }

    fn mem_set(state, shared, to: u64, byte: u64, size: u64) -> u64 {
        status(state.memory.fill(to, byte as u8, size).map_err(Stop::from))
    }

    /// A host function; arguments and result in the shared block.
    fn host_call(state, shared, func: u32, args: u32) -> u64 {
        let func = HostFn::ALL[func as usize];
        match host::call(func, &shared.args[..args as usize], &mut state.memory, &mut state.output) {
            Ok(bits) => {
                shared.results[0] = bits;
                OK
            }
            Err(stop) => ending(stop),
        }
    }

    /// May these bytes be touched, if they are meant for the object of the origin? Size and kind are in one number.
    fn look_again(state, shared, address: u64, access: u32, origin: u64) {
        let kind = if access & 1 != 0 { Access::Write } else { Access::Read };
        let result = state.memory.check(address, u64::from(access >> 1), kind, Some(origin));
        shared.status = u64::from(result.is_err());
    }

    /// Where these bytes are, if they may be touched and are meant for the object of the origin; else null. Size and
    /// kind are in one number.
    fn reach_from(state, shared, address: u64, access: u32, origin: u64) -> *mut u8 {
        let kind = if access & 1 != 0 { Access::Write } else { Access::Read };
        match state.memory.check(address, u64::from(access >> 1), kind, Some(origin)) {
            Ok(()) => state.memory.base().wrapping_add(address as u32 as usize),
            Err(_) => std::ptr::null_mut(),
        }
    }

    /// Any width, to the first result.
    fn load_any(state, shared, address: u64, width: u32, origin: u64) -> u64 {
        match load_bits(&state.memory, address, width, origin) {
            Ok(bits) => {
                shared.results[0] = bits;
                OK
            }
            Err(_) => FAULT,
        }
    }

    /// Any width, from the first argument.
    fn store_any(state, shared, address: u64, width: u32, origin: u64) -> u64 {
        let result = store_bits(&mut state.memory, address, width, origin, shared.args[0]);
        status(result.map_err(Stop::from))
    }

    fn binary_any(state, shared, op: u32, width: u32) {
        shared.results[0] = wide::binary(BinaryOp::ALL[op as usize], width, shared.args[0], shared.args[1]);
    }

    fn divide_any(state, shared, op: u32, width: u32) -> u64 {
        match wide::divide(DivOp::ALL[op as usize], width, shared.args[0], shared.args[1]) {
            Some(quotient) => {
                shared.results[0] = quotient;
                OK
            }
            None => FAULT,
        }
    }

    fn unary_any(state, shared, op: u32, from: u32, to: u32) {
        shared.results[0] = wide_unary(UnaryOp::ALL[op as usize], from, to, shared.args[0]);
    }

    /// A libm function on the arguments; `widths` are their widths, a byte each.
    fn math_any(state, shared, func: u32, single: u32, count: u32, widths: u64) {
        let mut args = [(0, 0); 3];
        for (i, arg) in args.iter_mut().enumerate().take(count as usize) {
            *arg = ((widths >> (8 * i) & 255) as u32, shared.args[i]);
        }
        shared.results[0] = libm::call(MathFn::ALL[func as usize], single != 0, &args[..count as usize]);
    }

    /// Moves the full trace buffer out.
    fn flush_trace(state, shared) {
        state.flush_trace(shared);
    }

    /// Records an edge that was not taken before in this run.
    fn take_edge(state, shared, edge: u32) {
        let [seen, edges] = state.edges();
        seen[edge as usize] = shared.epoch;
        edges[shared.edges as usize] = edge;
        shared.edges += 1;
    }

    /// Records a decision.
    fn trace_edge(state, shared, edge: u32) {
        if shared.trace >= TRACE {
            state.flush_trace(shared);
        }
        state.trace_buffer()[shared.trace as usize] = edge;
        shared.trace += 1;
    }

    /// Carries out an action on the arguments.
    fn probe(state, shared, action: u32) {
        let get = |position: usize| shared.args[position];
        state.probe(action as usize, &get);
    }

    fn pointer_fact(state, shared, fact: u32) {
        let last = &mut state.facts[fact as usize];
        if *last != shared.epoch {
            *last = shared.epoch;
            state.pointers.push(state.compiler.plan.facts[fact as usize]);
        }
    }

    /// Notes a call or return, while there is room.
    fn call_event(state, shared, event: u32) {
        if let Some(next) = state.call_buffer().get_mut(shared.calls as usize) {
            *next = event;
            shared.calls += 1;
        }
    }
}

/// [`look_again`] for code that wants all its registers back.
#[unsafe(naked)]
pub unsafe extern "sysv64" fn look_again_keeping() {
    std::arch::naked_asm!(
        "push rax",
        "push rcx",
        "push rdx",
        "push rsi",
        "push rdi",
        "push r8",
        "push r9",
        "push r10",
        "push r11",
        "sub rsp, 256",
        "movups [rsp], xmm0",
        "movups [rsp + 16], xmm1",
        "movups [rsp + 32], xmm2",
        "movups [rsp + 48], xmm3",
        "movups [rsp + 64], xmm4",
        "movups [rsp + 80], xmm5",
        "movups [rsp + 96], xmm6",
        "movups [rsp + 112], xmm7",
        "movups [rsp + 128], xmm8",
        "movups [rsp + 144], xmm9",
        "movups [rsp + 160], xmm10",
        "movups [rsp + 176], xmm11",
        "movups [rsp + 192], xmm12",
        "movups [rsp + 208], xmm13",
        "movups [rsp + 224], xmm14",
        "movups [rsp + 240], xmm15",
        "call {look}",
        "movups xmm0, [rsp]",
        "movups xmm1, [rsp + 16]",
        "movups xmm2, [rsp + 32]",
        "movups xmm3, [rsp + 48]",
        "movups xmm4, [rsp + 64]",
        "movups xmm5, [rsp + 80]",
        "movups xmm6, [rsp + 96]",
        "movups xmm7, [rsp + 112]",
        "movups xmm8, [rsp + 128]",
        "movups xmm9, [rsp + 144]",
        "movups xmm10, [rsp + 160]",
        "movups xmm11, [rsp + 176]",
        "movups xmm12, [rsp + 192]",
        "movups xmm13, [rsp + 208]",
        "movups xmm14, [rsp + 224]",
        "movups xmm15, [rsp + 240]",
        "add rsp, 256",
        "pop r11",
        "pop r10",
        "pop r9",
        "pop r8",
        "pop rdi",
        "pop rsi",
        "pop rdx",
        "pop rcx",
        "pop rax",
        "ret",
        look = sym look_again,
    )
}

/// An origin that says nothing: no address.
pub const NO_ORIGIN: u64 = u64::MAX;

/// No room.
pub fn memory_limit() -> i64 {
    Ending::Limit(Limit::Memory).code()
}
