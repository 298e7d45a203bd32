//! Receipts of absence: none may be refuted by a plain scan over the files that it says were searched.

use std::time::Duration;

use firsthand_agent::Cancel;
use firsthand_source::{NoReceipt, SearchedPattern, Unsearched};
use firsthand_tools::{Absence, AbsenceRequest};
use proptest::prelude::*;

use crate::tree::Tree;

fn search(tree: &Tree, pattern: SearchedPattern, scope: &[&str]) -> Absence {
    let scope = scope.iter().map(|&glob| glob.to_owned()).collect();
    let request = AbsenceRequest::new(pattern).within(scope);
    tree.toolbox().absent(&request, &Cancel::default()).unwrap()
}

/// The result on one line: the receipt, the places, or why there is none.
fn said(absence: &Absence) -> String {
    match &absence.receipt {
        Ok(receipt) => {
            let not_searched = receipt.not_searched_label();
            let end = if not_searched.is_empty() {
                String::new()
            } else {
                format!("; not searched: {not_searched}")
            };
            format!("{receipt}{end}")
        }
        Err(NoReceipt::Found(_)) => {
            let places = absence.found.places.iter();
            let places: Vec<String> = places
                .map(|place| format!("{}:{} {}", place.path, place.line, place.text))
                .collect();
            format!("found: {}", places.join(", "))
        }
        Err(why) => format!("refused: {why}"),
    }
}

fn utf16(text: &str, mark: &[u8], big: bool) -> Vec<u8> {
    let unit = |unit: u16| {
        if big { unit.to_be_bytes() } else { unit.to_le_bytes() }
    };
    let units = text.encode_utf16().flat_map(unit);
    mark.iter().copied().chain(units).collect()
}

