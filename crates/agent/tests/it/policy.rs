//! The law `contained` in the loop: one policy for the output of every tool, a host's own included.

use std::sync::Arc;

use async_trait::async_trait;
use firsthand_agent::registry::{
    LineRange, Observation, RepoPath, Source, SourceLine, Span, Window,
};
use firsthand_agent::{
    CallContext, Event, Explored, ShowSecrets, Tool, ToolError, ToolOutput, ToolSpec,
    write_transcript,
};
use firsthand_testkit::{FakeRepo, FixedResults, Script, Setup, answer, json};
use firsthand_validator::{Coverage, Finding, Rule};
use serde_json::Value;

use crate::{check_laws, greeter, report};

/// A made-up token in the shape of a real one.
const TOKEN: &str = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
/// A line from inside a private key, which cannot be recognized alone.
const KEY_LINE: &str = "MIIEowIBAAKCAQEAx1q8Zk3vPz9dW5tBm2Lr7";

fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("a path")
}

/// An observation of lines by a tool that redacts nothing.
fn shown(file: &str, start: u32, lines: &[&str], file_lines: u32) -> Observation {
    let lines = lines.iter().map(|line| SourceLine::from_bytes(line.as_bytes()));
    let span = Span::new(path(file), start, lines.collect(), Some(file_lines)).expect("a span");
    Observation::read(Source::READ, Window::new(span))
}

/// One answer of a host's tool `own`, then a report that quotes `quote` of the first place.
async fn run(
    repo: &FakeRepo,
    output: ToolOutput,
    quote: &str,
    show_secrets: bool,
) -> (Setup, Explored) {
    let script = Script::new()
        .calls("own", json!({}))
        .submits(report(&[("c1", quote)], "high"))
        .replies_text("")
        .replies_text("")
        .replies_text("");
    let mut setup = Setup::new(repo, &script).tool(FixedResults::new("own", [output]));
    if show_secrets {
        setup.parts.policy = Arc::new(ShowSecrets);
    }
    let result = setup.explore("where is the token?").await;
    check_laws(&setup.log, &result);
    let explored = result.expect("a report");
    (setup, explored)
}

/// A secret in any part of a result reaches neither the model, nor a report, nor the
/// transcript, unless a host allows it or the model itself submits it.
#[tokio::test(start_paused = true)]
async fn contained_no_secret_leaves_a_hosts_tool() {
    let line = format!("token = \"{TOKEN}\"");
    let repo = greeter().with("deploy.toml", format!("region = 1\n{line}\n"));
    let output = ToolOutput {
        observations: vec![shown("deploy.toml", 1, &["region = 1", &line], 2)],
        summary: format!("found {TOKEN}"),
        diagnostics: vec![format!("also {TOKEN}")],
        left_out: Vec::new(),
        receipts: repo.absent(&format!("key {TOKEN}")).into_iter().collect(),
        coverage: Coverage::default(),
        findings: vec![Finding::new(Rule::TextCut, format!("of {TOKEN}"))],
    };
    let (setup, explored) = run(&repo, output.clone(), &line, false).await;
    // The scripted model itself submits the token as a quote, which the message about the failed quote repeats.
    let may_repeat_the_quote =
        |event: &Event| matches!(event, Event::ModelAnswered { .. } | Event::HostMessage { .. });
    let mut events = setup.log.events();
    events.retain(|event| !may_repeat_the_quote(event));
    let transcript = write_transcript(&events);
    assert!(transcript.contains("[redacted: ") && !transcript.contains(TOKEN), "{transcript}");
    assert!(explored.report.body().flow.is_empty(), "a secret was quoted");
    let redacted = explored.report.body().findings.iter().filter(|f| f.rule == Rule::Redacted);
    let redacted: Vec<&str> = redacted.map(|f| f.detail.as_str()).collect();
    assert_eq!(redacted, ["deploy.toml:2 github_token"]);

    let (_, explored) = run(&repo, output, &line, true).await;
    assert_eq!(explored.report.body().flow[0].quote.text, line);
}

/// Errors of tools are redacted, too.
#[tokio::test(start_paused = true)]
async fn contained_an_error_shows_no_secret() {
    struct Fails(fn(String) -> ToolError);
    #[async_trait]
    impl Tool for Fails {
        fn spec(&self) -> ToolSpec {
            ToolSpec::new("own", "", json!({}))
        }
        async fn call(&self, _: Value, _: &CallContext) -> Result<ToolOutput, ToolError> {
            Err((self.0)(format!("no access with {TOKEN}")))
        }
    }
    for fails in [ToolError::Answer as fn(String) -> ToolError, ToolError::Stop] {
        let script = Script::new().calls("own", json!({})).replies_text("").replies_text("");
        let setup = Setup::new(&greeter(), &script).tool(Fails(fails));
        let result = setup.explore("where is the token?").await;
        check_laws(&setup.log, &result);
        assert!(!write_transcript(&setup.log.events()).contains(TOKEN));
        assert!(!format!("{result:?}").contains(TOKEN));
    }
}

