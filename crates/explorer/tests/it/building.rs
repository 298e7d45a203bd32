//! The errors of the builder, and the settings of a repository.

use std::sync::Arc;

use async_trait::async_trait;
use firsthand::agent::{CallContext, Policy, ToolError, ToolOutput, ToolSpec};
use firsthand::registry::RepoPath;
use firsthand::source::secrets::Redacted;
use firsthand::{
    BudgetLimits, Budgets, BuildError, Explorer, ExplorerBuilder, Intent, Tool, write_transcript,
};

use crate::{repo, tree};

/// A tool with this name.
struct NamedTool(&'static str);

#[async_trait]
impl Tool for NamedTool {
    fn spec(&self) -> ToolSpec {
        ToolSpec::new(self.0, "", serde_json::json!({}))
    }
    async fn call(&self, _: serde_json::Value, _: &CallContext) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::default())
    }
}

/// The error of building, as text; empty if there is none.
fn error(builder: ExplorerBuilder) -> String {
    builder.build().err().map(|error: BuildError| error.to_string()).unwrap_or_default()
}

#[test]
fn errors_name_the_cause() {
    let repo = repo();
    let repo_builder = || Explorer::builder(repo.path());
    assert!(error(Explorer::builder("/no/such")).ends_with("/no/such does not exist"));
    assert!(error(Explorer::builder(repo.path().join("bell.ts"))).ends_with("is not a folder"));
    assert!(error(repo_builder().exclude("{a")).contains("is not a valid glob to exclude"));
    for name in ["grep", "submit_report"] {
        assert_eq!(
            error(repo_builder().tool(Arc::new(NamedTool(name)))),
            format!("there are two tools of the name `{name}`")
        );
    }
    let twice = repo_builder().tool(Arc::new(NamedTool("mine"))).tool(Arc::new(NamedTool("mine")));
    assert_eq!(error(twice), "there are two tools of the name `mine`");
    assert_eq!(error(repo_builder().tool(Arc::new(NamedTool("mine")))), "");
}

#[test]
fn the_default_tools_can_be_left_out() {
    let repo = repo();
    let builder = Explorer::builder(repo.path()).tool(Arc::new(NamedTool("mine")));
    let explorer = builder.without_default_tools().build().unwrap();
    let names: Vec<String> = (explorer.tool_specs().into_iter()).map(|spec| spec.name).collect();
    assert_eq!(names, ["mine", "submit_report"]);
}

#[tokio::test]
async fn files_above_the_size_are_not_cited() {
    let long = format!("export const ringBell = 1\n{}", "// more\n".repeat(99));
    let repo = tree(&[("bell.ts", "export const ringBell = 1\n"), ("long.ts", &long)]);
    let cited = async |builder: ExplorerBuilder| {
        let explored = builder.build().unwrap().explore("ringBell", Intent::Locate).await;
        let report = explored.unwrap().report;
        let places = report.body().primary.iter();
        places.map(|place| place.path().to_string()).collect::<Vec<_>>()
    };
    let builder = || Explorer::builder(repo.path());
    assert_eq!(cited(builder()).await, ["bell.ts", "long.ts"]);
    assert_eq!(cited(builder().max_file_bytes(90)).await, ["bell.ts"]);
}

/// Keeps one file out, and hides one word in the others.
struct HostPolicy;

impl Policy for HostPolicy {
    fn refusal(&self, path: &RepoPath) -> Option<String> {
        (path.as_str() == "door.ts").then(|| "the host keeps it out".to_owned())
    }

    fn redact(&self, _: &RepoPath, text: &[u8]) -> Vec<Redacted> {
        let lines = (1..).zip(std::str::from_utf8(text).unwrap().lines());
        let hidden = lines.filter(|(_, line)| line.contains("Rings"));
        let hidden = hidden.map(|(line, _)| Redacted {
            line,
            kind: "host",
            text: "[redacted: host]".to_owned(),
            hidden: Vec::new(),
        });
        hidden.collect()
    }
}

#[tokio::test]
async fn contained_a_policy_of_the_host_is_kept_beside_the_default_one() {
    let repo = tree(&[
        ("bell.ts", "export const ringBell = [\n  'Rings the bell.',\n]\n"),
        ("door.ts", "import { ringBell } from './bell'\n"),
        ("key.ts", "const ringBell = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'\n"),
    ]);
    let explorer = Explorer::builder(repo.path()).policy(HostPolicy).build();
    let explored = explorer.unwrap().explore("ringBell", Intent::Locate).await;
    let text = write_transcript(&explored.unwrap().transcript);
    assert!(text.contains("bell.ts") && text.contains("[redacted: host]"), "{text}");
    assert!(!text.contains("Rings the bell") && !text.contains("from './bell'"), "{text}");
    assert!(text.contains("key.ts") && !text.contains("16C7e42F292c"), "{text}");
}

