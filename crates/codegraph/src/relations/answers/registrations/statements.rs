//! The brackets of a file, read once for all names that stand in the same statements.

use std::ops::Range;

use super::brackets::Brackets;
use crate::facts::ParsedFile;

/// The brackets of the statements of a file that were read last. Places are asked for in order, so these mostly have the
/// next one, too: what a program wrote has many names in one statement.
pub(super) struct Statements<'f> {
    pub(super) file: &'f ParsedFile,
    text: Option<&'f str>,
    last: Option<(Range<usize>, Brackets<'f>)>,
    /// How many bytes were read.
    read: usize,
}

impl<'f> Statements<'f> {
    pub(super) fn of(file: &'f ParsedFile) -> Statements<'f> {
        let text = std::str::from_utf8(&file.text).ok();
        Statements { file, text, last: None, read: 0 }
    }

    /// The brackets of the statements around a place; `None` in a file that is no text.
    pub(super) fn brackets_around(&mut self, at: u32) -> Option<&Brackets<'f>> {
        let (text, within) = (self.text?, self.around(at));
        if self.last.as_ref().is_none_or(|(known, _)| *known != within) {
            self.read += within.len();
            let brackets = Brackets::of(text, &within);
            self.last = Some((within, brackets));
        }
        self.last.as_ref().map(|(_, brackets)| brackets)
    }

    /// The bytes of the innermost declaration around a place, or of what is between the outermost ones.
    fn around(&self, at: u32) -> Range<usize> {
        let file = self.file;
        if let Some(symbol) = file.facts.enclosing(at) {
            let span = &file.facts.symbols[symbol].span;
            return span.start as usize..span.end as usize;
        }
        let (first, last) = file.gap_around(file.line(at));
        file.lines.bytes(first, last)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::facts::Facts;

    /// A file without declarations, as one that takes too long to parse.
    fn file(text: &str) -> ParsedFile {
        let bytes = Arc::new(text.as_bytes().to_vec());
        ParsedFile::new("app.js", Arc::clone(&bytes), bytes, None, Arc::<Facts>::default())
    }

    #[test]
    fn statements_are_read_once_for_all_names_in_them() {
        let text = "go(a,b);".repeat(500);
        let file = file(&text);
        let mut statements = Statements::of(&file);
        let members = text.match_indices('a').filter(|(at, _)| {
            let brackets = statements.brackets_around(u32::try_from(*at).unwrap()).unwrap();
            brackets.member(&(*at..at + 1)).is_some()
        });
        assert_eq!(members.count(), 500);
        assert_eq!(statements.read, text.len());
    }

    /// With a search for the bracket before each one, these are billions of steps.
    #[test]
    fn brackets_in_brackets_are_read_in_linear_time() {
        let depth = 200_000;
        let text = format!("{}Card{}", "f(".repeat(depth), ")".repeat(depth));
        let brackets = Brackets::of(&text, &(0..text.len()));
        let at = 2 * depth;
        assert!(brackets.member(&(at..at + 4)).is_some());
    }
}
