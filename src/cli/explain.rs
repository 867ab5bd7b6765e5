//! `rarebit explain`: which engine found a failure, from which constraint, and what its path demands of the inputs.

use super::error::Error;
use super::search::DEFAULT_STEPS;
use super::{Code, kept, print, print_json, report};
use crate::explore::{Demand, Demands, demands};
use crate::output::suite::Case;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::PathBuf;

/// Say how a failure was found, and what its path demands of the inputs
///
/// Takes test files or the directory of a search. Says which engine found each failure and from which constraint, if
/// there was one. Then the linear part of what the path to the failure demands is worked out, in terms of the inputs:
/// addresses, one factor of a product and the like are as in the test.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  rarebit explain rarebit-out
  rarebit explain rarebit-out/violation-chk3.json

Exit codes:
  0    explained
  2    bad usage or input
  3    something internal, or not supported")]
pub struct Args {
    /// Test files, or directories of searches
    #[arg(value_name = "TEST|DIR", default_value = "rarebit-out")]
    from: Vec<PathBuf>,

    /// Where the program's files are, if not where they were
    #[arg(long, value_name = "FILE")]
    program: Vec<PathBuf>,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

pub fn execute(args: &Args) -> Result<Code, Error> {
    let kept = kept::load(&args.from, &args.program)?;
    let suite = kept.suite(false)?;
    let options = kept.simulation.options(&kept.program, DEFAULT_STEPS);
    let failures = suite.cases.iter().filter(|case| case.violation().is_some());
    let explained: Vec<(&Case, Demands)> =
        failures.map(|case| (case, demands(&kept.program, &options, &case.drawn))).collect();
    if args.json {
        let all: Vec<Value> = explained.iter().map(|(case, demands)| object(case, demands)).collect();
        print_json(&json!({ "explained": all }))?;
    } else if explained.is_empty() {
        print("no test violates a check\n")?;
    } else {
        print(explained.iter().map(|(case, demands)| text(case, demands)).collect::<String>())?;
    }
    Ok(Code::CLEAN)
}

fn object(case: &Case, demands: &Demands) -> Value {
    let rows: Vec<Value> = demands.rows.iter().map(|one| json!({ "row": one.row, "place": one.place })).collect();
    json!({ "test": case.name, "violation": case.violation(), "origin": case.test.origin, "path": rows,
            "given_up": demands.given_up })
}

fn text(case: &Case, demands: &Demands) -> String {
    let mut text = format!("{}\n", case.name);
    if let Some(finding) = case.violation() {
        text += &report::finding("violation", finding);
    }
    match &case.test.origin {
        None => text += "found by: not recorded\n",
        Some(origin) => {
            let _ = writeln!(text, "found by: {}", origin.engine);
            if let Some(why) = &origin.why {
                let _ = writeln!(text, "tried:    {}", why.trim_end().replace('\n', "\n          "));
            }
        }
    }
    if demands.rows.is_empty() {
        text += "its path demands nothing linear of the inputs\n";
    } else {
        text += "its path demands, as far as it is linear:\n";
        let rows = together(&demands.rows);
        let width = rows.iter().map(|(row, _)| row.chars().count()).max().unwrap_or(0);
        for (row, place) in rows {
            let pad = " ".repeat(width - row.chars().count());
            let _ = writeln!(text, "  {row}{pad}  {place}");
        }
    }
    if let Some(place) = &demands.given_up {
        let _ = writeln!(text, "its path was followed only as far as {place}; more may be demanded behind it");
    }
    text
}

/// What a loop demands again and again of one input after the other is shown once, with its first and last row.
fn together(demands: &[Demand]) -> Vec<(String, &str)> {
    let form = |one: &Demand| (without_occurrences(&one.row), one.place.clone());
    demands
        .chunk_by(|a, b| form(a) == form(b))
        .flat_map(|alike| match alike {
            [first, _, .., last] => vec![(format!("{} … {}", first.row, last.row), first.place.as_str())],
            few => few.iter().map(|one| (one.row.clone(), one.place.as_str())).collect(),
        })
        .collect()
}

/// `text#7` is `text`.
fn without_occurrences(row: &str) -> String {
    let mut parts = row.split('#');
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| text + part.trim_start_matches(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_a_loop_are_one() {
        let demand = |row: &str, place: &str| Demand { row: row.into(), place: place.into() };
        let rows = [
            demand("1 ≤ text", "a.c:3"),
            demand("1 ≤ text#1", "a.c:3"),
            demand("1 ≤ text#2", "a.c:3"),
            demand("text#3 = 0", "a.c:3"),
            demand("x ≤ 7", "a.c:9"),
            demand("x#1 ≤ 7", "a.c:9"),
        ];
        let shown: Vec<String> = together(&rows).into_iter().map(|(row, _)| row).collect();
        assert_eq!(shown, ["1 ≤ text … 1 ≤ text#2", "text#3 = 0", "x ≤ 7", "x#1 ≤ 7"]);
    }
}
