//! Loads, stores, addresses and locals.

use super::function::{FunctionLifter, Lift, Parts};
use super::llvm::{LLVMTypeKind, LLVMValueKind, Type, Value};
use super::shape::{Leaf, leaves};
use crate::ir::{self, *};
use cranelift_entity::packed_option::PackedOption;

impl<'m> FunctionLifter<'_, 'm> {
    /// Local variables of the entry block are slots; others are allocated when control comes by.
    pub fn alloca(&mut self, inst: Value<'m>) -> Lift {
        let ty = inst.allocated_type();
        let count = inst.operand(0);
        let fixed = count.kind() == LLVMValueKind::LLVMConstantIntValueKind && count.int_bits() == 1;
        let address = if fixed && self.block == self.func.entry() {
            let slot = self.slot(inst, ty);
            self.func.constant(Const::Slot(slot))
        } else {
            let word = self.model().pointer_int();
            let count = self.scalar(count)?;
            let count = self.fit(count, word);
            let size = self.func.int(word, self.lifter.layout.alloc_size(ty).into());
            let size = self.binary(BinaryOp::Mul, count, size);
            self.one(InstData::StackAlloc { size, align: inst.align().max(1) }, ir::Type::Ptr)
        };
        self.define(inst, Parts::from_iter([address]));
        Ok(())
    }

    /// The object an address must stay in, where its computation tells.
    fn origin(&mut self, ptr: ir::Value) -> PackedOption<ir::Value> {
        if let Some(&origin) = self.origins.get(&ptr) {
            return origin.into();
        }
        match self.func.as_const(ptr) {
            Some(Const::Global(global, offset))
                if offset < 0 || offset as u64 >= self.lifter.program.globals[global].size =>
            {
                self.func.constant(Const::Global(global, 0)).into()
            }
            _ => None.into(),
        }
    }

    pub fn offset(&mut self, base: ir::Value, offset: u64) -> ir::Value {
        if offset == 0 {
            return base;
        }
        if let Some(Const::Global(global, at)) = self.func.as_const(base) {
            return self.func.constant(Const::Global(global, at + offset as i64));
        }
        let amount = self.func.int(self.model().pointer_int(), offset.into());
        let address = self.binary(BinaryOp::PtrAdd, base, amount);
        if let Some(root) = self.root(base) {
            self.origins.insert(address, root);
        }
        address
    }

    /// The object that addresses computed from this one are meant to stay in.
    fn root(&self, base: ir::Value) -> Option<ir::Value> {
        let known = matches!(self.func.as_const(base), Some(Const::Global(..) | Const::Slot(_)));
        self.origins.get(&base).copied().or(known.then_some(base))
    }

    pub fn load_leaf(&mut self, ptr: ir::Value, leaf: Leaf) -> ir::Value {
        let address = self.offset(ptr, leaf.offset);
        let origin = self.origin(address);
        let bytes = leaf.ty.bytes(self.model());
        let check = self.memory_check(access_text("read", bytes));
        self.one(InstData::Load { ptr: address, origin, check }, leaf.ty)
    }

    pub fn store_leaf(&mut self, value: ir::Value, ptr: ir::Value, offset: u64) {
        let address = self.offset(ptr, offset);
        let origin = self.origin(address);
        let bytes = self.func.ty(value).bytes(self.model());
        let check = self.memory_check(access_text("write", bytes));
        self.push(InstData::Store { value, ptr: address, origin, check }, &[]);
    }

    pub fn load(&mut self, ptr: ir::Value, ty: Type<'m>) -> Lift<Parts> {
        self.warn_long_double(ty);
        let parts = leaves(self.lifter.layout, ty)?;
        Ok(parts.iter().map(|&leaf| self.load_leaf(ptr, leaf)).collect())
    }

    pub fn store(&mut self, value: Value<'m>, ptr: Value<'m>) -> Lift {
        self.warn_long_double(value.ty());
        let shape = leaves(self.lifter.layout, value.ty())?;
        let parts = self.parts(value)?;
        let address = self.scalar(ptr)?;
        if let [part] = parts.as_slice()
            && let Some(&site) = self.input_of.get(part)
            && let Some(name) = self.variable_at(address)
        {
            self.lifter.program.sites[site].name.get_or_insert(name);
        }
        for (&part, leaf) in parts.iter().zip(&shape) {
            self.store_leaf(part, address, leaf.offset);
        }
        Ok(())
    }

    /// The source variable that begins at this address.
    pub fn variable_at(&self, address: ir::Value) -> Option<String> {
        let name = match self.func.as_const(address)? {
            Const::Slot(slot) => self.func.slots[slot].name.clone(),
            Const::Global(global, 0) => self.lifter.program.globals[global].name.clone(),
            _ => return None,
        };
        let identifier = name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.is_empty();
        (identifier && name != "retval" && name != "tmp").then_some(name)
    }

    /// `getelementptr`: base plus constant and computed distances.
    pub fn gep(&mut self, inst: Value<'m>) -> Lift {
        let base = self.scalar(inst.operand(0))?;
        let word = self.model().pointer_int();
        let mut ty = inst.gep_source_type();
        let mut fixed = 0i128;
        let mut computed = false;
        let mut address = base;
        for (position, index) in inst.operands().skip(1).enumerate() {
            if index.kind() == LLVMValueKind::LLVMConstantIntValueKind {
                let width = index.ty().int_width();
                let index = meaning::wide::signed(width, index.int_bits());
                fixed += self.lifter.gep_step(&mut ty, position, index);
                continue;
            }
            if position > 0 {
                if ty.kind() == LLVMTypeKind::LLVMStructTypeKind {
                    return Err("a computed struct field".into());
                }
                ty = ty.element(0);
            }
            let index = self.scalar(index)?;
            let index = self.extend(index, word);
            let size = self.lifter.layout.alloc_size(ty);
            let distance = if size == 1 {
                index
            } else {
                let size = self.func.int(word, size.into());
                self.binary(BinaryOp::Mul, index, size)
            };
            address = self.binary(BinaryOp::PtrAdd, address, distance);
            computed = true;
        }
        if fixed != 0 || address == base {
            address = match self.func.as_const(address) {
                Some(Const::Global(global, at)) => self.func.constant(Const::Global(global, at + fixed as i64)),
                _ if fixed == 0 => address,
                _ => {
                    let bits = fixed as u128 & meaning::wide::mask(self.model().pointer_bits());
                    let fixed = self.func.int(word, bits);
                    self.binary(BinaryOp::PtrAdd, address, fixed)
                }
            };
        }
        if self.func.as_const(address).is_none() {
            // A computed index must stay in whatever object the pointer points to, known or not.
            if let Some(root) = self.root(base).or(computed.then_some(base)) {
                self.origins.insert(address, root);
            }
        }
        self.define(inst, Parts::from_iter([address]));
        Ok(())
    }

    /// Sign-extends or cuts an index to the width of addresses.
    fn extend(&mut self, index: ir::Value, word: ir::Type) -> ir::Value {
        let bits = self.func.ty(index).bits(self.model());
        match bits.cmp(&self.model().pointer_bits()) {
            std::cmp::Ordering::Less => self.unary(UnaryOp::Sext, index, word),
            std::cmp::Ordering::Equal => index,
            std::cmp::Ordering::Greater => self.unary(UnaryOp::Trunc, index, word),
        }
    }
}

fn access_text(what: &str, bytes: u32) -> String {
    format!("{what} of {bytes} byte{}", if bytes == 1 { "" } else { "s" })
}
