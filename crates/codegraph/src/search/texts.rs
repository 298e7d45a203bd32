//! The texts that people see and quote: code shows them by their keys in key/value files, so that neither place has words
//! of the other. Where the query has a value of such a file, or a long part of one, the code that uses its key comes first,
//! then the value.

use super::named::place_of_line;
use super::{FileRank, Link, Passage, QueryContext, RangeKind, SearchedFile};
use crate::facts::ParsedFile;
use crate::facts::scanned_query::ScannedQuery;
use crate::query::Relation;
use crate::relations::texts::{ShownText, shown_texts};
use crate::text::entries::Format;
use firsthand_source::LineRange;
use std::sync::Arc;

/// The most places that use the key of a text, and the most values, that come first.
const MAX_USERS: usize = 4;
const MAX_VALUES: usize = 2;

/// The values that the query quotes, and the places that use their keys, in the order in which they are shown.
#[derive(Debug, Default)]
pub(super) struct Texts(Vec<LinkedLines>);

/// Lines that the query leads to.
#[derive(Debug)]
struct LinkedLines {
    /// The index of their file.
    file: u32,
    range: LineRange,
    link: Arc<Link>,
}

impl LinkedLines {
    fn of(text: &ShownText, distance: u32, file: u32, range: LineRange) -> LinkedLines {
        let link = Link {
            relation: Relation::Texts,
            of: text.value.key(),
            distance,
            lines: vec![range.start()],
        };
        LinkedLines { file, range, link: Arc::new(link) }
    }

    /// The declaration around the lines or, of a value or in a file of data, the lines alone; of at most `max_lines`
    /// lines.
    fn place(&self, file: &ParsedFile, max_lines: u32) -> (RangeKind, (u32, u32)) {
        let is_data = Format::of(&file.path).is_some_and(|format| format.is_data);
        let (kind, (start, end)) = if is_data || self.link.distance == 0 {
            let lines = (self.range.start(), self.range.end());
            (RangeKind::OutsideDeclarations, lines)
        } else {
            place_of_line(file, self.range.start(), max_lines)
        };
        (kind, (start, end.min(start + max_lines - 1)))
    }
}

impl Texts {
    pub(super) fn of(scanned: &ScannedQuery<'_>) -> Texts {
        let texts = shown_texts(scanned);
        let users = texts.iter().flat_map(|text| {
            let lines = text.users.iter();
            lines.map(move |&(file, line)| LinkedLines::of(text, 1, file, LineRange::one(line)))
        });
        let values = texts.iter().take(MAX_VALUES);
        let values = values.map(|text| LinkedLines::of(text, 0, text.value.file, text.value.lines));
        Texts(users.chain(values).collect())
    }

    /// Adds the files of the places to those that are opened.
    pub(super) fn add_files(&self, top: &mut Vec<FileRank>, ranks: &[FileRank]) {
        for lines in &self.0 {
            FileRank::add(top, ranks, lines.file);
        }
    }

    /// Adds the places to the first ones, each with a score above that of every passage. They are removed from the
    /// passages.
    pub(super) fn add_places(
        &self,
        context: &QueryContext<'_>,
        opened: &[SearchedFile],
        first: &mut Vec<Passage>,
        passages: &mut Vec<Passage>,
    ) {
        let best = passages.first().map_or(0.0, |passage| passage.total);
        let mut users = 0;
        for lines in &self.0 {
            let index = context.index_of(opened, lines.file);
            let is_user = lines.link.distance > 0;
            let Some(file) = index.filter(|_| !is_user || users < MAX_USERS) else {
                continue;
            };
            let range = lines.place(&opened[file].file, context.scanned.query.max_lines());
            let place = Passage::linked(file, range, "text", best, &lines.link);
            if first.iter().any(|other| other.overlaps(&place)) {
                continue;
            }
            users += usize::from(is_user);
            passages.retain(|other| {
                other.file != file || other.start < place.start || other.end > place.end
            });
            first.push(place);
        }
    }
}
