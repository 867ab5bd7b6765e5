//! The arguments that say what counts as a failure and what a run may cost, the same for `run` and `hunt`.

use super::checks::CheckArgs;
use super::units;
use crate::simulate::{Engine, Limits, Options};
use rarebit_front_end::ir::{ClassSet, Program};
use rarebit_learners::Limit;

#[derive(clap::Args)]
pub struct SimulationArgs {
    #[command(flatten)]
    checks: CheckArgs,

    /// What runs the program: jit, machine code made from it; optimised, the same made with more care from the start;
    /// or interpreter, slower and simpler
    ///
    /// All give the same results. Code of jit that runs long is made again with more care by itself. A path that people read (--trace) comes from the interpreter.
    #[arg(long, value_name = "ENGINE", default_value = "jit")]
    engine: EngineName,

    /// End a run after this many instructions
    #[arg(long, value_name = "N", help_heading = "Budgets of one run")]
    max_steps: Option<u64>,

    /// End a run at this many calls inside calls
    #[arg(long, value_name = "N", help_heading = "Budgets of one run")]
    max_depth: Option<u32>,

    /// End a run when its objects take more than this, such as 512M
    #[arg(long, value_name = "SIZE", value_parser = units::bytes, help_heading = "Budgets of one run")]
    max_memory: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum EngineName {
    Jit,
    Optimised,
    Interpreter,
}

impl SimulationArgs {
    pub fn engine(&self) -> Engine {
        match self.engine {
            EngineName::Jit => Engine::Jit,
            EngineName::Optimised => Engine::Optimised,
            EngineName::Interpreter => Engine::Interpreter,
        }
    }

    /// The simulator's options, given the number of steps that a run gets if nobody said.
    pub fn options(&self, program: &Program, steps: u64) -> Options {
        let standard = Limits::default();
        let mut options = Options {
            limits: Limits {
                steps: self.max_steps.unwrap_or(steps),
                depth: self.max_depth.unwrap_or(standard.depth),
                memory: self.max_memory.unwrap_or(standard.memory),
                ..standard
            },
            ..Options::default()
        };
        options.select(program, self.classes());
        options
    }

    /// The classes of failures that are violations.
    pub fn classes(&self) -> ClassSet {
        self.checks.classes()
    }

    /// The text of the property file that says what a violation is.
    pub fn property(&self) -> Option<&str> {
        self.checks.property()
    }

    /// The arguments that say the same again.
    pub fn again(&self) -> Vec<String> {
        let mut words = self.checks.again();
        if self.engine == EngineName::Interpreter {
            words.push("--engine=interpreter".into());
        }
        words.extend(self.max_steps.map(|n| format!("--max-steps={n}")));
        words.extend(self.max_depth.map(|n| format!("--max-depth={n}")));
        words.extend(self.max_memory.map(|n| format!("--max-memory={n}")));
        words
    }
}

/// What a limit is about, and the option that raises it.
pub fn limit_text(limit: Limit) -> (&'static str, Option<&'static str>) {
    match limit {
        Limit::Steps => ("instructions", Some("--max-steps")),
        Limit::Depth => ("calls inside calls", Some("--max-depth")),
        Limit::Memory => ("memory", Some("--max-memory")),
        Limit::Output => ("output", None),
        Limit::Time => ("time", None),
    }
}
