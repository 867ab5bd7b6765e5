//! Machine code and interpreter give the same observation, bit for bit: outcome, steps, output, failure, and whatever
//! a probe can record. A seeded part of the programs here; `benchmarks/jit-equality.sh` compares 10,000 pairs of runs for
//! every kind of probe, of all of them, of the operation vectors and of programs by csmith.

#[path = "vectors/driver.rs"]
mod driver;
#[allow(dead_code)]
#[path = "vectors/operations.rs"]
mod operations;
#[allow(dead_code)]
#[path = "vectors/values.rs"]
mod values;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rarebit::simulate::{Inputs, Interpreter, Jit, Limits, Options, Point, Ready, Simulator, points};
use rarebit_front_end::analysis::interpret::{self as analysis, analyse};
use rarebit_front_end::ir::{ClassSet, DataModel, InputSite, Program, SiteInfo};
use rarebit_front_end::lift::{LiftOptions, lift};
use rarebit_learners::{CheckId, EdgeId, EdgeSet, Observation, Probes};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Inputs that go deep more often than uniform ones: small numbers, limits, and values seen before.
struct Drawn {
    rng: ChaCha8Rng,
}

impl Drawn {
    fn new(seed: u64) -> Drawn {
        Drawn { rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    fn draw(&mut self) -> u128 {
        let wide: u128 = self.rng.random();
        match self.rng.random_range(0..8) {
            0 | 1 => wide,
            2 => wide & 0xff,
            3 => wide & 0xf,
            4 => (wide & 0xf).wrapping_neg(),
            5 => 1 << (wide & 127),
            6 => (1 << (wide & 127)) - 1,
            _ => u128::from((f64::from((wide & 0xff) as u32) / 4.0 - 20.0).to_bits()),
        }
    }
}

/// The values of a run, once more, some of them ready.
struct Again {
    values: Vec<Ready>,
    wide: Vec<u128>,
    cursor: usize,
    offered: usize,
}

impl Inputs for Again {
    fn next(&mut self, _: InputSite, _: &SiteInfo) -> u128 {
        self.cursor += 1;
        self.wide.get(self.cursor - 1).copied().unwrap_or(0)
    }

    fn ready(&self) -> &[Ready] {
        &self.values[..self.offered]
    }

    fn used(&mut self, count: usize) {
        self.cursor = count;
    }
}

/// Remembers what it hands on.
struct Recording<'a>(&'a mut Drawn, Vec<Ready>, Vec<u128>);

impl Inputs for Recording<'_> {
    fn next(&mut self, site: InputSite, _: &SiteInfo) -> u128 {
        let bits = self.0.draw();
        self.1.push(Ready { site: site.as_u32(), bits: bits as u64 });
        self.2.push(bits);
        bits
    }
}

fn load(file: &Path, model: DataModel) -> Program {
    lifted(vec![file.into()], model, &[])
}

fn lifted(files: Vec<PathBuf>, model: DataModel, flags: &[&str]) -> Program {
    let name = files[0].display().to_string();
    let flags = ["-w", "-std=gnu17"].iter().chain(flags).map(|flag| flag.to_string()).collect();
    let options = LiftOptions { files, flags, model: Some(model), ..LiftOptions::default() };
    lift(&options).unwrap_or_else(|e| panic!("{name}: {e}")).program
}

/// Everything there is, at once.
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

/// Everything there is, each kind alone, and nothing.
fn kinds(program: &Program) -> Vec<Probes> {
    let all = everything(program);
    let none = Probes::default();
    let half = all.edge_distances.iter().copied().step_by(2).collect();
    vec![
        Probes { edges: EdgeSet::Only(half), ..none.clone() },
        Probes { edge_distances: all.edge_distances.clone(), ..none.clone() },
        Probes { check_distances: all.check_distances.clone(), ..none.clone() },
        Probes { ranges: all.ranges.clone(), ..none.clone() },
        Probes { calls: true, ..none.clone() },
        Probes { pointers: true, ..none.clone() },
        Probes { trace: true, ..none.clone() },
        none,
    ]
}

fn options(program: &Program, probes: Probes, classes: ClassSet, steps: u64) -> Options {
    let limits = Limits { steps, depth: 2000, ..Limits::default() };
    let mut options = Options { limits, probes, ..Options::default() };
    options.select(program, classes);
    options
}

