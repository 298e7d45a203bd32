//! The names in the replacement of a macro of C or C++, which the grammar leaves as text.

use super::span;
use crate::facts::languages::{literal_end, node_text};
use crate::facts::{Reference, Span};
use crate::text::words::{is_name_byte, is_name_char};
use memchr::memmem;
use std::collections::HashSet;
use tree_sitter::Node;

/// The names in the replacement `node` of a macro, except keywords and the macro's parameters.
pub(super) fn references(
    node: Node<'_>,
    parameters: Option<Node<'_>>,
    text: &[u8],
) -> Vec<Reference> {
    let parameters = parameters.map_or("", |node| node_text(node, text));
    let parameters: HashSet<&str> = parameters.split(|c: char| !is_name_char(c)).collect();
    let range = span(node);
    let body = &text[..(range.end as usize).min(text.len())];
    let grammar = node.language();
    let is_name = |word: &str| {
        let is_keyword = grammar.id_for_node_kind(word, false) != 0;
        !is_keyword && !parameters.contains(word)
    };
    let mut found = Vec::new();
    let (mut before, mut last) = (Token::Other, Token::Other);
    let mut tokens = Tokens { text: body, at: range.start as usize, open: Vec::new() };
    while let Some(token) = tokens.next() {
        if let Token::Word(at) = &token {
            let word = std::str::from_utf8(&body[at.start as usize..at.end as usize]);
            if word.is_ok_and(is_name) {
                found.push(Reference {
                    span: at.clone(),
                    qualifier: match (&before, &last) {
                        (Token::Word(owner) | Token::Group(owner), Token::Access) => {
                            Some(owner.clone())
                        }
                        _ => None,
                    },
                    call: tokens.is_before_parenthesis(),
                    ..Reference::default()
                });
            }
        }
        (before, last) = (last, token);
    }
    found
}

#[derive(Clone, Debug)]
enum Token {
    Word(Span),
    /// A pair of parentheses with what is between them, at its end.
    Group(Span),
    /// `.`, `->` or `::`.
    Access,
    Other,
}

struct Tokens<'t> {
    /// The file, up to the end of the replacement.
    text: &'t [u8],
    at: usize,
    /// The offsets of the open parentheses.
    open: Vec<usize>,
}

impl Tokens<'_> {
    /// The next token that is neither white space nor a comment.
    fn next(&mut self) -> Option<Token> {
        loop {
            let start = self.at;
            let rest = self.text.get(start..)?;
            let first = *rest.first()?;
            let (length, token) = match first {
                b'\\' => (1, None),
                _ if first.is_ascii_whitespace() => (1, None),
                b'/' if rest.starts_with(b"//") => (rest.len(), None),
                b'/' if rest.starts_with(b"/*") => {
                    let end = memmem::find(&rest[2..], b"*/");
                    (end.map_or(rest.len(), |end| end + 4), None)
                }
                b'"' | b'\'' => {
                    let end = literal_end(self.text, start + 1, first).min(self.text.len());
                    (end - start, Some(Token::Other))
                }
                b'-' if rest.starts_with(b"->") => (2, Some(Token::Access)),
                b':' if rest.starts_with(b"::") => (2, Some(Token::Access)),
                b'.' => (1, Some(Token::Access)),
                b'(' => {
                    self.open.push(start);
                    (1, Some(Token::Other))
                }
                b')' => {
                    let opened = self.open.pop().unwrap_or(start);
                    (1, Some(Token::Group(opened as u32..start as u32 + 1)))
                }
                _ if is_name_byte(first) => {
                    let length = rest.iter().take_while(|byte| is_name_byte(**byte)).count();
                    let is_number = first.is_ascii_digit();
                    let word = Token::Word(start as u32..(start + length) as u32);
                    (length, Some(if is_number { Token::Other } else { word }))
                }
                _ => (1, Some(Token::Other)),
            };
            self.at += length;
            if token.is_some() {
                return token;
            }
        }
    }

    /// Whether a parenthesis follows.
    fn is_before_parenthesis(&self) -> bool {
        let mut rest = self.text[self.at..].iter();
        let is_blank = |byte: &&u8| byte.is_ascii_whitespace() || **byte == b'\\';
        rest.find(|byte| !is_blank(byte)) == Some(&b'(')
    }
}
