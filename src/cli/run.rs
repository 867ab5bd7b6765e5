//! `rarebit run`: the program on one input.

use super::error::Error;
use super::simulation::{SimulationArgs, limit_text};
use super::source::{Loaded, SourceArgs};
use super::{Code, complain, print, print_json, report, units};
use crate::confirm::{Cache, Judge};
use crate::output::{self, Confirmation, Ending, Test, trace, value};
use crate::simulate::{self, Given, Limits, Options};
use rarebit_front_end::instrument::instrument;
use rarebit_learners::{Limit, Observation, Outcome};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// Run the program on one input and say how it ended
///
/// The program's output goes where the program sends it; what rarebit has to say goes to standard error.
#[derive(clap::Args)]
#[command(after_help = r#"Examples:
  rarebit run program.c --inputs 3,-5,0x10,1.5,true        values in the order in which the program reads them
  rarebit run program.c --stdin 9 --inputs '3,"a\n\x00"'   a text is its bytes, one input each
  rarebit run program.c --inputs rarebit-out/violation-chk3.json --trace
  rarebit run program.c -- first second                    the program's own arguments

Exit codes:
  0    the program ended (whatever its status), failed an assumption, used up a budget, or came to an error of a
       class that --checks leaves out
  1    a check is violated
  2    bad usage or input
  3    something internal, or the run came to something that is not supported
With --exit-status: the program's own status, 134 after abort, and 255 if it did not come to an end of its own."#)]
pub struct Args {
    #[command(flatten)]
    source: SourceArgs,

    /// A test file, or values separated by commas; missing values are 0
    #[arg(long, value_name = "TEST|VALUES", allow_hyphen_values = true)]
    inputs: Option<String>,

    /// Print the path: calls, decisions and inputs
    #[arg(long)]
    trace: bool,

    /// Print everything as one JSON object, the program's output included
    #[arg(long)]
    json: bool,

    /// If a check is violated, run the original program natively on the same inputs to confirm it
    #[arg(long)]
    confirm: bool,

    /// Exit with the program's own status
    #[arg(long)]
    exit_status: bool,

    #[command(flatten)]
    simulation: SimulationArgs,
}

/// Where the inputs come from.
enum Source {
    Values(Vec<String>),
    File(PathBuf, Box<Test>),
}

pub fn execute(args: &Args) -> Result<Code, Error> {
    // A bad argument shows before the compiler starts.
    let source = args.inputs.as_deref().map_or(Ok(Source::Values(Vec::new())), source)?;
    let Loaded { mut program, warnings } = args.source.load()?;
    instrument(&mut program, args.simulation.classes());
    let mut notes = Vec::new();
    let mut inputs = match &source {
        Source::Values(values) => value::listed(values.clone(), program.model),
        Source::File(path, test) => {
            let values = test.values(&args.source.names(), &program);
            let values = values.map_err(|error| Error::Test { path: path.clone(), error })?;
            if !test.is_current(&program) {
                notes.push(format!("the program has changed since {} was written", path.display()));
            }
            Given::recorded(values)
        }
    };
    let options = Options { trace: args.trace, ..args.simulation.options(&program, Limits::default().steps) };
    let limits = options.limits;
    let mut simulator = simulate::simulator(&program, options, args.simulation.engine());
    let mut seen = Observation::default();
    simulator.run(&mut inputs, &mut seen);
    if let Some((site, error)) = inputs.error {
        let info = &program.sites[site];
        let input = format!("{} at {}", info.name.as_deref().unwrap_or(&info.source), program.place(info.loc));
        return Err(Error::Value { input, error });
    }
    if inputs.missing > 0 {
        notes.push(format!("{} without a value read 0", units::count(inputs.missing, "input")));
    }
    if inputs.left() > 0 {
        notes.push(format!("the program did not read {}", units::count(inputs.left() as u64, "given value")));
    }
    let ending = Ending::new(&program, seen.outcome, simulator.failure());
    if let Source::File(path, test) = &source
        && !test.outcome.agrees_with(&ending)
    {
        notes.push(format!("the run did not end as {} says", path.display()));
    }
    let confirmation: Option<Confirmation> = match (args.confirm, &ending) {
        (true, Ending::Violation(finding)) => {
            let judge = Judge::new(&args.source.options(), &program, Cache::standard());
            Some((&judge.judge(finding, &inputs.drawn)).into())
        }
        _ => None,
    };
    let steps = trace::steps(&program, simulator.trace());
    if args.json {
        let mut object = json!({
            "outcome": ending,
            "steps": seen.steps,
            "stdout": String::from_utf8_lossy(simulator.output()),
            "stderr": String::from_utf8_lossy(simulator.errors()),
            "inputs": output::inputs(&program, &inputs.drawn),
            "notes": notes,
            "warnings": warnings,
        });
        if args.confirm {
            object["confirmation"] = json!(confirmation);
        }
        if args.trace {
            object["trace"] = steps.map(|step| step.json()).collect();
        }
        print_json(&object)?;
    } else {
        print(simulator.output())?;
        let mut err = std::io::stderr().lock();
        let _ = err.write_all(simulator.errors());
        for step in steps {
            let _ = writeln!(err, "{}", step.line());
        }
        drop(err);
        notes.iter().for_each(|note| complain(note));
        complain(&summary(seen.outcome, &ending, seen.steps, limits));
        if let Some(confirmation) = &confirmation {
            complain(&report::confirmation(confirmation));
        }
    }
    Ok(code(seen.outcome, args.exit_status))
}

