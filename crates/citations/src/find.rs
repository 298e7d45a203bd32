//! The citations of a Markdown document, with the quotes beside them.

use std::ops::Range;

use firsthand_source::{LineRange, percent_decode};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::quote::Quote;
use crate::spot::{NamedPlace, spot};

/// A citation, as it stands in its document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Citation {
    /// In bytes of the document.
    pub(crate) at: Range<usize>,
    /// As it is written; of a link, decoded.
    pub(crate) path: String,
    pub(crate) lines: LineRange,
    pub(crate) form: CitationStyle,
    pub(crate) quote: Option<Quote>,
}

/// How a citation is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CitationStyle {
    Text,
    Code,
    Link,
}

/// All citations of a document, in order. What stands in blocks of code is material, and cites nothing.
pub(crate) fn citations(document: &str) -> Vec<Citation> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_GFM
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let mut finder = Finder {
        document,
        found: Vec::new(),
        run: None,
        links: Vec::new(),
        block: None,
        near: None,
    };
    for (event, at) in Parser::new_ext(document, options).into_offset_iter() {
        finder.event(event, at);
    }
    finder.found
}

struct Finder<'d> {
    document: &'d str,
    found: Vec<Citation>,
    /// Text that goes on: the parser gives it in pieces.
    run: Option<Range<usize>>,
    /// Whether each link that is open leads elsewhere.
    links: Vec<bool>,
    /// A block that may be a quote: where it begins, whether it is one.
    block: Option<(Range<usize>, Option<usize>)>,
    /// The last citation, while nothing but marks stands behind it.
    near: Option<usize>,
}

