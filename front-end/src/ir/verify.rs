//! What a legal program is. The verifier runs after every pass in tests; everybody else may rely on it.
//!
//! 1. The entry exists and takes no arguments.
//! 2. In each function: the layout is not empty and lists each block once; the entry block's parameters are the
//!    signature's (and a pointer, if variadic), and nothing branches to the entry.
//! 3. Every branch goes to a block of the layout with arguments as many as, and typed like, its parameters.
//! 4. Every operand is a constant, or its definition dominates the use (blocks that cannot be reached are exempt).
//! 5. Operands and results have the types the operation wants.
//! 6. Every id of an edge, check, site, slot, function or global is in its table, and no two branches share an edge.

use super::*;
use cranelift_entity::{EntityRef, EntitySet, PrimaryMap, SecondaryMap};
use rustc_hash::FxHashMap;

/// A broken rule, with its place in the text form.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {message}")]
pub struct VerifyError {
    pub place: String,
    pub message: String,
}

type Result<T = (), E = String> = std::result::Result<T, E>;

/// Checks every rule; the first broken one is returned.
pub fn verify(program: &Program) -> Result<(), VerifyError> {
    let entry = program.entry.filter(|e| e.index() < program.funcs.len());
    let legal = entry.is_some_and(|e| program.funcs[e].sig.params.is_empty() && !program.funcs[e].sig.variadic);
    if !legal {
        return Err(VerifyError { place: "program".into(), message: "no entry function without parameters".into() });
    }
    let mut edges = EntitySet::new();
    for (id, func) in &program.funcs {
        let mut verifier = Verifier { program, func, edges: &mut edges };
        verifier.run().map_err(|(place, message)| VerifyError { place: format!("{id} {place}"), message })?;
    }
    Ok(())
}

struct Verifier<'a> {
    program: &'a Program,
    func: &'a Function,
    edges: &'a mut EntitySet<Edge>,
}

fn ensure(condition: bool, message: impl FnOnce() -> String) -> Result {
    if condition { Ok(()) } else { Err(message()) }
}

fn in_table<K: EntityRef + std::fmt::Display, V>(table: &PrimaryMap<K, V>, id: K) -> Result {
    ensure(id.index() < table.len(), || format!("{id} does not exist"))
}

