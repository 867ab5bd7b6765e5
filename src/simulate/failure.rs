//! Why a run ended badly, exactly enough for a person to see it.

use rarebit_front_end::ir::{Check, CheckClass, Func, Loc};
use rarebit_learners::Limit;
use std::fmt::{self, Display, Formatter};

/// What went wrong, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The check that failed; none at a limit or a dead end.
    pub check: Option<Check>,
    /// What kind of failure it is: the check's class or a finer one.
    pub class: Option<CheckClass>,
    pub fault: Fault,
    /// The calls that were going on, innermost first: the function and the place in it.
    pub stack: Vec<(Func, Loc)>,
}

/// Read or write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}

/// An object of the program, as a person knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectName {
    pub kind: ObjectKind,
    /// The variable's name; none for heap objects and `alloca`.
    pub name: Option<String>,
    pub size: u64,
}

/// What made an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    Global,
    /// A local variable.
    Local,
    Heap,
    /// `alloca` or a variable-length array.
    Dynamic,
}

/// What exactly went wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// A `check` of this class was false.
    Check(CheckClass),
    DivisionByZero,
    DivisionOverflow,
    NullAccess {
        access: Access,
        size: u64,
        address: u64,
    },
    /// An access that leaves its object; `offset` counts from the object's beginning.
    OutOfBounds {
        access: Access,
        size: u64,
        offset: i64,
        object: ObjectName,
    },
    UseAfterFree {
        access: Access,
        size: u64,
        offset: i64,
        object: ObjectName,
    },
    /// A local variable used outside its scope, or, when `returned`, after its function returned.
    UseAfterScope {
        access: Access,
        size: u64,
        offset: i64,
        object: ObjectName,
        returned: bool,
    },
    /// There is no object.
    WildAccess {
        access: Access,
        size: u64,
        address: u64,
    },
    WriteToConstant {
        size: u64,
        offset: i64,
        object: ObjectName,
    },
    /// A free, or a question for the size, of what is not the beginning of a heap object.
    BadFree {
        address: u64,
        object: Option<ObjectName>,
    },
    DoubleFree {
        object: ObjectName,
    },
    /// A call through a pointer that is not the address of a function.
    NotAFunction {
        address: u64,
    },
    UnreachableReached,
    Unsupported(String),
    Limit(Limit),
}

impl Fault {
    /// The class of this failure of a check of class `site`; none at a limit or a dead end.
    pub fn class(&self, site: CheckClass) -> Option<CheckClass> {
        Some(match self {
            Fault::Check(class) => *class,
            Fault::DivisionByZero => CheckClass::Division,
            Fault::DivisionOverflow => CheckClass::Overflow,
            Fault::NullAccess { .. } => CheckClass::Null,
            Fault::OutOfBounds { access: Access::Read, .. } if site == CheckClass::String => CheckClass::Terminator,
            Fault::OutOfBounds { access: Access::Write, .. } if site == CheckClass::String => CheckClass::Destination,
            Fault::OutOfBounds { .. } => CheckClass::Bounds,
            Fault::UseAfterFree { .. } => CheckClass::UseAfterFree,
            Fault::UseAfterScope { returned: false, .. } => CheckClass::UseAfterScope,
            Fault::UseAfterScope { returned: true, .. } => CheckClass::UseAfterReturn,
            Fault::WildAccess { .. } => CheckClass::Wild,
            Fault::WriteToConstant { .. } => CheckClass::ConstantWrite,
            Fault::BadFree { .. } => CheckClass::BadFree,
            Fault::DoubleFree { .. } => CheckClass::DoubleFree,
            Fault::NotAFunction { .. } => CheckClass::Call,
            Fault::UnreachableReached => CheckClass::Unreachable,
            Fault::Unsupported(_) | Fault::Limit(_) => return None,
        })
    }
}

impl Display for ObjectName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (&self.name, self.kind) {
            (Some(name), _) => write!(f, "`{name}`"),
            (None, ObjectKind::Heap) => f.write_str("a heap object"),
            (None, ObjectKind::Dynamic) => f.write_str("a variable-length array"),
            (None, ObjectKind::Global | ObjectKind::Local) => f.write_str("a variable"),
        }
    }
}

