//! One page about a campaign: HTML that needs no network, no script and no other file.
//!
//! [`Page`] is the data, `page.html` the template (filled in by `minijinja`, which escapes), `style.css` its look. [`chart`]
//! and [`graph`] draw; [`listing`] is the source with its margin; [`flow`] the control flow and the call automaton.

pub mod chart;
mod code;
pub mod flow;
pub mod graph;
pub mod listing;

use minijinja::syntax::SyntaxConfig;
use serde::Serialize;

/// What stands on the page.
#[derive(Serialize)]
pub struct Page {
    pub title: String,
    pub version: &'static str,
    pub command: String,
    pub stop: String,
    pub summary: Vec<Tile>,
    pub notes: Vec<String>,
    pub violations: Vec<Violation>,
    pub files: Vec<listing::Listing>,
    /// Coverage over time.
    pub history: Option<String>,
    pub scatter: Option<Scatter>,
    pub diagnostics: Option<Diagnostics>,
    pub automaton: Option<String>,
    pub functions: Vec<flow::Drawing>,
    pub comparison: Option<Comparison>,
    pub outcomes: Vec<(String, String)>,
    pub checks: Vec<CheckRow>,
    pub tests: Vec<TestRow>,
}

/// A number that matters.
#[derive(Serialize)]
pub struct Tile {
    pub label: &'static str,
    pub value: String,
    pub more: String,
    /// `good`, `bad` or nothing.
    pub class: &'static str,
}

#[derive(Serialize)]
pub struct Violation {
    pub number: usize,
    pub class: String,
    pub text: String,
    pub fault: String,
    pub place: String,
    pub anchor: Option<String>,
    pub function: String,
    pub confirmed: bool,
    pub verdict: String,
    /// Which engine found it, and from what.
    pub origin: String,
    pub inputs: Vec<InputRow>,
    pub excerpt: Vec<Excerpt>,
    pub steps: Vec<Step>,
    /// Steps in the middle that are not shown.
    pub left_out: usize,
    pub callers: Vec<String>,
    pub file: String,
    pub replay: String,
}

#[derive(Serialize)]
pub struct InputRow {
    pub name: String,
    pub value: String,
    pub ty: String,
    pub place: String,
    pub anchor: Option<String>,
}

#[derive(Serialize)]
pub struct Excerpt {
    pub number: usize,
    pub html: String,
    pub here: bool,
}

#[derive(Serialize, Default)]
pub struct Step {
    pub depth: usize,
    pub place: String,
    pub anchor: Option<String>,
    pub text: String,
    /// The line of the source.
    pub code: String,
    /// `input`, `fails`, `gap` or nothing.
    pub class: &'static str,
}

#[derive(Serialize)]
pub struct Scatter {
    pub svg: String,
    pub x: String,
    pub y: String,
}

#[derive(Serialize)]
pub struct Diagnostics {
    pub svg: String,
    pub chains: usize,
    pub steps: usize,
    pub acceptance: String,
    pub rows: Vec<(String, String, String)>,
}

#[derive(Serialize)]
pub struct Comparison {
    pub svg: String,
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
    pub seeds: usize,
}

/// How many checks of a class are in which state.
#[derive(Serialize, Default)]
pub struct CheckRow {
    pub class: String,
    pub violated: usize,
    pub open: usize,
    pub proved: usize,
    pub unreachable: usize,
}

#[derive(Serialize)]
pub struct TestRow {
    pub name: String,
    pub ending: String,
    pub inputs: String,
    pub bad: bool,
}

#[derive(Debug, thiserror::Error)]
#[error("the page cannot be made: {0}")]
pub struct PageError(#[from] minijinja::Error);

impl Page {
    pub fn render(&self) -> Result<String, PageError> {
        let mut environment = minijinja::Environment::new();
        environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
        environment.add_template("page.html", include_str!("page.html"))?;
        let context = minijinja::context! { page => minijinja::value::Serde(self), css => include_str!("style.css") };
        Ok(environment.get_template("page.html")?.render(context)?)
    }
}

/// The lines of a source around one, marked up.
pub fn excerpt(text: &str, line: usize, around: usize) -> Vec<Excerpt> {
    let first = line.saturating_sub(around).max(1);
    let lines = code::lines(text).into_iter().enumerate().skip(first - 1).take(line + around + 1 - first);
    lines.map(|(index, html)| Excerpt { number: index + 1, html, here: index + 1 == line }).collect()
}

/// Text as HTML.
pub fn escape(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => html += "&amp;",
            '<' => html += "&lt;",
            '>' => html += "&gt;",
            '"' => html += "&quot;",
            c => html.push(c),
        }
    }
    html
}
