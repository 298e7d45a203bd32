//! Selects the line of a place that a report quotes: the one that matches the question best.

use std::collections::BTreeSet;

use firsthand_agent::registry::{Candidate, Evidence, LineRange, split_words};
use firsthand_agent::validator::{MAX_QUOTE_CHARS, find_quote};

use super::fact::{documentation, is_comment, name_of};
use super::places::Place;
use super::view::View;

/// What a line's score gains if it is a search hit.
const HIT_BONUS: f64 = 0.1;
/// What a line's score gains if it contains the name of the place's declaration.
const NAME_BONUS: f64 = 0.3;
/// The factor for a line of prose; a line of code has factor 1.
const PROSE_FACTOR: f64 = 0.6;
/// The factor for a line outside the declaration that the place was shown for: a line of a neighbouring declaration
/// must match clearly better.
const NEIGHBOUR_FACTOR: f64 = 0.8;
/// The share of punctuation from which a line counts fully as code.
const CODE_PUNCTUATION_SHARE: f64 = 0.12;

/// The line that the report quotes from a place, in a form that can be quoted: one that the question names by its number,
/// or else the one with the highest score. If the
/// place shows the beginning of the declaration that it was shown for, lines of neighbouring declarations score less.
/// A line that only stands around the code, such as documentation, is quoted where no line of code matches. Earlier lines
/// win ties. `None` if no line can be quoted.
pub(super) fn quote(view: &View<'_>, place: Place<'_>) -> Option<String> {
    let evidence = place.evidence()?;
    let (name, symbol) = (name_of(place), place.symbol);
    let own_declaration = symbol.and_then(|symbol| visible_declaration(&place, &symbol.name));
    let range = place.range()?;
    let documented = place.declarations().iter();
    let documentation: Vec<LineRange> =
        documented.flat_map(|declared| documentation(&place, declared)).collect();
    let lines = (range.start()..=range.end()).map(|at| (at, evidence.line(at).unwrap_or_default()));
    let commented_out = in_block_comments(lines);
    let is_aside = |number: u32, line: &str| {
        documentation.iter().any(|lines| lines.contains(number))
            || commented_out.contains(&number)
            || is_frame(&place, number)
            || is_comment(line)
    };
    let mut scored: Vec<(Standing, f64, u32)> = (range.start()..=range.end())
        .filter_map(|number| Some((number, evidence.line(number)?)))
        .filter(|(number, _)| !evidence.is_masked(*number))
        .map(|(number, line)| {
            let is_neighbour = own_declaration.is_some_and(|own| !own.contains(number));
            let factor = if is_neighbour { NEIGHBOUR_FACTOR } else { 1.0 };
            let score = score_line(view, &place, name, number, line) * factor;
            (Standing::of(score, || is_aside(number, line)), score, number)
        })
        .collect();
    scored.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
    let mut named = view.named_lines(place).into_iter().filter(|line| !evidence.is_masked(*line));
    if let Some(quote) = named.find_map(|number| quote_at(evidence, number)) {
        return Some(quote);
    }
    let is_spelled = view.spelled().any(|spelled| spelled.place.id() == place.id());
    let call = view.calls_in(place).find(|line| !is_spelled && !evidence.is_masked(*line));
    let linked = call.or_else(|| linked_line(place));
    let scored = scored.into_iter().map(|(.., number)| number);
    let mut best_first = linked.into_iter().chain(scored);
    best_first.find_map(|number| {
        let quote = quotable(evidence.line(number)?);
        find_quote(evidence, quote, &[number]).ok().map(|_| quote.to_owned())
    })
}

/// The numbers of the lines in block comments that begin and end in these lines: a line begins with two different signs,
/// and a later one ends with them the other way round (`/*` and `*/`).
fn in_block_comments<'t>(lines: impl Iterator<Item = (u32, &'t str)>) -> BTreeSet<u32> {
    let (mut found, mut open) = (BTreeSet::new(), Vec::new());
    for (number, line) in lines.map(|(number, line)| (number, line.trim())) {
        let mut signs = line.chars();
        let begins = signs.next().zip(signs.next()).filter(|(first, second)| {
            let are_signs = first.is_ascii_punctuation() && second.is_ascii_punctuation();
            are_signs && first != second && !"()[]{}'\"".contains(*first)
        });
        open.extend(begins.map(|signs| (number, signs)));
        let mut end = line.chars().rev();
        let end = end.next().zip(end.next());
        if let Some((start, _)) = open.iter().find(|(_, signs)| Some(*signs) == end) {
            found.extend(*start..=number);
            open.clear();
        }
    }
    found
}

/// What a line can say about the question; better ones first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    /// Code that matches.
    Code,
    /// A line around the code that matches: documentation, a comment, an import, a further line of a signature.
    Aside,
    /// Nothing in it matches.
    Nothing,
}

impl Standing {
    fn of(score: f64, is_aside: impl FnOnce() -> bool) -> Self {
        match score > 0.0 {
            false => Self::Nothing,
            true if is_aside() => Self::Aside,
            true => Self::Code,
        }
    }
}

/// The quote of the line with this number, which stands before it, so that no other line with the same text is quoted.
/// If the line has no word that a quote needs, it is quoted with the line after it or before it.
fn quote_at(evidence: &Evidence, number: u32) -> Option<String> {
    let after = number.saturating_add(1);
    let ranges = [(number, number), (number, after), (number.saturating_sub(1), number)];
    ranges.into_iter().find_map(|(first, last)| {
        let lines = (first..=last).map(|number| {
            let line = evidence.line(number)?;
            Some(format!("{number}| {}", quotable(line)))
        });
        let quote = lines.collect::<Option<Vec<String>>>()?.join("\n");
        let found = find_quote(evidence, &quote, &[]).ok();
        found.filter(|found| found.line == first).map(|_| quote)
    })
}

