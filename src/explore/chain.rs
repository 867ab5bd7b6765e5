//! What one logical chain does in one round. It sees the archive as it was at the round's beginning, has its own stream
//! of the generator, and hands back a [`Harvest`]; so its result does not depend on what runs beside it.

use super::advice::Why;
use super::runner::{Allowance, Harvest, Runner, Shared};
use super::sites::Sites;
use crate::sample::chord::{BoundingBox, Chord};
use crate::sample::hunter::{Hunter, Turns};
use crate::sample::proposal::{Constants, Flip, Fresh, Gibbs, Pair, Power, Redraw, Special, Swap};
use crate::sample::{Chain, GrowthRule, Mixture, Point, Polytope, Proposal, Replay, Scratch, population, simplex};
use crate::simulate::{Engine, Options};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rarebit_front_end::ir::Program;
use rarebit_learners::approach::{Ladder, Rung};
use rarebit_learners::{Probes, Team};
use std::sync::Arc;

/// How a chain looks for something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Every input drawn afresh from the reference measure: the paper's experiment C.
    Uniform,
    /// Every input drawn afresh, as often from the values worth trying as from all.
    Sprinkle,
    /// Metropolis–Hastings with the learners' bias: the paper's experiment B.
    Learners,
    /// Metropolis–Hastings towards a goal, several temperatures.
    Tempered,
    /// A hunter after a goal.
    Hunter,
    /// Metropolis–Hastings inside an advised domain: the paper's experiment A.
    Inside,
}

impl Method {
    /// The arms of the portfolio.
    pub const ARMS: [Method; 4] = [Method::Sprinkle, Method::Tempered, Method::Hunter, Method::Uniform];

    pub fn name(self) -> &'static str {
        match self {
            Method::Uniform => "uniform",
            Method::Sprinkle => "sprinkle",
            Method::Learners => "mcmc",
            Method::Tempered => "tempered",
            Method::Hunter => "hunter",
            Method::Inside => "inside",
        }
    }

    /// What an arm is worth before anything is known.
    pub fn prior(self) -> f64 {
        match self {
            Method::Hunter => 0.5,
            Method::Tempered => 0.25,
            Method::Sprinkle | Method::Learners | Method::Inside => 0.2,
            Method::Uniform => 0.05,
        }
    }
}

/// A domain that someone advised to sample, and why.
#[derive(Clone)]
pub struct Domain {
    pub polytope: Arc<Polytope>,
    /// A point inside.
    pub start: Point,
    pub goal: Option<Rung>,
    pub why: Why,
    pub adviser: usize,
}

/// A chain's orders.
#[derive(Clone)]
pub struct Task {
    pub method: Method,
    pub goal: Option<Ladder>,
    pub start: Point,
    /// Others that are near the goal, for crossover.
    pub mates: Vec<Point>,
    /// What hunters for the goal learned.
    pub turns: Turns,
    pub allowance: Allowance,
    /// Its stream of the generator.
    pub stream: u64,
    /// To be sampled one after the other, each with the allowance.
    pub domains: Vec<Domain>,
}

/// What all chains of a campaign share.
pub struct Setting<'a> {
    pub program: &'a Program,
    pub sites: &'a Sites,
    pub options: &'a Options,
    pub engine: Engine,
    /// Probes of the round: the open edges.
    pub probes: &'a Probes,
    pub shared: &'a Shared,
    pub seed: u64,
    /// Ends chains with learners: see [`GrowthRule`].
    pub lambda: Option<f64>,
    pub team: Option<&'a Team>,
    /// How much more or less each proposal of a chain counts in this round.
    pub factors: &'a [f64],
    /// Makes an empty team like it.
    pub new_team: &'a (dyn Fn() -> Team + Sync),
}

/// Temperatures a factor 2 apart.
const BETAS: [f64; 4] = [1.0, 0.5, 0.25, 0.125];
/// Steps between two that are kept for diagnostics, and how many are kept.
const THIN: u64 = 8;
const SERIES: usize = 500;
/// Steps between swaps.
const SWAP: u32 = 16;

pub fn run(setting: &Setting<'_>, task: &Task) -> Harvest {
    let mut rng = ChaCha8Rng::seed_from_u64(setting.seed);
    rng.set_stream(task.stream);
    let mut probes = setting.probes.clone();
    if let Some(goal) = &task.goal {
        goal.ask(&mut probes);
    }
    if let (Method::Learners | Method::Inside, Some(team)) = (task.method, setting.team) {
        let aimed = probes;
        probes = team.probes();
        probes.edge_distances.extend(aimed.edge_distances);
        probes.check_distances.extend(aimed.check_distances);
    }
    probes.edge_distances.sort_unstable();
    probes.edge_distances.dedup();
    probes.check_distances.sort_unstable();
    probes.check_distances.dedup();
    let Setting { program, sites, options, shared, .. } = *setting;
    let mut runner = Runner::new(program, sites, options, setting.engine, probes, shared, task.allowance)
        .with_goal(task.goal.as_ref());
    match task.method {
        Method::Uniform => draw(&mut runner, sites, &[], &mut rng),
        Method::Sprinkle => draw(&mut runner, sites, &sites.special, &mut rng),
        Method::Hunter => {
            let hunter = Hunter::new(&task.start, &sites.space, &sites.special, &sites.words, &mut runner, &mut rng);
            let turns = hunter.with_mates(&task.mates).with_turns(task.turns).run();
            runner.harvest.turns = Some(turns);
        }
        Method::Tempered => tempered(&mut runner, sites, setting.factors, task, &mut rng),
        Method::Learners => {
            if let Some(team) = setting.team {
                runner = runner.with_team(team, (setting.new_team)());
            }
            learners(&mut runner, setting, task, &mut rng);
        }
        Method::Inside => {
            if let Some(team) = setting.team {
                runner = runner.with_team(team, (setting.new_team)());
            }
            let parts = task.domains.iter().map(|domain| {
                inside(&mut runner, setting, domain, task.allowance, &mut rng);
                runner.reap()
            });
            let parts = parts.collect();
            runner.harvest.parts = parts;
        }
    }
    runner.finish()
}

