//! What leads a state where there is more than one way: the solver, a record of earlier decisions, or one concrete input.
//!
//! A state records which way it went wherever a condition depended on inputs, and the values that were chosen for it. The
//! record together with inputs that lead to the state is a [`Job`]: whoever has the program can bring the state back
//! without a question to a solver, because a run is determined by it. So a state can go to another worker, to a file, or
//! out of memory.
//!
//! Followed by a concrete input instead (concolic execution), the state keeps at every condition what holds there and
//! notes the way not taken as a [`Turn`]: the other inputs that the condition tells apart.

use super::concolic::Aim;
use super::search::{NEVER, Reach};
use super::state::{Constraints, List, Read, State};
use super::terms::Term;
use crate::simulate::Drawn;
use rarebit_front_end::ir::{Check, Edge};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use std::sync::Arc;

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
    /// Inputs that lead there, but perhaps for the last way: where they go another one, nobody knows yet whether it
    /// exists.
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

/// From a turn on, not the way of the model but the nearest one to a goal, whether the inputs go there or not: what
/// stands between is gathered, to be solved at once.
pub struct Detour {
    /// Where it begins.
    pub from: usize,
    pub goal: Aim,
    pub reach: Arc<Reach>,
    /// What does not hold under the model.
    pub wanted: Vec<Term>,
    /// Is it at the goal, or nowhere near?
    pub done: Option<bool>,
}

impl std::fmt::Debug for Detour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a detour from turn {} to {:?}", self.from, self.goal)
    }
}

impl Detour {
    /// Conditions that the inputs do not meet and that are wanted all the same.
    const MOST: usize = 64;

    /// Which way to go where the model goes this one.
    pub fn way(&mut self, state: &State, about: About, holds: bool, first: bool) -> bool {
        let near = |edge: Edge| self.reach.behind(state, edge);
        let want = match about {
            _ if first => !holds,
            About::Branch(then, otherwise) => match near(then).cmp(&near(otherwise)) {
                Ordering::Less => true,
                Ordering::Greater => false,
                Ordering::Equal => holds,
            },
            About::Case(edge) => match near(edge) {
                NEVER => false,
                0 => true,
                _ => holds,
            },
            About::Check(check) => self.goal != Aim::Fail(check),
            About::Assume => true,
            About::Value => holds,
        };
        let there = match about {
            About::Branch(then, otherwise) => self.goal == Aim::Edge(if want { then } else { otherwise }),
            About::Case(edge) => want && self.goal == Aim::Edge(edge),
            About::Check(check) => self.goal == Aim::Fail(check),
            About::Assume | About::Value => false,
        };
        if there {
            self.done = Some(true);
        } else if self.reach.distance(state) == NEVER || self.wanted.len() > Self::MOST {
            self.done = Some(false);
        }
        want
    }
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
    Model { turns: Vec<Turn>, held: FxHashSet<Term>, values: std::vec::IntoIter<u128>, detour: Option<Box<Detour>> },
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

    /// Is it at the end of a detour?
    pub fn is_there(&self) -> bool {
        matches!(self, Guide::Model { detour: Some(detour), .. } if detour.done.is_some())
    }

    /// Was the last recorded way given out?
    pub fn is_at_last_way(&self) -> bool {
        matches!(self, Guide::Record { job, way, .. } if *way == job.ways.len())
    }

    pub fn into_job(self) -> Option<Job> {
        match self {
            Guide::Record { job, .. } => Some(*job),
            _ => None,
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
