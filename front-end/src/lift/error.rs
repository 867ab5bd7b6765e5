//! What can go wrong between C files and ir, told to a person.

use std::fmt;
use std::path::PathBuf;

/// A message about a place in the source.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// `file:line:column`, or empty.
    pub place: String,
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.place, self.message) }
    }
}

/// What to do without a `main`.
const MAIN: &str = "; write one, or try one of its functions: --function NAME";

/// Why there is no program.
#[derive(Debug, thiserror::Error)]
pub enum LiftError {
    #[error("no source file given")]
    NoFile,
    #[error("{}: no such file", .0.display())]
    MissingFile(PathBuf),
    #[error("{}: cannot be read: {error}", path.display())]
    Unreadable { path: PathBuf, error: std::io::Error },
    #[error("{}: not a C source (.c, .i) or LLVM bitcode (.bc) file", .0.display())]
    UnknownKind(PathBuf),
    /// clang's own words.
    #[error("{output}")]
    Compiler { output: String },
    #[error(
        "cannot run `{program}` ({error}); install clang 19 (on Debian and Ubuntu: scripts/setup.sh, or the \
             package clang-19), or name it with --clang"
    )]
    MissingCompiler { program: String, error: std::io::Error },
    #[error("`{program}` is {found}; rarebit reads the bitcode of LLVM 19, so it needs clang 19")]
    WrongVersion { program: String, found: String },
    #[error("{path}: not readable as LLVM 19 bitcode: {message}")]
    BadBitcode { path: String, message: String },
    #[error("{path}: cannot be linked with the others: {message}")]
    Link { path: String, message: String },
    #[error("{path}: compiled for {found}, expected {expected}")]
    WrongTarget { path: String, found: String, expected: String },
    #[error("{}: not a compilation database: {message}", path.display())]
    BadDatabase { path: PathBuf, message: String },
    #[error("{what} is not something that can be made an input; write a harness with rarebit.h instead")]
    BadHarness { what: String },
    #[error(
        "the program that calls the function does not compile; do --length, --alias, --assume and --globals fit it?\n{output}"
    )]
    Harness { output: String },
    #[error("--range {name}: no input has this name")]
    UnknownRange { name: String },
    #[error("--range {name}: there is no value between these bounds")]
    EmptyRange { name: String },
    #[error("{option} needs --function")]
    NeedsFunction { option: &'static str },
    #[error("no function `{name}` is defined in {files}{}", if name == "main" { MAIN } else { "" })]
    NoEntry { name: String, files: String },
    #[error("{0}")]
    Unsupported(Diagnostic),
    #[error("cannot work in a temporary directory: {0}")]
    Temporary(std::io::Error),
}

impl LiftError {
    /// Is it the input's or the user's fault (exit code 2), rather than a gap of ours or of the machine (3)?
    pub fn is_usage(&self) -> bool {
        !matches!(
            self,
            LiftError::Unsupported(_)
                | LiftError::Temporary(_)
                | LiftError::MissingCompiler { .. }
                | LiftError::WrongVersion { .. }
        )
    }
}
