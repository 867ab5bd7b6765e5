//! Every way of guessing on questions whose answers are known to exist, and on some that have none.

use super::tape::Tape;
use super::*;
use crate::symbolic::terms::{Model, One, Two};

/// A question about inputs of these widths, and one way of guessing.
struct Asked {
    terms: Terms,
    vars: Vec<Term>,
}

impl Asked {
    fn new(widths: &[u32]) -> Asked {
        let mut terms = Terms::new();
        let most = |width: u32| if width == 128 { u128::MAX } else { (1 << width) - 1 };
        let vars = widths.iter().zip(0..).map(|(width, i)| terms.var(i, *width, (0, most(*width)))).collect();
        Asked { terms, vars }
    }

    fn equals(&mut self, term: Term, bits: u128) -> Term {
        let constant = self.terms.constant(self.terms.width(term), bits);
        self.terms.eq(term, constant)
    }

    fn guess(&self, goals: &[Term], way: fn(&Tape, &[u128], &mut Effort) -> Option<Vec<u128>>) -> Option<Vec<u128>> {
        let tape = Tape::new(&self.terms, goals).unwrap();
        let start = tape.values(&Model::default());
        let found = way(&tape, &start, &mut Effort::new(3_000_000))?;
        assert!(tape.holds(&tape.values(&Model::default().with(tape.answer(&found)))), "a guess that is no model");
        Some(tape.answer(&found).into_iter().map(|(_, bits)| bits).collect())
    }
}

fn backward(tape: &Tape, start: &[u128], effort: &mut Effort) -> Option<Vec<u128>> {
    invert::invert(tape, start, effort, &mut Random(1))
}

fn uphill(tape: &Tape, start: &[u128], effort: &mut Effort) -> Option<Vec<u128>> {
    climb::climb(tape, start, effort, &mut Random(1))
}

/// Rounds of a Feistel network over two words.
fn feistel(asked: &mut Asked, rounds: u32) -> (Term, Term) {
    let (mut a, mut b) = (asked.vars[0], asked.vars[1]);
    let terms = &mut asked.terms;
    let (four, five) = (terms.constant(32, 4), terms.constant(32, 5));
    for round in 0..rounds {
        let key = terms.constant(32, 0x9E37_79B9 * u128::from(round + 1));
        let mixed = |terms: &mut Terms, x: Term| {
            let (up, down) = (terms.two(Two::Shl, x, four), terms.two(Two::Lshr, x, five));
            let (sum, keyed) = (terms.two(Two::Xor, up, down), terms.two(Two::Add, x, key));
            terms.two(Two::Xor, sum, keyed)
        };
        let f = mixed(terms, b);
        a = terms.two(Two::Add, a, f);
        let g = mixed(terms, a);
        b = terms.two(Two::Add, b, g);
    }
    (a, b)
}

#[test]
fn a_cipher_is_run_backward() {
    for rounds in [1, 2, 8] {
        let mut asked = Asked::new(&[32, 32]);
        let (a, b) = feistel(&mut asked, rounds);
        let one = asked.equals(a, 0xFEED_FACE);
        assert!(asked.guess(&[one], backward).is_some(), "one word after {rounds} rounds");
        let other = asked.equals(b, 0x0BAD_F00D);
        assert!(asked.guess(&[one, other], backward).is_some(), "both words after {rounds} rounds");
    }
}

#[test]
fn a_product_of_two_primes_falls_apart() {
    let mut asked = Asked::new(&[32, 32]);
    let (x, y) = (asked.vars[0], asked.vars[1]);
    let (x, y) = (asked.terms.widen(One::Zext, x, 64), asked.terms.widen(One::Zext, y, 64));
    let product = asked.terms.two(Two::Mul, x, y);
    let goal = asked.equals(product, 2_147_483_647 * 4_294_967_291);
    let mut found = asked.guess(&[goal], backward).unwrap();
    found.sort_unstable();
    assert_eq!(found, [2_147_483_647, 4_294_967_291]);
    // A prime that is larger than either factor can be.
    let goal = asked.equals(product, 18_446_744_073_709_551_557);
    assert_eq!(asked.guess(&[goal], backward), None);
}

