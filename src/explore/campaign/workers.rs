//! Does the tasks of a round on all threads.

use super::*;

impl Campaign<'_> {
    /// Does the tasks on all threads; results in the order of the tasks.
    pub(super) fn perform(&mut self, tasks: &[Task], observer: &mut dyn Observer) -> Vec<Harvest> {
        let probes = self.archive.probes();
        let Campaign { subject, sites, options, shared, team: taught, settings, .. } = &*self;
        let new_team = || team(subject, options, &settings.learners);
        let options = &Options { proved: subject.proved(), ..options.clone() };
        let factors = self.proposals.weights();
        let setting = Setting {
            program: subject.program(),
            sites,
            options,
            engine: settings.engine,
            probes: &probes,
            shared,
            seed: settings.seed,
            lambda: settings.lambda,
            team: Some(taught),
            factors: &factors,
            new_team: &new_team,
        };
        let deadline = settings.budget.time.map(|time| self.start + time.saturating_sub(self.past.elapsed));
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        let mut harvests: Vec<Option<Harvest>> = tasks.iter().map(|_| None).collect();
        let mut progress = self.progress.clone();
        let runs_before = shared.runs.load(Ordering::Relaxed);
        std::thread::scope(|scope| {
            for _ in 0..settings.threads.clamp(1, tasks.len().max(1)) {
                let (sender, setting, next) = (sender.clone(), &setting, &next);
                scope.spawn(move || {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(task) = tasks.get(at) else { break };
                        // Nobody listening means that the round is over.
                        let _ = sender.send((at, chain::run(setting, task)));
                    }
                });
            }
            drop(sender);
            loop {
                match receiver.recv_timeout(WATCH) {
                    Ok((at, harvest)) => harvests[at] = Some(harvest),
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                }
                progress.elapsed = self.past.elapsed + self.start.elapsed();
                progress.runs = self.progress.runs + shared.runs.load(Ordering::Relaxed) - runs_before;
                let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
                if late || observer.progress(&progress).is_break() {
                    shared.stop.store(true, Ordering::Relaxed);
                }
            }
        });
        harvests.into_iter().map(Option::unwrap_or_default).collect()
    }
}
