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
    let violations = match progress.violations {
        0 => String::new(),
        n => format!(", {} violated", super::units::count(n as u64, "check")),
    };
    let accepted = progress.accepted as f64 / progress.proposed.max(1) as f64;
    let accepted = if progress.proposed > 0 { format!(", {:.0} % accepted", 100.0 * accepted) } else { String::new() };
    let nearest = match progress.nearest {
        Some((0, distance)) => format!(", distance {distance:.0}"),
        Some((level, distance)) => format!(", distance {level} decisions and {distance:.0}"),
        None => String::new(),
    };
    let (covered, edges) = (progress.covered, progress.edges);
    format!("{runs} runs, {rate}/s, {covered} of {edges} edges covered{violations}{accepted}{nearest}{left}")
}
