//! A repository's own `firsthand.toml`, which can only lower budgets, exclude files, and name paths that documents cite
//! and that are not its own.

use std::path::Path;

use firsthand_agent::BudgetLimits;
use firsthand_source::clip;
use firsthand_source::fs::{Globs, ReadError, Walk, Workspace, read_unfollowed};
use firsthand_tools::redact_name;
use toml::{Table, Value};

use crate::excludes::own_reason;

/// The settings file, at the repository's root.
const FILE_NAME: &str = "firsthand.toml";
/// The maximum size of a settings file.
const MAX_BYTES: u64 = 64 * 1024;
/// The most notes about settings that are ignored; the others are counted.
const MAX_NOTES: usize = 8;
/// The most characters of a setting's name or value in a note.
const MAX_SHOWN_CHARS: usize = 80;
/// The budgets that may be 0. With any other limit of 0 no run does anything, which is more than narrowing.
const MAY_BE_ZERO: [&str; 2] = ["nudges", "continuations"];

/// A repository's settings for its own exploration. The repository's authors wrote them, so they can only
/// narrow a run. Whatever else the file holds is ignored, with a note: no content of it is an error.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct RepoSettings {
    /// Whether there is something of the file's name in the root.
    pub present: bool,
    /// Patterns of files to exclude.
    pub excludes: Vec<String>,
    /// Patterns of the paths that documents cite and that are of other repositories, or of examples.
    pub cited_elsewhere: Vec<String>,
    /// Budgets that apply where they are lower than those of the run.
    pub budgets: BudgetLimits,
    /// One note for each setting that was ignored.
    pub notes: Vec<String>,
}

impl RepoSettings {
    /// Reads `firsthand.toml` at the root. If it is missing, nothing is narrowed, and nothing is noted. It is ignored
    /// as a whole if it is a link or not a regular file, is larger than 64 KiB, or is not TOML.
    #[must_use]
    pub fn of_root(root: &Path) -> Self {
        let ignored = |why: &str| {
            let mut settings = Self::default();
            settings.ignored("", why);
            settings
        };
        let settings = match read_unfollowed(&root.join(FILE_NAME), MAX_BYTES) {
            Err(ReadError::Missing) => return Self::default(),
            Ok(bytes) => match String::from_utf8(bytes) {
                Ok(text) => Self::parse(&text),
                Err(_) => ignored("it is not UTF-8"),
            },
            Err(ReadError::TooLarge { .. }) => ignored("it is larger than 64 KiB"),
            Err(why) => ignored(&why.to_string()),
        };
        Self { present: true, ..settings }
    }

