//! Compiles a program to machine code and runs it: the same runs as the interpreter's, bit for bit, at native speed.
//!
//! Every function that a run calls becomes a native function when it is first called ([`compile`]), by templates at first
//! ([`template`]), by an optimising compiler once it has run a lot ([`emit`]). What that made for one simulator serves all
//! others of the process that would compile the same ([`code`]). The program's bytes are reached only by the base of their mapping plus 32 bits; the tables
//! that say which object an address belongs to, and everything else that code and simulator share ([`shared`]), lie at
//! fixed distances before it, so one register serves all. Whatever is rare (allocation, output, wide arithmetic, odd
//! widths) is a call back into the code that the interpreter uses too ([`callbacks`]). A run that ends unwinds by
//! returning; template code jumps out over its frames ([`stack`]), which own nothing.
//!
//! Why a run failed, exactly, only the interpreter knows: it is asked to make the same run again, when someone wants
//! to know. It also makes those runs again that used up their steps (code tests its fuel only where loops close and behind
//! calls) and those that failed in template code.
//!
//! Checks that were proved are not tested ([`Options::proved`]); an access is confined to the program's bytes, and a
//! divisor tested, all the same.
//!
//! # Where the time goes
//!
//! `make bench-simulate` measures it.
//!
//! A complete sample of the paper's Figure 2 takes about 60 ns, 3 of them for drawing two numbers. Of 470 samples that
//! `perf` took of the rest (so each share is right to two or three points), 26 % were in resetting memory, 23 % in filling
//! in the observation, 18 % in the run's own beginning and end, 13 % in the frame of `main`, 13 % in the compiled code
//! itself with its distance, 4 % in other callbacks, 2 % in switching the stack.
//!
//! A kernel full of memory accesses (matrix) takes 49 microseconds where every access is tested, 15 where the analysis
//! proved them, and 12 where no step is counted either. In the disassembly of its innermost loop a tested access is the
//! check of the index, a subtraction and a comparison with what was looked up for the root of the pointer, and the address
//! computed a second time in 32 bits, which is what keeps it inside the mapping; four more instructions prepare the bound
//! that is compared with. What a loop does not change is moved out of it only since the ways of branches stand in the
//! right order (see [`loops`]): that alone was worth 17 % here. A linked list gains less from proofs (44 to 38): many of
//! its pointers were just loaded, and take the two dependent loads of page table and object. Steps cost one subtraction
//! per turn of a loop and one where ways meet in it, and a comparison per turn: a tenth of the time over all kernels.
//!
//! Compiling by templates takes 0.2 ms per 1,000 instructions of the ir; by Cranelift it takes a hundred times as long, and
//! makes code that is four times as fast. Cranelift without optimisation took 3 ms, in which no part stood out.

mod access;
mod arith;
mod callbacks;
mod calls;
mod code;
mod compile;
mod convert;
mod distances;
mod emit;
mod exits;
mod flow;
mod fuel;
mod inst;
mod lookups;
mod loops;
mod numbering;
mod probes;
mod shared;
mod stack;
mod template;
mod unit;
mod values;
mod wrap;

use super::host::Output;
use super::memory::{Extents, Memory};
use super::probe::{Board, Plan, Records};
use super::{Event, Failure, Inputs, Interpreter, Options, Simulator};
use compile::{Compiler, Part, Tier};
use emit::Entry;
use probes::Areas;
use rarebit_front_end::ir::{Func, InputSite, Program, SiteInfo};
use rarebit_learners::{CallEvent, CallKind, EdgeId, Limit, Observation, Outcome, PointerFact};
use shared::{Ending, Shared};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

pub use code::forget as forget_code;
pub use compile::CompileError;
pub use shared::Ready;

/// Steps per compiled instruction after which code is compiled again, better: when about as much time was lost as
/// that takes.
const HOT: u64 = 45_000;

/// How much dearer a step is that the interpreter makes again.
const AGAIN: u64 = 6;