#[test]
fn contained_settings_of_the_repository_only_narrow() {
    let narrow =
        tree(&[("firsthand.toml", "api_key = \"k\"\n[budgets]\nsteps = 3\nwall_ms = 999999999\n")]);
    let explorer = Explorer::builder(narrow.path()).build().unwrap();
    let default: Budgets = Explorer::builder(repo().path()).build().unwrap().budgets();
    assert_eq!(explorer.budgets(), Budgets { steps: 3, ..default });
    assert_eq!(explorer.notes().len(), 2, "{:?}", explorer.notes());
    assert!(explorer.notes()[0].contains("lowers budgets"));
    assert!(explorer.notes()[1].contains("`api_key` is not honoured"));
}

/// No content of the repository's settings keeps a run from being built; what is ignored is noted.
#[test]
fn contained_settings_that_cannot_be_used_are_ignored() {
    let check = |root: &std::path::Path, note: &str| {
        let explorer = Explorer::builder(root).exclude("*.log").build().unwrap();
        let notes = explorer.notes();
        assert!(notes.len() == 1 && notes[0].contains(note), "{note}: {notes:?}");
        assert_eq!(explorer.budgets(), Explorer::builder(repo().path()).build().unwrap().budgets());
    };
    let of_text = |text: &str, note: &str| check(tree(&[("firsthand.toml", text)]).path(), note);
    of_text("exclude = [\"!**\"]", "a leading `!` would keep files");
    of_text("exclude = [\"[\"]", "unclosed character class");
    of_text("exclude = 1", "`exclude` is a list of patterns");
    of_text("[budgets]\nsteps = -1", "`budgets.steps` is not honoured");
    of_text("this is not TOML", "is not honoured: ");
    of_text(&"#".repeat(70_000), "it is larger than 64 KiB");
    let many = format!("exclude = [{}]", "\"a\", ".repeat(1_000));
    of_text(&many, "there are more than 1000 globs");

    let binary = tree(&[]);
    std::fs::write(binary.path().join("firsthand.toml"), b"\xff\xfe").unwrap();
    check(binary.path(), "it is not UTF-8");
    let folder = tree(&[("firsthand.toml/a", "")]);
    check(folder.path(), "it is a folder");
}

/// A link could name a file outside the root; a pipe would wait for its writer.
#[cfg(unix)]
#[test]
fn contained_settings_behind_a_link_are_not_read() {
    let (outside, inside) = (tree(&[("evil.toml", "exclude = [\"a\"]")]), repo());
    let file = inside.path().join("firsthand.toml");
    let check = |expect: &str| {
        let explorer = Explorer::builder(inside.path()).build().unwrap();
        let notes = explorer.notes();
        assert!(notes.len() == 1 && notes[0].ends_with(expect), "{notes:?}");
        std::fs::remove_file(&file).unwrap();
    };
    for target in [outside.path().join("evil.toml"), "/dev/zero".into()] {
        std::os::unix::fs::symlink(target, &file).unwrap();
        check("a symbolic link is on the way");
    }
    let pipe = std::process::Command::new("mkfifo").arg(&file).status();
    assert!(pipe.unwrap().success());
    check("it is no regular file");
}

/// A stated limit holds for every model, also if it equals a default; the repository's limits only lower.
#[test]
fn contained_limits_hold_as_they_are_stated() {
    let check = |stated: Option<usize>, repository: &str, expect: usize| {
        let tree = tree(&[("a.rs", "fn a() {}\n"), ("firsthand.toml", repository)]);
        let limits = BudgetLimits { observation_chars: stated, ..BudgetLimits::default() };
        let explorer = Explorer::builder(tree.path()).budgets(limits).build().unwrap();
        assert_eq!(explorer.budgets().observation_chars, expect, "{stated:?} {repository}");
    };
    let of_repository = |chars: u64| format!("[budgets]\nobservation_chars = {chars}\n");
    check(None, "", 720_000);
    check(None, &of_repository(60_000), 60_000);
    check(None, &of_repository(1_000_000), 720_000);
    check(Some(60_000), "", 60_000);
    check(Some(60_000), &of_repository(720_000), 60_000);
    check(Some(900_000), &of_repository(60_000), 60_000);
}
