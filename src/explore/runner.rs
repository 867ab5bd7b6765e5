//! Runs a program on points, keeps count, and keeps what is new: edges, violations, the nearest to a goal.

use super::hunt::Tally;
use super::sites::Sites;
use crate::sample::hunter::{Objective, Score, Turns};
use crate::sample::{Point, Replay, Step, Target};
use crate::simulate::{self, Engine, Failure, Inputs, Interpreter, Options, Simulator};
use rarebit_front_end::ir::{InputSite, Program, SiteInfo};
use rarebit_learners::approach::{self, Ladder, Place};
use rarebit_learners::{CheckId, EdgeId, Observation, Outcome, Probes, Seen, Team, bits, split};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Shared by all that run at the same time: when to stop, and how much was done.
#[derive(Default)]
pub struct Shared {
    pub stop: Arc<AtomicBool>,
    pub runs: AtomicU64,
    pub steps: AtomicU64,
    /// Which checks lie inside library functions, by number: there every caller can make another mistake, so one
    /// violation is not the last word.
    pub inside: Vec<bool>,
}

impl Shared {
    pub fn is_inside(&self, check: CheckId) -> bool {
        self.inside.get(check.0 as usize).copied().unwrap_or(false)
    }
}

/// What runs brought.
#[derive(Clone, Debug, Default)]
pub struct Harvest {
    pub runs: u64,
    pub steps: u64,
    pub tally: Tally,
    /// Edges that were not covered before, each with the first point that takes it.
    pub edges: Vec<(EdgeId, Point)>,
    /// Checks that were not violated before, each with the first point that violates it; of those inside library
    /// functions also some that came later.
    pub violations: Vec<(CheckId, Point)>,
    pub dead_end: Option<Failure>,
    /// The nearest to the goal.
    pub best: Option<(Point, Score)>,
    /// What learners learned.
    pub knowledge: Option<serde_json::Value>,
    pub proposed: u64,
    pub accepted: u64,
    /// For every proposal of the mixture: by how much it raised the logarithm of the weight, and its steps.
    pub gains: Vec<(f64, f64)>,
    /// Of the domains of a task, one after the other.
    pub parts: Vec<Harvest>,
    /// What a hunter learned.
    pub turns: Option<Turns>,
    /// The logarithm of the bias along a chain, now and then.
    pub series: Vec<f64>,
}

/// What a runner may cost.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    pub runs: u64,
    pub steps: u64,
}

/// Runs one program with one set of probes.
pub struct Runner<'a> {
    simulator: Box<dyn Simulator + 'a>,
    program: &'a Program,
    options: Options,
    /// Tells states; made when somebody asks for them.
    tracker: Option<Interpreter<'a>>,
    probes: Probes,
    sites: &'a Sites,
    seen: Observation,
    goal: Vec<Option<Place>>,
    team: Option<&'a Team>,
    /// Learns from every run of a chain.
    pupil: Option<Team>,
    shared: &'a Shared,
    allowance: Allowance,
    new_edges: HashSet<EdgeId>,
    new_checks: HashMap<CheckId, u32>,
    reported: (u64, u64),
    /// Computing that was no run, in instructions.
    computed: u64,
    pub harvest: Harvest,
    over: bool,
}

/// Gives the simulator what a replay answers.
pub struct Bridge<'b, 'r> {
    pub sites: &'b Sites,
    pub replay: &'b mut Replay<'r>,
}

impl Inputs for Bridge<'_, '_> {
    fn next(&mut self, site: InputSite, _: &SiteInfo) -> u128 {
        let site = site.as_u32();
        self.sites.bits(site, self.replay.next(site))
    }
}

/// The interpreter, telling states, takes so many times as long as compiled code, and once more.
const TRACKED: u64 = 3;

/// Computing beside the runs may cost so many times as much as these are allowed to; then there are no more of them.
const COMPUTED: u64 = 6;

/// How far failing an assumption is behind everything else.
const ASSUMPTION: u32 = 64;

