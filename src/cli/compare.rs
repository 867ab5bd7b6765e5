//! `rarebit compare`: several strategies on equal time, repeated over seeds, as a table and as plots.

use super::error::Error;
use super::search::{self, Keeper, Moment, SearchArgs};
use super::simulation::SimulationArgs;
use super::source::{Loaded, SourceArgs};
use super::{Code, complain, print, print_json, signals};
use crate::explore::{self, Past, Settings, Sought, Stop, Strategy};
use crate::output::plot::{Figure, Series, Shape};
use crate::output::write_atomically;
use rarebit_front_end::ir::Program;
use serde_json::{Value, json};
use std::fmt::Write;
use std::fs;

/// Compare strategies on equal time
///
/// Runs each strategy for the same time (or the same number of runs) with several seeds and shows violations, coverage of
/// branch edges and of nodes (basic blocks), runs per second, the time to the first violation and the time to equal coverage, each as the median over the seeds
/// with the smallest and the largest value. Plots of the coverage over time, and of what the strategies sample for two
/// inputs, are written as SVG and PNG.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  rarebit compare program.c --time 10s --seeds 5
  rarebit compare examples/figure2.c --strategies uniform,mcmc --scatter x,y --out plots")]
pub struct Args {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) search: SearchArgs,

    /// Which strategies, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_values = ["uniform", "mcmc", "portfolio"], value_parser = search::strategy)]
    strategies: Vec<Strategy>,

    /// How many seeds, from --seed on
    #[arg(long, value_name = "N", default_value_t = 5)]
    seeds: u64,

    /// Plot what uniform sampling and Metropolis–Hastings draw for these two inputs, by name or number
    #[arg(long, value_name = "X,Y", value_delimiter = ',', num_args = 1)]
    scatter: Vec<String>,

    /// Points of a scatter plot
    #[arg(long, value_name = "N", default_value_t = 1000)]
    points: usize,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    pub(super) simulation: SimulationArgs,
}

/// One search.
struct Trial {
    strategy: Strategy,
    seed: u64,
    history: Vec<Moment>,
    violations: usize,
    covered: usize,
    edges: usize,
    /// Blocks entered, and how many there are.
    nodes: (usize, usize),
    runs: u64,
    seconds: f64,
    first: Option<f64>,
}

pub fn execute(args: &Args) -> Result<Code, Error> {
    let Loaded { program, .. } = args.source.load()?;
    signals::catch_interrupt();
    let mut trials: Vec<Trial> = Vec::new();
    // Seeds outside, strategies inside: whatever else the machine does disturbs all alike.
    'all: for seed in args.search.seed..args.search.seed + args.seeds {
        for &strategy in &args.strategies {
            let settings = args.search.settings(&program, &args.simulation, Sought::Violations, false);
            let settings = Settings { seed, strategy, ..settings };
            match trial(args, &program, &settings) {
                Some(trial) => trials.push(trial),
                None => break 'all,
            }
        }
    }
    let interrupted = signals::interrupted();
    let rows: Vec<Row> = args.strategies.iter().filter_map(|strategy| Row::new(*strategy, &trials)).collect();
    let out = &args.search.out;
    fs::create_dir_all(out).map_err(|error| Error::Write { path: out.clone(), error })?;
    let mut plots = vec![(out.join("coverage"), coverage_figure(&trials))];
    let mut scattered = serde_json::Map::new();
    if let [x, y] = &args.scatter[..] {
        for (name, figure) in scatter(args, &program, x, y)? {
            scattered.extend(figure.series.iter().map(|series| (series.name.clone(), json!(series.points))));
            plots.push((out.join(name), figure));
        }
    }
    for (path, figure) in &plots {
        if let Err(error) = figure.write(path) {
            complain(&format!("{}: {error}", path.display()));
        }
    }
    let files: Vec<String> = plots.iter().map(|(path, _)| path.display().to_string()).collect();
    let mut result = json!({
        "trials": trials.iter().map(Trial::json).collect::<Vec<_>>(),
        "strategies": rows.iter().map(Row::json).collect::<Vec<_>>(),
        "plots": files.iter().flat_map(|file| [format!("{file}.svg"), format!("{file}.png")]).collect::<Vec<_>>(),
    });
    if !scattered.is_empty() {
        result["scatter"] = scattered.into();
    }
    // For `rarebit report`.
    let kept = json!({ "command": super::command(), "directory": std::env::current_dir().unwrap_or_default(),
                       "trials": result["trials"], "strategies": result["strategies"] });
    let path = out.join("compare.json");
    write_atomically(&path, format!("{kept:#}\n").as_bytes()).map_err(|error| Error::Write { path, error })?;
    if args.json {
        print_json(&result.take())?;
    } else {
        let mut text = table(&rows);
        files.iter().for_each(|file| {
            let _ = writeln!(text, "plot: {file}.svg, {file}.png");
        });
        print(text)?;
    }
    Ok(if interrupted { Code::INTERRUPTED } else { Code::CLEAN })
}

