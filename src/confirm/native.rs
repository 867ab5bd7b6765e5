//! Compiles the original C with a sanitizer and links it with the driver.

use super::cache::{Cache, digest};
use super::process::{self, Limits};
use super::report::DRIVER_FILE;
use super::sanitizer::Sanitizer;
use super::stubs;
use super::verdict::Reason;
use rarebit_front_end::ir::{DataModel, Program};
use rarebit_front_end::lift::{HEADER, LiftOptions, Unit, find_clang, units};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const DRIVER: &str = include_str!("driver.c");
const STUBS_FILE: &str = "rarebit-stubs.c";

/// One run of the compiler or linker may take this long.
const COMPILING: Limits = Limits { time: Duration::from_secs(300), address_space: None, stack: None, file: None };

/// The program under test, ready to be built natively.
pub struct Native {
    clang: PathBuf,
    units: Vec<Unit>,
    flags: Vec<String>,
    model: DataModel,
    stubs: String,
}

impl Native {
    /// What the front end compiled, again.
    pub fn new(options: &LiftOptions, program: &Program) -> Result<Native, Reason> {
        let failed = |error: rarebit_front_end::lift::LiftError| Reason::Compiler(error.to_string());
        let units = units(options).map_err(failed)?;
        for unit in &units {
            if unit.file.extension().is_some_and(|e| e == "bc" || e == "ll") {
                return Err(Reason::NoSource(unit.file.display().to_string()));
            }
        }
        Ok(Native {
            clang: find_clang(options).map_err(failed)?,
            units,
            flags: options.flags.clone(),
            model: program.model,
            stubs: stubs::of_program(program)?,
        })
    }

    /// The binary with this sanitizer: from the cache, or built now.
    pub fn build(&self, sanitizer: Sanitizer, cache: &Cache) -> Result<PathBuf, Reason> {
        let key = self.key(sanitizer);
        if let Some(binary) = cache.find(&key) {
            return Ok(binary);
        }
        let workshop = cache.workshop().map_err(Reason::machine)?;
        let (binary, files) = self.make(sanitizer, workshop.path())?;
        cache.keep(&key, workshop, &binary, &files).map_err(Reason::machine)
    }

    /// Everything that decides what the compiler does, but for the content of files.
    fn key(&self, sanitizer: Sanitizer) -> String {
        let here = std::env::current_dir().unwrap_or_default();
        let units: Vec<_> =
            self.units.iter().map(|unit| (&unit.file, &unit.flags, &unit.directory, &unit.text)).collect();
        let version = env!("CARGO_PKG_VERSION");
        let about = (version, &self.clang, here, units, &self.flags, self.model.name(), &self.stubs, DRIVER, HEADER);
        digest(format!("{about:?} {:?} {:?}", sanitizer.compile_flags(), sanitizer.link_flags()).as_bytes())
    }

    fn make(&self, sanitizer: Sanitizer, workshop: &Path) -> Result<(PathBuf, Vec<PathBuf>), Reason> {
        let (mut objects, mut files) = (Vec::new(), Vec::new());
        fs::write(workshop.join("rarebit.h"), HEADER).map_err(Reason::machine)?;
        for (index, unit) in self.units.iter().enumerate() {
            let object = workshop.join(format!("{index}.o"));
            let list = workshop.join(format!("{index}.d"));
            let mut clang = self.clang();
            clang.args(["-c", "-g", "-w", "-fno-omit-frame-pointer", "-fno-discard-value-names"]);
            clang.args(&unit.flags).args(&self.flags).arg("-idirafter").arg(workshop);
            // After the other flags, so that these hold.
            clang.args(["-O0", "-fno-sanitize=all"]).args(sanitizer.compile_flags()).args(self.model.machine_flags());
            clang.arg("-MD").arg("-MF").arg(&list).arg("-o").arg(&object);
            match &unit.text {
                None => clang.arg(&unit.file),
                Some(text) => {
                    let source = workshop.join(format!("{index}-harness.c"));
                    fs::write(&source, text).map_err(Reason::machine)?;
                    // The file is named as seen from where the compiler runs.
                    clang.args(["-iquote", "."]).arg(source)
                }
            };
            let directory = unit.directory.clone().unwrap_or_else(|| ".".into());
            command(clang.current_dir(&directory))?;
            let text = fs::read_to_string(&list).map_err(Reason::machine)?;
            let here = std::env::current_dir().map_err(Reason::machine)?.join(directory);
            files.extend(dependencies(&text).into_iter().map(|file| here.join(file)));
            objects.push(object);
        }
        files.retain(|file| !file.starts_with(workshop));
        files.sort();
        files.dedup();
        objects.push(self.own(workshop, DRIVER_FILE, DRIVER, sanitizer)?);
        let binary = workshop.join("program");
        // What nobody defines, neither the program nor the system, shows when linking.
        let mut stubs = self.stubs.clone();
        for _ in 0..2 {
            let stubs_object = self.own(workshop, STUBS_FILE, &stubs, sanitizer)?;
            let mut linker = self.clang();
            linker
                .args(sanitizer.link_flags())
                .args(self.model.machine_flags())
                .args(["-Wl,--wrap=main", "-Wl,-z,muldefs"]);
            linker.args(&objects).arg(&stubs_object).args(["-lm", "-o"]).arg(&binary);
            match command(&mut linker) {
                Ok(()) => return Ok((binary, files)),
                Err(Reason::Compiler(words)) => {
                    let missing = undefined_names(&words);
                    if missing.is_empty() {
                        return Err(Reason::Compiler(words));
                    }
                    stubs += &stubs::of_names(&missing);
                }
                Err(reason) => return Err(reason),
            }
        }
        Err(Reason::Compiler("functions stay undefined".into()))
    }

