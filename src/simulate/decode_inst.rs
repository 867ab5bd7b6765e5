//! Turns instructions into operations: the narrow and frequent ones into operations of their own, the rest into
//! general ones.

use super::bytecode::*;
use super::decode::Decoder;
use super::registers::width;
use rarebit_front_end::ir::*;

impl Decoder<'_> {
    pub(super) fn inst(&mut self, inst: Inst) {
        let func = self.func;
        let node = &func.insts[inst];
        let reg = |v: Value| self.regs.get(v);
        let d = node.results.first().map_or(0, |v| reg(*v));
        let op = match node.data {
            InstData::Unary { op, arg } => self.unary(op, arg, node.results[0]),
            InstData::Binary { op, args } => self.binary(op, args, d),
            InstData::Div { op, args: [a, b], .. } => {
                let (w, a, b) = (self.bits(a), reg(a), reg(b));
                if w > 64 { Op::WideDiv { op, w, d, a, b } } else { Op::Div { op, w, d, a, b } }
            }
            InstData::Icmp { cond, args: [a, b] } => icmp(cond, self.bits(a), d, reg(a), reg(b)),
            InstData::Fcmp { cond, args: [a, b] } => match func.ty(a) {
                Type::F32 => Op::Fcmp32 { cond, d, a: reg(a), b: reg(b) },
                _ => Op::Fcmp64 { cond, d, a: reg(a), b: reg(b) },
            },
            InstData::Select { cond, args: [a, b] } => {
                let (c, wide) = (reg(cond), width(func.ty(a)) == 2);
                let (a, b) = (reg(a), reg(b));
                if wide { Op::WideSelect { c, d, a, b } } else { Op::Select { c, d, a, b } }
            }
            InstData::Math { func, ref args } => Op::Math { func, site: self.site(args, &node.results) },
            InstData::Host { func, ref args, .. } => Op::Host { func, site: self.site(args, &node.results) },
            InstData::Load { ptr, origin, .. } => self.load(node.results[0], ptr, origin.expand()),
            InstData::Store { value, ptr, origin, .. } => self.store(value, ptr, origin.expand()),
            InstData::MemCopy { dst, src, len, .. } => Op::MemCopy { dst: reg(dst), src: reg(src), len: reg(len) },
            InstData::MemSet { dst, byte, len, .. } => Op::MemSet { dst: reg(dst), byte: reg(byte), len: reg(len) },
            InstData::StackAlloc { size, align } => Op::StackAlloc { d, size: reg(size), align },
            InstData::StackSave => Op::StackSave { d },
            InstData::StackRestore { mark } => Op::StackRestore { mark: reg(mark) },
            InstData::ScopeStart { slot } => Op::ScopeStart { address: self.slot(slot) },
            InstData::ScopeEnd { slot } => Op::ScopeEnd { address: self.slot(slot) },
            InstData::Call { func, ref args, va } => {
                let mut all = args.clone();
                all.extend(va.expand());
                Op::Call { func: func.as_u32(), site: self.site(&all, &node.results) }
            }
            InstData::CallIndirect { callee, ref args, va, .. } => {
                let callee = reg(callee);
                let va = va.expand().map(reg);
                let site = self.site(args, &node.results);
                self.code.sites[site as usize].va = va;
                Op::CallIndirect { callee, site }
            }
            InstData::Input { site } => Op::Input { d, site: site.as_u32() },
            InstData::Assume { cond } => Op::Assume { c: reg(cond) },
            InstData::Check { cond, .. } => Op::Check { c: reg(cond) },
        };
        self.emit(op);
    }

    fn slot(&self, slot: Slot) -> Reg {
        self.regs.slot_base as Reg + slot.as_u32() as Reg
    }

    fn site(&mut self, args: &[Value], results: &[Value]) -> u32 {
        let types = |values: &[Value]| values.iter().map(|v| self.func.ty(*v)).collect::<Vec<Type>>();
        let (arg_types, result_types) = (types(args), types(results));
        let shape = self.shape(arg_types.clone(), result_types.clone());
        self.code.sites.push(Site {
            args: self.flat(args).into(),
            arg_types: arg_types.into(),
            results: self.flat(results).into(),
            result_types: result_types.into(),
            va: None,
            shape,
        });
        self.code.sites.len() as u32 - 1
    }

    fn unary(&self, op: UnaryOp, arg: Value, result: Value) -> Op {
        let (from, to) = (self.bits(arg), self.bits(result));
        let (d, a) = (self.regs.get(result), self.regs.get(arg));
        if from > 64 || to > 64 {
            return Op::WideUnary { op, from, to, d, a };
        }
        match op {
            UnaryOp::Trunc => Op::Trunc { w: to, d, a },
            UnaryOp::Zext | UnaryOp::Bitcast | UnaryOp::PtrToInt | UnaryOp::IntToPtr => Op::Move { d, a },
            UnaryOp::Sext => Op::Sext { from, to, d, a },
            _ => Op::Unary { op, from, to, d, a },
        }
    }

    fn binary(&self, op: BinaryOp, args: [Value; 2], d: Reg) -> Op {
        let w = self.bits(args[0]);
        let [a, b] = args.map(|v| self.regs.get(v));
        if w > 64 {
            return Op::WideBinary { op, w, d, a, b };
        }
        match op {
            BinaryOp::Add | BinaryOp::PtrAdd => Op::Add { w, d, a, b },
            BinaryOp::Sub => Op::Sub { w, d, a, b },
            BinaryOp::Mul => Op::Mul { w, d, a, b },
            BinaryOp::And => Op::And { d, a, b },
            BinaryOp::Or => Op::Or { d, a, b },
            BinaryOp::Xor => Op::Xor { d, a, b },
            BinaryOp::Shl => Op::Shl { w, d, a, b },
            BinaryOp::Lshr => Op::Lshr { w, d, a, b },
            BinaryOp::Ashr => Op::Ashr { w, d, a, b },
            BinaryOp::SaddOverflow => Op::SaddOverflow { w, d, a, b },
            BinaryOp::UaddOverflow => Op::UaddOverflow { w, d, a, b },
            BinaryOp::SsubOverflow => Op::SsubOverflow { w, d, a, b },
            BinaryOp::UsubOverflow => Op::UsubOverflow { d, a, b },
            BinaryOp::SmulOverflow => Op::SmulOverflow { w, d, a, b },
            BinaryOp::UmulOverflow => Op::UmulOverflow { w, d, a, b },
            _ if w == 32 => Op::Binary32 { op, d, a, b },
            BinaryOp::FAdd => Op::FAdd { d, a, b },
            BinaryOp::FSub => Op::FSub { d, a, b },
            BinaryOp::FMul => Op::FMul { d, a, b },
            BinaryOp::FDiv => Op::FDiv { d, a, b },
        }
    }

    fn load(&self, result: Value, ptr: Value, origin: Option<Value>) -> Op {
        let (w, d, p) = (self.bits(result), self.regs.get(result), self.regs.get(ptr));
        match (w, origin.filter(|o| *o != ptr).map(|o| self.regs.get(o))) {
            (8, None) => Op::Load8 { d, p },
            (16, None) => Op::Load16 { d, p },
            (32, None) => Op::Load32 { d, p },
            (64, None) => Op::Load64 { d, p },
            (8, Some(o)) => Op::Load8In { d, p, o },
            (16, Some(o)) => Op::Load16In { d, p, o },
            (32, Some(o)) => Op::Load32In { d, p, o },
            (64, Some(o)) => Op::Load64In { d, p, o },
            (_, o) => Op::LoadBits { w, d, p, o: o.unwrap_or(p) },
        }
    }

    fn store(&self, value: Value, ptr: Value, origin: Option<Value>) -> Op {
        let (w, a, p) = (self.bits(value), self.regs.get(value), self.regs.get(ptr));
        match (w, origin.filter(|o| *o != ptr).map(|o| self.regs.get(o))) {
            (8, None) => Op::Store8 { a, p },
            (16, None) => Op::Store16 { a, p },
            (32, None) => Op::Store32 { a, p },
            (64, None) => Op::Store64 { a, p },
            (8, Some(o)) => Op::Store8In { a, p, o },
            (16, Some(o)) => Op::Store16In { a, p, o },
            (32, Some(o)) => Op::Store32In { a, p, o },
            (64, Some(o)) => Op::Store64In { a, p, o },
            (_, o) => Op::StoreBits { w, a, p, o: o.unwrap_or(p) },
        }
    }
}

/// Greater is less with the operands exchanged.
fn icmp(cond: IntCond, w: u8, d: Reg, a: Reg, b: Reg) -> Op {
    if w > 64 {
        return Op::WideIcmp { cond, w, d, a, b };
    }
    match cond {
        IntCond::Eq => Op::Eq { d, a, b },
        IntCond::Ne => Op::Ne { d, a, b },
        IntCond::Slt => Op::Slt { w, d, a, b },
        IntCond::Sle => Op::Sle { w, d, a, b },
        IntCond::Sgt => Op::Slt { w, d, a: b, b: a },
        IntCond::Sge => Op::Sle { w, d, a: b, b: a },
        IntCond::Ult => Op::Ult { d, a, b },
        IntCond::Ule => Op::Ule { d, a, b },
        IntCond::Ugt => Op::Ult { d, a: b, b: a },
        IntCond::Uge => Op::Ule { d, a: b, b: a },
    }
}
