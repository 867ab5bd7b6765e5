//! Suites of the competition on software testing: a zip file with `metadata.xml` and one XML file for each test, with
//! its values in the order of consumption.
//!
//! The first line of a file must begin with `<?xml ` and the second with `<!DOCTYPE `, because a validator drops what
//! looks otherwise without a word. A test of which some input is not asked for by `__VERIFIER_nondet_…` (standard input,
//! arguments, clocks) cannot be expressed and is left out.

use super::bytes::value as le_bytes;
use super::objects::is_filler;
use super::{Case, ExportError, Files, Suite, Written};
use crate::output::value;
use quick_xml::escape::escape;
use quick_xml::events::Event;
use rarebit_front_end::ir::{CheckClass, DataModel, InputKind, SiteInfo, Type};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io::{self, Cursor, Read, Write as _};
use std::time::{SystemTime, UNIX_EPOCH};

const BRANCHES: &str = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";

pub fn write(suite: &Suite<'_>) -> Result<(Files, Written), ExportError> {
    let mut written = Written::default();
    let mut files = vec![("metadata.xml".to_string(), metadata(suite)?)];
    for case in &suite.cases {
        match test(suite, case) {
            Ok(text) => {
                files.push((format!("{}.xml", case.name), text));
                written.tests += 1;
            }
            Err(why) => written.left_out.push((case.name.clone(), why)),
        }
    }
    let bytes = archive(&files).map_err(|error| ExportError::Write { path: "test-suite.zip".into(), error })?;
    Ok((Files::One(bytes), written))
}

fn archive(files: &[(String, String)]) -> io::Result<Vec<u8>> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(name.as_str(), zip::write::SimpleFileOptions::default())?;
        zip.write_all(text.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}

fn metadata(suite: &Suite<'_>) -> Result<String, ExportError> {
    let path = suite.origin.options.files.first().cloned().unwrap_or_default();
    let source = std::fs::read(&path).map_err(|error| ExportError::Read { path: path.clone(), error })?;
    let digest: String = Sha256::digest(&source).iter().map(|byte| format!("{byte:02x}")).collect();
    let property = suite.origin.property.as_deref().map_or(BRANCHES, str::trim);
    let entries = [
        ("sourcecodelang", "C".to_string()),
        ("producer", format!("rarebit {}", env!("CARGO_PKG_VERSION"))),
        ("specification", property.into()),
        ("programfile", path.display().to_string()),
        ("programhash", digest),
        ("entryfunction", "main".into()),
        ("architecture", if suite.program.model == DataModel::Lp64 { "64bit" } else { "32bit" }.into()),
        ("creationtime", now()),
    ];
    let mut text = head("test-metadata");
    text += "<test-metadata>\n";
    for (name, value) in entries {
        let _ = writeln!(text, "  <{name}>{}</{name}>", escape(value.as_str()));
    }
    Ok(text + "</test-metadata>\n")
}

fn head(root: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<!DOCTYPE {root} PUBLIC \"+//IDN sosy-lab.org//DTD \
         test-format {root} 1.1//EN\" \"https://sosy-lab.org/test-format/{root}-1.1.dtd\">\n"
    )
}

fn test(suite: &Suite<'_>, case: &Case) -> Result<String, String> {
    let program = suite.program;
    let error = case.class() == Some(CheckClass::Error);
    let mut text = head("testcase");
    text += if error { "<testcase coversError=\"true\">\n" } else { "<testcase>\n" };
    for drawn in &case.drawn {
        let info = &program.sites[drawn.0];
        if !info.source.starts_with("__VERIFIER_nondet_") {
            return Err(format!("a Test-Comp test cannot give the inputs of {}", info.source));
        }
        let variable = info.name.as_deref().map(|name| format!(" variable=\"{}\"", escape(name))).unwrap_or_default();
        // Memory is read byte by byte.
        let values = if is_filler(&info.source) {
            le_bytes(program, drawn).iter().map(|byte| ("unsigned char".into(), byte.to_string())).collect()
        } else {
            vec![(c_type(info, program.model), value::text(drawn.1, info, program.model))]
        };
        for (ty, value) in values {
            let _ = writeln!(text, "  <input{variable} type=\"{ty}\">{}</input>", escape(value.as_str()));
        }
    }
    Ok(text + "</testcase>\n")
}