/// The same where what the analysis proves is not tested.
fn with_proofs(program: &Program, options: Options) -> Options {
    let facts = analyse(program, &analysis::Options::new(options.selected.clone()));
    let proved = program.checks.keys().map(|check| facts.verdict(check).is_safe()).collect();
    Options { proved, ..options }
}

/// Compares so many runs; how many there were.
fn compare(file: &Path, program: &Program, options: &Options, runs: u64, seed: u64) -> u64 {
    let mut interpreter = Interpreter::new(program, options.clone());
    let mut jit = Jit::new(program, options.clone()).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let (mut expected, mut found) = (Observation::default(), Observation::default());
    let mut optimise = (runs / 2).max(1);
    for run in 0.. {
        if run >= runs.max(optimise + 1) {
            break;
        }
        if run == optimise {
            jit.optimise();
        }
        let mut drawn = Drawn::new(seed.wrapping_mul(1_000_003).wrapping_add(run));
        let mut recording = Recording(&mut drawn, Vec::new(), Vec::new());
        interpreter.run(&mut recording, &mut expected);
        let Recording(_, values, wide) = recording;
        let offered = values.len() * (run % 3) as usize / 2;
        // What is wider than a ready value must be asked for.
        let narrow = wide.iter().take_while(|bits| **bits <= u128::from(u64::MAX)).count();
        let mut again = Again { values, wide, cursor: 0, offered: offered.min(narrow) };
        jit.run(&mut again, &mut found);
        let place = format!("{} run {run} seed {seed}", file.display());
        assert_eq!(found.outcome, expected.outcome, "{place}");
        assert_eq!(found.steps, expected.steps, "{place}");
        assert_eq!(found, expected, "{place}");
        assert_eq!(jit.output(), interpreter.output(), "{place}");
        assert_eq!(jit.errors(), interpreter.errors(), "{place}");
        assert_eq!(jit.failure(), interpreter.failure(), "{place}");
        // Without inputs all runs are the same: one is enough of each compiler.
        if again.cursor == 0 {
            if run >= optimise {
                return run + 1;
            }
            optimise = run + 1;
        }
    }
    runs
}

fn files(directory: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .expect("in the repository")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    files
}

#[test]
fn observations_are_equal() {
    let all = ClassSet::all();
    let needles = files("benchmarks/needles").into_iter().step_by(9);
    let features = files("tests/programs").into_iter().step_by(16);
    for (index, file) in needles.chain(features).chain(files("benchmarks/fse07")).enumerate() {
        let model = if index % 4 == 3 { DataModel::Ilp32 } else { DataModel::Lp64 };
        let program = load(&file, model);
        let everything = options(&program, everything(&program), all, 200_000);
        compare(&file, &program, &everything, 12, index as u64);
    }
}

#[test]
fn every_kind_of_probe_alone() {
    for name in ["benchmarks/fse07/varset.c", "benchmarks/needles/option_name.c", "benchmarks/needles/vieta_roots.c"] {
        let file = Path::new(name);
        let program = load(file, DataModel::Lp64);
        for (index, probes) in kinds(&program).into_iter().enumerate() {
            let classes = if index % 2 == 0 { ClassSet::all() } else { ClassSet::standard() };
            compare(file, &program, &options(&program, probes, classes, 20_000), 20, index as u64);
        }
    }
}

/// Checks that the analysis proves are not tested, and nobody sees a difference.
#[test]
fn proofs_change_nothing() {
    for (index, name) in
        ["benchmarks/kernels/sorting.c", "benchmarks/kernels/parsing.c", "benchmarks/fse07/bigint.c"].iter().enumerate()
    {
        let file = Path::new(name);
        let program = load(file, DataModel::Lp64);
        let probes = [Probes::default(), everything(&program)];
        for probes in probes {
            let options = with_proofs(&program, options(&program, probes, ClassSet::standard(), 100_000));
            assert!(options.proved.iter().any(|proved| *proved), "{name}");
            compare(file, &program, &options, 4, index as u64);
        }
    }
}

const KINDS: [&str; 9] =
    ["edges", "edge distances", "check distances", "ranges", "calls", "pointers", "trace", "nothing", "everything"];

/// A program of the soak.
struct Source {
    files: Vec<PathBuf>,
    flags: &'static [&'static str],
    group: usize,
    model: DataModel,
    steps: u64,
}

