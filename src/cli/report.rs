//! How a run ended and what it read, for people.

use super::{colour, drawn, units};
use crate::output::{Confirmation, Ending, Finding, Input, in_harness};
use rarebit_front_end::ir::DataModel;
use std::fmt::Write;
use std::fs;

/// More lines of inputs than this are not shown.
const LISTED: usize = 50;

/// Equal values in a row that are shown as one line.
const GROUPED: usize = 3;

/// Inputs up to this width have what is said about them in one column.
const ALIGNED: usize = 60;

/// Characters of a value that are shown.
const LONGEST: usize = 400;

/// Callers that are listed.
const CALLERS: usize = 10;

/// A failure: what, where, the line of the source, and the calls that led there.
pub fn finding(title: &str, finding: &Finding) -> String {
    finding_from(title, finding, &[])
}

/// The same, on a terminal with the inputs marked in the source.
pub fn finding_from(title: &str, finding: &Finding, inputs: &[Input]) -> String {
    if colour::is_rich()
        && let Some(text) = drawn::finding(title, finding, inputs)
    {
        return text;
    }
    let mut text = title.to_string();
    for part in finding.class.iter().chain(&finding.text) {
        let _ = write!(text, ": {part}");
    }
    let inside = finding.library.iter().map(|name| format!("in {name}: ")).collect::<String>();
    let _ = writeln!(text, "\n  {inside}{}", finding.fault);
    let _ = writeln!(text, "  at {} in {}", finding.place, finding.function);
    text += &excerpt(&finding.place).unwrap_or_default();
    for frame in finding.stack.iter().skip(1).take(CALLERS).filter(|frame| !in_harness(&frame.place)) {
        let _ = writeln!(text, "  called from {} at {}", frame.function, frame.place);
    }
    let more = finding.stack.len().saturating_sub(1 + CALLERS) + finding.deeper;
    if more > 0 {
        let _ = writeln!(text, "  … and {}", units::count(more as u64, "more call"));
    }
    text
}

/// What the native program says about it.
pub fn confirmation(confirmation: &Confirmation) -> String {
    match confirmation {
        Confirmation::Confirmed { sanitizer, native, place } => {
            let by = if sanitizer == "none" { String::new() } else { format!(" by {sanitizer}") };
            format!("{}{by}: {native} at {place}\n", colour::bold(32, "confirmed natively"))
        }
        Confirmation::Unconfirmed { text, .. } => format!("{}: {text}\n", colour::bold(33, "unconfirmed")),
    }
}

/// The failure that an ending is about.
pub fn of_ending(ending: &Ending) -> Option<&Finding> {
    match ending {
        Ending::Violation(finding) | Ending::Undefined(finding) | Ending::DeadEnd(finding) => Some(finding),
        Ending::Limit { finding, .. } => Some(finding),
        Ending::Exit { .. } | Ending::AssumptionFailed => None,
    }
}

/// The line of the source with a mark below the column, if the file can be read.
pub fn excerpt(place: &str) -> Option<String> {
    let (rest, column) = place.rsplit_once(':')?;
    let (file, number) = rest.rsplit_once(':')?;
    let source = fs::read(file).ok()?;
    let line = source.split(|byte| *byte == b'\n').nth(number.parse::<usize>().ok()?.checked_sub(1)?)?;
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let column: usize = column.parse().ok()?;
    // The mark's line has a tab where the source has one, so that they stay aligned. Columns are bytes.
    let before = String::from_utf8_lossy(&line[..column.saturating_sub(1).min(line.len())]).into_owned();
    let indent: String = before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let line = String::from_utf8_lossy(line).into_owned();
    let gutter = " ".repeat(number.len());
    let mark = if column == 0 { String::new() } else { format!("  {gutter} | {indent}^\n") };
    Some(format!("  {gutter} |\n  {number} | {line}\n{mark}"))
}

