//! Everything that a report shows, put together: the tests are run again, the checks analysed, the drawings made.

use super::super::error::Error;
use super::super::hunt::{self, shell_word};
use super::super::source::Loaded;
use super::super::{report, search, units};
use super::{Args, Found, numbers, path};
use crate::explore::{Review, Sought};
use crate::output::html::listing::{Listing, State};
use crate::output::html::{CheckRow, InputRow, Page, TestRow, Tile, Violation, excerpt, flow, listing};
use crate::output::{Confirmation, Ending, Input, Test, in_harness, trace};
use rarebit_front_end::analysis::interpret::{self, Verdict};
use rarebit_front_end::instrument::instrument;
use rarebit_front_end::ir::{Check, EdgeKind, Program};
use std::collections::{BTreeMap, HashMap};
use std::fs;

/// Tests that are listed.
const LISTED: usize = 500;
/// Lines around a failure.
const AROUND: usize = 4;

pub fn page(args: &Args, found: &Found, hunt: &hunt::Args) -> Result<Page, Error> {
    let Loaded { mut program, warnings } = hunt.source.load()?;
    instrument(&mut program, hunt.simulation.classes());
    let options = hunt.simulation.options(&program, search::DEFAULT_STEPS);
    let names = hunt.source.names();
    let mut values = Vec::new();
    for (name, test) in &found.tests {
        let path = args.directory.join(name);
        values.push(test.values(&names, &program).map_err(|error| Error::Test { path, error })?);
    }
    let bad: Vec<usize> =
        (0..found.tests.len()).filter(|index| matches!(found.tests[*index].1.outcome, Ending::Violation(_))).collect();
    let review = Review::new(&program, &options, values, |index| bad.contains(&index));
    let mut notes: Vec<String> = warnings;
    let changed = found.tests.iter().filter(|(_, test)| !test.is_current(&program)).count();
    if changed > 0 {
        notes.push(format!(
            "The program has changed since {} written; what they show is about the program as it is now.",
            if changed == 1 { "one test was".into() } else { format!("{changed} tests were") }
        ));
    }
    let states = states(args, &program, &options.selected, &found.tests);
    let violations: Vec<Violation> = bad
        .iter()
        .enumerate()
        .map(|(number, index)| violation(args, &program, &review, hunt, number + 1, *index, &found.tests[*index]))
        .collect();
    let places: Vec<String> = violations.iter().map(|v| v.place.clone()).collect();
    let files = listing::listings(&program, &review, &states, &places);
    let anchors: HashMap<String, String> = files.iter().map(|file| (file.name.clone(), file.id.clone())).collect();
    let settings = hunt.search.settings(&program, &hunt.simulation, Sought::Violations, false);
    let functions = flow::functions(&program, &review, &states, &anchors);
    let (scatter, diagnostics) = numbers::chains(&program, &settings, &review);
    let mut page = Page {
        title: names.join(", "),
        version: env!("CARGO_PKG_VERSION"),
        command: std::iter::once("rarebit".into())
            .chain(found.command.iter().map(|word| shell_word(word)))
            .collect::<Vec<_>>()
            .join(" "),
        stop: stop(found),
        summary: summary(&program, &review, &states, found, &violations),
        notes,
        history: found.state.as_ref().and_then(|state| numbers::history(&state.history, state.seconds, state.edges)),
        scatter,
        diagnostics,
        automaton: flow::calls(&program, &review).map(|(svg, _)| svg),
        functions,
        comparison: found.comparison.as_ref().and_then(numbers::comparison),
        outcomes: found
            .state
            .as_ref()
            .and_then(|state| state.result.as_ref())
            .map(numbers::outcomes)
            .unwrap_or_default(),
        checks: check_rows(&program, &states),
        tests: found.tests.iter().take(LISTED).map(test_row).collect(),
        violations,
        files,
    };
    link(&mut page);
    Ok(page)
}

/// What is known of the selected checks that stand in the program.
fn states(args: &Args, program: &Program, selected: &[bool], tests: &[(String, Test)]) -> HashMap<Check, State> {
    let facts = (!args.no_prove).then(|| interpret::analyse(program, &interpret::Options::new(selected.to_vec())));
    let violated = |check: Check| {
        let name = check.to_string();
        tests
            .iter()
            .any(|(_, test)| matches!(&test.outcome, Ending::Violation(found) if found.check.as_ref() == Some(&name)))
    };
    let present = program.funcs.values().flat_map(|func| func.checks());
    let present = present.filter(|check| selected.get(check.as_u32() as usize).copied().unwrap_or(false));
    let state = |check: Check| match facts.as_ref().map(|facts| facts.verdict(check)) {
        _ if violated(check) => State::Violated,
        Some(Verdict::Proved) => State::Proved,
        Some(Verdict::Unreachable) => State::Unreachable,
        _ => State::Open,
    };
    present.map(|check| (check, state(check))).collect()
}

