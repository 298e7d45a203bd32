//! The tokens of Rust source with its comments, so that rules can tell code from strings and comments.

use std::ops::Range;

use proc_macro2::{Span, TokenStream, TokenTree};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// A name, keyword or number.
    Word,
    /// A string or character literal, with its quotes.
    Text,
    /// With its slashes; comments with no code between them are one.
    Comment,
    /// One other character.
    Mark,
}

/// A token and the 1-based line where it starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Token<'a> {
    pub(crate) kind: Kind,
    pub(crate) text: &'a str,
    pub(crate) line: usize,
}

/// All tokens of `source`; none if it is not valid Rust, which the compiler rejects.
pub(crate) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut found = Tokens {
        source,
        at: 0,
        line: 1,
        all: Vec::new(),
    };
    if let Ok(stream) = source.parse::<TokenStream>() {
        found.add_stream(stream);
        found.add_comments(source.len());
    }
    found.all
}

/// The tokens that are code.
pub(crate) fn code(source: &str) -> Vec<Token<'_>> {
    tokens(source)
        .into_iter()
        .filter(|token| token.kind != Kind::Comment)
        .collect()
}

/// The tokens found so far, up to the byte `at`, which stands in the line `line`.
struct Tokens<'a> {
    source: &'a str,
    at: usize,
    line: usize,
    all: Vec<Token<'a>>,
}

impl Tokens<'_> {
    fn add_stream(&mut self, stream: TokenStream) {
        for token in stream {
            match token {
                TokenTree::Group(group) => {
                    self.add(Kind::Mark, group.span_open());
                    self.add_stream(group.stream());
                    self.add(Kind::Mark, group.span_close());
                }
                TokenTree::Ident(word) => self.add(Kind::Word, word.span()),
                TokenTree::Punct(mark) => self.add(Kind::Mark, mark.span()),
                TokenTree::Literal(literal) => self.add(Kind::Text, literal.span()),
            }
        }
    }

    /// Adds what stands at `span`, and the comments before it. The lexer makes an attribute of a documentation comment,
    /// each token of which has the span of the comment: the first one is added as the comment, the others are skipped.
    fn add(&mut self, kind: Kind, span: Span) {
        let Range { start, end } = span.byte_range();
        if start < self.at {
            return;
        }
        self.add_comments(start);
        let text = &self.source[start..end];
        let kind = match text.starts_with("//") || text.starts_with("/*") {
            true => Kind::Comment,
            false if text.starts_with(|c: char| c.is_ascii_digit()) => Kind::Word,
            false => kind,
        };
        self.push(kind, end);
    }

    /// Adds the comments up to the byte `end`, where the next token begins: only comments and white space are before
    /// it.
    fn add_comments(&mut self, end: usize) {
        let text = self.source[self.at..end].trim_start();
        self.skip(end - text.len());
        if !text.is_empty() {
            self.push(Kind::Comment, end);
        }
    }

    fn push(&mut self, kind: Kind, end: usize) {
        let (text, line) = (self.source[self.at..end].trim_end(), self.line);
        self.all.push(Token { kind, text, line });
        self.skip(end);
    }

    fn skip(&mut self, end: usize) {
        self.line += self.source[self.at..end].matches('\n').count();
        self.at = end;
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, tokens};

    fn of_kind(source: &str, kind: Kind) -> Vec<&str> {
        tokens(source)
            .into_iter()
            .filter(|t| t.kind == kind)
            .map(|t| t.text)
            .collect()
    }

    #[test]
    fn literals_and_comments_are_not_words() {
        let source = "let a = \"todo \\\" x\"; // todo\n/* a /* b */ c */ r#\"x \" y\"# b\"z\" 'q' '\\'' &'life b'k' 7 fin";
        assert_eq!(
            of_kind(source, Kind::Word),
            ["let", "a", "life", "7", "fin"]
        );
        assert_eq!(
            of_kind(source, Kind::Comment),
            ["// todo\n/* a /* b */ c */"]
        );
        let texts = [
            "\"todo \\\" x\"",
            "r#\"x \" y\"#",
            "b\"z\"",
            "'q'",
            "'\\''",
            "b'k'",
        ];
        assert_eq!(of_kind(source, Kind::Text), texts);
    }

    #[test]
    fn lines_are_counted_through_literals() {
        let found = tokens("a\n\"x\ny\" b");
        let lines: Vec<usize> = found.iter().map(|token| token.line).collect();
        assert_eq!(lines, [1, 2, 3]);
    }

    #[test]
    fn documentation_is_one_comment_and_other_text_is_no_token() {
        let source = "//! a\nfn b() {\n/* c */ // d\n}\n/// e\n#[f] mod g; // h";
        let comments = ["//! a", "/* c */ // d", "/// e", "// h"];
        assert_eq!(of_kind(source, Kind::Comment), comments);
        let lines: Vec<usize> = tokens(source).iter().map(|token| token.line).collect();
        assert_eq!(lines, [1, 2, 2, 2, 2, 2, 3, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6]);
        assert_eq!(tokens("fn a( {"), []);
    }
}