const GROUPS: [&str; 4] = ["benchmarks", "feature programs", "csmith", "operation vectors"];

/// All programs of the soak; those that have to be made, in a directory.
fn sources(directory: &Path) -> Vec<Source> {
    let mut sources = Vec::new();
    let models = [DataModel::Lp64, DataModel::Ilp32];
    let kernels = files("benchmarks/kernels").into_iter().filter(|file| !file.ends_with("driver.c"));
    let benchmarks = files("benchmarks/needles").into_iter().chain(files("benchmarks/fse07")).chain(kernels);
    for (group, file) in benchmarks.map(|file| (0, file)).chain(files("tests/programs").into_iter().map(|f| (1, f))) {
        for model in models {
            sources.push(Source { files: vec![file.clone()], flags: &[], group, model, steps: 200_000 });
        }
    }
    for seed in 1..=24 {
        let model = models[seed % 2];
        let home = directory.join(format!("csmith-{seed}"));
        std::fs::create_dir(&home).expect("a directory of ours");
        let sizes = format!("integer size = 4\npointer size = {}\n", model.pointer_bits() / 8);
        std::fs::write(home.join("platform.info"), sizes).expect("a directory of ours");
        let mut csmith = Command::new("csmith");
        csmith.args(["--seed", &seed.to_string(), "--output", "program.c"]).args((seed % 3 == 0).then_some("--float"));
        assert!(csmith.current_dir(&home).status().expect("csmith is installed").success());
        let flags = &["-I", "/usr/include/csmith"];
        sources.push(Source { files: vec![home.join("program.c")], flags, group: 2, model, steps: 100_000 });
    }
    let all = operations::Operations::all();
    let (module, calls) = (directory.join("ops.ll"), directory.join("driver.c"));
    std::fs::write(&module, all.module(driver::HEADER)).expect("a directory of ours");
    std::fs::write(&calls, driver::driver(&all.all)).expect("a directory of ours");
    let files = vec![calls, module];
    sources.push(Source { files, flags: &[], group: 3, model: DataModel::Lp64, steps: 1 << 40 });
    sources
}

/// At least 10,000 pairs for every kind of probe, half of them with proofs; `RAREBIT_PAIRS` says how many. The first half
/// of a program's runs is made by the first compiler, the rest by the optimising one.
#[test]
#[ignore = "a soak; see benchmarks/jit-equality.sh"]
fn soak() {
    let pairs: u64 = std::env::var("RAREBIT_PAIRS").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000);
    let directory = tempfile::tempdir().expect("a temporary directory");
    let sources = sources(directory.path());
    let (mut done, mut proved) = ([[0; GROUPS.len()]; KINDS.len()], 0);
    let mut runs = 8;
    // Programs that read nothing give fewer pairs than asked for, so more may have to be asked for.
    for round in 0.. {
        if done.iter().all(|made| made.iter().sum::<u64>() >= pairs) {
            break;
        }
        for (index, source) in sources.iter().enumerate() {
            let file = &source.files[0];
            let program = lifted(source.files.clone(), source.model, source.flags);
            let mut probes = kinds(&program);
            probes.push(everything(&program));
            // The vectors are of operations that no standard class allows, and too many to be analysed.
            let classes = if source.group == 3 { ClassSet::default() } else { ClassSet::all() };
            let standard = options(&program, Probes::default(), ClassSet::standard(), source.steps);
            let known = if source.group == 3 { standard } else { with_proofs(&program, standard) };
            for (kind, probes) in probes.into_iter().enumerate() {
                let with = source.group != 3 && (kind + index) as u64 % 2 == round % 2;
                let options = match with {
                    true => Options { probes, ..known.clone() },
                    false => options(&program, probes, classes, source.steps),
                };
                let made = compare(file, &program, &options, runs, index as u64 + 1000 * round);
                done[kind][source.group] += made;
                proved += if with { made } else { 0 };
            }
        }
        runs *= 2;
    }
    println!("{:<18}{}{:>10}", "pairs of runs", GROUPS.map(|name| format!("{name:>20}")).concat(), "together");
    for (name, pairs) in KINDS.iter().zip(done) {
        println!("{name:<18}{}{:>10}", pairs.map(|n| format!("{n:>20}")).concat(), pairs.iter().sum::<u64>());
    }
    let total: u64 = done.iter().flatten().sum();
    println!("{total} pairs of {} programs, {proved} of them with proofs: all equal", sources.len());
}

