//! A file as it was read for a query, and windows of its lines.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use firsthand_codegraph::{Cancel, Declaration};
use firsthand_registry::{self as registry, LineRange, RepoPath, Span, Symbol, Window, clip};
use firsthand_source::LineIndex;
use firsthand_source::secrets::{Redacted, redact_name};

use super::Retriever;
use crate::hit::{Hit, entity_id};
use crate::payload::Tier;

/// Lines of more bytes are shown in part and cannot be quoted.
const MAX_LINE_BYTES: usize = 2_000;
/// The most characters shown of such a line.
const MAX_EXCERPT_CHARS: usize = 200;
/// The most declarations attached to a window.
const MAX_DECLARATIONS: usize = 20;
/// The most lines shown of a declaration: of its documentation, of its body, and in total.
const MAX_DOC_LINES: u32 = 3;
const MAX_BODY_LINES: u32 = 4;
const MAX_HEAD_LINES: u32 = 12;

/// The files that were parsed, by path.
pub(super) type ViewCache = Mutex<BTreeMap<RepoPath, Arc<FileView>>>;

/// A file's bytes, the lines that must not be shown, and its declarations.
pub(super) struct FileView {
    path: RepoPath,
    bytes: Arc<Vec<u8>>,
    lines: LineIndex,
    content_hash: String,
    /// The texts that are shown instead of the lines with secrets, by line number.
    hidden: BTreeMap<u32, String>,
    declarations: Vec<Declaration>,
}

impl Retriever {
    /// Returns the view of a file with these bytes. Parsed files are shared among the queries of a stage.
    pub(super) fn view(
        &self,
        path: &RepoPath,
        bytes: &Arc<Vec<u8>>,
        cancel: &Cancel,
    ) -> Arc<FileView> {
        let views = || self.views.lock().unwrap_or_else(PoisonError::into_inner);
        let cached = views().get(path).cloned();
        if let Some(cached) = cached.filter(|view| view.bytes == *bytes) {
            return cached;
        }
        let graph = self.toolbox.graph();
        let hidden = graph.redact(bytes);
        let declared = graph.declarations(path.as_str(), bytes, cancel);
        let view = FileView::new(path.clone(), Arc::clone(bytes), hidden, declared);
        let view = Arc::new(view);
        // After a cancellation the declarations may be incomplete, so the view is not cached.
        if !cancel.is_cancelled() {
            views().insert(path.clone(), Arc::clone(&view));
        }
        view
    }
}

impl FileView {
    /// Makes a view from the content, the lines with secrets, and the declarations.
    pub(super) fn new(
        path: RepoPath,
        bytes: Arc<Vec<u8>>,
        hidden: Vec<Redacted>,
        declarations: Vec<Declaration>,
    ) -> Self {
        let hidden = hidden.into_iter();
        Self {
            path,
            lines: LineIndex::of(&bytes),
            content_hash: blake3::hash(&bytes).to_hex().to_string(),
            hidden: hidden.map(|line| (line.line, line.text)).collect(),
            bytes,
            declarations,
        }
    }

    /// A line in lower case, with secrets replaced; empty past the end of the file.
    pub(super) fn lower_line(&self, number: u32) -> String {
        let line = self.lines.line(&self.bytes, number);
        let read = || String::from_utf8_lossy(line).to_lowercase();
        let hidden = self.hidden.get(&number);
        hidden.map_or_else(read, |hidden| hidden.to_lowercase())
    }

    /// The innermost declaration around a line.
    pub(super) fn innermost(&self, line: u32) -> Option<Symbol> {
        let around = self.declarations.iter().filter(|d| d.range.contains(line));
        around.min_by_key(|d| d.range.len()).map(symbol)
    }

    /// The head of a declaration: the end of its documentation, its signature, and the first lines of its body.
    pub(super) fn head(&self, symbol: &Declaration) -> LineRange {
        let all = symbol.range;
        let mut declared = self.declarations.iter();
        let declared = declared.find(|d| d.range == all && d.name == symbol.name);
        let head = declared.map_or(LineRange::one(all.start()), |d| d.head);
        let start = head.start().saturating_sub(MAX_DOC_LINES).max(all.start());
        let end = head.end().saturating_add(MAX_BODY_LINES).min(all.end());
        LineRange::new(start, end.min(start + MAX_HEAD_LINES - 1)).unwrap_or(all)
    }

    /// Makes a hit of these lines, found in this tier by this source, with this score; `None` if the file has none of
    /// them.
    pub(super) fn hit(
        &self,
        lines: LineRange,
        hits: impl IntoIterator<Item = u32>,
        symbol: Option<Symbol>,
        (tier, source, score): (Tier, &str, f64),
    ) -> Option<Hit> {
        let span = Span::of_file(self.path.clone(), &self.bytes, lines).ok()?;
        let span = span.map_lines(|number, line| match self.hidden.get(&number) {
            Some(shown) => line.mask(shown.clone()),
            None if line.text().len() > MAX_LINE_BYTES => {
                let shown = clip(line.text(), MAX_EXCERPT_CHARS).into_owned();
                line.mask(shown)
            }
            None => line,
        });
        let lines = span.range();
        let declared = self.declarations_in(lines);
        let mut window = Window::new(span)
            .with_hits(hits)
            .with_declarations(declared);
        let entity = entity_id(&self.path, symbol.as_ref(), lines);
        window.symbol = symbol;
        Some(Hit {
            entity,
            tier,
            sources: vec![source.to_owned()],
            score,
            window,
            content: self.content_hash.clone(),
            date: String::new(),
            changed: Vec::new(),
        })
    }

    /// The first declarations that overlap these lines.
    fn declarations_in(&self, lines: LineRange) -> Vec<registry::Declaration> {
        let overlapping = self.declarations.iter().filter(|d| d.range.overlaps(lines));
        let declared = |d: &Declaration| registry::Declaration {
            name: redact_name(&d.name).into_owned(),
            kind: d.kind.clone(),
            range: d.range,
            head: Some(d.head),
            is_test: d.is_test,
        };
        overlapping.take(MAX_DECLARATIONS).map(declared).collect()
    }
}

/// The symbol of a declaration, with secrets in its names redacted.
pub(super) fn symbol(declared: &Declaration) -> Symbol {
    Symbol {
        name: redact_name(&declared.name).into_owned(),
        qualified: redact_name(&declared.qualified).into_owned(),
        kind: declared.kind.clone(),
    }
}
