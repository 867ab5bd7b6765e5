//! Uses of values that were never assigned, as MemorySanitizer finds them (Stepanov and Serebryany, "MemorySanitizer:
//! fast detector of uninitialized memory use in C++", CGO 2015).
//!
//! Every byte of memory has a shadow byte whose bits say which of its bits were never assigned: all of a fresh local
//! or heap object, none of a global. Every value that may hold such bits gets a shadow value of the same width, which
//! follows what the operations do to single bits: exactly for bitwise operations, shifts and equality, and as the union
//! of the operands' shadows for the rest. Copying is no error. A check fails where a shadow that is not zero decides
//! something: a branch, an address, a divisor, an argument or result of a function, output. Parts of structs may be
//! passed and returned unassigned, and count as assigned on the other side; padding is why. Variadic arguments are
//! looked at when they are used.
//!
//! There is no false alarm beyond MemorySanitizer's own, because a bit of a shadow is set only if some operand's is,
//! and memory's only where nothing was stored since the object began.

use crate::ir::*;
use cranelift_entity::SecondaryMap;

/// The model that makes the program's heap objects. Objects that models make for themselves are zero on purpose.
const ALLOCATOR: &str = "__model_allocate";

pub fn instrument(program: &mut Program) {
    let ids: Vec<Func> = program.funcs.keys().collect();
    for id in ids {
        let mut func = std::mem::take(&mut program.funcs[id]);
        if !func.layout.is_empty() {
            let tainted = tainted(&func);
            Pass { program, id, func: &mut func, tainted, shadows: SecondaryMap::new(), loc: Loc::default() }.run();
        }
        program.funcs[id] = func;
    }
}

/// The values that may hold bits that were never assigned.
fn tainted(func: &Function) -> SecondaryMap<Value, bool> {
    let mut tainted: SecondaryMap<Value, bool> = SecondaryMap::with_capacity(func.values.len());
    loop {
        let mut changed = false;
        for &block in &func.layout {
            for &inst in &func.blocks[block].insts {
                let node = &func.insts[inst];
                let holds = match &node.data {
                    InstData::Load { .. } => true,
                    InstData::Div { args: [a, _], .. } => tainted[*a],
                    InstData::Unary { .. }
                    | InstData::Binary { .. }
                    | InstData::Icmp { .. }
                    | InstData::Fcmp { .. }
                    | InstData::Select { .. } => {
                        let mut any = false;
                        node.data.for_each_operand(|v| any |= tainted[v]);
                        any
                    }
                    _ => false,
                };
                if let (true, Some(&result)) = (holds, node.results.first())
                    && !tainted[result]
                {
                    tainted[result] = true;
                    changed = true;
                }
            }
            for target in func.blocks[block].end.targets() {
                for (&param, &arg) in func.blocks[target.block].params.iter().zip(&target.args) {
                    if tainted[arg] && !tainted[param] {
                        tainted[param] = true;
                        changed = true;
                    }
                }
            }
        }
        if !changed {
            return tainted;
        }
    }
}

struct Pass<'a> {
    program: &'a mut Program,
    id: Func,
    func: &'a mut Function,
    tainted: SecondaryMap<Value, bool>,
    shadows: SecondaryMap<Value, Option<Value>>,
    loc: Loc,
}

