//! The path engine agrees with the others: every test of a path ends natively as the engine says, and on random programs
//! with a few unknown values it prints what the interpreter prints.
//!
//! `RAREBIT_AGREEMENT_PROGRAMS` says how many random programs \[16\]; `benchmarks/agreement.sh` takes more.

use rarebit::simulate::{Given, Interpreter, Options, Simulator};
use rarebit::symbolic::{Budget, Path as Followed, Pruning, Settings, Strategy, explore};
use rarebit_front_end::lift::{LiftOptions, lift};
use rarebit_learners::{Observation, Outcome};
use serde_json::Value;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

fn rarebit(words: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_rarebit")).args(words).output().expect("rarebit runs");
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|_| panic!("{words:?}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// On all cores; gives the problems.
fn of_all<T: Sync>(all: &[T], check: impl Fn(&T) -> Result<(), String> + Sync) -> Vec<String> {
    let (next, problems) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(one) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(problem) = check(one) {
                        problems.lock().expect("no panic").push(problem);
                    }
                }
            });
        }
    });
    problems.into_inner().expect("no panic")
}

/// The statuses of the programs tell their ways apart, and violations are judged by class and line.
#[test]
fn tests_of_paths_end_natively_as_foreseen() {
    let mut files: Vec<PathBuf> =
        fs::read_dir("tests/paths").expect("programs").map(|entry| entry.expect("a file").path()).collect();
    // Its status is a byte that nobody assigned, and natively that is any.
    files.retain(|file| !file.ends_with("heap.c"));
    files.sort();
    let tried = AtomicUsize::new(0);
    let problems = of_all(&files, |file| {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let place = |name: &str| directory.path().join(name).display().to_string();
        let file = file.display().to_string();
        let (tests, out) = (place("tests"), place("out"));
        rarebit(&[
            "paths",
            &file,
            "--json",
            "--no-confirm",
            "--paths",
            "8",
            "--search",
            "random-path",
            "--solver-limit",
            "1000000",
            "--tests",
            &tests,
            "--out",
            &out,
        ]);
        let replayed = rarebit(&["replay", &tests, "--native", "--json"]);
        for test in replayed["tests"].as_array().into_iter().flatten() {
            tried.fetch_add(1, Ordering::Relaxed);
            let natively = match test["outcome"]["status"].as_i64() {
                Some(status) => test["native"]["status"].as_i64() == Some(status),
                None => test["confirmation"]["verdict"] == "confirmed",
            };
            if !natively || test["agrees"] != true {
                return Err(format!("{file}: {test}"));
            }
        }
        Ok(())
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let tried = tried.into_inner();
    assert!(tried > 2 * files.len(), "only {tried} tests");
}

/// A program of csmith's, some of whose global variables are inputs, and whose checksum is printed as bytes: to print it as
/// a number would ask for the inputs behind every digit.
fn random_program(seed: u64, directory: &Path) -> PathBuf {
    let file = directory.join("program.c");
    let mut csmith = Command::new("csmith");
    csmith.args(["--seed", &seed.to_string(), "--max-funcs", "4", "--no-argc", "--output"]).arg(&file);
    if seed.is_multiple_of(3) {
        csmith.arg("--float");
    }
    let made = csmith.current_dir(directory).output().expect("csmith is there: scripts/setup.sh --tests");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let text = fs::read_to_string(&file).expect("csmith wrote a program");
    let mut inputs = String::new();
    let scalar = |line: &str| {
        let line = line.strip_prefix("static ")?;
        let (kind, rest) = line.strip_prefix("volatile ").unwrap_or(line).split_once(' ')?;
        let name = rest.split(' ').next()?.strip_prefix("g_")?;
        let plain = name.bytes().all(|byte| byte.is_ascii_digit())
            && ["int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t"].contains(&kind);
        plain.then(|| format!("    g_{name} = ({kind})__VERIFIER_nondet_int();\n"))
    };
    text.lines().filter_map(scalar).take(8).for_each(|line| inputs += &line);
    let (before, main) = text.split_once("int main (void)\n{").unwrap_or_else(|| panic!("no main in {text}"));
    let (body, _) = main.split_once("platform_main_end(").expect("the program ends");
    let body = body.replacen("platform_main_begin();", &format!("platform_main_begin();\n{inputs}"), 1);
    let end = "unsigned sum = crc32_context ^ 0xFFFFFFFFU;\n    fwrite(&sum, 4, 1, stdout);\n    return 0;\n}\n";
    let head = "#include <stdio.h>\nextern int __VERIFIER_nondet_int(void);\n";
    fs::write(&file, format!("{head}{before}int main (void)\n{{{body}{end}")).expect("the program is written");
    file
}

#[test]
fn random_programs_with_unknown_values_agree_with_the_interpreter() {
    const HEADERS: &str = "/usr/include/csmith";
    let programs = std::env::var("RAREBIT_AGREEMENT_PROGRAMS").map_or(16, |n| n.parse().expect("a number"));
    let seeds: Vec<u64> = (1..=programs).collect();
    let (all_paths, branching) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let problems = of_all(&seeds, |seed| {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let file = random_program(*seed, directory.path());
        let flags = vec!["-w".into(), "-I".into(), HEADERS.into()];
        let lifted = lift(&LiftOptions { files: vec![file], flags, ..LiftOptions::default() });
        let program = lifted.map_err(|error| format!("seed {seed}: {error}"))?.program;
        let mut simulation = Options::default();
        simulation.limits.steps = 2_000_000;
        let settings = Settings {
            simulation: simulation.clone(),
            // Instructions of all paths: a path that is too long for that is left out.
            budget: Budget { paths: Some(8), steps: Some(6_000_000), ..Budget::default() },
            strategy: Strategy::RandomPath,
            seed: *seed,
            solver_limit: 400_000,
            first: false,
            pruning: Pruning::default(),
            keep_output: true,
            threads: 1,
            concolic: false,
            kept_states: None,
            unit: None,
            query_log: None,
            keep_left: false,
        };
        let mut paths: Vec<Followed> = Vec::new();
        let exploration = explore(&program, &settings, |path| paths.push(path), |_| ControlFlow::Continue(()));
        if exploration.progress.diverged > 0 {
            let ends: Vec<String> =
                paths.iter().map(|path| format!("{:?} {:?}", path.foreseen, path.outcome)).collect();
            return Err(format!("seed {seed}: {} paths diverged: {}", exploration.progress.diverged, ends.join(", ")));
        }
        let mut interpreter = Interpreter::new(&program, simulation);
        let mut seen = Observation::default();
        for path in paths.iter().filter(|path| matches!(path.outcome, Outcome::Exit(_))) {
            interpreter.run(&mut Given::drawn(&path.inputs), &mut seen);
            if interpreter.output() != path.output {
                return Err(format!(
                    "seed {seed}: {:?}, not {:?}, for {:?}",
                    path.output,
                    interpreter.output(),
                    path.inputs
                ));
            }
            all_paths.fetch_add(1, Ordering::Relaxed);
        }
        branching.fetch_add(usize::from(paths.len() > 1), Ordering::Relaxed);
        Ok(())
    });
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
    let (all_paths, branching) = (all_paths.into_inner(), branching.into_inner());
    println!("{programs} programs, {branching} of them with more than one path, {all_paths} paths compared");
    assert!(
        all_paths > seeds.len() && branching * 8 > seeds.len(),
        "{all_paths} paths of {programs}, {branching} branch"
    );
}
