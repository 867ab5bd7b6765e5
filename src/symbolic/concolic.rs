//! Concolic execution: follows the path of one concrete input, keeps what holds on it, and asks for inputs that leave it
//! at a chosen condition (Godefroid, Klarlund and Sen, "DART"; Sen, Marinov and Agha, "CUTE").
//!
//! It is the same executor: the state's model is the input, and the model decides ([`super::guide`]). Nothing is asked
//! of a solver on the way, so a path costs little more than its instructions; what it costs to leave it is up to whoever
//! asks.

use super::executor::{End, Executor};
use super::guide::{self, About, Detour, Guide, Turn};
use super::search::Reach;
use super::solver::{Answer, Halt, Question, Solver};
use super::state::{Constraints, List, Read};
use super::terms::Model;
use crate::simulate::{Drawn, Options};
use rarebit_front_end::ir::{Check, Edge, Program};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

/// Where the other way leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Aim {
    /// Over this edge.
    Edge(Edge),
    /// To another case than that of this edge, of the same switch.
    Case(Edge),
    /// To the failure of this check, or past it.
    Fail(Check),
    Pass(Check),
    /// To inputs that are wanted, or that are not.
    Assumed,
    Unwanted,
    /// To another place or value.
    Value,
}

impl Turn {
    pub fn aim(&self) -> Aim {
        match (self.about, self.holds) {
            (About::Branch(_, edge), true) | (About::Branch(edge, _), false) | (About::Case(edge), false) => {
                Aim::Edge(edge)
            }
            (About::Case(edge), true) => Aim::Case(edge),
            (About::Check(check), true) => Aim::Fail(check),
            (About::Check(check), false) => Aim::Pass(check),
            (About::Assume, true) => Aim::Unwanted,
            (About::Assume, false) => Aim::Assumed,
            (About::Value, _) => Aim::Value,
        }
    }
}

/// The path of an input.
#[derive(Default)]
pub struct Trail {
    pub turns: Vec<Turn>,
    /// None if it was not followed to its end.
    pub end: Option<End>,
    model: Model,
    reads: List<Read>,
    /// What it printed, if that was to be kept.
    pub output: Rc<Vec<u8>>,
}

/// What came of asking for another way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Other {
    /// These inputs go there.
    Inputs(Vec<Drawn>),
    /// No inputs do.
    None,
    /// The solver does not know.
    Unknown,
}

impl Trail {
    /// The inputs that were read, in order.
    pub fn inputs(&self) -> Vec<Drawn> {
        guide::inputs(&self.reads, |var| self.model.get(var))
    }
}

impl Executor<'_> {
    /// Follows the path of these inputs for at most so many instructions. Where values are chosen, the first are these.
    pub fn follow(&mut self, inputs: &[Drawn], values: Vec<u128>, most: u64) -> Trail {
        self.led_along(inputs, values, most, None).0
    }

    fn led_along(
        &mut self,
        inputs: &[Drawn],
        values: Vec<u128>,
        most: u64,
        detour: Option<Box<Detour>>,
    ) -> (Trail, Option<Box<Detour>>, Constraints) {
        let state = match self.begin_with(inputs) {
            Ok(state) => state,
            Err(end) => return (Trail { end: Some(end), ..Trail::default() }, None, Constraints::default()),
        };
        self.guide = Guide::Model { turns: Vec::new(), held: Default::default(), values: values.into_iter(), detour };
        self.run(state, most);
        let (turns, detour) = match std::mem::take(&mut self.guide) {
            Guide::Model { turns, detour, .. } => (turns, detour),
            _ => (Vec::new(), None),
        };
        let ended = self.ended.pop().map(|(state, end)| (state, Some(end)));
        let (state, end) = ended.or_else(|| Some((self.forked.pop()?, None))).expect("a state was run");
        self.ended.clear();
        self.forked.clear();
        let trail = Trail { turns, end, model: state.model, reads: state.reads, output: state.output };
        (trail, detour, state.constraints)
    }

    /// Inputs that go as these do up to a turn, there the other way, and on to a goal by the shortest way: everything
    /// that stands between is asked for at once. A question whose parts are too hard one after the other may be easy as a
    /// whole, as equations are.
    pub fn go_astray(&mut self, inputs: &[Drawn], turn: usize, goal: Aim, reach: &Arc<Reach>, most: u64) -> Other {
        let detour = Detour { from: turn, goal, reach: reach.clone(), wanted: Vec::new(), done: None };
        let (trail, detour, constraints) = self.led_along(inputs, Vec::new(), most, Some(Box::new(detour)));
        let Some(detour) = detour else { return Other::Unknown };
        let failed = matches!((&trail.end, goal), (Some(End::Failed(check)), Aim::Fail(aim)) if *check == aim);
        // With one condition it is the question that was asked before.
        if detour.done != Some(true) && !failed || detour.wanted.len() < 2 {
            return Other::Unknown;
        }
        let wanted = detour.wanted.into_iter().reduce(|a, b| self.terms.and(a, b));
        let Some(wanted) = wanted else { return Other::Unknown };
        let question = Question { constraints: &constraints, goal: wanted, model: &trail.model };
        match self.solver.solve(&mut self.terms, &question) {
            // There may be other ways to the goal.
            Answer::Unsat | Answer::Unknown => Other::Unknown,
            Answer::Sat(values) => {
                let model = trail.model.with(values);
                Other::Inputs(guide::inputs(&trail.reads, |var| model.get(var)))
            }
        }
    }

    /// Inputs that go as the trail does up to a turn, and there the other way.
    pub fn turn_off(&mut self, trail: &Trail, turn: usize) -> Other {
        let turn = &trail.turns[turn];
        let question = Question { constraints: &turn.constraints, goal: turn.other, model: &trail.model };
        match self.solver.solve(&mut self.terms, &question) {
            Answer::Unsat => Other::None,
            Answer::Unknown => Other::Unknown,
            Answer::Sat(values) => {
                let model = trail.model.with(values);
                Other::Inputs(guide::inputs(&trail.reads, |var| model.get(var)))
            }
        }
    }
}

/// An executor for those outside who follow inputs.
pub struct Follower<'p>(Executor<'p>);

impl<'p> Follower<'p> {
    pub fn new(program: &'p Program, options: &'p Options, halt: &Halt) -> Follower<'p> {
        let mut executor = Executor::new(program, options, 0, halt);
        executor.solver.set_eager();
        Follower(executor)
    }

    /// The path of these inputs, for at most so many instructions.
    pub fn follow(&mut self, inputs: &[Drawn], most: u64) -> Trail {
        self.0.follow(inputs, Vec::new(), most)
    }

    /// Inputs that go as the trail does up to a turn, and there the other way.
    pub fn leave(&mut self, trail: &Trail, turn: usize) -> Other {
        self.0.turn_off(trail, turn)
    }

    /// Inputs that go as these do up to a turn, there the other way, and on to a goal.
    pub fn stray(&mut self, inputs: &[Drawn], turn: usize, goal: Aim, reach: &Arc<Reach>, most: u64) -> Other {
        self.0.go_astray(inputs, turn, goal, reach, most)
    }

    /// Z3's resource units for one question from now on.
    pub fn set_limit(&mut self, limit: u32) {
        self.0.solver.set_limit(limit);
    }

    /// When nobody waits for an answer any more.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.0.solver.set_deadline(deadline);
    }

    /// Instructions executed.
    pub fn steps(&self) -> u64 {
        self.0.steps
    }

    /// Z3's resource units spent.
    pub fn spent(&self) -> u64 {
        self.0.solver.spent()
    }
}
