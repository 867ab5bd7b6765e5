//! `rarebit prove`: which checks can never fail.

use super::clock::Clock;
use super::error::Error;
use super::simulation::SimulationArgs;
use super::source::{Loaded, SourceArgs};
use super::{Code, print, print_json};
use crate::output::write_atomically;
use rarebit_front_end::analysis::constant_access::constant_checks;
use rarebit_front_end::analysis::interpret::{self, Facts, Verdict};
use rarebit_front_end::instrument::instrument;
use rarebit_front_end::ir::{Check, Func, Program, Terminator};
use rarebit_front_end::simplify::{Simplified, Size, simplify};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Prove that checks can never fail
///
/// Analyses the program for all inputs at once, without running it. What is proved holds in every run: no input
/// violates that check. What is open may be a bug, or beyond the analysis.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  rarebit prove program.c
  rarebit prove program.c --explain chk12    the facts behind one verdict
  rarebit prove program.c --open             list the checks that are open
  rarebit prove program.c --dot graphs       draw what is left of the program

Exit codes:
  0    the analysis is done, whatever it proved
  2    bad usage or input
  3    something internal")]
pub struct Args {
    #[command(flatten)]
    source: SourceArgs,

    /// Say what is known about this check, such as chk12; may be repeated
    #[arg(long, value_name = "CHECK")]
    explain: Vec<String>,

    /// List the checks that are not proved, with the reason
    #[arg(long)]
    open: bool,

    /// Write the control-flow graph before and after slicing to DIR/before.dot and DIR/after.dot; blocks with open
    /// checks are red, with proved ones green
    #[arg(long, value_name = "DIR")]
    dot: Option<PathBuf>,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    simulation: SimulationArgs,
}

/// How many checks came to which verdict.
#[derive(Clone, Copy, Default)]
struct Tally {
    total: u64,
    proved: u64,
    unreachable: u64,
    violated: u64,
    open: u64,
}

impl Tally {
    fn count(&mut self, verdict: Verdict) {
        self.total += 1;
        *match verdict {
            Verdict::Proved => &mut self.proved,
            Verdict::Unreachable => &mut self.unreachable,
            Verdict::Violated => &mut self.violated,
            Verdict::Open => &mut self.open,
        } += 1;
    }

    fn json(&self) -> Value {
        json!({
            "total": self.total,
            "proved": self.proved,
            "unreachable": self.unreachable,
            "violated": self.violated,
            "open": self.open,
        })
    }
}

/// The verdicts in order of classes and of functions; those inside library models apart.
#[derive(Default)]
struct Table {
    classes: BTreeMap<String, Tally>,
    functions: BTreeMap<Func, Tally>,
    total: Tally,
    library: Tally,
}

impl Table {
    fn new(program: &Program, facts: &Facts, checks: &[Check]) -> Table {
        let mut table = Table::default();
        for &check in checks {
            let info = &program.checks[check];
            let verdict = facts.verdict(check);
            if program.funcs[info.func].library {
                table.library.count(verdict);
                continue;
            }
            table.total.count(verdict);
            table.classes.entry(info.class.name().into()).or_default().count(verdict);
            table.functions.entry(info.func).or_default().count(verdict);
        }
        table
    }
}

/// What the analysis took.
struct Cost {
    elapsed: Duration,
    /// Of this process, so that what else the machine does is no part of it.
    processor: Duration,
}

/// The selected checks that stand somewhere in the program, in order.
fn present(program: &Program, selected: &[bool]) -> Vec<Check> {
    let mut checks: Vec<Check> = program.funcs.values().flat_map(|func| func.checks()).collect();
    checks.sort_unstable();
    checks.dedup();
    checks.retain(|check| selected.get(check.as_u32() as usize).copied().unwrap_or(false));
    checks
}

pub fn execute(args: &Args) -> Result<Code, Error> {
    let Loaded { mut program, warnings } = args.source.load()?;
    instrument(&mut program, args.simulation.classes());
    let options = args.simulation.options(&program, 0);
    let clock = Clock::start();
    let simplified = simplify(&program, &interpret::Options::new(options.selected.clone()));
    let time = Cost { elapsed: clock.elapsed(), processor: clock.processor() };
    let facts = &simplified.facts;
    if let Some(directory) = &args.dot {
        write_graphs(directory, &program, &simplified)?;
    }
    let checks = present(&program, &options.selected);
    let table = Table::new(&program, facts, &checks);
    if args.json {
        print_json(&object(&program, &simplified, &checks, &table, time, &warnings))?;
        return Ok(Code::CLEAN);
    }
    let mut text = String::new();
    for name in &args.explain {
        let check = find(&program, name).ok_or_else(|| Error::NoCheck(name.clone()))?;
        text += &explain(&program, facts, check);
    }
    if args.open {
        for &check in checks.iter().filter(|c| !facts.verdict(**c).is_safe()) {
            if !program.funcs[program.checks[check].func].library {
                text += &explain(&program, facts, check);
            }
        }
    }
    if args.explain.is_empty() {
        text += &show(&program, &simplified, &table, time.elapsed);
    }
    print(text)?;
    Ok(Code::CLEAN)
}

fn write_graphs(directory: &Path, program: &Program, simplified: &Simplified) -> Result<(), Error> {
    let failed = |path: &Path| {
        let path = path.to_path_buf();
        move |error| Error::Write { path, error }
    };
    fs::create_dir_all(directory).map_err(failed(directory))?;
    for (name, program) in [("before.dot", program), ("after.dot", &simplified.program)] {
        let path = directory.join(name);
        write_atomically(&path, graph(program, &simplified.facts).as_bytes()).map_err(failed(&path))?;
    }
    Ok(())
}

