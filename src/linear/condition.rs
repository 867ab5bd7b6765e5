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
    /// A number that differs from the expression by something between these is less than 0, at most 0, or 0. If it may
    /// not be a number, nothing is known where that does not hold.
    Order {
        order: Order,
        number: Affine,
        slack: (i128, i128),
        maybe_nan: bool,
    },
    Not(Rc<Condition>),
    All(Vec<Rc<Condition>>),
    Any(Vec<Rc<Condition>>),
    /// Nothing linear is known about it.
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    Less,
    AtMost,
    Equal,
}

/// What rows about something with slack are to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rows {
    /// Necessary: they hold whenever the condition does.
    Necessary,
    /// Sufficient, as far as there are such rows: the condition holds whenever they do.
    Sufficient,
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
        self.rows(truth, loc, Rows::Necessary)
    }

    /// What would make it true (or false): the same where there is no slack. Equality of floats is asked for up to the
    /// nearest steps.
    pub fn wishes(&self, truth: bool, loc: Loc) -> Vec<Way> {
        self.rows(truth, loc, Rows::Sufficient)
    }

    fn rows(&self, truth: bool, loc: Loc, rows: Rows) -> Vec<Way> {
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
            Condition::Order { maybe_nan: true, .. } if !truth => vec![Vec::new()],
            Condition::Order { order, number, slack, .. } => {
                // At most 0 for certain, or at all, and the same of its negation.
                let (low, high) = match rows {
                    Rows::Necessary => *slack,
                    Rows::Sufficient => (slack.1, slack.0),
                };
                let below = |by: i128| row(number.shifted(low + by), Relation::AtMost);
                let above = |by: i128| row(number.negated().shifted(by - high), Relation::AtMost);
                match (order, truth) {
                    (Order::Less, true) => vec![below(1)],
                    (Order::Less, false) => vec![above(0)],
                    (Order::AtMost, true) => vec![below(0)],
                    (Order::AtMost, false) => vec![above(1)],
                    (Order::Equal, false) => vec![below(1), above(1)],
                    (Order::Equal, true) if rows == Rows::Sufficient => vec![level(number, loc)],
                    (Order::Equal, true) => vec![[below(0), above(0)].concat()],
                }
            }
            Condition::Not(inner) => inner.rows(!truth, loc, rows),
            Condition::All(parts) if truth => conjunction(parts, true, loc, rows),
            Condition::Any(parts) if !truth => conjunction(parts, false, loc, rows),
            Condition::All(parts) | Condition::Any(parts) => {
                let ways: Vec<Way> = parts.iter().flat_map(|part| part.rows(truth, loc, rows)).collect();
                // Dropping a way would drop solutions.
                if ways.len() > MOST_WAYS { vec![Vec::new()] } else { ways }
            }
        }
    }
}

/// 0, or as near to it as the coefficients allow.
fn level(number: &Affine, loc: Loc) -> Way {
    let divisor = number.divisor().max(1);
    let most = number.terms.iter().map(|(_, factor)| factor.abs()).max().unwrap_or(0);
    if number.constant % divisor == 0 && most / divisor <= 16 {
        return vec![Row { affine: number.clone(), relation: Relation::Equal, loc }];
    }
    let ends = [number.shifted(1 - most), number.negated().shifted(1 - most)];
    ends.into_iter().flatten().map(|affine| Row { affine, relation: Relation::AtMost, loc }).collect()
}

fn conjunction(parts: &[Rc<Condition>], truth: bool, loc: Loc, rows: Rows) -> Vec<Way> {
    parts.iter().fold(vec![Vec::new()], |ways: Vec<Way>, part| {
        let more = part.rows(truth, loc, rows);
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
