//! How a run ended, in source terms: what people read, what `--json` prints and what test files keep.

use crate::simulate::Failure;
use rarebit_front_end::ir::{Func, Loc, Program};
use rarebit_learners::{Limit, Outcome};
use serde::{Deserialize, Serialize};

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Ending {
    Exit {
        status: i32,
    },
    Violation(Finding),
    Undefined(Finding),
    AssumptionFailed,
    Limit {
        limit: String,
        #[serde(flatten)]
        finding: Finding,
    },
    DeadEnd(Finding),
}

/// A failure and where it happened. A failure inside a library function is shown at the call of that function.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Finding {
    /// The check's id in the ir, such as `chk3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The asserted expression, or the access.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What went wrong.
    pub fault: String,
    /// `file:line:column`.
    pub place: String,
    pub function: String,
    /// The library function called there in which it happened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub library: Option<String>,
    /// The calls under way, innermost first, without the insides of library functions; at most [`STACK_KEPT`].
    pub stack: Vec<Frame>,
    /// How many more calls were under way.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub deeper: usize,
}

/// More calls under way than this are only counted.
const STACK_KEPT: usize = 64;

fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// A call under way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Frame {
    pub function: String,
    pub place: String,
}

pub fn limit_name(limit: Limit) -> &'static str {
    match limit {
        Limit::Steps => "steps",
        Limit::Depth => "depth",
        Limit::Memory => "memory",
        Limit::Output => "output",
        Limit::Time => "time",
    }
}

impl Ending {
    pub fn new(program: &Program, outcome: Outcome, failure: Option<&Failure>) -> Ending {
        let finding = || failure.map(|failure| Finding::new(program, failure)).unwrap_or_default();
        match outcome {
            Outcome::Exit(status) => Ending::Exit { status },
            Outcome::Violation(_) => Ending::Violation(finding()),
            Outcome::Undefined(_) => Ending::Undefined(finding()),
            Outcome::AssumptionFailed => Ending::AssumptionFailed,
            Outcome::Limit(limit) => Ending::Limit { limit: limit_name(limit).into(), finding: finding() },
            Outcome::DeadEnd => Ending::DeadEnd(finding()),
        }
    }

    /// Is it the same end, paths and wording aside?
    pub fn agrees_with(&self, other: &Ending) -> bool {
        match (self, other) {
            (Ending::Violation(a), Ending::Violation(b)) | (Ending::Undefined(a), Ending::Undefined(b)) => {
                (&a.check, &a.class) == (&b.check, &b.class)
            }
            (Ending::Limit { limit: a, .. }, Ending::Limit { limit: b, .. }) => a == b,
            (Ending::DeadEnd(_), Ending::DeadEnd(_)) => true,
            _ => self == other,
        }
    }
}

impl Finding {
    pub fn new(program: &Program, failure: &Failure) -> Finding {
        let check = failure.check.map(|check| (check, &program.checks[check]));
        let own = failure.stack.iter().position(|(func, _)| !program.funcs[*func].library).unwrap_or(0);
        let library = own.checked_sub(1).map(|inside| program.funcs[failure.stack[inside].0].name.clone());
        // What called `main` is nothing that a user wrote.
        let start = failure.stack.last().is_some_and(|(func, loc)| program.funcs[*func].library && !loc.is_known());
        let calls = &failure.stack[own..failure.stack.len() - usize::from(start && failure.stack.len() > own + 1)];
        let frame = |(func, loc): &(Func, Loc)| Frame {
            function: program.funcs[*func].name.clone(),
            place: program.place(*loc),
        };
        let stack: Vec<Frame> = calls.iter().take(STACK_KEPT).map(frame).collect();
        // A check knows its place better than the instruction that carries it.
        let loc = match check {
            Some((_, info)) if info.loc.is_known() && !program.funcs[info.func].library => Some(info.loc),
            _ => failure.stack.get(own).map(|(_, loc)| *loc),
        };
        // A leak is found at the end, but belongs where the object was made.
        let elsewhere = check.filter(|(_, info)| failure.stack.iter().all(|(func, _)| *func != info.func));
        let elsewhere = elsewhere.map(|(_, info)| program.funcs[info.func].name.clone());
        let function = elsewhere.or_else(|| stack.first().map(|frame| frame.function.clone()));
        Finding {
            check: check.map(|(id, _)| id.to_string()),
            class: failure.class.map(|class| class.name().into()),
            text: check.map(|(_, info)| info.text.clone()).filter(|text| !text.is_empty()),
            fault: failure.fault.to_string(),
            place: program.place(loc.unwrap_or_default()),
            function: function.unwrap_or_default(),
            library,
            deeper: calls.len() - stack.len(),
            stack,
        }
    }
}
