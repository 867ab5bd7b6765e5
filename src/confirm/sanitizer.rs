//! Which sanitizer sees which class of check, how to build with it, how to run it, and what it then says.
//!
//! A build has only the sanitizer of its class and stops at the first report: an error of another class that nobody
//! asked for does not get in the way, just as it does not in simulation.

use super::report::Symptom;
use rarebit_front_end::ir::{CheckClass, DataModel};

/// The tool that looks on while the native program runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sanitizer {
    /// Nothing is instrumented; the runtime is there for its stack traces.
    Plain,
    Address,
    /// The undefined-behaviour sanitizer with these of its checks.
    Undefined(&'static str),
    /// For reads of what was never written; it exists for 64 bits only.
    Memory,
}

/// How a class is confirmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Method {
    pub sanitizer: Sanitizer,
    /// The words for it in reports: the sanitizer's own, or the driver's.
    pub words: &'static [&'static str],
    /// Does the driver itself watch for calls to nowhere?
    pub jumps: bool,
    pub leaks: bool,
}

const NOTHING: Method = Method { sanitizer: Sanitizer::Plain, words: &[], jumps: false, leaks: false };

const MEMORY_WORDS: &[&str] = &[
    "heap-buffer-overflow",
    "stack-buffer-overflow",
    "stack-buffer-underflow",
    "global-buffer-overflow",
    "dynamic-stack-buffer-overflow",
    "container-overflow",
    "heap-use-after-free",
    "stack-use-after-scope",
    "stack-use-after-return",
    "use-after-poison",
    "unknown-crash",
    "wild-free",
    "bad-free",
    "double-free",
    "negative-size-param",
    "SEGV",
    "BUS",
];

const OVERFLOW_WORDS: &[&str] = &[
    "heap-buffer-overflow",
    "stack-buffer-overflow",
    "stack-buffer-underflow",
    "global-buffer-overflow",
    "dynamic-stack-buffer-overflow",
    "unknown-crash",
    "negative-size-param",
    "use-after-poison",
    "SEGV",
    "BUS",
];

const OVERLAP_WORDS: &[&str] = &[
    "memcpy-param-overlap",
    "strcpy-param-overlap",
    "strncpy-param-overlap",
    "strcat-param-overlap",
    "strncat-param-overlap",
];

/// How to confirm an error of this class; none if no native tool sees it.
pub fn method(class: CheckClass, model: DataModel) -> Option<Method> {
    let undefined = |checks, words| Method { sanitizer: Sanitizer::Undefined(checks), words, ..NOTHING };
    let address = |words| Method { sanitizer: Sanitizer::Address, words, ..NOTHING };
    Some(match class {
        // The driver defines both.
        CheckClass::Assert | CheckClass::Error => Method { words: &["assert"], ..NOTHING },
        CheckClass::Abort => Method { words: &["abort", "ABRT"], ..NOTHING },
        CheckClass::Trap => Method { words: &["ILL", "TRAP"], ..NOTHING },
        CheckClass::Memory | CheckClass::String => address(MEMORY_WORDS),
        CheckClass::Null | CheckClass::ConstantWrite => address(&["SEGV", "BUS", "unknown-crash"]),
        // Where there is no object, natively there may be the surroundings of one.
        CheckClass::Wild | CheckClass::Bounds | CheckClass::Terminator | CheckClass::Destination => {
            address(OVERFLOW_WORDS)
        }
        CheckClass::UseAfterFree => address(&["heap-use-after-free"]),
        CheckClass::UseAfterScope => address(&["stack-use-after-scope"]),
        CheckClass::UseAfterReturn => address(&["stack-use-after-return"]),
        CheckClass::DoubleFree => address(&["double-free"]),
        CheckClass::BadFree => address(&["bad-free", "wild-free", "SEGV", "BUS"]),
        CheckClass::Overlap => address(OVERLAP_WORDS),
        CheckClass::Call => Method { words: &["call"], jumps: true, ..NOTHING },
        CheckClass::Index => undefined("array-bounds", &["out-of-bounds-index"]),
        CheckClass::Division => undefined("integer-divide-by-zero", &["integer-divide-by-zero", "FPE"]),
        // The quotient of the smallest number and -1 traps without help.
        CheckClass::Overflow => undefined("signed-integer-overflow", &["signed-integer-overflow", "FPE"]),
        CheckClass::Shift => undefined("shift", &["invalid-shift-base", "invalid-shift-exponent"]),
        CheckClass::FloatCast => undefined("float-cast-overflow", &["float-cast-overflow"]),
        CheckClass::VlaBound => undefined("vla-bound", &["non-positive-vla-index"]),
        CheckClass::Builtin => undefined("builtin", &["invalid-builtin-use"]),
        CheckClass::Bool => undefined("bool", &["invalid-bool-load"]),
        CheckClass::Unreachable => undefined("unreachable", &["unreachable-call"]),
        CheckClass::Leak => Method { leaks: true, ..address(&["leak"]) },
        CheckClass::Uninit if model == DataModel::Lp64 => {
            Method { sanitizer: Sanitizer::Memory, words: &["use-of-uninitialized-value"], ..NOTHING }
        }
        CheckClass::Uninit | CheckClass::Unfreed => return None,
    })
}

