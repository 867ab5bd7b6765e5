//! Runs a native program inside limits: no shell, an environment of its own, and nothing of it left afterwards.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a process may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub time: Duration,
    /// Bytes of address space. None where a sanitizer reserves more than any program would.
    pub address_space: Option<u64>,
    /// Bytes of stack.
    pub stack: Option<u64>,
    /// Bytes of any file it writes.
    pub file: Option<u64>,
}

/// How a process ended.
pub struct Ended {
    pub status: ExitStatus,
    /// Did it have to be stopped?
    pub timed_out: bool,
    /// The beginning of what it said on standard error.
    pub errors: String,
}

/// How much of standard error is kept.
const KEPT: u64 = 64 << 10;

/// Runs a command to its end or to the limit; then ends every process that it has started and that is still in its
/// process group. Its standard input is empty and its standard output thrown away, unless the command says otherwise.
pub fn run(command: &mut Command, limits: Limits) -> io::Result<Ended> {
    command.stdout(Stdio::null()).stderr(Stdio::piped()).process_group(0);
    let resources = [
        (libc::RLIMIT_CORE, Some(0)),
        (libc::RLIMIT_CPU, Some(limits.time.as_secs() + 1)),
        (libc::RLIMIT_AS, limits.address_space),
        (libc::RLIMIT_STACK, limits.stack),
        (libc::RLIMIT_FSIZE, limits.file),
    ];
    // SAFETY: between fork and exec only system calls are made, on values that were computed before.
    unsafe {
        command.pre_exec(move || {
            for (resource, value) in resources {
                if let Some(value) = value {
                    lower(resource, value)?;
                }
            }
            // Equal inputs, equal addresses; where that is forbidden, the sanitizers cope.
            libc::personality(libc::ADDR_NO_RANDOMIZE as libc::c_ulong);
            Ok(())
        });
    }
    let mut child = command.spawn()?;
    let mut pipe = child.stderr.take().expect("standard error is a pipe");
    let reader = thread::spawn(move || {
        let mut text = Vec::new();
        let _ = pipe.by_ref().take(KEPT).read_to_end(&mut text);
        let _ = io::copy(&mut pipe, &mut io::sink());
        String::from_utf8_lossy(&text).into_owned()
    });
    let timed_out = !ends_in_time(&child, limits.time)?;
    // The child is not waited for yet, so its number, which is the group's, cannot mean anybody else.
    end_group(&child);
    let status = child.wait()?;
    let errors = reader.join().unwrap_or_default();
    Ok(Ended { status, timed_out, errors })
}

/// Sets a limit, as far as the hard limit allows.
fn lower(resource: libc::__rlimit_resource_t, value: u64) -> io::Result<()> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: both calls get a valid pointer to a limit.
    let done = unsafe {
        libc::getrlimit(resource, &mut limit) == 0 && {
            limit.rlim_cur = value.min(limit.rlim_max);
            libc::setrlimit(resource, &limit) == 0
        }
    };
    if done { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Waits without taking the status; false if the time is up.
fn ends_in_time(child: &Child, time: Duration) -> io::Result<bool> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(200);
    loop {
        // SAFETY: zero is a value of this plain structure.
        let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
        let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        // SAFETY: the pointer is valid, and the child is ours and not waited for.
        if unsafe { libc::waitid(libc::P_PID, child.id(), &mut info, flags) } != 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: waitid filled the structure in, or left the zeros.
        if unsafe { info.si_pid() } != 0 {
            return Ok(true);
        }
        if start.elapsed() >= time {
            return Ok(false);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

fn end_group(child: &Child) {
    let group = libc::pid_t::try_from(child.id()).expect("a process number");
    // SAFETY: a system call without pointers; the group is the child's own.
    unsafe { libc::kill(-group, libc::SIGKILL) };
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { time: Duration::from_secs(20), address_space: None, stack: None, file: None };

    #[test]
    fn status_and_words_come_back() {
        let ended = run(Command::new("ls").arg("/no/such/place"), LIMITS).unwrap();
        assert!(!ended.timed_out && !ended.status.success() && ended.errors.contains("/no/such/place"));
    }

    #[test]
    fn the_whole_group_ends_at_the_limit() {
        let limits = Limits { time: Duration::from_millis(100), ..LIMITS };
        // `timeout --foreground` keeps its child in the group; the pipe would stay open as long as one of them lives.
        let start = Instant::now();
        let ended = run(Command::new("timeout").args(["--foreground", "60", "sleep", "60"]), limits).unwrap();
        assert!(ended.timed_out && start.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn endless_words_are_cut() {
        let limits = Limits { time: Duration::from_millis(300), ..LIMITS };
        let ended = run(Command::new("dd").args(["if=/dev/zero", "of=/dev/stderr", "bs=64k"]), limits).unwrap();
        assert!(ended.timed_out && ended.errors.len() <= KEPT as usize);
    }
}
