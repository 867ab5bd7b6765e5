//! Why a command could not do its work.

use super::Code;
use super::config::ConfigError;
use crate::output::seed::SeedError;
use crate::output::suite::ExportError;
use crate::output::task::TaskError;
use crate::output::{CampaignError, TestError, UnfinishedError};
use crate::simulate::Unfit;
use rarebit_front_end::lift::LiftError;
use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{0}")]
    Lift(#[from] LiftError),
    #[error("{}: {error}", path.display())]
    Test { path: PathBuf, error: TestError },
    #[error("--inputs {0}: neither a file nor a comma-separated list of values")]
    Inputs(String),
    #[error("--inputs, for {input}: {error}")]
    Value { input: String, error: Unfit },
    #[error("no check `{0}` in the program")]
    NoCheck(String),
    #[error("{}: {error}", path.display())]
    Campaign { path: PathBuf, error: Box<CampaignError> },
    #[error("{0}")]
    Export(#[from] ExportError),
    #[error("{}: {error}", path.display())]
    Seed { path: PathBuf, error: SeedError },
    #[error("{0}")]
    Kept(String),
    #[error("{}: {error}", path.display())]
    Unfinished { path: PathBuf, error: Box<UnfinishedError> },
    #[error("{}: {error}", path.display())]
    Task { path: PathBuf, error: TaskError },
    #[error("no input `{0}` in the program")]
    NoInput(String),
    #[error("no function `{0}` in the program")]
    NoFunction(String),
    #[error("{0}")]
    Config(#[from] ConfigError),
    #[error("no command `{0}`")]
    NoCommand(String),
    #[error("{}: no campaign and no test files there; `rarebit hunt --campaign DIR` or `cover` make them", .0.display())]
    NothingThere(PathBuf),
    #[error("{}: the program cannot be found again: {why}", path.display())]
    Forgotten { path: PathBuf, why: String },
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
    #[error("cannot write {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
}

impl Error {
    /// The place in the source that it is about, and what is wrong there.
    pub fn place(&self) -> Option<(&str, &str)> {
        match self {
            Error::Lift(LiftError::Unsupported(about)) if !about.place.is_empty() => {
                Some((&about.place, &about.message))
            }
            _ => None,
        }
    }

    pub fn code(&self) -> Code {
        match self {
            Error::Lift(error) if !error.is_usage() => Code::INTERNAL,
            Error::Output(_) | Error::Write { .. } | Error::Export(ExportError::Write { .. }) => Code::INTERNAL,
            Error::Campaign { error, .. } if matches!(**error, CampaignError::Unwritable(_)) => Code::INTERNAL,
            _ => Code::USAGE,
        }
    }
}
