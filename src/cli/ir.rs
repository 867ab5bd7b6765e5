//! `rarebit ir`: the program as rarebit sees it.

use super::checks::CheckArgs;
use super::error::Error;
use super::source::SourceArgs;
use super::{Code, print};
use rarebit_front_end::instrument::instrument;

/// Print the program as rarebit sees it
///
/// The text form of the program representation: functions of basic blocks, with the tables of inputs and checks.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  rarebit ir program.c
  rarebit ir program.c --only main")]
pub struct Args {
    #[command(flatten)]
    source: SourceArgs,

    #[command(flatten)]
    checks: CheckArgs,

    /// Print only this function
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
}

pub fn execute(args: &Args) -> Result<Code, Error> {
    let mut program = args.source.load()?.program;
    instrument(&mut program, args.checks.classes());
    let text = program.to_string();
    let Some(name) = &args.only else {
        print(text)?;
        return Ok(Code::CLEAN);
    };
    let (id, _) =
        program.funcs.iter().find(|(_, func)| func.name == *name).ok_or_else(|| Error::NoFunction(name.clone()))?;
    // A function stands between its heading and the next closing brace at the margin.
    let heading = format!("func {id} ");
    let body = text.lines().skip_while(|line| !line.starts_with(&heading)).take_while(|line| *line != "}");
    print(body.fold(String::new(), |text, line| text + line + "\n") + "}\n")?;
    Ok(Code::CLEAN)
}
