//! The fact about a place in a report: the name of its declaration, and a sentence of its documentation or its signature.

use firsthand_agent::registry::{Candidate, Declaration, LineRange};

use super::confidence::heaviest_words;
use super::label::{Label, full_name, label};
use super::places::{Link, Place};
use super::quoted_line::uses_name;
use super::sentence::{
    MAX_SENTENCE_CHARS, MIN_SENTENCE_WORDS, comment_lines, first_sentence, reads_as_prose,
    strip_comment_markers,
};
use super::view::View;
use super::word_weight::PlaceWords;

/// The most words that say why lines outside of every declaration are cited.
const MAX_WORDS: usize = 3;

/// Why the search found a place that has no word of the question, or only in a text that people see.
fn describe_link(link: Link<'_>) -> String {
    let of = in_backticks(&link.related.of);
    if link.is_user {
        format!("Uses the text by its key {of}.")
    } else {
        format!("The text has the key {of}.")
    }
}

pub(super) fn in_backticks(name: &str) -> String {
    format!("`{}`", name.replace('`', "'"))
}

/// The names of declarations as a list.
pub(super) fn listed(names: &[&str]) -> String {
    names.iter().map(|name| in_backticks(name)).collect::<Vec<_>>().join(", ")
}

/// Builds the fact about a place from which a line is quoted; `others` are further declarations of it. Of lines outside of
/// every declaration, it is how they were found.
pub(super) fn fact(view: &View<'_>, place: Place<'_>, others: &[&str], quote: &str) -> String {
    let link = place.link.map(describe_link);
    let declared = label(place).map(|label| describe(place, label, others, quote));
    let found = declared.is_none() && link.is_none();
    let found = found.then(|| format!("Has {}.", words_in(view, place)));
    let sentences = declared.into_iter().chain(found).chain(link);
    sentences.collect::<Vec<_>>().join(" ")
}

/// The heaviest of the words of the question and the guessed ones that a place has.
pub(super) fn words_in(view: &View<'_>, place: Place<'_>) -> String {
    let text = PlaceWords::of(&place);
    let words = view.words.weighted().filter(|(word, _)| text.has(word) && !view.is_slight(word));
    let words: Vec<_> = words.collect();
    let mut words = heaviest_words(&words);
    words.truncate(MAX_WORDS);
    match words[..] {
        [] => "similar words".to_owned(),
        [word] => format!("the word {word}"),
        _ => format!("the words {}", words.join(", ")),
    }
}

/// What is declared at a place, and then the names of what else is.
fn describe(place: Place<'_>, label: Label<'_>, others: &[&str], quote: &str) -> String {
    let name = in_backticks(full_name(place, label));
    let is_quoted = |text: &str| quote.contains(text);
    let declared = match (summary(place, label), label.is_cut) {
        (None, _) if !label.shows_name => format!("Part of {name}."),
        (None, true) => format!("{name}: Only its beginning is cited."),
        (None, false) => format!("{name}."),
        (Some(Summary::Documentation(text)), true) => format!("{name}: {text} (Its beginning.)"),
        (Some(Summary::Documentation(text)), false) => format!("{name}: {text}"),
        (Some(Summary::Signature(text)), true) if is_quoted(text) => {
            format!("{name}: Only its beginning is cited.")
        }
        (Some(Summary::Signature(text)), true) => format!("{name}: `{text}` (Its beginning.)"),
        // The quote, which is printed below the fact, already contains the signature.
        (Some(Summary::Signature(text)), false) if is_quoted(text) => format!("{name}."),
        (Some(Summary::Signature(text)), false) => format!("{name}: `{text}`."),
    };
    match others {
        [] => declared,
        others => format!("{declared} Also {}.", listed(others)),
    }
}

/// The summary of a declaration, from the lines that a place shows.
enum Summary<'p> {
    /// The first sentence of its documentation.
    Documentation(String),
    /// The first line of its signature.
    Signature(&'p str),
}

/// The first sentence of a declaration's documentation, or else its signature, if the place shows either. A signature with
/// nothing behind the name, such as parameters, or of which these follow on other lines, says no more than the title.
fn summary<'p>(place: Place<'p>, label: Label<'_>) -> Option<Summary<'p>> {
    let head = label.declaration.head?;
    let text = |lines: LineRange| visible_lines(place.candidate, lines);
    let documentation = documentation(&place, label.declaration).into_iter();
    let mut sentences = documentation.map(|lines| {
        if lines.end() < head.start() {
            first_sentence(comment_lines(text(lines)))
        } else {
            first_sentence(text(lines))
        }
    });
    let signature = || {
        let first = text(LineRange::one(head.start())).next()?;
        let Declaration { name, kind, .. } = label.declaration;
        let says_more = |signature: &&str| {
            let behind = signature.rsplit_once(&**name).map_or(*signature, |(_, behind)| behind);
            let goes_on = signature.ends_with(['(', '[', '<', '{']);
            !goes_on && behind.replace(&**kind, "").contains(char::is_alphanumeric)
        };
        signature_text(first).filter(says_more).map(Summary::Signature)
    };
    let sentence = sentences.find_map(|sentence| sentence);
    sentence.map(Summary::Documentation).or_else(signature)
}

