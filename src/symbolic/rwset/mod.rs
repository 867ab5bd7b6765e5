//! RWset (Boonstoppel, Cadar and Engler, "RWset: attacking path explosion in constraint-based test generation"): a path
//! that comes to a point in a state from which everything that follows was already seen is not followed further.
//!
//! The state at a point is compared with those of earlier visits, but only in what was read behind the point (the *read
//! set*, in bytes and registers, with the constraints that say something about it); what is written before it is read does
//! not matter, and the earlier state may have known less about its inputs ([`conditions`]). Read sets are gathered on the way and go up the tree of points when everything below is finished
//! ([`track`], [`sets`]); a point is a block where ways meet, with the calls that lead to it. What is compared is
//! independent of the names of inputs and of addresses ([`keys`], [`shapes`]), so an event loop whose next message is
//! another input than the last one comes to its fixed point: where loops begin, whole states are compared also with those
//! of visits that are not finished.
//!
//! What it promises: whatever branch or check can be reached is reached by some path that is followed, if nothing was left
//! out elsewhere. Where uninitialised reads or leaks are asked for, nothing is pruned. Programs whose decisions depend on addresses as numbers are outside the promise, as they are elsewhere.

mod conditions;
mod facts;
mod keys;
mod sets;
mod shapes;
mod small;
mod track;

pub use track::Track;

use super::executor::{End, Executor};
use super::memory::Objects;
use super::state::State;
use conditions::Conditions;
use cranelift_entity::EntityRef;
use facts::{Bits, Facts};
use keys::{Scene, Script, View, everything};
use rarebit_front_end::ir::*;
use rustc_hash::{FxHashMap, FxHashSet};
use sets::ReadSet;
use shapes::Shapes;
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use track::{Finished, Needs, Node, Record, Same, Status};

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Whole states: everything that was written.
    WriteSet,
    /// What is read later.
    Full,
    /// Like [`Mode::Full`], but every path is followed: what it costs, and how many states are distinct.
    Measure,
}

/// What was met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visits {
    /// Points that states came to.
    pub points: u64,
    /// Of these, with nothing new to follow.
    pub hits: u64,
}

/// Scripts that are tried at a point; the youngest and those that matched come first.
const SCRIPTS: usize = 12;
/// Points after a fork among which every beginning of a loop is looked at. Of the rest it is the first, the second, the
/// fourth, and so on.
const QUIET: u32 = 16;

/// States of one point that agree on what a script reads.
struct Seen {
    script: Script,
    /// By what is there: what is known about it.
    keys: FxHashMap<Box<[u64]>, Vec<Conditions>>,
    /// Hashes of how these keys begin, before each object: most states differ early.
    beginnings: FxHashSet<(usize, u64)>,
}

/// Visits with equal states, and what was known about these.
type Visited = Vec<(Conditions, Rc<Record>)>;

pub struct Rwset {
    mode: Mode,
    facts: Vec<Option<Facts>>,
    /// Points by their calls.
    points: FxHashMap<Box<[u32]>, u32>,
    seen: FxHashMap<u32, Vec<Seen>>,
    /// Whole states, by point.
    whole: FxHashMap<u32, FxHashMap<Box<[u64]>, Visited>>,
    finished: Finished,
    shapes: Shapes,
    initial: Objects,
    next: u64,
    /// Does the program keep books about itself? They are no part of what is compared.
    blind: bool,
    pub visits: Visits,
}

impl Rwset {
    pub fn new(program: &Program, mode: Mode) -> Rwset {
        Rwset {
            mode,
            facts: program.funcs.keys().map(|_| None).collect(),
            points: FxHashMap::default(),
            seen: FxHashMap::default(),
            whole: FxHashMap::default(),
            finished: Finished::default(),
            shapes: Shapes::default(),
            initial: Objects::new(),
            next: 1,
            blind: keeps_books(program),
            visits: Visits::default(),
        }
    }

    /// The program begins.
    pub fn begin(&mut self, state: &mut State) {
        if self.blind {
            return;
        }
        self.initial = state.space.objects.clone();
        state.track = Some(Box::new(Track::new(Node::root(&self.finished), state.depth, state.space.births())));
    }

    fn facts(&mut self, program: &Program, func: Func) -> &mut Facts {
        self.facts[func.index()].get_or_insert_with(|| Facts::new(&program.funcs[func]))
    }

    /// The registers of every call that may still be read.
    fn alive(&mut self, program: &Program, view: &View<'_>) -> Vec<Rc<Bits>> {
        let last = view.frames.len() - 1;
        let alive = view.frames.iter().enumerate().map(|(depth, frame)| {
            let facts = self.facts(program, frame.func);
            match depth == last {
                true => facts.blocks[frame.block.index()].alive.clone(),
                false => facts.behind(&program.funcs[frame.func], frame.block, frame.at).alive.clone(),
            }
        });
        alive.collect()
    }

