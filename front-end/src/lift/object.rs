//! The scalars that make up an object in memory, gaps included.

use super::c_types::{CType, CTypes, TypeId};
use super::llvm::{LLVMTypeKind, Layout, Type};
use super::shape;
use crate::ir::{self, DataModel, InputKind};

/// What lies in memory.
#[derive(Clone, Debug, PartialEq)]
pub enum Object {
    Scalar {
        ty: ir::Type,
        kind: InputKind,
        size: u64,
    },
    Array(Box<Object>, u64),
    /// Fields from offset 0 on without a gap, and the size.
    Struct(Vec<Field>, u64),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub offset: u64,
    /// What follows the name of the object in the name of the field, such as `.x`.
    pub name: String,
    pub object: Object,
}

impl Object {
    pub const BYTE: Object = Object::Scalar { ty: ir::Type::I8, kind: InputKind::Unsigned, size: 1 };

    pub fn size(&self) -> u64 {
        match self {
            Object::Scalar { size, .. } | Object::Struct(_, size) => *size,
            Object::Array(element, count) => element.size() * count,
        }
    }

    pub fn bytes(size: u64) -> Object {
        Object::Array(Box::new(Object::BYTE), size)
    }

    /// A struct of these fields; what they leave out is bytes.
    pub fn structure(fields: Vec<Field>, size: u64) -> Object {
        let mut whole = Vec::with_capacity(fields.len());
        let mut end = 0;
        for field in fields {
            if field.offset < end {
                // Fields that overlap are those of a union, or bits of one word.
                continue;
            }
            gap(&mut whole, end, field.offset);
            end = field.offset + field.object.size();
            whole.push(field);
        }
        if end > size {
            return Object::bytes(size);
        }
        gap(&mut whole, end, size);
        Object::Struct(whole, size)
    }

    /// As far as LLVM's type tells, which knows neither signs nor names.
    pub fn of_type(layout: Layout<'_>, ty: Type<'_>) -> Object {
        let size = layout.alloc_size(ty);
        match ty.kind() {
            LLVMTypeKind::LLVMArrayTypeKind => {
                Object::Array(Box::new(Object::of_type(layout, ty.element(0))), ty.len())
            }
            LLVMTypeKind::LLVMStructTypeKind => {
                let fields = ty.elements().into_iter().enumerate().map(|(i, element)| Field {
                    offset: layout.field_offset(ty, i as u32),
                    name: format!(".{i}"),
                    object: Object::of_type(layout, element),
                });
                Object::structure(fields.collect(), size)
            }
            _ => match shape::scalar(ty) {
                Ok(scalar) if whole_bytes(scalar, size) && !shape::is_long_double(ty) => Object::scalar(scalar, size),
                _ => Object::bytes(size),
            },
        }
    }

    /// As the debug information tells.
    pub fn of_c_type(types: &CTypes<'_>, id: TypeId, model: DataModel) -> Object {
        let integer = |kind, size: u64| match size {
            1 | 2 | 4 | 8 | 16 => Object::Scalar { ty: ir::Type::Int(8 * size as u8), kind, size },
            _ => Object::bytes(size),
        };
        match types.plain(id) {
            CType::Number { kind: InputKind::Float, bytes, .. } => match bytes {
                4 => Object::scalar(ir::Type::F32, 4),
                8 => Object::scalar(ir::Type::F64, 8),
                _ => Object::bytes(*bytes),
            },
            CType::Number { kind, bytes, .. } | CType::Enum { kind, bytes, .. } => integer(*kind, *bytes),
            CType::Pointer(_) => Object::scalar(ir::Type::Ptr, u64::from(model.pointer_bits() / 8)),
            CType::Array(of, Some(count)) => Object::Array(Box::new(Object::of_c_type(types, *of, model)), *count),
            CType::Record { union: false, fields: Some(fields), bytes, .. } => {
                // Bits are drawn with the bytes that they lie in.
                let whole = fields.iter().filter(|field| field.bits.is_none()).map(|field| Field {
                    offset: field.offset / 8,
                    name: if field.name.is_empty() { String::new() } else { format!(".{}", field.name) },
                    object: Object::of_c_type(types, field.ty, model),
                });
                Object::structure(whole.collect(), *bytes)
            }
            CType::Record { bytes, .. } => Object::bytes(*bytes),
            _ => Object::bytes(0),
        }
    }

    fn scalar(ty: ir::Type, size: u64) -> Object {
        let kind = match ty {
            ir::Type::Int(8) => InputKind::Unsigned,
            ir::Type::Int(_) => InputKind::Signed,
            ir::Type::Ptr => InputKind::Pointer,
            ir::Type::F32 | ir::Type::F64 => InputKind::Float,
        };
        Object::Scalar { ty, kind, size }
    }
}

fn gap(fields: &mut Vec<Field>, from: u64, to: u64) {
    if from < to {
        fields.push(Field { offset: from, name: ".padding".into(), object: Object::bytes(to - from) });
    }
}

/// Does a value of the type fill its bytes?
fn whole_bytes(ty: ir::Type, size: u64) -> bool {
    match ty {
        ir::Type::Int(width) => u64::from(width) == 8 * size,
        _ => true,
    }
}
