//! `doctor`, `rarebit.toml`, completions, manual pages, help, colours.

use super::Desk;
use std::fs;

#[test]
fn doctor_says_what_is_there_and_what_is_missing() {
    let desk = Desk::new();
    let text = desk.expect(&[0], "doctor");
    assert!(text.contains("ok      clang 19") && text.contains("rarebit can work here"), "{text}");
    let text = desk.expect(&[3], "doctor --clang /nonexistent/clang");
    assert!(text.contains("missing clang 19") && text.contains("apt install clang-19"), "{text}");
    let json: serde_json::Value = serde_json::from_slice(&desk.rarebit("doctor --json").stdout).unwrap();
    assert_eq!(json["works"], true);
    assert!(json["parts"].as_array().unwrap().iter().any(|part| part["name"] == "Z3" && part["works"] == true));
}

/// Defaults come from the file, wherever below it the command is given; the command line wins.
#[test]
fn a_project_has_defaults() {
    let desk = Desk::new();
    desk.write("rarebit.toml", "files = ['examples/figure2.c']\n[hunt]\nruns = 30\nseed = 7\nno-confirm = true\n");
    let json = |line: &str| -> serde_json::Value { serde_json::from_slice(&desk.rarebit(line).stdout).unwrap() };
    let result = json("hunt --json");
    assert_eq!((&result["seed"], &result["runs"]), (&7.into(), &30.into()));
    assert_eq!(json("hunt --json --seed 8")["seed"], 8);
    desk.write("rarebit.toml", "tiem = '5s'\n");
    let text = desk.expect(&[2], "hunt examples/figure2.c");
    assert!(text.contains("rarebit.toml:1:1: no command has an option `tiem`; did you mean `time`?"), "{text}");
    assert!(text.contains("1 | tiem = '5s'\n"), "{text}");
    assert!(desk.expect(&[0], "hunt --help").contains("--time"));
}

#[test]
fn shells_and_manuals() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(desk.expect(&[0], &format!("completions {shell}")).contains("no-confirm"), "{shell}");
    }
    desk.expect(&[0], "man --out man1");
    for page in ["rarebit.1", "rarebit-hunt.1", "rarebit-report.1", "rarebit-doctor.1"] {
        let text = fs::read_to_string(desk.path("man1").join(page)).unwrap();
        assert!(text.contains(".TH rarebit") && text.contains("Examples"), "{page}: {text}");
    }
    assert!(desk.expect(&[0], "man hunt").contains("rarebit\\-hunt"));
    assert!(desk.expect(&[2], "man nonsense").contains("no command `nonsense`"));
}

/// Every command has examples in its help.
#[test]
fn help_teaches() {
    let desk = Desk::new();
    let text = desk.expect(&[0], "help");
    let commands = text.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let commands = commands.take_while(|line| line.starts_with("  ")).filter_map(|line| line.split_whitespace().next());
    let commands: Vec<&str> = commands.filter(|name| *name != "help").collect();
    assert!(commands.contains(&"hunt") && commands.contains(&"report"), "{text}");
    for command in commands {
        let text = desk.expect(&[0], &format!("{command} --help"));
        assert!(text.contains("Examples:\n  rarebit"), "{command} --help has no examples");
    }
}

/// In a pipe plain text, on a terminal the source with the inputs marked in it.
#[test]
fn colours_are_for_terminals() {
    let desk = Desk::new();
    let line = "hunt examples/figure2.c --first --no-confirm";
    assert!(!desk.expect(&[1], line).contains('\x1b'));
    let text = desk.expect(&[1], &format!("{line} --color always"));
    let mut plain = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('\x1b') {
        plain += before;
        rest = after.split_once('m').map_or("", |(_, rest)| rest);
    }
    plain += rest;
    for part in
        ["violation: assert: z != 210", "assert(z != 210);", "the condition is false, in main", "╰", "x = ", "y = "]
    {
        assert!(plain.contains(part), "{part}: {plain}");
    }
    desk.write("wide.c", "int main(void) {\n  __float128 x = 1;\n  return x > 2;\n}\n");
    let text = desk.expect(&[3], "run wide.c");
    assert!(text.contains("2 |   __float128 x = 1;\n"), "{text}");
}
