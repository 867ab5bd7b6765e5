//! Tests that are kept on disk, and the program that they are about, which they name with all that decides it: so a
//! directory or a test file is enough to export, replay or minimise.

use super::error::Error;
use super::search::DEFAULT_STEPS;
use super::simulation::SimulationArgs;
use super::source::{Loaded, SourceArgs, like_clang};
use super::{complain, units};
use crate::output::suite::{Case, Origin, Suite};
use crate::output::trace;
use crate::output::{Ending, Test, kept_tests};
use crate::simulate::{Event, Given, Interpreter, Options, Simulator};
use clap::Parser;
use rarebit_front_end::instrument::instrument;
use rarebit_front_end::ir::{Func, Program};
use rarebit_learners::{EdgeSet, Observation};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The arguments that a test file records.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Recorded {
    #[command(flatten)]
    source: SourceArgs,

    #[command(flatten)]
    simulation: SimulationArgs,
}

/// Tests of one program, and the program.
pub struct Kept {
    pub source: SourceArgs,
    pub simulation: SimulationArgs,
    pub program: Program,
    pub tests: Vec<(String, Test)>,
}

/// Reads tests from files and directories and makes their program again; `program` says where its files are now.
pub fn load(from: &[PathBuf], program: &[PathBuf]) -> Result<Kept, Error> {
    let mut tests = Vec::new();
    for path in from {
        if path.is_dir() {
            let kept = kept_tests(path);
            tests.extend(kept.map_err(|error| Error::Campaign { path: path.clone(), error: Box::new(error) })?);
        } else {
            let test = Test::read(path).map_err(|error| Error::Test { path: path.clone(), error })?;
            tests.push((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), test));
        }
    }
    if !program.is_empty() {
        let wanted = names(program.iter().map(PathBuf::as_path));
        tests.retain(|(_, test)| names(test.program.iter().map(Path::new)) == wanted);
        if tests.is_empty() {
            return Err(Error::Kept(format!("there are no tests of {}", wanted.join(", "))));
        }
    }
    let Some((_, first)) = tests.first().cloned() else {
        return Err(Error::Kept("there are no tests".into()));
    };
    let others: Vec<&str> = tests
        .iter()
        .flat_map(|(_, test)| &test.program)
        .filter(|file| !first.program.contains(file))
        .map(String::as_str)
        .collect();
    if let Some(other) = others.first() {
        let own = first.program.join(", ");
        return Err(Error::Kept(format!(
            "there are tests of several programs, {own} and {other}: choose with --program"
        )));
    }
    let same = |test: &Test| (&test.options, &test.args) == (&first.options, &first.args);
    let count = tests.len();
    tests.retain(|(_, test)| same(test));
    if tests.len() < count {
        let left = units::count((count - tests.len()) as u64, "test");
        complain(&format!("warning: {left} with other options than {:?} left out", first.options.join(" ")));
    }
    let files: Vec<OsString> = match program {
        [] => first.program.iter().map(OsString::from).collect(),
        now => now.iter().map(|path| path.clone().into_os_string()).collect(),
    };
    let Recorded { source, simulation } = recorded(&files, &first)?;
    let Loaded { mut program, .. } = source.load()?;
    instrument(&mut program, simulation.classes());
    Ok(Kept { source, simulation, program, tests })
}

/// The arguments of a test again.
fn recorded(files: &[OsString], test: &Test) -> Result<Recorded, Error> {
    let database = test.options.iter().any(|word| word.starts_with("--compile-commands"));
    if let Some(missing) = files.iter().find(|file| !database && !Path::new(file).exists()) {
        let missing = missing.display();
        return Err(Error::Kept(format!(
            "the tests are about {missing}, which is not there: go to where they were made, or say where the program \
             is with --program"
        )));
    }
    let files = files.iter().filter(|file| !database || Path::new(file).extension().is_none_or(|e| e != "json"));
    let mut words: Vec<OsString> = files.cloned().chain(test.options.iter().map(OsString::from)).collect();
    if !test.args.is_empty() {
        words.push("--".into());
        words.extend(test.args.iter().map(OsString::from));
    }
    Recorded::try_parse_from(like_clang(words)).map_err(|error| {
        let text = error.to_string();
        Error::Kept(format!("the options in the tests cannot be used: {}", text.lines().next().unwrap_or_default()))
    })
}

/// File names without directories.
fn names<'a>(paths: impl Iterator<Item = &'a Path>) -> Vec<String> {
    paths.map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned()).collect()
}

impl Kept {
    /// Its tests, run again; with the paths of all if `paths`.
    pub fn suite(&self, paths: bool) -> Result<Suite<'_>, Error> {
        suite(&self.program, &self.source, &self.simulation, self.tests.clone(), paths)
    }
}

/// Runs every test again: what other tools want to know beside the inputs. A test that is not about this program, such
/// as one of an older version of it, is left out with a warning.
pub fn suite<'p>(
    program: &'p Program,
    source: &SourceArgs,
    simulation: &SimulationArgs,
    tests: Vec<(String, Test)>,
    paths: bool,
) -> Result<Suite<'p>, Error> {
    let mut options = Options { trace: true, ..simulation.options(program, DEFAULT_STEPS) };
    options.probes.edges = EdgeSet::All;
    let mut interpreter = Interpreter::new(program, options);
    let files = source.names();
    let mut cases = Vec::new();
    let mut problem = None;
    for (name, test) in tests {
        let values = match test.values(&test.program, program) {
            Ok(values) => values,
            Err(error) => {
                complain(&format!("warning: {name}: {error}; left out"));
                problem.get_or_insert(error);
                continue;
            }
        };
        let mut given = Given::recorded(values);
        let mut seen = Observation::default();
        interpreter.run(&mut given, &mut seen);
        let ending = Ending::new(program, seen.outcome, interpreter.failure());
        let path = match ending {
            Ending::Violation(_) => trace::steps(program, interpreter.trace()).collect(),
            _ if paths => trace::steps(program, interpreter.trace()).collect(),
            _ => Vec::new(),
        };
        let name = name.strip_suffix(".json").unwrap_or(&name).to_string();
        let called = called(interpreter.trace());
        cases.push(Case { name, test, drawn: given.drawn, ending, path, edges: seen.edges, called });
    }
    if let (true, Some(error)) = (cases.is_empty(), problem) {
        return Err(Error::Kept(error.to_string()));
    }
    let mut words = source.again();
    words.extend(simulation.again());
    let origin =
        Origin { options: source.options(), names: files, words, property: simulation.property().map(String::from) };
    Ok(Suite { program, origin, cases })
}

/// The functions that a run called, each once.
fn called(events: &[Event]) -> Vec<Func> {
    let mut called: Vec<Func> = events
        .iter()
        .filter_map(|event| match event {
            Event::Call { func, .. } => Some(*func),
            _ => None,
        })
        .collect();
    called.sort();
    called.dedup();
    called
}
