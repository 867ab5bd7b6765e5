//! The learners of a search, and how much each counts.

use super::subject::Subject;
use crate::simulate::{Options, Point, points};
use rarebit_front_end::ir::{CheckClass, EdgeKind, Type};
use rarebit_learners::call_grams::CallGrams;
use rarebit_learners::coverage::{Coverage, Reward};
use rarebit_learners::pointers::{PointerKind, Pointers};
use rarebit_learners::ranges::{Outside, Ranges};
use rarebit_learners::violation::Violation;
use rarebit_learners::{CheckId, EdgeId, Learner, PointerFact, Team};
use std::fmt;
use std::sync::Arc;

/// Makes a learner that knows nothing yet.
type Make = Arc<dyn Fn() -> Box<dyn Learner> + Send + Sync>;

/// The exponents of the learners' biases; 0 switches one off. Other learners than ours can be added.
#[derive(Clone)]
pub struct Weights {
    weights: [f64; Weights::NAMES.len()],
    others: Vec<(f64, Make)>,
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let others = self.others.iter().map(|(weight, make)| (make().name(), *weight));
        f.debug_map().entries(Weights::NAMES.into_iter().zip(self.weights).chain(others)).finish()
    }
}

impl Default for Weights {
    /// Those of the paper's experiment B: distance to violation and coverage.
    fn default() -> Weights {
        Weights { weights: [1.0, 1.0, 0.0, 0.0, 0.0, 0.0], others: Vec::new() }
    }
}

impl Weights {
    pub const NAMES: [&'static str; 6] = ["violation", "coverage", "ranges", "calls", "null", "alias"];

    /// Reads `coverage=1,ranges=0.5`; what is not named keeps its default.
    pub fn parse(text: &str) -> Result<Weights, String> {
        let mut weights = Weights::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (name, number) = part.split_once('=').unwrap_or((part, "1"));
            let Some(at) = Weights::NAMES.iter().position(|known| *known == name.trim()) else {
                return Err(format!("no learner `{}`; there are {}", name.trim(), Weights::NAMES.join(", ")));
            };
            let number: f64 = number.trim().parse().map_err(|_| format!("`{number}` is not a number"))?;
            if !(0.0..=1000.0).contains(&number) {
                return Err(format!("a weight is from 0 to 1000, not {number}"));
            }
            weights.weights[at] = number;
        }
        Ok(weights)
    }

    /// Adds a learner of one's own. Every chain teaches one that knows nothing, and the team's learns from them.
    pub fn with(mut self, weight: f64, make: impl Fn() -> Box<dyn Learner> + Send + Sync + 'static) -> Weights {
        self.others.push((weight, Arc::new(make)));
        self
    }

    fn of(&self, name: &str) -> f64 {
        Weights::NAMES.iter().position(|known| *known == name).map_or(0.0, |at| self.weights[at])
    }
}

/// The learners that count, knowing nothing yet.
pub fn team(subject: &Subject<'_>, options: &Options, weights: &Weights) -> Team {
    let program = subject.program();
    let mut team = Team::default();
    let weight = |name: &str| Some(weights.of(name)).filter(|weight| *weight > 0.0);
    if let Some(weight) = weight("violation") {
        let checks = program.checks.keys().filter(|check| options.is_selected(*check) && subject.is_open(*check));
        let measured =
            checks.filter(|check| !matches!(program.checks[*check].class, CheckClass::Memory | CheckClass::Call));
        team = team.with(weight, Violation::new(measured.map(|check| CheckId(check.as_u32()))));
    }
    if let Some(weight) = weight("coverage") {
        let edges = program.edges.iter().filter(|(_, info)| info.kind == EdgeKind::Branch).map(|(edge, _)| edge);
        team = team.with(weight, Coverage::edges(Reward::Fraction, edges.map(|edge| EdgeId(edge.as_u32()))));
    }
    if let Some(weight) = weight("ranges") {
        team = team.with(weight, Ranges::new(Outside::Distance, points(program).into_iter().map(Point::id)));
    }
    if let Some(weight) = weight("calls") {
        team = team.with(weight, CallGrams::default());
    }
    let own = program.funcs.iter().filter(|(_, func)| !func.library && !func.layout.is_empty());
    let pointers = own.flat_map(|(id, func)| {
        let params = func.sig.params.iter().enumerate();
        params.filter(|(_, ty)| **ty == Type::Ptr).map(move |(param, _)| (id.as_u32(), param as u32))
    });
    let pointers: Vec<(u32, u32)> = pointers.collect();
    if let Some(weight) = weight("null") {
        let facts = pointers.iter().map(|&(func, param)| PointerFact::Null { func, param });
        team = team.with(weight, Pointers::new(PointerKind::Null, facts));
    }
    if let Some(weight) = weight("alias") {
        let pairs = pointers.iter().flat_map(|&(func, first)| {
            let later = pointers.iter().filter(move |(other, second)| *other == func && *second > first);
            later.map(move |&(_, second)| PointerFact::Alias { func, first, second })
        });
        team = team.with(weight, Pointers::new(PointerKind::Alias, pairs));
    }
    team.members.extend(weights.others.iter().map(|(weight, make)| (*weight, make())));
    team
}

