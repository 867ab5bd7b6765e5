//! One small program per way to go wrong, and programs that come close without going wrong.
//!
//! `tests/checks/<class>/fail_*.c` fails with the class that stands in a comment `// FAIL: class` beside the line that
//! fails; `pass_*.c` fails nowhere. Both are run by rarebit, in both data models, and natively with the sanitizer that
//! fits the class: class and line must be the same. Where the sanitizer cannot see the error, a comment
//! `// NATIVE: reason` says why, and the test makes sure that it is silent; `// NATIVE: crash: reason` where the
//! program dies without a report that has the line. Functions and variables are static: the programs of a sanitizer
//! are linked into one.

use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

struct Case {
    path: PathBuf,
    /// The directory's name.
    class: String,
    /// What fails, and in which line.
    fails: Option<(String, u32)>,
    /// Why the native sanitizer does not see it.
    unseen: Option<String>,
}

impl Case {
    fn read(path: PathBuf, class: &str) -> Case {
        let text = fs::read_to_string(&path).expect("a program is text");
        let mark = |mark: &str| {
            let lines = text.lines().zip(1..);
            let mut found = lines.filter_map(|(line, n)| Some((line.split_once(mark)?.1.trim().to_string(), n)));
            let first = found.next();
            assert!(found.next().is_none(), "{}: two marks `{mark}`", path.display());
            first
        };
        let fails = mark("// FAIL:");
        let unseen = mark("// NATIVE:").map(|(reason, _)| reason);
        let name = path.file_name().expect("a program has a name").to_string_lossy().into_owned();
        assert_eq!(fails.is_some(), name.starts_with("fail_"), "{name}");
        Case { class: class.into(), fails, unseen, path }
    }

    fn name(&self) -> String {
        let file = self.path.file_name().expect("a program has a name").to_string_lossy();
        format!("{}/{file}", self.class)
    }
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for directory in fs::read_dir("tests/checks").expect("the programs are in the repository") {
        let directory = directory.expect("a readable entry").path();
        let class = directory.file_name().expect("a class").to_string_lossy().into_owned();
        for file in fs::read_dir(&directory).expect("a directory for every class") {
            cases.push(Case::read(file.expect("a readable entry").path(), &class));
        }
    }
    cases.sort_by(|a, b| a.path.cmp(&b.path));
    cases
}

/// Runs `test` on every case, two at a time, and fails with what it says.
fn each(cases: &[Case], test: impl Fn(&Case, usize) -> Result<(), String> + Sync) {
    let next = AtomicUsize::new(0);
    let problems = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = cases.get(index) else { break };
                    if let Err(problem) = test(case, index) {
                        problems.lock().expect("no panic").push(format!("{}: {problem}", case.name()));
                    }
                }
            });
        }
    });
    let mut problems = problems.into_inner().expect("no panic");
    problems.sort();
    assert!(problems.is_empty(), "{} of {}:\n{}", problems.len(), cases.len(), problems.join("\n"));
}

#[test]
fn every_class_has_programs() {
    let cases = cases();
    let mut classes: Vec<&str> = cases.iter().map(|case| case.class.as_str()).collect();
    classes.dedup();
    assert!(classes.len() >= 29, "{classes:?}");
    for class in classes {
        let count = |fails: bool| cases.iter().filter(|c| c.class == class && c.fails.is_some() == fails).count();
        assert!(count(true) >= 3 && count(false) >= 3, "{class}: {} fail, {} pass", count(true), count(false));
        let other = cases.iter().filter(|c| c.class == class).find(|c| c.fails.as_ref().is_some_and(|f| f.0 != class));
        assert!(other.is_none(), "{class}: {}", other.expect("is some").name());
    }
}

// ---- By rarebit ----

/// Classes that are not looked for unless asked.
const OPTIONAL: &[&str] = &["abort", "uninit", "leak", "unfreed"];

