//! Systems of linear rows over bounded integer unknowns, and the two kinds of them.

use super::affine::{Affine, Terms, Unknown};
use super::intervals;
use crate::sample::Name;
use rarebit_front_end::ir::Loc;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Deref;

/// What an unknown stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// An input, as its kind reads it.
    Input(Name),
    /// The result of something that is not linear.
    Fresh,
}

/// An unknown's data.
#[derive(Clone, Debug)]
pub struct Info {
    pub source: Source,
    pub low: i128,
    pub high: i128,
    /// Its value in the known run.
    pub shadow: Option<i128>,
    pub loc: Loc,
    /// An integer if 0; else a float, measured in whole steps of so many binary digits behind the point.
    pub digits: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// ≤ 0
    AtMost,
    /// = 0
    Equal,
}

/// An expression that is at most 0, or 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    pub affine: Affine,
    pub relation: Relation,
    pub loc: Loc,
}

impl Row {
    pub fn at_most(affine: Affine) -> Row {
        Row { affine, relation: Relation::AtMost, loc: Loc::default() }
    }

    pub fn equal(affine: Affine) -> Row {
        Row { affine, relation: Relation::Equal, loc: Loc::default() }
    }

    /// Does it hold where the unknowns have these values? None if one is not known.
    pub fn holds(&self, of: impl Fn(Unknown) -> Option<i128>) -> Option<bool> {
        let value = self.affine.value(of)?;
        Some(match self.relation {
            Relation::AtMost => value <= 0,
            Relation::Equal => value == 0,
        })
    }

    /// Divides by the common divisor, rounding the bound of an inequality inwards: the same integer solutions. None if
    /// an equation has none because the divisor does not divide its constant.
    pub fn normal(&self) -> Option<Row> {
        let divisor = self.affine.divisor();
        let mut row = self.clone();
        if divisor > 1 {
            let constant = self.affine.constant;
            if self.relation == Relation::Equal && constant % divisor != 0 {
                return None;
            }
            row.affine.terms.iter_mut().for_each(|(_, factor)| *factor /= divisor);
            // Σ a x ≤ −c becomes Σ (a/d) x ≤ ⌊−c/d⌋.
            row.affine.constant = -(-constant).div_euclid(divisor);
        }
        if row.relation == Relation::Equal && row.affine.terms.first().is_some_and(|(_, factor)| *factor < 0) {
            row.affine = row.affine.negated();
        }
        Some(row)
    }
}

/// Unknowns and the rows that they satisfy.
#[derive(Clone, Debug, Default)]
pub struct System {
    pub unknowns: Vec<Info>,
    pub rows: Vec<Row>,
    seen: FxHashSet<(Terms, i128, Relation)>,
    /// Unknowns whose value in the known run lay outside their range. There are none, or the abstraction is wrong.
    pub escaped: u32,
    /// What rows say about a sum: its least and greatest value.
    bounds: FxHashMap<Terms, (i128, i128)>,
}

impl System {
    pub fn add(&mut self, info: Info) -> Unknown {
        self.unknowns.push(info);
        Unknown(self.unknowns.len() as u32 - 1)
    }

    /// Adds a row unless it is there or says nothing. False if it can never hold.
    pub fn push(&mut self, row: Row) -> bool {
        let Some(row) = row.normal() else { return false };
        if row.affine.terms.is_empty() {
            return match row.relation {
                Relation::AtMost => row.affine.constant <= 0,
                Relation::Equal => row.affine.constant == 0,
            };
        }
        let (low, high) = self.interval(&row.affine);
        let idle = match row.relation {
            Relation::AtMost => high <= 0,
            Relation::Equal => low == 0 && high == 0,
        };
        if low > 0 || row.relation == Relation::Equal && high < 0 {
            return false;
        }
        if !idle && self.seen.insert((row.affine.terms.clone(), row.affine.constant, row.relation)) {
            let top = -row.affine.constant;
            let low = if row.relation == Relation::Equal { top } else { i128::MIN };
            self.bound(&row.affine.terms, low, top);
            self.rows.push(row);
        }
        true
    }

    /// Remembers that a sum of terms lies between these.
    fn bound(&mut self, terms: &Terms, low: i128, high: i128) {
        let (terms, low, high) = oriented(terms, low, high);
        let known = self.bounds.entry(terms).or_insert((i128::MIN, i128::MAX));
        *known = (known.0.max(low), known.1.min(high));
    }

