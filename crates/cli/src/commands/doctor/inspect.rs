//! The checks of `doctor`: of each, what a program reads, and the rows for people.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::IsTerminal as _;
use std::path::Path;

use firsthand::codegraph::{language_of, languages};
use firsthand::{Budgets, Explorer, RepoSettings};
use firsthand_setup::{Machine, check_record};
use firsthand_source::join_at_most;
use serde_json::{Value, json};

use super::clients::{self, Client};
use super::page::{DOUBT, FAULT, OK, Row, UNUSED, client_row, path_row, row};
use crate::failure::Failure;
use crate::models;
use crate::paint::Terminal;
use crate::settings::{Settings, default_file};

/// The most endings of files that are searched as text alone.
const MAX_ENDINGS: usize = 8;

/// The results of all checks.
pub(super) struct Health {
    /// Whether an exploration can run, and the entry of each coding agent starts a program.
    pub(super) ok: bool,
    /// The form `firsthand.doctor/1`.
    pub(super) json: Value,
    pub(super) rows: Vec<Row>,
}

pub(super) fn inspect(
    path: &Path,
    cache: Option<&Path>,
    terminal: &Terminal,
    machine: &Machine,
) -> Health {
    let version = env!("CARGO_PKG_VERSION");
    let mut rows = vec![
        row(OK, "version", format!("firsthand {version}")),
        row(OK, "languages", languages().join(", ")),
    ];
    let clients = clients::clients(machine);
    let root = root(path, &mut rows);
    let settings = settings(path, &mut rows);
    let (user, yours) = yours(&mut rows);
    let kept = cache.map(|folder| format!("{} (may be deleted at any time)", folder.display()));
    rows.push(row(OK, "cache", kept.unwrap_or_else(|| "nothing is kept on disk".to_owned())));
    let streams = streams(terminal, &mut rows);
    let models = models::rows(&user);
    rows.extend(models.iter().map(|model| {
        let (mark, not_asked) = match (model.ok, model.is_remote) {
            (false, _) => (UNUSED, ""),
            (true, true) => (DOUBT, "; its server was not asked"),
            (true, false) => (OK, ""),
        };
        row(mark, "model", format!("{}  {}{not_asked}", model.name, model.about))
    }));
    let on_path = clients::on_path(machine);
    rows.push(path_row(on_path.as_ref()));
    let record = check_record(machine).map_err(|why| Failure::setup(&machine.records, &why));
    let record = record.err().map(|why| why.text());
    rows.extend(record.iter().map(|why| row(FAULT, "init", why.clone())));
    rows.extend(clients.iter().map(client_row));
    let faults = [&root["error"], &yours["error"]];
    let ok = faults.iter().all(|error| error.is_null())
        && record.is_none()
        && !clients.iter().any(Client::is_broken);
    let mut json = json!({
        "schema": "firsthand.doctor/1",
        "ok": ok,
        "version": version,
        "languages": languages(),
        "root": root,
        "settings": settings,
        "yours": yours,
        "cache": cache,
        "terminal": streams,
        "models": models,
        "on_path": on_path,
        "clients": clients,
    });
    if let Some(why) = record {
        json["record"] = why.into();
    }
    Health { ok, json, rows }
}

/// The root: what is searched in it, and what is left out. What git ignores, and what is hidden, is not counted;
/// `names_not_utf8` counts all files with an invalid path.
fn root(path: &Path, rows: &mut Vec<Row>) -> Value {
    let git = path.join(".git").exists();
    let mut root = json!({"path": path.to_string_lossy(), "error": null, "git": git});
    let opened = Explorer::builder(path).build().map_err(|error| error.to_string());
    let opened = opened.map(|explorer| explorer.toolbox().clone()).and_then(|toolbox| {
        let inventory = toolbox.graph().files();
        let no_file = || "there is no file to look at".to_owned();
        (!inventory.files.is_empty()).then_some((toolbox, inventory)).ok_or_else(no_file)
    });
    let (toolbox, inventory) = match opened {
        Ok(opened) => opened,
        Err(error) => {
            rows.push(row(FAULT, "root", error.clone()));
            root["error"] = error.into();
            return root;
        }
    };
    let kind = if git {
        "a git working tree"
    } else {
        "no git working tree; .gitignore files count all the same"
    };
    rows.push(row(OK, "root", format!("{} ({kind})", path.display())));
    let files = &inventory.files;
    let bytes: u64 = files.iter().map(|file| file.size).sum();
    let mut by_language: BTreeMap<&str, usize> = BTreeMap::new();
    for language in files.iter().filter_map(|file| language_of(file.path.as_str())) {
        *by_language.entry(language).or_default() += 1;
    }
    let text_only = toolbox.text_only();
    let mut line = format!("{} ({} KB)", files.len(), bytes / 1000);
    if !by_language.is_empty() {
        line += &format!(": {}", most_first(&by_language, "", usize::MAX));
    }
    if !text_only.is_empty() {
        line += &format!("; as text alone: {}", most_first(&text_only, ".", MAX_ENDINGS));
    }
    rows.push(row(OK, "files", line));
    let limit = toolbox.sandbox().max_file_bytes();
    let skipped = inventory.skipped;
    let skipped = BTreeMap::from([
        ("symbolic_links", skipped.links),
        ("pipes_sockets_devices", skipped.special),
        ("names_not_utf8", skipped.invalid_names),
        ("secret_files", skipped.refused),
        ("unreadable", skipped.unreadable),
        ("ignore_files", skipped.ignore_files),
        ("further_checkouts", skipped.checkouts),
        ("too_large", files.iter().filter(|file| file.size > limit).count() as u64),
    ]);
    let counted = skipped.iter().filter(|(_, count)| **count > 0);
    let counted = counted.map(|(reason, count)| format!("; {count} {}", reason.replace('_', " ")));
    let left_out = "what git ignores, and what is hidden and not tracked";
    rows.push(row(OK, "left out", format!("{left_out}{}", counted.collect::<String>())));
    for (name, value) in [
        ("files", json!(files.len())),
        ("bytes", json!(bytes)),
        ("by_language", json!(by_language)),
        ("text_only", json!(text_only)),
        ("skipped", json!(skipped)),
    ] {
        root[name] = value;
    }
    root
}

