//! One instruction of a walk.

use super::affine::Affine;
use super::condition::Condition;
use super::memory::{Cell, Found, Memory};
use super::operations::{WIDEST, constant};
use super::value::{Form, Object, Val};
use super::walk::{Aim, End, Mode, Walk};
use rarebit_front_end::ir::meaning::wide;
use rarebit_front_end::ir::*;
use std::rc::Rc;

/// Where an access goes.
enum Place {
    /// In an object, at an offset that is fixed.
    At(Object, i64),
    /// Somewhere in an object; where in the known run.
    In(Object, Option<i64>),
    /// Anywhere; where in the known run.
    Anywhere(Option<(Object, i64)>),
}

/// Copies and fills of more bytes are not followed cell by cell.
const MOST_BYTES: i128 = 1 << 14;

impl<'a> Walk<'a> {
    pub(super) fn get(&mut self, func: &'a Function, value: Value) -> Val {
        if let Some(constant) = func.as_const(value) {
            return self.constant(constant);
        }
        let frame = self.frames.last().expect("a call is going on");
        frame.values[value.as_u32() as usize].clone().unwrap_or(Val::opaque(None))
    }

    fn constant(&mut self, constant: Const) -> Val {
        match constant {
            Const::Bits(ty, bits) if ty.is_float() => Walk::float_constant(bits, ty.bits(self.program.model)),
            Const::Bits(ty, bits) => {
                let width = ty.bits(self.program.model);
                if width > 100 {
                    return Val::opaque(Some(bits));
                }
                Val::known(bits, wide::signed(width, bits))
            }
            Const::Global(global, by) => {
                let object = self.memory.global(self.program, global);
                self.address(object, by)
            }
            Const::Func(func) => {
                Val { form: Form::Function(func), shadow: Some(Memory::function_address(func).into()) }
            }
            Const::Slot(slot) => {
                let frame = self.frames.last_mut().expect("a call is going on");
                let size = self.program.funcs[frame.func].slots[slot].size;
                let memory = &mut self.memory;
                let object = *frame
                    .slots
                    .entry(slot)
                    .or_insert_with(|| memory.create(Affine::constant(size.into()), Some(size)));
                self.address(object, 0)
            }
        }
    }

    fn address(&self, object: Object, by: i64) -> Val {
        let address = self.memory.body(object).address.wrapping_add_signed(by);
        Val { form: Form::Pointer(object, Affine::constant(by.into())), shadow: Some(address.into()) }
    }

    fn set(&mut self, result: Option<&Value>, val: Val) {
        if let Some(result) = result {
            let frame = self.frames.last_mut().expect("a call is going on");
            frame.values[result.as_u32() as usize] = Some(val);
        }
    }

