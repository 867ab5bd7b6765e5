//! The program's own text, so that it can stand in a file with something else: files that it includes from its own
//! directories are put in their place, macros of the command line become `#define`s, and `#line` keeps every place what
//! it was. Headers of the system stay outside.

use rarebit_front_end::lift::{HARNESS, HEADER, Unit};
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What the program's `main` is called when something else is to be the beginning.
pub const ENTRY: &str = "rarebit_entry";

/// Files inside files.
const DEEPEST: usize = 40;

/// A unit's text on its own, and the flags of its command line that are still needed.
pub fn of_unit(unit: &Unit, flags: &[String]) -> io::Result<(Vec<u8>, Vec<String>)> {
    let mut left = Vec::new();
    let mut include = Vec::new();
    let mut text = Vec::new();
    let mut renamed = false;
    let mut words = unit.flags.iter().chain(flags).cloned();
    while let Some(word) = words.next() {
        let mut rest = |flag: &str| -> Option<String> {
            let rest = word.strip_prefix(flag)?;
            if rest.is_empty() { words.next() } else { Some(rest.to_string()) }
        };
        if let Some(directory) = rest("-I") {
            include.push(unit.directory.clone().unwrap_or_default().join(directory));
        } else if let Some(macro_) = rest("-D") {
            let (name, value) = macro_.split_once('=').unwrap_or((&macro_, "1"));
            renamed |= name == "main";
            text.extend(format!("#define {name} {value}\n").bytes());
        } else if let Some(name) = rest("-U") {
            text.extend(format!("#undef {name}\n").bytes());
        } else {
            left.push(word);
        }
    }
    let mut inliner = Inliner { include, once: HashSet::new() };
    let here = unit.directory.clone().unwrap_or_default();
    match &unit.text {
        // It has a `main` of its own behind the program's.
        Some(harness) => {
            let harness = harness.replace("#undef main\n", &format!("#undef main\n#define main {ENTRY}\n"));
            inliner.inline(harness.as_bytes(), HARNESS, &here, 0, &mut text)?;
        }
        None => {
            if !renamed {
                text.extend(format!("#define main {ENTRY}\n").bytes());
            }
            let source = fs::read(&unit.file)?;
            let directory = unit.file.parent().unwrap_or(Path::new("")).to_path_buf();
            inliner.inline(&source, &unit.file.to_string_lossy(), &directory, 0, &mut text)?;
        }
    }
    text.extend(b"\n#undef main\n");
    Ok((text, left))
}

struct Inliner {
    include: Vec<PathBuf>,
    /// Files that say `#pragma once` and were there.
    once: HashSet<PathBuf>,
}

impl Inliner {
    fn inline(&mut self, source: &[u8], name: &str, here: &Path, depth: usize, text: &mut Vec<u8>) -> io::Result<()> {
        let line_mark =
            |number: usize| format!("#line {number} \"{}\"\n", name.replace('\\', "\\\\").replace('"', "\\\""));
        text.extend(line_mark(1).bytes());
        let mut comment = false;
        for (index, line) in source.split_inclusive(|byte| *byte == b'\n').enumerate() {
            let words = String::from_utf8_lossy(line).into_owned();
            let was_comment = comment;
            comment = ends_in_comment(&words, comment);
            let found = included(&words).filter(|_| !was_comment && depth < DEEPEST);
            match found.and_then(|(file, quoted)| self.find(&file, quoted, here)) {
                Some(Found::Own) => {
                    self.inline(HEADER.as_bytes(), "rarebit.h", Path::new(""), DEEPEST, text)?;
                    text.extend(line_mark(index + 2).bytes());
                }
                Some(Found::File(path)) => {
                    let content = fs::read(&path)?;
                    let once = content.windows(12).any(|window| window == b"#pragma once");
                    if !once || self.once.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
                        let directory = path.parent().unwrap_or(Path::new("")).to_path_buf();
                        self.inline(&content, &path.to_string_lossy(), &directory, depth + 1, text)?;
                        text.extend(line_mark(index + 2).bytes());
                    }
                }
                None => text.extend(line),
            }
        }
        if !source.ends_with(b"\n") {
            text.push(b'\n');
        }
        Ok(())
    }

    fn find(&self, file: &str, quoted: bool, here: &Path) -> Option<Found> {
        let beside = quoted.then(|| here.join(file));
        let places = beside.into_iter().chain(self.include.iter().map(|directory| directory.join(file)));
        let found = places.into_iter().find(|path| path.is_file()).map(Found::File);
        found.or_else(|| (file == "rarebit.h").then_some(Found::Own))
    }
}

