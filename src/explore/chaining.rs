//! The chaining adviser: extends known runs by more than one turn.
//!
//! A linear constraint moves one decision of a known path. What needs many rounds of a loop, or operations in an order
//! that nobody has tried, is reached in stages: each stage is a run that shows a fact no run has shown (a counter beyond
//! its range, a new sequence of calls, a pointer that is null, a goal that is nearer), and the next stages are made of it
//! by putting in, repeating, leaving out and exchanging [`segments`] of known runs. What such a run shows for the first
//! time makes it a stage in turn. The facts are the learners' (see [`super::novelty`]), so this is section 5 of the paper,
//! range enhancement and chaining of call sequences, with feasible paths for sub-goals.
//!
//! The runs are made here, many at a time; those that reach something open are advised, and the others are passed to the
//! linear adviser, who can turn from them.

use super::advice::{Advice, Adviser, View};
use super::aims::inside;
use super::hunt::{Settings, Tally};
use super::novelty::{Fact, Novelty};
use super::runner::Bridge;
use super::sites::Sites;
use crate::paths::segments::{self, Read, Segment};
use crate::sample::axis::below;
use crate::sample::{Point, Replay, Scratch};
use crate::simulate::{self, Engine, Options, points};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rarebit_front_end::ir::Program;
use rarebit_learners::approach::Rung;
use rarebit_learners::{CallKind, CheckId, EdgeId, EdgeSet, Observation, Outcome, PointId, Probes, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

/// What one adviser hands to another.
#[derive(Default)]
pub struct Handed {
    pub runs: Vec<Point>,
    /// The ranges that were seen.
    pub spans: FxHashMap<PointId, Span>,
}

pub type Pool = Arc<Mutex<Handed>>;

/// A run worth extending.
struct Stage {
    reads: Vec<Read>,
    /// Facts that no other run shows better.
    owned: u32,
    /// Runs made of it since the last that showed something.
    tries: u32,
}

pub struct Chaining {
    watched: Vec<PointId>,
    engine: Engine,
    novelty: Novelty,
    stages: Vec<Stage>,
    /// Which stage shows a fact best.
    owners: FxHashMap<Fact, usize>,
    /// The newest stages that went beyond a known range or came nearer to a goal: those climb.
    climbing: VecDeque<usize>,
    /// Segments of stages, by the site they begin with.
    library: FxHashMap<u32, Vec<Segment>>,
    pool: Pool,
    round: u64,
    runs: u64,
    tally: Tally,
    /// Runs and effort in a round at least.
    least: (u64, u64),
    /// Checks inside library functions, by number.
    inside: Vec<bool>,
}

/// Stages kept at most, and segments of a site.
const MOST_STAGES: usize = 600;
const MOST_CLIMBING: usize = 16;
const MOST_SEGMENTS: usize = 64;
/// Reads of a composed run at most.
const MOST_READS: usize = 600;
/// Steps of a simulated run, and runs, that one unit of effort pays for.
const STEPS_PER_UNIT: u64 = 80;
const UNITS_PER_RUN: u64 = 5;
/// Who says how many samples a constraint gets gets as many for known runs that are extended, of so many; or more of
/// short ones, for so much effort.
const EXTENDED: u64 = 5;
const WORTH: u64 = 1000;
/// One of so many runs that the budget leaves may be made here in a round.
const SHARE: u64 = 8;
/// Runs handed on in a round.
const MOST_HANDED: usize = 24;

impl Chaining {
    pub fn new(program: &Program, settings: &Settings, pool: Pool) -> Chaining {
        Chaining {
            watched: points(program).into_iter().map(simulate::Point::id).collect(),
            engine: settings.engine,
            novelty: Novelty::default(),
            stages: Vec::new(),
            owners: FxHashMap::default(),
            climbing: VecDeque::new(),
            library: FxHashMap::default(),
            pool,
            round: u64::MAX,
            runs: 0,
            tally: Tally::default(),
            least: settings.samples.map_or((0, 0), |samples| (EXTENDED * samples, WORTH * samples)),
            inside: inside(program),
        }
    }

    fn probes(&self, view: &View<'_>) -> Probes {
        let (mut edges, mut checks): (Vec<EdgeId>, Vec<CheckId>) = (Vec::new(), Vec::new());
        for (rung, _) in view.archive.goals.iter().filter(|(_, goal)| view.archive.is_near(goal)) {
            match rung {
                Rung::Edge(edge) => edges.push(*edge),
                Rung::Check(check) => checks.push(*check),
            }
        }
        Probes {
            edges: EdgeSet::Only(view.archive.open_edges().collect()),
            edge_distances: edges,
            check_distances: checks,
            ranges: self.watched.clone(),
            calls: true,
            pointers: true,
            trace: false,
        }
    }

    /// Takes a run that showed these facts for the first time.
    fn keep(&mut self, point: &Point, news: &[Fact]) {
        let reads = segments::reads(point);
        let mut sites: FxHashSet<u32> = FxHashSet::default();
        for start in 0..reads.len() {
            let segment = Segment::at(&reads, start);
            let all = self.library.entry(segment.site()).or_default();
            // The newest are the rarest.
            if sites.insert(segment.site()) || !all.contains(&segment) {
                all.retain(|known| *known != segment);
                all.push(segment);
                if all.len() > MOST_SEGMENTS {
                    all.remove(0);
                }
            }
        }
        let at = self.stages.iter().position(|stage| stage.owned == 0).unwrap_or(self.stages.len());
        if at >= MOST_STAGES {
            return;
        }
        let stage = Stage { reads, owned: 0, tries: 0 };
        if at == self.stages.len() {
            self.stages.push(stage);
        } else {
            self.stages[at] = stage;
        }
        let mut climbs = false;
        for fact in news {
            if let Some(old) = self.owners.insert(*fact, at) {
                self.stages[old].owned = self.stages[old].owned.saturating_sub(1);
                climbs = true;
            }
            self.stages[at].owned += 1;
        }
        if climbs {
            self.climbing.retain(|known| *known != at);
            self.climbing.push_front(at);
            self.climbing.truncate(MOST_CLIMBING);
        }
    }

    /// A stage to extend: as often one that climbs as, of some at random, the one that was tried least.
    fn pick(&self, rng: &mut ChaCha8Rng) -> Option<usize> {
        let alive = |at: &usize| self.stages[*at].owned > 0;
        if !self.climbing.is_empty() && rng.random_range(0..2) == 0 {
            return Some(self.climbing[rng.random_range(0..self.climbing.len())]).filter(alive);
        }
        let drawn = (0..4).map(|_| below(rng, self.stages.len().checked_sub(1)? as u128).try_into().ok());
        drawn
            .collect::<Vec<Option<usize>>>()
            .into_iter()
            .flatten()
            .filter(alive)
            .min_by_key(|at| self.stages[*at].tries)
    }

    /// New reads made of a stage's.
    fn compose(&self, stage: usize, sites: &Sites, rng: &mut ChaCha8Rng) -> Vec<Read> {
        let mut reads = self.stages[stage].reads.clone();
        loop {
            self.change(&mut reads, sites, rng);
            reads.truncate(MOST_READS);
            if rng.random_range(0..2) == 0 {
                return reads;
            }
        }
    }

    fn change(&self, reads: &mut Vec<Read>, sites: &Sites, rng: &mut ChaCha8Rng) {
        if reads.is_empty() {
            return;
        }
        let at = rng.random_range(0..reads.len());
        let end = segments::end(reads, at);
        let site = reads[at].0;
        let other = self.library.get(&site).filter(|all| !all.is_empty());
        let other = other.map(|all| &all[rng.random_range(0..all.len())].reads);
        match rng.random_range(0..12) {
            // Again, once or many times.
            0..=2 => {
                // One round, or a few together.
                let rounds = if rng.random_range(0..3) > 0 { 1 } else { rng.random_range(2..5) };
                let end = segments::end_of(reads, at, rounds);
                let times = 1 << rng.random_range(0..4);
                let segment = reads[at..end].to_vec();
                for _ in 0..times.min(MOST_READS / segment.len().max(1)) {
                    reads.splice(at..at, segment.iter().copied());
                }
            }
            // One more, before it or behind it.
            3..=5 => {
                if let Some(other) = other {
                    let place = if rng.random_range(0..2) == 0 { at } else { end };
                    reads.splice(place..place, other.iter().copied());
                }
            }
            6 => {
                if let Some(other) = other {
                    reads.splice(at..end, other.iter().copied());
                }
            }
            7 => drop(reads.drain(at..end)),
            // The end of another run.
            8 => {
                let mate = &self.stages[rng.random_range(0..self.stages.len())].reads;
                let places: Vec<usize> = (0..mate.len()).filter(|at| mate[*at].0 == site).collect();
                if !places.is_empty() {
                    reads.truncate(at);
                    reads.extend(&mate[places[rng.random_range(0..places.len())]..]);
                }
            }
            // Another value.
            _ => {
                let axis = &sites.space.axes[site as usize];
                let special = &sites.special[site as usize];
                let like = reads[rng.random_range(0..reads.len())].1;
                reads[at].1 = match rng.random_range(0..4) {
                    // The same as somewhere else in the run.
                    3 if axis.contains(like) => like,
                    0 if !special.is_empty() => special[rng.random_range(0..special.len())],
                    1 => {
                        let by = 1u128 << rng.random_range(0..axis.bits().clamp(1, 100));
                        if rng.random_range(0..2) == 0 { axis.up(reads[at].1, by) } else { axis.down(reads[at].1, by) }
                    }
                    _ => axis.draw(rng),
                };
            }
        }
    }
}

/// The function of the program's own that the run ended in.
fn innermost(run: &Observation) -> u32 {
    let mut open = Vec::new();
    for event in &run.calls {
        match event.kind {
            CallKind::Call => open.push(event.func),
            CallKind::Return => drop(open.pop()),
        }
    }
    open.last().copied().unwrap_or(u32::MAX)
}

impl Adviser for Chaining {
    fn name(&self) -> &'static str {
        "chaining"
    }

    fn advise(&mut self, view: &View<'_>, effort: u64) -> Vec<Advice> {
        if self.round == view.round {
            return Vec::new();
        }
        self.round = view.round;
        let mut rng = ChaCha8Rng::seed_from_u64(view.seed);
        rng.set_stream(1 << 42 | view.round);
        let probes = self.probes(view);
        let options = Options { probes: probes.clone(), ..view.options.clone() };
        let mut simulator = simulate::simulator(view.program, options, self.engine);
        let (mut seen, mut asked, mut scratch) = (Observation::default(), Point::default(), Scratch::default());
        let (mut reached, mut handed) = (FxHashSet::default(), Vec::new());
        let mut advice = Vec::new();
        // What the chains found to be of use comes first.
        let near = view.archive.goals.values().flat_map(|goal| goal.best.first()).map(|(point, _)| point);
        let mut given: Vec<Point> = view.suite.iter().copied().chain(view.fresh).chain(near).cloned().collect();
        given.reverse();
        let (mut spent, mut idle) = (0, 0);
        // Of a budget of runs the greater part is the chains'.
        let most = if view.left == u64::MAX { view.left } else { view.left / SHARE };
        while (spent < effort.max(self.least.1) || self.runs < self.least.0)
            && self.runs < most
            && !view.stop.load(Ordering::Relaxed)
        {
            let (base, stage) = match given.pop() {
                Some(point) => (point, None),
                None => {
                    let Some(stage) = self.pick(&mut rng) else {
                        idle += 1;
                        spent += UNITS_PER_RUN;
                        if idle > 1000 {
                            break;
                        }
                        continue;
                    };
                    (segments::point(&self.compose(stage, view.sites, &mut rng)), Some(stage))
                }
            };
            let replay = Replay::new(&view.sites.space, &base, &[], &mut rng, &mut asked, &mut scratch);
            let mut replay = replay.with_special(&view.sites.special);
            simulator.run(&mut Bridge { sites: view.sites, replay: &mut replay }, &mut seen);
            self.runs += 1;
            self.tally.add(seen.outcome);
            spent += UNITS_PER_RUN + seen.steps / STEPS_PER_UNIT;
            let mut reaches: Vec<(Rung, u32)> = seen.edges.iter().map(|edge| (Rung::Edge(*edge), 0)).collect();
            if let Outcome::Violation(check) = seen.outcome {
                let inside = self.inside.get(check.0 as usize) == Some(&true);
                reaches.push((Rung::Check(check), if inside { innermost(&seen) } else { 0 }));
            }
            reaches.retain(|reach| reached.insert(*reach));
            for (goal, _) in reaches.into_iter().take(1) {
                let why = "to extend a known run by parts of known runs".into();
                advice.push(Advice::Point { inputs: asked.clone(), goal: Some(goal), why });
            }
            let news = self.novelty.learn(&probes, &seen);
            if let Some(stage) = stage {
                let tries = &mut self.stages[stage].tries;
                *tries = if news.is_empty() { *tries + 1 } else { *tries / 2 };
            }
            if !news.is_empty() && seen.outcome != Outcome::AssumptionFailed {
                self.keep(&asked, &news);
                handed.push(asked.clone());
            }
        }
        let skipped = handed.len().saturating_sub(MOST_HANDED);
        let mut pool = self.pool.lock().unwrap_or_else(|broken| broken.into_inner());
        pool.runs.extend(handed.into_iter().skip(skipped));
        pool.spans = self.novelty.spans.clone();
        advice
    }

    fn runs(&mut self) -> (u64, Tally) {
        (std::mem::take(&mut self.runs), std::mem::take(&mut self.tally))
    }
}
