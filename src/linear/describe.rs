//! Systems in source terms.

use super::affine::Unknown;
use super::system::{Relation, Row, Source, System};
use rarebit_front_end::ir::{InputSite, Program};
use std::fmt::Write;

/// Rows beyond this many are only counted.
const SHOWN: usize = 12;

/// What a system demands, for people: one row after the other with the place it comes from.
pub fn system(program: &Program, system: &System) -> String {
    let mut text = String::new();
    for row in system.rows.iter().take(SHOWN) {
        let _ = writeln!(text, "{}  ({})", self::row(program, system, row), program.place(row.loc));
    }
    if system.rows.len() > SHOWN {
        let _ = writeln!(text, "and {} more", system.rows.len() - SHOWN);
    }
    text
}

/// Σ a·x ≤ b with the inputs' names; positive terms on the left, negative ones on the right.
pub fn row(program: &Program, system: &System, row: &Row) -> String {
    let name = |unknown: Unknown| {
        let info = &system.unknowns[unknown.0 as usize];
        match info.source {
            Source::Input(name) => {
                let site = &program.sites[InputSite::from_u32(name.site)];
                let text = site.name.clone().unwrap_or_else(|| site.source.clone());
                if name.occurrence == 0 { text } else { format!("{text}#{}", name.occurrence) }
            }
            Source::Fresh => format!("<line {}>", info.loc.line),
        }
    };
    let floats = row.affine.terms.iter().any(|(unknown, _)| system.unknowns[unknown.0 as usize].digits > 0);
    if floats {
        return in_numbers(system, row, &name);
    }
    let side = |sign: i128| {
        let mut parts: Vec<String> = Vec::new();
        for (unknown, factor) in row.affine.terms.iter().filter(|(_, factor)| factor.signum() == sign) {
            let size = factor.abs();
            parts.push(if size == 1 { name(*unknown) } else { format!("{size}·{}", name(*unknown)) });
        }
        if row.affine.constant.signum() == sign {
            parts.push(row.affine.constant.abs().to_string());
        }
        if parts.is_empty() { "0".into() } else { parts.join(" + ") }
    };
    let relation = match row.relation {
        Relation::AtMost => "≤",
        Relation::Equal => "=",
    };
    format!("{} {relation} {}", side(1), side(-1))
}

/// A row with floats in it, divided by its least coefficient, and without the digits that are only rounding.
fn in_numbers(system: &System, row: &Row, name: &dyn Fn(Unknown) -> String) -> String {
    let factor =
        |unknown: Unknown, factor: i128| factor as f64 * 2f64.powi(system.unknowns[unknown.0 as usize].digits as i32);
    let terms: Vec<(Unknown, f64)> =
        row.affine.terms.iter().map(|(name, size)| (*name, factor(*name, *size))).collect();
    let unit = terms.iter().fold(f64::INFINITY, |least, (_, factor)| least.min(factor.abs()));
    let number = |x: f64| {
        let digits = (6 - x.abs().log10().floor() as i32).clamp(0, 12) as usize;
        let text = format!("{x:.digits$}");
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
    };
    let side = |sign: f64| {
        let mut parts: Vec<String> = Vec::new();
        for (unknown, factor) in terms.iter().filter(|(_, factor)| factor.signum() == sign) {
            let size = number(factor.abs() / unit);
            parts.push(if size == "1" { name(*unknown) } else { format!("{size}·{}", name(*unknown)) });
        }
        let constant = row.affine.constant as f64 / unit;
        if constant != 0.0 && constant.signum() == sign && constant.abs() > 1e-9 {
            parts.push(number(constant.abs()));
        }
        if parts.is_empty() { "0".into() } else { parts.join(" + ") }
    };
    let relation = match row.relation {
        Relation::AtMost => "≤",
        Relation::Equal => "=",
    };
    // One input alone: the input first.
    if let [(unknown, factor)] = terms[..] {
        let bound = -row.affine.constant as f64 / factor;
        let sign = if bound < 0.0 { "-" } else { "" };
        let relation = if factor < 0.0 && relation == "≤" { "≥" } else { relation };
        let bound = if bound.abs() < 1e-9 { "0".into() } else { number(bound.abs()) };
        return format!("{} {relation} {sign}{bound}", name(unknown));
    }
    format!("{} {relation} {}", side(1.0), side(-1.0))
}
