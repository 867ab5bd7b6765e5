//! Is the linear abstraction right? Runs decide.
//!
//! * On every path, the known run itself satisfies every row, with the value that each unknown has in it; and so do, for
//!   the sound system over inputs only, all other runs that take the same path.
//! * On linear programs without wrap-around the system is exact: of all inputs in a small box, those that satisfy it are
//!   those that take the path.
//! * Mistakes put in on purpose are caught by the first property.

use super::advice::{Advice, Adviser, View};
use super::campaign::{Observer, Past, explore_with};
use super::chaining::Pool;
use super::hunt::{Budget, Progress, Settings, Sought, Strategy};
use super::linear::{self, Linear};
use super::sites::Sites;
use super::team::Weights;
use super::walks::{Wants, decisions, walked};
use crate::linear::simplify::{project_guess, project_sound};
use crate::linear::solve;
use crate::linear::walk::fault::{FAULT, Fault};
use crate::linear::walk::{self, End};
use crate::linear::{Aim, Row, Source, System, Watches, real};
use crate::sample::axis::Kind;
use crate::sample::{Entry, Name, Point};
use crate::simulate::{self, Engine, Inputs, Options};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rarebit_front_end::ir::*;
use rarebit_front_end::lift::{LiftOptions, lift};
use rarebit_learners::Observation;
use std::collections::HashMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Draws inputs, half of them small, and writes them down.
struct Drawing<'s> {
    sites: &'s Sites,
    rng: &'s mut ChaCha8Rng,
    point: Point,
    counts: HashMap<u32, u32>,
}

impl Inputs for Drawing<'_> {
    fn next(&mut self, site: InputSite, _: &SiteInfo) -> u128 {
        let site = site.as_u32();
        let count = self.counts.entry(site).or_insert(0);
        let name = Name { site, occurrence: *count };
        *count += 1;
        let axis = self.sites.space.axes[site as usize];
        let special = &self.sites.special[site as usize];
        let key = match self.rng.random_range(0..4) {
            0 if axis.kind == Kind::Integer => self.rng.random_range(-4..9i128).clamp(axis.low, axis.high),
            0 => axis.key_near(self.rng.random_range(-40..90i32).into()),
            2 if axis.kind != Kind::Integer => axis.key_near(self.rng.random_range(-20.0..40.0)),
            1 if !special.is_empty() => special[self.rng.random_range(0..special.len())],
            _ => axis.draw(self.rng),
        };
        self.point.entries.push(Entry { name, key });
        self.sites.bits(site, key)
    }
}

struct Desk {
    program: Program,
    sites: Sites,
    options: Options,
}

impl Desk {
    fn new(file: &Path) -> Desk {
        let options = LiftOptions { files: vec![file.into()], flags: vec!["-w".into()], ..LiftOptions::default() };
        let program = lift(&options).unwrap_or_else(|error| panic!("{}: {error}", file.display())).program;
        let sites = Sites::new(&program);
        let mut options = Options::default();
        options.limits.steps = 20_000;
        options.select(&program, ClassSet::standard());
        Desk { program, sites, options }
    }

    fn of(text: &str) -> Desk {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("program.c");
        std::fs::write(&path, text).unwrap();
        Desk::new(&path)
    }

    /// A point drawn by running the program, and its path.
    fn draw(&self, rng: &mut ChaCha8Rng) -> (Point, Vec<Edge>) {
        let mut simulator = simulate::simulator(&self.program, self.options.clone(), Engine::Interpreter);
        let mut drawing = Drawing { sites: &self.sites, rng, point: Point::default(), counts: HashMap::new() };
        simulator.run(&mut drawing, &mut Observation::default());
        let point = drawing.point;
        let path = decisions(&self.program, &self.sites, &self.options, &point);
        (point, path)
    }

