//! Points of a polytope from linear programming: vertices for random objectives (the paper's randomised solver), and
//! the bounding box.
//!
//! A vertex for a random objective has no tractable proposal ratio: how likely it is depends on the polytope's angles,
//! and an inner point is never the result, so there is no way back. So it *starts* chains; it is not a kernel.

use super::axis::{Axis, Kind};
use super::polytope::Polytope;
use good_lp::{
    Expression, ProblemVariables, Solution, SolutionStatus, SolverModel, Variable, WithTimeLimit, constraint, microlp,
    variable,
};
use rand::Rng;
use rand_distr::{Distribution, StandardNormal};

/// Beyond this, f64 does not hold every integer.
const EXACT: f64 = 9.0e15;

/// Seconds after which linear programming is given up. Nearly every question takes well under a millisecond, but in
/// floating point the simplex can go round in circles where numbers of very different size meet, and it has no bound on
/// its pivots. A circle leads nowhere however long it is waited for, so this hardly makes results depend on the machine.
const LONGEST: f64 = 1.0;

/// A vertex for an objective with a random direction, as keys; none if the polytope is empty or the solver's floating
/// point leads outside it.
pub fn vertex(polytope: &Polytope, rng: &mut dyn Rng) -> Option<Vec<i128>> {
    let objective: Vec<f64> = polytope.names.iter().map(|_| StandardNormal.sample(&mut *rng)).collect();
    let solution = solve(polytope, &objective)?;
    let keys: Vec<i128> = solution.iter().zip(&polytope.axes).map(|(x, axis)| axis.key_near(*x)).collect();
    polytope.contains(&keys).then_some(keys)
}

/// The least and the greatest value of every coordinate, rounded outwards; none if the polytope is empty.
pub fn bounding_box(polytope: &Polytope) -> Option<Vec<Axis>> {
    let n = polytope.names.len();
    let mut bounds = Vec::with_capacity(n);
    for (i, axis) in polytope.axes.iter().enumerate() {
        let extreme = |sign: f64| {
            let objective: Vec<f64> = (0..n).map(|j| if i == j { sign } else { 0.0 }).collect();
            solve(polytope, &objective).map(|solution| solution[i])
        };
        let (low, high) = (extreme(-1.0)?, extreme(1.0)?);
        let (low, high) = match axis.kind {
            Kind::Integer => ((low - 1e-6).ceil(), (high + 1e-6).floor()),
            _ => (low - low.abs() * 1e-9, high + high.abs() * 1e-9),
        };
        bounds.push(Axis { low: axis.key_near(low), high: axis.key_near(high), ..*axis });
    }
    Some(bounds)
}

fn solve(polytope: &Polytope, objective: &[f64]) -> Option<Vec<f64>> {
    let mut problem = ProblemVariables::new();
    let variables: Vec<Variable> = polytope
        .axes
        .iter()
        .map(|axis| {
            let (low, high) = (axis.number(axis.low).max(-EXACT), axis.number(axis.high).min(EXACT));
            let bounded = variable().min(low).max(high);
            problem.add(if axis.kind == Kind::Integer { bounded.integer() } else { bounded })
        })
        .collect();
    let sum = |factors: &mut dyn Iterator<Item = f64>| -> Expression {
        factors.zip(&variables).filter(|(factor, _)| *factor != 0.0).map(|(factor, x)| factor * *x).sum()
    };
    let mut model = problem.maximise(sum(&mut objective.iter().copied())).using(microlp);
    for (row, bound) in polytope.rows.rows().into_iter().zip(&polytope.bounds) {
        let left = sum(&mut row.iter().map(|factor| *factor as f64));
        model.add_constraint(constraint!(left <= *bound as f64));
    }
    for (row, right) in polytope.equations.rows().into_iter().zip(&polytope.right) {
        let left = sum(&mut row.iter().map(|factor| *factor as f64));
        model.add_constraint(constraint!(left == *right as f64));
    }
    let solution = optimum(model)?;
    Some(variables.iter().map(|x| solution.value(*x)).collect())
}

/// The best point of a linear program; none if there is none or it is not found.
pub fn optimum<M: SolverModel + WithTimeLimit>(model: M) -> Option<M::Solution> {
    let solution = model.with_time_limit(LONGEST).solve().ok()?;
    matches!(solution.status(), SolutionStatus::Optimal).then_some(solution)
}
