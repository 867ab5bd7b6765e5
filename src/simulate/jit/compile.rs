//! Compiles a whole program: every function that a run can reach, a way in, and generic ways into functions that are
//! called through pointers.

use super::emit::{Context, Emitter, Entry, OVER, in_register, ours, signature};
use super::shared::{Ending, at};
use super::unit::Unit;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_entity::{EntityRef, SecondaryMap};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{ArenaMemoryProvider, JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module};
use rarebit_front_end::ir::*;

/// Bytes of address space for the code of a program.
const CODE: usize = 256 << 20;

/// Why a program cannot be compiled; the interpreter runs it then.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    #[error("the machine is not supported: {0}")]
    Machine(String),
    #[error("the program has no entry")]
    NoEntry,
    #[error("the program is too large")]
    TooLarge,
    #[error("{0}")]
    Module(#[from] Box<cranelift_module::ModuleError>),
}

/// Compiled code, alive as long as this is.
pub struct Compiled {
    module: Option<JITModule>,
    start: *const u8,
}

impl Compiled {
    /// Takes the base, the fuel and the depth; always ends by writing an ending.
    pub fn start(&self) -> *const u8 {
        self.start
    }
}

impl Drop for Compiled {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the code runs only while `self` is borrowed.
            unsafe { module.free_memory() };
        }
    }
}

pub fn module() -> Result<JITModule, CompileError> {
    let mut flags = settings::builder();
    let set = [
        ("opt_level", "speed"),
        ("enable_verifier", "false"),
        ("is_pic", "false"),
        ("enable_probestack", "false"),
        // Values of 128 bits as parameters.
        ("enable_llvm_abi_extensions", "true"),
    ];
    for (name, value) in set {
        flags.set(name, value).expect("a setting that exists");
    }
    let isa = cranelift_native::builder().map_err(|e| CompileError::Machine(e.into()))?;
    let isa = isa.finish(settings::Flags::new(flags)).map_err(|e| CompileError::Machine(e.to_string()))?;
    let mut builder = JITBuilder::with_isa(isa, cranelift_module::default_libcall_names());
    // One piece, so that functions reach each other by 32-bit distances.
    let arena = ArenaMemoryProvider::new_with_size(CODE).map_err(|e| CompileError::Machine(e.to_string()))?;
    builder.memory_provider(Box::new(arena));
    Ok(JITModule::new(builder))
}

fn boxed(error: cranelift_module::ModuleError) -> CompileError {
    CompileError::Module(Box::new(error))
}

/// Declares every reachable function.
pub fn declare(
    module: &mut JITModule,
    program: &Program,
    unit: &Unit,
) -> Result<SecondaryMap<Func, Option<FuncId>>, CompileError> {
    let mut ids = SecondaryMap::new();
    for &id in &unit.reachable {
        let sig = &program.funcs[id].sig;
        let sig = signature(&sig.params, &sig.results, sig.variadic, program.model);
        ids[id] = Some(module.declare_function(&format!("f{}", id.index()), Linkage::Local, &sig).map_err(boxed)?);
    }
    Ok(ids)
}

/// Compiles; `table` is filled in.
pub fn compile(
    context: &Context<'_>,
    mut module: JITModule,
    entry: Func,
    table: &mut [Entry],
) -> Result<Compiled, CompileError> {
    let mut frontend = FunctionBuilderContext::new();
    let mut clif = module.make_context();
    let mut lookups = SecondaryMap::new();
    for &id in &context.unit.reachable {
        let func_id = context.ids[id].expect("declared");
        clif.func.signature = module.declarations().get_function_decl(func_id).signature.clone();
        let builder = FunctionBuilder::new(&mut clif.func, &mut frontend);
        Emitter::function(context, &mut module, builder, &mut lookups, id);
        module.define_function(func_id, &mut clif).map_err(boxed)?;
        module.clear_context(&mut clif);
    }
    let mut generic = Vec::new();
    for &id in context.unit.reachable.iter().filter(|id| context.unit.taken.contains(**id)) {
        let made = wrapper(context, &mut module, &mut clif, &mut frontend, id, false)?;
        generic.push((id, made));
    }
    let start = wrapper(context, &mut module, &mut clif, &mut frontend, entry, true)?;
    module.finalize_definitions().map_err(boxed)?;
    let stub = module.get_finalized_function(start);
    for entry in table.iter_mut() {
        *entry = Entry { code: stub, generic: stub, shape: u32::MAX };
    }
    for (id, made) in generic {
        let sig = &context.program.funcs[id].sig;
        let shape = (sig.params.clone(), sig.results.clone(), sig.variadic);
        let stub = context.unit.stubs[id];
        table[id.index()] = Entry {
            code: module.get_finalized_function(context.ids[id].expect("declared")),
            generic: module.get_finalized_function(made),
            shape: context.unit.known_shape(&shape).filter(|_| !stub).unwrap_or(u32::MAX),
        };
    }
    Ok(Compiled { start: stub, module: Some(module) })
}

/// A function that takes its arguments from the shared block and leaves its results there; or, for the first call,
/// the end of the run.
fn wrapper(
    context: &Context<'_>,
    module: &mut JITModule,
    clif: &mut cranelift_codegen::Context,
    frontend: &mut FunctionBuilderContext,
    id: Func,
    first: bool,
) -> Result<FuncId, CompileError> {
    let program = context.program;
    let (sig, model) = (&program.funcs[id].sig, program.model);
    clif.func.signature = signature(&[], &[], false, model);
    let made = module.declare_anonymous_function(&clif.func.signature).map_err(boxed)?;
    let mut b = FunctionBuilder::new(&mut clif.func, frontend);
    let start = b.create_block();
    b.append_block_params_for_function_params(start);
    b.switch_to_block(start);
    let mut args = b.block_params(start).to_vec();
    let base = args[0];
    for (index, ty) in sig.params.iter().enumerate() {
        args.push(super::wrap::argument(&mut b, base, *ty, model, at::arg(index)));
    }
    if sig.variadic {
        args.push(super::wrap::argument(&mut b, base, Type::Ptr, model, at::VA));
    }
    let callee = module.declare_func_in_func(context.ids[id].expect("declared"), b.func);
    let call = b.ins().call(callee, &args);
    let results = b.inst_results(call).to_vec();
    if first {
        let (over, done) = (b.create_block(), b.create_block());
        let written = b.ins().iconst(types::I64, OVER);
        let ended = b.ins().icmp(IntCC::Equal, results[0], written);
        b.ins().brif(ended, over, &[], done, &[]);
        b.switch_to_block(done);
        let status = match results.get(1) {
            Some(value) => super::wrap::widened(&mut b, *value),
            None if sig.results.is_empty() => b.ins().iconst(types::I64, 0),
            None => b.ins().load(types::I64, ours(), base, at::RESULTS),
        };
        let status = b.ins().band_imm_u(status, 0xff);
        let high = b.ins().ishl_imm_u(status, 32);
        let code = b.ins().bor_imm_u(high, Ending::Exit(0).code());
        b.ins().store(ours(), code, base, at::ENDING);
        b.ins().store(ours(), results[0], base, at::FUEL);
        b.ins().jump(over, &[]);
        b.switch_to_block(over);
    } else if in_register(&sig.results) {
        super::wrap::result(&mut b, base, results[1], at::RESULTS);
    }
    b.ins().return_(&[results[0]]);
    b.seal_all_blocks();
    b.finalize(module.target_config());
    module.define_function(made, clif).map_err(boxed)?;
    module.clear_context(clif);
    Ok(made)
}
