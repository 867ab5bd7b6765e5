//! The linear adviser: feedback constraints (paper, sections 2 and 5).
//!
//! Known runs are walked symbolically, newest first. Where such a path could turn towards something that is wanted, an
//! open edge or check, or a decision nobody has taken behind this path, the rows up to there and those of the turn are a
//! constraint on the inputs. Its integer point nearest to the known run is proposed first; if the goal stays open,
//! the whole polytope is given to the sampler, which makes up for what linear leaves out. Turns are tried in the order:
//! open goals first, fewest attempts first, then those with something linear to say, then those from
//! which a goal is nearest along extensions that match calls with returns, then those with the fewest conditions that are
//! not linear before them, then the shortest. Every attempt
//! makes a run, every new run a path in the trie, and so on: minimal extensions of known prefixes.

use super::advice::{Advice, Adviser, View, Why};
use super::chaining::{Handed, Pool};
use super::sites::Sites;
use super::walks::{Tracer, Wants, walked};
use super::watches::watches;
use crate::linear::real;
use crate::linear::walk::{self, End};
use crate::linear::{
    Aim, Guess, Relation, Source, System, Turn, Unknown, Walked, Watches, describe, exact, simplify, solve,
};
use crate::paths::{Calls, Cursor, Nearness, Path, Trie};
use crate::sample::{Entry, Point};
use crate::simulate::{Drawn, Options};
use rarebit_front_end::ir::*;
use rarebit_learners::approach::Rung;
use rarebit_learners::{CheckId, EdgeId, PointId, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// What the adviser proposes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A point first, the polytope if that did not do.
    Points,
    /// Both at once: the paper's experiment A(LP).
    Polytopes,
    /// The same with their bounding boxes: A(BBOX).
    Boxes,
}

/// A known run with its symbolic side.
struct Known {
    point: Point,
    decisions: Vec<Edge>,
    walked: Walked<Guess>,
}

/// A place to turn that has not been tried enough.
struct Candidate {
    known: Arc<Known>,
    turn: usize,
    node: crate::paths::Node,
    /// How often it was proposed.
    stage: u32,
    /// Edges from there to the nearest goal.
    far: u32,
}

pub struct Linear<'a> {
    program: &'a Program,
    kind: Kind,
    trie: Trie,
    nearness: Nearness,
    waiting: VecDeque<Point>,
    seen: HashSet<Point>,
    /// What others hand over.
    pool: Pool,
    watches: Watches,
    /// The ranges seen so far.
    spans: FxHashMap<PointId, Span>,
    candidates: Vec<Candidate>,
    attempts: HashMap<Aim, u32>,
    /// Domains proposed in this round.
    domains: usize,
    round: u64,
}

/// Class, attempts, whether nothing linear is known, how far a goal is, how much is not linear before, how long.
type Rank = (u32, u32, bool, u32, u32, usize);

/// Candidates kept at most; the worst are dropped.
const MOST_CANDIDATES: usize = 1500;
/// Points kept that have not been walked.
const MOST_WAITING: usize = 400;
/// Proposals in a round.
const MOST_POINTS: usize = 48;
const MOST_DOMAINS: usize = 12;
/// Attempts at a fact that is only new, since it was extended last; and how many such facts are taken of one run.
const MOST_ATTEMPTS: u32 = 4;
const MOST_FACTS: usize = 24;
/// Instructions of one walk, and of one that a person waits for.
const WALK: u64 = 60_000;
const EXPLAINED: u64 = 5_000_000;

