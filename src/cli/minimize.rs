//! `rarebit minimize`: smaller inputs that violate the same check.

use super::error::Error;
use super::search::DEFAULT_STEPS;
use super::{Code, complain, kept, print, report, units};
use crate::explore;
use crate::output::{Ending, Test};
use rarebit_learners::CheckId;
use std::fmt::Write;
use std::path::PathBuf;

/// Make the inputs of a violation smaller: fewer of them, then simpler values
///
/// The result violates the same check. `hunt` does this for what it finds; this command is for tests that came from
/// elsewhere, or by hand.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  rarebit minimize crash.json                        writes crash.json again if it became smaller
  rarebit minimize crash.json --output small.json
  rarebit hunt program.c --corpus crash-0a1b --runs 1  first, for a crash of another tool

Exit codes:
  0    the test is as small as it gets, or smaller than before
  2    bad usage or input; also a test that violates nothing
  3    something internal, or not supported")]
pub struct Args {
    /// A test file of a violation
    #[arg(value_name = "TEST")]
    test: PathBuf,

    /// Where to write the result [default: in place of the test]
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,

    /// Where the program's files are, if not where they were
    #[arg(long, value_name = "FILE")]
    program: Vec<PathBuf>,
}

pub fn execute(args: &Args) -> Result<Code, Error> {
    let kept = kept::load(std::slice::from_ref(&args.test), &args.program)?;
    let suite = kept.suite(false)?;
    let nothing = || Error::Kept(format!("{}: no check is violated, so there is nothing to keep", args.test.display()));
    let case = suite.cases.first().ok_or_else(nothing)?;
    let check = case.violation().and_then(|finding| finding.check.as_deref()).ok_or_else(nothing)?;
    let number = check.strip_prefix("chk").and_then(|digits| digits.parse().ok()).ok_or_else(nothing)?;
    let options = kept.simulation.options(&kept.program, DEFAULT_STEPS);
    let (drawn, outcome, failure) = explore::smaller(&kept.program, &options, CheckId(number), &case.drawn);
    let ending = Ending::new(&kept.program, outcome, failure.as_ref());
    let test = Test::new(&kept.program, case.test.program.clone(), &case.test.args, &drawn, ending)
        .with_options(case.test.options.clone());
    let path = args.output.as_ref().unwrap_or(&args.test);
    let same = drawn == case.drawn;
    if !same || args.output.is_some() {
        test.write(path).map_err(|error| Error::Write { path: path.clone(), error })?;
    }
    let mut text = String::new();
    let _ = write!(text, "{}", report::inputs(&test.inputs, kept.program.model));
    print(text)?;
    let count = |n: usize| units::count(n as u64, "input");
    complain(&if same {
        format!("{} cannot be made smaller", args.test.display())
    } else {
        format!("{} instead of {}, in {}", count(drawn.len()), count(case.drawn.len()), path.display())
    });
    Ok(Code::CLEAN)
}
