//! Emits loads and stores.
//!
//! Whatever is known about the object, the bytes are reached by the base plus a 32-bit address: a mistake about an
//! object stays inside the program's own mapping. What is known decides how much must be tested:
//!
//! * an access that was proved legal, or an address inside a global, or inside a slot that is certainly alive, by a
//!   constant offset: nothing;
//! * a pointer into a known global or living slot: one comparison with a constant;
//! * a pointer whose root was looked up before (see [`super::lookups`]): one comparison with what was found, and a
//!   full look if it fails;
//! * any other: page table, object, one comparison.

use super::super::memory::layout;
use super::callbacks;
use super::emit::{Body, Emitter, container, ours};
use super::shared::at;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self as clif, AbiParam, InstBuilder, MemFlagsData, types};
use cranelift_codegen::isa::CallConv;
use rarebit_front_end::ir::meaning::narrow;
use rarebit_front_end::ir::*;

/// An object that is known when the code is made.
#[derive(Clone, Copy)]
pub enum Fixed {
    Global(Global),
    Slot(Slot),
}

/// What was found at a root: where the object begins, how many bytes of it may be read and written, and at how many
/// offsets an access of 2, 4, 8, 16 bytes may begin.
#[derive(Clone, Copy)]
pub struct Object {
    start: clif::Value,
    rooms: [[Option<clif::Value>; SIZES]; 2],
}

/// Sizes of accesses: 1, 2, 4, 8, 16.
const SIZES: usize = 5;

/// Accesses of the program: any alignment.
fn theirs() -> MemFlagsData {
    MemFlagsData::new().with_notrap()
}

