//! The citations of a Markdown document.

use std::ops::Range;

use firsthand_anchors::FoldedQuote;
use percent_encoding::percent_decode_str;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::beside::{is_beside, is_quoted_beside, is_statement};
use super::located::Located;
use super::name_forms::{name_of, of_message};
use super::{Citation, CitationStyle, Mentions, is_short_for};
use crate::spot::{LocationMatch, find_locations};

/// All citations of a document, in order. The text of code blocks, of metadata, and of block quotes that quote a
/// citation is not searched; the info string of a code block is. With `mentions`, files without lines are citations, too,
/// and what else is mentioned is added there.
pub(super) fn citations<'d>(
    document: &'d str,
    mentions: Option<Mentions<'d>>,
) -> (Vec<Citation>, Option<Mentions<'d>>) {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_GFM
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let mut finder =
        Finder { document, located: Located::of(document), mentions, ..Finder::default() };
    for (event, at) in Parser::new_ext(document, options).into_offset_iter() {
        finder.event(event, at);
    }
    finder.found.append(&mut finder.unread);
    (finder.found, finder.mentions)
}

#[derive(Default)]
struct Finder<'d> {
    document: &'d str,
    located: Located,
    found: Vec<Citation>,
    /// The paths with a number that is not read.
    unread: Vec<Citation>,
    /// The byte range of the current run of text, which the parser emits in several events.
    text_run: Option<Range<usize>>,
    /// For each open link, outermost first: whether it leads outside the repository.
    links: Vec<bool>,
    /// The open block, if any: its byte range, and the index of the citation that it quotes, if any.
    open_block: Option<(Range<usize>, Option<usize>)>,
    /// The index of the last citation, while only punctuation and white space follow it.
    last_adjacent: Option<usize>,
    /// The byte range of the last code span, if it can be a name.
    last_code: Option<Range<usize>>,
    mentions: Option<Mentions<'d>>,
}

