//! The places of a program where a value can be watched.
//!
//! A point's number is made of ids that no pass changes (functions, edges, checks), so what was learned about a point
//! survives folding, slicing and recompilation: three bits say which kind, the rest which one.

use rarebit_front_end::ir::*;
use rarebit_learners::PointId;

/// A place where a value can be watched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Point {
    /// A parameter when its function is called; the first 256 can be watched.
    Param { func: Func, index: u8 },
    /// The first result of a function when it returns.
    Return { func: Func },
    /// An operand of the comparison that decides a branch, named by the edge taken when it is true; or, as the left
    /// one, the value that decides a switch, named by its default edge.
    BranchOperand { edge: Edge, right: bool },
    /// An operand of the comparison that a check asserts.
    CheckOperand { check: Check, right: bool },
    /// How many bytes behind its base pointer a load or store goes.
    Index { check: Check },
}

impl Point {
    pub fn id(self) -> PointId {
        let pack = |tag: u32, number: u32| PointId(number << 3 | tag);
        match self {
            Point::Param { func, index } => pack(0, func.as_u32() << 8 | u32::from(index)),
            Point::Return { func } => pack(1, func.as_u32()),
            Point::BranchOperand { edge, right } => pack(2 + u32::from(right), edge.as_u32()),
            Point::CheckOperand { check, right } => pack(4 + u32::from(right), check.as_u32()),
            Point::Index { check } => pack(6, check.as_u32()),
        }
    }

    /// The point with this number; none if no point has it.
    pub fn from_id(PointId(id): PointId) -> Option<Point> {
        let number = id >> 3;
        Some(match id & 7 {
            0 => Point::Param { func: Func::from_u32(number >> 8), index: number as u8 },
            1 => Point::Return { func: Func::from_u32(number) },
            tag @ (2 | 3) => Point::BranchOperand { edge: Edge::from_u32(number), right: tag == 3 },
            tag @ (4 | 5) => Point::CheckOperand { check: Check::from_u32(number), right: tag == 5 },
            6 => Point::Index { check: Check::from_u32(number) },
            _ => return None,
        })
    }
}

/// The comparison behind a condition: through negations and the widening to `int` that C makes.
pub(crate) fn comparison(func: &Function, mut cond: Value) -> Option<[Value; 2]> {
    loop {
        let ValueDef::Inst(inst, _) = func.values[cond].def else { return None };
        match func.insts[inst].data {
            InstData::Icmp { cond: IntCond::Eq | IntCond::Ne, args: [a, b] }
                if func.as_const(b) == Some(Const::Bits(func.ty(b), 0)) && is_boolean(func, a) =>
            {
                cond = a;
            }
            InstData::Icmp { args, .. } | InstData::Fcmp { args, .. } => return Some(args),
            InstData::Unary { op: UnaryOp::Zext | UnaryOp::Trunc, arg } => cond = arg,
            InstData::Binary { op: BinaryOp::Xor, args: [a, b] } if func.as_const(b).is_some() => cond = a,
            _ => return None,
        }
    }
}

/// Is the value 0 or 1 because it comes from an `i1`?
pub(super) fn is_boolean(func: &Function, value: Value) -> bool {
    func.ty(value) == Type::I1
        || matches!(func.values[value].def, ValueDef::Inst(inst, _)
            if matches!(func.insts[inst].data, InstData::Unary { op: UnaryOp::Zext, arg } if is_boolean(func, arg)))
}

/// The offset of an access whose pointer is a base plus an offset.
pub(crate) fn access_offset(func: &Function, ptr: Value) -> Option<Value> {
    let ValueDef::Inst(inst, _) = func.values[ptr].def else { return None };
    match func.insts[inst].data {
        InstData::Binary { op: BinaryOp::PtrAdd, args: [_, offset] } => Some(offset),
        _ => None,
    }
}

/// The points of the program's own functions, in order of the text.
pub fn points(program: &Program) -> Vec<Point> {
    let mut points = Vec::new();
    for (id, func) in program.funcs.iter().filter(|(_, func)| !func.library && !func.layout.is_empty()) {
        let params = func.sig.params.len().min(256);
        points.extend((0..params).map(|index| Point::Param { func: id, index: index as u8 }));
        if !func.sig.results.is_empty() {
            points.push(Point::Return { func: id });
        }
        for data in func.layout.iter().map(|block| &func.blocks[*block]) {
            for node in data.insts.iter().map(|inst| &func.insts[*inst]) {
                of_inst(func, &node.data, &mut points);
            }
            of_end(func, &data.end, &mut points);
        }
    }
    points.retain(|point| point.is_small());
    points
}

impl Point {
    /// Do the ids fit into the number?
    fn is_small(self) -> bool {
        Point::from_id(self.id()) == Some(self)
    }
}

fn is_varying(func: &Function, value: Value) -> bool {
    func.as_const(value).is_none()
}

fn of_inst(func: &Function, data: &InstData, points: &mut Vec<Point>) {
    match *data {
        InstData::Load { ptr, check, .. } | InstData::Store { ptr, check, .. }
            if access_offset(func, ptr).is_some_and(|offset| is_varying(func, offset)) =>
        {
            points.push(Point::Index { check });
        }
        InstData::Check { cond, check } => {
            let operands = comparison(func, cond).into_iter().flatten().enumerate();
            let varying = operands.filter(|(_, v)| is_varying(func, *v));
            points.extend(varying.map(|(side, _)| Point::CheckOperand { check, right: side == 1 }));
        }
        _ => {}
    }
}

fn of_end(func: &Function, end: &Terminator, points: &mut Vec<Point>) {
    match end {
        Terminator::Branch { cond, then, .. } => {
            let operands = comparison(func, *cond).into_iter().flatten().enumerate();
            let varying = operands.filter(|(_, v)| is_varying(func, *v));
            points.extend(varying.map(|(side, _)| Point::BranchOperand { edge: then.edge, right: side == 1 }));
        }
        Terminator::Switch { value, default, .. } if is_varying(func, *value) => {
            points.push(Point::BranchOperand { edge: default.edge, right: false });
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cranelift_entity::EntityRef;

    #[test]
    fn numbers_name_points() {
        let all = [
            Point::Param { func: Func::new(7), index: 255 },
            Point::Return { func: Func::new(3) },
            Point::BranchOperand { edge: Edge::new(9), right: false },
            Point::BranchOperand { edge: Edge::new(9), right: true },
            Point::CheckOperand { check: Check::new(1), right: true },
            Point::Index { check: Check::new(2) },
        ];
        for point in all {
            assert_eq!(Point::from_id(point.id()), Some(point));
        }
        assert_eq!(Point::from_id(PointId(7)), None);
    }
}
