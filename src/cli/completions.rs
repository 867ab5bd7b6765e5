//! `rarebit completions`: what a shell needs to complete rarebit's commands and options.

use super::error::Error;
use super::{Cli, Code, print};
use clap::CommandFactory;
use clap_complete::Shell;

/// Print a script that lets a shell complete rarebit's commands and options
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  rarebit completions bash > ~/.local/share/bash-completion/completions/rarebit
  rarebit completions zsh > ~/.zfunc/_rarebit
  rarebit completions fish > ~/.config/fish/completions/rarebit.fish")]
pub struct Args {
    /// The shell
    shell: Shell,
}

pub fn execute(args: &Args) -> Result<Code, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "rarebit", &mut script);
    print(script)?;
    Ok(Code::CLEAN)
}
