//! Two declared roots beside an undeclared one: the system calls of each command show that no file below the
//! undeclared one is opened, whatever in the declared ones leads there.

mod files;
mod folders;

use std::os::unix::fs::symlink;
use std::process::Stdio;

use serde_json::json;

use crate::client::Client;
use crate::git;
use files::DIFF;
use folders::{Folders, can_trace};

const COMMANDS: &[&[&str]] = &[
    &["explore", "how is a price shown by formatPrice?"],
    &["explore", "what does ../out/src/price.ts declare?", "--intent", "edit"],
    &["explore", "what does link/src/price.ts:1 declare?", "--format", "json"],
    &["explore", "what do lib:../out/src/price.ts and web:/link/src/price.ts declare?"],
    &["explore", "how does out format a price?", "--with-deps"],
    &["explore", "formatPrice", "--with-deps=out,pad,acme/out,example.org/out,../out,link"],
    &["search", "formatPrice shown total", "--limit", "100"],
    &["search", "formatPrice", "--path", "../out"],
    &["search", "formatPrice", "--path", "web:link/**"],
    &["search", "--symbol", "formatPrice", "--relation", "callers"],
    &["search", "--symbol", "format_price", "--relation", "references"],
    &["search", "--symbol", "formatPrice", "--relation", "siblings"],
    &["search", "--symbol", "../out/src/price.ts#formatPrice", "--relation", "definition"],
    &["research", "every place that uses formatPrice", "--format", "json"],
    &["research", "when did formatPrice change?"],
    &["impact"],
    &["impact", "HEAD", "--format", "json"],
    &["impact", "change.diff"],
    &["absent", "bluetooth"],
    &["absent", "formatPrice", "--path", "../out/**"],
    &["absent", "formatPrice", "--path", "web:link/**"],
];

#[test]
fn contained_no_command_opens_a_file_of_an_undeclared_root() {
    if !can_trace() {
        return;
    }
    let folders = Folders::new();
    folders.check_trace();
    for args in COMMANDS {
        folders.check(args);
    }
    let absolute = folders.on_disk("out/src/price.ts");
    folders.check(&["explore", &format!("what does {absolute}:1 declare?")]);
    folders.check(&["search", "formatPrice", "--path", &absolute]);
}

/// The places of a saved report are no roots, whatever it says.
#[test]
fn contained_no_saved_report_leads_to_an_undeclared_root() {
    if !can_trace() {
        return;
    }
    let folders = Folders::new();
    let quote = json!({"text": "return String(cents);", "line": 2});
    for path in [
        "web:/../out/src/price.ts",
        "out:/src/price.ts",
        "web:/link/src/price.ts",
        "web:/src/linked.ts",
        &folders.on_disk("out/src/price.ts"),
    ] {
        let place = json!({"path": path, "start": 1, "end": 3, "quote": quote});
        for root in ["out", "out=out", "web=web, lib=api", &folders.on_disk("out")] {
            let report = json!({"schema": "firsthand.report/2", "root": root, "primary": [place]});
            std::fs::write(folders.path().join("report.json"), report.to_string()).unwrap();
            let printed = folders.check(&["verify", "report.json"]);
            assert!(!printed.contains("unchanged"), "{path} {root}: {printed}");
        }
        folders.check(&["verify", "report.json", "--update"]);
    }
}

