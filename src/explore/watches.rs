//! Where a walk can watch values: the points of the simulator, with the values that stand for them in the ir.

use crate::linear::Watches;
use crate::simulate::{Point, access_offset, comparison};
use rarebit_front_end::ir::*;

/// All points of the program's own functions.
pub fn watches(program: &Program) -> Watches {
    let mut all = Watches::default();
    for (id, func) in program.funcs.iter().filter(|(_, func)| !func.library && !func.layout.is_empty()) {
        for index in 0..func.sig.params.len().min(256) {
            all.params.insert((id, index as u32), Point::Param { func: id, index: index as u8 }.id());
        }
        for (block, data) in func.layout.iter().map(|block| (*block, &func.blocks[*block])) {
            for inst in &data.insts {
                let points = of_inst(func, &func.insts[*inst].data);
                if !points.is_empty() {
                    all.insts.insert((id, *inst), named(func, points));
                }
            }
            let points = of_end(id, func, &data.end);
            if !points.is_empty() {
                all.ends.insert((id, block), named(func, points));
            }
        }
    }
    all
}

fn named(func: &Function, points: Vec<(Point, Value)>) -> Vec<(rarebit_learners::PointId, Value)> {
    let varying = points.into_iter().filter(|(_, value)| func.as_const(*value).is_none());
    varying.map(|(point, value)| (point.id(), value)).collect()
}

fn of_inst(func: &Function, data: &InstData) -> Vec<(Point, Value)> {
    match *data {
        InstData::Load { ptr, check, .. } | InstData::Store { ptr, check, .. } => {
            access_offset(func, ptr).map(|offset| (Point::Index { check }, offset)).into_iter().collect()
        }
        InstData::Check { cond, check } => {
            let operands = comparison(func, cond).into_iter().flatten().enumerate();
            operands.map(|(side, value)| (Point::CheckOperand { check, right: side == 1 }, value)).collect()
        }
        _ => Vec::new(),
    }
}

fn of_end(id: Func, func: &Function, end: &Terminator) -> Vec<(Point, Value)> {
    match end {
        Terminator::Branch { cond, then, .. } => {
            let operands = comparison(func, *cond).into_iter().flatten().enumerate();
            let point = |side| Point::BranchOperand { edge: then.edge, right: side == 1 };
            operands.map(|(side, value)| (point(side), value)).collect()
        }
        Terminator::Switch { value, default, .. } => {
            vec![(Point::BranchOperand { edge: default.edge, right: false }, *value)]
        }
        Terminator::Return(values) => {
            values.first().map(|value| (Point::Return { func: id }, *value)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}