enum Found {
    /// rarebit's own header.
    Own,
    File(PathBuf),
}

/// The file that a line includes, and whether its name is in quotes.
fn included(line: &str) -> Option<(String, bool)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    if let Some(rest) = rest.strip_prefix('"') {
        return Some((rest.split_once('"')?.0.into(), true));
    }
    Some((rest.strip_prefix('<')?.split_once('>')?.0.into(), false))
}

/// Is the end of the line inside a comment, if its beginning was or was not?
fn ends_in_comment(line: &str, mut inside: bool) -> bool {
    let mut rest = line;
    loop {
        let mark = if inside { "*/" } else { "/*" };
        let Some(at) = rest.find(mark) else { return inside };
        if !inside && rest[..at].contains("//") {
            return false;
        }
        inside = !inside;
        rest = &rest[at + 2..];
    }
}

/// Does a text define this function: its name, parentheses, and a brace behind them?
pub fn defines(text: &str, function: &str) -> bool {
    uses(text, function).any(|after| {
        let mut depth = 0;
        let mut end = None;
        for (at, c) in after.char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                c if depth == 0 && !c.is_whitespace() => return false,
                _ => {}
            }
            if depth == 0 && c == ')' {
                end = Some(at + 1);
                break;
            }
        }
        end.is_some_and(|end| after[end..].trim_start().starts_with('{'))
    })
}

/// Does a text mention this name?
pub fn mentions(text: &str, name: &str) -> bool {
    uses(text, name).next().is_some()
}

/// What follows each mention of a name.
fn uses<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name).filter_map(move |(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        (!before.ends_with(part) && !after.starts_with(part)).then_some(after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn includes_and_comments() {
        assert_eq!(included(" # include \"a/b.h\" // x\n"), Some(("a/b.h".into(), true)));
        assert_eq!(included("#include <x.h>"), Some(("x.h".into(), false)));
        assert_eq!(included("int include;"), None);
        assert!(ends_in_comment("a /* b", false) && !ends_in_comment("b */ c", true));
        assert!(!ends_in_comment("// /* b", false) && !ends_in_comment("/* */", false));
    }

    #[test]
    fn definitions_are_told_from_declarations() {
        let text = "void reach_error(void);\nint my_reach_error() {}\nif (x) { reach_error(); }";
        assert!(mentions(text, "reach_error") && !defines(text, "reach_error"));
        assert!(defines("void reach_error( void (*f)(int) )\n{ }", "reach_error"));
        assert!(!mentions("xreach_error", "reach_error"));
    }

    #[test]
    fn files_in_files_keep_their_places() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        fs::write(path("a.h"), "#pragma once\nint a;").unwrap();
        fs::write(
            path("a.c"),
            "#include \"a.h\"\n#include \"a.h\"\n#include <stdio.h>\nint main(void) { return a; }\n",
        )
        .unwrap();
        let unit = Unit {
            file: path("a.c"),
            flags: vec!["-DX=2".into(), "-O2".into()],
            directory: None,
            text: None,
            remarks: Vec::new(),
        };
        let (text, left) = of_unit(&unit, &["-std=c99".into()]).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(left, ["-O2", "-std=c99"]);
        assert!(text.starts_with("#define X 2\n#define main rarebit_entry\n#line 1 "), "{text}");
        assert_eq!(text.matches("int a;").count(), 1, "{text}");
        assert!(text.contains("#include <stdio.h>") && text.contains("#line 2 "), "{text}");
    }
}