#[test]
fn remainders_make_a_number() {
    let mut asked = Asked::new(&[64]);
    let x = asked.vars[0];
    let mut goals = Vec::new();
    for (modulus, rest) in [(9973, 17), (9967, 4211), (9949, 9000), (6, 5), (4, 1)] {
        let modulus = asked.terms.constant(64, modulus);
        let remainder = asked.terms.two(Two::Urem, x, modulus);
        goals.push(asked.equals(remainder, rest));
    }
    assert!(asked.guess(&goals, backward).is_some());
    // Odd by one remainder, even by another.
    let two = asked.terms.constant(64, 2);
    let remainder = asked.terms.two(Two::Urem, x, two);
    goals.push(asked.equals(remainder, 0));
    assert_eq!(asked.guess(&goals, backward), None);
}

#[test]
fn a_lookup_is_undone() {
    let mut asked = Asked::new(&[8]);
    let x = asked.vars[0];
    let entries: Vec<Term> = (0..256u128).map(|i| asked.terms.constant(8, i * 167 + 13)).collect();
    let mut value = x;
    for _ in 0..5 {
        value = asked.terms.table(&entries, value);
    }
    let goal = asked.equals(value, 77);
    assert_eq!(asked.guess(&[goal], backward).map(|found| found.len()), Some(1));
}

/// The roots of a cubic from its coefficients.
fn roots(asked: &mut Asked, [p, q, r]: [i128; 3]) -> Vec<Term> {
    let vars: Vec<Term> = asked.vars.clone().into_iter().map(|x| asked.terms.widen(One::Sext, x, 64)).collect();
    let [x, y, z] = vars[..] else { unreachable!("three inputs") };
    let terms = &mut asked.terms;
    let (xy, yz, zx) = (terms.two(Two::Mul, x, y), terms.two(Two::Mul, y, z), terms.two(Two::Mul, z, x));
    let sum = terms.two(Two::Add, x, y);
    let sum = terms.two(Two::Add, sum, z);
    let pairs = terms.two(Two::Add, xy, yz);
    let pairs = terms.two(Two::Add, pairs, zx);
    let product = terms.two(Two::Mul, xy, z);
    vec![
        asked.equals(sum, (p + q + r) as u128),
        asked.equals(pairs, (p * q + q * r + r * p) as u128),
        asked.equals(product, (p * q * r) as u128),
    ]
}

#[test]
fn three_equations_are_solved_bit_by_bit() {
    for roots_are in [[3, -7, 11], [912_345, -70_001, 123_456], [-5, -6, 1_000_000]] {
        let mut asked = Asked::new(&[32, 32, 32]);
        let goals = roots(&mut asked, roots_are);
        let found = asked.guess(&goals, lift::lift).unwrap_or_else(|| panic!("not found: {roots_are:?}"));
        let mut found: Vec<i128> = found.into_iter().map(|bits| (bits as u32 as i32).into()).collect();
        let mut wanted = roots_are;
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted);
    }
    let mut asked = Asked::new(&[16]);
    let x = asked.vars[0];
    let square = asked.terms.two(Two::Mul, x, x);
    // No square leaves 2 divided by 4.
    let goal = asked.equals(square, 1_002);
    assert_eq!(asked.guess(&[goal], lift::lift), None);
}

#[test]
fn a_root_of_a_float_polynomial_is_walked_to() {
    let mut asked = Asked::new(&[64]);
    let x = asked.vars[0];
    let number = |terms: &mut Terms, x: f64| terms.constant(64, x.to_bits().into());
    let terms = &mut asked.terms;
    let (two, five) = (number(terms, 2.0), number(terms, 5.0));
    let square = terms.two(Two::FMul, x, x);
    let less = terms.two(Two::FSub, square, two);
    let cube = terms.two(Two::FMul, less, x);
    let value = terms.two(Two::FSub, cube, five);
    let (least, most) = (number(terms, -1e-12), number(terms, 1e-12));
    let goals = [terms.two(Two::FLe, least, value), terms.two(Two::FLe, value, most)];
    let found = asked.guess(&goals, uphill).unwrap();
    assert!((f64::from_bits(found[0] as u64) - 2.094_551_481_542_327).abs() < 1e-11);
}

#[test]
fn effort_ends() {
    let mut asked = Asked::new(&[64, 64]);
    let (x, y) = (asked.vars[0], asked.vars[1]);
    let (a, b) = (asked.terms.two(Two::Mul, x, y), asked.terms.two(Two::Xor, x, y));
    let (c, d) = (asked.terms.two(Two::Udiv, a, b), asked.terms.two(Two::Urem, b, a));
    let goals = [asked.equals(c, 0x1234_5678_9ABC_DEF1), asked.equals(d, 0xFEDC_BA98_7654_3211)];
    for way in [backward, uphill, lift::lift] {
        // No matter whether there is a model: it comes to an end.
        let _ = asked.guess(&goals, way);
    }
}