/// The blocks of all functions that are not library models, coloured by their checks.
fn graph(program: &Program, facts: &Facts) -> String {
    let mut text = String::from("digraph program {\n  node [shape=box, style=filled, fillcolor=white];\n");
    for (id, func) in program.funcs.iter().filter(|(_, func)| !func.library) {
        let _ = writeln!(text, "  subgraph cluster_{id} {{\n    label=\"{}\";", func.name);
        for block in func.reverse_postorder() {
            let data = &func.blocks[block];
            let end = match data.end {
                Terminator::Unreachable { check } => Some(check),
                _ => None,
            };
            let checks: Vec<Check> =
                data.insts.iter().filter_map(|inst| func.insts[*inst].data.check()).chain(end).collect();
            let colour = if checks.iter().any(|c| !facts.verdict(*c).is_safe()) {
                "lightcoral"
            } else if checks.is_empty() {
                "white"
            } else {
                "palegreen"
            };
            let mut label = block.to_string();
            for check in &checks {
                let _ = write!(
                    label,
                    "\\n{check} {} {}",
                    program.checks[*check].class.name(),
                    facts.verdict(*check).name()
                );
            }
            let _ = writeln!(text, "    {id}_{block} [label=\"{label}\", fillcolor={colour}];");
            for target in data.end.targets() {
                let _ = writeln!(text, "    {id}_{block} -> {id}_{} [label=\"{}\"];", target.block, target.edge);
            }
        }
        text += "  }\n";
    }
    text + "}\n"
}

fn find(program: &Program, name: &str) -> Option<Check> {
    program.checks.keys().find(|check| check.to_string() == name)
}

fn explain(program: &Program, facts: &Facts, check: Check) -> String {
    let info = &program.checks[check];
    let (place, func) = (program.place(info.loc), &program.funcs[info.func].name);
    let mut text = format!(
        "{check} {} at {place} in {func}: {}\n  {}\n",
        info.class.name(),
        facts.verdict(check).name(),
        info.text
    );
    if let Some(reason) = facts.reason(check) {
        let _ = writeln!(text, "  {reason}");
    }
    text
}

fn show(program: &Program, simplified: &Simplified, table: &Table, time: Duration) -> String {
    let mut text = String::new();
    let width = table.functions.keys().map(|f| program.funcs[*f].name.chars().count()).max().unwrap_or(0).clamp(12, 32);
    let mut line = |name: &str, tally: &Tally| {
        let Tally { total, proved, unreachable, violated, open } = tally;
        let _ = writeln!(text, "{name:<width$} {total:>7} {proved:>7} {unreachable:>12} {violated:>9} {open:>6}");
    };
    let heading = |text: &mut String, name: &str| {
        let _ = writeln!(
            text,
            "{name:<width$} {:>7} {:>7} {:>12} {:>9} {:>6}",
            "checks", "proved", "unreachable", "violated", "open"
        );
    };
    let mut head = String::new();
    heading(&mut head, "class");
    for (class, tally) in &table.classes {
        line(class, tally);
    }
    line("all", &table.total);
    if table.library.total > 0 {
        line("(library)", &table.library);
    }
    let classes = std::mem::take(&mut text);
    let mut functions = String::new();
    heading(&mut functions, "function");
    let mut line = |name: &str, tally: &Tally| {
        let Tally { total, proved, unreachable, violated, open } = tally;
        let _ = writeln!(functions, "{name:<width$} {total:>7} {proved:>7} {unreachable:>12} {violated:>9} {open:>6}");
    };
    for (func, tally) in &table.functions {
        line(&program.funcs[*func].name, tally);
    }
    let Simplified { before, after, .. } = simplified;
    let sizes = [
        ("functions", before.functions, after.functions),
        ("nodes", before.nodes, after.nodes),
        ("edges", before.edges, after.edges),
        ("instructions", before.instructions, after.instructions),
    ];
    let mut slice = format!("{:<width$} {:>7} {:>7}\n", "slice", "before", "after");
    for (what, before, after) in sizes {
        let _ = writeln!(slice, "{what:<width$} {before:>7} {after:>7}");
    }
    format!("{head}{classes}\n{functions}\n{slice}\n{:.2} s\n", time.as_secs_f64())
}

fn size(size: Size) -> Value {
    json!({ "functions": size.functions, "nodes": size.nodes, "edges": size.edges, "instructions": size.instructions })
}

fn object(
    program: &Program,
    simplified: &Simplified,
    checks: &[Check],
    table: &Table,
    time: Cost,
    warnings: &[String],
) -> Value {
    let facts = &simplified.facts;
    let constant = constant_checks(program);
    let checks: Vec<Value> = checks
        .iter()
        .map(|&check| {
            let info = &program.checks[check];
            json!({
                "check": check.to_string(),
                "class": info.class.name(),
                "text": info.text,
                "place": program.place(info.loc),
                "function": program.funcs[info.func].name,
                "library": program.funcs[info.func].library,
                "constant": constant.contains(&check),
                "verdict": facts.verdict(check).name(),
                "reason": facts.reason(check),
            })
        })
        .collect();
    let classes: BTreeMap<&String, Value> = table.classes.iter().map(|(class, tally)| (class, tally.json())).collect();
    let functions: BTreeMap<&String, Value> =
        table.functions.iter().map(|(func, tally)| (&program.funcs[*func].name, tally.json())).collect();
    json!({
        "classes": classes,
        "functions": functions,
        "total": table.total.json(),
        "library": table.library.json(),
        "contexts": facts.contexts,
        "before": size(simplified.before),
        "after": size(simplified.after),
        "rounds": simplified.rounds,
        "seconds": time.elapsed.as_secs_f64(),
        "processor_seconds": time.processor.as_secs_f64(),
        "checks": checks,
        "warnings": warnings,
    })
}
