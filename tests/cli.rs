//! The `rarebit` command end to end: what it prints, what it writes, how it exits.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

const FIGURE2: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/figure2.c");

const DECLARATIONS: &str = "\
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
";

/// A directory to work in.
struct Desk(TempDir);

impl Desk {
    fn new() -> Desk {
        Desk(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a program whose line 1 is the first after the declarations.
    fn program(&self, name: &str, body: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, format!("{DECLARATIONS}#line 1\n{body}")).unwrap();
        path
    }

    fn rarebit<S: AsRef<std::ffi::OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Output {
        Command::new(env!("CARGO_BIN_EXE_rarebit")).args(args).current_dir(self.0.path()).output().unwrap()
    }

    /// Runs a program on inputs.
    fn run(&self, program: &Path, args: &str) -> Output {
        self.rarebit(["run", text(program)].into_iter().chain(args.split_whitespace()))
    }

    fn hunt(&self, program: &Path, args: &str) -> Output {
        self.rarebit(["hunt", text(program)].into_iter().chain(args.split_whitespace()))
    }

    /// Hunts in figure2.c, which ends in a violation.
    fn figure2(&self) -> PathBuf {
        let output = self.hunt(Path::new(FIGURE2), "--runs 1000000");
        assert_eq!(code(&output), 1, "{}{}", out(&output), err(&output));
        let mut tests = fs::read_dir(self.path("rarebit-out")).unwrap();
        let test = tests.next().unwrap().unwrap().path();
        assert!(tests.next().is_none(), "one violation, one file");
        test
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or_else(|| panic!("ended by a signal: {}", err(output)))
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", out(output), err(output)))
}

#[test]
fn hunt_finds_figure2_and_run_reproduces_it() {
    let desk = Desk::new();
    let test = desk.figure2();
    let content: Value = serde_json::from_slice(&fs::read(&test).unwrap()).unwrap();
    assert_eq!((&content["format"], &content["version"]), (&"rarebit-test".into(), &2.into()));
    assert_eq!(content["outcome"]["class"], "assert");
    let value = |i: usize| content["inputs"][i]["value"].as_str().unwrap().parse::<i32>().unwrap();
    assert_eq!(value(0) * value(1), 210);
    assert_eq!(content["inputs"][0]["name"], "x");

    let again = desk.run(Path::new(FIGURE2), &format!("--inputs {}", text(&test)));
    assert_eq!(code(&again), 1);
    let message = err(&again);
    assert!(message.contains("violation: assert: z != 210"), "{message}");
    assert!(message.contains("figure2.c:23:"), "{message}");
    assert!(message.contains("23 |   assert(z != 210);\n"), "{message}");
    assert!(!message.contains("did not end as"), "{message}");
}

#[test]
fn hunt_prints_inputs_in_source_terms_and_how_to_replay() {
    let desk = Desk::new();
    let output = desk.hunt(Path::new(FIGURE2), "--runs 1000000 --out here");
    let text = out(&output);
    assert!(text.contains("   (char, __VERIFIER_nondet_char, "), "{text}");
    assert!(text.contains("   (unsigned char, __VERIFIER_nondet_uchar, "), "{text}");
    let replay = text.lines().find_map(|line| line.strip_prefix("replay:    rarebit ")).expect(&text);
    assert_eq!(code(&desk.rarebit(replay.split(' '))), 1);
    assert_eq!(err(&output), "", "quiet in a pipe");
}

#[test]
fn one_seed_gives_one_result() {
    let desk = Desk::new();
    let hunt = |seed: u32| {
        let args = format!("--strategy portfolio --runs 1000000 --json --seed {seed}");
        let mut result = json(&desk.hunt(Path::new(FIGURE2), &args));
        result.as_object_mut().unwrap().remove("seconds");
        result.as_object_mut().unwrap().remove("phases");
        result
    };
    assert_eq!(hunt(1), hunt(1));
    let found = |seed| hunt(seed)["violations"][0]["runs"].clone();
    assert_ne!(found(1), found(2));
}

/// No square is 2 modulo a power of 2, but that is beyond the analysis.
const NEVER: &str = "int main(void) { unsigned x = (unsigned)__VERIFIER_nondet_int(); assert(x * x != 2); }";

#[test]
fn nothing_found_within_the_budget() {
    let desk = Desk::new();
    let program = desk.program("quiet.c", NEVER);
    let by_runs = desk.hunt(&program, "--runs 100");
    assert_eq!(code(&by_runs), 0, "{}", err(&by_runs));
    assert!(out(&by_runs).contains("stopped: the number of runs is used up"), "{}", out(&by_runs));
    assert!(out(&by_runs).contains("100 ended"), "{}", out(&by_runs));
    let by_time = json(&desk.hunt(&program, "--time 100ms --json"));
    assert_eq!((&by_time["stop"], &by_time["violation"]), (&"budget: time".into(), &Value::Null));
    assert!(!desk.path("rarebit-out").exists());
}

#[test]
fn a_program_without_inputs_takes_one_run() {
    let desk = Desk::new();
    let program = desk.program("closed.c", "int main(void) { return 0; }");
    let result = json(&desk.hunt(&program, "--json"));
    assert_eq!((&result["stop"], &result["runs"]), (&"exhausted".into(), &1.into()));
}

#[test]
fn says_when_no_run_satisfies_the_assumptions() {
    let desk = Desk::new();
    let body = "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x != x); assert(0); }";
    let output = desk.hunt(&desk.program("never.c", body), "--runs 50");
    assert_eq!(code(&output), 0);
    assert!(out(&output).contains("no run satisfied the program's assumptions"), "{}", out(&output));
}

#[test]
fn run_takes_values_in_order() {
    let desk = Desk::new();
    let body = "int main(void) { int a = __VERIFIER_nondet_int(); double d = __VERIFIER_nondet_double();\n\
                _Bool b = __VERIFIER_nondet_bool(); int c = __VERIFIER_nondet_int();\n\
                printf(\"%d %g %d %d\\n\", a, d, b, c); fprintf(stderr, \"!\\n\"); return 7; }";
    let program = desk.program("values.c", body);
    let output = desk.run(&program, "--inputs -5,1.5,true,0x10");
    assert_eq!((code(&output), out(&output)), (0, "-5 1.5 1 16\n".into()), "{}", err(&output));
    assert!(err(&output).starts_with("!\n") && err(&output).contains("exit status 7"), "{}", err(&output));

    let short = desk.run(&program, "--inputs 3");
    assert_eq!(out(&short), "3 0 0 0\n");
    assert!(err(&short).contains("3 inputs without a value read 0"), "{}", err(&short));
    assert!(err(&desk.run(&program, "--inputs 1,2,0,4,5,6")).contains("did not read 2 given values"));
    assert_eq!(code(&desk.run(&program, "--exit-status")), 7);

    let wrong = desk.run(&program, "--inputs 1.5");
    assert_eq!(code(&wrong), 2);
    assert!(err(&wrong).contains("`1.5` is not a value of type integer"), "{}", err(&wrong));
    assert_eq!(code(&desk.run(&program, "--inputs 99999999999")), 2);
    assert_eq!(code(&desk.run(&program, "--inputs nowhere.json")), 2);
}

#[test]
fn run_as_json() {
    let desk = Desk::new();
    let body = "static void f(int x) { assert(x < 5); }\n\
                int main(void) { int x = __VERIFIER_nondet_int(); puts(\"hello\"); if (x > 3) f(x); return 0; }";
    let program = desk.program("object.c", body);
    let output = desk.run(&program, "--inputs 9 --json --trace");
    assert_eq!(code(&output), 1, "{}", err(&output));
    let result = json(&output);
    assert_eq!((&result["stdout"], &result["outcome"]["kind"]), (&"hello\n".into(), &"violation".into()));
    assert_eq!(result["outcome"]["stack"][0]["function"], "f");
    assert_eq!(result["outcome"]["stack"][1]["function"], "main");
    assert_eq!(result["inputs"][0]["value"], "9");
    let steps: Vec<&str> =
        result["trace"].as_array().unwrap().iter().map(|step| step["text"].as_str().unwrap()).collect();
    let at = |text: &str| steps.iter().position(|step| *step == text).unwrap_or_else(|| panic!("{text}: {steps:?}"));
    assert!(at("input x = 9") < at("condition is true") && at("condition is true") < at("calls f"), "{steps:?}");
}

#[test]
fn failures_in_library_functions_are_shown_at_their_caller() {
    let desk = Desk::new();
    let body = "#include <string.h>\nint main(void) {\n  char small[4];\n  strcpy(small, \"much too long\");\n}";
    let output = desk.run(&desk.program("copy.c", body), "");
    assert_eq!(code(&output), 1, "{}", err(&output));
    assert!(err(&output).contains("in strcpy: "), "{}", err(&output));
    assert!(err(&output).contains(":4:3 in main"), "{}", err(&output));
}

#[test]
fn checks_decide_what_is_a_violation() {
    let desk = Desk::new();
    let divide = desk.program("divide.c", "int main(void) { return 1 / __VERIFIER_nondet_int(); }");
    assert_eq!(code(&desk.run(&divide, "")), 1);
    let deselected = desk.run(&divide, "--checks assert,memory");
    assert_eq!(code(&deselected), 0);
    assert!(err(&deselected).contains("a class that --checks leaves out"), "{}", err(&deselected));
    assert_eq!(code(&desk.run(&divide, "--checks none --exit-status")), 255);

    let abort = desk.program("abort.c", "int main(void) { abort(); }");
    assert_eq!(code(&desk.run(&abort, "")), 0);
    assert_eq!(code(&desk.run(&abort, "--exit-status")), 134);
    assert_eq!(code(&desk.run(&abort, "--checks all")), 1);
}

#[test]
fn a_used_up_budget_names_the_option_that_raises_it() {
    let desk = Desk::new();
    let spin = desk.program("spin.c", "int main(void) { for (volatile int i = 0;; i = !i) {} }");
    let output = desk.run(&spin, "--max-steps 1000");
    assert_eq!(code(&output), 0);
    assert!(err(&output).contains("1,000") && err(&output).contains("--max-steps raises it"), "{}", err(&output));
    let deep = desk.program("deep.c", "static int f(int x) { return f(x + 1) + 1; } int main(void) { return f(0); }");
    assert!(err(&desk.run(&deep, "--max-depth 100")).contains("--max-depth raises it"));
}

#[test]
fn bad_usage_exits_with_2() {
    let desk = Desk::new();
    let program = desk.program("fine.c", "int main(void) { return 0; }");
    let broken = desk.program("broken.c", "int main(void) { return nothing; }");
    let (fine, broken) = (text(&program), text(&broken));
    for args in [
        &[][..],
        &["hunt"],
        &["fly", fine],
        &["run", "missing.c"],
        &["run", broken],
        &["run", fine, "--checks", "wrong"],
        &["run", fine, "--inputs", "1,x"],
        &["hunt", fine, "--time", "soon"],
        &["run", fine, "-m32", "-m64"],
        &["ir", fine, "--only", "missing"],
    ] {
        let output = desk.rarebit(args);
        assert_eq!(code(&output), 2, "{args:?}: {}", err(&output));
        assert!(!err(&output).is_empty() && out(&output).is_empty(), "{args:?}");
    }
    let output = desk.rarebit(["run", broken]);
    assert!(err(&output).contains("use of undeclared identifier 'nothing'"), "{}", err(&output));
}

#[test]
fn unusable_test_files_exit_with_2() {
    let desk = Desk::new();
    let test = fs::read_to_string(desk.figure2()).unwrap();
    let refuse = |content: &str, expected: &str| {
        fs::write(desk.path("bad.json"), content).unwrap();
        let output = desk.run(Path::new(FIGURE2), "--inputs bad.json");
        assert_eq!(code(&output), 2, "{expected}: {}", err(&output));
        assert!(err(&output).contains("bad.json: ") && err(&output).contains(expected), "{}", err(&output));
    };
    refuse("", "not a test file");
    refuse(&test[..test.len() / 2], "not a test file");
    refuse("[1, 2]", "not a rarebit test file");
    refuse(&test.replace("\"version\": 2", "\"version\": 3"), "version 3");
    refuse(&test.replace("LP64", "ILP32"), "its data model is ILP32");
    refuse(&test.replace("figure2.c\"", "other.c\""), "for another program");
    refuse(&test.replace("nondet_char", "nondet_short"), "for another program");
    refuse(&test.replace("\"site\": 1", "\"site\": 4294967295"), "nothing there");
    refuse(&test.replace("\"site\": 1", "\"site\": 0"), "for another program");
    refuse(&test.replace("\"value\": \"", "\"value\": \"x"), "damaged");
    refuse(&test.replace("\"inputs\"", "\"outputs\""), "not a test file");
}

#[test]
fn floats_in_test_files_are_exact() {
    let desk = Desk::new();
    let body = "#include <string.h>\nint main(void) {\n  double d = __VERIFIER_nondet_double();\n\
                unsigned long u; memcpy(&u, &d, 8);\n  assert(d == d); return 0; }";
    let program = desk.program("nan.c", body);
    let hunt = json(&desk.hunt(&program, "--runs 100000 --json"));
    assert_eq!((&hunt["stop"], &hunt["inputs"][0]["value"]), (&"found".into(), &"nan".into()), "{hunt:#}");
    let test = hunt["test_file"].as_str().unwrap();
    let run = json(&desk.run(&program, &format!("--json --inputs {test}")));
    assert_eq!(run["inputs"], hunt["inputs"]);
}

#[test]
fn clang_spellings_and_arguments_reach_the_program() {
    let desk = Desk::new();
    let body = "int main(int argc, char **argv) { printf(\"%zu %d %s\\n\", sizeof(long), N, argv[argc - 1]); }";
    let program = desk.program("args.c", body);
    let output = desk.run(&program, "-m32 -DN=3 -std=c11 -- -m64 last");
    assert_eq!(out(&output), "4 3 last\n", "{}", err(&output));
}

#[test]
fn ir_prints_the_program_or_one_function() {
    let desk = Desk::new();
    let whole = out(&desk.rarebit(["ir", FIGURE2]));
    assert!(whole.starts_with("program LP64\n") && whole.contains("\"product\""), "{whole}");
    let part = out(&desk.rarebit(["ir", FIGURE2, "--only", "product"]));
    assert!(part.starts_with("func fn") && part.ends_with("\n}\n") && whole.contains(&part), "{part}");
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let desk = Desk::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_rarebit"));
    let mut child = command
        .args(["ir", FIGURE2])
        .current_dir(desk.0.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(err(&output), "");
}

#[test]
fn an_interrupt_stops_the_hunt_and_says_so() {
    let desk = Desk::new();
    let program = desk.program("long.c", NEVER);
    let mut command = Command::new(env!("CARGO_BIN_EXE_rarebit"));
    let child = command.args(["hunt", text(&program)]).stdout(Stdio::piped()).spawn().unwrap();
    // Long enough to be hunting; the compiler is done in well under a second.
    std::thread::sleep(std::time::Duration::from_secs(5));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130);
    assert!(out(&output).contains("stopped: interrupted"), "{}", out(&output));
}
