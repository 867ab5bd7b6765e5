//! What leads a state where there is more than one way: the solver, a record of earlier decisions, or one concrete input.
//!
//! A state records which way it went wherever a condition depended on inputs, and the values that were chosen for it. The
//! record together with inputs that lead to the state is a [`Job`]: whoever has the program can bring the state back
//! without a question to a solver, because a run is determined by it. So a state can go to another worker, to a file, or
//! out of memory.
//!
//! Followed by a concrete input instead (concolic execution), the state keeps at every condition what holds there and
//! notes the way not taken as a [`Turn`]: the other inputs that the condition tells apart.

use super::state::{Constraints, List, Read, State};
use super::terms::Term;
use crate::explore::Drawn;
use rarebit_front_end::ir::{Check, Edge};
use rustc_hash::FxHashSet;

/// Which way was taken at a condition, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way(u8);

impl Way {
    /// There is no other way.
    pub fn only(holds: bool) -> Way {
        Way(holds.into())
    }

    /// There is, or may be, another way, so this one says something about the inputs.
    pub fn one(holds: bool) -> Way {
        Way(2 | u8::from(holds))
    }

    pub fn holds(self) -> bool {
        self.0 & 1 != 0
    }

    pub fn constrains(self) -> bool {
        self.0 & 2 != 0
    }

    pub fn bits(self) -> u8 {
        self.0
    }

    pub fn of_bits(bits: u8) -> Way {
        Way(bits & 3)
    }

    pub fn letter(self) -> char {
        char::from(b'0' + self.0)
    }

    pub fn of_letter(letter: char) -> Option<Way> {
        matches!(letter, '0'..='3').then(|| Way(letter as u8 - b'0'))
    }
}

/// A state as what it takes to come back to it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Job {
    pub ways: Vec<Way>,
    /// The values that were chosen on the way, oldest first.
    pub values: Vec<u128>,
    /// Inputs that lead there.
    pub inputs: Vec<Drawn>,
    /// For concolic execution: the inputs are to be followed, and left at this turn or later.
    pub turn: Option<u32>,
}

impl Job {
    /// The whole program from its beginning.
    pub fn is_start(&self) -> bool {
        self.ways.is_empty()
    }
}

/// What a condition was about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum About {
    /// True leads to the first edge, false to the second.
    Branch(Edge, Edge),
    /// True leads to this edge, false to the next case.
    Case(Edge),
    /// False is the failure of the check.
    Check(Check),
    /// False fails an assumption.
    Assume,
    /// A place or a value that the instruction wants to know.
    Value,
}

/// A condition on a concrete input's path.
#[derive(Clone, Debug)]
pub struct Turn {
    pub about: About,
    /// Did it hold?
    pub holds: bool,
    /// What held before it.
    pub constraints: Constraints,
    /// What would have to hold for the other way.
    pub other: Term,
    /// The values that were chosen up to here. Inputs that take the other way are asked about them first, so that
    /// they meet the same conditions, and then about their own.
    pub values: List<u128>,
}

/// Who decides.
#[derive(Debug, Default)]
pub enum Guide {
    /// The solver: both ways are asked for.
    #[default]
    Solver,
    /// A record, as far as it reaches.
    Record { job: Box<Job>, way: usize, value: usize },
    /// The state's model; what is passed is noted, once for what holds already.
    Model { turns: Vec<Turn>, held: FxHashSet<Term>, values: std::vec::IntoIter<u128> },
}

impl Guide {
    pub fn record(job: Job) -> Guide {
        if job.is_start() { Guide::Solver } else { Guide::Record { job: Box::new(job), way: 0, value: 0 } }
    }

    /// Is this the solver's turn?
    pub fn is_free(&self) -> bool {
        matches!(self, Guide::Solver)
    }

    /// The recorded way; none if there is no record, or no more of it.
    pub fn way(&mut self) -> Option<Way> {
        let Guide::Record { job, way, .. } = self else { return None };
        let next = job.ways[*way];
        *way += 1;
        Some(next)
    }

    /// The recorded value.
    pub fn value(&mut self) -> Option<u128> {
        match self {
            Guide::Solver => None,
            Guide::Record { job, value, .. } => {
                *value += 1;
                job.values.get(*value - 1).copied()
            }
            Guide::Model { values, .. } => values.next(),
        }
    }

    /// Ends a record that has been followed to its end.
    pub fn rest(&mut self) {
        if let Guide::Record { job, way, .. } = self
            && *way >= job.ways.len()
        {
            *self = Guide::Solver;
        }
    }
}

/// The record of a state.
#[derive(Clone, Debug, Default)]
pub struct Record {
    pub ways: List<Way>,
    pub values: List<u128>,
}

impl Record {
    pub fn job(&self, inputs: Vec<Drawn>) -> Job {
        Job { ways: self.ways.to_vec(), values: self.values.to_vec(), inputs, turn: None }
    }
}

/// The inputs that a state has read, in order, under some model.
pub fn inputs(reads: &List<Read>, value: impl Fn(u32) -> u128) -> Vec<Drawn> {
    reads.to_vec().into_iter().map(|read| (read.site, read.var.map_or(0, &value))).collect()
}

impl State {
    /// What it takes to come back here.
    pub fn job(&self) -> Job {
        // Nobody here will know what follows.
        if let Some(track) = &self.track {
            track.lose();
        }
        self.record.job(inputs(&self.reads, |var| self.model.get(var)))
    }
}
