//! `rarebit paths`: follows every path of a program.

use super::clock::Clock;
use super::error::Error;
use super::export::ExportArgs;
use super::hunt::shell_word;
use super::search::cores;
use super::simulation::SimulationArgs;
use super::source::{Loaded, SourceArgs};
use super::{Code, kept, print, print_json, report, signals, units};
use crate::confirm::{Cache, Judge};
use crate::output::{Ending, Finding, Test, Unfinished, UnfinishedError, read_inputs};
use crate::simulate::{Drawn, Given, Interpreter, Simulator};
use crate::symbolic::{
    self, Budget, BudgetKind, Exploration, Gaps, Path, Progress, Pruning, RwMode, Settings, Stop, Strategy,
};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rarebit_front_end::instrument::instrument;
use rarebit_front_end::ir::{Func, Program};
use rarebit_learners::{Observation, Outcome};
use serde_json::{Value, json};
use std::fmt::Write;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

const DEFAULT_TIME: Duration = Duration::from_secs(60);
/// Instructions that one path gets if nobody said.
const DEFAULT_STEPS: u64 = 10_000_000;
const REFRESH: Duration = Duration::from_millis(100);

/// Follow every path of a program, with a solver
///
/// Runs the program on all inputs at once: where a branch or a check depends on inputs, both ways are followed if inputs
/// exist for them. Every path gives inputs that follow it, which are run in the simulator. If the exploration ends by
/// itself without a gap, there is no other path.
///
/// A violation is confirmed by running the original program, compiled natively with a sanitizer, on the same inputs.
#[derive(clap::Args)]
#[command(after_help = format!("\
Examples:
  rarebit paths program.c                     for a minute, or until there is no other path
  rarebit paths program.c --tests suite       write the inputs of every path there
  rarebit paths program.c --search random-path --first

{}", super::EXIT_CODES))]
pub struct Args {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    /// Stop after this time, such as 10s, 2m or 1h [default: 60s, or no limit if --paths or --steps is given]
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    time: Option<Duration>,

    /// Stop after this many paths
    #[arg(long, value_name = "N")]
    paths: Option<u64>,

    /// Stop after this many instructions, of all paths together
    #[arg(long, value_name = "N")]
    steps: Option<u64>,

    /// Stop when more states than this wait
    #[arg(long, value_name = "N")]
    states: Option<usize>,

    /// Stop at the first violation
    #[arg(long)]
    first: bool,

    /// Which state goes on next
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Search::Dfs)]
    search: Search,

    /// Do not follow paths from which no uncovered branch can be reached
    #[arg(long, help_heading = "Pruning: keeps branch coverage, not every path")]
    look_ahead: bool,

    /// Run the inputs of every fork at once, so that what they cover is known early
    #[arg(long, help_heading = "Pruning: keeps branch coverage, not every path")]
    solve_first: bool,

    /// Follow only one way in calls deeper than this below main; may lose coverage
    #[arg(long, value_name = "N", help_heading = "Pruning: keeps branch coverage, not every path")]
    max_call_depth: Option<u32>,

    /// Do not follow paths from a state that agrees with an earlier one in all that is read from there on
    #[arg(
        long,
        value_name = "HOW",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "full",
        help_heading = "Pruning: keeps branch coverage, not every path"
    )]
    rwset: Option<Rwset>,

    /// Decide what --look-ahead and --rwset would prune, but follow it all the same
    #[arg(long, help_heading = "Pruning: keeps branch coverage, not every path")]
    measure: bool,

    /// Z3's resource units for one question
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    solver_limit: u32,

    /// Decides every random choice
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Follow one concrete input after the other, each solved from the path of another, instead of all inputs at once
    #[arg(long)]
    concolic: bool,

    /// Workers, each with its own solver [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Keep the memory of the process below this, such as 500M or 2G
    ///
    /// When there is no more room, what waits is kept as the decisions that lead there, and followed again from the
    /// program's beginning when its turn comes.
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    memory: Option<u64>,

    /// States that a worker keeps as they are; more wait as the decisions that lead there
    #[arg(long, value_name = "N")]
    keep_states: Option<usize>,

    /// Cover the decisions of this function only
    #[arg(long, value_name = "FUNCTION")]
    unit: Option<String>,

    /// Write every question to Z3 to this directory, in SMT-LIB
    #[arg(long, value_name = "DIR")]
    query_log: Option<PathBuf>,

    /// Write a test file for every path to this directory
    #[arg(long, value_name = "DIR")]
    tests: Option<PathBuf>,

    /// Where to write the test files of violations
    #[arg(long, value_name = "DIR", default_value = "rarebit-out")]
    out: PathBuf,

    /// Keep what was not followed in this directory when the exploration stops, so that it can be resumed
    #[arg(long, value_name = "DIR")]
    campaign: Option<PathBuf>,

    /// Go on with what the campaign directory holds; the budget is that of the whole exploration
    #[arg(long, requires = "campaign")]
    resume: bool,

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

