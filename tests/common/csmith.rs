//! Random programs by csmith, each run natively and by rarebit.
//!
//! The environment sets the size, the standard in brackets:
//! - `RAREBIT_CSMITH_SEEDS`: how many programs \[48\]; every second is for ILP32, a third of each uses floats;
//! - `RAREBIT_CSMITH_FIRST`: the first seed \[1\], the others follow;
//! - `RAREBIT_CSMITH_SECONDS`: how long csmith, clang or a native run may take \[5\];
//! - `RAREBIT_CSMITH_STEPS`: after how many instructions rarebit gives up \[2000000000\];
//! - `RAREBIT_CSMITH_SUMMARY`: a file for the summary as JSON \[none\];
//! - `RAREBIT_CSMITH_KEEP`: where programs with a problem go \[`diverge` in the directory for temporary files\].

use rarebit_front_end::ir::{DataModel, parse, verify};
use rarebit_front_end::lift::{LiftOptions, lift};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{env, fmt, io, thread};

const HEADERS: &str = "/usr/include/csmith";
const THREADS: usize = 2;
/// How long rarebit may take, whatever the steps.
const PATIENCE: Duration = Duration::from_secs(300);

/// How much to do, and where results go.
pub struct Config {
    seeds: u64,
    first: u64,
    time: Duration,
    steps: u64,
    summary: Option<PathBuf>,
    keep: PathBuf,
}

impl Config {
    pub fn from_env() -> Config {
        let number = |name: &str, standard| match env::var(name) {
            Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number")),
            Err(_) => standard,
        };
        Config {
            seeds: number("RAREBIT_CSMITH_SEEDS", 48),
            first: number("RAREBIT_CSMITH_FIRST", 1),
            time: Duration::from_secs(number("RAREBIT_CSMITH_SECONDS", 5)),
            steps: number("RAREBIT_CSMITH_STEPS", 2_000_000_000),
            summary: env::var_os("RAREBIT_CSMITH_SUMMARY").map(PathBuf::from),
            keep: env::var_os("RAREBIT_CSMITH_KEEP").map_or_else(|| env::temp_dir().join("diverge"), PathBuf::from),
        }
    }
}

/// A program to be.
#[derive(Clone, Copy)]
struct Job {
    seed: u64,
    ilp32: bool,
    float: bool,
}

impl Job {
    fn new(config: &Config, index: u64) -> Job {
        Job { seed: config.first + index, ilp32: index % 2 == 1, float: (index / 2).is_multiple_of(3) }
    }

    fn machine(self) -> &'static str {
        if self.ilp32 { "-m32" } else { "-m64" }
    }

    /// What native code is compiled with.
    fn flags(self) -> &'static [&'static str] {
        if self.ilp32 { DataModel::Ilp32.machine_flags() } else { DataModel::Lp64.machine_flags() }
    }

    /// Its place among the groups.
    fn group(self) -> usize {
        usize::from(self.ilp32) * 2 + usize::from(self.float)
    }
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {} {}{}", self.seed, self.machine(), if self.float { " --float" } else { "" })
    }
}

/// What came of a program.
enum Verdict {
    Equal,
    /// csmith, clang or the native run took too long: there is nothing to compare with.
    NativeTimeout,
    /// Results differ, but the program converts a float to an integer that cannot hold it, which has no defined
    /// result: csmith guards everything else but assigns floats to integers as they are.
    Undefined,
    /// rarebit used up its steps or its time.
    OverBudget(String),
    /// rarebit did not read it, warned about something in it, came to something unsupported, or made something of it
    /// that is not legal or has no faithful text form.
    NotLifted(String),
    Diverged(String),
}

/// How many programs came to which verdict.
#[derive(Clone, Copy, Default)]
pub struct Tally {
    pub programs: u64,
    pub native_timeouts: u64,
    pub undefined: u64,
    pub over_budget: u64,
    pub not_lifted: u64,
    pub divergences: u64,
}

impl Tally {
    fn count(&mut self, verdict: &Verdict) {
        self.programs += 1;
        *match verdict {
            Verdict::Equal => return,
            Verdict::NativeTimeout => &mut self.native_timeouts,
            Verdict::Undefined => &mut self.undefined,
            Verdict::OverBudget(_) => &mut self.over_budget,
            Verdict::NotLifted(_) => &mut self.not_lifted,
            Verdict::Diverged(_) => &mut self.divergences,
        } += 1;
    }

