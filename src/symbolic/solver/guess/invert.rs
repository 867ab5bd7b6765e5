//! Runs a computation backward from what must hold.
//!
//! What must hold is known to be true; from a known result and all operands but one, the last operand follows wherever
//! the operation can be inverted: sums, differences, exclusive ors, products with odd numbers, widenings, joins, lookups
//! of an entry that occurs once. What becomes known is known wherever the term occurs, so rounds of a cipher or of a
//! generator unravel from their end to their beginning. Where nothing follows, one value is assumed: what the bits that
//! are known leave open is taken from the model, a factor is one of the product's divisors, a number with known
//! remainders is the one that the Chinese remainder theorem gives; failing that, the newest term that is used more than
//! once keeps the value it has under the model (cutting what is used more than once makes the rest a tree). An
//! assumption that leads to a contradiction is taken back.

use super::numbers::{combine, divisors, inverse};
use super::tape::Tape;
use super::{Effort, Random};
use crate::symbolic::terms::evaluate::{one, two};
use crate::symbolic::terms::{Node, One, Two};
use rarebit_front_end::ir::meaning::wide::{mask, signed};

/// Divisors that are tried for a factor.
const MOST_DIVISORS: usize = 4_096;
/// Assumptions in one branch of the search.
const DEEPEST: usize = 64;

struct Contradiction;
type Outcome = Result<(), Contradiction>;

struct Search<'a> {
    tape: &'a Tape,
    start: &'a [u128],
    parents: Vec<Vec<u32>>,
    known: Vec<Option<u128>>,
    /// What became known, in order, to take it back.
    trail: Vec<u32>,
    /// What is still to be passed on.
    queue: Vec<u32>,
    found: Vec<u128>,
}

/// A model, if assumptions lead to one.
pub fn invert(tape: &Tape, start: &[u128], effort: &mut Effort, random: &mut Random) -> Option<Vec<u128>> {
    let mut parents = vec![Vec::new(); tape.steps.len()];
    for (at, step) in tape.steps.iter().enumerate() {
        step.operands.iter().for_each(|operand| parents[*operand as usize].push(at as u32));
    }
    let known = vec![None; tape.steps.len()];
    let mut search = Search { tape, start, parents, known, trail: Vec::new(), queue: Vec::new(), found: Vec::new() };
    let mut begin = || -> Outcome {
        for (at, step) in tape.steps.iter().enumerate() {
            if let Node::Const(bits) = step.node {
                search.learn(at as u32, bits)?;
            }
        }
        tape.goals.iter().try_for_each(|goal| search.learn(*goal, 1))?;
        search.spread(effort)
    };
    begin().ok()?;
    search.assume(0, effort, random).then_some(search.found)
}

