//! Every state is gone on from, once for all ways to it: the search of explicit-state model checking, with a table of
//! hashes (Holzmann 1997; stateful search in VeriSoft's successors, and Go-Explore's archive, Ecoffet et al. 2021).
//!
//! A program that reads inputs one after the other, a game, a protocol, a machine with commands, is in some state at
//! every read. The distance may say nothing before the last step is done; but where two ways lead to the same state, one
//! is enough, and so all that is reachable in a hundred steps may be a few thousand states. The hunter keeps the
//! shortest known way to each, goes back to one that was gone on from least, and reads on at random. Where hardly any
//! state comes back there is nothing to be gained, and the search ends at once.

use super::Hunter;
use crate::sample::axis::below;
use crate::sample::point::{Entry, Name, Point};
use rand::RngExt;
use rustc_hash::FxHashMap;

/// Evaluations that a search may cost, and those after which it must have seen states come back.
const EFFORT: u64 = 160_000;
const TRIAL: u64 = 1_200;
/// One of so many states must be a known one.
const AGAIN: u64 = 20;
/// States kept.
const MOST: usize = 100_000;

/// A state in which the program read an input.
struct Node {
    /// The state before, and the key that was read there.
    parent: u32,
    key: i128,
    /// The site that reads here.
    site: u32,
    tries: u32,
}

impl Hunter<'_> {
    pub(super) fn states(&mut self) {
        let (home, limit) = (self.point.clone(), self.evaluations + EFFORT);
        let mut best = (Point::default(), self.score);
        let mut nodes: Vec<Node> = Vec::new();
        let mut known: FxHashMap<u64, u32> = FxHashMap::default();
        let (mut read, mut again) = (0u64, 0u64);
        let began = self.evaluations;
        let mut states = Vec::new();
        while self.evaluations < limit && !self.objective.is_over() {
            let from = if nodes.is_empty() { 0 } else { self.least_tried(&nodes) };
            let mut base = way(&nodes, from);
            // The state itself is known, but for the first.
            let news = if nodes.is_empty() { 0 } else { base.len() + 1 };
            if let Some(node) = nodes.get_mut(from) {
                node.tries += 1;
                let site = node.site;
                if let Some(key) = self.letter(site) {
                    let entry = named(&base, site, key);
                    base.entries.push(entry);
                }
            }
            self.point = base;
            let score = self.evaluate_states(&mut states);
            if score.beats(best.1) {
                best = (self.tried.clone(), score);
                if score.is_hit() {
                    break;
                }
            }
            let mut at = from;
            for (place, state) in states.iter().enumerate().skip(news) {
                read += 1;
                match known.get(state) {
                    Some(node) => {
                        again += 1;
                        at = *node as usize;
                    }
                    None if nodes.len() < MOST => {
                        let key = place.checked_sub(1).map_or(0, |before| self.tried.key(before));
                        let site = self.tried.entries[place].name.site;
                        known.insert(*state, nodes.len() as u32);
                        nodes.push(Node { parent: at as u32, key, site, tries: 0 });
                        at = nodes.len() - 1;
                    }
                    None => break,
                }
            }
            if nodes.is_empty() || self.evaluations - began == TRIAL && again * AGAIN <= read {
                break;
            }
        }
        self.point = home;
        if best.1.beats(self.score) {
            self.point = best.0;
            let score = self.evaluate(&[]);
            self.take(score);
        }
    }

    /// Of some states the one that was tried least.
    fn least_tried(&mut self, nodes: &[Node]) -> usize {
        let drawn = [(); 4].map(|()| below(self.rng, nodes.len() as u128 - 1) as usize);
        drawn.into_iter().min_by_key(|at| nodes[*at].tries).unwrap_or(0)
    }

    /// A key to go on with: a small one, or none, so that it is drawn afresh.
    fn letter(&mut self, site: u32) -> Option<i128> {
        let axis = &self.space.axes[site as usize];
        let key = if self.rng.random_ratio(1, 3) { below(self.rng, 7) as i128 } else { return None };
        axis.contains(key).then_some(key)
    }
}

/// The keys that lead to a state.
fn way(nodes: &[Node], to: usize) -> Point {
    let mut steps = Vec::new();
    let mut at = to;
    while at != 0 && at < nodes.len() {
        let parent = nodes[at].parent as usize;
        steps.push((nodes[parent].site, nodes[at].key));
        at = parent;
    }
    let mut point = Point::default();
    for (site, key) in steps.into_iter().rev() {
        let entry = named(&point, site, key);
        point.entries.push(entry);
    }
    point
}

/// The next coordinate of this site.
fn named(point: &Point, site: u32, key: i128) -> Entry {
    let occurrence = point.entries.iter().filter(|entry| entry.name.site == site).count() as u32;
    Entry { name: Name { site, occurrence }, key }
}
