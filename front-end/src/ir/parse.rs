//! The text form, read back. Ids are kept exactly; gaps in a numbering stay gaps.
//!
//! Line-oriented and recursive-descent over a token list per line: the text is for tests and for looking at, so
//! clarity and good messages come before speed. `;` starts a comment.

use super::print::input_kind_name;
use super::*;
use cranelift_entity::{EntityRef, PrimaryMap, packed_option::PackedOption};
use smallvec::SmallVec;

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("line {line}: {message}")]
pub struct ParseError {
    pub line: usize,
    pub message: String,
}

type Result<T, E = String> = std::result::Result<T, E>;

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Word(String),
    Text(String),
    Mark(char),
}

/// Words are runs of letters, digits and `_ . # + -`; so `g3+8`, `-1`, `1e-5` and `nan#7ff8` are one word.
fn tokenize(line: &str) -> Result<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut chars = line.chars().peekable();
    while let Some(&c) = chars.peek() {
        if c == ';' {
            break;
        } else if c.is_whitespace() {
            chars.next();
        } else if c == '"' {
            chars.next();
            tokens.push(Token::Text(quoted(&mut chars)?));
        } else if is_word(c) {
            let mut word = String::new();
            while let Some(c) = chars.next_if(|c| is_word(*c)) {
                word.push(c);
            }
            tokens.push(Token::Word(word));
        } else {
            chars.next();
            tokens.push(Token::Mark(c));
        }
    }
    Ok(tokens)
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_.#+-".contains(c)
}

