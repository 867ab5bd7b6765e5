//! What a campaign knows: which decisions were taken and by which point, which checks are violated, how near the rest
//! is, and how often each was tried in vain.

use super::ladders::Ladders;
use crate::sample::Point;
use crate::sample::hunter::{Score, Turns};
use rarebit_front_end::ir::{Check, Edge, EdgeKind, Func, Program};
use rarebit_learners::approach::{Ladder, Rung};
use rarebit_learners::{CheckId, EdgeId, EdgeSet, Probes};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Something to reach, and what is known about it.
pub struct Goal {
    pub ladder: Ladder,
    /// The nearest points so far, best first.
    pub best: Vec<(Point, Score)>,
    /// Attempts since the last gain.
    pub attempts: u32,
    /// What hunters learned.
    pub turns: Turns,
}

/// Points kept per goal.
const KEPT: usize = 4;

pub struct Archive {
    /// Decisions of the program's own code.
    pub total: usize,
    open: BTreeSet<EdgeId>,
    covered: BTreeMap<EdgeId, Point>,
    pub violated: BTreeMap<CheckId, Point>,
    pub goals: BTreeMap<Rung, Goal>,
}

impl Archive {
    /// With all of the program's own decisions as goals, and these checks.
    pub fn new(program: &Program, ladders: &Ladders, checks: impl Iterator<Item = Check>) -> Archive {
        let mut archive = Archive {
            total: 0,
            open: own_edges(program),
            covered: BTreeMap::new(),
            violated: BTreeMap::new(),
            goals: BTreeMap::new(),
        };
        archive.total = archive.open.len();
        let edges = archive.open.iter().filter_map(|edge| ladders.of_edge(Edge::from_u32(edge.0)));
        let all: Vec<Ladder> = edges.chain(checks.filter_map(|check| ladders.of_check(check))).collect();
        for ladder in all {
            archive
                .goals
                .insert(ladder.goal(), Goal { ladder, best: Vec::new(), attempts: 0, turns: Turns::default() });
        }
        archive
    }

    /// Takes over what an archive for other goals knows.
    pub fn inherit(&mut self, old: Archive) {
        for (edge, point) in &old.covered {
            self.cover(*edge, point);
        }
        self.violated = old.violated;
        for (rung, goal) in old.goals {
            if let Some(new) = self.goals.get_mut(&rung) {
                (new.best, new.attempts, new.turns) = (goal.best, goal.attempts, goal.turns);
            }
        }
    }

    pub fn covered(&self) -> usize {
        self.covered.len()
    }

    pub fn covers(&self) -> impl Iterator<Item = (&EdgeId, &Point)> {
        self.covered.iter()
    }

    /// A new cover; false if it was known.
    pub fn cover(&mut self, edge: EdgeId, point: &Point) -> bool {
        if !self.open.remove(&edge) {
            return false;
        }
        self.covered.insert(edge, point.clone());
        self.goals.remove(&Rung::Edge(edge));
        // What depends on it has become nearer.
        for goal in self.goals.values_mut().filter(|goal| goal.ladder.rungs.get(1) == Some(&Rung::Edge(edge))) {
            goal.attempts = 0;
        }
        true
    }

    /// A violated check is retired.
    pub fn violate(&mut self, check: CheckId, point: &Point) -> bool {
        self.goals.remove(&Rung::Check(check));
        self.violated.insert(check, point.clone()).is_none()
    }

    /// How near a chain came to its goal; true if that is nearer than before.
    pub fn near(&mut self, rung: Rung, point: Point, score: Score) -> bool {
        let gained = self.advised(rung, point, score);
        if let Some(goal) = self.goals.get_mut(&rung) {
            goal.attempts = if gained { 0 } else { goal.attempts + 1 };
        }
        gained
    }

