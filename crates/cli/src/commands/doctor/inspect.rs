//! The checks of `doctor`.

use std::collections::BTreeMap;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use firsthand::codegraph::{language_of, languages};
use firsthand::{Budgets, Explorer, RepoSettings};
use firsthand_setup::{Machine, check_record};
use serde::Serialize;

use super::clients::{self, Client, Program};
use crate::failure::Failure;
use crate::models;
use crate::paint::Terminal;

/// The results of all checks; the JSON form is `firsthand.doctor/1`.
#[derive(Serialize)]
pub(super) struct Health {
    schema: &'static str,
    /// Whether an exploration can run, and the entry of each coding agent starts a program.
    pub(super) ok: bool,
    pub(super) version: &'static str,
    /// The languages that the code graph reads.
    pub(super) languages: Vec<&'static str>,
    pub(super) root: Root,
    pub(super) settings: Settings,
    /// The user's own settings.
    pub(super) yours: UserSettings,
    /// The cache folder; `null` if there is none.
    pub(super) cache: Option<PathBuf>,
    pub(super) terminal: OutputStreams,
    pub(super) models: Vec<models::ModelRow>,
    /// What PATH finds as `firsthand`; `null` if nothing.
    pub(super) on_path: Option<Program>,
    pub(super) clients: Vec<Client>,
    /// Why what `init` did cannot be read, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) record: Option<String>,
}

/// The root.
#[derive(Default, Serialize)]
pub(super) struct Root {
    /// The path as the caller wrote it.
    pub(super) path: String,
    /// Why it cannot be explored, if so.
    pub(super) error: Option<String>,
    /// Whether it is the root of a git working tree. What `.gitignore` names is left out in any case.
    pub(super) git: bool,
    /// The number of files to search.
    pub(super) files: usize,
    /// Their total size in bytes.
    pub(super) bytes: u64,
    /// Files of each language that the graph reads.
    pub(super) by_language: BTreeMap<&'static str, usize>,
    /// Text files of each ending that belongs to no such language.
    pub(super) text_only: BTreeMap<String, usize>,
    /// Files and folders that are left out, by reason. What git ignores, and what is hidden, is not
    /// counted. `names_not_utf8` counts all files with an invalid path, those whose path is UTF-8 included.
    pub(super) skipped: BTreeMap<&'static str, u64>,
}

/// The repository's `firsthand.toml`.
#[derive(Default, Serialize)]
pub(super) struct Settings {
    /// Whether the file exists.
    pub(super) present: bool,
    /// The patterns that it excludes.
    pub(super) exclude: Vec<String>,
    /// The budgets that it lowers.
    pub(super) lowered: Vec<String>,
    /// One note for each setting that is ignored.
    pub(super) notes: Vec<String>,
}

/// The user's own settings. Of their values, only the model's name is included.
#[derive(Serialize)]
pub(super) struct UserSettings {
    /// The settings file, where there is one.
    pub(super) file: Option<PathBuf>,
    /// The default path of that file.
    pub(super) usual: Option<PathBuf>,
    /// Why it was rejected, if so.
    pub(super) error: Option<String>,
    /// The model that explores by default.
    pub(super) model: String,
    /// Where the model was set.
    pub(super) model_from: &'static str,
}

/// The capabilities of the output streams.
#[derive(Serialize)]
pub(super) struct OutputStreams {
    /// Whether standard output is a terminal.
    pub(super) stdout: bool,
    /// Whether standard error is a terminal.
    pub(super) stderr: bool,
    /// Whether standard output is coloured.
    pub(super) color: bool,
    /// Whether places are printed as links.
    pub(super) links: bool,
}

pub(super) fn inspect(
    path: &Path,
    cache: Option<PathBuf>,
    terminal: &Terminal,
    machine: &Machine,
) -> Health {
    let clients = clients::clients(machine);
    let (settings, root) = (settings(path), root(path));
    let (user, error) = match crate::settings::Settings::load() {
        Ok(user) => (user, None),
        Err(error) => (crate::settings::Settings::environment_only(), Some(error.to_string())),
    };
    let (model, from) = models::configured(&user);
    let yours = UserSettings {
        file: user.path.clone(),
        usual: crate::settings::default_file(),
        error,
        model,
        model_from: from.label(),
    };
    let record = check_record(machine).map_err(|why| Failure::setup(&machine.records, &why));
    let record = record.err().map(|why| why.to_string());
    let is_ok = [&root.error, &yours.error, &record].iter().all(|error| error.is_none());
    Health {
        schema: "firsthand.doctor/1",
        ok: is_ok && !clients.iter().any(Client::is_broken),
        record,
        version: env!("CARGO_PKG_VERSION"),
        languages: languages(),
        root,
        settings,
        yours,
        cache,
        terminal: OutputStreams {
            stdout: std::io::stdout().is_terminal(),
            stderr: std::io::stderr().is_terminal(),
            color: terminal.stdout.color,
            links: terminal.links,
        },
        models: models::rows(&user),
        on_path: clients::on_path(machine),
        clients,
    }
}

fn root(path: &Path) -> Root {
    let mut root = Root {
        path: path.to_string_lossy().into_owned(),
        git: path.join(".git").exists(),
        ..Root::default()
    };
    let toolbox = match Explorer::builder(path).build() {
        Ok(explorer) => explorer.toolbox().clone(),
        Err(error) => {
            root.error = Some(error.to_string());
            return root;
        }
    };
    let inventory = toolbox.graph().files();
    let (limit, skipped) = (toolbox.sandbox().max_file_bytes(), inventory.skipped);
    root.files = inventory.files.len();
    let mut large = 0;
    for file in &inventory.files {
        root.bytes += file.size;
        large += u64::from(file.size > limit);
        if let Some(language) = language_of(file.path.as_str()) {
            *root.by_language.entry(language).or_default() += 1;
        }
    }
    root.text_only = toolbox.text_only();
    root.skipped = BTreeMap::from([
        ("symbolic_links", skipped.links),
        ("pipes_sockets_devices", skipped.special),
        ("names_not_utf8", skipped.invalid_names),
        ("secret_files", skipped.refused),
        ("unreadable", skipped.unreadable),
        ("ignore_files", skipped.ignore_files),
        ("further_checkouts", skipped.checkouts),
        ("too_large", large),
    ]);
    if root.files == 0 {
        root.error = Some("there is no file to look at".to_owned());
    }
    root
}

fn settings(root: &Path) -> Settings {
    let settings = RepoSettings::of_root(root);
    Settings {
        present: settings.present,
        lowered: lowered_budgets(&settings),
        exclude: settings.excludes,
        notes: settings.notes,
    }
}

/// `steps 5` for each budget that is lower than the default.
fn lowered_budgets(settings: &RepoSettings) -> Vec<String> {
    let json = |budgets: Budgets| serde_json::to_value(budgets).unwrap_or_default();
    let (defaults, narrowed) =
        (json(Budgets::default()), json(Budgets::default().narrowed(&settings.budgets)));
    let pairs = defaults.as_object().into_iter().flatten();
    pairs
        .filter_map(|(name, default)| {
            let value = narrowed.get(name).filter(|value| *value != default)?;
            Some(format!("{name} {value}"))
        })
        .collect()
}
