//! Globals: laid out once, filled in again before every run.
//!
//! A reset of large globals would cost more than the run. For them compiled code says where it writes, by setting the
//! *card* of 256 bytes that the address belongs to, and only what cards were set for is filled in again. A write that
//! begins in one card may end in the next; so a little more than the card is.
//!
//! Order in memory: globals with initial bytes, then zero ones, then constants. So a reset is one copy, one zeroing
//! (which for large areas costs only what was touched), and nothing for constants, which nobody can write.

use super::*;

/// Where the globals lie, and what they hold when a run begins.
#[derive(Default)]
pub struct Globals {
    pub addresses: PrimaryMap<Global, u32>,
    /// The bytes from [`GLOBALS`] on.
    image: Vec<u8>,
    /// The end of the globals that the program may write.
    zero_end: u32,
    /// Bytes of all globals together.
    pub bytes: u64,
    /// Objects in the table.
    pub objects: usize,
    /// Is there room for all?
    pub fit: bool,
    /// Are writes marked in the cards?
    pub carded: bool,
}

/// Up to so many bytes are reset whole.
const WHOLE: usize = 32 << 10;
/// The longest access.
const LONGEST: usize = 16;

/// Order of layout.
fn rank(global: &GlobalData) -> u32 {
    if global.constant {
        2
    } else if global.init.bytes.iter().any(|b| *b != 0) || !global.init.relocations.is_empty() {
        0
    } else {
        1
    }
}

impl Memory<'_> {
    pub(super) fn lay_out_globals(&mut self) {
        let globals = &self.program.globals;
        self.globals.addresses = globals.keys().map(|_| GLOBALS).collect();
        self.globals.fit = true;
        self.globals.zero_end = GLOBALS;
        let mut order: Vec<Global> = globals.keys().collect();
        order.sort_by_key(|g| rank(&globals[*g]));
        let mut at = u64::from(GLOBALS);
        let mut image_end = GLOBALS;
        for &global in &order {
            let data = &globals[global];
            at = at.next_multiple_of(u64::from(data.align.next_power_of_two().max(PAGE)));
            let end = at.saturating_add(pages_of(data.size).saturating_mul(PAGE.into()));
            if end > HEAP.into() {
                self.globals.fit = false;
                return;
            }
            let size = data.size as u32;
            self.globals.addresses[global] = at as u32;
            self.objects.add(Object {
                base: at as u32,
                readable: size,
                writable: if data.constant { 0 } else { size },
                size,
                owner: global.as_u32(),
                func: 0,
                kind: Kind::Global,
                state: State::Live,
            });
            self.globals.bytes += data.size;
            match rank(data) {
                0 => image_end = end as u32,
                1 => self.globals.zero_end = end as u32,
                _ => {}
            }
            at = end;
        }
        self.globals.zero_end = self.globals.zero_end.max(image_end);
        self.globals.objects = self.objects.len();
        for &global in &order {
            self.initialise(global);
        }
        self.globals.image = self.bytes[GLOBALS as usize..image_end as usize].to_vec();
    }

    fn initialise(&mut self, global: Global) {
        let data = &self.program.globals[global];
        let base = self.globals.addresses[global] as usize;
        // Bytes beyond the size, and addresses that would stick out, have no place to go.
        let room = &mut self.bytes[base..base + data.size as usize];
        let given = data.init.bytes.len().min(room.len());
        room[..given].copy_from_slice(&data.init.bytes[..given]);
        let width = self.program.model.pointer_bits() as usize / 8;
        for &(offset, symbol) in &data.init.relocations {
            let address = match symbol {
                Symbol::Global(target, addend) => u64::from(self.globals.addresses[target]).wrapping_add_signed(addend),
                Symbol::Func(func) => func_address(func),
            };
            if let Some(place) = room.get_mut(offset as usize..).and_then(|rest| rest.get_mut(..width)) {
                place.copy_from_slice(&address.to_le_bytes()[..width]);
            }
        }
    }

    /// Behind the last global that the program may write.
    pub(super) fn globals_end(&self) -> usize {
        (self.globals.zero_end as usize).max(GLOBALS as usize + self.globals.image.len())
    }

    /// Whether the globals are so large that who writes to them should set cards; from now on they have to.
    pub fn use_cards(&mut self) -> bool {
        self.globals.carded = self.globals_end() - GLOBALS as usize > WHOLE;
        self.globals.carded
    }

    /// Sets the cards of bytes.
    pub fn mark_written(&mut self, address: u64, size: u64) {
        if self.globals.carded && address < HEAP.into() {
            for card in address >> CARD_SHIFT..=(address + size - 1) >> CARD_SHIFT {
                let first = (SHARED - CARDS) as u64;
                let place = (first + (card & (CARDS as u64 - 1))) as usize;
                self.shared[place / 8] |= 1 << (place % 8 * 8);
            }
        }
    }

    /// Fills in what cards were set for.
    fn reset_cards(&mut self) {
        let (start, end) = (GLOBALS as usize, self.globals_end());
        let first = SHARED - CARDS;
        for word in (first + (start >> CARD_SHIFT)) / 8..=(first + (end >> CARD_SHIFT)) / 8 {
            let cards = std::mem::take(&mut self.shared[word]);
            for card in (0..8).filter(|card| cards >> (8 * card) & 255 != 0) {
                let from = (word * 8 + card - first) << CARD_SHIFT;
                let to = (from + (1 << CARD_SHIFT) + LONGEST).min(end);
                let image = &self.globals.image[(from - start).min(self.globals.image.len())..];
                let image = &image[..image.len().min(to - from)];
                self.bytes[from..from + image.len()].copy_from_slice(image);
                self.bytes[from + image.len()..to].fill(0);
            }
        }
    }

    pub(super) fn reset_globals(&mut self) {
        if self.globals.carded {
            return self.reset_cards();
        }
        let start = GLOBALS as usize;
        let image_end = start + self.globals.image.len();
        self.bytes[start..image_end].copy_from_slice(&self.globals.image);
        self.zero(image_end, (self.globals.zero_end as usize).max(image_end));
    }
}
