//! Functions that nobody defines, in C: they return recorded inputs, as in simulation.

use super::verdict::Reason;
use rarebit_front_end::ir::{InputKind, Program, SiteInfo, Type};
use std::collections::BTreeMap;
use std::fmt::Write;

const HEAD: &str = "\
unsigned long long __rarebit_replay_int(const char *);
#ifdef __SIZEOF_INT128__
unsigned __int128 __rarebit_replay_int128(const char *);
#endif
float __rarebit_replay_float(const char *);
double __rarebit_replay_double(const char *);
";

/// Do inputs with this source come from the driver, or from what it sets up?
fn is_driver(source: &str) -> bool {
    let prefixes = ["__VERIFIER_", "klee_", "rarebit_"];
    prefixes.iter().any(|prefix| source.starts_with(prefix))
        || ["main", "stdin", "LLVMFuzzerTestOneInput", "time", "clock"].contains(&source)
}

/// Stubs for the functions that return inputs in this program.
pub fn of_program(program: &Program) -> Result<String, Reason> {
    let mut functions: BTreeMap<&str, &SiteInfo> = BTreeMap::new();
    for site in program.sites.values().filter(|site| !is_driver(&site.source)) {
        let other = functions.insert(&site.source, site);
        // Two inputs of one call are the parts of a struct.
        let differs =
            other.is_some_and(|other| (other.ty, other.kind) != (site.ty, site.kind) || other.loc == site.loc);
        if differs || !is_name(&site.source) {
            return Err(Reason::Unsupported(format!("the inputs of `{}`", site.source)));
        }
    }
    let mut text = HEAD.to_string();
    for (name, site) in functions {
        let (ty, kind) = c_type(site).ok_or_else(|| Reason::Unsupported(format!("the type of `{name}`")))?;
        let _ = writeln!(text, "{ty} {name}() {{ return ({ty})__rarebit_replay_{kind}(\"{name}\"); }}");
    }
    Ok(text)
}

fn is_name(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Stubs for what was missing when linking: inputs of types not known before, and functions that do nothing.
pub fn of_names(names: &[String]) -> String {
    let mut text = String::new();
    for name in names {
        let value = if name.starts_with("__VERIFIER_nondet_") {
            format!("__rarebit_replay_int(\"{name}\")")
        } else {
            "0".into()
        };
        let _ = writeln!(text, "long long {name}() {{ return {value}; }}");
    }
    text
}

/// The C type, and the driver's function for it.
fn c_type(site: &SiteInfo) -> Option<(&'static str, &'static str)> {
    Some(match (site.ty, site.kind) {
        (_, InputKind::Bool) => ("_Bool", "int"),
        (Type::F32, _) => ("float", "float"),
        (Type::F64, _) => ("double", "double"),
        (Type::Int(1), _) => ("_Bool", "int"),
        (Type::Int(8), InputKind::Unsigned) => ("unsigned char", "int"),
        (Type::Int(8), _) => ("signed char", "int"),
        (Type::Int(16), InputKind::Unsigned) => ("unsigned short", "int"),
        (Type::Int(16), _) => ("short", "int"),
        (Type::Int(32), _) => ("int", "int"),
        (Type::Int(64), _) => ("long long", "int"),
        (Type::Int(128), _) => ("__int128", "int128"),
        _ => return None,
    })
}
