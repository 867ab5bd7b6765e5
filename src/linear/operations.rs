//! Arithmetic on the values of a walk: exact where it is linear, a new unknown where it is not.
//!
//! A number N stands for bits that are N modulo 2^w. Sums, differences, products with a constant and cuts to a smaller
//! width need no more than that. Whoever needs the number itself (a comparison, a wider type, a division, a shift to the
//! right) *reads* it: N − k·2^w, where k is the window that N lies in. If the ranges leave one window, that is exact and
//! free. If they leave several, a sound walk makes k an unknown, so the reading stays exact; a guessing walk takes the
//! window of the known run and adds the rows that keep N in it.

use super::affine::Affine;
use super::condition::Condition;
use super::system::Row;
use super::value::{Form, Val};
use super::walk::{Aim, Mode, Walk};
use rarebit_front_end::ir::meaning::wide;
use rarebit_front_end::ir::*;
use std::rc::Rc;

/// Widths whose powers of two leave room for sums.
pub(super) const WIDEST: u32 = 64;

impl Walk<'_> {
    /// A value as a number modulo 2^width.
    pub(super) fn number(&mut self, val: &Val, width: u32) -> Affine {
        match &val.form {
            Form::Number(number) => number.clone(),
            Form::Truth(condition) => match **condition {
                Condition::Known(truth) => Affine::constant(truth.into()),
                _ => self.fresh(0, 1, val.shadow.map(|bits| bits as i128)),
            },
            _ if width <= WIDEST => {
                let half = 1i128 << (width - 1);
                self.fresh(-half, half - 1, val.shadow.map(|bits| wide::signed(width, bits)))
            }
            _ => self.fresh(i64::MIN.into(), i64::MAX.into(), None),
        }
    }

    /// The number that the bits of a value stand for, read with or without a sign. None beyond 64 bits.
    pub(super) fn read(&mut self, val: &Val, width: u32, signed: bool) -> Option<Affine> {
        let number = self.number(val, width);
        self.reading(&number, width, signed)
    }

    pub(super) fn reading(&mut self, number: &Affine, width: u32, signed: bool) -> Option<Affine> {
        #[cfg(test)]
        if super::walk::fault::is(super::walk::fault::Fault::Wrap) {
            return Some(number.clone());
        }
        if width > WIDEST {
            return None;
        }
        let window = 1i128 << width;
        let (min, max) = if signed { (-window / 2, window / 2 - 1) } else { (0, window - 1) };
        let (low, high) = self.system.interval(number);
        if low < -(1 << 90) || high > 1 << 90 {
            return None;
        }
        let (first, last) = ((low - min).div_euclid(window), (high - min).div_euclid(window));
        if first == last {
            return number.shifted(-first * window);
        }
        let key = (number.clone(), width, signed);
        if let Some(known) = self.readings.get(&key) {
            return Some(known.clone());
        }
        let shadow = self.shadow_of(number).map(|value| (value - min).div_euclid(window));
        if let (Mode::Guess, Some(known), Some((func, block, at))) = (self.mode, shadow, self.spot()) {
            let aim = Aim::Wrap(func, block, at);
            if (self.orders.wanted)(aim, self.next) {
                let others = [known + 1, known - 1].into_iter().filter(|other| (first..=last).contains(other));
                let inside = others.filter_map(|other| {
                    let number = number.shifted(-other * window)?;
                    let ends = [number.shifted(-max)?, number.negated().shifted(min)?];
                    Some(Rc::new(Condition::All(ends.map(|end| Rc::new(Condition::AtMost(end))).to_vec())))
                });
                let any = Condition::Any(inside.collect());
                self.turn(aim, &any, true);
            }
        }
        let reading = match (self.mode, shadow) {
            (Mode::Guess, Some(window_of_run)) => number.shifted(-window_of_run * window)?,
            _ => {
                let windows = self.fresh(first, last, shadow);
                number.plus(-window, &windows)?
            }
        };
        self.define(Row::at_most(reading.shifted(-max)?));
        self.define(Row::at_most(reading.negated().shifted(min)?));
        self.readings.insert(key, reading.clone());
        Some(reading)
    }

    /// The smaller of the two readings in size: whichever needs no wrap.
    fn either(&mut self, val: &Val, width: u32) -> Option<Affine> {
        let number = self.number(val, width);
        if width <= WIDEST {
            let window = 1i128 << width;
            let (low, high) = self.system.interval(&number);
            if low >= -window / 2 && high < window {
                return Some(number);
            }
        }
        self.reading(&number, width, true)
    }

    pub(super) fn binary(&mut self, op: BinaryOp, width: u32, a: &Val, b: &Val) -> Val {
        if op.is_float() {
            return self.float_binary(op, width, a, b);
        }
        let shadow = a.shadow.zip(b.shadow).map(|(a, b)| wide::binary(op, width, a, b));
        if op.is_overflow_test() {
            let condition = self.overflow(op, width, a, b);
            return Val { form: Form::Truth(condition), shadow };
        }
        if let (Some(x), Some(y)) = (constant(a), constant(b))
            && width <= 100
        {
            let mask = wide::mask(width);
            let bits = wide::binary(op, width, x as u128 & mask, y as u128 & mask);
            return Val { form: Form::Number(Affine::constant(wide::signed(width, bits))), shadow: Some(bits) };
        }
        let form = match (op, &a.form, &b.form) {
            (BinaryOp::And, Form::Truth(x), Form::Truth(y)) => {
                Some(Form::Truth(Rc::new(Condition::All(vec![x.clone(), y.clone()]))))
            }
            (BinaryOp::Or, Form::Truth(x), Form::Truth(y)) => {
                Some(Form::Truth(Rc::new(Condition::Any(vec![x.clone(), y.clone()]))))
            }
            (BinaryOp::Xor, Form::Truth(x), _) if constant(b).is_some_and(|b| b & 1 == 1 && (width == 1 || b == 1)) => {
                Some(Form::Truth(x.not()))
            }
            (BinaryOp::Xor, _, Form::Truth(y)) if constant(a).is_some_and(|a| a & 1 == 1 && (width == 1 || a == 1)) => {
                Some(Form::Truth(y.not()))
            }
            (BinaryOp::Add | BinaryOp::PtrAdd, Form::Pointer(object, offset), _) => {
                let by = self.read(b, width, true);
                by.and_then(|by| offset.add(&by)).map(|offset| Form::Pointer(*object, offset))
            }
            (BinaryOp::Add, _, Form::Pointer(object, offset)) => {
                let by = self.read(a, width, true);
                by.and_then(|by| offset.add(&by)).map(|offset| Form::Pointer(*object, offset))
            }
            (BinaryOp::Sub, Form::Pointer(x, i), Form::Pointer(y, j)) if x == y => i.sub(j).map(Form::Number),
            (BinaryOp::Sub, Form::Pointer(object, offset), Form::Number(_)) => {
                let by = self.read(b, width, true);
                by.and_then(|by| offset.sub(&by)).map(|offset| Form::Pointer(*object, offset))
            }
            _ if width <= WIDEST => self.arithmetic(op, width, a, b).map(Form::Number),
            _ => None,
        };
        match form {
            Some(form) => Val { form, shadow },
            None => self.any(width, shadow),
        }
    }

    fn arithmetic(&mut self, op: BinaryOp, width: u32, a: &Val, b: &Val) -> Option<Affine> {
        let (x, y) = (self.number(a, width), self.number(b, width));
        match op {
            BinaryOp::Add | BinaryOp::PtrAdd => {
                x.add(&y).or_else(|| self.reading(&x, width, true)?.add(&self.reading(&y, width, true)?))
            }
            BinaryOp::Sub => x.sub(&y).or_else(|| self.reading(&x, width, true)?.sub(&self.reading(&y, width, true)?)),
            BinaryOp::Mul => self.product(width, &x, &y),
            BinaryOp::Shl => {
                let count = y.known().filter(|count| (0..width as i128).contains(count))?;
                x.scaled(1 << count).or_else(|| self.reading(&x, width, true)?.scaled(1 << count))
            }
            BinaryOp::Lshr | BinaryOp::Ashr => {
                let count = y.known().filter(|count| (0..width as i128).contains(count))?;
                let x = self.reading(&x, width, op == BinaryOp::Ashr)?;
                self.quotient(&x, 1 << count)
            }
            BinaryOp::And => {
                let (x, mask) = if y.known().is_some() { (x, y.known()?) } else { (y, x.known()?) };
                let mask = mask & wide::mask(width) as i128;
                let x = self.reading(&x, width, false)?;
                let low = |mask: i128| mask & (mask + 1) == 0;
                if low(mask) {
                    return self.remainder(&x, mask + 1);
                }
                let rest = wide::mask(width) as i128 & !mask;
                if low(rest) {
                    let below = self.remainder(&x, rest + 1)?;
                    return x.sub(&below);
                }
                let shadow = self.shadow_of(&x).map(|value| value & mask);
                let high = self.system.interval(&x).1.min(mask);
                Some(self.fresh(0, high, shadow))
            }
            BinaryOp::Or | BinaryOp::Xor => {
                if op == BinaryOp::Xor && y.known().is_some_and(|y| y as u128 & wide::mask(width) == wide::mask(width))
                {
                    return x.negated().shifted(-1);
                }
                let (x, y) = (self.reading(&x, width, false)?, self.reading(&y, width, false)?);
                // Bits that do not meet: one is a multiple of a power of two that the other is less than.
                for (high, low) in [(&x, &y), (&y, &x)] {
                    let most = self.system.interval(low).1.max(0);
                    let power = 1i128 << (128 - most.leading_zeros()).min(100);
                    if high.is_multiple_of(power) {
                        return x.add(&y);
                    }
                }
                let most = self.system.interval(&x).1.max(self.system.interval(&y).1).max(1);
                let top = (1i128 << (128 - most.leading_zeros()).min(100)) - 1;
                let shadow = self.shadow_of(&x).zip(self.shadow_of(&y));
                Some(self.fresh(0, top, shadow.map(|(x, y)| if op == BinaryOp::Or { x | y } else { x ^ y })))
            }
            _ => None,
        }
    }

    /// A product: linear with a constant factor. Otherwise an unknown, or, in a guess, one factor as in the known run.
    fn product(&mut self, width: u32, x: &Affine, y: &Affine) -> Option<Affine> {
        let (x, y) = (self.reading(x, width, true)?, self.reading(y, width, true)?);
        if let Some(factor) = x.known() {
            return y.scaled(factor);
        }
        if let Some(factor) = y.known() {
            return x.scaled(factor);
        }
        if self.mode == Mode::Guess {
            let (kept, pinned) = if x.terms.len() < y.terms.len() { (&y, &x) } else { (&x, &y) };
            if let Some(factor) = self.pin(pinned) {
                return kept.scaled(factor);
            }
        }
        let key = (u32::MAX, width, x.clone(), y.clone());
        if let Some(known) = self.results.get(&key) {
            return Some(known.clone());
        }
        let ((a, b), (c, d)) = (self.system.interval(&x), self.system.interval(&y));
        let ends = [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
        let (low, high) = (ends.into_iter().min()?, ends.into_iter().max()?);
        if low < -(1 << 90) || high > 1 << 90 {
            return None;
        }
        let shadow = self.shadow_of(&x).zip(self.shadow_of(&y)).and_then(|(x, y)| x.checked_mul(y));
        let result = self.fresh(low, high, shadow);
        self.results.insert(key, result.clone());
        Some(result)
    }

    /// ⌊x / divisor⌋ for a positive divisor: q with 0 ≤ x − divisor·q < divisor.
    fn quotient(&mut self, x: &Affine, divisor: i128) -> Option<Affine> {
        if divisor == 1 {
            return Some(x.clone());
        }
        if let Some(known) = x.known() {
            return Some(Affine::constant(known.div_euclid(divisor)));
        }
        if x.is_multiple_of(divisor) {
            let terms = x.terms.iter().map(|(unknown, factor)| (*unknown, factor / divisor)).collect();
            return Some(Affine { constant: x.constant / divisor, terms });
        }
        let key = (0, 0, x.clone(), Affine::constant(divisor));
        if let Some(known) = self.results.get(&key) {
            return Some(known.clone());
        }
        let (low, high) = self.system.interval(x);
        let shadow = self.shadow_of(x).map(|value| value.div_euclid(divisor));
        let q = self.fresh(low.div_euclid(divisor), high.div_euclid(divisor), shadow);
        let rest = x.plus(-divisor, &q)?;
        self.define(Row::at_most(rest.negated()));
        self.define(Row::at_most(rest.shifted(1 - divisor)?));
        self.results.insert(key, q.clone());
        Some(q)
    }

    /// x − divisor·⌊x / divisor⌋.
    fn remainder(&mut self, x: &Affine, divisor: i128) -> Option<Affine> {
        let (low, high) = self.system.interval(x);
        if low >= 0 && high < divisor {
            return Some(x.clone());
        }
        let q = self.quotient(x, divisor)?;
        x.plus(-divisor, &q)
    }

    /// Division, which C rounds towards zero. The divisor is a constant, or, in a guess, as in the known run.
    pub(super) fn divide(&mut self, op: DivOp, width: u32, a: &Val, b: &Val) -> Val {
        let shadow = a.shadow.zip(b.shadow).and_then(|(a, b)| wide::divide(op, width, a, b));
        if let (Some(x), Some(y)) = (constant(a), constant(b))
            && width <= 100
        {
            let mask = wide::mask(width);
            if let Some(bits) = wide::divide(op, width, x as u128 & mask, y as u128 & mask) {
                let number = Affine::constant(wide::signed(width, bits));
                return Val { form: Form::Number(number), shadow: Some(bits) };
            }
        }
        match self.division(op, width, a, b) {
            Some(number) => Val { form: Form::Number(number), shadow },
            None => self.any(width, shadow),
        }
    }

    fn division(&mut self, op: DivOp, width: u32, a: &Val, b: &Val) -> Option<Affine> {
        let signed = matches!(op, DivOp::Sdiv | DivOp::Srem);
        let (x, y) = (self.read(a, width, signed)?, self.read(b, width, signed)?);
        let divisor = self.pin(&y).filter(|divisor| *divisor != 0)?;
        let (low, high) = self.system.interval(&x);
        let negative = match (low >= 0, high <= 0, self.mode) {
            (true, ..) => false,
            (_, true, _) => true,
            (_, _, Mode::Guess) => {
                let negative = self.shadow_of(&x)? < 0;
                self.define(Row::at_most(if negative { x.clone() } else { x.negated() }));
                negative
            }
            (_, _, Mode::Sound) => return self.division_of_any(op, &x, divisor),
        };
        let size = if negative { x.negated() } else { x.clone() };
        let q = self.quotient(&size, divisor.abs())?;
        let q = if negative != (divisor < 0) { q.negated() } else { q };
        match op {
            DivOp::Udiv | DivOp::Sdiv => Some(q),
            DivOp::Urem | DivOp::Srem => x.plus(-divisor, &q),
        }
    }

    /// Of a number of either sign: x − divisor·q lies between the divisor's size on both sides.
    fn division_of_any(&mut self, op: DivOp, x: &Affine, divisor: i128) -> Option<Affine> {
        let key = (1, 0, x.clone(), Affine::constant(divisor));
        let q = match self.results.get(&key) {
            Some(known) => known.clone(),
            None => {
                let (low, high) = self.system.interval(x);
                let (a, b) = (low / divisor, high / divisor);
                let shadow = self.shadow_of(x).map(|value| value / divisor);
                let q = self.fresh(a.min(b), a.max(b), shadow);
                let rest = x.plus(-divisor, &q)?;
                self.define(Row::at_most(rest.shifted(1 - divisor.abs())?));
                self.define(Row::at_most(rest.negated().shifted(1 - divisor.abs())?));
                self.results.insert(key, q.clone());
                q
            }
        };
        match op {
            DivOp::Udiv | DivOp::Sdiv => Some(q),
            DivOp::Urem | DivOp::Srem => x.plus(-divisor, &q),
        }
    }

    fn overflow(&mut self, op: BinaryOp, width: u32, a: &Val, b: &Val) -> Rc<Condition> {
        self.try_overflow(op, width, a, b).map_or(Rc::new(Condition::Unknown), Rc::new)
    }

    fn try_overflow(&mut self, op: BinaryOp, width: u32, a: &Val, b: &Val) -> Option<Condition> {
        use BinaryOp::*;
        let signed = matches!(op, SaddOverflow | SsubOverflow | SmulOverflow);
        let (x, y) = (self.read(a, width, signed)?, self.read(b, width, signed)?);
        let result = match op {
            SaddOverflow | UaddOverflow => x.add(&y)?,
            SsubOverflow | UsubOverflow => x.sub(&y)?,
            _ => match (x.known(), y.known()) {
                (Some(factor), _) => y.scaled(factor)?,
                (_, Some(factor)) => x.scaled(factor)?,
                _ if signed => self.product(width, &x, &y)?,
                _ => return None,
            },
        };
        let window = 1i128 << width;
        let (min, max) = if signed { (-window / 2, window / 2 - 1) } else { (0, window - 1) };
        let above = Condition::AtMost(result.negated().shifted(max + 1)?);
        let below = Condition::AtMost(result.shifted(1 - min)?);
        Some(Condition::Any(vec![Rc::new(above), Rc::new(below)]))
    }

    /// A comparison of integers or addresses.
    pub(super) fn compare(&mut self, cond: IntCond, width: u32, a: &Val, b: &Val) -> Rc<Condition> {
        self.try_compare(cond, width, a, b).unwrap_or(Rc::new(Condition::Unknown))
    }

    fn try_compare(&mut self, cond: IntCond, width: u32, a: &Val, b: &Val) -> Option<Rc<Condition>> {
        use IntCond::*;
        for (truth, other) in [(a, b), (b, a)] {
            if let (Form::Truth(condition), Some(number), Eq | Ne) = (&truth.form, constant(other), cond) {
                let number = number as u128 & wide::mask(width);
                return Some(match (number, cond) {
                    (0, Eq) | (1, Ne) => condition.not(),
                    (0, _) | (1, _) => condition.clone(),
                    _ => Rc::new(Condition::Known(cond == Ne)),
                });
            }
        }
        let difference = match (&a.form, &b.form) {
            (Form::Pointer(x, i), Form::Pointer(y, j)) if x == y => {
                // Addresses are ordered like offsets only as long as none goes round.
                let tame = |offset: &Affine| {
                    let (low, high) = self.system.interval(offset);
                    low >= 0 && high < 1 << (width - 2)
                };
                let orders = matches!(cond, Eq | Ne) || tame(i) && tame(j);
                if !orders && self.mode == Mode::Sound {
                    return None;
                }
                Some(i.sub(j)?)
            }
            (Form::Pointer(x, i), Form::Pointer(y, j)) => {
                let inside = self.memory.is_inside(*x, i) && self.memory.is_inside(*y, j);
                return (inside && matches!(cond, Eq | Ne)).then(|| Rc::new(Condition::Known(cond == Ne)));
            }
            (Form::Function(x), Form::Function(y)) if matches!(cond, Eq | Ne) => {
                return Some(Rc::new(Condition::Known((x == y) == (cond == Eq))));
            }
            (Form::Pointer(object, offset), Form::Number(n)) | (Form::Number(n), Form::Pointer(object, offset)) => {
                // No object lies at null.
                let apart = n.known() == Some(0) && self.memory.is_inside(*object, offset);
                return (apart && matches!(cond, Eq | Ne)).then(|| Rc::new(Condition::Known(cond == Ne)));
            }
            (Form::Function(_), Form::Number(n)) | (Form::Number(n), Form::Function(_)) => {
                let apart = n.known() == Some(0) && matches!(cond, Eq | Ne);
                return apart.then(|| Rc::new(Condition::Known(cond == Ne)));
            }
            (Form::Opaque | Form::Pointer(..) | Form::Function(_), _)
            | (_, Form::Opaque | Form::Pointer(..) | Form::Function(_)) => return None,
            _ => None,
        };
        let difference = match (difference, cond) {
            (Some(difference), _) => difference,
            (None, Eq | Ne) => {
                let (x, y) = (self.number(a, width), self.number(b, width));
                // Equal bits are equal numbers in the same reading; prefer one that does not wrap.
                let window = if width <= WIDEST { 1i128 << width } else { return None };
                let fits = |(low, high): (i128, i128), min: i128| low >= min && high < min + window;
                let (i, j) = (self.system.interval(&x), self.system.interval(&y));
                let signed = !(fits(i, 0) && fits(j, 0)) && (fits(i, -window / 2) || !fits(i, 0));
                self.reading(&x, width, signed)?.sub(&self.reading(&y, width, signed)?)?
            }
            (None, _) => {
                let signed = matches!(cond, Slt | Sle | Sgt | Sge);
                self.read(a, width, signed)?.sub(&self.read(b, width, signed)?)?
            }
        };
        #[cfg(test)]
        let difference = match super::walk::fault::is(super::walk::fault::Fault::Sign) {
            true => difference.negated(),
            false => difference,
        };
        Some(Rc::new(match cond {
            Eq => Condition::Zero(difference),
            Ne => Condition::Not(Rc::new(Condition::Zero(difference))),
            Sle | Ule => Condition::AtMost(difference),
            Slt | Ult => Condition::AtMost(difference.shifted(1)?),
            Sge | Uge => Condition::AtMost(difference.negated()),
            Sgt | Ugt => Condition::AtMost(difference.negated().shifted(1)?),
        }))
    }

    /// The condition that a value is not 0.
    pub(super) fn truth(&mut self, val: &Val, width: u32) -> Rc<Condition> {
        match &val.form {
            Form::Truth(condition) => condition.clone(),
            Form::Number(number) if width <= WIDEST && number.known().is_some() => {
                let bits = number.constant as u128 & wide::mask(width);
                Rc::new(Condition::Known(bits != 0))
            }
            Form::Number(_) => match self.either(val, width) {
                Some(number) => Rc::new(Condition::Not(Rc::new(Condition::Zero(number)))),
                None => Rc::new(Condition::Unknown),
            },
            _ => Rc::new(Condition::Unknown),
        }
    }
}

pub(super) fn constant(val: &Val) -> Option<i128> {
    match &val.form {
        Form::Number(number) => number.known(),
        Form::Truth(condition) => match **condition {
            Condition::Known(truth) => Some(truth.into()),
            _ => None,
        },
        _ => None,
    }
}
