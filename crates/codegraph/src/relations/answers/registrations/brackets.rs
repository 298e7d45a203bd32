//! The brackets of a text with what is between their commas: where a name is handed over to something else.

use std::ops::Range;

use super::parts::{
    Partner, is_left, is_name, is_of_types, key_before, partner, string, text_partner,
    without_qualifiers,
};
use crate::text::distinct::distinct;
use crate::text::entries::bracketed::{comment, quoted};
use crate::text::words::{is_name_char, is_word_byte};

/// The most brackets around a name, and next to one another in a chain of calls, in which others are handed over with it.
const MAX_LEVELS: usize = 3;
/// Words before a bracket that holds types: those of a function, or of what is caught.
const NO_LISTS: [&str; 3] = ["except", "fn", "func"];
/// The longest list of types of a call.
const MAX_TYPES: usize = 200;

/// The brackets and strings of a part of a text, without its comments.
pub(super) struct Brackets<'t> {
    text: &'t str,
    list: Vec<Bracket>,
    /// The last of the outermost ones.
    last: Option<usize>,
    /// What is between quotation marks.
    strings: Vec<Range<usize>>,
}

struct Bracket {
    open: u8,
    span: Range<usize>,
    outer: Option<usize>,
    /// The last one in it.
    last: Option<usize>,
    /// The ones before and after it in a chain of calls, as in `bind(A).to(B)`.
    previous: Option<usize>,
    next: Option<usize>,
    /// What is between the commas.
    parts: Vec<Range<usize>>,
}

/// A name among those in a bracket.
#[derive(Debug, Default)]
pub(super) struct Member {
    /// Whether it is the name itself, and not a value that is made with it.
    pub(super) is_bare: bool,
    /// Whether it is among the types of a call.
    pub(super) is_type: bool,
    pub(super) partners: Vec<Partner>,
}

impl<'t> Brackets<'t> {
    pub(super) fn of(text: &'t str, within: &Range<usize>) -> Brackets<'t> {
        let mut found = Brackets { text, list: Vec::new(), last: None, strings: Vec::new() };
        let (mut open, mut next) = (Vec::new(), within.start);
        let bytes = &text.as_bytes()[..within.end.min(text.len())];
        while next < bytes.len() {
            if let Some(length) = comment(bytes, next) {
                next += length;
                continue;
            }
            let string = b"\"'`".contains(&bytes[next]).then(|| quoted(bytes, next));
            if let Some(content) = string.flatten() {
                next = content.end + 1;
                found.strings.push(content);
                continue;
            }
            found.mark(next, &mut open);
            next += 1;
        }
        found
    }

    /// Reads a byte that is in no string and no comment.
    fn mark(&mut self, at: usize, open: &mut Vec<usize>) {
        let byte = self.text.as_bytes()[at];
        let top = open.last().copied();
        match byte {
            b'(' | b'[' | b'{' => self.open(at, open),
            b'<' if self.is_list_of_types(at) => self.open(at, open),
            b',' | b';' => {
                if let Some(bracket) = top {
                    self.end_part(bracket, at);
                    self.list[bracket].parts.push(at + 1..self.text.len());
                }
            }
            b')' | b']' | b'}' | b'>' => {
                let closes = |at: &usize| (self.list[*at].open == b'<') == (byte == b'>');
                if let Some(bracket) = top.filter(closes) {
                    self.end_part(bracket, at);
                    self.list[bracket].span.end = at + 1;
                    open.pop();
                }
            }
            _ => {}
        }
    }

    fn open(&mut self, at: usize, open: &mut Vec<usize>) {
        let (outer, own) = (open.last().copied(), self.list.len());
        let last = outer.map_or(&mut self.last, |outer| &mut self.list[outer].last);
        let previous = last.replace(own).filter(|before| self.joins(*before, at));
        if let Some(before) = previous {
            self.list[before].next = Some(own);
        }
        self.list.push(Bracket {
            open: self.text.as_bytes()[at],
            span: at..self.text.len(),
            outer,
            last: None,
            previous,
            next: None,
            parts: std::iter::once(at + 1..self.text.len()).collect(),
        });
        open.push(own);
    }

    fn end_part(&mut self, bracket: usize, at: usize) {
        if let Some(part) = self.list[bracket].parts.last_mut() {
            part.end = at;
        }
    }

    /// Whether types of a call begin here: `add<A, B>(`.
    fn is_list_of_types(&self, at: usize) -> bool {
        let bytes = self.text.as_bytes();
        let rest = &bytes[at + 1..bytes.len().min(at + MAX_TYPES)];
        let is_of_type = |byte: &u8| is_word_byte(*byte) || b" ,.:?[]\n".contains(byte);
        let length = rest.iter().take_while(|byte| is_of_type(byte)).count();
        let is_after_name = at > 0 && is_word_byte(bytes[at - 1]);
        is_after_name && rest[length..].starts_with(b">(")
    }

    /// Whether these bytes are all of a string.
    pub(super) fn is_string(&self, bytes: &Range<usize>) -> bool {
        let place = self.strings.binary_search_by_key(&bytes.start, |string| string.start);
        place.is_ok_and(|place| self.strings[place] == *bytes)
    }

    /// The strings in a range that can be names.
    pub(super) fn names_in(&self, within: &Range<usize>) -> impl Iterator<Item = &'t str> {
        let inside = self.strings.iter();
        let inside = inside.filter(|string| within.contains(&string.start));
        inside.map(|string| &self.text[string.clone()]).filter(|text| is_name(text))
    }

