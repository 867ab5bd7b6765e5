//! How control leaves a block: branches, switches, returns, and what is recorded on the way.

use super::callbacks;
use super::emit::{Body, Emitter, in_register};
use super::shared::{Ending, at};
use cranelift_codegen::ir::{self as clif, BlockArg, InstBuilder};
use cranelift_frontend::Switch;
use rarebit_front_end::ir::*;

impl<'a> Emitter<'a, '_> {
    /// The end of a block.
    pub fn terminator(&mut self, body: &mut Body<'a>, block: Block) {
        let func = body.func;
        let data = &func.blocks[block];
        self.probe_end(body, block);
        if body.forks[block].is_none() {
            let targets = data.end.targets();
            if !targets.iter().all(|target| body.has_one_way(target.block)) {
                self.settle();
            }
            targets.iter().for_each(|target| body.owed[target.block] = self.owed);
        }
        match &data.end {
            Terminator::Jump(target) if body.is_continuation(target.block) => {
                self.probe_edge(target, false);
                self.go_on_in(body, target.block, |emitter, body, at| emitter.get(body, target.args[at]));
            }
            Terminator::Jump(target) => self.go(body, target, false),
            Terminator::Branch { cond, then, otherwise } => {
                if let Some(fork) = body.forks[block] {
                    return self.fork(body, *cond, then, otherwise, fork);
                }
                let mut cond = self.get(body, *cond);
                let (mut first, mut second) = (then, otherwise);
                if body.depths[first.block] > body.depths[second.block] {
                    cond = self.not(cond);
                    std::mem::swap(&mut first, &mut second);
                }
                let (first, first_args) = self.way(body, first);
                let (second, second_args) = self.way(body, second);
                self.b.ins().brif(cond, first.0, &first_args, second.0, &second_args);
                self.ways(body, [first, second]);
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.get(body, *value);
                let mut switch = Switch::new();
                let mut ways = Vec::new();
                for (key, target) in cases {
                    let block = self.b.create_block();
                    switch.set_entry(*key, block);
                    ways.push((block, Some(target)));
                }
                let block = self.b.create_block();
                switch.emit(&mut self.b, value, block);
                ways.push((block, Some(default)));
                self.ways(body, ways);
            }
            Terminator::Return(values) => self.leave(body, values),
            Terminator::Unreachable { check } => self.end(self.failing(*check)),
            Terminator::Unsupported { .. } | Terminator::Stop => self.end(Ending::DeadEnd.code()),
        }
    }

    /// Where to branch: straight to the target, or to a block where something is recorded on the way.
    fn way(&mut self, body: &Body<'a>, target: &'a Target) -> ((clif::Block, Option<&'a Target>), Vec<BlockArg>) {
        if self.records(target) {
            return ((self.b.create_block(), Some(target)), Vec::new());
        }
        let args = self.args(body, target);
        ((body.blocks[target.block].expect("reachable"), None), args)
    }

    /// Fills in the blocks on the way to targets.
    fn ways(&mut self, body: &Body<'a>, ways: impl IntoIterator<Item = (clif::Block, Option<&'a Target>)>) {
        for (block, target) in ways {
            if let Some(target) = target {
                self.b.switch_to_block(block);
                self.go(body, target, true);
            }
        }
    }

    /// Goes on in a block that continues this one; its parameters are given.
    pub fn go_on_in(
        &mut self,
        body: &mut Body<'a>,
        block: Block,
        mut given: impl FnMut(&mut Self, &Body<'a>, usize) -> clif::Value,
    ) {
        for (at, param) in body.func.blocks[block].params.iter().enumerate() {
            let value = given(self, body, at);
            body.values[*param] = Some(value);
        }
        body.continued = Some(block);
    }

    fn args(&mut self, body: &Body<'a>, target: &Target) -> Vec<BlockArg> {
        target.args.iter().map(|arg| self.get(body, *arg).into()).collect()
    }

    fn go(&mut self, body: &Body<'a>, target: &Target, decision: bool) {
        self.probe_edge(target, decision);
        let args = self.args(body, target);
        self.b.ins().jump(body.blocks[target.block].expect("reachable"), &args);
    }

    /// Returns from the function, or goes on behind the inlined one.
    fn leave(&mut self, body: &mut Body<'a>, values: &[Value]) {
        self.probe_return(body);
        if let Some(frame) = body.frame {
            let number = self.number(body.id.as_u32());
            self.callback(callbacks::pop_frame as *const u8, &[number, frame], None);
        }
        if let Some(mark) = body.mark {
            let returned = self.number(1);
            self.callback(callbacks::stack_restore as *const u8, &[mark, returned], None);
        }
        let results: Vec<clif::Value> = values.iter().map(|v| self.get(body, *v)).collect();
        if let Some(after) = body.after {
            if body.returns_once {
                body.after_owed = self.owed;
            } else {
                self.settle();
            }
            let args: Vec<BlockArg> = results.into_iter().map(BlockArg::from).collect();
            self.b.ins().jump(after, &args);
            return;
        }
        let mut given = vec![self.fuel()];
        if in_register(&body.func.sig.results) {
            given.push(results[0]);
        } else {
            for (index, result) in results.into_iter().enumerate() {
                self.share(result, at::result(index));
            }
        }
        self.b.ins().return_(&given);
    }

    /// Dynamic objects of the callers are not restored.
    pub fn restore(&mut self, body: &Body<'a>, mark: clif::Value) {
        let keep = match body.mark {
            Some(floor) => self.b.ins().umax(mark, floor),
            // It has none of its own.
            None => return,
        };
        let returned = self.number(0);
        self.callback(callbacks::stack_restore as *const u8, &[keep, returned], None);
    }
}
