//! The parser of patterns. `pattern.rs` describes the syntax.

use super::{Item, Pattern, TextTest};

/// The error of patterns that do not compile for a grammar.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum PatternError {
    #[error("no node kind {0}")]
    UnknownKind(String),
    #[error("no field {0}")]
    UnknownField(String),
    #[error("unexpected {0}")]
    Unexpected(String),
    #[error("a pattern must begin with a node kind")]
    OuterWildcard,
}

/// The patterns of `source`, and the names of their captures.
pub(super) fn parse(
    source: &str,
    grammar: &tree_sitter::Language,
) -> Result<(Vec<Pattern>, Vec<String>), PatternError> {
    let mut parser = Parser { tokens: tokenize(source), at: 0, captures: Vec::new(), grammar };
    let mut list = Vec::new();
    while parser.at < parser.tokens.len() {
        parser.expect("(")?;
        let pattern = parser.node()?;
        if pattern.kind.is_none() {
            return Err(PatternError::OuterWildcard);
        }
        list.push(pattern);
    }
    Ok((list, parser.captures))
}

/// The tokens of the text: parentheses, and the texts between parentheses and white space. Comments are left out.
fn tokenize(source: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in source.lines() {
        let line = line.split(';').next().unwrap_or_default();
        let mut from = 0;
        for (at, c) in line.char_indices() {
            if !matches!(c, '(' | ')') && !c.is_whitespace() {
                continue;
            }
            found.push(&line[from..at]);
            found.push(line[at..at + c.len_utf8()].trim());
            from = at + c.len_utf8();
        }
        found.push(&line[from..]);
    }
    found.retain(|token| !token.is_empty());
    found
}

struct Parser<'s> {
    tokens: Vec<&'s str>,
    at: usize,
    captures: Vec<String>,
    grammar: &'s tree_sitter::Language,
}

impl<'s> Parser<'s> {
    fn next(&mut self) -> Result<&'s str, PatternError> {
        let token = self.tokens.get(self.at).copied();
        self.at += 1;
        token.ok_or_else(|| PatternError::Unexpected("end".to_owned()))
    }

    fn expect(&mut self, expected: &str) -> Result<(), PatternError> {
        let token = self.next()?;
        if token == expected { Ok(()) } else { Err(PatternError::Unexpected(token.to_owned())) }
    }

    /// Parses a node whose `(` was consumed, and the captures behind its `)`.
    fn node(&mut self) -> Result<Pattern, PatternError> {
        let kind = match self.next()? {
            "_" => None,
            name => Some(self.kind(name, true)?),
        };
        let mut pattern = Pattern { kind, ..Pattern::default() };
        let mut anchored = false;
        let (mut field, mut repeats) = (None, false);
        loop {
            match self.next()? {
                ")" => break,
                "." => anchored = true,
                "(" => {
                    let inner = self.node()?;
                    pattern.items.push(Item {
                        field: field.take(),
                        repeats,
                        anchored,
                        pattern: inner,
                    });
                    (anchored, repeats) = (false, false);
                }
                "\"_\"" if field.is_some() => {
                    let captures = self.captures();
                    let in_field = field.take().map(|field| (field, captures));
                    pattern.anonymous_fields.extend(in_field);
                }
                token if token.starts_with('"') => {
                    let kind = self.kind(token.trim_matches('"'), false)?;
                    let captures = self.captures();
                    pattern.anonymous.push((kind, captures));
                }
                token if token.trim_start_matches('!').starts_with('=') => {
                    let texts = token.trim_start_matches(['!', '=']).split('|');
                    let texts = texts.map(str::to_owned).collect();
                    pattern.text = Some(if token.starts_with('!') {
                        TextTest::NoneOf(texts)
                    } else {
                        TextTest::OneOf(texts)
                    });
                }
                token => match (token.strip_prefix('!'), token.strip_suffix(':')) {
                    (Some(name), _) => pattern.absent_fields.push(self.field(name)?),
                    (_, Some(name)) => {
                        let repeated = name.strip_suffix('*');
                        repeats = repeated.is_some();
                        field = Some(self.field(repeated.unwrap_or(name))?);
                    }
                    _ => return Err(PatternError::Unexpected(token.to_owned())),
                },
            }
        }
        pattern.end_anchored = anchored;
        pattern.captures = self.captures();
        Ok(pattern)
    }

    /// The captures at the present position.
    fn captures(&mut self) -> Vec<u16> {
        let mut found = Vec::new();
        while let Some(name) = self.tokens.get(self.at).and_then(|token| token.strip_prefix('@')) {
            found.push(self.capture(name));
            self.at += 1;
        }
        found
    }

    fn kind(&self, name: &str, named: bool) -> Result<u16, PatternError> {
        match self.grammar.id_for_node_kind(name, named) {
            0 if named => Err(PatternError::UnknownKind(name.to_owned())),
            0 => Err(PatternError::UnknownKind(format!("\"{name}\""))),
            kind => Ok(kind),
        }
    }

    fn field(&self, name: &str) -> Result<u16, PatternError> {
        let id = self.grammar.field_id_for_name(name);
        id.map(std::num::NonZero::get).ok_or_else(|| PatternError::UnknownField(name.to_owned()))
    }

    fn capture(&mut self, name: &str) -> u16 {
        let existing = self.captures.iter().position(|capture| capture == name);
        let index = existing.unwrap_or_else(|| {
            self.captures.push(name.to_owned());
            self.captures.len() - 1
        });
        u16::try_from(index).unwrap_or(u16::MAX)
    }
}
