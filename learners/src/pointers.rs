//! Which pointer parameters were null, and which were equal (paper, Table 1).

use crate::{Goal, Learner, PointerFact, Probes, Seen};
use serde_json::Value;
use std::collections::HashSet;

/// Which facts count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointerKind {
    Null,
    Alias,
}

/// Remembers facts about pointers.
#[derive(Clone, Debug)]
pub struct Pointers {
    kind: PointerKind,
    known: HashSet<PointerFact>,
    /// Facts that could become true.
    possible: Vec<PointerFact>,
}

impl Pointers {
    pub fn new(kind: PointerKind, possible: impl IntoIterator<Item = PointerFact>) -> Pointers {
        Pointers { kind, known: HashSet::new(), possible: possible.into_iter().collect() }
    }

    fn counts(&self, fact: &PointerFact) -> bool {
        matches!(fact, PointerFact::Null { .. }) == (self.kind == PointerKind::Null)
    }
}

impl Learner for Pointers {
    fn name(&self) -> &'static str {
        match self.kind {
            PointerKind::Null => "null parameters",
            PointerKind::Alias => "aliases",
        }
    }

    fn ask(&self, probes: &mut Probes) {
        probes.pointers = true;
    }

    fn learn(&mut self, seen: Seen<'_>) {
        let facts = seen.run.pointers.iter().filter(|fact| self.counts(fact)).copied().collect::<Vec<_>>();
        self.known.extend(facts);
    }

    fn log_bias(&self, seen: Seen<'_>) -> f64 {
        let new = seen.run.pointers.iter().filter(|fact| self.counts(fact) && !self.known.contains(fact)).count();
        (1.0 + new as f64).ln()
    }

    fn goals(&self) -> Vec<Goal> {
        let open = self.possible.iter().filter(|fact| self.counts(fact) && !self.known.contains(fact));
        open.map(|fact| Goal::Pointer(*fact)).collect()
    }

    fn knowledge(&self) -> Value {
        let mut facts: Vec<String> = self.known.iter().filter_map(|fact| serde_json::to_string(fact).ok()).collect();
        facts.sort_unstable();
        facts.into()
    }

    fn absorb(&mut self, knowledge: &Value) -> Result<(), serde_json::Error> {
        for text in serde_json::from_value::<Vec<String>>(knowledge.clone())? {
            self.known.insert(serde_json::from_str(&text)?);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Observation;

    #[test]
    fn new_facts_are_better() {
        let (null, alias) =
            (PointerFact::Null { func: 1, param: 0 }, PointerFact::Alias { func: 1, first: 0, second: 1 });
        let probes = Probes::default();
        let run = |pointers: &[PointerFact]| Observation { pointers: pointers.to_vec(), ..Observation::default() };
        let mut learner = Pointers::new(PointerKind::Null, [null, alias]);
        assert_eq!(learner.goals(), [Goal::Pointer(null)]);
        let bias =
            |learner: &Pointers, facts: &[PointerFact]| learner.log_bias(Seen { probes: &probes, run: &run(facts) });
        assert!(bias(&learner, &[null]) > bias(&learner, &[alias]));
        learner.learn(Seen { probes: &probes, run: &run(&[null, alias]) });
        assert_eq!((bias(&learner, &[null]), learner.goals().len()), (0.0, 0));
        let mut other = Pointers::new(PointerKind::Null, [null]);
        other.absorb(&learner.knowledge()).unwrap();
        assert!(other.goals().is_empty());
    }
}
