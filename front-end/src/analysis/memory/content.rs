//! What is known of the bytes of an object.
//!
//! A byte is described by the *cell* that covers it, or, where no cell does, by the *rest*. Cells are exact: this
//! offset, this many bytes, this value. The rest is what the object was born with (its *fill*), or what some store
//! at an offset that is not known exactly may have put there: those are remembered by [`Region`].
//!
//! An object that stands for several concrete ones has one content that describes each of them; stores into it are
//! weak (they join).

use super::region::{self, Region, gcd};
use crate::analysis::domain::{Abs, Float, Int, Pointer};
use crate::ir::{DataModel, Global, Type, UnaryOp};
use std::collections::BTreeMap;

#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    pub size: u64,
    pub value: Abs,
}

/// What bytes are that nobody wrote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    /// Every byte is this one.
    Byte(u8),
    /// Those of a global's initial value, which are this far on.
    Init(Global, i64),
    Unknown,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Content {
    pub cells: BTreeMap<u64, Cell>,
    pub fill: Fill,
    /// In order, never overlapping.
    pub regions: Vec<Region>,
}

/// More cells than this are folded into weak ones.
const MANY_CELLS: usize = 160;

/// Copies of no more bytes than this are spelt out where the two objects were not born alike.
const SPELT_OUT: u64 = 256;

/// Which bytes of a range are set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Set {
    All,
    AllOrNone,
    Some,
}

/// The offsets that a weak access may have.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub low: u64,
    pub high: u64,
    pub stride: u64,
}

impl Span {
    /// Within an object of at most `size` bytes; `None` if no offset is.
    pub fn new(offset: &Int, size: u64, bytes: u64) -> Option<Span> {
        let last = size.checked_sub(bytes)?;
        let low = u64::try_from(offset.umin).ok()?;
        let high = offset.umax.min(last.into()) as u64;
        let stride = if offset.stride == 0 { 1 } else { u64::try_from(offset.stride).unwrap_or(1) };
        // The congruence is of the signed number; inside an object both readings are the same.
        let rest = offset.rest.rem_euclid(stride as i128) as u64;
        let low = low + (rest + stride - low % stride) % stride;
        if low > high {
            return None;
        }
        let high = high - (high - low) % stride;
        Some(Span { low, high, stride })
    }

    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }

    pub fn count(&self) -> u64 {
        (self.high - self.low) / self.stride + 1
    }

    pub fn offsets(&self) -> impl Iterator<Item = u64> {
        (self.low..=self.high).step_by(self.stride as usize)
    }

    fn has(&self, offset: u64) -> bool {
        (self.low..=self.high).contains(&offset) && (offset - self.low).is_multiple_of(self.stride)
    }

    /// May an access of `bytes` touch these?
    fn touches(&self, bytes: u64, offset: u64, size: u64) -> bool {
        if offset + size <= self.low || offset >= self.high + bytes {
            return false;
        }
        let behind = (offset + self.stride - self.low % self.stride) % self.stride;
        behind < bytes || self.stride - behind < size
    }
}

/// Any value of so many bytes.
pub fn any(size: u64) -> Abs {
    Abs::Int(Int::top((size * 8).clamp(8, 128) as u32))
}

fn is_any(value: &Abs) -> bool {
    match value {
        Abs::Int(int) => int.is_top(),
        Abs::Float(float) => float.is_top(),
        Abs::Pointer(pointer) => pointer.unknown,
    }
}

/// Like a value, with the width that memory gives it.
pub fn stored(value: &Abs, bytes: u64) -> Abs {
    match value {
        Abs::Int(int) if u64::from(int.width) < bytes * 8 => Abs::Int(int.cast(UnaryOp::Zext, (bytes * 8) as u32)),
        value => value.clone(),
    }
}

