//! `rarebit hunt`: looks for inputs that violate a check.

use super::error::Error;
use super::export::ExportArgs;
use super::search::{self, Keeper, SearchArgs};
use super::simulation::SimulationArgs;
use super::source::{Loaded, SourceArgs};
use super::{Code, kept, print, print_json, report, signals, units};
use crate::confirm::{Cache, Judge};
use crate::explore::{self, Found, Outcomes, Settings, Sought, Stop};
use crate::output::{Ending, Finding, Test};
use rarebit_front_end::instrument::instrument;
use rarebit_front_end::ir::Program;
use serde_json::{Value, json};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Look for inputs that violate a check
///
/// Runs the program on one input after another, chosen by what earlier runs showed, until the budget is used up. A
/// violated check is reported once, with inputs made as small as possible, and the search goes on for the others. The
/// inputs of a violation are printed and written to a test file that `rarebit run` replays.
///
/// Checks that can be proved are not looked for, and what no other check depends on is not run; when all are proved or
/// violated, the search is over.
///
/// A violation is confirmed by running the original program, compiled natively with a sanitizer, on the same inputs.
#[derive(clap::Args)]
#[command(after_help = format!("\
Examples:
  rarebit hunt program.c                    for a minute
  rarebit hunt program.c --time 10m --seed 7
  rarebit hunt program.c --runs 100000      the same result every time
  rarebit hunt program.c --corpus seeds --export sarif=findings.sarif
                                            begin with what another tool found; write for another tool
  rarebit hunt -m32 -DNDEBUG -I include a.c b.c -- first second

{}", super::EXIT_CODES))]
pub struct Args {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) search: SearchArgs,

    /// Stop at the first violation instead of looking for more until the budget is used up
    #[arg(long)]
    first: bool,

    /// Run the whole program instead of what the checks that could not be proved depend on
    #[arg(long)]
    no_slice: bool,

    /// Do not run the original program natively to confirm a violation
    #[arg(long)]
    no_confirm: bool,

    #[command(flatten)]
    export: ExportArgs,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    pub(super) simulation: SimulationArgs,
}

/// A violation with everything to show about it.
struct Shown {
    finding: Finding,
    test: Test,
    path: PathBuf,
    replay: String,
    /// Runs before it was found.
    runs: u64,
}

pub fn execute(args: &Args) -> Result<Code, Error> {
    let Loaded { mut program, warnings } = args.source.load()?;
    instrument(&mut program, args.simulation.classes());
    let settings = args.search.settings(&program, &args.simulation, Sought::Violations, args.first);
    let settings = Settings { slice: !args.no_slice, ..settings };
    let (campaign, past) = args.search.past(&program, &args.source)?;
    let mut keeper = Keeper::new(&program, &args.source, &args.search, settings.budget);
    keeper.campaign = campaign;
    keeper.simulation = args.simulation.again();
    signals::catch_interrupt();
    let hunt = explore::explore(&program, &settings, past, &mut keeper);
    keeper.display.clear();
    keeper.end(&hunt)?;
    let judge = (!args.no_confirm && !hunt.found.is_empty())
        .then(|| Judge::new(&args.source.options(), &program, Cache::standard()));
    let shown =
        hunt.found.iter().map(|found| keep(args, &program, judge.as_ref(), found)).collect::<Result<Vec<_>, _>>()?;
    for Shown { finding, test, .. } in &shown {
        keeper.rewrite(&search::violation_name(finding), test);
    }
    keeper.error.take().map_or(Ok(()), Err)?;
    if args.export.is_asked() {
        let name = |shown: &Shown| shown.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut tests: Vec<(String, Test)> = shown.iter().map(|shown| (name(shown), shown.test.clone())).collect();
        tests.extend(search::suite_tests(&keeper, &hunt.suite));
        let suite = kept::suite(&program, &args.source, &args.simulation, tests, false)?;
        args.export.write(&suite, &args.search.out)?;
    }
    let dead_end = hunt.dead_end.as_ref().map(|failure| Finding::new(&program, failure));
    if args.json {
        print_json(&object(args, &hunt, &shown, dead_end.as_ref(), &warnings))?;
    } else {
        print(text(&program, &hunt, &shown, dead_end.as_ref(), settings.slice && !hunt.given_up))?;
    }
    Ok(code(&hunt))
}

