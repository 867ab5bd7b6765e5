//! Facts as checks: a program that fails where the analysis was wrong.
//!
//! Behind every definition stand checks that the value lies in its abstract value, and at the head of every block
//! that is said to be unreachable a check that fails. Any simulator can then be the judge of the analysis, at no cost
//! to ordinary runs.

use super::domain::{Abs, Int, max_signed, min_signed};
use super::interpret::Facts;
use crate::ir::*;

/// The program with its facts; checks from the second number on are those facts.
pub fn with_facts(program: &Program, facts: &Facts) -> (Program, Check) {
    let mut program = program.clone();
    let first = program.checks.next_key();
    let ids: Vec<Func> = program.funcs.keys().collect();
    for id in ids {
        let mut func = std::mem::take(&mut program.funcs[id]);
        let blocks = func.layout.clone();
        for block in blocks {
            let insts = std::mem::take(&mut func.blocks[block].insts);
            let mut writer = Writer { program: &mut program, func: &mut func, id, block, loc: Loc::default() };
            if !facts.is_reached(id, block) {
                writer.unreached();
            }
            for param in writer.func.blocks[block].params.clone() {
                writer.value(param, facts.value(id, param));
            }
            for inst in insts {
                writer.func.blocks[block].insts.push(inst);
                writer.loc = writer.func.insts[inst].loc;
                for result in writer.func.insts[inst].results.clone() {
                    writer.value(result, facts.value(id, result));
                }
            }
        }
        program.funcs[id] = func;
    }
    (program, first)
}

struct Writer<'a> {
    program: &'a mut Program,
    func: &'a mut Function,
    id: Func,
    block: Block,
    loc: Loc,
}

impl Writer<'_> {
    fn check(&mut self, cond: Value, text: String) {
        let info = CheckInfo { class: CheckClass::Assert, text, func: self.id, loc: self.loc };
        let check = self.program.checks.push(info);
        self.func.push_inst(self.block, InstData::Check { cond, check }, &[], self.loc);
    }

    fn unreached(&mut self) {
        let cond = self.func.int(Type::I1, 0);
        let text = format!("{} of {} is reached", self.block, self.func.name);
        self.check(cond, text);
    }

    fn compute(&mut self, data: InstData, ty: Type) -> Value {
        let inst = self.func.push_inst(self.block, data, &[ty], self.loc);
        self.func.insts[inst].results[0]
    }

    fn compare(&mut self, cond: IntCond, a: Value, b: u128) -> Value {
        let b = self.func.int(self.func.ty(a), b & meaning::wide::mask(self.func.ty(a).bits(self.program.model)));
        self.compute(InstData::Icmp { cond, args: [a, b] }, Type::I1)
    }

    fn value(&mut self, value: Value, abs: Option<&Abs>) {
        let text = |what: &str| format!("{value} {what}");
        match abs {
            // In a block that is not reached; that is what fails.
            None => {}
            Some(Abs::Int(int)) if self.func.ty(value).is_int() => self.int(value, int),
            Some(Abs::Int(_)) => {}
            Some(Abs::Float(float)) => {
                let ty = self.func.ty(value);
                let bits = |x: f64| if float.single { u128::from((x as f32).to_bits()) } else { x.to_bits().into() };
                if !float.nan {
                    let cond = self.compute(InstData::Fcmp { cond: FloatCond::Ord, args: [value, value] }, Type::I1);
                    self.check(cond, text("is a number"));
                }
                for (cond, bound) in [(FloatCond::Uge, float.lo), (FloatCond::Ule, float.hi)] {
                    let constant = self.func.constant(Const::Bits(ty, bits(bound)));
                    let holds = self.compute(InstData::Fcmp { cond, args: [value, constant] }, Type::I1);
                    self.check(holds, text(&format!("lies in {float}")));
                }
            }
            Some(Abs::Pointer(pointer)) => {
                if pointer.may_be_null() || self.func.ty(value) != Type::Ptr {
                    return;
                }
                let null = self.func.constant(Const::Bits(Type::Ptr, 0));
                let cond = self.compute(InstData::Icmp { cond: IntCond::Ne, args: [value, null] }, Type::I1);
                self.check(cond, text("is not null"));
            }
        }
    }

    fn int(&mut self, value: Value, int: &Int) {
        let text = format!("{value} lies in {int}");
        let need = |writer: &mut Self, cond: IntCond, bound: u128| {
            let holds = writer.compare(cond, value, bound);
            writer.check(holds, text.clone());
        };
        if int.smin > min_signed(int.width) {
            need(self, IntCond::Sge, int.smin as u128);
        }
        if int.smax < max_signed(int.width) {
            need(self, IntCond::Sle, int.smax as u128);
        }
        if int.umin > 0 {
            need(self, IntCond::Uge, int.umin);
        }
        if int.umax < meaning::wide::mask(int.width) {
            need(self, IntCond::Ule, int.umax);
        }
        let ty = self.func.ty(value);
        if int.zeros | int.ones != 0 {
            let mask = self.func.int(ty, int.zeros | int.ones);
            let known = self.compute(InstData::Binary { op: BinaryOp::And, args: [value, mask] }, ty);
            let holds = self.compare(IntCond::Eq, known, int.ones);
            self.check(holds, text.clone());
        }
        if int.stride > 2 && !int.stride.is_power_of_two() && (int.stride as i128) < max_signed(int.width) {
            // The remainder has the sign of the value.
            let stride = self.func.int(ty, int.stride);
            let info = CheckInfo { class: CheckClass::Division, text: text.clone(), func: self.id, loc: self.loc };
            let check = self.program.checks.push(info);
            let rest = self.compute(InstData::Div { op: DivOp::Srem, args: [value, stride], check }, ty);
            let above = self.compare(IntCond::Eq, rest, int.rest as u128);
            let below = self.compare(IntCond::Eq, rest, (int.rest - int.stride as i128) as u128);
            let holds = self.compute(InstData::Binary { op: BinaryOp::Or, args: [above, below] }, Type::I1);
            self.check(holds, text);
        }
    }
}
