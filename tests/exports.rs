//! Suites in the formats of other tools: written, read back as seeds, and read by those tools or by a reader of our own
//! that shares no code with the writer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

fn rarebit(directory: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rarebit")).args(args).current_dir(directory).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Expects the exit code; gives standard output and error.
fn expect(directory: &Path, args: &[&str], code: i32) -> (String, String) {
    let output = rarebit(directory, args);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{args:?}\n{out}\n{err}");
    assert!(!err.contains("panicked"), "{err}");
    (out, err)
}

/// A directory with one of the programs of `tests/exports`.
fn desk(program: &str) -> TempDir {
    let desk = TempDir::new().unwrap();
    fs::copy(Path::new("tests/exports").join(program), desk.path().join(program)).unwrap();
    desk
}

fn files(directory: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Three test files of `nondet.c`: a violation, and two that end well.
fn nondet() -> TempDir {
    let desk = desk("nondet.c");
    let seed = |name: &str, values: [&str; 4]| {
        let inputs: String = values.iter().map(|value| format!("  <input>{value}</input>\n")).collect();
        let head = "<?xml version=\"1.0\"?>\n<!DOCTYPE testcase>\n";
        fs::write(desk.path().join(name), format!("{head}<testcase>\n{inputs}</testcase>\n")).unwrap();
    };
    fs::create_dir(desk.path().join("seeds")).unwrap();
    seed("seeds/a.xml", ["-70000", "-0x1.8p+1", "200", "0"]);
    seed("seeds/b.xml", ["3", "1.5", "0", "1"]);
    seed("seeds/c.xml", ["0", "nan", "'a'", "0"]);
    let args = ["hunt", "nondet.c", "--runs", "10", "--corpus", "seeds", "--no-confirm", "--campaign", "kept"];
    let (out, err) = expect(desk.path(), &args, 1);
    assert!(out.contains("violation: assert") && !err.contains("warning"), "{out}{err}");
    desk
}

#[test]
fn every_format_is_read_back_as_seeds() {
    let desk = nondet();
    let covered = |seeds: &str| {
        let args = ["hunt", "nondet.c", "--runs", "10", "--corpus", seeds, "--no-confirm", "--json", "--threads", "1"];
        let (out, err) = expect(desk.path(), &args, 1);
        assert!(err.is_empty(), "{seeds}: {err}");
        let result: serde_json::Value = serde_json::from_str(&out).unwrap();
        result["coverage"]["covered"].as_u64().unwrap()
    };
    let all = covered("seeds");
    for format in ["testcomp", "ktest", "libfuzzer", "afl", "json"] {
        let place = if format == "testcomp" { "suite.zip".to_string() } else { format!("to-{format}") };
        let (_, err) = expect(desk.path(), &["export", "kept", "--to", format, "--output", &place], 0);
        assert!(err.contains(" as "), "{err}");
        assert!(covered(&place) >= all, "{format}");
    }
    // From the search itself it is the same.
    let args = ["hunt", "nondet.c", "--runs", "10", "--corpus", "seeds", "--no-confirm", "--export", "json=x.json"];
    expect(desk.path(), &args, 1);
    let direct: serde_json::Value = serde_json::from_slice(&fs::read(desk.path().join("x.json")).unwrap()).unwrap();
    let kept: serde_json::Value = serde_json::from_slice(&fs::read(desk.path().join("to-json")).unwrap()).unwrap();
    assert_eq!(direct["tests"], kept["tests"]);
}

#[test]
fn klee_objects_have_their_names_and_sizes() {
    let desk = desk("klee.c");
    let args = ["hunt", "klee.c", "--runs", "400", "--threads", "1", "--no-confirm", "--export", "ktest"];
    rarebit(desk.path(), &args);
    let directory = desk.path().join("rarebit-out/ktest");
    let tests: Vec<PathBuf> =
        files(&directory).iter().filter(|name| name.ends_with(".ktest")).map(|name| directory.join(name)).collect();
    assert!(!tests.is_empty());
    for test in &tests {
        let read = Command::new("python3").arg("tests/exports/ktest.py").arg(test).output().unwrap();
        let lines = text(&read.stdout);
        assert!(read.status.success(), "{}", text(&read.stderr));
        let heads: Vec<&str> = lines.lines().map(|line| line.rsplit_once(' ').unwrap().0).collect();
        // Padding included; an array is one object, and so is what each turn of the loop asks for.
        assert_eq!(heads, ["pair 12", "x 4", "pair 12", "x 4", "pair 12", "x 4", "bytes 5"], "{}", test.display());
    }
}

#[test]
fn a_fuzz_targets_data_is_the_file() {
    let desk = desk("fuzz.c");
    fs::write(desk.path().join("seed"), b"rb\xff and more").unwrap();
    let args = ["hunt", "fuzz.c", "--checks", "abort", "--runs", "10", "--corpus", "seed", "--no-confirm"];
    expect(desk.path(), &[&args[..], &["--export", "libfuzzer", "--export", "afl=fuzzed"]].concat(), 1);
    let out = desk.path().join("rarebit-out/libfuzzer");
    let crash = files(&out).into_iter().find(|name| name.starts_with("crash-")).unwrap();
    let data = fs::read(out.join(&crash)).unwrap();
    assert!(data.starts_with(b"rb") && data[2] > 0xf0, "{data:?}");
    let sum = Command::new("sha1sum").arg(out.join(&crash)).output().unwrap();
    assert!(text(&sum.stdout).starts_with(crash.strip_prefix("crash-").unwrap()), "{crash}");
    let crashes = files(&desk.path().join("fuzzed/rarebit/crashes"));
    assert!(crashes[0].starts_with("id:000000,sig:06,src:violation-"), "{crashes:?}");
}

#[test]
fn what_is_damaged_or_foreign_is_said() {
    let desk = nondet();
    let at = |name: &str| desk.path().join(name);
    let hunt = |seeds: &str, code: i32| {
        let args = ["hunt", "nondet.c", "--runs", "1", "--no-confirm", "--threads", "1", "--corpus", seeds];
        expect(desk.path(), &args, code).1
    };
    fs::write(at("cut.ktest"), b"KTEST\0\0\0\x03\0\0").unwrap();
    assert!(hunt("cut.ktest", 2).contains("cut.ktest: a damaged .ktest file: it ends in the middle of its arguments"));
    fs::write(at("no.zip"), b"not a zip").unwrap();
    assert!(hunt("no.zip", 2).contains("no.zip: not a zip file"));
    fs::write(at("bad.xml"), "<?xml version=\"1.0\"?>\n<!DOCTYPE testcase>\n<testcase><input>5</in").unwrap();
    assert!(hunt("bad.xml", 2).contains("bad.xml: not a Test-Comp test"));
    fs::write(at("word.xml"), "<?xml version=\"1.0\"?>\n<!DOCTYPE testcase>\n<testcase><input>five</input></testcase>")
        .unwrap();
    assert!(hunt("word.xml", 2).contains("`five` is not a value of type integer"));
    assert!(hunt("nowhere", 2).contains("nowhere: cannot be read"));
    fs::create_dir(at("empty")).unwrap();
    assert!(hunt("empty", 2).contains("empty: no seed in it"));
    // Beside good ones it is a warning.
    fs::copy(at("word.xml"), at("seeds/word.xml")).unwrap();
    assert!(hunt("seeds", 1).contains("warning: seed seeds/word.xml: for x at"));
    // A test of ours that was cut, or is for another program.
    let kept = files(&at("kept")).into_iter().find(|name| name.starts_with("violation-")).unwrap();
    let whole = fs::read(at("kept").join(&kept)).unwrap();
    fs::write(at("cut.json"), &whole[..whole.len() / 2]).unwrap();
    assert!(hunt("cut.json", 2).contains("cut.json: not a test file"));
    assert!(expect(desk.path(), &["export", "cut.json", "--to", "json"], 2).1.contains("not a test file"));
    let other = text(&whole).replace("nondet.c\"", "other.c\"");
    fs::write(at("other.json"), other).unwrap();
    assert!(hunt("other.json", 2).contains("for another program"));
    let err = expect(desk.path(), &["export", "other.json", "--to", "json"], 2).1;
    assert!(err.contains("the tests are about other.c, which is not there"), "{err}");
    // Truncated campaigns.
    fs::write(at("kept").join(&kept), &whole[..100]).unwrap();
    assert!(expect(desk.path(), &["export", "kept", "--to", "json"], 2).1.contains(&format!("kept: its test {kept}")));
    fs::write(at("kept/campaign.json"), b"{").unwrap();
    assert!(expect(desk.path(), &["export", "kept", "--to", "json"], 2).1.contains("kept: not a campaign"));
    assert!(expect(desk.path(), &["export", "empty", "--to", "json"], 2).1.contains("empty: no test in it"));
    assert!(expect(desk.path(), &["export", "nowhere", "--to", "json"], 2).1.contains("nowhere: cannot be read"));
    assert!(expect(desk.path(), &["export", "--to", "nonsense"], 2).1.contains("no format `nonsense`"));
}

#[test]
fn nothing_half_written_stays() {
    let desk = nondet();
    let export = |to: &str, output: &str, code: i32| {
        expect(desk.path(), &["export", "kept", "--to", to, "--output", output], code).1
    };
    // A device that is always full, a file where a directory should be, a directory where a file should be.
    assert!(export("json", "/dev/full/tests.json", 3).contains("cannot write /dev/full"));
    fs::write(desk.path().join("file"), "mine").unwrap();
    assert!(export("ktest", "file", 3).contains("cannot write file"));
    assert_eq!(fs::read(desk.path().join("file")).unwrap(), b"mine");
    fs::create_dir(desk.path().join("place")).unwrap();
    assert!(export("testcomp", "place", 3).contains("cannot write place"));
    assert!(export("ktest", "-", 2).contains("cannot be written to standard output"));
    let left: Vec<String> = files(desk.path()).into_iter().filter(|name| name.starts_with('.')).collect();
    assert!(left.is_empty(), "{left:?}");
}

/// A full disk and one that nobody may write to, where the system lets us make such; elsewhere nothing is tested.
#[test]
fn full_and_read_only_disks_lose_nothing() {
    let desk = nondet();
    let export = |options: &str, format: &str| {
        let mounted = format!("mkdir -p disk && mount -t tmpfs -o {options} tmpfs disk && echo mounted >&2");
        let export = format!("\"$0\" export kept --to {format} --output disk/x; echo code $?; find disk -name '*x*'");
        let run = Command::new("unshare")
            .args(["-rm", "sh", "-c", &format!("{mounted} && {export}"), env!("CARGO_BIN_EXE_rarebit")])
            .current_dir(desk.path())
            .output();
        let run = run.ok()?;
        text(&run.stderr).contains("mounted").then(|| (text(&run.stdout), text(&run.stderr)))
    };
    for (options, words) in [("size=4k", "No space left"), ("ro", "Read-only file system")] {
        // A zip file of a few tests finds its place on the smallest disk.
        let formats = if options == "ro" { ["json", "testcomp"] } else { ["json", "c-tests"] };
        for format in formats {
            let Some((out, err)) = export(options, format) else { continue };
            // Nothing may stay but the exit code's line.
            assert!(err.contains("cannot write disk") && err.contains(words), "{format}: {out}{err}");
            assert_eq!(out, "code 3\n", "{format}: {err}");
        }
    }
}

#[test]
fn paths_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt;
    let desk = nondet();
    let strange = std::ffi::OsStr::from_bytes(b"str\xffnge.json");
    let run = Command::new(env!("CARGO_BIN_EXE_rarebit"))
        .args(["export", "kept", "--to", "json", "--output"])
        .arg(strange)
        .current_dir(desk.path())
        .status();
    assert!(run.unwrap().success());
    let option: Vec<u8> = [b"--export=json=".as_slice(), b"h\xffnt.json"].concat();
    let run = Command::new(env!("CARGO_BIN_EXE_rarebit"))
        .args(["hunt", "nondet.c", "--runs", "1", "--no-confirm", "--corpus"])
        .arg(strange)
        .arg(std::ffi::OsStr::from_bytes(&option))
        .current_dir(desk.path())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(1), "{}", text(&run.stderr));
    assert!(desk.path().join(std::ffi::OsStr::from_bytes(b"h\xffnt.json")).exists());
}

