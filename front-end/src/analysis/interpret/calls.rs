//! Calls: which context, what goes in, what comes out.

use super::context::{Context, Entry, Exit, Maker, Provisional};
use super::facts::Verdict;
use super::state::State;
use super::{Engine, PATIENCE, Walk};
use crate::analysis::domain::{Abs, Int, Object, Place};
use crate::analysis::memory::content::{Content, Fill};
use crate::analysis::memory::{ObjectState, renamed};
use crate::ir::*;
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use rustc_hash::FxHashSet;

/// Calls through pointers: who calls whom.
pub(super) type Indirect = FxHashSet<(Func, Func)>;

/// Functions whose address is taken.
pub(super) fn addressed(program: &Program) -> Vec<Func> {
    let mut addressed: FxHashSet<Func> = FxHashSet::default();
    for global in program.globals.values() {
        addressed.extend(global.init.relocations.iter().filter_map(|(_, symbol)| match symbol {
            Symbol::Func(func) => Some(*func),
            Symbol::Global(..) => None,
        }));
    }
    for func in program.funcs.values() {
        addressed.extend(func.values.values().filter_map(|value| match value.def {
            ValueDef::Const(Const::Func(func)) => Some(func),
            _ => None,
        }));
    }
    let mut addressed: Vec<Func> = addressed.into_iter().collect();
    addressed.sort_unstable();
    addressed
}

/// Functions that may call themselves, through whatever others, if calls through pointers are these; `None`: if each
/// may call any function whose address is taken.
pub(super) fn recursion(program: &Program, indirect: Option<&Indirect>) -> FxHashSet<Func> {
    let mut graph: DiGraphMap<u32, ()> = DiGraphMap::new();
    // One node stands for all calls through pointers.
    let any = program.funcs.len() as u32;
    graph.add_node(any);
    match indirect {
        Some(pairs) => pairs.iter().for_each(|(from, to)| {
            graph.add_edge(from.as_u32(), to.as_u32(), ());
        }),
        None => addressed(program).iter().for_each(|func| {
            graph.add_edge(any, func.as_u32(), ());
        }),
    }
    for (id, func) in &program.funcs {
        graph.add_node(id.as_u32());
        for block in &func.layout {
            for inst in &func.blocks[*block].insts {
                match func.insts[*inst].data {
                    InstData::Call { func, .. } => drop(graph.add_edge(id.as_u32(), func.as_u32(), ())),
                    InstData::CallIndirect { .. } => drop(graph.add_edge(id.as_u32(), any, ())),
                    _ => {}
                }
            }
        }
    }
    let mut recursive = FxHashSet::default();
    for component in tarjan_scc(&graph) {
        if component.len() > 1 || graph.contains_edge(component[0], component[0]) {
            recursive.extend(component.into_iter().filter(|n| *n != any).map(Func::from_u32));
        }
    }
    recursive
}

impl<'p> Engine<'p> {
    /// Puts the slots of a call into memory.
    pub(super) fn make_slots(&mut self, context: Context, state: &mut State) {
        let func = self.contexts.table[context].func;
        let many = self.recursive.contains(&func);
        for (slot, data) in &self.program.funcs[func].slots {
            let object = self.contexts.object(Maker::Slot(context, slot));
            self.contexts.table[context].changed.insert(object);
            let fresh = ObjectState {
                size: Int::constant(self.word, data.size.into()),
                // Of several, some may be outside their scope.
                may_live: many || !data.scoped,
                may_die: data.scoped,
                many,
                stored: false,
                content: Content::new(Fill::Byte(0)),
            };
            let made = match state.memory.get(object) {
                Some(old) if many => {
                    let content = old.content.merge(&fresh.content, &self.fills, &|a, b| a.join(b));
                    ObjectState { stored: old.stored, content, ..fresh }
                }
                _ => fresh,
            };
            state.memory.set(object, made);
        }
    }

