//! The relation of a number that people state to the constants and settings that have it as their value, and to the code
//! that uses these.

use super::uses::{self, Kind};
use crate::answer::Resolution;
use crate::relations::{RelatedPlace, RelationContext, SymbolQuery, Target};
use crate::text::constants::{Constant, constants};
use crate::text::quantities::Quantity;
use crate::text::rank::Score;
use crate::text::words::is_name_char;
use firsthand_source::{LineIndex, split_words};
use std::cmp::Reverse;
use std::sync::Arc;

/// The most files that are read for constants.
const MAX_READ: usize = 4_000;
/// The most constants that are shown, and the most of these whose users are.
const MAX_CONSTANTS: usize = 40;
const MAX_USED: usize = 4;
/// The most bytes of a line on either side of a constant whose words count.
const MAX_BESIDE: usize = 200;
/// The score of a value that is the number in another unit: few other constants have it by chance.
const CONVERTED: f64 = 10.0;

/// A line with a constant of the value.
struct Line {
    /// The index of its file.
    file: u32,
    line: u32,
    /// How many words of the question the line and the path of its file have.
    words: usize,
    constant: Constant,
}

/// The constants that have a stated number as their value, those with most of the other words first, and their users.
pub(super) fn places(
    context: &RelationContext<'_>,
    text: &str,
    notes: &mut Vec<String>,
) -> Vec<RelatedPlace> {
    let quantities = Quantity::all(text);
    if quantities.is_empty() {
        let is_name = text.chars().all(is_name_char);
        let value = if is_name { "; the value of a name is in its definition" } else { "" };
        notes.push(format!("{text} states no number that can be looked up{value}"));
    }
    let lines = lines(context, text, &quantities);
    if lines.len() > MAX_CONSTANTS {
        notes.push(format!("{} constants have such a value", lines.len()));
    }
    let mut found = Vec::new();
    let mut named: Vec<Target> = Vec::new();
    for line in lines.iter().take(MAX_CONSTANTS) {
        let of = &quantities[line.constant.quantity].written;
        named.extend(add_constant(context, line, of, &mut found));
    }
    // A name of one word, such as a key `size`, is that of other things, too.
    named.retain(|target| split_words(&target.symbol().name).count() > 1);
    for target in named.iter().take(MAX_USED) {
        let name = SymbolQuery::named(&target.symbol().name);
        let users = uses::uses(context, &name, std::slice::from_ref(target), Kind::All);
        let is_own = |user: &RelatedPlace| {
            let own = (&target.file.path, target.symbol().name_line);
            user.lines.iter().any(|line| (&user.file.path, line.0) == own)
        };
        let users = users.into_iter().filter(|user| !is_own(user));
        found.extend(users.map(|user| RelatedPlace { score: Score::default(), ..user }));
    }
    context.weigh(&mut found);
    found
}

/// Adds the place of a constant, and returns its declaration if it is one.
fn add_constant(
    context: &RelationContext<'_>,
    line: &Line,
    of: &str,
    found: &mut Vec<RelatedPlace>,
) -> Option<Target> {
    let path = context.inventory.files[line.file as usize].path.as_str();
    let file = context.open(path)?;
    RelatedPlace::add_line(found, Arc::clone(&file), (0, line.line), of, Resolution::Name);
    if let Some(place) = found.last_mut() {
        let is_converted = !line.constant.is_plain;
        let converted = if is_converted { CONVERTED } else { 0.0 };
        place.score.add("words", line.words as f64);
        place.score.add("converted", converted);
    }
    let mut symbols = file.facts.symbols.iter();
    let symbol =
        symbols.position(|symbol| symbol.name_line == line.line && !symbol.is_function())?;
    Some(Target { file, symbol })
}

/// The lines with such constants, best first.
fn lines(context: &RelationContext<'_>, asked: &str, quantities: &[Quantity]) -> Vec<Line> {
    let spellings: Vec<String> = quantities.iter().flat_map(Quantity::spellings).collect();
    if spellings.is_empty() {
        return Vec::new();
    }
    let files = context.files_with(&spellings);
    let paths = context.first_paths(&files, MAX_READ);
    let asked: Vec<String> = split_words(asked).collect();
    let found = context.tree.threads.filter_map(&paths, 8, |path| {
        let raw_bytes = context.listing.reader.read(path).ok()?;
        let text = context.tree.searched_text(path, &raw_bytes);
        let (file, lines) = (context.file_index(path)?, LineIndex::of(&text));
        let line = |constant: Constant| {
            let line = lines.line_at(constant.bytes.start);
            // A line of a minified file may be all of it.
            let near =
                constant.bytes.start.saturating_sub(MAX_BESIDE)..constant.bytes.end + MAX_BESIDE;
            let own = lines.bytes(line, line);
            let own = &text[own.start.max(near.start)..own.end.min(near.end)];
            let own = String::from_utf8_lossy(own).into_owned();
            let beside: Vec<String> = split_words(&own).chain(split_words(path)).collect();
            Line {
                file,
                line,
                words: asked.iter().filter(|word| beside.contains(word)).count(),
                constant,
            }
        };
        let found = constants(&text, quantities).into_iter().map(line);
        Some(found.collect::<Vec<Line>>())
    });
    let mut found: Vec<Line> = found.into_iter().flatten().collect();
    found.sort_by_key(|line| {
        let own = (line.constant.is_plain, Reverse(line.words));
        (own, line.file, line.line)
    });
    found.dedup_by_key(|line| (line.file, line.line));
    found
}
