//! What `hunt`, `cover` and `compare` have in common: the budget, the campaign directory, how results are told.

use super::error::Error;
use super::progress::Display;
use super::simulation::{SimulationArgs, limit_text};
use super::source::SourceArgs;
use super::{corpus, report, signals, units};
use crate::explore::{
    Budget, BudgetKind, Credit, Found, Observer, Outcomes, Part, Past, Progress, Settings, Sought, Stop, Strategy,
    Tally, Weights,
};
pub use crate::output::Moment;
use crate::output::{self, Campaign, Ending, Finding, Test};
use crate::simulate::{Drawn, Given, Interpreter, Simulator};
use rarebit_front_end::ir::Program;
use rarebit_learners::Observation;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Instructions that one run gets if nobody said: less than for `run`, because a search lives on many runs.
pub const DEFAULT_STEPS: u64 = 1_000_000;

#[derive(Clone, clap::Args)]
pub struct SearchArgs {
    /// Stop after this time, such as 10s, 2m or 1h [default: 60s, or no limit if --runs or --rounds is given]
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub time: Option<Duration>,

    /// Stop after this many runs; the same seed then gives the same result
    #[arg(long, value_name = "N")]
    pub runs: Option<u64>,

    /// Stop after this many rounds; the paper's number is 10
    #[arg(long, value_name = "N")]
    pub rounds: Option<u64>,

    /// Runs of each chain and each constraint in a round; the paper's number is 1000 [default: by what pays]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub samples: Option<u64>,

    /// A chain, or a constraint's, ends once its bias has grown by this factor, the paper's stopping rule [default: it
    /// draws all its samples]
    #[arg(long, value_name = "FACTOR", value_parser = lambda)]
    pub lambda: Option<f64>,

    /// Decides every random choice
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// How inputs are chosen: `hybrid`, `portfolio`, `lp`, `bbox`, `concolic`, `mcmc` or `uniform`
    ///
    /// `uniform` draws every input afresh. `mcmc` samples by Metropolis–Hastings, biased away from what was seen. `lp`
    /// does so inside linear constraints that lead to what was not seen, `bbox` inside their bounding boxes.
    /// `portfolio` adds hunters that aim at open checks and decisions, and draws of special values; what pays is used
    /// more. `concolic` follows the path of one input and solves for another that leaves it. `hybrid` is the portfolio
    /// with linear constraints and a solver to advise it.
    #[arg(long, value_name = "NAME", default_value = "hybrid", value_parser = strategy)]
    pub strategy: Strategy,

    /// Do without a part of `hybrid`: `constraints`, `chaining`, `solver` or `bias`, to see what it is worth
    #[arg(long, value_name = "PART,…", value_delimiter = ',', value_parser = part)]
    pub without: Vec<Part>,

    /// How much each learner of `mcmc` counts, such as `coverage=1,ranges=0.5`; 0 switches one off
    ///
    /// There are `violation` and `coverage`, which count 1 unless said, and `ranges`, `calls`, `null` and `alias`, which
    /// are off unless said. Biases multiply, each raised to its weight.
    #[arg(long, value_name = "NAME=WEIGHT,…", default_value = "", hide_default_value = true, value_parser = Weights::parse)]
    pub learners: Weights,

    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,

    /// Where to write test files
    #[arg(long, value_name = "DIR", default_value = "rarebit-out")]
    pub out: PathBuf,

    /// Keep everything in this directory as the search goes on, so that it can be resumed
    #[arg(long, value_name = "DIR")]
    pub campaign: Option<PathBuf>,

    /// Begin with these inputs: test files or directories of this or another tool (Test-Comp, .ktest, corpora, …)
    #[arg(long, value_name = "PATH")]
    pub corpus: Vec<PathBuf>,

    /// Go on with the search kept in the campaign directory; the budget is that of the whole search
    #[arg(long, requires = "campaign")]
    pub resume: bool,
}

/// The part of this name.
pub fn part(name: &str) -> Result<Part, String> {
    let known = Part::ALL.into_iter().find(|part| part.name() == name);
    known.ok_or_else(|| format!("no part `{name}`; there are {}", Part::ALL.map(Part::name).join(", ")))
}

/// The strategy of this name.
pub fn strategy(name: &str) -> Result<Strategy, String> {
    let known = Strategy::ALL.into_iter().find(|strategy| strategy.name() == name);
    known.ok_or_else(|| {
        let names: Vec<&str> = Strategy::ALL.iter().map(|strategy| strategy.name()).collect();
        format!("no strategy `{name}`; there are {}", names.join(", "))
    })
}

