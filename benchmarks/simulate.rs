//! How fast programs are simulated: `make bench-simulate`.
//!
//! One run prints everything: complete samples of the paper's Figure 2 beside libFuzzer on the same function; a dozen
//! kernels beside native code, native code with sanitizers, and the interpreter; what compiling costs; what each kind
//! of probe costs. Times are processor time on one core, medians of several rounds, so that a busy machine disturbs
//! them little; what is compared with each other takes turns, so that it disturbs all alike.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rarebit::simulate::{Inputs, Interpreter, Jit, Limits, Options, Point, Ready, Simulator, forget_code, points};
use rarebit_front_end::analysis::interpret::{self as analysis, analyse};
use rarebit_front_end::ir::*;
use rarebit_front_end::lift::{LiftOptions, lift};
use rarebit_front_end::simplify::fold::fold;
use rarebit_learners::{CheckId, EdgeId, EdgeSet, Observation, Outcome, Probes};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const ROUND: Duration = Duration::from_millis(60);
const ROUNDS: usize = 9;

fn load(file: &Path) -> Program {
    let options = LiftOptions { files: vec![file.into()], flags: vec!["-w".into()], ..LiftOptions::default() };
    lift(&options).unwrap_or_else(|e| panic!("{}: {e}", file.display())).program
}

fn options(program: &Program, probes: Probes) -> Options {
    let limits = Limits { steps: 1_000_000_000, ..Limits::default() };
    let mut options = Options { limits, probes, ..Options::default() };
    options.select(program, ClassSet::standard());
    options
}

/// What is left when the analysis has done its work, but nothing is sliced away: constants are folded, proved checks
/// are not tested.
fn with_proofs(program: &Program, options: &Options) -> (Program, Options) {
    let facts = analyse(program, &analysis::Options::new(options.selected.clone()));
    let proved = program.checks.keys().map(|check| facts.verdict(check).is_safe()).collect();
    (fold(program, &facts), Options { proved, ..options.clone() })
}

/// Counts up: a run's seed.
struct Counter(u32);

impl Inputs for Counter {
    fn next(&mut self, _: InputSite, _: &SiteInfo) -> u128 {
        self.0 = self.0.wrapping_add(1);
        self.0.into()
    }
}

/// Uniform in the box of Figure 2: x and y are drawn before the run, as a sampler does.
struct InBox {
    rng: ChaCha8Rng,
    point: [Ready; 2],
    used: usize,
}

impl InBox {
    fn new() -> InBox {
        let point = [0, 1].map(|site| Ready { site, bits: 0 });
        InBox { rng: ChaCha8Rng::seed_from_u64(1), point, used: 0 }
    }

    fn draw(&mut self) {
        // A multiplication instead of a division.
        let mut scaled = |n: u64| ((u64::from(self.rng.next_u32()) * n) >> 32) as i64;
        self.point[0].bits = u64::from((scaled(201) - 100) as u8);
        self.point[1].bits = scaled(11) as u64;
        self.used = 0;
    }
}

impl Inputs for InBox {
    fn next(&mut self, _: InputSite, _: &SiteInfo) -> u128 {
        self.used += 1;
        self.point.get(self.used - 1).map_or(0, |ready| ready.bits.into())
    }

    fn ready(&self) -> &[Ready] {
        &self.point
    }

    fn used(&mut self, count: usize) {
        self.used = count;
    }
}

/// Time that a process or thread spent computing, whatever else the machine does.
fn cpu_time(clock: libc::clockid_t) -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the structure is ours, the clock exists on Linux.
    assert_eq!(unsafe { libc::clock_gettime(clock, &mut time) }, 0);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn now() -> Duration {
    cpu_time(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// What all child processes that have ended spent.
fn children() -> Duration {
    // SAFETY: zero bytes are a value of the structure, which is filled in.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        assert_eq!(libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage), 0);
        usage
    };
    let time = |t: libc::timeval| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1000);
    time(usage.ru_utime) + time(usage.ru_stime)
}

/// Nanoseconds per call, the median of several rounds.
fn measure(mut once: impl FnMut()) -> f64 {
    let mut calls = 1u64;
    loop {
        let start = now();
        (0..calls).for_each(|_| once());
        if now() - start > ROUND / 4 {
            break;
        }
        calls *= 2;
    }
    let times = (0..ROUNDS).map(|_| {
        let start = now();
        (0..calls).for_each(|_| once());
        (now() - start).as_nanos() as f64 / calls as f64
    });
    median(times.collect())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|v| v.ln()).sum::<f64>() / values.len() as f64).exp()
}

