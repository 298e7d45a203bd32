//! A file as it was read for a query, and windows of its lines.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use firsthand_codegraph::{Cancel, Declaration, Graph};
use firsthand_registry::{self as registry, LineRange, MaskedFile, Related, RepoPath, Symbol};
use firsthand_tools::{declaration_label, shown_declaration};

use crate::Tier;
use crate::entity::entity_id;
use crate::hit::Hit;

/// The most declarations attached to a window.
const MAX_DECLARATIONS: usize = 20;
/// The most lines shown of a declaration: of its documentation, of its body, and in total.
const MAX_DOC_LINES: u32 = 3;
const MAX_BODY_LINES: u32 = 4;
const MAX_HEAD_LINES: u32 = 12;

/// The files that were parsed, by path.
pub(super) type ViewCache = Mutex<BTreeMap<RepoPath, Arc<FileView>>>;

/// The file views of one query; parsed files are shared through `views`.
pub(super) struct FileViews<'g> {
    graph: &'g Graph,
    views: &'g ViewCache,
    cancel: &'g Cancel,
}

/// A file with its secrets masked, and its declarations.
pub(super) struct FileView {
    file: MaskedFile,
    content_hash: String,
    declarations: Vec<Declaration>,
}

impl<'g> FileViews<'g> {
    pub(super) fn new(graph: &'g Graph, views: &'g ViewCache, cancel: &'g Cancel) -> Self {
        Self {
            graph,
            views,
            cancel,
        }
    }

    /// Returns the view of a file with these bytes.
    pub(super) fn of(&self, path: &RepoPath, bytes: &Arc<Vec<u8>>) -> Arc<FileView> {
        let views = || self.views.lock().unwrap_or_else(PoisonError::into_inner);
        let cached = views().get(path).cloned();
        if let Some(cached) = cached.filter(|view| view.file.bytes() == bytes) {
            return cached;
        }
        let redacted = self.graph.redact(bytes);
        let file = MaskedFile::with_redacted(path.clone(), Arc::clone(bytes), redacted);
        let declared = self.graph.declarations(path.as_str(), bytes, self.cancel);
        let view = Arc::new(FileView::new(file, declared));
        // After a cancellation the declarations may be incomplete, so the view is not cached.
        if !self.cancel.is_cancelled() {
            views().insert(path.clone(), Arc::clone(&view));
        }
        view
    }
}

/// How lines were found.
pub(super) struct Reason<'a> {
    pub(super) tier: Tier,
    pub(super) source: &'a str,
    pub(super) score: f64,
    pub(super) related: Option<Related>,
    pub(super) distance: Option<u32>,
}

impl FileView {
    /// Makes a view of a file with these declarations.
    pub(super) fn new(file: MaskedFile, declarations: Vec<Declaration>) -> Self {
        Self {
            content_hash: blake3::hash(file.bytes()).to_hex().to_string(),
            file,
            declarations,
        }
    }

    /// A line in lower case, with secrets replaced; empty past the end of the file.
    pub(super) fn lower_line(&self, number: u32) -> String {
        let line = self.file.line(number);
        line.map_or_else(String::new, |line| line.text().to_lowercase())
    }

    /// The innermost declaration around a line.
    pub(super) fn innermost(&self, line: u32) -> Option<Symbol> {
        let around = self.declarations.iter().filter(|d| d.range.contains(line));
        let found = around.min_by_key(|d| d.range.len())?;
        Some(declaration_label(found))
    }

    /// The head of a declaration: the end of its documentation, its signature, and the first lines of its body.
    pub(super) fn head(&self, symbol: &Declaration) -> LineRange {
        let same = |d: &&Declaration| d.range == symbol.range && d.name == symbol.name;
        let declared = self.declarations.iter().find(same);
        let all = symbol.range;
        let head = declared.map_or(LineRange::one(all.start()), |d| d.head);
        let start = head.start().saturating_sub(MAX_DOC_LINES).max(all.start());
        let end = head.end().saturating_add(MAX_BODY_LINES).min(all.end());
        LineRange::new(start, end.min(start + MAX_HEAD_LINES - 1)).unwrap_or(all)
    }

    /// Makes a hit of these lines; `None` if the file has none of them.
    pub(super) fn hit(
        &self,
        lines: LineRange,
        hits: impl IntoIterator<Item = u32>,
        symbol: Option<Symbol>,
        reason: Reason<'_>,
    ) -> Option<Hit> {
        let window = self.file.window(lines, |_, _| 0)?.with_hits(hits);
        let lines = window.span.range();
        let mut window = window.with_declarations(self.declarations_in(lines));
        let entity = entity_id(self.file.path(), symbol.as_ref(), lines);
        window.symbol = symbol;
        window.related = reason.related;
        window.distance = reason.distance;
        Some(Hit {
            entity,
            tier: reason.tier,
            sources: vec![reason.source.to_owned()],
            score: reason.score,
            window,
            content: self.content_hash.clone(),
            date: String::new(),
            changed: Vec::new(),
        })
    }

    /// The first declarations that overlap these lines.
    fn declarations_in(&self, lines: LineRange) -> Vec<registry::Declaration> {
        let overlapping = self.declarations.iter().filter(|d| d.range.overlaps(lines));
        let first = overlapping.take(MAX_DECLARATIONS);
        first.map(shown_declaration).collect()
    }
}
