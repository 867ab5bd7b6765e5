//! Integer points of a system, and polytopes for the sampler.
//!
//! Linear programming in floating point finds where to look: a point of the relaxation as near as possible to the known
//! run's. The integers are then fixed one after the other, each as near to that as propagation allows, with a little
//! backtracking. What comes out is checked exactly, row by row.

use super::affine::{Affine, Unknown};
use super::intervals::{self, Ranges};
use super::real;
use super::system::{Relation, Row, Source, System};
use crate::sample::axis::Kind;
use crate::sample::{Axis, Name, Polytope, simplex};
use good_lp::{Expression, ProblemVariables, Solution, SolverModel, Variable, constraint, microlp, variable};

/// Beyond this, f64 does not hold every integer.
const EXACT: f64 = 9.0e15;
/// Unknowns up to which linear programming is asked.
const MOST_UNKNOWNS: usize = 60;
/// Times that propagation is tried while integers are fixed.
const TRIES: u32 = 300;

/// Values for the unknowns that occur in the system's rows, near those of the known run; none if no point is found.
pub fn point(system: &System) -> Option<Vec<(Unknown, i128)>> {
    towards(system, None)
}

/// The same, but where this expression is as small as can be.
pub fn far(system: &System, least: &Affine) -> Option<Vec<(Unknown, i128)>> {
    towards(system, Some(least))
}

fn towards(system: &System, least: Option<&Affine>) -> Option<Vec<(Unknown, i128)>> {
    let mut ranges = intervals::initial(system);
    if !intervals::propagate(&system.rows, &mut ranges) {
        return None;
    }
    let used = used(system);
    let hints = if used.len() <= MOST_UNKNOWNS { relaxation(system, &ranges, &used, least) } else { None };
    let hint = |at: usize| {
        let unknown = used[at];
        let near = hints.as_ref().map(|hints| hints[at].round() as i128);
        near.or(system.shadow(unknown)).unwrap_or(0)
    };
    // Inputs first: what is computed from them follows.
    let mut order: Vec<usize> = (0..used.len()).collect();
    order.sort_by_key(|at| (system.unknowns[used[*at].0 as usize].source == Source::Fresh, *at));
    let mut tries = TRIES;
    let solved = fix(system, &used, &order, &hint, ranges, &mut tries)?;
    let values: Vec<(Unknown, i128)> = used.iter().map(|unknown| (*unknown, solved[unknown.0 as usize].0)).collect();
    let value = |unknown: Unknown| Some(solved[unknown.0 as usize].0);
    system.rows.iter().all(|row| row.holds(value) == Some(true)).then_some(values)
}

/// Values inside the bounding box, as near to the known run's as it allows; none if the box is empty.
pub fn corner(system: &System) -> Option<Vec<(Unknown, i128)>> {
    let mut ranges = intervals::initial(system);
    if !intervals::propagate(&system.rows, &mut ranges) {
        return None;
    }
    let near = |unknown: Unknown| {
        let (low, high) = ranges[unknown.0 as usize];
        (unknown, system.shadow(unknown).unwrap_or(0).clamp(low, high))
    };
    Some(used(system).into_iter().map(near).collect())
}

fn used(system: &System) -> Vec<Unknown> {
    let mut used: Vec<Unknown> =
        system.rows.iter().flat_map(|row| row.affine.terms.iter().map(|(unknown, _)| *unknown)).collect();
    used.sort_unstable();
    used.dedup();
    used
}

/// Fixes one unknown after the other.
fn fix(
    system: &System,
    used: &[Unknown],
    order: &[usize],
    hint: &dyn Fn(usize) -> i128,
    ranges: Ranges,
    tries: &mut u32,
) -> Option<Ranges> {
    let free = order.iter().position(|at| {
        let (low, high) = ranges[used[*at].0 as usize];
        low != high
    });
    let Some(first) = free else { return Some(ranges) };
    let (at, rest) = (order[first], &order[first + 1..]);
    let place = used[at].0 as usize;
    let (low, high) = ranges[place];
    let near = hint(at).clamp(low, high);
    let mut candidates = vec![near];
    for step in 1..=8 {
        candidates.extend([near + step, near - step]);
    }
    candidates.extend([low, high]);
    let mut seen = Vec::new();
    for value in candidates {
        if value < low || value > high || seen.contains(&value) {
            continue;
        }
        seen.push(value);
        if *tries == 0 {
            return None;
        }
        *tries -= 1;
        let mut narrowed = ranges.clone();
        narrowed[place] = (value, value);
        if intervals::propagate(&system.rows, &mut narrowed)
            && let Some(solved) = fix(system, used, rest, hint, narrowed, tries)
        {
            return Some(solved);
        }
    }
    None
}

