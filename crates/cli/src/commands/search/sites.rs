//! The lines that call or name a symbol, as a list: by file, those of tests after the others; and marks where words of a
//! search match.

use std::cmp::Reverse;
use std::fmt::Write as _;

use firsthand::codegraph::Resolution;
use firsthand::registry::{QueryTokens, clip, escape};
use firsthand::{ListedLine, SearchDocument};

use super::show::Page;
use crate::paint::TextStyle;

/// The most lines of a list.
const MAX_LISTED_LINES: usize = 200;
/// The most characters of the name of the declaration around a line.
const MAX_NAME_CHARS: usize = 32;
/// The marks of lines whose resolution is not certain, and what they mean.
const MARKS: [(Resolution, char, &str); 2] = [
    (Resolution::Name, '~', "by name alone: it may mean another declaration"),
    (Resolution::Text, '"', "in a string or a text: it need not mean the declaration"),
];

/// The lines of one file.
struct FileLines<'d> {
    path: &'d str,
    is_test: bool,
    lines: Vec<Row<'d>>,
}

/// A line of the list.
struct Row<'d> {
    listed: &'d ListedLine,
    resolution: Option<Resolution>,
}

impl Page<'_> {
    /// Appends the sites of a relation: each file once, and a line for each site behind the name of the declaration
    /// around it.
    pub(super) fn sites(&self, out: &mut String, document: &SearchDocument, lines: &[ListedLine]) {
        let by_file = by_file(document, lines);
        let mut was_test = false;
        for file in &by_file {
            if file.is_test && !was_test {
                let _ = writeln!(out, "{}\n", self.paint(TextStyle::Label, "Tests"));
            }
            was_test = file.is_test;
            self.file(out, file);
            out.push('\n');
        }
        let mut is_marked = false;
        for (resolution, mark, meaning) in MARKS {
            let mut rows = by_file.iter().flat_map(|file| &file.lines);
            if rows.any(|row| row.resolution == Some(resolution)) {
                let legend = format!("{mark} {meaning}");
                let _ = writeln!(out, "{}", self.paint(TextStyle::Dim, &legend));
                is_marked = true;
            }
        }
        if is_marked {
            out.push('\n');
        }
        if let Some(more @ 1..) = document.sites.len().checked_sub(MAX_LISTED_LINES) {
            let _ = writeln!(out, "… {more} more; --format json lists them\n");
        }
    }

    fn file(&self, out: &mut String, file: &FileLines<'_>) {
        let first = file.lines.first().map_or(1, Row::number);
        let path = self.paint(TextStyle::Path, &escape(file.path));
        *out += &self.terminal.link(self.roots, file.path, first, &path);
        out.push('\n');
        let chars = |text: &str| text.chars().count();
        let names = file.lines.iter().map(Row::name);
        let name_width = names.map(|name| chars(&name)).max().unwrap_or(0);
        let numbers = file.lines.iter().map(Row::number);
        let number_width = numbers.max().unwrap_or(0).to_string().len();
        let room = self.line_chars().saturating_sub(number_width + name_width + 6);
        for row in &file.lines {
            let number = format!("{:>number_width$}", row.number());
            let number = self.paint(TextStyle::Dim, &number);
            let number = self.terminal.link(self.roots, file.path, row.number(), &number);
            let mark = row.mark();
            let name = format!("{:<name_width$}", row.name());
            let name = self.paint(TextStyle::Symbol, &name);
            let text = escape(row.listed.line.text.trim()).into_owned();
            let text = self.matches(&clip(&text, room));
            let _ = writeln!(out, "  {number}{mark} {name}  {text}");
        }
    }
}

impl Row<'_> {
    /// The mark of its resolution; a space if that is certain.
    fn mark(&self) -> char {
        let mut marks = MARKS.iter();
        let own = marks.find(|(resolution, ..)| self.resolution == Some(*resolution));
        own.map_or(' ', |(_, mark, _)| *mark)
    }

    fn number(&self) -> u32 {
        self.listed.line.number
    }

    /// The name of the declaration around the line.
    fn name(&self) -> String {
        let symbol = self.listed.symbol.as_ref();
        let name = symbol.map(|(symbol, ..)| symbol.name.as_str());
        clip(&escape(name.unwrap_or_default()), MAX_NAME_CHARS).into_owned()
    }
}

/// The lines by file, in the order of the first line of each; files of tests, and lines of tests in other files, last.
fn by_file<'d>(document: &'d SearchDocument, lines: &'d [ListedLine]) -> Vec<FileLines<'d>> {
    let mut files: Vec<FileLines<'d>> = Vec::new();
    for (site, listed) in document.sites.iter().zip(lines).take(MAX_LISTED_LINES) {
        let resolution = site.resolution.parse().ok();
        let row = Row { listed, resolution };
        let is_same =
            |file: &&mut FileLines<'_>| file.path == site.path && file.is_test == site.test;
        match files.iter_mut().find(is_same) {
            Some(file) => file.lines.push(row),
            None => {
                files.push(FileLines { path: &site.path, is_test: site.test, lines: vec![row] });
            }
        }
    }
    for file in &mut files {
        file.lines.sort_by_key(|row| (row.number(), row.resolution));
        file.lines.dedup_by_key(|row| row.number());
    }
    files.sort_by_key(|file| file.is_test);
    files
}

/// The fewest characters of a word that is marked where it matches.
const MIN_MATCH_CHARS: usize = 3;

/// The words that a search marks where they match: those of its query, or the name of its symbol.
pub(super) fn words_to_mark(query: &str) -> Vec<String> {
    let mut words: Vec<String> = QueryTokens::of(query).iter().map(str::to_owned).collect();
    words.retain(|word| word.chars().count() >= MIN_MATCH_CHARS);
    words.sort_by_key(|word| Reverse(word.len()));
    words
}

impl Page<'_> {
    /// The text with the searched words in the colour of matches.
    pub(super) fn matches(&self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(next) = rest.chars().next() {
            let is_at_start = |word: &&String| {
                let start = rest.get(..word.len());
                start.is_some_and(|start| start.eq_ignore_ascii_case(word))
            };
            let matched = self.words.iter().find(is_at_start).map(String::len);
            let (head, tail) = rest.split_at(matched.unwrap_or(next.len_utf8()));
            match matched {
                Some(_) => out += &self.paint(TextStyle::Match, head),
                None => out += head,
            }
            rest = tail;
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_words_are_marked_first() {
        assert_eq!(words_to_mark("is a find find_quote"), ["find_quote", "quote", "find"]);
    }
}
