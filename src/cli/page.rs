//! `rarebit report`: one HTML page about what a search left in a directory.

mod gather;
mod numbers;
mod path;

use super::error::Error;
use super::{Cli, Code, Command, hunt, print, print_json};
use crate::output::{Campaign, CampaignError, CampaignState, Test, kept_tests, write_atomically};
use clap::Parser;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// Make one HTML page of what a search left in a directory
///
/// The directory is a campaign (`--campaign DIR` of hunt and cover) or one of test files (`--out DIR`). The program is
/// compiled again, its tests are run again, and its checks are analysed; the page shows the violations with the way to
/// them, the source with coverage and checks in the margin, how the search went, and drawings of the program. It is one
/// file that needs no network.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  rarebit hunt program.c --campaign c && rarebit report c       writes c/report.html
  rarebit cover program.c --out suite && rarebit report suite   from the test files alone
  rarebit compare program.c --out c && rarebit report c         with the strategies side by side
  rarebit report c --out page.html --no-prove

Exit codes:
  0    the page is written, whatever it shows
  2    bad usage or input, or the directory is damaged
  3    something internal, or the page cannot be written")]
pub struct Args {
    /// The campaign or the directory of test files
    #[arg(value_name = "DIR")]
    directory: PathBuf,

    /// Where to write the page [default: DIR/report.html]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Do not analyse which checks can never fail; they are shown as open
    #[arg(long)]
    no_prove: bool,

    /// Print what was written as one JSON object
    #[arg(long)]
    json: bool,
}

/// What a directory holds.
pub struct Found {
    /// The command that made it, and where it was given.
    command: Vec<String>,
    directory: Option<PathBuf>,
    state: Option<CampaignState>,
    /// Names and tests; violations first.
    tests: Vec<(String, Test)>,
    /// What `rarebit compare` left.
    comparison: Option<Value>,
}

pub fn execute(args: &Args) -> Result<Code, Error> {
    let found = look(&args.directory)?;
    let forgotten = |why: String| Error::Forgotten { path: args.directory.clone(), why };
    let out = args.out.clone().unwrap_or_else(|| args.directory.join("report.html"));
    let out = std::path::absolute(&out).unwrap_or(out);
    let shown = args.out.clone().unwrap_or_else(|| args.directory.join("report.html"));
    let hunt = again(&found.command)
        .ok_or_else(|| forgotten(format!("its command is not understood: rarebit {}", found.command.join(" "))))?;
    // Names of files are those of the directory in which the search was started.
    let there = hunt.source.files.iter().all(|file| file.exists());
    if let Some(directory) = &found.directory
        && (!there || directory.is_dir())
    {
        std::env::set_current_dir(directory)
            .map_err(|error| forgotten(format!("it was made in {}: {error}", directory.display())))?;
    }
    let page = gather::page(args, &found, &hunt)?;
    let html = page.render().map_err(|error| forgotten(error.to_string()))?;
    write_atomically(&out, html.as_bytes()).map_err(|error| Error::Write { path: out.clone(), error })?;
    if args.json {
        print_json(&json!({ "page": shown.display().to_string(), "bytes": html.len(),
                            "violations": page.violations.len(), "tests": page.tests.len() }))?;
    } else {
        print(format!("{}\n", shown.display()))?;
    }
    Ok(Code::CLEAN)
}

/// Reads a campaign, or the test files of a directory.
fn look(root: &Path) -> Result<Found, Error> {
    let wrong = |error: CampaignError| Error::Campaign { path: root.into(), error: Box::new(error) };
    let comparison = match fs::read(root.join("compare.json")) {
        Ok(bytes) => Some(serde_json::from_slice::<Value>(&bytes).map_err(|error| wrong(error.into()))?),
        Err(_) => None,
    };
    if root.join("campaign.json").exists() {
        let (state, tests) = Campaign::read(root).map_err(wrong)?;
        let names = state.violations.iter().chain(&state.suite).cloned();
        let tests: Vec<(String, Test)> = names.zip(tests).collect();
        let command = if state.command.is_empty() { of_tests(&tests) } else { state.command.clone() };
        let directory = Some(PathBuf::from(&state.directory)).filter(|path| !path.as_os_str().is_empty());
        return Ok(Found { command, directory, state: Some(state), tests, comparison });
    }
    let tests = match kept_tests(root) {
        Err(CampaignError::Nothing) => Vec::new(),
        tests => tests.map_err(wrong)?,
    };
    let of_comparison = comparison.as_ref().and_then(|value| {
        let words = value["command"].as_array()?.iter().filter_map(|word| word.as_str().map(String::from));
        Some((words.collect(), value["directory"].as_str().map(PathBuf::from)))
    });
    let (command, directory) = match of_comparison {
        Some(known) if tests.is_empty() => known,
        _ if tests.is_empty() => return Err(Error::NothingThere(root.into())),
        _ => (of_tests(&tests), None),
    };
    Ok(Found { command, directory, state: None, tests, comparison })
}

/// The command that a test would come from.
fn of_tests(tests: &[(String, Test)]) -> Vec<String> {
    let Some((_, test)) = tests.first() else { return Vec::new() };
    let mut words = vec!["hunt".to_string()];
    words.extend(test.program.iter().filter(|file| !file.ends_with("compile_commands.json")).cloned());
    words.extend(test.options.iter().cloned());
    words.extend(test.seed.map(|seed| format!("--seed={seed}")));
    if !test.args.is_empty() {
        words.push("--".into());
        words.extend(test.args.iter().cloned());
    }
    words
}

fn parse(words: &[String]) -> Option<Command> {
    let words = std::iter::once("rarebit".to_string()).chain(words.iter().cloned()).map(Into::into);
    Some(Cli::try_parse_from(super::source::like_clang(words)).ok()?.command)
}

/// The same program and the same checks as a hunt, whatever the command was.
fn again(command: &[String]) -> Option<hunt::Args> {
    let (source, simulation, seed) = match &parse(command)? {
        Command::Hunt(args) => (args.source.again(), args.simulation.again(), args.search.seed),
        Command::Cover(args) => (args.source.again(), args.simulation.again(), args.search.seed),
        Command::Compare(args) => (args.source.again(), args.simulation.again(), args.search.seed),
        Command::Paths(args) => (args.source.again(), args.simulation.again(), 0),
        _ => return None,
    };
    let mut words = vec!["hunt".to_string()];
    words.extend(source.into_iter().chain(simulation));
    words.push(format!("--seed={seed}"));
    let own = command.iter().skip_while(|word| *word != "--").cloned();
    words.extend(own);
    match parse(&words)? {
        Command::Hunt(args) => Some(args),
        _ => None,
    }
}
