//! Which calls are told apart, and the abstract objects they make.
//!
//! A context is a function with the chain of calls that leads to it. A recursive call shares the context of the same
//! function further up the chain; when the budget is used up, all further calls of a function share one context.

use super::format::Letters;
use super::state::Arrival;
use crate::analysis::domain::{Abs, Object};
use crate::analysis::memory::Memory;
use crate::ir::*;
use cranelift_entity::{EntityRef, EntitySet, PrimaryMap, entity_impl};
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Context(u32);
entity_impl!(Context, "ctx");

/// Where an abstract object comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Maker {
    Global(Global),
    Slot(Context, Slot),
    /// By the last calls that lead to the allocation.
    Heap(Chain),
    Stack(Context, Inst),
}

/// The calls of the program's own functions that lead to an allocation, the last few of them: objects that a list
/// holds are not told apart by everything that happened before, so that their number stays small.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Chain(u32);
entity_impl!(Chain, "chain");

/// Calls in a chain, not counting those inside the library.
const LAST_CALLS: usize = 3;

/// What a call brings.
#[derive(Clone, Debug)]
pub struct Entry {
    pub memory: Memory,
    pub args: Vec<Abs>,
    /// For each argument: does it point into something that is alive?
    pub alive: Vec<bool>,
    /// What a format leaves in.
    pub letters: Letters,
}

/// What a call leaves.
#[derive(Clone, Debug)]
pub struct Exit {
    pub memory: Memory,
    pub results: Vec<Abs>,
    /// For each result: is what it points into, if anything, alive?
    pub alive: Vec<bool>,
}

/// A result that was computed from the exits of calls which are still going on.
#[derive(Clone, Copy, Debug)]
pub struct Provisional {
    /// It holds as long as none of these changes.
    pub epoch: u32,
    /// The outermost of them, as a position among the calls that are going on.
    pub depends: usize,
}

pub struct ContextData {
    pub func: Func,
    /// Who calls, and where; none for the program's entry and contexts that many calls share.
    pub parent: Option<(Context, Inst)>,
    /// By value number.
    pub values: Vec<Option<Abs>>,
    pub entry: Option<Entry>,
    pub exit: Option<Exit>,
    /// The states at loop heads when they were last stable.
    pub heads: FxHashMap<Block, Arrival>,
    /// Objects that the call, or calls in it, may change.
    pub changed: EntitySet<Object>,
    /// May the call, or calls in it, end the life of an object that was there before?
    pub ends_lives: bool,
    /// How often the entry grew.
    pub growth: u32,
    /// How often the exit of a recursive function grew.
    pub exits: u32,
    /// Set if the exit was computed from unfinished recursion.
    pub provisional: Option<Provisional>,
    pub stack_objects: Vec<Object>,
}

/// The table of contexts and objects.
pub struct Contexts {
    pub table: PrimaryMap<Context, ContextData>,
    by_call: FxHashMap<(Context, Inst, Func), Context>,
    shared: FxHashMap<Func, Context>,
    count: FxHashMap<Func, u32>,
    pub objects: PrimaryMap<Object, Maker>,
    by_maker: FxHashMap<Maker, Object>,
    chains: FxHashMap<Vec<(Func, Inst)>, Chain>,
    /// A context in which each chain was met, for its name.
    chain_context: PrimaryMap<Chain, Context>,
    /// Instructions of all contexts together, and how many there may be.
    spent: u64,
    budget: u64,
}

/// Contexts of one function.
const MANY: u32 = 48;

/// Contexts of a library function of more than so many instructions.
const FEW: u32 = 2;
const LARGE: u64 = 60;

/// Functions of so few instructions are cheap: wrappers of allocators and the like, worth telling apart.
const SMALL: u64 = 40;
const VERY_MANY: u32 = 160;