/// The counts with their names, the greatest first.
fn most_first<S: AsRef<str>>(counts: &BTreeMap<S, usize>, before_name: &str, max: usize) -> String {
    let mut counts: Vec<_> = counts.iter().collect();
    counts.sort_by_key(|(_, count)| Reverse(**count));
    let items =
        counts.iter().map(|(name, count)| format!("{count} {before_name}{}", name.as_ref()));
    join_at_most(&items.collect::<Vec<_>>(), max)
}

/// The repository's `firsthand.toml`: the patterns that it excludes, the budgets that it lowers, and what is ignored.
fn settings(root: &Path, rows: &mut Vec<Row>) -> Value {
    let settings = RepoSettings::of_root(root);
    let lowered = lowered_budgets(&settings);
    let list =
        |items: &[String]| if items.is_empty() { "nothing".to_owned() } else { items.join(", ") };
    rows.push(row(
        OK,
        "settings",
        if settings.present {
            format!(
                "firsthand.toml excludes {}; lowers {}",
                list(&settings.excludes),
                list(&lowered)
            )
        } else {
            "no firsthand.toml".to_owned()
        },
    ));
    rows.extend(settings.notes.iter().map(|note| row(OK, "", note.clone())));
    json!({"present": settings.present, "exclude": settings.excludes, "lowered": lowered, "notes": settings.notes})
}

/// `steps 5` for each budget that is lower than the default.
fn lowered_budgets(settings: &RepoSettings) -> Vec<String> {
    let json = |budgets: Budgets| serde_json::to_value(budgets).unwrap_or_default();
    let (defaults, narrowed) =
        (json(Budgets::default()), json(Budgets::default().narrowed(&settings.budgets)));
    let pairs = defaults.as_object().into_iter().flatten().filter_map(|(name, default)| {
        let value = narrowed.get(name).filter(|value| *value != default)?;
        Some(format!("{name} {value}"))
    });
    pairs.collect()
}

/// The user's own settings. Of their values, only the model's name is included.
fn yours(rows: &mut Vec<Row>) -> (Settings, Value) {
    let (user, error) = match Settings::load() {
        Ok(user) => (user, None),
        Err(error) => (Settings::environment_only(), Some(error.text())),
    };
    let (model, from) = models::configured(&user);
    let explores = format!("explores with {model}, by {}", from.label());
    rows.push(match (&error, &user.path, default_file()) {
        (Some(error), ..) => row(FAULT, "yours", error.clone()),
        (None, Some(file), _) => row(OK, "yours", format!("{}; {explores}", file.display())),
        (None, None, Some(usual)) => {
            row(OK, "yours", format!("no file {}; {explores}", usual.display()))
        }
        (None, None, None) => row(OK, "yours", explores),
    });
    let yours = json!({
        "file": user.path,
        "usual": default_file(),
        "error": error,
        "model": model,
        "model_from": from.label(),
    });
    (user, yours)
}

/// What the output streams can do.
fn streams(terminal: &Terminal, rows: &mut Vec<Row>) -> Value {
    let streams = [
        ("stdout", "terminal for output", std::io::stdout().is_terminal()),
        ("stderr", "terminal for progress", std::io::stderr().is_terminal()),
        ("color", "colours", terminal.stdout.color),
        ("links", "links", terminal.links),
    ];
    let words = streams.map(|(_, what, on)| format!("{}{what}", if on { "" } else { "no " }));
    rows.push(row(OK, "terminal", words.join(", ")));
    streams.iter().map(|(name, _, on)| ((*name).to_owned(), json!(on))).collect()
}
