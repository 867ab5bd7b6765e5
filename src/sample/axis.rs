//! One coordinate's set of values.
//!
//! Every value is an integer *key* in an inclusive interval: an integer is its own key; a float's key is its bit
//! pattern on the ordered-integer map, so that neighbours differ by one, `-0.0` is −1 and `0.0` is 0, and NaNs lie
//! beyond the infinities. A step on keys is thus a step of one for integers and of one ULP for floats.
//!
//! An axis also carries the *reference measure*, what "uniform" means: every key alike, or, for a float with a range,
//! every stretch of reals alike, where a key weighs as much as the gap to its neighbour.

use rand::{Rng, RngExt};

/// What the keys stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Integer,
    Single,
    Double,
}

/// What uniform means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Every key has the same weight.
    Keys,
    /// A key has the weight of the gap to the next float: uniform over the reals. For finite floats only.
    Reals,
}

/// The values of one coordinate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Axis {
    pub low: i128,
    pub high: i128,
    pub kind: Kind,
    pub measure: Measure,
}

/// The key of a double.
pub fn double_key(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    bits ^ ((bits >> 63) as u64 >> 1) as i64
}

/// The double of a key.
pub fn double_of(key: i64) -> f64 {
    f64::from_bits((key ^ ((key >> 63) as u64 >> 1) as i64) as u64)
}

/// The key of a float.
pub fn single_key(x: f32) -> i32 {
    let bits = x.to_bits() as i32;
    bits ^ ((bits >> 31) as u32 >> 1) as i32
}

/// The float of a key.
pub fn single_of(key: i32) -> f32 {
    f32::from_bits((key ^ ((key >> 31) as u32 >> 1) as i32) as u32)
}

impl Axis {
    /// The integers from `low` to `high`.
    pub fn integer(low: i128, high: i128) -> Axis {
        assert!(low <= high, "an axis has at least one value");
        Axis { low, high, kind: Kind::Integer, measure: Measure::Keys }
    }

    pub fn boolean() -> Axis {
        Axis::integer(0, 1)
    }

    pub fn byte() -> Axis {
        Axis::integer(0, 255)
    }

    /// Every bit pattern of a double, NaNs included.
    pub fn any_double() -> Axis {
        Axis { low: i64::MIN.into(), high: i64::MAX.into(), kind: Kind::Double, measure: Measure::Keys }
    }

    /// Every bit pattern of a float.
    pub fn any_single() -> Axis {
        Axis { low: i32::MIN.into(), high: i32::MAX.into(), kind: Kind::Single, measure: Measure::Keys }
    }

    /// The doubles from `low` to `high`, uniform over the reals.
    pub fn double(low: f64, high: f64) -> Axis {
        let (low, high) = (double_key(low).into(), double_key(high).into());
        assert!(low <= high, "an axis has at least one value");
        Axis { low, high, kind: Kind::Double, measure: Measure::Reals }
    }

    /// The floats from `low` to `high`, uniform over the reals.
    pub fn single(low: f32, high: f32) -> Axis {
        let (low, high) = (single_key(low).into(), single_key(high).into());
        assert!(low <= high, "an axis has at least one value");
        Axis { low, high, kind: Kind::Single, measure: Measure::Reals }
    }

    pub fn contains(&self, key: i128) -> bool {
        self.low <= key && key <= self.high
    }

    /// One less than the number of keys.
    pub fn span(&self) -> u128 {
        self.high.wrapping_sub(self.low) as u128
    }

    /// How many bits it takes to tell the keys apart.
    pub fn bits(&self) -> u32 {
        128 - self.span().leading_zeros()
    }

    /// How many patterns of bits to flip: those of the type for a float.
    pub fn pattern_bits(&self) -> u32 {
        match self.kind {
            Kind::Integer => self.bits(),
            Kind::Single => 32,
            Kind::Double => 64,
        }
    }

    /// The key with one bit of its pattern flipped; may lie outside the axis. Doing it twice changes nothing.
    pub fn flip(&self, key: i128, bit: u32) -> i128 {
        match self.kind {
            Kind::Integer => self.low.wrapping_add((key.wrapping_sub(self.low) as u128 ^ 1 << bit) as i128),
            Kind::Single => single_key(f32::from_bits(single_of(key as i32).to_bits() ^ 1 << bit)).into(),
            Kind::Double => double_key(f64::from_bits(double_of(key as i64).to_bits() ^ 1 << bit)).into(),
        }
    }

    /// The key `steps` further up, going round from the top to the bottom.
    pub fn up(&self, key: i128, steps: u128) -> i128 {
        let (span, offset) = (self.span(), key.wrapping_sub(self.low) as u128);
        let steps = if span == u128::MAX { steps } else { steps % (span + 1) };
        let room = span - offset;
        let moved = if steps <= room { offset + steps } else { steps - room - 1 };
        self.low.wrapping_add(moved as i128)
    }

