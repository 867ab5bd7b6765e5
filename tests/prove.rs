//! The must-prove set: every check of every program in `tests/prove` is proved.

use rarebit_front_end::analysis::interpret::{Allowance, Options, Verdict, analyse, analyse_within};
use rarebit_front_end::ir::{Check, CheckClass, Program};
use rarebit_front_end::lift::{LiftOptions, lift};
use std::path::Path;

fn load(path: &Path) -> Program {
    let options = LiftOptions { files: vec![path.into()], ..LiftOptions::default() };
    lift(&options).unwrap_or_else(|error| panic!("{}: {error}", path.display())).program
}

fn selected(program: &Program) -> Vec<bool> {
    program.checks.values().map(|check| check.class != CheckClass::Abort).collect()
}

#[test]
fn every_check_of_the_must_prove_set_is_proved() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/prove");
    let mut files: Vec<_> = directory.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "c"));
    files.sort();
    assert!(files.len() >= 35, "only {} programs", files.len());
    let mut failures = String::new();
    for path in &files {
        let program = load(path);
        let selected = selected(&program);
        let facts = analyse(&program, &Options::new(selected.clone()));
        for func in program.funcs.values().filter(|f| !f.library) {
            for check in func.checks().filter(|c| selected[c.as_u32() as usize]) {
                let verdict = facts.verdict(check);
                if !verdict.is_safe() {
                    let place = program.place(program.checks[check].loc);
                    let reason = facts.reason(check).unwrap_or_default();
                    failures += &format!("{place}: {check} is {}: {reason}\n", verdict.name());
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// What can fail is not proved: on every line of `tests/prove/open` marked so, a check is open. Each of these was once
/// proved, or could be by a plausible mistake.
#[test]
fn what_can_fail_stays_open() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/prove/open");
    let mut marked = 0;
    for entry in directory.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let program = load(&path);
        let facts = analyse(&program, &Options::new(selected(&program)));
        for (number, line) in std::fs::read_to_string(&path).unwrap().lines().enumerate() {
            if !line.contains("/* open */") {
                continue;
            }
            marked += 1;
            let here = |check: &Check| program.checks[*check].loc.line as usize == number + 1;
            let open = program.checks.keys().filter(here).any(|check| facts.verdict(check) == Verdict::Open);
            assert!(open, "{}:{}: nothing is open", path.display(), number + 1);
        }
    }
    assert!(marked >= 5);
}

/// An analysis that is allowed too little is given up, at the same unit of work whoever asks.
#[test]
fn too_much_work_is_given_up() {
    let program = load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/prove/bubble_sort.c"));
    let options = Options::new(selected(&program));
    let spent = |work| {
        let mut allowance = Allowance { work, deadline: None };
        analyse_within(&program, &options, &mut allowance).map(|_| work - allowance.work)
    };
    let needed = spent(1 << 30).expect("it is a small program");
    assert_eq!(spent(needed + 1), Some(needed));
    assert!(spent(needed / 2).is_none());
}
