//! Who sees colours: people at a terminal, unless they said otherwise.

use std::io::IsTerminal;
use std::sync::OnceLock;

/// When to use colours and drawn frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    Always,
    Never,
}

static CHOICE: OnceLock<bool> = OnceLock::new();

/// Decides for the rest of the process.
pub fn choose(colour: Colour) {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let rich = match colour {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto if set("NO_COLOR") => false,
        Colour::Auto if std::env::var("CLICOLOR_FORCE").is_ok_and(|value| value != "0") => true,
        Colour::Auto => std::io::stdout().is_terminal() && std::io::stderr().is_terminal(),
    };
    let _ = CHOICE.set(rich);
}

/// Are findings drawn with colours?
pub fn is_rich() -> bool {
    CHOICE.get().copied().unwrap_or(false)
}

/// Bold text in a colour (its ANSI number), where there are colours.
pub fn bold(number: u8, text: &str) -> String {
    if is_rich() { format!("\x1b[1;{number}m{text}\x1b[0m") } else { text.into() }
}
