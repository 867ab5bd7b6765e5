//! Test files: the inputs of one run in JSON, named by site and occurrence, in order of consumption.
//!
//! ```json
//! { "format": "rarebit-test", "version": 2,
//!   "program": ["a.c"], "options": ["--stdin=8"], "args": [], "data_model": "LP64", "seed": 0,
//!   "outcome": { "kind": "violation", "check": "chk0", "class": "assert", "place": "a.c:9:5", … },
//!   "confirmation": { "verdict": "confirmed", "sanitizer": "none", "native": "assert", "place": "a.c:9" },
//!   "inputs": [
//!     { "site": 0, "occurrence": 0, "source": "__VERIFIER_nondet_int", "name": "x", "type": "i32",
//!       "kind": "signed", "place": "a.c:7:11", "value": "-5" },
//!     { "site": 2, "occurrence": 0, "count": 3, "source": "stdin", "name": "stdin", "type": "i8",
//!       "kind": "unsigned", "place": "<library>/stdin.c:25:20", "value": "a\\n\\x00" } ] }
//! ```
//!
//! * `program`, `options` and `args` are what the command line said; `options` is there for people.
//! * `site` and `occurrence` name an input: how many values of that site were read before. `source` is the function
//!   that the program called for it, or `stdin`, `main` (its arguments), `LLVMFuzzerTestOneInput`, or the library
//!   function whose result it decides, such as `time`. `name` is the variable or what the source calls it.
//! * `value`: integers in decimal, pointers in hexadecimal, floats as the shortest decimal that reads back. A float
//!   also has its `bits`, because one decimal stands for every NaN.
//! * `origin`, where there is one, says which engine found the test, and from which constraint.
//! * `count`, where there is one, says that so many bytes of one site were read one after the other, occurrences
//!   `occurrence` and on; `value` is then their text, with backslash escapes for what is not printable ASCII.
//!
//! Version 1 has neither `count` nor `options`, and is still read.

use super::confirmation::Confirmation;
use super::ending::Ending;
use super::value::{self, ValueError};
use crate::explore;
use crate::simulate::Drawn;
use rarebit_front_end::ir::{InputKind, InputSite, Program, SiteInfo, Type};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

const FORMAT: &str = "rarebit-test";
const VERSION: u64 = 2;

/// A test file's content.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Test {
    format: String,
    version: u64,
    /// The source files, as they were given.
    pub program: Vec<String>,
    /// The other arguments that decided what the program is.
    #[serde(default)]
    pub options: Vec<String>,
    /// The program's arguments.
    #[serde(default)]
    pub args: Vec<String>,
    pub data_model: String,
    /// What decided the values, if a generator drew them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    pub outcome: Ending,
    /// What the native program said about the outcome, if it was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmation: Option<Confirmation>,
    /// Who found it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    pub inputs: Vec<Input>,
}

/// Who found a test: the engine's name, and why it tried these inputs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Origin {
    pub engine: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// One value that a run read, or the bytes that it read one after the other from one site.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Input {
    pub site: u32,
    /// How many values of this site were read before.
    pub occurrence: u32,
    /// How many bytes `value` stands for, if it is text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    pub source: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(rename = "type")]
    pub ty: String,
    pub kind: String,
    pub place: String,
    pub value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bits: Option<String>,
}

/// Why a test file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TestError {
    #[error("cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error("not a test file: {0}")]
    Json(#[from] serde_json::Error),
    #[error("not a rarebit test file: there is no \"format\": \"{FORMAT}\" in it")]
    Format,
    #[error("written in version {0} of the format, but this rarebit reads version {VERSION}")]
    Version(u64),
    #[error("for another program: it is about {test}, not {program}")]
    Program { test: String, program: String },
    #[error("for another program: its data model is {test}, not {program}")]
    Model { test: String, program: &'static str },
    #[error("for another program: the test reads {test}, the program {program}")]
    Site { test: String, program: String },
    #[error("damaged: the value of input {index}: {error}")]
    Value { index: usize, error: ValueError },
    #[error("damaged: the bits of input {index} are not those of its value {value}")]
    Bits { index: usize, value: String },
    #[error("damaged: input {index} should have {count} bytes")]
    Count { index: usize, count: u32 },
    #[error("damaged: input {index} is there twice")]
    Twice { index: usize },
}

/// The values of a run in source terms; bytes of one site that follow each other as one.
pub fn inputs(program: &Program, drawn: &[Drawn]) -> Vec<Input> {
    let mut occurrences: HashMap<InputSite, u32> = HashMap::new();
    let is_byte = |site: InputSite| program.sites[site].ty == Type::I8 && program.sites[site].kind != InputKind::Bool;
    drawn
        .chunk_by(|(a, _), (b, _)| a == b && is_byte(*a))
        .map(|run| {
            let (site, bits) = run[0];
            let info = &program.sites[site];
            let next = occurrences.entry(site).or_default();
            let occurrence = *next;
            *next += run.len() as u32;
            let text = run.len() > 1;
            Input {
                site: site.as_u32(),
                occurrence,
                count: text.then_some(run.len() as u32),
                source: info.source.clone(),
                name: info.name.clone(),
                ty: info.ty.to_string(),
                kind: kind_name(info.kind).into(),
                place: program.place(info.loc),
                value: if text {
                    value::bytes_text(&run.iter().map(|(_, bits)| *bits as u8).collect::<Vec<_>>())
                } else {
                    value::text(bits, info, program.model)
                },
                bits: info.ty.is_float().then(|| format!("{bits:#x}")),
            }
        })
        .collect()
}

fn kind_name(kind: InputKind) -> &'static str {
    match kind {
        InputKind::Signed => "signed",
        InputKind::Unsigned => "unsigned",
        InputKind::Bool => "bool",
        InputKind::Float => "float",
        InputKind::Pointer => "pointer",
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} {}) at {}", self.source, self.kind, self.ty, self.place)
    }
}

