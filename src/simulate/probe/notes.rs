//! Truth that comes from elsewhere: a function's result, a block's parameter.
//!
//! `if (valid(x))` compares what `valid` returned, and that was a constant on the way of some decision, or a
//! comparison, inside `valid`. The tree of the branch ends at the call; how far it was from being otherwise is known
//! only where the result came into being. So it is noted there and read where it is used: a note is five numbers that
//! belong to a question about a value (`v == 0`, say), the distance to yes, to no, how many decisions its function
//! had made when a constant was chosen (see [`rarebit_learners::partial`]; 0 if the distances are plain), and the bits
//! of the two sides of the comparison behind it.
//!
//! A note is written on every way into the block whose parameter it is about, or at every return and again behind the
//! call; so where the value is used, the note tells about the value that is there. Only recursion can overwrite it, and
//! then it still says something true about a value of the same name: notes guide, they decide nothing.

use super::super::points::is_boolean;
use super::action::{Action, Change, Made, Source};
use super::counters;
use super::loops::Shape;
use super::plan::Planner;
use super::threads::threaded;
use super::tree::{Question, Tree};
use rarebit_front_end::ir::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The first note is about assumptions: the distance of the last one, and how many there were.
pub const ASSUMED: usize = 0;
/// Numbers per note: the two distances, the count, and the sides from [`SIDES`] on.
pub const SIZE: usize = 5;
pub const SIDES: usize = 3;
/// More notes than this are not kept.
const MOST: usize = 400;
/// Calls inside calls that a value is followed through.
const CALLS: u32 = 3;

/// What a note is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Key {
    Value(Func, Value, Question),
    Returned(Func, Question),
    /// What a counter did not count, and what it did.
    Counted(Func, Value),
    /// How far the numbers are of which a value is the largest or the least, all together.
    Peak(Func, Value, Question),
    /// The last decision of a function: how far it was from the other way, and how many there were.
    Decisions(Func),
    /// How often the loop with this head has gone round since it was entered.
    Rounds(Func, Block),
}

/// The notes that are needed, and which of them are still to be provided for.
pub struct Notes {
    places: FxHashMap<Key, usize>,
    open: Vec<Key>,
    pub len: usize,
    shapes: FxHashMap<Func, Rc<Shape>>,
}

impl Default for Notes {
    fn default() -> Notes {
        Notes { places: FxHashMap::default(), open: Vec::new(), len: SIZE, shapes: FxHashMap::default() }
    }
}

impl Notes {
    fn place(&mut self, key: Key) -> usize {
        *self.places.entry(key).or_insert_with(|| {
            self.open.push(key);
            self.len += SIZE;
            self.len - SIZE
        })
    }

    /// The loops of a function.
    pub fn shape(&mut self, program: &Program, id: Func) -> Rc<Shape> {
        self.shapes.entry(id).or_insert_with(|| Rc::new(Shape::of(&threaded(&program.funcs[id])))).clone()
    }

    /// The note that counts how often a loop goes round.
    pub fn rounds(&mut self, id: Func, head: Block) -> usize {
        self.place(Key::Rounds(id, head))
    }

    /// The note about a value, if it is one whose truth comes from elsewhere.
    pub fn about(&mut self, program: &Program, id: Func, value: Value, question: Question) -> Option<usize> {
        let wanted = self.len < MOST * SIZE && is_decided(program, id, value);
        wanted.then(|| self.place(Key::Value(id, value, question)))
    }
}

impl Notes {
    /// The note about a counter that is looked at behind its loop, and that about its function's decisions.
    pub fn counted(&mut self, program: &Program, id: Func, value: Value, block: Block) -> Option<[usize; 2]> {
        let func = &program.funcs[id];
        let ValueDef::Param(home, _) = func.values[value].def else { return None };
        if self.len >= MOST * SIZE || !counters::is_counter(func, value) {
            return None;
        }
        let shape = self.shape(program, id);
        if shape.around(home).is_some_and(|around| around.body.contains(&block)) {
            return None;
        }
        Some([self.place(Key::Counted(id, value)), self.place(Key::Decisions(id))])
    }
}

impl Notes {
    /// The note about the largest or the least of several numbers, and whether it is the largest.
    pub fn peak(&mut self, program: &Program, id: Func, value: Value, question: Question) -> Option<(usize, bool)> {
        let func = &program.funcs[id];
        let largest =
            Some(value).filter(|_| self.len < MOST * SIZE).and_then(|value| counters::is_peak(func, value))?;
        Some((self.place(Key::Peak(id, value, question)), largest))
    }
}

/// Does the value come, through joins and calls, from constants and comparisons, or from a walk through memory?
fn is_decided(program: &Program, id: Func, value: Value) -> bool {
    let carried = match program.funcs[id].values[value].def {
        ValueDef::Param(block, _) => block != program.funcs[id].entry(),
        ValueDef::Inst(inst, 0) => matches!(program.funcs[id].insts[inst].data, InstData::Call { .. }),
        _ => false,
    };
    carried && program.funcs[id].ty(value).bits(program.model) <= 64 && decided(program, id, value, CALLS)
}

