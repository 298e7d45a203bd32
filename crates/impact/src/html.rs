//! The document as one self-contained HTML page: a diagram of what uses the changed declarations, and all that the text
//! form says.

use firsthand_registry::clip_middle;
use firsthand_render::untrusted::Html;
use firsthand_source::count;

use crate::document::{Affected, ChangedDeclaration, Dependence, ImpactDocument};
use crate::markdown::for_people;

/// The document as an HTML page without a script. All foreign text is escaped.
#[must_use]
pub fn html(document: &ImpactDocument) -> String {
    let text = for_people(document);
    let mut paragraphs = text.split("\n\n");
    let title = paragraphs.next().unwrap_or_default();
    let mut out = Html::page(title);
    out.raw("<header>\n<p class=\"kind\">What a change touches</p>\n<h1>");
    out.text(title).raw("</h1>\n</header>\n");
    draw(document, &mut out);
    paragraphs.for_each(|paragraph| section(paragraph, &mut out));
    out.into_page()
}

/// A paragraph of the text: its first line is the heading, and lines that begin with a dash are items of a list. Those that
/// begin with the same path are one item.
fn section(paragraph: &str, out: &mut Html) {
    let mut lines = paragraph.lines();
    out.raw("<section>\n<h2>").prose(lines.next().unwrap_or_default()).raw("</h2>\n");
    let mut open = None;
    for line in lines {
        let item = line.strip_prefix("- ");
        match item.map(|item| (item, item.split_once(':').unwrap_or((item, "")))) {
            Some((_, (path, rest))) if open == Some(path) => {
                out.raw("<br>\n").prose(rest);
            }
            Some((item, (path, _))) => {
                out.raw(if open.is_some() { "</li>\n<li>" } else { "<ul class=\"items\">\n<li>" });
                out.prose(item);
                open = Some(path);
            }
            None => {
                out.raw(if open.take().is_some() { END_OF_LIST } else { "" });
                out.raw("<p>").prose(line).raw("</p>\n");
            }
        }
    }
    out.raw(if open.is_some() { END_OF_LIST } else { "" }).raw("</section>\n");
}

const END_OF_LIST: &str = "</li>\n</ul>\n";

// The changed declarations and what uses them as an SVG diagram: on the left what changes, on the right who depends on
// it, and a line for each place. Lengths are in SVG user units.

const BOX_WIDTH: usize = 400;
const BOX_HEIGHT: usize = 46;
/// The distance from one box to the next one below it.
const ROW_HEIGHT: usize = 58;
/// The space between the columns.
const COLUMN_GAP: usize = 120;
/// The margin of the diagram.
const MARGIN: usize = 4;
/// The characters that fit into a box.
const NAME_CHARS: usize = 38;
const PLACE_CHARS: usize = 48;
/// The most declarations, and the most places, that are drawn.
const MAX_BOXES: usize = 24;

/// The lines that are drawn: a declaration on the left, and who depends on it.
#[derive(Default)]
struct Edges<'d> {
    changed: Vec<usize>,
    users: Vec<&'d Affected>,
    /// The positions in both lists, and whether only a name says so.
    lines: Vec<(usize, usize, bool)>,
    /// The number of places that are not drawn.
    left_out: usize,
}

/// Draws the diagram; nothing if no place outside of the change uses it.
fn draw(document: &ImpactDocument, out: &mut Html) {
    let edges = edges(document);
    if edges.lines.is_empty() {
        return;
    }
    let rows = edges.changed.len().max(edges.users.len());
    let (width, height) = (2 * (MARGIN + BOX_WIDTH) + COLUMN_GAP, 2 * MARGIN + rows * ROW_HEIGHT);
    out.raw("<section>\n<div class=\"wide\">\n<svg class=\"relations\" role=\"img\" aria-label=\"Who depends on what\" ");
    out.raw(&format!("viewBox=\"0 0 {width} {height}\" style=\"max-width:{width}px\">\n"));
    let right = MARGIN + BOX_WIDTH + COLUMN_GAP;
    for (from, to, is_by_name) in &edges.lines {
        let class = if *is_by_name { "arrow weak" } else { "arrow" };
        let (start, end) = (middle(*from), middle(*to));
        let (left, turn) = (MARGIN + BOX_WIDTH, MARGIN + BOX_WIDTH + COLUMN_GAP / 2);
        out.raw(&format!(
            "<path class=\"{class}\" d=\"M{left} {start}C{turn} {start} {turn} {end} {right} {end}\"/>\n"
        ));
    }
    for (row, of) in edges.changed.iter().enumerate() {
        let one: &ChangedDeclaration = &document.changed[*of];
        let place = format!("{}:{} {}", one.path, one.lines.start(), one.state);
        draw_box(MARGIN, row, &one.name, &place, out);
    }
    for (row, user) in edges.users.iter().enumerate() {
        let place = format!("{}:{} {}", user.path, user.line, user.role);
        let name = user.symbol.as_deref().unwrap_or(user.path.file_name());
        draw_box(right, row, name, &place, out);
    }
    out.raw("</svg>\n</div>\n<p class=\"legend\">");
    if edges.lines.iter().any(|(.., is_by_name)| *is_by_name) {
        out.raw("Dashed: found by the name alone.");
    }
    if edges.left_out > 0 {
        let left_out = count(edges.left_out, "more place is", "more places are");
        out.raw(&format!(" {left_out} not drawn."));
    }
    out.raw("</p>\n</section>\n");
}

fn edges(document: &ImpactDocument) -> Edges<'_> {
    let mut edges = Edges::default();
    for user in document.affected.iter().filter(|user| is_drawn(user)) {
        let Some(of) = user.of else {
            continue;
        };
        let from = edges.changed.iter().position(|known| *known == of);
        let same = |other: &&Affected| {
            other.path == user.path && other.symbol == user.symbol && user.symbol.is_some()
        };
        let to = edges.users.iter().position(same);
        let has_room = |known: Option<usize>, count: usize| known.is_some() || count < MAX_BOXES;
        if !has_room(from, edges.changed.len()) || !has_room(to, edges.users.len()) {
            edges.left_out += 1;
            continue;
        }
        let from = from.unwrap_or_else(|| {
            edges.changed.push(of);
            edges.changed.len() - 1
        });
        let to = to.unwrap_or_else(|| {
            edges.users.push(user);
            edges.users.len() - 1
        });
        edges.lines.push((from, to, user.how.is_by_name()));
    }
    edges
}

/// Whether a place has a box: it depends on the change by itself, and is no test and no document.
fn is_drawn(user: &Affected) -> bool {
    let is_listed = !matches!(
        user.role,
        Dependence::Test | Dependence::Document | Dependence::Together | Dependence::Text
    );
    is_listed && !user.weak && !user.in_change
}

fn draw_box(x: usize, row: usize, name: &str, place: &str, out: &mut Html) {
    let y = MARGIN + row * ROW_HEIGHT;
    out.raw("<g><title>").text(name).raw(" ").text(place).raw("</title>");
    out.raw(&format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{BOX_WIDTH}\" height=\"{BOX_HEIGHT}\" rx=\"8\"/>"
    ));
    for (class, baseline, text) in [
        ("name", 20, clip_middle(name, NAME_CHARS)),
        ("where", 37, clip_middle(place, PLACE_CHARS)),
    ] {
        out.raw(&format!("<text class=\"{class}\" x=\"{}\" y=\"{}\">", x + 12, y + baseline));
        out.text(&text).raw("</text>");
    }
    out.raw("</g>\n");
}

fn middle(row: usize) -> usize {
    MARGIN + row * ROW_HEIGHT + BOX_HEIGHT / 2
}
