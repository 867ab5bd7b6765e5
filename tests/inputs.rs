//! Every way in which a program declares inputs, end to end, in both data models.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};
use tempfile::TempDir;

const MODELS: [&str; 2] = ["-m64", "-m32"];

fn source(name: &str) -> String {
    format!("{}/tests/inputs/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn rarebit(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rarebit")).args(args).output().expect("rarebit runs")
}

/// Runs a program of `tests/inputs`: the exit code, its output, and what rarebit says.
fn run(name: &str, args: &[&str]) -> (i32, String, String) {
    let source = source(name);
    let output = rarebit(&[&["run", &source], args].concat());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("no signal"), text(&output.stdout), text(&output.stderr))
}

/// The output of a run that ends well.
fn output(name: &str, args: &[&str]) -> String {
    let (code, out, err) = run(name, args);
    assert_eq!(code, 0, "{name} {args:?}: {out}{err}");
    assert!(!err.contains("without a value") && !err.contains("did not read"), "{name} {args:?}: {err}");
    out
}

/// The inputs that a run reads, as `name=value`.
fn read(name: &str, args: &[&str]) -> Vec<String> {
    let source = source(name);
    let output = rarebit(&[&["run", "--json", &source], args].concat());
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let text = |value: &Value| value.as_str().unwrap_or("?").to_string();
    let inputs = json["inputs"].as_array().expect("a list");
    inputs.iter().map(|input| format!("{}={}", text(&input["name"]), text(&input["value"]))).collect()
}

/// Hunts, with what else is to be said; the test file and its content if something was found.
fn hunt(name: &str, args: &[&str]) -> (TempDir, PathBuf, Value) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let (source, out) = (source(name), directory.path().join("out"));
    let out = out.to_str().expect("a path of ours");
    let output = rarebit(&[&["hunt", &source, "--json", "--out", out, "--runs", "300000"], args].concat());
    let json: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"));
    assert_eq!(output.status.code(), Some(1), "{json}");
    let path = PathBuf::from(json["test_file"].as_str().expect("a test file"));
    let test = serde_json::from_slice(&std::fs::read(&path).expect("it is there")).expect("JSON");
    (directory, path, test)
}

#[test]
fn the_family_of_verification_tasks() {
    let values = "1,-2,3,0.5,-1e300,-6,-7,-8,0,10,11,-12,13,14,255,16,17,18,19,65535";
    let expected = "bool 1\nchar -2\nint 3\nfloat 0.5\ndouble -1e+300\nloff_t -6\nlong -7\nlonglong -8\npchar 1\n\
                    pthread_t 10\nsector_t 11\nshort -12\nsize_t 13\nu32 14\nuchar 255\nuint 16\nulong 17\n\
                    ulonglong 18\nunsigned 19\nushort 65535\n";
    assert_eq!(output("nondet.c", &["-m32", "--inputs", values]), expected);
    let wide = format!("{values},-18446744073709551616,36893488147419103232");
    assert_eq!(output("nondet.c", &["--inputs", &wide]), format!("{expected}int128 -1\nuint128 2\n"));
    let json = rarebit(&["run", "--json", &source("nondet.c"), "--inputs", &wide]);
    let json: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    let sources = json["inputs"].as_array().expect("a list").iter().map(|input| input["source"].as_str());
    let sources: Vec<&str> = sources.map(|s| s.expect("text").trim_start_matches("__VERIFIER_nondet_")).collect();
    let names: Vec<&str> = expected.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(sources[..20], names, "the source is the function that was called");
}

