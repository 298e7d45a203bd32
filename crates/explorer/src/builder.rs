//! [`Explorer`] and its builder.

use std::path::PathBuf;
use std::sync::Arc;

use firsthand_agent::{
    BudgetLimits, CacheScope, Cancel, ExploreError, Explored, Model, Observer, Parts, Policy,
    ReportCache, Runtime, Task, Tool, explore, explore_cached,
};
use firsthand_codegraph::{Include, Isolation};
use firsthand_providers::Builtin;
use firsthand_render::{Audience, Options};
use firsthand_source::fs::Workspace;
use firsthand_tools::{OpenError, ToolOptions, Toolbox};
use firsthand_validator::Intent;

use crate::excludes::{is_below, without_negation};
use crate::host::{MarkdownFit, Observers, duplicate_tool_name};
use crate::question::Question;
use crate::report_cache;
use crate::settings::Narrowed;

/// Answers questions about one repository or several. Cheap to clone; safe to share between tasks.
#[derive(Clone)]
pub struct Explorer {
    pub(crate) toolbox: Arc<Toolbox>,
    pub(crate) root: String,
    pub(crate) model: Arc<dyn Model>,
    /// The default ones first.
    pub(crate) tools: Vec<Arc<dyn Tool>>,
    has_default_tools: bool,
    /// The limits that the caller stated.
    pub(crate) limits: BudgetLimits,
    /// The limits of the roots' own settings.
    pub(crate) narrowing: Vec<BudgetLimits>,
    pub(crate) observers: Vec<Arc<dyn Observer>>,
    policy: Arc<dyn Policy>,
    /// How the report will be printed.
    pub(crate) report: Options,
    /// `None` for the default runtime.
    pub(crate) runtime: Option<Arc<dyn Runtime>>,
    /// The report cache and what its keys depend on; `None` if reports are not cached.
    scope: Option<CacheScope>,
    pub(crate) notes: Vec<String>,
}

/// Builds an [`Explorer`].
#[must_use]
pub struct ExplorerBuilder {
    workspace: Workspace,
    model: Arc<dyn Model>,
    tools: Vec<Arc<dyn Tool>>,
    limits: BudgetLimits,
    options: ToolOptions,
    report_cache: Option<Arc<dyn ReportCache>>,
    session: Option<String>,
    observers: Vec<Arc<dyn Observer>>,
    policy: Option<Arc<dyn Policy>>,
    has_default_tools: bool,
    report: Options,
}

/// Why an [`Explorer`] cannot be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The root cannot be opened, or a pattern of files to exclude is invalid.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Two tools have the same name, so a call would be ambiguous.
    #[error("there are two tools of the name `{0}`")]
    SameName(String),
}

impl Explorer {
    /// A builder for the repository at a folder, or for the named ones of a [`Workspace`] together, with default options.
    pub fn builder(roots: impl Into<Workspace>) -> ExplorerBuilder {
        ExplorerBuilder {
            workspace: roots.into(),
            model: Arc::new(Builtin::new()),
            tools: Vec::new(),
            limits: BudgetLimits::default(),
            options: ToolOptions::default(),
            report_cache: None,
            session: None,
            observers: Vec::new(),
            policy: None,
            has_default_tools: true,
            report: Options::default(),
        }
    }

    /// Answers a question with a verified report.
    ///
    /// # Errors
    /// An [`ExploreError`]; every other failure ends in a report that states it.
    pub async fn explore(&self, query: &str, intent: Intent) -> Result<Explored, ExploreError> {
        self.explore_until(Question::new(query, intent), Cancel::new()).await
    }

    /// Answers a question, and stops when `cancel` is raised.
    ///
    /// # Errors
    /// An [`ExploreError`]; [`ExploreError::Cancelled`] if `cancel` was raised.
    pub async fn explore_until(
        &self,
        question: Question,
        cancel: Cancel,
    ) -> Result<Explored, ExploreError> {
        let Question { query, intent, words } = question;
        let task = Task::new(query, intent, self.root.clone()).with_words(words);
        let parts = self.parts(cancel);
        match &self.scope {
            Some(scope) => explore_cached(task, &parts, scope).await,
            None => explore(task, &parts).await,
        }
    }

    /// The tools of one run.
    fn tools(&self) -> Vec<Arc<dyn Tool>> {
        let mut tools = self.tools.clone();
        if self.has_default_tools && self.model.traits().instant {
            let brief = self.toolbox.brief().tools();
            tools.splice(..brief.len(), brief);
        }
        tools
    }

    pub(crate) fn parts(&self, cancel: Cancel) -> Parts {
        let defaults = Parts::new(Arc::clone(&self.model), self.toolbox.files());
        Parts {
            tools: self.tools(),
            policy: Arc::clone(&self.policy),
            usage_finder: Some(self.toolbox.usage_finder()),
            fit: Some(Arc::new(MarkdownFit(self.report.clone()))),
            budgets: self.budgets(),
            cancel,
            observer: Some(Arc::new(Observers(self.observers.clone()))),
            runtime: self.runtime.clone().unwrap_or(defaults.runtime),
            ..defaults
        }
    }
}

impl ExplorerBuilder {
    /// The model that explores; by default the embedded one. An `Arc` of a model is a model, too.
    pub fn model(mut self, model: impl Model + 'static) -> Self {
        self.model = Arc::new(model);
        self
    }

    /// Adds a tool to `search_code`, `grep`, `read_file` and `list_files`. Excluded files are removed from its
    /// results, and secrets in them are hidden. An `Arc` of a tool is a tool, too.
    pub fn tool(mut self, tool: impl Tool + 'static) -> Self {
        self.tools.push(Arc::new(tool));
        self
    }