impl Finder<'_> {
    fn event(&mut self, event: Event<'_>, at: Range<usize>) {
        if !matches!(event, Event::Text(_)) {
            self.end_run();
        }
        match event {
            Event::Start(Tag::CodeBlock(kind)) => self.code_block(&kind, at),
            Event::End(TagEnd::CodeBlock | TagEnd::BlockQuote(_)) => self.end_block(at.end),
            Event::Start(Tag::BlockQuote(kind)) if self.open_block.is_none() => {
                let cited = self.last_adjacent.take().filter(|_| kind.is_none());
                self.open_block = Some((at, cited));
            }
            Event::Start(Tag::MetadataBlock(_)) => self.open_block = Some((at, None)),
            Event::End(TagEnd::MetadataBlock(_)) => self.open_block = None,
            _ if self.in_unsearched_block() => {}
            Event::Start(Tag::Link { dest_url, .. }) => {
                let scheme = dest_url.split_once(':').map_or("", |(scheme, _)| scheme);
                // One letter is a drive (`C:`), and a scheme with a dot is a file with a line (`a.rs:12`).
                let is_scheme_char = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
                let leads_outside = (scheme.len() > 1
                    && !scheme.contains('.')
                    && scheme.chars().all(is_scheme_char))
                    || dest_url.starts_with("//");
                if !leads_outside {
                    self.link(&dest_url, at);
                }
                self.links.push(leads_outside);
            }
            Event::End(TagEnd::Link) => drop(self.links.pop()),
            Event::Text(_) => match &mut self.text_run {
                Some(text_run) if text_run.end == at.start => text_run.end = at.end,
                _ => {
                    self.end_run();
                    self.text_run = Some(at);
                }
            },
            Event::Code(code) => self.code(&code, at),
            Event::Start(Tag::Image { .. }) | Event::Html(_) => self.last_adjacent = None,
            _ => {}
        }
    }

    /// Whether the text of the open block is not searched for citations: that of a code block, of metadata, and of a
    /// block quote that quotes a citation.
    fn in_unsearched_block(&self) -> bool {
        self.open_block.as_ref().is_some_and(|(at, cited)| {
            cited.is_some() || !self.document[at.clone()].trim_start().starts_with('>')
        })
    }

    /// Adds the citations in the current run of text, and ends the run.
    fn end_run(&mut self) {
        let Some(text_run) = self.text_run.take() else {
            return;
        };
        let text = &self.document[text_run.clone()];
        let count_before = self.found.len();
        if !self.links.contains(&true) {
            self.add(self.locations(text_run.clone(), text), CitationStyle::Text);
            self.unread.extend(self.located.unread(&text_run, CitationStyle::Text));
        }
        if let Some(mentions) = &mut self.mentions {
            let new = self.found.get_mut(count_before..).unwrap_or_default();
            mentions.text(self.document, text_run.clone(), new);
        }
        let tail = match self.found.last().filter(|_| self.found.len() > count_before) {
            Some(last) => &self.document[last.at.end..text_run.end],
            None => text,
        };
        match tail.chars().any(char::is_alphanumeric) {
            true => self.last_adjacent = None,
            false if self.found.len() > count_before => {
                self.last_adjacent = Some(self.found.len() - 1);
            }
            false => {}
        }
    }

    /// Handles a code span: it is a citation, a quote of the citation before it, a name beside a citation, or neither.
    fn code(&mut self, code: &str, at: Range<usize>) {
        // The parser removes one space at each end, and replaces each line end (in a block quote with its `>`) by one.
        let trimmed = code.trim();
        let offset = self.document[at.clone()].find(trimmed);
        let span = offset.map_or(at.clone(), |offset| at.start + offset..at.end);
        let span = span.start..(span.start + trimmed.len()).min(at.end);
        self.unread.extend(self.located.unread(&span, CitationStyle::Code));
        let mut locations = self.located.in_part(&span, trimmed);
        if let Some(one) = LocationMatch::with_blanks(trimmed, span.start, &locations) {
            locations = vec![one];
        }
        if locations.iter().any(LocationMatch::is_word) && self.mentions.is_none() {
            // Where no file has that name, this says nothing.
            self.add(locations, CitationStyle::Code);
            return self.name(trimmed, at);
        }
        if let Some(mentions) = &mut self.mentions {
            locations.retain(|one| !one.is_word() || mentions.path(&one.path).is_some());
            let path = mentions.path(trimmed).filter(|_| locations.is_empty());
            locations.extend(path.map(|path| path.behind(span.start)));
            mentions.code.push(code.to_owned());
        }
        let is_one_location = locations.first().zip(locations.last()).is_some_and(|(one, last)| {
            one.path == last.path && span == (one.at.start..last.at.end)
        });
        let is_several = trimmed.contains(char::is_whitespace) && of_message(trimmed).is_none();
        if !is_one_location && (is_several || is_statement(trimmed)) {
            self.quote(code, &at);
            return;
        }
        if locations.is_empty() {
            self.name(trimmed, at);
            return;
        }
        let count_before = self.found.len();
        if offset.is_some() && !self.links.contains(&true) {
            self.add(locations, CitationStyle::Code);
        }
        self.last_adjacent = (self.found.len() > count_before).then(|| self.found.len() - 1);
    }

    /// A statement, or several words of code, are a quote if only white space and marks such as `:`, `-` or `=` separate them from a
    /// citation.
    fn quote(&mut self, code: &str, at: &Range<usize>) {
        let cited = self.last_adjacent.take().and_then(|index| self.found.get_mut(index));
        if let Some(citation) = cited.filter(|one| one.is_alone())
            && is_quoted_beside(self.document, citation.at.end, at.start)
        {
            citation.quote = FoldedQuote::span(code);
        } else if let Some(mentions) = &mut self.mentions {
            mentions.quote_or_call(self.document, code, at);
        }
    }

    /// One word of code names what the citation directly before it cites, or the link around it, or else what the next
    /// citation does.
    fn name(&mut self, code: &str, at: Range<usize>) {
        let index = self.last_adjacent.take();
        let cited = index.and_then(|index| self.found.get_mut(index));
        let mut owner = None;
        if let Some(citation) = cited.filter(|one| one.name.is_none() && one.is_alone())
            && (citation.at.contains(&at.start)
                || is_beside(self.document, citation.at.end, at.start))
        {
            citation.name = name_of(code);
            owner = index;
        }
        if let Some(mentions) = &mut self.mentions {
            mentions.name(code, &at, owner);
        }
        self.last_code = name_of(code).map(|_| at);
    }

    /// The name in the last code span, if the text from `start` on is beside it.
    fn name_before(&mut self, start: usize) -> Option<String> {
        let at = self.last_code.take()?;
        let code = self.document[at.clone()].trim_matches('`');
        let name = name_of(code.trim()).filter(|_| is_beside(self.document, at.end, start))?;
        if let Some(mentions) = &mut self.mentions {
            mentions.last_is_of(self.found.len());
        }
        Some(name)
    }

    /// The locations in a run of text; where mentions are wanted, also its paths without lines.
    fn locations(&self, run: Range<usize>, text: &str) -> Vec<LocationMatch> {
        let mut found = self.located.in_part(&run, text);
        if let Some(mentions) = &self.mentions {
            mentions.add_paths(text, run.start, &mut found);
        }
        found
    }

    /// Adds a link as a citation, if its fragment names lines.
    fn link(&mut self, destination: &str, at: Range<usize>) {
        let decoded = percent_decode_str(destination).decode_utf8_lossy();
        let split = decoded.split_once("#L").map(|(path, _)| path);
        // Only the fragment is parsed, after a placeholder: the path of a link may contain any characters.
        let with_lines = split.map(|path| format!("x{}", &decoded[path.len()..]));
        let path = split.and_then(|path| path.split('?').next());
        let with_lines = with_lines.map(|text| find_locations(&text));
        let cited = match (path, with_lines.as_deref(), &self.mentions) {
            (Some(path), Some([one]), _) => Citation::new(at, path, one, CitationStyle::Link),
            (_, _, Some(mentions)) => match mentions.linked(&decoded, &at) {
                Some(one) => Citation::new(at, &one.path, &one, CitationStyle::Link),
                None => return,
            },
            _ => return,
        };
        let name = self.name_before(cited.at.start);
        self.found.push(Citation { name, ..cited });
        self.last_adjacent = Some(self.found.len() - 1);
    }

    /// Adds locations of the document as citations.
    fn add(&mut self, locations: Vec<LocationMatch>, style: CitationStyle) {
        for one in locations {
            let name = self.name_before(one.at.start);
            let citation = Citation::new(one.at.clone(), &one.path, &one, style);
            let name = name.filter(|_| citation.is_alone());
            self.found.push(Citation { name, ..citation });
        }
    }

    /// Opens a code block. It quotes the citation in its info string, or else the citation directly before it, provided
    /// that the extension of the cited file fits the block's language, if one is named.
    fn code_block(&mut self, kind: &CodeBlockKind<'_>, at: Range<usize>) {
        let info = match kind {
            CodeBlockKind::Fenced(info) => info.as_ref(),
            CodeBlockKind::Indented => "",
        };
        let mut cited = self.last_adjacent.take();
        let words = info.split([' ', '=', '"', '\'', '{', '}', ',']);
        if let [one] = words.flat_map(find_locations).collect::<Vec<_>>().as_slice() {
            let info_offset = self.document[at.clone()].find(info).unwrap_or_default();
            cited = Some(self.found.len());
            let info_at = at.start + info_offset..at.start + info_offset + info.len();
            self.found.push(Citation::new(info_at, &one.path, one, CitationStyle::Code));
        } else {
            let language = info.split([' ', ',', '{']).next().unwrap_or_default();
            let is_of_language = |index: &usize| {
                let extension = self.found.get(*index).and_then(|one| one.path.rsplit_once('.'));
                language.is_empty() || extension.is_some_and(|(_, e)| is_short_for(e, language))
            };
            cited = cited.filter(is_of_language);
        }
        self.open_block = Some((at, cited));
    }

    /// Closes the open block: its text becomes the quote of the citation that the block quotes.
    fn end_block(&mut self, end: usize) {
        let Some((at, cited)) = self.open_block.take() else {
            return;
        };
        self.last_adjacent = None;
        let text = self.document[at.start..end.max(at.end)].to_owned();
        if let Some(mentions) = &mut self.mentions {
            mentions.code.push(text.clone());
        }
        if let Some(citation) = cited.and_then(|index| self.found.get_mut(index))
            && citation.is_alone()
        {
            citation.quote = FoldedQuote::block(&text);
        }
    }
}
