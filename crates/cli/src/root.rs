//! The default root, and the paths of this host where coding agents keep their files.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use firsthand::Workspace;
use firsthand_setup::{Machine, start_words};

use crate::failure::Failure;
use crate::paint::Terminal;
use crate::resume_hint::shell_quote;
use crate::root;

/// The top folder of the git repository around the working folder; `.` if that is the working folder, the home folder
/// or the root of the file system, or if there is no repository.
pub(crate) fn default_root() -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let home = directories::BaseDirs::new();
    let home = home.as_ref().map(directories::BaseDirs::home_dir);
    match here.ancestors().find(|folder| is_repository(folder)) {
        // A home folder that is a git repository is not the default root for folders in it.
        Some(top) if top != here && Some(top) != home && top.parent().is_some() => top.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// The default root. A note names it if it is not the working folder.
pub(crate) fn noted_root(terminal: &Terminal) -> PathBuf {
    let root = default_root();
    if root != Path::new(".") {
        let root = root.display();
        terminal.note(&format!(
            "looking at {root}, the repository that this folder is in; --root . looks at this folder alone"
        ));
    }
    root
}

/// The default root, where that is a project.
///
/// # Errors
/// It is the home folder or the top of the file system.
pub(crate) fn default_project(terminal: &Terminal) -> Result<PathBuf, Failure> {
    let folder = noted_root(terminal);
    if is_above_projects(&folder) {
        let here = std::env::current_dir().unwrap_or(folder);
        return Err(Failure::above_projects(&here));
    }
    Ok(folder)
}

/// Whether a folder is the home folder or the top of the file system, which has projects rather than is one.
pub(crate) fn is_above_projects(folder: &Path) -> bool {
    let home = directories::BaseDirs::new();
    let is_home = home.is_some_and(|home| is_same_path(home.home_dir(), folder));
    let real = folder.canonicalize();
    is_home || real.is_ok_and(|real| real.parent().is_none())
}

/// The roots in which an interrupted run is resumed: the explicit ones, or the recorded one if it is the default root
/// here. A transcript from someone else thus cannot choose which folder is read. `what` is its name in messages.
///
/// # Errors
/// The recorded root is another one.
pub(crate) fn resume_roots(
    explicit: Option<Workspace>,
    recorded: &str,
    what: &str,
) -> Result<Workspace, Failure> {
    match explicit {
        Some(roots) => return Ok(roots),
        None if is_same_path(Path::new(recorded), &default_root()) => {
            return Ok(Workspace::single(recorded));
        }
        None => {}
    }
    // A relative root may belong to another folder: it is suggested only where it exists here.
    let roots: Option<Workspace> = recorded.parse().ok();
    let is_here = |roots: &Workspace| roots.roots().iter().all(|root| root.folder.is_dir());
    let hint = if roots.as_ref().is_some_and(is_here) {
        format!("say --root {} to go on there, or --root . to go on here", shell_quote(recorded))
    } else {
        "--root takes the folder to go on in: . for this one".to_owned()
    };
    Err(Failure::usage(format!("the run of {what} is about another folder, {recorded}")).hint(hint))
}

/// Checks that the paths of an earlier run are of roots that are given.
///
/// # Errors
/// The first root that is not given: nothing is known of what is in it.
pub(crate) fn check_given<'p>(
    mut paths: impl Iterator<Item = &'p str>,
    given: &Workspace,
) -> Result<(), Failure> {
    let Some(name) = paths.find_map(|path| given.missing_root(path)) else {
        return Ok(());
    };
    let package = name.strip_prefix("dep:").and_then(|name| name.rsplit_once('@'));
    let (what, hint) = match package {
        _ if name.is_empty() => ("a root without a name".to_owned(), "--root DIR".to_owned()),
        Some((package, _)) => {
            (format!("root {name}"), format!("--with-deps={}", package.replace('+', "/")))
        }
        None => (format!("root {name}"), format!("--root {name}=DIR")),
    };
    Err(Failure::usage(format!("not checked: {what} is not given"))
        .hint(format!("{hint} gives it; all roots of the run are needed")))
}

/// A folder, or `NAME=FOLDER`, in which a folder that begins with `~/` is below the home folder: shells do not expand
/// it behind a `=`, and nothing does in the settings of clients.
pub(crate) fn expanded(value: &str) -> Cow<'_, str> {
    let (name, folder) = match value.split_once('=') {
        Some((name, folder)) if folder.starts_with('~') => (Some(name), folder),
        _ => (None, value),
    };
    let below = folder.strip_prefix('~').filter(|below| below.is_empty() || below.starts_with('/'));
    let home = directories::BaseDirs::new().filter(|_| !Path::new(value).exists());
    let (Some(below), Some(home)) = (below, home) else {
        return Cow::Borrowed(value);
    };
    let name = name.map(|name| format!("{name}=")).unwrap_or_default();
    Cow::Owned(format!("{name}{}{below}", home.home_dir().display()))
}

/// Whether two paths lead to the same existing file or folder.
pub(crate) fn is_same_path(one: &Path, other: &Path) -> bool {
    let real = one.canonicalize().ok();
    real.is_some() && real == other.canonicalize().ok()
}

/// Whether a folder is the top of a git repository; in a worktree or submodule `.git` is a file.
fn is_repository(folder: &Path) -> bool {
    let git = folder.join(".git");
    git.is_file() || git.join("HEAD").is_file()
}

/// The name by which the texts for agents call this program.
pub(crate) const NAME: &str = "firsthand";

/// This host, with the explicit project or the current one.
pub(crate) fn machine(explicit: Option<&Path>) -> Result<Machine, Failure> {
    let no_home = || Failure::setup(Path::new("~"), &std::io::Error::other("unknown").into());
    let base = directories::BaseDirs::new().ok_or_else(no_home)?;
    let own = directories::ProjectDirs::from("", "", NAME).ok_or_else(no_home)?;
    let home = base.home_dir();
    let home = home.canonicalize().unwrap_or_else(|_| home.to_owned());
    let top = explicit.map_or_else(root::default_root, Path::to_owned);
    // The home folder and the folders above it are not projects.
    let project = top.canonicalize().ok().filter(|top| !home.starts_with(top));
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let machine = Machine {
        home,
        settings: base.config_dir().to_owned(),
        project,
        records: own.data_local_dir().to_owned(),
        command: vec![NAME.to_owned()],
        // A relative one would let the folder in which this runs choose what is run.
        path: std::env::split_paths(&folders).filter(|folder| folder.is_absolute()).collect(),
        variable: |name| {
            let folder = PathBuf::from(std::env::var_os(name)?);
            folder.is_absolute().then_some(folder)
        },
    };
    let command = match std::env::current_exe() {
        Ok(own) => start_words(&machine, &own, is_this),
        Err(_) => machine.command.clone(),
    };
    Ok(Machine { command, ..machine })
}

/// The variable with the path of the script that npm installs on PATH and that starts this program.
const LAUNCHER_VARIABLE: &str = "FIRSTHAND_LAUNCHER";

/// Whether a path leads to this program, or to the script that started it.
pub(crate) fn is_this(path: &Path) -> bool {
    let launcher = std::env::var_os(LAUNCHER_VARIABLE).map(PathBuf::from);
    let mut own = std::env::current_exe().ok().into_iter().chain(launcher);
    own.any(|own| root::is_same_path(path, &own))
}
