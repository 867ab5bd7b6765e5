//! `rarebit.toml`: what a project always wants, so that nobody has to type it.
//!
//! The file is looked for in the current directory and upwards. A key is the long name of an option (`-I` is `include`,
//! `-D` is `define`, the files are `files`, what follows `--` is `args`); at the top of the file it holds for every command
//! that has the option, in a table such as `[hunt]` for that command. Paths are relative to the file. What the command
//! line says wins; an option that the command line's own would conflict with is left out. A key that no command knows is
//! an error with its place.
//!
//! It works by putting words into the command line and parsing that, so that every option has one definition.

use super::error::Error;
use super::{Cli, report};
use clap::builder::ValueParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory};
use std::ffi::OsString;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub const NAME: &str = "rarebit.toml";

/// What is wrong in the file, and where.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {message}{excerpt}")]
pub struct ConfigError {
    place: String,
    message: String,
    excerpt: String,
}

/// The command line with the project's defaults in it.
pub fn with_defaults(args: Vec<OsString>) -> Result<Vec<OsString>, Error> {
    let own = args.split(|arg| arg == "--").next().unwrap_or_default();
    if own.iter().any(|arg| matches!(arg.to_str(), Some("-h" | "--help" | "-V" | "--version" | "help"))) {
        return Ok(args);
    }
    let directory = std::env::current_dir().unwrap_or_default();
    let Some(path) = directory.ancestors().map(|dir| dir.join(NAME)).find(|path| path.is_file()) else {
        return Ok(args);
    };
    let name = path.strip_prefix(&directory).unwrap_or(&path).display().to_string();
    let bytes = std::fs::read(&path).map_err(|error| plain(&name, format!("cannot be read: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|_| plain(&name, "not UTF-8".into()))?;
    File { name, root: path.parent().unwrap_or(Path::new("/")).into(), text: &text }.apply(args)
}

fn plain(name: &str, message: String) -> Error {
    Error::Config(ConfigError { place: name.into(), message, excerpt: String::new() })
}

struct File<'t> {
    name: String,
    root: PathBuf,
    text: &'t str,
}

/// A key for the command at hand, as words.
struct Words {
    before: Vec<OsString>,
    /// After `--`.
    last: Vec<OsString>,
    at: Range<usize>,
}

impl File<'_> {
    fn apply(&self, args: Vec<OsString>) -> Result<Vec<OsString>, Error> {
        let table = DeTable::parse(self.text)
            .map_err(|error| self.wrong(error.span().unwrap_or(0..0), error.message().to_string()))?;
        let mut cli = Cli::command();
        cli.build();
        let given = cli.clone().ignore_errors(true).try_get_matches_from(&args).ok();
        let given = given.as_ref().and_then(ArgMatches::subcommand);
        let command = given.and_then(|(name, _)| cli.find_subcommand(name));
        let mut words = Vec::new();
        for (key, value) in table.get_ref() {
            if let DeValue::Table(inner) = value.get_ref() {
                let Some(sub) = cli.find_subcommand(key.get_ref().as_ref()).filter(|sub| takes_defaults(sub)) else {
                    let names: Vec<&str> =
                        cli.get_subcommands().filter(|sub| takes_defaults(sub)).map(Command::get_name).collect();
                    let message = format!("no command `{}`; there are {}", key.get_ref(), names.join(", "));
                    return Err(self.wrong(key.span(), message));
                };
                for (key, value) in inner {
                    let Some(arg) = option(sub, key.get_ref()) else {
                        let message = format!(
                            "`rarebit {}` has no option `{}`{}",
                            sub.get_name(),
                            key.get_ref(),
                            near(&[sub], key.get_ref())
                        );
                        return Err(self.wrong(key.span(), message));
                    };
                    let new = self.words(arg, key, value)?;
                    if command.is_some_and(|command| command.get_name() == sub.get_name()) {
                        words.push((arg, new));
                    }
                }
                continue;
            }
            let all: Vec<&Command> = cli.get_subcommands().filter(|sub| takes_defaults(sub)).collect();
            let Some(arg) = all.iter().find_map(|sub| option(sub, key.get_ref())) else {
                let message = format!("no command has an option `{}`{}", key.get_ref(), near(&all, key.get_ref()));
                return Err(self.wrong(key.span(), message));
            };
            let new = self.words(arg, key, value)?;
            // A table of the command says it more precisely.
            let own = command.and_then(|command| table.get_ref().get(command.get_name()));
            let own = own
                .and_then(|own| own.get_ref().as_table())
                .is_some_and(|own| own.contains_key(key.get_ref().as_ref()));
            if let Some(arg) = command.and_then(|command| option(command, key.get_ref())).filter(|_| !own) {
                words.push((arg, new));
            }
        }
        let (Some((_, given)), Some(command)) = (given, command) else { return Ok(args) };
        let is_given = |arg: &Arg| given.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
        // A conflict counts whichever side declares it.
        let clash = |a: &Arg, b: &Arg| command.get_arg_conflicts_with(a).iter().any(|c| c.get_id() == b.get_id());
        let rules_out = |arg: &Arg, other: &Arg| is_given(other) && (clash(arg, other) || clash(other, arg));
        let loses = |arg: &Arg| is_given(arg) || command.get_arguments().any(|other| rules_out(arg, other));
        let words: Vec<Words> = words.into_iter().filter(|(arg, _)| !loses(arg)).map(|(_, words)| words).collect();
        self.check(&cli, &args, &words)?;
        Ok(insert(&args, words.iter()))
    }

    /// A value that an option does not take is the file's fault, not the command line's.
    fn check(&self, cli: &Command, args: &[OsString], words: &[Words]) -> Result<(), Error> {
        for one in words {
            let line = insert(&args[..args.len().min(2)], std::iter::once(one));
            if let Err(error) = cli.clone().try_get_matches_from(line)
                && matches!(
                    error.kind(),
                    clap::error::ErrorKind::ValueValidation | clap::error::ErrorKind::InvalidValue
                )
            {
                let text = error.to_string();
                let text = text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_string();
                return Err(self.wrong(one.at.clone(), text));
            }
        }
        Ok(())
    }

    fn words(
        &self,
        arg: &Arg,
        key: &Spanned<toml::de::DeString<'_>>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<Words, Error> {
        let many = matches!(arg.get_action(), ArgAction::Append) || arg.get_value_delimiter().is_some();
        let flag = matches!(arg.get_action(), ArgAction::SetTrue);
        let values: Vec<&Spanned<DeValue<'_>>> = match value.get_ref() {
            DeValue::Array(array) if many => array.iter().collect(),
            DeValue::Array(_) => return Err(self.wrong(value.span(), format!("`{}` takes one value", key.get_ref()))),
            _ => vec![value],
        };
        let mut words = Words { before: Vec::new(), last: Vec::new(), at: value.span() };
        for value in values {
            let text = match value.get_ref() {
                DeValue::Boolean(on) if flag => {
                    words.before.extend(on.then(|| format!("--{}", key.get_ref()).into()));
                    continue;
                }
                _ if flag => return Err(self.wrong(value.span(), format!("`{}` is true or false", key.get_ref()))),
                DeValue::String(text) => self.path(arg, text),
                DeValue::Integer(number) => number.to_string(),
                DeValue::Float(number) => number.to_string(),
                _ => return Err(self.wrong(value.span(), "expected a text or a number".into())),
            };
            if arg.is_last_set() {
                words.last.push(text.into());
            } else if arg.is_positional() {
                words.before.push(text.into());
            } else if let Some(long) = arg.get_long() {
                words.before.push(format!("--{long}={text}").into());
            } else if let Some(short) = arg.get_short() {
                words.before.push(format!("-{short}{text}").into());
            }
        }
        Ok(words)
    }

    /// Paths are relative to the file.
    fn path(&self, arg: &Arg, text: &str) -> String {
        let path = ValueParser::path_buf().type_id() == arg.get_value_parser().type_id() || arg.get_id() == "include";
        let here = std::env::current_dir().is_ok_and(|here| here == self.root);
        if path && !here { self.root.join(text).display().to_string() } else { text.into() }
    }

    fn wrong(&self, at: Range<usize>, message: String) -> Error {
        let before = &self.text[..at.start.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1) + 1;
        let place = format!("{}:{line}:{column}", self.name);
        let excerpt = report::excerpt(&place).map(|text| format!("\n{text}")).unwrap_or_default();
        Error::Config(ConfigError { place, message, excerpt })
    }
}

