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
    let args = ["hunt", "nondet.c", "--runs", "10", "--seeds", "seeds", "--no-confirm", "--campaign", "kept"];
    let (out, err) = expect(desk.path(), &args, 1);
    assert!(out.contains("violation: assert") && !err.contains("warning"), "{out}{err}");
    desk
}

#[test]
fn every_format_is_read_back_as_seeds() {
    let desk = nondet();
    let covered = |seeds: &str| {
        let args = ["hunt", "nondet.c", "--runs", "10", "--seeds", seeds, "--no-confirm", "--json", "--threads", "1"];
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
    let args = ["hunt", "nondet.c", "--runs", "10", "--seeds", "seeds", "--no-confirm", "--export", "json=x.json"];
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
    let args = ["hunt", "fuzz.c", "--checks", "abort", "--runs", "10", "--seeds", "seed", "--no-confirm"];
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
        let args = ["hunt", "nondet.c", "--runs", "1", "--no-confirm", "--threads", "1", "--seeds", seeds];
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
        .args(["hunt", "nondet.c", "--runs", "1", "--no-confirm", "--seeds"])
        .arg(strange)
        .arg(std::ffi::OsStr::from_bytes(&option))
        .current_dir(desk.path())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(1), "{}", text(&run.stderr));
    assert!(desk.path().join(std::ffi::OsStr::from_bytes(b"h\xffnt.json")).exists());
}
