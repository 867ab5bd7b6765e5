//! The command line: one file per subcommand. Nothing else reads arguments, prints or decides an exit code.

mod checks;
mod compare;
mod cover;
mod error;
mod export;
mod hunt;
mod inputs;
mod ir;
mod kept;
mod paths;
mod progress;
mod prove;
mod report;
mod run;
mod search;
mod seeds;
mod signals;
mod simulation;
mod source;
mod units;

use clap::{Parser, Subcommand};
use error::Error;
use std::ffi::OsString;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// What the exit code says to a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code(u8);

impl Code {
    /// Nothing was found.
    pub const CLEAN: Code = Code(0);
    pub const VIOLATION: Code = Code(1);
    /// Bad usage or input.
    pub const USAGE: Code = Code(2);
    /// Something internal or not supported.
    pub const INTERNAL: Code = Code(3);
    pub const INTERRUPTED: Code = Code(130);
}

const EXIT_CODES: &str = "\
Exit codes:
  0    nothing found within the budget
  1    a check is violated
  2    bad usage or input
  3    something internal, or not supported
  130  interrupted";

const EXAMPLES: &str = "\
Examples:
  rarebit hunt examples/figure2.c              look for inputs that violate a check
  rarebit cover examples/figure2.c             look for inputs that take every decision
  rarebit run examples/figure2.c --inputs 21,10  run the program on the inputs 21 and 10
  rarebit export rarebit-out --to testcomp     write what was found in another format
  rarebit ir examples/figure2.c                show the program as rarebit sees it";

/// Explores what a C program can do, looking for inputs that make it fail.
///
/// A program reads inputs through `__VERIFIER_nondet_int()` and its relatives, and promises things with `assert`.
/// Memory errors, divisions without a result and other run-time errors are checked without being asked for.
#[derive(Parser)]
#[command(name = "rarebit", version, after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Hunt(hunt::Args),
    Cover(cover::Args),
    Compare(compare::Args),
    Run(run::Args),
    Export(export::Args),
    Paths(paths::Args),
    Prove(prove::Args),
    Ir(ir::Args),
}

/// The whole command: parses, obeys, and says how it went.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    signals::default_pipe();
    let cli = Cli::parse_from(source::like_clang(args));
    let result = catch_unwind(AssertUnwindSafe(|| match &cli.command {
        Command::Hunt(args) => hunt::execute(args),
        Command::Cover(args) => cover::execute(args),
        Command::Compare(args) => compare::execute(args),
        Command::Run(args) => run::execute(args),
        Command::Export(args) => export::execute(args),
        Command::Paths(args) => paths::execute(args),
        Command::Prove(args) => prove::execute(args),
        Command::Ir(args) => ir::execute(args),
    }));
    let Code(code) = match result {
        Ok(Ok(code)) => code,
        Ok(Err(error)) => {
            complain(&error.to_string());
            error.code()
        }
        // The panic has already said what happened.
        Err(_) => Code::INTERNAL,
    };
    ExitCode::from(code)
}

/// Says something beside the result. There is nobody to tell when even this fails.
fn complain(message: &str) {
    let _ = writeln!(std::io::stderr(), "rarebit: {}", message.trim_end());
}

/// Writes a result to standard output.
fn print(bytes: impl AsRef<[u8]>) -> Result<(), Error> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes.as_ref()).and_then(|()| out.flush()).map_err(Error::Output)
}

fn print_json(value: &serde_json::Value) -> Result<(), Error> {
    print(format!("{value:#}\n"))
}
