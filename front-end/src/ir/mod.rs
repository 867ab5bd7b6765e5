//! The one language everybody speaks.
//!
//! A [`Program`] is plain data in arenas: functions of basic blocks in SSA form with block parameters, globals, and
//! three tables whose ids never change: [`Edge`]s, [`Check`]s and [`InputSite`]s. Facts live in side maps keyed by
//! these ids, never in the nodes.
//!
//! # Meaning
//!
//! Every instruction has one total meaning, equal to what clang -O0 code does on x86-64. Operations on bits are
//! defined by the functions of [`meaning`]. The rest:
//!
//! * **Memory** is a set of objects, each with an address, a size and a lifetime. `load`, `store`, `memcopy`,
//!   `memset` touch bytes; touching one outside a live object fails the instruction's check and ends the run. Bytes
//!   are little-endian; an `iN` takes ⌈N/8⌉ bytes, and a load ignores bits above N. A fresh object is zero.
//! * **`origin`** on a load or store is an address inside the object that the access is meant for; an access that
//!   lands in another object fails.
//! * **Slots** are objects of one call, alive from entry to return, or, when `scoped`, between `scope_start` and
//!   `scope_end`. Addresses of objects are the same in every run with the same inputs.
//! * **`stack_alloc`** makes an object that dies at return or at the `stack_restore` of an older mark.
//! * **Calls** match arguments by position. A call through a pointer may meet another signature, as old C does:
//!   surplus arguments are dropped, missing ones are 0, and each is cut or zero-extended to its parameter; missing
//!   results are 0. Variadic arguments lie in memory, at the address in `va`, in the layout of the data model's
//!   stack; a `va_list` points there.
//! * **`div`** instructions end the run where [`meaning`] says the quotient does not exist.
//! * **`input`** reads the next value of its site, which lies in the site's range. **`assume`** of 0 ends the run as
//!   not wanted.
//! * **`check`** of 0 is a violation if the check is selected, and does nothing otherwise. What clang's sanitizer
//!   tests comes as one `check` per single condition, whose condition is a comparison, the negation (`xor` with 1) of
//!   an overflow test, an `or` of comparisons, or a `select` between one and true. The class of a failure may be finer
//!   than that of its check: see [`CheckClass`].
//! * **`unreachable`** and failing memory, division and call checks always end the run: as a violation when
//!   selected, else as undefined.
//! * **`unsupported`** ends the run as a dead end; it stands where the lifter met what it cannot express.
//! * LLVM's `undef` and `poison` are 0.

mod classes;
mod entities;
mod inst;
pub mod meaning;
mod ops;
mod parse;
mod print;
mod program;
mod types;
mod verify;

pub use classes::*;
pub use entities::*;
pub use inst::*;
pub use ops::*;
pub use parse::{ParseError, parse};
pub use print::const_text;
pub use program::*;
pub use types::*;
pub use verify::{VerifyError, verify};
