//! The charts of a report: coverage over time, what chains and uniform draws do, strategies side by side.

use super::super::units;
use crate::explore::{Diagnosis, Review, Settings, diagnose};
use crate::output::Moment;
use crate::output::html::chart::{COLOURS, Series, Shape, chart};
use crate::output::html::{Comparison, Diagnostics, Scatter};
use crate::sample::diagnostics::{effective_size, r_hat};
use rarebit_front_end::ir::{InputKind, InputSite, Program};
use rarebit_learners::Outcome;
use serde_json::Value;
use std::collections::HashMap;

const CHAINS: u64 = 4;
const STEPS: usize = 1000;
/// Inputs whose mixing is measured.
const INPUTS: usize = 6;
/// Points of a cloud that are drawn.
const DOTS: usize = 500;
/// Runs that fail an assumption weigh less than this.
const OUTSIDE: f64 = -150.0;

/// Decisions taken and checks violated, over time.
pub fn history(moments: &[Moment], end: f64, edges: usize) -> Option<String> {
    let last = moments.last()?;
    let line = |name: &str, class, value: &dyn Fn(&Moment) -> f64| {
        let mut points = vec![(0.0, 0.0)];
        points.extend(moments.iter().map(|moment| (moment.seconds, value(moment))));
        points.push((end.max(last.seconds), value(last)));
        Series { name: name.into(), class, points, shape: Shape::Steps }
    };
    let mut series = vec![line("decisions taken", "c0", &|moment| moment.covered as f64)];
    let all = vec![(0.0, edges as f64), (end.max(last.seconds), edges as f64)];
    series.push(Series { name: "all decisions".into(), class: "c5", points: all, shape: Shape::Faint });
    if last.violations > 0 {
        series.push(line("checks violated", "bad", &|moment| moment.violations as f64));
    }
    Some(chart("coverage over time", "seconds", "decisions", &series, true))
}

/// The inputs that chains are watched on: numbers that the tests read, those of violations first.
fn sites(program: &Program, review: &Review) -> Vec<(InputSite, u32)> {
    let mut runs: Vec<_> = review.runs.iter().collect();
    runs.sort_by_key(|run| !matches!(run.outcome, Outcome::Violation(_)));
    let mut sites = Vec::new();
    for run in runs {
        let mut read: HashMap<InputSite, u32> = HashMap::new();
        for (site, _) in &run.drawn {
            let next = read.entry(*site).or_default();
            let (kind, input) = (program.sites[*site].kind, (*site, *next));
            *next += 1;
            if !sites.contains(&input) && !matches!(kind, InputKind::Pointer | InputKind::Bool) {
                sites.push(input);
            }
        }
    }
    // Different inputs before one that is read again.
    sites.sort_by_key(|(_, occurrence)| *occurrence);
    sites.truncate(INPUTS);
    sites
}

/// Watches chains made for the page.
pub fn chains(program: &Program, settings: &Settings, review: &Review) -> (Option<Scatter>, Option<Diagnostics>) {
    let sites = sites(program, review);
    if sites.is_empty() {
        return (None, None);
    }
    let diagnosis = diagnose(program, settings, &sites, CHAINS, STEPS);
    let again = |site: InputSite| sites.iter().any(|(other, occurrence)| *other == site && *occurrence > 0);
    let name = |(site, occurrence): (InputSite, u32)| {
        let info = &program.sites[site];
        let name = info.name.clone().unwrap_or_else(|| format!("input at line {}", info.loc.line));
        if again(site) { format!("{name} #{}", occurrence + 1) } else { name }
    };
    (scatter(program, &diagnosis, review, &name), mixing(&diagnosis, &name))
}

