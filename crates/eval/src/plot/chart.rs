//! An SVG chart with two axes.

use std::fmt::Write as _;

/// The whole picture, and the frame's margins, in pixels.
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 400.0;
const MARGIN_LEFT: f64 = 64.0;
/// Wide enough for the legend.
const MARGIN_RIGHT: f64 = 216.0;
const MARGIN_TOP: f64 = 40.0;
const MARGIN_BOTTOM: f64 = 52.0;

/// Colours that differ in lightness, too, and contrast with white and with black.
const COLOURS: [&str; 8] = [
    "#3b82c4", "#d9772b", "#2f9e77", "#b8569e", "#8a7a1f", "#6f66c9", "#c94f4f", "#5f7f8f",
];

const STYLE: &str = "\
<style>svg{color:#1c1c1c;background:#fff;font:13px system-ui,sans-serif}text{fill:currentColor}\
.axis{stroke:currentColor;fill:none}.grid{stroke:currentColor;opacity:.15}\
@media(prefers-color-scheme:dark){svg{color:#e6e6e6;background:#161616}}</style>";

/// An SVG chart under construction.
pub(super) struct Chart {
    svg: String,
    x_range: [f64; 2],
    y_range: [f64; 2],
    legend_entries: usize,
}

impl Chart {
    /// An empty chart with a title, and for each axis a label and a range.
    pub(super) fn new(title: &str, x: (&str, [f64; 2]), y: (&str, [f64; 2])) -> Self {
        let mut chart = Self {
            svg: format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\
                 <title>{0}</title>{STYLE}",
                escaped(title)
            ),
            x_range: non_empty_range(x.1),
            y_range: non_empty_range(y.1),
            legend_entries: 0,
        };
        chart.text(MARGIN_LEFT, 20.0, "start", title);
        chart.text(
            (MARGIN_LEFT + WIDTH - MARGIN_RIGHT) / 2.0,
            HEIGHT - 10.0,
            "middle",
            x.0,
        );
        let middle = (MARGIN_TOP + HEIGHT - MARGIN_BOTTOM) / 2.0;
        let _ = write!(
            chart.svg,
            "<text transform=\"translate(16 {middle:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            escaped(y.0)
        );
        let (right, bottom) = (WIDTH - MARGIN_RIGHT, HEIGHT - MARGIN_BOTTOM);
        let _ = write!(
            chart.svg,
            "<path class=\"axis\" d=\"M{MARGIN_LEFT} {MARGIN_TOP}V{bottom}H{right}\"/>"
        );
        for step in 0..=4 {
            let at =
                chart.y_range[0] + (chart.y_range[1] - chart.y_range[0]) * f64::from(step) / 4.0;
            let height = chart.to_pixels(0.0, at).1;
            let _ = write!(
                chart.svg,
                "<path class=\"grid\" d=\"M{MARGIN_LEFT} {height:.1}H{right}\"/>"
            );
            chart.text(
                MARGIN_LEFT - 6.0,
                height + 4.0,
                "end",
                &format_axis_number(at),
            );
        }
        chart
    }

    /// Labels the x axis at some positions.
    pub(super) fn ticks(&mut self, ticks: &[(f64, String)]) {
        for (at, text) in ticks {
            let (x, bottom) = self.to_pixels(*at, self.y_range[0]);
            self.text(x, bottom + 18.0, "middle", text);
        }
    }

    /// Adds an entry to the legend, and returns its colour.
    pub(super) fn add_legend_entry(&mut self, name: &str) -> &'static str {
        let (colour, y) = (
            COLOURS[self.legend_entries % COLOURS.len()],
            MARGIN_TOP + 8.0 + 18.0 * self.legend_entries as f64,
        );
        self.legend_entries += 1;
        let (x, text) = (WIDTH - MARGIN_RIGHT + 14.0, WIDTH - MARGIN_RIGHT + 30.0);
        let _ = write!(
            self.svg,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"10\" height=\"10\" fill=\"{colour}\"/>",
            y - 9.0
        );
        self.text(text, y, "start", name);
        colour
    }

    /// A line through the points.
    pub(super) fn line(&mut self, points: &[(f64, f64)], colour: &str) {
        let points: Vec<String> = points
            .iter()
            .map(|&(x, y)| {
                let (x, y) = self.to_pixels(x, y);
                format!("{x:.1},{y:.1}")
            })
            .collect();
        let _ = write!(
            self.svg,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{}\"/>",
            points.join(" ")
        );
    }

    /// A dot at a point.
    pub(super) fn dot(&mut self, x: f64, y: f64, colour: &str) {
        let (x, y) = self.to_pixels(x, y);
        let _ = write!(
            self.svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{colour}\"/>"
        );
    }

    /// A bar of this width (in the units of the x axis), from one height to another.
    pub(super) fn bar(&mut self, x: f64, width: f64, from: f64, to: f64, colour: &str) {
        let ((left, top), (right, bottom)) =
            (self.to_pixels(x, to), self.to_pixels(x + width, from));
        let _ = write!(
            self.svg,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\"/>",
            (right - left).max(0.0),
            (bottom - top).max(0.0)
        );
    }

    /// A label above a point.
    pub(super) fn label(&mut self, x: f64, y: f64, text: &str) {
        let (x, y) = self.to_pixels(x, y);
        self.text(x, y - 8.0, "middle", text);
    }

    /// The whole picture as SVG.
    pub(super) fn finish(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }

    /// The position of a point in the picture; points outside the ranges are moved to the edge.
    fn to_pixels(&self, x: f64, y: f64) -> (f64, f64) {
        let fraction =
            |value: f64, ends: [f64; 2]| ((value - ends[0]) / (ends[1] - ends[0])).clamp(0.0, 1.0);
        (
            MARGIN_LEFT + fraction(x, self.x_range) * (WIDTH - MARGIN_LEFT - MARGIN_RIGHT),
            HEIGHT
                - MARGIN_BOTTOM
                - fraction(y, self.y_range) * (HEIGHT - MARGIN_TOP - MARGIN_BOTTOM),
        )
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        let _ = write!(
            self.svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
            escaped(text)
        );
    }
}

/// Widens an empty range to one unit.
fn non_empty_range(ends: [f64; 2]) -> [f64; 2] {
    [
        ends[0],
        if ends[1] > ends[0] {
            ends[1]
        } else {
            ends[0] + 1.0
        },
    ]
}

/// Formats a number for an axis.
pub(super) fn format_axis_number(value: f64) -> String {
    match value.abs() {
        size if size < 1e-9 => "0".to_owned(),
        10.0.. => format!("{value:.0}"),
        1.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// Escapes text for HTML and SVG.
pub(crate) fn escaped(text: &str) -> String {
    let text = firsthand::registry::escape(text);
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
