//! The locations in the whole text of a document: the lines of a path can stand beside the code span of the path.

use std::ops::Range;

use super::{Citation, CitationStyle};
use crate::spot::{LocationMatch, find_locations, find_unread};

/// The locations of a document.
#[derive(Default)]
pub(super) struct Located {
    read: Vec<LocationMatch>,
    unread: Vec<LocationMatch>,
}

impl Located {
    pub(super) fn of(document: &str) -> Self {
        let read = find_locations(document);
        Self { unread: find_unread(document, &read), read }
    }

    /// The locations with lines in a part of the document, whose text is given without what is only markup. Of what is not
    /// seen in that text alone, the lines stand beside it.
    pub(super) fn in_part(&self, part: &Range<usize>, text: &str) -> Vec<LocationMatch> {
        let own = find_locations(text).into_iter();
        let mut found: Vec<LocationMatch> = own.map(|one| one.behind(part.start)).collect();
        let first = self.read.partition_point(|one| one.at.start < part.start);
        let inside = self.read[first..].iter().take_while(|one| one.at.start < part.end);
        let is_beside = |one: &&LocationMatch| {
            one.at.end <= part.end && found.iter().all(|own| own.at.start != one.at.start)
        };
        let beside: Vec<LocationMatch> = inside.filter(is_beside).cloned().collect();
        found.extend(beside);
        found.sort_by_key(|one| (one.at.start, one.at.end));
        found
    }

    /// The paths in a part of the document with a number that is not read.
    pub(super) fn unread(
        &self,
        part: &Range<usize>,
        style: CitationStyle,
    ) -> impl Iterator<Item = Citation> {
        let first = self.unread.partition_point(|one| one.at.start < part.start);
        let end = part.end;
        let unread = self.unread[first..].iter().take_while(move |one| one.at.end <= end);
        unread.map(move |one| Citation::new(one.at.clone(), &one.path, one, style))
    }
}
