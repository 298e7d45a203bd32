//! Small trees of each language with what a name means in them: a line that a relation finds ends with a comment that says
//! how it was resolved, as `//@ import`; it finds no other line.

use crate::repo::{lines, tree};
use firsthand_codegraph::Relation;

/// The marks, in the languages' comments, before the resolution of a line that is found.
const MARKS: [&str; 3] = [" //@ ", " #@ ", " --@ "];

/// A line without its mark, and the resolution.
fn unmarked(line: &str) -> (&str, Option<&str>) {
    let marked = MARKS.iter().find_map(|mark| line.split_once(mark));
    marked.map_or((line, None), |(code, resolution)| (code, Some(resolution)))
}

/// What is wrong with what a relation finds in a sample: `RELATION of SYMBOL`, and the tree; `None` if nothing is.
fn wrong(sample: &str) -> Option<String> {
    let (head, files) = sample.split_once('\n').unwrap();
    let (relation, symbol) = head.split_once(" of ").unwrap();
    let (mut text, mut expected) = (String::new(), Vec::new());
    let (mut path, mut at) = ("", 0);
    for line in files.lines() {
        let (code, resolution) = unmarked(line);
        at += 1;
        if let Some(next) = code.strip_prefix("-- ") {
            (path, at) = (next, 0);
        }
        expected.extend(resolution.map(|resolution| (path, at, resolution)));
        text.push('\n');
        text.push_str(code);
    }
    expected.sort_unstable();
    let expected = expected.iter().map(|(path, at, how)| format!("{path}:{at} {how}"));
    let expected = expected.collect::<Vec<_>>().join(", ");
    let relation: Relation = relation.parse().unwrap();
    let seen = lines(&tree(&text).relate(symbol, relation));
    let mut each: Vec<&str> = seen.split(", ").collect();
    each.dedup();
    let seen = each.join(", ");
    (seen != expected).then(|| format!("{sample}\nseen:     {seen}\nexpected: {expected}\n"))
}

fn check(samples: &str) {
    let samples = samples.split("### ").skip(1);
    let wrong: Vec<String> = samples.filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A test of the samples of each language.
macro_rules! samples {
    ($($language:ident)*) => {
        $(#[test]
        fn $language() {
            check(include_str!(concat!("samples/", stringify!($language), ".txt")));
        })*
    };
}

samples! {
    several_imports members_apart written_paths heex modules_as_values outer_values overriding_members own_and_other_types taken_members c c_sharp cpp elixir go java javascript kotlin lua others php python ruby rust scala swift typescript
}