    /// Reads the text of a settings file.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut settings = Self::default();
        match text.parse::<Table>() {
            Ok(table) => {
                for (name, value) in table {
                    settings.set(&name, value);
                }
            }
            Err(error) => settings.ignored("", error.message()),
        }
        if settings.notes.len() > MAX_NOTES {
            let more = settings.notes.len() - MAX_NOTES;
            settings.notes.truncate(MAX_NOTES);
            let more =
                format!("{FILE_NAME} of the repository: {more} more settings are not honoured");
            settings.notes.push(more);
        }
        settings
    }

    fn set(&mut self, name: &str, value: Value) {
        match (name, value) {
            ("exclude", globs) => {
                let globs = self.globs(name, globs);
                self.excludes.extend(globs);
            }
            ("citations", Value::Table(citations)) => {
                for (name, value) in citations {
                    self.set_of_citations(&name, value);
                }
            }
            ("citations", _) => self.ignored(name, "`citations` is a table"),
            ("budgets", Value::Table(budgets)) => {
                for (name, value) in budgets {
                    self.lower(&name, value);
                }
            }
            ("budgets", _) => self.ignored(name, "`budgets` is a table of numbers"),
            _ => self.ignored(name, "it may only exclude files and lower budgets"),
        }
    }

    fn set_of_citations(&mut self, name: &str, value: Value) {
        let setting = format!("citations.{name}");
        match name {
            "elsewhere" => {
                let globs = self.globs(&setting, value);
                self.cited_elsewhere.extend(globs);
            }
            _ => self.ignored(&setting, "it may only name paths that are `elsewhere`"),
        }
    }

    /// The patterns of a setting.
    fn globs(&mut self, setting: &str, value: Value) -> Vec<String> {
        let Value::Array(globs) = value else {
            self.ignored(setting, &format!("`{setting}` is a list of patterns"));
            return Vec::new();
        };
        globs.iter().filter_map(|glob| self.glob(setting, glob)).collect()
    }

    fn glob(&mut self, setting: &str, glob: &Value) -> Option<String> {
        let Value::String(glob) = glob else {
            self.ignored(setting, "a pattern is a text in quotes");
            return None;
        };
        // Relative globs compile alike for every root.
        let why = match Globs::excluding(Path::new(""), [glob.as_str()]) {
            _ if glob.trim().is_empty() => "an empty pattern has no file".to_owned(),
            Ok(_) => return Some(glob.clone()),
            Err(error) => own_reason(&error.glob, &error.reason),
        };
        self.ignored(&format!("{setting} = [{glob:?}]"), &why);
        None
    }

    fn lower(&mut self, name: &str, value: Value) {
        let setting = format!("budgets.{name}");
        if value.as_integer() == Some(0) && !MAY_BE_ZERO.contains(&name) {
            return self.ignored(&setting, "with a limit of 0 no run does anything");
        }
        // A limit beyond what 64 bits hold lowers nothing, and is not TOML.
        let mut table = Table::try_from(&self.budgets).unwrap_or_default();
        table.insert(name.to_owned(), value);
        match table.try_into() {
            Ok(budgets) => self.budgets = budgets,
            Err(error) => self.ignored(&setting, error.message()),
        }
    }

    /// Adds the note that a setting, or the whole file if it has no name, is not honoured.
    fn ignored(&mut self, setting: &str, why: &str) {
        let shown = |text: &str| {
            let text = clip(text, MAX_SHOWN_CHARS);
            firsthand_registry::escape(&redact_name(&text)).into_owned()
        };
        let why = shown(why);
        self.notes.push(if setting.is_empty() {
            format!("{FILE_NAME} of the repository is not honoured: {why}")
        } else {
            let setting = shown(setting);
            format!("{FILE_NAME} of the repository: `{setting}` is not honoured; {why}")
        });
    }

    /// Drops the patterns if they cannot apply beside those of the caller, which count first, or would leave out every
    /// file.
    pub(crate) fn beside(mut self, root: &Path, excludes: &[String]) -> Self {
        let callers = excludes.iter().map(String::as_str);
        let all = callers.clone().chain(self.excludes.iter().map(String::as_str));
        let why = match Globs::excluding(root, all) {
            Err(error) => own_reason(&error.glob, &error.reason),
            Ok(all) if !self.excludes.is_empty() && Walk::new(root, &all).is_empty() => {
                let callers = Globs::excluding(root, callers);
                if callers.is_ok_and(|callers| Walk::new(root, &callers).is_empty()) {
                    return self;
                }
                "it would leave out every file".to_owned()
            }
            Ok(_) => return self,
        };
        self.excludes.clear();
        self.ignored("exclude", &why);
        self
    }

    /// One note for each kind of setting that applies, so that the caller knows that it sees less.
    pub(crate) fn narrowing_notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if !self.excludes.is_empty() {
            let shown = self.excludes.join(", ");
            let shown = redact_name(&shown);
            let shown = firsthand_registry::escape(&shown);
            notes.push(format!("{FILE_NAME} of the repository leaves out: {shown}"));
        }
        if self.budgets != BudgetLimits::default() {
            notes.push(format!("{FILE_NAME} of the repository lowers budgets"));
        }
        notes
    }
}

/// A workspace, narrowed by the settings of its roots.
pub(crate) struct Narrowed {
    /// The workspace with what each root excludes.
    pub(crate) workspace: Workspace,
    /// The budgets of each root.
    pub(crate) budgets: Vec<BudgetLimits>,
    /// What is narrowed, and what is not honoured.
    pub(crate) notes: Vec<String>,
}

impl Narrowed {
    /// Reads the settings of every root; `excludes` are those of the caller.
    pub(crate) fn of(workspace: &Workspace, excludes: &[String]) -> Self {
        let (mut budgets, mut notes) = (Vec::new(), Vec::new());
        let workspace = workspace.excluding(|root| {
            if root.installed {
                return Vec::new();
            }
            let settings = RepoSettings::of_root(&root.folder).beside(&root.folder, excludes);
            let name = root.name.as_ref();
            let prefix = name.map(|name| format!("{name}: ")).unwrap_or_default();
            let own = settings.narrowing_notes().into_iter().chain(settings.notes);
            notes.extend(own.map(|note| prefix.clone() + &note));
            budgets.push(settings.budgets);
            settings.excludes
        });
        Self { workspace, budgets, notes }
    }
}

#[cfg(test)]
mod tests;
