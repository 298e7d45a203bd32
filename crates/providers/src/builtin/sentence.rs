//! The first sentence of a declaration's documentation: its own, and not what a tag or a section says of its parts.

/// The most characters of a quoted signature or sentence.
pub(super) const MAX_SENTENCE_CHARS: usize = 160;
/// The fewest words of a sentence that is quoted.
pub(super) const MIN_SENTENCE_WORDS: usize = 3;
/// The most words of the title of a section, as `Keyword Args:`.
const MAX_TITLE_WORDS: usize = 2;
/// The tags whose text is the declaration's own.
const OWN_TAGS: [&str; 4] = ["@brief ", "\\brief ", "@description ", "<summary>"];

/// Keeps the comments among the lines before a head: lines that begin with punctuation, and lines inside a block
/// comment, which begins with two different characters and ends with the second one before the last character (`/*` and
/// `*/`).
pub(super) fn comment_lines<'t>(
    lines: impl Iterator<Item = &'t str>,
) -> impl Iterator<Item = &'t str> {
    let mut closing_marker: Option<char> = None;
    lines.filter(move |line| {
        let line = line.trim();
        let mut opening = line.chars().take_while(|c| !c.is_alphanumeric());
        let (first, second) = (opening.next(), opening.next());
        let is_comment = closing_marker.is_some() || first.is_some();
        if closing_marker.is_none() && first != second {
            closing_marker = second.filter(|marker| !marker.is_whitespace());
        }
        let mut closing = line.chars().rev().take_while(|c| !c.is_alphanumeric());
        if closing_marker.is_some_and(|marker| closing.nth(1) == Some(marker)) {
            closing_marker = None;
        }
        is_comment
    })
}

/// The first sentence of documentation: from the first line that reads as prose to a full stop, an empty line,
/// or the end of the prose.
pub(super) fn first_sentence<'t>(lines: impl Iterator<Item = &'t str>) -> Option<String> {
    let (mut text, mut is_inside_remark) = (String::new(), false);
    for line in own_lines(&lines.collect::<Vec<_>>()) {
        let has_tag = is_tagged(line);
        let line = strip_comment_markers(line);
        let is_remark = text.is_empty() && (is_labelled(line) || is_shouted(line));
        is_inside_remark = !line.is_empty() && (is_inside_remark || is_remark);
        let is_prose = !has_tag && !is_inside_remark && !line.is_empty() && reads_as_prose(line);
        match (is_prose, text.is_empty()) {
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
        if text.ends_with(['.', '?', '!']) || text.chars().count() > MAX_SENTENCE_CHARS {
            break;
        }
    }
    let has_enough_words = text.split_whitespace().count() >= MIN_SENTENCE_WORDS;
    let fits = text.chars().count() <= MAX_SENTENCE_CHARS && !text.contains("://");
    (has_enough_words && fits).then(
        || {
            if text.ends_with(['.', '?', '!']) { text } else { text + "." }
        },
    )
}

/// The lines of documentation that say what a declaration is: without what tags, elements, lists and sections say of its
/// parts. The text after a tag that says so is the declaration's own.
fn own_lines<'t>(lines: &[&'t str]) -> Vec<&'t str> {
    let mut own = Vec::new();
    let (mut at, mut is_inside) = (0, false);
    while let Some(line) = lines.get(at).copied() {
        is_inside |= line.trim_start().starts_with("/*") || opens_string(line);
        let text = without_marks(line);
        let mut length = 1;
        if let Some(rest) = OWN_TAGS.iter().find_map(|tag| text.strip_prefix(tag)) {
            own.push(rest.split("</").next().unwrap_or(rest).trim());
            // What follows a text that is closed on its line is something else.
            own.extend(text.contains("</").then_some(""));
        } else {
            length = part_length(&lines[at..], is_inside);
            own.extend((length == 0).then_some(line));
        }
        let read = &lines[at..at + length.max(1)];
        is_inside &= !read.iter().any(|line| is_end(line));
        at += read.len();
    }
    own
}