/// Commands about programs; the rest has nothing that a project would decide.
fn takes_defaults(command: &Command) -> bool {
    !matches!(command.get_name(), "help" | "completions" | "man" | "doctor")
}

fn option<'c>(command: &'c Command, key: &str) -> Option<&'c Arg> {
    let named = |arg: &&Arg| {
        let hidden = matches!(arg.get_id().as_str(), "help" | "version");
        !hidden && (arg.get_long() == Some(key) || arg.get_long().is_none() && arg.get_id() == key)
    };
    command.get_arguments().find(named)
}

/// The words right after the command, and what follows `--` at the end.
fn insert<'w>(args: &[OsString], words: impl Iterator<Item = &'w Words> + Clone) -> Vec<OsString> {
    let place = args.len().min(2);
    let mut line: Vec<OsString> = args[..place].to_vec();
    line.extend(words.clone().flat_map(|words| words.before.iter().cloned()));
    line.extend(args[place..].iter().cloned());
    let last: Vec<OsString> = words.flat_map(|words| words.last.iter().cloned()).collect();
    if !last.is_empty() {
        line.push("--".into());
        line.extend(last);
    }
    line
}

/// A name that was probably meant.
fn near(commands: &[&Command], key: &str) -> String {
    let names = commands.iter().flat_map(|command| command.get_arguments().filter_map(|arg| arg.get_long()));
    let best = names.map(|name| (distance(name, key), name)).min();
    best.filter(|(far, _)| *far <= 2).map(|(_, name)| format!("; did you mean `{name}`?")).unwrap_or_default()
}

