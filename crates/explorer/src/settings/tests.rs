//! Tests of settings.
#![allow(clippy::disallowed_methods)] // Tests create the trees that they read.

use super::*;
use firsthand_agent::Budgets;

#[test]
fn contained_settings_only_narrow() {
    let text = "model = \"openai:gpt\"\nbase_url = \"http://evil\"\nexclude = [\"vendor/\"]\n\
                [budgets]\nsteps = 99\ntool_calls = 3\nresult_chars = 0\nnudges = 0\n";
    let settings = RepoSettings::parse(text);
    let caller = Budgets { steps: 5, wall_ms: 1_000, ..Budgets::default() };
    assert_eq!(caller.narrowed(&settings.budgets), Budgets { tool_calls: 3, nudges: 0, ..caller });
    assert_eq!(settings.excludes, ["vendor/"]);
    assert_eq!(settings.notes.len(), 3, "{:?}", settings.notes);
    assert!(settings.cited_elsewhere.is_empty());
    assert!(settings.notes[0].contains("`base_url` is not honoured"), "{:?}", settings.notes);
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
    let negated = "a leading `!` would keep files; a name that begins with `!` is written `\\!`";
    check("exclude = [\"!**\", \"dist/\"]", &["dist/"], &[&of("exclude = [\"!**\"]", negated)]);
    check(
        "exclude = [\"[\", \"a/\", 3]",
        &["a/"],
        &[
            &of("exclude = [\"[\"]", "unclosed character class; missing ']'"),
            &of("exclude", "a pattern is a text in quotes"),
        ],
    );
    check("exclude = 3", &[], &[&of("exclude", "`exclude` is a list of patterns")]);
    check("budgets = 3", &[], &[&of("budgets", "`budgets` is a table of numbers")]);
    check(
        "exclude = [\"a\"]\n[budgets]\nwall_ms = 0",
        &["a"],
        &[&of("budgets.wall_ms", "with a limit of 0 no run does anything")],
    );
    check(
        "[citations]\nelsewhere = [\"lib/\", \"!a\", \"\"]\nother = 1",
        &[],
        &[
            &of("citations.elsewhere = [\"!a\"]", negated),
            &of("citations.elsewhere = [\"\"]", "an empty pattern has no file"),
            &of("citations.other", "it may only name paths that are `elsewhere`"),
        ],
    );
    check("citations = 3", &[], &[&of("citations", "`citations` is a table")]);
    for text in ["budgets", "exclude = [", "\u{0}", "a = 1\na = 2"] {
        let settings = RepoSettings::parse(text);
        assert!(
            settings.notes.len() == 1 && settings.notes[0].contains("is not honoured: "),
            "{text}: {:?}",
            settings.notes
        );
    }
    for value in ["-1", "1.5", "\"3\"", "[3]"] {
        let settings = RepoSettings::parse(&format!("[budgets]\nsteps = {value}\ntool_calls = 3"));
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
    assert!(notes[MAX_NOTES].ends_with("1992 more settings are not honoured"), "{notes:?}");
    let long = format!("\"{}\\n\\u001b[31m\" = 1", "a".repeat(10_000));
    let notes = RepoSettings::parse(&long).notes;
    assert!(notes[0].chars().count() < 250 && !notes[0].contains('\n'), "{notes:?}");
}
