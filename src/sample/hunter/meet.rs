//! Sums of parts that do not disturb each other, met in the middle.
//!
//! Where what separates the two sides of a comparison is a sum of terms, each made by one digit of the input, climbing
//! comes to a standstill: every digit is right or wrong only together with all the others. But such a sum needs no slope.
//! The digits are split into two halves, and the sums of one half are looked up among those of the other: n choices
//! cost √n (Horowitz and Sahni 1974). That the terms do not disturb each other is not known from the program, it is
//! measured: the effect of every digit alone, and then whether some choices of all digits together do what the sum of
//! their effects says.
//!
//! A digit is a bit, a digit to a base that the program computes with, or a whole coordinate. Sums are those of 64 bits
//! or of 32, with wrap-around. Of the sums of one half only a bit each is kept (Bloom 1970, with one hash), so that
//! sixteen million of them fit into a cache's surroundings; what seems to meet is looked at again.

use super::Hunter;
use crate::sample::axis::{Kind, below};
use crate::sample::point::Change;

/// Digits that take part, and values of a whole coordinate.
const DIGITS: usize = 160;
const VALUES: usize = 24;
/// Points that show whether effects add up: so many of all that are tried must come to the same comparison.
const TRIALS: usize = 12;
const AGREEING: usize = 3;
/// Sums of a half, at first and at most.
const SMALLEST: u64 = 1 << 12;
const LARGEST: u64 = 1 << 24;
/// Choices of the digits that take part, for each size of a half.
const DRAWS: usize = 2;
/// Instructions of a run that a sum is worth.
const COST: u64 = 16;
/// Meetings that are tried.
const MEETINGS: usize = 16;

/// One digit of a coordinate: what its values add to the key, and to what separates the sides.
#[derive(Clone)]
struct Digit {
    at: usize,
    choices: Vec<(i128, u64)>,
}

