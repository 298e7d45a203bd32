//! Which files hold a name, as a word of its own: read, or remembered where they have not changed.

use aho_corasick::{AhoCorasick, MatchKind};
use firsthand_source::secrets::overwrite;
use serde::{Deserialize, Serialize};

use super::context::RelationContext;
use super::likely::{Likelihood, likelihood};
use crate::store::{Key, key};
use crate::unread::Unread;
use crate::words::is_word_byte;

/// What a file holds of some names.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct NameMatches {
    /// Occurrences of any of them.
    pub(super) count: u32,
    /// Which of them, ascending.
    pub(super) names: Vec<u16>,
    /// How likely the likeliest of them is what its line declares.
    pub(super) likelihood: Likelihood,
}

impl NameMatches {
    fn of(text: &[u8], finder: &AhoCorasick) -> Self {
        let mut held = Self {
            count: 0,
            names: Vec::new(),
            likelihood: Likelihood::Used,
        };
        for (at, name) in occurrences(finder, text) {
            held.count = held.count.saturating_add(1);
            held.likelihood = held.likelihood.max(likelihood(text, at));
            if let Err(place) = held.names.binary_search(&name) {
                held.names.insert(place, name);
            }
        }
        held
    }
}

/// What became of a file that was looked at, by its place in the inventory.
type ScannedFile = (u32, Result<NameMatches, Unread>);

/// The files that hold any of `names`, by their place in the inventory.
pub(super) fn find(context: &RelationContext<'_>, names: &[String]) -> Vec<(u32, NameMatches)> {
    let files = 0..u32::try_from(context.inventory.files.len()).unwrap_or(u32::MAX);
    let Some(postings) = &context.postings else {
        return held(look(context, names, &files.collect::<Vec<_>>()));
    };
    let (covered, changed): (Vec<u32>, Vec<u32>) = files.partition(|&file| postings.covers(file));
    let mut found = held(look(context, names, &changed));
    let keys = [read_key(), names_key(names)];
    let read = postings
        .get::<Result<(), Unread>>(&keys[..1])
        .pop()
        .flatten();
    let known = postings.get::<NameMatches>(&keys[1..]).pop().flatten();
    if let (Some(read), Some(known)) = (&read, known) {
        for (file, read) in read {
            match read {
                Ok(()) => context.tally.recalled(*file as usize),
                Err(_) => context.tally.unread(*file as usize),
            }
        }
        found.extend(known);
        return found;
    }
    let looked = look(context, names, &covered);
    let outcome =
        |(file, held): &ScannedFile| (*file, held.as_ref().map(|_| ()).map_err(|why| *why));
    let outcomes: Vec<(u32, Result<(), Unread>)> = looked.iter().map(outcome).collect();
    let settled = |(_, read): &(u32, Result<(), Unread>)| *read != Err(Unread::Unreadable);
    let whole = !context.cancel.is_cancelled() && outcomes.iter().all(settled);
    let learned = held(looked);
    if whole {
        if read.is_none() {
            postings.put(&[(read_key(), outcomes)]);
        }
        postings.put(&[(names_key(names), learned.clone())]);
    }
    found.extend(learned);
    found
}

fn read_key() -> Key {
    key(&[b"read"])
}

fn names_key(names: &[String]) -> Key {
    let parts = names.iter().map(String::as_bytes);
    key(&std::iter::once(&b"names"[..])
        .chain(parts)
        .collect::<Vec<_>>())
}

/// Those that hold something.
fn held(looked: Vec<ScannedFile>) -> Vec<(u32, NameMatches)> {
    let some = |(file, held): ScannedFile| Some((file, held.ok().filter(|held| held.count > 0)?));
    looked.into_iter().filter_map(some).collect()
}

/// Read files and look for the names.
fn look(context: &RelationContext<'_>, names: &[String], which: &[u32]) -> Vec<ScannedFile> {
    let mut builder = AhoCorasick::builder();
    let Ok(finder) = builder.match_kind(MatchKind::LeftmostLongest).build(names) else {
        return Vec::new();
    };
    let redact = context.graph.options.redact;
    let one = |buffer: &mut Vec<u8>, &file: &u32| {
        if context.cancel.is_cancelled() {
            return None;
        }
        let path = &context.inventory.files[file as usize].path;
        if let Err(why) = context.reader.read_into(path.as_str(), buffer) {
            context.tally.unread(file as usize);
            return Some((file, Err(why.into())));
        }
        context.tally.read(file as usize, buffer.len());
        let mut held = NameMatches::of(buffer, &finder);
        if redact && held.count > 0 {
            let mut plain = buffer.clone();
            if overwrite(&mut plain) {
                held = NameMatches::of(&plain, &finder);
            }
        }
        if held.count > 0 {
            context.reader.keep(path.as_str(), buffer);
        }
        Some((file, Ok(held)))
    };
    let files = context.graph.threads.map(which, 8, Vec::new, one);
    files.into_iter().flatten().collect()
}

/// Where names stand as words of their own, and which.
pub(super) fn occurrences<'t>(
    finder: &'t AhoCorasick,
    text: &'t [u8],
) -> impl Iterator<Item = (usize, u16)> + 't {
    finder.find_iter(text).filter_map(|found| {
        let joins = |a: Option<u8>, b: Option<u8>| {
            a.is_some_and(is_word_byte) && b.is_some_and(is_word_byte)
        };
        let before = found.start().checked_sub(1).map(|at| text[at]);
        let after = text.get(found.end()).copied();
        let (first, last) = (
            text.get(found.start()).copied(),
            text.get(found.end() - 1).copied(),
        );
        let name = u16::try_from(found.pattern().as_usize()).unwrap_or(u16::MAX);
        (!joins(before, first) && !joins(last, after)).then_some((found.start(), name))
    })
}
