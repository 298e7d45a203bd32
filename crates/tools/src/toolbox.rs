//! One opened repository, with its tools and its files.

use std::path::PathBuf;
use std::sync::Arc;

use firsthand_agent::{CallContext, Cancel, FileSource, Policy, RepoReader, Tool, UsageFinder};
use firsthand_codegraph::{Graph, Include, Isolation, Options, SearchResult};
use firsthand_source::fs::{Inventory, Workspace};

use crate::no_use::{self, EmptyRelation, NoUse, Unused};
use crate::policy::{Both, leaves_out, redactor};
use crate::repo::{Repo, on_blocking_thread};
use crate::sandbox::RootError;
use crate::scope::scope;
use crate::{Absence, AbsenceError, AbsenceRequest, Sandbox, absence, past_end, tools};

/// Options for opening a repository.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToolOptions {
    /// Classes of files (tests, generated, documentation) that every call ranks like product code.
    pub include: Include,
    /// Globs of further files to exclude, in `.gitignore` syntax without negation (`!`).
    pub excludes: Vec<String>,
    /// The size in bytes above which files are skipped; 2 MiB by default.
    pub max_file_bytes: u64,
    /// The folder of the code graph's cache, which other processes can share; none by default. See [`Options::cache`].
    pub cache: Option<PathBuf>,
    /// The program that parses the texts which could end this process; none by default. See [`Options::isolation`].
    pub isolation: Option<Isolation>,
}

impl Default for ToolOptions {
    fn default() -> Self {
        Self {
            include: Include::default(),
            excludes: Vec::new(),
            max_file_bytes: 2 << 20,
            cache: None,
            isolation: None,
        }
    }
}

