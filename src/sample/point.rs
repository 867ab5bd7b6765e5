//! Points whose number of coordinates is found out by evaluating them.
//!
//! A coordinate is named by a site and an occurrence: the second value drawn at site 3 is `(3, 1)`. Evaluation asks for
//! one coordinate after another; a [`Replay`] answers with the value that the coordinate has in a given point, with
//! changes, or with a fresh draw from the reference measure if it has none. What was asked for is the new point;
//! values that nobody asked for are forgotten.

use super::axis::{Axis, below};
use rand::Rng;
use std::collections::HashMap;

/// The axes, by site.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Space {
    pub axes: Vec<Axis>,
}

/// The name of a coordinate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Name {
    pub site: u32,
    pub occurrence: u32,
}

/// A coordinate's name and key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    pub name: Name,
    pub key: i128,
}

/// The coordinates that one evaluation asked for, in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Point {
    pub entries: Vec<Entry>,
}

impl Point {
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn key(&self, at: usize) -> i128 {
        self.entries[at].key
    }

    pub fn position(&self, name: Name) -> Option<usize> {
        self.entries.iter().position(|entry| entry.name == name)
    }

    /// Is there a coordinate of this name? Most likely it is at the given position.
    pub fn has(&self, name: Name, likely: usize) -> bool {
        self.entries.get(likely).is_some_and(|entry| entry.name == name) || self.position(name).is_some()
    }

    pub fn keys(&self) -> impl Iterator<Item = i128> + '_ {
        self.entries.iter().map(|entry| entry.key)
    }
}

impl Space {
    pub fn axis(&self, entry: Entry) -> &Axis {
        &self.axes[entry.name.site as usize]
    }
}

/// A coordinate, by its position in the current point, and its new key.
pub type Change = (usize, i128);

/// Answers an evaluation's questions and writes down what was asked.
pub struct Replay<'a> {
    space: &'a Space,
    base: &'a Point,
    changes: &'a [Change],
    rng: &'a mut dyn Rng,
    asked: &'a mut Point,
    scratch: &'a mut Scratch,
    /// For fresh draws of hunters: values worth trying, by site.
    special: &'a [Vec<i128>],
}

/// Memory that replays use again and again.
#[derive(Debug, Default)]
pub struct Scratch {
    /// For each site, the replay that asked last and how often it has asked.
    counts: Vec<(u64, u32)>,
    epoch: u64,
    /// Positions in the base by name, made when the order of names differs for the first time.
    index: Option<HashMap<Name, usize>>,
}

impl<'a> Replay<'a> {
    /// Replays `base` with changes; what is asked for goes into `asked`.
    pub fn new(
        space: &'a Space,
        base: &'a Point,
        changes: &'a [Change],
        rng: &'a mut dyn Rng,
        asked: &'a mut Point,
        scratch: &'a mut Scratch,
    ) -> Replay<'a> {
        scratch.epoch += 1;
        scratch.index = None;
        scratch.counts.resize(space.axes.len(), (0, 0));
        asked.entries.clear();
        Replay { space, base, changes, rng, asked, scratch, special: &[] }
    }

    /// Draws afresh from values worth trying as often as from the reference measure. For hunters only: kernels rely on
    /// the reference measure.
    pub fn with_special(self, special: &'a [Vec<i128>]) -> Replay<'a> {
        Replay { special, ..self }
    }

    /// What was asked for so far.
    pub fn asked(&self) -> &Point {
        self.asked
    }

    fn fresh(&mut self, site: u32) -> i128 {
        let axis = &self.space.axes[site as usize];
        match self.special.get(site as usize) {
            Some(values) if !values.is_empty() && self.rng.next_u32() & 1 == 0 => {
                values[below(self.rng, values.len() as u128 - 1) as usize]
            }
            _ => axis.draw(self.rng),
        }
    }

    /// The key of the site's next coordinate.
    pub fn next(&mut self, site: u32) -> i128 {
        let count = &mut self.scratch.counts[site as usize];
        if count.0 != self.scratch.epoch {
            *count = (self.scratch.epoch, 0);
        }
        let name = Name { site, occurrence: count.1 };
        count.1 += 1;
        let key = self.known(name).unwrap_or_else(|| self.fresh(site));
        self.asked.entries.push(Entry { name, key });
        key
    }

    fn known(&mut self, name: Name) -> Option<i128> {
        let here = self.asked.entries.len();
        let at = match self.base.entries.get(here) {
            Some(entry) if entry.name == name => here,
            _ if self.base.is_empty() => return None,
            _ => {
                let base = self.base;
                let index = self.scratch.index.get_or_insert_with(|| {
                    base.entries.iter().enumerate().map(|(at, entry)| (entry.name, at)).collect()
                });
                *index.get(&name)?
            }
        };
        let changed = self.changes.iter().find(|(position, _)| *position == at);
        Some(changed.map_or(self.base.entries[at].key, |(_, key)| *key))
    }
}
