//! Value types, data models and source places.

use super::entities::File;
use cranelift_entity::packed_option::PackedOption;
use std::fmt;

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// An integer of 1 to 128 bits; neither signed nor unsigned.
    Int(u8),
    /// IEEE 754 binary32.
    F32,
    /// IEEE 754 binary64.
    F64,
    /// An address, as wide as the data model says.
    Ptr,
}

impl Type {
    pub const I1: Type = Type::Int(1);
    pub const I8: Type = Type::Int(8);
    pub const I32: Type = Type::Int(32);
    pub const I64: Type = Type::Int(64);

    /// Width in bits.
    pub fn bits(self, model: DataModel) -> u32 {
        match self {
            Type::Int(width) => u32::from(width),
            Type::F32 => 32,
            Type::F64 => 64,
            Type::Ptr => model.pointer_bits(),
        }
    }

    /// Bytes a load or store of this type touches.
    pub fn bytes(self, model: DataModel) -> u32 {
        self.bits(model).div_ceil(8)
    }

    pub fn is_int(self) -> bool {
        matches!(self, Type::Int(_))
    }

    pub fn is_float(self) -> bool {
        matches!(self, Type::F32 | Type::F64)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Int(width) => write!(f, "i{width}"),
            Type::F32 => f.write_str("f32"),
            Type::F64 => f.write_str("f64"),
            Type::Ptr => f.write_str("ptr"),
        }
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Sizes of `long` and pointers: `-m32` or `-m64`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DataModel {
    Ilp32,
    #[default]
    Lp64,
}

impl DataModel {
    pub fn pointer_bits(self) -> u32 {
        match self {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        }
    }

    /// The integer type as wide as a pointer.
    pub fn pointer_int(self) -> Type {
        Type::Int(self.pointer_bits() as u8)
    }

    /// What makes clang compile for it. In 32 bits floats are computed by SSE2, as in 64: the old unit's excess
    /// precision, clang's choice on some distributions, is no meaning that another execution could follow.
    pub fn machine_flags(self) -> &'static [&'static str] {
        match self {
            DataModel::Ilp32 => &["-m32", "-msse2", "-mfpmath=sse"],
            DataModel::Lp64 => &["-m64"],
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        }
    }
}

/// A place in the source: file, line, column. Line 0 means unknown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Loc {
    pub file: PackedOption<File>,
    pub line: u32,
    pub column: u32,
}

impl Loc {
    pub fn new(file: File, line: u32, column: u32) -> Loc {
        Loc { file: file.into(), line, column }
    }

    pub fn is_known(self) -> bool {
        self.line != 0 && self.file.is_some()
    }
}