    fn sum(tallies: &[Tally]) -> Tally {
        tallies.iter().fold(Tally::default(), |a, b| Tally {
            programs: a.programs + b.programs,
            native_timeouts: a.native_timeouts + b.native_timeouts,
            undefined: a.undefined + b.undefined,
            over_budget: a.over_budget + b.over_budget,
            not_lifted: a.not_lifted + b.not_lifted,
            divergences: a.divergences + b.divergences,
        })
    }

    /// Those with a native result that means something.
    pub fn usable(&self) -> u64 {
        self.programs - self.native_timeouts - self.undefined
    }

    pub fn lifted(&self) -> u64 {
        self.usable() - self.not_lifted
    }

    pub fn equal(&self) -> u64 {
        self.lifted() - self.over_budget - self.divergences
    }

    fn json(&self) -> Value {
        json!({
            "programs": self.programs,
            "native_timeouts": self.native_timeouts,
            "undefined": self.undefined,
            "lifted": self.lifted(),
            "not_lifted": self.not_lifted,
            "over_budget": self.over_budget,
            "equal": self.equal(),
            "divergences": self.divergences,
        })
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} programs, {} native time-outs, {} undefined, {} lifted, {} not lifted, {} over budget, {} equal, \
             {} divergences",
            self.programs,
            self.native_timeouts,
            self.undefined,
            self.lifted(),
            self.not_lifted,
            self.over_budget,
            self.equal(),
            self.divergences
        )
    }
}

/// Everything that came of all programs.
#[derive(Default)]
pub struct Results {
    groups: [Tally; 4],
    problems: Vec<(Job, &'static str, String)>,
    /// Instructions, and seconds that all rarebit processes took.
    steps: u64,
    rarebit_seconds: f64,
}

impl Results {
    pub fn total(&self) -> Tally {
        Tally::sum(&self.groups)
    }

    pub fn problems(&self) -> String {
        self.problems.iter().map(|(job, kind, text)| format!("{job}: {kind}: {text}\n")).collect()
    }

    fn count(&mut self, job: Job, verdict: Verdict, config: &Config, directory: &Path) {
        self.groups[job.group()].count(&verdict);
        let (kind, text) = match verdict {
            Verdict::Equal | Verdict::NativeTimeout => return,
            Verdict::Undefined => ("undefined", "a float does not fit the integer it is converted to".into()),
            Verdict::OverBudget(text) => ("over budget", text),
            Verdict::NotLifted(text) => ("not lifted", text),
            Verdict::Diverged(text) => ("divergence", text),
        };
        println!("csmith: {job}: {kind}: {text}");
        let copy = config.keep.join(format!("{}{}.c", job.seed, job.machine()));
        fs::create_dir_all(&config.keep).expect("a directory for programs with a problem");
        fs::copy(directory.join("program.c"), copy).expect("a copy of the program");
        self.problems.push((job, kind, text));
    }

    fn json(&self, config: &Config, elapsed: Duration) -> Value {
        let by = |group: usize| self.groups[group].json();
        json!({
            "first_seed": config.first,
            "native_time_limit_seconds": config.time.as_secs(),
            "step_limit": config.steps,
            "versions": { "csmith": version("csmith"), "clang": version("clang-19") },
            "seconds": elapsed.as_secs(),
            "steps": self.steps,
            "rarebit_seconds": self.rarebit_seconds.round(),
            "total": self.total().json(),
            "groups": { "lp64": by(0), "lp64_float": by(1), "ilp32": by(2), "ilp32_float": by(3) },
            "problems": self.problems.iter().map(|(job, kind, text)| json!({
                "seed": job.seed,
                "model": if job.ilp32 { "ilp32" } else { "lp64" },
                "float": job.float,
                "kind": kind,
                "text": text,
            })).collect::<Value>(),
        })
    }
}

/// Does it all; progress and the summary go to standard output.
pub fn compare(config: &Config) -> Results {
    require_csmith();
    let start = Instant::now();
    let next = AtomicU64::new(0);
    let shared = Mutex::new((Results::default(), start));
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= config.seeds {
                        break;
                    }
                    let job = Job::new(config, index);
                    let directory = tempfile::tempdir().expect("a temporary directory");
                    let mut cost = Cost::default();
                    let verdict = judge(job, config, directory.path(), &mut cost);
                    let (results, said) = &mut *shared.lock().expect("no panic in a thread");
                    results.count(job, verdict, config, directory.path());
                    results.steps += cost.steps;
                    results.rarebit_seconds += cost.time.as_secs_f64();
                    if said.elapsed() > Duration::from_secs(10) {
                        *said = Instant::now();
                        println!("csmith: {} s, of {}: {}", start.elapsed().as_secs(), config.seeds, results.total());
                    }
                }
            });
        }
    });
    let (mut results, _) = shared.into_inner().expect("no panic in a thread");
    results.problems.sort_by_key(|(job, ..)| job.seed);
    for (name, tally) in ["LP64", "LP64 float", "ILP32", "ILP32 float"].iter().zip(&results.groups) {
        println!("csmith: {name}: {tally}");
    }
    println!("csmith: total, {} s: {}", start.elapsed().as_secs(), results.total());
    if let Some(path) = &config.summary {
        let text = format!("{:#}\n", results.json(config, start.elapsed()));
        fs::write(path, text).unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
    }
    results
}

