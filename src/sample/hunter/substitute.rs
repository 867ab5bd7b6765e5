//! Where one side of a comparison stands in the input as it is, the other side is put there: input-to-state
//! correspondence (after Aschermann et al., RedQueen, 2019), without following how values flow.

use super::Hunter;
use crate::sample::axis::{Axis, Kind, double_key, double_of, single_key, single_of};
use crate::sample::point::Change;

impl Hunter<'_> {
    /// Tries it once for the two sides that are there.
    pub(super) fn substitute(&mut self) {
        let Some(sides) = self.sides.filter(|sides| self.substituted != Some(*sides)) else { return };
        self.substituted = Some(sides);
        let [a, b] = sides;
        for (from, to) in [(a, b), (b, a)] {
            for at in 0..self.point.len() {
                for changes in self.replacements(at, from, to) {
                    if self.is_over() || self.try_better(&changes).is_none() {
                        return;
                    }
                }
            }
        }
    }

    /// Changes that put the bits of `to` where those of `from` begin.
    pub(super) fn replacements(&self, at: usize, from: u64, to: u64) -> Vec<Vec<Change>> {
        let entry = self.point.entries[at];
        let axis = self.space.axis(entry);
        let mut found = Vec::new();
        let pattern = pattern(axis, entry.key);
        for width in [8u32, 16, 32, 64] {
            let mask = u64::MAX >> (64 - width);
            if pattern & mask == from & mask && axis.pattern_bits() <= width.max(8) {
                let keys = [key(axis, to & mask, width), key(axis, to.wrapping_add(1) & mask, width)];
                found.extend(keys.into_iter().filter(|key| axis.contains(*key)).map(|key| vec![(at, key)]));
                break;
            }
        }
        // The bytes of a word, in either order.
        for bytes in [2usize, 4, 8] {
            let Some(entries) = self.point.entries.get(at..at + bytes) else { break };
            if entries.iter().any(|entry| self.space.axis(*entry).bits() > 8) {
                break;
            }
            for big in [false, true] {
                let byte = |word: u64, i: usize| word >> (8 * if big { bytes - 1 - i } else { i }) & 0xff;
                let same = |(i, entry): (usize, &crate::sample::Entry)| entry.key as u8 == byte(from, i) as u8;
                if entries.iter().enumerate().all(same) {
                    let change = |i: usize| (at + i, key(self.space.axis(entries[i]), byte(to, i), 8));
                    let changes: Vec<Change> = (0..bytes).map(change).collect();
                    let inside = |(at, key): &Change| self.space.axis(self.point.entries[*at]).contains(*key);
                    found.extend(changes.iter().all(inside).then_some(changes));
                }
            }
        }
        found
    }
}

/// The bits of a key as a program reads them.
fn pattern(axis: &Axis, key: i128) -> u64 {
    match axis.kind {
        Kind::Integer => key as u64,
        Kind::Single => single_of(key as i32).to_bits().into(),
        Kind::Double => double_of(key as i64).to_bits(),
    }
}

/// The key of bits.
fn key(axis: &Axis, bits: u64, width: u32) -> i128 {
    match axis.kind {
        Kind::Integer if axis.low < 0 => i128::from((bits << (64 - width)) as i64 >> (64 - width)),
        Kind::Integer => bits.into(),
        Kind::Single => single_key(f32::from_bits(bits as u32)).into(),
        Kind::Double => double_key(f64::from_bits(bits)).into(),
    }
}
