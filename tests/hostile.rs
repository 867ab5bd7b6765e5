//! Programs that do their worst: the host survives each of them, with the outcome that the program's comment states,
//! interpreted and compiled.
//!
//! A line `expect INPUTS: OUTCOME` says how the run on these inputs ends: `exit STATUS`, `limit WHICH`, `dead_end`, or
//! `violation CLASS TAG`, where the tag is a comment that marks the line and the class `memory` stands for all its kinds. `confirmed` behind it: natively it fails in
//! the same way at the same line, for 64 bits.

use rarebit::confirm::{Cache, Judge, Verdict};
use rarebit::output::Ending;
use rarebit::output::value;
use rarebit::simulate::{Interpreter, Jit, Limits, Options, Simulator};
use rarebit_front_end::ir::{ClassSet, DataModel, Program};
use rarebit_front_end::lift::{LiftOptions, lift};
use rarebit_learners::Observation;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hostile");

/// The set may grow but not shrink below this.
const MINIMUM: usize = 17;

/// Small, so that what has no end comes to one soon.
const LIMITS: Limits = Limits { steps: 5_000_000, depth: 20_000, memory: 64 << 20, output: 1 << 16 };

struct Case {
    inputs: Vec<String>,
    outcome: String,
    confirmed: bool,
}

fn cases(text: &str) -> Vec<Case> {
    let line_of = |tag: &str| {
        let mark = format!("/* {tag} */");
        let line = text.lines().position(|line| line.ends_with(&mark)).unwrap_or_else(|| panic!("no line is {tag}"));
        line + 1
    };
    let expectations = text.lines().filter_map(|line| line.strip_prefix(" * expect")?.split_once(':'));
    expectations
        .map(|(inputs, outcome)| {
            let words: Vec<&str> = outcome.split_whitespace().collect();
            let outcome = match words.as_slice() {
                ["violation", class, tag, ..] => format!("violation {class} {}", line_of(tag)),
                words => words.join(" "),
            };
            let inputs = inputs.trim().split(',').filter(|text| !text.is_empty()).map(str::to_owned).collect();
            Case { inputs, outcome, confirmed: words.last() == Some(&"confirmed") }
        })
        .collect()
}

fn described(ending: &Ending) -> String {
    match ending {
        Ending::Exit { status } => format!("exit {status}"),
        Ending::Limit { limit, .. } => format!("limit {limit}"),
        Ending::DeadEnd(_) => "dead_end".into(),
        Ending::AssumptionFailed => "assumption_failed".into(),
        Ending::Violation(finding) | Ending::Undefined(finding) => {
            let line = finding.place.rsplit(':').nth(1).unwrap_or("?");
            format!("violation {} {line}", family(finding.class.as_deref().unwrap_or("?")))
        }
    }
}

/// `memory` stands for every way to misuse it.
fn family(class: &str) -> &str {
    match class {
        "null" | "bounds" | "wild" | "use-after-free" | "use-after-scope" | "use-after-return" | "double-free"
        | "bad-free" | "constant-write" | "string" | "terminator" | "destination" => "memory",
        class => class,
    }
}

fn run(program: &Program, judge: Option<&Judge<'_>>, case: &Case) -> Result<(), String> {
    let mut options = Options { limits: LIMITS, ..Options::default() };
    options.select(program, ClassSet::standard());
    let engines: [Box<dyn Simulator + '_>; 2] = [
        Box::new(Jit::new(program, options.clone()).map_err(|error| format!("not compiled: {error:?}"))?),
        Box::new(Interpreter::new(program, options)),
    ];
    let mut last = None;
    for mut engine in engines {
        let mut inputs = value::listed(case.inputs.clone(), program.model);
        let mut seen = Observation::default();
        engine.run(&mut inputs, &mut seen);
        let ending = Ending::new(program, seen.outcome, engine.failure());
        let found = described(&ending);
        if found != case.outcome {
            return Err(format!("expected {}, found {found}: {ending:?}", case.outcome));
        }
        last = Some((ending, inputs));
    }
    let (ending, inputs) = last.expect("there are engines");
    if let (true, Some(judge), Ending::Violation(finding)) = (case.confirmed, judge, &ending)
        && let Verdict::Unconfirmed(reason) = judge.judge(finding, &inputs.drawn)
    {
        return Err(format!("{} is unconfirmed: {reason}", case.outcome));
    }
    Ok(())
}

fn problems(path: &Path, model: DataModel, cache: &Cache) -> Vec<String> {
    let options = LiftOptions {
        files: vec![path.into()],
        flags: vec!["-w".into()],
        model: Some(model),
        ..LiftOptions::default()
    };
    let program = lift(&options).unwrap_or_else(|error| panic!("{}: {error}", path.display())).program;
    let judge = (model == DataModel::Lp64).then(|| Judge::new(&options, &program, cache.clone()));
    let cases = cases(&fs::read_to_string(path).unwrap());
    assert!(!cases.is_empty(), "{}: no expectation", path.display());
    cases
        .iter()
        .filter_map(|case| {
            let problem = run(&program, judge.as_ref(), case).err()?;
            Some(format!("{} {} on {:?}: {problem}", path.display(), model.name(), case.inputs))
        })
        .collect()
}

fn all(model: DataModel) {
    let cache = tempfile::tempdir().unwrap();
    let cache = Cache::at(cache.path());
    let mut files: Vec<PathBuf> = fs::read_dir(PROGRAMS).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= MINIMUM, "only {} hostile programs", files.len());
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let problems = problems(path, model, &cache);
                    found.lock().unwrap().extend(problems);
                }
            });
        }
    });
    let found = found.into_inner().unwrap();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_host_survives_lp64() {
    all(DataModel::Lp64);
}

#[test]
fn the_host_survives_ilp32() {
    all(DataModel::Ilp32);
}