    fn walk<S>(&self, point: &Point, path: &[Edge], walk: impl FnOnce(&walk::Orders<'_>) -> S) -> S {
        let wants = Wants {
            wanted: &|_: Aim, _| true,
            watches: &Watches::default(),
            span: &|_| None,
            took: &|_, _| (),
            facts: None,
        };
        walked(&self.sites, &self.options, point, path, wants, 30_000, walk)
    }
}

impl Desk {
    /// `sound`: rows speak of wild floats, too.
    fn holds_at(&self, system: &System, row: &Row, point: &Point, sound: bool) -> bool {
        let value = |unknown: crate::linear::Unknown| {
            let info = &system.unknowns[unknown.0 as usize];
            let Source::Input(name) = info.source else { return None };
            let key = point.position(name).map(|at| point.key(at))?;
            let axis = &self.sites.space.axes[name.site as usize];
            match info.digits {
                0 => Some(key),
                _ if sound => real::clamped(axis.number(key)),
                _ => real::steps(axis.number(key)),
            }
        };
        row.holds(value) != Some(false)
    }
}

/// What is wrong with a desk's systems on some runs: rows and ranges that a run on the path does not satisfy.
fn mistakes(desk: &Desk, runs: usize, rng: &mut ChaCha8Rng) -> (Vec<String>, usize, usize) {
    let mut by_path: HashMap<Vec<Edge>, Vec<Point>> = HashMap::new();
    for _ in 0..runs {
        let (point, path) = desk.draw(rng);
        let points = by_path.entry(path).or_default();
        if points.len() < 8 {
            points.push(point);
        }
    }
    mistakes_on(desk, by_path)
}

/// What is wrong with the systems of these paths, each with runs that take it.
fn mistakes_on(desk: &Desk, by_path: HashMap<Vec<Edge>, Vec<Point>>) -> (Vec<String>, usize, usize) {
    let mut wrong = Vec::new();
    let (mut rows, mut diverged) = (0, 0);
    let mut paths: Vec<_> = by_path.into_iter().collect();
    paths.sort_by(|a, b| a.0.cmp(&b.0));
    for (path, points) in paths {
        let sound = desk.walk(&points[0], &path, |orders| walk::sound(&desk.program, orders));
        let guess = desk.walk(&points[0], &path, |orders| walk::guess(&desk.program, orders));
        diverged += usize::from(sound.end == End::Diverged) + usize::from(guess.end == End::Diverged);
        rows += sound.system.rows.len() + guess.system.rows.len();
        let systems: [(&str, &System); 2] = [("sound", &sound.system), ("guess", &guess.system)];
        for (kind, system) in systems {
            wrong.extend(system.wrong().iter().map(|row| format!("{kind} {row:?}")));
            wrong.extend(
                (system.escaped > 0).then(|| format!("{kind}: {} values outside their ranges", system.escaped)),
            );
        }
        let (sound, guess) = (project_sound(&sound.system), project_guess(&guess.system));
        let lost = |system: &System, point: &Point, sound: bool| -> Vec<String> {
            let broken = system.rows.iter().filter(|row| !desk.holds_at(system, row, point, sound));
            broken.map(|row| format!("on the path but excluded: {row:?} {point:?}")).collect()
        };
        points.iter().for_each(|point| wrong.extend(lost(&sound, point, true)));
        // A guess leaves out floats that are no numbers, or enormous.
        let wild = |entry: &Entry| {
            let axis = &desk.sites.space.axes[entry.name.site as usize];
            axis.kind != Kind::Integer && real::steps(axis.number(entry.key)).is_none()
        };
        if !points[0].entries.iter().any(wild) {
            wrong.extend(lost(&guess, &points[0], false));
        }
    }
    (wrong, rows, diverged)
}

fn files(directory: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let mut files: Vec<PathBuf> = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "c"));
    files.sort();
    files
}

fn sound_on(directory: &str, runs: usize, every: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (mut all, mut lost) = (0, Vec::new());
    for file in files(directory).into_iter().step_by(every) {
        let (wrong, rows, diverged) = mistakes(&Desk::new(&file), runs, &mut rng);
        assert!(wrong.is_empty(), "{}: {:#?}", file.display(), &wrong[..wrong.len().min(5)]);
        all += rows;
        if diverged > 0 {
            lost.push(format!("{}: {diverged}", file.display()));
        }
    }
    assert!(all > 100, "only {all} rows were tried");
    assert!(lost.len() <= 2, "walks that lost their run: {lost:?}");
}

#[test]
fn systems_hold_on_the_nine_programs() {
    sound_on("benchmarks/fse07", 12, 1);
}

#[test]
fn systems_hold_on_small_programs() {
    sound_on("tests/paths", 15, 2);
}

#[test]
fn systems_hold_on_needles() {
    sound_on("benchmarks/needles", 8, 4);
}

