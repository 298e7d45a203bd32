//! The relation of a number that people state to the constants and settings that have it as their value, and to the code
//! that uses these.

use std::sync::Arc;

use firsthand_source::split_words;

use super::context::RelationContext;
use super::name::SymbolQuery;
use super::places::RelatedPlace;
use super::targets::Target;
use super::uses::{self, Kind};
use crate::answer::Resolution;
use crate::text::files_by_name;
use crate::text::quantities::{Quantity, constants};

/// The most files that are read for constants.
const MAX_READ: usize = 4_000;
/// The most constants that are shown, and the most of these whose users are.
const MAX_CONSTANTS: usize = 40;
const MAX_USED: usize = 4;

/// A line with a constant of the value, by the index of its file.
struct Line {
    file: u32,
    line: u32,
    /// How many words of the question the line and its file's path have.
    words: usize,
    quantity: usize,
}

/// The constants that have a stated number as their value, those with most of the other words first, and their users.
pub(super) fn places(
    context: &RelationContext<'_>,
    text: &str,
    notes: &mut Vec<String>,
) -> Vec<RelatedPlace> {
    let quantities = Quantity::all(text);
    if quantities.is_empty() {
        notes.push(format!(
            "{text} states no number of three or more, and none with a unit"
        ));
    }
    let mut found = Vec::new();
    let lines = lines(context, text, &quantities);
    if lines.len() > MAX_CONSTANTS {
        notes.push(format!("{} constants have such a value", lines.len()));
    }
    let mut used: Vec<Target> = Vec::new();
    for Line {
        file,
        line,
        words,
        quantity,
    } in lines.into_iter().take(MAX_CONSTANTS)
    {
        let path = context.inventory.files[file as usize].path.as_str();
        let Some(file) = context.open(path) else {
            continue;
        };
        let at = file.lines.bytes(line, line).start as u32;
        let symbol = file
            .facts
            .enclosing(at)
            .filter(|at| file.facts.symbols[*at].name_line == line);
        used.extend(symbol.map(|symbol| Target {
            file: Arc::clone(&file),
            symbol,
        }));
        let of = &quantities[quantity].written;
        RelatedPlace::add_line(&mut found, file, (0, line), of, Resolution::Name);
        if let Some(place) = found.last_mut() {
            place.score.add("words", words as f64);
        }
    }
    let is_distinct = |target: &&Target| {
        let symbol = target.symbol();
        !symbol.is_function() && !symbol.is_type() && split_words(&symbol.name).count() > 1
    };
    for target in used.iter().filter(is_distinct).take(MAX_USED) {
        let name = SymbolQuery {
            written: target.symbol().name.clone(),
            name: target.symbol().name.clone(),
            ..SymbolQuery::default()
        };
        let users = uses::uses(context, &name, std::slice::from_ref(target), Kind::All);
        found.extend(users.into_iter().map(|user| RelatedPlace {
            score: Default::default(),
            ..user
        }));
    }
    context.weigh(&mut found);
    found
}

/// The lines with such constants, best first.
fn lines(context: &RelationContext<'_>, text: &str, quantities: &[Quantity]) -> Vec<Line> {
    let spellings: Vec<String> = quantities.iter().flat_map(Quantity::spellings).collect();
    if spellings.is_empty() {
        return Vec::new();
    }
    let (files, bytes) = files_by_name::find(context.listing, &spellings, context.cancel);
    context.tally.add_found(&files, bytes);
    let is_read = |path: &str| context.factor(path).is_some() && !context.class(path).docs;
    let paths = files
        .matches
        .iter()
        .map(|(file, _)| (*file, context.inventory.files[*file as usize].path.as_str()));
    let files: Vec<(u32, &str)> = paths
        .filter(|(_, path)| is_read(path))
        .take(MAX_READ)
        .collect();
    let asked: Vec<String> = split_words(text).collect();
    let found = context.tree.threads.filter_map(&files, 8, |(file, path)| {
        let raw_bytes = context.listing.reader.read(path).ok()?;
        let text = context.tree.searched_text(&raw_bytes);
        let lines = firsthand_source::LineIndex::of(&text);
        let line = |constant: crate::text::quantities::Constant| {
            let line = lines.line_at(constant.bytes.start);
            let own = String::from_utf8_lossy(&text[lines.bytes(line, line)]).into_owned();
            let beside: Vec<String> = split_words(&own).chain(split_words(path)).collect();
            let words = asked.iter().filter(|word| beside.contains(word)).count();
            Line {
                file: *file,
                line,
                words,
                quantity: constant.quantity,
            }
        };
        Some(
            constants(&text, quantities)
                .into_iter()
                .map(line)
                .collect::<Vec<Line>>(),
        )
    });
    let mut found: Vec<Line> = found.into_iter().flatten().collect();
    let class = |line: &Line| {
        context
            .class(context.inventory.files[line.file as usize].path.as_str())
            .any()
    };
    found.sort_by_key(|line| {
        (
            std::cmp::Reverse(line.words),
            class(line),
            line.file,
            line.line,
        )
    });
    found.dedup_by_key(|line| (line.file, line.line));
    found
}
