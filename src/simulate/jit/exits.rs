//! The ways out of a function: failing checks, limits, and what callbacks say.
//!
//! All of them meet in one place, which writes how the run ended. On the way there what is owed is taken off the fuel, so
//! a way belongs to an ending and a debt.

use super::callbacks;
use super::emit::{Emitter, OVER, container, in_register, ours};
use super::shared::{Ending, at};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self as clif, InstBuilder, types};
use rarebit_front_end::ir::*;

impl<'a> Emitter<'a, '_> {
    /// Where all endings meet: writes how the run ended and goes back to the first caller.
    pub fn endings(&mut self, results: &[Type]) {
        let leave = self.next_block(true);
        let exit = self.next_block(true);
        let (endings, faults) = (std::mem::take(&mut self.endings), std::mem::take(&mut self.faults));
        if endings.is_empty() && faults.is_empty() {
            return;
        }
        self.exit(exit, leave);
        for (code, owed, block) in endings {
            self.go_on(block);
            self.owed = owed;
            let fuel = self.fuel();
            let code = self.b.ins().iconst(types::I64, code);
            self.b.ins().jump(exit, &[code.into(), fuel.into()]);
        }
        for (owed, block) in faults {
            self.owed = owed;
            let status = self.b.append_block_param(block, types::I64);
            let failing = self.b.append_block_param(block, types::I64);
            self.go_on(block);
            let fault = self.b.ins().icmp_imm_u(IntCC::Equal, status, callbacks::FAULT as i64);
            let code = self.b.ins().select(fault, failing, status);
            let fuel = self.fuel();
            self.b.ins().jump(exit, &[code.into(), fuel.into()]);
        }
        self.b.switch_to_block(leave);
        let over = self.b.ins().iconst(types::I64, OVER);
        let mut values = vec![over];
        if in_register(results) {
            values.push(self.zero(container(results[0], self.model())));
        }
        self.b.ins().return_(&values);
    }

    /// Writes code and fuel, unless a callee that ended has written already.
    fn exit(&mut self, exit: clif::Block, leave: clif::Block) {
        let code = self.b.append_block_param(exit, types::I64);
        let fuel = self.b.append_block_param(exit, types::I64);
        let write = self.next_block(true);
        self.b.switch_to_block(exit);
        let over = self.b.ins().iconst(types::I64, OVER);
        let written = self.b.ins().icmp(IntCC::Equal, fuel, over);
        self.b.ins().brif(written, leave, &[], write, &[]);
        self.b.switch_to_block(write);
        self.b.ins().store(ours(), code, self.base, at::ENDING);
        self.b.ins().store(ours(), fuel, self.base, at::FUEL);
        self.b.ins().jump(leave, &[]);
    }

    pub fn next_block(&mut self, cold: bool) -> clif::Block {
        let block = self.b.create_block();
        if cold {
            self.b.set_cold_block(block);
        }
        block
    }

    /// Goes on in a block that only the block before leads to.
    pub fn go_on(&mut self, block: clif::Block) {
        self.b.switch_to_block(block);
        self.b.seal_block(block);
    }

    /// Where the run ends with a code, owing what is owed now.
    fn ending(&mut self, code: i64) -> clif::Block {
        let owed = self.owed;
        if let Some((.., block)) = self.endings.iter().find(|(known, debt, _)| (*known, *debt) == (code, owed)) {
            return *block;
        }
        let block = self.next_block(true);
        self.endings.push((code, owed, block));
        block
    }

    /// Is it 0?
    pub fn not(&mut self, condition: clif::Value) -> clif::Value {
        self.b.ins().icmp_imm_u(IntCC::Equal, condition, 0)
    }

    /// Ends the run if the condition is not 0. What goes on comes second, see [`super::loops`].
    pub fn end_if(&mut self, condition: clif::Value, code: i64) {
        let (over, go_on) = (self.ending(code), self.b.create_block());
        self.b.ins().brif(condition, over, &[], go_on, &[]);
        self.go_on(go_on);
    }

    /// Ends the run if the condition is 0.
    pub fn end_unless(&mut self, condition: clif::Value, code: i64) {
        let failed = self.not(condition);
        self.end_if(failed, code);
    }

    /// Ends the run.
    pub fn end(&mut self, code: i64) {
        let over = self.ending(code);
        self.b.ins().jump(over, &[]);
    }

    /// How a run ends at a failing check. A check of memory can fail in several ways.
    pub fn failing(&self, check: Check) -> i64 {
        let options = self.context.options;
        let ways = self.context.program.checks[check].class.outcomes();
        if !options.is_selected(check) || !ways.intersects(options.classes) {
            Ending::Undefined(check)
        } else if ways.without(options.classes).is_empty() {
            Ending::Violation(check)
        } else {
            Ending::Failed(check)
        }
        .code()
    }

    /// Acts on the status of a callback: 0 goes on, 1 fails the check, anything else is an ending.
    pub fn act_on(&mut self, status: clif::Value, check: Option<Check>) {
        let failing = check.map_or(Ending::DeadEnd.code(), |check| self.failing(check));
        let failing = self.b.ins().iconst(types::I64, failing);
        let bad = match self.faults.iter().find(|(owed, _)| *owed == self.owed) {
            Some((_, block)) => *block,
            None => {
                let block = self.next_block(true);
                self.faults.push((self.owed, block));
                block
            }
        };
        let go_on = self.b.create_block();
        self.b.ins().brif(status, bad, &[status.into(), failing.into()], go_on, &[]);
        self.go_on(go_on);
    }
}
