//! A number for what the memory holds: living objects, where they lie, and their bytes.

use super::objects::State;
use super::{Kind, Memory};
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// More bytes are not looked at.
const MOST: u64 = 1 << 14;

impl Memory<'_> {
    /// Adds the objects that the program may write to a hash; false if they are too many to be looked at.
    pub fn digest(&self, hasher: &mut FxHasher) -> bool {
        let mut bytes = 0;
        for id in 1..self.objects.len() {
            let object = self.objects.get(id as u32);
            if object.kind == Kind::None || object.state != State::Live || object.writable == 0 {
                continue;
            }
            bytes += u64::from(object.size);
            if bytes > MOST {
                return false;
            }
            hasher.write_u32(object.base);
            hasher.write(&self.bytes[object.base as usize..(object.base + object.size) as usize]);
        }
        true
    }
}
