//! The oracle detects every forged report of a table.

use serde_json::json;

use crate::forged::ForgedReport;

/// The violated law, a part of the oracle's text, and the forgery.
type Row = (&'static str, &'static str, fn(&mut ForgedReport));

#[test]
fn a_true_report_has_no_violation() {
    let forged = ForgedReport::new();
    assert_eq!(forged.violations(), [], "{}", forged.printed.markdown);
}

fn check(rows: &[Row]) {
    for (at, (law, what, forge)) in rows.iter().enumerate() {
        let mut forged = ForgedReport::new();
        forge(&mut forged);
        let found = forged.violations();
        let caught = found.iter().any(|v| v.law == *law && v.what.contains(what));
        assert!(
            caught,
            "row {at}, {law}: {what:?} is not in {found:#?}\n{}",
            forged.printed.markdown
        );
    }
}

#[test]
fn forged_places_are_detected() {
    check(&[
        ("no_fabrication", "ghost.ts", |f| f.replace_text("src/app.ts:1-4", "src/ghost.ts:1-4")),
        ("budget", "refs are", |f| f.replace_text("src/app.ts:1-4", "src/app.ts:1-3")),
        ("budget", "refs are", |f| {
            f.replace_text("\"src/app.ts\":[[1,1,4]]", "\"src/app.ts\":[[1,1,2]]")
        }),
        ("budget", "refs are", |f| f.replace_text("\"src/app.ts\":[[1,", "\"src/app.ts\":[[2,")),
        ("no_fabrication", "never shown", |f| {
            f.change_json(|r| r["primary"][0]["path"] = json!("src/other.ts"))
        }),
        ("no_fabrication", "not all of", |f| {
            f.change_json(|r| {
                r["read_targets"] =
                    json!([{"path": "src/app.ts", "start": 1, "end": 4, "purpose": ""}]);
                r["primary"][0]["end"] = json!(4);
                r["flow"][1]["start"] = json!(1);
                r["flow"][1]["end"] = json!(7);
                r["flow"][1]["path"] = json!("src/store.ts");
                r["primary"] = json!([{"path": "docs/a b.md", "start": 1, "end": 1}]);
            })
        }),
        ("no_fabrication", "has no lines", |f| f.change_json(|r| r["flow"][0]["end"] = json!(9))),
        ("no_fabrication", "has no lines", |f| f.change_json(|r| r["flow"][0]["start"] = json!(0))),
        ("no_fabrication", "never shown", |f| {
            f.change_json(|r| r["flow"][0]["path"] = json!("../secret"))
        }),
        ("unchanged", "as it was shown", |f| {
            f.write_file("src/app.ts", "import x;\nfunction main() {\n\trun(a,  b);\n}\n")
        }),
        ("no_fabrication", "has no lines", |f| f.write_file("src/app.ts", "import x;\n")),
        ("unchanged", "src/app.ts", |f| std::fs::remove_file(f.root().join("src/app.ts")).unwrap()),
        ("unchanged", "no regular file", |f| {
            std::fs::remove_file(f.root().join("src/app.ts")).unwrap();
            std::fs::create_dir(f.root().join("src/app.ts")).unwrap();
        }),
        ("unchanged", "bytes, not", |f| f.change_json(|r| r["files"][0]["size"] = json!(3))),
    ]);
}

#[cfg(unix)]
#[test]
fn a_place_behind_a_link_is_detected() {
    check(&[("contained", "it is a link", |f| {
        let (at, other) = (f.root().join("src/app.ts"), f.root().join("src/other.ts"));
        std::fs::remove_file(&at).unwrap();
        std::os::unix::fs::symlink(other, at).unwrap();
    })]);
}

#[test]
fn forged_quotes_are_detected() {
    check(&[
        ("verbatim", "does not stand", |f| f.replace_text("run(a,  b);", "run(a, c);")),
        ("verbatim", "does not stand at line", |f| {
            f.change_json(|r| r["flow"][0]["quote"]["line"] = json!(2))
        }),
        ("verbatim", "outside", |f| f.change_json(|r| r["flow"][0]["end"] = json!(2))),
        ("verbatim", "does not stand at line", |f| {
            f.change_json(|r| r["flow"][0]["quote"]["text"] = json!("run(a, b);"))
        }),
        ("verbatim", "too slight", |f| {
            f.change_json(|r| r["flow"][0]["quote"]["text"] = json!("a,"))
        }),
        ("verbatim", "too long", |f| {
            f.change_json(|r| r["flow"][0]["quote"]["text"] = json!("x".repeat(241)))
        }),
        ("verbatim", "too long", |f| {
            f.change_json(|r| {
                r["flow"][1]["quote"]["text"] = json!("add(item) {\n    push(item);\n  }")
            })
        }),
        ("verbatim", "was redacted", |f| {
            f.change_json(|r| r["flow"][1]["quote"] = json!({"text": "SECRET", "line": 6}))
        }),
        ("verbatim", "stands outside a quote", |f| {
            f.change_json(|r| r["flow"][0]["fact"] = json!("PLANTED"))
        }),
        ("verbatim", "html lacks", |f| {
            f.printed.html = f.printed.html.replace("push(item)", "push(it)")
        }),
    ]);
}

