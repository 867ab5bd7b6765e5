//! What the chains of a round are to do: which method, towards which goal, from where, for how long.

use super::*;

impl Campaign<'_> {
    /// What the chains of the next round are to do; so many more have their orders already.
    pub(super) fn tasks(&mut self, others: usize) -> Vec<Task> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.settings.seed);
        rng.set_stream(u64::MAX - self.round);
        let left = self.settings.budget.runs.map_or(u64::MAX, |runs| runs.saturating_sub(self.progress.runs));
        let weights = self.arms.weights();
        let mut goals = self.ranked_goals(&mut rng).into_iter().cycle();
        let mut tasks = Vec::new();
        // Concolic testing needs only something to begin with.
        let seeds = self.settings.strategy == Strategy::Concolic;
        let unbiased = self.settings.without.contains(&Part::Bias);
        for chain in 0..self.settings.chains(CHAINS) {
            let method = match self.settings.strategy {
                Strategy::Uniform | Strategy::Concolic => Method::Uniform,
                Strategy::Mcmc | Strategy::Lp | Strategy::Bbox => Method::Learners,
                Strategy::Portfolio | Strategy::Hybrid if unbiased => Method::Uniform,
                Strategy::Portfolio | Strategy::Hybrid => pick(&weights, &mut rng),
            };
            let aimed = matches!(method, Method::Hunter | Method::Tempered);
            let goal = if aimed { goals.next() } else { None };
            let method = if aimed && goal.is_none() { Method::Sprinkle } else { method };
            let attempts = goal.and_then(|goal| self.archive.goals.get(&goal)).map_or(0, |goal| goal.attempts);
            let all = CHAINS as u64 + others as u64;
            let share = left / all + u64::from((chain as u64) < left % all);
            let usual = if seeds { SEEDS } else { (RUNS << attempts.min(5)).min(MOST_RUNS) };
            let runs = self.settings.samples.unwrap_or(usual).min(share);
            let start = goal.map(|goal| self.archive.start(goal, rng.random_range(0..3) * (attempts as usize % 2)));
            let mates = goal
                .and_then(|goal| self.archive.goals.get(&goal))
                .map_or(Vec::new(), |goal| goal.best.iter().map(|(point, _)| point.clone()).collect());
            let start = start.unwrap_or_else(|| match method {
                Method::Learners => self.some_point(&mut rng),
                _ => Point::default(),
            });
            tasks.push(Task {
                method,
                goal: goal.and_then(|goal| self.archive.goals.get(&goal)).map(|goal| goal.ladder.clone()),
                start,
                mates,
                turns: goal
                    .and_then(|goal| self.archive.goals.get(&goal))
                    .map_or_else(Default::default, |goal| goal.turns),
                allowance: Allowance { runs, steps: self.settings.steps(STEPS << attempts.min(5)) },
                stream: self.round * CHAINS as u64 + chain as u64 + 1,
                domains: Vec::new(),
            });
        }
        tasks.retain(|task| task.allowance.runs > 0);
        tasks
    }

    fn some_point(&self, rng: &mut ChaCha8Rng) -> Point {
        if self.suite.is_empty() {
            Point::default()
        } else {
            self.suite[rng.random_range(0..self.suite.len())].0.clone()
        }
    }

    /// Goals in the order in which to try them: those whose last decision is known to be taken, fewest vain attempts
    /// first, at random among equals.
    fn ranked_goals(&self, rng: &mut ChaCha8Rng) -> Vec<Rung> {
        let mut ranked: Vec<(bool, u32, u64, Rung)> = self
            .archive
            .goals
            .iter()
            .map(|(rung, goal)| {
                let check = matches!(rung, Rung::Check(_));
                (!self.archive.is_near(goal), goal.attempts.saturating_sub(u32::from(check)), rng.random(), *rung)
            })
            .collect();
        ranked.sort_unstable();
        // Far goals are tried only now and then.
        let near = ranked.iter().filter(|(far, ..)| !far).count();
        ranked.truncate(near.max(1) + 2);
        ranked.into_iter().map(|(.., rung)| rung).collect()
    }
}

fn pick(weights: &[f64], rng: &mut ChaCha8Rng) -> Method {
    let shares: Vec<f64> = weights.iter().zip(Method::ARMS).map(|(weight, arm)| weight * arm.prior()).collect();
    let mut left = rng.random::<f64>() * shares.iter().sum::<f64>();
    let arm = shares.iter().position(|share| {
        left -= share;
        left < 0.0
    });
    Method::ARMS[arm.unwrap_or(0)]
}
