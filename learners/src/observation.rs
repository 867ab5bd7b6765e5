//! What one run showed, and what it was asked to show. The simulator fills an [`Observation`] in; it is reused from
//! run to run without allocating.
//!
//! The ids are the program representation's numbers; this crate needs no more of it than that.

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub struct $name(pub u32);
    };
}

id!(/// A control-flow edge.
    EdgeId);
id!(/// A check.
    CheckId);
id!(/// A place where a value can be watched: a parameter, a result, an index, an operand of a decision or assertion.
    PointId);

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// The program ended with this status; 134 stands for `abort`, as in a shell.
    Exit(i32),
    /// A selected check failed.
    Violation(CheckId),
    /// A check that nobody selected failed where the run cannot go on.
    Undefined(CheckId),
    /// The inputs do not satisfy an assumption.
    AssumptionFailed,
    /// A budget of the run was used up.
    Limit(Limit),
    /// The run came to something that is not supported.
    DeadEnd,
}

/// Which budget of a run was used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Limit {
    /// Instructions executed.
    Steps,
    /// Calls inside calls.
    Depth,
    /// Bytes alive at once, or the simulated address space.
    Memory,
    /// Bytes printed.
    Output,
    /// Someone stopped the run, because its time was over.
    Time,
}

/// Which edges to record.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum EdgeSet {
    #[default]
    None,
    All,
    Only(Vec<EdgeId>),
}

/// What to observe in addition to the outcome; chosen per compilation, so that what is not asked for costs nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Probes {
    pub edges: EdgeSet,
    /// Edges of decisions whose distance is wanted.
    pub edge_distances: Vec<EdgeId>,
    /// Checks whose distance to violation is wanted.
    pub check_distances: Vec<CheckId>,
    /// Points whose smallest and largest value is wanted.
    pub ranges: Vec<PointId>,
    /// Record calls and returns of the program's own functions.
    pub calls: bool,
    /// Record which pointer parameters were null or equal.
    pub pointers: bool,
    /// Record the edge of every decision, in order.
    pub trace: bool,
}

/// The smallest and the largest value seen at a point: integers as signed numbers, saturated at 64 bits, floats on
/// the ordered-integer map ([`ordered`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Span {
    pub low: i64,
    pub high: i64,
    /// Was the point reached? If not, the bounds say nothing.
    pub seen: bool,
}

impl Span {
    /// Nothing seen yet.
    pub const EMPTY: Span = Span { low: i64::MAX, high: i64::MIN, seen: false };

    pub fn add(&mut self, value: i64) {
        self.low = self.low.min(value);
        self.high = self.high.max(value);
        self.seen = true;
    }
}

/// The floats in order as integers: neighbours differ by 1, both zeros are 0.
pub fn ordered(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits }
}

/// As [`ordered`], for the floats of single precision.
pub fn ordered_single(x: f32) -> i64 {
    let bits = x.to_bits() as i32;
    (if bits < 0 { i32::MIN.wrapping_sub(bits) } else { bits }).into()
}

/// A distance of which only the first part can be measured: so many conditions further on nothing is known yet. It is
/// greater than every plain distance, the greater the more conditions are left, the smaller the more decisions were made
/// before (a check that goes through a list has come further), and then the smaller the smaller the plain distance is.
pub fn partial(left: u32, decisions: u32, distance: f64) -> f64 {
    let share = |decisions: f64| 1.0 / (1.0 + decisions);
    let (near, far) = (share(f64::from(decisions) + 1.0), share(f64::from(decisions)));
    // Strictly between the two, so that reading it back finds the same number of decisions.
    let bits = ((1.0 + plain(distance)).log2().min(PARTIAL_BITS) + 1.0) / (PARTIAL_BITS + 2.0);
    PARTIAL * (1.0 + f64::from(left) + near + (far - near) * bits)
}

/// Is nothing known that could be measured to the end?
pub fn is_partial(distance: f64) -> bool {
    distance >= PARTIAL
}

/// The part of a distance that only orders, 0 for a plain one, and the measured part.
pub fn split(distance: f64) -> (f64, f64) {
    if distance < PARTIAL || !distance.is_finite() {
        return (0.0, distance);
    }
    let whole = (distance / PARTIAL).floor();
    let decisions = (1.0 / (distance / PARTIAL).fract()).floor().max(1.0);
    (whole + 1.0 / decisions, plain(distance))
}

/// The measured part of a distance.
pub fn plain(distance: f64) -> f64 {
    if distance < PARTIAL || !distance.is_finite() {
        return distance;
    }
    let fraction = (distance / PARTIAL).fract();
    // 1/(2+n) ≤ fraction ≤ 1/(1+n)
    let decisions = (1.0 / fraction).floor().max(1.0) - 1.0;
    let (near, far) = (1.0 / (2.0 + decisions), 1.0 / (1.0 + decisions));
    let bits = (((fraction - near) / (far - near)).clamp(0.0, 1.0) * (PARTIAL_BITS + 2.0) - 1.0).max(0.0);
    (bits.exp2() - 1.0).round()
}

