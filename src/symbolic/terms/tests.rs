//! Terms against the meaning of the ir, and Z3 against both: random expressions over random values.

use super::{Evaluator, Model, Terms, Word};
use crate::symbolic::solver::{Answer, Halt, Question, Smt, Solver};
use crate::symbolic::state::Constraints;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rarebit_front_end::ir::meaning::wide::mask;
use rarebit_front_end::ir::{BinaryOp, FloatCond, IntCond, UnaryOp};

/// An expression computed twice: from known values, and from variables with these values.
type Twin = (Word, Word, u32);

struct Expressions {
    rng: ChaCha8Rng,
    terms: Terms,
    model: Model,
    pool: Vec<Twin>,
}

impl Expressions {
    fn new(seed: u64) -> Expressions {
        let mut all = Expressions {
            rng: ChaCha8Rng::seed_from_u64(seed),
            terms: Terms::new(),
            model: Model::default(),
            pool: Vec::new(),
        };
        for (var, width) in [1, 8, 8, 16, 32, 32, 33, 64, 64, 128].into_iter().enumerate() {
            let bits = all.bits(width);
            all.model = all.model.with([(var as u32, bits)]);
            let term = all.terms.var(var as u32, width, (0, mask(width)));
            all.pool.push((Word::Known(bits), Word::Term(term), width));
            let constant = all.bits(width);
            all.pool.push((Word::Known(constant), Word::Known(constant), width));
        }
        all
    }

    /// Often a special value: 0, the extremes, small numbers, float patterns.
    fn bits(&mut self, width: u32) -> u128 {
        let special = [0, 1, 2, 7, u128::MAX, 1 << (width - 1), mask(width) >> 1, 31, 32, 64];
        let floats = [0x3f80_0000, 0x7f80_0000, 0x3ff0_0000_0000_0000, 0xc000_0000_0000_0000, 0x41e0_0000_0000_0000];
        match self.rng.random_range(0..4) {
            0 => special[self.rng.random_range(0..special.len())] & mask(width),
            1 => floats[self.rng.random_range(0..floats.len())] & mask(width),
            2 => self.rng.random_range(0..256u128) & mask(width),
            _ => self.rng.random::<u128>() & mask(width),
        }
    }

    fn pick(&mut self, width: Option<u32>) -> Option<Twin> {
        let fitting: Vec<Twin> = self.pool.iter().copied().filter(|twin| width.is_none_or(|w| w == twin.2)).collect();
        (!fitting.is_empty()).then(|| fitting[self.rng.random_range(0..fitting.len())])
    }

    fn grow(&mut self) -> Option<String> {
        let a = self.pick(None)?;
        let width = a.2;
        let float = matches!(width, 32 | 64);
        let (what, twin): (String, Twin) = match self.rng.random_range(0..6) {
            0 => {
                let op = UnaryOp::ALL[self.rng.random_range(0..UnaryOp::ALL.len())];
                let to = match op {
                    UnaryOp::Trunc => self.rng.random_range(1..=width),
                    UnaryOp::Zext | UnaryOp::Sext => self.rng.random_range(width..=128),
                    UnaryOp::FPromote if width == 32 => 64,
                    UnaryOp::FDemote if width == 64 => 32,
                    UnaryOp::FToS | UnaryOp::FToU if float => [8, 31, 32, 33, 64, 128][self.rng.random_range(0..6)],
                    UnaryOp::SToF | UnaryOp::UToF => [32, 64][self.rng.random_range(0..2)],
                    UnaryOp::FNeg | UnaryOp::FAbs if float => width,
                    UnaryOp::Bswap if width.is_multiple_of(16) => width,
                    UnaryOp::Clz | UnaryOp::Ctz | UnaryOp::Popcnt | UnaryOp::Bitrev | UnaryOp::Bitcast => width,
                    _ => return None,
                };
                let known = self.terms.unary(op, width, to, a.0);
                (format!("{op:?} {width} to {to}"), (known, self.terms.unary(op, width, to, a.1), to))
            }
            1 | 2 => {
                let op = BinaryOp::ALL[self.rng.random_range(0..BinaryOp::ALL.len())];
                if op.is_float() && !float {
                    return None;
                }
                let b = self.pick(Some(width))?;
                let to = if op.is_overflow_test() { 1 } else { width };
                let known = self.terms.binary(op, width, a.0, b.0);
                (format!("{op:?} {width}"), (known, self.terms.binary(op, width, a.1, b.1), to))
            }
            3 => {
                let cond = IntCond::ALL[self.rng.random_range(0..IntCond::ALL.len())];
                let b = self.pick(Some(width))?;
                let known = self.terms.icmp(cond, width, a.0, b.0);
                (format!("{cond:?} {width}"), (known, self.terms.icmp(cond, width, a.1, b.1), 1))
            }
            4 if float => {
                let cond = FloatCond::ALL[self.rng.random_range(0..FloatCond::ALL.len())];
                let b = self.pick(Some(width))?;
                let known = self.terms.fcmp(cond, width, a.0, b.0);
                (format!("{cond:?} {width}"), (known, self.terms.fcmp(cond, width, a.1, b.1), 1))
            }
            _ => {
                let (b, c) = (self.pick(Some(width))?, self.pick(Some(1))?);
                let known = self.terms.select(c.0, width, a.0, b.0);
                (format!("select {width}"), (known, self.terms.select(c.1, width, a.1, b.1), width))
            }
        };
        self.pool.push(twin);
        Some(what)
    }
}

