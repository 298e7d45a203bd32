//! The errors of the builder, and the settings of a repository.

use std::sync::Arc;

use async_trait::async_trait;
use firsthand::agent::{CallContext, ToolError, ToolOutput, ToolSpec};
use firsthand::{Budgets, BuildError, Explorer, ExplorerBuilder, Tool};

use crate::{repo, tree};

/// A tool with this name.
struct NamedTool(&'static str);

#[async_trait]
impl Tool for NamedTool {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: self.0.to_owned(),
            description: String::new(),
            parameters: serde_json::json!({}),
        }
    }
    async fn call(&self, _: serde_json::Value, _: &CallContext) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::default())
    }
}

/// The error of building, as text; empty if there is none.
fn error(builder: ExplorerBuilder) -> String {
    builder
        .build()
        .err()
        .map(|error: BuildError| error.to_string())
        .unwrap_or_default()
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
    let twice = repo_builder()
        .tool(Arc::new(NamedTool("mine")))
        .tool(Arc::new(NamedTool("mine")));
    assert_eq!(error(twice), "there are two tools of the name `mine`");
    assert_eq!(error(repo_builder().tool(Arc::new(NamedTool("mine")))), "");
}

#[test]
fn contained_settings_of_the_repository_only_narrow() {
    for (text, expect) in [
        (
            "exclude = [\"[\"]",
            "the repository's firsthand.toml cannot be read: `exclude`",
        ),
        ("exclude = 1", "`exclude` is a list of patterns"),
        ("[budgets]\nsteps = -1", "`budgets`"),
    ] {
        let broken = tree(&[("firsthand.toml", text)]);
        let error = error(Explorer::builder(broken.path()));
        assert!(error.contains(expect), "{text}: {error}");
    }
    let big = tree(&[("firsthand.toml", &"#".repeat(70_000))]);
    assert!(error(Explorer::builder(big.path())).ends_with("it is larger than 64 KiB"));

    let narrow = tree(&[(
        "firsthand.toml",
        "api_key = \"k\"\n[budgets]\nsteps = 3\nwall_ms = 999999999\n",
    )]);
    let explorer = Explorer::builder(narrow.path()).build().unwrap();
    assert_eq!(
        explorer.budgets(),
        Budgets {
            steps: 3,
            ..Budgets::default()
        }
    );
    assert_eq!(explorer.notes().len(), 2, "{:?}", explorer.notes());
    assert!(explorer.notes()[0].contains("lowers budgets"));
    assert!(explorer.notes()[1].contains("`api_key` is not honoured"));
}

/// A link could name a file outside the root.
#[cfg(unix)]
#[test]
fn contained_settings_behind_a_link_are_not_read() {
    let (outside, inside) = (tree(&[("evil.toml", "exclude = 1")]), repo());
    std::os::unix::fs::symlink(
        outside.path().join("evil.toml"),
        inside.path().join("firsthand.toml"),
    )
    .unwrap();
    assert_eq!(error(Explorer::builder(inside.path())), "");
}
