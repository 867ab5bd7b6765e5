//! Calls: register frames on one stack, the objects of each call, and how arguments and results travel.
//!
//! A call puts its arguments at the beginning of the new frame, behind the caller's. A call through a pointer whose
//! types are not the callee's takes the slow way: each argument and result is cut or zero-extended by position.

use super::bytecode::*;
use super::memory::{Lazy, Memory};
use super::registers::width;
use rarebit_front_end::ir::meaning::wide;
use rarebit_front_end::ir::{DataModel, Program, Type};
use rarebit_learners::Limit;

/// Registers of all frames together.
const MAX_REGISTERS: usize = 1 << 29;

/// A call that is going on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frame {
    pub func: usize,
    /// Where its registers begin.
    pub base: usize,
    /// Where its slots begin in memory.
    objects: u32,
    /// How many dynamic objects its callers had.
    dynamic: usize,
}

/// A caller, waiting.
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    pub frame: Frame,
    /// Where it goes on.
    pub pc: u32,
    site: u32,
    /// Do the call's types equal the callee's?
    exact: bool,
}

pub struct Calls {
    pub registers: Lazy<[u64; MAX_REGISTERS]>,
    pub frame: Frame,
    pub waiting: Vec<Waiting>,
    /// The addresses of all dynamic stack objects, oldest first.
    dynamic: Vec<u32>,
}

/// The registers of the frame that begins at `base`.
#[inline(always)]
pub fn window(registers: &mut [u64; MAX_REGISTERS], base: usize) -> &mut [u64; WINDOW] {
    (&mut registers[base..base + WINDOW]).try_into().expect("a window has the length of a window")
}

/// What calls need to know of the program.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub program: &'a Program,
    pub code: &'a Code,
    pub depth: u32,
}

impl Calls {
    pub fn new() -> Calls {
        Calls { registers: Lazy::new(), frame: Frame::default(), waiting: Vec::new(), dynamic: Vec::new() }
    }

    /// Begins a run in a function without parameters.
    pub fn begin(&mut self, context: Context<'_>, memory: &mut Memory<'_>, func: usize) -> Result<u32, Limit> {
        self.waiting.clear();
        self.dynamic.clear();
        self.frame = Frame::default();
        self.has_room(0)?;
        self.enter(context.code, memory, func, 0)
    }

    fn has_room(&self, base: usize) -> Result<(), Limit> {
        let needed = base + WINDOW;
        if needed > MAX_REGISTERS { Err(Limit::Depth) } else { Ok(()) }
    }

    /// Makes a function current whose arguments stand at `base`; where its code begins.
    #[inline]
    fn enter(&mut self, code: &Code, memory: &mut Memory<'_>, func: usize, base: usize) -> Result<u32, Limit> {
        let callee = &code.funcs[func];
        let mut objects = 0;
        let frame = window(&mut self.registers, base);
        frame[callee.const_base..callee.const_base + callee.consts.len()].copy_from_slice(&callee.consts);
        if !callee.slots.is_empty() {
            objects = memory.push_frame(&callee.slots).ok_or(Limit::Memory)?;
            for (register, address) in frame[callee.slot_base..].iter_mut().zip(callee.slots.addresses(objects)) {
                *register = address;
            }
        }
        self.frame = Frame { func, base, objects, dynamic: self.dynamic.len() };
        Ok(callee.start)
    }

    /// Where the frame of a new call begins.
    #[inline]
    fn next_base(&self, context: Context<'_>) -> Result<usize, Limit> {
        if self.waiting.len() + 1 >= context.depth as usize {
            return Err(Limit::Depth);
        }
        let base = self.frame.base + context.code.funcs[self.frame.func].frame;
        self.has_room(base)?;
        Ok(base)
    }

    /// Calls a function with the types it has. `pc` is where the caller goes on.
    #[inline]
    pub fn call(
        &mut self,
        context: Context<'_>,
        memory: &mut Memory<'_>,
        func: usize,
        site: u32,
        pc: u32,
    ) -> Result<u32, Limit> {
        let base = self.next_base(context)?;
        self.copy_arguments(&context.code.sites[site as usize].args, base);
        let waiting = Waiting { frame: self.frame, pc, site, exact: true };
        let start = self.enter(context.code, memory, func, base)?;
        self.waiting.push(waiting);
        Ok(start)
    }

    #[inline]
    fn copy_arguments(&mut self, args: &[Reg], base: usize) {
        let (old, new) = self.registers.split_at_mut(base);
        for (to, &from) in new.iter_mut().zip(args) {
            *to = old[self.frame.base + from as usize];
        }
    }

