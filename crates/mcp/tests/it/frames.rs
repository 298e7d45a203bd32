//! Invalid frames: truncated, huge, nested, in batches, with unknown ids. The server continues, and writes only frames.

use firsthand_mcp::Profile;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::wire::{Wire, config, shop};

/// Whether the server answers a request, after the end of a truncated frame.
async fn still_answers(wire: &mut Wire) -> bool {
    // Terminates a truncated frame.
    wire.write_bytes(b"\n").await;
    let listed = wire.ask("tools/list", json!({})).await;
    listed["result"]["tools"].is_array()
}

fn nested(depth: usize) -> String {
    format!("{}1{}", "[".repeat(depth), "]".repeat(depth))
}

#[tokio::test]
async fn odd_frames_do_not_stop_the_server() {
    let shop = shop();
    let call = json!({"name": "search_code", "arguments": {"query": "basket"}});
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":900,"method":"tools/call","params":{}}}"#,
        nested(100_000)
    );
    let wide = format!(
        r#"{{"jsonrpc":"2.0","id":901,"method":"tools/call","params":{{"name":"{}"}}}}"#,
        "x".repeat(5 << 20)
    );
    let frames: Vec<String> = [
        "", " ", "\r", "{", "}", "null", "7", "\"x\"", "[]", "[1,2]", "{}", "\u{feff}{}", "\u{0}", "not json",
        r#"{"jsonrpc":"2.0"}"#,
        r#"{"jsonrpc":"1.0","id":1,"method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","id":{},"method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","id":-1.5,"method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","id":1e400,"method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","id":77,"method":"no/such"}"#,
        r#"{"jsonrpc":"2.0","id":78,"method":7}"#,
        r#"{"jsonrpc":"2.0","id":79,"method":"tools/call"}"#,
        r#"{"jsonrpc":"2.0","id":80,"method":"tools/call","params":[]}"#,
        r#"{"jsonrpc":"2.0","id":81,"method":"resources/read","params":{"uri":7}}"#,
        r#"{"jsonrpc":"2.0","id":82,"method":"initialize","params":{}}"#,
        r#"{"jsonrpc":"2.0","id":4711,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":4711,"error":{"code":1,"message":"x"}}"#,
        r#"{"jsonrpc":"2.0","id":4711,"result":{},"error":{"code":1,"message":"x"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4711}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/no/such"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":"x"}}"#,
    ].map(str::to_owned).into_iter().chain([nested(200), nested(100_000), deep, wide]).collect();
    let mut wire = Wire::connect_and_initialize(config(Profile::Explore, shop.path())).await;
    for frame in &frames {
        wire.write_bytes(frame.as_bytes()).await;
        assert!(still_answers(&mut wire).await, "{}", &frame[..frame.len().min(200)]);
    }
    let batch = json!([{"jsonrpc": "2.0", "id": 901, "method": "tools/call", "params": call}]);
    wire.write(&batch).await;
    assert!(still_answers(&mut wire).await);
    wire.close().await;
}

