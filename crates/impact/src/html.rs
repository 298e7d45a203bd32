//! The document as one self-contained HTML page: a diagram of what uses the changed declarations, and all that the text
//! form says.

mod diagram;

use firsthand_render::untrusted::Html;

use crate::document::ImpactDocument;
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
    diagram::draw(document, &mut out);
    paragraphs.for_each(|paragraph| section(paragraph, &mut out));
    out.into_page()
}

/// A paragraph of the text: its first line is the heading, and lines that begin with a dash are items of a list.
fn section(paragraph: &str, out: &mut Html) {
    let mut lines = paragraph.lines();
    out.raw("<section>\n<h2>").prose(lines.next().unwrap_or_default()).raw("</h2>\n");
    let mut is_list = false;
    for line in lines {
        let item = line.strip_prefix("- ");
        if item.is_some() != is_list {
            out.raw(if is_list { "</ul>\n" } else { "<ul class=\"items\">\n" });
            is_list = !is_list;
        }
        match item {
            Some(item) => out.raw("<li>").prose(item).raw("</li>\n"),
            None => out.raw("<p>").prose(line).raw("</p>\n"),
        };
    }
    out.raw(if is_list { "</ul>\n" } else { "" }).raw("</section>\n");
}
