//! Folds what clang's undefined-behaviour sanitizer inserts into `check`s.
//!
//! In trap mode clang ends a block with a branch to a block that calls `llvm.ubsantrap(kind)`. Such a branch becomes
//! checks, one for each conjunct of its condition, and the block goes on with what follows it: no edge, no decision.
//! Between, clang may compute a condition only where it is defined (the shifted-out bits, only if the shift count is
//! legal): a branch around a block of pure operations. Every operation of the ir is total, so that block is computed
//! always and its result selected.
//!
//! A divisor of zero is left to the division itself, which carries its own check because it cannot go on.

use super::function::{FunctionLifter, Halt, Lift, Parts};
use super::llvm::{BasicBlock, LLVMIntPredicate, LLVMOpcode, LLVMValueKind, Value};
use super::shape::is_long_double;
use crate::ir::{self, *};
use rustc_hash::{FxHashMap, FxHashSet};

/// The sanitizer's checks that are inserted: what the pointer classes do not see. Checks of pointers are ours.
pub const CHECKS: &[&str] = &[
    "array-bounds",
    "bool",
    "builtin",
    "float-cast-overflow",
    "integer-divide-by-zero",
    "shift",
    "signed-integer-overflow",
    "unreachable",
    "vla-bound",
];

/// The handlers of LLVM 19 as `llvm.ubsantrap` numbers them.
mod kind {
    pub const ADD: u8 = 0;
    pub const UNREACHABLE: u8 = 1;
    pub const DIVISION: u8 = 3;
    pub const FLOAT_CAST: u8 = 5;
    pub const BUILTIN: u8 = 8;
    pub const INVALID_VALUE: u8 = 10;
    pub const MULTIPLY: u8 = 12;
    pub const NEGATE: u8 = 13;
    pub const BOUNDS: u8 = 18;
    pub const SHIFT: u8 = 20;
    pub const SUBTRACT: u8 = 21;
    pub const VLA_BOUND: u8 = 24;
}

/// How a block goes on.
#[derive(Clone, Copy)]
pub enum Fold<'m> {
    /// A trap unless the condition is `expected`.
    Check { kind: u8, cond: Value<'m>, expected: bool, next: BasicBlock<'m> },
    /// The helper block is computed when the condition is `entered`, and joins at `next`.
    Helper { cond: Value<'m>, entered: bool, helper: BasicBlock<'m>, next: BasicBlock<'m> },
}

/// The folds of a function.
#[derive(Default)]
pub struct Plan<'m> {
    folds: FxHashMap<BasicBlock<'m>, Fold<'m>>,
    /// Blocks that are part of another one, or of a trap.
    swallowed: FxHashSet<BasicBlock<'m>>,
}

