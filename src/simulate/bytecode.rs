//! What the interpreter runs: ir decoded once into operations on numbered registers.
//!
//! A register is 64 bits; a value wider than that takes two, low half first. Constants are registers too, filled
//! when a call begins, so that no operation has an immediate. A register number is a `u16` and every frame has
//! 2¹⁶ registers of room behind its base, so that no register access needs a bounds test. What only a failing or
//! rare operation needs (places, checks, argument lists) lies in side tables; an operation takes 16 bytes.

use super::Event;
use super::memory::FrameLayout;
use super::probe::Action;
use rarebit_front_end::ir::*;
use rarebit_learners::CallKind;
use rustc_hash::FxHashMap;

pub type Reg = u16;

/// Registers behind every frame's base.
pub const WINDOW: usize = 1 << 16;

/// One operation. `d` is written, `a`, `b`, `c`, `p`, `o` are read; `w` is the width, at most 64. Targets are
/// positions in [`Code::ops`]; a cost is what entering the target adds to the step count.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    Move {
        d: Reg,
        a: Reg,
    },
    Move2 {
        d0: Reg,
        a0: Reg,
        d1: Reg,
        a1: Reg,
    },

    Add {
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Sub {
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Mul {
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    And {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Or {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Xor {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Shl {
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Lshr {
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Ashr {
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    SaddOverflow {
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    UaddOverflow {
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    SsubOverflow {
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    UsubOverflow {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    SmulOverflow {
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    UmulOverflow {
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Div {
        op: DivOp,
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Binary32 {
        op: BinaryOp,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    FAdd {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    FSub {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    FMul {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    FDiv {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    WideBinary {
        op: BinaryOp,
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    WideDiv {
        op: DivOp,
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },

    Trunc {
        w: u8,
        d: Reg,
        a: Reg,
    },
    Sext {
        from: u8,
        to: u8,
        d: Reg,
        a: Reg,
    },
    Unary {
        op: UnaryOp,
        from: u8,
        to: u8,
        d: Reg,
        a: Reg,
    },
    WideUnary {
        op: UnaryOp,
        from: u8,
        to: u8,
        d: Reg,
        a: Reg,
    },

    Eq {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Ne {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Slt {
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Sle {
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Ult {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Ule {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    WideIcmp {
        cond: IntCond,
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Fcmp32 {
        cond: FloatCond,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Fcmp64 {
        cond: FloatCond,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Select {
        c: Reg,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    WideSelect {
        c: Reg,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Math {
        func: MathFn,
        site: u32,
    },

    Load8 {
        d: Reg,
        p: Reg,
    },
    Load16 {
        d: Reg,
        p: Reg,
    },
    Load32 {
        d: Reg,
        p: Reg,
    },
    Load64 {
        d: Reg,
        p: Reg,
    },
    Load8In {
        d: Reg,
        p: Reg,
        o: Reg,
    },
    Load16In {
        d: Reg,
        p: Reg,
        o: Reg,
    },
    Load32In {
        d: Reg,
        p: Reg,
        o: Reg,
    },
    Load64In {
        d: Reg,
        p: Reg,
        o: Reg,
    },
    Store8 {
        a: Reg,
        p: Reg,
    },
    Store16 {
        a: Reg,
        p: Reg,
    },
    Store32 {
        a: Reg,
        p: Reg,
    },
    Store64 {
        a: Reg,
        p: Reg,
    },
    Store8In {
        a: Reg,
        p: Reg,
        o: Reg,
    },
    Store16In {
        a: Reg,
        p: Reg,
        o: Reg,
    },
    Store32In {
        a: Reg,
        p: Reg,
        o: Reg,
    },
    Store64In {
        a: Reg,
        p: Reg,
        o: Reg,
    },
    /// Any width; without an origin, `o` is `p`.
    LoadBits {
        w: u8,
        d: Reg,
        p: Reg,
        o: Reg,
    },
    StoreBits {
        w: u8,
        a: Reg,
        p: Reg,
        o: Reg,
    },
    MemCopy {
        dst: Reg,
        src: Reg,
        len: Reg,
    },
    MemSet {
        dst: Reg,
        byte: Reg,
        len: Reg,
    },
    StackAlloc {
        d: Reg,
        size: Reg,
        align: u32,
    },
    StackSave {
        d: Reg,
    },
    StackRestore {
        mark: Reg,
    },
    ScopeStart {
        address: Reg,
    },
    ScopeEnd {
        address: Reg,
    },

    Input {
        d: Reg,
        site: u32,
    },
    Assume {
        c: Reg,
    },
    Check {
        c: Reg,
    },
    Host {
        func: HostFn,
        site: u32,
    },

    Charge {
        cost: u32,
    },
    Edge {
        edge: u32,
    },
    /// Records a decision.
    Decision {
        edge: u32,
    },
    /// Carries out actions.
    Probe {
        site: u32,
    },
    CallEvent {
        func: u32,
        kind: CallKind,
    },
    /// Records facts about pointer parameters.
    Pointers {
        site: u32,
    },
    Trace {
        event: u32,
    },
    Jump {
        cost: u8,
        to: u32,
    },
    Jump1 {
        cost: u8,
        d: Reg,
        a: Reg,
        to: u32,
    },
    Jump2 {
        cost: u8,
        d0: Reg,
        a0: Reg,
        d1: Reg,
        a1: Reg,
        to: u32,
    },
    Branch {
        c: Reg,
        costs: [u8; 2],
        to: [u32; 2],
    },
    BranchEq {
        a: Reg,
        b: Reg,
        costs: [u8; 2],
        to: [u32; 2],
    },
    BranchSlt {
        w: u8,
        a: Reg,
        b: Reg,
        costs: [u8; 2],
        to: [u32; 2],
    },
    BranchSle {
        w: u8,
        a: Reg,
        b: Reg,
        costs: [u8; 2],
        to: [u32; 2],
    },
    BranchUlt {
        a: Reg,
        b: Reg,
        costs: [u8; 2],
        to: [u32; 2],
    },
    BranchUle {
        a: Reg,
        b: Reg,
        costs: [u8; 2],
        to: [u32; 2],
    },
    Switch {
        a: Reg,
        table: u32,
    },
    WideSwitch {
        a: Reg,
        table: u32,
    },

    Call {
        func: u32,
        site: u32,
    },
    CallIndirect {
        callee: Reg,
        site: u32,
    },
    Return0,
    Return1 {
        a: Reg,
    },
    Return {
        list: u32,
    },
    Unreachable,
    Unsupported {
        what: u32,
    },
}

const _: () = assert!(size_of::<Op>() <= 16);

/// What a failing operation needs: where it stands and the check it carries.
#[derive(Clone, Copy)]
pub struct Place {
    pub loc: Loc,
    pub check: Option<Check>,
}

/// A switch: ascending keys, and one target more than keys for the default.
pub struct Switch {
    pub keys: Box<[u128]>,
    /// When the keys are dense: targets by `value - keys[0]`.
    pub dense: Box<[u32]>,
    pub targets: Box<[u32]>,
}

impl Switch {
    #[inline]
    pub fn target(&self, value: u128) -> u32 {
        let default = self.targets[self.keys.len()];
        if self.dense.is_empty() {
            return self.keys.binary_search(&value).map_or(default, |i| self.targets[i]);
        }
        let index = value.wrapping_sub(self.keys[0]);
        if index < self.dense.len() as u128 { self.dense[index as usize] } else { default }
    }
}

/// Operands of a call, a host function or a libm function.
#[derive(Default)]
pub struct Site {
    /// Registers of all arguments, flattened; of a direct call, with the variadic pointer.
    pub args: Box<[Reg]>,
    pub arg_types: Box<[Type]>,
    pub results: Box<[Reg]>,
    pub result_types: Box<[Type]>,
    /// The variadic pointer of a call through a pointer.
    pub va: Option<Reg>,
    /// The number of the types, see [`FuncCode::shape`].
    pub shape: u32,
}

/// Where an operand of a probe lies.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    pub reg: Reg,
    pub wide: bool,
}

/// The pointer parameters of a function and its first fact about them.
pub struct Pointers {
    pub first_fact: usize,
    pub regs: Box<[Reg]>,
}

pub struct FuncCode {
    pub start: u32,
    /// Steps of the entry block.
    pub cost: u64,
    /// Registers of a frame.
    pub frame: usize,
    pub const_base: usize,
    pub consts: Box<[u64]>,
    /// The registers from here hold the addresses of the slots.
    pub slot_base: usize,
    pub slots: FrameLayout,
    /// Equal numbers mean equal parameter and result types.
    pub shape: u32,
    pub variadic: bool,
    pub library: bool,
}

/// A whole program, decoded.
#[derive(Default)]
pub struct Code {
    pub ops: Vec<Op>,
    /// Parallel to `ops`.
    pub places: Vec<Place>,
    pub funcs: Vec<FuncCode>,
    pub sites: Vec<Site>,
    pub switches: Vec<Switch>,
    pub returns: Vec<Box<[Reg]>>,
    pub events: Vec<Event>,
    pub probes: Vec<Box<[Action<Operand>]>>,
    pub pointers: Vec<Pointers>,
    pub unsupported: Vec<String>,
    /// What is needed of a frame where the run stands before this place, behind an input or a call.
    pub live: FxHashMap<u32, Box<[Reg]>>,
}
