//! The solver as an adviser: what chains stall on is followed symbolically, and left where something new is.
//!
//! A point that showed something new, or came near a goal, is followed concolically ([`crate::symbolic::Follower`]). At
//! every condition on its path the other way is known: an open edge, a check that would fail. Those are asked for
//! first, with few resources; then, as long as there is effort left, any other way that was not asked for yet, those that
//! were asked for least first, which in the end is a search of all paths (Godefroid, Levin and Molnar, "Automated
//! whitebox fuzz testing": the generational search). What the solver cannot do in its limit is asked again later with
//! more, and stays a goal of the chains all the while.
//!
//! What a question costs beyond the effort at hand is made up for by silence later. Everything is counted in instructions and in Z3's
//! resource units, so that the same view gives the same advice.

use super::advice::{Advice, Adviser, View};
use super::{Settings, Sought};
use crate::sample::Point;
use crate::simulate::Drawn;
use crate::symbolic::{Aim, Follower, Other, Reach};
use rarebit_front_end::ir::{Check, Edge, Program};
use rarebit_learners::approach::Rung;
use rarebit_learners::{CheckId, EdgeId};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Z3's resource units for a question, the first time and after each time it was not enough.
const LIMITS: [u32; 4] = [150_000, 1_000_000, 6_000_000, 40_000_000];
/// Z3 does not count its units while it rewrites and blasts, which can take minutes. Where time is the budget, a question
/// is given up after this long and charged for it; where runs are, the machine's speed must not decide.
const PATIENCE: Duration = Duration::from_secs(1);
const RESOURCES_PER_MS: u64 = 10_000;
/// What a question costs besides, in units of effort.
const QUESTION: u64 = 400;
/// A unit of effort is worth so many of Z3's resource units.
const RESOURCES: u64 = 1;
/// Effort that may be saved up.
const SAVED: i64 = 2_000_000;
/// Instructions of one path that are followed.
const LONGEST: u64 = 3_000_000;
/// Inputs that wait to be followed.
const MOST: usize = 20_000;
/// Conditions of one kind on one path that are asked about at once.
const ALIKE: u32 = 6;
const STACK: usize = 1 << 30;

/// What is to be asked about a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Task {
    /// The ways to something new.
    New,
    /// One way again, with more resources.
    Again { way: u64, level: usize, goal: Option<Rung> },
    /// Every way, in the hope to come nearer to a goal that the path is near already.
    Toward(Rung),
    /// Every way.
    All,
}

/// Solves what stands between known paths and open goals.
pub struct Symbolic {
    /// By urgency, then in order.
    queue: BTreeMap<(u32, u64), (Vec<Drawn>, Task)>,
    next: u64,
    /// Ways that were asked for, as hashes of the path to them.
    asked: FxHashSet<u64>,
    /// How often each kind of way was asked for.
    often: FxHashMap<Aim, u32>,
    followed: FxHashSet<u64>,
    /// Effort not used yet; below zero, what was used too much.
    saved: i64,
    checks: bool,
    /// How far places are from each other, and from goals that lie behind what is too hard.
    reach: Option<Reach>,
    ways: FxHashMap<Aim, Arc<Reach>>,
    /// How often each of them was tried from each way.
    strayed: FxHashMap<(Aim, Aim), u32>,
    /// Nobody else works.
    alone: bool,
    /// Is time what the search is limited by?
    timed: bool,
}

impl Symbolic {
    pub fn new(settings: &Settings, alone: bool) -> Symbolic {
        Symbolic {
            queue: BTreeMap::new(),
            next: 0,
            asked: FxHashSet::default(),
            often: FxHashMap::default(),
            followed: FxHashSet::default(),
            saved: 0,
            reach: None,
            ways: FxHashMap::default(),
            strayed: FxHashMap::default(),
            checks: settings.sought == Sought::Violations,
            alone,
            timed: settings.budget.time.is_some(),
        }
    }

    fn push(&mut self, urgency: u32, inputs: Vec<Drawn>, task: Task) {
        if self.queue.len() < MOST {
            self.next += 1;
            self.queue.insert((urgency, self.next), (inputs, task));
        }
    }