impl<'m> Plan<'m> {
    pub fn new(blocks: &[BasicBlock<'m>]) -> Plan<'m> {
        let mut preds: FxHashMap<BasicBlock<'m>, usize> = FxHashMap::default();
        for end in blocks.iter().filter_map(|b| b.instructions().last()) {
            end.successors().into_iter().for_each(|s| *preds.entry(s).or_default() += 1);
        }
        let mut plan = Plan::default();
        for &block in blocks {
            let Some(end) = block.instructions().last().filter(|e| e.opcode() == LLVMOpcode::LLVMBr) else { continue };
            if !end.is_conditional() {
                continue;
            }
            let to = end.successors();
            match (trap(to[0]), trap(to[1])) {
                (None, Some(_)) | (Some(_), None) => {
                    let expected = trap(to[0]).is_none();
                    let (next, trapped) = if expected { (to[0], to[1]) } else { (to[1], to[0]) };
                    let kind = trap(trapped).unwrap_or_default();
                    plan.folds.insert(block, Fold::Check { kind, cond: end.condition(), expected, next });
                    plan.swallowed.insert(trapped);
                    plan.swallowed.extend((preds[&next] == 1).then_some(next));
                }
                _ if end.is_sanitizer() => {
                    for (helper, next, entered) in [(to[0], to[1], true), (to[1], to[0], false)] {
                        if preds[&helper] == 1 && preds[&next] == 2 && is_helper(helper, next) {
                            plan.folds.insert(block, Fold::Helper { cond: end.condition(), entered, helper, next });
                            plan.swallowed.extend([helper, next]);
                            break;
                        }
                    }
                }
                _ => {}
            }
        }
        plan
    }

    pub fn fold(&self, block: BasicBlock<'m>) -> Option<Fold<'m>> {
        self.folds.get(&block).copied()
    }

    /// Is the block part of another one?
    pub fn is_swallowed(&self, block: BasicBlock<'m>) -> bool {
        self.swallowed.contains(&block)
    }
}

/// The kind of trap that the block is, if it is one.
fn trap(block: BasicBlock<'_>) -> Option<u8> {
    let first = block.instructions().next()?;
    let is_trap = first.opcode() == LLVMOpcode::LLVMCall && first.called().name() == "llvm.ubsantrap";
    is_trap.then(|| first.call_args()[0].int_bits() as u8)
}

/// Only pure operations, then on to `next`?
fn is_helper(block: BasicBlock<'_>, next: BasicBlock<'_>) -> bool {
    use LLVMOpcode::*;
    block.instructions().all(|inst| match inst.opcode() {
        LLVMAdd | LLVMSub | LLVMAnd | LLVMOr | LLVMXor | LLVMShl | LLVMLShr | LLVMAShr | LLVMICmp | LLVMZExt
        | LLVMSExt | LLVMTrunc => true,
        LLVMBr => !inst.is_conditional() && inst.successors() == [next],
        _ => false,
    })
}

/// What is true when all of these are, without those that always are.
fn conjuncts<'m>(cond: Value<'m>, out: &mut Vec<Value<'m>>) {
    let is =
        |value: Value<'m>, opcode| value.kind() == LLVMValueKind::LLVMInstructionValueKind && value.opcode() == opcode;
    if is(cond, LLVMOpcode::LLVMAnd) {
        cond.operands().for_each(|part| conjuncts(part, out));
    } else {
        let always = is_true(cond) || (is(cond, LLVMOpcode::LLVMOr) && cond.operands().any(is_true));
        out.extend((!always).then_some(cond));
    }
}

fn is_true(value: Value<'_>) -> bool {
    value.kind() == LLVMValueKind::LLVMConstantIntValueKind && value.int_bits() == 1
}

fn is_comparison(value: Value<'_>) -> bool {
    value.kind() == LLVMValueKind::LLVMInstructionValueKind && value.opcode() == LLVMOpcode::LLVMICmp
}

/// `… != 0`
fn is_nonzero_test(value: Value<'_>) -> bool {
    is_comparison(value) && value.int_predicate() == LLVMIntPredicate::LLVMIntNE && value.operand(1).is_null()
}

/// The class of what a handler reports, and what must hold, in source terms.
fn describe(kind: u8, cond: Value<'_>) -> (CheckClass, String) {
    let fits = |what: &str| (CheckClass::Overflow, format!("{what} fits its type"));
    match kind {
        kind::ADD => fits("the sum"),
        kind::SUBTRACT => fits("the difference"),
        kind::MULTIPLY => fits("the product"),
        kind::NEGATE => fits("the negated value"),
        kind::DIVISION => fits("the quotient"),
        kind::FLOAT_CAST => (CheckClass::FloatCast, "the value fits the integer type".into()),
        kind::BUILTIN => (CheckClass::Builtin, "the argument is not zero".into()),
        kind::INVALID_VALUE => (CheckClass::Bool, "the value is 0 or 1".into()),
        kind::BOUNDS => (CheckClass::Index, below("the index", cond)),
        kind::SHIFT if is_comparison(cond) => (CheckClass::Shift, below("the shift count", cond)),
        kind::SHIFT => (CheckClass::Shift, "the shifted value fits its type".into()),
        kind::VLA_BOUND => (CheckClass::VlaBound, "the array has a positive size".into()),
        other => (CheckClass::Trap, format!("the sanitizer's trap {other} is not reached")),
    }
}

/// `the index is below 4`, where the bound is a constant.
fn below(what: &str, cond: Value<'_>) -> String {
    let bound = is_comparison(cond)
        .then(|| cond.operand(1))
        .filter(|b| b.kind() == LLVMValueKind::LLVMConstantIntValueKind && b.ty().int_width() <= 64);
    match (bound.map(Value::int_bits), is_comparison(cond).then(|| cond.int_predicate())) {
        (Some(bound), Some(LLVMIntPredicate::LLVMIntULT)) => format!("{what} is below {bound}"),
        (Some(bound), Some(LLVMIntPredicate::LLVMIntULE)) => format!("{what} is at most {bound}"),
        _ => format!("{what} is in bounds"),
    }
}

impl<'m> FunctionLifter<'_, 'm> {
    /// Lifts a fold at the end of a block; the block that goes on in the same ir block.
    pub fn fold(&mut self, block: BasicBlock<'m>, fold: Fold<'m>) -> Lift<BasicBlock<'m>> {
        match fold {
            Fold::Check { kind: kind::UNREACHABLE, .. } => {
                let check = self.new_check(CheckClass::Unreachable, "control does not come here");
                Err(Halt::Ended(Terminator::Unreachable { check }))
            }
            Fold::Check { kind, cond, expected, next } => {
                self.fold_check(kind, cond, expected)?;
                if self.plan.is_swallowed(next) {
                    return Ok(next);
                }
                Err(Halt::Ended(Terminator::Jump(self.target(block, next, EdgeKind::Jump)?)))
            }
            Fold::Helper { cond, entered, helper, next } => {
                for inst in helper.instructions().filter(|i| i.opcode() != LLVMOpcode::LLVMBr) {
                    self.instruction(inst, helper)?;
                }
                let cond = self.scalar(cond)?;
                for phi in next.instructions().take_while(|i| i.opcode() == LLVMOpcode::LLVMPHI) {
                    let find = |from| phi.incoming().into_iter().find(|(_, b)| *b == from).map(|(value, _)| value);
                    let (Some(inside), Some(outside)) = (find(helper), find(block)) else {
                        return Err("a phi without a value for its predecessor".into());
                    };
                    let (inside, outside) = (self.parts(inside)?, self.parts(outside)?);
                    let parts = inside.iter().zip(&outside);
                    let parts: Parts = parts.map(|(&i, &o)| self.choose(cond, entered, i, o)).collect();
                    self.define(phi, parts);
                }
                Ok(next)
            }
        }
    }

