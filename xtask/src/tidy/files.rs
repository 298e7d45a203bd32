//! Each file by itself: it is small, opens by saying what it is, is named after its content, has no open note and no path
//! of one machine, and the examples of hosts stay short. Clippy forbids placeholders.

use super::Finding;
use crate::tree::{TextFile, Tree};

const MAX_LINES: usize = 300;
/// The limit of a file under `tests/`.
const MAX_TEST_FILE_LINES: usize = 600;
/// Names that do not describe a module's content.
const VAGUE_NAMES: &[&str] = &["utils", "common", "helpers", "manager"];
/// What marks unfinished work.
const NOTES: &[&str] = &["FIXME", "XXX"];
/// The extensions of other files than Rust in which such notes are searched.
const OTHER_EXTENSIONS: &[&str] = &[".toml", ".sh", ".scm", ".yml", ".yaml"];
/// Top-level folders that exist on the machines of this project's developers and nowhere else: a path below one of them
/// in a tracked file was left there by mistake.
const ROOTS: &[&str] = &["work", "farm"];
/// The example of a host, and the most lines that it may take: what a host has to write is part of the interface.
const HOSTS: &[(&str, usize)] = &[
    ("crates/explorer/examples/own_loop.rs", 60),
    ("crates/explorer/examples/own_tool.rs", 80),
    ("crates/explorer/examples/service.rs", 200),
    ("npm/examples/ai_sdk.js", 30),
    ("python/examples/claude_agent.py", 30),
    ("python/examples/deep_agent.py", 30),
    ("python/examples/openai_agents.py", 30),
    ("python/examples/pydantic_agent.py", 30),
];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut found: Vec<Finding> = HOSTS.iter().filter_map(|host| check_host(tree, *host)).collect();
    for file in &tree.files {
        let lines = (1..).zip(file.text.lines());
        found.extend(lines.filter_map(|(line, text)| {
            let what = fault(file, text)?;
            Some(Finding::new(&file.path, line, what))
        }));
    }
    for file in tree.rust() {
        found.extend(excess(file));
        found.extend(fault_of_name(file).map(|what| Finding::new(&file.path, 1, what)));
        let opening = file.text.lines().find(|line| !line.trim().is_empty());
        if file.is_under("src") && !opening.is_some_and(|line| line.starts_with("//! ")) {
            let what = "the file must open with `//!` and what it is";
            found.push(Finding::new(&file.path, 1, what));
        }
    }
    found
}

fn check_host(tree: &Tree, (path, limit): (&str, usize)) -> Option<Finding> {
    let Some(file) = tree.file(path) else {
        return Some(Finding::new(path, 1, "the example of a host is missing"));
    };
    let lines = file.text.lines().count();
    let what = format!("{lines} lines, the most for this host is {limit}");
    (lines > limit).then(|| Finding::new(path, limit + 1, what))
}

fn excess(file: &TextFile) -> Option<Finding> {
    let (lines, limit) = (file.text.lines().count(), limit(file));
    let what = format!("{lines} lines, the most is {limit}: split it");
    (lines > limit).then(|| Finding::new(&file.path, lines, what))
}

fn limit(file: &TextFile) -> usize {
    if file.is_under("tests") { MAX_TEST_FILE_LINES } else { MAX_LINES }
}

/// The file of a module `foo` is `foo.rs` beside `foo/`.
fn fault_of_name(file: &TextFile) -> Option<String> {
    if file.stem() == "mod" {
        return Some("a file `foo.rs` beside `foo/`, not a mod.rs".to_owned());
    }
    let is_vague = VAGUE_NAMES.contains(&file.stem());
    is_vague.then(|| format!("`{}` names nothing", file.stem()))
}

/// What is wrong with a line.
fn fault(file: &TextFile, line: &str) -> Option<String> {
    if let Some(root) = ROOTS.iter().find(|root| names_root(line, root)) {
        return Some(format!("a path of one machine: under {root} at its root"));
    }
    if file.is_data() {
        return None;
    }
    let is_rust = file.path.ends_with(".rs");
    let text = line.trim_start();
    if is_rust && text.starts_with("#[ignore") {
        return Some("an ignored test".to_owned());
    }
    let fence = text.trim_start_matches(['/', '!', '*', ' ']).strip_prefix("```");
    let fence = fence.filter(|_| is_rust && text.starts_with("//"));
    if fence.is_some_and(|info| info.split([',', ' ']).any(|word| word == "ignore")) {
        return Some("an ignored documentation test".to_owned());
    }
    let is_read = OTHER_EXTENSIONS.iter().any(|end| file.path.ends_with(end));
    let noted = if is_rust { text.find("//").map_or("", |at| &text[at..]) } else { text };
    let mut words = noted.split(|c: char| !c.is_alphanumeric() && c != '_');
    let note = words.find(|word| (is_rust || is_read) && NOTES.contains(word))?;
    Some(format!("an open note: {note}"))
}

