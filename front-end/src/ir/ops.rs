//! The operations: small enums, each with its name in the text form. Their meaning is in [`super::meaning`].

/// Declares an operation enum with its text names.
macro_rules! named_enum {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub enum $name { $($variant),* }

        impl $name {
            /// Every operation of the family.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The name in the text form.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text),* }
            }

            /// The operation with this name.
            pub fn from_name(name: &str) -> Option<$name> {
                match name { $($text => Some($name::$variant),)* _ => None }
            }
        }
    };
}

pub(super) use named_enum;

named_enum! {
    /// One operand, one result; the result's type is part of the instruction.
    UnaryOp {
        Trunc = "trunc", Zext = "zext", Sext = "sext",
        Bitcast = "bitcast", PtrToInt = "ptrtoint", IntToPtr = "inttoptr",
        FPromote = "fpromote", FDemote = "fdemote",
        FToS = "ftos", FToU = "ftou", SToF = "stof", UToF = "utof",
        FNeg = "fneg", FAbs = "fabs",
        Clz = "clz", Ctz = "ctz", Popcnt = "popcnt", Bswap = "bswap", Bitrev = "bitrev",
    }
}

named_enum! {
    /// Two operands of one type (`ptradd`: a pointer and an integer as wide), one result.
    BinaryOp {
        Add = "add", Sub = "sub", Mul = "mul", And = "and", Or = "or", Xor = "xor",
        Shl = "shl", Lshr = "lshr", Ashr = "ashr",
        SaddOverflow = "saddo", UaddOverflow = "uaddo", SsubOverflow = "ssubo",
        UsubOverflow = "usubo", SmulOverflow = "smulo", UmulOverflow = "umulo",
        FAdd = "fadd", FSub = "fsub", FMul = "fmul", FDiv = "fdiv",
        PtrAdd = "ptradd",
    }
}

impl BinaryOp {
    /// Is the result an `i1` that says whether the operation overflows?
    pub fn is_overflow_test(self) -> bool {
        use BinaryOp::*;
        matches!(self, SaddOverflow | UaddOverflow | SsubOverflow | UsubOverflow | SmulOverflow | UmulOverflow)
    }

    pub fn is_float(self) -> bool {
        use BinaryOp::*;
        matches!(self, FAdd | FSub | FMul | FDiv)
    }
}

named_enum! {
    /// Division: the only arithmetic that can end a run, so it carries a check.
    DivOp { Udiv = "udiv", Sdiv = "sdiv", Urem = "urem", Srem = "srem" }
}

named_enum! {
    /// Integer and pointer comparison.
    IntCond {
        Eq = "eq", Ne = "ne", Slt = "slt", Sle = "sle", Sgt = "sgt", Sge = "sge",
        Ult = "ult", Ule = "ule", Ugt = "ugt", Uge = "uge",
    }
}

impl IntCond {
    /// The comparison that holds exactly when this one does not.
    pub fn negated(self) -> IntCond {
        use IntCond::*;
        match self {
            Eq => Ne,
            Ne => Eq,
            Slt => Sge,
            Sle => Sgt,
            Sgt => Sle,
            Sge => Slt,
            Ult => Uge,
            Ule => Ugt,
            Ugt => Ule,
            Uge => Ult,
        }
    }

    /// The comparison with its sides exchanged.
    pub fn swapped(self) -> IntCond {
        use IntCond::*;
        match self {
            Eq | Ne => self,
            Slt => Sgt,
            Sle => Sge,
            Sgt => Slt,
            Sge => Sle,
            Ult => Ugt,
            Ule => Uge,
            Ugt => Ult,
            Uge => Ule,
        }
    }
}

named_enum! {
    /// Float comparison: ordered ones are false on NaN, unordered ones true.
    FloatCond {
        Oeq = "oeq", One = "one", Olt = "olt", Ole = "ole", Ogt = "ogt", Oge = "oge", Ord = "ord",
        Ueq = "ueq", Une = "une", Ult = "ult", Ule = "ule", Ugt = "ugt", Uge = "uge", Uno = "uno",
    }
}

impl FloatCond {
    /// The comparison that holds exactly when this one does not.
    pub fn negated(self) -> FloatCond {
        use FloatCond::*;
        match self {
            Oeq => Une,
            One => Ueq,
            Olt => Uge,
            Ole => Ugt,
            Ogt => Ule,
            Oge => Ult,
            Ord => Uno,
            Ueq => One,
            Une => Oeq,
            Ult => Oge,
            Ule => Ogt,
            Ugt => Ole,
            Uge => Olt,
            Uno => Ord,
        }
    }
}

