//! Emits arithmetic, as [`rarebit_front_end::ir::meaning`] defines it.
//!
//! A value lies zero-extended in a container of 8, 16, 32, 64 or 128 bits. Where the width is the container's, the
//! machine's operation is the meaning; else operands are extended before and results cut after. What exists only for
//! 128 bits and is rare (division, overflow, counting) is left to the functions that define it.

use super::super::libm;
use super::callbacks;
use super::emit::{Body, Emitter, container};
use super::shared::at;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self as clif, AbiParam, InstBuilder, MemFlagsData, types};
use cranelift_codegen::isa::CallConv;
use rarebit_front_end::ir::meaning::narrow;
use rarebit_front_end::ir::*;

pub fn int_cc(cond: IntCond) -> IntCC {
    match cond {
        IntCond::Eq => IntCC::Equal,
        IntCond::Ne => IntCC::NotEqual,
        IntCond::Slt => IntCC::SignedLessThan,
        IntCond::Sle => IntCC::SignedLessThanOrEqual,
        IntCond::Sgt => IntCC::SignedGreaterThan,
        IntCond::Sge => IntCC::SignedGreaterThanOrEqual,
        IntCond::Ult => IntCC::UnsignedLessThan,
        IntCond::Ule => IntCC::UnsignedLessThanOrEqual,
        IntCond::Ugt => IntCC::UnsignedGreaterThan,
        IntCond::Uge => IntCC::UnsignedGreaterThanOrEqual,
    }
}

pub fn is_signed(cond: IntCond) -> bool {
    matches!(cond, IntCond::Slt | IntCond::Sle | IntCond::Sgt | IntCond::Sge)
}

pub fn float_cc(cond: FloatCond) -> FloatCC {
    match cond {
        FloatCond::Oeq => FloatCC::Equal,
        FloatCond::One => FloatCC::OrderedNotEqual,
        FloatCond::Olt => FloatCC::LessThan,
        FloatCond::Ole => FloatCC::LessThanOrEqual,
        FloatCond::Ogt => FloatCC::GreaterThan,
        FloatCond::Oge => FloatCC::GreaterThanOrEqual,
        FloatCond::Ord => FloatCC::Ordered,
        FloatCond::Ueq => FloatCC::UnorderedOrEqual,
        FloatCond::Une => FloatCC::NotEqual,
        FloatCond::Ult => FloatCC::UnorderedOrLessThan,
        FloatCond::Ule => FloatCC::UnorderedOrLessThanOrEqual,
        FloatCond::Ugt => FloatCC::UnorderedOrGreaterThan,
        FloatCond::Uge => FloatCC::UnorderedOrGreaterThanOrEqual,
        FloatCond::Uno => FloatCC::Unordered,
    }
}

pub fn is_signed_overflow(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::SaddOverflow | BinaryOp::SsubOverflow | BinaryOp::SmulOverflow)
}

/// Bits of the container of a width.
fn container_bits(width: u32) -> u32 {
    width.next_power_of_two().max(8)
}

