//! The roots that a client offers, over standard input.

use std::path::Path;

use firsthand::{Explorer, RootName, Workspace};
use firsthand_mcp::{McpConfig, Profile, Roots};
use firsthand_testkit::folder;
use serde_json::{Value, json};

use crate::wire::{Wire, config, handle, shop, text};

/// A folder with one declaration.
fn declaring(name: &str) -> tempfile::TempDir {
    folder(&[("src/only.ts", &format!("export function {name}() {{}}\n"))])
}

/// A configuration that accepts what a client offers, except for the folder `refused`.
fn accepting(own: &Path, refused: &Path) -> McpConfig {
    let refused = refused.to_owned();
    let open = move |offered: &Workspace| {
        let is_accepted = offered.folder() != Some(&refused);
        is_accepted.then(|| Explorer::builder(offered.clone()).build().ok()).flatten()
    };
    let own = Explorer::builder(own).build().unwrap();
    McpConfig {
        roots: Roots::new(own, []).with_offered(open),
        ..config(Profile::Explore, Path::new("."))
    }
}

async fn connect(config: McpConfig) -> Wire {
    let mut wire = Wire::connect(config);
    wire.initialize_with(json!({"roots": {"listChanged": true}})).await;
    wire
}

/// The text of a search, and how often the server asked for the client's roots meanwhile, which are `offered`.
async fn search(wire: &mut Wire, query: Value, offered: &Value) -> (String, usize) {
    let params = json!({"name": "search_code", "arguments": query});
    let id = wire.send("tools/call", params).await;
    let mut times = 0;
    loop {
        let frame = wire.frame().await.expect("the server ended");
        if frame["method"] == "roots/list" {
            times += 1;
            let mut answer = offered.clone();
            answer["jsonrpc"] = json!("2.0");
            answer["id"] = frame["id"].clone();
            wire.write(&answer).await;
        } else if frame["id"] == json!(id) {
            return (text(&frame["result"]).to_owned(), times);
        }
    }
}

fn listed(folders: &[&Path]) -> Value {
    let uris = folders.iter().map(|folder| json!({"uri": format!("file://{}", folder.display())}));
    let other = json!({"uri": "https://example.org/tree"});
    json!({"result": {"roots": uris.chain([other]).collect::<Vec<Value>>()}})
}

