//! The drawings of a report: the control flow of each function, and the call automaton that the learners make of the
//! tests' calls.

use super::graph::{self, Link, Node};
use super::listing::{self, State};
use crate::explore::Review;
use rarebit_front_end::ir::{Block, Check, EdgeKind, Func, Function, Program, Terminator};
use rarebit_learners::CallKind;
use rarebit_learners::call_grams::{Automaton, Growth, Symbol};
use serde::Serialize;
use std::collections::HashMap;
use std::fs;

/// A function as a drawing.
#[derive(Serialize)]
pub struct Drawing {
    pub name: String,
    pub svg: Option<String>,
    pub nodes: usize,
    /// Decisions taken, of all.
    pub taken: usize,
    pub decisions: usize,
}

/// Larger graphs are not drawn: nobody could read them.
const MOST: usize = 90;
/// Letters of a label.
const LETTERS: usize = 26;

/// Blocks that always follow each other, as one.
struct Run {
    blocks: Vec<Block>,
}

pub fn functions(
    program: &Program,
    review: &Review,
    states: &HashMap<Check, State>,
    anchors: &HashMap<String, String>,
) -> Vec<Drawing> {
    let mut sources: HashMap<String, Vec<String>> = HashMap::new();
    let own = program.funcs.iter().filter(|(_, func)| !func.library && !func.layout.is_empty());
    own.map(|(id, func)| function(program, review, states, anchors, &mut sources, id, func)).collect()
}

fn function(
    program: &Program,
    review: &Review,
    states: &HashMap<Check, State>,
    anchors: &HashMap<String, String>,
    sources: &mut HashMap<String, Vec<String>>,
    id: Func,
    func: &Function,
) -> Drawing {
    let runs = runs(func);
    let home: HashMap<Block, usize> =
        runs.iter().enumerate().filter_map(|(i, run)| Some((*run.blocks.first()?, i))).collect();
    let (mut taken, mut decisions) = (0, 0);
    let mut links = Vec::new();
    for (from, run) in runs.iter().enumerate() {
        let Some(last) = run.blocks.last() else { continue };
        let end = &func.blocks[*last].end;
        let reached = review.blocks.contains_key(&(id, *last));
        for (index, target) in end.targets().iter().enumerate() {
            let branch = program.edges[target.edge].kind == EdgeKind::Branch;
            let hit = review.edges.contains_key(&target.edge);
            decisions += usize::from(branch);
            taken += usize::from(branch && hit);
            let text = match end {
                Terminator::Jump(_) => String::new(),
                _ => listing::way(end, index, &|value| func.ty(value).bits(program.model)),
            };
            let class = if hit || reached && !branch { "hit" } else { "miss" };
            links.extend(home.get(&target.block).map(|to| Link { from, to: *to, text, class }));
        }
    }
    let nodes: Vec<Node> =
        runs.iter().map(|run| node(program, review, states, anchors, sources, id, func, run)).collect();
    let small = nodes.len() <= MOST;
    let svg = small.then(|| graph::draw(&format!("control flow of {}", func.name), &nodes, &links));
    Drawing { name: func.name.clone(), svg, nodes: nodes.len(), taken, decisions }
}

/// Maximal runs of blocks joined by jumps that are the only way from one to the next.
fn runs(func: &Function) -> Vec<Run> {
    let before = func.predecessors();
    let order = func.reverse_postorder();
    let follows = |block: Block| match before[block].as_slice() {
        [one] if block != func.entry() => matches!(func.blocks[*one].end, Terminator::Jump(_)),
        _ => false,
    };
    let heads = order.iter().filter(|block| !follows(**block));
    let grow = |head: &Block| {
        let mut blocks = vec![*head];
        let mut at = *head;
        while let Terminator::Jump(target) = &func.blocks[at].end {
            if !follows(target.block) || blocks.contains(&target.block) {
                break;
            }
            at = target.block;
            blocks.push(at);
        }
        Run { blocks }
    };
    heads.map(grow).collect()
}

