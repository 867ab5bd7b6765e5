//! Runs clang on each file and links the bitcode.
//!
//! clang runs at -O0 with debug information; lifetime markers, which mark scope ends, are emitted at -O0 only when
//! the use-after-scope option of the address sanitizer is on (the sanitizer itself is not). Arithmetic checks are
//! those of the undefined-behaviour sanitizer, which [`sanitizer`] folds.

use super::error::LiftError;
use super::llvm::{self, Bitcode};
use super::options::LiftOptions;
use super::{calling, models, sanitizer};
use crate::ir::DataModel;
use inkwell::context::Context;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The header by which programs declare inputs with names and ranges.
pub const HEADER: &str = include_str!("../../include/rarebit.h");

/// An LLVM context whose complaints come back as text instead of ending the process.
pub struct Session {
    context: Context,
}

impl Session {
    pub fn new() -> Session {
        let context = Context::create();
        llvm::silence(&context);
        Session { context }
    }

    pub fn read(&self, bytes: &[u8], path: &str) -> Result<Bitcode<'_>, LiftError> {
        // A header that is not LLVM's gets the plain word; the reader's own message is about bit offsets.
        if !(bytes.starts_with(b"BC\xC0\xDE") || bytes.starts_with(&[0xDE, 0xC0, 0x17, 0x0B])) {
            let message = "it does not begin with the bitcode signature".into();
            return Err(LiftError::BadBitcode { path: path.into(), message });
        }
        Bitcode::read(&self.context, bytes, path)
            .map_err(|message| LiftError::BadBitcode { path: path.into(), message })
    }
}

/// What is known of the program alone, before the models are linked to it.
#[derive(Clone, Copy, Default)]
pub struct Known {
    /// Somewhere it looks at errno.
    pub watches_errno: bool,
}

/// Compiles every file, and links them with the library models.
pub fn compile<'c>(
    session: &'c Session,
    units: &[Unit],
    options: &LiftOptions,
) -> Result<(Bitcode<'c>, Known), LiftError> {
    let mut linked: Option<Bitcode<'c>> = None;
    let mut model = options.model;
    let mut clang = None;
    for unit in units {
        let path = unit.file.display().to_string();
        let bytes = if unit.file.extension().is_some_and(|e| e == "bc") {
            std::fs::read(&unit.file).map_err(|error| LiftError::Unreadable { path: unit.file.clone(), error })?
        } else {
            let clang = match &clang {
                Some(clang) => clang,
                None => clang.insert(find_clang(options)?),
            };
            compile_unit(clang, unit, options).map_err(|error| match error {
                LiftError::Compiler { output } if unit.text.is_some() => LiftError::Harness { output },
                error => error,
            })?
        };
        let mut module = session.read(&bytes, &path)?;
        module.normalise_debug_info();
        check_target(&path, &module.triple(), &mut model)?;
        match &mut linked {
            None => linked = Some(module),
            Some(linked) => linked.link(module).map_err(|message| LiftError::Link { path, message })?,
        }
    }
    let mut linked = linked.ok_or(LiftError::NoFile)?;
    let known = Known { watches_errno: linked.view().function("__errno_location").is_some() };
    models::link(session, &mut linked, model.unwrap_or_default())?;
    linked.normalise_debug_info();
    Ok((linked, known))
}

/// The data model of a target we know.
pub fn model_of(triple: &str) -> Option<DataModel> {
    let arch = triple.split('-').next().unwrap_or_default();
    match arch {
        "x86_64" if !triple.ends_with("gnux32") => Some(DataModel::Lp64),
        "i386" | "i486" | "i586" | "i686" => Some(DataModel::Ilp32),
        _ => None,
    }
}

fn check_target(path: &str, triple: &str, model: &mut Option<DataModel>) -> Result<(), LiftError> {
    let found = model_of(triple);
    if found.is_none() || model.is_some_and(|m| Some(m) != found) {
        return Err(LiftError::WrongTarget {
            path: path.into(),
            found: if triple.is_empty() { "no target".into() } else { triple.into() },
            expected: match model {
                Some(m) => format!("x86 with data model {}", m.name()),
                None => "x86-64 or 32-bit x86".into(),
            },
        });
    }
    *model = found;
    Ok(())
}