/// A budget that ends a run ends it at the same step, with the same things seen.
#[test]
fn limits_end_runs_at_the_same_step() {
    let file = Path::new("benchmarks/fse07/varset.c");
    let program = load(file, DataModel::Lp64);
    for steps in [0, 5, 41, 42, 43, 252, 3001] {
        compare(file, &program, &options(&program, everything(&program), ClassSet::standard(), steps), 3, steps);
    }
    for (depth, memory) in [(1, 1 << 20), (3, 1 << 20), (100, 9_000)] {
        let mut options = options(&program, everything(&program), ClassSet::standard(), 100_000);
        (options.limits.depth, options.limits.memory) = (depth, memory);
        compare(file, &program, &options, 3, depth.into());
    }
}

/// Writes to large globals do not outlive a run, wherever they begin and end.
#[test]
fn large_globals_are_reset() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("large.c");
    let text = r#"
        #include <string.h>
        extern unsigned __VERIFIER_nondet_uint(void);
        struct __attribute__((packed)) odd { char c; long l; };
        static unsigned char bytes[1 << 18] = {1, 2, 3};
        static unsigned long words[1 << 14];
        static struct odd odds[5000];
        int main(void) {
          unsigned long sum = 0;
          for (int i = 0; i < 30; i++) {
            unsigned at = __VERIFIER_nondet_uint();
            sum += bytes[at % sizeof bytes] + words[at % 16384] + (unsigned long)odds[at % 5000].l;
            bytes[at % sizeof bytes]++;
            words[at % 16384] += at;
            odds[at % 5000].l ^= at;
            memset(bytes + at % 4096, i, at % 700);
            memcpy(bytes + 200000 + at % 999, bytes + at % 3000, 300);
          }
          for (unsigned i = 0; i < sizeof bytes; i += 61) sum = sum * 31 + bytes[i];
          for (unsigned i = 0; i < 16384; i++) sum += words[i];
          for (unsigned i = 0; i < 5000; i++) sum += (unsigned long)odds[i].l;
          return (int)(sum % 251);
        }"#;
    std::fs::write(&file, text).expect("writable");
    let program = load(&file, DataModel::Lp64);
    compare(&file, &program, &options(&program, Probes::default(), ClassSet::all(), 10_000_000), 12, 5);
}

/// A check that always fails is followed by code that nobody reaches and that others use.
#[test]
fn code_behind_a_certain_failure() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("behind.c");
    let text = "extern int __VERIFIER_nondet_int(void);
        int main(void) {
          int a[3] = {1, 2, 3}, i = __VERIFIER_nondet_int();
          if (i & 1) {
            int b = a[5], c = b * 2 + i;
            if (c > 4) return c;
            return c + b;
          }
          return 0;
        }";
    std::fs::write(&file, text).expect("writable");
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let program = load(&file, model);
        compare(&file, &program, &options(&program, everything(&program), ClassSet::all(), 1000), 8, 3);
        compare(&file, &program, &options(&program, Probes::default(), ClassSet::all(), 1000), 8, 3);
    }
}

/// Another thread can end a run that would never end, in a loop or in calls without one.
#[test]
fn a_run_can_be_stopped() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("endless.c");
    let texts = [
        "int main(void) { volatile unsigned x = 0; for (;;) x++; }",
        "static unsigned f(unsigned n) { return n < 2 ? n : f(n - 1) + f(n - 2); }
         int main(void) { return (int)(f(70) & 1); }",
    ];
    for (text, optimised) in texts.into_iter().flat_map(|text| [(text, false), (text, true)]) {
        std::fs::write(&file, text).expect("writable");
        let program = load(&file, DataModel::Lp64);
        let options = options(&program, Probes::default(), ClassSet::all(), u64::MAX);
        let mut jit = Jit::new(&program, options).expect("compiles");
        if optimised {
            jit.optimise();
        }
        let stopper = jit.stopper();
        let mut seen = Observation::default();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                // The run may not have begun, but it cannot end by itself.
                std::thread::sleep(std::time::Duration::from_millis(20));
                stopper.stop();
            });
            jit.run(&mut Recording(&mut Drawn::new(0), Vec::new(), Vec::new()), &mut seen);
        });
        assert_eq!(seen.outcome, rarebit_learners::Outcome::Limit(rarebit_learners::Limit::Time));
    }
}
