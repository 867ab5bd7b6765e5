//! Integers of more than 128 bits, as far as bit-fields need them.
//!
//! clang reads and writes a run of bit-fields of a packed struct as one integer, however wide, and cuts the field out
//! of it. Bitwise operations, shifts by constants, comparisons for equality and changes of width are done on words of
//! 64 bits. Arithmetic on a wide `_BitInt` is not supported.

use super::function::{FunctionLifter, Lift, Parts};
use super::llvm::{LLVMIntPredicate, LLVMOpcode, LLVMValueKind, Value};
use super::shape::{self, wide_int};
use crate::ir::{self, *};
use LLVMOpcode::*;

const WORD: ir::Type = ir::Type::Int(64);

impl<'m> FunctionLifter<'_, 'm> {
    /// The width of the operands, or else of the result, of an operation that computes with wide integers.
    pub fn wide_operation(&self, inst: Value<'m>) -> Option<u32> {
        let computes = match inst.opcode() {
            LLVMAlloca | LLVMLoad | LLVMStore | LLVMPHI | LLVMSelect | LLVMFreeze | LLVMRet => false,
            LLVMExtractValue | LLVMInsertValue | LLVMBr | LLVMGetElementPtr => false,
            LLVMAnd | LLVMOr | LLVMXor => false,
            LLVMCall => inst.called().name().starts_with("llvm."),
            _ => true,
        };
        let of = |value: Value<'m>| wide_int(value.ty());
        if computes { inst.operands().find_map(of).or_else(|| of(inst)) } else { None }
    }

    pub fn wide(&mut self, inst: Value<'m>, width: u32) -> Lift {
        let parts = match inst.opcode() {
            LLVMTrunc | LLVMZExt => {
                let words = self.unpack(inst.operand(0), false)?;
                self.pack(words, inst.ty().int_width())
            }
            LLVMSExt => {
                let words = self.unpack(inst.operand(0), true)?;
                self.pack_signed(words, inst.ty().int_width())
            }
            opcode @ (LLVMShl | LLVMLShr | LLVMAShr)
                if inst.operand(1).kind() == LLVMValueKind::LLVMConstantIntValueKind =>
            {
                let words = self.unpack(inst.operand(0), opcode == LLVMAShr)?;
                let amount = inst.operand(1).int_words()[0].min(u64::from(width) - 1) as usize;
                let shifted = match opcode {
                    LLVMShl => self.shift_up(&words, amount),
                    LLVMLShr => {
                        let zero = self.func.int(WORD, 0);
                        self.shift_down(&words, amount, zero)
                    }
                    _ => {
                        let sign = self.sign(&words);
                        self.shift_down(&words, amount, sign)
                    }
                };
                self.pack(shifted, width)
            }
            LLVMICmp if matches!(inst.int_predicate(), LLVMIntPredicate::LLVMIntEQ | LLVMIntPredicate::LLVMIntNE) => {
                let (a, b) = (self.unpack(inst.operand(0), false)?, self.unpack(inst.operand(1), false)?);
                let zero = self.func.int(WORD, 0);
                let mut difference = zero;
                for (&a, &b) in a.iter().zip(&b) {
                    let part = self.binary(BinaryOp::Xor, a, b);
                    difference = self.binary(BinaryOp::Or, difference, part);
                }
                let equal = inst.int_predicate() == LLVMIntPredicate::LLVMIntEQ;
                Parts::from_iter([self.icmp(if equal { IntCond::Eq } else { IntCond::Ne }, difference, zero)])
            }
            _ => return Err(format!("computing with an integer of {width} bits").into()),
        };
        self.define(inst, parts);
        Ok(())
    }

    /// An integer of any width as whole words.
    fn unpack(&mut self, value: Value<'m>, signed: bool) -> Lift<Parts> {
        let extend = if signed { UnaryOp::Sext } else { UnaryOp::Zext };
        let mut words = Parts::new();
        for part in self.parts(value)? {
            match self.func.ty(part).bits(self.model()) {
                64 => words.push(part),
                0..64 => words.push(self.unary(extend, part, WORD)),
                bits => {
                    let whole = if bits == 128 { part } else { self.unary(extend, part, ir::Type::Int(128)) };
                    words.push(self.unary(UnaryOp::Trunc, whole, WORD));
                    let distance = self.func.int(ir::Type::Int(128), 64);
                    let high = self.binary(BinaryOp::Lshr, whole, distance);
                    words.push(self.unary(UnaryOp::Trunc, high, WORD));
                }
            }
        }
        Ok(words)
    }

    /// The leaves of an integer of this width, of words that are cut or filled up with zeros.
    fn pack(&mut self, words: Parts, width: u32) -> Parts {
        let zero = self.func.int(WORD, 0);
        self.pack_filled(words, width, zero)
    }

    fn pack_signed(&mut self, words: Parts, width: u32) -> Parts {
        let sign = self.sign(&words);
        self.pack_filled(words, width, sign)
    }

    fn pack_filled(&mut self, mut words: Parts, width: u32, fill: ir::Value) -> Parts {
        words.resize(width.div_ceil(64) as usize, fill);
        if width > 64 && width <= 128 {
            let ty = ir::Type::Int(width as u8);
            let [low, high] = [words[0], words[1]].map(|word| self.fit(word, ty));
            let distance = self.func.int(ty, 64);
            let high = self.binary(BinaryOp::Shl, high, distance);
            return Parts::from_iter([self.binary(BinaryOp::Or, low, high)]);
        }
        shape::words(width).zip(words).map(|(bits, word)| self.fit(word, ir::Type::Int(bits as u8))).collect()
    }

    /// A word full of the sign.
    fn sign(&mut self, words: &[ir::Value]) -> ir::Value {
        let distance = self.func.int(WORD, 63);
        self.binary(BinaryOp::Ashr, words[words.len() - 1], distance)
    }

    fn shift_up(&mut self, words: &[ir::Value], amount: usize) -> Parts {
        let zero = self.func.int(WORD, 0);
        let at = |i: usize, below: usize| i.checked_sub(below).map_or(zero, |i| words[i]);
        let skip = amount / 64;
        (0..words.len()).map(|i| self.straddle(at(i, skip), at(i, skip + 1), 64 - amount % 64)).collect()
    }

    fn shift_down(&mut self, words: &[ir::Value], amount: usize, fill: ir::Value) -> Parts {
        let at = |i: usize| words.get(i).copied().unwrap_or(fill);
        let skip = amount / 64;
        (0..words.len()).map(|i| self.straddle(at(i + skip + 1), at(i + skip), amount % 64)).collect()
    }

    /// The word that begins at this bit, 0 to 64, of two words.
    fn straddle(&mut self, high: ir::Value, low: ir::Value, start: usize) -> ir::Value {
        match start {
            0 => low,
            64 => high,
            _ => {
                let down = self.func.int(WORD, start as u128);
                let up = self.func.int(WORD, 64 - start as u128);
                let low = self.binary(BinaryOp::Lshr, low, down);
                let high = self.binary(BinaryOp::Shl, high, up);
                self.binary(BinaryOp::Or, low, high)
            }
        }
    }
}