/// Casts, wraps, masks, shifts, divisions, selects and memory, all with values of either sign.
const CASTS: &str = r#"
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
int table[8];
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  unsigned char c = __VERIFIER_nondet_uchar();
  signed char s = (signed char)c;
  short h = __VERIFIER_nondet_short();
  unsigned u = (unsigned)h + 7u;
  long wide = (long)u + s;
  unsigned char cut = (unsigned char)(x + 3);
  int r = 0;
  if (wide > 100) r += 1;
  if (cut < 20) r += 2;
  if ((unsigned)s > 300u) r += 4;
  if ((h >> 3) < -9) r += 8;
  if (((unsigned)x >> 4) > 1000000u) r += 16;
  if ((x & 0xf0) == 0x30) r += 32;
  if (x % 7 == 3) r += 64;
  if (x / -5 > y / 3) r += 128;
  table[c & 7] = h;
  if (table[3] > 5) r += 256;
  int m = h < s ? h : s;
  if (m + 1 > 2) r += 512;
  if (((c << 8) | (y & 0xff)) == 4660) r += 1024;
  if (-h - s < 0) r += 2048;
  if ((unsigned short)h > 65000) r += 4096;
  return r;
}
"#;

#[test]
fn mistakes_on_purpose_are_caught() {
    let desk = Desk::of(CASTS);
    let tried = |fault| {
        FAULT.set(fault);
        let wrong = mistakes(&desk, 60, &mut ChaCha8Rng::seed_from_u64(3)).0;
        FAULT.set(None);
        wrong
    };
    assert_eq!(tried(None), Vec::<String>::new());
    for fault in [Fault::Sign, Fault::Cast, Fault::Wrap] {
        assert!(!tried(Some(fault)).is_empty(), "{fault:?} was not noticed");
    }
}

#[test]
fn mistakes_with_floats_are_caught() {
    let tried = |fault| {
        FAULT.set(fault);
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let programs: Vec<String> = (0..15).map(|_| float_program(&mut rng, false)).collect();
        let wrong = programs.iter().any(|text| !mistakes(&Desk::of(text), 60, &mut rng).0.is_empty());
        FAULT.set(None);
        wrong
    };
    assert!(!tried(None));
    for fault in [Fault::Sign, Fault::Round, Fault::Nan, Fault::Cut] {
        assert!(tried(Some(fault)), "{fault:?} was not noticed");
    }
}

/// A program of linear decisions over small inputs, nested and in sequence, with a loop.
fn linear_program(rng: &mut ChaCha8Rng) -> String {
    let term = |rng: &mut ChaCha8Rng| {
        let [a, b, c, d] = [0; 4].map(|_| rng.random_range(-4..5));
        let op = ["<", "<=", ">", ">=", "=="][rng.random_range(0..5)];
        format!("{a} * x + {b} * y - {c} * z {op} {d}")
    };
    let mut text = String::from("#include \"rarebit.h\"\nint main(void) {\n  int r = 0;\n");
    for name in ["x", "y", "z"] {
        text += &format!("  int {name} = rarebit_int(\"{name}\", -4, 5);\n");
    }
    text += &format!("  int w = 2 * x - {} * y;\n", rng.random_range(1..4));
    for at in 0..rng.random_range(2..5) {
        let (a, b) = (term(rng), term(rng));
        let joint = ["&&", "||"][rng.random_range(0..2)];
        text += &match rng.random_range(0..4) {
            0 => format!("  if ({a} {joint} {b}) r += {};\n", 1 << at),
            1 => format!("  if ({a}) {{ if ({b}) r += {}; }} else r -= 1;\n", 1 << at),
            2 => format!("  for (int i = 0; i < x; i++) if (w + i * {at} > y) r++;\n"),
            _ => format!("  switch (x + y) {{ case 0: r++; break; case 3: r--; break; default: if ({a}) r ^= 1; }}\n"),
        };
    }
    text + "  return r & 1;\n}\n"
}

#[test]
fn systems_of_linear_programs_are_exact() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let (mut exact, mut paths) = (0, 0);
    for _ in 0..12 {
        let text = linear_program(&mut rng);
        let desk = Desk::of(&text);
        let axes = &desk.sites.space.axes;
        assert_eq!(axes.len(), 3, "{text}");
        let mut taken: HashMap<Vec<Edge>, Vec<Point>> = HashMap::new();
        let all: Vec<Point> = (-4..=5i128)
            .flat_map(|x| (-4..=5).flat_map(move |y| (-4..=5).map(move |z| [x, y, z])))
            .map(|keys| {
                let entry = |(site, key): (usize, i128)| Entry { name: Name { site: site as u32, occurrence: 0 }, key };
                Point { entries: keys.into_iter().enumerate().map(entry).collect() }
            })
            .collect();
        let mut runner = super::walks::Tracer::new(&desk.program, &desk.sites, &desk.options);
        for point in &all {
            taken.entry(runner.decisions(point)).or_default().push(point.clone());
        }
        for (path, points) in taken {
            let guess = desk.walk(&points[0], &path, |orders| walk::guess(&desk.program, orders));
            let system = project_guess(&guess.system);
            paths += 1;
            let inside: Vec<&Point> = all
                .iter()
                .filter(|point| system.rows.iter().all(|row| desk.holds_at(&system, row, point, false)))
                .collect();
            // `!=` and `||` are taken as the known run took them, so a guess may be a part of the path's inputs.
            for point in &inside {
                assert!(points.contains(point), "{text}\nsatisfies {:?} but leaves the path: {point:?}", system.rows);
            }
            exact += usize::from(inside.len() == points.len());
            let sound = desk.walk(&points[0], &path, |orders| walk::sound(&desk.program, orders));
            let sound = project_sound(&sound.system);
            for point in &points {
                assert!(sound.rows.iter().all(|row| desk.holds_at(&sound, row, point, true)), "{text}\n{point:?}");
            }
        }
    }
    assert!(paths > 80 && exact * 2 > paths, "{exact} of {paths}");
}

