//! The observed relations as an SVG diagram: places in the order of their numbers, one below the other, and
//! on their right an arrow for each relation. Lengths are in SVG user units.

mod arrows;

use firsthand_registry::{LineRange, clip, clip_middle};
use firsthand_validator::Place;

use super::Page;
use crate::markup::Html;
use arrows::{Arrow, arrows, lanes};

const BOX_WIDTH: usize = 420;
const BOX_HEIGHT: usize = 56;
/// The space between boxes.
const BOX_GAP: usize = 14;
/// The margin of the diagram.
const MARGIN: usize = 4;
/// The width of an arrow's label beside the boxes.
const LABEL_WIDTH: usize = 84;
/// The distance between parallel arrows.
const LANE_WIDTH: usize = 18;
/// The most distance between the ends of arrows at one box.
const MAX_PORT_GAP: usize = 14;
/// The radius of an arrow's corners.
const CORNER_RADIUS: usize = 6;
/// The characters that fit into a box: of the symbol's name, and of the place below it.
const NAME_CHARS: usize = 38;
const PLACE_CHARS: usize = 46;

/// Draws the places of the flow and those with relations; nothing where there is no arrow between them.
pub(super) fn draw(page: &Page<'_, '_>, out: &mut Html) {
    let places = page.diagram_places();
    let arrows = arrows(page.parts.report, &places);
    if arrows.is_empty() {
        return;
    }
    let (lanes, lane_count) = lanes(&arrows);
    let width = 2 * MARGIN + BOX_WIDTH + LABEL_WIDTH + lane_count * LANE_WIDTH;
    let height = 2 * MARGIN + places.len() * (BOX_HEIGHT + BOX_GAP) - BOX_GAP;
    out.raw("<svg class=\"relations\" role=\"img\" aria-label=\"How the places relate\" ");
    out.raw(&format!("viewBox=\"0 0 {width} {height}\" style=\"max-width:{width}px\">\n"));
    out.raw("<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" ");
    out.raw("markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">");
    out.raw("<path d=\"M0 0 8 4 0 8Z\"/></marker></defs>\n");
    for (arrow, lane) in arrows.iter().zip(lanes) {
        draw_arrow(page, &places, &arrows, (arrow, lane), out);
    }
    for (index, (number, place)) in places.iter().enumerate() {
        draw_box(page, index, *number, place, out);
    }
    out.raw("</svg>\n");
    if arrows.iter().any(|arrow| arrow.by_name) {
        out.raw("<p class=\"legend\">Dashed: found by the name alone.</p>\n");
    }
}

fn draw_box(page: &Page<'_, '_>, index: usize, number: usize, place: &Place, out: &mut Html) {
    let (x, y) = (MARGIN, box_top(index));
    out.raw("<a href=\"#place-").number(number).raw("\"><title>");
    out.text(place.path().as_str()).raw("</title>");
    out.raw(&format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{BOX_WIDTH}\" height=\"{BOX_HEIGHT}\" rx=\"8\"/>"
    ));
    let (cx, cy) = (x + 24, y + BOX_HEIGHT / 2);
    out.raw(&format!("<circle cx=\"{cx}\" cy=\"{cy}\" r=\"13\"/>"));
    out.raw(&format!("<text class=\"n\" x=\"{cx}\" y=\"{}\">", cy + 5));
    out.number(number).raw("</text>");
    let title = page.title(place);
    let name = title.map_or(place.path().file_name(), |title| title.name);
    let mut location = place.path().file_name().to_owned();
    let line = title.and_then(|title| title.line).or(place.range().map(LineRange::start));
    if let Some(line) = line {
        location = format!("{location}:{line}");
    }
    location = clip_middle(&location, PLACE_CHARS).into_owned();
    if let Some(title) = title.filter(|title| !title.kind.is_empty()) {
        let room = PLACE_CHARS.saturating_sub(location.chars().count() + 3);
        if room > 3 {
            location = format!("{location} · {}", clip(title.kind, room));
        }
    }
    for (class, baseline, text) in
        [("name", 24, clip_middle(name, NAME_CHARS)), ("where", 43, location.into())]
    {
        let (x, y) = (x + 48, y + baseline);
        out.raw(&format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">"));
        out.text(&text).raw("</text>");
    }
    out.raw("</a>\n");
}

/// Draws an arrow out of its first box to its lane, up or down, and into its second box.
fn draw_arrow(
    page: &Page<'_, '_>,
    places: &[(usize, &Place)],
    all: &[Arrow<'_>],
    (arrow, lane): (&Arrow<'_>, usize),
    out: &mut Html,
) {
    let (start_y, end_y) =
        (port_y(all, arrow, arrow.from, arrow.to), port_y(all, arrow, arrow.to, arrow.from));
    let left = MARGIN + BOX_WIDTH;
    let right = left + LABEL_WIDTH + lane * LANE_WIDTH;
    let (leave, enter, turn) = if start_y < end_y {
        (start_y + CORNER_RADIUS, end_y - CORNER_RADIUS, right - CORNER_RADIUS)
    } else {
        (start_y - CORNER_RADIUS, end_y + CORNER_RADIUS, right - CORNER_RADIUS)
    };
    let class = if arrow.by_name { "arrow weak" } else { "arrow" };
    out.raw("<g><title>");
    let name = |at: usize| {
        let (number, place) = places[at];
        page.title(place).map_or_else(|| number.to_string(), |title| title.name.to_owned())
    };
    out.text(&format!("{} {} {}", name(arrow.from), arrow.label, name(arrow.to)));
    out.raw("</title>");
    out.raw(&format!(
        "<path class=\"{class}\" marker-end=\"url(#tip)\" d=\"M{left} {start_y}H{turn}Q{right} {start_y} {right} {leave}V{enter}Q{right} {end_y} {turn} {end_y}H{}\"/>",
        left + 2
    ));
    let (x, y) = (left + 8, start_y - 4);
    out.raw(&format!("<text class=\"word\" x=\"{x}\" y=\"{y}\">"));
    out.text(&arrow.label).raw("</text></g>\n");
}

fn box_top(index: usize) -> usize {
    MARGIN + index * (BOX_HEIGHT + BOX_GAP)
}

/// The y coordinate at which an arrow between the boxes `here` and `there` meets the box `here`, where the arrows' ends
/// are sorted by the other box.
fn port_y(all: &[Arrow<'_>], arrow: &Arrow<'_>, here: usize, there: usize) -> usize {
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
    let position = ends.iter().position(|end| *end == own).unwrap_or(0);
    let step = MAX_PORT_GAP.min((BOX_HEIGHT - 2 * CORNER_RADIUS) / ends.len().max(1));
    let first_y = box_top(here) + (BOX_HEIGHT - step * (ends.len() - 1)) / 2;
    first_y + position * step
}