impl<'a> Runner<'a> {
    /// Runs without a goal.
    pub fn new(
        program: &'a Program,
        sites: &'a Sites,
        options: &Options,
        engine: Engine,
        probes: Probes,
        shared: &'a Shared,
        allowance: Allowance,
    ) -> Runner<'a> {
        let options = Options { probes: probes.clone(), ..options.clone() };
        Runner {
            simulator: simulate::simulator(program, options.clone(), engine),
            program,
            options,
            tracker: None,
            probes,
            sites,
            seen: Observation::default(),
            goal: Vec::new(),
            team: None,
            pupil: None,
            shared,
            allowance,
            new_edges: HashSet::new(),
            new_checks: HashMap::new(),
            reported: (0, 0),
            computed: 0,
            harvest: Harvest::default(),
            over: false,
        }
    }

    /// Scores runs by how near they come to a goal, whose distances the probes must ask for.
    pub fn with_goal(self, goal: Option<&Ladder>) -> Runner<'a> {
        let goal = goal.map(|ladder| ladder.places(&self.probes)).unwrap_or_default();
        Runner { goal, ..self }
    }

    /// The same for a runner that has run already.
    pub fn set_goal(&mut self, goal: Option<&Ladder>) {
        self.goal = goal.map(|ladder| ladder.places(&self.probes)).unwrap_or_default();
    }

    /// Weighs runs by what a team says, and lets a pupil learn.
    pub fn with_team(self, team: &'a Team, pupil: Team) -> Runner<'a> {
        Runner { team: Some(team), pupil: Some(pupil), ..self }
    }

    pub fn finish(mut self) -> Harvest {
        self.report();
        self.harvest.knowledge = self.pupil.map(|pupil| pupil.knowledge());
        self.harvest
    }

    /// What the runs since the last harvest brought; edges and checks that an earlier one has are not in it.
    pub fn reap(&mut self) -> Harvest {
        self.report();
        self.reported = (0, 0);
        // The allowance is that of one harvest.
        self.over = self.shared.stop.load(Ordering::Relaxed);
        std::mem::take(&mut self.harvest)
    }

    /// One run; its observation is in `seen`.
    pub fn run(&mut self, replay: &mut Replay<'_>) -> &Observation {
        if self.over {
            // Whoever asks once more gets what was there: a budget of runs is kept to the run.
            return &self.seen;
        }
        self.simulator.run(&mut Bridge { sites: self.sites, replay }, &mut self.seen);
        self.gather(replay);
        &self.seen
    }

    /// Keeps what is new in the last run.
    fn gather(&mut self, replay: &Replay<'_>) {
        let harvest = &mut self.harvest;
        harvest.runs += 1;
        harvest.steps += self.seen.steps;
        harvest.tally.add(self.seen.outcome);
        for edge in &self.seen.edges {
            if self.new_edges.insert(*edge) {
                harvest.edges.push((*edge, replay.asked().clone()));
            }
        }
        match self.seen.outcome {
            Outcome::Violation(check) => {
                let times = self.new_checks.entry(check).or_insert(0);
                *times += 1;
                // The first, the fourth, the sixteenth, …
                let again = times.is_power_of_two() && times.trailing_zeros().is_multiple_of(2);
                if *times == 1 || again && self.shared.is_inside(check) {
                    harvest.violations.push((check, replay.asked().clone()));
                }
            }
            Outcome::DeadEnd if harvest.dead_end.is_none() => harvest.dead_end = self.simulator.failure().cloned(),
            _ => {}
        }
        if let Some(pupil) = &mut self.pupil {
            pupil.learn(Seen { probes: &self.probes, run: &self.seen });
        }
        if harvest.runs >= self.allowance.runs || harvest.steps + self.computed >= self.allowance.steps {
            self.over = true;
        }
        if harvest.runs - self.reported.0 >= 64 || harvest.steps - self.reported.1 >= 1 << 18 {
            self.report();
        }
    }

    fn report(&mut self) {
        let (runs, steps) = (self.harvest.runs, self.harvest.steps);
        self.shared.runs.fetch_add(runs - self.reported.0, Ordering::Relaxed);
        self.shared.steps.fetch_add(steps - self.reported.1, Ordering::Relaxed);
        self.reported = (runs, steps);
        self.over |= self.shared.stop.load(Ordering::Relaxed);
    }

    /// How near the last run came to the goal.
    fn nearness(&self) -> Score {
        let near = approach::nearness(&self.goal, &self.seen);
        let (level, distance) = match self.seen.outcome {
            Outcome::AssumptionFailed => (ASSUMPTION, self.seen.assumption),
            _ => (near.level, near.distance),
        };
        let (stage, distance) = split(distance);
        Score { level, stage, distance }
    }

    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Counts a step of a chain.
    pub fn count(&mut self, step: Step) {
        let harvest = &mut self.harvest;
        harvest.proposed += 1;
        harvest.accepted += u64::from(step.accepted);
        if harvest.gains.len() <= step.proposal {
            harvest.gains.resize(step.proposal + 1, (0.0, 0.0));
        }
        let (gain, steps) = &mut harvest.gains[step.proposal];
        (*gain, *steps) = (*gain + step.gain, *steps + 1.0);
    }

    /// How the last run ended.
    pub fn last(&self) -> Outcome {
        self.seen.outcome
    }

    pub fn failure(&mut self) -> Option<Failure> {
        self.simulator.failure().cloned()
    }
}