/// The number of lines at the beginning that a tag, an element, a list or a section takes; 0 if there is none. `is_inside`
/// is whether they are within a comment of several lines or a string; outside, what begins with `@` may be code.
fn part_length(lines: &[&str], is_inside: bool) -> usize {
    let (line, rest) = (lines[0], &lines[1..]);
    let text = without_marks(line);
    let is_marked = line.trim_start().starts_with(['*', '/', '#', '-', ';', '%']);
    let is_blank = |line: &&str| without_marks(line).is_empty();
    let is_open = |line: &&str| !is_blank(line) && !is_end(line);
    let deeper = || {
        let depth = indent(line);
        let inner = rest.iter().take_while(|line| is_blank(line) || indent(line) > depth);
        1 + inner.count()
    };
    if text.starts_with('@') && (is_marked || is_inside) {
        return 1 + rest.iter().take_while(|line| !is_end(line)).count();
    }
    if text.starts_with('\\') {
        return 1 + rest.iter().take_while(|line| is_open(line)).count();
    }
    if let Some(element) = text.strip_prefix('<').filter(|_| is_marked) {
        let tag: String = element.chars().take_while(|c| c.is_alphanumeric()).collect();
        let closing = format!("</{tag}>");
        let end = lines.iter().position(|line| line.contains(&closing));
        return end.filter(|end| *end > 0 && !tag.is_empty()).map_or(0, |end| end + 1);
    }
    let is_item = |line: &str| after_marks(line).trim_start().starts_with("- ");
    if is_marked && is_item(line) {
        return 1 + rest.iter().take_while(|line| is_open(line) && !is_item(line)).count();
    }
    // A field of reStructuredText, but no role, as in `:class:`A``.
    let field = text.strip_prefix(':').and_then(|text| text.split_once(':'));
    if field.is_some_and(|(_, after)| !after.starts_with('`')) && !is_marked {
        return deeper();
    }
    // A title of Markdown, or one that is underlined: all that follows is the text of sections.
    let is_line = |line: &&str| !line.trim().is_empty() && line.trim().chars().all(|c| c == '-');
    if is_marked && text.starts_with("# ") || !is_marked && rest.first().is_some_and(is_line) {
        return lines.len();
    }
    let is_title = text.ends_with(':') && text.split_whitespace().count() <= MAX_TITLE_WORDS;
    let next = rest.iter().find(|line| !is_blank(line));
    let is_section = !is_marked && next.is_some_and(|next| indent(next) > indent(line));
    if is_title && is_section { deeper() } else { 0 }
}

/// The number of bytes before the text of a line.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Whether a line begins with a string of several lines.
fn opens_string(line: &str) -> bool {
    let text = line.trim_start().trim_start_matches(|c: char| c.is_ascii_alphabetic());
    text.starts_with("\"\"\"") || text.starts_with("'''")
}

/// Whether a line ends a comment of several lines.
fn is_end(line: &str) -> bool {
    line.trim_end().ends_with("*/")
}

/// A line of documentation behind the marks of a comment.
fn after_marks(line: &str) -> &str {
    line.trim_start().trim_start_matches(|c: char| "/*!;%".contains(c))
}

/// The text of a line of documentation without the marks of a comment and of a string.
fn without_marks(line: &str) -> &str {
    let line = after_marks(line).trim_start_matches('-');
    let line = line.strip_prefix('#').filter(|rest| !rest.starts_with(['#', '['])).unwrap_or(line);
    let line = if opens_string(line) { &line[line.find(['"', '\'']).unwrap_or(0)..] } else { line };
    line.trim_matches(|c: char| c.is_whitespace() || "*/\"'".contains(c))
}

/// Whether a line of documentation begins with a tag: `@param`, `<summary>`, `[Obsolete(`, or with a directive to a
/// tool: `go:generate`.
fn is_tagged(line: &str) -> bool {
    let text = line.trim_start_matches(|c: char| c.is_whitespace() || "/*#-;%!".contains(c));
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_directive = first.split_once(':').is_some_and(|(tool, rest)| {
        let is_word = |part: &str| part.starts_with(|c: char| c.is_ascii_lowercase());
        is_word(tool) && is_word(rest)
    });
    is_directive || text.starts_with(['@', '<', '[', '\\'])
}

/// Whether a line begins with a single word as its label, as `Support: old browsers`: a note on some aspect.
fn is_labelled(line: &str) -> bool {
    line.split_once(": ").is_some_and(|(label, _)| label.chars().all(char::is_alphabetic))
}

/// Whether a line has capitals alone: it divides a file, or warns.
fn is_shouted(line: &str) -> bool {
    line.chars().any(char::is_uppercase) && !line.chars().any(char::is_lowercase)
}

/// A line of documentation without its comment markers and quotes.
pub(super) fn strip_comment_markers(line: &str) -> &str {
    let is_not_alphanumeric = |c: char| !c.is_alphanumeric();
    let line = line.trim_start_matches(|c: char| is_not_alphanumeric(c) && !"`([".contains(c));
    let line = match line.split_once(['"', '\'']) {
        Some((prefix, rest)) if prefix.len() == 1 && rest.starts_with(['"', '\'']) => {
            rest.trim_start_matches(['"', '\''])
        }
        _ => line,
    };
    line.trim_end_matches(|c: char| is_not_alphanumeric(c) && !"`.?!)]>".contains(c))
}

/// Whether at most a sixth of a line is punctuation, not counting backticks.
pub(super) fn reads_as_prose(line: &str) -> bool {
    let punctuation =
        line.chars().filter(|c| !c.is_alphanumeric() && !c.is_whitespace() && *c != '`');
    punctuation.count() * 6 <= line.chars().count()
}

#[cfg(test)]
mod tests;