/// All cores.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

/// A factor by which something can grow.
fn lambda(text: &str) -> Result<f64, String> {
    let factor: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    if factor > 1.0 { Ok(factor) } else { Err(format!("a factor by which something grows is above 1, not {text}")) }
}

impl SearchArgs {
    pub fn settings(&self, program: &Program, simulation: &SimulationArgs, sought: Sought, first: bool) -> Settings {
        Settings {
            simulation: simulation.options(program, DEFAULT_STEPS),
            engine: simulation.engine(),
            budget: Budget {
                time: self.time.or((self.runs.is_none() && self.rounds.is_none()).then_some(DEFAULT_TIME)),
                runs: self.runs,
                rounds: self.rounds,
            },
            samples: self.samples,
            lambda: self.lambda,
            seed: self.seed,
            strategy: self.strategy,
            learners: self.learners.clone(),
            sought,
            first,
            threads: self.threads.unwrap_or_else(cores),
            slice: true,
            without: self.without.iter().copied().collect(),
        }
    }

    /// The campaign directory, and what it already holds.
    pub fn past(&self, program: &Program, source: &SourceArgs) -> Result<(Option<Campaign>, Past), Error> {
        let past = Past { tests: corpus::load(&self.corpus, program, source)?, ..Past::default() };
        let Some(root) = &self.campaign else { return Ok((None, past)) };
        let wrong = |error| Error::Campaign { path: root.clone(), error: Box::new(error) };
        if !self.resume {
            let campaign = Campaign::create(root, source.names(), self.seed, super::command()).map_err(wrong)?;
            return Ok((Some(campaign), past));
        }
        let (campaign, tests) = Campaign::open(root, &source.names()).map_err(wrong)?;
        let mut past = Past {
            tests: past.tests,
            rounds: campaign.state.rounds,
            runs: campaign.state.runs,
            elapsed: Duration::from_secs_f64(campaign.state.seconds.max(0.0)),
        };
        for test in tests {
            let values = test.values(&source.names(), program);
            let values = values.map_err(|error| Error::Test { path: root.clone(), error })?;
            let mut given = Given::recorded(values);
            let mut seen = Observation::default();
            let options = crate::simulate::Options::default();
            Interpreter::new(program, options).run(&mut given, &mut seen);
            past.tests.push(given.drawn);
        }
        Ok((Some(campaign), past))
    }
}

/// Shows progress and writes down what is found, as it is found.
pub struct Keeper<'a> {
    pub program: &'a Program,
    pub source: &'a SourceArgs,
    pub search: &'a SearchArgs,
    pub campaign: Option<Campaign>,
    pub display: Display,
    /// How far the search had come, when; for plots.
    pub history: Vec<Moment>,
    /// The first thing that could not be written.
    pub error: Option<Error>,
    /// The arguments about checks and budgets of a run, for the tests.
    pub simulation: Vec<String>,
    saved: Duration,
}

/// Between two states of a campaign on disk.
const SAVE: Duration = Duration::from_millis(500);

