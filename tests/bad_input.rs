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

/// Commands about a program, each with what it needs to be quick.
const COMMANDS: [&str; 7] = [
    "hunt --runs 50 --no-confirm",
    "cover --runs 50",
    "compare --runs 20 --seeds 1",
    "run",
    "paths --paths 3",
    "prove",
    "ir",
];

/// Every command says the same about the same bad program.
#[test]
fn every_command_names_a_bad_program() {
    let desk = TempDir::new().unwrap();
    let write = |name: &str, content: &[u8]| fs::write(desk.path().join(name), content).unwrap();
    write("poem.c", b"roses are red {\n");
    write("poem.txt", b"roses");
    write("cut.bc", b"BC\xc0\xde and nothing");
    write("part.c", b"int f(void) { return 1; }");
    fs::create_dir(desk.path().join("dir.c")).unwrap();
    let table = [
        ("nowhere.c", "nowhere.c: no such file"),
        ("poem.c", "poem.c:1:1: error: unknown type name 'roses'"),
        ("poem.txt", "poem.txt: not a C source"),
        ("cut.bc", "cut.bc: not readable as LLVM 19 bitcode"),
        ("part.c", "no function `main` is defined in part.c; write one, or try one of its functions: --function NAME"),
        ("dir.c", "dir.c"),
        ("--nonsense", "--nonsense"),
        ("", "<FILE>"),
    ];
    for command in COMMANDS {
        for (file, word) in table {
            let args: Vec<&str> = command.split(' ').chain([file]).filter(|arg| !arg.is_empty()).collect();
            let output = rarebit(desk.path(), &args);
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
            assert!(message.contains(word), "{args:?}: no `{word}` in: {message}");
            assert!(output.stdout.is_empty(), "{args:?}");
        }
    }
    assert!(!desk.path().join("rarebit-out").exists(), "nothing was found, so nothing is written");
}

/// Sources and names need not be UTF-8: the program is run all the same.
#[test]
fn other_encodings_do_no_harm() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let desk = TempDir::new().unwrap();
    let source = b"#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = \
                   __VERIFIER_nondet_int(); /* \xe9\xff */\n  /* \xff */ assert(x < 7 || x > 7000);\n}\n";
    let name = OsStr::from_bytes(b"n\xff.c");
    fs::write(desk.path().join(name), source).unwrap();
    fs::write(desk.path().join("latin.c"), source).unwrap();
    for command in COMMANDS {
        for file in [name, OsStr::new("latin.c")] {
            let mut tool = Command::new(env!("CARGO_BIN_EXE_rarebit"));
            let output = tool.args(command.split(' ')).arg(file).current_dir(desk.path()).output().unwrap();
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(matches!(output.status.code(), Some(0 | 1)), "{command} {file:?}: {message}");
        }
    }
    // The mark stands below the assertion, whatever stands before it.
    let output = rarebit(desk.path(), &["run", "latin.c", "--inputs", "7"]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines: Vec<&str> = message.lines().collect();
    let at = lines.iter().position(|line| line.contains("assert(x <")).unwrap_or_else(|| panic!("{message}"));
    let column = |line: &str, what: char| line.chars().position(|c| c == what);
    assert_eq!(column(lines[at], 'a'), column(lines[at + 1], '^'), "{message}");
}

const NEEDLE: &str = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = \
                      __VERIFIER_nondet_int();\n  for (int i = 0; i < 40; i++)\n    if (x == i * 1000003)\n      x++;\n  \
                      assert((x ^ 0x55aa55aa) * (long)x != 77);\n}\n";

