//! Variadic arguments: laid out in memory by the caller as the data model's convention does, read through a `va_list`.
//!
//! clang has already expanded `va_arg`; what it reads must lie where the machine would have put it.
//!
//! * ILP32: all arguments side by side, each rounded up to words; a `va_list` is a pointer to the next.
//! * LP64: the area begins with the register save area of the System V convention (6 integer registers of 8 bytes, 8
//!   float registers of 16), then come the arguments that did not fit into registers. Named arguments use up registers
//!   too, so the caller starts counting with them, and `va_start` says how many the callee's own parameters took.
//!   Which registers an argument takes follows from its LLVM type alone, because clang splits what shares registers.

use super::function::{FunctionLifter, Lift};
use super::llvm::{LLVMTypeKind, Layout, Type, Value};
use super::shape::leaves;
use crate::ir::{self, *};

const INTEGER_REGISTERS: u64 = 6;
const FLOAT_REGISTERS: u64 = 8;
const INTEGERS_END: u64 = 8 * INTEGER_REGISTERS;
const SAVE_AREA: u64 = INTEGERS_END + 16 * FLOAT_REGISTERS;

/// What an argument travels in, on LP64.
enum Class {
    Integer,
    /// Two integer registers, or an aligned place in memory.
    Wide,
    Float,
    Memory,
}

fn class(ty: Type<'_>) -> Class {
    match ty.kind() {
        LLVMTypeKind::LLVMIntegerTypeKind if ty.int_width() > 128 => Class::Memory,
        LLVMTypeKind::LLVMIntegerTypeKind if ty.int_width() > 64 => Class::Wide,
        LLVMTypeKind::LLVMIntegerTypeKind | LLVMTypeKind::LLVMPointerTypeKind => Class::Integer,
        LLVMTypeKind::LLVMFloatTypeKind | LLVMTypeKind::LLVMDoubleTypeKind | LLVMTypeKind::LLVMVectorTypeKind => {
            Class::Float
        }
        _ => Class::Memory,
    }
}

/// The next free places while arguments are handed out.
#[derive(Clone, Copy, Default)]
struct Places {
    integers: u64,
    floats: u64,
    /// Bytes in memory behind the registers.
    memory: u64,
}

impl Places {
    /// The place of an argument on LP64, as an offset in the area.
    fn take(&mut self, layout: Layout<'_>, ty: Type<'_>, byval: bool) -> u64 {
        let (needs_integers, needs_floats) = match class(ty) {
            _ if byval => (u64::MAX, 0),
            Class::Integer => (1, 0),
            Class::Wide => (2, 0),
            Class::Float => (0, 1),
            Class::Memory => (u64::MAX, 0),
        };
        if needs_integers <= INTEGER_REGISTERS - self.integers && needs_floats <= FLOAT_REGISTERS - self.floats {
            let at = if needs_floats > 0 { INTEGERS_END + 16 * self.floats } else { 8 * self.integers };
            self.integers += needs_integers;
            self.floats += needs_floats;
            return at;
        }
        let align = u64::from(layout.align(ty)).clamp(8, 16);
        let at = self.memory.next_multiple_of(align);
        self.memory = at + layout.alloc_size(ty).next_multiple_of(8);
        SAVE_AREA + at
    }
}

impl<'m> FunctionLifter<'_, 'm> {
    /// Puts the arguments behind the `fixed` first ones into memory; the address of the area, or null if it is empty.
    pub fn variadic(&mut self, inst: Value<'m>, fixed: usize) -> Lift<ir::Value> {
        let layout = self.lifter.layout;
        let mut places = Places::default();
        let mut laid = Vec::new();
        for (i, &arg) in inst.call_args().iter().enumerate() {
            let byval = inst.call_byval(i as u32);
            let ty = byval.unwrap_or(arg.ty());
            match self.model() {
                DataModel::Lp64 => {
                    let at = places.take(layout, ty, byval.is_some());
                    if i < fixed {
                        // Named arguments in memory are not part of the area.
                        places.memory = 0;
                    } else {
                        laid.push((arg, byval, at));
                    }
                }
                DataModel::Ilp32 if i >= fixed => {
                    laid.push((arg, byval, places.memory));
                    places.memory += layout.alloc_size(ty).next_multiple_of(4);
                }
                DataModel::Ilp32 => {}
            }
        }
        if laid.is_empty() {
            return Ok(self.func.int(ir::Type::Ptr, 0));
        }
        let size = if self.model() == DataModel::Lp64 { SAVE_AREA + places.memory } else { places.memory };
        let slot =
            self.func.slots.push(SlotData { name: "<variadic arguments>".into(), size, align: 16, scoped: false });
        let area = self.func.constant(Const::Slot(slot));
        for (arg, byval, at) in laid {
            self.warn_long_double(arg.ty());
            if let Some(ty) = byval {
                let src = self.scalar(arg)?;
                let bytes = layout.alloc_size(ty);
                let len = self.func.int(self.model().pointer_int(), bytes.into());
                let dst = self.offset(area, at);
                let check = self.memory_check(format!("copy of the argument of {bytes} bytes"));
                self.push(InstData::MemCopy { dst, src, len, check }, &[]);
            } else {
                let shape = leaves(layout, arg.ty())?;
                let parts = self.parts(arg)?;
                for (&part, leaf) in parts.iter().zip(&shape) {
                    self.store_leaf(part, area, at + leaf.offset);
                }
            }
        }
        Ok(area)
    }

    pub fn va_start(&mut self, inst: Value<'m>) -> Lift {
        let list = self.scalar(inst.operand(0))?;
        let entry = self.func.entry();
        let area = *self.func.blocks[entry].params.last().ok_or("va_start outside a variadic function")?;
        match self.model() {
            DataModel::Ilp32 => self.store_leaf(area, list, 0),
            DataModel::Lp64 => {
                let mut places = Places::default();
                for (i, ty) in self.source.content_type().params().into_iter().enumerate() {
                    let byval = self.source.param_byval(i as u32);
                    places.take(self.lifter.layout, byval.unwrap_or(ty), byval.is_some());
                }
                let integers = self.func.int(ir::Type::I32, (8 * places.integers).into());
                let floats = self.func.int(ir::Type::I32, (INTEGERS_END + 16 * places.floats).into());
                let memory = self.offset(area, SAVE_AREA);
                self.store_leaf(integers, list, 0);
                self.store_leaf(floats, list, 4);
                self.store_leaf(memory, list, 8);
                self.store_leaf(area, list, 16);
            }
        }
        Ok(())
    }

    pub fn va_copy(&mut self, inst: Value<'m>) -> Lift {
        let (dst, src) = (self.scalar(inst.operand(0))?, self.scalar(inst.operand(1))?);
        let size = if self.model() == DataModel::Lp64 { 24 } else { 4 };
        let len = self.func.int(self.model().pointer_int(), size);
        let check = self.memory_check("va_copy".into());
        self.push(InstData::MemCopy { dst, src, len, check }, &[]);
        Ok(())
    }
}
