//! The tests as C programs that need nothing but a C compiler: for every violation a reproducer that fails as reported,
//! and one file with the whole suite, a function for each test.
//!
//! Such a file holds the program's own text ([`super::c_text`]), the functions that hand out its inputs
//! ([`super::c_inputs`]), the values, and a `main`. The command that builds it stands at its top; it has a sanitizer
//! in it where only a sanitizer sees the error. A program of several files becomes a directory of them.

use super::c_inputs::{self, Inputs};
use super::c_text::{self, ENTRY};
use super::{Case, ExportError, Files, Suite, Written};
use crate::output::Ending;
use rarebit_front_end::ir::{CheckClass, DataModel};
use rarebit_front_end::lift::units;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The program's text: of each of its files, without what is of the command line.
struct Source {
    texts: Vec<Vec<u8>>,
    flags: Vec<String>,
}

impl Source {
    fn new(suite: &Suite<'_>, format: &'static str) -> Result<Source, ExportError> {
        let wrong = |why: String| ExportError::Nothing { format, why };
        let options = &suite.origin.options;
        let mut source = Source { texts: Vec::new(), flags: Vec::new() };
        for unit in units(options).map_err(|error| wrong(error.to_string()))? {
            if !unit.file.extension().is_some_and(|extension| extension == "c" || extension == "i") {
                return Err(wrong(format!("{} is no C text", unit.file.display())));
            }
            let read = c_text::of_unit(&unit, &options.flags);
            let (text, flags) = read.map_err(|error| ExportError::Read { path: unit.file.clone(), error })?;
            source.texts.push(text);
            source.flags.extend(flags.into_iter().filter(|flag| flag != "-c" && !flag.starts_with("-O")));
        }
        source.flags.dedup();
        Ok(source)
    }

    /// All of it as text, to look for words in.
    fn words(&self) -> String {
        self.texts.iter().map(|text| String::from_utf8_lossy(text).into_owned()).collect()
    }

    /// The files: one, or one for each of the program's beside ours.
    fn files(&self, place: &Path, head: &str, ours: &str) -> Vec<(PathBuf, Vec<u8>)> {
        if let [text] = self.texts.as_slice() {
            return vec![(place.with_extension("c"), [head.as_bytes(), text, ours.as_bytes()].concat())];
        }
        let mut files: Vec<(PathBuf, Vec<u8>)> = self
            .texts
            .iter()
            .enumerate()
            .map(|(index, text)| (place.join(format!("unit-{index}.c")), text.clone()))
            .collect();
        files.push((place.join("main.c"), [head, ours].concat().into_bytes()));
        files
    }

    /// The command that builds and runs it.
    fn command(&self, suite: &Suite<'_>, cases: &[&Case], name: &str) -> String {
        let classes: Vec<CheckClass> = cases.iter().filter_map(|case| case.class()).collect();
        let memory = classes.contains(&CheckClass::Uninit);
        let mut words = vec![if memory { "clang" } else { "cc" }.to_string(), "-g".into(), "-w".into()];
        if suite.program.model == DataModel::Ilp32 {
            words.extend(["-m32".into(), "-msse2".into(), "-mfpmath=sse".into()]);
        }
        words.extend(self.flags.iter().cloned());
        let mut sanitizers: Vec<&str> = classes.iter().filter_map(|class| sanitizer(*class)).collect();
        sanitizers.sort_unstable();
        sanitizers.dedup();
        if !sanitizers.is_empty() {
            words.push(format!("-fsanitize={}", sanitizers.join(",")));
            words.push("-fno-sanitize-recover=all".into());
        }
        if self.texts.len() == 1 {
            words.push(format!("{name}.c"));
        } else {
            words.push(format!("{name}/main.c"));
            words.extend((0..self.texts.len()).map(|index| format!("{name}/unit-{index}.c")));
        }
        format!("{} -lm -o {name}.out && ./{name}.out", words.join(" "))
    }

    fn leaks(cases: &[&Case]) -> bool {
        cases.iter().any(|case| case.class() == Some(CheckClass::Leak))
    }
}

