//! The functions through which a program gets its inputs, in C: each hands out the values that it was given before.
//!
//! The text stands behind the program's own in one file, or in a file beside. It includes no header and gives symbols
//! their names by `__asm__`, so that nothing in it clashes with what the program declares, in whatever way.

use super::c_text::{defines, mentions};
use super::objects::is_filler;
use super::{Case, Suite};
use crate::simulate::Drawn;
use rarebit_front_end::ir::{DataModel, InputKind, Program, SiteInfo, Type, meaning};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The functions that are needed by some tests of a program.
pub struct Inputs<'p> {
    program: &'p Program,
    /// Functions that return a value: their C type, and how many values they return at most.
    values: BTreeMap<String, (&'static str, usize)>,
    /// Functions that fill memory, and how many bytes at most.
    fills: BTreeMap<String, usize>,
}

/// What the tests give apart from values of functions.
const SPECIAL: [&str; 3] = ["stdin", "main", "LLVMFuzzerTestOneInput"];
const CLOCKS: [&str; 2] = ["time", "clock"];

impl<'p> Inputs<'p> {
    pub fn new(suite: &Suite<'p>, cases: &[&Case]) -> Result<Inputs<'p>, String> {
        let program = suite.program;
        let mut inputs = Inputs { program, values: BTreeMap::new(), fills: BTreeMap::new() };
        for info in program.sites.values().filter(|info| !SPECIAL.contains(&info.source.as_str())) {
            if is_filler(&info.source) {
                inputs.fills.insert(info.source.clone(), 1);
                continue;
            }
            let ty = c_type(info, program.model).ok_or_else(|| format!("the type of {} has no name", info.source))?;
            let (known, _) = inputs.values.entry(info.source.clone()).or_insert((ty, 1));
            if *known != ty && !CLOCKS.contains(&info.source.as_str()) {
                return Err(format!("{} returns more than one value", info.source));
            }
        }
        for case in cases {
            let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
            for (site, _) in &case.drawn {
                let info = &program.sites[*site];
                let size = if is_filler(&info.source) { width(info, program.model) } else { 1 };
                *counts.entry(&info.source).or_default() += size;
            }
            for (source, count) in counts {
                if let Some((_, most)) = inputs.values.get_mut(source) {
                    *most = (*most).max(count);
                } else if let Some(most) = inputs.fills.get_mut(source) {
                    *most = (*most).max(count);
                }
            }
        }
        Ok(inputs)
    }

    /// The functions, for a program of this text; `weak` if the text is in another file.
    pub fn functions(&self, text: &str, weak: bool) -> String {
        let mut c = String::from(BASE);
        for (source, (ty, most)) in &self.values {
            let id = identifier(source);
            let clock = CLOCKS.contains(&source.as_str());
            let (linkage, symbol) =
                if clock { ("static ", String::new()) } else { ("", format!(" __asm__(\"{source}\")")) };
            let _ = writeln!(
                c,
                "\n/* {source} */\nstatic {ty} rb_values_{id}[{most}];\nstatic unsigned rb_given_{id}, rb_used_{id};\n\
                 static void give_{id}({ty} value) {{ rb_values_{id}[rb_given_{id}++] = value; }}\n\
                 {linkage}{ty} rb_next_{id}(void){symbol};\n\
                 {linkage}{ty} rb_next_{id}(void) {{\n  if (rb_used_{id} == rb_given_{id})\n    rb_dry(\"{source}\");\n  \
                 return rb_values_{id}[rb_used_{id}++];\n}}"
            );
        }
        for (source, most) in &self.fills {
            let id = identifier(source);
            let _ = writeln!(
                c,
                "\n/* {source} */\nstatic char rb_bytes_{id}[{most}];\nstatic rb_size rb_given_{id}, rb_used_{id};\n\
                 static void give_{id}(const char *bytes, rb_size size) {{\n  \
                 __builtin_memcpy(rb_bytes_{id} + rb_given_{id}, bytes, size);\n  rb_given_{id} += size;\n}}\n\
                 void rb_fill_{id}(void *memory, rb_size size) __asm__(\"{source}\");\n\
                 void rb_fill_{id}(void *memory, rb_size size) {{\n  if (size > rb_given_{id} - rb_used_{id})\n    \
                 rb_dry(\"{source}\");\n  __builtin_memcpy(memory, rb_bytes_{id} + rb_used_{id}, size);\n  \
                 rb_used_{id} += size;\n}}"
            );
        }
        let attribute = if weak { "__attribute__((weak)) " } else { "" };
        for (name, parameters, body) in HELPERS {
            if mentions(text, name) && (weak || !defines(text, name)) {
                let _ = writeln!(
                    c,
                    "\n{attribute}void rb_help_{name}({parameters}) __asm__(\"{name}\");\n\
                     void rb_help_{name}({parameters}) {{ {body} }}"
                );
            }
        }
        if CLOCKS.iter().any(|clock| self.values.contains_key(*clock)) {
            self.clocks(text, &mut c);
        }
        c
    }

    /// Each reading is the one before plus an input.
    fn clocks(&self, text: &str, c: &mut String) {
        if self.values.contains_key("time") {
            *c += ADVANCE;
        }
        for (name, signature, body, source) in CLOCK_FUNCTIONS {
            if mentions(text, name) && !defines(text, name) && self.values.contains_key(source) {
                let _ = writeln!(c, "\n{signature} __asm__(\"{name}\");\n{signature} {{ {body} }}");
            }
        }
    }

    /// The lines that give a test its values.
    pub fn give(&self, case: &Case) -> Result<String, String> {
        let program = self.program;
        let mut lines = String::new();
        let mut at = 0;
        while at < case.drawn.len() {
            let (site, bits) = case.drawn[at];
            let info = &program.sites[site];
            let source = info.source.as_str();
            if SPECIAL.contains(&source) {
                at += 1;
                continue;
            }
            let about = comment(info, program);
            if is_filler(source) {
                let end = case.drawn[at..].iter().position(|(other, _)| program.sites[*other].loc != info.loc);
                let end = end.map_or(case.drawn.len(), |length| at + length);
                let bytes: Vec<u8> =
                    case.drawn[at..end].iter().flat_map(|drawn| super::bytes::value(program, drawn)).collect();
                let _ =
                    writeln!(lines, "  give_{}({}, {}); /* {about} */", identifier(source), text(&bytes), bytes.len());
                at = end;
            } else {
                let _ = writeln!(
                    lines,
                    "  give_{}({}); /* {about} */",
                    identifier(source),
                    literal(bits, info, program.model)
                );
                at += 1;
            }
        }
        lines += &self.special(case)?;
        Ok(lines)
    }

    fn special(&self, case: &Case) -> Result<String, String> {
        let of = |source: &str| -> Vec<Drawn> {
            case.drawn.iter().filter(|(site, _)| self.program.sites[*site].source == source).copied().collect()
        };
        let mut lines = String::new();
        for (source, variable) in [("stdin", "rb_stdin"), ("LLVMFuzzerTestOneInput", "rb_data")] {
            if let Some(((_, size), bytes)) = of(source).split_first() {
                let mut bytes: Vec<u8> = bytes.iter().map(|(_, byte)| *byte as u8).collect();
                bytes.resize(*size as usize, 0);
                let _ = writeln!(lines, "  {variable} = {};\n  {variable}_size = {size};", text(&bytes));
            }
        }
        let arguments = of("main");
        let mut rest = arguments.iter().map(|(_, bits)| *bits);
        for _ in 0..rest.next().unwrap_or(0) {
            let size = rest.next().unwrap_or(0) as usize;
            let bytes: Vec<u8> = rest.by_ref().take(size).map(|byte| byte as u8).collect();
            let _ = writeln!(lines, "  rb_argument({});", text(&bytes));
        }
        Ok(lines)
    }
}

/// The function's name as a part of another; `__VERIFIER_nondet_int` is `nondet_int`.
fn identifier(source: &str) -> String {
    let short = source.strip_prefix("__VERIFIER_").unwrap_or(source);
    short.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

fn comment(info: &SiteInfo, program: &Program) -> String {
    let name = info.name.as_deref().unwrap_or(&info.source);
    format!("{name}, {}", program.place(info.loc)).replace("*/", "* /")
}

fn width(info: &SiteInfo, model: DataModel) -> usize {
    info.ty.bits(model).div_ceil(8) as usize
}

fn c_type(info: &SiteInfo, model: DataModel) -> Option<&'static str> {
    let unsigned = info.kind == InputKind::Unsigned;
    Some(match (info.ty, info.kind) {
        (_, InputKind::Bool) | (Type::Int(1), _) => "_Bool",
        (_, InputKind::Pointer) | (Type::Ptr, _) => "void *",
        (Type::F32, _) => "float",
        (Type::F64, _) => "double",
        (Type::Int(8), _) => {
            if unsigned {
                "unsigned char"
            } else {
                "signed char"
            }
        }
        (Type::Int(16), _) => {
            if unsigned {
                "unsigned short"
            } else {
                "short"
            }
        }
        (Type::Int(32), _) => {
            if unsigned {
                "unsigned"
            } else {
                "int"
            }
        }
        (Type::Int(64), _) if model == DataModel::Lp64 => {
            if unsigned {
                "unsigned long"
            } else {
                "long"
            }
        }
        (Type::Int(64), _) => {
            if unsigned {
                "unsigned long long"
            } else {
                "long long"
            }
        }
        (Type::Int(128), _) => {
            if unsigned {
                "unsigned __int128"
            } else {
                "__int128"
            }
        }
        _ => return None,
    })
}

/// A value as C writes it, exactly.
fn literal(bits: u128, info: &SiteInfo, model: DataModel) -> String {
    match (info.ty, info.kind) {
        (Type::F32, _) => float(f64::from(f32::from_bits(bits as u32)), bits as u64, true),
        (Type::F64, _) => float(f64::from_bits(bits as u64), bits as u64, false),
        (_, InputKind::Pointer) | (Type::Ptr, _) => format!("(void *){bits:#x}"),
        (Type::Int(128), _) => {
            format!("(__int128)((unsigned __int128){:#x}ull << 64 | {:#x}ull)", bits >> 64, bits as u64)
        }
        (Type::Int(width), InputKind::Signed) => {
            let value = meaning::wide::signed(width.into(), bits);
            let suffix = if width == 64 { "ll" } else { "" };
            // The least number has no literal of its type.
            if width >= 32 && value == -(1i128 << (width - 1)) {
                format!("({}{suffix} - 1)", value + 1)
            } else {
                format!("{value}{suffix}")
            }
        }
        (Type::Int(width), _) if width >= 32 => {
            let _ = model;
            format!("{bits}{}", if width == 64 { "ull" } else { "u" })
        }
        _ => bits.to_string(),
    }
}

fn float(value: f64, bits: u64, single: bool) -> String {
    if value.is_nan() {
        return if single { format!("rb_float({bits:#x}u)") } else { format!("rb_double({bits:#x}ull)") };
    }
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value.is_infinite() {
        return format!("{sign}__builtin_inf{}()", if single { "f" } else { "" });
    }
    let shown = if single { format!("{:?}", value as f32) } else { format!("{value:?}") };
    format!("{shown}{}", if single { "f" } else { "" })
}

/// Bytes as a string literal; octal, because a hexadecimal escape has no end.
pub fn text(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => {
                text.push('\\');
                text.push(byte.into());
            }
            // A question mark could begin a trigraph.
            b' '..=b'~' if byte != b'?' => text.push(byte.into()),
            _ => {
                let _ = write!(text, "\\{byte:03o}");
            }
        }
    }
    text + "\""
}

