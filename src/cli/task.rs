//! Task files of the competitions on the command line: `task.yml` stands for the files that it names, its data model and
//! its properties, unless the command line says otherwise.

use super::complain;
use super::error::Error;
use crate::output::property;
use crate::output::task;
use rarebit_front_end::ir::DataModel;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Commands that ask what counts as a violation.
const CHECKING: [&str; 5] = ["hunt", "cover", "paths", "run", "prove"];

/// The arguments with every task replaced by what it stands for.
pub fn expand(args: Vec<OsString>) -> Result<Vec<OsString>, Error> {
    let command = args.get(1).and_then(|arg| arg.to_str()).unwrap_or_default().to_string();
    let own = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let begins = |options: &[&str]| {
        let given = |arg: &OsString| options.iter().any(|option| arg.to_string_lossy().starts_with(option));
        args[..own].iter().any(given)
    };
    let (checks, model) = (begins(&["--checks", "--property"]), begins(&["--m32", "--m64"]));
    let mut expanded = Vec::new();
    let mut flags: Vec<OsString> = Vec::new();
    for (index, arg) in args[..own].iter().enumerate() {
        let path = Path::new(arg);
        let is_task = path.extension().is_some_and(|extension| extension == "yml" || extension == "yaml");
        if index < 2 || !is_task || arg.to_string_lossy().starts_with('-') {
            expanded.push(arg.clone());
            continue;
        }
        let task = task::read(path).map_err(|error| Error::Task { path: path.into(), error })?;
        expanded.extend(task.files.into_iter().map(PathBuf::into_os_string));
        if !model {
            flags.push(if task.model == DataModel::Ilp32 { "--m32".into() } else { "--m64".into() });
        }
        if !checks && CHECKING.contains(&command.as_str()) {
            flags.extend(task.properties.iter().filter(|path| is_usable(path)).map(|path| {
                let mut option = OsString::from("--property=");
                option.push(path);
                option
            }));
        }
    }
    expanded.extend(flags);
    expanded.extend_from_slice(&args[own..]);
    Ok(expanded)
}

/// Can this property be decided? If not, say so: the task may have others.
fn is_usable(path: &Path) -> bool {
    let problem = match std::fs::read_to_string(path) {
        Ok(text) => property::parse(&text).err().map(|error| error.to_string()),
        Err(error) => Some(error.to_string()),
    };
    if let Some(problem) = &problem {
        complain(&format!("warning: {}: {problem}; left out", path.display()));
    }
    problem.is_none()
}