/// `1 byte`, `4 bytes`
struct Bytes(u64);

impl Display for Bytes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} byte{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

impl Display for Access {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Access::Read { "reads" } else { "writes" })
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Check(class) => f.write_str(match class {
                CheckClass::Abort => "the program aborts",
                CheckClass::Trap => "the program traps",
                CheckClass::Error => "the error is reached",
                CheckClass::Overflow => "the result does not fit its type",
                CheckClass::Shift => "the shift is not defined",
                CheckClass::FloatCast => "the value does not fit the integer type",
                CheckClass::Index => "the index is outside the array",
                CheckClass::VlaBound => "the array size is not positive",
                CheckClass::Builtin => "the argument is zero",
                CheckClass::Bool => "a truth value is neither 0 nor 1",
                CheckClass::Overlap => "the source and the destination of the copy overlap",
                CheckClass::Uninit => "the value was never assigned",
                CheckClass::Leak => "nothing points to the heap object any more",
                CheckClass::Unfreed => "the heap object is not freed",
                _ => "the condition is false",
            }),
            Fault::DivisionByZero => f.write_str("divides by zero"),
            Fault::DivisionOverflow => f.write_str("the quotient of the smallest number and -1 does not exist"),
            Fault::NullAccess { access, size, address: 0 } => {
                write!(f, "{access} {} at the null pointer", Bytes(*size))
            }
            Fault::NullAccess { access, size, address } => {
                write!(f, "{access} {} at {address} bytes from the null pointer", Bytes(*size))
            }
            Fault::OutOfBounds { access, size, offset, object } => {
                write!(f, "{access} {} at offset {offset} of {object}", Bytes(*size))?;
                write!(f, ", which has {}", Bytes(object.size))
            }
            Fault::UseAfterFree { access, size, offset, object } => {
                write!(f, "{access} {} at offset {offset} of {object} of {}", Bytes(*size), Bytes(object.size))?;
                f.write_str(", which was freed")
            }
            Fault::UseAfterScope { access, size, offset, object, returned } => {
                let when = if *returned { "after its function returned" } else { "outside its scope" };
                write!(f, "{access} {} at offset {offset} of {object} {when}", Bytes(*size))
            }
            Fault::WildAccess { access, size, address } => {
                write!(f, "{access} {} at address {address:#x}, where there is no object", Bytes(*size))
            }
            Fault::WriteToConstant { size, offset, object } => {
                write!(f, "writes {} at offset {offset} of {object}, which is constant", Bytes(*size))
            }
            Fault::BadFree { address, object: None } => {
                write!(f, "frees the address {address:#x}, which is not a heap object")
            }
            Fault::BadFree { object: Some(object), .. } if object.kind == ObjectKind::Heap => {
                write!(f, "frees the middle of a heap object of {}", Bytes(object.size))
            }
            Fault::BadFree { object: Some(object), .. } => write!(f, "frees {object}, which is not on the heap"),
            Fault::DoubleFree { object } => write!(f, "frees {object} of {} twice", Bytes(object.size)),
            Fault::NotAFunction { address: 0 } => f.write_str("calls the null pointer"),
            Fault::NotAFunction { address } => write!(f, "calls {address:#x}, which is not a function"),
            Fault::UnreachableReached => f.write_str("reaches what must not be reached"),
            Fault::Unsupported(what) => write!(f, "not supported: {what}"),
            Fault::Limit(Limit::Steps) => f.write_str("the step limit is reached"),
            Fault::Limit(Limit::Depth) => f.write_str("the limit of nested calls is reached"),
            Fault::Limit(Limit::Memory) => f.write_str("the memory limit is reached"),
            Fault::Limit(Limit::Output) => f.write_str("the output limit is reached"),
            Fault::Limit(Limit::Time) => f.write_str("the run was stopped"),
        }
    }
}
