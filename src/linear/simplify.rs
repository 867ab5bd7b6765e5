//! Smaller systems with the same meaning for the inputs.
//!
//! * [`component`]: only the rows that hang together with some. The others share no unknown with them, so the values of
//!   a known run stay good for those.
//! * [`project`]: without the unknowns that are no inputs. An equation with a unit coefficient is solved for its unknown
//!   and substituted, which is exact. What is left in inequalities is replaced by its worst value, which only makes
//!   rows weaker: a sound system stays sound.
//! * Rows that another about the same sum implies are dropped.

use super::affine::{Affine, Unknown};
use super::intervals::{self, Ranges};
use super::system::{Guess, Relation, Row, Sound, Source, System};
use rustc_hash::{FxHashMap, FxHashSet};

/// The rows that share unknowns with the last `goal` rows, directly or through others; those of the goal last.
pub fn component(system: &System, goal: usize) -> System {
    let first = system.rows.len() - goal.min(system.rows.len());
    let mut linked: FxHashSet<Unknown> = FxHashSet::default();
    for row in &system.rows[first..] {
        linked.extend(row.affine.terms.iter().map(|(unknown, _)| *unknown));
    }
    let mut taken = vec![false; first];
    loop {
        let mut changed = false;
        for (at, row) in system.rows[..first].iter().enumerate() {
            if !taken[at] && row.affine.terms.iter().any(|(unknown, _)| linked.contains(unknown)) {
                taken[at] = true;
                changed = true;
                linked.extend(row.affine.terms.iter().map(|(unknown, _)| *unknown));
            }
        }
        if !changed {
            break;
        }
    }
    let kept = system.rows[..first].iter().zip(taken).filter(|(_, taken)| *taken).map(|(row, _)| row);
    system.with_rows(kept.chain(&system.rows[first..]).cloned().collect())
}

/// A sound system over inputs only.
pub fn project_sound(system: &Sound) -> Sound {
    Sound::new(project(system))
}

/// A guess over inputs only.
pub fn project_guess(system: &Guess) -> Guess {
    Guess::new(project(system))
}

fn project(system: &System) -> System {
    let mut rows: Vec<Row> = system.rows.clone();
    let is_fresh = |unknown: Unknown| system.unknowns[unknown.0 as usize].source == Source::Fresh;
    let mut ranges = intervals::initial(system);
    let feasible = intervals::propagate(&rows, &mut ranges);
    // Substitution. The range of what is substituted goes on as two rows.
    loop {
        let solvable = rows.iter().enumerate().find_map(|(at, row)| {
            let unit = row.affine.terms.iter().find(|(unknown, factor)| is_fresh(*unknown) && factor.abs() == 1)?;
            (row.relation == Relation::Equal).then_some((at, *unit))
        });
        let Some((at, (unknown, factor))) = solvable else { break };
        let row = rows.remove(at);
        // factor·u + rest = 0, so u = −factor·rest.
        let own = Affine::unknown(unknown);
        let Some(rest) = row.affine.plus(-factor, &own) else { break };
        let Some(solved) = rest.scaled(-factor) else { break };
        let (low, high) = ranges[unknown.0 as usize];
        let bounds = [solved.shifted(-high), solved.negated().shifted(low)];
        rows.extend(bounds.into_iter().flatten().map(|affine| Row {
            affine,
            relation: Relation::AtMost,
            loc: row.loc,
        }));
        let replace = |row: &Row| {
            let factor = row.affine.terms.iter().find(|(other, _)| *other == unknown).map(|(_, factor)| *factor);
            let Some(factor) = factor else { return Some(row.clone()) };
            let affine = row.affine.plus(-factor, &own)?.plus(factor, &solved)?;
            Some(Row { affine, ..row.clone() })
        };
        // A row that grows too large is dropped: weaker.
        rows = rows.iter().filter_map(replace).collect();
    }
    let relaxed = rows.into_iter().flat_map(|row| relax(&row, &ranges, &is_fresh));
    let rows = if feasible { relaxed.collect() } else { vec![Row::at_most(Affine::constant(1))] };
    system.with_rows(tightest(rows))
}

/// The row with its fresh unknowns at their best: what it demands of the inputs at least.
fn relax(row: &Row, ranges: &Ranges, is_fresh: &dyn Fn(Unknown) -> bool) -> Vec<Row> {
    if !row.affine.terms.iter().any(|(unknown, _)| is_fresh(*unknown)) {
        return vec![row.clone()];
    }
    let one = |affine: &Affine| {
        let mut rest = Affine::constant(affine.constant);
        for (unknown, factor) in &affine.terms {
            if is_fresh(*unknown) {
                let (low, high) = ranges[unknown.0 as usize];
                let least = factor.checked_mul(low)?.min(factor.checked_mul(high)?);
                rest = rest.shifted(least)?;
            } else {
                rest = rest.plus(*factor, &Affine::unknown(*unknown))?;
            }
        }
        (!rest.terms.is_empty()).then(|| Row { affine: rest, relation: Relation::AtMost, loc: row.loc })
    };
    let other = (row.relation == Relation::Equal).then(|| one(&row.affine.negated())).flatten();
    one(&row.affine).into_iter().chain(other).collect()
}

/// Of rows about the same sum only the tightest.
fn tightest(rows: Vec<Row>) -> Vec<Row> {
    let mut best: FxHashMap<(super::affine::Terms, Relation), usize> = FxHashMap::default();
    let mut kept: Vec<Row> = Vec::new();
    for row in rows {
        let row = row.normal().unwrap_or(Row::at_most(Affine::constant(1)));
        if row.affine.terms.is_empty() && row.affine.constant <= 0 && row.relation == Relation::AtMost {
            continue;
        }
        match best.get(&(row.affine.terms.clone(), row.relation)) {
            Some(at) if row.relation == Relation::AtMost => {
                if row.affine.constant > kept[*at].affine.constant {
                    kept[*at] = row;
                }
            }
            Some(at) if kept[*at].affine.constant == row.affine.constant => {}
            _ => {
                best.insert((row.affine.terms.clone(), row.relation), kept.len());
                kept.push(row);
            }
        }
    }
    kept
}
