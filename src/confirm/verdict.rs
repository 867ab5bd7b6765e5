//! What the native run says about a finding.

use super::report::{Frame, Said, Sources, Symptom};
use super::sanitizer::Method;
use std::fmt;
use std::io;
use std::time::Duration;

/// The judgement on one finding.
#[derive(Debug)]
pub enum Verdict {
    /// The original program fails in the same way at the same line.
    Confirmed(Evidence),
    Unconfirmed(Reason),
}

/// What was seen natively.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// Who saw it, such as `AddressSanitizer`.
    pub sanitizer: &'static str,
    /// Its word for it.
    pub word: String,
    /// `file:line`
    pub place: String,
}

/// Why a finding is not confirmed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// No native tool sees errors of this class in this data model.
    NoSanitizer {
        class: String,
        model: &'static str,
    },
    /// The program is given as bitcode.
    NoSource(String),
    /// The driver has no way to replay this.
    Unsupported(String),
    /// What the compiler or linker said.
    Compiler(String),
    /// The native program could not be started.
    Machine(String),
    /// It ended by itself, under the eyes of this tool.
    Exit {
        status: i32,
        read: u64,
        given: usize,
        watched: &'static str,
    },
    Signal(i32),
    TimeOut(Duration),
    OutOfMemory,
    AssumptionFailed,
    OutOfInputs {
        source: String,
    },
    OtherInput {
        called: String,
        recorded: String,
    },
    OtherClass {
        word: String,
        place: String,
    },
    OtherLine {
        word: String,
        place: String,
    },
    /// It fails somewhere else than in the program's own code.
    NoPlace {
        word: String,
    },
    /// The finding has no source place to compare with.
    Placeless,
}

impl Reason {
    pub fn machine(error: io::Error) -> Reason {
        Reason::Machine(error.to_string())
    }

    /// A short name for programs to read.
    pub fn name(&self) -> &'static str {
        match self {
            Reason::NoSanitizer { .. } => "no_sanitizer",
            Reason::NoSource(_) => "no_source",
            Reason::Unsupported(_) => "unsupported",
            Reason::Compiler(_) => "compiler",
            Reason::Machine(_) => "machine",
            Reason::Exit { .. } => "exit",
            Reason::Signal(_) => "signal",
            Reason::TimeOut(_) => "timeout",
            Reason::OutOfMemory => "memory",
            Reason::AssumptionFailed => "assumption_failed",
            Reason::OutOfInputs { .. } => "out_of_inputs",
            Reason::OtherInput { .. } => "other_input",
            Reason::OtherClass { .. } => "other_class",
            Reason::OtherLine { .. } => "other_line",
            Reason::NoPlace { .. } => "no_place",
            Reason::Placeless => "placeless",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NoSanitizer { class, model } => {
                write!(f, "no native tool sees errors of class {class} in data model {model}")
            }
            Reason::NoSource(path) => write!(f, "{path} is bitcode; only C can be compiled with a sanitizer"),
            Reason::Unsupported(what) => write!(f, "the native replay does not support {what}"),
            Reason::Compiler(words) => {
                let first = words.lines().find(|line| line.contains("error")).or(words.lines().next());
                write!(f, "the program cannot be compiled natively: {}", first.unwrap_or("no reason given").trim())
            }
            Reason::Machine(error) => write!(f, "the native program cannot be run: {error}"),
            Reason::Exit { status, read, given, watched } => {
                write!(f, "natively the program ends with status {status}")?;
                if *read as usize != *given {
                    write!(f, ", having read {read} of {given} inputs")?;
                }
                if *watched == "none" { Ok(()) } else { write!(f, ", and {watched} sees no error") }
            }
            Reason::Signal(number) => write!(f, "natively the program is ended by signal {number}, without a place"),
            Reason::TimeOut(time) => write!(f, "natively the program does not end within {} s", time.as_secs()),
            Reason::OutOfMemory => f.write_str("natively the program uses more memory than it is given"),
            Reason::AssumptionFailed => f.write_str("natively the inputs do not satisfy an assumption"),
            Reason::OutOfInputs { source } => {
                write!(f, "natively the program reads more inputs than there are, by {source}")
            }
            Reason::OtherInput { called, recorded } => {
                write!(f, "natively the program calls {called} where the next input is for {recorded}")
            }
            Reason::OtherClass { word, place } => write!(f, "natively the error is another: {word} at {place}"),
            Reason::OtherLine { word, place } => write!(f, "natively the error is at another line: {word} at {place}"),
            Reason::NoPlace { word } => {
                write!(f, "natively the error is {word}, at a place that is not in the program's source")
            }
            Reason::Placeless => f.write_str("the violation has no place in the source to compare with"),
        }
    }
}

