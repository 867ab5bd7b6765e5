//! Interval propagation: each row narrows the range of each of its unknowns, given the ranges of the others, until
//! nothing changes or it has gone on long enough. All in exact integers; what overflows narrows nothing. The result
//! contains every integer solution, so an empty range is a proof that there is none, and the ranges of the inputs are
//! the paper's bounding box.

use super::affine::{Affine, Unknown};
use super::system::{Relation, Row, System};

/// A range for each unknown.
pub type Ranges = Vec<(i128, i128)>;

/// Times round all rows at most.
const PASSES: usize = 12;

/// The least and greatest value of an expression; none beyond 128 bits.
pub fn of(affine: &Affine, range: impl Fn(Unknown) -> (i128, i128)) -> Option<(i128, i128)> {
    let mut ends = (affine.constant, affine.constant);
    for (unknown, factor) in &affine.terms {
        let (low, high) = range(*unknown);
        let (a, b) = (factor.checked_mul(low)?, factor.checked_mul(high)?);
        ends = (ends.0.checked_add(a.min(b))?, ends.1.checked_add(a.max(b))?);
    }
    Some(ends)
}

/// The ranges that a system's unknowns begin with.
pub fn initial(system: &System) -> Ranges {
    system.unknowns.iter().map(|info| (info.low, info.high)).collect()
}

/// Narrows ranges by rows. False: there is no integer solution.
pub fn propagate(rows: &[Row], ranges: &mut Ranges) -> bool {
    if ranges.iter().any(|(low, high)| low > high) {
        return false;
    }
    for _ in 0..PASSES {
        let mut changed = false;
        for row in rows {
            match narrow(row, ranges) {
                None => return false,
                Some(narrowed) => changed |= narrowed,
            }
        }
        if !changed {
            break;
        }
    }
    true
}

/// One row. None: it cannot hold.
fn narrow(row: &Row, ranges: &mut Ranges) -> Option<bool> {
    let mut changed = narrow_at_most(&row.affine, 1, ranges)?;
    if row.relation == Relation::Equal {
        changed |= narrow_at_most(&row.affine, -1, ranges)?;
    }
    Some(changed)
}

/// sign·affine ≤ 0.
fn narrow_at_most(affine: &Affine, sign: i128, ranges: &mut Ranges) -> Option<bool> {
    let Some((low, high)) = of(affine, |unknown| ranges[unknown.0 as usize]) else { return Some(false) };
    let least = if sign > 0 { low } else { -high };
    if least > 0 {
        return None;
    }
    let mut changed = false;
    for (unknown, factor) in &affine.terms {
        let factor = factor * sign;
        let (low, high) = ranges[unknown.0 as usize];
        // factor·x ≤ −(least of the rest) = factor·(its own least end) − least.
        let own = if factor > 0 { low } else { high };
        let Some(room) = factor.checked_mul(own).and_then(|own| own.checked_sub(least)) else { continue };
        if factor > 0 {
            let top = room.div_euclid(factor);
            if top < high {
                ranges[unknown.0 as usize].1 = top;
                changed = true;
            }
        } else {
            // factor·x ≤ room with a negative factor: x ≥ ⌈room/factor⌉.
            let bottom = -(room.div_euclid(-factor));
            if bottom > low {
                ranges[unknown.0 as usize].0 = bottom;
                changed = true;
            }
        }
        let (low, high) = ranges[unknown.0 as usize];
        if low > high {
            return None;
        }
    }
    Some(changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn row(factors: &[i128], constant: i128, relation: Relation) -> Row {
        let mut affine = Affine::constant(constant);
        for (at, factor) in factors.iter().enumerate() {
            affine = affine.plus(*factor, &Affine::unknown(Unknown(at as u32))).unwrap();
        }
        Row { affine, relation, loc: Default::default() }
    }

    proptest! {
        /// No integer solution in the box is lost, found by trial of all of them.
        #[test]
        fn no_solution_is_lost(rows in prop::collection::vec((prop::array::uniform3(-5i128..6), -20i128..21, any::<bool>()), 1..4)) {
            let rows: Vec<Row> = rows.into_iter().map(|(factors, constant, equal)| {
                row(&factors, constant, if equal { Relation::Equal } else { Relation::AtMost })
            }).collect();
            let mut ranges = vec![(-4, 5); 3];
            let feasible = propagate(&rows, &mut ranges);
            for x in -4..=5 {
                for y in -4..=5 {
                    for z in -4..=5i128 {
                        let point = [x, y, z];
                        if rows.iter().all(|row| row.holds(|unknown| Some(point[unknown.0 as usize])) == Some(true)) {
                            prop_assert!(feasible);
                            for (value, (low, high)) in point.iter().zip(&ranges) {
                                prop_assert!(low <= value && value <= high);
                            }
                        }
                    }
                }
            }
        }
    }
}
