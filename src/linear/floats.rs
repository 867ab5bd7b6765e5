//! Floating-point operations of a walk; see [`Real`] for what stands for a float.
//!
//! A sound walk bounds what every operation rounds away by the largest value it can have; a guessing walk by the value in
//! the known run, and it takes one factor of a product, divisors and the slope of libm's functions from there, too.

use super::affine::Affine;
use super::condition::{Condition, Order};
use super::real::{self, DIGITS, LIMIT, Real};
use super::system::{Info, Row, Source};
use super::value::{Form, Val};
#[cfg(test)]
use super::walk::fault::{self, Fault};
use super::walk::{Hint, Mode, Walk};
use rarebit_front_end::analysis::domain::Float;
use rarebit_front_end::ir::meaning;
use rarebit_front_end::ir::*;
use std::rc::Rc;

/// The number that bits stand for.
pub(super) fn float_of(width: u32, bits: u128) -> f64 {
    if width == 32 { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits as u64) }
}

impl Walk<'_> {
    /// A float that is read from outside.
    pub(super) fn float_input(&mut self, site: &SiteInfo, source: Source, shadow: Option<u128>) -> Val {
        let width = site.ty.bits(self.program.model);
        let range = site.float_range().map(|(low, high)| Float::range(width == 32, low, high, false));
        self.float_unknown(source, range.unwrap_or(Float::top(width == 32)), width, shadow, site.loc)
    }

    /// A float of which only a range is known.
    pub(super) fn float_any(&mut self, range: Float, width: u32, shadow: Option<u128>) -> Val {
        let range = match self.hint {
            Some(Hint::Float(known)) if known.single == range.single => range.meet(&known).unwrap_or(range),
            _ => range,
        };
        self.float_unknown(Source::Fresh, range, width, shadow, self.loc)
    }

    fn float_unknown(&mut self, source: Source, range: Float, width: u32, shadow: Option<u128>, loc: Loc) -> Val {
        let ends = real::steps(range.lo).zip(real::steps(range.hi)).filter(|_| !range.nan);
        let (low, high) = ends.unwrap_or((-LIMIT, LIMIT));
        if low > high {
            return Val::opaque(shadow);
        }
        let known = shadow.map(|bits| float_of(width, bits));
        let steps = match self.mode {
            Mode::Sound => known.and_then(real::clamped),
            // A guess leaves out what its ranges leave out.
            Mode::Guess => known.and_then(real::steps).filter(|steps| (low..=high).contains(steps)),
        };
        // In a guess an input that lies on a step may move to other steps, and not between them.
        let on_step = steps.is_some_and(|steps| Some(real::float(steps)) == known);
        let slack = if self.mode == Mode::Guess && on_step { (0, 0) } else { (0, 1) };
        #[cfg(test)]
        let slack = if fault::is(Fault::Round) { (0, 0) } else { slack };
        self.system.escaped += u32::from(steps.is_some_and(|steps| !(low..=high).contains(&steps)));
        let unknown = self.system.add(Info { source, low, high, shadow: steps, loc, digits: DIGITS });
        let wild = ends.is_none() && self.mode == Mode::Sound;
        #[cfg(test)]
        let wild = wild && !fault::is(Fault::Nan);
        let number = Affine::unknown(unknown);
        Val { form: Form::Real(Rc::new(Real { number, scale: DIGITS, slack, wild })), shadow }
    }

    pub(super) fn float_constant(bits: u128, width: u32) -> Val {
        let real = Real::constant(float_of(width, bits));
        Val { form: real.map_or(Form::Opaque, |real| Form::Real(Rc::new(real))), shadow: Some(bits) }
    }

    /// What stands for a float. It is no longer wild where rows keep it inside the limits: they hold for no NaN.
    fn real(&self, val: &Val) -> Option<Real> {
        let Form::Real(real) = &val.form else { return None };
        let mut real = (**real).clone();
        if let [(unknown, _)] = real.number.terms[..]
            && real.wild
        {
            let (low, high) = self.system.interval(&Affine::unknown(unknown));
            real.wild = low <= -LIMIT || high >= LIMIT;
        }
        Some(real)
    }

    /// How large an expression is: at most, or, in a guess, in the known run.
    fn size(&self, affine: &Affine) -> i128 {
        let known = (self.mode == Mode::Guess).then(|| self.shadow_of(affine)).flatten();
        let most = || {
            let (low, high) = self.system.interval(affine);
            low.saturating_abs().max(high.saturating_abs())
        };
        known.map_or_else(most, |known| known.saturating_abs())
    }

    /// Between which units the value lies.
    fn span(&self, real: &Real) -> (i128, i128) {
        let (low, high) = self.system.interval(&real.number);
        (low.saturating_add(real.slack.0), high.saturating_add(real.slack.1))
    }

    /// The range of a value as numbers.
    fn range(&self, val: &Val, width: u32) -> Float {
        match self.real(val).filter(|real| !real.wild) {
            Some(real) => {
                let (low, high) = self.span(&real);
                let unit = 2f64.powi(-(real.scale as i32));
                // Outwards: the conversion to a float may have rounded either way.
                let (low, high) = ((low as f64).next_down() * unit, (high as f64).next_up() * unit);
                let single = width == 32;
                let (low, high) = if single {
                    (f64::from((low as f32).next_down()), f64::from((high as f32).next_up()))
                } else {
                    (low, high)
                };
                Float::range(single, low, high, false)
            }
            None => Float::top(width == 32),
        }
    }

    /// The value after it was rounded to a format; none if it is too large to be followed.
    fn rounded(&self, mut real: Real, width: u32) -> Option<Real> {
        let slack = real.slack.0.saturating_abs().max(real.slack.1.saturating_abs());
        let size = self.size(&real.number).saturating_add(slack);
        let precision = if width == 32 { 24 } else { 53 };
        let whole = real.slack == (0, 0) && size < 1 << precision;
        if !real.fits(size) {
            return None;
        }
        #[cfg(test)]
        let whole = whole || fault::is(Fault::Round);
        // Whole units with few enough digits are floats.
        if !whole {
            let lost = (size >> precision) + 1;
            real.slack = (real.slack.0.checked_sub(lost)?, real.slack.1.checked_add(lost)?);
        }
        Some(real)
    }

    /// A result, if it says something.
    fn result(&mut self, real: Option<Real>, range: Float, width: u32, shadow: Option<u128>) -> Val {
        match real.and_then(|real| self.rounded(real, width)) {
            Some(real) if !real.wild || real.number.terms.len() == 1 => Val { form: Form::Real(Rc::new(real)), shadow },
            _ => self.float_any(range, width, shadow),
        }
    }

    pub(super) fn float_binary(&mut self, op: BinaryOp, width: u32, a: &Val, b: &Val) -> Val {
        let shadow = a.shadow.zip(b.shadow).map(|(a, b)| {
            if width == 32 {
                meaning::binary_f32(op, f32::from_bits(a as u32), f32::from_bits(b as u32)).to_bits().into()
            } else {
                u128::from(meaning::binary_f64(op, f64::from_bits(a as u64), f64::from_bits(b as u64)).to_bits())
            }
        });
        let range = Float::binary(op, &self.range(a, width), &self.range(b, width));
        let (x, y) = (self.real(a), self.real(b));
        let size = |affine: &Affine| self.size(affine);
        let result = match (x, y) {
            // A wild value and another unknown are not monotonic in one.
            (Some(x), Some(y)) if (x.wild || y.wild) && x.number.known().is_none() && y.number.known().is_none() => {
                None
            }
            (Some(x), Some(y)) => match op {
                BinaryOp::FAdd => x.add(&y, &size),
                BinaryOp::FSub => x.add(&y.negated(), &size),
                BinaryOp::FMul if y.number.known().is_some() => x.times(&y, &size),
                BinaryOp::FMul if x.number.known().is_some() => y.times(&x, &size),
                BinaryOp::FMul => {
                    let (kept, taken, val) =
                        if x.number.terms.len() < y.number.terms.len() { (y, x, a) } else { (x, y, b) };
                    self.taken(&taken, val, width).and_then(|factor| kept.times(&factor, &|affine| self.size(affine)))
                }
                _ => {
                    let constant = y.number.known().filter(|_| y.slack == (0, 0));
                    let divisor = match constant {
                        Some(constant) => Some(constant as f64 * 2f64.powi(-(y.scale as i32))),
                        None => self.taken(&y, b, width).and(b.shadow).map(|bits| float_of(width, bits)),
                    };
                    divisor.and_then(|divisor| self.over(&x, divisor))
                }
            },
            _ => None,
        };
        self.result(result, range, width, shadow)
    }

    /// In a guess, a float as in the known run.
    fn taken(&mut self, real: &Real, val: &Val, width: u32) -> Option<Real> {
        let value = Real::constant(float_of(width, val.shadow?)).filter(|_| self.mode == Mode::Guess)?;
        self.pin(&real.number)?;
        Some(value)
    }

    /// Divided by a constant: times its reciprocal, with room for what that lacks.
    fn over(&self, real: &Real, divisor: f64) -> Option<Real> {
        let reciprocal = 1.0 / divisor;
        if !reciprocal.is_finite() || reciprocal == 0.0 {
            return None;
        }
        let size = |affine: &Affine| self.size(affine);
        let mut result = real.times(&Real::constant(reciprocal)?, &size)?;
        if reciprocal * divisor != 1.0 || divisor.abs().log2().fract() != 0.0 {
            // The reciprocal is wrong by less than an ulp.
            let slack = result.slack.0.saturating_abs().max(result.slack.1.saturating_abs());
            let lost = (size(&result.number).saturating_add(slack) >> 52) + 1;
            result.slack = (result.slack.0.checked_sub(lost)?, result.slack.1.checked_add(lost)?);
        }
        Some(result)
    }

    /// Conversions that give or take a float. None if it is not one of them.
    pub(super) fn float_unary(
        &mut self,
        op: UnaryOp,
        from: u32,
        to: u32,
        val: &Val,
        shadow: Option<u128>,
    ) -> Option<Val> {
        Some(match op {
            UnaryOp::SToF | UnaryOp::UToF => {
                let number = self.read(val, from, op == UnaryOp::SToF);
                let single = to == 32;
                let real = number.map(|number| Real::exact(number, 0));
                let range = Float::range(single, -2f64.powi(from as i32), 2f64.powi(from as i32), false);
                self.result(real, range, to, shadow)
            }
            UnaryOp::FToS | UnaryOp::FToU => {
                let number = self.whole(op, from, to, val);
                number.map_or_else(|| self.any(to, shadow), |number| Val { form: Form::Number(number), shadow })
            }
            UnaryOp::FNeg => {
                let range = self.range(val, from).negate();
                match self.real(val) {
                    Some(real) => Val { form: Form::Real(Rc::new(real.negated())), shadow },
                    None => self.float_any(range, to, shadow),
                }
            }
            UnaryOp::FAbs => self.size_of(val, to, shadow),
            UnaryOp::FPromote | UnaryOp::FDemote => {
                let range = self.range(val, from).convert(to == 32);
                let real = self.real(val);
                self.result(real, range, to, shadow)
            }
            _ => return None,
        })
    }

    /// |v|: whichever side the path leaves; else a new unknown that is no less than both.
    fn size_of(&mut self, val: &Val, width: u32, shadow: Option<u128>) -> Val {
        let range = self.range(val, width).abs();
        let Some(real) = self.real(val) else { return self.float_any(range, width, shadow) };
        let (low, high) = self.span(&real);
        let known = val.shadow.map(|bits| float_of(width, bits)).filter(|x| !x.is_nan());
        let negative = match (low >= 0, high <= 0, self.mode, known) {
            (true, ..) => Some(false),
            (_, true, ..) => Some(true),
            (_, _, Mode::Guess, Some(x)) => {
                let side = if x < 0.0 {
                    real.number.shifted(real.slack.0)
                } else {
                    real.negated().number.shifted(-real.slack.1)
                };
                side.into_iter().for_each(|affine| self.define(Row::at_most(affine)));
                Some(x < 0.0)
            }
            _ => None,
        };
        match negative {
            Some(negative) => {
                let real = if negative { real.negated() } else { real };
                Val { form: Form::Real(Rc::new(real)), shadow }
            }
            None => {
                let result = self.float_any(range, width, shadow);
                if let (Some(size), false) = (self.real(&result), real.wild) {
                    for side in [&real, &real.negated()] {
                        // side ≤ size
                        let below = side.add(&size.negated(), &|affine| self.size(affine));
                        if let Some(affine) = below.and_then(|below| below.number.shifted(below.slack.0)) {
                            self.define(Row::at_most(affine));
                        }
                    }
                }
                result
            }
        }
    }

    /// The integer that a float is cut to.
    fn whole(&mut self, op: UnaryOp, from: u32, to: u32, val: &Val) -> Option<Affine> {
        let real = self.real(val).filter(|real| !real.wild)?;
        let known = val.shadow.map(|bits| float_of(from, bits)).filter(|x| x.abs() < 1e18).map(|x| x as i128);
        let (min, max): (i128, i128) = match (op, to) {
            (UnaryOp::FToS, 0..=32) | (_, 0..=31) => (i32::MIN.into(), i32::MAX.into()),
            (UnaryOp::FToS, 33..=64) | (_, 32) => (i64::MIN.into(), i64::MAX.into()),
            (_, 33..=64) => (0, i64::MAX.into()),
            _ => return None,
        };
        let unit = 1i128.checked_shl(real.scale).filter(|_| real.scale < 120)?;
        let (low, high) = self.span(&real);
        let (low, high) = (low.div_euclid(unit), high.div_euclid(unit));
        let inside = min <= low && high < max;
        match (self.mode, inside, known) {
            (_, true, _) => {}
            (Mode::Guess, _, Some(known)) if min < known && known < max => {}
            _ => return None,
        }
        let negative = match (low >= 0, high < 0, self.mode, val.shadow) {
            (true, ..) => Some(false),
            (_, true, ..) => Some(true),
            (_, _, Mode::Guess, Some(_)) => {
                let negative = known? < 0 || self.shadow_of(&real.number)? < 0;
                let side = if negative { real.number.clone() } else { real.number.negated().shifted(-real.slack.1)? };
                self.define(Row::at_most(side));
                Some(negative)
            }
            _ => None,
        };
        #[cfg(test)]
        let negative = if fault::is(Fault::Cut) { Some(false) } else { negative };
        let (below, above) = match negative {
            Some(false) => (0, unit - 1),
            Some(true) => (1 - unit, 0),
            None => (1 - unit, unit - 1),
        };
        self.near(&real, known, (below, above))
    }

    /// An integer n such that value − n lies between these, in units of the value; `known` in the known run.
    fn near(&mut self, real: &Real, known: Option<i128>, (below, above): (i128, i128)) -> Option<Affine> {
        let unit = 1i128 << real.scale;
        if real.slack == (0, 0) && real.number.is_multiple_of(unit) {
            let terms = real.number.terms.iter().map(|(unknown, factor)| (*unknown, factor / unit)).collect();
            return Some(Affine { constant: real.number.constant / unit, terms });
        }
        let (low, high) = self.span(real);
        let (low, high) = ((low - above).div_euclid(unit), -(below - high).div_euclid(unit));
        let known = known.filter(|known| self.mode == Mode::Sound || (low..=high).contains(known));
        let n = self.fresh(low.min(high), high.max(low), known);
        // below ≤ number + e − n·unit ≤ above
        let rest = real.number.plus(-unit, &n)?;
        self.define(Row::at_most(rest.shifted(real.slack.0 - above)?));
        self.define(Row::at_most(rest.negated().shifted(below - real.slack.1)?));
        Some(n)
    }

    /// A function of libm: rounding to integers is followed; others are ranges, or, in a guess, their tangents.
    pub(super) fn math(&mut self, func: MathFn, single: bool, args: &[(u32, Val)], to: u32) -> Val {
        let known: Option<Vec<(u32, u128)>> = args.iter().map(|(width, val)| Some((*width, val.shadow?))).collect();
        let shadow = known.as_ref().map(|known| self.orders.oracle.math(func, single, known));
        let width = if single { 32 } else { 64 };
        if !matches!(func.shape(), MathShape::Floats(_)) {
            return match func.shape() {
                MathShape::FloatToInt => self.any(to, shadow),
                _ => self.float_any(Float::top(to == 32), to, shadow),
            };
        }
        let ranges: Vec<Float> = args.iter().map(|(width, val)| self.range(val, *width)).collect();
        let range = Float::math(func, &ranges);
        let real = match args {
            [(_, val)] => self.real(val).filter(|real| !real.wild),
            _ => None,
        };
        let Some(real) = real else { return self.float_any(range, width, shadow) };
        let unit = 1i128.checked_shl(real.scale).unwrap_or(i128::MAX);
        let window = match func {
            MathFn::Floor => Some((0, unit - 1)),
            MathFn::Ceil => Some((1 - unit, 0)),
            MathFn::Trunc => Some((1 - unit, unit - 1)),
            MathFn::Round | MathFn::Rint | MathFn::NearbyInt | MathFn::RoundEven => {
                Some((-(unit / 2) - 1, unit / 2 + 1))
            }
            _ => None,
        };
        let result = match window {
            Some(window) if real.scale < 120 => {
                let known = shadow.map(|bits| float_of(width, bits)).filter(|x| x.abs() < 1e18).map(|x| x as i128);
                self.near(&real, known, window).map(|number| Real::exact(number, 0))
            }
            _ => shadow.and_then(|bits| self.tangent(func, single, args, &real, float_of(width, bits))),
        };
        self.result(result, range, width, shadow)
    }

    /// Near the known run a smooth function is as good as linear.
    fn tangent(&self, func: MathFn, single: bool, args: &[(u32, Val)], real: &Real, y: f64) -> Option<Real> {
        let [(width, val)] = args else { return None };
        let x = float_of(*width, val.shadow.filter(|_| self.mode == Mode::Guess)?);
        let at = |x: f64| {
            let bits = if *width == 32 { (x as f32).to_bits().into() } else { u128::from(x.to_bits()) };
            float_of(*width, self.orders.oracle.math(func, single, &[(*width, bits)]))
        };
        let step = x.abs().max(1e-3) * if *width == 32 { 1e-3 } else { 1e-6 };
        // Few digits are enough for a direction.
        let slope = f64::from(((at(x + step) - at(x - step)) / (2.0 * step)) as f32);
        let size = |affine: &Affine| self.size(affine);
        let moved = real.add(&Real::constant(-x)?, &size)?;
        moved.times(&Real::constant(slope)?, &size)?.add(&Real::constant(y)?, &size)
    }

    /// A comparison of floats: of their exact difference with 0.
    pub(super) fn float_compare(&mut self, cond: FloatCond, width: u32, a: &Val, b: &Val) -> Rc<Condition> {
        use FloatCond::*;
        let (cond, turned) = match cond {
            Oeq | Olt | Ole | Ogt | Oge | Ord | One => (cond, false),
            _ => (cond.negated(), true),
        };
        let condition = self.ordered(cond, width, a, b).map_or(Rc::new(Condition::Unknown), Rc::new);
        if turned { condition.not() } else { condition }
    }

    fn ordered(&mut self, cond: FloatCond, width: u32, a: &Val, b: &Val) -> Option<Condition> {
        use FloatCond::*;
        let (x, y) = (self.real(a)?, self.real(b)?);
        let wild = x.wild || y.wild;
        // In a guess, of the known run: what was decided by it says nothing of numbers.
        let nan = [a, b].iter().any(|val| val.shadow.is_some_and(|bits| float_of(width, bits).is_nan()));
        let maybe_nan = wild || self.mode == Mode::Guess && nan;
        if cond == Ord {
            return (!maybe_nan && self.mode == Mode::Sound).then_some(Condition::Known(true));
        }
        if maybe_nan && cond == One || wild && x.number.known().is_none() && y.number.known().is_none() {
            return None;
        }
        let difference = match cond {
            Ogt | Oge => y.add(&x.negated(), &|affine| self.size(affine))?,
            _ => x.add(&y.negated(), &|affine| self.size(affine))?,
        };
        #[cfg(test)]
        let difference = if fault::is(Fault::Sign) { difference.negated() } else { difference };
        let (order, opposite) = match cond {
            Olt | Ogt => (Order::Less, false),
            Ole | Oge => (Order::AtMost, false),
            One => (Order::Equal, true),
            _ => (Order::Equal, false),
        };
        let (low, high) = self.initial(&difference.number);
        let least = low.saturating_add(difference.slack.0);
        let most = high.saturating_add(difference.slack.1);
        if !difference.says(least) || order == Order::Equal && !difference.says(-most) {
            return None;
        }
        let condition = Condition::Order { order, number: difference.number, slack: difference.slack, maybe_nan };
        Some(if opposite { Condition::Not(Rc::new(condition)) } else { condition })
    }

    /// The range of an expression by what its unknowns may be at all.
    fn initial(&self, affine: &Affine) -> (i128, i128) {
        let range = |unknown: super::affine::Unknown| {
            let info = &self.system.unknowns[unknown.0 as usize];
            (info.low, info.high)
        };
        super::intervals::of(affine, range).unwrap_or((i128::MIN / 2, i128::MAX / 2))
    }
}
