//! Native confirmation end to end: what the original program says to a violation, in both data models.

use rarebit::confirm::{Cache, Judge, Verdict};
use rarebit::output::Ending;
use rarebit::output::value;
use rarebit::simulate::{Interpreter, Options, Simulator};
use rarebit_front_end::ir::{ClassSet, DataModel};
use rarebit_front_end::lift::{LiftOptions, lift};
use rarebit_learners::Observation;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const DECLARATIONS: &str = "\
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long long __VERIFIER_nondet_longlong(void);
extern void __VERIFIER_assume(int);
#line 1
";

/// A directory to work in.
struct Desk(TempDir);

impl Desk {
    fn new() -> Desk {
        Desk(tempfile::tempdir().unwrap())
    }

    fn program(&self, name: &str, body: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, format!("{DECLARATIONS}{body}")).unwrap();
        path
    }

    fn rarebit(&self, args: &[&str]) -> Value {
        let output = Command::new(env!("CARGO_BIN_EXE_rarebit"))
            .args(args)
            .current_dir(self.0.path())
            .env("XDG_CACHE_HOME", self.0.path().join("cache"))
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}{}", String::from_utf8_lossy(&output.stderr)))
    }

    /// Runs a program on inputs and asks the native one.
    fn confirm(&self, program: &Path, inputs: &str, more: &[&str]) -> Value {
        let mut args = vec!["run", program.to_str().unwrap(), "--json", "--confirm", "--checks", "all"];
        args.extend(if inputs.is_empty() { vec![] } else { vec!["--inputs", inputs] });
        args.extend(more);
        let mut result = self.rarebit(&args);
        assert_eq!(result["outcome"]["kind"], "violation", "{inputs} {result:#}");
        result["confirmation"].take()
    }
}