fn simulate(case: &Case, model: &str) -> Result<(), String> {
    let mut checks = String::from("default");
    if OPTIONAL.contains(&case.class.as_str()) {
        write!(checks, ",{}", case.class).expect("a string takes all");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_rarebit"))
        .args(["run", "--json", model, "--std=gnu17", "--cflag=-w", "--checks", &checks])
        .arg(&case.path)
        .output()
        .expect("rarebit runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    let value: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("{model}: {error}: {errors}"))?;
    let outcome = &value["outcome"];
    let kind = outcome["kind"].as_str().unwrap_or_default();
    let Some((class, line)) = &case.fails else {
        return if kind == "exit" { Ok(()) } else { Err(format!("{model}: {outcome}")) };
    };
    let place = outcome["place"].as_str().unwrap_or_default();
    let file = case.path.display().to_string();
    let there = place.strip_prefix(&file).and_then(|rest| rest[1..].split(':').next()?.parse().ok()) == Some(*line);
    if kind == "violation" && outcome["class"] == class.as_str() && there {
        Ok(())
    } else {
        Err(format!("{model}: expected {class} in line {line}, found {outcome}"))
    }
}

#[test]
fn rarebit_finds_each_error_and_nothing_else_lp64() {
    each(&cases(), |case, _| simulate(case, "-m64"));
}

#[test]
fn rarebit_finds_each_error_and_nothing_else_ilp32() {
    let mut cases = cases();
    cases.retain(|case| case.fails.is_some());
    each(&cases, |case, _| simulate(case, "-m32"));
}

// ---- Selection ----

/// How `rarebit run` ends with these arguments: the exit code, and what it says.
fn run(path: &str, args: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rarebit"));
    let output = command.args(["run", "--cflag=-w"]).args(args).arg(path).output().expect("rarebit runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn lists_and_property_files_select() {
    let overflow = "tests/checks/overflow/fail_add.c";
    assert_eq!(run(overflow, &["--checks", "arithmetic"]).0, Some(1));
    assert_eq!(run(overflow, &["--checks", "arithmetic,-overflow"]).0, Some(0));
    assert_eq!(run(overflow, &["--checks", "-overflow"]).0, Some(0));
    assert_eq!(run(overflow, &["--checks", "memory,string"]).0, Some(0));
    // Nothing to go on with, whoever asks.
    let (code, text) = run("tests/checks/null/fail_read.c", &["--checks", "overflow"]);
    assert!(code == Some(0) && text.contains("leaves out"), "{text}");

    let directory = tempfile::tempdir().expect("a temporary directory");
    let property = |name: &str, formula: &str| {
        let path = directory.path().join(name);
        fs::write(&path, format!("CHECK( init(main()), LTL({formula}) )\n")).expect("a writable directory");
        format!("--property={}", path.display())
    };
    let no_overflow = property("no-overflow.prp", "G ! overflow");
    assert_eq!(run(overflow, &[&no_overflow]).0, Some(1));
    assert_eq!(run("tests/checks/shift/fail_count.c", &[&no_overflow]).0, Some(0));
    let unreach = property("unreach-call.prp", "G ! call(reach_error())");
    assert_eq!(run("tests/checks/error/fail_reach_error.c", &[&unreach]).0, Some(1));
    assert_eq!(run("tests/checks/assert/fail_plain.c", &[&unreach]).0, Some(0));
    let cleanup = property("valid-memcleanup.prp", "G valid-memcleanup");
    assert_eq!(run("tests/checks/unfreed/fail_global.c", &[&cleanup]).0, Some(1));
    let (code, text) = run(overflow, &[&property("termination.prp", "F end")]);
    assert!(code == Some(2) && text.contains("termination is not supported"), "{text}");
}

/// A check has one number, whatever is selected.
#[test]
fn ids_do_not_depend_on_the_selection() {
    let table = |checks: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rarebit"));
        command.args(["ir", "--cflag=-w", "--checks", checks, "tests/checks/uninit/pass_library.c"]);
        let output = command.output().expect("rarebit runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().filter(|line| line.starts_with("check ")).map(String::from).collect::<Vec<String>>()
    };
    let (none, standard, all) = (table("none"), table("default"), table("all"));
    assert!(!none.is_empty() && none == standard);
    assert!(all.len() > none.len() && all[..none.len()] == none);
}

// ---- Natively ----

#[derive(Clone, Copy, PartialEq, Debug)]
enum Tool {
    Address,
    Undefined,
    Memory,
    /// Only the runtime of the undefined-behaviour sanitizer, which prints a stack when the program dies.
    Plain,
}

impl Tool {
    const ALL: [Tool; 4] = [Tool::Address, Tool::Undefined, Tool::Memory, Tool::Plain];

    fn of(class: &str) -> Tool {
        match class {
            "assert" | "error" | "abort" | "trap" | "call" => Tool::Plain,
            "overflow" | "division" | "shift" | "float-cast" | "vla-bound" | "builtin" | "bool" | "unreachable"
            | "index" => Tool::Undefined,
            "uninit" => Tool::Memory,
            _ => Tool::Address,
        }
    }

    fn compile_flags(self) -> &'static [&'static str] {
        match self {
            Tool::Address => &[
                "-fsanitize=address",
                "-fsanitize-address-use-after-return=always",
                "-fsanitize-address-use-after-scope",
            ],
            Tool::Undefined => &[
                "-fsanitize=array-bounds,bool,builtin,float-cast-overflow,integer-divide-by-zero,shift",
                "-fsanitize=signed-integer-overflow,unreachable,vla-bound",
                "-fno-sanitize-recover=all",
            ],
            Tool::Memory => &["-fsanitize=memory", "-fno-sanitize-recover=all"],
            Tool::Plain => &[],
        }
    }

    fn link_flag(self) -> &'static str {
        match self {
            Tool::Address => "-fsanitize=address",
            Tool::Memory => "-fsanitize=memory",
            Tool::Undefined | Tool::Plain => "-fsanitize=undefined",
        }
    }
}

/// The words of a sanitizer for a class.
fn words(class: &str) -> &'static [&'static str] {
    const OVERFLOW: &[&str] = &[
        "heap-buffer-overflow",
        "stack-buffer-overflow",
        "global-buffer-overflow",
        "stack-buffer-underflow",
        "dynamic-stack-buffer-overflow",
    ];
    match class {
        "assert" | "error" | "abort" => &["ABRT"],
        "trap" => &["ILL"],
        "null" | "wild" | "constant-write" => &["SEGV"],
        "bounds" | "terminator" | "destination" => OVERFLOW,
        "use-after-free" => &["heap-use-after-free"],
        "use-after-scope" => &["stack-use-after-scope"],
        "use-after-return" => &["stack-use-after-return"],
        "double-free" => &["attempting double-free"],
        "bad-free" => &["attempting free on address which was not malloc()-ed"],
        "overlap" => &["memcpy-param-overlap", "strcpy-param-overlap", "strcat-param-overlap"],
        "leak" => &["detected memory leaks"],
        "uninit" => &["use-of-uninitialized-value"],
        "overflow" => &["signed-integer-overflow"],
        "division" => &["integer-divide-by-zero"],
        "shift" => &["invalid-shift-exponent", "invalid-shift-base"],
        "float-cast" => &["float-cast-overflow"],
        "vla-bound" => &["non-positive-vla-index"],
        "builtin" => &["invalid-builtin-use"],
        "bool" => &["invalid-bool-load"],
        "unreachable" => &["unreachable-call"],
        "index" => &["out-of-bounds-index"],
        _ => &[],
    }
}

