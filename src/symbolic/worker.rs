//! A worker: one executor with its own terms and solver, the states that wait for it, and what it tells the others.

use super::concolic::{Aim, Other};
use super::executor::{End, Executor};
use super::explore::{Pruning, Settings};
use super::guide::Job;
use super::hub::{Hub, Share};
use super::jobs::Jobs;
use super::memory_use;
use super::rwset::Rwset;
use super::search::{Frontier, NEVER, Reach, Strategy};
use super::state::State;
use super::trial::Trial;
use crate::simulate::{Coverage, Drawn};
use rarebit_front_end::ir::Program;

/// Instructions after which another state may go on.
const QUANTUM: u64 = 20_000;
/// Turns of the loop between two reports, and between two looks at the memory.
const REPORT: u64 = 64;
const LOOK: u64 = 512;
/// The part of its limit that a question gets before all others have had theirs.
const HASTE: u32 = 40;
/// States that go to another worker at once.
const GIVEN: usize = 16;

pub struct Worker<'p, 'h, 'f> {
    program: &'p Program,
    settings: &'p Settings,
    hub: &'h Hub<'f>,
    number: usize,
    executor: Executor<'p>,
    frontier: Frontier,
    /// Inputs to follow, for concolic execution.
    queue: Vec<Job>,
    trial: Trial<'p>,
    coverage: Coverage,
    reach: Reach,
    /// Does anybody ask how far the next goal is?
    looks: bool,
    /// What executors before this one did.
    done: Share,
    pruned: u64,
}

