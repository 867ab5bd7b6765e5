//! The independent judge: the original C, compiled natively with the sanitizer that fits, on exactly the inputs of a
//! finding.
//!
//! A finding is confirmed only when the native program fails with the same class at the same source line, in the same
//! data model; else the [`Reason`] says what happened instead. Nothing here relies on the simulator, the lifter or the
//! models: the program is compiled from its own text, by [`native`], and linked with a small driver (`driver.c`) that
//! hands out the recorded values in order, with the real C library. [`sanitizer`] knows which tool sees which class,
//! [`report`] reads what it says, and [`verdict`] compares.
//!
//! The program runs for real: in an empty directory of its own, with an empty environment, without a shell, inside
//! limits of time and memory, and whatever it started is ended with it ([`process`]).

mod cache;
mod native;
mod process;
mod report;
mod sanitizer;
mod stubs;
mod verdict;

pub use cache::Cache;
pub use verdict::{Evidence, Reason, Verdict};

use crate::output::Finding;
use crate::simulate::Drawn;
use native::Native;
use process::Limits;
use rarebit_front_end::ir::{CheckClass, DataModel, Program};
use rarebit_front_end::lift::{LiftOptions, Stdin};
use report::Sources;
use sanitizer::{Method, Sanitizer};
use std::fs;
use std::io::Write;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use verdict::{Expected, Seen};

/// How long a native run may take.
const TIME: Duration = Duration::from_secs(20);
/// Memory that a native run may use.
const MEGABYTES: u64 = 2048;
/// Bytes of any file that a native run writes, reports included.
const FILE_SIZE: u64 = 16 << 20;

/// The source of the inputs that standard input is made of.
const STDIN: &str = "stdin";

/// Judges the findings of one program.
pub struct Judge<'p> {
    program: &'p Program,
    native: Result<Native, Reason>,
    sources: Sources,
    args: Vec<String>,
    stdin: Stdin,
    name: String,
    cache: Cache,
    symbolizer: PathBuf,
}

