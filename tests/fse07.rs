//! The programs of `benchmarks/fse07` have exactly the bugs that their `.expected.toml` files list.
//!
//! Every witness is replayed natively under sanitizers, in the program as it is and in the program with all
//! repairs applied, and by `rarebit run`.

use rarebit::output::value;
use rarebit::simulate::{Given, Interpreter, Options, Simulator};
use rarebit_front_end::analysis::constant_access::constant_checks;
use rarebit_front_end::analysis::interpret;
use rarebit_front_end::ir::{Check, ClassSet};
use rarebit_front_end::lift::{LiftOptions, lift};
use rarebit_front_end::simplify::simplify;
use rarebit_learners::{Observation, Outcome};
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const PROGRAMS: &str = "benchmarks/fse07";
const DRIVER: &str = "tests/fse07/driver.c";
const SYMBOLIZER: &str = "/usr/lib/llvm-19/bin/llvm-symbolizer";
const ADDRESS: &[&str] = &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
const MEMORY: &[&str] = &["-fsanitize=memory"];

#[derive(Deserialize)]
struct Expected {
    bug: Vec<Bug>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bug {
    name: String,
    /// Where it shows; for a leak, where the lost object is allocated.
    line: usize,
    class: String,
    kind: String,
    what: String,
    /// Inputs in the order of reading that trigger this bug before any other.
    witness: Vec<i64>,
    /// The line that is wrong, and its correct text.
    cause: usize,
    fix: String,
}

struct Program {
    path: PathBuf,
    text: String,
    bugs: Vec<Bug>,
}

impl Program {
    fn name(&self) -> String {
        self.path.file_name().expect("a name").to_string_lossy().into_owned()
    }

    fn repaired(&self) -> String {
        let mut lines: Vec<&str> = self.text.lines().collect();
        for bug in &self.bugs {
            lines[bug.cause - 1] = &bug.fix;
        }
        lines.join("\n") + "\n"
    }
}

fn programs() -> Vec<Program> {
    let mut programs: Vec<Program> = fs::read_dir(PROGRAMS)
        .expect("the programs are in the repository")
        .map(|entry| entry.expect("a readable directory").path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .map(|path| {
            let expected = fs::read_to_string(path.with_extension("expected.toml")).expect("a list of bugs");
            let expected: Expected = toml::from_str(&expected).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            Program { text: fs::read_to_string(&path).expect("a readable program"), path, bugs: expected.bug }
        })
        .collect();
    programs.sort_by(|a, b| a.path.cmp(&b.path));
    programs
}

/// Does something for every program, two at a time; fails with all that went wrong.
fn for_each(check: impl Fn(&Program, &mut Vec<String>) + Sync) {
    let programs = programs();
    let next = AtomicUsize::new(0);
    let problems = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut found = Vec::new();
                    check(program, &mut found);
                    let named = found.into_iter().map(|problem| format!("{}: {problem}", program.name()));
                    problems.lock().expect("no panic in a thread").extend(named);
                }
            });
        }
    });
    let problems = problems.into_inner().expect("no panic in a thread");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn compile(source: &Path, sanitizers: &[&str], binary: &Path) {
    let compiled = Command::new("clang-19")
        .args(["-std=c11", "-gline-tables-only", "-O0", "-w"])
        .args(sanitizers)
        .args([source, Path::new(DRIVER)])
        .arg("-o")
        .arg(binary)
        .output()
        .expect("clang-19 is installed by set-up");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
}

