//! What a place is: its declaration's name, what its documentation or its signature says, what else it holds, and
//! which of the other places it names.

use firsthand_agent::registry::{Candidate, LineRange};

use super::label::{Label, full_name, label, other_declarations};
use super::line::uses_name;

/// Characters of a quoted signature or sentence.
const SENTENCE: usize = 160;
/// Fewest words of a sentence.
const WORDS: usize = 3;
/// Names in one fact.
const NAMES: usize = 3;

/// The fact of a place.
pub(super) fn fact(place: &Candidate, places: &[&Candidate]) -> String {
    let mut text = what_it_is(place);
    for (verb, names) in [
        ("Also holds", other_declarations(place)),
        ("Names", named_by(place, places)),
    ] {
        let names: Vec<String> = names.iter().take(NAMES).map(|name| quoted(name)).collect();
        if !names.is_empty() {
            text += &format!(" {verb} {}.", names.join(", "));
        }
    }
    text
}

fn quoted(name: &str) -> String {
    format!("`{}`", name.replace('`', "'"))
}

fn what_it_is(place: &Candidate) -> String {
    let Some(label) = label(place) else {
        return "No declaration is known here.".to_owned();
    };
    let name = quoted(full_name(place, label));
    match said(place, label) {
        Some(said) if label.is_cut => format!("Beginning of {name}: {said}"),
        Some(said) => format!("{name}: {said}"),
        None => format!("Part of {name}."),
    }
}

/// The first sentence of a declaration's documentation, or else its signature, as far as the place shows it.
fn said(place: &Candidate, label: Label<'_>) -> Option<String> {
    let head = label.declaration.head?;
    let text = |lines: LineRange| shown(place, lines);
    let documentation = documentation(place, label).into_iter();
    let mut sentences = documentation.map(|lines| match lines.end() < head.start() {
        true => sentence(comments(text(lines))),
        false => sentence(text(lines)),
    });
    let signature = || {
        let first = text(LineRange::one(head.start())).next()?;
        Some(format!("`{}`.", signature(first)?))
    };
    sentences.find_map(|sentence| sentence).or_else(signature)
}

/// The lines of a declaration's documentation that a place shows: those before its head, and a string that its body
/// begins with, up to its closing quotes.
pub(super) fn documentation(place: &Candidate, label: Label<'_>) -> Vec<LineRange> {
    let declared = label.declaration;
    let Some(head) = declared.head else {
        return Vec::new();
    };
    let line = |number: u32| shown(place, LineRange::one(number)).next();
    let before = LineRange::new(declared.range.start(), head.start().saturating_sub(1));
    // The signature can reach up to the string.
    let opens =
        |number: u32| line(number - 1).is_some_and(|before| before.trim_end().ends_with(':'));
    let opening = (head.start() + 1..=head.end() + 1)
        .find(|number| opens(*number) && line(*number).is_some_and(|line| quotes(line).is_some()));
    let string = opening.and_then(|first| {
        let mark = quotes(line(first)?)?;
        let ends = |number: &u32| {
            let marks = line(*number).map_or(0, |line| line.matches(mark).count());
            marks > usize::from(*number == first)
        };
        LineRange::new(first, (first..=declared.range.end()).find(ends)?)
    });
    before.into_iter().chain(string).collect()
}

/// The lines of a range that a place shows, without masked ones.
fn shown(place: &Candidate, lines: LineRange) -> impl Iterator<Item = &str> {
    let evidence = place.evidence();
    let line = move |number: u32| {
        let evidence = evidence.filter(|evidence| !evidence.is_masked(number))?;
        evidence.line(number)
    };
    (lines.start()..=lines.end()).filter_map(line)
}

/// The lines before a head without code: those that begin with a mark, and those inside a comment of several lines,
/// which begins with two different marks and ends with the second of them.
fn comments<'t>(lines: impl Iterator<Item = &'t str>) -> impl Iterator<Item = &'t str> {
    let mut inside: Option<char> = None;
    lines.filter(move |line| {
        let line = line.trim();
        let mut marks = line.chars().take_while(|c| !c.is_alphanumeric());
        let (first, second) = (marks.next(), marks.next());
        let counts = inside.is_some() || first.is_some();
        if inside.is_none() && first != second {
            inside = second.filter(|mark| !mark.is_whitespace());
        }
        let mut closing = line.chars().rev().take_while(|c| !c.is_alphanumeric());
        if inside.is_some_and(|mark| closing.nth(1) == Some(mark)) {
            inside = None;
        }
        counts
    })
}

