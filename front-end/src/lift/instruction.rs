//! LLVM instructions other than calls, one family per function.

use super::branching;
use super::function::{FunctionLifter, Halt, Lift, Parts};
use super::llvm::{BasicBlock, LLVMAtomicRMWBinOp, LLVMIntPredicate, LLVMOpcode, LLVMRealPredicate, Value};
use super::shape::{self, leaf_index, leaves};
use crate::ir::{self, *};
use LLVMOpcode::*;
use smallvec::SmallVec;

impl<'m> FunctionLifter<'_, 'm> {
    pub fn instruction(&mut self, inst: Value<'m>, block: BasicBlock<'m>) -> Lift {
        if let Some(width) = self.wide_operation(inst) {
            return self.wide(inst, width);
        }
        match inst.opcode() {
            LLVMPHI => Ok(()),
            LLVMAlloca => self.alloca(inst),
            LLVMLoad => {
                let ptr = self.scalar(inst.operand(0))?;
                let parts = self.load(ptr, inst.ty())?;
                self.define(inst, parts);
                Ok(())
            }
            LLVMStore => self.store(inst.operand(0), inst.operand(1)),
            LLVMGetElementPtr => self.gep(inst),
            LLVMCall => self.call(inst),
            LLVMBr | LLVMSwitch | LLVMIndirectBr | LLVMRet | LLVMUnreachable => self.end(inst, block),
            LLVMICmp => {
                let cond = int_cond(inst.int_predicate());
                self.each2(inst, |this, a, b| Ok(this.icmp(cond, a, b)))
            }
            LLVMFCmp => self.float_compare(inst),
            LLVMSelect => self.lift_select(inst),
            LLVMExtractValue | LLVMInsertValue => self.aggregate(inst),
            LLVMExtractElement | LLVMInsertElement | LLVMShuffleVector => self.vector(inst),
            LLVMFNeg => {
                let parts = self.parts(inst.operand(0))?;
                let parts = parts.iter().map(|&v| self.unary(UnaryOp::FNeg, v, self.func.ty(v))).collect();
                self.define(inst, parts);
                Ok(())
            }
            LLVMFreeze => {
                let parts = self.parts(inst.operand(0))?;
                self.define(inst, parts);
                Ok(())
            }
            LLVMFence => Ok(()),
            LLVMAtomicRMW => self.atomic(inst),
            LLVMAtomicCmpXchg => self.compare_exchange(inst),
            opcode => match (binary_op(opcode), div_op(opcode), unary_op(opcode)) {
                (Some(op), _, _) => self.each2(inst, |this, a, b| Ok(this.binary(op, a, b))),
                (_, Some(op), _) => self.each2(inst, |this, a, b| {
                    let check = this.new_check(CheckClass::Division, div_text(op));
                    let ty = this.func.ty(a);
                    Ok(this.one(InstData::Div { op, args: [a, b], check }, ty))
                }),
                (_, _, Some(op)) => self.cast(inst, op),
                _ if opcode == LLVMFRem => self.each2(inst, |this, a, b| {
                    let ty = this.func.ty(a);
                    let args = Values::from_iter([a, b]);
                    Ok(this.one(InstData::Math { func: MathFn::Fmod, args }, ty))
                }),
                _ => Err(format!("the instruction {opcode:?}").into()),
            },
        }
    }

    /// A two-operand operation on each leaf.
    fn each2(
        &mut self,
        inst: Value<'m>,
        mut f: impl FnMut(&mut Self, ir::Value, ir::Value) -> Lift<ir::Value>,
    ) -> Lift {
        self.warn_long_double(inst.operand(0).ty());
        let (a, b) = (self.parts(inst.operand(0))?, self.parts(inst.operand(1))?);
        let mut parts = Parts::new();
        for (&a, &b) in a.iter().zip(&b) {
            parts.push(f(self, a, b)?);
        }
        self.define(inst, parts);
        Ok(())
    }

    fn float_compare(&mut self, inst: Value<'m>) -> Lift {
        let predicate = inst.real_predicate();
        self.each2(inst, |this, a, b| {
            Ok(match float_cond(predicate) {
                Some(cond) => this.fcmp(cond, a, b),
                None => this.func.int(ir::Type::I1, (predicate == LLVMRealPredicate::LLVMRealPredicateTrue).into()),
            })
        })
    }

    fn lift_select(&mut self, inst: Value<'m>) -> Lift {
        let cond = self.parts(inst.operand(0))?;
        let (a, b) = (self.parts(inst.operand(1))?, self.parts(inst.operand(2))?);
        let parts = a
            .iter()
            .zip(&b)
            .enumerate()
            .map(|(i, (&a, &b))| self.select(*cond.get(i).unwrap_or(&cond[0]), a, b))
            .collect();
        self.define(inst, parts);
        Ok(())
    }

    fn cast(&mut self, inst: Value<'m>, op: UnaryOp) -> Lift {
        self.warn_long_double(inst.operand(0).ty());
        self.warn_long_double(inst.ty());
        let from = self.parts(inst.operand(0))?;
        let to = leaves(self.lifter.layout, inst.ty())?;
        let parts = if op == UnaryOp::Bitcast {
            self.reinterpret(&from, &to.iter().map(|leaf| leaf.ty).collect::<Vec<_>>())
        } else {
            let mut parts = Parts::new();
            for (&value, leaf) in from.iter().zip(&to) {
                parts.push(self.cast_leaf(op, value, leaf.ty));
            }
            parts
        };
        if let ([value], [result]) = (from.as_slice(), parts.as_slice())
            && let Some(&site) = self.input_of.get(value)
        {
            self.input_of.insert(*result, site);
        }
        self.define(inst, parts);
        Ok(())
    }

    fn cast_leaf(&mut self, op: UnaryOp, value: ir::Value, to: ir::Type) -> ir::Value {
        match op {
            // Pointers and integers of other widths are cut or zero-extended, as LLVM does.
            UnaryOp::PtrToInt | UnaryOp::IntToPtr => {
                let result = self.fit(value, to);
                if let Some(&origin) = self.origins.get(&value) {
                    self.origins.insert(result, origin);
                }
                result
            }
            // Between double and the long double that stands for it.
            UnaryOp::FPromote | UnaryOp::FDemote if self.func.ty(value) == to => value,
            _ => self.unary(op, value, to),
        }
    }

    /// A bit cast between lists of leaves of the same total width.
    fn reinterpret(&mut self, from: &[ir::Value], to: &[ir::Type]) -> Parts {
        let types: SmallVec<[ir::Type; 4]> = from.iter().map(|v| self.func.ty(*v)).collect();
        if types.as_slice() == to {
            return from.iter().copied().collect();
        }
        let model = self.model();
        let total: u32 = types.iter().map(|t| t.bits(model)).sum();
        let whole_type = ir::Type::Int(total.min(128) as u8);
        let mut whole = self.func.int(whole_type, 0);
        let mut at = 0;
        for (&value, ty) in from.iter().zip(&types) {
            let part = self.fit(value, whole_type);
            let shift = self.func.int(whole_type, at);
            let part = self.binary(BinaryOp::Shl, part, shift);
            whole = self.binary(BinaryOp::Or, whole, part);
            at += u128::from(ty.bits(model));
        }
        let mut at = 0;
        let mut parts = Parts::new();
        for &ty in to {
            let shift = self.func.int(whole_type, at);
            let part = self.binary(BinaryOp::Lshr, whole, shift);
            parts.push(self.fit(part, ty));
            at += u128::from(ty.bits(model));
        }
        parts
    }

    fn aggregate(&mut self, inst: Value<'m>) -> Lift {
        let whole = inst.operand(0);
        let (start, part) = leaf_index(self.lifter.layout, whole.ty(), &inst.aggregate_indices())?;
        let count = leaves(self.lifter.layout, part)?.len();
        let mut parts = self.parts(whole)?;
        if inst.opcode() == LLVMExtractValue {
            parts = parts[start..start + count].iter().copied().collect();
        } else {
            let new = self.parts(inst.operand(1))?;
            parts[start..start + count].copy_from_slice(&new);
        }
        self.define(inst, parts);
        Ok(())
    }

    /// Element access; a computed index selects among all elements.
    fn vector(&mut self, inst: Value<'m>) -> Lift {
        let mut parts = self.parts(inst.operand(0))?;
        match inst.opcode() {
            LLVMExtractElement => {
                let index = self.scalar(inst.operand(1))?;
                let mut result = parts[0];
                for (i, &part) in parts.iter().enumerate().skip(1) {
                    let here = self.is_index(index, i);
                    result = self.select(here, part, result);
                }
                parts = Parts::from_iter([result]);
            }
            LLVMInsertElement => {
                let new = self.scalar(inst.operand(1))?;
                let index = self.scalar(inst.operand(2))?;
                for (i, part) in parts.iter_mut().enumerate() {
                    let here = self.is_index(index, i);
                    *part = self.select(here, new, *part);
                }
            }
            _ => {
                let all: Vec<ir::Value> = parts.into_iter().chain(self.parts(inst.operand(1))?).collect();
                parts = inst.shuffle_mask().iter().map(|&i| all[i.max(0) as usize]).collect();
            }
        }
        self.define(inst, parts);
        Ok(())
    }

    fn is_index(&mut self, index: ir::Value, i: usize) -> ir::Value {
        let ty = self.func.ty(index);
        let i = self.func.int(ty, i as u128);
        self.icmp(IntCond::Eq, index, i)
    }

    /// Atomic operations, of which one thread sees only the value.
    fn atomic(&mut self, inst: Value<'m>) -> Lift {
        use LLVMAtomicRMWBinOp::*;
        let ptr = self.scalar(inst.operand(0))?;
        let operand = self.scalar(inst.operand(1))?;
        let old = self.load(ptr, inst.ty())?;
        let before = old[0];
        let new = match inst.atomic_operation() {
            LLVMAtomicRMWBinOpXchg => operand,
            LLVMAtomicRMWBinOpAdd => self.binary(BinaryOp::Add, before, operand),
            LLVMAtomicRMWBinOpSub => self.binary(BinaryOp::Sub, before, operand),
            LLVMAtomicRMWBinOpAnd => self.binary(BinaryOp::And, before, operand),
            LLVMAtomicRMWBinOpOr => self.binary(BinaryOp::Or, before, operand),
            LLVMAtomicRMWBinOpXor => self.binary(BinaryOp::Xor, before, operand),
            LLVMAtomicRMWBinOpNand => {
                let both = self.binary(BinaryOp::And, before, operand);
                let ty = self.func.ty(both);
                let ones = self.func.int(ty, meaning::wide::mask(ty.bits(self.model())));
                self.binary(BinaryOp::Xor, both, ones)
            }
            LLVMAtomicRMWBinOpMax => self.pick(IntCond::Sgt, before, operand),
            LLVMAtomicRMWBinOpMin => self.pick(IntCond::Slt, before, operand),
            LLVMAtomicRMWBinOpUMax => self.pick(IntCond::Ugt, before, operand),
            LLVMAtomicRMWBinOpUMin => self.pick(IntCond::Ult, before, operand),
            LLVMAtomicRMWBinOpFAdd => self.binary(BinaryOp::FAdd, before, operand),
            LLVMAtomicRMWBinOpFSub => self.binary(BinaryOp::FSub, before, operand),
            other => return Err(format!("the atomic operation {other:?}").into()),
        };
        self.store_leaf(new, ptr, 0);
        self.define(inst, old);
        Ok(())
    }

    pub fn pick(&mut self, cond: IntCond, a: ir::Value, b: ir::Value) -> ir::Value {
        let first = self.icmp(cond, a, b);
        self.select(first, a, b)
    }

    fn compare_exchange(&mut self, inst: Value<'m>) -> Lift {
        let ptr = self.scalar(inst.operand(0))?;
        let expected = self.scalar(inst.operand(1))?;
        let new = self.scalar(inst.operand(2))?;
        let old = self.load(ptr, inst.operand(1).ty())?[0];
        let same = self.icmp(IntCond::Eq, old, expected);
        let stored = self.select(same, new, old);
        self.store_leaf(stored, ptr, 0);
        self.define(inst, Parts::from_iter([old, same]));
        Ok(())
    }

    fn end(&mut self, inst: Value<'m>, block: BasicBlock<'m>) -> Lift {
        let end = match inst.opcode() {
            LLVMBr if inst.is_conditional() => {
                let cond = self.scalar(inst.condition())?;
                let to = inst.successors();
                let kind = branching::kind(inst);
                let then = self.target(block, to[0], kind)?;
                Terminator::Branch { cond, then, otherwise: self.target(block, to[1], kind)? }
            }
            LLVMBr => Terminator::Jump(self.target(block, inst.successors()[0], EdgeKind::Jump)?),
            LLVMSwitch => {
                let value = self.scalar(inst.operand(0))?;
                let (to, kind) = (inst.successors(), branching::kind(inst));
                let mut cases = Vec::new();
                for (i, &successor) in to.iter().enumerate().skip(1) {
                    let key = inst.operand(2 * i as u32).int_bits();
                    cases.push((key, self.target(block, successor, kind)?));
                }
                Terminator::Switch { value, cases, default: self.target(block, to[0], kind)? }
            }
            LLVMIndirectBr => self.indirect_branch(inst, block)?,
            LLVMRet => {
                let mut values = Values::new();
                if inst.operand_count() > 0 {
                    values.extend(self.parts(inst.operand(0))?);
                    if self.returns_partial {
                        values.iter().for_each(|value| self.func.partial[*value] = true);
                    }
                }
                Terminator::Return(values)
            }
            _ => {
                let check = self.new_check(CheckClass::Unreachable, "control does not come here");
                Terminator::Unreachable { check }
            }
        };
        Err(Halt::Ended(end))
    }

    /// A jump to a label's address: a switch over the labels it may go to.
    fn indirect_branch(&mut self, inst: Value<'m>, block: BasicBlock<'m>) -> Lift<Terminator> {
        let address = self.scalar(inst.operand(0))?;
        let value = self.fit(address, self.model().pointer_int());
        let mut cases: Vec<(u128, Target)> = Vec::new();
        for successor in inst.successors() {
            let key = u128::from(self.lifter.label(successor));
            if cases.iter().all(|(known, _)| *known != key) {
                cases.push((key, self.target(block, successor, EdgeKind::Branch)?));
            }
        }
        let nowhere = self.func.new_block();
        let check = self.new_check(CheckClass::Call, "jump to the address of a label");
        self.func.blocks[nowhere].end = Terminator::Unreachable { check };
        self.func.blocks[nowhere].end_loc = self.loc;
        let edge = self.lifter.edge(EdgeKind::Helper);
        Ok(Terminator::Switch { value, cases, default: Target { block: nowhere, args: Values::new(), edge } })
    }

    /// A scalar type of an LLVM type, or the reason there is none.
    pub fn scalar_type(&self, ty: super::llvm::Type<'m>) -> Lift<ir::Type> {
        Ok(shape::scalar(ty)?)
    }
}

