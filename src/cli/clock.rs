//! How long something takes: by the clock, and in processor time of this process, so that what else the machine does is no
//! part of it.

use std::time::{Duration, Instant};

pub struct Clock {
    begin: Instant,
    processor: Duration,
}

impl Clock {
    pub fn start() -> Clock {
        Clock { begin: Instant::now(), processor: processor_time() }
    }

    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    pub fn processor(&self) -> Duration {
        processor_time().saturating_sub(self.processor)
    }
}

fn processor_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a local that lives.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
