//! A C program that calls one function with arguments that are inputs.
//!
//! The text includes the file that defines the function, so that static functions and types without a linkage can be
//! reached, and draws every scalar with `rarebit.h`; so the same text is lifted here and compiled natively for replay,
//! and a precondition is just a C expression over the parameters.
//!
//! How a parameter is made from its type:
//! * numbers, `_Bool`, enumerations: one draw;
//! * `char *`: a string of an input length up to the greatest one, its bytes not 0, in an object of exactly its size;
//! * `void *`: bytes; a pointer to a type that is only declared: null;
//! * another pointer: one object, or as many as `--length` says; null only if `--nullable` says so;
//! * structs field by field; a pointer to a struct inside one may be null, and is null below the chosen depth;
//! * a pointer to a function: a function that returns an input.

use super::c_types::{CType, CTypes, TypeId};
use super::options::InputOptions;
use super::spelling::draw_of;
use crate::ir::InputKind;
use std::fmt::Write;

/// More draws than this in one text, and pointers inside structs are null.
const MOST_DRAWS: usize = 2000;

/// What the text is called in places.
pub const NAME: &str = "<harness>";

/// What the program's own `main` is called when it is not the entry.
pub const OLD_MAIN: &str = "rarebit_program_main";

/// A parameter or global variable.
pub struct Variable {
    pub name: String,
    pub ty: TypeId,
}

/// What to call, and what is an input apart from its parameters.
pub struct Target {
    pub function: String,
    pub params: Vec<Variable>,
    pub globals: Vec<Variable>,
}

/// The beginning of the text: the file itself.
pub fn include(file: &str) -> String {
    let file = file.replace('\\', "\\\\").replace('"', "\\\"");
    format!("#define main {OLD_MAIN}\n#include \"{file}\"\n#undef main\n#include <rarebit.h>\n")
}

/// A text whose compilation tells the types: everything in question is used.
pub fn probe(file: &str, names: &[String]) -> String {
    let mut text = include(file);
    for (i, name) in names.iter().enumerate() {
        let _ = writeln!(text, "void *rarebit_probe_{i} = (void *)&{name};");
    }
    text
}

/// The text, and what the user should know about it; or what cannot be done.
pub fn write(
    types: &CTypes<'_>,
    file: &str,
    target: &Target,
    options: &InputOptions,
) -> Result<(String, Vec<String>), String> {
    let mut writer = Writer {
        types,
        options,
        stubs: String::new(),
        body: String::new(),
        indent: 1,
        names: 0,
        draws: 0,
        remarks: Vec::new(),
    };
    writer.body(target)?;
    let mut text = include(file);
    let _ = writeln!(text, "#line 1 \"{NAME}\"");
    text += HELPERS;
    let _ = writeln!(text, "static __typeof__({0}) *const rarebit_function = {0};", target.function);
    text += &writer.stubs;
    let _ = write!(text, "\nint main(int argc, char **argv) {{\n{}}}\n", writer.body);
    Ok((text, writer.remarks))
}

/// Objects stay reachable, so that they are no leaks.
const HELPERS: &str = "\
static void *rarebit_objects[256];
static unsigned rarebit_object_count;

static void *rarebit_new(size_t size) {
  void *object = __builtin_calloc(1, size);
  rarebit_objects[rarebit_object_count++ % 256] = object;
  return object;
}

";

struct Writer<'a, 'm> {
    types: &'a CTypes<'m>,
    options: &'a InputOptions,
    stubs: String,
    body: String,
    indent: usize,
    /// Numbers that were given to variables of the text.
    names: usize,
    draws: usize,
    remarks: Vec<String>,
}

