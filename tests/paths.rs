//! The path engine against brute force: on programs with few inputs, the paths it finds are exactly those that some
//! input takes, and each of its tests takes its path.

use rarebit::simulate::{Event, Given, Inputs, Interpreter, Options, Simulator};
use rarebit::symbolic::{
    Budget, BudgetKind, Exploration, Past, Path as Followed, Pruning, RwMode, Settings, Stop, Strategy, explore, resume,
};
use rarebit_front_end::instrument::instrument;
use rarebit_front_end::ir::{CheckClass, ClassSet, InputKind, InputSite, Program, SiteInfo};
use rarebit_front_end::lift::{LiftOptions, lift};
use rarebit_learners::{Observation, Outcome};
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The decisions of the source that a run takes, and its outcome.
type Taken = (Vec<u32>, String);

fn load(file: &Path) -> Program {
    let options = LiftOptions { files: vec![file.into()], flags: vec!["-w".into()], ..LiftOptions::default() };
    lift(&options).unwrap_or_else(|error| panic!("{}: {error}", file.display())).program
}

fn files(directory: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).expect("the programs are in the repository");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "c"));
    files.sort();
    files
}

fn options(program: &Program, classes: ClassSet) -> Options {
    let mut options = Options { trace: true, ..Options::default() };
    options.limits.steps = 1_000_000;
    options.select(program, classes);
    options
}

fn settings(program: &Program, classes: ClassSet, strategy: Strategy) -> Settings {
    Settings {
        simulation: Options { trace: false, ..options(program, classes) },
        budget: Budget::default(),
        strategy,
        seed: 1,
        solver_limit: 50_000_000,
        first: false,
        pruning: Pruning::default(),
        keep_output: true,
        threads: 1,
        concolic: false,
        kept_states: None,
        unit: None,
        query_log: None,
        keep_left: false,
    }
}

fn follow(program: &Program, settings: &Settings) -> (Exploration, Vec<Followed>) {
    let mut paths = Vec::new();
    let exploration = explore(program, settings, |path| paths.push(path), |_| ControlFlow::Continue(()));
    (exploration, paths)
}

fn taken(interpreter: &Interpreter<'_>, outcome: Outcome) -> Taken {
    let branch = |event: &Event| match *event {
        Event::Branch { edge, .. } => Some(edge.as_u32()),
        _ => None,
    };
    // Inputs of one path may end with different statuses.
    let outcome = if matches!(outcome, Outcome::Exit(_)) { "exit".into() } else { format!("{outcome:?}") };
    (interpreter.trace().iter().filter_map(branch).collect(), outcome)
}

/// All inputs, one after the other: the last read that has another value gets it, and those behind it begin anew.
#[derive(Default)]
struct Odometer {
    values: Vec<(u128, u128)>,
    next: usize,
}

impl Odometer {
    fn advance(&mut self) -> bool {
        self.values.truncate(self.next);
        self.next = 0;
        while let Some((value, count)) = self.values.pop() {
            if value + 1 < count {
                self.values.push((value + 1, count));
                return true;
            }
        }
        false
    }
}

impl Inputs for Odometer {
    fn next(&mut self, _: InputSite, info: &SiteInfo) -> u128 {
        let count = if info.kind == InputKind::Bool { 2 } else { 256 };
        if self.next == self.values.len() {
            self.values.push((0, count));
        }
        self.next += 1;
        self.values[self.next - 1].0
    }
}

fn brute_force(program: &Program, classes: ClassSet) -> BTreeSet<Taken> {
    let mut interpreter = Interpreter::new(program, options(program, classes));
    let (mut inputs, mut seen, mut all) = (Odometer::default(), Observation::default(), BTreeSet::new());
    loop {
        interpreter.run(&mut inputs, &mut seen);
        if seen.outcome != Outcome::AssumptionFailed {
            all.insert(taken(&interpreter, seen.outcome));
        }
        if !inputs.advance() {
            return all;
        }
    }
}

