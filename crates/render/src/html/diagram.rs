//! The flow as a picture: one box for each link, arrows in order, rows from left to right.

use firsthand_registry::clip;

use super::{brief, markup::Html};
use crate::layout::Layout;
use crate::parts::Parts;

const COLUMNS: usize = 3;
const WIDTH: usize = 272;
const HEIGHT: usize = 62;
/// Between boxes of a row, and at the left and right of the picture.
const GAP: usize = 48;
const EDGE: usize = 4;
/// Between rows: room for an arrow that turns twice.
const ROW_GAP: usize = 40;
/// What fits into a box.
const ROLE_CHARS: usize = 23;
const PLACE_CHARS: usize = 28;

pub(super) fn draw(parts: &Parts<'_>, layout: &Layout, out: &mut Html) {
    let count = layout.links.len();
    let (columns, rows) = (count.clamp(1, COLUMNS), count.div_ceil(COLUMNS).max(1));
    let width = 2 * EDGE + columns * WIDTH + (columns - 1) * GAP;
    let height = 2 * EDGE + rows * HEIGHT + (rows - 1) * ROW_GAP;
    let size = format!("viewBox=\"0 0 {width} {height}\" style=\"max-width:{width}px\"");
    out.raw("<svg class=\"flow\" role=\"img\" aria-label=\"The flow, step by step\" ");
    out.raw(&size)
        .raw(">\n<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" ");
    out.raw("markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\">");
    out.raw("<path d=\"M0 0 8 4 0 8Z\"/></marker></defs>\n");
    for at in 1..count {
        arrow(at - 1, at, out);
    }
    let links = parts.report.flow().iter().zip(&layout.links);
    for (at, (link, named)) in links.enumerate() {
        let (x, y) = corner(at);
        out.raw("<a href=\"#link-")
            .number(at + 1)
            .raw("\"><g><title>");
        out.text(&link.place().path().to_string());
        out.raw("</title>");
        out.raw(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"8\"/>"
        ));
        let (cx, cy) = (x + 24, y + HEIGHT / 2);
        out.raw(&format!("<circle cx=\"{cx}\" cy=\"{cy}\" r=\"13\"/>"));
        out.raw(&format!("<text class=\"n\" x=\"{cx}\" y=\"{}\">", cy + 5));
        out.number(named.number).raw("</text>");
        let role = if link.role().is_empty() {
            "step"
        } else {
            link.role()
        };
        out.raw(&format!(
            "<text class=\"r\" x=\"{}\" y=\"{}\">",
            x + 48,
            y + 26
        ));
        out.text(&clip(role.trim(), ROLE_CHARS)).raw("</text>");
        out.raw(&format!(
            "<text class=\"p\" x=\"{}\" y=\"{}\">",
            x + 48,
            y + 46
        ));
        out.text(&clip_start(&brief(link.place()), PLACE_CHARS))
            .raw("</text></g></a>\n");
    }
    out.raw("</svg>\n");
}

/// The upper left corner of the box at this position.
fn corner(at: usize) -> (usize, usize) {
    let (column, row) = (at % COLUMNS, at / COLUMNS);
    (
        EDGE + column * (WIDTH + GAP),
        EDGE + row * (HEIGHT + ROW_GAP),
    )
}

/// Straight within a row; down, back and down to the start of the next one.
fn arrow(from: usize, to: usize, out: &mut Html) {
    let ((ax, ay), (bx, by)) = (corner(from), corner(to));
    let path = if ay == by {
        let y = ay + HEIGHT / 2;
        format!("M{} {y}H{}", ax + WIDTH, bx - 1)
    } else {
        let (a, b, middle) = (ax + WIDTH / 2, bx + WIDTH / 2, ay + HEIGHT + ROW_GAP / 2);
        format!("M{a} {}V{middle}H{b}V{}", ay + HEIGHT, by - 1)
    };
    out.raw("<path class=\"arrow\" marker-end=\"url(#tip)\" d=\"")
        .raw(&path)
        .raw("\"/>\n");
}

/// The text's end, where its line number stands; `…` for what is not shown.
fn clip_start(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let end: String = text.chars().skip(count - most.saturating_sub(1)).collect();
    format!("…{end}")
}