fn decided(program: &Program, id: Func, value: Value, calls: u32) -> bool {
    let func = &program.funcs[id];
    let (mut open, mut seen) = (vec![value], FxHashSet::default());
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        match func.values[value].def {
            ValueDef::Const(Const::Bits(ty, _)) if !ty.is_float() => {}
            ValueDef::Inst(..) if is_boolean(func, value) => {}
            ValueDef::Inst(inst, _) => match func.insts[inst].data {
                InstData::Unary { op: UnaryOp::Zext | UnaryOp::Trunc | UnaryOp::Sext, arg } => open.push(arg),
                InstData::Call { func: callee, .. } if calls > 0 && returns_decided(program, callee, calls - 1) => {}
                _ => return false,
            },
            ValueDef::Param(block, index) if block != func.entry() => {
                let ways = ways(func, block, index);
                // A number that goes round a loop and is not a flag is a state: no single decision made it.
                let states = ways.iter().any(|(_, arg)| {
                    matches!(func.as_const(*arg), Some(Const::Bits(_, bits)) if bits > 1) && is_header(func, block)
                });
                if states || ways.is_empty() {
                    return false;
                }
                open.extend(ways.into_iter().map(|(_, arg)| arg));
            }
            _ => return false,
        }
    }
    true
}

fn returns_decided(program: &Program, id: Func, calls: u32) -> bool {
    let func = &program.funcs[id];
    if func.layout.is_empty() || func.sig.results.len() != 1 || func.sig.results[0].is_float() {
        return false;
    }
    scans(func) || returns(func).all(|(_, value)| decided(program, id, value, calls))
}

/// Does the function walk through memory that it was given, as `memcmp` does?
fn scans(func: &Function) -> bool {
    func.sig.params.contains(&Type::Ptr) && func.layout.iter().any(|block| is_header(func, *block))
}

fn returns(func: &Function) -> impl Iterator<Item = (Block, Value)> + '_ {
    func.layout.iter().filter_map(|&block| match &func.blocks[block].end {
        Terminator::Return(values) => Some((block, *values.first()?)),
        _ => None,
    })
}

/// What comes into a block as its parameter, and from where.
pub(super) fn ways(func: &Function, block: Block, index: u32) -> Vec<(Block, Value)> {
    let from = |&from: &Block| {
        let targets = func.blocks[from].end.targets();
        let args: Vec<Value> =
            targets.iter().filter(|t| t.block == block).map(|target| target.args[index as usize]).collect();
        args.into_iter().map(move |arg| (from, arg))
    };
    func.layout.iter().flat_map(from).collect()
}

/// Does a jump from the block itself or from behind it lead to it? As the layout has it, which for compiled C is the
/// order of the source.
fn is_header(func: &Function, block: Block) -> bool {
    let behind = func.layout.iter().skip_while(|other| **other != block);
    behind.into_iter().any(|from| func.blocks[*from].end.targets().iter().any(|target| target.block == block))
}

