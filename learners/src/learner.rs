//! What a learner is, and how several work together.

use crate::{CheckId, EdgeId, Observation, PointId, PointerFact, Probes, Span};
use serde_json::Value;

/// One run: what was asked for, and what was seen.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    pub probes: &'a Probes,
    pub run: &'a Observation,
}

impl Seen<'_> {
    pub fn edge_distances(&self) -> impl Iterator<Item = (EdgeId, f64)> + '_ {
        self.probes.edge_distances.iter().copied().zip(self.run.edge_distances.iter().copied())
    }

    pub fn check_distances(&self) -> impl Iterator<Item = (CheckId, f64)> + '_ {
        self.probes.check_distances.iter().copied().zip(self.run.check_distances.iter().copied())
    }

    pub fn ranges(&self) -> impl Iterator<Item = (PointId, Span)> + '_ {
        self.probes.ranges.iter().copied().zip(self.run.ranges.iter().copied()).filter(|(_, span)| span.seen)
    }
}

/// Something not seen yet, for whoever can aim: the symbolic side, or a hunter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Take this edge.
    Edge(EdgeId),
    /// Violate this check.
    Violate(CheckId),
    /// A value outside this span at the point.
    Beyond(PointId, Span),
    /// Make this fact about pointers true.
    Pointer(PointerFact),
}

/// Takes observations; knows what was seen; says how far a run is from that. Users may write their own.
///
/// What a learner knows changes only by [`learn`](Learner::learn), [`absorb`](Learner::absorb) and
/// [`round`](Learner::round): between rounds. Within a round its bias is a fixed function of the observation, so a chain
/// has a fixed target.
pub trait Learner: Send + Sync {
    fn name(&self) -> &'static str;

    /// Adds what this learner has to see to the probes.
    fn ask(&self, probes: &mut Probes);

    /// Takes a run into account.
    fn learn(&mut self, seen: Seen<'_>);

    /// The logarithm of the bias: higher for a run further from what was seen. Finite for every run.
    fn log_bias(&self, seen: Seen<'_>) -> f64;

    /// Begins a new round.
    fn round(&mut self) {}

    /// What is still to be seen.
    fn goals(&self) -> Vec<Goal> {
        Vec::new()
    }

    /// Everything it knows.
    fn knowledge(&self) -> Value;

    /// Adds what another one of its kind knows. Order does not matter, and twice is as good as once.
    fn absorb(&mut self, knowledge: &Value) -> Result<(), serde_json::Error>;
}

/// Learners whose biases multiply, each raised to its weight; 0 switches one off.
#[derive(Default)]
pub struct Team {
    pub members: Vec<(f64, Box<dyn Learner>)>,
}

impl Team {
    pub fn with(mut self, weight: f64, learner: impl Learner + 'static) -> Team {
        self.members.push((weight, Box::new(learner)));
        self
    }

    /// The probes that all members together need.
    pub fn probes(&self) -> Probes {
        let mut probes = Probes::default();
        self.members.iter().filter(|(weight, _)| *weight != 0.0).for_each(|(_, learner)| learner.ask(&mut probes));
        probes.edge_distances.sort_unstable();
        probes.edge_distances.dedup();
        probes.check_distances.sort_unstable();
        probes.check_distances.dedup();
        probes.ranges.sort_unstable();
        probes.ranges.dedup();
        probes
    }

    pub fn learn(&mut self, seen: Seen<'_>) {
        self.members.iter_mut().for_each(|(_, learner)| learner.learn(seen));
    }

    pub fn log_bias(&self, seen: Seen<'_>) -> f64 {
        let active = self.members.iter().filter(|(weight, _)| *weight != 0.0);
        active.map(|(weight, learner)| weight * learner.log_bias(seen)).sum()
    }

    pub fn round(&mut self) {
        self.members.iter_mut().for_each(|(_, learner)| learner.round());
    }

    pub fn goals(&self) -> Vec<Goal> {
        self.members.iter().flat_map(|(_, learner)| learner.goals()).collect()
    }

    /// What every member knows, by name.
    pub fn knowledge(&self) -> Value {
        self.members.iter().map(|(_, learner)| (learner.name().to_string(), learner.knowledge())).collect()
    }

    /// Adds knowledge by name; names that no member has are ignored.
    pub fn absorb(&mut self, knowledge: &Value) -> Result<(), serde_json::Error> {
        for (_, learner) in &mut self.members {
            if let Some(own) = knowledge.get(learner.name()) {
                learner.absorb(own)?;
            }
        }
        Ok(())
    }
}

/// log₂(1+d), the scale on which distances are compared: one step less is worth the same near and far.
pub fn bits(distance: f64) -> f64 {
    (1.0 + distance).log2()
}
