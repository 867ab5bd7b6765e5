//! One instruction: what its results can be, and what holds after it.

use super::context::Maker;
use super::facts::Verdict;
use super::state::State;
use super::{Engine, Walk};
use crate::analysis::domain::{Abs, Float, Int, Object, Place, Pointer};
use crate::analysis::memory::ObjectState;
use crate::analysis::memory::content::{Content, Fill};
use crate::ir::*;

impl<'p> Engine<'p> {
    /// The state after an instruction; `None` if the run never gets past it.
    pub(super) fn inst(&mut self, walk: &mut Walk<'p>, inst: Inst, mut state: State) -> Option<State> {
        let body = walk.body;
        let node = &body.insts[inst];
        for result in &node.results {
            if state.fact(*result).is_some() {
                state.facts.remove(result.as_u32());
            }
            state.alive.remove(result.as_u32());
        }
        let ty = node.results.first().map_or(Type::I1, |v| body.ty(*v));
        let result = match &node.data {
            InstData::Unary { op, arg } => {
                let arg_ty = body.ty(*arg);
                let arg = self.value(walk, &state, *arg);
                self.unary(*op, &arg, arg_ty, ty)
            }
            InstData::Binary { op, args: [a, b] } => {
                let (x, y) = (self.value(walk, &state, *a), self.value(walk, &state, *b));
                self.binary(&state, *op, &x, &y, body.ty(*a))
            }
            InstData::Div { op, args: [a, b], check } => {
                return self.division(walk, inst, *op, [*a, *b], *check, state);
            }
            InstData::Icmp { cond, args: [a, b] } => {
                let ty = body.ty(*a);
                let (x, y) = (self.value(walk, &state, *a), self.value(walk, &state, *b));
                let known = self.compare(&state, *cond, &x, &y, ty);
                let known = known.or_else(|| self.are_apart(walk, &state, *cond, [*a, *b]).then_some(true));
                Abs::Int(Int::bool(known))
            }
            InstData::Fcmp { cond, args: [a, b] } => {
                let single = body.ty(*a) == Type::F32;
                let (x, y) = (self.value(walk, &state, *a).float(single), self.value(walk, &state, *b).float(single));
                Abs::Int(Int::bool(Float::compare(*cond, &x, &y)))
            }
            InstData::Select { cond, args: [a, b] } => {
                let yes = self.assume(walk, state.clone(), *cond, true).map(|s| self.value(walk, &s, *a));
                let no = self.assume(walk, state.clone(), *cond, false).map(|s| self.value(walk, &s, *b));
                match (yes, no) {
                    (Some(yes), Some(no)) => yes.join(&no),
                    (yes, no) => yes.or(no)?,
                }
            }
            InstData::Math { func, args } => {
                let single = args.iter().any(|v| body.ty(*v) == Type::F32);
                let values: Vec<Float> = args.iter().map(|v| self.value(walk, &state, *v).float(single)).collect();
                match func.shape() {
                    MathShape::Floats(_) => Abs::Float(Float::math(*func, &values)),
                    _ => Abs::top(ty, self.model),
                }
            }
            InstData::Load { ptr, origin, check } => {
                return self.load(walk, node, *ptr, origin.expand(), *check, state);
            }
            InstData::Store { value, ptr, origin, check } => {
                return self.store(walk, *value, *ptr, origin.expand(), *check, state);
            }
            InstData::MemCopy { dst, src, len, check } => {
                return self.copy_memory(walk, [*dst, *src], *len, *check, state);
            }
            InstData::MemSet { dst, byte, len, check } => {
                return self.set_memory(walk, *dst, *byte, *len, *check, state);
            }
            InstData::StackAlloc { size, .. } => {
                let size = self.int(walk, &state, *size);
                let object = self.contexts.object(Maker::Stack(walk.context, inst));
                let data = &mut self.contexts.table[walk.context];
                if !data.stack_objects.contains(&object) {
                    data.stack_objects.push(object);
                }
                self.allocate(walk, object, size, &mut state)
            }
            InstData::StackSave => Abs::top(Type::Ptr, self.model),
            InstData::StackRestore { .. } => {
                self.lives_end(walk, &mut state);
                for object in self.contexts.table[walk.context].stack_objects.clone() {
                    self.note_change(walk, object);
                    state.memory.update(object, |o| o.may_die = true);
                }
                return Some(state);
            }
            InstData::ScopeStart { slot } => {
                let object = self.contexts.object(Maker::Slot(walk.context, *slot));
                self.note_change(walk, object);
                state.drop_copies(object, 0, u64::MAX);
                state.memory.update(object, |o| {
                    if !o.many {
                        (o.may_live, o.may_die) = (true, false);
                        o.content = Content::new(Fill::Byte(0));
                    }
                });
                return Some(state);
            }
            InstData::ScopeEnd { slot } => {
                let object = self.contexts.object(Maker::Slot(walk.context, *slot));
                // Only this call's slot, which no caller holds alive.
                state.alive = Default::default();
                self.note_change(walk, object);
                state.drop_copies(object, 0, u64::MAX);
                state.memory.update(object, |o| {
                    if !o.many {
                        (o.may_live, o.may_die) = (false, true);
                    }
                });
                return Some(state);
            }
            InstData::Call { func, args, va } => {
                let mut values: Vec<Abs> = args.iter().map(|v| self.value(walk, &state, *v)).collect();
                values.extend(va.expand().map(|va| self.value(walk, &state, va)));
                let alive = args.iter().map(|v| self.is_alive(walk, &state, *v)).collect();
                let (results, alive, mut state) = self.call(walk, inst, *func, (values, alive), state)?;
                for ((&value, abs), alive) in node.results.iter().zip(results).zip(alive) {
                    self.define(walk, &mut state, value, abs);
                    if alive {
                        state.alive.insert(value.as_u32(), ());
                    }
                }
                return Some(state);
            }
            InstData::CallIndirect { callee, args, va, check } => {
                return self.call_pointer(walk, inst, *callee, (args, va.expand()), *check, state);
            }
            InstData::Host { func, args, check } => {
                return self.host(walk, inst, *func, args, check.expand(), state);
            }
            InstData::Input { site } => self.input(*site),
            InstData::Assume { cond } => return self.assume(walk, state, *cond, true),
            InstData::Check { cond, check } => return self.checked(walk, *cond, *check, state),
        };
        if let Some(&value) = node.results.first() {
            self.define(walk, &mut state, value, result);
        }
        Some(state)
    }

