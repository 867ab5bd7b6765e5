//! The analysis against runs: no proved check fails, and every value lies in its abstract value.
//!
//! Programs are run on random inputs with their facts as checks; see `analysis::witness`. Their slices are run on the
//! same inputs (an input is named by its site and occurrence) and must fail the same checks. The environment makes a
//! soak of it:
//! - `RAREBIT_SOUNDNESS_RUNS`: how many runs each program gets \[6\];
//! - `RAREBIT_SOUNDNESS_EVERY`: take every n-th of the test programs \[17\] and of the needles;
//! - `RAREBIT_SOUNDNESS_FILES`: further C files, separated by colons.

use rarebit::explore::Uniform;
use rarebit::simulate::{Inputs, Interpreter, Limits, Options, Simulator};
use rarebit_front_end::analysis::interpret::{self, Facts, analyse};
use rarebit_front_end::analysis::witness::with_facts;
use rarebit_front_end::ir::{Check, CheckClass, DataModel, InputSite, Program, SiteInfo, verify};
use rarebit_front_end::lift::{LiftOptions, lift};
use rarebit_front_end::simplify::slice::{Fault, slice};
use rarebit_learners::{Observation, Outcome};
use std::collections::HashMap;
use std::env;
use std::path::{Path, PathBuf};

fn number(name: &str, standard: u64) -> u64 {
    env::var(name).map_or(standard, |n| n.parse().expect("a number"))
}

fn runs() -> u64 {
    number("RAREBIT_SOUNDNESS_RUNS", 6)
}

/// Inputs that depend on their site and occurrence alone, so that a program that reads fewer reads the same.
struct Named {
    seed: u64,
    model: DataModel,
    count: HashMap<InputSite, u64>,
}

impl Named {
    fn new(model: DataModel, seed: u64) -> Named {
        Named { seed, model, count: HashMap::new() }
    }
}

impl Inputs for Named {
    fn next(&mut self, site: InputSite, info: &SiteInfo) -> u128 {
        let count = self.count.entry(site).or_default();
        *count += 1;
        let seed = self.seed.wrapping_mul(0x9e3779b97f4a7c15) ^ u64::from(site.as_u32()) << 40 ^ *count;
        // Small numbers reach more of a program than large ones.
        let bits = Uniform::new(self.model, seed).next(site, info);
        if seed.is_multiple_of(3) && info.range.is_none() && info.ty.is_int() { bits & 15 } else { bits }
    }
}

/// C files below a directory, in order.
fn sources(directory: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let mut files: Vec<PathBuf> = directory.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "c"));
    files.sort();
    files
}

fn load(path: &Path) -> Option<Program> {
    // What the lifter does not take has tests of its own.
    lift(&LiftOptions { files: vec![path.into()], ..LiftOptions::default() }).ok().map(|lifted| lifted.program)
}

fn selected(program: &Program) -> Vec<bool> {
    program.checks.values().map(|check| check.class != CheckClass::Abort).collect()
}

/// The first run that shows the facts to be wrong.
fn refute(program: &Program, facts: &Facts, runs: u64, steps: u64) -> Option<String> {
    let (judged, first) = with_facts(program, facts);
    verify(&judged).unwrap_or_else(|error| panic!("{error}"));
    let mut selected = selected(program);
    selected.resize(judged.checks.len(), true);
    let limits = Limits { steps, ..Limits::default() };
    let mut simulator = Interpreter::new(&judged, Options { selected, limits, ..Options::default() });
    let mut seen = Observation::default();
    for seed in 0..runs {
        let mut inputs = Named::new(program.model, seed);
        simulator.run(&mut inputs, &mut seen);
        if let Outcome::Violation(failed) | Outcome::Undefined(failed) = seen.outcome {
            let check = Check::from_u32(failed.0);
            let info = &judged.checks[check];
            let place = judged.place(info.loc);
            if check >= first {
                return Some(format!(
                    "{place} in {}: not so: {} (seed {seed})",
                    judged.funcs[info.func].name, info.text
                ));
            }
            if facts.verdict(check).is_safe() {
                return Some(format!("{place}: {check} is {} but fails (seed {seed})", facts.verdict(check).name()));
            }
        }
        if inputs.count.is_empty() {
            break;
        }
    }
    None
}