fn quoted(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Result<String> {
    let mut text = String::new();
    loop {
        match chars.next().ok_or("string without end")? {
            '"' => return Ok(text),
            '\\' => match chars.next() {
                Some('x') => {
                    let digits: String = chars.by_ref().take(2).collect();
                    let code = u32::from_str_radix(&digits, 16).map_err(|_| "bad \\x escape")?;
                    text.push(char::from_u32(code).ok_or("bad \\x escape")?);
                }
                Some(c) => text.push(c),
                None => return Err("string without end".into()),
            },
            c => text.push(c),
        }
    }
}

/// The tokens of one line, read from the left.
struct Line {
    tokens: std::iter::Peekable<std::vec::IntoIter<Token>>,
}

impl Line {
    fn word(&mut self) -> Result<String> {
        match self.tokens.next() {
            Some(Token::Word(word)) => Ok(word),
            other => Err(format!("expected a word, found {}", describe(other.as_ref()))),
        }
    }

    fn text(&mut self) -> Result<String> {
        match self.tokens.next() {
            Some(Token::Text(text)) => Ok(text),
            other => Err(format!("expected a string, found {}", describe(other.as_ref()))),
        }
    }

    fn mark(&mut self, mark: char) -> Result<()> {
        match self.tokens.next() {
            Some(Token::Mark(c)) if c == mark => Ok(()),
            other => Err(format!("expected `{mark}`, found {}", describe(other.as_ref()))),
        }
    }

    fn try_mark(&mut self, mark: char) -> bool {
        self.tokens.next_if(|t| *t == Token::Mark(mark)).is_some()
    }

    fn try_word(&mut self, word: &str) -> bool {
        self.tokens.next_if(|t| matches!(t, Token::Word(w) if w == word)).is_some()
    }

    fn keyword(&mut self, word: &str) -> Result<()> {
        if self.try_word(word) {
            Ok(())
        } else {
            Err(format!("expected `{word}`, found {}", describe(self.tokens.peek())))
        }
    }

    fn number<T: std::str::FromStr>(&mut self) -> Result<T> {
        let word = self.word()?;
        word.parse().map_err(|_| format!("`{word}` is not a number that fits here"))
    }

    fn id<T: EntityRef>(&mut self, prefix: &str) -> Result<T> {
        let word = self.word()?;
        parse_id(&word, prefix).ok_or_else(|| format!("expected an id `{prefix}N`, found `{word}`"))
    }

    fn peek_is_id(&mut self, prefix: &str) -> bool {
        matches!(self.tokens.peek(), Some(Token::Word(w)) if parse_id::<Value>(w, prefix).is_some())
    }

    fn ty(&mut self) -> Result<Type> {
        let word = self.word()?;
        parse_type(&word).ok_or_else(|| format!("`{word}` is not a type"))
    }

    fn named<T>(&mut self, what: &str, find: fn(&str) -> Option<T>) -> Result<T> {
        let word = self.word()?;
        find(&word).ok_or_else(|| format!("`{word}` is not a {what}"))
    }

    fn loc(&mut self) -> Result<Loc> {
        if !self.try_mark('@') {
            return Ok(Loc::default());
        }
        let file = File::from_u32(self.number()?);
        self.mark(':')?;
        let line = self.number()?;
        self.mark(':')?;
        Ok(Loc::new(file, line, self.number()?))
    }

    fn end(&mut self) -> Result<()> {
        match self.tokens.next() {
            None => Ok(()),
            other => Err(format!("unexpected {}", describe(other.as_ref()))),
        }
    }
}

fn describe(token: Option<&Token>) -> String {
    match token {
        None => "the end of the line".into(),
        Some(Token::Word(word)) => format!("`{word}`"),
        Some(Token::Text(text)) => format!("\"{text}\""),
        Some(Token::Mark(c)) => format!("`{c}`"),
    }
}

fn parse_id<T: EntityRef>(word: &str, prefix: &str) -> Option<T> {
    let digits = word.strip_prefix(prefix)?;
    // Leading zeros and signs would not print back the same.
    let number: u32 = digits.parse().ok()?;
    (digits == number.to_string() && number < 1 << 24).then(|| T::new(number as usize))
}

fn parse_type(word: &str) -> Option<Type> {
    match word {
        "f32" => Some(Type::F32),
        "f64" => Some(Type::F64),
        "ptr" => Some(Type::Ptr),
        _ => {
            let width: u8 = word.strip_prefix('i')?.parse().ok()?;
            (1..=128).contains(&width).then_some(Type::Int(width))
        }
    }
}

fn place<K: EntityRef, V: Clone>(map: &mut PrimaryMap<K, V>, key: K, value: V, filler: V) {
    while map.len() <= key.index() {
        map.push(filler.clone());
    }
    map[key] = value;
}

/// Reads a program. The result is not verified.
pub fn parse(text: &str) -> Result<Program, ParseError> {
    let mut program = Program::default();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let at = |message: String| ParseError { line: number + 1, message };
        let tokens = tokenize(line).map_err(at)?;
        if tokens.is_empty() {
            continue;
        }
        let mut line = Line { tokens: tokens.into_iter().peekable() };
        if let Some(id) = parse_header(&mut program, &mut line).map_err(at)? {
            parse_body(&mut program, id, number, &mut lines)?;
        }
    }
    Ok(program)
}

