//! Values of the ir as values of the emitted code: operands, constants, widths, and the shared block.

use super::super::memory::func_address;
use super::emit::{Body, Emitter, container, ours};
use cranelift_codegen::ir::{self as clif, InstBuilder, MemFlagsData, types};
use cranelift_entity::EntityRef;
use rarebit_front_end::ir::meaning::narrow;
use rarebit_front_end::ir::*;

impl<'a> Emitter<'a, '_> {
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

    /// A constant argument of a callback.
    pub fn number(&mut self, n: u32) -> clif::Value {
        self.b.ins().iconst(types::I32, i64::from(n))
    }
}
