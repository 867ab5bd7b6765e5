//! Questions in SMT-LIB, one file each, so that they can be asked of any solver. A question that cannot be written is
//! only lost for the log.

use super::Answer;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub struct Log {
    directory: PathBuf,
    worker: usize,
    written: u64,
}

impl Log {
    pub fn new(directory: &Path, worker: usize) -> Log {
        Log { directory: directory.into(), worker, written: 0 }
    }

    /// `text`: assertions and a `check-sat`.
    pub fn write(&mut self, text: &str, answer: &Answer, time: Duration) {
        let answer = match answer {
            Answer::Sat(_) => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown => "unknown",
        };
        // A worker that begins anew counts on where the files end.
        let mut path;
        loop {
            self.written += 1;
            path = self.directory.join(format!("query-{}-{:06}.smt2", self.worker, self.written));
            if !path.exists() {
                break;
            }
        }
        let head = format!("; answered {answer} in {:.6} s\n(set-info :status {answer})\n", time.as_secs_f64());
        let _ = std::fs::write(path, head + text);
    }
}
