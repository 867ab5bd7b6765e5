//! Proofs that a system has no solution.
//!
//! Farkas: if a combination of the rows, inequalities with factors that are not negative, is positive everywhere in the
//! box of the unknowns, the rows cannot all hold. Floating-point linear programming proposes the factors; they are
//! rounded to fractions with small denominators, and only the exact check of the combination counts.

use super::affine::Affine;
use super::intervals::{self, Ranges};
use super::system::{Relation, Row, System};
use crate::sample::simplex;
use good_lp::{Expression, ProblemVariables, Solution, SolverModel, Variable, constraint, microlp, variable};

/// Why a system has no integer solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// Interval propagation ends in an empty range.
    Intervals,
    /// A factor for each row.
    Farkas(Vec<i128>),
}

/// Larger systems are not tried.
const MOST_ROWS: usize = 120;

/// A proof that the system has no solution, if one is found.
pub fn refute(system: &System) -> Option<Proof> {
    let mut ranges = intervals::initial(system);
    if !intervals::propagate(&system.rows, &mut ranges) {
        return Some(Proof::Intervals);
    }
    let factors = farkas(system, &ranges)?;
    check(system, &factors).then_some(Proof::Farkas(factors))
}

/// Is the proof one?
pub fn holds(system: &System, proof: &Proof) -> bool {
    match proof {
        Proof::Intervals => !intervals::propagate(&system.rows, &mut intervals::initial(system)),
        Proof::Farkas(factors) => check(system, factors),
    }
}

fn check(system: &System, factors: &[i128]) -> bool {
    let allowed = |(row, factor): (&Row, &i128)| row.relation == Relation::Equal || *factor >= 0;
    if factors.len() != system.rows.len() || !system.rows.iter().zip(factors).all(allowed) {
        return false;
    }
    let sum = system
        .rows
        .iter()
        .zip(factors)
        .filter(|(_, factor)| **factor != 0)
        .try_fold(Affine::default(), |sum, (row, factor)| sum.plus(*factor, &row.affine));
    // In the ranges that propagation proves.
    let mut ranges = intervals::initial(system);
    if !intervals::propagate(&system.rows, &mut ranges) {
        return true;
    }
    let ends = sum.and_then(|sum| intervals::of(&sum, |unknown| ranges[unknown.0 as usize]));
    ends.is_some_and(|(low, _)| low > 0)
}

/// Maximises the least value in the box of a combination of the rows: Σ λ·c + Σ (l·p − u·n), where p − n is the
/// combination's coefficient of an unknown.
fn farkas(system: &System, ranges: &Ranges) -> Option<Vec<i128>> {
    if system.rows.len() > MOST_ROWS || system.rows.is_empty() {
        return None;
    }
    let used: Vec<usize> = (0..ranges.len())
        .filter(|at| {
            system.rows.iter().any(|row| row.affine.terms.iter().any(|(unknown, _)| unknown.0 as usize == *at))
        })
        .collect();
    let mut problem = ProblemVariables::new();
    let unit = || variable().min(0.0).max(1.0);
    let plus: Vec<Variable> = system.rows.iter().map(|_| problem.add(unit())).collect();
    let minus: Vec<Option<Variable>> =
        system.rows.iter().map(|row| (row.relation == Relation::Equal).then(|| problem.add(unit()))).collect();
    let split: Vec<(Variable, Variable)> =
        used.iter().map(|_| (problem.add(variable().min(0.0)), problem.add(variable().min(0.0)))).collect();
    let factor = |at: usize| -> Expression { plus[at] - minus[at].map_or(Expression::from(0.0), Expression::from) };
    let mut value = Expression::from(0.0);
    for (at, row) in system.rows.iter().enumerate() {
        value += factor(at) * row.affine.constant as f64;
    }
    for (at, (p, n)) in used.iter().zip(&split) {
        let (low, high) = ranges[*at];
        value += *p * low as f64 - *n * high as f64;
    }
    let mut model = problem.maximise(value).using(microlp);
    for (at, (p, n)) in used.iter().zip(&split) {
        let mut sum = Expression::from(0.0);
        for (i, row) in system.rows.iter().enumerate() {
            for (unknown, coefficient) in &row.affine.terms {
                if unknown.0 as usize == *at {
                    sum += factor(i) * *coefficient as f64;
                }
            }
        }
        model.add_constraint(constraint!(sum == *p - *n));
    }
    let solution = simplex::optimum(model)?;
    let factors: Vec<f64> = (0..system.rows.len())
        .map(|at| solution.value(plus[at]) - minus[at].map_or(0.0, |minus| solution.value(minus)))
        .collect();
    let largest = factors.iter().fold(0f64, |most, factor| most.max(factor.abs()));
    (largest > 1e-9).then_some(())?;
    // Certificates of small systems have small denominators.
    (1..=24i128)
        .map(|denominator| {
            factors.iter().map(|factor| (factor / largest * denominator as f64).round() as i128).collect::<Vec<_>>()
        })
        .find(|factors| check(system, factors))
}

#[cfg(test)]
mod tests {
    use super::super::affine::Unknown;
    use super::super::system::{Info, Source};
    use super::*;
    use rarebit_front_end::ir::Loc;

    fn system(rows: &[(&[i128], i128, Relation)]) -> System {
        let mut system = System::default();
        for _ in 0..3 {
            let (low, high) = (i32::MIN.into(), i32::MAX.into());
            system.add(Info { source: Source::Fresh, low, high, shadow: None, loc: Loc::default(), digits: 0 });
        }
        for (factors, constant, relation) in rows {
            let mut affine = Affine::constant(*constant);
            for (at, factor) in factors.iter().enumerate() {
                affine = affine.plus(*factor, &Affine::unknown(Unknown(at as u32))).unwrap();
            }
            system.rows.push(Row { affine, relation: *relation, loc: Loc::default() });
        }
        system
    }

    #[test]
    fn contradictions_are_proved_and_nothing_else() {
        use Relation::*;
        // x < y, y < z, z < x.
        let circle = system(&[(&[1, -1, 0], 1, AtMost), (&[0, 1, -1], 1, AtMost), (&[-1, 0, 1], 1, AtMost)]);
        let proof = refute(&circle).expect("a circle");
        assert!(holds(&circle, &proof));
        // x + y = 10, 2x + 2y ≥ 23.
        let sums = system(&[(&[1, 1, 0], -10, Equal), (&[-2, -2, 0], 23, AtMost)]);
        assert!(refute(&sums).is_some());
        // x < y, y < z is possible, and no factors prove otherwise.
        let chain = system(&[(&[1, -1, 0], 1, AtMost), (&[0, 1, -1], 1, AtMost)]);
        assert_eq!(refute(&chain), None);
        for a in 0..4 {
            for b in 0..4 {
                assert!(!holds(&chain, &Proof::Farkas(vec![a, b])));
            }
        }
        // A negative factor on an inequality proves nothing.
        assert!(!holds(&sums, &Proof::Farkas(vec![1, -1])) && !holds(&circle, &Proof::Intervals));
    }
}
