//! Terms as Z3 expressions, each translated once.
//!
//! A truth value becomes a Boolean, the result of a float operation a float, the rest bit-vectors; each is turned into
//! another form where it is used as one. Operands are older than the terms made of them, so ascending ids are an order
//! in which everything is there when it is needed, whatever the depth.

use crate::symbolic::terms::{Node, One, Round, Term, Terms, Two};
use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::{Ast, BV, Bool, Float, RoundingMode};
use z3::{Context, Sort};

#[derive(Clone)]
enum Form {
    Truth(Bool),
    Bits(BV),
    Real(Float),
}

#[derive(Default)]
pub struct Translation {
    forms: FxHashMap<Term, Form>,
    vars: FxHashMap<u32, BV>,
}

fn sort(width: u32) -> Sort {
    if width == 32 { Sort::float32() } else { Sort::double() }
}

fn constant(width: u32, bits: u128) -> BV {
    match u64::try_from(bits) {
        Ok(bits) => BV::from_u64(bits, width),
        Err(_) => BV::from_str(width, &bits.to_string()).expect("decimal digits are a number"),
    }
}

/// The float with these bits.
fn from_bits(bits: &BV, width: u32) -> Float {
    let (context, sort) = (Context::thread_local(), sort(width));
    // SAFETY: both belong to this thread's context, and the bits are as many as the format has.
    unsafe {
        let ast = z3_sys::Z3_mk_fpa_to_fp_bv(context.get_z3_context(), bits.get_z3_ast(), sort.get_z3_sort());
        Float::wrap(&context, ast.expect("a bit-vector of the format's width is a float"))
    }
}

/// The float nearest to an integer.
fn from_integer(bits: &BV, width: u32, signed: bool) -> Float {
    let (context, sort) = (Context::thread_local(), sort(width));
    let mode = RoundingMode::round_nearest_ties_to_even();
    let make = if signed { z3_sys::Z3_mk_fpa_to_fp_signed } else { z3_sys::Z3_mk_fpa_to_fp_unsigned };
    // SAFETY: all belong to this thread's context and have the sorts that the function wants.
    unsafe {
        let ast = make(context.get_z3_context(), mode.get_z3_ast(), bits.get_z3_ast(), sort.get_z3_sort());
        Float::wrap(&context, ast.expect("an integer has a nearest float"))
    }
}

impl Translation {
    /// A term of one bit.
    pub fn truth(&mut self, terms: &Terms, term: Term) -> Bool {
        let mut missing = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![term];
        while let Some(next) = stack.pop() {
            if !self.forms.contains_key(&next) && seen.insert(next) {
                missing.push(next);
                terms.operands(next, |operand| stack.push(operand));
            }
        }
        missing.sort_unstable();
        for next in missing {
            let form = self.form(terms, next);
            self.forms.insert(next, form);
        }
        self.bool(term)
    }

    /// What a model says about an input.
    pub fn value(&self, model: &z3::Model, var: u32) -> u128 {
        let Some(bits) = self.vars.get(&var) else { return 0 };
        let part = |high: u32, low: u32| -> u128 {
            let value = model.eval(&bits.extract(high, low), true).and_then(|value| value.as_u64());
            value.unwrap_or(0).into()
        };
        let width = bits.get_size();
        if width > 64 { part(width - 1, 64) << 64 | part(63, 0) } else { part(width - 1, 0) }
    }

    fn bool(&self, term: Term) -> Bool {
        match &self.forms[&term] {
            Form::Truth(truth) => truth.clone(),
            Form::Bits(bits) => bits.eq(BV::from_u64(1, 1)),
            Form::Real(_) => unreachable!("a float has more than one bit"),
        }
    }

