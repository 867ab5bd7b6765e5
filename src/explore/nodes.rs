//! How many blocks of a program some runs enter.

use crate::simulate::{Drawn, Engine, Inputs, Options, simulator};
use rarebit_front_end::ir::{InputSite, Program, SiteInfo};
use rarebit_learners::{EdgeSet, Observation, Probes};
use std::collections::HashSet;

/// What a run read, once more.
struct Again<'d>(std::slice::Iter<'d, Drawn>);

impl Inputs for Again<'_> {
    fn next(&mut self, _: InputSite, _: &SiteInfo) -> u128 {
        self.0.next().map_or(0, |(_, bits)| *bits)
    }
}

/// How many blocks of the program's own code these runs enter, of all there are: the nodes of the paper's coverage.
pub fn nodes(program: &Program, options: &Options, runs: &[Vec<Drawn>]) -> (usize, usize) {
    let probes = Probes { edges: EdgeSet::All, calls: true, ..Probes::default() };
    let mut simulator = simulator(program, Options { probes, ..options.clone() }, Engine::Interpreter);
    let (mut edges, mut called) = (HashSet::new(), HashSet::new());
    called.extend(program.entry.map(|entry| entry.as_u32()));
    let mut seen = Observation::default();
    for run in runs {
        simulator.run(&mut Again(run.iter()), &mut seen);
        edges.extend(seen.edges.iter().map(|edge| edge.0));
        called.extend(seen.calls.iter().map(|call| call.func));
    }
    let (mut covered, mut total) = (0, 0);
    for (id, func) in program.funcs.iter().filter(|(_, func)| !func.library && !func.layout.is_empty()) {
        let taken = |target: &&rarebit_front_end::ir::Target| edges.contains(&target.edge.as_u32());
        let targets = func.layout.iter().flat_map(|block| func.blocks[*block].end.targets());
        let mut entered: HashSet<_> = targets.filter(taken).map(|target| target.block).collect();
        if called.contains(&id.as_u32()) {
            entered.insert(func.entry());
        }
        covered += entered.len();
        total += func.layout.len();
    }
    (covered, total)
}
