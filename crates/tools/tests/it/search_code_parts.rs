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