/// How many letters have to change (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.chars().enumerate() {
            let best = (corner + usize::from(x != y)).min(row[j] + 1).min(row[j + 1] + 1);
            corner = row[j + 1];
            row[j + 1] = best;
        }
    }
    row[b.chars().count()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(text: &str, line: &str) -> Result<String, String> {
        let file = File { name: NAME.into(), root: "/project".into(), text };
        let words = file.apply(line.split(' ').map(OsString::from).collect()).map_err(|error| error.to_string())?;
        Ok(words.iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn the_command_line_wins() {
        let text = "time = '5m'\ninclude = ['inc']\nfiles = ['a.c']\n[hunt]\nfirst = true\nchecks = 'memory'\n";
        let whole = "rarebit hunt /project/a.c --checks=memory --first -I/project/inc --time=5m";
        assert_eq!(apply(text, "rarebit hunt").unwrap(), whole);
        let property = tempfile::NamedTempFile::with_suffix(".prp").unwrap();
        std::fs::write(&property, "CHECK( init(main()), LTL(G ! call(reach_error())) )\n").unwrap();
        let property = property.path().display();
        assert_eq!(
            apply(text, &format!("rarebit hunt b.c --time 1s --property {property}")).unwrap(),
            format!("rarebit hunt --first -I/project/inc b.c --time 1s --property {property}")
        );
        assert_eq!(apply(text, "rarebit cover").unwrap(), "rarebit cover /project/a.c -I/project/inc --time=5m");
        assert_eq!(
            apply("time = '5m'\n[hunt]\ntime = '9m'", "rarebit hunt a.c").unwrap(),
            "rarebit hunt --time=9m a.c"
        );
        assert_eq!(apply("args = ['x']", "rarebit run a.c").unwrap(), "rarebit run a.c -- x");
        assert_eq!(apply(text, "rarebit doctor").unwrap(), "rarebit doctor");
    }

    #[test]
    fn mistakes_have_a_place() {
        let wrong = |text: &str| apply(text, "rarebit hunt a.c").unwrap_err();
        assert!(
            wrong("seed = 1\ntiem = '5m'\n")
                .starts_with("rarebit.toml:2:1: no command has an option `tiem`; did you mean `time`?")
        );
        assert!(wrong("[hunt]\ntests = 'x'\n").starts_with("rarebit.toml:2:1: `rarebit hunt` has no option `tests`"));
        assert!(wrong("[hnt]\ntime = '1s'").starts_with("rarebit.toml:1:2: no command `hnt`"));
        assert!(
            wrong("time = 'soon'").contains("rarebit.toml:1:8: invalid value 'soon'"),
            "{}",
            wrong("time = 'soon'")
        );
        assert!(wrong("seed = ").starts_with("rarebit.toml:1:"), "{}", wrong("seed = "));
        assert!(wrong("[hunt]\nfirst = 3").starts_with("rarebit.toml:2:9: `first` is true or false"));
        assert!(wrong("time = ['1s']").starts_with("rarebit.toml:1:8: `time` takes one value"));
    }
}