impl<'a> Keeper<'a> {
    pub fn new(program: &'a Program, source: &'a SourceArgs, search: &'a SearchArgs, budget: Budget) -> Keeper<'a> {
        Keeper {
            program,
            source,
            search,
            campaign: None,
            display: Display::new(budget),
            history: Vec::new(),
            error: None,
            simulation: Vec::new(),
            saved: Duration::ZERO,
        }
    }

    /// The test of a run.
    pub fn test(&self, drawn: &[Drawn], outcome: Ending) -> Test {
        Test::new(self.program, self.source.names(), &self.source.args, drawn, outcome)
            .with_options([self.source.words(), self.simulation.clone()].concat())
            .with_seed(self.search.seed)
    }

    fn note(&mut self, path: &Path, result: std::io::Result<()>) {
        if let Err(error) = result {
            self.error.get_or_insert(Error::Write { path: path.into(), error });
        }
    }

    fn write(&mut self, name: &str, test: &Test) {
        let path = self.search.out.join(name);
        let result = std::fs::create_dir_all(&self.search.out).and_then(|()| test.write(&path));
        self.note(&path, result);
    }

    /// Writes down how the search ended.
    pub fn end(&mut self, outcomes: &Outcomes) -> Result<(), Error> {
        if let Some(campaign) = &mut self.campaign {
            campaign.state.result = Some(numbers(outcomes, self.search.seed));
        }
        self.record(&outcomes.progress, None);
        self.error.take().map_or(Ok(()), Err)
    }

    /// Writes a test again, of which more is known now.
    pub fn rewrite(&mut self, name: &str, test: &Test) {
        self.write(name, test);
        if let Some(campaign) = &mut self.campaign {
            let path = campaign.path(name);
            let result = test.write(&path);
            self.note(&path, result);
        }
    }

    fn record(&mut self, progress: &Progress, event: Option<Value>) {
        let Some(campaign) = &mut self.campaign else { return };
        campaign.state.rounds = progress.rounds;
        campaign.state.runs = progress.runs;
        campaign.state.seconds = progress.elapsed.as_secs_f64();
        (campaign.state.covered, campaign.state.edges) = (progress.covered, progress.edges);
        let logged = event.map_or(Ok(()), |event| campaign.log(&event));
        let result = logged.and_then(|()| campaign.save());
        let path = campaign.path("campaign.json");
        self.note(&path, result);
    }
}

pub fn violation_name(finding: &Finding) -> String {
    let check = finding.check.as_deref().unwrap_or("unknown");
    // A check of a library function can fail for several callers.
    let line = finding.place.rsplit(':').nth(1).filter(|_| finding.library.is_some());
    line.map_or(format!("violation-{check}.json"), |line| format!("violation-{check}-{line}.json"))
}

impl Observer for Keeper<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.display.show(progress);
        let last = self.history.last();
        let new = Moment {
            seconds: progress.elapsed.as_secs_f64(),
            runs: progress.runs,
            covered: progress.covered,
            violations: progress.violations,
        };
        if last.is_none_or(|last| (last.covered, last.violations) != (new.covered, new.violations)) {
            self.history.push(new);
            if let Some(campaign) = &mut self.campaign {
                campaign.state.history.push(new);
            }
        }
        if signals::interrupted() || self.error.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn found(&mut self, found: &Found) {
        let outcome = Ending::new(self.program, found.outcome, found.failure.as_ref());
        let finding = report::of_ending(&outcome).cloned().unwrap_or_default();
        let (name, test) = (violation_name(&finding), self.test(&found.inputs, outcome).with_origin(&found.origin));
        self.write(&name, &test);
        if let Some(campaign) = &mut self.campaign {
            let event = json!({ "event": "violation", "test": name, "check": finding.check, "place": finding.place,
                                "seconds": found.elapsed.as_secs_f64() });
            let result = campaign.violation(name, &test).and_then(|()| campaign.log(&event));
            let path = campaign.path("campaign.json");
            self.note(&path, result);
        }
    }

    fn suite(&mut self, suite: &[Vec<Drawn>], progress: &Progress) {
        if self.campaign.is_none() {
            return;
        }
        let tests: Vec<(String, Test)> = suite_tests(self, suite);
        if let Some(campaign) = &mut self.campaign {
            let result = campaign.suite(&tests);
            let path = campaign.path("campaign.json");
            self.note(&path, result);
        }
        let event = json!({ "event": "coverage", "covered": progress.covered, "edges": progress.edges,
                            "runs": progress.runs, "seconds": progress.elapsed.as_secs_f64() });
        self.record(progress, Some(event));
    }

    /// Only here: what a round has not merged is not in the state, and a resumed search does that round again.
    fn round(&mut self, progress: &Progress) {
        if self.campaign.is_some() && progress.elapsed >= self.saved + SAVE {
            self.saved = progress.elapsed;
            // How the chains mix is of interest only where they sample.
            let event = progress.mixing.map(|_| {
                json!({ "event": "round", "rounds": progress.rounds, "runs": progress.runs,
                        "acceptance": acceptance(progress), "mixing": mixing(progress) })
            });
            self.record(progress, event);
        }
    }
}

/// Tests of a suite, named by their inputs, so that an unchanged test keeps its file.
pub fn suite_tests(keeper: &Keeper<'_>, suite: &[Vec<Drawn>]) -> Vec<(String, Test)> {
    let named = suite.iter().map(|drawn| {
        let test = keeper.test(drawn, Ending::Exit { status: 0 });
        (format!("cover-{:016x}.json", fingerprint(drawn)), test)
    });
    named.collect()
}

