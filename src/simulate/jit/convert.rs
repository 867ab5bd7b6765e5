//! Branches whose ways are so short that going both is cheaper than guessing wrong.
//!
//! Where a branch goes around a few instructions that cannot fail and touch no memory, both ways are computed and what
//! they give is selected, as optimising compilers do. Nothing is observed of that: the steps are those of the way that
//! was taken, and a branch is left alone if anything on its ways is to be recorded.

use super::emit::{Body, Context, Emitter, container, cost};
use cranelift_codegen::ir::{BlockArg, InstBuilder, types};
use cranelift_entity::SecondaryMap;
use rarebit_front_end::ir::*;

/// Instructions on one way, and values that are selected.
const MOST_INSTS: usize = 5;
const MOST_VALUES: usize = 3;

/// What lies on the two ways from a branch, and where they meet.
#[derive(Clone, Copy)]
pub struct Fork<'a> {
    ways: [Option<Block>; 2],
    ends: [&'a Target; 2],
}

impl Fork<'_> {
    /// Where the ways meet.
    pub fn end(&self) -> Block {
        self.ends[0].block
    }

    /// The blocks that are not emitted on their own.
    pub fn absorbed(&self) -> impl Iterator<Item = Block> {
        self.ways.into_iter().flatten()
    }
}

/// The forks of a function.
pub fn forks<'a>(context: &Context<'_>, id: Func, func: &'a Function) -> SecondaryMap<Block, Option<Fork<'a>>> {
    let mut incoming: SecondaryMap<Block, u32> = SecondaryMap::new();
    for &block in &func.layout {
        func.blocks[block].end.targets().iter().for_each(|t| incoming[t.block] += 1);
    }
    let records = |target: &Target| context.plan.records(target.edge) || context.plan.trace;
    // The block of a way that may be gone for nothing, and its end.
    let way = |target: &'a Target| -> Option<(Block, &'a Target)> {
        let data = &func.blocks[target.block];
        let Terminator::Jump(end) = &data.end else { return None };
        let short = incoming[target.block] == 1
            && target.block != func.entry()
            && data.insts.len() <= MOST_INSTS
            && data.insts.iter().all(|i| is_harmless(context, func, *i) && context.plan.before(id, *i).is_empty())
            && context.plan.at_end(id, target.block).is_empty()
            && !records(end);
        short.then_some((target.block, end))
    };
    let mut forks = SecondaryMap::new();
    let mut taken: SecondaryMap<Block, bool> = SecondaryMap::new();
    for &block in &func.layout {
        let Terminator::Branch { then, otherwise, .. } = &func.blocks[block].end else { continue };
        if records(then) || records(otherwise) || then.block == otherwise.block || taken[block] {
            continue;
        }
        let (a, b) = (way(then), way(otherwise));
        let fork = match (a, b) {
            (Some((x, end)), _) if end.block == otherwise.block => {
                Fork { ways: [Some(x), None], ends: [end, otherwise] }
            }
            (_, Some((y, end))) if end.block == then.block => Fork { ways: [None, Some(y)], ends: [then, end] },
            (Some((x, first)), Some((y, second))) if first.block == second.block => {
                Fork { ways: [Some(x), Some(y)], ends: [first, second] }
            }
            _ => continue,
        };
        let [first, second] = fork.ends;
        let differ: Vec<Value> = first.args.iter().zip(&second.args).filter(|(a, b)| a != b).map(|(a, _)| *a).collect();
        let plain = |v: &Value| container(func.ty(*v), context.program.model) != types::I128;
        if differ.len() <= MOST_VALUES && differ.iter().all(plain) {
            fork.absorbed().for_each(|b| taken[b] = true);
            forks[block] = Some(fork);
        }
    }
    forks
}

/// Can it neither fail nor be seen, and is it cheap?
fn is_harmless(context: &Context<'_>, func: &Function, inst: Inst) -> bool {
    let node = &func.insts[inst];
    let narrow = |v: &Value| matches!(func.ty(*v), Type::Int(..=64));
    if !node.results.iter().all(narrow) {
        return false;
    }
    match node.data {
        InstData::Unary { op: UnaryOp::Trunc | UnaryOp::Zext | UnaryOp::Sext, arg } => narrow(&arg),
        InstData::Binary {
            op:
                BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::Shl
                | BinaryOp::Lshr
                | BinaryOp::Ashr,
            ..
        }
        | InstData::Select { .. } => true,
        InstData::Icmp { args: [a, _], .. } => func.ty(a).bits(context.program.model) <= 64,
        _ => false,
    }
}

impl<'a> Emitter<'a, '_> {
    /// Goes both ways.
    pub fn fork(&mut self, body: &mut Body<'a>, cond: Value, then: &Target, otherwise: &Target, fork: Fork<'a>) {
        let func = body.func;
        let condition = self.get(body, cond);
        for (block, target) in fork.ways.into_iter().zip([then, otherwise]) {
            let Some(block) = block else { continue };
            for (param, arg) in func.blocks[block].params.iter().zip(&target.args) {
                body.values[*param] = Some(self.get(body, *arg));
            }
            for &inst in &func.blocks[block].insts {
                self.inst(body, inst);
            }
        }
        let [a, b] = fork.ways.map(|block| block.map_or(0, |block| cost(&func.blocks[block])));
        if a == b {
            self.owed += a;
        } else {
            let [x, y] = [a, b].map(|steps| self.b.ins().iconst(types::I64, -(steps as i64)));
            let steps = self.b.ins().select(condition, x, y);
            self.charge_by(steps);
        }
        let [first, second] = fork.ends;
        let select = |emitter: &mut Self, body: &Body<'a>, at: usize| {
            let (a, b) = (first.args[at], second.args[at]);
            let x = emitter.get(body, a);
            if a == b {
                return x;
            }
            let y = emitter.get(body, b);
            emitter.b.ins().select(condition, x, y)
        };
        if body.is_continuation(first.block) {
            self.go_on_in(body, first.block, select);
            return;
        }
        self.settle();
        let args: Vec<BlockArg> = (0..first.args.len()).map(|at| select(self, body, at).into()).collect();
        self.b.ins().jump(body.blocks[first.block].expect("reachable"), &args);
    }
}
