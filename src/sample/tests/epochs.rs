//! A bandit over proposals keeps the target if it changes its mind between epochs, and loses it if within one.

use super::*;
use crate::sample::bandit::Bandit;
use crate::sample::proposal::{Fresh, Gibbs, Redraw};

const ARMS: usize = 3;

fn steep(replay: &mut Replay<'_>) -> f64 {
    2.0 * fixed(replay)
}

/// χ² of the ends of chains from exact draws, its threshold, and the bandit's weights in the end. The bandit learns
/// between epochs of 1500 chains; `within` may change weights after every step.
fn ends(within: impl Fn(&Step) -> Option<Vec<f64>>, seed: u64) -> (f64, f64, Vec<f64>) {
    let space = fixed_space();
    let points = enumerate(&space, &mut steep, None);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut bandit = Bandit::new(ARMS, 0.9, 0.04);
    let mut counts = HashMap::new();
    for _ in 0..40 {
        let (factors, mut earned) = (bandit.weights(), vec![(0.0, 0.0); ARMS]);
        for _ in 0..1500 {
            let mut mixture = Mixture::new(vec![Box::new(Gibbs), Box::new(Redraw), Box::new(Fresh)]).tuned(&factors);
            let mut chain = Chain::at(draw(&points, &mut rng), &space, &mut steep, &mut rng);
            for _ in 0..12 {
                let step = chain.step(&space, None, &mixture, &mut steep, &mut rng);
                earned[step.proposal].0 += step.gain;
                earned[step.proposal].1 += 1.0;
                if let Some(weights) = within(&step) {
                    mixture.weights = weights;
                }
            }
            *counts.entry(chain.point).or_insert(0) += 1;
        }
        bandit.learn(&earned);
    }
    let (statistic, threshold) = chi2(&points, &counts);
    (statistic, threshold, bandit.weights())
}

#[test]
fn between_epochs_the_target_is_kept() {
    let (statistic, threshold, weights) = ends(|_| None, 1);
    assert!(statistic < threshold, "χ² = {statistic:.1}, threshold {threshold:.1}");
    let most = weights.iter().copied().fold(0.0, f64::max);
    let least = weights.iter().copied().fold(1.0, f64::min);
    assert!(most > 1.1 * least, "the bandit has learned nothing: {weights:?}");
}

/// A mind that follows the chain's own steps: small ones until one gains, then a jump. Every single kernel keeps the
/// balance, but which one is used depends on where the chain is.
#[test]
fn within_an_epoch_it_is_lost() {
    let fickle = |step: &Step| Some(if step.gain > 0.0 { vec![0.04, 0.04, 0.92] } else { vec![0.92, 0.04, 0.04] });
    let (statistic, threshold, _) = ends(fickle, 2);
    assert!(statistic > 2.0 * threshold, "not caught: χ² = {statistic:.1}, threshold {threshold:.1}");
}