impl<'a> Linear<'a> {
    pub fn new(program: &'a Program, kind: Kind, pool: Pool) -> Linear<'a> {
        Linear {
            program,
            kind,
            trie: Trie::default(),
            nearness: Nearness::new(program),
            waiting: VecDeque::new(),
            seen: HashSet::new(),
            pool,
            watches: watches(program),
            spans: FxHashMap::default(),
            candidates: Vec::new(),
            attempts: HashMap::new(),
            domains: 0,
            round: u64::MAX,
        }
    }

    fn note(&mut self, point: &Point) {
        if self.seen.len() < 1 << 16 && self.seen.insert(point.clone()) {
            self.waiting.push_front(point.clone());
            self.waiting.truncate(MOST_WAITING);
        }
    }

    /// Walks one more known run; what it cost.
    fn explore(&mut self, view: &View<'_>, tracer: &mut Tracer<'_>, point: Point) -> u64 {
        let decisions = tracer.decisions(&point);
        // The path goes into the trie while it is walked: the walk knows the calls.
        let path = RefCell::new((&mut self.trie, Cursor::default(), vec![Trie::ROOT]));
        let took = |edge: Edge, calls: Calls| {
            let (trie, cursor, nodes) = &mut *path.borrow_mut();
            trie.advance(cursor, edge, calls);
            nodes.push(cursor.node());
        };
        let attempts = |aim: Aim| self.attempts.get(&aim).copied().unwrap_or(0);
        let wanted = |aim: Aim, at: usize| match aim {
            Aim::Edge(edge) => {
                let (trie, _, nodes) = &*path.borrow();
                !trie.has(nodes[at], edge)
            }
            Aim::Check(_) => rung(aim).is_some_and(|rung| view.archive.goals.contains_key(&rung)),
            Aim::Assumption => true,
            _ => attempts(aim) < MOST_ATTEMPTS,
        };
        let span = |point: PointId| self.spans.get(&point).map(|span| (span.low.into(), span.high.into()));
        let facts = view.facts;
        let wants = Wants { wanted: &wanted, watches: &self.watches, span: &span, took: &took, facts };
        let walked = walked(view.sites, view.options, &point, &decisions, wants, WALK, |orders| {
            walk::guess(self.program, orders)
        });
        let (.., nodes) = path.into_inner();
        let cost = walked.steps + decisions.len() as u64 / 8 + 500;
        let known = Arc::new(Known { point, decisions, walked });
        // Of facts that are only new, not aimed at, those that were tried least, one place each.
        let mut facts: Vec<(u32, Aim, usize)> = Vec::new();
        for (turn, data) in known.walked.turns.iter().enumerate() {
            if !matches!(data.aim, Aim::Edge(_) | Aim::Check(_) | Aim::Assumption) {
                facts.push((attempts(data.aim), data.aim, turn));
            }
        }
        facts.sort_unstable();
        facts.dedup_by_key(|(_, aim, _)| *aim);
        let facts: HashSet<usize> = facts.into_iter().take(MOST_FACTS).map(|(.., turn)| turn).collect();
        for (turn, data) in known.walked.turns.iter().enumerate() {
            if !matches!(data.aim, Aim::Edge(_) | Aim::Check(_) | Aim::Assumption) && !facts.contains(&turn) {
                continue;
            }
            let node = nodes[data.decisions];
            let far = self.far(data);
            self.candidates.push(Candidate { known: known.clone(), turn, node, stage: 0, far });
        }
        cost
    }

    /// What is open now is what places are near to.
    fn aim(&mut self, view: &View<'_>) {
        let (mut edges, mut checks) = (FxHashSet::default(), FxHashSet::default());
        for goal in view.archive.goals.keys() {
            match goal {
                Rung::Edge(edge) => drop(edges.insert(Edge::from_u32(edge.0))),
                Rung::Check(check) => drop(checks.insert(Check::from_u32(check.0))),
            }
        }
        self.nearness.aim(&edges, &checks);
        let mut candidates = std::mem::take(&mut self.candidates);
        for candidate in &mut candidates {
            candidate.far = self.far(&candidate.known.walked.turns[candidate.turn]);
        }
        self.candidates = candidates;
    }

    fn far(&self, turn: &Turn) -> u32 {
        match turn.aim {
            Aim::Edge(edge) => self.nearness.from(&turn.calls, edge),
            _ => 0,
        }
    }

    /// What is best tried next comes first.
    fn rank(&self, view: &View<'_>, candidate: &Candidate) -> Option<Rank> {
        let turn = &candidate.known.walked.turns[candidate.turn];
        let open = match turn.aim {
            Aim::Assumption => true,
            aim => rung(aim).is_some_and(|rung| view.archive.goals.contains_key(&rung)),
        };
        let attempts = self.attempts.get(&turn.aim).copied().unwrap_or(0);
        let fresh = match turn.aim {
            Aim::Edge(edge) => !self.trie.has(candidate.node, edge),
            Aim::Check(_) | Aim::Assumption => open,
            _ => attempts < MOST_ATTEMPTS,
        };
        if !open && !fresh {
            return None;
        }
        let blind = turn.ways.iter().all(Vec::is_empty);
        let local = self.trie.attempts(candidate.node, turn.aim);
        // An open goal that was tried often is worth no more than a way nobody has gone.
        let class = if open { attempts / 8 } else { 1 + attempts / 4 } + 4 * candidate.stage + 2 * local.min(8);
        Some((class, attempts, blind, candidate.far, turn.loose, turn.decisions))
    }

    /// The best candidate, taken out.
    fn best(&mut self, view: &View<'_>) -> Option<Candidate> {
        let mut best: Option<(Rank, usize)> = None;
        let mut at = 0;
        while at < self.candidates.len() {
            match self.rank(view, &self.candidates[at]) {
                None => {
                    self.candidates.swap_remove(at);
                }
                Some(rank) => {
                    if best.is_none_or(|(known, _)| rank < known) {
                        best = Some((rank, at));
                    }
                    at += 1;
                }
            }
        }
        best.map(|(_, at)| self.candidates.swap_remove(at))
    }

    /// Proposals for one candidate; what it cost.
    fn propose(&mut self, view: &View<'_>, candidate: Candidate, all: &mut Proposals) -> u64 {
        let known = candidate.known.clone();
        let turn = &known.walked.turns[candidate.turn];
        let path = Path::of(&known.decisions[..turn.decisions]);
        if self.trie.is_closed(path, turn.aim) {
            return 10;
        }
        self.trie.attempt(candidate.node, turn.aim);
        *self.attempts.entry(turn.aim).or_insert(0) += 1;
        let goal = rung(turn.aim).filter(|rung| view.archive.goals.contains_key(rung));
        let mut cost = 50;
        let mut found = false;
        for way in &turn.ways {
            let system = known.walked.system.prefix(turn.rows, way);
            let system = if way.is_empty() { system } else { simplify::component(&system, way.len()) };
            cost += 20 * system.rows.len() as u64 + 50;
            if way.is_empty() && self.kind == Kind::Points && (candidate.stage > 0 || system.rows.is_empty()) {
                continue;
            }
            // A box knows nothing of what its coordinates have to do with each other.
            let values = if self.kind == Kind::Boxes { solve::corner(&system) } else { solve::point(&system) };
            let Some(values) = values else { continue };
            found = true;
            let start = moved(view.sites, &known.point, &system, &values);
            let why = self.why(turn, &system);
            if candidate.stage == 0 && !way.is_empty() {
                all.points.push(Advice::Point { inputs: start.clone(), goal, why: why.clone() });
                // As far as it goes: one more round of a loop may be as good as all that there can be.
                let bound = way.iter().find(|row| row.relation == Relation::AtMost).filter(|_| goal.is_none());
                if let Some(values) = bound.and_then(|row| solve::far(&system, &row.affine)) {
                    let inputs = moved(view.sites, &known.point, &system, &values);
                    all.points.push(Advice::Point { inputs, goal, why: why.clone() });
                }
                if self.kind == Kind::Points {
                    continue;
                }
            }
            if self.domains >= MOST_DOMAINS {
                continue;
            }
            // The whole prefix where it is small, so that sampling does not leave the path.
            let whole = known.walked.system.prefix(turn.rows, way);
            let domain = if whole.rows.len() <= 40 { whole } else { system.clone() };
            let projected = simplify::project_guess(&Guess::new(domain));
            let axis = |site: u32| view.sites.space.axes[site as usize];
            if let Some(polytope) = solve::polytope(&projected, &axis) {
                let polytope = if self.kind == Kind::Boxes { solve::bounding_box(&polytope) } else { polytope };
                all.domains.push(Advice::Domain { polytope: polytope.into(), start, goal, why });
                self.domains += 1;
            }
        }
        if !found && rung(turn.aim).is_some() {
            return cost + self.refute(view, &known, turn, path);
        }
        if candidate.stage < 2 {
            self.candidates.push(Candidate { stage: candidate.stage + 1, ..candidate });
        }
        cost
    }

    /// Is it proved that no input turns there? The sound system says; the guess only could not do it.
    fn refute(&mut self, view: &View<'_>, known: &Known, turn: &Turn, path: Path) -> u64 {
        let wanted = |aim: Aim, at: usize| aim == turn.aim && at == turn.decisions;
        let decisions = &known.decisions[..(turn.decisions + 1).min(known.decisions.len())];
        let (watches, span, took) = (Watches::default(), |_| None, |_, _| ());
        let wants = Wants { wanted: &wanted, watches: &watches, span: &span, took: &took, facts: view.facts };
        let sound = walked(view.sites, view.options, &known.point, decisions, wants, WALK, |orders| {
            walk::sound(self.program, orders)
        });
        let same: Vec<&Turn> = sound.turns.iter().filter(|other| wanted(other.aim, other.decisions)).collect();
        let impossible =
            |turn: &&Turn| turn.ways.iter().all(|way| exact::refute(&sound.system.prefix(turn.rows, way)).is_some());
        // No turn at all: the ranges leave no way.
        if sound.decisions >= turn.decisions && same.iter().all(impossible) {
            self.trie.close(path, turn.aim);
        }
        sound.steps + 200
    }

    #[cfg(test)]
    pub fn closed(&self) -> usize {
        self.trie.closed()
    }

    /// Attempts at turns that are proved to be impossible.
    #[cfg(test)]
    pub fn tried(&self) -> u32 {
        self.attempts.values().sum()
    }

    fn why(&self, turn: &Turn, system: &System) -> Why {
        let what = match turn.aim {
            Aim::Edge(_) => format!("to go the other way at {}", self.program.place(turn.loc)),
            Aim::Check(check) => {
                let info = &self.program.checks[check];
                format!("to fail `{}` at {}", info.text, self.program.place(info.loc))
            }
            Aim::Assumption => format!("to satisfy the assumption at {}", self.program.place(turn.loc)),
            Aim::Above(_) => format!("to have a greater value than ever at {}", self.program.place(turn.loc)),
            Aim::Below(_) => format!("to have a smaller value than ever at {}", self.program.place(turn.loc)),
            Aim::Wrap(..) => format!("to wrap around at {}", self.program.place(turn.loc)),
            Aim::Alias(func, ..) => {
                format!("to call `{}` with two pointers to the same", self.program.funcs[func].name)
            }
            Aim::Null(func, _) => format!("to call `{}` with a null pointer", self.program.funcs[func].name),
        };
        format!("{what}:\n{}", describe::system(self.program, system)).into()
    }
}

/// A row of what a path demands, and where it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Demand {
    pub row: String,
    pub place: String,
}

