//! How far a hunt has come, on a terminal only.

use super::units::grouped;
use crate::explore::{Budget, Progress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

const REFRESH: Duration = Duration::from_millis(100);

/// One line on standard error, rewritten as the hunt goes on; nothing where standard error is no terminal.
pub struct Display {
    line: ProgressBar,
    budget: Budget,
    next: Duration,
}

impl Display {
    pub fn new(budget: Budget) -> Display {
        let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        line.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("the template is right"));
        Display { line, budget, next: REFRESH }
    }

    pub fn show(&mut self, progress: &Progress) {
        if progress.elapsed >= self.next {
            self.next = progress.elapsed + REFRESH;
            if !self.line.is_hidden() {
                self.line.set_message(text(progress, self.budget));
                self.line.tick();
            }
        }
    }

    pub fn clear(&self) {
        self.line.finish_and_clear();
    }
}

fn text(progress: &Progress, budget: Budget) -> String {
    let rate = progress.runs as f64 / progress.elapsed.as_secs_f64();
    let by_time = budget.time.map(|time| time.saturating_sub(progress.elapsed).as_secs_f64());
    let by_runs = budget.runs.map(|runs| runs.saturating_sub(progress.runs) as f64 / rate);
    let left = match by_time.into_iter().chain(by_runs).reduce(f64::min) {
        Some(seconds) => format!(", {seconds:.0} s left"),
        None => String::new(),
    };
    let (runs, rate) = (grouped(progress.runs), grouped(rate as u64));
    format!("{runs} runs, {rate}/s, {} of {} edges covered{left}", progress.covered, progress.edges)
}