    pub(super) fn step(&mut self, func: &'a Function, inst: Inst) -> Result<(), End> {
        let node = &func.insts[inst];
        let model = self.program.model;
        let bits = |value: Value| func.ty(value).bits(model);
        let result = node.results.first();
        let here = self.frames.last().map(|frame| frame.func);
        self.hint = here.zip(result).and_then(|(here, result)| self.fact(here, *result));
        match &node.data {
            InstData::Unary { op, arg } => {
                let val = self.get(func, *arg);
                let to = result.map_or(0, |result| bits(*result));
                let val = self.unary(*op, bits(*arg), to, &val);
                self.set(result, val);
            }
            InstData::Binary { op, args } => {
                let [a, b] = args.map(|arg| self.get(func, arg));
                let val = self.binary(*op, bits(args[0]), &a, &b);
                self.set(result, val);
            }
            InstData::Div { op, args, check } => {
                let [a, b] = args.map(|arg| self.get(func, arg));
                let width = bits(args[0]);
                let nonzero = self.compare(IntCond::Ne, width, &b, &Val::known(0, 0));
                let fails = a.shadow.zip(b.shadow).is_some_and(|(a, b)| wide::divide(*op, width, a, b).is_none());
                if fails {
                    if (self.orders.wanted)(Aim::Check(*check), self.next) {
                        self.turn(Aim::Check(*check), &nonzero, false);
                    }
                    return Err(End::Complete);
                }
                self.must(*check, &nonzero);
                let val = self.divide(*op, width, &a, &b);
                self.set(result, val);
            }
            InstData::Icmp { cond, args } => {
                let [a, b] = args.map(|arg| self.get(func, arg));
                let width = bits(args[0]);
                let truth = a.shadow.zip(b.shadow).map(|(a, b)| wide::compare(*cond, width, a, b).into());
                let condition = self.compare(*cond, width, &a, &b);
                self.set(result, Val { form: Form::Truth(condition), shadow: truth });
            }
            InstData::Fcmp { cond, args } => {
                let [a, b] = args.map(|arg| self.get(func, arg));
                let truth = a.shadow.zip(b.shadow).map(|(a, b)| {
                    let single = func.ty(args[0]) == Type::F32;
                    let truth = if single {
                        meaning::compare_f32(*cond, f32::from_bits(a as u32), f32::from_bits(b as u32))
                    } else {
                        meaning::compare_f64(*cond, f64::from_bits(a as u64), f64::from_bits(b as u64))
                    };
                    truth.into()
                });
                let condition = self.float_compare(*cond, bits(args[0]), &a, &b);
                self.set(result, Val { form: Form::Truth(condition), shadow: truth });
            }
            InstData::Select { cond, args } => {
                let chooser = self.get(func, *cond);
                let [a, b] = args.map(|arg| self.get(func, arg));
                let val = self.select(&chooser, bits(*cond), bits(args[0]), a, b);
                self.set(result, val);
            }
            InstData::Math { func: math, args } => {
                let vals: Vec<(u32, Val)> = args.iter().map(|arg| (bits(*arg), self.get(func, *arg))).collect();
                let single = args.iter().any(|arg| func.ty(*arg) == Type::F32);
                let val = self.math(*math, single, &vals, result.map_or(64, |result| bits(*result)));
                self.set(result, val);
            }
            InstData::Load { ptr, origin, check } => {
                self.watched(func, inst);
                let address = self.get(func, *ptr);
                let ty = result.map_or(Type::I8, |result| func.ty(*result));
                let bytes = ty.bytes(model);
                let place = self.access(&address, bytes, origin.is_some(), *check)?;
                let val = self.load(place, ty, bytes);
                self.set(result, val);
            }
            InstData::Store { value, ptr, origin, check } => {
                self.watched(func, inst);
                let (val, address) = (self.get(func, *value), self.get(func, *ptr));
                let bytes = func.ty(*value).bytes(model);
                let place = self.access(&address, bytes, origin.is_some(), *check)?;
                self.store(place, Cell { val, bytes });
            }
            InstData::MemCopy { dst, src, len, .. } => {
                let [dst_val, src_val, len_val] = [*dst, *src, *len].map(|value| self.get(func, value));
                self.copy(&dst_val, &src_val, &len_val, bits(*len))?;
            }
            InstData::MemSet { dst, byte, len, .. } => {
                let [dst, byte, len_val] = [*dst, *byte, *len].map(|value| self.get(func, value));
                self.fill(&dst, &byte, &len_val, bits(*len))?;
            }
            InstData::StackAlloc { size, .. } => {
                let val = self.get(func, *size);
                let val = self.allocate(&val, bits(*size));
                self.set(result, val);
            }
            InstData::StackSave => self.set(result, Val::opaque(None)),
            InstData::StackRestore { .. } | InstData::ScopeEnd { .. } => {}
            InstData::ScopeStart { slot } => {
                // Alive again, as if new.
                self.frames.last_mut().expect("a call is going on").slots.remove(slot);
            }
            InstData::Call { func: callee, args, va } => {
                let args = self.arguments(func, *callee, args);
                let va = va.expand().map(|va| self.get(func, va));
                self.enter(*callee, args, va)?;
            }
            InstData::CallIndirect { callee, args, va, .. } => {
                let val = self.get(func, *callee);
                let target = match val.form {
                    Form::Function(func) => Some(func),
                    _ => val.shadow.and_then(|bits| Memory::function_at(self.program, bits as u64)),
                };
                let target = target.ok_or(End::Unsupported)?;
                let args = self.arguments(func, target, args);
                let va = va.expand().map(|va| self.get(func, va));
                self.enter(target, args, va)?;
            }
            InstData::Host { func: host, args, .. } => {
                let vals: Vec<(Val, u32)> = args.iter().map(|arg| (self.get(func, *arg), bits(*arg))).collect();
                let val = self.host(*host, &vals, result.map(|result| bits(*result)))?;
                self.set(result, val);
            }
            InstData::Input { site } => {
                let val = self.input(*site);
                self.set(result, val);
            }
            InstData::Assume { cond } => {
                let val = self.get(func, *cond);
                let condition = self.truth(&val, bits(*cond));
                if val.shadow == Some(0) {
                    if (self.orders.wanted)(Aim::Assumption, self.next) {
                        self.turn(Aim::Assumption, &condition, true);
                    }
                    return Err(End::Complete);
                }
                self.assume(&condition, true);
            }
            InstData::Check { cond, check } => {
                let val = self.get(func, *cond);
                let condition = self.truth(&val, bits(*cond));
                self.watched(func, inst);
                if val.shadow == Some(0) && (self.orders.ends)(*check) {
                    if (self.orders.wanted)(Aim::Check(*check), self.next) {
                        self.turn(Aim::Check(*check), &condition, false);
                    }
                    return Err(End::Complete);
                }
                self.must(*check, &condition);
            }
        }
        Ok(())
    }

