//! What a constant format leaves out: of all that `printf` can do, a call does what its format says.
//!
//! The model of `printf` walks over the format and the arguments, which is more than intervals can follow: every
//! conversion would seem possible at every place, `%n` with its store through an argument included. So where the
//! format is a constant string, the letters behind its `%` signs are kept with the calls below, and the functions that
//! do other conversions are not entered.

use super::context::Context;
use super::{Engine, Walk};
use crate::analysis::domain::{Abs, Object, Place};
use crate::ir::*;
use cranelift_entity::EntityRef;

/// Conversions that a call may come to, as bits of ASCII letters; `None` if that is not known.
pub type Letters = Option<u128>;

/// Functions of the library whose last named parameter is a format.
const PRINTERS: [&str; 6] = ["printf", "fprintf", "dprintf", "sprintf", "snprintf", "asprintf"];

/// Functions of the model that do these conversions alone.
const CONVERTERS: [(&str, &str); 6] = [
    ("store_count", "n"),
    ("convert_string", "sSm"),
    ("convert_char", "cC"),
    ("__model_convert_pointer", "p"),
    ("__model_convert_integer", "dDiouUxXbBO"),
    ("__model_convert_real", "eEfFgGaA"),
];

/// All that may stand between `%` and the letter.
const BETWEEN: &[u8] = b"-+ #0'I123456789*$.hlLqjztwf";

fn letters(format: &[u8]) -> u128 {
    let text = format.split(|byte| *byte == 0).next().unwrap_or_default();
    let signs = text.iter().enumerate().filter(|(_, byte)| **byte == b'%').map(|(at, _)| at);
    let mut letters = 0;
    for at in signs {
        for &byte in &text[at + 1..] {
            // `f` is a letter and, in `%wf8d`, not.
            letters |= 1u128.checked_shl(byte.into()).unwrap_or(0);
            if !BETWEEN.contains(&byte) {
                break;
            }
        }
    }
    letters
}

impl<'p> Engine<'p> {
    /// The conversions below a call.
    pub(super) fn letters(&self, caller: Context, callee: Func, args: &[Abs]) -> Letters {
        let func = &self.program.funcs[callee];
        if !func.library {
            return None;
        }
        let known = self.contexts.table[caller].entry.as_ref().and_then(|entry| entry.letters);
        if !PRINTERS.contains(&func.name.as_str()) {
            return known;
        }
        let format = args.get(func.sig.params.len().checked_sub(1)?)?.pointer(self.word);
        let (Place::Object(object), offset) = format.single()? else { return None };
        let bytes = self.constant_bytes(object)?;
        let start = usize::try_from(offset.as_constant()?).ok()?;
        let format = bytes.get(start..).filter(|rest| rest.contains(&0))?;
        Some(letters(format))
    }

    /// The bytes of an object that never change.
    fn constant_bytes(&self, object: Object) -> Option<&'p [u8]> {
        // Globals come first among the objects.
        let global = Global::new(object.index());
        let data = self.program.globals.get(global)?;
        (data.constant && data.init.relocations.is_empty()).then_some(data.init.bytes.as_slice())
    }

    /// Is a call left out by the format?
    pub(super) fn is_left_out(&self, walk: &Walk<'p>, callee: Func) -> bool {
        let func = &self.program.funcs[callee];
        let known = self.contexts.table[walk.context].entry.as_ref().and_then(|entry| entry.letters);
        let (Some(known), true) = (known, func.library) else { return false };
        let name = func.name.split('.').next().unwrap_or_default();
        CONVERTERS.iter().any(|(converter, does)| *converter == name && letters_of(does) & known == 0)
    }
}

fn letters_of(text: &str) -> u128 {
    text.bytes().fold(0, |all, byte| all | 1 << byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_behind_percent_signs() {
        let has = |format: &str, letter: u8| letters(format.as_bytes()) >> letter & 1 == 1;
        assert!(has("%s.%04x", b's') && has("%s.%04x", b'x') && !has("number %s", b'n'));
        assert!(has("%-5.*ln", b'n') && has("%1$hhn", b'n') && has("%%n %wf8d", b'd') && !has("%d\0%n", b'n'));
        assert_eq!(letters(b"nothing"), 0);
    }
}