impl Runner<'_> {
    /// The two sides of what the last run failed at.
    fn compared(&self) -> Option<[u64; 2]> {
        let sides = match self.seen.outcome {
            Outcome::AssumptionFailed => self.seen.assumption_sides,
            _ => approach::nearness(&self.goal, &self.seen).sides,
        };
        (sides[0] != sides[1]).then_some(sides)
    }
}

impl Runner<'_> {
    /// What the last run scores.
    fn scored(&mut self, replay: &Replay<'_>) -> Score {
        let score = self.nearness();
        if self.harvest.best.as_ref().is_none_or(|(_, best)| score.beats(*best)) {
            self.harvest.best = Some((replay.asked().clone(), score));
        }
        score
    }
}

impl Objective for Runner<'_> {
    fn score(&mut self, replay: &mut Replay<'_>) -> Score {
        self.run(replay);
        self.scored(replay)
    }

    fn score_states(&mut self, replay: &mut Replay<'_>, states: &mut Vec<u64>) -> Score {
        states.clear();
        if !self.over {
            let options = || Options { states: true, ..self.options.clone() };
            let tracker = self.tracker.get_or_insert_with(|| Interpreter::new(self.program, options()));
            tracker.run(&mut Bridge { sites: self.sites, replay }, &mut self.seen);
            states.extend_from_slice(tracker.states());
            self.computed += self.seen.steps * TRACKED;
            self.gather(replay);
        }
        self.scored(replay)
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn sides(&self) -> Option<[u64; 2]> {
        self.compared()
    }

    fn effort(&self) -> Option<u64> {
        Some(self.seen.steps)
    }

    fn afford(&mut self, instructions: u64) -> bool {
        let affordable = self.computed + instructions <= COMPUTED.saturating_mul(self.allowance.steps);
        self.computed += if affordable { instructions } else { 0 };
        affordable && !self.shared.stop.load(Ordering::Relaxed)
    }
}

impl Target for Runner<'_> {
    /// With a team: its bias. Else 2^(−energy) of the goal.
    fn log_weight(&mut self, replay: &mut Replay<'_>) -> f64 {
        let score = self.score(replay);
        match self.team {
            // Outside the domain, but with a slope that leads in.
            Some(_) if self.seen.outcome == Outcome::AssumptionFailed => -200.0 - score.stage - bits(score.distance),
            Some(team) => team.log_bias(Seen { probes: &self.probes, run: &self.seen }),
            None => {
                let share = if score.stage > 0.0 { 0.25 } else { 1.0 };
                let levels = f64::from(score.level) + score.stage;
                -(levels * approach::LEVEL + share * bits(score.distance)) * std::f64::consts::LN_2
            }
        }
    }
}
