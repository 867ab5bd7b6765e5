//! What a run read as named objects of memory, as klee sees inputs: one for every scalar, and one for every call that
//! fills memory, however many inputs it takes.
//!
//! A call that fills an object reads its scalars one after the other, those of an array in a loop that the lifter made.
//! Where one call ends and the next begins can be told by the size, which is the number of turns of these loops
//! (constants, unless the program computes the size) times the size of what they read.

use super::bytes::value;
use crate::simulate::Drawn;
use rarebit_front_end::ir::{
    Block, Const, EdgeKind, Func, InputSite, InstData, Loc, Program, SiteInfo, Terminator, Type, ValueDef,
};
use std::collections::{HashMap, HashSet};

/// Functions that fill memory with inputs.
const FILLERS: [&str; 3] = ["klee_make_symbolic", "rarebit_bytes", "__VERIFIER_nondet_memory"];

pub fn is_filler(source: &str) -> bool {
    FILLERS.contains(&source)
}

/// A named piece of memory that was an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The objects that a run read, in order.
pub fn of_run(program: &Program, drawn: &[Drawn]) -> Vec<Object> {
    let sizes = sizes(program);
    let mut objects: Vec<(Option<Call>, Object)> = Vec::new();
    for item in drawn {
        let info = &program.sites[item.0];
        let bytes = value(program, item);
        let call = call_of(info);
        let size = call.as_ref().and_then(|call| sizes.get(call).copied().flatten());
        match objects.last_mut() {
            Some((open, object)) if call.is_some() && *open == call => {
                if size.is_none_or(|size| object.bytes.len() < size) {
                    object.bytes.extend(bytes);
                } else {
                    objects.push((call, Object { name: name(info), bytes }));
                }
            }
            _ => objects.push((call, Object { name: name(info), bytes })),
        }
    }
    objects.into_iter().map(|(_, object)| object).collect()
}

/// Where memory is filled: all bytes of standard input, too, are one object.
type Call = (String, Func, Loc);

fn call_of(info: &SiteInfo) -> Option<Call> {
    let bytes = super::bytes::SIZED.contains(&info.source.as_str()) && info.ty == Type::I8;
    (bytes || is_filler(&info.source)).then(|| (info.source.clone(), info.func, info.loc))
}

/// The object's name: the beginning of the names of its parts.
fn name(info: &SiteInfo) -> String {
    let name = info.name.as_deref().unwrap_or_else(|| info.source.rsplit("nondet_").next().unwrap_or_default());
    if is_filler(&info.source) { name.split(['.', '[']).next().unwrap_or(name).into() } else { name.into() }
}

/// How many bytes each call fills, where the program says so.
fn sizes(program: &Program) -> HashMap<Call, Option<usize>> {
    let mut sizes: HashMap<Call, Option<usize>> = HashMap::new();
    for func in program.funcs.values() {
        let loops: Vec<(HashSet<Block>, Option<usize>)> = loops(program, func);
        for &block in &func.layout {
            let inputs = func.blocks[block].insts.iter().filter_map(|inst| match func.insts[*inst].data {
                InstData::Input { site } => Some(site),
                _ => None,
            });
            for site in inputs.collect::<Vec<InputSite>>() {
                let info = &program.sites[site];
                let Some(call) = call_of(info).filter(|_| is_filler(&info.source)) else { continue };
                let width = info.ty.bits(program.model).div_ceil(8) as usize;
                let around = loops.iter().filter(|(body, _)| body.contains(&block));
                let turns = around.map(|(_, turns)| *turns).product::<Option<usize>>();
                let total = sizes.entry(call).or_insert(Some(0));
                *total = total.zip(turns).map(|(total, turns)| total + width * turns);
            }
        }
    }
    sizes
}

/// The loops that the lifter made: their blocks, and how often they turn.
fn loops(program: &Program, func: &rarebit_front_end::ir::Function) -> Vec<(HashSet<Block>, Option<usize>)> {
    let mut loops = Vec::new();
    for &head in &func.layout {
        let Terminator::Branch { cond, then, .. } = &func.blocks[head].end else { continue };
        if program.edges[then.edge].kind != EdgeKind::Helper {
            continue;
        }
        let turns = match func.values[*cond].def {
            ValueDef::Inst(inst, _) => match func.insts[inst].data {
                InstData::Icmp { args, .. } => match func.as_const(args[1]) {
                    Some(Const::Bits(_, count)) => usize::try_from(count).ok(),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        let (mut body, mut open) = (HashSet::new(), vec![then.block]);
        while let Some(block) = open.pop() {
            if block != head && body.insert(block) {
                open.extend(func.blocks[block].end.targets().iter().map(|target| target.block));
            }
        }
        // A branch that does not come back is none of these loops.
        let back = |block: &Block| func.blocks[*block].end.targets().iter().any(|target| target.block == head);
        if body.iter().any(back) {
            loops.push((body, turns));
        }
    }
    loops
}
