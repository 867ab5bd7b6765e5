//! Ends questions that nobody waits for any more.
//!
//! A question can take minutes, and whoever asks it cannot look up meanwhile. So somebody else does: a thread that
//! sleeps most of the time, and interrupts Z3 while there is a question and the search has been told to stop. Z3 may
//! miss an interrupt that comes before it has begun; it is told again until the question is over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
use z3::Context;

/// Set when a search is to stop; whoever works looks at it now and then.
pub type Halt = Arc<AtomicBool>;

const LOOK: Duration = Duration::from_millis(10);

#[derive(Default)]
struct Shared {
    asking: AtomicBool,
    over: AtomicBool,
}

/// The thread, as long as this lives.
pub struct Watch {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// A context that another thread may interrupt, which is all that may be done with it there.
struct Interruptible(z3_sys::Z3_context);
// SAFETY: `Z3_interrupt` is the one function that may be called while another thread uses the context.
unsafe impl Send for Interruptible {}

impl Interruptible {
    /// # Safety
    /// The context must be alive.
    unsafe fn interrupt(&self) {
        // SAFETY: the caller's promise.
        unsafe { z3_sys::Z3_interrupt(self.0) }
    }
}

impl Watch {
    /// Watches this thread's questions.
    pub fn new(halt: &Halt) -> Watch {
        let context = Interruptible(Context::thread_local().get_z3_context());
        let (shared, halt) = (Arc::new(Shared::default()), halt.clone());
        let seen = shared.clone();
        let look = move || {
            let context = context;
            while !seen.over.load(Ordering::Acquire) {
                if seen.asking.load(Ordering::Acquire) && halt.load(Ordering::Relaxed) {
                    // SAFETY: the context lives as long as its thread, which ends this one before.
                    unsafe { context.interrupt() };
                }
                std::thread::park_timeout(LOOK);
            }
        };
        // Without the thread a question ends at its own limits.
        let thread = std::thread::Builder::new().stack_size(64 << 10).spawn(look).ok();
        Watch { shared, thread }
    }

    pub fn question<T>(&self, ask: impl FnOnce() -> T) -> T {
        self.shared.asking.store(true, Ordering::Release);
        let answer = ask();
        self.shared.asking.store(false, Ordering::Release);
        answer
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.over.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // It does nothing that could panic.
            let _ = thread.join();
        }
    }
}
