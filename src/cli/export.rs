//! `rarebit export`: tests in the formats of other tools; also `--export` of the searches.

use super::error::Error;
use super::{Code, complain, kept, print, units};
use crate::output::suite::{ExportError, Files, Format, Suite, Written};
use clap::builder::{OsStringValueParser, TypedValueParser};
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// Write tests in the format of another tool
///
/// Takes the directory of a search (--out or --campaign) or test files, runs every test again in simulation, and writes
/// all of them. The program is found through the tests, which name it and its options.
#[derive(clap::Args)]
#[command(after_help = format!("{}\nExamples:
  rarebit export rarebit-out --to testcomp                    rarebit-out/test-suite.zip
  rarebit export my-campaign --to ktest --output klee-tests
  rarebit export --to c-tests                                 rarebit-out/c-tests/tests.c, with its command at the top
  rarebit hunt program.c --export testcomp --export json=all.json
                                                              the same as part of a search

Exit codes:
  0    written
  2    bad usage or input: no such tests, a damaged test, nothing that the format can express
  3    something cannot be written", formats()))]
pub struct Args {
    /// Directories of searches, or test files
    #[arg(value_name = "DIR|TEST", default_value = "rarebit-out")]
    from: Vec<PathBuf>,

    /// The format: see below
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    to: Format,

    /// Where to write; `-` is standard output [default: in the first directory, under a name of the format's own]
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,

    /// Where the program's files are, if not where they were
    #[arg(long, value_name = "FILE")]
    program: Vec<PathBuf>,
}

fn formats() -> String {
    let line = |format: Format| format!("  {:<10} {} [{}]\n", format.name(), format.about(), format.file_name());
    format!("Formats, and what they are called if --output does not say:\n{}", Format::ALL.map(line).concat())
}

fn format(name: &str) -> Result<Format, String> {
    Format::from_name(name).ok_or_else(|| {
        let names = Format::ALL.map(Format::name);
        format!("no format `{name}`; there are {}", names.join(", "))
    })
}

pub fn execute(args: &Args) -> Result<Code, Error> {
    let kept = kept::load(&args.from, &args.program)?;
    let suite = kept.suite(false)?;
    let directory = args.from.iter().find(|path| path.is_dir()).cloned().unwrap_or_else(|| ".".into());
    write(&suite, args.to, args.output.as_deref(), &directory)?;
    Ok(Code::CLEAN)
}

/// Writes a suite and tells about it.
fn write(suite: &Suite<'_>, format: Format, path: Option<&Path>, directory: &Path) -> Result<(), Error> {
    let own = || match format.file_name() {
        "-" => "-".into(),
        name => directory.join(name),
    };
    let path = path.map_or_else(own, Path::to_path_buf);
    let written = if path.as_os_str() == "-" {
        match suite.files(format)? {
            (Files::One(bytes), written) => {
                print(bytes)?;
                written
            }
            (Files::Many(_), _) => return Err(ExportError::Directory(format.name()).into()),
        }
    } else {
        suite.export(format, &path)?
    };
    let Written { tests, left_out } = written;
    if path.as_os_str() != "-" {
        complain(&format!("{} as {} in {}", units::count(tests as u64, "test"), format.name(), path.display()));
    }
    if let Some((name, why)) = left_out.first() {
        complain(&format!("warning: {} left out: {name}: {why}", units::count(left_out.len() as u64, "test")));
    }
    Ok(())
}

/// What a search is to write beside its own files.
#[derive(clap::Args)]
pub struct ExportArgs {
    /// Also write all tests in this format: testcomp, ktest, libfuzzer, …; `rarebit export --help` lists them
    #[arg(long = "export", value_name = "FORMAT[=PATH]", value_parser = OsStringValueParser::new().try_map(target))]
    exports: Vec<Target>,
}

#[derive(Clone, Debug)]
struct Target {
    format: Format,
    path: Option<PathBuf>,
}

fn target(text: OsString) -> Result<Target, String> {
    let (name, path) = match text.as_bytes().iter().position(|byte| *byte == b'=') {
        Some(at) => (&text.as_bytes()[..at], Some(OsString::from_vec(text.as_bytes()[at + 1..].into()).into())),
        None => (text.as_bytes(), None),
    };
    Ok(Target { format: format(&String::from_utf8_lossy(name))?, path })
}

impl ExportArgs {
    pub fn is_asked(&self) -> bool {
        !self.exports.is_empty()
    }

    /// Writes everything that was asked for.
    pub fn write(&self, suite: &Suite<'_>, directory: &Path) -> Result<(), Error> {
        self.exports.iter().try_for_each(|target| write(suite, target.format, target.path.as_deref(), directory))
    }
}
