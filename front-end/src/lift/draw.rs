//! Inputs as instructions: one `input` per scalar or byte, with its site.
//!
//! Memory is filled with inputs by the type of the object where it is known, so that an `int` is one input and not
//! four, and byte by byte otherwise. Either way the values, little-endian and in order, are exactly the bytes of the
//! object: padding is drawn too, as it is natively when somebody copies recorded bytes there. The elements of an
//! array are the occurrences of one site, read in a loop.

use super::function::{FunctionLifter, Lift};
use super::llvm::{LLVMOpcode, LLVMValueKind, Value};
use super::object::Object;
use crate::ir::{self, *};

/// What an input is called and between which bounds it lies.
#[derive(Clone, Default)]
pub struct Draw<'a> {
    pub source: &'a str,
    pub name: Option<String>,
    pub range: Option<(i128, i128)>,
}

impl Draw<'_> {
    pub fn of(source: &str) -> Draw<'_> {
        Draw { source, name: None, range: None }
    }

    fn part(&self, suffix: &str) -> Self {
        Draw { name: self.name.as_ref().map(|name| name.clone() + suffix), ..self.clone() }
    }
}

/// Where the address argument of a call points, if its computation tells: the variable at its beginning.
fn variable(mut address: Value<'_>) -> Option<Value<'_>> {
    loop {
        match address.kind() {
            LLVMValueKind::LLVMInstructionValueKind => match address.opcode() {
                LLVMOpcode::LLVMAlloca => return Some(address),
                LLVMOpcode::LLVMGetElementPtr if address.operands().skip(1).all(is_zero) => {
                    address = address.operand(0);
                }
                _ => return None,
            },
            LLVMValueKind::LLVMGlobalVariableValueKind => return Some(address),
            _ => return None,
        }
    }
}

fn is_zero(value: Value<'_>) -> bool {
    value.kind() == LLVMValueKind::LLVMConstantIntValueKind && value.is_null()
}

fn is_one(value: Value<'_>) -> bool {
    value.kind() == LLVMValueKind::LLVMConstantIntValueKind && value.int_bits() == 1
}

impl<'m> FunctionLifter<'_, 'm> {
    /// A new input site at this place, and its value.
    pub fn input(&mut self, ty: ir::Type, kind: InputKind, draw: Draw<'_>) -> ir::Value {
        let range = draw.range.or((kind == InputKind::Bool).then_some((0, 1)));
        let site = self.lifter.program.sites.push(SiteInfo {
            ty,
            kind,
            source: draw.source.into(),
            name: draw.name,
            range,
            func: self.id,
            loc: self.loc,
        });
        let value = self.one(InstData::Input { site }, ty);
        self.input_of.insert(value, site);
        value
    }

    /// A value between two bounds, both included: the site's range where they are constants, assumptions otherwise.
    pub fn bounded(&mut self, kind: InputKind, [low, high]: [ir::Value; 2], mut draw: Draw<'_>) -> ir::Value {
        let ty = self.func.ty(low);
        let constant = |value| match self.func.as_const(value) {
            Some(Const::Bits(_, bits)) => Some(bound(ty, kind, bits)),
            _ => None,
        };
        draw.range = constant(low).zip(constant(high)).filter(|&range| is_range(ty, kind, range));
        if draw.range == Some(widest(ty, kind)) {
            draw.range = None;
            return self.input(ty, kind, draw);
        }
        let ranged = draw.range.is_some();
        let value = self.input(ty, kind, draw);
        if !ranged {
            for args in [[low, value], [value, high]] {
                let cond = if ty.is_float() {
                    self.one(InstData::Fcmp { cond: FloatCond::Ole, args }, ir::Type::I1)
                } else {
                    let cond = if kind == InputKind::Signed { IntCond::Sle } else { IntCond::Ule };
                    self.icmp(cond, args[0], args[1])
                };
                self.push(InstData::Assume { cond }, &[]);
            }
        }
        value
    }

    /// Fills `size` bytes at an address with inputs; `source` is the address as LLVM has it.
    pub fn fill(&mut self, address: ir::Value, size: ir::Value, source: Option<Value<'m>>, draw: Draw<'_>) -> Lift {
        let known = match self.func.as_const(size) {
            Some(Const::Bits(_, bytes)) => source.and_then(|value| self.object_at(value, bytes as u64)),
            _ => None,
        };
        match known {
            Some(object) => self.fill_object(address, &object, &draw),
            None => {
                self.repeat(size, 1, address, |this, byte| this.fill_object(byte, &Object::BYTE, &draw))?;
                Ok(())
            }
        }
    }

    /// The object that begins at an address and takes so many bytes.
    fn object_at(&mut self, address: Value<'m>, bytes: u64) -> Option<Object> {
        let variable = variable(address)?;
        let ty = match variable.kind() {
            LLVMValueKind::LLVMGlobalVariableValueKind => variable.content_type(),
            _ if !is_one(variable.operand(0)) => return None,
            _ => variable.allocated_type(),
        };
        let mut whole = Object::of_type(self.lifter.layout, ty);
        if let Some(node) = self.declared_type(variable) {
            let id = self.lifter.types.read(Some(node));
            let typed = Object::of_c_type(&self.lifter.types, id, self.model());
            if typed.size() == whole.size() {
                whole = typed;
            }
        }
        if whole.size() == bytes {
            return Some(whole);
        }
        // The beginning of an array.
        match whole {
            Object::Array(element, count) if bytes < element.size() * count && bytes.is_multiple_of(element.size()) => {
                let count = bytes / element.size();
                Some(Object::Array(element, count))
            }
            _ => None,
        }
    }

    fn fill_object(&mut self, address: ir::Value, object: &Object, draw: &Draw<'_>) -> Lift {
        match object {
            &Object::Scalar { ty, kind, .. } => {
                let value = self.input(ty, kind, draw.clone());
                self.store_leaf(value, address, 0);
            }
            Object::Array(element, count) => {
                let count = self.func.int(self.model().pointer_int(), (*count).into());
                self.repeat(count, element.size(), address, |this, at| this.fill_object(at, element, draw))?;
            }
            Object::Struct(fields, _) => {
                for field in fields {
                    let at = self.offset(address, field.offset);
                    self.fill_object(at, &field.object, &draw.part(&field.name))?;
                }
            }
        }
        Ok(())
    }

    /// Does something at each of `count` addresses, `stride` bytes apart.
    fn repeat(
        &mut self,
        count: ir::Value,
        stride: u64,
        base: ir::Value,
        mut body: impl FnMut(&mut Self, ir::Value) -> Lift,
    ) -> Lift {
        let word = self.model().pointer_int();
        let count = self.fit(count, word);
        let (head, inside, after) = (self.func.new_block(), self.func.new_block(), self.func.new_block());
        let index = self.func.new_param(head, word);
        let zero = self.func.int(word, 0);
        self.jump(head, Values::from_iter([zero]));
        self.block = head;
        let more = self.icmp(IntCond::Ult, index, count);
        let [then, otherwise] = [inside, after].map(|block| {
            let edge = self.lifter.edge(EdgeKind::Helper);
            Target { block, args: Values::new(), edge }
        });
        self.func.blocks[head].end = Terminator::Branch { cond: more, then, otherwise };
        self.func.blocks[head].end_loc = self.loc;
        self.block = inside;
        let stride = self.func.int(word, stride.into());
        let distance = self.binary(BinaryOp::Mul, index, stride);
        let at = self.binary(BinaryOp::PtrAdd, base, distance);
        body(self, at)?;
        let one = self.func.int(word, 1);
        let next = self.binary(BinaryOp::Add, index, one);
        self.jump(head, Values::from_iter([next]));
        self.block = after;
        Ok(())
    }

    fn jump(&mut self, block: Block, args: Values) {
        let edge = self.lifter.edge(EdgeKind::Jump);
        self.func.blocks[self.block].end = Terminator::Jump(Target { block, args, edge });
        self.func.blocks[self.block].end_loc = self.loc;
    }
}

