//! `rarebit hunt`: looks for inputs that violate a check.

use super::error::Error;
use super::progress::Display;
use super::simulation::{SimulationArgs, limit_text};
use super::source::{Loaded, SourceArgs};
use super::{Code, print, print_json, report, signals, units};
use crate::confirm::{Cache, Judge};
use crate::explore::{self, Budget, BudgetKind, Found, Hunt, Settings, Stop, Tally};
use crate::output::{self, Ending, Finding, Test};
use rarebit_front_end::instrument::instrument;
use rarebit_front_end::ir::Program;
use serde_json::{Value, json};
use std::fmt::Write;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Instructions that one run gets if nobody said: less than for `run`, because a hunt lives on many runs.
const DEFAULT_STEPS: u64 = 1_000_000;

/// Look for inputs that violate a check
///
/// Runs the program on random inputs until a check fails or the budget is used up. Integers are drawn uniformly from
/// their type or range, floats uniformly from their bit patterns. The inputs of a violation are printed and written to
/// a test file that `rarebit run` replays.
///
/// A violation is confirmed by running the original program, compiled natively with a sanitizer, on the same inputs.
#[derive(clap::Args)]
#[command(after_help = format!("\
Examples:
  rarebit hunt program.c                    for a minute
  rarebit hunt program.c --time 10m --seed 7
  rarebit hunt program.c --runs 100000      the same result every time
  rarebit hunt -m32 -DNDEBUG -I include a.c b.c -- first second

{}", super::EXIT_CODES))]
pub struct Args {
    #[command(flatten)]
    source: SourceArgs,

    /// Stop after this time, such as 10s, 2m or 1h [default: 60s, or no limit if --runs is given]
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    time: Option<Duration>,

    /// Stop after this many runs; the same seed then gives the same result
    #[arg(long, value_name = "N")]
    runs: Option<u64>,

    /// Decides every random choice
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Where to write test files
    #[arg(long, value_name = "DIR", default_value = "rarebit-out")]
    out: PathBuf,

    /// Do not run the original program natively to confirm a violation
    #[arg(long)]
    no_confirm: bool,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    simulation: SimulationArgs,
}

/// A violation with everything to show about it.
struct Shown {
    finding: Finding,
    test: Test,
    path: PathBuf,
    replay: String,
}

