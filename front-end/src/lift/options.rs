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
    /// The function to call with arguments that are inputs, instead of `main`.
    pub function: Option<String>,
    /// Bounds of inputs, by name.
    pub ranges: Vec<Range>,
    /// Preconditions: C expressions over the parameters of the function.
    pub assumptions: Vec<String>,
    /// How many elements a pointer points to, by name: a number, `low..high`, or a C expression.
    pub lengths: Vec<(String, String)>,
    /// Pointers that may be null, by name, or `all`.
    pub nullable: Vec<String>,
    /// Pointers that may be equal.
    pub aliases: Vec<Vec<String>>,
    /// Global variables that are inputs, or `all`.
    pub globals: Vec<String>,
    /// How many pointers are followed from a parameter to the objects behind it.
    pub depth: u32,
    /// The greatest length of a string, and of what has no other.
    pub max_length: u64,
    /// Functions that nobody defines and that return a pointer return one to so many bytes, instead of null.
    pub fresh: Option<u64>,
}

/// Bounds of the inputs with a name, both included.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    pub name: String,
    pub low: f64,
    pub high: f64,
    /// The same as integers, where they are.
    pub whole: Option<(i128, i128)>,
}

impl Default for InputOptions {
    fn default() -> Self {
        InputOptions {
            stdin: Stdin::default(),
            arguments: None,
            max_size: 64,
            function: None,
            ranges: Vec::new(),
            assumptions: Vec::new(),
            lengths: Vec::new(),
            nullable: Vec::new(),
            aliases: Vec::new(),
            globals: Vec::new(),
            depth: 2,
            max_length: 8,
            fresh: None,
        }
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
