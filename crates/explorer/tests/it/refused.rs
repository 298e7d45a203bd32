//! What a host's policy refuses is as if it were not there, and nothing depends on what it redacts.

use std::path::Path;

use firsthand::agent::{Policy, ToolError};
use firsthand::impact::{ChangeSpec, ImpactRequest};
use firsthand::registry::RepoPath;
use firsthand::source::secrets::Redacted;
use firsthand::{
    AbsenceRequest, Cancel, Explorer, ExplorerBuilder, Intent, Relation, SearchDocument,
    SearchOutput, SearchRequest, SearchedPattern, write_transcript,
};
use serde_json::{Value, json};

use crate::tree;

const OPEN: [(&str, &str); 2] = [
    (
        "src/pay.py",
        "def pay(order):\n    return order.total\n\n\ndef bill(order):\n    return pay(order)\n",
    ),
    ("notes.txt", "see private/margin.py\n"),
];
const REFUSED: [(&str, &str); 3] = [
    (
        "private/margin.py",
        "from src.pay import pay\n\nZEBRA_MARGIN = 4711\n\ndef margin_of(order):\n    return pay(order) * ZEBRA_MARGIN\n",
    ),
    ("src/margin_private.py", "def pay(order):\n    return 'zebra'\n"),
    ("src/plain_private.txt", "the zebra margin is 4711, src/pay.py\n"),
];

struct NoPrivate;

impl Policy for NoPrivate {
    fn refusal(&self, path: &RepoPath) -> Option<String> {
        path.as_str().contains("private").then(|| "private to the team".to_owned())
    }
}

/// An explorer of all files under the policy, and one of the tree that has no other.
fn pair(all: &Path, open: &Path) -> [Explorer; 2] {
    [Explorer::builder(all).policy(NoPrivate), Explorer::builder(open)]
        .map(|builder| builder.build().unwrap())
}

/// What a search shows, but for the work that it was.
fn shown(found: &SearchOutput) -> String {
    let SearchDocument { regions, sites, outline, files, notes, no_use, .. } = found.document();
    let lines = (found.windows(), found.site_lines(), &found.outline);
    format!("{:?}", (regions, sites, outline, files, notes, no_use, lines))
}