/// What the callbacks of a run work on.
pub struct State<'p> {
    program: &'p Program,
    memory: Memory<'p>,
    output: Output,
    inputs: *mut dyn Inputs,
    /// The first ready input, and whether the inputs know how many of them were read.
    ready: *const Ready,
    told: bool,
    /// Values that the callback gave.
    drawn: Vec<(InputSite, u128)>,
    dynamic: Vec<u32>,
    compiler: Compiler<'p>,
    facts: Vec<u32>,
    pointers: Vec<PointerFact>,
    trace: Vec<EdgeId>,
    areas: [i32; 7],
    counts: [usize; 3],
}

impl State<'_> {
    /// What the run records.
    ///
    /// # Safety
    /// Nobody else may look at the areas while it is used.
    unsafe fn board<'m>(&self) -> Board<'m> {
        let [.., distances, sides, spans, notes] = self.areas;
        let base = self.memory.base();
        // SAFETY: the areas were laid out for this memory; its own bytes are not part of them.
        unsafe {
            Board {
                distances: Areas::slice(base, distances, self.counts[0]),
                sides: Areas::slice(base, sides, self.counts[0]),
                spans: Areas::slice(base, spans, self.counts[1]),
                notes: Areas::slice(base, notes, self.counts[2]),
            }
        }
    }

    fn probe(&mut self, action: usize, get: &impl Fn(usize) -> u128) {
        // SAFETY: `&mut self` excludes others.
        let mut board = unsafe { self.board() };
        self.compiler.with_action(action, |action| action.run(get, &self.memory, &mut board));
    }

    /// Forgets all code; gives the way in. No code may be running.
    fn begin_again(&mut self, tier: Tier, entry: Func) -> Result<*const u8, CompileError> {
        // SAFETY: the compiler does not look at the table otherwise.
        let table = unsafe { Areas::slice(self.memory.base(), self.compiler.areas.table, self.program.funcs.len()) };
        self.compiler.begin_again(tier, table)?;
        self.compiler.compile(Part::Start(entry), &self.memory)
    }

    fn table(&mut self) -> &mut [Entry] {
        // SAFETY: as above.
        unsafe { Areas::slice(self.memory.base(), self.compiler.areas.table, self.program.funcs.len()) }
    }

    /// For each edge the run in which it was taken last, and the edges taken in this one.
    fn edges(&mut self) -> [&mut [u32]; 2] {
        let (base, count) = (self.memory.base(), self.program.edges.len());
        // SAFETY: as above; the two areas are apart.
        unsafe { [Areas::slice(base, self.areas[0], count), Areas::slice(base, self.areas[1], count)] }
    }

    fn call_buffer(&mut self) -> &mut [u32] {
        let room = if self.compiler.plan.calls { Observation::MAX_CALLS } else { 0 };
        // SAFETY: as above.
        unsafe { Areas::slice(self.memory.base(), self.compiler.areas.calls, room) }
    }

    fn trace_buffer(&mut self) -> &mut [u32] {
        // SAFETY: as above; the area is that long where there is a trace.
        unsafe { Areas::slice(self.memory.base(), self.areas[2], probes::TRACE as usize) }
    }

    fn flush_trace(&mut self, shared: &mut Shared) {
        // SAFETY: as above.
        let edges: &[u32] = unsafe { Areas::slice(self.memory.base(), self.areas[2], shared.trace as usize) };
        self.trace.extend(edges.iter().map(|edge| EdgeId(*edge)));
        shared.trace = 0;
    }
}

/// Ends the runs of a simulator from another thread.
#[derive(Clone)]
pub struct Stopper {
    threshold: Arc<Threshold>,
}

/// The word that compiled code compares its fuel with; it lives as long as the memory that it is part of.
struct Threshold {
    word: *const AtomicI64,
    alive: std::sync::Mutex<bool>,
}

// SAFETY: the word is atomic, and only touched while `alive` says that it exists.
unsafe impl Send for Threshold {}
// SAFETY: as above.
unsafe impl Sync for Threshold {}

impl Stopper {
    /// The run that is going on, if there is one, ends soon, and every later one at once, until [`Stopper::clear`].
    pub fn stop(&self) {
        self.set(i64::MAX);
    }

    /// Runs go on to their end again.
    pub fn clear(&self) {
        self.set(0);
    }

    fn set(&self, value: i64) {
        let alive = self.threshold.alive.lock().unwrap_or_else(|e| e.into_inner());
        if *alive {
            // SAFETY: the word exists while `alive` holds.
            unsafe { &*self.threshold.word }.store(value, Ordering::Relaxed);
        }
    }
}