/// What the path of a run demands of its inputs, in source terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Demands {
    pub rows: Vec<Demand>,
    /// Where following it was given up, if it was: nothing is known of what comes behind.
    pub given_up: Option<String>,
}

/// What the path of a run demands, as far as it is linear; of a run that fails a check, also the failure.
pub fn demands(program: &Program, options: &Options, drawn: &[Drawn]) -> Demands {
    let sites = Sites::new(program);
    let point = sites.point(program, drawn);
    let decisions = Tracer::new(program, &sites, options).decisions(&point);
    let wanted = |aim: Aim, at: usize| matches!(aim, Aim::Check(_)) && at == decisions.len();
    let (watches, span, took) = (Watches::default(), |_| None, |_, _| ());
    let wants = Wants { wanted: &wanted, watches: &watches, span: &span, took: &took, facts: None };
    let walked = walked(&sites, options, &point, &decisions, wants, EXPLAINED, |orders| walk::guess(program, orders));
    let system: &System = &walked.system;
    let holds = |row: &crate::linear::Row| row.holds(|unknown| system.shadow(unknown)) == Some(true);
    let failure = walked.turns.last().and_then(|turn| turn.ways.iter().find(|way| way.iter().all(holds)));
    let system = system.prefix(system.rows.len(), failure.map_or(&[][..], |way| &way[..]));
    let system = simplify::project_guess(&Guess::new(system));
    let demand =
        |row: &crate::linear::Row| Demand { row: describe::row(program, &system, row), place: program.place(row.loc) };
    let given_up = (walked.end != End::Complete).then(|| program.place(walked.loc));
    Demands { rows: system.rows.iter().map(demand).collect(), given_up }
}

