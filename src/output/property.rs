//! Properties of the competitions on software verification and testing (`.prp` files).
//!
//! A file holds lines such as `CHECK( init(main()), LTL(G ! call(reach_error())) )`. Each line adds the classes of
//! failures that violate it; the ones that rarebit does not decide are an error, so that nobody takes silence for an
//! answer.

use rarebit_front_end::ir::{CheckClass, CheckGroup, ClassSet};

/// What a property file asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Property {
    /// Failures that violate the property.
    pub classes: ClassSet,
    /// Branch coverage is asked for, which no single run can violate.
    pub branches: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PropertyError {
    #[error("the property file is empty")]
    Empty,
    #[error("line {line}: not a property: `{text}`")]
    Syntax { line: usize, text: String },
    #[error("line {line}: the property begins at `{entry}`; only `main` is supported")]
    Entry { line: usize, entry: String },
    #[error("line {line}: {what} is not supported")]
    Unsupported { line: usize, what: String },
}

/// Reads a property file.
pub fn parse(text: &str) -> Result<Property, PropertyError> {
    let mut property = Property::default();
    let mut any = false;
    for (index, raw) in text.lines().enumerate() {
        let line = index + 1;
        // Blanks mean nothing anywhere, except between words that only differ by them: none do.
        let squeezed: String = raw.chars().filter(|c| !c.is_whitespace()).collect();
        if squeezed.is_empty() || squeezed.starts_with("//") || squeezed.starts_with('#') {
            continue;
        }
        any = true;
        let syntax = || PropertyError::Syntax { line, text: raw.trim().into() };
        let check = squeezed.strip_prefix("CHECK(").or_else(|| squeezed.strip_prefix("COVER(")).ok_or_else(syntax)?;
        let inside = check.strip_suffix(')').ok_or_else(syntax)?;
        let (entry, formula) =
            inside.strip_prefix("init(").and_then(|rest| rest.split_once("),")).ok_or_else(syntax)?;
        if entry != "main()" {
            return Err(PropertyError::Entry { line, entry: entry.trim_end_matches("()").into() });
        }
        let ltl = formula.strip_prefix("LTL(").and_then(|rest| rest.strip_suffix(')'));
        let fql = formula.strip_prefix("FQL(").and_then(|rest| rest.strip_suffix(')'));
        match (ltl, fql) {
            (Some(formula), _) => property.classes = property.classes.union(temporal(formula, line, syntax)?),
            (_, Some(goal)) => coverage(goal, line, &mut property, syntax)?,
            _ => return Err(syntax()),
        }
    }
    if any { Ok(property) } else { Err(PropertyError::Empty) }
}

fn temporal(formula: &str, line: usize, syntax: impl Fn() -> PropertyError) -> Result<ClassSet, PropertyError> {
    let unsupported = |what: String| Err(PropertyError::Unsupported { line, what });
    let memory = CheckGroup::Memory.classes().without(CheckGroup::Memory.classes().iter().filter(is_free).collect());
    match formula {
        "G!call(reach_error())" | "G!call(__VERIFIER_error())" => Ok([CheckClass::Error].into_iter().collect()),
        "Gassert" => Ok([CheckClass::Assert, CheckClass::Error].into_iter().collect()),
        "Gvalid-free" => Ok([CheckClass::DoubleFree, CheckClass::BadFree].into_iter().collect()),
        // An index that leaves an array but not its object is no wrong dereference.
        "Gvalid-deref" => Ok(memory
            .without([CheckClass::Index].into_iter().collect())
            .union([CheckClass::String, CheckClass::Terminator, CheckClass::Destination].into_iter().collect())),
        "Gvalid-memtrack" => Ok([CheckClass::Leak].into_iter().collect()),
        "Gvalid-memcleanup" => Ok([CheckClass::Unfreed].into_iter().collect()),
        "G!overflow" => Ok([CheckClass::Overflow].into_iter().collect()),
        "Gdef-behavior" => Ok(ClassSet::all().without(
            [CheckClass::Abort, CheckClass::Assert, CheckClass::Error, CheckClass::Leak, CheckClass::Unfreed]
                .into_iter()
                .collect(),
        )),
        "G!data-race" => unsupported("freedom from data races".into()),
        "Fend" => unsupported("termination".into()),
        _ => match formula.strip_prefix("G!call(").and_then(|rest| rest.strip_suffix("())")) {
            Some(function) => unsupported(format!("reachability of `{function}` (only of reach_error)")),
            None => Err(syntax()),
        },
    }
}

fn is_free(class: &CheckClass) -> bool {
    matches!(class, CheckClass::DoubleFree | CheckClass::BadFree)
}

fn coverage(
    goal: &str,
    line: usize,
    property: &mut Property,
    syntax: impl Fn() -> PropertyError,
) -> Result<(), PropertyError> {
    let edges = goal.strip_prefix("COVEREDGES(").and_then(|rest| rest.strip_suffix(')')).ok_or_else(&syntax)?;
    match edges {
        "@CALL(reach_error)" | "@CALL(__VERIFIER_error)" => property.classes.insert(CheckClass::Error),
        "@DECISIONEDGE" => property.branches = true,
        "@BASICBLOCKENTRY" | "@CONDITIONEDGE" => {
            return Err(PropertyError::Unsupported { line, what: format!("coverage of {edges} (only @DECISIONEDGE)") });
        }
        _ => return Err(syntax()),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(formula: &str) -> Result<Property, PropertyError> {
        parse(&format!("CHECK( init(main()), LTL({formula}) )\n"))
    }

    #[test]
    fn each_property_selects_its_classes() {
        let only = |formula: &str, classes: &[CheckClass]| {
            assert_eq!(check(formula).unwrap().classes, classes.iter().copied().collect(), "{formula}");
        };
        only("G ! call(reach_error())", &[CheckClass::Error]);
        only("G ! overflow", &[CheckClass::Overflow]);
        only("G valid-free", &[CheckClass::DoubleFree, CheckClass::BadFree]);
        only("G valid-memtrack", &[CheckClass::Leak]);
        only("G valid-memcleanup", &[CheckClass::Unfreed]);
        let deref = check("G valid-deref").unwrap().classes;
        assert!(deref.contains(CheckClass::Null) && deref.contains(CheckClass::Terminator));
        assert!(!deref.contains(CheckClass::DoubleFree) && !deref.contains(CheckClass::Index));
        let both = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n";
        let both = parse(both).unwrap().classes;
        assert!(both.contains(CheckClass::BadFree) && both.contains(CheckClass::Leak));
        let call = parse("COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )").unwrap();
        assert_eq!(call.classes, [CheckClass::Error].into_iter().collect());
        assert!(parse("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )").unwrap().branches);
    }

    #[test]
    fn what_is_not_decided_is_said() {
        let said = |formula: &str| check(formula).unwrap_err().to_string();
        assert_eq!(said("G ! data-race"), "line 1: freedom from data races is not supported");
        assert_eq!(said("F end"), "line 1: termination is not supported");
        assert!(said("G ! call(f())").contains("reachability of `f`"));
        assert!(said("G nonsense").contains("not a property"));
        assert_eq!(parse("\n"), Err(PropertyError::Empty));
        let entry = parse("CHECK( init(start()), LTL(G ! overflow) )").unwrap_err().to_string();
        assert!(entry.contains("`start`"), "{entry}");
    }
}
