//! Selects the line of a place that a report quotes: the one that matches the question best.

mod comments;

use std::collections::{BTreeMap, BTreeSet};

use firsthand_agent::registry::{Candidate, Declaration, Evidence, LineRange, split_words};
use firsthand_agent::validator::{MAX_QUOTE_CHARS, find_quote};

use super::fact::{documentation, is_prose};
use super::places::Place;
use super::sentence::{reads_as_prose, strip_comment_markers};
use super::view::View;
use comments::comment_lines;

/// The factor for a line of prose; a line of code has factor 1.
const PROSE_FACTOR: f64 = 0.6;
/// The factor for a line on which no other depends, and for one that continues another: it must match clearly better than
/// the condition, the call or the assignment that it belongs to.
const DEPENDENT_FACTOR: f64 = 0.8;
/// The share of punctuation from which a line counts fully as code.
const CODE_PUNCTUATION_SHARE: f64 = 0.12;

/// The line that the report quotes from a place, and its text in a form that can be quoted: one that the question names by
/// its number, or else the one that uses what the place is linked to, or else the first of [`decisive`]. `None` if no line
/// can be quoted.
pub(super) fn quote(view: &View<'_>, place: Place<'_>, named: &[&str]) -> Option<(u32, String)> {
    let evidence = place.evidence()?;
    let asked = view.named_lines(place).into_iter().filter(|line| !evidence.is_masked(*line));
    let mut asked = asked.filter_map(|number| Some((number, quote_at(evidence, number)?)));
    if let Some(quote) = asked.next() {
        return Some(quote);
    }
    let is_spelled = view.spelled().any(|spelled| spelled.place.id() == place.id());
    let call = view.calls_in(place).find(|line| !is_spelled && !evidence.is_masked(*line));
    let linked = call.or_else(|| linked_line(place));
    let decisive = decisive(view, place, named).into_iter().map(|(_, number)| number);
    let mut best_first = linked.into_iter().chain(decisive);
    best_first.find_map(|number| {
        let quote = quotable(evidence.line(number)?);
        find_quote(evidence, quote, &[number])
            .ok()
            .map(|found| (found.line, numbered(number, quote)))
    })
}

/// The line of a place that says most of the question, without the signature of what `named` names.
pub(super) fn telling_line<'r>(
    view: &View<'_>,
    place: Place<'r>,
    named: &[&str],
) -> Option<&'r str> {
    let (standing, number) = decisive(view, place, named).into_iter().next()?;
    let tells = matches!(standing, Standing::Code | Standing::Comment | Standing::Neighbour);
    place.candidate.evidence()?.line(number).map(quotable).filter(|_| tells)
}

/// The lines of a place, best first: by their standing, then by the weight of the question's words in them. A word that
/// more of these lines have counts less, since it does not say which of them is meant. Earlier lines win ties.
fn decisive(view: &View<'_>, place: Place<'_>, named: &[&str]) -> Vec<(Standing, u32)> {
    let Some((evidence, range)) = place.evidence().zip(place.range()) else {
        return Vec::new();
    };
    let lines = range.start()..=range.end();
    let lines = lines.filter_map(|number| Some((number, evidence.line(number)?)));
    let lines: Vec<(u32, &str)> = lines.filter(|line| !evidence.is_masked(line.0)).collect();
    let surroundings = Surroundings::of(place, named, &lines);
    let found: Vec<_> = lines.iter().map(|(_, line)| view.words.found_in(line)).collect();
    let mut lines_with: BTreeMap<usize, f64> = BTreeMap::new();
    for word in found.iter().flatten() {
        *lines_with.entry(*word).or_default() += 1.0;
    }
    let most = (lines.len().max(2) as f64).ln();
    let telling = |word: &usize| {
        let share = lines_with.get(word).map_or(0.0, |count| count.ln() / most);
        view.words.weight_of_word(*word) * (1.0 - share)
    };
    let scored = lines.iter().zip(&found).enumerate();
    let mut scored: Vec<(Standing, f64, u32)> = scored
        .map(|(at, (&(number, line), words))| {
            let code = PROSE_FACTOR + (1.0 - PROSE_FACTOR) * code_share(line);
            let weight = words.iter().map(telling).sum::<f64>() * code;
            let factor = independence(line, lines[at + 1..].iter().map(|(_, line)| *line));
            (surroundings.standing(number, line, !words.is_empty()), weight * factor, number)
        })
        .collect();
    scored.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
    scored.into_iter().map(|(standing, _, number)| (standing, number)).collect()
}