/// A stored value seen through another type.
pub fn seen_as(value: &Abs, ty: Type, model: DataModel) -> Abs {
    let bits = ty.bits(model);
    match (ty, value) {
        (Type::Int(_), Abs::Int(int)) if int.width == bits => value.clone(),
        (Type::Int(_), Abs::Int(int)) if int.width > bits => Abs::Int(int.cast(UnaryOp::Trunc, bits)),
        (Type::Int(_), Abs::Pointer(pointer)) if pointer.width == bits => value.clone(),
        (Type::Ptr, Abs::Pointer(_)) => value.clone(),
        (Type::Ptr, Abs::Int(int)) if int.as_constant() == Some(0) => Abs::zero(ty, model),
        (Type::F32, Abs::Float(float)) if float.single => value.clone(),
        (Type::F64, Abs::Float(float)) if !float.single => value.clone(),
        (Type::F32 | Type::F64, Abs::Int(int)) => match int.as_constant() {
            Some(bits) if u32::from(int.width as u8) == ty.bits(model) => Abs::bits(ty, bits, model),
            _ => Abs::top(ty, model),
        },
        _ => Abs::top(ty, model),
    }
}

/// What reading an object's fill gives.
pub trait Fills {
    fn model(&self) -> DataModel;
    /// The value of this type at an offset of a global's initial bytes.
    fn initial(&self, global: Global, offset: i64, ty: Type) -> Abs;
}

fn fill_value(fill: Fill, offset: u64, ty: Type, fills: &dyn Fills) -> Abs {
    let model = fills.model();
    match fill {
        Fill::Byte(byte) => {
            let bits = u128::from_le_bytes([byte; 16]) & crate::ir::meaning::wide::mask(ty.bits(model));
            Abs::bits(ty, bits, model)
        }
        Fill::Init(global, shift) => fills.initial(global, offset as i64 + shift, ty),
        Fill::Unknown => Abs::top(ty, model),
    }
}

/// The type of a cell that holds this value.
fn cell_type(value: &Abs, size: u64) -> Type {
    match value {
        Abs::Int(_) => Type::Int((size * 8).min(128) as u8),
        Abs::Float(Float { single: true, .. }) => Type::F32,
        Abs::Float(_) => Type::F64,
        Abs::Pointer(_) => Type::Ptr,
    }
}

impl Content {
    pub fn new(fill: Fill) -> Content {
        Content { cells: BTreeMap::new(), fill, regions: Vec::new() }
    }

    /// Cells that overlap a range of bytes.
    fn overlapping(&self, offset: u64, size: u64) -> impl DoubleEndedIterator<Item = (&u64, &Cell)> {
        self.cells
            .range(offset.saturating_sub(15)..offset.saturating_add(size))
            .filter(move |(at, cell)| *at + cell.size > offset)
    }

    /// The value of this type at an exact offset.
    pub fn read(&self, offset: u64, ty: Type, fills: &dyn Fills) -> Abs {
        let model = fills.model();
        let size = u64::from(ty.bytes(model));
        if let Some((&at, cell)) = self.overlapping(offset, size).next() {
            return if at == offset && cell.size == size {
                seen_as(&cell.value, ty, model)
            } else if at <= offset && at + cell.size >= offset + size {
                part(cell, offset - at, ty, model)
            } else {
                Abs::top(ty, model)
            };
        }
        let born = fill_value(self.fill, offset, ty, fills);
        let span = Span { low: offset, high: offset, stride: 1 };
        self.stored_values(span, size, ty, model).fold(born, |a, b| a.join(&b))
    }

    /// What stores at offsets that are not known exactly may have put at one of these.
    fn stored_values(&self, span: Span, size: u64, ty: Type, model: DataModel) -> impl Iterator<Item = Abs> {
        self.regions.iter().filter_map(move |region| region.read(span, size, ty, model))
    }

    /// The value of this type at any of the offsets.
    pub fn read_span(&self, span: Span, ty: Type, fills: &dyn Fills) -> Abs {
        let model = fills.model();
        let size = u64::from(ty.bytes(model));
        let table = matches!(self.fill, Fill::Init(..));
        if span.count() <= if table { 2048 } else { 32 } {
            let mut values = span.offsets().map(|offset| self.read(offset, ty, fills));
            let first = values.next().unwrap_or_else(|| Abs::top(ty, model));
            return values.fold(first, |a, b| a.join(&b));
        }
        if matches!(self.fill, Fill::Unknown | Fill::Init(..)) {
            return Abs::top(ty, model);
        }
        let mut value = fill_value(self.fill, span.low, ty, fills);
        for (&at, cell) in self.cells.range(span.low.saturating_sub(15)..span.high + size) {
            if span.has(at) && cell.size == size {
                value = value.join(&seen_as(&cell.value, ty, model));
            } else if span.touches(size, at, cell.size) {
                return Abs::top(ty, model);
            }
        }
        self.stored_values(span, size, ty, model).fold(value, |a, b| a.join(&b))
    }