/// The paths that the tests take.
fn replayed(program: &Program, classes: ClassSet, paths: &[Followed]) -> BTreeSet<Taken> {
    let mut interpreter = Interpreter::new(program, options(program, classes));
    let mut seen = Observation::default();
    let mut all = BTreeSet::new();
    for path in paths {
        let mut occurrences: HashMap<InputSite, u32> = HashMap::new();
        let mut values = HashMap::new();
        for &(site, bits) in &path.inputs {
            let next = occurrences.entry(site).or_default();
            values.insert((site, *next), bits);
            *next += 1;
        }
        interpreter.run(&mut Given::recorded(values), &mut seen);
        assert_eq!(seen.outcome, path.outcome);
        all.insert(taken(&interpreter, seen.outcome));
    }
    all
}

fn on_two_threads(files: &[PathBuf], check: impl Fn(&Path) -> Option<String> + Sync) {
    let next = AtomicUsize::new(0);
    let problems = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Some(problem) = check(file) {
                        problems.lock().expect("no panic").push(format!("{}: {problem}", file.display()));
                    }
                }
            });
        }
    });
    let problems = problems.into_inner().expect("no panic");
    assert!(problems.is_empty(), "{} of {}:\n{}", problems.len(), files.len(), problems.join("\n"));
}

const STRATEGIES: [Strategy; 6] = [
    Strategy::Goal,
    Strategy::DepthFirst,
    Strategy::BreadthFirst,
    Strategy::RandomPath,
    Strategy::CoverageNew,
    Strategy::Interleaved,
];

#[test]
fn paths_equal_brute_force() {
    let files = files("tests/paths");
    assert!(files.len() >= 40, "only {} programs", files.len());
    on_two_threads(&files, |file| {
        let program = load(file);
        let classes = ClassSet::standard();
        let strategy = STRATEGIES[file.as_os_str().len() % STRATEGIES.len()];
        let expected = brute_force(&program, classes);
        let base = settings(&program, classes, strategy);
        // Alone; by several workers with most waiting states kept only as the decisions that lead to them; concolically.
        let several = Settings { threads: 3, kept_states: Some(1), ..base.clone() };
        let concolic = Settings { concolic: true, ..base.clone() };
        // Those on which Z3 works for seconds are followed only once.
        let slow =
            ["float_divide", "collatz", "roots", "gcd", "wide"].iter().any(|name| file.ends_with(format!("{name}.c")));
        [base, several, concolic].iter().take(if slow { 1 } else { 3 }).find_map(|settings| {
            let (exploration, paths) = follow(&program, settings);
            let found = replayed(&program, classes, &paths);
            let wrong = paths.iter().filter(|path| matches!(path.outcome, Outcome::AssumptionFailed)).count();
            if exploration.stop != Stop::Exhausted || exploration.progress.diverged > 0 || wrong > 0 {
                return Some(format!("{:?}, {:?}", exploration.stop, exploration.progress));
            }
            let missing: Vec<_> = expected.difference(&found).collect();
            let invented: Vec<_> = found.difference(&expected).collect();
            let same = missing.is_empty() && invented.is_empty();
            (!same).then(|| format!("missing {missing:?}, invented {invented:?}"))
        })
    });
}

/// Programs without inputs have one path, which prints and ends as in the interpreter.
#[test]
fn programs_without_inputs_run_as_in_the_interpreter() {
    let every_fifth: Vec<PathBuf> = files("tests/programs").into_iter().step_by(5).collect();
    assert!(every_fifth.len() >= 20, "only {} programs", every_fifth.len());
    on_two_threads(&every_fifth, |file| {
        let program = load(file);
        let classes = ClassSet::default();
        let mut settings = settings(&program, classes, Strategy::DepthFirst);
        settings.simulation.limits.steps = 30_000_000;
        let (exploration, paths) = follow(&program, &settings);
        let [path] = paths.as_slice() else { return Some(format!("{} paths", paths.len())) };
        let mut interpreter = Interpreter::new(&program, settings.simulation.clone());
        let mut seen = Observation::default();
        interpreter.run(&mut Given::recorded(HashMap::new()), &mut seen);
        if exploration.progress.diverged > 0 {
            return Some(format!("foreseen {:?}, seen {:?}", path.foreseen, seen.outcome));
        }
        let difference = path.output.iter().zip(interpreter.output()).position(|(a, b)| a != b);
        let same = path.output == interpreter.output();
        (!same).then(|| format!("output differs at byte {difference:?}"))
    });
}

