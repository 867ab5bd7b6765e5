//! `rarebit doctor`: what rarebit needs of this machine, what is there, and how to get the rest.

use super::error::Error;
use super::{Code, colour, print, print_json};
use rarebit_front_end::ir::DataModel;
use rarebit_front_end::lift::{self, LiftOptions};
use serde_json::json;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Check what rarebit needs of this machine
///
/// Lists what is installed with its version, what is missing, what it is for and how to get it. Everything is tried,
/// not only looked up: programs are compiled, run and lifted.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  rarebit doctor
  rarebit doctor --json

Exit codes:
  0    everything that hunting needs works (what only some uses need may be missing)
  3    something that hunting needs is missing or does not work")]
pub struct Args {
    /// The clang 19 to use
    #[arg(long, value_name = "PATH")]
    clang: Option<PathBuf>,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

/// One thing that was tried.
struct Part {
    name: &'static str,
    /// Its version or what it did; or why it does not work.
    state: Result<String, String>,
    /// Can nothing be hunted without it?
    needed: bool,
    what_for: &'static str,
    how: &'static str,
}

/// errno.h pulls in the kernel's headers, which an incomplete set-up lacks.
const PROBE: &str = "#include <errno.h>\n#include <stdio.h>\nint main(void) { return printf(\"%d\\n\", errno) < 0; }\n";

pub fn execute(args: &Args) -> Result<Code, Error> {
    let desk = tempfile::tempdir().map_err(|error| Error::Write { path: std::env::temp_dir(), error })?;
    let probe = desk.path().join("probe.c");
    fs::write(&probe, PROBE).map_err(|error| Error::Write { path: probe.clone(), error })?;
    let wanted = LiftOptions { clang: args.clang.clone(), ..LiftOptions::default() };
    let clang = lift::find_clang(&wanted).map_err(|error| error.to_string());
    let parts = parts(args, clang, &probe);
    let works = parts.iter().all(|part| part.state.is_ok() || !part.needed);
    if args.json {
        print_json(&json!({
            "works": works,
            "version": env!("CARGO_PKG_VERSION"),
            "parts": parts.iter().map(Part::json).collect::<Vec<_>>(),
        }))?;
    } else {
        print(text(&parts, works))?;
    }
    Ok(if works { Code::CLEAN } else { Code::INTERNAL })
}

impl Part {
    fn json(&self) -> serde_json::Value {
        json!({ "name": self.name, "works": self.state.is_ok(), "needed": self.needed, "for": self.what_for,
                "found": self.state.as_ref().ok(), "problem": self.state.as_ref().err(),
                "how": self.state.is_err().then_some(self.how) })
    }
}

fn parts(args: &Args, clang: Result<PathBuf, String>, probe: &Path) -> Vec<Part> {
    let with_clang = |flags: &[&str]| clang.clone().and_then(|clang| compiled(&clang, flags, probe));
    let lifted = |model: DataModel| {
        let options = LiftOptions {
            files: vec![probe.into()],
            model: Some(model),
            clang: args.clang.clone(),
            ..LiftOptions::default()
        };
        lift::lift(&options).map(|_| "a program is compiled and lifted".to_string()).map_err(|error| error.to_string())
    };
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let part = |name, state, needed, what_for, how| Part { name, state, needed, what_for, how };
    vec![
        part(
            "clang 19",
            clang.clone().and_then(|clang| version(&clang.display().to_string(), "--version")),
            true,
            "translates the C programs",
            "Debian, Ubuntu: scripts/setup.sh, or apt install clang-19; or name it with --clang",
        ),
        part(
            "LLVM",
            Ok(format!("{} (linked)", lift::llvm_version())),
            true,
            "reads what clang makes",
            "apt install llvm-19-dev, and build again",
        ),
        part(
            "Z3",
            Ok(format!("{} (linked)", crate::symbolic::solver_version())),
            true,
            "decides path conditions (paths)",
            "scripts/setup.sh, and build again",
        ),
        part("64-bit programs", lifted(DataModel::Lp64), true, "every command", "apt install libc6-dev"),
        part(
            "sanitizers",
            with_clang(&["-fsanitize=address,undefined"]),
            false,
            "violations are confirmed natively with them; --no-confirm does without",
            "apt install libclang-rt-19-dev",
        ),
        part(
            "32-bit programs",
            lifted(DataModel::Ilp32).and_then(|_| with_clang(&["-m32"])),
            false,
            "-m32",
            "apt install libc6-dev-i386 gcc-multilib",
        ),
        part("cores", Ok(format!("{cores}")), false, "--threads uses them all", ""),
        part("genhtml", version("genhtml", "--version"), false, "shows LCOV files (export)", "apt install lcov"),
        part("csmith", version("csmith", "--version"), false, "only rarebit's own tests", "apt install csmith"),
        part("chromium", version("chromium", "--version"), false, "only rarebit's own tests", "apt install chromium"),
    ]
}

/// The first line that a program says about its version.
fn version(program: &str, flag: &str) -> Result<String, String> {
    let output = Command::new(program).arg(flag).stdin(Stdio::null()).current_dir(std::env::temp_dir()).output();
    let output = output.map_err(|_| "not found".to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().find(|line| !line.trim().is_empty()).map(|line| line.trim().into()).ok_or("says nothing".into())
}

/// Compiles the probe, links it and runs it.
fn compiled(clang: &Path, flags: &[&str], probe: &Path) -> Result<String, String> {
    let program = probe.with_extension("out");
    let output = Command::new(clang).args(flags).arg(probe).arg("-o").arg(&program).output();
    let output = output.map_err(|error| error.to_string())?;
    let first = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        text.lines().find(|line| line.contains("error")).or(text.lines().next()).unwrap_or("failed").to_string()
    };
    if !output.status.success() {
        return Err(first(&output.stderr));
    }
    let run = Command::new(&program).stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    if run.status.success() { Ok("a program is compiled, linked and run".into()) } else { Err(first(&run.stderr)) }
}

fn text(parts: &[Part], works: bool) -> String {
    let mut text =
        format!("rarebit {} on {} {}\n", env!("CARGO_PKG_VERSION"), std::env::consts::OS, std::env::consts::ARCH);
    let width = parts.iter().map(|part| part.name.len()).max().unwrap_or(0);
    for part in parts {
        match &part.state {
            Ok(state) => {
                let _ = writeln!(text, "{} {:width$}  {state}", colour::bold(32, "ok     "), part.name);
            }
            Err(problem) => {
                let mark = if part.needed { colour::bold(31, "missing") } else { colour::bold(33, "without") };
                let indent = " ".repeat(width + 10);
                let _ = writeln!(text, "{mark} {:width$}  {problem}", part.name);
                let _ = writeln!(text, "{indent}for: {}\n{indent}get: {}", part.what_for, part.how);
            }
        }
    }
    text + if works { "rarebit can work here\n" } else { "rarebit cannot work here until what is missing is there\n" }
}
