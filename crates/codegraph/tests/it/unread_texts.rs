//! What a file is besides its path: its encoding, its form of characters, and whether it says that it is generated.

use firsthand_codegraph::{Cancel, Relation};

use crate::repo::{Repo, places};

/// A text in UTF-16, with a byte order mark or without.
fn utf16(text: &str, has_mark: bool, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let mark = has_mark.then_some('\u{feff}').into_iter();
    let text: String = mark.chain(text.chars()).collect();
    text.encode_utf16().flat_map(unit).collect()
}

/// What may hold the answer and was not searched is named with its cause, and lost.
#[test]
fn accounted_what_was_not_searched_is_named() {
    let check = |name: &str, bytes: &[u8], query: &str, expect: &str| {
        let repo = Repo::of(&[("z.cs", "class Z { }\n")]);
        repo.write(name, bytes);
        let notes: Vec<String> =
            (!expect.is_empty()).then(|| format!("not read: {expect}")).into_iter().collect();
        for found in [repo.search(query), repo.relate("Form1", Relation::Definition)] {
            if expect.starts_with("not in") && found.not_searched.is_empty() && !bytes.contains(&0)
            {
                continue; // A relation of a name of ASCII letters is found there.
            }
            let named: Vec<String> =
                (found.notes.iter()).filter(|note| note.starts_with("not read")).cloned().collect();
            assert_eq!(named, notes, "{name} {query}");
            let lost = found.stats.losses.unreadable;
            assert_eq!(lost, notes.len() as u64, "{name} {query}");
        }
    };
    let text = "public class Form1 { } // a few more words\r\n";
    let query = "where is Form1";
    check("a.cs", &utf16(text, true, u16::to_le_bytes), query, "");
    check("a.cs", &utf16(text, true, u16::to_be_bytes), query, "");
    check("a.cs", &utf16(text, false, u16::to_le_bytes), query, "UTF-16: a.cs");
    check("a.cs", format!("{text}\0").as_bytes(), query, "a text with NUL bytes: a.cs");
    let large = text.repeat(60_000);
    check("gen/a.js", large.as_bytes(), query, "too large: gen/a.js");
    check("a:12.cs", text.as_bytes(), query, "a name that is no path: a:12.cs");
    check("logo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", query, "");
    // Words of ASCII letters are found in other encodings, too.
    let legacy: [(&[u8], &str); 6] = [
        (b"\xbf\xe2\xb4\xe6\xb2\xbb\xd7\xe3", "库存不足"),
        (b"# \x92\x8d\x95\xb6\x8f\xb3\x94F", "注文承認"),
        (b"# \xb0\xe1\xc1\xa6 \xb8\xf0\xb5\xe2", "결제 모듈"),
        (b"# \xef\xf0\xee\xe2\xe5\xf0\xea\xe0", "проверка"),
        (b"# Gr\xf6\xdfenpr\xfcfung", "Größenprüfung"),
        (b"# \x1b$B<+F0>5G'\x1b(B", "自動承認"),
    ];
    for (bytes, query) in legacy {
        check("a.py", bytes, query, "not in UTF-8: a.py");
        check("a.py", bytes, "where is Form1", "");
    }
}

/// Where nothing is found, a text that no search parses is read for the words, and is no loss without them.
#[test]
fn accounted_a_text_without_the_words_is_not_lost_where_nothing_is_found() {
    let text = "public class Form1 { } // a few more words\r\n";
    let check = |name: &str, bytes: &[u8], expect: [u64; 3]| {
        let repo = Repo::of(&[("z.cs", "class Zebra { }\n")]);
        repo.write(name, bytes);
        for (word, expect) in ["form1", "Form2", "größe"].into_iter().zip(expect) {
            for found in [repo.search(word), repo.relate(word, Relation::Callers)] {
                assert_eq!(found.stats.losses.unreadable, expect, "{name} {word}");
            }
        }
        // Beside what is found, it may hold more.
        let lost = u64::from(expect != [0, 0, 0]);
        assert_eq!(repo.search("Zebra").stats.losses.unreadable, lost, "{name}");
    };
    check("utf16.cs", &utf16(text, false, u16::to_le_bytes), [1, 0, 1]);
    check("marked.cs", &utf16(text, true, u16::to_le_bytes), [0, 0, 0]);
    check("nul.cs", format!("{text}\0").as_bytes(), [1, 0, 1]);
    check("large.js", text.repeat(60_000).as_bytes(), [1, 0, 1]);
    check("a:12.cs", text.as_bytes(), [1, 1, 1]);
    check("image.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", [0, 0, 0]);
}