    fn point(&mut self, view: &View<'_>) -> u32 {
        let place = |frame: &&super::state::Frame| [frame.func.as_u32(), frame.block.as_u32(), frame.at as u32];
        let key: SmallVec<[u32; 32]> = view.frames.iter().flat_map(place).collect();
        if let Some(point) = self.points.get(key.as_slice()) {
            return *point;
        }
        let point = self.points.len() as u32;
        self.points.insert(key.as_slice().into(), point);
        point
    }

    /// What became known since the last time.
    fn publish(&mut self, program: &Program, terms: &super::terms::Terms) {
        let finished = std::mem::take(&mut *self.finished.borrow_mut());
        for record in finished {
            let Some(state) = record.state.as_ref().filter(|_| self.mode != Mode::WriteSet) else { continue };
            let view = View::new(state);
            let alive = self.alive(program, &view);
            let mut scene = Scene { program, terms, shapes: &mut self.shapes };
            let script = Script::new(&mut scene, &view, &record.reads.borrow(), &alive);
            let mut beginnings = Vec::new();
            let note = |stage: usize, hash: u64| {
                beginnings.push((stage, hash));
                true
            };
            let Some(mut walk) = script.walk(&mut scene, &view, note) else { continue };
            let constraints = walk.constraints(&mut scene, state);
            let scripts = self.seen.entry(record.point).or_default();
            let at = scripts.iter().position(|seen| seen.script == script).unwrap_or_else(|| {
                scripts.truncate(SCRIPTS - 1);
                scripts.insert(0, Seen { script, keys: FxHashMap::default(), beginnings: FxHashSet::default() });
                0
            });
            scripts[at].beginnings.extend(beginnings);
            let known = scripts[at].keys.entry(walk.into_key()).or_default();
            if !known.iter().any(|known| known.hold_in(&constraints)) {
                known.retain(|known| !constraints.hold_in(known));
                known.push(constraints);
            }
        }
    }

    /// What is read behind an earlier visit that this one agrees with.
    fn known(
        &mut self,
        program: &Program,
        terms: &super::terms::Terms,
        point: u32,
        view: &View<'_>,
    ) -> Option<ReadSet> {
        let scripts = self.seen.get_mut(&point)?;
        let mut scene = Scene { program, terms, shapes: &mut self.shapes };
        for at in 0..scripts.len() {
            let seen = &scripts[at];
            let begins = |stage: usize, hash: u64| seen.beginnings.contains(&(stage, hash));
            let Some(mut walk) = seen.script.walk(&mut scene, view, begins) else { continue };
            let Some(known) = seen.keys.get(walk.tokens()) else { continue };
            let mine = walk.constraints(&mut scene, view.state);
            if known.iter().any(|known| known.hold_in(&mine)) {
                let follow = self.mode == Mode::Measure;
                let reads = if follow { ReadSet::default() } else { seen.script.reads(view, &walk) };
                scripts.swap(0, at);
                return Some(reads);
            }
        }
        None
    }

    /// A state begins a block. Is there nothing new to follow?
    fn arrive(&mut self, program: &Program, terms: &super::terms::Terms, state: &mut State) -> bool {
        let Some(mut track) = state.track.take() else { return false };
        track.arriving = false;
        let block = state.frame.block.index();
        let facts = &self.facts(program, state.frame.func).blocks[block];
        let (joins, loops) = (facts.joins, facts.loops);
        if track.forks != state.forks as usize {
            track.forks = state.forks as usize;
            track.quiet = 0;
        }
        let mut hit = false;
        if joins {
            // Between two forks nothing happens that was not decided at the first: what is seen late there costs a few
            // instructions, and no path. But a loop without end must come to the same place each time.
            track.quiet += 1;
            if track.quiet.is_power_of_two() || loops && track.quiet <= QUIET {
                hit = self.visit(program, terms, state, &mut track, loops);
            }
        }
        if !hit {
            let facts = &self.facts(program, state.frame.func).blocks[block];
            track.way().runs(state.depth, &facts.uses);
        }
        state.track = Some(track);
        hit
    }