impl Verifier<'_> {
    fn run(&mut self) -> Result<(), (String, String)> {
        let func = self.func;
        let head = |message: String| (func.name.clone(), message);
        ensure(!func.layout.is_empty(), || "no block".into()).map_err(head)?;
        let mut laid = EntitySet::new();
        for &block in &func.layout {
            ensure(block.index() < func.blocks.len() && laid.insert(block), || format!("{block} laid out badly"))
                .map_err(head)?;
        }
        let mut entry = func.sig.params.clone();
        if func.sig.variadic {
            entry.push(Type::Ptr);
        }
        let params: Vec<Type> = func.blocks[func.entry()].params.iter().map(|v| func.ty(*v)).collect();
        ensure(params == entry, || "entry parameters differ from the signature".into()).map_err(head)?;
        for &block in &func.layout {
            let data = &func.blocks[block];
            for &inst in &data.insts {
                let at = |message| (format!("{block} {inst}"), message);
                self.inst(inst).map_err(at)?;
            }
            self.end(&data.end, &laid).map_err(|message| (block.to_string(), message))?;
        }
        self.dominance()
    }

    fn value(&self, value: Value) -> Result<Type> {
        in_table(&self.func.values, value)?;
        match self.func.values[value].def {
            ValueDef::Unused => return Err(format!("{value} is used but not defined")),
            ValueDef::Const(Const::Global(global, _)) => in_table(&self.program.globals, global)?,
            ValueDef::Const(Const::Func(func)) => in_table(&self.program.funcs, func)?,
            ValueDef::Const(Const::Slot(slot)) => in_table(&self.func.slots, slot)?,
            ValueDef::Const(Const::Bits(ty, bits)) => {
                let width = ty.bits(self.program.model);
                ensure(bits & !meaning::wide::mask(width) == 0, || format!("{bits} does not fit {ty}"))?;
            }
            _ => {}
        }
        Ok(self.func.ty(value))
    }

    fn expect(&self, value: Value, ty: Type) -> Result {
        let found = self.value(value)?;
        ensure(found == ty, || format!("{value} is {found}, expected {ty}"))
    }

    fn one_result(&self, inst: Inst) -> Result<Type> {
        let results = &self.func.insts[inst].results;
        ensure(results.len() == 1, || format!("{} results, expected one", results.len()))?;
        Ok(self.func.ty(results[0]))
    }

    fn inst(&mut self, inst: Inst) -> Result {
        let data = &self.func.insts[inst].data;
        let mut broken = Ok(());
        data.for_each_operand(|v| {
            if broken.is_ok() {
                broken = self.value(v).map(drop);
            }
        });
        broken?;
        if let Some(check) = data.check() {
            in_table(&self.program.checks, check)?;
        }
        let word = self.program.model.pointer_int();
        let no_result = || ensure(self.func.insts[inst].results.is_empty(), || "has a result".into());
        match *data {
            InstData::Unary { op, arg } => self.unary(op, self.func.ty(arg), self.one_result(inst)?)?,
            InstData::Binary { op, args: [a, b] } => {
                let ty = self.func.ty(a);
                let fits = if op.is_float() { ty.is_float() } else { ty.is_int() == (op != BinaryOp::PtrAdd) };
                ensure(fits && (op.is_float() || !ty.is_float()), || format!("{} of {ty}", op.name()))?;
                self.expect(b, if op == BinaryOp::PtrAdd { word } else { ty })?;
                let result = if op.is_overflow_test() { Type::I1 } else { ty };
                let found = self.one_result(inst)?;
                ensure(found == result, || format!("result is {found}, expected {result}"))?;
            }
            InstData::Div { args: [a, b], .. } => {
                let ty = self.func.ty(a);
                ensure(ty.is_int(), || format!("division of {ty}"))?;
                self.expect(b, ty)?;
                ensure(self.one_result(inst)? == ty, || "result type differs".into())?;
            }
            InstData::Icmp { args: [a, b], .. } => {
                ensure(!self.func.ty(a).is_float(), || "icmp of floats".into())?;
                self.expect(b, self.func.ty(a))?;
                ensure(self.one_result(inst)? == Type::I1, || "comparison result is not i1".into())?;
            }
            InstData::Fcmp { args: [a, b], .. } => {
                ensure(self.func.ty(a).is_float(), || "fcmp of integers".into())?;
                self.expect(b, self.func.ty(a))?;
                ensure(self.one_result(inst)? == Type::I1, || "comparison result is not i1".into())?;
            }
            InstData::Select { cond, args: [a, b] } => {
                self.expect(cond, Type::I1)?;
                self.expect(b, self.func.ty(a))?;
                ensure(self.one_result(inst)? == self.func.ty(a), || "result type differs".into())?;
            }
            InstData::Math { func, ref args } => self.math(func, args, self.one_result(inst)?)?,
            InstData::Load { ptr, origin, .. } => {
                self.expect(ptr, Type::Ptr)?;
                origin.expand().map_or(Ok(()), |o| self.expect(o, Type::Ptr))?;
                self.one_result(inst)?;
            }
            InstData::Store { ptr, origin, .. } => {
                self.expect(ptr, Type::Ptr)?;
                origin.expand().map_or(Ok(()), |o| self.expect(o, Type::Ptr))?;
                no_result()?;
            }
            InstData::MemCopy { dst, src, len, .. } => {
                self.expect(dst, Type::Ptr)?;
                self.expect(src, Type::Ptr)?;
                self.expect(len, word)?;
                no_result()?;
            }
            InstData::MemSet { dst, byte, len, .. } => {
                self.expect(dst, Type::Ptr)?;
                self.expect(byte, Type::I8)?;
                self.expect(len, word)?;
                no_result()?;
            }
            InstData::StackAlloc { size, align } => {
                self.expect(size, word)?;
                ensure(align.is_power_of_two(), || "alignment is not a power of two".into())?;
                ensure(self.one_result(inst)? == Type::Ptr, || "result is not a pointer".into())?;
            }
            InstData::StackSave => {
                ensure(self.one_result(inst)? == Type::Ptr, || "mark is not a pointer".into())?;
            }
            InstData::StackRestore { mark } => self.expect(mark, Type::Ptr)?,
            InstData::ScopeStart { slot } | InstData::ScopeEnd { slot } => {
                in_table(&self.func.slots, slot)?;
                ensure(self.func.slots[slot].scoped, || format!("{slot} is not scoped"))?;
            }
            InstData::Call { func, ref args, va } => {
                in_table(&self.program.funcs, func)?;
                let sig = &self.program.funcs[func].sig;
                let types: Vec<Type> = args.iter().map(|v| self.func.ty(*v)).collect();
                ensure(types == sig.params, || format!("arguments {types:?}, expected {:?}", sig.params))?;
                ensure(va.is_some() == sig.variadic, || "variadic arguments do not fit the callee".into())?;
                let results: Vec<Type> = self.func.insts[inst].results.iter().map(|v| self.func.ty(*v)).collect();
                ensure(results == sig.results, || format!("results {results:?}, expected {:?}", sig.results))?;
            }
            InstData::CallIndirect { callee, .. } => self.expect(callee, Type::Ptr)?,
            InstData::Host { func, check, .. } => {
                ensure(check.is_some() == func.is_checked(), || "host check missing or too many".into())?;
            }
            InstData::Input { site } => {
                in_table(&self.program.sites, site)?;
                let ty = self.program.sites[site].ty;
                ensure(self.one_result(inst)? == ty, || format!("input of {ty} has another type"))?;
            }
            InstData::Assume { cond } | InstData::Check { cond, .. } => {
                self.expect(cond, Type::I1)?;
                no_result()?;
            }
        }
        Ok(())
    }

    fn unary(&self, op: UnaryOp, from: Type, to: Type) -> Result {
        let model = self.program.model;
        let (a, b) = (from.bits(model), to.bits(model));
        let ints = from.is_int() && to.is_int();
        let fits = match op {
            UnaryOp::Trunc => ints && a > b,
            UnaryOp::Zext | UnaryOp::Sext => ints && a < b,
            UnaryOp::Bitcast => from.is_int() != to.is_int() && from != Type::Ptr && to != Type::Ptr && a == b,
            UnaryOp::PtrToInt => from == Type::Ptr && to == model.pointer_int(),
            UnaryOp::IntToPtr => from == model.pointer_int() && to == Type::Ptr,
            UnaryOp::FPromote => from == Type::F32 && to == Type::F64,
            UnaryOp::FDemote => from == Type::F64 && to == Type::F32,
            UnaryOp::FToS | UnaryOp::FToU => from.is_float() && to.is_int(),
            UnaryOp::SToF | UnaryOp::UToF => from.is_int() && to.is_float(),
            UnaryOp::FNeg | UnaryOp::FAbs => from.is_float() && from == to,
            UnaryOp::Clz | UnaryOp::Ctz | UnaryOp::Popcnt | UnaryOp::Bitrev => ints && from == to,
            UnaryOp::Bswap => ints && from == to && a % 8 == 0,
        };
        ensure(fits, || format!("{} from {from} to {to}", op.name()))
    }

    fn math(&self, func: MathFn, args: &[Value], result: Type) -> Result {
        let types: Vec<Type> = args.iter().map(|v| self.func.ty(*v)).collect();
        let fits = match (func.shape(), types.as_slice()) {
            (MathShape::Floats(n), types) => {
                types.len() == n && result.is_float() && types.iter().all(|t| *t == result)
            }
            (MathShape::FloatToInt, [float]) => float.is_float() && result.is_int(),
            (MathShape::FloatInt, [float, int]) | (MathShape::IntFloat, [int, float]) => {
                float.is_float() && int.is_int() && result == *float
            }
            _ => false,
        };
        ensure(fits, || format!("math {} of {types:?} to {result}", func.name()))
    }

    fn end(&mut self, end: &Terminator, laid: &EntitySet<Block>) -> Result {
        match end {
            Terminator::Branch { cond, .. } => self.expect(*cond, Type::I1)?,
            Terminator::Switch { value, cases, .. } => {
                let ty = self.value(*value)?;
                ensure(ty.is_int(), || format!("switch on {ty}"))?;
                let mut keys: Vec<u128> = cases.iter().map(|(key, _)| *key).collect();
                keys.sort_unstable();
                ensure(keys.windows(2).all(|w| w[0] != w[1]), || "switch key twice".into())?;
            }
            Terminator::Return(values) => {
                let types: Vec<Type> = values.iter().map(|v| self.value(*v)).collect::<Result<_>>()?;
                ensure(types == self.func.sig.results, || format!("returns {types:?}"))?;
            }
            Terminator::Unreachable { check } => in_table(&self.program.checks, *check)?,
            _ => {}
        }
        for target in end.targets() {
            in_table(&self.program.edges, target.edge)?;
            ensure(self.edges.insert(target.edge), || format!("{} is used twice", target.edge))?;
            ensure(target.block.index() < self.func.blocks.len() && laid.contains(target.block), || {
                format!("{} is not in the layout", target.block)
            })?;
            ensure(target.block != self.func.entry(), || "branch to the entry block".into())?;
            let params = &self.func.blocks[target.block].params;
            ensure(params.len() == target.args.len(), || {
                format!("{} arguments to {}", target.args.len(), target.block)
            })?;
            for (&param, &arg) in params.iter().zip(&target.args) {
                self.value(arg)?;
                self.expect(arg, self.func.ty(param))?;
            }
        }
        Ok(())
    }

    /// Rule 4, by the iterative dominator algorithm of Cooper, Harvey and Kennedy over the reverse postorder.
    fn dominance(&self) -> Result<(), (String, String)> {
        let order = self.func.reverse_postorder();
        let number: FxHashMap<Block, usize> = order.iter().enumerate().map(|(i, b)| (*b, i)).collect();
        let preds = self.func.predecessors();
        let mut idom = vec![usize::MAX; order.len()];
        idom[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for i in 1..order.len() {
                let mut new = usize::MAX;
                for p in preds[order[i]].iter().filter_map(|p| number.get(p)).copied() {
                    if idom[p] != usize::MAX {
                        new = if new == usize::MAX { p } else { intersect(&idom, p, new) };
                    }
                }
                if idom[i] != new {
                    idom[i] = new;
                    changed = true;
                }
            }
        }
        // Where each value is defined: block number and position.
        let mut place: SecondaryMap<Value, Option<(usize, usize)>> = SecondaryMap::new();
        for (i, &block) in order.iter().enumerate() {
            let data = &self.func.blocks[block];
            data.params.iter().for_each(|v| place[*v] = Some((i, 0)));
            for (at, &inst) in data.insts.iter().enumerate() {
                self.func.insts[inst].results.iter().for_each(|v| place[*v] = Some((i, at + 1)));
            }
        }
        for (i, &block) in order.iter().enumerate() {
            let data = &self.func.blocks[block];
            let legal = |value: Value, at: usize| {
                let Some((def, position)) = place[value] else {
                    return self.func.as_const(value).is_some();
                };
                if def == i {
                    return position <= at;
                }
                let mut b = i;
                while b > def {
                    b = idom[b];
                }
                b == def
            };
            for (at, &inst) in data.insts.iter().enumerate() {
                let mut bad = None;
                self.func.insts[inst].data.for_each_operand(|v| {
                    if !legal(v, at) {
                        bad = Some(v);
                    }
                });
                if let Some(v) = bad {
                    return Err((format!("{block} {inst}"), format!("{v} does not dominate its use")));
                }
            }
            let mut bad = None;
            data.end.for_each_operand(|v| {
                if !legal(v, data.insts.len()) {
                    bad = Some(v);
                }
            });
            if let Some(v) = bad {
                return Err((block.to_string(), format!("{v} does not dominate its use")));
            }
        }
        Ok(())
    }
}

fn intersect(idom: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while a > b {
            a = idom[a];
        }
        while b > a {
            b = idom[b];
        }
    }
    a
}