impl Pass<'_> {
    fn run(&mut self) {
        let order = self.func.reverse_postorder();
        let mut params: Vec<(Block, usize)> = Vec::new();
        for &block in &order {
            for (index, param) in self.func.blocks[block].params.clone().into_iter().enumerate() {
                if self.tainted[param] {
                    let ty = self.shadow_type(param);
                    self.shadows[param] = Some(self.func.new_param(block, ty));
                    params.push((block, index));
                }
            }
        }
        for &block in &order {
            let insts = std::mem::take(&mut self.func.blocks[block].insts);
            if block == self.func.entry() {
                self.loc = self.func.loc;
                let slots: Vec<Slot> = self.func.slots.keys().filter(|s| !self.func.slots[*s].scoped).collect();
                slots.into_iter().for_each(|slot| self.forget_slot(block, slot));
            }
            for inst in insts {
                self.loc = self.func.insts[inst].loc;
                let data = self.func.insts[inst].data.clone();
                self.before(block, &data);
                self.func.blocks[block].insts.push(inst);
                let result = self.func.insts[inst].results.first().copied();
                self.after(block, &data, result);
            }
            self.end(block, &params);
        }
    }

    // ---- What is checked ----

    /// The value decides something: all its bits must be assigned.
    fn need(&mut self, block: Block, value: Value) {
        if let Some(shadow) = self.shadows[value] {
            let zero = self.func.int(self.func.ty(shadow), 0);
            let cond = self.icmp(block, IntCond::Eq, shadow, zero);
            self.check(block, cond);
        }
    }

    fn check(&mut self, block: Block, cond: Value) {
        let text = "the value that is used here was assigned".into();
        let info = CheckInfo { class: CheckClass::Uninit, text, func: self.id, loc: self.loc };
        let check = self.program.checks.push(info);
        self.func.push_inst(block, InstData::Check { cond, check }, &[], self.loc);
    }

    /// As [`Pass::need`], except for parts of structs.
    fn need_passed(&mut self, block: Block, value: Value) {
        if !self.func.partial[value] {
            self.need(block, value);
        }
    }

    fn before(&mut self, block: Block, data: &InstData) {
        match data {
            InstData::Load { ptr, .. } | InstData::Store { ptr, .. } => self.need(block, *ptr),
            InstData::Div { args: [_, b], .. } => self.need(block, *b),
            InstData::MemCopy { dst, src, len, .. } => [dst, src, len].into_iter().for_each(|v| self.need(block, *v)),
            InstData::MemSet { dst, len, .. } => [dst, len].into_iter().for_each(|v| self.need(block, *v)),
            InstData::StackAlloc { size, .. } => self.need(block, *size),
            InstData::Assume { cond } => self.need(block, *cond),
            InstData::Math { args, .. } => args.iter().for_each(|v| self.need(block, *v)),
            InstData::Call { args, .. } => args.iter().for_each(|v| self.need_passed(block, *v)),
            InstData::CallIndirect { callee, args, .. } => {
                self.need(block, *callee);
                args.iter().for_each(|v| self.need_passed(block, *v));
            }
            InstData::Host { func, args, .. } => {
                args.iter().for_each(|v| self.need(block, *v));
                if let (HostFn::Write, [_, buffer, size]) = (func, args.as_slice()) {
                    let assigned = self.host(block, HostFn::ShadowTest, &[*buffer, *size], Some(Type::I1));
                    self.check(block, assigned.expect("the test has a result"));
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, block: Block, params: &[(Block, usize)]) {
        self.loc = self.func.blocks[block].end_loc;
        let mut end = std::mem::replace(&mut self.func.blocks[block].end, Terminator::Stop);
        match &end {
            Terminator::Branch { cond, .. } => self.need(block, *cond),
            Terminator::Switch { value, .. } => self.need(block, *value),
            Terminator::Return(values) => values.iter().for_each(|v| self.need_passed(block, *v)),
            _ => {}
        }
        for target in end.targets_mut() {
            for (_, index) in params.iter().filter(|(to, _)| *to == target.block) {
                let arg = target.args[*index];
                let ty = self.shadow_type(arg);
                let shadow = self.shadows[arg].unwrap_or_else(|| self.func.int(ty, 0));
                target.args.push(shadow);
            }
        }
        self.func.blocks[block].end = end;
    }

    // ---- How shadows follow values ----

    fn after(&mut self, block: Block, data: &InstData, result: Option<Value>) {
        match data {
            InstData::Store { value, ptr, .. } => {
                let bytes = self.size(self.func.ty(*value).bytes(self.program.model).into());
                match self.shadows[*value] {
                    Some(shadow) => drop(self.host(block, HostFn::ShadowStore, &[*ptr, shadow, bytes], None)),
                    None => self.fill(block, *ptr, 0, bytes),
                }
            }
            InstData::MemCopy { dst, src, len, .. } => {
                self.host(block, HostFn::ShadowCopy, &[*dst, *src, *len], None);
            }
            // An unassigned byte that is set is not assigned either.
            InstData::MemSet { dst, byte, len, .. } => {
                let byte = self.shadows[*byte].unwrap_or_else(|| self.func.int(Type::I8, 0));
                self.host(block, HostFn::ShadowFill, &[*dst, byte, *len], None);
            }
            InstData::ScopeStart { slot } => self.forget_slot(block, *slot),
            InstData::StackAlloc { size, .. } => {
                self.fill(block, result.expect("an object has an address"), 0xff, *size);
            }
            InstData::Host { func: HostFn::Alloc, args, .. } => {
                if let (Some(object), [size, ..]) = (result, args.as_slice()) {
                    let fresh = self.func.library && self.func.name == ALLOCATOR;
                    self.fill(block, object, if fresh { 0xff } else { 0 }, *size);
                }
            }
            InstData::Host { func: HostFn::FormatDouble, args, .. } => {
                if let [buffer, size, ..] = args.as_slice() {
                    // The text and its end are in it; how long they are, nobody asks.
                    self.fill(block, *buffer, 0, *size);
                }
            }
            _ => {
                if let Some(result) = result.filter(|v| self.tainted[*v]) {
                    let shadow = self.shadow(block, data, result);
                    self.shadows[result] = Some(shadow);
                }
            }
        }
    }

    fn shadow(&mut self, block: Block, data: &InstData, result: Value) -> Value {
        let ty = self.shadow_type(result);
        match data {
            InstData::Load { ptr, .. } => {
                let bytes = self.size(self.func.ty(result).bytes(self.program.model).into());
                let shadow = self.host(block, HostFn::ShadowLoad, &[*ptr, bytes], Some(ty));
                shadow.expect("a load has a result")
            }
            InstData::Unary { op, arg } => self.unary(block, *op, *arg, ty),
            InstData::Binary { op, args } => self.binary(block, *op, *args, ty),
            InstData::Div { args: [a, _], .. } => self.get(*a),
            InstData::Icmp { cond: IntCond::Eq | IntCond::Ne, args } => self.equality(block, *args),
            InstData::Icmp { args, .. } | InstData::Fcmp { args, .. } => {
                let any = self.either(block, *args);
                self.spread(block, any, Type::I1)
            }
            InstData::Select { cond, args } => self.select(block, *cond, *args, ty),
            _ => unreachable!("nothing else is tainted"),
        }
    }

    fn unary(&mut self, block: Block, op: UnaryOp, arg: Value, ty: Type) -> Value {
        let shadow = self.get(arg);
        match op {
            UnaryOp::Sext | UnaryOp::Bswap | UnaryOp::Bitrev => {
                self.push(block, InstData::Unary { op, arg: shadow }, ty)
            }
            UnaryOp::Trunc
            | UnaryOp::Zext
            | UnaryOp::Bitcast
            | UnaryOp::PtrToInt
            | UnaryOp::IntToPtr
            | UnaryOp::FNeg
            | UnaryOp::FAbs => self.fit(block, shadow, ty),
            _ => self.spread(block, shadow, ty),
        }
    }

    fn binary(&mut self, block: Block, op: BinaryOp, args: [Value; 2], ty: Type) -> Value {
        let [a, b] = args;
        match op {
            BinaryOp::And | BinaryOp::Or => {
                let (sa, sb) = (self.get(a), self.get(b));
                // A bit that decides alone is assigned: 0 for and, 1 for or.
                let (mut x, mut y) = (a, b);
                if op == BinaryOp::Or {
                    let ones = self.ones(ty);
                    x = self.op(block, BinaryOp::Xor, a, ones);
                    y = self.op(block, BinaryOp::Xor, b, ones);
                }
                let both = self.op(block, BinaryOp::And, sa, sb);
                let left = self.op(block, BinaryOp::And, sa, y);
                let right = self.op(block, BinaryOp::And, x, sb);
                let either = self.op(block, BinaryOp::Or, left, right);
                self.op(block, BinaryOp::Or, both, either)
            }
            BinaryOp::Shl | BinaryOp::Lshr | BinaryOp::Ashr => {
                let (sa, sb) = (self.get(a), self.get(b));
                let moved = self.op(block, op, sa, b);
                let unknown = self.spread(block, sb, ty);
                self.op(block, BinaryOp::Or, moved, unknown)
            }
            op if op.is_overflow_test() => {
                let any = self.either(block, args);
                self.spread(block, any, ty)
            }
            _ => self.either(block, args),
        }
    }

    /// Unknown only if no assigned bit tells the operands apart.
    fn equality(&mut self, block: Block, args: [Value; 2]) -> Value {
        let unknown = self.either(block, args);
        let ty = self.func.ty(unknown);
        let [a, b] = args.map(|v| self.bits(block, v, ty));
        let differ = self.op(block, BinaryOp::Xor, a, b);
        let ones = self.ones(ty);
        let known = self.op(block, BinaryOp::Xor, unknown, ones);
        let tell = self.op(block, BinaryOp::And, differ, known);
        let zero = self.func.int(ty, 0);
        let some = self.icmp(block, IntCond::Ne, unknown, zero);
        let none_tells = self.icmp(block, IntCond::Eq, tell, zero);
        self.op(block, BinaryOp::And, some, none_tells)
    }

    fn select(&mut self, block: Block, cond: Value, [a, b]: [Value; 2], ty: Type) -> Value {
        let (sa, sb) = (self.get(a), self.get(b));
        let chosen = self.push(block, InstData::Select { cond, args: [sa, sb] }, ty);
        let Some(unknown) = self.shadows[cond] else { return chosen };
        // Whichever is taken, bits that are assigned and equal in both are known.
        let [x, y] = [a, b].map(|v| self.bits(block, v, ty));
        let differ = self.op(block, BinaryOp::Xor, x, y);
        let either = self.either(block, [a, b]);
        let all = self.op(block, BinaryOp::Or, differ, either);
        self.push(block, InstData::Select { cond: unknown, args: [all, chosen] }, ty)
    }

    // ---- Small things ----

    fn shadow_type(&self, value: Value) -> Type {
        Type::Int(self.func.ty(value).bits(self.program.model) as u8)
    }

    /// The shadow of a value, zero where nothing is known to be unassigned.
    fn get(&mut self, value: Value) -> Value {
        let ty = self.shadow_type(value);
        self.shadows[value].unwrap_or_else(|| self.func.int(ty, 0))
    }

    fn either(&mut self, block: Block, [a, b]: [Value; 2]) -> Value {
        match (self.shadows[a], self.shadows[b]) {
            (Some(a), Some(b)) => self.op(block, BinaryOp::Or, a, b),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => self.get(a),
        }
    }

    /// All ones if any bit is set.
    fn spread(&mut self, block: Block, shadow: Value, ty: Type) -> Value {
        let zero = self.func.int(self.func.ty(shadow), 0);
        let any = self.icmp(block, IntCond::Ne, shadow, zero);
        if ty == Type::I1 { any } else { self.push(block, InstData::Unary { op: UnaryOp::Sext, arg: any }, ty) }
    }

    /// The bits of a value as an integer.
    fn bits(&mut self, block: Block, value: Value, ty: Type) -> Value {
        let op = match self.func.ty(value) {
            Type::Int(_) => return value,
            Type::Ptr => UnaryOp::PtrToInt,
            _ => UnaryOp::Bitcast,
        };
        self.push(block, InstData::Unary { op, arg: value }, ty)
    }

    fn fit(&mut self, block: Block, shadow: Value, ty: Type) -> Value {
        let bits = |ty: Type| ty.bits(self.program.model);
        let op = match bits(self.func.ty(shadow)).cmp(&bits(ty)) {
            std::cmp::Ordering::Equal => return shadow,
            std::cmp::Ordering::Greater => UnaryOp::Trunc,
            std::cmp::Ordering::Less => UnaryOp::Zext,
        };
        self.push(block, InstData::Unary { op, arg: shadow }, ty)
    }

    fn ones(&mut self, ty: Type) -> Value {
        self.func.int(ty, meaning::wide::mask(ty.bits(self.program.model)))
    }

    fn size(&mut self, bytes: u64) -> Value {
        self.func.int(self.program.model.pointer_int(), bytes.into())
    }

    fn forget_slot(&mut self, block: Block, slot: Slot) {
        let address = self.func.constant(Const::Slot(slot));
        let size = self.size(self.func.slots[slot].size);
        self.fill(block, address, 0xff, size);
    }

    fn fill(&mut self, block: Block, address: Value, byte: u8, size: Value) {
        let byte = self.func.int(Type::I8, byte.into());
        self.host(block, HostFn::ShadowFill, &[address, byte, size], None);
    }

    fn host(&mut self, block: Block, func: HostFn, args: &[Value], result: Option<Type>) -> Option<Value> {
        let data = InstData::Host { func, args: args.iter().copied().collect(), check: None.into() };
        let inst = self.func.push_inst(block, data, result.as_slice(), self.loc);
        self.func.insts[inst].results.first().copied()
    }

    fn push(&mut self, block: Block, data: InstData, ty: Type) -> Value {
        let inst = self.func.push_inst(block, data, &[ty], self.loc);
        self.func.insts[inst].results[0]
    }

    fn op(&mut self, block: Block, op: BinaryOp, a: Value, b: Value) -> Value {
        let ty = self.func.ty(a);
        self.push(block, InstData::Binary { op, args: [a, b] }, ty)
    }

    fn icmp(&mut self, block: Block, cond: IntCond, a: Value, b: Value) -> Value {
        self.push(block, InstData::Icmp { cond, args: [a, b] }, Type::I1)
    }
}