impl Sanitizer {
    /// As people know it.
    pub fn name(self) -> &'static str {
        match self {
            Sanitizer::Plain => "none",
            Sanitizer::Address => "AddressSanitizer",
            Sanitizer::Undefined(_) => "UndefinedBehaviorSanitizer",
            Sanitizer::Memory => "MemorySanitizer",
        }
    }

    /// Flags for compiling the program under test.
    pub fn compile_flags(self) -> Vec<String> {
        let flags: &[&str] = match self {
            Sanitizer::Plain => &[],
            Sanitizer::Address => &[
                "-fsanitize=address",
                "-fsanitize-address-use-after-scope",
                "-fsanitize-address-use-after-return=always",
            ],
            Sanitizer::Memory => &["-fsanitize=memory", "-fsanitize-memory-track-origins=2"],
            Sanitizer::Undefined(checks) => {
                return vec![format!("-fsanitize={checks}"), "-fno-sanitize-recover=all".into()];
            }
        };
        flags.iter().map(|flag| (*flag).into()).collect()
    }

    /// Flags for linking, which bring the runtime in.
    pub fn link_flags(self) -> &'static [&'static str] {
        match self {
            Sanitizer::Plain | Sanitizer::Undefined(_) => &["-fsanitize=undefined"],
            Sanitizer::Address => &["-fsanitize=address"],
            Sanitizer::Memory => &["-fsanitize=memory"],
        }
    }

    /// Does its shadow memory take more address space than any limit would leave?
    pub fn has_shadow(self) -> bool {
        matches!(self, Sanitizer::Address | Sanitizer::Memory)
    }

    /// The variable that its runtime reads options from.
    pub fn variable(self) -> &'static str {
        match self {
            Sanitizer::Plain | Sanitizer::Undefined(_) => "UBSAN_OPTIONS",
            Sanitizer::Address => "ASAN_OPTIONS",
            Sanitizer::Memory => "MSAN_OPTIONS",
        }
    }
}

impl Method {
    /// How many of a report's stacks tell where the error is; those after them tell where memory came from.
    pub fn places(&self, symptom: &Symptom) -> usize {
        match self.sanitizer {
            // The place of the report and the innermost call, which differ when an expression has several lines.
            Sanitizer::Undefined(_) => 2,
            // The use of a value, and the copies it went through since it was read.
            Sanitizer::Memory => symptom.stacks.len(),
            // Every leaked object has a stack of its own.
            Sanitizer::Address if self.leaks => symptom.stacks.len(),
            _ => 1,
        }
    }

    /// What the runtime shall do: report to files that begin with `log`, with frames as [`super::report`] reads them.
    pub fn options(&self, log: &str, symbolizer: &str, resident_megabytes: u64) -> String {
        let mut options = vec![
            format!("log_path=\"{log}\""),
            format!("external_symbolizer_path=\"{symbolizer}\""),
            format!("stack_trace_format=\"{}\"", super::report::FRAME_FORMAT),
            format!("hard_rss_limit_mb={resident_megabytes}"),
            format!("exitcode={EXIT_CODE}"),
        ];
        let mut flag = |name: &str, value: bool| options.push(format!("{name}={}", u8::from(value)));
        flag("symbolize", true);
        flag("halt_on_error", true);
        flag("abort_on_error", false);
        flag("disable_coredump", true);
        flag("print_summary", true);
        flag("allow_user_segv_handler", true);
        for signal in ["handle_segv", "handle_sigbus", "handle_sigill"] {
            flag(signal, !self.jumps);
        }
        flag("handle_abort", true);
        flag("handle_sigfpe", true);
        flag("handle_sigtrap", true);
        flag("detect_leaks", self.leaks);
        match self.sanitizer {
            Sanitizer::Address => {
                flag("detect_stack_use_after_return", true);
                flag("detect_odr_violation", false);
                flag("allocator_may_return_null", true);
                flag("replace_intrin", true);
                // Wide enough that an index a little astray meets the zone and not the neighbour.
                options.push("redzone=256".into());
            }
            Sanitizer::Plain | Sanitizer::Undefined(_) => {
                flag("print_stacktrace", true);
                flag("report_error_type", true);
            }
            Sanitizer::Memory => {}
        }
        options.join(":")
    }
}

/// The exit status after a report.
pub const EXIT_CODE: i32 = 77;