impl Hunter<'_> {
    /// Tries to make the two sides equal.
    pub(super) fn meet(&mut self) {
        let score = self.evaluate(&[]);
        self.take(score);
        let Some([a, b]) = self.sides else { return };
        let rest = a.wrapping_sub(b);
        let Some((digits, mask)) = self.separated(rest) else { return };
        // Digits that change nothing, or nothing new, only multiply what there is to search.
        let mut digits: Vec<Digit> = digits.into_iter().filter_map(|digit| distinct(digit, mask)).collect();
        let mut size = SMALLEST;
        while size <= LARGEST {
            for _ in 0..DRAWS {
                if !self.afford(2 * size * COST) {
                    return;
                }
                for last in (1..digits.len()).rev() {
                    digits.swap(last, below(self.rng, last as u128) as usize);
                }
                let (left, others) = half(&digits, size);
                let (right, others) = half(others, size);
                let base = self.base(others);
                let sum = base.iter().fold(rest, |sum, (digit, choice)| sum.wrapping_add(digit.choices[*choice].1));
                for (i, j) in meetings(left, right, sum.wrapping_neg(), mask) {
                    let chosen = numbered(left, i).chain(numbered(right, j)).chain(base.iter().copied());
                    let changes = self.changes(chosen);
                    if self.is_over() || self.try_better(&changes).is_none() {
                        return;
                    }
                }
                if others.is_empty() {
                    // That was all there is.
                    return;
                }
            }
            size *= 8;
        }
    }

    /// Digits whose effects add up, and in which bits; to one base after the other.
    fn separated(&mut self, rest: u64) -> Option<(Vec<Digit>, u64)> {
        let start = self.score;
        for base in self.bases() {
            let digits = self.digits(base, rest)?;
            if let Some(mask) = self.adds_up(&digits, rest) {
                return Some((digits, mask));
            }
            if self.is_turn_over() || self.score != start {
                break;
            }
        }
        None
    }

    /// 2 and 10, small numbers that the program compares or computes with, and 0 for whole coordinates, in random order.
    fn bases(&mut self) -> Vec<i128> {
        let constants = self.special.iter().flatten().copied().filter(|value| (3..=16).contains(value));
        let mut bases: Vec<i128> = [0, 2, 10].into_iter().chain(constants).collect();
        bases.sort_unstable();
        bases.dedup();
        for last in (1..bases.len()).rev() {
            bases.swap(last, below(self.rng, last as u128) as usize);
        }
        bases
    }

    /// The digits of some coordinates with their effects, as far as they can be measured.
    fn digits(&mut self, base: i128, rest: u64) -> Option<Vec<Digit>> {
        let here = self.score;
        let mut order: Vec<usize> = (0..self.point.len()).collect();
        for last in (1..order.len()).rev() {
            order.swap(last, below(self.rng, last as u128) as usize);
        }
        let mut digits = Vec::new();
        for at in order {
            let entry = self.point.entries[at];
            let axis = *self.space.axis(entry);
            if axis.kind != Kind::Integer || axis.bits() > 64 || digits.len() >= DIGITS {
                continue;
            }
            for increments in self.increments(at, base) {
                let mut digit = Digit { at, choices: vec![(0, 0)] };
                for by in increments {
                    let Some(key) = self.moved(at, by).filter(|_| by != 0) else { continue };
                    let score = self.evaluate(&[(at, key)]);
                    if score.beats(self.score) && !score.comparable(here) {
                        self.take(score);
                        return None;
                    }
                    if self.objective.is_over() {
                        return None;
                    }
                    if let Some([a, b]) = self.tried_sides.filter(|_| score.comparable(here)) {
                        digit.choices.push((by, a.wrapping_sub(b).wrapping_sub(rest)));
                    }
                }
                digits.push(digit);
            }
        }
        Some(digits)
    }

    /// For every digit of a coordinate what other values of it add to the key; base 0: the coordinate is one digit.
    fn increments(&mut self, at: usize, base: i128) -> Vec<Vec<i128>> {
        let entry = self.point.entries[at];
        let axis = *self.space.axis(entry);
        if base == 0 {
            let all = axis.span() < VALUES as u128;
            let value = |hunter: &mut Self, i: usize| {
                let key = if all { axis.low + i as i128 } else { hunter.random_key(at) };
                key - entry.key
            };
            let many = if all { axis.span() as usize + 1 } else { VALUES };
            return vec![(0..many).map(|i| value(self, i)).collect()];
        }
        let number = if axis.low < 0 { entry.key - axis.low } else { entry.key };
        let (mut place, mut digits) = (1i128, Vec::new());
        while place <= axis.high.max(axis.span() as i128) && digits.len() < 64 {
            let digit = number / place % base;
            digits.push((0..base).map(|value| (value - digit) * place).collect());
            place *= base;
        }
        digits
    }

    /// Do the effects of digits add up, and in how many bits? A mask of these.
    fn adds_up(&mut self, digits: &[Digit], rest: u64) -> Option<u64> {
        if digits.iter().filter(|digit| digit.choices.iter().any(|(_, effect)| *effect != 0)).count() < 4 {
            return None;
        }
        let (here, mut mask, mut agreeing) = (self.score, u64::MAX, 0);
        for _ in 0..TRIALS {
            let chosen: Vec<(&Digit, usize)> = self.base(digits);
            let changes = self.changes(chosen.iter().copied());
            let score = self.evaluate(&changes);
            if score.beats(self.score) && !score.comparable(here) {
                self.take(score);
                return None;
            }
            let Some([a, b]) = self.tried_sides.filter(|_| score.comparable(here)) else { continue };
            let sum = chosen.iter().fold(rest, |sum, (digit, choice)| sum.wrapping_add(digit.choices[*choice].1));
            let error = a.wrapping_sub(b).wrapping_sub(sum);
            if error & mask != 0 {
                mask = u32::MAX.into();
            }
            if error & mask != 0 {
                return None;
            }
            agreeing += 1;
            if agreeing >= AGREEING {
                return Some(mask);
            }
        }
        None
    }

    /// A value for each of these digits.
    fn base<'d>(&mut self, digits: &'d [Digit]) -> Vec<(&'d Digit, usize)> {
        digits.iter().map(|digit| (digit, below(self.rng, digit.choices.len() as u128 - 1) as usize)).collect()
    }

    fn changes<'d>(&self, chosen: impl Iterator<Item = (&'d Digit, usize)>) -> Vec<Change> {
        let mut changes: Vec<Change> = Vec::new();
        for (digit, choice) in chosen {
            let by = digit.choices[choice].0;
            match changes.iter_mut().find(|(at, _)| *at == digit.at) {
                Some((_, key)) => *key += by,
                None => changes.push((digit.at, self.point.entries[digit.at].key + by)),
            }
        }
        for (at, key) in &mut changes {
            let axis = self.space.axis(self.point.entries[*at]);
            *key = (*key).clamp(axis.low, axis.high);
        }
        changes
    }
}

