//! All tests in one file: `{"format": "rarebit-suite", "version": 1, "program": […], "tests": [test, …]}`, each test as
//! in a test file of its own (see `output::test_file`), with its name.

use super::{Files, Suite, Written};
use crate::output::{Test, TestError};
use serde_json::{Value, json};

const FORMAT: &str = "rarebit-suite";
const VERSION: u64 = 1;

pub fn write(suite: &Suite<'_>) -> (Files, Written) {
    let tests: Vec<Value> = suite
        .cases
        .iter()
        .map(|case| {
            let mut test = json!(case.test);
            test["name"] = case.name.clone().into();
            test["outcome"] = json!(case.ending);
            test
        })
        .collect();
    let object = json!({ "format": FORMAT, "version": VERSION, "program": suite.origin.names, "tests": tests });
    (Files::One(format!("{object:#}\n").into_bytes()), Written::all(suite.cases.len()))
}

/// The tests of a suite in one file; none if it is something else.
pub fn read(json: &Value) -> Option<Result<Vec<Test>, TestError>> {
    if json["format"] != FORMAT {
        return None;
    }
    if json["version"] != VERSION {
        return Some(Err(TestError::Version(json["version"].as_u64().unwrap_or(0))));
    }
    let tests = json["tests"].as_array().cloned().unwrap_or_default();
    Some(tests.into_iter().map(Test::from_json).collect())
}
