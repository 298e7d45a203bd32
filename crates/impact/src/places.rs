//! Lines of the present tree as places, also where no relation leads.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use firsthand_codegraph::Declaration;
use firsthand_source::{LineRange, RepoPath, identifiers};

use crate::declared::is_same_value;
use crate::document::{Dependence, How};
use crate::found::{Found, Line};
use crate::layout::{blanked, line_of};
use crate::lookup::Lookup;

/// A file of the present tree.
pub(crate) struct PresentFile {
    /// Its content; `None` if it cannot be read.
    pub(crate) bytes: Option<Arc<Vec<u8>>>,
    /// Its declarations.
    pub(crate) declared: Vec<Declaration>,
    /// Its content with blanks in place of its imports.
    code: Vec<u8>,
    /// Its content with blanks in place of its comments.
    uncommented: OnceCell<Vec<u8>>,
}

impl PresentFile {
    /// A line of its text, 1-based; empty in place of imports.
    pub(crate) fn code_line(&self, line: u32) -> &[u8] {
        line_of(&self.code, line)
    }

    /// The innermost declaration around a line.
    pub(crate) fn around(&self, line: u32) -> Option<&Declaration> {
        let around = self.declared.iter().filter(|one| one.range.contains(line));
        around.min_by_key(|one| one.range.len())
    }

    /// One of its declarations as a place, by which what stands in it is reached.
    fn place(&self, path: &RepoPath, declared: &Declaration) -> Option<Found> {
        let place = Found {
            line: declared.head.start(),
            file: Some(Arc::clone(self.bytes.as_ref()?)),
            symbol: Some(declared.clone()),
            ..Found::file(path.clone(), Dependence::Reference, How::Scope, None)
        };
        Some(Found { role: place.role_there(), ..place })
    }

    /// The function in which the declaration of these lines stands.
    fn function_around(&self, inner: LineRange) -> Option<&Declaration> {
        let around = self.declared.iter().filter(|one| one.range.covers(inner));
        let around = around.filter(|one| one.range.len() > inner.len());
        around.min_by_key(|one| one.range.len()).filter(|one| one.is_function())
    }
}

impl Lookup<'_> {
    /// The content of a file of the present tree, which is read once.
    pub(crate) fn text(&self, path: &RepoPath) -> Option<Arc<Vec<u8>>> {
        let read = || self.toolbox.sandbox().read(path).ok().map(Arc::new);
        let mut texts = self.texts.borrow_mut();
        texts.entry(path.clone()).or_insert_with(read).clone()
    }

    /// A file of the present tree, which is parsed once.
    pub(crate) fn file(&self, path: &RepoPath) -> Rc<PresentFile> {
        let mut files = self.files.borrow_mut();
        let known = files.entry(path.clone()).or_insert_with(|| {
            let bytes = self.text(path);
            let text = bytes.as_ref().map_or(&[][..], |bytes| bytes);
            Rc::new(PresentFile {
                declared: self.graph().declarations(path.as_str(), text, self.cancel),
                code: self.without_imports(path, text),
                uncommented: OnceCell::new(),
                bytes,
            })
        });
        Rc::clone(known)
    }

    /// For each text, the lines of the tree that hold it: [`Graph::lines_with`](firsthand_codegraph::Graph::lines_with).
    pub(crate) fn lines_with(&self, texts: &[String], cap: usize) -> Vec<Vec<Line>> {
        self.graph().lines_with(texts, cap, usize::MAX, self.cancel)
    }

    /// A file's text with blanks in place of its imports.
    pub(crate) fn without_imports(&self, path: &RepoPath, bytes: &[u8]) -> Vec<u8> {
        let imports = self.graph().imports(path.as_str(), bytes, self.cancel);
        blanked(bytes, &imports)
    }

    /// A file's text with blanks in place of its comments.
    pub(crate) fn without_comments(&self, path: &RepoPath, bytes: &[u8]) -> Vec<u8> {
        blanked(bytes, &self.graph().comments(path.as_str(), bytes, self.cancel))
    }

    /// A line without its comments.
    pub(crate) fn code_at(&self, path: &RepoPath, line: u32) -> String {
        let file = self.file(path);
        let code = file.uncommented.get_or_init(|| {
            let text = file.bytes.as_ref().map_or(&[][..], |bytes| bytes);
            self.without_comments(path, text)
        });
        String::from_utf8_lossy(line_of(code, line)).into_owned()
    }

    /// Whether a line has nothing but comments.
    fn is_comment(&self, path: &RepoPath, line: u32) -> bool {
        self.code_at(path, line).trim().is_empty()
    }

    /// Lets a place with several lines begin with the first one that is no comment.
    pub(crate) fn begin_with_code(&self, place: &mut Found) {
        if place.also.is_empty() || !self.is_comment(&place.path, place.line) {
            return;
        }
        let code = place.also.iter().find(|line| !self.is_comment(&place.path, **line));
        if let Some(code) = code.copied() {
            place.also.remove(&code);
            place.also.insert(place.line);
            place.line = code;
        }
    }

    /// Whether a place is part of an import, or empty.
    pub(crate) fn is_import(&self, place: &Found) -> bool {
        self.file(&place.path).code_line(place.line).trim_ascii().is_empty()
    }

    /// The function in which the declaration of these lines stands, as a place: whatever runs the inner one, also as a
    /// value that was returned or handed over, got it by a call of the outer one.
    pub(crate) fn outer_function(&self, path: &RepoPath, inner: LineRange) -> Option<Found> {
        let file = self.file(path);
        let outer = file.function_around(inner)?;
        file.place(path, outer)
    }

    /// The other names of a value: of a function that is assigned twice, or the other parts of what one call returned.
    pub(crate) fn other_names(&self, path: &RepoPath, of: &Declaration) -> Vec<Found> {
        let file = self.file(path);
        let same = file.declared.iter().filter(|one| is_same_value(one, of));
        let others = same.filter(|one| one.qualified != of.qualified);
        others.filter_map(|one| file.place(path, one)).collect()
    }

    /// Whether a file holds the name of one of its declarations elsewhere, too.
    pub(crate) fn is_named_again(&self, path: &RepoPath, declared: &Declaration) -> bool {
        let bytes = self.text(path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let mut named = identifiers(&text).filter(|(_, name)| *name == declared.name);
        named.nth(1).is_some()
    }

    /// A line of the present tree as a place of the change as a whole.
    pub(crate) fn place_at(
        &self,
        path: &RepoPath,
        line: u32,
        role: Dependence,
        how: How,
    ) -> Option<Found> {
        let file = self.file(path);
        Some(Found {
            line,
            file: Some(Arc::clone(file.bytes.as_ref()?)),
            symbol: file.around(line).cloned(),
            ..Found::file(path.clone(), role, how, None)
        })
    }

    /// The lines as places that were found by a string.
    pub(crate) fn strings_at(&self, lines: &BTreeSet<Line>, role: Dependence) -> Vec<Found> {
        let place = |(path, line): &Line| self.place_at(path, *line, role, How::String);
        lines.iter().filter_map(place).collect()
    }

    /// A line of the present tree that uses something, with the role that a use has there.
    pub(crate) fn use_at(&self, path: &RepoPath, line: u32, how: How) -> Option<Found> {
        let place = self.place_at(path, line, Dependence::Reference, how)?;
        Some(Found { role: place.role_there(), ..place })
    }
}