/// A program of decisions over floats of both formats, with and without ranges, and integers; linear ones only, or not.
fn float_program(rng: &mut ChaCha8Rng, linear: bool) -> String {
    let mut text = String::from(
        "#include \"rarebit.h\"\nextern double fabs(double), floor(double), ceil(double), sqrt(double), exp(double);\n\
         extern double __VERIFIER_nondet_double(void);\nextern float __VERIFIER_nondet_float(void);\nint main(void) {\n  int r = 0;\n\
         double x = rarebit_double(\"x\", -50.0, 100.0);\n  float f = rarebit_float(\"f\", -10.0f, 10.0f);\n  \
         int n = rarebit_int(\"n\", -20, 20);\n",
    );
    text += if linear {
        "  double y = rarebit_double(\"y\", 0.0, 30.0), z = rarebit_double(\"z\", -1.0, 1.0);\n"
    } else {
        "  double y = __VERIFIER_nondet_double();\n  float z = __VERIFIER_nondet_float();\n"
    };
    let number =
        |rng: &mut ChaCha8Rng| ["0.1", "2", "-3.5", "0.25", "7", "-0.3", "1e-3", "12.75"][rng.random_range(0..8)];
    let leaf = |rng: &mut ChaCha8Rng| ["x", "y", "z", "f", "n"][rng.random_range(0..5)];
    let term = |rng: &mut ChaCha8Rng| {
        let (a, b, c) = (leaf(rng), leaf(rng), leaf(rng));
        match rng.random_range(0..if linear { 6 } else { 13 }) {
            0 => format!("{a} + {b}"),
            1 => format!("{} * {a} - {b}", number(rng)),
            2 => format!("{a} / {} + {} * {c}", number(rng), number(rng)),
            3 => format!("({a} - {b}) * {} + {c}", number(rng)),
            4 => format!("-{a} * {}", number(rng)),
            5 => format!("(double){a} - (float)({b} * {})", number(rng)),
            6 => format!("fabs({a} - {b})"),
            7 => format!("floor({a} / {}) + {b}", number(rng)),
            8 => format!("{a} * {b} + {c}"),
            9 => format!("(int)x + {a} / {b}"),
            10 => format!("(unsigned char)f * {a}"),
            11 => format!("ceil(x * {}) - sqrt(fabs({a}))", number(rng)),
            _ => format!("({a} < {b} ? {a} : {c}) + exp(z)"),
        }
    };
    text += &format!("  double w = {};\n", term(rng));
    for at in 0..rng.random_range(3..7) {
        let op = ["<", "<=", ">", ">=", "==", "!="][rng.random_range(0..if linear { 4 } else { 6 })];
        let (a, b) = (term(rng), number(rng));
        text += &match rng.random_range(0..3) {
            0 => format!("  if ({a} {op} {b}) r += {};\n", 1 << at),
            1 => format!("  if ({a} {op} w) r += {};\n", 1 << at),
            _ => format!("  if (w {op} {b}) {{ if (!({a} {op} {b})) r += {}; }}\n", 1 << at),
        };
    }
    text + "  return r & 1;\n}\n"
}

#[test]
fn systems_hold_on_floats() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut all = 0;
    for _ in 0..40 {
        let text = float_program(&mut rng, false);
        let (wrong, rows, diverged) = mistakes(&Desk::of(&text), 60, &mut rng);
        assert!(wrong.is_empty(), "{text}\n{:#?}", &wrong[..wrong.len().min(5)]);
        assert_eq!(diverged, 0, "{text}");
        all += rows;
    }
    assert!(all > 3000, "only {all} rows were tried");
}

