//! What one run showed. The simulator fills it in; it is reused from run to run.
//!
//! The ids are the program representation's numbers; this crate needs no more of it than that.

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub struct $name(pub u32);
    };
}

id!(/// A control-flow edge.
    EdgeId);
id!(/// A check.
    CheckId);

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// The program ended with this status; 134 stands for `abort`, as in a shell.
    Exit(i32),
    /// A selected check failed.
    Violation(CheckId),
    /// A check that nobody selected failed where the run cannot go on.
    Undefined(CheckId),
    /// The inputs do not satisfy an assumption.
    AssumptionFailed,
    /// A budget of the run was used up.
    Limit(Limit),
    /// The run came to something that is not supported.
    DeadEnd,
}

/// Which budget of a run was used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Limit {
    /// Instructions executed.
    Steps,
    /// Calls inside calls.
    Depth,
    /// Bytes alive at once, or the simulated address space.
    Memory,
    /// Bytes printed.
    Output,
}

/// What one run showed.
#[derive(Clone, Debug)]
pub struct Observation {
    pub outcome: Outcome,
    /// Instructions executed.
    pub steps: u64,
    /// Edges taken, each once, in order of the first time; filled when asked for.
    pub edges: Vec<EdgeId>,
}

impl Default for Observation {
    fn default() -> Self {
        Observation { outcome: Outcome::Exit(0), steps: 0, edges: Vec::new() }
    }
}

impl Observation {
    /// Forgets the last run, keeping the memory.
    pub fn clear(&mut self) {
        self.outcome = Outcome::Exit(0);
        self.steps = 0;
        self.edges.clear();
    }
}