impl<'p, 'h, 'f> Worker<'p, 'h, 'f> {
    pub fn new(program: &'p Program, settings: &'p Settings, hub: &'h Hub<'f>, number: usize) -> Worker<'p, 'h, 'f> {
        let coverage = Coverage::of(program, settings.unit);
        let looks = settings.pruning.look_ahead || matches!(settings.strategy, Strategy::Goal | Strategy::Interleaved);
        let mut reach = Reach::new(program);
        reach.update(&coverage);
        Worker {
            program,
            settings,
            hub,
            number,
            executor: executor(program, settings, hub, number),
            frontier: Frontier::new(settings.strategy, settings.seed.wrapping_add(number as u64)),
            queue: Vec::new(),
            trial: Trial::new(program, settings),
            coverage,
            reach,
            looks,
            done: Share::default(),
            pruned: 0,
        }
    }

    pub fn work(mut self) {
        let mut turn: u64 = 0;
        while !self.hub.is_stopped() {
            turn += 1;
            if turn.is_multiple_of(REPORT) {
                self.hub.report(self.number, self.share());
            }
            if turn.is_multiple_of(LOOK) {
                self.spill();
            }
            if self.hub.is_hungry() && self.frontier.len() > 1 {
                let given = self.frontier.oldest((self.frontier.len() / 2).min(GIVEN));
                self.hub.give(given.iter().map(State::job).collect(), true);
            }
            if self.hub.is_hungry() && self.queue.len() > 1 {
                let many = (self.queue.len() / 2).min(GIVEN);
                self.hub.give(self.queue.drain(..many).collect(), true);
            }
            if let Some(most) = self.settings.kept_states
                && self.frontier.len() > most.max(1)
            {
                let more = self.frontier.len() - most.max(1);
                let jobs: Jobs = self.frontier.oldest(more).iter().map(State::job).collect();
                self.hub.give(jobs, false);
            }
            if self.looks && self.hub.refresh(&mut self.coverage) {
                self.reach.update(&self.coverage);
            }
            match self.frontier.next(&self.reach) {
                Some(state) => self.go_on(state),
                None => match self.queue.pop().or_else(|| self.hub.take(self.number, self.share())) {
                    Some(Job { turn: Some(turn), inputs, values, .. }) => self.follow(&inputs, values, turn as usize),
                    Some(job) if self.is_in_vain(&job) => self.pruned += 1,
                    Some(job) => match self.executor.replay(job.clone()) {
                        Ok(state) => {
                            state.into_iter().for_each(|state| self.frontier.add(state));
                            self.gather();
                        }
                        // Nothing can run: the simulator says why.
                        Err(end) => self.trial.end(self.hub, job.inputs, end, Vec::new()),
                    },
                    None => break,
                },
            }
        }
        let share = self.share();
        let queue = std::mem::take(&mut self.queue).into_iter();
        self.hub.leave(self.number, share, self.frontier.drain().map(|state| state.job()).chain(queue));
    }

    fn go_on(&mut self, state: State) {
        if self.settings.pruning.look_ahead && self.reach.distance(&state) == NEVER && !self.settings.pruning.measure {
            self.pruned += 1;
            self.trial.early(self.hub, &self.executor.inputs(&state), state.steps);
            return;
        }
        self.executor.run(state, QUANTUM);
        if self.settings.pruning.solve_first {
            let others = self.executor.forked.len().saturating_sub(1);
            for state in &self.executor.forked[..others] {
                self.trial.early(self.hub, &self.executor.inputs(state), state.steps);
            }
        }
        self.gather();
    }

    /// Is there nothing left to cover, wherever it leads?
    fn is_in_vain(&self, job: &Job) -> bool {
        let Pruning { look_ahead, measure, .. } = self.settings.pruning;
        look_ahead && !measure && !job.is_start() && self.coverage.covered == self.coverage.total
    }

    /// What the executor left.
    fn gather(&mut self) {
        self.queue.append(&mut self.executor.postponed);
        // The last one is the state that was running; depth-first search goes on with it.
        self.executor.forked.drain(..).for_each(|state| self.frontier.add(state));
        for (state, end) in std::mem::take(&mut self.executor.ended) {
            let inputs = self.executor.inputs(&state);
            match end {
                End::Seen => self.trial.seen(self.hub, &inputs, state.steps),
                end => self.trial.end(self.hub, inputs, end, state.output.to_vec()),
            }
        }
    }

    /// Follows inputs, and asks for the other way at every turn from a certain one on: those before it are the business
    /// of the inputs that these come from, so that every path is followed once.
    fn follow(&mut self, inputs: &[Drawn], values: Vec<u128>, from: usize) {
        let trail = self.executor.follow(inputs, values.clone(), u64::MAX);
        if trail.end.is_none() {
            // Stopped on the way.
            self.queue.push(Job { inputs: inputs.into(), values, turn: Some(from as u32), ..Job::default() });
            return;
        }
        let first = self.queue.len();
        for at in from..trail.turns.len() {
            if trail.turns[at].aim() == Aim::Unwanted {
                continue;
            }
            match self.executor.turn_off(&trail, at) {
                Other::Inputs(inputs) => {
                    let values = trail.turns[at].values.to_vec();
                    self.queue.push(Job { inputs, values, turn: Some(at as u32 + 1), ..Job::default() });
                }
                Other::None => {}
                // Not asked to the end: the rest of the turns, and the end of the path, wait for whoever goes on.
                Other::Unknown if self.hub.is_stopped() => {
                    self.queue.push(Job { inputs: inputs.into(), values, turn: Some(at as u32), ..Job::default() });
                    return;
                }
                Other::Unknown => self.executor.gaps.unknown += 1,
            }
        }
        if self.settings.strategy == Strategy::BreadthFirst {
            let many = self.queue.len() - first;
            self.queue.rotate_right(many);
        }
        if let Some(end) = trail.end.clone() {
            self.trial.end(self.hub, trail.inputs(), end, trail.output.to_vec());
        }
    }

    /// Keeps the budget of memory: all that waits becomes jobs, and everything else goes.
    fn spill(&mut self) {
        let Some(most) = self.settings.budget.memory else { return };
        if memory_use::now() < most {
            return;
        }
        let jobs: Jobs = self.frontier.drain().map(|state| state.job()).chain(self.queue.drain(..)).collect();
        self.done = Share { states: 0, ..self.share() };
        self.executor = executor(self.program, self.settings, self.hub, self.number);
        self.pruned = 0;
        self.hub.give(jobs, false);
        memory_use::give_back();
        // What is left must leave room to work in.
        if memory_use::now() > most - most / 8 {
            self.hub.out_of_memory();
        }
    }

    fn share(&self) -> Share {
        let Share { steps, mut solver, mut gaps, pruned, lost, .. } = self.done;
        let executor = &self.executor;
        solver.add(&executor.solver.counts());
        gaps.add(&executor.gaps);
        Share {
            steps: steps + executor.steps,
            states: self.frontier.len() + self.queue.len(),
            solver,
            gaps,
            pruned: pruned + self.pruned + executor.pruned,
            lost: lost + executor.lost,
            visits: executor.rwset.as_ref().map(|rwset| rwset.visits).unwrap_or_default(),
        }
    }
}

fn executor<'p>(program: &'p Program, settings: &'p Settings, hub: &Hub<'_>, number: usize) -> Executor<'p> {
    let mut executor = Executor::new(program, &settings.simulation, settings.solver_limit, hub.halt());
    executor.keep_output = settings.keep_output;
    executor.hasty = Some(settings.solver_limit / HASTE);
    executor.call_depth = settings.pruning.call_depth;
    let rwset = settings.pruning.rwset.filter(|_| !settings.concolic);
    executor.rwset = rwset.map(|mode| Box::new(Rwset::new(program, mode)));
    if let Some(directory) = &settings.query_log {
        executor.solver.log_to(directory, number);
    }
    executor
}