pub fn execute(args: &Args) -> Result<Code, Error> {
    let Loaded { mut program, warnings } = args.source.load()?;
    instrument(&mut program, args.simulation.classes());
    let budget = Budget { time: args.time.or(args.runs.is_none().then_some(DEFAULT_TIME)), runs: args.runs };
    let simulation = args.simulation.options(&program, DEFAULT_STEPS);
    let settings = Settings { simulation, engine: args.simulation.engine(), budget, seed: args.seed };
    let mut display = Display::new(budget);
    signals::catch_interrupt();
    let hunt = explore::hunt(&program, &settings, |progress| {
        display.show(progress);
        if signals::interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    display.clear();
    let shown = match &hunt.found {
        Some(found) => {
            let judge = (!args.no_confirm).then(|| Judge::new(&args.source.options(), &program, Cache::standard()));
            Some(keep(args, &program, judge.as_ref(), found)?)
        }
        None => None,
    };
    let dead_end = hunt.dead_end.as_ref().map(|failure| Finding::new(&program, failure));
    if args.json {
        print_json(&object(args, &hunt, shown.as_ref(), dead_end.as_ref(), &warnings))?;
    } else {
        print(text(&program, &hunt, shown.as_ref(), dead_end.as_ref()))?;
    }
    Ok(code(&hunt))
}

/// Judges a violation and writes its test file.
fn keep(args: &Args, program: &Program, judge: Option<&Judge<'_>>, found: &Found) -> Result<Shown, Error> {
    let outcome = Ending::new(program, found.outcome, found.failure.as_ref());
    let finding = report::of_ending(&outcome).cloned().unwrap_or_default();
    let confirmation = judge.map(|judge| (&judge.judge(&finding, &found.inputs)).into());
    let test = Test::new(program, args.source.names(), &args.source.args, &found.inputs, outcome)
        .with_options(args.source.words())
        .with_seed(args.seed)
        .with_confirmation(confirmation);
    let path = args.out.join(format!("violation-{}.json", finding.check.as_deref().unwrap_or("unknown")));
    fs::create_dir_all(&args.out)
        .and_then(|()| test.write(&path))
        .map_err(|error| Error::Write { path: path.clone(), error })?;
    let replay = replay(args, &path);
    Ok(Shown { finding, test, path, replay })
}

/// The command that runs the program on the test again.
fn replay(args: &Args, path: &Path) -> String {
    let mut words = vec!["rarebit".to_string(), "run".into()];
    words.extend(args.source.again());
    words.extend(args.simulation.again());
    words.extend(["--inputs".into(), path.display().to_string()]);
    if !args.source.args.is_empty() {
        words.push("--".into());
        words.extend(args.source.args.iter().cloned());
    }
    words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ")
}

pub(super) fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=./,:+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

fn code(hunt: &Hunt) -> Code {
    let progress = &hunt.progress;
    match hunt.stop {
        Stop::Found => Code::VIOLATION,
        Stop::Interrupted => Code::INTERRUPTED,
        _ if progress.runs > 0 && progress.tally.dead_ends == progress.runs => Code::INTERNAL,
        _ => Code::CLEAN,
    }
}

fn text(program: &Program, hunt: &Hunt, shown: Option<&Shown>, dead_end: Option<&Finding>) -> String {
    let mut text = String::new();
    if let Some(Shown { finding, test, path, replay }) = shown {
        text += &report::finding("violation", finding);
        text += &test.confirmation.as_ref().map(report::confirmation).unwrap_or_default();
        if test.inputs.is_empty() {
            text += "the program reads no input\n";
        } else {
            let _ = write!(text, "inputs:\n{}", report::inputs(&test.inputs, program.model));
        }
        let _ = writeln!(text, "test file: {}\nreplay:    {replay}", path.display());
    }
    if let Some(dead_end) = dead_end {
        let runs = units::count(hunt.progress.tally.dead_ends, "run");
        text += &report::finding(&format!("not supported ({runs} ended there or at the like)"), dead_end);
    }
    let progress = &hunt.progress;
    let _ = writeln!(text, "stopped: {}", stop_text(hunt));
    let (runs, seconds) = (units::count(progress.runs, "run"), progress.elapsed.as_secs_f64());
    let _ = writeln!(text, "{runs} in {seconds:.2} s: {}", tally_text(&progress.tally));
    let _ = writeln!(text, "{} of {} branch edges covered", progress.covered, progress.edges);
    if progress.runs > 0 && progress.tally.assumption_failed == progress.runs {
        text += "note: no run satisfied the program's assumptions, so nothing behind them was tried\n";
    }
    text
}

fn stop_text(hunt: &Hunt) -> String {
    match hunt.stop {
        Stop::Found => "a check is violated".into(),
        Stop::Exhausted => "the program reads no input, so its one run shows all it can do".into(),
        Stop::Budget(BudgetKind::Time) => "the time is used up, nothing found".into(),
        Stop::Budget(BudgetKind::Runs) => "the number of runs is used up, nothing found".into(),
        Stop::Unknown(_) => "the program reads no input, and its one run did not come to an end".into(),
        Stop::Interrupted => "interrupted, nothing found so far".into(),
    }
}

fn tally_text(tally: &Tally) -> String {
    let mut parts = vec![
        (tally.exits, "ended".to_string()),
        (tally.violations, "violated a check".into()),
        (tally.assumption_failed, "failed an assumption".into()),
        (tally.undefined, "came to an error that --checks leaves out".into()),
        (tally.dead_ends, "came to something unsupported".into()),
    ];
    parts.extend(Tally::LIMITS.map(|limit| {
        let (what, option) = limit_text(limit);
        let raise = option.map(|option| format!(" ({option} raises it)")).unwrap_or_default();
        (tally.limit(limit), format!("used up the budget of {what}{raise}"))
    }));
    let parts: Vec<String> =
        parts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{} {what}", units::grouped(*n))).collect();
    if parts.is_empty() { "none".into() } else { parts.join(", ") }
}

fn object(args: &Args, hunt: &Hunt, shown: Option<&Shown>, dead_end: Option<&Finding>, warnings: &[String]) -> Value {
    let Hunt { stop, progress, .. } = hunt;
    let tally = &progress.tally;
    let limits: serde_json::Map<String, Value> =
        Tally::LIMITS.iter().map(|limit| (output::limit_name(*limit).into(), tally.limit(*limit).into())).collect();
    json!({
        "stop": stop_name(*stop),
        "seed": args.seed,
        "runs": progress.runs,
        "steps": progress.steps,
        "seconds": progress.elapsed.as_secs_f64(),
        "outcomes": {
            "exits": tally.exits,
            "violations": tally.violations,
            "undefined": tally.undefined,
            "assumption_failed": tally.assumption_failed,
            "dead_ends": tally.dead_ends,
            "limits": limits,
        },
        "coverage": { "covered": progress.covered, "edges": progress.edges },
        "violation": shown.map(|shown| &shown.finding),
        "confirmation": shown.and_then(|shown| shown.test.confirmation.as_ref()),
        "inputs": shown.map(|shown| &shown.test.inputs),
        "test_file": shown.map(|shown| shown.path.display().to_string()),
        "replay": shown.map(|shown| &shown.replay),
        "dead_end": dead_end,
        "warnings": warnings,
    })
}

fn stop_name(stop: Stop) -> &'static str {
    match stop {
        Stop::Found => "found",
        Stop::Exhausted => "exhausted",
        Stop::Budget(BudgetKind::Time) => "budget: time",
        Stop::Budget(BudgetKind::Runs) => "budget: runs",
        Stop::Unknown(_) => "unknown",
        Stop::Interrupted => "interrupted",
    }
}