/// A file with its own flags and directory.
#[derive(Clone, Debug)]
pub struct Unit {
    pub file: PathBuf,
    pub flags: Vec<String>,
    /// Where the compiler is to run, if not here.
    pub directory: Option<PathBuf>,
    /// What to compile instead of the file: a text that includes it, by a name that is found from there.
    pub text: Option<String>,
    /// What the user should know about the text.
    pub remarks: Vec<String>,
}

impl Unit {
    fn new(file: PathBuf, flags: Vec<String>, directory: Option<PathBuf>) -> Unit {
        Unit { file, flags, directory, text: None, remarks: Vec::new() }
    }
}

/// The files of the program, each with the flags that are recorded for it, and with a program around the function
/// that is to be called.
pub fn units(options: &LiftOptions) -> Result<Vec<Unit>, LiftError> {
    let units = listed(options)?;
    let inputs = &options.inputs;
    let made_for_it = [
        (!inputs.assumptions.is_empty(), "--assume"),
        (!inputs.lengths.is_empty(), "--length"),
        (!inputs.nullable.is_empty(), "--nullable"),
        (!inputs.aliases.is_empty(), "--alias"),
    ];
    match made_for_it.into_iter().find(|(used, _)| *used) {
        Some((_, option)) if inputs.function.is_none() => Err(LiftError::NeedsFunction { option }),
        _ if inputs.function.is_none() && inputs.globals.is_empty() => Ok(units),
        _ => calling::with_harness(units, options, &find_clang(options)?),
    }
}

fn listed(options: &LiftOptions) -> Result<Vec<Unit>, LiftError> {
    let database = match &options.compile_commands {
        Some(path) => read_database(path)?,
        None => Vec::new(),
    };
    if options.files.is_empty() && !database.is_empty() {
        return Ok(database);
    }
    let mut units = Vec::new();
    for file in &options.files {
        if !file.exists() {
            return Err(LiftError::MissingFile(file.clone()));
        }
        if !file.extension().is_some_and(|e| ["c", "i", "bc", "ll"].iter().any(|known| e == *known)) {
            return Err(LiftError::UnknownKind(file.clone()));
        }
        let absolute = file.canonicalize().map_err(|error| LiftError::Unreadable { path: file.clone(), error })?;
        let known = database.iter().find(|unit| unit.file.canonicalize().is_ok_and(|path| path == absolute));
        units.push(match known {
            Some(unit) => Unit::new(absolute, unit.flags.clone(), unit.directory.clone()),
            None => Unit::new(file.clone(), Vec::new(), None),
        });
    }
    Ok(units)
}

#[derive(Deserialize)]
struct DatabaseEntry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

fn read_database(path: &Path) -> Result<Vec<Unit>, LiftError> {
    let bad = |message: String| LiftError::BadDatabase { path: path.into(), message };
    let text = std::fs::read_to_string(path).map_err(|error| LiftError::Unreadable { path: path.into(), error })?;
    let entries: Vec<DatabaseEntry> = serde_json::from_str(&text).map_err(|e| bad(e.to_string()))?;
    let mut units = Vec::new();
    for entry in entries {
        let words = match (entry.arguments, entry.command) {
            (Some(arguments), _) => arguments,
            (None, Some(command)) => split_command(&command),
            (None, None) => return Err(bad(format!("{}: no command", entry.file.display()))),
        };
        let file = entry.directory.join(&entry.file);
        units.push(Unit::new(file, useful_flags(&words, &entry.file), Some(entry.directory)));
    }
    Ok(units)
}