    fn checked(&mut self, walk: &Walk<'p>, cond: Value, check: Check, state: State) -> Option<State> {
        let selected = self.options.selected.get(check.as_u32() as usize).copied().unwrap_or(false);
        if self.recorder.is_some() {
            let holds = self.assume(walk, state.clone(), cond, true).is_some();
            let fails = self.assume(walk, state.clone(), cond, false).is_some();
            let verdict = match (holds, fails) {
                (_, false) => Verdict::Proved,
                // `check false` stands on the failing side of a branch: coming there is the question.
                (false, true) if walk.body.as_const(cond).is_none() => Verdict::Violated,
                _ => Verdict::Open,
            };
            let why = self.explain_condition(walk, &state, cond);
            if let Some(recorder) = &mut self.recorder {
                recorder.check(check, verdict, || why);
            }
        }
        if selected { self.assume(walk, state, cond, true) } else { Some(state) }
    }

    /// The condition with what is known of its operands.
    fn explain_condition(&mut self, walk: &Walk<'p>, state: &State, cond: Value) -> String {
        let name = |v: Value| walk.body.names[v].as_deref().map_or_else(|| v.to_string(), str::to_string);
        match walk.body.values[cond].def {
            ValueDef::Inst(inst, _) => {
                let data = &walk.body.insts[inst].data;
                let mut operands = Vec::new();
                data.for_each_operand(|v| operands.push(v));
                let known: Vec<String> = operands
                    .into_iter()
                    .map(|v| match walk.body.as_const(v) {
                        Some(constant) => const_text(constant),
                        None => format!("{} in {}", name(v), self.value(walk, state, v)),
                    })
                    .collect();
                let op = match data {
                    InstData::Icmp { cond, .. } => cond.name(),
                    InstData::Fcmp { cond, .. } => cond.name(),
                    InstData::Binary { op, .. } => op.name(),
                    InstData::Unary { op, .. } => op.name(),
                    _ => "condition",
                };
                format!("{op} of {}", known.join(" and "))
            }
            _ => format!("{} is {}", name(cond), self.value(walk, state, cond)),
        }
    }