/// Beyond every plain distance.
pub const PARTIAL: f64 = 1e20;
const PARTIAL_BITS: f64 = 128.0;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CallKind {
    Call,
    Return,
}

/// A call of a function of the program, or its return.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CallEvent {
    pub func: u32,
    pub kind: CallKind,
}

/// Something about the pointers that a function was called with. Parameters are numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum PointerFact {
    Null {
        func: u32,
        param: u32,
    },
    /// Two parameters are equal, and not null.
    Alias {
        func: u32,
        first: u32,
        second: u32,
    },
}

/// What one run showed.
///
/// Distances are raw: `|a − b|` for integers (plus 1 where a strict inequality is wanted), counted in steps between
/// neighbours for floats.
#[derive(Clone, PartialEq, Debug)]
pub struct Observation {
    pub outcome: Outcome,
    /// Instructions executed.
    pub steps: u64,
    /// Edges taken, each once, in order of the first time.
    pub edges: Vec<EdgeId>,
    /// Parallel to [`Probes::edge_distances`]: the least distance of the run to taking the edge; 0 if it was taken,
    /// infinite if its decision was never reached.
    pub edge_distances: Vec<f64>,
    /// Parallel to [`Probes::check_distances`]: the least distance to violating the check; 0 if it was violated,
    /// infinite if it was never reached.
    pub check_distances: Vec<f64>,
    /// Parallel to the distances of edges, then those of checks: the bits of the two sides of the comparison that gave
    /// the least distance; equal where it was no comparison of two numbers.
    pub sides: Vec<[u64; 2]>,
    /// Parallel to [`Probes::ranges`].
    pub ranges: Vec<Span>,
    /// In order, at most [`Observation::MAX_CALLS`].
    pub calls: Vec<CallEvent>,
    /// Each fact once, in order of the first time.
    pub pointers: Vec<PointerFact>,
    /// The edges of all decisions, in order.
    pub trace: Vec<EdgeId>,
    /// How far the assumption that ended the run was from holding, where distances are measured; else 0.
    pub assumption: f64,
    /// The two sides of that assumption.
    pub assumption_sides: [u64; 2],
}

impl Default for Observation {
    fn default() -> Self {
        Observation {
            outcome: Outcome::Exit(0),
            steps: 0,
            edges: Vec::new(),
            edge_distances: Vec::new(),
            check_distances: Vec::new(),
            sides: Vec::new(),
            ranges: Vec::new(),
            calls: Vec::new(),
            pointers: Vec::new(),
            trace: Vec::new(),
            assumption: 0.0,
            assumption_sides: [0; 2],
        }
    }
}

impl Observation {
    /// Call events beyond this many are not recorded.
    pub const MAX_CALLS: usize = 4096;

    /// Forgets the last run, keeping the memory; ready for a run with these probes.
    pub fn reset(&mut self, probes: &Probes) {
        self.outcome = Outcome::Exit(0);
        self.steps = 0;
        self.edges.clear();
        self.calls.clear();
        self.pointers.clear();
        self.trace.clear();
        self.assumption = 0.0;
        self.assumption_sides = [0; 2];
        self.sides.clear();
        self.sides.resize(probes.edge_distances.len() + probes.check_distances.len(), [0; 2]);
        self.edge_distances.clear();
        self.edge_distances.resize(probes.edge_distances.len(), f64::INFINITY);
        self.check_distances.clear();
        self.check_distances.resize(probes.check_distances.len(), f64::INFINITY);
        self.ranges.clear();
        self.ranges.resize(probes.ranges.len(), Span::EMPTY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partial_distances_order_and_can_be_read() {
        let all = [
            partial(0, 9, 3.0),
            partial(0, 9, 4.0),
            partial(0, 8, 1.0),
            partial(0, 8, 1e9),
            partial(1, 900, 2.0),
            partial(1, 2, 0.0),
            partial(2, 2, 0.0),
        ];
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]), "{all:?}");
        assert!(all[0] > 2f64.powi(64));
        for distance in [0.0, 1.0, 2.0, 77.0, 1000.0] {
            for decisions in [1, 5, 60] {
                assert_eq!(plain(partial(2, decisions, distance)), distance, "{decisions}");
            }
        }
        assert_eq!(plain(12.5), 12.5);
    }

    #[test]
    fn the_ordered_map_keeps_order() {
        let values = [f64::NEG_INFINITY, -1.0, -f64::MIN_POSITIVE, -0.0, f64::MIN_POSITIVE, 0.5, 1.0, f64::INFINITY];
        for pair in values.windows(2) {
            assert!(ordered(pair[0]) < ordered(pair[1]), "{pair:?}");
            assert!(ordered_single(pair[0] as f32) <= ordered_single(pair[1] as f32), "{pair:?}");
        }
        assert_eq!((ordered(-0.0), ordered(0.0)), (0, 0));
        assert_eq!(ordered(1.0_f64.next_up()) - ordered(1.0), 1);
        assert_eq!(ordered_single(-1.0) - ordered_single((-1.0_f32).next_down()), 1);
    }
}