/// Plans whatever the notes need that the trees made so far refer to.
pub fn provide(planner: &mut Planner<'_>) {
    let program = planner.program;
    // At the end of a block decisions are measured first, then what goes along the edges is noted.
    let (mut decisions, mut noted) = (Vec::new(), Vec::new());
    while let Some(key) = planner.notes.open.pop() {
        let note = planner.notes.places[&key];
        match key {
            Key::Value(id, value, question) => {
                let func = &program.funcs[id];
                match func.values[value].def {
                    ValueDef::Param(block, index) => {
                        let ways = ways(func, block, index);
                        for &(from, arg) in &ways {
                            let shape = planner.notes.shape(program, id);
                            let beside = beside(func, &shape, &ways, from, arg);
                            let way = Way { block: from, value: arg, beside, walked: false };
                            let source = source(planner, id, way, question);
                            noted.push(((id, from), Action::Note { note, source }));
                        }
                    }
                    ValueDef::Inst(inst, _) => {
                        if let InstData::Call { func: callee, .. } = func.insts[inst].data {
                            let from = planner.notes.place(Key::Returned(callee, question));
                            let action = Action::Copy { from, to: note };
                            planner.plan.after.entry((id, inst)).or_default().push(action);
                        }
                    }
                    ValueDef::Const(_) | ValueDef::Unused => {}
                }
            }
            Key::Returned(id, question) => {
                let func = &program.funcs[id];
                let walked = scans(func);
                for (block, value) in returns(func) {
                    let source = source(planner, id, Way { block, value, beside: None, walked }, question);
                    noted.push(((id, block), Action::Note { note, source }));
                }
            }
            Key::Counted(id, value) => {
                let func = &program.funcs[id];
                let ValueDef::Param(block, index) = func.values[value].def else { continue };
                let decisions = planner.notes.place(Key::Decisions(id));
                for (from, arg) in ways(func, block, index) {
                    let step = counters::step(func, arg);
                    let beneath = step.beneath.map(|value| planner.notes.place(Key::Counted(id, value)));
                    let change = match step.added {
                        counters::Added::Nothing if counters::is_decided(func, from) => Change::Skipped,
                        counters::Added::Nothing => Change::None,
                        counters::Added::Constant => Change::Added,
                        counters::Added::Truth(cond) => {
                            Change::Asked(Tree::of(program, id, from, cond, &mut planner.notes))
                        }
                    };
                    let source = Source::Counted { beneath, decisions, change };
                    noted.push(((id, from), Action::Note { note, source }));
                }
            }
            Key::Peak(id, value, question) => {
                let func = &program.funcs[id];
                let ValueDef::Param(block, index) = func.values[value].def else { continue };
                let decisions = planner.notes.place(Key::Decisions(id));
                let ways = ways(func, block, index);
                for &(from, arg) in &ways {
                    let candidate = counters::candidate(func, block, &ways, arg);
                    let beneath = candidate.beneath.map(|value| planner.notes.place(Key::Peak(id, value, question)));
                    let asked = candidate.number.map(|value| Change::Asked(Tree::Ask { question, value }));
                    let source = Source::Counted { beneath, decisions, change: asked.unwrap_or(Change::None) };
                    noted.push(((id, from), Action::Note { note, source }));
                }
            }
            Key::Decisions(id) => {
                let func = &program.funcs[id];
                for &block in &func.layout {
                    if let Terminator::Branch { cond, .. } = func.blocks[block].end {
                        let tree = Tree::of(program, id, block, cond, &mut planner.notes);
                        decisions.push(((id, block), Action::Decision { note, tree }));
                    }
                }
                planner.plan.at_entry.entry(id).or_default().push(Action::Begin { note });
            }
            Key::Rounds(id, head) => {
                let func = &program.funcs[id];
                let shape = planner.notes.shape(program, id);
                let Some(around) = shape.with_head(head) else { continue };
                for &block in &func.layout {
                    let leads = func.blocks[block].end.targets().iter().any(|target| target.block == head);
                    if leads && !around.body.contains(&block) {
                        decisions.push(((id, block), Action::Begin { note }));
                    } else if leads {
                        decisions.push(((id, block), Action::Count { note }));
                    }
                }
            }
        }
    }
    for (place, action) in decisions.into_iter().chain(noted) {
        planner.plan.at_end.entry(place).or_default().push(action);
    }
    planner.plan.notes = planner.notes.len;
}

/// Where a constant comes into a block, what would have come on the other way, if there is one and it is known already:
/// `ok = 0` under a condition leaves what `ok` was before beside it.
fn beside(func: &Function, shape: &Shape, ways: &[(Block, Value)], from: Block, arg: Value) -> Option<Value> {
    func.as_const(arg)?;
    let [a, b] = ways else { return None };
    let other = if a.1 == arg { b.1 } else { a.1 };
    let ValueDef::Param(known, _) = func.values[other].def else { return None };
    shape.is_before(known, from).then_some(other)
}

/// How a value comes to where it is noted: at the end of which block, what would have come else, and whether its
/// function walks through memory.
struct Way {
    block: Block,
    value: Value,
    beside: Option<Value>,
    walked: bool,
}

fn source(planner: &mut Planner<'_>, id: Func, way: Way, question: Question) -> Source<Value> {
    let Way { block, value, beside, walked } = way;
    let program = planner.program;
    let func = &program.funcs[id];
    if let Some(Const::Bits(_, bits)) = func.as_const(value) {
        let truth = question.holds(bits);
        let beside = beside.map(|value| Tree::about(program, id, value, question, &mut planner.notes));
        let decisions = planner.notes.place(Key::Decisions(id));
        return Source::Decided { truth, decisions, made: made(planner, id, block), beside };
    }
    let tree = Tree::about(program, id, value, question, &mut planner.notes);
    if walked && !is_boolean(func, value) {
        return Source::Walked { tree, decisions: planner.notes.place(Key::Decisions(id)) };
    }
    Source::Tree(tree)
}

/// How far the decision that led to this block was: its place in the text, and how often the two innermost loops around
/// it had gone round. What comes later, or in a later round, has passed more. (How many decisions were made on the way
/// does not tell: a loop that had to go round longer before is no merit.)
fn made(planner: &mut Planner<'_>, id: Func, block: Block) -> Made {
    let func = &planner.program.funcs[id];
    let preds = func.predecessors();
    let (mut at, mut steps) = (block, 0);
    while let [before] = *preds[at]
        && func.blocks[at].end.targets().len() < 2
        && steps < func.layout.len()
    {
        (at, steps) = (before, steps + 1);
    }
    let place = func.layout.iter().take_while(|other| **other != at);
    let place = place.filter(|other| func.blocks[**other].end.targets().len() > 1).count();
    let shape = planner.notes.shape(planner.program, id);
    let mut heads = shape.heads_around(at).into_iter();
    let mut rounds = || heads.next().map(|head| planner.notes.rounds(id, head));
    Made { place: place as f64, rounds: [rounds(), rounds()] }
}