#[test]
fn forged_prose_is_detected() {
    check(&[
        ("no_fabrication", "ghost.ts", |f| f.replace_text("It runs.", "See ghost.ts:12.")),
        ("no_fabrication", "app.ts", |f| f.replace_text("It runs.", "See src/app.ts:5.")),
        ("no_fabrication", "app.ts", |f| {
            f.change_json(|r| r["flow"][0]["fact"] = json!("in app.ts#L9"))
        }),
        ("no_fabrication", "ghost.ts", |f| {
            f.change_json(|r| r["flow"][0]["role"] = json!("gho\u{200b}st.ts\u{ff1a}12"))
        }),
        ("no_fabrication", "ghost.ts", |f| {
            f.change_json(|r| r["missing"][0] = json!("ghost.ts%3A12"))
        }),
        ("no_fabrication", "ghost.ts", |f| {
            f.change_json(|r| r["read_targets"][0]["purpose"] = json!("src\\ghost.ts:1"))
        }),
        ("no_fabrication", "other.ts", |f| {
            f.change_json(|r| r["flow"][0]["fact"] = json!("as src/other.ts does"))
        }),
        ("no_fabrication", "ghost.ts", |f| {
            f.change_json(|r| r["search_targets"] = json!(["x in ghost.ts:4"]))
        }),
    ]);
}

#[test]
fn items_that_were_not_proposed_are_detected() {
    check(&[
        ("downgrade_only", "above the proposed", |f| f.proposal["confidence"] = json!("low")),
        ("downgrade_only", "above the proposed", |f| {
            f.proposal["recommendedPrimaryAction"] = json!("read_targets")
        }),
        ("downgrade_only", "something is missing", |f| {
            f.change_json(|r| r["confidence"] = json!("high"))
        }),
        ("downgrade_only", "something was dropped", |f| {
            f.change_json(|r| {
                r["confidence"] = json!("high");
                r["missing"] = json!([]);
            })
        }),
        ("downgrade_only", "answers where it must not", |f| {
            f.change_json(|r| r["intent"] = json!("edit"))
        }),
        ("downgrade_only", "answers where it must not", |f| {
            f.change_json(|r| r["read_targets"][0]["required"] = json!(true))
        }),
        ("downgrade_only", "left blank", |f| {
            f.change_json(|r| {
                r["confidence"] = json!("high");
                r["flow"][0]["fact"] = json!(" ");
            })
        }),
        ("downgrade_only", "nothing to read", |f| {
            f.change_json(|r| {
                r["action"] = json!("read_targets");
                r["read_targets"] = json!([]);
            })
        }),
        ("downgrade_only", "sure without a link", |f| f.change_json(|r| r["flow"] = json!([]))),
        ("no_padding", "primary", |f| {
            f.change_json(|r| r["primary"].as_array_mut().unwrap().reverse())
        }),
        ("no_padding", "primary", |f| f.proposal["primaryCandidateIds"] = json!(["c3"])),
        ("no_padding", "twice", |f| f.change_json(|r| r["primary"][1] = r["primary"][0].clone())),
        ("no_padding", "flow", |f| f.change_json(|r| r["flow"].as_array_mut().unwrap().reverse())),
        ("no_padding", "flow", |f| {
            f.change_json(|r| r["flow"][0]["fact"] = json!("It runs twice."))
        }),
        ("no_padding", "read_targets", |f| {
            f.change_json(|r| r["read_targets"][0]["purpose"] = json!("to remove it"))
        }),
        ("no_padding", "missing", |f| f.change_json(|r| r["missing"] = json!(["another"]))),
        ("no_padding", "search_targets", |f| {
            f.change_json(|r| r["search_targets"] = json!(["term"]))
        }),
        ("no_padding", "more than structure", |f| f.is_fallback = true),
        ("no_padding", "not labelled", |f| f.is_fallback = true),
    ]);
}

