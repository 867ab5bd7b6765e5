//! Which arm of a portfolio to use: a discounted bandit that changes its mind only between epochs.
//!
//! Every arm keeps a discounted sum of rewards and of costs; its weight is its reward per cost with a bonus for arms
//! seldom tried (discounted UCB), and never less than a floor, because what fails now may be the one that works later.
//!
//! **Detailed balance.** Within an epoch the weights are fixed, so a mixture of proposals chosen by them is a fixed
//! mixture: with kernels Kᵢ that keep π(s)Kᵢ(s→t) = π(t)Kᵢ(t→s), so does Σ wᵢKᵢ. An epoch is the whole life of a
//! chain, and its weights come from chains that lived before. Weights that follow the chain's own steps are functions of
//! the state, w(s) ≠ w(t), and the balance is lost; [`super::tests`] has both.

use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bandit {
    rewards: Vec<f64>,
    costs: Vec<f64>,
    discount: f64,
    floor: f64,
}

impl Bandit {
    /// A bandit over `arms` arms; each gets at least `floor` of the whole.
    pub fn new(arms: usize, discount: f64, floor: f64) -> Bandit {
        Bandit { rewards: vec![0.0; arms], costs: vec![0.0; arms], discount, floor }
    }

    /// Ends an epoch: what each arm earned and what it cost, in any fixed units.
    pub fn learn(&mut self, earned: &[(f64, f64)]) {
        for (arm, (reward, cost)) in earned.iter().enumerate() {
            self.rewards[arm] = self.rewards[arm] * self.discount + reward;
            self.costs[arm] = self.costs[arm] * self.discount + cost;
        }
    }

    /// The share of each arm in the next epoch; they add up to 1.
    pub fn weights(&self) -> Vec<f64> {
        let arms = self.rewards.len();
        let total: f64 = self.costs.iter().sum();
        if total <= 0.0 {
            return vec![1.0 / arms as f64; arms];
        }
        let value = |arm: usize| {
            let cost = self.costs[arm].max(total * 1e-6);
            let rate = self.rewards[arm] / cost;
            let bonus = (2.0 * (1.0 + total / cost).ln() / (1.0 + cost)).sqrt();
            rate + bonus
        };
        let values: Vec<f64> = (0..arms).map(value).collect();
        let sum: f64 = values.iter().sum();
        let free = 1.0 - self.floor * arms as f64;
        values.iter().map(|value| if sum > 0.0 { self.floor + free * value / sum } else { 1.0 / arms as f64 }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefers_what_pays_and_keeps_a_floor() {
        let mut bandit = Bandit::new(3, 0.9, 0.05);
        assert_eq!(bandit.weights(), vec![1.0 / 3.0; 3]);
        for _ in 0..20 {
            bandit.learn(&[(1000.0, 1000.0), (10.0, 1000.0), (0.0, 1000.0)]);
        }
        let weights = bandit.weights();
        assert!(weights[0] > 0.8 && weights[1] > weights[2] && weights[2] >= 0.05, "{weights:?}");
        assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        for _ in 0..40 {
            bandit.learn(&[(0.0, 1000.0), (0.0, 1000.0), (1000.0, 1000.0)]);
        }
        assert!(bandit.weights()[2] > 0.8, "old merits fade");
    }
}
