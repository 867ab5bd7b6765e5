//! One generated test vector per operation of the ir, width and corner values: the interpreter against native code.
//!
//! A module in LLVM's language has a function for each operation and width, which loads its operands and stores the
//! result. A driver in C calls each on all combinations of corner values and prints the results. Both are compiled
//! at -O0 and run natively, and run by `rarebit run` with each of its engines; the outputs must be equal.
//!
//! Divisions without a quotient end the run, so each of them is a run of its own.

#[path = "vectors/driver.rs"]
mod driver;
#[path = "vectors/operations.rs"]
mod operations;
#[path = "vectors/values.rs"]
mod values;

use driver::{HEADER, driver};
use operations::{Operation, Operations, Skip, overflow_traps};
use rarebit_front_end::ir::{BinaryOp, DivOp, FloatCond, IntCond, MathFn, UnaryOp};
use serde_json::Value;
use std::collections::HashSet;
use std::fmt::Write;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output};
use values::{Set, mask};

/// The operands of an operation, in the order of the driver.
fn combinations(op: &Operation) -> Vec<Vec<u128>> {
    let mut all = vec![Vec::new()];
    for set in &op.operands {
        let values = set.values();
        all = all.into_iter().flat_map(|row| values.iter().map(move |v| [row.as_slice(), &[*v]].concat())).collect();
    }
    let (least, ones) = if let Set::Int(width) = op.operands[0] { (1 << (width - 1), mask(width)) } else { (0, 0) };
    all.retain(|row| match op.skip {
        Skip::None => true,
        Skip::Zero => row[1] != 0,
        Skip::Overflow => row[1] != 0 && (row[0], row[1]) != (least, ones),
    });
    all
}

fn rarebit(directory: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rarebit")).args(args).current_dir(directory).output().unwrap()
}

fn clang(directory: &Path, args: &[&str]) {
    let output = Command::new("clang-19").args(args).current_dir(directory).output().unwrap();
    assert!(output.status.success(), "clang-19 {args:?}: {}", errors(&output));
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn interpreter_equals_native_code() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let operations = Operations::all();
    fs::write(path.join("ops.ll"), operations.module(HEADER)).unwrap();
    fs::write(path.join("driver.c"), driver(&operations.all)).unwrap();
    clang(path, &["-O0", "driver.c", "ops.ll", "-o", "native", "-lm"]);
    let native = Command::new(path.join("native")).output().unwrap();
    assert!(native.status.success(), "native: {:?}", native.status);
    let ours = rarebit(path, &["run", "--checks", "none", "--max-steps", "100000000000", "driver.c", "ops.ll"]);

    for engine in ["optimised", "interpreter"] {
        let args = ["run", "--checks", "none", "--max-steps", "100000000000", "--engine", engine, "driver.c", "ops.ll"];
        assert!(rarebit(path, &args).stdout == ours.stdout, "{engine} gives other results than jit");
    }

    let (native, printed) = (String::from_utf8(native.stdout).unwrap(), String::from_utf8_lossy(&ours.stdout));
    let (mut expected, mut actual) = (native.lines(), printed.lines());
    let mut vectors = 0;
    let (mut mismatches, mut shown) = (0, String::new());
    for op in &operations.all {
        let header = format!("{}:", op.name);
        assert_eq!(expected.next(), Some(header.as_str()));
        assert_eq!(actual.next(), Some(header.as_str()), "the run ended early:\n{}\n{shown}", errors(&ours));
        let mut here = 0;
        for row in combinations(op) {
            let (native, ours) = (expected.next(), actual.next());
            vectors += 1;
            if native == ours {
                continue;
            }
            here += 1;
            if here <= 3 {
                let operands: Vec<String> = row.iter().zip(&op.operands).map(|(v, set)| set.text(*v)).collect();
                let (native, ours) = (native.unwrap_or("nothing"), ours.unwrap_or("nothing"));
                writeln!(shown, "{}({}): native {native}, rarebit {ours}", op.name, operands.join(", ")).unwrap();
            }
        }
        if here > 3 {
            writeln!(shown, "{}: {} more", op.name, here - 3).unwrap();
        }
        mismatches += here;
    }
    assert_eq!((expected.next(), actual.next()), (None, None));
    assert_eq!(mismatches, 0, "of {vectors} results differ:\n{shown}{}", errors(&ours));
    assert!(ours.status.success(), "{}", errors(&ours));
    println!("{vectors} vectors of {} operations", operations.all.len());
    every_operation_is_there(path);
}

