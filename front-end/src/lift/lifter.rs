//! The whole-program part of lifting: which functions and globals are needed, their ids, and the entry.
//!
//! Lifting is demand-driven from the entry: only what can be referenced gets an id, so that unused library models
//! and unused unsupported code cost nothing and warn about nothing.

use super::c_types::CTypes;
use super::convention::Sized;
use super::draw::Draw;
use super::driver::{Known, model_of};
use super::entry::{self, Entry};
use super::error::{Diagnostic, LiftError};
use super::function;
use super::llvm::{BasicBlock, DebugPlace, Layout, Value, View};
use super::options::{InputOptions, LiftOptions, Stdin};
use super::{Lifted, harness, models};
use crate::ir::*;
use cranelift_entity::PrimaryMap;
use rustc_hash::{FxHashMap, FxHashSet};

pub struct Lifter<'m> {
    pub module: View<'m>,
    pub layout: Layout<'m>,
    pub program: Program,
    pub inputs: InputOptions,
    pub types: CTypes<'m>,
    pub known: Known,
    /// The content of standard input, if it is given.
    stdin: Option<Vec<u8>>,
    funcs: FxHashMap<Value<'m>, Func>,
    globals: FxHashMap<Value<'m>, Global>,
    labels: FxHashMap<BasicBlock<'m>, u64>,
    files: FxHashMap<String, File>,
    directory: String,
    waiting_funcs: Vec<(Value<'m>, Func)>,
    waiting_globals: Vec<(Value<'m>, Global)>,
    /// Functions that are called and that nobody defines.
    pub undefined: Vec<String>,
    warnings: Vec<Diagnostic>,
    warned: FxHashSet<Diagnostic>,
}

/// Labels whose address is taken get addresses in the part of the address space where no object can be.
const FIRST_LABEL: u64 = 0x400;

pub fn lift(module: View<'_>, known: Known, options: &LiftOptions) -> Result<Lifted, LiftError> {
    let model = model_of(module.triple()).unwrap_or_default();
    let stdin = match &options.inputs.stdin {
        Stdin::File(path) => {
            Some(std::fs::read(path).map_err(|error| LiftError::Unreadable { path: path.clone(), error })?)
        }
        _ => None,
    };
    let mut lifter = Lifter {
        layout: module.layout(),
        module: module.clone(),
        program: Program { model, ..Program::default() },
        inputs: options.inputs.clone(),
        types: CTypes::default(),
        known,
        stdin,
        funcs: FxHashMap::default(),
        globals: FxHashMap::default(),
        labels: FxHashMap::default(),
        files: FxHashMap::default(),
        directory: std::env::current_dir().map(|d| d.display().to_string()).unwrap_or_default(),
        waiting_funcs: Vec::new(),
        waiting_globals: Vec::new(),
        undefined: Vec::new(),
        warnings: Vec::new(),
        warned: FxHashSet::default(),
    };
    let unsupported = |message| LiftError::Unsupported(Diagnostic { place: String::new(), message });
    let Some(entry) = Entry::find(&module) else {
        let files: Vec<String> = options.files.iter().map(|f| f.display().to_string()).collect();
        return Err(LiftError::NoEntry { name: "main".into(), files: files.join(", ") });
    };
    if module.has_inline_asm() {
        lifter.warn(Loc::default(), "assembly at file scope is ignored".into());
    }
    entry::lift(&mut lifter, entry, options).map_err(unsupported)?;
    while !lifter.waiting_funcs.is_empty() || !lifter.waiting_globals.is_empty() {
        while let Some((value, id)) = lifter.waiting_globals.pop() {
            lifter.fill_global(value, id)?;
        }
        if let Some((value, id)) = lifter.waiting_funcs.pop() {
            function::lift(&mut lifter, value, id);
        }
    }
    if !lifter.undefined.is_empty() {
        lifter.undefined.sort();
        let pointers = match options.inputs.fresh {
            Some(_) => "new objects where they are pointers",
            None => "null where they are pointers",
        };
        let names: Vec<String> = lifter.undefined.iter().map(|name| format!("`{name}`")).collect();
        let message = format!("not defined, so their results are inputs ({pointers}): {}", names.join(", "));
        lifter.warn(Loc::default(), message);
    }
    Ok(Lifted { program: lifter.program, warnings: lifter.warnings, undefined: lifter.undefined })
}

impl<'m> Lifter<'m> {
    /// Says something once.
    pub fn warn(&mut self, loc: Loc, message: String) {
        let place = if loc.is_known() { self.program.place(loc) } else { String::new() };
        let diagnostic = Diagnostic { place, message };
        if self.warned.insert(diagnostic.clone()) {
            self.warnings.push(diagnostic);
        }
    }

    /// The id of a function that has a body, or gets one made up.
    pub fn func(&mut self, value: Value<'m>) -> Result<Func, String> {
        if let Some(&id) = self.funcs.get(&value) {
            return Ok(id);
        }
        let sig = function::signature(self.layout, value)?;
        let mut func = Function::new(value.name(), sig);
        func.loc = self.place(value.function_place());
        func.library = func.loc.file.expand().is_some_and(|file| is_ours(&self.program.files[file]));
        let id = self.program.funcs.push(func);
        self.funcs.insert(value, id);
        self.waiting_funcs.push((value, id));
        Ok(id)
    }

    pub fn global(&mut self, value: Value<'m>) -> Global {
        if let Some(&id) = self.globals.get(&value) {
            return id;
        }
        let ty = value.content_type();
        let size = if ty.is_sized() { self.layout.alloc_size(ty) } else { 0 };
        let align = value.align().max(if ty.is_sized() { self.layout.align(ty) } else { 1 });
        let id = self.program.globals.push(GlobalData {
            name: value.name(),
            size,
            align,
            constant: value.is_global_constant(),
            init: Init::default(),
            loc: Loc::default(),
        });
        self.globals.insert(value, id);
        self.waiting_globals.push((value, id));
        id
    }

    fn fill_global(&mut self, value: Value<'m>, id: Global) -> Result<(), LiftError> {
        let mut init = Init::default();
        match value.initializer() {
            _ if self.given_stdin(&value.name(), &mut init) => {}
            Some(initializer) => {
                self.write_init(initializer, 0, &mut init).map_err(|what| {
                    let message = format!("{what}, in the initial value of `{}`, is not supported", value.name());
                    LiftError::Unsupported(Diagnostic { place: String::new(), message })
                })?;
            }
            None => {
                let message = format!("`{}` is declared but not defined; it starts as zero", value.name());
                self.warn(Loc::default(), message);
            }
        }
        init.relocations.sort_by_key(|(offset, _)| *offset);
        self.program.globals[id].init = init;
        Ok(())
    }

    /// The two globals by which the model of standard input knows its content, if the user gave one.
    fn given_stdin(&mut self, name: &str, init: &mut Init) -> bool {
        let Some(bytes) = &self.stdin else { return false };
        match name {
            "__model_stdin_data" => {
                let init_bytes = Init { bytes: bytes.clone(), relocations: Vec::new() };
                let (size, loc) = (bytes.len().max(1) as u64, Loc::default());
                let name = "<standard input>".into();
                let data = GlobalData { name, size, align: 1, constant: true, init: init_bytes, loc };
                let data = self.program.globals.push(data);
                init.relocations.push((0, Symbol::Global(data, 0)));
            }
            "__model_stdin_size" => init.bytes = (bytes.len() as u64).to_le_bytes().to_vec(),
            _ => return false,
        }
        true
    }

    /// The greatest size of an input that has one, and what to call it.
    pub fn greatest(&self, what: Sized) -> (u64, Draw<'static>) {
        let arguments = self.inputs.arguments;
        let (high, source, name) = match what {
            Sized::Stdin => match self.inputs.stdin {
                Stdin::Input(size) => (size, "stdin", "stdin.size"),
                _ => (0, "stdin", "stdin.size"),
            },
            Sized::Fuzz => (self.inputs.max_size, "LLVMFuzzerTestOneInput", "size"),
            Sized::Arguments => (arguments.map_or(0, |a| a.count.into()), "main", "arguments"),
            Sized::Argument => (arguments.map_or(0, |a| a.length.into()), "main", "argv[].size"),
        };
        (high, Draw { source, name: Some(name.into()), range: None })
    }

    /// The address of a label.
    pub fn label(&mut self, block: BasicBlock<'m>) -> u64 {
        let next = FIRST_LABEL + 4 * self.labels.len() as u64;
        *self.labels.entry(block).or_insert(next)
    }

    pub fn edge(&mut self, kind: EdgeKind) -> Edge {
        self.program.edges.push(EdgeInfo { kind })
    }

    pub fn check(&mut self, func: Func, class: CheckClass, text: String, loc: Loc) -> Check {
        self.program.checks.push(CheckInfo { class, text, func, loc })
    }

    /// A place as the user would write it: relative to the working directory when it was compiled there.
    pub fn place(&mut self, place: Option<DebugPlace>) -> Loc {
        let Some(mut place) = place.filter(|p| !p.file.is_empty()) else { return Loc::default() };
        if let Some(plain) = place.file.strip_prefix("./") {
            place.file = plain.into();
        }
        let verbatim = place.directory.is_empty()
            || place.directory == self.directory
            || place.file.starts_with('/')
            || place.file.starts_with(models::SOURCE_PREFIX)
            || place.file == harness::NAME;
        let name = if verbatim { place.file } else { format!("{}/{}", place.directory, place.file) };
        let files: &mut PrimaryMap<File, String> = &mut self.program.files;
        let file = *self.files.entry(name).or_insert_with_key(|name| files.push(name.clone()));
        Loc::new(file, place.line, place.column)
    }
}

/// Is a file with this name part of the tool rather than of the program?
fn is_ours(name: &str) -> bool {
    name.starts_with(models::SOURCE_PREFIX) || name == harness::NAME
}
