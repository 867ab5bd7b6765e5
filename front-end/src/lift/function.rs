//! One function: blocks, phis as block parameters, locals as slots, and the bookkeeping that instructions share.

use super::lifter::Lifter;
use super::llvm::{BasicBlock, LLVMOpcode, LLVMValueKind, Layout, Metadata, Type, Value};
use super::sanitizer::Plan;
use super::shape::{self, leaves};
use super::{call, convention, models};
use crate::ir::{self, *};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Why lifting a block stops before its end.
pub enum Halt {
    /// Something is not supported; what.
    Unsupported(String),
    /// The block ended early with this terminator.
    Ended(Terminator),
}

impl From<String> for Halt {
    fn from(what: String) -> Halt {
        Halt::Unsupported(what)
    }
}

impl From<&str> for Halt {
    fn from(what: &str) -> Halt {
        Halt::Unsupported(what.into())
    }
}

pub type Lift<T = ()> = Result<T, Halt>;

/// The leaves of an LLVM value.
pub type Parts = SmallVec<[ir::Value; 1]>;

pub struct FunctionLifter<'a, 'm> {
    pub lifter: &'a mut Lifter<'m>,
    /// The function in LLVM's hands.
    pub source: Value<'m>,
    pub id: Func,
    pub func: Function,
    pub block: Block,
    pub loc: Loc,
    values: FxHashMap<Value<'m>, Parts>,
    blocks: FxHashMap<BasicBlock<'m>, Block>,
    /// Source names of allocas.
    variables: FxHashMap<Value<'m>, String>,
    /// Debug types of allocas.
    types: FxHashMap<Value<'m>, Metadata<'m>>,
    /// Allocas with lifetime markers.
    scoped: FxHashSet<Value<'m>>,
    pub plan: Plan<'m>,
    /// What an access of this function is about: a string function of the library says so by its section.
    access: CheckClass,
    /// May the result hold bits that nobody assigned?
    pub returns_partial: bool,
    /// The object a computed address is meant to stay in.
    pub origins: FxHashMap<ir::Value, ir::Value>,
    /// Inputs that a value was cast from, so that a site learns the name of the variable it is stored to.
    pub input_of: FxHashMap<ir::Value, InputSite>,
}

/// The signature with every parameter and result split into leaves.
pub fn signature(layout: Layout<'_>, value: Value<'_>) -> Result<Signature, String> {
    let ty = value.content_type();
    let mut sig = Signature { variadic: ty.is_variadic(), ..Signature::default() };
    for param in ty.params() {
        sig.params.extend(leaves(layout, param)?.iter().map(|leaf| leaf.ty));
    }
    sig.results.extend(leaves(layout, ty.return_type())?.iter().map(|leaf| leaf.ty));
    Ok(sig)
}

/// Lifts a function's body into the program; what is not supported becomes a dead end inside it.
pub fn lift<'m>(lifter: &mut Lifter<'m>, value: Value<'m>, id: Func) {
    let func = lifter.program.funcs[id].clone();
    let loc = func.loc;
    let mut this = FunctionLifter {
        lifter,
        source: value,
        id,
        func,
        block: Block::from_u32(0),
        loc,
        values: FxHashMap::default(),
        blocks: FxHashMap::default(),
        variables: FxHashMap::default(),
        types: FxHashMap::default(),
        scoped: FxHashSet::default(),
        plan: Plan::default(),
        access: CheckClass::Memory,
        returns_partial: !value.return_noundef(),
        origins: FxHashMap::default(),
        input_of: FxHashMap::default(),
    };
    if this.func.library && value.section() == models::STRING_SECTION {
        this.access = CheckClass::String;
    }
    this.block = this.func.new_block();
    if value.is_declaration() {
        this.external(value);
    } else {
        this.body(value);
    }
    let func = std::mem::take(&mut this.func);
    lifter.program.funcs[id] = func;
}

