//! Input values as text, exact both ways: integers in decimal, floats as the shortest decimal that reads back as the
//! same bits (all NaNs are `nan`), pointers in hexadecimal.

use crate::simulate::{Given, Value};
use rarebit_front_end::ir::{DataModel, InputKind, SiteInfo, Type, meaning};

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ValueError {
    #[error("`{text}` is not a value of type {expected}")]
    Malformed { text: String, expected: &'static str },
    #[error("{text} does not fit in {bits} bits")]
    TooWide { text: String, bits: u32 },
    #[error("{text} is not between {low} and {high}")]
    OutOfRange { text: String, low: String, high: String },
    #[error(
        "`{text}` is not a string of bytes: after a backslash comes n, r, t, 0, \\, \" or x and two hexadecimal digits"
    )]
    BadEscape { text: String },
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
    let bits = match info.ty {
        Type::F32 => float(text).map(|x: f32| x.to_bits().into()),
        Type::F64 => float(text).map(|x: f64| x.to_bits().into()),
        Type::Int(_) | Type::Ptr => integer(text, info.ty.bits(model)),
    }?;
    in_range(bits, info, model)
}

/// Values as text for a run, in order; each is read by the type of the input that consumes it.
pub fn listed(values: Vec<String>, model: DataModel) -> Given {
    let value = |text: String| -> Value { Box::new(move |info| Ok(parse(&text, info, model)?)) };
    Given::listed(values.into_iter().map(value).collect())
}

/// The bits, if the site may have them.
pub fn in_range(bits: u128, info: &SiteInfo, model: DataModel) -> Result<u128, ValueError> {
    if info.allows(bits) {
        return Ok(bits);
    }
    let (low, high) = info.range.unwrap_or_default();
    let mask = meaning::wide::mask(info.ty.bits(model));
    let [low, high] = [low, high].map(|bound| self::text(bound as u128 & mask, info, model));
    Err(ValueError::OutOfRange { text: self::text(bits, info, model), low, high })
}

/// Bytes as text: printable ASCII as it is, the rest as `\n`, `\x00` and the like.
pub fn bytes_text(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'\n' => text += "\\n",
            b'\r' => text += "\\r",
            b'\t' => text += "\\t",
            b'\\' => text += "\\\\",
            b'"' => text += "\\\"",
            b' '..=b'~' => text.push(byte.into()),
            _ => text += &format!("\\x{byte:02x}"),
        }
    }
    text
}

/// The bytes that a text of [`bytes_text`] stands for.
pub fn parse_bytes(text: &str) -> Result<Vec<u8>, ValueError> {
    let wrong = || ValueError::BadEscape { text: text.into() };
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next().ok_or_else(wrong)? {
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'0' => 0,
                same @ (b'\\' | b'"') => same,
                b'x' => {
                    let mut digit = || char::from(rest.next()?).to_digit(16);
                    let value = digit().zip(digit()).ok_or_else(wrong)?;
                    (16 * value.0 + value.1) as u8
                }
                _ => return Err(wrong()),
            },
            // Text beyond ASCII stands for its UTF-8 bytes.
            byte => byte,
        });
    }
    Ok(bytes)
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
    fn bytes_in_every_spelling() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(parse_bytes(&bytes_text(&all)), Ok(all));
        assert_eq!(bytes_text(b"a\0\"\n"), r#"a\x00\"\n"#);
        assert_eq!(parse_bytes(r"\0é"), Ok(vec![0, 0xc3, 0xa9]));
        for wrong in [r"\", r"\x", r"\x1", r"\xg0", r"\q"] {
            assert!(parse_bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn ranges_are_kept() {
        let mut info = site(Type::I32, InputKind::Signed);
        info.range = Some((-5, 7));
        assert_eq!(parse("-5", &info, DataModel::Lp64), Ok(0xffff_fffb));
        let error = parse("8", &info, DataModel::Lp64).unwrap_err();
        assert_eq!(error.to_string(), "8 is not between -5 and 7");
        let mut info = site(Type::F32, InputKind::Float);
        info.range = Some((0, 0.5f32.to_bits().into()));
        assert!(parse("0.5", &info, DataModel::Lp64).is_ok() && parse("nan", &info, DataModel::Lp64).is_err());
        let error = parse("-1", &info, DataModel::Lp64).unwrap_err();
        assert_eq!(error.to_string(), "-1.0 is not between 0.0 and 0.5");
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