    /// A return: the slots die, and with them what points to them.
    pub(super) fn leave(&mut self, walk: &mut Walk<'p>, mut state: State, values: &[Value]) {
        let mut results: Vec<Abs> = values.iter().map(|v| self.value(walk, &state, *v)).collect();
        let alive: Vec<bool> = values.iter().map(|v| self.is_alive(walk, &state, *v)).collect();
        let many = self.recursive.contains(&walk.func);
        let slots = walk.body.slots.keys();
        let mut gone: Vec<Object> = slots.map(|s| self.contexts.object(Maker::Slot(walk.context, s))).collect();
        gone.extend(&self.contexts.table[walk.context].stack_objects);
        if !gone.is_empty() {
            let stored: Vec<Object> =
                gone.iter().copied().filter(|o| state.memory.get(*o).is_some_and(|o| o.stored)).collect();
            if !stored.is_empty() {
                state.memory.forget_addresses(&stored, many);
            }
            for result in &mut results {
                if let Abs::Pointer(pointer) = result
                    && let Some(new) = renamed(pointer, &gone, many)
                {
                    *pointer = new;
                }
            }
            if !many {
                for object in gone {
                    state.memory.remove(object);
                }
            }
        }
        let exit = Exit { memory: state.memory, results, alive };
        walk.exit = Some(match walk.exit.take() {
            None => exit,
            Some(old) => Exit {
                memory: old.memory.merge(&exit.memory, &self.fills, &|a, b| a.join(b)),
                results: old.results.iter().zip(&exit.results).map(|(a, b)| a.join(b)).collect(),
                alive: old.alive.iter().zip(&exit.alive).map(|(a, b)| *a && *b).collect(),
            },
        });
    }

    /// A call with these arguments: results, whether what they point into is alive, and the state after it; `None` if it
    /// never returns.
    pub(super) fn call(
        &mut self,
        walk: &Walk<'p>,
        inst: Inst,
        func: Func,
        (args, alive): (Vec<Abs>, Vec<bool>),
        state: State,
    ) -> Option<(Vec<Abs>, Vec<bool>, State)> {
        if self.is_left_out(walk, func) {
            return None;
        }
        let recursive = self.recursive.contains(&func);
        if !recursive && self.active.get(&func).is_some_and(|count| *count > 0) {
            // A recursion through a pointer that was not expected: this walk is for nothing.
            self.halted = true;
        }
        if self.halted {
            return None;
        }
        let letters = self.letters(walk.context, func, &args);
        let callee = self.contexts.of_call(self.program, walk.context, inst, func, recursive);
        // Addresses given to a recursive call may end up in the values of several calls at once.
        let entry = Entry { memory: state.memory.clone(), args, alive, letters };
        if self.recorder.is_none() {
            self.enter(callee, entry);
        }
        let callee_data = &self.contexts.table[callee];
        let changed: Vec<Object> = callee_data.changed.iter().collect();
        let exit = callee_data.exit.clone();
        // Of a recursion not everything is known yet, and its slots end with each call.
        let ends_lives = callee_data.ends_lives || recursive;
        if ends_lives {
            self.contexts.table[walk.context].ends_lives = true;
        }
        self.spend(changed.len());
        let exit = exit?;
        let mut state = state;
        if ends_lives {
            state.alive = Default::default();
        }
        for object in changed {
            // What the call made and ended again, as its own variables, is no concern of the caller.
            if state.memory.get(object).is_none() && exit.memory.get(object).is_none() {
                continue;
            }
            self.contexts.table[walk.context].changed.insert(object);
            state.memory.take(object, &exit.memory);
            state.drop_copies(object, 0, u64::MAX);
        }
        Some((exit.results, exit.alive, state))
    }

