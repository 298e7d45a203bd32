//! The relation of a text that people see to the code that shows it: the text is a value in a key/value file, and code
//! uses its key, or the part of the key that the library's convention does not add.

mod escaped;
mod names;
mod quotes;
mod users;
mod values;

use crate::answer::Resolution;
use crate::facts::scanned_query::ScannedQuery;
use crate::relations::{RelatedPlace, RelationContext};
use values::{FoundValue, Said};

/// A value that contains a part of the text, and the lines that use its key.
#[derive(Debug)]
pub(crate) struct ShownText {
    pub(crate) value: FoundValue,
    /// The files and lines that use the key, best first.
    pub(crate) users: Vec<(u32, u32)>,
}

impl ShownText {
    /// Whether the text of the query has it only as a label.
    pub(crate) fn is_label(&self) -> bool {
        self.value.said == Said::AsLabel
    }
}

/// The values that contain the text of a query or a long part of it, best first, with the users of their keys.
pub(crate) fn shown_texts(search: &ScannedQuery<'_>) -> Vec<ShownText> {
    let values = values::values(search);
    if values.is_empty() || search.cancel.is_cancelled() {
        return Vec::new();
    }
    let users = users::users(search, &values);
    let pairs = values.into_iter().zip(users);
    pairs.map(|(value, users)| ShownText { value, users }).collect()
}

/// The places that show a text, as a relation query has them.
pub(super) fn places(context: &RelationContext<'_>, text: &str) -> Vec<RelatedPlace> {
    let (files, postings) = (context.files, context.listing.postings());
    // All of it is quoted.
    let quoted = format!("\"{text}\"");
    let entries = &context.inventory.files;
    let search =
        ScannedQuery::of(files, entries, postings, context.query, &quoted, None, context.cancel);
    context.tally.add_scan(&search.scan);
    let mut found: Vec<RelatedPlace> = Vec::new();
    for text in shown_texts(&search) {
        let (value, key) = (&text.value, text.value.key());
        let own = std::iter::once((0, value.file, value.lines.start()));
        let users = text.users.iter().map(|(file, line)| (1, *file, *line));
        for (distance, file, line) in own.chain(users) {
            if let Some(file) = context.open(search.path(file)) {
                RelatedPlace::add_line(&mut found, file, (distance, line), &key, Resolution::Name);
            }
        }
    }
    found
}
