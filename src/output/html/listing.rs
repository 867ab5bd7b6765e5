//! The source with what is known about it in the margin: how many tests run a line, which decisions were never taken,
//! which checks are proved, open or violated.

use super::code;
use crate::explore::Review;
use rarebit_front_end::ir::{Check, EdgeKind, File, Loc, Program, Terminator, meaning};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::fs;

/// What is known of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Violated,
    Open,
    Proved,
    Unreachable,
}

impl State {
    fn mark(self) -> &'static str {
        match self {
            State::Violated => "✗",
            State::Open => "?",
            State::Proved => "✓",
            State::Unreachable => "∅",
        }
    }
}

/// One source file.
#[derive(Serialize)]
pub struct Listing {
    pub name: String,
    /// Its anchor: line 7 of the file with id `f0` is `f0-7`.
    pub id: String,
    pub lines: Vec<Line>,
    /// Lines of the file that are not shown.
    pub left_out: usize,
    pub run: usize,
    pub total: usize,
}

#[derive(Serialize, Default)]
pub struct Line {
    pub number: usize,
    pub html: String,
    /// `hit`, `miss`, or nothing if there is no code.
    pub state: &'static str,
    pub tests: Option<u32>,
    /// `all`, `some`, `none`, or nothing if nothing is decided here.
    pub decided: &'static str,
    /// What the tests never decided here.
    pub never: Vec<String>,
    pub checks: Vec<Mark>,
    /// Numbers of the violations here.
    pub violations: Vec<usize>,
}

/// Checks of one line that are in the same state.
#[derive(Serialize)]
pub struct Mark {
    pub state: State,
    pub mark: &'static str,
    pub many: usize,
    pub title: String,
}

/// Longer files are cut.
const MOST: usize = 6000;

#[derive(Default)]
struct About {
    tests: Option<u32>,
    taken: usize,
    decisions: usize,
    never: Vec<String>,
    checks: Vec<(Check, State)>,
    violations: Vec<usize>,
}

/// The files of the program's own functions, in the order in which they were given. `violations` are the places of the
/// violations to show.
pub fn listings(
    program: &Program,
    review: &Review,
    states: &HashMap<Check, State>,
    violations: &[String],
) -> Vec<Listing> {
    let mut about: BTreeMap<File, BTreeMap<u32, About>> = BTreeMap::new();
    let mut at = |loc: Loc, change: &mut dyn FnMut(&mut About)| {
        if let (Some(file), true) = (loc.file.expand(), loc.is_known()) {
            change(about.entry(file).or_default().entry(loc.line).or_default());
        }
    };
    for (id, func) in program.funcs.iter().filter(|(_, func)| !func.library) {
        for block in &func.layout {
            let data = &func.blocks[*block];
            let tests = review.blocks.get(&(id, *block)).copied().unwrap_or(0);
            let locs = data.insts.iter().map(|inst| func.insts[*inst].loc).chain([data.end_loc]);
            for loc in locs {
                at(loc, &mut |line| line.tests = line.tests.max(Some(tests)));
            }
            let targets = data.end.targets();
            let branches = targets.iter().filter(|target| program.edges[target.edge].kind == EdgeKind::Branch);
            if branches.count() < targets.len() || targets.len() < 2 {
                continue;
            }
            for (index, target) in targets.iter().enumerate() {
                let taken = review.edges.contains_key(&target.edge);
                at(data.end_loc, &mut |line| {
                    line.decisions += 1;
                    line.taken += usize::from(taken);
                    if !taken && tests > 0 {
                        let way = way(&data.end, index, &|value| func.ty(value).bits(program.model));
                        line.never.push(way);
                    }
                });
            }
        }
    }
    for (check, state) in states {
        let info = &program.checks[*check];
        if !program.funcs[info.func].library {
            at(info.loc, &mut |line| line.checks.push((*check, *state)));
        }
    }
    for (index, place) in violations.iter().enumerate() {
        for (file, lines) in &mut about {
            for (number, line) in lines.iter_mut() {
                if place.strip_prefix(&format!("{}:{number}:", program.files[*file])).is_some() {
                    line.violations.push(index + 1);
                }
            }
        }
    }
    let shown = about.into_iter().enumerate().filter_map(|(index, (file, lines))| {
        let name = &program.files[file];
        let text = String::from_utf8_lossy(&fs::read(name).ok()?).into_owned();
        Some(listing(program, name, format!("f{index}"), &text, lines))
    });
    shown.collect()
}

/// The name of a way out of a block.
pub fn way(end: &Terminator, index: usize, bits: &dyn Fn(rarebit_front_end::ir::Value) -> u32) -> String {
    match end {
        Terminator::Switch { value, cases, .. } => match cases.get(index) {
            Some((key, _)) => format!("case {}", meaning::wide::signed(bits(*value), *key)),
            None => "default".into(),
        },
        _ if index == 0 => "true".into(),
        _ => "false".into(),
    }
}

fn listing(program: &Program, name: &str, id: String, text: &str, mut about: BTreeMap<u32, About>) -> Listing {
    let (run, total) = (
        about.values().filter(|line| line.tests > Some(0)).count(),
        about.values().filter(|line| line.tests.is_some()).count(),
    );
    let html = code::lines(text);
    let left_out = html.len().saturating_sub(MOST);
    let lines = html.into_iter().take(MOST).enumerate().map(|(index, html)| {
        let number = index + 1;
        let About { tests, taken, decisions, mut never, checks, violations } =
            about.remove(&(number as u32)).unwrap_or_default();
        never.dedup();
        let state = match tests {
            None => "",
            Some(0) => "miss",
            Some(_) => "hit",
        };
        let decided = match (decisions, taken) {
            (0, _) => "",
            (all, taken) if all == taken => "all",
            (_, 0) => "none",
            _ => "some",
        };
        let marks = [State::Violated, State::Open, State::Proved, State::Unreachable].into_iter().filter_map(|state| {
            let mut these: Vec<Check> = checks.iter().filter(|(_, s)| *s == state).map(|(check, _)| *check).collect();
            these.sort_unstable();
            let words = these.iter().map(|check| {
                format!("{check} {}: {}", program.checks[*check].class.name(), program.checks[*check].text)
            });
            let title = words.collect::<Vec<_>>().join("\n");
            (!these.is_empty()).then(|| Mark { state, mark: state.mark(), many: these.len(), title })
        });
        Line {
            number,
            html,
            state,
            tests: tests.filter(|n| *n > 0),
            decided,
            never,
            checks: marks.collect(),
            violations,
        }
    });
    Listing { name: name.into(), id, lines: lines.collect(), left_out, run, total }
}