#[derive(Default)]
struct Proposals {
    points: Vec<Advice>,
    domains: Vec<Advice>,
}

impl Adviser for Linear<'_> {
    fn name(&self) -> &'static str {
        "linear"
    }

    fn advise(&mut self, view: &View<'_>, effort: u64) -> Vec<Advice> {
        let known: Vec<Point> = view.suite.iter().map(|point| (*point).clone()).collect();
        let near = view.stalled();
        let near = near.iter().flat_map(|(_, goal)| goal.best.iter().take(2)).map(|(point, _)| point.clone());
        let near: Vec<Point> = near.take(64).collect();
        let Handed { runs, spans } =
            std::mem::take(&mut *self.pool.lock().unwrap_or_else(|broken| broken.into_inner()));
        for (point, span) in spans {
            if self.spans.insert(point, span) != Some(span) {
                self.attempts.remove(&Aim::Above(point));
                self.attempts.remove(&Aim::Below(point));
            }
        }
        known.iter().chain(&near).chain(view.fresh).chain(&runs).for_each(|point| self.note(point));
        if self.round != view.round {
            (self.round, self.domains) = (view.round, 0);
            self.aim(view);
        }
        let mut tracer = Tracer::new(view.program, view.sites, view.options);
        let mut all = Proposals::default();
        let mut spent = 0;
        while spent < effort && all.points.len() < MOST_POINTS && !view.stop.load(Ordering::Relaxed) {
            // New runs first, as long as they are not the greater part of the work.
            if let Some(point) = self.waiting.pop_front().filter(|_| self.candidates.len() < MOST_CANDIDATES) {
                spent += self.explore(view, &mut tracer, point);
                if spent < effort / 2 && !self.waiting.is_empty() {
                    continue;
                }
            }
            match self.best(view) {
                Some(candidate) => spent += self.propose(view, candidate, &mut all),
                None if self.waiting.is_empty() => break,
                None => {}
            }
            spent += self.candidates.len() as u64 / 16;
        }
        all.points.append(&mut all.domains);
        all.points
    }
}

