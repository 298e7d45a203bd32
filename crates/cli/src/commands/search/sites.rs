//! The lines that call or name a symbol, as a list: by file, those of tests after the others; and marks where words of a
//! search match.

use std::fmt::Write as _;

use firsthand::codegraph::Resolution;
use firsthand::{ListedLine, SearchDocument, SearchSite};

use super::show::Page;
use crate::listing::{BY_NAME, BY_STRING, Row, by_file};
use crate::paint::TextStyle;

impl Page<'_> {
    /// Appends the sites of a relation: each file once, and a line for each site behind the name of the declaration
    /// around it.
    pub(super) fn sites(&self, out: &mut String, document: &SearchDocument, lines: &[ListedLine]) {
        let listed: Vec<_> = document.sites.iter().zip(lines).take(self.max_listed_lines).collect();
        let listing = self.listing();
        for is_test in [false, true] {
            let sites = listed.iter().filter(|(site, _)| site.test == is_test);
            let files = by_file(sites.map(|(site, listed)| (site.path.clone(), row(site, listed))));
            if is_test && !files.is_empty() {
                let _ = writeln!(out, "{}\n", self.paint(TextStyle::Label, "Tests"));
            }
            for file in &files {
                listing.file(out, file);
                out.push('\n');
            }
        }
        let marks = listed.iter().map(|(site, _)| mark(site)).collect::<Vec<_>>();
        let legend = listing.legend(&[BY_NAME, BY_STRING], &marks);
        if !legend.is_empty() {
            let _ = writeln!(out, "{legend}");
        }
        if let Some(more @ 1..) = document.sites.len().checked_sub(self.max_listed_lines) {
            let _ = writeln!(out, "… {more} more; --limit prints more, --format json all\n");
        }
    }
}

/// The mark of a site's resolution; a space if that is certain.
fn mark(site: &SearchSite) -> char {
    match site.resolution.parse() {
        Ok(Resolution::Name) => BY_NAME.0,
        Ok(Resolution::Text) => BY_STRING.0,
        _ => ' ',
    }
}

fn row(site: &SearchSite, listed: &ListedLine) -> Row {
    let symbol = listed.symbol.as_ref();
    Row {
        number: listed.line.number,
        mark: mark(site),
        name: symbol.map(|(symbol, ..)| symbol.name.clone()).unwrap_or_default(),
        text: listed.line.text.clone(),
        after: String::new(),
    }
}