    /// Points to follow: those that showed something new, and the nearest to goals that the chains stall on.
    fn gather(&mut self, view: &View<'_>) {
        const STALLED: usize = 4;
        let mut points: Vec<(u32, &Point, Task)> = view.fresh.iter().map(|point| (0, point, Task::New)).collect();
        if self.next == 0 {
            points.extend(view.suite.iter().map(|point| (0, *point, Task::New)));
        }
        let stalled = view.stalled();
        let stalled = stalled.iter().filter_map(|(rung, goal)| Some((rung, &goal.best.first()?.0)));
        for (rung, point) in stalled.take(STALLED) {
            points.push((1, point, Task::New));
            points.push((1, point, Task::Toward(*rung)));
        }
        for (urgency, point, task) in points {
            let drawn = view.sites.drawn(point);
            if self.followed.insert(hash(&(&drawn, task))) {
                self.push(urgency, drawn, task);
            }
        }
    }

    /// Is there something to gain from this way?
    fn goal(&self, view: &View<'_>, aim: Aim) -> Option<Rung> {
        match aim {
            Aim::Edge(edge) => {
                let rung = Rung::Edge(EdgeId(edge.as_u32()));
                view.archive.is_open(EdgeId(edge.as_u32())).then_some(rung)
            }
            Aim::Fail(check) if self.checks && view.options.is_selected(check) => {
                Some(Rung::Check(CheckId(check.as_u32())))
            }
            _ => None,
        }
    }

    /// Open branches come before checks, and checks that the chains aim at before those that hardly ever fail.
    fn rank(&self, view: &View<'_>, aim: Aim) -> u32 {
        match aim {
            Aim::Fail(check) if view.archive.goals.contains_key(&Rung::Check(CheckId(check.as_u32()))) => 1,
            Aim::Fail(_) => 2,
            _ => 0,
        }
    }

    /// What may lie behind a way that is too hard: open goals other than the way itself, checks first.
    fn beyond(&mut self, view: &View<'_>, way: Aim) -> Vec<(Rung, Aim, Arc<Reach>)> {
        const MOST: usize = 4;
        let mut goals: Vec<(bool, Rung, Aim)> = Vec::new();
        for rung in view.archive.goals.keys() {
            let aim = match *rung {
                Rung::Edge(edge) => Aim::Edge(Edge::from_u32(edge.0)),
                Rung::Check(check) => Aim::Fail(Check::from_u32(check.0)),
            };
            if aim != way && self.goal(view, aim).is_some() {
                goals.push((matches!(aim, Aim::Edge(_)), *rung, aim));
            }
        }
        goals.sort_unstable();
        let whole = self.reach.get_or_insert_with(|| Reach::new(view.program));
        let goals = goals.into_iter().take(MOST);
        goals
            .map(|(_, rung, aim)| {
                let reach = self.ways.entry(aim).or_insert_with(|| Arc::new(whole.toward(view.program, aim)));
                (rung, aim, reach.clone())
            })
            .collect()
    }

    /// What a question cost that took so many resource units since then.
    fn cost(&self, spent: u64, start: Instant) -> u64 {
        let counted = QUESTION + spent / RESOURCES;
        let timed = start.elapsed().as_millis() as u64 * RESOURCES_PER_MS / RESOURCES;
        if self.timed { counted.max(timed) } else { counted }
    }

    /// Goes on from a way to what lies beyond it, whether the inputs that are known go there or not.
    fn stray(
        &mut self,
        view: &View<'_>,
        follower: &mut Follower<'_>,
        inputs: &[Drawn],
        at: usize,
        way: Aim,
    ) -> Option<Advice> {
        /// Times that a goal is tried from a way.
        const MOST: u32 = 12;
        if !matches!(way, Aim::Edge(_)) {
            return None;
        }
        for (goal, aim, reach) in self.beyond(view, way) {
            let tries = self.strayed.entry((way, aim)).or_default();
            *tries += 1;
            if *tries > MOST {
                continue;
            }
            let (steps, spent, start) = (follower.steps(), follower.spent(), Instant::now());
            let other = follower.stray(inputs, at, aim, &reach, LONGEST);
            let cost = follower.steps() - steps + self.cost(follower.spent() - spent, start);
            self.saved -= cost as i64;
            if let Other::Inputs(inputs) = other {
                let inputs = view.sites.point(view.program, &inputs);
                return Some(Advice::Point { inputs, goal: Some(goal), why: why(view.program, aim).into() });
            }
        }
        None
    }

