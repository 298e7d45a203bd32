//! `grep` over files that are alike, and what it says about lines that it does not show.

use crate::tree::Tree;

/// The first lines of the answers to a pattern in the tree, and the paths of its places.
fn check(files: &[(&str, String)], pattern: &str, expect: &str) {
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let arguments = serde_json::json!({"pattern": pattern, "context": 0}).to_string();
    let output = Tree::new(&files).output("grep", &arguments).unwrap();
    let windows = output.observations.iter().flat_map(|o| &o.windows);
    let shown: Vec<&str> = windows.map(|window| window.span.path().as_str()).collect();
    assert_eq!(format!("{}\n{}", output.summary, shown.join(" ")), expect);
    assert!(output.coverage.losses.is_empty(), "a folded file is no loss");
}

/// A text in a format, with a title, a longer text and a key that only the first has.
fn translation(form: &str, title: &str, rest: &str) -> String {
    form.replace("TITLE", title).replace("REST", rest)
}

#[test]
fn of_files_of_data_with_the_same_keys_one_is_shown() {
    let code = ("src/view.ts", "show(t('hide_title'))\n".to_owned());
    let folded = "6 lines match, in 6 of 6 files.\n4 more files like ";
    for (form, paths, expect) in [
        (
            "menu:\n  hide_title: TITLE\n  other_text: REST\n",
            ["loc/af.yml", "loc/de.yml", "loc/en.yml", "loc/fr.yml", "loc/zu.yml"],
            "loc/en.yml: af.yml, de.yml, fr.yml, zu.yml\nsrc/view.ts loc/en.yml",
        ),
        (
            "{\n  \"hide_title\": \"TITLE\",\n  \"other_text\": \"REST\"\n}\n",
            ["i/a_A.json", "i/d_D.json", "i/e_E.json", "i/f_F.json", "i/z_Z.json"],
            "i/e_E.json: a_A.json, d_D.json, f_F.json, z_Z.json\nsrc/view.ts i/e_E.json",
        ),
        (
            "<resources>\n  <string name=\"hide_title\">TITLE</string>\n  <string name=\"other_text\">REST</string>\n</resources>\n",
            ["res/v-af/s.xml", "res/v-de/s.xml", "res/v/s.xml", "res/v-fr/s.xml", "res/v-zu/s.xml"],
            "res/v/s.xml: v-af/s.xml, v-de/s.xml, v-fr/s.xml, v-zu/s.xml\nsrc/view.ts res/v/s.xml",
        ),
        (
            "# hide_title = TITLE\nhide_title = TITLE\nother_text = REST\n",
            ["a/af/m.ftl", "a/de/m.ftl", "a/en/m.ftl", "a/fr/m.ftl", "a/zu/m.ftl"],
            "a/en/m.ftl: af/m.ftl, de/m.ftl, fr/m.ftl, zu/m.ftl\nsrc/view.ts a/en/m.ftl",
        ),
    ] {
        let texts = [
            ("Versteek", "iets"),
            ("Verbergen", "etwas"),
            ("Hide the title", "Other"),
            ("Masquer", "autre"),
            ("Fihla", "okunye"),
        ];
        let translations = paths.iter().zip(texts);
        let translations =
            translations.map(|(path, (title, rest))| (*path, translation(form, title, rest)));
        let files: Vec<_> = std::iter::once(code.clone()).chain(translations).collect();
        let lines = form.matches("hide_title").count();
        let folded = folded.replace("6 lines", &format!("{} lines", 1 + 5 * lines));
        check(&files, "hide_title", &format!("{folded}{expect}"));
    }
}

