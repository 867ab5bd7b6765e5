//! What hunters find that have no slope to follow, on programs made for this; and that one seed decides all of it, with
//! every strategy and every learner, whatever the number of threads.

use rarebit::simulate::{Inputs, Interpreter, Options, Simulator};
use rarebit_front_end::ir::{InputSite, SiteInfo};
use rarebit_front_end::lift::{LiftOptions, lift};
use rarebit_learners::Observation;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

fn puzzle(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/puzzles").join(format!("{name}.c"))
}

fn rarebit(command: &str, program: &Path, args: &str, desk: &Path) -> Value {
    let mut rarebit = Command::new(env!("CARGO_BIN_EXE_rarebit"));
    rarebit.arg(command).arg(program).args(args.split_whitespace()).arg("--json").current_dir(desk);
    let output = rarebit.output().unwrap();
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// Each with three seeds and a budget of runs in which uniform draws find it with a probability below 10⁻³; nothing but
/// the way named finds them in such a budget.
#[test]
fn puzzles_without_a_slope_are_solved() {
    let desk = tempfile::tempdir().unwrap();
    // Going on from every state; shorter runs among equals; sums over digits, and over flags, met in the middle.
    for (name, runs) in [("jugs", 1_000_000), ("hashing", 1_500_000), ("munchhausen", 1_000_000), ("articles", 400_000)]
    {
        for seed in 1..=3 {
            let args = format!("--strategy portfolio --first --no-confirm --runs {runs} --seed {seed} --threads 2");
            let result = rarebit("hunt", &puzzle(name), &args, desk.path());
            assert_eq!(result["violations"].as_array().unwrap().len(), 1, "{name}, seed {seed}: {result}");
        }
    }
}

/// What a search says and writes, but for the time it took.
fn search(command: &str, args: &str, threads: u32) -> (Value, BTreeMap<String, Vec<u8>>) {
    let desk = tempfile::tempdir().unwrap();
    let args = format!("{args} --seed 9 --threads {threads} --out out");
    let mut result = rarebit(command, &puzzle("loopback"), &args, desk.path());
    for time in ["seconds", "phases"] {
        result.as_object_mut().unwrap().remove(time);
    }
    let files = std::fs::read_dir(desk.path().join("out")).into_iter().flatten().flatten();
    let read = |file: std::fs::DirEntry| {
        (file.file_name().to_string_lossy().into_owned(), std::fs::read(file.path()).unwrap_or_default())
    };
    (result, files.map(read).collect())
}

/// The same violations, the same suite and the same files with one thread and with three.
#[test]
fn one_seed_decides_with_every_strategy_and_every_learner() {
    let all = "--learners violation=1,coverage=1,ranges=0.5,calls=0.5,null=0.5,alias=0.5";
    for strategy in ["uniform", "mcmc", "lp", "bbox", "portfolio", "concolic", "hybrid"] {
        for (command, runs) in [("hunt --no-confirm", 16_000), ("cover --no-confirm", 8_000)] {
            let (command, more) = command.split_once(' ').unwrap();
            let args = format!("{more} {all} --strategy {strategy} --runs {runs}");
            let (one, three) = (search(command, &args, 1), search(command, &args, 3));
            assert_eq!(one, three, "{command} --strategy {strategy}");
            assert!(command == "hunt" || !one.1.is_empty(), "cover --strategy {strategy} kept nothing");
        }
    }
}

/// Answers with given numbers, then with zeros.
struct Given(Vec<u128>);

impl Inputs for Given {
    fn next(&mut self, _: InputSite, _: &SiteInfo) -> u128 {
        if self.0.is_empty() { 0 } else { self.0.remove(0) }
    }
}

/// Two ways to one state have one number; what is no longer needed does not count, and what is does, in memory, in the
/// frame and in the callers' frames.
#[test]
fn states_are_told_apart_by_what_matters() {
    let desk = tempfile::tempdir().unwrap();
    let path = desk.path().join("sums.c");
    let text = "extern unsigned char __VERIFIER_nondet_uchar(void);\n\
                static int sum;\n\
                static int digit(int last) { int key = __VERIFIER_nondet_uchar(); return key % 10 == last ? 0 : key % 10; }\n\
                int main(void) { int last = 0, product = 1;\n\
                for (int i = 0; i < 3; i++) { last = digit(last); sum += last; product = product * (last + 1) % 7; }\n\
                return sum * product + last; }\n";
    std::fs::write(&path, text).unwrap();
    let program = lift(&LiftOptions { files: vec![path], ..LiftOptions::default() }).unwrap().program;
    let mut interpreter = Interpreter::new(&program, Options { states: true, ..Options::default() });
    let mut states = |keys: [u128; 3]| {
        interpreter.run(&mut Given(keys.to_vec()), &mut Observation::default());
        assert_eq!(interpreter.states().len(), 3);
        interpreter.states().to_vec()
    };
    let plain = states([1, 2, 3]);
    assert_eq!(plain, states([1, 2, 3]));
    assert_eq!(plain, states([1, 2, 9]), "the last read comes after the last state");
    assert_eq!(plain, states([11, 42, 3]), "the key itself is not needed any more");
    let other = states([2, 2, 3]);
    assert!(plain[0] == other[0] && plain[1] != other[1] && plain[2] != other[2], "{plain:?} {other:?}");
    // 0 + 3 and 3 + 0: the same sum; `last` differs, which a caller keeps for the comparison in `digit`.
    assert_ne!(states([0, 3, 0])[2], states([3, 0, 0])[2]);
    // 1, 4, 2 and 4, 1, 2 cannot be told apart before the end, but in what was last after two reads.
    let (left, right) = (states([1, 4, 2]), states([4, 1, 2]));
    assert!(left[2] != right[2] && left[0] == right[0]);
}