fn clang(directory: &Path, args: &[&str]) -> bool {
    let output = Command::new("clang-19").args(args).current_dir(directory).output().expect("clang-19 is installed");
    if !output.status.success() {
        println!("  clang-19 {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    output.status.success()
}

/// The edge into the block of a failed assertion.
fn assertion_edge(program: &Program) -> Vec<EdgeId> {
    let mut edges = Vec::new();
    for func in program.funcs.values().filter(|f| !f.library) {
        let failing = |block: Block| {
            let mut insts = func.blocks[block].insts.iter();
            insts.any(|i| matches!(func.insts[*i].data, InstData::Check { cond, .. } if func.as_const(cond).is_some()))
        };
        for data in func.layout.iter().map(|b| &func.blocks[*b]) {
            edges.extend(data.end.targets().iter().filter(|t| failing(t.block)).map(|t| EdgeId(t.edge.as_u32())));
        }
    }
    edges
}

const FUZZ: &str = r#"
#include <stdint.h>
#include <stddef.h>
static volatile int found;
static int product(int x, int y) { return x * y; }
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2) return 0;
  int x = data[0] % 201 - 100, y = data[1] % 11;
  int z = product(x, y);
  if (z == 210) found++;
  return 0;
}
"#;

fn figure2(root: &Path, directory: &Path) {
    println!("## Figure 2: complete samples on one core\n");
    let program = load(&root.join("examples/figure2.c"));
    let probes = Probes { edge_distances: assertion_edge(&program), ..Probes::default() };
    assert_eq!(probes.edge_distances.len(), 1, "one assertion");
    let mut jit = Jit::new(&program, options(&program, probes)).expect("compiles");
    jit.optimise();
    let mut inputs = InBox::new();
    let mut seen = Observation::default();
    let (mut hits, mut least) = (0u64, f64::INFINITY);
    let ns = measure(|| {
        inputs.draw();
        jit.run(&mut inputs, &mut seen);
        hits += u64::from(matches!(seen.outcome, Outcome::Violation(_)));
        least = least.min(seen.edge_distances[0]);
    });
    println!(
        "draw, run, distance: {ns:.1} ns, {:.2} million samples/s ({hits} hits, least distance {least})",
        1e3 / ns
    );
    let draw = measure(|| {
        inputs.draw();
        std::hint::black_box(&inputs.point);
    });
    println!("of which drawing two numbers: {draw:.1} ns");
    std::fs::write(directory.join("fuzz.c"), FUZZ).expect("writable");
    if !clang(directory, &["-O2", "-fsanitize=fuzzer", "fuzz.c", "-o", "fuzz"]) {
        return;
    }
    let runs = 4_000_000u64;
    let start = children();
    let fuzz = Command::new(directory.join("fuzz"))
        .args([format!("-runs={runs}"), "-max_len=2".into(), "-seed=1".into(), "-verbosity=0".into()])
        .current_dir(directory)
        .output()
        .expect("runs");
    let rate = runs as f64 / (children() - start).as_secs_f64();
    assert!(fuzz.status.success(), "{}", String::from_utf8_lossy(&fuzz.stderr));
    println!("libFuzzer: {:.2} million runs/s", rate / 1e6);
    println!("ratio: {:.1} (goal: at least 3)\n", 1e9 / ns / rate);
}

/// A kernel as a native program.
struct Native {
    program: PathBuf,
    runs: String,
}

impl Native {
    fn new(directory: &Path, name: &str, kernel: &Path, driver: &Path, flags: &[&str]) -> Native {
        let (kernel, driver) = (kernel.to_str().expect("a path"), driver.to_str().expect("a path"));
        let object = ["-Dmain=kernel_main", "-w", "-c", kernel, "-o", "kernel.o"];
        let linked = ["kernel.o", driver, "-o", name, "-lm"];
        assert!(clang(directory, &[flags, &object].concat()) && clang(directory, &[flags, &linked].concat()));
        let program = directory.join(name);
        let runs = first_word(&mut Command::new(&program));
        Native { program, runs }
    }

    /// Nanoseconds per run.
    fn round(&self) -> f64 {
        first_word(Command::new(&self.program).arg(&self.runs)).parse().expect("a number")
    }
}

