//! Runs states: each until it ends or until there is more than one way to go on.
//!
//! The executor owns what all states of a worker share: the terms, the solvers, what is known about the program's
//! functions, which edges were taken. A state is data; the steps are functions of [`super::step`], one file per family
//! of instructions. This file decides between two ways, and nothing else forks.

use super::guide::{self, About, Guide, Job, Record, Way};
use super::memory::{FrameLayout, Space};
use super::rwset::Rwset;
use super::solver::{self, Answer, Halt, Question, Solver, Stack};
use super::state::{Frame, List, State};
use super::step::conversions;
use super::terms::{Evaluator, Model, Node, Term, Terms, Two, Word};
use crate::simulate::{Options, func_address, plan};
use cranelift_entity::{EntityRef, EntitySet};
use rarebit_front_end::ir::*;
use rarebit_learners::Limit;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// How a path ended, as far as the engine knows; the run of its test says the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With this status, if it does not depend on the inputs.
    Exit(Option<i32>),
    /// This check fails.
    Failed(Check),
    AssumptionFailed,
    /// All that follows was seen from another state.
    Seen,
    Limit(Limit),
    DeadEnd(String),
}

/// What comes after an instruction.
pub enum Flow {
    Next,
    End(End),
}

/// One or two ways to go on.
pub enum Decision {
    Is(bool),
    /// The state at hand goes the way of true, this one that of false.
    Both(Box<State>),
}

/// What keeps an exploration from having seen everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gaps {
    /// Ways that the solver could not decide, and that were not followed.
    pub unknown: u64,
    /// Values that were fixed to one of many.
    pub concretised: u64,
}

/// What a call of a function needs.
pub struct Template {
    pub registers: Vec<Word>,
    /// The registers that hold the addresses of slots.
    pub slots: Vec<(usize, usize)>,
    /// None if the function cannot be called: no body, or no room for its variables.
    pub layout: Option<FrameLayout>,
}

pub struct Executor<'p> {
    pub program: &'p Program,
    pub options: &'p Options,
    pub terms: Terms,
    pub evaluator: Evaluator,
    pub solver: Stack,
    pub templates: Vec<Template>,
    /// Variables by site and occurrence.
    vars: FxHashMap<(InputSite, u32), u32>,
    /// New states, and states that came to an end.
    pub forked: Vec<State>,
    pub ended: Vec<(State, End)>,
    /// The edges that were taken, by number.
    pub covered: Vec<bool>,
    pub gaps: Gaps,
    /// Instructions executed.
    pub steps: u64,
    /// Z3's resource units for a question that is asked for the first time; with it, one that is harder waits until
    /// nothing else does, and then gets `limit`.
    pub hasty: Option<u32>,
    limit: u32,
    /// Ways that may or may not exist, for later.
    pub postponed: Vec<Job>,
    /// Does the record end with a way that does not exist?
    pub nowhere: bool,
    /// Set when nobody waits any more.
    pub halt: Halt,
    pub keep_output: bool,
    /// No second way in calls deeper than this below `main`, and how often there was one.
    pub call_depth: Option<u32>,
    pub pruned: u64,
    /// The instruction being executed, to come back to it.
    pub here: usize,
    pub rwset: Option<Box<Rwset>>,
    /// What the next condition is about.
    pub about: About,
    pub guide: Guide,
    /// The state that executes the instruction again, where a record says so: what else happens in it does not count.
    pub redone: Option<Box<State>>,
    /// Records that led somewhere else: errors of ours.
    pub lost: u64,
    /// Models that write numbers for nobody but the user.
    pub conversions: EntitySet<Func>,
}