    fn input(&mut self, site: InputSite) -> Abs {
        let info = &self.program.sites[site];
        let width = info.ty.bits(self.model);
        match (info.ty, info.kind, info.range) {
            (Type::Int(_), InputKind::Bool, _) => Abs::Int(Int::unsigned(width, 0, 1).unwrap_or(Int::top(width))),
            (Type::Int(_), InputKind::Signed, Some((low, high))) => {
                Abs::Int(Int::signed(width, low, high).unwrap_or(Int::top(width)))
            }
            (Type::Int(_), _, Some((low, high))) if low >= 0 => {
                Abs::Int(Int::unsigned(width, low as u128, high as u128).unwrap_or(Int::top(width)))
            }
            _ => Abs::top(info.ty, self.model),
        }
    }

    pub(super) fn unary(&mut self, op: UnaryOp, arg: &Abs, from: Type, to: Type) -> Abs {
        let (a, b) = (from.bits(self.model), to.bits(self.model));
        match op {
            UnaryOp::Trunc | UnaryOp::Zext | UnaryOp::Sext => Abs::Int(arg.int(a).cast(op, b)),
            UnaryOp::PtrToInt | UnaryOp::IntToPtr => match (arg, to) {
                (Abs::Pointer(_), _) => arg.clone(),
                (_, Type::Ptr) => Abs::Pointer(arg.pointer(self.word)),
                _ => Abs::top(to, self.model),
            },
            UnaryOp::Bitcast => match arg {
                Abs::Int(int) => int.as_constant().map_or(Abs::top(to, self.model), |c| Abs::bits(to, c, self.model)),
                _ => Abs::top(to, self.model),
            },
            UnaryOp::FPromote => Abs::Float(arg.float(true).convert(false)),
            UnaryOp::FDemote => Abs::Float(arg.float(false).convert(true)),
            UnaryOp::FToS => {
                let (min, max) = (-((b - 1) as f64).exp2(), ((b - 1) as f64).exp2());
                let bounds = arg.float(from == Type::F32).truncated(min, max.next_down());
                Abs::Int(bounds.and_then(|(lo, hi)| Int::signed(b, lo, hi)).unwrap_or(Int::top(b)))
            }
            UnaryOp::FToU => {
                // Below 2^(width−1) all the ways in which machines convert agree.
                let max = f64::from(b.min(63) - 1).exp2();
                let bounds = arg.float(from == Type::F32).truncated(0.0, max.next_down());
                Abs::Int(bounds.and_then(|(lo, hi)| Int::signed(b, lo, hi)).unwrap_or(Int::top(b)))
            }
            UnaryOp::SToF | UnaryOp::UToF => {
                let int = arg.int(a);
                let single = to == Type::F32;
                let round = |x: f64| if single { f64::from(x as f32) } else { x };
                let direct = |x: i128| if single { f64::from(x as f32) } else { x as f64 };
                let unsigned = |x: u128| if single { f64::from(x as f32) } else { x as f64 };
                let (lo, hi) = match op {
                    UnaryOp::SToF => (direct(int.smin), direct(int.smax)),
                    _ => (unsigned(int.umin), unsigned(int.umax)),
                };
                Abs::Float(Float::range(single, round(lo), round(hi), false))
            }
            UnaryOp::FNeg => Abs::Float(arg.float(from == Type::F32).negate()),
            UnaryOp::FAbs => Abs::Float(arg.float(from == Type::F32).abs()),
            UnaryOp::Clz | UnaryOp::Ctz | UnaryOp::Popcnt | UnaryOp::Bswap | UnaryOp::Bitrev => {
                Abs::Int(arg.int(a).count(op))
            }
        }
    }

    pub(super) fn binary(&mut self, state: &State, op: BinaryOp, x: &Abs, y: &Abs, ty: Type) -> Abs {
        if op.is_float() {
            let single = ty == Type::F32;
            return Abs::Float(Float::binary(op, &x.float(single), &y.float(single)));
        }
        let width = ty.bits(self.model);
        match (op, x, y) {
            (BinaryOp::PtrAdd, _, _) => Abs::Pointer(x.pointer(self.word).add(&y.int(self.word))),
            (BinaryOp::Add, Abs::Pointer(p), Abs::Int(i)) | (BinaryOp::Add, Abs::Int(i), Abs::Pointer(p))
                if width == self.word =>
            {
                Abs::Pointer(p.add(i))
            }
            (BinaryOp::Sub, Abs::Pointer(p), Abs::Int(i)) if width == self.word => {
                Abs::Pointer(p.add(&Int::binary(BinaryOp::Sub, &Int::constant(width, 0), i)))
            }
            (BinaryOp::Sub, Abs::Pointer(p), Abs::Pointer(q)) => match (p.single(), q.single()) {
                // Of an object that stands for several, two pointers may mean two of them.
                (Some((Place::Object(a), s)), Some((Place::Object(b), t))) if a == b && !is_many(state, a) => {
                    Abs::Int(Int::binary(BinaryOp::Sub, &s, &t))
                }
                _ => Abs::Int(Int::top(width)),
            },
            _ => {
                let (a, b) = (x.int(width), y.int(width));
                if self.options.broken && op == BinaryOp::Add {
                    return Abs::Int(forget_wrapping(&a, &b));
                }
                Abs::Int(Int::binary(op, &a, &b))
            }
        }
    }

