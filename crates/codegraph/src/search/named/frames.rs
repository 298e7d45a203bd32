//! The frames of stack traces: a line, and the names beside it, one of which may be that of the function. The trace may be
//! of another version of the file, in which the function has other lines.

use crate::facts::ParsedFile;
use crate::text::words::is_word_byte;
use firsthand_source::WrittenPlace;

/// A line that a text names.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) line: u32,
    /// The names on the line of the text, and on the line before it.
    names: [Vec<String>; 2],
    /// Whether a trace has it, and no sentence, of which the line counts: it is one of several, or indented below another
    /// line.
    is_of_trace: bool,
}

impl Frame {
    /// The frame of a place in a text; `is_of_several` is whether other lines of the text name lines, too.
    pub(super) fn of(text: &str, place: &WrittenPlace, is_of_several: bool) -> Frame {
        let (start, end) = (place.path_bytes.start, place.end());
        let own_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let own_end = text[end..].find('\n').map_or(text.len(), |at| end + at);
        let mut own = last_names(&text[own_start..start]);
        own.extend(last_names(&text[end..own_end]));
        let is_indented = text[own_start..].starts_with([' ', '\t']);
        let before = text[..own_start].trim_end().rsplit('\n').next().unwrap_or_default();
        Frame {
            line: place.line.unwrap_or(1),
            names: [own, last_names(before)],
            is_of_trace: is_of_several || is_indented && !before.is_empty(),
        }
    }

    /// The line in the file as it is now: that of the function that the frame names, if the frame names one, and the line
    /// is in none of its declarations. `None` if the file has no such line.
    pub(super) fn line_in(&self, file: &ParsedFile) -> Option<u32> {
        let is_in_file = self.line <= file.lines.count();
        let own_line = is_in_file.then_some(self.line);
        if is_in_file && !self.is_of_trace {
            return own_line;
        }
        let symbols = &file.facts.symbols;
        let functions = self.names.iter().map(|names| {
            let named = symbols.iter().filter(|symbol| {
                let name = symbol.name.trim_matches(|c: char| !c.is_alphanumeric() && c != '_');
                symbol.is_function() && names.iter().any(|other| other == name)
            });
            named.collect::<Vec<_>>()
        });
        let named = functions.into_iter().find(|named| !named.is_empty()).unwrap_or_default();
        let is_one = named.windows(2).all(|two| two[0].name == two[1].name);
        let holds_line = named.iter().any(|function| function.range().contains(self.line));
        if !is_one || is_in_file && holds_line {
            return own_line;
        }
        let nearest = named.iter().min_by_key(|function| function.name_line.abs_diff(self.line));
        nearest.map(|function| function.name_line).or(own_line)
    }
}

/// The last name of each dotted one in a text: `run` of `acme.Shop.run`.
fn last_names(text: &str) -> Vec<String> {
    let is_path = |c: char| is_word(c) || ".:#\\/~$@!?-".contains(c);
    let dotted = text.split(|c: char| !is_path(c));
    let last =
        dotted.filter_map(|path| path.split(|c: char| !is_word(c)).rfind(|name| !name.is_empty()));
    let named = last.filter(|name| !name.starts_with(|c: char| c.is_ascii_digit()));
    named.map(str::to_owned).collect()
}

fn is_word(c: char) -> bool {
    u8::try_from(c).map_or(c.is_alphanumeric(), is_word_byte)
}