    /// `inside` when the condition is `entered`.
    fn choose(&mut self, cond: ir::Value, entered: bool, inside: ir::Value, outside: ir::Value) -> ir::Value {
        if self.func.as_const(cond) == Some(Const::Bits(ir::Type::I1, entered.into())) {
            return inside;
        }
        if entered { self.select(cond, inside, outside) } else { self.select(cond, outside, inside) }
    }

    fn fold_check(&mut self, kind: u8, cond: Value<'m>, expected: bool) -> Lift {
        if !expected {
            let (class, text) = describe(kind, cond);
            let failed = self.scalar(cond)?;
            let one = self.func.int(ir::Type::I1, 1);
            let holds = self.binary(BinaryOp::Xor, failed, one);
            let check = self.new_check(class, text);
            self.push(InstData::Check { cond: holds, check }, &[]);
            return Ok(());
        }
        let mut parts = Vec::new();
        conjuncts(cond, &mut parts);
        for part in parts {
            let constant = part.kind() == LLVMValueKind::LLVMConstantIntValueKind;
            if kind == kind::DIVISION && (constant || is_nonzero_test(part)) {
                continue;
            }
            // Computed as double here, for which clang's bounds are not meant.
            if kind == kind::FLOAT_CAST && !constant && is_long_double(part.operand(0).ty()) {
                continue;
            }
            let (class, text) = describe(kind, part);
            let cond = self.scalar(part)?;
            let check = self.new_check(class, text);
            self.push(InstData::Check { cond, check }, &[]);
        }
        Ok(())
    }
}