/// Code of one name whose matching lines are keys with texts; other code is shown.
#[test]
fn code_with_the_same_keys_and_other_texts_is_shown_once() {
    let of = |form: &str, path: &str| -> Vec<(String, String)> {
        let texts = [("af", "Versteek"), ("de", "Verbergen"), ("en", "Hide it"), ("fr", "Masquer")];
        let file = |(name, text): (&str, &str)| {
            (path.replace("LL", name), form.replace("TEXT", text).replace("LL", name))
        };
        texts.map(file).into_iter().collect()
    };
    let check = |form: &str, path: &str, expect: &str| {
        let files = of(form, path);
        let files: Vec<(&str, String)> =
            files.iter().map(|(path, text)| (path.as_str(), text.clone())).collect();
        check(&files, "hide", &format!("4 lines match, in 4 of 4 files.\n{expect}"));
    };
    check(
        "<?php\nreturn [\n  'hide' => 'TEXT',\n  'hi' => 'b',\n];\n",
        "lang/LL/menu.php",
        "3 more files like lang/en/menu.php: af/menu.php, de/menu.php, fr/menu.php\nlang/en/menu.php",
    );
    check(
        "export default {\n  hide: \"TEXT\",\n};\n",
        "i/LL/m.ts",
        "3 more files like i/en/m.ts: af/m.ts, de/m.ts, fr/m.ts\ni/en/m.ts",
    );
    // A call says something of its own, and so may code of one folder.
    let all = |name: &str| ["af", "de", "en", "fr"].map(|one| name.replace("LL", one)).join(" ");
    check("hide(\"TEXT\")\n", "i/LL/m.ts", &all("i/LL/m.ts"));
    check("  'hide' => 'TEXT',\n", "m/LL.php", &all("m/LL.php"));
}

#[test]
fn files_with_other_keys_and_few_files_are_all_shown() {
    let of = |path, key: &str| (path, format!("{key}: needle\nmore: 1\n"));
    let few = [of("a.yml", "k"), of("b.yml", "k"), of("c.yml", "k")];
    check(&few, "needle", "3 lines match, in 3 of 3 files.\na.yml b.yml c.yml");
    let other = [of("a.yml", "k"), of("b.yml", "l"), of("c.yml", "m"), of("d.yml", "n")];
    let all = "4 lines match, in 4 of 4 files.\na.yml b.yml c.yml d.yml";
    check(&other, "needle", all);
    let code = ["a.ts", "b.ts", "c.ts", "d.ts"].map(|path| of(path, "k"));
    let all = "4 lines match, in 4 of 4 files.\na.ts b.ts c.ts d.ts";
    check(&code, "needle", all);
}

/// A file that says more than the one that is shown is shown, too.
#[test]
fn a_file_with_a_further_line_is_shown() {
    let of = |path, text: &str| (path, format!("hide: {text}\n"));
    let files = [
        of("l/a.yml", "x"),
        of("l/b.yml", "x"),
        of("l/c.yml", "hide"),
        of("l/d.yml", "x"),
        ("l/e.yml", "hide: x\nunhide: y\n".to_owned()),
    ];
    let expect = "6 lines match, in 5 of 5 files.\n3 more files like l/c.yml: a.yml, b.yml, d.yml\nl/e.yml l/c.yml";
    check(&files, "hide", expect);
}

