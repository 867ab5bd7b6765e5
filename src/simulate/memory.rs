//! The program's memory: objects in a flat 32-bit address space.
//!
//! | addresses                  | what lies there                                                      |
//! |----------------------------|----------------------------------------------------------------------|
//! | `0 .. 0x1_0000`            | nothing, ever: the null pointer and its neighbourhood                |
//! | `0x1_0000 .. 0x100_0000`   | functions, 16 bytes apart: addresses without objects                 |
//! | `0x100_0000 .. 0x5000_0000`| globals                                                              |
//! | `0x5000_0000 .. 0xb000_0000`| the heap                                                            |
//! | `0xb000_0000 .. 0xf000_0000`| objects of calls: slots and `stack_alloc`                           |
//!
//! An access is legal when all its bytes lie in one living object: page table, object, one comparison. Everything
//! is a function of the calls made since [`Memory::reset`], so equal inputs see equal addresses. Fresh objects are
//! zero: pages that nobody touched are so by themselves, others are written when they are handed out again.
//!
//! Known limit: a wild pointer that lands in another living object is not noticed unless the access says what
//! object it is meant for ([`Memory::check`]'s `origin`).

use super::failure::{Access, Fault, ObjectKind, ObjectName};
use cranelift_entity::{EntityRef, PrimaryMap};
use objects::{Kind, Object, Objects, State};
use rarebit_front_end::ir::*;
use ring::{PAGE, PAGE_SHIFT, Ring, align_pages, pages_of};

mod digest;
mod distance;
mod globals;
mod leaks;
mod lifetime;
mod objects;
mod ring;
mod shadow;
mod space;

pub use lifetime::FrameLayout;
pub use space::Lazy;

const NULL_END: u64 = 0x1_0000;
pub const CODE: u64 = NULL_END;
pub const CODE_STEP: u64 = 16;
const GLOBALS: u32 = 0x100_0000;
const HEAP: u32 = 0x5000_0000;
const STACK: u32 = 0xb000_0000;
const STACK_END: u32 = 0xf000_0000;
/// Behind the last address, so that an access that begins there stays inside.
const TAIL: usize = 4096;
/// Bytes for what compiled code shares with the simulator.
pub const SHARED: usize = 256 << 20;
/// Bytes that a card stands for: one that says whether something was written there.
const CARD_SHIFT: u32 = 8;
/// Cards for all addresses, at the end of the shared bytes.
const CARDS: usize = 1 << (32 - CARD_SHIFT);
/// From this size on zeroing gives pages back to the host instead of writing.
const LARGE: usize = 1 << 20;
/// Up to this size whole pages are cleared one by one.
const SMALL: usize = 512;
/// Up to this size clearing is done by plain stores.
const PIECE: usize = 1024;
/// Touched bytes of a region that are kept from run to run.
const KEPT: u32 = 256 << 20;

/// Where things lie, for compiled code: distances from [`Memory::base`], and inside an object.
pub mod layout {
    use super::objects::*;
    use std::mem::offset_of;

    pub const PAGE_SHIFT: u32 = super::PAGE_SHIFT;
    pub const SHARED: i32 = -(super::SHARED as i32);
    pub const CARD_SHIFT: u32 = super::CARD_SHIFT;
    pub const CARDS: i32 = -(super::CARDS as i32);
    pub const PAGES: i32 = SHARED - size_of::<Pages>() as i32;
    pub const TABLE: i32 = PAGES - size_of::<Table>() as i32;
    pub const OBJECT_BASE: i32 = offset_of!(Object, base) as i32;
    pub const OBJECT_READABLE: i32 = offset_of!(Object, readable) as i32;
    pub const OBJECT_WRITABLE: i32 = offset_of!(Object, writable) as i32;
    pub const OBJECT_STATE: i32 = offset_of!(Object, state) as i32;
    pub const LIVE: u8 = State::Live as u8;
    pub const SLEEPING: u8 = State::Sleeping as u8;
}

