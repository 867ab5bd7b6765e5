//! How well chains mix, as data: acceptance, effective sample size, R-hat.

use serde::{Deserialize, Serialize};

/// How often a proposal was made and accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Acceptance {
    pub proposed: u64,
    pub accepted: u64,
}

impl Acceptance {
    pub fn rate(&self) -> f64 {
        self.accepted as f64 / self.proposed.max(1) as f64
    }
}

/// How many independent draws a correlated series is worth: n / (1 + 2·Σρₖ), the sum cut by Geyer's rule where the sum
/// of two neighbouring autocorrelations is no longer positive.
pub fn effective_size(series: &[f64]) -> f64 {
    let n = series.len();
    if n < 4 {
        return n as f64;
    }
    let mean = series.iter().sum::<f64>() / n as f64;
    let covariance = |lag: usize| -> f64 {
        series.iter().zip(&series[lag..]).map(|(a, b)| (a - mean) * (b - mean)).sum::<f64>() / n as f64
    };
    let variance = covariance(0);
    if variance == 0.0 {
        return n as f64;
    }
    let mut sum = 0.0;
    for lag in (1..n - 1).step_by(2) {
        let pair = (covariance(lag) + covariance(lag + 1)) / variance;
        if pair <= 0.0 {
            break;
        }
        sum += pair;
    }
    n as f64 / (1.0 + 2.0 * sum)
}

/// Gelman and Rubin's R-hat on chains split in halves: near 1 when they agree. NaN if there is too little to say.
pub fn r_hat(chains: &[Vec<f64>]) -> f64 {
    let halves: Vec<&[f64]> =
        chains.iter().flat_map(|chain| chain.chunks_exact((chain.len() / 2).max(1)).take(2)).collect();
    let n = halves.iter().map(|half| half.len()).min().unwrap_or(0);
    if n < 2 || halves.len() < 2 {
        return f64::NAN;
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let variance = |values: &[f64]| {
        let center = mean(values);
        values.iter().map(|x| (x - center).powi(2)).sum::<f64>() / (values.len() as f64 - 1.0)
    };
    let means: Vec<f64> = halves.iter().map(|half| mean(&half[..n])).collect();
    let within = mean(&halves.iter().map(|half| variance(&half[..n])).collect::<Vec<_>>());
    let between = variance(&means);
    if within == 0.0 {
        return if between == 0.0 { 1.0 } else { f64::INFINITY };
    }
    let pooled = within * (n as f64 - 1.0) / n as f64 + between;
    (pooled / within).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// An autoregressive series with factor φ is worth n·(1−φ)/(1+φ) draws.
    fn series(phi: f64, seed: u64) -> Vec<f64> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut x = 0.0;
        (0..20_000)
            .map(|_| {
                x = phi * x + rng.random::<f64>() - 0.5;
                x
            })
            .collect()
    }

    #[test]
    fn knows_what_correlation_costs() {
        for (phi, share) in [(0.0, 1.0), (0.5, 1.0 / 3.0), (0.9, 1.0 / 19.0)] {
            let size = effective_size(&series(phi, 1)) / 20_000.0;
            assert!((size / share - 1.0).abs() < 0.2, "φ = {phi}: {size} instead of {share}");
        }
    }

    #[test]
    fn tells_chains_that_disagree() {
        let together = r_hat(&[series(0.5, 1), series(0.5, 2)]);
        let apart: Vec<f64> = series(0.5, 2).iter().map(|x| x + 1.0).collect();
        assert!(together < 1.01 && r_hat(&[series(0.5, 1), apart]) > 1.2, "{together}");
    }
}