fn binary_op(opcode: LLVMOpcode) -> Option<BinaryOp> {
    Some(match opcode {
        LLVMAdd => BinaryOp::Add,
        LLVMSub => BinaryOp::Sub,
        LLVMMul => BinaryOp::Mul,
        LLVMAnd => BinaryOp::And,
        LLVMOr => BinaryOp::Or,
        LLVMXor => BinaryOp::Xor,
        LLVMShl => BinaryOp::Shl,
        LLVMLShr => BinaryOp::Lshr,
        LLVMAShr => BinaryOp::Ashr,
        LLVMFAdd => BinaryOp::FAdd,
        LLVMFSub => BinaryOp::FSub,
        LLVMFMul => BinaryOp::FMul,
        LLVMFDiv => BinaryOp::FDiv,
        _ => return None,
    })
}

fn div_op(opcode: LLVMOpcode) -> Option<DivOp> {
    Some(match opcode {
        LLVMUDiv => DivOp::Udiv,
        LLVMSDiv => DivOp::Sdiv,
        LLVMURem => DivOp::Urem,
        LLVMSRem => DivOp::Srem,
        _ => return None,
    })
}

fn div_text(op: DivOp) -> &'static str {
    match op {
        DivOp::Udiv | DivOp::Sdiv => "the divisor is not zero",
        DivOp::Urem | DivOp::Srem => "the divisor of the remainder is not zero",
    }
}