/// What a tool alone gives, without the run that filters it, and what the repository answers itself.
async fn calls(explorer: &Explorer) -> Vec<(String, String)> {
    let toolbox = explorer.toolbox();
    let mut said = Vec::new();
    let calls: [(&str, Value); 15] = [
        ("grep", json!({"pattern": "ZEBRA_MARGIN"})),
        ("grep", json!({"pattern": "ZEBRA_MARGIN = 47[0-9]1"})),
        ("grep", json!({"pattern": "def pay"})),
        ("grep", json!({"pattern": "ZEBRA_MARGIN = 4", "path": "private/margin.py"})),
        ("grep", json!({"pattern": "ZEBRA_MARGIN = 5", "path": "private/margin.py"})),
        ("grep", json!({"pattern": "zebra", "path": "src"})),
        ("list_files", json!({})),
        ("list_files", json!({"path": "private"})),
        ("list_files", json!({"path": "**/*private*"})),
        ("search_code", json!({"query": "zebra margin"})),
        ("search_code", json!({"query": "zebra margin", "words": ["margin_of"]})),
        ("search_code", json!({"symbol": "margin_of", "relation": "definition"})),
        ("search_code", json!({"symbol": "src/pay.py:1", "relation": "callers"})),
        ("search_code", json!({"symbol": "pay", "relation": "references"})),
        ("search_code", json!({"path": "private/margin.py"})),
    ];
    for (name, arguments) in calls {
        let call = toolbox.call(Cancel::new(), 9_000);
        let mut output = toolbox.tool(name).unwrap().call(arguments.clone(), &call).await;
        // What was left out is accounted for in a receipt, and what was searched has a hash.
        let receipts = output.as_mut().map(|output| std::mem::take(&mut output.receipts));
        let receipts = receipts.unwrap_or_default().into_iter();
        let receipts = receipts.map(|of| (of.pattern, of.scope, of.files, of.masked_lines));
        let receipts: Vec<_> = receipts.collect();
        said.push((format!("{name} {arguments}"), format!("{output:?} {receipts:?}")));
    }
    let files = toolbox.files();
    let words = ["zebra", "margin_of", "ZEBRA_MARGIN", "pay"].map(str::to_owned);
    said.push(("count_words".into(), format!("{:?}", files.count_words(&words).await)));
    said.push(("occurring".into(), format!("{:?}", files.occurring(&words).await)));
    said.push(("find_names".into(), format!("{:?}", files.find_names(&words, 9).await)));
    for symbol in [("pay", Relation::Callers), ("margin_of", Relation::Definition)] {
        let mut request = SearchRequest::new("");
        request.symbol = Some((symbol.0.to_owned(), symbol.1));
        said.push((
            format!("relate {symbol:?}"),
            shown(&explorer.search(&request, &Cancel::new())),
        ));
    }
    let mut outline = SearchRequest::new("");
    outline.path = Some("src/pay.py".to_owned());
    for request in [SearchRequest::new("zebra margin"), outline] {
        let found = explorer.search(&request, &Cancel::new());
        said.push((format!("search {request:?}"), shown(&found)));
    }
    for pattern in ["ZEBRA_MARGIN", "zebraMargin", "order"] {
        let request = AbsenceRequest::new(SearchedPattern::plain(pattern));
        let absent = explorer.absent(&request, &Cancel::new()).unwrap();
        let found = (absent.outcome, absent.found, absent.near);
        said.push((format!("absent {pattern}"), format!("{found:?}")));
    }
    let diff = "--- a/src/pay.py\n+++ b/src/pay.py\n@@ -1 +1 @@\n-def pay(order, now):\n+def pay(order):\n";
    let request = ImpactRequest::new(ChangeSpec::Diff(diff.into()));
    let impact = explorer.impact(&request, &Cancel::new()).unwrap();
    said.push(("impact".into(), format!("{:?}", (impact.changed, impact.affected))));
    said
}

#[tokio::test]
async fn contained_what_the_host_refuses_is_as_if_it_were_not_there() {
    let (all, open) = (tree(&[&OPEN[..], &REFUSED[..]].concat()), tree(&OPEN));
    let [under, without] = pair(all.path(), open.path());
    for ((call, got), (_, expected)) in calls(&under).await.iter().zip(calls(&without).await) {
        assert_eq!(*got, expected, "{call}");
    }
    let cited = RepoPath::new(REFUSED[0].0).unwrap();
    assert_eq!(under.toolbox().files().bytes(&cited).await.unwrap(), None);
    assert!(!under.toolbox().is_empty());
    let only = tree(&REFUSED);
    let only = Explorer::builder(only.path()).policy(NoPrivate).build().unwrap();
    assert!(only.toolbox().is_empty());
}

#[tokio::test]
async fn contained_a_refused_file_is_answered_with_a_reason_and_is_in_no_transcript() {
    let all = tree(&[&OPEN[..], &REFUSED[..]].concat());
    let explorer = Explorer::builder(all.path()).policy(NoPrivate).build().unwrap();
    let toolbox = explorer.toolbox();
    let call = toolbox.call(Cancel::new(), 9_000);
    let read = toolbox.tool("read_file").unwrap();
    let refused = read.call(json!({"path": "private/margin.py"}), &call).await;
    let Err(ToolError::Answer(why)) = refused else { panic!("{refused:?}") };
    assert!(why.contains("`private/margin.py` is left out"), "{why}");
    let explored = explorer.explore("what is the zebra margin of an order?", Intent::Edit).await;
    let text = write_transcript(&explored.unwrap().transcript);
    assert!(text.contains("src/pay.py"), "{text}");
    for hidden in ["4711", "margin_of", "margin_private", "ZEBRA"] {
        assert!(!text.contains(hidden), "{hidden}: {text}");
    }
}

/// Hides the names of animals.
struct NoAnimals;

