//! Emits instructions that are not arithmetic: memory, calls through pointers, inputs, checks, host functions.

use super::super::memory::{CODE, CODE_STEP, layout};
use super::callbacks;
use super::emit::{Body, Emitter, Entry, container, in_register, ours, signature};
use super::shared::{Ending, MAX_VALUES, Ready, at};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self as clif, InstBuilder, types};
use rarebit_front_end::ir::*;
use std::mem::offset_of;

/// Up to this size a scope's bytes are cleared by the compiled code itself.
const SMALL_SCOPE: u64 = 64;

impl<'a> Emitter<'a, '_> {
    /// Emits an instruction; false if control does not come back from it.
    pub fn inst(&mut self, body: &mut Body<'a>, inst: Inst) -> bool {
        let func = body.func;
        let node = &func.insts[inst];
        if let Some(value) = body.computed(inst) {
            body.values[node.results[0]] = Some(value);
            return true;
        }
        let result = match node.data {
            InstData::Unary { op, arg } => {
                let (from, to) = (func.ty(arg), func.ty(node.results[0]));
                let arg = self.get(body, arg);
                self.unary(op, from, to, arg)
            }
            // Made together with the operation whose overflow it tests.
            InstData::Binary { .. } if body.values[node.results[0]].is_some() => return true,
            InstData::Binary { op, args: [a, b] } => {
                let ty = func.ty(a);
                if let Some(test) = self.overflow_by_constant(body, op, a, b) {
                    body.values[node.results[0]] = Some(test);
                    return true;
                }
                let (a, b) = (self.get(body, a), self.get(body, b));
                self.binary(op, ty, a, b)
            }
            InstData::Div { op, args: [a, b], check } => self.divide(body, op, [a, b], check),
            InstData::Icmp { cond, args: [a, b] } => {
                let width = func.ty(a).bits(self.model());
                let (a, b) = (self.get(body, a), self.get(body, b));
                self.compare(cond, width, a, b)
            }
            InstData::Fcmp { cond, args: [a, b] } => {
                let (a, b) = (self.get(body, a), self.get(body, b));
                self.b.ins().fcmp(super::arith::float_cc(cond), a, b)
            }
            InstData::Select { cond, args: [a, b] } => {
                let (cond, a, b) = (self.get(body, cond), self.get(body, a), self.get(body, b));
                self.b.ins().select(cond, a, b)
            }
            InstData::Math { func: math, ref args } => {
                let types: Vec<Type> = args.iter().map(|v| func.ty(*v)).collect();
                let args: Vec<clif::Value> = args.iter().map(|v| self.get(body, *v)).collect();
                self.math(math, &types, &args, func.ty(node.results[0]))
            }
            InstData::Load { ptr, origin, check } => {
                self.load(body, ptr, origin.expand(), func.ty(node.results[0]), check)
            }
            InstData::Store { value, ptr, origin, check } => {
                self.store(body, value, ptr, origin.expand(), check);
                return true;
            }
            InstData::MemCopy { dst, src, len, check } => {
                let args = [dst, src, len].map(|v| self.get_wide(body, v));
                self.checked(callbacks::mem_copy as *const u8, &args, Some(check));
                return true;
            }
            InstData::MemSet { dst, byte, len, check } => {
                let args = [dst, byte, len].map(|v| self.get_wide(body, v));
                self.checked(callbacks::mem_set as *const u8, &args, Some(check));
                return true;
            }
            InstData::StackAlloc { size, align } => {
                let size = self.get_wide(body, size);
                let align = self.b.ins().iconst(types::I64, i64::from(align));
                let address = self.callback(callbacks::stack_alloc as *const u8, &[size, align], Some(types::I64));
                let address = address.expect("has a result");
                self.end_unless(address, callbacks::memory_limit());
                self.narrow(address, container(Type::Ptr, self.model()))
            }
            InstData::StackSave => {
                let mark = self.callback(callbacks::stack_mark as *const u8, &[], Some(types::I64));
                let ty = container(func.ty(node.results[0]), self.model());
                self.narrow(mark.expect("has a result"), ty)
            }
            InstData::StackRestore { mark } => {
                let mark = self.get_wide(body, mark);
                self.restore(body, mark);
                return true;
            }
            InstData::ScopeStart { slot } => {
                self.scope_start(body, slot);
                return true;
            }
            InstData::ScopeEnd { slot } => {
                self.scope_end(body, slot);
                return true;
            }
            InstData::Call { func: target, ref args, va } => {
                self.call(body, target, args, va.expand(), &node.results);
                return true;
            }
            InstData::CallIndirect { callee, ref args, va, check } => {
                self.call_indirect(body, callee, args, va.expand(), &node.results, check);
                return true;
            }
            InstData::Host { func: host, ref args, check } => {
                return self.host(body, host, args, &node.results, check.expand());
            }
            InstData::Input { site } => self.input(site),
            InstData::Assume { cond } => {
                self.demand(body, cond, Ending::AssumptionFailed.code());
                return true;
            }
            InstData::Check { cond, check } => {
                let options = self.context.options;
                if options.is_selected(check) && !options.is_proved(check) {
                    let constant = func.as_const(cond);
                    if constant == Some(Const::Bits(Type::I1, 0)) {
                        self.end(self.failing(check));
                        return false;
                    }
                    self.demand(body, cond, self.failing(check));
                }
                return true;
            }
        };
        body.values[node.results[0]] = Some(result);
        true
    }

    /// Ends the run unless the condition holds.
    fn demand(&mut self, body: &mut Body<'a>, cond: Value, code: i64) {
        if body.numbering.is_demanded(cond) {
            return;
        }
        if let ValueDef::Inst(inst, _) = body.func.values[cond].def
            && let InstData::Binary { op: BinaryOp::Xor, args: [inner, one] } = body.func.insts[inst].data
            && body.func.as_const(one) == Some(Const::Bits(Type::I1, 1))
        {
            let inner = self.get(body, inner);
            return self.end_if(inner, code);
        }
        let cond = self.get(body, cond);
        self.end_unless(cond, code);
    }

    /// An operand as 64 bits.
    pub fn get_wide(&mut self, body: &Body<'a>, value: Value) -> clif::Value {
        let value = self.get(body, value);
        self.wide(value)
    }

    /// Calls a callback that gives a status, and acts on it.
    pub fn checked(&mut self, function: *const u8, args: &[clif::Value], check: Option<Check>) {
        let status = self.callback(function, args, Some(types::I64)).expect("has a result");
        self.act_on(status, check);
    }

    fn host(
        &mut self,
        body: &mut Body<'a>,
        host: HostFn,
        args: &[Value],
        results: &[Value],
        check: Option<Check>,
    ) -> bool {
        for (index, arg) in args.iter().enumerate().take(MAX_VALUES) {
            let value = self.get(body, *arg);
            self.share(value, at::arg(index));
        }
        let (number, count) = (self.number(host as u32), self.number(args.len() as u32));
        if host.is_end() {
            let code = self.callback(callbacks::host_call as *const u8, &[number, count], Some(types::I64));
            self.act_on(code.expect("has a result"), check);
            self.end(Ending::DeadEnd.code());
            return false;
        }
        self.checked(callbacks::host_call as *const u8, &[number, count], check);
        if let Some(result) = results.first() {
            let value = self.fetch(body.func.ty(*result), at::result(0));
            body.values[*result] = Some(value);
        }
        true
    }

    /// The next value of an input: the one that is ready, if it is of this site, else the callback's.
    fn input(&mut self, site: InputSite) -> clif::Value {
        let info = &self.context.program.sites[site];
        let ty = container(info.ty, self.model());
        let number = self.number(site.as_u32());
        if ty == types::I128 {
            self.callback(callbacks::input as *const u8, &[number], Some(types::I64));
            return self.fetch(info.ty, at::result(0));
        }
        let (look, ask, take, go_on) =
            (self.b.create_block(), self.next_block(true), self.b.create_block(), self.b.create_block());
        let bits = self.b.append_block_param(go_on, types::I64);
        let next = self.b.ins().load(types::I64, ours(), self.base, at::READY);
        let end = self.b.ins().load(types::I64, ours(), self.base, at::READY_END);
        let some = self.b.ins().icmp(IntCC::NotEqual, next, end);
        self.b.ins().brif(some, look, &[], ask, &[]);
        self.b.switch_to_block(look);
        let theirs = self.b.ins().load(types::I32, ours(), next, offset_of!(Ready, site) as i32);
        let same = self.b.ins().icmp(IntCC::Equal, theirs, number);
        self.b.ins().brif(same, take, &[], ask, &[]);
        self.b.switch_to_block(take);
        let ready = self.b.ins().load(types::I64, ours(), next, offset_of!(Ready, bits) as i32);
        let behind = self.b.ins().iadd_imm_s(next, size_of::<Ready>() as i64);
        self.b.ins().store(ours(), behind, self.base, at::READY);
        self.b.ins().jump(go_on, &[ready.into()]);
        self.b.switch_to_block(ask);
        let asked = self.callback(callbacks::input as *const u8, &[number], Some(types::I64)).expect("has a result");
        self.b.ins().jump(go_on, &[asked.into()]);
        self.b.switch_to_block(go_on);
        let value = self.narrow(bits, ty);
        let width = info.ty.bits(self.model());
        if info.ty.is_float() { value } else { self.cut(value, width) }
    }

    /// The entry of the object table for an address that certainly is a slot's.
    fn slot_object(&mut self, body: &Body<'a>, slot: Slot) -> (clif::Value, clif::Value) {
        let address = self.slot(body, slot);
        let entry = self.page_entry(address);
        let object = self.b.ins().iadd(self.base, entry);
        (address, object)
    }

    fn scope_start(&mut self, body: &Body<'a>, slot: Slot) {
        let size = body.func.slots[slot].size;
        if size > SMALL_SCOPE {
            let address = self.slot(body, slot);
            self.callback(callbacks::scope_start as *const u8, &[address], None);
            return;
        }
        let (address, object) = self.slot_object(body, slot);
        let whole = self.b.ins().iconst(types::I32, size as i64);
        self.b.ins().store(ours(), whole, object, layout::TABLE + layout::OBJECT_READABLE);
        self.b.ins().store(ours(), whole, object, layout::TABLE + layout::OBJECT_WRITABLE);
        let live = self.b.ins().iconst(types::I8, i64::from(layout::LIVE));
        self.b.ins().store(ours(), live, object, layout::TABLE + layout::OBJECT_STATE);
        let place = self.b.ins().iadd(self.base, address);
        let mut offset = 0;
        // Every object has spare bytes behind it, so whole words may be cleared.
        let zero = self.b.ins().iconst(types::I64, 0);
        while offset < size {
            self.b.ins().store(ours(), zero, place, offset as i32);
            offset += 8;
        }
    }

    fn scope_end(&mut self, body: &Body<'a>, slot: Slot) {
        let (_, object) = self.slot_object(body, slot);
        let zero = self.b.ins().iconst(types::I32, 0);
        self.b.ins().store(ours(), zero, object, layout::TABLE + layout::OBJECT_READABLE);
        self.b.ins().store(ours(), zero, object, layout::TABLE + layout::OBJECT_WRITABLE);
        let sleeping = self.b.ins().iconst(types::I8, i64::from(layout::SLEEPING));
        self.b.ins().store(ours(), sleeping, object, layout::TABLE + layout::OBJECT_STATE);
    }

    /// A call through a pointer. A function with the call's types is called directly; any other through its generic
    /// code, which takes its arguments from memory and cuts or fills them up.
    fn call_indirect(
        &mut self,
        body: &mut Body<'a>,
        callee: Value,
        args: &[Value],
        va: Option<Value>,
        results: &[Value],
        check: Check,
    ) {
        let (context, model) = (self.context, self.model());
        let address = self.get_wide(body, callee);
        let offset = self.b.ins().iadd_imm_s(address, -(CODE as i64));
        // Rotating makes a number that is not a multiple of the step large.
        let number = self.b.ins().rotr_imm_u(offset, i64::from(CODE_STEP.trailing_zeros()));
        let wrong =
            self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, number, context.program.funcs.len() as i64);
        self.end_if(wrong, self.failing(check));
        let scaled = self.b.ins().imul_imm_u(number, size_of::<Entry>() as i64);
        let entry = self.b.ins().iadd(self.base, scaled);
        let table = context.areas.table;
        let shape = self.b.ins().load(types::I32, ours(), entry, table + offset_of!(Entry, shape) as i32);
        let types_of = |values: &[Value]| values.iter().map(|v| body.func.ty(*v)).collect::<Vec<Type>>();
        let (params, returned) = (types_of(args), types_of(results));
        let values: Vec<clif::Value> = args.iter().map(|v| self.get(body, *v)).collect();
        let pointer = container(Type::Ptr, model);
        let va = match va {
            Some(va) => self.get(body, va),
            None => self.int(pointer, 0),
        };
        let done = self.b.create_block();
        let left = self.b.append_block_param(done, types::I64);
        let register = in_register(&returned);
        let result = register.then(|| self.b.append_block_param(done, container(returned[0], model)));
        for variadic in [false, true] {
            let key = (params.clone(), returned.clone(), variadic);
            let Some(known) = context.unit.known_shape(&key) else { continue };
            let (yes, no) = (self.b.create_block(), self.b.create_block());
            let equal = self.b.ins().icmp_imm_u(IntCC::Equal, shape, i64::from(known));
            self.b.ins().brif(equal, yes, &[], no, &[]);
            self.b.switch_to_block(yes);
            let sig = self.b.import_signature(signature(&params, &returned, variadic, model));
            let code = self.b.ins().load(types::I64, ours(), entry, table + offset_of!(Entry, code) as i32);
            let mut all = self.hidden();
            all.extend(&values);
            if variadic {
                all.push(va);
            }
            let call = self.b.ins().call_indirect(sig, code, &all);
            let back: Vec<clif::BlockArg> = self.b.inst_results(call).iter().map(|v| (*v).into()).collect();
            self.b.ins().jump(done, &back);
            self.b.switch_to_block(no);
        }
        for (index, value) in values.iter().enumerate() {
            self.share(*value, at::arg(index));
        }
        let most = context.areas.most_params;
        let zero = self.b.ins().iconst(types::I64, 0);
        for index in values.len()..most {
            self.share(zero, at::arg(index));
        }
        for index in 0..results.len() {
            self.share(zero, at::result(index));
        }
        let va = self.wide(va);
        self.b.ins().store(ours(), va, self.base, at::VA);
        let generic = self.b.ins().load(types::I64, ours(), entry, table + offset_of!(Entry, generic) as i32);
        let sig = self.b.import_signature(signature(&[], &[], false, model));
        let all = self.hidden();
        let call = self.b.ins().call_indirect(sig, generic, &all);
        let mut back = vec![self.b.inst_results(call)[0].into()];
        if register {
            back.push(self.fetch(returned[0], at::result(0)).into());
        }
        self.b.ins().jump(done, &back);
        self.b.switch_to_block(done);
        self.after_fuel(left);
        for (index, value) in results.iter().enumerate() {
            body.values[*value] = Some(match result {
                Some(result) => result,
                None => self.fetch(returned[index], at::result(index)),
            });
        }
    }

    /// The scaled number of the object at an address; 64 bits.
    pub fn page_entry(&mut self, address: clif::Value) -> clif::Value {
        let low = self.b.ins().ireduce(types::I32, address);
        let page = self.b.ins().ushr_imm_u(low, i64::from(layout::PAGE_SHIFT));
        let page = self.b.ins().uextend(types::I64, page);
        let scaled = self.b.ins().ishl_imm_u(page, 2);
        let place = self.b.ins().iadd(self.base, scaled);
        self.b.ins().uload32(ours(), place, layout::PAGES)
    }
}
