//! The arguments that say what counts as a failure and what a run may cost, the same for `run` and `hunt`.

use super::units;
use crate::simulate::{Limits, Options};
use rarebit_front_end::ir::{CheckClass, Program};
use rarebit_learners::Limit;

#[derive(clap::Args)]
pub struct SimulationArgs {
    /// What counts as a violation: `all`, `none`, `default`, or a list such as assert,memory
    ///
    /// The classes are assert, abort, memory, division, unreachable and call; the default is all but abort, because
    /// programs use `abort` to leave paths that nobody cares about.
    #[arg(long, value_name = "CLASSES", default_value = "default", value_parser = Selection::parse)]
    checks: Selection,

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

impl SimulationArgs {
    /// The simulator's options, given the number of steps that a run gets if nobody said.
    pub fn options(&self, program: &Program, steps: u64) -> Options {
        let standard = Limits::default();
        Options {
            limits: Limits {
                steps: self.max_steps.unwrap_or(steps),
                depth: self.max_depth.unwrap_or(standard.depth),
                memory: self.max_memory.unwrap_or(standard.memory),
                ..standard
            },
            selected: program.checks.values().map(|check| self.checks.0.contains(&check.class)).collect(),
            ..Options::default()
        }
    }

    /// The arguments that say the same again.
    pub fn again(&self) -> Vec<String> {
        let mut words = Vec::new();
        if self.checks != Selection::standard() {
            let names: Vec<&str> = self.checks.0.iter().map(|class| class.name()).collect();
            words.push(format!("--checks={}", if names.is_empty() { "none".into() } else { names.join(",") }));
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
    }
}

/// The classes of checks that are violations when they fail.
#[derive(Clone, PartialEq, Debug)]
struct Selection(Vec<CheckClass>);

impl Selection {
    fn standard() -> Selection {
        Selection(CheckClass::ALL.iter().copied().filter(|class| *class != CheckClass::Abort).collect())
    }

    fn parse(text: &str) -> Result<Selection, String> {
        let mut chosen = Vec::new();
        for word in text.split(',') {
            match (word, CheckClass::from_name(word)) {
                (_, Some(class)) => chosen.push(class),
                ("all", _) => chosen.extend(CheckClass::ALL),
                ("default", _) => chosen.extend(Selection::standard().0),
                ("none", _) => {}
                _ => {
                    let names: Vec<&str> = CheckClass::ALL.iter().map(|class| class.name()).collect();
                    return Err(format!("no class `{word}`; there are all, none, default, {}", names.join(", ")));
                }
            }
        }
        chosen.sort_unstable();
        chosen.dedup();
        Ok(Selection(chosen))
    }
}
