//! Accepted and rejected quotes.

use firsthand_registry::{LineRange, RepoPath, SourceLine, Span};

use super::*;

fn evidence(file: &str) -> Evidence {
    let range = LineRange::new(1, 99).unwrap();
    let span = Span::of_file(RepoPath::new("f").unwrap(), file.as_bytes(), range).unwrap();
    Evidence::of(&span.map_lines(|_, line| {
        if line.text().contains("SECRET") { SourceLine::masked("key = [redacted]") } else { line }
    }))
}

fn check(file: &str, quote: &str, expect: &str) {
    let got = match find_quote(&evidence(file), quote, &[]) {
        Ok(found) => {
            let lines = found.lines().unwrap();
            format!("{}-{} {:?}", lines.start(), lines.end(), found.text)
        }
        Err(error) => format!("{error:?}"),
    };
    assert_eq!(got, expect, "quote {quote:?}");
}

const FILE: &str = "fn main() {\n    404: not_found(a,  b);\n\n\tlet x = 1; // é\n}\nkey = SECRET\n42| odd\nend()\n";

#[test]
fn the_sources_text_is_returned() {
    check(FILE, "fn main() {", r#"1-1 "fn main() {""#);
    check(FILE, "not_found(a, b)", r#"2-2 "not_found(a,  b)""#); // folded
    check(FILE, "  let   x = 1; // é ", r#"4-4 "let x = 1; // é""#);
    check(FILE, "404: not_found", r#"2-2 "404: not_found""#); // leading digits stay
    check(FILE, "2|     404: not_found(a,  b);", r#"2-2 "404: not_found(a,  b);""#);
    check(FILE, "42| odd", r#"7-7 "42| odd""#); // the source's own gutter-like text
    check(FILE, "{\n404: not_found", r#"1-2 "{\n    404: not_found""#); // two lines
    check(FILE, "1| fn main() {\n2|     404: not", r#"1-2 "fn main() {\n    404: not""#);
}

/// White space beside signs and the kind of quote marks may differ, where one part of a line alone is alike.
#[test]
fn a_quote_names_the_only_part_of_a_line_that_is_alike() {
    check(FILE, "fn main(){", r#"1-1 "fn main() {""#);
    check(FILE, "2| not_found( a,b )", r#"2-2 "not_found(a,  b)""#);
    check("f(int $a): array\n", "f(int $a) : array", r#"1-1 "f(int $a): array""#);
    check("x = {...this.a, ...b};\n", "{ ...this.a, ...b }", r#"1-1 "{...this.a, ...b}""#);
    check("get(e, \"cached\");\r\n", "get(e, 'cached');", r#"1-1 "get(e, \"cached\");""#);
    check("`a` = 'bcd e'\n", "'a'=\"bcd  e\"", r#"1-1 "`a` = 'bcd e'""#);
    // Blanks between words count, and so do words and letters.
    for other in [
        "funcmain() {",
        "func ma in(){",
        "unc main(){",
        "func mai(){",
        "func Main(){",
        "func main(x){",
    ] {
        check("func main() {}\n", other, "NotFound");
    }
    check("näfunc main() {}\n", "func main(){", "NotFound");
    // Of several none is meant.
    check("call( a)\ncall(a )\n", "call( a )", "NotFound");
    check("call( a); call(a )\n", "call( a )", "NotFound");
    check("call( 'a')\ncall( \"a\")\n", "call( \"a\")", r#"2-2 "call( \"a\")""#);
    // Two lines, and masked ones.
    check("call(\n  a)\n", "call(a)", "NotFound");
    check(FILE, "key=[redacted]", "Masked");
}

#[test]
fn quotes_that_do_not_occur_or_are_too_long_or_slight_are_rejected() {
    check(FILE, "not_found(a, c)", "NotFound");
    check(FILE, "nоt_found", "NotFound"); // a look-alike letter
    check(FILE, "b); let x", "Long"); // three lines, one of them blank
    check(FILE, "404: not_found(a,  b);\n\n\tlet x = 1;", "Long");
    check(FILE, "}\nkey = [redacted]\n42| odd", "Long");
    check(FILE, "}\n\nkey = [redacted]", "Masked");
    check(FILE, "key = SECRET", "NotFound");
    check(FILE, "key = [redacted]", "Masked");
    check(FILE, "}\nkey", "Masked"); // reaches into a redacted line
    check(FILE, "main() {\nx\ny", "Long");
    check(FILE, &"abcd ".repeat(60), "Long");
    check(FILE, "}", "Slight");
    check(FILE, "", "Slight");
    check(FILE, "4| x", "Slight");
    check("1234| x\n", "1234| x", r#"1-1 "1234| x""#); // its own number identifies it
    check(FILE, "1234| }", "NotFound");
    check(FILE, "+2| 404: not_found", "NotFound"); // no line's number has a sign
    check(FILE, "\u{24b6}\u{24b7}\u{24b8}", "Slight"); // circled letters are no word
    check("a\u{940}\u{940}\u{940}\n", "a\u{940}\u{940}\u{940}", "Slight"); // nor vowel signs
    check("größe = 1\n", "größe", r#"1-1 "größe""#);
    check("one\r\r\ntwo\r\n", "one two", "NotFound"); // the carriage return is no line end
}

/// A quote has at most 240 characters, without its gutter.
#[test]
fn a_quote_has_at_most_240_characters() {
    let line = "é".repeat(240);
    let found = format!("1-1 {line:?}");
    check(&format!("{line}é\n"), &line, &found);
    check(&format!("{line}é\n"), &format!("1| {line}"), &found);
    check(&format!("{line}é\n"), &format!("{line}é"), "Long");
}

#[test]
fn folding_never_lengthens_a_quote_past_the_limit() {
    let wide = format!("aaa{}bbb\n", " ".repeat(300));
    check(&wide, "aaa bbb", "Long");
}

#[test]
fn an_occurrence_behind_a_masked_one_is_found() {
    check("aa SECRET\nkey\nkey key\nkey\n", "key key\nkey", r#"3-4 "key key\nkey""#);
    check("ab = SECRET\nxyzxyz\nxyzxyzxyz\n", "xyzxyz xyz", r#"2-3 "xyzxyz\nxyz""#);
}

#[test]
fn an_occurrence_nearest_to_a_hit_line_wins() {
    let evidence = evidence("call()\ncall()\ncall()\n");
    let line = |near: &[u32]| find_quote(&evidence, "call()", near).map(|found| found.line);
    assert_eq!((line(&[]), line(&[3]), line(&[9])), (Ok(1), Ok(3), Ok(3)));
    let gutter = find_quote(&evidence, " 2| call()", &[3]).map(|found| found.line);
    assert_eq!(gutter, Ok(2)); // the line that was copied
}