#[test]
fn a_broken_structure_is_detected() {
    check(&[
        ("budget", "characters", |f| f.replace_text("It runs.", &"It runs. ".repeat(300))),
        ("budget", "half a fence", |f| f.replace_text("It runs.", "It ```runs.")),
        ("budget", "half a fence", |f| f.replace_text("It runs.", "It\n```\nruns.")),
        ("budget", "no machine block at the end", |f| {
            f.replace_text("]}\n```\n", "]}\n```\nmore\n")
        }),
        ("budget", "no machine block at the end", |f| f.replace_text("```json", "```")),
        ("budget", "does not parse", |f| f.replace_text("{\"v\":3", "{\"v\":")),
        ("budget", "the machine block says", |f| f.replace_text("{\"v\":3", "{\"note\":1,\"v\":3")),
        ("budget", "the machine block says", |f| {
            f.replace_text("\"confidence\":\"medium\"", "\"confidence\":\"low\"")
        }),
        ("no_padding", "markdown is labelled as a skip", |f| {
            f.replace_text("Missing:", "Skip: it is simple\nMissing:")
        }),
        ("budget", "markdown says", |f| f.replace_text("Confidence: medium", "Confidence: high")),
        ("budget", "read is", |f| f.replace_text("\"read\":[2,4]", "\"read\":[2,3]")),
        ("budget", "live markup", |f| f.replace_text("It runs.", "![It](http://evil) runs.")),
        ("budget", "live markup", |f| f.replace_text("It runs.", "It ` \\\\<b> runs.")),
        ("budget", "live markup", |f| f.replace_text("It runs.", "It `` `</b>` `` `<b>runs``.")),
        ("budget", "holds '\\u{1b}'", |f| f.replace_text("It runs.", "It \u{1b}[31mruns.")),
        ("budget", "holds '\\u{202e}'", |f| f.replace_text("It runs.", "It \u{202e}runs.")),
        ("budget", "leaves out", |f| f.replace_text("Read: [4] store.ts:7 - to compare\n", "")),
        ("budget", "another text", |f| f.printed.markdown.push('\n')),
        ("budget", "does not parse", |f| f.printed.json.push('}')),
        ("no_padding", "is labelled", |f| f.replace_text("\n\nFlow:", "\nFallback: none\n\nFlow:")),
    ]);
}

#[test]
fn a_forged_terminal_form_is_detected() {
    check(&[
        ("no_fabrication", "ghost.ts", |f| {
            f.replace_in_terminal("src/app.ts:1-4", "src/ghost.ts:1-4")
        }),
        ("verbatim", "at line 2", |f| f.replace_in_terminal("  3 │ ", "  2 │ ")),
        ("verbatim", "does not stand", |f| f.replace_in_terminal("run(a,  b)", "run(a, c)")),
        ("budget", "text says", |f| f.replace_in_terminal("medium confidence", "high confidence")),
        ("budget", "text says", |f| f.replace_in_terminal("medium", "high")),
        ("budget", "text says", |f| f.replace_in_terminal("action ", "action not_")),
        ("budget", "text leaves out", |f| {
            f.replace_in_terminal("   src/store.ts:7  to compare\n", "")
        }),
        ("budget", "characters", |f| f.replace_in_terminal("It runs.", &"It runs. ".repeat(300))),
        ("no_fabrication", "ghost.ts", |f| f.replace_in_terminal("It runs.", "See ghost.ts:12.")),
        ("no_padding", "text is labelled as a skip", |f| {
            f.replace_in_terminal("medium confidence", "simple")
        }),
        ("no_padding", "text is labelled", |f| {
            f.replace_in_terminal("\n\n1  ", "\nNo verified answer: it.\n\n1  ")
        }),
    ]);
}

#[test]
fn forged_pages_are_detected() {
    check(&[
        ("budget", "html holds <script", |f| {
            f.printed.html = f.printed.html.replace("It runs.", "<script>")
        }),
        ("budget", "html holds <b onclick", |f| {
            f.printed.html = f.printed.html.replace("It runs.", "<b onclick=x>")
        }),
        ("budget", "html holds <a href", |f| {
            f.printed.html = f.printed.html.replace("It runs.", "<a href=\"https://evil\">")
        }),
        ("budget", "html holds <a href", |f| {
            f.printed.html = f.printed.html.replace("It runs.", "<a href='//evil'>")
        }),
        ("budget", "html holds <a href", |f| {
            f.printed.html = f.printed.html.replace("It runs.", "<a href=data:text/html,x>")
        }),
        ("budget", "html holds <meta", |f| {
            f.printed.html = f
                .printed
                .html
                .replace("It runs.", "<meta http-equiv=refresh content='0;url=http://evil'>")
        }),
        ("budget", "html lacks <title>", |f| {
            f.printed.html = f.printed.html.replace("<title>", "<p>")
        }),
        ("budget", "html does not hold one </main>", |f| {
            f.printed.html = f.printed.html.replace("It runs.", "</main>")
        }),
    ]);
}
