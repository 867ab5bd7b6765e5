//! Calls: of functions of the program, perhaps inlined, and of the simulator's callbacks.

use super::emit::{Body, Emitter, INLINE_DEPTH, RECURSION, container, in_register, ours, signature};
use super::shared::at;
use cranelift_codegen::ir::{self as clif, AbiParam, InstBuilder, types};
use cranelift_codegen::isa::CallConv;
use rarebit_front_end::ir::*;

impl<'a> Emitter<'a, '_> {
    /// Calls a Rust function; all arguments are 64 bits wide unless they have another type already.
    pub fn callback(
        &mut self,
        function: *const u8,
        args: &[clif::Value],
        result: Option<clif::Type>,
    ) -> Option<clif::Value> {
        let given: Vec<clif::Type> = args.iter().map(|v| self.b.func.dfg.value_type(*v)).collect();
        let sig = match self.signatures.iter().find(|(params, returned, _)| *params == given && *returned == result) {
            Some((.., sig)) => *sig,
            None => {
                let mut sig = clif::Signature::new(CallConv::SystemV);
                sig.params.push(AbiParam::new(types::I64));
                sig.params.extend(given.iter().copied().map(AbiParam::new));
                sig.returns.extend(result.map(AbiParam::new));
                let sig = self.b.import_signature(sig);
                self.signatures.push((given, result, sig));
                sig
            }
        };
        let address = self.b.ins().iconst(types::I64, function as i64);
        let mut all = vec![self.base];
        all.extend(args);
        let call = self.b.ins().call_indirect(sig, address, &all);
        self.b.inst_results(call).first().copied()
    }

    /// A call of a known function.
    pub fn call(&mut self, body: &mut Body<'a>, target: Func, args: &[Value], va: Option<Value>, results: &[Value]) {
        let context = self.context;
        let func = &context.program.funcs[target];
        let mut given: Vec<clif::Value> = args.iter().map(|v| self.get(body, *v)).collect();
        if func.sig.variadic {
            let none = container(Type::Ptr, self.model());
            given.push(match va {
                Some(va) => self.get(body, va),
                None => self.int(none, 0),
            });
        }
        if self.may_inline(target) {
            self.budget -= func.insts.len().min(self.budget);
            let after = self.b.create_block();
            for result in results {
                let value = self.b.append_block_param(after, container(body.func.ty(*result), self.model()));
                body.values[*result] = Some(value);
            }
            self.enter(target, self.stack.len());
            self.owed = self.body(target, &given, Some(after));
            self.b.switch_to_block(after);
            return;
        }
        let sig = signature(&func.sig.params, &func.sig.results, func.sig.variadic, self.model());
        let sig = self.b.import_signature(sig);
        let code = self.b.ins().load(types::I64, ours(), self.base, context.areas.code_of(target));
        let mut all = self.hidden();
        all.extend(given);
        let call = self.b.ins().call_indirect(sig, code, &all);
        self.after_call(body, call, results);
    }

    fn may_inline(&self, target: Func) -> bool {
        self.context.unit.inlined[target]
            && self.stack.len() <= INLINE_DEPTH
            && self.stack.iter().filter(|func| **func == target).count() <= RECURSION
            && self.context.program.funcs[target].insts.len() < self.budget
    }

    /// Goes on behind a call, unless the run ended in it.
    pub fn after_call(&mut self, body: &mut Body<'a>, call: clif::Inst, results: &[Value]) {
        let returned = self.b.inst_results(call).to_vec();
        self.after_fuel(returned[0]);
        let types: Vec<Type> = results.iter().map(|v| body.func.ty(*v)).collect();
        for (index, result) in results.iter().enumerate() {
            let value = if in_register(&types) { returned[1] } else { self.fetch(types[index], at::result(index)) };
            body.values[*result] = Some(value);
        }
    }
}
