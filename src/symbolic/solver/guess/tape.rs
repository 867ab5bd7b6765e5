//! A question's terms in the order in which they are computed, so that a model is tried in a few nanoseconds per term.

use crate::symbolic::terms::evaluate::{one, two};
use crate::symbolic::terms::{Model, Node, Range, Term, Terms, Two};
use rustc_hash::FxHashSet;

/// A question that has more terms is not guessed at.
const MOST: usize = 20_000;

/// A term with its operands' places instead of their numbers.
#[derive(Clone, Debug)]
pub struct Step {
    pub node: Node,
    pub operands: Box<[u32]>,
    pub width: u32,
    pub range: Range,
}

/// The terms of a question, operands first.
pub struct Tape {
    pub steps: Vec<Step>,
    /// The inputs: number and place.
    pub vars: Vec<(u32, u32)>,
    /// What must be true.
    pub goals: Vec<u32>,
    /// What an input's value is passed on to, by position in `vars`.
    pub cones: Vec<Box<[u32]>>,
}

impl Tape {
    /// None if there are too many terms.
    pub fn new(terms: &Terms, goals: &[Term]) -> Option<Tape> {
        let goals = parts(terms, goals);
        let mut seen = FxHashSet::default();
        let mut stack: Vec<Term> = goals.clone();
        while let Some(next) = stack.pop() {
            if seen.insert(next) {
                if seen.len() > MOST {
                    return None;
                }
                terms.operands(next, |operand| stack.push(operand));
            }
        }
        let mut all: Vec<Term> = seen.into_iter().collect();
        // Operands are older than what is made of them.
        all.sort_unstable();
        let place = |term: &Term| all.binary_search(term).expect("operands were gathered") as u32;
        let (mut steps, mut vars) = (Vec::with_capacity(all.len()), Vec::new());
        for (at, &term) in all.iter().enumerate() {
            let mut operands = Vec::new();
            terms.operands(term, |operand| operands.push(place(&operand)));
            if let Node::Var(var) = terms.node(term) {
                vars.push((*var, at as u32));
            }
            let (node, width, range) = (terms.node(term).clone(), terms.width(term), terms.range(term));
            steps.push(Step { node, operands: operands.into(), width, range });
        }
        let goals = goals.iter().map(place).collect();
        let cones = vars.iter().map(|(_, at)| cone(&steps, *at)).collect();
        Some(Tape { steps, vars, goals, cones })
    }

    /// All values under a model.
    pub fn values(&self, model: &Model) -> Vec<u128> {
        let mut values = vec![0; self.steps.len()];
        self.vars.iter().for_each(|(var, at)| values[*at as usize] = self.fit(*at, model.get(*var)));
        self.fill(&mut values);
        values
    }

    /// The bits that an input has.
    pub fn fit(&self, at: u32, bits: u128) -> u128 {
        bits & rarebit_front_end::ir::meaning::wide::mask(self.steps[at as usize].width)
    }

    /// Computes everything from the inputs' values.
    pub fn fill(&self, values: &mut [u128]) {
        for at in 0..self.steps.len() {
            self.step(at, values);
        }
    }

    /// Computes one term from its operands' values.
    pub fn step(&self, at: usize, values: &mut [u128]) {
        let step = &self.steps[at];
        let value = |i: usize| values[step.operands[i] as usize];
        let width = |i: usize| self.steps[step.operands[i] as usize].width;
        values[at] = match &step.node {
            Node::Const(bits) => *bits,
            Node::Var(_) => return,
            Node::One(op, _) => one(*op, width(0), step.width, value(0)),
            Node::Two(op, ..) => two(*op, width(0), width(1), value(0), value(1)),
            Node::Ite(..) => value(if value(0) != 0 { 1 } else { 2 }),
            Node::Table(entries, _) => {
                let at = usize::try_from(value(0)).ok().filter(|at| *at < entries.len());
                value(1 + at.unwrap_or(0))
            }
        };
    }

    /// Sets an input and computes what depends on it.
    pub fn set(&self, var: usize, bits: u128, values: &mut [u128]) {
        values[self.vars[var].1 as usize] = bits;
        self.cones[var].iter().for_each(|at| self.step(*at as usize, values));
    }

    /// Does everything hold that must, and is every input within its bounds?
    pub fn holds(&self, values: &[u128]) -> bool {
        let within = |at: u32| {
            let (least, most) = self.steps[at as usize].range;
            (least..=most).contains(&values[at as usize])
        };
        self.goals.iter().all(|goal| values[*goal as usize] != 0) && self.vars.iter().all(|(_, at)| within(*at))
    }

    /// The inputs' values, as an answer.
    pub fn answer(&self, values: &[u128]) -> Vec<(u32, u128)> {
        self.vars.iter().map(|(var, at)| (*var, values[*at as usize])).collect()
    }
}

/// What must hold, one by one.
fn parts(terms: &Terms, goals: &[Term]) -> Vec<Term> {
    let (mut all, mut stack) = (Vec::new(), goals.to_vec());
    while let Some(goal) = stack.pop() {
        match *terms.node(goal) {
            Node::Two(Two::And, a, b) if terms.width(goal) == 1 => stack.extend([a, b]),
            _ => all.push(goal),
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

fn cone(steps: &[Step], from: u32) -> Box<[u32]> {
    let mut inside = vec![false; steps.len()];
    inside[from as usize] = true;
    let mut all = Vec::new();
    for at in from as usize + 1..steps.len() {
        if steps[at].operands.iter().any(|operand| inside[*operand as usize]) {
            inside[at] = true;
            all.push(at as u32);
        }
    }
    all.into()
}
