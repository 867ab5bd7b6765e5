//! Instructions and block ends, as plain data.

use super::entities::*;
use super::ops::*;
use super::types::Type;
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;

/// Operands of calls and the like.
pub type Values = SmallVec<[Value; 4]>;

/// One instruction. Results and their types are kept beside it, in [`super::Function`].
#[derive(Clone, PartialEq, Debug)]
pub enum InstData {
    Unary {
        op: UnaryOp,
        arg: Value,
    },
    Binary {
        op: BinaryOp,
        args: [Value; 2],
    },
    /// Ends the run where the quotient does not exist.
    Div {
        op: DivOp,
        args: [Value; 2],
        check: Check,
    },
    Icmp {
        cond: IntCond,
        args: [Value; 2],
    },
    Fcmp {
        cond: FloatCond,
        args: [Value; 2],
    },
    Select {
        cond: Value,
        args: [Value; 2],
    },
    /// A libm function.
    Math {
        func: MathFn,
        args: Values,
    },
    /// Reads the result's type from memory. `origin`, where known, is an address inside the object meant.
    Load {
        ptr: Value,
        origin: PackedOption<Value>,
        check: Check,
    },
    Store {
        value: Value,
        ptr: Value,
        origin: PackedOption<Value>,
        check: Check,
    },
    /// Copies `len` bytes; a `memcpy` whose ranges overlap behaves like `memmove`.
    MemCopy {
        dst: Value,
        src: Value,
        len: Value,
        check: Check,
    },
    MemSet {
        dst: Value,
        byte: Value,
        len: Value,
        check: Check,
    },
    /// A new object of `size` bytes that lives until the function returns or the stack is restored.
    StackAlloc {
        size: Value,
        align: u32,
    },
    /// A mark for [`InstData::StackRestore`].
    StackSave,
    StackRestore {
        mark: Value,
    },
    /// The slot's object is (again) alive, with undefined content.
    ScopeStart {
        slot: Slot,
    },
    /// The slot's object is dead until its scope starts again.
    ScopeEnd {
        slot: Slot,
    },
    /// `va` is where the variadic arguments lie in memory.
    Call {
        func: Func,
        args: Values,
        va: PackedOption<Value>,
    },
    CallIndirect {
        callee: Value,
        args: Values,
        va: PackedOption<Value>,
        check: Check,
    },
    Host {
        func: HostFn,
        args: Values,
        check: PackedOption<Check>,
    },
    /// Reads the next value of an input.
    Input {
        site: InputSite,
    },
    /// Ends the run as uninteresting when false.
    Assume {
        cond: Value,
    },
    /// Fails when false.
    Check {
        cond: Value,
        check: Check,
    },
}

impl InstData {
    /// Calls `f` on every operand, in the order of the text form.
    pub fn for_each_operand(&self, mut f: impl FnMut(Value)) {
        // One enumeration serves reading and rewriting; the clone is cheap (no heap for common shapes).
        self.clone().for_each_operand_mut(|v| f(*v));
    }

    /// Calls `f` on a place for every operand, in the order of the text form.
    pub fn for_each_operand_mut(&mut self, mut f: impl FnMut(&mut Value)) {
        match self {
            InstData::Unary { arg, .. } => f(arg),
            InstData::Binary { args, .. }
            | InstData::Div { args, .. }
            | InstData::Icmp { args, .. }
            | InstData::Fcmp { args, .. } => args.iter_mut().for_each(f),
            InstData::Select { cond, args } => {
                f(cond);
                args.iter_mut().for_each(f);
            }
            InstData::Math { args, .. } | InstData::Host { args, .. } => args.iter_mut().for_each(f),
            InstData::Load { ptr, origin, .. } => {
                f(ptr);
                optional(origin, f);
            }
            InstData::Store { value, ptr, origin, .. } => {
                f(value);
                f(ptr);
                optional(origin, f);
            }
            InstData::MemCopy { dst, src, len, .. } => {
                f(dst);
                f(src);
                f(len);
            }
            InstData::MemSet { dst, byte, len, .. } => {
                f(dst);
                f(byte);
                f(len);
            }
            InstData::StackAlloc { size, .. } => f(size),
            InstData::StackRestore { mark } => f(mark),
            InstData::Call { args, va, .. } => {
                args.iter_mut().for_each(&mut f);
                optional(va, f);
            }
            InstData::CallIndirect { callee, args, va, .. } => {
                f(callee);
                args.iter_mut().for_each(&mut f);
                optional(va, f);
            }
            InstData::Assume { cond } | InstData::Check { cond, .. } => f(cond),
            InstData::StackSave | InstData::ScopeStart { .. } | InstData::ScopeEnd { .. } | InstData::Input { .. } => {}
        }
    }