/// The command at the top of a C file.
fn command(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let line = text.lines().find(|line| line.starts_with(" *   ")).unwrap_or_else(|| panic!("no command: {text}"));
    line.trim_start_matches(" *   ").to_string()
}

/// Builds and runs what a C file says at its top.
fn build_and_run(directory: &Path, file: &str) -> Output {
    let command = command(&directory.join(file));
    assert!(command.starts_with("cc ") || command.starts_with("clang "), "{command}");
    let command = command.replace("clang ", "clang-19 ");
    Command::new("sh").args(["-c", &command]).current_dir(directory).env("PATH", path()).output().unwrap()
}

fn path() -> String {
    std::env::var("PATH").unwrap()
}

/// One program for each class of error, without inputs: the reproducer fails, and says so where a sanitizer looks on.
#[test]
fn reproducers_of_every_class_fail_as_reported() {
    let mut classes = 0;
    for directory in files(Path::new("tests/checks")) {
        let folder = Path::new("tests/checks").join(&directory);
        let programs = files(&folder).into_iter().filter(|name| name.starts_with("fail_"));
        let seen = |name: &String| !fs::read_to_string(folder.join(name)).unwrap().contains("// NATIVE:");
        let Some(program) = programs.into_iter().find(seen) else { continue };
        let desk = TempDir::new().unwrap();
        fs::copy(folder.join(&program), desk.path().join(&program)).unwrap();
        let args = ["hunt", &program, "--runs", "1", "--checks", "all", "--no-confirm", "--export", "c=r"];
        let (_, err) = expect(desk.path(), &args, 1);
        let made: Vec<String> = files(&desk.path().join("r"));
        if made.is_empty() {
            assert!(err.contains("no native tool"), "{program}: {err}");
            continue;
        }
        for file in made {
            let run = build_and_run(&desk.path().join("r"), &file);
            let said = text(&run.stderr);
            let source = fs::read_to_string(desk.path().join("r").join(&file)).unwrap();
            assert!(!run.status.success() && !said.contains("rarebit: the program asks"), "{program}: {said}");
            if command(&desk.path().join("r").join(&file)).contains("-fsanitize") {
                assert!(said.contains("Sanitizer") || said.contains("runtime error"), "{program}: {said}\n{source}");
            }
        }
        classes += 1;
    }
    assert!(classes >= 20, "only {classes}");
}

