//! A program's inputs as coordinates: which axis an input site has, which bits a key stands for, and which values of it
//! are worth trying.

use crate::sample::axis::{Kind, double_key, double_of, single_key, single_of};
use crate::sample::{Axis, Entry, Name, Point, Space};
use crate::simulate::Drawn;
use rarebit_front_end::ir::*;
use std::collections::{BTreeSet, HashMap};

/// The axes of a program's input sites.
pub struct Sites {
    pub space: Space,
    /// Values worth trying, by site: limits of the type, special floats, the program's own constants and their
    /// neighbours.
    pub special: Vec<Vec<i128>>,
    /// The program's own strings, letter by letter.
    pub words: Vec<Vec<i128>>,
    widths: Vec<u32>,
    /// Are keys shifted, because unsigned values of all 128 bits do not fit?
    shifted: Vec<bool>,
}

/// More constants than this are not remembered.
const CONSTANTS: usize = 400;

impl Sites {
    pub fn new(program: &Program) -> Sites {
        let constants = Constants::of(program);
        let mut sites = Sites {
            space: Space::default(),
            special: Vec::new(),
            words: constants.words(),
            widths: Vec::new(),
            shifted: Vec::new(),
        };
        for info in program.sites.values() {
            let width = info.ty.bits(program.model);
            let shifted = width == 128 && info.kind == InputKind::Unsigned;
            let axis = axis(info, width, shifted);
            sites.special.push(constants.special(&axis, width, shifted));
            sites.space.axes.push(axis);
            sites.widths.push(width);
            sites.shifted.push(shifted);
        }
        sites
    }

    /// The bits of a key.
    pub fn bits(&self, site: u32, key: i128) -> u128 {
        let at = site as usize;
        let bits = match self.space.axes[at].kind {
            Kind::Integer if self.shifted[at] => key as u128 ^ 1 << 127,
            Kind::Integer => key as u128,
            Kind::Single => single_of(key as i32).to_bits().into(),
            Kind::Double => double_of(key as i64).to_bits().into(),
        };
        bits & meaning::wide::mask(self.widths[at])
    }

    /// The key of bits.
    pub fn key(&self, site: u32, bits: u128, kind: InputKind) -> i128 {
        let at = site as usize;
        match self.space.axes[at].kind {
            Kind::Integer if self.shifted[at] => (bits ^ 1 << 127) as i128,
            Kind::Integer if kind == InputKind::Signed => meaning::wide::signed(self.widths[at], bits),
            Kind::Integer => bits as i128,
            Kind::Single => single_key(f32::from_bits(bits as u32)).into(),
            Kind::Double => double_key(f64::from_bits(bits as u64)).into(),
        }
    }

    /// What a run with this point's coordinates reads.
    pub fn drawn(&self, point: &Point) -> Vec<Drawn> {
        let drawn = |entry: &Entry| (InputSite::from_u32(entry.name.site), self.bits(entry.name.site, entry.key));
        point.entries.iter().map(drawn).collect()
    }

    /// The point that a run with these values is.
    pub fn point(&self, program: &Program, drawn: &[Drawn]) -> Point {
        let mut counts: HashMap<InputSite, u32> = HashMap::new();
        let entry = |&(site, bits): &Drawn| {
            let count = counts.entry(site).or_insert(0);
            *count += 1;
            let name = Name { site: site.as_u32(), occurrence: *count - 1 };
            Entry { name, key: self.key(site.as_u32(), bits, program.sites[site].kind) }
        };
        Point { entries: drawn.iter().map(entry).collect() }
    }
}

fn axis(info: &SiteInfo, width: u32, shifted: bool) -> Axis {
    let floats = info.float_range();
    match (info.ty, info.kind, info.range) {
        (Type::F32, ..) => floats.map_or(Axis::any_single(), |(low, high)| Axis::single(low as f32, high as f32)),
        (Type::F64, ..) => floats.map_or(Axis::any_double(), |(low, high)| Axis::double(low, high)),
        // No address from outside means anything but null.
        (_, InputKind::Pointer, _) => Axis::integer(0, 0),
        (_, InputKind::Bool, None) => Axis::boolean(),
        (_, _, Some((low, high))) if low <= high => Axis::integer(low, high),
        _ if shifted => Axis::integer(i128::MIN, i128::MAX),
        (_, InputKind::Signed, _) => Axis::integer(i128::MIN >> (128 - width), i128::MAX >> (128 - width)),
        _ => Axis::integer(0, meaning::wide::mask(width) as i128),
    }
}

/// The constants in the text of a program's own functions, and in its own constant tables.
#[derive(Default)]
struct Constants {
    integers: BTreeSet<i128>,
    floats: BTreeSet<u64>,
    bytes: BTreeSet<u8>,
    strings: BTreeSet<Vec<u8>>,
}

