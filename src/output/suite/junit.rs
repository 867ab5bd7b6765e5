//! A report in the format of JUnit, as most build servers read it: a test case for each test, failed if it shows a
//! violation.

use super::{Files, Suite, Written};
use crate::output::{Confirmation, Ending};
use quick_xml::escape::escape;
use std::fmt::Write;

pub fn write(suite: &Suite<'_>) -> (Files, Written) {
    let program = suite.origin.names.join(" ");
    let count = suite.cases.len();
    let failures = suite.cases.iter().filter(|case| case.violation().is_some()).count();
    let numbers = format!("tests=\"{count}\" failures=\"{failures}\" errors=\"0\"");
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(text, "<testsuites name=\"rarebit\" {numbers}>");
    let _ = writeln!(text, "  <testsuite name=\"{}\" {numbers} skipped=\"0\" time=\"0\">", escape(&*program));
    for case in &suite.cases {
        let (name, class) = (escape(&*case.name), escape(&*program));
        let _ = write!(text, "    <testcase name=\"{name}\" classname=\"{class}\" time=\"0\">");
        if let Some(finding) = case.violation() {
            let kind = finding.class.as_deref().unwrap_or("violation");
            let message = format!("{} at {}", finding.text.as_deref().unwrap_or(&finding.fault), finding.place);
            let mut body = format!("{}\n  at {} in {}\n", finding.fault, finding.place, finding.function);
            for frame in finding.stack.iter().skip(1) {
                let _ = writeln!(body, "  called from {} at {}", frame.function, frame.place);
            }
            for input in &case.test.inputs {
                let name = input.name.as_deref().unwrap_or(&input.source);
                let _ = writeln!(body, "  {name} = {} ({})", input.value, input.place);
            }
            if let Some(Confirmation::Unconfirmed { text, .. }) = case.confirmation() {
                let _ = writeln!(body, "  unconfirmed: {text}");
            }
            let (message, body) = (printable(&message), printable(&body));
            let _ = write!(text, "\n      <failure message=\"{}\" type=\"{kind}\">", escape(&*message));
            let _ = writeln!(text, "{}</failure>\n    </testcase>", escape(&*body));
        } else {
            let about = match &case.ending {
                Ending::Exit { status } => format!("exit status {status}"),
                _ => "no end of its own".into(),
            };
            let _ = writeln!(text, "<system-out>{about}</system-out></testcase>");
        }
    }
    text += "  </testsuite>\n</testsuites>\n";
    (Files::One(text.into_bytes()), Written::all(count))
}

/// Without the characters that XML does not have.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && !"\n\t".contains(c) { '\u{fffd}' } else { c }).collect()
}
