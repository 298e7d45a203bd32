//! The relation of a text that people see to the code that shows it: the text is a value in a key/value file, and code
//! uses its key, or the part of the key that the library's convention does not add.

mod names;
mod quotes;
mod users;
mod values;

use firsthand_source::Cancel;
use firsthand_source::fs::FileEntry;

use super::context::RelationContext;
use super::places::RelatedPlace;
use crate::answer::Resolution;
use crate::facts::files::Files;
use crate::query::{Include, Query};
use crate::text::rank::Rarity;
use crate::text::rank::phrase::Phrases;
use crate::text::scan::{Scan, keep_rarest, scan};
use crate::text::tokens::Tokens;
use values::FoundValue;

/// What a text is looked for in.
#[derive(Clone, Copy)]
pub(crate) struct TextSearch<'a> {
    pub(crate) files: &'a Files,
    pub(crate) entries: &'a [FileEntry],
    pub(crate) scan: &'a Scan,
    pub(crate) tokens: &'a Tokens,
    pub(crate) phrases: &'a Phrases,
    pub(crate) text: &'a str,
    pub(crate) include: Include,
    pub(crate) no_tests: bool,
    pub(crate) cancel: &'a Cancel,
}

/// A value that contains a part of the text, and the lines that use its key.
#[derive(Debug)]
pub(crate) struct ShownText {
    pub(crate) value: FoundValue,
    /// The files and lines that use the key, best first.
    pub(crate) users: Vec<(u32, u32)>,
}

impl TextSearch<'_> {
    /// The values that contain the text or a long part of it, best first, with the users of their keys.
    pub(crate) fn shown_texts(&self) -> Vec<ShownText> {
        let values = values::values(self);
        if values.is_empty() || self.cancel.is_cancelled() {
            return Vec::new();
        }
        let users = users::users(self, &values);
        let pairs = values.into_iter().zip(users);
        pairs
            .map(|(value, users)| ShownText { value, users })
            .collect()
    }
}

/// The places that show a text, as a relation query has them.
pub(super) fn places(
    context: &RelationContext<'_>,
    text: &str,
    query: &Query,
) -> Vec<RelatedPlace> {
    let entries = &context.listing.inventory.files;
    let tokens = Tokens::of(text);
    let postings = context.listing.postings().filter(|_| !tokens.is_too_many());
    let mut scan = scan(context.listing, entries, postings, &tokens, context.cancel);
    let (tokens, _) = keep_rarest(tokens, &mut scan);
    let rarity = Rarity::of(&tokens, &scan);
    // All of it is quoted.
    let quoted = format!("\"{text}\"");
    let phrases = Phrases::of(&quoted, &tokens, &rarity, &scan);
    let search = TextSearch {
        files: context.files,
        entries,
        scan: &scan,
        tokens: &tokens,
        phrases: &phrases,
        text: &quoted,
        include: query.include,
        no_tests: query.no_tests,
        cancel: context.cancel,
    };
    let mut found: Vec<RelatedPlace> = Vec::new();
    for text in search.shown_texts() {
        let value = &text.value;
        let lines = value.lines.start();
        for (distance, file, line) in std::iter::once((0, value.file, lines))
            .chain(text.users.iter().map(|(file, line)| (1, *file, *line)))
        {
            let path = entries[file as usize].path.as_str();
            if let Some(file) = context.open(path) {
                RelatedPlace::add_line(
                    &mut found,
                    file,
                    (distance, line),
                    &value.key(),
                    Resolution::Name,
                );
            }
        }
    }
    found
}