/// A line outside functions; the function's id if it opens one.
fn parse_header(program: &mut Program, line: &mut Line) -> Result<Option<Func>> {
    let word = line.word()?;
    match word.as_str() {
        "program" => {
            program.model = match line.word()?.as_str() {
                "ILP32" => DataModel::Ilp32,
                "LP64" => DataModel::Lp64,
                other => return Err(format!("`{other}` is not a data model")),
            }
        }
        "global" => parse_global(program, line)?,
        "input" => {
            let id: InputSite = line.id("in")?;
            let ty = line.ty()?;
            let kind = line.word()?;
            let kind = [InputKind::Signed, InputKind::Unsigned, InputKind::Bool, InputKind::Float, InputKind::Pointer]
                .into_iter()
                .find(|k| input_kind_name(*k) == kind)
                .ok_or_else(|| format!("`{kind}` is not a kind of input"))?;
            let source = line.text()?;
            let name = if line.try_word("name") { Some(line.text()?) } else { None };
            let range = if line.try_word("range") { Some((line.number()?, line.number()?)) } else { None };
            let site = SiteInfo { ty, kind, source, name, range, func: line.id("fn")?, loc: line.loc()? };
            place(&mut program.sites, id, site.clone(), site);
        }
        "check" => {
            let id: Check = line.id("chk")?;
            let class = line.named("check class", CheckClass::from_name)?;
            let info = CheckInfo { class, text: line.text()?, func: line.id("fn")?, loc: line.loc()? };
            place(&mut program.checks, id, info.clone(), info);
        }
        "jumps" | "helpers" => {
            let kind = if word == "jumps" { EdgeKind::Jump } else { EdgeKind::Helper };
            while line.tokens.peek().is_some() {
                let edge = line.id("e")?;
                place(&mut program.edges, edge, EdgeInfo { kind }, EdgeInfo { kind: EdgeKind::Branch });
            }
        }
        "entry" => program.entry = Some(line.id("fn")?),
        "func" => {
            let id: Func = line.id("fn")?;
            let name = line.text()?;
            let mut sig = Signature::default();
            line.mark('(')?;
            while !line.try_mark(')') {
                if line.try_word("...") {
                    sig.variadic = true;
                } else {
                    sig.params.push(line.ty()?);
                }
                line.try_mark(',');
            }
            if line.try_word("-") || line.try_word("->") {
                line.try_mark('>');
                sig.results.push(line.ty()?);
                while line.try_mark(',') {
                    sig.results.push(line.ty()?);
                }
            }
            let mut func = Function::new(name, sig);
            func.library = line.try_word("library");
            func.loc = line.loc()?;
            line.mark('{')?;
            place(&mut program.funcs, id, func, Function::default());
            line.end()?;
            return Ok(Some(id));
        }
        _ => {
            let file: File = parse_id(&word, "file").ok_or_else(|| format!("unknown line `{word} …`"))?;
            let name = line.text()?;
            place(&mut program.files, file, name, String::new());
        }
    }
    line.end()?;
    Ok(None)
}

fn parse_global(program: &mut Program, line: &mut Line) -> Result<()> {
    let id: Global = line.id("g")?;
    let name = line.text()?;
    line.keyword("size")?;
    let size = line.number()?;
    line.keyword("align")?;
    let align = line.number()?;
    let constant = line.try_word("constant");
    let mut init = Init::default();
    if line.try_mark('=') {
        let word = line.word()?;
        let hex =
            word.strip_prefix('#').filter(|h| h.len() % 2 == 0 && h.is_ascii()).ok_or("expected `#` and bytes")?;
        for i in (0..hex.len()).step_by(2) {
            init.bytes.push(u8::from_str_radix(&hex[i..i + 2], 16).map_err(|_| "expected hexadecimal bytes")?);
        }
    }
    while matches!(line.tokens.peek(), Some(Token::Word(_))) {
        let offset = line.number()?;
        line.mark(':')?;
        let word = line.word()?;
        let symbol = match parse_address(&word) {
            Some(Const::Global(global, addend)) => Symbol::Global(global, addend),
            Some(Const::Func(func)) => Symbol::Func(func),
            _ => return Err(format!("`{word}` is not the address of a global or function")),
        };
        init.relocations.push((offset, symbol));
    }
    let global = GlobalData { name, size, align, constant, init, loc: line.loc()? };
    place(&mut program.globals, id, global.clone(), global);
    Ok(())
}

/// `g3`, `g3+8`, `fn2` or `ss1`.
fn parse_address(word: &str) -> Option<Const> {
    if let Some(func) = parse_id(word, "fn") {
        return Some(Const::Func(func));
    }
    if let Some(slot) = parse_id(word, "ss") {
        return Some(Const::Slot(slot));
    }
    let (base, addend) = match word.find(['+', '-']) {
        Some(i) => (&word[..i], word[i..].parse().ok()?),
        None => (word, 0),
    };
    Some(Const::Global(parse_id(base, "g")?, addend))
}