/// What `--inputs` names: a file if there is one, else values.
fn source(text: &str) -> Result<Source, Error> {
    let path = PathBuf::from(text);
    if path.is_file() {
        return match Test::read(&path) {
            Ok(test) => Ok(Source::File(path, Box::new(test))),
            Err(error) => Err(Error::Test { path, error }),
        };
    }
    match values(text) {
        Some(values) if values.iter().all(|text| value::is_value(text)) => Ok(Source::Values(values)),
        _ => Err(Error::Inputs(text.into())),
    }
}

/// Values between commas; a text in double quotes is its bytes, one value each.
fn values(text: &str) -> Option<Vec<String>> {
    let mut values = Vec::new();
    let mut rest = text.trim();
    loop {
        if let Some(quoted) = rest.strip_prefix('"') {
            let mut escaped = false;
            let end = quoted.find(|c| {
                let end = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                end
            })?;
            values.extend(value::parse_bytes(&quoted[..end]).ok()?.iter().map(u8::to_string));
            rest = quoted[end + 1..].trim_start();
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            values.push(rest[..end].trim().into());
            rest = &rest[end..];
        }
        match rest.strip_prefix(',') {
            Some(more) => rest = more.trim_start(),
            None if rest.is_empty() => return Some(values),
            None => return None,
        }
    }
}

fn summary(outcome: Outcome, ending: &Ending, steps: u64, limits: Limits) -> String {
    let title = match outcome {
        Outcome::Exit(134) => return format!("exit status 134, as after abort ({})", units::count(steps, "step")),
        Outcome::Exit(status) => return format!("exit status {status} ({})", units::count(steps, "step")),
        Outcome::AssumptionFailed => return "the inputs do not satisfy an assumption of the program".into(),
        Outcome::Violation(_) => "violation".into(),
        Outcome::Undefined(_) => "the run cannot go on after an error of a class that --checks leaves out".into(),
        Outcome::DeadEnd => "the run cannot go on".into(),
        Outcome::Limit(limit) => {
            let (what, option) = limit_text(limit);
            let amount = match limit {
                Limit::Steps => limits.steps,
                Limit::Depth => limits.depth.into(),
                Limit::Memory => limits.memory,
                Limit::Output => limits.output,
                Limit::Time => return "the run was stopped".into(),
            };
            let raise = option.map(|option| format!("; {option} raises it")).unwrap_or_default();
            format!("the run used up its budget of {what} ({}){raise}", units::grouped(amount))
        }
    };
    report::of_ending(ending).map_or(title.clone(), |finding| report::finding(&title, finding))
}

fn code(outcome: Outcome, exit_status: bool) -> Code {
    match (outcome, exit_status) {
        (Outcome::Exit(status), true) => Code(status as u8),
        (_, true) => Code(255),
        (Outcome::Violation(_), _) => Code::VIOLATION,
        (Outcome::DeadEnd, _) => Code::INTERNAL,
        _ => Code::CLEAN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_texts() {
        let list = |text| values(text).map(|values| values.join(" "));
        assert_eq!(list("3, -5,0x10"), Some("3 -5 0x10".into()));
        assert_eq!(list(r#"1,"a,\"\n",2"#), Some("1 97 44 34 10 2".into()));
        assert_eq!(list(r#""",7"#), Some("7".into()));
        assert_eq!((list(r#""open"#), list(r#""a"b"#), list(r#""\q""#)), (None, None, None));
    }
}
