//! Proposals on boxes: fixed and varying length, integers and floats.

use super::*;
use crate::sample::proposal::*;
use std::sync::Arc;

fn special() -> Special {
    Special(Arc::from([vec![0, 3, 3], vec![1], vec![]]))
}

fn float_special() -> Special {
    let two = i128::from(axis::double_key(2.0));
    Special(Arc::from([vec![two, two + 3], vec![0, -1], vec![1]]))
}

fn constants() -> Constants {
    Constants(Arc::from([1, 2, 5, -7]))
}

#[test]
fn fixed_length() {
    let case = |proposal: Box<dyn Proposal + Send + Sync>, seed| {
        Case { mixture: Mixture::new(vec![proposal]), ..Case::new(fixed_space(), fixed, Fresh) }.assert_right(seed);
    };
    let all: [Box<dyn Proposal + Send + Sync>; 10] = [
        Box::new(Fresh),
        Box::new(Redraw),
        Box::new(Gibbs),
        Box::new(Power),
        Box::new(Flip),
        Box::new(special()),
        Box::new(constants()),
        Box::new(Swap),
        Box::new(Pair),
        Box::new(Within { delta: 2 }),
    ];
    all.into_iter().zip(100..).for_each(|(proposal, seed)| case(proposal, seed));
}

#[test]
fn varying_length() {
    let case = |proposal: Box<dyn Proposal + Send + Sync>, seed| {
        Case { mixture: Mixture::new(vec![proposal]), ..Case::new(varying_space(), varying, Fresh) }.assert_right(seed);
    };
    let all: [Box<dyn Proposal + Send + Sync>; 10] = [
        Box::new(Fresh),
        Box::new(Redraw),
        Box::new(Gibbs),
        Box::new(Power),
        Box::new(Flip),
        Box::new(special()),
        Box::new(constants()),
        Box::new(Swap),
        Box::new(Pair),
        Box::new(Within { delta: 1 }),
    ];
    all.into_iter().zip(200..).for_each(|(proposal, seed)| case(proposal, seed));
}

#[test]
fn floats_and_reals() {
    let case = |proposal: Box<dyn Proposal + Send + Sync>, seed| {
        Case { mixture: Mixture::new(vec![proposal]), ..Case::new(floats_space(), floats, Fresh) }.assert_right(seed);
    };
    let all: [Box<dyn Proposal + Send + Sync>; 8] = [
        Box::new(Fresh),
        Box::new(Redraw),
        Box::new(Gibbs),
        Box::new(Power),
        Box::new(Flip),
        Box::new(float_special()),
        Box::new(constants()),
        Box::new(Within { delta: 3 }),
    ];
    all.into_iter().zip(300..).for_each(|(proposal, seed)| case(proposal, seed));
}

/// A mixture of kernels that keep the target keeps it too.
#[test]
fn mixtures() {
    let mixture = Mixture {
        proposals: vec![Box::new(Redraw), Box::new(Power), Box::new(special()), Box::new(Swap)],
        weights: vec![0.1, 0.4, 0.3, 0.2],
    };
    Case { mixture, ..Case::new(varying_space(), varying, Fresh) }.assert_right(400);
}

/// Every point of the domain is reached by those that are meant to reach all.
#[test]
fn kernels_reach_everything() {
    let varying_case =
        |proposal| Case { mixture: Mixture::new(vec![proposal]), ..Case::new(varying_space(), varying, Fresh) };
    for proposal in
        [Box::new(Redraw) as Box<dyn Proposal + Send + Sync>, Box::new(Gibbs), Box::new(Power), Box::new(special())]
    {
        let case = varying_case(proposal);
        let (visited, all) = case.reach(400_000, 1);
        assert_eq!(visited, all, "{}", case.mixture.proposals[0].name());
    }
}

/// Theorem 3.1 on one long chain: samples far enough apart to be nearly independent have frequencies in proportion to
/// the bias.
#[test]
fn long_run_frequencies() {
    let space = fixed_space();
    let points = enumerate(&space, &mut fixed, None);
    let mixture = Mixture::new(vec![Box::new(Gibbs), Box::new(Power)]);
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut chain = Chain::start(&space, &mut fixed, &mut rng);
    let mut counts = HashMap::new();
    for step in 0..1_200_000 {
        chain.step(&space, None, &mixture, &mut fixed, &mut rng);
        if step % 60 == 59 {
            *counts.entry(chain.point.clone()).or_insert(0) += 1;
        }
    }
    let (statistic, threshold) = chi2(&points, &counts);
    assert!(statistic < threshold, "χ² = {statistic:.1}, threshold {threshold:.1}");
}

/// Two chains at different temperatures, swaps and exchanges between them: each keeps its own target.
#[test]
fn populations() {
    for exchanging in [false, true] {
        let (space, betas) = (varying_space(), [1.0, 0.25]);
        let targets = betas.map(|beta| enumerate(&space, &mut |replay: &mut Replay<'_>| beta * varying(replay), None));
        let mut counts = [HashMap::new(), HashMap::new()];
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        for _ in 0..20_000 {
            let mut chains = [0, 1].map(|i| {
                let mut chain = Chain::at(draw(&targets[i], &mut rng), &space, &mut varying, &mut rng);
                chain.beta = betas[i];
                chain
            });
            let [a, b] = &mut chains;
            for _ in 0..3 {
                if exchanging {
                    population::exchange(a, b, &space, &mut varying, &mut rng);
                } else {
                    population::swap(a, b, &mut rng);
                }
            }
            for (chain, counts) in chains.into_iter().zip(&mut counts) {
                *counts.entry(chain.point).or_insert(0) += 1;
            }
        }
        for (points, counts) in targets.iter().zip(&counts) {
            let (statistic, threshold) = chi2(points, counts);
            assert!(statistic < threshold, "exchange {exchanging}: χ² = {statistic:.1}, threshold {threshold:.1}");
        }
    }
}

/// The paper's stopping rule: as soon as the bias has grown by λ, or after so many samples.
#[test]
fn growth_rule() {
    let mut rule = GrowthRule::new(10.0, 5);
    assert!(!rule.is_over(0.0) && !rule.is_over(2.3) && rule.is_over(2.31));
    let mut rule = GrowthRule::new(10.0, 3);
    assert!(!rule.is_over(0.0) && !rule.is_over(0.0) && rule.is_over(-1.0));
}
