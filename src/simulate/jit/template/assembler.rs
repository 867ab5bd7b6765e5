//! The few x86-64 instructions that templates are made of.

/// A general register, by its number in the machine.
pub type Reg = u8;
pub const RAX: Reg = 0;
pub const RCX: Reg = 1;
pub const RDX: Reg = 2;
pub const RBX: Reg = 3;
pub const RSP: Reg = 4;
pub const RBP: Reg = 5;
pub const RSI: Reg = 6;
pub const RDI: Reg = 7;
pub const R8: Reg = 8;
pub const R12: Reg = 12;
pub const R13: Reg = 13;
pub const R14: Reg = 14;

/// What the machine's flags say, as the low half of `jcc` and `setcc`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Flag {
    Overflow = 0,
    Below = 2,
    AboveEqual = 3,
    Equal = 4,
    NotEqual = 5,
    BelowEqual = 6,
    Above = 7,
    Parity = 10,
    NoParity = 11,
    Less = 12,
    GreaterEqual = 13,
    LessEqual = 14,
    Greater = 15,
    Sign = 8,
}

/// Two-operand arithmetic, as the number that the immediate form carries.
#[derive(Clone, Copy)]
#[repr(u8)]
pub enum Alu {
    Add = 0,
    Or = 1,
    Sbb = 3,
    And = 4,
    Sub = 5,
    Xor = 6,
    Cmp = 7,
}

/// Shifts by the low byte of the second register, or by a constant.
#[derive(Clone, Copy)]
#[repr(u8)]
pub enum Shift {
    Left = 4,
    Right = 5,
    Arithmetic = 7,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(u32);

const UNBOUND: u32 = u32::MAX;

/// Code in the making.
#[derive(Default)]
pub struct Assembler {
    pub bytes: Vec<u8>,
    labels: Vec<u32>,
    /// Where distances to labels have to be filled in.
    jumps: Vec<(usize, Label)>,
}

impl Assembler {
    pub fn label(&mut self) -> Label {
        self.labels.push(UNBOUND);
        Label(self.labels.len() as u32 - 1)
    }

    pub fn bind(&mut self, label: Label) {
        self.labels[label.0 as usize] = self.bytes.len() as u32;
    }

    /// Fills in all jumps.
    pub fn finish(&mut self) {
        for (at, label) in std::mem::take(&mut self.jumps) {
            let target = self.labels[label.0 as usize];
            assert_ne!(target, UNBOUND, "every label is bound");
            let distance = i64::from(target) - (at as i64 + 4);
            self.patch(at, distance as i32);
        }
    }

    pub fn patch(&mut self, at: usize, number: i32) {
        self.bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
    }

    pub fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    fn word(&mut self, number: i32) {
        self.bytes.extend(number.to_le_bytes());
    }

    /// The prefix that widens and reaches registers 8 to 15; `low` asks for the low byte of any register.
    fn rex(&mut self, wide: bool, reg: Reg, index: Reg, rm: Reg, low: bool) {
        let bits = u8::from(wide) << 3 | (reg >> 3) << 2 | (index >> 3) << 1 | rm >> 3;
        if bits != 0 || low {
            self.byte(0x40 | bits);
        }
    }

    /// An instruction on two registers.
    pub fn rr(&mut self, wide: bool, op: &[u8], reg: Reg, rm: Reg) {
        let op = self.prefix(op);
        self.rex(wide, reg, 0, rm, false);
        self.bytes.extend(op);
        self.byte(0xc0 | (reg & 7) << 3 | (rm & 7));
    }

