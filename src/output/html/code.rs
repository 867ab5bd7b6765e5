//! C as HTML: comments, strings, numbers, words of the language and of the preprocessor in their colours, line by line.

const WORDS: &[&str] = &[
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float",
    "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed", "sizeof",
    "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while", "_Bool", "bool",
];

/// The lines of a file, marked up; a comment may go over several.
pub fn lines(text: &str) -> Vec<String> {
    let mut inside = false;
    text.lines().map(|line| one(line.trim_end_matches('\r'), &mut inside)).collect()
}

fn one(line: &str, inside: &mut bool) -> String {
    let mut html = String::new();
    let mut rest = line;
    if !*inside && line.trim_start().starts_with('#') {
        return span("pre", line);
    }
    while !rest.is_empty() {
        let take = if *inside || rest.starts_with("/*") {
            let from = if *inside { 0 } else { 2 };
            let end = rest[from..].find("*/").map(|at| from + at + 2);
            *inside = end.is_none();
            let end = end.unwrap_or(rest.len());
            html += &span("com", &rest[..end]);
            end
        } else if rest.starts_with("//") {
            html += &span("com", rest);
            rest.len()
        } else if let Some(quote) = rest.chars().next().filter(|c| *c == '"' || *c == '\'') {
            let end = quoted(rest, quote);
            html += &span("str", &rest[..end]);
            end
        } else if rest.starts_with(|c: char| c.is_ascii_digit()) {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '.').unwrap_or(rest.len());
            html += &span("num", &rest[..end]);
            end
        } else if rest.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let word = &rest[..end];
            html += &if WORDS.contains(&word) { span("key", word) } else { super::escape(word) };
            end
        } else {
            let end = rest.chars().next().map_or(rest.len(), char::len_utf8);
            html += &super::escape(&rest[..end]);
            end
        };
        rest = &rest[take..];
    }
    html
}

/// Where a string or character ends.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == quote && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

fn span(class: &str, text: &str) -> String {
    format!("<i class=\"{class}\">{}</i>", super::escape(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_c() {
        let html = lines("int x = 'a' + 0x1f; /* a\nb */ if (x<\"\\\"\") // é\n#define A 1");
        assert_eq!(
            html[0],
            "<i class=\"key\">int</i> x = <i class=\"str\">'a'</i> + <i class=\"num\">0x1f</i>; <i class=\"com\">/* a</i>"
        );
        assert_eq!(
            html[1],
            "<i class=\"com\">b */</i> <i class=\"key\">if</i> (x&lt;<i class=\"str\">&quot;\\&quot;&quot;</i>) <i class=\"com\">// é</i>"
        );
        assert_eq!(html[2], "<i class=\"pre\">#define A 1</i>");
    }
}
