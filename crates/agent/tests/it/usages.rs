//! The users of what the first report cites: shown once, observed, and not counted as a round.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use firsthand_agent::registry::{
    Declaration, LineRange, Observation, ObservationKind, Related, RepoPath, Source,
};
use firsthand_agent::validator::{Outcome, Rule, StopReason};
use firsthand_agent::{
    CallContext, Event, Explored, HostMessageKind, Message, Model, ModelError, ModelRequest,
    ModelTraits, ModelTurn, SUBMIT, ToolError, ToolOutput, UsageFinder, resume,
};
use firsthand_testkit::{FakeRepo, FixedResults, Reply, Script, Setup, json};
use firsthand_validator::Intent;

use crate::fit::Room;
use crate::{check_laws, find, greeter, report, with_missing};

/// A made-up token in the shape of a real one.
const TOKEN: &str = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";

/// A port that returns these lines as users, whatever is cited.
struct Users {
    repo: FakeRepo,
    lines: Vec<(&'static str, u32)>,
    /// How long a call takes.
    delay: Duration,
    /// The number of calls.
    call_count: AtomicU32,
    fails: bool,
    /// How each line uses what: the relation, the name and the resolution.
    related: Vec<[&'static str; 3]>,
}

#[async_trait]
impl UsageFinder for Users {
    async fn find_usages(
        &self,
        cited: &[(RepoPath, LineRange)],
        call: &CallContext,
    ) -> Result<ToolOutput, ToolError> {
        assert!(!cited.is_empty() && call.room <= 2_500);
        self.call_count.fetch_add(1, Ordering::SeqCst);
        tokio::time::sleep(self.delay).await;
        if self.fails {
            return Err(ToolError::Stop("the graph is gone".to_owned()));
        }
        // The port itself hides no secrets; the loop has to.
        let windows = self.lines.iter().enumerate().map(|(at, (path, line))| {
            let path = RepoPath::new(path).expect("a path");
            let mut window = self.repo.window(&path, *line, *line).expect("a line").as_row();
            window.related = self.related.get(at).map(|related| {
                let [relation, of, resolution] = related.map(str::to_owned);
                Related { relation, of, resolution }
            });
            window
        });
        let kind = ObservationKind::Relations;
        let observation = Observation::new(Source::GRAPH, kind, windows.collect());
        Ok(ToolOutput { observations: vec![observation], ..ToolOutput::default() })
    }
}

fn repo() -> FakeRepo {
    greeter()
        .with("tests/greet.rs", "#[test]\nfn greets() {\n    greet(\"me\");\n}\n")
        .with("deploy/token.rs", format!("greet(\"{TOKEN}\");\n"))
}

fn users(lines: &[(&'static str, u32)]) -> Arc<Users> {
    Arc::new(Users {
        repo: repo(),
        lines: lines.to_vec(),
        delay: Duration::ZERO,
        call_count: AtomicU32::new(0),
        fails: false,
        related: Vec::new(),
    })
}

/// Two lines that use `greet`: the path and the line number of each.
const LINES: [(&str, u32); 2] = [("src/main.rs", 2), ("tests/greet.rs", 3)];

/// The model finds `greet` and submits its first report.
fn first() -> Script {
    let found = Script::new().calls("find", find("pub fn greet"));
    found.submits(edit(&[("c1", "pub fn greet")]))
}

/// A report for an edit: its first place is a read target.
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
    setup.parts.usage_finder = Some(users.clone());
    setup
}

async fn run(setup: &Setup) -> Explored {
    let result = setup.explore("who does greet name?").await;
    check_laws(&setup.log, &result);
    result.expect("a report")
}

/// The host's messages with their kinds.
fn host_messages(explored: &Explored) -> Vec<(HostMessageKind, &str)> {
    let events = explored.transcript.iter();
    let host_messages = events.filter_map(|event| match event {
        Event::HostMessage { kind, text } => Some((*kind, text.as_str())),
        _ => None,
    });
    host_messages.collect()
}

/// The kind of each event, as a transcript names it.
fn event_kinds(events: &[Event]) -> Vec<String> {
    let kind =
        |event: &Event| serde_json::to_value(event).ok()?["event"].as_str().map(str::to_owned);
    events.iter().filter_map(kind).collect()
}

/// Once it was shown the users, a model may leave out what it had cited, and be less sure: the report is the one that it
/// submitted last, unless less than half is left, or a quote fails.
#[tokio::test(start_paused = true)]
async fn a_revised_report_is_the_models_own_choice() {
    let three = [("c1", "pub fn greet"), ("c1", "greet"), ("c1", "pub fn")];
    let check = async |revised: serde_json::Value, expect: (usize, usize, &str)| {
        let found = Script::new().calls("find", find("pub fn greet"));
        let script = found.submits(edit(&three)).submits(revised.clone());
        let script = if expect.0 == 3 { script.replies_text("It stays.") } else { script };
        let explored = run(&setup(&script, &users(&LINES))).await;
        let body = explored.report.body();
        let got = (body.flow.len(), body.read_targets.len(), body.confidence.name());
        assert_eq!(got, expect, "{revised}");
    };
    let changed = |change: fn(&mut serde_json::Value)| {
        let mut report = edit(&three[..2]);
        change(&mut report);
        report
    };
    check(edit(&three[..2]), (2, 1, "high")).await;
    check(changed(|report| report["readTargets"] = serde_json::json!([])), (2, 1, "medium")).await;
    check(changed(|report| report["flow"][0]["lines"] = "1-1".into()), (2, 1, "high")).await;
    check(changed(|report| report["confidence"] = "low".into()), (2, 1, "low")).await;
    check(edit(&three[..1]), (3, 1, "high")).await;
    check(edit(&[("c1", "pub fn greet"), ("c1", "nowhere")]), (3, 1, "high")).await;
}

/// One message names the users and what there is no room for: the model needs one turn for both.
#[tokio::test(start_paused = true)]
async fn what_is_too_long_is_said_with_the_users() {
    let users = users(&LINES);
    let links = [("c1", "pub fn greet"), ("c1", "greet")];
    let found = Script::new().calls("find", find("pub fn greet"));
    let script = found.submits(edit(&links)).submits(edit(&links[..1]));
    let mut setup = setup(&script, &users);
    setup.parts.fit = Some(Arc::new(Room(1)));
    let explored = run(&setup).await;
    script.finished();
    let host_messages = host_messages(&explored);
    let [(HostMessageKind::Usages, text)] = host_messages[..] else {
        panic!("{host_messages:?}");
    };
    let (_, lost) = text.split_once("greet(\"me\");").expect("a user");
    insta::assert_snapshot!(lost, @r"
    Also, all of it is 100 characters too long to print. As it is:
    - left out: flow link 2 (step) [c1]
    - a report that loses links is no answer, and at most of medium confidence

    If some of it belongs in the report, call submit_report again with the whole report (that ends the exploration unless something new is to be mended); if not, say so without a call, and it stays as it was.
    ");
}

/// Whatever message a report is answered with first, the model is told what lowers it before it can keep it.
#[tokio::test(start_paused = true)]
async fn accounted_no_report_is_lowered_unasked() {
    let doubtful = |name: &str| {
        let mut doubtful = edit(&[("c1", "pub fn greet")]);
        doubtful["flow"][0]["fact"] = format!("Calls `{name}`.").into();
        doubtful["readTargets"] = serde_json::json!([]);
        doubtful
    };
    let with_gap = {
        let mut doubtful = doubtful("farewell");
        doubtful["missingCoverage"] = with_missing(&[], "the tests")["missingCoverage"].clone();
        doubtful
    };
    let found = || Script::new().calls("find", find("pub fn greet"));
    let keeps = |report: serde_json::Value| found().submits(report).replies_text("It stays.");
    let check = async |script: Script, lines: &[(&'static str, u32)], kinds: &[HostMessageKind]| {
        let users = users(lines);
        let mut setup = setup(&script, &users);
        setup.parts.fit = Some(Arc::new(Room(9)));
        let explored = run(&setup).await;
        script.finished();
        let messages = host_messages(&explored);
        let got: Vec<HostMessageKind> = messages.iter().map(|(kind, _)| *kind).collect();
        assert_eq!(got, kinds);
        let is_told = |why: &str| messages.iter().any(|(_, text)| text.contains(why));
        let findings = explored.report.body().findings.iter();
        let mut doubts = findings.filter(|finding| finding.rule == Rule::ClaimUnsupported);
        assert!(doubts.all(|doubt| is_told(&doubt.detail)), "{messages:?}");
        assert!(is_told("no read target is named"), "{messages:?}");
        messages.last().map(|(_, text)| (*text).to_owned()).unwrap_or_default()
    };
    use HostMessageKind::{Fit, Gap, Usages};
    let text = check(keeps(doubtful("farewell")), &LINES, &[Usages]).await;
    let (_, lowered) = text.split_once("greet(\"me\");").expect("a user");
    insta::assert_snapshot!(lowered, @r"
    As it is, its confidence is lowered to `medium`:
    - no read target is named, so what is to be read has no purpose
    - flow link 1: its fact says `farewell`, which no cited place shows, and the question does not say; a name that is to be added belongs in a purpose

    If some of it belongs in the report, call submit_report again with the whole report (that ends the exploration unless something new is to be mended); if not, say so without a call, and it stays as it was.
    ");
    check(keeps(doubtful("farewell")), &[], &[Fit]).await;
    check(keeps(with_gap.clone()), &LINES, &[Gap]).await;
    check(keeps(with_gap), &[], &[Gap]).await;
    // A revised report has another doubt.
    let revised = found().submits(doubtful("farewell")).submits(doubtful("goodbye"));
    check(revised.replies_text("It stays."), &LINES, &[Usages, Fit]).await;
    let revised = found().submits(doubtful("farewell")).submits(doubtful("goodbye"));
    check(revised.replies_text("It stays."), &[], &[Fit, Fit]).await;
    // It is not asked twice about the same.
    let again = found().submits(doubtful("farewell")).submits(doubtful("farewell"));
    check(again, &LINES, &[Usages]).await;
}

#[tokio::test(start_paused = true)]
async fn users_are_shown_once_and_may_be_cited() {
    let users = users(&LINES);
    let script = first().submits(edit(&[("c1", "pub fn greet"), ("c3", "greet(\"me\");")]));
    let explored = run(&setup(&script, &users)).await;
    let kinds = event_kinds(&explored.transcript);
    let search = kinds.iter().position(|kind| kind == "usages_found").expect("it was asked");
    assert_eq!(kinds[search - 1..search + 2], ["files_checked", "usages_found", "host_message"]);
    let host_messages = host_messages(&explored);
    let [(HostMessageKind::Usages, text)] = host_messages[..] else {
        panic!("{host_messages:?}");
    };
    assert!(text.contains("src/main.rs [c2]") && text.contains("tests/greet.rs [c3]"), "{text}");
    assert!(text.contains("2|     greet(\"you\");"), "{text}");
    assert_eq!(users.call_count.load(Ordering::SeqCst), 1);
    let report = &explored.report;
    assert_eq!(report.body().flow.len(), 2);
    let stats = &report.facts().stats;
    assert_eq!((stats.stop_reason, stats.continuations), (StopReason::Accepted, 0));
    assert!(stats.observation_chars > 0);
}

/// An id that a model invents is no place either when the host hands it out afterwards, for a user or for what was searched.
#[tokio::test(start_paused = true)]
async fn no_fabrication_by_an_id_that_is_handed_out_later() {
    let mut invented = edit(&[("c1", "pub fn greet")]);
    invented["primaryCandidateIds"] = json!(["c1", "c2"]);
    invented["readTargets"][0]["candidateId"] = json!("c3");
    let found = || Script::new().calls("find", find("pub fn greet"));
    let by_host = found().submits(invented.clone());
    // Calls of one turn do not know each other's answers.
    let calls = [("find", find("pub fn greet")), ("find", find("greet(")), (SUBMIT, invented)];
    let in_one_turn = Script::new().calls_all(calls);
    for (script, expect) in [(by_host, &["c1", "c1"][..]), (in_one_turn, &[])] {
        let explored = run(&setup(&script.replies_text("It stays."), &users(&LINES))).await;
        let body = explored.report.body();
        let reads = body.read_targets.iter().map(|read| &read.place);
        let ids = body.primary.iter().chain(reads).map(|place| place.id().to_string());
        let of_model = ids.filter(|_| body.outcome == Outcome::Verdict);
        assert_eq!(of_model.collect::<Vec<_>>(), expect);
    }
}

#[tokio::test(start_paused = true)]
async fn a_model_may_keep_its_report() {
    let explored = run(&setup(&first().replies_text("It stays as it was."), &users(&LINES))).await;
    assert_eq!(explored.report.facts().stats.stop_reason, StopReason::Accepted);
    assert_eq!(explored.report.body().flow.len(), 1);
}

/// After a worse report, or none, the first one is returned.
#[tokio::test(start_paused = true)]
async fn the_best_report_is_not_lost() {
    let worse = first().submits(edit(&[("c1", "nowhere at all")])).replies_text("No.");
    let failed = first().replies(Reply::Fails(ModelError::Unavailable("no".to_owned())));
    for script in [worse, failed] {
        let explored = run(&setup(&script, &users(&LINES))).await;
        assert_eq!(explored.report.body().flow.len(), 1);
        assert_eq!(explored.report.facts().stats.stop_reason, StopReason::BestOfContinuations);
    }
}

/// The users stand below what they do with what. One that only a name shows is none if it is a member of another type, and
/// none in a text if the name is one word; without a user that is new to the model there is no message.
#[tokio::test(start_paused = true)]
async fn users_say_what_they_are() {
    let repo = FakeRepo::new()
        .with("src/client.rs", "impl Client {\n    pub fn new() {}\n}\n")
        .with(
            "src/a.rs",
            "let one = Client::new();\nlet other = Server::new();\nclient.new(Server::new());\n",
        )
        .with("src/b.rs", "let two = new();\nfn renew() {}\n")
        .with("notes.md", "A new rule for the open_session of a Client.\n");
    let check = async |uses: &[(&'static str, u32, [&'static str; 3])]| {
        let users = Arc::new(Users {
            repo: repo.clone(),
            lines: uses.iter().map(|(path, line, _)| (*path, *line)).collect(),
            related: uses.iter().map(|(.., related)| *related).collect(),
            ..Arc::into_inner(users(&[])).expect("one")
        });
        let found = Script::new().calls("declared", json!({}));
        let script = found.submits(edit(&[("c1", "pub fn new")])).replies_text("It stays.");
        let path = RepoPath::new("src/client.rs").expect("a path");
        let declared = |name: &str, start, end| Declaration {
            name: name.to_owned(),
            kind: "method".to_owned(),
            range: LineRange::new(start, end).expect("lines"),
            head: None,
            is_test: false,
        };
        let declarations = vec![declared("Client", 1, 3), declared("new", 2, 2)];
        let window = repo.window(&path, 1, 3).expect("lines").with_declarations(declarations);
        let output = ToolOutput::from(Observation::read(Source::READ, window));
        let mut setup = Setup::new(&repo, &script)
            .tool(FixedResults::new("declared", vec![output]))
            .intent(Intent::Edit);
        setup.parts.usage_finder = Some(users);
        let explored = run(&setup).await;
        let messages = host_messages(&explored);
        let shown = messages.first().map_or("", |(_, text)| text);
        let shown = shown.strip_prefix("Your report is in. Who uses what it cites:\n\n");
        shown
            .and_then(|text| text.split_once("\n\nIf some"))
            .map_or("", |(text, _)| text)
            .to_owned()
    };
    let by = |resolution: &'static str| ["callers", "new", resolution];
    insta::assert_snapshot!(
        check(&[
            ("src/a.rs", 1, by("name")),
            ("src/a.rs", 2, by("name")),
            ("src/a.rs", 3, by("name")),
            ("src/b.rs", 2, ["siblings", "Client::new", "name"]),
            ("src/b.rs", 1, by("name")),
            ("src/a.rs", 2, by("import")),
            ("notes.md", 1, ["references", "src/client.rs#open_session", "text"]),
        ]).await,
        @r"
    callers of new:
    #### src/a.rs [c2] · by name · 1| let one = Client::new();
    #### src/a.rs [c3] · by name · 3| client.new(Server::new());
    #### src/b.rs [c5] · by name · 1| let two = new();
    #### src/a.rs [c6] · by import · 2| let other = Server::new();

    siblings of Client::new:
    #### src/b.rs [c4] · by name · 2| fn renew() {}

    references of src/client.rs#open_session:
    #### notes.md [c7] · by text · 1| A new rule for the open_session of a Client.
    "
    );
    assert_eq!(check(&[("src/a.rs", 2, by("name"))]).await, "");
    assert_eq!(check(&[("notes.md", 1, ["references", "src/client.rs#new", "text"])]).await, "");
    // The model has seen it: its search found the line.
    assert_eq!(check(&[("src/client.rs", 2, by("import"))]).await, "");
}

/// If the first report has a gap and there are users, one message of the kind `Gap` contains both.
#[tokio::test(start_paused = true)]
async fn a_gap_and_users_are_one_message() {
    let mut gap = edit(&[("c1", "pub fn greet")]);
    gap["missingCoverage"] = with_missing(&[], "the tests")["missingCoverage"].clone();
    let script =
        Script::new().calls("find", find("pub fn greet")).submits(gap).replies_text("None.");
    let explored = run(&setup(&script, &users(&LINES))).await;
    let host_messages = host_messages(&explored);
    let [(HostMessageKind::Gap, text)] = host_messages[..] else {
        panic!("{host_messages:?}");
    };
    assert!(text.contains("the tests") && text.contains("src/main.rs [c2]"), "{text}");
}

/// A gap about which the run cannot ask is named with the users.
#[tokio::test(start_paused = true)]
async fn accounted_a_gap_is_named_with_the_users() {
    let gap = edit(&[("c1", "pub fn greet"), ("c1", "nowhere at all")]);
    let script =
        Script::new().calls("find", find("pub fn greet")).submits(gap).replies_text("It stays.");
    let setup = setup(&script, &users(&LINES)).budgets(|budgets| budgets.continuations = 0);
    let explored = run(&setup).await;
    script.finished();
    let host_messages = host_messages(&explored);
    let [(HostMessageKind::Usages, text)] = host_messages[..] else {
        panic!("{host_messages:?}");
    };
    let (_, known) = text.split_once("greet(\"me\");").expect("a user");
    insta::assert_snapshot!(known, @r"
    It has a gap:
    - flow link 2 [c1]: its quote does not stand in the lines shown for that id

    If some of it belongs in the report, call submit_report again with the whole report (that ends the exploration unless something new is to be mended); if not, say so without a call, and it stays as it was.
    ");
}

/// There are no users if the port finds none, is too slow or fails, with another intent, and without a port.
#[tokio::test(start_paused = true)]
async fn without_users_the_report_is_accepted() {
    let late = Arc::new(Users {
        delay: Duration::from_secs(11),
        ..Arc::into_inner(users(&LINES)).expect("one")
    });
    let failing = Arc::new(Users { fails: true, ..Arc::into_inner(users(&LINES)).expect("one") });
    for users in [users(&[]), late, failing] {
        let explored = run(&setup(&first(), &users)).await;
        assert_eq!(host_messages(&explored), []);
        assert_eq!(explored.report.facts().stats.stop_reason, StopReason::Accepted);
    }
    let explaining = users(&LINES);
    let explored = run(&setup(&first(), &explaining).intent(Intent::Explain)).await;
    assert_eq!(explaining.call_count.load(Ordering::SeqCst), 0);
    assert!(!event_kinds(&explored.transcript).contains(&"related".to_owned()));
    // The transcript of a run without the port has no field for it.
    let without = Setup::new(&repo(), &first()).intent(Intent::Edit);
    let text = firsthand_agent::write_transcript(&run(&without).await.transcript);
    assert!(!text.contains("\"related\""), "{text}");
}

/// The search for users counts as time of the run; the report that was submitted in time is returned.
#[tokio::test(start_paused = true)]
async fn always_ends_in_time_with_a_slow_port() {
    let slow = Arc::new(Users {
        delay: Duration::from_secs(60),
        ..Arc::into_inner(users(&LINES)).expect("one")
    });
    let setup = setup(&first(), &slow).budgets(|budgets| budgets.wall_ms = 1_000);
    let explored = run(&setup).await;
    assert_eq!(explored.report.body().flow.len(), 1);
    assert!(explored.report.facts().stats.elapsed_ms < 2_000);
}

#[tokio::test(start_paused = true)]
async fn contained_users_have_no_secret() {
    let users = users(&[("deploy/token.rs", 1), ("src/main.rs", 2)]);
    let explored = run(&setup(&first().replies_text("Fine."), &users)).await;
    let text = firsthand_agent::write_transcript(&explored.transcript);
    assert!(!text.contains(TOKEN), "{text}");
    let findings = &explored.report.body().findings;
    assert!(findings.iter().any(|finding| finding.rule == Rule::Redacted));
}

/// At most twelve places and 2,500 characters of users are shown.
#[tokio::test(start_paused = true)]
async fn users_are_limited() {
    let lines: Vec<(&str, u32)> = (1..=40).map(|line| ("src/many.rs", line)).collect();
    let many = repo().with("src/many.rs", "    greet(\"them\");\n".repeat(40));
    let users =
        Arc::new(Users { repo: many.clone(), ..Arc::into_inner(users(&lines)).expect("one") });
    let mut setup = Setup::new(&many, &first().replies_text("Fine.")).intent(Intent::Edit);
    setup.parts.usage_finder = Some(users);
    let explored = run(&setup).await;
    let host_messages = host_messages(&explored);
    let text = host_messages.first().expect("it was said").1;
    assert_eq!(text.matches("#### ").count(), 12);
    assert!(text.chars().count() < 2_800, "{text}");
}

/// A run that is resumed after any of its events ends with the flow of the uninterrupted run, and shows the users once.
#[tokio::test(start_paused = true)]
async fn replayable_after_any_interruption() {
    let again = || edit(&[("c1", "pub fn greet"), ("c3", "greet(\"me\");")]);
    let script_from = |turn: usize| {
        let script = Script::new();
        let script = if turn > 0 { script } else { script.calls("find", find("pub fn greet")) };
        let script =
            if turn > 1 { script } else { script.submits(edit(&[("c1", "pub fn greet")])) };
        script.submits(again())
    };
    let uninterrupted = run(&setup(&script_from(0), &users(&LINES))).await;
    for end in 1..uninterrupted.transcript.len() {
        let before = uninterrupted.transcript[..end].to_vec();
        let turns =
            before.iter().filter(|event| matches!(event, Event::ModelAnswered { .. })).count();
        let rest = setup(&script_from(turns), &users(&LINES));
        let resumed = resume(before, &rest.parts).await.expect("a report");
        assert_eq!(resumed.report.body().flow, uninterrupted.report.body().flow, "cut after {end}");
        let state = firsthand_agent::State::of(&resumed.transcript);
        let messages = state.messages().iter();
        let shown =
            messages.filter(|m| matches!(m, Message::User(text) if text.contains("Who uses")));
        assert_eq!(shown.count(), 1, "cut after {end}");
    }
}

/// An `Arc` of a model has the traits of the model in it.
#[test]
fn a_shared_model_has_the_traits_of_the_model() {
    struct Revises(bool);

    #[async_trait]
    impl Model for Revises {
        fn name(&self) -> &str {
            "revises"
        }

        fn traits(&self) -> ModelTraits {
            let mut traits = ModelTraits::default();
            traits.revises = self.0;
            traits
        }

        async fn turn(&self, _: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
            Err(ModelError::TooLong("it is not asked".to_owned()))
        }
    }

    for revises in [true, false] {
        let shared: Arc<dyn Model> = Arc::new(Revises(revises));
        assert_eq!(Model::traits(&shared).revises, revises);
    }
}