/// How many bytes of the rings are used before addresses come again; see [`objects`].
#[derive(Clone, Copy, Debug)]
pub struct Extents {
    pub heap: u32,
    pub stack: u32,
    /// The sizes of the regions, for tests of their exhaustion.
    pub heap_region: u32,
    pub stack_region: u32,
}

impl Default for Extents {
    fn default() -> Self {
        Extents { heap: 64 << 20, stack: 16 << 20, heap_region: STACK - HEAP, stack_region: STACK_END - STACK }
    }
}

/// The memory of a run, reused from run to run.
pub struct Memory<'p> {
    program: &'p Program,
    bytes: Lazy<[u8; (1 << 32) + TAIL]>,
    /// For what compiled code shares with the simulator.
    shared: Lazy<[u64; SHARED / 8]>,
    objects: Objects,
    heap: Ring,
    stack: Ring,
    /// The first address of each ring region that was never handed out, in any run.
    heap_dirty: u32,
    stack_dirty: u32,
    globals: globals::Globals,
    /// Bytes of living objects, and how many there may be.
    live: u64,
    limit: u64,
    /// What heap objects made now carry.
    mark: u32,
    /// Has `main` returned, as far as anybody said?
    returned: bool,
    /// Which bits of memory were never assigned; there only once somebody asked.
    shadow: Option<shadow::Shadow>,
}

/// The address of a function.
pub fn func_address(func: Func) -> u64 {
    CODE + func.index() as u64 * CODE_STEP
}

