//! Emits probes: edges, decisions, distances and ranges as code of their own, the rest through the functions that
//! define them.

use super::super::memory::{FrameLayout, SHARED, layout};
use super::super::probe::{ASSUMED, Action, Made, Plan, Records, SIDES, Source, Tree, pointer_params};
use super::arith::{int_cc, is_signed};
use super::callbacks;
use super::distances::{fixed, is_small_overflow};
use super::emit::{Body, Emitter, Entry, ours};
use super::shared::{MAX_VALUES, at};
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self as clif, InstBuilder, types};
use cranelift_entity::EntityRef;
use rarebit_front_end::ir::*;
use rarebit_learners::Observation;
use std::cell::RefCell;
use std::mem::offset_of;

/// Decisions that the trace buffer holds before it is moved out.
pub const TRACE: u32 = 1 << 20;

/// Where compiled code finds what it records, as distances from the base, and what it shares with the simulator.
pub struct Areas {
    /// A word per edge: the run in which it was taken last.
    pub seen: i32,
    /// The edges taken in this run.
    pub edges: i32,
    pub trace: i32,
    /// Calls and returns: twice the function's number, and 1 for a return.
    pub calls: i32,
    pub distances: i32,
    pub sides: i32,
    pub spans: i32,
    pub notes: i32,
    /// An [`Entry`] per function.
    pub table: i32,
    pub frames: Vec<FrameLayout>,
    /// Do stores set cards?
    pub carded: bool,
    /// Parameters of the function that has most.
    pub most_params: usize,
    /// Actions that the simulator carries out, over positions in the shared arguments.
    pub actions: RefCell<Vec<Action<usize>>>,
}

impl Areas {
    /// None if something is too large.
    pub fn new(program: &Program, plan: &Plan, records: &Records, carded: bool) -> Option<Areas> {
        let mut next = i64::from(at::PROBES);
        let mut area = |bytes: usize| {
            let start = next;
            next += bytes.next_multiple_of(64) as i64;
            (next <= layout::CARDS.into() && next > -(SHARED as i64)).then_some(start as i32)
        };
        let edges = 4 * program.edges.len();
        let most_params = program.funcs.values().map(|f| f.sig.params.len()).max().unwrap_or(0);
        let most_results = program.funcs.values().map(|f| f.sig.results.len()).max().unwrap_or(0);
        if most_params.max(most_results) > MAX_VALUES {
            return None;
        }
        Some(Areas {
            seen: area(edges)?,
            edges: area(edges)?,
            trace: area(if plan.trace { 4 * TRACE as usize } else { 0 })?,
            calls: area(if plan.calls { 4 * Observation::MAX_CALLS } else { 0 })?,
            distances: area(8 * records.distances.len())?,
            sides: area(16 * records.sides.len())?,
            spans: area(16 * records.spans.len())?,
            notes: area(8 * records.notes.len())?,
            table: area(size_of::<Entry>() * program.funcs.len())?,
            frames: program.funcs.iter().map(|(id, func)| FrameLayout::new(id, &func.slots)).collect(),
            carded,
            most_params,
            actions: RefCell::new(Vec::new()),
        })
    }

    /// Where the code of a function stands in the table.
    pub fn code_of(&self, func: Func) -> i32 {
        self.table + (size_of::<Entry>() * func.index() + offset_of!(Entry, code)) as i32
    }

    /// # Safety
    /// The base must be that of the memory that the areas were made for, which must outlive the slice, and nobody
    /// else may look at the area.
    pub unsafe fn slice<'m, T>(base: *mut u8, area: i32, len: usize) -> &'m mut [T] {
        // SAFETY: areas lie inside the shared bytes, are aligned to 64, and hold plain numbers.
        unsafe { std::slice::from_raw_parts_mut(base.offset(area as isize).cast(), len) }
    }
}