/// Refused files are not observed, in whatever form a tool returns them.
#[tokio::test(start_paused = true)]
async fn contained_refused_files_are_not_observed() {
    let listed = Observation::listed(Source::LIST, vec![path("id_rsa"), path("src/main.rs")]);
    let output = ToolOutput {
        observations: vec![shown(".env", 1, &["REGION=eu-west"], 1), listed],
        ..ToolOutput::default()
    };
    let repo = greeter().with(".env", "REGION=eu-west\n");
    let (setup, explored) = run(&repo, output, "REGION=eu-west", false).await;
    let state = setup.log.state();
    let seen: Vec<String> = state.registry().iter().map(|c| c.path().to_string()).collect();
    assert_eq!(seen, ["src/main.rs"]);
    assert!(explored.report.body().flow.is_empty());
    let answered = setup.log.events().into_iter().find_map(|event| match event {
        Event::ToolAnswered { outcome, .. } => Some(outcome.output()?.diagnostics.clone()),
        _ => None,
    });
    insta::assert_snapshot!(answered.unwrap_or_default().join("\n"), @r"
    `.env` is left out: by its name it holds secrets
    `id_rsa` is left out: by its name it holds secrets
    ");
}

/// A tool shows a line alone that is recognized as a secret only in the whole file: the line is not reported.
#[tokio::test(start_paused = true)]
async fn contained_secrets_are_detected_in_the_whole_file() {
    let key = format!(
        "-----BEGIN RSA PRIVATE KEY-----\n{KEY_LINE}\nabc\n-----END RSA PRIVATE KEY-----\n"
    );
    let repo = greeter().with("notes.txt", key);
    let output = ToolOutput {
        observations: vec![shown("notes.txt", 2, &[KEY_LINE], 4)],
        ..ToolOutput::default()
    };
    let (_, explored) = run(&repo, output.clone(), KEY_LINE, false).await;
    assert!(explored.report.body().flow.is_empty());
    // The file has not changed, so the finding is not `stale`.
    let rules = explored.report.body().findings.iter().map(|finding| finding.rule);
    let rules: Vec<Rule> = rules.collect();
    assert!(rules.contains(&Rule::Redacted) && !rules.contains(&Rule::Stale), "{rules:?}");
    let (_, explored) = run(&repo, output, KEY_LINE, true).await;
    assert_eq!(explored.report.body().flow.len(), 1);
}

/// `show {path, start}`: a tool that reads through the loop's reader.
struct Show;

#[async_trait]
impl Tool for Show {
    fn spec(&self) -> ToolSpec {
        ToolSpec::new("show", "", json!({}))
    }

    async fn call(&self, arguments: Value, call: &CallContext) -> Result<ToolOutput, ToolError> {
        let file = path(arguments["path"].as_str().unwrap_or_default());
        let start = arguments["start"].as_u64().unwrap_or(1);
        let start = u32::try_from(start).expect("a line");
        let span = call.repo.read(&file, LineRange::one(start)).await?;
        Ok(ToolOutput {
            observations: vec![Observation::read(Source::READ, Window::new(span))],
            ..ToolOutput::default()
        })
    }
}

#[tokio::test(start_paused = true)]
async fn contained_the_loops_reader_obeys_the_policy() {
    let key = format!(
        "-----BEGIN RSA PRIVATE KEY-----\n{KEY_LINE}\nabc\n-----END RSA PRIVATE KEY-----\n"
    );
    let repo = greeter().with(".env", "REGION=eu\n").with("notes.txt", key);
    let show = |file: &str, start: u32| ("show", json!({"path": file, "start": start}));
    let script = Script::new()
        .calls_all([
            show("src/main.rs", 2),
            show("notes.txt", 2),
            show(".env", 1),
            show("gone.rs", 1),
            show("src/main.rs", 9),
        ])
        .expects(answer("2|     greet(\"you\");"))
        .expects(answer("[c2] 2 of 4\n2| [redacted: "))
        .expects(answer("`.env` is left out: by its name it holds secrets"))
        .expects(answer("there is no file `gone.rs` that can be read"))
        .expects(answer("`src/main.rs` has no line 9"))
        .submits(report(&[("c1", "greet(\"you\");")], "high"));
    let setup = Setup::new(&repo, &script).tool(Show);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
    assert_eq!(result.map(|explored| explored.report.body().flow.len()), Ok(1));
}
