//! Abstract interpretation of a whole program: what every value can be, and which checks can fail.
//!
//! The interpreter walks the program from its entry as a run would, with sets of values in place of values (Cousot
//! and Cousot, 1977). Inside a function, blocks are taken in weak topological order and loop heads are widened
//! until stable, then improved by a few rounds of plain iteration, each of which is sound because it starts from a
//! set that holds every run. A call walks the callee with the state at hand; what a context computed is used again
//! when it is called with no more than before, and of its result only the objects that it may change are taken.
//! Recursion iterates until the outermost call's exit is stable.
//!
//! When everything is stable, one more walk over each context notes the verdict on every check ([`Facts`]).
//!
//! What is assumed: a memory access that leaves its object, touches a dead one or goes through null ends the run
//! (the simulator's memory checks), as do failing divisions and calls; a selected `check` that fails ends it too.
//! An unselected `check` does nothing. Inputs lie in the range of their site.

mod access;
mod apart;
mod calls;
mod context;
mod facts;
mod fills;
mod format;
mod refine;
mod state;
mod transfer;

pub use context::{Context, Maker};
pub use facts::{Facts, Sites, Verdict};

use super::domain::{Abs, Int, Place, Pointer};
use super::memory::ObjectState;
use super::memory::content::{Content, Fill};
use super::wto::{Element, weak_topological_order};
use crate::ir::*;
use calls::Indirect;
use context::{Contexts, Entry, Exit};
use facts::Recorder;
use fills::Initial;
use rustc_hash::{FxHashMap, FxHashSet};
use state::{Arrival, State};
use std::rc::Rc;
use std::time::Instant;

/// What the analysis is to assume and how hard to try.
#[derive(Clone, Debug)]
pub struct Options {
    /// Checks whose failing ends the run; indexed by check number, missing means no.
    pub selected: Vec<bool>,
    /// Rounds at a loop head before widening.
    pub delay: u32,
    /// Rounds of improvement after a loop is stable.
    pub narrowing: u32,
    /// For tests of the tests: makes a transfer function forget that addition can wrap.
    pub broken: bool,
}

impl Options {
    pub fn new(selected: Vec<bool>) -> Options {
        Options { selected, delay: 2, narrowing: 2, broken: false }
    }
}

/// How much an analysis may cost.
#[derive(Clone, Debug)]
pub struct Allowance {
    /// Work that is left: about the instructions walked over, and the objects that calls and stores touch. Counted, not
    /// timed, so that it is the same everywhere; a unit takes one or two microseconds.
    pub work: u64,
    /// When it must be over.
    pub deadline: Option<Instant>,
}

impl Allowance {
    pub fn unlimited() -> Allowance {
        Allowance { work: u64::MAX, deadline: None }
    }

    fn is_used_up(&self) -> bool {
        self.work == 0 || self.deadline.is_some_and(|deadline| Instant::now() > deadline)
    }
}

/// Analyses a legal program from its entry, however long that takes.
pub fn analyse(program: &Program, options: &Options) -> Facts {
    analyse_within(program, options, &mut Allowance::unlimited()).expect("nothing limits it")
}

/// Analyses a legal program from its entry; `None` if that is more work than is allowed.
///
/// Which functions are recursive must be known before the walk, and depends on what pointers call, which only the walk
/// tells. So it begins with no such calls and is made again with those that it met, if they make a function recursive
/// that was not; that is rare. After a few times every pointer is taken to call everything.
pub fn analyse_within(program: &Program, options: &Options, allowance: &mut Allowance) -> Option<Facts> {
    let mut indirect = Indirect::default();
    for attempt in 0..5 {
        let expected = (attempt < 4).then_some(&indirect);
        match walk_through(program, options, expected, allowance) {
            Ok(facts) => return Some(facts),
            Err(Halt::Work) => return None,
            Err(Halt::Recursion(met)) => indirect.extend(met),
        }
    }
    unreachable!("no recursion is new when every pointer may call everything")
}

