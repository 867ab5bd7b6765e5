//! Follows a path through the ir and collects what it demands.
//!
//! The walk goes forward, so substitution happens by itself: when a decision is met, its condition already is an
//! expression over inputs. That is the weakest precondition of the path, row by row. The path is that of a known run:
//! its decisions say which way to go, and its values (the shadows) say which function a pointer means. In a *sound* walk
//! the shadows decide nothing else; in a *guessing* walk they also stand in for what is not linear, and every such use
//! is pinned by a row.
//!
//! On its way the walk notes [`Turn`]s: places where the run could have gone elsewhere and somebody wants that.

use super::affine::{Affine, Unknown};
use super::condition::{Condition, Way, possible};
use super::memory::Memory;
use super::operations::WIDEST;
use super::system::{Guess, Info, Row, Sound, Source, System};
use super::value::{Form, Object, Val};
use rarebit_front_end::analysis::domain::{Abs, Float};
use rarebit_front_end::analysis::interpret::Facts;
use rarebit_front_end::ir::*;
use rarebit_learners::PointId;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// What somebody wants of a path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Aim {
    /// That it takes this edge.
    Edge(Edge),
    /// That this check fails.
    Check(Check),
    /// That the assumption that ended the run holds.
    Assumption,
    /// That the value at this point is greater than all that were seen there, or less.
    Above(PointId),
    Below(PointId),
    /// That the number computed at this place (a block and an instruction in it) wraps around, or does no more.
    Wrap(Func, Block, u32),
    /// That these two parameters are the same address when the function is called.
    Alias(Func, u32, u32),
    /// That this parameter is null when the function is called.
    Null(Func, u32),
}

/// Sound or guessing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Sound,
    Guess,
}

/// What the walk cannot know by itself: the results of libm and of conversions, for the shadows.
pub trait Oracle {
    fn math(&self, func: MathFn, single: bool, args: &[(u32, u128)]) -> u128;
    fn unary(&self, op: UnaryOp, from: u32, to: u32, bits: u128) -> u128;
}

/// Mistakes to put in on purpose, to see that they are caught.
#[cfg(test)]
pub mod fault {
    use std::cell::Cell;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Fault {
        /// `a < b` becomes `b < a`.
        Sign,
        /// A wider type takes the number as it is, whatever its sign.
        Cast,
        /// A narrower type does not cut.
        Wrap,
        /// Floats are rounded to nothing, and inputs lie on their steps.
        Round,
        /// Every float is a number.
        Nan,
        /// A float is cut downwards, whatever its sign.
        Cut,
    }

    thread_local! {
        pub static FAULT: Cell<Option<Fault>> = const { Cell::new(None) };
    }

    pub fn is(fault: Fault) -> bool {
        FAULT.get() == Some(fault)
    }
}

/// The points at which values are watched, and which values those are.
#[derive(Debug, Default)]
pub struct Watches {
    /// Of functions when they are called.
    pub params: FxHashMap<(Func, u32), PointId>,
    pub insts: FxHashMap<(Func, Inst), Vec<(PointId, Value)>>,
    /// At the ends of blocks.
    pub ends: FxHashMap<(Func, Block), Vec<(PointId, Value)>>,
}

/// The run to follow and what is wanted.
pub struct Orders<'a> {
    /// Every decision of the run, in order.
    pub decisions: &'a [Edge],
    /// The bits that the run read.
    pub input: &'a dyn Fn(InputSite, u32) -> Option<u128>,
    /// Does failing this check end a run?
    pub ends: &'a dyn Fn(Check) -> bool,
    /// Is told of every decision that is taken, and in which calls, as a fingerprint of where they were made.
    pub took: &'a dyn Fn(Edge, u64),
    /// Is this wanted, after so many decisions?
    pub wanted: &'a dyn Fn(Aim, usize) -> bool,
    /// Where values are watched.
    pub watches: &'a Watches,
    /// The least and greatest value seen at a point, where values beyond are wanted.
    pub span: &'a dyn Fn(PointId) -> Option<(i128, i128)>,
    pub oracle: &'a dyn Oracle,
    /// What the static analysis knows, if it was made.
    pub facts: Option<&'a Facts>,
    /// Instructions to follow at most.
    pub steps: u64,
}

/// A place where the run could have done something that is wanted.
#[derive(Clone, Debug)]
pub struct Turn {
    pub aim: Aim,
    /// Rows of the system that stand before it.
    pub rows: usize,
    /// Decisions taken before it.
    pub decisions: usize,
    /// What would make the run turn: any of these. One without rows: nothing linear is known.
    pub ways: Vec<Way>,
    /// Conditions on the way there that are not linear, so that no row says them.
    pub loose: u32,
    /// The calls it stands in, with the block in each, outermost first.
    pub calls: Vec<(Func, Block)>,
    pub loc: Loc,
}

