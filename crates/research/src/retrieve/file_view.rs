//! A file as it was read for a query, and windows of its lines.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use firsthand_codegraph::{Cancel, Declaration};
use firsthand_registry::{self as registry, LineRange, MaskedFile, RepoPath, Symbol};
use firsthand_tools::shown_declaration;

use super::Retriever;
use crate::hit::{Hit, entity_id};
use crate::payload::Tier;

/// The most declarations attached to a window.
const MAX_DECLARATIONS: usize = 20;
/// The most lines shown of a declaration: of its documentation, of its body, and in total.
const MAX_DOC_LINES: u32 = 3;
const MAX_BODY_LINES: u32 = 4;
const MAX_HEAD_LINES: u32 = 12;

/// The files that were parsed, by path.
pub(super) type ViewCache = Mutex<BTreeMap<RepoPath, Arc<FileView>>>;

/// A file with its secrets masked, and its declarations.
pub(super) struct FileView {
    file: MaskedFile,
    content_hash: String,
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
        if let Some(cached) = cached.filter(|view| view.file.bytes() == bytes) {
            return cached;
        }
        let graph = self.toolbox.graph();
        let redacted = graph.redact(bytes);
        let file = MaskedFile::with_redacted(path.clone(), Arc::clone(bytes), redacted);
        let declared = graph.declarations(path.as_str(), bytes, cancel);
        let view = Arc::new(FileView::new(file, declared));
        // After a cancellation the declarations may be incomplete, so the view is not cached.
        if !cancel.is_cancelled() {
            views().insert(path.clone(), Arc::clone(&view));
        }
        view
    }
}

impl FileView {
    /// Makes a view of a file with these declarations.
    pub(super) fn new(file: MaskedFile, declarations: Vec<Declaration>) -> Self {
        Self { content_hash: blake3::hash(file.bytes()).to_hex().to_string(), file, declarations }
    }

    /// A line in lower case, with secrets replaced; empty past the end of the file.
    pub(super) fn lower_line(&self, number: u32) -> String {
        let line = self.file.line(number);
        line.map_or_else(String::new, |line| line.text().to_lowercase())
    }

    /// The innermost declaration around a line.
    pub(super) fn innermost(&self, line: u32) -> Option<&Declaration> {
        self.declarations.iter().filter(|d| d.range.contains(line)).min_by_key(|d| d.range.len())
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
        let window = self.file.window(lines, |_, _| 0)?.with_hits(hits);
        let lines = window.span.range();
        let mut window = window.with_declarations(self.declarations_in(lines));
        let entity = entity_id(self.file.path(), symbol.as_ref(), lines);
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
        overlapping.take(MAX_DECLARATIONS).map(shown_declaration).collect()
    }
}