    /// What a hunter for the goal learned; hunters of one round know nothing of each other, so every one counts a part.
    pub fn learned(&mut self, rung: Rung, turns: Turns) {
        let Some(goal) = self.goals.get_mut(&rung) else { return };
        for (known, new) in goal.turns.iter_mut().zip(turns) {
            *known = ((known.0 + new.0) / 2.0, (known.1 + new.1) / 2.0);
        }
    }

    /// How near an advised point came to its goal; one point is no attempt.
    pub fn advised(&mut self, rung: Rung, point: Point, score: Score) -> bool {
        let Some(goal) = self.goals.get_mut(&rung) else { return false };
        let gained = goal.best.first().is_none_or(|(_, best)| score.beats(*best));
        if gained {
            goal.attempts = 0;
        }
        if goal.best.iter().all(|(known, _)| *known != point) {
            goal.best.push((point, score));
            goal.best.sort_by(|a, b| a.1.order(b.1));
            goal.best.truncate(KEPT);
        }
        gained
    }

    /// A point to start from: the nearest, or one that takes the last decision before the goal that any point takes.
    pub fn start(&self, rung: Rung, pick: usize) -> Point {
        let Some(goal) = self.goals.get(&rung) else { return Point::default() };
        if !goal.best.is_empty() {
            return goal.best[pick % goal.best.len()].0.clone();
        }
        let known = goal.ladder.rungs.iter().find_map(|rung| match rung {
            Rung::Edge(edge) => self.covered.get(edge),
            Rung::Check(_) => None,
        });
        known.cloned().unwrap_or_default()
    }

    /// Is the last decision before the goal known to be taken, so that the goal's own distance can be seen?
    pub fn is_near(&self, goal: &Goal) -> bool {
        match goal.ladder.rungs.get(1) {
            None => true,
            Some(Rung::Edge(edge)) => self.covered.contains_key(edge) || !self.open.contains(edge),
            Some(Rung::Check(_)) => true,
        }
    }

    /// What a run has to show while edges are open.
    pub fn probes(&self) -> Probes {
        let edges: Vec<EdgeId> = self.open.iter().copied().collect();
        Probes { edges: if edges.is_empty() { EdgeSet::None } else { EdgeSet::Only(edges) }, ..Probes::default() }
    }

    pub fn is_open(&self, edge: EdgeId) -> bool {
        self.open.contains(&edge)
    }

    pub fn open_edges(&self) -> impl Iterator<Item = EdgeId> + '_ {
        self.open.iter().copied()
    }

    /// Points that between them take every covered edge, few of them: the one that takes most of what is left, again
    /// and again. `edges` says what each candidate takes.
    pub fn suite(candidates: &[(Point, HashSet<EdgeId>)]) -> Vec<usize> {
        let mut left: HashSet<EdgeId> = candidates.iter().flat_map(|(_, edges)| edges.iter().copied()).collect();
        let mut chosen = Vec::new();
        while !left.is_empty() {
            let gain = |at: &usize| candidates[*at].1.intersection(&left).count();
            // The first of the best: fewer inputs first among equals.
            let Some(best) = (0..candidates.len())
                .max_by_key(|at| (gain(at), std::cmp::Reverse(candidates[*at].0.len()), std::cmp::Reverse(*at)))
                .filter(|at| gain(at) > 0)
            else {
                break;
            };
            left.retain(|edge| !candidates[best].1.contains(edge));
            chosen.push(best);
        }
        chosen
    }
}

/// The decisions of the program's own functions that can be reached through calls.
fn own_edges(program: &Program) -> BTreeSet<EdgeId> {
    let mut edges = BTreeSet::new();
    for func in program.funcs.values().filter(|func| !func.library) {
        for block in func.layout.iter().map(|block| &func.blocks[*block]) {
            for target in block.end.targets() {
                if program.edges[target.edge].kind == EdgeKind::Branch {
                    edges.insert(EdgeId(target.edge.as_u32()));
                }
            }
        }
    }
    edges
}

/// Is the function the program's own?
pub fn is_own(program: &Program, func: Func) -> bool {
    !program.funcs[func].library
}
