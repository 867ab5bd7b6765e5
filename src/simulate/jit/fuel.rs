//! Steps and depth: what a run may use, and how little it costs to count it.
//!
//! Every block has a price. It is not paid where the block begins but owed: a number that the emitter knows. The debt is
//! settled, by one subtraction, where two ways with different debts meet; where the fuel must be right, at calls, returns
//! and endings, what is owed is taken off there. So a loop whose ways do not meet inside pays once per turn.
//!
//! Only where a loop closes and behind calls is it tested whether any fuel is left, in one comparison that also sees
//! another thread's wish to stop. Recursion passes there too: calls nest only so deep. A run may thus go a little
//! too far; it then ends with a negative fuel, however it ends, and is made again by the interpreter, which stops at
//! the very step.

use super::emit::{Emitter, cost, ours};
use super::shared::{Ending, at};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self as clif, InstBuilder, types};
use rarebit_front_end::ir::*;
use rarebit_learners::Limit;

impl<'a> Emitter<'a, '_> {
    /// The steps that are left.
    pub fn fuel(&mut self) -> clif::Value {
        let fuel = self.b.use_var(self.fuel);
        if self.owed == 0 || !self.context.counted { fuel } else { self.b.ins().iadd_imm_s(fuel, -(self.owed as i64)) }
    }

    /// Pays what is owed.
    pub fn settle(&mut self) {
        if self.owed != 0 {
            let left = self.fuel();
            self.b.def_var(self.fuel, left);
            self.owed = 0;
        }
    }

    /// Takes steps, given as a negative number.
    pub fn charge_by(&mut self, steps: clif::Value) {
        if !self.context.counted {
            return;
        }
        let fuel = self.b.use_var(self.fuel);
        let left = self.b.ins().iadd(fuel, steps);
        self.b.def_var(self.fuel, left);
    }

    /// Ends the run if there is no fuel, or somebody wants it to end.
    pub fn test_fuel(&mut self) {
        if !self.context.counted {
            return;
        }
        let fuel = self.b.use_var(self.fuel);
        // Another thread may write it at any time; an ordinary load would move out of loops that write nothing.
        let place = self.b.ins().iadd_imm_s(self.base, i64::from(at::THRESHOLD));
        let threshold = self.b.ins().atomic_load(types::I64, ours(), place);
        let over = self.b.ins().icmp(IntCC::SignedLessThan, fuel, threshold);
        self.end_if(over, Ending::Limit(Limit::Steps).code());
    }

    /// The beginning of a call: its steps, then its depth, `level` calls below the emitted function.
    pub fn enter(&mut self, id: Func, level: usize) {
        let func = &self.context.program.funcs[id];
        self.owed += if self.context.unit.stubs[id] { 1 } else { cost(&func.blocks[func.entry()]) };
        let deep = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, self.depth, level as i64);
        if level > 0 {
            return self.end_if(deep, Ending::Limit(Limit::Depth).code());
        }
        let low = self.is_stack_low();
        self.end_if(deep, Ending::Limit(Limit::Depth).code());
        self.end_if(low, Ending::Again.code());
    }

    /// Is there no native stack for one more frame?
    fn is_stack_low(&mut self) -> clif::Value {
        let pointer = self.b.ins().get_stack_pointer(types::I64);
        let limit = self.b.ins().load(types::I64, ours(), self.base, at::STACK_LIMIT);
        self.b.ins().icmp(IntCC::UnsignedLessThan, pointer, limit)
    }

    /// The arguments that every function takes.
    pub fn hidden(&mut self) -> Vec<clif::Value> {
        let fuel = self.fuel();
        // An inlined function calls from further down.
        let depth = self.b.ins().iadd_imm_s(self.depth, -(self.stack.len() as i64));
        vec![self.base, fuel, depth]
    }

    /// Takes over the fuel that a call left; negative means that the run is over.
    pub fn after_fuel(&mut self, fuel: clif::Value) {
        self.b.def_var(self.fuel, fuel);
        self.owed = 0;
        self.test_fuel();
    }
}
