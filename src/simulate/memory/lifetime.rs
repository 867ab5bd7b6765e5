//! How objects are born and die: slots with their call, dynamic stack objects, heap objects.
//!
//! The slots of a function lie side by side in one run of pages, so a call costs one search for a place.

use super::*;

/// Where the slots of a function lie relative to each other.
#[derive(Clone, Debug, Default)]
pub struct FrameLayout {
    func: u32,
    pages: u64,
    /// In pages.
    align: u64,
    /// Bytes of all slots together.
    bytes: u64,
    slots: Box<[SlotPlace]>,
}

#[derive(Clone, Copy, Debug)]
struct SlotPlace {
    page: u64,
    size: u64,
    scoped: bool,
}

impl FrameLayout {
    pub fn new(func: Func, slots: &PrimaryMap<Slot, SlotData>) -> FrameLayout {
        let mut layout = FrameLayout { func: func.as_u32(), align: 1, ..FrameLayout::default() };
        let mut places = Vec::with_capacity(slots.len());
        for slot in slots.values() {
            let align = align_pages(slot.align.into());
            layout.align = layout.align.max(align);
            // A sum that saturates is one that no region has room for.
            let page = layout.pages.checked_next_multiple_of(align).unwrap_or(u64::MAX);
            places.push(SlotPlace { page, size: slot.size, scoped: slot.scoped });
            layout.pages = page.saturating_add(pages_of(slot.size));
            layout.bytes = layout.bytes.saturating_add(slot.size);
        }
        layout.slots = places.into();
        layout
    }

    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// How far behind the first slot a slot lies.
    pub fn offset(&self, slot: Slot) -> u64 {
        self.slots[slot.index()].page << PAGE_SHIFT
    }

    /// The addresses of the slots in a call whose slots begin at `base`.
    pub fn addresses(&self, base: u32) -> impl Iterator<Item = u64> {
        self.slots.iter().map(move |s| u64::from(base) + (s.page << PAGE_SHIFT))
    }
}

impl Memory<'_> {
    /// Makes the objects of a call; where they begin, or none if there is no room.
    pub fn push_frame(&mut self, layout: &FrameLayout) -> Option<u32> {
        self.objects.has_room(layout.slots.len()).then_some(())?;
        let first = self.stack_pages(layout.pages, layout.align, layout.bytes)?;
        for (index, slot) in layout.slots.iter().enumerate() {
            let size = slot.size as u32;
            let usable = if slot.scoped { 0 } else { size };
            self.objects.add(Object {
                base: (first + slot.page as u32) << PAGE_SHIFT,
                readable: usable,
                writable: usable,
                size,
                owner: index as u32,
                func: layout.func,
                kind: Kind::Slot,
                state: if slot.scoped { State::Sleeping } else { State::Live },
            });
        }
        Some(first << PAGE_SHIFT)
    }

    /// Ends the objects of a call.
    pub fn pop_frame(&mut self, base: u32, layout: &FrameLayout) {
        for slot in &layout.slots {
            let object = self.objects.at_mut(base + ((slot.page as u32) << PAGE_SHIFT));
            (object.readable, object.writable, object.state) = (0, 0, State::Returned);
        }
        self.stack.released(layout.pages);
        self.live -= layout.bytes;
    }

    /// The slot's object begins its scope, again or for the first time, with all bytes zero.
    pub fn scope_start(&mut self, address: u64) {
        let object = self.objects.at_mut(address as u32);
        (object.readable, object.writable, object.state) = (object.size, object.size, State::Live);
        let end = address as usize + object.size as usize;
        self.zero(address as usize, end);
    }

    pub fn scope_end(&mut self, address: u64) {
        let object = self.objects.at_mut(address as u32);
        (object.readable, object.writable, object.state) = (0, 0, State::Sleeping);
    }

    /// A new object of a call.
    pub fn stack_alloc(&mut self, size: u64, align: u64) -> Option<u32> {
        self.objects.has_room(1).then_some(())?;
        let page = self.stack_pages(pages_of(size), align_pages(align), size)?;
        self.add_plain(page, size, Kind::Dynamic);
        Some(page << PAGE_SHIFT)
    }

    /// Ends an object of [`Memory::stack_alloc`].
    pub fn stack_release(&mut self, address: u32, returned: bool) {
        let object = self.objects.at_mut(address);
        let state = if returned { State::Returned } else { State::Popped };
        (object.readable, object.writable, object.state) = (0, 0, state);
        let (size, pages) = (object.size, object.pages());
        self.stack.released(pages.into());
        self.live -= u64::from(size);
    }

    /// A new heap object.
    pub fn heap_alloc(&mut self, size: u64, align: u64) -> Option<u64> {
        self.objects.has_room(1).then_some(())?;
        self.take(size)?;
        let page = self.heap.place(&mut self.objects, pages_of(size), align_pages(align))?;
        let start = page << PAGE_SHIFT;
        self.heap_dirty = self.make_fresh(start, pages_of(size), self.heap_dirty);
        self.add_plain(page, size, Kind::Heap);
        Some(start.into())
    }

    /// Ends a heap object.
    pub fn free(&mut self, address: u64) -> Result<(), Fault> {
        self.heap_object(address)?;
        let object = self.objects.at_mut(address as u32);
        (object.readable, object.writable, object.state) = (0, 0, State::Freed);
        let (size, pages) = (object.size, object.pages());
        self.heap.released(pages.into());
        self.live -= u64::from(size);
        Ok(())
    }

    /// The size of a heap object.
    pub fn heap_size(&self, address: u64) -> Result<u64, Fault> {
        Ok(self.heap_object(address)?.size.into())
    }

    fn heap_object(&self, address: u64) -> Result<&Object, Fault> {
        let object = u32::try_from(address).map(|at| self.objects.at(at)).ok().filter(|o| o.kind != Kind::None);
        match object {
            Some(object) if object.kind == Kind::Heap && u64::from(object.base) == address => match object.state {
                State::Live => Ok(object),
                _ => Err(Fault::DoubleFree { object: self.name(object) }),
            },
            _ => Err(Fault::BadFree { address, object: object.map(|o| self.name(o)) }),
        }
    }

    /// Counts bytes as living; none if there are too many.
    fn take(&mut self, size: u64) -> Option<()> {
        let live = self.live.checked_add(size).filter(|live| *live <= self.limit.min(1 << 32))?;
        self.live = live;
        Some(())
    }

    fn stack_pages(&mut self, pages: u64, align: u64, bytes: u64) -> Option<u32> {
        self.take(bytes)?;
        let first = self.stack.place(&mut self.objects, pages, align)?;
        self.stack_dirty = self.make_fresh(first << PAGE_SHIFT, pages, self.stack_dirty);
        Some(first)
    }

    /// Zeroes what was handed out before; the new mark below which bytes may not be zero.
    fn make_fresh(&mut self, start: u32, pages: u64, dirty: u32) -> u32 {
        let end = start + ((pages as u32) << PAGE_SHIFT);
        if start < dirty {
            self.zero(start as usize, end.min(dirty) as usize);
        }
        dirty.max(end)
    }

    fn add_plain(&mut self, page: u32, size: u64, kind: Kind) {
        let size = size as u32;
        self.objects.add(Object {
            base: page << PAGE_SHIFT,
            readable: size,
            writable: size,
            size,
            owner: if kind == Kind::Heap { self.mark } else { 0 },
            func: 0,
            kind,
            state: State::Live,
        });
    }
}
