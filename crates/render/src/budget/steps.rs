//! The single steps of cutting.

use std::collections::BTreeSet;

use super::{
    ESCAPE_FACTOR, FACT_CHARS, LINKS_FIRST, NAME_FILES, PLACE_OVERHEAD_CHARS, RenderPlan,
    USES_FIRST, chars,
};
use crate::parts::{LinkPart, Parts, PlacePart};

impl RenderPlan {
    /// Cuts most of the uses that are not cited, then what is spare, then the other uses, then the declarations around
    /// quotes; `false` where there is nothing of it.
    pub(super) fn cut_uses(&mut self, parts: &Parts<'_>) -> bool {
        if self.uses > USES_FIRST {
            self.uses = 0;
            return true;
        }
        if self.cut_spare(parts) {
            return true;
        }
        if self.uses > 0 || self.counts_uses {
            (self.uses, self.counts_uses) = (0, false);
            return true;
        }
        self.cut_declared(parts)
    }

    /// Cuts what the host adds: the names of files that were not read, then the files of names with further lines, then the
    /// names for which the model does not ask, those that are all in the report first, then the files of what was dropped,
    /// and the numbers of the quotes' lines. `false` where there is nothing of it.
    pub(super) fn cut_spare(&mut self, parts: &Parts<'_>) -> bool {
        if std::mem::take(&mut self.unread) {
            return true;
        }
        let asked = parts.asked_names();
        let next = if self.open_names > 0 && self.name_files > NAME_FILES[1] {
            &mut self.name_files
        } else if self.complete_names > asked {
            &mut self.complete_names
        } else if self.open_names > asked {
            &mut self.open_names
        } else {
            &mut self.dropped_paths
        };
        let is_left = *next > 0;
        *next = next.saturating_sub(1);
        is_left || std::mem::take(&mut self.quote_lines)
    }

    /// Cuts the last declaration around a quote; `false` where there is none.
    pub(super) fn cut_declared(&mut self, parts: &Parts<'_>) -> bool {
        let has_one = |link: &&LinkPart| link.declared.is_some() && link.rank < self.declared;
        let last = parts.links.iter().filter(has_one).map(|link| link.rank).max();
        self.declared = last.unwrap_or_default();
        last.is_some()
    }

    /// Prints the declarations around as many more quotes as `fits` allows: a large part that was cut last may leave room for
    /// these, which were cut before it.
    pub(super) fn refill(&mut self, parts: &Parts<'_>, mut fits: impl FnMut(&Self) -> bool) {
        let has_one = |link: &&LinkPart| link.declared.is_some() && link.rank < self.links;
        let declared: BTreeSet<usize> =
            parts.links.iter().filter(has_one).map(|link| link.rank + 1).collect();
        let declared = declared.into_iter().filter(|count| *count > self.declared);
        let with_declared = declared.map(|declared| Self { declared, ..self.clone() });
        if let Some(plan) = with_declared.take_while(&mut fits).last() {
            *self = plan;
        }
    }

    /// Cuts a quote for the names with further lines for which the model asks, and then the files of their lines. Where more
    /// than a third of the links would have no quote and one file is left, the last of these names goes, too, and with the
    /// first one the quotes are back. `false` where there is no such name.
    pub(super) fn cut_asked_name(&mut self, parts: &Parts<'_>) -> bool {
        if self.open_names == 0 {
            return false;
        }
        let quotes = self.quotes.min(self.links);
        if quotes > LINKS_FIRST && 3 * quotes > 2 * self.links {
            self.quotes = quotes - 1;
        } else if self.name_files > 1 {
            self.name_files -= 1;
        } else if self.open_names > 1 {
            (self.open_names, self.name_files) = (self.open_names - 1, NAME_FILES[1]);
        } else {
            (self.open_names, self.quotes) = (0, parts.links.len());
        }
        true
    }

    /// Cuts the last optional target if it only says that the place of the cut link is to be read.
    pub(super) fn cut_read_of_cut_link(&mut self, parts: &Parts<'_>) {
        let mut links = parts.links.iter();
        let place = links.find(|link| link.rank == self.links).map(|link| link.place_part);
        let optional = parts.reads.iter().filter(|read| !read.required);
        let last = optional.take(self.optional).last();
        let is_its =
            last.is_some_and(|read| read.purpose.is_empty() && Some(read.place_part) == place);
        self.optional -= usize::from(is_its);
    }

    /// Cuts the last optional target, and returns an upper bound of the characters that it saves.
    pub(super) fn cut_optional(&mut self, parts: &Parts<'_>) -> Option<usize> {
        self.optional -= 1;
        let mut optional = parts.reads.iter().filter(|read| !read.required);
        let read = optional.nth(self.optional)?;
        let prose = ESCAPE_FACTOR * chars(&read.purpose);
        Some(max_place_chars(parts, read.place_part).saturating_add(prose))
    }

    /// The next limit of [`FACT_CHARS`] that shortens at least one fact.
    pub(super) fn next_fact_chars(&self, parts: &Parts<'_>) -> Option<usize> {
        let printed_links = parts.links_within(self.links);
        let longest = printed_links.map(|link| chars(&link.fact)).max()?;
        FACT_CHARS.into_iter().find(|&step| step < self.fact_chars && step < longest)
    }

    /// The most characters of the fact of a link.
    pub(crate) fn chars_of_fact(&self, link: &LinkPart) -> usize {
        if link.rank < self.quotes {
            self.fact_chars
        } else {
            self.fact_chars.min(self.bare_fact_chars)
        }
    }
}

/// An upper bound of the characters of a place in a text form and its machine block, all but its prose. There is none
/// (`usize::MAX`) for a path that is printed as a string literal.
pub(super) fn max_place_chars(parts: &Parts<'_>, place_part: PlacePart) -> usize {
    let part = parts.paths.get(place_part.path);
    let unquoted = part.filter(|part| part.text.text.len() == part.path.as_str().len());
    unquoted.map_or(usize::MAX, |part| PLACE_OVERHEAD_CHARS + 2 * part.text.text.len())
}