/// The C type for people; what counts is which function asks.
fn c_type(info: &SiteInfo, model: DataModel) -> String {
    let name = match (info.ty, info.kind) {
        (_, InputKind::Bool) => "_Bool",
        (_, InputKind::Pointer) => "void *",
        (Type::F32, _) => "float",
        (Type::F64, _) => "double",
        (Type::Int(8), _) => "char",
        (Type::Int(16), _) => "short",
        (Type::Int(32), _) => "int",
        (Type::Int(64), _) if model == DataModel::Lp64 => "long",
        (Type::Int(64), _) => "long long",
        (Type::Int(128), _) => "__int128",
        _ => "int",
    };
    if info.kind == InputKind::Unsigned { format!("unsigned {name}") } else { name.into() }
}

/// The time in the form of ISO 8601. Days are counted in years that begin in March, whose leap day comes last.
fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    iso(seconds)
}

fn iso(seconds: u64) -> String {
    let (days, time) = (seconds / 86400, seconds % 86400);
    // From the first of March of the year 0; 400 years always have 146,097 days.
    let shifted = days + 719_468;
    let (era, day) = (shifted / 146_097, shifted % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = 400 * era + year + carry;
    let (hours, minutes, seconds) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}Z")
}

/// What is wrong with a test in XML or a suite.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum XmlError {
    #[error("not a Test-Comp test: {0}")]
    Xml(String),
    #[error("not a Test-Comp test: its outermost element is not <testcase>")]
    Root,
    #[error("not a Test-Comp test: it ends before </testcase>")]
    Truncated,
    #[error("not a zip file: {0}")]
    Zip(String),
}

/// The values of a test, in order.
pub fn read(bytes: &[u8]) -> Result<Vec<String>, XmlError> {
    let text = String::from_utf8_lossy(bytes);
    let mut reader = quick_xml::Reader::from_str(&text);
    let (mut values, mut inside, mut depth, mut closed) = (Vec::new(), None::<String>, 0, false);
    loop {
        match reader.read_event().map_err(|error| XmlError::Xml(error.to_string()))? {
            Event::Start(tag) => {
                if depth == 0 && tag.name().as_ref() != "testcase" {
                    return Err(XmlError::Root);
                }
                inside = (tag.name().as_ref() == "input").then(String::new);
                depth += 1;
            }
            Event::Empty(tag) if depth == 0 && tag.name().as_ref() != "testcase" => return Err(XmlError::Root),
            Event::Empty(tag) => {
                closed |= depth == 0;
                if tag.name().as_ref() == "input" {
                    values.push(String::new());
                }
            }
            Event::Text(text) => {
                if let Some(inside) = &mut inside {
                    *inside += &text;
                }
            }
            Event::GeneralRef(name) => {
                if let Some(inside) = &mut inside {
                    inside.push(match &*name {
                        "lt" => '<',
                        "gt" => '>',
                        "amp" => '&',
                        "quot" => '"',
                        "apos" => '\'',
                        _ => return Err(XmlError::Xml(format!("no entity &{};", &*name))),
                    });
                }
            }
            Event::End(_) => {
                depth -= 1;
                closed |= depth == 0;
                values.extend(inside.take().map(|text| plain(text.trim())));
            }
            Event::Eof if closed => return Ok(values),
            Event::Eof if depth == 0 => return Err(XmlError::Root),
            Event::Eof => return Err(XmlError::Truncated),
            _ => {}
        }
    }
}

