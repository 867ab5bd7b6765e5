//! What a check is about: the classes, their groups, and sets of classes.
//!
//! A check in the program has a class, and so has a failure. For most the two are the same. Three classes stand for
//! a place that can fail in several ways, and only the failure tells which ([`CheckClass::outcomes`]): `memory` (any
//! access), `string` (an access by a string function of the library) and `division` (zero divisor, or a quotient that
//! does not fit). A failure is a violation when its check and its own class are selected.

use super::ops::named_enum;

named_enum! {
    /// What a check, or the failure of one, is about.
    CheckClass {
        // Assertions.
        Assert = "assert", Error = "error", Abort = "abort", Trap = "trap",
        // Memory.
        Memory = "memory", Null = "null", Bounds = "bounds", Wild = "wild", UseAfterFree = "use-after-free",
        UseAfterScope = "use-after-scope", UseAfterReturn = "use-after-return", DoubleFree = "double-free",
        BadFree = "bad-free", ConstantWrite = "constant-write", Call = "call", Index = "index",
        // Arithmetic.
        Overflow = "overflow", Division = "division", Shift = "shift", FloatCast = "float-cast",
        VlaBound = "vla-bound", Builtin = "builtin", Bool = "bool",
        // Control.
        Unreachable = "unreachable",
        // Strings of the C library.
        String = "string", Terminator = "terminator", Destination = "destination", Overlap = "overlap",
        // What costs time in every run and is looked for only when asked.
        Uninit = "uninit", Leak = "leak", Unfreed = "unfreed",
    }
}

named_enum! {
    /// Classes that are selected together.
    CheckGroup {
        Assert = "assert", Abort = "abort", Memory = "memory", Arithmetic = "arithmetic", Control = "control",
        String = "string", Uninit = "uninit", Leak = "leak", Unfreed = "unfreed",
    }
}

impl CheckClass {
    pub fn group(self) -> CheckGroup {
        use CheckClass::*;
        match self {
            Assert | Error | Trap => CheckGroup::Assert,
            Abort => CheckGroup::Abort,
            Memory | Null | Bounds | Wild | UseAfterFree | UseAfterScope | UseAfterReturn | DoubleFree | BadFree
            | ConstantWrite | Call | Index => CheckGroup::Memory,
            Overflow | Division | Shift | FloatCast | VlaBound | Builtin | Bool => CheckGroup::Arithmetic,
            Unreachable => CheckGroup::Control,
            String | Terminator | Destination | Overlap => CheckGroup::String,
            Uninit => CheckGroup::Uninit,
            Leak => CheckGroup::Leak,
            Unfreed => CheckGroup::Unfreed,
        }
    }

    /// The classes that a failure of a check of this class may have.
    pub fn outcomes(self) -> ClassSet {
        use CheckClass::*;
        let access = [Null, Wild, UseAfterFree, UseAfterScope, UseAfterReturn, DoubleFree, BadFree, ConstantWrite];
        match self {
            Memory => access.into_iter().chain([Bounds]).collect(),
            String => access.into_iter().chain([Terminator, Destination]).collect(),
            Division => [Division, Overflow].into_iter().collect(),
            class => [class].into_iter().collect(),
        }
    }

    /// Does a failure end the run even when nobody selected it? Without memory safety, a divisor or a way to go on
    /// there is nothing to go on with; arithmetic goes on with the operation's total result.
    pub fn always_ends(self) -> bool {
        use CheckClass::*;
        match self {
            Overlap | Index | Uninit | Leak | Unfreed => false,
            Division | Unreachable => true,
            class => matches!(class.group(), CheckGroup::Memory | CheckGroup::String),
        }
    }
}

impl CheckGroup {
    pub fn classes(self) -> ClassSet {
        CheckClass::ALL.iter().copied().filter(|class| class.group() == self).collect()
    }
}

/// A set of classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct ClassSet(u64);

impl ClassSet {
    pub fn all() -> ClassSet {
        CheckClass::ALL.iter().copied().collect()
    }

    /// What is looked for when nobody says: all but what costs time in every run, and `abort`, with which programs
    /// leave paths that nobody cares about.
    pub fn standard() -> ClassSet {
        use CheckClass::*;
        CheckClass::ALL.iter().copied().filter(|class| !matches!(class, Abort | Uninit | Leak | Unfreed)).collect()
    }

    pub fn contains(self, class: CheckClass) -> bool {
        self.0 & ClassSet::bit(class) != 0
    }

    pub fn insert(&mut self, class: CheckClass) {
        self.0 |= ClassSet::bit(class);
    }

    pub fn union(self, other: ClassSet) -> ClassSet {
        ClassSet(self.0 | other.0)
    }

    pub fn without(self, other: ClassSet) -> ClassSet {
        ClassSet(self.0 & !other.0)
    }

    pub fn intersects(self, other: ClassSet) -> bool {
        self.0 & other.0 != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = CheckClass> {
        CheckClass::ALL.iter().copied().filter(move |class| self.contains(*class))
    }

    fn bit(class: CheckClass) -> u64 {
        1 << class as u32
    }
}

impl FromIterator<CheckClass> for ClassSet {
    fn from_iter<I: IntoIterator<Item = CheckClass>>(classes: I) -> ClassSet {
        let mut set = ClassSet::default();
        classes.into_iter().for_each(|class| set.insert(class));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_and_places_cover_every_class() {
        let grouped = CheckGroup::ALL.iter().fold(ClassSet::default(), |set, group| set.union(group.classes()));
        assert_eq!(grouped, ClassSet::all());
        for &class in CheckClass::ALL {
            assert!(class.outcomes().iter().all(|outcome| outcome.outcomes().contains(outcome)), "{}", class.name());
            assert_eq!(CheckClass::from_name(class.name()), Some(class));
        }
        assert!(ClassSet::standard().contains(CheckClass::Bounds) && !ClassSet::standard().contains(CheckClass::Leak));
    }
}
