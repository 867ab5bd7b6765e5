//! Compiles functions when they are first called, and generic ways into functions that are called through pointers.
//!
//! Every call goes through a table that lies among the shared bytes. Where a function is not compiled yet, its entry
//! leads to [`first_call`], which has it compiled and goes on there; so what is never called costs nothing.
//!
//! There are two compilers. The first is in a hurry: it writes [`template`]s and leaves runs that fail to the interpreter.
//! Code that turns out to run a lot, or to fail a lot, is made again by the second ([`Compiler::begin_again`]), which is
//! Cranelift with all that [`super::emit`] does for it.

use super::super::Options;
use super::super::memory::Memory;
use super::super::probe::{Action, Plan};
use super::code::{self, Code, Key, THUNK};
use super::emit::{Context, Emitter, Entry, OVER, in_register, ours, signature};
use super::lookups::Lookups;
use super::probes::Areas;
use super::shared::{Ending, at, before};
use super::template;
use super::unit::Unit;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Function as Clif, InstBuilder, UserFuncName, types};
use cranelift_codegen::isa::{OwnedTargetIsa, TargetFrontendConfig};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_entity::{EntityRef, SecondaryMap};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use rarebit_front_end::ir::*;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

/// Why a program cannot be compiled; the interpreter runs it then.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    #[error("the machine is not supported: {0}")]
    Machine(String),
    #[error("the program has no entry")]
    NoEntry,
    #[error("the program is too large")]
    TooLarge,
    #[error("no executable memory: {0}")]
    Memory(#[from] std::io::Error),
    #[error("{0}")]
    Codegen(String),
}

/// The two compilers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tier {
    Quick,
    Good,
}

fn isa() -> Result<&'static OwnedTargetIsa, CompileError> {
    static ISA: OnceLock<Result<OwnedTargetIsa, String>> = OnceLock::new();
    ISA.get_or_init(make_isa).as_ref().map_err(|error| CompileError::Machine(error.clone()))
}

fn make_isa() -> Result<OwnedTargetIsa, String> {
    let mut flags = settings::builder();
    let given = [
        ("opt_level", "speed"),
        ("enable_verifier", "false"),
        ("is_pic", "false"),
        ("unwind_info", "false"),
        ("enable_probestack", "false"),
        // Values of 128 bits as parameters.
        ("enable_llvm_abi_extensions", "true"),
    ];
    for (name, value) in given {
        flags.set(name, value).expect("a setting that exists");
    }
    let isa = cranelift_native::builder()?;
    isa.finish(settings::Flags::new(flags)).map_err(|e| e.to_string())
}

/// What is to be compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    Function(Func),
    /// A function that takes its arguments from the shared block and leaves its results there.
    Generic(Func),
    /// The way in.
    Start(Func),
}

/// Compiles the functions of one simulator.
pub struct Compiler<'p> {
    program: &'p Program,
    pub options: Options,
    pub unit: Unit,
    pub plan: Plan,
    pub areas: Areas,
    tier: Tier,
    /// Does the optimising compiler count steps? Only measurements may say no.
    pub counted: bool,
    /// What the table leads to.
    codes: Vec<Arc<Code>>,
    thunks: Arc<Code>,
    lookups: SecondaryMap<Func, Option<Rc<Lookups>>>,
    clif: cranelift_codegen::Context,
    frontend: FunctionBuilderContext,
    /// Functions compiled so far, by this compiler or before.
    compiled: Vec<Func>,
}

