//! The examples in README and docs work: C files in them are written down, commands are run, and what a transcript shows
//! is what is printed.
//!
//! * A block ```` ```c name.c ```` is a file.
//! * Every `rarebit` line of a block ```` ```sh ```` is run and must not end with bad usage or an internal error.
//! * In a block ```` ```console ```` lines after `$ ` are run, and the others must be printed, in this order; `…` stands for
//!   anything.
//!
//! All blocks of one page are run in one directory, in order. Searches are cut short.

use super::{Desk, ROOT};
use std::fs;
use std::path::Path;
use std::process::Command;

struct Block {
    /// What follows the backticks.
    kind: String,
    lines: Vec<String>,
    at: usize,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (at, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(kind), None) => open = Some(Block { kind: kind.trim().into(), lines: Vec::new(), at: at + 1 }),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => block.lines.push(line.into()),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// `rarebit` on the path, with searches cut short.
fn wrapper(desk: &Desk) {
    let real = env!("CARGO_BIN_EXE_rarebit");
    let script = format!(
        "#!/bin/sh\ncommand=$1; shift\ncase \"$command $*\" in\n  *--runs*|*--first*) set -- \"$@\" ;;\n  \
         hunt*|cover*|compare*) set -- --runs=5000 \"$@\" ;;\nesac\nexec '{real}' \"$command\" \"$@\"\n"
    );
    fs::create_dir(desk.path("bin")).unwrap();
    let path = desk.write("bin/rarebit", &script);
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn shell(desk: &Desk, line: &str) -> (Option<i32>, String) {
    let path = format!("{}:{}", desk.path("bin").display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh").args(["-c", line]).env("PATH", path).current_dir(desk.0.path()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text)
}

/// The lines occur in the text, in order; a part that is `…` may be anything.
fn shows(text: &str, lines: &[String]) -> Option<String> {
    let mut printed = text.lines();
    for line in lines.iter().filter(|line| line.trim() != "…") {
        let parts: Vec<&str> = line.trim_end().split('…').collect();
        let fits = |printed: &str| {
            let mut rest = printed.trim_end();
            let first = rest.strip_prefix(parts[0]);
            let Some(after) = first else { return false };
            rest = after;
            for part in &parts[1..] {
                match rest.find(part) {
                    Some(at) => rest = &rest[at + part.len()..],
                    None => return false,
                }
            }
            rest.is_empty() || line.trim_end().ends_with('…')
        };
        if !printed.any(fits) {
            return Some(line.clone());
        }
    }
    None
}

fn check(page: &str) {
    let text = fs::read_to_string(Path::new(ROOT).join(page)).unwrap();
    let desk = Desk::new();
    wrapper(&desk);
    for Block { kind, lines, at } in blocks(&text) {
        let place = format!("{page}:{at}");
        let (language, name) = kind.split_once(' ').unwrap_or((&kind, ""));
        match language {
            _ if !name.is_empty() => {
                desk.write(name, &(lines.join("\n") + "\n"));
            }
            "sh" => {
                let commands = lines.iter().map(|line| line.split(" #").next().unwrap_or_default().trim());
                for line in commands.filter(|line| line.contains("rarebit ")) {
                    let (code, text) = shell(&desk, line);
                    assert!(matches!(code, Some(0 | 1)), "{place}: `{line}` exits with {code:?}:\n{text}");
                }
            }
            "console" => {
                for part in lines.split(|line| line.is_empty()).filter(|part| !part.is_empty()) {
                    let command =
                        part[0].strip_prefix("$ ").unwrap_or_else(|| panic!("{place}: no `$ ` in {}", part[0]));
                    let (_, text) = shell(&desk, command);
                    if let Some(line) = shows(&text, &part[1..]) {
                        panic!("{place}: `{command}` does not print\n{line}\nbut\n{text}");
                    }
                }
            }
            _ => {}
        }
    }
}

#[test]
fn the_readme_is_true() {
    check("README.md");
}

#[test]
fn the_docs_are_true() {
    let mut pages: Vec<String> = fs::read_dir(Path::new(ROOT).join("docs"))
        .unwrap()
        .flatten()
        .map(|entry| format!("docs/{}", entry.file_name().to_string_lossy()))
        .filter(|name| name.ends_with(".md"))
        .collect();
    pages.sort();
    assert!(pages.len() >= 2);
    pages.iter().for_each(|page| check(page));
}

/// Links between pages lead somewhere.
#[test]
fn links_lead_somewhere() {
    let mut pages = vec!["README.md".to_string()];
    pages.extend(
        fs::read_dir(Path::new(ROOT).join("docs"))
            .unwrap()
            .flatten()
            .map(|e| format!("docs/{}", e.file_name().to_string_lossy())),
    );
    for page in pages.iter().filter(|page| page.ends_with(".md")) {
        let path = Path::new(ROOT).join(page);
        let text = fs::read_to_string(&path).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            if !link.is_empty() && !link.contains("://") {
                assert!(path.parent().unwrap().join(link).exists(), "{page}: {link} is not there");
            }
        }
    }
}