    /// Makes sure that a context's exit covers an entry.
    pub(super) fn enter(&mut self, context: Context, entry: Entry) {
        let (fills, thresholds) = (&self.fills, &self.thresholds);
        let recursive = self.recursive.contains(&self.contexts.table[context].func);
        let data = &mut self.contexts.table[context];
        let covered = data.entry.as_ref().is_some_and(|old| {
            entry.args.iter().zip(&old.args).all(|(a, b)| a.is_in(b))
                && old.alive.iter().enumerate().all(|(i, old)| !old || entry.alive.get(i) == Some(&true))
                && old.letters.is_none_or(|old| entry.letters.is_some_and(|new| new & !old == 0))
                && entry.memory.is_in(&old.memory, fills)
        });
        let position = self.going_on.iter().position(|c| *c == context);
        let valid = data.provisional.is_none_or(|made| made.epoch == self.epoch);
        if covered && valid && position.is_none() {
            if let Some(made) = data.provisional {
                // Whoever uses it depends on the same unfinished calls.
                self.used = self.used.min(made.depends);
            }
            return;
        }
        if !covered {
            data.growth += 1;
            let widen = recursive && data.growth > 3;
            let combine = |a: &Abs, b: &Abs| {
                if widen { a.widen(b, if data.growth < 10 { thresholds } else { &[] }) } else { a.join(b) }
            };
            data.entry = Some(match data.entry.take() {
                None => entry,
                Some(old) => Entry {
                    memory: if recursive && data.growth > PATIENCE {
                        old.memory.give_up(&entry.memory, fills)
                    } else {
                        old.memory.merge(&entry.memory, fills, &combine)
                    },
                    args: old.args.iter().zip(&entry.args).map(|(a, b)| combine(a, b)).collect(),
                    alive: old.alive.iter().zip(&entry.alive).map(|(a, b)| *a && *b).collect(),
                    letters: old.letters.zip(entry.letters).map(|(a, b)| a | b),
                },
            });
        }
        if let Some(position) = position {
            if !covered {
                self.grown.insert(context);
            }
            self.used = self.used.min(position);
            return;
        }
        let outer = std::mem::replace(&mut self.used, usize::MAX);
        let depth = self.going_on.len();
        let (func, before) = (data.func, self.pending.len());
        self.going_on.push(context);
        *self.active.entry(func).or_default() += 1;
        loop {
            let epoch = self.epoch;
            self.grown.remove(&context);
            let exit = self.walk(context);
            if !recursive || self.halted {
                self.contexts.table[context].exit = exit;
                break;
            }
            if self.add_exit(context, exit) | self.grown.contains(&context) {
                self.epoch += 1;
            }
            // Only the outermost call of a recursion goes round, until nothing changes in any of it: each going round for
            // itself, the work would be a power of how deep they are in each other.
            if self.used < depth || self.epoch == epoch {
                break;
            }
        }
        self.going_on.pop();
        *self.active.entry(func).or_default() -= 1;
        let used = std::mem::replace(&mut self.used, outer);
        let made = (used < depth).then_some(Provisional { epoch: self.epoch, depends: used });
        self.contexts.table[context].provisional = made;
        if made.is_some() {
            self.pending.push(context);
            self.used = self.used.min(used);
        } else {
            // The recursion is finished: what was made in its last round holds.
            for context in self.pending.drain(before..) {
                let data = &mut self.contexts.table[context];
                data.provisional = data.provisional.filter(|made| made.epoch != self.epoch);
            }
        }
    }

