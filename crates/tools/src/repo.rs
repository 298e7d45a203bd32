//! The state that all tools share: the sandbox and the code graph of one root.

use std::borrow::Cow;
use std::sync::Arc;

use firsthand_agent::validator::Coverage;
use firsthand_agent::{CallContext, Cancel, ToolError, ToolOutput};
use firsthand_codegraph::{
    Graph, Include, Inventory, Relation, Resolution, Scope, ScopeError, Site,
};
use firsthand_registry::{
    Declaration, LineRange, MaskedFile, Related, RepoPath, Window, count, escape,
};

use firsthand_source::{Losses, NotSearched};

use crate::shown::{declaration_label, shown_declaration};
use crate::similar_paths::{instead, similar_paths};
use crate::{ReadError, ResolveError, Sandbox, redact_name};

/// The most declarations that are attached to one window.
const MAX_DECLARATIONS: usize = 100;

/// One opened repository, shared by its tools.
#[derive(Clone, Debug)]
pub(crate) struct Repo {
    pub(crate) sandbox: Arc<Sandbox>,
    pub(crate) graph: Graph,
    /// Classes of files (tests, generated, documentation) that the host configured to be ranked like product code.
    pub(crate) include: Include,
    /// Whether relations use the last listing instead of a new one.
    pub(crate) is_brief: bool,
}

/// What a tool's work receives of a call.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) cancel: Cancel,
    /// The most characters of observations that will be shown.
    pub(crate) room: usize,
}

/// The output of a tool, or an error message for the model.
pub(crate) type ToolResult = Result<ToolOutput, String>;

impl Repo {
    /// The same repository over one listing, for related queries: see [`Graph::snapshot`].
    pub(crate) fn snapshot(&self, cancel: &Cancel) -> Self {
        Self { graph: self.graph.snapshot(cancel), ..self.clone() }
    }

    /// The same repository over the listing of its relations: a new one or, in a brief run, that of its last search.
    pub(crate) fn for_relation(&self, cancel: &Cancel) -> Self {
        if self.is_brief {
            return Self { graph: self.graph.of_last_listing(), ..self.clone() };
        }
        self.snapshot(cancel)
    }

    /// Runs a tool's work on a blocking thread, and cancels it if the caller cancels the call.
    ///
    /// # Errors
    /// An error message for the model if the work fails, panics or is cancelled.
    pub(crate) async fn run(
        self: &Arc<Self>,
        call: &CallContext,
        work: impl FnOnce(&Self, &Call) -> ToolResult + Send + 'static,
    ) -> Result<ToolOutput, ToolError> {
        let work_call = Call { cancel: call.cancel.child(), room: call.room };
        // If the future is dropped, the work stops too: it checks the flag after each file.
        let _stop = work_call.cancel.on_drop();
        let repo = Arc::clone(self);
        let working = on_blocking_thread(move || work(&repo, &work_call));
        let mut working = working.map_err(ToolError::Stop)?;
        let ended = tokio::select! {
            biased;
            () = call.cancel.cancelled() => {
                let _ = working.await;
                return Err(ToolError::Answer("the call was cancelled".to_owned()));
            }
            ended = &mut working => ended,
        };
        match ended {
            Ok(worked) => worked.map_err(ToolError::Answer),
            Err(error) => Err(ToolError::Answer(format!("the tool failed: {error}"))),
        }
    }

