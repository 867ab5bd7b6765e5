//! Which decisions of the source the runs have taken.

use rarebit_front_end::ir::{Edge, EdgeKind, Func, Program};
use rarebit_learners::EdgeId;

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