/// Values of every kind, standard input, arguments, data of a fuzz target, several files, both data models.
#[test]
fn reproducers_and_unit_tests_get_their_inputs() {
    let programs: [(&[&str], &[&str], &[&str]); 7] = [
        (&["nondet.c"], &[], &["-70000,-3.0,200,0", "3,1.5,0,1", "0,nan,97,0"]),
        (&["nondet.c"], &["-m32"], &["-70000,-3.0,200,0", "3,1.5,0,1"]),
        (&["klee.c"], &[], &[]),
        (&["fuzz.c"], &["--checks", "abort"], &[]),
        (&["stdin.c", "limit.h"], &["-DBOUND=3", "--stdin", "12", "--argv-inputs", "1,3"], &[]),
        (&["halves.c", "other.c"], &[], &["14", "5", "200,1", "300,7"]),
        (&["function.c"], &["--function", "weigh", "--length", "data=size", "--checks", "assert"], &[]),
    ];
    for (sources, options, values) in programs {
        let desk = TempDir::new().unwrap();
        for source in sources {
            fs::copy(Path::new("tests/exports").join(source), desk.path().join(source)).unwrap();
        }
        for (index, values) in values.iter().enumerate() {
            let inputs: String = values.split(',').map(|value| format!("<input>{value}</input>")).collect();
            let test = format!("<?xml version=\"1.0\"?>\n<!DOCTYPE testcase>\n<testcase>{inputs}</testcase>");
            fs::create_dir_all(desk.path().join("seeds")).unwrap();
            fs::write(desk.path().join(format!("seeds/{index}.xml")), test).unwrap();
        }
        let main: Vec<&str> = sources.iter().filter(|source| source.ends_with(".c")).copied().collect();
        let mut args = [&["hunt"], &main[..], options].concat();
        args.extend(["--runs", "60000", "--threads", "1", "--no-confirm", "--no-slice"]);
        if !values.is_empty() {
            args.extend(["--corpus", "seeds"]);
        }
        args.extend(["--export", "c=r", "--export", "c-tests=t", "--export", "json=all.json"]);
        let (out, _) = expect(desk.path(), &args, 1);
        let one = main.len() == 1;
        let made = files(&desk.path().join("r"));
        assert!(!made.is_empty(), "{out}");
        for file in made {
            let file = if one { file } else { format!("{file}/main.c") };
            let place = desk.path().join("r");
            let run = build_and_run(&place, &file);
            let said = text(&run.stderr);
            assert!(!run.status.success(), "{sources:?} {options:?}: {said}");
            assert!(
                ["ssert", "reach_error", "bort", "runtime error"].iter().any(|word| said.contains(word)),
                "{sources:?}: {said}"
            );
        }
        let all: serde_json::Value = serde_json::from_slice(&fs::read(desk.path().join("all.json")).unwrap()).unwrap();
        let tests = all["tests"].as_array().unwrap();
        let fails = |test: &&serde_json::Value| test["outcome"]["kind"] == "violation";
        let failing = tests.iter().filter(fails).count();
        let run = build_and_run(&desk.path().join("t"), if one { "tests.c" } else { "tests/main.c" });
        let said = text(&run.stdout);
        assert_eq!(run.status.code(), Some(1), "{sources:?}: {said}{}", text(&run.stderr));
        let (passed, failed) = (tests.len() - failing, failing);
        assert!(said.ends_with(&format!("# {passed} passed, {failed} failed\n")), "{sources:?} {options:?}: {said}");
        for line in said.lines().filter(|line| line.contains("ok ")) {
            assert_eq!(line.starts_with("not ok"), line.contains(": fails: "), "{said}");
        }
    }
}

