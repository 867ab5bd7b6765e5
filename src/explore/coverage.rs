//! Which decisions of the source the runs have taken.

use super::Drawn;
use crate::simulate::{Engine, Inputs, Options, simulator};
use rarebit_front_end::ir::{Edge, EdgeKind, Func, InputSite, Program, SiteInfo};
use rarebit_learners::{EdgeId, EdgeSet, Observation, Probes};
use std::collections::HashSet;

#[derive(Clone, Copy, PartialEq)]
enum State {
    /// Not a decision of the source.
    Ignored,
    Open,
    Covered,
}

/// The edges that are decisions of the program's own code, and how many of them were taken.
#[derive(Clone)]
pub struct Coverage {
    edges: Vec<State>,
    pub covered: usize,
    pub total: usize,
}

impl Coverage {
    pub fn new(program: &Program) -> Coverage {
        Coverage::of(program, None)
    }

    /// Of one function only, if there is one.
    pub fn of(program: &Program, unit: Option<Func>) -> Coverage {
        let mut edges = vec![State::Ignored; program.edges.len()];
        let own = program.funcs.iter().filter(|(id, func)| unit.map_or(!func.library, |unit| unit == *id));
        for block in own.flat_map(|(_, func)| func.layout.iter().map(|block| &func.blocks[*block])) {
            for target in block.end.targets() {
                if program.edges[target.edge].kind == EdgeKind::Branch {
                    edges[target.edge.as_u32() as usize] = State::Open;
                }
            }
        }
        let total = edges.iter().filter(|state| **state == State::Open).count();
        Coverage { edges, covered: 0, total }
    }

    /// Is this a decision of the source that was not taken yet?
    pub fn is_open(&self, edge: Edge) -> bool {
        self.edges[edge.as_u32() as usize] == State::Open
    }

    /// The decisions that were taken.
    pub fn taken(&self) -> impl Iterator<Item = Edge> + '_ {
        let taken = self.edges.iter().enumerate().filter(|(_, state)| **state == State::Covered);
        taken.map(|(at, _)| Edge::from_u32(at as u32))
    }

    pub fn add(&mut self, taken: &[EdgeId]) {
        for edge in taken {
            let state = &mut self.edges[edge.0 as usize];
            if *state == State::Open {
                *state = State::Covered;
                self.covered += 1;
            }
        }
    }
}

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