/// The lines that can hold a declaration's documentation: those before its head, attributes included, whether or not
/// the place shows them; and the docstring at the beginning of its body, if the place shows it, up to the closing
/// quotes.
pub(super) fn documentation(place: &Candidate, declared: &Declaration) -> Vec<LineRange> {
    let Some(head) = declared.head else {
        return Vec::new();
    };
    let line = |number: u32| visible_lines(place, LineRange::one(number)).next();
    let before = LineRange::new(declared.range.start(), head.start().saturating_sub(1));
    // The head can extend up to the docstring.
    let can_begin_after =
        |number: u32| line(number - 1).is_some_and(|before| before.trim_end().ends_with(':'));
    let opening = (head.start() + 1..=head.end() + 1).find(|number| {
        can_begin_after(*number) && line(*number).is_some_and(|line| opening_quotes(line).is_some())
    });
    let docstring = opening.and_then(|first| {
        let quotes = opening_quotes(line(first)?)?;
        let ends = |number: &u32| {
            let count = line(*number).map_or(0, |line| line.matches(quotes).count());
            count > usize::from(*number == first)
        };
        LineRange::new(first, (first..=declared.range.end()).find(ends)?)
    });
    before.into_iter().chain(docstring).collect()
}

/// The lines of a range that a place shows, without masked lines.
pub(super) fn visible_lines(place: &Candidate, lines: LineRange) -> impl Iterator<Item = &str> {
    let evidence = place.evidence();
    let line = move |number: u32| {
        let evidence = evidence.filter(|evidence| !evidence.is_masked(number))?;
        evidence.line(number)
    };
    (lines.start()..=lines.end()).filter_map(line)
}

/// Whether a line has nothing but prose behind signs: a comment, or a part of a text.
pub(super) fn is_prose(line: &str) -> bool {
    let line = line.trim();
    let prose = strip_comment_markers(line);
    let has_words = prose.split_whitespace().count() >= MIN_SENTENCE_WORDS;
    line.starts_with(|c: char| !c.is_alphanumeric()) && has_words && reads_as_prose(prose)
}

/// The quotes at the beginning of a line, perhaps after a string prefix: `r"""`.
fn opening_quotes(line: &str) -> Option<&str> {
    let text = line.trim().trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let quote = text.chars().next().filter(|c| "\"'".contains(*c))?;
    let opening = text.len() - text.trim_start_matches(quote).len();
    // Two quotes are an empty string, so only one of them opens it.
    Some(&text[..if opening >= 3 { 3 } else { 1 }])
}

/// A line of a signature without the punctuation at its end, such as the opening brace of the body.
fn signature_text(line: &str) -> Option<&str> {
    let line = line.trim().trim_end_matches(['{', ':', '=', ',', ';', ' ']);
    let fits = line.chars().count() <= MAX_SENTENCE_CHARS && !line.contains('`');
    (fits && !line.is_empty()).then_some(line)
}

/// Whether one place mentions the declaration of another one with the same file extension, and not the other way
/// round. A mention in a comment counts too.
pub(super) fn mentions_one_way(from: Place<'_>, to: Place<'_>) -> bool {
    let one_way = |from: Place<'_>, to: Place<'_>| {
        from.id() != to.id() && name_of(to).is_some_and(|name| mentions_name(&from, name))
    };
    let extension =
        |place: &Candidate| place.path().as_str().rsplit_once('.').map(|(_, e)| e.to_owned());
    extension(&from) == extension(&to) && one_way(from, to) && !one_way(to, from)
}

/// The name of a place's declaration, if the place shows the line with the name.
pub(super) fn name_of<'r>(place: Place<'r>) -> Option<&'r str> {
    let label = label(place).filter(|label| label.shows_name)?;
    Some(&label.declaration.name)
}

/// Whether the code or a comment of a place uses a name that the place does not declare itself.
fn mentions_name(place: &Candidate, name: &str) -> bool {
    let declares_it = place.declarations().iter().any(|declared| declared.name == name);
    let text = place.evidence().map(|evidence| evidence.text());
    !declares_it && text.is_some_and(|text| uses_name(text, name))
}
