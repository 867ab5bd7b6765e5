//! Systems in source terms.

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
    let name = |unknown: super::affine::Unknown| {
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