/// A directory in which nothing can be made, output that cannot be written.
#[test]
fn what_cannot_be_written_is_named() {
    let desk = TempDir::new().unwrap();
    fs::write(desk.path().join("a.c"), "#include <assert.h>\nint main(void) { assert(0); }\n").unwrap();
    fs::write(desk.path().join("file"), "not a directory").unwrap();
    let table: [(&[&str], &str); 6] = [
        (&["hunt", "a.c", "--no-confirm", "--out", "file"], "cannot write file/violation-"),
        (&["hunt", "a.c", "--no-confirm", "--campaign", "file/c"], "file/c: cannot be written: "),
        (&["hunt", "a.c", "--no-confirm", "--campaign", "/proc/c"], "/proc/c: cannot be written: "),
        (&["compare", "a.c", "--runs", "5", "--seeds", "1", "--out", "file/o"], "cannot write file/o"),
        (&["prove", "a.c", "--dot", "file/d"], "cannot write file/d"),
        (&["man", "--out", "file/m"], "cannot write file/m"),
    ];
    for (args, word) in table {
        let output = rarebit(desk.path(), args);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(3), "{args:?}: {message}");
        assert!(message.contains(word), "{args:?}: no `{word}` in: {message}");
    }
    assert_eq!(fs::read_to_string(desk.path().join("file")).unwrap(), "not a directory");
    for command in
        ["hunt a.c --no-confirm", "ir a.c", "prove a.c", "run a.c --json", "doctor", "man", "completions bash"]
    {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut tool = Command::new(env!("CARGO_BIN_EXE_rarebit"));
        let output = tool.args(command.split(' ')).current_dir(desk.path()).stdout(full).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(3), "{command}: {message}");
        assert!(message.contains("cannot write to standard output: No space left on device"), "{command}: {message}");
    }
}

