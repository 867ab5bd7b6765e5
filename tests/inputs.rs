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
        assert_eq!(inputs[..3], ["x=1", "d=2.5", "p.c=99"], "{inputs:?}");
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

/// Calls a function of function.c on values.
fn call(model: &str, function: &str, args: &[&str], values: &str) -> (i32, String, String) {
    run("function.c", &[&[model, "--function", function, "--inputs", values], args].concat())
}

#[test]
fn functions_with_numbers() {
    for model in MODELS {
        assert_eq!(call(model, "hidden", &[], "5,-6").1, "5 -6\n");
        let (code, _, err) = call(model, "hidden", &[], "77,0");
        assert!(code == 1 && err.contains("function.c:45:"), "{err}");
        let values = "1,-5,65535,-9,0.5,nan,4,7";
        assert_eq!(call(model, "numbers", &[], values).1, "1 -5 65535 -9 0.5 nan 4 7\n");
        // An enumeration has a value between its least and its greatest.
        let (code, _, err) = call(model, "numbers", &[], "1,-5,65535,-9,0.5,nan,5,7");
        assert!(code == 2 && err.contains("5 is not between 2 and 4"), "{err}");
    }
}

#[test]
fn ranges_and_preconditions() {
    let narrow = ["--range", "x=-100..100", "--assume", "x < y"];
    assert_eq!(call("-m64", "hidden", &narrow, "5,6").1, "5 6\n");
    assert!(call("-m64", "hidden", &narrow, "6,5").2.contains("do not satisfy an assumption"));
    assert_eq!(call("-m64", "hidden", &narrow, "101,200").0, 2);
    // Also without --function, by the name of the variable.
    assert_eq!(run("memory.c", &["--range", "x=0..3", "--inputs", "4"]).0, 2);
    assert!(run("memory.c", &["--range", "nobody=0..3"]).2.contains("no input has this name"));
    assert!(run("memory.c", &["--assume", "x"]).2.contains("--assume needs --function"));
    let (_, _, err) = call("-m64", "hidden", &["--assume", "x <"], "0");
    assert!(err.contains("expected expression"), "{err}");
    assert!(call("-m64", "nowhere", &[], "0").2.contains("no function `nowhere` is defined"));
}

#[test]
fn strings_and_arrays() {
    for model in MODELS {
        assert_eq!(call(model, "length", &[], "3,\"abc\"").1, "3 abc\n");
        assert_eq!(call(model, "length", &["--length", "text=20"], "11,\"hello world\"").1, "11 hello world\n");
        assert_eq!(call(model, "length", &[], "9").0, 2, "at most eight bytes");
        assert_eq!(call(model, "length", &["--length", "text=2..2"], "2,\"ab\"").1, "2 ab\n");
        // n is drawn first, and is the number of elements.
        assert_eq!(call(model, "sum", &["--length", "a=n"], "3,10,20,30").1, "60 of 3\n");
        assert_eq!(call(model, "sum", &["--length", "a=4", "--assume", "n == 4"], "4,1,2,3,4").1, "10 of 4\n");
        let (code, _, err) = call(model, "sum", &[], "2,1");
        assert!(code == 1 && err.contains("`a` points to one `int`; --length a=N"), "{err}");
        let inputs = read("function.c", &[model, "--function", "sum", "--length", "a=n", "--inputs", "1,7"]);
        assert_eq!(inputs, ["n=1", "a[]=7"]);
    }
}

#[test]
fn null_and_aliases() {
    for model in MODELS {
        assert_eq!(call(model, "swap", &[], "1,2").1, "2 1\n");
        assert_eq!(call(model, "swap", &["--alias", "p,q"], "3,4,0").1, "4 3\n");
        let (code, _, err) = call(model, "swap", &["--alias", "p,q"], "3,4,1");
        assert!(code == 1 && err.contains("assert"), "{err}");
        let (code, _, err) = call(model, "swap", &["--nullable", "q"], "3,true");
        assert!(code == 1 && err.contains("function.c:72:"), "{err}");
        assert_eq!(call(model, "swap", &["--nullable", "all"], "false,3,false,4").1, "4 3\n");
    }
}

#[test]
fn structs_and_what_they_point_to() {
    for model in MODELS {
        assert_eq!(call(model, "total", &[], "5,true").1, "5 in 1\n");
        assert_eq!(call(model, "total", &[], "5,false,6").1, "11 in 2\n");
        assert_eq!(call(model, "total", &["--depth", "3"], "5,false,6,false,7").1, "18 in 3\n");
        let inputs = read("function.c", &[model, "--function", "total", "--inputs", "5,false,6"]);
        assert_eq!(inputs, ["list->value=5", "list->next == NULL=0", "list->next->value=6"]);
        let values = "1.5,2.5,-3,7,-16,3,1,-2,\"abc\",44,\"\\x01\\x00\\x00\\x00\",2,\"na\",0.5,1,2,4.5";
        let expected = "-3 7 -16 3 1\n-2 97 98 99 44\n1 na 0.5 4.5 1\n1.5 2.5\n";
        assert_eq!(call(model, "everything", &[], values).1, expected);
    }
}

#[test]
fn function_pointers_bytes_and_globals() {
    for model in MODELS {
        assert_eq!(call(model, "apply", &["--length", "data=1"], "9,\"a\",-4").1, "-4 97 9\n");
        let (_, out, err) = call(model, "globals", &["--globals", "limit,table"], "1,2,3,4,5");
        assert_eq!(out, "1 2 4 5\n", "{err}");
        assert_eq!(call(model, "globals", &["--globals", "all"], "2,3,4,1,5").1.len(), 8);
        // Without a function: main with other globals.
        assert_eq!(output("function.c", &[model, "--globals", "limit", "--inputs", "33"]), "limit 33\n1 2\n");
        assert_eq!(output("function.c", &[model]), "limit 10\n1 2\n");
    }
}

#[test]
fn functions_that_nobody_defines() {
    for model in MODELS {
        let (_, out, err) = call(model, "use", &[], "5,6");
        assert_eq!(out, "6 -1\n");
        assert!(
            err.contains("not defined, so their results are inputs (null where they are pointers): `find`, `outside`"),
            "{err}"
        );
        assert_eq!(call(model, "use", &["--fresh-objects", "2"], "5,\"ab\",6").1, "6 97\n");
    }
}

/// The generated program is the same natively.
#[test]
fn violations_of_functions_are_confirmed() {
    let (_directory, path, test) = hunt("function.c", &["--function", "hidden", "--range", "x=0..100"]);
    assert_eq!(test["inputs"][0]["value"], "77");
    assert_eq!(test["confirmation"]["verdict"], "confirmed", "{test:#}");
    let path = path.to_str().expect("a path of ours");
    let (code, _, err) = run("function.c", &["--function", "hidden", "--range", "x=0..100", "--inputs", path]);
    assert!(code == 1 && !err.contains("did not end as"), "{err}");
    let (_, _, test) = hunt("function.c", &["--function", "sum", "--range", "n=0..3", "--range", "*a=0..9"]);
    assert_eq!(test["confirmation"]["verdict"], "confirmed", "{test:#}");
}