    fn watched(&mut self, func: &'a Function, inst: Inst) {
        if let Some(frame) = self.frames.last() {
            self.watch(func, self.orders.watches.insts.get(&(frame.func, inst)));
        }
    }

    /// A condition without which the run would have ended at a check.
    fn must(&mut self, check: Check, condition: &Condition) {
        if (self.orders.wanted)(Aim::Check(check), self.next) {
            self.turn(Aim::Check(check), condition, false);
        }
        if (self.orders.ends)(check) {
            self.assume(condition, true);
        }
    }

    fn arguments(&mut self, func: &'a Function, callee: Func, args: &[Value]) -> Vec<Val> {
        let model = self.program.model;
        let params = &self.program.funcs[callee].sig.params;
        let mut vals = Vec::with_capacity(args.len());
        for (at, arg) in args.iter().enumerate() {
            let val = self.get(func, *arg);
            let (from, to) = (func.ty(*arg).bits(model), params.get(at).map(|ty| ty.bits(model)));
            vals.push(match to {
                Some(to) if to < from => self.unary(UnaryOp::Trunc, from, to, &val),
                Some(to) if to > from => self.unary(UnaryOp::Zext, from, to, &val),
                _ => val,
            });
        }
        vals
    }

    fn unary(&mut self, op: UnaryOp, from: u32, to: u32, val: &Val) -> Val {
        let shadow = val.shadow.map(|bits| self.orders.oracle.unary(op, from, to, bits));
        if let Some(val) = self.float_unary(op, from, to, val, shadow) {
            return val;
        }
        #[cfg(test)]
        let op = match super::walk::fault::is(super::walk::fault::Fault::Cast) && op == UnaryOp::Zext {
            true => UnaryOp::Sext,
            false => op,
        };
        let form = match (op, &val.form) {
            (UnaryOp::Bitcast | UnaryOp::PtrToInt | UnaryOp::IntToPtr, form) if from == to => Some(form.clone()),
            (UnaryOp::Trunc | UnaryOp::PtrToInt | UnaryOp::IntToPtr, Form::Number(number)) if to < from => {
                // Congruent modulo 2^from, so modulo 2^to.
                Some(Form::Number(number.clone()))
            }
            (UnaryOp::Trunc, Form::Truth(condition)) => Some(Form::Truth(condition.clone())),
            (UnaryOp::Zext | UnaryOp::PtrToInt | UnaryOp::IntToPtr, Form::Truth(condition)) if to > from => {
                Some(Form::Truth(condition.clone()))
            }
            (UnaryOp::Zext | UnaryOp::PtrToInt | UnaryOp::IntToPtr, Form::Number(_)) if to > from => {
                self.read(val, from, false).map(Form::Number)
            }
            (UnaryOp::Sext, Form::Number(_)) => self.read(val, from, true).map(Form::Number),
            _ => None,
        };
        match form {
            Some(form) => Val { form, shadow },
            None => match op {
                UnaryOp::Clz | UnaryOp::Ctz | UnaryOp::Popcnt => {
                    let number = self.fresh(0, from.into(), shadow.map(|bits| bits as i128));
                    Val { form: Form::Number(number), shadow }
                }
                UnaryOp::Sext if from == 1 => {
                    let number = self.fresh(-1, 0, shadow.map(|bits| wide::signed(to, bits)));
                    Val { form: Form::Number(number), shadow }
                }
                UnaryOp::Bitcast | UnaryOp::PtrToInt | UnaryOp::IntToPtr => Val::opaque(shadow),
                _ => self.any(to, shadow),
            },
        }
    }

