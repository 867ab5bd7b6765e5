//! Templates of arithmetic, as [`rarebit_front_end::ir::meaning`] defines it.

use super::*;

/// Clears what is above a width in `rax`.
pub fn cut(asm: &mut Assembler, width: u32) {
    match width {
        64 => {}
        32 => asm.rr(false, &[0x89], RAX, RAX),
        16 => asm.rr(false, &[0x0f, 0xb7], RAX, RAX),
        8 => asm.rr(false, &[0x0f, 0xb6], RAX, RAX),
        ..32 => asm.alu_number(false, Alu::And, RAX, (1i32 << width).wrapping_sub(1)),
        _ => {
            asm.shift(true, Shift::Left, RAX, 64 - width as u8);
            asm.shift(true, Shift::Right, RAX, 64 - width as u8);
        }
    }
}

/// Sign-extends from a width to 64 bits.
fn fill_sign(asm: &mut Assembler, reg: Reg, width: u32) {
    match width {
        64 => {}
        32 => asm.rr(true, &[0x63], reg, reg),
        16 => asm.rr(true, &[0x0f, 0xbf], reg, reg),
        8 => asm.rr(true, &[0x0f, 0xbe], reg, reg),
        _ => {
            asm.shift(true, Shift::Left, reg, 64 - width as u8);
            asm.shift(true, Shift::Arithmetic, reg, 64 - width as u8);
        }
    }
}

fn flag(cond: IntCond) -> Flag {
    match cond {
        IntCond::Eq => Flag::Equal,
        IntCond::Ne => Flag::NotEqual,
        IntCond::Slt => Flag::Less,
        IntCond::Sle => Flag::LessEqual,
        IntCond::Sgt => Flag::Greater,
        IntCond::Sge => Flag::GreaterEqual,
        IntCond::Ult => Flag::Below,
        IntCond::Ule => Flag::BelowEqual,
        IntCond::Ugt => Flag::Above,
        IntCond::Uge => Flag::AboveEqual,
    }
}