impl Constants {
    fn of(program: &Program) -> Constants {
        let mut constants = Constants::default();
        for func in program.funcs.values().filter(|func| !func.library) {
            for data in func.values.values() {
                match data.def {
                    ValueDef::Const(Const::Bits(Type::F64, bits)) => drop(constants.floats.insert(bits as u64)),
                    ValueDef::Const(Const::Bits(Type::F32, bits)) => {
                        constants.floats.insert(f64::from(f32::from_bits(bits as u32)).to_bits());
                    }
                    ValueDef::Const(Const::Bits(ty, bits)) if ty.bits(program.model) > 1 => {
                        constants.integers.insert(meaning::wide::signed(ty.bits(program.model), bits));
                    }
                    _ => {}
                }
            }
            for block in func.layout.iter().map(|block| &func.blocks[*block]) {
                if let Terminator::Switch { value, cases, .. } = &block.end {
                    let width = func.ty(*value).bits(program.model);
                    constants.integers.extend(cases.iter().map(|(key, _)| meaning::wide::signed(width, *key)));
                }
            }
        }
        for global in program.globals.values().filter(|global| global.constant && global.init.bytes.len() <= 256) {
            constants.bytes.extend(&global.init.bytes);
            let parts = global.init.bytes.split(|byte| *byte == 0).filter(|part| (2..=64).contains(&part.len()));
            constants.strings.extend(parts.filter(|part| part.iter().all(|byte| byte.is_ascii())).map(<[u8]>::to_vec));
        }
        constants
    }

    /// Strings of at least two letters.
    fn words(&self) -> Vec<Vec<i128>> {
        self.strings.iter().map(|text| text.iter().map(|byte| i128::from(*byte)).collect()).collect()
    }

    fn special(&self, axis: &Axis, width: u32, shifted: bool) -> Vec<i128> {
        let mut keys = BTreeSet::new();
        if shifted {
            return Vec::new();
        }
        match axis.kind {
            Kind::Integer => {
                keys.extend([0, 1, -1, 2, axis.low, axis.high, axis.low + 1, axis.high - 1]);
                if width == 8 {
                    keys.extend(self.bytes.iter().map(|byte| i128::from(*byte)));
                    keys.extend(self.bytes.iter().map(|byte| i128::from(*byte as i8)));
                }
                for constant in self.integers.iter().take(CONSTANTS) {
                    keys.extend([constant - 1, *constant, constant + 1, -constant]);
                    // The same bits read without a sign.
                    keys.insert(*constant & meaning::wide::mask(width.min(127)) as i128);
                }
            }
            Kind::Double | Kind::Single => {
                let key = |x: f64| match axis.kind {
                    Kind::Single => i128::from(single_key(x as f32)),
                    _ => double_key(x).into(),
                };
                let known =
                    [0.0, 1.0, 2.0, 0.5, f64::MIN_POSITIVE, 5e-324, f64::MAX, f64::INFINITY, f64::NAN, 1e10, 1e-10];
                let constants = self.floats.iter().take(CONSTANTS).map(|bits| f64::from_bits(*bits));
                // Integers compared with a float's upper word stand for the floats that begin with it.
                let words = self.integers.iter().take(CONSTANTS).filter(|word| (1 << 16..1 << 31).contains(*word));
                let words = words.map(|word| f64::from_bits((*word as u64) << 32));
                let small = self.integers.iter().take(CONSTANTS).map(|n| *n as f64);
                for x in known.into_iter().chain(constants).chain(words).chain(small) {
                    for x in [x, -x] {
                        keys.extend([key(x) - 1, key(x), key(x) + 1]);
                    }
                }
            }
        }
        keys.into_iter().filter(|key| axis.contains(*key)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_keep_to_their_range() {
        let site = |ty, range| {
            let (func, loc) = (Func::from_u32(0), Loc::default());
            SiteInfo { ty, kind: InputKind::Float, source: "f".into(), name: None, range: Some(range), func, loc }
        };
        let double = |x: f64| i128::from(x.to_bits());
        let axis64 = axis(&site(Type::F64, (double(-2.5), double(1.5))), 64, false);
        let key = |x: f64| i128::from(double_key(x));
        assert!(axis64.contains(key(-2.5)) && axis64.contains(key(0.1)) && axis64.contains(key(1.5)));
        assert!(!axis64.contains(key(-2.6)) && !axis64.contains(key(1.6)));
        let single = |x: f32| i128::from(x.to_bits());
        let axis32 = axis(&site(Type::F32, (single(1.0), single(2.0))), 32, false);
        let key = |x: f32| i128::from(single_key(x));
        assert!(axis32.contains(key(1.25)) && !axis32.contains(key(0.5)) && !axis32.contains(key(2.5)));
    }
}