impl Writer<'_, '_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.body, "{:1$}{text}", "", 2 * self.indent);
    }

    fn open(&mut self, text: &str) {
        self.line(&format!("{text} {{"));
        self.indent += 1;
    }

    fn close(&mut self) {
        self.indent -= 1;
        self.line("}");
    }

    fn number(&mut self) -> usize {
        self.names += 1;
        self.names
    }

    fn body(&mut self, target: &Target) -> Result<(), String> {
        self.line("(void)argc, (void)argv, (void)rarebit_new;");
        for global in &target.globals {
            self.value(global.ty, &global.name, &global.name, 0)?;
        }
        if target.function == OLD_MAIN {
            let args = ["argc", "argv", "argv + argc + 1"][..target.params.len().min(3)].join(", ");
            self.line(&format!("return rarebit_function({args});"));
            return Ok(());
        }
        for param in &target.params {
            let ty = self.types.assignable(param.ty);
            let declared = self.types.declare(ty, &param.name);
            let text = declared.ok_or_else(|| {
                format!("the parameter `{}` of `{}`, whose type has no name,", param.name, target.function)
            })?;
            self.line(&format!("{text};"));
            self.line(&format!("__builtin_memset(&{0}, 0, sizeof {0});", param.name));
        }
        // Numbers first: lengths may depend on them.
        let is_pointer = |param: &&Variable| matches!(self.types.plain(param.ty), CType::Pointer(_));
        let (pointers, others): (Vec<&Variable>, Vec<&Variable>) = target.params.iter().partition(is_pointer);
        for param in others.into_iter().chain(pointers) {
            self.value(param.ty, &param.name, &param.name, 0)?;
        }
        for group in &self.options.aliases {
            for (first, other) in group.iter().zip(group.iter().skip(1)) {
                self.line(&format!("if (rarebit_bool(\"{other} == {first}\"))"));
                self.line(&format!("  {other} = (void *){first};"));
            }
        }
        for condition in &self.options.assumptions {
            self.line(&format!("rarebit_assume(!!({condition}));"));
        }
        let args: Vec<&str> = target.params.iter().map(|param| param.name.as_str()).collect();
        self.line(&format!("rarebit_function({});", args.join(", ")));
        self.line("return 0;");
        Ok(())
    }

    /// Assigns inputs to what the expression `place` is; `path` is what the user calls it.
    fn value(&mut self, ty: TypeId, place: &str, path: &str, depth: u32) -> Result<(), String> {
        let types = self.types;
        let place = match types.is_const(ty) {
            true => {
                let plain = types.declare(types.assignable(ty), "*");
                format!(
                    "*({})&{place}",
                    plain.ok_or_else(|| format!("`{path}`, which is const and has no named type,"))?
                )
            }
            false => place.to_string(),
        };
        let assign = |this: &mut Self, what: &str| {
            this.draws += 1;
            this.line(&format!("{place} = {what};"));
        };
        match types.plain(ty) {
            CType::Number { kind: InputKind::Bool, .. } => assign(self, &format!("rarebit_bool({path:?})")),
            CType::Number { kind: InputKind::Float, bytes: 4, .. } => {
                assign(self, &format!("rarebit_any_float({path:?})"));
            }
            CType::Number { kind: InputKind::Float, .. } => assign(self, &format!("rarebit_any_double({path:?})")),
            CType::Number { name, kind, bytes } => {
                let (function, mut low, mut high) =
                    draw_of(name, *kind, *bytes).ok_or_else(|| format!("`{path}` of the type {name}"))?;
                if self.is_length(path) {
                    (low, high) = ("0".into(), self.options.max_length.to_string());
                }
                assign(self, &format!("rarebit_{function}({path:?}, {low}, {high})"));
            }
            CType::Enum { kind, values, bytes, .. } => {
                let (function, low, high) =
                    draw_of("", *kind, *bytes).ok_or_else(|| format!("the enumeration `{path}`"))?;
                let [low, high] = match values.iter().min().zip(values.iter().max()) {
                    Some((least, greatest)) => [least, greatest].map(|value| value.to_string()),
                    None => [low, high],
                };
                assign(self, &format!("rarebit_{function}({path:?}, {low}, {high})"));
            }
            CType::Pointer(to) => self.pointer(*to, &place, path, depth)?,
            CType::Array(of, Some(count)) => {
                let (of, count) = (*of, *count);
                self.elements(&count.to_string(), &format!("({place})"), of, &format!("{path}[]"), depth)?;
            }
            CType::Record { fields: Some(_), .. } => self.record(ty, &place, &format!("{path}."), depth)?,
            CType::Array(_, None) => {}
            _ => {
                return Err(format!("`{path}`, whose type cannot be made up,"));
            }
        }
        Ok(())
    }

    /// Is this the number of elements of something?
    fn is_length(&self, path: &str) -> bool {
        self.options.lengths.iter().any(|(_, length)| length == path)
            && !self.options.ranges.iter().any(|range| range.name == path)
    }

    fn elements(&mut self, count: &str, base: &str, of: TypeId, path: &str, depth: u32) -> Result<(), String> {
        let i = format!("rarebit_i{}", self.number());
        self.open(&format!("for (size_t {i} = 0; {i} < {count}; {i}++)"));
        self.value(of, &format!("{base}[{i}]"), path, depth)?;
        self.close();
        Ok(())
    }

    fn record(&mut self, ty: TypeId, place: &str, prefix: &str, depth: u32) -> Result<(), String> {
        let types = self.types;
        let CType::Record { union, fields: Some(fields), .. } = types.plain(ty) else { return Ok(()) };
        if *union && !self.has_pointer(ty, 4) {
            let path = prefix.trim_end_matches(['.', '>', '-']);
            self.draws += 1;
            self.line(&format!("rarebit_bytes(&{place}, sizeof {place}, {path:?});"));
            return Ok(());
        }
        for field in fields {
            if field.name.is_empty() {
                self.record(field.ty, place, prefix, depth)?;
                continue;
            }
            let (place, path) = (format!("{place}.{}", field.name), format!("{prefix}{}", field.name));
            match field.bits {
                Some(bits) => self.bits(field.ty, bits, &place, &path)?,
                None => self.value(field.ty, &place, &path, depth)?,
            }
            if *union {
                break;
            }
        }
        Ok(())
    }

    fn bits(&mut self, ty: TypeId, bits: u64, place: &str, path: &str) -> Result<(), String> {
        let kind = match self.types.plain(ty) {
            CType::Number { kind, .. } | CType::Enum { kind, .. } => *kind,
            _ => return Err(format!("the bit-field `{path}`")),
        };
        self.draws += 1;
        let draw = match kind {
            InputKind::Signed => {
                let high = (1i128 << (bits - 1)) - 1;
                format!("rarebit_llong({path:?}, -{high}LL - 1, {high}LL)")
            }
            _ => format!("rarebit_ullong({path:?}, 0, {}ULL)", (1u128 << bits) - 1),
        };
        self.line(&format!("{place} = {draw};"));
        Ok(())
    }

    fn has_pointer(&self, ty: TypeId, depth: u32) -> bool {
        match self.types.plain(ty) {
            CType::Pointer(_) => true,
            CType::Array(of, _) => self.has_pointer(*of, depth),
            CType::Record { fields: Some(fields), .. } => {
                depth == 0 || fields.iter().any(|field| self.has_pointer(field.ty, depth - 1))
            }
            _ => false,
        }
    }

    fn pointer(&mut self, to: TypeId, place: &str, path: &str, depth: u32) -> Result<(), String> {
        let types = self.types;
        let inside = depth > 0 || path.contains(['.', '>']);
        let is_record = matches!(types.plain(to), CType::Record { .. });
        if let CType::Record { fields: None, .. } = types.plain(to) {
            self.remarks.push(format!("`{path}` is null: its type is only declared"));
            self.line(&format!("{place} = 0;"));
            return Ok(());
        }
        if depth >= self.options.depth || self.draws > MOST_DRAWS {
            self.line(&format!("{place} = 0;"));
            return Ok(());
        }
        let named = |list: &[String]| list.iter().any(|name| name == path || name == "all");
        let nullable = named(&self.options.nullable) || inside && is_record;
        if nullable {
            self.open(&format!("if (rarebit_bool(\"{path} == NULL\"))"));
            self.line(&format!("{place} = 0;"));
            self.close();
            self.open("else");
        }
        match types.plain(to) {
            CType::Function { .. } => self.stub(to, place, path)?,
            CType::Number { name, .. } if name == "char" => self.string(place, path),
            _ => self.objects(to, place, path, depth)?,
        }
        if nullable {
            self.close();
        }
        Ok(())
    }

    /// How many elements `--length` asks for.
    fn length(&self, path: &str) -> Option<&str> {
        self.options.lengths.iter().find(|(name, _)| name == path).map(|(_, length)| length.as_str())
    }

    fn string(&mut self, place: &str, path: &str) {
        let k = self.number();
        let between = |low: &str, high: &str| format!("rarebit_size(\"{path}.length\", {low}, {high})");
        let count = match self.length(path) {
            None => between("0", &self.options.max_length.to_string()),
            // A number is the greatest length.
            Some(most) if most.parse::<u64>().is_ok() => between("0", most),
            Some(length) => match length.split_once("..") {
                Some((low, high)) => between(low, high),
                None => format!("(size_t)({length})"),
            },
        };
        self.draws += 2;
        self.open("");
        self.line(&format!("size_t rarebit_n{k} = {count};"));
        self.line(&format!("char *rarebit_p{k} = rarebit_new(rarebit_n{k} + 1);"));
        self.line(&format!("for (size_t i = 0; i < rarebit_n{k}; i++)"));
        self.line(&format!("  rarebit_p{k}[i] = (char)rarebit_uchar({path:?}, 1, 255);"));
        self.line(&format!("rarebit_p{k}[rarebit_n{k}] = 0;"));
        self.line(&format!("{place} = (void *)rarebit_p{k};"));
        self.close();
    }

    fn objects(&mut self, to: TypeId, place: &str, path: &str, depth: u32) -> Result<(), String> {
        let types = self.types;
        let k = self.number();
        let is_void = matches!(types.plain(to), CType::Void);
        let given = self.length(path).is_some();
        let count = match self.length(path) {
            None if is_void => self.options.max_length.to_string(),
            None => "1".into(),
            Some(length) => match length.split_once("..") {
                Some((low, high)) => format!("rarebit_size(\"{path}.length\", {low}, {high})"),
                None => format!("(size_t)({length})"),
            },
        };
        if is_void {
            self.draws += 1;
            self.open("");
            self.line(&format!("size_t rarebit_n{k} = {count};"));
            self.line(&format!("{place} = rarebit_new(rarebit_n{k});"));
            self.line(&format!("rarebit_bytes((void *){place}, rarebit_n{k}, {path:?});"));
            self.close();
            return Ok(());
        }
        let element = types.assignable(to);
        let declared = match types.get(element) {
            CType::Array(..) => types.declare(element, &format!("(*rarebit_p{k})")),
            _ => types.declare(element, &format!("*rarebit_p{k}")),
        };
        let declared = declared.unwrap_or_else(|| format!("__typeof__(*{place}) *rarebit_p{k}"));
        self.open("");
        self.line(&format!("size_t rarebit_n{k} = {count};"));
        self.line(&format!("{declared} = rarebit_new(rarebit_n{k} * sizeof *rarebit_p{k});"));
        if given {
            self.elements(
                &format!("rarebit_n{k}"),
                &format!("rarebit_p{k}"),
                element,
                &format!("{path}[]"),
                depth + 1,
            )?;
        } else {
            let one = format!("rarebit_p{k}[0]");
            match types.plain(to) {
                CType::Record { .. } => self.record(element, &one, &format!("{path}->"), depth + 1)?,
                _ => self.value(element, &one, &format!("*{path}"), depth + 1)?,
            }
            if depth == 0 && !path.contains(['.', '>']) {
                let what = types.declare(element, "").unwrap_or_else(|| "object".into());
                self.remarks.push(format!("`{path}` points to one `{what}`; --length {path}=N makes it N"));
            }
        }
        self.line(&format!("{place} = (void *)rarebit_p{k};"));
        self.close();
        Ok(())
    }

    /// A function that returns an input.
    fn stub(&mut self, function: TypeId, place: &str, path: &str) -> Result<(), String> {
        let types = self.types;
        let CType::Function { result, params, variadic } = types.plain(function) else { return Ok(()) };
        let name = format!("rarebit_stub{}", self.number());
        let unnamed = || format!("`{path}`, a pointer to a function with types that have no name,");
        let params = types.parameters(params, *variadic, |i| format!("a{i}")).ok_or_else(unnamed)?;
        let head = types.declare(types.assignable(*result), &format!("{name}({params})")).ok_or_else(unnamed)?;
        let (outer, indent) = (std::mem::take(&mut self.body), std::mem::replace(&mut self.indent, 1));
        if !matches!(types.plain(*result), CType::Void) {
            let local = types.declare(types.assignable(*result), "result").ok_or_else(unnamed)?;
            self.line(&format!("{local};"));
            self.line("__builtin_memset(&result, 0, sizeof result);");
            if !matches!(types.plain(*result), CType::Pointer(_)) {
                self.value(types.assignable(*result), "result", &format!("{path}()"), self.options.depth)?;
            }
            self.line("return result;");
        }
        let body = std::mem::replace(&mut self.body, outer);
        self.indent = indent;
        let _ = write!(self.stubs, "\nstatic {head} {{\n{body}}}\n");
        self.line(&format!("{place} = (void *){name};"));
        Ok(())
    }
}