    pub(super) fn compare(&mut self, state: &State, cond: IntCond, x: &Abs, y: &Abs, ty: Type) -> Option<bool> {
        let width = ty.bits(self.model);
        let ((Abs::Pointer(_), _) | (_, Abs::Pointer(_))) = (x, y) else {
            return Int::compare(cond, &x.int(width), &y.int(width));
        };
        let (p, q) = (x.pointer(width), y.pointer(width));
        if let (Some((Place::Object(a), s)), Some((Place::Object(b), t))) = (p.single(), q.single())
            && a == b
            && p.is_tame()
            && q.is_tame()
            && !is_many(state, a)
        {
            // Near its object an address does not wrap, so offsets compare as signed numbers.
            let cond = match cond {
                IntCond::Ult => IntCond::Slt,
                IntCond::Ule => IntCond::Sle,
                IntCond::Ugt => IntCond::Sgt,
                IntCond::Uge => IntCond::Sge,
                cond => cond,
            };
            return Int::compare(cond, &s, &t);
        }
        let different = {
            let apart = p.is_tame()
                && q.is_tame()
                && p.places.iter().all(|(place, _)| q.places.binary_search_by_key(place, |x| x.0).is_err());
            let nulls = (p.may_be_null() && q.may_be_null()).then_some(());
            apart && nulls.is_none()
        };
        let only_null = |p: &Pointer| p.null && !p.unknown && p.places.is_empty();
        match cond {
            IntCond::Eq if different => Some(false),
            IntCond::Ne if different => Some(true),
            IntCond::Eq | IntCond::Ne if only_null(&p) && only_null(&q) => Some(cond == IntCond::Eq),
            IntCond::Eq if only_null(&q) && !p.may_be_null() || only_null(&p) && !q.may_be_null() => Some(false),
            IntCond::Ne if only_null(&q) && !p.may_be_null() || only_null(&p) && !q.may_be_null() => Some(true),
            _ => None,
        }
    }

    fn division(
        &mut self,
        walk: &Walk<'p>,
        inst: Inst,
        op: DivOp,
        [a, b]: [Value; 2],
        check: Check,
        state: State,
    ) -> Option<State> {
        let (x, y) = (self.int(walk, &state, a), self.int(walk, &state, b));
        let width = x.width;
        let zero = y.contains(0);
        let signed = matches!(op, DivOp::Sdiv | DivOp::Srem) && matches!(width, 8 | 16 | 32 | 64);
        let overflow = signed && x.contains(1 << (width - 1)) && y.contains(meaning::wide::mask(width));
        let never = y.as_constant() == Some(0)
            || signed && y.smin == -1 && y.smax == -1 && x.as_constant() == Some(1 << (width - 1));
        let verdict = match (zero || overflow, never) {
            (false, _) => Verdict::Proved,
            (_, true) => Verdict::Violated,
            _ => Verdict::Open,
        };
        if let Some(recorder) = &mut self.recorder {
            recorder.check(check, verdict, || format!("the dividend is {x}, the divisor {y}"));
        }
        if never {
            return None;
        }
        let (divisor, _) = Int::refine(IntCond::Ne, &y, &Int::constant(width, 0))?;
        let quotient = Int::divide(op, &x, &divisor)?;
        let mut state = self.learn(walk, state, b, Abs::Int(divisor), 0)?;
        self.define(walk, &mut state, walk.body.insts[inst].results[0], Abs::Int(quotient));
        Some(state)
    }

