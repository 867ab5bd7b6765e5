//! The ids of everything in a program: `u32` newtypes whose `Display` is how they stand in the text form.
//!
//! `Block`, `Value`, `Inst` and `Slot` belong to one function. The rest belong to the whole lifted program, and
//! `Edge`, `Check` and `InputSite` keep their number for ever: passes delete, they never renumber.

use cranelift_entity::entity_impl;

macro_rules! entity {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);
        entity_impl!($name, $prefix);
    };
}

entity!(/// A function, `fn3`.
    Func, "fn");
entity!(/// A global object, `g3`.
    Global, "g");
entity!(/// A basic block of a function, `b3`.
    Block, "b");
entity!(/// A value of a function, `v3`: a block parameter, an instruction's result or a constant.
    Value, "v");
entity!(/// An instruction of a function, `inst3`.
    Inst, "inst");
entity!(/// A memory-resident local variable, `ss3`.
    Slot, "ss");
entity!(/// A control-flow edge, `e3`.
    Edge, "e");
entity!(/// A property that must hold at one place, `chk3`.
    Check, "chk");
entity!(/// A place where the program reads a nondeterministic value, `in3`.
    InputSite, "in");
entity!(/// A source file, `file3`.
    File, "file");
