//! Who uses what the first report cites: shown once, observed, and no round is spent on it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use firsthand_agent::registry::{LineRange, Observation, RepoPath, Seen, Source};
use firsthand_agent::validator::{Rule, StopReason};
use firsthand_agent::{
    CallContext, Event, Explored, HostMessageKind, Message, Model, ModelError, ModelRequest,
    ModelTurn, Related, ToolError, ToolOutput, resume,
};
use firsthand_testkit::{FakeRepo, Reply, Script, Setup};
use firsthand_validator::Intent;

use crate::{check_laws, find, greeter, report, with_missing};

/// No one's, and of the shape of one.
const TOKEN: &str = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";

/// Lines of the repository that use what is cited, whatever that is.
struct Users {
    repo: FakeRepo,
    lines: Vec<(&'static str, u32)>,
    takes: Duration,
    asked: AtomicU32,
    fails: bool,
}

#[async_trait]
impl Related for Users {
    async fn related(
        &self,
        cited: &[(RepoPath, LineRange)],
        call: &CallContext,
    ) -> Result<ToolOutput, ToolError> {
        assert!(!cited.is_empty() && call.room <= 2_500);
        self.asked.fetch_add(1, Ordering::SeqCst);
        tokio::time::sleep(self.takes).await;
        if self.fails {
            return Err(ToolError::Stop("the graph is gone".to_owned()));
        }
        // As an adapter of a host shows them: nothing is hidden.
        let windows = self.lines.iter().map(|(path, line)| {
            let path = RepoPath::new(path).expect("a path");
            self.repo.window(&path, *line, *line).expect("a line")
        });
        let observation = Observation {
            source: Source::GRAPH,
            seen: Seen::Relations(windows.collect()),
            counts: Vec::new(),
        };
        Ok(ToolOutput {
            observations: vec![observation],
            ..ToolOutput::default()
        })
    }
}

fn repo() -> FakeRepo {
    greeter()
        .with(
            "tests/greet.rs",
            "#[test]\nfn greets() {\n    greet(\"me\");\n}\n",
        )
        .with("deploy/token.rs", format!("greet(\"{TOKEN}\");\n"))
}

fn users(lines: &[(&'static str, u32)]) -> Arc<Users> {
    Arc::new(Users {
        repo: repo(),
        lines: lines.to_vec(),
        takes: Duration::ZERO,
        asked: AtomicU32::new(0),
        fails: false,
    })
}

const LINES: [(&str, u32); 2] = [("src/main.rs", 2), ("tests/greet.rs", 3)];

fn first() -> Script {
    let found = Script::new().calls("find", find("pub fn greet"));
    found.submits(edit(&[("c1", "pub fn greet")]))
}

/// A report of an edit: what it cites is to be read.
fn edit(links: &[(&str, &str)]) -> serde_json::Value {
    let mut report = report(links, "high");
    report["recommendedPrimaryAction"] = "read_targets".into();
    let id = links[0].0;
    report["readTargets"] =
        serde_json::json!([{"candidateId": id, "purpose": "Change it.", "required": true}]);
    report
}

fn setup(script: &Script, users: &Arc<Users>) -> Setup {
    let mut setup = Setup::new(&repo(), script).intent(Intent::Edit);
    setup.parts.related = Some(users.clone());
    setup
}

async fn run(setup: &Setup) -> Explored {
    let result = setup.explore("who does greet name?").await;
    check_laws(&setup.log, &result);
    result.expect("a report")
}

/// What the host said, and of what kind.
fn said(explored: &Explored) -> Vec<(HostMessageKind, &str)> {
    let events = explored.transcript.iter();
    let said = events.filter_map(|event| match event {
        Event::HostMessage { why, text } => Some((*why, text.as_str())),
        _ => None,
    });
    said.collect()
}

fn names(events: &[Event]) -> Vec<String> {
    let name = |event: &Event| {
        serde_json::to_value(event).ok()?["event"]
            .as_str()
            .map(str::to_owned)
    };
    events.iter().filter_map(name).collect()
}

#[tokio::test(start_paused = true)]
async fn who_uses_it_is_shown_once_and_may_be_cited() {
    let users = users(&LINES);
    let script = first().submits(edit(&[("c1", "pub fn greet"), ("c3", "greet(\"me\");")]));
    let explored = run(&setup(&script, &users)).await;
    let names = names(&explored.transcript);
    let since = names
        .iter()
        .position(|name| name == "related")
        .expect("it was asked");
    assert_eq!(names[since - 1..since + 2], ["checked", "related", "said"]);
    let said = said(&explored);
    let [(HostMessageKind::Related, text)] = said[..] else {
        panic!("{said:?}");
    };
    assert!(
        text.contains("src/main.rs [c2]") && text.contains("tests/greet.rs [c3]"),
        "{text}"
    );
    assert!(text.contains("2|     greet(\"you\");"), "{text}");
    assert_eq!(users.asked.load(Ordering::SeqCst), 1);
    let report = &explored.report;
    assert_eq!(report.flow().len(), 2);
    let stats = report.stats();
    assert_eq!(
        (stats.stop_reason, stats.continuations),
        (StopReason::Accepted, 0)
    );
    assert!(stats.observation_chars > 0);
}

#[tokio::test(start_paused = true)]
async fn as_it_was_is_an_answer() {
    let explored = run(&setup(&first().says("It stays as it was."), &users(&LINES))).await;
    assert_eq!(explored.report.stats().stop_reason, StopReason::Accepted);
    assert_eq!(explored.report.flow().len(), 1);
}

/// A worse report that follows, or none, costs the first one nothing.
#[tokio::test(start_paused = true)]
async fn the_best_report_is_not_lost() {
    let worse = first()
        .submits(edit(&[("c1", "nowhere at all")]))
        .says("No.");
    let failed = first().replies(Reply::Fails(ModelError::Unavailable("no".to_owned())));
    for script in [worse, failed] {
        let explored = run(&setup(&script, &users(&LINES))).await;
        assert_eq!(explored.report.flow().len(), 1);
        assert_eq!(
            explored.report.stats().stop_reason,
            StopReason::BestOfContinuations
        );
    }
}

/// With a gap both are said in one message, and that is the gap's round.
#[tokio::test(start_paused = true)]
async fn a_gap_is_named_beside_it() {
    let mut gap = edit(&[("c1", "pub fn greet")]);
    gap["missingCoverage"] = with_missing(&[], "the tests")["missingCoverage"].clone();
    let script = Script::new()
        .calls("find", find("pub fn greet"))
        .submits(gap)
        .says("None.");
    let explored = run(&setup(&script, &users(&LINES))).await;
    let said = said(&explored);
    let [(HostMessageKind::Gap, text)] = said[..] else {
        panic!("{said:?}");
    };
    assert!(
        text.contains("the tests") && text.contains("src/main.rs [c2]"),
        "{text}"
    );
}

/// Nobody is asked, or there is nothing to say: the report is accepted as it came.
#[tokio::test(start_paused = true)]
async fn where_nothing_is_related_nothing_is_said() {
    let late = Arc::new(Users {
        takes: Duration::from_secs(4),
        ..Arc::into_inner(users(&LINES)).expect("one")
    });
    let failing = Arc::new(Users {
        fails: true,
        ..Arc::into_inner(users(&LINES)).expect("one")
    });
    for users in [users(&[]), late, failing] {
        let explored = run(&setup(&first(), &users)).await;
        assert_eq!(said(&explored), []);
        assert_eq!(explored.report.stats().stop_reason, StopReason::Accepted);
    }
    let explaining = users(&LINES);
    let explored = run(&setup(&first(), &explaining).intent(Intent::Explain)).await;
    assert_eq!(explaining.asked.load(Ordering::SeqCst), 0);
    assert!(!names(&explored.transcript).contains(&"related".to_owned()));
    // A run without the port is recorded as it always was.
    let without = Setup::new(&repo(), &first()).intent(Intent::Edit);
    let text = firsthand_agent::write_transcript(&run(&without).await.transcript);
    assert!(!text.contains("\"related\""), "{text}");
}

/// The time of the run is the time of this, too: the report that came in time is given.
#[tokio::test(start_paused = true)]
async fn always_ends_in_time_with_what_is_related() {
    let slow = Arc::new(Users {
        takes: Duration::from_secs(60),
        ..Arc::into_inner(users(&LINES)).expect("one")
    });
    let setup = setup(&first(), &slow).budgets(|budgets| budgets.wall_ms = 1_000);
    let explored = run(&setup).await;
    assert_eq!(explored.report.flow().len(), 1);
    assert!(explored.report.stats().elapsed_ms < 2_000);
}

#[tokio::test(start_paused = true)]
async fn contained_no_secret_stands_in_what_is_related() {
    let users = users(&[("deploy/token.rs", 1), ("src/main.rs", 2)]);
    let explored = run(&setup(&first().says("Fine."), &users)).await;
    let text = firsthand_agent::write_transcript(&explored.transcript);
    assert!(!text.contains(TOKEN), "{text}");
    let findings = explored.report.findings();
    assert!(
        findings
            .iter()
            .any(|finding| finding.rule == Rule::Redacted)
    );
}

/// No more than twelve places and 2,500 characters.
#[tokio::test(start_paused = true)]
async fn what_is_related_has_a_limit() {
    let lines: Vec<(&str, u32)> = (1..=40).map(|line| ("src/many.rs", line)).collect();
    let many = repo().with("src/many.rs", "    greet(\"them\");\n".repeat(40));
    let users = Arc::new(Users {
        repo: many.clone(),
        ..Arc::into_inner(users(&lines)).expect("one")
    });
    let mut setup = Setup::new(&many, &first().says("Fine.")).intent(Intent::Edit);
    setup.parts.related = Some(users);
    let explored = run(&setup).await;
    let said = said(&explored);
    let text = said.first().expect("it was said").1;
    assert_eq!(text.matches("#### ").count(), 12);
    assert!(text.chars().count() < 2_800, "{text}");
}

/// Wherever it breaks off, it ends with the report of the unbroken run.
#[tokio::test(start_paused = true)]
async fn replayable_wherever_it_breaks_off() {
    let again = || edit(&[("c1", "pub fn greet"), ("c3", "greet(\"me\");")]);
    let from = |turn: usize| {
        let script = Script::new();
        let script = if turn > 0 {
            script
        } else {
            script.calls("find", find("pub fn greet"))
        };
        let script = if turn > 1 {
            script
        } else {
            script.submits(edit(&[("c1", "pub fn greet")]))
        };
        script.submits(again())
    };
    let whole = run(&setup(&from(0), &users(&LINES))).await;
    for end in 1..whole.transcript.len() {
        let before = whole.transcript[..end].to_vec();
        let turns = before
            .iter()
            .filter(|event| matches!(event, Event::ModelAnswered { .. }))
            .count();
        let rest = setup(&from(turns), &users(&LINES));
        let resumed = resume(before, &rest.parts).await.expect("a report");
        assert_eq!(
            resumed.report.flow(),
            whole.report.flow(),
            "cut after {end}"
        );
        let state = firsthand_agent::State::of(&resumed.transcript);
        let messages = state.messages().iter();
        let shown =
            messages.filter(|m| matches!(m, Message::User(text) if text.contains("Who uses")));
        assert_eq!(shown.count(), 1, "cut after {end}");
    }
}

/// A model behind a pointer says the same of itself as the model.
#[test]
fn a_shared_model_reads_related_places_if_the_model_does() {
    struct Reads(bool);

    #[async_trait]
    impl Model for Reads {
        fn name(&self) -> &str {
            "reads"
        }

        fn reads_related(&self) -> bool {
            self.0
        }

        async fn turn(&self, _: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
            Err(ModelError::TooLong("it is not asked".to_owned()))
        }
    }

    for reads in [true, false] {
        let shared: Arc<dyn Model> = Arc::new(Reads(reads));
        assert_eq!(Model::reads_related(&shared), reads);
    }
}