fn unary_op(opcode: LLVMOpcode) -> Option<UnaryOp> {
    Some(match opcode {
        LLVMTrunc => UnaryOp::Trunc,
        LLVMZExt => UnaryOp::Zext,
        LLVMSExt => UnaryOp::Sext,
        LLVMFPToUI => UnaryOp::FToU,
        LLVMFPToSI => UnaryOp::FToS,
        LLVMUIToFP => UnaryOp::UToF,
        LLVMSIToFP => UnaryOp::SToF,
        LLVMFPTrunc => UnaryOp::FDemote,
        LLVMFPExt => UnaryOp::FPromote,
        LLVMPtrToInt => UnaryOp::PtrToInt,
        LLVMIntToPtr => UnaryOp::IntToPtr,
        LLVMBitCast | LLVMAddrSpaceCast => UnaryOp::Bitcast,
        _ => return None,
    })
}

fn int_cond(predicate: LLVMIntPredicate) -> IntCond {
    match predicate {
        LLVMIntPredicate::LLVMIntEQ => IntCond::Eq,
        LLVMIntPredicate::LLVMIntNE => IntCond::Ne,
        LLVMIntPredicate::LLVMIntUGT => IntCond::Ugt,
        LLVMIntPredicate::LLVMIntUGE => IntCond::Uge,
        LLVMIntPredicate::LLVMIntULT => IntCond::Ult,
        LLVMIntPredicate::LLVMIntULE => IntCond::Ule,
        LLVMIntPredicate::LLVMIntSGT => IntCond::Sgt,
        LLVMIntPredicate::LLVMIntSGE => IntCond::Sge,
        LLVMIntPredicate::LLVMIntSLT => IntCond::Slt,
        LLVMIntPredicate::LLVMIntSLE => IntCond::Sle,
    }
}

fn float_cond(predicate: LLVMRealPredicate) -> Option<FloatCond> {
    use LLVMRealPredicate::*;
    Some(match predicate {
        LLVMRealPredicateFalse | LLVMRealPredicateTrue => return None,
        LLVMRealOEQ => FloatCond::Oeq,
        LLVMRealOGT => FloatCond::Ogt,
        LLVMRealOGE => FloatCond::Oge,
        LLVMRealOLT => FloatCond::Olt,
        LLVMRealOLE => FloatCond::Ole,
        LLVMRealONE => FloatCond::One,
        LLVMRealORD => FloatCond::Ord,
        LLVMRealUNO => FloatCond::Uno,
        LLVMRealUEQ => FloatCond::Ueq,
        LLVMRealUGT => FloatCond::Ugt,
        LLVMRealUGE => FloatCond::Uge,
        LLVMRealULT => FloatCond::Ult,
        LLVMRealULE => FloatCond::Ule,
        LLVMRealUNE => FloatCond::Une,
    })
}