#[cfg(test)]
mod tests {
    use super::Weights;
    use crate::explore::{Budget, Observer, Past, Progress, Settings, Sought, Strategy, explore};
    use crate::simulate::{Engine, Options};
    use rarebit_front_end::lift::{LiftOptions, lift};
    use rarebit_learners::{Learner, Probes, Seen};
    use serde_json::Value;
    use std::ops::ControlFlow;
    use std::sync::{Arc, Mutex};

    /// Likes long runs, and notes in a place outside how many steps there were in how many runs.
    #[derive(Clone, Default)]
    struct Patience {
        longest: u64,
        seen: Arc<Mutex<(u64, u64)>>,
    }

    impl Learner for Patience {
        fn name(&self) -> &'static str {
            "patience"
        }

        fn ask(&self, _: &mut Probes) {}

        fn learn(&mut self, seen: Seen<'_>) {
            self.longest = self.longest.max(seen.run.steps);
            let mut sum = self.seen.lock().unwrap();
            *sum = (sum.0 + seen.run.steps, sum.1 + 1);
        }

        fn log_bias(&self, seen: Seen<'_>) -> f64 {
            seen.run.steps as f64 / (1 + self.longest) as f64
        }

        fn knowledge(&self) -> Value {
            self.longest.into()
        }

        fn absorb(&mut self, knowledge: &Value) -> Result<(), serde_json::Error> {
            self.longest = self.longest.max(serde_json::from_value(knowledge.clone())?);
            Ok(())
        }
    }

    struct Nobody;

    impl Observer for Nobody {
        fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    /// The average length of the runs of chains that this learner biases as strongly as said.
    fn average_steps(weight: f64) -> f64 {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("loop.c");
        let text = "unsigned char __VERIFIER_nondet_uchar(void);\nint main(void) {\n  \
                    unsigned char n = __VERIFIER_nondet_uchar();\n  unsigned sum = 0;\n  \
                    for (unsigned i = 0; i < n; i++)\n    sum += i;\n  \
                    if (sum == 7)\n    return 1;\n  return 0;\n}\n";
        std::fs::write(&file, text).unwrap();
        let program = lift(&LiftOptions { files: vec![file], ..LiftOptions::default() }).unwrap().program;
        let patience = Patience::default();
        let seen = patience.seen.clone();
        let settings = Settings {
            simulation: Options::default(),
            engine: Engine::Interpreter,
            budget: Budget { rounds: Some(4), ..Budget::default() },
            seed: 5,
            strategy: Strategy::Mcmc,
            learners: Weights::parse("coverage=0,violation=0")
                .unwrap()
                .with(weight, move || Box::new(patience.clone())),
            sought: Sought::Coverage,
            first: false,
            threads: 1,
            samples: Some(1000),
            lambda: None,
            slice: false,
            without: Default::default(),
        };
        explore(&program, &settings, Past::default(), &mut Nobody);
        let (steps, runs) = *seen.lock().unwrap();
        assert!(runs > 100, "{runs} runs were learned from");
        steps as f64 / runs as f64
    }

    #[test]
    fn a_learner_of_ones_own_biases_chains() {
        // Runs that the chain rejects count too, so the averages are nearer to each other than those of its states.
        let (without, with) = (average_steps(0.01), average_steps(12.0));
        assert!(with > 1.15 * without, "{without} steps a run without its bias, {with} with it");
    }

    #[test]
    fn weights_are_read_by_name() {
        let weights = Weights::parse("coverage=0, ranges=0.5,calls").unwrap();
        let named = Weights::NAMES.map(|name| weights.of(name));
        assert_eq!(named, [1.0, 0.0, 0.5, 1.0, 0.0, 0.0]);
        assert!(Weights::parse("covrage=1").unwrap_err().contains("there are violation, coverage"));
        assert!(Weights::parse("ranges=much").is_err() && Weights::parse("ranges=-1").is_err());
    }
}
