//! Findings in the Static Analysis Results Interchange Format 2.1.0: a result for each violation, with the path to it as
//! a code flow, so that an editor or a code host can walk it.
//!
//! A fingerprint is made of the class, the function, what is asserted and the text of the line, so that a finding stays
//! the same when lines above it change.

use super::{Case, Files, Suite, Written};
use crate::output::trace::Step;
use crate::output::{Confirmation, Finding};
use rarebit_front_end::ir::CheckClass;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

/// Steps of a path that are kept: the last ones, because they lead to the failure.
const STEPS: usize = 500;

pub fn write(suite: &Suite<'_>) -> (Files, Written) {
    let violations = suite.violations();
    let mut rules: Vec<&str> = violations.iter().map(|(_, finding)| rule_of(finding)).collect();
    rules.sort_unstable();
    rules.dedup();
    let results: Vec<Value> = violations.iter().map(|(case, finding)| result(case, finding, &rules)).collect();
    let count = results.len();
    let run = json!({
        "tool": { "driver": {
            "name": "rarebit",
            "version": env!("CARGO_PKG_VERSION"),
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": rules.iter().map(|id| rule(id)).collect::<Vec<Value>>(),
        }},
        "invocations": [{ "executionSuccessful": true, "arguments": suite.origin.words }],
        "columnKind": "utf16CodeUnits",
        "results": results,
    });
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    });
    (Files::One(format!("{log:#}\n").into_bytes()), Written::all(count))
}

fn rule_of(finding: &Finding) -> &str {
    finding.class.as_deref().unwrap_or("violation")
}

fn rule(id: &str) -> Value {
    let about = CheckClass::from_name(id).map_or("A check can be violated", about);
    json!({ "id": id, "shortDescription": { "text": about }, "defaultConfiguration": { "level": "error" } })
}

fn about(class: CheckClass) -> &'static str {
    use CheckClass::*;
    match class {
        Assert => "An assertion can fail",
        Error => "An error location can be reached",
        Abort => "The program can abort",
        Trap => "A trap can be reached",
        Memory | Wild | Bounds => "Memory outside every live object can be accessed",
        Null => "A null pointer can be dereferenced",
        UseAfterFree => "Freed memory can be used",
        UseAfterScope | UseAfterReturn => "A local variable can be used after its life",
        DoubleFree | BadFree => "Something that is not allocated can be freed",
        ConstantWrite => "A constant can be written to",
        Call => "Something that is no function can be called",
        Index => "An index can leave its array",
        Overflow => "Signed arithmetic can overflow",
        Division => "A division can have no result",
        Shift => "A shift count or operand can be out of range",
        FloatCast => "A floating-point number can be too large for an integer",
        VlaBound => "The length of an array can be not positive",
        Builtin => "A builtin can be called with an argument that it does not allow",
        Bool => "A truth value can be neither 0 nor 1",
        Unreachable => "A place that should not be reached can be reached",
        String | Terminator | Destination | Overlap => "A string function can be misused",
        Uninit => "A value that was never assigned can be used",
        Leak | Unfreed => "Memory can be left unfreed",
    }
}

fn result(case: &Case, finding: &Finding, rules: &[&str]) -> Value {
    let id = rule_of(finding);
    let what = match &finding.text {
        Some(text) => format!("{text}: {}", finding.fault),
        None => finding.fault.clone(),
    };
    let unconfirmed = matches!(case.confirmation(), Some(Confirmation::Unconfirmed { .. }));
    let steps = &case.path[case.path.len().saturating_sub(STEPS)..];
    let mut flow: Vec<Value> = steps.iter().filter_map(flow_location).collect();
    let mut end = location(&finding.place, Some(&finding.function));
    end["message"] = json!({ "text": what });
    flow.push(json!({ "location": end, "importance": "essential" }));
    let inputs: Vec<String> = case
        .test
        .inputs
        .iter()
        .map(|input| format!("{} = {}", input.name.as_deref().unwrap_or(&input.source), input.value))
        .collect();
    json!({
        "ruleId": id,
        "ruleIndex": rules.iter().position(|rule| *rule == id),
        "level": if unconfirmed { "warning" } else { "error" },
        "message": { "text": what },
        "locations": [location(&finding.place, Some(&finding.function))],
        "codeFlows": [{ "threadFlows": [{ "locations": flow }] }],
        "stacks": [{ "frames": finding.stack.iter().map(|frame| json!({
            "location": location(&frame.place, Some(&frame.function)),
        })).collect::<Vec<Value>>() }],
        "partialFingerprints": { "rarebitFinding/v1": fingerprint(finding) },
        "properties": { "test": case.name, "inputs": inputs, "confirmation": case.confirmation() },
    })
}

/// A step of the path; none if it is nowhere in a file.
fn flow_location(step: &Step) -> Option<Value> {
    position(&step.place)?;
    let mut place = location(&step.place, None);
    place["message"] = json!({ "text": step.text });
    Some(json!({ "location": place, "nestingLevel": step.depth }))
}

fn location(place: &str, function: Option<&str>) -> Value {
    let mut location = json!({});
    if let Some((file, line, column)) = position(place) {
        let mut region = json!({ "startLine": line });
        if column > 0 {
            region["startColumn"] = column.into();
        }
        location["physicalLocation"] = json!({ "artifactLocation": { "uri": uri(file) }, "region": region });
    }
    if let Some(function) = function {
        location["logicalLocations"] = json!([{ "name": function, "kind": "function" }]);
    }
    location
}

/// File, line and column of a place in a file.
fn position(place: &str) -> Option<(&str, u32, u32)> {
    let (rest, column) = place.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    let line = line.parse().ok().filter(|line| *line > 0)?;
    (!file.starts_with('<')).then_some((file, line, column.parse().ok()?))
}

/// A path as a URI: relative as it is, absolute with its scheme.
fn uri(path: &str) -> String {
    let mut text = if Path::new(path).is_absolute() { "file://".to_string() } else { String::new() };
    for byte in path.trim_start_matches("./").bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            text.push(byte.into());
        } else {
            text += &format!("%{byte:02X}");
        }
    }
    text
}

fn fingerprint(finding: &Finding) -> String {
    let line = position(&finding.place).and_then(|(file, line, _)| {
        let source = fs::read(file).ok()?;
        let line = source.split(|byte| *byte == b'\n').nth(line as usize - 1)?.to_vec();
        Some(line.trim_ascii().to_vec())
    });
    let mut hash = Sha256::new();
    for part in [finding.class.as_deref(), finding.text.as_deref(), Some(&finding.function)] {
        hash.update(part.unwrap_or_default().as_bytes());
        hash.update([0]);
    }
    hash.update(line.unwrap_or_default());
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_addresses() {
        assert_eq!(position("a:b.c:3:7"), Some(("a:b.c", 3, 7)));
        assert_eq!((position("<harness>:3:7"), position("<unknown>"), position("a.c:0:0")), (None, None, None));
        assert_eq!(uri("./a b/ü.c"), "a%20b/%C3%BC.c");
        assert_eq!(uri("/x/y.c"), "file:///x/y.c");
    }
}
