//! The command line: one file per subcommand. Nothing else reads arguments, prints or decides an exit code.

mod checks;
mod clock;
mod colour;
mod compare;
mod completions;
mod config;
mod corpus;
mod cover;
mod doctor;
mod drawn;
mod error;
mod explain;
mod export;
mod hunt;
mod inputs;
mod ir;
mod kept;
mod man;
mod minimize;
mod page;
mod paths;
mod progress;
mod prove;
mod replay;
mod report;
mod run;
mod search;
mod signals;
mod simulation;
mod source;
mod task;
mod units;

use clap::{Parser, Subcommand};
use error::Error;
use std::ffi::OsString;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::OnceLock;

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
  rarebit hunt examples/figure2.c                look for inputs that violate a check
  rarebit cover examples/figure2.c               look for inputs that take every decision
  rarebit run examples/figure2.c --inputs 21,10  run the program on the inputs 21 and 10
  rarebit replay rarebit-out --native            run what was found again, also compiled
  rarebit export rarebit-out --to testcomp       write what was found in another format
  rarebit hunt examples/figure2.c --campaign c   keep everything in c ...
  rarebit report c                               ... and make one page of it: c/report.html
  rarebit doctor                                 what is installed, and what is missing
\nA file rarebit.toml in this directory or above it holds a project's defaults.";

/// Explores what a C program can do, looking for inputs that make it fail.
///
/// A program reads inputs through `__VERIFIER_nondet_int()` and its relatives, and promises things with `assert`.
/// Memory errors, divisions without a result and other run-time errors are checked without being asked for.
#[derive(Parser)]
#[command(name = "rarebit", version, after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// Colours, and frames around source excerpts
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, global = true, hide_possible_values = false)]
    color: colour::Colour,
}

#[derive(Subcommand)]
enum Command {
    Hunt(hunt::Args),
    Cover(cover::Args),
    Compare(compare::Args),
    Run(run::Args),
    Replay(replay::Args),
    Explain(explain::Args),
    Minimize(minimize::Args),
    Export(export::Args),
    Paths(paths::Args),
    Prove(prove::Args),
    Report(page::Args),
    Ir(ir::Args),
    Doctor(doctor::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// The command line of this process, with the project's defaults in it.
static COMMAND: OnceLock<Vec<String>> = OnceLock::new();

/// What was asked for, without the name of the tool.
fn command() -> &'static [String] {
    COMMAND.get().map_or(&[], |words| &words[..])
}

/// The whole command: parses, obeys, and says how it went.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    signals::default_pipe();
    let args = match task::expand(source::like_clang(args)).and_then(config::with_defaults) {
        Ok(args) => args,
        Err(error) => {
            complain(&error.to_string());
            return ExitCode::from(error.code().0);
        }
    };
    let _ = COMMAND.set(args.iter().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect());
    let cli = Cli::parse_from(args);
    colour::choose(cli.color);
    let result = catch_unwind(AssertUnwindSafe(|| match &cli.command {
        Command::Hunt(args) => hunt::execute(args),
        Command::Cover(args) => cover::execute(args),
        Command::Compare(args) => compare::execute(args),
        Command::Run(args) => run::execute(args),
        Command::Replay(args) => replay::execute(args),
        Command::Explain(args) => explain::execute(args),
        Command::Minimize(args) => minimize::execute(args),
        Command::Export(args) => export::execute(args),
        Command::Paths(args) => paths::execute(args),
        Command::Prove(args) => prove::execute(args),
        Command::Report(args) => page::execute(args),
        Command::Ir(args) => ir::execute(args),
        Command::Doctor(args) => doctor::execute(args),
        Command::Completions(args) => completions::execute(args),
        Command::Man(args) => man::execute(args),
    }));
    let Code(code) = match result {
        Ok(Ok(code)) => code,
        Ok(Err(error)) => {
            complain(&error.to_string());
            // On a terminal, with the source.
            let place = error.place().filter(|_| colour::is_rich());
            let drawn = place.and_then(|(place, text)| drawn::message("error", ariadne::Color::Red, text, place));
            let excerpt = drawn.or_else(|| error.place().and_then(|(place, _)| report::excerpt(place)));
            let _ = std::io::stderr().write_all(excerpt.unwrap_or_default().as_bytes());
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
