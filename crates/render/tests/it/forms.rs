//! The formats by name.

use firsthand_render::{Format, Options, TextOptions, render};
use firsthand_validator::Intent;
use serde_json::json;

use crate::fixture::{channels, facts, selection};

#[test]
fn the_names_of_formats_are_parsed() {
    for format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
    let unknown = "p\u{1b}df".parse::<Format>().map_err(|error| error.to_string());
    assert_eq!(unknown, Err("`p\\u{1b}df` is not one of text, md, json, html".to_owned()));
}

#[test]
fn each_format_has_its_own_form() {
    let selection = selection(json!({
        "recommendedPrimaryAction": "skip_explore_result", "confidence": "low"
    }));
    let report = channels().report(&selection, Intent::Locate, facts("billing"));
    for (format, start) in [
        (Format::Text, "billing\n"),
        (Format::Md, "## explore_code report\n"),
        (Format::Json, "{\n  \"schema\": \"firsthand.report/2\""),
        (Format::Html, "<!doctype html>\n"),
    ] {
        let text = render(&report, format, &Options::default(), &TextOptions::default());
        assert!(text.starts_with(start) && text.ends_with('\n'), "{format}: {text}");
    }
}

/// A heading is the host's: one line, never markup, and the default where it is blank.
#[test]
fn the_host_chooses_the_heading() {
    let selection = selection(json!({
        "recommendedPrimaryAction": "skip_explore_result", "confidence": "low"
    }));
    let report = channels().report(&selection, Intent::Locate, facts("billing"));
    let check = |heading: &'static str, md: &str, html: &str| {
        let options = Options { heading, ..Options::default() };
        let terminal = TextOptions::default();
        let first_line = |format| {
            let form = render(&report, format, &options, &terminal);
            form.lines().next().unwrap_or_default().to_owned()
        };
        assert_eq!(first_line(Format::Md), md);
        assert_eq!(first_line(Format::Text), "billing", "people see the question");
        let page = render(&report, Format::Html, &options, &terminal);
        let kind = format!("<p class=\"kind\">{html}</p>");
        let title = format!(" · {html}</title>");
        let has_kind = !html.is_empty();
        assert_eq!((page.contains(&kind), page.contains(&title)), (has_kind, has_kind), "{page}");
    };
    check("Acme search", "## Acme search", "Acme search");
    check(" \n", "## explore_code report", "");
    check("a\n## <b>*b*", r"## a ## \<b>*b*", "a ## &lt;b&gt;*b*");
}
