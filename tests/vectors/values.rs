//! The values that operations are tried on: sets of corner values, each an array of the C driver.

use std::fmt::Write;

/// The integer widths that are tried.
pub const WIDTHS: [u32; 15] = [1, 7, 8, 16, 24, 31, 32, 33, 48, 63, 64, 65, 96, 127, 128];

/// A set of operand values, by what they are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Set {
    /// Corner values of an integer width.
    Int(u32),
    /// A few of them, for operations with three operands.
    FewInts(u32),
    /// Small integers of 32 bits: orders of Bessel functions, which take that many steps.
    Orders,
    /// Corner values of a float width.
    Float(u32),
    /// A few of them, for operations with two operands.
    SomeFloats(u32),
    /// Fewer of them, for operations with three operands.
    FewFloats(u32),
    /// The corner values that fit an integer of some width once their fraction is dropped; `true`: a signed one.
    Convertible(u32, u32, bool),
    /// Signalling and quiet NaNs of both signs with all else.
    Classes(u32),
    /// Four `float`s in 16 bytes, no NaN among them.
    FloatVectors,
}

pub fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

impl Set {
    /// The name of the array in C.
    pub fn name(self) -> String {
        match self {
            Set::Int(width) => format!("int{width}"),
            Set::FewInts(width) => format!("few_int{width}"),
            Set::Orders => "orders".into(),
            Set::Float(width) => format!("float{width}"),
            Set::SomeFloats(width) => format!("some_float{width}"),
            Set::FewFloats(width) => format!("few_float{width}"),
            Set::Convertible(width, int, signed) => {
                format!("convertible{width}_{}{int}", if signed { "s" } else { "u" })
            }
            Set::Classes(width) => format!("classes{width}"),
            Set::FloatVectors => "float_vectors".into(),
        }
    }

    /// The type of the values in LLVM's language.
    pub fn llvm_type(self) -> String {
        match self {
            Set::Int(width) | Set::FewInts(width) => format!("i{width}"),
            Set::Orders => "i32".into(),
            Set::FloatVectors => "<4 x float>".into(),
            Set::Float(width)
            | Set::SomeFloats(width)
            | Set::FewFloats(width)
            | Set::Convertible(width, ..)
            | Set::Classes(width) => float_type(width).into(),
        }
    }

    /// The values as bits.
    pub fn values(self) -> Vec<u128> {
        match self {
            Set::Int(width) => integers(width),
            Set::FewInts(width) => {
                let top = 1 << (width - 1);
                let few = [0, 1, u128::MAX, top, top - 1, top | 1, width.into(), 0x5555_5555_5555_5555_5555, 33];
                distinct(few.into_iter().map(|v| v & mask(width)))
            }
            Set::Orders => [0, 1, 2, 7, 31, -1i32, -2].into_iter().map(|n| u128::from(n as u32)).collect(),
            Set::Float(width) => as_bits(width, &floats(width)),
            Set::SomeFloats(width) => as_bits(width, &some_floats(width)),
            Set::FewFloats(width) => {
                let tiny = if width == 32 { f64::from(f32::MIN_POSITIVE) } else { f64::MIN_POSITIVE };
                as_bits(width, &[0.0, -0.0, 1.0, -1.5, 0.1, 3e30, tiny, f64::INFINITY, f64::NEG_INFINITY, f64::NAN])
            }
            Set::Convertible(width, int, signed) => {
                let high = 2f64.powi(int as i32 - i32::from(signed));
                let low = if signed { -high } else { 0.0 };
                let fits: Vec<f64> = floats(width).into_iter().filter(|x| (low..high).contains(&x.trunc())).collect();
                as_bits(width, &fits)
            }
            Set::Classes(width) => {
                let (fraction, sign) = if width == 32 { (23, 1 << 31) } else { (52, 1 << 63) };
                let infinity = mask(width - 1) & !mask(fraction);
                let quiet = infinity | 1 << (fraction - 1);
                let nans = [infinity + 1, quiet - 1, quiet, quiet + 1, mask(width - 1)];
                let all = nans.into_iter().flat_map(|nan| [nan, nan | sign]).chain(Set::Float(width).values());
                distinct(all)
            }
            Set::FloatVectors => {
                let floats = [0.0f32, -0.0, 1.0, -1.5, 0.1, 3e30, f32::MIN_POSITIVE, 16777217.0, -2.5, 7.0, 1e-40];
                let at = |i: usize| u128::from(floats[i % floats.len()].to_bits());
                (0..floats.len()).map(|i| at(i) | at(i + 3) << 32 | at(i + 5) << 64 | at(i + 9) << 96).collect()
            }
        }
    }

