//! Calls: direct, through pointers, variadic, to functions nobody defines, and inline assembly.

use super::convention;
use super::draw::Draw;
use super::function::{FunctionLifter, Halt, Lift, Parts};
use super::llvm::{LLVMValueKind, Type, Value};
use super::shape::leaves;
use crate::ir::{self, *};

impl<'m> FunctionLifter<'_, 'm> {
    pub fn call(&mut self, inst: Value<'m>) -> Lift {
        let mut callee = inst.called();
        while callee.kind() == LLVMValueKind::LLVMGlobalAliasValueKind {
            callee = callee.aliasee().ok_or("an alias of nothing")?;
        }
        if let Some((template, constraints)) = callee.inline_asm() {
            return self.assembly(inst, &template, &constraints);
        }
        let direct = callee.kind() == LLVMValueKind::LLVMFunctionValueKind;
        if direct && callee.name().starts_with("llvm.") {
            return self.intrinsic(inst, &callee.name());
        }
        let ty = inst.called_type();
        let mut args = Parts::new();
        let all = inst.call_args();
        let fixed = ty.params().len();
        for (i, &arg) in all.iter().take(fixed).enumerate() {
            self.warn_long_double(arg.ty());
            let parts = self.parts(arg)?;
            if !inst.call_noundef(i as u32) {
                parts.iter().for_each(|part| self.func.partial[*part] = true);
            }
            args.extend(parts);
        }
        let results = if direct {
            self.direct(inst, callee, &args)?
        } else {
            let address = self.scalar(callee)?;
            let va = if ty.is_variadic() { Some(self.variadic(inst, fixed)?) } else { None };
            let results: Vec<ir::Type> =
                leaves(self.lifter.layout, ty.return_type())?.iter().map(|leaf| leaf.ty).collect();
            let check = self.new_check(CheckClass::Call, "call through a pointer");
            let args = args.iter().copied().collect();
            self.push(InstData::CallIndirect { callee: address, args, va: va.into(), check }, &results)
        };
        self.define(inst, results);
        Ok(())
    }

    fn direct(&mut self, inst: Value<'m>, callee: Value<'m>, args: &[ir::Value]) -> Lift<Parts> {
        let name = callee.name();
        let convention = convention::find(&name);
        if let Some(convention) = convention
            && (callee.is_declaration() || convention.overrides_definition())
        {
            return convention::lift(self, &name, convention, inst.called_type(), args, &inst.call_args());
        }
        if callee.is_declaration() {
            return undefined(self, &name, inst.called_type());
        }
        let func = self.lifter.func(callee)?;
        let sig = self.lifter.program.funcs[func].sig.clone();
        let called = inst.called_type();
        // Variadic arguments go to memory. An unprototyped call passes the callee's parameters like the others.
        let mut given: Vec<ir::Value> = args.to_vec();
        let mut va = None;
        let own = callee.content_type().params().len();
        let named = if sig.variadic { own } else { usize::MAX };
        if called.is_variadic() {
            for arg in inst.call_args().into_iter().take(named).skip(called.params().len()) {
                given.extend(self.parts(arg)?);
            }
        }
        if sig.variadic {
            va = Some(self.variadic(inst, own)?);
        }
        let args = sig
            .params
            .iter()
            .enumerate()
            .map(|(i, &ty)| match given.get(i) {
                Some(&value) => {
                    let fitted = self.fit(value, ty);
                    self.func.partial[fitted] |= self.func.partial[value];
                    fitted
                }
                None => self.func.int(ty, 0),
            })
            .collect();
        let results = self.push(InstData::Call { func, args, va: va.into() }, &sig.results);
        let wanted = leaves(self.lifter.layout, called.return_type())?;
        Ok(wanted
            .iter()
            .enumerate()
            .map(|(i, leaf)| match results.get(i) {
                Some(&value) => self.fit(value, leaf.ty),
                None => self.func.int(leaf.ty, 0),
            })
            .collect())
    }

    /// Assembly without instructions: a barrier, or a way to hide a value from the optimiser.
    fn assembly(&mut self, inst: Value<'m>, template: &str, constraints: &str) -> Lift {
        if !template.trim().is_empty() {
            return Err("inline assembly".into());
        }
        let outputs = leaves(self.lifter.layout, inst.ty())?;
        // `=r,0` ties the first input to the first output.
        let inputs: Vec<&str> = constraints.split(',').filter(|c| !c.starts_with(['=', '~'])).collect();
        let args = inst.call_args();
        let mut parts = Parts::new();
        for i in 0..outputs.len() {
            let tied = inputs.iter().position(|c| c.parse() == Ok(i)).and_then(|at| args.get(at));
            let value = self.scalar(*tied.ok_or("inline assembly")?)?;
            parts.push(self.fit(value, outputs[i].ty));
        }
        self.define(inst, parts);
        Ok(())
    }
}

/// Setting jumps, threads and processes cannot be simulated; silence would be a wrong answer.
const IMPOSSIBLE: &[(&str, &str)] = &[
    ("setjmp", "setjmp"),
    ("_setjmp", "setjmp"),
    ("__sigsetjmp", "setjmp"),
    ("sigsetjmp", "setjmp"),
    ("longjmp", "longjmp"),
    ("siglongjmp", "longjmp"),
    ("_longjmp", "longjmp"),
    ("pthread_create", "a thread (pthread_create)"),
    ("thrd_create", "a thread (thrd_create)"),
    ("fork", "a second process (fork)"),
    ("vfork", "a second process (vfork)"),
    ("execve", "another program (exec)"),
    ("execvp", "another program (exec)"),
    ("execv", "another program (exec)"),
];

/// A call of a function that nobody defines: its result is an input, and the user is told.
pub fn undefined<'m>(this: &mut FunctionLifter<'_, 'm>, name: &str, ty: Type<'m>) -> Lift<Parts> {
    if let Some((_, what)) = IMPOSSIBLE.iter().find(|(known, _)| *known == name) {
        return Err(Halt::Unsupported((*what).into()));
    }
    let shape = leaves(this.lifter.layout, ty.return_type())?;
    if !this.lifter.undefined.iter().any(|known| known == name) {
        this.lifter.undefined.push(name.into());
    }
    let mut parts = Parts::new();
    for leaf in shape {
        let value = match (leaf.ty, this.lifter.inputs.fresh) {
            (ir::Type::Ptr, None) => this.func.int(ir::Type::Ptr, 0),
            (ir::Type::Ptr, Some(size)) => fresh(this, name, size)?,
            _ => {
                let kind = if leaf.ty.is_float() { InputKind::Float } else { InputKind::Signed };
                this.input(leaf.ty, kind, Draw::of(name))
            }
        };
        parts.push(value);
    }
    Ok(parts)
}

/// A new object whose bytes are inputs.
fn fresh(this: &mut FunctionLifter<'_, '_>, name: &str, size: u64) -> Lift<ir::Value> {
    let word = this.model().pointer_int();
    let (size, align) = (this.func.int(word, size.into()), this.func.int(word, 16));
    let args = Values::from_iter([size, align]);
    let data = InstData::Host { func: HostFn::Alloc, args, check: None.into() };
    let object = this.one(data, ir::Type::Ptr);
    this.fill(object, size, None, Draw::of(name))?;
    Ok(object)
}
