//! A self-contained HTML page: the tables, the plots, and each task with its report.

use std::fmt::Write as _;

use crate::document::Document;
use crate::plot::{escaped, plots};
use crate::record::Record;
use crate::table::table;

const HEAD: &str = "\
<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
<meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\">\
<title>firsthand-eval</title><style>\
body{font:15px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem}\
table{border-collapse:collapse;display:block;overflow-x:auto;margin:1rem 0;font-size:13px}\
td,th{padding:.15rem .6rem;border-bottom:1px solid #8884;text-align:right;white-space:nowrap}\
td:nth-child(-n+2),th:nth-child(-n+2){text-align:left}\
pre{white-space:pre-wrap;background:#8881;padding:.6rem;border-radius:4px;overflow-wrap:anywhere}\
details{border-bottom:1px solid #8884;padding:.3rem 0}summary{cursor:pointer}\
svg{max-width:40rem;margin:.5rem}.no{color:#c0392b}</style></head><body>\n";

/// Makes the page. It loads no resources and has no scripts.
#[must_use]
pub fn page(document: &Document) -> String {
    let mut out = HEAD.to_owned() + "<h1>What was measured</h1>\n";
    out += &html_of(&table(document));
    for (_, plot) in plots(document) {
        out += &plot;
    }
    out += "<h2>Answers</h2>\n";
    for record in &document.records {
        out += &answer_section(record);
    }
    out + "</body></html>\n"
}

/// Converts Markdown tables to HTML tables, and the other text to preformatted blocks.
fn html_of(text: &str) -> String {
    let mut out = String::new();
    let (mut in_table, mut rest) = (false, String::new());
    for line in text.lines() {
        let row = line
            .strip_prefix("| ")
            .and_then(|line| line.strip_suffix(" |"));
        if let Some(row) = row {
            flush_text(&mut out, &mut rest);
            let tag = if in_table { "td" } else { "th" };
            out += if in_table { "<tr>" } else { "<table><tr>" };
            in_table = true;
            for cell in row.replace("\\|", "\u{0}").split(" | ") {
                let cell = cell.trim().replace('\u{0}', "|");
                let _ = write!(out, "<{tag}>{}</{tag}>", escaped(&cell));
            }
            out += "</tr>\n";
        } else if !line.starts_with("|--") {
            if in_table {
                out += "</table>\n";
                in_table = false;
            }
            rest += line;
            rest.push('\n');
        }
    }
    if in_table {
        out += "</table>\n";
    }
    flush_text(&mut out, &mut rest);
    out
}

fn flush_text(out: &mut String, rest: &mut String) {
    let text = std::mem::take(rest);
    if !text.trim().is_empty() {
        *out += &preformatted(text.trim());
    }
}

fn answer_section(record: &Record) -> String {
    let key = &record.key;
    let touched = record.line_metrics.map(|lines| lines.touched > 0.0);
    let word = match (&record.error, touched) {
        (Some(_), _) => "<span class=\"no\">failed</span>",
        (None, Some(true)) => "touched",
        (None, Some(false)) => "<span class=\"no\">not touched</span>",
        (None, None) => "",
    };
    let mut out = format!(
        "<details><summary>{} · {} · {} · {} · {:.0} ms {word}</summary>\n",
        escaped(&key.label()),
        escaped(&key.set),
        escaped(&key.id),
        key.repeat,
        record.ms
    );
    let place = |path: &str, range: &[u32; 2]| format!("{path}:{}-{}", range[0], range[1]);
    let found = record.regions.iter();
    let found: Vec<String> = found
        .map(|it| place(&it.path, &[it.start, it.end]))
        .collect();
    let gold = record
        .gold
        .iter()
        .flat_map(|gold| match gold.ranges.is_empty() {
            true => vec![gold.path.clone()],
            false => gold
                .ranges
                .iter()
                .map(|range| place(&gold.path, range))
                .collect(),
        });
    let gold: Vec<String> = gold.collect();
    for (head, text) in [
        ("Question", record.query.as_str()),
        ("Failed", record.error.as_deref().unwrap_or_default()),
        ("Answer", &record.answer),
        ("Places", &found.join("\n")),
        ("Known answer", &gold.join("\n")),
        ("Report", &record.report),
    ] {
        if !text.is_empty() {
            let _ = write!(out, "<h4>{head}</h4>{}", preformatted(text));
        }
    }
    out + "</details>\n"
}

/// A preformatted block; control characters are escaped, line ends are not.
fn preformatted(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(escaped).collect();
    format!("<pre>{}</pre>\n", lines.join("\n"))
}
