//! Smaller programs with the same failures.
//!
//! [`fold`](fold::fold) puts what the analysis knows into the program, [`slice`](slice::slice) keeps what can
//! influence the checks that are open; [`simplify`] repeats both until nothing is gained.

pub mod clean;
pub mod fold;
pub mod loops;
pub mod slice;

use crate::analysis::interpret::{Allowance, Facts, Options, analyse, analyse_within};
use crate::ir::{Func, InstData, Program};
use rustc_hash::FxHashSet;
use slice::Fault;

/// How large the part of a program is that can be reached from its entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    pub functions: usize,
    pub nodes: usize,
    pub edges: usize,
    pub instructions: usize,
}

impl Size {
    pub fn of(program: &Program, facts: Option<&Facts>) -> Size {
        let mut size = Size::default();
        let mut seen: FxHashSet<Func> = FxHashSet::default();
        let mut work: Vec<Func> = program.entry.into_iter().collect();
        while let Some(id) = work.pop() {
            if !seen.insert(id) {
                continue;
            }
            let func = &program.funcs[id];
            size.functions += 1;
            for block in func.reverse_postorder() {
                let data = &func.blocks[block];
                size.nodes += 1;
                size.edges += data.end.targets().len();
                size.instructions += data.insts.len() + 1;
                for &inst in &data.insts {
                    match func.insts[inst].data {
                        InstData::Call { func, .. } => work.push(func),
                        InstData::CallIndirect { .. } => {
                            let callees = facts.and_then(|facts| facts.callees.get(&(id, inst)));
                            work.extend(callees.into_iter().flatten());
                        }
                        _ => {}
                    }
                }
            }
        }
        size
    }
}

/// What came of simplifying.
pub struct Simplified {
    pub program: Program,
    /// About the program as it was given.
    pub facts: Facts,
    pub before: Size,
    pub after: Size,
    pub rounds: u32,
}

/// Folds and slices until the program no longer shrinks.
pub fn simplify(program: &Program, options: &Options) -> Simplified {
    simplify_again(program, analyse(program, options), options, &mut Allowance::unlimited())
}

/// The same; `None` if the analysis is more work than is allowed.
pub fn simplify_within(program: &Program, options: &Options, allowance: &mut Allowance) -> Option<Simplified> {
    let facts = analyse_within(program, options, allowance)?;
    Some(simplify_again(program, facts, options, allowance))
}

/// The same with what an analysis found, which must hold for the selected checks.
pub fn simplify_again(program: &Program, facts: Facts, options: &Options, allowance: &mut Allowance) -> Simplified {
    let before = Size::of(program, Some(&facts));
    let mut current = program.clone();
    let mut known = facts.clone();
    let mut after = before;
    let mut rounds = 0;
    loop {
        rounds += 1;
        // Folding keeps every id, so what is known of the program holds for the folded one.
        let next = slice::slice(&fold::fold(&current, &known), &known, &options.selected, Fault::None);
        let size = Size::of(&next, Some(&known));
        let shrunk = size.instructions * 20 < after.instructions * 19;
        if size.instructions < after.instructions {
            after = size;
            current = next;
        }
        if !shrunk || rounds == 4 {
            break;
        }
        match analyse_within(&current, options, allowance) {
            Some(facts) => known = facts,
            None => break,
        }
    }
    Simplified { program: current, facts, before, after, rounds }
}