/// A bound as a site keeps it.
fn bound(ty: ir::Type, kind: InputKind, bits: u128) -> i128 {
    match (ty, kind) {
        (ir::Type::Int(width), InputKind::Signed) => meaning::wide::signed(width.into(), bits),
        _ => bits as i128,
    }
}

/// Are these bounds that a site can keep, with something between them?
fn is_range(ty: ir::Type, kind: InputKind, (low, high): (i128, i128)) -> bool {
    match ty {
        ir::Type::F32 => f32::from_bits(low as u32) <= f32::from_bits(high as u32),
        ir::Type::F64 => f64::from_bits(low as u64) <= f64::from_bits(high as u64),
        // Unsigned numbers of 128 bits do not all fit.
        _ => low <= high && (kind == InputKind::Signed || low >= 0),
    }
}

/// The bounds that exclude nothing.
fn widest(ty: ir::Type, kind: InputKind) -> (i128, i128) {
    match (ty, kind) {
        (ir::Type::Int(width), InputKind::Signed) => {
            let high = i128::MAX >> (128 - u32::from(width));
            (-high - 1, high)
        }
        (ir::Type::Int(width), _) if width < 128 => (0, (1 << width) - 1),
        // Floats: there is none, for NaN is never inside.
        _ => (0, -1),
    }
}
