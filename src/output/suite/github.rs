//! Annotations of GitHub's workflows: one command a violation, on standard output of a step, which shows it at the line.

use super::{Files, Suite, Written};
use crate::output::Confirmation;
use std::fmt::Write;

pub fn write(suite: &Suite<'_>) -> (Files, Written) {
    let mut text = String::new();
    let violations = suite.violations();
    for (case, finding) in &violations {
        let mut parts = finding.place.rsplitn(3, ':');
        let (column, line, file) = (parts.next(), parts.next(), parts.next());
        let level = match case.confirmation() {
            Some(Confirmation::Unconfirmed { .. }) => "warning",
            _ => "error",
        };
        let class = finding.class.as_deref().unwrap_or("violation");
        let mut properties = format!("title={}", property(&format!("rarebit: {class}")));
        if let (Some(file), Some(line), Some(column)) = (file, line, column) {
            let _ = write!(properties, ",file={},line={line},col={column}", property(file));
        }
        let mut message = match &finding.text {
            Some(text) => format!("{text}: {}", finding.fault),
            None => finding.fault.clone(),
        };
        let inputs = case.test.inputs.iter().take(10);
        let inputs: Vec<String> = inputs
            .map(|input| format!("{} = {}", input.name.as_deref().unwrap_or(&input.source), input.value))
            .collect();
        if !inputs.is_empty() {
            let more = if case.test.inputs.len() > inputs.len() { ", …" } else { "" };
            let _ = write!(message, "\nwith {}{more}", inputs.join(", "));
        }
        let _ = writeln!(text, "::{level} {properties}::{}", data(&message));
    }
    (Files::One(text.into_bytes()), Written::all(violations.len()))
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_a_command_is_escaped() {
        assert_eq!(data("50 %: a\nb"), "50 %25: a%0Ab");
        assert_eq!(property("a:b,c%"), "a%3Ab%2Cc%25");
    }
}
