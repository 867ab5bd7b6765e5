//! Inputs that other runs or tools left, as seeds: the format is seen from the content.
//!
//! Known are rarebit's own test files and suites, Test-Comp tests and suites, klee's `.ktest` files; every other file
//! is the content that a fuzzer would give to its target. Of a directory all files are read, also in directories inside
//! it; in the output of AFL++ only queues and crashes.

use super::suite::ktest::KtestError;
use super::suite::testcomp::XmlError;
use super::suite::{json, ktest, testcomp};
use super::{Test, TestError};
use crate::simulate::Unfit;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Inputs in the order in which a run may read them.
pub enum Seed {
    /// Values by site.
    Test(Box<Test>),
    /// Values as text.
    Values(Vec<String>),
    /// Pieces of memory.
    Objects(Vec<Vec<u8>>),
    /// The content of a file.
    Data(Vec<u8>),
}

#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    #[error("cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error("{0}")]
    Test(#[from] TestError),
    #[error("{0}")]
    Xml(#[from] XmlError),
    #[error("{0}")]
    Ktest(#[from] KtestError),
    #[error("for {input}: {error}")]
    Value { input: String, error: Unfit },
    #[error("no seed in it")]
    Nothing,
    #[error("none of its seeds can be used")]
    Useless,
}

/// A seed, or what is wrong with it, and where it is from.
pub type Read = (PathBuf, Result<Seed, SeedError>);

/// The seeds in a file or directory, in the order of their names.
pub fn read(path: &Path) -> Result<Vec<Read>, SeedError> {
    if !fs::metadata(path)?.is_dir() {
        return Ok(read_file(path));
    }
    let mut seeds = Vec::new();
    walk(path, &mut seeds)?;
    if seeds.is_empty() { Err(SeedError::Nothing) } else { Ok(seeds) }
}

fn walk(directory: &Path, seeds: &mut Vec<Read>) -> io::Result<()> {
    let mut paths: Vec<PathBuf> = fs::read_dir(directory)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let named = |path: &Path, name: &str| path.file_name().is_some_and(|other| other == name);
    let afl = paths.iter().any(|path| named(path, "queue"));
    for path in paths {
        if path.is_dir() {
            if !afl || named(&path, "queue") || named(&path, "crashes") {
                walk(&path, seeds)?;
            }
        } else if !afl && is_seed(&path) {
            seeds.extend(read_file(&path));
        }
    }
    Ok(())
}

/// Files that lie beside tests and are none.
fn is_seed(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let other = ["campaign.json", "log.jsonl", "metadata.xml", "README.txt"].contains(&name.as_ref());
    !other && !name.starts_with('.') && !name.ends_with(".err")
}

fn read_file(path: &Path) -> Vec<Read> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return vec![(path.into(), Err(error.into()))],
    };
    let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
    let one = |seed| vec![(path.to_path_buf(), seed)];
    if ktest::is_ktest(&bytes) || extension == "ktest" {
        let objects = ktest::read(&bytes).map(|objects| objects.into_iter().map(|object| object.bytes).collect());
        return one(objects.map(Seed::Objects).map_err(SeedError::from));
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(400)]).into_owned();
    if extension == "zip" {
        return match testcomp::read_zip(bytes) {
            Err(error) => one(Err(error.into())),
            Ok(tests) if tests.is_empty() => one(Err(SeedError::Nothing)),
            Ok(tests) => {
                let seed = |(name, values): (String, Result<_, _>)| {
                    (path.join(name), values.map(Seed::Values).map_err(SeedError::from))
                };
                tests.into_iter().map(seed).collect()
            }
        };
    }
    if head.starts_with("<?xml") && (head.contains("<testcase") || head.contains("<!DOCTYPE testcase")) {
        return one(testcomp::read(&bytes).map(Seed::Values).map_err(SeedError::from));
    }
    if head.trim_start().starts_with('{') && (head.contains("\"rarebit-") || extension == "json") {
        return match own(&bytes) {
            Ok(Some(tests)) => tests.into_iter().map(|test| (path.into(), Ok(Seed::Test(Box::new(test))))).collect(),
            Ok(None) if !head.contains("\"rarebit-") => one(Ok(Seed::Data(bytes))),
            Ok(None) => one(Err(TestError::Format.into())),
            // Somebody else's data may look like this, and be wrong on purpose.
            Err(TestError::Json(_)) if !head.contains("\"rarebit-") => one(Ok(Seed::Data(bytes))),
            Err(error) => one(Err(error.into())),
        };
    }
    one(Ok(Seed::Data(bytes)))
}

/// Tests in our own JSON; none if it is another.
fn own(bytes: &[u8]) -> Result<Option<Vec<Test>>, TestError> {
    let value: serde_json::Value = serde_json::from_slice(bytes)?;
    if let Some(tests) = json::read(&value) {
        return tests.map(Some);
    }
    match Test::from_json(value) {
        Err(TestError::Format) => Ok(None),
        other => other.map(|test| Some(vec![test])),
    }
}