    /// A prefix that changes the instruction comes before the one for registers.
    fn prefix<'o>(&mut self, op: &'o [u8]) -> &'o [u8] {
        match op {
            [first @ (0x66 | 0xf2 | 0xf3), rest @ ..] => {
                self.byte(*first);
                rest
            }
            _ => op,
        }
    }

    /// An instruction on a register and the bytes at a register plus a distance.
    pub fn mem(&mut self, wide: bool, op: &[u8], reg: Reg, base: Reg, offset: i32) {
        let (op, low) = (self.prefix(op), op == [0x88] && reg >= 4);
        self.rex(wide, reg, 0, base, low);
        self.bytes.extend(op);
        let short = i8::try_from(offset);
        self.byte(if short.is_ok() { 0x40 } else { 0x80 } | (reg & 7) << 3 | (base & 7));
        if base & 7 == RSP {
            self.byte(0x24);
        }
        match short {
            Ok(offset) => self.byte(offset as u8),
            Err(_) => self.word(offset),
        }
    }

    /// The same, plus an index.
    pub fn indexed(&mut self, wide: bool, op: &[u8], reg: Reg, base: Reg, index: Reg, offset: i32) {
        let op = self.prefix(op);
        self.rex(wide, reg, index, base, false);
        self.bytes.extend(op);
        self.byte(0x84 | (reg & 7) << 3);
        self.byte((index & 7) << 3 | (base & 7));
        self.word(offset);
    }

    pub fn load(&mut self, reg: Reg, base: Reg, offset: i32) {
        self.mem(true, &[0x8b], reg, base, offset);
    }

    pub fn store(&mut self, reg: Reg, base: Reg, offset: i32) {
        self.mem(true, &[0x89], reg, base, offset);
    }

    /// Stores a constant of 64 bits, sign-extended.
    pub fn store_number(&mut self, number: i32, base: Reg, offset: i32) {
        self.mem(true, &[0xc7], 0, base, offset);
        self.word(number);
    }

    pub fn mov(&mut self, to: Reg, from: Reg) {
        self.rr(true, &[0x89], from, to);
    }

    /// The shortest way to a constant; flags stay.
    pub fn number(&mut self, reg: Reg, number: u64) {
        if u32::try_from(number).is_ok() {
            self.rex(false, 0, 0, reg, false);
            self.byte(0xb8 | (reg & 7));
            self.word(number as u32 as i32);
        } else if let Ok(short) = i32::try_from(number as i64) {
            self.rr(true, &[0xc7], 0, reg);
            self.word(short);
        } else {
            self.rex(true, 0, 0, reg, false);
            self.byte(0xb8 | (reg & 7));
            self.bytes.extend(number.to_le_bytes());
        }
    }

    pub fn alu(&mut self, wide: bool, op: Alu, to: Reg, from: Reg) {
        self.rr(wide, &[(op as u8) << 3 | 1], from, to);
    }

    /// On registers of 8, 16, 32 or 64 bits, for the flags.
    pub fn alu_sized(&mut self, width: u32, op: Alu, to: Reg, from: Reg) {
        let op = (op as u8) << 3;
        match width {
            8 => self.rr(false, &[op], from, to),
            16 => self.rr(false, &[0x66, op | 1], from, to),
            _ => self.rr(width == 64, &[op | 1], from, to),
        }
    }

    pub fn alu_number(&mut self, wide: bool, op: Alu, to: Reg, number: i32) {
        match i8::try_from(number) {
            Ok(short) => {
                self.rr(wide, &[0x83], op as u8, to);
                self.byte(short as u8);
            }
            Err(_) => {
                self.rr(wide, &[0x81], op as u8, to);
                self.word(number);
            }
        }
    }

    pub fn shift(&mut self, wide: bool, op: Shift, reg: Reg, by: u8) {
        self.rr(wide, &[0xc1], op as u8, reg);
        self.byte(by);
    }

    pub fn test(&mut self, reg: Reg) {
        self.rr(true, &[0x85], reg, reg);
    }

    /// The first register becomes 1 or 0.
    pub fn set(&mut self, flag: Flag, reg: Reg) {
        self.rr(false, &[0x0f, 0x90 | flag as u8], 0, reg);
        self.rr(false, &[0x0f, 0xb6], reg, reg);
    }

    pub fn jump(&mut self, label: Label) {
        self.byte(0xe9);
        self.distance(label);
    }

    pub fn jump_if(&mut self, flag: Flag, label: Label) {
        self.bytes.extend([0x0f, 0x80 | flag as u8]);
        self.distance(label);
    }

    fn distance(&mut self, label: Label) {
        self.jumps.push((self.bytes.len(), label));
        self.word(0);
    }

    /// Calls, or jumps to, what the bytes at a register plus a distance point to.
    pub fn call_at(&mut self, base: Reg, offset: i32) {
        self.mem(false, &[0xff], 2, base, offset);
    }

    pub fn jump_at(&mut self, base: Reg, offset: i32) {
        self.mem(false, &[0xff], 4, base, offset);
    }
}