impl<'p> Judge<'p> {
    /// A judge of the program that these options gave.
    pub fn new(options: &LiftOptions, program: &'p Program, cache: Cache) -> Judge<'p> {
        let here = std::env::current_dir().unwrap_or_default();
        let name = options.files.first().and_then(|file| file.file_stem());
        Judge {
            program,
            native: Native::new(options, program),
            sources: Sources::new(program.files.values().cloned(), &here),
            args: options.args.clone(),
            stdin: options.inputs.stdin.clone(),
            name: name.map_or("program".into(), |name| name.to_string_lossy().into_owned()),
            cache,
            symbolizer: find_symbolizer(),
        }
    }

    /// Runs the native program on the inputs of a finding.
    pub fn judge(&self, finding: &Finding, inputs: &[Drawn]) -> Verdict {
        self.try_judge(finding, inputs).unwrap_or_else(Verdict::Unconfirmed)
    }

    /// The exit status of the native program on these inputs; a reason if it does not end by itself.
    pub fn exit(&self, inputs: &[Drawn]) -> Result<i32, Reason> {
        let native = self.native.as_ref().map_err(Reason::clone)?;
        let method = Method { sanitizer: Sanitizer::Plain, words: &[], jumps: false, leaks: false };
        let binary = native.build(method.sanitizer, &self.cache)?;
        let seen = self.run(&binary, &method, inputs).map_err(Reason::machine)?;
        let given = inputs.iter().filter(|(site, _)| self.program.sites[*site].source != STDIN).count();
        let expected = Expected { method: &method, sources: &self.sources, file: "", line: 0, given, time: TIME };
        match expected.judge(seen) {
            Verdict::Unconfirmed(Reason::Exit { status, .. }) => Ok(status),
            Verdict::Unconfirmed(reason) => Err(reason),
            Verdict::Confirmed(Evidence { word, place, .. }) => Err(Reason::OtherClass { word, place }),
        }
    }

    fn try_judge(&self, finding: &Finding, inputs: &[Drawn]) -> Result<Verdict, Reason> {
        let native = self.native.as_ref().map_err(Reason::clone)?;
        let (file, line) = position(&finding.place).ok_or(Reason::Placeless)?;
        let class = finding.class.clone().unwrap_or_default();
        let method = CheckClass::from_name(&class).and_then(|class| sanitizer::method(class, self.program.model));
        let method = method.ok_or(Reason::NoSanitizer { class, model: self.program.model.name() })?;
        let binary = native.build(method.sanitizer, &self.cache)?;
        let seen = self.run(&binary, &method, inputs).map_err(Reason::machine)?;
        let (method, sources) = (&method, &self.sources);
        let given = inputs.iter().filter(|(site, _)| self.program.sites[*site].source != STDIN).count();
        Ok(Expected { method, sources, file, line, given, time: TIME }.judge(seen))
    }

    fn run(&self, binary: &Path, method: &Method, inputs: &[Drawn]) -> std::io::Result<Seen> {
        let directory = tempfile::tempdir()?;
        let path = |name: &str| directory.path().join(name);
        fs::create_dir(path("here"))?;
        self.write_inputs(&path("inputs"), inputs)?;
        fs::write(path("stdin"), self.stdin(inputs)?)?;
        let report = path("report").display().to_string();
        let options = method.options(&report, &self.symbolizer.display().to_string(), MEGABYTES);
        let mut command = Command::new(binary);
        command.arg0(&self.name).args(&self.args).current_dir(path("here"));
        command.stdin(fs::File::open(path("stdin"))?);
        command.env_clear().env(method.sanitizer.variable(), options);
        command.env("RAREBIT_REPLAY", path("inputs")).env("RAREBIT_SAID", path("said"));
        if method.jumps {
            command.env("RAREBIT_JUMPS", "1");
        }
        let ended = process::run(&mut command, self.limits(method.sanitizer))?;
        let text = |path: &Path| String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned();
        // The runtime adds the process number; a child of the program would write one of its own.
        let mut reports: Vec<PathBuf> =
            fs::read_dir(directory.path())?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        reports.retain(|path| path.file_stem().is_some_and(|stem| stem == "report"));
        reports.sort();
        let report: String = reports.iter().map(|path| text(path)).collect();
        Ok(Seen {
            said: report::said(&text(&path("said")), &report),
            symptom: report::symptom(&report).or_else(|| report::symptom(&ended.errors)),
            status: ended.status.code(),
            signal: ended.status.signal(),
            timed_out: ended.timed_out,
        })
    }

    fn limits(&self, sanitizer: Sanitizer) -> Limits {
        let small = self.program.model == DataModel::Ilp32;
        Limits {
            time: TIME,
            address_space: (!sanitizer.has_shadow()).then_some((2 * MEGABYTES) << 20),
            stack: Some(if small { 128 << 20 } else { 1 << 30 }),
            file: Some(FILE_SIZE),
        }
    }

    /// The content of standard input: given, or made of inputs, of which the first is its size. What the program
    /// did not read of it is zeros.
    fn stdin(&self, inputs: &[Drawn]) -> std::io::Result<Vec<u8>> {
        match &self.stdin {
            Stdin::Empty => Ok(Vec::new()),
            Stdin::File(path) => fs::read(path),
            Stdin::Input(_) => {
                let mut read = inputs.iter().filter(|(site, _)| self.program.sites[*site].source == STDIN);
                let size = read.next().map_or(0, |(_, size)| *size as usize);
                let mut bytes: Vec<u8> = read.map(|(_, byte)| *byte as u8).collect();
                bytes.resize(size, 0);
                Ok(bytes)
            }
        }
    }

    /// The inputs as the driver reads them: an array of fixed records.
    fn write_inputs(&self, path: &Path, inputs: &[Drawn]) -> std::io::Result<()> {
        const SOURCE: usize = 48;
        let mut file = std::io::BufWriter::new(fs::File::create(path)?);
        for &(site, bits) in inputs {
            let info = &self.program.sites[site];
            if info.source == STDIN {
                continue;
            }
            let mut source = [0; SOURCE];
            let name = info.source.as_bytes();
            let length = name.len().min(SOURCE - 1);
            source[..length].copy_from_slice(&name[..length]);
            file.write_all(&source)?;
            file.write_all(&info.ty.bits(self.program.model).to_le_bytes())?;
            file.write_all(&u32::from(info.ty.is_float()).to_le_bytes())?;
            file.write_all(&bits.to_le_bytes())?;
        }
        file.flush()
    }
}

/// File and line of `file:line:column`.
fn position(place: &str) -> Option<(&str, u32)> {
    let (rest, _column) = place.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    Some((file, line.parse().ok()?))
}

/// The symbolizer on the path: the sanitizers need to be told where it is, for lack of an environment.
fn find_symbolizer() -> PathBuf {
    let directories: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
        .chain(["/usr/lib/llvm-19/bin".into()])
        .collect();
    ["llvm-symbolizer-19", "llvm-symbolizer"]
        .iter()
        .flat_map(|name| directories.iter().map(move |directory| directory.join(name)))
        .find(|path| path.is_file())
        .unwrap_or_else(|| "llvm-symbolizer".into())
}
