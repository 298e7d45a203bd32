//! Parses a place in the text forms.

use super::Location;

/// The places of a text form so far, by their numbers, and its notation for lines.
#[derive(Default)]
pub(super) struct Places {
    pub(super) numbered: Vec<Location>,
    /// The paths that were printed with a place, in order; none in a form that repeats the path of every place.
    pub(super) printed_paths: Vec<String>,
    /// The folder for which `…/` stands.
    pub(super) folder: String,
    /// Whether some path of the report ends in `)` or `"`, so that a space stands for the colon.
    pub(super) space_before_lines: bool,
}

impl Places {
    /// A place with its number, if it is new: `[3] path:1-2`, `[3] (1):4-5` or `[3] file of (1)`; or `(2):1-2` for
    /// a known one.
    pub(super) fn with_number<'t>(&mut self, text: &'t str) -> Result<(usize, &'t str), String> {
        let next = self.numbered.len() + 1;
        let new = text.strip_prefix(&format!("[{next}] "));
        match new {
            Some(rest) => {
                let rest = self.new_place(rest)?;
                Ok((next, rest))
            }
            None => self.known_place(text),
        }
    }

    /// Parses a place that has no number yet and gives it the next one; returns the rest of the text.
    pub(super) fn new_place<'t>(&mut self, text: &'t str) -> Result<&'t str, String> {
        if let Some(rest) = text.strip_prefix("file of (") {
            let (number, rest) = leading_number(rest).ok_or("file of no number")?;
            let rest = rest.strip_prefix(')').ok_or("file of (n")?;
            let path = self.path_of(number)?;
            self.add((path, None), false)?;
            return Ok(rest);
        }
        if let Some((number, range, rest)) = self.numbered_lines(text) {
            let path = self.path_of(number)?;
            self.add((path, Some(range)), false)?;
            return Ok(rest);
        }
        let (location, rest) = self.parse_with_path(text)?;
        self.add(location, true)?;
        Ok(rest)
    }

    /// Parses a place that is printed with its path.
    pub(super) fn parse_with_path<'t>(&self, text: &'t str) -> Result<(Location, &'t str), String> {
        let code = text.strip_prefix('`');
        let text = code.unwrap_or(text);
        let (location, rest) = if text.starts_with('"') {
            parse_literal(text, self.space_before_lines)?
        } else {
            parse_plain(text)?
        };
        let location = match location.0.strip_prefix("…/") {
            Some(rest) if !text.starts_with('"') => (format!("{}{rest}", self.folder), location.1),
            _ => location,
        };
        match code {
            Some(_) => Ok((location, rest.strip_prefix('`').ok_or("half a code span")?)),
            None => Ok((location, rest)),
        }
    }

    /// A place that was numbered before: `(2):1-2`, or `(2)` where it has no lines.
    pub(super) fn known_place<'t>(&self, text: &'t str) -> Result<(usize, &'t str), String> {
        if let Some((number, range, rest)) = self.numbered_lines(text) {
            let location = (self.path_of(number)?, Some(range));
            let at = self.numbered.iter().position(|known| *known == location);
            return Ok((at.ok_or(format!("{location:?} has no number"))? + 1, rest));
        }
        let inside = text.strip_prefix('(').ok_or(format!("no number: {text:?}"))?;
        let (number, rest) = leading_number(inside).ok_or(format!("no number: {text:?}"))?;
        let rest = rest.strip_prefix(')').ok_or("no end of a number")?;
        let known = self.numbered.get((number as usize).wrapping_sub(1));
        match known {
            Some((_, None)) => Ok((number as usize, rest)),
            _ => Err(format!("[{number}] is no place without lines")),
        }
    }

    /// The text before the next place in the file of a place, behind a semicolon; then the place's number and the rest:
    /// `[4] (2):1-2` for a new one, `(2):1-2` for a known one.
    pub(super) fn further<'t>(&mut self, text: &'t str) -> Option<(&'t str, (usize, &'t str))> {
        text.match_indices("; ").find_map(|(at, mark)| {
            let found = self.with_number(&text[at + mark.len()..]).ok()?;
            Some((&text[..at], found))
        })
    }

    fn add(&mut self, location: Location, has_path: bool) -> Result<(), String> {
        if self.numbered.contains(&location) {
            return Err(format!("{location:?} has two numbers"));
        }
        if has_path {
            self.printed_paths.push(location.0.clone());
        }
        self.numbered.push(location);
        Ok(())
    }

    fn path_of(&self, number: u32) -> Result<String, String> {
        let location = self.numbered.get((number as usize).wrapping_sub(1));
        location.map(|(path, _)| path.clone()).ok_or(format!("[{number}] is no place"))
    }

    fn numbered_lines<'t>(&self, text: &'t str) -> Option<(u32, (u32, u32), &'t str)> {
        let (number, rest) = leading_number(text.strip_prefix('(')?)?;
        let colon = if self.space_before_lines { ") " } else { "):" };
        let (range, rest) = parse_lines(rest.strip_prefix(colon)?)?;
        Some((number, range, rest))
    }
}

