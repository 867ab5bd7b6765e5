//! Tasks of the competitions on software verification and testing (`.yml` files, format 2.0): which files, which data
//! model, which properties.
//!
//! ```yaml
//! format_version: '2.0'
//! input_files: 'program.c'
//! properties:
//!   - property_file: ../properties/coverage-branches.prp
//! options:
//!   language: C
//!   data_model: ILP32
//! ```

use rarebit_front_end::ir::DataModel;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// What a task asks for; paths as seen from here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    pub files: Vec<PathBuf>,
    pub model: DataModel,
    pub properties: Vec<PathBuf>,
}

#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    #[error("cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    #[error("not a task file: {0}")]
    Yaml(String),
    #[error("a task of format {0}; format 2.0 is known")]
    Version(String),
    #[error("a task without input files")]
    Nothing,
    #[error("a task in the language {0}; only C is supported")]
    Language(String),
    #[error("a task with the data model {0}; there are ILP32 and LP64")]
    Model(String),
}

#[derive(Deserialize)]
struct Raw {
    format_version: String,
    input_files: Names,
    #[serde(default)]
    properties: Vec<RawProperty>,
    #[serde(default)]
    options: RawOptions,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Names {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
struct RawProperty {
    property_file: Option<String>,
}

#[derive(Default, Deserialize)]
struct RawOptions {
    language: Option<String>,
    data_model: Option<String>,
}

/// Reads a task file.
pub fn read(path: &Path) -> Result<Task, TaskError> {
    parse(&std::fs::read_to_string(path)?, path.parent().unwrap_or(Path::new("")))
}

fn parse(text: &str, directory: &Path) -> Result<Task, TaskError> {
    let raw: Raw = serde_saphyr::from_str(text)
        .map_err(|error| TaskError::Yaml(error.to_string().lines().next().unwrap_or_default().into()))?;
    if raw.format_version.split('.').next() != Some("2") {
        return Err(TaskError::Version(raw.format_version));
    }
    let names = match raw.input_files {
        Names::One(name) => vec![name],
        Names::Many(names) => names,
    };
    if names.is_empty() {
        return Err(TaskError::Nothing);
    }
    if let Some(language) = raw.options.language.filter(|language| language != "C") {
        return Err(TaskError::Language(language));
    }
    let model = match raw.options.data_model.as_deref() {
        Some("LP64") => DataModel::Lp64,
        // The competitions' default.
        Some("ILP32") | None => DataModel::Ilp32,
        Some(other) => return Err(TaskError::Model(other.into())),
    };
    let files = names.iter().map(|name| directory.join(name)).collect();
    let properties = raw.properties.into_iter().filter_map(|property| property.property_file);
    Ok(Task { files, model, properties: properties.map(|name| directory.join(name)).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TASK: &str = "format_version: '2.0'\n\n# a comment\ninput_files: 'a.c'\n\nproperties:\n  - property_file: \
                        ../properties/unreach-call.prp\n    expected_verdict: false\n  - property_file: b.prp\n\noptions:\n  \
                        language: C\n  data_model: LP64\n";

    #[test]
    fn tasks() {
        let task = parse(TASK, Path::new("x")).unwrap();
        assert_eq!((task.files, task.model), (vec![PathBuf::from("x/a.c")], DataModel::Lp64));
        assert_eq!(task.properties, ["x/../properties/unreach-call.prp", "x/b.prp"].map(PathBuf::from));
        let two = parse("format_version: '2.0'\ninput_files: ['a.i', b.i]\n", Path::new("")).unwrap();
        assert_eq!((two.files.len(), two.model), (2, DataModel::Ilp32));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let said = |text: &str| parse(text, Path::new("")).unwrap_err().to_string();
        assert!(said("a: [").starts_with("not a task file"), "{}", said("a: ["));
        assert!(said("just text").starts_with("not a task file"));
        assert!(said("format_version: '2.0'\n").contains("input_files"));
        assert_eq!(said(&TASK.replace("2.0", "1.0")), "a task of format 1.0; format 2.0 is known");
        assert_eq!(said(&TASK.replace("C\n", "Java\n")), "a task in the language Java; only C is supported");
        assert_eq!(said(&TASK.replace("LP64", "LLP64")), "a task with the data model LLP64; there are ILP32 and LP64");
    }
}
