//! Functions and programs: arenas of plain data. Facts about them live in side maps elsewhere.

use super::classes::CheckClass;
use super::entities::*;
use super::inst::*;
use super::types::*;
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Parameter and result types. A variadic function's entry block has one more parameter: the pointer to its
/// variadic arguments.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signature {
    pub params: Vec<Type>,
    pub results: Vec<Type>,
    pub variadic: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ValueDef {
    Param(Block, u32),
    Inst(Inst, u32),
    Const(Const),
    /// Deleted, or a gap in the numbering of the text form.
    Unused,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValueData {
    pub ty: Type,
    pub def: ValueDef,
}

#[derive(Clone, PartialEq, Debug)]
pub struct InstNode {
    pub data: InstData,
    pub results: SmallVec<[Value; 1]>,
    pub loc: Loc,
}

#[derive(Clone, PartialEq, Debug)]
pub struct BlockData {
    pub params: Vec<Value>,
    pub insts: Vec<Inst>,
    pub end: Terminator,
    pub end_loc: Loc,
}

impl Default for BlockData {
    fn default() -> Self {
        BlockData { params: Vec::new(), insts: Vec::new(), end: Terminator::Stop, end_loc: Loc::default() }
    }
}

/// A local variable that lives in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlotData {
    pub name: String,
    pub size: u64,
    pub align: u32,
    /// Has [`InstData::ScopeStart`]s; otherwise it is alive during the whole call.
    pub scoped: bool,
}

/// A function with its body.
#[derive(Clone, Debug, Default)]
pub struct Function {
    pub name: String,
    pub sig: Signature,
    /// A model of a library function: findings are reported at its caller.
    pub library: bool,
    pub loc: Loc,
    pub blocks: PrimaryMap<Block, BlockData>,
    /// The blocks of the body in order, entry first; deleted ones are not in it.
    pub layout: Vec<Block>,
    pub insts: PrimaryMap<Inst, InstNode>,
    pub values: PrimaryMap<Value, ValueData>,
    pub slots: PrimaryMap<Slot, SlotData>,
    /// The source variable a value belongs to.
    pub names: SecondaryMap<Value, Option<Box<str>>>,
    /// Values that are passed to or from a function and may hold bits nobody assigned: parts of structs. Known only
    /// after lifting; the text form does not have it.
    pub partial: SecondaryMap<Value, bool>,
    consts: FxHashMap<Const, Value>,
}

impl Function {
    pub fn new(name: impl Into<String>, sig: Signature) -> Function {
        Function { name: name.into(), sig, ..Function::default() }
    }

    pub fn entry(&self) -> Block {
        self.layout[0]
    }

    pub fn new_block(&mut self) -> Block {
        let block = self.blocks.push(BlockData::default());
        self.layout.push(block);
        block
    }

    pub fn new_param(&mut self, block: Block, ty: Type) -> Value {
        let index = self.blocks[block].params.len() as u32;
        let value = self.values.push(ValueData { ty, def: ValueDef::Param(block, index) });
        self.blocks[block].params.push(value);
        value
    }

    /// The value of a constant; equal constants are one value.
    pub fn constant(&mut self, constant: Const) -> Value {
        let values = &mut self.values;
        *self
            .consts
            .entry(constant)
            .or_insert_with(|| values.push(ValueData { ty: constant.ty(), def: ValueDef::Const(constant) }))
    }

    pub fn int(&mut self, ty: Type, value: u128) -> Value {
        self.constant(Const::Bits(ty, value))
    }

    /// Appends an instruction with results of the given types.
    pub fn push_inst(&mut self, block: Block, data: InstData, results: &[Type], loc: Loc) -> Inst {
        let inst = self.insts.push(InstNode { data, results: SmallVec::new(), loc });
        for (index, &ty) in results.iter().enumerate() {
            let value = self.values.push(ValueData { ty, def: ValueDef::Inst(inst, index as u32) });
            self.insts[inst].results.push(value);
        }
        self.blocks[block].insts.push(inst);
        inst
    }

    /// Makes sure that ids up to and including `value` exist, as gaps.
    pub fn reserve_value(&mut self, value: Value) {
        while self.values.len() <= value.index() {
            self.values.push(ValueData { ty: Type::I1, def: ValueDef::Unused });
        }
    }

    /// Deletes the slots that are not to be kept and numbers the rest anew. Deleted ones must not be used any more.
    pub fn retain_slots(&mut self, keep: impl Fn(Slot) -> bool) {
        let old = std::mem::take(&mut self.slots);
        let mut moved: SecondaryMap<Slot, Option<Slot>> = SecondaryMap::new();
        for (slot, data) in old {
            if keep(slot) {
                moved[slot] = Some(self.slots.push(data));
            }
        }
        self.consts.retain(|constant, _| !matches!(constant, Const::Slot(_)));
        for (value, data) in self.values.iter_mut() {
            if let ValueDef::Const(Const::Slot(slot)) = data.def {
                data.def = moved[slot].map_or(ValueDef::Unused, |new| ValueDef::Const(Const::Slot(new)));
                if let Some(new) = moved[slot] {
                    self.consts.insert(Const::Slot(new), value);
                }
            }
        }
        for node in self.insts.values_mut() {
            if let InstData::ScopeStart { slot } | InstData::ScopeEnd { slot } = &mut node.data
                && let Some(new) = moved[*slot]
            {
                *slot = new;
            }
        }
    }

    pub fn ty(&self, value: Value) -> Type {
        self.values[value].ty
    }