    /// Turns an absolute path or glob into one relative to the root, if that selects a file of the repository, and the end
    /// of a path into that of the only file with this end, if nothing else is there; with a note about the change. Any
    /// other text is returned unchanged, without a note. Each line of a text is a path.
    pub(crate) fn interpret_path<'g>(&self, text: &'g str) -> (Cow<'g, str>, Option<String>) {
        if text.contains('\n') {
            let paths = text.lines().map(|line| self.interpret_path(line));
            let (paths, notes): (Vec<_>, Vec<_>) = paths.unzip();
            let notes: Vec<String> = notes.into_iter().flatten().collect();
            let note = (!notes.is_empty()).then(|| notes.join("; "));
            return (Cow::Owned(paths.join("\n")), note);
        }
        let trimmed = text.trim();
        let inside = self.sandbox.workspace().inside(trimmed);
        let is_named = inside != trimmed && !trimmed.starts_with('/');
        let relative = inside.trim_start_matches('/');
        let is_line_suffix = |c: char| c.is_ascii_digit() || matches!(c, '-' | ':');
        let file = if relative.contains(':') {
            relative.trim_end_matches(is_line_suffix)
        } else {
            relative
        };
        let is_elsewhere = trimmed.starts_with('/') || is_named;
        // Most paths are as they are listed; the tree need not be listed to find that out.
        let is_listed = |path: RepoPath| self.sandbox.lists(&path);
        if !is_elsewhere && self.sandbox.resolve(file).is_ok_and(is_listed) {
            return (Cow::Borrowed(text), None);
        }
        let files = self.graph.files();
        let meant = match (is_elsewhere, Scope::of(file, &files)) {
            (true, Ok(_)) => Some(relative.to_owned()),
            // Its accents may be written in another way.
            (false, Ok(Scope::Below(stored))) if !file.is_ascii() && stored.as_str() != file => {
                return (Cow::Owned(format!("{stored}{}", &relative[file.len()..])), None);
            }
            (false, Err(ScopeError::NoFile)) => {
                let meant = self.only_file_ending_with(file, &files);
                meant.map(|path| path + &relative[file.len()..])
            }
            _ => None,
        };
        let Some(meant) = meant else {
            return (Cow::Borrowed(text), None);
        };
        let (given, shown) = (escape(trimmed), escape(&meant));
        let note = match &*meant {
            "" => format!("`{given}` was read as the repository's root"),
            _ => format!("`{given}` was read as `{shown}`"),
        };
        (Cow::Owned(meant), Some(note))
    }

    /// The path of the only listed file that is called so, or whose path ends so, if there is nothing at this path itself.
    fn only_file_ending_with(&self, text: &str, files: &Inventory) -> Option<String> {
        let path = self.sandbox.resolve(text).ok()?;
        if !matches!(self.sandbox.read(&path), Err(ReadError::Missing(_))) {
            return None;
        }
        let end = format!("/{}", path.as_str());
        let mut paths = files.files.iter().map(|file| file.path.as_str());
        let only = paths.find(|path| path.ends_with(&end))?;
        paths.all(|path| !path.ends_with(&end)).then(|| only.to_owned())
    }

    /// Parses a path that a model wrote; the file need not exist.
    ///
    /// # Errors
    /// An error message for the model, with suggestions, if it is not a path inside the root.
    pub(crate) fn resolve(&self, text: &str) -> Result<RepoPath, String> {
        self.sandbox.resolve(text).map_err(|error| match error {
            ResolveError::Link { .. } => error.to_string(),
            ResolveError::Path(_) => {
                let shown = escape(text);
                format!("`path` (`{shown}`) is not accepted: {error}{}", self.instead(text))
            }
        })
    }

    /// Reads a file's present content.
    ///
    /// # Errors
    /// An error message for the model; if the file does not exist, with suggestions.
    pub(crate) fn read_file(&self, path: &RepoPath) -> Result<MaskedFile, String> {
        match self.sandbox.read(path) {
            Ok(bytes) => Ok(self.sandbox.masked(path, Arc::new(bytes))),
            Err(error @ ReadError::Missing(_)) => {
                Err(format!("{error}{}", self.instead(path.as_str())))
            }
            Err(error) => Err(error.to_string()),
        }
    }

    /// The end of an error message about a path that does not exist.
    fn instead(&self, path: &str) -> String {
        let files = self.graph.files();
        let files = files.files.iter().map(|file| file.path.as_str());
        instead(path, self.sandbox.workspace(), files)
    }

    /// Existing paths that are similar to one that does not exist; none for a path that begins with the name of a root
    /// that is not here.
    pub(crate) fn similar_paths(&self, path: &str) -> Vec<String> {
        if self.sandbox.no_root(path).is_some() {
            return Vec::new();
        }
        let files = self.graph.files();
        similar_paths(path, files.files.iter().map(|file| file.path.as_str()))
    }

    /// The declarations of a file, outermost first, with secrets in their names redacted.
    pub(crate) fn declarations(&self, masked: &MaskedFile, cancel: &Cancel) -> Vec<Declaration> {
        let path = masked.path().as_str();
        let all = self.graph.declarations(path, masked.bytes(), cancel);
        all.iter().map(shown_declaration).collect()
    }
}

