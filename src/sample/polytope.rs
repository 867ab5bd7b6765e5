//! Polytopes: linear inequalities and equations over some of a point's coordinates.
//!
//! Coefficients are integers; whoever has fractions multiplies them out. A row over integer coordinates is computed
//! exactly, one with floats in it in floating point. Coordinates that an evaluation does not ask for constrain nothing.

use super::axis::{Axis, Kind};
use super::hermite::{self, LatticeError};
use super::point::{Change, Name, Point};
use ndarray::{Array1, Array2};

/// {x : A·x ≤ b, E·x = e}, inside the box of the axes.
#[derive(Clone, PartialEq, Debug)]
pub struct Polytope {
    pub names: Vec<Name>,
    pub axes: Vec<Axis>,
    /// A, one row per inequality.
    pub rows: Array2<i64>,
    pub bounds: Array1<i128>,
    /// E, over integer coordinates only.
    pub equations: Array2<i64>,
    pub right: Array1<i128>,
}

/// A stretch of a line, by the steps along its direction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Stretch {
    Steps(i128, i128),
    Reals(f64, f64),
}

impl Polytope {
    /// The whole box.
    pub fn unconstrained(names: Vec<Name>, axes: Vec<Axis>) -> Polytope {
        let n = names.len();
        Polytope {
            names,
            axes,
            rows: Array2::zeros((0, n)),
            bounds: Array1::zeros(0),
            equations: Array2::zeros((0, n)),
            right: Array1::zeros(0),
        }
    }

    /// Adds Σ row·x ≤ bound.
    pub fn at_most(mut self, row: &[i64], bound: i128) -> Polytope {
        self.rows.push_row(Array1::from_vec(row.to_vec()).view()).expect("as long as there are coordinates");
        self.bounds.append(ndarray::Axis(0), ndarray::arr1(&[bound]).view()).expect("one dimension");
        self
    }

    /// Adds Σ row·x = right.
    pub fn equal(mut self, row: &[i64], right: i128) -> Polytope {
        let integers = row.iter().zip(&self.axes).all(|(factor, axis)| *factor == 0 || axis.kind == Kind::Integer);
        assert!(integers, "equations are over integers");
        self.equations.push_row(Array1::from_vec(row.to_vec()).view()).expect("as long as there are coordinates");
        self.right.append(ndarray::Axis(0), ndarray::arr1(&[right]).view()).expect("one dimension");
        self
    }

    pub fn contains(&self, keys: &[i128]) -> bool {
        let inside = keys.iter().zip(&self.axes).all(|(key, axis)| axis.contains(*key));
        let below = |row: usize| match self.product(self.rows.row(row).iter().copied(), keys) {
            Product::Exact(sum) => sum <= self.bounds[row],
            Product::Rounded(sum) => sum <= self.bounds[row] as f64,
        };
        let equal =
            |row: usize| self.product(self.equations.row(row).iter().copied(), keys) == Product::Exact(self.right[row]);
        inside && (0..self.rows.nrows()).all(below) && (0..self.equations.nrows()).all(equal)
    }

    /// The keys of its coordinates in a point; none if one is missing.
    pub fn keys(&self, point: &Point) -> Option<Vec<i128>> {
        self.names.iter().map(|name| point.position(*name).map(|at| point.key(at))).collect()
    }

    /// Is the point with these changes inside? A point without all the coordinates is not constrained.
    pub fn allows(&self, point: &Point, changes: &[Change]) -> bool {
        let key = |name: &Name| {
            let at = point.position(*name)?;
            Some(changes.iter().find(|(changed, _)| *changed == at).map_or(point.key(at), |(_, key)| *key))
        };
        let keys: Option<Vec<i128>> = self.names.iter().map(key).collect();
        keys.is_none_or(|keys| self.contains(&keys))
    }

    fn product(&self, row: impl Iterator<Item = i64> + Clone, keys: &[i128]) -> Product {
        let terms = || row.clone().zip(keys).zip(&self.axes).filter(|((factor, _), _)| *factor != 0);
        if terms().all(|(_, axis)| axis.kind == Kind::Integer) {
            let exact = terms().try_fold(0i128, |sum, ((factor, key), _)| {
                i128::from(factor).checked_mul(*key).and_then(|term| sum.checked_add(term))
            });
            if let Some(sum) = exact {
                return Product::Exact(sum);
            }
        }
        Product::Rounded(terms().map(|((factor, key), axis)| factor as f64 * axis.number(*key)).sum())
    }