/// A value in one of the spellings that C programmers use, as [`value::parse`] reads it: a character in quotes, a suffix
/// behind a number, a hexadecimal float.
fn plain(text: &str) -> String {
    let unquoted = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    if let Some(&[byte]) = unquoted.map(str::as_bytes) {
        return byte.to_string();
    }
    if let Some(float) = hexadecimal_float(text) {
        return format!("{float:?}");
    }
    let hexadecimal = text.contains("0x") || text.contains("0X");
    let suffix: &[char] = if hexadecimal { &['u', 'U', 'l', 'L'] } else { &['u', 'U', 'l', 'L', 'f', 'F'] };
    let bare = text.trim_end_matches(suffix);
    // `inf` keeps its last letter.
    if bare.ends_with(|c: char| c.is_ascii_hexdigit() || c == '.') { bare.into() } else { text.into() }
}

/// `-0x1.8p+3`
fn hexadecimal_float(text: &str) -> Option<f64> {
    let (negative, rest) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let rest = rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X"))?;
    let (digits, exponent) = rest.split_once(['p', 'P'])?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = format!("{whole}{fraction}");
    let significand = u64::from_str_radix(&digits, 16).ok().filter(|_| digits.len() <= 16)?;
    let exponent = exponent.trim_end_matches(['f', 'F', 'l', 'L']).parse::<i32>().ok()?;
    let exponent = exponent.checked_sub(4 * fraction.len() as i32)?;
    // In two steps, because the scale of the smallest floats is no float itself.
    let half = exponent / 2;
    let value = significand as f64 * 2f64.powi(half) * 2f64.powi(exponent - half);
    Some(if negative { -value } else { value })
}

/// A test's name, and its values or what is wrong with it.
pub type Named = (String, Result<Vec<String>, XmlError>);

/// The tests of a suite in a zip file: their names and values. Metadata is no test.
pub fn read_zip(bytes: Vec<u8>) -> Result<Vec<Named>, XmlError> {
    let wrong = |error: zip::result::ZipError| XmlError::Zip(error.to_string());
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).map_err(wrong)?;
    let mut tests = Vec::new();
    for index in 0..zip.len() {
        let file = zip.by_index(index).map_err(wrong)?;
        let name = file.name().map_err(wrong)?.into_owned();
        if !name.ends_with(".xml") || name.rsplit('/').next() == Some("metadata.xml") {
            continue;
        }
        let mut text = Vec::new();
        // More than anybody's test: a bomb.
        file.take(64 << 20).read_to_end(&mut text).map_err(|error| XmlError::Zip(error.to_string()))?;
        tests.push((name, read(&text)));
    }
    Ok(tests)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(iso(0), "1970-01-01T00:00:00Z");
        assert_eq!(iso(951_782_400 + 86_399), "2000-02-29T23:59:59Z");
        assert_eq!(iso(951_868_800), "2000-03-01T00:00:00Z");
        assert_eq!(iso(4_107_542_399), "2100-02-28T23:59:59Z");
        assert_eq!(iso(4_107_542_400), "2100-03-01T00:00:00Z");
    }

    #[test]
    fn tests_are_read_and_damage_is_noticed() {
        let text = head("testcase")
            + "<testcase>\n <input variable=\"x\" type=\"int\"> -5 </input><input>0x1p3</input></testcase>";
        assert_eq!(read(text.as_bytes()), Ok(vec!["-5".into(), "8.0".into()]));
        assert_eq!(read(b"<testcase/>"), Ok(Vec::new()));
        let spellings = [("'a'", "97"), ("5u", "5"), ("-7LL", "-7"), ("1.5f", "1.5"), ("inf", "inf"), ("0xff", "0xff")];
        for (text, meaning) in spellings.into_iter().chain([("-0x1.8p+1", "-3.0"), ("0x1p-149", "1e-45")]) {
            let meant = plain(text);
            assert!(
                meant == meaning || meant.parse::<f32>().unwrap() == meaning.parse::<f32>().unwrap(),
                "{text}: {meant}"
            );
        }
        assert_eq!(read(b"<test-metadata></test-metadata>"), Err(XmlError::Root));
        for end in head("testcase").len() + 1..text.len() {
            assert!(read(&text.as_bytes()[..end]).is_err(), "{end}");
        }
        assert!(read_zip(b"PK\x03\x04 and no more".to_vec()).is_err());
    }
}
