//! House rules as tests: every source file says what it is for and can be read in one sitting, nothing names a path of
//! one machine, and the rooms keep to what they may know.

use std::fs;
use std::path::{Path, PathBuf};

/// Longer files are not read in one sitting.
const MOST_LINES: usize = 700;

fn sources() -> Vec<(PathBuf, String)> {
    fn walk(directory: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                walk(&entry, found);
            } else if entry.extension().is_some_and(|e| e == "rs") {
                let text = fs::read_to_string(&entry).unwrap();
                found.push((entry, text));
            }
        }
    }
    let mut found = Vec::new();
    for room in ["src", "front-end/src", "front-end/tests", "learners/src", "tests"] {
        if Path::new(room).is_dir() {
            walk(Path::new(room), &mut found);
        }
    }
    assert!(found.len() > 60, "only {} source files found", found.len());
    found
}

fn report(rule: &str, broken: Vec<String>) {
    assert!(broken.is_empty(), "{rule}:\n  {}", broken.join("\n  "));
}

#[test]
fn every_file_says_what_it_is_for() {
    let broken = sources().into_iter().filter(|(_, text)| !text.starts_with("//!"));
    report("no //! at the top", broken.map(|(path, _)| path.display().to_string()).collect());
}

#[test]
fn every_file_can_be_read_in_one_sitting() {
    let long = sources().into_iter().map(|(path, text)| (path, text.lines().count())).filter(|(_, n)| *n > MOST_LINES);
    report("too long", long.map(|(path, n)| format!("{}: {n} lines", path.display())).collect());
}

/// Who may know what. Each rule: files below the room must not contain the words.
#[test]
fn rooms_keep_to_what_they_may_know() {
    let rules: &[(&str, &[&str])] = &[
        ("learners/src", &["rarebit_front_end", "cranelift", "inkwell", "z3::"]),
        ("front-end/src/ir", &["inkwell", "llvm_sys"]),
        ("front-end/src/analysis", &["inkwell", "llvm_sys"]),
        ("front-end/src/simplify", &["inkwell", "llvm_sys"]),
        ("src/sample", &["rarebit_front_end", "crate::simulate", "crate::explore", "crate::symbolic"]),
        ("src/simulate", &["crate::output", "crate::explore", "crate::symbolic"]),
        ("src/explore", &["crate::output", "crate::cli"]),
        ("src/symbolic", &["crate::sample", "crate::explore", "crate::output"]),
        ("src/linear", &["crate::simulate"]),
    ];
    let mut broken = Vec::new();
    for (path, text) in sources() {
        for (room, words) in rules.iter().filter(|(room, _)| path.starts_with(room)) {
            let found = words.iter().filter(|word| text.contains(**word));
            broken.extend(found.map(|word| format!("{} ({room}) knows {word}", path.display())));
        }
        let cli = path.starts_with("src/cli") || path.starts_with("tests") || !path.starts_with("src");
        if !cli && path != Path::new("src/main.rs") {
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let says = ["println!(", "process::exit", "std::env::args"].into_iter().filter(|word| code.contains(word));
            broken.extend(says.map(|word| format!("{} uses {word}: only src/cli does", path.display())));
        }
    }
    report("a room knows too much", broken);
}
