//! Bounds that the user gives to inputs by name.

use super::error::LiftError;
use super::options::Range;
use crate::ir::{InputKind, Program, SiteInfo, Type};

/// Narrows the range of every site with the name, whatever declares it.
pub fn apply(program: &mut Program, ranges: &[Range]) -> Result<(), LiftError> {
    for range in ranges {
        let mut found = false;
        let element = format!("{}[]", range.name);
        for site in program.sites.values_mut() {
            if site.name.as_ref().is_some_and(|name| *name == range.name || *name == element) {
                found = true;
                site.range = Some(narrowed(site, range).ok_or(LiftError::EmptyRange { name: range.name.clone() })?);
            }
        }
        if !found {
            return Err(LiftError::UnknownRange { name: range.name.clone() });
        }
    }
    Ok(())
}

/// The bounds that both the site and the user want, if anything is between them.
fn narrowed(site: &SiteInfo, range: &Range) -> Option<(i128, i128)> {
    let width = match site.ty {
        Type::F32 | Type::F64 => {
            let (a, b) = site.float_range().unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
            let (low, high) = (a.max(range.low), b.min(range.high));
            let bits = |x: f64| match site.ty {
                Type::F32 => i128::from((x as f32).to_bits()),
                _ => i128::from(x.to_bits()),
            };
            return (low <= high).then(|| (bits(low), bits(high)));
        }
        Type::Int(width) => u32::from(width),
        Type::Ptr => return None,
    };
    // Bounds beyond the type are those of the type.
    let high = i128::MAX >> (128 - width);
    let whole = match site.kind {
        InputKind::Signed => (-high - 1, high),
        _ => (0, high.saturating_mul(2).saturating_add(1)),
    };
    let (a, b) = site.range.unwrap_or(whole);
    let (low, high) = range.whole.unwrap_or((range.low.ceil() as i128, range.high.floor() as i128));
    let (low, high) = (low.max(a), high.min(b));
    (low <= high).then_some((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Func, Loc};

    fn program(ty: Type, kind: InputKind, range: Option<(i128, i128)>) -> Program {
        let mut program = Program::default();
        let (source, name) = ("f".into(), Some("x".into()));
        program.sites.push(SiteInfo { ty, kind, source, name, range, func: Func::from_u32(0), loc: Loc::default() });
        program
    }

    fn range(low: i128, high: i128) -> Range {
        Range { name: "x".into(), low: low as f64, high: high as f64, whole: Some((low, high)) }
    }

    fn applied(mut program: Program, range: Range) -> Result<Option<(i128, i128)>, String> {
        apply(&mut program, &[range]).map_err(|error| error.to_string())?;
        Ok(program.sites.values().next().and_then(|site| site.range))
    }

    #[test]
    fn bounds_of_both_hold() {
        let int = || program(Type::I32, InputKind::Signed, None);
        assert_eq!(applied(int(), range(-5, 7)), Ok(Some((-5, 7))));
        assert_eq!(applied(int(), range(0, 1 << 40)), Ok(Some((0, (1 << 31) - 1))));
        assert_eq!(applied(program(Type::I8, InputKind::Unsigned, Some((1, 255))), range(-3, 9)), Ok(Some((1, 9))));
        assert!(applied(program(Type::I8, InputKind::Unsigned, None), range(-3, -1)).is_err());
        assert!(applied(int(), Range { name: "y".into(), ..range(0, 1) }).unwrap_err().contains("no input"));
        let float = applied(program(Type::F32, InputKind::Float, None), range(-1, 2));
        assert_eq!(float, Ok(Some(((-1f32).to_bits().into(), 2f32.to_bits().into()))));
    }
}