    /// The check this instruction carries.
    pub fn check(&self) -> Option<Check> {
        match *self {
            InstData::Div { check, .. }
            | InstData::Load { check, .. }
            | InstData::Store { check, .. }
            | InstData::MemCopy { check, .. }
            | InstData::MemSet { check, .. }
            | InstData::CallIndirect { check, .. }
            | InstData::Check { check, .. } => Some(check),
            InstData::Host { check, .. } => check.expand(),
            _ => None,
        }
    }
}

fn optional(place: &mut PackedOption<Value>, mut f: impl FnMut(&mut Value)) {
    if let Some(mut value) = place.expand() {
        f(&mut value);
        *place = value.into();
    }
}

/// Where a branch goes: the block, the values of its parameters, and the edge taken.
#[derive(Clone, PartialEq, Debug)]
pub struct Target {
    pub block: Block,
    pub args: Values,
    pub edge: Edge,
}

/// How a block ends.
#[derive(Clone, PartialEq, Debug)]
pub enum Terminator {
    Jump(Target),
    Branch {
        cond: Value,
        then: Target,
        otherwise: Target,
    },
    /// Compares with each case, keys distinct.
    Switch {
        value: Value,
        cases: Vec<(u128, Target)>,
        default: Target,
    },
    Return(Values),
    /// Control never comes here: reaching it fails the check and ends the run.
    Unreachable {
        check: Check,
    },
    /// Something the lifter does not support stands here; the run ends as a dead end.
    Unsupported {
        what: String,
    },
    /// Control never comes here because the instruction before it ends the run.
    Stop,
}

impl Terminator {
    /// The targets in order: then, else; cases, default.
    pub fn targets(&self) -> SmallVec<[&Target; 2]> {
        match self {
            Terminator::Jump(target) => SmallVec::from_iter([target]),
            Terminator::Branch { then, otherwise, .. } => SmallVec::from_iter([then, otherwise]),
            Terminator::Switch { cases, default, .. } => cases.iter().map(|(_, t)| t).chain([default]).collect(),
            _ => SmallVec::new(),
        }
    }

    pub fn targets_mut(&mut self) -> SmallVec<[&mut Target; 2]> {
        match self {
            Terminator::Jump(target) => SmallVec::from_iter([target]),
            Terminator::Branch { then, otherwise, .. } => SmallVec::from_iter([then, otherwise]),
            Terminator::Switch { cases, default, .. } => cases.iter_mut().map(|(_, t)| t).chain([default]).collect(),
            _ => SmallVec::new(),
        }
    }

    /// Calls `f` on a place for every operand, block arguments included.
    pub fn for_each_operand_mut(&mut self, mut f: impl FnMut(&mut Value)) {
        match self {
            Terminator::Branch { cond, .. } => f(cond),
            Terminator::Switch { value, .. } => f(value),
            Terminator::Return(values) => values.iter_mut().for_each(&mut f),
            _ => {}
        }
        for target in self.targets_mut() {
            target.args.iter_mut().for_each(&mut f);
        }
    }

    /// Calls `f` on every operand, block arguments included.
    pub fn for_each_operand(&self, mut f: impl FnMut(Value)) {
        match self {
            Terminator::Branch { cond, .. } => f(*cond),
            Terminator::Switch { value, .. } => f(*value),
            Terminator::Return(values) => values.iter().for_each(|v| f(*v)),
            _ => {}
        }
        for target in self.targets() {
            target.args.iter().for_each(|v| f(*v));
        }
    }
}

/// A value that is the same at every point of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Const {
    /// The bits of an integer or float of the type, zero-extended; for a pointer, an absolute address.
    Bits(Type, u128),
    /// The address of a global plus an offset.
    Global(Global, i64),
    /// The address of a function.
    Func(Func),
    /// The address of a slot in this call.
    Slot(Slot),
}

impl Const {
    pub fn ty(self) -> Type {
        match self {
            Const::Bits(ty, _) => ty,
            _ => Type::Ptr,
        }
    }
}
