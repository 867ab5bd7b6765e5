//! What becomes of what was found: violations are completed, minimised and told; the suite is kept small.

use super::*;

impl Campaign<'_> {
    /// Runs given points, each once.
    pub(super) fn replay(&mut self, points: &[Point]) -> Harvest {
        let allowance = Allowance { runs: u64::MAX, steps: u64::MAX };
        let probes = self.archive.probes();
        let Campaign { program, sites, options, shared, progress, .. } = self;
        let mut runner = Runner::new(program, sites, options, Engine::Interpreter, probes, shared, allowance);
        let mut rng = ChaCha8Rng::seed_from_u64(self.settings.seed);
        let (mut asked, mut scratch) = (Point::default(), Scratch::default());
        for (at, point) in points.iter().enumerate() {
            let mut replay = Replay::new(&sites.space, point, &[], &mut rng, &mut asked, &mut scratch);
            let outcome = runner.run(&mut replay).outcome;
            if at == 0 {
                progress.first = outcome;
                progress.no_inputs = asked.is_empty();
            }
        }
        runner.finish()
    }

    /// Minimises a new violation, retires its check and tells. A check inside a library function is not retired: it is
    /// told once for each place that calls into the library.
    pub(super) fn report(&mut self, check: CheckId, point: &Point, origin: Origin, observer: &mut dyn Observer) {
        let Some(point) = self.complete(check, point) else {
            // The whole program does not get there, most of the time because its runs are longer than allowed.
            self.archive.violated.remove(&check);
            self.subject.distrust();
            return;
        };
        let inside = self.shared.is_inside(check);
        let caller = if inside { self.caller(&point) } else { None };
        if inside && !self.callers.insert((check, caller)) {
            return;
        }
        let small = minimise(self.program, &self.sites, &self.options, check, &point);
        let point = if inside && self.caller(&small) != caller { point } else { small };
        let (outcome, asked, failure) = self.run_once(&point);
        let inputs = self.sites.drawn(&asked);
        let found = Found {
            outcome,
            failure,
            inputs,
            elapsed: self.past.elapsed + self.start.elapsed(),
            runs: self.progress.runs,
            origin,
        };
        if !inside {
            self.options.selected[check.0 as usize] = false;
            self.own_checks.remove(&check);
        }
        self.progress.violations += 1;
        observer.found(&found);
        self.found.push(found);
    }

    /// Where the program's own code called the library function in which the run on this point fails.
    fn caller(&self, point: &Point) -> Option<(Func, Loc)> {
        let (.., failure) = self.run_once(point);
        failure?.stack.into_iter().find(|(func, _)| !self.program.funcs[*func].library)
    }

    /// What the whole program reads where the slice violates the check: the point's inputs, and others at random.
    fn complete(&self, check: CheckId, point: &Point) -> Option<Point> {
        if !self.subject.is_slice() {
            return Some(point.clone());
        }
        let (outcome, asked, _) = self.run_once(point);
        (outcome == Outcome::Violation(check)).then_some(asked)
    }

    /// One run of the whole program from a point: how it ended, what it read, and why it failed.
    fn run_once(&self, point: &Point) -> (Outcome, Point, Option<crate::simulate::Failure>) {
        let (shared, allowance) = (Shared::default(), Allowance { runs: 1, steps: u64::MAX });
        let Campaign { program, sites, options, .. } = self;
        let mut runner =
            Runner::new(program, sites, options, Engine::Interpreter, Probes::default(), &shared, allowance);
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let (mut asked, mut scratch) = (Point::default(), Scratch::default());
        let mut replay = Replay::new(&sites.space, point, &[], &mut rng, &mut asked, &mut scratch);
        let outcome = runner.run(&mut replay).outcome;
        let failure = runner.failure();
        drop(runner);
        (outcome, asked, failure)
    }

    /// Adds points and keeps few that take every covered edge.
    pub(super) fn extend_suite(&mut self, points: Vec<Point>) {
        let wanted: HashSet<EdgeId> = self.archive.covers().map(|(edge, _)| *edge).collect();
        let probes = Probes { edges: EdgeSet::Only(wanted.into_iter().collect()), ..Probes::default() };
        let allowance = Allowance { runs: u64::MAX, steps: u64::MAX };
        let shared = Shared::default();
        let mut runner =
            Runner::new(self.program, &self.sites, &self.options, Engine::Interpreter, probes, &shared, allowance);
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let mut scratch = Scratch::default();
        let old: Vec<Point> = self.suite.drain(..).map(|(point, _)| point).collect();
        let mut candidates: Vec<(Point, HashSet<EdgeId>)> = Vec::new();
        for point in old.into_iter().chain(points) {
            let mut asked = Point::default();
            let mut replay = Replay::new(&self.sites.space, &point, &[], &mut rng, &mut asked, &mut scratch);
            let edges = runner.run(&mut replay).edges.iter().copied().collect();
            candidates.push((asked, edges));
        }
        let chosen = Archive::suite(&candidates);
        self.suite = chosen.into_iter().map(|at| candidates[at].clone()).collect();
    }
}
