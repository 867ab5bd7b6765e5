//! Which loops are known to end.
//!
//! A loop ends if some number goes up (or down) by a constant in every round and never wraps around: there are only
//! so many numbers. That it does not wrap is what the analysis knows of the sum. The same holds for an address that
//! stays near its object.

use crate::analysis::domain::Abs;
use crate::analysis::interpret::Facts;
use crate::analysis::wto::{Element, weak_topological_order};
use crate::ir::*;
use rustc_hash::FxHashSet;

/// The blocks that can leave a loop which may never end.
pub fn doubtful_exits(program: &Program, facts: &Facts, id: Func) -> Vec<Block> {
    let func = &program.funcs[id];
    let mut exits = Vec::new();
    visit(program, facts, id, func, &weak_topological_order(func), &mut exits);
    exits
}

fn visit(program: &Program, facts: &Facts, id: Func, func: &Function, elements: &[Element], exits: &mut Vec<Block>) {
    for element in elements {
        let Element::Loop(head, body) = element else { continue };
        visit(program, facts, id, func, body, exits);
        let mut blocks = Vec::new();
        collect(element, &mut blocks);
        if counts(program, facts, id, func, *head, &blocks) {
            continue;
        }
        let inside: FxHashSet<Block> = blocks.iter().copied().collect();
        blocks.retain(|b| func.blocks[*b].end.targets().iter().any(|t| !inside.contains(&t.block)));
        exits.append(&mut blocks);
    }
}

fn collect(element: &Element, blocks: &mut Vec<Block>) {
    match element {
        Element::Block(block) => blocks.push(*block),
        Element::Loop(head, body) => {
            blocks.push(*head);
            body.iter().for_each(|element| collect(element, blocks));
        }
    }
}

/// Does a parameter of the head count the rounds?
fn counts(program: &Program, facts: &Facts, id: Func, func: &Function, head: Block, blocks: &[Block]) -> bool {
    func.blocks[head].params.iter().enumerate().any(|(index, &param)| {
        let mut step = None;
        let all = blocks.iter().all(|&block| {
            func.blocks[block].end.targets().iter().filter(|t| t.block == head).all(|target| {
                let next = target.args[index];
                let by = increment(program, facts, id, func, param, next);
                by.is_some_and(|by| *step.get_or_insert(by) == by)
            })
        });
        all && step.is_some()
    })
}

/// Whether a value is the parameter plus (true) or minus (false) a constant that is not 0, and never wraps.
fn increment(program: &Program, facts: &Facts, id: Func, func: &Function, param: Value, next: Value) -> Option<bool> {
    let ValueDef::Inst(inst, _) = func.values[next].def else { return None };
    let InstData::Binary { op, args: [a, b] } = func.insts[inst].data else { return None };
    let Some(Const::Bits(ty, bits)) = func.as_const(b) else { return None };
    let by = meaning::wide::signed(ty.bits(program.model), bits);
    if a != param || by == 0 {
        return None;
    }
    match (op, facts.value(id, param)?) {
        (BinaryOp::Add | BinaryOp::Sub, Abs::Int(int)) => {
            let by = if op == BinaryOp::Add { by } else { by.checked_neg()? };
            let width = int.width;
            let (low, high) = (crate::analysis::domain::min_signed(width), crate::analysis::domain::max_signed(width));
            let signed = int.smin.checked_add(by)? >= low && int.smax.checked_add(by)? <= high;
            let unsigned = if by > 0 {
                int.umax.checked_add(by as u128)? <= meaning::wide::mask(width)
            } else {
                int.umin.checked_sub(by.unsigned_abs()).is_some()
            };
            (signed || unsigned).then_some(by > 0)
        }
        (BinaryOp::PtrAdd, Abs::Pointer(pointer)) if pointer.is_tame() && !pointer.null => Some(by > 0),
        _ => None,
    }
}
