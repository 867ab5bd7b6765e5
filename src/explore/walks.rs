//! Runs a point for its decisions and walks the path of a run: where the linear abstraction meets the simulator.

use super::sites::Sites;
use crate::linear::walk::Orders;
use crate::linear::{Aim, Oracle, Watches};
use crate::sample::{Name, Point};
use crate::simulate::{self, Engine, Inputs, Options, Simulator};
use rarebit_front_end::analysis::interpret::Facts;
use rarebit_front_end::ir::*;
use rarebit_learners::{Observation, PointId, Probes};
use std::collections::HashMap;

/// The real libm and the real conversions.
struct Machine;

impl Oracle for Machine {
    fn math(&self, func: MathFn, single: bool, args: &[(u32, u128)]) -> u128 {
        simulate::call_libm(func, single, args)
    }

    fn unary(&self, op: UnaryOp, from: u32, to: u32, bits: u128) -> u128 {
        simulate::wide_unary(op, from, to, bits)
    }
}

/// Answers with a point's values.
struct Values<'v> {
    sites: &'v Sites,
    values: HashMap<Name, i128>,
    counts: HashMap<u32, u32>,
}

impl Inputs for Values<'_> {
    fn next(&mut self, site: InputSite, _: &SiteInfo) -> u128 {
        let site = site.as_u32();
        let count = self.counts.entry(site).or_insert(0);
        let name = Name { site, occurrence: *count };
        *count += 1;
        let axis = self.sites.space.axes[site as usize];
        self.sites.bits(site, self.values.get(&name).copied().unwrap_or(0i128.clamp(axis.low, axis.high)))
    }
}

/// Runs points for their decisions.
pub struct Tracer<'p> {
    simulator: Box<dyn Simulator + 'p>,
    sites: &'p Sites,
    seen: Observation,
}

impl<'p> Tracer<'p> {
    pub fn new(program: &'p Program, sites: &'p Sites, options: &Options) -> Tracer<'p> {
        let probes = Probes { trace: true, ..Probes::default() };
        let options = Options { probes, ..options.clone() };
        let simulator = simulate::simulator(program, options, Engine::Interpreter);
        Tracer { simulator, sites, seen: Observation::default() }
    }

    pub fn decisions(&mut self, point: &Point) -> Vec<Edge> {
        let values = point.entries.iter().map(|entry| (entry.name, entry.key)).collect();
        self.simulator.run(&mut Values { sites: self.sites, values, counts: HashMap::new() }, &mut self.seen);
        self.seen.trace.iter().map(|edge| Edge::from_u32(edge.0)).collect()
    }
}

/// The decisions of a run on a point.
#[cfg(test)]
pub fn decisions(program: &Program, sites: &Sites, options: &Options, point: &Point) -> Vec<Edge> {
    Tracer::new(program, sites, options).decisions(point)
}

/// What is wanted of a path; see [`Orders`].
#[derive(Clone, Copy)]
pub struct Wants<'w> {
    pub wanted: &'w dyn Fn(Aim, usize) -> bool,
    pub watches: &'w Watches,
    pub span: &'w dyn Fn(PointId) -> Option<(i128, i128)>,
    pub took: &'w dyn Fn(Edge, u64),
    pub facts: Option<&'w Facts>,
}

/// Walks the path of a run on a point; see [`crate::linear::walk`].
pub fn walked<S>(
    sites: &Sites,
    options: &Options,
    point: &Point,
    decisions: &[Edge],
    wants: Wants<'_>,
    steps: u64,
    walk: impl FnOnce(&Orders<'_>) -> S,
) -> S {
    let values: HashMap<Name, i128> = point.entries.iter().map(|entry| (entry.name, entry.key)).collect();
    let input = |site: InputSite, occurrence: u32| {
        let name = Name { site: site.as_u32(), occurrence };
        let axis = sites.space.axes[name.site as usize];
        let key = values.get(&name).copied().unwrap_or(0i128.clamp(axis.low, axis.high));
        Some(sites.bits(name.site, key))
    };
    let ends = |check: Check| options.is_selected(check);
    let Wants { wanted, watches, span, took, facts } = wants;
    walk(&Orders { decisions, input: &input, ends: &ends, took, wanted, watches, span, oracle: &Machine, facts, steps })
}
