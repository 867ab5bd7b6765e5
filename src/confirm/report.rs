//! Reads what a sanitizer and the driver said about a native run.

use std::path::{Component, Path, PathBuf};

/// How the runtimes print a frame: number, function, file, line, column.
pub const FRAME_FORMAT: &str = "FRAME|%n|%f|%s|%l|%c";

/// The driver's source, as debug information names it; its frames are not the program's.
pub const DRIVER_FILE: &str = "rarebit-driver.c";

/// A call under way, natively.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    pub function: String,
    pub file: String,
    pub line: u32,
}

/// What went wrong natively.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Symptom {
    /// The sanitizer's or the driver's word for it, such as `heap-buffer-overflow`.
    pub word: String,
    /// Stacks, the most telling first; the first may be a single frame.
    pub stacks: Vec<Vec<Frame>>,
}

/// What the driver said last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// Not even that it began.
    Nothing,
    Begun,
    /// The program came to its end, having read so many inputs.
    End {
        read: u64,
    },
    AssumptionFailed,
    /// There is no input left for this function.
    OutOfInputs {
        source: String,
    },
    /// This function was called where the next input is for that one.
    OtherInput {
        called: String,
        recorded: String,
    },
    Symptom(Symptom),
}

fn frame(line: &str) -> Option<(usize, Frame)> {
    let (number, rest) = line.trim().strip_prefix("FRAME|")?.split_once('|')?;
    let mut fields = rest.rsplitn(4, '|');
    let (_column, line, file, function) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    let frame = Frame { function: function.into(), file: file.into(), line: line.parse().ok()? };
    Some((number.parse().ok()?, frame))
}

fn stacks(report: &str) -> Vec<Vec<Frame>> {
    let mut stacks: Vec<Vec<Frame>> = Vec::new();
    for (number, frame) in report.lines().filter_map(frame) {
        match stacks.last_mut() {
            Some(stack) if number == stack.len() => stack.push(frame),
            _ => stacks.push(vec![frame]),
        }
    }
    stacks
}

/// The first error of a sanitizer's report, if it has one.
pub fn symptom(report: &str) -> Option<Symptom> {
    let mut stacks = stacks(report);
    for line in report.lines() {
        if let Some((_, text)) = line.split_once(": AddressSanitizer: ").or(line.split_once(": MemorySanitizer: ")) {
            if line.starts_with("SUMMARY") {
                continue;
            }
            return Some(Symptom { word: word(text), stacks });
        }
        if line.contains("ERROR: LeakSanitizer: detected memory leaks") {
            return Some(Symptom { word: "leak".into(), stacks });
        }
        // A signal in a program with the other sanitizer's runtime.
        if let Some((_, text)) = line.split_once("ERROR: UndefinedBehaviorSanitizer: ") {
            return Some(Symptom { word: word(text), stacks });
        }
        // SUMMARY: UndefinedBehaviorSanitizer: signed-integer-overflow a.c:4:32
        if let Some(text) = line.strip_prefix("SUMMARY: UndefinedBehaviorSanitizer: ") {
            let (word, place) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
            if let Some(frame) = place_of(place) {
                stacks.insert(0, vec![frame]);
            }
            return Some(Symptom { word: word.into(), stacks });
        }
    }
    None
}

/// `a.c:4:32`
fn place_of(text: &str) -> Option<Frame> {
    let mut fields = text.trim().rsplitn(3, ':');
    let (_column, line, file) = (fields.next()?, fields.next()?, fields.next()?);
    Some(Frame { function: String::new(), file: file.into(), line: line.parse().ok()? })
}

fn word(text: &str) -> String {
    if text.starts_with("attempting double-free") {
        return "double-free".into();
    }
    if text.starts_with("attempting free on address which was not malloc()-ed") {
        return "bad-free".into();
    }
    text.split([' ', ':']).next().unwrap_or_default().into()
}

/// What the driver said, with the stacks that its report has.
pub fn said(channel: &str, report: &str) -> Said {
    let mut last = Said::Nothing;
    for line in channel.lines() {
        let mut fields = line.splitn(3, '\t');
        let mut field = || fields.next().unwrap_or_default().to_string();
        let (word, detail, more) = (field(), field(), field());
        last = match word.as_str() {
            "begin" => Said::Begun,
            "end" => Said::End { read: detail.parse().unwrap_or(0) },
            "assume" => return Said::AssumptionFailed,
            "dry" => return Said::OutOfInputs { source: detail },
            "other" => return Said::OtherInput { called: detail, recorded: more },
            "assert" | "abort" | "call" | "signal" => {
                return Said::Symptom(Symptom { word, stacks: stacks(report) });
            }
            _ => last,
        };
    }
    last
}

/// Functions whose call is the failure, whoever defines them: the place is their caller's.
const FAILURES: &[&str] = &["reach_error", "__VERIFIER_error", "__assert_fail", "__assert"];

