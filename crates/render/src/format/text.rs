//! The text form: what a person reads in a terminal, the answer first, with optional colours and links.

mod notes;
mod page;
mod pen;
mod rows;

use firsthand_validator::VerifiedReport;

use super::markdown::Rendered;
use crate::budget::{RenderPlan, render_within};
use crate::cut::Cut;
use crate::layout::Layout;
use crate::parts::{Parts, PlacePart, ReadPart};
use page::Page;
use pen::Pen;

/// The most places to read that are printed with their purposes without [`TextOptions::explain`].
const MAX_READS: usize = 5;
/// The least width; a narrower terminal breaks lines itself.
const MIN_WIDTH: usize = 40;

/// Options of the terminal form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextOptions {
    /// Whether text is coloured. The host decides (a terminal, `NO_COLOR`).
    pub color: bool,
    /// Whether places are OSC 8 links to their files.
    pub hyperlinks: bool,
    /// The absolute path of the repository's root, for links; the report's own root where `None`.
    /// With a root that is not absolute there are no links.
    pub root: Option<String>,
    /// What the paths of each named root begin with, and the absolute path of its folder. Other paths are below `root`.
    pub named_roots: Vec<(String, String)>,
    /// The most characters, escape sequences not counted. Less than
    /// [`LEAST_CHARS`](crate::LEAST_CHARS) counts as that.
    pub max_chars: usize,
    /// The most columns of a line. Prose is wrapped between words, a quoted line is cut, and a path is never broken.
    /// Less than 40 counts as that.
    pub width: usize,
    /// Whether to print all places to read, what the run was asked for, and how it went.
    pub explain: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self {
            color: false,
            hyperlinks: false,
            root: None,
            named_roots: Vec::new(),
            max_chars: 2500,
            width: 80,
            explain: false,
        }
    }
}

/// The report for a person at a terminal: the question, one line on the state of the answer, the places with their
/// quotes, what to read next, and what is missing. Places have the numbers of [`markdown`](crate::markdown()). Every
/// place is `path:start-end`, which terminals and editors can open; its link goes to the quoted line. Without colours
/// and links it is plain text. Escape sequences of the repository or the model are escaped.
#[must_use]
pub fn text(report: &VerifiedReport, options: &TextOptions) -> Rendered {
    let mut parts = Parts::of(report);
    let answer: Vec<PlacePart> = parts.links.iter().map(|link| link.place_part).collect();
    let (primary, reads) = (&parts.primary, &mut parts.reads);
    reads.retain(|read| !answer.contains(&read.place_part) && !primary.contains(&read.place_part));
    let further = if options.explain { Vec::new() } else { take_further(&mut parts.reads) };
    if !options.explain {
        parts.names.clear();
    }
    let root = options.root.as_deref().unwrap_or(&report.facts().root);
    let named = options.named_roots.iter();
    let named = named.filter_map(|(prefix, folder)| Some((prefix.clone(), base_url(folder)?)));
    let mut bases: Vec<(String, String)> = named.collect();
    if options.named_roots.is_empty() || options.root.is_some() {
        bases.extend(base_url(root).map(|base| (String::new(), base)));
    }
    if !options.hyperlinks {
        bases.clear();
    }
    let mut pen = Pen::new(options.width.max(MIN_WIDTH), options.color, bases);
    let mut draw = |plan: &RenderPlan, layout: &Layout, cuts: &[Cut], room| {
        let (parts, explain, further) = (&parts, options.explain, &further[..]);
        pen.clear();
        Page { parts, plan, layout, cuts, explain, further, room }.print(&mut pen);
        pen.chars
    };
    let (cut, plan) =
        render_within(&parts, options.max_chars, |plan, layout, cuts| draw(plan, layout, cuts, 0));
    if !further.is_empty() {
        let layout = Layout::of(&parts, &plan);
        let used = draw(&plan, &layout, &cut, 0);
        draw(&plan, &layout, &cut, options.max_chars.saturating_sub(used));
    }
    Rendered { text: pen.into_text(), cut }
}

/// Keeps [`MAX_READS`] places to read, the required ones before others; returns the others.
fn take_further(reads: &mut Vec<ReadPart>) -> Vec<ReadPart> {
    let required = reads.iter().filter(|read| read.required).count();
    let mut optional_room = MAX_READS.saturating_sub(required);
    let mut required_room = MAX_READS;
    let is_further = |read: &mut ReadPart| {
        let room = if read.required { &mut required_room } else { &mut optional_room };
        let is_further = *room == 0;
        *room = room.saturating_sub(1);
        is_further
    };
    reads.extract_if(.., is_further).collect()
}

/// The `file://` URL of the root, with a final `/`; `None` for a root that is not absolute.
fn base_url(root: &str) -> Option<String> {
    let bytes = root.as_bytes();
    let drive = matches!(bytes, [letter, b':', ..] if letter.is_ascii_alphabetic());
    let mut url = if drive {
        format!("file:///{}", firsthand_registry::percent_encode(&root.replace('\\', "/")))
    } else if root.starts_with('/') {
        format!("file://{}", firsthand_registry::percent_encode(root))
    } else {
        return None;
    };
    if !url.ends_with('/') {
        url.push('/');
    }
    Some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_file_urls() {
        let url = |root: &str| base_url(root).unwrap_or_default();
        assert_eq!(url("/re po"), "file:///re%20po/");
        assert_eq!(url("/"), "file:///");
        assert_eq!(url("C:\\code"), "file:///C%3A/code/");
        assert_eq!(url("."), "");
    }
}