#[test]
fn reports_are_accepted_by_their_readers() {
    let desk = nondet();
    for (format, file) in [("sarif", "s.sarif"), ("lcov", "c.info"), ("junit", "j.xml")] {
        expect(desk.path(), &["export", "kept", "--to", format, "--output", file], 0);
    }
    let schema = Command::new("python3")
        .arg("tests/exports/sarif.py")
        .args([desk.path().join("s.sarif").as_os_str(), Path::new(".deps/testcov").as_os_str()])
        .output()
        .unwrap();
    assert!(schema.status.success(), "{} (scripts/setup.sh --tests installs the schema)", text(&schema.stderr));
    let log: serde_json::Value = serde_json::from_slice(&fs::read(desk.path().join("s.sarif")).unwrap()).unwrap();
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "assert");
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!((region["startLine"].as_u64(), region["startColumn"].as_u64()), (Some(28), Some(3)));
    let flow = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
    let texts: Vec<&str> = flow.iter().map(|step| step["location"]["message"]["text"].as_str().unwrap()).collect();
    assert!(texts.contains(&"input x = -70000") && texts.contains(&"calls level"), "{texts:?}");
    assert!(texts.contains(&"case -70000") && texts.last().unwrap().contains("n < 3"), "{texts:?}");
    let html = Command::new("genhtml")
        .args(["--branch-coverage", "--quiet", "--output-directory", "html", "c.info"])
        .current_dir(desk.path())
        .output()
        .unwrap();
    assert!(html.status.success(), "{}", text(&html.stderr));
    assert!(files(&desk.path().join("html")).contains(&"index.html".into()));
    let info = fs::read_to_string(desk.path().join("c.info")).unwrap();
    assert!(info.contains("FNDA:") && info.contains("SF:nondet.c") && info.contains("\nDA:13,"), "{info}");
    let junit = fs::read_to_string(desk.path().join("j.xml")).unwrap();
    assert!(
        junit.contains("<failure message=") && junit.contains("type=\"assert\"") && junit.contains("n &lt; 3"),
        "{junit}"
    );
    let (out, err) = expect(desk.path(), &["export", "kept", "--to", "github"], 0);
    assert!(out.starts_with("::error title=rarebit%3A assert,file=nondet.c,line=28,col=3::n < 3"), "{out}");
    assert!(err.is_empty(), "{err}");
}

