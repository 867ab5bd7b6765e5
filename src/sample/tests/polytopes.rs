//! Kernels inside polytopes: inequalities, integer equations, holes, floats.

use super::*;
use crate::sample::chord::{BoundingBox, Chord};
use crate::sample::proposal::{Gibbs, Power, Within};
use crate::sample::simplex;
use std::sync::Arc;

fn names(n: u32) -> Vec<Name> {
    (0..n).map(|site| Name { site, occurrence: 0 }).collect()
}

/// A triangle with a hole and unequal weights.
fn triangle(replay: &mut Replay<'_>) -> f64 {
    let (x, y) = (replay.next(0), replay.next(1));
    if x == 2 && y == 2 { f64::NEG_INFINITY } else { (1.0 + x as f64 + 2.0 * (y % 3) as f64).ln() }
}

fn triangle_polytope() -> (Space, Polytope) {
    let axes = vec![Axis::integer(0, 8), Axis::integer(0, 8)];
    let polytope = Polytope::unconstrained(names(2), axes.clone()).at_most(&[1, 1], 7).at_most(&[2, -3], 5);
    (Space { axes }, polytope)
}

/// The paper's example x + 2y = 0, with a third coordinate tied to it and a free one.
fn tied(replay: &mut Replay<'_>) -> f64 {
    let keys = [0, 1, 2, 3].map(|site| replay.next(site));
    (1.0 + keys[0].abs() as f64 + keys[2] as f64 + 4.0 * keys[3] as f64).ln()
}

fn tied_polytope() -> (Space, Polytope) {
    let axes = vec![Axis::integer(-10, 10), Axis::integer(-10, 10), Axis::integer(0, 6), Axis::boolean()];
    let polytope = Polytope::unconstrained(names(4), axes.clone())
        .equal(&[1, 2, 0, 0], 0)
        .at_most(&[0, 1, 1, 0], 6)
        .at_most(&[0, -1, -1, 0], 3);
    (Space { axes }, polytope)
}

fn case<'a>(
    space: &Space,
    target: fn(&mut Replay<'_>) -> f64,
    polytope: &'a Polytope,
    proposal: Box<dyn Proposal + Send + Sync>,
) -> Case<'a> {
    let mixture = Mixture::new(vec![proposal]);
    Case { constraint: Some(polytope), mixture, ..Case::new(space.clone(), target, Gibbs) }
}

#[test]
fn inequalities_with_a_hole() {
    let (space, polytope) = triangle_polytope();
    let shared = Arc::new(polytope.clone());
    let bounds = simplex::bounding_box(&polytope).unwrap();
    assert_eq!(bounds.iter().map(|axis| (axis.low, axis.high)).collect::<Vec<_>>(), [(0, 5), (0, 7)]);
    let proposals: [Box<dyn Proposal + Send + Sync>; 6] = [
        Box::new(Chord::coordinates(shared.clone()).unwrap()),
        Box::new(Chord::directions(shared.clone()).unwrap()),
        Box::new(BoundingBox::new(shared, bounds)),
        Box::new(Within { delta: 2 }),
        Box::new(Power),
        Box::new(Gibbs),
    ];
    for (proposal, seed) in proposals.into_iter().zip(500..) {
        case(&space, triangle, &polytope, proposal).assert_right(seed);
    }
}

#[test]
fn integer_equations() {
    let (space, polytope) = tied_polytope();
    let shared = Arc::new(polytope.clone());
    for (chord, seed) in [Chord::coordinates(shared.clone()), Chord::directions(shared.clone())].into_iter().zip(600..)
    {
        let case = case(&space, tied, &polytope, Box::new(chord.unwrap()));
        case.assert_right(seed);
        let (visited, all) = case.reach(100_000, seed);
        assert_eq!(visited, all);
    }
    // ±1 on one coordinate always leaves the line: the paper's example of a Gibbs step that cannot move along it.
    let (visited, all) = case(&space, tied, &polytope, Box::new(Gibbs)).reach(20_000, 1);
    assert!(visited < all / 4, "{visited} of {all}");
}

/// Chords of reals: uniform on the triangle x + y ≤ 1. The counts in a 4 by 4 grid follow the areas.
#[test]
fn real_chords() {
    let axes = vec![Axis::double(0.0, 1.0), Axis::double(0.0, 1.0)];
    let space = Space { axes: axes.clone() };
    let polytope = Polytope::unconstrained(names(2), axes).at_most(&[1, 1], 1);
    let flat = |replay: &mut Replay<'_>| {
        replay.next(0);
        replay.next(1);
        0.0
    };
    let mixture = Mixture::new(vec![Box::new(Chord::directions(Arc::new(polytope.clone())).unwrap())]);
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut counts = [[0.0; 4]; 4];
    for _ in 0..20_000 {
        // An exact draw to begin with: a point of the square folded into the triangle.
        let (x, y) = (rng.random::<f64>(), rng.random::<f64>());
        let (x, y) = if x + y > 1.0 { (1.0 - x, 1.0 - y) } else { (x, y) };
        let entries = [x, y].into_iter().zip(names(2)).map(|(x, name)| Entry { name, key: axis::double_key(x).into() });
        let mut chain = Chain::at(&Point { entries: entries.collect() }, &space, &mut { flat }, &mut rng);
        for _ in 0..6 {
            chain.step(&space, Some(&polytope), &mixture, &mut { flat }, &mut rng);
        }
        let cell = |i: usize| ((space.axes[i].number(chain.point.key(i)) * 4.0) as usize).min(3);
        counts[cell(0)][cell(1)] += 1.0;
    }
    let mut statistic = 0.0;
    for (i, row) in counts.iter().enumerate() {
        for (j, seen) in row.iter().enumerate() {
            let share = [1.0, 0.5, 0.0][(i + j).saturating_sub(2).min(2)] / 8.0;
            assert!(share > 0.0 || *seen == 0.0);
            if share > 0.0 {
                let expected: f64 = 20_000.0 * share;
                statistic += (seen - expected).powi(2) / expected;
            }
        }
    }
    // 10 cells: the quantile of χ² with 9 degrees of freedom at 1 − 10⁻⁶ is 45.1.
    assert!(statistic < 45.1, "χ² = {statistic:.1}, {counts:?}");
}

/// Vertices for random objectives are points of the polytope, and different ones.
#[test]
fn simplex_restarts() {
    let (_, polytope) = tied_polytope();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let vertices: Vec<_> = (0..40).map(|_| simplex::vertex(&polytope, &mut rng).expect("there are points")).collect();
    assert!(vertices.iter().all(|vertex| polytope.contains(vertex)));
    let distinct: std::collections::HashSet<_> = vertices.iter().collect();
    assert!(distinct.len() >= 4, "{distinct:?}");
    let (_, triangle) = triangle_polytope();
    assert!(simplex::vertex(&triangle.at_most(&[-1, -1], -20), &mut rng).is_none());
}
