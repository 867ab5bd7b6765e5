//! Segments: the parts of a run's inputs that belong together, and how known runs are put together from them.
//!
//! A program that works in rounds (a harness that carries out operations, a parser that takes characters) reads the same
//! site again in every round. What it reads from one reading of a site up to the next is what one round was made of: a
//! *segment*. It also ends where a site is read that was read before the site for the first time: there an enclosing
//! loop begins its next round. Repeating a segment repeats the round (*pumping*); a segment of one run put into another
//! is the other run with one more round. That is how a path is extended by more than one turn, along ways that are known
//! to be feasible and return to where they began (M. Ferguson and B. Korel, The chaining approach for software test data
//! generation, 1996; C. Pacheco and others extend call sequences the same way).
//!
//! Nothing here knows a program: whether the composed inputs do what is hoped for shows when they are run.

use crate::sample::{Entry, Name, Point};
use rustc_hash::FxHashMap;

/// What is read from a reading of a site to the end of its round.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Segment {
    pub reads: Vec<Read>,
}

/// A site and the key that was read there.
pub type Read = (u32, i128);

/// The reads of a point, in order.
pub fn reads(point: &Point) -> Vec<Read> {
    point.entries.iter().map(|entry| (entry.name.site, entry.key)).collect()
}

/// The point of these reads.
pub fn point(reads: &[Read]) -> Point {
    let mut counts: FxHashMap<u32, u32> = FxHashMap::default();
    let entry = |&(site, key): &Read| {
        let count = counts.entry(site).or_insert(0);
        *count += 1;
        Entry { name: Name { site, occurrence: *count - 1 }, key }
    };
    Point { entries: reads.iter().map(entry).collect() }
}

/// Where the segment that begins at a read ends.
pub fn end(reads: &[Read], start: usize) -> usize {
    let site = reads[start].0;
    let first = reads.iter().position(|(other, _)| *other == site).unwrap_or(start);
    let outer = |other: u32| reads[..first].iter().any(|(earlier, _)| *earlier == other);
    let later = reads[start + 1..].iter().position(|(other, _)| *other == site || outer(*other));
    later.map_or(reads.len(), |by| start + 1 + by)
}

/// Where so many rounds that begin with the one at a read end, as far as they follow one another.
pub fn end_of(reads: &[Read], start: usize, rounds: usize) -> usize {
    let again = |at: usize| at < reads.len() && reads[at].0 == reads[start].0;
    (1..rounds).fold(end(reads, start), |at, _| if again(at) { end(reads, at) } else { at })
}

impl Segment {
    /// The segment that begins at a read.
    pub fn at(reads: &[Read], start: usize) -> Segment {
        Segment { reads: reads[start..end(reads, start)].to_vec() }
    }

    pub fn site(&self) -> u32 {
        self.reads[0].0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Operations are chosen at site 1; operation 7 reads letters at site 2, each with an accent at site 3.
    const RUN: [Read; 9] = [(0, 3), (1, 7), (2, 10), (3, 0), (2, 11), (3, 1), (1, 8), (1, 7), (2, 12)];

    #[test]
    fn a_segment_is_a_round_of_its_loop() {
        assert_eq!(reads(&point(&RUN)), RUN);
        assert_eq!(point(&RUN).entries[7].name, Name { site: 1, occurrence: 2 });
        assert_eq!(Segment::at(&RUN, 1).reads, RUN[1..6]);
        assert_eq!(Segment::at(&RUN, 2).reads, RUN[2..4]);
        // The last letter ends with its operation.
        assert_eq!(Segment::at(&RUN, 4).reads, RUN[4..6]);
        assert_eq!(Segment::at(&RUN, 6).reads, RUN[6..7]);
        assert_eq!(Segment::at(&RUN, 7).reads, RUN[7..9]);
        assert_eq!(Segment::at(&RUN, 0).reads, RUN, "the count of operations is read once");
        // Two letters are all of their operation; three operations in a row.
        assert_eq!((end_of(&RUN, 2, 2), end_of(&RUN, 2, 5), end_of(&RUN, 1, 2), end_of(&RUN, 1, 3)), (6, 6, 7, 9));
    }
}