/// Plants a name in a tree in one way, and searches for it.
#[expect(clippy::too_many_lines, reason = "a table")]
#[test]
fn accounted_no_receipt_denies_what_stands_in_a_searched_file() {
    let plain = SearchedPattern::plain;
    let check = |path: &str, bytes: &[u8], pattern: SearchedPattern, expect: &str| {
        let tree = Tree::new(&[("src/a.rs", "fn basket() {}\n"), (".gitignore", "/ignored/\n")]);
        tree.write(path, bytes);
        assert_eq!(said(&search(&tree, pattern, &[])), expect, "{path}");
    };
    let line = "first\nlet zorp = 1;\n";
    let found = |path: &str| format!("found: {path}:2 let zorp = 1;");
    let absent = |files: u32, rest: &str| match files {
        1 => format!("absent: `zorp` in 1 file{rest}"),
        _ => format!("absent: `zorp` in {files} files{rest}"),
    };
    let hidden = "; not searched: hidden: .gitignore";
    check("b.rs", line.as_bytes(), plain("zorp"), &found("b.rs"));
    check("b.rs", line.as_bytes(), plain("ZORP"), &found("b.rs"));
    check("b.json", b"first\nlet z\\u006frp = 1;\n", plain("zorp"), &found("b.json"));
    check("b.html", b"first\nlet z&#111;rp = 1;\n", plain("zorp"), &found("b.html"));
    check("b.c", b"first\nlet z\\157rp = 1;\n", plain("zorp"), &found("b.c"));
    check("b.url", b"first\nlet z%6Frp = 1;\n", plain("zorp"), &found("b.url"));
    check(
        "b.rs",
        b"import { other as zorp } from 'm'\n",
        plain("zorp").with_word(true),
        "found: b.rs:1 import { other as zorp } from 'm'",
    );
    check(
        "b.rs",
        b"x = \"a zorp here\"\n",
        plain("zorp").with_word(true).with_case(true),
        "found: b.rs:1 x = \"a zorp here\"",
    );
    for (mark, big) in [(&b"\xff\xfe"[..], false), (b"\xfe\xff", true), (b"", false), (b"", true)] {
        let bytes = utf16(line, mark, big);
        check("b.txt", &bytes, plain("zorp"), &found("b.txt"));
    }
    // Texts in which the name has other bytes.
    let composed = "first\nlet caf\u{e9} = 1;\n";
    let decomposed = "first\nlet cafe\u{301} = 1;\n";
    for pattern in ["caf\u{e9}", "cafe\u{301}", "CAF\u{c9}"] {
        for (text, shown) in [(composed, "caf\u{e9}"), (decomposed, "cafe\u{301}")] {
            let tree = Tree::new(&[("b.rs", text)]);
            let said = said(&search(&tree, plain(pattern), &[]));
            let is_found = said.starts_with("found: b.rs:2 let caf");
            assert!(is_found, "{pattern} in {shown}: {said}");
        }
    }
    check(
        "b.txt",
        b"first\nlet caf\xe9 = 1;\n",
        plain("caf\u{e9}"),
        "found: b.txt:2 let caf\u{e9} = 1;",
    );
    // What is not searched is said.
    check(
        "ignored/b.rs",
        line.as_bytes(),
        plain("zorp"),
        &absent(1, "; not searched: ignored: ignored/; hidden: .gitignore"),
    );
    check(
        ".hidden/b.rs",
        line.as_bytes(),
        plain("zorp"),
        &absent(1, "; not searched: hidden: .gitignore, .hidden/"),
    );
    check(
        "b.bin",
        b"\x7fELF\0\x01zorp",
        plain("zorp"),
        &absent(1, &format!(", 1 not searched{hidden}; no text: b.bin")),
    );
    check(
        "b.txt",
        b"\x82\xa0 in another encoding\n",
        plain("caf\u{e9}"),
        "refused: the search is not complete: 1 not read (b.txt)",
    );
    check("b.txt", b"\x82\xa0 in another encoding\n", plain("zorp"), &absent(2, hidden));
    // A regex is searched for in another encoding like a text, if what it matches has the same bytes there.
    for (regex, is_searched) in [
        ("zorp|(?:zarp){2}", true),
        (r"^\bz[a-m]rp\b$", true),
        ("zorp.*zarp", false),
        (r"z\wrp", false),
        (r"zorp\B", false),
        ("(?i)kiosk", false),
    ] {
        let tree = Tree::new(&[("a.rs", "fn basket() {}\n")]);
        tree.write("b.txt", b"\x82\xa0 in another encoding\n");
        let absence = search(&tree, plain(regex).with_regex(true).with_case(true), &[]);
        assert_eq!(absence.receipt.is_ok(), is_searched, "{regex}: {}", said(&absence));
    }
    // What has control characters and is not UTF-8 is no text in any encoding.
    check(
        "b.disc",
        b"\xd1M \x99;5\x90]\xc3\xac7\xc4]\xeb\x11\xc8\n",
        plain("caf\u{e9}"),
        &absent(1, &format!(", 1 not searched{hidden}; no text: b.disc"))
            .replace("zorp", "caf\u{e9}"),
    );
    let large = "filler\n".repeat(300_000) + line;
    check("b.txt", large.as_bytes(), plain("zorp"), "found: b.txt:300002 let zorp = 1;");
    check(
        "b.txt",
        large.as_bytes(),
        plain("zorpX"),
        "absent: `zorpX` in 2 files; not searched: hidden: .gitignore",
    );
    check("b.rs", b"let s = \"a\0b\";\nlet zorp = 1;\n", plain("zorp"), &found("b.rs"));
    check(
        "id_rsa",
        line.as_bytes(),
        plain("zorp"),
        &absent(1, &format!(", 1 not searched{hidden}; secret: id_rsa")),
    );
    check(
        "b.rs",
        b"version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n",
        plain("zorp"),
        &absent(1, &format!(", 1 not searched{hidden}; not checked out by Git LFS: b.rs")),
    );
}

/// A match lies within one line: what could match a line end, says so.
#[test]
fn a_regex_that_could_go_across_lines_says_that_it_did_not() {
    let tree = Tree::new(&[("a.py", "def zorp():\n    return 1\n")]);
    for (regex, label) in [
        ("zorp.*return", "regex"),
        ("(?s)zorp.*return", "regex, within one line"),
        (r"zorp\(\):\s+return", "regex, within one line"),
        ("zorp[^a]*return", "regex, within one line"),
        (r"zorp\(\):(x|\W)+return", "regex, within one line"),
        (r"(?s-u:zorp.+return)", "regex, within one line"),
        (r"zorp[^\n]*return", "regex"),
    ] {
        let pattern = SearchedPattern::plain(regex).with_regex(true);
        let said = said(&search(&tree, pattern, &[]));
        assert_eq!(said, format!("absent: `{regex}` ({label}) in 1 file"));
    }
}

