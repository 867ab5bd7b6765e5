//! `hunt`, `cover` and `compare` end to end: one seed decides, nothing found is lost, what is shown is there.

use rarebit::explore::{
    Advice, Adviser, Budget, Observer, Past, Progress, Settings, Sought, Strategy, View, explore, explore_with,
};
use rarebit::sample::{Entry, Name, Point, Polytope};
use rarebit::simulate::{Engine, Options};
use rarebit_front_end::ir::ClassSet;
use rarebit_front_end::lift::{LiftOptions, lift};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const FIGURE2: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/figure2.c");

/// Two assertions, one of them behind decisions of several kinds: a predicate, a loop over bytes, a product.
const MIXED: &str = r#"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
static int is_key(const unsigned char *text) {
  const char *key = "key";
  for (int i = 0; i < 3; i++)
    if (text[i] != key[i]) return 0;
  return 1;
}
int main(void) {
  unsigned char text[3];
  for (int i = 0; i < 3; i++) text[i] = __VERIFIER_nondet_uchar();
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  double d = __VERIFIER_nondet_double();
  if (is_key(text)) {
    if (x > 1000 && (long)x * y == 720720000) assert(0 && "product");
    if (d * d == 2.25) assert(d < 0);
  }
  return 0;
}
"#;

struct Desk(TempDir);