/// The sanitizer, by its name in gcc and clang, without which an error of this class does not show.
fn sanitizer(class: CheckClass) -> Option<&'static str> {
    use CheckClass::*;
    Some(match class {
        Assert | Error | Abort | Trap | Null | ConstantWrite | Call | Division => return None,
        Index => "bounds",
        Overflow => "signed-integer-overflow",
        Shift => "shift",
        FloatCast => "float-cast-overflow",
        VlaBound => "vla-bound",
        Builtin => "builtin",
        Bool => "bool",
        Unreachable => "unreachable",
        Uninit => "memory",
        _ => "address",
    })
}

fn safe(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *")
}

/// Why a violation has no reproducer.
fn is_hopeless(case: &Case) -> Option<String> {
    let class = case.class()?;
    (class == CheckClass::Unfreed).then(|| "no native tool sees this class of error".into())
}

/// One reproducer for each violation.
pub fn reproducers(suite: &Suite<'_>) -> Result<(Files, Written), ExportError> {
    let source = Source::new(suite, "c")?;
    let text = source.words();
    let mut written = Written::default();
    let mut files = Vec::new();
    for (case, finding) in suite.violations() {
        let made = is_hopeless(case).map_or(Ok(()), Err).and_then(|()| {
            let inputs = Inputs::new(suite, &[case])?;
            Ok((inputs.functions(&text, source.texts.len() > 1), inputs.give(case)?))
        });
        let (functions, give) = match made {
            Ok(made) => made,
            Err(why) => {
                written.left_out.push((case.name.clone(), why));
                continue;
            }
        };
        let what = [finding.class.as_deref(), finding.text.as_deref()].into_iter().flatten().collect::<Vec<_>>();
        let head = format!(
            "/* {} at {} in {}: {}.\n *\n *   {}\n */\n",
            safe(&what.join(": ")),
            safe(&finding.place),
            safe(&finding.function),
            safe(&finding.fault),
            safe(&source.command(suite, &[case], &case.name)),
        );
        let leaks = if Source::leaks(&[case]) { "1" } else { "0" };
        let ours = format!(
            "{}\n{}\nint main(void) {{\n{give}  rb_run();\n}}\n",
            functions.replace("RB_LEAKS", leaks),
            run(suite)
        );
        files.extend(source.files(Path::new(&case.name), &head, &ours));
        written.tests += 1;
    }
    Ok((Files::Many(files), written))
}

/// The whole suite in one program.
pub fn tests(suite: &Suite<'_>) -> Result<(Files, Written), ExportError> {
    let source = Source::new(suite, "c-tests")?;
    let text = source.words();
    let mut written = Written::default();
    let mut cases: Vec<&Case> = Vec::new();
    for case in &suite.cases {
        let fitting = match case.ending {
            Ending::Exit { .. } => Ok(()),
            Ending::Violation(_) => is_hopeless(case).map_or(Ok(()), Err),
            _ => Err("its run comes to no end of its own".to_string()),
        };
        // One sanitizer excludes the others, and one build has to do.
        let lonely = case.class() == Some(CheckClass::Uninit);
        match fitting.and_then(|()| if lonely { Err("it needs a build of its own; see --to c".into()) } else { Ok(()) })
        {
            Ok(()) => cases.push(case),
            Err(why) => written.left_out.push((case.name.clone(), why)),
        }
    }
    let wrong = |why: String| ExportError::Nothing { format: "c-tests", why };
    let inputs = Inputs::new(suite, &cases).map_err(wrong)?;
    let (mut functions, mut table) = (String::new(), String::new());
    let mut failing = 0;
    for case in &cases {
        let id: String = case.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let (about, status) = match &case.ending {
            Ending::Exit { status } => (format!("ends with status {status}"), (*status & 0xff).to_string()),
            _ => {
                failing += 1;
                let finding = case.violation().cloned().unwrap_or_default();
                (format!("fails: {} at {}", finding.class.unwrap_or_default(), finding.place), "-1".into())
            }
        };
        let give = inputs.give(case).map_err(wrong)?;
        let _ = writeln!(functions, "/* {} */\nstatic void test_{id}(void) {{\n{give}}}\n", safe(&about));
        let name = c_inputs::text(case.name.as_bytes());
        let _ = writeln!(table, "  {{{name}, {}, test_{id}, {status}}},", c_inputs::text(about.as_bytes()));
    }
    let head = format!(
        "/* Tests of {}: {} that pass, {failing} that fail{}.\n *\n *   {}\n *\n * One line a test in the Test Anything \
         Protocol; the status is 1 if any fails. A test that shows a violation\n * fails until the program is mended; then \
         it only has to end by itself.\n */\n",
        safe(&suite.origin.names.join(", ")),
        cases.len() - failing,
        if failing == 0 { "" } else { " because of what was found" },
        safe(&source.command(suite, &cases, "tests")),
    );
    let leaks = if Source::leaks(&cases) { "1" } else { "0" };
    let base = inputs.functions(&text, source.texts.len() > 1).replace("RB_LEAKS", leaks);
    let ours = format!(
        "{base}\n{}\n/* ---- The tests ---- */\n\n{functions}static const struct {{\n  const char *name, *about;\n  void \
         (*give)(void);\n  int status; /* -1: it fails */\n}} rb_tests[] = {{\n{table}}};\n{MAIN}",
        run(suite)
    );
    written.tests = cases.len();
    Ok((Files::Many(source.files(Path::new("tests"), &head, &ours)), written))
}