#[test]
fn lines_that_are_not_shown_are_named() {
    let many = "hit\n\n\n\n\n\n\n\n".repeat(9);
    let tree = Tree::new(&[("a.txt", &many), ("b.txt", "hit\n"), ("c.txt", "hit\nhit\n")]);
    let seen = tree.see("grep", r#"{"pattern": "hit", "limit": 4, "context": 0}"#);
    let expect = "12 lines match, in 3 of 3 files. Shown: 5 of these 12, in 4 places of 3 files.\nAlso in: a.txt:17, 25, 33, 41 and 3 more\n";
    assert!(seen.starts_with(expect), "{seen}");
    let seen = tree.see("grep", r#"{"pattern": "hit", "limit": 1, "context": 0}"#);
    let expect = "12 lines match, in 3 of 3 files. Shown: 1 of these 12, in 1 place of 1 file.\nAlso in: a.txt:9, 17, 25, 33 and 4 more, c.txt:1, 2, b.txt:1\n";
    assert!(seen.starts_with(expect), "{seen}");
    // Without room for the numbers of all, those of the first files, and how many they are in the others.
    let files: Vec<(String, &str)> =
        (10..40).map(|at| (format!("{at}.txt"), "\nhit\n\nhit\n\nhit\n\nhit\n")).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, *text)).collect();
    let seen = Tree::new(&files).see("grep", r#"{"pattern": "hit", "limit": 1, "context": 0}"#);
    let expect = "Also in: 11.txt:2, 4, 6, 8, 12.txt:2, 4, 6, 8, 13.txt:2, 4, 6, 8, 14.txt:2, 4, 6, 8, 15.txt:2, 4, 6, 8, 16.txt (4), 17.txt (4), 18.txt (4), 19.txt (4), 20.txt (4), 21.txt (4), 22.txt (4), 23.txt (4), 24.txt (4), 25.txt (4), 26.txt (4), 27.txt (4), 28.txt (4), 29.txt (4), 30.txt (4), 31.txt (4), 32.txt (4), 33.txt (4), 34.txt (4), 35.txt (4), 36.txt (4), 37.txt (4), 38.txt (4), 39.txt (4)";
    assert_eq!(seen.lines().nth(1), Some(expect));
}

/// A limit above the most is mentioned only where it left something out.
#[test]
fn a_limit_that_cut_nothing_is_not_mentioned() {
    let check = |matches: usize, limit: u32, is_mentioned: bool| {
        let text = "hit\n\n\n\n\n\n\n\n".repeat(matches);
        let arguments = format!(r#"{{"pattern": "hit", "limit": {limit}, "context": 0}}"#);
        let seen = Tree::new(&[("a.txt", &text)]).see("grep", &arguments);
        let note = "note: limited to 20 places";
        assert_eq!(seen.contains(note), is_mentioned, "{matches} {limit}: {seen}");
    };
    check(4, 30, false);
    check(20, 30, false);
    check(21, 30, true);
    check(21, 20, false);
}

#[test]
fn a_glob_of_folders_means_the_files_below() {
    let tree = Tree::new(&[
        ("in/http/a.go", "hit\n"),
        ("in/http/deep/b.go", "hit\n"),
        ("in/api/c.go", "hit\n"),
        ("in/other/d.go", "hit\n"),
        ("in/main.go", "hit\n"),
    ]);
    for (path, expect) in [
        ("in/{http,api}", "in/api/c.go in/http/a.go in/http/deep/b.go"),
        ("in/{http,api}/", "in/api/c.go in/http/a.go in/http/deep/b.go"),
        ("{http,api}", "in/api/c.go in/http/a.go in/http/deep/b.go"),
        ("in/{api,main.go}", "in/api/c.go in/main.go"),
        ("in/[ab]pi", "in/api/c.go"),
        ("in/*p*", "in/api/c.go in/http/a.go in/http/deep/b.go"),
        ("in/*", "in/main.go"),
        ("in/*/*.go", "in/api/c.go in/http/a.go in/other/d.go"),
        ("in/{none,neither}", ""),
    ] {
        let arguments = serde_json::json!({"pattern": "hit", "path": path}).to_string();
        let output = tree.output("grep", &arguments);
        let windows =
            output.iter().flat_map(|output| output.observations.iter().flat_map(|o| &o.windows));
        let shown: Vec<&str> = windows.map(|window| window.span.path().as_str()).collect();
        assert_eq!(shown.join(" "), expect, "{path}");
    }
}

/// Hidden files are not searched, except those that document an environment.
#[test]
fn templates_of_environments_are_searched() {
    let names = [
        ".env.template",
        ".env.example",
        ".env.local.sample",
        ".env.dist",
        ".env.local",
        ".env",
        ".envrc",
        ".other",
    ];
    let paths: Vec<String> = names.iter().map(|name| format!("conf/{name}")).collect();
    let files: Vec<(&str, &str)> =
        paths.iter().map(|path| (path.as_str(), "# needle=1\n")).collect();
    let output = Tree::new(&files).output("grep", r#"{"pattern": "needle"}"#).unwrap();
    let windows = output.observations.iter().flat_map(|o| &o.windows);
    let shown: Vec<&str> = windows.map(|window| window.span.path().file_name()).collect();
    assert_eq!(shown, [".env.dist", ".env.example", ".env.local.sample", ".env.template"]);
}
