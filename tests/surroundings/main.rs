//! What stands around the search: the report page, `doctor`, `rarebit.toml`, completions, manual pages, and the examples
//! in README and docs, which are run.

mod docs;
mod page;
mod tools;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A directory to work in, with the examples in it.
struct Desk(TempDir);

impl Desk {
    fn new() -> Desk {
        let desk = Desk(tempfile::tempdir().unwrap());
        std::fs::create_dir(desk.path("examples")).unwrap();
        for entry in std::fs::read_dir(Path::new(ROOT).join("examples")).unwrap().flatten() {
            if entry.path().is_file() {
                std::fs::copy(entry.path(), desk.path("examples").join(entry.file_name())).unwrap();
            }
        }
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        std::fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    fn rarebit(&self, line: &str) -> Output {
        let words = line.split_whitespace();
        Command::new(env!("CARGO_BIN_EXE_rarebit")).args(words).current_dir(self.0.path()).output().unwrap()
    }

    /// Runs a command that has to exit with one of these codes; what it printed.
    fn expect(&self, codes: &[i32], line: &str) -> String {
        let output = self.rarebit(line);
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code().is_some_and(|code| codes.contains(&code)), "{line}: {:?}\n{text}", output.status);
        text
    }
}
