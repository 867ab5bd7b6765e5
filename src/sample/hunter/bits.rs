//! Newton's method over bits: an equation between two words, solved as linear equations over GF(2).
//!
//! Flipping one input bit changes the exclusive or of the two sides by some word; these words are the columns of a
//! matrix, and the flips whose columns add up to what separates the sides would make them equal if the program were
//! linear over GF(2), as checksums, shift registers and masks are: then one step hits. Sums, differences and products
//! are not linear, but their bit i depends only on bits 0 to i of the operands. So the equations are solved from the
//! lowest bit up: each step settles at least one more bit for good, and then the columns are measured again (Hensel's
//! lifting, without knowing the function).

use super::Hunter;
use crate::sample::axis::below;
use crate::sample::point::Change;

/// Input bits that take part.
const VARIABLES: usize = 256;
/// Measurements of the columns.
const ROUNDS: usize = 70;

/// A set of variables.
type Flips = [u64; VARIABLES / 64];

impl Hunter<'_> {
    /// Tries to make the two sides equal.
    pub(super) fn solve_bits(&mut self) {
        let Some([a, b]) = self.sides else { return };
        let (start, mut rest) = (self.score, a ^ b);
        let variables = self.variables();
        let mut changes: Vec<Change> = Vec::new();
        for _ in 0..ROUNDS {
            let mut columns = Vec::with_capacity(variables.len());
            for &(at, bit) in &variables {
                let (base, key) = self.flipped(&changes, at, bit);
                if !self.space.axis(self.point.entries[at]).contains(key) {
                    columns.push(0);
                    continue;
                }
                set(&mut changes, at, key);
                let score = self.evaluate(&changes);
                if score.is_hit() || score.beats(self.score) && !score.comparable(self.score) {
                    self.take(score);
                    return;
                }
                if self.objective.is_over() {
                    return;
                }
                let sides = self.tried_sides.filter(|_| score.comparable(start));
                columns.push(sides.map_or(0, |[a, b]| a ^ b ^ rest));
                set(&mut changes, at, base);
            }
            let flips = solve(&columns, rest);
            for (variable, &(at, bit)) in variables.iter().enumerate() {
                if flips[variable / 64] >> (variable % 64) & 1 == 1 {
                    let (_, key) = self.flipped(&changes, at, bit);
                    set(&mut changes, at, key);
                }
            }
            let inside = |(at, key): &Change| self.space.axis(self.point.entries[*at]).contains(*key);
            if !changes.iter().all(inside) {
                return;
            }
            let score = self.evaluate(&changes);
            if score.beats(self.score) {
                self.take(score);
                return;
            }
            let Some([a, b]) = self.tried_sides.filter(|_| score.comparable(start)) else { return };
            if (a ^ b).trailing_zeros() <= rest.trailing_zeros() {
                return;
            }
            rest = a ^ b;
        }
    }

    /// All bits of some coordinates, in random order: of one, of half of them, or of as many as fit. The fewer there are,
    /// the less disturbs; the more, the more can be solved.
    fn variables(&mut self) -> Vec<(usize, u32)> {
        let mut order: Vec<usize> = (0..self.point.len()).filter(|at| !self.frozen.contains(at)).collect();
        let mut variables = Vec::new();
        let many = match below(self.rng, 2) {
            0 => 1,
            1 => order.len().div_ceil(2),
            _ => order.len(),
        };
        for last in (1..order.len()).rev() {
            order.swap(last, below(self.rng, last as u128) as usize);
        }
        order.truncate(many);
        while !order.is_empty() && variables.len() < VARIABLES {
            let at = order.swap_remove(below(self.rng, order.len() as u128 - 1) as usize);
            let bits = self.space.axis(self.point.entries[at]).pattern_bits();
            variables.extend((0..bits).map(|bit| (at, bit)));
        }
        variables.truncate(VARIABLES);
        for last in (1..variables.len()).rev() {
            variables.swap(last, below(self.rng, last as u128) as usize);
        }
        variables
    }

    /// A coordinate's key after the changes, and the same with one bit flipped.
    fn flipped(&self, changes: &[Change], at: usize, bit: u32) -> (i128, i128) {
        let changed = changes.iter().find(|(known, _)| *known == at).map(|(_, key)| *key);
        let key = changed.unwrap_or(self.point.entries[at].key);
        (key, self.space.axis(self.point.entries[at]).flip(key, bit))
    }
}

fn set(changes: &mut Vec<Change>, at: usize, key: i128) {
    match changes.iter_mut().find(|(known, _)| *known == at) {
        Some(change) => change.1 = key,
        None => changes.push((at, key)),
    }
}

/// Which columns add up to the target: in all bits if that is possible, else in as many as possible from the lowest on.
fn solve(columns: &[u64], target: u64) -> Flips {
    // For each bit, a sum of columns whose lowest bit it is, and which columns they are.
    let mut basis: [Option<(u64, Flips)>; 64] = [None; 64];
    for (variable, &column) in columns.iter().enumerate() {
        let mut flips = Flips::default();
        flips[variable / 64] |= 1 << (variable % 64);
        let mut rest = column;
        while rest != 0 {
            let low = rest.trailing_zeros() as usize;
            match basis[low] {
                Some((sum, known)) => {
                    rest ^= sum;
                    flips.iter_mut().zip(known).for_each(|(word, more)| *word ^= more);
                }
                None => {
                    basis[low] = Some((rest, flips));
                    break;
                }
            }
        }
    }
    let (mut rest, mut flips) = (target, Flips::default());
    for (bit, known) in basis.iter().enumerate() {
        if let (1, Some((sum, more))) = (rest >> bit & 1, known) {
            rest ^= sum;
            flips.iter_mut().zip(more).for_each(|(word, more)| *word ^= more);
        }
    }
    flips
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_add_up_to_the_target() {
        let columns = [0b0110, 0b0011, 0b1000, 0b0101];
        let sum = |flips: Flips| (0..4).filter(|i| flips[0] >> i & 1 == 1).fold(0, |sum, i| sum ^ columns[i]);
        for target in [0, 0b0110, 0b0101, 0b1011, 0b1101] {
            assert_eq!(sum(solve(&columns, target)), target, "{target:04b}");
        }
        // Odd weight in the three low bits is out of reach; the lowest bits are right all the same.
        assert_eq!(sum(solve(&columns, 0b0001)) & 1, 1);
    }
}