fn parse_body<'a>(
    program: &mut Program,
    id: Func,
    header: usize,
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
) -> Result<(), ParseError> {
    let mut body: Vec<(usize, Vec<Token>)> = Vec::new();
    let mut closed = false;
    for (number, line) in lines {
        let tokens = tokenize(line).map_err(|message| ParseError { line: number + 1, message })?;
        if tokens == [Token::Mark('}')] {
            closed = true;
            break;
        }
        if !tokens.is_empty() {
            body.push((number + 1, tokens));
        }
    }
    if !closed {
        return Err(ParseError { line: header + 1, message: "function without closing `}`".into() });
    }
    // Constants take ids after every id the text names, so that those are kept.
    let named = body.iter().flat_map(|(_, tokens)| tokens).filter_map(|token| match token {
        Token::Word(word) => parse_id::<Value>(word, "v"),
        _ => None,
    });
    if let Some(last) = named.max_by_key(|v| v.index()) {
        program.funcs[id].reserve_value(last);
    }
    let mut block = None;
    for (number, tokens) in body {
        let line = Line { tokens: tokens.into_iter().peekable() };
        BodyLine { func: &mut program.funcs[id], edges: &mut program.edges, line }
            .parse(&mut block)
            .map_err(|message| ParseError { line: number, message })?;
    }
    Ok(())
}

struct BodyLine<'a> {
    func: &'a mut Function,
    edges: &'a mut PrimaryMap<Edge, EdgeInfo>,
    line: Line,
}