/// Solutions of what a guess says about float programs do what they are for, nearly always.
#[test]
fn solutions_over_floats_turn() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let (mut turned, mut tried) = (0, 0);
    for _ in 0..30 {
        let text = float_program(&mut rng, true);
        let desk = Desk::of(&text);
        let mut tracer = super::walks::Tracer::new(&desk.program, &desk.sites, &desk.options);
        for _ in 0..6 {
            let (point, path) = desk.draw(&mut rng);
            let guess = desk.walk(&point, &path, |orders| walk::guess(&desk.program, orders));
            for turn in &guess.turns {
                let Aim::Edge(edge) = turn.aim else { continue };
                for way in turn.ways.iter().filter(|way| !way.is_empty()) {
                    let system = guess.system.prefix(turn.rows, way);
                    let Some(values) = solve::point(&system) else { continue };
                    let other = linear::moved(&desk.sites, &point, &system, &values);
                    let taken = tracer.decisions(&other);
                    let turns = taken.get(..turn.decisions) == path.get(..turn.decisions)
                        && taken.get(turn.decisions) == Some(&edge);
                    (turned, tried) = (turned + usize::from(turns), tried + 1);
                }
            }
        }
    }
    assert!(tried > 200 && turned * 20 >= tried * 19, "{turned} of {tried}");
}

/// The linear adviser, and the runs that it is shown: the paths of its trie.
struct Recorder<'a> {
    inner: Linear<'a>,
    seen: Arc<Mutex<Vec<Point>>>,
}

impl Adviser for Recorder<'_> {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn advise(&mut self, view: &View<'_>, effort: u64) -> Vec<Advice> {
        let near = view.archive.goals.values().flat_map(|goal| goal.best.first()).map(|(point, _)| point);
        self.seen.lock().unwrap().extend(view.suite.iter().copied().chain(view.fresh).chain(near).cloned());
        self.inner.advise(view, effort)
    }
}

struct Nobody;

impl Observer for Nobody {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Searches a program for so many rounds and looks for mistakes on all the paths that the adviser came to know. How many
/// paths, and how many rows.
fn known_paths(file: &Path, rounds: u64) -> (usize, usize) {
    let desk = Desk::new(file);
    let settings = Settings {
        simulation: desk.options.clone(),
        engine: Engine::Interpreter,
        budget: Budget { rounds: Some(rounds), ..Budget::default() },
        seed: 9,
        strategy: Strategy::Lp,
        learners: Weights::default(),
        sought: Sought::Violations,
        first: false,
        threads: 1,
        samples: Some(100),
        lambda: None,
        slice: false,
        without: Default::default(),
    };
    let seen = Arc::new(Mutex::new(Vec::new()));
    let recorder =
        Recorder { inner: Linear::new(&desk.program, linear::Kind::Points, Pool::default()), seen: seen.clone() };
    explore_with(&desk.program, &settings, Past::default(), &mut Nobody, vec![Box::new(recorder)]);
    let mut tracer = super::walks::Tracer::new(&desk.program, &desk.sites, &desk.options);
    let mut by_path: HashMap<Vec<Edge>, Vec<Point>> = HashMap::new();
    for point in std::mem::take(&mut *seen.lock().unwrap()) {
        let points = by_path.entry(tracer.decisions(&point)).or_default();
        if points.len() < 8 && !points.contains(&point) {
            points.push(point);
        }
    }
    let paths = by_path.len();
    let (wrong, rows, _) = mistakes_on(&desk, by_path);
    assert!(wrong.is_empty(), "{}: {:#?}", file.display(), &wrong[..wrong.len().min(5)]);
    (paths, rows)
}

#[test]
fn systems_hold_on_known_paths() {
    let some = ["benchmarks/fse07/drive1.c", "benchmarks/fse07/sttable.c", "benchmarks/needles/fletcher32_block.c"];
    let known = some.map(|file| known_paths(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file), 2));
    let (paths, rows) = known.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    assert!(paths > 40 && rows > 10_000, "{paths} paths, {rows} rows");
}

/// All of them: `benchmarks/linear-soundness.sh`.
#[test]
#[ignore = "takes minutes"]
fn systems_hold_on_all_known_paths() {
    for directory in ["benchmarks/fse07", "benchmarks/needles"] {
        let all = files(directory);
        let known: Vec<(usize, usize)> = all.iter().map(|file| known_paths(file, 3)).collect();
        let (paths, rows) = known.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let many = all.len();
        writeln!(std::io::stdout(), "{directory}: {many} programs, {paths} paths, {rows} rows, no mistake").unwrap();
    }
}