/// Starts work on a blocking thread of the present runtime.
///
/// # Errors
/// A sentence that says that there is none.
pub(crate) fn on_blocking_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<tokio::task::JoinHandle<T>, String> {
    let runtime = tokio::runtime::Handle::try_current();
    let runtime = runtime
        .map_err(|_| "files are read on the threads of a tokio runtime, and none runs this call")?;
    Ok(runtime.spawn_blocking(work))
}

/// The declarations that overlap the range: the first [`MAX_DECLARATIONS`] of them.
pub(crate) fn declarations_around(
    declarations: &[Declaration],
    range: LineRange,
) -> Vec<Declaration> {
    let around = declarations.iter().filter(|d| d.range.overlaps(range));
    around.take(MAX_DECLARATIONS).cloned().collect()
}

/// A window on the lines of `range`, which contains `sites` of one declaration.
pub(crate) fn site_window(
    masked: &MaskedFile,
    declared: &[Declaration],
    range: LineRange,
    sites: &[&Site],
    relation: Relation,
) -> Option<Window> {
    let first = *sites.first()?;
    let best_resolution = sites.iter().map(|site| site.resolution).min()?;
    let mut window = masked
        .window(range, |_, _| 0)?
        .with_hits(sites.iter().map(|site| site.line))
        .with_declarations(declarations_around(declared, range));
    window.symbol = first.symbol.as_ref().map(declaration_label);
    window.distance = Some(1);
    window.related = Some(related(first, relation, best_resolution));
    Some(window)
}

/// How a site relates to what.
pub(crate) fn related(site: &Site, relation: Relation, resolution: Resolution) -> Related {
    let relation = if site.is_handed_over { Relation::Registrations } else { relation };
    Related {
        relation: relation.name().to_owned(),
        of: redact_name(&site.relation_of).into_owned(),
        resolution: resolution.name().to_owned(),
    }
}

/// The coverage of one pattern that is searched for in all listed files.
pub(crate) fn coverage(files: &Inventory) -> Coverage {
    Coverage {
        patterns: 1,
        files_seen: files.files.len() as u64,
        files_skipped: files.skipped.total(),
        losses: Losses { unreadable: NotSearched::total(&files.not_listed), ..Losses::default() },
        not_searched: files.not_listed.clone(),
        ..Coverage::default()
    }
}

/// A note with counts of the entries that a walk skipped; `None` if it skipped none.
pub(crate) fn left_out(files: &Inventory) -> Option<String> {
    let skipped = &files.skipped;
    let parts: Vec<String> = [
        (
            skipped.refused,
            "file that by its name holds secrets",
            "files that by their names hold secrets",
        ),
        (skipped.links, "symbolic link", "symbolic links"),
        (skipped.special, "pipe, socket or device", "pipes, sockets or devices"),
        (skipped.invalid_names, "file with an invalid name", "files with invalid names"),
        (skipped.unreadable, "entry that cannot be read", "entries that cannot be read"),
        (
            skipped.ignore_files,
            "ignore file that is linked, no regular file or too large",
            "ignore files that are linked, no regular files or too large",
        ),
    ]
    .into_iter()
    .filter(|(number, ..)| *number > 0)
    .map(|(number, one, many)| count(usize::try_from(number).unwrap_or(usize::MAX), one, many))
    .collect();
    (!parts.is_empty()).then(|| format!("left out: {}", parts.join(", ")))
}
