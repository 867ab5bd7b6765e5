//! Templates of instructions that are not arithmetic.

use super::super::access::{Fixed, fixed_address, is_same};
use super::super::shared::MAX_VALUES;
use super::*;
use crate::simulate::memory::{CODE, CODE_STEP, layout};
use std::mem::offset_of;

impl Template<'_> {
    pub fn inst(&mut self, inst: Inst) {
        let node = &self.func.insts[inst];
        let result = node.results.first().copied();
        let given = || result.expect("has a result");
        match node.data {
            InstData::Unary { op, arg } => self.unary(given(), op, arg),
            InstData::Binary { op, args } => self.binary(given(), op, args),
            InstData::Div { op, args, .. } => self.divide(given(), op, args),
            InstData::Icmp { cond, args } => self.compare(given(), cond, args),
            InstData::Fcmp { cond, args } => self.compare_floats(given(), cond, args),
            InstData::Select { cond, args } => self.select(given(), cond, args),
            InstData::Math { func, ref args } => self.math(given(), func, args),
            InstData::Load { ptr, origin, check } => self.load_from(given(), ptr, origin.expand(), check),
            InstData::Store { value, ptr, origin, check } => self.store_to(value, ptr, origin.expand(), check),
            InstData::MemCopy { dst, src, len, .. } => self.three(Helper::MemCopy, [dst, src, len]),
            InstData::MemSet { dst, byte, len, .. } => self.three(Helper::MemSet, [dst, byte, len]),
            InstData::StackAlloc { size, align } => {
                self.load(RSI, size);
                self.asm.number(RDX, align.into());
                self.call(Helper::StackAlloc);
                self.asm.test(RAX);
                self.out_if(Flag::Equal, Out::Leave);
                self.define(given());
            }
            InstData::StackSave => {
                self.call(Helper::StackMark);
                self.define(given());
            }
            InstData::StackRestore { mark } => self.restore(mark),
            InstData::ScopeStart { slot } => self.scope(Helper::ScopeStart, slot),
            InstData::ScopeEnd { slot } => self.scope(Helper::ScopeEnd, slot),
            InstData::Call { func, ref args, va } => self.call_known(func, args, va.expand(), &node.results),
            InstData::CallIndirect { callee, ref args, va, .. } => {
                self.call_indirect(callee, args, va.expand(), &node.results);
            }
            InstData::Host { func, ref args, .. } => self.host(func, args, result),
            InstData::Input { site } => self.input(given(), site),
            InstData::Assume { cond } => self.demand(cond, Out::AssumptionFailed),
            InstData::Check { cond, check } => {
                let options = self.context.options;
                if options.is_selected(check) && !options.is_proved(check) {
                    self.demand(cond, Out::Leave);
                }
            }
        }
    }

    fn demand(&mut self, cond: Value, out: Out) {
        if self.held != Some(cond) {
            self.load(RAX, cond);
        }
        self.asm.test(RAX);
        self.out_if(Flag::Equal, out);
    }

    fn select(&mut self, result: Value, cond: Value, [a, b]: [Value; 2]) {
        self.load(RDX, cond);
        self.load(RCX, b);
        self.load(RAX, a);
        self.asm.test(RDX);
        // cmove
        self.asm.rr(true, &[0x0f, 0x44], RAX, RCX);
        if self.width(result) <= 64 {
            return self.define(result);
        }
        self.asm.mov(RSI, RAX);
        self.load_high(RCX, b);
        self.load_high(RAX, a);
        self.asm.test(RDX);
        self.asm.rr(true, &[0x0f, 0x44], RAX, RCX);
        self.asm.mov(RDX, RAX);
        self.asm.mov(RAX, RSI);
        self.define_wide(result);
    }

    fn math(&mut self, result: Value, func: MathFn, args: &[Value]) {
        let mut widths = 0;
        for (index, arg) in args.iter().enumerate() {
            self.share(*arg, at::arg(index));
            widths |= u64::from(self.width(*arg)) << (8 * index);
        }
        let single = args.iter().any(|arg| self.func.ty(*arg) == Type::F32);
        self.asm.number(RSI, func as u64);
        self.asm.number(RDX, single.into());
        self.asm.number(RCX, args.len() as u64);
        self.asm.number(R8, widths);
        self.call(Helper::Math);
        self.fetch(result, at::result(0));
    }

    fn three(&mut self, helper: Helper, [a, b, c]: [Value; 3]) {
        self.load(RCX, c);
        self.load(RDX, b);
        self.load(RSI, a);
        self.call_checked(helper);
    }

    fn load_from(&mut self, result: Value, ptr: Value, origin: Option<Value>, check: Check) {
        let width = self.width(result);
        let bytes = width.div_ceil(8);
        if !matches!(bytes, 1 | 2 | 4 | 8 | 16) {
            self.load(RSI, ptr);
            self.asm.number(RDX, width.into());
            self.load(RCX, origin.unwrap_or(ptr));
            self.call_checked(Helper::LoadAny);
            return self.fetch(result, at::result(0));
        }
        let (base, offset) = self.place(ptr, origin, bytes, false, check);
        match bytes {
            1 => self.asm.mem(false, &[0x0f, 0xb6], RAX, base, offset),
            2 => self.asm.mem(false, &[0x0f, 0xb7], RAX, base, offset),
            4 => self.asm.mem(false, &[0x8b], RAX, base, offset),
            8 => self.asm.load(RAX, base, offset),
            _ => {
                self.asm.load(RDX, base, offset + 8);
                self.asm.load(RAX, base, offset);
            }
        }
        self.held = None;
        if width <= 64 {
            if width != 8 * bytes {
                arith::cut(&mut self.asm, width);
            }
            return self.define(result);
        }
        if width != 128 {
            self.asm.rr(true, &[0x87], RAX, RDX);
            arith::cut(&mut self.asm, width - 64);
            self.asm.rr(true, &[0x87], RAX, RDX);
        }
        self.define_wide(result);
    }

    fn store_to(&mut self, value: Value, ptr: Value, origin: Option<Value>, check: Check) {
        let width = self.width(value);
        let bytes = width.div_ceil(8);
        if !matches!(bytes, 1 | 2 | 4 | 8 | 16) {
            self.share(value, at::arg(0));
            self.load(RSI, ptr);
            self.asm.number(RDX, width.into());
            self.load(RCX, origin.unwrap_or(ptr));
            return self.call_checked(Helper::StoreAny);
        }
        let (base, offset) = self.place(ptr, origin, bytes, true, check);
        self.load(RCX, value);
        match bytes {
            1 => self.asm.mem(false, &[0x88], RCX, base, offset),
            2 => self.asm.mem(false, &[0x66, 0x89], RCX, base, offset),
            4 => self.asm.mem(false, &[0x89], RCX, base, offset),
            8 => self.asm.store(RCX, base, offset),
            _ => {
                self.asm.store(RCX, base, offset);
                self.load_high(RCX, value);
                self.asm.store(RCX, base, offset + 8);
            }
        }
        let slot = matches!(fixed_address(self.func, ptr), Some((Fixed::Slot(_), _)));
        if self.context.areas.carded && !slot {
            self.set_card(base, offset);
        }
    }

    /// Notes that something is written there.
    fn set_card(&mut self, base: Reg, offset: i32) {
        if base == RBX {
            let card = offset >> layout::CARD_SHIFT;
            self.asm.mem(false, &[0xc6], 0, RBX, layout::CARDS + card);
        } else {
            self.held = None;
            self.asm.alu(true, Alu::Sub, RAX, RBX);
            self.asm.shift(false, Shift::Right, RAX, layout::CARD_SHIFT as u8);
            self.asm.indexed(false, &[0xc6], 0, RBX, RAX, layout::CARDS);
        }
        self.asm.byte(1);
    }

    /// Where an access goes, once it is known to be legal: a register, `rbx` or `rax`, and a distance.
    fn place(&mut self, ptr: Value, origin: Option<Value>, bytes: u32, write: bool, check: Check) -> (Reg, i32) {
        if let Some((fixed, offset)) = fixed_address(self.func, ptr)
            && let Some(size) = self.fixed_size(fixed, write)
            && let Ok(offset) = u64::try_from(offset)
            && offset.checked_add(bytes.into()).is_some_and(|end| end <= size)
            && origin.is_none_or(|o| fixed_address(self.func, o).is_some_and(|(o, _)| is_same(o, fixed)))
        {
            match fixed {
                // Globals lie in the first half of the address space.
                Fixed::Global(global) => return (RBX, (self.context.memory.global_address(global) + offset) as i32),
                Fixed::Slot(slot) => {
                    let slot = self.context.areas.frames[self.id.as_u32() as usize].offset(slot);
                    self.held = None;
                    self.asm.load(RAX, RBP, self.frame.expect("a function with slots has a frame"));
                    self.asm.alu(true, Alu::Add, RAX, RBX);
                    return (RAX, (slot + offset) as i32);
                }
            }
        }
        if self.context.options.is_proved(check) {
            self.load(RAX, ptr);
            arith::cut(&mut self.asm, 32);
            self.asm.alu(true, Alu::Add, RAX, RBX);
        } else if let Some(origin) = origin {
            self.load(RCX, origin);
            self.load(RAX, ptr);
            self.asm.number(RDX, (bytes << 1 | u32::from(write)).into());
            self.asm.call_at(R14, Helper::ReachFrom.offset());
        } else {
            self.load(RAX, ptr);
            self.asm.call_at(R14, Helper::reach(bytes, write).offset());
        }
        (RAX, 0)
    }

    /// The size of a known object if it may certainly be accessed so.
    fn fixed_size(&self, fixed: Fixed, write: bool) -> Option<u64> {
        match fixed {
            Fixed::Global(global) => {
                let data = &self.context.program.globals[global];
                (!(write && data.constant) && self.context.memory.globals_fit()).then_some(data.size)
            }
            Fixed::Slot(slot) => {
                let data = &self.func.slots[slot];
                (!data.scoped).then_some(data.size)
            }
        }
    }

    /// Dynamic objects of the callers are not restored.
    fn restore(&mut self, mark: Value) {
        let Some(floor) = self.mark else { return };
        self.load(RSI, mark);
        self.asm.load(RAX, RBP, floor);
        self.held = None;
        self.asm.alu(true, Alu::Cmp, RSI, RAX);
        // cmovb
        self.asm.rr(true, &[0x0f, 0x42], RSI, RAX);
        self.asm.number(RDX, 0);
        self.call(Helper::StackRestore);
    }

    fn scope(&mut self, helper: Helper, slot: Slot) {
        let offset = self.context.areas.frames[self.id.as_u32() as usize].offset(slot);
        self.asm.load(RSI, RBP, self.frame.expect("a function with slots has a frame"));
        self.asm.alu_number(true, Alu::Add, RSI, offset as i32);
        self.call(helper);
    }

    fn call_known(&mut self, target: Func, args: &[Value], va: Option<Value>, results: &[Value]) {
        let mut place = 0;
        for arg in args {
            self.load(RAX, *arg);
            self.asm.store(RAX, RSP, place);
            if self.width(*arg) > 64 {
                place += 8;
                self.load_high(RAX, *arg);
                self.asm.store(RAX, RSP, place);
            }
            place += 8;
        }
        if self.context.program.funcs[target].sig.variadic {
            match va {
                Some(va) => self.load(RAX, va),
                None => self.asm.number(RAX, 0),
            }
            self.asm.store(RAX, RSP, place);
            place += 8;
        }
        self.out = self.out.max(place);
        self.held = None;
        self.asm.call_at(RBX, self.context.areas.code_of(target));
        self.results(results);
    }

    fn results(&mut self, results: &[Value]) {
        let types: Vec<Type> = results.iter().map(|v| self.func.ty(*v)).collect();
        if in_register(&types) {
            return self.define(results[0]);
        }
        for (index, result) in results.iter().enumerate() {
            self.fetch(*result, at::result(index));
        }
    }

    /// A call through a pointer, by the function's generic code, which takes its arguments from memory and cuts or fills
    /// them up.
    fn call_indirect(&mut self, callee: Value, args: &[Value], va: Option<Value>, results: &[Value]) {
        let context = self.context;
        for (index, arg) in args.iter().enumerate() {
            self.share(*arg, at::arg(index));
        }
        for index in args.len()..context.areas.most_params {
            self.asm.store_number(0, RBX, at::arg(index));
            self.asm.store_number(0, RBX, at::arg(index) + 8);
        }
        for index in 0..results.len() {
            self.asm.store_number(0, RBX, at::result(index));
            self.asm.store_number(0, RBX, at::result(index) + 8);
        }
        match va {
            Some(va) => {
                self.load(RAX, va);
                self.asm.store(RAX, RBX, at::VA);
            }
            // Not by way of `rax`, where the callee may still be.
            None => self.asm.store_number(0, RBX, at::VA),
        }
        self.load(RAX, callee);
        self.asm.alu_number(true, Alu::Sub, RAX, CODE as i32);
        // ror: makes a number that is not a multiple of the step large.
        self.asm.rr(true, &[0xc1], 1, RAX);
        self.asm.byte(CODE_STEP.trailing_zeros() as u8);
        self.asm.alu_number(true, Alu::Cmp, RAX, context.program.funcs.len() as i32);
        self.out_if(Flag::AboveEqual, Out::Leave);
        // imul
        self.asm.rr(true, &[0x69], RAX, RAX);
        self.asm.bytes.extend((size_of::<Entry>() as i32).to_le_bytes());
        let generic = context.areas.table + offset_of!(Entry, generic) as i32;
        self.asm.indexed(false, &[0xff], 2, RBX, RAX, generic);
        for (index, result) in results.iter().enumerate() {
            self.fetch(*result, at::result(index));
        }
    }

    fn host(&mut self, host: HostFn, args: &[Value], result: Option<Value>) {
        for (index, arg) in args.iter().enumerate().take(MAX_VALUES) {
            self.share(*arg, at::arg(index));
        }
        self.asm.number(RSI, host as u64);
        self.asm.number(RDX, args.len() as u64);
        self.call_checked(Helper::Host);
        if host.is_end() {
            self.end(Ending::DeadEnd.code());
        } else if let Some(result) = result {
            self.fetch(result, at::result(0));
        }
    }

    fn input(&mut self, result: Value, site: InputSite) {
        self.asm.number(RSI, site.as_u32().into());
        self.call(Helper::Input);
        if self.width(result) > 64 {
            self.fetch(result, at::result(0));
        } else {
            let width = self.width(result);
            arith::cut(&mut self.asm, width);
            self.define(result);
        }
    }
}
