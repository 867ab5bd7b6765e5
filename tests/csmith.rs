//! Random programs give the same checksums as natively, in both data models.

#[path = "common/csmith.rs"]
mod csmith;

use csmith::{Config, compare};

#[test]
fn random_programs_equal_native() {
    let results = compare(&Config::from_env());
    let total = results.total();
    assert_eq!(total.divergences, 0, "{total}\n{}", results.problems());
    assert!(total.lifted() * 100 >= total.usable() * 99, "{total}\n{}", results.problems());
    assert!(total.equal() * 2 >= total.programs, "too few programs came to an end: {total}\n{}", results.problems());
}