impl Template<'_> {
    pub fn binary(&mut self, result: Value, op: BinaryOp, [a, b]: [Value; 2]) {
        use BinaryOp::*;
        let width = self.width(a);
        match op {
            FAdd | FSub | FMul | FDiv => {
                let code = match op {
                    FAdd => 0x58,
                    FSub => 0x5c,
                    FMul => 0x59,
                    _ => 0x5e,
                };
                self.floats(width, a, b);
                self.asm.rr(false, &[scalar(width), 0x0f, code], 0, 1);
                self.define_float(result, width);
            }
            _ if width > 64 => self.shared_binary(result, op, a, b),
            Add | PtrAdd | Sub | And | Or | Xor => {
                let alu = match op {
                    Add | PtrAdd => Alu::Add,
                    Sub => Alu::Sub,
                    And => Alu::And,
                    Or => Alu::Or,
                    _ => Alu::Xor,
                };
                let wide = width > 32;
                self.operands(alu, wide, a, b);
                if !matches!(width, 32 | 64) && matches!(op, Add | PtrAdd | Sub) {
                    cut(&mut self.asm, width);
                }
                self.define(result);
            }
            Mul => {
                self.two(a, b);
                self.asm.rr(width > 32, &[0x0f, 0xaf], RAX, RCX);
                if !matches!(width, 32 | 64) {
                    cut(&mut self.asm, width);
                }
                self.define(result);
            }
            Shl | Lshr | Ashr => self.shift(result, op, width, a, b),
            _ if matches!(width, 8 | 16 | 32 | 64) => self.overflow(result, op, width, a, b),
            _ => self.shared_binary(result, op, a, b),
        }
    }

    /// Both operands, in `rax` and `rcx`.
    fn two(&mut self, a: Value, b: Value) {
        self.load(RCX, b);
        self.load(RAX, a);
    }

    /// An operation on `rax` and another operand, wherever that is.
    fn operands(&mut self, op: Alu, wide: bool, a: Value, b: Value) {
        if let Some(number) = self.immediate(b, wide) {
            self.load(RAX, a);
            self.asm.alu_number(wide, op, RAX, number);
        } else if self.held == Some(b) || self.func.as_const(b).is_some() {
            self.two(a, b);
            self.asm.alu(wide, op, RAX, RCX);
        } else {
            self.load(RAX, a);
            let home = self.home(b);
            self.asm.mem(wide, &[(op as u8) << 3 | 3], RAX, RBP, home);
        }
    }

    fn shift(&mut self, result: Value, op: BinaryOp, width: u32, a: Value, b: Value) {
        if width == 1 {
            self.load(RAX, a);
            return self.define(result);
        }
        self.two(a, b);
        if op == BinaryOp::Ashr {
            fill_sign(&mut self.asm, RAX, width);
        }
        let shift = match op {
            BinaryOp::Shl => Shift::Left,
            BinaryOp::Lshr => Shift::Right,
            _ => Shift::Arithmetic,
        };
        self.asm.rr(width > 32, &[0xd3], shift as u8, RAX);
        cut(&mut self.asm, width);
        self.define(result);
    }

    fn overflow(&mut self, result: Value, op: BinaryOp, width: u32, a: Value, b: Value) {
        use BinaryOp::*;
        self.two(a, b);
        let flag = match op {
            SaddOverflow | UaddOverflow => {
                self.asm.alu_sized(width, Alu::Add, RAX, RCX);
                if op == SaddOverflow { Flag::Overflow } else { Flag::Below }
            }
            SsubOverflow | UsubOverflow => {
                self.asm.alu_sized(width, Alu::Sub, RAX, RCX);
                if op == SsubOverflow { Flag::Overflow } else { Flag::Below }
            }
            _ => {
                // One operand and `rax`, with a product of twice the width.
                let which = if op == SmulOverflow { 5 } else { 4 };
                match width {
                    8 => self.asm.rr(false, &[0xf6], which, RCX),
                    16 => self.asm.rr(false, &[0x66, 0xf7], which, RCX),
                    _ => self.asm.rr(width == 64, &[0xf7], which, RCX),
                }
                Flag::Overflow
            }
        };
        self.asm.set(flag, RAX);
        self.define(result);
    }

    /// Leaves it to the function that defines it.
    fn shared_binary(&mut self, result: Value, op: BinaryOp, a: Value, b: Value) {
        self.share(a, at::arg(0));
        self.share(b, at::arg(1));
        self.asm.number(RSI, op as u64);
        self.asm.number(RDX, self.width(a).into());
        self.call(Helper::Binary);
        self.fetch(result, at::result(0));
    }

    pub fn divide(&mut self, result: Value, op: DivOp, [a, b]: [Value; 2]) {
        let width = self.width(a);
        if width > 64 {
            self.share(a, at::arg(0));
            self.share(b, at::arg(1));
            self.asm.number(RSI, op as u64);
            self.asm.number(RDX, width.into());
            self.call_checked(Helper::Divide);
            return self.fetch(result, at::result(0));
        }
        self.two(a, b);
        self.asm.test(RCX);
        self.out_if(Flag::Equal, Out::Leave);
        let wide = width > 32;
        if matches!(op, DivOp::Sdiv | DivOp::Srem) {
            fill_sign(&mut self.asm, RAX, width);
            fill_sign(&mut self.asm, RCX, width);
            if matches!(width, 8 | 16 | 32 | 64) {
                let fine = self.asm.label();
                self.asm.alu_number(true, Alu::Cmp, RCX, -1);
                self.asm.jump_if(Flag::NotEqual, fine);
                self.asm.number(RDX, (-1i64 << (width - 1)) as u64);
                self.asm.alu(true, Alu::Cmp, RAX, RDX);
                self.out_if(Flag::Equal, Out::Leave);
                self.asm.bind(fine);
            }
            // cdq or cqo; idiv
            if wide {
                self.asm.byte(0x48);
            }
            self.asm.byte(0x99);
            self.asm.rr(wide, &[0xf7], 7, RCX);
        } else {
            self.asm.number(RDX, 0);
            self.asm.rr(wide, &[0xf7], 6, RCX);
        }
        if matches!(op, DivOp::Urem | DivOp::Srem) {
            self.asm.mov(RAX, RDX);
        }
        cut(&mut self.asm, width);
        self.define(result);
    }

    pub fn compare(&mut self, result: Value, cond: IntCond, [a, b]: [Value; 2]) {
        let width = self.width(a);
        if width > 64 {
            return self.compare_wide(result, cond, width, a, b);
        }
        let signed = super::super::arith::is_signed(cond);
        if matches!(width, 32 | 64) || !signed {
            self.operands(Alu::Cmp, width > 32, a, b);
        } else {
            self.two(a, b);
            fill_sign(&mut self.asm, RAX, width);
            fill_sign(&mut self.asm, RCX, width);
            self.asm.alu(true, Alu::Cmp, RAX, RCX);
        }
        self.asm.set(flag(cond), RAX);
        self.define(result);
    }

    /// The flags of a subtraction of two words say what is less; equal is what differs nowhere.
    fn compare_wide(&mut self, result: Value, cond: IntCond, width: u32, a: Value, b: Value) {
        use IntCond::*;
        let (cond, [a, b]) =
            if matches!(cond, Sgt | Sle | Ugt | Ule) { (cond.swapped(), [b, a]) } else { (cond, [a, b]) };
        self.two(a, b);
        self.load_high(RDX, a);
        self.load_high(RSI, b);
        if super::super::arith::is_signed(cond) {
            fill_sign(&mut self.asm, RDX, width - 64);
            fill_sign(&mut self.asm, RSI, width - 64);
        }
        if matches!(cond, Eq | Ne) {
            self.asm.alu(true, Alu::Xor, RAX, RCX);
            self.asm.alu(true, Alu::Xor, RDX, RSI);
            self.asm.alu(true, Alu::Or, RAX, RDX);
        } else {
            self.asm.alu(true, Alu::Cmp, RAX, RCX);
            self.asm.alu(true, Alu::Sbb, RDX, RSI);
        }
        self.asm.set(flag(cond), RAX);
        self.define(result);
    }

    pub fn compare_floats(&mut self, result: Value, cond: FloatCond, [a, b]: [Value; 2]) {
        use FloatCond::*;
        let width = self.width(a);
        // The machine's "above" is false where there is no order, its "below" true.
        let swap = matches!(cond, Olt | Ole | Ugt | Uge);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        self.floats(width, a, b);
        let op: &[u8] = if width == 64 { &[0x66, 0x0f, 0x2e] } else { &[0x0f, 0x2e] };
        self.asm.rr(false, op, 0, 1);
        let flag = match cond {
            Ord => Flag::NoParity,
            Uno => Flag::Parity,
            One | Une => Flag::NotEqual,
            Oeq | Ueq => Flag::Equal,
            Ogt | Olt => Flag::Above,
            Oge | Ole => Flag::AboveEqual,
            Ult | Ugt => Flag::Below,
            Ule | Uge => Flag::BelowEqual,
        };
        self.asm.set(flag, RAX);
        // "Equal" is true where there is no order. Setting changes no flags.
        if matches!(cond, Oeq | Une) {
            self.asm.set(if cond == Oeq { Flag::NoParity } else { Flag::Parity }, RCX);
            self.asm.alu(false, if cond == Oeq { Alu::And } else { Alu::Or }, RAX, RCX);
        }
        self.define(result);
    }

    /// Two floats in the first two float registers.
    fn floats(&mut self, width: u32, a: Value, b: Value) {
        for (reg, value) in [(1, b), (0, a)] {
            self.float(reg, width, value);
        }
    }

    fn float(&mut self, reg: Reg, width: u32, value: Value) {
        if self.held == Some(value) || self.func.as_const(value).is_some() {
            self.load(RAX, value);
            self.asm.rr(width == 64, &[0x66, 0x0f, 0x6e], reg, RAX);
        } else {
            let home = self.home(value);
            self.asm.mem(false, &[scalar(width), 0x0f, 0x10], reg, RBP, home);
        }
    }

    fn define_float(&mut self, result: Value, width: u32) {
        self.asm.rr(width == 64, &[0x66, 0x0f, 0x7e], 0, RAX);
        self.define(result);
    }

    pub fn unary(&mut self, result: Value, op: UnaryOp, arg: Value) {
        use UnaryOp::*;
        let (from, to) = (self.width(arg), self.width(result));
        if from > 64 || to > 64 {
            return self.shared_unary(result, op, arg);
        }
        match op {
            Trunc => {
                self.load(RAX, arg);
                cut(&mut self.asm, to);
                self.define(result);
            }
            Zext | Bitcast | PtrToInt | IntToPtr => {
                self.load(RAX, arg);
                self.define(result);
            }
            Sext => {
                self.load(RAX, arg);
                fill_sign(&mut self.asm, RAX, from);
                cut(&mut self.asm, to);
                self.define(result);
            }
            // btc or btr of the sign.
            FNeg | FAbs => {
                self.load(RAX, arg);
                self.asm.rr(from == 64, &[0x0f, 0xba], if op == FNeg { 7 } else { 6 }, RAX);
                self.asm.byte(from as u8 - 1);
                self.define(result);
            }
            FPromote | FDemote => {
                self.float(0, from, arg);
                self.asm.rr(false, &[scalar(from), 0x0f, 0x5a], 0, 0);
                self.define_float(result, to);
            }
            SToF | UToF if op == SToF || from < 64 => {
                self.load(RAX, arg);
                if op == SToF {
                    fill_sign(&mut self.asm, RAX, from);
                }
                self.asm.rr(true, &[scalar(to), 0x0f, 0x2a], 0, RAX);
                self.define_float(result, to);
            }
            _ => self.shared_unary(result, op, arg),
        }
    }

    fn shared_unary(&mut self, result: Value, op: UnaryOp, arg: Value) {
        self.share(arg, at::arg(0));
        self.asm.number(RSI, op as u64);
        self.asm.number(RDX, self.width(arg).into());
        self.asm.number(RCX, self.width(result).into());
        self.call(Helper::Unary);
        self.fetch(result, at::result(0));
    }
}

/// The prefix of operations on one float.
fn scalar(width: u32) -> u8 {
    if width == 64 { 0xf2 } else { 0xf3 }
}
