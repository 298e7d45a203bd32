//! Strategies for proptest: well-formed and hostile values. Here those for replies of a model, and for budgets.

mod tools;

pub use tools::{file, line, observation, output, path, repo, span, window};

use firsthand_agent::{Budgets, ModelError, ModelTurn, SUBMIT, ToolCall};
use firsthand_validator::Tokens;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use crate::Reply;

/// An id as a model may write it: probably of an observed place, or invalid.
pub fn id() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => (1_u32..12).prop_map(|n| format!("c{n}")),
        1 => select(&["c0", "c4294967296", "src/main.rs", "", "c1 ", "c999"]).prop_map(str::to_owned),
    ]
}

/// A selection that matches the schema.
pub fn selection() -> impl Strategy<Value = Value> {
    let actions =
        &["answer_from_report", "read_targets", "targeted_gap_search", "skip_explore_result"];
    let link = (id(), line(), line(), line()).prop_map(
        |(id, role, fact, quote)| json!({"candidateId": id, "role": role, "fact": fact, "quote": quote}),
    );
    let read = (id(), line(), any::<bool>()).prop_map(
        |(id, why, required)| json!({"candidateId": id, "purpose": why, "required": required}),
    );
    (
        vec(id(), 0..7),
        vec(link, 0..6),
        vec(read, 0..4),
        vec(line(), 0..3),
        select(actions),
        select(&["low", "medium", "high"]),
    )
        .prop_map(|(primary, flow, reads, missing, action, confidence)| {
            json!({
                "primaryCandidateIds": primary, "flow": flow, "readTargets": reads,
                "missingCoverage": missing, "recommendedPrimaryAction": action,
                "confidence": confidence, "searchTargets": [],
            })
        })
}

/// Invalid arguments: no object, wrong types, deeply nested, huge, text.
pub fn hostile_arguments() -> impl Strategy<Value = Value> {
    let deep = (1_usize..126).prop_map(|levels| {
        (0..levels).fold(json!(1.5), |inner, at| match at % 2 {
            0 => json!([inner]),
            _ => json!({ "in": inner }),
        })
    });
    prop_oneof![
        "\\PC{0,30}".prop_map(Value::String),
        selection().prop_map(|selection| Value::String(selection.to_string())),
        Just(Value::Null),
        any::<f64>().prop_map(|n| json!({ "text": n })),
        deep,
        Just(json!({"primaryCandidateIds": "c1", "confidence": 3})),
        Just(json!({"path": "../../etc/passwd", "start": 0, "end": -1})),
    ]
}

/// One call: of a tool of [`FakeRepo::tools`](crate::FakeRepo::tools), of the tool `odd`, which a test can register, of
/// a tool that does not exist, or of the tool that submits the report.
pub fn call() -> impl Strategy<Value = ToolCall> {
    let ids = &["", "a", "a", "b", "call_0_0", "call_1_1"];
    let find = select(&["greet", "main", "(", ""]);
    let known = prop_oneof![
        find.prop_map(|text| ("find".to_owned(), json!({ "text": text }))),
        (path(), 0_u32..9, 0_u32..40).prop_map(|(path, start, end)| {
            ("read".to_owned(), json!({"path": path.as_str(), "start": start, "end": end}))
        }),
        Just(("list".to_owned(), json!({}))),
        Just(("odd".to_owned(), json!({}))),
    ];
    let tools = &["find", "read", "nothing_like_it", "", SUBMIT];
    let hostile = (select(tools), hostile_arguments());
    let call = prop_oneof![
        6 => known,
        2 => selection().prop_map(|selection| (SUBMIT.to_owned(), selection)),
        2 => hostile.prop_map(|(tool, arguments)| (tool.to_owned(), arguments)),
    ];
    (select(ids), call).prop_map(|(id, (tool, arguments))| ToolCall::new(id, tool, arguments))
}

/// One turn: prose, nothing, some calls, or a thousand of them.
pub fn turn() -> impl Strategy<Value = ModelTurn> {
    let tokens = prop::option::of((any::<u64>(), any::<u64>(), any::<u64>()));
    let tokens =
        tokens.prop_map(|t| t.map(|(input, cached, output)| Tokens { input, cached, output }));
    let calls = prop_oneof![
        6 => Just(Vec::new()),
        40 => vec(call(), 1..5),
        1 => (call(), 100_usize..1_000).prop_map(|(call, times)| vec![call; times]),
    ];
    (line(), calls, tokens).prop_map(|(text, calls, tokens)| ModelTurn {
        text,
        calls,
        tokens,
        provider_state: None,
        continued: false,
    })
}

/// A reply of a model: a turn, an error, a hang or a panic.
pub fn reply() -> impl Strategy<Value = Reply> {
    prop_oneof![
        20 => turn().prop_map(Reply::Turn),
        1 => Just(Reply::Fails(ModelError::Unreachable("no route".to_owned()))),
        2 => Just(Reply::Fails(ModelError::TooLong("no room".to_owned()))),
        1 => Just(Reply::Hangs),
        1 => Just(Reply::Panics),
    ]
}

/// Budgets, each of them zero, small or usual; a size may also be the greatest value, and the time an hour.
pub fn budgets() -> impl Strategy<Value = Budgets> {
    let size = |usual: usize| prop_oneof![1 => Just(0), 2 => 1_usize..900, 4 => Just(usual), 1 => Just(usize::MAX)];
    let count = |usual: u32| prop_oneof![1 => Just(0), 2 => 1_u32..4, 4 => Just(usual)];
    let wall =
        prop_oneof![1 => Just(0), 1 => 1_u64..1_000, 6 => Just(90_000), 1 => Just(3_600_000)];
    let sizes = (size(12_000), size(20_000), size(60_000));
    let counts = (count(12), count(50), count(8), count(1), count(2));
    (sizes, counts, wall).prop_map(
        move |(
            (result_chars, file_chars, observation_chars),
            (steps, tool_calls, parallel, nudges, continuations),
            wall_ms,
        )| Budgets {
            steps,
            tool_calls,
            parallel,
            result_chars,
            file_chars,
            observation_chars,
            wall_ms,
            nudges,
            continuations,
        },
    )
}
