//! The constants and settings that have a number of the query as their value, and beside it a word of the query; and the
//! code that uses them. The value of a constant is mostly written in another way, so the words of the query rank it low.
//! Only the files with the best ranks are looked at, so nothing more is scanned.

use firsthand_source::fs::FileEntry;
use firsthand_source::{LineIndex, PathClass};

use super::Call;
use super::linked_files::{Linked, index_in, insert};
use super::rank::files::FileRank;
use super::rank::passages::{Link, Passage};
use super::rank::{QueryContext, SearchedFile};
use super::select::FIRST_PLACES;
use crate::answer::Stats;
use crate::query::{Query, Relation};
use crate::text::quantities::{Constant, Quantity, constants};
use crate::text::scan::matches::exact_matches;

/// The most files that are read.
const MAX_READ: usize = 300;
/// The most constants, and the most places that use one of them.
const MAX_CONSTANTS: usize = 2;
const MAX_USERS: usize = 1;
/// The share of the weight of the query's words that a constant has beside it.
const MIN_SHARE: f64 = 0.2;
/// Constants that have less than this share of what the best one has are left out.
const MIN_BEST_SHARE: f64 = 0.75;

/// A constant with the share of the query that stands beside it.
struct Found {
    share: f64,
    file: u32,
    line: u32,
    quantity: usize,
}

/// Adds the constants and their users behind the first places.
pub(super) fn add(
    call: &Call<'_>,
    entries: &[FileEntry],
    (context, query, text): (&QueryContext<'_>, &Query, &str),
    ranks: &[FileRank],
    (opened, chosen): (&mut Vec<SearchedFile>, &mut Vec<Passage>),
    stats: &mut Stats,
) {
    let quantities = Quantity::all(text);
    if quantities.is_empty() {
        return;
    }
    let best = best_constants(call, entries, (context, query), ranks, &quantities);
    let linked = best.iter().map(|found| Linked {
        file: found.file,
        line: found.line,
        link: link(&quantities[found.quantity].written, 0, found.line),
    });
    let linked = linked.collect();
    insert(
        call,
        entries,
        (context, query),
        linked,
        (opened, chosen),
        stats,
    );
    let users = users(entries, &best, opened, chosen);
    insert(
        call,
        entries,
        (context, query),
        users,
        (opened, chosen),
        stats,
    );
}

fn link(of: &str, distance: u32, line: u32) -> Link {
    Link {
        relation: Relation::Numbers,
        of: of.to_owned(),
        distance,
        lines: vec![line],
    }
}

/// The constants with most of the query beside them.
fn best_constants(
    call: &Call<'_>,
    entries: &[FileEntry],
    (context, query): (&QueryContext<'_>, &Query),
    ranks: &[FileRank],
    quantities: &[Quantity],
) -> Vec<Found> {
    let is_read = |rank: &&FileRank| {
        let class = PathClass::of(&entries[rank.file as usize].path);
        !(class.test || class.support) || query.include.tests && !query.no_tests
    };
    let ranks: Vec<&FileRank> = ranks.iter().filter(is_read).take(MAX_READ).collect();
    let found = call.threads().filter_map(&ranks, 8, |rank| {
        let path = entries[rank.file as usize].path.as_str();
        let raw_bytes = call.listing().reader.read(path).ok()?;
        if call.cancel.is_cancelled() || constants(&raw_bytes, quantities).is_empty() {
            return None;
        }
        let text = call.tree().searched_text(&raw_bytes);
        let lines = LineIndex::of(&text);
        let found = |constant: Constant| {
            let line = lines.line_at(constant.bytes.start);
            let beside = &text[lines.bytes(line.saturating_sub(1).max(1), line)];
            Found {
                share: share(context, beside, path) * rank.factor,
                file: rank.file,
                line,
                quantity: constant.quantity,
            }
        };
        Some(
            constants(&text, quantities)
                .into_iter()
                .map(found)
                .collect::<Vec<Found>>(),
        )
    });
    let mut found: Vec<Found> = found.into_iter().flatten().collect();
    found.sort_by(|a, b| {
        b.share
            .total_cmp(&a.share)
            .then((a.file, a.line).cmp(&(b.file, b.line)))
    });
    let best = found.first().map_or(0.0, |found| found.share);
    found.retain(|found| found.share >= MIN_SHARE.max(MIN_BEST_SHARE * best));
    found.truncate(MAX_CONSTANTS);
    found
}

/// The share of the query's words, without its numbers, that a text and a path have.
fn share(context: &QueryContext<'_>, text: &[u8], path: &str) -> f64 {
    let mut weights = context.rarity.weight.clone();
    for (token, weight) in context.tokens.list.iter().zip(&mut weights) {
        if token.joined || token.text.starts_with(|c: char| c.is_ascii_digit()) {
            *weight = 0.0;
        }
    }
    let all: f64 = weights.iter().sum();
    let in_path = context.similar.matches(path).similarity;
    let in_name = exact_matches(text, context.tokens)
        .into_iter()
        .map(|hit| (hit.token, 1.0));
    let mut shares = vec![0.0_f64; weights.len()];
    for (token, similarity) in in_path.into_iter().chain(in_name) {
        let share = &mut shares[usize::from(token)];
        *share = share.max(similarity);
    }
    let own = shares
        .iter()
        .zip(&weights)
        .map(|(share, weight)| share * weight);
    own.sum::<f64>() / all.max(f64::MIN_POSITIVE)
}

/// The best opened files' first uses of the constants outside the first places.
fn users(
    entries: &[FileEntry],
    constants: &[Found],
    opened: &[SearchedFile],
    chosen: &[Passage],
) -> Vec<Linked> {
    let first = &chosen[..chosen.len().min(FIRST_PLACES + MAX_CONSTANTS)];
    let mut users: Vec<Linked> = Vec::new();
    for constant in constants {
        let path = entries[constant.file as usize].path.as_str();
        let Some(own) = opened.iter().find(|searched| searched.file.path == path) else {
            continue;
        };
        let mut symbols = own.file.facts.symbols.iter();
        let named =
            symbols.find(|symbol| symbol.name_line == constant.line && !symbol.is_function());
        let Some(name) = named.map(|symbol| symbol.name.as_str()) else {
            continue;
        };
        for (index, searched) in opened.iter().enumerate() {
            let file = &searched.file;
            let references = file.facts.references.iter();
            let uses = references.filter(|reference| file.slice(&reference.span) == name);
            let lines = uses.map(|reference| file.line(reference.span.start));
            let is_shown = |line: u32| {
                first
                    .iter()
                    .any(|place| place.file == index && place.start <= line && line <= place.end)
            };
            let is_import = |line: u32| {
                let mut imports = file.facts.imports.iter();
                imports.any(|import| {
                    (file.line(import.at.start)..=file.line(import.at.end)).contains(&line)
                })
            };
            let line = lines
                .into_iter()
                .find(|line| !is_shown(*line) && !is_import(*line));
            let index = index_in(entries, &file.path);
            if let Some((line, file)) = line.zip(index).filter(|_| users.len() < MAX_USERS) {
                users.push(Linked {
                    file,
                    line,
                    link: link(name, 1, line),
                });
            }
        }
    }
    users
}
