//! The arguments of every command that runs an explorer: cache, model, budgets, roots.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::Args;
use firsthand::{BudgetLimits, RootName, Workspace, WorkspaceError, WorkspaceRoot};
use firsthand_dependencies::{Environment, NotInstalled, Package, find, named_in};

use super::{Cache, FileArgs};
use crate::failure::Failure;
use crate::paint::Terminal;
use crate::root;
use crate::settings::Settings;

/// The files to search, the cache and the model.
#[derive(Args, Clone, Debug)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) files: FileArgs,
    #[command(flatten)]
    pub(crate) cache: Cache,
    #[command(flatten)]
    pub(crate) model_args: ModelArgs,
}

/// The explorer model.
#[derive(Args, Clone, Debug)]
pub(crate) struct ModelArgs {
    /// The explorer model; `firsthand models` lists them [default: builtin; env: FIRSTHAND_MODEL]
    #[arg(long, value_name = "MODEL", help_heading = "Model")]
    pub(crate) model: Option<String>,
    /// The address of the model's server, such as http://127.0.0.1:8080/v1; receives the API key
    #[arg(long, value_name = "URL", help_heading = "Model", hide_short_help = true)]
    pub(crate) base_url: Option<String>,
}

/// The budgets of a run.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Budgets")]
pub(crate) struct Budget {
    /// The maximum number of model turns
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = clap::value_parser!(u32).range(1..))]
    max_steps: Option<u32>,
    /// The maximum number of tool calls
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = clap::value_parser!(u32).range(1..))]
    max_tool_calls: Option<u32>,
    /// The time limit in seconds
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = clap::value_parser!(u32).range(1..))]
    max_seconds: Option<u32>,
}

impl Budget {
    /// The limits from flags, the others from the user's settings.
    pub(crate) fn limits(&self, settings: &BudgetLimits) -> BudgetLimits {
        let wall_ms = self.max_seconds.map(|seconds| u64::from(seconds) * 1000);
        BudgetLimits {
            steps: self.max_steps.or(settings.steps),
            tool_calls: self.max_tool_calls.or(settings.tool_calls),
            wall_ms: wall_ms.or(settings.wall_ms),
            ..settings.clone()
        }
    }
}

/// The repositories of a question.
#[derive(Args, Clone, Debug)]
pub(crate) struct Roots {
    /// The repository; several are searched together; @GROUP of the settings [default: here]
    #[arg(long, value_name = "[NAME=]DIR", help_heading = "Scope")]
    root: Vec<OsString>,
    /// Search these packages of the lock file, too; without names, those in the question
    #[arg(
        long,
        value_name = "NAMES",
        help_heading = "Scope",
        value_delimiter = ',',
        num_args = 0..,
        require_equals = true,
        hide_short_help = true
    )]
    with_deps: Option<Vec<String>>,
}

impl Roots {
    /// The roots to explore: one folder, or several together. A note names the folder if it is not the working folder and
    /// no flag named it.
    pub(crate) fn find(&self, terminal: &Terminal) -> Result<Workspace, Failure> {
        self.find_for(None, "", &Cache::default(), terminal)
    }

    /// As [`Roots::find`], unless a search server has chosen the roots, and with the packages that a question names, if
    /// they are asked for.
    pub(crate) fn find_for(
        &self,
        chosen: Option<Workspace>,
        question: &str,
        cache: &Cache,
        terminal: &Terminal,
    ) -> Result<Workspace, Failure> {
        let own = match chosen.map_or_else(|| self.explicit(), |chosen| Ok(Some(chosen)))? {
            Some(roots) => roots,
            None => Workspace::single(root::default_project(terminal)?),
        };
        self.with_packages(own, question, cache, terminal)
    }

    /// The roots, and beside them the installed packages that the flag or the question names. Those that are archives
    /// are unpacked in the cache.
    pub(crate) fn with_packages(
        &self,
        own: Workspace,
        question: &str,
        cache: &Cache,
        terminal: &Terminal,
    ) -> Result<Workspace, Failure> {
        let Some(names) = &self.with_deps else {
            return Ok(own);
        };
        if names.is_empty() && question.is_empty() {
            return Err(Failure::usage("--with-deps without names takes those in the question")
                .hint("there is no question here: --with-deps=NAME,NAME"));
        }
        let home = directories::BaseDirs::new().map(|base| base.home_dir().to_owned());
        let environment = Environment::of_process(home).unpacking_in(cache.outside(&own));
        let found = if names.is_empty() {
            let in_root = |root: &WorkspaceRoot| named_in(&root.folder, question, &environment);
            vec![in_each(&own, in_root)]
        } else {
            let of_name = |name| in_each(&own, |root| find(&root.folder, name, &environment));
            names.iter().map(|name| of_name(name)).collect()
        };
        let mut packages = Vec::new();
        for found in found {
            for note in reasons(&found, own.roots().len()) {
                terminal.note(&note);
            }
            let found = found.into_iter();
            packages.extend(found.filter_map(|(root, found)| Some((root, found.ok()?))));
        }
        let roots = firsthand_dependencies::roots(&packages);
        let searched = roots.iter().map(WorkspaceRoot::prefix).collect::<Vec<_>>();
        terminal.note(&if searched.is_empty() {
            "no installed package is searched".to_owned()
        } else {
            format!("searched, too: {}", searched.join(", "))
        });
        Ok(own.with_installed(roots)?)
    }