/// Runs a program as machine code.
pub struct Jit<'p> {
    program: &'p Program,
    entry: Func,
    state: Box<State<'p>>,
    stack: stack::Stack,
    /// The way in.
    start: *const u8,
    /// Steps of all runs since the code was compiled.
    steps: u64,
    /// Up to so many it is not worth while to think of better code.
    patience: u64,
    threshold: Arc<Threshold>,
    epoch: u32,
    /// The inputs of the last run, if it ended badly.
    inputs: Vec<(InputSite, u128)>,
    failed: bool,
    interpreter: Option<Box<Interpreter<'p>>>,
    explained: bool,
}

impl<'p> Jit<'p> {
    /// Compiles a legal program (see `ir::verify`) for these options. Options that ask for a trace for people are
    /// the interpreter's business.
    pub fn new(program: &'p Program, options: Options) -> Result<Jit<'p>, CompileError> {
        if cfg!(not(all(target_arch = "x86_64", unix))) {
            return Err(CompileError::Machine("not x86-64".into()));
        }
        let entry = program.entry.ok_or(CompileError::NoEntry)?;
        let mut memory = Memory::new(program, options.limits.memory, Extents::default());
        let carded = memory.use_cards();
        let plan = Plan::new(program, &options.probes);
        let records = Records::new(&options.probes, plan.notes);
        let areas = Areas::new(program, &plan, &records, carded).ok_or(CompileError::TooLarge)?;
        let unit = unit::Unit::new(program, entry);
        let facts = vec![0; plan.facts.len()];
        let output = Output { limit: options.limits.output, ..Output::default() };
        let Areas { seen, edges, trace, distances, sides, spans, notes, .. } = areas;
        let places = [seen, edges, trace, distances, sides, spans, notes];
        let compiler = Compiler::new(program, options, unit, plan, areas)?;
        let word = shared::of(&memory);
        // SAFETY: the shared block is part of the memory; its address is taken without reading it.
        let word = unsafe { &raw const (*word).threshold }.cast();
        let threshold = Arc::new(Threshold { word, alive: std::sync::Mutex::new(true) });
        let mut state = Box::new(State {
            program,
            memory,
            output,
            inputs: &mut NoInputs as *mut dyn Inputs,
            ready: std::ptr::null(),
            told: false,
            drawn: Vec::new(),
            dynamic: Vec::new(),
            compiler,
            facts,
            pointers: Vec::new(),
            trace: Vec::new(),
            areas: places,
            counts: [records.distances.len(), records.spans.len(), records.notes.len()],
        });
        let start = state.begin_again(Tier::Quick, entry)?;
        Ok(Jit {
            program,
            entry,
            state,
            stack: stack::Stack::new(),
            start,
            steps: 0,
            patience: HOT,
            threshold,
            epoch: 0,
            inputs: Vec::new(),
            failed: false,
            interpreter: None,
            explained: false,
        })
    }

    /// How many instructions the functions have that a run can reach.
    pub fn reachable_instructions(&self) -> usize {
        let unit = &self.state.compiler.unit;
        unit.instructions(self.program, &unit.reachable)
    }

    /// How many instructions the functions have that were compiled because they were called.
    pub fn compiled_instructions(&self) -> usize {
        self.state.compiler.instructions()
    }

    /// Compiles what was not called yet; runs do that by themselves, for what they call.
    pub fn compile_all(&mut self) -> Result<(), CompileError> {
        let state = &mut *self.state;
        for func in state.compiler.unit.reachable.clone() {
            if !state.compiler.is_compiled(func) {
                let code = state.compiler.compile(Part::Function(func), &state.memory)?;
                state.table()[func.as_u32() as usize].code = code;
            }
        }
        Ok(())
    }

    /// Everything that is called from now on is compiled by the optimising compiler, as happens by itself to what runs
    /// long enough.
    pub fn optimise(&mut self) {
        self.start = self.state.begin_again(Tier::Good, self.entry).unwrap_or(self.state.compiler.refuse());
        self.steps = 0;
    }

    /// For measurements: what runs is compiled by the templates for ever.
    pub fn never_optimise(&mut self) {
        self.patience = u64::MAX;
    }

    /// For measurements: what counting steps costs. Only for programs that end by themselves, for nothing else ends them.
    pub fn optimise_uncounted(&mut self) {
        self.state.compiler.counted = false;
        self.optimise();
    }

    /// Something that another thread can end runs with.
    pub fn stopper(&self) -> Stopper {
        Stopper { threshold: self.threshold.clone() }
    }

    /// The interpreter, made when it is first needed.
    fn interpreter(&mut self) -> &mut Interpreter<'p> {
        let (program, options) = (self.program, &self.state.compiler.options);
        self.interpreter.get_or_insert_with(|| Box::new(Interpreter::new(program, options.clone())))
    }

