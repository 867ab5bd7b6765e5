//! The reference interpreter: a program decoded once, run as often as one likes.

use super::bytecode::Code;
use super::calls::{Calls, Context};
use super::decode::decode;
use super::execute::Stop;
use super::host::Output;
use super::memory::{Extents, Memory};
use super::probe::{Plan, Records};
use super::{Event, Failure, Fault, Inputs, Options, Simulator};
use cranelift_entity::EntityRef;
use rarebit_front_end::ir::{Func, Program};
use rarebit_learners::{CheckId, EdgeSet, Limit, Observation, Outcome};

/// Runs a program. Equal inputs give equal runs.
pub struct Interpreter<'p> {
    pub(super) program: &'p Program,
    pub(super) options: Options,
    pub(super) plan: Plan,
    pub(super) code: Code,
    pub(super) memory: Memory<'p>,
    pub(super) calls: Calls,
    pub(super) output: Output,
    pub(super) trace: Vec<Event>,
    pub(super) states: Vec<u64>,
    /// The run in which each edge was taken last.
    pub(super) seen: Vec<u32>,
    /// The same for each pointer fact.
    pub(super) facts: Vec<u32>,
    pub(super) epoch: u32,
    pub(super) records: Records,
    failure: Option<Failure>,
}

impl<'p> Interpreter<'p> {
    /// Decodes a legal program (see `ir::verify`) for these options.
    pub fn new(program: &'p Program, options: Options) -> Interpreter<'p> {
        Interpreter::with_extents(program, options, Extents::default())
    }

    pub(super) fn with_extents(program: &'p Program, options: Options, extents: Extents) -> Interpreter<'p> {
        let memory = Memory::new(program, options.limits.memory, extents);
        let plan = Plan::new(program, &options.probes);
        let code = decode(program, &options, &plan, &memory);
        let facts = vec![0; plan.facts.len()];
        let records = Records::new(&options.probes, plan.notes);
        let output = Output { limit: options.limits.output, ..Output::default() };
        let seen = if options.probes.edges == EdgeSet::None { Vec::new() } else { vec![0; program.edges.len()] };
        Interpreter {
            program,
            options,
            plan,
            code,
            memory,
            calls: Calls::new(),
            output,
            trace: Vec::new(),
            states: Vec::new(),
            seen,
            facts,
            epoch: 0,
            records,
            failure: None,
        }
    }

    /// Runs end after so many steps from now on.
    pub fn limit_steps(&mut self, steps: u64) {
        self.options.limits.steps = steps;
    }

    /// For every input that the last run read, a number for the state in which it did, if the options asked for that:
    /// the place, what is needed of every frame, and the bytes of living objects. From equal states on, runs on equal
    /// inputs are equal, but for a collision of hashes. Ends early where a state is too large to be looked at.
    pub fn states(&self) -> &[u64] {
        &self.states
    }

    fn begin(&mut self) -> Result<u32, Stop> {
        let room = self.memory.reset();
        let entry = self.program.entry.ok_or_else(|| Stop::DeadEnd("the program has no entry".into()))?;
        if !room {
            return Err(Stop::Limit(Limit::Memory));
        }
        if self.options.trace && !self.program.funcs[entry].library {
            self.trace.push(Event::Call { func: entry, loc: self.program.funcs[entry].loc });
        }
        let context = Context { program: self.program, code: &self.code, depth: self.options.limits.depth };
        Ok(self.calls.begin(context, &mut self.memory, entry.index())?)
    }

    /// The outcome of an ending at the operation before `pc`, and its failure.
    fn finish(&mut self, stop: Stop, pc: u32) -> Outcome {
        let (check, fault) = match stop {
            Stop::Exit(status) => return Outcome::Exit(status),
            Stop::AssumptionFailed => return Outcome::AssumptionFailed,
            Stop::Limit(limit) => (None, Fault::Limit(limit)),
            Stop::DeadEnd(what) => (None, Fault::Unsupported(what)),
            Stop::Fault(fault) => (self.code.places[pc as usize - 1].check, fault),
            Stop::CheckFailed(check) => (Some(check), Fault::Check(self.program.checks[check].class)),
        };
        let class = check.and_then(|check| fault.class(self.program.checks[check].class));
        let outcome = match (&fault, check, class) {
            (Fault::Limit(limit), _, _) => Outcome::Limit(*limit),
            (_, Some(check), Some(class)) if self.options.is_violation(check, class) => {
                Outcome::Violation(CheckId(check.as_u32()))
            }
            (_, Some(check), _) => Outcome::Undefined(CheckId(check.as_u32())),
            _ => Outcome::DeadEnd,
        };
        if let (true, Some(check)) = (self.options.trace, check) {
            self.trace.push(Event::Failed { check });
        }
        let here = pc.checked_sub(1).map(|at| (self.calls.frame.func, at));
        let callers = self.calls.waiting.iter().rev().map(|w| (w.frame.func, w.pc - 1));
        let stack = here
            .into_iter()
            .chain(callers)
            .map(|(func, at)| (Func::new(func), self.code.places[at as usize].loc))
            .collect();
        self.failure = Some(Failure { check, class, fault, stack });
        outcome
    }
}

impl Simulator for Interpreter<'_> {
    fn run(&mut self, inputs: &mut dyn Inputs, observation: &mut Observation) {
        inputs.used(0);
        observation.reset(&self.options.probes);
        self.records.board().reset();
        self.output.clear();
        self.trace.clear();
        self.states.clear();
        self.failure = None;
        self.epoch = self.epoch.checked_add(1).unwrap_or_else(|| {
            self.seen.fill(0);
            self.facts.fill(0);
            1
        });
        let (stop, pc) = match self.begin() {
            Ok(pc) => self.execute(pc, inputs, observation),
            Err(stop) => (stop, 0),
        };
        observation.outcome = self.finish(stop, pc);
        self.records.board().finish(&self.options.probes, observation);
    }

    fn output(&self) -> &[u8] {
        &self.output.out
    }

    fn errors(&self) -> &[u8] {
        &self.output.errors
    }

    fn failure(&mut self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    fn trace(&self) -> &[Event] {
        &self.trace
    }
}