/// FNV-1a over sites and bits.
fn fingerprint(drawn: &[Drawn]) -> u64 {
    let bytes = drawn.iter().flat_map(|(site, bits)| {
        site.as_u32().to_le_bytes().into_iter().chain(bits.to_le_bytes()).collect::<Vec<u8>>()
    });
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Why it stopped, for people.
pub fn stop_text(outcomes: &Outcomes) -> String {
    let found = match outcomes.found.len() {
        0 => "nothing found".to_string(),
        1 => "a check is violated".into(),
        n => format!("{n} checks are violated"),
    };
    match outcomes.stop {
        Stop::Found => found,
        Stop::Done => format!("{found}, and nothing is left to look for"),
        Stop::Proved if outcomes.found.is_empty() => "every check is proved: no input violates one".into(),
        Stop::Proved => format!("{found}, and every other is proved"),
        Stop::Exhausted => "the program reads no input, so its one run shows all it can do".into(),
        Stop::Budget(BudgetKind::Time) => format!("the time is used up, {found}"),
        Stop::Budget(BudgetKind::Runs) => format!("the number of runs is used up, {found}"),
        Stop::Budget(BudgetKind::Rounds) => format!("the number of rounds is used up, {found}"),
        Stop::Unknown(_) => "the program reads no input, and its one run did not come to an end".into(),
        Stop::Interrupted => format!("interrupted, {found}{}", if outcomes.found.is_empty() { " so far" } else { "" }),
    }
}

pub fn stop_name(stop: Stop) -> &'static str {
    match stop {
        Stop::Found => "found",
        Stop::Done => "done",
        Stop::Proved => "proved",
        Stop::Exhausted => "exhausted",
        Stop::Budget(BudgetKind::Time) => "budget: time",
        Stop::Budget(BudgetKind::Runs) => "budget: runs",
        Stop::Budget(BudgetKind::Rounds) => "budget: rounds",
        Stop::Unknown(_) => "unknown",
        Stop::Interrupted => "interrupted",
    }
}

pub fn tally_text(tally: &Tally) -> String {
    let mut parts = vec![
        (tally.exits, "ended".to_string()),
        (tally.violations, "violated a check".into()),
        (tally.assumption_failed, "failed an assumption".into()),
        (tally.undefined, "came to an error that is known already or that --checks leaves out".into()),
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

/// What each engine was the first to find.
fn credits(progress: &Progress) -> Value {
    let credit = |credit: &Credit| json!({ "edges": credit.edges, "violations": credit.violations });
    progress.credits.iter().map(|(engine, found)| (engine.to_string(), credit(found))).collect()
}

/// The share of accepted steps.
fn acceptance(progress: &Progress) -> Option<f64> {
    (progress.proposed > 0).then(|| progress.accepted as f64 / progress.proposed as f64)
}

/// How well the chains mixed, for people; nothing where none sampled.
pub fn mixing_text(progress: &Progress) -> Option<String> {
    let mixing = progress.mixing?;
    let accepted = 100.0 * acceptance(progress)?;
    let agree = if mixing.r_hat.is_finite() { format!(", R-hat {:.2}", mixing.r_hat) } else { String::new() };
    let (chains, draws) = (units::count(mixing.chains as u64, "chain"), mixing.effective_size);
    Some(format!("{chains} in the last round: {accepted:.0} % accepted, worth {draws:.0} independent draws{agree}"))
}

/// How well the chains mixed.
pub fn mixing(progress: &Progress) -> Value {
    let finite = |x: f64| x.is_finite().then_some(x);
    progress.mixing.map_or(Value::Null, |mixing| {
        json!({
            "chains": mixing.chains,
            "effective_size": finite(mixing.effective_size),
            "r_hat": finite(mixing.r_hat),
        })
    })
}

/// The numbers of a search, as JSON.
pub fn numbers(outcomes: &Outcomes, seed: u64) -> Value {
    let progress = &outcomes.progress;
    let tally = &progress.tally;
    let limits: serde_json::Map<String, Value> =
        Tally::LIMITS.iter().map(|limit| (output::limit_name(*limit).into(), tally.limit(*limit).into())).collect();
    json!({
        "stop": stop_name(outcomes.stop),
        "seed": seed,
        "runs": progress.runs,
        "rounds": progress.rounds,
        "steps": progress.steps,
        "seconds": progress.elapsed.as_secs_f64(),
        "mixing": mixing(progress),
        "acceptance": acceptance(progress),
        "outcomes": {
            "exits": tally.exits,
            "violations": tally.violations,
            "undefined": tally.undefined,
            "assumption_failed": tally.assumption_failed,
            "dead_ends": tally.dead_ends,
            "limits": limits,
        },
        "coverage": { "covered": progress.covered, "edges": progress.edges },
        "nodes": { "covered": outcomes.nodes.0, "nodes": outcomes.nodes.1 },
        "credits": credits(progress),
        "phases": progress.phases.iter().map(|(name, time)| ((*name).into(), time.as_secs_f64().into())).collect::<serde_json::Map<String, Value>>(),
    })
}