/// The checks that fail, and how.
fn failures(paths: &[Followed]) -> BTreeSet<String> {
    let failure = |path: &Followed| {
        let failure = path.failure.as_ref()?;
        Some(format!("{:?} {:?}", failure.check, failure.class?))
    };
    paths.iter().filter_map(failure).collect()
}

/// Look-ahead, solve-first and RWset, alone and together, follow fewer paths and cover the same branches; RWset also finds
/// every check that fails.
#[test]
fn pruning_keeps_branch_coverage() {
    let mut files = files("tests/paths");
    // The rest keeps the solver busy for long, with few paths to prune.
    let slow = ["collatz", "float_compare", "float_convert", "float_divide", "gcd", "roots", "wide"];
    files.retain(|file| !slow.contains(&&*file.file_stem().expect("a name").to_string_lossy()));
    let plain = Pruning::default();
    let (full, whole, measure) = (Some(RwMode::Full), Some(RwMode::WriteSet), Some(RwMode::Measure));
    let kinds = [
        Pruning { look_ahead: true, ..plain },
        Pruning { solve_first: true, ..plain },
        Pruning { look_ahead: true, solve_first: true, ..plain },
        Pruning { rwset: full, ..plain },
        Pruning { rwset: whole, ..plain },
        Pruning { rwset: measure, ..plain },
        Pruning { rwset: full, look_ahead: true, ..plain },
        Pruning { rwset: full, look_ahead: true, solve_first: true, ..plain },
    ];
    let saved = kinds.map(|_| AtomicUsize::new(0));
    let all_paths = AtomicUsize::new(0);
    on_two_threads(&files, |file| {
        let program = load(file);
        let base = settings(&program, ClassSet::standard(), Strategy::DepthFirst);
        let (all, paths) = follow(&program, &base);
        all_paths.fetch_add(all.progress.paths as usize, Ordering::Relaxed);
        for (pruning, saved) in kinds.iter().zip(&saved) {
            let strategy = match pruning.rwset {
                Some(_) if file.as_os_str().len() % 3 == 0 => Strategy::RandomPath,
                _ => Strategy::DepthFirst,
            };
            let (pruned, kept) = follow(&program, &Settings { pruning: *pruning, strategy, ..base.clone() });
            let ended = matches!(pruned.stop, Stop::Exhausted | Stop::Pruned) && pruned.progress.diverged == 0;
            let same = pruning.look_ahead || failures(&paths) == failures(&kept);
            if !ended || pruned.progress.covered != all.progress.covered || !same {
                return Some(format!("{pruning:?}: {:?}, {:?}", pruned.stop, pruned.progress));
            }
            saved.fetch_add((all.progress.paths - pruned.progress.paths) as usize, Ordering::Relaxed);
        }
        None
    });
    let saved = saved.map(AtomicUsize::into_inner);
    let all_paths = all_paths.into_inner();
    assert!(saved[2] > all_paths / 8 && saved[3] > all_paths / 8 && saved[5] == 0, "{saved:?} of {all_paths}");
}

/// An event loop that never ends has no path to its end, but only so many states.
#[test]
fn an_endless_loop_comes_to_its_fixed_point() {
    for file in ["events.c", "heap.c", "records.c"] {
        let program = load(&Path::new("tests/endless").join(file));
        let base = settings(&program, ClassSet::standard(), Strategy::DepthFirst);
        let endless = Settings { budget: Budget { steps: Some(500), ..Budget::default() }, ..base.clone() };
        assert_eq!(follow(&program, &endless).0.stop, Stop::Budget(BudgetKind::Steps), "{file}");
        for strategy in [Strategy::DepthFirst, Strategy::RandomPath] {
            let pruning = Pruning { rwset: Some(RwMode::Full), ..Pruning::default() };
            let (end, paths) = follow(&program, &Settings { pruning, strategy, ..base.clone() });
            assert_eq!(end.stop, Stop::Pruned, "{file}: {:?}", end.progress);
            assert_eq!(end.progress.covered, end.progress.edges, "{file}: {:?}", end.progress);
            assert_eq!(failures(&paths).len(), 1, "{file}");
        }
    }
}

/// A program given as text.
fn written(text: &str) -> Program {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("program.c");
    std::fs::write(&file, text).expect("the program is written");
    load(&file)
}