#[expect(clippy::too_many_arguments, reason = "what is known about one node, all of it needed")]
fn node(
    program: &Program,
    review: &Review,
    states: &HashMap<Check, State>,
    anchors: &HashMap<String, String>,
    sources: &mut HashMap<String, Vec<String>>,
    id: Func,
    func: &Function,
    run: &Run,
) -> Node {
    let insts = run.blocks.iter().flat_map(|block| &func.blocks[*block].insts);
    let bad = insts.clone().filter_map(|inst| func.insts[*inst].data.check());
    let bad = bad.into_iter().any(|check| states.get(&check) == Some(&State::Violated));
    let ends = run.blocks.iter().map(|block| func.blocks[*block].end_loc);
    let locs = insts.map(|inst| func.insts[*inst].loc).chain(ends).filter(|loc| loc.is_known());
    let locs: Vec<_> = locs.collect();
    let low = locs.iter().map(|loc| loc.line).min();
    let high = locs.iter().map(|loc| loc.line).max();
    let lines = match (low, high) {
        (Some(low), Some(high)) if low == high => format!("{low}"),
        (Some(low), Some(high)) => format!("{low}–{high}"),
        _ => "·".into(),
    };
    let last = run.blocks.last().map(|block| &func.blocks[*block]);
    let telling = last.filter(|data| data.end.targets().len() > 1 && data.end_loc.is_known()).map(|data| data.end_loc);
    let telling = telling.or_else(|| locs.first().copied());
    let file = telling.and_then(|loc| loc.file.expand()).map(|file| program.files[file].clone());
    let snippet = file.as_ref().zip(telling).and_then(|(file, loc)| {
        let text = sources.entry(file.clone()).or_insert_with(|| {
            let bytes = fs::read(file).unwrap_or_default();
            String::from_utf8_lossy(&bytes).lines().map(|line| line.trim().to_string()).collect()
        });
        text.get(loc.line as usize - 1).cloned()
    });
    let short = |text: String| match text.char_indices().nth(LETTERS) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    };
    let mut text = vec![lines];
    text.extend(snippet.filter(|text| text.chars().any(char::is_alphanumeric)).map(short));
    let hit = run.blocks.first().is_some_and(|block| review.blocks.contains_key(&(id, *block)));
    let link = file.and_then(|file| Some(format!("#{}-{}", anchors.get(&file)?, low?)));
    Node {
        text,
        class: if bad {
            "bad"
        } else if hit {
            "hit"
        } else {
            "miss"
        },
        link,
    }
}

/// The call automaton of the tests, if they call anything.
pub fn calls(program: &Program, review: &Review) -> Option<(String, usize)> {
    let sequence = |run: &crate::explore::Reviewed| {
        let calls = run.calls.iter().map(|event| match event.kind {
            CallKind::Call => Symbol::Call(event.func),
            CallKind::Return => Symbol::Return(event.func),
        });
        [Symbol::Begin].into_iter().chain(calls).chain([Symbol::End]).collect::<Vec<_>>()
    };
    let sequences: Vec<Vec<Symbol>> = review.runs.iter().map(sequence).collect();
    if sequences.iter().all(|sequence| sequence.len() <= 4) {
        return None;
    }
    let automaton = Automaton::learn(sequences.iter().map(|sequence| (&sequence[..], 1)), Growth::default());
    let name = |func: u32| program.funcs[Func::from_u32(func)].name.clone();
    let text = |symbol: &Symbol| match symbol {
        Symbol::Begin => "start".to_string(),
        Symbol::End => "end".to_string(),
        Symbol::Call(func) => format!("→ {}", name(*func)),
        Symbol::Return(func) => format!("← {}", name(*func)),
    };
    let used: Vec<usize> = (0..automaton.grams.len())
        .filter(|state| automaton.edges.keys().any(|(a, b)| a == state || b == state))
        .collect();
    if used.len() > MOST {
        return None;
    }
    let at: HashMap<usize, usize> = used.iter().enumerate().map(|(i, state)| (*state, i)).collect();
    let nodes: Vec<Node> = used
        .iter()
        .map(|state| Node { text: automaton.grams[*state].iter().map(text).collect(), class: "plain", link: None })
        .collect();
    // A start first, so that it stands at the top.
    let links: Vec<Link> = automaton
        .edges
        .iter()
        .map(|((a, b), count)| Link { from: at[a], to: at[b], text: count.to_string(), class: "plain" })
        .collect();
    let (nodes, links) = from_start(nodes, links);
    Some((graph::draw("call automaton", &nodes, &links), nodes.len()))
}

/// Renumbers so that the nodes that nothing leads to come first.
fn from_start(nodes: Vec<Node>, mut links: Vec<Link>) -> (Vec<Node>, Vec<Link>) {
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    order.sort_by_key(|node| links.iter().any(|link| link.to == *node));
    let mut place = vec![0; nodes.len()];
    order.iter().enumerate().for_each(|(new, old)| place[*old] = new);
    for link in &mut links {
        (link.from, link.to) = (place[link.from], place[link.to]);
    }
    let mut moved: Vec<Option<Node>> = nodes.into_iter().map(Some).collect();
    (order.iter().filter_map(|old| moved[*old].take()).collect(), links)
}
