//! Which state goes on next.

mod reach;

pub use reach::{NEVER, Reach};

use super::state::State;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::VecDeque;

/// How states are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strategy {
    /// The newest.
    #[default]
    DepthFirst,
    /// The oldest.
    BreadthFirst,
    /// Any, with probability 2^-forks: short paths are likelier, however many long ones there are.
    RandomPath,
    /// One that has just covered an edge for the first time; else any.
    CoverageNew,
    /// The one nearest to an uncovered decision, the newest of these.
    Goal,
    /// The other strategies in turn.
    Interleaved,
}

/// The states that wait.
pub struct Frontier {
    strategy: Strategy,
    states: VecDeque<State>,
    rng: ChaCha8Rng,
    turn: usize,
}

impl Frontier {
    pub fn new(strategy: Strategy, seed: u64) -> Frontier {
        Frontier { strategy, states: VecDeque::new(), rng: ChaCha8Rng::seed_from_u64(seed), turn: 0 }
    }

    pub fn len(&self) -> usize {
        self.states.len()
    }

    pub fn add(&mut self, state: State) {
        self.states.push_back(state);
    }

    /// Takes the oldest away: there the most work is left.
    pub fn oldest(&mut self, many: usize) -> Vec<State> {
        self.states.drain(..many).collect()
    }

    pub fn drain(&mut self) -> impl Iterator<Item = State> + '_ {
        self.states.drain(..)
    }

    pub fn next(&mut self, reach: &Reach) -> Option<State> {
        use Strategy::*;
        const TURNS: [Strategy; 5] = [CoverageNew, Goal, RandomPath, DepthFirst, BreadthFirst];
        let strategy = match self.strategy {
            Strategy::Interleaved => {
                self.turn += 1;
                TURNS[self.turn % TURNS.len()]
            }
            strategy => strategy,
        };
        match strategy {
            Strategy::DepthFirst | Strategy::Interleaved => self.states.pop_back(),
            Strategy::BreadthFirst => self.states.pop_front(),
            Strategy::Goal => {
                let nearest = self.states.iter().enumerate().rev().min_by_key(|(_, state)| reach.distance(state));
                let at = nearest?.0;
                self.states.remove(at)
            }
            Strategy::RandomPath => {
                let at = self.random_path()?;
                self.states.swap_remove_back(at)
            }
            Strategy::CoverageNew => {
                let fresh = self.states.iter().rposition(|state| state.fresh);
                let at = match fresh {
                    Some(at) => at,
                    None => self.random_path()?,
                };
                let mut state = self.states.swap_remove_back(at)?;
                state.fresh = false;
                Some(state)
            }
        }
    }

    /// Drawn with weights 2^-forks, relative to the state with the fewest.
    fn random_path(&mut self) -> Option<usize> {
        let fewest = self.states.iter().map(|state| state.forks).min()?;
        let weight = |state: &State| 0.5f64.powi((state.forks - fewest).min(1000) as i32);
        let total: f64 = self.states.iter().map(weight).sum();
        let mut left = self.rng.random::<f64>() * total;
        for (at, state) in self.states.iter().enumerate() {
            left -= weight(state);
            if left <= 0.0 {
                return Some(at);
            }
        }
        Some(self.states.len() - 1)
    }
}