fn scatter(
    program: &Program,
    diagnosis: &Diagnosis,
    review: &Review,
    name: &dyn Fn((InputSite, u32)) -> String,
) -> Option<Scatter> {
    let [x, y, ..] = diagnosis.sites[..] else { return None };
    let thin = |points: Vec<(f64, f64)>| {
        let every = points.len().div_ceil(DOTS).max(1);
        points.into_iter().step_by(every).collect::<Vec<_>>()
    };
    let pair = |point: &Vec<f64>| (point[0], point[1]);
    let inside = |walk: &'_ crate::explore::Walk| -> Vec<(f64, f64)> {
        let points = walk.points.iter().zip(&walk.weights);
        points.filter(|(_, weight)| **weight > OUTSIDE).map(|(point, _)| pair(point)).collect()
    };
    let chains = diagnosis.walks.iter().flat_map(inside).collect();
    let number = |run: &crate::explore::Reviewed, (site, occurrence): (InputSite, u32)| {
        let (_, bits) = run.drawn.iter().filter(|(drawn, _)| *drawn == site).nth(occurrence as usize)?;
        crate::output::value::text(*bits, &program.sites[site], program.model).parse::<f64>().ok()
    };
    let bad = review.runs.iter().filter(|run| matches!(run.outcome, Outcome::Violation(_)));
    let bad: Vec<(f64, f64)> = bad.filter_map(|run| Some((number(run, x)?, number(run, y)?))).collect();
    let mut series = vec![
        Series {
            name: "uniform".into(),
            class: "c5",
            points: thin(diagnosis.uniform.iter().map(pair).collect()),
            shape: Shape::Dots,
        },
        Series { name: "Metropolis–Hastings".into(), class: "c0", points: thin(chains), shape: Shape::Dots },
    ];
    if !bad.is_empty() {
        series.push(Series { name: "violations".into(), class: "bad", points: bad, shape: Shape::Crosses });
    }
    let (x, y) = (name(x), name(y));
    Some(Scatter { svg: chart(&format!("draws of {x} and {y}"), &x, &y, &series, false), x, y })
}

fn mixing(diagnosis: &Diagnosis, name: &dyn Fn((InputSite, u32)) -> String) -> Option<Diagnostics> {
    let steps = diagnosis.walks.iter().map(|walk| walk.points.len()).min().filter(|steps| *steps >= 8)?;
    let series: Vec<Series> = diagnosis
        .walks
        .iter()
        .zip(COLOURS)
        .enumerate()
        .map(|(i, (walk, class))| Series {
            name: format!("chain {}", i + 1),
            class,
            points: (0u32..).zip(&walk.weights).filter(|(_, w)| **w > OUTSIDE).map(|(i, w)| (i.into(), *w)).collect(),
            shape: Shape::Line,
        })
        .collect();
    let row = |label: String, chains: Vec<Vec<f64>>| {
        if chains.iter().flatten().any(|x| !x.is_finite()) {
            return (label, "not read in every run".to_string(), String::new());
        }
        let size: f64 = chains.iter().map(|chain| effective_size(chain)).sum();
        (label, format!("{size:.0}"), format!("{:.2}", r_hat(&chains)))
    };
    let mut rows = vec![row("log-weight".into(), diagnosis.walks.iter().map(|walk| walk.weights.clone()).collect())];
    for (at, site) in diagnosis.sites.iter().enumerate() {
        let column = |walk: &crate::explore::Walk| walk.points.iter().map(|point| point[at]).collect();
        rows.push(row(name(*site), diagnosis.walks.iter().map(column).collect()));
    }
    let accepted: u64 = diagnosis.walks.iter().map(|walk| walk.accepted).sum();
    let proposed: usize = diagnosis.walks.iter().map(|walk| walk.points.len()).sum();
    Some(Diagnostics {
        svg: chart("log-weight of each chain", "step", "log-weight", &series, false),
        chains: diagnosis.walks.len(),
        steps,
        acceptance: format!("{:.0} %", 100.0 * accepted as f64 / proposed.max(1) as f64),
        rows,
    })
}

