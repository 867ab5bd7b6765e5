//! Durations and sizes as people write them, and numbers as people read them.

use std::time::Duration;

/// `90`, `90s`, `1m30s`, `500ms`, `2h`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a duration; write 500ms, 10s, 2m, 1h or 1m30s");
    let mut total = 0.0;
    let mut rest = text;
    while !rest.is_empty() {
        let (number, tail) = split_number(rest);
        let (unit, tail) = tail.split_at(tail.find(|c: char| !c.is_alphabetic()).unwrap_or(tail.len()));
        let seconds = match unit {
            "ms" => 0.001,
            "s" | "" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err(wrong()),
        };
        total += number.parse::<f64>().map_err(|_| wrong())? * seconds;
        rest = tail;
    }
    if text.is_empty() { Err(wrong()) } else { Duration::try_from_secs_f64(total).map_err(|_| wrong()) }
}

/// `4096`, `64K`, `512M`, `1G`.
pub fn bytes(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is not a size; write 4096, 64K, 512M or 1G");
    let (number, unit) = split_number(text);
    let shift = match unit.to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err(wrong()),
    };
    let number: u64 = number.parse().map_err(|_| wrong())?;
    number.checked_mul(1 << shift).ok_or_else(wrong)
}

fn split_number(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len()))
}

/// `1234567` as `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 run`, `2 runs`.
pub fn count(number: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("1m30s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("0.5s"), duration("500ms"));
        for wrong in ["", "s", "1x", "-1s", "1e99h", "é", "1m2é", "99999999999999999999h"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(bytes("4096"), Ok(4096));
        assert_eq!(bytes("1g"), Ok(1 << 30));
        assert!(bytes("1T").is_err() && bytes("").is_err() && bytes("99999999999999G").is_err());
    }

    #[test]
    fn numbers() {
        assert_eq!([0, 12, 123, 1234, 1234567].map(grouped), ["0", "12", "123", "1,234", "1,234,567"]);
        assert_eq!(count(1, "run"), "1 run");
    }
}
