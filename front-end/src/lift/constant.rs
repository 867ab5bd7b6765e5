//! LLVM constants: as operands, and as the initial bytes of globals.
//!
//! A scalar constant folds to a number plus at most one symbol. In an operand the symbol becomes an address
//! constant; in an initialiser, a relocation.

use super::lifter::Lifter;
use super::llvm::{LLVMLinkage, LLVMOpcode, LLVMTypeKind, LLVMValueKind, Type, Value};
use super::shape;
use crate::ir::{self, Symbol};

/// A folded scalar: `symbol + bits`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Folded {
    pub symbol: Option<Symbol>,
    /// The number, or the offset from the symbol.
    pub bits: u128,
}

impl Folded {
    fn number(bits: u128) -> Folded {
        Folded { symbol: None, bits }
    }
}

/// The initial content of a global, built bottom-up.
impl<'m> Lifter<'m> {
    pub fn is_constant(value: Value<'_>) -> bool {
        use LLVMValueKind::*;
        matches!(
            value.kind(),
            LLVMConstantIntValueKind
                | LLVMConstantFPValueKind
                | LLVMConstantPointerNullValueKind
                | LLVMUndefValueValueKind
                | LLVMPoisonValueKind
                | LLVMConstantAggregateZeroValueKind
                | LLVMConstantStructValueKind
                | LLVMConstantArrayValueKind
                | LLVMConstantVectorValueKind
                | LLVMConstantDataArrayValueKind
                | LLVMConstantDataVectorValueKind
                | LLVMConstantExprValueKind
                | LLVMBlockAddressValueKind
                | LLVMFunctionValueKind
                | LLVMGlobalVariableValueKind
                | LLVMGlobalAliasValueKind
                | LLVMGlobalIFuncValueKind
        )
    }

    /// Folds a scalar constant.
    pub fn fold(&mut self, value: Value<'m>) -> Result<Folded, String> {
        use LLVMValueKind::*;
        match value.kind() {
            LLVMConstantIntValueKind => {
                shape::scalar(value.ty())?;
                Ok(Folded::number(value.int_bits()))
            }
            LLVMConstantFPValueKind => {
                let x = value.float_value();
                Ok(Folded::number(match shape::scalar(value.ty())? {
                    ir::Type::F32 => u128::from((x as f32).to_bits()),
                    _ => u128::from(x.to_bits()),
                }))
            }
            LLVMConstantPointerNullValueKind
            | LLVMUndefValueValueKind
            | LLVMPoisonValueKind
            | LLVMConstantAggregateZeroValueKind => Ok(Folded::number(0)),
            // Something weak that nobody defines has no address.
            LLVMFunctionValueKind | LLVMGlobalVariableValueKind
                if value.linkage() == LLVMLinkage::LLVMExternalWeakLinkage =>
            {
                Ok(Folded::number(0))
            }
            LLVMFunctionValueKind => Ok(Folded { symbol: Some(Symbol::Func(self.func(value)?)), bits: 0 }),
            LLVMGlobalVariableValueKind => Ok(Folded { symbol: Some(Symbol::Global(self.global(value), 0)), bits: 0 }),
            LLVMGlobalAliasValueKind => self.fold(value.aliasee().ok_or("an alias of nothing")?),
            LLVMBlockAddressValueKind => Ok(Folded::number(u128::from(self.label(value.block_address().1)))),
            LLVMConstantExprValueKind => self.fold_expression(value),
            _ => Err(format!("the constant {}", value.text())),
        }
    }

    fn fold_expression(&mut self, value: Value<'m>) -> Result<Folded, String> {
        let pointer_mask = ir::meaning::wide::mask(self.program.model.pointer_bits());
        let unsupported = || Err(format!("the constant {}", value.text()));
        match value.const_opcode() {
            LLVMOpcode::LLVMBitCast | LLVMOpcode::LLVMAddrSpaceCast => self.fold(value.operand(0)),
            LLVMOpcode::LLVMPtrToInt | LLVMOpcode::LLVMIntToPtr | LLVMOpcode::LLVMTrunc => {
                let folded = self.fold(value.operand(0))?;
                let width = shape::scalar(value.ty())?.bits(self.program.model);
                match folded.symbol {
                    Some(_) if width < self.program.model.pointer_bits() => unsupported(),
                    Some(_) => Ok(folded),
                    None => Ok(Folded::number(folded.bits & ir::meaning::wide::mask(width))),
                }
            }
            LLVMOpcode::LLVMGetElementPtr => {
                let base = self.fold(value.operand(0))?;
                let mut offset = 0i128;
                let mut ty = value.gep_source_type();
                for (position, index) in value.operands().skip(1).enumerate() {
                    let folded = self.fold(index)?;
                    if folded.symbol.is_some() {
                        return unsupported();
                    }
                    let width = index.ty().int_width();
                    let index = ir::meaning::wide::signed(width, folded.bits);
                    offset += self.gep_step(&mut ty, position, index);
                }
                Ok(Folded { symbol: base.symbol, bits: base.bits.wrapping_add(offset as u128) & pointer_mask })
            }
            LLVMOpcode::LLVMAdd | LLVMOpcode::LLVMSub => {
                let (a, b) = (self.fold(value.operand(0))?, self.fold(value.operand(1))?);
                let mask = ir::meaning::wide::mask(value.ty().int_width());
                let minus = value.const_opcode() == LLVMOpcode::LLVMSub;
                let bits = if minus { a.bits.wrapping_sub(b.bits) } else { a.bits.wrapping_add(b.bits) } & mask;
                match (a.symbol, b.symbol) {
                    (symbol, None) => Ok(Folded { symbol, bits }),
                    (None, symbol) if !minus => Ok(Folded { symbol, bits }),
                    (Some(a), Some(b)) if minus && a == b => Ok(Folded::number(bits)),
                    _ => unsupported(),
                }
            }
            LLVMOpcode::LLVMXor | LLVMOpcode::LLVMMul | LLVMOpcode::LLVMShl => {
                let (a, b) = (self.fold(value.operand(0))?, self.fold(value.operand(1))?);
                if a.symbol.is_some() || b.symbol.is_some() {
                    return unsupported();
                }
                let op = match value.const_opcode() {
                    LLVMOpcode::LLVMXor => ir::BinaryOp::Xor,
                    LLVMOpcode::LLVMMul => ir::BinaryOp::Mul,
                    _ => ir::BinaryOp::Shl,
                };
                Ok(Folded::number(ir::meaning::wide::binary(op, value.ty().int_width(), a.bits, b.bits)))
            }
            _ => unsupported(),
        }
    }

