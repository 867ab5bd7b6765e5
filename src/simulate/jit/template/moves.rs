//! Moves values between their places, registers and the shared block.

use super::*;
use crate::simulate::memory::func_address;
use rarebit_front_end::ir::meaning::narrow;

/// A constant as it is known when code is made.
enum Known {
    Bits(u128),
    /// The address of a slot: so far behind the first.
    Slot(u64),
}

impl Template<'_> {
    fn known(&self, value: Value) -> Option<Known> {
        let mask = narrow::mask(self.model().pointer_bits());
        Some(match self.func.as_const(value)? {
            Const::Bits(_, bits) => Known::Bits(bits),
            Const::Global(global, offset) => {
                let address = self.context.memory.global_address(global).wrapping_add_signed(offset);
                Known::Bits((address & mask).into())
            }
            Const::Func(func) => Known::Bits(func_address(func).into()),
            Const::Slot(slot) => Known::Slot(self.context.areas.frames[self.id.as_u32() as usize].offset(slot)),
        })
    }

    /// A constant that fits into an instruction, as an operation of this width sees it.
    pub fn immediate(&self, value: Value, wide: bool) -> Option<i32> {
        match self.known(value)? {
            Known::Bits(bits) if wide => i32::try_from(bits as u64 as i64).ok(),
            Known::Bits(bits) => Some(bits as u32 as i32),
            Known::Slot(_) => None,
        }
    }

    pub fn home(&mut self, value: Value) -> i32 {
        if self.homes[value] == 0 {
            let words = words(self.func.ty(value), self.model());
            self.homes[value] = self.room(words);
        }
        self.homes[value]
    }

    /// The low 64 bits of a value.
    pub fn load(&mut self, reg: Reg, value: Value) {
        match self.known(value) {
            Some(Known::Bits(bits)) => self.asm.number(reg, bits as u64),
            Some(Known::Slot(offset)) => {
                let frame = self.frame.expect("a function with slots has a frame");
                self.asm.load(reg, RBP, frame);
                if offset > 0 {
                    self.asm.alu_number(true, Alu::Add, reg, offset as i32);
                }
            }
            None if self.held == Some(value) => {
                if reg != RAX {
                    self.asm.mov(reg, RAX);
                }
            }
            None => {
                let home = self.home(value);
                self.asm.load(reg, RBP, home);
            }
        }
        if reg == RAX {
            self.held = None;
        }
    }

    /// The high 64 bits of a wide value.
    pub fn load_high(&mut self, reg: Reg, value: Value) {
        match self.known(value) {
            Some(Known::Bits(bits)) => self.asm.number(reg, (bits >> 64) as u64),
            _ => {
                let home = self.home(value);
                self.asm.load(reg, RBP, home + 8);
            }
        }
    }

    /// `rax` is the value.
    pub fn define(&mut self, value: Value) {
        let home = self.home(value);
        self.asm.store(RAX, RBP, home);
        self.held = Some(value);
    }

    /// `rax` and `rdx` are the value.
    pub fn define_wide(&mut self, value: Value) {
        let home = self.home(value);
        self.asm.store(RAX, RBP, home);
        self.asm.store(RDX, RBP, home + 8);
    }

    /// Writes a value to a register plus a distance, zero-extended to two words.
    pub fn share(&mut self, value: Value, offset: i32) {
        self.load(RAX, value);
        self.asm.store(RAX, RBX, offset);
        if self.width(value) > 64 {
            self.load_high(RAX, value);
            self.asm.store(RAX, RBX, offset + 8);
        } else {
            self.asm.store_number(0, RBX, offset + 8);
        }
    }

    /// Reads a value from the shared block and cuts it to its type.
    pub fn fetch(&mut self, value: Value, offset: i32) {
        let width = self.width(value);
        self.asm.load(RAX, RBX, offset);
        self.held = None;
        if width <= 64 {
            arith::cut(&mut self.asm, width);
            return self.define(value);
        }
        self.asm.mov(RDX, RAX);
        self.asm.load(RAX, RBX, offset + 8);
        arith::cut(&mut self.asm, width - 64);
        // xchg
        self.asm.rr(true, &[0x87], RAX, RDX);
        self.define_wide(value);
    }

    /// Gives values to the parameters of a block. Where one is a parameter that is given away itself, all are read
    /// before any is written.
    pub fn give(&mut self, args: &[Value], params: &[Value]) {
        let earlier = |(at, arg): (usize, &Value)| params[..at].contains(arg);
        let crossing = args.iter().enumerate().any(earlier);
        let mut kept = Vec::new();
        for (&arg, &param) in args.iter().zip(params) {
            if arg == param {
                continue;
            }
            let home = self.home(param);
            let wide = self.width(param) > 64;
            self.load(RAX, arg);
            let to = if crossing { self.room(1) } else { home };
            self.asm.store(RAX, RBP, to);
            if crossing {
                kept.push((to, home));
            }
            if wide {
                self.load_high(RAX, arg);
                let to = if crossing { self.room(1) } else { home + 8 };
                self.asm.store(RAX, RBP, to);
                if crossing {
                    kept.push((to, home + 8));
                }
            }
        }
        for (from, to) in kept {
            self.asm.load(RAX, RBP, from);
            self.asm.store(RAX, RBP, to);
        }
        self.held = None;
    }
}