/// A point of the relaxation, near the known run's: minimises Σ |x − x₀|, or first of all the given expression.
fn relaxation(system: &System, ranges: &Ranges, used: &[Unknown], least: Option<&Affine>) -> Option<Vec<f64>> {
    let mut problem = ProblemVariables::new();
    let mut distance = Expression::from(0.0);
    let mut away: Vec<(Variable, Variable, f64)> = Vec::new();
    for unknown in used {
        let (low, high) = ranges[unknown.0 as usize];
        let x = problem.add(variable().min((low as f64).max(-EXACT)).max((high as f64).min(EXACT)));
        let d = problem.add(variable().min(0.0));
        let near = system.shadow(*unknown).unwrap_or(0).clamp(low, high) as f64;
        distance += d;
        away.push((x, d, near));
    }
    if let Some(least) = least {
        for (unknown, factor) in &least.terms {
            let at = used.binary_search(unknown).ok()?;
            distance += away[at].0 * (1000.0 * *factor as f64);
        }
    }
    let mut model = problem.minimise(distance).using(microlp);
    for (x, d, near) in &away {
        model.add_constraint(constraint!(*x - *d <= *near));
        model.add_constraint(constraint!(*x + *d >= *near));
    }
    for row in &system.rows {
        let mut sum = Expression::from(row.affine.constant as f64);
        for (unknown, factor) in &row.affine.terms {
            let at = used.binary_search(unknown).ok()?;
            sum += away[at].0 * *factor as f64;
        }
        match row.relation {
            Relation::AtMost => model.add_constraint(constraint!(sum <= 0.0)),
            Relation::Equal => model.add_constraint(constraint!(sum == 0.0)),
        };
    }
    let solution = simplex::optimum(model)?;
    Some(away.iter().map(|(x, ..)| solution.value(*x)).collect())
}

/// The polytope of a system over inputs only: see [`super::simplify`]. `axis` gives the axis of a site, on which the
/// numbers are keys. None if a coefficient is too large for the sampler, or nothing is constrained.
pub fn polytope(system: &System, axis: &dyn Fn(u32) -> Axis) -> Option<Polytope> {
    let used = used(system);
    let mut ranges = intervals::initial(system);
    if used.is_empty() || !intervals::propagate(&system.rows, &mut ranges) {
        return None;
    }
    let name = |unknown: &Unknown| match system.unknowns[unknown.0 as usize].source {
        Source::Input(name) => Some(name),
        Source::Fresh => None,
    };
    let names: Vec<Name> = used.iter().map(name).collect::<Option<_>>()?;
    let axes: Vec<Axis> = used
        .iter()
        .zip(&names)
        .map(|(unknown, name)| {
            let (low, high) = ranges[unknown.0 as usize];
            let axis = axis(name.site);
            let (low, high) = match axis.kind {
                Kind::Integer => (low, high),
                // From the first step to the end of the last.
                _ => (axis.key_near(real::float(low)), axis.key_near(real::float(high + 1))),
            };
            Axis { low: axis.low.max(low), high: axis.high.min(high), ..axis }
        })
        .collect();
    if axes.iter().any(|axis| axis.low > axis.high) {
        return None;
    }
    let mut polytope = Polytope::unconstrained(names, axes);
    for row in &system.rows {
        let floats = row.affine.terms.iter().any(|(unknown, _)| system.unknowns[unknown.0 as usize].digits > 0);
        if row.affine.terms.len() == 1 && (floats || row.relation == Relation::AtMost) {
            continue;
        }
        if !floats {
            let factors = coefficients(row, &used)?;
            polytope = match row.relation {
                Relation::AtMost => polytope.at_most(&factors, -row.affine.constant),
                Relation::Equal => polytope.equal(&factors, -row.affine.constant),
            };
            continue;
        }
        // Floats are numbers to the sampler, not steps; an equation of theirs is two inequalities a step apart.
        let (factors, bound) = in_numbers(system, row, &used);
        polytope = polytope.at_most(&factors, bound);
        if row.relation == Relation::Equal {
            let (factors, bound) = in_numbers(system, &Row { affine: row.affine.negated(), ..row.clone() }, &used);
            polytope = polytope.at_most(&factors, bound);
        }
    }
    Some(polytope)
}

/// The bounding box alone.
pub fn bounding_box(polytope: &Polytope) -> Polytope {
    Polytope::unconstrained(polytope.names.clone(), polytope.axes.clone())
}

/// A row with floats as numbers: Σ factor·x ≤ bound. Rounded outwards to what the sampler can hold.
fn in_numbers(system: &System, row: &Row, used: &[Unknown]) -> (Vec<i64>, i128) {
    let factor = |unknown: &Unknown| {
        let factor = row.affine.terms.iter().find(|(name, _)| name == unknown).map_or(0, |(_, factor)| *factor);
        factor as f64 * 2f64.powi(system.unknowns[unknown.0 as usize].digits as i32)
    };
    let factors: Vec<f64> = used.iter().map(factor).collect();
    let most = factors.iter().fold(1f64, |most, factor| most.max(factor.abs()));
    // Powers of two only, so that products stay exact where they were.
    let unit = 2f64.powi((most.log2().floor() as i32 - 40).max(0));
    // As far as a step of each float, which is what the rows are about.
    let between: i128 = row.affine.terms.iter().map(|(_, factor)| factor.abs()).sum();
    let bound = ((between - row.affine.constant) as f64 / unit).ceil() as i128;
    (factors.iter().map(|factor| (factor / unit).round() as i64).collect(), bound)
}

fn coefficients(row: &Row, used: &[Unknown]) -> Option<Vec<i64>> {
    let factor = |unknown: &Unknown| {
        let factor = row.affine.terms.iter().find(|(name, _)| name == unknown).map_or(0, |(_, factor)| *factor);
        i64::try_from(factor).ok().filter(|factor| factor.unsigned_abs() < 1 << 62)
    };
    used.iter().map(factor).collect()
}