fn first_word(command: &mut Command) -> String {
    let output = command.output().expect("runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let word = text.split(' ').next().filter(|word| output.status.success() && !word.is_empty());
    word.unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stderr))).to_string()
}

/// A kernel in a simulator.
struct Simulated<'p> {
    simulator: Box<dyn Simulator + 'p>,
    inputs: Counter,
    seen: Observation,
    calls: u64,
}

impl<'p> Simulated<'p> {
    fn new(simulator: Box<dyn Simulator + 'p>) -> Simulated<'p> {
        let mut this = Simulated { simulator, inputs: Counter(0), seen: Observation::default(), calls: 1 };
        this.round();
        let outcome = &this.seen.outcome;
        assert!(matches!(outcome, Outcome::Exit(_)), "{outcome:?}: {:?}", this.simulator.failure());
        while this.round() * (this.calls as f64) < ROUND.as_nanos() as f64 / 3.0 {
            this.calls *= 2;
        }
        this
    }

    /// Nanoseconds per run.
    fn round(&mut self) -> f64 {
        let start = now();
        (0..self.calls).for_each(|_| self.simulator.run(&mut self.inputs, &mut self.seen));
        (now() - start).as_nanos() as f64 / self.calls as f64
    }
}

fn optimised<'p>(program: &'p Program, options: Options) -> Box<dyn Simulator + 'p> {
    let mut jit = Jit::new(program, options).expect("compiles");
    jit.optimise();
    Box::new(jit)
}

/// The code that is made first, for ever.
fn first<'p>(program: &'p Program, options: Options) -> Box<dyn Simulator + 'p> {
    let mut jit = Jit::new(program, options).expect("compiles");
    jit.never_optimise();
    Box::new(jit)
}

/// The best that the optimising compiler could do with this ir: no check is tested, no step counted.
fn bare<'p>(program: &'p Program, options: Options) -> Box<dyn Simulator + 'p> {
    let proved = program.checks.keys().map(|_| true).collect();
    let mut jit = Jit::new(program, Options { proved, ..options }).expect("compiles");
    jit.optimise_uncounted();
    Box::new(jit)
}

/// What the sanitizers check: as much as our standard classes, see `front-end/src/lift/sanitizer.rs` for clang's part of
/// them, and of pointers what the group `undefined` has beside that.
const SANITIZED: [&str; 2] = ["-O1", "-fsanitize=address,undefined,float-cast-overflow"];

