//! Z3. Each constraint is asserted once, behind a literal of its own; a question assumes the literals it is about. So
//! whatever order the states come in, a constraint is bit-blasted once and what was learned about it stays. From time to
//! time everything is begun anew, because a solver also drags along what nobody asks about any more.
//!
//! Questions with float operations go to a fresh solver of the float tactic: Z3's incremental core is slow on them.

use super::translate::Translation;
use super::watch::Watch;
use super::{Answer, DEARER, Halt, Log, Question, Solver};
use crate::symbolic::terms::{Term, Terms};
use rustc_hash::FxHashMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use z3::ast::Bool;
use z3::{Params, SatResult, Tactic};

/// Literals after which the solver is begun anew.
const MOST_LITERALS: usize = 4000;

pub struct Smt {
    limit: u32,
    float_limit: u32,
    /// When nobody waits for an answer any more.
    pub deadline: Option<Instant>,
    halt: Halt,
    /// From the first question on.
    watch: Option<Watch>,
    incremental: z3::Solver,
    literals: FxHashMap<Term, Bool>,
    translation: Translation,
    pub log: Option<Log>,
    pub queries: u64,
    /// Z3's resource units, and where its counter stood last.
    pub spent: u64,
    counter: u32,
    pub unknown: u64,
    pub time: Duration,
}

impl Smt {
    /// `limit`: Z3's resource units for a question.
    pub fn new(limit: u32, halt: &Halt) -> Smt {
        Smt {
            limit,
            float_limit: limit,
            deadline: None,
            halt: halt.clone(),
            watch: None,
            incremental: incremental(limit),
            literals: FxHashMap::default(),
            translation: Translation::default(),
            log: None,
            queries: 0,
            spent: 0,
            counter: 0,
            unknown: 0,
            time: Duration::ZERO,
        }
    }

    pub fn set_limits(&mut self, limit: u32, float_limit: u32) {
        self.float_limit = float_limit;
        if self.limit != limit {
            self.limit = limit;
            self.incremental.set_params(&limited(limit));
        }
    }

    fn literal(&mut self, terms: &Terms, term: Term) -> Bool {
        if let Some(literal) = self.literals.get(&term) {
            return literal.clone();
        }
        let condition = self.translation.truth(terms, term);
        let literal = Bool::fresh_const("c");
        self.incremental.assert(literal.implies(&condition));
        self.literals.insert(term, literal.clone());
        literal
    }

    /// The limit of a question; time is a limit only where the exploration has one.
    fn params(&self, limit: u32) -> Params {
        let mut params = limited(limit);
        if let Some(deadline) = self.deadline {
            let left = deadline.saturating_duration_since(Instant::now()).as_millis();
            params.set_u32("timeout", u32::try_from(left).unwrap_or(u32::MAX - 1).max(1));
        }
        params
    }

    fn check(&mut self, terms: &Terms, all: &[Term]) -> (SatResult, Option<z3::Model>) {
        if all.iter().any(|term| terms.has_float(*term)) {
            let solver = Tactic::new("qffpbv").solver();
            solver.set_params(&self.params(self.float_limit));
            for &term in all {
                solver.assert(self.translation.truth(terms, term));
            }
            let result = self.watched(|| solver.check());
            let model = solver.get_model();
            self.count(&solver.get_statistics(), DEARER);
            return (result, model);
        }
        if self.literals.len() > MOST_LITERALS {
            self.literals.clear();
            self.translation = Translation::default();
            self.incremental = incremental(self.limit);
        }
        if self.deadline.is_some() {
            self.incremental.set_params(&self.params(self.limit));
        }
        let literals: Vec<Bool> = all.iter().map(|term| self.literal(terms, *term)).collect();
        let result = self.watched(|| self.incremental.check_assumptions(&literals));
        let model = self.incremental.get_model();
        self.count(&self.incremental.get_statistics(), 1);
        (result, model)
    }

    fn watched<T>(&self, ask: impl FnOnce() -> T) -> T {
        match &self.watch {
            Some(watch) => watch.question(ask),
            None => ask(),
        }
    }

    /// Counts what the last question cost; Z3's own counter goes on from question to question.
    fn count(&mut self, statistics: &z3::Statistics, weight: u32) {
        if let Some(z3::StatisticsValue::UInt(now)) = statistics.value("rlimit count") {
            self.spent += u64::from(now.wrapping_sub(self.counter)) * u64::from(weight);
            self.counter = now;
        }
    }
}

fn limited(limit: u32) -> Params {
    let mut params = Params::new();
    params.set_u32("rlimit", limit);
    // Z3 would take an interrupt for its own while it is asked, and nobody else would hear of it.
    params.set_bool("ctrl_c", false);
    params
}

fn incremental(limit: u32) -> z3::Solver {
    let solver = z3::Solver::new_for_logic("QF_BV").unwrap_or_default();
    solver.set_params(&limited(limit));
    solver
}

impl Solver for Smt {
    fn solve(&mut self, terms: &mut Terms, question: &Question<'_>) -> Answer {
        if self.halt.load(Ordering::Relaxed) {
            return Answer::Unknown;
        }
        let start = Instant::now();
        self.queries += 1;
        self.watch.get_or_insert_with(|| Watch::new(&self.halt));
        let all: Vec<Term> = question.constraints.iter().chain([question.goal]).collect();
        let (result, model) = self.check(terms, &all);
        let answer = match (result, model) {
            (SatResult::Unsat, _) => Answer::Unsat,
            (SatResult::Sat, Some(model)) => {
                let mut vars: Vec<u32> = all.iter().flat_map(|term| terms.vars(*term).to_vec()).collect();
                vars.sort_unstable();
                vars.dedup();
                Answer::Sat(vars.into_iter().map(|var| (var, self.translation.value(&model, var))).collect())
            }
            _ => {
                self.unknown += 1;
                Answer::Unknown
            }
        };
        self.time += start.elapsed();
        if let Some(log) = &mut self.log {
            let text = z3::Solver::new();
            all.iter().for_each(|term| text.assert(self.translation.truth(terms, *term)));
            log.write(&text.to_smt2(), &answer, start.elapsed());
        }
        answer
    }
}