impl Args {
    fn unit(&self, program: &Program) -> Result<Option<Func>, Error> {
        let Some(name) = &self.unit else { return Ok(None) };
        let func = program.funcs.iter().find(|(_, func)| func.name == *name && !func.layout.is_empty());
        func.map(|(id, _)| Some(id)).ok_or_else(|| Error::NoFunction(name.clone()))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Search {
    /// The newest state
    Dfs,
    /// The oldest state
    Bfs,
    /// Any state, short paths likelier
    RandomPath,
    /// One that has just covered something new
    CoverageNew,
    /// The one nearest to an uncovered branch
    Goal,
    /// All of these in turn
    Interleaved,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Rwset {
    /// Compare what is read later
    Full,
    /// Compare whole states
    WriteSet,
}

impl Rwset {
    fn mode(self, measure: bool) -> RwMode {
        match self {
            Rwset::Full if measure => RwMode::Measure,
            Rwset::Full => RwMode::Full,
            Rwset::WriteSet => RwMode::WriteSet,
        }
    }
}

impl Search {
    fn strategy(self) -> Strategy {
        match self {
            Search::Dfs => Strategy::DepthFirst,
            Search::Bfs => Strategy::BreadthFirst,
            Search::RandomPath => Strategy::RandomPath,
            Search::CoverageNew => Strategy::CoverageNew,
            Search::Goal => Strategy::Goal,
            Search::Interleaved => Strategy::Interleaved,
        }
    }
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
    let limited = args.paths.is_some() || args.steps.is_some();
    let settings = Settings {
        simulation: args.simulation.options(&program, DEFAULT_STEPS),
        budget: Budget {
            time: args.time.or((!limited).then_some(DEFAULT_TIME)),
            paths: args.paths,
            steps: args.steps,
            states: args.states,
            memory: args.memory,
        },
        strategy: args.search.strategy(),
        seed: args.seed,
        solver_limit: args.solver_limit,
        first: args.first,
        pruning: Pruning {
            look_ahead: args.look_ahead,
            call_depth: args.max_call_depth,
            solve_first: args.solve_first,
            rwset: args.rwset.map(|rwset| rwset.mode(args.measure)),
            measure: args.measure,
        },
        keep_output: false,
        threads: args.threads.unwrap_or_else(cores),
        unit: args.unit(&program)?,
        concolic: args.concolic,
        kept_states: args.keep_states,
        query_log: args.query_log.clone(),
        keep_left: args.campaign.is_some(),
    };
    if let Some(directory) = &args.query_log {
        fs::create_dir_all(directory).map_err(|error| Error::Write { path: directory.clone(), error })?;
    }
    if let (Some(directory), false) = (&args.campaign, args.resume) {
        fs::create_dir_all(directory).map_err(|error| Error::Write { path: directory.clone(), error })?;
    }
    // Nobody else works there as long as this does.
    let lock = args.campaign.as_ref().filter(|directory| directory.is_dir()).map(|directory| {
        crate::output::lock(directory)
            .map_err(|error| Error::Campaign { path: directory.clone(), error: Box::new(error) })
    });
    let _lock = lock.transpose()?;
    let (mut line, mut history) = (Line::new(), History::default());
    let mut suite =
        Suite { args, program: &program, violations: Vec::new(), tests: Vec::new(), written: 0, error: None };
    signals::catch_interrupt();
    let past = match (&args.campaign, args.resume) {
        (Some(directory), true) => Some(past(args, directory, &mut suite)?),
        _ => None,
    };
    let clock = Clock::start();
    let exploration = symbolic::resume(
        &program,
        &settings,
        past,
        |path| suite.add(path),
        |progress| {
            line.show(progress);
            history.note(progress);
            if signals::interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    let processor = clock.processor();
    line.0.finish_and_clear();
    history.end(&exploration.progress);
    let Suite { violations, tests, written, error, .. } = suite;
    if let Some(error) = error {
        return Err(error);
    }
    if let Some(directory) = &args.campaign {
        let inputs: Vec<&[Drawn]> = violations.iter().map(|path| path.inputs.as_slice()).collect();
        Unfinished::new(args.source.names(), &exploration, &inputs)
            .write(directory)
            .map_err(|error| Error::Write { path: directory.clone(), error })?;
    }
    let judge = (!args.no_confirm && !violations.is_empty())
        .then(|| Judge::new(&args.source.options(), &program, Cache::standard()));
    let shown: Vec<Shown> =
        violations.iter().map(|path| keep(args, &program, judge.as_ref(), path)).collect::<Result<_, _>>()?;
    if args.export.is_asked() {
        let judged = shown.iter().map(|shown| {
            (shown.path.file_name().unwrap_or_default().to_string_lossy().into_owned(), shown.test.clone())
        });
        let suite = kept::suite(&program, &args.source, &args.simulation, judged.chain(tests).collect(), false)?;
        args.export.write(&suite, &args.out)?;
    }
    if args.json {
        let mut object = object(args, &exploration, &shown, written, &warnings);
        object["history"] = json!(history.rows);
        object["processor_seconds"] = json!(processor.as_secs_f64());
        print_json(&object)?;
    } else {
        print(text(&program, &exploration, &shown))?;
    }
    Ok(match exploration.stop {
        Stop::Interrupted => Code::INTERRUPTED,
        _ if !shown.is_empty() => Code::VIOLATION,
        _ if exploration.progress.diverged > 0 => Code::INTERNAL,
        _ => Code::CLEAN,
    })
}

/// What an earlier exploration left, its violations to the suite.
fn past(args: &Args, directory: &std::path::Path, suite: &mut Suite<'_>) -> Result<symbolic::Past, Error> {
    let wrong = |error| Error::Unfinished { path: directory.into(), error: Box::new(error) };
    let unfinished = Unfinished::read(directory, &args.source.names()).map_err(wrong)?;
    for inputs in &unfinished.violations {
        let inputs = read_inputs(inputs).ok_or_else(|| wrong(UnfinishedError::Format))?;
        let mut interpreter = Interpreter::new(suite.program, args.simulation.options(suite.program, DEFAULT_STEPS));
        let mut seen = Observation::default();
        interpreter.run(&mut Given::drawn(&inputs), &mut seen);
        let failure = interpreter.failure().cloned();
        suite.add(Path { outcome: seen.outcome, failure, inputs, foreseen: None, output: Vec::new() });
    }
    unfinished.past().ok_or_else(|| wrong(UnfinishedError::Format))
}

/// What the paths leave behind: a test each if asked for, and one violation for every check and class.
struct Suite<'a> {
    args: &'a Args,
    program: &'a Program,
    violations: Vec<Path>,
    /// Tests of the paths without a violation, if they are to be exported.
    tests: Vec<(String, Test)>,
    written: u64,
    error: Option<Error>,
}

impl Suite<'_> {
    fn add(&mut self, path: Path) {
        if let (Some(directory), None) = (&self.args.tests, &self.error) {
            self.written += 1;
            let file = directory.join(format!("path-{:06}.json", self.written));
            let written = fs::create_dir_all(directory).and_then(|()| self.test(&path).write(&file));
            self.error = written.err().map(|error| Error::Write { path: file, error });
        }
        let class = |path: &Path| path.failure.as_ref().map(|failure| (failure.check, failure.class));
        let new = self.violations.iter().all(|known| class(known) != class(&path));
        let violation = matches!(path.outcome, Outcome::Violation(_));
        if self.args.export.is_asked() && !violation {
            self.tests.push((format!("path-{:06}.json", self.tests.len() + 1), self.test(&path)));
        }
        if violation && new {
            self.violations.push(path);
        }
    }

    fn test(&self, path: &Path) -> Test {
        test(self.args, self.program, path)
    }
}

fn test(args: &Args, program: &Program, path: &Path) -> Test {
    let outcome = Ending::new(program, path.outcome, path.failure.as_ref());
    Test::new(program, args.source.names(), &args.source.args, &path.inputs, outcome)
        .with_options([args.source.words(), args.simulation.again()].concat())
        .with_seed(args.seed)
}

/// Judges a violation and writes its test file.
fn keep(args: &Args, program: &Program, judge: Option<&Judge<'_>>, path: &Path) -> Result<Shown, Error> {
    let test = test(args, program, path);
    let finding = report::of_ending(&test.outcome).cloned().unwrap_or_default();
    let confirmation = judge.map(|judge| (&judge.judge(&finding, &path.inputs)).into());
    let test = test.with_confirmation(confirmation);
    let name = |part: &Option<String>| part.clone().unwrap_or_else(|| "unknown".into());
    let path = args.out.join(format!("violation-{}-{}.json", name(&finding.check), name(&finding.class)));
    fs::create_dir_all(&args.out)
        .and_then(|()| test.write(&path))
        .map_err(|error| Error::Write { path: path.clone(), error })?;
    let mut words = vec!["rarebit".to_string(), "run".into()];
    words.extend(args.source.again());
    words.extend(args.simulation.again());
    words.extend(["--inputs".into(), path.display().to_string()]);
    if !args.source.args.is_empty() {
        words.push("--".into());
        words.extend(args.source.args.iter().cloned());
    }
    let replay = words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ");
    Ok(Shown { finding, test, path, replay })
}

/// How tests, covered edges and distinct states grew: a row whenever something new was covered, and now and then.
#[derive(Default)]
struct History {
    rows: Vec<[u64; 3]>,
    next: u64,
}

impl History {
    fn note(&mut self, progress: &Progress) {
        let row = History::row(progress);
        let new = self.rows.last().is_none_or(|last| last[1] != row[1]);
        if new || row[0] >= self.next {
            self.next = row[0] + row[0] / 50 + 1;
            self.rows.push(row);
        }
    }

    fn end(&mut self, progress: &Progress) {
        self.rows.push(History::row(progress));
    }

    fn row(progress: &Progress) -> [u64; 3] {
        let Progress { paths, early, covered, visits, .. } = progress;
        [paths + early, *covered as u64, visits.points - visits.hits]
    }
}

/// One line on standard error, rewritten as the exploration goes on; nothing where standard error is no terminal.
struct Line(ProgressBar, Duration);

impl Line {
    fn new() -> Line {
        let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        line.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("the template is right"));
        Line(line, REFRESH)
    }

    fn show(&mut self, progress: &Progress) {
        if progress.elapsed >= self.1 {
            self.1 = progress.elapsed + REFRESH;
            if !self.0.is_hidden() {
                self.0.set_message(summary(progress));
                self.0.tick();
            }
        }
    }
}

fn summary(progress: &Progress) -> String {
    let share = progress.solver.time.as_secs_f64() / progress.elapsed.as_secs_f64().max(1e-9);
    format!(
        "{}, {}, {} of {} edges covered, {} ({} to the solver, {:.0} % of the time)",
        units::count(progress.paths, "path"),
        units::count(progress.states as u64, "waiting state"),
        progress.covered,
        progress.edges,
        units::count(progress.solver.questions, "question"),
        units::grouped(progress.solver.queries),
        100.0 * share,
    )
}

fn text(program: &Program, exploration: &Exploration, shown: &[Shown]) -> String {
    let mut text = String::new();
    for Shown { finding, test, path, replay } in shown {
        text += &report::finding_from("violation", finding, &test.inputs);
        text += &test.confirmation.as_ref().map(report::confirmation).unwrap_or_default();
        if test.inputs.is_empty() {
            text += "the program reads no input\n";
        } else {
            let _ = write!(text, "inputs:\n{}", report::inputs(&test.inputs, program.model));
        }
        let _ = writeln!(text, "test file: {}\nreplay:    {replay}\n", path.display());
    }
    let progress = &exploration.progress;
    let _ = writeln!(text, "stopped: {}", stop_text(exploration));
    let (steps, seconds) = (units::count(progress.steps, "instruction"), progress.elapsed.as_secs_f64());
    let _ = writeln!(text, "{}\n{steps} in {seconds:.2} s", summary(progress));
    if progress.pruned + progress.early > 0 {
        let tests = units::count(progress.paths + progress.early, "test");
        let _ = writeln!(text, "{tests}, {} not followed further", units::count(progress.pruned, "path"));
    }
    if progress.spilled > 0 {
        let spilled = units::count(progress.spilled, "waiting state");
        let _ = writeln!(text, "to keep the memory below its limit, {spilled} became decisions to follow again");
    }
    if progress.assumption_failed > 0 {
        let _ = writeln!(text, "{} failed an assumption", units::count(progress.assumption_failed, "path"));
    }
    text
}

fn stop_text(exploration: &Exploration) -> String {
    let Progress { diverged, unfinished, .. } = exploration.progress;
    match exploration.stop {
        Stop::Found => "a check is violated".into(),
        Stop::Exhausted => "every path was followed to its end".into(),
        Stop::Pruned => "no path is left but those that were pruned".into(),
        Stop::Budget(BudgetKind::Time) => "the time is used up".into(),
        Stop::Budget(BudgetKind::Paths) => "the number of paths is used up".into(),
        Stop::Budget(BudgetKind::Steps) => "the number of instructions is used up".into(),
        Stop::Budget(BudgetKind::States) => "too many states wait".into(),
        Stop::Budget(BudgetKind::Memory) => "the memory is used up".into(),
        Stop::Interrupted => "interrupted".into(),
        Stop::Unknown(Gaps { unknown, concretised }) => {
            let parts = [
                (unknown, "ways that the solver could not decide"),
                (concretised, "values that were fixed to one of many"),
                (unfinished, "paths that ended at a limit or at something unsupported"),
                (diverged, "paths whose test did not follow them"),
            ];
            let parts: Vec<String> = parts
                .iter()
                .filter(|(n, _)| *n > 0)
                .map(|(n, what)| format!("{} {what}", units::grouped(*n)))
                .collect();
            format!("no path is left to follow, but there are gaps: {}", parts.join(", "))
        }
    }
}

fn object(args: &Args, exploration: &Exploration, shown: &[Shown], written: u64, warnings: &[String]) -> Value {
    let Exploration { stop, progress, .. } = exploration;
    let violations: Vec<Value> = shown
        .iter()
        .map(|shown| {
            json!({
                "violation": shown.finding,
                "confirmation": shown.test.confirmation,
                "inputs": shown.test.inputs,
                "test_file": shown.path.display().to_string(),
                "replay": shown.replay,
            })
        })
        .collect();
    json!({
        "stop": stop_name(*stop),
        "seed": args.seed,
        "paths": progress.paths,
        "pruned": progress.pruned,
        "early_tests": progress.early,
        "assumption_failed": progress.assumption_failed,
        "unfinished": progress.unfinished,
        "diverged": progress.diverged,
        "waiting_states": progress.states,
        "spilled_states": progress.spilled,
        "moved_states": progress.moved,
        "steps": progress.steps,
        "seconds": progress.elapsed.as_secs_f64(),
        "coverage": { "covered": progress.covered, "edges": progress.edges },
        "solver": {
            "questions": progress.solver.questions,
            "queries": progress.solver.queries,
            "unknown": progress.solver.unknown,
            "seconds": progress.solver.time.as_secs_f64(),
        },
        "rwset": { "points": progress.visits.points, "hits": progress.visits.hits },
        "gaps": { "unknown": progress.gaps.unknown, "concretised": progress.gaps.concretised },
        "violations": violations,
        "tests": written,
        "warnings": warnings,
    })
}

fn stop_name(stop: Stop) -> &'static str {
    match stop {
        Stop::Found => "found",
        Stop::Exhausted => "exhausted",
        Stop::Pruned => "pruned",
        Stop::Budget(BudgetKind::Time) => "budget: time",
        Stop::Budget(BudgetKind::Paths) => "budget: paths",
        Stop::Budget(BudgetKind::Steps) => "budget: steps",
        Stop::Budget(BudgetKind::States) => "budget: states",
        Stop::Budget(BudgetKind::Memory) => "budget: memory",
        Stop::Unknown(_) => "unknown",
        Stop::Interrupted => "interrupted",
    }
}
