//! One C program per language or library feature: output and exit status equal to the native binary's.

use rarebit_front_end::ir::DataModel;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

fn programs() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir("tests/programs")
        .expect("the feature programs are in the repository")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    assert!(files.len() >= 80, "only {} feature programs", files.len());
    files
}

fn native(source: &Path, model: DataModel, directory: &Path) -> Output {
    let binary = directory.join(format!("{}{}", source.file_stem().expect("a name").to_string_lossy(), model.name()));
    let compiled = Command::new("clang-19")
        .args(["-O0", "-w", "-std=gnu17"])
        .args(model.machine_flags())
        .arg(source)
        .arg("-o")
        .arg(&binary)
        .arg("-lm")
        .output()
        .expect("clang-19 is installed by set-up");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    Command::new(&binary).output().expect("the native binary runs")
}

fn simulated(source: &Path, model: DataModel) -> Output {
    // Both compilers have their turn.
    let engine = if model == DataModel::Lp64 { "optimised" } else { "jit" };
    Command::new(env!("CARGO_BIN_EXE_rarebit"))
        .args([
            "run",
            "--engine",
            engine,
            model.machine_flags()[0],
            "--checks",
            "none",
            "--exit-status",
            "--std",
            "gnu17",
            "--cflag=-w",
        ])
        .arg(source)
        .output()
        .expect("rarebit runs")
}

fn compare(model: DataModel) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    // Results of libm differ between the data models; a program that prints them says so in its first line.
    let mut files = programs();
    if model == DataModel::Ilp32 {
        files.retain(|file| {
            !std::fs::read_to_string(file).expect("C source").lines().next().unwrap_or("").contains("LP64 only")
        });
    }
    let next = AtomicUsize::new(0);
    let problems = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(source) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let expected = native(source, model, directory.path());
                    let found = simulated(source, model);
                    if expected.stdout != found.stdout || expected.status.code() != found.status.code() {
                        problems.lock().expect("no panic in a thread").push(difference(source, &expected, &found));
                    }
                }
            });
        }
    });
    let problems = problems.into_inner().expect("no panic in a thread");
    assert!(problems.is_empty(), "{} of {} differ:\n{}", problems.len(), files.len(), problems.join("\n"));
}

fn difference(source: &Path, expected: &Output, found: &Output) -> String {
    let text = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let (a, b) = (text(expected), text(found));
    let line = a.lines().zip(b.lines()).position(|(a, b)| a != b).unwrap_or(a.lines().count().min(b.lines().count()));
    format!(
        "{}: status {:?}, expected {:?}; line {}:\n  native    {}\n  simulated {}\n  stderr {}",
        source.display(),
        found.status.code(),
        expected.status.code(),
        line + 1,
        a.lines().nth(line).unwrap_or("<end>"),
        b.lines().nth(line).unwrap_or("<end>"),
        String::from_utf8_lossy(&found.stderr).lines().next().unwrap_or("")
    )
}

#[test]
fn feature_programs_equal_native_lp64() {
    compare(DataModel::Lp64);
}

#[test]
fn feature_programs_equal_native_ilp32() {
    compare(DataModel::Ilp32);
}
