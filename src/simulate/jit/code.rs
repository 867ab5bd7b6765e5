//! Executable memory, and what was compiled into it before.
//!
//! Compiled code says nothing about where it lies or for whom it works: it finds the program's bytes, the tables and
//! every other function by the base that it gets. So its bytes follow from Cranelift's form of the function and the
//! settings alone, and code that was compiled once serves every simulator of the process that would compile the same
//! again: other chains, and the next round, in which only the functions whose probes changed differ.
//!
//! Memory is mapped twice, once to be written and once to be run, so that no page is ever both and code can be added
//! while other threads run what lies beside it. A place is written once, before anybody knows of it.

use memmap2::{Mmap, MmapMut, MmapOptions};
use std::collections::HashMap;
use std::fs::File;
use std::hash::{Hash, Hasher};
use std::io;
use std::os::fd::FromRawFd;
use std::sync::{Arc, LazyLock, Mutex};

/// Bytes of a piece of executable memory; a larger function gets a larger piece.
const CHUNK: usize = 1 << 20;
/// What is remembered is forgotten when there is more than this; code that is in use stays.
const REMEMBERED: usize = 64 << 20;
const ALIGN: usize = 32;

/// Code of one function, alive as long as this is.
pub struct Code {
    start: *const u8,
    _chunk: Arc<Mmap>,
}

// SAFETY: code is only read.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

impl Code {
    pub fn start(&self) -> *const u8 {
        self.start
    }
}

/// What code follows from, hashed so that two functions do not meet by chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key(u64, u64);

impl Key {
    pub fn new(content: &impl Hash) -> Key {
        let mut lanes = Lanes([0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344]);
        content.hash(&mut lanes);
        // The last words are mixed as well as the first.
        (0..2).for_each(|_| lanes.mix(0));
        Key(lanes.0[0], lanes.0[1])
    }
}

/// A hash of 128 bits: two lanes that fold long products of what comes with different constants.
struct Lanes([u64; 2]);

impl Lanes {
    #[inline(always)]
    fn mix(&mut self, word: u64) {
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let [a, b] = self.0;
        self.0 = [
            fold(a ^ word, 0x9e37_79b9_7f4a_7c15).wrapping_add(b.rotate_left(23)),
            fold(b ^ word.rotate_left(32), 0xc2b2_ae3d_27d4_eb4f).wrapping_add(a.rotate_left(41)),
        ];
    }
}

impl Hasher for Lanes {
    fn write(&mut self, bytes: &[u8]) {
        self.mix(bytes.len() as u64);
        for word in bytes.chunks(8) {
            let mut padded = [0; 8];
            padded[..word.len()].copy_from_slice(word);
            self.mix(u64::from_le_bytes(padded));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.mix(n.into());
    }

    fn write_u16(&mut self, n: u16) {
        self.mix(n.into());
    }

    fn write_u32(&mut self, n: u32) {
        self.mix(n.into());
    }

    fn write_u64(&mut self, n: u64) {
        self.mix(n);
    }

    fn write_usize(&mut self, n: usize) {
        self.mix(n as u64);
    }

    fn finish(&self) -> u64 {
        self.0[0]
    }
}

/// A piece that still has room.
struct Open {
    runs: Arc<Mmap>,
    written: MmapMut,
    used: usize,
}

#[derive(Default)]
struct Store {
    known: HashMap<Key, Arc<Code>>,
    bytes: usize,
    open: Option<Open>,
    /// See [`thunks`], what they lead to, and how many there are.
    thunks: HashMap<usize, (Arc<Code>, usize)>,
}

static STORE: LazyLock<Mutex<Store>> = LazyLock::new(Mutex::default);

fn store() -> std::sync::MutexGuard<'static, Store> {
    STORE.lock().unwrap_or_else(|e| e.into_inner())
}

impl Store {
    fn add(&mut self, bytes: &[u8]) -> io::Result<Arc<Code>> {
        if self.open.as_ref().is_none_or(|open| open.written.len() - open.used < bytes.len()) {
            self.open = Some(Open::new(bytes.len().max(CHUNK))?);
        }
        let open = self.open.as_mut().expect("just opened");
        open.written[open.used..open.used + bytes.len()].copy_from_slice(bytes);
        let code = Code { start: open.runs[open.used..].as_ptr(), _chunk: open.runs.clone() };
        open.used = (open.used + bytes.len()).next_multiple_of(ALIGN).min(open.written.len());
        Ok(Arc::new(code))
    }
}

impl Open {
    fn new(len: usize) -> io::Result<Open> {
        // SAFETY: the name is a C string; the result is tested, and owned by nobody else.
        let file = unsafe {
            let handle = libc::memfd_create(c"code".as_ptr(), libc::MFD_CLOEXEC);
            if handle < 0 {
                return Err(io::Error::last_os_error());
            }
            File::from_raw_fd(handle)
        };
        file.set_len(len as u64)?;
        // SAFETY: nobody else has the file; the parts that are run are not written any more.
        let (written, runs) =
            unsafe { (MmapOptions::new().len(len).map_mut(&file)?, MmapOptions::new().len(len).map_exec(&file)?) };
        Ok(Open { runs: Arc::new(runs), written, used: 0 })
    }
}

/// Code that was made before.
pub fn known(key: Key) -> Option<Arc<Code>> {
    store().known.get(&key).cloned()
}

/// Forgets what was compiled before, for who wants to know how long compiling takes.
pub fn forget() {
    let store = &mut *store();
    (store.known, store.bytes) = (HashMap::new(), 0);
}

/// Makes code out of bytes and remembers it.
pub fn add(key: Key, bytes: &[u8]) -> io::Result<Arc<Code>> {
    let store = &mut *store();
    if store.bytes > REMEMBERED {
        (store.known, store.bytes) = (HashMap::new(), 0);
    }
    let code = store.add(bytes)?;
    store.bytes += bytes.len();
    store.known.insert(key, code.clone());
    Ok(code)
}

/// Makes code out of bytes that nobody will ask for again.
pub fn keep(bytes: &[u8]) -> io::Result<Arc<Code>> {
    store().add(bytes)
}

/// Bytes between two thunks.
pub const THUNK: usize = 32;

/// Code for the places where functions that are not compiled yet are called: thunk `n` puts `n` into the result
/// register, which is free at a call, and jumps to `target`.
pub fn thunks(count: usize, target: *const u8) -> io::Result<Arc<Code>> {
    let store = &mut *store();
    if let Some((code, made)) = store.thunks.get(&(target as usize))
        && *made >= count
    {
        return Ok(code.clone());
    }
    let count = count.next_power_of_two().max(64);
    let mut bytes = vec![0; count * THUNK];
    for (number, thunk) in bytes.chunks_exact_mut(THUNK).enumerate() {
        // mov eax, number; mov r11, target; jmp r11
        thunk[0] = 0xb8;
        thunk[1..5].copy_from_slice(&(number as u32).to_le_bytes());
        thunk[5..7].copy_from_slice(&[0x49, 0xbb]);
        thunk[7..15].copy_from_slice(&(target as u64).to_le_bytes());
        thunk[15..18].copy_from_slice(&[0x41, 0xff, 0xe3]);
    }
    let code = store.add(&bytes)?;
    store.thunks.insert(target as usize, (code.clone(), count));
    Ok(code)
}
