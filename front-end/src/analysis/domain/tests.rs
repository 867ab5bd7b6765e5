//! Every abstract operation against the meaning of the concrete one: at small widths for all members of the sets.

use super::*;
use crate::ir::meaning::{self, wide};
use crate::ir::{BinaryOp, DivOp, FloatCond, IntCond, UnaryOp};
use proptest::prelude::*;

fn members(int: &Int) -> impl Iterator<Item = u128> + '_ {
    (0..=wide::mask(int.width)).filter(|bits| int.contains(*bits))
}

/// Sets of all shapes: joins of a few numbers, intervals, met with others.
fn int(width: u32) -> impl Strategy<Value = Int> {
    let bits = 0..=wide::mask(width);
    let points = prop::collection::vec(bits.clone(), 1..4).prop_map(move |points| {
        let ints = points.iter().map(|b| Int::constant(width, *b));
        ints.reduce(|a, b| a.join(&b)).expect("not empty")
    });
    let ranges = (bits.clone(), bits).prop_map(move |(a, b)| {
        let (x, y) = (wide::signed(width, a), wide::signed(width, b));
        if a % 2 == 0 { Int::unsigned(width, a.min(b), a.max(b)) } else { Int::signed(width, x.min(y), x.max(y)) }
            .expect("not empty")
    });
    let one = prop_oneof![points, ranges];
    (one.clone(), one).prop_map(|(a, b)| a.meet(&b).unwrap_or(a))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, rng_seed: proptest::test_runner::RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn integer_operations_hold_every_result((a, b) in (2u32..6).prop_flat_map(|width| (int(width), int(width)))) {
        let width = a.width;
        let pairs: Vec<(u128, u128)> = members(&a).flat_map(|x| members(&b).map(move |y| (x, y))).collect();
        prop_assume!(!pairs.is_empty());
        for &op in BinaryOp::ALL.iter().filter(|op| !op.is_float()) {
            let result = Int::binary(op, &a, &b);
            for &(x, y) in &pairs {
                let exact = wide::binary(op, width, x, y);
                prop_assert!(result.contains(exact), "{op:?} i{width} {a:?} {b:?}: {x} {y} gives {exact}, not in {result:?}");
            }
        }
        for &op in DivOp::ALL {
            let result = Int::divide(op, &a, &b);
            for &(x, y) in &pairs {
                if let Some(exact) = wide::divide(op, width, x, y) {
                    prop_assert!(result.is_some_and(|r| r.contains(exact)), "{op:?} i{width} {a:?} {b:?}: {x} {y} gives {exact}, not in {result:?}");
                }
            }
        }
        for &cond in IntCond::ALL {
            let always = Int::compare(cond, &a, &b);
            let refined = Int::refine(cond, &a, &b);
            for &(x, y) in &pairs {
                let holds = wide::compare(cond, width, x, y);
                prop_assert!(always.is_none_or(|always| always == holds), "{cond:?} {a:?} {b:?} {x} {y}");
                if holds {
                    prop_assert!(refined.is_some_and(|(p, q)| p.contains(x) && q.contains(y)), "{cond:?} {a:?} {b:?} {x} {y} {refined:?}");
                }
            }
        }
        let (joined, met) = (a.join(&b), a.meet(&b));
        let widened = a.widen(&b, &[-3, 0, 5]);
        for x in 0..=wide::mask(width) {
            let (in_a, in_b) = (a.contains(x), b.contains(x));
            prop_assert!(!(in_a || in_b) || joined.contains(x) && widened.contains(x), "join {a:?} {b:?} {x}");
            prop_assert!(!(in_a && in_b) || met.is_some_and(|m| m.contains(x)), "meet {a:?} {b:?} {x}");
            prop_assert!(!(a.is_in(&b) && in_a) || in_b, "is_in {a:?} {b:?} {x}");
        }
        prop_assert!(a.is_in(&joined) && b.is_in(&joined) && a.is_in(&widened) && b.is_in(&widened), "{a:?} {b:?} {joined:?} {widened:?}");
        for x in members(&a) {
            for op in [UnaryOp::Zext, UnaryOp::Sext] {
                let exact = if op == UnaryOp::Zext { x } else { wide::signed(width, x) as u128 & wide::mask(width + 3) };
                prop_assert!(a.cast(op, width + 3).contains(exact), "{op:?} {a:?} {x}");
            }
            prop_assert!(a.cast(UnaryOp::Trunc, width - 1).contains(x & wide::mask(width - 1)), "trunc {a:?} {x}");
            for op in [UnaryOp::Clz, UnaryOp::Ctz, UnaryOp::Popcnt, UnaryOp::Bitrev] {
                prop_assert!(a.count(op).contains(wide::count(op, width, x)), "{op:?} {a:?} {x}");
            }
        }
    }

    #[test]
    fn float_operations_hold_every_result(
        points in prop::collection::vec(
            prop_oneof![any::<f32>(), (-5i32..5).prop_map(|i| i as f32), Just(f32::INFINITY), Just(-0.0), Just(f32::NAN)], 4),
        single in any::<bool>(),
    ) {
        let of = |x: f32| Float::constant(single, x.into());
        let (a, b) = (of(points[0]).join(&of(points[1])), of(points[2]).join(&of(points[3])));
        let bits = |x: f64| if single { u128::from((x as f32).to_bits()) } else { x.to_bits().into() };
        let middle = |x: f32, y: f32| f64::from(x / 2.0 + y / 2.0);
        let values = |p: f32, q: f32, set: &Float| {
            let mut all = vec![f64::from(p), f64::from(q), middle(p, q), 0.0];
            all.retain(|x| set.contains(bits(*x)));
            all
        };
        for x in values(points[0], points[1], &a) {
            for y in values(points[2], points[3], &b) {
                for op in [BinaryOp::FAdd, BinaryOp::FSub, BinaryOp::FMul, BinaryOp::FDiv] {
                    let exact = if single {
                        f64::from(meaning::binary_f32(op, x as f32, y as f32))
                    } else {
                        meaning::binary_f64(op, x, y)
                    };
                    let result = Float::binary(op, &a, &b);
                    prop_assert!(result.contains(bits(exact)), "{op:?} {a:?} {b:?}: {x} {y} gives {exact}, not in {result:?}");
                }
                for &cond in FloatCond::ALL {
                    let holds = meaning::compare_f64(cond, x, y);
                    prop_assert!(Float::compare(cond, &a, &b).is_none_or(|always| always == holds), "{cond:?} {a:?} {b:?} {x} {y}");
                    if holds {
                        let refined = Float::refine(cond, &a, &b);
                        prop_assert!(refined.is_some_and(|(p, q)| p.contains(bits(x)) && q.contains(bits(y))), "{cond:?} {a:?} {b:?} {x} {y} {refined:?}");
                    }
                }
            }
        }
    }
}
