//! Reads a place in the text forms, in any of its spellings.

use super::{Fault, Form};
use crate::oracle::Location;

impl Form<'_> {
    /// The place at the start of the text, which must be one of the report, and the rest.
    pub(super) fn place<'t>(&mut self, text: &'t str) -> Result<(Location, &'t str), Fault> {
        let parsed = self.parse_place(text).ok_or_else(|| self.fabricated(text))?;
        let (location, rest) = parsed?;
        if !text.trim_start_matches('`').starts_with('(') && !text.starts_with("file of (") {
            self.paths.push(location.0.clone());
        }
        Ok((location, rest))
    }

    pub(super) fn fabricated(&self, text: &str) -> Fault {
        ("no_fabrication", format!("prints no place of the report at {text:?}"))
    }

    /// The place of the report at the start of the text, in any of its spellings, and the rest; `None` if there is none.
    pub(super) fn parse_place<'t>(
        &self,
        text: &'t str,
    ) -> Option<Result<(Location, &'t str), Fault>> {
        let code = text.strip_prefix('`');
        let text = code.unwrap_or(text);
        let numbered = text.strip_prefix("file of (").or_else(|| text.strip_prefix('('));
        let numbered = numbered.and_then(leading_number);
        let numbered = numbered.and_then(|(n, rest)| Some((n, rest.strip_prefix(')')?)));
        let (location, rest) = if let Some((number, rest)) = numbered {
            let known = self.numbered.get((number as usize).wrapping_sub(1))?;
            let lines = rest.strip_prefix([':', ' ']).and_then(parse_lines);
            match lines.filter(|_| !text.starts_with('f')) {
                Some((range, rest)) => ((known.0.clone(), Some(range)), rest),
                None => ((known.0.clone(), None), rest),
            }
        } else {
            let (path, rest) = self.parse_path(text)?;
            let lines = rest.strip_prefix([':', ' ']).and_then(parse_lines);
            match lines {
                Some((range, rest)) => ((path, Some(range)), rest),
                None => ((path, None), rest.trim_start().strip_prefix("(not read)")?),
            }
        };
        let is_reported = self.reported.contains(&location);
        let rest = if code.is_some() { rest.strip_prefix('`')? } else { rest };
        let why = || ("no_fabrication", format!("prints {location:?}"));
        Some(if is_reported { Ok((location, rest)) } else { Err(why()) })
    }

    /// The path at the start of the text, which may be a string literal, and the rest.
    fn parse_path<'t>(&self, text: &'t str) -> Option<(String, &'t str)> {
        if let Some(literal) = text.strip_prefix('"') {
            return unescape_literal(literal);
        }
        let (path, rest) = text.split_at(text.find([':', ' '])?);
        let whole = path.strip_prefix("…/").map(|short| format!("{}{short}", self.folder));
        Some((whole.unwrap_or_else(|| path.to_owned()), rest))
    }
}

/// The text of a string literal behind its opening quote, and the rest behind the closing one.
fn unescape_literal(literal: &str) -> Option<(String, &str)> {
    let (mut path, mut rest) = (String::new(), literal);
    loop {
        let c = rest.chars().next()?;
        rest = &rest[c.len_utf8()..];
        if c == '"' {
            return Some((path, rest));
        }
        if c != '\\' {
            path.push(c);
            continue;
        }
        let c = rest.chars().next()?;
        rest = &rest[c.len_utf8()..];
        path.push(match c {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let (code, behind) = rest.strip_prefix('{')?.split_once('}')?;
                rest = behind;
                char::from_u32(u32::from_str_radix(code, 16).ok()?)?
            }
            _ => c,
        });
    }
}

/// A range of lines such as `1-2`, or one line, and the rest.
fn parse_lines(text: &str) -> Option<((u32, u32), &str)> {
    let (start, rest) = leading_number(text)?;
    let end = rest.strip_prefix('-').map(leading_number);
    match end {
        Some(end) => end.map(|(end, rest)| ((start, end), rest)),
        None => Some(((start, start), rest)),
    }
}

/// The number at the beginning of the text, and the rest.
pub(super) fn leading_number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}