fn require_csmith() {
    // csmith writes a file even when asked for its version.
    let directory = tempfile::tempdir().expect("a temporary directory");
    let found = Command::new("csmith").arg("--version").current_dir(&directory).output();
    assert!(
        found.is_ok() && Path::new(HEADERS).join("csmith.h").exists(),
        "csmith and its headers in {HEADERS} are needed; scripts/setup.sh --tests installs them"
    );
}

/// The first line that a tool says about its version.
fn version(tool: &str) -> String {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let said = Command::new(tool).arg("--version").current_dir(&directory).output();
    let said = said.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    said.lines().next().unwrap_or_default().to_owned()
}

/// What rarebit spent.
#[derive(Default)]
struct Cost {
    steps: u64,
    time: Duration,
}

fn judge(job: Job, config: &Config, directory: &Path, cost: &mut Cost) -> Verdict {
    let Some(expected) = native(job, config, directory) else {
        return Verdict::NativeTimeout;
    };
    let mut rarebit = Command::new(env!("CARGO_BIN_EXE_rarebit"));
    rarebit.args(["run", "--json", "--checks", "none", "--cflag=-w", "-I", HEADERS, job.machine()]);
    rarebit.args(["--engine", if (job.seed / 2).is_multiple_of(2) { "jit" } else { "optimised" }]);
    rarebit.args(["--max-steps", &config.steps.to_string(), "program.c", "--", "1"]);
    let start = Instant::now();
    let ended = finish(&mut rarebit, directory, "rarebit", PATIENCE);
    cost.time = start.elapsed();
    let Some(found) = ended else {
        return Verdict::OverBudget(format!("no end within {} s", PATIENCE.as_secs()));
    };
    let Ok(report) = serde_json::from_str::<Value>(&found.stdout) else {
        return Verdict::NotLifted(format!("{}: {}", found.status, found.stderr.trim()));
    };
    cost.steps = report["steps"].as_u64().unwrap_or_default();
    let outcome = &report["outcome"];
    let warnings = report["warnings"].as_array().map_or(&[][..], Vec::as_slice);
    match outcome["kind"].as_str() {
        Some("dead_end") => Verdict::NotLifted(outcome.to_string()),
        _ if !warnings.is_empty() => Verdict::NotLifted(report["warnings"].to_string()),
        Some("limit") => Verdict::OverBudget(outcome["limit"].to_string()),
        Some("exit") => {
            let found = End { stdout: report["stdout"].as_str().unwrap_or_default(), status: &outcome["status"] };
            let status = json!(expected.status.code());
            let expected = End { stdout: &expected.stdout, status: &status };
            if found == expected {
                round_trip(job, directory).map_or_else(Verdict::NotLifted, |()| Verdict::Equal)
            } else if is_undefined(job, config, directory) {
                Verdict::Undefined
            } else {
                Verdict::Diverged(difference(&expected, &found))
            }
        }
        _ => Verdict::Diverged(outcome.to_string()),
    }
}

#[derive(PartialEq)]
struct End<'a> {
    stdout: &'a str,
    status: &'a Value,
}

/// The first line that differs.
fn difference(expected: &End, found: &End) -> String {
    let (mut a, mut b) = (expected.stdout.lines(), found.stdout.lines());
    let mut number = 0;
    loop {
        number += 1;
        match (a.next(), b.next()) {
            (None, None) => return format!("status {}, natively {}", found.status, expected.status),
            (a, b) if a == b => {}
            (a, b) => return format!("line {number} is {b:?}, natively {a:?}"),
        }
    }
}

