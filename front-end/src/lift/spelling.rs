//! C types and numbers as C writes them.

use super::c_types::{CType, CTypes, TypeId};
use crate::ir::InputKind;

impl CTypes<'_> {
    /// A declaration of `name` with this type, if the type can be written outside its declaration.
    pub fn declare(&self, id: TypeId, name: &str) -> Option<String> {
        let with = |word: &str| Some(if name.is_empty() { word.into() } else { format!("{word} {name}") });
        match self.get(id) {
            CType::Void => with("void"),
            CType::Number { name: number, .. } => with(number),
            CType::Typedef(alias, _) => with(alias),
            CType::Enum { tag, .. } => with(&format!("enum {}", tag.as_ref()?)),
            CType::Record { tag, union, .. } => {
                with(&format!("{} {}", if *union { "union" } else { "struct" }, tag.as_ref()?))
            }
            CType::Volatile(of) => self.declare(*of, name),
            CType::Const(of) => match self.get(*of) {
                CType::Pointer(to) => self.pointer(*to, &format!("*const {name}")),
                _ => Some(format!("const {}", self.declare(*of, name)?)),
            },
            CType::Pointer(to) => self.pointer(*to, &format!("*{name}")),
            CType::Array(of, count) => {
                let count = count.map_or(String::new(), |count| count.to_string());
                self.declare(*of, &format!("{name}[{count}]"))
            }
            CType::Function { result, params, variadic } => {
                let params = self.parameters(params, *variadic, |_| String::new())?;
                self.declare(*result, &format!("{name}({params})"))
            }
            CType::Other => None,
        }
    }

    fn pointer(&self, to: TypeId, name: &str) -> Option<String> {
        match self.get(to) {
            CType::Array(..) | CType::Function { .. } => self.declare(to, &format!("({name})")),
            _ => self.declare(to, name),
        }
    }

    /// A parameter list with names.
    pub fn parameters(&self, params: &[TypeId], variadic: bool, name: impl Fn(usize) -> String) -> Option<String> {
        let mut words = Vec::new();
        for (i, param) in params.iter().enumerate() {
            words.push(self.declare(*param, &name(i))?);
        }
        if variadic {
            words.push("...".into());
        }
        Some(if words.is_empty() { "void".into() } else { words.join(", ") })
    }

    /// The type without a qualifier at its top, so that a variable of it can be assigned to.
    pub fn assignable(&self, mut id: TypeId) -> TypeId {
        loop {
            id = match self.get(id) {
                CType::Const(of) | CType::Volatile(of) => *of,
                CType::Typedef(_, of) if matches!(self.get(*of), CType::Const(_)) => *of,
                _ => return id,
            };
        }
    }

    /// Is the type at its top const?
    pub fn is_const(&self, id: TypeId) -> bool {
        match self.get(id) {
            CType::Const(_) => true,
            CType::Typedef(_, of) | CType::Volatile(of) => self.is_const(*of),
            _ => false,
        }
    }
}

/// The draw of `rarebit.h` for a number, and its widest bounds as C constants.
pub fn draw_of(name: &str, kind: InputKind, bytes: u64) -> Option<(&'static str, String, String)> {
    let signed = kind != InputKind::Unsigned;
    let function = match (bytes, signed) {
        _ if name == "char" => "char",
        (1, true) => "schar",
        (1, false) => "uchar",
        (2, true) => "short",
        (2, false) => "ushort",
        (4, true) => "int",
        (4, false) => "uint",
        (8, true) => "llong",
        (8, false) => "ullong",
        (16, true) => "int128",
        (16, false) => "uint128",
        _ => return None,
    };
    let (low, high) = if signed {
        let high = match bytes {
            16 => "(__int128)(~(unsigned __int128)0 >> 1)".into(),
            8 => format!("{}LL", i64::MAX),
            _ => (i64::MAX >> (64 - 8 * bytes)).to_string(),
        };
        (format!("-{high} - 1"), high)
    } else {
        let high = match bytes {
            16 => "~(unsigned __int128)0".into(),
            8 => format!("{}ULL", u64::MAX),
            _ => format!("{}u", u64::MAX >> (64 - 8 * bytes)),
        };
        ("0".into(), high)
    };
    Some((function, low, high))
}
