//! The integer solutions of linear equations, by the Hermite normal form.
//!
//! Unimodular column operations U turn E into a lower-triangular H = E·U. Then E·x = e has the integer solutions
//! x = U·y with H·y = e: the first rank(E) entries of y follow row by row, by exact division or not at all, and the rest
//! are free. So x = x₀ + K·z, where K's columns are a basis of *all* integer solutions of E·x = 0.

use ndarray::{Array1, Array2, s};

/// The solutions x₀ + K·z of a system of equations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lattice {
    pub origin: Array1<i128>,
    /// One column per free direction.
    pub basis: Array2<i128>,
}

/// Why there is no lattice to walk on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LatticeError {
    #[error("the equations have no integer solution")]
    Infeasible,
    #[error("the equations need numbers beyond 128 bits")]
    Overflow,
}

/// Solves E·x = e over the integers.
pub fn solve(equations: &Array2<i64>, right: &Array1<i128>) -> Result<Lattice, LatticeError> {
    let (rows, columns) = equations.dim();
    let mut h = equations.mapv(i128::from);
    let mut u = Array2::<i128>::eye(columns);
    let mut y = Array1::<i128>::zeros(columns);
    let mut rank = 0;
    for row in 0..rows {
        // Euclid on the row's entries from `rank` on, until only the pivot is left.
        loop {
            let nonzero = (rank..columns).filter(|column| h[[row, *column]] != 0);
            let Some(pivot) = nonzero.min_by_key(|column| h[[row, *column]].unsigned_abs()) else { break };
            swap(&mut h, rank, pivot);
            swap(&mut u, rank, pivot);
            let mut left = false;
            for column in rank + 1..columns {
                let factor = h[[row, column]].div_euclid(h[[row, rank]]);
                subtract(&mut h, column, rank, factor)?;
                subtract(&mut u, column, rank, factor)?;
                left |= h[[row, column]] != 0;
            }
            if !left {
                break;
            }
        }
        let mut known = 0i128;
        for column in 0..rank {
            known = checked(h[[row, column]].checked_mul(y[column]).and_then(|term| known.checked_add(term)))?;
        }
        let rest = checked(right[row].checked_sub(known))?;
        if rank < columns && h[[row, rank]] != 0 {
            if rest % h[[row, rank]] != 0 {
                return Err(LatticeError::Infeasible);
            }
            y[rank] = rest / h[[row, rank]];
            rank += 1;
        } else if rest != 0 {
            return Err(LatticeError::Infeasible);
        }
    }
    let mut origin = Array1::<i128>::zeros(columns);
    for i in 0..columns {
        for j in 0..rank {
            origin[i] = checked(u[[i, j]].checked_mul(y[j]).and_then(|term| origin[i].checked_add(term)))?;
        }
    }
    Ok(Lattice { origin, basis: u.slice(s![.., rank..]).to_owned() })
}

fn checked(value: Option<i128>) -> Result<i128, LatticeError> {
    value.ok_or(LatticeError::Overflow)
}

fn swap(matrix: &mut Array2<i128>, a: usize, b: usize) {
    for row in 0..matrix.nrows() {
        matrix.swap([row, a], [row, b]);
    }
}

fn subtract(matrix: &mut Array2<i128>, from: usize, what: usize, factor: i128) -> Result<(), LatticeError> {
    for row in 0..matrix.nrows() {
        let term = checked(matrix[[row, what]].checked_mul(factor))?;
        matrix[[row, from]] = checked(matrix[[row, from]].checked_sub(term))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;
    use proptest::prelude::*;

    #[test]
    fn known_systems() {
        // x + 2y = 0: the multiples of (2, −1).
        let line = solve(&array![[1, 2]], &array![0]).unwrap();
        assert_eq!((line.origin, line.basis.column(0).mapv(i128::abs)), (array![0, 0], array![2, 1]));
        assert_eq!(solve(&array![[2, 4]], &array![3]), Err(LatticeError::Infeasible));
        assert_eq!(solve(&array![[1, 1], [1, 1]], &array![3, 4]), Err(LatticeError::Infeasible));
        let plane = solve(&array![[6, 10, 15]], &array![1]).unwrap();
        assert_eq!(plane.basis.dim(), (3, 2));
    }

    proptest! {
        /// Every small solution found by trial is of the form x₀ + K·z, because the basis spans all of them, and every
        /// x₀ + K·z is a solution.
        #[test]
        fn solves_what_it_should(rows in prop::collection::vec(prop::array::uniform3(-4i64..5), 1..3),
                                 hidden in prop::array::uniform3(-5i128..6),
                                 walk in prop::array::uniform3(-3i128..4)) {
            let equations = Array2::from_shape_fn((rows.len(), 3), |(i, j)| rows[i][j]);
            let wide = equations.mapv(i128::from);
            let right = wide.dot(&Array1::from_vec(hidden.to_vec()));
            let lattice = solve(&equations, &right).unwrap();
            let free = lattice.basis.ncols();
            let z = Array1::from_vec(walk[..free].to_vec());
            prop_assert_eq!(wide.dot(&(&lattice.origin + &lattice.basis.dot(&z))), right);
            // The hidden solution differs from x₀ by an integer combination of the basis: solve for it.
            let difference = Array1::from_vec(hidden.to_vec()) - &lattice.origin;
            let basis = lattice.basis.mapv(|entry| i64::try_from(entry).unwrap());
            prop_assert!(solve(&basis, &difference).is_ok());
        }
    }
}
