//! The arguments that say what counts as a violation, the same for every subcommand that runs the program.

use crate::output::property::{self, Property};
use rarebit_front_end::ir::{CheckClass, CheckGroup, ClassSet};
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct CheckArgs {
    /// What counts as a violation: a list of groups and classes such as memory,arithmetic,-overflow
    ///
    /// Groups: assert (assert, error, trap); abort; memory (null, bounds, wild, use-after-free, use-after-scope,
    /// use-after-return, double-free, bad-free, constant-write, call, index); arithmetic (overflow, division, shift,
    /// float-cast, vla-bound, builtin, bool); control (unreachable); string (terminator, destination, overlap); uninit;
    /// leak; unfreed. Also `all`, `none` and `default`. A word with `-` before it leaves out; a list that begins so
    /// leaves out of the default, which is all but abort (programs use it to leave paths that nobody cares about) and
    /// uninit, leak and unfreed (which cost time).
    #[arg(long, value_name = "CLASSES", default_value = "default", value_parser = Selection::parse)]
    #[arg(allow_hyphen_values = true)]
    checks: Selection,

    /// Take what counts as a violation from a Test-Comp or SV-COMP property file (.prp); of several, any of them
    #[arg(long, value_name = "FILE", value_parser = given_property, conflicts_with = "checks")]
    property: Vec<Given>,
}

/// A property file that was read.
#[derive(Clone, Debug)]
struct Given {
    path: PathBuf,
    text: String,
    property: Property,
}

fn given_property(path: &str) -> Result<Given, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let property = property::parse(&text).map_err(|error| error.to_string())?;
    Ok(Given { path: path.into(), text, property })
}

impl CheckArgs {
    /// The classes of failures that are violations.
    pub fn classes(&self) -> ClassSet {
        let given = self.property.iter().map(|given| given.property.classes);
        given.reduce(ClassSet::union).unwrap_or(self.checks.classes)
    }

    /// The text of the first property file.
    pub fn property(&self) -> Option<&str> {
        self.property.first().map(|given| given.text.as_str())
    }

    /// The arguments that say the same again.
    pub fn again(&self) -> Vec<String> {
        if !self.property.is_empty() {
            return self.property.iter().map(|given| format!("--property={}", given.path.display())).collect();
        }
        match self.checks.classes == ClassSet::standard() {
            true => Vec::new(),
            false => vec![format!("--checks={}", self.checks.text)],
        }
    }
}

/// A list of classes as it was written.
#[derive(Clone, PartialEq, Debug)]
struct Selection {
    text: String,
    classes: ClassSet,
}

impl Selection {
    fn parse(text: &str) -> Result<Selection, String> {
        let mut classes = if text.starts_with('-') { ClassSet::standard() } else { ClassSet::default() };
        for word in text.split(',').map(str::trim) {
            let (name, add) = word.strip_prefix('-').map_or((word, true), |name| (name, false));
            let named = named(name).ok_or_else(|| unknown(name))?;
            classes = if add { classes.union(named) } else { classes.without(named) };
        }
        Ok(Selection { text: text.into(), classes })
    }
}

fn named(name: &str) -> Option<ClassSet> {
    match name {
        "all" => Some(ClassSet::all()),
        "default" => Some(ClassSet::standard()),
        "none" => Some(ClassSet::default()),
        _ => (CheckGroup::from_name(name).map(CheckGroup::classes))
            .or_else(|| CheckClass::from_name(name).map(CheckClass::outcomes)),
    }
}

fn unknown(name: &str) -> String {
    let groups = CheckGroup::ALL.iter().map(|group| group.name());
    let classes = CheckClass::ALL.iter().map(|class| class.name());
    let mut names: Vec<&str> = groups.collect();
    for class in classes {
        if !names.contains(&class) {
            names.push(class);
        }
    }
    format!("no class `{name}`; there are all, none, default, {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classes(text: &str) -> ClassSet {
        Selection::parse(text).unwrap().classes
    }

    #[test]
    fn groups_and_classes_come_and_go() {
        assert_eq!(classes("default"), ClassSet::standard());
        assert_eq!(classes("none"), ClassSet::default());
        assert_eq!(classes("all"), ClassSet::all());
        assert!(classes("memory").contains(CheckClass::Null) && !classes("memory").contains(CheckClass::Overflow));
        let some = classes("arithmetic,-overflow,leak");
        assert!(some.contains(CheckClass::Shift) && some.contains(CheckClass::Leak));
        assert!(!some.contains(CheckClass::Overflow));
        let fewer = classes("-shift");
        assert!(fewer.contains(CheckClass::Overflow) && !fewer.contains(CheckClass::Shift));
        // Division by -1 that does not fit is an overflow, wherever it is found.
        assert!(classes("division").contains(CheckClass::Division));
        assert!(Selection::parse("memory,nonsense").unwrap_err().contains("`nonsense`"));
    }
}