fn walk_through(
    program: &Program,
    options: &Options,
    indirect: Option<&Indirect>,
    allowance: &mut Allowance,
) -> Result<Facts, Halt> {
    // Contexts nest as deep as calls do, so the walk wants a stack of its own.
    std::thread::scope(|scope| {
        let work = std::thread::Builder::new().stack_size(1 << 30);
        let handle = work.spawn_scoped(scope, || Engine::new(program, options, indirect, allowance).run());
        handle.expect("a thread can be made").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Why a walk ended early.
enum Halt {
    /// It is more work than is allowed.
    Work,
    /// Calls through pointers, which are these, make a function recursive that was not known to be.
    Recursion(Indirect),
}

pub(super) struct Engine<'p> {
    program: &'p Program,
    options: &'p Options,
    model: DataModel,
    word: u32,
    contexts: Contexts,
    fills: Initial<'p>,
    thresholds: Vec<i128>,
    orders: FxHashMap<Func, Rc<Vec<Element>>>,
    recursive: FxHashSet<Func>,
    /// Functions whose address is taken somewhere.
    addressed: Vec<Func>,
    /// The calls through pointers that were met.
    indirect: Indirect,
    /// The walk is for nothing: a function that was not expected to be recursive is, or it is too much work.
    halted: bool,
    allowance: &'p mut Allowance,
    /// Contexts that are being walked, and how many there are of each function.
    going_on: Vec<Context>,
    active: FxHashMap<Func, u32>,
    /// Of those: was the entry enlarged while it was being walked?
    grown: FxHashSet<Context>,
    /// The lowest position in `going_on` whose unfinished exit the current walk used.
    used: usize,
    /// Goes up whenever an unfinished exit changes.
    epoch: u32,
    /// Contexts whose result is provisional, in the order in which they were left.
    pending: Vec<Context>,
    recorder: Option<Recorder>,
    /// While a block is walked once per way into it: the values defined so far, and what its parameters are.
    split: Option<FxHashSet<Value>>,
    aliases: Vec<(Value, Value)>,
}

/// Rounds after which a loop's or a recursion's memory is given up: widening alone ends long before, unless contents keep changing
/// their layout.
const PATIENCE: u32 = 32;

/// The states on the edges of the function being walked.
type Edges = FxHashMap<Edge, Arrival>;

impl<'p> Engine<'p> {
    fn new(
        program: &'p Program,
        options: &'p Options,
        indirect: Option<&Indirect>,
        allowance: &'p mut Allowance,
    ) -> Engine<'p> {
        let mut contexts = Contexts::new(program);
        for global in program.globals.keys() {
            contexts.object(Maker::Global(global));
        }
        Engine {
            program,
            options,
            model: program.model,
            word: program.model.pointer_bits(),
            contexts,
            fills: Initial::new(program),
            thresholds: thresholds(program),
            orders: FxHashMap::default(),
            recursive: calls::recursion(program, indirect),
            addressed: calls::addressed(program),
            indirect: Indirect::default(),
            halted: false,
            allowance,
            going_on: Vec::new(),
            active: FxHashMap::default(),
            grown: FxHashSet::default(),
            used: usize::MAX,
            epoch: 0,
            pending: Vec::new(),
            recorder: None,
            split: None,
            aliases: Vec::new(),
        }
    }

    fn run(mut self) -> Result<Facts, Halt> {
        let Some(entry) = self.program.entry else { return Ok(Facts::default()) };
        let mut state = State::default();
        for (global, data) in &self.program.globals {
            let object = self.contexts.object(Maker::Global(global));
            let size = Int::constant(self.word, data.size.into());
            let content = Content::new(Fill::Init(global, 0));
            let (may_live, may_die, many, stored) = (true, false, false, true);
            state.memory.set(object, ObjectState { size, may_live, may_die, many, stored, content });
        }
        let root = self.contexts.root(entry);
        self.enter(root, Entry { memory: state.memory, args: Vec::new(), alive: Vec::new(), letters: None });
        if self.allowance.is_used_up() {
            return Err(Halt::Work);
        }
        if self.halted || !calls::recursion(self.program, Some(&self.indirect)).is_subset(&self.recursive) {
            return Err(Halt::Recursion(self.indirect));
        }
        self.recorder = Some(Recorder::new(self.program));
        let all: Vec<Context> = self.contexts.table.keys().collect();
        for context in all {
            if self.contexts.table[context].entry.is_some() {
                self.walk(context);
            }
        }
        let recorder = self.recorder.take().expect("set above");
        let mut facts = recorder.finish(self.program, &self.contexts);
        facts.recursive = self.recursive;
        Ok(facts)
    }

    /// Counts work; beyond what is allowed the walk comes to its end.
    fn spend(&mut self, units: usize) {
        let before = self.allowance.work;
        self.allowance.work = before.saturating_sub(units as u64);
        // The time is not asked for at every step.
        if self.allowance.work == 0 || before >> 12 != self.allowance.work >> 12 && self.allowance.is_used_up() {
            self.halted = true;
        }
    }

    /// The order of a function's blocks.
    fn order(&mut self, func: Func) -> Rc<Vec<Element>> {
        let program = self.program;
        self.orders.entry(func).or_insert_with(|| Rc::new(weak_topological_order(&program.funcs[func]))).clone()
    }

    /// Walks the body of a context from its entry; the state and results at its returns.
    fn walk(&mut self, context: Context) -> Option<Exit> {
        let func = self.contexts.table[context].func;
        let entry = self.contexts.table[context].entry.clone().expect("walked only when entered");
        let order = self.order(func);
        let mut state = State { memory: entry.memory, ..State::default() };
        self.make_slots(context, &mut state);
        let body = &self.program.funcs[func];
        for (param, alive) in body.blocks[body.entry()].params.iter().zip(&entry.alive) {
            if *alive {
                state.alive.insert(param.as_u32(), ());
            }
        }
        let mut walk = Walk {
            context,
            func,
            body: &self.program.funcs[func],
            edges: Edges::default(),
            preds: incoming(&self.program.funcs[func]),
            exit: None,
            entry: Some(Arrival { state, args: entry.args }),
        };
        self.elements(&mut walk, &order);
        walk.exit
    }

    fn elements(&mut self, walk: &mut Walk<'p>, elements: &[Element]) {
        for element in elements {
            match element {
                Element::Block(block) => {
                    if !self.split_block(walk, *block) {
                        let arrival = self.arrival(walk, *block);
                        self.block(walk, *block, arrival);
                    }
                }
                Element::Loop(head, body) => self.iterate(walk, *head, body),
            }
        }
    }

    /// Walks a short block that decides something by its parameters once for every way into it, so that what decided
    /// the parameter (`a && b` computed as a value) is known behind the branch. False if that is not worth while.
    fn split_block(&mut self, walk: &mut Walk<'p>, block: Block) -> bool {
        let body = walk.body;
        let data = &body.blocks[block];
        let calls =
            |inst: &Inst| matches!(body.insts[*inst].data, InstData::Call { .. } | InstData::CallIndirect { .. });
        let decides = |inst: &Inst| matches!(body.insts[*inst].data, InstData::Assume { .. } | InstData::Check { .. });
        if data.params.is_empty()
            || data.insts.len() > 16
            || !(matches!(data.end, Terminator::Branch { .. }) || data.insts.iter().any(decides))
            || data.insts.iter().any(calls)
        {
            return false;
        }
        let ways: Vec<(Edge, Block)> =
            walk.preds[&block].iter().filter(|way| walk.edges.contains_key(&way.0)).copied().collect();
        if !(2..=6).contains(&ways.len()) {
            return false;
        }
        let out: Vec<Edge> = data.end.targets().iter().map(|target| target.edge).collect();
        let mut left: FxHashMap<Edge, Arrival> = FxHashMap::default();
        self.split = Some(FxHashSet::default());
        for (edge, before) in ways {
            let arrival = walk.edges.get(&edge).cloned();
            let targets = body.blocks[before].end.targets();
            let target = targets.iter().find(|t| t.edge == edge).expect("the edge leaves the block");
            self.aliases = data.params.iter().copied().zip(target.args.iter().copied()).collect();
            self.block(walk, block, arrival);
            for edge in &out {
                if let Some(arrival) = walk.edges.remove(edge) {
                    let joined = match left.remove(edge) {
                        Some(old) => old.merge(&arrival, &self.fills, &|a, b| a.join(b)),
                        None => arrival,
                    };
                    left.insert(*edge, joined);
                }
            }
        }
        self.split = None;
        self.aliases.clear();
        walk.edges.extend(left);
        true
    }

    /// Everything that comes to a block, joined.
    fn arrival(&self, walk: &Walk<'p>, block: Block) -> Option<Arrival> {
        if block == walk.body.entry() {
            return walk.entry.clone();
        }
        let mut all = walk.preds[&block].iter().filter_map(|(edge, _)| walk.edges.get(edge));
        let first = all.next()?.clone();
        Some(all.fold(first, |a, b| a.merge(b, &self.fills, &|x, y| x.join(y))))
    }

    /// Iterates a loop until its head is stable.
    fn iterate(&mut self, walk: &mut Walk<'p>, head: Block, body: &[Element]) {
        if self.recorder.is_some() {
            // Everything is stable: the head's state is known.
            let arrival = self.contexts.table[walk.context].heads.get(&head).cloned();
            self.block(walk, head, arrival);
            self.elements(walk, body);
            return;
        }
        // Edges from inside belong to an earlier visit.
        self.clear(walk, head, body);
        let mut known: Option<Arrival> = None;
        let mut round = 0;
        loop {
            let Some(mut next) = self.arrival(walk, head) else {
                self.contexts.table[walk.context].heads.remove(&head);
                self.clear(walk, head, body);
                return;
            };
            if self.halted {
                break;
            }
            if let Some(old) = &known {
                if next.is_in(old, &self.fills) {
                    break;
                }
                next = if round > PATIENCE {
                    let mut both = old.merge(&next, &self.fills, &|a, b| a.widen(b, &[]));
                    both.state.memory = old.state.memory.give_up(&next.state.memory, &self.fills);
                    both
                } else if round > self.options.delay {
                    let thresholds = if round < 9 { self.thresholds.as_slice() } else { &[] };
                    old.merge(&next, &self.fills, &|a, b| a.widen(b, thresholds))
                } else {
                    old.merge(&next, &self.fills, &|a, b| a.join(b))
                };
            }
            round += 1;
            known = Some(next.clone());
            self.block(walk, head, Some(next));
            self.elements(walk, body);
        }
        for _ in 0..self.options.narrowing {
            let next = self.arrival(walk, head);
            let Some(next) = next.filter(|_| !self.halted) else { break };
            if known.as_ref().is_some_and(|old| old.is_in(&next, &self.fills)) {
                break;
            }
            known = Some(next.clone());
            self.block(walk, head, Some(next));
            self.elements(walk, body);
        }
        if let Some(known) = known {
            self.contexts.table[walk.context].heads.insert(head, known);
        }
    }

    /// Forgets the states on edges that leave these blocks.
    fn clear(&self, walk: &mut Walk<'p>, head: Block, body: &[Element]) {
        fn blocks(elements: &[Element], f: &mut impl FnMut(Block)) {
            for element in elements {
                match element {
                    Element::Block(block) => f(*block),
                    Element::Loop(head, body) => {
                        f(*head);
                        blocks(body, f);
                    }
                }
            }
        }
        let mut forget = |block: Block| {
            for target in walk.body.blocks[block].end.targets() {
                walk.edges.remove(&target.edge);
            }
        };
        forget(head);
        blocks(body, &mut forget);
    }

    /// Walks one block and puts states on the edges that leave it.
    fn block(&mut self, walk: &mut Walk<'p>, block: Block, arrival: Option<Arrival>) {
        let data = &walk.body.blocks[block];
        let Some(Arrival { mut state, args }) = arrival else {
            for target in data.end.targets() {
                walk.edges.remove(&target.edge);
            }
            return;
        };
        if let Some(recorder) = &mut self.recorder {
            recorder.reached(walk.func, block);
        }
        for (&param, abs) in data.params.iter().zip(args) {
            self.define(walk, &mut state, param, abs);
        }
        self.spend(data.insts.len() + 1);
        for &inst in &data.insts {
            match self.inst(walk, inst, state) {
                Some(next) => state = next,
                None => {
                    for target in data.end.targets() {
                        walk.edges.remove(&target.edge);
                    }
                    return;
                }
            }
        }
        self.end(walk, block, state);
    }

    /// Sets the abstract value that holds from here on.
    fn define(&mut self, walk: &Walk<'p>, state: &mut State, value: Value, mut abs: Abs) {
        if let Some(seen) = &mut self.split {
            state.learn(value, abs.clone());
            if !seen.insert(value)
                && let Some(old) = self.contexts.value(walk.context, value)
            {
                abs = old.join(&abs);
            }
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.value(walk.func, value, &abs);
        }
        self.contexts.set_value(walk.context, value, abs);
    }

    /// What is known of a value at a point.
    fn value(&mut self, walk: &Walk<'p>, state: &State, value: Value) -> Abs {
        if let Some(constant) = walk.body.as_const(value) {
            return self.constant(walk, constant);
        }
        if let Some(fact) = state.fact(value) {
            return fact.clone();
        }
        match self.contexts.value(walk.context, value) {
            Some(abs) => abs.clone(),
            None => Abs::top(walk.body.ty(value), self.model),
        }
    }

    fn constant(&mut self, walk: &Walk<'p>, constant: Const) -> Abs {
        let to = |object, offset: i64| {
            let offset = Int::constant(self.word, offset as i128 as u128);
            Abs::Pointer(Pointer::to(self.word, Place::Object(object), offset))
        };
        match constant {
            Const::Bits(ty, bits) => Abs::bits(ty, bits, self.model),
            Const::Global(global, offset) => to(self.contexts.object(Maker::Global(global)), offset),
            Const::Slot(slot) => to(self.contexts.object(Maker::Slot(walk.context, slot)), 0),
            Const::Func(func) => Abs::Pointer(Pointer::to(self.word, Place::Func(func), Int::constant(self.word, 0))),
        }
    }

    fn int(&mut self, walk: &Walk<'p>, state: &State, value: Value) -> Int {
        let width = walk.body.ty(value).bits(self.model);
        self.value(walk, state, value).int(width)
    }

    fn pointer(&mut self, walk: &Walk<'p>, state: &State, value: Value) -> Pointer {
        self.value(walk, state, value).pointer(self.word)
    }

    /// Ends a block: states for the edges, or the function's exit.
    fn end(&mut self, walk: &mut Walk<'p>, block: Block, state: State) {
        let body = walk.body;
        if let Some(recorder) = &mut self.recorder {
            recorder.ended(walk.func, block);
        }
        match &body.blocks[block].end {
            Terminator::Jump(target) => self.go(walk, target, Some(state)),
            Terminator::Branch { cond, then, otherwise } => {
                let yes = self.assume(walk, state.clone(), *cond, true);
                let yes = yes.map(|state| self.reconsider(walk, block, state));
                self.go(walk, then, yes);
                let no = self.assume(walk, state, *cond, false);
                let no = no.map(|state| self.reconsider(walk, block, state));
                self.go(walk, otherwise, no);
            }
            Terminator::Switch { value, cases, default } => {
                let ty = body.ty(*value);
                let width = ty.bits(self.model);
                let mut left = Some(self.int(walk, &state, *value));
                for (key, target) in cases {
                    let key = Int::constant(width, *key);
                    let taken = self.learn(walk, state.clone(), *value, Abs::Int(key), 0);
                    self.go(walk, target, taken);
                    left = left.and_then(|int| Int::refine(IntCond::Ne, &int, &key)).map(|(left, _)| left);
                }
                let state = left.and_then(|left| self.learn(walk, state, *value, Abs::Int(left), 0));
                self.go(walk, default, state);
            }
            Terminator::Return(values) => {
                self.leave(walk, state, values);
            }
            Terminator::Unreachable { check } => {
                if let Some(recorder) = &mut self.recorder {
                    recorder.check(*check, Verdict::Violated, || "control may come here".into());
                }
            }
            Terminator::Unsupported { .. } | Terminator::Stop => {}
        }
    }

    /// Computes the block's arithmetic again with what its branch has added, as in `while (i-- > 0)`.
    fn reconsider(&mut self, walk: &Walk<'p>, block: Block, mut state: State) -> State {
        let body = walk.body;
        for inst in body.blocks[block].insts.iter().take(32) {
            let node = &body.insts[*inst];
            let new = match node.data {
                InstData::Unary { op, arg } if state.fact(arg).is_some() => {
                    let (arg, from) = (self.value(walk, &state, arg), body.ty(arg));
                    self.unary(op, &arg, from, body.ty(node.results[0]))
                }
                InstData::Binary { op, args: [a, b] } if state.fact(a).is_some() || state.fact(b).is_some() => {
                    let (x, y) = (self.value(walk, &state, a), self.value(walk, &state, b));
                    self.binary(&state, op, &x, &y, body.ty(a))
                }
                _ => continue,
            };
            let result = node.results[0];
            let old = self.value(walk, &state, result);
            if let Some(new) = old.meet(&new)
                && new != old
            {
                state.learn(result, new);
            }
        }
        state
    }

    fn go(&mut self, walk: &mut Walk<'p>, target: &Target, state: Option<State>) {
        let Some(mut state) = state else {
            walk.edges.remove(&target.edge);
            return;
        };
        if let Some(recorder) = &mut self.recorder {
            recorder.taken(target.edge);
        }
        let args: Vec<Abs> = target.args.iter().map(|v| self.value(walk, &state, *v)).collect();
        // The parameters are new values: nothing that is known of them survives but what holds of the arguments.
        let alive: Vec<bool> = target.args.iter().map(|v| self.is_alive(walk, &state, *v)).collect();
        for (param, alive) in walk.body.blocks[target.block].params.iter().zip(alive) {
            state.facts.remove(param.as_u32());
            state.alive.remove(param.as_u32());
            if alive {
                state.alive.insert(param.as_u32(), ());
            }
        }
        walk.edges.insert(target.edge, Arrival { state, args });
    }
}

/// The walk over one function in one context.
pub(super) struct Walk<'p> {
    pub context: Context,
    pub func: Func,
    pub body: &'p Function,
    edges: Edges,
    preds: FxHashMap<Block, Vec<(Edge, Block)>>,
    pub exit: Option<Exit>,
    entry: Option<Arrival>,
}