#[test]
fn contained_a_secret_gives_no_place_and_its_line_is_counted() {
    let tree = Tree::new(&[
        ("a.rs", "fn basket() {}\n"),
        ("b.ini", "user = zorp\npassword = kw7Zq2zorpX9vv1\n"),
        ("c.ini", "password = kw7Zq2zorpX9vv1\n"),
    ]);
    let secret = search(&tree, SearchedPattern::plain("2zorpx"), &[]);
    let receipt = secret.receipt.clone().unwrap();
    assert_eq!((receipt.files, receipt.masked_lines), (3, 2));
    assert!(secret.near.names.is_empty(), "{:?}", secret.near);
    let beside = search(&tree, SearchedPattern::plain("zorp"), &[]);
    assert_eq!(said(&beside), "found: b.ini:1 user = zorp");
    // The count does not depend on the pattern.
    let other = search(&tree, SearchedPattern::plain("elsewhere"), &[]);
    assert_eq!(other.receipt.unwrap().masked_lines, 2);
}

#[test]
fn accounted_text_beside_a_secret_is_found_whatever_else_its_line_holds() {
    let key = b"key = 1; password = \"kw7Zq2vorpX9vv1\"; ";
    // Latin-1, Cyrillic, GBK and Shift JIS; and a text as that which hides a secret.
    let besides: [&[u8]; 6] = [
        b"caf\xe9 = zorp",
        b"\xef\xf0\xe8 = zorp",
        b"\xc4\xe3\xba\xc3 = zorp",
        b"\x83\x65\x83\x58 = zorp",
        b"a = \"[redacted: x\"; zorp = 2",
        b"a = \"[redacted: x]\"; zorp = 2",
    ];
    for beside in besides {
        for line in [[key, beside].concat(), [beside, b"; ", key].concat()] {
            let tree = Tree::new(&[("a.rs", "fn basket() {}\n")]);
            std::fs::write(tree.root().join("b.ini"), &line).unwrap();
            let shown = String::from_utf8_lossy(&line).into_owned();
            let absence = search(&tree, SearchedPattern::plain("zorp"), &[]);
            assert!(said(&absence).starts_with("found: b.ini:1"), "{shown}: {}", said(&absence));
            let secret = search(&tree, SearchedPattern::plain("kw7Zq2vorp"), &[]);
            assert!(secret.receipt.is_ok(), "{shown}: {}", said(&secret));
        }
    }
}

/// It is not known whether a token is gone where lines with secrets are not searched.
#[test]
fn accounted_the_absence_of_a_secret_is_not_proved_where_secrets_are_not_searched() {
    let check = |files: &[(&str, &str)], pattern: &str, expect: &str| {
        let absence = search(&Tree::new(files), SearchedPattern::plain(pattern), &[]);
        assert_eq!(said(&absence), expect, "{files:?}");
    };
    let (token, code) = ("ghp_16C7e42F292c6912E7710c838347Ae178B4a", ("a.rs", "fn basket() {}\n"));
    let line = format!("const GH = \"{token}\";\n");
    let refused = |what: &str| {
        format!(
            "refused: it has the form of a secret, and secrets are not searched (those of {what})"
        )
    };
    check(&[code, ("b.js", &line)], token, &refused("1 line"));
    check(&[code, ("b.js", "const id = \"AKIAIOSFODNN7EXAMPLE\";\n")], token, &refused("1 line"));
    check(&[code, ("id_rsa", "A=b\n")], token, &refused("1 file"));
    check(&[code], token, &format!("absent: `{token}` in 1 file"));
    check(&[code, ("b.js", &line)], "wheel", "absent: `wheel` in 2 files, 1 line masked");
}