/// A question that takes a solver longer than anybody waits: the factors of a product of two large primes.
const HARD: &str = "extern unsigned long __VERIFIER_nondet_ulong(void);\n\
    int main(void) {\n\
      unsigned __int128 x = __VERIFIER_nondet_ulong(), y = __VERIFIER_nondet_ulong();\n\
      unsigned __int128 wanted = (unsigned __int128)0xfffffffffffffdcUL << 64 | 0x135fUL;\n\
      if (x > 3 && y > 3 && x * y == wanted) { return 1; }\n\
      return 0;\n\
    }\n";

#[test]
fn a_hard_question_does_not_keep_anybody_waiting() {
    let program = written(HARD);
    for (concolic, interrupted) in [(false, true), (true, true), (false, false)] {
        let base = settings(&program, ClassSet::standard(), Strategy::DepthFirst);
        // Z3 would never give up by itself.
        let mut settings = Settings { concolic, keep_left: true, solver_limit: u32::MAX, ..base };
        settings.budget.time = (!interrupted).then_some(Duration::from_secs(1));
        let begin = Instant::now();
        let watch = |progress: &rarebit::symbolic::Progress| match progress.elapsed {
            elapsed if interrupted && elapsed > Duration::from_secs(1) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let exploration = explore(&program, &settings, |_| (), watch);
        let stop = if interrupted { Stop::Interrupted } else { Stop::Budget(BudgetKind::Time) };
        assert_eq!(exploration.stop, stop);
        assert!(begin.elapsed() < Duration::from_secs(60), "it took {:?}", begin.elapsed());
        assert!(!exploration.left.is_empty(), "what was asked last is lost");
        assert_eq!(exploration.progress.gaps.unknown, 0, "a question that was broken off counts as answered");
    }
}

/// A question that is too hard at first waits until nothing else does, wherever its state goes meanwhile, and is then
/// asked with all that it may cost.
#[test]
fn hard_questions_wait_for_easy_ones() {
    // The first condition has no solution, because the number is a prime; nobody guesses that.
    let program = written(
        "extern unsigned short __VERIFIER_nondet_ushort(void);\n\
         int main(void) {\n\
           unsigned x = __VERIFIER_nondet_ushort(), y = __VERIFIER_nondet_ushort(), z = __VERIFIER_nondet_ushort();\n\
           if (x > 1 && y > 1 && x * y == 16777213u) { return 1; }\n\
           if (z == 77) { return 2; }\n\
           return 0;\n\
         }\n",
    );
    let base = settings(&program, ClassSet::standard(), Strategy::DepthFirst);
    let with = |solver_limit| Settings { solver_limit, ..base.clone() };
    // A question gets a fortieth of this at first. That is not enough:
    let enough = 4_000_000;
    let (exploration, paths) = follow(&program, &with(enough / 40));
    let Stop::Unknown(gaps) = exploration.stop else { panic!("{:?}", exploration.stop) };
    assert_eq!((gaps.unknown > 0, gaps.concretised), (true, 0));
    let all = paths.len();
    for settings in [
        with(enough),
        Settings { threads: 2, kept_states: Some(1), ..with(enough) },
        Settings { strategy: Strategy::BreadthFirst, ..with(enough) },
    ] {
        let (exploration, paths) = follow(&program, &settings);
        assert_eq!(exploration.stop, Stop::Exhausted, "{:?}", exploration.progress);
        assert_eq!((paths.len(), exploration.progress.diverged), (all, 0));
    }
    // One that stopped before it came to them goes on with them.
    let some = Settings { keep_left: true, budget: Budget { paths: Some(1), ..Budget::default() }, ..with(enough) };
    let (first, paths) = follow(&program, &some);
    assert_eq!(first.stop, Stop::Budget(BudgetKind::Paths));
    let past = Past { left: first.left, progress: first.progress, covered: first.covered };
    let mut more = 0;
    let rest = resume(&program, &with(enough), Some(past), |_| more += 1, |_| ControlFlow::Continue(()));
    assert_eq!((rest.stop, paths.len() + more), (Stop::Exhausted, all), "{:?}", rest.progress);
}

/// Z3 does not keep to itself an interrupt that comes while it is asked.
#[test]
fn an_interrupt_during_a_question_is_heard() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("hard.c");
    std::fs::write(&file, HARD).expect("the program is written");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_rarebit"));
    command.args(["paths", "--solver-limit", "4294967295", "--time", "100s", "--threads", "1"]).arg(&file);
    let child = command.stdout(std::process::Stdio::piped()).spawn().expect("the command starts");
    // Long enough to be asking; everything before takes well under a second.
    std::thread::sleep(Duration::from_secs(4));
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stdout));
}