    /// What another walk of a recursive function found at its returns; whether that is new.
    fn add_exit(&mut self, context: Context, exit: Option<Exit>) -> bool {
        let Some(new) = exit else { return false };
        let (fills, thresholds) = (&self.fills, self.thresholds.as_slice());
        let data = &mut self.contexts.table[context];
        let Some(old) = &data.exit else {
            data.exit = Some(new);
            return true;
        };
        if new.results.iter().zip(&old.results).all(|(a, b)| a.is_in(b))
            && new.alive.iter().zip(&old.alive).all(|(a, b)| a >= b)
            && new.memory.is_in(&old.memory, fills)
        {
            return false;
        }
        data.exits += 1;
        let thresholds = if data.exits < 10 { thresholds } else { &[] };
        let combine = |a: &Abs, b: &Abs| if data.exits > 2 { a.widen(b, thresholds) } else { a.join(b) };
        data.exit = Some(Exit {
            memory: if data.exits > PATIENCE {
                old.memory.give_up(&new.memory, fills)
            } else {
                old.memory.merge(&new.memory, fills, &combine)
            },
            results: old.results.iter().zip(&new.results).map(|(a, b)| combine(a, b)).collect(),
            alive: old.alive.iter().zip(&new.alive).map(|(a, b)| *a && *b).collect(),
        });
        true
    }

    /// A call through a pointer.
    pub(super) fn call_pointer(
        &mut self,
        walk: &Walk<'p>,
        inst: Inst,
        callee: Value,
        (args, va): (&[Value], Option<Value>),
        check: Check,
        state: State,
    ) -> Option<State> {
        let body = walk.body;
        let pointer = self.pointer(walk, &state, callee);
        let mut sure = !pointer.null && !pointer.unknown;
        let mut targets: Vec<Func> = Vec::new();
        for (place, offset) in &pointer.places {
            match place {
                Place::Func(func) if offset.contains(0) => {
                    sure &= offset.as_constant() == Some(0);
                    targets.push(*func);
                }
                _ => sure = false,
            }
        }
        if pointer.unknown {
            targets = self.addressed.clone();
        }
        let verdict = match (sure, targets.is_empty()) {
            (true, _) => Verdict::Proved,
            (_, true) => Verdict::Violated,
            _ => Verdict::Open,
        };
        self.report(Some(check), verdict, || format!("the function pointer is {pointer}"));
        if let Some(recorder) = &mut self.recorder {
            recorder.calls(walk.func, inst, &targets);
        }
        let given: Vec<Abs> = args.iter().map(|v| self.value(walk, &state, *v)).collect();
        let given_types: Vec<Type> = args.iter().map(|v| body.ty(*v)).collect();
        let va = va.map(|va| self.value(walk, &state, va));
        let results = &body.insts[inst].results;
        let result_types: Vec<Type> = results.iter().map(|v| body.ty(*v)).collect();
        let mut after: Option<(Vec<Abs>, State)> = None;
        for func in targets {
            let sig = &self.program.funcs[func].sig;
            self.indirect.insert((walk.func, func));
            let mut adapted = self.adapt(&given, &given_types, &sig.params);
            if sig.variadic {
                adapted.push(va.clone().unwrap_or_else(|| Abs::zero(Type::Ptr, self.model)));
            }
            if let Some((values, _, next)) = self.call(walk, inst, func, (adapted, Vec::new()), state.clone()) {
                let sig = &self.program.funcs[func].sig;
                let values = self.adapt(&values, &sig.results, &result_types);
                after = Some(match after {
                    None => (values, next),
                    Some((old, state)) => {
                        (old.iter().zip(&values).map(|(a, b)| a.join(b)).collect(), state.join(&next, &self.fills))
                    }
                });
            }
        }
        let (values, mut state) = after?;
        for (&value, abs) in results.iter().zip(values) {
            self.define(walk, &mut state, value, abs);
        }
        Some(state)
    }

    /// Values for parameters by position, as a call through a pointer passes them.
    fn adapt(&self, given: &[Abs], from: &[Type], to: &[Type]) -> Vec<Abs> {
        to.iter()
            .enumerate()
            .map(|(i, ty)| match (given.get(i), from.get(i)) {
                (Some(value), Some(given)) if given == ty => value.clone(),
                (Some(_), _) => Abs::top(*ty, self.model),
                (None, _) => Abs::zero(*ty, self.model),
            })
            .collect()
    }
}