fn kernels(root: &Path, directory: &Path, only: Option<&str>) {
    println!("## Kernels: microseconds per run\n");
    println!(
        "first: by the compiler that is used first; proved: checks that the analysis proves are not tested, as in a hunt;\n\
         bare: nothing is tested and no step counted, which is what the optimising compiler can do at best;\n\
         sanitized: {}\n",
        SANITIZED.join(" ")
    );
    println!(
        "{:<12}{:>8}{:>8}{:>8}{:>8}{:>8}{:>10}{:>12}{:>8}{:>8}{:>9}{:>9}{:>8}{:>9}{:>11}{:>12}",
        "kernel",
        "first",
        "jit",
        "proved",
        "bare",
        "-O2",
        "sanitized",
        "interpreter",
        "jit/-O2",
        "pro/-O2",
        "bare/-O2",
        "san/jit",
        "san/pro",
        "san/bare",
        "interp/jit",
        "interp Mips"
    );
    let mut ratios = [const { Vec::new() }; 9];
    let mut files: Vec<PathBuf> = std::fs::read_dir(root.join("benchmarks/kernels"))
        .expect("in the repository")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "c") && !path.ends_with("driver.c"))
        .filter(|path| only.is_none_or(|name| path.file_stem().is_some_and(|stem| stem == name)))
        .collect();
    files.sort();
    let driver = root.join("benchmarks/kernels/driver.c");
    for file in files {
        let program = load(&file);
        let given = options(&program, Probes::default());
        let (folded, proved) = with_proofs(&program, &given);
        let mut ours = [
            Simulated::new(first(&program, given.clone())),
            Simulated::new(optimised(&program, given.clone())),
            Simulated::new(optimised(&folded, proved.clone())),
            Simulated::new(bare(&folded, proved)),
            Simulated::new(Box::new(Interpreter::new(&program, given.clone()))),
        ];
        let steps = ours[4].seen.steps;
        let theirs = [
            Native::new(directory, "plain", &file, &driver, &["-O2"]),
            Native::new(directory, "sanitized", &file, &driver, &SANITIZED),
        ];
        let mut rounds = [const { Vec::new() }; 7];
        for _ in 0..ROUNDS {
            for (times, kernel) in rounds.iter_mut().zip(&mut ours) {
                times.push(kernel.round());
            }
            for (times, kernel) in rounds[5..].iter_mut().zip(&theirs) {
                times.push(kernel.round());
            }
        }
        let [first, jit, proved, bare, interpreter, plain, sanitized] = rounds.map(median);
        let rate = steps as f64 / interpreter * 1e3;
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let slower = [jit, proved, bare].map(|ours| ours / plain);
        let faster = [jit, proved, bare].map(|ours| sanitized / ours);
        let row = [slower.as_slice(), &faster, &[interpreter / jit, rate, first / jit]].concat();
        let [a, b, c] = slower;
        let [d, e, f] = faster;
        println!(
            "{name:<12}{:>8.2}{:>8.2}{:>8.2}{:>8.2}{:>8.2}{:>10.2}{:>12.1}{a:>8.2}{b:>8.2}{c:>9.2}{d:>9.2}{e:>8.2}\
             {f:>9.2}{:>11.1}{rate:>12.0}",
            first / 1e3,
            jit / 1e3,
            proved / 1e3,
            bare / 1e3,
            plain / 1e3,
            sanitized / 1e3,
            interpreter / 1e3,
            interpreter / jit,
        );
        ratios.iter_mut().zip(row).for_each(|(all, ratio)| all.push(ratio));
    }
    let means = ratios.map(|all| geometric_mean(&all));
    let [slower, slower_proved, slower_bare, faster, faster_proved, faster_bare, speedup, mips, first] = means;
    println!(
        "\ngeometric means: {slower:.2} times slower than -O2, {slower_proved:.2} with proofs (goal: at most 3), \
         {slower_bare:.2} bare;"
    );
    println!(
        "{faster:.2} times faster than sanitized, {faster_proved:.2} with proofs (goal: at least 1.5), {faster_bare:.2} bare;"
    );
    println!("sanitized is {:.2} times slower than -O2;", faster * slower);
    println!("the code that is made first is {first:.2} times slower than the optimised;");
    println!("{speedup:.1} times faster than the interpreter,");
    println!("which runs {mips:.0} million ir instructions per second (goal: at least 50)\n");
}

/// Milliseconds, the median of several.
fn milliseconds(mut once: impl FnMut() -> Duration) -> f64 {
    median((0..7).map(|_| once().as_secs_f64() * 1e3).collect())
}

/// How the code of a program comes to be.
#[derive(Clone, Copy, PartialEq)]
enum Making {
    /// By the quick compiler.
    Quick,
    /// By the optimising one.
    Good,
    /// Taken from what another simulator compiled before.
    Known,
}

fn compiling(root: &Path) {
    println!("## Compiling: milliseconds for the whole program, and per 1,000 ir instructions\n");
    println!(
        "{:<28}{:<12}{:>7}{:>9}{:>9}{:>9}{:>8}{:>8}{:>8}{:>10}{:>9}",
        "program", "probes", "ir", "quick", "good", "known", "/1,000", "/1,000", "/1,000", "called ir", "1st run"
    );
    let (mut total, mut total_insts) = ([[0.0; 3]; 2], [0; 2]);
    for name in
        ["examples/figure2.c", "benchmarks/fse07/bigint.c", "benchmarks/fse07/varset.c", "benchmarks/fse07/skiplist.c"]
    {
        let program = load(&root.join(name));
        let given = options(&program, Probes::default());
        let (folded, proved) = with_proofs(&program, &given);
        let kinds = [
            ("plain", &program, given.clone()),
            ("proved", &folded, proved),
            ("all edges", &program, Options { probes: all_edges(), ..given.clone() }),
            ("everything", &program, Options { probes: everything(&program), ..given }),
        ];
        for (what, program, options) in kinds {
            let mut insts = 0;
            let times = [Making::Quick, Making::Good, Making::Known].map(|making| {
                milliseconds(|| {
                    if making != Making::Known {
                        forget_code();
                    }
                    let start = now();
                    let mut jit = Jit::new(program, options.clone()).expect("compiles");
                    if making != Making::Quick {
                        jit.optimise();
                    }
                    jit.compile_all().expect("compiles");
                    insts = jit.reachable_instructions();
                    now() - start
                })
            });
            let (mut called, mut inputs, mut seen) = (0, Counter(0), Observation::default());
            let first = milliseconds(|| {
                forget_code();
                let start = now();
                let mut jit = Jit::new(program, options.clone()).expect("compiles");
                jit.run(&mut inputs, &mut seen);
                called = jit.compiled_instructions();
                now() - start
            });
            let [a, b, c] = times.map(|time| time / insts as f64 * 1e3);
            let [x, y, z] = times;
            println!(
                "{name:<28}{what:<12}{insts:>7}{x:>9.2}{y:>9.2}{z:>9.2}{a:>8.2}{b:>8.2}{c:>8.2}{called:>10}{first:>9.2}"
            );
            if let Some(at) = ["plain", "proved"].iter().position(|name| *name == what) {
                (0..3).for_each(|i| total[at][i] += times[i]);
                total_insts[at] += insts;
            }
        }
    }
    println!("\ntogether, per 1,000 ir instructions (goal: at most 2 ms):");
    for (name, (total, insts)) in ["plain", "proved"].iter().zip(total.iter().zip(total_insts)) {
        let [quick, good, known] = total.map(|time| time / insts as f64 * 1e3);
        println!("{name}: {quick:.2} ms quickly, {good:.2} ms optimising, {known:.2} ms when it was compiled before");
    }
    println!();
}

