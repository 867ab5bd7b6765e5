//! Suites: the tests of one program, each with how its run ends and what it takes, in the formats that other tools read
//! and write; one file for each format.
//!
//! | format | what is written |
//! |---|---|
//! | [`testcomp`] | a zip file as in the competition on software testing |
//! | [`ktest`] | a directory of klee's test files |
//! | [`libfuzzer`] | a directory with a corpus and crash files |
//! | [`afl`] | an output directory of AFL++ |
//! | [`json`] | one file with all tests |
//! | [`c`] | a C program that fails for each violation, and one C program with all tests |
//! | [`sarif`], [`github`], [`junit`] | findings for code hosts and build servers |
//! | [`lcov`] | coverage |
//!
//! Files are written beside their place first and renamed, so that nothing that is interrupted leaves half a file.

pub mod afl;
mod bytes;
pub mod c;
mod c_inputs;
mod c_text;
pub mod github;
pub mod json;
pub mod junit;
pub mod ktest;
pub mod lcov;
pub mod libfuzzer;
mod objects;
pub mod sarif;
pub mod testcomp;

use super::trace::Step;
use super::{Confirmation, Ending, Finding, Test, write_atomically};
use crate::simulate::Drawn;
use rarebit_front_end::ir::{CheckClass, Func, Program};
use rarebit_front_end::lift::LiftOptions;
use rarebit_learners::EdgeId;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The tests of one program.
pub struct Suite<'p> {
    pub program: &'p Program,
    pub origin: Origin,
    pub cases: Vec<Case>,
}

/// Where the program comes from.
pub struct Origin {
    pub options: LiftOptions,
    /// The source files as test files name them.
    pub names: Vec<String>,
    /// The command line that gives the same program again, without the program's own arguments.
    pub words: Vec<String>,
    /// The property that was asked for, as text.
    pub property: Option<String>,
}

/// A test, and what its run shows.
pub struct Case {
    /// The name of its file without what comes after the dot.
    pub name: String,
    pub test: Test,
    /// What the run read.
    pub drawn: Vec<Drawn>,
    pub ending: Ending,
    /// The path of a run that fails, in source terms; of others only if it was asked for.
    pub path: Vec<Step>,
    /// The edges and functions that it takes.
    pub edges: Vec<EdgeId>,
    pub called: Vec<Func>,
}

impl Case {
    /// The violation that the test shows.
    pub fn violation(&self) -> Option<&Finding> {
        match &self.ending {
            Ending::Violation(finding) => Some(finding),
            _ => None,
        }
    }

    pub fn class(&self) -> Option<CheckClass> {
        self.violation().and_then(|finding| CheckClass::from_name(finding.class.as_deref()?))
    }

    pub fn confirmation(&self) -> Option<&Confirmation> {
        self.test.confirmation.as_ref()
    }
}

/// Formats that a suite can be written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Testcomp,
    Ktest,
    Libfuzzer,
    Afl,
    Json,
    C,
    CTests,
    Sarif,
    Lcov,
    Junit,
    Github,
}

/// What came of writing a suite.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// Tests that are in it.
    pub tests: usize,
    /// Names of tests that the format cannot express, and why.
    pub left_out: Vec<(String, String)>,
}