    fn select(&mut self, chooser: &Val, cond_width: u32, width: u32, a: Val, b: Val) -> Val {
        let condition = self.truth(chooser, cond_width);
        if let Condition::Known(truth) = *condition {
            return if truth { a } else { b };
        }
        let taken = chooser.shadow.map(|bits| bits != 0);
        if let (Form::Truth(x), Form::Truth(y)) = (&a.form, &b.form) {
            // c ? x : y is (c and x) or (not c and y).
            let both = |c: &Rc<Condition>, x: &Rc<Condition>| Rc::new(Condition::All(vec![c.clone(), x.clone()]));
            let shadow = taken.and_then(|taken| if taken { a.shadow } else { b.shadow });
            let any = Condition::Any(vec![both(&condition, x), both(&condition.not(), y)]);
            return Val { form: Form::Truth(Rc::new(any)), shadow };
        }
        if width == 1 {
            // A constant side: c ? x : 0 and c ? 1 : y.
            let shadow = taken.and_then(|taken| if taken { a.shadow } else { b.shadow });
            let form = match (&a.form, &b.form, constant(&a), constant(&b)) {
                (Form::Truth(x), _, _, Some(0)) => Some(Condition::All(vec![condition.clone(), x.clone()])),
                (_, Form::Truth(y), Some(one), _) if one & 1 == 1 => {
                    Some(Condition::Any(vec![condition.clone(), y.clone()]))
                }
                (Form::Truth(x), _, _, Some(_)) => Some(Condition::Any(vec![condition.not(), x.clone()])),
                (_, Form::Truth(y), Some(_), _) => Some(Condition::All(vec![condition.not(), y.clone()])),
                _ => None,
            };
            return Val { form: Form::Truth(Rc::new(form.unwrap_or(Condition::Unknown))), shadow };
        }
        match (self.mode, taken) {
            (Mode::Guess, Some(taken)) => {
                self.assume(&condition, taken);
                if taken { a } else { b }
            }
            _ => {
                let shadow = taken.and_then(|taken| if taken { a.shadow } else { b.shadow });
                let (Form::Number(_), Form::Number(_)) = (&a.form, &b.form) else {
                    return if width <= WIDEST {
                        self.any_or_opaque(&a, &b, width, shadow)
                    } else {
                        Val::opaque(shadow)
                    };
                };
                // Between the two.
                let (Some(x), Some(y)) = (self.read(&a, width, true), self.read(&b, width, true)) else {
                    return self.any(width, shadow);
                };
                let ((i, j), (k, l)) = (self.system.interval(&x), self.system.interval(&y));
                let number = self.fresh(i.min(k), j.max(l), shadow.map(|bits| wide::signed(width, bits)));
                Val { form: Form::Number(number), shadow }
            }
        }
    }

    fn any_or_opaque(&mut self, a: &Val, b: &Val, width: u32, shadow: Option<u128>) -> Val {
        let number = |val: &Val| matches!(val.form, Form::Number(_) | Form::Truth(_));
        if number(a) && number(b) { self.any(width, shadow) } else { Val::opaque(shadow) }
    }

