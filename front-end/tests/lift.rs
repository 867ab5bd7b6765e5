//! Every feature program lifts to a legal program whose text form round-trips, in both data models.

use rarebit_front_end::ir::{DataModel, parse, verify};
use rarebit_front_end::lift::{LiftOptions, lift};
use std::path::PathBuf;

fn programs() -> Vec<PathBuf> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/programs");
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .expect("the feature programs are in the repository")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    files
}

fn round_trip(model: DataModel) {
    let mut problems = Vec::new();
    let files = programs();
    assert!(files.len() >= 80, "only {} feature programs", files.len());
    for file in files {
        let name = file.file_name().expect("a file has a name").to_string_lossy().into_owned();
        let options = LiftOptions { files: vec![file], model: Some(model), ..LiftOptions::default() };
        let lifted = match lift(&options) {
            Ok(lifted) => lifted,
            Err(error) => {
                problems.push(format!("{name}: {error}"));
                continue;
            }
        };
        if let Err(error) = verify(&lifted.program) {
            problems.push(format!("{name}: {error}"));
            continue;
        }
        let text = lifted.program.to_string();
        match parse(&text) {
            Err(error) => problems.push(format!("{name}: {error}: {}", text.lines().nth(error.line - 1).unwrap_or(""))),
            Ok(again) => {
                if let Err(error) = verify(&again) {
                    problems.push(format!("{name}: after parsing: {error}"));
                }
                let second = again.to_string();
                if let Some((a, b)) = text.lines().zip(second.lines()).find(|(a, b)| a != b) {
                    problems.push(format!("{name}: round trip changes\n  {a}\n  {b}"));
                }
                assert_eq!(text.lines().count(), second.lines().count(), "{name}");
            }
        }
    }
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn feature_programs_round_trip_lp64() {
    round_trip(DataModel::Lp64);
}

#[test]
fn feature_programs_round_trip_ilp32() {
    round_trip(DataModel::Ilp32);
}