/// How much a line stands for itself: it opens a block or a statement of several lines, as their indentation shows, or
/// does not, or continues a line before it.
fn independence<'t>(line: &str, mut after: impl Iterator<Item = &'t str>) -> f64 {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let next = after.find(|line| !line.trim().is_empty());
    let opens = next.is_some_and(|next| indent(next) > indent(line));
    let continues = line.trim_start().starts_with(['.', '&', '|', '?', ':', '+', ',']);
    let factor = |lessens: bool| if lessens { DEPENDENT_FACTOR } else { 1.0 };
    factor(!opens) * factor(continues)
}

/// What a line can say about the question; better ones first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    /// Code that matches.
    Code,
    /// A comment among the code that matches.
    Comment,
    /// A line that matches outside the declaration that the place was shown for.
    Neighbour,
    /// The line of a declaration that the report names anyway.
    Named,
    /// A line around the code that matches: documentation, an import, a further line of a signature.
    Frame,
    /// Nothing in it matches.
    Nothing,
    /// Code that is commented out: it does not run.
    Dead,
}

/// The lines of a place that say less than its code.
struct Surroundings {
    /// The declaration that the place was shown for, if the place shows its beginning.
    own: Option<LineRange>,
    /// Where the first declaration begins.
    first: Option<u32>,
    heads: Vec<LineRange>,
    documentation: Vec<LineRange>,
    comments: BTreeSet<u32>,
    /// The lines of declarations of several lines that the report names.
    named: Vec<u32>,
}

impl Surroundings {
    fn of(place: Place<'_>, named: &[&str], lines: &[(u32, &str)]) -> Self {
        let declared = place.declarations();
        let documentation = declared.iter().flat_map(|declared| documentation(&place, declared));
        // A declaration of one line is all there is of it.
        let is_named = |d: &&Declaration| d.range.len() > 1 && named.contains(&&*d.name);
        let named = declared.iter().filter(is_named);
        Self {
            own: place.symbol.and_then(|symbol| visible_declaration(&place, &symbol.name)),
            first: declared.iter().map(|d| d.range.start()).min(),
            heads: declared.iter().filter_map(|d| d.head).collect(),
            documentation: documentation.collect(),
            comments: comment_lines(place.path().as_str(), lines),
            named: named.filter_map(|d| Some(d.head?.start())).collect(),
        }
    }

    fn standing(&self, number: u32, line: &str, matches: bool) -> Standing {
        let is_in = |ranges: &[LineRange]| ranges.iter().any(|lines| lines.contains(number));
        let is_head = self.heads.iter().any(|head| head.start() == number);
        let is_frame = self.first.is_some_and(|first| number < first)
            || is_in(&self.documentation)
            || is_in(&self.heads) && !is_head;
        let is_text = line.trim_start().starts_with(['"', '\'', '`']);
        let is_comment = self.comments.contains(&number);
        let is_dead = is_comment && !reads_as_prose(strip_comment_markers(line));
        let is_prose = is_comment || is_prose(line) && !is_text;
        match matches {
            _ if self.named.contains(&number) => Standing::Named,
            false => Standing::Nothing,
            true if is_frame => Standing::Frame,
            true if is_dead => Standing::Dead,
            true if self.own.is_some_and(|own| !own.contains(number)) => Standing::Neighbour,
            true if is_prose => Standing::Comment,
            true => Standing::Code,
        }
    }
}

/// A line with its number before it, so that no other line with the same text is quoted.
fn numbered(number: u32, line: &str) -> String {
    format!("{number}| {line}")
}

/// The quote of the line with this number. If the line has no word that a quote needs, it is quoted with the line after it or before it.
fn quote_at(evidence: &Evidence, number: u32) -> Option<String> {
    let after = number.saturating_add(1);
    let ranges = [(number, number), (number, after), (number.saturating_sub(1), number)];
    ranges.into_iter().find_map(|(first, last)| {
        let lines = (first..=last).map(|number| {
            let line = evidence.line(number)?;
            Some(numbered(number, quotable(line)))
        });
        let quote = lines.collect::<Option<Vec<String>>>()?.join("\n");
        let found = find_quote(evidence, &quote, &[]).ok();
        found.filter(|found| found.line == first).map(|_| quote)
    })
}

/// The hit line of a place that uses the text that it is linked to, or has it as a value: the one with the most words of
/// its key.
fn linked_line(place: Place<'_>) -> Option<u32> {
    let (link, evidence) = (place.link?, place.evidence()?);
    let of: BTreeSet<String> = split_words(&link.related.of).collect();
    let common = |line: &u32| {
        let words: BTreeSet<String> =
            evidence.line(*line).into_iter().flat_map(split_words).collect();
        words.intersection(&of).count()
    };
    let lines = place.hits().iter().copied().filter(|line| !evidence.is_masked(*line));
    // Of lines that are alike, the first.
    let best = lines.rev().max_by_key(common);
    best.filter(|line| common(line) > 0)
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
mod tests;
