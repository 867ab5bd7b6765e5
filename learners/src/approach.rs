//! How near a run comes to an edge or a violation: approach level and branch distance (Wegener, Baresel and Sthamer
//! 2001, after Korel).
//!
//! A goal has a ladder: the distance to itself first, then the decisions it depends on, nearest first. The level of a
//! run is the first rung whose distance is known, that is, whose decision was reached; there the distance tells how
//! far it is to the next rung. On the scale of weights one level is worth [`LEVEL`] bits.

use crate::{CheckId, EdgeId, Goal, Learner, Probes, Seen, bits, split};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// One thing whose distance can be seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rung {
    Edge(EdgeId),
    Check(CheckId),
}

/// The way to a goal, from the goal outwards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ladder {
    pub rungs: Vec<Rung>,
}

/// Bits of distance that one level is worth.
pub const LEVEL: f64 = 24.0;

/// How near a run came.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Nearness {
    /// Rungs still to climb.
    pub level: u32,
    /// The distance to the next one.
    pub distance: f64,
    /// The two sides of the comparison that decides, equal if it is none.
    pub sides: [u64; 2],
}

impl Nearness {
    /// In bits; 0 is reached.
    pub fn energy(self) -> f64 {
        let (stage, distance) = split(self.distance);
        let share = if stage > 0.0 { 0.25 } else { 1.0 };
        (f64::from(self.level) + stage) * LEVEL + share * bits(distance).min(1100.0)
    }
}

impl Ladder {
    pub fn goal(&self) -> Rung {
        self.rungs[0]
    }

    pub fn ask(&self, probes: &mut Probes) {
        for rung in &self.rungs {
            match rung {
                Rung::Edge(edge) => probes.edge_distances.push(*edge),
                Rung::Check(check) => probes.check_distances.push(*check),
            }
        }
    }

    /// Where the distances of the rungs stand in an observation with these (sorted) probes.
    pub fn places(&self, probes: &Probes) -> Vec<Option<Place>> {
        let place = |rung: &Rung| match rung {
            Rung::Edge(edge) => probes.edge_distances.binary_search(edge).ok().map(Place::Edge),
            Rung::Check(check) => probes.check_distances.binary_search(check).ok().map(Place::Check),
        };
        self.rungs.iter().map(place).collect()
    }
}

/// The position of a distance in an observation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Edge(usize),
    Check(usize),
}

/// How near the run came to the goal whose rungs stand at these places.
pub fn nearness(places: &[Option<Place>], run: &crate::Observation) -> Nearness {
    for (level, place) in places.iter().enumerate() {
        let (distance, at) = match place {
            Some(Place::Edge(at)) => (run.edge_distances[*at], *at),
            Some(Place::Check(at)) => (run.check_distances[*at], run.edge_distances.len() + *at),
            None => continue,
        };
        if distance.is_finite() {
            // A rung above the goal that was taken, with the decision below it not reached: the way was left there.
            return Nearness { level: level as u32, distance, sides: run.sides.get(at).copied().unwrap_or_default() };
        }
    }
    // Not even the outermost decision was reached: further than any run that was on the way to something.
    Nearness { level: places.len() as u32 + 8, distance: 1.0, sides: [0; 2] }
}

/// The nearest of the open goals decides the bias: 2^(−energy).
pub struct Approach {
    ladders: Vec<Ladder>,
    reached: BTreeSet<Rung>,
    best: BTreeMap<Rung, f64>,
    /// How strongly a bit of distance counts.
    pub sharpness: f64,
}

impl Approach {
    pub fn new(ladders: Vec<Ladder>) -> Approach {
        Approach { ladders, reached: BTreeSet::new(), best: BTreeMap::new(), sharpness: 1.0 }
    }

    fn open(&self) -> impl Iterator<Item = &Ladder> {
        self.ladders.iter().filter(|ladder| !self.reached.contains(&ladder.goal()))
    }

    fn energies(&self, seen: Seen<'_>) -> impl Iterator<Item = (Rung, f64)> {
        self.open().map(move |ladder| (ladder.goal(), nearness(&ladder.places(seen.probes), seen.run).energy()))
    }
}

impl Learner for Approach {
    fn name(&self) -> &'static str {
        "approach"
    }

    fn ask(&self, probes: &mut Probes) {
        self.open().for_each(|ladder| ladder.ask(probes));
    }

    fn learn(&mut self, seen: Seen<'_>) {
        let energies: Vec<(Rung, f64)> = self.energies(seen).collect();
        for (rung, energy) in energies {
            let best = self.best.entry(rung).or_insert(f64::INFINITY);
            *best = best.min(energy);
            if energy == 0.0 {
                self.reached.insert(rung);
            }
        }
    }

    fn log_bias(&self, seen: Seen<'_>) -> f64 {
        let nearest = self.energies(seen).map(|(_, energy)| energy).fold(f64::INFINITY, f64::min);
        if nearest.is_finite() { -nearest * self.sharpness * std::f64::consts::LN_2 } else { 0.0 }
    }

    fn goals(&self) -> Vec<Goal> {
        let goal = |ladder: &Ladder| match ladder.goal() {
            Rung::Edge(edge) => Goal::Edge(edge),
            Rung::Check(check) => Goal::Violate(check),
        };
        self.open().map(goal).collect()
    }

    fn knowledge(&self) -> Value {
        let name = |rung: &Rung| match rung {
            Rung::Edge(edge) => Value::from(vec![Value::from("edge"), edge.0.into()]),
            Rung::Check(check) => Value::from(vec![Value::from("check"), check.0.into()]),
        };
        self.reached.iter().map(name).collect()
    }

    fn absorb(&mut self, knowledge: &Value) -> Result<(), serde_json::Error> {
        for (kind, number) in serde_json::from_value::<Vec<(String, u32)>>(knowledge.clone())? {
            let check = kind == "check";
            self.reached.insert(if check { Rung::Check(CheckId(number)) } else { Rung::Edge(EdgeId(number)) });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Observation;

    #[test]
    fn levels_before_distances() {
        let ladder = |rungs: &[u32]| Ladder { rungs: rungs.iter().map(|edge| Rung::Edge(EdgeId(*edge))).collect() };
        let mut learner = Approach::new(vec![ladder(&[5, 2, 0]), ladder(&[7])]);
        let mut probes = Probes::default();
        learner.ask(&mut probes);
        probes.edge_distances.sort_unstable();
        assert_eq!(probes.edge_distances, [0, 2, 5, 7].map(EdgeId));
        let run = |distances: [f64; 4]| Observation { edge_distances: distances.to_vec(), ..Observation::default() };
        let no = f64::INFINITY;
        let bias = |learner: &Approach, distances| learner.log_bias(Seen { probes: &probes, run: &run(distances) });
        let values = [
            bias(&learner, [1000.0, no, no, no]),
            bias(&learner, [3.0, no, no, no]),
            bias(&learner, [0.0, 900.0, no, no]),
            bias(&learner, [0.0, 0.0, 50.0, no]),
            bias(&learner, [0.0, 0.0, 1.0, no]),
        ];
        assert!(values.windows(2).all(|pair| pair[0] < pair[1]), "{values:?}");
        assert!(bias(&learner, [no, no, no, 1.0]) == values[4], "the nearest goal decides");
        learner.learn(Seen { probes: &probes, run: &run([0.0, 0.0, 0.0, 3.0]) });
        assert_eq!(learner.goals(), [Goal::Edge(EdgeId(7))]);
    }
}
