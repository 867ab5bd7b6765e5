//! klee's test files, version 3: what every tool of that family reads.
//!
//! All numbers are 32 bits, big-endian: the letters `KTEST`, the version, the number of arguments and each with its
//! length before it, two numbers about symbolic arguments, the number of objects, and each object's name and bytes with
//! their lengths before them. A violation has a file `testN.<class>.err` beside it that says what and where.

use super::objects;
use super::{Files, Suite, Written};
use std::path::PathBuf;

const MAGIC: &[u8] = b"KTEST";
const VERSION: u32 = 3;
/// The oldest version that is read: it has no numbers about symbolic arguments.
const OLDEST: u32 = 1;

pub fn write(suite: &Suite<'_>) -> (Files, Written) {
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    for (index, case) in suite.cases.iter().enumerate() {
        let mut bytes = MAGIC.to_vec();
        let number = |bytes: &mut Vec<u8>, n: usize| bytes.extend((n as u32).to_be_bytes());
        let text = |bytes: &mut Vec<u8>, text: &[u8]| {
            number(bytes, text.len());
            bytes.extend(text);
        };
        number(&mut bytes, VERSION as usize);
        let program = suite.origin.names.first().cloned().unwrap_or_default();
        let args: Vec<String> = [program].into_iter().chain(suite.origin.options.args.iter().cloned()).collect();
        number(&mut bytes, args.len());
        args.iter().for_each(|arg| text(&mut bytes, arg.as_bytes()));
        number(&mut bytes, 0);
        number(&mut bytes, 0);
        let objects = objects::of_run(suite.program, &case.drawn);
        number(&mut bytes, objects.len());
        for object in objects {
            text(&mut bytes, object.name.as_bytes());
            text(&mut bytes, &object.bytes);
        }
        let name = format!("test{:06}", index + 1);
        files.push((format!("{name}.ktest").into(), bytes));
        if let Some(finding) = case.violation() {
            let class = finding.class.as_deref().unwrap_or("error");
            let mut parts = finding.place.rsplitn(3, ':');
            let (_column, line, file) = (parts.next(), parts.next().unwrap_or("0"), parts.next().unwrap_or("?"));
            let error = format!("Error: {class}: {}\nFile: {file}\nLine: {line}\n", finding.fault);
            files.push((format!("{name}.{class}.err").into(), error.into_bytes()));
        }
    }
    (Files::Many(files), Written::all(suite.cases.len()))
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KtestError {
    #[error("not a .ktest file: it does not begin with KTEST")]
    Magic,
    #[error("a .ktest file of version {0}; versions {OLDEST} to {VERSION} are known")]
    Version(u32),
    #[error("a damaged .ktest file: it ends in the middle of {0}")]
    Truncated(&'static str),
    #[error("a damaged .ktest file: {0} bytes after its end")]
    Trailing(usize),
}

pub fn is_ktest(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The objects of a test file: names and bytes.
pub fn read(bytes: &[u8]) -> Result<Vec<objects::Object>, KtestError> {
    let mut rest = bytes.strip_prefix(MAGIC).ok_or(KtestError::Magic)?;
    let version = number(&mut rest, "its version")?;
    if !(OLDEST..=VERSION).contains(&version) {
        return Err(KtestError::Version(version));
    }
    for _ in 0..number(&mut rest, "its arguments")? {
        text(&mut rest, "its arguments")?;
    }
    if version >= 2 {
        number(&mut rest, "its arguments")?;
        number(&mut rest, "its arguments")?;
    }
    let count = number(&mut rest, "its objects")?;
    let mut objects = Vec::new();
    for _ in 0..count {
        let name = String::from_utf8_lossy(text(&mut rest, "an object's name")?).into_owned();
        objects.push(objects::Object { name, bytes: text(&mut rest, "an object")?.to_vec() });
    }
    if rest.is_empty() { Ok(objects) } else { Err(KtestError::Trailing(rest.len())) }
}

fn number(rest: &mut &[u8], what: &'static str) -> Result<u32, KtestError> {
    let (bytes, after) = rest.split_first_chunk::<4>().ok_or(KtestError::Truncated(what))?;
    *rest = after;
    Ok(u32::from_be_bytes(*bytes))
}

fn text<'a>(rest: &mut &'a [u8], what: &'static str) -> Result<&'a [u8], KtestError> {
    let length = number(rest, what)? as usize;
    let (text, after) = rest.split_at_checked(length).ok_or(KtestError::Truncated(what))?;
    *rest = after;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_truncation_is_noticed() {
        let mut file = b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x01p".to_vec();
        file.extend(b"\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01x\0\0\0\x04\x01\x02\x03\x04");
        let objects = read(&file).unwrap();
        assert_eq!((objects[0].name.as_str(), objects[0].bytes.as_slice()), ("x", &[1, 2, 3, 4][..]));
        for end in 0..file.len() {
            assert!(read(&file[..end]).is_err(), "{end}");
        }
        file.push(0);
        assert_eq!(read(&file), Err(KtestError::Trailing(1)));
        file[8] = 9;
        assert_eq!(read(&file), Err(KtestError::Version(9)));
        // A count that no file could hold is no reason to reserve memory.
        assert!(read(b"KTEST\0\0\0\x03\xff\xff\xff\xff").is_err());
    }
}
