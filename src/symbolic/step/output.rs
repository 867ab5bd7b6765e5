//! What is printed does not decide where control goes. A number whose text only goes to the terminal is therefore written
//! with one of the values it can have, and nothing is assumed about it: no way is lost, and none is split by digits.
//!
//! Where somebody could see the text or its length (a call of the `printf` family whose result is used, a stream that the
//! program opened itself, a text in memory, a caller that compares outputs) the models run as they stand.

use crate::symbolic::executor::Executor;
use crate::symbolic::state::State;
use crate::symbolic::terms::Word;
use cranelift_entity::EntitySet;
use rarebit_front_end::ir::*;

/// Models that write a number: where, how, and which.
const CONVERSIONS: [&str; 2] = ["__model_convert_integer", "__model_convert_real"];
/// Functions whose result tells how long a text became.
const COUNTING: [&str; 6] = ["printf", "fprintf", "dprintf", "vprintf", "vfprintf", "vdprintf"];
/// Functions that make streams whose text may be read again.
const OPENING: [&str; 6] = ["fopen", "fdopen", "freopen", "tmpfile", "fmemopen", "open_memstream"];

/// The functions that write numbers for nobody but the user.
pub fn conversions(program: &Program) -> EntitySet<Func> {
    let named = |func: Func, names: &[&str]| {
        let func = &program.funcs[func];
        func.library && names.contains(&func.name.as_str())
    };
    let observed = program.funcs.values().filter(|func| !func.library).any(|func| {
        let mut results = EntitySet::new();
        for inst in func.layout.iter().flat_map(|block| &func.blocks[*block].insts) {
            match &func.insts[*inst].data {
                InstData::Call { func: callee, .. } if named(*callee, &OPENING) => return true,
                InstData::Call { func: callee, .. } if named(*callee, &COUNTING) => {
                    results.extend(func.insts[*inst].results.iter().copied());
                }
                _ => {}
            }
        }
        let mut used = false;
        for block in func.layout.iter().map(|block| &func.blocks[*block]) {
            let mut note = |value: Value| used |= results.contains(value);
            block.insts.iter().for_each(|inst| func.insts[*inst].data.for_each_operand(&mut note));
            block.end.for_each_operand(&mut note);
        }
        used
    });
    let mut all = EntitySet::new();
    if !observed {
        all.extend(program.funcs.keys().filter(|func| named(*func, &CONVERSIONS)));
    }
    all
}

impl Executor<'_> {
    /// The arguments of a call that writes a number to the terminal: any of its values will do.
    pub(super) fn print_any(&mut self, state: &mut State, args: &mut [(Word, u32)]) {
        let [(Word::Known(sink), _), _, (value @ Word::Term(_), _)] = args else { return };
        if self.keep_output {
            return;
        }
        // The first member of a sink says whether it is a text in memory.
        let Some((base, object)) = state.space.at(*sink as u64) else { return };
        let offset = (*sink - u128::from(base)) as usize;
        if offset + 4 <= object.size as usize && object.content.load(&mut self.terms, offset, 32) == Word::ZERO {
            *value = Word::Known(self.value_of(state, *value));
        }
    }

    pub(super) fn writes_numbers(&self, func: Func) -> bool {
        self.conversions.contains(func)
    }
}