/// Why a repository cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The root cannot be opened, or an exclude is not a valid glob.
    #[error(transparent)]
    Root(#[from] RootError),
    /// The code graph cannot be opened.
    #[error(transparent)]
    Graph(#[from] firsthand_codegraph::OpenError),
}

/// One opened repository. Cheap to clone; clones share the sandbox and the code graph's cached facts.
#[derive(Clone, Debug)]
pub struct Toolbox {
    pub(crate) repo: Arc<Repo>,
}

impl Toolbox {
    /// Opens the repository at a root, or several named ones together. No file in them is read yet.
    ///
    /// # Errors
    /// An [`OpenError`] where a root is missing, not a folder or unreadable, or an exclude is not a
    /// glob.
    pub fn open(roots: impl Into<Workspace>, options: ToolOptions) -> Result<Self, OpenError> {
        Self::open_under(None, roots, options)
    }

    /// As [`Toolbox::open`], under a policy of the host beside the default one: the files that it refuses are left out of
    /// the tree, as excluded ones are.
    ///
    /// # Errors
    /// As [`Toolbox::open`].
    pub fn open_under(
        policy: Option<Arc<dyn Policy>>,
        roots: impl Into<Workspace>,
        options: ToolOptions,
    ) -> Result<Self, OpenError> {
        let sandbox = Sandbox::open(roots, &options.excludes, options.max_file_bytes)?;
        let sandbox = match policy.clone() {
            Some(host) => sandbox.under(host),
            None => sandbox,
        };
        let graph = Graph::open(
            sandbox.workspace().clone(),
            Options {
                excludes: options.excludes,
                max_file_bytes: options.max_file_bytes,
                cache: options.cache,
                isolation: options.isolation,
                leaves_out: policy.clone().map(leaves_out),
                redactor: policy.map(redactor),
                ..Options::default()
            },
        )?;
        let include = options.include;
        Ok(Self {
            repo: Arc::new(Repo { sandbox: Arc::new(sandbox), graph, include, is_brief: false }),
        })
    }

    /// The tools, in the order in which they are described to a model.
    #[must_use]
    pub fn tools(&self) -> Vec<Arc<dyn Tool>> {
        tools::all(&self.repo)
    }

    /// The tool of this name.
    #[must_use]
    pub fn tool(&self, name: &str) -> Option<Arc<dyn Tool>> {
        self.tools().into_iter().find(|tool| tool.spec().name == name)
    }

    /// The [`FileSource`] that reads cited files again, under the same rules as the tools.
    #[must_use]
    pub fn files(&self) -> Arc<dyn FileSource> {
        Arc::new(self.clone())
    }

    /// The [`Policy`] for every tool's output: it refuses excluded files and files that hold secrets by their names,
    /// and it redacts secrets. What the host's own policy refuses or hides, it does, too.
    #[must_use]
    pub fn policy(&self) -> Arc<dyn Policy> {
        let own = Arc::new(self.clone());
        match self.sandbox().host().cloned() {
            Some(host) => Arc::new(Both { own, host }),
            None => own,
        }
    }

    /// Whether a policy of the host stands beside the default one.
    #[must_use]
    pub fn has_host_policy(&self) -> bool {
        self.sandbox().host().is_some()
    }

    /// The [`UsageFinder`] that finds the uses of cited declarations.
    #[must_use]
    pub fn usage_finder(&self) -> Arc<dyn UsageFinder> {
        Arc::new(self.clone())
    }

    /// A context for calling a tool outside of a run; `room` is the number of characters of observations that will be
    /// shown.
    #[must_use]
    pub fn call(&self, cancel: Cancel, room: usize) -> CallContext {
        let repo = RepoReader::new(self.files(), self.policy());
        CallContext::new(cancel, room, repo)
    }

    /// The code graph over the same files.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.repo.graph
    }

    /// A toolbox whose calls all use one listing of the files: see [`Graph::snapshot`].
    #[must_use]
    pub fn snapshot(&self, cancel: &Cancel) -> Self {
        Self { repo: Arc::new(self.repo.snapshot(cancel)) }
    }

    /// A toolbox for a run that ends at once: its relations are those of the files that its last search listed.
    #[must_use]
    pub fn brief(&self) -> Self {
        Self { repo: Arc::new(Repo { is_brief: true, ..Repo::clone(&self.repo) }) }
    }

    /// Searches every file of a scope for a pattern, and returns a receipt if it stands in none. Blocks until it is done
    /// or `cancel` is raised.
    ///
    /// # Errors
    /// An [`AbsenceError`] if the pattern or the scope cannot be used.
    pub fn absent(
        &self,
        request: &AbsenceRequest,
        cancel: &Cancel,
    ) -> Result<Absence, AbsenceError> {
        absence::search(&self.repo.sandbox, request, cancel)
    }

    /// What is known of a symbol if nothing was found in its relation; `None` for relations that are not about uses.
    #[must_use]
    pub fn no_use_of(
        &self,
        relation: EmptyRelation<'_>,
        found: &SearchResult,
        cancel: &Cancel,
    ) -> Option<NoUse> {
        no_use::no_use_of(&self.repo, relation, found, cancel)
    }

    /// What is known of a declaration of which no use was found.
    #[must_use]
    pub fn no_use(&self, unused: &Unused, cancel: &Cancel) -> NoUse {
        no_use::no_use(&self.repo, unused, cancel)
    }

    /// As [`Toolbox::absent`], without blocking. Dropping the future ends the search.
    ///
    /// # Errors
    /// Why the search cannot be made, in a few words.
    pub async fn search_absent(&self, request: AbsenceRequest) -> Result<Absence, String> {
        let search =
            move |repo: &Repo, cancel: &Cancel| absence::search(&repo.sandbox, &request, cancel);
        let absence = self.blocking(search).await?;
        absence.map_err(|error| error.to_string())
    }

    /// Runs work on a blocking thread. Dropping the future raises the flag that the work gets.
    pub(crate) async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Repo, &Cancel) -> T + Send + 'static,
    ) -> Result<T, String> {
        let (repo, cancel) = (Arc::clone(&self.repo), Cancel::new());
        let _stop = cancel.on_drop();
        let working = on_blocking_thread(move || work(&repo, &cancel))?;
        working.await.map_err(|error| error.to_string())
    }

    /// Checks that a file, folder or glob, or one of each line, selects a file of the tree.
    ///
    /// # Errors
    /// One sentence that says what selects none, with the paths that are similar.
    pub fn check_path(&self, path: &str) -> Result<(), String> {
        scope(Some(path), &self.graph().files(), self.sandbox()).map(drop)
    }

    /// Up to three files and folders whose paths are similar to a path that does not exist, the most similar first; none
    /// where [`Sandbox::no_root`] says why.
    #[must_use]
    pub fn similar_paths(&self, path: &str) -> Vec<String> {
        self.repo.similar_paths(path)
    }

    /// Of the lines that a text names past the end of the only file that it can mean: how many lines the file has, a
    /// sentence each. Reads these files.
    #[must_use]
    pub fn lines_past_end(&self, text: &str) -> Vec<String> {
        past_end::lines_past_end(text, || self.last_listing(), self.sandbox())
    }

    /// The last listing of the tree, or a new one before the first.
    pub(crate) fn last_listing(&self) -> Arc<Inventory> {
        self.graph().last_listing().unwrap_or_else(|| self.graph().files())
    }

    /// The sandbox through which the tools resolve and read paths. The code graph reads by itself, below the same root
    /// and with the same excludes and size limit.
    #[must_use]
    pub fn sandbox(&self) -> &Sandbox {
        &self.repo.sandbox
    }

    /// Whether the repository has no file that a tool could read now. The walk stops at the first file.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.repo.graph.is_empty()
    }
}
