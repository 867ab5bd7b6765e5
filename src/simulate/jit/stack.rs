//! The native stack that compiled code runs on: a mapping of its own, large enough for deep recursion of simulated
//! calls, whatever the stack of the running thread. Only what was touched takes memory.

use super::shared::at;
use memmap2::{MmapMut, MmapOptions};

/// Bytes of address space.
const SIZE: usize = 1 << 30;
/// Left for what callbacks need, and for the frame of a function that has just tested the limit.
const RESERVE: usize = 4 << 20;

pub struct Stack {
    map: MmapMut,
}

impl Stack {
    pub fn new() -> Stack {
        let map = MmapOptions::new().len(SIZE).no_reserve_swap().map_anon();
        Stack { map: map.unwrap_or_else(|e| panic!("cannot reserve {SIZE} bytes for a stack: {e}")) }
    }

    /// Compiled code must not call when its stack pointer is below this.
    pub fn limit(&self) -> u64 {
        self.map.as_ptr() as u64 + RESERVE as u64
    }

    /// Calls `code(base, fuel, depth)` on this stack.
    ///
    /// # Safety
    /// `code` must be a compiled function with this signature that keeps the registers that the System V convention
    /// says, never unwinds, and tests [`Stack::limit`].
    pub unsafe fn call(&mut self, code: *const u8, base: *mut u8, fuel: i64, depth: i64) -> i64 {
        // Mappings begin and end at a host page, so the top is aligned as calls want it.
        let top = self.map.as_mut_ptr_range().end;
        // SAFETY: the caller's promise; the stack is ours alone while `&mut self` lives.
        unsafe { switch(code, base, fuel, depth, top) }
    }
}

/// Calls `code(base, fuel, depth)` with the stack pointer at `top`.
#[unsafe(naked)]
unsafe extern "sysv64" fn switch(code: *const u8, base: *mut u8, fuel: i64, depth: i64, top: *mut u8) -> i64 {
    std::arch::naked_asm!(
        "push rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "mov [rsi + {host}], rsp",
        "mov rbp, rsp",
        "mov rsp, r8",
        "mov rax, rdi",
        "mov rdi, rsi",
        "mov rsi, rdx",
        "mov rdx, rcx",
        "call rax",
        "jmp {unwind}",
        host = const at::HOST,
        unwind = sym unwind,
    )
}

/// Goes back to where [`switch`] was called, with the stack pointer from then in `rbp`; the frames between are all
/// compiled code's, which owns nothing. Is jumped to.
#[unsafe(naked)]
pub unsafe extern "sysv64" fn unwind() {
    std::arch::naked_asm!("mov rsp, rbp", "pop r15", "pop r14", "pop r13", "pop r12", "pop rbx", "pop rbp", "ret",)
}
