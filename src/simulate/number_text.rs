//! Floating-point numbers to text and back, as the C library does it: printing is `snprintf` itself, reading is
//! correctly rounded.

use std::ffi::{CString, c_int};

/// No `double` has more digits than this behind the point, or significant ones: what follows is zeros.
const MAX_PRECISION: c_int = 1100;

/// The text of a number: what the C library wrote, with zeros to be inserted at a place.
pub struct Formatted {
    text: Vec<u8>,
    zeros_at: usize,
    zeros: u64,
}

impl Formatted {
    pub fn len(&self) -> u64 {
        self.text.len() as u64 + self.zeros
    }

    /// The first `n` bytes, or fewer if there are not so many.
    pub fn prefix(&self, n: u64) -> Vec<u8> {
        let mut bytes = self.text[..self.zeros_at.min(n as usize)].to_vec();
        bytes.resize(bytes.len() + self.zeros.min(n - bytes.len() as u64) as usize, b'0');
        let rest = (n - bytes.len() as u64).min((self.text.len() - self.zeros_at) as u64);
        bytes.extend(&self.text[self.zeros_at..self.zeros_at + rest as usize]);
        bytes
    }
}

/// Formats like `%[flags].[precision]conversion`; flags: bit 0 `#`, bit 1 `+`, bit 2 space; negative precision: none.
pub fn format(value: f64, conversion: u8, flags: u32, precision: i32) -> Formatted {
    let conversion = if b"aAeEfFgG".contains(&conversion) { conversion } else { b'f' };
    let mut pattern = vec![b'%'];
    pattern.extend([b'#', b'+', b' '].iter().enumerate().filter(|(i, _)| flags >> i & 1 == 1).map(|(_, c)| *c));
    let given = precision.min(MAX_PRECISION);
    if given >= 0 {
        pattern.extend(format!(".{given}").bytes());
    }
    pattern.push(conversion);
    let text = snprintf(&CString::new(pattern).expect("no NUL in it"), value);
    // `%g` without `#` drops trailing zeros; infinity and NaN have none.
    let kept = value.is_finite() && (!conversion.eq_ignore_ascii_case(&b'g') || flags & 1 == 1);
    let zeros = if kept { precision.saturating_sub(MAX_PRECISION).max(0) as u64 } else { 0 };
    let exponent: &[u8] = if conversion.eq_ignore_ascii_case(&b'a') { b"pP" } else { b"eE" };
    let zeros_at = text.iter().position(|c| exponent.contains(c)).unwrap_or(text.len());
    Formatted { text, zeros_at, zeros }
}

fn snprintf(pattern: &CString, value: f64) -> Vec<u8> {
    // Longest: 309 digits, a point, the precision, and a sign.
    let mut buffer = vec![0u8; 2 * MAX_PRECISION as usize];
    // SAFETY: the buffer's length is given, the pattern ends with NUL and has exactly one conversion, of a double.
    let written = unsafe { libc::snprintf(buffer.as_mut_ptr().cast(), buffer.len(), pattern.as_ptr().cast(), value) };
    buffer.truncate(usize::try_from(written).unwrap_or(0).min(buffer.len() - 1));
    buffer
}

fn hexadecimal(text: &[u8]) -> Option<CString> {
    let is_hex = text.len() > 2 && text[0] == b'0' && text[1].eq_ignore_ascii_case(&b'x');
    is_hex.then(|| CString::new(text.split(|b| *b == 0).next().unwrap_or_default()).expect("cut at the NUL"))
}

/// The value of a numeral without a sign, decimal or hexadecimal; 0 for what is none.
pub fn parse_double(text: &[u8]) -> f64 {
    match hexadecimal(text) {
        // SAFETY: a string that ends with NUL; the end pointer is not wanted.
        Some(text) => unsafe { libc::strtod(text.as_ptr(), std::ptr::null_mut()) },
        None => std::str::from_utf8(text).ok().and_then(|t| t.parse().ok()).unwrap_or(0.0),
    }
}

/// As [`parse_double`], rounded once to single precision.
pub fn parse_float(text: &[u8]) -> f32 {
    match hexadecimal(text) {
        // SAFETY: as above.
        Some(text) => unsafe { libc::strtof(text.as_ptr(), std::ptr::null_mut()) },
        None => std::str::from_utf8(text).ok().and_then(|t| t.parse().ok()).unwrap_or(0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: f64, conversion: u8, flags: u32, precision: i32) -> String {
        let formatted = format(value, conversion, flags, precision);
        String::from_utf8(formatted.prefix(formatted.len())).unwrap()
    }

    #[test]
    fn formats() {
        assert_eq!(text(1.5, b'f', 0, -1), "1.500000");
        assert_eq!(text(1.5, b'e', 2, 2), "+1.50e+00");
        assert_eq!(text(1.5, b'G', 4, -1), " 1.5");
        assert_eq!(text(1.0, b'g', 1, -1), "1.00000");
        assert_eq!(text(1.0, b'a', 0, -1), "0x1p+0");
        assert_eq!(text(f64::INFINITY, b'F', 0, 5000), "INF");
    }

    /// Long precisions are pieced together; the C library's own text is the judge.
    #[test]
    fn long_precisions() {
        for (conversion, flags) in [(b'f', 0), (b'e', 0), (b'g', 0), (b'g', 1), (b'a', 0)] {
            let pattern = format!("%{}.3000{}", if flags == 1 { "#" } else { "" }, conversion as char);
            let pattern = CString::new(pattern).unwrap();
            for value in [0.1, 1e300, 5e-324, -2.5] {
                let mut buffer = vec![0u8; 8000];
                // SAFETY: as in `snprintf`.
                let n = unsafe { libc::snprintf(buffer.as_mut_ptr().cast(), 8000, pattern.as_ptr(), value) };
                let expected = String::from_utf8(buffer[..n as usize].to_vec()).unwrap();
                assert_eq!(text(value, conversion, flags, 3000), expected);
                let formatted = format(value, conversion, flags, 3000);
                for n in [0, 1, 3, 1101, 1500, 2999] {
                    let end = expected.len().min(n as usize);
                    assert_eq!(formatted.prefix(n), expected.as_bytes()[..end]);
                }
            }
        }
    }

    #[test]
    fn parses() {
        assert_eq!(parse_double(b"0.1"), 0.1);
        assert_eq!(parse_double(b"12."), 12.0);
        assert_eq!(parse_double(b".5e1"), 5.0);
        assert_eq!(parse_double(b"1e999"), f64::INFINITY);
        assert_eq!(parse_double(b"0x1.8p3"), 12.0);
        assert_eq!(parse_float(b"0x1.8p3"), 12.0);
        assert_eq!(parse_float(b"16777217.0000001"), 16777218.0);
        assert_eq!(parse_double(b"junk"), 0.0);
    }
}
