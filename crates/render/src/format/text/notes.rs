//! The text form below the answer: what to read next, what is missing, how the run went.

use firsthand_registry::{LineRange, RepoPath, clip, count};
use firsthand_validator::Outcome;

use super::page::Page;
use super::pen::{Pen, Tone};
use super::rows::GAP_COLUMNS;
use crate::clean::plain_prose;
use crate::columns::columns;
use crate::cut::{Part, cut_count};
use crate::dropped::{dropped_text, narrowed};
use crate::parts::ReadPart;
use crate::phrases::{counted, coverage_text, line_numbers, losses_text};
use crate::shorten::shorten;
use crate::uses::UseGroup;

/// The indentation of the places to read, and of their purposes where these are on a line of their own.
const READ_INDENT: usize = 3;
const PURPOSE_INDENT: usize = 6;
/// The fewest columns for a purpose beside its place.
const MIN_PURPOSE_COLUMNS: usize = 24;

/// The most characters of a model's name.
const MAX_MODEL_CHARS: usize = 60;

/// The column behind a place to read.
fn end_of(place: &str) -> usize {
    READ_INDENT + columns(place)
}

impl Page<'_, '_> {
    /// Prints the places to read next.
    pub(super) fn reads(&self, pen: &mut Pen) {
        let reads = self.layout.reads.iter().filter_map(|(at, mention)| {
            let (path, place) = self.place_text(mention.place_part)?;
            Some((self.parts.reads.get(*at)?, path, place))
        });
        let reads: Vec<_> = reads.collect();
        if reads.is_empty() {
            return;
        }
        pen.end_line();
        pen.put(Tone::Strong, "Read next");
        pen.end_line();
        let room = pen.width.saturating_sub(MIN_PURPOSE_COLUMNS);
        let ends = reads.iter().map(|(.., place)| end_of(place));
        let longest = ends.filter(|end| end + GAP_COLUMNS <= room).max();
        let purpose_column = longest.unwrap_or(READ_INDENT) + GAP_COLUMNS;
        for (read, path, place) in reads {
            pen.spaces(READ_INDENT);
            let line = read.place_part.range.map(LineRange::start);
            pen.link(path, line, Tone::Quiet, &place);
            self.purpose(read, end_of(&place), purpose_column, pen);
        }
        let more = self.further_reads(pen)
            + cut_count(self.cuts, &[Part::OptionalReads, Part::RequiredReads]);
        if more > 0 {
            pen.spaces(READ_INDENT);
            pen.put(Tone::Quiet, &format!("… {more} more"));
            pen.end_line();
        }
    }

    /// Prints the further places to read by their names, those of one file together, as far as there is room; returns how
    /// many are left.
    fn further_reads(&self, pen: &mut Pen) -> usize {
        let reads = self.further.iter().filter_map(|read| {
            let (path, place) = self.place_text(read.place_part)?;
            Some((path, read.place_part.range.map(LineRange::start), place))
        });
        let mut reads: Vec<_> = reads.collect();
        let files: Vec<&RepoPath> = reads.iter().map(|read| read.0).collect();
        reads.sort_by_key(|read| files.iter().position(|path| *path == read.0));
        let mut last = None;
        let (mut column, mut named, begin) = (0, 0, pen.chars);
        for (path, line, place) in &reads {
            let lines = place.rsplit_once(':').filter(|_| last == Some(*path));
            let text = lines.map_or(&**place, |(_, lines)| lines);
            last = Some(*path);
            let wraps = column + columns(text) + 2 > pen.width;
            let before = match named {
                0 => "   also ",
                _ if wraps => ",\n   ",
                _ => ", ",
            };
            // A line break follows the last one.
            if pen.chars - begin + before.len() + text.chars().count() + 1 > self.room {
                break;
            }
            pen.put(Tone::Quiet, before);
            pen.link(path, *line, Tone::Quiet, text);
            column = if wraps { READ_INDENT } else { column + before.len() } + columns(text);
            named += 1;
        }
        if named > 0 {
            pen.end_line();
        }
        self.further.len() - named
    }