    /// The cases of a switch as conditions; the default last.
    pub(super) fn cases(
        &mut self,
        val: &Val,
        width: u32,
        cases: &'a [(u128, Target)],
        default: &'a Target,
    ) -> Vec<(&'a Target, Rc<Condition>)> {
        let number = match val.form {
            Form::Opaque | Form::Pointer(..) | Form::Function(_) => None,
            _ => self.read(val, width, true),
        };
        let zero = |key: u128| {
            let key = wide::signed(width, key);
            let difference = number.as_ref().and_then(|number| number.shifted(-key));
            Rc::new(difference.map_or(Condition::Unknown, Condition::Zero))
        };
        let mut all: Vec<(&Target, Rc<Condition>)> = cases.iter().map(|(key, target)| (target, zero(*key))).collect();
        let mut keys: Vec<i128> = cases.iter().map(|(key, _)| wide::signed(width, *key)).collect();
        keys.sort_unstable();
        let dense = keys.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        let ends = number.as_ref().zip(keys.first()).zip(keys.last());
        let otherwise = match ends {
            Some(((number, first), last)) if dense => {
                let below = number.shifted(1 - first).map(Condition::AtMost);
                let above = number.negated().shifted(1 + last).map(Condition::AtMost);
                let known = below.zip(above).map(|(a, b)| Condition::Any(vec![Rc::new(a), Rc::new(b)]));
                known.unwrap_or(Condition::Unknown)
            }
            _ => Condition::All(all.iter().map(|(_, condition)| condition.not()).collect()),
        };
        all.push((default, Rc::new(otherwise)));
        all
    }

    /// Where an access goes, and what its success says.
    fn access(&mut self, address: &Val, bytes: u32, meant: bool, check: Check) -> Result<Place, End> {
        let shadow = address.shadow.and_then(|bits| self.memory.at(bits as u64));
        // An address of nothing, or of something dead: the run ended here.
        let ended = address.shadow.is_some() && shadow.is_none_or(|(object, _)| self.memory.body(object).dead);
        let Form::Pointer(object, offset) = &address.form else {
            if ended {
                return Err(End::Complete);
            }
            return Ok(match (self.mode, shadow) {
                (Mode::Guess, Some((object, offset))) => {
                    // An address that is a number: as in the known run.
                    if let Form::Number(number) = &address.form {
                        self.pin(&number.clone());
                    }
                    Place::At(object, offset)
                }
                _ => Place::Anywhere(shadow),
            });
        };
        let (object, offset) = (*object, offset.clone());
        let size = self.memory.body(object).size.clone();
        let below = offset.negated();
        let above = offset.shifted(bytes.into()).and_then(|end| end.sub(&size));
        if let Some(above) = above {
            let low = Rc::new(Condition::AtMost(below));
            let inside = Condition::All(vec![low, Rc::new(Condition::AtMost(above))]);
            if (self.orders.wanted)(Aim::Check(check), self.next) {
                self.turn(Aim::Check(check), &inside, false);
            }
            let outside = self.shadow_of(&offset).zip(self.shadow_of(&size));
            if outside.is_some_and(|(offset, size)| offset < 0 || offset + i128::from(bytes) > size) {
                return Err(End::Complete);
            }
            // An access that flies into another object does not fail unless the object meant is known.
            if meant || self.mode == Mode::Guess {
                self.assume(&inside, true);
            }
        }
        if ended {
            return Err(End::Complete);
        }
        let here = shadow.filter(|(found, _)| *found == object).map(|(_, at)| at);
        Ok(match (offset.known(), self.mode) {
            (Some(offset), _) => Place::At(object, offset as i64),
            (None, Mode::Guess) => match self.pin(&offset) {
                Some(offset) => Place::At(object, offset as i64),
                None => Place::In(object, here),
            },
            (None, Mode::Sound) if meant => Place::In(object, here),
            (None, Mode::Sound) => Place::Anywhere(shadow),
        })
    }

