//! Heap objects that are lost, or not freed, when the program ends.
//!
//! Every place where the program calls a library function that may allocate is marked before the call, and the heap
//! objects made then carry the mark. Before the run ends the simulator is asked for the mark of an object that nothing
//! points to any more (as LeakSanitizer does: a pointer in a global, in a live local or in another object that is
//! pointed to counts, also into the middle), or that just was not freed; the check of that place fails. So a leak is
//! reported where the object was allocated. A program that ends inside a call, by `exit`, is not asked for lost
//! objects: its locals may hold the last pointer in a register.

use crate::ir::*;
use cranelift_entity::EntitySet;

/// A class, and what the simulator is asked for it.
type Question = (CheckClass, HostFn);

pub fn instrument(program: &mut Program, classes: ClassSet) {
    let questions = [(CheckClass::Leak, HostFn::Leaked), (CheckClass::Unfreed, HostFn::Unfreed)];
    let questions: Vec<Question> = questions.into_iter().filter(|(class, _)| classes.contains(*class)).collect();
    if questions.is_empty() {
        return;
    }
    let places = mark_calls(program);
    mark_return(program);
    for (class, question) in questions {
        let checks: Vec<Check> = places.iter().map(|(func, loc)| check(program, class, *func, *loc)).collect();
        for func in program.funcs.values_mut().filter(|func| func.library && func.name == LAST) {
            for block in func.layout.clone() {
                for inst in std::mem::take(&mut func.blocks[block].insts) {
                    if matches!(func.insts[inst].data, InstData::Host { func: HostFn::Exit, .. }) {
                        ask(func, block, question, &checks);
                    }
                    func.blocks[block].insts.push(inst);
                }
            }
        }
    }
}

/// The model that ends the run after the exit handlers. Other ends look for no leak natively either.
const LAST: &str = "__model_exit";

/// Marks the calls that may allocate, with numbers from 1; where they are.
fn mark_calls(program: &mut Program) -> Vec<(Func, Loc)> {
    let allocating = allocating(program);
    let mut places = Vec::new();
    for (id, func) in program.funcs.iter_mut().filter(|(_, func)| !func.library) {
        for block in func.layout.clone() {
            for inst in std::mem::take(&mut func.blocks[block].insts) {
                let loc = func.insts[inst].loc;
                let allocates = match &func.insts[inst].data {
                    InstData::Call { func, .. } => allocating.contains(*func),
                    InstData::CallIndirect { .. } => true,
                    _ => false,
                };
                if allocates {
                    places.push((id, loc));
                    let mark = func.int(Type::I32, places.len() as u128);
                    func.push_inst(block, host(HostFn::Mark, [mark]), &[], loc);
                }
                func.blocks[block].insts.push(inst);
            }
        }
    }
    places
}

/// Says that `main` has returned, before the entry's last call.
fn mark_return(program: &mut Program) {
    let Some(func) = program.entry.map(|entry| &mut program.funcs[entry]) else { return };
    for block in func.layout.clone() {
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let last = insts.iter().rposition(|inst| matches!(func.insts[*inst].data, InstData::Call { .. }));
        for (at, inst) in insts.into_iter().enumerate() {
            if Some(at) == last {
                func.push_inst(block, host(HostFn::Returned, []), &[], Loc::default());
            }
            func.blocks[block].insts.push(inst);
        }
    }
}

fn check(program: &mut Program, class: CheckClass, func: Func, loc: Loc) -> Check {
    let text = match class {
        CheckClass::Leak => "what is allocated here is freed or pointed to at the end",
        _ => "what is allocated here is freed at the end",
    };
    program.checks.push(CheckInfo { class, text: text.into(), func, loc })
}

fn host(func: HostFn, args: impl IntoIterator<Item = Value>) -> InstData {
    InstData::Host { func, args: args.into_iter().collect(), check: None.into() }
}

/// Asks for a mark, and fails the check that it stands for.
fn ask(func: &mut Function, block: Block, question: HostFn, checks: &[Check]) {
    let loc = Loc::default();
    let found = func.push_inst(block, host(question, []), &[Type::I32], loc);
    let found = func.insts[found].results[0];
    for (&check, number) in checks.iter().zip(1..) {
        let mark = func.int(Type::I32, number);
        let other = func.push_inst(block, InstData::Icmp { cond: IntCond::Ne, args: [found, mark] }, &[Type::I1], loc);
        let cond = func.insts[other].results[0];
        func.push_inst(block, InstData::Check { cond, check }, &[], loc);
    }
}

/// The library functions that allocate, or call one that does.
fn allocating(program: &Program) -> EntitySet<Func> {
    let mut found = EntitySet::new();
    loop {
        let mut changed = false;
        for (id, func) in program.funcs.iter().filter(|(_, func)| func.library) {
            let insts = func.layout.iter().flat_map(|block| &func.blocks[*block].insts);
            let allocates = insts.map(|inst| &func.insts[*inst].data).any(|data| match data {
                InstData::Host { func, .. } => *func == HostFn::Alloc,
                InstData::Call { func, .. } => found.contains(*func),
                _ => false,
            });
            changed |= allocates && found.insert(id);
        }
        if !changed {
            return found;
        }
    }
}