impl Desk {
    fn new() -> Desk {
        Desk(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn mixed(&self) -> PathBuf {
        let path = self.path("mixed.c");
        fs::write(&path, MIXED).unwrap();
        path
    }

    fn rarebit(&self, program: &Path, command: &str, args: &str) -> Output {
        let words = args.split_whitespace();
        let mut rarebit = Command::new(env!("CARGO_BIN_EXE_rarebit"));
        rarebit.arg(command).arg(program).args(words).current_dir(self.0.path()).output().unwrap()
    }

    fn json(&self, program: &Path, command: &str, args: &str) -> Value {
        let output = self.rarebit(program, command, &format!("{args} --json"));
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
    }

    /// Every file of a directory, by name.
    fn files(&self, name: &str) -> BTreeMap<String, Vec<u8>> {
        let Ok(entries) = fs::read_dir(self.path(name)) else { return BTreeMap::new() };
        let read = |entry: fs::DirEntry| {
            (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap_or_default())
        };
        entries.flatten().map(read).collect()
    }
}

fn checks(result: &Value) -> Vec<String> {
    let violations = result["violations"].as_array().unwrap();
    let mut checks: Vec<String> =
        violations.iter().map(|one| one["violation"]["text"].as_str().unwrap_or("?").to_string()).collect();
    checks.sort();
    checks
}

/// A needle for uniform inputs: three bytes, then an equation. One violation does not hide the other.
#[test]
fn finds_what_uniform_inputs_do_not() {
    let desk = Desk::new();
    let result = desk.json(&desk.mixed(), "hunt", "--runs 1000000 --no-confirm --seed 1");
    assert_eq!(checks(&result), ["0 && \"product\"", "d < 0"], "{result:#}");
    let uniform = desk.json(&desk.mixed(), "hunt", "--runs 400000 --no-confirm --strategy uniform");
    assert_eq!(checks(&uniform), [] as [&str; 0], "{uniform:#}");
}

/// Much of this matters to no check. The access through `x % 17` holds as long as the check of the index ends the run.
const WINDING: &str = r#"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int table[16], log_[64], logged;
static void note(int what) { log_[logged++ & 63] = what; }
int main(void) {
  int noise = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  note(noise);
  for (int i = 0; i < 16; i++) table[i] = i * (noise & 7);
  if (noise > 10) note(table[noise & 15]);
  if (x < 0 || x > 400) return 0;
  if (x >= 100) assert(x % 7 != 3);
  int y = table[x % 17];
  int more = __VERIFIER_nondet_int();
  if (more == 12 && n > 100 && n < 300) return 100 / (n - 222);
  note(y);
  return y + table[x % 16] > 1000000;
}
"#;

/// The slice violates what the whole program does, a proof that relied on a retired check is made again, and inputs
/// that only the whole program reads are there.
#[test]
fn a_hunt_on_the_slice_finds_the_same() {
    let desk = Desk::new();
    let program = desk.path("winding.c");
    fs::write(&program, WINDING).unwrap();
    let sliced = desk.json(&program, "hunt", "--runs 200000 --no-confirm --out sliced");
    let whole = desk.json(&program, "hunt", "--runs 200000 --no-confirm --no-slice --out whole");
    assert_eq!(checks(&sliced), checks(&whole));
    assert_eq!(checks(&sliced).len(), 4, "{:?}", checks(&sliced));
    assert_eq!(sliced["why"], "proved", "{sliced}");
    assert_eq!(whole["why"], "budget: runs");
    for one in sliced["violations"].as_array().unwrap() {
        let inputs = format!("--inputs {}", one["test_file"].as_str().unwrap());
        let replayed = desk.json(&program, "run", &inputs);
        assert_eq!(replayed["outcome"]["place"], one["violation"]["place"], "{replayed}");
        assert!(one["inputs"].as_array().unwrap().len() >= 3, "{one}");
    }
}

/// A program whose checks are all proved is not run for long.
#[test]
fn a_hunt_for_nothing_ends_at_once() {
    let desk = Desk::new();
    let program = desk.path("safe.c");
    let text = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n\
                int main(void) { int n = __VERIFIER_nondet_int(); assert((n & 3) < 4); return n; }\n";
    fs::write(&program, text).unwrap();
    let result = desk.json(&program, "hunt", "--no-confirm");
    assert_eq!((&result["stop"], &result["runs"]), (&"proved".into(), &1.into()));
}

/// Under a budget of runs the seed decides, whatever the number of threads: the same violations with the same inputs,
/// the same suite.
#[test]
fn threads_do_not_matter() {
    let desk = Desk::new();
    let program = desk.mixed();
    for strategy in ["portfolio", "mcmc"] {
        let run = |threads: u32| {
            let out = format!("out-{strategy}-{threads}");
            let args =
                format!("--runs 60000 --seed 5 --no-confirm --threads {threads} --strategy {strategy} --out {out}");
            let mut hunt = desk.json(&program, "hunt", &args);
            let args = format!("--runs 30000 --seed 5 --threads {threads} --strategy {strategy} --out {out}");
            let mut cover = desk.json(&program, "cover", &args);
            for object in [&mut hunt, &mut cover] {
                let text = object.to_string().replace(&out, "out");
                *object = serde_json::from_str(&text).unwrap();
                object.as_object_mut().unwrap().remove("seconds");
                object.as_object_mut().unwrap().remove("phases");
            }
            (hunt, cover, desk.files(&out))
        };
        let (one, two) = (run(1), run(2));
        assert_eq!(one.0, two.0, "{strategy}: hunt");
        assert_eq!(one.1, two.1, "{strategy}: cover");
        assert_eq!(one.2, two.2, "{strategy}: tests");
    }
}

/// Killed at some moments and resumed: what was found stays found, and the search comes to its end.
#[test]
fn a_killed_search_loses_nothing() {
    let desk = Desk::new();
    let program = desk.mixed();
    for (round, milliseconds) in [150u64, 600, 1100].into_iter().enumerate() {
        let campaign = format!("campaign-{round}");
        let args = format!("--runs 300000 --no-confirm --campaign {campaign} --out out-{round}");
        let mut child = Command::new(env!("CARGO_BIN_EXE_rarebit"))
            .args(["hunt", program.to_str().unwrap()])
            .args(args.split(' '))
            .current_dir(desk.0.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
        let before = desk.files(&campaign);
        let Some(state) = before.get("campaign.json") else { continue };
        let state: Value = serde_json::from_slice(state).expect("always a whole file");
        let named = |list: &str| -> Vec<String> {
            state[list].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_string()).collect()
        };
        for name in named("violations").iter().chain(&named("suite")) {
            assert!(before.contains_key(name), "{name} is named but not there");
        }
        let resumed = desk.json(&program, "hunt", &format!("{args} --resume"));
        assert!(resumed["runs"].as_u64() >= state["runs"].as_u64());
        assert!(resumed["coverage"]["covered"].as_u64() >= state["covered"].as_u64(), "{resumed:#}");
        let after = desk.files(&campaign);
        for name in named("violations") {
            assert!(after.contains_key(&name), "{name} was found and is gone");
            let files = resumed["violations"].as_array().unwrap().iter();
            assert!(
                files.clone().any(|one| one["test_file"].as_str().unwrap().ends_with(&name)),
                "{name} is not reported"
            );
        }
    }
}

#[test]
fn a_campaign_of_another_program_is_refused() {
    let desk = Desk::new();
    let first = desk.rarebit(&desk.mixed(), "hunt", "--runs 1000 --no-confirm --campaign c");
    assert!(matches!(first.status.code(), Some(0 | 1)), "{first:?}");
    let output = desk.rarebit(Path::new(FIGURE2), "hunt", "--runs 1000 --campaign c --resume");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("another program"), "{message}");
}

/// The tests of a suite take what the suite says, and no test is superfluous.
#[test]
fn a_suite_covers_what_it_says() {
    let desk = Desk::new();
    let program = desk.mixed();
    let result = desk.json(&program, "cover", "--runs 100000 --seed 2 --out suite");
    let (covered, edges) =
        (result["coverage"]["covered"].as_u64().unwrap(), result["coverage"]["edges"].as_u64().unwrap());
    assert!(covered >= edges - 2, "{result:#}");
    let files = result["suite"].as_array().unwrap().len();
    assert!(files >= 2 && files <= covered as usize, "{result:#}");
    assert_eq!(desk.files("suite").keys().filter(|name| name.starts_with("cover-")).count(), files);
    for test in result["suite"].as_array().unwrap() {
        let args = format!("--inputs {}", test.as_str().unwrap());
        let run = desk.rarebit(&program, "run", &args);
        assert!(!String::from_utf8_lossy(&run.stderr).contains("did not end as"), "{test}");
    }
}

/// What `cover` meets on the way is judged like what `hunt` finds.
#[test]
fn cover_confirms_what_it_meets() {
    let desk = Desk::new();
    let program = desk.path("met.c");
    let text = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  return x > 3 ? 100 / (x - 7) : 0;\n}\n";
    fs::write(&program, text).unwrap();
    let result = desk.json(&program, "cover", "--runs 20000 --seed 1 --out met");
    let violations = result["violations"].as_array().unwrap();
    assert_eq!(violations.len(), 1, "{result:#}");
    assert_eq!(violations[0]["confirmation"]["verdict"], "confirmed", "{result:#}");
    let kept = desk.files("met").into_iter().find(|(name, _)| name.starts_with("violation")).unwrap();
    assert!(String::from_utf8_lossy(&kept.1).contains("\"confirmed\""), "{}", kept.0);
    let alone = desk.json(&program, "cover", "--runs 20000 --seed 1 --out met --no-confirm");
    assert!(alone["violations"][0]["confirmation"].is_null(), "{alone:#}");
}

