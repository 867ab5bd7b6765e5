//! The arguments that say where the program's inputs come from, the same for every subcommand.

use super::units;
use rarebit_front_end::lift::{Arguments, InputOptions, Range, Stdin};
use std::path::PathBuf;
use std::sync::LazyLock;

static STANDARD: LazyLock<InputOptions> = LazyLock::new(InputOptions::default);

#[derive(clap::Args)]
#[command(next_help_heading = "Inputs")]
pub struct InputArgs {
    /// Standard input is up to N bytes, each an input; without it, standard input is empty
    #[arg(long, value_name = "N", value_parser = units::bytes, conflicts_with = "stdin_file")]
    stdin: Option<u64>,

    /// Standard input is the content of this file
    #[arg(long, value_name = "PATH")]
    stdin_file: Option<PathBuf>,

    /// Up to N more program arguments of up to LEN bytes each are inputs
    #[arg(long, value_name = "N,LEN", value_parser = arguments)]
    argv_inputs: Option<Arguments>,

    /// The greatest size of the data that LLVMFuzzerTestOneInput gets
    #[arg(long, value_name = "N", default_value = "64", value_parser = units::bytes)]
    max_size: u64,

    /// Call this function instead of main, with arguments that are inputs
    #[arg(long, value_name = "NAME")]
    function: Option<String>,

    /// Bounds, both included, of the inputs with this name: of a variable, a parameter, `p->x`, `*p`
    #[arg(long, value_name = "NAME=LOW..HIGH", value_parser = range, allow_hyphen_values = true)]
    range: Vec<RangeArg>,

    /// A condition on the parameters of the function, in C; only runs in which it holds are of interest
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    assume: Vec<String>,

    /// How many elements a pointer points to: a number, LOW..HIGH, or a C expression such as another parameter; of a
    /// string, a number is its greatest length
    #[arg(long, value_name = "NAME=N", value_parser = assignment)]
    length: Vec<(String, String)>,

    /// Pointers that may be null, by name, or `all`
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    nullable: Vec<String>,

    /// Pointers that may be equal, such as p,q
    #[arg(long, value_name = "NAMES")]
    alias: Vec<String>,

    /// Global variables that are inputs, by name, or `all`
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    globals: Vec<String>,

    /// How many pointers are followed from a parameter; what lies behind is null
    #[arg(long, value_name = "N", default_value_t = STANDARD.depth)]
    depth: u32,

    /// The greatest length of strings, and of what has no other
    #[arg(long, value_name = "N", default_value_t = STANDARD.max_length)]
    max_length: u64,

    /// Functions that nobody defines return pointers to objects of this many bytes instead of null
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    fresh_objects: Option<u64>,
}

/// A range as it was written, and what it means.
#[derive(Clone)]
struct RangeArg {
    text: String,
    range: Range,
}

impl InputArgs {
    pub fn options(&self) -> InputOptions {
        let stdin = match (self.stdin, &self.stdin_file) {
            (Some(size), _) => Stdin::Input(size),
            (None, Some(path)) => Stdin::File(path.clone()),
            (None, None) => Stdin::Empty,
        };
        InputOptions {
            stdin,
            arguments: self.argv_inputs,
            max_size: self.max_size,
            function: self.function.clone(),
            ranges: self.range.iter().map(|arg| arg.range.clone()).collect(),
            assumptions: self.assume.clone(),
            lengths: self.length.clone(),
            nullable: self.nullable.clone(),
            aliases: self.alias.iter().map(|names| names.split(',').map(|name| name.trim().into()).collect()).collect(),
            globals: self.globals.clone(),
            depth: self.depth,
            max_length: self.max_length,
            fresh: self.fresh_objects,
        }
    }

    /// The arguments that say the same again.
    pub fn again(&self) -> Vec<String> {
        let mut words = Vec::new();
        words.extend(self.stdin.map(|n| format!("--stdin={n}")));
        words.extend(self.stdin_file.as_ref().map(|path| format!("--stdin-file={}", path.display())));
        words.extend(self.argv_inputs.map(|a| format!("--argv-inputs={},{}", a.count, a.length)));
        let standard = &*STANDARD;
        let number = |name: &str, value: u64, standard: u64| (value != standard).then(|| format!("--{name}={value}"));
        words.extend(number("max-size", self.max_size, standard.max_size));
        words.extend(self.function.iter().map(|name| format!("--function={name}")));
        words.extend(self.range.iter().map(|range| format!("--range={}", range.text)));
        words.extend(self.assume.iter().map(|text| format!("--assume={text}")));
        words.extend(self.length.iter().map(|(name, length)| format!("--length={name}={length}")));
        words.extend((!self.nullable.is_empty()).then(|| format!("--nullable={}", self.nullable.join(","))));
        words.extend(self.alias.iter().map(|names| format!("--alias={names}")));
        words.extend((!self.globals.is_empty()).then(|| format!("--globals={}", self.globals.join(","))));
        words.extend(number("depth", self.depth.into(), standard.depth.into()));
        words.extend(number("max-length", self.max_length, standard.max_length));
        words.extend(self.fresh_objects.map(|n| format!("--fresh-objects={n}")));
        words
    }
}

/// `3,10`.
fn arguments(text: &str) -> Result<Arguments, String> {
    let wrong = || format!("`{text}` is not a number of arguments and a length, such as 3,10");
    let (count, length) = text.split_once(',').ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<u16>().map(u32::from).map_err(|_| wrong());
    Ok(Arguments { count: number(count)?, length: number(length)? })
}

/// `p=8`.
fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().into(), value.trim().into()))
        }
        _ => Err(format!("`{text}` is not a name, an equals sign and a length, such as p=8")),
    }
}

/// `x=-100..100`, also with fractions.
fn range(text: &str) -> Result<RangeArg, String> {
    let wrong = || format!("`{text}` is not a name with bounds, such as x=-100..100");
    let (name, bounds) = text.split_once('=').ok_or_else(wrong)?;
    let (low, high) = bounds.split_once("..").ok_or_else(wrong)?;
    let whole = |text: &str| {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
        let value = match digits.strip_prefix("0x") {
            Some(digits) => i128::from_str_radix(digits, 16),
            None => digits.parse::<i128>(),
        };
        value.ok().map(|value| if negative { -value } else { value })
    };
    let real = |text: &str| match whole(text) {
        Some(value) => Ok(value as f64),
        None => text.parse::<f64>().ok().filter(|x| !x.is_nan()).ok_or_else(wrong),
    };
    let (low, high) = (low.trim(), high.trim());
    let range =
        Range { name: name.trim().into(), low: real(low)?, high: real(high)?, whole: whole(low).zip(whole(high)) };
    if range.low > range.high || range.name.is_empty() {
        return Err(wrong());
    }
    Ok(RangeArg { text: text.into(), range })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        let parsed = |text| range(text).map(|arg| (arg.range.name, arg.range.low, arg.range.high, arg.range.whole));
        assert_eq!(parsed("x=-100..0x10"), Ok(("x".into(), -100.0, 16.0, Some((-100, 16)))));
        assert_eq!(parsed("p->d = 0.5 .. 1e3"), Ok(("p->d".into(), 0.5, 1000.0, None)));
        for bad in ["x", "x=1", "x=2..1", "=1..2", "x=a..b", "x=nan..1"] {
            assert!(parsed(bad).is_err(), "{bad}");
        }
    }
}