    fn load(&mut self, place: Place, ty: Type, bytes: u32) -> Val {
        let (object, offset, exact) = match place {
            Place::At(object, offset) => (object, offset, true),
            Place::In(object, Some(offset)) | Place::Anywhere(Some((object, offset))) => (object, offset, false),
            Place::In(_, None) | Place::Anywhere(None) => return self.unknown(ty, None),
        };
        let width = ty.bits(self.program.model);
        let mask = |bits: u128| bits & wide::mask(width);
        let found = self.memory.read(self.program, object, offset, bytes);
        let shadow = match &found {
            Found::Cell(val) => val.shadow.map(mask),
            Found::Hazy(bits) => bits.map(mask),
            Found::Pieces(pieces) => pieces.iter().try_fold(0u128, |sum, (at, cell)| {
                let bits = cell.val.shadow? & wide::mask((8 * cell.bytes).min(128));
                Some(sum | if *at < 0 { bits >> (8 * -at) } else { bits << (8 * at) })
            }),
        };
        let shadow = shadow.map(mask);
        match found {
            _ if !exact => self.unknown(ty, shadow),
            Found::Cell(val) => {
                let number = matches!(val.form, Form::Number(_) | Form::Truth(_));
                // A float read as an integer, or the other way round.
                let alike = ty.is_float() != number;
                if alike && !matches!(val.form, Form::Opaque) {
                    Val { shadow, ..val }
                } else {
                    self.unknown(ty, shadow)
                }
            }
            Found::Pieces(pieces) => match self.join(&pieces, bytes) {
                // The bytes of a constant.
                Some(number) if ty.is_float() => match number.known().and(shadow) {
                    Some(bits) => Walk::float_constant(bits, width),
                    None => self.unknown(ty, shadow),
                },
                Some(number) => Val { form: Form::Number(number), shadow },
                None => self.unknown(ty, shadow),
            },
            Found::Hazy(_) => self.unknown(ty, shadow),
        }
    }

    /// A value of which only the type is known.
    fn unknown(&mut self, ty: Type, shadow: Option<u128>) -> Val {
        match ty {
            Type::Int(width) => self.any(width.into(), shadow),
            _ => Val::opaque(shadow),
        }
    }

    /// The number that pieces make together, little-endian.
    fn join(&mut self, pieces: &[(i64, Cell)], bytes: u32) -> Option<Affine> {
        // What is known of the whole is not known of its parts.
        let hint = self.hint.take();
        let number = self.joined(pieces, bytes);
        self.hint = hint;
        number
    }

    fn joined(&mut self, pieces: &[(i64, Cell)], bytes: u32) -> Option<Affine> {
        let mut sum = Affine::default();
        for (at, cell) in pieces {
            let width = 8 * cell.bytes;
            let ends_inside = at + i64::from(cell.bytes) <= i64::from(bytes);
            let number = match &cell.val.form {
                Form::Number(_) | Form::Truth(_) => self.read(&cell.val, width, false)?,
                _ => return None,
            };
            if *at >= 0 && ends_inside {
                sum = sum.plus(1i128 << (8 * at), &number)?;
            } else {
                let lower = if *at < 0 { (8 * -at) as u32 } else { 0 };
                let val = Val { form: Form::Number(number), shadow: cell.val.shadow };
                let shifted = self.binary(BinaryOp::Lshr, width, &val, &Val::known(lower.into(), lower.into()));
                let kept = (bytes as i64 - at.max(&0)).min(i64::from(cell.bytes) - i64::from(lower / 8)) as u32 * 8;
                let low = wide::mask(kept) as i128;
                let cut = self.binary(BinaryOp::And, width, &shifted, &Val::known(low as u128, low));
                let part = self.read(&cut, width, false)?;
                sum = sum.plus(1i128 << (8 * at.max(&0)), &part)?;
            }
        }
        Some(sum)
    }

    fn store(&mut self, place: Place, cell: Cell) {
        match place {
            Place::At(object, offset) => self.memory.write(object, offset, cell),
            Place::In(object, at) => {
                self.memory.blur(object);
                if let Some(offset) = at {
                    let val = Val::opaque(cell.val.shadow);
                    self.memory.write(object, offset, Cell { val, ..cell });
                }
            }
            Place::Anywhere(at) => {
                self.memory.blur_all();
                if let Some((object, offset)) = at {
                    let val = Val::opaque(cell.val.shadow);
                    self.memory.write(object, offset, Cell { val, ..cell });
                }
            }
        }
    }

    /// The place of a bulk access, without its checks.
    fn place(&mut self, address: &Val) -> Place {
        let shadow = address.shadow.and_then(|bits| self.memory.at(bits as u64));
        match &address.form {
            Form::Pointer(object, offset) => {
                let (object, offset) = (*object, offset.clone());
                match self.pin(&offset) {
                    Some(offset) => Place::At(object, offset as i64),
                    None => Place::Anywhere(shadow),
                }
            }
            _ => match (self.mode, shadow) {
                (Mode::Guess, Some((object, offset))) => Place::At(object, offset),
                _ => Place::Anywhere(shadow),
            },
        }
    }