impl<'a> Emitter<'a, '_> {
    /// Is something to be recorded on the way to the target?
    pub fn records(&self, target: &Target) -> bool {
        self.context.plan.records(target.edge) || self.context.plan.trace
    }

    /// Records an edge when it is taken; was there another way to go?
    pub fn probe_edge(&mut self, target: &Target, decision: bool) {
        let plan = self.context.plan;
        let edge = target.edge;
        if plan.records(edge) {
            let areas = self.context.areas;
            let place = areas.seen + 4 * edge.as_u32() as i32;
            let last = self.b.ins().load(types::I32, ours(), self.base, place);
            let epoch = self.b.ins().load(types::I32, ours(), self.base, at::EPOCH);
            let old = self.b.ins().icmp(IntCC::Equal, last, epoch);
            let (new, go_on) = (self.next_block(true), self.b.create_block());
            self.b.ins().brif(old, go_on, &[], new, &[]);
            self.b.switch_to_block(new);
            self.b.ins().store(ours(), epoch, self.base, place);
            self.append(at::EDGES, areas.edges, edge);
            self.b.ins().jump(go_on, &[]);
            self.b.switch_to_block(go_on);
        }
        if plan.trace && decision {
            let count = self.append(at::TRACE, self.context.areas.trace, edge);
            let full = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, count, i64::from(TRACE));
            let (flush, go_on) = (self.next_block(true), self.b.create_block());
            self.b.ins().brif(full, flush, &[], go_on, &[]);
            self.b.switch_to_block(flush);
            self.callback(callbacks::flush_trace as *const u8, &[], None);
            self.b.ins().jump(go_on, &[]);
            self.b.switch_to_block(go_on);
        }
    }

    /// Appends an edge to a list; its new length.
    fn append(&mut self, counter: i32, list: i32, edge: Edge) -> clif::Value {
        let count = self.b.ins().load(types::I32, ours(), self.base, counter);
        let wide = self.b.ins().uextend(types::I64, count);
        let scaled = self.b.ins().ishl_imm_u(wide, 2);
        let place = self.b.ins().iadd(self.base, scaled);
        let number = self.number(edge.as_u32());
        self.b.ins().store(ours(), number, place, list);
        let more = self.b.ins().iadd_imm_u(count, 1);
        self.b.ins().store(ours(), more, self.base, counter);
        more
    }

    pub fn probe_inst(&mut self, body: &Body<'a>, inst: Inst) {
        let plan = self.context.plan;
        for action in plan.before(body.id, inst) {
            self.action(body, action);
        }
    }

    pub fn probe_after(&mut self, body: &Body<'a>, inst: Inst) {
        let plan = self.context.plan;
        for action in plan.after(body.id, inst) {
            self.action(body, action);
        }
    }

    pub fn probe_end(&mut self, body: &Body<'a>, block: Block) {
        let plan = self.context.plan;
        for action in plan.at_end(body.id, block) {
            self.action(body, action);
        }
    }

    pub fn probe_entry(&mut self, body: &mut Body<'a>) {
        let plan = self.context.plan;
        if plan.calls && !body.func.library {
            self.call_event(body, 0);
        }
        if let Some(first) = plan.facts_of(body.id) {
            let params = &body.func.blocks[body.func.entry()].params;
            let pointers = pointer_params(body.func);
            let pointers: Vec<clif::Value> =
                pointers.iter().map(|i| body.values[params[*i as usize]].expect("an argument")).collect();
            let mut fact = first;
            for &pointer in &pointers {
                let null = self.b.ins().icmp_imm_u(IntCC::Equal, pointer, 0);
                self.fact_if(null, fact);
                fact += 1;
            }
            for (i, &a) in pointers.iter().enumerate() {
                for &b in &pointers[i + 1..] {
                    let equal = self.b.ins().icmp(IntCC::Equal, a, b);
                    let some = self.b.ins().icmp_imm_u(IntCC::NotEqual, a, 0);
                    let both = self.b.ins().band(equal, some);
                    self.fact_if(both, fact);
                    fact += 1;
                }
            }
        }
        for action in plan.at_entry(body.id) {
            self.action(body, action);
        }
    }

    fn fact_if(&mut self, condition: clif::Value, fact: usize) {
        let (note, go_on) = (self.next_block(true), self.b.create_block());
        self.b.ins().brif(condition, note, &[], go_on, &[]);
        self.b.switch_to_block(note);
        let number = self.number(fact as u32);
        self.callback(callbacks::pointer_fact as *const u8, &[number], None);
        self.b.ins().jump(go_on, &[]);
        self.b.switch_to_block(go_on);
    }

    /// Notes a call or return, while there is room.
    fn call_event(&mut self, body: &Body<'a>, returned: u32) {
        let count = self.b.ins().load(types::I32, ours(), self.base, at::CALLS);
        let full = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, count, Observation::MAX_CALLS as i64);
        let (note, go_on) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(full, go_on, &[], note, &[]);
        self.b.switch_to_block(note);
        let wide = self.b.ins().uextend(types::I64, count);
        let scaled = self.b.ins().ishl_imm_u(wide, 2);
        let place = self.b.ins().iadd(self.base, scaled);
        let event = self.number((body.id.index() as u32) << 1 | returned);
        self.b.ins().store(ours(), event, place, self.context.areas.calls);
        let more = self.b.ins().iadd_imm_u(count, 1);
        self.b.ins().store(ours(), more, self.base, at::CALLS);
        self.b.ins().jump(go_on, &[]);
        self.b.switch_to_block(go_on);
    }

    pub fn probe_return(&mut self, body: &Body<'a>) {
        if self.context.plan.calls && !body.func.library {
            self.call_event(body, 1);
        }
    }

    fn action(&mut self, body: &Body<'a>, action: &Action<Value>) {
        // What takes a few instructions is done sooner than it is found to be needless.
        let cheap = match action {
            Action::Condition { tree, .. } => is_plain(tree),
            Action::Case { width, .. } => *width <= 64,
            Action::Reached { .. } | Action::Division { .. } | Action::Access { .. } => true,
            _ => false,
        };
        let Some((slot, bound)) = action.idle_below().filter(|_| !cheap) else { return self.act(body, action) };
        let place = self.context.areas.distances + 8 * slot as i32;
        let old = self.b.ins().load(types::I64, ours(), self.base, place);
        let busy = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, old, bound as i64);
        let (act, go_on) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(busy, act, &[], go_on, &[]);
        self.b.switch_to_block(act);
        self.act(body, action);
        self.b.ins().jump(go_on, &[]);
        self.b.switch_to_block(go_on);
    }

    /// Does what an action says.
    fn act(&mut self, body: &Body<'a>, action: &Action<Value>) {
        match action {
            Action::Condition { slot, tree, want } if is_plain(tree) => {
                let distance = self.distance(body, tree, *want);
                let sides = self.sides(body, tree);
                self.least(*slot, distance, sides);
            }
            Action::Case { slot, value, width, key } if *width <= 64 => {
                let value = self.get(body, *value);
                let key = self.int(self.b.func.dfg.value_type(value), *key as u64);
                let distance = self.compare_distance(IntCond::Eq, *width, value, key);
                let sides = [self.wide(value), self.wide(key)];
                self.least(*slot, distance, sides);
            }
            Action::Reached { slot, distance } => {
                let distance = self.b.ins().f64const(*distance);
                let sides = self.no_sides();
                self.least(*slot, distance, sides);
            }
            Action::Range { slot, value, ty, width } if *width <= 64 => {
                let value = self.get(body, *value);
                self.range(*slot, value, *ty, *width);
            }
            Action::Note { note, source: Source::Tree(tree) } if is_plain(tree) => {
                let (yes, no) = (self.distance(body, tree, true), self.distance(body, tree, false));
                let made = self.b.ins().f64const(0.0);
                self.write_notes(*note, &[yes, no, made]);
                let sides = self.sides(body, tree);
                self.write_notes(*note + SIDES, &sides);
            }
            Action::Note { note, source: Source::Decided { truth, decisions, made, beside: None } } => {
                let (other, made) = (self.read_note(*decisions), self.made(*made));
                let zero = self.b.ins().f64const(0.0);
                self.write_notes(*note, &if *truth { [zero, other, made] } else { [other, zero, made] });
                let sides = [0, 1].map(|i| self.read_note(*decisions + SIDES + i));
                self.write_notes(*note + SIDES, &sides);
            }
            Action::Copy { from, to } => {
                let numbers = [0, 1, 2, 3, 4].map(|i| self.read_note(*from + i));
                self.write_notes(*to, &numbers);
            }
            Action::Decision { note, tree } if is_plain(tree) => {
                let (yes, no) = (self.distance(body, tree, true), self.distance(body, tree, false));
                let other = self.b.ins().fadd(yes, no);
                self.write_notes(*note, &[other]);
                self.one_more(*note);
                let sides = self.sides(body, tree);
                self.write_notes(*note + SIDES, &sides);
            }
            Action::Begin { note } => {
                let zero = self.b.ins().f64const(0.0);
                self.write_notes(*note + 1, &[zero]);
            }
            Action::Count { note } => self.one_more(*note),
            Action::Leave { tree, leaves, .. } if is_plain(tree) => {
                // Only a loop that is left is the simulator's business.
                let distance = self.distance(body, tree, !leaves);
                let zero = self.b.ins().f64const(0.0);
                let left = self.b.ins().fcmp(FloatCC::GreaterThan, distance, zero);
                let (leave, go_on) = (self.next_block(true), self.b.create_block());
                self.b.ins().brif(left, leave, &[], go_on, &[]);
                self.b.switch_to_block(leave);
                self.leave_to_simulator(body, action);
                self.b.ins().jump(go_on, &[]);
                self.b.switch_to_block(go_on);
            }
            Action::Assumption { tree } if is_plain(tree) => {
                let distance = self.distance(body, tree, true);
                self.write_notes(ASSUMED, &[distance]);
                self.one_more(ASSUMED);
                let sides = self.sides(body, tree);
                self.write_notes(ASSUMED + SIDES, &sides);
            }
            Action::Division { slot, op, width, args: [a, b] } if *width <= 32 => {
                let (a, b) = (self.get(body, *a), self.get(body, *b));
                let distance = self.division_distance(*op, *width, a, b);
                let sides = self.no_sides();
                self.least(*slot, distance, sides);
            }
            Action::Access { slot, ptr, origin: None, size, write } if fixed(size).is_some() => {
                let distance = self.access_distance(body, *ptr, fixed(size).unwrap_or(1), *write);
                let sides = self.no_sides();
                self.least(*slot, distance, sides);
            }
            _ => self.leave_to_simulator(body, action),
        }
    }

    fn read_note(&mut self, at: usize) -> clif::Value {
        self.b.ins().load(types::F64, ours(), self.base, self.context.areas.notes + 8 * at as i32)
    }

    /// Writes numbers of a note, or bits.
    fn write_notes(&mut self, note: usize, numbers: &[clif::Value]) {
        for (at, number) in numbers.iter().enumerate() {
            self.b.ins().store(ours(), *number, self.base, self.context.areas.notes + 8 * (note + at) as i32);
        }
    }

    fn one_more(&mut self, note: usize) {
        let count = self.read_note(note + 1);
        let one = self.b.ins().f64const(1.0);
        let more = self.b.ins().fadd(count, one);
        self.write_notes(note + 1, &[more]);
    }

    fn no_sides(&mut self) -> [clif::Value; 2] {
        let zero = self.b.ins().iconst(types::I64, 0);
        [zero, zero]
    }

    /// The same as [`Tree::sides`], for plain trees.
    fn sides(&mut self, body: &Body<'a>, tree: &Tree<Value>) -> [clif::Value; 2] {
        match tree.compared() {
            Some((a, b)) => {
                let a = self.get_wide(body, a);
                let b = match b {
                    Ok(b) => self.get_wide(body, b),
                    Err(key) => self.b.ins().iconst(types::I64, key as i64),
                };
                [a, b]
            }
            None => self.no_sides(),
        }
    }

    /// Hands the operands over and lets the simulator do it.
    fn leave_to_simulator(&mut self, body: &Body<'a>, action: &Action<Value>) {
        let mut operands = Vec::new();
        let placed = action.map(|value| {
            operands.push(value);
            operands.len() - 1
        });
        for (index, value) in operands.into_iter().enumerate().take(MAX_VALUES) {
            let value = self.get(body, value);
            self.share(value, at::arg(index));
        }
        let actions = &mut *self.context.areas.actions.borrow_mut();
        actions.push(placed);
        let number = self.b.ins().iconst(types::I32, actions.len() as i64 - 1);
        self.callback(callbacks::probe as *const u8, &[number], None);
    }

    /// Keeps the least distance, and the sides that gave it.
    fn least(&mut self, slot: usize, distance: clif::Value, sides: [clif::Value; 2]) {
        let place = self.context.areas.distances + 8 * slot as i32;
        let old = self.b.ins().load(types::F64, ours(), self.base, place);
        let less = self.b.ins().fcmp(FloatCC::LessThan, distance, old);
        let (keep, go_on) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(less, keep, &[], go_on, &[]);
        self.b.switch_to_block(keep);
        self.b.ins().store(ours(), distance, self.base, place);
        for (at, side) in sides.into_iter().enumerate() {
            let place = self.context.areas.sides + 16 * slot as i32 + 8 * at as i32;
            self.b.ins().store(ours(), side, self.base, place);
        }
        self.b.ins().jump(go_on, &[]);
        self.b.switch_to_block(go_on);
    }

    fn range(&mut self, slot: usize, value: clif::Value, ty: Type, width: u32) {
        let number = match ty {
            Type::F64 | Type::F32 => self.ordered(value),
            _ => {
                let filled = self.fill_sign(value, width);
                if self.b.func.dfg.value_type(filled) == types::I64 {
                    filled
                } else {
                    self.b.ins().sextend(types::I64, filled)
                }
            }
        };
        let place = self.context.areas.spans + 16 * slot as i32;
        let low = self.b.ins().load(types::I64, ours(), self.base, place);
        let high = self.b.ins().load(types::I64, ours(), self.base, place + 8);
        let below = self.b.ins().icmp(IntCC::SignedLessThan, number, low);
        let above = self.b.ins().icmp(IntCC::SignedGreaterThan, number, high);
        let outside = self.b.ins().bor(below, above);
        let (grow, go_on) = (self.next_block(true), self.b.create_block());
        self.b.ins().brif(outside, grow, &[], go_on, &[]);
        self.b.switch_to_block(grow);
        let low = self.b.ins().smin(low, number);
        self.b.ins().store(ours(), low, self.base, place);
        let high = self.b.ins().smax(high, number);
        self.b.ins().store(ours(), high, self.base, place + 8);
        self.b.ins().jump(go_on, &[]);
        self.b.switch_to_block(go_on);
    }

    /// The same as [`Tree::distance`].
    fn distance(&mut self, body: &Body<'a>, tree: &Tree<Value>, want: bool) -> clif::Value {
        match tree {
            Tree::Compare { cond, width, args: [a, b] } => {
                let (a, b) = (self.get(body, *a), self.get(body, *b));
                let cond = if want { *cond } else { cond.negated() };
                self.compare_distance(cond, *width, a, b)
            }
            Tree::Bits { equal, args: [a, b], .. } => {
                let (a, b) = (self.get_wide(body, *a), self.get_wide(body, *b));
                if *equal == want {
                    let differ = self.b.ins().bxor(a, b);
                    let count = self.b.ins().popcnt(differ);
                    return self.b.ins().fcvt_from_sint(types::F64, count);
                }
                let equal = self.b.ins().icmp(IntCC::Equal, a, b);
                self.one_if(equal)
            }
            Tree::And(parts) | Tree::Or(parts) => {
                let (a, b) = (self.distance(body, &parts[0], want), self.distance(body, &parts[1], want));
                if matches!(tree, Tree::And(_)) == want {
                    return self.b.ins().fadd(a, b);
                }
                let less = self.b.ins().fcmp(FloatCC::LessThan, a, b);
                self.b.ins().select(less, a, b)
            }
            Tree::Not(part) => self.distance(body, part, !want),
            Tree::Value(value) => {
                let value = self.get(body, *value);
                let zero = self.zero(self.b.func.dfg.value_type(value));
                let cc = if want { IntCC::Equal } else { IntCC::NotEqual };
                let wrong = self.b.ins().icmp(cc, value, zero);
                self.one_if(wrong)
            }
            Tree::Ask { question, value } => {
                let value = self.get(body, *value);
                let key = self.int(self.b.func.dfg.value_type(value), question.key as u64);
                let cond = if want { question.cond } else { question.cond.negated() };
                self.compare_distance(cond, question.width, value, key)
            }
            Tree::Float { cond, args: [a, b], .. } => {
                let (a, b) = (self.get(body, *a), self.get(body, *b));
                self.float_distance(*cond, want, a, b)
            }
            Tree::Overflow { op, width, args: [a, b] } => {
                let (a, b) = (self.get(body, *a), self.get(body, *b));
                self.overflow_distance(*op, *width, want, a, b)
            }
            Tree::Text { .. } | Tree::Noted { .. } | Tree::Counted { .. } | Tree::Peak { .. } => {
                unreachable!("the simulator carries this out")
            }
        }
    }

    /// The same as `Made::count`.
    fn made(&mut self, made: Made) -> clif::Value {
        let mut sum = self.b.ins().f64const(1.0 + Made::PLACE * made.place);
        for (note, worth) in made.rounds.into_iter().zip(Made::ROUNDS) {
            if let Some(note) = note {
                let (rounds, worth) = (self.read_note(note + 1), self.b.ins().f64const(worth));
                let more = self.b.ins().fmul(worth, rounds);
                sum = self.b.ins().fadd(sum, more);
            }
        }
        sum
    }

    fn one_if(&mut self, condition: clif::Value) -> clif::Value {
        let (one, zero) = (self.b.ins().f64const(1.0), self.b.ins().f64const(0.0));
        self.b.ins().select(condition, one, zero)
    }

    /// The same as [`distance::compare`], for up to 64 bits.
    pub fn compare_distance(&mut self, cond: IntCond, width: u32, a: clif::Value, b: clif::Value) -> clif::Value {
        let signed = is_signed(cond) || matches!(cond, IntCond::Eq | IntCond::Ne);
        let (a, b) = if signed { (self.fill_sign(a, width), self.fill_sign(b, width)) } else { (a, b) };
        let [a, b] = [a, b].map(|v| match self.b.func.dfg.value_type(v) {
            types::I64 => v,
            _ if signed => self.b.ins().sextend(types::I64, v),
            _ => self.b.ins().uextend(types::I64, v),
        });
        if cond == IntCond::Ne {
            let equal = self.b.ins().icmp(IntCC::Equal, a, b);
            return self.one_if(equal);
        }
        let difference = match cond {
            IntCond::Eq => {
                let (up, down) = (self.b.ins().isub(a, b), self.b.ins().isub(b, a));
                let greater = self.b.ins().icmp(IntCC::SignedGreaterThan, a, b);
                self.b.ins().select(greater, up, down)
            }
            IntCond::Slt | IntCond::Sle | IntCond::Ult | IntCond::Ule => self.b.ins().isub(a, b),
            _ => self.b.ins().isub(b, a),
        };
        // A difference of numbers of less than 64 bits is small enough for the conversion of signed numbers.
        let distance = if width < 64 {
            self.b.ins().fcvt_from_sint(types::F64, difference)
        } else {
            self.b.ins().fcvt_from_uint(types::F64, difference)
        };
        let distance = if matches!(cond, IntCond::Slt | IntCond::Sgt | IntCond::Ult | IntCond::Ugt) {
            let one = self.b.ins().f64const(1.0);
            self.b.ins().fadd(distance, one)
        } else {
            distance
        };
        if cond == IntCond::Eq {
            return distance;
        }
        let holds = self.b.ins().icmp(int_cc(cond), a, b);
        let zero = self.b.ins().f64const(0.0);
        self.b.ins().select(holds, zero, distance)
    }
}

/// Can the distance be computed by a few instructions?
fn is_plain(tree: &Tree<Value>) -> bool {
    match tree {
        Tree::Compare { width, .. } | Tree::Bits { width, .. } => *width <= 64,
        Tree::Ask { question, .. } => question.width <= 64,
        Tree::Float { .. } => true,
        Tree::Overflow { op, width, .. } => is_small_overflow(*op, *width),
        Tree::Text { .. } | Tree::Noted { .. } | Tree::Counted { .. } | Tree::Peak { .. } => false,
        Tree::And(parts) | Tree::Or(parts) => parts.iter().all(is_plain),
        Tree::Not(part) => is_plain(part),
        Tree::Value(_) => true,
    }
}