/// What is printed decides nothing, so printing a number does not fork; where somebody looks at the text or its length, it
/// does.
#[test]
fn printing_a_number_does_not_fork() {
    let head = "#include <stdio.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n\
                int x = __VERIFIER_nondet_int();\n";
    let bodies = [
        ("printf(\"%d %u %5.2f\\n\", x, x, x / 3.0); return x == 7;", 1),
        ("printf(\"%d\\n\", x); if (x == 1234567) return 1; return 0;", 2),
        ("if (printf(\"%d\", x & 63) == 2) return 1; return 0;", 3),
        ("char text[8]; snprintf(text, 8, \"%d\", x & 63); if (text[1]) return 1; return 0;", 3),
    ];
    for (body, least) in bodies {
        let program = written(&format!("{head}{body}\n}}\n"));
        let mut settings = settings(&program, ClassSet::standard(), Strategy::DepthFirst);
        settings.keep_output = false;
        let (exploration, paths) = follow(&program, &settings);
        assert_eq!(exploration.stop, Stop::Exhausted, "{body}: {:?}", exploration.progress);
        // Whoever looks sees as many ways as there are lengths, each perhaps split by the sign or by zero.
        let most = if least < 3 { least } else { 4 };
        assert!((least..=most).contains(&paths.len()), "{body}: {} paths", paths.len());
        let ends: BTreeSet<String> = paths.iter().map(|path| format!("{:?}", path.outcome)).collect();
        assert_eq!(ends.len(), least.min(2), "{body}: {ends:?}");
    }
}

/// The books that a program keeps about what was assigned and what is lost are kept on all inputs at once.
#[test]
fn uninitialised_reads_and_leaks_are_found() {
    let group = |names: &[CheckClass]| {
        let mut classes = ClassSet::default();
        names.iter().for_each(|class| classes.insert(*class));
        classes
    };
    for (name, class) in [("uninit", CheckClass::Uninit), ("leak", CheckClass::Leak), ("unfreed", CheckClass::Unfreed)]
    {
        let classes = group(&[class]);
        on_two_threads(&files(&format!("tests/checks/{name}")), |file| {
            let mut program = load(file);
            instrument(&mut program, classes);
            let (exploration, paths) = follow(&program, &settings(&program, classes, Strategy::DepthFirst));
            let fails = file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("fail"));
            let right = exploration.stop == Stop::Exhausted && failures(&paths).is_empty() != fails;
            (!right).then(|| format!("{:?}, {:?}", exploration.stop, failures(&paths)))
        });
    }
    let classes = group(&[CheckClass::Uninit, CheckClass::Leak]);
    let mut program = written(
        "#include <stdlib.h>\nextern unsigned char __VERIFIER_nondet_uchar(void);\nint main(void) {\n\
         unsigned char i = __VERIFIER_nondet_uchar(), j = __VERIFIER_nondet_uchar();\n\
         int a[4]; if (i > 3 || j > 3) return 0;\n\
         for (int k = 0; k < 4; k++) if (k != j) a[k] = k;\n\
         char *p = malloc(3); if (i == 1) free(p);\n\
         return a[i] == 2;\n}\n",
    );
    instrument(&mut program, classes);
    let (exploration, paths) = follow(&program, &settings(&program, classes, Strategy::DepthFirst));
    assert_eq!((exploration.stop, exploration.progress.diverged), (Stop::Exhausted, 0));
    assert_eq!(failures(&paths).len(), 2, "{:?}", failures(&paths));
}

