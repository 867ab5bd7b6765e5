//! Solves equations from the lowest bit up.
//!
//! Of a sum, a difference, a product, a bitwise operation or a shift to the left, the lowest k bits depend on nothing
//! but the lowest k bits of the operands (Klimov and Shamir, "Cryptographic applications of T-functions"). So the
//! equations among what must hold are solved modulo 2, then each solution is lifted to modulo 4, and so on, depth first,
//! as Hensel lifts roots of polynomials. As many equations as unknowns leave few candidates at each bit, however
//! nonlinear they are; every full candidate is then held against everything else.
//!
//! Within a bit one input is set after the other, and an equation is looked at as soon as its last input is.

use super::Effort;
use super::tape::Tape;
use crate::symbolic::terms::{Node, One, Two};

/// More inputs leave too many candidates.
const MOST_VARS: usize = 24;

/// Two places that must be equal, and what is computed to compare them.
struct Equation {
    sides: (u32, u32),
    steps: Vec<u32>,
}

/// A model, if there is one that the effort reaches.
pub fn lift(tape: &Tape, start: &[u128], effort: &mut Effort) -> Option<Vec<u128>> {
    let triangular = triangular(tape);
    let mut open: Vec<(Vec<u32>, Equation)> =
        tape.goals.iter().filter_map(|goal| equation(tape, &triangular, *goal)).collect();
    // First what speaks of few inputs, then what adds few.
    let (mut vars, mut due) = (Vec::new(), Vec::new());
    while !open.is_empty() {
        let new = |of: &[u32]| of.iter().filter(|var| !vars.contains(*var)).count();
        let next = (0..open.len()).min_by_key(|i| (new(&open[*i].0), open[*i].1.steps.len()))?;
        let (of, equation) = open.swap_remove(next);
        let more: Vec<u32> = of.into_iter().filter(|var| !vars.contains(var)).collect();
        vars.extend(more);
        due.push((vars.len(), equation));
    }
    if vars.is_empty() || vars.len() > MOST_VARS {
        return None;
    }
    let due = (0..=vars.len()).map(|many| {
        let mine = due.extract_if(.., |(at, _)| *at == many);
        mine.map(|(_, equation)| equation).collect()
    });
    let due = due.collect();
    let mut search = Search { tape, vars, due, values: start.to_vec(), start };
    for &at in &search.vars {
        search.values[at as usize] = 0;
    }
    search.next(0, 0, effort).then_some(search.values)
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

/// An equation with the places of its inputs.
fn equation(tape: &Tape, triangular: &[bool], goal: u32) -> Option<(Vec<u32>, Equation)> {
    let step = &tape.steps[goal as usize];
    let (Node::Two(Two::Eq, ..), &[a, b]) = (&step.node, &*step.operands) else { return None };
    if tape.steps[a as usize].width == 1 || !triangular[a as usize] || !triangular[b as usize] {
        return None;
    }
    let mut inside = vec![false; goal as usize];
    (inside[a as usize], inside[b as usize]) = (true, true);
    for at in (0..goal as usize).rev().filter(|at| *at <= a.max(b) as usize) {
        if inside[at] {
            tape.steps[at].operands.iter().for_each(|operand| inside[*operand as usize] = true);
        }
    }
    let steps: Vec<u32> = (0..goal).filter(|at| inside[*at as usize]).collect();
    let vars = steps.iter().copied().filter(|at| matches!(tape.steps[*at as usize].node, Node::Var(_))).collect();
    Some((vars, Equation { sides: (a, b), steps }))
}

/// So many bits.
fn low(bits: u32) -> u128 {
    1u128.checked_shl(bits).map_or(u128::MAX, |power| power - 1)
}

struct Search<'a> {
    tape: &'a Tape,
    vars: Vec<u32>,
    /// What can be compared when so many inputs have their bit.
    due: Vec<Vec<Equation>>,
    values: Vec<u128>,
    start: &'a [u128],
}

impl Search<'_> {
    /// Sets a bit of an input, and all that follow; what comes before is set.
    fn next(&mut self, bit: u32, var: usize, effort: &mut Effort) -> bool {
        if effort.is_over() {
            return false;
        }
        let Some(&at) = self.vars.get(var) else {
            if self.vars.iter().any(|at| bit + 1 < self.tape.steps[*at as usize].width) {
                return self.next(bit + 1, 0, effort);
            }
            effort.spend(self.tape.steps.len());
            self.tape.fill(&mut self.values);
            return self.tape.holds(&self.values);
        };
        let choices: &[u128] = if bit < self.tape.steps[at as usize].width { &[0, 1] } else { &[0] };
        // The bit of where it began first: a solution near by is likelier to keep the rest.
        let near = (self.start[at as usize] >> bit.min(127)) & 1;
        for choice in choices {
            if choices.len() == 2 {
                let value = &mut self.values[at as usize];
                *value = *value & low(bit) | (choice ^ near) << bit;
            }
            if self.agree(bit, var + 1, effort) && self.next(bit, var + 1, effort) {
                return true;
            }
        }
        if choices.len() == 2 {
            self.values[at as usize] &= low(bit);
        }
        false
    }

    /// Do the equations hold up to this bit whose last input was set just now?
    fn agree(&mut self, bit: u32, many: usize, effort: &mut Effort) -> bool {
        let Search { tape, due, values, .. } = self;
        due[many].iter().all(|equation| {
            effort.spend(equation.steps.len());
            equation.steps.iter().for_each(|at| tape.step(*at as usize, values));
            let (a, b) = equation.sides;
            (values[a as usize] ^ values[b as usize]) & low(bit + 1) == 0
        })
    }
}