/// The condition of a loop is joined of two; that the largest of many is small means that all are. Both are measured
/// through the join.
const JOINED: &str = r#"
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  int steps = 0;
  while (steps < 9 && !(fabs(x * x - 2) <= 1e-12)) {
    x = (x + 2 / x) / 2;
    steps++;
  }
  assert(steps > 0);
  return 0;
}
"#;

const PEAK: &str = r#"
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int most = 0;
  for (int i = 0; i < 16; i++) {
    int size = 0;
    for (unsigned bits = __VERIFIER_nondet_uint(); bits != 0; bits >>= 1) size++;
    if (size > most) most = size;
  }
  assert(most > 9);
  return 0;
}
"#;

#[test]
fn joined_conditions_and_peaks_are_measured() {
    let desk = Desk::new();
    for (text, check) in [(JOINED, "steps > 0"), (PEAK, "most > 9")] {
        let program = desk.path("measured.c");
        fs::write(&program, text).unwrap();
        let result = desk.json(&program, "hunt", "--runs 2000000 --no-confirm --seed 1 --strategy portfolio --first");
        assert_eq!(checks(&result), [check], "{result:#}");
    }
}

/// The paper's Figure 3, on its own program: with the learners' bias most samples lie on the curve x·y = 210, where
/// uniform sampling has 5 in 2211.
#[test]
fn compare_draws_figure_3() {
    let desk = Desk::new();
    let args = "--runs 20000 --seeds 2 --scatter x,y --points 2000 --out plots";
    let result = desk.json(Path::new(FIGURE2), "compare", args);
    assert_eq!(result["strategies"].as_array().unwrap().len(), 3);
    assert_eq!(result["trials"].as_array().unwrap().len(), 6);
    let on_curve = |name: &str| {
        let points = result["scatter"][name].as_array().unwrap();
        assert_eq!(points.len(), 2000, "{name}");
        let on = points.iter().filter(|point| point[0].as_f64().unwrap() * point[1].as_f64().unwrap() == 210.0).count();
        on as f64 / points.len() as f64
    };
    assert!(on_curve("uniform") < 0.02, "{}", on_curve("uniform"));
    assert!(on_curve("mcmc") >= 300.0 * 5.0 / 2211.0, "{}", on_curve("mcmc"));
    assert!(result["strategies"][0]["node_coverage_percent"]["median"].as_f64().unwrap() > 50.0, "{result:#}");
    for name in ["coverage", "scatter-uniform", "scatter-mcmc"] {
        let svg = fs::read_to_string(desk.path("plots").join(format!("{name}.svg"))).unwrap();
        assert!(svg.contains("<svg"), "{name}");
        assert_eq!(&fs::read(desk.path("plots").join(format!("{name}.png"))).unwrap()[1..4], b"PNG");
    }
    let table = desk.rarebit(Path::new(FIGURE2), "compare", "--runs 20000 --seeds 2 --out plots");
    let text = String::from_utf8_lossy(&table.stdout).into_owned();
    assert!(text.contains("uniform") && text.contains("first violation"), "{text}");
}

