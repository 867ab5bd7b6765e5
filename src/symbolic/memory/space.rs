//! Objects and their lives.

use super::{Content, PAGE, extent};
use crate::simulate::plan::{self, Ground, Ring, align_pages};
use rarebit_front_end::ir::{Program, SlotData};
use std::cell::Cell;
use std::rc::Rc;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Global,
    Slot,
    Heap,
    Dynamic,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    Live,
    /// A slot outside its scope: it may come back, at the same address.
    Sleeping,
    Gone,
}

#[derive(Clone, Debug)]
pub struct Object {
    /// How many objects are older; frames and globals count all of theirs.
    pub birth: u64,
    pub size: u32,
    pub kind: Kind,
    pub life: Life,
    pub constant: bool,
    pub content: Content,
    /// A bit for every bit of the content: was it never assigned? All were where there is none.
    pub shadow: Option<Content>,
    /// Who made it, for leaks.
    pub owner: u32,
}

/// By their first address.
pub type Objects = imbl::OrdMap<u32, Rc<Object>>;

#[derive(Clone, Debug)]
pub struct Space {
    pub objects: Objects,
    heap: Ring,
    stack: Ring,
    live: u64,
    limit: u64,
    births: u64,
    /// Where an object was found last.
    last: Cell<u32>,
    /// Heap objects made from now on carry this.
    pub mark: u32,
    /// No local of the program is alive any more.
    pub returned: bool,
}

impl Space {
    /// The memory before a run: globals at the simulator's addresses with their first bytes. None if they do not fit.
    pub fn new(program: &Program, limit: u64) -> Option<Space> {
        let globals = plan::globals(program)?;
        let mut objects = Objects::new();
        let mut live = 0;
        for (data, (base, bytes)) in program.globals.values().zip(globals) {
            let (size, constant) = (data.size as u32, data.constant);
            let content = Content::new(&bytes);
            let (birth, kind, life) = (objects.len() as u64, Kind::Global, Life::Live);
            objects
                .insert(base, Rc::new(Object { birth, size, kind, life, constant, content, shadow: None, owner: 0 }));
            live += data.size;
        }
        let heap = Ring::new(plan::HEAP.0, plan::HEAP.1, plan::HEAP.2);
        let stack = Ring::new(plan::STACK.0, plan::STACK.1, plan::STACK.2);
        let births = objects.len() as u64;
        (live <= limit).then_some(Space {
            objects,
            heap,
            stack,
            live,
            limit,
            births,
            last: Cell::new(0),
            mark: 0,
            returned: false,
        })
    }

    /// Objects that were ever made.
    pub fn births(&self) -> u64 {
        self.births
    }

    /// The object on whose pages an address lies.
    pub fn at(&self, address: u64) -> Option<(u32, &Rc<Object>)> {
        let address = u32::try_from(address).ok()?;
        let reaches = |base: u32, object: &Object| u64::from(address - base) < extent(object.size.into());
        // Mostly it is the one that was asked for last, and that one is found faster.
        let last = self.last.get();
        if last <= address
            && let Some(object) = self.objects.get(&last)
            && reaches(last, object)
        {
            return Some((last, object));
        }
        let (base, object) = self.objects.get_prev(&address)?;
        self.last.set(*base);
        reaches(*base, object).then_some((*base, object))
    }

    pub fn get(&self, base: u32) -> &Object {
        &self.objects[&base]
    }

    pub fn get_mut(&mut self, base: u32) -> &mut Object {
        Rc::make_mut(self.objects.get_mut(&base).expect("the object was looked up"))
    }

    fn take(&mut self, size: u64) -> Option<()> {
        self.live = self.live.checked_add(size).filter(|live| *live <= self.limit.min(1 << 32))?;
        Some(())
    }

    fn add(&mut self, base: u32, size: u64, kind: Kind, life: Life) {
        let content = Content::zero(size as usize);
        let (birth, size) = (self.births, size as u32);
        self.births += 1;
        let object = Object { birth, size, kind, life, constant: false, content, shadow: None, owner: self.mark };
        self.objects.insert(base, Rc::new(object));
    }

    pub fn heap_alloc(&mut self, size: u64, align: u64) -> Option<u32> {
        self.take(size)?;
        let pages = extent(size) / u64::from(PAGE);
        let base = self.heap.place(&mut self.objects, pages, align_pages(align))? * PAGE;
        self.add(base, size, Kind::Heap, Life::Live);
        Some(base)
    }

