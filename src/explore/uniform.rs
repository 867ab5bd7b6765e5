//! Uniform random inputs.
//!
//! Integers are uniform over their type, or over their range; floats over bit patterns, or over the reals of their
//! range; a `_Bool` is 0 or 1. A pointer that comes from outside is null: no other address means anything.

use crate::simulate::{Drawn, Inputs};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rarebit_front_end::ir::{DataModel, InputKind, InputSite, SiteInfo, Type, meaning};

/// Draws every input afresh and remembers what it drew.
pub struct Uniform {
    rng: ChaCha8Rng,
    model: DataModel,
    pub drawn: Vec<Drawn>,
}

impl Uniform {
    /// One seed decides every draw.
    pub fn new(model: DataModel, seed: u64) -> Uniform {
        Uniform { rng: ChaCha8Rng::seed_from_u64(seed), model, drawn: Vec::new() }
    }

    fn draw(&mut self, info: &SiteInfo) -> u128 {
        let mask = meaning::wide::mask(info.ty.bits(self.model));
        match (info.range, info.ty, info.kind) {
            (_, _, InputKind::Pointer) => 0,
            (_, _, InputKind::Bool) => u128::from(self.rng.next_u32() & 1),
            (Some(_), Type::F32, _) => (self.between(info) as f32).to_bits().into(),
            (Some(_), Type::F64, _) => self.between(info).to_bits().into(),
            (Some((low, high)), ..) => self.rng.random_range(low..=high) as u128 & mask,
            (None, ..) if mask <= u128::from(u64::MAX) => u128::from(self.rng.next_u64()) & mask,
            (None, ..) => self.rng.random::<u128>() & mask,
        }
    }
}

impl Uniform {
    /// Uniform over the reals of a float's range.
    fn between(&mut self, info: &SiteInfo) -> f64 {
        let (low, high) = info.float_range().unwrap_or((0.0, 0.0));
        let u: f64 = self.rng.random();
        // The width of a range may overflow where its bounds do not; rounding may leave it.
        (low * (1.0 - u) + high * u).clamp(low, high)
    }
}

impl Inputs for Uniform {
    fn next(&mut self, site: InputSite, info: &SiteInfo) -> u128 {
        let bits = self.draw(info);
        self.drawn.push((site, bits));
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rarebit_front_end::ir::{Func, Loc};

    fn site(ty: Type, kind: InputKind, range: Option<(i128, i128)>) -> SiteInfo {
        let func = Func::from_u32(0);
        SiteInfo { ty, kind, source: "f".into(), name: None, range, func, loc: Loc::default() }
    }

    fn draws(info: &SiteInfo, seed: u64) -> Vec<u128> {
        let mut uniform = Uniform::new(DataModel::Lp64, seed);
        (0..4000).map(|_| uniform.next(InputSite::from_u32(0), info)).collect()
    }

    /// Each value of a small domain comes up about equally often: χ² with 7 degrees of freedom stays below 35,
    /// which a right generator exceeds with probability 10⁻⁵.
    #[test]
    fn ranges_are_uniform_and_inclusive() {
        let drawn = draws(&site(Type::I32, InputKind::Signed, Some((-3, 4))), 1);
        let mut counts = [0f64; 8];
        for bits in &drawn {
            counts[(meaning::wide::signed(32, *bits) + 3) as usize] += 1.0;
        }
        let expected = drawn.len() as f64 / 8.0;
        let chi2: f64 = counts.iter().map(|n| (n - expected).powi(2) / expected).sum();
        assert!(chi2 < 35.0, "χ² = {chi2}, counts {counts:?}");
    }

    #[test]
    fn values_fit_their_type() {
        let narrow = draws(&site(Type::I8, InputKind::Signed, None), 2);
        assert!(narrow.iter().all(|bits| *bits < 256) && narrow.iter().any(|bits| *bits > 127));
        let wide = draws(&site(Type::Int(128), InputKind::Unsigned, None), 2);
        assert!(wide.iter().any(|bits| *bits > u128::from(u64::MAX)));
        let bools = draws(&site(Type::I8, InputKind::Bool, None), 2);
        assert!(bools.iter().all(|bits| *bits < 2) && bools.contains(&0) && bools.contains(&1));
        let bounds = |low: f64, high: f64| Some((low.to_bits().into(), high.to_bits().into()));
        let floats = draws(&site(Type::F64, InputKind::Float, bounds(-1.0, 0.25)), 2);
        assert!(floats.iter().all(|bits| (-1.0..=0.25).contains(&f64::from_bits(*bits as u64))));
        assert!(floats.iter().any(|bits| f64::from_bits(*bits as u64) < -0.9));
        let widest = site(Type::F64, InputKind::Float, bounds(f64::MIN, f64::MAX));
        assert!(draws(&widest, 2).iter().all(|bits| widest.allows(*bits)));
    }

    #[test]
    fn one_seed_decides_every_draw() {
        let info = site(Type::I64, InputKind::Unsigned, None);
        assert_eq!(draws(&info, 7), draws(&info, 7));
        assert_ne!(draws(&info, 7), draws(&info, 8));
    }
}
