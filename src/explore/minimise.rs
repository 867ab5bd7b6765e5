//! Smaller inputs that violate the same check: fewer of them, then simpler values.

use super::runner::{Allowance, Runner, Shared};
use super::sites::Sites;
use crate::sample::axis::Kind;
use crate::sample::{Axis, Change, Point, Replay, Scratch};
use crate::simulate::{Drawn, Engine, Failure, Given, Interpreter, Options, Simulator};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rarebit_front_end::ir::{InputSite, Program};
use rarebit_learners::{CheckId, Observation, Outcome, Probes};
use std::collections::HashMap;

/// Runs that one violation may cost.
const RUNS: u64 = 4000;

/// How large a point is: the number of inputs, then how complicated they are.
fn size(sites: &Sites, point: &Point) -> (usize, u128) {
    let each = point.entries.iter().map(|entry| complexity(sites.space.axis(*entry), entry.key));
    (point.len(), each.fold(0, u128::saturating_add))
}

/// 0 for zero; an integer's size, and a little for the sign; digits of a float's binary fraction.
fn complexity(axis: &Axis, key: i128) -> u128 {
    match axis.kind {
        Kind::Integer => key.unsigned_abs().saturating_mul(2).saturating_add(u128::from(key < 0)),
        Kind::Single | Kind::Double => {
            let x = axis.number(key);
            if x == 0.0 {
                return u128::from(key < 0);
            }
            if !x.is_finite() {
                return 1 << 20;
            }
            let fraction = 52 - u64::from((x.to_bits() & ((1 << 52) - 1)).trailing_zeros().min(52));
            let exponent = ((x.to_bits() >> 52 & 0x7ff) as i64 - 1023).unsigned_abs();
            u128::from(2 * (16 * fraction + exponent) + u64::from(x < 0.0))
        }
    }
}

/// A point that violates the same check and is no larger.
pub fn minimise(program: &Program, sites: &Sites, options: &Options, check: CheckId, point: &Point) -> Point {
    let shared = Shared::default();
    let allowance = Allowance { runs: RUNS, steps: RUNS * 50_000 };
    let mut runner = Runner::new(program, sites, options, Engine::Jit, Probes::default(), &shared, allowance);
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let mut scratch = Scratch::default();
    let mut best = point.clone();
    let mut try_changes = |best: &mut Point, changes: &[Change], runner: &mut Runner<'_>| {
        let mut asked = Point::default();
        let outcome =
            runner.run(&mut Replay::new(&sites.space, best, changes, &mut rng, &mut asked, &mut scratch)).outcome;
        let better = outcome == Outcome::Violation(check) && size(sites, &asked) < size(sites, best);
        if better {
            *best = asked;
        }
        better
    };
    loop {
        let mut gained = false;
        let mut at = 0;
        while at < best.len() && !runner.is_over() {
            let name = best.entries[at].name;
            for candidate in candidates(sites.space.axis(best.entries[at]), best.key(at)) {
                if best.entries.get(at).is_none_or(|entry| entry.name != name) || runner.is_over() {
                    break;
                }
                gained |= try_changes(&mut best, &[(at, candidate)], &mut runner);
            }
            at += 1;
        }
        if !gained || runner.is_over() {
            return best;
        }
    }
}

/// Inputs that violate the same check and are no larger, and how their run ends.
pub fn smaller(
    program: &Program,
    options: &Options,
    check: CheckId,
    drawn: &[Drawn],
) -> (Vec<Drawn>, Outcome, Option<Failure>) {
    let sites = Sites::new(program);
    let point = minimise(program, &sites, options, check, &sites.point(program, drawn));
    let mut counts: HashMap<InputSite, u32> = HashMap::new();
    let named = sites.drawn(&point).into_iter().map(|(site, bits)| {
        let count = counts.entry(site).or_insert(0);
        *count += 1;
        ((site, *count - 1), bits)
    });
    let mut given = Given::recorded(named.collect());
    let mut seen = Observation::default();
    let mut interpreter = Interpreter::new(program, options.clone());
    interpreter.run(&mut given, &mut seen);
    (given.drawn, seen.outcome, interpreter.failure().cloned())
}

/// Simpler keys, simplest first, then nearer and nearer.
fn candidates(axis: &Axis, key: i128) -> Vec<i128> {
    let mut keys = Vec::new();
    match axis.kind {
        Kind::Integer => {
            let zero = 0.clamp(axis.low, axis.high);
            keys.extend([zero, key.wrapping_neg()]);
            let mut gap = key.wrapping_sub(zero);
            while gap != 0 && keys.len() < 140 {
                gap /= 2;
                keys.push(key.wrapping_sub(gap));
            }
            keys.extend([key - key.signum(), key - 2 * key.signum(), key - 10 * key.signum()]);
        }
        Kind::Single | Kind::Double => {
            let x = axis.number(key);
            let simple = [0.0, 1.0, -1.0, 2.0, -x, x.trunc(), x.round(), x * 0.5];
            keys.extend(simple.iter().map(|x| axis.key_near(*x)));
            for bits in (0..52).step_by(4) {
                let cut = f64::from_bits(x.to_bits() & !((1u64 << (52 - bits)) - 1));
                keys.push(axis.key_near(cut));
            }
        }
    }
    keys.retain(|candidate| axis.contains(*candidate) && *candidate != key);
    keys
}