impl<'m> FunctionLifter<'_, 'm> {
    pub fn model(&self) -> DataModel {
        self.lifter.program.model
    }

    /// A function that nobody defines but whose address is taken: it does what a direct call would.
    fn external(&mut self, value: Value<'m>) {
        let args: Parts = self.params();
        let result = match convention::find(&value.name()) {
            Some(convention) => convention::lift(self, &value.name(), convention, value.content_type(), &args, &[]),
            None => call::undefined(self, &value.name(), value.content_type()),
        };
        let end = match result {
            Ok(parts) => Terminator::Return(parts.into_iter().collect()),
            Err(halt) => self.halt(halt),
        };
        self.func.blocks[self.block].end = end;
    }

    fn params(&mut self) -> Parts {
        let types = self.func.sig.params.clone();
        let params = types.into_iter().map(|ty| self.func.new_param(self.block, ty)).collect();
        if self.func.sig.variadic {
            self.func.new_param(self.block, ir::Type::Ptr);
        }
        params
    }

    fn body(&mut self, value: Value<'m>) {
        let blocks = value.blocks();
        self.scan(&blocks);
        let entry = self.block;
        self.blocks.insert(blocks[0], entry);
        let params = self.params();
        let mut order = reachable(blocks[0]);
        self.plan = Plan::new(&order);
        order.retain(|block| !self.plan.is_swallowed(*block));
        for &block in order.iter().skip(1) {
            let id = self.func.new_block();
            self.blocks.insert(block, id);
        }
        if let Err(halt) = self.bind_params(value, &params) {
            let end = self.halt(halt);
            self.func.blocks[entry].end = end;
            self.func.layout.truncate(1);
            return;
        }
        let mut broken = FxHashSet::default();
        for &block in order.iter().skip(1) {
            if let Err(halt) = self.phis(block) {
                self.block = self.blocks[&block];
                let end = self.halt(halt);
                self.func.blocks[self.block].end = end;
                broken.insert(block);
            }
        }
        for block in order {
            if broken.contains(&block) {
                continue;
            }
            self.block = self.blocks[&block];
            if let Err(halt) = self.instructions(block) {
                let end = self.halt(halt);
                self.func.blocks[self.block].end = end;
                self.func.blocks[self.block].end_loc = self.loc;
            }
        }
        let alive = self.func.reverse_postorder();
        self.func.layout = alive;
    }

    /// Names and scopes of locals.
    fn scan(&mut self, blocks: &[BasicBlock<'m>]) {
        for inst in blocks.iter().flat_map(|b| b.instructions()) {
            if inst.opcode() != LLVMOpcode::LLVMCall {
                continue;
            }
            let name = inst.called().name();
            if name == "llvm.dbg.declare" {
                let declared = inst.declared_variable();
                self.types.extend(declared.iter().filter_map(|(address, _)| Some((*address, inst.declared_type()?))));
                self.variables.extend(declared);
            } else if name.starts_with("llvm.lifetime.start") {
                self.scoped.insert(inst.operand(1));
            }
        }
    }

    /// The debug type of a local or global variable.
    pub fn declared_type(&self, variable: Value<'m>) -> Option<Metadata<'m>> {
        match variable.kind() {
            LLVMValueKind::LLVMGlobalVariableValueKind => variable.global_debug_type(),
            _ => self.types.get(&variable).copied(),
        }
    }

    fn bind_params(&mut self, value: Value<'m>, params: &[ir::Value]) -> Lift {
        let mut rest = params;
        for (i, param) in value.params().into_iter().enumerate() {
            self.warn_long_double(param.ty());
            let count = leaves(self.lifter.layout, param.ty())?.len();
            let (parts, others) = rest.split_at(count);
            rest = others;
            // A struct passed in memory: the callee works on its own copy.
            let parts = match value.param_byval(i as u32) {
                Some(ty) => {
                    let slot = self.slot(param, ty);
                    let size = self.lifter.layout.alloc_size(ty);
                    let address = self.func.constant(Const::Slot(slot));
                    let len = self.func.int(self.model().pointer_int(), size.into());
                    let check = self.memory_check(format!("copy of the argument of {size} bytes"));
                    self.push(InstData::MemCopy { dst: address, src: parts[0], len, check }, &[]);
                    Parts::from_iter([address])
                }
                None => parts.iter().copied().collect(),
            };
            self.values.insert(param, parts);
        }
        Ok(())
    }

    fn phis(&mut self, block: BasicBlock<'m>) -> Lift {
        let id = self.blocks[&block];
        for inst in block.instructions().take_while(|i| i.opcode() == LLVMOpcode::LLVMPHI) {
            let types = leaves(self.lifter.layout, inst.ty())?;
            let parts = types.iter().map(|leaf| self.func.new_param(id, leaf.ty)).collect();
            self.values.insert(inst, parts);
        }
        Ok(())
    }

    fn instructions(&mut self, mut block: BasicBlock<'m>) -> Lift {
        loop {
            let fold = self.plan.fold(block);
            let mut rest = block.instructions().peekable();
            while let Some(inst) = rest.next() {
                let loc = self.lifter.place(inst.debug_place());
                if loc.is_known() {
                    self.loc = loc;
                }
                self.func.blocks[self.block].end_loc = self.loc;
                if fold.is_none() || rest.peek().is_some() {
                    self.instruction(inst, block)?;
                }
            }
            match fold {
                Some(fold) => block = self.fold(block, fold)?,
                None => return Ok(()),
            }
        }
    }

    fn halt(&mut self, halt: Halt) -> Terminator {
        match halt {
            Halt::Ended(end) => end,
            Halt::Unsupported(what) => {
                let message = format!("{what} is not supported; a run that comes here ends");
                self.lifter.warn(self.loc, message);
                Terminator::Unsupported { what }
            }
        }
    }

    /// A slot for an alloca or a by-value parameter.
    pub fn slot(&mut self, value: Value<'m>, ty: Type<'m>) -> Slot {
        let name = self.variables.get(&value).cloned().unwrap_or_else(|| value.name());
        let size = self.lifter.layout.alloc_size(ty);
        let align = self.lifter.layout.align(ty).max(value_align(value));
        self.func.slots.push(SlotData { name, size, align, scoped: self.scoped.contains(&value) })
    }

    pub fn push(&mut self, data: InstData, results: &[ir::Type]) -> Parts {
        let inst = self.func.push_inst(self.block, data, results, self.loc);
        self.func.insts[inst].results.iter().copied().collect()
    }

    /// Appends an instruction with one result.
    pub fn one(&mut self, data: InstData, ty: ir::Type) -> ir::Value {
        self.push(data, &[ty])[0]
    }

    pub fn define(&mut self, inst: Value<'m>, parts: Parts) {
        self.values.insert(inst, parts);
    }

    /// The leaves of an operand.
    pub fn parts(&mut self, value: Value<'m>) -> Lift<Parts> {
        if let Some(parts) = self.values.get(&value) {
            return Ok(parts.clone());
        }
        if !Lifter::is_constant(value) {
            return Err(match value.kind() {
                LLVMValueKind::LLVMMetadataAsValueValueKind => "a metadata operand".into(),
                _ => format!("the operand {}", value.text()).into(),
            });
        }
        let types = leaves(self.lifter.layout, value.ty())?;
        let mut folded = Vec::with_capacity(types.len());
        self.lifter.const_leaves(value, &mut folded)?;
        types.iter().zip(folded).map(|(leaf, folded)| self.folded(leaf.ty, folded)).collect()
    }

    fn folded(&mut self, ty: ir::Type, folded: super::constant::Folded) -> Lift<ir::Value> {
        let Some(symbol) = folded.symbol else {
            return Ok(self.func.int(ty, folded.bits));
        };
        let shift = self.lifter.pointer_offset(folded.bits);
        let address = match symbol {
            Symbol::Global(global, addend) => self.func.constant(Const::Global(global, addend + shift)),
            Symbol::Func(func) if shift == 0 => self.func.constant(Const::Func(func)),
            Symbol::Func(_) => return Err("an address inside a function".into()),
        };
        match ty {
            ir::Type::Ptr => Ok(address),
            ty if ty == self.model().pointer_int() => {
                Ok(self.one(InstData::Unary { op: UnaryOp::PtrToInt, arg: address }, ty))
            }
            _ => Err("an address as a narrow constant".into()),
        }
    }

    /// The one leaf of a scalar operand.
    pub fn scalar(&mut self, value: Value<'m>) -> Lift<ir::Value> {
        let parts = self.parts(value)?;
        match parts.as_slice() {
            [one] => Ok(*one),
            _ => Err(format!("{} as a scalar", value.ty().text()).into()),
        }
    }

    /// A branch target: the block and the values of its phis when coming from here.
    pub fn target(&mut self, from: BasicBlock<'m>, to: BasicBlock<'m>, kind: EdgeKind) -> Lift<Target> {
        let mut args = Values::new();
        for phi in to.instructions().take_while(|i| i.opcode() == LLVMOpcode::LLVMPHI) {
            let incoming = phi.incoming().into_iter().find(|(_, block)| *block == from);
            let (value, _) = incoming.ok_or("a phi without a value for its predecessor")?;
            args.extend(self.parts(value)?);
        }
        let kind = if self.func.library && kind == EdgeKind::Branch { EdgeKind::Helper } else { kind };
        Ok(Target { block: self.blocks[&to], args, edge: self.lifter.edge(kind) })
    }

    pub fn memory_check(&mut self, text: String) -> Check {
        self.lifter.check(self.id, self.access, text, self.loc)
    }

    /// Checks that `n` bytes at `a` and `m` bytes at `b` have none in common: neither begins inside the other. Copying
    /// something to itself may be allowed.
    pub fn check_disjoint(&mut self, a: ir::Value, n: ir::Value, b: ir::Value, m: ir::Value, same: bool) {
        let word = self.model().pointer_int();
        let [a, n, b, m] = [a, n, b, m].map(|v| self.fit(v, word));
        for (from, to, length) in [(a, b, n), (b, a, m)] {
            let distance = self.binary(BinaryOp::Sub, to, from);
            let mut cond = self.icmp(IntCond::Uge, distance, length);
            if same {
                let equal = self.icmp(IntCond::Eq, to, from);
                cond = self.binary(BinaryOp::Or, cond, equal);
            }
            let check = self.new_check(CheckClass::Overlap, "the source and the destination do not overlap");
            self.push(InstData::Check { cond, check }, &[]);
        }
    }

    pub fn new_check(&mut self, class: CheckClass, text: impl Into<String>) -> Check {
        self.lifter.check(self.id, class, text.into(), self.loc)
    }

    pub fn unary(&mut self, op: UnaryOp, arg: ir::Value, ty: ir::Type) -> ir::Value {
        self.one(InstData::Unary { op, arg }, ty)
    }

    pub fn binary(&mut self, op: BinaryOp, a: ir::Value, b: ir::Value) -> ir::Value {
        let ty = if op.is_overflow_test() { ir::Type::I1 } else { self.func.ty(a) };
        self.one(InstData::Binary { op, args: [a, b] }, ty)
    }

    pub fn fcmp(&mut self, cond: FloatCond, a: ir::Value, b: ir::Value) -> ir::Value {
        self.one(InstData::Fcmp { cond, args: [a, b] }, ir::Type::I1)
    }

    pub fn icmp(&mut self, cond: IntCond, a: ir::Value, b: ir::Value) -> ir::Value {
        self.one(InstData::Icmp { cond, args: [a, b] }, ir::Type::I1)
    }

    /// Is it other than 0?
    pub fn is_true(&mut self, value: ir::Value) -> ir::Value {
        let zero = self.func.int(self.func.ty(value), 0);
        self.icmp(IntCond::Ne, value, zero)
    }

    pub fn select(&mut self, cond: ir::Value, a: ir::Value, b: ir::Value) -> ir::Value {
        let ty = self.func.ty(a);
        self.one(InstData::Select { cond, args: [a, b] }, ty)
    }

    /// Cuts or zero-extends the bits of a value to another type.
    pub fn fit(&mut self, value: ir::Value, to: ir::Type) -> ir::Value {
        let from = self.func.ty(value);
        if from == to {
            return value;
        }
        let model = self.model();
        let as_int = |ty: ir::Type| ir::Type::Int(ty.bits(model) as u8);
        let mut bits = match from {
            ir::Type::Int(_) => value,
            ir::Type::Ptr => self.unary(UnaryOp::PtrToInt, value, as_int(from)),
            _ => self.unary(UnaryOp::Bitcast, value, as_int(from)),
        };
        let (a, b) = (from.bits(model), to.bits(model));
        if a > b {
            bits = self.unary(UnaryOp::Trunc, bits, as_int(to));
        } else if a < b {
            bits = self.unary(UnaryOp::Zext, bits, as_int(to));
        }
        match to {
            ir::Type::Int(_) => bits,
            ir::Type::Ptr => self.unary(UnaryOp::IntToPtr, bits, to),
            _ => self.unary(UnaryOp::Bitcast, bits, to),
        }
    }

    pub fn warn_long_double(&mut self, ty: Type<'m>) {
        if shape::is_long_double(ty) && !self.func.library {
            let message = "long double is computed as double here, and its bytes in memory are those of a double";
            self.lifter.warn(self.loc, message.into());
        }
    }
}

fn value_align(value: Value<'_>) -> u32 {
    // A parameter has no alignment of its own to ask for.
    if value.kind() == LLVMValueKind::LLVMInstructionValueKind { value.align() } else { 1 }
}

/// Blocks in reverse postorder, so that definitions come before uses.
fn reachable(entry: BasicBlock<'_>) -> Vec<BasicBlock<'_>> {
    fn successors(block: BasicBlock<'_>) -> Vec<BasicBlock<'_>> {
        block.instructions().last().map(|end| end.successors()).unwrap_or_default()
    }
    let mut seen = FxHashSet::default();
    let mut order = Vec::new();
    let mut stack = vec![(entry, successors(entry), 0)];
    seen.insert(entry);
    while let Some((block, next, position)) = stack.last_mut() {
        if let Some(&child) = next.get(*position) {
            *position += 1;
            if seen.insert(child) {
                stack.push((child, successors(child), 0));
            }
        } else {
            order.push(*block);
            stack.pop();
        }
    }
    order.reverse();
    order
}
