//! Puts a generated program in the place of the file whose function is to be called.

use super::c_types::CTypes;
use super::driver::{Session, Unit, compile_unit};
use super::error::LiftError;
use super::harness::{self, OLD_MAIN, Target, Variable};
use super::llvm::{Bitcode, Value};
use super::options::LiftOptions;
use std::path::Path;

/// The units with a program in front that calls the function the user named, or that makes globals inputs.
pub fn with_harness(mut units: Vec<Unit>, options: &LiftOptions, clang: &Path) -> Result<Vec<Unit>, LiftError> {
    let inputs = &options.inputs;
    let function = match inputs.function.as_deref() {
        Some("main") | None => OLD_MAIN,
        Some(name) => name,
    };
    for unit in &mut units {
        // Another file's `main` is not the entry any more.
        unit.flags.push(format!("-Dmain={OLD_MAIN}"));
    }
    if function == "LLVMFuzzerTestOneInput" {
        return Ok(units);
    }
    // Where the name stands in the text is where the definition most likely is.
    let mut order: Vec<usize> = (0..units.len()).filter(|i| is_source(&units[*i].file)).collect();
    let spelled = if function == OLD_MAIN { "main" } else { function };
    let mentions = |i: &usize| std::fs::read(&units[*i].file).is_ok_and(|text| contains(&text, spelled.as_bytes()));
    order.sort_by_key(|i| !mentions(i));
    let mut problem = None;
    for index in order {
        match of_unit(&units[index], function, options, clang) {
            Ok(Some((text, remarks))) => {
                let unit = &mut units[index];
                unit.flags.pop();
                unit.text = Some(text);
                unit.remarks = remarks;
                return Ok(units);
            }
            Ok(None) => {}
            // The file itself may be at fault, or it just does not have the function.
            Err(error @ LiftError::Compiler { .. }) => {
                compile_unit(clang, &units[index], options)?;
                if !inputs.globals.is_empty() {
                    problem.get_or_insert(error);
                }
            }
            Err(error) => return Err(error),
        }
    }
    let files: Vec<String> = units.iter().map(|unit| unit.file.display().to_string()).collect();
    Err(problem.unwrap_or(LiftError::NoEntry { name: spelled.into(), files: files.join(", ") }))
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "c" || e == "i")
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|window| window == word)
}

/// The text for a function that this unit defines.
fn of_unit(
    unit: &Unit,
    function: &str,
    options: &LiftOptions,
    clang: &Path,
) -> Result<Option<(String, Vec<String>)>, LiftError> {
    let file = unit.file.display().to_string();
    let all = options.inputs.globals.iter().any(|name| name == "all");
    let mut names = vec![function.to_string()];
    names.extend(options.inputs.globals.iter().filter(|_| !all).cloned());
    let mut flags = unit.flags.clone();
    flags.pop();
    flags.extend(["-fstandalone-debug".into(), "-w".into()]);
    let text = Some(harness::probe(&file, &names));
    let probe = Unit { flags, text, ..unit.clone() };
    let session = Session::new();
    let mut bitcode: Bitcode<'_> = session.read(&compile_unit(clang, &probe, options)?, &file)?;
    bitcode.normalise_debug_info();
    let view = bitcode.view();
    let Some(value) = view.function(function).filter(|value| !value.is_declaration()) else { return Ok(None) };
    let mut types = CTypes::default();
    let params = params(value, &mut types);
    let is_global = |value: &Value<'_>| {
        let name = value.name();
        let own = !name.contains('.') && !name.starts_with("rarebit_probe_") && !name.starts_with("llvm");
        own && !value.is_global_constant() && if all { !value.is_declaration() } else { names[1..].contains(&name) }
    };
    let mut globals = Vec::new();
    for value in view.globals().filter(is_global) {
        if let Some(node) = value.global_debug_type() {
            globals.push(Variable { name: value.name(), ty: types.read(Some(node)) });
        }
    }
    let target = Target { function: function.into(), params, globals };
    let text = harness::write(&types, &file, &target, &options.inputs);
    text.map(Some).map_err(|what| LiftError::BadHarness { what })
}

/// The parameters by name and type.
fn params<'m>(function: Value<'m>, types: &mut CTypes<'m>) -> Vec<Variable> {
    let declared = function.debug_params();
    let listed = function.debug_signature();
    listed
        .into_iter()
        .enumerate()
        .map(|(i, ty)| {
            let name = declared.iter().find(|(number, _)| *number == i + 1).map(|(_, name)| name.clone());
            Variable { name: name.unwrap_or_else(|| format!("arg{}", i + 1)), ty: types.read(Some(ty)) }
        })
        .collect()
}
