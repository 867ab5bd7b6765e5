//! What the user says about a program: its files, how to compile them, and where its inputs come from.

use crate::ir::DataModel;
use std::path::PathBuf;

/// What to compile and how.
#[derive(Clone, Debug, Default)]
pub struct LiftOptions {
    /// C sources (`.c`, `.i`) and bitcode (`.bc`).
    pub files: Vec<PathBuf>,
    /// Flags for clang, as they are.
    pub flags: Vec<String>,
    /// `None`: LP64, or what the bitcode says.
    pub model: Option<DataModel>,
    /// A `compile_commands.json` whose flags are used for the files it lists; with no files given, all it lists.
    pub compile_commands: Option<PathBuf>,
    /// The program's arguments after its name.
    pub args: Vec<String>,
    /// The compiler; `clang-19` or `clang` of version 19 from the path if not given.
    pub clang: Option<PathBuf>,
    pub inputs: InputOptions,
}

/// Where inputs come from, apart from the functions that the program calls for them.
#[derive(Clone, Debug)]
pub struct InputOptions {
    pub stdin: Stdin,
    /// Arguments after the given ones that are inputs.
    pub arguments: Option<Arguments>,
    /// The greatest size of the data that a fuzz target gets.
    pub max_size: u64,
}

impl Default for InputOptions {
    fn default() -> Self {
        InputOptions { stdin: Stdin::default(), arguments: None, max_size: 64 }
    }
}

/// Standard input.
#[derive(Clone, Debug, Default)]
pub enum Stdin {
    #[default]
    Empty,
    /// The content of a file.
    File(PathBuf),
    /// Up to so many bytes, each an input.
    Input(u64),
}

/// Arguments of the program that are inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arguments {
    /// There are from 0 to so many.
    pub count: u32,
    /// Each has from 0 to so many bytes.
    pub length: u32,
}
