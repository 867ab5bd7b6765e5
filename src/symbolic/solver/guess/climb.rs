//! Climbs toward a model: how far the inputs are from what must hold is a number, and steps that make it smaller are
//! taken (Fu and Su, "XSat: a fast floating-point satisfiability solver", for the idea; Korel's alternating variable
//! method for the steps). Good where there are few inputs and the way there is smooth, which is where bit-blasting is at
//! its worst: floats, products, quotients.

use super::tape::Tape;
use super::{Effort, Random};
use crate::symbolic::terms::{Node, Two};
use rarebit_front_end::ir::meaning::wide::{mask, signed};

/// A model, from the values of one.
pub fn climb(tape: &Tape, start: &[u128], effort: &mut Effort, random: &mut Random) -> Option<Vec<u128>> {
    let mut best = start.to_vec();
    while !effort.is_over() {
        let mut values = best.clone();
        if descend(tape, &mut values, effort) == 0.0 && tape.holds(&values) {
            return Some(values);
        }
        if distance(tape, &values) <= distance(tape, &best) {
            best = values;
        }
        // Somewhere else: one or two inputs are drawn anew, now and then all from where it began.
        if random.below(8) == 0 {
            best = start.to_vec();
        }
        for _ in 0..1 + random.below(2) {
            let var = random.below(tape.vars.len() as u64) as usize;
            let bits = tape.fit(tape.vars[var].1, random.word(tape.steps[tape.vars[var].1 as usize].width));
            tape.set(var, bits, &mut best);
            effort.spend(tape.cones[var].len());
        }
    }
    None
}

/// Takes steps that help until none does.
fn descend(tape: &Tape, values: &mut [u128], effort: &mut Effort) -> f64 {
    let mut now = distance(tape, values);
    let mut idle = 0;
    let mut var = 0;
    while now > 0.0 && idle < tape.vars.len() && !effort.is_over() {
        let next = improve(tape, var, now, values, effort);
        idle = if next < now { 0 } else { idle + 1 };
        now = next;
        var = (var + 1) % tape.vars.len();
    }
    now
}

/// Moves one input as long as that helps.
fn improve(tape: &Tape, var: usize, mut now: f64, values: &mut [u128], effort: &mut Effort) -> f64 {
    let at = tape.vars[var].1;
    let width = tape.steps[at as usize].width;
    loop {
        let here = values[at as usize];
        let mut best = (now, here);
        let powers = (0..width).map(|bit| 1u128 << bit);
        let steps = powers.flat_map(|power| [here.wrapping_add(power), here.wrapping_sub(power), here ^ power]);
        for bits in steps {
            let bits = tape.fit(at, bits);
            tape.set(var, bits, values);
            effort.spend(tape.cones[var].len() + 1);
            let there = distance(tape, values);
            if there < best.0 {
                best = (there, bits);
            }
            if effort.is_over() || there == 0.0 {
                break;
            }
        }
        tape.set(var, best.1, values);
        if best.1 == here || best.0 == 0.0 || effort.is_over() {
            return best.0;
        }
        now = best.0;
    }
}

/// How far all that must hold is from holding; 0 only if it does.
pub fn distance(tape: &Tape, values: &[u128]) -> f64 {
    let range = |at: u32| {
        let ((least, most), bits) = (tape.steps[at as usize].range, values[at as usize]);
        if bits < least { size(least - bits) } else { size(bits.saturating_sub(most)) }
    };
    let goals: f64 = tape.goals.iter().map(|goal| truth(tape, values, *goal, true)).sum();
    goals + tape.vars.iter().map(|(_, at)| range(*at)).sum::<f64>()
}

fn size(gap: u128) -> f64 {
    (1.0 + gap as f64).log2()
}

/// How far a truth value is from what is wanted.
fn truth(tape: &Tape, values: &[u128], at: u32, want: bool) -> f64 {
    if (values[at as usize] != 0) == want {
        return 0.0;
    }
    let step = &tape.steps[at as usize];
    let part = |i: usize, want: bool| truth(tape, values, step.operands[i], want);
    let value = |i: usize| values[step.operands[i] as usize];
    let width = || tape.steps[step.operands[0] as usize].width;
    match &step.node {
        Node::Two(Two::And, ..) if want => part(0, true) + part(1, true),
        Node::Two(Two::And, ..) => part(0, false).min(part(1, false)),
        Node::Two(Two::Or, ..) if want => part(0, true).min(part(1, true)),
        Node::Two(Two::Or, ..) => part(0, false) + part(1, false),
        Node::Two(Two::Xor, ..) if width() == 1 => part(0, value(0) == 0).min(part(1, value(1) == 0)).max(0.5),
        Node::Two(Two::Eq, ..) if width() == 1 => part(0, value(0) == 0).min(part(1, value(1) == 0)).max(0.5),
        Node::Two(Two::Eq, ..) if want => apart(width(), value(0), value(1)),
        Node::Two(Two::Ult, ..) if want => size(value(0) - value(1) + 1),
        Node::Two(Two::Ult, ..) => size(value(1) - value(0)),
        Node::Two(Two::Slt, ..) => {
            let (a, b) = (signed(width(), value(0)), signed(width(), value(1)));
            size(a.abs_diff(b) + u128::from(want))
        }
        Node::Two(Two::FEq | Two::FLt | Two::FLe, ..) => {
            let (a, b) = (ordered(width(), value(0)), ordered(width(), value(1)));
            match (a, b) {
                (Some(a), Some(b)) => size(a.abs_diff(b)).max(0.5),
                _ => 2.0 + f64::from(width()),
            }
        }
        Node::Ite(..) => {
            let (mine, other) = if value(0) != 0 { (1, 2) } else { (2, 1) };
            part(mine, want).min(part(0, value(0) == 0) + part(other, want)).max(0.5)
        }
        _ => 1.0,
    }
}

/// How far two words are from being equal: as numbers, around the end too, or in bits.
fn apart(width: u32, a: u128, b: u128) -> f64 {
    let gap = a.abs_diff(b);
    let around = (mask(width) - gap).saturating_add(1);
    size(gap.min(around)).min(f64::from((a ^ b).count_ones()))
}

/// A float's place among all floats of its format; none for NaN.
fn ordered(width: u32, bits: u128) -> Option<i128> {
    let (nan, sign) = match width {
        32 => (f32::from_bits(bits as u32).is_nan(), 1u128 << 31),
        _ => (f64::from_bits(bits as u64).is_nan(), 1u128 << 63),
    };
    let magnitude = (bits & (sign - 1)) as i128;
    (!nan).then_some(if bits & sign != 0 { -magnitude } else { magnitude })
}
