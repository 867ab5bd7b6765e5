//! What `paths` has left to follow when it stops, so that it can go on: `paths.json` in its directory.

use super::test_file::write_atomically;
use crate::simulate::Drawn;
use crate::symbolic::{Exploration, Gaps, Job, Past, Progress, Way};
use rarebit_front_end::ir::{Edge, InputSite};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

const FORMAT: &str = "rarebit-paths";
const VERSION: u64 = 1;

/// What `paths.json` holds.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Unfinished {
    format: String,
    version: u64,
    /// The source files, as they were given.
    program: Vec<String>,
    paths: u64,
    assumption_failed: u64,
    pruned: u64,
    early: u64,
    diverged: u64,
    unfinished: u64,
    steps: u64,
    seconds: f64,
    unknown: u64,
    concretised: u64,
    /// Numbers of the edges that were covered.
    covered: Vec<u32>,
    /// Inputs of one violation for each check.
    pub violations: Vec<Vec<Input>>,
    left: Vec<Left>,
}

/// A site's number, and the bits in hexadecimal.
pub type Input = (u32, String);

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct Left {
    /// One digit for each condition on the way.
    ways: String,
    values: Vec<String>,
    inputs: Vec<Input>,
    turn: Option<u32>,
}

#[derive(Debug, thiserror::Error)]
pub enum UnfinishedError {
    #[error("cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error("not what `paths` leaves: {0}")]
    Json(#[from] serde_json::Error),
    #[error("not written by this version of rarebit")]
    Format,
    #[error("left by another program: it is about {0}")]
    Program(String),
}

fn file(directory: &Path) -> PathBuf {
    directory.join("paths.json")
}

fn write_inputs(inputs: &[Drawn]) -> Vec<Input> {
    inputs.iter().map(|(site, bits)| (site.as_u32(), format!("{bits:x}"))).collect()
}

/// Inputs as they were written.
pub fn read_inputs(inputs: &[Input]) -> Option<Vec<Drawn>> {
    let input = |(site, bits): &Input| Some((InputSite::from_u32(*site), u128::from_str_radix(bits, 16).ok()?));
    inputs.iter().map(input).collect()
}

impl Unfinished {
    pub fn new(program: Vec<String>, exploration: &Exploration, violations: &[&[Drawn]]) -> Unfinished {
        let Progress { paths, assumption_failed, pruned, early, diverged, unfinished, steps, .. } =
            exploration.progress;
        let left = |job: &Job| Left {
            ways: job.ways.iter().map(|way| way.letter()).collect(),
            values: job.values.iter().map(|value| format!("{value:x}")).collect(),
            inputs: write_inputs(&job.inputs),
            turn: job.turn,
        };
        Unfinished {
            format: FORMAT.into(),
            version: VERSION,
            program,
            paths,
            assumption_failed,
            pruned,
            early,
            diverged,
            unfinished,
            steps,
            seconds: exploration.progress.elapsed.as_secs_f64(),
            unknown: exploration.progress.gaps.unknown,
            concretised: exploration.progress.gaps.concretised,
            covered: exploration.covered.iter().map(|edge| edge.as_u32()).collect(),
            violations: violations.iter().map(|inputs| write_inputs(inputs)).collect(),
            left: exploration.left.iter().map(left).collect(),
        }
    }

    pub fn write(&self, directory: &Path) -> io::Result<()> {
        std::fs::create_dir_all(directory)?;
        write_atomically(&file(directory), serde_json::to_string(self)?.as_bytes())
    }

    pub fn read(directory: &Path, program: &[String]) -> Result<Unfinished, UnfinishedError> {
        let unfinished: Unfinished = serde_json::from_str(&std::fs::read_to_string(file(directory))?)?;
        if unfinished.format != FORMAT || unfinished.version != VERSION {
            return Err(UnfinishedError::Format);
        }
        if unfinished.program != program {
            return Err(UnfinishedError::Program(unfinished.program.join(" ")));
        }
        Ok(unfinished)
    }

    /// As the engine wants it; none if something in it is no number.
    pub fn past(&self) -> Option<Past> {
        let job = |left: &Left| {
            Some(Job {
                ways: left.ways.chars().map(Way::of_letter).collect::<Option<_>>()?,
                values: left.values.iter().map(|v| u128::from_str_radix(v, 16).ok()).collect::<Option<_>>()?,
                inputs: read_inputs(&left.inputs)?,
                turn: left.turn,
            })
        };
        let progress = Progress {
            paths: self.paths,
            assumption_failed: self.assumption_failed,
            pruned: self.pruned,
            early: self.early,
            diverged: self.diverged,
            unfinished: self.unfinished,
            steps: self.steps,
            elapsed: Duration::try_from_secs_f64(self.seconds).ok()?,
            gaps: Gaps { unknown: self.unknown, concretised: self.concretised },
            ..Progress::default()
        };
        let covered = self.covered.iter().map(|edge| Edge::from_u32(*edge)).collect();
        Some(Past { left: self.left.iter().map(job).collect::<Option<_>>()?, progress, covered })
    }
}