#[test]
fn corpora_run_under_fuzzers() {
    let desk = desk("fuzz.c");
    fs::create_dir(desk.path().join("seeds")).unwrap();
    for (name, data) in [("a", &b"rb\xff"[..]), ("b", b"rb\x01"), ("c", b"r"), ("d", b"rx.")] {
        fs::write(desk.path().join("seeds").join(name), data).unwrap();
    }
    let args = ["hunt", "fuzz.c", "--checks", "abort", "--runs", "10", "--corpus", "seeds", "--no-confirm"];
    expect(desk.path(), &[&args[..], &["--export", "libfuzzer=lf", "--export", "afl=af"]].concat(), 1);
    let run = |program: &str, args: &[&str]| {
        let run = Command::new(program).args(args).current_dir(desk.path()).env("AFL_QUIET", "1").output();
        run.unwrap_or_else(|error| panic!("{program}: {error}; scripts/setup.sh --tests installs it"))
    };
    let built = run("clang-19", &["-g", "-fsanitize=fuzzer", "fuzz.c", "-o", "fuzz-lf"]);
    assert!(built.status.success(), "{}", text(&built.stderr));
    let whole = run("./fuzz-lf", &["-runs=0", "lf/corpus"]);
    let said = text(&whole.stderr);
    assert!(whole.status.success() && said.contains("INITED"), "{said}");
    let crash = files(&desk.path().join("lf")).into_iter().find(|name| name.starts_with("crash-")).unwrap();
    let failed = run("./fuzz-lf", &[&format!("lf/{crash}")]);
    assert!(!failed.status.success() && text(&failed.stderr).contains("deadly signal"), "{}", text(&failed.stderr));
    let built = run("afl-clang-fast", &["-fsanitize=fuzzer", "fuzz.c", "-o", "fuzz-afl"]);
    assert!(built.status.success(), "{}", text(&built.stderr));
    let map = run("afl-showmap", &["-C", "-i", "af/rarebit/queue", "-o", "map", "--", "./fuzz-afl"]);
    let tuples = fs::read_to_string(desk.path().join("map")).unwrap_or_default().lines().count();
    assert!(map.status.success() && tuples > 2, "{tuples} tuples: {}{}", text(&map.stdout), text(&map.stderr));
}

