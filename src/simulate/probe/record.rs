//! What the probes of a run recorded, until it goes into the observation.

use rarebit_learners::{CheckId, Observation, Outcome, Probes, Span};

/// Distances of edges, then of checks; spans as low and high.
#[derive(Default)]
pub struct Records {
    pub distances: Vec<f64>,
    pub spans: Vec<[i64; 2]>,
}

pub const NO_SPAN: [i64; 2] = [i64::MAX, i64::MIN];

impl Records {
    /// Empty, for a run with these probes.
    pub fn reset(&mut self, probes: &Probes) {
        self.distances.clear();
        self.distances.resize(probes.edge_distances.len() + probes.check_distances.len(), f64::INFINITY);
        self.spans.clear();
        self.spans.resize(probes.ranges.len(), NO_SPAN);
    }
}

/// Writes what was recorded into the observation. A check that ended the run is at distance 0.
pub fn finish(probes: &Probes, distances: &[f64], spans: &[[i64; 2]], observation: &mut Observation) {
    let (edges, checks) = distances.split_at(probes.edge_distances.len());
    observation.edge_distances.clear();
    observation.edge_distances.extend_from_slice(edges);
    observation.check_distances.clear();
    observation.check_distances.extend_from_slice(checks);
    if let Outcome::Violation(failed) | Outcome::Undefined(failed) = observation.outcome {
        let of = |check: &CheckId| *check == failed;
        let failed = probes.check_distances.iter().enumerate().filter(|(_, check)| of(check));
        failed.for_each(|(i, _)| observation.check_distances[i] = 0.0);
    }
    observation.ranges.clear();
    observation.ranges.extend(spans.iter().map(|&[low, high]| Span { low, high, seen: low <= high }));
}
