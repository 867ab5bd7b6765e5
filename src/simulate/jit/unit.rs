//! What the compiler must know of the whole program before it compiles a function: which functions can be reached,
//! which may end heap objects, which are small enough to be inlined, and numbers for signatures.

use super::super::bytecode::WINDOW;
use super::super::registers::{self, Registers};
use cranelift_entity::{EntitySet, SecondaryMap};
use rarebit_front_end::ir::*;
use std::collections::HashMap;

/// A function is inlined only up to this many instructions and blocks.
const SMALL_INSTS: usize = 30;
const SMALL_BLOCKS: usize = 8;

/// Parameter and result types, and whether there is a variadic pointer.
pub type Shape = (Vec<Type>, Vec<Type>, bool);

pub struct Unit {
    /// Functions that a run can reach, callers before callees where possible.
    pub reachable: Vec<Func>,
    /// Functions whose address the program has.
    pub taken: EntitySet<Func>,
    /// May a call of it end a heap object?
    pub may_free: SecondaryMap<Func, bool>,
    pub inlined: SecondaryMap<Func, bool>,
    /// Functions that no engine runs, see [`Registers::assign`].
    pub stubs: SecondaryMap<Func, bool>,
    shapes: HashMap<Shape, u32>,
}

impl Unit {
    pub fn new(program: &Program, entry: Func) -> Unit {
        let mut unit = Unit {
            reachable: Vec::new(),
            taken: EntitySet::new(),
            may_free: SecondaryMap::new(),
            inlined: SecondaryMap::new(),
            stubs: SecondaryMap::new(),
            shapes: HashMap::new(),
        };
        let mut calls: SecondaryMap<Func, Vec<Func>> = SecondaryMap::new();
        let mut indirect: EntitySet<Func> = EntitySet::new();
        let mut seen: EntitySet<Func> = EntitySet::new();
        let mut work = vec![entry];
        for global in program.globals.values() {
            for (_, symbol) in &global.init.relocations {
                if let Symbol::Func(func) = *symbol {
                    unit.taken.insert(func);
                    work.push(func);
                }
            }
        }
        while let Some(id) = work.pop() {
            if !seen.insert(id) {
                continue;
            }
            unit.reachable.push(id);
            let func = &program.funcs[id];
            unit.stubs[id] = is_stub(func);
            for value in func.values.values() {
                if let ValueDef::Const(Const::Func(target)) = value.def {
                    unit.taken.insert(target);
                    work.push(target);
                }
            }
            let insts = func.layout.iter().flat_map(|block| &func.blocks[*block].insts);
            for inst in insts {
                match func.insts[*inst].data {
                    InstData::Call { func: target, .. } => {
                        calls[id].push(target);
                        work.push(target);
                    }
                    InstData::CallIndirect { .. } => {
                        indirect.insert(id);
                    }
                    InstData::Host { func: HostFn::Free, .. } => unit.may_free[id] = true,
                    _ => {}
                }
            }
            let shape = (func.sig.params.clone(), func.sig.results.clone(), func.sig.variadic);
            unit.shape(shape);
        }
        unit.spread_free(&calls, &indirect);
        for &id in &unit.reachable {
            let func = &program.funcs[id];
            unit.inlined[id] = !unit.stubs[id] && is_small(func) && id != entry;
        }
        unit
    }

    /// How many instructions functions have.
    pub fn instructions(&self, program: &Program, funcs: &[Func]) -> usize {
        let of = |func: &Function| func.layout.iter().map(|block| func.blocks[*block].insts.len() + 1).sum::<usize>();
        funcs.iter().map(|id| of(&program.funcs[*id])).sum()
    }

    /// What a callee may do, its callers may do.
    fn spread_free(&mut self, calls: &SecondaryMap<Func, Vec<Func>>, indirect: &EntitySet<Func>) {
        let taken: Vec<Func> = self.reachable.iter().copied().filter(|f| self.taken.contains(*f)).collect();
        loop {
            let any_taken = taken.iter().any(|f| self.may_free[*f]);
            let mut changed = false;
            for &id in &self.reachable {
                let frees = calls[id].iter().any(|f| self.may_free[*f]) || (any_taken && indirect.contains(id));
                if frees && !self.may_free[id] {
                    self.may_free[id] = true;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// The number of a shape.
    pub fn shape(&mut self, shape: Shape) -> u32 {
        let next = self.shapes.len() as u32;
        *self.shapes.entry(shape).or_insert(next)
    }

    /// The number of a shape that some function has.
    pub fn known_shape(&self, shape: &Shape) -> Option<u32> {
        self.shapes.get(shape).copied()
    }
}

/// Does the interpreter not run it either?
fn is_stub(func: &Function) -> bool {
    if func.layout.is_empty() {
        return true;
    }
    // Only then can it need too many registers.
    let most = 2 * func.values.len() + func.slots.len() + 2;
    most > WINDOW && Registers::assign(func, &registers::count_uses(func, |_| false, &[]), &[]).is_none()
}

fn is_small(func: &Function) -> bool {
    let insts: usize = func.layout.iter().map(|block| func.blocks[*block].insts.len()).sum();
    let plain = |inst: &Inst| {
        !matches!(
            func.insts[*inst].data,
            InstData::StackAlloc { .. } | InstData::StackSave | InstData::StackRestore { .. }
        )
    };
    insts <= SMALL_INSTS
        && func.layout.len() <= SMALL_BLOCKS
        && func.slots.is_empty()
        && !func.sig.variadic
        && func.layout.iter().flat_map(|block| &func.blocks[*block].insts).all(plain)
}
