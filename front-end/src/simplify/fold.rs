//! Folds what the analysis knows into the program: values that are constant, branches that go one way, blocks that
//! are never reached, checks that never fail.
//!
//! The analysis propagates constants along the edges that can be taken, as conditional constant propagation does
//! (Wegman and Zadeck, 1991), through calls and memory as well.

use super::clean::{clean, remove_dead};
use crate::analysis::domain::Abs;
use crate::analysis::interpret::Facts;
use crate::ir::*;
use rustc_hash::FxHashMap;

/// The program with its facts folded in.
pub fn fold(program: &Program, facts: &Facts) -> Program {
    let mut folded = program.clone();
    for (id, func) in folded.funcs.iter_mut() {
        if facts.is_reached(id, func.entry()) {
            fold_function(facts, id, func);
        }
    }
    folded
}

fn fold_function(facts: &Facts, id: Func, func: &mut Function) {
    let mut known: FxHashMap<Value, Value> = FxHashMap::default();
    let values: Vec<Value> = func.values.keys().collect();
    for value in values {
        if func.as_const(value).is_none()
            && func.ty(value).is_int()
            && let Some(Abs::Int(int)) = facts.value(id, value)
            && let Some(bits) = int.as_constant()
        {
            let constant = func.int(func.ty(value), bits);
            known.insert(value, constant);
        }
    }
    for block in func.layout.clone() {
        let mut data = std::mem::take(&mut func.blocks[block]);
        if !facts.is_reached(id, block) {
            data.insts.clear();
            data.end = Terminator::Stop;
            func.blocks[block] = data;
            continue;
        }
        data.insts.retain(|inst| match func.insts[*inst].data {
            InstData::Check { check, .. } => !facts.verdict(check).is_safe(),
            InstData::Assume { cond } => {
                let always = known.get(&cond).copied().unwrap_or(cond);
                !matches!(func.as_const(always), Some(Const::Bits(_, 1)))
            }
            _ => true,
        });
        for &inst in &data.insts {
            func.insts[inst].data.for_each_operand_mut(|v| *v = known.get(v).copied().unwrap_or(*v));
        }
        data.end.for_each_operand_mut(|v| *v = known.get(v).copied().unwrap_or(*v));
        let only = {
            let targets = data.end.targets();
            let mut taken = targets.iter().filter(|t| facts.edges.contains(t.edge));
            match (taken.next(), taken.next()) {
                (Some(only), None) if !matches!(data.end, Terminator::Jump(_)) => Some(Target::clone(only)),
                _ => None,
            }
        };
        if let Some(only) = only {
            data.end = Terminator::Jump(only);
        }
        func.blocks[block] = data;
    }
    clean(func);
    remove_dead(func);
}
