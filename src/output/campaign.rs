//! A campaign directory: what a search knows, written as it goes, so that it can go on after any interruption.
//!
//! * `campaign.json`: what it is about, how far it has come, and the names of its tests. Always a whole file: it is
//!   written beside and renamed, after the tests that it names.
//! * `violation-….json`, `cover-….json`: tests, see [`super::test_file`].
//! * `log.jsonl`: what happened, one JSON object a line; only for people.
//! * `.lock`: locked as long as a search works in the directory. The lock goes with the process, whatever ends it.
//!
//! Fields that came later (`command` and on) may be missing in older campaigns.

use super::test_file::{Test, TestError, write_atomically};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const FORMAT: &str = "rarebit-campaign";
const VERSION: u64 = 1;

/// What `campaign.json` holds.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct State {
    format: String,
    version: u64,
    /// The source files, as they were given.
    pub program: Vec<String>,
    pub seed: u64,
    pub rounds: u64,
    pub runs: u64,
    pub seconds: f64,
    pub covered: usize,
    pub edges: usize,
    /// Names of test files, in the order of their finding.
    pub violations: Vec<String>,
    pub suite: Vec<String>,
    /// The command that made it, without the name of the tool, and the directory in which it was given.
    #[serde(default)]
    pub command: Vec<String>,
    #[serde(default)]
    pub directory: String,
    /// How far it had come, when.
    #[serde(default)]
    pub history: Vec<Moment>,
    /// The numbers of the search when it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
}

/// How far a search had come.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Moment {
    pub seconds: f64,
    pub runs: u64,
    pub covered: usize,
    pub violations: usize,
}

#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    #[error("cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error("cannot be written: {0}")]
    Unwritable(io::Error),
    #[error("not a campaign: {0}")]
    Json(#[from] serde_json::Error),
    #[error("not a campaign of this version of rarebit")]
    Format,
    #[error("a campaign for another program: it is about {0}")]
    Program(String),
    #[error("another search works in it; give each its own directory, or wait")]
    Busy,
    #[error("its test {name} {error}")]
    Test { name: String, error: TestError },
    #[error("no test in it")]
    Nothing,
}

impl State {
    fn read(root: &Path) -> Result<State, CampaignError> {
        let state: State = serde_json::from_slice(&fs::read(root.join("campaign.json"))?)?;
        if state.format != FORMAT || state.version != VERSION {
            return Err(CampaignError::Format);
        }
        Ok(state)
    }
}

/// The tests that a directory keeps, with their names: those that `campaign.json` lists, or without it every test file
/// that lies there.
pub fn kept_tests(root: &Path) -> Result<Vec<(String, Test)>, CampaignError> {
    let names: Vec<String> = if root.join("campaign.json").exists() {
        let state = State::read(root)?;
        state.violations.into_iter().chain(state.suite).collect()
    } else {
        let names = fs::read_dir(root)?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| is_test_name(name)).collect();
        // What fails is what people look for first.
        names.sort_by_key(|name| (!name.starts_with("violation-"), name.clone()));
        names
    };
    if names.is_empty() {
        return Err(CampaignError::Nothing);
    }
    let read = |name: String| match Test::read(&root.join(&name)) {
        Ok(test) => Ok((name, test)),
        Err(error) => Err(CampaignError::Test { name, error }),
    };
    names.into_iter().map(read).collect()
}

fn is_test_name(name: &str) -> bool {
    name.ends_with(".json") && ["violation-", "cover-", "path-"].iter().any(|prefix| name.starts_with(prefix))
}

/// A campaign's directory.
#[derive(Debug)]
pub struct Campaign {
    root: PathBuf,
    pub state: State,
    log: Option<File>,
    /// Held as long as this is.
    _lock: Option<File>,
}

impl Campaign {
    /// Begins a campaign; an older one in the same place is over.
    pub fn create(root: &Path, program: Vec<String>, seed: u64, command: &[String]) -> Result<Campaign, CampaignError> {
        fs::create_dir_all(root).map_err(CampaignError::Unwritable)?;
        let lock = lock(root)?;
        let directory = std::env::current_dir().unwrap_or_default().display().to_string();
        let state = State {
            format: FORMAT.into(),
            version: VERSION,
            program,
            seed,
            command: command.to_vec(),
            directory,
            ..State::default()
        };
        let mut campaign = Campaign { root: root.into(), state, log: None, _lock: Some(lock) };
        campaign.save().map_err(CampaignError::Unwritable)?;
        Ok(campaign)
    }

    /// Goes on with a campaign; also its tests.
    pub fn open(root: &Path, program: &[String]) -> Result<(Campaign, Vec<Test>), CampaignError> {
        let (state, tests) = Campaign::read(root)?;
        if state.program != program {
            return Err(CampaignError::Program(state.program.join(", ")));
        }
        let lock = lock(root)?;
        Ok((Campaign { root: root.into(), state, log: None, _lock: Some(lock) }, tests))
    }

    /// Looks at a campaign, also while a search works in it: its state and its tests, violations first.
    pub fn read(root: &Path) -> Result<(State, Vec<Test>), CampaignError> {
        let state = State::read(root)?;
        let read = |name: &String| {
            Test::read(&root.join(name)).map_err(|error| CampaignError::Test { name: name.clone(), error })
        };
        let tests = state.violations.iter().chain(&state.suite).map(read).collect::<Result<_, _>>()?;
        Ok((state, tests))
    }

    /// Writes the state, whole or not at all.
    pub fn save(&mut self) -> io::Result<()> {
        let text = serde_json::to_string_pretty(&self.state)? + "\n";
        write_atomically(&self.root.join("campaign.json"), text.as_bytes())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Adds a line to the log.
    pub fn log(&mut self, event: &Value) -> io::Result<()> {
        if self.log.is_none() {
            self.log = Some(OpenOptions::new().create(true).append(true).open(self.root.join("log.jsonl"))?);
        }
        let Some(log) = &mut self.log else { return Ok(()) };
        log.write_all(format!("{event}\n").as_bytes())
    }

    /// Keeps the test of a violation; it is on disk when this returns.
    pub fn violation(&mut self, name: String, test: &Test) -> io::Result<()> {
        test.write(&self.root.join(&name))?;
        if !self.state.violations.contains(&name) {
            self.state.violations.push(name);
        }
        self.save()
    }

    /// Replaces the suite: new tests first, then the state that names them, then the old ones are removed.
    pub fn suite(&mut self, tests: &[(String, Test)]) -> io::Result<()> {
        for (name, test) in tests {
            if !self.state.suite.contains(name) {
                test.write(&self.root.join(name))?;
            }
        }
        let old = std::mem::replace(&mut self.state.suite, tests.iter().map(|(name, _)| name.clone()).collect());
        self.save()?;
        for name in old.iter().filter(|name| !self.state.suite.contains(name)) {
            let _ = fs::remove_file(self.root.join(name));
        }
        Ok(())
    }
}

/// Nobody else may write here until the file is closed.
pub fn lock(root: &Path) -> Result<File, CampaignError> {
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(root.join(".lock"));
    let file = file.map_err(CampaignError::Unwritable)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(CampaignError::Busy),
        // A file system without locks: better unguarded than unusable.
        Err(TryLockError::Error(_)) => Ok(file),
    }
}
