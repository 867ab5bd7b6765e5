//! The arguments that say which program is meant, the same for every subcommand.

use super::error::Error;
use super::inputs::InputArgs;
use super::{complain, units};
use rarebit_front_end::ir::{DataModel, Program};
use rarebit_front_end::lift::{Diagnostic, LiftOptions, lift};
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct SourceArgs {
    /// The files that make up the program: C sources (.c, .i), LLVM 19 bitcode (.bc), or a Test-Comp task (.yml)
    #[arg(value_name = "FILE", required_unless_present = "compile_commands")]
    pub files: Vec<PathBuf>,

    /// Look for headers in this directory
    #[arg(short = 'I', value_name = "DIR", help_heading = "Compiling")]
    include: Vec<String>,

    /// Define a macro
    #[arg(short = 'D', value_name = "MACRO[=VALUE]", help_heading = "Compiling")]
    define: Vec<String>,

    /// The C standard, such as c99 or gnu17
    #[arg(long, value_name = "STANDARD", help_heading = "Compiling")]
    std: Option<String>,

    /// Compile for 32 bits: int, long and pointers have 32 bits (also spelled -m32)
    #[arg(long, conflicts_with = "m64", help_heading = "Compiling")]
    m32: bool,

    /// Compile for 64 bits: long and pointers have 64 bits; the default (also spelled -m64)
    #[arg(long, help_heading = "Compiling")]
    m64: bool,

    /// Pass any other flag to clang; may be repeated
    #[arg(long, value_name = "FLAG", allow_hyphen_values = true, help_heading = "Compiling")]
    cflag: Vec<String>,

    /// Take flags from this compile_commands.json; with no FILE, its files too
    #[arg(long, value_name = "PATH", help_heading = "Compiling")]
    compile_commands: Option<PathBuf>,

    /// The clang 19 to use
    #[arg(long, value_name = "PATH", help_heading = "Compiling")]
    clang: Option<PathBuf>,

    #[command(flatten)]
    inputs: InputArgs,

    /// The program's own arguments, argv[1] and on
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,
}

/// A program and what the front end remarked about it.
pub struct Loaded {
    pub program: Program,
    pub warnings: Vec<String>,
}

impl SourceArgs {
    /// Compiles and lifts; remarks go to standard error, each once.
    pub fn load(&self) -> Result<Loaded, Error> {
        let lifted = lift(&self.options())?;
        let warnings = once_each(&lifted.warnings);
        warnings.iter().for_each(|text| complain(&format!("warning: {text}")));
        Ok(Loaded { program: lifted.program, warnings })
    }

    /// What the compiler is to do.
    pub fn options(&self) -> LiftOptions {
        LiftOptions {
            files: self.files.clone(),
            flags: self.flags(),
            model: if self.m32 {
                Some(DataModel::Ilp32)
            } else if self.m64 {
                Some(DataModel::Lp64)
            } else {
                None
            },
            compile_commands: self.compile_commands.clone(),
            args: self.args.clone(),
            clang: self.clang.clone(),
            inputs: self.inputs.options(),
        }
    }

    /// How a test file names the program.
    pub fn names(&self) -> Vec<String> {
        let paths = if self.files.is_empty() { self.compile_commands.as_slice() } else { &self.files };
        paths.iter().map(|path| path.display().to_string()).collect()
    }

    fn flags(&self) -> Vec<String> {
        let include = self.include.iter().map(|dir| format!("-I{dir}"));
        let define = self.define.iter().map(|name| format!("-D{name}"));
        let std = self.std.iter().map(|name| format!("-std={name}"));
        include.chain(define).chain(std).chain(self.cflag.iter().cloned()).collect()
    }

    /// The arguments that give the same program again, without the program's own.
    pub fn again(&self) -> Vec<String> {
        let files = self.files.iter().map(|path| path.display().to_string());
        files.chain(self.words()).collect()
    }

    /// The same without the files.
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        words.extend(self.include.iter().map(|dir| format!("-I{dir}")));
        words.extend(self.define.iter().map(|name| format!("-D{name}")));
        words.extend(self.std.iter().map(|name| format!("--std={name}")));
        words.extend(self.m32.then(|| "-m32".into()));
        words.extend(self.m64.then(|| "-m64".into()));
        words.extend(self.cflag.iter().map(|flag| format!("--cflag={flag}")));
        words.extend(self.compile_commands.iter().map(|path| format!("--compile-commands={}", path.display())));
        words.extend(self.clang.iter().map(|path| format!("--clang={}", path.display())));
        words.extend(self.inputs.again());
        words
    }
}

/// The remarks, equal ones at several places as one.
fn once_each(remarks: &[Diagnostic]) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    let mut seen: Vec<(&str, usize)> = Vec::new();
    for remark in remarks {
        match seen.iter_mut().find(|(message, _)| *message == remark.message) {
            Some((_, more)) => *more += 1,
            None => {
                seen.push((&remark.message, 0));
                texts.push(remark.to_string());
            }
        }
    }
    for (text, (_, more)) in texts.iter_mut().zip(&seen).filter(|(_, (_, more))| *more > 0) {
        *text += &format!(" (and at {})", units::count(*more as u64, "more place"));
    }
    texts
}

/// Turns clang's spellings `-m32`, `-m64` and `-std=…` into ours, except where they are an option's value.
pub fn like_clang(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut plain = false;
    let mut previous_takes_value = false;
    args.into_iter()
        .map(|arg| {
            let text = arg.to_str().unwrap_or_default();
            let is_value = std::mem::replace(&mut previous_takes_value, matches!(text, "--cflag" | "-I" | "-D"));
            plain |= text == "--" && !is_value;
            if !plain && !is_value && (matches!(text, "-m32" | "-m64") || text.starts_with("-std=")) {
                format!("-{text}").into()
            } else {
                arg
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clang_spellings() {
        let rewrite = |text: &str| {
            let words = like_clang(text.split(' ').map(OsString::from));
            words.iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(rewrite("rarebit run a.c -m32 -std=c99"), "rarebit run a.c --m32 --std=c99");
        assert_eq!(rewrite("rarebit run --cflag -m32 a.c -- -m64"), "rarebit run --cflag -m32 a.c -- -m64");
    }
}
