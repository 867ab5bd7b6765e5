//! The memory of a walk: objects with cells.
//!
//! A cell is what one store wrote, at a fixed offset. What no cell covers is as the object was in the beginning: zero,
//! or a global's bytes. Shadows are always kept; where a store may have gone anywhere in an object, all its forms are
//! forgotten and the shadows stay.

use super::affine::Affine;
use super::value::{Form, Object, Val};
use rarebit_front_end::ir::{DataModel, Func, Global, Program, Symbol};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub struct Cell {
    pub val: Val,
    pub bytes: u32,
}

#[derive(Debug)]
pub struct Body {
    pub size: Affine,
    /// In the known run.
    pub length: Option<u64>,
    /// Its address in the known run, as far as shadows need one: not that of the simulator.
    pub address: u64,
    pub dead: bool,
    global: Option<Global>,
    cells: BTreeMap<i64, Cell>,
    /// Is what no cell covers unknown, too?
    hazy: bool,
}

#[derive(Debug, Default)]
pub struct Memory {
    bodies: Vec<Body>,
    globals: FxHashMap<Global, Object>,
    by_address: BTreeMap<u64, Object>,
    next: u64,
}

/// What lies in a range.
pub enum Found {
    /// Exactly what one store wrote.
    Cell(Val),
    /// Pieces, from the lowest byte on, each with its offset in the range; a piece may begin before the range or end
    /// behind it.
    Pieces(Vec<(i64, Cell)>),
    /// Not known; the bytes in the known run.
    Hazy(Option<u128>),
}

const PAGE: u64 = 4096;
/// Functions have addresses below those of objects.
const FUNCTIONS: u64 = 0x1000;
const OBJECTS: u64 = 0x100_0000;

impl Memory {
    pub fn create(&mut self, size: Affine, length: Option<u64>) -> Object {
        self.make(size, length, None)
    }

    fn make(&mut self, size: Affine, length: Option<u64>, global: Option<Global>) -> Object {
        let object = Object(self.bodies.len() as u32);
        let address = OBJECTS + self.next;
        self.next += (length.unwrap_or(PAGE) / PAGE + 2) * PAGE;
        self.by_address.insert(address, object);
        self.bodies.push(Body { size, length, address, dead: false, global, cells: BTreeMap::new(), hazy: false });
        object
    }

    pub fn global(&mut self, program: &Program, global: Global) -> Object {
        if let Some(known) = self.globals.get(&global) {
            return *known;
        }
        let size = program.globals[global].size;
        let object = self.make(Affine::constant(size.into()), Some(size), Some(global));
        self.globals.insert(global, object);
        object
    }

    pub fn body(&self, object: Object) -> &Body {
        &self.bodies[object.0 as usize]
    }

    /// Is the offset known to be inside the object, or just behind it?
    pub fn is_inside(&self, object: Object, offset: &Affine) -> bool {
        let size = &self.body(object).size;
        matches!((offset.known(), size.known()), (Some(offset), Some(size)) if 0 <= offset && offset <= size)
    }

    /// The object at an address of the known run, and the offset in it.
    pub fn at(&self, address: u64) -> Option<(Object, i64)> {
        let (base, object) = self.by_address.range(..=address).next_back()?;
        let offset = address - base;
        (offset <= self.body(*object).length.unwrap_or(0)).then_some((*object, offset as i64))
    }

    pub fn function_address(func: Func) -> u64 {
        FUNCTIONS + 16 * u64::from(func.as_u32())
    }

    pub fn function_at(program: &Program, address: u64) -> Option<Func> {
        let offset = address.checked_sub(FUNCTIONS)?;
        let exists = offset.is_multiple_of(16) && offset / 16 < program.funcs.len() as u64;
        exists.then(|| Func::from_u32((offset / 16) as u32))
    }

    pub fn kill(&mut self, object: Object) {
        self.bodies[object.0 as usize].dead = true;
    }

    /// Forgets what is known of an object; the known run's bytes stay.
    pub fn blur(&mut self, object: Object) {
        let body = &mut self.bodies[object.0 as usize];
        body.hazy = true;
        body.cells.values_mut().for_each(|cell| cell.val.form = Form::Opaque);
    }

    pub fn blur_all(&mut self) {
        (0..self.bodies.len() as u32).for_each(|object| self.blur(Object(object)));
    }

    /// Writes at a fixed offset.
    pub fn write(&mut self, object: Object, offset: i64, cell: Cell) {
        self.clear(object, offset, cell.bytes.into());
        self.bodies[object.0 as usize].cells.insert(offset, cell);
    }

    /// Makes room: cells that reach into the range lose what lies in it.
    fn clear(&mut self, object: Object, offset: i64, bytes: i64) {
        let overlapping = self.overlapping(object, offset, bytes);
        for at in overlapping {
            let Some(cell) = self.bodies[object.0 as usize].cells.remove(&at) else { continue };
            let end = at + i64::from(cell.bytes);
            // What is left of it, byte by byte: constants stay known.
            for byte in (at..end).filter(|byte| *byte < offset || *byte >= offset + bytes) {
                let shift = 8 * (byte - at) as u32;
                let shadow = cell.val.shadow.map(|bits| bits >> shift & 0xff);
                let constant = matches!(&cell.val.form, Form::Number(number) if number.known().is_some());
                let form = match shadow {
                    Some(bits) if constant => Form::Number(Affine::constant(bits as i128)),
                    _ => Form::Opaque,
                };
                self.bodies[object.0 as usize].cells.insert(byte, Cell { val: Val { form, shadow }, bytes: 1 });
            }
        }
    }

