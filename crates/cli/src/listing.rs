//! Lines of files as a list for people: each file once, and its lines behind their numbers and the names of the
//! declarations around them.

use std::cmp::Reverse;
use std::fmt::Write as _;

use firsthand::Workspace;
use firsthand::registry::{QueryTokens, escape};
use firsthand_render::columns::{columns, cut};

use crate::paint::{Terminal, TextStyle};

/// The most columns of one line where standard output is no terminal.
pub(crate) const MAX_LINE_COLUMNS: usize = 200;
/// The fewest characters to which the name of the declaration around a line is cut.
const MIN_NAME_CHARS: usize = 32;
/// The columns before a line's number, behind its file's own indentation.
const NUMBER_INDENT: usize = 2;
/// The columns between a name and its line's text.
const GAP_COLUMNS: usize = 2;
/// A cut text shows this part of its room before the first word that is marked in it.
const ROOM_BEFORE_MATCH: usize = 3;

/// One line of a file.
pub(crate) struct Row {
    pub(crate) number: u32,
    /// A sign behind the number, such as `~`; a space if there is nothing to say.
    pub(crate) mark: char,
    /// The name of the declaration around the line; may be empty.
    pub(crate) name: String,
    pub(crate) text: String,
    /// What is said behind the text, which is cut to leave room for it; may be empty.
    pub(crate) after: String,
}

/// The lines of one file.
pub(crate) struct FileRows {
    pub(crate) path: String,
    pub(crate) rows: Vec<Row>,
}

/// Rows by file, in the order of the first row of each; the rows of a file by their numbers, each line once.
pub(crate) fn by_file(rows: impl Iterator<Item = (String, Row)>) -> Vec<FileRows> {
    let mut files: Vec<FileRows> = Vec::new();
    for (path, row) in rows {
        match files.iter_mut().find(|file| file.path == path) {
            Some(file) => file.rows.push(row),
            None => files.push(FileRows { path, rows: vec![row] }),
        }
    }
    for file in &mut files {
        // A blank comes before every mark, so the certain one of equal lines stays.
        file.rows.sort_by_key(|row| (row.number, row.mark));
        file.rows.dedup_by_key(|row| row.number);
    }
    files
}

/// How a list is printed.
pub(crate) struct Listing<'a> {
    pub(crate) terminal: &'a Terminal,
    /// The roots, absolute, for links.
    pub(crate) roots: &'a Workspace,
    /// The words that are marked where they match, longer ones first.
    pub(crate) words: &'a [String],
    /// The columns before a path.
    pub(crate) indent: usize,
    /// The most columns of a line.
    pub(crate) width: usize,
}