impl Search<'_> {
    fn learn(&mut self, at: u32, bits: u128) -> Outcome {
        let step = &self.tape.steps[at as usize];
        if bits > mask(step.width) || bits < step.range.0 || bits > step.range.1 {
            return Err(Contradiction);
        }
        match self.known[at as usize] {
            Some(before) if before == bits => Ok(()),
            Some(_) => Err(Contradiction),
            None => {
                self.known[at as usize] = Some(bits);
                self.trail.push(at);
                self.queue.push(at);
                Ok(())
            }
        }
    }

    /// Passes on what became known until nothing follows.
    fn spread(&mut self, effort: &mut Effort) -> Outcome {
        let mut result = Ok(());
        while let Some(at) = self.queue.pop() {
            if result.is_err() {
                continue;
            }
            effort.spend(1 + self.parents[at as usize].len());
            result = self.down(at);
            for i in 0..self.parents[at as usize].len() {
                let parent = self.parents[at as usize][i];
                result = result.and_then(|()| self.up(parent)).and_then(|()| self.down(parent));
            }
        }
        result
    }

    fn operand(&self, at: u32, i: usize) -> (u32, Option<u128>) {
        let operand = self.tape.steps[at as usize].operands[i];
        (operand, self.known[operand as usize])
    }

    /// A term whose operands are known is known.
    fn up(&mut self, at: u32) -> Outcome {
        let step = &self.tape.steps[at as usize];
        match &step.node {
            Node::Const(_) | Node::Var(_) => return Ok(()),
            Node::Ite(..) | Node::Table(..) => {
                let (_, Some(which)) = self.operand(at, 0) else { return Ok(()) };
                let chosen = match &step.node {
                    Node::Ite(..) => {
                        if which != 0 {
                            1
                        } else {
                            2
                        }
                    }
                    _ => 1 + usize::try_from(which).ok().filter(|i| i + 1 < step.operands.len()).unwrap_or(0),
                };
                return match self.operand(at, chosen).1 {
                    Some(bits) => self.learn(at, bits),
                    None => Ok(()),
                };
            }
            _ => {}
        }
        let mut values = [0; 2];
        for (i, operand) in step.operands.iter().enumerate() {
            let Some(bits) = self.known[*operand as usize] else { return Ok(()) };
            values[i] = bits;
        }
        let width = |i: usize| self.tape.steps[step.operands[i] as usize].width;
        let bits = match &step.node {
            Node::One(op, _) => one(*op, width(0), step.width, values[0]),
            Node::Two(op, ..) => two(*op, width(0), width(1), values[0], values[1]),
            _ => return Ok(()),
        };
        self.learn(at, bits)
    }

    /// What a known result says about the operands.
    fn down(&mut self, at: u32) -> Outcome {
        let Some(bits) = self.known[at as usize] else { return Ok(()) };
        let tape = self.tape;
        let step = &tape.steps[at as usize];
        match &step.node {
            Node::One(op @ (One::Zext | One::Sext), _) => {
                let operand = step.operands[0];
                let narrow = tape.steps[operand as usize].width;
                let low = bits & mask(narrow);
                let full = if *op == One::Sext { signed(narrow, low) as u128 & mask(step.width) } else { low };
                if full != bits { Err(Contradiction) } else { self.learn(operand, low) }
            }
            Node::Two(op, ..) => self.down_two(at, *op, bits),
            Node::Ite(..) => {
                let ((cond, which), (a, x), (b, y)) = (self.operand(at, 0), self.operand(at, 1), self.operand(at, 2));
                match (which, x, y) {
                    (Some(0), _, _) => self.learn(b, bits),
                    (Some(_), _, _) => self.learn(a, bits),
                    (None, Some(x), _) if x != bits => self.learn(cond, 0),
                    (None, _, Some(y)) if y != bits => self.learn(cond, 1),
                    _ => Ok(()),
                }
            }
            Node::Table(entries, _) => {
                if let (_, Some(which)) = self.operand(at, 0) {
                    let chosen = usize::try_from(which).ok().filter(|i| *i < entries.len()).unwrap_or(0);
                    return self.learn(step.operands[1 + chosen], bits);
                }
                let may = |i: &usize| self.operand(at, 1 + *i).1.is_none_or(|entry| entry == bits);
                let mut left = (0..entries.len()).filter(may);
                match (left.next(), left.next()) {
                    (None, _) => Err(Contradiction),
                    // An index beyond the end means the first entry.
                    (Some(i), None) if i > 0 || self.within(at) => self.learn(step.operands[0], i as u128),
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    fn down_two(&mut self, at: u32, op: Two, bits: u128) -> Outcome {
        let ((a, x), (b, y)) = (self.operand(at, 0), self.operand(at, 1));
        let (width, left) = (self.tape.steps[at as usize].width, self.tape.steps[a as usize].width);
        let whole = mask(width);
        match (op, x, y) {
            (Two::Concat, _, _) => {
                let right = self.tape.steps[b as usize].width;
                self.learn(a, bits >> right)?;
                self.learn(b, bits & mask(right))
            }
            (Two::And, _, _) if width == 1 && bits == 1 => self.learn(a, 1).and_then(|()| self.learn(b, 1)),
            (Two::Or, _, _) if width == 1 && bits == 0 => self.learn(a, 0).and_then(|()| self.learn(b, 0)),
            (Two::And, Some(1), None) if width == 1 => self.learn(b, 0),
            (Two::And, None, Some(1)) if width == 1 => self.learn(a, 0),
            (Two::Or, Some(0), None) if width == 1 => self.learn(b, 1),
            (Two::Or, None, Some(0)) if width == 1 => self.learn(a, 1),
            (Two::Eq, Some(x), None) if bits == 1 => self.learn(b, x),
            (Two::Eq, None, Some(y)) if bits == 1 => self.learn(a, y),
            (Two::Eq, Some(x), None) if left == 1 => self.learn(b, x ^ 1),
            (Two::Eq, None, Some(y)) if left == 1 => self.learn(a, y ^ 1),
            (Two::Add, Some(x), None) => self.learn(b, bits.wrapping_sub(x) & whole),
            (Two::Add, None, Some(y)) => self.learn(a, bits.wrapping_sub(y) & whole),
            (Two::Sub, Some(x), None) => self.learn(b, x.wrapping_sub(bits) & whole),
            (Two::Sub, None, Some(y)) => self.learn(a, bits.wrapping_add(y) & whole),
            (Two::Xor, Some(x), None) => self.learn(b, bits ^ x),
            (Two::Xor, None, Some(y)) => self.learn(a, bits ^ y),
            (Two::Mul, Some(x), None) if x & 1 == 1 => self.learn(b, bits.wrapping_mul(inverse(x)) & whole),
            (Two::Mul, None, Some(y)) if y & 1 == 1 => self.learn(a, bits.wrapping_mul(inverse(y)) & whole),
            _ => Ok(()),
        }
    }

    /// Assumes one thing after the other until everything is known or nothing helps.
    fn assume(&mut self, depth: usize, effort: &mut Effort, random: &mut Random) -> bool {
        if effort.is_over() {
            return false;
        }
        let Some((at, candidates)) = self.candidates(effort, random) else { return self.complete(effort) };
        if depth == DEEPEST {
            return false;
        }
        for bits in candidates {
            let before = self.trail.len();
            let fits = self.learn(at, bits).and_then(|()| self.spread(effort));
            if fits.is_ok() && self.assume(depth + 1, effort, random) {
                return true;
            }
            self.queue.clear();
            self.trail.drain(before..).for_each(|at| self.known[at as usize] = None);
            if effort.is_over() {
                return false;
            }
        }
        false
    }

    /// The rest stays as it is under the model: does everything hold then?
    fn complete(&mut self, effort: &mut Effort) -> bool {
        effort.spend(self.tape.steps.len());
        let mut values = self.start.to_vec();
        for (_, at) in &self.tape.vars {
            values[*at as usize] = self.known[*at as usize].unwrap_or(self.start[*at as usize]);
        }
        self.tape.fill(&mut values);
        let holds = self.tape.holds(&values);
        if holds {
            self.found = values;
        }
        holds
    }

    /// What to assume next, and the values to try, likeliest first; none if every result that is known is explained.
    fn candidates(&self, effort: &mut Effort, random: &mut Random) -> Option<(u32, Vec<u128>)> {
        effort.spend(self.trail.len());
        let mut open = Vec::new();
        for &at in &self.trail {
            let step = &self.tape.steps[at as usize];
            let Some(bits) = self.known[at as usize] else { continue };
            let unknown = |i: usize| self.operand(at, i).1.is_none();
            match &step.node {
                Node::One(One::Extract(_), _) if unknown(0) => return Some(self.fields(step.operands[0], random)),
                Node::Two(Two::And | Two::Or | Two::Shl | Two::Lshr | Two::Urem | Two::Udiv, ..)
                    if step.width > 1 && unknown(0) && !unknown(1) =>
                {
                    return Some(self.fields(step.operands[0], random));
                }
                Node::Two(Two::Mul, ..) if unknown(0) && !unknown(1) => {
                    return Some(self.fields(step.operands[0], random));
                }
                Node::Table(entries, _) if unknown(0) => {
                    let may = |i: &usize| self.operand(at, 1 + *i).1.is_none_or(|entry| entry == bits);
                    let near = self.start[step.operands[0] as usize];
                    let mut tries: Vec<u128> = (0..entries.len()).filter(may).map(|i| i as u128).collect();
                    tries.sort_by_key(|i| *i != near);
                    return Some((step.operands[0], tries));
                }
                Node::Two(Two::Mul, ..) if unknown(0) && unknown(1) => open.push((0, at)),
                Node::Two(Two::Ult | Two::Slt | Two::UmulOverflow | Two::SmulOverflow, ..) => {}
                Node::Two(Two::Eq, ..) if bits == 0 => {}
                Node::Two(..) | Node::One(..) | Node::Ite(..) | Node::Table(..)
                    if step.operands.iter().any(|operand| self.known[*operand as usize].is_none())
                        && self.up_is_open(at) =>
                {
                    open.push((1, at));
                }
                _ => {}
            }
        }
        open.sort_unstable();
        for &(kind, at) in &open {
            if kind == 0
                && let Some(found) = self.factors(at)
            {
                return Some(found);
            }
        }
        let &(_, at) = open.first()?;
        Some(self.cut(at, effort, random))
    }

    /// Is the index of a table always one of its entries?
    fn within(&self, at: u32) -> bool {
        let operands = &self.tape.steps[at as usize].operands;
        self.tape.steps[operands[0] as usize].range.1 + 1 < operands.len() as u128
    }

    /// Is it still open which operands make the result?
    fn up_is_open(&self, at: u32) -> bool {
        let step = &self.tape.steps[at as usize];
        match &step.node {
            // The chosen operand was learned as soon as the choice was known.
            Node::Ite(..) | Node::Table(..) => self.operand(at, 0).1.is_none(),
            Node::Two(Two::And, ..) if step.width == 1 => {
                self.known[at as usize] == Some(0) && (0..2).all(|i| self.operand(at, i).1 != Some(0))
            }
            Node::Two(Two::Or, ..) if step.width == 1 => {
                self.known[at as usize] == Some(1) && (0..2).all(|i| self.operand(at, i).1 != Some(1))
            }
            _ => true,
        }
    }

    /// A word of which some bits, remainders or quotients are known: the rest is as under the model.
    fn fields(&self, at: u32, random: &mut Random) -> (u32, Vec<u128>) {
        let width = self.tape.steps[at as usize].width;
        let mut congruence: Option<(u128, u128)> = Some((0, 1));
        let (mut fixed, mut set) = (0u128, 0u128);
        let mut near = self.start[at as usize];
        let mut tries = Vec::new();
        for &parent in &self.parents[at as usize] {
            let step = &self.tape.steps[parent as usize];
            let Some(bits) = self.known[parent as usize] else { continue };
            let other = step.operands.get(1).and_then(|operand| self.known[*operand as usize]);
            match (&step.node, other) {
                (Node::One(One::Extract(low), _), _) => {
                    fixed |= mask(step.width) << low;
                    set |= bits << low;
                }
                (Node::Two(Two::And, ..), Some(kept)) => {
                    fixed |= kept;
                    set |= bits;
                }
                (Node::Two(Two::Or, ..), Some(kept)) => {
                    fixed |= !kept & mask(width);
                    set |= bits & !kept;
                }
                (Node::Two(Two::Lshr, ..), Some(count)) if count < u128::from(width) => {
                    fixed |= mask(width) << count & mask(width);
                    set |= bits << count & mask(width);
                }
                (Node::Two(Two::Shl, ..), Some(count)) if count < u128::from(width) => {
                    fixed |= mask(width) >> count;
                    set |= bits >> count;
                }
                (Node::Two(Two::Urem, ..), Some(modulus)) if modulus > 0 => {
                    congruence = congruence.and_then(|both| combine(both, (bits, modulus)));
                }
                (Node::Two(Two::Udiv, ..), Some(divisor)) if divisor > 0 => {
                    let least = bits.wrapping_mul(divisor) & mask(width);
                    near = near.clamp(least, least.saturating_add(divisor - 1));
                }
                (Node::Two(Two::Mul, ..), Some(factor)) if factor > 0 && bits % factor == 0 => {
                    tries.push(bits / factor);
                    // As signed numbers.
                    let (x, y) = (signed(width, bits), signed(width, factor));
                    tries.push(x.wrapping_div(y) as u128 & mask(width));
                }
                (Node::Two(Two::Mul, ..), Some(factor)) if factor > 0 => {
                    let (x, y) = (signed(width, bits), signed(width, factor));
                    tries.push(x.wrapping_div(y) as u128 & mask(width));
                }
                _ => {}
            }
        }
        let place = |bits: u128| bits & !fixed & mask(width) | set & fixed;
        tries.extend([place(near), near]);
        if let Some((rest, modulus)) = congruence.filter(|(_, modulus)| *modulus > 1) {
            let below = (near / modulus).saturating_mul(modulus).saturating_add(rest);
            for step in [0, 1, 2] {
                tries.push(below.wrapping_add(modulus.wrapping_mul(step)) & mask(width));
                tries.push(below.wrapping_sub(modulus.wrapping_mul(step)) & mask(width));
            }
            tries.push(rest & mask(width));
        }
        tries.extend((0..4).map(|_| place(random.word(width) & mask(width))));
        tries.dedup();
        (at, tries)
    }

    /// One of two unknown factors: a divisor of the product, as a signed or an unsigned number.
    fn factors(&self, at: u32) -> Option<(u32, Vec<u128>)> {
        let step = &self.tape.steps[at as usize];
        let bits = self.known[at as usize]?;
        let (a, b) = (step.operands[0], step.operands[1]);
        // The simpler factor leaves less to be explained.
        let chosen = a.min(b);
        let width = step.width;
        let number = signed(width, bits);
        let all = divisors(u64::try_from(number.unsigned_abs()).ok().filter(|n| *n > 0)?, MOST_DIVISORS)?;
        let near = signed(width, self.start[chosen as usize]).unsigned_abs();
        let (least, most) = self.tape.steps[chosen as usize].range;
        let mut tries: Vec<u128> = all
            .iter()
            .flat_map(|divisor| [u128::from(*divisor), u128::from(*divisor).wrapping_neg() & mask(width)])
            .filter(|bits| (least..=most).contains(bits))
            .collect();
        tries.sort_by_key(|bits| signed(width, *bits).unsigned_abs().abs_diff(near));
        Some((chosen, tries))
    }

    /// The newest unknown term below this one that is used more than once, or else an operand: its value under the
    /// model, then others.
    fn cut(&self, at: u32, effort: &mut Effort, random: &mut Random) -> (u32, Vec<u128>) {
        let mut inside = vec![false; at as usize + 1];
        inside[at as usize] = true;
        let mut chosen = None;
        for next in (0..=at as usize).rev() {
            if !inside[next] || self.known[next].is_some() && next != at as usize {
                continue;
            }
            effort.spend(1);
            let step = &self.tape.steps[next];
            if next != at as usize && (self.parents[next].len() > 1 || step.operands.is_empty()) {
                chosen = Some(next as u32);
                break;
            }
            step.operands.iter().for_each(|operand| inside[*operand as usize] = true);
        }
        let chosen = chosen.unwrap_or_else(|| {
            let operands = self.tape.steps[at as usize].operands.iter();
            operands.copied().filter(|operand| self.known[*operand as usize].is_none()).max().unwrap_or(at)
        });
        let width = self.tape.steps[chosen as usize].width;
        let mut tries = vec![self.start[chosen as usize]];
        tries.extend(match width {
            1 => vec![self.start[chosen as usize] ^ 1],
            _ => (0..3).map(|_| random.word(width) & mask(width)).collect(),
        });
        (chosen, tries)
    }
}