/// The control is looked for beyond files that are no texts, however many stand together.
#[test]
fn many_images_do_not_refuse_a_receipt() {
    let tree = Tree::new(&[("src/a.rs", "fn basket() {}\n"), ("z.custom", "words of it\n")]);
    for at in 0..240 {
        tree.write(&format!("img/{at:03}.png"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    }
    let check = |scope: &[&str], expect: &str| {
        let absence = search(&tree, SearchedPattern::plain("zorp"), scope);
        assert!(said(&absence).starts_with(expect), "{}", said(&absence));
    };
    check(&[], "absent: `zorp` in 2 files, 240 not searched");
    check(&["img", "src"], "absent: `zorp` in 1 file of img, src, 240 not searched");
    check(&["img", "z.custom"], "absent: `zorp` in 1 file of img, z.custom, 240 not searched");
    check(&["img"], "refused: ");
}

#[test]
fn a_link_is_not_followed_and_is_counted() {
    let outside = Tree::new(&[("b.rs", "let zorp = 1;\n")]);
    let tree = Tree::new(&[("a.rs", "fn basket() {}\n")]);
    tree.link(outside.root().join("b.rs"), "b.rs");
    let absence = search(&tree, SearchedPattern::plain("zorp"), &[]);
    assert_eq!(
        said(&absence),
        "absent: `zorp` in 1 file, 1 not searched; not searched: link: b.rs"
    );
}

#[test]
fn accounted_a_search_that_was_cut_short_or_lost_a_file_gives_no_receipt() {
    let tree = Tree::new(&[("a.rs", "fn basket() {}\n"), ("sub/b.rs", "fn other() {}\n")]);
    let request = AbsenceRequest::new(SearchedPattern::plain("zorp"));
    let late = Cancel::default().after(Duration::ZERO);
    let absence = tree.toolbox().absent(&request, &late).unwrap();
    assert_eq!(said(&absence), "refused: the search is not complete: 1 not finished");
    let stopped = Cancel::default();
    stopped.cancel();
    let absence = tree.toolbox().absent(&request, &stopped).unwrap();
    assert_eq!(said(&absence), "refused: the search is not complete: 1 not finished");
    // A folder that cannot be listed, where the user is one whom permissions bind.
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tree.root().join("sub");
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o0)).unwrap();
    let is_bound = std::fs::read_dir(&folder).is_err();
    let all = search(&tree, SearchedPattern::plain("zorp"), &[]);
    let part = search(&tree, SearchedPattern::plain("zorp"), &["a.rs"]);
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o700)).unwrap();
    if is_bound {
        assert!(said(&all).starts_with("refused: the search is not complete: 1 not read"));
    }
    assert!(part.receipt.is_ok(), "{}", said(&part));
}

#[test]
fn a_search_that_can_find_nothing_gives_no_receipt() {
    let check = |files: &[(&str, &str)], expect: &str| {
        let absence = search(&Tree::new(files), SearchedPattern::plain("zorp"), &[]);
        assert_eq!(said(&absence), expect);
    };
    check(&[], "refused: no file was searched");
    check(
        &[("a.txt", "1 2 3\n")],
        "refused: no searched file holds a word by which the search could be tried",
    );
}

#[test]
fn the_control_is_found_only_by_the_same_kind_of_search() {
    let tree = Tree::new(&[
        ("a.txt", "a basket\n"),
        ("b.txt", "the gooseberry\nand more\n"),
        ("c.txt", "Gooseberry, \u{df}\u{e9}t\u{e9}\n"),
    ]);
    let control = |pattern: SearchedPattern| {
        let receipt = search(&tree, pattern, &[]).receipt.unwrap();
        let control = receipt.control;
        format!("{} {}:{} {}", control.text, control.path, control.line, control.files)
    };
    let plain = SearchedPattern::plain("zorp");
    assert_eq!(control(plain.clone()), "GOOSEBERRY b.txt:1 2");
    assert_eq!(control(plain.clone().with_regex(true)), "GOOSEBERRY b.txt:1 2");
    assert_eq!(control(plain.with_case(true)), "gooseberry b.txt:1 1");
    let accented = SearchedPattern::plain("z\u{f3}rp").with_case(true);
    assert_eq!(control(accented), "\u{df}\u{e9}t\u{e9} c.txt:1 1");
}