impl Listing<'_> {
    /// Appends a file: its path, and a line for each row.
    pub(crate) fn file(&self, out: &mut String, file: &FileRows) {
        let first = file.rows.first().map_or(1, |row| row.number);
        let path = self.terminal.path(self.roots, &file.path, first, &escape(&file.path));
        let _ = writeln!(out, "{:indent$}{path}", "", indent = self.indent);
        let numbers = file.rows.iter().map(|row| row.number);
        let number_columns = numbers.max().unwrap_or(0).to_string().len();
        let before = self.indent + NUMBER_INDENT;
        let texts = file.rows.iter().map(|row| columns(row.text.trim()) + columns(&row.after));
        let used = before + number_columns + 2 + 2 * GAP_COLUMNS + texts.max().unwrap_or(0);
        let most = self.width.saturating_sub(used).max(MIN_NAME_CHARS);
        let name = |row: &Row| end_of(&escape(&row.name), most);
        let names: Vec<String> = file.rows.iter().map(name).collect();
        let name_columns = names.iter().map(|name| columns(name)).max().unwrap_or(0);
        for (row, name) in file.rows.iter().zip(&names) {
            let number = format!("{:>number_columns$}", row.number);
            let number = self.paint(TextStyle::Dim, &number);
            let number = self.terminal.link(self.roots, &file.path, row.number, &number);
            let _ = write!(out, "{:before$}{number}{}", "", row.mark);
            let mut used = before + number_columns + 1;
            if name_columns > 0 {
                let padding = name_columns - columns(name);
                let name = self.paint(TextStyle::Symbol, name);
                let _ = write!(out, " {name}{:padding$}", "");
                used += 1 + name_columns;
            }
            let text = escape(row.text.trim()).into_owned();
            let after = match &*row.after {
                "" => String::new(),
                after => format!("  {after}"),
            };
            let room = self.width.saturating_sub(used + GAP_COLUMNS + columns(&after));
            let text = self.cut(&text, room);
            let _ = write!(out, "{:GAP_COLUMNS$}{}", "", self.marked(&text));
            let _ = match &*after {
                "" => writeln!(out),
                after => writeln!(out, "{}", self.paint(TextStyle::Dim, after)),
            };
        }
    }

    /// What the marks among `used` mean, a line each; empty without one.
    pub(crate) fn legend(&self, known: &[Mark], used: &[char]) -> String {
        let used = known.iter().filter(|(sign, _)| used.contains(sign));
        let lines = used.map(|(sign, meaning)| format!("{sign} {meaning}"));
        lines.map(|line| self.paint(TextStyle::Dim, &line) + "\n").collect()
    }

    /// The text cut at its end, and at its beginning if the first word that is marked would not be shown else.
    pub(crate) fn cut(&self, text: &str, room: usize) -> String {
        let found = self.words.iter().filter_map(|word| find_ignoring_case(text, word));
        let (start, end) = found.min().unwrap_or((0, 0));
        let is_shown = text.get(..end).is_none_or(|head| columns(head) < room);
        let cut_start = text.get(..start).filter(|_| !is_shown).and_then(|head| {
            Some(head.char_indices().rev().take(room / ROOM_BEFORE_MATCH).last()?.0)
        });
        match cut_start.and_then(|start| text.get(start..)) {
            Some(tail) => format!("…{}", cut(tail, room.saturating_sub(1))),
            None => cut(text, room).into_owned(),
        }
    }

    /// The text with the searched words in the colour of matches.
    pub(crate) fn marked(&self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(next) = rest.chars().next() {
            let matched = self.words.iter().find_map(|word| length_ignoring_case(rest, word));
            let (head, tail) = rest.split_at(matched.unwrap_or(next.len_utf8()));
            match matched {
                Some(_) => out += &self.paint(TextStyle::Match, head),
                None => out += head,
            }
            rest = tail;
        }
        out
    }

    fn paint(&self, style: TextStyle, text: &str) -> String {
        self.terminal.stdout.text(style, text)
    }
}

/// The name, or its last characters behind `…`: what is declared stands behind what it is declared in.
fn end_of(name: &str, most: usize) -> String {
    let cut = name.chars().count().saturating_sub(most);
    if cut == 0 {
        return name.to_owned();
    }
    format!("…{}", name.chars().skip(cut + 1).collect::<String>())
}

/// The bytes at the start of a text that are a word in any case.
fn length_ignoring_case(text: &str, word: &str) -> Option<usize> {
    let mut rest = word.chars().flat_map(char::to_lowercase).peekable();
    for (at, c) in text.char_indices() {
        if rest.peek().is_none() {
            return Some(at);
        }
        if !c.to_lowercase().all(|lower| rest.next() == Some(lower)) {
            return None;
        }
    }
    rest.peek().is_none().then_some(text.len())
}

/// Where a word begins and ends in a text.
fn find_ignoring_case(text: &str, word: &str) -> Option<(usize, usize)> {
    let mut starts = text.char_indices().map(|(at, _)| at);
    starts.find_map(|at| Some((at, at + length_ignoring_case(text.get(at..)?, word)?)))
}

/// A sign behind the number of a line, and what it means.
pub(crate) type Mark = (char, &'static str);
pub(crate) const BY_NAME: Mark = ('~', "by name alone: it may mean another declaration");
pub(crate) const BY_STRING: Mark = ('"', "in a string or a text: it need not mean the declaration");

/// The fewest characters of a word that is marked where it matches.
const MIN_MATCH_CHARS: usize = 3;

/// The words that a search marks where they match: those of its query, or the name of its symbol.
pub(crate) fn words_to_mark(query: &str) -> Vec<String> {
    let mut words: Vec<String> = QueryTokens::of(query).iter().map(str::to_owned).collect();
    words.retain(|word| word.chars().count() >= MIN_MATCH_CHARS);
    words.sort_by_key(|word| Reverse(word.len()));
    words
}

#[cfg(test)]
mod tests;
