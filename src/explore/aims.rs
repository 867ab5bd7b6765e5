//! What a campaign aims at: the decisions and the checks of what it runs.

use super::Sought;
use super::archive::{Archive, is_own};
use super::ladders::Ladders;
use super::subject::Subject;
use crate::simulate::{Options, Point as Watched, points};
use rarebit_front_end::ir::*;
use rarebit_learners::CheckId;
use std::collections::{BTreeSet, HashSet};

pub struct Aims {
    pub archive: Archive,
    /// Checks in the program's own functions that are not violated yet.
    pub own_checks: BTreeSet<CheckId>,
    /// May a violation come from inside a library function?
    pub library: bool,
}

impl Aims {
    pub fn new(subject: &Subject<'_>, options: &Options, sought: Sought) -> Aims {
        let program = subject.program();
        let ladders = Ladders::new(program);
        let reached = called(program);
        let carried = |check: &Check| ladders.place_of_check(*check).filter(|func| reached.contains(func));
        let selected = program.checks.keys().filter(|check| options.is_selected(*check) && subject.is_open(*check));
        let placed: Vec<(Check, Func)> = selected.filter_map(|check| Some((check, carried(&check)?))).collect();
        let own = placed.iter().filter(|(_, func)| is_own(program, *func));
        let own_checks: BTreeSet<CheckId> = own.map(|(check, _)| CheckId(check.as_u32())).collect();
        let library = placed.iter().any(|(_, func)| !is_own(program, *func) && called_by_own(program).contains(func));
        let aims = match sought {
            Sought::Coverage => Vec::new(),
            Sought::Violations => {
                let indexed: HashSet<Check> = indexed(program).collect();
                // An access to a fixed place fails or not whatever the inputs are, most of the time.
                let aim = |(check, func): &&(Check, Func)| {
                    let plain = program.checks[*check].class == CheckClass::Memory;
                    indexed.contains(check) || !plain && is_own(program, *func)
                };
                placed.iter().filter(aim).map(|(check, _)| *check).collect()
            }
        };
        let archive = Archive::new(program, &ladders, aims.into_iter());
        Aims { archive, own_checks, library }
    }
}

/// The checks inside library functions, by number.
pub fn inside(program: &Program) -> Vec<bool> {
    let ladders = Ladders::new(program);
    let library = |check| ladders.place_of_check(check).is_some_and(|func| !is_own(program, func));
    program.checks.keys().map(library).collect()
}

/// The functions that direct calls or stored addresses may lead to.
fn called(program: &Program) -> HashSet<Func> {
    let mut seen: HashSet<Func> = program.entry.into_iter().collect();
    let mut open: Vec<Func> = seen.iter().copied().collect();
    let stored = program.globals.values().flat_map(|global| &global.init.relocations);
    let stored = stored.filter_map(|(_, symbol)| if let Symbol::Func(func) = symbol { Some(*func) } else { None });
    for func in stored {
        if seen.insert(func) {
            open.push(func);
        }
    }
    while let Some(id) = open.pop() {
        let func = &program.funcs[id];
        let calls = func.insts.values().filter_map(|node| match node.data {
            InstData::Call { func, .. } => Some(func),
            _ => None,
        });
        let taken = func.values.values().filter_map(|data| match data.def {
            ValueDef::Const(Const::Func(func)) => Some(func),
            _ => None,
        });
        for callee in calls.chain(taken) {
            if seen.insert(callee) {
                open.push(callee);
            }
        }
    }
    seen
}

/// Checks of accesses in the program's own code whose address is computed from something.
fn indexed(program: &Program) -> impl Iterator<Item = Check> {
    points(program).into_iter().filter_map(|point| match point {
        Watched::Index { check } => Some(check),
        _ => None,
    })
}

/// Library functions that the program's own code calls, directly or not.
fn called_by_own(program: &Program) -> HashSet<Func> {
    let mut open: Vec<Func> = program.funcs.iter().filter(|(_, func)| !func.library).map(|(id, _)| id).collect();
    let mut seen: HashSet<Func> = open.iter().copied().collect();
    while let Some(id) = open.pop() {
        for node in program.funcs[id].insts.values() {
            if let InstData::Call { func, .. } = node.data
                && seen.insert(func)
            {
                open.push(func);
            }
        }
    }
    seen
}
