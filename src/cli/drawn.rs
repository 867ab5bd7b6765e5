//! Findings on a terminal: the source with the failure and the inputs marked where they stand (by `ariadne`). In a pipe
//! [`report`](super::report) says the same in plain lines.

use crate::output::{Finding, Input, in_harness};
use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind, sources};
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;

/// Inputs that are marked; more are listed below.
const MARKED: usize = 12;
/// Callers that are noted.
const CALLERS: usize = 10;

/// A place in a file that can be read.
struct Mark {
    file: String,
    span: Range<usize>,
}

/// The files that marks are in.
#[derive(Default)]
struct Files(BTreeMap<String, String>);

impl Files {
    /// `file:line:column` as bytes of the file, from the column to the end of the word there.
    fn mark(&mut self, place: &str) -> Option<Mark> {
        let (rest, column) = place.rsplit_once(':')?;
        let (file, line) = rest.rsplit_once(':')?;
        if !self.0.contains_key(file) {
            let text = String::from_utf8_lossy(&fs::read(file).ok()?).into_owned();
            self.0.insert(file.into(), text);
        }
        let text = &self.0[file];
        let line: usize = line.parse().ok()?;
        let column: usize = column.parse().ok()?;
        let mut start = 0;
        for _ in 1..line {
            start += text[start..].find('\n')? + 1;
        }
        let here = text[start..].lines().next().unwrap_or_default();
        let mut at = column.saturating_sub(1).min(here.len());
        while !here.is_char_boundary(at) {
            at -= 1;
        }
        let word = here[at..].find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(here.len() - at);
        let one = here[at..].chars().next().map_or(0, char::len_utf8);
        Some(Mark { file: file.into(), span: start + at..start + at + word.max(one) })
    }
}

/// A message about one place.
pub fn message(title: &str, colour: Color, text: &str, place: &str) -> Option<String> {
    let mut files = Files::default();
    let mark = files.mark(place)?;
    let report = Report::build(ReportKind::Custom(title, colour), (mark.file.clone(), mark.span.clone()))
        .with_message(text)
        .with_label(Label::new((mark.file, mark.span)).with_message("here").with_color(colour));
    write(report, files)
}

/// A failure with the inputs that led to it. `None` if its source cannot be read.
pub fn finding(title: &str, finding: &Finding, inputs: &[Input]) -> Option<String> {
    let mut files = Files::default();
    let mark = files.mark(&finding.place)?;
    let parts: Vec<&str> = finding.class.iter().chain(&finding.text).map(String::as_str).collect();
    let inside = finding.library.iter().map(|name| format!("in {name}: ")).collect::<String>();
    let mut report = Report::build(ReportKind::Custom(title, Color::Red), (mark.file.clone(), mark.span.clone()))
        .with_message(parts.join(": "));
    let what = format!("{inside}{}, in {}", finding.fault, finding.function);
    report.add_label(Label::new((mark.file, mark.span)).with_message(what).with_color(Color::Red).with_order(99));
    // Several values of one place are one mark.
    let mut values: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for input in inputs {
        let quote = if input.count.is_some() { "\"" } else { "" };
        let value = format!("{} = {quote}{}{quote}", input.name.as_deref().unwrap_or("input"), input.value);
        values.entry(&input.place).or_default().push(value);
    }
    for (place, values) in values.iter().take(MARKED) {
        let more = if values.len() > 4 { ", …" } else { "" };
        let text = values.iter().take(4).cloned().collect::<Vec<_>>().join(", ") + more;
        if let Some(Mark { file, span }) = files.mark(place) {
            report.add_label(Label::new((file, span)).with_message(text).with_color(Color::Blue));
        }
    }
    for frame in finding.stack.iter().skip(1).take(CALLERS).filter(|frame| !in_harness(&frame.place)) {
        report.add_note(format!("called from {} at {}", frame.function, frame.place));
    }
    write(report, files)
}

fn write(report: ariadne::ReportBuilder<'_, (String, Range<usize>)>, files: Files) -> Option<String> {
    let config = Config::default().with_index_type(IndexType::Byte).with_char_set(CharSet::Unicode);
    let mut bytes = Vec::new();
    report.with_config(config).finish().write(sources(files.0), &mut bytes).ok()?;
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_words() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.c");
        fs::write(&path, "int é;\n  assert(x);\n").unwrap();
        let span = |place: &str| {
            let mut files = Files::default();
            let mark = files.mark(&format!("{}:{place}", path.display()))?;
            Some(files.0[&mark.file][mark.span].to_string())
        };
        assert_eq!(span("2:3").as_deref(), Some("assert"));
        assert_eq!(span("1:6").as_deref(), Some("é"));
        assert_eq!(span("2:99").as_deref(), Some(""));
        assert_eq!((span("7:1"), span("x:1")), (None, None));
    }
}
