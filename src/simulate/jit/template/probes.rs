//! Templates of probes: most are carried out by the functions that define them.

use super::super::super::probe::{Action, pointer_params};
use super::super::shared::MAX_VALUES;
use super::*;

impl Template<'_> {
    /// Records an edge when it is taken; was there another way to go?
    pub fn probe_edge(&mut self, edge: Edge, decision: bool) {
        let plan = self.context.plan;
        if plan.records(edge) {
            let known = self.asm.label();
            let place = self.context.areas.seen + 4 * edge.as_u32() as i32;
            self.asm.mem(false, &[0x8b], RAX, RBX, at::EPOCH);
            self.asm.mem(false, &[0x3b], RAX, RBX, place);
            self.asm.jump_if(Flag::Equal, known);
            self.asm.number(RSI, edge.as_u32().into());
            self.call(Helper::Edge);
            self.asm.bind(known);
        }
        if plan.trace && decision {
            self.asm.number(RSI, edge.as_u32().into());
            self.call(Helper::Decision);
        }
    }

    pub fn probe_entry(&mut self) {
        let plan = self.context.plan;
        if plan.calls && !self.func.library {
            self.event(0);
        }
        if let Some(first) = plan.facts_of(self.id) {
            let params = &self.func.blocks[self.func.entry()].params;
            let pointers: Vec<Value> = pointer_params(self.func).iter().map(|i| params[*i as usize]).collect();
            let mut fact = first as u64;
            for &pointer in &pointers {
                self.load(RAX, pointer);
                self.asm.test(RAX);
                self.fact_if_equal(fact);
                fact += 1;
            }
            for (i, &a) in pointers.iter().enumerate() {
                for &b in &pointers[i + 1..] {
                    let null = self.asm.label();
                    self.load(RCX, b);
                    self.load(RAX, a);
                    self.asm.test(RAX);
                    self.asm.jump_if(Flag::Equal, null);
                    self.asm.alu(true, Alu::Cmp, RAX, RCX);
                    self.fact_if_equal(fact);
                    self.asm.bind(null);
                    fact += 1;
                }
            }
        }
        plan.at_entry(self.id).iter().for_each(|action| self.action(action));
    }

    fn fact_if_equal(&mut self, fact: u64) {
        let not = self.asm.label();
        self.asm.jump_if(Flag::NotEqual, not);
        self.asm.number(RSI, fact);
        self.call(Helper::Fact);
        self.asm.bind(not);
    }

    pub fn event(&mut self, returned: u32) {
        self.asm.number(RSI, (self.id.as_u32() << 1 | returned).into());
        self.call(Helper::Event);
    }

    pub fn action(&mut self, action: &Action<Value>) {
        let Some((slot, bound)) = action.idle_below() else { return self.leave_to_simulator(action) };
        let done = self.asm.label();
        self.asm.number(RCX, bound);
        self.asm.mem(true, &[0x39], RCX, RBX, self.context.areas.distances + 8 * slot as i32);
        self.asm.jump_if(Flag::Below, done);
        self.leave_to_simulator(action);
        self.asm.bind(done);
        self.held = None;
    }

    /// Hands the operands over and lets the simulator do it.
    fn leave_to_simulator(&mut self, action: &Action<Value>) {
        let mut operands = Vec::new();
        let placed = action.map(|value| {
            operands.push(value);
            operands.len() - 1
        });
        for (index, value) in operands.into_iter().enumerate().take(MAX_VALUES) {
            self.share(value, at::arg(index));
        }
        let number = {
            let actions = &mut *self.context.areas.actions.borrow_mut();
            actions.push(placed);
            actions.len() as u64 - 1
        };
        self.asm.number(RSI, number);
        self.call(Helper::Probe);
    }
}
