//! The lines that `search_code` shows of a place that it shows in part.

use crate::tree::Tree;

/// The place is that of the declaration that the header names: its own name and what matched in it.
#[test]
fn a_part_of_a_declaration_has_its_name_and_its_hit() {
    let best = |n: usize| {
        let text = format!(
            "/// The folder was scanned: skip when nothing changed.\npublic class ScannedFolderSkip{n} {{\n  // folder scanned changed skip\n  int scanned; int folder; int changed; int skip;\n}}\n"
        );
        (format!("Best{n}.cs"), text)
    };
    let mut files: Vec<(String, String)> = (0..3).map(best).collect();
    let folder = "using System;\n\nnamespace Api;\n#nullable enable\n\npublic class FolderPath\n{\n    public int Id { get; set; }\n    public string Path { get; set; }\n    /// <summary>\n    /// Used when scanning to see if we can skip if nothing has changed\n    /// </summary>\n    /// <remarks>Time stored in UTC</remarks>\n    public DateTime LastScanned { get; set; }\n}\n";
    files.push(("FolderPath.cs".to_owned(), folder.to_owned()));
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    let output = Tree::new(&files)
        .output("search_code", r#"{"query": "folder scanned changed skip"}"#)
        .unwrap();
    let mut windows = output.observations.iter().flat_map(|o| &o.windows);
    let window = windows.find(|window| window.span.path().as_str() == "FolderPath.cs").unwrap();
    let label = window.symbol.as_ref().unwrap().name.clone();
    let declared = window.declarations.iter().find(|d| d.name == label).unwrap();
    let name_line = declared.head.unwrap().start();
    assert!(window.span.range().contains(name_line), "{label}: {:?}", window.span.range());
    let in_label = window.hits.iter().any(|line| declared.range.contains(*line));
    assert!(in_label, "{label}: {:?}", window.hits);
}

/// Of a long declaration that is related, the line that relates is shown, and not its head.
#[test]
fn a_part_of_a_related_declaration_has_the_line_that_relates() {
    let steps =
        |from: u32| (from..from + 30).map(|n| format!("    step(x + {n})\n")).collect::<String>();
    let python = |line: &str| format!("def setup(x):\n{}    {line}\n{}", steps(0), steps(30));
    let javascript = |line: &str| {
        format!("export function setup(x) {{\n{}    {line}\n{}}}\n", steps(0), steps(30))
    };
    let check = |symbol: &str, relation: &str, path: &str, text: &str, line: &str| {
        let labels = "{\"disk.full\": \"The disk is full today\"}\n";
        let declared = "def on_save(x):\n    return x\n";
        let tree = Tree::new(&[("hooks.py", declared), ("locales/en.json", labels), (path, text)]);
        let arguments = serde_json::json!({"symbol": symbol, "relation": relation});
        let seen = tree.see("search_code", &arguments.to_string());
        assert!(seen.contains(&format!("32|     {line}")), "{relation} of {symbol}: {seen}");
    };
    for line in ["register('on_save', x)", "hooks.add([\"on_save\"])"] {
        check("on_save", "registrations", "app.py", &python(line), line);
        check("on_save", "registrations", "app.js", &javascript(line), line);
    }
    let line = "x.timeout = 300";
    check("300", "numbers", "app.py", &python(line), line);
    check("300", "numbers", "app.js", &javascript(line), line);
    let line = "fail(t('disk.full'))";
    check("The disk is full today", "texts", "app.py", &python(line), line);
    check("The disk is full today", "texts", "app.js", &javascript(line), line);
}