/// Is the lifted program legal, and does its text form say all of it?
fn round_trip(job: Job, directory: &Path) -> Result<(), String> {
    let options = LiftOptions {
        files: vec![directory.join("program.c")],
        flags: vec!["-w".into(), format!("-I{HEADERS}")],
        model: Some(if job.ilp32 { DataModel::Ilp32 } else { DataModel::Lp64 }),
        ..LiftOptions::default()
    };
    let program = lift(&options).map_err(|error| error.to_string())?.program;
    verify(&program).map_err(|error| format!("not legal: {error}"))?;
    let text = program.to_string();
    let again = parse(&text).map_err(|error| format!("the text form cannot be read: {error}"))?;
    verify(&again).map_err(|error| format!("not legal after a round trip: {error}"))?;
    if again.to_string() == text { Ok(()) } else { Err("a round trip changes the text form".into()) }
}

/// Writes `program.c` and runs what clang makes of it.
fn native(job: Job, config: &Config, directory: &Path) -> Option<Finished> {
    let mut csmith = Command::new("csmith");
    csmith.args(["--seed", &job.seed.to_string(), "--output", "program.c"]).args(job.float.then_some("--float"));
    // csmith takes sizes from this file if there is one.
    let sizes = format!("integer size = 4\npointer size = {}\n", if job.ilp32 { 4 } else { 8 });
    fs::write(directory.join("platform.info"), sizes).expect("a file in a temporary directory");
    finish(&mut csmith, directory, "csmith", config.time)?.expect_success(job);

    let mut clang = Command::new("clang-19");
    clang.args(job.flags()).args(["-O0", "-w", "-I", HEADERS, "program.c", "-o", "program", "-lm"]);
    finish(&mut clang, directory, "clang", config.time * 10)?.expect_success(job);

    // With the argument, the program prints the checksum after every global variable.
    let mut program = Command::new("./program");
    program.arg("1");
    finish(&mut program, directory, "program", config.time)
}

/// Does the program convert a float to an integer that cannot hold it? Built to trap where it does.
fn is_undefined(job: Job, config: &Config, directory: &Path) -> bool {
    let mut clang = Command::new("clang-19");
    clang.args(job.flags()).args(["-O0", "-w", "-I", HEADERS, "program.c", "-o", "checked", "-lm"]);
    clang.args(["-fsanitize=float-cast-overflow", "-fsanitize-trap=float-cast-overflow"]);
    let built = finish(&mut clang, directory, "clang", config.time * 10);
    built.is_some_and(|built| built.status.success())
        && finish(&mut Command::new("./checked"), directory, "checked", config.time * 10)
            .is_some_and(|run| run.status.signal() == Some(libc::SIGILL))
}

struct Finished {
    status: ExitStatus,
    stdout: String,
    stderr: String,
}

impl Finished {
    fn expect_success(&self, job: Job) {
        assert!(self.status.success(), "{job}: {}: {}", self.status, self.stderr);
    }
}

/// Runs a command, whose output goes to files of this name; `None` if it takes too long.
fn finish(command: &mut Command, directory: &Path, name: &str, time: Duration) -> Option<Finished> {
    let [stdout, stderr] = ["stdout", "stderr"].map(|kind| directory.join(format!("{name}.{kind}")));
    let create = |path: &Path| File::create(path).expect("a file in a temporary directory");
    command.current_dir(directory).stdin(Stdio::null()).stdout(create(&stdout)).stderr(create(&stderr));
    let mut child = command.spawn().unwrap_or_else(|error| panic!("cannot run {command:?}: {error}"));
    let start = Instant::now();
    let mut pause = Duration::from_micros(500);
    let status = loop {
        if let Some(status) = child.try_wait().expect("the state of a child") {
            break status;
        }
        if start.elapsed() > time {
            stop(&mut child).expect("the end of a child");
            return None;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    };
    let text = |path: &Path| String::from_utf8_lossy(&fs::read(path).expect("a child's output")).into_owned();
    Some(Finished { status, stdout: text(&stdout), stderr: text(&stderr) })
}

fn stop(child: &mut std::process::Child) -> io::Result<()> {
    child.kill()?;
    child.wait().map(drop)
}
