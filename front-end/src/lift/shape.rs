//! LLVM types as lists of scalar leaves.
//!
//! The ir has no aggregates: an LLVM struct, array or vector value becomes its leaves in order, and a load or store
//! of one becomes a load or store of each leaf at its offset. So does an integer of more than 128 bits, whose leaves
//! are its words of 64 bits, the last one narrower if need be.

use super::llvm::{LLVMTypeKind, Layout, Type};
use crate::ir;
use smallvec::SmallVec;

/// A scalar part of a type: its type and its byte offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    pub ty: ir::Type,
    pub offset: u64,
}

pub type Leaves = SmallVec<[Leaf; 1]>;

/// More parts than this are not a value but an array that got lost.
const MOST_LEAVES: usize = 1024;

/// The width of an integer that is too wide for a scalar.
pub fn wide_int(ty: Type<'_>) -> Option<u32> {
    (ty.kind() == LLVMTypeKind::LLVMIntegerTypeKind).then(|| ty.int_width()).filter(|&width| width > 128)
}

/// The widths of the words of a wide integer.
pub fn words(width: u32) -> impl Iterator<Item = u32> {
    (0..width).step_by(64).map(move |start| (width - start).min(64))
}

/// The leaves of a first-class type, or what about it is not supported.
pub fn leaves(layout: Layout<'_>, ty: Type<'_>) -> Result<Leaves, String> {
    let mut out = Leaves::new();
    collect(layout, ty, 0, &mut out)?;
    Ok(out)
}

/// The one scalar a type is.
pub fn scalar(ty: Type<'_>) -> Result<ir::Type, String> {
    match ty.kind() {
        LLVMTypeKind::LLVMIntegerTypeKind if ty.int_width() <= 128 => Ok(ir::Type::Int(ty.int_width() as u8)),
        LLVMTypeKind::LLVMIntegerTypeKind => Err(format!("an integer of {} bits", ty.int_width())),
        LLVMTypeKind::LLVMFloatTypeKind => Ok(ir::Type::F32),
        // long double is approximated by double; the lifter warns where one is used.
        LLVMTypeKind::LLVMDoubleTypeKind | LLVMTypeKind::LLVMX86_FP80TypeKind => Ok(ir::Type::F64),
        LLVMTypeKind::LLVMPointerTypeKind => Ok(ir::Type::Ptr),
        LLVMTypeKind::LLVMHalfTypeKind => Err("_Float16".into()),
        LLVMTypeKind::LLVMBFloatTypeKind => Err("__bf16".into()),
        LLVMTypeKind::LLVMFP128TypeKind => Err("__float128".into()),
        _ => Err(format!("a value of type {}", ty.text())),
    }
}

pub fn is_long_double(ty: Type<'_>) -> bool {
    ty.kind() == LLVMTypeKind::LLVMX86_FP80TypeKind
}

fn collect(layout: Layout<'_>, ty: Type<'_>, offset: u64, out: &mut Leaves) -> Result<(), String> {
    match ty.kind() {
        LLVMTypeKind::LLVMVoidTypeKind => {}
        LLVMTypeKind::LLVMStructTypeKind => {
            for (i, element) in ty.elements().into_iter().enumerate() {
                collect(layout, element, offset + layout.field_offset(ty, i as u32), out)?;
            }
        }
        LLVMTypeKind::LLVMArrayTypeKind | LLVMTypeKind::LLVMVectorTypeKind => {
            let element = ty.element(0);
            let stride = layout.alloc_size(element);
            let mixed = ty.kind() == LLVMTypeKind::LLVMVectorTypeKind && wide_int(element).is_some();
            if mixed || ty.len() as usize + out.len() > MOST_LEAVES {
                return Err(format!("a value of type {}", ty.text()));
            }
            for i in 0..ty.len() {
                collect(layout, element, offset + i * stride, out)?;
            }
        }
        _ => match wide_int(ty) {
            Some(width) if width as usize / 64 + out.len() > MOST_LEAVES => return Err(scalar(ty).unwrap_err()),
            Some(width) => out.extend(
                words(width).zip(0..).map(|(bits, i)| Leaf { ty: ir::Type::Int(bits as u8), offset: offset + 8 * i }),
            ),
            None => out.push(Leaf { ty: scalar(ty)?, offset }),
        },
    }
    Ok(())
}

/// How many leaves come before the part at these indices, and the part's type.
pub fn leaf_index<'m>(layout: Layout<'_>, mut ty: Type<'m>, indices: &[u32]) -> Result<(usize, Type<'m>), String> {
    let mut before = 0;
    for &index in indices {
        for i in 0..index {
            before += leaves(layout, ty.element(i))?.len();
        }
        ty = ty.element(index);
    }
    Ok((before, ty))
}