    /// The name with these bytes as a member of a bracket.
    pub(super) fn member(&self, name: &Range<usize>) -> Option<Member> {
        let bracket = self.around(name.start)?;
        let Bracket { open, span, .. } = &self.list[bracket];
        let behind = &self.text[span.end.min(self.text.len())..];
        (!is_of_types(*open, &self.text[..span.start], behind)).then_some(())?;
        let part = self.part_at(bracket, name.start)?;
        let (key, is_made) = self.before_name(bracket, part, name)?;
        let is_left = is_left(self.text.get(name.end..part.end)?)?;
        let mut partners = Vec::new();
        partners.extend(key.and_then(string).map(text_partner));
        self.add_partners(bracket, part, &mut partners);
        Some(Member {
            is_bare: is_left && !is_made,
            is_type: self.list[bracket].open == b'<',
            partners: distinct(partners),
        })
    }

    /// What is handed over with the string in these bytes.
    pub(super) fn partners(&self, string: &Range<usize>) -> Vec<Partner> {
        let mut partners = Vec::new();
        if let Some(bracket) = self.around(string.start)
            && let Some(part) = self.part_at(bracket, string.start)
        {
            // The key of a value is handed over with it.
            let value = self.text[part.clone()].split_once([':', '>']);
            partners.extend(value.and_then(|(_, value)| partner(value)));
            self.add_partners(bracket, part, &mut partners);
        }
        partners
    }

    fn around(&self, at: usize) -> Option<usize> {
        let begun = self.list.partition_point(|bracket| bracket.span.start <= at);
        let around = std::iter::successors(begun.checked_sub(1), |one| self.list[*one].outer);
        around.into_iter().find(|one| self.list[*one].span.contains(&at))
    }

    fn part_at(&self, bracket: usize, at: usize) -> Option<&Range<usize>> {
        let parts = &self.list[bracket].parts;
        parts.iter().find(|part| part.start <= at && at <= part.end)
    }

    /// The key before a name in its part, and whether a value is made with it; `None` if there is more before it.
    fn before_name(
        &self,
        bracket: usize,
        part: &Range<usize>,
        name: &Range<usize>,
    ) -> Option<(Option<&'t str>, bool)> {
        let head = without_qualifiers(self.text.get(part.start..name.start)?).trim();
        let head = head.trim_end_matches(['&', '*', '@', '.']).trim_end();
        let made = head.strip_suffix("new");
        let made = made.filter(|rest| !rest.ends_with(|c: char| c.is_alphanumeric()));
        let head = made.unwrap_or(head).trim_end();
        let is_object = self.list[bracket].open == b'{';
        let key = match head {
            "" => None,
            _ => Some(key_before(head, is_object)?),
        };
        (key.is_some() || self.is_list(bracket)).then_some((key, made.is_some()))
    }