/// Whose sources the program is made of.
pub struct Sources {
    /// Where each file is, and what the program calls it.
    files: Vec<(PathBuf, String)>,
    directory: PathBuf,
}

impl Sources {
    pub fn new(files: impl IntoIterator<Item = String>, directory: &Path) -> Sources {
        let files = files.into_iter().map(|file| (normal(&directory.join(&file)), file)).collect();
        Sources { files, directory: directory.into() }
    }

    fn path(&self, file: &str) -> PathBuf {
        normal(&self.directory.join(file))
    }

    /// Is this the same file?
    pub fn same(&self, a: &str, b: &str) -> bool {
        self.path(a) == self.path(b)
    }

    /// The innermost frame of the program's own code, failure functions aside.
    pub fn own<'a>(&self, stack: &'a [Frame]) -> Option<&'a Frame> {
        stack.iter().find(|frame| {
            frame.line != 0
                && !frame.file.ends_with(DRIVER_FILE)
                && !FAILURES.contains(&frame.function.as_str())
                && self.name(&frame.file).is_some()
        })
    }

    /// What the program calls this file, if it is one of its own.
    fn name(&self, file: &str) -> Option<&str> {
        let path = self.path(file);
        self.files.iter().find(|(known, _)| *known == path).map(|(_, name)| name.as_str())
    }

    /// The place of a frame, as the program's own places are written.
    pub fn place(&self, frame: &Frame) -> String {
        format!("{}:{}", self.name(&frame.file).unwrap_or(&frame.file), frame.line)
    }
}

/// The path without `.` and `..`, and without symbolic links where it exists.
fn normal(path: &Path) -> PathBuf {
    if let Ok(path) = path.canonicalize() {
        return path;
    }
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERFLOW: &str = "\
=================================================================
==12==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x50 at pc 0x55 bp 0x7f sp 0x7f
WRITE of size 1 at 0x50 thread T0
FRAME|0|strcpy|<null>|0|0
FRAME|1|f|/src/a.c|6|20
FRAME|2|main|/src/a.c|26|36

0x50 is located 1 bytes after 4-byte region
FRAME|0|malloc|<null>|0|0
FRAME|1|f|/src/a.c|4|13
SUMMARY: AddressSanitizer: heap-buffer-overflow /src/a.c:6:20 in f
";

    #[test]
    fn address_errors() {
        let symptom = symptom(OVERFLOW).unwrap();
        assert_eq!((symptom.word.as_str(), symptom.stacks.len()), ("heap-buffer-overflow", 2));
        let sources = Sources::new(["./x/../a.c".into(), "<library>/string.c".into()], Path::new("/src"));
        let own = sources.own(&symptom.stacks[0]).unwrap();
        assert_eq!((own.function.as_str(), own.line), ("f", 6));
        assert_eq!(sources.place(own), "./x/../a.c:6");
        assert!(sources.same("/src/a.c", "a.c") && !sources.same("/src/b.c", "a.c"));
        assert_eq!(
            symptom_word("==1==ERROR: AddressSanitizer: attempting double-free on 0x5 in thread T0:"),
            "double-free"
        );
        assert_eq!(symptom_word("==1==ERROR: AddressSanitizer: negative-size-param: (size=-1)"), "negative-size-param");
        assert_eq!(symptom_word("==1==ERROR: LeakSanitizer: detected memory leaks"), "leak");
        assert_eq!(
            symptom_word("==1==WARNING: MemorySanitizer: use-of-uninitialized-value"),
            "use-of-uninitialized-value"
        );
    }

    fn symptom_word(report: &str) -> String {
        symptom(report).unwrap().word
    }

    #[test]
    fn undefined_behaviour_has_a_place_of_its_own() {
        let report = "b.c:9:24: runtime error: variable length array bound\nFRAME|0|main|/src/b.c|10|16\n\n\
                      SUMMARY: UndefinedBehaviorSanitizer: non-positive-vla-index b.c:9:24 \n";
        let symptom = symptom(report).unwrap();
        assert_eq!((symptom.word.as_str(), symptom.stacks.len()), ("non-positive-vla-index", 2));
        assert_eq!((symptom.stacks[0][0].line, symptom.stacks[1][0].line), (9, 10));
        assert_eq!(symptom_word("==9==ERROR: UndefinedBehaviorSanitizer: FPE on unknown address"), "FPE");
    }

    #[test]
    fn the_driver_is_heard() {
        assert_eq!(said("", ""), Said::Nothing);
        assert_eq!(said("begin\t\t\nend\t3\t\n", ""), Said::End { read: 3 });
        assert_eq!(said("begin\t\t\ndry\tf\t\n", ""), Said::OutOfInputs { source: "f".into() });
        let Said::Symptom(symptom) = said("begin\t\t\ncall\t\t\n", "FRAME|0|f|/src/a.c|7|3") else {
            panic!("no symptom")
        };
        assert_eq!((symptom.word.as_str(), symptom.stacks[0][0].line), ("call", 7));
    }
}
