//! Which edges, or nodes, were visited (paper, sections 3 and 4).

use crate::{EdgeId, EdgeSet, Goal, Learner, Probes, Seen};
use serde_json::Value;
use std::collections::BTreeSet;

/// What a new visit is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reward {
    /// m/|π|: the share of the run's visits that are new.
    Fraction,
    /// 2^-l: how early the first new visit comes.
    Earliness,
}

/// Remembers visits.
#[derive(Clone, Debug)]
pub struct Coverage {
    reward: Reward,
    /// The node at the end of each edge, if nodes count and not edges.
    nodes: Option<Vec<u32>>,
    /// What there is to visit: edges, or nodes.
    all: BTreeSet<u32>,
    visited: BTreeSet<u32>,
}

impl Coverage {
    /// Covers these edges.
    pub fn edges(reward: Reward, edges: impl IntoIterator<Item = EdgeId>) -> Coverage {
        Coverage { reward, nodes: None, all: edges.into_iter().map(|edge| edge.0).collect(), visited: BTreeSet::new() }
    }

    /// Covers nodes; `target` is the node at the end of each edge.
    pub fn nodes(reward: Reward, target: Vec<u32>) -> Coverage {
        Coverage { reward, all: target.iter().copied().collect(), nodes: Some(target), visited: BTreeSet::new() }
    }

    pub fn covered(&self) -> usize {
        self.visited.len()
    }

    pub fn total(&self) -> usize {
        self.all.len()
    }

    fn item(&self, edge: EdgeId) -> u32 {
        self.nodes.as_ref().map_or(edge.0, |nodes| nodes[edge.0 as usize])
    }

    fn is_new(&self, item: u32) -> bool {
        self.all.contains(&item) && !self.visited.contains(&item)
    }
}

impl Learner for Coverage {
    fn name(&self) -> &'static str {
        if self.nodes.is_some() { "node coverage" } else { "edge coverage" }
    }

    fn ask(&self, probes: &mut Probes) {
        probes.edges = EdgeSet::All;
    }

    fn learn(&mut self, seen: Seen<'_>) {
        for edge in &seen.run.edges {
            let item = self.item(*edge);
            if self.all.contains(&item) {
                self.visited.insert(item);
            }
        }
    }

    fn log_bias(&self, seen: Seen<'_>) -> f64 {
        let edges = &seen.run.edges;
        match self.reward {
            // Half a visit more than there is, so that a run with nothing new has the least value and not none.
            Reward::Fraction => {
                let new: BTreeSet<u32> =
                    edges.iter().map(|edge| self.item(*edge)).filter(|item| self.is_new(*item)).collect();
                ((new.len() as f64 + 0.5) / (edges.len() as f64 + 1.0)).ln()
            }
            Reward::Earliness => {
                let first = edges.iter().position(|edge| self.is_new(self.item(*edge)));
                -(first.unwrap_or(edges.len() + 1) as f64) * std::f64::consts::LN_2
            }
        }
    }

    fn goals(&self) -> Vec<Goal> {
        let edges = if self.nodes.is_none() { &self.all } else { &BTreeSet::new() };
        edges.difference(&self.visited).map(|edge| Goal::Edge(EdgeId(*edge))).collect()
    }

    fn knowledge(&self) -> Value {
        self.visited.iter().copied().collect()
    }

    fn absorb(&mut self, knowledge: &Value) -> Result<(), serde_json::Error> {
        self.visited.extend(serde_json::from_value::<Vec<u32>>(knowledge.clone())?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Observation;

    fn run(edges: &[u32]) -> Observation {
        Observation { edges: edges.iter().map(|edge| EdgeId(*edge)).collect(), ..Observation::default() }
    }

    #[test]
    fn new_and_early_is_better() {
        let probes = Probes::default();
        let mut early = Coverage::edges(Reward::Earliness, (0..10).map(EdgeId));
        let mut share = Coverage::edges(Reward::Fraction, (0..10).map(EdgeId));
        for learner in [&mut early, &mut share] {
            learner.learn(Seen { probes: &probes, run: &run(&[0, 1, 2]) });
            assert_eq!(learner.covered(), 3);
        }
        let bias = |learner: &Coverage, edges: &[u32]| learner.log_bias(Seen { probes: &probes, run: &run(edges) });
        assert!(bias(&early, &[0, 5]) > bias(&early, &[0, 1, 5]));
        assert!(bias(&early, &[0, 1, 5]) > bias(&early, &[0, 1, 2]));
        assert!((bias(&early, &[0, 5]) + std::f64::consts::LN_2).abs() < 1e-12);
        assert!(bias(&share, &[0, 5, 6]) > bias(&share, &[0, 1, 6]));
        assert!(bias(&share, &[0, 1]).is_finite() && bias(&share, &[]).is_finite());
        assert_eq!(early.goals().len(), 7);
        let mut other = Coverage::edges(Reward::Fraction, (0..10).map(EdgeId));
        other.absorb(&early.knowledge()).unwrap();
        assert_eq!(other.knowledge(), early.knowledge());
    }

    #[test]
    fn nodes_are_the_ends_of_edges() {
        let mut nodes = Coverage::nodes(Reward::Fraction, vec![7, 7, 8]);
        let probes = Probes::default();
        nodes.learn(Seen { probes: &probes, run: &run(&[0]) });
        assert_eq!((nodes.covered(), nodes.total()), (1, 2));
        let again = nodes.log_bias(Seen { probes: &probes, run: &run(&[1]) });
        assert!(nodes.log_bias(Seen { probes: &probes, run: &run(&[2]) }) > again);
    }
}