/// Compiles the programs of a tool into one binary that runs the one whose number it is given.
fn build(tool: Tool, cases: &[Case], directory: &Path) -> PathBuf {
    let binary = directory.join(format!("{tool:?}"));
    let mut driver = String::from(
        "#include <stdlib.h>\nvoid reach_error(void) { abort(); }\nvoid __VERIFIER_error(void) { abort(); }\n\
         void klee_report_error(const char *f, int l, const char *m, const char *s) { abort(); }\n",
    );
    let mut table = String::new();
    let mut objects = Vec::new();
    for (index, _) in cases.iter().enumerate().filter(|(_, case)| Tool::of(&case.class) == tool) {
        objects.push(directory.join(format!("{index}.o")));
        writeln!(driver, "int check_{index}();").expect("a string takes all");
        writeln!(table, "  case {index}: check_{index}(); break;").expect("a string takes all");
    }
    write!(driver, "int main(int c, char **v) {{\n  switch (atoi(v[1])) {{\n{table}  }}\n  return 0;\n}}\n")
        .expect("a string takes all");
    let source = directory.join(format!("{tool:?}.c"));
    fs::write(&source, driver).expect("a writable directory");
    let next = AtomicUsize::new(0);
    let mine: Vec<usize> = (0..cases.len()).filter(|i| Tool::of(&cases[*i].class) == tool).collect();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(&index) = mine.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut clang = Command::new("clang-19");
                    clang.args(["-O0", "-g", "-w", "-std=gnu17", "-fno-omit-frame-pointer", "-c"]);
                    clang.args(tool.compile_flags()).arg(format!("-Dmain=check_{index}")).arg(&cases[index].path);
                    succeed(clang.arg("-o").arg(directory.join(format!("{index}.o"))));
                }
            });
        }
    });
    let mut clang = Command::new("clang-19");
    succeed(clang.args(["-O0", "-g", "-w", tool.link_flag()]).arg(&source).args(&objects).arg("-o").arg(&binary));
    binary
}

