//! Relative links of the Markdown pages lead to files that are there.

use firsthand_source::{folder, join_path};

use super::Finding;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let pages = tree
        .files
        .iter()
        .filter(|f| f.path.ends_with(".md") && !f.is_data());
    let mut found = Vec::new();
    for page in pages {
        for (line, target) in links(&page.text) {
            let path = target.split(['#', '?']).next().unwrap_or_default();
            if is_elsewhere(target) || path.is_empty() {
                continue;
            }
            if !resolve(&page.path, path).is_some_and(|path| tree.holds(&path)) {
                found.push(Finding::new(
                    &page.path,
                    line,
                    format!("the link leads nowhere: {target}"),
                ));
            }
        }
    }
    found
}

fn is_elsewhere(target: &str) -> bool {
    let scheme = target.split_once(':').map_or("", |(scheme, _)| scheme);
    !scheme.is_empty()
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
}

/// The targets of `[text](target)` and `[name]: target`, outside code, with their lines.
fn links(page: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut fence: Option<&str> = None;
    for (line, text) in (1..).zip(page.lines()) {
        let start = text.trim_start();
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| start.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            (None, None) => found.extend(links_of(text).into_iter().map(|target| (line, target))),
            _ => {}
        }
    }
    found
}

fn links_of(line: &str) -> Vec<&str> {
    let named = line
        .strip_prefix('[')
        .and_then(|rest| rest.split_once("]: "));
    if let Some((_, target)) = named {
        return target.split_whitespace().next().into_iter().collect();
    }
    // Code spans are the odd parts between backticks; an unpaired one opens none.
    let spans: Vec<&str> = line.split('`').collect();
    let paired = spans.len() % 2 == 1;
    let mut found = Vec::new();
    let mut at = 0;
    for (index, span) in spans.iter().enumerate() {
        if index % 2 == 0 || !paired {
            // A target is looked for in the whole rest of the line: the text of a link may end with a code span.
            for (inside, _) in span.match_indices("](") {
                let target = &line[at + inside + 2..];
                let target = target.split([')', ' ']).next().unwrap_or_default();
                found.push(target.trim_start_matches('<').trim_end_matches('>'));
            }
        }
        at += span.len() + 1;
    }
    found
}

/// `path` as seen from the folder of `page`, relative to the root; none if it leaves the root.
fn resolve(page: &str, path: &str) -> Option<String> {
    let from = if path.starts_with('/') {
        ""
    } else {
        folder(page)
    };
    join_path(from, path)
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::expect;
    use crate::tree::Tree;

    #[test]
    fn links_to_existing_files_have_no_finding() {
        let page = "[a](../b.md#part) ![i](x.png \"title\") [w](https://x.y/z) [m](mailto:a@b)\n\
                    [`code`](../src) [here](#top) `[no](link)`\n```\n[no](link)\n```\n\
                    [ref]: ./a.md\n[d](.) [l](/b.md)";
        let tree = Tree::of(&[
            ("docs/a.md", page),
            ("docs/x.png", ""),
            ("b.md", ""),
            ("src/x.rs", ""),
        ]);
        expect(&check(&tree), &[]);
    }

    #[test]
    fn links_to_missing_files_are_found() {
        let page = "x\n[a](gone.md), `code`, [`b`](../../up.md)\n[c]: lost.md \"t\"";
        expect(
            &check(&Tree::of(&[("docs/a.md", page)])),
            &[
                "docs/a.md:2: the link leads nowhere: gone.md",
                "docs/a.md:2: the link leads nowhere: ../../up.md",
                "docs/a.md:3: the link leads nowhere: lost.md",
            ],
        );
    }
}
