//! Where a run begins: constructors, then `main` or a fuzz target, then `exit`.

use super::lifter::Lifter;
use super::llvm::{Value, View};
use super::options::LiftOptions;
use crate::ir::{self, *};

/// The function of the program that a run is about.
pub enum Entry<'m> {
    Main(Value<'m>),
    /// `LLVMFuzzerTestOneInput`, and `LLVMFuzzerInitialize` if there is one.
    Fuzz(Value<'m>, Option<Value<'m>>),
}

impl<'m> Entry<'m> {
    /// `main`, else a fuzz target.
    pub fn find(module: &View<'m>) -> Option<Entry<'m>> {
        let defined = |name| module.function(name).filter(|f| !f.is_declaration());
        match defined("main") {
            Some(main) => Some(Entry::Main(main)),
            None => Some(Entry::Fuzz(defined("LLVMFuzzerTestOneInput")?, defined("LLVMFuzzerInitialize"))),
        }
    }
}

/// Makes the function that a run begins with.
pub fn lift<'m>(lifter: &mut Lifter<'m>, entry: Entry<'m>, options: &LiftOptions) -> Result<(), String> {
    let mut start = Start { func: Function::new("<start>", Signature::default()), block: Block::from_u32(0) };
    start.func.library = true;
    start.block = start.func.new_block();
    let id = lifter.program.funcs.push(Function::default());
    lifter.program.entry = Some(id);
    if lifter.module.function("atexit").is_some() {
        for destructor in structors(lifter, "llvm.global_dtors")? {
            let args = [start.func.constant(Const::Func(destructor))];
            start.call_model(lifter, "atexit", &args)?;
        }
    }
    for constructor in structors(lifter, "llvm.global_ctors")? {
        start.call(lifter, constructor, &[]);
    }
    let status = match entry {
        Entry::Main(main) => start.main(lifter, main, options)?,
        Entry::Fuzz(test, initialize) => {
            let mut args = Vec::new();
            for function in [initialize, Some(test)] {
                args.push(match function {
                    Some(function) => start.func.constant(Const::Func(lifter.func(function)?)),
                    None => start.func.int(Type::Ptr, 0),
                });
            }
            start.call_model(lifter, "__model_fuzz", &args)?
        }
    };
    let status = status.filter(|status| start.func.ty(*status) == Type::I32);
    let status = status.unwrap_or_else(|| start.func.int(Type::I32, 0));
    start.call_model(lifter, "exit", &[status])?;
    lifter.program.funcs[id] = start.func;
    Ok(())
}

struct Start {
    func: Function,
    block: Block,
}

impl Start {
    fn call(&mut self, lifter: &Lifter<'_>, func: Func, args: &[ir::Value]) -> Option<ir::Value> {
        let sig = &lifter.program.funcs[func].sig;
        let va = sig.variadic.then(|| self.func.int(Type::Ptr, 0));
        let data = InstData::Call { func, args: args.iter().copied().collect(), va: va.into() };
        let inst = self.func.push_inst(self.block, data, &sig.results, Loc::default());
        self.func.insts[inst].results.first().copied()
    }

    fn call_model(
        &mut self,
        lifter: &mut Lifter<'_>,
        name: &str,
        args: &[ir::Value],
    ) -> Result<Option<ir::Value>, String> {
        let function = lifter.module.function(name).ok_or_else(|| format!("no model of `{name}`"))?;
        let func = lifter.func(function)?;
        Ok(self.call(lifter, func, args))
    }

    fn main<'m>(
        &mut self,
        lifter: &mut Lifter<'m>,
        main: Value<'m>,
        options: &LiftOptions,
    ) -> Result<Option<ir::Value>, String> {
        let name = options.files.first().and_then(|f| f.file_stem()).map(|s| s.to_string_lossy().into_owned());
        let mut words = vec![name.unwrap_or_else(|| "program".into())];
        words.extend(options.args.iter().cloned());
        let func = lifter.func(main)?;
        let sig = lifter.program.funcs[func].sig.clone();
        let drawn = options.inputs.arguments.filter(|_| !sig.params.is_empty());
        let more = drawn.map_or(0, |arguments| arguments.count);
        let argv = argv(lifter, &words, more);
        let environment = argv_offset(lifter.program.model, words.len() as i64 + i64::from(more) + 1);
        let values =
            [Const::Bits(Type::I32, words.len() as u128), Const::Global(argv, 0), Const::Global(argv, environment)];
        if sig.params.len() > values.len() || sig.params.iter().zip(values).any(|(ty, v)| *ty != v.ty()) {
            return Err(format!("`main` with parameters {:?} is not supported", sig.params));
        }
        let mut args: Vec<ir::Value> = values.iter().map(|c| self.func.constant(*c)).collect();
        if let Some(arguments) = drawn {
            let stride = u64::from(arguments.length) + 1;
            let strings = zeroed(lifter, "<drawn arguments>", u64::from(more) * stride);
            let strings = self.func.constant(Const::Global(strings, 0));
            let stride = self.func.int(lifter.program.model.pointer_int(), stride.into());
            let count = self.call_model(lifter, "__model_arguments", &[args[0], args[1], strings, stride])?;
            args[0] = count.ok_or("no model of the arguments")?;
        }
        args.truncate(sig.params.len());
        Ok(self.call(lifter, func, &args))
    }
}

/// Constructors or destructors in the order they are listed, by priority.
fn structors(lifter: &mut Lifter<'_>, name: &str) -> Result<Vec<Func>, String> {
    let Some(list) = lifter.module.global(name).and_then(|g| g.initializer()) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for i in 0..list.ty().len() as u32 {
        let entry = list.const_element(i);
        found.push((entry.const_element(0).int_bits(), lifter.func(entry.const_element(1))?));
    }
    found.sort_by_key(|(priority, _)| *priority);
    Ok(found.into_iter().map(|(_, func)| func).collect())
}

fn zeroed(lifter: &mut Lifter<'_>, name: &str, size: u64) -> Global {
    let init = Init::default();
    lifter.program.globals.push(GlobalData {
        name: name.into(),
        size,
        align: 1,
        constant: false,
        init,
        loc: Loc::default(),
    })
}

/// The argument vector with room for `more`, a null pointer, and an empty environment, as one global.
fn argv(lifter: &mut Lifter<'_>, words: &[String], more: u32) -> Global {
    let text: Vec<u8> = words.iter().flat_map(|w| w.bytes().chain([0])).collect();
    let strings = zeroed(lifter, "<arguments>", text.len() as u64);
    lifter.program.globals[strings].init.bytes = text;
    let mut relocations = Vec::new();
    let mut at = 0;
    for (i, word) in words.iter().enumerate() {
        let place = argv_offset(lifter.program.model, i as i64) as u64;
        relocations.push((place, Symbol::Global(strings, at)));
        at += word.len() as i64 + 1;
    }
    let size = argv_offset(lifter.program.model, words.len() as i64 + i64::from(more) + 2) as u64;
    let vector = zeroed(lifter, "<argument vector>", size);
    lifter.program.globals[vector].align = 8;
    lifter.program.globals[vector].init.relocations = relocations;
    vector
}

fn argv_offset(model: DataModel, index: i64) -> i64 {
    index * i64::from(model.pointer_bits() / 8)
}
