//! C files → clang → LLVM bitcode → ir. Nobody else knows clang or LLVM.
//!
//! [`driver`] compiles and links, [`llvm`] reads bitcode,
//! [`sanitizer`] finds clang's own checks in it, [`lifter`] walks the functions that the entry can reach,
//! and [`promote`] makes SSA. Library functions that the program does not define come from the C models that are
//! compiled into this crate.

mod branching;
mod c_types;
mod call;
mod calling;
mod constant;
mod convention;
mod draw;
mod driver;
mod entry;
mod error;
mod function;
mod harness;
mod instruction;
mod intrinsic;
mod lifter;
mod llvm;
mod memory;
mod models;
mod object;
mod options;
mod promote;
mod ranges;
mod sanitizer;
mod shape;
mod spelling;
mod variadic;
mod wide;

pub use driver::{HEADER, Unit, find_clang, units};
pub use error::{Diagnostic, LiftError};
pub use harness::NAME as HARNESS;
pub use options::{Arguments, InputOptions, LiftOptions, Range, Stdin};
pub use promote::promote;

use crate::ir::Program;

/// A lifted program, and what the user should know about it.
#[derive(Debug)]
pub struct Lifted {
    pub program: Program,
    pub warnings: Vec<Diagnostic>,
    /// Functions that are called and that nobody defines, by name.
    pub undefined: Vec<String>,
}

/// The LLVM that reads bitcode, such as 19.1.7.
pub fn llvm_version() -> String {
    let (major, minor, patch) = inkwell::support::get_llvm_version();
    format!("{major}.{minor}.{patch}")
}

/// Compiles, links and lifts.
pub fn lift(options: &LiftOptions) -> Result<Lifted, LiftError> {
    let context = driver::Session::new();
    let units = driver::units(options)?;
    let (bitcode, known) = driver::compile(&context, &units, options)?;
    let mut lifted = lifter::lift(bitcode.view(), known, options)?;
    let remarks = units.into_iter().flat_map(|unit| unit.remarks);
    lifted.warnings.extend(remarks.map(|message| Diagnostic { place: String::new(), message }));
    ranges::apply(&mut lifted.program, &options.inputs.ranges)?;
    for func in lifted.program.funcs.values_mut() {
        promote::promote(func);
    }
    Ok(lifted)
}