    /// Whether what is in a bracket is handed over: the arguments of a call, the members of a list or an object; not the
    /// parts of a type, nor what a handler catches.
    fn is_list(&self, bracket: usize) -> bool {
        let Bracket { open, span, parts, .. } = &self.list[bracket];
        let before = &self.text[..span.start];
        let near = before.chars().next_back();
        let is_after_word = near.is_some_and(|c| c.is_alphanumeric() || "_)]".contains(c));
        let word = before.trim_end().rsplit(|c: char| !c.is_alphanumeric() && c != '_').next();
        let rest = self.text.get(span.end..).unwrap_or_default().trim_start_matches([' ', '\t']);
        let is_followed = rest.starts_with(|c: char| c.is_alphabetic());
        match open {
            b'(' if word.is_some_and(|word| NO_LISTS.contains(&word)) => false,
            b'(' if !is_after_word && (rest.starts_with("->") || rest.starts_with("=>")) => false,
            b'(' => {
                let is_tuple = parts.len() > 1 && !is_followed;
                is_after_word || matches!(near, Some('>' | '!')) || is_tuple
            }
            b'[' => !is_after_word && !self.is_in_subscript(bracket),
            b'{' => {
                is_after_word && near != Some(')')
                    || before.trim_end().ends_with(['=', '(', '[', ',', ':', '{', '&'])
            }
            _ => true,
        }
    }

    /// Whether a bracket is directly in one behind a name, as the parameters of a type of functions in Python.
    fn is_in_subscript(&self, bracket: usize) -> bool {
        self.list[bracket].outer.is_some_and(|outer| {
            let Bracket { open, span, .. } = &self.list[outer];
            let near = self.text[..span.start].chars().next_back();
            *open == b'[' && near.is_some_and(is_name_char)
        })
    }

    /// Adds what the bracket holds besides a part, what the next ones in a chain of calls hold, and those around.
    fn add_partners(&self, bracket: usize, part: &Range<usize>, partners: &mut Vec<Partner>) {
        let (mut bracket, mut own) = (bracket, part.clone());
        for _ in 0..MAX_LEVELS {
            let beside = self.chain(bracket);
            let brackets = std::iter::once(bracket).chain(beside);
            let parts = brackets.flat_map(|at| &self.list[at].parts);
            let others = parts.filter(|part| **part != own);
            let others = others.filter_map(|part| partner(&self.text[part.clone()]));
            let is_one_of_many = self.is_one_of_many(bracket, &own);
            partners.extend(others.filter(|other| other.is_text() || !is_one_of_many));
            let outer = self.list[bracket].outer;
            let Some(outer) = outer.filter(|outer| self.is_list(*outer)) else {
                return;
            };
            let Some(around) = self.part_at(outer, self.list[bracket].span.start) else {
                return;
            };
            own = around.clone();
            let key = self.text[own.clone()].split([':', '=']).next();
            partners.extend(key.and_then(string).map(text_partner));
            bracket = outer;
        }
    }

    /// Whether a part is one of several names in a list: its members are not registered with one another.
    fn is_one_of_many(&self, bracket: usize, own: &Range<usize>) -> bool {
        let Bracket { open, parts, .. } = &self.list[bracket];
        let text = |part: &Range<usize>| self.text.get(part.clone()).unwrap_or_default().trim();
        let filled = parts.iter().map(text).filter(|part| !part.is_empty());
        let is_plain = |part: &str| part.chars().all(|c| is_name_char(c) || ".:\\&".contains(c));
        b"[{".contains(open)
            && filled.clone().all(is_plain)
            && filled.count() > 2
            && is_plain(text(own))
    }

    /// Whether only the name of a member is between a bracket and the next one, or nothing after the types of a call.
    fn joins(&self, before: usize, at: usize) -> bool {
        let bracket = &self.list[before];
        let between = self.text.get(bracket.span.end..at).unwrap_or(" ").trim();
        let name = between.trim_start_matches(['.', '-', '>', ':', '?']);
        let is_member = name.len() < between.len() && name.bytes().all(is_word_byte);
        is_member || between.is_empty() && bracket.open == b'<'
    }

    /// The brackets before and after one in a chain of calls.
    fn chain(&self, bracket: usize) -> impl Iterator<Item = usize> {
        let before =
            std::iter::successors(self.list[bracket].previous, |at| self.list[*at].previous);
        let after = std::iter::successors(self.list[bracket].next, |at| self.list[*at].next);
        before.take(MAX_LEVELS).chain(after.take(MAX_LEVELS))
    }
}