    fn work(&mut self, view: &View<'_>) -> Vec<Advice> {
        let mut advice = Vec::new();
        let stopped = || view.stop.load(Ordering::Relaxed);
        let mut follower = Follower::new(view.program, view.options, view.stop);
        while let Some(((urgency, _), (inputs, task))) = self.queue.pop_first() {
            let before = follower.steps();
            let trail = follower.follow(&inputs, LONGEST);
            self.saved -= (follower.steps() - before) as i64;
            let mut path = 0u64;
            let mut ways = Vec::new();
            let mut alike: FxHashMap<Aim, u32> = FxHashMap::default();
            for (at, turn) in trail.turns.iter().enumerate() {
                let aim = turn.aim();
                let way = hash(&(path, aim));
                path = hash(&(path, aim, turn.about));
                let wanted = match task {
                    Task::New => self.goal(view, aim).is_some() && !self.asked.contains(&way),
                    Task::Again { way: again, .. } => way == again,
                    Task::All | Task::Toward(_) => aim != Aim::Unwanted && !self.asked.contains(&way),
                };
                if wanted {
                    let before = alike.entry(aim).or_default();
                    *before += 1;
                    if *before <= ALIKE || !matches!(task, Task::New) {
                        let often = self.often.get(&aim).copied().unwrap_or(0) + *before;
                        ways.push((self.rank(view, aim), often, at, aim, way));
                    }
                }
            }
            match task {
                // The last decisions before a goal are the likeliest to lead there.
                Task::Toward(_) => ways.reverse(),
                _ => ways.sort_unstable(),
            }
            let (level, toward) = match task {
                Task::Again { level, goal, .. } => (level, goal),
                Task::Toward(goal) => (0, Some(goal)),
                Task::New | Task::All => (0, None),
            };
            let mut asked = 0;
            for &(_, _, at, aim, way) in &ways {
                if self.saved <= 0 || stopped() {
                    break;
                }
                asked += 1;
                follower.set_limit(LIMITS[level]);
                let (before, start) = (follower.spent(), Instant::now());
                follower.set_deadline(self.timed.then(|| start + PATIENCE));
                let other = follower.leave(&trail, at);
                self.saved -= self.cost(follower.spent() - before, start) as i64;
                self.asked.insert(way);
                *self.often.entry(aim).or_default() += 1;
                // What is beyond is asked for too, with few resources: it may be easier than what leads there.
                if other != Other::None && !stopped() {
                    follower.set_limit(LIMITS[0] / 4);
                    advice.extend(self.stray(view, &mut follower, &inputs, at, aim));
                }
                match other {
                    Other::Inputs(inputs) => {
                        let goal = toward.or_else(|| self.goal(view, aim));
                        let why = why(view.program, aim).into();
                        let point = view.sites.point(view.program, &inputs);
                        advice.push(Advice::Point { inputs: point, goal, why });
                        if self.followed.insert(hash(&(&inputs, Task::New))) {
                            self.push(3, inputs, Task::New);
                        }
                    }
                    Other::Unknown if level + 1 < LIMITS.len() => {
                        let task = Task::Again { way, level: level + 1, goal: toward };
                        let urgency = if toward.is_some() || self.goal(view, aim).is_some() { 2 } else { 5 };
                        self.push(urgency + level as u32, inputs.clone(), task);
                    }
                    Other::Unknown | Other::None => {}
                }
            }
            if asked < ways.len() {
                // The rest waits for more effort.
                self.push(urgency, inputs, task);
                break;
            }
            if task == Task::New {
                self.push(urgency.max(2) + 2, inputs, Task::All);
            }
            if self.saved <= 0 || stopped() || advice.len() >= 64 {
                break;
            }
        }
        advice
    }
}

impl Adviser for Symbolic {
    fn name(&self) -> &'static str {
        "symbolic"
    }

    fn advise(&mut self, view: &View<'_>, effort: u64) -> Vec<Advice> {
        const ALONE: i64 = 4_000_000;
        /// Less is not worth a solver's beginning.
        const LEAST: i64 = 5_000;
        self.gather(view);
        self.saved = (self.saved + if self.alone { ALONE } else { effort as i64 }).min(SAVED);
        if self.queue.is_empty() || self.saved < LEAST {
            return Vec::new();
        }
        // Terms of long loops are deep, and a solver's context belongs to one thread.
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK);
            let worker = thread.spawn_scoped(scope, || self.work(view)).expect("a thread can be started");
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// In source terms.
fn why(program: &Program, aim: Aim) -> String {
    let check = |check: Check| format!("{check} at {}", program.place(program.checks[check].loc));
    match aim {
        Aim::Edge(to) => format!("solved for {to}"),
        Aim::Case(from) => format!("solved for another case than {from}"),
        Aim::Fail(failing) => format!("solved for a failure of {}", check(failing)),
        Aim::Pass(passing) => format!("solved to pass {}", check(passing)),
        Aim::Assumed | Aim::Unwanted => "solved for an assumption".into(),
        Aim::Value => "solved for another place".into(),
    }
}
