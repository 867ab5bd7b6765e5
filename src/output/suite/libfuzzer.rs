//! libFuzzer's files: a corpus in which every file is called by the SHA-1 of its content, and `crash-<SHA-1>` for what
//! fails.
//!
//! The content is what the target gets: the data of `LLVMFuzzerTestOneInput`, or standard input. For a program that
//! asks for its inputs one by one it is the values, little-endian, in the order of consumption.

use super::bytes::of_case;
use super::{Files, Suite, Written};
use sha1::{Digest, Sha1};
use std::path::PathBuf;

pub fn write(suite: &Suite<'_>) -> (Files, Written) {
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    let mut written = Written::default();
    for case in &suite.cases {
        match of_case(suite, case) {
            Ok(bytes) => {
                let digest: String = Sha1::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
                let name =
                    if case.violation().is_some() { format!("crash-{digest}") } else { format!("corpus/{digest}") };
                files.push((name.into(), bytes));
                written.tests += 1;
            }
            Err(why) => written.left_out.push((case.name.clone(), why)),
        }
    }
    (Files::Many(files), written)
}
