//! There is no unfinished code: no ignored test, no placeholder, no note to fix something.

use super::Finding;
use crate::tokens::{Kind, Token, tokens};
use crate::tree::Tree;

const MACROS: &[&str] = &["todo", "unimplemented"];
const NOTES: &[&str] = &["FIXME", "XXX"];
/// The extensions of other files in which such notes are searched.
const OTHER_EXTENSIONS: &[&str] = &[".toml", ".sh", ".scm", ".yml", ".yaml"];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for file in tree.rust() {
        let all = tokens(&file.text);
        let code: Vec<Token<'_>> = all
            .iter()
            .copied()
            .filter(|token| token.kind != Kind::Comment)
            .collect();
        let in_code = code
            .windows(3)
            .filter_map(|three| Some((three[0].line, breach_in_code(three)?)));
        let comments = all.iter().filter(|token| token.kind == Kind::Comment);
        let in_comments = comments.flat_map(|comment| {
            let lines = (comment.line..).zip(comment.text.lines());
            lines.filter_map(|(line, text)| Some((line, breach_in_comment(text)?)))
        });
        let breaches = in_code.chain(in_comments);
        found.extend(breaches.map(|(line, what)| Finding::new(&file.path, line, what)));
    }
    let others = tree
        .files
        .iter()
        .filter(|file| OTHER_EXTENSIONS.iter().any(|e| file.path.ends_with(e)));
    for file in others.filter(|file| !file.is_data()) {
        let noted = (1..)
            .zip(file.text.lines())
            .filter(|(_, text)| note(text).is_some());
        found.extend(noted.map(|(line, _)| Finding::new(&file.path, line, "an open note")));
    }
    found
}

/// The breach that three tokens of code begin with.
fn breach_in_code(three: &[Token<'_>]) -> Option<String> {
    let [first, second, third] = three else {
        return None;
    };
    if first.kind == Kind::Word && MACROS.contains(&first.text) && second.text == "!" {
        return Some(format!("`{}!` is a placeholder", first.text));
    }
    let ignored = first.text == "#" && second.text == "[" && third.text == "ignore";
    ignored.then(|| "an ignored test".to_owned())
}

/// The breach in a line of a comment.
fn breach_in_comment(line: &str) -> Option<String> {
    let text = line.trim_start_matches(['/', '!', '*', ' ']);
    let info = text.strip_prefix("```").unwrap_or_default();
    if info.split([',', ' ']).any(|word| word == "ignore") {
        return Some("an ignored documentation test".to_owned());
    }
    note(line).map(|note| format!("an open note: {note}"))
}

fn note(line: &str) -> Option<&'static str> {
    let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.find_map(|word| NOTES.iter().copied().find(|note| *note == word))
}

#[cfg(test)]
mod tests {
    use super::{NOTES, check};
    use crate::tidy::expect;
    use crate::tree::Tree;

    #[test]
    fn placeholders_and_ignored_tests_are_found_in_code() {
        let source = "//! a\nfn a() { todo!() }\n#[test]\n#[ignore = \"slow\"]\nfn b() {}\n\
                      fn c() { unimplemented!(\"x\") }\n/// ```ignore\n/// ```\nfn d() {}";
        expect(
            &check(&Tree::of(&[("a.rs", source)])),
            &[
                "a.rs:2: `todo!` is a placeholder",
                "a.rs:4: an ignored test",
                "a.rs:6: `unimplemented!` is a placeholder",
                "a.rs:7: an ignored documentation test",
            ],
        );
    }

    #[test]
    fn open_notes_are_found_in_comments() {
        let source = format!("// {}: later\n/* a\n{} */ x", NOTES[0], NOTES[1]);
        let manifest = format!("a = 1\n# {}", NOTES[0]);
        expect(
            &check(&Tree::of(&[("a.rs", &source), ("Cargo.toml", &manifest)])),
            &[
                "a.rs:1: an open note: FIXME",
                "a.rs:3: an open note: XXX",
                "Cargo.toml:2: an open note",
            ],
        );
    }

    #[test]
    fn strings_other_words_and_other_crates_have_no_finding() {
        let source = "let s = \"todo!() FIXME #[ignore]\"; // todo: no; XXXL\nuse ignore::Walk;\n\
                      let todo = 1; #[derive(A)] struct S; /// ```rust\n/// ignore\n";
        expect(
            &check(&Tree::of(&[
                ("a.rs", source),
                ("tests/fixtures/b.rs", "todo!()"),
            ])),
            &[],
        );
    }
}