#[test]
fn testcov_validates_our_suites() {
    let desk = TempDir::new().unwrap();
    let program = "int __VERIFIER_nondet_int(void);\nextern void abort(void);\nvoid reach_error(void) { abort(); }\n\
        int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x > 10) {\n    if (x == 77) {\n      reach_error();\n    \
        }\n  } else {\n    x++;\n  }\n  while (x < 3) {\n    x += 2;\n  }\n  return 0;\n}\n";
    fs::write(desk.path().join("p.c"), program).unwrap();
    fs::write(desk.path().join("a.prp"), "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n").unwrap();
    fs::write(desk.path().join("e.prp"), "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )\n").unwrap();
    let task = "format_version: '2.0'\ninput_files: p.c\nproperties:\n  - property_file: e.prp\n  - property_file: a.prp\n\
                options:\n  language: C\n  data_model: LP64\n";
    fs::write(desk.path().join("t.yml"), task).unwrap();
    let args = ["hunt", "t.yml", "--runs", "20000", "--threads", "1", "--no-confirm", "--no-slice"];
    expect(desk.path(), &[&args[..], &["--export", "testcomp=s.zip"]].concat(), 1);
    let testcov = fs::canonicalize(".deps/testcov").expect("scripts/setup.sh --tests installs TestCov");
    for (goal, goals) in [("a.prp", "Number of goals: 6"), ("e.prp", "Number of goals: 1")] {
        let run = Command::new("python3")
            .arg(testcov.join("bin/testcov"))
            .args(["--no-isolation", "-64", "--no-plots", "--goal", goal, "--test-suite", "s.zip", "p.c"])
            .env("PYTHONPATH", &testcov)
            .env("PATH", format!("/usr/lib/llvm-19/bin:{}", path()))
            .current_dir(desk.path())
            .output()
            .unwrap();
        let said = text(&run.stdout) + &text(&run.stderr);
        assert!(said.contains("Coverage: 100.0%") && said.contains(goals), "{goal}: {said}");
    }
}