/// `src/a.ts:1-2` or `src/a.ts (not read)`.
fn parse_plain(text: &str) -> Result<(Location, &str), String> {
    let end = text.find([':', ' ']).ok_or(format!("no place: {text:?}"))?;
    let (path, rest) = text.split_at(end);
    parse_lines_or_note(path.to_owned(), rest, ":", " ").ok_or(format!("no lines: {text:?}"))
}

/// `"a b.ts":1-2` or `"a b.ts" (not read)`.
fn parse_literal(text: &str, space_before_lines: bool) -> Result<(Location, &str), String> {
    let wrong = || format!("no string literal: {text:?}");
    let (mut path, mut rest) = (String::new(), &text[1..]);
    loop {
        let c = rest.chars().next().ok_or_else(wrong)?;
        rest = &rest[c.len_utf8()..];
        match c {
            '"' => break,
            '\\' => {
                let (plain, after) = unescape(rest).ok_or_else(wrong)?;
                path.push(plain);
                rest = after;
            }
            _ => path.push(c),
        }
    }
    let (colon, gap) = if space_before_lines { (" ", "  ") } else { (":", " ") };
    parse_lines_or_note(path, rest, colon, gap).ok_or_else(wrong)
}

/// The character of an escape without its backslash, and the rest.
fn unescape(rest: &str) -> Option<(char, &str)> {
    let c = rest.chars().next()?;
    let after = &rest[c.len_utf8()..];
    match c {
        'n' => Some(('\n', after)),
        'r' => Some(('\r', after)),
        't' => Some(('\t', after)),
        'u' => {
            let (code, after) = after.strip_prefix('{')?.split_once('}')?;
            let code = u32::from_str_radix(code, 16).ok()?;
            Some((char::from_u32(code)?, after))
        }
        _ => Some((c, after)),
    }
}

/// The lines after a path, behind `colon`; or the note `(not read)` behind `gap`.
fn parse_lines_or_note<'t>(
    path: String,
    rest: &'t str,
    colon: &str,
    gap: &str,
) -> Option<(Location, &'t str)> {
    if let Some((range, rest)) = rest.strip_prefix(colon).and_then(parse_lines) {
        return Some(((path, Some(range)), rest));
    }
    let rest = rest.strip_prefix(gap)?.strip_prefix("(not read)")?;
    Some(((path, None), rest))
}

/// A range of lines such as `1-2`, or one line, and the rest.
fn parse_lines(text: &str) -> Option<((u32, u32), &str)> {
    let (start, rest) = leading_number(text)?;
    match rest.strip_prefix('-').map(leading_number) {
        Some(range) => range.map(|(end, rest)| ((start, end), rest)),
        None => Some(((start, start), rest)),
    }
}

/// The number at the beginning of the text, and the rest.
pub(super) fn leading_number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}