    /// The roots that flags name.
    pub(crate) fn explicit(&self) -> Result<Option<Workspace>, Failure> {
        match self.parsed()?.as_slice() {
            [] => Ok(None),
            [only] => Ok(Some(only.clone())),
            several => Ok(Some(together(several)?)),
        }
    }

    /// The one folder that is named, for what looks at one repository alone.
    pub(crate) fn single(&self, terminal: &Terminal) -> Result<PathBuf, Failure> {
        let folder = self.find(terminal)?.folder().map(Path::to_owned);
        folder.ok_or_else(|| {
            Failure::usage("this looks at one repository").hint("name one folder with --root")
        })
    }

    /// The roots that the clients of a server may ask about, the default one first. Named ones are searched together, and
    /// each other one alone. Without arguments it is a folder above projects if the server was started in one: see
    /// [`is_above_projects`](root::is_above_projects).
    pub(crate) fn of_server(
        &self,
        cache: &Cache,
        terminal: &Terminal,
    ) -> Result<Vec<Workspace>, Failure> {
        let mut all: Vec<Workspace> = Vec::new();
        let mut named: Vec<Workspace> = Vec::new();
        let mut named_at = 0;
        for roots in self.parsed()? {
            if roots.folder().is_some() {
                all.push(roots);
            } else {
                named_at = if named.is_empty() { all.len() } else { named_at };
                named.push(roots);
            }
        }
        if !named.is_empty() {
            all.insert(named_at, together(&named)?);
        }
        if all.is_empty() {
            let here = std::env::current_dir().unwrap_or_default();
            if root::is_above_projects(&here) {
                return Ok(vec![Workspace::single(here)]);
            }
            all.push(Workspace::single(root::noted_root(terminal)));
        }
        all[0] = self.with_packages(all[0].clone(), "", cache, terminal)?;
        Ok(all)
    }

    /// The folders that are named and not there; a placeholder that a client fills in (`${…}`) is none of them.
    pub(crate) fn missing(&self) -> Vec<PathBuf> {
        let named = self.parsed().unwrap_or_default();
        let folders = named.iter().flat_map(Workspace::roots).map(|root| root.folder.clone());
        let is_filled_in = |folder: &Path| folder.to_string_lossy().contains("${");
        folders.filter(|folder| !folder.exists() && !is_filled_in(folder)).collect()
    }

    /// Whether no root is named, so that those that clients offer are accepted.
    pub(crate) fn is_open(&self) -> bool {
        self.root.is_empty()
    }

    /// What each flag names.
    fn parsed(&self) -> Result<Vec<Workspace>, Failure> {
        self.root.iter().map(|value| parsed(value)).collect()
    }
}

/// What a root has of the packages that are asked for.
type InRoot = (Option<RootName>, Result<Package, NotInstalled>);

fn in_each(
    roots: &Workspace,
    find: impl Fn(&WorkspaceRoot) -> Vec<Result<Package, NotInstalled>>,
) -> Vec<InRoot> {
    let of_root = |root| find(root).into_iter().map(|found| (root.name.clone(), found));
    roots.roots().iter().flat_map(of_root).collect()
}

/// Why packages are not searched, each reason with the roots for which it holds if there are several. That a root does not
/// name a package is no reason where another one does.
fn reasons(found: &[InRoot], roots: usize) -> Vec<String> {
    let failed = found.iter().filter_map(|(root, found)| Some((root, found.as_ref().err()?)));
    let is_named =
        found.iter().any(|(_, found)| found.as_ref().map_or_else(|why| why.is_locked, |_| true));
    let mut reasons: Vec<(String, Vec<&str>)> = Vec::new();
    for (root, why) in failed.filter(|(_, why)| why.is_locked || !is_named) {
        let (why, root) = (why.to_string(), root.as_ref().map(RootName::as_str));
        match reasons.iter_mut().find(|(other, _)| *other == why) {
            Some((_, roots)) => roots.extend(root),
            None => reasons.push((why, root.into_iter().collect())),
        }
    }
    let shown = |(why, of): (String, Vec<&str>)| match roots {
        0 | 1 => why,
        _ => format!("{}: {why}", of.join(", ")),
    };
    reasons.into_iter().map(shown).collect()
}

/// The value of one flag: a folder, or named ones.
fn parsed(value: &OsStr) -> Result<Workspace, Failure> {
    let text = value.to_str().filter(|_| !Path::new(value).is_dir());
    let Some(text) = text.map(root::expanded) else {
        return Ok(Workspace::single(value));
    };
    match text.strip_prefix('@') {
        Some(group) => Settings::load()?.roots(group),
        None if Path::new(&*text).is_dir() => Ok(Workspace::single(&*text)),
        None => {
            let parts = text.split_once('=').filter(|(_, folder)| Path::new(folder).is_dir());
            if let Some((name, _)) = parts {
                RootName::new(name)?;
            }
            Ok(text.parse::<Workspace>()?)
        }
    }
}

/// The roots of several flags; those without a name are named after their folders.
fn together(all: &[Workspace]) -> Result<Workspace, WorkspaceError> {
    let mut named = Vec::new();
    for root in all.iter().flat_map(Workspace::roots) {
        let folder = root.folder.clone();
        let name = root.name.clone().or_else(|| RootName::of_folder(&folder));
        let shown = || WorkspaceError::Name(folder.display().to_string());
        named.push((name.ok_or_else(shown)?, folder));
    }
    Workspace::of(named)
}