impl Written {
    fn all(tests: usize) -> Written {
        Written { tests, left_out: Vec::new() }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("cannot write {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("cannot read {}: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("{0} is a directory of files and cannot be written to standard output; name one with --output")]
    Directory(&'static str),
    #[error("no test can be written as {format}: {why}")]
    Nothing { format: &'static str, why: String },
}

impl Format {
    pub const ALL: [Format; 11] = [
        Format::Testcomp,
        Format::Ktest,
        Format::Libfuzzer,
        Format::Afl,
        Format::Json,
        Format::C,
        Format::CTests,
        Format::Sarif,
        Format::Lcov,
        Format::Junit,
        Format::Github,
    ];

    /// Its name, what it is, and what it is called if nobody says; `-` is standard output.
    fn row(self) -> [&'static str; 3] {
        match self {
            Format::Testcomp => ["testcomp", "a Test-Comp suite, as TestCov reads it (a zip file)", "test-suite.zip"],
            Format::Ktest => ["ktest", "klee's .ktest files (a directory)", "ktest"],
            Format::Libfuzzer => ["libfuzzer", "a libFuzzer corpus and its crash files (a directory)", "libfuzzer"],
            Format::Afl => ["afl", "an AFL++ output directory with queue and crashes", "afl"],
            Format::Json => ["json", "all tests in one JSON file", "tests.json"],
            Format::C => ["c", "for every violation a C program that fails as reported (a directory)", "reproducers"],
            Format::CTests => ["c-tests", "all tests as one C program, a function each (a directory)", "c-tests"],
            Format::Sarif => ["sarif", "violations with their paths, in SARIF 2.1.0", "rarebit.sarif"],
            Format::Lcov => ["lcov", "coverage of lines, decisions and functions, for genhtml", "coverage.info"],
            Format::Junit => ["junit", "a JUnit report, for build servers (XML)", "junit.xml"],
            Format::Github => ["github", "annotations for a GitHub workflow, to standard output", "-"],
        }
    }

    pub fn name(self) -> &'static str {
        self.row()[0]
    }

    pub fn about(self) -> &'static str {
        self.row()[1]
    }

    pub fn file_name(self) -> &'static str {
        self.row()[2]
    }

    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// The files of a suite in some format: one, or several with names of their own.
pub enum Files {
    One(Vec<u8>),
    Many(Vec<(PathBuf, Vec<u8>)>),
}

impl Suite<'_> {
    /// The violations, one for every check and class: a suite may have several tests that show the same.
    pub fn violations(&self) -> Vec<(&Case, &Finding)> {
        let mut seen: Vec<(&Option<String>, &Option<String>, &str)> = Vec::new();
        let all = self.cases.iter().filter_map(|case| Some((case, case.violation()?)));
        all.filter(|(_, finding)| {
            let key = (&finding.check, &finding.class, finding.place.as_str());
            let new = !seen.contains(&key);
            seen.push(key);
            new
        })
        .collect()
    }

    /// The suite in a format.
    pub fn files(&self, format: Format) -> Result<(Files, Written), ExportError> {
        let (files, written) = match format {
            Format::Testcomp => testcomp::write(self)?,
            Format::Ktest => ktest::write(self),
            Format::Libfuzzer => libfuzzer::write(self),
            Format::Afl => afl::write(self),
            Format::Json => json::write(self),
            Format::C => c::reproducers(self)?,
            Format::CTests => c::tests(self)?,
            Format::Sarif => sarif::write(self),
            Format::Lcov => lcov::write(self),
            Format::Junit => junit::write(self),
            Format::Github => github::write(self),
        };
        match written.left_out.first() {
            Some((_, why)) if written.tests == 0 => {
                Err(ExportError::Nothing { format: format.name(), why: why.clone() })
            }
            _ => Ok((files, written)),
        }
    }

    /// Writes it to a place.
    pub fn export(&self, format: Format, path: &Path) -> Result<Written, ExportError> {
        let (files, written) = self.files(format)?;
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let failed = |path: &Path| {
            let path = path.to_path_buf();
            move |error| ExportError::Write { path, error }
        };
        fs::create_dir_all(parent).map_err(failed(parent))?;
        match files {
            Files::One(bytes) => write_atomically(path, &bytes).map_err(failed(path))?,
            Files::Many(files) => write_directory(parent, path, &files).map_err(failed(path))?,
        }
        Ok(written)
    }
}

/// Writes files into a directory: all of them beside it first, then each into its place.
fn write_directory(parent: &Path, path: &Path, files: &[(PathBuf, Vec<u8>)]) -> io::Result<()> {
    let stage = tempfile::Builder::new().prefix(".rarebit-export").tempdir_in(parent)?;
    for (name, bytes) in files {
        let staged = stage.path().join(name);
        staged.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(staged, bytes)?;
    }
    fs::create_dir_all(path)?;
    for (name, _) in files {
        let target = path.join(name);
        target.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::rename(stage.path().join(name), target)?;
    }
    Ok(())
}
