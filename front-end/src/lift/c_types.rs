//! The C types of a program, read from its debug information.
//!
//! LLVM's own types know neither signs nor names; DWARF does. Nodes are numbered because types refer to themselves.

use super::llvm::Metadata;
use crate::ir::InputKind;
use rustc_hash::FxHashMap;

/// A type, as an index into [`CTypes`].
pub type TypeId = usize;

/// What a type is.
#[derive(Clone, Debug, PartialEq)]
pub enum CType {
    Void,
    Number {
        name: String,
        kind: InputKind,
        bytes: u64,
    },
    Enum {
        tag: Option<String>,
        kind: InputKind,
        bytes: u64,
        values: Vec<i128>,
    },
    Pointer(TypeId),
    /// `None`: of unknown length.
    Array(TypeId, Option<u64>),
    Record {
        tag: Option<String>,
        union: bool,
        /// `None`: declared only.
        fields: Option<Vec<CField>>,
        bytes: u64,
    },
    Typedef(String, TypeId),
    Const(TypeId),
    Volatile(TypeId),
    Function {
        result: TypeId,
        params: Vec<TypeId>,
        variadic: bool,
    },
    /// Something C has but this does not know, such as a vector.
    Other,
}

/// A member of a struct or union.
#[derive(Clone, Debug, PartialEq)]
pub struct CField {
    /// Empty for an unnamed struct or union whose members count as this one's.
    pub name: String,
    pub ty: TypeId,
    /// In bits.
    pub offset: u64,
    /// The width of a bit-field.
    pub bits: Option<u64>,
}

/// Types that were met, by number.
#[derive(Default)]
pub struct CTypes<'m> {
    nodes: Vec<CType>,
    known: FxHashMap<Metadata<'m>, TypeId>,
    void: Option<TypeId>,
}

// The numbers of DWARF's tags and encodings.
const ARRAY: u16 = 0x01;
const ENUMERATION: u16 = 0x04;
const MEMBER: u16 = 0x0d;
const POINTER: u16 = 0x0f;
const STRUCTURE: u16 = 0x13;
const SUBROUTINE: u16 = 0x15;
const TYPEDEF: u16 = 0x16;
const UNION: u16 = 0x17;
const BASE: u16 = 0x24;
const CONST: u16 = 0x26;
const VOLATILE: u16 = 0x35;
const RESTRICT: u16 = 0x37;
const ATOMIC: u16 = 0x47;

// Where the operands of debug nodes stand.
const BASE_TYPE: u32 = 3;
const ELEMENTS: u32 = 4;
const SIGNATURE: u32 = 3;

impl<'m> CTypes<'m> {
    pub fn get(&self, id: TypeId) -> &CType {
        &self.nodes[id]
    }

    /// The type without the names and qualifiers around it.
    pub fn plain(&self, mut id: TypeId) -> &CType {
        id = self.strip(id);
        &self.nodes[id]
    }

    pub fn strip(&self, mut id: TypeId) -> TypeId {
        while let CType::Typedef(_, of) | CType::Const(of) | CType::Volatile(of) = &self.nodes[id] {
            id = *of;
        }
        id
    }

    pub fn void(&mut self) -> TypeId {
        match self.void {
            Some(id) => id,
            None => *self.void.insert({
                self.nodes.push(CType::Void);
                self.nodes.len() - 1
            }),
        }
    }

    /// The type of a debug node; none is `void`.
    pub fn read(&mut self, node: Option<Metadata<'m>>) -> TypeId {
        let Some(node) = node else { return self.void() };
        if let Some(&id) = self.known.get(&node) {
            return id;
        }
        let id = self.nodes.len();
        self.nodes.push(CType::Other);
        self.known.insert(node, id);
        let ty = self.node(node);
        self.nodes[id] = ty;
        id
    }