impl<'a> Emitter<'a, '_> {
    pub fn load(
        &mut self,
        body: &mut Body<'a>,
        ptr: Value,
        origin: Option<Value>,
        ty: Type,
        check: Check,
    ) -> clif::Value {
        let (width, bytes) = (ty.bits(self.model()), ty.bytes(self.model()));
        if !matches!(bytes, 1 | 2 | 4 | 8 | 16) {
            let address = self.get_wide(body, ptr);
            let from = self.get_wide(body, origin.unwrap_or(ptr));
            let number = self.number(width);
            self.checked(callbacks::load_any as *const u8, &[address, number, from], Some(check));
            return self.fetch(ty, at::result(0));
        }
        let (place, offset) = self.place(body, ptr, origin, bytes, false, check);
        let container = container(ty, self.model());
        if container.bytes() != bytes {
            // An odd width in a larger container.
            let exact = clif::Type::int(bytes as u16 * 8).expect("a power of two");
            let value = self.b.ins().load(exact, theirs(), place, offset);
            let value = self.b.ins().uextend(container, value);
            return self.cut(value, width);
        }
        let value = self.b.ins().load(container, theirs(), place, offset);
        if ty.is_float() { value } else { self.cut(value, width) }
    }

    pub fn store(&mut self, body: &mut Body<'a>, value: Value, ptr: Value, origin: Option<Value>, check: Check) {
        let ty = body.func.ty(value);
        let (width, bytes) = (ty.bits(self.model()), ty.bytes(self.model()));
        let value = self.get(body, value);
        if !matches!(bytes, 1 | 2 | 4 | 8 | 16) {
            self.share(value, at::arg(0));
            let address = self.get_wide(body, ptr);
            let from = self.get_wide(body, origin.unwrap_or(ptr));
            let number = self.number(width);
            self.checked(callbacks::store_any as *const u8, &[address, number, from], Some(check));
            return;
        }
        let (place, offset) = self.place(body, ptr, origin, bytes, true, check);
        self.set_card(body, ptr);
        let exact = clif::Type::int(bytes as u16 * 8).expect("a power of two");
        let value =
            if container(ty, self.model()).bytes() == bytes { value } else { self.b.ins().ireduce(exact, value) };
        self.b.ins().store(theirs(), value, place, offset);
    }

    /// Notes that something is written at an address that may be a global's.
    fn set_card(&mut self, body: &Body<'a>, ptr: Value) {
        let slot = matches!(fixed_address(body.func, ptr), Some((Fixed::Slot(_), _)));
        if !self.context.areas.carded || slot {
            return;
        }
        let address = self.get_wide(body, ptr);
        let low = self.b.ins().ireduce(types::I32, address);
        let card = self.b.ins().ushr_imm_u(low, i64::from(layout::CARD_SHIFT));
        let card = self.b.ins().uextend(types::I64, card);
        let place = self.b.ins().iadd(self.base, card);
        let set = self.b.ins().iconst(types::I8, 1);
        self.b.ins().store(ours(), set, place, layout::CARDS);
    }

    /// Where an access goes, once it is known to be legal: a native address and an offset.
    fn place(
        &mut self,
        body: &mut Body<'a>,
        ptr: Value,
        origin: Option<Value>,
        bytes: u32,
        write: bool,
        check: Check,
    ) -> (clif::Value, i32) {
        if let Some((fixed, offset)) = fixed_address(body.func, ptr)
            && let Some(size) = self.fixed_size(body, fixed, write)
            && let Ok(offset) = u64::try_from(offset)
            && offset.checked_add(bytes.into()).is_some_and(|end| end <= size)
            && origin.is_none_or(|o| fixed_address(body.func, o).is_some_and(|(o, _)| is_same(o, fixed)))
        {
            return match fixed {
                Fixed::Global(global) => {
                    let address = self.context.memory.global_address(global) + offset;
                    // Globals lie in the first half of the address space.
                    (self.base, address as i32)
                }
                Fixed::Slot(slot) => {
                    let address = self.slot(body, slot);
                    (self.b.ins().iadd(self.base, address), offset as i32)
                }
            };
        }
        if let Some(native) = body.numbering.touched(ptr, origin, bytes, write) {
            return (native, 0);
        }
        let address = self.get_wide(body, ptr);
        if self.context.options.is_proved(check) {
            let native = self.native(address);
            body.numbering.touch(ptr, origin, bytes, write, native);
            return (native, 0);
        }
        let native = self.native(address);
        body.numbering.touch(ptr, origin, bytes, write, native);
        match origin {
            Some(origin) => match self.known_origin(body, origin, bytes, write) {
                Some((start, size)) => {
                    let offset = self.b.ins().isub(address, start);
                    let beyond =
                        self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, offset, (size - u64::from(bytes)) as i64);
                    self.end_if(beyond, self.failing(check));
                }
                None => self.check_origin(body, address, origin, bytes, write, check),
            },
            None => self.check_address(body, ptr, address, bytes, write, check),
        }
        (native, 0)
    }

    /// The native address of a simulated one: the base plus its low 32 bits.
    fn native(&mut self, address: clif::Value) -> clif::Value {
        let low = self.b.ins().ireduce(types::I32, address);
        let low = self.b.ins().uextend(types::I64, low);
        self.b.ins().iadd(self.base, low)
    }

    /// The size of a known object if it may be accessed so.
    fn fixed_size(&self, body: &Body<'a>, fixed: Fixed, write: bool) -> Option<u64> {
        match fixed {
            Fixed::Global(global) => {
                let data = &self.context.program.globals[global];
                (!(write && data.constant) && self.context.memory.globals_fit()).then_some(data.size)
            }
            Fixed::Slot(slot) => body.lookups.is_alive(body.func, slot, body.known).then(|| body.func.slots[slot].size),
        }
    }

    /// The beginning and size of the object that an origin surely lies in, if it has room for the access.
    fn known_origin(&mut self, body: &Body<'a>, origin: Value, bytes: u32, write: bool) -> Option<(clif::Value, u64)> {
        let (fixed, offset) = fixed_address(body.func, origin)?;
        let size = self.fixed_size(body, fixed, write)?;
        let inside = u64::try_from(offset).is_ok_and(|offset| offset <= size);
        if !inside || u64::from(bytes) > size {
            return None;
        }
        Some((self.start(body, fixed), size))
    }

    fn start(&mut self, body: &Body<'a>, fixed: Fixed) -> clif::Value {
        match fixed {
            Fixed::Global(global) => self.int(types::I64, self.context.memory.global_address(global)),
            Fixed::Slot(slot) => self.slot(body, slot),
        }
    }

    /// An access that is meant for the object at an origin. Bytes inside that object are legal; else the simulator
    /// says.
    fn check_origin(
        &mut self,
        body: &mut Body<'a>,
        address: clif::Value,
        origin: Value,
        bytes: u32,
        write: bool,
        check: Check,
    ) {
        let address_of_origin = self.get_wide(body, origin);
        let root = body.lookups.root(origin);
        let number = root.and_then(|root| body.lookups.number(root));
        let inside = if let Some(number) = number
            && body.lookups.is_valid(number, body.known)
            && let Some(object) = body.objects[number]
        {
            let inside = self.inside(address, object, bytes, write);
            if root == Some(origin) {
                inside
            } else {
                // Both in the object of the root: then both in one object.
                let origin_inside = self.inside(address_of_origin, object, 1, write);
                self.b.ins().band(inside, origin_inside)
            }
        } else {
            let [start, limit] = self.look_up(address_of_origin, write);
            let begins = self.ends_inside(address, start, limit, 1);
            let ends = self.ends_inside(address, start, limit, bytes);
            self.b.ins().band(begins, ends)
        };
        let (look, go_on) = (self.next_block(true), self.b.create_block());
        self.b.ins().brif(inside, go_on, &[], look, &[]);
        self.go_on(look);
        self.look_again(address, Some(address_of_origin), bytes, write, check);
        self.b.ins().jump(go_on, &[]);
        self.go_on(go_on);
    }

    fn check_address(
        &mut self,
        body: &mut Body<'a>,
        ptr: Value,
        address: clif::Value,
        bytes: u32,
        write: bool,
        check: Check,
    ) {
        let root = body.lookups.root(ptr);
        let fixed = root.and_then(|root| fixed_address(body.func, root)).map(|(fixed, _)| fixed);
        let number = root.and_then(|root| body.lookups.number(root));
        if let Some(fixed) = fixed
            && let Some(size) = self.fixed_size(body, fixed, write)
            && size >= bytes.into()
        {
            let start = self.start(body, fixed);
            let offset = self.b.ins().isub(address, start);
            let most = (size - u64::from(bytes)) as i64;
            let inside = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThanOrEqual, offset, most);
            self.or_look_again(inside, address, bytes, write, check);
        } else if let Some(number) = number
            && body.lookups.is_valid(number, body.known)
            && let Some(object) = body.objects[number]
        {
            let inside = self.inside(address, object, bytes, write);
            self.or_look_again(inside, address, bytes, write, check);
        } else {
            // The object is that of the first byte.
            let [start, limit] = self.look_up(address, write);
            let inside = self.ends_inside(address, start, limit, bytes);
            self.end_unless(inside, self.failing(check));
        }
    }

    /// Do the bytes lie in the object? Those that begin before it may end in it.
    fn inside(&mut self, address: clif::Value, object: Object, bytes: u32, write: bool) -> clif::Value {
        let room = object.rooms[usize::from(write)][bytes.ilog2() as usize].expect("a size that was announced");
        let offset = self.b.ins().isub(address, object.start);
        self.b.ins().icmp(IntCC::UnsignedLessThan, offset, room)
    }

    /// Does the last byte lie in the object? An address beyond 32 bits is outside.
    pub fn ends_inside(
        &mut self,
        address: clif::Value,
        start: clif::Value,
        limit: clif::Value,
        bytes: u32,
    ) -> clif::Value {
        let offset = self.b.ins().isub(address, start);
        let last = self.b.ins().iadd_imm_s(offset, i64::from(bytes) - 1);
        self.b.ins().icmp(IntCC::UnsignedLessThan, last, limit)
    }

    /// Unless the guess was right, asks the simulator.
    fn or_look_again(&mut self, right: clif::Value, address: clif::Value, bytes: u32, write: bool, check: Check) {
        let (look, go_on) = (self.next_block(true), self.b.create_block());
        self.b.ins().brif(right, go_on, &[], look, &[]);
        self.go_on(look);
        self.look_again(address, None, bytes, write, check);
        self.b.ins().jump(go_on, &[]);
        self.go_on(go_on);
    }

    /// Asks the simulator, in a way that costs the code around it no registers: this is on the rare side of loops.
    fn look_again(&mut self, address: clif::Value, origin: Option<clif::Value>, bytes: u32, write: bool, check: Check) {
        let mut sig = clif::Signature::new(CallConv::PreserveAll);
        sig.params.extend([types::I64, types::I64, types::I32, types::I64].map(AbiParam::new));
        let sig = self.b.import_signature(sig);
        let access = self.number(bytes << 1 | u32::from(write));
        let origin = origin.unwrap_or_else(|| self.b.ins().iconst(types::I64, callbacks::NO_ORIGIN as i64));
        let stub = self.b.ins().iconst(types::I64, callbacks::look_again_keeping as *const () as i64);
        self.b.ins().call_indirect(sig, stub, &[self.base, address, access, origin]);
        let status = self.b.ins().load(types::I64, ours(), self.base, at::STATUS);
        self.end_if(status, self.failing(check));
    }

    /// The beginning of the object at an address, and how much of it may be accessed; 64 bits.
    pub fn look_up(&mut self, address: clif::Value, write: bool) -> [clif::Value; 2] {
        let entry = self.page_entry(address);
        let object = self.b.ins().iadd(self.base, entry);
        let field = if write { layout::OBJECT_WRITABLE } else { layout::OBJECT_READABLE };
        let start = self.b.ins().uload32(ours(), object, layout::TABLE + layout::OBJECT_BASE);
        let limit = self.b.ins().uload32(ours(), object, layout::TABLE + field);
        [start, limit]
    }

    /// Looks up the object at a root, where it is defined.
    pub fn look_up_root(&mut self, body: &mut Body<'a>, value: Value) {
        let lookups = body.lookups.clone();
        let Some(number) = lookups.number(value) else { return };
        let address = self.get_wide(body, value);
        let entry = self.page_entry(address);
        let object = self.b.ins().iadd(self.base, entry);
        let start = self.b.ins().uload32(ours(), object, layout::TABLE + layout::OBJECT_BASE);
        let mut rooms = [[None; SIZES]; 2];
        for (side, field) in [layout::OBJECT_READABLE, layout::OBJECT_WRITABLE].into_iter().enumerate() {
            let sizes = lookups.uses[number][side];
            if sizes == 0 {
                continue;
            }
            let limit = self.b.ins().uload32(ours(), object, layout::TABLE + field);
            rooms[side][0] = Some(limit);
            for size in (1..SIZES).filter(|size| sizes >> size & 1 == 1) {
                // An object that is too small has no room at all.
                let less = self.b.ins().iadd_imm_s(limit, 1 - (1 << size));
                let small = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, limit, (1 << size) - 1);
                let none = self.b.ins().iconst(types::I64, 0);
                // A select that stays where it is; any other would be computed again at each use.
                rooms[side][size] = Some(self.b.ins().select_spectre_guard(small, none, less));
            }
        }
        body.objects[number] = Some(Object { start, rooms });
        lookups.defined(value, &mut body.known);
    }
}

pub fn is_same(a: Fixed, b: Fixed) -> bool {
    match (a, b) {
        (Fixed::Global(a), Fixed::Global(b)) => a == b,
        (Fixed::Slot(a), Fixed::Slot(b)) => a == b,
        _ => false,
    }
}

/// The known object and constant offset of a pointer.
pub fn fixed_address(func: &Function, mut ptr: Value) -> Option<(Fixed, i64)> {
    let mut offset = 0i64;
    loop {
        match func.values[ptr].def {
            ValueDef::Const(Const::Global(global, more)) => {
                return Some((Fixed::Global(global), offset.checked_add(more)?));
            }
            ValueDef::Const(Const::Slot(slot)) => return Some((Fixed::Slot(slot), offset)),
            ValueDef::Inst(inst, _) => {
                let InstData::Binary { op: BinaryOp::PtrAdd, args: [base, by] } = func.insts[inst].data else {
                    return None;
                };
                let Some(Const::Bits(ty, bits)) = func.as_const(by) else { return None };
                let Type::Int(width) = ty else { return None };
                offset = offset.checked_add(narrow::signed(width.into(), bits as u64))?;
                ptr = base;
            }
            _ => return None,
        }
    }
}
