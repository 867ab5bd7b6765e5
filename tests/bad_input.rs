//! What cannot be run gives one clear message with its source place and the documented exit code: 2 for bad input, 3
//! for what is not supported, 0 for a run that only used up a budget. Never a panic.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

fn rarebit(directory: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rarebit")).args(args).current_dir(directory).output().unwrap()
}

/// Runs `rarebit run` on a file with this content; expects the exit code and all of these words.
fn expect_args(name: &str, content: &[u8], args: &[&str], code: i32, words: &[&str]) {
    let desk = TempDir::new().unwrap();
    fs::write(desk.path().join(name), content).unwrap();
    let output = rarebit(desk.path(), &[&["run", name], args].concat());
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{name}: {message}");
    for word in words {
        assert!(message.contains(word), "{name}: no `{word}` in: {message}");
    }
    assert!(!message.contains("panicked"), "{name}: {message}");
}

fn expect(name: &str, content: &str, code: i32, words: &[&str]) {
    expect_args(name, content.as_bytes(), &[], code, words);
}

#[test]
fn not_c_is_told_in_the_words_of_clang() {
    expect("poem.c", "roses are red {\n", 2, &["poem.c:1:1: error: unknown type name 'roses'"]);
    expect("poem.txt", "roses are red\n", 2, &["poem.txt: not a C source (.c, .i) or LLVM bitcode (.bc) file"]);
}

#[test]
fn a_missing_file_is_named() {
    let desk = TempDir::new().unwrap();
    let output = rarebit(desk.path(), &["run", "nowhere.c"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "rarebit: nowhere.c: no such file\n");
}

#[test]
fn a_directory_is_no_program() {
    let desk = TempDir::new().unwrap();
    fs::create_dir(desk.path().join("dir.c")).unwrap();
    let output = rarebit(desk.path(), &["run", "dir.c"]);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_missing_or_wrong_compiler_is_named() {
    let fine = b"int main(void) { return 0; }";
    expect_args("a.c", fine, &["--clang", "/nonexistent/clang"], 3, &["/nonexistent/clang", "install clang 19"]);
    expect_args("a.c", fine, &["--clang", "cc"], 3, &["`cc` is", "so it needs clang 19"]);
    expect_args("a.c", fine, &["--clang", "true"], 3, &["`true` is", "so it needs clang 19"]);
}

#[test]
fn corrupt_bitcode_is_named() {
    expect("noise.bc", "no bitcode at all", 2, &["noise.bc: not readable as LLVM 19 bitcode"]);
    expect_args("head.bc", b"BC\xc0\xde and nothing", &[], 2, &["head.bc: not readable as LLVM 19 bitcode"]);
    let desk = TempDir::new().unwrap();
    fs::write(desk.path().join("a.c"), "int main(void) { return 0; }").unwrap();
    let made = Command::new("clang-19").args(["-c", "-emit-llvm", "a.c"]).current_dir(desk.path()).status().unwrap();
    assert!(made.success());
    let whole = fs::read(desk.path().join("a.bc")).unwrap();
    for part in [5, whole.len() / 3, whole.len() / 2, whole.len() - 8] {
        expect_args("cut.bc", &whole[..part], &[], 2, &["cut.bc: not readable as LLVM 19 bitcode"]);
    }
}

#[test]
fn a_program_without_main_is_told() {
    expect("part.c", "int f(void) { return 1; }", 2, &["no function `main` is defined in part.c"]);
}

#[test]
fn endless_recursion_ends_at_its_budget() {
    let program = "static int down(int n) {\n  return down(n + 1) + 1;\n}\nint main(void) { return down(0); }\n";
    expect("deep.c", program, 0, &["calls inside calls (50,000)", "--max-depth", "deep.c:2:10 in down", "more calls"]);
}

#[test]
fn an_endless_loop_ends_at_its_budget() {
    let program = b"int main(void) {\n  for (;;)\n    ;\n}\n";
    expect_args("loop.c", program, &["--max-steps", "100000"], 0, &["(100,000)", "--max-steps", "loop.c:2:3 in main"]);
}

#[test]
fn huge_allocations_end_at_their_budget() {
    let one = "#include <stdlib.h>\nint main(void) {\n  char *p = malloc((size_t)1 << 40);\n  p[0] = 1;\n}\n";
    expect("one.c", one, 0, &["budget of memory", "--max-memory", "one.c:3:13 in main"]);
    let many = "#include <stdlib.h>\nint main(void) {\n  for (;;)\n    *(char *)malloc(1 << 26) = 1;\n}\n";
    expect("many.c", many, 0, &["budget of memory", "many.c:4:14 in main"]);
    let array = "static char room[1ul << 33];\nint main(void) { return room[7]; }\n";
    expect("array.c", array, 0, &["budget of memory"]);
    let vla = "int main(int n, char **v) {\n  char a[(unsigned long)n << 38];\n  a[0] = 1;\n  return a[0] + !v;\n}\n";
    expect("vla.c", vla, 0, &["budget of memory", "vla.c:2:3 in main"]);
}

#[test]
fn what_is_not_supported_says_what_and_where() {
    let assembly = "int main(void) {\n  int x;\n  __asm__(\"mov $1, %0\" : \"=r\"(x));\n  return x;\n}\n";
    expect("asm.c", assembly, 3, &["asm.c:3:3: inline assembly is not supported", "not supported: inline assembly"]);
    let jump = "#include <setjmp.h>\nstatic jmp_buf b;\nint main(void) {\n  return setjmp(b);\n}\n";
    expect("jump.c", jump, 3, &["jump.c:4:10: setjmp is not supported", "at jump.c:4:10 in main"]);
    let thread = "#include <pthread.h>\nstatic void *f(void *p) { return p; }\nint main(void) {\n  pthread_t t;\n  \
                  return pthread_create(&t, 0, f, 0);\n}\n";
    expect("thread.c", thread, 3, &["thread.c:5:10: a thread (pthread_create) is not supported"]);
    let process = "#include <unistd.h>\nint main(void) {\n  return fork();\n}\n";
    expect("fork.c", process, 3, &["fork.c:3:10: a second process (fork) is not supported"]);
    let quad = "int main(void) {\n  __float128 x = 1;\n  return x > 2;\n}\n";
    expect("quad.c", quad, 3, &["quad.c:2:14", "__float128", "not supported"]);
}

/// Code that is not supported but not reached does no harm.
#[test]
fn unreached_unsupported_code_is_only_a_warning() {
    let program = "#include <setjmp.h>\nstatic jmp_buf b;\nint main(int n, char **v) {\n  if (n > 5)\n    \
                   longjmp(b, 1);\n  return v == 0;\n}\n";
    expect("rare.c", program, 0, &["warning: rare.c:5:5: longjmp is not supported; a run that comes here ends"]);
}

#[test]
fn long_double_is_approximated_and_said_so() {
    let program = "int main(void) {\n  long double third = 1.0L / 3;\n  return third > 0.34L;\n}\n";
    expect("wide.c", program, 0, &["warning: wide.c:2:15: long double is computed as double here"]);
}