#[tokio::test]
async fn the_roots_of_a_client_are_served() {
    let (own, refused) = (shop(), declaring("refusedOne"));
    let (first, second) = (declaring("firstOne"), declaring("secondOne"));
    let config = accepting(own.path(), refused.path());
    let mut wire = connect(config).await;
    let offered = listed(&[refused.path(), first.path()]);
    let query = |text: &str| json!({"query": text});
    let in_root = |text: &str, root: &Path| json!({"query": text, "root": root});
    // Its first root is the default; the list is asked for once.
    let (found, times) = search(&mut wire, query("firstOne"), &offered).await;
    assert!(found.contains("src/only.ts") && times == 1, "{found}");
    let (found, times) = search(&mut wire, in_root("persistBasket", own.path()), &offered).await;
    assert!(found.contains("src/store.ts") && times == 0, "{found}");
    let (found, _) = search(&mut wire, in_root("refusedOne", refused.path()), &offered).await;
    assert!(found.contains("is not allowed"), "{found}");
    // A changed list is asked for again.
    let changed = json!({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"});
    wire.write(&changed).await;
    wire.ask("ping", json!({})).await;
    let (found, times) = search(&mut wire, query("secondOne"), &listed(&[second.path()])).await;
    assert!(found.contains("src/only.ts") && times == 1, "{found}");
    let (found, _) = search(&mut wire, in_root("firstOne", first.path()), &offered).await;
    assert!(found.contains("is not allowed"), "{found}");
}

/// One question is over all that a client offers; a root that it names is searched alone.
#[tokio::test]
async fn the_roots_of_a_client_are_searched_together() {
    let (own, refused) = (shop(), declaring("refusedOne"));
    let (first, second) = (declaring("orderTotal"), declaring("orderLines"));
    let mut wire = connect(accepting(own.path(), refused.path())).await;
    let mut offered = listed(&[first.path(), second.path(), refused.path()]);
    offered["result"]["roots"][0]["name"] = json!("web");
    offered["result"]["roots"][1]["name"] = json!("my api");
    let (found, _) = search(&mut wire, json!({"query": "orderTotal orderLines"}), &offered).await;
    let second_name = second.path().file_name().unwrap().to_str().unwrap();
    let second_name = second_name.trim_start_matches('.');
    for path in ["web:/src/only.ts", &format!("{second_name}:/src/only.ts")] {
        assert!(found.contains(path), "{found}");
    }
    assert!(found.contains("paths begin with the name of a root: web=/"), "{found}");
    assert!(!found.contains("refusedOne"), "{found}");
    let alone = json!({"query": "orderTotal", "root": first.path()});
    let (found, _) = search(&mut wire, alone, &Value::Null).await;
    assert!(found.contains("src/only.ts") && !found.contains("web:/"), "{found}");
    let read = json!({"name": "search_code", "arguments": {"query": "web:src/only.ts"}});
    let id = wire.send("tools/call", read).await;
    let frame = wire.frame().await.unwrap();
    assert_eq!(frame["id"], json!(id));
    assert!(text(&frame["result"]).contains("web:/src/only.ts"));
}

/// Folders of one name, of a name that a root cannot have, and in each other are one question, too, and what is not
/// searched is said.
#[tokio::test]
async fn accounted_no_offered_root_is_lost_without_a_word() {
    let (own, refused) = (shop(), declaring("refusedOne"));
    let names = ["alphaOne", "betaTwo", "gammaThree", "deltaFour"];
    let paths = ["web/src", "api/src", "x", "web/src/inner"];
    let files = paths
        .iter()
        .zip(names)
        .map(|(path, name)| (format!("{path}/only.ts"), format!("export const {name} = 1;\n")));
    let files: Vec<(String, String)> = files.collect();
    let tree = folder(
        &files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect::<Vec<_>>(),
    );
    let folders = paths.map(|path| tree.path().join(path));
    let mut offered = listed(&folders.each_ref().map(|folder| folder.as_path()));
    let roots = offered["result"]["roots"].as_array_mut().unwrap();
    roots.extend([
        json!({"uri": "vscode-remote://host/src"}),
        json!({"uri": "file:///no/such/folder"}),
        json!({"uri": format!("file://{}", refused.path().display())}),
    ]);
    // None of these has the form of a root.
    for malformed in [json!({"name": "x"}), json!("junk"), json!(null), json!({"uri": 7})] {
        let mut offered = offered.clone();
        offered["result"]["roots"].as_array_mut().unwrap().insert(1, malformed.clone());
        let mut wire = connect(accepting(own.path(), refused.path())).await;
        let (found, _) = search(&mut wire, json!({"query": names.join(" ")}), &offered).await;
        assert!(found.contains("web-src:/only.ts"), "{found}");
        let note = format!("`{malformed}`: no folder of this machine");
        assert!(found.contains(&note), "{malformed}: {found}");
    }
    let mut wire = connect(accepting(own.path(), refused.path())).await;
    let query = json!({"query": names.join(" ")});
    let (found, _) = search(&mut wire, query, &offered).await;
    let last = tree.path().file_name().unwrap().to_str().unwrap().trim_start_matches('.');
    for path in [
        "web-src:/only.ts".to_owned(),
        "api-src:/only.ts".to_owned(),
        format!("{last}-x:/only.ts"),
        "web-src:/inner/only.ts".to_owned(),
    ] {
        assert!(found.contains(&path), "{path}: {found}");
    }
    let note = "not searched of the roots that you offer: \
                `https://example.org/tree`: no folder of this machine; \
                `vscode-remote://host/src`: no folder of this machine; \
                `file:///no/such/folder`: there is no such folder; `file:///";
    assert!(found.contains(note), "{found}");
    // If none is left, that is the answer, and not the server's own folder.
    let mut wire = connect(McpConfig {
        roots: accepting(own.path(), refused.path()).roots.offered_only("offer a root"),
        ..accepting(own.path(), refused.path())
    })
    .await;
    let gone = json!({"result": {"roots": [{"uri": "file:///no/such/folder"}]}});
    let (found, _) = search(&mut wire, json!({"query": "alphaOne"}), &gone).await;
    let why = "offer a root; not searched of the roots that you offer: `file:///no/such/folder`: there is no such folder";
    assert!(found.contains(why), "{found}");
}

#[tokio::test]
async fn a_client_that_offers_no_root_gets_the_servers() {
    let (own, other) = (shop(), declaring("other"));
    let error = json!({"error": {"code": -32601, "message": "no roots"}});
    let none = json!({"result": {"roots": []}});
    for offered in [error, none, listed(&[Path::new("/no/such/folder")]), listed(&[other.path()])] {
        let mut wire = connect(accepting(own.path(), other.path())).await;
        let (found, times) = search(&mut wire, json!({"query": "persistBasket"}), &offered).await;
        assert!(found.contains("src/store.ts") && times == 1, "{offered} {found}");
    }
    // Without the capability, and if the server does not accept them, it is not asked.
    let mut wire = Wire::connect_and_initialize(accepting(own.path(), other.path())).await;
    let (found, times) = search(&mut wire, json!({"query": "persistBasket"}), &Value::Null).await;
    assert!(found.contains("src/store.ts") && times == 0, "{found}");
    let mut wire = connect(config(Profile::Explore, own.path())).await;
    let (found, times) = search(&mut wire, json!({"query": "persistBasket"}), &Value::Null).await;
    assert!(found.contains("src/store.ts") && times == 0, "{found}");
}

/// A server that was started above all projects serves only what a client offers.
#[tokio::test]
async fn a_server_without_a_root_of_its_own_serves_what_is_offered() {
    let (own, offered) = (shop(), declaring("offeredOne"));
    let with_reason = || {
        let config = accepting(own.path(), own.path());
        McpConfig {
            roots: config.roots.offered_only("it was started above all projects"),
            ..config
        }
    };
    let mut wire = connect(with_reason()).await;
    let query = json!({"query": "offeredOne"});
    let (found, _) = search(&mut wire, query.clone(), &listed(&[own.path(), offered.path()])).await;
    assert!(found.contains("src/only.ts"), "{found}");
    let (found, _) =
        search(&mut wire, json!({"query": "x", "root": own.path()}), &Value::Null).await;
    assert!(found.contains("is not allowed"), "{found}");
    let mut wire = connect(with_reason()).await;
    let (found, _) = search(&mut wire, query, &listed(&[own.path()])).await;
    assert!(found.contains("it was started above all projects"), "{found}");
    let mut wire = Wire::connect(with_reason());
    let client = json!({"name": "wire", "version": "1"});
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
    let refused = wire.ask("initialize", params).await;
    let message = refused["error"]["message"].as_str();
    assert_eq!(message, Some("it was started above all projects"), "{refused}");
}

/// A path that begins with the name of another root is never read as, or corrected to, the file of the same path here.
#[tokio::test]
async fn a_path_in_another_root_is_no_path_of_this_one() {
    let both = folder(&[
        ("one/src/app.py", "def price():\n    return 1\n"),
        ("two/src/app.py", "def price():\n    return 2\n"),
    ]);
    let open = |name: &str| Explorer::builder(both.path().join(name)).build().unwrap();
    let named = RootName::new("web").unwrap();
    let web = Workspace::of([(named, both.path().join("two"))]).unwrap();
    let web = Explorer::builder(web).build().unwrap();
    for (roots, name) in
        [(Roots::new(open("one"), [open("two")]), "two"), (Roots::new(open("one"), [web]), "web")]
    {
        let config = McpConfig { roots, ..config(Profile::Explore, both.path()) };
        let mut wire = Wire::connect_and_initialize(config.clone()).await;
        for (path, expect) in [
            (format!("{name}:/src/app.py"), "return 2"),
            (format!("{name}:/src"), "return 2"),
            ("one:/src/app.py".to_owned(), "return 1"),
            ("src/app.py".to_owned(), "return 1"),
        ] {
            let found = wire.call("search_code", json!({"query": "price", "path": path})).await;
            assert!(text(&found).contains(expect), "{path} {found}");
        }
        let asked = json!({"query": "price", "path": "api:/src/app.py"});
        let unknown = wire.call("search_code", asked).await;
        let unknown = text(&unknown);
        assert!(unknown.contains("there is no root `api` here"), "{unknown}");
        assert!(!unknown.contains("did you mean"), "{unknown}");
        let config = McpConfig { profile: Profile::Driven, ..config };
        let mut wire = Wire::connect_and_initialize(config).await;
        let handle = handle(&wire.call("open", json!({"query": "price?"})).await);
        for (tool, path, expect) in [
            ("read_file", format!("{name}:/src/app.py"), name),
            ("grep", format!("{name}:/src"), name),
            ("list_files", format!("{name}:/"), name),
            ("read_file", "one:/src/app.py".to_owned(), "return 1"),
            ("read_file", "api:/src/app.py".to_owned(), "there is no root `api` here"),
        ] {
            let call = json!({"handle": handle, "path": path, "pattern": "price"});
            let answer = wire.call(tool, call).await;
            let expect = match expect {
                "two" | "web" => {
                    format!("`open` with {{\"root\": \"{expect}\"}} explores that one")
                }
                expect => expect.to_owned(),
            };
            let text = text(&answer);
            assert!(text.contains(&expect) && !text.contains("did you mean"), "{tool} {answer}");
        }
        let opened = wire.call("open", json!({"query": "price?", "root": name})).await;
        assert!(text(&opened).starts_with("Handle: "), "{opened}");
    }
}
