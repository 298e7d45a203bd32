//! What a page sets apart in a text.

use firsthand_codegraph::{Cancel, Syntax, syntax_of};

/// The parts of a text, each as the letter of its kind and its text.
fn parts(path: &str, text: &str) -> String {
    let parts = syntax_of(path, text.as_bytes(), &Cancel::default());
    let parts = parts.into_iter().map(|(range, syntax)| {
        let letter = match syntax {
            Syntax::Comment => 'c',
            Syntax::Text => 't',
            Syntax::Number => 'n',
            _ => 'k',
        };
        format!("{letter}:{}", &text[range])
    });
    parts.collect::<Vec<_>>().join(" ")
}

#[test]
fn comments_literals_and_keywords_are_set_apart() {
    let check = |path: &str, text: &str, expect: &str| {
        assert_eq!(parts(path, text), expect, "{path}: {text}");
    };
    check("a.rs", "fn f() -> u8 { 12 } // no", "k:fn n:12 c:// no");
    check("a.py", "def f(a=1.5):\n    return 'x' # no", "k:def n:1.5 k:return t:'x' c:# no");
    check("a.ts", "const a = `x ${b}`; /* no */", "k:const t:`x ${b}` c:/* no */");
    check("a.go", "var a = 0x1F // no", "k:var n:0x1F c:// no");
    check("A.java", "class A { String identifier = null; }", "k:class");
    check("a.c", "if (a) return 'x';", "k:if k:return t:'x'");
    check("a.rb", "def f\n  1\nend # no", "k:def n:1 k:end c:# no");
    check("a.unknown", "if 1 'x'", "");
    // A part of a file.
    check("a.rs", "    if a { return 1; }\n", "k:if k:return n:1");
}
