//! Runs an ir program on one input.
//!
//! [`Interpreter`] is the reference: every other execution must agree with it. Nothing that a program does can
//! crash the host or touch its memory: all program bytes live in one reserved mapping reached by 32-bit offsets,
//! and every run has budgets.

use rarebit_front_end::ir::{Check, CheckClass, ClassSet, Edge, Func, InputSite, InstData, Loc, Program, SiteInfo};
use rarebit_learners::{Observation, Probes};

mod bytecode;
mod calls;
mod coverage;
mod decode;
mod decode_inst;
mod execute;
mod failure;
mod given;
mod host;
mod interpreter;
mod jit;
mod libm;
mod live;
mod memory;
mod moves;
pub(crate) mod number_text;
mod points;
mod probe;
mod registers;
mod unary;

pub(crate) use libm::call as call_libm;
pub(crate) use memory::{func_address, plan};
pub(crate) use probe::threaded;
pub(crate) use unary::wide_unary;

pub use coverage::Coverage;
pub use failure::{Access, Failure, Fault, ObjectKind, ObjectName};
pub use given::{Given, Unfit, Value};
pub use interpreter::Interpreter;
pub use jit::{CompileError, Jit, Ready, Stopper, forget_code};
pub use points::{Point, points};
pub(crate) use points::{access_offset, comparison};

/// Budgets of one run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Instructions.
    pub steps: u64,
    /// Calls inside calls.
    pub depth: u32,
    /// Bytes of live objects.
    pub memory: u64,
    /// Bytes of output kept; more ends the run.
    pub output: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: 100_000_000, depth: 50_000, memory: 1 << 30, output: 64 << 20 }
    }
}

/// What to do and what to record in a run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub limits: Limits,
    /// Checks whose failure can be a violation; indexed by check number, missing means no.
    pub selected: Vec<bool>,
    /// Checks that were proved never to fail, given that the selected ones end a run; indexed by check number, missing
    /// means no. Compiled code does not test them; every access stays inside the program's memory all the same.
    pub proved: Vec<bool>,
    /// The classes of failures that are violations.
    pub classes: ClassSet,
    /// What to observe.
    pub probes: Probes,
    /// Record every step of the path for people: see [`Event`].
    pub trace: bool,
    /// Tell in which state the program was whenever it read an input: see [`Interpreter::states`].
    pub states: bool,
}

impl Options {
    /// Selects these classes of failures, and the checks that can have one.
    pub fn select(&mut self, program: &Program, classes: ClassSet) {
        self.selected = program.checks.values().map(|check| check.class.outcomes().intersects(classes)).collect();
        self.classes = classes;
    }

    /// Is this failure of a check a violation?
    pub fn is_violation(&self, check: Check, class: CheckClass) -> bool {
        self.is_selected(check) && self.classes.contains(class)
    }

    /// Does an instruction do nothing under these options? So does a check that nobody selected or watches.
    fn skips(&self, data: &InstData) -> bool {
        let Probes { check_distances, ranges, .. } = &self.probes;
        let watched = self.trace || !check_distances.is_empty() || !ranges.is_empty();
        !watched && matches!(data, InstData::Check { check, .. } if !self.is_selected(*check))
    }

    /// Can this check never fail?
    pub fn is_proved(&self, check: Check) -> bool {
        self.proved.get(check.as_u32() as usize).copied().unwrap_or(false)
    }

    /// Can a failure of this check be a violation?
    pub fn is_selected(&self, check: Check) -> bool {
        self.selected.get(check.as_u32() as usize).copied().unwrap_or(false)
    }
}

/// Runs a program as often as one likes. Equal inputs give equal runs, whatever the engine.
pub trait Simulator {
    /// Runs the program from its entry; the observation is filled in anew.
    fn run(&mut self, inputs: &mut dyn Inputs, observation: &mut Observation);

    /// What the program printed to standard output in the last run.
    fn output(&self) -> &[u8];

    /// What the program printed to standard error in the last run.
    fn errors(&self) -> &[u8];

    /// Why the last run ended badly, if it did. May have to run again to know.
    fn failure(&mut self) -> Option<&Failure>;

    /// The steps of the last run, if the options asked for them.
    fn trace(&self) -> &[Event];
}

/// What runs a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Engine {
    /// Machine code, or the interpreter where there is none: another machine, a trace for people, a program that is
    /// too large.
    #[default]
    Jit,
    /// Machine code made by the optimising compiler from the first run on.
    Optimised,
    Interpreter,
}

/// Something that runs a legal program (see `ir::verify`).
pub fn simulator<'p>(program: &'p Program, options: Options, engine: Engine) -> Box<dyn Simulator + 'p> {
    if engine != Engine::Interpreter
        && !options.trace
        && let Ok(mut jit) = Jit::new(program, options.clone())
    {
        if engine == Engine::Optimised {
            jit.optimise();
        }
        return Box::new(jit);
    }
    Box::new(Interpreter::new(program, options))
}

/// An input value that a run read: its site and its bits.
pub type Drawn = (InputSite, u128);

/// Where inputs come from. Called each time an input instruction executes.
pub trait Inputs {
    /// The bits of the next value of this site, zero-extended; bits above the type's width are ignored.
    fn next(&mut self, site: InputSite, info: &SiteInfo) -> u128;

    /// Values that are known already, in the order in which they are probably read. Compiled code takes them without
    /// a call, until one is not of the site that it needs or wider than 64 bits; from then on it asks `next`.
    fn ready(&self) -> &[Ready] {
        &[]
    }

    /// Told once in a run how many of the ready values it took: before it asks `next` for the first time, or at its
    /// end.
    fn used(&mut self, _count: usize) {}
}

/// A step of the trace, in source terms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    Call {
        func: Func,
        loc: Loc,
    },
    Return {
        func: Func,
    },
    /// A decision of the source: the edge that was taken.
    Branch {
        edge: Edge,
        loc: Loc,
    },
    Input {
        site: InputSite,
        bits: u128,
    },
    Failed {
        check: Check,
    },
}