/// Someone who knows one point, or only a neighbourhood.
struct Oracle {
    key: i128,
    room: Option<i128>,
}

impl Adviser for Oracle {
    fn name(&self) -> &'static str {
        "oracle"
    }

    fn advise(&mut self, view: &View<'_>, effort: u64) -> Vec<Advice> {
        assert!(effort > 0 && !view.stalled().is_empty());
        let name = Name { site: 0, occurrence: 0 };
        let inputs = Point { entries: vec![Entry { name, key: self.key }] };
        let (goal, why) = (None, "x is what was asked for".into());
        let Some(room) = self.room else { return vec![Advice::Point { inputs, goal, why }] };
        let start = Point { entries: vec![Entry { name, key: self.key - room }] };
        let polytope = Polytope::unconstrained(vec![name], vec![view.sites.space.axes[0]]);
        let polytope = polytope.at_most(&[1], self.key + room).at_most(&[-1], room - self.key);
        vec![Advice::Domain { polytope: polytope.into(), start, goal, why }]
    }
}

struct Nobody;
impl Observer for Nobody {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What advisers propose is run, credited to them, and the same whatever the number of threads.
#[test]
fn advice_is_taken_and_credited() {
    let desk = Desk::new();
    let path = desk.path("needle.c");
    let text = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n\
                int main(void) { unsigned x = __VERIFIER_nondet_int(); x *= 2654435761u; x ^= x >> 15;\n\
                assert(x * 2246822519u != 3266489917u); return 0; }\n";
    fs::write(&path, text).unwrap();
    let options = LiftOptions { files: vec![path], ..LiftOptions::default() };
    let program = lift(&options).unwrap().program;
    // The hash undone.
    let key = -509325095;
    let mut simulation = Options::default();
    simulation.select(&program, ClassSet::standard());
    let settings = |threads| Settings {
        simulation: simulation.clone(),
        engine: Engine::Jit,
        budget: Budget { runs: Some(30_000), ..Budget::default() },
        samples: None,
        lambda: None,
        seed: 3,
        strategy: Strategy::Uniform,
        learners: rarebit::explore::Weights::default(),
        sought: Sought::Violations,
        first: true,
        threads,
        slice: true,
        without: Default::default(),
    };
    let hunt = |threads, room| {
        let advisers: Vec<Box<dyn Adviser>> = vec![Box::new(Oracle { key, room })];
        explore_with(&program, &settings(threads), Past::default(), &mut Nobody, advisers)
    };
    assert!(explore(&program, &settings(1), Past::default(), &mut Nobody).found.is_empty());
    for room in [None, Some(200)] {
        let (one, two) = (hunt(1, room), hunt(2, room));
        let found = one.found.first().unwrap_or_else(|| panic!("not found with room {room:?}"));
        assert_eq!((found.origin.engine, found.origin.why.as_deref()), ("oracle", Some("x is what was asked for")));
        assert_eq!(one.progress.credits["oracle"].violations, 1);
        assert_eq!(one.progress.runs, two.progress.runs, "threads decide");
        assert_eq!(found.inputs, two.found[0].inputs);
    }
}

/// A function without parameters, called through the pointer that was computed last, is no failure of the run; code that
/// gave up there once made the run go on without the inputs that it had not read yet.
#[test]
fn calls_through_tables_keep_the_inputs() {
    let desk = Desk::new();
    let path = desk.path("table.c");
    let text = "#include <stdio.h>\nextern unsigned char __VERIFIER_nondet_uchar(void);\n\
                static int one(void) { return 1; }\nstatic int two(void) { return 2; }\n\
                static int (*const table[])(void) = {one, two};\nint main(void) {\n  \
                int first = table[__VERIFIER_nondet_uchar() % 2]();\n  \
                printf(\"%d %d\\n\", first, __VERIFIER_nondet_uchar());\n  return 0;\n}\n";
    fs::write(&path, text).unwrap();
    for engine in ["jit", "optimised", "interpreter"] {
        let output = desk.rarebit(&path, "run", &format!("--engine {engine} --inputs 1,3"));
        assert_eq!(String::from_utf8_lossy(&output.stdout), "2 3\n", "{engine}");
    }
}

/// The paper's stopping rule: with a small λ chains end as soon as they have climbed a little, so that the rounds of a
/// budget of rounds take fewer runs; with one that is out of reach they draw all their samples.
#[test]
fn chains_end_when_their_bias_has_grown() {
    let desk = Desk::new();
    let runs = |lambda: &str| {
        let args = format!("--strategy mcmc --rounds 4 --samples 2000 --no-confirm --threads 1 --out out {lambda}");
        desk.json(&desk.mixed(), "hunt", &args)["runs"].as_u64().unwrap()
    };
    let (all, far, near) = (runs(""), runs("--lambda 1e300"), runs("--lambda 1.1"));
    assert_eq!(all, far);
    assert!(near < all / 2, "{near} of {all}");
    let wrong = desk.rarebit(&desk.mixed(), "hunt", "--lambda 0.5");
    assert_eq!(wrong.status.code(), Some(2));
}

/// Linear equations are solved, not sampled; and what was found can be explained.
#[test]
fn constraints_find_and_explain() {
    let desk = Desk::new();
    let path = desk.path("equation.c");
    let text = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n\
                int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n\
                if (x < 0 || y < 0 || x > 1000000000 || y > 1000000000) return 0;\n\
                if (3l * x - 7l * y == 1000003 && x > 500000000) assert(x % 1000 != 7);\nreturn 0; }\n";
    fs::write(&path, text).unwrap();
    let args = "--strategy lp --rounds 6 --samples 300 --no-confirm --first --threads 1 --out kept";
    assert_eq!(checks(&desk.json(&path, "hunt", args)), ["x % 1000 != 7"]);
    let sampled = desk.json(&path, "hunt", "--strategy mcmc --rounds 6 --samples 300 --no-confirm --threads 1");
    assert!(checks(&sampled).is_empty() && sampled["stop"] == "budget: rounds");
    let explained: Value = serde_json::from_slice(&{
        let mut rarebit = Command::new(env!("CARGO_BIN_EXE_rarebit"));
        rarebit.args(["explain", "kept", "--json"]).current_dir(desk.0.path()).output().unwrap().stdout
    })
    .unwrap();
    let one = &explained["explained"][0];
    assert!(one["origin"]["engine"].is_string());
    let rows: Vec<&str> = one["path"].as_array().unwrap().iter().map(|row| row["row"].as_str().unwrap()).collect();
    // The remainder may narrow the bound further.
    let above = rows.iter().filter_map(|row| row.strip_suffix(" ≤ x")?.parse::<i64>().ok()).max();
    assert!(rows.contains(&"3·x = 7·y + 1000003") && above > Some(500_000_000), "{rows:?}");
}

