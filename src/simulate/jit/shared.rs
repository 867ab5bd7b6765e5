//! What compiled code and the simulator share: a block of memory at a fixed distance before the program's bytes, and
//! the codes in which an ending is written there.

use super::super::memory::{Memory, SHARED, layout};
use super::State;
use rarebit_front_end::ir::Check;
use rarebit_learners::{CheckId, Limit, Outcome};
use std::mem::offset_of;

/// Arguments and results that do not fit into registers.
pub const MAX_VALUES: usize = 256;

/// An input value that is known before the run asks for it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Ready {
    /// The site's number.
    pub site: u32,
    pub bits: u64,
}

/// The fixed part; behind it lie the areas of the probes.
#[repr(C)]
pub struct Shared {
    pub args: [u128; MAX_VALUES],
    pub results: [u128; MAX_VALUES],
    /// Of the call through a pointer whose arguments are in `args`.
    pub va: u64,
    /// What the callbacks work on.
    pub state: *mut State<'static>,
    /// A run whose fuel falls below this ends: 0, or more when another thread wants it to end.
    pub threshold: i64,
    /// Native calls below this address are too deep.
    pub stack_limit: u64,
    /// How the run ended, see [`Ending`], and its fuel then.
    pub ending: u64,
    pub fuel: i64,
    /// The host's stack pointer while compiled code runs.
    pub host: u64,
    /// The inputs that are ready and not yet read.
    pub ready: *const Ready,
    pub ready_end: *const Ready,
    /// What a callback that keeps all registers says.
    pub status: u64,
    pub epoch: u32,
    pub edges: u32,
    pub trace: u32,
    pub calls: u32,
}

const _: () = assert!(size_of::<Shared>() < SHARED / 2);

/// Distances from the base of the program's bytes.
pub mod at {
    use super::*;

    macro_rules! fields {
        ($($name:ident = $field:ident;)*) => {
            $(pub const $name: i32 = layout::SHARED + offset_of!(Shared, $field) as i32;)*
        };
    }

    fields! {
        ARGS = args; RESULTS = results; VA = va; THRESHOLD = threshold; STACK_LIMIT = stack_limit; ENDING = ending;
        FUEL = fuel; READY = ready; READY_END = ready_end; STATUS = status; HOST = host; EPOCH = epoch; EDGES = edges; TRACE = trace;
        CALLS = calls;
    }

    /// Where the areas of the probes begin.
    pub const PROBES: i32 = layout::SHARED + size_of::<Shared>().next_multiple_of(64) as i32;

    pub fn arg(index: usize) -> i32 {
        ARGS + 16 * index as i32
    }

    pub fn result(index: usize) -> i32 {
        RESULTS + 16 * index as i32
    }
}

/// How a run ended, as one number: the kind in the low half, what belongs to it in the high half.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Exit(i32),
    Violation(Check),
    Undefined(Check),
    AssumptionFailed,
    Limit(Limit),
    DeadEnd,
    /// The check failed; whether that is a violation depends on how, which the interpreter knows.
    Failed(Check),
    /// The interpreter has to make the run: the native stack was too small, or template code left out what only
    /// a failing run needs.
    Again,
}

const LIMITS: [Limit; 5] = [Limit::Steps, Limit::Depth, Limit::Memory, Limit::Output, Limit::Time];

impl Ending {
    pub const AGAIN: i32 = 8;

    pub fn code(self) -> i64 {
        let (kind, rest) = match self {
            Ending::Exit(status) => (2, status as u32),
            Ending::Violation(check) => (3, check.as_u32()),
            Ending::Undefined(check) => (4, check.as_u32()),
            Ending::AssumptionFailed => (5, 0),
            Ending::Limit(limit) => (6, LIMITS.iter().position(|l| *l == limit).unwrap_or(0) as u32),
            Ending::DeadEnd => (7, 0),
            Ending::Again => (Ending::AGAIN as u64, 0),
            Ending::Failed(check) => (9, check.as_u32()),
        };
        (u64::from(rest) << 32 | kind) as i64
    }

    pub fn from_code(code: u64) -> Ending {
        let rest = (code >> 32) as u32;
        match code as u32 {
            2 => Ending::Exit(rest as i32),
            3 => Ending::Violation(Check::from_u32(rest)),
            4 => Ending::Undefined(Check::from_u32(rest)),
            5 => Ending::AssumptionFailed,
            6 => Ending::Limit(LIMITS[rest as usize]),
            7 => Ending::DeadEnd,
            8 => Ending::Again,
            9 => Ending::Failed(Check::from_u32(rest)),
            kind => unreachable!("no ending has the code {kind}"),
        }
    }

    pub fn outcome(self) -> Outcome {
        match self {
            Ending::Exit(status) => Outcome::Exit(status),
            Ending::Violation(check) => Outcome::Violation(CheckId(check.as_u32())),
            Ending::Undefined(check) => Outcome::Undefined(CheckId(check.as_u32())),
            Ending::AssumptionFailed => Outcome::AssumptionFailed,
            Ending::Limit(limit) => Outcome::Limit(limit),
            Ending::DeadEnd | Ending::Again | Ending::Failed(_) => Outcome::DeadEnd,
        }
    }
}

/// The shared block of a memory.
pub fn of(memory: &Memory<'_>) -> *mut Shared {
    memory.shared().cast()
}

/// The shared block before a base.
///
/// # Safety
/// The base must be [`Memory::base`] of a living memory.
pub unsafe fn before(base: *mut u8) -> *mut Shared {
    // SAFETY: the shared bytes lie directly before the base, in the same mapping.
    unsafe { base.offset(layout::SHARED as isize).cast() }
}
