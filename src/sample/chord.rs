//! Proposals inside a polytope: chords, and the bounding box with rejection.

use super::axis::{Axis, Kind, Measure, below};
use super::hermite::LatticeError;
use super::kernel::Proposal;
use super::point::{Change, Point, Space};
use super::polytope::{Polytope, Stretch};
use rand::{Rng, RngExt};
use std::sync::Arc;

/// Hit and run on the lattice: a direction from a fixed list, then a point uniform on the chord through the current
/// one. The chord through the new point is the same set, so both ways have the same probability. The integer is drawn on
/// the integer chord; rounding a real would break uniformity and can leave the polytope. With float coordinates only,
/// the chord is real; along one coordinate the float is drawn from the reference measure, along several it is right up
/// to rounding.
///
/// A basis of the equations' solutions and its sums and differences need not connect all integer points of a thin
/// polytope; [`super::simplex`] starts elsewhere.
pub struct Chord {
    polytope: Arc<Polytope>,
    directions: Vec<Vec<i64>>,
}

impl Chord {
    /// Along single coordinates (or single basis vectors) only.
    pub fn coordinates(polytope: Arc<Polytope>) -> Result<Chord, LatticeError> {
        let free = if polytope.equations.nrows() == 0 {
            polytope.names.len()
        } else {
            super::hermite::solve(&polytope.equations, &polytope.right)?.basis.ncols()
        };
        let directions = polytope.directions()?.into_iter().take(free).collect();
        Ok(Chord { polytope, directions })
    }

    /// Along all of [`Polytope::directions`].
    pub fn directions(polytope: Arc<Polytope>) -> Result<Chord, LatticeError> {
        let directions = polytope.directions()?;
        Ok(Chord { polytope, directions })
    }
}

impl Proposal for Chord {
    fn name(&self) -> &'static str {
        "chord"
    }

    fn propose(&self, space: &Space, current: &Point, rng: &mut dyn Rng, changes: &mut Vec<Change>) -> bool {
        let places: Option<Vec<usize>> = self.polytope.names.iter().map(|name| current.position(*name)).collect();
        let (Some(places), false) = (places, self.directions.is_empty()) else { return false };
        let keys: Vec<i128> = places.iter().map(|at| current.key(*at)).collect();
        let direction = &self.directions[below(rng, self.directions.len() as u128 - 1) as usize];
        match self.polytope.stretch(&keys, direction) {
            Stretch::Steps(low, high) => {
                let steps = low + below(rng, (high - low) as u128) as i128;
                for ((at, key), factor) in places.iter().zip(&keys).zip(direction).filter(|(_, f)| **f != 0) {
                    let axis = &space.axes[current.entries[*at].name.site as usize];
                    changes.push((
                        *at,
                        match axis.kind {
                            Kind::Integer => key + steps * i128::from(*factor),
                            _ => axis.key_near(axis.number(*key) + steps as f64 * *factor as f64),
                        },
                    ));
                }
            }
            Stretch::Reals(low, high) => {
                let moved: Vec<usize> = (0..keys.len()).filter(|i| direction[*i] != 0).collect();
                if let [only] = moved[..] {
                    let axis = self.polytope.axes[only];
                    let (here, factor) = (axis.number(keys[only]), direction[only] as f64);
                    let (a, b) = (here + low * factor, here + high * factor);
                    let chord = Axis {
                        low: axis.key_near(a.min(b)).min(keys[only]),
                        high: axis.key_near(a.max(b)).max(keys[only]),
                        ..axis
                    };
                    changes.push((places[only], chord.draw(rng)));
                } else {
                    let t = low + (high - low) * rng.random::<f64>();
                    for i in moved {
                        let axis = self.polytope.axes[i];
                        changes.push((places[i], axis.key_near(axis.number(keys[i]) + t * direction[i] as f64)));
                    }
                }
            }
        }
        true
    }

    fn log_ratio(&self, _: &Space, _: &Point, _: &Point, _: &[Change]) -> f64 {
        0.0
    }
}

/// The paper's bounding box: every coordinate of the polytope drawn afresh inside a box around it; the kernel rejects
/// what lies outside the polytope. The new point does not depend on the old one and is drawn from the reference measure
/// of the box, so the ratio is 1.
pub struct BoundingBox {
    polytope: Arc<Polytope>,
    bounds: Vec<Axis>,
}

impl BoundingBox {
    /// `bounds` must enclose the polytope: see [`super::simplex::bounding_box`].
    pub fn new(polytope: Arc<Polytope>, bounds: Vec<Axis>) -> BoundingBox {
        BoundingBox { polytope, bounds }
    }
}

impl Proposal for BoundingBox {
    fn name(&self) -> &'static str {
        "bounding box"
    }

    fn propose(&self, _: &Space, current: &Point, rng: &mut dyn Rng, changes: &mut Vec<Change>) -> bool {
        for (name, axis) in self.polytope.names.iter().zip(&self.bounds) {
            let Some(at) = current.position(*name) else { return false };
            changes.push((at, axis.draw(rng)));
        }
        true
    }

    fn log_ratio(&self, _: &Space, _: &Point, _: &Point, _: &[Change]) -> f64 {
        // Axes that are uniform over keys have a reference of 0 anyway; over reals the draw has it already.
        debug_assert!(self.bounds.iter().all(|axis| matches!(axis.measure, Measure::Keys | Measure::Reals)));
        0.0
    }
}