    fn visit(
        &mut self,
        program: &Program,
        terms: &super::terms::Terms,
        state: &State,
        track: &mut Track,
        loops: bool,
    ) -> bool {
        self.publish(program, terms);
        self.visits.points += 1;
        let view = View::new(state);
        let point = self.point(&view);
        let mut same = self.known(program, terms, point, &view).map(|reads| Same::Reads(reads, Needs::new()));
        let mut whole = None;
        if same.is_none() && (loops || self.mode == Mode::WriteSet) {
            let alive = self.alive(program, &view);
            let mut scene = Scene { program, terms, shapes: &mut self.shapes };
            if let Some(mut walk) = everything(&mut scene, &view, &alive, &self.initial) {
                let conditions = walk.constraints(&mut scene, state);
                let key = walk.into_key();
                let there = self.whole.get(&point).and_then(|keys| keys.get(&key)).into_iter().flatten();
                let mut holding = there.filter(|(known, _)| known.hold_in(&conditions));
                same = holding.find_map(|(_, record)| track.same_as(record, state));
                whole = Some((key, conditions));
            }
        }
        self.visits.hits += u64::from(same.is_some());
        match same {
            // What follows is known; nobody needs to hear of it again.
            Some(_) if self.mode == Mode::Measure => return false,
            Some(Same::Reads(reads, needs)) => track.end_as(&reads, &needs),
            Some(Same::Followed) => track.end_unread(),
            None => {
                let record = Rc::new(Record {
                    id: self.next,
                    number: track.next_number(),
                    point,
                    state: Some(state.clone()),
                    status: Cell::new(Status::Open),
                    reads: RefCell::default(),
                    needs: RefCell::default(),
                });
                self.next += 1;
                if let Some((key, conditions)) = whole {
                    let known = self.whole.entry(point).or_default().entry(key).or_default();
                    known.push((conditions, record.clone()));
                }
                track.advance(record, state.depth, state.space.births());
                return false;
            }
        }
        true
    }
}

/// Is the program instrumented for uninitialised reads or leaks?
fn keeps_books(program: &Program) -> bool {
    use HostFn::*;
    let mut insts = program.funcs.values().flat_map(|func| func.insts.values());
    insts.any(|inst| match inst.data {
        InstData::Host { func, .. } => {
            matches!(func, ShadowLoad | ShadowStore | ShadowCopy | ShadowFill | ShadowTest | Mark | Leaked | Unfreed)
        }
        _ => false,
    })
}

impl Executor<'_> {
    /// A state begins a block. Is there nothing new to follow?
    pub(super) fn arrive(&mut self, state: &mut State) -> bool {
        let Some(mut rwset) = self.rwset.take() else { return false };
        let hit = rwset.arrive(self.program, &self.terms, state);
        self.rwset = Some(rwset);
        hit
    }

    /// A call came back to the state's.
    pub(super) fn returned(&mut self, state: &mut State) {
        let (Some(rwset), Some(track)) = (&mut self.rwset, &mut state.track) else { return };
        let frame = &state.frame;
        let behind =
            rwset.facts(self.program, frame.func).behind(&self.program.funcs[frame.func], frame.block, frame.at);
        let way = track.way();
        way.returns(state.depth);
        way.runs(state.depth, &behind.uses);
    }

    /// A block's parameters were set.
    pub(super) fn arriving(&mut self, state: &mut State) {
        let (Some(rwset), Some(track)) = (&mut self.rwset, &mut state.track) else { return };
        track.arriving = true;
        let facts = &rwset.facts(self.program, state.frame.func).blocks[state.frame.block.index()];
        if !facts.params.is_empty() {
            Rc::make_mut(&mut track.way).sets(state.depth, &facts.params);
        }
    }
}

impl State {
    /// Bytes of an object are read.
    pub fn reads_bytes(&mut self, base: u32, offset: u64, size: u64, pointer: bool) {
        if let Some(track) = &mut self.track {
            let birth = track.birth(&self.space, base);
            track.way().reads((birth, base), offset, size, pointer);
        }
    }

    /// Bytes of an object are written, all of these.
    pub fn writes_bytes(&mut self, base: u32, offset: u64, size: u64) {
        if let Some(track) = &mut self.track {
            let birth = track.birth(&self.space, base);
            track.way().writes((birth, base), offset, size);
        }
    }

    /// It matters how large an object is and whether it lives.
    pub fn touches(&mut self, base: u32) {
        if let Some(track) = &mut self.track {
            let birth = track.birth(&self.space, base);
            track.way().touches(birth, base);
        }
    }

    /// It matters which objects there are.
    pub fn looks_around(&mut self) {
        if let Some(track) = &mut self.track {
            track.way().looks_around();
        }
    }

    /// Something was left out here.
    pub fn lose(&mut self) {
        if let Some(track) = &self.track {
            track.lose();
        }
    }

    /// The path ends.
    pub fn ends(&mut self, end: &End) {
        if let Some(track) = &mut self.track
            && matches!(end, End::Exit(_) | End::Failed(_) | End::AssumptionFailed)
        {
            track.end();
        }
    }
}