    /// The byte distance of one constant index of a GEP; moves `ty` to the part indexed.
    pub fn gep_step(&self, ty: &mut Type<'m>, position: usize, index: i128) -> i128 {
        if position == 0 {
            return index * i128::from(self.layout.alloc_size(*ty));
        }
        if ty.kind() == LLVMTypeKind::LLVMStructTypeKind {
            let offset = self.layout.field_offset(*ty, index as u32);
            *ty = ty.element(index as u32);
            return i128::from(offset);
        }
        *ty = ty.element(0);
        index * i128::from(self.layout.alloc_size(*ty))
    }

    /// The constant scalars of a constant of any type, in the order of its leaves.
    pub fn const_leaves(&mut self, value: Value<'m>, out: &mut Vec<Folded>) -> Result<(), String> {
        let ty = value.ty();
        match ty.kind() {
            LLVMTypeKind::LLVMStructTypeKind | LLVMTypeKind::LLVMArrayTypeKind | LLVMTypeKind::LLVMVectorTypeKind => {
                for i in 0..ty.elements().len() as u32 {
                    self.const_leaves(value.const_element(i), out)?;
                }
                Ok(())
            }
            _ => {
                match shape::wide_int(ty) {
                    Some(_) => out.extend(wide_words(value)?.into_iter().map(|word| Folded::number(word.into()))),
                    None => out.push(self.fold(value)?),
                }
                Ok(())
            }
        }
    }

    /// Writes a constant into the initial content of a global, at an offset.
    pub fn write_init(&mut self, value: Value<'m>, offset: u64, init: &mut ir::Init) -> Result<(), String> {
        let ty = value.ty();
        if matches!(value.kind(), LLVMValueKind::LLVMUndefValueValueKind | LLVMValueKind::LLVMPoisonValueKind)
            || value.is_null()
        {
            return Ok(());
        }
        if let Some(bytes) = value.const_bytes() {
            put(init, offset, bytes);
            return Ok(());
        }
        match ty.kind() {
            LLVMTypeKind::LLVMStructTypeKind => {
                for i in 0..ty.elements().len() as u32 {
                    let field = offset + self.layout.field_offset(ty, i);
                    self.write_init(value.const_element(i), field, init)?;
                }
            }
            LLVMTypeKind::LLVMArrayTypeKind | LLVMTypeKind::LLVMVectorTypeKind => {
                let stride = self.layout.alloc_size(ty.element(0));
                for i in 0..ty.len() {
                    self.write_init(value.const_element(i as u32), offset + i * stride, init)?;
                }
            }
            _ if shape::wide_int(ty).is_some() => {
                let bytes: Vec<u8> = wide_words(value)?.into_iter().flat_map(u64::to_le_bytes).collect();
                put(init, offset, &bytes[..ty.int_width().div_ceil(8) as usize]);
            }
            _ => {
                let folded = self.fold(value)?;
                let size = shape::scalar(ty)?.bytes(self.program.model) as usize;
                match folded.symbol {
                    None => put(init, offset, &folded.bits.to_le_bytes()[..size]),
                    Some(symbol) => {
                        let shift = self.pointer_offset(folded.bits);
                        let symbol = match symbol {
                            Symbol::Global(global, addend) => Symbol::Global(global, addend + shift),
                            Symbol::Func(_) if shift != 0 => return Err("an address inside a function".into()),
                            func => func,
                        };
                        init.relocations.push((offset, symbol));
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads a folded offset as the signed distance it is.
    pub fn pointer_offset(&self, bits: u128) -> i64 {
        ir::meaning::wide::signed(self.program.model.pointer_bits(), bits) as i64
    }
}

/// The words of a constant integer of more than 128 bits.
fn wide_words(value: Value<'_>) -> Result<Vec<u64>, String> {
    match value.kind() {
        LLVMValueKind::LLVMConstantIntValueKind => Ok(value.int_words()),
        LLVMValueKind::LLVMUndefValueValueKind | LLVMValueKind::LLVMPoisonValueKind => {
            Ok(vec![0; value.ty().int_width().div_ceil(64) as usize])
        }
        _ => Err(format!("the constant {}", value.text())),
    }
}

fn put(init: &mut ir::Init, offset: u64, bytes: &[u8]) {
    let end = offset as usize + bytes.len();
    if init.bytes.len() < end {
        init.bytes.resize(end, 0);
    }
    init.bytes[offset as usize..end].copy_from_slice(bytes);
}