fn trial(args: &Args, program: &Program, settings: &Settings) -> Option<Trial> {
    // A comparison keeps no tests: a strategy's finds are counted, not collected.
    let scratch = std::env::temp_dir().join(format!("rarebit-compare-{}", std::process::id()));
    let search = SearchArgs { out: scratch.clone(), campaign: None, ..args.search.clone() };
    let mut keeper = Keeper::new(program, &args.source, &search, settings.budget);
    let outcomes = explore::explore(program, settings, Past::default(), &mut keeper);
    keeper.display.clear();
    let _ = fs::remove_dir_all(scratch);
    let progress = &outcomes.progress;
    (outcomes.stop != Stop::Interrupted).then(|| Trial {
        strategy: settings.strategy,
        seed: settings.seed,
        violations: outcomes.found.len(),
        covered: progress.covered,
        edges: progress.edges,
        nodes: outcomes.nodes,
        runs: progress.runs,
        seconds: progress.elapsed.as_secs_f64(),
        first: outcomes.found.first().map(|found| found.elapsed.as_secs_f64()),
        history: keeper.history,
    })
}

impl Trial {
    fn rate(&self) -> f64 {
        self.runs as f64 / self.seconds.max(1e-9)
    }

    /// When so many edges were covered.
    fn reached(&self, covered: usize) -> Option<f64> {
        self.history.iter().find(|moment| moment.covered >= covered).map(|moment| moment.seconds)
    }

    fn json(&self) -> Value {
        let history: Vec<Value> =
            self.history.iter().map(|m| json!([m.seconds, m.runs, m.covered, m.violations])).collect();
        json!({ "strategy": self.strategy.name(), "seed": self.seed, "violations": self.violations,
                "covered": self.covered, "edges": self.edges, "nodes_covered": self.nodes.0, "nodes": self.nodes.1,
                "runs": self.runs, "seconds": self.seconds,
                "first_violation": self.first, "history": history })
    }
}

/// Smallest, median, largest; times that were never reached count as infinite.
#[derive(Clone, Copy, Debug)]
struct Spread([f64; 3]);

impl Spread {
    fn new(values: impl Iterator<Item = f64>) -> Spread {
        let mut values: Vec<f64> = values.collect();
        values.sort_by(f64::total_cmp);
        let at = |i: usize| values.get(i).copied().unwrap_or(f64::NAN);
        Spread([at(0), at(values.len().saturating_sub(1) / 2), at(values.len().saturating_sub(1))])
    }

    fn text(self, digits: usize) -> String {
        let one = |x: f64| if x.is_finite() { format!("{x:.digits$}") } else { "never".into() };
        let [low, median, high] = self.0.map(one);
        if low == high { median } else { format!("{median} ({low}..{high})") }
    }

    fn json(self) -> Value {
        json!({ "min": self.0[0], "median": self.0[1], "max": self.0[2] })
    }
}

/// One strategy over all seeds.
struct Row {
    strategy: Strategy,
    violations: Spread,
    coverage: Spread,
    nodes: Spread,
    rate: Spread,
    first: Spread,
    equal: Spread,
    level: usize,
}

impl Row {
    fn new(strategy: Strategy, all: &[Trial]) -> Option<Row> {
        let trials: Vec<&Trial> = all.iter().filter(|trial| trial.strategy == strategy).collect();
        // Equal coverage: what even the weakest trial came to in the end.
        let level = all.iter().map(|trial| trial.covered).min()?;
        let spread = |value: &dyn Fn(&Trial) -> f64| Spread::new(trials.iter().map(|trial| value(trial)));
        (!trials.is_empty()).then(|| Row {
            strategy,
            violations: spread(&|trial| trial.violations as f64),
            coverage: spread(&|trial| 100.0 * trial.covered as f64 / trial.edges.max(1) as f64),
            nodes: spread(&|trial| 100.0 * trial.nodes.0 as f64 / trial.nodes.1.max(1) as f64),
            rate: spread(&Trial::rate),
            first: spread(&|trial| trial.first.unwrap_or(f64::INFINITY)),
            equal: spread(&|trial| trial.reached(level).unwrap_or(f64::INFINITY)),
            level,
        })
    }

