//! The formats by name.

use firsthand_render::{Format, Options, TextOptions, render};
use firsthand_validator::Intent;
use serde_json::json;

use crate::fixture::{channels, facts, selection};

#[test]
fn names_are_read_back() {
    for format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
    let unknown = "p\u{1b}df"
        .parse::<Format>()
        .map_err(|error| error.to_string());
    assert_eq!(
        unknown,
        Err("`p\\u{1b}df` is not one of text, md, json, html".to_owned())
    );
}

#[test]
fn each_format_has_its_own_form() {
    let selection = selection(json!({
        "recommendedPrimaryAction": "skip_explore_result", "confidence": "low"
    }));
    let report = channels().report(&selection, Intent::Locate, facts("billing"));
    for (format, start) in [
        (Format::Text, "explore_code report\n"),
        (Format::Md, "## explore_code report\n"),
        (Format::Json, "{\n  \"schema\": \"firsthand.report/1\""),
        (Format::Html, "<!doctype html>\n"),
    ] {
        let text = render(
            &report,
            format,
            &Options::default(),
            &TextOptions::default(),
        );
        assert!(
            text.starts_with(start) && text.ends_with('\n'),
            "{format}: {text}"
        );
    }
}