    /// Prints why to read a place, which ends at column `end`: beside it where that fits on the line.
    fn purpose(&self, read: &ReadPart, end: usize, purpose_column: usize, pen: &mut Pen) {
        let mut purpose = plain_prose(&shorten(&read.purpose, self.plan.purpose_chars));
        if read.required {
            purpose = format!("{purpose} (required)").trim_start().to_owned();
        }
        if purpose.is_empty() {
            return pen.end_line();
        }
        let is_beside =
            end + GAP_COLUMNS <= purpose_column && purpose_column + columns(&purpose) <= pen.width;
        let column = if is_beside {
            pen.spaces(purpose_column - end);
            purpose_column
        } else {
            pen.end_line();
            pen.spaces(PURPOSE_INDENT);
            PURPOSE_INDENT
        };
        pen.wrapped(Tone::Quiet, &purpose, column, column);
    }

    /// Prints what is missing: named gaps, absent words, what was dropped, what was not searched, and what was left out.
    pub(super) fn gaps(&self, pen: &mut Pen) {
        let coverage = &self.parts.report.facts().coverage;
        let list = |items: &[String], most: usize| {
            let items = items.iter().take(most).map(|item| plain_prose(item));
            items.collect::<Vec<_>>().join("; ")
        };
        let printed = self.plan.missing.min(self.parts.missing.len());
        let printed = self.parts.missing.get(..printed).unwrap_or_default();
        let (gaps, absences) = printed.split_at(self.parts.gaps.min(printed.len()));
        let name = |path: &RepoPath| {
            let part = self.parts.paths.iter().find(|part| part.path == path);
            part.map_or_else(String::new, |part| part.text.text.clone())
        };
        let (report, plan) = (self.parts.report, self.plan);
        let dropped = dropped_text(report, plan.reasons, plan.dropped_paths, plain_prose, name);
        let narrowed = narrowed(report, name);
        let words = coverage.query_words.map(|words| {
            let of = counted(words.of, "different word");
            format!("the {} rarest of {of} in the question", words.used)
        });
        let lines = [
            ("Not cited", self.uses()),
            ("Every searched line with the word", self.names()),
            ("Absent", list(absences, usize::MAX)),
            ("Missing", list(gaps, usize::MAX)),
            ("In no searched file", self.absent_words()),
            ("Not listed", list(&self.parts.unlisted, usize::MAX)),
            ("Dropped", dropped.unwrap_or_default()),
            ("Narrowed", narrowed.unwrap_or_default()),
            ("Incomplete", self.incomplete()),
            ("Searched for", words.unwrap_or_default()),
            ("Search next", self.search_terms(list(&self.parts.search, self.plan.search))),
            ("Left out", self.left_out()),
        ];
        let mut lines = lines.into_iter().filter(|(_, text)| !text.is_empty()).peekable();
        if lines.peek().is_some() {
            pen.end_line();
        }
        for (label, text) in lines {
            pen.put(Tone::Strong, label);
            pen.put(Tone::Plain, ": ");
            pen.wrapped(Tone::Plain, &text, columns(label) + 2, GAP_COLUMNS);
        }
    }

    /// The lines that use what the report cites, and are not cited.
    fn uses(&self) -> String {
        let mut text = String::new();
        let (groups, others) = self.layout.uses(self.parts, self.plan);
        for UseGroup { relation, uses, more } in &groups {
            let places = uses.iter();
            let places = places.filter_map(|part| Some(self.place_text(part.place_part)?.1));
            let more = (*more > 0).then(|| format!("{more} more"));
            let places = places.chain(more).collect::<Vec<_>>().join(", ");
            let separator = if text.is_empty() { "" } else { "; " };
            let at = if uses.is_empty() { ":" } else { " at" };
            text += &format!("{separator}{}{at} {places}", plain_prose(relation));
        }
        if others > 0 && !groups.is_empty() {
            text += &format!(
                "; {}",
                count(others, "use of other cited names", "uses of other cited names")
            );
        }
        text
    }

