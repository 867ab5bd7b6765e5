//! The arguments that say where the program's inputs come from, the same for every subcommand.

use super::units;
use rarebit_front_end::lift::{Arguments, InputOptions, Stdin};
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(next_help_heading = "Inputs")]
pub struct InputArgs {
    /// Standard input is up to N bytes, each an input; without it, standard input is empty
    #[arg(long, value_name = "N", value_parser = units::bytes, conflicts_with = "stdin_file")]
    stdin: Option<u64>,

    /// Standard input is the content of this file
    #[arg(long, value_name = "PATH")]
    stdin_file: Option<PathBuf>,

    /// Up to N more program arguments of up to LEN bytes each are inputs
    #[arg(long, value_name = "N,LEN", value_parser = arguments)]
    argv_inputs: Option<Arguments>,

    /// The greatest size of the data that LLVMFuzzerTestOneInput gets
    #[arg(long, value_name = "N", default_value = "64", value_parser = units::bytes)]
    max_size: u64,
}

impl InputArgs {
    pub fn options(&self) -> InputOptions {
        let stdin = match (self.stdin, &self.stdin_file) {
            (Some(size), _) => Stdin::Input(size),
            (None, Some(path)) => Stdin::File(path.clone()),
            (None, None) => Stdin::Empty,
        };
        InputOptions { stdin, arguments: self.argv_inputs, max_size: self.max_size }
    }

    /// The arguments that say the same again.
    pub fn again(&self) -> Vec<String> {
        let mut words = Vec::new();
        words.extend(self.stdin.map(|n| format!("--stdin={n}")));
        words.extend(self.stdin_file.as_ref().map(|path| format!("--stdin-file={}", path.display())));
        words.extend(self.argv_inputs.map(|a| format!("--argv-inputs={},{}", a.count, a.length)));
        words.extend(
            (self.max_size != InputOptions::default().max_size).then(|| format!("--max-size={}", self.max_size)),
        );
        words
    }
}

/// `3,10`.
fn arguments(text: &str) -> Result<Arguments, String> {
    let wrong = || format!("`{text}` is not a number of arguments and a length, such as 3,10");
    let (count, length) = text.split_once(',').ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<u16>().map(u32::from).map_err(|_| wrong());
    Ok(Arguments { count: number(count)?, length: number(length)? })
}