/// Points drawn afresh.
fn draw(runner: &mut Runner<'_>, sites: &Sites, special: &[Vec<i128>], rng: &mut ChaCha8Rng) {
    let (empty, mut asked, mut scratch) = (Point::default(), Point::default(), Scratch::default());
    while !runner.is_over() {
        let replay = Replay::new(&sites.space, &empty, &[], rng, &mut asked, &mut scratch);
        runner.run(&mut replay.with_special(special));
    }
}

/// How often each proposal of a chain is used before anything is known.
const WEIGHTS: [f64; PROPOSALS] = [4.0, 3.0, 1.0, 1.0, 2.0, 0.5, 1.0, 1.0, 0.1];
pub const PROPOSALS: usize = 9;

/// The proposals of a chain on inputs.
pub fn mixture(sites: &Sites) -> Mixture {
    let special: Arc<[Vec<i128>]> = sites.special.clone().into();
    let mut constants: Vec<i128> = sites.special.iter().flatten().copied().collect();
    constants.sort_unstable();
    constants.dedup();
    let proposals: Vec<Box<dyn Proposal + Send + Sync>> = vec![
        Box::new(Power),
        Box::new(Flip),
        Box::new(Special(special)),
        Box::new(Constants(constants.into())),
        Box::new(Pair),
        Box::new(Swap),
        Box::new(Redraw),
        Box::new(Gibbs),
        Box::new(Fresh),
    ];
    Mixture { proposals, weights: WEIGHTS.to_vec() }
}

/// A single chain with the learners' bias.
fn learners(runner: &mut Runner<'_>, setting: &Setting<'_>, task: &Task, rng: &mut ChaCha8Rng) {
    let sites = setting.sites;
    let mixture = mixture(sites).tuned(setting.factors);
    let mut growth = setting.lambda.map(|lambda| GrowthRule::new(lambda, u64::MAX));
    let mut chain = Chain::at(&task.start, &sites.space, runner, rng);
    while !runner.is_over() {
        let step = chain.step(&sites.space, None, &mixture, runner, rng);
        runner.count(step);
        if runner.harvest.proposed.is_multiple_of(THIN) && runner.harvest.series.len() < SERIES {
            runner.harvest.series.push(chain.log_weight);
        }
        if growth.as_mut().is_some_and(|rule| rule.is_over(chain.log_weight)) {
            return;
        }
    }
}

/// A chain inside a polytope with the learners' bias.
fn inside(runner: &mut Runner<'_>, setting: &Setting<'_>, domain: &Domain, allowance: Allowance, rng: &mut ChaCha8Rng) {
    let (polytope, sites) = (&domain.polytope, setting.sites);
    let mut mixture = mixture(sites).tuned(setting.factors);
    let mut growth = setting.lambda.map(|lambda| GrowthRule::new(lambda, u64::MAX));
    let chords = [Chord::coordinates(polytope.clone()), Chord::directions(polytope.clone())];
    for chord in chords.into_iter().flatten() {
        mixture.proposals.push(Box::new(chord));
        mixture.weights.push(6.0);
    }
    if let Some(bounds) = simplex::bounding_box(polytope) {
        mixture.proposals.push(Box::new(BoundingBox::new(polytope.clone(), bounds)));
        mixture.weights.push(2.0);
    }
    let mut chain = Chain::at(&domain.start, &sites.space, runner, rng);
    let mut steps = 0u32;
    while !runner.is_over() {
        let step = chain.step(&sites.space, Some(polytope), &mixture, runner, rng);
        runner.count(step);
        steps += 1;
        let grown = growth.as_mut().is_some_and(|rule| rule.is_over(chain.log_weight));
        // Steps that propose nothing inside cost no run, but time.
        if grown || u64::from(steps) > 20 * allowance.runs {
            return;
        }
    }
}

/// Chains at several temperatures with swaps and exchanges between neighbours.
fn tempered(runner: &mut Runner<'_>, sites: &Sites, factors: &[f64], task: &Task, rng: &mut ChaCha8Rng) {
    let mixture = mixture(sites).tuned(factors);
    let mut chains: Vec<Chain> = Vec::new();
    for (i, beta) in BETAS.iter().enumerate() {
        let start = i.checked_sub(1).and_then(|mate| task.mates.get(mate)).unwrap_or(&task.start);
        if runner.is_over() {
            return;
        }
        let mut chain = Chain::at(start, &sites.space, runner, rng);
        chain.beta = *beta;
        chains.push(chain);
    }
    let mut turn = 0u32;
    while !runner.is_over() {
        for chain in &mut chains {
            let step = chain.step(&sites.space, None, &mixture, runner, rng);
            runner.count(step);
            if runner.harvest.best.as_ref().is_some_and(|(_, score)| score.is_hit()) {
                return;
            }
        }
        turn += 1;
        if turn.is_multiple_of(SWAP) {
            let low = (turn / SWAP) as usize % (BETAS.len() - 1);
            let (left, right) = chains.split_at_mut(low + 1);
            let (a, b) = (&mut left[low], &mut right[0]);
            population::swap(a, b, rng);
            if turn.is_multiple_of(4 * SWAP) {
                population::exchange(a, b, &sites.space, runner, rng);
            }
        }
    }
}
