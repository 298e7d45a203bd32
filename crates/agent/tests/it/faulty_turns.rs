//! Faulty turns of models: each ends in a report, in a fallback with a stop reason, or in a typed
//! error, and every call is answered once.

use firsthand_agent::{ModelError, ModelTurn, SUBMIT, ToolCall};
use firsthand_testkit::{Reply, Script, Setup, json};
use firsthand_validator::StopReason;
use serde_json::Value;

use crate::{check_laws, find, found, good, greeter};

fn turn_with(text: &str, calls: &[(&str, &str, Value)]) -> Reply {
    let calls =
        calls.iter().map(|(id, tool, arguments)| ToolCall::new(*id, *tool, arguments.clone()));
    Reply::Turn(ModelTurn { text: text.to_owned(), calls: calls.collect(), ..ModelTurn::default() })
}

#[tokio::test(start_paused = true)]
async fn every_faulty_turn_is_handled() {
    use StopReason as R;
    let half = json!("{\"text\": \"gre");
    let submit = || (SUBMIT, good());
    let thousand = || (0..1_000).map(|_| ("find", find("greet")));
    let table: Vec<(&str, Script, Result<R, &str>)> = vec![
        ("malformed JSON", found().calls("find", half.clone()).submits(good()), Ok(R::Accepted)),
        ("an unknown tool", found().calls("grab", json!({})).submits(good()), Ok(R::Accepted)),
        ("a tool without a name", found().calls("", json!({})).submits(good()), Ok(R::Accepted)),
        (
            "wrong types",
            found().calls("read", json!({"path": 3, "start": []})).submits(good()),
            Ok(R::Accepted),
        ),
        (
            "arguments that are a list",
            found().calls("find", json!([1])).submits(good()),
            Ok(R::Accepted),
        ),
        (
            "duplicate ids",
            found()
                .replies(turn_with("", &[("a", "find", find("a")), ("a", "find", find("b"))]))
                .submits(good()),
            Ok(R::Accepted),
        ),
        ("a thousand calls", Script::new().calls_all(thousand()).submits(good()), Ok(R::Accepted)),
        ("a thousand reports", found().calls_all((0..1_000).map(|_| submit())), Ok(R::Accepted)),
        ("nothing at all", found().replies_text("").submits(good()), Ok(R::Accepted)),
        ("nothing, twice", found().replies_text("").replies_text(""), Ok(R::NoSubmit)),
        ("prose", found().replies_text("It is greet.").submits(good()), Ok(R::Accepted)),
        (
            "a report among other calls",
            found().calls_all([("find", find("main")), submit(), ("list", json!({}))]),
            Ok(R::Accepted),
        ),
        ("several reports", found().calls_all([submit(), submit()]), Ok(R::Accepted)),
        ("a refusal", found().fails(ModelError::Refused("no".to_owned())), Ok(R::ModelError)),
        (
            "a refusal at once",
            Script::new().fails(ModelError::Refused("no".to_owned())),
            Err("the model refused the request: no"),
        ),
        (
            "a length cut",
            found()
                .replies(turn_with(
                    "I will",
                    &[("a", "find", half), ("b", SUBMIT, json!("{\"flow\": [{"))],
                ))
                .submits(good()),
            Ok(R::Accepted),
        ),
    ];
    for (name, script, expect) in table {
        let setup = Setup::new(&greeter(), &script);
        let result = setup.explore("who calls greet?").await;
        script.finished();
        check_laws(&setup.log, &result);
        let got = result.map(|explored| explored.report.facts().stats.stop_reason);
        let got = got.map_err(|error| error.to_string());
        assert_eq!(got, expect.map_err(str::to_owned), "{name}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_model_that_never_submits_gets_a_bounded_number_of_requests() {
    let replies = [
        turn_with("", &[("a", "find", find("greet"))]),
        turn_with("", &[("a", SUBMIT, json!({"flow": 3}))]),
        turn_with("prose", &[]),
        Reply::Fails(ModelError::TooLong("long".to_owned())),
    ];
    for first in 0..4 {
        let odd = replies.iter().cycle().skip(first).take(4).cloned();
        let script = Script::repeating(odd);
        let setup = Setup::new(&greeter(), &script).budgets(|b| b.nudges = 100);
        let result = setup.explore("who calls greet?").await;
        check_laws(&setup.log, &result);
        assert!(script.turn_count() < 40, "{}", script.turn_count());
    }
}