/// Whether a native run went well, and what its sanitizers said.
fn replay(binary: &Path, witness: &[i64]) -> (bool, String) {
    let output = Command::new(binary)
        .args(witness.iter().map(i64::to_string))
        .env("ASAN_OPTIONS", "detect_stack_use_after_return=1:exitcode=99")
        .env("LSAN_OPTIONS", "exitcode=99")
        .env("UBSAN_OPTIONS", "exitcode=99")
        .env("MSAN_OPTIONS", "exit_code=99")
        .env("ASAN_SYMBOLIZER_PATH", SYMBOLIZER)
        .env("MSAN_SYMBOLIZER_PATH", SYMBOLIZER)
        .output()
        .expect("the native binary runs");
    let fine = output.status.code().is_some_and(|code| code != 99);
    (fine, String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The first line of the program that a report names.
fn place(report: &str, program: &Program) -> Option<usize> {
    let name = program.name() + ":";
    let after = &report[report.find(&name)? + name.len()..];
    after.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Whether a sanitizer's report is of a class.
fn is(class: &str, report: &str) -> bool {
    let has = |text: &str| report.contains(text);
    let in_string_function = || {
        let innermost = report.lines().find(|line| line.trim_start().starts_with("#0 "));
        innermost.is_some_and(|line| {
            line.contains(" in str") || line.contains(" in __interceptor_str") || line.contains("printf")
        })
    };
    match class {
        "assert" => has(": Assertion `"),
        // The sanitizer looks for a function's type before its code: 8 bytes before the null pointer.
        "null" => {
            has("null pointer") || has("unknown address 0x000000000") || has("unknown address 0xfffffffffffffff8")
        }
        "bounds" => {
            has("buffer-overflow") || has("buffer-underflow") || has("out of bounds") || has("SEGV on unknown address")
        }
        "use-after-free" => has("heap-use-after-free"),
        "double-free" => has("attempting double-free"),
        "bad-free" => has("attempting free on address which was not malloc()-ed"),
        "use-after-scope" => has("stack-use-after-scope") || has("stack-use-after-return"),
        "uninit" => has("use-of-uninitialized-value"),
        "leak" => has("detected memory leaks"),
        "overflow" => has("signed integer overflow") || has("negation of"),
        "division" => has("division by zero"),
        "shift" => has("shift exponent") || has("left shift of"),
        "string" => (has("buffer-overflow") || has("param-overlap")) && in_string_function(),
        _ => panic!("no class {class}"),
    }
}

#[test]
fn lists_are_in_order() {
    for program in programs() {
        let lines = program.text.lines().count();
        for bug in &program.bugs {
            let what = format!("{}: {}", program.name(), bug.name);
            assert!(bug.line >= 1 && bug.line <= lines && bug.cause >= 1 && bug.cause <= lines, "{what}: line");
            assert!(bug.kind == "easy" || bug.kind == "rare", "{what}: kind {}", bug.kind);
            assert!(bug.what.ends_with('.'), "{what}: {}", bug.what);
            is(&bug.class, "");
            let same = program.bugs.iter().filter(|b| b.line == bug.line || b.cause == bug.cause || b.name == bug.name);
            assert_eq!(same.count(), 1, "{what}: a name, line or cause twice");
        }
    }
}

#[test]
fn witnesses_trigger_the_bugs_natively() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for_each(|program, problems| {
        let binary = |kind: &str| directory.path().join(program.name() + kind);
        let (address, memory) = (binary(".address"), binary(".memory"));
        compile(&program.path, ADDRESS, &address);
        if program.bugs.iter().any(|bug| bug.class == "uninit") {
            compile(&program.path, MEMORY, &memory);
        }
        for bug in &program.bugs {
            let (fine, report) = replay(if bug.class == "uninit" { &memory } else { &address }, &bug.witness);
            if fine || !is(&bug.class, &report) || place(&report, program) != Some(bug.line) {
                problems.push(format!("{} is not {} at line {}:\n{report}", bug.name, bug.class, bug.line));
            }
        }
    });
}

#[test]
fn repaired_programs_run_clean() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for_each(|program, problems| {
        let source = directory.path().join(program.name());
        fs::write(&source, program.repaired()).expect("a temporary file");
        let binary = source.with_extension("address");
        compile(&source, ADDRESS, &binary);
        for bug in &program.bugs {
            let (fine, report) = replay(&binary, &bug.witness);
            if !fine || !report.is_empty() {
                problems.push(format!("the witness of {} fails in the repaired program:\n{report}", bug.name));
            }
        }
    });
}

/// The classes under which `rarebit run` reports a bug; none if it looks for such bugs only when asked to.
fn reported(class: &str) -> &'static [&'static str] {
    match class {
        "assert" => &["assert"],
        "null" => &["null", "call"],
        "bounds" => &["bounds", "index", "wild"],
        "use-after-free" => &["use-after-free"],
        "double-free" => &["double-free"],
        "bad-free" => &["bad-free"],
        "use-after-scope" => &["use-after-scope", "use-after-return"],
        "overflow" => &["overflow"],
        "division" => &["division"],
        "shift" => &["shift"],
        "string" => &["terminator", "destination", "overlap", "bounds"],
        "uninit" | "leak" => &[],
        _ => panic!("no class {class}"),
    }
}

