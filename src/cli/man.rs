//! `rarebit man`: manual pages, made from the same definitions as `--help`.

use super::error::Error;
use super::{Cli, Code, print};
use crate::output::write_atomically;
use clap::CommandFactory;
use clap_mangen::Man;
use std::fs;
use std::path::PathBuf;

/// Print a manual page, or write all of them
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  rarebit man | man -l -                      the page of rarebit itself
  rarebit man hunt | man -l -                 the page of one command
  rarebit man --out ~/.local/share/man/man1   write them all; then `man rarebit-hunt` works")]
pub struct Args {
    /// The command to print the page of
    command: Option<String>,

    /// Write the pages of all commands to this directory
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    out: Option<PathBuf>,
}

pub fn execute(args: &Args) -> Result<Code, Error> {
    let mut whole = Cli::command();
    whole.build();
    let mut pages = vec![("rarebit".to_string(), whole.clone())];
    for sub in whole.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let name = format!("rarebit-{}", sub.get_name());
        pages.push((name.clone(), sub.clone().display_name(name)));
    }
    let Some(out) = &args.out else {
        let wanted = args.command.as_ref().map_or("rarebit".into(), |command| format!("rarebit-{command}"));
        let missing = || Error::NoCommand(args.command.clone().unwrap_or_default());
        let (_, command) = pages.into_iter().find(|(name, _)| *name == wanted).ok_or_else(missing)?;
        print(page(command))?;
        return Ok(Code::CLEAN);
    };
    fs::create_dir_all(out).map_err(|error| Error::Write { path: out.clone(), error })?;
    for (name, command) in pages {
        let path = out.join(format!("{name}.1"));
        write_atomically(&path, page(command).as_ref()).map_err(|error| Error::Write { path, error })?;
    }
    Ok(Code::CLEAN)
}

fn page(command: clap::Command) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Writing to memory does not fail.
    let _ = Man::new(command).render(&mut bytes);
    bytes
}