    /// The least and greatest value of an expression, by the ranges of its unknowns and by rows about the same sum.
    /// The limits of 128 bits stand for what lies beyond them.
    pub fn interval(&self, affine: &Affine) -> (i128, i128) {
        let ranges = |unknown: Unknown| {
            let info = &self.unknowns[unknown.0 as usize];
            (info.low, info.high)
        };
        let (mut low, mut high) = intervals::of(affine, ranges).unwrap_or((i128::MIN, i128::MAX));
        if !affine.terms.is_empty() && !self.bounds.is_empty() {
            let divisor = affine.divisor();
            let mut terms = affine.terms.clone();
            terms.iter_mut().for_each(|(_, factor)| *factor /= divisor);
            let flipped = terms[0].1 < 0;
            let (terms, ..) = oriented(&terms, 0, 0);
            if let Some((a, b)) = self.bounds.get(&terms) {
                let (a, b) = if flipped { (b.saturating_neg(), a.saturating_neg()) } else { (*a, *b) };
                low = low.max(a.saturating_mul(divisor).saturating_add(affine.constant));
                high = high.min(b.saturating_mul(divisor).saturating_add(affine.constant));
            }
        }
        (low, high)
    }

    pub fn shadow(&self, unknown: Unknown) -> Option<i128> {
        self.unknowns[unknown.0 as usize].shadow
    }

    /// The rows that do not hold in the known run. There are none, or the abstraction is wrong.
    pub fn wrong(&self) -> Vec<&Row> {
        self.rows.iter().filter(|row| row.holds(|unknown| self.shadow(unknown)) == Some(false)).collect()
    }

    /// The same unknowns with other rows.
    pub fn with_rows(&self, rows: Vec<Row>) -> System {
        System { unknowns: self.unknowns.clone(), rows, ..System::default() }
    }

    /// The first rows only, with others behind them.
    pub fn prefix(&self, rows: usize, more: &[Row]) -> System {
        self.with_rows(self.rows[..rows].iter().chain(more).cloned().collect())
    }
}

fn oriented(terms: &Terms, low: i128, high: i128) -> (Terms, i128, i128) {
    if terms[0].1 > 0 {
        return (terms.clone(), low, high);
    }
    let terms = terms.iter().map(|(unknown, factor)| (*unknown, -factor)).collect();
    (terms, high.saturating_neg(), low.saturating_neg())
}

/// A system that every input on its path satisfies.
#[derive(Clone, Debug)]
pub struct Sound(System);

/// A system that may exclude inputs on its path.
#[derive(Clone, Debug)]
pub struct Guess(System);

impl Sound {
    /// Only walks and what relaxes their systems may call something sound.
    pub(super) fn new(system: System) -> Sound {
        Sound(system)
    }

    pub fn into_guess(self) -> Guess {
        Guess(self.0)
    }
}

impl Guess {
    pub fn new(system: System) -> Guess {
        Guess(system)
    }
}

impl Deref for Sound {
    type Target = System;
    fn deref(&self) -> &System {
        &self.0
    }
}

impl Deref for Guess {
    type Target = System;
    fn deref(&self) -> &System {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> System {
        let mut system = System::default();
        for _ in 0..2 {
            let source = Source::Fresh;
            system.add(Info { source, low: -100, high: 100, shadow: None, loc: Loc::default(), digits: 0 });
        }
        system
    }

    #[test]
    fn rows_bound_the_sums_they_are_about() {
        let mut system = two();
        let sum = Affine::unknown(Unknown(0)).plus(2, &Affine::unknown(Unknown(1))).unwrap();
        assert_eq!(system.interval(&sum), (-300, 300));
        // x + 2y ≤ 17, −x − 2y ≤ 3
        assert!(system.push(Row::at_most(sum.shifted(-17).unwrap())));
        assert!(system.push(Row::at_most(sum.negated().shifted(-3).unwrap())));
        assert_eq!(system.interval(&sum), (-3, 17));
        assert_eq!(system.interval(&sum.scaled(-2).unwrap().shifted(1).unwrap()), (-33, 7));
        // Known already, and impossible.
        assert!(system.push(Row::at_most(sum.shifted(-20).unwrap())) && system.rows.len() == 2);
        assert!(!system.push(Row::at_most(sum.negated().shifted(18).unwrap())));
    }

    #[test]
    fn normal_rows_keep_the_integer_solutions() {
        let x = Affine::unknown(Unknown(0));
        // 3x − 7 ≤ 0: x ≤ 2.
        let row = Row::at_most(x.scaled(3).unwrap().shifted(-7).unwrap()).normal().unwrap();
        assert_eq!(row.affine, x.shifted(-2).unwrap());
        // −3x + 7 ≤ 0: x ≥ 3.
        let row = Row::at_most(x.scaled(-3).unwrap().shifted(7).unwrap()).normal().unwrap();
        assert_eq!(row.affine, x.negated().shifted(3).unwrap());
        assert_eq!(Row::equal(x.scaled(3).unwrap().shifted(-7).unwrap()).normal(), None);
    }
}