impl Contexts {
    pub fn new(program: &Program) -> Contexts {
        let own = program.funcs.values().filter(|f| !f.library);
        let size: u64 = own.map(|f| f.insts.len() as u64).sum();
        Contexts {
            table: PrimaryMap::new(),
            by_call: FxHashMap::default(),
            shared: FxHashMap::default(),
            count: FxHashMap::default(),
            objects: PrimaryMap::new(),
            by_maker: FxHashMap::default(),
            chains: FxHashMap::default(),
            chain_context: PrimaryMap::new(),
            spent: 0,
            budget: 6_000 + 6 * size,
        }
    }

    fn add(&mut self, func: Func, parent: Option<(Context, Inst)>) -> Context {
        self.table.push(ContextData {
            func,
            parent,
            values: Vec::new(),
            entry: None,
            exit: None,
            heads: FxHashMap::default(),
            changed: EntitySet::new(),
            ends_lives: false,
            growth: 0,
            exits: 0,
            provisional: None,
            stack_objects: Vec::new(),
        })
    }

    pub fn root(&mut self, func: Func) -> Context {
        self.add(func, None)
    }

    /// The context of a call.
    pub fn of_call(&mut self, program: &Program, caller: Context, inst: Inst, func: Func, recursive: bool) -> Context {
        if recursive {
            let mut up = Some(caller);
            while let Some(context) = up {
                if self.table[context].func == func {
                    return context;
                }
                up = self.table[context].parent.map(|(parent, _)| parent);
            }
        }
        if let Some(&context) = self.by_call.get(&(caller, inst, func)) {
            return context;
        }
        let size = program.funcs[func].insts.len() as u64;
        let many = match program.funcs[func].library {
            _ if size <= SMALL => VERY_MANY,
            true if size > LARGE => FEW,
            _ => MANY,
        };
        let count = self.count.entry(func).or_default();
        let context = if *count < many && (size <= SMALL || self.spent + size <= self.budget) {
            *count += 1;
            self.spent += size;
            self.add(func, Some((caller, inst)))
        } else {
            match self.shared.get(&func) {
                Some(&context) => context,
                None => {
                    let context = self.add(func, None);
                    self.shared.insert(func, context);
                    context
                }
            }
        };
        self.by_call.insert((caller, inst, func), context);
        context
    }

    /// The object that an allocation makes.
    pub fn heap(&mut self, program: &Program, context: Context, inst: Inst) -> Object {
        let mut calls = vec![(self.table[context].func, inst)];
        let (mut at, mut own) = (context, 0);
        while own < LAST_CALLS
            && let Some((parent, call)) = self.table[at].parent
        {
            at = parent;
            calls.push((self.table[at].func, call));
            own += usize::from(!program.funcs[self.table[at].func].library);
        }
        let contexts = &mut self.chain_context;
        let chain = *self.chains.entry(calls).or_insert_with(|| contexts.push(context));
        self.object(Maker::Heap(chain))
    }

    pub fn object(&mut self, maker: Maker) -> Object {
        let objects = &mut self.objects;
        *self.by_maker.entry(maker).or_insert_with(|| objects.push(maker))
    }

    /// How a person calls the object.
    pub fn name(&self, program: &Program, object: Object) -> String {
        match self.objects[object] {
            Maker::Global(global) => program.globals[global].name.clone(),
            Maker::Slot(context, slot) => {
                let func = &program.funcs[self.table[context].func];
                format!("{} of {}", func.slots[slot].name, func.name)
            }
            Maker::Heap(chain) => {
                // The first caller that is not a library function is what a reader knows.
                let mut at = self.chain_context[chain];
                while program.funcs[self.table[at].func].library
                    && let Some((parent, _)) = self.table[at].parent
                {
                    at = parent;
                }
                format!("a heap object of {}", program.funcs[self.table[at].func].name)
            }
            Maker::Stack(context, _) => format!("a dynamic array of {}", program.funcs[self.table[context].func].name),
        }
    }

    pub fn value(&self, context: Context, value: Value) -> Option<&Abs> {
        self.table[context].values.get(value.index()).and_then(|v| v.as_ref())
    }

    pub fn set_value(&mut self, context: Context, value: Value, abs: Abs) {
        let values = &mut self.table[context].values;
        if values.len() <= value.index() {
            values.resize(value.index() + 1, None);
        }
        values[value.index()] = Some(abs);
    }
}
