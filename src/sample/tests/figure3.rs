//! The paper's Example 3.1 and Figure 3: (x, y) in [−100, 100] × [0, 10], biased towards x·y = 210.

use super::*;
use crate::sample::proposal::{Flip, Power, Redraw};

fn bias(replay: &mut Replay<'_>) -> f64 {
    let distance = (replay.next(0) * replay.next(1) - 210).abs();
    if distance == 0 { 100f64.ln() } else { distance as f64 * 0.9f64.ln() }
}

fn space() -> Space {
    Space { axes: vec![Axis::integer(-100, 100), Axis::integer(0, 10)] }
}

fn mixture() -> Mixture {
    Mixture::new(vec![Box::new(Power), Box::new(Flip), Box::new(Redraw)])
}

fn on_curve(point: &Point) -> bool {
    point.key(0) * point.key(1) == 210
}

#[test]
fn frequencies_follow_the_bias_on_all_points() {
    let case = Case { mixture: mixture(), chains: 60_000, steps: 6, ..Case::new(space(), bias, Redraw) };
    assert_eq!(enumerate(&case.space, &mut bias, None).len(), 2211);
    case.assert_right(1);
}

/// A chain from a uniform start clusters on the curve: 95 % of the stationary distribution lies there, 5 of 2211 points.
#[test]
fn samples_cluster_on_the_curve() {
    let points = enumerate(&space(), &mut bias, None);
    let share: f64 = points.iter().filter(|(point, _)| on_curve(point)).map(|(_, probability)| probability).sum();
    assert!((share - 0.95).abs() < 0.005, "{share}");
    let uniform = 5.0 / 2211.0;
    for seed in 0..5 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut chain = Chain::start(&space(), &mut bias, &mut rng);
        let (mut hits, samples) = (0, 50_000);
        for _ in 0..samples {
            chain.step(&space(), None, &mixture(), &mut bias, &mut rng);
            hits += u32::from(on_curve(&chain.point));
        }
        let ratio = f64::from(hits) / f64::from(samples) / uniform;
        assert!(ratio >= 300.0, "seed {seed}: only {ratio:.0} times as often as uniform");
    }
}