fn incoming(func: &Function) -> FxHashMap<Block, Vec<(Edge, Block)>> {
    let mut edges: FxHashMap<Block, Vec<(Edge, Block)>> = func.layout.iter().map(|b| (*b, Vec::new())).collect();
    for &block in &func.layout {
        for target in func.blocks[block].end.targets() {
            edges.entry(target.block).or_default().push((target.edge, block));
        }
    }
    edges
}

/// Where widening stops on its way: what the program compares with, sizes of objects, limits of types.
fn thresholds(program: &Program) -> Vec<i128> {
    let mut numbers: Vec<i128> = vec![-1, 0, 1];
    for bits in [7, 8, 15, 16, 31, 32, 63, 64] {
        numbers.extend([-(1i128 << bits), (1i128 << bits) - 1, 1i128 << bits]);
    }
    for func in program.funcs.values().filter(|f| !f.library) {
        for &block in &func.layout {
            for &inst in &func.blocks[block].insts {
                let InstData::Icmp { args, .. } = func.insts[inst].data else { continue };
                for arg in args {
                    if let Some(Const::Bits(Type::Int(width), bits)) = func.as_const(arg) {
                        let x = meaning::wide::signed(width.into(), bits);
                        numbers.extend([x - 1, x, x + 1]);
                    }
                }
            }
            if let Terminator::Switch { cases, .. } = &func.blocks[block].end {
                let keys = cases.iter().filter_map(|(key, _)| i128::try_from(*key).ok());
                numbers.extend(keys.min());
                numbers.extend(cases.iter().filter_map(|(key, _)| i128::try_from(*key).ok()).max());
            }
        }
        numbers.extend(func.slots.values().map(|slot| i128::from(slot.size)));
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