    /// A value for people.
    pub fn text(self, bits: u128) -> String {
        match self.llvm_type().as_str() {
            "float" => format!("{bits:#x} ({:e})", f32::from_bits(bits as u32)),
            "double" => format!("{bits:#x} ({:e})", f64::from_bits(bits as u64)),
            _ => format!("{bits:#x}"),
        }
    }

    /// The array in C.
    pub fn definition(self) -> String {
        let mut text = format!("static const struct value {}[] = {{\n", self.name());
        for bits in self.values() {
            writeln!(text, "  {{{:#x}u, {:#x}u}},", bits as u64, bits >> 64).unwrap();
        }
        text + "};\n"
    }
}

/// The name of a float type in LLVM's language.
pub fn float_type(width: u32) -> &'static str {
    if width == 32 { "float" } else { "double" }
}

/// The values without repetitions, in order.
fn distinct(values: impl IntoIterator<Item = u128>) -> Vec<u128> {
    let mut kept = Vec::new();
    for value in values {
        if !kept.contains(&value) {
            kept.push(value);
        }
    }
    kept
}

fn as_bits(width: u32, floats: &[f64]) -> Vec<u128> {
    distinct(floats.iter().map(|&x| if width == 32 { (x as f32).to_bits().into() } else { x.to_bits().into() }))
}

/// A seeded sequence (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

fn integers(width: u32) -> Vec<u128> {
    let top = 1u128 << (width - 1);
    let w = u128::from(width);
    let mut values = vec![0, 1, 2, u128::MAX, u128::MAX - 1, top, top + 1, top.wrapping_sub(1), top.wrapping_sub(2)];
    values.extend([top | top >> 1, top >> 1, w - 1, w, w + 1, 31, 32, 33, 63, 64]);
    values.extend([0x5555_5555_5555_5555_5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa_aaaa_aaaa_aaaa_aaaa]);
    let mut random = Random(u64::from(width));
    values.extend((0..3).map(|_| u128::from(random.next()) << 64 | u128::from(random.next())));
    distinct(values.into_iter().map(|v| v & mask(width)))
}

/// The corner values that every float operation gets.
fn some_floats(width: u32) -> Vec<f64> {
    let mut values = vec![0.0, 1.0, 0.5, 1.5, 2.5, 0.1, 3.0, 1e10, 1e-10, f64::INFINITY];
    if width == 32 {
        values.extend([f32::MIN_POSITIVE, f32::MAX, f32::from_bits(1), f32::from_bits(0x7f_ffff)].map(f64::from));
    } else {
        values.extend([f64::MIN_POSITIVE, f64::MAX, f64::from_bits(1), f64::from_bits((1 << 52) - 1)]);
    }
    let mut both: Vec<f64> = values.into_iter().flat_map(|x| [x, -x]).collect();
    both.push(f64::NAN);
    both
}

fn floats(width: u32) -> Vec<f64> {
    let mut values = some_floats(width);
    // Both sides of where integer types end, whole and in between.
    let mut ends = Vec::new();
    for bits in [7, 8, 15, 16, 24, 31, 32, 33, 53, 62, 63, 64, 65, 127, 128] {
        let end = 2f64.powi(bits);
        let (before, after) = if width == 32 {
            (f64::from((end as f32).next_down()), f64::from((end as f32).next_up()))
        } else {
            (end.next_down(), end.next_up())
        };
        ends.extend([end, end - 1.0, end + 1.0, end - 0.5, end + 0.5, before, after]);
    }
    values.extend(ends.into_iter().flat_map(|x| [x, -x]));
    values.extend([0.25, 0.75, 0.999, 3.5, -3.5, 4.5, 10.0, 100.0, 1e30, -1e30, std::f64::consts::PI, 1e300]);
    let mut random = Random(u64::from(width));
    for _ in 0..6 {
        let bits = random.next();
        values.push(if width == 32 { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits) });
    }
    if width == 32 {
        values.iter_mut().for_each(|x| *x = f64::from(*x as f32));
    }
    values
}
