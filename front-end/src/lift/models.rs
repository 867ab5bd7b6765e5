//! The library models as bitcode, compiled by the build script from `models/*.c`.

use super::driver::Session;
use super::error::LiftError;
use super::llvm::Bitcode;
use crate::ir::DataModel;

struct Model {
    name: &'static str,
    ilp32: &'static [u8],
    lp64: &'static [u8],
}

const MODELS: &[Model] = include!(concat!(env!("OUT_DIR"), "/models.rs"));

/// Where the debug information of a model says it comes from.
pub const SOURCE_PREFIX: &str = "<library>";

/// The section of the models that work on strings: leaving an object there is an error in the use of strings.
pub const STRING_SECTION: &str = "string";

/// Links every model into the program; the program's own definitions win. What is not used is never lifted.
///
/// The models are put together first: every link looks through all of the module it links into, and that may be large.
pub fn link<'c>(session: &'c Session, program: &mut Bitcode<'c>, model: DataModel) -> Result<(), LiftError> {
    let mut all: Option<Bitcode<'c>> = None;
    for entry in MODELS {
        let bytes = match model {
            DataModel::Ilp32 => entry.ilp32,
            DataModel::Lp64 => entry.lp64,
        };
        let path = format!("{SOURCE_PREFIX}/{}.c", entry.name);
        let module = session.read(bytes, &path)?;
        module.make_overridable();
        match &mut all {
            None => all = Some(module),
            Some(all) => all.link(module).map_err(|message| LiftError::Link { path, message })?,
        }
    }
    let Some(all) = all else { return Ok(()) };
    program.link(all).map_err(|message| LiftError::Link { path: SOURCE_PREFIX.into(), message })
}