fn all_edges() -> Probes {
    Probes { edges: EdgeSet::All, ..Probes::default() }
}

fn everything(program: &Program) -> Probes {
    Probes {
        edges: EdgeSet::All,
        edge_distances: program.edges.keys().map(|e| EdgeId(e.as_u32())).collect(),
        check_distances: program.checks.keys().map(|c| CheckId(c.as_u32())).collect(),
        ranges: points(program).into_iter().map(Point::id).collect(),
        calls: true,
        pointers: true,
        trace: true,
    }
}

fn probes(root: &Path) {
    println!("## Probes: nanoseconds per run with every probe of one kind, wherever there can be one\n");
    println!("{:<18}{:>12}{:>22}{:>16}", "probes", "figure2", "kernels/recursion", "kernels/machine");
    let programs: Vec<Program> =
        ["examples/figure2.c", "benchmarks/kernels/recursion.c", "benchmarks/kernels/machine.c"]
            .iter()
            .map(|name| load(&root.join(name)))
            .collect();
    type Choice = (&'static str, fn(Probes) -> Probes);
    let kinds: [Choice; 9] = [
        ("none", |_| Probes::default()),
        ("edges", |all| Probes { edges: all.edges, ..Probes::default() }),
        ("edge distances", |all| Probes { edge_distances: all.edge_distances, ..Probes::default() }),
        ("check distances", |all| Probes { check_distances: all.check_distances, ..Probes::default() }),
        ("ranges", |all| Probes { ranges: all.ranges, ..Probes::default() }),
        ("calls", |_| Probes { calls: true, ..Probes::default() }),
        ("pointers", |_| Probes { pointers: true, ..Probes::default() }),
        ("trace", |_| Probes { trace: true, ..Probes::default() }),
        ("everything", |all| all),
    ];
    for (name, choose) in kinds {
        let times: Vec<f64> = programs
            .iter()
            .enumerate()
            .map(|(index, program)| {
                let mut jit = Jit::new(program, options(program, choose(everything(program)))).expect("compiles");
                jit.optimise();
                let mut seen = Observation::default();
                if index == 0 {
                    let mut inputs = InBox::new();
                    measure(|| {
                        inputs.draw();
                        jit.run(&mut inputs, &mut seen);
                    })
                } else {
                    let mut inputs = Counter(0);
                    measure(|| jit.run(&mut inputs, &mut seen))
                }
            })
            .collect();
        println!("{name:<18}{:>12.1}{:>22.0}{:>16.0}", times[0], times[1], times[2]);
    }
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let directory = tempfile::tempdir().expect("a temporary directory");
    let mut words = std::env::args().skip(1).filter(|arg| !arg.starts_with("--"));
    let (part, only) = (words.next(), words.next());
    let wanted = |name: &str| part.as_deref().is_none_or(|p| p == name);
    if wanted("figure2") {
        figure2(root, directory.path());
    }
    if wanted("kernels") {
        kernels(root, directory.path(), only.as_deref());
    }
    if wanted("compiling") {
        compiling(root);
    }
    if wanted("probes") {
        probes(root);
    }
}