/// The command says what it found, writes its tests, and ends with the right code.
#[test]
fn the_command_reports_violations_and_tests() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let place = |name: &str| directory.path().join(name).display().to_string();
    let run = |file: &str| {
        std::process::Command::new(env!("CARGO_BIN_EXE_rarebit"))
            .args(["paths", file, "--json", "--no-confirm", "--out", &place("out"), "--tests", &place("tests")])
            .output()
            .expect("rarebit runs")
    };
    let found = run("tests/paths/assertion.c");
    assert_eq!(found.status.code(), Some(1), "{}", String::from_utf8_lossy(&found.stderr));
    let json: serde_json::Value = serde_json::from_slice(&found.stdout).expect("JSON");
    assert_eq!((json["stop"].as_str(), json["diverged"].as_u64()), (Some("exhausted"), Some(0)), "{json:#}");
    assert_eq!(json["violations"][0]["violation"]["class"], "assert", "{json:#}");
    assert_eq!(json["tests"], json["paths"], "{json:#}");
    assert_eq!(std::fs::read_dir(place("tests")).expect("tests").count() as u64, json["tests"].as_u64().unwrap());
    let clean = run("tests/paths/triangle.c");
    assert_eq!(clean.status.code(), Some(0), "{}", String::from_utf8_lossy(&clean.stderr));
}

fn paths(words: &[&str]) -> serde_json::Value {
    let out = tempfile::tempdir().expect("a temporary directory");
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_rarebit"))
        .args(["paths", "--json", "--no-confirm", "--out", &out.path().display().to_string()])
        .args(words)
        .output()
        .expect("rarebit runs");
    serde_json::from_slice(&run.stdout).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&run.stderr)))
}

/// An exploration that stopped goes on where it was: all paths in the end, none twice.
#[test]
fn an_exploration_goes_on_where_it_stopped() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let campaign = directory.path().display().to_string();
    for (file, way) in [("triangle", "--threads=1"), ("triangle", "--threads=2"), ("assertion", "--concolic")] {
        let file = format!("tests/paths/{file}.c");
        let whole = paths(&[&file, way]);
        let first = paths(&[&file, way, "--paths", "2", "--campaign", &campaign]);
        assert_eq!(first["stop"], "budget: paths", "{first:#}");
        let rest = paths(&[&file, way, "--campaign", &campaign, "--resume"]);
        assert_eq!(rest["stop"], "exhausted", "{rest:#}");
        assert_eq!((&rest["paths"], &rest["coverage"]), (&whole["paths"], &whole["coverage"]), "{rest:#}");
        let found = |result: &serde_json::Value| result["violations"].as_array().map(Vec::len);
        assert_eq!(found(&rest), found(&whole), "{rest:#}");
    }
}

/// A search whose states do not fit keeps its limit of memory, says so, and goes on.
#[test]
fn a_limit_of_memory_is_kept() {
    let most = 170 << 20;
    let limit = most.to_string();
    let words = ["benchmarks/paths/waiting.c", "--search=bfs", "--threads=1", "--paths=50", "--memory", &limit];
    let result = paths(&words);
    assert_eq!(result["stop"], "budget: paths", "{result:#}");
    assert!(result["spilled_states"].as_u64() > Some(1000), "{result:#}");
    assert_eq!(result["diverged"], 0, "{result:#}");
    // SAFETY: fills a plain structure.
    let used = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage);
        usage.ru_maxrss as u64 * 1024
    };
    assert!(used < most + most / 4, "{used} bytes used");
}

/// Only one function's decisions count; the questions are there to read.
#[test]
fn one_function_and_its_questions() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let log = directory.path().display().to_string();
    let file = "benchmarks/paths/regexp.c";
    let all = paths(&[file, "--paths=50"]);
    let unit = paths(&[file, "--unit=star", "--look-ahead", "--query-log", &log]);
    assert!(unit["coverage"]["edges"].as_u64() < all["coverage"]["edges"].as_u64(), "{unit:#}");
    assert_eq!(unit["coverage"]["covered"], unit["coverage"]["edges"], "{unit:#}");
    let texts: Vec<String> = std::fs::read_dir(&log)
        .expect("the log")
        .map(|entry| std::fs::read_to_string(entry.expect("a file").path()).expect("text"))
        .collect();
    assert_eq!(Some(texts.len() as u64), unit["solver"]["queries"].as_u64());
    assert!(texts.iter().all(|text| text.starts_with("; answered") && text.contains("(check-sat)")));
}