fn is_nan(width: u32, bits: u128) -> bool {
    match width {
        32 => f32::from_bits(bits as u32).is_nan(),
        64 => f64::from_bits(bits as u64).is_nan(),
        _ => false,
    }
}

#[test]
fn terms_mean_what_the_ir_means() {
    for seed in 0..60 {
        let mut all = Expressions::new(seed);
        let mut evaluator = Evaluator::default();
        for _ in 0..150 {
            let Some(what) = all.grow() else { continue };
            let (known, term, width) = *all.pool.last().unwrap();
            let expected = known.known().unwrap();
            let found = match term {
                Word::Known(bits) => bits,
                Word::Term(term) => {
                    let bits = evaluator.value(&all.terms, &all.model, term);
                    let (low, high) = all.terms.range(term);
                    assert!(low <= bits && bits <= high, "seed {seed}: {what}: {bits:#x} outside {low:#x}..={high:#x}");
                    bits
                }
            };
            // Which NaN is not promised, so nothing is built on one.
            if is_nan(width, expected) {
                all.pool.pop();
                assert!(is_nan(width, found), "seed {seed}: {what}");
                continue;
            }
            assert_eq!(found, expected, "seed {seed}: {what}");
        }
    }
}

/// Under the model's inputs a term has its value, and no other: Z3 says so too.
#[test]
fn z3_means_what_terms_mean() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut asked = 0;
    for seed in 100..130 {
        let mut all = Expressions::new(seed);
        let mut evaluator = Evaluator::default();
        let mut smt = Smt::new(20_000_000, &Halt::default());
        for _ in 0..40 {
            let before = all.pool.len();
            if all.grow().is_some() && all.pool.len() > before {
                let (known, _, width) = *all.pool.last().unwrap();
                // 128-bit division and products are slow to blast.
                if is_nan(width, known.known().unwrap()) || width > 64 {
                    all.pool.pop();
                }
            }
        }
        for _ in 0..6 {
            let (_, Word::Term(term), width) = all.pool[rng.random_range(20..all.pool.len())] else { continue };
            let bits = evaluator.value(&all.terms, &all.model, term);
            let mut inputs = Constraints::default();
            for var in all.terms.vars(term).to_vec() {
                let width = [1, 8, 8, 16, 32, 32, 33, 64, 64, 128][var as usize];
                let (input, value) = (all.terms.var(var, width, (0, mask(width))), all.model.get(var));
                let value = all.terms.constant(width, value);
                inputs.push(all.terms.eq(input, value));
            }
            let constant = all.terms.constant(width, bits);
            let is = all.terms.eq(term, constant);
            let not = all.terms.not(is);
            let mut ask = |goal| smt.solve(&mut all.terms, &Question { constraints: &inputs, goal, model: &all.model });
            assert!(matches!(ask(is), Answer::Sat(_) | Answer::Unknown), "seed {seed}: {bits:#x} is not possible");
            assert!(matches!(ask(not), Answer::Unsat | Answer::Unknown), "seed {seed}: not only {bits:#x} is possible");
            asked += 1;
        }
    }
    assert!(asked > 60, "only {asked} questions");
}

