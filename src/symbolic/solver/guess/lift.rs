//! Solves equations from the lowest bit up.
//!
//! Of a sum, a difference, a product, a bitwise operation or a shift to the left, the lowest k bits depend on nothing
//! but the lowest k bits of the operands (Klimov and Shamir, "Cryptographic applications of T-functions"). So the
//! equations among what must hold are solved modulo 2, then each solution is lifted to modulo 4, and so on, depth first,
//! as Hensel lifts roots of polynomials. As many equations as unknowns leave few candidates at each bit, however
//! nonlinear they are; every full candidate is then held against everything else.

use super::tape::Tape;
use super::Effort;
use crate::symbolic::terms::{Node, One, Two};

/// Inputs whose next bits are tried together.
const MOST_VARS: usize = 12;

/// Equal bits wanted: two places of a width.
type Equation = (u32, u32);

/// A model, if there is one that the effort reaches.
pub fn lift(tape: &Tape, start: &[u128], effort: &mut Effort) -> Option<Vec<u128>> {
    let triangular = triangular(tape);
    let equations: Vec<Equation> = tape.goals.iter().filter_map(|goal| equation(tape, &triangular, *goal)).collect();
    // Only the inputs that the equations speak of; the others stay.
    let mut inside = vec![false; tape.steps.len()];
    equations.iter().for_each(|(a, b)| (inside[*a as usize], inside[*b as usize]) = (true, true));
    for at in (0..tape.steps.len()).rev() {
        if inside[at] {
            tape.steps[at].operands.iter().for_each(|operand| inside[*operand as usize] = true);
        }
    }
    let vars: Vec<u32> = tape.vars.iter().map(|(_, at)| *at).filter(|at| inside[*at as usize]).collect();
    if equations.is_empty() || vars.is_empty() || vars.len() > MOST_VARS {
        return None;
    }
    let cost = inside.iter().filter(|inside| **inside).count();
    let order: Vec<u32> = (0..tape.steps.len() as u32).filter(|at| inside[*at as usize]).collect();
    let mut search = Search { tape, equations, vars, order, cost, values: start.to_vec(), start };
    for &at in &search.vars {
        search.values[at as usize] = 0;
    }
    search.bit(0, effort).then_some(search.values)
}

/// Which terms have this property: the lowest bits depend on the inputs' lowest bits alone.
fn triangular(tape: &Tape) -> Vec<bool> {
    let mut is = vec![false; tape.steps.len()];
    for (at, step) in tape.steps.iter().enumerate() {
        let all = step.operands.iter().all(|operand| is[*operand as usize]);
        is[at] = match &step.node {
            Node::Const(_) | Node::Var(_) => true,
            Node::One(One::Extract(0) | One::Zext | One::Sext, _) => all,
            Node::Two(Two::Add | Two::Sub | Two::Mul | Two::And | Two::Or | Two::Xor, ..) => all,
            Node::Two(Two::Shl, _, _) => all && matches!(tape.steps[step.operands[1] as usize].node, Node::Const(_)),
            _ => false,
        };
    }
    is
}

/// So many bits.
fn low(bits: u32) -> u128 {
    1u128.checked_shl(bits).map_or(u128::MAX, |power| power - 1)
}

fn equation(tape: &Tape, triangular: &[bool], goal: u32) -> Option<Equation> {
    let step = &tape.steps[goal as usize];
    let [a, b] = *step.operands else { return None };
    let is = |at: u32| triangular[at as usize];
    let wide = tape.steps[a as usize].width > 1;
    (matches!(step.node, Node::Two(Two::Eq, ..)) && wide && is(a) && is(b)).then_some((a, b))
}

struct Search<'a> {
    tape: &'a Tape,
    equations: Vec<Equation>,
    vars: Vec<u32>,
    order: Vec<u32>,
    cost: usize,
    values: Vec<u128>,
    start: &'a [u128],
}

impl Search<'_> {
    /// Tries the inputs' bits from this one on; those below are set.
    fn bit(&mut self, bit: u32, effort: &mut Effort) -> bool {
        let open: Vec<u32> = self.vars.iter().copied().filter(|at| bit < self.tape.steps[*at as usize].width).collect();
        if open.is_empty() {
            effort.spend(self.tape.steps.len());
            self.tape.fill(&mut self.values);
            return self.tape.holds(&self.values);
        }
        // The bits of where it began first: a solution near by is likelier to keep the rest.
        let near = open.iter().enumerate().fold(0, |all, (i, at)| {
            all | (((self.start[*at as usize] >> bit) & 1) as usize) << i
        });
        for choice in 0..1usize << open.len() {
            if effort.is_over() {
                return false;
            }
            let choice = choice ^ near;
            for (i, &at) in open.iter().enumerate() {
                let value = &mut self.values[at as usize];
                *value = *value & low(bit) | ((choice >> i & 1) as u128) << bit;
            }
            effort.spend(self.cost);
            for i in 0..self.order.len() {
                self.tape.step(self.order[i] as usize, &mut self.values);
            }
            let kept = low(bit + 1);
            let agree = self.equations.iter().all(|(a, b)| {
                (self.values[*a as usize] ^ self.values[*b as usize]) & kept == 0
            });
            if agree && self.bit(bit + 1, effort) {
                return true;
            }
        }
        for &at in &open {
            self.values[at as usize] &= low(bit);
        }
        false
    }
}