    fn node(&mut self, node: Metadata<'m>) -> CType {
        let bytes = node.size_in_bits() / 8;
        let tag = Some(node.type_name()).filter(|name| !name.is_empty());
        match node.tag() {
            BASE => CType::Number { name: node.type_name(), kind: number_kind(&node.text()), bytes },
            ENUMERATION => self.enumeration(node, tag, bytes),
            POINTER => CType::Pointer(self.read(node.operand(BASE_TYPE))),
            CONST => CType::Const(self.read(node.operand(BASE_TYPE))),
            VOLATILE => CType::Volatile(self.read(node.operand(BASE_TYPE))),
            // Neither changes what a value is; C can drop them.
            RESTRICT | ATOMIC => {
                let of = self.read(node.operand(BASE_TYPE));
                CType::Volatile(of)
            }
            TYPEDEF => CType::Typedef(node.type_name(), self.read(node.operand(BASE_TYPE))),
            ARRAY => self.array(node),
            STRUCTURE | UNION => self.record(node, tag, bytes),
            SUBROUTINE => self.function(node),
            _ => CType::Other,
        }
    }

    fn enumeration(&mut self, node: Metadata<'m>, tag: Option<String>, bytes: u64) -> CType {
        let of = self.read(node.operand(BASE_TYPE));
        let kind = match self.plain(of) {
            CType::Number { kind, .. } => *kind,
            _ => InputKind::Signed,
        };
        let values = list(node.operand(ELEMENTS))
            .filter_map(|value| value?.text().split("value: ").nth(1)?.split([',', ')']).next()?.parse().ok())
            .collect();
        CType::Enum { tag, kind, bytes, values }
    }

    fn array(&mut self, node: Metadata<'m>) -> CType {
        if node.text().contains("DIFlagVector") {
            return CType::Other;
        }
        let mut ty = self.read(node.operand(BASE_TYPE));
        let counts: Vec<Option<u64>> =
            list(node.operand(ELEMENTS)).map(|range| range?.text().split("count: ").nth(1).and_then(number)).collect();
        let (first, inner) = match counts.split_first() {
            Some((first, inner)) => (*first, inner),
            None => (None, &[][..]),
        };
        for count in inner.iter().rev() {
            self.nodes.push(CType::Array(ty, *count));
            ty = self.nodes.len() - 1;
        }
        CType::Array(ty, first)
    }

    fn record(&mut self, node: Metadata<'m>, tag: Option<String>, bytes: u64) -> CType {
        let union = node.tag() == UNION;
        if node.text().contains("DIFlagFwdDecl") {
            return CType::Record { tag, union, fields: None, bytes };
        }
        let members: Vec<Metadata<'m>> =
            list(node.operand(ELEMENTS)).flatten().filter(|member| member.tag() == MEMBER).collect();
        let fields = members
            .into_iter()
            .map(|member| CField {
                name: member.type_name(),
                ty: self.read(member.operand(BASE_TYPE)),
                offset: member.offset_in_bits(),
                bits: member.text().contains("DIFlagBitField").then(|| member.size_in_bits()),
            })
            .collect();
        CType::Record { tag, union, fields: Some(fields), bytes }
    }

    fn function(&mut self, node: Metadata<'m>) -> CType {
        let mut types: Vec<Option<Metadata<'m>>> = list(node.operand(SIGNATURE)).collect();
        // `...`, and `()` without a prototype, end in an empty entry.
        let variadic = types.len() > 1 && types.last() == Some(&None);
        if variadic {
            types.pop();
        }
        let result = self.read(types.first().copied().flatten());
        let params = types.into_iter().skip(1).map(|ty| self.read(ty)).collect();
        CType::Function { result, params, variadic }
    }
}

/// The entries of a node that is a list.
fn list<'m>(node: Option<Metadata<'m>>) -> impl Iterator<Item = Option<Metadata<'m>>> {
    let count = node.map_or(0, |node| node.operand_count());
    (0..count).map(move |i| node?.operand(i))
}

fn number(text: &str) -> Option<u64> {
    text.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// How the bits of a base type are to be read: there is no accessor for it, but its text says it.
fn number_kind(text: &str) -> InputKind {
    match text.split("encoding: DW_ATE_").nth(1).unwrap_or_default().split([',', ')']).next() {
        Some("float") => InputKind::Float,
        Some("boolean") => InputKind::Bool,
        Some("unsigned" | "unsigned_char" | "UTF") => InputKind::Unsigned,
        _ => InputKind::Signed,
    }
}