    /// How far one can go along a direction without leaving, from a point inside: whole steps if an integer coordinate
    /// moves, else reals. Zero is always in it.
    pub fn stretch(&self, keys: &[i128], direction: &[i64]) -> Stretch {
        let moved = direction.iter().zip(&self.axes).filter(|(factor, _)| **factor != 0);
        if moved.clone().any(|(_, axis)| axis.kind == Kind::Integer) {
            let (mut low, mut high) = (i128::MIN / 4, i128::MAX / 4);
            let mut cut = |rate: i128, room: i128| {
                // rate·t ≤ room
                match rate {
                    0 => {}
                    1.. => high = high.min(room.div_euclid(rate)),
                    _ => low = low.max(-(room.div_euclid(-rate))),
                }
            };
            for ((factor, key), axis) in direction.iter().zip(keys).zip(&self.axes) {
                if *factor != 0 && axis.kind == Kind::Integer {
                    cut((*factor).into(), axis.high.saturating_sub(*key));
                    cut(-i128::from(*factor), key.saturating_sub(axis.low));
                } else if *factor != 0 {
                    let (up, down) = (axis.number(axis.high), axis.number(axis.low));
                    cut((*factor).into(), (up - axis.number(*key)).floor() as i128);
                    cut(-i128::from(*factor), (axis.number(*key) - down).floor() as i128);
                }
            }
            for row in 0..self.rows.nrows() {
                let rate = self.rate(row, direction);
                match self.product(self.rows.row(row).iter().copied(), keys) {
                    Product::Exact(sum) => cut(rate, self.bounds[row] - sum),
                    Product::Rounded(sum) => cut(rate, (self.bounds[row] as f64 - sum).floor() as i128),
                }
            }
            return Stretch::Steps(low.min(0), high.max(0));
        }
        let (mut low, mut high) = (f64::MIN, f64::MAX);
        let mut cut = |rate: f64, room: f64| {
            if rate > 0.0 {
                high = high.min(room / rate);
            } else if rate < 0.0 {
                low = low.max(room / rate);
            }
        };
        for ((factor, key), axis) in direction.iter().zip(keys).zip(&self.axes).filter(|((f, _), _)| **f != 0) {
            cut(*factor as f64, axis.number(axis.high) - axis.number(*key));
            cut(-(*factor as f64), axis.number(*key) - axis.number(axis.low));
        }
        for row in 0..self.rows.nrows() {
            let sum = match self.product(self.rows.row(row).iter().copied(), keys) {
                Product::Exact(sum) => sum as f64,
                Product::Rounded(sum) => sum,
            };
            cut(self.rate(row, direction) as f64, self.bounds[row] as f64 - sum);
        }
        Stretch::Reals(low.min(0.0), high.max(0.0))
    }

    fn rate(&self, row: usize, direction: &[i64]) -> i128 {
        self.rows.row(row).iter().zip(direction).map(|(a, d)| i128::from(*a) * i128::from(*d)).sum()
    }

    /// Directions that keep the equations: a basis, its pairwise sums and differences, and all of it together.
    /// Without equations the basis are the coordinates.
    pub fn directions(&self) -> Result<Vec<Vec<i64>>, LatticeError> {
        let n = self.names.len();
        let basis: Vec<Vec<i64>> = if self.equations.nrows() == 0 {
            (0..n).map(|i| (0..n).map(|j| i64::from(i == j)).collect()).collect()
        } else {
            let lattice = hermite::solve(&self.equations, &self.right)?;
            let narrow = |column: ndarray::ArrayView1<'_, i128>| -> Result<Vec<i64>, LatticeError> {
                column.iter().map(|entry| i64::try_from(*entry).map_err(|_| LatticeError::Overflow)).collect()
            };
            lattice.basis.columns().into_iter().map(narrow).collect::<Result<_, _>>()?
        };
        let add = |a: &[i64], b: &[i64], sign: i64| -> Option<Vec<i64>> {
            a.iter().zip(b).map(|(x, y)| y.checked_mul(sign).and_then(|y| x.checked_add(y))).collect()
        };
        let mut all = basis.clone();
        for i in 0..basis.len() {
            for j in i + 1..basis.len() {
                all.extend(add(&basis[i], &basis[j], 1));
                all.extend(add(&basis[i], &basis[j], -1));
            }
        }
        if basis.len() > 2 {
            all.extend(basis[1..].iter().try_fold(basis[0].clone(), |sum, next| add(&sum, next, 1)));
        }
        all.retain(|direction| direction.iter().any(|factor| *factor != 0));
        Ok(all)
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Product {
    Exact(i128),
    Rounded(f64),
}