    fn begin(&mut self, ready: &[Ready]) -> bool {
        let room = self.state.memory.reset();
        let state = &mut *self.state;
        state.output.clear();
        state.drawn.clear();
        (state.ready, state.told) = (ready.as_ptr(), false);
        state.dynamic.clear();
        state.pointers.clear();
        state.trace.clear();
        self.epoch = self.epoch.checked_add(1).unwrap_or_else(|| {
            // SAFETY: the area was laid out for this memory.
            let seen: &mut [u32] =
                unsafe { Areas::slice(state.memory.base(), state.areas[0], self.program.edges.len()) };
            seen.fill(0);
            state.facts.fill(0);
            1
        });
        // SAFETY: no code runs now.
        unsafe { state.board() }.reset();
        let shared = shared::of(&state.memory);
        // SAFETY: no code runs now, so nobody else looks at the block; zero bytes are a value of it.
        let shared = unsafe { &mut *shared };
        shared.state = (&raw mut *state).cast();
        shared.stack_limit = self.stack.limit();
        shared.ready = ready.as_ptr();
        shared.ready_end = ready.as_ptr_range().end;
        shared.epoch = self.epoch;
        shared.edges = 0;
        shared.trace = 0;
        shared.calls = 0;
        room
    }

    /// Runs the code; how it ended, the fuel left, and how many ready inputs it read.
    fn execute(&mut self, inputs: &mut dyn Inputs) -> (Ending, i64, usize) {
        // SAFETY: the slice is of the inputs, which nobody changes but by `next` and `used`.
        let ready: &[Ready] = unsafe { &*(inputs.ready() as *const [Ready]) };
        let fuel = i64::try_from(self.state.compiler.options.limits.steps).unwrap_or(i64::MAX);
        if !self.begin(ready) {
            return (Ending::Limit(Limit::Memory), fuel, 0);
        }
        // SAFETY: only the lifetime changes; the pointer is used only during this call.
        self.state.inputs = unsafe { std::mem::transmute::<*mut dyn Inputs, *mut dyn Inputs>(inputs) };
        let depth = i64::from(self.state.compiler.options.limits.depth.max(1)) - 1;
        let base = self.state.memory.base();
        // SAFETY: the code was compiled for this memory and this state, which nobody else looks at during the run; it
        // was made by a compiler that keeps the convention and tests the stack.
        unsafe { self.stack.call(self.start, base, fuel, depth) };
        // SAFETY: the run is over.
        let shared = unsafe { &mut *shared::of(&self.state.memory) };
        // SAFETY: both point into `ready`, or one past its end.
        let used = unsafe { shared.ready.offset_from(ready.as_ptr()) } as usize;
        (Ending::from_code(shared.ending), shared.fuel, used)
    }

    fn fill(&mut self, ending: Ending, fuel: i64, observation: &mut Observation) {
        let limit = i64::try_from(self.state.compiler.options.limits.steps).unwrap_or(i64::MAX);
        observation.steps = limit.wrapping_sub(fuel) as u64;
        let stopped = ending == Ending::Limit(Limit::Steps) && fuel >= 0;
        observation.outcome = if stopped { Outcome::Limit(Limit::Time) } else { ending.outcome() };
        let state = &mut *self.state;
        // SAFETY: the run is over.
        let shared = unsafe { &mut *shared::of(&state.memory) };
        // SAFETY: the area was laid out for this memory.
        let edges: &[u32] = unsafe { Areas::slice(state.memory.base(), state.areas[1], shared.edges as usize) };
        observation.edges.clear();
        observation.edges.extend(edges.iter().map(|edge| EdgeId(*edge)));
        if state.compiler.plan.trace {
            state.flush_trace(shared);
        }
        std::mem::swap(&mut observation.trace, &mut state.trace);
        observation.calls.clear();
        observation.calls.extend(state.call_buffer()[..shared.calls as usize].iter().map(|event| CallEvent {
            func: event >> 1,
            kind: if event & 1 == 1 { CallKind::Return } else { CallKind::Call },
        }));
        std::mem::swap(&mut observation.pointers, &mut state.pointers);
        // SAFETY: as above.
        unsafe { state.board() }.finish(&state.compiler.options.probes, observation);
    }