/// What clang branches on for itself is no decision: not for `cover` and `paths`, not in tracefiles, reports and traces.
#[test]
fn only_decisions_of_the_source_count() {
    let desk = desk("scopes.c");
    let source = fs::read_to_string(desk.path().join("scopes.c")).unwrap();
    let decisions: Vec<u64> = source
        .lines()
        .zip(1..)
        .filter_map(|(line, at)| Some((line.split_once(" // ")?.1, at)))
        .flat_map(|(marks, at)| marks.split(", ").map(move |_| at))
        .collect();
    assert_eq!(decisions.len(), 6);
    let coverage = |args: &[&str]| {
        let (out, _) = expect(desk.path(), args, 0);
        let result: serde_json::Value = serde_json::from_str(&out).unwrap();
        (result["coverage"]["covered"].as_u64().unwrap(), result["coverage"]["edges"].as_u64().unwrap())
    };
    let sampled =
        ["cover", "scopes.c", "--checks", "none", "--runs", "100000", "--export", "lcov=x.info", "--out", "kept"];
    assert_eq!(coverage(&[&sampled[..], &["--threads", "1", "--json"]].concat()), (12, 12));
    assert_eq!(coverage(&["paths", "scopes.c", "--checks", "none", "--paths", "20", "--json"]).1, 12);
    let lcov = fs::read_to_string(desk.path().join("x.info")).unwrap();
    let lines: Vec<u64> =
        lcov.lines().filter_map(|line| line.strip_prefix("BRDA:")?.split(',').next()?.parse().ok()).collect();
    let twice: Vec<u64> = decisions.iter().flat_map(|line| [*line; 2]).collect();
    assert_eq!(lines, twice, "{lcov}");
    expect(desk.path(), &["report", "kept", "--no-prove", "--out", "page.html"], 0);
    let page = fs::read_to_string(desk.path().join("page.html")).unwrap();
    assert!(page.contains("12 of 12"), "the page counts others");
    let (_, trace) = expect(desk.path(), &["run", "scopes.c", "--inputs", "0,1,1,5", "--trace"], 0);
    assert!(!trace.contains("case") && trace.contains("scopes.c:14:3: condition is true"), "{trace}");
}

#[test]
fn tests_are_replayed_and_made_smaller() {
    let desk = nondet();
    let (out, _) = expect(desk.path(), &["replay", "kept", "--native", "--trace"], 1);
    assert!(out.contains("confirmed natively") && out.contains("natively: exit status "), "{out}");
    assert!(out.contains("input x = -70000") && out.contains("case -70000") && out.contains("violation"), "{out}");
    let (out, _) = expect(desk.path(), &["replay", "kept", "--json"], 1);
    let result: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(result["tests"].as_array().unwrap().iter().all(|test| test["agrees"] == true), "{out}");
    let kept = files(&desk.path().join("kept")).into_iter().find(|name| name.starts_with("violation-")).unwrap();
    let kept = format!("kept/{kept}");
    let test = fs::read_to_string(desk.path().join(&kept)).unwrap();
    let large = test.replace("\"value\": \"0\"", "\"value\": \"1\"");
    fs::write(desk.path().join("large.json"), large).unwrap();
    let (out, err) = expect(desk.path(), &["minimize", "large.json", "--output", "small.json"], 0);
    assert!(
        out.contains("x = -70000") && err.contains("in small.json") | err.contains("cannot be made smaller"),
        "{out}{err}"
    );
    expect(desk.path(), &["replay", "small.json"], 1);
    let cover = files(&desk.path().join("kept")).into_iter().find(|name| name.starts_with("cover-")).unwrap();
    let (_, err) = expect(desk.path(), &["minimize", &format!("kept/{cover}")], 2);
    assert!(err.contains("no check is violated"), "{err}");
    assert!(expect(desk.path(), &["replay", "nowhere.json"], 2).1.contains("nowhere.json: cannot be read"));
}

#[test]
fn tasks_that_are_wrong_are_said() {
    let desk = desk("nondet.c");
    let task = |text: &str| {
        fs::write(desk.path().join("t.yml"), text).unwrap();
        expect(desk.path(), &["hunt", "t.yml", "--runs", "1"], 2).1
    };
    assert!(task("a: [").contains("t.yml: not a task file"));
    assert!(task("format_version: '1.0'\ninput_files: nondet.c\n").contains("t.yml: a task of format 1.0"));
    assert!(task("format_version: '2.0'\ninput_files: nowhere.c\n").contains("nowhere.c: no such file"));
    assert!(expect(desk.path(), &["hunt", "nowhere.yml"], 2).1.contains("nowhere.yml: cannot be read"));
}
