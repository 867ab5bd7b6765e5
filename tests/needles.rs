//! The needle benchmarks are what they say: each witness fails at the stated line, natively and in the simulator.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benchmarks/needles");
const DRIVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/needles/driver.c");

/// The set may grow but not shrink below this.
const MINIMUM: usize = 60;

/// An entry of `expected.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Needle {
    category: String,
    class: Class,
    line: u32,
    probability: f64,
    why: String,
    difficulty: Difficulty,
    witness: String,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Debug)]
#[serde(rename_all = "kebab-case")]
enum Class {
    Assert,
    DivisionByZero,
    OutOfBounds,
    NullDereference,
}

impl Class {
    /// The compiler flags that make the violation end the native program with a message.
    fn flags(self) -> &'static [&'static str] {
        match self {
            Class::Assert => &[],
            _ => &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
        }
    }

    /// What the native program says, one of these.
    fn messages(self) -> &'static [&'static str] {
        match self {
            Class::Assert => &["Assertion `"],
            Class::DivisionByZero => &["runtime error: division by zero"],
            Class::OutOfBounds => &["out of bounds", "buffer-overflow"],
            Class::NullDereference => &["null pointer"],
        }
    }
}

/// What the author believes it takes to find the violation.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
enum Difficulty {
    Easy,
    Medium,
    Hard,
    Exact,
}

fn needles() -> BTreeMap<String, Needle> {
    let text = fs::read_to_string(format!("{PROGRAMS}/expected.toml")).expect("the entries are in the repository");
    toml::from_str(&text).expect("the entries are well formed")
}

fn source(name: &str) -> PathBuf {
    Path::new(PROGRAMS).join(format!("{name}.c"))
}

fn clang(args: &[&str], files: &[&Path], output: &Path) {
    let run = Command::new("clang-19").args(args).args(files).arg("-o").arg(output).arg("-lm").output();
    let run = run.expect("clang-19 is installed by set-up");
    assert!(run.status.success() && run.stderr.is_empty(), "{files:?}: {}", text(&run.stderr));
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Compiles a program and runs it on its witness.
fn native(name: &str, needle: &Needle, driver: &Path, directory: &Path) -> Output {
    let binary = directory.join(name);
    let flags = ["-O0", "-g", "-std=c11", "-Wall", "-Wextra"];
    clang(&[&flags, needle.class.flags()].concat(), &[&source(name), driver], &binary);
    let values = directory.join(format!("{name}.values"));
    fs::write(&values, needle.witness.replace(',', " ")).unwrap();
    let run = Command::new(&binary).stdin(Stdio::from(fs::File::open(values).unwrap())).output();
    run.expect("the native program runs")
}

/// The line number after the first `name.c:` in a text.
fn line_in(text: &str, name: &str) -> Option<u32> {
    let mark = format!("{name}.c:");
    let rest = &text[text.find(&mark)? + mark.len()..];
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

fn check_native(name: &str, needle: &Needle, driver: &Path, directory: &Path) -> Result<(), String> {
    let run = native(name, needle, driver, directory);
    let said = text(&run.stderr);
    if run.status.success() || !needle.class.messages().iter().any(|message| said.contains(message)) {
        return Err(format!("{name}: natively {}, no {:?}: {said}", run.status, needle.class));
    }
    if line_in(&said, name) != Some(needle.line) {
        return Err(format!("{name}: natively not at line {}: {said}", needle.line));
    }
    Ok(())
}

fn check_simulated(name: &str, needle: &Needle) -> Result<(), String> {
    let run = Command::new(env!("CARGO_BIN_EXE_rarebit"))
        .args(["run", "--json", "--inputs", &needle.witness])
        .arg(source(name))
        .output()
        .expect("rarebit runs");
    let wrong = |what: String| Err(format!("{name}: {what}\n{}{}", text(&run.stdout), text(&run.stderr)));
    let Ok(report) = serde_json::from_slice::<serde_json::Value>(&run.stdout) else {
        return wrong("no report".into());
    };
    let outcome = &report["outcome"];
    if run.status.code() != Some(1) || outcome["kind"] != "violation" {
        return wrong("no violation".into());
    }
    if (outcome["class"] == "assert") != (needle.class == Class::Assert) {
        return wrong(format!("not {:?}", needle.class));
    }
    if line_in(outcome["place"].as_str().unwrap_or_default(), name) != Some(needle.line) {
        return wrong(format!("not at line {}", needle.line));
    }
    // A witness has neither too few nor too many values.
    if report["notes"] != serde_json::json!([]) {
        return wrong("the witness does not fit".into());
    }
    Ok(())
}

#[test]
fn every_program_has_an_entry_and_is_a_needle() {
    let needles = needles();
    let files: BTreeSet<String> = fs::read_dir(PROGRAMS)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert_eq!(files, needles.keys().cloned().collect(), "programs and entries");
    assert!(files.len() >= MINIMUM, "only {} programs", files.len());
    let difficulties: BTreeSet<Difficulty> = needles.values().map(|needle| needle.difficulty).collect();
    assert_eq!(difficulties.len(), 4, "some are easy, some are hard");
    let readme = fs::read_to_string(format!("{PROGRAMS}/README.md")).expect("the table is in the repository");
    for (name, needle) in &needles {
        assert!(readme.contains(&format!("`{name}`")), "{name} is not in the table");
        assert!(needle.probability > 0.0 && needle.probability <= 1e-11, "{name}: probability {}", needle.probability);
        assert!(!needle.why.is_empty() && !needle.category.is_empty(), "{name}: an empty field");
        let text = fs::read_to_string(source(name)).unwrap();
        let asserts = text.matches("assert(").count();
        assert_eq!(asserts, usize::from(needle.class == Class::Assert), "{name}: violations in the text");
    }
}

#[test]
fn every_witness_fails_at_the_stated_line() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let driver = directory.path().join("driver.o");
    clang(&["-c", "-O1", "-Wno-unused-command-line-argument"], &[Path::new(DRIVER)], &driver);
    let needles: Vec<_> = needles().into_iter().collect();
    let next = AtomicUsize::new(0);
    let problems = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((name, needle)) = needles.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let results =
                        [check_native(name, needle, &driver, directory.path()), check_simulated(name, needle)];
                    problems.lock().unwrap().extend(results.into_iter().filter_map(Result::err));
                }
            });
        }
    });
    let problems = problems.into_inner().unwrap();
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}