/// Line by line, what the first input chooses.
const ERRORS: &str = "\
static char *gone(void) { char *p = malloc(4); free(p); return p; }
static int *dead(void) { int x[2] = {1, 2}; int *volatile p = x; return p; }
struct node { struct node *next; int value; };
int main(void) {
  int k = __VERIFIER_nondet_int(), zero = k - k, array[4] = {0};
  char *heap = malloc(4), text[4] = \"\";
  struct node *list = NULL;
  if (k == 9) assert(zero == 1);
  if (k == 10) abort();
  if (k == 11) heap[k] = 1;
  if (k == 12) strcpy(text, \"much too long\");
  if (k == 13) array[k - 9] = 1;
  if (k == 14) gone()[1] = 1;
  if (k == 15) return dead()[1];
  if (k == 16) { int *p; { int inner[3] = {0}; p = inner; } p[1] = 1; }
  if (k == 17) return list->value;
  if (k == 18) free(heap + 1);
  if (k == 19) free(gone());
  if (k == 20) free(array);
  if (k == 21) *(char *)\"constant\" = 1;
  if (k == 22) memset(text, 0, (size_t)-1);
  if (k == 23) return k / zero;
  if (k == 24) return k % zero;
  if (k == 25) return (-2147483647 - 1 - zero) / (zero - 1);
  if (k == 26) ((void (*)(void))(uintptr_t)zero)();
  if (k == 27) ((void (*)(void))(uintptr_t)(zero + 54321))();
  if (k == 28) ((void (*)(void))heap)();
  if (k == 29) __builtin_unreachable();
  if (k == 30) *(volatile int *)(uintptr_t)(zero + 65540) = 1;
  if (k == 31) { heap = realloc(gone(), 10); }
  if (k == 32) printf(\"%s\\n\", gone());
  free(heap);
  return 0;
}
";

fn every_class(model: DataModel) {
    let desk = Desk::new();
    let files = vec![desk.program("errors.c", ERRORS)];
    let options = LiftOptions { files, flags: vec!["-w".into()], model: Some(model), ..LiftOptions::default() };
    let program = lift(&options).unwrap().program;
    let judge = Judge::new(&options, &program, Cache::at(&desk.0.path().join("cache")));
    let mut simulation = Options::default();
    simulation.select(&program, ClassSet::all());
    let mut interpreter = Interpreter::new(&program, simulation);
    // The number of the case is one more than that of its line.
    for case in 9..=32 {
        let mut inputs = value::listed(vec![case.to_string()], model);
        let mut seen = Observation::default();
        interpreter.run(&mut inputs, &mut seen);
        let Ending::Violation(finding) = Ending::new(&program, seen.outcome, interpreter.failure()) else {
            panic!("{} case {case}: {:?}", model.name(), seen.outcome);
        };
        match judge.judge(&finding, &inputs.drawn) {
            Verdict::Confirmed(evidence) => {
                assert!(
                    evidence.place.ends_with(&format!(":{}", case - 1)),
                    "{} case {case}: {evidence:?}",
                    model.name()
                );
            }
            Verdict::Unconfirmed(reason) => panic!("{} case {case}: {finding:?}: {reason}", model.name()),
        }
    }
}

#[test]
fn every_class_is_confirmed_at_its_line_lp64() {
    every_class(DataModel::Lp64);
}

#[test]
fn every_class_is_confirmed_at_its_line_ilp32() {
    every_class(DataModel::Ilp32);
}

#[test]
fn inputs_of_every_type_arrive_in_order() {
    let desk = Desk::new();
    let body = "int sensor(void); float gain(int); void beep(int); unsigned char status();\n\
                int main(int argc, char **argv) {\n\
                int i = __VERIFIER_nondet_int(); float f = __VERIFIER_nondet_float();\n\
                double d = __VERIFIER_nondet_double(); _Bool b = __VERIFIER_nondet_bool();\n\
                unsigned char c = __VERIFIER_nondet_uchar(); long long l = __VERIFIER_nondet_longlong();\n\
                int s = sensor(); float g = gain(s); beep(s); int again = sensor(); int st = status();\n\
                __VERIFIER_assume(argc == 2);\n\
                if (i == -5 && f == 0.5f && d == -1e300 && b && c == 200 && l == -1234567890123 && s == 77)\n\
                if (g == 2.5f && again == -78 && st == 9 && !strcmp(argv[0], \"inputs\") && !getenv(\"HOME\"))\n\
                assert(!strcmp(argv[1], \"other\"));\n  return 0; }";
    let program = desk.program("inputs.c", body);
    let values = "-5,0.5,-1e300,1,200,-1234567890123,77,2.5,-78,9";
    for model in ["-m64", "-m32"] {
        let verdict = desk.confirm(&program, values, &[model, "--", "first"]);
        assert_eq!(verdict["verdict"], "confirmed", "{model}: {verdict:#}");
    }
}

/// The programs of `tests/inputs`, each on inputs that violate something.
#[test]
fn every_convention_is_replayed() {
    let header = |wide: &str| format!("3,1,97,0,3,4,1,8,1,1,-5,6,7,-0.25,1e99,nan,inf,{wide}1,\"abcdef\"");
    let stdin = "int main(void) { char line[8] = \"\", c = getchar(); double d = __VERIFIER_nondet_double();\n\
                 fgets(line, 8, stdin); int last = getchar(), end = getchar();\n\
                 assert(c != 'a' || strcmp(line, \"bc\\n\") || last != 'z' || end != EOF || d != 2.5); }";
    let desk = Desk::new();
    let stdin = desk.program("stdin.c", stdin);
    let file = desk.0.path().join("text");
    fs::write(&file, "abc\nz").unwrap();
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs");
    for (model, wide) in [("-m64", "-18446744073709551617,"), ("-m32", "")] {
        for (name, inputs, more) in [
            ("klee.c", "5,\"word\",19,2,2", &[][..]),
            ("klee.c", "5,\"word\",19,3,2", &[]),
            ("header.c", &header(wide), &[]),
            ("fuzz.c", "2,\"FU\"", &[]),
            ("arguments.c", "2,1,\"x\",2,\"ok\"", &["--argv-inputs", "2,5", "--", "first"]),
            (stdin.to_str().unwrap(), "5,\"a\",2.5,\"bc\\nz\"", &["--stdin", "20"]),
            (stdin.to_str().unwrap(), "2.5", &["--stdin-file", file.to_str().unwrap()]),
        ] {
            let verdict = desk.confirm(&programs.join(name), inputs, &[&[model], more].concat());
            assert_eq!(verdict["verdict"], "confirmed", "{name} {model} {inputs}: {verdict:#}");
        }
    }
}

/// Clocks show inputs and nobody waits; files are those that the program makes itself.
#[test]
fn clocks_and_files_are_those_of_the_simulation() {
    let desk = Desk::new();
    let body = "#include <sys/time.h>\n#include <time.h>\n#include <unistd.h>\n\
                int main(void) { time_t a = time(NULL); struct timespec s; clock_gettime(CLOCK_MONOTONIC, &s);\n\
                struct timeval v; gettimeofday(&v, NULL); clock_t c = clock(); sleep(1000); nanosleep(&s, NULL);\n\
                int n = 0, m = 0, k = 0; char word[8] = \"\"; assert(fopen(\"file\", \"r\") == NULL);\n\
                int got = scanf(\"%d %x %7s\", &n, &m, word); FILE *f = fopen(\"file\", \"w+\");\n\
                fprintf(f, \"%d\", n); rewind(f); got += fscanf(f, \"%d\", &k); fclose(f);\n\
                int times = a == 1000 && s.tv_nsec == 500000001 && v.tv_sec == 1003 && c == 77;\n\
                assert(!(times && got == 4 && k == n && n == -42 && m == 255 && !strcmp(word, \"w\"))); }";
    let program = desk.program("clocks.c", body);
    for model in ["-m64", "-m32"] {
        let inputs = "1000,1,500000000,3000000000,77,10,\"-42 0xff w\"";
        let verdict = desk.confirm(&program, inputs, &[model, "--stdin", "20"]);
        assert_eq!(verdict["verdict"], "confirmed", "{model}: {verdict:#}");
        assert!(verdict["place"].as_str().unwrap().ends_with(":10"), "{model}: {verdict:#}");
    }
}

/// A program may have functions with the names of the C library's.
#[test]
fn the_driver_does_not_need_the_library() {
    let desk = Desk::new();
    let body = "#include <unistd.h>\nssize_t write(int fd, const void *p, size_t n) { return -5; }\n\
                void *memcpy(void *a, const void *b, size_t n) { return NULL; }\n\
                int strcmp(const char *a, const char *b) { return 3; }\n\
                char *getenv(const char *name) { return (char *)name; }\n\
                int open(const char *path, int flags, ...) { return 0; } void _exit(int s) { for (;;) {} }\n\
                int main(void) { assert(__VERIFIER_nondet_float() != 0.5f); }";
    let verdict = desk.confirm(&desk.program("library.c", body), "0.5", &[]);
    assert_eq!(verdict["verdict"], "confirmed", "{verdict:#}");
}

#[test]
fn the_programs_own_failure_functions_are_seen_through() {
    let desk = Desk::new();
    let body = "void reach_error(void) { assert(0); }\n\
                void assume_abort_if_not(int c) { if (!c) abort(); }\n\
                static void check(int c) { if (!c)\n  reach_error();\n}\n\
                int main(void) { int x = __VERIFIER_nondet_int(); assume_abort_if_not(x > 2); check(x < 5); }";
    let verdict = desk.confirm(&desk.program("own.c", body), "7", &[]);
    assert_eq!(verdict["verdict"], "confirmed", "{verdict:#}");
    assert!(verdict["place"].as_str().unwrap().ends_with("own.c:4"), "{verdict:#}");
}

#[test]
fn several_files_with_headers_and_flags() {
    let desk = Desk::new();
    fs::create_dir(desk.0.path().join("sub")).unwrap();
    fs::write(desk.0.path().join("sub/part.h"), "static inline int twice(int x) {\n  return x / (x - N);\n}\n")
        .unwrap();
    let other = desk.program("other.c", "#include \"part.h\"\nint part(int x) { return twice(x); }");
    let main = desk.program("main.c", "int part(int);\nint main(void) { return part(__VERIFIER_nondet_int()); }");
    let verdict = desk.confirm(&main, "6", &[other.to_str().unwrap(), "-I", "sub", "-DN=6"]);
    assert_eq!(verdict["verdict"], "confirmed", "{verdict:#}");
    assert!(verdict["place"].as_str().unwrap().ends_with("part.h:2"), "{verdict:#}");
}

/// The simulated address space has 32 bits, so a program that looks at addresses can tell the two worlds apart.
#[test]
fn what_happens_instead_is_the_reason() {
    let desk = Desk::new();
    let reason = |name: &str, body: &str, expected: &str, words: &str| {
        let body = format!("static int real(void) {{ int x; return (uintptr_t)&x >> 32 != 0; }}\n{body}");
        let verdict = desk.confirm(&desk.program(name, &body), "1,2", &[]);
        let text = verdict["text"].as_str().unwrap_or_default();
        assert_eq!(verdict["reason"], expected, "{name}: {verdict:#}");
        assert!(text.contains(words), "{name}: {text}");
    };
    let read = "int x = __VERIFIER_nondet_int();";
    reason("exit.c", &format!("int main(void) {{ {read} assert(real()); return 3; }}"), "exit", "status 3");
    reason(
        "line.c",
        &format!("int main(void) {{ {read} if (real())\nassert(!x);\nassert(!x); }}"),
        "other_line",
        "line.c:3",
    );
    reason(
        "class.c",
        &format!("int main(void) {{ {read} if (real()) abort(); assert(!x); }}"),
        "other_class",
        "abort at",
    );
    reason(
        "dry.c",
        "int main(void) { while (real()) __VERIFIER_nondet_int(); assert(!__VERIFIER_nondet_int()); }",
        "out_of_inputs",
        "reads more inputs",
    );
    reason(
        "other.c",
        "int main(void) { if (real()) __VERIFIER_nondet_float(); assert(!__VERIFIER_nondet_int()); }",
        "other_input",
        "calls __VERIFIER_nondet_float",
    );
    let assume = format!("int main(void) {{ {read} __VERIFIER_assume(!real()); assert(!x); }}");
    reason("assume.c", &assume, "assumption_failed", "assumption");
    let structure = "struct pair { long a, b; } pair(void);\nint main(void) { assert(pair().b != 2); }";
    reason("struct.c", structure, "unsupported", "`pair`");
}

#[test]
fn bitcode_cannot_be_confirmed() {
    let desk = Desk::new();
    let source = desk.program("code.c", "int main(void) { assert(!__VERIFIER_nondet_int()); }");
    let compiled = Command::new("clang-19")
        .args(["-O0", "-g", "-emit-llvm", "-c", "code.c", "-o", "code.bc"])
        .current_dir(source.parent().unwrap())
        .status();
    assert!(compiled.unwrap().success());
    assert_eq!(desk.confirm(&source.with_extension("bc"), "1", &[])["reason"], "no_source");
}

#[test]
fn hunt_confirms_and_keeps_the_verdict() {
    let desk = Desk::new();
    let program = desk.program("small.c", "int main(void) { return 1 / (__VERIFIER_nondet_uchar() - 7); }");
    let hunt = |more: &[&str]| {
        let mut args = vec!["hunt", program.to_str().unwrap(), "--runs", "100000", "--json"];
        args.extend(more);
        desk.rarebit(&args)
    };
    let found = hunt(&[]);
    assert_eq!(found["confirmation"]["verdict"], "confirmed", "{found:#}");
    let test = fs::read(desk.0.path().join(found["test_file"].as_str().unwrap())).unwrap();
    let test: Value = serde_json::from_slice(&test).unwrap();
    assert_eq!(test["confirmation"], found["confirmation"]);
    assert_eq!(hunt(&["--no-confirm"])["confirmation"], Value::Null);
}
