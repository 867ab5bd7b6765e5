//! The output directory of AFL++: `rarebit/queue` and `rarebit/crashes` with files called `id:000001,…`.
//!
//! Put where a running `afl-fuzz -M` or `-S` has its output, the others take what is in the queue, because a foreign
//! engine is to them one more secondary of that name. The content is that of [`super::libfuzzer`].

use super::bytes::of_case;
use super::{Case, Files, Suite, Written};
use rarebit_front_end::ir::CheckClass;
use std::path::PathBuf;

/// The name of the engine among the others.
const ENGINE: &str = "rarebit";

pub fn write(suite: &Suite<'_>) -> (Files, Written) {
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    let mut written = Written::default();
    let (mut queue, mut crashes) = (0, 0);
    for case in &suite.cases {
        let bytes = match of_case(suite, case) {
            Ok(bytes) => bytes,
            Err(why) => {
                written.left_out.push((case.name.clone(), why));
                continue;
            }
        };
        written.tests += 1;
        let name = match signal(case) {
            Some(signal) => {
                crashes += 1;
                format!("{ENGINE}/crashes/id:{:06},sig:{signal:02},src:{}", crashes - 1, case.name)
            }
            None => {
                queue += 1;
                format!("{ENGINE}/queue/id:{:06},time:0,orig:{}", queue - 1, case.name)
            }
        };
        files.push((name.into(), bytes));
    }
    (Files::Many(files), written)
}

/// The signal that such a violation most likely ends in.
fn signal(case: &Case) -> Option<i32> {
    case.violation()?;
    Some(match case.class() {
        Some(CheckClass::Division) => 8,
        Some(CheckClass::Trap) => 4,
        Some(CheckClass::Null | CheckClass::Wild | CheckClass::ConstantWrite | CheckClass::Call) => 11,
        _ => 6,
    })
}
