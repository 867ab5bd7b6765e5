//! What a run read as plain bytes, for tools whose inputs are files: the data of a fuzz target, the content of standard
//! input, or else every value little-endian, in the order of consumption.

use super::{Case, Suite};
use crate::simulate::Drawn;
use rarebit_front_end::ir::Program;

/// Sources whose first input is a size and whose others are the bytes.
pub const SIZED: [&str; 2] = ["LLVMFuzzerTestOneInput", "stdin"];

/// The bytes of a run's inputs; an error says why there is no such file.
pub fn of_case(suite: &Suite<'_>, case: &Case) -> Result<Vec<u8>, String> {
    let source = |drawn: &Drawn| suite.program.sites[drawn.0].source.as_str();
    for sized in SIZED {
        if !case.drawn.is_empty() && case.drawn.iter().all(|drawn| source(drawn) == sized) {
            return Ok(sized_data(&case.drawn));
        }
    }
    match case.drawn.iter().map(source).find(|source| SIZED.contains(source)) {
        Some(sized) => Err(format!("the program reads more than {sized}")),
        None => Ok(case.drawn.iter().flat_map(|drawn| value(suite.program, drawn)).collect()),
    }
}

/// The data of which a run read the size and perhaps not all of the rest, which is zeros.
fn sized_data(drawn: &[Drawn]) -> Vec<u8> {
    let Some(((_, size), bytes)) = drawn.split_first() else { return Vec::new() };
    let mut bytes: Vec<u8> = bytes.iter().map(|(_, byte)| *byte as u8).collect();
    bytes.resize(*size as usize, 0);
    bytes
}

/// One value, little-endian, in as many bytes as its type takes.
pub fn value(program: &Program, (site, bits): &Drawn) -> Vec<u8> {
    let width = program.sites[*site].ty.bits(program.model).div_ceil(8) as usize;
    bits.to_le_bytes()[..width].to_vec()
}
