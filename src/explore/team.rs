//! The learners of a search, and how much each counts.

use super::subject::Subject;
use crate::simulate::{Options, Point, points};
use rarebit_front_end::ir::{CheckClass, EdgeKind, Type};
use rarebit_learners::call_grams::CallGrams;
use rarebit_learners::coverage::{Coverage, Reward};
use rarebit_learners::pointers::{PointerKind, Pointers};
use rarebit_learners::ranges::{Outside, Ranges};
use rarebit_learners::violation::Violation;
use rarebit_learners::{CheckId, EdgeId, PointerFact, Team};

/// The exponents of the learners' biases; 0 switches one off.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    weights: [f64; Weights::NAMES.len()],
}

impl Default for Weights {
    /// Those of the paper's experiment B: distance to violation and coverage.
    fn default() -> Weights {
        Weights { weights: [1.0, 1.0, 0.0, 0.0, 0.0, 0.0] }
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
    team
}

#[cfg(test)]
mod tests {
    use super::Weights;

    #[test]
    fn weights_are_read_by_name() {
        let weights = Weights::parse("coverage=0, ranges=0.5,calls").unwrap();
        let named = Weights::NAMES.map(|name| weights.of(name));
        assert_eq!(named, [1.0, 0.0, 0.5, 1.0, 0.0, 0.0]);
        assert!(Weights::parse("covrage=1").unwrap_err().contains("there are violation, coverage"));
        assert!(Weights::parse("ranges=much").is_err() && Weights::parse("ranges=-1").is_err());
    }
}