/// Splits a shell command line: blanks, quotes and backslashes; no expansion.
fn split_command(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The flags of a recorded command that decide what the source means.
fn useful_flags(words: &[String], file: &Path) -> Vec<String> {
    let mut flags = Vec::new();
    let mut words = words.iter().skip(1);
    while let Some(word) = words.next() {
        let takes_value = ["-I", "-D", "-U", "-isystem", "-include", "-idirafter", "-iquote", "-x"];
        if takes_value.contains(&word.as_str()) {
            flags.push(word.clone());
            flags.extend(words.next().cloned());
        } else if ["-o", "-MF", "-MT", "-MQ"].contains(&word.as_str()) {
            words.next();
        } else if Path::new(word) == file || ["-c", "-S", "-E", "-MD", "-MMD", "-MP"].contains(&word.as_str()) {
        } else if ["-I", "-D", "-U", "-std", "-f", "-m", "-isystem", "-include", "-pthread"]
            .iter()
            .any(|prefix| word.starts_with(prefix))
        {
            flags.push(word.clone());
        }
    }
    flags
}

/// The compiler to use: of version 19, because its bitcode is read.
pub fn find_clang(options: &LiftOptions) -> Result<PathBuf, LiftError> {
    let candidates = match &options.clang {
        Some(path) => vec![path.clone()],
        None => vec!["clang-19".into(), "clang".into()],
    };
    let mut problem = None;
    for program in candidates {
        let name = program.display().to_string();
        match Command::new(&program).arg("--version").output() {
            Ok(output) => {
                let text = String::from_utf8_lossy(&output.stdout);
                let first = text.lines().next().unwrap_or("not a compiler").to_string();
                let version = first.split("clang version ").nth(1).and_then(|v| v.split('.').next());
                if version == Some("19") {
                    return Ok(program);
                }
                problem = Some(LiftError::WrongVersion { program: name, found: first });
            }
            Err(error) => {
                problem.get_or_insert(LiftError::MissingCompiler { program: name, error });
            }
        }
    }
    Err(problem.expect("there is at least one candidate"))
}

/// What clang checks. With wrapping arithmetic there is no overflow to check for.
fn sanitizer_checks<'a>(flags: impl Iterator<Item = &'a String>) -> String {
    let wraps = flags.filter(|f| ["-fwrapv", "-fno-wrapv", "-fno-strict-overflow"].contains(&f.as_str())).last();
    let wraps = wraps.is_some_and(|flag| flag != "-fno-wrapv");
    let checks = sanitizer::CHECKS.iter().filter(|check| !(wraps && **check == "signed-integer-overflow"));
    checks.copied().collect::<Vec<&str>>().join(",")
}

/// The bitcode of one unit.
pub fn compile_unit(clang: &Path, unit: &Unit, options: &LiftOptions) -> Result<Vec<u8>, LiftError> {
    let directory = tempfile::tempdir().map_err(LiftError::Temporary)?;
    let target = directory.path().join("unit.bc");
    std::fs::write(directory.path().join("rarebit.h"), HEADER).map_err(LiftError::Temporary)?;
    let mut command = Command::new(clang);
    command.args(["-O0", "-g", "-emit-llvm", "-c", "-fno-discard-value-names", "-fno-stack-protector"]);
    command.args(["-Xclang", "-fsanitize-address-use-after-scope", "-fno-color-diagnostics"]);
    command.args(["-Wno-override-module", "-Wno-unused-command-line-argument"]);
    command.args(&unit.flags).args(&options.flags);
    // Last of all, so that a header of the program's own with that name wins.
    command.arg("-idirafter").arg(directory.path());
    let checks = sanitizer_checks(unit.flags.iter().chain(&options.flags));
    command.arg("-fno-sanitize=all").args([format!("-fsanitize={checks}"), format!("-fsanitize-trap={checks}")]);
    // After the other flags, so that neither the optimiser nor another format slips in.
    command.arg("-O0").args(options.model.unwrap_or_default().machine_flags());
    if let Some(directory) = &unit.directory {
        command.current_dir(directory);
    }
    match &unit.text {
        None => command.arg(&unit.file),
        Some(text) => {
            let source = directory.path().join("harness.c");
            std::fs::write(&source, text).map_err(LiftError::Temporary)?;
            // The file is named as seen from where the compiler runs.
            command.args(["-iquote", "."]).arg(source)
        }
    };
    command.arg("-o").arg(&target);
    let output =
        command.output().map_err(|error| LiftError::MissingCompiler { program: clang.display().to_string(), error })?;
    if !output.status.success() {
        let output = String::from_utf8_lossy(&output.stderr).trim_end().to_string();
        return Err(LiftError::Compiler { output });
    }
    std::fs::read(&target).map_err(LiftError::Temporary)
}
