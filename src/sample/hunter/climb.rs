//! One coordinate at a time.

use super::{Hunter, Score};
use crate::sample::axis::below;

impl Hunter<'_> {
    /// Improves one coordinate as far as it goes.
    pub(super) fn climb(&mut self, at: usize) {
        if self.point.entries.len() <= at || self.try_jumps(at) || self.is_over() {
            return;
        }
        if !self.matters(at) {
            return;
        }
        let name = self.point.entries[at].name;
        let bits = self.space.axis(self.point.entries[at]).bits();
        let mut changed = false;
        // From the greatest step down: what a step of 2^k improves, doubling it may improve further.
        for bit in (0..bits).rev() {
            for sign in [1, -1] {
                if self.is_over() || self.point.entries.get(at).is_none_or(|entry| entry.name != name) {
                    return;
                }
                let Some(step) = 1i128.checked_shl(bit).filter(|step| *step > 0).map(|step| step * sign) else {
                    continue;
                };
                let Some(key) = self.moved(at, step) else { continue };
                let before = self.score;
                match self.try_better(&[(at, key)]) {
                    None => {
                        changed = true;
                        self.pattern(at, step);
                    }
                    Some(score) => {
                        changed |= score != before;
                        self.secant(at, step, score);
                    }
                }
            }
            self.flip(at, bit);
        }
        if !changed {
            self.specials(at);
        }
        self.combine(at);
    }

    /// Sums and differences of coordinates as long as they help: before the steps of powers of two, which lead away from
    /// the small numbers that sums begin with.
    pub(super) fn combine_all(&mut self) {
        while !self.is_over() && self.point.len() >= 2 {
            let before = self.score;
            for at in self.shuffled() {
                if at < self.point.len() {
                    self.combine(at);
                }
            }
            if !self.score.beats(before) {
                return;
            }
        }
    }

    /// Sums and differences with a few other coordinates: what grows together may have to.
    fn combine(&mut self, at: usize) {
        for _ in 0..self.point.len().min(4) {
            let Some(other) = self.point.len().checked_sub(1).map(|last| below(self.rng, last as u128) as usize) else {
                return;
            };
            for sign in [1, -1] {
                if self.is_over() || at >= self.point.len() || other >= self.point.len() {
                    return;
                }
                let by = self.point.entries[other].key.saturating_mul(sign);
                let Some(key) = self.moved(at, by).filter(|_| by != 0 && other != at) else { continue };
                if self.try_better(&[(at, key)]).is_none() {
                    continue;
                }
                // The other one in turn, as in a sequence of sums.
                let both = self.moved(other, key).filter(|_| sign > 0 && !self.is_over());
                if let Some(sum) = both {
                    self.try_better(&[(at, key), (other, sum)]);
                }
            }
        }
    }

    /// Does anything change with this coordinate? A few tries tell, most of the time.
    fn matters(&mut self, at: usize) -> bool {
        for _ in 0..3 {
            if self.is_over() || at >= self.point.len() {
                return false;
            }
            let (before, key) = (self.score, self.random_key(at));
            if self.try_better(&[(at, key)]).is_none_or(|score| score != before) {
                return at < self.point.len();
            }
        }
        below(self.rng, 7) == 0
    }

    /// A move that helped, doubled as long as it helps.
    fn pattern(&mut self, at: usize, step: i128) {
        let mut step = step;
        while !self.is_over() && at < self.point.len() {
            let Some(double) = step.checked_mul(2) else { return };
            step = double;
            let Some(key) = self.moved(at, step) else { return };
            if self.try_better(&[(at, key)]).is_some() {
                return;
            }
        }
    }

    /// The distance changed from d to e over a step: if it is the absolute value of something straight, that is zero at
    /// d/(d−e) steps, or at d/(d+e) if it changed its sign.
    fn secant(&mut self, at: usize, step: i128, there: Score) {
        let here = self.score;
        if !here.comparable(there) || here.distance == there.distance || !there.distance.is_finite() {
            return;
        }
        let (d, e) = (here.distance, there.distance);
        for slope in [d - e, d + e] {
            let jump = (step as f64 * (d / slope)).round();
            if self.is_over() || at >= self.point.len() || self.score != here {
                return;
            }
            if let Some(key) = self.moved(at, jump as i128) {
                self.try_better(&[(at, key)]);
            }
        }
    }

    /// The coordinate itself may be what is compared: try the distance as the step.
    pub(super) fn try_jumps(&mut self, at: usize) -> bool {
        let distance = self.score.distance;
        if !distance.is_finite() || distance > 1e30 {
            return false;
        }
        let whole = distance.ceil() as i128;
        for by in [whole, -whole, whole - 1, 1 - whole] {
            let Some(key) = self.moved(at, by).filter(|_| by != 0) else { continue };
            let before = self.score;
            if self.try_better(&[(at, key)]).is_none() && !self.score.comparable(before) || self.is_over() {
                return true;
            }
            if self.score != before {
                return false;
            }
        }
        false
    }

    fn flip(&mut self, at: usize, bit: u32) {
        let Some(entry) = self.point.entries.get(at).copied() else { return };
        let axis = self.space.axis(entry);
        let key = axis.flip(entry.key, bit);
        if axis.contains(key) && !self.is_over() {
            self.try_better(&[(at, key)]);
        }
    }

    /// A few of the values worth trying, and the keys of other coordinates.
    fn specials(&mut self, at: usize) {
        let site = self.point.entries[at].name.site as usize;
        let known = self.special.get(site).map_or(0, Vec::len);
        for _ in 0..known.min(12) {
            if self.is_over() || at >= self.point.len() {
                return;
            }
            let key = self.special[site][below(self.rng, known as u128 - 1) as usize];
            if self.space.axes[site].contains(key) {
                self.try_better(&[(at, key)]);
            }
        }
    }
}
