//! `rarebit cover`: looks for inputs that take every decision, and keeps a small suite of tests.

use super::error::Error;
use super::export::ExportArgs;
use super::search::{self, Keeper, SearchArgs};
use super::simulation::SimulationArgs;
use super::source::{Loaded, SourceArgs};
use super::{Code, kept, print, print_json, report, signals, units};
use crate::confirm::{Cache, Judge};
use crate::explore::{self, Outcomes, Sought, Stop};
use crate::output::{Ending, Finding, Test};
use crate::simulate::{Given, Interpreter, Options, Simulator};
use rarebit_front_end::ir::{Edge, EdgeKind, Function, Loc, Program};
use rarebit_learners::Observation;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// Look for inputs that cover the program's decisions, and write a small test suite
///
/// Runs the whole program on one input after another, chosen by what earlier runs showed, until every branch is taken
/// both ways or the budget is used up. The tests written take every decision that any run took; they are few, and kept
/// up to date as the search goes on. Violations met on the way are reported too, and confirmed by running the original
/// program, compiled natively with a sanitizer, on the same inputs.
#[derive(clap::Args)]
#[command(after_help = format!("\
Examples:
  rarebit cover program.c --time 30s
  rarebit cover program.c --runs 100000      the same suite every time
  rarebit cover program.c --export lcov --export c-tests
                                             coverage and tests for other tools, in rarebit-out

{}", super::EXIT_CODES))]
pub struct Args {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) search: SearchArgs,

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

pub fn execute(args: &Args) -> Result<Code, Error> {
    let Loaded { program, warnings } = args.source.load()?;
    let settings = args.search.settings(&program, &args.simulation, Sought::Coverage, false);
    let (campaign, past) = args.search.past(&program, &args.source)?;
    let mut keeper = Keeper::new(&program, &args.source, &args.search, settings.budget);
    keeper.campaign = campaign;
    keeper.simulation = args.simulation.again();
    signals::catch_interrupt();
    let outcomes = explore::explore(&program, &settings, past, &mut keeper);
    keeper.display.clear();
    keeper.end(&outcomes)?;
    let tests = write_suite(&keeper, &settings.simulation, &outcomes)?;
    let judge = (!args.no_confirm && !outcomes.found.is_empty())
        .then(|| Judge::new(&args.source.options(), &program, Cache::standard()));
    let violations: Vec<Violation> =
        outcomes.found.iter().filter_map(|found| Violation::judged(&keeper, judge.as_ref(), found)).collect();
    for Violation { finding, test } in &violations {
        keeper.rewrite(&search::violation_name(finding), test);
    }
    keeper.error.take().map_or(Ok(()), Err)?;
    if args.export.is_asked() {
        let found =
            violations.iter().map(|Violation { finding, test }| (search::violation_name(finding), test.clone()));
        let all = found.chain(search::suite_tests(&keeper, &outcomes.suite)).collect();
        let suite = kept::suite(&program, &args.source, &args.simulation, all, false)?;
        args.export.write(&suite, &args.search.out)?;
    }
    if args.json {
        let mut object = search::numbers(&outcomes, args.search.seed);
        object["suite"] = tests.iter().map(|path| path.display().to_string()).collect();
        object["violations"] = violations.iter().map(Violation::json).collect();
        object["open"] = json!(open_places(&program, &outcomes.open));
        object["functions"] = functions(&program, &outcomes.open);
        object["warnings"] = json!(warnings);
        print_json(&object)?;
    } else {
        print(text(args, &program, &outcomes, tests.len(), &violations))?;
    }
    let interrupted = outcomes.stop == Stop::Interrupted;
    Ok(if interrupted {
        Code::INTERRUPTED
    } else if violations.is_empty() {
        Code::CLEAN
    } else {
        Code::VIOLATION
    })
}

/// A violation met on the way, and its test with what the judge says.
struct Violation {
    finding: Finding,
    test: Test,
}

impl Violation {
    fn judged(keeper: &Keeper<'_>, judge: Option<&Judge<'_>>, found: &explore::Found) -> Option<Violation> {
        let outcome = Ending::new(keeper.program, found.outcome, found.failure.as_ref());
        let finding = report::of_ending(&outcome)?.clone();
        let confirmation = judge.map(|judge| (&judge.judge(&finding, &found.inputs)).into());
        let test = keeper.test(&found.inputs, outcome).with_origin(&found.origin).with_confirmation(confirmation);
        Some(Violation { finding, test })
    }

    fn json(&self) -> Value {
        let mut object = json!(self.finding);
        object["confirmation"] = json!(self.test.confirmation);
        object
    }
}

