//! What a strategy draws for two inputs: the points of the paper's Figure 3.

use super::chain::mixture;
use super::runner::{Allowance, Runner, Shared};
use super::sites::Sites;
use super::subject::Subject;
use super::team::team;
use super::{Settings, Strategy};
use crate::sample::{Chain, Point, Replay, Scratch};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rarebit_front_end::ir::{InputSite, Program};
use rarebit_learners::{Outcome, Probes};

/// So many samples of two inputs, as numbers; runs that fail an assumption are left out. With [`Strategy::Uniform`]
/// every sample is drawn afresh; otherwise they are the steps of one Metropolis–Hastings chain with the learners' bias,
/// a rejected step counting the current sample again.
pub fn samples(program: &Program, settings: &Settings, pair: [InputSite; 2], many: usize) -> Vec<(f64, f64)> {
    let sites = Sites::new(program);
    let shared = Shared::default();
    let allowance = Allowance { runs: (many as u64).saturating_mul(1000), steps: u64::MAX };
    let subject = Subject::whole(program);
    let new_team = || team(&subject, &settings.simulation, &settings.learners);
    let taught = new_team();
    let uniform = settings.strategy == Strategy::Uniform;
    let probes = if uniform { Probes::default() } else { taught.probes() };
    let mut runner = Runner::new(program, &sites, &settings.simulation, settings.engine, probes, &shared, allowance);
    if !uniform {
        runner = runner.with_team(&taught, new_team());
    }
    let mut rng = ChaCha8Rng::seed_from_u64(settings.seed);
    let number = |point: &Point, site: InputSite| {
        let entry = point.entries.iter().find(|entry| entry.name.site == site.as_u32())?;
        Some(sites.space.axis(*entry).number(entry.key))
    };
    let both = |point: &Point| Some((number(point, pair[0])?, number(point, pair[1])?));
    let mut points = Vec::new();
    if uniform {
        let (empty, mut asked, mut scratch) = (Point::default(), Point::default(), Scratch::default());
        while points.len() < many && !runner.is_over() {
            let mut replay = Replay::new(&sites.space, &empty, &[], &mut rng, &mut asked, &mut scratch);
            if runner.run(&mut replay).outcome != Outcome::AssumptionFailed {
                points.extend(both(&asked));
            }
        }
        return points;
    }
    let mixture = mixture(&sites);
    let mut chain = Chain::start(&sites.space, &mut runner, &mut rng);
    let mut holds = runner.last() != Outcome::AssumptionFailed;
    while points.len() < many && !runner.is_over() {
        if chain.step(&sites.space, None, &mixture, &mut runner, &mut rng).accepted {
            holds = runner.last() != Outcome::AssumptionFailed;
        }
        if holds {
            points.extend(both(&chain.point));
        }
    }
    points
}