const BASE: &str = r#"
/* ---- What rarebit adds: the inputs, in the order in which they are asked for ---- */

typedef __SIZE_TYPE__ rb_size;
void rb_exit(int status) __asm__("exit");
void rb_quit(int status) __asm__("_exit");
long rb_write(int file, const void *text, rb_size size) __asm__("write");
void *rb_calloc(rb_size count, rb_size size) __asm__("calloc");
void *rb_tmpfile(void) __asm__("tmpfile");
int rb_fileno(void *file) __asm__("fileno");
int rb_dup2(int from, int to) __asm__("dup2");
long rb_lseek(int file, long offset, int whence) __asm__("lseek");
void rb_abort(void) __asm__("abort");

static void rb_say(const char *text) {
  if (rb_write(2, text, __builtin_strlen(text)) < 0)
    rb_quit(97);
}

static void rb_dry(const char *source) {
  rb_say("rarebit: the program asks for more values than were recorded: ");
  rb_say(source);
  rb_say("\n");
  rb_quit(97);
}

static void rb_unwanted(void) {
  rb_say("rarebit: an assumption of the program does not hold\n");
  rb_quit(98);
}

static void rb_fail(const char *text) {
  rb_say("rarebit: fails: ");
  rb_say(text);
  rb_say("\n");
  rb_abort();
}