fn rarebit(source: &Path, checks: &str, witness: &[i64]) -> Output {
    let inputs: Vec<String> = witness.iter().map(i64::to_string).collect();
    Command::new(env!("CARGO_BIN_EXE_rarebit"))
        .args(["run", "--std", "c11", "--checks", checks])
        .arg(source)
        .arg(format!("--inputs={}", inputs.join(",")))
        .output()
        .expect("rarebit runs")
}

#[test]
fn rarebit_runs_the_witnesses() {
    for_each(|program, problems| {
        for bug in &program.bugs {
            let output = rarebit(&program.path, "default", &bug.witness);
            let report = String::from_utf8_lossy(&output.stderr);
            let classes = reported(&bug.class);
            let as_expected = if classes.is_empty() {
                output.status.code() == Some(0)
            } else {
                let named = |class: &&str| report.contains(&format!("violation: {class}: "));
                output.status.code() == Some(1)
                    && place(&report, program) == Some(bug.line)
                    && classes.iter().any(named)
            };
            if !as_expected || report.contains("not supported") {
                problems.push(format!("{}: {} at line {} expected:\n{report}", bug.name, bug.class, bug.line));
            }
        }
    });
}

/// Most checks are proved, constant accesses and divisions not counted; none that a witness violates is; and the slice
/// for the others violates it too.
#[test]
fn most_checks_are_proved_but_no_bug() {
    let (proved, all) = (AtomicUsize::new(0), AtomicUsize::new(0));
    for_each(|program, problems| {
        let options = LiftOptions { files: vec![program.path.clone()], ..LiftOptions::default() };
        let whole = lift(&options).unwrap_or_else(|error| panic!("{error}")).program;
        let mut simulation = Options::default();
        simulation.select(&whole, ClassSet::standard());
        let simplified = simplify(&whole, &interpret::Options::new(simulation.selected.clone()));
        let trivial = constant_checks(&whole);
        let own = whole.funcs.values().filter(|func| !func.library);
        let counted = |check: &Check| !trivial.contains(check) && simulation.is_selected(*check);
        for check in own.flat_map(|func| func.checks()).filter(counted) {
            all.fetch_add(1, Ordering::Relaxed);
            proved.fetch_add(usize::from(simplified.facts.verdict(check).is_safe()), Ordering::Relaxed);
        }
        let mut simulator = Interpreter::new(&whole, simulation.clone());
        let mut sliced = Interpreter::new(&simplified.program, simulation.clone());
        let (mut seen, mut seen_in_slice) = (Observation::default(), Observation::default());
        for bug in program.bugs.iter().filter(|bug| !reported(&bug.class).is_empty()) {
            let witness = || bug.witness.iter().map(i64::to_string).collect();
            let mut given = value::listed(witness(), whole.model);
            simulator.run(&mut given, &mut seen);
            let Outcome::Violation(check) = seen.outcome else {
                problems.push(format!("{}: {:?}", bug.name, seen.outcome));
                continue;
            };
            if simplified.facts.verdict(Check::from_u32(check.0)).is_safe() {
                problems.push(format!("{}: chk{} is proved", bug.name, check.0));
            }
            let mut occurrences = std::collections::HashMap::new();
            let named = given.drawn.iter().map(|&(site, bits)| {
                let next = occurrences.entry(site).or_insert(0);
                *next += 1;
                ((site, *next - 1), bits)
            });
            sliced.run(&mut Given::recorded(named.collect()), &mut seen_in_slice);
            if seen_in_slice.outcome != seen.outcome {
                problems.push(format!("{}: the slice ends with {:?}", bug.name, seen_in_slice.outcome));
            }
        }
    });
    let (proved, all) = (proved.into_inner(), all.into_inner());
    assert!(proved * 100 >= all * 60, "{proved} of {all}");
}

/// The longest of the witnesses is the one that sees most of a program.
#[test]
fn rarebit_has_no_false_alarm_in_repaired_programs() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for_each(|program, problems| {
        let source = directory.path().join(program.name());
        fs::write(&source, program.repaired()).expect("a temporary file");
        let witness = program.bugs.iter().map(|bug| &bug.witness).max_by_key(|witness| witness.len());
        let output = rarebit(&source, "all,-abort", witness.expect("a bug"));
        if output.status.code() != Some(0) {
            problems.push(String::from_utf8_lossy(&output.stderr).into_owned());
        }
    });
}
