//! What templates share: ways out, and everything that is called.
//!
//! Template code keeps the base of the program's bytes in `rbx`, the fuel in `r12`, how many calls may still nest in `r13`,
//! and the table of the functions here in `r14`; all others are free at a call.

use super::super::super::memory::layout;
use super::super::callbacks::{self, FAULT};
use super::super::shared::{Ending, at};
use super::super::stack::unwind;

/// Numbers of the functions, and the table that compiled code calls them by.
macro_rules! helpers {
    ($($name:ident = $function:expr;)*) => {
        #[derive(Clone, Copy)]
        pub enum Helper { $($name),* }

        struct Table([*const (); [$(Helper::$name),*].len()]);

        // SAFETY: the table is only read.
        unsafe impl Sync for Table {}

        static TABLE: Table = Table([$($function as *const ()),*]);
    };
}

helpers! {
    Read1 = read_1; Read2 = read_2; Read4 = read_4; Read8 = read_8; Read16 = read_16;
    Write1 = write_1; Write2 = write_2; Write4 = write_4; Write8 = write_8; Write16 = write_16;
    ReachFrom = reach_from; Leave = leave; Finish = finish; Status = status; Frame = push_frame;
    PopFrame = callbacks::pop_frame; Input = callbacks::next_input; StackAlloc = callbacks::stack_alloc;
    StackMark = callbacks::stack_mark; StackRestore = callbacks::stack_restore; ScopeStart = callbacks::scope_start;
    ScopeEnd = callbacks::scope_end; MemCopy = callbacks::mem_copy; MemSet = callbacks::mem_set;
    Host = callbacks::host_call; LoadAny = callbacks::load_any; StoreAny = callbacks::store_any;
    Binary = callbacks::binary_any; Divide = callbacks::divide_any; Unary = callbacks::unary_any;
    Math = callbacks::math_any; Probe = callbacks::probe; Fact = callbacks::pointer_fact; Event = callbacks::call_event;
    Edge = callbacks::take_edge; Decision = callbacks::trace_edge;
}

impl Helper {
    /// The distance in the table.
    pub fn offset(self) -> i32 {
        8 * self as i32
    }

    /// What reaches for 1, 2, 4, 8 or 16 bytes.
    pub fn reach(bytes: u32, write: bool) -> Helper {
        use Helper::*;
        let sizes =
            if write { [Write1, Write2, Write4, Write8, Write16] } else { [Read1, Read2, Read4, Read8, Read16] };
        sizes[bytes.ilog2() as usize]
    }
}

/// Where the table is.
pub fn table() -> u64 {
    TABLE.0.as_ptr() as u64
}

/// Ends the run with the code in `rax`.
#[unsafe(naked)]
unsafe extern "sysv64" fn finish() {
    std::arch::naked_asm!(
        "mov [rbx + {ending}], rax",
        "mov [rbx + {fuel}], r12",
        "mov rbp, [rbx + {host}]",
        "jmp {unwind}",
        ending = const at::ENDING,
        fuel = const at::FUEL,
        host = const at::HOST,
        unwind = sym unwind,
    )
}

/// Leaves the run: the interpreter makes it again. The frames that are left are all template code's, which owns
/// nothing.
#[unsafe(naked)]
pub unsafe extern "sysv64" fn leave() {
    std::arch::naked_asm!(
        "xor r12d, r12d",
        "mov eax, {again}",
        "jmp {finish}",
        again = const Ending::AGAIN,
        finish = sym finish,
    )
}

/// Ends the run as a callback says that did not succeed.
#[unsafe(naked)]
unsafe extern "sysv64" fn status() {
    std::arch::naked_asm!(
        "cmp rax, {fault}",
        "je {leave}",
        "jmp {finish}",
        fault = const FAULT,
        leave = sym leave,
        finish = sym finish,
    )
}

/// Where bytes are that are meant for the object of an origin: address, access and origin come in `rax`, `rdx`, `rcx`.
#[unsafe(naked)]
unsafe extern "sysv64" fn reach_from() {
    std::arch::naked_asm!(
        "sub rsp, 8",
        "mov rdi, rbx",
        "mov rsi, rax",
        "call {reach}",
        "add rsp, 8",
        "test rax, rax",
        "jz {leave}",
        "ret",
        reach = sym callbacks::reach_from,
        leave = sym leave,
    )
}

/// The first address of a call's slots.
#[unsafe(naked)]
unsafe extern "sysv64" fn push_frame() {
    std::arch::naked_asm!(
        "sub rsp, 8",
        "call {push}",
        "add rsp, 8",
        "test rax, rax",
        "jz {leave}",
        "ret",
        push = sym callbacks::push_frame,
        leave = sym leave,
    )
}

/// What the thunk of a function that is not compiled yet jumps to: has the function compiled, and goes on there.
/// Everything that the call gives lies in memory.
#[unsafe(naked)]
pub unsafe extern "sysv64" fn first_call() {
    std::arch::naked_asm!(
        "sub rsp, 8",
        "mov rdi, rbx",
        "mov esi, eax",
        "call {compile}",
        "add rsp, 8",
        "jmp rax",
        compile = sym callbacks::compile,
    )
}

/// Where the bytes at the address in `rax` are, for each size and kind of access; leaves the run if they may not be
/// touched.
macro_rules! reach {
    ($($name:ident = $bytes:literal, $field:ident;)*) => {
        $(
            #[unsafe(naked)]
            unsafe extern "sysv64" fn $name() {
                std::arch::naked_asm!(
                    "mov rcx, rax",
                    "shr rcx, 32",
                    "jnz {leave}",
                    "mov ecx, eax",
                    "shr ecx, {shift}",
                    "mov ecx, [rbx + 4 * rcx + {pages}]",
                    "mov edx, eax",
                    "sub edx, [rbx + rcx + {start}]",
                    "add rdx, {rest}",
                    "mov ecx, [rbx + rcx + {limit}]",
                    "cmp rdx, rcx",
                    "jae {leave}",
                    "add rax, rbx",
                    "ret",
                    leave = sym leave,
                    shift = const layout::PAGE_SHIFT,
                    pages = const layout::PAGES,
                    start = const layout::TABLE + layout::OBJECT_BASE,
                    rest = const $bytes - 1,
                    limit = const layout::TABLE + layout::$field,
                )
            }
        )*
    };
}

reach! {
    read_1 = 1, OBJECT_READABLE;
    read_2 = 2, OBJECT_READABLE;
    read_4 = 4, OBJECT_READABLE;
    read_8 = 8, OBJECT_READABLE;
    read_16 = 16, OBJECT_READABLE;
    write_1 = 1, OBJECT_WRITABLE;
    write_2 = 2, OBJECT_WRITABLE;
    write_4 = 4, OBJECT_WRITABLE;
    write_8 = 8, OBJECT_WRITABLE;
    write_16 = 16, OBJECT_WRITABLE;
}
