//! No false alarm: on programs without errors, whatever fails in simulation fails natively too.
//!
//! The programs are those of `tests/programs`, the passing ones of `tests/checks`, and random ones by csmith, in both
//! data models. Each is hunted in with the standard checks; a violation must be confirmed by the native program.
//!
//! The environment sets the size, the standard in brackets:
//! - `RAREBIT_ALARMS_RUNS`: random runs of a program that reads inputs \[2000\];
//! - `RAREBIT_ALARMS_EVERY`: every how many-th of our programs is taken \[12\];
//! - `RAREBIT_ALARMS_SEEDS`: how many random programs \[6\], from seed `RAREBIT_ALARMS_FIRST` \[1\] on;
//! - `RAREBIT_ALARMS_SUMMARY`: a file for the summary as JSON \[none\];
//! - `RAREBIT_ALARMS_KEEP`: where random programs with an alarm go \[`alarms` in the directory for temporary files\].

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const HEADERS: &str = "/usr/include/csmith";
const STEPS: u64 = 200_000_000;

fn number(name: &str, standard: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number")),
        Err(_) => standard,
    }
}

/// What to hunt in.
enum Program {
    Ours(PathBuf),
    Random(u64),
}

/// What came of a hunt.
#[derive(Default)]
struct Tally {
    hunts: u64,
    runs: u64,
    /// Violations that the native program shows too.
    confirmed: u64,
    /// Runs or programs without an answer: out of budget, not supported, or too slow to generate.
    open: u64,
    notes: Vec<String>,
    alarms: Vec<String>,
}

/// The C files below a directory whose names are wanted.
fn ours(directory: &Path, wanted: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            files.extend(ours(&path, wanted));
        } else if name.ends_with(".c") && wanted(&name) {
            files.push(path);
        }
    }
    files
}

/// Writes a random program; false if that takes too long.
fn generate(seed: u64, model: &str, directory: &Path) -> bool {
    let pointer = if model == "-m32" { 4 } else { 8 };
    fs::write(directory.join("platform.info"), format!("integer size = 4\npointer size = {pointer}\n")).unwrap();
    let mut csmith = Command::new("timeout");
    csmith.args(["20", "csmith", "--output", "program.c", "--seed", &seed.to_string()]);
    csmith.args(seed.is_multiple_of(3).then_some("--float")).current_dir(directory);
    csmith.output().expect("csmith is installed by scripts/setup.sh --tests").status.success()
}

fn hunt(program: &Program, model: &str, runs: u64, tally: &Mutex<Tally>) {
    let directory = tempfile::tempdir().unwrap();
    let mut rarebit = Command::new(env!("CARGO_BIN_EXE_rarebit"));
    rarebit.args(["hunt", "--json", "--cflag=-w", model, "--out", "out", "--time", "120s"]);
    rarebit.args(["--runs", &runs.to_string(), "--max-steps", &STEPS.to_string()]);
    rarebit.current_dir(&directory).env("XDG_CACHE_HOME", directory.path());
    let name = match program {
        Program::Ours(path) => {
            rarebit.arg("--std=gnu17").arg(path);
            format!("{} {model}", path.display())
        }
        Program::Random(seed) => {
            if !generate(*seed, model, directory.path()) {
                tally.lock().unwrap().open += 1;
                return;
            }
            rarebit.args(["-I", HEADERS, "program.c"]);
            format!("csmith seed {seed} {model}")
        }
    };
    let output = rarebit.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let mut tally = tally.lock().unwrap();
    tally.hunts += 1;
    let Ok(result) = serde_json::from_str::<Value>(&said) else {
        tally.alarms.push(format!("{name}: no result: {}", String::from_utf8_lossy(&output.stderr).trim()));
        return;
    };
    tally.runs += result["runs"].as_u64().unwrap_or(0);
    let violation = &result["violation"];
    if violation.is_null() {
        let answered = matches!(result["stop"].as_str(), Some("budget: runs" | "exhausted"));
        tally.open += u64::from(!answered);
        return;
    }
    let text = |field: &str| violation[field].as_str().unwrap_or("?").to_owned();
    let what = format!("{name}: {} at {}: {}", text("class"), text("place"), text("fault"));
    let what = what.replace(concat!(env!("CARGO_MANIFEST_DIR"), "/"), "");
    if result["confirmation"]["verdict"] == "confirmed" {
        tally.confirmed += 1;
        tally.notes.push(what);
        return;
    }
    tally.alarms.push(format!("{what}; {}", result["confirmation"]));
    if matches!(program, Program::Random(_)) {
        let keep = std::env::var_os("RAREBIT_ALARMS_KEEP").map_or(std::env::temp_dir().join("alarms"), PathBuf::from);
        let copy = keep.join(format!("{}.c", name.replace(' ', "-")));
        fs::create_dir_all(&keep).and_then(|()| fs::copy(directory.path().join("program.c"), copy)).unwrap();
    }
}

#[test]
fn passing_programs_raise_no_alarm() {
    let runs = number("RAREBIT_ALARMS_RUNS", 2000);
    let every = number("RAREBIT_ALARMS_EVERY", 12) as usize;
    let (first, seeds) = (number("RAREBIT_ALARMS_FIRST", 1), number("RAREBIT_ALARMS_SEEDS", 6));
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut files = ours(&tests.join("programs"), &|_| true);
    files.extend(ours(&tests.join("checks"), &|name| name.starts_with("pass_")));
    let mut programs: Vec<Program> = files.into_iter().step_by(every.max(1)).map(Program::Ours).collect();
    programs.extend((first..first + seeds).map(Program::Random));
    let jobs: Vec<(&Program, &str)> =
        programs.iter().flat_map(|program| ["-m64", "-m32"].map(|model| (program, model))).collect();
    let (next, start) = (AtomicUsize::new(0), Instant::now());
    let (tally, said) = (Mutex::new(Tally::default()), Mutex::new(Instant::now()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((program, model)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    hunt(program, model, runs, &tally);
                    let mut said = said.lock().unwrap();
                    if said.elapsed() > Duration::from_secs(10) {
                        *said = Instant::now();
                        let (done, alarms) = (next.load(Ordering::Relaxed), tally.lock().unwrap().alarms.len());
                        println!("alarms: {} s, {done} of {}: {alarms} alarms", start.elapsed().as_secs(), jobs.len());
                    }
                }
            });
        }
    });
    let tally = tally.into_inner().unwrap();
    println!(
        "alarms: {} hunts, {} runs, {} s: {} confirmed, {} unanswered, {} false alarms",
        tally.hunts,
        tally.runs,
        start.elapsed().as_secs(),
        tally.confirmed,
        tally.open,
        tally.alarms.len()
    );
    tally.notes.iter().for_each(|note| println!("alarms: confirmed: {note}"));
    if let Some(path) = std::env::var_os("RAREBIT_ALARMS_SUMMARY") {
        let summary = json!({
            "runs_of_each": runs, "first_seed": first, "seeds": seeds, "hunts": tally.hunts, "runs": tally.runs,
            "seconds": start.elapsed().as_secs(), "unanswered": tally.open,
            "confirmed": tally.notes, "false_alarms": tally.alarms,
        });
        fs::write(path, format!("{summary:#}\n")).unwrap();
    }
    assert!(tally.alarms.is_empty(), "{}", tally.alarms.join("\n"));
    assert!(tally.open * 5 < tally.hunts, "too many hunts without an answer");
}