/// The first sentence of documentation: from the first line that reads as prose to a full stop, an empty line,
/// or the end of the prose.
fn sentence<'t>(lines: impl Iterator<Item = &'t str>) -> Option<String> {
    let mut text = String::new();
    for line in lines {
        let tagged = is_tagged(line);
        let line = unmarked(line);
        let prose = !tagged && !line.is_empty() && reads_as_prose(line);
        match (prose, text.is_empty()) {
            (false, true) => continue,
            (false, false) => break,
            (true, _) => {}
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text += line;
        if let Some(end) = text.find(". ") {
            text.truncate(end + 1);
        }
        if text.ends_with(['.', '?', '!']) || text.chars().count() > SENTENCE {
            break;
        }
    }
    let enough = text.split_whitespace().count() >= WORDS;
    let fits = text.chars().count() <= SENTENCE && !text.contains("://");
    (enough && fits).then(|| match text.ends_with(['.', '?', '!']) {
        true => text,
        false => text + ".",
    })
}

/// Whether a line of documentation begins with a tag: `@param`, `<summary>`, `[Obsolete(`.
fn is_tagged(line: &str) -> bool {
    let text = line.trim_start_matches(|c: char| c.is_whitespace() || "/*#-;%!".contains(c));
    text.starts_with(['@', '<', '[', '\\'])
}

/// A line of documentation without the marks of its comment or string.
fn unmarked(line: &str) -> &str {
    let mark = |c: char| !c.is_alphanumeric();
    let line = line.trim_start_matches(|c: char| mark(c) && !"`([".contains(c));
    let line = match line.split_once(['"', '\'']) {
        Some((prefix, rest)) if prefix.len() == 1 && rest.starts_with(['"', '\'']) => {
            rest.trim_start_matches(['"', '\''])
        }
        _ => line,
    };
    line.trim_end_matches(|c: char| mark(c) && !"`.?!)]>".contains(c))
}

/// Whether a line is mostly words.
fn reads_as_prose(line: &str) -> bool {
    let marks = line
        .chars()
        .filter(|c| !c.is_alphanumeric() && !c.is_whitespace() && *c != '`');
    marks.count() * 6 <= line.chars().count()
}

/// The quotes that a line begins with, perhaps after the mark of a kind of string: `r"""`.
fn quotes(line: &str) -> Option<&str> {
    let text = line
        .trim()
        .trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let quote = text.chars().next().filter(|c| "\"'".contains(*c))?;
    let opening = text.len() - text.trim_start_matches(quote).len();
    // An empty string opens and ends at once.
    Some(&text[..if opening >= 3 { 3 } else { 1 }])
}

/// A line of a signature without what opens the body.
fn signature(line: &str) -> Option<&str> {
    let line = line.trim().trim_end_matches(['{', ':', '=', ',', ';', ' ']);
    let fits = line.chars().count() <= SENTENCE && !line.contains('`');
    (fits && !line.is_empty()).then_some(line)
}

/// The names of what the other places declare that stand in a place.
fn named_by<'a>(place: &Candidate, places: &[&'a Candidate]) -> Vec<&'a str> {
    let own = name_of(place);
    let mut names: Vec<&str> = places
        .iter()
        .filter(|other| uses(place, other))
        .filter_map(|other| name_of(other))
        .filter(|name| Some(*name) != own)
        .collect();
    names.dedup();
    names
}

/// Whether the text of one place names what another declares in the same language, and not the other way round. It can
/// be a comment that does.
pub(super) fn uses(user: &Candidate, used: &Candidate) -> bool {
    let one_way = |from: &Candidate, to: &Candidate| {
        from.id() != to.id() && name_of(to).is_some_and(|name| mentions(from, name))
    };
    let ending = |place: &Candidate| {
        place
            .path()
            .as_str()
            .rsplit_once('.')
            .map(|(_, e)| e.to_owned())
    };
    ending(user) == ending(used) && one_way(user, used) && !one_way(used, user)
}

/// The name of what a place declares, where the line of the name was seen.
pub(super) fn name_of(place: &Candidate) -> Option<&str> {
    let label = label(place).filter(|label| label.begins)?;
    Some(&label.declaration.name)
}

fn mentions(place: &Candidate, name: &str) -> bool {
    let own = place
        .declarations()
        .iter()
        .any(|declared| declared.name == name);
    let text = place.evidence().map(|evidence| evidence.text());
    !own && text.is_some_and(|text| uses_name(text, name))
}