/// Whoever sends what cannot be read is told so, under the id of the request where that can be read.
#[tokio::test]
async fn accounted_what_cannot_be_read_is_answered() {
    let shop = shop();
    let mut wire = Wire::connect_and_initialize(config(Profile::Explore, shop.path())).await;
    let call = |id: u64, query: &str| {
        let params = format!(r#"{{"name":"search_code","arguments":{{"query":{query}}}}}"#);
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#)
    };
    for (frame, code, id) in [
        ("not json".to_owned(), -32700, Value::Null),
        (nested(125), -32600, Value::Null),
        (format!("[{}]", call(1, "1")), -32600, Value::Null),
        (call(2, &nested(125)), -32700, json!(2)),
        (call(3, r#""\ud83d""#), -32700, json!(3)),
        (call(4, "\"x"), -32700, json!(4)),
        (call(5, &format!("\"{}\"", "x".repeat(4 << 20))), -32600, json!(5)),
    ] {
        wire.write_bytes(frame.as_bytes()).await;
        wire.write_bytes(b"\n").await;
        let answer = wire.frame().await.unwrap();
        let shown = &frame[..frame.len().min(80)];
        assert_eq!(
            (&answer["error"]["code"], &answer["id"]),
            (&json!(code), &id),
            "{shown} {answer}"
        );
    }
}

#[tokio::test]
async fn invalid_requests_have_the_error_codes_of_the_protocol() {
    let shop = shop();
    let mut wire = Wire::connect_and_initialize(config(Profile::Explore, shop.path())).await;
    for (method, params, code) in [
        ("no/such", json!({}), -32601),
        ("prompts/list", json!({}), -32601),
        ("tools/call", json!({}), -32602),
        ("tools/call", json!({"name": 7}), -32602),
        ("tools/call", json!({"name": "none"}), -32602),
        ("resources/read", json!({"uri": 7}), -32602),
    ] {
        let answer = wire.ask(method, params.clone()).await;
        assert_eq!(answer["error"]["code"], code, "{method} {params} {answer}");
    }
}

/// A request whose id is already in use is an error of the client; the server continues.
#[tokio::test]
async fn a_repeated_request_id_does_not_stop_the_server() {
    let shop = shop();
    let mut wire = Wire::connect_and_initialize(config(Profile::Explore, shop.path())).await;
    let request = json!({"jsonrpc": "2.0", "id": "same", "method": "tools/call",
                      "params": {"name": "search_code", "arguments": {"query": "basket"}}});
    for _ in 0..20 {
        wire.write(&request).await;
    }
    assert!(still_answers(&mut wire).await);
}

#[tokio::test]
async fn a_client_that_starts_with_another_frame_is_served() {
    let shop = shop();
    for first in [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","id":9,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":9,"method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#,
        "nonsense",
    ] {
        let mut wire = Wire::connect(config(Profile::Explore, shop.path()));
        wire.write_bytes(format!("{first}\n").as_bytes()).await;
        wire.initialize().await;
        assert!(still_answers(&mut wire).await, "{first}");
    }
}

#[tokio::test]
async fn a_disconnected_client_ends_the_server() {
    let shop = shop();
    for bytes in [&b""[..], b"{", b"nonsense\n"] {
        let mut wire = Wire::connect(config(Profile::Explore, shop.path()));
        wire.write_bytes(bytes).await;
        wire.close().await;
    }
}

/// A mangled frame: a request with some bytes removed, repeated or changed.
fn mangled_frame() -> impl Strategy<Value = Vec<u8>> {
    let request = prop_oneof![
        Just(
            json!({"jsonrpc": "2.0", "id": 5000, "method": "tools/call", "params": {"name": "search_code", "arguments": {"query": "basket"}}})
        ),
        Just(
            json!({"jsonrpc": "2.0", "id": 5000, "method": "resources/read", "params": {"uri": "firsthand://reports/x"}})
        ),
        Just(
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 3}})
        ),
    ];
    let change = (0_usize..200, 0_usize..20, proptest::collection::vec(any::<u8>(), 0..8));
    (request, proptest::collection::vec(change, 1..4)).prop_map(|(request, changes): (Value, _)| {
        let mut bytes = request.to_string().into_bytes();
        for (start, length, replacement) in changes {
            let start = start.min(bytes.len());
            let end = (start + length).min(bytes.len());
            bytes.splice(start..end, replacement);
        }
        bytes.push(b'\n');
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn mangled_frames_do_not_stop_the_server(frames in proptest::collection::vec(mangled_frame(), 1..20)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let shop = shop();
        let is_answered = runtime.block_on(async {
            let mut wire = Wire::connect_and_initialize(config(Profile::Explore, shop.path())).await;
            for frame in &frames {
                wire.write_bytes(frame).await;
            }
            still_answers(&mut wire).await
        });
        prop_assert!(is_answered);
    }
}