fn check_rows(program: &Program, states: &HashMap<Check, State>) -> Vec<CheckRow> {
    let mut rows: BTreeMap<&str, CheckRow> = BTreeMap::new();
    for (check, state) in states {
        let info = &program.checks[*check];
        if program.funcs[info.func].library {
            continue;
        }
        let row = rows
            .entry(info.class.name())
            .or_insert_with(|| CheckRow { class: info.class.name().into(), ..CheckRow::default() });
        *match state {
            State::Violated => &mut row.violated,
            State::Open => &mut row.open,
            State::Proved => &mut row.proved,
            State::Unreachable => &mut row.unreachable,
        } += 1;
    }
    rows.into_values().collect()
}

/// Why the search stopped, in words.
fn stop(found: &Found) -> String {
    let Some(state) = &found.state else {
        return format!("{} in a directory", units::count(found.tests.len() as u64, "test"));
    };
    let Some(result) = &state.result else {
        return "the search has not ended, or was killed; this is what it had written".into();
    };
    let why = match result["stop"].as_str().unwrap_or_default() {
        "found" => "stopped at the first violation",
        "done" => "nothing was left to look for",
        "exhausted" => "the program reads no input, so its one run shows all it can do",
        "budget: time" => "the time was used up",
        "budget: runs" => "the number of runs was used up",
        "proved" => "every check is proved or violated",
        "interrupted" => "interrupted",
        other => other,
    };
    format!("{why} · seed {}", state.seed)
}

fn summary(
    program: &Program,
    review: &Review,
    states: &HashMap<Check, State>,
    found: &Found,
    violations: &[Violation],
) -> Vec<Tile> {
    let tile = |label, value: String, more: String, class| Tile { label, value, more, class };
    let confirmed = violations.iter().filter(|v| v.confirmed).count();
    let own = program.funcs.values().filter(|func| !func.library);
    let edges: Vec<_> = own
        .flat_map(|func| {
            func.layout.iter().flat_map(|block| {
                func.blocks[*block].end.targets().into_iter().map(|target| target.edge).collect::<Vec<_>>()
            })
        })
        .filter(|edge| program.edges[*edge].kind == EdgeKind::Branch)
        .collect();
    let taken = edges.iter().filter(|edge| review.edges.contains_key(edge)).count();
    let own_states = || {
        states.iter().filter(|(check, _)| !program.funcs[program.checks[**check].func].library).map(|(_, state)| *state)
    };
    let many = |wanted: &[State]| own_states().filter(|state| wanted.contains(state)).count();
    let mut tiles = vec![
        tile(
            if violations.len() == 1 { "violation" } else { "violations" },
            violations.len().to_string(),
            if violations.is_empty() { "none found".into() } else { format!("{confirmed} confirmed natively") },
            if violations.is_empty() { "good" } else { "bad" },
        ),
        tile(
            "branch coverage",
            if edges.is_empty() { "–".into() } else { format!("{:.0} %", 100.0 * taken as f64 / edges.len() as f64) },
            format!("{taken} of {} decisions, by the tests", edges.len()),
            "",
        ),
        tile(
            "checks proved",
            many(&[State::Proved, State::Unreachable]).to_string(),
            format!("{} open, {} violated", many(&[State::Open]), many(&[State::Violated])),
            "",
        ),
    ];
    if let Some(state) = &found.state {
        let rate = state.runs as f64 / state.seconds.max(1e-9);
        tiles.push(tile(
            "runs",
            units::grouped(state.runs),
            format!("in {:.1} s, {} a second", state.seconds, units::grouped(rate as u64)),
            "",
        ));
    }
    let suite = found.tests.len() - violations.len();
    tiles.push(tile("tests kept", found.tests.len().to_string(), format!("{suite} for coverage"), ""));
    tiles
}

