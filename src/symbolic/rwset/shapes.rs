//! Terms up to the names of their inputs.
//!
//! Two terms have one shape if they are equal once their inputs are numbered in the order in which they occur. A state
//! that differs from another only in which inputs its values came from has the same future.

use crate::symbolic::terms::{Node, One, Term, Terms, Two};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

#[derive(Clone, PartialEq, Eq, Hash)]
enum Top {
    Const(u128),
    Var,
    One(One),
    Two(Two),
    Ite,
    Table,
}

/// A shape's number, and the inputs of the term at hand in the order in which they occur.
#[derive(Clone)]
pub struct Shape {
    pub id: u32,
    pub vars: Rc<[u32]>,
}

#[derive(Default)]
pub struct Shapes {
    /// By term.
    of: Vec<Option<Shape>>,
    ids: FxHashMap<(Top, u32, Box<[u32]>), u32>,
    /// Numbers of shapes with numbered inputs.
    conditions: FxHashMap<Box<[u32]>, u32>,
}

impl Shapes {
    pub fn shape(&mut self, terms: &Terms, term: Term) -> &Shape {
        if self.get(term).is_none() {
            self.find(terms, term);
        }
        self.known(term)
    }

    fn get(&self, term: Term) -> Option<&Shape> {
        self.of.get(term.index())?.as_ref()
    }

    /// The shape of a term that was asked for before.
    pub fn known(&self, term: Term) -> &Shape {
        self.get(term).expect("it was found")
    }

    /// A number for a shape with its inputs' numbers.
    pub fn condition(&mut self, parts: &[u32]) -> u32 {
        if let Some(known) = self.conditions.get(parts) {
            return *known;
        }
        let next = self.conditions.len() as u32;
        self.conditions.insert(parts.into(), next);
        next
    }

    fn find(&mut self, terms: &Terms, term: Term) {
        if self.of.len() < terms.len() {
            self.of.resize(terms.len(), None);
        }
        // Operands are older than what is made of them.
        let mut missing = vec![term];
        let mut seen: FxHashSet<Term> = FxHashSet::from_iter([term]);
        let mut next = 0;
        while next < missing.len() {
            let mut operands = Vec::new();
            terms.operands(missing[next], |operand| operands.push(operand));
            missing.extend(operands.into_iter().filter(|term| self.get(*term).is_none() && seen.insert(*term)));
            next += 1;
        }
        missing.sort_unstable();
        for term in missing {
            let shape = self.make(terms, term);
            self.of[term.index()] = Some(shape);
        }
    }

    fn make(&mut self, terms: &Terms, term: Term) -> Shape {
        let top = match terms.node(term) {
            Node::Const(bits) => Top::Const(*bits),
            Node::Var(_) => Top::Var,
            Node::One(op, _) => Top::One(*op),
            Node::Two(op, ..) => Top::Two(*op),
            Node::Ite(..) => Top::Ite,
            Node::Table(..) => Top::Table,
        };
        let mut vars: Vec<u32> = Vec::new();
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        let mut parts: Vec<u32> = Vec::new();
        if let Node::Var(var) = terms.node(term) {
            vars.push(*var);
        }
        terms.operands(term, |operand| {
            let shape = self.known(operand);
            parts.push(shape.id);
            for var in shape.vars.iter() {
                let number = *numbers.entry(*var).or_insert_with(|| {
                    vars.push(*var);
                    vars.len() as u32 - 1
                });
                parts.push(number);
            }
        });
        let next = self.ids.len() as u32;
        let id = *self.ids.entry((top, terms.width(term), parts.into())).or_insert(next);
        Shape { id, vars: vars.into() }
    }
}
