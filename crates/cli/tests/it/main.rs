//! The command line from outside: arguments in; output, errors and exit codes out.
#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods, reason = "tests")]

mod absent;
mod answers;
mod check_claims;
mod citations;
mod client;
mod dependencies;
mod doctor;
mod equal_paths;
mod explore;
mod first_use;
mod foreign;
mod hostile;
mod impact;
mod init;
mod mcp;
mod model;
mod planted;
mod replay;
mod replay_page;
mod report_cache;
mod research;
mod resume;
mod robustness;
mod roots;
mod schemas;
mod search;
mod secrets;
mod settings;
mod streams;
#[cfg(target_os = "linux")]
mod tls;
#[cfg(target_os = "linux")]
mod undeclared;
mod usage;
mod verify;
mod zoekt;

use std::path::Path;
use std::time::Duration;

use firsthand_testkit::folder as tree;
use tempfile::TempDir;

/// The output and exit code of a command.
#[derive(Debug)]
struct CommandOutput {
    out: String,
    err: String,
    code: Option<i32>,
}

impl From<std::process::Output> for CommandOutput {
    fn from(output: std::process::Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let code = output.status.code();
        Self { out: text(output.stdout), err: text(output.stderr), code }
    }
}

impl CommandOutput {
    /// Standard output as JSON; asserts the exit code.
    fn json(&self, code: i32) -> serde_json::Value {
        assert_eq!(self.code, Some(code), "{self:?}");
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }

    /// Standard output; asserts the exit code and that standard error is empty.
    fn text(&self, code: i32) -> &str {
        assert_eq!((self.code, self.err.as_str()), (Some(code), ""), "{self:?}");
        assert!(!self.out.contains('\u{1b}'), "escape codes: {:?}", self.out);
        &self.out
    }
}

/// The cache folder, which all tests share, as all projects of a user do.
const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/cache");

/// An empty settings file, so that the settings of the user of this machine do not affect tests.
const NO_SETTINGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/none.toml");

/// The program, to be run in `folder`, in an environment without terminal variables.
fn firsthand(folder: &Path) -> assert_cmd::Command {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("firsthand");
    for name in [
        "NO_COLOR",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "FORCE_HYPERLINK",
        "TERM",
        "OPENAI_API_KEY",
        "ANTHROPIC_API_KEY",
        "GEMINI_API_KEY",
        "OLLAMA_API_KEY",
        "OPENAI_BASE_URL",
        "ANTHROPIC_BASE_URL",
        "GOOGLE_GEMINI_BASE_URL",
        "OLLAMA_HOST",
        "FIRSTHAND_MODEL",
    ] {
        command.env_remove(name);
    }
    command
        .env("FIRSTHAND_CACHE", CACHE)
        .env("FIRSTHAND_CONFIG", NO_SETTINGS)
        .current_dir(folder)
        .timeout(Duration::from_secs(120));
    command
}

/// Runs the program with empty standard input.
fn run(folder: &Path, args: &[&str]) -> CommandOutput {
    run_with(folder, args, b"")
}

/// Runs the program with this standard input.
fn run_with(folder: &Path, args: &[&str], input: &[u8]) -> CommandOutput {
    firsthand(folder).args(args).write_stdin(input).output().unwrap().into()
}

/// Runs git in a folder.
fn git(folder: &Path, words: &[&str]) {
    let identity = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
    let mut command = std::process::Command::new("git");
    command.current_dir(folder).args(identity).args(words);
    assert!(command.output().unwrap().status.success(), "{words:?}");
}

/// A small repository: a handler that calls a store.
fn shop() -> TempDir {
    tree(&[
        (
            "src/basket.ts",
            "import { persist } from './store'\n\n\
             /** Adds an article to the basket. */\n\
             export function addArticle(basket: Basket, article: Article) {\n  \
               basket.articles.push(article)\n  \
               persist(basket)\n\
             }\n",
        ),
        (
            "src/store.ts",
            "const shelf = new Map<string, Basket>()\n\n\
             /** Keeps the basket until the visitor returns. */\n\
             export function persist(basket: Basket) {\n  \
               shelf.set(basket.id, basket)\n\
             }\n",
        ),
        (
            "src/basket.test.ts",
            "import { addArticle } from './basket'\n\ntest('addArticle', () => addArticle(b, a))\n",
        ),
        (".env", "SHOP_PASSWORD=correct-horse-battery-staple\n"),
    ])
}

/// A page without the time that its run took, which ends a line.
fn without_time(page: &str) -> String {
    let lines = page.lines().map(|line| match line.rsplit_once(" · ") {
        Some((state, _)) => state,
        None => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}
