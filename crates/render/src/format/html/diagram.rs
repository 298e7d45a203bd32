//! The observed relations as a picture: places in the order of their numbers, one below the other, and
//! on their right an arrow for each relation.

mod arrows;

use firsthand_registry::clip;
use firsthand_validator::Place;

use super::Page;
use crate::markup::Html;
use arrows::{Arrow, arrows, lanes};

const WIDTH: usize = 420;
const HEIGHT: usize = 56;
/// Between boxes.
const GAP: usize = 14;
/// Around the picture.
const EDGE: usize = 4;
/// Room for an arrow's word beside the boxes.
const WORD: usize = 84;
/// Between arrows that run side by side.
const LANE: usize = 18;
/// Between the ends of arrows at one box, where there is room.
const PORT: usize = 14;
/// The radius of an arrow's corners.
const TURN: usize = 6;
/// What fits into a box.
const NAME_CHARS: usize = 38;
const PLACE_CHARS: usize = 46;

/// The places that relate to each other and those of the flow, where any relation was observed.
pub(super) fn draw(page: &Page<'_, '_>, out: &mut Html) {
    let places = page.places();
    let arrows = arrows(page.parts.report, &places);
    if arrows.is_empty() {
        return;
    }
    let (lanes, most) = lanes(&arrows);
    let width = 2 * EDGE + WIDTH + WORD + most * LANE;
    let height = 2 * EDGE + places.len() * (HEIGHT + GAP) - GAP;
    out.raw("<svg class=\"relations\" role=\"img\" aria-label=\"How the places relate\" ");
    out.raw(&format!(
        "viewBox=\"0 0 {width} {height}\" style=\"max-width:{width}px\">\n"
    ));
    out.raw("<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" ");
    out.raw("markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">");
    out.raw("<path d=\"M0 0 8 4 0 8Z\"/></marker></defs>\n");
    for (arrow, lane) in arrows.iter().zip(lanes) {
        draw_arrow(page, &places, &arrows, (arrow, lane), out);
    }
    for (at, (number, place)) in places.iter().enumerate() {
        draw_box(page, at, *number, place, out);
    }
    out.raw("</svg>\n");
    if arrows.iter().any(|arrow| arrow.by_name) {
        out.raw("<p class=\"legend\">Dashed: found by the name alone.</p>\n");
    }
}

fn draw_box(page: &Page<'_, '_>, at: usize, number: usize, place: &Place, out: &mut Html) {
    let (x, y) = (EDGE, top(at));
    out.raw("<a href=\"#place-")
        .number(number)
        .raw("\"><title>");
    out.text(place.path().as_str()).raw("</title>");
    out.raw(&format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"8\"/>"
    ));
    let (cx, cy) = (x + 24, y + HEIGHT / 2);
    out.raw(&format!("<circle cx=\"{cx}\" cy=\"{cy}\" r=\"13\"/>"));
    out.raw(&format!("<text class=\"n\" x=\"{cx}\" y=\"{}\">", cy + 5));
    out.number(number).raw("</text>");
    let symbol = page.parts.report.symbol(place);
    let name = symbol.map_or(place.path().file_name(), |symbol| &symbol.qualified);
    let mut below = place.path().file_name().to_owned();
    if let Some(range) = place.range() {
        below = format!("{below}:{}", range.start());
    }
    below = clip_start(&below, PLACE_CHARS);
    if let Some(symbol) = symbol {
        let room = PLACE_CHARS.saturating_sub(below.chars().count() + 3);
        if room > 3 {
            below = format!("{below} · {}", clip(&symbol.kind, room));
        }
    }
    for (class, up, text) in [
        ("name", 24, clip_start(name, NAME_CHARS)),
        ("where", 43, below),
    ] {
        let (x, y) = (x + 48, y + up);
        out.raw(&format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">"));
        out.text(&text).raw("</text>");
    }
    out.raw("</a>\n");
}

/// Out of the first box to the arrow's lane, up or down, and into the second.
fn draw_arrow(
    page: &Page<'_, '_>,
    places: &[(usize, &Place)],
    all: &[Arrow<'_>],
    (arrow, lane): (&Arrow<'_>, usize),
    out: &mut Html,
) {
    let (y, to) = (
        port(all, arrow, arrow.from, arrow.to),
        port(all, arrow, arrow.to, arrow.from),
    );
    let left = EDGE + WIDTH;
    let right = left + WORD + lane * LANE;
    let (leave, enter, turn) = match y < to {
        true => (y + TURN, to - TURN, right - TURN),
        false => (y - TURN, to + TURN, right - TURN),
    };
    let class = if arrow.by_name { "arrow weak" } else { "arrow" };
    out.raw("<g><title>");
    let name = |at: usize| {
        let (number, place) = places[at];
        let symbol = page.parts.report.symbol(place);
        symbol.map_or_else(|| number.to_string(), |symbol| symbol.qualified.clone())
    };
    out.text(&format!(
        "{} {} {}",
        name(arrow.from),
        arrow.word,
        name(arrow.to)
    ));
    out.raw("</title>");
    out.raw(&format!(
        "<path class=\"{class}\" marker-end=\"url(#tip)\" d=\"M{left} {y}H{turn}Q{right} {y} {right} {leave}V{enter}Q{right} {to} {turn} {to}H{}\"/>",
        left + 2
    ));
    let (x, up) = (left + 8, y - 4);
    out.raw(&format!("<text class=\"word\" x=\"{x}\" y=\"{up}\">"));
    out.text(&arrow.word).raw("</text></g>\n");
}

fn top(at: usize) -> usize {
    EDGE + at * (HEIGHT + GAP)
}

/// The height at which an arrow meets a box: its ends are sorted by where they lead.
fn port(all: &[Arrow<'_>], arrow: &Arrow<'_>, here: usize, there: usize) -> usize {
    let mut ends: Vec<(usize, bool)> = Vec::new();
    for other in all {
        if other.from == here {
            ends.push((other.to, false));
        }
        if other.to == here {
            ends.push((other.from, true));
        }
    }
    ends.sort_unstable();
    let own = (there, arrow.to == here);
    let at = ends.iter().position(|end| *end == own).unwrap_or(0);
    let step = PORT.min((HEIGHT - 2 * TURN) / ends.len().max(1));
    let first = top(here) + (HEIGHT - step * (ends.len() - 1)) / 2;
    first + at * step
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