fn succeed(command: &mut Command) {
    let output = command.output().expect("clang-19 is installed by set-up");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn native(case: &Case, index: usize, binary: &Path) -> Output {
    let leaks = u8::from(matches!(case.class.as_str(), "leak" | "unfreed"));
    let common = "handle_abort=1:handle_sigill=1:handle_segv=1:symbolize=1:disable_coredump=1:print_stacktrace=1";
    let options = format!("{common}:report_error_type=1:detect_leaks={leaks}");
    Command::new(binary)
        .arg(index.to_string())
        .env("ASAN_OPTIONS", format!("{options}:detect_stack_use_after_return=1"))
        .env("UBSAN_OPTIONS", &options)
        .env("MSAN_OPTIONS", &options)
        .output()
        .expect("the native program runs")
}

/// The line of the innermost place in the file that a report names.
fn reported_line(report: &str, file: &str) -> Option<u32> {
    let mark = format!("/{file}:");
    // The sanitizer's own first word about the place, where it has one; else the first frame of a stack.
    let own = report.lines().find(|line| line.contains(": runtime error: "));
    let frame = report.lines().find(|line| line.trim_start().starts_with('#') && line.contains(&mark));
    own.filter(|line| line.contains(&mark)).or(frame)?.split_once(&mark)?.1.split(':').next()?.trim().parse().ok()
}

fn compare(case: &Case, output: &Output) -> Result<(), String> {
    let report = String::from_utf8_lossy(&output.stderr);
    let said = report.lines().find(|l| ["ERROR: ", "runtime error: ", "WARNING: "].iter().any(|mark| l.contains(mark)));
    let brief = || format!("{}, {said:?}", output.status);
    let Some((class, line)) = case.fails.as_ref().filter(|_| case.unseen.is_none()) else {
        let crash = case.unseen.as_ref().is_some_and(|reason| reason.starts_with("crash:"));
        let died = report.contains("SEGV") || output.status.code().is_none();
        let right = if crash { died } else { said.is_none() };
        return if right { Ok(()) } else { Err(format!("the native program is not silent: {}", brief())) };
    };
    let found = reported_line(&report, &case.name());
    if found == Some(*line) && words(class).iter().any(|word| report.contains(word)) {
        Ok(())
    } else {
        Err(format!("expected {class} in line {line}; natively line {found:?}: {}", brief()))
    }
}

#[test]
fn sanitizers_agree_on_class_and_line() {
    let cases = cases();
    let directory = tempfile::tempdir().expect("a temporary directory");
    let binaries = Tool::ALL.map(|tool| build(tool, &cases, directory.path()));
    each(&cases, |case, index| {
        let tool = Tool::ALL.iter().position(|tool| *tool == Tool::of(&case.class)).expect("all are there");
        compare(case, &native(case, index, &binaries[tool]))
    });
}