/// A digit with only choices whose effects differ; none if there is nothing to choose.
fn distinct(mut digit: Digit, mask: u64) -> Option<Digit> {
    digit.choices.iter_mut().for_each(|(_, effect)| *effect &= mask);
    digit.choices.sort_by_key(|(by, effect)| (*effect, *by != 0, *by));
    digit.choices.dedup_by_key(|(_, effect)| *effect);
    (digit.choices.len() > 1).then_some(digit)
}

/// As many of the first digits as have no more than `size` values together, and the others.
fn half(digits: &[Digit], size: u64) -> (&[Digit], &[Digit]) {
    let mut many = 1u64;
    let fits = digits.iter().take_while(|digit| {
        many = many.saturating_mul(digit.choices.len() as u64);
        many <= size
    });
    digits.split_at(fits.count())
}

/// Every sum of effects with the number of its choices.
fn each(digits: &[Digit], sum: u64, number: u64, f: &mut impl FnMut(u64, u64)) {
    let Some((first, rest)) = digits.split_first() else { return f(number, sum) };
    for (choice, (_, effect)) in first.choices.iter().enumerate() {
        each(rest, sum.wrapping_add(*effect), number * first.choices.len() as u64 + choice as u64, f);
    }
}

/// The choices with a number.
fn numbered(digits: &[Digit], number: u64) -> impl Iterator<Item = (&Digit, usize)> {
    digits.iter().rev().scan(number, |left, digit| {
        let many = digit.choices.len() as u64;
        let choice = *left % many;
        *left /= many;
        Some((digit, choice as usize))
    })
}

/// Numbers of choices of both halves whose sums add up to what is wanted, a few.
fn meetings(left: &[Digit], right: &[Digit], wanted: u64, mask: u64) -> Vec<(u64, u64)> {
    let many: u64 = left.iter().map(|digit| digit.choices.len() as u64).product();
    let bits = (many.ilog2() + 4).max(6);
    let place = |sum: u64| ((sum & mask).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)) as usize;
    let mut known = vec![0u64; 1 << (bits - 6)];
    each(left, 0, 0, &mut |_, sum| known[place(sum) / 64] |= 1 << (place(sum) % 64));
    let mut met: Vec<(u64, u64)> = Vec::new();
    each(right, 0, 0, &mut |number, sum| {
        let other = wanted.wrapping_sub(sum) & mask;
        if known[place(other) / 64] >> (place(other) % 64) & 1 == 1 {
            met.push((other, number));
        }
    });
    // The other way round, so that few have to be looked up.
    known.fill(0);
    met.iter().for_each(|(sum, _)| known[place(*sum) / 64] |= 1 << (place(*sum) % 64));
    met.sort_unstable();
    let mut found = Vec::new();
    each(left, 0, 0, &mut |number, sum| {
        if found.len() < MEETINGS && known[place(sum) / 64] >> (place(sum) % 64) & 1 == 1 {
            let at = met.partition_point(|(other, _)| *other < sum & mask);
            found.extend(met.get(at).filter(|(other, _)| *other == sum & mask).map(|(_, other)| (number, *other)));
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_meet_where_the_sum_is_right() {
        let digit = |at: usize, effects: &[u64]| Digit { at, choices: effects.iter().map(|e| (0, *e)).collect() };
        let left = [digit(0, &[0, 5]), digit(1, &[0, 100, 1000])];
        let right = [digit(2, &[0, 7, u64::MAX]), digit(3, &[0, 40])];
        let sum = |(i, j): (u64, u64)| {
            numbered(&left, i)
                .chain(numbered(&right, j))
                .map(|(digit, c)| digit.choices[c].1)
                .fold(0, u64::wrapping_add)
        };
        for wanted in [0, 4, 112, 1039, 1052] {
            let found = meetings(&left, &right, wanted, u64::MAX);
            assert!(found.len() == 1 && sum(found[0]) == wanted, "{wanted}: {found:?}");
        }
        assert!(meetings(&left, &right, 3, u64::MAX).is_empty());
        assert_eq!(meetings(&left, &right, 1 << 40 | 5, 0xffff).len(), 1, "only the bits of the mask count");
    }
}
