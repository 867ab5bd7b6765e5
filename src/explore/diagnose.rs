//! How chains move through the inputs of a program: several independent Metropolis–Hastings chains with the learners'
//! bias, step by step, and as many uniform draws beside them. For reports: it says whether what the sampler draws can be
//! relied on here, and shows where it goes.

use super::Settings;
use super::chain::mixture;
use super::runner::{Allowance, Runner, Shared};
use super::sites::Sites;
use super::subject::Subject;
use super::team::team;
use crate::sample::{Chain, Name, Point, Replay, Scratch};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rarebit_front_end::ir::{InputSite, Program};
use rarebit_learners::{Outcome, Probes};

/// One chain: at each step the numbers of the inputs (NaN where the run did not read one) and the log-weight.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    pub points: Vec<Vec<f64>>,
    pub weights: Vec<f64>,
    pub accepted: u64,
}

/// What chains and uniform draws do with some inputs.
#[derive(Clone, Debug, Default)]
pub struct Diagnosis {
    /// The inputs, by site and occurrence.
    pub sites: Vec<(InputSite, u32)>,
    pub walks: Vec<Walk>,
    /// Draws that satisfy the program's assumptions.
    pub uniform: Vec<Vec<f64>>,
}

/// So many chains of so many steps. `steps` also bounds the instructions that all this may cost, a thousand per step.
pub fn diagnose(
    program: &Program,
    settings: &Settings,
    inputs: &[(InputSite, u32)],
    chains: u64,
    steps: usize,
) -> Diagnosis {
    let sites = Sites::new(program);
    let shared = Shared::default();
    let allowance = Allowance { runs: steps as u64 * 4, steps: steps as u64 * 100_000 };
    let subject = Subject::whole(program);
    let new_team = || team(&subject, &settings.simulation, &settings.learners);
    let team = new_team();
    let numbers = |point: &Point| -> Vec<f64> {
        let number = |(site, occurrence): &(InputSite, u32)| {
            let name = Name { site: site.as_u32(), occurrence: *occurrence };
            let entry = point.entries.iter().find(|entry| entry.name == name);
            entry.map_or(f64::NAN, |entry| sites.space.axis(*entry).number(entry.key))
        };
        inputs.iter().map(number).collect()
    };
    let mut diagnosis = Diagnosis { sites: inputs.to_vec(), ..Diagnosis::default() };
    let mut rng = ChaCha8Rng::seed_from_u64(settings.seed);
    let mixture = mixture(&sites);
    for stream in 0..chains {
        rng.set_stream(stream);
        let probes = team.probes();
        let mut runner =
            Runner::new(program, &sites, &settings.simulation, settings.engine, probes, &shared, allowance)
                .with_team(&team, new_team());
        let mut chain = Chain::start(&sites.space, &mut runner, &mut rng);
        let mut walk = Walk::default();
        while walk.points.len() < steps && !runner.is_over() {
            let step = chain.step(&sites.space, None, &mixture, &mut runner, &mut rng);
            walk.accepted += u64::from(step.accepted);
            walk.points.push(numbers(&chain.point));
            walk.weights.push(chain.log_weight);
        }
        diagnosis.walks.push(walk);
    }
    rng.set_stream(chains);
    let mut runner =
        Runner::new(program, &sites, &settings.simulation, settings.engine, Probes::default(), &shared, allowance);
    let (empty, mut asked, mut scratch) = (Point::default(), Point::default(), Scratch::default());
    while diagnosis.uniform.len() < steps && !runner.is_over() {
        let mut replay = Replay::new(&sites.space, &empty, &[], &mut rng, &mut asked, &mut scratch);
        if runner.run(&mut replay).outcome != Outcome::AssumptionFailed {
            diagnosis.uniform.push(numbers(&asked));
        }
    }
    diagnosis
}
