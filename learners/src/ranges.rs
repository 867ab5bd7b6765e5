//! The smallest and largest value seen at points of interest (paper, sections 3 and 4).

use crate::{Goal, Learner, PointId, Probes, Seen, Span, bits};
use serde_json::Value;
use std::collections::BTreeMap;

/// What a value outside the range is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outside {
    /// The number of points with one.
    Count,
    /// How far outside they lie, in bits.
    Distance,
}

/// Remembers ranges.
#[derive(Clone, Debug)]
pub struct Ranges {
    worth: Outside,
    spans: BTreeMap<PointId, Span>,
}

impl Ranges {
    pub fn new(worth: Outside, points: impl IntoIterator<Item = PointId>) -> Ranges {
        Ranges { worth, spans: points.into_iter().map(|point| (point, Span::EMPTY)).collect() }
    }

    pub fn span(&self, point: PointId) -> Option<Span> {
        self.spans.get(&point).copied().filter(|span| span.seen)
    }
}

/// How far a span sticks out of a known one.
fn excess(known: Span, new: Span) -> f64 {
    if !known.seen {
        return 1.0;
    }
    let below = (i128::from(known.low) - i128::from(new.low)).max(0);
    let above = (i128::from(new.high) - i128::from(known.high)).max(0);
    (below + above) as f64
}

impl Learner for Ranges {
    fn name(&self) -> &'static str {
        "ranges"
    }

    fn ask(&self, probes: &mut Probes) {
        probes.ranges.extend(self.spans.keys());
    }

    fn learn(&mut self, seen: Seen<'_>) {
        for (point, span) in seen.ranges() {
            if let Some(known) = self.spans.get_mut(&point) {
                known.add(span.low);
                known.add(span.high);
            }
        }
    }

    fn log_bias(&self, seen: Seen<'_>) -> f64 {
        let spans = seen.ranges().filter_map(|(point, span)| Some(excess(*self.spans.get(&point)?, span)));
        let worth: f64 = match self.worth {
            Outside::Count => spans.filter(|excess| *excess > 0.0).count() as f64,
            Outside::Distance => spans.map(bits).sum(),
        };
        (1.0 + worth).ln()
    }

    fn goals(&self) -> Vec<Goal> {
        self.spans.iter().filter(|(_, span)| span.seen).map(|(point, span)| Goal::Beyond(*point, *span)).collect()
    }

    fn knowledge(&self) -> Value {
        let seen = self.spans.iter().filter(|(_, span)| span.seen);
        seen.map(|(point, span)| Value::from(vec![point.0.into(), Value::from(span.low), span.high.into()])).collect()
    }

    fn absorb(&mut self, knowledge: &Value) -> Result<(), serde_json::Error> {
        for (point, low, high) in serde_json::from_value::<Vec<(u32, i64, i64)>>(knowledge.clone())? {
            if let Some(span) = self.spans.get_mut(&PointId(point)) {
                span.add(low);
                span.add(high);
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
    fn further_outside_is_better() {
        let probes = Probes { ranges: vec![PointId(3), PointId(4)], ..Probes::default() };
        let run = |a: (i64, i64), b: Option<(i64, i64)>| {
            let span = |(low, high)| Span { low, high, seen: true };
            Observation { ranges: vec![span(a), b.map_or(Span::EMPTY, span)], ..Observation::default() }
        };
        let mut far = Ranges::new(Outside::Distance, [PointId(3), PointId(4)]);
        let mut count = Ranges::new(Outside::Count, [PointId(3), PointId(4)]);
        for learner in [&mut far, &mut count] {
            learner.learn(Seen { probes: &probes, run: &run((0, 10), None) });
        }
        let bias = |learner: &Ranges, run: Observation| learner.log_bias(Seen { probes: &probes, run: &run });
        assert!(bias(&far, run((0, 100), None)) > bias(&far, run((0, 11), None)));
        assert!(bias(&far, run((0, 11), None)) > bias(&far, run((3, 4), None)));
        assert!(bias(&far, run((i64::MIN, i64::MAX), None)).is_finite());
        assert_eq!(bias(&count, run((0, 100), None)), bias(&count, run((0, 11), None)));
        assert!(bias(&count, run((0, 11), Some((1, 1)))) > bias(&count, run((0, 11), None)));
        let mut other = Ranges::new(Outside::Count, [PointId(3), PointId(4)]);
        other.absorb(&count.knowledge()).unwrap();
        assert_eq!(other.span(PointId(3)), Some(Span { low: 0, high: 10, seen: true }));
        assert_eq!(other.span(PointId(4)), None);
    }
}
