//! The texts that people see and quote: code shows them by their keys in key/value files, so that neither place has words
//! of the other. Where the query has a value of such a file, or a long part of one, the code that uses its key comes first,
//! then the value. What uses a short value that the query does not quote comes behind the first places.

use super::named::place_of_line;
use super::select::{insert_behind_first, score_behind_first};
use super::{FileRank, Link, Passage, QueryContext, RangeKind, SearchedFile};
use crate::facts::ParsedFile;
use crate::facts::scanned_query::ScannedQuery;
use crate::query::Relation;
use crate::relations::{ShownText, shown_texts};
use crate::text::entries::Format;
use firsthand_source::LineRange;
use std::sync::Arc;

/// The most places that use the key of a text, and the most values, that come first.
const MAX_USERS: usize = 4;
const MAX_VALUES: usize = 2;

/// The most places that use the keys of labels.
const MAX_LABEL_USERS: usize = 3;

/// The values that the query has, and the places that use their keys, in the order in which they are shown.
#[derive(Debug, Default)]
pub(super) struct Texts {
    /// Of values of which the query quotes or has enough: the uses of their keys, then the values.
    lines: Vec<LinkedLines>,
    /// The uses of the keys of labels.
    label_users: Vec<LinkedLines>,
}

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
        let (labels, texts): (Vec<ShownText>, Vec<ShownText>) =
            shown_texts(scanned).into_iter().partition(ShownText::is_label);
        let users = |text: &ShownText| -> Vec<LinkedLines> {
            let lines = text.users.iter();
            let of_line =
                |&(file, line): &(u32, u32)| LinkedLines::of(text, 1, file, LineRange::one(line));
            lines.map(of_line).collect()
        };
        let values = texts.iter().take(MAX_VALUES);
        let values = values.map(|text| LinkedLines::of(text, 0, text.value.file, text.value.lines));
        Texts {
            lines: texts.iter().flat_map(users).chain(values).collect(),
            label_users: labels.iter().flat_map(users).collect(),
        }
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.label_users.is_empty()
    }

    /// Adds the files of the places to those that are opened.
    pub(super) fn add_files(&self, top: &mut Vec<FileRank>, ranks: &[FileRank]) {
        for lines in self.lines.iter().chain(&self.label_users) {
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
        for lines in &self.lines {
            let index = context.index_of(opened, lines.file);
            let is_user = lines.link.distance > 0;
            let Some(file) = index.filter(|_| !is_user || users < MAX_USERS) else {
                continue;
            };
            let range = lines.place(&opened[file].file, context.scanned.query.max_lines());
            let place = Passage::linked(file, range, "text", best, &lines.link);
            let is_unused = !is_user && users == 0;
            if first.iter().any(|other| other.overlaps(&place))
                || is_unused && is_in_code(&place, opened, passages)
            {
                continue;
            }
            users += usize::from(is_user);
            passages.retain(|other| {
                other.file != file || other.start < place.start || other.end > place.end
            });
            first.push(place);
        }
    }

    /// Adds the places that use the keys of labels behind the first ones.
    pub(super) fn add_label_users(
        &self,
        context: &QueryContext<'_>,
        opened: &[SearchedFile],
        chosen: &mut Vec<Passage>,
    ) {
        let query = context.scanned.query;
        let total = score_behind_first(chosen);
        let mut places: Vec<Passage> = Vec::new();
        for lines in &self.label_users {
            let Some(file) = context.index_of(opened, lines.file) else {
                continue;
            };
            let range = lines.place(&opened[file].file, query.max_lines());
            let place = Passage::linked(file, range, "text", total, &lines.link);
            if places.iter().all(|other| !other.overlaps(&place)) {
                places.push(place);
            }
        }
        places.truncate(MAX_LABEL_USERS);
        insert_behind_first(chosen, places, query.limit);
    }
}

/// Whether code has as much of the query, word by word, as a value that no code uses by its key: it shows that text itself.
fn is_in_code(value: &Passage, opened: &[SearchedFile], passages: &[Passage]) -> bool {
    let (own, others): (Vec<&Passage>, _) =
        passages.iter().partition(|passage| passage.overlaps(value));
    let phrase = |passages: &[&Passage]| {
        let phrases = passages.iter().map(|passage| passage.score.part("phrase"));
        phrases.fold(0.0, f64::max)
    };
    let in_code = |passage: &&Passage| {
        let path = &opened[passage.file].file.path;
        Format::of(path).is_none_or(|format| !format.is_data)
    };
    let in_code: Vec<&Passage> = others.into_iter().filter(in_code).collect();
    let phrase_in_code = phrase(&in_code);
    phrase_in_code > 0.0 && phrase_in_code >= phrase(&own)
}
