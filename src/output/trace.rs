//! The path of a run in source terms: calls, decisions and inputs, without the insides of library functions.

use super::value;
use crate::simulate::Event;
use rarebit_front_end::ir::{Edge, Loc, Program, Terminator, meaning};
use serde_json::{Value, json};
use std::collections::HashMap;

/// A step of the path that a reader of the source would notice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// How many calls of the program's own functions are around it.
    pub depth: usize,
    /// `file:line:column`
    pub place: String,
    pub text: String,
}

impl Step {
    pub fn line(&self) -> String {
        format!("{:indent$}{}: {}", "", self.place, self.text, indent = 2 * self.depth)
    }

    pub fn json(&self) -> Value {
        json!({ "depth": self.depth, "place": self.place, "text": self.text })
    }
}

/// The path of a run.
pub fn steps<'a>(program: &'a Program, events: &'a [Event]) -> impl Iterator<Item = Step> + 'a {
    let decisions = decisions(program);
    // For each call under way: is it inside a library function?
    let mut calls: Vec<bool> = Vec::new();
    events.iter().filter_map(move |event| {
        let hidden = calls.last().copied().unwrap_or(false);
        let depth = calls.iter().filter(|library| !**library).count().saturating_sub(1);
        let (loc, text) = match *event {
            Event::Call { func, loc } => {
                let callee = &program.funcs[func];
                calls.push(hidden || callee.library);
                (loc, format!("calls {}", callee.name))
            }
            Event::Return { func } => {
                calls.pop();
                (Loc::default(), format!("{} returns", program.funcs[func].name))
            }
            Event::Branch { edge, loc } => (loc, decisions.get(&edge).cloned().unwrap_or_default()),
            Event::Input { site, bits } => {
                let info = &program.sites[site];
                let name = info.name.as_deref().unwrap_or(&info.source);
                (info.loc, format!("input {name} = {}", value::text(bits, info, program.model)))
            }
            Event::Failed { check } => {
                let info = &program.checks[check];
                (info.loc, format!("fails {}: {}", info.class.name(), info.text))
            }
        };
        let shown = match event {
            Event::Input { .. } | Event::Failed { .. } => true,
            Event::Return { .. } => false,
            Event::Call { .. } | Event::Branch { .. } => !hidden && loc.is_known(),
        };
        shown.then(|| Step { depth, place: program.place(loc), text })
    })
}

/// What it means to take an edge; the ir does not know signs, so large keys of a switch show as negative.
fn decisions(program: &Program) -> HashMap<Edge, String> {
    let mut decisions = HashMap::new();
    for func in program.funcs.values() {
        for block in func.layout.iter().map(|block| &func.blocks[*block]) {
            match &block.end {
                Terminator::Branch { then, otherwise, .. } => {
                    decisions.insert(then.edge, "condition is true".into());
                    decisions.insert(otherwise.edge, "condition is false".into());
                }
                Terminator::Switch { value, cases, default } => {
                    let width = func.ty(*value).bits(program.model);
                    let text = |key: u128| format!("case {}", meaning::wide::signed(width, key));
                    decisions.extend(cases.iter().map(|(key, target)| (target.edge, text(*key))));
                    decisions.insert(default.edge, "default case".into());
                }
                _ => {}
            }
        }
    }
    decisions
}