/// Why a walk ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// With the run.
    Complete,
    Steps,
    /// At something the walk does not follow.
    Unsupported,
    /// The shadows disagree with the run's decisions: addresses were computed with.
    Diverged,
}

/// What a walk brought.
#[derive(Debug)]
pub struct Walked<S> {
    pub system: S,
    pub turns: Vec<Turn>,
    pub end: End,
    pub steps: u64,
    /// Decisions followed.
    pub decisions: usize,
    /// Where it ended.
    pub loc: Loc,
}

/// What the static analysis knows of a value: its range.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hint {
    /// Read with its sign.
    Int(u32, i128, i128),
    Float(Float),
}

pub(super) struct Frame {
    pub func: Func,
    pub block: Block,
    pub at: usize,
    pub values: Vec<Option<Val>>,
    pub slots: FxHashMap<Slot, Object>,
    /// A fingerprint of the calls it is in.
    context: u64,
}

/// A walk.
pub struct Walk<'a> {
    pub(super) program: &'a Program,
    pub(super) orders: &'a Orders<'a>,
    pub(super) mode: Mode,
    pub(super) system: System,
    pub(super) memory: Memory,
    pub(super) frames: Vec<Frame>,
    pub(super) readings: FxHashMap<(Affine, u32, bool), Affine>,
    pub(super) results: FxHashMap<(u32, u32, Affine, Affine), Affine>,
    occurrences: FxHashMap<InputSite, u32>,
    turns: FxHashMap<Aim, Vec<Turn>>,
    pub(super) next: usize,
    loose: u32,
    /// What the static analysis knows of the result of the instruction that is followed.
    pub(super) hint: Option<Hint>,
    steps: u64,
    pub(super) loc: Loc,
}

/// Turns kept for one aim: the first ones and the last ones.
const TURNS: usize = 4;
/// Rows after which a path is not followed further: its system would cost more than it brings.
const MOST_ROWS: usize = 1500;

/// The sound system of a run's path.
pub fn sound(program: &Program, orders: &Orders<'_>) -> Walked<Sound> {
    let Walked { system, turns, end, steps, decisions, loc } = Walk::new(program, orders, Mode::Sound).run();
    Walked { system: Sound::new(system), turns, end, steps, decisions, loc }
}

/// A sharper system, with what is not linear taken from the run.
pub fn guess(program: &Program, orders: &Orders<'_>) -> Walked<Guess> {
    let Walked { system, turns, end, steps, decisions, loc } = Walk::new(program, orders, Mode::Guess).run();
    Walked { system: Guess::new(system), turns, end, steps, decisions, loc }
}