    pub fn as_const(&self, value: Value) -> Option<Const> {
        match self.values[value].def {
            ValueDef::Const(constant) => Some(constant),
            _ => None,
        }
    }

    /// The checks that stand in the body, in order.
    pub fn checks(&self) -> impl Iterator<Item = Check> {
        self.layout.iter().flat_map(|&block| {
            let data = &self.blocks[block];
            let end = match data.end {
                Terminator::Unreachable { check } => Some(check),
                _ => None,
            };
            data.insts.iter().filter_map(|inst| self.insts[*inst].data.check()).chain(end)
        })
    }

    /// The predecessors of each block in the layout, once per edge.
    pub fn predecessors(&self) -> SecondaryMap<Block, Vec<Block>> {
        let mut preds: SecondaryMap<Block, Vec<Block>> = SecondaryMap::with_capacity(self.blocks.len());
        for &block in &self.layout {
            for target in self.blocks[block].end.targets() {
                preds[target.block].push(block);
            }
        }
        preds
    }

    /// Blocks reachable from the entry, in reverse postorder.
    pub fn reverse_postorder(&self) -> Vec<Block> {
        let mut seen = cranelift_entity::EntitySet::new();
        let mut order = Vec::with_capacity(self.layout.len());
        let mut stack = vec![(self.entry(), 0)];
        seen.insert(self.entry());
        while let Some((block, next)) = stack.last_mut() {
            let targets = self.blocks[*block].end.targets();
            if let Some(target) = targets.get(*next) {
                *next += 1;
                if seen.insert(target.block) {
                    let block = target.block;
                    stack.push((block, 0));
                }
            } else {
                order.push(*block);
                stack.pop();
            }
        }
        order.reverse();
        order
    }
}

/// Initial bytes of a global, with the addresses to fill in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Init {
    /// Shorter than the object: the rest is zero.
    pub bytes: Vec<u8>,
    /// Places that hold an address once addresses are known, sorted by offset.
    pub relocations: Vec<(u64, Symbol)>,
}

/// An address that is known only when the program is laid out in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbol {
    Global(Global, i64),
    Func(Func),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlobalData {
    pub name: String,
    pub size: u64,
    pub align: u32,
    /// Never written by the program.
    pub constant: bool,
    pub init: Init,
    pub loc: Loc,
}

/// Why an edge exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum EdgeKind {
    /// A decision of the source.
    Branch,
    /// An unconditional jump.
    Jump,
    /// A decision that clang or a model made, not the source; no coverage.
    Helper,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EdgeInfo {
    pub kind: EdgeKind,
}

/// A property at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckInfo {
    pub class: CheckClass,
    /// What a person reads: the asserted expression, or the access.
    pub text: String,
    pub func: Func,
    pub loc: Loc,
}

/// How the bits of an input are to be read by a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum InputKind {
    Signed,
    Unsigned,
    Bool,
    Float,
    Pointer,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiteInfo {
    pub ty: Type,
    pub kind: InputKind,
    /// The function called for it, such as `__VERIFIER_nondet_int`.
    pub source: String,
    /// The variable it is stored to, where known.
    pub name: Option<String>,
    /// Inclusive bounds, as the kind reads them; for a float, the bits of two floats of its type (see
    /// [`SiteInfo::float_range`]). No value is outside: whoever chooses values keeps to it.
    pub range: Option<(i128, i128)>,
    pub func: Func,
    pub loc: Loc,
}

impl SiteInfo {
    /// The bounds of a float.
    pub fn float_range(&self) -> Option<(f64, f64)> {
        let (low, high) = self.range?;
        match self.ty {
            Type::F32 => Some((f32::from_bits(low as u32).into(), f32::from_bits(high as u32).into())),
            Type::F64 => Some((f64::from_bits(low as u64), f64::from_bits(high as u64))),
            _ => None,
        }
    }

    /// May the site have a value of these bits?
    pub fn allows(&self, bits: u128) -> bool {
        let Some((low, high)) = self.range else { return true };
        match (self.ty, self.kind) {
            (Type::F32, _) => self.float_range().is_none_or(|(a, b)| {
                let x = f64::from(f32::from_bits(bits as u32));
                a <= x && x <= b
            }),
            (Type::F64, _) => self.float_range().is_none_or(|(a, b)| {
                let x = f64::from_bits(bits as u64);
                a <= x && x <= b
            }),
            (Type::Int(width), InputKind::Signed) => {
                (low..=high).contains(&super::meaning::wide::signed(width.into(), bits))
            }
            _ => bits <= i128::MAX as u128 && (low..=high).contains(&(bits as i128)),
        }
    }
}

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub model: DataModel,
    pub files: PrimaryMap<File, String>,
    pub funcs: PrimaryMap<Func, Function>,
    pub globals: PrimaryMap<Global, GlobalData>,
    pub edges: PrimaryMap<Edge, EdgeInfo>,
    pub checks: PrimaryMap<Check, CheckInfo>,
    pub sites: PrimaryMap<InputSite, SiteInfo>,
    /// Where a run begins: takes no arguments.
    pub entry: Option<Func>,
}

impl Program {
    /// `file:line:column`, or `<unknown>`.
    pub fn place(&self, loc: Loc) -> String {
        match loc.file.expand() {
            Some(file) if loc.line != 0 => format!("{}:{}:{}", self.files[file], loc.line, loc.column),
            _ => "<unknown>".into(),
        }
    }
}
