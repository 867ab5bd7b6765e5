//! Conditions over affine expressions, and the ways in which one can hold.

use super::affine::Affine;
use super::system::{Relation, Row, System};
use rarebit_front_end::ir::Loc;
use std::rc::Rc;

#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    Known(bool),
    /// The expression is at most 0.
    AtMost(Affine),
    /// The expression is 0.
    Zero(Affine),
    Not(Rc<Condition>),
    All(Vec<Rc<Condition>>),
    Any(Vec<Rc<Condition>>),
    /// Nothing linear is known about it.
    Unknown,
}

/// A way for a condition to hold: rows that must hold together.
pub type Way = Vec<Row>;

/// More ways than this are not told apart.
const MOST_WAYS: usize = 6;

impl Condition {
    pub fn not(self: &Rc<Self>) -> Rc<Condition> {
        Rc::new(match &**self {
            Condition::Known(truth) => Condition::Known(!truth),
            Condition::Not(inner) => return inner.clone(),
            _ => Condition::Not(self.clone()),
        })
    }

    /// The ways for it to be true (or false), in disjunctive form: every integer solution is in one of them. Over the
    /// integers the negation of a ≤ 0 is 1 − a ≤ 0.
    pub fn ways(&self, truth: bool, loc: Loc) -> Vec<Way> {
        let row = |affine: Option<Affine>, relation| match affine {
            Some(affine) => vec![Row { affine, relation, loc }],
            // Too large to write down: no constraint.
            None => Vec::new(),
        };
        match self {
            Condition::Known(known) => (*known == truth).then(Vec::new).into_iter().collect(),
            Condition::Unknown => vec![Vec::new()],
            Condition::AtMost(a) if truth => vec![row(Some(a.clone()), Relation::AtMost)],
            Condition::AtMost(a) => vec![row(a.negated().shifted(1), Relation::AtMost)],
            Condition::Zero(a) if truth => vec![row(Some(a.clone()), Relation::Equal)],
            Condition::Zero(a) => {
                vec![row(a.shifted(1), Relation::AtMost), row(a.negated().shifted(1), Relation::AtMost)]
            }
            Condition::Not(inner) => inner.ways(!truth, loc),
            Condition::All(parts) if truth => conjunction(parts, true, loc),
            Condition::Any(parts) if !truth => conjunction(parts, false, loc),
            Condition::All(parts) | Condition::Any(parts) => {
                let ways: Vec<Way> = parts.iter().flat_map(|part| part.ways(truth, loc)).collect();
                // Dropping a way would drop solutions.
                if ways.len() > MOST_WAYS { vec![Vec::new()] } else { ways }
            }
        }
    }
}

fn conjunction(parts: &[Rc<Condition>], truth: bool, loc: Loc) -> Vec<Way> {
    parts.iter().fold(vec![Vec::new()], |ways: Vec<Way>, part| {
        let more = part.ways(truth, loc);
        if ways.len() * more.len() > MOST_WAYS {
            return ways;
        }
        ways.iter().flat_map(|way| more.iter().map(move |next| [way.clone(), next.clone()].concat())).collect()
    })
}

/// The ways that the ranges of a system leave.
pub fn possible(system: &System, ways: Vec<Way>) -> Vec<Way> {
    let may_hold = |row: &Row| {
        let (low, high) = system.interval(&row.affine);
        low <= 0 && (row.relation == Relation::AtMost || high >= 0)
    };
    ways.into_iter().filter(|way| way.iter().all(may_hold)).collect()
}