/// The lifted module has every operation that works on values.
fn every_operation_is_there(path: &Path) {
    let lifted = rarebit(path, &["ir", "driver.c", "ops.ll"]);
    assert!(lifted.status.success(), "{}", errors(&lifted));
    let text = String::from_utf8(lifted.stdout).unwrap();
    let words: HashSet<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    let names = UnaryOp::ALL.iter().map(|op| op.name());
    let names = names.chain(BinaryOp::ALL.iter().map(|op| op.name())).chain(DivOp::ALL.iter().map(|op| op.name()));
    let names = names.chain(IntCond::ALL.iter().map(|c| c.name())).chain(FloatCond::ALL.iter().map(|c| c.name()));
    let missing: Vec<&str> =
        names.chain(MathFn::ALL.iter().map(|f| f.name())).filter(|name| !words.contains(name)).collect();
    assert!(missing.is_empty(), "no vector has {missing:?}");
}

const TRAPS: &str = r#"
extern int __VERIFIER_nondet_int(void);
typedef unsigned long word;
struct value { _Alignas(16) word low; word high; };
typedef void function(const void *, const void *, const void *, void *);
@DATA@
int main(void) {
  struct value a = {0, 0}, b = {0, 0}, out;
  int which = __VERIFIER_nondet_int();
  int width = __VERIFIER_nondet_int();
  /* 1 by 0, or the least number by -1. */
  if (__VERIFIER_nondet_int()) {
    a.low = 1ul << (width - 1);
    b.low = -1ul >> (64 - width);
  } else {
    a.low = 1;
  }
  functions[which](&a, &b, &a, &out);
}
"#;

const NATIVE_INPUTS: &str = r#"
#include <stdlib.h>
static int next;
static char **values;
__attribute__((constructor)) static void start(int count, char **given) { (void)count; values = given + 1; }
int __VERIFIER_nondet_int(void) { return atoi(values[next++]); }
"#;

#[test]
fn divisions_without_a_quotient_end_the_run() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let operations = Operations::divisions();
    let names: Vec<&str> = operations.all.iter().map(|op| op.name.as_str()).collect();
    let declarations: String = names.iter().map(|name| format!("function {name};\n")).collect();
    let table = format!("static function *functions[] = {{{}}};", names.join(", "));
    fs::write(path.join("ops.ll"), operations.module(HEADER)).unwrap();
    fs::write(path.join("traps.c"), TRAPS.replace("@DATA@", &(declarations + &table))).unwrap();
    fs::write(path.join("inputs.c"), NATIVE_INPUTS).unwrap();
    clang(path, &["-O0", "traps.c", "inputs.c", "ops.ll", "-o", "native"]);
    clang(path, &["-O0", "-emit-llvm", "-c", "traps.c", "ops.ll"]);

    let mut wrong = String::new();
    for (which, op) in operations.all.iter().enumerate() {
        let Set::Int(width) = op.operands[0] else { unreachable!("divisions take integers") };
        let division = DivOp::from_name(op.name.split('_').next().unwrap()).unwrap();
        let cases: &[bool] = if overflow_traps(division, width) { &[false, true] } else { &[false] };
        for &overflow in cases {
            let inputs = [which as u32, width, overflow.into()].map(|n| n.to_string());
            let native = Command::new(path.join("native")).args(&inputs).output().unwrap();
            let ours = rarebit(path, &["run", "--json", "--inputs", &inputs.join(","), "traps.bc", "ops.bc"]);
            let outcome = serde_json::from_slice(&ours.stdout).unwrap_or(Value::Null)["outcome"].take();
            // Of one bit, LLVM takes the dividend for the quotient, since any other divisor than 1 is an error.
            let trapped = native.status.signal() == Some(8) || width == 1;
            let class = if overflow { "overflow" } else { "division" };
            let failed = ours.status.code() == Some(1) && outcome["class"] == class && outcome["kind"] == "violation";
            if !trapped || !failed || outcome["function"] != op.name.as_str() {
                let what = if overflow { "least / -1" } else { "1 / 0" };
                writeln!(wrong, "{} {what}: native {:?}, rarebit {outcome}", op.name, native.status).unwrap();
                wrong += &errors(&ours);
            }
        }
    }
    assert!(wrong.is_empty(), "not every trap is a failed division check:\n{wrong}");
}