__attribute__((unused)) static float rb_float(unsigned bits) {
  float value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

__attribute__((unused)) static double rb_double(unsigned long long bits) {
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

/* Standard input, the data of a fuzz target, and arguments. */
static const char *rb_stdin, *rb_data;
static rb_size rb_stdin_size, rb_data_size;
static char *rb_arguments[64];
static int rb_argument_count;

__attribute__((unused)) static void rb_argument(const char *text) {
  rb_arguments[rb_argument_count++] = (char *)text;
}

static void rb_prepare(void) {
  if (rb_stdin == (void *)0)
    return;
  int file = rb_fileno(rb_tmpfile());
  if (rb_write(file, rb_stdin, rb_stdin_size) != (long)rb_stdin_size || rb_lseek(file, 0, 0) != 0)
    rb_quit(97);
  rb_dup2(file, 0);
}

/* For those who build with sanitizers. */
const char *rb_asan(void) __asm__("__asan_default_options");
const char *rb_asan(void) {
  return "exitcode=99:detect_leaks=RB_LEAKS:detect_stack_use_after_return=1";
}
const char *rb_ubsan(void) __asm__("__ubsan_default_options");
const char *rb_ubsan(void) { return "exitcode=99:print_stacktrace=0"; }
const char *rb_msan(void) __asm__("__msan_default_options");
const char *rb_msan(void) { return "exitcode=99"; }
"#;

/// Functions that a program may use without having them, and what they do: name, parameters, body.
const HELPERS: [(&str, &str, &str); 17] = [
    ("__VERIFIER_assume", "int condition", "if (!condition) rb_unwanted();"),
    ("assume_abort_if_not", "int condition", "if (!condition) rb_unwanted();"),
    ("rarebit_assume", "_Bool condition", "if (!condition) rb_unwanted();"),
    ("klee_assume", "__UINTPTR_TYPE__ condition", "if (!condition) rb_unwanted();"),
    ("klee_silent_exit", "int status", "(void)status; rb_unwanted();"),
    ("reach_error", "void", "rb_fail(\"reach_error\");"),
    ("__VERIFIER_error", "void", "rb_fail(\"__VERIFIER_error\");"),
    ("__VERIFIER_assert", "int condition", "if (!condition) rb_fail(\"__VERIFIER_assert\");"),
    ("rarebit_check_text", "_Bool condition, const char *text", "if (!condition) rb_fail(text);"),
    ("klee_report_error", "const char *file, int line, const char *text", "(void)file, (void)line; rb_fail(text);"),
    ("klee_abort", "void", "rb_abort();"),
    ("klee_prefer_cex", "void", ""),
    ("klee_print_expr", "void", ""),
    ("klee_warning", "void", ""),
    ("klee_warning_once", "void", ""),
    ("klee_open_merge", "void", ""),
    ("klee_close_merge", "void", ""),
];

const ADVANCE: &str = "
static long long rb_seconds, rb_nanoseconds;

static void rb_advance(void) {
  static int started;
  if (!started)
    rb_seconds = (long long)rb_next_time();
  started = 1;
  rb_nanoseconds += (long long)rb_next_time();
  rb_seconds += rb_nanoseconds / 1000000000;
  rb_nanoseconds %= 1000000000;
}
";

/// Name, signature, body, and the source of its inputs.
const CLOCK_FUNCTIONS: [(&str, &str, &str, &str); 5] = [
    (
        "time",
        "long rb_time(long *result)",
        "rb_advance(); if (result) *result = (long)rb_seconds; return (long)rb_seconds;",
        "time",
    ),
    (
        "gettimeofday",
        "int rb_gettimeofday(long result[2], void *zone)",
        "(void)zone; rb_advance(); result[0] = (long)rb_seconds; result[1] = (long)(rb_nanoseconds / 1000); return 0;",
        "time",
    ),
    (
        "clock_gettime",
        "int rb_clock_gettime(int clock, long result[2])",
        "(void)clock; rb_advance(); result[0] = (long)rb_seconds; result[1] = (long)rb_nanoseconds; return 0;",
        "time",
    ),
    (
        "timespec_get",
        "int rb_timespec_get(long result[2], int base)",
        "rb_advance(); result[0] = (long)rb_seconds; result[1] = (long)rb_nanoseconds; return base;",
        "time",
    ),
    (
        "clock",
        "long rb_clock(void)",
        "static long long total; total += (long long)rb_next_clock(); return (long)total;",
        "clock",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use rarebit_front_end::ir::{Func, Loc};

    #[test]
    fn literals_are_exact() {
        let site = |ty, kind| SiteInfo {
            ty,
            kind,
            source: "f".into(),
            name: None,
            range: None,
            func: Func::from_u32(0),
            loc: Loc::default(),
        };
        let of = |ty, kind, bits| literal(bits, &site(ty, kind), DataModel::Lp64);
        assert_eq!(of(Type::I32, InputKind::Signed, 0x8000_0000), "(-2147483647 - 1)");
        assert_eq!(of(Type::I64, InputKind::Signed, 1 << 63), "(-9223372036854775807ll - 1)");
        assert_eq!(of(Type::I8, InputKind::Signed, 0x80), "-128");
        assert_eq!(of(Type::I64, InputKind::Unsigned, u64::MAX.into()), "18446744073709551615ull");
        assert_eq!(of(Type::F32, InputKind::Float, 0.1f32.to_bits().into()), "0.1f");
        assert_eq!(of(Type::F64, InputKind::Float, (-0.0f64).to_bits().into()), "-0.0");
        assert_eq!(of(Type::F64, InputKind::Float, 5e-324f64.to_bits().into()), "5e-324");
        assert_eq!(of(Type::F64, InputKind::Float, 0x7ff8_0000_0000_0001), "rb_double(0x7ff8000000000001ull)");
        assert_eq!(text(b"a\"\\?\0\x80"), r#""a\"\\\077\000\200""#);
    }
}
