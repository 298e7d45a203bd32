//! A repository's own `firsthand.toml`, which can only lower budgets and exclude files.

use std::path::Path;

use firsthand_agent::BudgetLimits;
use firsthand_source::clip;
use firsthand_source::fs::{Globs, ReadError, Walk, read_unfollowed};
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
        Self {
            present: true,
            ..settings
        }
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
            ("exclude", Value::Array(globs)) => globs.iter().for_each(|glob| self.exclude(glob)),
            ("exclude", _) => self.ignored(name, "`exclude` is a list of patterns"),
            ("budgets", Value::Table(budgets)) => {
                for (name, value) in budgets {
                    self.lower(&name, value);
                }
            }
            ("budgets", _) => self.ignored(name, "`budgets` is a table of numbers"),
            _ => self.ignored(name, "it may only exclude files and lower budgets"),
        }
    }

    fn exclude(&mut self, glob: &Value) {
        let Value::String(glob) = glob else {
            return self.ignored("exclude", "a pattern is a text in quotes");
        };
        if glob.trim().is_empty() {
            return self.ignored(
                &format!("exclude = [{glob:?}]"),
                "an empty pattern has no file",
            );
        }
        // Relative globs compile alike for every root.
        match Globs::excluding(Path::new(""), [glob.as_str()]) {
            Ok(_) => self.excludes.push(glob.clone()),
            Err(error) => self.ignored(
                &format!("exclude = [{glob:?}]"),
                &own_reason(&error.glob, &error.reason),
            ),
        }
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
        let all = callers
            .clone()
            .chain(self.excludes.iter().map(String::as_str));
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

#[cfg(test)]
mod tests {
    use super::*;
    use firsthand_agent::Budgets;

    #[test]
    fn contained_settings_only_narrow() {
        let text = "model = \"openai:gpt\"\nbase_url = \"http://evil\"\nexclude = [\"vendor/\"]\n\
                    [budgets]\nsteps = 99\ntool_calls = 3\nresult_chars = 0\nnudges = 0\n";
        let settings = RepoSettings::parse(text);
        let caller = Budgets {
            steps: 5,
            wall_ms: 1_000,
            ..Budgets::default()
        };
        assert_eq!(
            caller.narrowed(&settings.budgets),
            Budgets {
                tool_calls: 3,
                nudges: 0,
                ..caller
            }
        );
        assert_eq!(settings.excludes, ["vendor/"]);
        assert_eq!(settings.notes.len(), 3, "{:?}", settings.notes);
        assert!(
            settings.notes[0].contains("`base_url` is not honoured"),
            "{:?}",
            settings.notes
        );
    }

    /// What cannot be used is noted and ignored; what stands beside it holds.
    #[test]
    fn contained_settings_that_cannot_be_used_are_noted() {
        let check = |text: &str, excludes: &[&str], notes: &[&str]| {
            let settings = RepoSettings::parse(text);
            assert_eq!(settings.excludes, excludes, "{text}");
            let own = "firsthand.toml of the repository";
            let without_own = |note: &String| note.trim_start_matches(own).to_owned();
            let seen: Vec<String> = settings.notes.iter().map(without_own).collect();
            assert_eq!(seen, notes, "{text}");
        };
        let of = |setting: &str, why: &str| format!(": `{setting}` is not honoured; {why}");
        let negated =
            "a leading `!` would keep files; a name that begins with `!` is written `\\!`";
        check(
            "exclude = [\"!**\", \"dist/\"]",
            &["dist/"],
            &[&of("exclude = [\"!**\"]", negated)],
        );
        check(
            "exclude = [\"[\", \"a/\", 3]",
            &["a/"],
            &[
                &of("exclude = [\"[\"]", "unclosed character class; missing ']'"),
                &of("exclude", "a pattern is a text in quotes"),
            ],
        );
        check(
            "exclude = 3",
            &[],
            &[&of("exclude", "`exclude` is a list of patterns")],
        );
        check(
            "budgets = 3",
            &[],
            &[&of("budgets", "`budgets` is a table of numbers")],
        );
        check(
            "exclude = [\"a\"]\n[budgets]\nwall_ms = 0",
            &["a"],
            &[&of(
                "budgets.wall_ms",
                "with a limit of 0 no run does anything",
            )],
        );
        for text in ["budgets", "exclude = [", "\u{0}", "a = 1\na = 2"] {
            let settings = RepoSettings::parse(text);
            assert!(
                settings.notes.len() == 1 && settings.notes[0].contains("is not honoured: "),
                "{text}: {:?}",
                settings.notes
            );
        }
        for value in ["-1", "1.5", "\"3\"", "[3]"] {
            let settings =
                RepoSettings::parse(&format!("[budgets]\nsteps = {value}\ntool_calls = 3"));
            assert_eq!(settings.budgets.tool_calls, Some(3), "{value}");
            assert!(
                settings.notes.len() == 1 && settings.notes[0].contains("`budgets.steps`"),
                "{value}: {:?}",
                settings.notes
            );
        }
    }

    /// A repository's settings never leave a run without a file.
    #[test]
    fn contained_excludes_that_would_leave_out_every_file_are_noted() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("src")).unwrap();
        for path in ["core.py", "src/a.py", "firsthand.toml"] {
            std::fs::write(root.path().join(path), "a = 1\n").unwrap();
        }
        let check = |globs: &str, excludes: &[&str], note: &str| {
            let settings = RepoSettings::parse(&format!("exclude = {globs}"));
            let settings = settings.beside(root.path(), &[]);
            assert_eq!(settings.excludes, excludes, "{globs}");
            let notes = settings.notes.join("\n");
            assert!(notes.ends_with(note), "{globs}: {notes}");
            assert_eq!(notes.is_empty(), note.is_empty(), "{globs}");
        };
        let every = "`exclude` is not honoured; it would leave out every file";
        check("[\"**\"]", &[], every);
        check("[\"*\"]", &[], every);
        check("[\"*/\", \"/**\"]", &[], every);
        check("[\"src/\", \"*.py\", \"*.toml\"]", &[], every);
        let empty = "is not honoured; an empty pattern has no file";
        check("[\"\"]", &[], empty);
        check("[\"  \", \"src/\"]", &["src/"], empty);
        check("[\"src/\"]", &["src/"], "");
    }

    #[test]
    fn notes_are_bounded_and_on_one_line() {
        let many: String = (0..2_000).map(|at| format!("key{at} = 1\n")).collect();
        let notes = RepoSettings::parse(&many).notes;
        assert_eq!(notes.len(), MAX_NOTES + 1);
        assert!(
            notes[MAX_NOTES].ends_with("1992 more settings are not honoured"),
            "{notes:?}"
        );
        let long = format!("\"{}\\n\\u001b[31m\" = 1", "a".repeat(10_000));
        let notes = RepoSettings::parse(&long).notes;
        assert!(
            notes[0].chars().count() < 250 && !notes[0].contains('\n'),
            "{notes:?}"
        );
    }
}