/// A search that goes on until it is stopped, in the directory `c`, when it has begun to write there.
fn endless(desk: &Path) -> std::process::Child {
    use std::os::unix::process::CommandExt;
    let mut tool = Command::new(env!("CARGO_BIN_EXE_rarebit"));
    tool.args(["hunt", "a.c", "--time", "10m", "--threads", "1", "--no-confirm", "--campaign", "c"]);
    tool.current_dir(desk).stdout(std::process::Stdio::null()).stderr(std::process::Stdio::piped());
    // SAFETY: the call is allowed between fork and exec.
    unsafe {
        tool.pre_exec(|| {
            libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
            Ok(())
        });
    }
    let mut child = tool.spawn().unwrap();
    while !desk.join("c/campaign.json").exists() {
        assert!(child.try_wait().unwrap().is_none(), "the search ended");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    child
}

/// When the disk is full (here: when files may not grow any more), the search ends with a message, and what is in the
/// directory is whole.
#[test]
fn a_full_disk_loses_nothing() {
    let desk = TempDir::new().unwrap();
    fs::write(desk.path().join("a.c"), NEEDLE).unwrap();
    let child = endless(desk.path());
    let limit = libc::rlimit { rlim_cur: 100, rlim_max: 100 };
    // SAFETY: the limit is read, and the old one is not asked for.
    let set = unsafe { libc::prlimit(child.id() as libc::pid_t, libc::RLIMIT_FSIZE, &limit, std::ptr::null_mut()) };
    assert_eq!(set, 0);
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{message}");
    assert!(message.contains("cannot write c/") && message.contains("File too large"), "{message}");
    let state: serde_json::Value =
        serde_json::from_slice(&fs::read(desk.path().join("c/campaign.json")).unwrap()).unwrap();
    assert_eq!(state["format"], "rarebit-campaign");
    let again = rarebit(desk.path(), &["hunt", "a.c", "--runs", "500", "--no-confirm", "--campaign", "c", "--resume"]);
    assert_eq!(again.status.code(), Some(0), "{}", String::from_utf8_lossy(&again.stderr));
}

/// Two searches in one directory: the second is refused, and the first goes on.
#[test]
fn a_directory_belongs_to_one_search() {
    let desk = TempDir::new().unwrap();
    fs::write(desk.path().join("a.c"), NEEDLE).unwrap();
    let mut first = endless(desk.path());
    for more in [&[][..], &["--resume"]] {
        let output = rarebit(desk.path(), &[&["hunt", "a.c", "--runs", "10", "--campaign", "c"], more].concat());
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains("c: another search works in it"), "{message}");
    }
    assert!(first.try_wait().unwrap().is_none(), "the first search was disturbed");
    first.kill().unwrap();
    first.wait().unwrap();
    let output = rarebit(desk.path(), &["hunt", "a.c", "--runs", "10", "--no-confirm", "--campaign", "c"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Commands that write, on a disk that may only be read and on one that is full: each says what it could not write and
/// that it failed, leaves nothing half written, and what was there can be read as before. Where the system lets nobody
/// mount a disk, nothing is tested.
#[test]
fn every_command_that_writes_says_when_it_cannot() {
    let desk = TempDir::new().unwrap();
    let source = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  \
                  assert(__VERIFIER_nondet_int() != 7);\n}\n";
    fs::write(desk.path().join("a.c"), source).unwrap();
    let kept = rarebit(desk.path(), &["hunt", "a.c", "--runs", "50000", "--no-confirm", "--campaign", "kept"]);
    assert_eq!(kept.status.code(), Some(1), "{}", String::from_utf8_lossy(&kept.stderr));
    let commands = [
        "hunt a.c --runs 50000 --no-confirm --out disk/out",
        "hunt a.c --runs 50000 --no-confirm --campaign disk/campaign",
        "hunt a.c --runs 500 --no-confirm --campaign disk/kept --resume",
        "cover a.c --runs 500 --no-confirm --out disk/out",
        "cover a.c --runs 500 --no-confirm --campaign disk/campaign",
        "paths a.c --no-confirm --out disk/out",
        "paths a.c --no-confirm --campaign disk/campaign",
        "compare a.c --runs 10 --seeds 1 --out disk/compared",
        "minimize disk/kept/violation-*.json --output disk/small.json",
        "report disk/kept --no-prove",
        "export disk/kept --to sarif",
        "prove a.c --dot disk/dot",
        "man --out disk/man",
    ];
    let fill = "dd if=/dev/zero of=disk/fill bs=1k count=2000 2>/dev/null;";
    for (prepare, word) in [("mount -o remount,ro disk;", "Read-only file system"), (fill, "No space left on device")] {
        // What is printed: a line for each command, then the files with something in them, and whether all is as it was.
        let mut script =
            "mkdir -p disk && mount -t tmpfs -o size=1m tmpfs disk || exit 9; cp -r kept disk/;".to_string();
        script += prepare;
        for command in commands {
            script +=
                &format!("words=$(\"$0\" {command} 2>&1 >/dev/null); echo \"code $? $words\" | tr '\\n' ' '; echo;");
        }
        // The log of the search that was resumed may have got a line more.
        script += "echo; find disk -type f ! -name fill ! -name .lock | sort; diff -r -x log.jsonl kept disk/kept && echo whole; ";
        script += "\"$0\" replay disk/kept >/dev/null; echo $?";
        let run = Command::new("unshare")
            .args(["-rm", "sh", "-c", &script, env!("CARGO_BIN_EXE_rarebit")])
            .current_dir(desk.path())
            .output();
        let Some(run) = run.ok().filter(|run| !matches!(run.status.code(), Some(1 | 9))) else { return };
        let said = String::from_utf8_lossy(&run.stdout).into_owned();
        let (lines, rest) = said.split_once("\n\n").unwrap_or_else(|| panic!("{said}"));
        assert_eq!(lines.lines().count(), commands.len(), "{said}");
        for (command, line) in commands.iter().zip(lines.lines()) {
            assert!(line.starts_with("code 3 ") && line.contains(word), "{command}: {line}");
            assert!(line.contains("cannot ") && line.contains("disk/"), "{command}: {line}");
        }
        assert!(rest.lines().all(|line| line.starts_with("disk/kept/") || ["whole", "1"].contains(&line)), "{rest}");
        assert!(rest.ends_with("whole\n1\n"), "{rest}");
    }
}

/// Commands that read what a search left: every kind of damage is named, with exit code 2, and nothing is changed.
#[test]
fn every_command_that_reads_tests_names_the_damage() {
    let desk = TempDir::new().unwrap();
    let at = |name: &str| desk.path().join(name);
    fs::write(at("a.c"), "#include <assert.h>\nint main(void) { assert(0); }\n").unwrap();
    assert_eq!(rarebit(desk.path(), &["hunt", "a.c", "--no-confirm", "--campaign", "kept"]).status.code(), Some(1));
    let test = fs::read_dir(at("kept")).unwrap().flatten().map(|entry| entry.path());
    let test = test.into_iter().find(|path| path.to_string_lossy().contains("violation-")).unwrap();
    let whole = fs::read(test).unwrap();
    fs::write(at("cut.json"), &whole[..whole.len() / 2]).unwrap();
    fs::write(at("foreign.json"), "{\"name\": \"something else\"}").unwrap();
    fs::write(at("noise.json"), b"\xff\xfe\0\x01").unwrap();
    fs::create_dir(at("empty")).unwrap();
    fs::create_dir_all(at("unreadable/campaign.json")).unwrap();
    let files = [
        ("cut.json", "not a test file: EOF"),
        ("foreign.json", "not a rarebit test file"),
        ("noise.json", "not a test file"),
        ("nowhere", "cannot be read"),
        ("empty", "no test in it"),
        ("unreadable", "cannot be read: Is a directory"),
    ];
    for command in ["run a.c --inputs", "replay", "minimize", "export --to json", "report"] {
        for (file, word) in files {
            let args: Vec<&str> = command.split(' ').chain([file]).collect();
            let output = rarebit(desk.path(), &args);
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
            let word = match (command, file) {
                ("run a.c --inputs", "nowhere" | "empty" | "unreadable") => "neither a file nor",
                ("report", "cut.json" | "foreign.json" | "noise.json") => "cannot be read: Not a directory",
                ("report", "empty") => "no campaign and no test files there",
                _ => word,
            };
            assert!(message.contains(file) && message.contains(word), "{args:?}: no `{word}` in: {message}");
            assert!(output.stdout.is_empty() && !message.contains("panicked"), "{args:?}");
        }
    }
    for command in ["hunt", "cover", "paths"] {
        for directory in ["nowhere", "empty", "unreadable"] {
            let output = rarebit(desk.path(), &[command, "a.c", "--resume", "--campaign", directory]);
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{command} {directory}: {message}");
            assert!(message.contains(&format!("{directory}: cannot be read")), "{command} {directory}: {message}");
        }
    }
    assert!(!at("nowhere").exists());
    let left: Vec<_> = fs::read_dir(at("empty")).unwrap().flatten().map(|entry| entry.file_name()).collect();
    assert!(left.iter().all(|name| name == ".lock"), "{left:?}");
}

/// A pipe that is written to stays a pipe, and a link a link.
#[test]
fn what_is_no_file_is_not_replaced() {
    let desk = TempDir::new().unwrap();
    fs::write(desk.path().join("a.c"), "#include <assert.h>\nint main(void) { assert(0); }\n").unwrap();
    assert_eq!(rarebit(desk.path(), &["hunt", "a.c", "--no-confirm", "--out", "kept"]).status.code(), Some(1));
    fs::write(desk.path().join("old.html"), "old").unwrap();
    std::os::unix::fs::symlink("old.html", desk.path().join("link.html")).unwrap();
    for _ in 0..2 {
        let args = ["report", "kept", "--no-prove", "--out", "link.html"];
        assert_eq!(rarebit(desk.path(), &args).status.code(), Some(0));
        assert!(fs::symlink_metadata(desk.path().join("link.html")).unwrap().is_symlink());
        assert!(fs::read_to_string(desk.path().join("old.html")).unwrap().contains("<html"));
    }
    let script = "mkfifo pipe; cat pipe >piped & \"$0\" export kept --to json --output pipe && wait; test -p pipe";
    let run = Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_rarebit")]).current_dir(desk.path()).status();
    assert!(run.unwrap().success());
    let piped: serde_json::Value = serde_json::from_slice(&fs::read(desk.path().join("piped")).unwrap()).unwrap();
    assert_eq!(piped["tests"].as_array().map(Vec::len), Some(1));
}