    /// Replaces the bytes at an exact offset.
    pub fn write(&mut self, offset: u64, size: u64, value: &Abs) {
        let hit: Vec<(u64, u64)> = self.overlapping(offset, size).map(|(at, cell)| (*at, cell.size)).collect();
        for (at, length) in hit {
            self.cells.remove(&at);
            // What sticks out is no longer known.
            for byte in (at..at + length).filter(|b| *b < offset || *b >= offset + size) {
                self.cells.insert(byte, Cell { size: 1, value: any(1) });
            }
        }
        self.cells.insert(offset, Cell { size, value: stored(value, size) });
        if self.cells.len() > MANY_CELLS {
            self.fold();
        }
    }

    /// Joins a value into the bytes at an exact offset.
    pub fn join_at(&mut self, offset: u64, size: u64, value: &Abs, fills: &dyn Fills) {
        let value = stored(value, size);
        let old = self.read(offset, cell_type(&value, size), fills);
        self.write(offset, size, &old.join(&value));
    }

    /// Joins a value into the bytes at one of the offsets.
    pub fn write_span(&mut self, span: Span, size: u64, value: &Abs, fills: &dyn Fills) {
        if span.is_exact() {
            return self.join_at(span.low, size, value, fills);
        }
        let value = stored(value, size);
        for (&at, cell) in self.cells.range_mut(span.low.saturating_sub(15)..span.high + size) {
            if span.has(at) && cell.size == size {
                cell.value = cell.value.join(&value);
            } else if span.touches(size, at, cell.size) {
                cell.value = any(cell.size);
            }
        }
        self.add(Region::new(span, Cell { size, value }), &|a, b| a.join(b));
    }

    fn add(&mut self, new: Region, combine: &dyn Fn(&Abs, &Abs) -> Abs) {
        if self.fill != Fill::Unknown {
            region::add(&mut self.regions, new, combine);
        }
    }

    /// Makes all cells weak ones.
    fn fold(&mut self) {
        let cells = std::mem::take(&mut self.cells);
        let stride = cells.iter().fold(0, |stride, (at, cell)| {
            gcd(gcd(stride, *at), if cell.size.is_power_of_two() { cell.size } else { 1 })
        });
        let one = |(at, cell): (u64, Cell)| Region::new(Span { low: at, high: at, stride: stride.max(1) }, cell);
        let join = |a: &Abs, b: &Abs| a.join(b);
        if let Some(all) = cells.into_iter().map(one).reduce(|a, b| a.merge(&b, &join)) {
            self.add(all, &join);
        }
    }

    /// Every byte of a range may be anything.
    pub fn forget(&mut self, low: u64, high: u64) {
        for (&at, cell) in self.cells.range_mut(low.saturating_sub(15)..high) {
            if at + cell.size > low {
                cell.value = any(cell.size);
            }
        }
        if high - low <= 32 {
            for byte in low..high {
                if self.overlapping(byte, 1).next().is_none() {
                    self.cells.insert(byte, Cell { size: 1, value: any(1) });
                }
            }
            return;
        }
        self.add(Region::unknown(low, high), &|a, _| a.clone());
    }

