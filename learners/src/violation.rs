//! How near a run comes to violating a check (paper, section 3).
//!
//! The paper's bias is 0.5^|e| beyond a threshold and 100 within it. Here e is the distance in bits, log₂(1+d), because
//! with raw distances a chain far away sees nothing but a plateau of weight 0. The threshold of a check narrows from
//! round to round to the nearest that any run came.

use crate::{CheckId, Goal, Learner, Probes, Seen, bits};
use serde_json::Value;
use std::collections::BTreeMap;

/// Remembers how near the open checks were.
#[derive(Clone, Debug)]
pub struct Violation {
    /// By open check: the threshold of this round, and the nearest seen, in bits.
    open: BTreeMap<CheckId, Nearness>,
    /// How much a bit of distance costs: 0.5 per bit is the paper's.
    pub base: f64,
    /// The bias within the threshold.
    pub reward: f64,
}

#[derive(Clone, Copy, Debug)]
struct Nearness {
    threshold: f64,
    nearest: f64,
}

/// The distance of a check that was not reached.
const FAR: f64 = 128.0;

impl Violation {
    pub fn new(checks: impl IntoIterator<Item = CheckId>) -> Violation {
        let fresh = Nearness { threshold: 0.0, nearest: f64::INFINITY };
        Violation { open: checks.into_iter().map(|check| (check, fresh)).collect(), base: 0.5, reward: 100.0 }
    }

    /// A violated check is not looked for any more.
    pub fn retire(&mut self, check: CheckId) {
        self.open.remove(&check);
    }

    pub fn threshold(&self, check: CheckId) -> Option<f64> {
        self.open.get(&check).map(|nearness| nearness.threshold)
    }
}

impl Learner for Violation {
    fn name(&self) -> &'static str {
        "violation"
    }

    fn ask(&self, probes: &mut Probes) {
        probes.check_distances.extend(self.open.keys());
    }

    fn learn(&mut self, seen: Seen<'_>) {
        for (check, distance) in seen.check_distances().filter(|(_, distance)| distance.is_finite()) {
            if let Some(nearness) = self.open.get_mut(&check) {
                nearness.nearest = nearness.nearest.min(bits(distance));
            }
        }
    }

    /// The nearest open check decides.
    fn log_bias(&self, seen: Seen<'_>) -> f64 {
        let one = |(check, distance): (CheckId, f64)| {
            let nearness = self.open.get(&check)?;
            let e = if distance.is_finite() { bits(distance) } else { FAR };
            let within = e <= nearness.threshold;
            Some(if within { self.reward.ln() - e * 0.01 } else { e.min(FAR) * self.base.ln() })
        };
        seen.check_distances().filter_map(one).fold(FAR * self.base.ln(), f64::max)
    }

    fn round(&mut self) {
        for nearness in self.open.values_mut().filter(|nearness| nearness.nearest.is_finite()) {
            nearness.threshold = nearness.nearest;
        }
    }

    fn goals(&self) -> Vec<Goal> {
        self.open.keys().map(|check| Goal::Violate(*check)).collect()
    }

    fn knowledge(&self) -> Value {
        let near = self.open.iter().filter(|(_, nearness)| nearness.nearest.is_finite());
        near.map(|(check, nearness)| Value::from(vec![Value::from(check.0), nearness.nearest.into()])).collect()
    }

    fn absorb(&mut self, knowledge: &Value) -> Result<(), serde_json::Error> {
        for (check, nearest) in serde_json::from_value::<Vec<(u32, f64)>>(knowledge.clone())? {
            if let Some(nearness) = self.open.get_mut(&CheckId(check)) {
                nearness.nearest = nearness.nearest.min(nearest);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Observation;

    #[test]
    fn nearer_is_better_and_thresholds_narrow() {
        let probes = Probes { check_distances: vec![CheckId(1), CheckId(2)], ..Probes::default() };
        let run = |a: f64, b: f64| Observation { check_distances: vec![a, b], ..Observation::default() };
        let mut learner = Violation::new([CheckId(1), CheckId(2)]);
        let bias = |learner: &Violation, a, b| learner.log_bias(Seen { probes: &probes, run: &run(a, b) });
        let far = bias(&learner, f64::INFINITY, f64::INFINITY);
        assert!(far.is_finite() && bias(&learner, 1e9, f64::INFINITY) > far);
        assert!(bias(&learner, 1e9, 10.0) > bias(&learner, 1e9, 100.0));
        assert!((bias(&learner, 3.0, 1e9) - 0.25f64.ln()).abs() < 1e-12, "two bits away");
        learner.learn(Seen { probes: &probes, run: &run(7.0, f64::INFINITY) });
        assert_eq!(learner.threshold(CheckId(1)), Some(0.0), "frozen within the round");
        learner.round();
        assert_eq!((learner.threshold(CheckId(1)), learner.threshold(CheckId(2))), (Some(3.0), Some(0.0)));
        assert!(bias(&learner, 7.0, 1e9) > bias(&learner, 8.0, 1e9) + 4.0);
        learner.retire(CheckId(1));
        assert_eq!(learner.goals(), [Goal::Violate(CheckId(2))]);
        assert!(bias(&learner, 0.0, 1e9) < 0.0, "a retired check attracts nobody");
    }
}
