//! What objects hold before anyone writes them: the initial bytes of globals.

use crate::analysis::domain::{Abs, Int, Object, Place, Pointer};
use crate::analysis::memory::content::Fills;
use crate::ir::*;
use cranelift_entity::EntityRef;

/// Reads initial bytes. Objects of globals have the numbers of the globals.
pub struct Initial<'p>(&'p Program);

impl<'p> Initial<'p> {
    pub fn new(program: &'p Program) -> Initial<'p> {
        Initial(program)
    }
}

impl Fills for Initial<'_> {
    fn model(&self) -> DataModel {
        self.0.model
    }

    fn initial(&self, global: Global, offset: i64, ty: Type) -> Abs {
        let model = self.0.model;
        let init = &self.0.globals[global].init;
        let Ok(offset) = u64::try_from(offset) else { return Abs::top(ty, model) };
        let (size, word) = (u64::from(ty.bytes(model)), u64::from(model.pointer_bits() / 8));
        let end = offset + size;
        let at = init.relocations.partition_point(|(place, _)| place + word <= offset);
        match init.relocations.get(at) {
            Some((place, symbol)) if *place < end => {
                if *place != offset || size != word || ty.is_float() {
                    return Abs::top(ty, model);
                }
                let bits = model.pointer_bits();
                let (place, offset) = match symbol {
                    Symbol::Global(global, addend) => (Place::Object(Object::new(global.index())), *addend),
                    Symbol::Func(func) => (Place::Func(*func), 0),
                };
                Abs::Pointer(Pointer::to(bits, place, Int::constant(bits, offset as i128 as u128)))
            }
            _ => {
                let mut bytes = [0; 16];
                for (i, byte) in bytes.iter_mut().enumerate().take(size as usize) {
                    *byte = init.bytes.get(offset as usize + i).copied().unwrap_or(0);
                }
                let bits = u128::from_le_bytes(bytes) & meaning::wide::mask(ty.bits(model));
                Abs::bits(ty, bits, model)
            }
        }
    }
}