    /// A new object, or one more of those that the abstract object stands for.
    pub(super) fn allocate(&mut self, walk: &Walk<'p>, object: Object, size: Int, state: &mut State) -> Abs {
        self.note_change(walk, object);
        state.drop_copies(object, 0, u64::MAX);
        let fresh = Content::new(Fill::Byte(0));
        let new = match state.memory.get(object) {
            None => ObjectState {
                size,
                may_live: true,
                may_die: false,
                many: self.recursive.contains(&walk.func),
                stored: false,
                content: fresh,
            },
            Some(old) => ObjectState {
                size: old.size.join(&size),
                may_live: true,
                may_die: old.may_die,
                many: true,
                stored: old.stored,
                content: old.content.merge(&fresh, &self.fills, &|a, b| a.join(b)),
            },
        };
        state.memory.set(object, new);
        Abs::Pointer(Pointer::to(self.word, Place::Object(object), Int::constant(self.word, 0)))
    }

    fn host(
        &mut self,
        walk: &Walk<'p>,
        inst: Inst,
        func: HostFn,
        args: &[Value],
        check: Option<Check>,
        mut state: State,
    ) -> Option<State> {
        let node = &walk.body.insts[inst];
        let result = match func {
            HostFn::Alloc => {
                let size = self.int(walk, &state, args[0]);
                let object = self.contexts.heap(self.program, walk.context, inst);
                let made = self.allocate(walk, object, size, &mut state);
                if let Some(result) = node.results.first() {
                    state.alive.insert(result.as_u32(), ());
                }
                Some(made)
            }
            HostFn::Free => {
                state = self.free(walk, args[0], check?, state)?;
                None
            }
            HostFn::Exit | HostFn::Abort => return None,
            HostFn::Size => {
                let pointer = self.pointer(walk, &state, args[0]);
                let verdict = self.heap_verdict(&state, &pointer);
                self.report(check, verdict, || format!("the pointer is {pointer}"));
                let sizes = pointer.places.iter().filter_map(|(place, _)| match place {
                    Place::Object(object) => state.memory.get(*object).map(|o| o.size),
                    _ => None,
                });
                let known = if pointer.unknown { None } else { sizes.reduce(|a, b| a.join(&b)) };
                Some(Abs::Int(known.unwrap_or(Int::top(self.word))))
            }
            HostFn::Write => {
                let (pointer, length) = (self.pointer(walk, &state, args[1]), self.int(walk, &state, args[2]));
                self.range_access(walk, &state, &pointer, &length, false, check);
                None
            }
            HostFn::FormatDouble => {
                let (pointer, length) = (self.pointer(walk, &state, args[0]), self.int(walk, &state, args[1]));
                self.range_access(walk, &state, &pointer, &length, true, check);
                self.forget_range(walk, &pointer, &length, &mut state);
                None
            }
            // Shadows and marks are nothing that the program sees.
            HostFn::ShadowLoad
            | HostFn::ShadowStore
            | HostFn::ShadowCopy
            | HostFn::ShadowFill
            | HostFn::ShadowTest
            | HostFn::Mark
            | HostFn::Returned
            | HostFn::Leaked
            | HostFn::Unfreed => None,
            HostFn::ParseDouble | HostFn::ParseFloat => {
                let (pointer, length) = (self.pointer(walk, &state, args[0]), self.int(walk, &state, args[1]));
                self.range_access(walk, &state, &pointer, &length, false, check);
                None
            }
        };
        if let Some(&value) = node.results.first() {
            let result = result.unwrap_or_else(|| Abs::top(walk.body.ty(value), self.model));
            self.define(walk, &mut state, value, result);
        }
        Some(state)
    }

    pub(super) fn report(&mut self, check: Option<Check>, verdict: Verdict, why: impl FnOnce() -> String) {
        if let (Some(recorder), Some(check)) = (&mut self.recorder, check) {
            recorder.check(check, verdict, why);
        }
    }

    /// Notes that the call may change an object.
    pub(super) fn note_change(&mut self, walk: &Walk<'p>, object: Object) {
        self.contexts.table[walk.context].changed.insert(object);
    }
}

/// Does the object stand for several?
fn is_many(state: &State, object: Object) -> bool {
    state.memory.get(object).is_none_or(|o| o.many)
}

/// A wrong addition, for tests of the tests.
fn forget_wrapping(a: &Int, b: &Int) -> Int {
    let (low, high) = (a.smin.saturating_add(b.smin), a.smax.saturating_add(b.smax));
    Int::signed(a.width, low, high).unwrap_or(Int::binary(BinaryOp::Add, a, b))
}