    /// Calls whatever function a pointer led to.
    pub fn call_any(
        &mut self,
        context: Context<'_>,
        memory: &mut Memory<'_>,
        func: usize,
        site_id: u32,
        pc: u32,
    ) -> Result<u32, Limit> {
        let base = self.next_base(context)?;
        let (site, callee) = (&context.code.sites[site_id as usize], &context.code.funcs[func]);
        let exact = site.shape == callee.shape;
        let mut va_at = base + site.args.len();
        if exact {
            self.copy_arguments(&site.args, base);
        } else {
            let sig = &context.program.funcs.values().as_slice()[func].sig;
            let given = self.values(self.frame.base, &site.args, &site.arg_types);
            va_at = self.adapt(context.program.model, given, &sig.params, base);
        }
        if callee.variadic {
            self.registers[va_at] = site.va.map_or(0, |va| self.registers[self.frame.base + va as usize]);
        }
        let waiting = Waiting { frame: self.frame, pc, site: site_id, exact };
        let start = self.enter(context.code, memory, func, base)?;
        self.waiting.push(waiting);
        Ok(start)
    }

    fn values(&self, base: usize, registers: &[Reg], types: &[Type]) -> Vec<u128> {
        gather(&self.registers[base..], registers, types)
    }

    /// Writes values as the types want them, missing ones as 0, one after the other; the place behind the last.
    fn adapt(&mut self, model: DataModel, values: Vec<u128>, types: &[Type], mut at: usize) -> usize {
        let values = values.into_iter().chain(std::iter::repeat(0));
        for (&ty, value) in types.iter().zip(values) {
            let value = value & wide::mask(ty.bits(model));
            self.registers[at] = value as u64;
            if width(ty) == 2 {
                self.registers[at + 1] = (value >> 64) as u64;
            }
            at += width(ty);
        }
        at
    }

    /// Ends the current call; where its caller goes on, or none if it was the first.
    #[inline]
    pub fn leave(&mut self, context: Context<'_>, memory: &mut Memory<'_>, values: &[Reg]) -> Option<u32> {
        let callee = &context.code.funcs[self.frame.func];
        if !callee.slots.is_empty() {
            memory.pop_frame(self.frame.objects, &callee.slots);
        }
        self.end_dynamic(memory, self.frame.dynamic, true);
        let Waiting { frame, pc, site, exact } = self.waiting.pop()?;
        let site = &context.code.sites[site as usize];
        if exact {
            for (&to, &from) in site.results.iter().zip(values) {
                self.registers[frame.base + to as usize] = self.registers[self.frame.base + from as usize];
            }
        } else {
            let sig = &context.program.funcs.values().as_slice()[self.frame.func].sig;
            let given = self.values(self.frame.base, values, &sig.results);
            // The callee's registers are free now.
            let staging = self.frame.base;
            self.adapt(context.program.model, given, &site.result_types, staging);
            for (i, &to) in site.results.iter().enumerate() {
                self.registers[frame.base + to as usize] = self.registers[staging + i];
            }
        }
        self.frame = frame;
        Some(pc)
    }

    pub fn add_dynamic(&mut self, address: u32) {
        self.dynamic.push(address);
    }

    /// A mark for [`Calls::restore`]: how many dynamic objects there are.
    pub fn mark(&self) -> u64 {
        self.dynamic.len() as u64
    }

    /// Ends the dynamic objects made since the mark, but none of the callers'.
    pub fn restore(&mut self, memory: &mut Memory<'_>, mark: u64) {
        let keep = usize::try_from(mark).unwrap_or(usize::MAX).max(self.frame.dynamic);
        self.end_dynamic(memory, keep, false);
    }

    #[inline]
    fn end_dynamic(&mut self, memory: &mut Memory<'_>, keep: usize, returned: bool) {
        while self.dynamic.len() > keep {
            let address = self.dynamic.pop().expect("not empty");
            memory.stack_release(address, returned);
        }
    }
}

/// The values in registers, by their types.
pub fn gather(frame: &[u64], registers: &[Reg], types: &[Type]) -> Vec<u128> {
    let mut registers = registers.iter().map(|r| u128::from(frame[*r as usize]));
    let mut next = || registers.next().unwrap_or(0);
    types.iter().map(|ty| if width(*ty) == 2 { next() | next() << 64 } else { next() }).collect()
}
