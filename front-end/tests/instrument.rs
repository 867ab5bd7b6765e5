//! Instrumented programs are legal, their text form round-trips, and nothing that was there before has another id.

use rarebit_front_end::instrument::instrument;
use rarebit_front_end::ir::{ClassSet, DataModel, parse, verify};
use rarebit_front_end::lift::{LiftOptions, lift};
use std::path::Path;

const PROGRAMS: &[&str] = &[
    "abi_struct_mixed_float_int",
    "algo_hash_table",
    "float_math_exact",
    "lang_bitfields_straddle_packed",
    "lang_function_pointers",
    "lang_int128_params",
    "lang_vector_extensions",
    "lang_vla_2d",
    "lib_malloc_family",
    "lib_printf_floats",
    "lib_string_tokens",
];

#[test]
fn instrumented_programs_are_legal() {
    for name in PROGRAMS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../tests/programs/{name}.c"));
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            let flags = vec!["-w".into(), "-std=gnu17".into()];
            let options = LiftOptions { files: vec![path.clone()], flags, model: Some(model), ..Default::default() };
            let before = lift(&options).unwrap_or_else(|error| panic!("{name}: {error}")).program;
            let mut after = before.clone();
            instrument(&mut after, ClassSet::standard());
            assert_eq!(after.to_string(), before.to_string(), "{name}: the standard classes need nothing more");
            instrument(&mut after, ClassSet::all());
            verify(&after).unwrap_or_else(|error| panic!("{name}: {error}"));
            let text = after.to_string();
            let again = parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(again.to_string(), text, "{name}");
            assert!(after.checks.len() > before.checks.len(), "{name}");
            let same = before.checks.iter().all(|(id, check)| after.checks[id] == *check);
            assert!(same && after.edges.len() == before.edges.len(), "{name}");
        }
    }
}