    fn json(&self) -> Value {
        json!({ "strategy": self.strategy.name(), "violations": self.violations.json(),
                "coverage_percent": self.coverage.json(), "node_coverage_percent": self.nodes.json(), "runs_per_second": self.rate.json(),
                "first_violation": self.first.json(), "equal_coverage": self.equal.json(),
                "equal_coverage_edges": self.level })
    }
}

fn table(rows: &[Row]) -> String {
    let head = ["strategy", "violations", "edges %", "nodes %", "runs/s", "first violation s", "equal coverage s"];
    let mut lines = vec![head.map(String::from)];
    lines.extend(rows.iter().map(|row| {
        [
            row.strategy.name().to_string(),
            row.violations.text(0),
            row.coverage.text(1),
            row.nodes.text(1),
            row.rate.text(0),
            row.first.text(3),
            row.equal.text(3),
        ]
    }));
    let widths: Vec<usize> =
        (0..head.len()).map(|i| lines.iter().map(|line| line[i].chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::from("median over the seeds (smallest..largest)\n");
    for line in lines {
        let cells: Vec<String> = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        let _ = writeln!(text, "{}", cells.join("  ").trim_end());
    }
    if let Some(row) = rows.first() {
        let _ = writeln!(text, "equal coverage: {} branch edges, which every search reached", row.level);
    }
    text
}

/// Covered edges over time: every search faintly, the median of each strategy boldly.
fn coverage_figure(trials: &[Trial]) -> Figure {
    let mut series = Vec::new();
    let end = trials.iter().map(|trial| trial.seconds).fold(0.0, f64::max);
    for trial in trials {
        let mut points: Vec<(f64, f64)> = trial.history.iter().map(|m| (m.seconds, m.covered as f64)).collect();
        points.push((end, trial.covered as f64));
        series.push(Series { name: trial.strategy.name().into(), points, shape: Shape::Faint });
    }
    let mut strategies: Vec<Strategy> = Vec::new();
    trials.iter().for_each(|trial| {
        if !strategies.contains(&trial.strategy) {
            strategies.push(trial.strategy);
        }
    });
    for strategy in strategies {
        let of = |trial: &&Trial| trial.strategy == strategy;
        let mut times: Vec<f64> =
            trials.iter().filter(of).flat_map(|trial| trial.history.iter().map(|m| m.seconds)).chain([end]).collect();
        times.sort_by(f64::total_cmp);
        let at = |time: f64| {
            let covered = trials.iter().filter(of).map(|trial| {
                let last = trial.history.iter().take_while(|moment| moment.seconds <= time).last();
                last.map_or(0.0, |moment| moment.covered as f64)
            });
            Spread::new(covered).0[1]
        };
        let points = times.iter().map(|time| (*time, at(*time))).collect();
        series.push(Series { name: strategy.name().into(), points, shape: Shape::Steps });
    }
    Figure { title: "coverage".into(), x: "seconds".into(), y: "branch edges covered".into(), series }
}

/// The paper's Figure 3: two inputs, drawn uniformly and by Metropolis–Hastings.
fn scatter(args: &Args, program: &Program, x: &str, y: &str) -> Result<Vec<(&'static str, Figure)>, Error> {
    let site = |text: &str| {
        let by_name = program.sites.iter().find(|(_, info)| info.name.as_deref() == Some(text)).map(|(site, _)| site);
        let by_number = text.parse::<usize>().ok().and_then(|n| program.sites.keys().nth(n));
        by_name.or(by_number).ok_or_else(|| Error::NoInput(text.into()))
    };
    let sites = [site(x)?, site(y)?];
    let settings = args.search.settings(program, &args.simulation, Sought::Violations, false);
    let mut figures = Vec::new();
    for (name, strategy) in [("scatter-uniform", Strategy::Uniform), ("scatter-mcmc", Strategy::Mcmc)] {
        let settings = Settings { strategy, ..settings.clone() };
        let points = explore::samples(program, &settings, sites, args.points);
        let series = vec![Series { name: strategy.name().into(), points, shape: Shape::Dots }];
        figures.push((name, Figure { title: strategy.name().into(), x: x.into(), y: y.into(), series }));
    }
    Ok(figures)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads() {
        let spread = Spread::new([3.0, 1.0, 2.0].into_iter());
        assert_eq!((spread.0, spread.text(0)), ([1.0, 2.0, 3.0], "2 (1..3)".to_string()));
        assert_eq!(Spread::new([f64::INFINITY, 1.0].into_iter()).text(1), "1.0 (1.0..never)");
        assert_eq!(Spread::new([2.0, 2.0].into_iter()).text(0), "2");
    }
}