/// Whether a line is before all declarations of a place, or a further line of a signature.
fn is_frame(candidate: &Candidate, number: u32) -> bool {
    let declared = candidate.declarations();
    let first = declared.iter().map(|d| d.range.start()).min();
    let mut heads = declared.iter().filter_map(|d| d.head);
    first.is_some_and(|first| number < first)
        || heads.any(|head| head.contains(number) && number > head.start())
}

/// The hit line of a place that uses what it is linked to, or has it as a value: the one with the most words of its key
/// or its path.
fn linked_line(place: Place<'_>) -> Option<u32> {
    let (link, evidence) = (place.link?, place.evidence()?);
    let of: BTreeSet<String> = split_words(&link.related.of).collect();
    let common = |line: &u32| {
        let words: BTreeSet<String> =
            evidence.line(*line).into_iter().flat_map(split_words).collect();
        words.intersection(&of).count()
    };
    let hits = place.hits().iter().copied();
    let lines =
        hits.filter(|line| !evidence.is_masked(*line) && (link.is_user || link.is_of_text()));
    // Of lines that are alike, the first.
    let best = lines.rev().max_by_key(common);
    best.filter(|line| common(line) > 0)
}

/// The score of a line: the weight of the question's words in it, plus bonuses for a search hit and for the
/// name; prose scores less than code.
fn score_line(
    view: &View<'_>,
    candidate: &Candidate,
    name: Option<&str>,
    number: u32,
    line: &str,
) -> f64 {
    let words = view.words.weight_of_text(line);
    let hit_bonus = if candidate.hits().contains(&number) { HIT_BONUS } else { 0.0 };
    let name_bonus =
        if name.is_some_and(|name| contains_identifier(line, name)) { NAME_BONUS } else { 0.0 };
    (words + hit_bonus + name_bonus) * (PROSE_FACTOR + (1.0 - PROSE_FACTOR) * code_share(line))
}

/// What is before and after the name wherever the text contains it as a whole identifier.
pub(super) fn around_name<'t>(
    text: &'t str,
    name: &'t str,
) -> impl Iterator<Item = (&'t str, &'t str)> {
    let all = text.match_indices(name).filter(|_| !name.is_empty());
    let sides = all.map(move |(at, _)| (&text[..at], &text[at + name.len()..]));
    sides.filter(|(before, after)| {
        !before.ends_with(is_identifier_char) && !after.starts_with(is_identifier_char)
    })
}

pub(super) fn is_identifier_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether the text contains the name as a whole identifier.
pub(super) fn contains_identifier(text: &str, name: &str) -> bool {
    around_name(text, name).next().is_some()
}

/// Whether the text uses the name as code does, not as a word of a sentence: directly before or after the name there is
/// punctuation of code, such as a `.` before it or a `(` after it.
pub(super) fn uses_name(text: &str, name: &str) -> bool {
    const BEFORE: &[char] = &['.', ':', '&', '*', '(', '[', '<', '@', '$', '!', '>'];
    const AFTER: &[char] = &['(', '[', '<', '{', ':', ';', '!', '>', '?'];
    around_name(text, name).any(|(before, after)| {
        let member = after.strip_prefix('.');
        let has_member = member.is_some_and(|member| member.starts_with(is_identifier_char));
        before.ends_with(BEFORE) || after.starts_with(AFTER) || has_member
    })
}

/// How much a line looks like code (0 to 1): by the share of punctuation inside it, which is low in prose.
fn code_share(line: &str) -> f64 {
    let inner = line.trim_matches(|c: char| !c.is_alphanumeric());
    let count = |predicate: &dyn Fn(char) -> bool| {
        f64::from(
            u32::try_from(inner.chars().filter(|&c| predicate(c)).count()).unwrap_or(u32::MAX),
        )
    };
    let visible = count(&|c| !c.is_whitespace()).max(1.0);
    let punctuation = count(&|c| !c.is_whitespace() && !c.is_alphanumeric());
    (punctuation / visible / CODE_PUNCTUATION_SHARE).min(1.0)
}

/// The line without its indentation, cut to the maximum length of a quote.
fn quotable(line: &str) -> &str {
    let line = line.trim();
    line.char_indices().nth(MAX_QUOTE_CHARS).map_or(line, |(at, _)| line[..at].trim_end())
}

/// The range of the declaration with this name, if the place shows its first line.
pub(super) fn visible_declaration(candidate: &Candidate, name: &str) -> Option<LineRange> {
    let range = candidate.range()?;
    let declared = candidate.declarations().iter().filter(|d| d.name == name);
    declared.map(|d| d.range).find(|lines| range.contains(lines.start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_block_comments_are_found() {
        let check = |text: &str, expect: &[u32]| {
            let found = in_block_comments((1..).zip(text.lines()));
            assert_eq!(found.into_iter().collect::<Vec<u32>>(), expect, "{text}");
        };
        check("a();\n/* b();\n  c();\n*/\nd();", &[2, 3, 4]);
        check("/* a */\nb();", &[1]);
        check("/*\nb();", &[]);
        check("#| a\n b |#\nc", &[1, 2]);
        check("->b()\n  ->c()", &[]);
        check("(\"a\",\n\"b\"(", &[]);
    }
}