/// Writes the suite's tests, each with how its run ends; tests of an older suite are removed.
fn write_suite(keeper: &Keeper<'_>, options: &Options, outcomes: &Outcomes) -> Result<Vec<PathBuf>, Error> {
    let out = &keeper.search.out;
    let mut paths = Vec::new();
    let mut interpreter = Interpreter::new(keeper.program, options.clone());
    for (name, test) in search::suite_tests(keeper, &outcomes.suite) {
        let path = out.join(name);
        let values = test.values(&keeper.source.names(), keeper.program);
        let values = values.map_err(|error| Error::Test { path: path.clone(), error })?;
        let mut given = Given::recorded(values);
        let mut seen = Observation::default();
        interpreter.run(&mut given, &mut seen);
        let ending = Ending::new(keeper.program, seen.outcome, interpreter.failure());
        let test: Test = keeper.test(&given.drawn, ending);
        fs::create_dir_all(out)
            .and_then(|()| test.write(&path))
            .map_err(|error| Error::Write { path: path.clone(), error })?;
        paths.push(path);
    }
    if let Ok(entries) = fs::read_dir(out) {
        for path in entries.flatten().map(|entry| entry.path()).filter(|path| !paths.contains(path)) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with("cover-") && name.ends_with(".json") {
                let _ = fs::remove_file(path);
            }
        }
    }
    Ok(paths)
}

/// The coverage of every function of the program.
fn functions(program: &Program, open: &[Edge]) -> Value {
    let one = |func: &Function| {
        let blocks = func.layout.iter().map(|block| &func.blocks[*block]);
        let edges: Vec<(Edge, Loc)> = blocks
            .flat_map(|block| block.end.targets().iter().map(|target| (target.edge, block.end_loc)).collect::<Vec<_>>())
            .filter(|(edge, _)| program.edges[*edge].kind == EdgeKind::Branch)
            .collect();
        let missed = edges.iter().filter(|(edge, _)| open.contains(edge));
        let places: Vec<String> = missed.map(|(_, loc)| program.place(*loc)).collect();
        json!({ "name": func.name, "covered": edges.len() - places.len(), "edges": edges.len(), "open": places })
    };
    program.funcs.values().filter(|func| !func.library).map(one).collect()
}

/// Where decisions were not taken, each place with how many.
fn open_places(program: &Program, open: &[Edge]) -> Vec<String> {
    let mut places: BTreeMap<(String, u32, u32), usize> = BTreeMap::new();
    for func in program.funcs.values().filter(|func| !func.library) {
        for block in func.layout.iter().map(|block| &func.blocks[*block]) {
            for _ in block.end.targets().iter().filter(|target| open.contains(&target.edge)) {
                let file = block.end_loc.file.expand().map_or("<unknown>".into(), |file| program.files[file].clone());
                *places.entry((file, block.end_loc.line, block.end_loc.column)).or_default() += 1;
            }
        }
    }
    let place = |((file, line, column), many): (&(String, u32, u32), &usize)| {
        format!("{file}:{line}:{column}{}", if *many > 1 { format!(" ({many})") } else { String::new() })
    };
    places.iter().map(place).collect()
}

fn text(args: &Args, program: &Program, outcomes: &Outcomes, tests: usize, violations: &[Violation]) -> String {
    let mut text = String::new();
    for Violation { finding, test } in violations {
        text += &report::finding("violation", finding);
        text += &test.confirmation.as_ref().map(report::confirmation).unwrap_or_default();
    }
    let progress = &outcomes.progress;
    let open = open_places(program, &outcomes.open);
    if !open.is_empty() {
        let _ = writeln!(text, "decisions not taken:");
        for place in open.iter().take(40) {
            let _ = writeln!(text, "  {place}");
        }
        if open.len() > 40 {
            let _ = writeln!(text, "  … and {} more", open.len() - 40);
        }
    }
    let why = match outcomes.stop {
        Stop::Done => "every decision is taken".to_string(),
        _ => search::stop_text(outcomes).replace(", nothing found", ""),
    };
    let _ = writeln!(text, "stopped: {why}");
    let (runs, seconds) = (units::count(progress.runs, "run"), progress.elapsed.as_secs_f64());
    let _ = writeln!(text, "{runs} in {seconds:.2} s: {}", search::tally_text(&progress.tally));
    if let Some(mixing) = search::mixing_text(progress) {
        let _ = writeln!(text, "{mixing}");
    }
    let share = 100.0 * progress.covered as f64 / progress.edges.max(1) as f64;
    let _ = writeln!(text, "{} of {} branch edges covered ({share:.1} %)", progress.covered, progress.edges);
    let _ = writeln!(text, "{} in {}", units::count(tests as u64, "test"), args.search.out.display());
    text
}