/// Whether an absolute path starts with this folder; `a/root/b` is not one.
fn names_root(line: &str, root: &str) -> bool {
    let path = format!("/{root}/");
    let in_path = |c: char| c.is_alphanumeric() || "_-.~*}>".contains(c);
    line.match_indices(&path).any(|(at, _)| !line[..at].ends_with(in_path))
}

#[cfg(test)]
mod tests {
    use super::{HOSTS, NOTES, ROOTS, check};
    use crate::tidy::expect;
    use crate::tree::Tree;

    /// What is found in a file, beside that the examples of hosts are missing.
    fn check_file(path: &str, text: &str, expected: &[&str]) {
        let mut found = check(&Tree::of(&[(path, text)]));
        found.retain(|finding| HOSTS.iter().all(|(host, _)| finding.path != *host));
        expect(&found, expected);
    }

    #[test]
    fn source_files_open_with_their_purpose() {
        let missing = "a/src/b.rs:1: the file must open with `//!` and what it is";
        check_file("a/src/b.rs", "//! What it is.\n", &[]);
        check_file("a/src/b.rs", "use x;\n//! late", &[missing]);
        check_file("a/src/b.rs", "//!\n", &[missing]);
        check_file("a/src/b.rs", "", &[missing]);
        check_file("a/tests/it/main.rs", "mod x;", &[]);
    }

    #[test]
    fn vague_names_are_found() {
        check_file("a/benches/utils.rs", "", &["a/benches/utils.rs:1: `utils` names nothing"]);
        let module = "a/benches/x/mod.rs:1: a file `foo.rs` beside `foo/`, not a mod.rs";
        check_file("a/benches/x/mod.rs", "", &[module]);
        check_file("a/benches/x.rs", "", &[]);
    }

    #[test]
    fn open_notes_and_ignored_tests_are_found() {
        let note = NOTES[0];
        let source = format!(
            "let s = \"{note}\"; // {note}: later\n#[ignore = \"slow\"]\n/// ```ignore\n/// ```"
        );
        let expected = [
            "a.rs:1: an open note: FIXME",
            "a.rs:2: an ignored test",
            "a.rs:3: an ignored documentation test",
        ];
        check_file("a.rs", &source, &expected);
        check_file(
            "a.rs",
            "let s = \"FIXME #[ignore]\"; // XXXL\nuse ignore::Walk;\n/// ```rust\n/// ignore",
            &[],
        );
        check_file(
            "Cargo.toml",
            &format!("a = 1\n# {note}"),
            &["Cargo.toml:2: an open note: FIXME"],
        );
        check_file("tests/fixtures/b.rs", &format!("// {note}"), &[]);
    }

    #[test]
    fn absolute_paths_of_a_machine_are_found() {
        let root = ROOTS[0];
        let text = format!("fine\nsee /{root}/x\nfile:///{root}/x\nnet/{root}/x and /net{root}/");
        let expected = [
            "a.md:2: a path of one machine: under work at its root",
            "a.md:3: a path of one machine: under work at its root",
        ];
        check_file("a.md", &text, &expected);
    }

    #[test]
    fn a_missing_or_long_example_of_a_host_is_found() {
        let [(long, limit), (missing, _), others @ ..] = HOSTS else {
            panic!("{HOSTS:?}");
        };
        let text_of = |lines: &usize| "line\n".repeat(*lines);
        let fitting = others.iter().map(|(path, most)| (*path, text_of(most)));
        let files: Vec<(&str, String)> = fitting.chain([(*long, text_of(&(limit + 1)))]).collect();
        let files: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (*path, text.as_str())).collect();
        let tree = Tree::of(&files);
        expect(
            &check(&tree),
            &[
                &format!("{long}:61: 61 lines, the most for this host is 60"),
                &format!("{missing}:1: the example of a host is missing"),
            ],
        );
    }

    #[test]
    fn files_beyond_their_limit_are_found() {
        let files = [
            ("a.rs", 300),
            ("b.rs", 301),
            ("tests/c.rs", 600),
            ("tests/d.rs", 601),
            ("e.md", 900),
            ("ui/f.rs", 900),
        ];
        let texts = files.map(|(path, lines)| (path, "x\n".repeat(lines)));
        let files = texts.each_ref().map(|(path, text)| (*path, text.as_str()));
        let mut found = check(&Tree::of(&files));
        found.retain(|finding| finding.what.ends_with("split it"));
        expect(
            &found,
            &[
                "b.rs:301: 301 lines, the most is 300: split it",
                "tests/d.rs:601: 601 lines, the most is 600: split it",
            ],
        );
    }
}