/// How the runs of a search ended, most frequent first.
pub fn outcomes(result: &Value) -> Vec<(String, String)> {
    let outcomes = &result["outcomes"];
    let named = [
        ("exits", "came to an end"),
        ("violations", "violated a check"),
        ("assumption_failed", "failed an assumption"),
        ("undefined", "an error known already, or not selected"),
        ("dead_ends", "came to something unsupported"),
    ];
    let mut rows: Vec<(String, u64)> =
        named.iter().map(|(key, text)| ((*text).into(), outcomes[*key].as_u64().unwrap_or(0))).collect();
    for (limit, many) in outcomes["limits"].as_object().into_iter().flatten() {
        rows.push((format!("used up the budget of {limit}"), many.as_u64().unwrap_or(0)));
    }
    rows.retain(|(_, many)| *many > 0);
    rows.sort_by_key(|(_, many)| std::cmp::Reverse(*many));
    rows.into_iter().map(|(text, many)| (text, units::grouped(many))).collect()
}

/// What `rarebit compare` found.
pub fn comparison(value: &Value) -> Option<Comparison> {
    let rows = value["strategies"].as_array()?;
    let trials = value["trials"].as_array()?;
    let names: Vec<&str> = rows.iter().filter_map(|row| row["strategy"].as_str()).collect();
    let colour = |name: &str| COLOURS[names.iter().position(|known| *known == name).unwrap_or(0) % COLOURS.len()];
    let end = trials.iter().filter_map(|trial| trial["seconds"].as_f64()).fold(0.0, f64::max);
    let points = |trial: &Value| {
        let moments = trial["history"].as_array().into_iter().flatten();
        let mut points: Vec<(f64, f64)> = moments.filter_map(|m| Some((m[0].as_f64()?, m[2].as_f64()?))).collect();
        points.extend(trial["covered"].as_f64().map(|covered| (end, covered)));
        points
    };
    let mut series = Vec::new();
    for trial in trials {
        let name = trial["strategy"].as_str().unwrap_or_default();
        series.push(Series { name: name.into(), class: colour(name), points: points(trial), shape: Shape::Faint });
    }
    for name in &names {
        let lines: Vec<Vec<(f64, f64)>> =
            trials.iter().filter(|trial| trial["strategy"] == **name).map(points).collect();
        let mut times: Vec<f64> = lines.iter().flatten().map(|point| point.0).collect();
        times.sort_by(f64::total_cmp);
        let median = |time: f64| {
            let at = |line: &Vec<(f64, f64)>| line.iter().take_while(|p| p.0 <= time).last().map_or(0.0, |p| p.1);
            let mut values: Vec<f64> = lines.iter().map(at).collect();
            values.sort_by(f64::total_cmp);
            values.get(values.len().saturating_sub(1) / 2).copied().unwrap_or(0.0)
        };
        let points = times.iter().map(|time| (*time, median(*time))).collect();
        series.push(Series { name: (*name).into(), class: colour(name), points, shape: Shape::Steps });
    }
    let spread = |value: &Value, digits: usize| {
        let one = |key: &str| value[key].as_f64().map_or("never".to_string(), |x| format!("{x:.digits$}"));
        let (low, median, high) = (one("min"), one("median"), one("max"));
        if low == high { median } else { format!("{median} ({low}..{high})") }
    };
    let head = ["strategy", "violations", "coverage %", "runs/s", "first violation s", "equal coverage s"];
    let table = rows.iter().map(|row| {
        vec![
            row["strategy"].as_str().unwrap_or_default().to_string(),
            spread(&row["violations"], 0),
            spread(&row["coverage_percent"], 1),
            spread(&row["runs_per_second"], 0),
            spread(&row["first_violation"], 3),
            spread(&row["equal_coverage"], 3),
        ]
    });
    Some(Comparison {
        svg: chart("coverage over time by strategy", "seconds", "branch edges covered", &series, true),
        head: head.map(String::from).to_vec(),
        rows: table.collect(),
        seeds: trials.len() / names.len().max(1),
    })
}