/// Linear constraints over floats are solved: a sliver between two lines that uniform sampling does not hit.
#[test]
fn constraints_over_floats_find() {
    let desk = Desk::new();
    let path = desk.path("sliver.c");
    let text = "#include <assert.h>\n#include \"rarebit.h\"\nint main(void) {\n\
                double x = rarebit_double(\"x\", -1e5, 1e5), y = rarebit_double(\"y\", -1e5, 1e5);\n\
                float f = rarebit_float(\"f\", 0, 64);\n\
                double d = 0.3 * x - 1.7 * y;\n\
                if (d > 12.5 && d < 12.5001 && x > 99000.0 && x < 99000.01)\n\
                  if ((int)(f * 16) == 333) assert(0 && \"sliver\");\n\
                return 0; }\n";
    fs::write(&path, text).unwrap();
    let found = |strategy: &str| {
        let args = format!("--strategy {strategy} --runs 60000 --seed 1 --first --no-confirm --out {strategy}");
        desk.json(&path, "hunt", &args)["violations"].as_array().unwrap().len()
    };
    assert_eq!((found("lp"), found("uniform")), (1, 0));
    let output = desk.rarebit(Path::new("lp"), "explain", "");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("x ≤ 99000.01") && text.contains("x ≥ 99000"), "{text}");
}

/// A check inside a library function is a failure of its own for every place that calls the library.
#[test]
fn library_checks_are_reported_by_caller() {
    let desk = Desk::new();
    let path = desk.path("callers.c");
    let text = "#include <string.h>\n#include \"rarebit.h\"\nint main(void) {\n\
                char small[4], text[16];\n\
                int n = rarebit_int(\"n\", 0, 15), which = rarebit_int(\"which\", 0, 2);\n\
                memset(text, 'a', sizeof text);\n\
                text[n] = 0;\n\
                if (which == 1)\n\
                  strcpy(small, text);\n\
                else if (which == 2)\n\
                  strcpy(small, text);\n\
                return 0; }\n";
    fs::write(&path, text).unwrap();
    let result = desk.json(&path, "hunt", "--runs 3000 --seed 1 --no-confirm");
    let stack = |violation: &Value| violation["violation"]["stack"].to_string();
    let violations: Vec<String> = result["violations"].as_array().unwrap().iter().map(stack).collect();
    for line in ["callers.c:9:", "callers.c:11:"] {
        let here = violations.iter().filter(|stack| stack.contains(line)).count();
        assert_eq!(here, 1, "{line} {violations:#?}");
    }
}
