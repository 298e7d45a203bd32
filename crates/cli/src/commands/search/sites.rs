//! The lines that call or name a symbol, as a list: by file, those of tests after the others; and marks where words of a
//! search match.

use std::fmt::Write as _;

use firsthand::codegraph::Resolution;
use firsthand::registry::escape;
use firsthand::{ListedLine, SearchDocument, SearchRegion, SearchSite, SearchWindow};

use super::show::Page;
use crate::listing::{BY_NAME, BY_STRING, Row, by_file};
use crate::paint::TextStyle;

/// The most columns of a line that names a file, behind its place.
const MAX_TEXT_COLUMNS: usize = 60;

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
        self.legend(out, listed.iter().map(|(site, _)| Some(site.resolution.as_str())));
        if let Some(more @ 1..) = document.sites.len().checked_sub(self.max_listed_lines) {
            let _ = writeln!(out, "… {more} more; --limit prints more, --format json all\n");
        }
    }

    /// Appends the declarations of a relation as the sites of one: each by the line that relates, or else its first.
    pub(super) fn listed_regions<'d>(
        &self,
        out: &mut String,
        regions: impl Iterator<Item = (&'d SearchRegion, &'d SearchWindow)>,
    ) {
        let row = |(region, window): (&SearchRegion, &SearchWindow)| {
            let hit = window.lines.iter().find(|line| line.hit).or(window.lines.first());
            let symbol = region.symbol.as_ref();
            let row = Row {
                number: hit.map_or(region.start, |line| line.number),
                mark: mark(region.resolution.as_deref()),
                name: symbol.map(|symbol| symbol.name.clone()).unwrap_or_default(),
                text: hit.map(|line| line.text.clone()).unwrap_or_default(),
                after: String::new(),
            };
            (region.path.clone(), row)
        };
        for file in &by_file(regions.map(row)) {
            self.listing().file(out, file);
            out.push('\n');
        }
    }

    /// Appends the lines that name the asked file, and the files that it names, each with its line there.
    pub(super) fn linked_files<'d>(
        &self,
        out: &mut String,
        regions: impl Iterator<Item = (&'d SearchRegion, &'d SearchWindow)>,
    ) {
        let row = |(region, window): (&SearchRegion, &SearchWindow)| match region.named_at {
            Some(at) => {
                let link = self.terminal.path(self.roots, &region.path, 1, &escape(&region.path));
                format!("names     {link}  at {at}\n")
            }
            None => {
                let first = region.hits.iter().flatten().next().map(|hit| hit.0);
                let hit = window.lines.iter().find(|line| Some(line.number) == first);
                let (number, text) = hit.map_or((1, ""), |line| (line.number, line.text.trim()));
                let text = self.listing().cut(&escape(text), MAX_TEXT_COLUMNS);
                let place = self.place(&region.path, number, &number.to_string());
                format!("named in  {place}  {text}\n")
            }
        };
        let (named, naming): (Vec<_>, Vec<_>) =
            regions.partition(|(region, _)| region.named_at.is_some());
        let rows = naming.into_iter().chain(named).map(row);
        out.extend(rows.chain(["\n".to_owned()]));
    }

    /// Appends what the marks of these resolutions mean.
    pub(super) fn legend<'r>(
        &self,
        out: &mut String,
        resolutions: impl Iterator<Item = Option<&'r str>>,
    ) {
        let marks: Vec<char> = resolutions.map(mark).collect();
        let legend = self.listing().legend(&[BY_NAME, BY_STRING], &marks);
        if !legend.is_empty() {
            let _ = writeln!(out, "{legend}");
        }
    }
}

/// The mark of the resolution of a site or a region; a space if that is certain.
pub(super) fn mark(resolution: Option<&str>) -> char {
    match resolution.map(str::parse) {
        Some(Ok(Resolution::Name)) => BY_NAME.0,
        Some(Ok(Resolution::Text)) => BY_STRING.0,
        _ => ' ',
    }
}

fn row(site: &SearchSite, listed: &ListedLine) -> Row {
    let symbol = listed.symbol.as_ref();
    Row {
        number: listed.line.number,
        mark: mark(Some(&site.resolution)),
        name: symbol.map(|(symbol, ..)| symbol.name.clone()).unwrap_or_default(),
        text: listed.line.text.clone(),
        after: if site.handed_over { "handed over, not called" } else { "" }.to_owned(),
    }
}