impl BodyLine<'_> {
    fn parse(mut self, block: &mut Option<Block>) -> Result<()> {
        if self.line.try_word("slot") {
            let slot: Slot = self.line.id("ss")?;
            let name = self.line.text()?;
            self.line.keyword("size")?;
            let size = self.line.number()?;
            self.line.keyword("align")?;
            let align = self.line.number()?;
            let data = SlotData { name, size, align, scoped: self.line.try_word("scoped") };
            place(&mut self.func.slots, slot, data.clone(), data);
        } else if self.line.peek_is_id("b") {
            *block = Some(self.block_head()?);
        } else {
            let block = block.ok_or("instruction before the first block")?;
            if let Some(end) = self.end()? {
                self.func.blocks[block].end = end;
                self.func.blocks[block].end_loc = self.line.loc()?;
            } else {
                self.inst(block)?;
            }
        }
        self.line.end()
    }

    fn block_head(&mut self) -> Result<Block> {
        let block: Block = self.line.id("b")?;
        place(&mut self.func.blocks, block, BlockData::default(), BlockData::default());
        self.func.layout.push(block);
        if self.line.try_mark('(') {
            while !self.line.try_mark(')') {
                let (value, ty) = self.def()?;
                let index = self.func.blocks[block].params.len() as u32;
                self.define(value, ty, ValueDef::Param(block, index))?;
                self.func.blocks[block].params.push(value);
                self.line.try_mark(',');
            }
        }
        self.line.mark(':')?;
        Ok(block)
    }

    fn define(&mut self, value: Value, ty: Type, def: ValueDef) -> Result<()> {
        if self.func.values[value].def != ValueDef::Unused {
            return Err(format!("{value} is defined twice"));
        }
        self.func.values[value] = ValueData { ty, def };
        Ok(())
    }

    /// `v3 "x": i32`
    fn def(&mut self) -> Result<(Value, Type)> {
        let value: Value = self.line.id("v")?;
        if matches!(self.line.tokens.peek(), Some(Token::Text(_))) {
            self.func.names[value] = Some(self.line.text()?.into());
        }
        self.line.mark(':')?;
        Ok((value, self.line.ty()?))
    }

    fn value(&mut self) -> Result<Value> {
        let word = self.line.word()?;
        if let Some(value) = parse_id(&word, "v") {
            return Ok(value);
        }
        let constant = match word.as_str() {
            "null" => Const::Bits(Type::Ptr, 0),
            "true" => Const::Bits(Type::I1, 1),
            "false" => Const::Bits(Type::I1, 0),
            _ => match parse_address(&word) {
                Some(address) => address,
                None => {
                    self.line.mark(':').map_err(|_| format!("`{word}` is not a value"))?;
                    let ty = self.line.ty()?;
                    Const::Bits(ty, literal(&word, ty).ok_or_else(|| format!("`{word}` is not a constant of {ty}"))?)
                }
            },
        };
        Ok(self.func.constant(constant))
    }

    fn values(&mut self, n: usize) -> Result<Values> {
        let mut values = Values::new();
        for i in 0..n {
            if i > 0 {
                self.line.mark(',')?;
            }
            values.push(self.value()?);
        }
        Ok(values)
    }

    fn pair(&mut self) -> Result<[Value; 2]> {
        let values = self.values(2)?;
        Ok([values[0], values[1]])
    }

    /// `(v1, v2)`
    fn args(&mut self) -> Result<Values> {
        self.line.mark('(')?;
        let mut values = Values::new();
        while !self.line.try_mark(')') {
            values.push(self.value()?);
            self.line.try_mark(',');
        }
        Ok(values)
    }

    fn option(&mut self, word: &str) -> Result<PackedOption<Value>> {
        Ok(if self.line.try_word(word) { self.value()?.into() } else { None.into() })
    }

    fn check(&mut self) -> Result<Check> {
        self.line.id("chk")
    }

    fn target(&mut self) -> Result<Target> {
        let block = self.line.id("b")?;
        let args = if self.line.tokens.peek() == Some(&Token::Mark('(')) { self.args()? } else { Values::new() };
        let edge: Edge = self.line.id("e")?;
        while self.edges.len() <= edge.index() {
            self.edges.push(EdgeInfo { kind: EdgeKind::Branch });
        }
        Ok(Target { block, args, edge })
    }

    fn end(&mut self) -> Result<Option<Terminator>> {
        let Some(Token::Word(word)) = self.line.tokens.peek() else { return Ok(None) };
        let word = word.clone();
        let known = ["jump", "branch", "switch", "return", "unreachable", "unsupported", "stop"];
        if !known.contains(&word.as_str()) {
            return Ok(None);
        }
        self.line.word()?;
        Ok(Some(match word.as_str() {
            "jump" => Terminator::Jump(self.target()?),
            "branch" => {
                let cond = self.value()?;
                self.line.mark(',')?;
                let then = self.target()?;
                self.line.mark(',')?;
                Terminator::Branch { cond, then, otherwise: self.target()? }
            }
            "switch" => {
                let value = self.value()?;
                self.line.mark('[')?;
                let mut cases = Vec::new();
                while !self.line.try_mark(']') {
                    let key = self.line.number()?;
                    self.line.mark(':')?;
                    cases.push((key, self.target()?));
                    self.line.try_mark(',');
                }
                self.line.mark(',')?;
                Terminator::Switch { value, cases, default: self.target()? }
            }
            "return" => {
                let mut values = Values::new();
                while matches!(self.line.tokens.peek(), Some(Token::Word(_))) {
                    values.push(self.value()?);
                    self.line.try_mark(',');
                }
                Terminator::Return(values)
            }
            "unreachable" => Terminator::Unreachable { check: self.check()? },
            "unsupported" => Terminator::Unsupported { what: self.line.text()? },
            _ => Terminator::Stop,
        }))
    }

    fn inst(&mut self, block: Block) -> Result<()> {
        let mut defs: SmallVec<[(Value, Type); 1]> = SmallVec::new();
        while self.line.peek_is_id("v") {
            defs.push(self.def()?);
            self.line.try_mark(',');
        }
        if !defs.is_empty() {
            self.line.mark('=')?;
        }
        let data = self.data()?;
        let loc = self.line.loc()?;
        let inst = self.func.push_inst(block, data, &[], loc);
        for (index, (value, ty)) in defs.into_iter().enumerate() {
            self.define(value, ty, ValueDef::Inst(inst, index as u32))?;
            self.func.insts[inst].results.push(value);
        }
        Ok(())
    }

    fn data(&mut self) -> Result<InstData> {
        let word = self.line.word()?;
        if let Some(op) = UnaryOp::from_name(&word) {
            return Ok(InstData::Unary { op, arg: self.value()? });
        }
        if let Some(op) = BinaryOp::from_name(&word) {
            return Ok(InstData::Binary { op, args: self.pair()? });
        }
        if let Some(op) = DivOp::from_name(&word) {
            return Ok(InstData::Div { op, args: self.pair()?, check: self.check()? });
        }
        Ok(match word.as_str() {
            "icmp" => InstData::Icmp { cond: self.line.named("condition", IntCond::from_name)?, args: self.pair()? },
            "fcmp" => InstData::Fcmp { cond: self.line.named("condition", FloatCond::from_name)?, args: self.pair()? },
            "select" => {
                let values = self.values(3)?;
                InstData::Select { cond: values[0], args: [values[1], values[2]] }
            }
            "math" => {
                let func = self.line.named("libm function", MathFn::from_name)?;
                let count = match func.shape() {
                    MathShape::Floats(n) => n,
                    MathShape::FloatToInt => 1,
                    MathShape::FloatInt | MathShape::IntFloat => 2,
                };
                InstData::Math { func, args: self.values(count)? }
            }
            "load" => InstData::Load { ptr: self.value()?, origin: self.option("in")?, check: self.check()? },
            "store" => {
                let [value, ptr] = self.pair()?;
                InstData::Store { value, ptr, origin: self.option("in")?, check: self.check()? }
            }
            "memcopy" => {
                let v = self.values(3)?;
                InstData::MemCopy { dst: v[0], src: v[1], len: v[2], check: self.check()? }
            }
            "memset" => {
                let v = self.values(3)?;
                InstData::MemSet { dst: v[0], byte: v[1], len: v[2], check: self.check()? }
            }
            "stack_alloc" => {
                let size = self.value()?;
                self.line.keyword("align")?;
                InstData::StackAlloc { size, align: self.line.number()? }
            }
            "stack_save" => InstData::StackSave,
            "stack_restore" => InstData::StackRestore { mark: self.value()? },
            "scope_start" => InstData::ScopeStart { slot: self.line.id("ss")? },
            "scope_end" => InstData::ScopeEnd { slot: self.line.id("ss")? },
            "call" => InstData::Call { func: self.line.id("fn")?, args: self.args()?, va: self.option("va")? },
            "call_indirect" => InstData::CallIndirect {
                callee: self.value()?,
                args: self.args()?,
                va: self.option("va")?,
                check: self.check()?,
            },
            "host" => InstData::Host {
                func: self.line.named("host function", HostFn::from_name)?,
                args: self.args()?,
                check: if self.line.peek_is_id("chk") { self.check()?.into() } else { None.into() },
            },
            "input" => InstData::Input { site: self.line.id("in")? },
            "assume" => InstData::Assume { cond: self.value()? },
            "check" => InstData::Check { cond: self.value()?, check: self.check()? },
            _ => return Err(format!("`{word}` is not an instruction")),
        })
    }
}

fn literal(word: &str, ty: Type) -> Option<u128> {
    match ty {
        Type::Int(width) => {
            let value: i128 = word.parse().ok()?;
            let bits = value as u128 & meaning::wide::mask(width.into());
            (meaning::wide::signed(width.into(), bits) == value).then_some(bits)
        }
        Type::Ptr => word.parse().ok(),
        Type::F32 => match word.strip_prefix("nan#") {
            Some(bits) => Some(u32::from_str_radix(bits, 16).ok()?.into()),
            None => Some(word.parse::<f32>().ok()?.to_bits().into()),
        },
        Type::F64 => match word.strip_prefix("nan#") {
            Some(bits) => Some(u64::from_str_radix(bits, 16).ok()?.into()),
            None => Some(word.parse::<f64>().ok()?.to_bits().into()),
        },
    }
}