    /// Compiles a file of ours: without sanitizer, but for the one that knows only what watched code has written.
    fn own(&self, workshop: &Path, name: &str, text: &str, sanitizer: Sanitizer) -> Result<PathBuf, Reason> {
        let (source, object) = (workshop.join(name), workshop.join(name).with_extension("o"));
        fs::write(&source, text).map_err(Reason::machine)?;
        let mut clang = self.clang();
        clang.args(["-c", "-g", "-O1", "-w", "-std=gnu11", "-fno-builtin", "-fno-omit-frame-pointer"]);
        if sanitizer == Sanitizer::Memory {
            clang.args(sanitizer.compile_flags());
        }
        clang.args(self.model.machine_flags()).arg(name).arg("-o").arg(&object).current_dir(workshop);
        command(&mut clang)?;
        Ok(object)
    }

    fn clang(&self) -> Command {
        let mut clang = Command::new(&self.clang);
        clang.args(["-fno-color-diagnostics", "-Wno-unused-command-line-argument"]);
        clang
    }
}

fn command(command: &mut Command) -> Result<(), Reason> {
    let ended = process::run(command.stdin(Stdio::null()), COMPILING).map_err(Reason::machine)?;
    if ended.timed_out {
        Err(Reason::Compiler("clang takes too long".into()))
    } else if ended.status.success() {
        Ok(())
    } else {
        Err(Reason::Compiler(ended.errors))
    }
}

/// The names in a linker's complaints; both usual linkers end the phrase with the name.
fn undefined_names(words: &str) -> Vec<String> {
    let mut names: Vec<String> = words
        .lines()
        .filter_map(|line| {
            let (_, name) = line.split_once("undefined reference to ").or(line.split_once("undefined symbol: "))?;
            let name: &str = name.trim_matches(['`', '\'', ' ']);
            name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_').then(|| name.into())
        })
        .collect();
    names.sort();
    names.dedup();
    names
}

/// The files of a dependency list in the syntax of make.
fn dependencies(list: &str) -> Vec<PathBuf> {
    let Some((_, list)) = list.split_once(": ") else { return Vec::new() };
    let (mut files, mut name) = (Vec::new(), String::new());
    let mut chars = list.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.peek() == Some(&'\n') => {}
            '\\' if matches!(chars.peek(), Some(' ' | '#' | '\\')) => name.extend(chars.next()),
            '$' if chars.peek() == Some(&'$') => name.extend(chars.next()),
            ' ' | '\n' if !name.is_empty() => files.push(std::mem::take(&mut name).into()),
            ' ' | '\n' => {}
            c => name.push(c),
        }
    }
    files.extend((!name.is_empty()).then(|| name.into()));
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependency_lists() {
        let files = dependencies("0.o: a\\ b.c /usr/include/x.h \\\n  c$$.h\n");
        assert_eq!(files, ["a b.c", "/usr/include/x.h", "c$.h"].map(PathBuf::from));
        assert!(dependencies("").is_empty());
    }

    #[test]
    fn both_linkers_complaints() {
        let words = "a.c:3: undefined reference to `f'\nld.lld: error: undefined symbol: g\nundefined reference to `f'";
        assert_eq!(undefined_names(words), ["f", "g"]);
    }
}