impl<'a> Emitter<'a, '_> {
    fn ty_of(&self, value: clif::Value) -> clif::Type {
        self.b.func.dfg.value_type(value)
    }

    /// Sign-extends from a width to the whole container.
    pub fn fill_sign(&mut self, value: clif::Value, width: u32) -> clif::Value {
        let bits = self.ty_of(value).bits();
        if width == bits {
            return value;
        }
        let by = self.b.ins().iconst(types::I32, i64::from(bits - width));
        let high = self.b.ins().ishl(value, by);
        self.b.ins().sshr(high, by)
    }

    /// Extends or cuts an integer, zero-extending.
    fn resize(&mut self, value: clif::Value, ty: clif::Type) -> clif::Value {
        match self.ty_of(value).bits().cmp(&ty.bits()) {
            std::cmp::Ordering::Less => self.b.ins().uextend(ty, value),
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => self.b.ins().ireduce(ty, value),
        }
    }

    /// As [`Emitter::resize`], but sign-extending from the width.
    fn resize_signed(&mut self, value: clif::Value, width: u32, ty: clif::Type) -> clif::Value {
        let value = self.fill_sign(value, width);
        if self.ty_of(value).bits() < ty.bits() { self.b.ins().sextend(ty, value) } else { self.resize(value, ty) }
    }

    pub fn compare(&mut self, cond: IntCond, width: u32, a: clif::Value, b: clif::Value) -> clif::Value {
        let (a, b) = if is_signed(cond) { (self.fill_sign(a, width), self.fill_sign(b, width)) } else { (a, b) };
        self.b.ins().icmp(int_cc(cond), a, b)
    }

    pub fn binary(&mut self, op: BinaryOp, ty: Type, a: clif::Value, b: clif::Value) -> clif::Value {
        let width = ty.bits(self.model());
        let value = match op {
            BinaryOp::FAdd => return self.b.ins().fadd(a, b),
            BinaryOp::FSub => return self.b.ins().fsub(a, b),
            BinaryOp::FMul => return self.b.ins().fmul(a, b),
            BinaryOp::FDiv => return self.b.ins().fdiv(a, b),
            BinaryOp::And => return self.b.ins().band(a, b),
            BinaryOp::Or => return self.b.ins().bor(a, b),
            BinaryOp::Xor => return self.b.ins().bxor(a, b),
            BinaryOp::Add | BinaryOp::PtrAdd => self.b.ins().iadd(a, b),
            BinaryOp::Sub => self.b.ins().isub(a, b),
            BinaryOp::Mul => self.b.ins().imul(a, b),
            BinaryOp::Shl | BinaryOp::Lshr | BinaryOp::Ashr => return self.shift(op, width, a, b),
            _ => return self.overflow(op, width, a, b),
        };
        self.cut(value, width)
    }

    /// The machine shifts registers of 32, 64 or 128 bits and takes the count modulo that; so do we, and cut.
    fn shift(&mut self, op: BinaryOp, width: u32, a: clif::Value, b: clif::Value) -> clif::Value {
        if width == 1 {
            return a;
        }
        let small = self.ty_of(a);
        let ty = clif::Type::int(container_bits(width).max(32) as u16).expect("a power of two");
        let count = if self.ty_of(b).bits() > 32 { self.b.ins().ireduce(types::I32, b) } else { b };
        let value = match op {
            BinaryOp::Ashr => {
                let a = self.resize_signed(a, width, ty);
                self.b.ins().sshr(a, count)
            }
            BinaryOp::Lshr => {
                let a = self.resize(a, ty);
                self.b.ins().ushr(a, count)
            }
            _ => {
                let a = self.resize(a, ty);
                self.b.ins().ishl(a, count)
            }
        };
        let value = self.resize(value, small);
        self.cut(value, width)
    }

    /// A sum, difference or product that is followed by the test of its overflow is one operation that gives both.
    pub fn pair(&mut self, body: &mut Body<'a>, inst: Inst, next: Inst) {
        let func = body.func;
        let (InstData::Binary { op, args }, InstData::Binary { op: test, args: tested }) =
            (&func.insts[inst].data, &func.insts[next].data)
        else {
            return;
        };
        let width = func.ty(args[0]).bits(self.model());
        if args != tested || !matches!(width, 32 | 64) || func.as_const(args[1]).is_some() {
            return;
        }
        let [a, b] = args.map(|v| self.get(body, v));
        let (value, overflows) = match (op, test) {
            (BinaryOp::Add, BinaryOp::SaddOverflow) => self.b.ins().sadd_overflow(a, b),
            (BinaryOp::Sub, BinaryOp::SsubOverflow) => self.b.ins().ssub_overflow(a, b),
            (BinaryOp::Mul, BinaryOp::SmulOverflow) => self.b.ins().smul_overflow(a, b),
            (BinaryOp::Add, BinaryOp::UaddOverflow) => self.b.ins().uadd_overflow(a, b),
            (BinaryOp::Mul, BinaryOp::UmulOverflow) => self.b.ins().umul_overflow(a, b),
            _ => return,
        };
        body.values[func.insts[inst].results[0]] = Some(value);
        body.values[func.insts[next].results[0]] = Some(overflows);
    }

    /// Whether adding or subtracting a constant overflows is a comparison.
    pub fn overflow_by_constant(&mut self, body: &Body<'a>, op: BinaryOp, a: Value, b: Value) -> Option<clif::Value> {
        let Some(Const::Bits(Type::Int(width), bits)) = body.func.as_const(b) else { return None };
        let add = match op {
            BinaryOp::SaddOverflow => true,
            BinaryOp::SsubOverflow => false,
            _ => return None,
        };
        if !matches!(width, 8 | 16 | 32 | 64) {
            return None;
        }
        let by = i128::from(narrow::signed(width.into(), bits as u64)) * if add { 1 } else { -1 };
        let (least, most) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
        let (cc, limit) =
            if by >= 0 { (IntCC::SignedGreaterThan, most - by) } else { (IntCC::SignedLessThan, least - by) };
        let a = self.get(body, a);
        let limit = self.int(self.ty_of(a), limit as u64);
        // Subtracting the least number adds more than there is: then every number from 0 on overflows.
        Some(self.b.ins().icmp(cc, a, limit))
    }

    fn overflow(&mut self, op: BinaryOp, width: u32, a: clif::Value, b: clif::Value) -> clif::Value {
        if width > 64 {
            self.share(a, at::arg(0));
            self.share(b, at::arg(1));
            let (op, width) = (self.number(op as u32), self.number(width));
            self.callback(callbacks::binary_any as *const u8, &[op, width], None);
            return self.fetch(Type::I1, at::result(0));
        }
        let signed = is_signed_overflow(op);
        let native = matches!(width, 32 | 64);
        let ty = if native { self.ty_of(a) } else { types::I64 };
        let (a, b) = if signed {
            (self.resize_signed(a, width, ty), self.resize_signed(b, width, ty))
        } else {
            (self.resize(a, ty), self.resize(b, ty))
        };
        let (value, wrapped) = match op {
            BinaryOp::SaddOverflow => self.b.ins().sadd_overflow(a, b),
            BinaryOp::SsubOverflow => self.b.ins().ssub_overflow(a, b),
            BinaryOp::SmulOverflow => self.b.ins().smul_overflow(a, b),
            BinaryOp::UaddOverflow => self.b.ins().uadd_overflow(a, b),
            BinaryOp::UsubOverflow => return self.b.ins().icmp(IntCC::UnsignedLessThan, a, b),
            _ => self.b.ins().umul_overflow(a, b),
        };
        if native {
            return wrapped;
        }
        let outside = if signed {
            let fits = self.fill_sign(value, width);
            self.b.ins().icmp(IntCC::NotEqual, fits, value)
        } else {
            let most = self.int(types::I64, narrow::mask(width));
            self.b.ins().icmp(IntCC::UnsignedGreaterThan, value, most)
        };
        self.b.ins().bor(wrapped, outside)
    }

    pub fn divide(&mut self, body: &Body<'a>, op: DivOp, args: [Value; 2], check: Check) -> clif::Value {
        let ty = body.func.ty(args[0]);
        let width = ty.bits(self.model());
        let [a, b] = args.map(|v| self.get(body, v));
        if width > 64 {
            self.share(a, at::arg(0));
            self.share(b, at::arg(1));
            let (op, number) = (self.number(op as u32), self.number(width));
            self.checked(callbacks::divide_any as *const u8, &[op, number], Some(check));
            return self.fetch(ty, at::result(0));
        }
        let signed = matches!(op, DivOp::Sdiv | DivOp::Srem);
        let divisor = match body.func.as_const(args[1]) {
            Some(Const::Bits(_, bits)) => Some(bits as u64),
            _ => None,
        };
        if divisor.is_none_or(|d| d == 0) {
            self.end_unless(b, self.failing(check));
        }
        let minus_one = narrow::mask(width);
        if signed && matches!(width, 8 | 16 | 32 | 64) && divisor.is_none_or(|d| d == minus_one) {
            let least = self.int(self.ty_of(a), 1 << (width - 1));
            let ones = self.int(self.ty_of(a), minus_one);
            let is_least = self.b.ins().icmp(IntCC::Equal, a, least);
            let is_ones = self.b.ins().icmp(IntCC::Equal, b, ones);
            let both = self.b.ins().band(is_least, is_ones);
            self.end_if(both, self.failing(check));
        }
        // Small divisions are done in 32 bits, where the machine has no special cases.
        let small = self.ty_of(a);
        let ty = if small.bits() < 32 { types::I32 } else { small };
        let (a, b) = if signed {
            (self.resize_signed(a, width, ty), self.resize_signed(b, width, ty))
        } else {
            (self.resize(a, ty), self.resize(b, ty))
        };
        let value = match op {
            DivOp::Udiv => self.b.ins().udiv(a, b),
            DivOp::Sdiv => self.b.ins().sdiv(a, b),
            DivOp::Urem => self.b.ins().urem(a, b),
            DivOp::Srem => self.b.ins().srem(a, b),
        };
        let value = self.resize(value, small);
        self.cut(value, width)
    }

    pub fn unary(&mut self, op: UnaryOp, from: Type, to: Type, arg: clif::Value) -> clif::Value {
        let model = self.model();
        let (from_bits, to_bits) = (from.bits(model), to.bits(model));
        let ty = container(to, model);
        match op {
            UnaryOp::Trunc => {
                let value = self.resize(arg, ty);
                self.cut(value, to_bits)
            }
            UnaryOp::Zext => self.resize(arg, ty),
            UnaryOp::Sext => {
                let value = self.resize_signed(arg, from_bits, ty);
                self.cut(value, to_bits)
            }
            UnaryOp::Bitcast | UnaryOp::PtrToInt | UnaryOp::IntToPtr => self.reinterpret(arg, ty),
            UnaryOp::FPromote => self.b.ins().fpromote(types::F64, arg),
            UnaryOp::FDemote => self.b.ins().fdemote(types::F32, arg),
            UnaryOp::FNeg => self.b.ins().fneg(arg),
            UnaryOp::FAbs => self.b.ins().fabs(arg),
            _ if from_bits > 64 || to_bits > 64 => self.unary_any(op, from, to, arg),
            UnaryOp::FToS => self.signed_of(arg, to_bits, ty),
            UnaryOp::FToU => self.unsigned_of(arg, to_bits, ty),
            UnaryOp::SToF => {
                let value = self.resize_signed(arg, from_bits, types::I64);
                self.b.ins().fcvt_from_sint(ty, value)
            }
            UnaryOp::UToF => {
                let value = self.resize(arg, types::I64);
                // Up to 63 bits the signed conversion, which is one instruction, says the same.
                if from_bits < 64 {
                    self.b.ins().fcvt_from_sint(ty, value)
                } else {
                    self.b.ins().fcvt_from_uint(ty, value)
                }
            }
            UnaryOp::Clz | UnaryOp::Ctz | UnaryOp::Popcnt | UnaryOp::Bswap | UnaryOp::Bitrev => {
                let wide = self.resize(arg, types::I64);
                let value = self.count(op, from_bits, wide);
                self.resize(value, ty)
            }
        }
    }

    /// The same bits as another type.
    fn reinterpret(&mut self, value: clif::Value, ty: clif::Type) -> clif::Value {
        let from = self.ty_of(value);
        if from == ty {
            value
        } else if from.bits() == ty.bits() {
            self.b.ins().bitcast(ty, MemFlagsData::new(), value)
        } else {
            self.resize(value, ty)
        }
    }

    fn unary_any(&mut self, op: UnaryOp, from: Type, to: Type, arg: clif::Value) -> clif::Value {
        let model = self.model();
        self.share(arg, at::arg(0));
        let numbers = [op as u32, from.bits(model), to.bits(model)].map(|n| self.number(n));
        self.callback(callbacks::unary_any as *const u8, &numbers, None);
        self.fetch(to, at::result(0))
    }

    /// Of 64 bits of which the lowest `width` count.
    fn count(&mut self, op: UnaryOp, width: u32, value: clif::Value) -> clif::Value {
        let unused = i64::from(64 - width);
        match op {
            UnaryOp::Clz => {
                let zeros = self.b.ins().clz(value);
                self.b.ins().iadd_imm_s(zeros, -unused)
            }
            UnaryOp::Ctz => {
                let zeros = self.b.ins().ctz(value);
                let most = self.b.ins().iconst(types::I64, i64::from(width));
                self.b.ins().umin(zeros, most)
            }
            UnaryOp::Popcnt => self.b.ins().popcnt(value),
            UnaryOp::Bswap => {
                let swapped = self.b.ins().bswap(value);
                self.b.ins().ushr_imm_u(swapped, unused)
            }
            _ => {
                let reversed = self.b.ins().bitrev(value);
                self.b.ins().ushr_imm_u(reversed, unused)
            }
        }
    }

    /// The machine's conversion to 32 or 64 bits, which gives only the top bit for what does not fit.
    fn convert(&mut self, x: clif::Value, bits: u32) -> clif::Value {
        let ty = clif::Type::int(bits as u16).expect("32 or 64");
        let end = self.b.ins().f64const(if bits == 32 { 2147483648.0 } else { 9223372036854775808.0 });
        let fits = self.b.ins().fcmp(FloatCC::LessThan, x, end);
        let value = self.b.ins().fcvt_to_sint_sat(ty, x);
        let indefinite = self.int(ty, 1 << (bits - 1));
        self.b.ins().select(fits, value, indefinite)
    }

    fn as_double(&mut self, x: clif::Value) -> clif::Value {
        if self.ty_of(x) == types::F32 { self.b.ins().fpromote(types::F64, x) } else { x }
    }

    fn signed_of(&mut self, x: clif::Value, width: u32, ty: clif::Type) -> clif::Value {
        let x = self.as_double(x);
        let value = self.convert(x, if width <= 32 { 32 } else { 64 });
        let value = self.resize(value, ty);
        self.cut(value, width)
    }

    fn unsigned_of(&mut self, x: clif::Value, width: u32, ty: clif::Type) -> clif::Value {
        if width < 32 {
            return self.signed_of(x, width, ty);
        }
        let double = self.as_double(x);
        let low = self.convert(double, 64);
        if width == 32 {
            return self.resize(low, ty);
        }
        let reduced = if self.ty_of(x) == types::F32 {
            let top = self.b.ins().f32const(9223372036854775808.0f32);
            let reduced = self.b.ins().fsub(x, top);
            self.b.ins().fpromote(types::F64, reduced)
        } else {
            let top = self.b.ins().f64const(9223372036854775808.0);
            self.b.ins().fsub(x, top)
        };
        let high = self.convert(reduced, 64);
        let sign = self.b.ins().sshr_imm_u(low, 63);
        let high = self.b.ins().band(high, sign);
        let value = self.b.ins().bor(low, high);
        self.cut(value, width)
    }

    /// A libm function: the machine's instruction where there is one that says the same, else the library's code.
    pub fn math(&mut self, func: MathFn, types_of: &[Type], args: &[clif::Value], result: Type) -> clif::Value {
        match func {
            MathFn::Sqrt => return self.b.ins().sqrt(args[0]),
            MathFn::Floor => return self.b.ins().floor(args[0]),
            MathFn::Ceil => return self.b.ins().ceil(args[0]),
            MathFn::Trunc => return self.b.ins().trunc(args[0]),
            MathFn::CopySign => return self.b.ins().fcopysign(args[0], args[1]),
            _ => {}
        }
        let single = types_of.contains(&Type::F32);
        if let Some(address) = libm::address(func, single) {
            let ty = if single { types::F32 } else { types::F64 };
            let mut sig = clif::Signature::new(CallConv::SystemV);
            sig.params.extend(args.iter().map(|_| AbiParam::new(ty)));
            sig.returns.push(AbiParam::new(ty));
            let sig = self.b.import_signature(sig);
            let address = self.b.ins().iconst(types::I64, address as i64);
            let call = self.b.ins().call_indirect(sig, address, args);
            return self.b.inst_results(call)[0];
        }
        let mut widths = 0u64;
        for (index, (arg, ty)) in args.iter().zip(types_of).enumerate() {
            self.share(*arg, at::arg(index));
            widths |= u64::from(ty.bits(self.model())) << (8 * index);
        }
        let numbers = [func as u32, single.into(), args.len() as u32].map(|n| self.number(n));
        let widths = self.b.ins().iconst(types::I64, widths as i64);
        let [func, single, count] = numbers;
        self.callback(callbacks::math_any as *const u8, &[func, single, count, widths], None);
        self.fetch(result, at::result(0))
    }
}