#[test]
fn memory_is_filled_by_type_where_it_is_known() {
    for model in MODELS {
        let args = [model, "--inputs", r#"1,2.5,"c","pad",-5,1,2,3,"abcd""#];
        assert_eq!(output("memory.c", &args), "1 2.5 99 -5\n1 2 3\nabcd\n");
        let inputs = read("memory.c", &args);
        assert_eq!(inputs[..3], ["x=1", "d=2.5", "p.0=99"], "{inputs:?}");
        assert_eq!(inputs[8], "?=abcd", "{inputs:?}");
    }
}

#[test]
fn klee() {
    for model in MODELS {
        let with = |i: &str| run("klee.c", &[model, "--inputs", &format!("5,\"word\",19,{i},2")]);
        assert_eq!(with("7").1, "5 word 19 7 2 1\n");
        assert!(with("1").2.contains("do not satisfy an assumption"), "klee_silent_exit");
        let (code, _, err) = with("2");
        assert_eq!(code, 1);
        assert!(err.contains("violation: error: i must not be 2"), "{err}");
        assert!(with("3").2.contains("violation: assert: i != 3"));
        let (code, _, err) = run("klee.c", &[model, "--inputs", "5,\"word\",20,0,0"]);
        assert_eq!(code, 2);
        assert!(err.contains("20 is not between 10 and 19"), "{err}");
        let (_, _, err) = run("klee.c", &[model, "--inputs", "-1,\"word\",19,0,0"]);
        assert!(err.contains("do not satisfy an assumption"), "{err}");
    }
}

#[test]
fn our_own_header() {
    for model in MODELS {
        let wide = if model == "-m64" { "-18446744073709551617," } else { "" };
        let values = |n: &str| format!("{n},1,97,0,3,4,1,8,1,1,-5,6,7,-0.25,1e99,nan,inf,{wide}1,\"abcdef\"");
        let expected = format!(
            "1 97 0 3\n4 1 8\n1 1\n-5 6 7\n-0.25 1e+99\nnan inf\n{}1\nabcdef\n",
            if model == "-m64" { "-2\n" } else { "" }
        );
        assert_eq!(output("header.c", &[model, "--inputs", &values("1")]), expected);
        assert!(run("header.c", &[model, "--inputs", &values("2")]).2.contains("do not satisfy an assumption"));
        let (code, _, err) = run("header.c", &[model, "--inputs", &values("3")]);
        assert_eq!(code, 1);
        assert!(err.contains("violation: assert: n != 3") && err.contains("header.c:28:3"), "{err}");
        // A bound that is not a constant: m <= n.
        assert!(run("header.c", &[model, "--inputs", &values("0")]).2.contains("do not satisfy an assumption"));
        assert_eq!(run("header.c", &[model, "--inputs", &values("4")]).0, 2);
    }
}

#[test]
fn fuzz_targets_get_data_of_exactly_their_size() {
    for model in MODELS {
        assert_eq!(run("fuzz.c", &[model, "--inputs", "3,\"FUZ\""]).0, 0);
        let (code, _, err) = run("fuzz.c", &[model, "--inputs", "2,\"FU\""]);
        assert_eq!(code, 1);
        assert!(err.contains("fuzz.c:16:"), "{err}");
        assert_eq!(run("fuzz.c", &[model, "--inputs", "0"]).0, 0);
        assert_eq!(run("fuzz.c", &[model, "--max-size", "2", "--inputs", "3"]).0, 2);
    }
    let (_directory, path, test) = hunt("fuzz.c", &["--max-size", "2"]);
    let inputs = test["inputs"].as_array().expect("a list");
    assert_eq!((&inputs[0]["name"], &inputs[0]["value"]), (&"size".into(), &"2".into()));
    assert_eq!((&inputs[1]["name"], &inputs[1]["value"]), (&"data".into(), &"FU".into()));
    assert_eq!((&inputs[1]["count"], &inputs[1]["source"]), (&2.into(), &"LLVMFuzzerTestOneInput".into()));
    assert_eq!(test["options"][0], "--max-size=2");
    let path = path.to_str().expect("a path of ours");
    let (code, _, err) = run("fuzz.c", &["--max-size", "2", "--inputs", path]);
    assert!(code == 1 && !err.contains("did not end as"), "{err}");
    // The same test is not one of another program.
    assert_eq!(run("stdin.c", &["--inputs", path]).0, 2);
}

#[test]
fn standard_input() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("text");
    std::fs::write(&file, "one\ntwothree\nfour").expect("a file");
    let expected = "line one\n|\npair 2 tw|\nrest 7 othree\n|\nend 102 0\n";
    for model in MODELS {
        assert_eq!(output("stdin.c", &[model]), "empty 1\n");
        assert_eq!(output("stdin.c", &[model, "--stdin-file", file.to_str().expect("a path of ours")]), expected);
        let values = r#"17,"one\ntwothree\nf""#;
        assert_eq!(output("stdin.c", &[model, "--stdin", "20", "--inputs", values]), expected);
        assert_eq!(output("stdin.c", &[model, "--stdin", "20", "--inputs", "0"]), "empty 1\n");
        let inputs = read("stdin.c", &[model, "--stdin", "20", "--inputs", values]);
        assert_eq!(inputs, ["stdin.size=17", r"stdin=one\ntwothree\nf"]);
    }
}

#[test]
fn arguments_of_the_program() {
    for model in MODELS {
        let args = [model, "--argv-inputs", "2,5", "--inputs", r#"2,3,"abc",0"#, "--", "first"];
        assert_eq!(output("arguments.c", &args), "1 first 5\n2 abc 3\n3  0\n");
        let args = [model, "--argv-inputs", "2,5", "--inputs", r#"2,1,"x",2,"ok""#, "--", "first"];
        assert_eq!(run("arguments.c", &args).0, 1);
        assert_eq!(output("arguments.c", &[model, "--argv-inputs", "2,5", "--inputs", "0"]), "");
        assert_eq!(read("arguments.c", &args)[..3], ["arguments=2", "argv[].size=1", "argv=120"]);
    }
}
