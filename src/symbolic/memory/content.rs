//! The bytes of an object: chunks shared between copies, each with known bytes and, beside them, the terms of bytes
//! that are not known.

use crate::symbolic::terms::{Term, Terms, Two, Word};
use std::collections::BTreeMap;
use std::rc::Rc;

const CHUNK: usize = 512;

#[derive(Clone, Debug)]
struct Chunk {
    bytes: [u8; CHUNK],
    terms: BTreeMap<u16, Term>,
}

impl Default for Chunk {
    fn default() -> Self {
        Chunk { bytes: [0; CHUNK], terms: BTreeMap::new() }
    }
}

/// All zero where there is no chunk.
#[derive(Clone, Debug, Default)]
pub struct Content(Vec<Option<Rc<Chunk>>>);

impl Content {
    pub fn zero(size: usize) -> Content {
        Content(vec![None; size.div_ceil(CHUNK)])
    }

    pub fn new(bytes: &[u8]) -> Content {
        let mut content = Content::zero(bytes.len());
        for (at, &byte) in bytes.iter().enumerate().filter(|(_, byte)| **byte != 0) {
            content.set(at, Word::Known(byte.into()));
        }
        content
    }

    pub fn get(&self, at: usize) -> Word {
        let Some(chunk) = &self.0[at / CHUNK] else { return Word::ZERO };
        let within = at % CHUNK;
        if !chunk.terms.is_empty()
            && let Some(&term) = chunk.terms.get(&(within as u16))
        {
            return Word::Term(term);
        }
        Word::Known(chunk.bytes[within].into())
    }

    /// All that is not zero: eight bytes at once, or each of them where a term is among them.
    pub fn each(&self, mut f: impl FnMut(usize, Result<u64, Word>)) {
        for (number, chunk) in self.0.iter().enumerate() {
            let Some(chunk) = chunk else { continue };
            for group in (0..CHUNK).step_by(8) {
                let at = number * CHUNK + group;
                let terms =
                    !chunk.terms.is_empty() && chunk.terms.range(group as u16..group as u16 + 8).next().is_some();
                if terms {
                    (at..at + 8).for_each(|at| f(at, Err(self.get(at))));
                } else {
                    let bytes = chunk.bytes[group..group + 8].try_into().expect("eight bytes");
                    match u64::from_le_bytes(bytes) {
                        0 => {}
                        bits => f(at, Ok(bits)),
                    }
                }
            }
        }
    }

    pub fn set(&mut self, at: usize, byte: Word) {
        let slot = &mut self.0[at / CHUNK];
        if slot.is_none() && byte == Word::ZERO {
            return;
        }
        let chunk = Rc::make_mut(slot.get_or_insert_default());
        let within = at % CHUNK;
        match byte {
            Word::Known(bits) => {
                chunk.bytes[within] = bits as u8;
                if !chunk.terms.is_empty() {
                    chunk.terms.remove(&(within as u16));
                }
            }
            Word::Term(term) => {
                chunk.terms.insert(within as u16, term);
            }
        }
    }

    /// The known bytes of a range inside one chunk that has no terms.
    pub fn plain(&self, at: usize, size: usize) -> Option<&[u8]> {
        static ZERO: [u8; 16] = [0; 16];
        if at / CHUNK != (at + size - 1) / CHUNK {
            return None;
        }
        match &self.0[at / CHUNK] {
            None => Some(&ZERO[..size]),
            Some(chunk) if chunk.terms.is_empty() => Some(&chunk.bytes[at % CHUNK..at % CHUNK + size]),
            Some(_) => None,
        }
    }

    /// A number of at most 16 bytes, lowest first, cut to `width` bits.
    pub fn load(&self, terms: &mut Terms, at: usize, width: u32) -> Word {
        let size = width.div_ceil(8) as usize;
        let mask = rarebit_front_end::ir::meaning::wide::mask(width);
        if let Some(plain) = self.plain(at, size) {
            let mut bytes = [0; 16];
            bytes[..size].copy_from_slice(plain);
            return Word::Known(u128::from_le_bytes(bytes) & mask);
        }
        let bytes: Vec<Word> = (at..at + size).map(|at| self.get(at)).collect();
        if let Some(known) = bytes.iter().map(|byte| byte.known()).collect::<Option<Vec<u128>>>() {
            let bits = known.iter().rev().fold(0, |bits, byte| bits << 8 | byte);
            return Word::Known(bits & mask);
        }
        let parts = bytes.into_iter().rev().map(|byte| byte.term(terms, 8)).collect::<Vec<Term>>();
        let whole = parts.into_iter().reduce(|high, low| terms.two(Two::Concat, high, low)).expect("at least one byte");
        let cut = terms.extract(whole, 0, width);
        Word::of(terms, cut)
    }

    /// Writes a number of `width` bits.
    pub fn store(&mut self, terms: &mut Terms, at: usize, width: u32, value: Word) {
        let size = width.div_ceil(8);
        let value = match value {
            Word::Term(term) if size * 8 > width => {
                Word::Term(terms.widen(super::super::terms::One::Zext, term, size * 8))
            }
            other => other,
        };
        for i in 0..size {
            let byte = match value {
                Word::Known(bits) => Word::Known(bits >> (8 * i) & 0xff),
                Word::Term(term) => {
                    let byte = terms.extract(term, 8 * i, 8);
                    Word::of(terms, byte)
                }
            };
            self.set(at + i as usize, byte);
        }
    }
}