    /// The limits of a run; where none is stated, the model's default holds ([`ModelTraits`](firsthand_agent::ModelTraits)).
    pub fn budgets(mut self, limits: BudgetLimits) -> Self {
        self.limits = limits;
        self
    }

    /// The kinds of files to rank like other source: tests, generated files, docs.
    pub fn include(mut self, include: Include) -> Self {
        self.options.include = include;
        self
    }

    /// Adds a pattern in `.gitignore` syntax of files to exclude. A leading `!` (negation) is an error.
    pub fn exclude(mut self, pattern: impl Into<String>) -> Self {
        self.options.excludes.push(pattern.into());
        self
    }

    /// The folder of the code graph's cache, with which a later search in this process or another reads
    /// only changed files. By default nothing is cached on disk, and never below the root.
    pub fn cache(mut self, folder: impl Into<PathBuf>) -> Self {
        self.options.cache = Some(folder.into());
        self
    }

    /// The program that parses the few files on which a parser could end this process. By default these files are
    /// searched as text only.
    pub fn isolation(mut self, isolation: Isolation) -> Self {
        self.options.isolation = Some(isolation);
        self
    }

    /// The cache of finished runs, which answers a repeated question without the model while every file
    /// that the report cites is unchanged: [`MemoryCache`](crate::MemoryCache),
    /// [`FolderCache`](crate::FolderCache), or a host's own. By default reports are not cached. Clones of the
    /// explorer share the cache. The embedded model does not use it.
    pub fn report_cache(mut self, cache: Arc<dyn ReportCache>) -> Self {
        self.report_cache = Some(cache);
        self
    }

    /// The session's name: a cached report is returned only in the session that requested it. Without a
    /// name, each explorer with its clones is a session.
    pub fn session(mut self, name: impl Into<String>) -> Self {
        self.session = Some(name.into());
        self
    }

    /// The most characters of the Markdown in which the report will be printed; by default those of
    /// [`Options`](firsthand_render::Options). A model is asked to choose if its report is longer, and a report that loses
    /// flow links all the same is lowered.
    pub fn report_chars(mut self, max_chars: usize) -> Self {
        self.report.max_chars = max_chars;
        self
    }

    /// Who will read the printed report: [`Audience::Agent`] where it is printed without the machine block, whose room a
    /// model's report has then.
    pub fn audience(mut self, audience: Audience) -> Self {
        self.report.audience = audience;
        self
    }

    /// Adds an observer of every event of a run; [`Explorer::explore_events`] is a stream of them.
    pub fn observer(mut self, observer: Arc<dyn Observer>) -> Self {
        self.observers.push(observer);
        self
    }

    /// A policy of the host, beside the one that keeps out excluded files and secrets. A file that either refuses is left out
    /// of the tree, as an excluded one: no tool, search, receipt, relation or impact lists, opens or counts it. What either
    /// redacts is not shown or cited either, and does not decide what matches or is counted. [`verify`](crate::verify) gets
    /// the toolbox's files, too. A tool of the host is on its own: only what it shows is filtered.
    pub fn policy(mut self, policy: impl Policy + 'static) -> Self {
        self.policy = Some(Arc::new(policy));
        self
    }

    /// Leaves out `search_code`, `grep`, `read_file` and `list_files`: the model has the host's own tools alone.
    pub fn without_default_tools(mut self) -> Self {
        self.has_default_tools = false;
        self
    }

    /// The size in bytes above which files are not read; 2 MiB by default.
    pub fn max_file_bytes(mut self, bytes: u64) -> Self {
        self.options.max_file_bytes = bytes;
        self
    }

    /// Opens the roots.
    ///
    /// # Errors
    /// A [`BuildError`] if a root is missing or is not a folder, if a pattern of files to exclude is invalid, or if
    /// two tools have the same name. A root without files is no error ([`Toolbox::is_empty`] is true), nor is a
    /// repository's `firsthand.toml` that cannot be used: [`Explorer::notes`] says so.
    pub fn build(self) -> Result<Explorer, BuildError> {
        let label = self.workspace.to_string();
        let mut options = self.options;
        let ToolOptions { include, excludes, .. } = &options;
        let Narrowed { workspace, budgets, notes } = Narrowed::of(&self.workspace, excludes);
        let Options { max_chars, audience, .. } = &self.report;
        let view = format!("{include:?} {excludes:?} {workspace:?} {max_chars} {audience:?}");
        let roots = workspace.roots();
        let is_in_root = |folder: &PathBuf| roots.iter().any(|root| is_below(folder, &root.folder));
        // Nothing is written in the repository.
        options.cache = options.cache.filter(|folder| !is_in_root(folder));
        let toolbox =
            Toolbox::open_under(self.policy, workspace, options).map_err(without_negation)?;
        let mut tools = self.tools;
        if self.has_default_tools {
            tools.splice(0..0, toolbox.tools());
        }
        if let Some(name) = duplicate_tool_name(&tools) {
            return Err(BuildError::SameName(name));
        }
        let scope = self.report_cache.map(|cache| CacheScope {
            cache,
            session: self.session.unwrap_or_else(report_cache::unique_session),
            root: toolbox.sandbox().workspace().to_string(),
            view,
        });
        Ok(Explorer {
            scope,
            root: label,
            model: self.model,
            has_default_tools: self.has_default_tools,
            tools,
            limits: self.limits,
            narrowing: budgets,
            observers: self.observers,
            policy: toolbox.policy(),
            report: self.report,
            runtime: None,
            notes,
            toolbox: Arc::new(toolbox),
        })
    }
}
