//! How much memory the process uses, as the system counts it.

/// Resident bytes; 0 where the system does not say.
pub fn now() -> u64 {
    let Ok(text) = std::fs::read_to_string("/proc/self/statm") else { return 0 };
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0);
    // SAFETY: asks for a constant of the system.
    pages * u64::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
}

/// Gives freed memory back to the system, which otherwise stays with the allocator.
pub fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: has no preconditions.
    unsafe {
        libc::malloc_trim(0);
    }
}