    /// The key `steps` further down, going round from the bottom to the top.
    pub fn down(&self, key: i128, steps: u128) -> i128 {
        let (span, offset) = (self.span(), key.wrapping_sub(self.low) as u128);
        let steps = if span == u128::MAX { steps } else { steps % (span + 1) };
        let moved = if steps <= offset { offset - steps } else { span - (steps - offset - 1) };
        self.low.wrapping_add(moved as i128)
    }

    /// The number that a key stands for.
    pub fn number(&self, key: i128) -> f64 {
        match self.kind {
            Kind::Integer => key as f64,
            Kind::Single => single_of(key as i32).into(),
            Kind::Double => double_of(key as i64),
        }
    }

    /// The key nearest to a number, inside the axis.
    pub fn key_near(&self, number: f64) -> i128 {
        let key = match self.kind {
            Kind::Integer => number.round() as i128,
            Kind::Single => single_key(number as f32).into(),
            Kind::Double => double_key(number).into(),
        };
        key.clamp(self.low, self.high)
    }

    /// The log of the reference measure's density at a key, up to a constant.
    pub fn log_reference(&self, key: i128) -> f64 {
        match self.measure {
            Measure::Keys => 0.0,
            Measure::Reals => self.gap(key).ln(),
        }
    }

    /// The log of the reference probability of a key.
    pub fn log_probability(&self, key: i128) -> f64 {
        match self.measure {
            Measure::Keys => -(self.span() as f64 + 1.0).ln(),
            Measure::Reals => {
                let width = self.number(self.high) + self.gap(self.high) - self.number(self.low);
                self.gap(key).ln() - width.ln()
            }
        }
    }

    /// The share of the reals that rounds down to this key's float; the last one of the axis has a gap like the rest.
    fn gap(&self, key: i128) -> f64 {
        let (here, next) = (self.number(key), self.number(key + 1));
        if next > here { next - here } else { f64::MIN_POSITIVE }
    }

    /// A key drawn from the reference measure.
    pub fn draw(&self, rng: &mut dyn Rng) -> i128 {
        match self.measure {
            Measure::Keys => self.low.wrapping_add(below(rng, self.span()) as i128),
            Measure::Reals => {
                // The float below a uniform real in [low, high + gap): each key as often as its gap is wide. In a
                // narrow range a double is too coarse for that real, so it is drawn as a whole number of least gaps.
                let (low, high) = (self.number(self.low), self.number(self.high));
                let width = high - low + self.gap(self.high);
                let least = self.gap(self.low).min(self.gap(self.high));
                let steps = width / least;
                let narrow = self.low >= 0 || self.high < -1;
                loop {
                    let offset = if narrow && steps < 1e12 {
                        below(rng, steps as u128 - 1) as f64 * least
                    } else {
                        width * rng.random::<f64>()
                    };
                    let near = match self.kind {
                        Kind::Integer => (low + offset).floor() as i128,
                        Kind::Double => double_key(low + offset).into(),
                        Kind::Single => single_key((low + offset) as f32).into(),
                    };
                    let key = if self.number(near) - low > offset { near - 1 } else { near };
                    if self.contains(key) {
                        return key;
                    }
                }
            }
        }
    }
}

/// A number from 0 to `last`, each equally likely.
pub fn below(rng: &mut dyn Rng, last: u128) -> u128 {
    match u64::try_from(last) {
        Ok(u64::MAX) => rng.next_u64().into(),
        Ok(last) if (last + 1).is_power_of_two() => (rng.next_u64() & last).into(),
        Ok(last) => rng.random_range(0..=last).into(),
        Err(_) if last == u128::MAX => rng.random(),
        Err(_) => rng.random_range(0..=last),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_the_order_of_floats() {
        let numbers = [f64::NEG_INFINITY, -1.5, -f64::MIN_POSITIVE, -0.0, 0.0, 5e-324, 1.0, f64::MAX, f64::INFINITY];
        assert!(numbers.windows(2).all(|pair| double_key(pair[0]) < double_key(pair[1])));
        assert_eq!((double_key(-0.0), double_key(0.0), double_key(5e-324)), (-1, 0, 1));
        for x in numbers {
            assert_eq!(double_of(double_key(x)).to_bits(), x.to_bits());
            assert_eq!(single_of(single_key(x as f32)).to_bits(), (x as f32).to_bits());
        }
    }

    #[test]
    fn steps_go_round_and_back() {
        let whole = Axis::integer(i128::MIN, i128::MAX);
        for axis in [Axis::integer(-3, 4), Axis::boolean(), Axis::integer(7, 7), Axis::any_double(), whole] {
            for key in [axis.low, axis.high, axis.low + axis.high / 2 - axis.low / 2] {
                for steps in [0, 1, 2, 7, 1 << 40, 1 << 63, 1 << 127] {
                    assert!(axis.contains(axis.up(key, steps)));
                    assert_eq!(axis.down(axis.up(key, steps), steps), key, "{axis:?} {key} {steps}");
                }
            }
        }
        let axis = Axis::integer(-3, 4);
        assert_eq!((axis.up(4, 1), axis.down(-3, 1), axis.up(3, 1)), (-3, 4, 4));
    }
}