/// Judges a violation and writes its test file.
fn keep(args: &Args, program: &Program, judge: Option<&Judge<'_>>, found: &Found) -> Result<Shown, Error> {
    let outcome = Ending::new(program, found.outcome, found.failure.as_ref());
    let finding = report::of_ending(&outcome).cloned().unwrap_or_default();
    let confirmation = judge.map(|judge| (&judge.judge(&finding, &found.inputs)).into());
    let test = Test::new(program, args.source.names(), &args.source.args, &found.inputs, outcome)
        .with_options([args.source.words(), args.simulation.again()].concat())
        .with_seed(args.search.seed)
        .with_origin(&found.origin)
        .with_confirmation(confirmation);
    let path = args.search.out.join(search::violation_name(&finding));
    fs::create_dir_all(&args.search.out)
        .and_then(|()| test.write(&path))
        .map_err(|error| Error::Write { path: path.clone(), error })?;
    let replay = replay(args, &path);
    Ok(Shown { finding, test, path, replay, runs: found.runs })
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

fn code(hunt: &Outcomes) -> Code {
    let progress = &hunt.progress;
    match hunt.stop {
        Stop::Interrupted => Code::INTERRUPTED,
        _ if !hunt.found.is_empty() => Code::VIOLATION,
        _ if progress.runs > 0 && progress.tally.dead_ends == progress.runs => Code::INTERNAL,
        _ => Code::CLEAN,
    }
}

fn text(program: &Program, hunt: &Outcomes, shown: &[Shown], dead_end: Option<&Finding>, sliced: bool) -> String {
    let mut text = String::new();
    // What nobody could confirm comes after what was confirmed.
    let unconfirmed = |shown: &&Shown| shown.test.confirmation.as_ref().is_some_and(|verdict| !verdict.is_confirmed());
    for shown in shown.iter().filter(|shown| !unconfirmed(shown)).chain(shown.iter().filter(unconfirmed)) {
        let Shown { finding, test, path, replay, .. } = shown;
        text += &report::finding_from("violation", finding, &test.inputs);
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
    let _ = writeln!(text, "stopped: {}", search::stop_text(hunt));
    let (runs, seconds) = (units::count(progress.runs, "run"), progress.elapsed.as_secs_f64());
    let _ = writeln!(text, "{runs} in {seconds:.2} s: {}", search::tally_text(&progress.tally));
    if let Some(mixing) = search::mixing_text(progress) {
        let _ = writeln!(text, "{mixing}");
    }
    if progress.edges > 0 {
        let which = if sliced { " that open checks depend on were" } else { "" };
        let _ = writeln!(text, "{} of {} branch edges{which} covered", progress.covered, progress.edges);
    }
    if hunt.given_up {
        text += "note: proving checks was given up, as it would take more than a fair part of the budget; ";
        text += "the whole program was run\n";
    }
    if progress.runs > 0 && progress.tally.assumption_failed == progress.runs {
        text += "note: no run satisfied the program's assumptions, so nothing behind them was tried\n";
    }
    text
}

/// The first violation stands at the top, for those who want one; all of them in `violations`.
fn object(args: &Args, hunt: &Outcomes, shown: &[Shown], dead_end: Option<&Finding>, warnings: &[String]) -> Value {
    let mut object = search::numbers(hunt, args.search.seed);
    let first = shown.first();
    if first.is_some() && hunt.stop != Stop::Interrupted {
        object["stop"] = "found".into();
        object["why"] = search::stop_name(hunt.stop).into();
    }
    let violation = |shown: &Shown| {
        json!({
            "violation": shown.finding,
            "confirmation": shown.test.confirmation,
            "inputs": shown.test.inputs,
            "test_file": shown.path.display().to_string(),
            "replay": shown.replay,
            "runs": shown.runs,
            "origin": shown.test.origin,
        })
    };
    object["violations"] = shown.iter().map(violation).collect();
    object["violation"] = json!(first.map(|shown| &shown.finding));
    object["confirmation"] = json!(first.and_then(|shown| shown.test.confirmation.as_ref()));
    object["inputs"] = json!(first.map(|shown| &shown.test.inputs));
    object["test_file"] = json!(first.map(|shown| shown.path.display().to_string()));
    object["replay"] = json!(first.map(|shown| &shown.replay));
    object["dead_end"] = json!(dead_end);
    object["proving_given_up"] = json!(hunt.given_up);
    object["warnings"] = json!(warnings);
    object
}
