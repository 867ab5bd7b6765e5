//! `rarebit replay`: kept tests again, in simulation and natively.

use super::error::Error;
use super::{Code, complain, kept, print, print_json, report, units};
use crate::confirm::{Cache, Judge};
use crate::output::suite::Case;
use crate::output::{Confirmation, Ending};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::PathBuf;

/// Run kept tests again, in simulation and natively
///
/// Takes test files or the directory of a search. The program is found through the tests, which name it and its
/// options. Says of each test how its run ends, and whether that is what the test file says.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  rarebit replay rarebit-out                              everything that a search left
  rarebit replay rarebit-out/violation-chk3.json --trace  the path to one failure
  rarebit replay rarebit-out --native                     also compiled by clang, with the sanitizer that fits

Exit codes:
  0    no test violates a check
  1    a check is violated
  2    bad usage or input
  3    something internal, or not supported")]
pub struct Args {
    /// Test files, or directories of searches
    #[arg(value_name = "TEST|DIR", default_value = "rarebit-out")]
    from: Vec<PathBuf>,

    /// Also compile the original program and run it on the same inputs
    #[arg(long)]
    native: bool,

    /// Print the path of every test: calls, decisions and inputs
    #[arg(long)]
    trace: bool,

    /// Where the program's files are, if not where they were
    #[arg(long, value_name = "FILE")]
    program: Vec<PathBuf>,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

/// What became of one test.
struct Replayed<'a> {
    case: &'a Case,
    /// Does it end as the test file says?
    agrees: bool,
    native: Option<Native>,
}

enum Native {
    Violation(Confirmation),
    /// The exit status, or why there is none.
    Exit(Result<i32, String>),
}

pub fn execute(args: &Args) -> Result<Code, Error> {
    let kept = kept::load(&args.from, &args.program)?;
    let suite = kept.suite(args.trace)?;
    let judge = args.native.then(|| Judge::new(&kept.source.options(), &kept.program, Cache::standard()));
    let replayed: Vec<Replayed<'_>> = suite
        .cases
        .iter()
        .map(|case| {
            let native = judge.as_ref().map(|judge| match case.violation() {
                Some(finding) => Native::Violation((&judge.judge(finding, &case.drawn)).into()),
                None => Native::Exit(judge.exit(&case.drawn).map_err(|reason| reason.to_string())),
            });
            // The suite of a campaign is written before anybody knows how its tests end.
            let agrees = case.test.outcome.agrees_with(&case.ending) || case.name.starts_with("cover-");
            Replayed { case, agrees, native }
        })
        .collect();
    if args.json {
        print_json(&json!({ "tests": replayed.iter().map(|one| object(one, args.trace)).collect::<Vec<Value>>() }))?;
    } else {
        print(replayed.iter().map(|one| text(one, args.trace)).collect::<String>())?;
        let violated = replayed.iter().filter(|one| one.case.violation().is_some()).count();
        let tests = units::count(replayed.len() as u64, "test");
        print(format!("{tests}, {}\n", units::count(violated as u64, "violation")))?;
        let changed = replayed.iter().filter(|one| !one.agrees).count();
        if changed > 0 {
            complain(&format!("{} did not end as written down", units::count(changed as u64, "test")));
        }
    }
    let violated = replayed.iter().any(|one| one.case.violation().is_some());
    Ok(if violated { Code::VIOLATION } else { Code::CLEAN })
}

fn text(one: &Replayed<'_>, trace: bool) -> String {
    let case = one.case;
    let mut text = format!("{}: ", case.name);
    match &case.ending {
        Ending::Exit { status } => {
            let _ = writeln!(text, "exit status {status}");
        }
        Ending::AssumptionFailed => text += "the inputs do not satisfy an assumption of the program\n",
        Ending::Violation(finding) => text += &report::finding("violation", finding),
        other => match report::of_ending(other) {
            Some(finding) => text += &report::finding("no end of its own", finding),
            None => text += "no end of its own\n",
        },
    }
    if !one.agrees {
        text += "  the test file says otherwise\n";
    }
    match &one.native {
        Some(Native::Violation(confirmation)) => {
            let _ = write!(text, "  {}", report::confirmation(confirmation));
        }
        Some(Native::Exit(Ok(status))) => {
            let _ = writeln!(text, "  natively: exit status {status}");
        }
        Some(Native::Exit(Err(why))) => {
            let _ = writeln!(text, "  natively: {why}");
        }
        None => {}
    }
    if trace {
        for step in &case.path {
            let _ = writeln!(text, "  {}", step.line());
        }
    }
    text
}

fn object(one: &Replayed<'_>, trace: bool) -> Value {
    let mut object = json!({ "name": one.case.name, "outcome": one.case.ending, "agrees": one.agrees });
    match &one.native {
        Some(Native::Violation(confirmation)) => object["confirmation"] = json!(confirmation),
        Some(Native::Exit(Ok(status))) => object["native"] = json!({ "status": status }),
        Some(Native::Exit(Err(why))) => object["native"] = json!({ "error": why }),
        None => {}
    }
    if trace {
        object["trace"] = one.case.path.iter().map(|step| step.json()).collect();
    }
    object
}
