//! Every way on its own kind of landscape; one seed each would do by luck, so there are several.

use super::*;
use crate::sample::axis::Axis;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// An objective made of a function, with a budget.
struct Landscape<F> {
    of: F,
    left: u64,
    sides: Option<[u64; 2]>,
}

impl<F: FnMut(&mut Replay<'_>) -> (Score, Option<[u64; 2]>)> Objective for Landscape<F> {
    fn score(&mut self, replay: &mut Replay<'_>) -> Score {
        self.left = self.left.saturating_sub(1);
        let (score, sides) = (self.of)(replay);
        self.sides = sides;
        score
    }

    fn is_over(&self) -> bool {
        self.left == 0
    }

    fn sides(&self) -> Option<[u64; 2]> {
        self.sides
    }
}

fn at(level: u32, stage: f64, distance: f64) -> Score {
    Score { level, stage, distance }
}

/// Goes one way again and again, with some seeds, so many evaluations each; all must hit.
fn hits(
    way: fn(&mut Hunter<'_>),
    axes: Vec<Axis>,
    start: &[i128],
    budget: u64,
    of: impl FnMut(&mut Replay<'_>) -> (Score, Option<[u64; 2]>) + Clone,
) {
    let space = Space { axes };
    for seed in 1..=4 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut landscape = Landscape { of: of.clone(), left: budget, sides: None };
        let special = vec![Vec::new(); space.axes.len()];
        let name = |site: usize| crate::sample::Name { site: site as u32, occurrence: 0 };
        let entry = |(site, key): (usize, &i128)| crate::sample::Entry { name: name(site), key: *key };
        let start = Point { entries: start.iter().enumerate().map(entry).collect() };
        let mut hunter = Hunter::new(&start, &space, &special, &[], &mut landscape, &mut rng);
        while !hunter.is_over() {
            hunter.turn_ends = hunter.evaluations + TURN;
            way(&mut hunter);
            // Ways that have nothing to do here must not go on for ever.
            hunter.evaluate(&[]);
        }
        assert!(hunter.score.is_hit(), "seed {seed}: {:?} at {:?}", hunter.score, hunter.point);
    }
}

/// Remainders that have to be right all at once: only how many are right can be seen.
#[test]
fn congruences() {
    hits(
        |hunter| hunter.sieve(),
        vec![Axis::integer(0, 1 << 50)],
        &[],
        1_000_000,
        |replay| {
            let x = replay.next(0);
            let wrong = [(9973, 17), (9967, 4211), (9949, 9000)].iter().filter(|(m, r)| x % m != *r).count();
            (at(0, wrong as f64, 0.0), None)
        },
    );
}

/// A knight's tour of the board of five by five: a run ends at the first wrong move.
#[test]
fn a_tour() {
    const MOVES: [(i128, i128); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    hits(
        |hunter| hunter.backtrack(),
        vec![Axis::byte()],
        &[],
        1_500_000,
        |replay| {
            let (mut x, mut y, mut seen) = (0, 0, vec![(0, 0)]);
            while seen.len() < 25 {
                let (right, up) = MOVES[(replay.next(0) & 7) as usize];
                (x, y) = (x + right, y + up);
                let inside = (0..5).contains(&x) && (0..5).contains(&y);
                if !inside || seen.contains(&(x, y)) {
                    break;
                }
                seen.push((x, y));
            }
            (at(0, (25 - seen.len()) as f64, 0.0), None)
        },
    );
}

/// Whatever is not an ending of the hidden text is wrong, and the longer the ending the better: letters have to be put
/// in before the others.
#[test]
fn letters_put_in() {
    hits(
        |hunter| hunter.wander(100),
        vec![Axis::integer(0, 7)],
        &[],
        1_500_000,
        |replay| {
            let text: Vec<i128> = (0..12).map(|_| replay.next(0)).collect();
            let end = text.iter().position(|letter| *letter == 0).unwrap_or(12);
            let hidden = [3, 1, 4, 1, 5, 2, 6, 5, 3, 5, 7];
            let right = hidden.ends_with(&text[..end]);
            (at(0, if right { (hidden.len() - end) as f64 } else { 100.0 }, 0.0), None)
        },
    );
}

/// The integer points of a circle, few and far between.
#[test]
fn a_circle() {
    let wide = Axis::integer(-1 << 31, (1 << 31) - 1);
    hits(
        |hunter| hunter.follow(),
        vec![wide, wide],
        &[100_000, 3],
        6_000_000,
        |replay| {
            let (x, y) = (replay.next(0), replay.next(1));
            let (square, wanted) = (x * x + y * y, 10_000_000_061i128);
            let distance = (square - wanted).unsigned_abs() as f64;
            (at(0, 0.0, distance), Some([square as u64, wanted as u64]))
        },
    );
}

/// Neighbouring Fibonacci numbers: sums of what is there, and nothing else, lead on.
#[test]
fn sums() {
    let axis = Axis::integer(1, 2_000_000_000);
    hits(
        |hunter| hunter.combine_all(),
        vec![axis, axis],
        &[2, 1],
        10_000,
        |replay| {
            let (mut a, mut b, mut steps) = (replay.next(0), replay.next(1), 0);
            while b != 0 {
                (a, b, steps) = (b, a % b, steps + 1);
            }
            (at(0, f64::from((41 - steps).max(0)), 0.0), None)
        },
    );
}
