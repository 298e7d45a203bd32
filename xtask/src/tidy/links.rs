//! Relative links of the Markdown pages lead to files that are there.

use firsthand_source::{folder, join_path};
use pulldown_cmark::{Event, LinkType, Parser, Tag};

use super::Finding;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let pages = tree.files.iter().filter(|f| f.path.ends_with(".md") && !f.is_data());
    let mut found = Vec::new();
    for page in pages {
        for (line, target) in links(&page.text) {
            let path = target.split(['#', '?']).next().unwrap_or_default();
            if has_scheme(&target) || path.is_empty() {
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

/// Whether a target is a URL with a scheme.
pub(super) fn has_scheme(target: &str) -> bool {
    let scheme = target.split_once(':').map_or("", |(scheme, _)| scheme);
    !scheme.is_empty() && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
}

/// The targets of `[text](target)` and `[name]: target`, with their lines.
pub(super) fn links(page: &str) -> Vec<(usize, String)> {
    let mut targets = Vec::new();
    let mut events = Parser::new(page).into_offset_iter();
    for (event, range) in events.by_ref() {
        let Event::Start(
            Tag::Link { link_type: LinkType::Inline, dest_url, .. }
            | Tag::Image { link_type: LinkType::Inline, dest_url, .. },
        ) = event
        else {
            continue;
        };
        targets.push((range.start, dest_url.into_string()));
    }
    let definitions = events.reference_definitions().iter();
    targets.extend(definitions.map(|(_, def)| (def.span.start, def.dest.to_string())));
    let line = |offset: usize| 1 + page[..offset].matches('\n').count();
    targets.into_iter().map(|(offset, target)| (line(offset), target)).collect()
}

/// `path` as seen from the folder of `page`, relative to the root; none if it leaves the root.
fn resolve(page: &str, path: &str) -> Option<String> {
    let from = if path.starts_with('/') { "" } else { folder(page) };
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
        let tree =
            Tree::of(&[("docs/a.md", page), ("docs/x.png", ""), ("b.md", ""), ("src/x.rs", "")]);
        expect(&check(&tree), &[]);
    }

    #[test]
    fn links_to_missing_files_are_found() {
        let page = "x\n[a](gone.md), `code`, [`b`](../../up.md)\n\n[c]: lost.md \"t\"";
        expect(
            &check(&Tree::of(&[("docs/a.md", page)])),
            &[
                "docs/a.md:2: the link leads nowhere: gone.md",
                "docs/a.md:2: the link leads nowhere: ../../up.md",
                "docs/a.md:4: the link leads nowhere: lost.md",
            ],
        );
    }
}