    fn bits(&self, term: Term) -> BV {
        match &self.forms[&term] {
            Form::Truth(truth) => truth.ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1)),
            Form::Bits(bits) => bits.clone(),
            Form::Real(real) => real.to_ieee_bv(),
        }
    }

    fn real(&self, terms: &Terms, term: Term) -> Float {
        match &self.forms[&term] {
            Form::Real(real) => real.clone(),
            _ => from_bits(&self.bits(term), terms.width(term)),
        }
    }

    fn is_real(&self, term: Term) -> bool {
        matches!(self.forms[&term], Form::Real(_))
    }

    fn form(&mut self, terms: &Terms, term: Term) -> Form {
        let width = terms.width(term);
        match terms.node(term) {
            Node::Const(bits) if width == 1 => Form::Truth(Bool::from_bool(*bits != 0)),
            Node::Const(bits) => Form::Bits(constant(width, *bits)),
            Node::Var(var) => Form::Bits(self.vars.entry(*var).or_insert_with(|| BV::fresh_const("in", width)).clone()),
            Node::One(op, a) => self.one(terms, *op, *a, width),
            Node::Two(op, a, b) => self.two(terms, *op, *a, *b, width),
            Node::Ite(c, a, b) if width == 1 => Form::Truth(self.bool(*c).ite(&self.bool(*a), &self.bool(*b))),
            Node::Ite(c, a, b) if self.is_real(*a) || self.is_real(*b) => {
                Form::Real(self.bool(*c).ite(&self.real(terms, *a), &self.real(terms, *b)))
            }
            Node::Ite(c, a, b) => Form::Bits(self.bool(*c).ite(&self.bits(*a), &self.bits(*b))),
            Node::Table(entries, index) => {
                let entries: Vec<BV> = entries.iter().map(|entry| self.bits(*entry)).collect();
                Form::Bits(choose(&entries, &entries[0], &self.bits(*index), terms.width(*index)))
            }
        }
    }

    fn one(&self, terms: &Terms, op: One, a: Term, width: u32) -> Form {
        let from = terms.width(a);
        let nearest = RoundingMode::round_nearest_ties_to_even();
        match op {
            One::Extract(low) => Form::Bits(self.bits(a).extract(u32::from(low) + width - 1, low.into())),
            One::Zext => Form::Bits(self.bits(a).zero_ext(width - from)),
            One::Sext => Form::Bits(self.bits(a).sign_ext(width - from)),
            One::Sqrt => Form::Real(self.real(terms, a).sqrt_with_rounding_mode(&nearest)),
            One::Round(mode) => {
                let mode = match mode {
                    Round::Even => nearest,
                    Round::Away => RoundingMode::round_nearest_ties_to_away(),
                    Round::Zero => RoundingMode::round_towards_zero(),
                    Round::Down => RoundingMode::round_towards_negative(),
                    Round::Up => RoundingMode::round_towards_positive(),
                };
                Form::Real(self.real(terms, a).round_to_integral_with_rounding_mode(&mode))
            }
            One::Convert => Form::Real(self.real(terms, a).to_fp_with_rounding_mode(&nearest, &sort(width))),
            One::ToSigned => {
                let zero = RoundingMode::round_towards_zero();
                Form::Bits(self.real(terms, a).to_sbv_with_rounding_mode(&zero, width))
            }
            One::FromSigned => Form::Real(from_integer(&self.bits(a), width, true)),
            One::FromUnsigned => Form::Real(from_integer(&self.bits(a), width, false)),
        }
    }

    fn two(&self, terms: &Terms, op: Two, a: Term, b: Term, width: u32) -> Form {
        let nearest = RoundingMode::round_nearest_ties_to_even();
        if width == 1 && terms.width(a) == 1 {
            let (x, y) = (self.bool(a), self.bool(b));
            match op {
                Two::And => return Form::Truth(Bool::and(&[x, y])),
                Two::Or => return Form::Truth(Bool::or(&[x, y])),
                Two::Xor if terms.as_const(b) == Some(1) => return Form::Truth(x.not()),
                Two::Xor => return Form::Truth(x.xor(&y)),
                Two::Eq => return Form::Truth(x.eq(&y)),
                _ => {}
            }
        }
        if op.is_float() {
            let (x, y) = (self.real(terms, a), self.real(terms, b));
            return match op {
                Two::FAdd => Form::Real(x.add_with_rounding_mode(&y, &nearest)),
                Two::FSub => Form::Real(x.sub_with_rounding_mode(&y, &nearest)),
                Two::FMul => Form::Real(x.mul_with_rounding_mode(&y, &nearest)),
                Two::FDiv => Form::Real(x.div_with_rounding_mode(&y, &nearest)),
                Two::FLt => Form::Truth(x.lt(&y)),
                Two::FLe => Form::Truth(x.le(&y)),
                _ => Form::Truth(x.eq_fpa(&y)),
            };
        }
        let (x, y) = (self.bits(a), self.bits(b));
        match op {
            Two::Add => Form::Bits(x.bvadd(&y)),
            Two::Sub => Form::Bits(x.bvsub(&y)),
            Two::Mul => Form::Bits(x.bvmul(&y)),
            Two::Udiv => Form::Bits(x.bvudiv(&y)),
            Two::Urem => Form::Bits(x.bvurem(&y)),
            Two::Sdiv => Form::Bits(x.bvsdiv(&y)),
            Two::Srem => Form::Bits(x.bvsrem(&y)),
            Two::And => Form::Bits(x.bvand(&y)),
            Two::Or => Form::Bits(x.bvor(&y)),
            Two::Xor => Form::Bits(x.bvxor(&y)),
            Two::Shl => Form::Bits(x.bvshl(&y)),
            Two::Lshr => Form::Bits(x.bvlshr(&y)),
            Two::Ashr => Form::Bits(x.bvashr(&y)),
            Two::Concat => Form::Bits(x.concat(&y)),
            Two::Eq => Form::Truth(x.eq(&y)),
            Two::Ult => Form::Truth(x.bvult(&y)),
            Two::Slt => Form::Truth(x.bvslt(&y)),
            Two::UmulOverflow => Form::Truth(x.bvmul_no_overflow(&y, false).not()),
            Two::SmulOverflow => {
                let fits = Bool::and(&[x.bvmul_no_overflow(&y, true), x.bvmul_no_underflow(&y)]);
                Form::Truth(fits.not())
            }
            _ => unreachable!("float operations were dealt with"),
        }
    }
}

/// A tree of choices by the index's bits, highest first; `rest` where there is no entry.
fn choose(entries: &[BV], rest: &BV, index: &BV, bits: u32) -> BV {
    if entries.is_empty() {
        return rest.clone();
    }
    // Entries reach only so far; with a higher bit set the index is behind them.
    let needed = usize::BITS - (entries.len() - 1).leading_zeros();
    if needed < bits {
        let outside = index.extract(bits - 1, needed).eq(constant(bits - needed, 0)).not();
        return outside.ite(rest, &tree(entries, rest, index, needed));
    }
    tree(entries, rest, index, needed)
}

fn tree(entries: &[BV], rest: &BV, index: &BV, bits: u32) -> BV {
    match (entries, bits) {
        ([], _) => rest.clone(),
        ([entry, ..], 0) => entry.clone(),
        _ => {
            let half = 1usize << (bits - 1);
            let (low, high) = entries.split_at(half.min(entries.len()));
            let bit = index.extract(bits - 1, bits - 1).eq(constant(1, 1));
            let (low, high) = (tree(low, rest, index, bits - 1), tree(high, rest, index, bits - 1));
            bit.ite(&high, &low)
        }
    }
}