    /// Makes the last run again with the interpreter, which may go further than code that gave up did.
    fn run_again(&mut self, observation: &mut Observation, beyond: Option<&mut dyn Inputs>) {
        let mut inputs = Recorded { values: std::mem::take(&mut self.inputs), next: 0, beyond };
        self.interpreter().run(&mut inputs, observation);
        self.inputs = inputs.values;
    }
}

impl Simulator for Jit<'_> {
    fn run(&mut self, inputs: &mut dyn Inputs, observation: &mut Observation) {
        if self.steps > self.patience && self.state.compiler.tier() == Tier::Quick {
            self.patience = HOT * self.state.compiler.instructions() as u64;
            if self.steps > self.patience {
                self.optimise();
            }
        }
        let (ending, fuel, used) = self.execute(inputs);
        self.fill(ending, fuel, observation);
        self.explained = false;
        self.failed = !matches!(observation.outcome, Outcome::Exit(_) | Outcome::AssumptionFailed);
        if self.failed || fuel < 0 {
            self.inputs.clear();
            let ready = inputs.ready()[..used].iter();
            self.inputs.extend(ready.map(|r| (InputSite::from_u32(r.site), u128::from(r.bits))));
            self.inputs.extend_from_slice(&self.state.drawn);
        }
        if !self.state.told {
            inputs.used(used);
        }
        if fuel < 0 || matches!(ending, Ending::Again | Ending::Failed(_)) {
            self.run_again(observation, Some(inputs));
            self.explained = true;
            self.failed = !matches!(observation.outcome, Outcome::Exit(_) | Outcome::AssumptionFailed);
            // Better code would have known by itself.
            self.steps += AGAIN * observation.steps;
        }
        self.steps += observation.steps;
    }

    fn output(&self) -> &[u8] {
        if let (true, Some(interpreter)) = (self.explained, &self.interpreter) {
            return interpreter.output();
        }
        &self.state.output.out
    }

    fn errors(&self) -> &[u8] {
        if let (true, Some(interpreter)) = (self.explained, &self.interpreter) {
            return interpreter.errors();
        }
        &self.state.output.errors
    }

    fn failure(&mut self) -> Option<&Failure> {
        if !self.failed {
            return None;
        }
        if !self.explained {
            self.run_again(&mut Observation::default(), None);
            self.explained = true;
        }
        self.interpreter.as_mut()?.failure()
    }

    fn trace(&self) -> &[Event] {
        &[]
    }
}

impl Drop for Jit<'_> {
    fn drop(&mut self) {
        *self.threshold.alive.lock().unwrap_or_else(|e| e.into_inner()) = false;
    }
}

/// The inputs of a run, once more, and what is read beyond them.
struct Recorded<'a> {
    values: Vec<(InputSite, u128)>,
    next: usize,
    beyond: Option<&'a mut dyn Inputs>,
}

impl Inputs for Recorded<'_> {
    fn next(&mut self, site: InputSite, info: &SiteInfo) -> u128 {
        if let (true, Some(beyond)) = (self.next == self.values.len(), &mut self.beyond) {
            self.values.push((site, beyond.next(site, info)));
        }
        let value = self.values.get(self.next).filter(|(recorded, _)| *recorded == site);
        self.next += 1;
        value.map_or(0, |(_, bits)| *bits)
    }
}

struct NoInputs;

impl Inputs for NoInputs {
    fn next(&mut self, _: InputSite, _: &SiteInfo) -> u128 {
        0
    }
}
