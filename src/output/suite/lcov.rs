//! Coverage as a tracefile of lcov: functions, decisions and lines of the program's own code, each with how many tests
//! take it.
//!
//! A line counts as taken when a block with an instruction of it is entered; of a block in which a run fails, that is
//! all of its lines. Decisions are the edges that `cover` counts: a branch has two, a switch one for each of its
//! targets. Numbers of blocks and branches mean nothing but order.

use super::{Files, Suite, Written};
use rarebit_front_end::ir::{Block, EdgeKind, Function, Loc, Program};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

/// What is known of one source file.
#[derive(Default)]
struct Record {
    functions: Vec<(u32, String, usize)>,
    /// Line, block, branch, and how often; none if nobody got there.
    branches: Vec<(u32, usize, usize, Option<usize>)>,
    lines: BTreeMap<u32, usize>,
}

pub fn write(suite: &Suite<'_>) -> (Files, Written) {
    let mut text = String::new();
    for (file, record) in records(suite) {
        let _ = writeln!(text, "TN:\nSF:{file}");
        for (line, name, _) in &record.functions {
            let _ = writeln!(text, "FN:{line},{name}");
        }
        for (_, name, count) in &record.functions {
            let _ = writeln!(text, "FNDA:{count},{name}");
        }
        let hit = record.functions.iter().filter(|(_, _, count)| *count > 0).count();
        let _ = writeln!(text, "FNF:{}\nFNH:{hit}", record.functions.len());
        for (line, block, branch, count) in &record.branches {
            let count = count.map_or("-".into(), |count| count.to_string());
            let _ = writeln!(text, "BRDA:{line},{block},{branch},{count}");
        }
        let hit = record.branches.iter().filter(|(.., count)| count.is_some_and(|count| count > 0)).count();
        let _ = writeln!(text, "BRF:{}\nBRH:{hit}", record.branches.len());
        for (line, count) in &record.lines {
            let _ = writeln!(text, "DA:{line},{count}");
        }
        let hit = record.lines.values().filter(|count| **count > 0).count();
        let _ = writeln!(text, "LF:{}\nLH:{hit}\nend_of_record", record.lines.len());
    }
    (Files::One(text.into_bytes()), Written::all(suite.cases.len()))
}

fn records(suite: &Suite<'_>) -> BTreeMap<String, Record> {
    let program = suite.program;
    let taken: Vec<HashSet<u32>> =
        suite.cases.iter().map(|case| case.edges.iter().map(|edge| edge.0).collect()).collect();
    let mut records: BTreeMap<String, Record> = BTreeMap::new();
    for (id, func) in program.funcs.iter().filter(|(_, func)| !func.library) {
        let called: Vec<bool> = suite.cases.iter().map(|case| case.called.contains(&id)).collect();
        let Some(file) = file_of(program, func.loc) else { continue };
        let count = called.iter().filter(|called| **called).count();
        records.entry(file).or_default().functions.push((func.loc.line, func.name.clone(), count));
        let entered = entered(func, &called, &taken);
        for (index, block) in func.layout.iter().enumerate() {
            let data = &func.blocks[*block];
            let count = entered.get(block).copied().unwrap_or(0);
            let places = data.insts.iter().map(|inst| func.insts[*inst].loc).chain([data.end_loc]);
            for loc in places {
                if let Some(file) = file_of(program, loc) {
                    let line = records.entry(file).or_default().lines.entry(loc.line).or_default();
                    *line = (*line).max(count);
                }
            }
            let Some(file) = file_of(program, data.end_loc) else { continue };
            for (branch, target) in data.end.targets().iter().enumerate() {
                if program.edges[target.edge].kind == EdgeKind::Branch {
                    let edge = target.edge.as_u32();
                    let times = taken.iter().filter(|edges| edges.contains(&edge)).count();
                    let times = (count > 0 || times > 0).then_some(times);
                    let branches = &mut records.entry(file.clone()).or_default().branches;
                    branches.push((data.end_loc.line, index, branch, times));
                }
            }
        }
    }
    for record in records.values_mut() {
        record.functions.sort();
        record.branches.sort();
    }
    records
}

/// How many tests enter each block.
fn entered(func: &Function, called: &[bool], taken: &[HashSet<u32>]) -> BTreeMap<Block, usize> {
    let mut counts: BTreeMap<Block, usize> = BTreeMap::new();
    for (called, taken) in called.iter().zip(taken) {
        if !called {
            continue;
        }
        let targets = func.layout.iter().flat_map(|block| func.blocks[*block].end.targets().to_vec());
        let reached = targets.filter(|target| taken.contains(&target.edge.as_u32())).map(|target| target.block);
        let blocks: HashSet<Block> = reached.chain([func.entry()]).collect();
        blocks.into_iter().for_each(|block| *counts.entry(block).or_default() += 1);
    }
    counts
}

/// The file of a place that a reader can open.
fn file_of(program: &Program, loc: Loc) -> Option<String> {
    let file = &program.files[loc.file.expand()?];
    (loc.line > 0 && !file.starts_with('<')).then(|| file.clone())
}