#[test]
fn the_control_is_a_word_of_a_file_that_counts_as_searched() {
    let tree = Tree::new(&[("a.txt", "hedgehog\n")]);
    for path in ["b.txt", "c.txt"] {
        tree.write(path, b"good words\n\xe9\n");
    }
    let accented = search(&tree, SearchedPattern::plain("x\u{e9}"), &[]);
    let expect = "refused: the search is not complete: 2 not read (b.txt, c.txt)";
    assert_eq!(said(&accented), expect);
    // A word that is not ASCII would make files in other encodings count as not searched.
    tree.write("a.txt", "hedgehog \u{df}\u{e9}t\u{e9}gooseberry\n".as_bytes());
    let plain = search(&tree, SearchedPattern::plain("zorp"), &[]);
    assert_eq!(said(&plain), "absent: `zorp` in 3 files");
}

#[test]
fn names_and_paths_that_are_nearly_the_pattern_are_said_beside_the_receipt() {
    let tree = Tree::new(&[
        ("src/a.rs", "BlueTooth::new(); blue_tooth(); blue_tooth_off();\n"),
        ("src/b.rs", "blue_tooth();\nBLUETOOTH_ON\n"),
        ("src/blue-tooth.rs", "fn basket() {}\n"),
    ]);
    let near = |pattern: SearchedPattern| {
        let absence = search(&tree, pattern, &[]);
        let receipt = absence.receipt.unwrap();
        let names = absence.near.names.iter();
        let names: Vec<String> = names
            .map(|near| format!("{} {} {}:{}", near.name, near.lines, near.path, near.line))
            .collect();
        let paths = absence.near.paths.iter().map(|path| path.as_str());
        let paths: Vec<&str> = paths.collect();
        format!("{receipt} | {} | {}", names.join(", "), paths.join(", "))
    };
    let word = SearchedPattern::plain("bluetooth").with_word(true);
    insta::assert_snapshot!(near(word.with_case(true)), @"absent: `bluetooth` (whole word, capitals count) in 3 files | BLUETOOTH_ON 1 src/b.rs:2, BlueTooth 1 src/a.rs:1 | ");
    let dashed = SearchedPattern::plain("blue-tooth");
    insta::assert_snapshot!(near(dashed), @"absent: `blue-tooth` in 3 files | blue_tooth 2 src/a.rs:1, BLUETOOTH_ON 1 src/b.rs:2, BlueTooth 1 src/a.rs:1, blue_tooth_off 1 src/a.rs:1 | src/blue-tooth.rs");
}

#[test]
fn a_scope_that_is_there_and_not_searched_says_so() {
    let tree = Tree::new(&[("src/a.rs", "fn basket() {}\n"), (".gitignore", "/ignored/\n")]);
    tree.write("ignored/deep/b.rs", b"zorp\n");
    for (scope, why) in [
        ("ignored", "it is there and not searched (ignored)"),
        ("ignored/deep", "it is there and not searched (ignored)"),
        (".gitignore", "it is there and not searched (hidden)"),
        ("ignore", "there is no such file or folder among those that are searched"),
    ] {
        let request =
            AbsenceRequest::new(SearchedPattern::plain("zorp")).within(vec![scope.to_owned()]);
        let said = tree.toolbox().absent(&request, &Cancel::default()).unwrap_err().to_string();
        assert_eq!(said, format!("`{scope}` selects no file: {why}"));
    }
}

