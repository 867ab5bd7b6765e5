//! What tests show when they are run again: the decisions and blocks they take, the calls they make, how they end. For
//! reports; a search keeps only what it needs to go on.

use crate::simulate::{Drawn, Event, Failure, Given, Interpreter, Options, Simulator};
use rarebit_front_end::ir::{Block, Edge, Func, InputSite, Program};
use rarebit_learners::{CallEvent, EdgeSet, Observation, Outcome, Probes};
use std::collections::{HashMap, HashSet};

/// One test, run again.
pub struct Reviewed {
    pub outcome: Outcome,
    pub failure: Option<Failure>,
    pub drawn: Vec<Drawn>,
    pub calls: Vec<CallEvent>,
    /// The steps of the path.
    pub trace: Vec<Event>,
}

/// All of them together.
#[derive(Default)]
pub struct Review {
    pub runs: Vec<Reviewed>,
    /// How many tests take an edge.
    pub edges: HashMap<Edge, u32>,
    /// How many tests come into a block.
    pub blocks: HashMap<(Func, Block), u32>,
}

impl Review {
    /// Runs the tests. The path is kept of those for which `wanted` says so.
    pub fn new(
        program: &Program,
        options: &Options,
        tests: Vec<HashMap<(InputSite, u32), u128>>,
        wanted: impl Fn(usize) -> bool,
    ) -> Review {
        let probes = Probes { edges: EdgeSet::All, calls: true, ..Probes::default() };
        let options = Options { probes, trace: true, ..options.clone() };
        let mut interpreter = Interpreter::new(program, options);
        let mut review = Review::default();
        let heads = heads(program);
        for (index, values) in tests.into_iter().enumerate() {
            let mut given = Given::recorded(values);
            let mut seen = Observation::default();
            interpreter.run(&mut given, &mut seen);
            let mut blocks: HashSet<(Func, Block)> = HashSet::new();
            let begin = program.entry.map(|func| (func, program.funcs[func].entry()));
            blocks.extend(begin);
            for edge in &seen.edges {
                let edge = Edge::from_u32(edge.0);
                *review.edges.entry(edge).or_default() += 1;
                blocks.extend(heads.get(&edge));
            }
            for event in interpreter.trace() {
                if let Event::Call { func, .. } = event {
                    blocks.insert((*func, program.funcs[*func].entry()));
                }
            }
            for block in blocks {
                *review.blocks.entry(block).or_default() += 1;
            }
            review.runs.push(Reviewed {
                outcome: seen.outcome,
                failure: interpreter.failure().cloned(),
                drawn: given.drawn,
                calls: seen.calls,
                trace: if wanted(index) { interpreter.trace().to_vec() } else { Vec::new() },
            });
        }
        review
    }
}

/// Where each edge leads.
fn heads(program: &Program) -> HashMap<Edge, (Func, Block)> {
    let mut heads = HashMap::new();
    for (id, func) in &program.funcs {
        for block in &func.layout {
            for target in func.blocks[*block].end.targets() {
                heads.insert(target.edge, (id, target.block));
            }
        }
    }
    heads
}