    /// Sets bytes `low..high`: all of them, all or none, or only some.
    pub fn set_bytes(&mut self, low: u64, high: u64, byte: Option<u8>, how: Set, fills: &dyn Fills) {
        let Some(byte) = byte else { return self.forget(low, high) };
        for (&at, cell) in self.cells.range_mut(low.saturating_sub(15)..high) {
            if at + cell.size <= low {
                continue;
            }
            let new = fill_value(Fill::Byte(byte), at, cell_type(&cell.value, cell.size), fills);
            let inside = at >= low && at + cell.size <= high;
            cell.value = match how {
                Set::All if inside => new,
                Set::AllOrNone if inside => cell.value.join(&new),
                Set::Some if cell.size == 1 => cell.value.join(&new),
                _ if cell.value == new => new,
                _ => any(cell.size),
            };
        }
        // What lies half inside is neither what it was nor what it becomes.
        let torn = |region: &Region| match how {
            Set::All | Set::AllOrNone => region.is_cut(low) || region.is_cut(high),
            Set::Some => region.touches(low, high) && !region.is_of_bytes(),
        };
        if self.fill != Fill::Byte(byte) || self.regions.iter().any(torn) {
            self.add(Region::unknown(low, high), &|a, _| a.clone());
        }
    }

    /// The bytes `from..from + size` of another content, moved to `to`; the other bytes stay. `whole`: all bytes of
    /// this object are replaced.
    pub fn copy(&mut self, to: u64, source: &Content, from: u64, size: u64, whole: bool, fills: &dyn Fills) {
        let moved: Vec<(u64, Cell)> = source
            .overlapping(from, size)
            .filter(|(at, cell)| **at >= from && *at + cell.size <= from + size)
            .map(|(at, cell)| (at - from + to, cell.clone()))
            .collect();
        let ragged: Vec<(u64, u64)> = source
            .overlapping(from, size)
            .filter(|(at, cell)| **at < from || *at + cell.size > from + size)
            .map(|(at, cell)| (*at, cell.size))
            .collect();
        let moved_regions = source.regions.iter().filter_map(|region| region.moved(from, from + size, to));
        let moved_regions: Vec<Region> = moved_regions.collect();
        if whole {
            let fill = match source.fill {
                Fill::Init(global, shift) => Fill::Init(global, shift + from as i64 - to as i64),
                fill => fill,
            };
            *self = Content { cells: BTreeMap::new(), fill, regions: moved_regions };
        } else if matches!(source.fill, Fill::Byte(_))
            && source.fill == self.fill
            && !self.regions.iter().any(|region| region.is_cut(to) || region.is_cut(to + size))
        {
            let hit: Vec<u64> = self.overlapping(to, size).map(|(at, _)| *at).collect();
            for at in hit {
                let length = self.cells.remove(&at).map_or(0, |cell| cell.size);
                for byte in (at..at + length).filter(|b| *b < to || *b >= to + size) {
                    self.cells.insert(byte, Cell { size: 1, value: any(1) });
                }
            }
            // What was stored here before stays possible: that loses something, but is right.
            for region in moved_regions {
                self.add(region, &|a, b| a.join(b));
            }
        } else if source.fill != Fill::Unknown && size <= SPELT_OUT {
            for (at, cell) in source.spell_out(from, size, fills) {
                self.write(at - from + to, cell.size, &cell.value);
            }
        } else {
            self.forget(to, to + size);
        }
        for (at, length) in ragged {
            for byte in at.max(from)..(at + length).min(from + size) {
                self.write(byte - from + to, 1, &any(1));
            }
        }
        for (at, cell) in moved {
            self.write(at, cell.size, &cell.value);
        }
    }

    /// What lies between the cells of a range, in pieces as large as alignment and the cells allow.
    fn spell_out(&self, from: u64, size: u64, fills: &dyn Fills) -> Vec<(u64, Cell)> {
        let word = u64::from(fills.model().pointer_bits() / 8);
        let mut pieces = Vec::new();
        let mut at = from;
        while at < from + size {
            let mut piece = word;
            while piece > 1
                && (!at.is_multiple_of(piece)
                    || at + piece > from + size
                    || self.overlapping(at, piece).next().is_some())
            {
                piece /= 2;
            }
            if self.overlapping(at, piece).next().is_none() {
                let value = self.read(at, Type::Int((piece * 8) as u8), fills);
                pieces.push((at, Cell { size: piece, value }));
            }
            at += piece;
        }
        pieces
    }