/// The first run on which a slice fails another check than the whole program.
fn differ(program: &Program, sliced: &Program, runs: u64, steps: u64, compared: &mut u64) -> Option<String> {
    if let Err(error) = verify(sliced) {
        return Some(format!("the slice is not legal: {error}"));
    }
    let limits = Limits { steps, ..Limits::default() };
    let options = Options { selected: selected(program), limits, ..Options::default() };
    let mut whole = Interpreter::new(program, options.clone());
    let mut part = Interpreter::new(sliced, options);
    let (mut seen, mut seen_part) = (Observation::default(), Observation::default());
    for seed in 0..runs {
        let mut inputs = Named::new(program.model, seed);
        whole.run(&mut inputs, &mut seen);
        part.run(&mut Named::new(program.model, seed), &mut seen_part);
        *compared += 1;
        let violation = |outcome| match outcome {
            Outcome::Violation(check) | Outcome::Undefined(check) => Ok(Some(check)),
            // Where a budget ends a run, nothing can be compared.
            Outcome::Limit(_) => Err(()),
            _ => Ok(None),
        };
        if let (Ok(a), Ok(b)) = (violation(seen.outcome), violation(seen_part.outcome))
            && a != b
        {
            let stack: Vec<String> = part
                .failure()
                .into_iter()
                .flat_map(|f| &f.stack)
                .map(|(f, loc)| format!("{} {}", sliced.funcs[*f].name, sliced.place(*loc)))
                .collect();
            return Some(format!(
                "the slice ends with {:?} at {stack:?}, the whole with {:?} (seed {seed})",
                seen_part.outcome, seen.outcome
            ));
        }
        if inputs.count.is_empty() {
            break;
        }
    }
    None
}

fn judge(files: &[PathBuf], runs: u64, steps: u64) {
    let mut failures = String::new();
    let (mut programs, mut compared) = (0, 0);
    for path in files {
        let Some(program) = load(path) else { continue };
        let facts = analyse(&program, &interpret::Options::new(selected(&program)));
        if let Some(failure) = refute(&program, &facts, runs, steps) {
            failures += &format!("{}: {failure}\n", path.display());
        }
        let sliced = slice(&program, &facts, &selected(&program), Fault::None);
        if let Some(failure) = differ(&program, &sliced, runs, steps, &mut compared) {
            failures += &format!("{}: {failure}\n", path.display());
        }
        programs += 1;
    }
    println!("/ {compared} runs of {programs} programs, each also of the slice and with the facts as checks");
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn facts_hold_on_test_programs() {
    let every = number("RAREBIT_SOUNDNESS_EVERY", 17) as usize;
    let files: Vec<PathBuf> = sources("tests/programs").into_iter().step_by(every).collect();
    judge(&files, runs(), 200_000);
}

#[test]
fn facts_hold_on_the_must_prove_set() {
    judge(&sources("tests/prove"), runs(), 100_000);
}

#[test]
fn facts_hold_on_benchmarks() {
    let mut files = sources("benchmarks/fse07");
    let every = number("RAREBIT_SOUNDNESS_EVERY", 17) as usize;
    files.extend(sources("benchmarks/needles").into_iter().step_by(every));
    if let Ok(more) = env::var("RAREBIT_SOUNDNESS_FILES") {
        files.extend(more.split(':').filter(|f| !f.is_empty()).map(PathBuf::from));
    }
    judge(&files, runs(), 100_000);
}

/// The judge notices when the analysis is wrong: addition that forgets to wrap is caught.
#[test]
fn a_wrong_transfer_function_is_caught() {
    let mut caught = 0;
    for path in sources("tests/programs").into_iter().filter(|path| path.to_string_lossy().contains("algo_")) {
        let Some(program) = load(&path) else { continue };
        let options = interpret::Options { broken: true, ..interpret::Options::new(selected(&program)) };
        let facts = analyse(&program, &options);
        caught += u32::from(refute(&program, &facts, 4, 3_000_000).is_some());
        if caught > 0 {
            return;
        }
    }
    panic!("no run refutes the wrong analysis");
}

/// The comparison notices a slicer that forgets a dependence, and finds nothing in a right one.
#[test]
fn a_wrong_slicer_is_caught() {
    let files = sources("tests/slices");
    for fault in [Fault::NoMemory, Fault::NoControl, Fault::None] {
        let caught = files.iter().any(|path| {
            let program = load(path).expect("it can be lifted");
            let facts = analyse(&program, &interpret::Options::new(selected(&program)));
            let sliced = slice(&program, &facts, &selected(&program), fault);
            differ(&program, &sliced, 40, 300_000, &mut 0).is_some()
        });
        assert_eq!(caught, fault != Fault::None, "{fault:?}");
    }
}