impl Policy for NoAnimals {
    fn redact(&self, _: &RepoPath, text: &[u8]) -> Vec<Redacted> {
        let lines = (1..).zip(std::str::from_utf8(text).unwrap().lines());
        let hidden = lines.filter_map(|(line, text)| {
            let found = ["zebra", "ZEBRA", "tiger", "TIGER"].map(|name| text.find(name));
            let at = found.into_iter().flatten().min()?;
            Some(Redacted {
                line,
                kind: "animal",
                text: format!("{}[redacted: animal]{}", &text[..at], &text[at + 5..]),
                hidden: std::iter::once(at..at + 5).collect(),
            })
        });
        hidden.collect()
    }
}

/// What is shown of a masked line, which keeps the hash of what it hides.
fn without_hashes(text: &str) -> String {
    let mut parts = text.split("LineHash(");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| kept + part.trim_start_matches(|c: char| c.is_ascii_digit()))
}

/// Two trees that differ in what is hidden alone cannot be told apart: not by what matches, and not by what is counted.
#[tokio::test]
async fn contained_nothing_depends_on_what_the_host_redacts() {
    let all = [&OPEN[..], &REFUSED[..]].concat();
    let texts =
        all.iter().map(|(_, text)| text.replace("zebra", "tiger").replace("ZEBRA", "TIGER"));
    let texts: Vec<String> = texts.collect();
    let paths = all.iter().map(|(path, _)| *path);
    let others: Vec<(&str, &str)> = paths.zip(texts.iter().map(String::as_str)).collect();
    let cache = tree(&[]);
    for with_cache in [false, true, true] {
        let mut of_each = Vec::new();
        for files in [&all, &others] {
            let root = tree(files);
            let builder = Explorer::builder(root.path()).policy(NoAnimals);
            let builder = if with_cache { builder.cache(cache.path()) } else { builder };
            of_each.push(calls(&builder.build().unwrap()).await);
        }
        for ((call, one), (_, other)) in of_each[0].iter().zip(&of_each[1]) {
            assert_eq!(without_hashes(one), without_hashes(other), "{call}");
        }
        let text = format!("{:?}", of_each[0]);
        assert!(text.contains("[redacted: animal]"), "{text}");
        assert!(text.contains("private/margin.py"), "{text}");
    }
}

/// What another host has counted in the same files is not what this one counts.
#[tokio::test]
async fn contained_a_shared_cache_has_nothing_of_what_the_host_redacts() {
    let (root, cache) = (tree(&REFUSED), tree(&[]));
    let counts = async |builder: ExplorerBuilder| {
        let explorer = builder.cache(cache.path()).build().unwrap();
        let _ = explorer.search(&SearchRequest::new("zebra margin"), &Cancel::new());
        let words = ["zebra".to_owned()];
        format!("{:?}", explorer.toolbox().files().count_words(&words).await)
    };
    let builder = || Explorer::builder(root.path());
    let open = counts(builder()).await;
    let hidden = counts(builder().policy(NoAnimals)).await;
    assert_ne!(open, hidden);
    assert_eq!(counts(builder()).await, open);
    assert_eq!(counts(builder().policy(NoAnimals)).await, hidden);
}

/// A policy that names what may be read, instead of what may not: its folders are no files.
#[tokio::test]
async fn contained_a_policy_decides_on_files_alone() {
    struct PythonAlone;
    impl Policy for PythonAlone {
        fn refusal(&self, path: &RepoPath) -> Option<String> {
            let is_open = path.as_str().ends_with("pay.py");
            (!is_open).then(|| "no Python".to_owned())
        }
    }
    let all = tree(&OPEN);
    let explorer = Explorer::builder(all.path()).policy(PythonAlone).build().unwrap();
    let toolbox = explorer.toolbox();
    let call = toolbox.call(Cancel::new(), 9_000);
    let list = toolbox.tool("list_files").unwrap();
    let listed = list.call(json!({"path": "src"}), &call).await.unwrap();
    assert!(format!("{listed:?}").contains("src/pay.py"), "{listed:?}");
    assert!(!format!("{listed:?}").contains("notes.txt"), "{listed:?}");
}