/// The inputs, one a line: `x = -5   (int, __VERIFIER_nondet_int, file.c:12:11)`. Equal values that were read one after
/// the other are one line: `x #3 to #9 = 0`.
pub fn inputs(inputs: &[Input], model: DataModel) -> String {
    let repeats = |input: &Input| inputs.iter().any(|other| other.site == input.site && other.occurrence == 1);
    let groups: Vec<&[Input]> = inputs
        .chunk_by(|a, b| (a.site, a.occurrence + 1, &a.value) == (b.site, b.occurrence, &b.value))
        .flat_map(|group| group.chunks(if group.len() < GROUPED { 1 } else { group.len() }))
        .collect();
    let heads: Vec<String> = groups
        .iter()
        .take(LISTED)
        .map(|group| {
            let (input, many) = (&group[0], group.len() as u32);
            let name = input.name.as_deref().unwrap_or("input");
            let occurrence = match many {
                1 if !repeats(input) => String::new(),
                1 => format!(" #{}", input.occurrence + 1),
                _ => format!(" #{} to #{}", input.occurrence + 1, input.occurrence + many),
            };
            let quote = if input.count.is_some() { "\"" } else { "" };
            format!("{name}{occurrence} = {}", shown(&input.value, quote))
        })
        .collect();
    let width = heads.iter().map(|head| head.chars().count()).filter(|width| *width <= ALIGNED).max().unwrap_or(0);
    let mut text = String::new();
    for (head, group) in heads.iter().zip(&groups) {
        let input = &group[0];
        let mut about = c_type(input, model);
        if !in_harness(&input.place) {
            let _ = write!(about, ", {}, {}", input.source, input.place);
        }
        let _ = writeln!(text, "  {head:width$}   ({about})");
    }
    let listed: usize = groups.iter().take(LISTED).map(|group| group.len()).sum();
    if inputs.len() > listed {
        let _ = writeln!(text, "  … and {} more", inputs.len() - listed);
    }
    text
}

/// A value within its quotes; a very long one by its beginning, since the test file has the whole.
fn shown(value: &str, quote: &str) -> String {
    match value.char_indices().nth(LONGEST) {
        None => format!("{quote}{value}{quote}"),
        Some((end, _)) => format!("{quote}{}{quote}…", &value[..end]),
    }
}

/// The C type that an input most likely has.
pub fn c_type(input: &Input, model: DataModel) -> String {
    let (unsigned, long) = match model {
        DataModel::Lp64 => (input.kind == "unsigned", "long"),
        DataModel::Ilp32 => (input.kind == "unsigned", "long long"),
    };
    let name = match (input.ty.as_str(), input.kind.as_str()) {
        (_, "bool") => "_Bool",
        ("f32", _) => "float",
        ("f64", _) => "double",
        (_, "pointer") | ("ptr", _) => "pointer",
        ("i8", _) => "char",
        ("i16", _) => "short",
        ("i32", _) => "int",
        ("i64", _) => long,
        ("i128", _) => "__int128",
        (other, _) => other,
    };
    let array = input.count.map(|count| format!("[{count}]")).unwrap_or_default();
    format!("{}{name}{array}", if unsigned { "unsigned " } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_the_column() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.c");
        fs::write(&path, "int x;\n\tif (é) f();\r\nlast").unwrap();
        let at = |line_and_column| excerpt(&format!("{}:{line_and_column}", path.display()));
        assert_eq!(at("2:9").unwrap(), "    |\n  2 | \tif (é) f();\n    | \t      ^\n");
        assert_eq!(at("3:0").unwrap(), "    |\n  3 | last\n");
        assert_eq!(at("3:99").unwrap().lines().count(), 3);
        assert_eq!((at("4:1"), at("0:1"), excerpt("<unknown>")), (None, None, None));
    }

    #[test]
    fn names_inputs_as_the_source_does() {
        let input = |name: Option<&str>, occurrence, value: &str| Input {
            site: name.map_or(1, |_| 0),
            occurrence,
            count: None,
            source: "__VERIFIER_nondet_int".into(),
            name: name.map(String::from),
            ty: "i32".into(),
            kind: "signed".into(),
            place: "a.c:1:2".into(),
            value: value.into(),
            bits: None,
        };
        let text = inputs(&[input(Some("x"), 0, "-5"), input(Some("x"), 1, "6"), input(None, 0, "7")], DataModel::Lp64);
        let expected = "  x #1 = -5   (int, __VERIFIER_nondet_int, a.c:1:2)\n  x #2 = 6    (int, __VERIFIER_nondet_int, \
                        a.c:1:2)\n  input = 7   (int, __VERIFIER_nondet_int, a.c:1:2)\n";
        assert_eq!(text, expected);
        // Equal values in a row are one line, if there are enough of them.
        let row: Vec<Input> = (0..5).map(|k| input(Some("x"), k, if k < 2 { "1" } else { "0" })).collect();
        let heads: Vec<String> =
            inputs(&row, DataModel::Lp64).lines().map(|line| line.split("   (").next().unwrap().into()).collect();
        assert_eq!(heads, ["  x #1 = 1      ", "  x #2 = 1      ", "  x #3 to #5 = 0"].map(str::to_string));
        // One long value does not push what is said of the others off the screen.
        let long = input(None, 0, &"9".repeat(LONGEST + 1));
        let text = inputs(&[input(Some("x"), 0, "-5"), long], DataModel::Lp64);
        assert!(
            text.starts_with("  x = -5   (int") && text.contains(&format!(" = {}…   (int", "9".repeat(LONGEST))),
            "{text}"
        );
    }
}