/// No text is known to be absent that stands in a file which a search does not read, or in another spelling.
#[test]
fn accounted_what_occurs_anywhere_is_not_absent() {
    let check = |name: &str, bytes: &[u8], text: &str, expect: bool| {
        let repo = Repo::of(&[("z.cs", "class Z { }\n")]);
        repo.write(name, bytes);
        let texts = [text.to_owned(), "zebra".to_owned()];
        let found = repo.graph().occurring(&texts, &Cancel::default());
        assert_eq!(found.contains(&texts[0]), expect, "{text} in {name}");
        assert_eq!(found.contains(&texts[1]), name.contains(':'), "{name}");
    };
    let text = "class Form1 { } // größe, with a few more words\n";
    for unit in [u16::to_le_bytes, u16::to_be_bytes] {
        check("a.cs", &utf16(text, true, unit), "form1", true);
        check("a.cs", &utf16(text, false, unit), "GRÖSSE", false);
        check("a.cs", &utf16(text, false, unit), "Größe", true);
    }
    check("a.cs", format!("{text}\0").as_bytes(), "Form1", true);
    check("a.cs", format!("{text}\0").as_bytes(), "Form2", false);
    check("a.js", text.repeat(60_000).as_bytes(), "Form1", true);
    check("a.js", text.repeat(60_000).as_bytes(), "Form2", false);
    check("a:12.cs", text.as_bytes(), "Form2", true);
    check("a.py", b"# Gr\xf6\xdfe", "Prüfung", true);
    check("a.py", b"# Gr\xf6\xdfe", "Form1", false);
    check("a.json", br#"{"a": "\u5e93\u5b58"}"#, "库存", true);
    check("資料/設計書.txt", b"x\n", "設計", true);
    check("cafe\u{301}.py", b"x\n", "café", true);
}

/// A named file that holds no text to search is named, not passed over; and nothing else is shown in its place.
#[test]
fn accounted_a_named_file_without_text_is_named() {
    let check = |name: &str, bytes: &[u8], query: &str, expect: &str| {
        let repo = Repo::of(&[("z.js", "let y = 1\n"), ("b.py", "x = 1\n")]);
        repo.write(name, bytes);
        let found = repo.search(query);
        assert_eq!(places(&found), "", "{query}");
        let is_named = found.notes.contains(&format!("not read: {expect}"));
        assert!(is_named, "{query}: {:?}", found.notes);
        assert_eq!(found.stats.losses.unreadable, 1, "{query}");
    };
    check("alpha.py", b"", "where is alpha", "empty: alpha.py");
    check("logo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "where is logo.png", "no text: logo.png");
    let large = "let alpha = 1;\n".repeat(200_000);
    check("big.js", large.as_bytes(), "big.js:2", "too large: big.js");
    let wide = utf16("class A {\n  void Go() {}\n}\n", false, u16::to_le_bytes);
    check("a.js", &wide, "at A.Go() in C:\\x\\a.js:line 2", "UTF-16: a.js");
}

/// A query without a word of two letters is looked for as it is written.
#[test]
fn accounted_a_query_without_words_is_looked_for_as_text() {
    let check = |text: &str, query: &str, expect: &str| {
        let repo = Repo::of(&[("a.py", text), ("z.py", "y = 1\n")]);
        let found = places(&repo.search(query));
        assert!(found.starts_with(expect), "{query}: {found}");
        assert_eq!(found.is_empty(), expect.is_empty(), "{query}: {found}");
    };
    check("def q():\n    return 1\n", "where is q", "a.py:1-2");
    check("x = quit\n", "where is q", "");
    check("x = a <=> b\n", "where is <=>", "a.py:1-1");
    check("x = a <=> b\n", "<=>", "a.py:1-1");
    check("# \u{1f680} now\n", "where is \u{1f680}?", "a.py:1-1");
    check("# \u{1f680} now\n", "\u{1f680}", "a.py:1-1");
    check("# \u{1f680} now\n", "where is \u{1f681}", "");
    check("# \u{130}stanbul\n", "where is istanbul", "a.py:1-1");
}

#[test]
fn composed_and_decomposed_characters_are_the_same() {
    for (text, query) in [("cafe\u{301}", "caf\u{e9}"), ("caf\u{e9}", "cafe\u{301}")] {
        let source = format!("def {text}_open():\n    return 1\n");
        let repo = Repo::of(&[("a.py", &source), ("b.py", "def other():\n    return 1\n")]);
        let result = repo.search(&format!("where is {query}_open"));
        let path = result.regions.first().map(|region| region.path.as_str());
        assert_eq!(path, Some("a.py"), "{query}: {:?}", result.tokens);
    }
}

#[test]
fn a_file_that_says_that_it_is_generated_ranks_lower() {
    let api = |number: u32| {
        let line = |item: u32| {
            format!(
                "// UploadRetryDelay{number}_{item} upload retry delay backoff policy\nfunc UploadRetryDelay{number}_{item}(uploadRetryDelay int) int {{ return uploadRetryDelay }}\n\n"
            )
        };
        let body: String = (0..4).map(line).collect();
        format!("// Code generated by upload-gen. DO NOT EDIT.\npackage api\n\n{body}")
    };
    let own = "package src\n\n// RetryPolicy decides how often a failed upload is retried.\ntype RetryPolicy struct{ Max int }\n\n// NextDelay computes the backoff delay before the next upload retry.\nfunc (p RetryPolicy) NextDelay(attempt int) int { return attempt * 2 }\n";
    let generated: Vec<(String, String)> =
        (0..6).map(|n| (format!("api/model{n}.go"), api(n))).collect();
    let files = generated.iter().map(|(path, text)| (path.as_str(), text.as_str()));
    let files: Vec<(&str, &str)> = files.chain([("src/retry.go", own)]).collect();
    let result = Repo::of(&files).search("upload retry backoff delay");
    assert!(places(&result).starts_with("src/retry.go"), "{}", places(&result));
}