#[test]
fn a_scope_limits_the_search_and_stands_in_the_receipt() {
    let tree = Tree::new(&[
        ("src/a.rs", "fn basket() {}\n"),
        ("src/notes.md", "zorp\n"),
        ("docs/b.md", "zorp\n"),
        (".gitignore", "/out/\n/src/gen/\n"),
        ("out/x.rs", "zorp\n"),
        ("src/gen/x.rs", "zorp\n"),
    ]);
    let check = |scope: &[&str], expect: &str| {
        let absence = search(&tree, SearchedPattern::plain("zorp"), scope);
        assert_eq!(said(&absence), expect);
    };
    check(
        &["src", "!*.md"],
        "absent: `zorp` in 1 file of src, !*.md; not searched: ignored: src/gen/",
    );
    check(
        &["src/*.rs", "src/a.rs"],
        "absent: `zorp` in 1 file of src/*.rs, src/a.rs; not searched: ignored: out/, src/gen/",
    );
    check(&["docs"], "found: docs/b.md:1 zorp");
    check(
        &["!docs", "!notes.md"],
        "absent: `zorp` in 1 file of !docs, !notes.md; not searched: ignored: out/, src/gen/; hidden: .gitignore",
    );
    check(
        &["src\n!src/notes.md"],
        "absent: `zorp` in 1 file of src\\n!src/notes.md; not searched: ignored: src/gen/",
    );
    check(&["!src"], "found: docs/b.md:1 zorp");
    let scopes = ["gone", "../x", "*.zig", "a{"];
    let refused = scopes.map(|scope| {
        let request = AbsenceRequest::new(SearchedPattern::plain("zorp"));
        let request = request.within(vec![scope.to_owned()]);
        let error = tree.toolbox().absent(&request, &Cancel::default());
        error.unwrap_err().to_string()
    });
    assert!(refused.iter().all(|error| error.contains("selects no file")), "{refused:?}");
}

#[test]
fn the_state_is_that_of_the_searched_files() {
    let state = |files: &[(&str, &str)]| {
        let absence = search(&Tree::new(files), SearchedPattern::plain("zorp"), &["*.rs"]);
        absence.receipt.unwrap().tree.blake3
    };
    let first = state(&[("a.rs", "basket\n"), ("b.md", "text\n")]);
    assert_eq!(first, state(&[("a.rs", "basket\n"), ("b.md", "other\n")]));
    assert_ne!(first, state(&[("a.rs", "baskets\n")]));
    assert_ne!(first, state(&[("b.rs", "basket\n")]));
    assert_ne!(first, state(&[("a.rs", "basket\n"), ("c.rs", "")]));
}

/// The bytes of a text in some encoding.
fn encoded(text: &str, encoding: u8) -> Vec<u8> {
    match encoding {
        0 => utf16(text, b"\xff\xfe", false),
        1 => utf16(text, b"\xfe\xff", true),
        2 => [b"\xef\xbb\xbf", text.as_bytes()].concat(),
        3 if text.chars().all(|c| u32::from(c) < 0x100) => text.chars().map(|c| c as u8).collect(),
        _ => text.as_bytes().to_vec(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Whatever the files hold, in whatever encoding, and however the pattern is read: a pattern that the plain text of
    /// a searched file holds is found, and a receipt is given only for one that none does, where all were searched.
    #[test]
    fn accounted_a_receipt_is_true_of_every_searched_file(
        texts in prop::collection::vec(("[ab\u{e9}X_ \n]{0,12}", 0_u8..6), 1..5),
        pattern in "[abx\u{e9}_]{1,3}",
        word: bool,
        case: bool,
        regex: bool,
    ) {
        let tree = Tree::new(&[("z.txt", "hedgehog\n")]);
        for (at, (text, encoding)) in texts.iter().enumerate() {
            let text = format!("good words\n{text}\n");
            tree.write(&format!("{at}.txt"), &encoded(&text, *encoding));
        }
        let searched = SearchedPattern::plain(pattern.as_str()).with_word(word).with_case(case).with_regex(regex);
        let absence = search(&tree, searched, &[]);
        let fold = |text: &str| if case { text.to_owned() } else { text.to_lowercase() };
        let wanted = fold(&pattern);
        let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let stands = |text: &str| {
            text.match_indices(wanted.as_str()).any(|(at, _)| {
                let before = text[..at].chars().next_back();
                let after = text[at + wanted.len()..].chars().next();
                !word || (!is_letter(before) && !is_letter(after))
            })
        };
        let skipped = |at: usize| {
            let path = format!("{at}.txt");
            absence.not_searched.iter().any(|group| {
                group.why == Unsearched::Encoding && group.examples.contains(&path)
            })
        };
        let expected = texts.iter().enumerate().any(|(at, (text, _))| {
            !skipped(at) && stands(&fold(&format!("good words\n{text}\n")))
        });
        let is_incomplete = (0..texts.len()).any(skipped);
        prop_assert_eq!(absence.receipt.is_err(), expected || is_incomplete, "{:?}", absence);
    }
}
