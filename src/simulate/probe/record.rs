//! What the probes of a run recorded, until it goes into the observation.

use super::notes::{ASSUMED, SIDES};
use rarebit_learners::{CheckId, Observation, Outcome, Probes, Span, partial, plain};

/// Distances of edges, then of checks, with the sides that gave them; spans as low and high; notes for use within the run.
#[derive(Default)]
pub struct Records {
    pub distances: Vec<f64>,
    pub sides: Vec<[u64; 2]>,
    pub spans: Vec<[i64; 2]>,
    pub notes: Vec<f64>,
}

/// The same, wherever an engine keeps it.
pub struct Board<'a> {
    pub distances: &'a mut [f64],
    pub sides: &'a mut [[u64; 2]],
    pub spans: &'a mut [[i64; 2]],
    pub notes: &'a mut [f64],
}

const NO_SPAN: [i64; 2] = [i64::MAX, i64::MIN];

impl Records {
    /// With room for what these probes and so many notes need.
    pub fn new(probes: &Probes, notes: usize) -> Records {
        let distances = probes.edge_distances.len() + probes.check_distances.len();
        Records {
            distances: vec![f64::INFINITY; distances],
            sides: vec![[0; 2]; distances],
            spans: vec![NO_SPAN; probes.ranges.len()],
            notes: vec![0.0; notes],
        }
    }

    pub fn board(&mut self) -> Board<'_> {
        let Records { distances, sides, spans, notes } = self;
        Board { distances, sides, spans, notes }
    }
}

impl Board<'_> {
    /// Empty, for the next run.
    pub fn reset(&mut self) {
        self.distances.fill(f64::INFINITY);
        self.sides.fill([0; 2]);
        self.spans.fill(NO_SPAN);
        self.notes.fill(0.0);
    }

    /// Writes what was recorded into the observation. A check that ended the run is at distance 0.
    pub fn finish(&self, probes: &Probes, observation: &mut Observation) {
        let (edges, checks) = self.distances.split_at(probes.edge_distances.len());
        observation.edge_distances.clear();
        observation.edge_distances.extend_from_slice(edges);
        observation.check_distances.clear();
        observation.check_distances.extend_from_slice(checks);
        if let Outcome::Violation(failed) | Outcome::Undefined(failed) = observation.outcome {
            let of = |check: &CheckId| *check == failed;
            let failed = probes.check_distances.iter().enumerate().filter(|(_, check)| of(check));
            failed.for_each(|(i, _)| observation.check_distances[i] = 0.0);
        }
        observation.sides.clear();
        observation.sides.extend_from_slice(self.sides);
        observation.ranges.clear();
        observation.ranges.extend(self.spans.iter().map(|&[low, high]| Span { low, high, seen: low <= high }));
        (observation.assumption, observation.assumption_sides) = match (observation.outcome, &*self.notes) {
            // The more of them held before, the nearer.
            (Outcome::AssumptionFailed, notes @ [_, ..]) => (
                partial(0, notes[ASSUMED + 1] as u32, plain(notes[ASSUMED])),
                [notes[ASSUMED + SIDES], notes[ASSUMED + SIDES + 1]].map(f64::to_bits),
            ),
            _ => (0.0, [0; 2]),
        };
    }
}