    /// The length of a bulk access: how many bytes in the known run, and whether that is always so.
    fn length(&mut self, len: &Val, width: u32) -> Result<(i128, bool), End> {
        let number = self.read(len, width, false);
        let known = number.and_then(|number| self.pin(&number));
        let shadow = len.shadow.map(|bits| bits as i128);
        let length = known.or(shadow).filter(|length| (0..=MOST_BYTES).contains(length)).ok_or(End::Unsupported)?;
        Ok((length, known.is_some()))
    }

    fn copy(&mut self, dst: &Val, src: &Val, len: &Val, width: u32) -> Result<(), End> {
        let (length, fixed) = self.length(len, width)?;
        let (from, to) = (self.place(src), self.place(dst));
        let exact = matches!((&from, &to), (Place::At(..), Place::At(..))) && fixed;
        let spot = |place: &Place| match place {
            Place::At(object, offset) => Some((*object, *offset)),
            Place::In(object, at) => at.map(|at| (*object, at)),
            Place::Anywhere(at) => *at,
        };
        let (source, target) = (spot(&from), spot(&to));
        if length == 0 && fixed {
            return Ok(());
        }
        let cells = source.map(|(object, offset)| self.memory.slice(self.program, object, offset, length as u32));
        if !exact {
            match to {
                Place::At(object, _) => self.memory.blur(object),
                _ => self.memory.blur_all(),
            }
        }
        let ((Some((object, offset)), Some(cells)), true) = ((target, cells), source.is_some()) else {
            return Err(End::Unsupported);
        };
        for (at, cell) in cells {
            let cell = if exact { cell } else { Cell { val: Val::opaque(cell.val.shadow), ..cell } };
            self.memory.write(object, offset + at, cell);
        }
        Ok(())
    }

    fn fill(&mut self, dst: &Val, byte: &Val, len: &Val, width: u32) -> Result<(), End> {
        let (length, fixed) = self.length(len, width)?;
        let to = self.place(dst);
        let (object, offset, exact) = match to {
            Place::At(object, offset) => (object, offset, fixed),
            Place::In(object, Some(offset)) | Place::Anywhere(Some((object, offset))) => (object, offset, false),
            _ => return Err(End::Unsupported),
        };
        if !exact {
            match to {
                Place::At(object, _) => self.memory.blur(object),
                _ => self.memory.blur_all(),
            }
        }
        for at in 0..length as i64 {
            let val = if exact { byte.clone() } else { Val::opaque(byte.shadow) };
            let val = Val { shadow: val.shadow.map(|bits| bits & 0xff), ..val };
            self.memory.write(object, offset + at, Cell { val, bytes: 1 });
        }
        Ok(())
    }

    fn allocate(&mut self, size: &Val, width: u32) -> Val {
        let length = size.shadow.map(|bits| bits as u64);
        let number = self.read(size, width, false);
        let number = number.unwrap_or_else(|| Affine::constant(length.unwrap_or(0).into()));
        let object = self.memory.create(number, length);
        self.address(object, 0)
    }

    fn host(&mut self, host: HostFn, args: &[(Val, u32)], width: Option<u32>) -> Result<Val, End> {
        Ok(match host {
            HostFn::Alloc => self.allocate(&args[0].0, args[0].1),
            HostFn::Size => match &args[0].0.form {
                Form::Pointer(object, _) => {
                    let body = self.memory.body(*object);
                    let shadow = body.length.map(u128::from);
                    Val { form: Form::Number(body.size.clone()), shadow }
                }
                _ => {
                    let at = args[0].0.shadow.and_then(|bits| self.memory.at(bits as u64));
                    let length = at.and_then(|(object, _)| self.memory.body(object).length);
                    self.any(width.unwrap_or(64), length.map(u128::from))
                }
            },
            HostFn::Exit | HostFn::Abort => return Err(End::Complete),
            HostFn::Free => {
                if let Some((object, _)) = args[0].0.shadow.and_then(|bits| self.memory.at(bits as u64)) {
                    self.memory.kill(object);
                }
                Val::known(0, 0)
            }
            HostFn::Write => Val::known(0, 0),
            // Text and binary floats, and the bookkeeping of instrumented programs.
            HostFn::FormatDouble => return Err(End::Unsupported),
            _ => Val::opaque(None),
        })
    }
}
