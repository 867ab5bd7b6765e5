//! What a run showed that no run before it did: the facts that extending known runs is after.
//!
//! The facts are those of the learners (paper, Table 1): a value beyond the range seen at a point, a sequence of calls
//! not seen, a pointer parameter that is null or equal to another for the first time, and, of what is aimed at, coming
//! nearer to an open decision or check than any run before.

use rarebit_learners::approach::Rung;
use rarebit_learners::{CallKind, Observation, PointId, PointerFact, Probes, Span};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// A fact that some run was the first, or is the best, to show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    /// The least value at a point, and the greatest.
    Low(PointId),
    High(PointId),
    /// A sequence of calls.
    Calls(u64),
    Pointers(PointerFact),
    /// The nearest to a goal.
    Near(Rung),
}

/// The best that was seen of every fact.
#[derive(Default)]
pub struct Novelty {
    pub spans: FxHashMap<PointId, Span>,
    near: FxHashMap<Rung, f64>,
    /// Facts that are or are not.
    seen: FxHashMap<Fact, ()>,
}

/// Facts that are kept at most.
const MOST: usize = 1 << 16;

/// Small numbers one by one, larger ones by eighths of a doubling: a counter that counts is news every time, a measured
/// size only when it has grown.
fn level(value: i64) -> i64 {
    let size = value.unsigned_abs();
    if size < 64 {
        return value;
    }
    let log = size.ilog2();
    let eighths = 64 + i64::from(log - 6) * 8 + ((size >> (log - 3)) & 7) as i64;
    if value < 0 { -eighths } else { eighths }
}

impl Novelty {
    /// What the run showed for the first time, taken into account.
    pub fn learn(&mut self, probes: &Probes, run: &Observation) -> Vec<Fact> {
        let mut news = Vec::new();
        for (point, span) in probes.ranges.iter().zip(&run.ranges).filter(|(_, span)| span.seen) {
            let known = self.spans.entry(*point).or_insert(Span::EMPTY);
            if !known.seen || level(span.low) < level(known.low) {
                news.push(Fact::Low(*point));
            }
            if !known.seen || level(span.high) > level(known.high) {
                news.push(Fact::High(*point));
            }
            known.add(span.low);
            known.add(span.high);
        }
        let edges = probes.edge_distances.iter().map(|edge| Rung::Edge(*edge)).zip(&run.edge_distances);
        let checks = probes.check_distances.iter().map(|check| Rung::Check(*check)).zip(&run.check_distances);
        for (rung, distance) in edges.chain(checks).filter(|(_, distance)| distance.is_finite()) {
            let known = self.near.entry(rung).or_insert(f64::INFINITY);
            if distance < known {
                *known = *distance;
                news.push(Fact::Near(rung));
            }
        }
        if self.seen.len() < MOST {
            for fact in sequences(run).chain(run.pointers.iter().map(|fact| Fact::Pointers(*fact))) {
                if self.seen.insert(fact, ()).is_none() {
                    news.push(fact);
                }
            }
        }
        news
    }
}

/// Calls one after the other in the same call, three at a time.
fn sequences(run: &Observation) -> impl Iterator<Item = Fact> + '_ {
    let none = u32::MAX;
    let mut open = vec![(none, none, none)];
    run.calls.iter().filter_map(move |event| match event.kind {
        CallKind::Call => {
            let (caller, before, last) = open.last_mut().expect("the outermost never returns");
            let mut hasher = FxHasher::default();
            (*caller, *before, *last, event.func).hash(&mut hasher);
            (*before, *last) = (*last, event.func);
            open.push((event.func, none, none));
            Some(Fact::Calls(hasher.finish()))
        }
        CallKind::Return => {
            if open.len() > 1 {
                open.pop();
            }
            None
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rarebit_learners::{CallEvent, CheckId};

    #[test]
    fn only_what_is_new_is_news() {
        let probes = Probes { ranges: vec![PointId(1)], check_distances: vec![CheckId(2)], ..Probes::default() };
        let run = |high: i64, distance: f64, calls: &[u32]| {
            let call = |func: &u32| [CallKind::Call, CallKind::Return].map(|kind| CallEvent { func: *func, kind });
            Observation {
                ranges: vec![Span { low: 0, high, seen: true }],
                check_distances: vec![distance],
                calls: calls.iter().flat_map(call).collect(),
                ..Observation::default()
            }
        };
        let mut novelty = Novelty::default();
        assert_eq!(novelty.learn(&probes, &run(5, f64::INFINITY, &[1, 2])).len(), 4);
        assert_eq!(novelty.learn(&probes, &run(5, f64::INFINITY, &[1, 2])), []);
        assert_eq!(novelty.learn(&probes, &run(6, f64::INFINITY, &[1])), [Fact::High(PointId(1))]);
        assert_eq!(novelty.learn(&probes, &run(1, 9.0, &[1])), [Fact::Near(Rung::Check(CheckId(2)))]);
        assert_eq!(novelty.learn(&probes, &run(1, 9.0, &[1, 2, 1])).len(), 1, "a third call after these");
        assert_eq!(novelty.learn(&probes, &run(1, 9.0, &[1, 2, 1])), []);
    }

    #[test]
    fn levels_keep_the_order() {
        let values = [i64::MIN, -1000, -64, -63, -1, 0, 1, 63, 64, 90, 128, 1000, i64::MAX];
        assert!(values.windows(2).all(|pair| level(pair[0]) < level(pair[1])));
        assert_eq!(level(1000), level(1001));
    }
}