impl<'p> Executor<'p> {
    /// `limit`: Z3's resource units for one question.
    pub fn new(program: &'p Program, options: &'p Options, limit: u32, halt: &Halt) -> Executor<'p> {
        let globals = plan::globals(program).unwrap_or_default();
        let addresses: Vec<u32> = globals.iter().map(|(base, _)| *base).collect();
        let pointer = meaning::wide::mask(program.model.pointer_bits());
        let templates = program.funcs.values().map(|func| template(func, &addresses, pointer)).collect();
        Executor {
            program,
            options,
            terms: Terms::new(),
            evaluator: Evaluator::default(),
            solver: solver::stack(limit, halt),
            templates,
            vars: FxHashMap::default(),
            forked: Vec::new(),
            ended: Vec::new(),
            covered: vec![false; program.edges.len()],
            gaps: Gaps::default(),
            steps: 0,
            hasty: None,
            limit,
            postponed: Vec::new(),
            nowhere: false,
            halt: halt.clone(),
            keep_output: false,
            call_depth: None,
            pruned: 0,
            here: 0,
            rwset: None,
            about: About::Value,
            guide: Guide::Solver,
            redone: None,
            lost: 0,
            conversions: conversions(program),
        }
    }

    /// The state in which the program begins.
    pub fn begin(&mut self) -> Result<State, End> {
        let entry = self.program.entry.ok_or_else(|| End::DeadEnd("the program has no entry".into()))?;
        let space = Space::new(self.program, self.options.limits.memory).ok_or(End::Limit(Limit::Memory))?;
        let mut state = State {
            frame: Frame::empty(entry),
            callers: None,
            depth: 0,
            space,
            dynamic: List::default(),
            constraints: List::default(),
            model: Model::default(),
            reads: List::default(),
            steps: 0,
            printed: 0,
            output: Rc::default(),
            record: Record::default(),
            forks: 0,
            splits: 0,
            fresh: false,
            track: None,
        };
        if let Some(rwset) = &mut self.rwset {
            rwset.begin(&mut state);
        }
        match self.enter(&mut state, entry, &[], Word::ZERO) {
            Flow::Next => Ok(state),
            Flow::End(end) => Err(end),
        }
    }

    /// Runs a state until it ends, or there are several, or so many instructions were executed. What is there then
    /// stands in `forked` and `ended`.
    pub fn run(&mut self, mut state: State, most: u64) {
        let stop = self.steps.saturating_add(most);
        loop {
            match self.step(&mut state) {
                Flow::Next => {}
                Flow::End(end) => {
                    self.finish(state, end);
                    return;
                }
            }
            self.steps += 1;
            // Between looks at the flag lie few instructions, and every question.
            if !self.forked.is_empty() || self.steps >= stop || self.is_halted() || self.guide.is_there() {
                self.forked.push(state);
                return;
            }
        }
    }

    /// Is everybody to stop?
    pub fn is_halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    pub fn finish(&mut self, mut state: State, end: End) {
        state.ends(&end);
        self.ended.push((state, end));
    }

    pub fn value_of(&mut self, state: &State, word: Word) -> u128 {
        match word {
            Word::Known(bits) => bits,
            Word::Term(term) => self.evaluator.value(&self.terms, &state.model, term),
        }
    }

    /// Which ways a truth value leaves open. The state goes the way that is answered, with what that says about its
    /// inputs.
    pub fn decide(&mut self, state: &mut State, cond: Word) -> Decision {
        let about = std::mem::replace(&mut self.about, About::Value);
        let cond = match cond {
            Word::Known(bits) => return Decision::Is(bits != 0),
            Word::Term(cond) => cond,
        };
        let holds = self.evaluator.value(&self.terms, &state.model, cond) != 0;
        if self.redone.is_some() {
            return Decision::Is(holds);
        }
        if !self.guide.is_free() {
            return Decision::Is(self.led(state, cond, holds, about));
        }
        let not = self.terms.not(cond);
        let (mine, goal) = if holds { (cond, not) } else { (not, cond) };
        match self.ask(state, goal, self.hasty) {
            Answer::Unsat => {
                state.record.ways.push(Way::only(holds));
                Decision::Is(holds)
            }
            // It was not asked, or not to the end: whoever goes on later asks again.
            Answer::Unknown if self.is_halted() => {
                self.redo(state);
                Decision::Is(holds)
            }
            Answer::Unknown => {
                if self.hasty.is_some() {
                    let mut other = state.job();
                    other.ways.push(Way::one(!holds));
                    self.postponed.push(other);
                } else {
                    self.gaps.unknown += 1;
                }
                state.lose();
                self.constrain(state, mine);
                state.record.ways.push(Way::one(holds));
                Decision::Is(holds)
            }
            Answer::Sat(values) => {
                state.forks += 1;
                let mut other = Box::new(state.clone());
                other.model = state.model.with(values);
                self.constrain(state, mine);
                self.constrain(&mut other, goal);
                state.record.ways.push(Way::one(holds));
                other.record.ways.push(Way::one(!holds));
                if !holds {
                    std::mem::swap(state, &mut other);
                }
                Decision::Both(other)
            }
        }
    }

    /// Can this hold as well, where something else holds under the state's model?
    pub fn ask(&mut self, state: &State, goal: Term, hasty: Option<u32>) -> Answer {
        match hasty {
            Some(limit) => self.solver.set_limit(limit),
            None => self.solver.set_patience(self.limit),
        }
        let question = Question { constraints: &state.constraints, goal, model: &state.model };
        self.solver.solve(&mut self.terms, &question)
    }

    /// The state is one of those that execute the instruction again.
    pub fn redo(&mut self, state: &State) {
        if self.redone.is_none() {
            let mut redone = Box::new(state.clone());
            redone.frame.at = self.here;
            redone.splits += 1;
            self.redone = Some(redone);
        }
    }

    /// After an instruction: was it one to execute again?
    pub fn settle(&mut self, state: &mut State, flow: Flow) -> Flow {
        match self.redone.take() {
            Some(redone) => {
                *state = *redone;
                Flow::Next
            }
            None => flow,
        }
    }

    /// From now on this holds; it does under the state's model.
    pub fn constrain(&mut self, state: &mut State, term: Term) {
        match *self.terms.node(term) {
            Node::Const(_) => {}
            Node::Two(Two::And, a, b) if self.terms.width(term) == 1 => {
                self.constrain(state, a);
                self.constrain(state, b);
            }
            _ => state.constraints.push(term),
        }
    }

    /// Goes on only where this holds; the rest of the inputs end here.
    pub fn require(&mut self, state: &mut State, cond: Word, otherwise: End) -> Flow {
        self.about = match otherwise {
            End::Failed(check) => About::Check(check),
            End::AssumptionFailed => About::Assume,
            _ => About::Value,
        };
        match self.decide(state, cond) {
            Decision::Is(true) => Flow::Next,
            Decision::Is(false) => Flow::End(otherwise),
            Decision::Both(other) => {
                self.finish(*other, otherwise);
                Flow::Next
            }
        }
    }

    /// A copy of the state that executes the instruction at hand again.
    pub fn again(&mut self, mut other: State) {
        other.frame.at = self.here;
        other.splits += 1;
        self.forked.push(other);
    }

    /// One value of a word; the state's other values execute the instruction again. After too many it is the only one,
    /// and that is noted.
    pub fn pin(&mut self, state: &mut State, word: Word, width: u32) -> u128 {
        const MOST: u32 = 300;
        let Word::Term(term) = word else { return self.value_of(state, word) };
        if state.splits >= MOST {
            return self.fix(state, word, width);
        }
        let bits = self.choose(state, term);
        let constant = self.terms.constant(width, bits);
        let equal = self.terms.eq(term, constant);
        let equal = Word::of(&self.terms, equal);
        match self.decide(state, equal) {
            Decision::Both(other) => self.again(*other),
            Decision::Is(true) => {}
            Decision::Is(false) => self.redo(state),
        }
        bits
    }

    /// One value of a word, and no other from now on.
    pub fn fix(&mut self, state: &mut State, word: Word, width: u32) -> u128 {
        let Word::Term(term) = word else { return self.value_of(state, word) };
        let bits = self.choose(state, term);
        let constant = self.terms.constant(width, bits);
        let equal = self.terms.eq(term, constant);
        self.constrain(state, equal);
        state.lose();
        self.gaps.concretised += u64::from(!matches!(self.guide, Guide::Record { .. }));
        bits
    }

    /// The number of the variable for an input.
    pub fn var(&mut self, site: InputSite, occurrence: u32) -> u32 {
        let next = self.vars.len() as u32;
        *self.vars.entry((site, occurrence)).or_insert(next)
    }

    /// The input values that lead to a state, in the order in which it read them.
    pub fn inputs(&self, state: &State) -> Vec<(InputSite, u128)> {
        guide::inputs(&state.reads, |var| state.model.get(var))
    }
}

fn template(func: &Function, globals: &[u32], pointer: u128) -> Template {
    let mut registers = vec![Word::ZERO; func.values.len()];
    let mut slots = Vec::new();
    for (value, data) in &func.values {
        let ValueDef::Const(constant) = data.def else { continue };
        registers[value.index()] = match constant {
            Const::Bits(_, bits) => Word::Known(bits),
            Const::Func(func) => Word::Known(func_address(func).into()),
            Const::Global(global, offset) => {
                let base = globals.get(global.index()).copied().unwrap_or(0);
                Word::Known(u128::from(u64::from(base).wrapping_add_signed(offset)) & pointer)
            }
            Const::Slot(slot) => {
                slots.push((value.index(), slot.index()));
                Word::ZERO
            }
        };
    }
    let layout = if func.layout.is_empty() { None } else { FrameLayout::new(func.slots.values()) };
    Template { registers, slots, layout }
}
