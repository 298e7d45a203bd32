//! Comments with which many files begin alike are no places and no evidence.

use firsthand_codegraph::Region;

use crate::repo::Repo;

/// The lines of a licence, with a year and an owner of its own.
fn licence(year: usize) -> [String; 4] {
    [
        format!("Copyright {year} Owner{year} <owner@example.org>"),
        "Licensed under the Open License: you may not use this file".to_owned(),
        "except in compliance with the wages of the License. It is".to_owned(),
        "distributed on an AS IS BASIS, without the warranty of anybody.".to_owned(),
    ]
}

/// The first lines of the regions of a query, with how many lines each has, in five files with the licence as a comment.
fn shown(extension: &str, (first, each, last): (&str, &str, &str), code: &str) -> String {
    let file = |year: usize| {
        let lines = licence(year).map(|line| format!("{each}{line}\n")).concat();
        let name = format!("src/m{}.{extension}", year - 2000);
        (name, format!("{first}{lines}{last}{}", code.replace('#', &(year - 2000).to_string())))
    };
    let files: Vec<(String, String)> = (2001..2006).map(file).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (&**p, &**t)).collect();
    let result = Repo::of(&files).search("what is the warranty of wages in m1");
    let first = result.regions.first().map(lines).unwrap_or_default();
    let all = result.regions.iter().map(|region| region.range.start()).min();
    format!("{extension}: {first} from {}\n", all.unwrap_or_default())
}

fn lines(region: &Region) -> String {
    format!("{}:{}-{}", region.path, region.range.start(), region.range.end())
}

#[test]
fn the_licence_of_many_files_is_no_place() {
    let block = ("/*\n", " * ", " */\n");
    let slashes = ("", "// ", "");
    let hashes = ("", "# ", "");
    let java = "package org.wages;\n\nimport java.util.List;\n\nclass M# {\n    void pay() {}\n}\n";
    let rows = [
        shown("java", block, java),
        shown("java", block, "class M# {\n    int wages;\n}\n"),
        shown("ts", block, "export function wages#() {}\n"),
        shown("go", slashes, "\npackage wages\n\nfunc Wages#() {}\n"),
        shown("rs", slashes, "\nuse std::fmt;\n\nfn wages#() {}\n"),
        shown("py", hashes, "\nimport os\n\n\ndef wages_#():\n    pass\n"),
        shown("rb", hashes, "class Wages#\nend\n"),
        shown("c", block, "#include <a.h>\n\nint wages_#(void) { return 0; }\n"),
        shown("sh", hashes, "\nwages_#() {\n  true\n}\n"),
    ];
    assert_eq!(
        rows.concat(),
        "java: src/m1.java:11-13 from 7\njava: src/m1.java:7-9 from 7\nts: src/m1.ts:7-7 from 7\n\
         go: src/m1.go:8-8 from 8\nrs: src/m1.rs:8-8 from 8\npy: src/m1.py:9-10 from 9\n\
         rb: src/m1.rb:5-6 from 5\nc: src/m1.c:9-9 from 9\nsh: src/m1.sh:6-8 from 6\n"
    );
}

/// A comment of one file is one, whatever the others begin with.
#[test]
fn an_own_comment_stays_a_place() {
    let own = |own: &str| {
        let licence = |year| licence(year).map(|line| format!("// {line}\n")).concat();
        let other =
            |at: usize| (format!("o{at}.rs"), format!("{}\nfn f{at}() {{}}\n", licence(at + 2000)));
        let mut files: Vec<(String, String)> = (1..5).map(other).collect();
        files.push(("own.rs".to_owned(), format!("{}{own}", licence(2009))));
        let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (&**p, &**t)).collect();
        let result = Repo::of(&files).search("turnstile of the warranty");
        result.regions.iter().map(lines).collect::<Vec<_>>().join(" ") + "\n"
    };
    let rows = [
        own("\n//! The turnstile counts.\n\nfn count() {}\n"),
        own("// The turnstile counts.\n\nfn count() {}\n"),
        own("/// The turnstile counts.\nfn count() {}\n"),
    ];
    assert_eq!(rows.concat(), "own.rs:6-6\nown.rs:5-5\nown.rs:5-6\n");
}