    fn overlapping(&self, object: Object, offset: i64, bytes: i64) -> Vec<i64> {
        let cells = &self.body(object).cells;
        let range = cells.range(offset - 16..offset + bytes);
        range.filter(|(at, cell)| **at + i64::from(cell.bytes) > offset).map(|(at, _)| *at).collect()
    }

    /// What lies in a range at a fixed offset.
    pub fn read(&mut self, program: &Program, object: Object, offset: i64, bytes: u32) -> Found {
        let overlapping = self.overlapping(object, offset, bytes.into());
        if let [at] = overlapping[..] {
            let cell = &self.body(object).cells[&at];
            if at == offset && cell.bytes == bytes {
                return Found::Cell(cell.val.clone());
            }
        }
        if overlapping.is_empty()
            && let Some(address) = self.relocation(program, object, offset, bytes)
        {
            return if self.body(object).hazy { Found::Hazy(address.shadow) } else { Found::Cell(address) };
        }
        let mut pieces = Vec::new();
        let mut at = offset;
        let end = offset + i64::from(bytes);
        let mut next = overlapping.into_iter().peekable();
        while at < end {
            match next.peek() {
                Some(&cell) if cell <= at => {
                    let found = self.body(object).cells[&cell].clone();
                    pieces.push((cell - offset, found.clone()));
                    at = cell + i64::from(found.bytes);
                    next.next();
                }
                other => {
                    let until = other.copied().unwrap_or(end).min(end);
                    for byte in at..until {
                        let bits = self.initial(program, object, byte);
                        let form = if self.body(object).hazy {
                            Form::Opaque
                        } else {
                            Form::Number(Affine::constant(bits.into()))
                        };
                        let val = Val { form, shadow: Some(bits.into()) };
                        pieces.push((byte - offset, Cell { val, bytes: 1 }));
                    }
                    at = until;
                }
            }
        }
        let whole = || {
            pieces.iter().try_fold(0u128, |sum, (at, cell)| {
                let bits = cell.val.shadow?;
                let moved = if *at < 0 { bits >> (8 * -at).min(127) } else { bits.checked_shl(8 * *at as u32)? };
                Some(sum | moved)
            })
        };
        let known = |cell: &Cell| !matches!(cell.val.form, Form::Opaque);
        if bytes > 16 || !pieces.iter().all(|(_, cell)| known(cell)) {
            let mask = rarebit_front_end::ir::meaning::wide::mask((8 * bytes).min(128));
            return Found::Hazy(if bytes > 16 { None } else { whole().map(|bits| bits & mask) });
        }
        Found::Pieces(pieces)
    }

    fn initial(&self, program: &Program, object: Object, offset: i64) -> u8 {
        let global = self.body(object).global;
        let byte = global.and_then(|global| program.globals[global].init.bytes.get(usize::try_from(offset).ok()?));
        byte.copied().unwrap_or(0)
    }

    /// An address that a global holds from the beginning.
    fn relocation(&mut self, program: &Program, object: Object, offset: i64, bytes: u32) -> Option<Val> {
        let global = self.body(object).global?;
        let width = match program.model {
            DataModel::Ilp32 => 4,
            DataModel::Lp64 => 8,
        };
        if bytes != width {
            return None;
        }
        let init = &program.globals[global].init.relocations;
        let at = init.binary_search_by_key(&u64::try_from(offset).ok()?, |(at, _)| *at).ok()?;
        Some(match init[at].1 {
            Symbol::Global(global, by) => {
                let object = self.global(program, global);
                let address = self.body(object).address.wrapping_add_signed(by);
                Val { form: Form::Pointer(object, Affine::constant(by.into())), shadow: Some(address.into()) }
            }
            Symbol::Func(func) => {
                Val { form: Form::Function(func), shadow: Some(Memory::function_address(func).into()) }
            }
        })
    }

    /// The cells of a range, with offsets counted from its beginning, for copying. None if something there is more than
    /// cells and constants.
    pub fn slice(&mut self, program: &Program, object: Object, offset: i64, bytes: u32) -> Vec<(i64, Cell)> {
        let mut all = Vec::new();
        let mut at = offset;
        let end = offset + i64::from(bytes);
        while at < end {
            let cell = self.body(object).cells.get(&at).cloned();
            let cell = cell.filter(|cell| at + i64::from(cell.bytes) <= end);
            let cell = match cell {
                Some(cell) => cell,
                None => {
                    let width = if program.model == DataModel::Ilp32 { 4 } else { 8 };
                    let clear = self.overlapping(object, at, width.into()).is_empty() && at + i64::from(width) <= end;
                    match self.relocation(program, object, at, width).filter(|_| clear) {
                        Some(val) => Cell { val, bytes: width },
                        None => match self.read(program, object, at, 1) {
                            Found::Cell(val) => Cell { val, bytes: 1 },
                            Found::Hazy(shadow) => Cell { val: Val::opaque(shadow), bytes: 1 },
                            Found::Pieces(pieces) => match &pieces[..] {
                                [(0, cell)] if cell.bytes == 1 => cell.clone(),
                                [(from, cell)] => {
                                    let bits = cell.val.shadow.map(|bits| bits >> (8 * -from) & 0xff);
                                    let constant =
                                        matches!(&cell.val.form, Form::Number(number) if number.known().is_some());
                                    let form = match bits {
                                        Some(bits) if constant => Form::Number(Affine::constant(bits as i128)),
                                        _ => Form::Opaque,
                                    };
                                    Cell { val: Val { form, shadow: bits }, bytes: 1 }
                                }
                                _ => Cell { val: Val::opaque(None), bytes: 1 },
                            },
                        },
                    }
                }
            };
            let size = i64::from(cell.bytes);
            all.push((at - offset, cell));
            at += size;
        }
        all
    }
}