/// The function that runs the program once.
fn run(suite: &Suite<'_>) -> String {
    let options = &suite.origin.options;
    let fuzz = suite.program.sites.values().any(|site| site.source == "LLVMFuzzerTestOneInput")
        // That of a harness made for one function counts as the library's.
        || !suite.program.funcs.values().any(|func| func.name == "main");
    if fuzz {
        return FUZZ.into();
    }
    let name =
        options.files.first().and_then(|file| file.file_stem()).unwrap_or_default().to_string_lossy().into_owned();
    let mut words = vec![name];
    words.extend(options.args.iter().cloned());
    let list: Vec<String> = words.iter().map(|word| c_inputs::text(word.as_bytes())).collect();
    let count = list.len();
    format!(
        "int rb_main(int, char **, char **) __asm__(\"{ENTRY}\");\n\nstatic void rb_run(void) {{\n  static char \
         *arguments[{count} + 66] = {{{}}};\n  static char *environment[] = {{(void *)0}};\n  \
         __builtin_memcpy(arguments + {count}, rb_arguments, sizeof rb_arguments);\n  rb_prepare();\n  \
         rb_exit(rb_main({count} + rb_argument_count, arguments, environment));\n}}\n",
        list.iter().map(|word| format!("(char *){word}")).collect::<Vec<_>>().join(", ")
    )
}

const FUZZ: &str = "
int rb_target(const unsigned char *data, rb_size size) __asm__(\"LLVMFuzzerTestOneInput\");

static void rb_run(void) {
  unsigned char *data = rb_calloc(1, rb_data_size ? rb_data_size : 1);
  __builtin_memcpy(data, rb_data ? rb_data : \"\", rb_data_size);
  rb_prepare();
  rb_target(data, rb_data_size);
  rb_exit(0);
}
";

const MAIN: &str = r##"
int rb_fork(void) __asm__("fork");
int rb_waitpid(int child, int *status, int options) __asm__("waitpid");
int rb_printf(const char *format, ...) __asm__("printf");
int rb_fflush(void *file) __asm__("fflush");
int rb_open(const char *path, int flags, ...) __asm__("open");
unsigned rb_alarm(unsigned seconds) __asm__("alarm");

int main(void) {
  int count = (int)(sizeof rb_tests / sizeof *rb_tests), failed = 0;
  rb_printf("1..%d\n", count);
  for (int i = 0; i < count; i++) {
    rb_fflush((void *)0);
    int status = 0, child = rb_fork();
    if (child == 0) {
      rb_dup2(rb_open("/dev/null", 1), 1);
      rb_alarm(60);
      rb_tests[i].give();
      rb_run();
    }
    rb_waitpid(child, &status, 0);
    int ended = (status & 0x7f) == 0, code = status >> 8 & 0xff;
    int own = ended && code != 97 && code != 98 && code != 99;
    int passed = own && (rb_tests[i].status == -1 || rb_tests[i].status == code);
    failed += !passed;
    rb_printf("%sok %d - %s: %s\n", passed ? "" : "not ", i + 1, rb_tests[i].name, rb_tests[i].about);
  }
  rb_printf("# %d passed, %d failed\n", count - failed, failed);
  rb_fflush((void *)0);
  return failed != 0;
}
"##;