named_enum! {
    /// What the simulator itself does for the program: memory objects, output, the end of the run, the two
    /// conversions between text and binary floating point, and what [`crate::instrument`] needs: the shadow bytes of
    /// memory (`shadow_load` address, size; `shadow_store` address, bits, size; `shadow_copy` to, from, size;
    /// `shadow_fill` address, byte, size; `shadow_test` address, size: are all zero?), `mark` (a number that heap
    /// objects made from now on carry), `returned` (no local of the program is alive any more), `leaked` and `unfreed`
    /// (the mark of such an object, or 0; of a leaked one only after `returned`).
    HostFn {
        Alloc = "alloc", Free = "free", Size = "size", Write = "write", Exit = "exit", Abort = "abort",
        FormatDouble = "format_double", ParseDouble = "parse_double", ParseFloat = "parse_float",
        ShadowLoad = "shadow_load", ShadowStore = "shadow_store", ShadowCopy = "shadow_copy",
        ShadowFill = "shadow_fill", ShadowTest = "shadow_test",
        Mark = "mark", Returned = "returned", Leaked = "leaked", Unfreed = "unfreed",
    }
}

impl HostFn {
    /// Does control never come back from it?
    pub fn is_end(self) -> bool {
        matches!(self, HostFn::Exit | HostFn::Abort)
    }

    /// May it fail, and so carries a check?
    pub fn is_checked(self) -> bool {
        matches!(
            self,
            HostFn::Free
                | HostFn::Size
                | HostFn::Write
                | HostFn::FormatDouble
                | HostFn::ParseDouble
                | HostFn::ParseFloat
        )
    }
}

named_enum! {
    /// Functions of libm, called for real. The operand's type picks the `f32` or `f64` version.
    MathFn {
        Acos = "acos", Acosh = "acosh", Asin = "asin", Asinh = "asinh", Atan = "atan", Atanh = "atanh",
        Cbrt = "cbrt", Ceil = "ceil", Cos = "cos", Cosh = "cosh", Erf = "erf", Erfc = "erfc", Exp = "exp",
        Exp10 = "exp10", Exp2 = "exp2", Expm1 = "expm1", Floor = "floor", J0 = "j0", J1 = "j1",
        Lgamma = "lgamma", Log = "log", Log10 = "log10", Log1p = "log1p", Log2 = "log2", Logb = "logb",
        NearbyInt = "nearbyint", Rint = "rint", Round = "round", RoundEven = "roundeven", Sin = "sin",
        Sinh = "sinh", Sqrt = "sqrt", Tan = "tan", Tanh = "tanh", Tgamma = "tgamma", Trunc = "trunc",
        Y0 = "y0", Y1 = "y1",
        Atan2 = "atan2", CopySign = "copysign", Drem = "drem", Fdim = "fdim", Fmax = "fmax", Fmin = "fmin",
        Fmod = "fmod", Hypot = "hypot", NextAfter = "nextafter", Pow = "pow", Remainder = "remainder",
        Fma = "fma",
        Ilogb = "ilogb", Lrint = "lrint", Lround = "lround", Llrint = "llrint", Llround = "llround",
        Ldexp = "ldexp", Scalbn = "scalbn", Scalbln = "scalbln", Jn = "jn", Yn = "yn",
    }
}

/// The shape of a libm function: which operands are floats, which are integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MathShape {
    /// n floats to a float.
    Floats(usize),
    /// A float to an integer.
    FloatToInt,
    /// A float and an integer to a float.
    FloatInt,
    /// An integer and a float to a float.
    IntFloat,
}

impl MathFn {
    pub fn shape(self) -> MathShape {
        use MathFn::*;
        match self {
            Atan2 | CopySign | Drem | Fdim | Fmax | Fmin | Fmod | Hypot | NextAfter | Pow | Remainder => {
                MathShape::Floats(2)
            }
            Fma => MathShape::Floats(3),
            Ilogb | Lrint | Lround | Llrint | Llround => MathShape::FloatToInt,
            Ldexp | Scalbn | Scalbln => MathShape::FloatInt,
            Jn | Yn => MathShape::IntFloat,
            _ => MathShape::Floats(1),
        }
    }
}
