//! The `rarebit` command.

fn main() -> std::process::ExitCode {
    rarebit::cli::main(std::env::args_os())
}