    /// Joins or widens.
    pub fn merge(&self, other: &Content, fills: &dyn Fills, combine: &dyn Fn(&Abs, &Abs) -> Abs) -> Content {
        let mut merged = Content::new(if self.fill == other.fill { self.fill } else { Fill::Unknown });
        if merged.fill != Fill::Unknown {
            merged.regions = self.regions.clone();
            for region in &other.regions {
                merged.add(region.clone(), combine);
            }
        }
        let mut torn: Vec<u64> = Vec::new();
        for (&at, cell) in &self.cells {
            let mut hit = other.overlapping(at, cell.size);
            match hit.next() {
                Some((&o, theirs)) if o == at && theirs.size == cell.size => {
                    merged.cells.insert(at, Cell { size: cell.size, value: combine(&cell.value, &theirs.value) });
                }
                None => {
                    let theirs = other.read(at, cell_type(&cell.value, cell.size), fills);
                    merged.cells.insert(at, Cell { size: cell.size, value: combine(&cell.value, &theirs) });
                }
                Some(_) => torn.extend(at..at + cell.size),
            }
        }
        for (&at, cell) in &other.cells {
            if merged.cells.get(&at).is_some_and(|mine| mine.size == cell.size) {
                continue;
            }
            if self.overlapping(at, cell.size).next().is_some() {
                torn.extend(at..at + cell.size);
            } else {
                let mine = self.read(at, cell_type(&cell.value, cell.size), fills);
                merged.cells.insert(at, Cell { size: cell.size, value: combine(&mine, &cell.value) });
            }
        }
        for byte in torn {
            merged.write(byte, 1, &any(1));
        }
        merged
    }

    pub fn is_in(&self, other: &Content, fills: &dyn Fills) -> bool {
        let rest = other.fill == Fill::Unknown
            || self.fill == other.fill
                && self.regions.iter().all(|region| other.regions.iter().any(|theirs| region.is_in(theirs)));
        rest && self.cells.iter().all(|(&at, cell)| match other.overlapping(at, cell.size).next() {
            Some((&o, theirs)) if o == at && theirs.size == cell.size => cell.value.is_in(&theirs.value),
            Some(_) => (at..at + cell.size).all(|byte| other.is_unknown(byte)),
            None => cell.value.is_in(&other.read(at, cell_type(&cell.value, cell.size), fills)),
        }) && other.cells.iter().all(|(&at, cell)| match self.overlapping(at, cell.size).next() {
            Some((&o, mine)) if o == at && mine.size == cell.size => true,
            Some(_) => is_any(&cell.value),
            None => self.read(at, cell_type(&cell.value, cell.size), fills).is_in(&cell.value),
        })
    }

    /// Is nothing known of a byte?
    fn is_unknown(&self, byte: u64) -> bool {
        match self.overlapping(byte, 1).next() {
            Some((_, cell)) => is_any(&cell.value),
            None => self.fill == Fill::Unknown || self.regions.iter().any(|region| region.is_unknown(byte)),
        }
    }

    /// Everything that is kept here.
    pub fn values(&self) -> impl Iterator<Item = &Abs> {
        let stored = self.regions.iter().filter_map(|region| region.cells.as_ref()).flat_map(BTreeMap::values);
        self.cells.values().chain(stored).map(|cell| &cell.value)
    }

    /// Changes every address that is kept here.
    pub fn map_pointers(&mut self, change: &dyn Fn(&Pointer) -> Option<Pointer>) {
        let stored = self.regions.iter_mut().filter_map(|region| region.cells.as_mut()).flat_map(BTreeMap::values_mut);
        for cell in self.cells.values_mut().chain(stored) {
            if let Abs::Pointer(pointer) = &cell.value
                && let Some(new) = change(pointer)
            {
                cell.value = Abs::Pointer(new);
            }
        }
    }
}

/// Some bytes of an integer cell.
fn part(cell: &Cell, skip: u64, ty: Type, model: DataModel) -> Abs {
    match (&cell.value, ty) {
        (Abs::Int(int), Type::Int(width)) if u64::from(int.width) == cell.size * 8 => {
            let count = Int::constant(int.width, (skip * 8).into());
            let shifted = Int::binary(crate::ir::BinaryOp::Lshr, int, &count);
            if u32::from(width) < int.width {
                Abs::Int(shifted.cast(UnaryOp::Trunc, width.into()))
            } else {
                Abs::top(ty, model)
            }
        }
        _ => Abs::top(ty, model),
    }
}
