//! The whole-program part of lifting: which functions and globals are needed, their ids, and the entry.
//!
//! Lifting is demand-driven from the entry: only what can be referenced gets an id, so that unused library models
//! and unused unsupported code cost nothing and warn about nothing.

use super::driver::{LiftOptions, model_of};
use super::error::{Diagnostic, LiftError};
use super::function;
use super::llvm::{BasicBlock, DebugPlace, Layout, Value, View};
use super::{Lifted, models};
use crate::ir::{self, *};
use cranelift_entity::PrimaryMap;
use rustc_hash::{FxHashMap, FxHashSet};

pub struct Lifter<'m> {
    pub module: View<'m>,
    pub layout: Layout<'m>,
    pub program: Program,
    funcs: FxHashMap<Value<'m>, Func>,
    globals: FxHashMap<Value<'m>, Global>,
    labels: FxHashMap<BasicBlock<'m>, u64>,
    files: FxHashMap<String, File>,
    directory: String,
    waiting_funcs: Vec<(Value<'m>, Func)>,
    waiting_globals: Vec<(Value<'m>, Global)>,
    warnings: Vec<Diagnostic>,
    warned: FxHashSet<Diagnostic>,
}

/// Labels whose address is taken get addresses in the part of the address space where no object can be.
const FIRST_LABEL: u64 = 0x400;

pub fn lift(module: View<'_>, options: &LiftOptions) -> Result<Lifted, LiftError> {
    let model = model_of(module.triple()).unwrap_or_default();
    let mut lifter = Lifter {
        layout: module.layout(),
        module: module.clone(),
        program: Program { model, ..Program::default() },
        funcs: FxHashMap::default(),
        globals: FxHashMap::default(),
        labels: FxHashMap::default(),
        files: FxHashMap::default(),
        directory: std::env::current_dir().map(|d| d.display().to_string()).unwrap_or_default(),
        waiting_funcs: Vec::new(),
        waiting_globals: Vec::new(),
        warnings: Vec::new(),
        warned: FxHashSet::default(),
    };
    let unsupported = |message| LiftError::Unsupported(Diagnostic { place: String::new(), message });
    let Some(main) = module.function("main").filter(|f| !f.is_declaration()) else {
        let files: Vec<String> = options.files.iter().map(|f| f.display().to_string()).collect();
        return Err(LiftError::NoEntry { name: "main".into(), files: files.join(", ") });
    };
    if module.has_inline_asm() {
        lifter.warn(Loc::default(), "assembly at file scope is ignored".into());
    }
    lifter.entry(main, options).map_err(unsupported)?;
    while !lifter.waiting_funcs.is_empty() || !lifter.waiting_globals.is_empty() {
        while let Some((value, id)) = lifter.waiting_globals.pop() {
            lifter.fill_global(value, id)?;
        }
        if let Some((value, id)) = lifter.waiting_funcs.pop() {
            function::lift(&mut lifter, value, id);
        }
    }
    Ok(Lifted { program: lifter.program, warnings: lifter.warnings })
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
        func.library =
            func.loc.file.expand().is_some_and(|file| self.program.files[file].starts_with(models::SOURCE_PREFIX));
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
        let Some(place) = place.filter(|p| !p.file.is_empty()) else { return Loc::default() };
        let verbatim = place.directory.is_empty()
            || place.directory == self.directory
            || place.file.starts_with('/')
            || place.file.starts_with(models::SOURCE_PREFIX);
        let name = if verbatim { place.file } else { format!("{}/{}", place.directory, place.file) };
        let files: &mut PrimaryMap<File, String> = &mut self.program.files;
        let file = *self.files.entry(name).or_insert_with_key(|name| files.push(name.clone()));
        Loc::new(file, place.line, place.column)
    }

    /// The function a run begins with: constructors, `main`, `exit`.
    fn entry(&mut self, main: Value<'m>, options: &LiftOptions) -> Result<(), String> {
        let mut start = Function::new("<start>", Signature::default());
        start.library = true;
        let block = start.new_block();
        let id = self.program.funcs.push(Function::default());
        self.program.entry = Some(id);
        let loc = Loc::default();
        if let Some(atexit) = self.module.function("atexit") {
            for destructor in self.structors("llvm.global_dtors")? {
                let target = self.func(atexit)?;
                let args = Values::from_iter([start.constant(Const::Func(destructor))]);
                start.push_inst(block, InstData::Call { func: target, args, va: None.into() }, &[Type::I32], loc);
            }
        }
        for constructor in self.structors("llvm.global_ctors")? {
            let call = InstData::Call { func: constructor, args: Values::new(), va: None.into() };
            start.push_inst(block, call, &[], loc);
        }
        let func = self.func(main)?;
        let sig = self.program.funcs[func].sig.clone();
        let name = options.files.first().and_then(|f| f.file_stem()).map(|s| s.to_string_lossy().into_owned());
        let mut words = vec![name.unwrap_or_else(|| "program".into())];
        words.extend(options.args.iter().cloned());
        let argv = self.argv(&words);
        let count = words.len() as i64;
        let environment = argv_offset(self.program.model, count + 1);
        let values =
            [Const::Bits(Type::I32, words.len() as u128), Const::Global(argv, 0), Const::Global(argv, environment)];
        if sig.params.len() > values.len() || sig.params.iter().zip(values).any(|(ty, v)| *ty != v.ty()) {
            return Err(format!("`main` with parameters {:?} is not supported", sig.params));
        }
        let args: Values = values.iter().take(sig.params.len()).map(|c| start.constant(*c)).collect();
        let va = sig.variadic.then(|| start.int(Type::Ptr, 0));
        let call = start.push_inst(block, InstData::Call { func, args, va: va.into() }, &sig.results, loc);
        let status = match start.insts[call].results.first() {
            Some(&status) if start.ty(status) == Type::I32 => status,
            _ => start.int(Type::I32, 0),
        };
        let exit = self.module.function("exit").ok_or("no model of `exit`")?;
        let exit = self.func(exit)?;
        let args = Values::from_iter([status]);
        start.push_inst(block, InstData::Call { func: exit, args, va: None.into() }, &[], loc);
        self.program.funcs[id] = start;
        Ok(())
    }

    /// Constructors or destructors in the order they are listed, by priority.
    fn structors(&mut self, name: &str) -> Result<Vec<Func>, String> {
        let Some(list) = self.module.global(name).and_then(|g| g.initializer()) else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for i in 0..list.ty().len() as u32 {
            let entry = list.const_element(i);
            found.push((entry.const_element(0).int_bits(), self.func(entry.const_element(1))?));
        }
        found.sort_by_key(|(priority, _)| *priority);
        Ok(found.into_iter().map(|(_, func)| func).collect())
    }

    /// The argument vector, a null pointer, and an empty environment, as one global.
    fn argv(&mut self, words: &[String]) -> Global {
        let text: Vec<u8> = words.iter().flat_map(|w| w.bytes().chain([0])).collect();
        let loc = Loc::default();
        let size = text.len() as u64;
        let init = Init { bytes: text, relocations: Vec::new() };
        let strings = GlobalData { name: "<arguments>".into(), size, align: 1, constant: false, init, loc };
        let strings = self.program.globals.push(strings);
        let mut relocations = Vec::new();
        let mut at = 0;
        for (i, word) in words.iter().enumerate() {
            let place = argv_offset(self.program.model, i as i64) as u64;
            relocations.push((place, Symbol::Global(strings, at)));
            at += word.len() as i64 + 1;
        }
        let size = argv_offset(self.program.model, words.len() as i64 + 2) as u64;
        let init = Init { bytes: Vec::new(), relocations };
        let name = "<argument vector>".into();
        self.program.globals.push(GlobalData { name, size, align: 8, constant: false, init, loc })
    }
}

fn argv_offset(model: ir::DataModel, index: i64) -> i64 {
    index * i64::from(model.pointer_bits() / 8)
}