impl Input {
    fn site<'p>(&self, program: &'p Program) -> Option<(InputSite, &'p SiteInfo)> {
        let known = (self.site as usize) < program.sites.len();
        known.then(|| InputSite::from_u32(self.site)).map(|site| (site, &program.sites[site]))
    }

    fn describes(&self, info: &SiteInfo) -> bool {
        self.ty == info.ty.to_string() && self.kind == kind_name(info.kind) && self.source == info.source
    }

    /// The values of this entry, one for each occurrence.
    fn read(&self, index: usize, info: &SiteInfo, program: &Program) -> Result<Vec<u128>, TestError> {
        let damaged = |error| TestError::Value { index, error };
        if let Some(count) = self.count {
            let bytes = value::parse_bytes(&self.value).map_err(damaged)?;
            if bytes.len() != count as usize || info.ty != Type::I8 {
                return Err(TestError::Count { index, count });
            }
            let checked = bytes.into_iter().map(|byte| value::in_range(byte.into(), info, program.model));
            return checked.collect::<Result<_, _>>().map_err(damaged);
        }
        let bits = value::parse(&self.value, info, program.model).map_err(damaged)?;
        let Some(text) = &self.bits else { return Ok(vec![bits]) };
        let wrong = || TestError::Bits { index, value: self.value.clone() };
        let exact = text.strip_prefix("0x").and_then(|digits| u128::from_str_radix(digits, 16).ok());
        let exact = exact.filter(|exact| exact >> info.ty.bits(program.model) == 0).ok_or_else(wrong)?;
        if value::text(exact, info, program.model) == value::text(bits, info, program.model) {
            Ok(vec![exact])
        } else {
            Err(wrong())
        }
    }
}

impl Test {
    /// A test of the program made of these files: the values that one run of it read.
    pub fn new(program: &Program, files: Vec<String>, args: &[String], drawn: &[Drawn], outcome: Ending) -> Test {
        Test {
            format: FORMAT.into(),
            version: VERSION,
            program: files,
            options: Vec::new(),
            args: args.to_vec(),
            data_model: program.model.name().into(),
            seed: None,
            outcome,
            confirmation: None,
            origin: None,
            inputs: inputs(program, drawn),
        }
    }

    pub fn with_options(self, options: Vec<String>) -> Test {
        Test { options, ..self }
    }

    pub fn with_seed(self, seed: u64) -> Test {
        Test { seed: Some(seed), ..self }
    }

    pub fn with_confirmation(self, confirmation: Option<Confirmation>) -> Test {
        Test { confirmation, ..self }
    }

    pub fn with_origin(self, origin: &explore::Origin) -> Test {
        let why = origin.why.as_ref().map(|why| why.to_string());
        Test { origin: Some(Origin { engine: origin.engine.into(), why }), ..self }
    }

    pub fn read(path: &Path) -> Result<Test, TestError> {
        Test::from_json(serde_json::from_slice(&fs::read(path)?)?)
    }

    pub fn from_json(json: serde_json::Value) -> Result<Test, TestError> {
        if json["format"] != FORMAT {
            return Err(TestError::Format);
        }
        match json["version"].as_u64() {
            Some(1..=VERSION) => Ok(serde_json::from_value(json)?),
            version => Err(TestError::Version(version.unwrap_or(0))),
        }
    }

    /// Writes the whole file or nothing.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        write_atomically(path, (serde_json::to_string_pretty(self)? + "\n").as_bytes())
    }

    /// The values by site and occurrence, if this is a test of that program.
    pub fn values(&self, files: &[String], program: &Program) -> Result<HashMap<(InputSite, u32), u128>, TestError> {
        if base_names(files) != base_names(&self.program) {
            return Err(TestError::Program { test: self.program.join(", "), program: files.join(", ") });
        }
        if self.data_model != program.model.name() {
            return Err(TestError::Model { test: self.data_model.clone(), program: program.model.name() });
        }
        let mut values = HashMap::new();
        for (index, input) in self.inputs.iter().enumerate() {
            let (site, info) = input.site(program).filter(|(_, info)| input.describes(info)).ok_or_else(|| {
                let there = input.site(program).map(|(site, _)| inputs(program, &[(site, 0)])[0].to_string());
                TestError::Site { test: input.to_string(), program: there.unwrap_or("nothing there".into()) }
            })?;
            for (occurrence, bits) in (input.occurrence..).zip(input.read(index, info, program)?) {
                if values.insert((site, occurrence), bits).is_some() {
                    return Err(TestError::Twice { index });
                }
            }
        }
        Ok(values)
    }

    /// Does the program read its inputs where it did when the test was written? File names aside.
    pub fn is_current(&self, program: &Program) -> bool {
        self.inputs.iter().all(|input| {
            input.site(program).is_some_and(|(_, info)| position(&input.place) == position(&program.place(info.loc)))
        })
    }
}

/// Writes the whole file or nothing: beside it first, then in its place. What is there and no file (a device, a pipe) is
/// written to and stays what it is; a link stays a link.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        return File::options().write(true).open(path)?.write_all(bytes);
    }
    let target = path.canonicalize();
    let path = target.as_deref().unwrap_or(path);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let written = File::create(&temporary)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Line and column.
fn position(place: &str) -> Option<(&str, &str)> {
    let (rest, column) = place.rsplit_once(':')?;
    Some((rest.rsplit_once(':')?.1, column))
}

fn base_names(files: &[String]) -> Vec<Option<&std::ffi::OsStr>> {
    files.iter().map(|file| Path::new(file).file_name()).collect()
}