impl<'p> Memory<'p> {
    /// Lays out the globals. `limit`: bytes of living objects.
    pub fn new(program: &'p Program, limit: u64, extents: Extents) -> Memory<'p> {
        let (table, pages, shared, bytes) = Lazy::four();
        let mut memory = Memory {
            program,
            bytes,
            shared,
            objects: Objects::new(table, pages),
            heap: Ring::new(HEAP, HEAP + extents.heap_region, extents.heap),
            stack: Ring::new(STACK, STACK + extents.stack_region, extents.stack),
            heap_dirty: HEAP,
            stack_dirty: STACK,
            globals: globals::Globals::default(),
            live: 0,
            limit,
            mark: 0,
            returned: false,
            shadow: None,
        };
        memory.lay_out_globals();
        memory
    }

    /// What compiled code is based on: the first byte of address 0. Before it lie, in this order, the table of objects,
    /// the page table and the shared bytes; see [`layout`].
    pub fn base(&self) -> *mut u8 {
        self.bytes.as_mut_ptr()
    }

    /// The [`SHARED`] bytes before [`Memory::base`].
    pub fn shared(&self) -> *mut u8 {
        self.shared.as_mut_ptr()
    }

    /// Back to the state before a run. False if the globals alone are too large.
    pub fn reset(&mut self) -> bool {
        self.objects.forget(self.globals.objects, [&self.heap, &self.stack]);
        self.heap.reset();
        self.stack.reset();
        for (start, dirty) in [(HEAP, &mut self.heap_dirty), (STACK, &mut self.stack_dirty)] {
            if *dirty - start > KEPT {
                self.bytes.discard(start as usize, *dirty as usize);
                *dirty = start;
            }
        }
        self.reset_globals();
        self.reset_shadow();
        (self.mark, self.returned) = (0, false);
        self.live = self.globals.bytes;
        self.globals.fit && self.live <= self.limit
    }

    /// The address of a global.
    pub fn global_address(&self, global: Global) -> u64 {
        self.globals.addresses[global].into()
    }

    /// Did all globals find a place?
    pub fn globals_fit(&self) -> bool {
        self.globals.fit
    }

    /// The function with this address.
    pub fn function_at(&self, address: u64) -> Option<Func> {
        let offset = address.checked_sub(CODE)?;
        let index = offset / CODE_STEP;
        let exists = offset.is_multiple_of(CODE_STEP) && index < self.program.funcs.len() as u64;
        exists.then(|| Func::new(index as usize))
    }

    /// `N` bytes, if an access there is legal.
    #[inline(always)]
    pub fn load<const N: usize>(&self, address: u64) -> Option<[u8; N]> {
        let at = u32::try_from(address).ok()?;
        let object = self.objects.at(at);
        let end = u64::from(at.wrapping_sub(object.base)) + N as u64;
        if end > object.readable.into() {
            return None;
        }
        Some(self.bytes[at as usize..at as usize + N].try_into().unwrap())
    }

    /// Writes, if an access there is legal; else none.
    #[inline(always)]
    pub fn store<const N: usize>(&mut self, address: u64, bytes: [u8; N]) -> Option<()> {
        let at = u32::try_from(address).ok()?;
        let object = self.objects.at(at);
        let end = u64::from(at.wrapping_sub(object.base)) + N as u64;
        if end > object.writable.into() {
            return None;
        }
        self.bytes[at as usize..at as usize + N].copy_from_slice(&bytes);
        Some(())
    }

    /// Do these lie on the pages of one object? Then an origin has nothing more to say.
    #[inline(always)]
    pub fn same_object(&self, address: u64, origin: u64) -> bool {
        (address | origin) <= u32::MAX.into() && self.objects.id(address as u32) == self.objects.id(origin as u32)
    }

    /// May these bytes be touched? `origin` is an address inside the object that is meant, or one past its end;
    /// it says nothing when there is no object.
    #[cold]
    pub fn check(&self, address: u64, size: u64, access: Access, origin: Option<u64>) -> Result<(), Fault> {
        if let Some(origin) = origin.and_then(|o| u32::try_from(o).ok()) {
            let meant = self.objects.at(origin);
            let inside = meant.kind != Kind::None && u64::from(origin) <= u64::from(meant.base) + u64::from(meant.size);
            if inside && !self.same_object(address, origin.into()) {
                return Err(self.object_fault(meant, address, size, access));
            }
        }
        let at = match u32::try_from(address) {
            Ok(at) if address >= NULL_END => at,
            _ if address < NULL_END => return Err(Fault::NullAccess { access, size, address }),
            _ => return Err(Fault::WildAccess { access, size, address }),
        };
        let object = self.objects.at(at);
        if object.kind == Kind::None {
            // A little before the first object of a region there is none, but it is clear which was meant.
            let next = self.objects.at(at.saturating_add(PAGE));
            if next.kind != Kind::None && next.state == State::Live && next.base > at && next.base - at <= PAGE {
                return Err(self.object_fault(next, address, size, access));
            }
            return Err(Fault::WildAccess { access, size, address });
        }
        let allowed = if access == Access::Read { object.readable } else { object.writable };
        if u64::from(at - object.base).checked_add(size).is_some_and(|end| end <= allowed.into()) {
            return Ok(());
        }
        Err(self.object_fault(object, address, size, access))
    }

    fn object_fault(&self, object: &Object, address: u64, size: u64, access: Access) -> Fault {
        let offset = address.wrapping_sub(object.base.into()) as i64;
        let name = self.name(object);
        match object.state {
            State::Freed => Fault::UseAfterFree { access, size, offset, object: name },
            State::Sleeping | State::Popped | State::Returned => {
                let returned = object.state == State::Returned;
                Fault::UseAfterScope { access, size, offset, object: name, returned }
            }
            State::Live => {
                let inside =
                    u64::try_from(offset).is_ok_and(|o| o.checked_add(size).is_some_and(|e| e <= object.size.into()));
                if inside && access == Access::Write && object.writable == 0 {
                    Fault::WriteToConstant { size, offset, object: name }
                } else {
                    Fault::OutOfBounds { access, size, offset, object: name }
                }
            }
        }
    }

    fn name(&self, object: &Object) -> ObjectName {
        let (kind, name) = match object.kind {
            Kind::Global => (ObjectKind::Global, Some(&self.program.globals[Global::from_u32(object.owner)].name)),
            Kind::Slot => {
                let slots = &self.program.funcs[Func::from_u32(object.func)].slots;
                (ObjectKind::Local, Some(&slots[Slot::from_u32(object.owner)].name))
            }
            Kind::Heap => (ObjectKind::Heap, None),
            Kind::Dynamic | Kind::None => (ObjectKind::Dynamic, None),
        };
        ObjectName { kind, name: name.filter(|n| !n.is_empty()).cloned(), size: object.size.into() }
    }

    /// The bytes of a legal, not empty access.
    pub fn read(&self, address: u64, size: u64) -> Result<&[u8], Fault> {
        self.check(address, size, Access::Read, None)?;
        Ok(&self.bytes[address as usize..(address + size) as usize])
    }

    /// Writes a legal, not empty access.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Fault> {
        self.check(address, bytes.len() as u64, Access::Write, None)?;
        self.mark_written(address, bytes.len() as u64);
        self.bytes[address as usize..address as usize + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    /// Copies like `memmove`; nothing is touched when `size` is 0.
    pub fn copy(&mut self, to: u64, from: u64, size: u64) -> Result<(), Fault> {
        if size == 0 {
            return Ok(());
        }
        self.check(from, size, Access::Read, None)?;
        self.check(to, size, Access::Write, None)?;
        self.mark_written(to, size);
        self.bytes.copy_within(from as usize..(from + size) as usize, to as usize);
        Ok(())
    }

    /// Sets every byte; nothing is touched when `size` is 0.
    pub fn fill(&mut self, to: u64, byte: u8, size: u64) -> Result<(), Fault> {
        if size == 0 {
            return Ok(());
        }
        self.check(to, size, Access::Write, None)?;
        self.mark_written(to, size);
        self.bytes[to as usize..(to + size) as usize].fill(byte);
        Ok(())
    }

    fn zero(&mut self, start: usize, end: usize) {
        if end - start <= SMALL && start.is_multiple_of(PAGE as usize) && end.is_multiple_of(PAGE as usize) {
            let (pages, _) = self.bytes[start..end].as_chunks_mut::<{ PAGE as usize }>();
            pages.iter_mut().for_each(|page| *page = [0; PAGE as usize]);
            return;
        }
        if end - start >= LARGE {
            self.bytes.discard(start, end);
            return;
        }
        // The C library clears more than 2 KB by an instruction that takes a tenth of a microsecond to start; the
        // length is hidden so that the pieces are not put together again.
        for piece in self.bytes[start..end].chunks_mut(std::hint::black_box(PIECE)) {
            piece.fill(0);
        }
    }
}

/// The address space as other executions of the program need to know it.
pub mod plan {
    use super::*;

    pub use super::ring::{Ground, PAGE, Ring, align_pages, pages_of};

    /// Start, end and first extent of the heap.
    pub const HEAP: (u32, u32, u32) = (super::HEAP, super::STACK, 64 << 20);
    /// Start, end and first extent of the stack.
    pub const STACK: (u32, u32, u32) = (super::STACK, super::STACK_END, 16 << 20);
    /// Addresses below are null pointers.
    pub const NULL_END: u64 = super::NULL_END;

    /// The address and the first bytes of every global; none if they do not fit.
    pub fn globals(program: &Program) -> Option<Vec<(u32, Vec<u8>)>> {
        let memory = Memory::new(program, u64::MAX, Extents::default());
        let bytes = |(global, data): (Global, &GlobalData)| {
            let base = memory.globals.addresses[global];
            (base, memory.bytes[base as usize..base as usize + data.size as usize].to_vec())
        };
        memory.globals.fit.then(|| program.globals.iter().map(bytes).collect())
    }
}
