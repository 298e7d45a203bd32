//! The parser of patterns. `pattern.rs` describes the syntax.

use super::{Item, Pattern};

/// The error of patterns that do not compile for a grammar.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum PatternError {
    #[error("no node kind {0}")]
    Kind(String),
    #[error("no field {0}")]
    Field(String),
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
    let mut parser = Parser {
        tokens: tokenize(source),
        at: 0,
        captures: Vec::new(),
        grammar,
    };
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

/// The tokens of the text: parentheses, and the words between them; comments are left out.
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
    found.retain(|word| !word.is_empty());
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
        let word = self.tokens.get(self.at).copied();
        self.at += 1;
        word.ok_or_else(|| PatternError::Unexpected("end".to_owned()))
    }

    fn expect(&mut self, wanted: &str) -> Result<(), PatternError> {
        let word = self.next()?;
        if word == wanted {
            Ok(())
        } else {
            Err(PatternError::Unexpected(word.to_owned()))
        }
    }

    /// A node after its opening parenthesis, with the captures after its closing one.
    fn node(&mut self) -> Result<Pattern, PatternError> {
        let mut pattern = Pattern {
            kind: self.kind()?,
            ..Pattern::default()
        };
        let mut anchored = false;
        let mut field = None;
        loop {
            match self.next()? {
                ")" => break,
                "." => anchored = true,
                "(" => {
                    let inner = self.node()?;
                    pattern.items.push(Item {
                        field: field.take(),
                        anchored,
                        pattern: inner,
                    });
                    anchored = false;
                }
                word if word.starts_with('"') => {
                    let token = (self.token_kind(word)?, self.captures());
                    pattern.tokens.push(token);
                }
                word if word.trim_start_matches('!').starts_with('=') => {
                    let texts = word.trim_start_matches(['!', '=']).split('|');
                    pattern.texts =
                        Some((texts.map(str::to_owned).collect(), !word.starts_with('!')));
                }
                word => match (word.strip_prefix('!'), word.strip_suffix(':')) {
                    (Some(name), _) => pattern.absent_fields.push(self.field(name)?),
                    (_, Some(name)) => field = Some(self.field(name)?),
                    _ => return Err(PatternError::Unexpected(word.to_owned())),
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
        while let Some(name) = self
            .tokens
            .get(self.at)
            .and_then(|word| word.strip_prefix('@'))
        {
            found.push(self.capture(name));
            self.at += 1;
        }
        found
    }

    fn kind(&mut self) -> Result<Option<u16>, PatternError> {
        let name = self.next()?;
        if name == "_" {
            return Ok(None);
        }
        match self.grammar.id_for_node_kind(name, true) {
            0 => Err(PatternError::Kind(name.to_owned())),
            kind => Ok(Some(kind)),
        }
    }

    /// The kind of a quoted token.
    fn token_kind(&self, word: &str) -> Result<u16, PatternError> {
        match self.grammar.id_for_node_kind(word.trim_matches('"'), false) {
            0 => Err(PatternError::Kind(word.to_owned())),
            kind => Ok(kind),
        }
    }

    fn field(&self, name: &str) -> Result<u16, PatternError> {
        let id = self.grammar.field_id_for_name(name);
        id.map(std::num::NonZero::get)
            .ok_or_else(|| PatternError::Field(name.to_owned()))
    }

    fn capture(&mut self, name: &str) -> u16 {
        let known = self.captures.iter().position(|capture| capture == name);
        let index = known.unwrap_or_else(|| {
            self.captures.push(name.to_owned());
            self.captures.len() - 1
        });
        u16::try_from(index).unwrap_or(u16::MAX)
    }
}