fn violation(
    args: &Args,
    program: &Program,
    review: &Review,
    hunt: &hunt::Args,
    number: usize,
    index: usize,
    (name, test): &(String, Test),
) -> Violation {
    let run = &review.runs[index];
    let recorded = report::of_ending(&test.outcome).cloned().unwrap_or_default();
    let now = Ending::new(program, run.outcome, run.failure.as_ref());
    // The program may have changed: then the file knows better what was found.
    let finding = match (&now, test.outcome.agrees_with(&now)) {
        (Ending::Violation(finding), true) => finding.clone(),
        _ => recorded,
    };
    let (confirmed, verdict) = match &test.confirmation {
        Some(known @ Confirmation::Confirmed { .. }) => (true, report::confirmation(known)),
        Some(known) => (false, report::confirmation(known)),
        None => (false, "not judged natively".into()),
    };
    let (steps, left_out) = path::steps(trace::steps(program, &run.trace).collect());
    let mut words = vec!["rarebit".to_string(), "run".into()];
    words.extend(hunt.source.again());
    words.extend(hunt.simulation.again());
    words.extend(["--inputs".into(), args.directory.join(name).display().to_string(), "--trace".into()]);
    if !hunt.source.args.is_empty() {
        words.push("--".into());
        words.extend(hunt.source.args.iter().cloned());
    }
    Violation {
        number,
        class: finding.class.clone().unwrap_or_else(|| "failure".into()),
        text: finding.text.clone().unwrap_or_default(),
        fault: finding.library.iter().map(|name| format!("in {name}: ")).collect::<String>() + &finding.fault,
        anchor: None,
        excerpt: source_of(&finding.place).unwrap_or_default(),
        callers: finding
            .stack
            .iter()
            .skip(1)
            .filter(|frame| !in_harness(&frame.place))
            .map(|frame| format!("{} at {}", frame.function, frame.place))
            .collect(),
        place: finding.place,
        function: finding.function,
        confirmed,
        verdict: verdict.trim().into(),
        origin: test
            .origin
            .as_ref()
            .map(|o| [Some(o.engine.clone()), o.why.clone()].into_iter().flatten().collect::<Vec<_>>().join(": "))
            .unwrap_or_default(),
        inputs: test.inputs.iter().map(|input| input_row(program, input)).collect(),
        steps,
        left_out,
        file: name.clone(),
        replay: words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" "),
    }
}

fn input_row(program: &Program, input: &Input) -> InputRow {
    let quote = if input.count.is_some() { "\"" } else { "" };
    let occurrence = if input.occurrence > 0 { format!(" #{}", input.occurrence + 1) } else { String::new() };
    InputRow {
        name: format!("{}{occurrence}", input.name.as_deref().unwrap_or(&input.source)),
        value: format!("{quote}{}{quote}", input.value),
        ty: report::c_type(input, program.model),
        place: if in_harness(&input.place) { String::new() } else { input.place.clone() },
        anchor: None,
    }
}

fn source_of(place: &str) -> Option<Vec<crate::output::html::Excerpt>> {
    let (rest, _) = place.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    let text = String::from_utf8_lossy(&fs::read(file).ok()?).into_owned();
    Some(excerpt(&text, line.parse().ok()?, AROUND))
}

fn test_row((name, test): &(String, Test)) -> TestRow {
    let ending = match &test.outcome {
        Ending::Exit { status } => format!("exit {status}"),
        Ending::Violation(finding) => format!("violates {}", finding.check.as_deref().unwrap_or("a check")),
        Ending::Undefined(_) => "undefined".into(),
        Ending::AssumptionFailed => "fails an assumption".into(),
        Ending::Limit { limit, .. } => format!("limit: {limit}"),
        Ending::DeadEnd(_) => "something unsupported".into(),
    };
    let mut inputs: Vec<String> = test
        .inputs
        .iter()
        .take(8)
        .map(|input| {
            let quote = if input.count.is_some() { "\"" } else { "" };
            let text: String = input.value.chars().take(40).collect();
            format!("{} = {quote}{text}{quote}", input.name.as_deref().unwrap_or("input"))
        })
        .collect();
    if test.inputs.len() > 8 {
        inputs.push(format!("… {} more", test.inputs.len() - 8));
    }
    TestRow { name: name.clone(), bad: matches!(test.outcome, Ending::Violation(_)), ending, inputs: inputs.join(", ") }
}

/// Places become links to the source below.
fn link(page: &mut Page) {
    let files: Vec<(String, String, usize)> = page
        .files
        .iter()
        .map(|file: &Listing| (format!("{}:", file.name), file.id.clone(), file.lines.len()))
        .collect();
    let anchor = |place: &str| {
        let (_, id, many) = files.iter().find(|(name, ..)| place.starts_with(name.as_str()))?;
        let line: usize = place.rsplit(':').nth(1)?.parse().ok()?;
        (line <= *many).then(|| format!("{id}-{line}"))
    };
    for violation in &mut page.violations {
        violation.anchor = anchor(&violation.place);
        violation.steps.iter_mut().for_each(|step| step.anchor = anchor(&format!("{}:1", step.place)));
        violation.inputs.iter_mut().for_each(|input| input.anchor = anchor(&input.place));
    }
}
