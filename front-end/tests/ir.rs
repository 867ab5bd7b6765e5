//! Analyses tested by files: programs in the text form under `tests/ir`, with the expectation beside the line.
//!
//! The first line names the test, and `; => …` behind a line is what the analysis says there:
//! * `; test dominators`: at each block its immediate dominator and post-dominator;
//! * `; test control`: at each block the branches that decide whether it is executed;
//! * `; test facts`: at each value what it can be, for addresses the objects they point into; at each check its
//!   verdict; at blocks that nothing comes to, that;
//! * `; test slice`: at each instruction whether the slice for the open checks keeps it; at each branch that decides
//!   nothing, that.
//!
//! `RAREBIT_BLESS=1 cargo test -p rarebit-front-end --test ir` writes what the analyses say now; read the difference
//! before you keep it.

use rarebit_front_end::analysis::flow::{Flow, control_dependence};
use rarebit_front_end::analysis::interpret::{Facts, Options, analyse};
use rarebit_front_end::ir::*;
use rarebit_front_end::simplify::slice::{Fault, slice};
use std::path::Path;

/// What a line of the text form is about.
enum Line {
    Block(Func, Block),
    /// The instruction with this number in its block, or the block's end.
    Step(Func, Block, usize),
    Other,
}

fn number(text: &str, prefix: &str) -> Option<u32> {
    let digits: String = text.strip_prefix(prefix)?.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

fn lines(text: &str) -> Vec<Line> {
    let (mut func, mut block, mut step) = (None, None, 0);
    text.lines()
        .map(|line| {
            let inside = line.starts_with("  ");
            let line = line.trim();
            if let Some(id) = line.strip_prefix("func ").and_then(|rest| number(rest, "fn")) {
                (func, block) = (Some(Func::from_u32(id)), None);
            } else if let Some((func, id)) = func.zip(number(line, "b")).filter(|_| !inside) {
                (block, step) = (Some(Block::from_u32(id)), 0);
                return Line::Block(func, Block::from_u32(id));
            } else if let Some((func, block)) = func.zip(block).filter(|_| inside) {
                step += 1;
                return Line::Step(func, block, step - 1);
            }
            Line::Other
        })
        .collect()
}

fn block_name(func: &Function, index: usize) -> String {
    if index == func.blocks.len() { "exit".into() } else { format!("b{index}") }
}

fn dominators(program: &Program, id: Func, block: Block) -> String {
    let func = &program.funcs[id];
    let flow = Flow::new(func);
    let at = block.as_u32() as usize;
    let name = |node: Option<usize>| node.map_or("none".into(), |node| block_name(func, node));
    let (over, under) = (flow.dominators().immediate_dominator(at), flow.post_dominators().immediate_dominator(at));
    format!("after {}, before {}", name(over), name(under))
}

fn control(program: &Program, id: Func, block: Block) -> String {
    let mut on: Vec<String> =
        control_dependence(&program.funcs[id])[block].iter().map(|branch| branch.to_string()).collect();
    on.sort();
    if on.is_empty() { "always".into() } else { format!("by {}", on.join(" ")) }
}

fn step_facts(program: &Program, facts: &Facts, id: Func, block: Block, step: usize) -> Option<String> {
    let func = &program.funcs[id];
    let inst = *func.blocks[block].insts.get(step)?;
    if !facts.is_reached(id, block) {
        return None;
    }
    let node = &func.insts[inst];
    let value = node.results.first().map(|value| facts.value(id, *value).map_or("never".into(), |abs| abs.to_string()));
    let verdict = node.data.check().map(|check| facts.verdict(check).name().to_string());
    let parts: Vec<String> = value.into_iter().chain(verdict).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn block_facts(program: &Program, facts: &Facts, id: Func, block: Block) -> Option<String> {
    if !facts.is_reached(id, block) {
        return Some("never".into());
    }
    let params = &program.funcs[id].blocks[block].params;
    let values: Vec<String> =
        params.iter().filter_map(|v| facts.value(id, *v).map(|abs| format!("{v} is {abs}"))).collect();
    (!values.is_empty()).then(|| values.join("; "))
}

fn sliced(before: &Program, after: &Program, id: Func, block: Block, step: usize) -> Option<String> {
    let (old, new) = (&before.funcs[id].blocks[block], &after.funcs[id]);
    let left = new.layout.contains(&block);
    match old.insts.get(step) {
        Some(inst) => (!left || !new.blocks[block].insts.contains(inst)).then(|| "gone".into()),
        None if !left => Some("gone".into()),
        None => {
            let (was, is) = (old.end.targets().len(), new.blocks[block].end.targets().len());
            let stops = matches!(new.blocks[block].end, Terminator::Stop) && !matches!(old.end, Terminator::Stop);
            if stops { Some("the run ends".into()) } else { (is < was).then(|| "decides nothing".into()) }
        }
    }
}

/// The text with the expectations that hold now.
fn annotate(name: &str, text: &str) -> String {
    let bare: Vec<&str> =
        text.lines().map(|line| line.split_once("; =>").map_or(line, |(code, _)| code).trim_end()).collect();
    let source = bare.join("\n");
    let program = parse(&source).unwrap_or_else(|error| panic!("{name}: {error}"));
    verify(&program).unwrap_or_else(|error| panic!("{name}: {error}"));
    let test = bare[0].strip_prefix("; test ").unwrap_or_else(|| panic!("{name}: no test is named"));
    let selected = vec![true; program.checks.len()];
    let facts = analyse(&program, &Options::new(selected.clone()));
    let slice = slice(&program, &facts, &selected, Fault::None);
    verify(&slice).unwrap_or_else(|error| panic!("{name}, sliced: {error}"));
    let note = |line: &Line| match (test, line) {
        ("dominators", Line::Block(func, block)) => Some(dominators(&program, *func, *block)),
        ("control", Line::Block(func, block)) => Some(control(&program, *func, *block)),
        ("facts", Line::Block(func, block)) => block_facts(&program, &facts, *func, *block),
        ("facts", Line::Step(func, block, step)) => step_facts(&program, &facts, *func, *block, *step),
        ("slice", Line::Step(func, block, step)) => sliced(&program, &slice, *func, *block, *step),
        ("dominators" | "control" | "facts" | "slice", _) => None,
        _ => panic!("{name}: no test is called {test}"),
    };
    let noted = bare.iter().zip(lines(&source)).map(|(line, about)| match note(&about) {
        Some(note) => format!("{line} ; => {note}\n"),
        None => format!("{line}\n"),
    });
    noted.collect()
}

#[test]
fn the_analyses_say_what_stands_beside_the_lines() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/ir");
    let mut files: Vec<_> = directory.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "rir"));
    files.sort();
    assert!(files.len() >= 15, "only {} files", files.len());
    let bless = std::env::var_os("RAREBIT_BLESS").is_some();
    let mut wrong = String::new();
    for path in &files {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        let now = annotate(&name, &text);
        if bless {
            std::fs::write(path, now).unwrap();
            continue;
        }
        for (number, (expected, found)) in text.lines().zip(now.lines()).enumerate() {
            if expected != found {
                wrong += &format!("{name}:{}\n  expected {expected}\n  found    {found}\n", number + 1);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
