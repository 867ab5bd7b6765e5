//! Kernels on several chains at once: their joint target is the product of their own.
//!
//! * [`swap`], parallel tempering: two chains at temperatures 1/βᵢ and 1/βⱼ exchange their points. The exchange undoes
//!   itself, and the joint weight changes by e^((βᵢ−βⱼ)(Eᵢ−Eⱼ)) with E = −ln v; a β-independent reference cancels.
//! * [`exchange`], crossover that keeps detailed balance: one coordinate whose name both points have changes places.
//!   Doing it again undoes it. The choice is one of m(s, t) common names, the way back one of m(s', t'); coordinates
//!   that appear are drawn afresh and cancel as in [`super::kernel`]. So both new points are accepted together with
//!   v(s')v(t')/(v(s)v(t)) · m(s, t)/m(s', t').

use super::axis::below;
use super::kernel::{Chain, Target, accepts};
use super::point::{Name, Point, Replay, Scratch, Space};
use rand::Rng;

/// Exchanges the points of two chains at different temperatures with the right probability.
pub fn swap(a: &mut Chain, b: &mut Chain, rng: &mut dyn Rng) -> bool {
    let accepted = accepts((a.beta - b.beta) * (b.log_weight - a.log_weight), rng);
    if accepted {
        std::mem::swap(&mut a.point, &mut b.point);
        std::mem::swap(&mut a.log_weight, &mut b.log_weight);
    }
    accepted
}

/// Exchanges one coordinate between two chains and accepts or rejects both new points together.
pub fn exchange(a: &mut Chain, b: &mut Chain, space: &Space, target: &mut dyn Target, rng: &mut dyn Rng) -> bool {
    let common = common(&a.point, &b.point);
    if common.is_empty() {
        return false;
    }
    let name = common[below(rng, common.len() as u128 - 1) as usize];
    let at = |point: &Point| point.position(name).map(|at| (at, point.key(at)));
    let (Some((i, x)), Some((j, y))) = (at(&a.point), at(&b.point)) else { return false };
    let mut scratch = Scratch::default();
    let (mut s, mut t) = (Point::default(), Point::default());
    let first = target.log_weight(&mut Replay::new(space, &a.point, &[(i, y)], rng, &mut s, &mut scratch));
    let second = target.log_weight(&mut Replay::new(space, &b.point, &[(j, x)], rng, &mut t, &mut scratch));
    let names = self::common(&s, &t).len();
    let ratio = (common.len() as f64).ln() - (names as f64).ln();
    let gain = a.beta * (first - a.log_weight) + b.beta * (second - b.log_weight);
    let accepted = accepts(gain + ratio, rng);
    if accepted {
        (a.point, a.log_weight, b.point, b.log_weight) = (s, first, t, second);
    }
    accepted
}

/// The names that both points have, in the order of the first.
fn common(a: &Point, b: &Point) -> Vec<Name> {
    a.entries.iter().map(|entry| entry.name).filter(|name| b.position(*name).is_some()).collect()
}
