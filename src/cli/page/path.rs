//! The path to a failure for readers: what the source says at each step, and loops told once with how often they went.

use crate::output::html::Step;
use crate::output::{in_harness, trace};
use std::collections::HashMap;
use std::fs;

/// Steps that are shown from the beginning of a path, and up to its end.
const FIRST: usize = 60;
const LAST: usize = 240;
/// Steps of one round of a loop that is told once.
const LONGEST: usize = 12;
/// Values of an input that are listed.
const VALUES: usize = 12;

/// The steps to show, and how many in the middle are not.
pub fn steps(path: Vec<trace::Step>) -> (Vec<Step>, usize) {
    let mut sources: HashMap<String, Vec<String>> = HashMap::new();
    let shown = folded(&path);
    let left_out = shown.len().saturating_sub(FIRST + LAST);
    let mut steps = Vec::new();
    for (at, (step, text)) in shown.into_iter().enumerate() {
        if at < FIRST || at >= FIRST + left_out {
            steps.push(one(step, text, &mut sources));
        } else if at == FIRST {
            let gap = Step { class: "gap", ..Step::default() };
            steps.push(gap);
        }
    }
    (steps, left_out)
}

/// What makes two steps the same: all but the value of an input.
fn key(step: &trace::Step) -> (usize, &str, &str) {
    let text = match step.text.starts_with("input ") {
        true => step.text.split(" = ").next().unwrap_or_default(),
        false => &step.text,
    };
    (step.depth, &step.place, text)
}

/// Rounds that repeat, at least three of them, as one.
fn folded(path: &[trace::Step]) -> Vec<(&trace::Step, String)> {
    let keys: Vec<_> = path.iter().map(key).collect();
    let mut shown = Vec::new();
    let mut at = 0;
    while at < path.len() {
        let rounds = |length: usize| {
            let round = &keys[at..at + length];
            keys[at..].chunks_exact(length).take_while(|chunk| *chunk == round).count()
        };
        let best =
            (1..=LONGEST.min(path.len() - at)).map(|length| (rounds(length), length)).find(|(many, _)| *many >= 3);
        let (many, length) = best.unwrap_or((1, 1));
        for index in at..at + length {
            let step = &path[index];
            let mut text = step.text.clone();
            if many > 1 {
                let value = |round: usize| path[index + round * length].text.split_once(" = ").map(|(_, value)| value);
                match value(0).filter(|_| step.text.starts_with("input ")) {
                    Some(_) => {
                        let values: Vec<&str> = (0..many.min(VALUES)).filter_map(value).collect();
                        let more = if many > VALUES { ", …" } else { "" };
                        text = format!("{} = {}{more}", keys[index].2, values.join(", "));
                    }
                    None => text += &format!(" ×{many}"),
                }
            }
            shown.push((step, text));
        }
        at += many * length;
    }
    shown
}

fn one(step: &trace::Step, text: String, sources: &mut HashMap<String, Vec<String>>) -> Step {
    let class = if text.starts_with("input ") {
        "input"
    } else if text.starts_with("fails ") {
        "fails"
    } else {
        ""
    };
    let code = if class.is_empty() { line(&step.place, sources) } else { None };
    let place = step.place.rsplit_once(':').map_or(step.place.as_str(), |(line, _)| line);
    let place = if in_harness(place) { "" } else { place };
    Step { depth: step.depth.min(12), place: place.into(), anchor: None, text, code: code.unwrap_or_default(), class }
}

/// The line of the source at a place, without its indentation.
fn line(place: &str, sources: &mut HashMap<String, Vec<String>>) -> Option<String> {
    let (rest, _) = place.rsplit_once(':')?;
    let (file, number) = rest.rsplit_once(':')?;
    let lines = sources.entry(file.into()).or_insert_with(|| {
        let text = fs::read(file).unwrap_or_default();
        String::from_utf8_lossy(&text).lines().map(|line| line.trim().to_string()).collect()
    });
    lines.get(number.parse::<usize>().ok()?.checked_sub(1)?).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(place: &str, text: &str) -> trace::Step {
        trace::Step { depth: 0, place: place.into(), text: text.into() }
    }

    #[test]
    fn loops_are_told_once() {
        let mut path = vec![step("a.c:1:1", "calls f")];
        for value in ["3", "1", "4", "1"] {
            path.extend([step("a.c:2:3", "condition is true"), step("a.c:3:5", &format!("input x = {value}"))]);
        }
        path.push(step("a.c:2:3", "condition is false"));
        let (steps, left_out) = steps(path);
        let texts: Vec<&str> = steps.iter().map(|step| step.text.as_str()).collect();
        assert_eq!(texts, ["calls f", "condition is true ×4", "input x = 3, 1, 4, 1", "condition is false"]);
        assert_eq!((left_out, steps[0].place.as_str()), (0, "a.c:1"));
        let long = (0..1000).map(|i| step(&format!("a.c:{i}:1"), "condition is true")).collect();
        let (steps, left_out) = super::steps(long);
        assert_eq!((steps.len(), left_out), (FIRST + LAST + 1, 700));
    }
}