impl<'p> Compiler<'p> {
    pub fn new(
        program: &'p Program,
        options: Options,
        unit: Unit,
        plan: Plan,
        areas: Areas,
    ) -> Result<Compiler<'p>, CompileError> {
        isa()?;
        Ok(Compiler {
            program,
            options,
            unit,
            plan,
            areas,
            tier: Tier::Quick,
            counted: true,
            codes: Vec::new(),
            thunks: code::thunks(2 * program.funcs.len(), template::helpers::first_call as *const u8)?,
            lookups: SecondaryMap::new(),
            clif: cranelift_codegen::Context::new(),
            frontend: FunctionBuilderContext::new(),
            compiled: Vec::new(),
        })
    }

    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// How many instructions of the ir were compiled.
    pub fn instructions(&self) -> usize {
        self.unit.instructions(self.program, &self.compiled)
    }

    pub fn is_compiled(&self, func: Func) -> bool {
        self.compiled.contains(&func)
    }

    /// From now on everything is compiled, when it is called again, by this compiler. No code may be running.
    pub fn begin_again(&mut self, tier: Tier, table: &mut [Entry]) -> Result<(), CompileError> {
        self.tier = tier;
        let first = match tier {
            Tier::Quick => template::helpers::first_call as *const u8,
            Tier::Good => first_call as *const u8,
        };
        self.thunks = code::thunks(2 * self.program.funcs.len(), first)?;
        self.codes.clear();
        self.compiled.clear();
        self.areas.actions.borrow_mut().clear();
        for (index, entry) in table.iter_mut().enumerate() {
            let func = Func::new(index);
            let sig = &self.program.funcs[func].sig;
            let shape = (sig.params.clone(), sig.results.clone(), sig.variadic);
            let callable = self.unit.taken.contains(func) && !self.unit.stubs[func];
            *entry = Entry {
                code: self.thunk(2 * index),
                generic: self.thunk(2 * index + 1),
                shape: self.unit.known_shape(&shape).filter(|_| callable).unwrap_or(u32::MAX),
            };
        }
        Ok(())
    }

    /// Stands in for code that could not be made: the interpreter has to make the run.
    pub fn refuse(&self) -> *const u8 {
        match self.tier {
            Tier::Quick => template::helpers::leave as *const u8,
            Tier::Good => refuse as *const u8,
        }
    }

    fn thunk(&self, number: usize) -> *const u8 {
        self.thunks.start().wrapping_add(number * THUNK)
    }

    /// The code of a part; it lives until everything begins again.
    pub fn compile(&mut self, part: Part, memory: &Memory<'_>) -> Result<*const u8, CompileError> {
        let signature = self.signature(part);
        let Compiler { program, options, unit, plan, areas, clif, frontend, lookups, counted, .. } = self;
        let context = Context { program, options, memory, unit, plan, areas, counted: *counted };
        let code = match self.tier {
            Tier::Quick => code::keep(&match part {
                Part::Function(id) => template::function(&context, id),
                Part::Generic(id) => template::wrapper(&context, id, false),
                Part::Start(id) => template::wrapper(&context, id, true),
            })?,
            Tier::Good => {
                let isa = isa()?;
                clif.clear();
                clif.func = Clif::with_name_signature(UserFuncName::default(), signature);
                let builder = FunctionBuilder::new(&mut clif.func, frontend);
                let config = isa.frontend_config();
                match part {
                    Part::Function(id) => Emitter::function(&context, builder, lookups, id, config),
                    Part::Generic(id) => wrapper(&context, builder, id, false, config),
                    Part::Start(id) => wrapper(&context, builder, id, true, config),
                }
                optimised(clif, isa)?
            }
        };
        let start = code.start();
        self.codes.push(code);
        if let Part::Function(func) = part {
            self.compiled.push(func);
        }
        Ok(start)
    }

    fn signature(&self, part: Part) -> cranelift_codegen::ir::Signature {
        let model = self.program.model;
        match part {
            Part::Function(id) => {
                let sig = &self.program.funcs[id].sig;
                signature(&sig.params, &sig.results, sig.variadic, model)
            }
            Part::Generic(_) | Part::Start(_) => signature(&[], &[], false, model),
        }
    }

    /// Actions that compiled code leaves to the simulator.
    pub fn with_action(&self, number: usize, act: impl FnOnce(&Action<usize>)) {
        act(&self.areas.actions.borrow()[number]);
    }
}

/// Makes code of what was emitted, or takes what was made of the same before.
fn optimised(clif: &mut cranelift_codegen::Context, isa: &OwnedTargetIsa) -> Result<Arc<Code>, CompileError> {
    let func = &clif.func;
    assert!(func.params.user_named_funcs().is_empty(), "code does not name other code");
    let key = Key::new(&func.stencil);
    if let Some(code) = code::known(key) {
        return Ok(code);
    }
    let made = clif.compile(isa.as_ref(), &mut ControlPlane::default());
    let made = made.map_err(|e| CompileError::Codegen(format!("{:?}", e.inner)))?;
    if !made.buffer.relocs().is_empty() {
        return Err(CompileError::Machine("an instruction is missing".into()));
    }
    Ok(code::add(key, made.code_buffer())?)
}

/// A function that takes its arguments from the shared block and leaves its results there; or, for the first call,
/// the end of the run.
fn wrapper(context: &Context<'_>, mut b: FunctionBuilder<'_>, id: Func, first: bool, config: TargetFrontendConfig) {
    let program = context.program;
    let (sig, model) = (&program.funcs[id].sig, program.model);
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
    let callee = b.import_signature(signature(&sig.params, &sig.results, sig.variadic, model));
    let code = b.ins().load(types::I64, ours(), base, context.areas.code_of(id));
    let call = b.ins().call_indirect(callee, code, &args);
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
    b.finalize(config);
}

/// What the thunk of a function that is not compiled yet jumps to: keeps the arguments of the call, has the function
/// compiled, and goes on there.
#[unsafe(naked)]
unsafe extern "sysv64" fn first_call() {
    std::arch::naked_asm!(
        "push rdi",
        "push rsi",
        "push rdx",
        "push rcx",
        "push r8",
        "push r9",
        "sub rsp, 136",
        "movups [rsp], xmm0",
        "movups [rsp + 16], xmm1",
        "movups [rsp + 32], xmm2",
        "movups [rsp + 48], xmm3",
        "movups [rsp + 64], xmm4",
        "movups [rsp + 80], xmm5",
        "movups [rsp + 96], xmm6",
        "movups [rsp + 112], xmm7",
        "mov esi, eax",
        "call {compile}",
        "movups xmm0, [rsp]",
        "movups xmm1, [rsp + 16]",
        "movups xmm2, [rsp + 32]",
        "movups xmm3, [rsp + 48]",
        "movups xmm4, [rsp + 64]",
        "movups xmm5, [rsp + 80]",
        "movups xmm6, [rsp + 96]",
        "movups xmm7, [rsp + 112]",
        "add rsp, 136",
        "pop r9",
        "pop r8",
        "pop rcx",
        "pop rdx",
        "pop rsi",
        "pop rdi",
        "jmp rax",
        compile = sym super::callbacks::compile,
    )
}

/// See [`Compiler::refuse`].
unsafe extern "sysv64" fn refuse(base: *mut u8, fuel: i64, _depth: i64) -> i64 {
    // SAFETY: called by compiled code, with the base of a living memory, whose shared block nobody else looks at.
    let shared = unsafe { &mut *before(base) };
    (shared.ending, shared.fuel) = (Ending::Again.code() as u64, fuel);
    OVER
}