/// A name, what sets a trap in the repository of `web`, and what is opened of `out`.
type Trap = (&'static str, fn(&Folders), &'static [&'static str]);

/// What a repository's `.git` names belongs to it only if git connects the two. The one file that is opened to see that
/// is the one in which a further worktree's folder names its checkout.
#[test]
fn contained_no_git_folder_leads_to_an_undeclared_root() {
    if !can_trace() {
        return;
    }
    let traps: [Trap; 7] = [
        (
            "alternates",
            |folders| write(folders, "objects/info/alternates", "../../../out/.git/objects\n"),
            &[],
        ),
        (
            "absolute alternates",
            |folders| {
                write(folders, "objects/info/alternates", &folders.on_disk("out/.git/objects\n"));
            },
            &[],
        ),
        (
            "included",
            |folders| {
                let further = "[include]\n\tpath = ../../out/.git/config\n[core]\n\tworktree = ../../out\n\texcludesFile = ../../out/.gitignore\n";
                let config =
                    std::fs::read_to_string(folders.path().join("web/.git/config")).unwrap();
                write(folders, "config", &(config + further));
            },
            &[],
        ),
        ("HEAD", |folders| write(folders, "HEAD", "ref: ../../out/.git/HEAD\n"), &[]),
        (
            "linked",
            |folders| {
                std::fs::remove_dir_all(folders.path().join("web/.git")).unwrap();
                symlink("../out/.git", folders.path().join("web/.git")).unwrap();
            },
            &[],
        ),
        ("pointer", |folders| point_to(folders, "../out/.git"), &[]),
        (
            "worktree",
            |folders| {
                git(&folders.path().join("out"), &["worktree", "add", "-q", "../other"]);
                point_to(folders, "../out/.git/worktrees/other");
            },
            &[".git/worktrees/other/gitdir"],
        ),
    ];
    for (name, set, expected) in traps {
        let folders = Folders::new();
        set(&folders);
        for args in [
            &["impact"][..],
            &["impact", "HEAD~1..HEAD"],
            &["research", "when did formatPrice change?"],
            &["search", "formatPrice"],
            &["explore", "formatPrice", "--format", "html"],
        ] {
            let output = folders.traced(args).stdin(Stdio::null()).output().unwrap();
            folders.check_calls(&format!("{name}: {args:?} {output:?}"), expected);
        }
    }
}

/// Writes a file of the repository of `web`.
fn write(folders: &Folders, path: &str, text: &str) {
    std::fs::write(folders.path().join("web/.git").join(path), text).unwrap();
}

/// Makes the `.git` of `web` a file that names another folder.
fn point_to(folders: &Folders, target: &str) {
    let git = folders.path().join("web/.git");
    std::fs::remove_dir_all(&git).unwrap();
    std::fs::write(git, format!("gitdir: {target}\n")).unwrap();
}

#[test]
fn contained_no_call_of_a_server_opens_a_file_of_an_undeclared_root() {
    if !can_trace() {
        return;
    }
    let folders = Folders::new();
    let absolute = folders.on_disk("out/src/price.ts");
    let paths = [
        "../out/src/price.ts",
        "web:/../out/src/price.ts",
        "out:/src/price.ts",
        "link/src/price.ts",
        "web:/link/src/price.ts",
        "web:/src/linked.ts",
        &absolute,
    ];
    let mut client = Client::of(folders.server(&["--research"]));
    for path in paths {
        let query = format!("what does {path} declare?");
        for tool in ["explore_code", "search_code", "research_code"] {
            client.call(tool, &json!({"query": query}));
            client.call(tool, &json!({"query": query, "root": folders.on_disk("out")}));
        }
        client.call("search_code", &json!({"path": path}));
        client.call("impact_of_change", &json!({"change": "HEAD", "root": path}));
        let quote = json!({"text": "return String(cents);", "line": 2});
        let place = json!({"path": path, "start": 1, "end": 3, "quote": quote});
        let report = json!({"schema": "firsthand.report/2", "root": "out", "primary": [place]});
        client.call("verify_report", &json!({"report": report}));
    }
    client.call("impact_of_change", &json!({"diff": DIFF}));
    client.end();
    folders.check_calls("explore", &[]);
    let mut client = Client::of(folders.server(&["--profile", "driven", "--structured"]));
    let handle = client.open("how is a price shown?");
    for path in paths {
        let folder = path.trim_end_matches("/src/price.ts");
        for (tool, key, value) in [
            ("read_file", "path", path),
            ("list_files", "path", folder),
            ("grep", "pattern", "formatPrice"),
            ("search_code", "query", "formatPrice"),
        ] {
            client.call(tool, &json!({"handle": handle, "path": path, key: value}));
        }
    }
    client.call("search_code", &json!({"handle": handle, "query": "formatPrice"}));
    let report = client.submit(&handle, "c1", "formatPrice");
    assert_eq!(report["structuredContent"]["flow"][0]["quote"]["line"], 1, "{report}");
    client.end();
    folders.check_calls("driven", &[]);
}
