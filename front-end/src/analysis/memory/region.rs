//! Parts of an object into which something was stored at an offset that is not known exactly.
//!
//! A region remembers what may have been stored by the offset modulo a stride, which keeps the fields of an array of
//! structures apart; bytes outside it are as they were. A store that overlaps a region enlarges it; where two kinds of
//! stores overlap in different ways, nothing is known of the region.

use super::content::{Cell, Span, seen_as};
use crate::analysis::domain::Abs;
use crate::ir::{DataModel, Type};
use std::collections::BTreeMap;

#[derive(Clone, PartialEq, Debug)]
pub struct Region {
    pub low: u64,
    /// Behind the last byte.
    pub high: u64,
    pub stride: u64,
    /// By offset modulo the stride, never overlapping; `None` if nothing is known.
    pub cells: Option<BTreeMap<u64, Cell>>,
}

/// More regions of an object than this become one.
const MANY: usize = 12;

impl Region {
    pub fn unknown(low: u64, high: u64) -> Region {
        Region { low, high, stride: 1, cells: None }
    }

    /// One of the offsets may hold the cell.
    pub fn new(span: Span, cell: Cell) -> Region {
        let high = span.high + cell.size;
        let stride = span.stride.max(1);
        let cells = (cell.size <= stride).then(|| BTreeMap::from([(span.low % stride, cell)]));
        Region { low: span.low, high, stride, cells }
    }

    pub fn touches(&self, low: u64, high: u64) -> bool {
        self.low < high && low < self.high
    }

    pub fn is_unknown(&self, byte: u64) -> bool {
        self.cells.is_none() && self.touches(byte, byte + 1)
    }

    /// What may have been stored at one of the offsets; `None` if nothing.
    pub fn read(&self, span: Span, size: u64, ty: Type, model: DataModel) -> Option<Abs> {
        if !self.touches(span.low, span.high + size) {
            return None;
        }
        let Some(cells) = &self.cells else { return Some(Abs::top(ty, model)) };
        // All residues that the offsets can have.
        let step = if span.is_exact() { self.stride } else { gcd(self.stride, span.stride) };
        let mut found: Option<Abs> = None;
        for (&at, cell) in cells {
            let behind = (span.low % step + step - at % step) % step;
            if behind == 0 && cell.size == size {
                let value = seen_as(&cell.value, ty, model);
                found = Some(found.map_or(value.clone(), |old| old.join(&value)));
            } else if behind < cell.size || step - behind < size {
                return Some(Abs::top(ty, model));
            }
        }
        found
    }

    /// A region that holds both and what lies between.
    pub fn merge(&self, other: &Region, combine: &dyn Fn(&Abs, &Abs) -> Abs) -> Region {
        let mut merged = Region {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            stride: gcd(self.stride, other.stride),
            cells: Some(BTreeMap::new()),
        };
        let (Some(mine), Some(theirs)) = (&self.cells, &other.cells) else {
            return Region { stride: 1, cells: None, ..merged };
        };
        for (&at, cell) in mine {
            merged.put(at, cell, &|a, b| a.join(b));
        }
        for (&at, cell) in theirs {
            merged.put(at, cell, combine);
        }
        if merged.cells.is_none() { Region { stride: 1, ..merged } } else { merged }
    }

    fn put(&mut self, offset: u64, cell: &Cell, combine: &dyn Fn(&Abs, &Abs) -> Abs) {
        let stride = self.stride;
        let Some(cells) = &mut self.cells else { return };
        let residue = offset % stride;
        let clash = cell.size > stride
            || cells.iter().any(|(&at, other)| {
                let behind = (residue + stride - at) % stride;
                let same = behind == 0 && other.size == cell.size;
                !same && (behind < other.size || stride - behind < cell.size)
            });
        if clash {
            self.cells = None;
            return;
        }
        match cells.get_mut(&residue) {
            Some(old) => old.value = combine(&old.value, &cell.value),
            None => drop(cells.insert(residue, cell.clone())),
        }
    }

    pub fn is_in(&self, other: &Region) -> bool {
        if self.low < other.low || self.high > other.high {
            return false;
        }
        let Some(theirs) = &other.cells else { return true };
        let Some(mine) = &self.cells else { return false };
        self.stride.is_multiple_of(other.stride)
            && mine.iter().all(|(at, cell)| {
                let theirs = theirs.get(&(at % other.stride));
                theirs.is_some_and(|theirs| theirs.size == cell.size && cell.value.is_in(&theirs.value))
            })
    }

    /// Would something that is stored here be cut in two between this byte and the one before?
    pub fn is_cut(&self, at: u64) -> bool {
        let cuts = |(residue, cell): (&u64, &Cell)| {
            let behind = (at % self.stride + self.stride - residue) % self.stride;
            behind != 0 && behind < cell.size
        };
        self.low < at && at < self.high && self.cells.as_ref().is_some_and(|cells| cells.iter().any(cuts))
    }

    /// Is everything that is stored here a single byte?
    pub fn is_of_bytes(&self) -> bool {
        self.cells.as_ref().is_some_and(|cells| cells.values().all(|cell| cell.size == 1))
    }

    /// The part in `from..end`, moved so that `from` comes to `to`.
    pub fn moved(&self, from: u64, end: u64, to: u64) -> Option<Region> {
        if !self.touches(from, end) {
            return None;
        }
        let (low, high) = (self.low.max(from) - from + to, self.high.min(end) - from + to);
        let place = |at: u64| (at + to % self.stride + self.stride - from % self.stride) % self.stride;
        let whole = self.cells.as_ref().filter(|_| !self.is_cut(from) && !self.is_cut(end));
        let cells = whole.map(|cells| cells.iter().map(|(at, cell)| (place(*at), cell.clone())).collect());
        Some(Region { low, high, stride: self.stride, cells })
    }
}

/// Adds what a store may have done to the regions of an object.
pub fn add(regions: &mut Vec<Region>, mut new: Region, combine: &dyn Fn(&Abs, &Abs) -> Abs) {
    while let Some(at) = regions.iter().position(|old| old.touches(new.low, new.high)) {
        new = regions.remove(at).merge(&new, combine);
    }
    let at = regions.partition_point(|old| old.low < new.low);
    regions.insert(at, new);
    if regions.len() > MANY
        && let Some(all) = std::mem::take(regions).into_iter().reduce(|a, b| a.merge(&b, &|x, y| x.join(y)))
    {
        regions.push(all);
    }
}

pub fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