impl<'a> Walk<'a> {
    fn new(program: &'a Program, orders: &'a Orders<'a>, mode: Mode) -> Walk<'a> {
        Walk {
            program,
            orders,
            mode,
            system: System::default(),
            memory: Memory::default(),
            frames: Vec::new(),
            readings: FxHashMap::default(),
            results: FxHashMap::default(),
            occurrences: FxHashMap::default(),
            turns: FxHashMap::default(),
            next: 0,
            loose: 0,
            hint: None,
            steps: 0,
            loc: Loc::default(),
        }
    }

    fn run(mut self) -> Walked<System> {
        let end = match self.program.entry {
            Some(entry) => self.enter(entry, Vec::new(), None).and_then(|()| self.follow()).err(),
            None => None,
        };
        let mut turns: Vec<Turn> = self.turns.into_values().flatten().collect();
        turns.sort_by_key(|turn| (turn.decisions, turn.rows, turn.aim));
        let Walk { system, steps, next, loc, .. } = self;
        Walked { system, turns, end: end.unwrap_or(End::Complete), steps, decisions: next, loc }
    }

    fn follow(&mut self) -> Result<(), End> {
        while !self.frames.is_empty() {
            self.steps += 1;
            if self.steps > self.orders.steps || self.system.rows.len() > MOST_ROWS {
                return Err(End::Steps);
            }
            let frame = self.frames.last_mut().expect("there is one");
            let func = &self.program.funcs[frame.func];
            let block = &func.blocks[frame.block];
            match block.insts.get(frame.at) {
                Some(&inst) => {
                    frame.at += 1;
                    self.loc = func.insts[inst].loc;
                    self.step(func, inst)?;
                }
                None => {
                    self.loc = block.end_loc;
                    self.end(func, &block.end)?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn enter(&mut self, func: Func, args: Vec<Val>, variadic: Option<Val>) -> Result<(), End> {
        let callee = &self.program.funcs[func];
        if callee.layout.is_empty() || self.frames.len() > 10_000 {
            return Err(End::Unsupported);
        }
        self.arrive(func, callee, &args);
        let mut values = vec![None; callee.values.len()];
        let params = &callee.blocks[callee.entry()].params;
        let missing = Val::known(0, 0);
        let given = params.iter().take(callee.sig.params.len()).enumerate();
        for (at, param) in given {
            values[param.as_u32() as usize] = Some(args.get(at).unwrap_or(&missing).clone());
        }
        if callee.sig.variadic
            && let Some(param) = params.last()
        {
            values[param.as_u32() as usize] = Some(variadic.unwrap_or(missing));
        }
        let slots = FxHashMap::default();
        let context = self.frames.last().map_or(0, |caller| {
            let mut hasher = FxHasher::default();
            (caller.context, caller.func, caller.block, caller.at).hash(&mut hasher);
            hasher.finish()
        });
        self.frames.push(Frame { func, block: callee.entry(), at: 0, values, slots, context });
        Ok(())
    }

    fn end(&mut self, func: &'a Function, end: &'a Terminator) -> Result<(), End> {
        if let Some(frame) = self.frames.last() {
            self.watch(func, self.orders.watches.ends.get(&(frame.func, frame.block)));
        }
        match end {
            Terminator::Jump(target) => self.goto(func, target),
            Terminator::Branch { cond, then, otherwise } => {
                let (val, width) = (self.get(func, *cond), func.ty(*cond).bits(self.program.model));
                let condition = self.truth(&val, width);
                let ways = [(then, condition.clone()), (otherwise, condition.not())];
                self.decide(func, &ways, val.shadow.map(|bits| usize::from(bits == 0)))
            }
            Terminator::Switch { value, cases, default } => {
                let (val, width) = (self.get(func, *value), func.ty(*value).bits(self.program.model));
                let ways = self.cases(&val, width, cases, default);
                let taken =
                    val.shadow.map(|bits| cases.iter().position(|(key, _)| *key == bits).unwrap_or(cases.len()));
                self.decide(func, &ways, taken)
            }
            Terminator::Return(values) => {
                let results: Vec<Val> = values.iter().map(|value| self.get(func, *value)).collect();
                self.leave(results)
            }
            Terminator::Unreachable { .. } | Terminator::Unsupported { .. } | Terminator::Stop => Err(End::Complete),
        }
    }

    fn leave(&mut self, results: Vec<Val>) -> Result<(), End> {
        self.frames.pop();
        let Some(frame) = self.frames.last_mut() else { return Err(End::Complete) };
        let func = &self.program.funcs[frame.func];
        let inst = func.blocks[frame.block].insts[frame.at - 1];
        for (at, result) in func.insts[inst].results.iter().enumerate() {
            let val = results.get(at).cloned().unwrap_or(Val::known(0, 0));
            frame.values[result.as_u32() as usize] = Some(val);
        }
        Ok(())
    }

    /// Takes the way that the run took, notes the others where they are wanted, and assumes the condition.
    fn decide(
        &mut self,
        func: &'a Function,
        ways: &[(&'a Target, Rc<Condition>)],
        shadow: Option<usize>,
    ) -> Result<(), End> {
        let Some(&edge) = self.orders.decisions.get(self.next) else { return Err(End::Complete) };
        let Some(taken) = ways.iter().position(|(target, _)| target.edge == edge) else { return Err(End::Diverged) };
        if shadow.is_some_and(|shadow| ways[shadow].0.edge != edge) {
            return Err(End::Diverged);
        }
        for (at, (target, condition)) in ways.iter().enumerate() {
            if at != taken && (self.orders.wanted)(Aim::Edge(target.edge), self.next) {
                self.turn(Aim::Edge(target.edge), condition, true);
            }
        }
        self.next += 1;
        (self.orders.took)(edge, self.frames.last().map_or(0, |frame| frame.context));
        let condition = ways[taken].1.clone();
        self.loose += u32::from(matches!(*condition, Condition::Unknown));
        self.assume(&condition, true);
        self.goto(func, ways[taken].0)
    }

    fn goto(&mut self, func: &'a Function, target: &'a Target) -> Result<(), End> {
        let args: Vec<Val> = target.args.iter().map(|arg| self.get(func, *arg)).collect();
        let frame = self.frames.last_mut().expect("a call is going on");
        for (param, arg) in func.blocks[target.block].params.iter().zip(args) {
            frame.values[param.as_u32() as usize] = Some(arg);
        }
        (frame.block, frame.at) = (target.block, 0);
        Ok(())
    }

    /// Notes what a call could do with its parameters that no call has done.
    fn arrive(&mut self, id: Func, callee: &Function, args: &[Val]) {
        let model = self.program.model;
        for (at, (val, ty)) in args.iter().zip(&callee.sig.params).enumerate().take(256) {
            if let Some(point) = self.orders.watches.params.get(&(id, at as u32)) {
                let param = callee.blocks[callee.entry()].params.get(at).copied();
                let fact = param.and_then(|param| self.fact(id, param));
                self.beyond(*point, val, ty.bits(model), fact);
            }
        }
        let pointers = |at: usize| callee.sig.params.get(at) == Some(&Type::Ptr);
        for (i, a) in args.iter().enumerate().filter(|(at, _)| pointers(*at)) {
            if let Form::Number(number) = &a.form
                && number.known().is_none()
                && (self.orders.wanted)(Aim::Null(id, i as u32), self.next)
            {
                self.turn(Aim::Null(id, i as u32), &Condition::Zero(number.clone()), true);
            }
            for (j, b) in args.iter().enumerate().skip(i + 1).filter(|(at, _)| pointers(*at)) {
                let (Form::Pointer(x, offset), Form::Pointer(y, other)) = (&a.form, &b.form) else { continue };
                let apart = offset.sub(other).filter(|apart| x == y && apart.known().is_none());
                let aim = Aim::Alias(id, i as u32, j as u32);
                if let Some(apart) = apart.filter(|_| (self.orders.wanted)(aim, self.next)) {
                    self.turn(aim, &Condition::Zero(apart), true);
                }
            }
        }
    }

    /// Notes how watched values could leave the ranges in which they were seen (paper, section 5: the virtual condition
    /// at the end of a path).
    pub(super) fn watch(&mut self, func: &'a Function, watched: Option<&Vec<(PointId, Value)>>) {
        for (point, value) in watched.into_iter().flatten() {
            if (self.orders.span)(*point).is_some() {
                let val = self.get(func, *value);
                let fact = self.frames.last().and_then(|frame| self.fact(frame.func, *value));
                self.beyond(*point, &val, func.ty(*value).bits(self.program.model), fact);
            }
        }
    }

    fn beyond(&mut self, point: PointId, val: &Val, width: u32, fact: Option<Hint>) {
        let (Form::Number(number), Some((low, high))) = (&val.form, (self.orders.span)(point)) else { return };
        if number.known().is_some() || width > WIDEST {
            return;
        }
        // The value is read with its sign; the rows that keep it from wrapping belong to the turn alone.
        let half = 1i128 << (width - 1);
        let between = |least: i128, most: i128| {
            let ends = [number.negated().shifted(least)?, number.shifted(-most)?];
            Some(Condition::All(ends.map(|end| Rc::new(Condition::AtMost(end))).to_vec()))
        };
        // No further than the static analysis allows.
        let (least, most) = match fact {
            Some(Hint::Int(bits, least, most)) if bits == width => (least, most),
            _ => (-half, half - 1),
        };
        let above = (high < most).then(|| between(high + 1, most)).flatten();
        let below = (low > least).then(|| between(least, low - 1)).flatten();
        let ways = [(Aim::Above(point), above), (Aim::Below(point), below)];
        for (aim, condition) in ways {
            if let Some(condition) = condition.filter(|_| (self.orders.wanted)(aim, self.next)) {
                self.turn(aim, &condition, true);
            }
        }
    }

    /// What the static analysis knows of a value.
    pub(super) fn fact(&self, func: Func, value: Value) -> Option<Hint> {
        match self.orders.facts?.value(func, value)? {
            Abs::Int(int) => Some(Hint::Int(int.width, int.smin, int.smax)),
            Abs::Float(float) => Some(Hint::Float(*float)),
            Abs::Pointer(_) => None,
        }
    }

    /// Where the walk is.
    pub(super) fn spot(&self) -> Option<(Func, Block, u32)> {
        self.frames.last().map(|frame| (frame.func, frame.block, frame.at as u32))
    }

    /// Notes that the run would do what is wanted if the condition were so.
    pub(super) fn turn(&mut self, aim: Aim, condition: &Condition, truth: bool) {
        // A guess makes sure; what is proved to be impossible must be so for certain.
        let ways = match self.mode {
            Mode::Sound => condition.ways(truth, self.loc),
            Mode::Guess => condition.wishes(truth, self.loc),
        };
        let ways = possible(&self.system, ways);
        if ways.is_empty() {
            return;
        }
        let calls = self.frames.iter().map(|frame| (frame.func, frame.block)).collect();
        let (rows, decisions, loose) = (self.system.rows.len(), self.next, self.loose);
        let turn = Turn { aim, rows, decisions, ways, loose, calls, loc: self.loc };
        let turns = self.turns.entry(aim).or_default();
        if turns.len() == TURNS {
            turns.remove(TURNS / 2);
        }
        turns.push(turn);
    }

    /// What was so on the path becomes rows. Of several ways a guess takes that of the known run; a sound walk learns
    /// nothing from them.
    pub(super) fn assume(&mut self, condition: &Condition, truth: bool) {
        let ways = possible(&self.system, condition.ways(truth, self.loc));
        let chosen = match (&ways[..], self.mode) {
            ([only], Mode::Sound) => Some(only.clone()),
            (_, Mode::Sound) => None,
            (_, Mode::Guess) => {
                let holds = |row: &Row| row.holds(|unknown| self.system.shadow(unknown)) == Some(true);
                // Well inside, so that what is rounded does not matter, if the known run is.
                let inside = condition.wishes(truth, self.loc).into_iter().find(|way| way.iter().all(holds));
                let known = || ways.iter().find(|way| way.iter().all(holds)).cloned();
                let only = || ways.first().filter(|_| ways.len() == 1).cloned();
                inside.or_else(known).or_else(only)
            }
        };
        for row in chosen.unwrap_or_default() {
            self.system.push(row);
        }
    }

    /// A new unknown for a value of which only a range is known.
    pub(super) fn fresh(&mut self, low: i128, high: i128, shadow: Option<i128>) -> Affine {
        self.system.escaped += u32::from(shadow.is_some_and(|shadow| !(low..=high).contains(&shadow)));
        let info = Info { source: Source::Fresh, low, high, shadow, loc: self.loc, digits: 0 };
        Affine::unknown(self.system.add(info))
    }

    /// A new unknown for all values of a width.
    pub(super) fn any(&mut self, width: u32, shadow: Option<u128>) -> Val {
        if width > 100 {
            return Val::opaque(shadow);
        }
        let half = 1i128 << (width - 1);
        let (low, high) = match self.hint {
            Some(Hint::Int(bits, low, high)) if bits == width => (low, high),
            _ => (-half, half - 1),
        };
        let number = self.fresh(low, high, shadow.map(|bits| meaning::wide::signed(width, bits)));
        Val { form: Form::Number(number), shadow }
    }

    pub(super) fn input(&mut self, site: InputSite) -> Val {
        let info = &self.program.sites[site];
        let occurrence = *self.occurrences.entry(site).and_modify(|count| *count += 1).or_insert(0);
        let shadow = (self.orders.input)(site, occurrence);
        let width = info.ty.bits(self.program.model);
        let name = crate::sample::Name { site: site.as_u32(), occurrence };
        if info.ty.is_float() {
            return self.float_input(info, Source::Input(name), shadow);
        }
        let Type::Int(_) = info.ty else { return Val::opaque(shadow) };
        if width > 100 {
            return Val::opaque(shadow);
        }
        let mask = meaning::wide::mask(width) as i128;
        let half = 1i128 << (width - 1);
        let (low, high) = match (info.kind, info.range) {
            (InputKind::Pointer, _) => (0, 0),
            (InputKind::Bool, None) => (0, 1),
            (_, Some((low, high))) if low <= high => (low, high),
            (InputKind::Signed, _) => (-half, half - 1),
            _ => (0, mask),
        };
        let signed = info.kind == InputKind::Signed;
        let number = shadow.map(|bits| if signed { meaning::wide::signed(width, bits) } else { bits as i128 });
        let unknown = Info { source: Source::Input(name), low, high, shadow: number, loc: info.loc, digits: 0 };
        let number = Affine::unknown(self.system.add(unknown));
        Val { form: Form::Number(number), shadow }
    }

    pub(super) fn shadow_of(&self, affine: &Affine) -> Option<i128> {
        affine.value(|unknown: Unknown| self.system.shadow(unknown))
    }

    /// Adds a row that is true by what the unknowns in it mean.
    pub(super) fn define(&mut self, row: Row) {
        let loc = self.loc;
        self.system.push(Row { loc, ..row });
    }

    /// Takes a value from the known run.
    pub(super) fn pin(&mut self, affine: &Affine) -> Option<i128> {
        if let Some(known) = affine.known() {
            return Some(known);
        }
        let value = self.shadow_of(affine).filter(|_| self.mode == Mode::Guess)?;
        self.define(Row::equal(affine.shifted(-value)?));
        Some(value)
    }
}