/// What a native run left behind.
pub struct Seen {
    pub said: Said,
    pub symptom: Option<Symptom>,
    /// The exit status, or none after a signal.
    pub status: Option<i32>,
    pub signal: Option<i32>,
    pub timed_out: bool,
}

/// What is expected of a native run.
pub struct Expected<'a> {
    pub method: &'a Method,
    pub sources: &'a Sources,
    pub file: &'a str,
    pub line: u32,
    /// How many inputs it was given, and how much time.
    pub given: usize,
    pub time: Duration,
}

impl Expected<'_> {
    /// Does the run show the error that is expected, and where?
    pub fn judge(&self, seen: Seen) -> Verdict {
        let symptom = match (&seen.said, &seen.symptom) {
            (Said::Symptom(symptom), _) | (_, Some(symptom)) => symptom,
            _ => return Verdict::Unconfirmed(self.quiet(seen)),
        };
        let word = symptom.word.clone();
        if OUT_OF_MEMORY.contains(&word.as_str()) {
            return Verdict::Unconfirmed(Reason::OutOfMemory);
        }
        let place = |frame: &Frame| self.sources.place(frame);
        let frames: Vec<&Frame> = symptom.stacks.iter().filter_map(|stack| self.sources.own(stack)).collect();
        let Some(first) = frames.first() else { return Verdict::Unconfirmed(Reason::NoPlace { word }) };
        let mut telling = frames.iter().take(self.method.places(symptom));
        let here = telling.find(|frame| frame.line == self.line && self.sources.same(&frame.file, self.file));
        match here {
            _ if !self.method.words.contains(&word.as_str()) => {
                Verdict::Unconfirmed(Reason::OtherClass { word, place: place(first) })
            }
            Some(frame) => {
                Verdict::Confirmed(Evidence { sanitizer: self.method.sanitizer.name(), word, place: place(frame) })
            }
            None => Verdict::Unconfirmed(Reason::OtherLine { word, place: place(first) }),
        }
    }

    /// Why a run showed no error.
    fn quiet(&self, seen: Seen) -> Reason {
        let (given, watched) = (self.given, self.method.sanitizer.name());
        match (seen.said, seen.status) {
            (Said::AssumptionFailed, _) => Reason::AssumptionFailed,
            (Said::OutOfInputs { source }, _) => Reason::OutOfInputs { source },
            (Said::OtherInput { called, recorded }, _) => Reason::OtherInput { called, recorded },
            _ if seen.timed_out => Reason::TimeOut(self.time),
            (Said::End { read }, Some(status)) => Reason::Exit { status, read, given, watched },
            (Said::Nothing, _) => Reason::Machine("it does not come to its beginning".into()),
            // Ended without its end handlers, as by `_exit`.
            (_, Some(status)) => Reason::Exit { status, read: given as u64, given, watched },
            (_, None) => Reason::Signal(seen.signal.unwrap_or(0)),
        }
    }
}

/// The words of the sanitizers for it.
const OUT_OF_MEMORY: &[&str] =
    &["rss-limit-exceeded", "out-of-memory", "allocation-size-too-big", "calloc-overflow", "hard"];