#[allow(dead_code)]
#[path = "../../../tests/vectors/values.rs"]
mod values;

/// The operations on two operands of a width, each with the width of its result.
type Operation = (String, Box<dyn Fn(&mut Terms, Word, Word) -> Word>);

fn operations(width: u32) -> Vec<Operation> {
    use rarebit_front_end::ir::DivOp;
    let float = matches!(width, 32 | 64);
    let mut all: Vec<Operation> = Vec::new();
    for op in BinaryOp::ALL.iter().copied().filter(|op| float || !op.is_float()) {
        all.push((format!("{op:?}"), Box::new(move |terms, a, b| terms.binary(op, width, a, b))));
    }
    for op in [DivOp::Udiv, DivOp::Urem, DivOp::Sdiv, DivOp::Srem] {
        all.push((format!("{op:?}"), Box::new(move |terms, a, b| terms.divide(op, width, a, b))));
    }
    for &cond in IntCond::ALL {
        all.push((format!("{cond:?}"), Box::new(move |terms, a, b| terms.icmp(cond, width, a, b))));
    }
    for cond in FloatCond::ALL.iter().copied().filter(|_| float) {
        all.push((format!("{cond:?}"), Box::new(move |terms, a, b| terms.fcmp(cond, width, a, b))));
    }
    for &op in UnaryOp::ALL {
        let to = match op {
            UnaryOp::Trunc => vec![1, width.div_ceil(2), width],
            UnaryOp::Zext | UnaryOp::Sext => vec![width, (width + 7).min(128), 128],
            UnaryOp::FPromote if width == 32 => vec![64],
            UnaryOp::FDemote if width == 64 => vec![32],
            UnaryOp::FToS | UnaryOp::FToU if float => vec![8, 31, 32, 64, 128],
            UnaryOp::SToF | UnaryOp::UToF => vec![32, 64],
            UnaryOp::FNeg | UnaryOp::FAbs if float => vec![width],
            UnaryOp::Bswap if width.is_multiple_of(16) => vec![width],
            UnaryOp::Clz | UnaryOp::Ctz | UnaryOp::Popcnt | UnaryOp::Bitrev | UnaryOp::Bitcast => vec![width],
            _ => vec![],
        };
        for to in to {
            all.push((format!("{op:?} to {to}"), Box::new(move |terms, a, _| terms.unary(op, width, to, a))));
        }
    }
    all
}

/// Every operation on the corner values on which the other engines are compared with native code: with both operands
/// unknown, and with either of them beside a constant, where simplification sets in.
#[test]
fn operations_mean_what_the_ir_means_on_corner_values() {
    let mut compared = 0;
    for width in values::WIDTHS {
        let mut corners = values::Set::FewInts(width).values();
        if matches!(width, 32 | 64) {
            corners.extend(values::Set::SomeFloats(width).values());
        }
        corners.sort_unstable();
        corners.dedup();
        for (name, operation) in operations(width) {
            let (mut terms, mut evaluator) = (Terms::new(), Evaluator::default());
            let [x, y] = [0, 1].map(|var| Word::Term(terms.var(var, width, (0, mask(width)))));
            let quotient = ["Udiv", "Urem", "Sdiv", "Srem"].contains(&name.as_str());
            for &a in &corners {
                for &b in &corners {
                    // There is none; the executor asks for that before.
                    if quotient && (b == 0 || name.starts_with('S') && b == mask(width) && a == 1 << (width - 1)) {
                        continue;
                    }
                    let model = Model::default().with([(0, a), (1, b)]);
                    let expected = operation(&mut terms, Word::Known(a), Word::Known(b)).known().expect("a constant");
                    for (a, b) in [(x, y), (x, Word::Known(b)), (Word::Known(a), y)] {
                        let found = match operation(&mut terms, a, b) {
                            Word::Known(bits) => bits,
                            Word::Term(term) => evaluator.value(&terms, &model, term),
                        };
                        compared += 1;
                        let nan = |bits| is_nan(32, bits) || is_nan(64, bits);
                        let same = found == expected || name.starts_with('F') && nan(found) && nan(expected);
                        assert!(same, "{name} {width}: {a:?}, {b:?}: {found:#x}, not {expected:#x}");
                    }
                }
            }
        }
    }
    assert!(compared > 100_000, "only {compared} results");
}
