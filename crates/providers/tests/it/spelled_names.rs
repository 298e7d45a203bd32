//! What calls a declaration that the question spells as code does is in the report.

use firsthand_agent::validator::Intent;

use crate::repo::Repo;

const FILES: &[(&str, &str)] = &[
    (
        "src/network.ts",
        "export class Network {\n  /** Ends the network. */\n  destroy() {\n    this.open = false\n  }\n}\n",
    ),
    (
        "src/client.ts",
        "import { Network } from './network'\n\nexport class Client {\n  quit(network: Network) {\n    this.say('bye')\n    network.destroy()\n  }\n}\n",
    ),
    ("src/player.ts", "export function stop(stream) {\n  stream.destroy()\n}\n"),
    (
        "test/network.ts",
        "import { Network } from '../src/network'\ntest('ends', () => { new Network().destroy() })\n",
    ),
];

/// Certain calls come first, those by name alone are few, and tests are left out.
#[tokio::test]
async fn callers_of_a_spelled_name_are_read_targets() {
    let others = (0..9).map(|n| {
        let text = format!(
            "export function stop{n}(it) {{\n  one()\n  two()\n  it.destroy()\n  three()\n}}\n"
        );
        (format!("src/o{n}.ts"), text)
    });
    let others: Vec<(String, String)> = others.collect();
    let others = others.iter().map(|(path, text)| (&**path, &**text));
    let files: Vec<(&str, &str)> = FILES.iter().copied().chain(others).collect();
    let repo = Repo::new(&files);
    for (query, is_spelled) in [
        ("what breaks if Network.destroy throws?", true),
        ("is `destroy` of a network called twice?", true),
        ("why is a network open after destroy()?", true),
        ("how do I destroy a network?", false),
    ] {
        let report = repo.ask(query, Intent::Explain).await;
        let read = report.body().read_targets.iter();
        let read = read.map(|target| format!("{} {}", target.place.path(), target.purpose));
        let called: Vec<String> = read.filter(|target| target.contains(" call")).collect();
        assert!(!called.iter().any(|target| target.starts_with("test/")), "{called:?}");
        let by_name = called.iter().filter(|target| target.contains("may call")).count();
        assert!(by_name <= 3, "{query} {called:?}");
        let quoted = report.body().flow.iter().any(|link| link.quote.text == "network.destroy()");
        let first = called.first().map(String::as_str);
        let is_first = first == Some("src/client.ts `Client.quit` calls `Network.destroy`");
        assert_eq!(
            (!called.is_empty(), is_spelled && (is_first || quoted)),
            (is_spelled, is_spelled)
        );
    }
}