fn rung(aim: Aim) -> Option<Rung> {
    match aim {
        Aim::Edge(edge) => Some(Rung::Edge(EdgeId(edge.as_u32()))),
        Aim::Check(check) => Some(Rung::Check(CheckId(check.as_u32()))),
        _ => None,
    }
}

/// The known run's point with these values.
pub(super) fn moved(sites: &Sites, point: &Point, system: &System, values: &[(Unknown, i128)]) -> Point {
    let mut point = point.clone();
    for (unknown, value) in values {
        let info = &system.unknowns[unknown.0 as usize];
        if let Source::Input(name) = info.source {
            let at = point.position(name);
            let known = at.map(|at| point.entries[at].key);
            let key = if info.digits == 0 { *value } else { near(sites, name.site, *value, known) };
            match at {
                Some(at) => point.entries[at].key = key,
                None => point.entries.push(Entry { name, key }),
            }
        }
    }
    point
}

/// The float for a number of steps: the known run's if it lies there, or one that the program mentions, or the step.
fn near(sites: &Sites, site: u32, steps: i128, known: Option<i128>) -> i128 {
    let axis = &sites.space.axes[site as usize];
    let inside = |key: &&i128| real::steps(axis.number(**key)) == Some(steps);
    let close = |key: &&i128| real::steps(axis.number(**key)).is_some_and(|other| (other - steps).abs() <= 1);
    let special = &sites.special[site as usize];
    let step = axis.key_near(real::float(steps));
    let mentioned = || special.iter().filter(close).min_by_key(|key| (**key - step).abs());
    known.as_ref().filter(inside).or_else(mentioned).copied().unwrap_or(step)
}

/// Nothing in a walk is shared between threads while it goes on; what is kept of it may be.
const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<Linear<'static>>();
};