impl Finder<'_> {
    fn event(&mut self, event: Event<'_>, at: Range<usize>) {
        if !matches!(event, Event::Text(_)) {
            self.end_run();
        }
        match event {
            Event::Start(Tag::CodeBlock(kind)) => self.code_block(&kind, at),
            Event::End(TagEnd::CodeBlock | TagEnd::BlockQuote(_)) => self.end_block(at.end),
            Event::Start(Tag::BlockQuote(kind)) if self.block.is_none() => {
                let of = self.near.take().filter(|_| kind.is_none());
                self.block = Some((at, of));
            }
            Event::Start(Tag::MetadataBlock(_)) => self.block = Some((at, None)),
            Event::End(TagEnd::MetadataBlock(_)) => self.block = None,
            _ if self.is_quoted() => {}
            Event::Start(Tag::Link { dest_url, .. }) => {
                let scheme = dest_url.split_once(':').map_or("", |(scheme, _)| scheme);
                let plain = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
                let elsewhere =
                    (scheme.len() > 1 && !scheme.contains('.') && scheme.chars().all(plain))
                        || dest_url.starts_with("//");
                if !elsewhere {
                    self.link(&dest_url, at);
                }
                self.links.push(elsewhere);
            }
            Event::End(TagEnd::Link) => drop(self.links.pop()),
            Event::Text(_) => match &mut self.run {
                Some(run) if run.end == at.start => run.end = at.end,
                _ => {
                    self.end_run();
                    self.run = Some(at);
                }
            },
            Event::Code(code) => self.code(&code, at),
            Event::Start(Tag::Image { .. }) | Event::Html(_) => self.near = None,
            _ => {}
        }
    }

    /// Whether a block is open whose text is no text of the document's own.
    fn is_quoted(&self) -> bool {
        self.block.as_ref().is_some_and(|(at, of)| {
            of.is_some() || !self.document[at.clone()].trim_start().starts_with('>')
        })
    }

    fn end_run(&mut self) {
        let Some(run) = self.run.take() else {
            return;
        };
        let text = &self.document[run.clone()];
        let before = self.found.len();
        if !self.links.contains(&true) {
            self.add(spot(text), run.start, CitationStyle::Text);
        }
        let tail = match self.found.last().filter(|_| self.found.len() > before) {
            Some(last) => &self.document[last.at.end..run.end],
            None => text,
        };
        match tail.chars().any(char::is_alphanumeric) {
            true => self.near = None,
            false if self.found.len() > before => self.near = Some(self.found.len() - 1),
            false => {}
        }
    }

    /// A code span: a citation, a quote of the one before it, or neither.
    fn code(&mut self, code: &str, at: Range<usize>) {
        let raw = &self.document[at.clone()];
        let ticks = raw.len() - raw.trim_start_matches('`').len();
        let start = at.start + ticks + usize::from(!raw[ticks..].starts_with(code));
        let before = self.found.len();
        let spotted = spot(code);
        let all = matches!(spotted.as_slice(), [one] if one.at == (0..code.len()));
        if all || !code.trim().contains(char::is_whitespace) {
            if !self.links.contains(&true) {
                self.add(spotted, start, CitationStyle::Code);
            }
            self.near = (self.found.len() > before).then(|| self.found.len() - 1);
            return;
        }
        // Several words of code, behind a citation with nothing but `:`, `-` or `=` between them.
        let of = self.near.take().and_then(|of| self.found.get_mut(of));
        if let Some(citation) = of {
            let between = &self.document[citation.at.end..at.start];
            let plain = |c: char| c.is_whitespace() || "`*_:-–—=→>".contains(c);
            if between.chars().all(plain) && !between.contains("\n\n") {
                citation.quote = Quote::span(code);
            }
        }
    }

    fn link(&mut self, destination: &str, at: Range<usize>) {
        let mut bytes = Vec::new();
        let mut rest = destination;
        while let Some(first) = rest.chars().next() {
            let (byte, tail) = percent_decode(rest)
                .map_or((None, &rest[first.len_utf8()..]), |(b, t)| (Some(b), t));
            match byte {
                Some(byte) => bytes.push(byte),
                None => bytes.extend_from_slice(&rest.as_bytes()[..first.len_utf8()]),
            }
            rest = tail;
        }
        let decoded = String::from_utf8_lossy(&bytes).into_owned();
        let Some((path, _)) = decoded.split_once("#L") else {
            return;
        };
        // What stands before the mark is the path, whatever characters it has.
        let mark = format!("x{}", &decoded[path.len()..]);
        if let [one] = spot(&mark).as_slice() {
            self.found.push(Citation {
                at,
                path: path.to_owned(),
                lines: one.lines,
                form: CitationStyle::Link,
                quote: None,
            });
            self.near = Some(self.found.len() - 1);
        }
    }

    fn add(&mut self, spotted: Vec<NamedPlace>, from: usize, form: CitationStyle) {
        for one in spotted {
            self.found.push(Citation {
                at: from + one.at.start..from + one.at.end,
                path: one.path,
                lines: one.lines,
                form,
                quote: None,
            });
        }
    }

    /// A block of code is a quote of the citation right before it, or of one in its info string.
    fn code_block(&mut self, kind: &CodeBlockKind<'_>, at: Range<usize>) {
        let info = match kind {
            CodeBlockKind::Fenced(info) => info.as_ref(),
            CodeBlockKind::Indented => "",
        };
        let mut of = self.near.take();
        let words = info.split([' ', '=', '"', '\'', '{', '}', ',']);
        if let [one] = words.flat_map(spot).collect::<Vec<_>>().as_slice() {
            let inside = self.document[at.clone()].find(info).unwrap_or_default();
            of = Some(self.found.len());
            self.found.push(Citation {
                at: at.start + inside..at.start + inside + info.len(),
                path: one.path.clone(),
                lines: one.lines,
                form: CitationStyle::Code,
                quote: None,
            });
        } else {
            let language = info.split([' ', ',', '{']).next().unwrap_or_default();
            let same = |of: &usize| {
                let ending = self
                    .found
                    .get(*of)
                    .and_then(|one| one.path.rsplit_once('.'));
                language.is_empty() || ending.is_some_and(|(_, e)| is_short_for(e, language))
            };
            of = of.filter(same);
        }
        self.block = Some((at, of));
    }

    fn end_block(&mut self, end: usize) {
        let Some((at, of)) = self.block.take() else {
            return;
        };
        self.near = None;
        let text = self.document[at.start..end.max(at.end)].to_owned();
        if let Some(citation) = of.and_then(|of| self.found.get_mut(of)) {
            citation.quote = Quote::block(&text);
        }
    }
}

/// Whether the letters of a file's ending come in that order in the name of a language: `rs` in `rust`.
fn is_short_for(ending: &str, language: &str) -> bool {
    let mut letters = language.chars().map(|c| c.to_ascii_lowercase());
    ending
        .chars()
        .all(|wanted| letters.any(|c| c == wanted.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests;