    /// Ends a living heap object.
    pub fn free(&mut self, base: u32) {
        let object = self.get_mut(base);
        object.life = Life::Gone;
        object.content = Content::default();
        object.shadow = None;
        let size = u64::from(object.size);
        self.heap.released(extent(size) / u64::from(PAGE));
        self.live -= size;
    }

    pub fn stack_alloc(&mut self, size: u64, align: u64) -> Option<u32> {
        self.take(size)?;
        let pages = extent(size) / u64::from(PAGE);
        let base = self.stack.place(&mut self.objects, pages, align_pages(align))? * PAGE;
        self.add(base, size, Kind::Dynamic, Life::Live);
        Some(base)
    }

    pub fn stack_release(&mut self, base: u32) {
        let object = self.get_mut(base);
        object.life = Life::Gone;
        object.content = Content::default();
        object.shadow = None;
        let size = u64::from(object.size);
        self.stack.released(extent(size) / u64::from(PAGE));
        self.live -= size;
    }

    /// The objects of a call; where they begin.
    pub fn push_frame(&mut self, layout: &FrameLayout) -> Option<u32> {
        self.take(layout.bytes)?;
        let base = self.stack.place(&mut self.objects, layout.pages, layout.align)? * PAGE;
        for slot in &layout.slots {
            let life = if slot.scoped { Life::Sleeping } else { Life::Live };
            self.add(base + slot.offset, slot.size, Kind::Slot, life);
        }
        Some(base)
    }

    pub fn pop_frame(&mut self, base: u32, layout: &FrameLayout) {
        for slot in &layout.slots {
            let object = self.get_mut(base + slot.offset);
            object.life = Life::Gone;
            object.content = Content::default();
            object.shadow = None;
        }
        self.stack.released(layout.pages);
        self.live -= layout.bytes;
    }

    /// A slot begins its scope, with all bytes zero.
    pub fn scope_start(&mut self, base: u32) {
        let object = self.get_mut(base);
        object.life = Life::Live;
        object.content = Content::zero(object.size as usize);
    }

    pub fn scope_end(&mut self, base: u32) {
        self.get_mut(base).life = Life::Sleeping;
    }
}

/// Where the slots of a function lie relative to each other.
#[derive(Clone, Debug, Default)]
pub struct FrameLayout {
    pages: u64,
    align: u64,
    bytes: u64,
    pub slots: Vec<SlotPlace>,
}

#[derive(Clone, Copy, Debug)]
pub struct SlotPlace {
    pub offset: u32,
    size: u64,
    scoped: bool,
}

impl FrameLayout {
    /// None if they do not fit into the address space.
    pub fn new<'a>(slots: impl Iterator<Item = &'a SlotData>) -> Option<FrameLayout> {
        let mut layout = FrameLayout { align: 1, ..FrameLayout::default() };
        for slot in slots {
            let align = align_pages(slot.align.into());
            layout.align = layout.align.max(align);
            let page = layout.pages.checked_next_multiple_of(align)?;
            let offset = u32::try_from(page.checked_mul(PAGE.into())?).ok()?;
            layout.slots.push(SlotPlace { offset, size: slot.size, scoped: slot.scoped });
            layout.pages = page.checked_add(extent(slot.size) / u64::from(PAGE))?;
            layout.bytes = layout.bytes.checked_add(slot.size)?;
        }
        Some(layout)
    }
}

impl Ground for Objects {
    fn clear(&mut self, first: u32, end: u32) -> Option<u32> {
        if first >= end {
            return None;
        }
        let (first, end) = (first * PAGE, end * PAGE);
        loop {
            // The last object that begins before the end of the pages, if it reaches into them.
            let mut met: Option<(u32, bool, u32)> = None;
            let mut key = end - 1;
            while let Some((base, object)) = self.get_prev(&key) {
                let behind = base + extent(object.size.into()) as u32;
                if behind <= first {
                    break;
                }
                met = Some((*base, object.is_gone(), behind));
                match base.checked_sub(1) {
                    Some(before) => key = before,
                    None => break,
                }
            }
            match met {
                None => return None,
                Some((base, true, _)) => {
                    self.remove(&base);
                }
                Some((_, false, behind)) => return Some(behind / PAGE),
            }
        }
    }
}

impl Object {
    /// Is it dead for good?
    pub fn is_gone(&self) -> bool {
        matches!(self.life, Life::Gone)
    }
}