    /// Where the names of what is cited stand.
    fn names(&self) -> String {
        let names = self.layout.names(self.parts, self.plan).into_iter();
        let names = names.map(|(name, others)| {
            let texts = others.iter().filter_map(|(path, lines)| {
                let part = self.parts.paths.get(*path)?;
                Some(format!("{}:{}", part.text.text, line_numbers(lines)))
            });
            let texts = texts.collect::<Vec<_>>().join("; ");
            let label = plain_prose(&name.label()).replace('`', "");
            match texts.as_str() {
                "" => format!("{label}: in this report"),
                text => format!("{label}: {}{text}", name.where_else(&others)),
            }
        });
        names.collect::<Vec<_>>().join("; ")
    }

    /// The words of the question that no searched file has.
    fn absent_words(&self) -> String {
        let absent = self.parts.absent.iter().take(self.plan.absent);
        let words = absent.map(|word| plain_prose(word)).collect::<Vec<_>>().join(", ");
        let why = self.parts.mostly_absent.as_ref().filter(|_| self.plan.reasons);
        match why.filter(|_| !words.is_empty()) {
            Some(why) => format!("{words} ({why})"),
            None => words,
        }
    }

    /// What was not searched, read or shown, and the files among it that may hold what was searched for.
    fn incomplete(&self) -> String {
        let losses = losses_text(self.parts.report.facts().coverage.losses);
        let notes = self.parts.not_read.iter().filter(|_| self.plan.unread);
        let notes = notes.map(|note| plain_prose(note)).collect::<Vec<_>>().join("; ");
        let parts = [losses, notes].into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(": ")
    }

    fn search_terms(&self, terms: String) -> String {
        let is_bare_fallback = terms.is_empty()
            && self.parts.search.is_empty()
            && self.plan.reasons
            && self.parts.report.facts().coverage.patterns > 0
            && self.parts.report.body().outcome == Outcome::Fallback;
        if is_bare_fallback {
            return "no word of the question is known to stand here and to tell places apart"
                .to_owned();
        }
        terms
    }

    /// What the budget left no room for.
    fn left_out(&self) -> String {
        let reads = if self.layout.reads.is_empty() {
            self.further.len() + cut_count(self.cuts, &[Part::OptionalReads, Part::RequiredReads])
        } else {
            0 // counted below the others
        };
        let counts = [
            (cut_count(self.cuts, &[Part::Quotes, Part::FlowLinks]), "quote"),
            (cut_count(self.cuts, &[Part::Also]), "place"),
            (reads, "further place"),
            (cut_count(self.cuts, &[Part::Missing]), "gap"),
            (cut_count(self.cuts, &[Part::SearchTargets]), "search term"),
        ];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let counts = counts.map(|(count, what)| counted(count as u64, what));
        counts.collect::<Vec<_>>().join(", ")
    }

    /// Prints what the run was asked for, and how it went.
    pub(super) fn run(&self, pen: &mut Pen) {
        let (body, facts) = (self.parts.report.body(), self.parts.report.facts());
        let stats = &facts.stats;
        let mut run = vec![
            clip(&plain_prose(&stats.model), MAX_MODEL_CHARS).into_owned(),
            counted(u64::from(stats.steps), "step"),
            counted(u64::from(stats.tool_calls), "tool call"),
            format!("{} shown", counted(stats.observation_chars, "character")),
        ];
        if let Some(tokens) = stats.tokens {
            run.push(format!("{} read", counted(tokens.input, "token")));
            run.push(format!("{} written", counted(tokens.output, "token")));
        }
        run.retain(|statement| !statement.is_empty());
        let asked = [
            format!("intent {}", body.intent),
            format!("action {}", body.action),
            format!("confidence {}", body.confidence),
        ];
        pen.end_line();
        let mut lines = vec![asked.join(" · ")];
        if self.plan.reasons {
            lines.push(run.join(" · "));
            lines.push(coverage_text(&facts.coverage));
        }
        for text in lines {
            pen.wrapped(Tone::Quiet, &text, 0, GAP_COLUMNS);
        }
    }
}
