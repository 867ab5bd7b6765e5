//! LLVM intrinsics that clang emits for C at -O0.

use super::convention;
use super::function::{FunctionLifter, Halt, Lift, Parts};
use super::llvm::{LLVMValueKind, Value};
use super::shape::leaves;
use crate::ir::{self, *};

impl<'m> FunctionLifter<'_, 'm> {
    pub fn intrinsic(&mut self, inst: Value<'m>, name: &str) -> Lift {
        let base = name.strip_prefix("llvm.").unwrap_or(name);
        // Drop the type suffix: `memcpy.p0.p0.i64`, `ctlz.i32`; names with inner dots come first.
        let has = |prefix: &str| base == prefix || base.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('.'));
        if [
            "dbg",
            "donothing",
            "assume",
            "prefetch",
            "annotation",
            "var.annotation",
            "experimental.noalias.scope.decl",
            "va_end",
            "invariant.end",
            "sideeffect",
            "pseudoprobe",
        ]
        .iter()
        .any(|p| has(p))
        {
            return Ok(());
        }
        if has("lifetime.start") || has("lifetime.end") {
            return self.lifetime(inst, has("lifetime.start"));
        }
        if has("va_start") {
            return self.va_start(inst);
        }
        if has("va_copy") {
            return self.va_copy(inst);
        }
        if has("trap") || has("ubsantrap") || has("debugtrap") {
            let check = self.new_check(CheckClass::Trap, "trap is not reached");
            let never = self.func.int(ir::Type::I1, 0);
            self.push(InstData::Check { cond: never, check }, &[]);
            self.push(InstData::Host { func: HostFn::Abort, args: Values::new(), check: None.into() }, &[]);
            return Err(Halt::Ended(Terminator::Stop));
        }
        let args = inst.call_args();
        if has("memcpy") || has("memmove") || has("memcpy.inline") || has("memset") || has("memset.inline") {
            let dst = self.scalar(args[0])?;
            let other = self.scalar(args[1])?;
            let len = self.scalar(args[2])?;
            let len = self.fit(len, self.model().pointer_int());
            if has("memset") || has("memset.inline") {
                let check = self.memory_check("memset".into());
                self.push(InstData::MemSet { dst, byte: other, len, check }, &[]);
                return Ok(());
            }
            let text = if has("memmove") { "memmove" } else { "memcpy" };
            let check = self.memory_check(text.into());
            self.push(InstData::MemCopy { dst, src: other, len, check }, &[]);
            // Afterwards, since only ranges within their objects can be said to overlap: how far apart two objects lie
            // is the simulator's choice.
            if !has("memmove") && !self.func.library && !self.are_apart(dst, other) {
                self.check_disjoint(dst, len, other, len, true);
            }
            return Ok(());
        }
        let parts = if has("stacksave") {
            self.push(InstData::StackSave, &[ir::Type::Ptr])
        } else if has("stackrestore") {
            let mark = self.scalar(args[0])?;
            self.push(InstData::StackRestore { mark }, &[])
        } else if has("is.constant") {
            Parts::from_iter([self.func.int(ir::Type::I1, 0)])
        } else if has("objectsize") {
            // Unknown, as the second argument says: 0 or all ones.
            let ty = self.scalar_type(inst.ty())?;
            let zero = args[1].int_bits() != 0;
            let ones = meaning::wide::mask(ty.bits(self.model()));
            Parts::from_iter([self.func.int(ty, if zero { 0 } else { ones })])
        } else if has("expect")
            || has("expect.with.probability")
            || has("threadlocal.address")
            || has("launder.invariant.group")
            || has("ssa.copy")
            || has("arithmetic.fence")
            || has("ptr.annotation")
        {
            self.parts(args[0])?
        } else if has("is.fpclass") {
            self.classify(&args)?
        } else if has("flt.rounds") || has("get.rounding") {
            Parts::from_iter([self.func.int(ir::Type::I32, 1)])
        } else {
            self.elementwise(inst, base, &args)?
        };
        self.define(inst, parts);
        Ok(())
    }

    /// Are these addresses in objects that are known to be different?
    fn are_apart(&self, a: ir::Value, b: ir::Value) -> bool {
        let object = |v: ir::Value| match self.func.as_const(v) {
            Some(Const::Global(global, _)) => Some((0, global.as_u32())),
            Some(Const::Slot(slot)) => Some((1, slot.as_u32())),
            _ => None,
        };
        object(a).zip(object(b)).is_some_and(|(a, b)| a != b)
    }

    fn lifetime(&mut self, inst: Value<'m>, start: bool) -> Lift {
        let address = self.scalar(inst.operand(1))?;
        if let Some(Const::Slot(slot)) = self.func.as_const(address) {
            self.func.slots[slot].scoped = true;
            let data = if start { InstData::ScopeStart { slot } } else { InstData::ScopeEnd { slot } };
            self.push(data, &[]);
        }
        Ok(())
    }

    /// Intrinsics that work on each element alone.
    fn elementwise(&mut self, inst: Value<'m>, base: &str, args: &[Value<'m>]) -> Lift<Parts> {
        let word = base.split('.').next().unwrap_or(base);
        let two = base.split('.').take(2).collect::<Vec<_>>().join(".");
        if matches!(base.split('.').nth(1), Some("with")) {
            return self.with_overflow(word, args);
        }
        let mut operands = Vec::new();
        for arg in args.iter().filter(|a| a.kind() != LLVMValueKind::LLVMMetadataAsValueValueKind) {
            self.warn_long_double(arg.ty());
            operands.push(self.parts(*arg)?);
        }
        if word == "vector" && base.starts_with("vector.reduce.") {
            return self.reduce(base, &operands);
        }
        let shape = leaves(self.lifter.layout, inst.ty())?;
        let mut parts = Parts::new();
        for (i, leaf) in shape.iter().enumerate() {
            let at: Vec<ir::Value> = operands.iter().map(|p| *p.get(i).unwrap_or(&p[0])).collect();
            parts.push(self.element(word, &two, base, &at, leaf.ty)?);
        }
        Ok(parts)
    }

    fn element(&mut self, word: &str, two: &str, name: &str, at: &[ir::Value], ty: ir::Type) -> Lift<ir::Value> {
        let bits = match word {
            "ctlz" => Some(UnaryOp::Clz),
            "cttz" => Some(UnaryOp::Ctz),
            "ctpop" => Some(UnaryOp::Popcnt),
            "bswap" => Some(UnaryOp::Bswap),
            "bitreverse" => Some(UnaryOp::Bitrev),
            "fabs" => Some(UnaryOp::FAbs),
            _ => None,
        };
        if let Some(op) = bits {
            return Ok(self.unary(op, at[0], ty));
        }
        Ok(match word {
            "smax" => self.pick(IntCond::Sgt, at[0], at[1]),
            "smin" => self.pick(IntCond::Slt, at[0], at[1]),
            "umax" => self.pick(IntCond::Ugt, at[0], at[1]),
            "umin" => self.pick(IntCond::Ult, at[0], at[1]),
            "abs" => {
                let zero = self.func.int(ty, 0);
                let negative = self.icmp(IntCond::Slt, at[0], zero);
                let negated = self.binary(BinaryOp::Sub, zero, at[0]);
                self.select(negative, negated, at[0])
            }
            // Of two zeros the machine's minimum and maximum give the first, unlike the C library's.
            "minnum" | "maxnum" => {
                let cond = if word == "minnum" { FloatCond::Olt } else { FloatCond::Ogt };
                let second = self.fcmp(cond, at[1], at[0]);
                let number = self.select(second, at[1], at[0]);
                let nan = self.fcmp(FloatCond::Uno, at[0], at[0]);
                self.select(nan, at[1], number)
            }
            "fshl" | "fshr" => self.funnel(word == "fshl", at, ty),
            "fmuladd" => {
                let product = self.binary(BinaryOp::FMul, at[0], at[1]);
                self.binary(BinaryOp::FAdd, product, at[2])
            }
            "ptrmask" => {
                let word = self.model().pointer_int();
                let address = self.fit(at[0], word);
                let mask = self.fit(at[1], word);
                let masked = self.binary(BinaryOp::And, address, mask);
                self.fit(masked, ir::Type::Ptr)
            }
            "uadd" | "sadd" | "usub" | "ssub" if two.ends_with(".sat") => self.saturate(word, at, ty),
            _ => {
                let func = if word == "powi" { None } else { MathFn::from_name(word) };
                let func = func.ok_or_else(|| format!("the compiler's intrinsic `llvm.{name}`"))?;
                convention::math(self, func, at, &[ty])?[0]
            }
        })
    }

    /// `{i32, i1} @llvm.sadd.with.overflow`: the wrapped result and the test.
    fn with_overflow(&mut self, word: &str, args: &[Value<'m>]) -> Lift<Parts> {
        let (op, test) = match word {
            "sadd" => (BinaryOp::Add, BinaryOp::SaddOverflow),
            "uadd" => (BinaryOp::Add, BinaryOp::UaddOverflow),
            "ssub" => (BinaryOp::Sub, BinaryOp::SsubOverflow),
            "usub" => (BinaryOp::Sub, BinaryOp::UsubOverflow),
            "smul" => (BinaryOp::Mul, BinaryOp::SmulOverflow),
            "umul" => (BinaryOp::Mul, BinaryOp::UmulOverflow),
            _ => return Err(format!("the compiler's intrinsic `llvm.{word}.with.overflow`").into()),
        };
        let (a, b) = (self.parts(args[0])?, self.parts(args[1])?);
        let results: Vec<ir::Value> = a.iter().zip(&b).map(|(&a, &b)| self.binary(op, a, b)).collect();
        let tests: Vec<ir::Value> = a.iter().zip(&b).map(|(&a, &b)| self.binary(test, a, b)).collect();
        Ok(results.into_iter().chain(tests).collect())
    }

    /// Rotation through two words: the shift count is taken modulo the width.
    fn funnel(&mut self, left: bool, at: &[ir::Value], ty: ir::Type) -> ir::Value {
        let width = ty.bits(self.model());
        let modulus = self.func.int(ty, width.into());
        let check = self.new_check(CheckClass::Division, "rotation");
        let count = self.one(InstData::Div { op: DivOp::Urem, args: [at[2], modulus], check }, ty);
        let other = self.binary(BinaryOp::Sub, modulus, count);
        let zero = self.func.int(ty, 0);
        let whole = self.icmp(IntCond::Eq, count, zero);
        let (high, low) = if left { (count, other) } else { (other, count) };
        let high = self.binary(BinaryOp::Shl, at[0], high);
        let low = self.binary(BinaryOp::Lshr, at[1], low);
        let both = self.binary(BinaryOp::Or, high, low);
        self.select(whole, if left { at[0] } else { at[1] }, both)
    }

    fn saturate(&mut self, word: &str, at: &[ir::Value], ty: ir::Type) -> ir::Value {
        let width = ty.bits(self.model());
        let (op, test) = match word {
            "uadd" => (BinaryOp::Add, BinaryOp::UaddOverflow),
            "sadd" => (BinaryOp::Add, BinaryOp::SaddOverflow),
            "usub" => (BinaryOp::Sub, BinaryOp::UsubOverflow),
            _ => (BinaryOp::Sub, BinaryOp::SsubOverflow),
        };
        let result = self.binary(op, at[0], at[1]);
        let overflows = self.binary(test, at[0], at[1]);
        let limit = match word {
            "uadd" => self.func.int(ty, meaning::wide::mask(width)),
            "usub" => self.func.int(ty, 0),
            _ => {
                // The sign of the first operand decides which end is met.
                let least = self.func.int(ty, 1 << (width - 1));
                let most = self.func.int(ty, meaning::wide::mask(width) >> 1);
                let zero = self.func.int(ty, 0);
                let negative = self.icmp(IntCond::Slt, at[0], zero);
                self.select(negative, least, most)
            }
        };
        self.select(overflows, limit, result)
    }

    fn reduce(&mut self, base: &str, operands: &[Parts]) -> Lift<Parts> {
        let word = base.split('.').nth(2).unwrap_or_default();
        let elements = operands.last().cloned().unwrap_or_default();
        let mut rest = elements.iter().copied();
        let first = if operands.len() > 1 { operands[0][0] } else { rest.next().ok_or("an empty vector")? };
        let mut result = first;
        for element in rest {
            result = match word {
                "add" => self.binary(BinaryOp::Add, result, element),
                "mul" => self.binary(BinaryOp::Mul, result, element),
                "and" => self.binary(BinaryOp::And, result, element),
                "or" => self.binary(BinaryOp::Or, result, element),
                "xor" => self.binary(BinaryOp::Xor, result, element),
                "fadd" => self.binary(BinaryOp::FAdd, result, element),
                "fmul" => self.binary(BinaryOp::FMul, result, element),
                "smax" => self.pick(IntCond::Sgt, result, element),
                "smin" => self.pick(IntCond::Slt, result, element),
                "umax" => self.pick(IntCond::Ugt, result, element),
                "umin" => self.pick(IntCond::Ult, result, element),
                _ => return Err(format!("the compiler's intrinsic `llvm.{base}`").into()),
            };
        }
        Ok(Parts::from_iter([result]))
    }

    /// `llvm.is.fpclass`: a mask of ten classes, tested on the bits.
    fn classify(&mut self, args: &[Value<'m>]) -> Lift<Parts> {
        let values = self.parts(args[0])?;
        let mask = args[1].int_bits() as u32;
        let mut parts = Parts::new();
        for value in values {
            parts.push(self.fp_class(value, mask));
        }
        Ok(parts)
    }

    fn fp_class(&mut self, value: ir::Value, mask: u32) -> ir::Value {
        let (bits, fraction) = if self.func.ty(value) == ir::Type::F32 { (32, 23) } else { (64, 52) };
        let ty = ir::Type::Int(bits);
        let raw = self.unary(UnaryOp::Bitcast, value, ty);
        let magnitude_mask = self.func.int(ty, meaning::wide::mask(u32::from(bits) - 1));
        let magnitude = self.binary(BinaryOp::And, raw, magnitude_mask);
        let zero = self.func.int(ty, 0);
        let negative = self.icmp(IntCond::Slt, raw, zero);
        let least_normal = 1u128 << fraction;
        let infinity = meaning::wide::mask(u32::from(bits) - 1) & !(least_normal - 1);
        let quiet = infinity | (1 << (fraction - 1));
        // Magnitude intervals [low, high] with the mask bits for a positive and a negative sign.
        let classes = [
            (infinity + 1, quiet - 1, 0, 0),
            (quiet, meaning::wide::mask(u32::from(bits) - 1), 1, 1),
            (infinity, infinity, 9, 2),
            (least_normal, infinity - 1, 8, 3),
            (1, least_normal - 1, 7, 4),
            (0, 0, 6, 5),
        ];
        let mut result = self.func.int(ir::Type::I1, 0);
        for (low, high, positive_bit, negative_bit) in classes {
            let (positive, negative_wanted) = (mask >> positive_bit & 1, mask >> negative_bit & 1);
            if positive == 0 && negative_wanted == 0 {
                continue;
            }
            let (low, high) = (self.func.int(ty, low), self.func.int(ty, high));
            let above = self.icmp(IntCond::Uge, magnitude, low);
            let below = self.icmp(IntCond::Ule, magnitude, high);
            let mut inside = self.binary(BinaryOp::And, above, below);
            if positive != negative_wanted {
                let one = self.func.int(ir::Type::I1, 1);
                let sign = if positive == 1 { self.binary(BinaryOp::Xor, negative, one) } else { negative };
                inside = self.binary(BinaryOp::And, inside, sign);
            }
            result = self.binary(BinaryOp::Or, result, inside);
        }
        result
    }
}
