//! Input values as text, exact both ways: integers in decimal, floats as the shortest decimal that reads back as the
//! same bits (all NaNs are `nan`), pointers in hexadecimal.

use rarebit_front_end::ir::{DataModel, InputKind, SiteInfo, Type, meaning};

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ValueError {
    #[error("`{text}` is not a value of type {expected}")]
    Malformed { text: String, expected: &'static str },
    #[error("{text} does not fit in {bits} bits")]
    TooWide { text: String, bits: u32 },
}

/// The value that the bits stand for.
pub fn text(bits: u128, info: &SiteInfo, model: DataModel) -> String {
    match (info.ty, info.kind) {
        (Type::F32, _) => float_text(f32::from_bits(bits as u32)),
        (Type::F64, _) => float_text(f64::from_bits(bits as u64)),
        (_, InputKind::Pointer) => format!("{bits:#x}"),
        (_, InputKind::Signed) => meaning::wide::signed(info.ty.bits(model), bits).to_string(),
        _ => bits.to_string(),
    }
}

fn float_text(x: impl std::fmt::Debug) -> String {
    format!("{x:?}").replace("NaN", "nan")
}

/// The bits of a value: integers in decimal or hexadecimal, `true` and `false`, floats in decimal, `inf`, `nan`.
pub fn parse(text: &str, info: &SiteInfo, model: DataModel) -> Result<u128, ValueError> {
    match info.ty {
        Type::F32 => float(text).map(|x: f32| x.to_bits().into()),
        Type::F64 => float(text).map(|x: f64| x.to_bits().into()),
        Type::Int(_) | Type::Ptr => integer(text, info.ty.bits(model)),
    }
}

/// Is there any type of input that this text is a value of?
pub fn is_value(text: &str) -> bool {
    float::<f64>(text).is_ok() || integer(text, 128).is_ok()
}

fn float<F: std::str::FromStr + From<i16>>(text: &str) -> Result<F, ValueError> {
    let malformed = || ValueError::Malformed { text: text.into(), expected: "floating point" };
    match text {
        "true" => Ok(F::from(1)),
        "false" => Ok(F::from(0)),
        _ => text.parse().map_err(|_| malformed()),
    }
}

/// Takes what fits as a signed or as an unsigned number.
fn integer(text: &str, bits: u32) -> Result<u128, ValueError> {
    let malformed = || ValueError::Malformed { text: text.into(), expected: "integer" };
    let too_wide = || ValueError::TooWide { text: text.into(), bits };
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (radix, digits) = match digits {
        "true" => (10, "1"),
        "false" => (10, "0"),
        _ => match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
            Some(digits) => (16, digits),
            None => (10, digits),
        },
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Err(malformed());
    }
    let magnitude = u128::from_str_radix(digits, radix).map_err(|_| too_wide())?;
    let mask = meaning::wide::mask(bits);
    match negative {
        false if magnitude <= mask => Ok(magnitude),
        true if magnitude <= 1 << (bits - 1) => Ok(magnitude.wrapping_neg() & mask),
        _ => Err(too_wide()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rarebit_front_end::ir::{Func, Loc};

    fn site(ty: Type, kind: InputKind) -> SiteInfo {
        let func = Func::from_u32(0);
        SiteInfo { ty, kind, source: "f".into(), name: None, range: None, func, loc: Loc::default() }
    }

    fn read(text: &str, ty: Type, kind: InputKind) -> Option<u128> {
        parse(text, &site(ty, kind), DataModel::Lp64).ok()
    }

    #[test]
    fn integers_in_every_spelling() {
        use InputKind::*;
        assert_eq!(read("-5", Type::I32, Signed), Some(0xffff_fffb));
        assert_eq!(read("0xfffffffb", Type::I32, Signed), Some(0xffff_fffb));
        assert_eq!(read("-128", Type::I8, Signed), Some(0x80));
        assert_eq!(read("255", Type::I8, Unsigned), Some(0xff));
        assert_eq!(read("true", Type::I1, Bool), Some(1));
        assert_eq!(read("0x10", Type::Ptr, Pointer), Some(16));
        for wrong in ["-129", "256", "", "-", "0x", "1.5", "0xg", "é", "--1", "1 "] {
            assert_eq!(read(wrong, Type::I8, Signed), None, "{wrong:?}");
        }
        let huge = "340282366920938463463374607431768211456";
        assert_eq!(read(huge, Type::Int(128), Unsigned), None);
    }

    #[test]
    fn text_reads_back_as_the_same_bits() {
        let patterns = [0, 1, 0x80, 0x7f80_0000, 0xff80_0000, 0x8000_0000, 0x3dcc_cccd, 1 << 63, u128::MAX];
        for (ty, kind) in [
            (Type::I1, InputKind::Bool),
            (Type::I8, InputKind::Signed),
            (Type::Int(24), InputKind::Unsigned),
            (Type::I64, InputKind::Signed),
            (Type::Int(128), InputKind::Signed),
            (Type::Ptr, InputKind::Pointer),
            (Type::F32, InputKind::Float),
            (Type::F64, InputKind::Float),
        ] {
            let info = site(ty, kind);
            for pattern in patterns {
                let bits = pattern & meaning::wide::mask(ty.bits(DataModel::Lp64));
                let text = text(bits, &info, DataModel::Lp64);
                if text != "nan" && text != "-nan" {
                    assert_eq!(parse(&text, &info, DataModel::Lp64), Ok(bits), "{ty} {text}");
                }
            }
        }
        assert_eq!(text(0.1f32.to_bits().into(), &site(Type::F32, InputKind::Float), DataModel::Lp64), "0.1");
    }
}
